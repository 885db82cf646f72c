//! Conjectured invariants: relations between integer variables that held at a loop's head in every
//! sampled execution, or that occur in the program. They are proved before they are used.
//!
//! All are over machine integers, so that wrapping around is not a special case.

use crate::patterns::Guesses;
use crate::relation::{cells_in, replace};
use crate::samples::{Cell, sample};
use crate::step::LoopRef;
use cassay_base::{Span, Stop};
use cassay_ir::{BlockId, Expr, FuncId, Function, Place, Program, Stmt, StmtKind, TempId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A relation that may hold at the head of a loop.
#[derive(Clone, Debug)]
pub struct Conjecture {
    /// The loop.
    pub of: LoopRef,
    /// The level at which it is tried: equations first, then bounds, then relations that cost a
    /// solver more.
    pub level: u8,
    pub(crate) head: BlockId,
    pub(crate) cells: Arc<[Cell]>,
    pub(crate) relation: Expr,
}

/// Conjectures about the heads of loops.
pub fn conjectures(
    program: &Program,
    entry: FuncId,
    loops: &BTreeSet<LoopRef>,
    stop: &Stop,
) -> Vec<Conjecture> {
    let mut found = Vec::new();
    for (of, watched) in sample(program, entry, loops, stop) {
        let cells: Arc<[Cell]> = watched.cells.clone().into();
        let guesses = Guesses::new(program, of, &watched);
        for (relation, level) in guesses.all() {
            let usable = cells_in(&relation)
                .into_iter()
                .all(|index| watched.usable[index]);
            if usable {
                found.push(Conjecture {
                    of,
                    level,
                    head: watched.head,
                    cells: cells.clone(),
                    relation,
                });
            }
        }
    }
    found
}

impl Conjecture {
    /// The block at whose start it is meant to hold.
    pub(crate) fn place(&self) -> (FuncId, BlockId) {
        (self.of.0, self.head)
    }

    /// The relation as an expression, after statements that load its cells.
    pub(crate) fn cond(
        &self,
        function: &mut Function,
        loaded: &mut BTreeMap<Cell, TempId>,
        span: Span,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        replace(&self.relation, &mut |index| {
            let cell = *self.cells.get(index)?;
            let temp = *loaded.entry(cell).or_insert_with(|| {
                let dst = function.new_temp(cell.ty);
                let kind = StmtKind::Load {
                    dst,
                    place: Place::Variable(cell.variable, cell.offset),
                    volatile: false,
                    moves: false,
                    order: None,
                };
                stmts.push(Stmt { kind, span });
                dst
            });
            Some(Expr::Temp(temp))
        })
    }
}
