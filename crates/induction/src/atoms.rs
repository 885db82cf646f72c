//! Comparisons in the text of a program, as relations between the cells of a loop.
//!
//! A comparison of values that were loaded from cells is read as a relation of the cells at the
//! head of the loop, ignoring the statements in between: it is only a conjecture.

use crate::samples::Cell;
use cassay_base::Id;
use cassay_ir::{CastKind, Expr, FuncId, Function, Place, Program, StmtKind, TempId, Terminator};
use std::collections::BTreeMap;

/// The comparisons of a program over cells of a function; those in the function itself come first.
pub(crate) fn atoms(program: &Program, id: FuncId, cells: &[Cell]) -> Vec<Expr> {
    let mut found: Vec<Expr> = Vec::new();
    let others = program
        .functions
        .iter_enumerated()
        .filter(|(other, function)| *other != id && !function.model)
        .map(|(other, _)| other);
    for owner in std::iter::once(id).chain(others) {
        let function = &program.functions[owner];
        let reader = Reader {
            program,
            cells,
            own: owner == id,
            definitions: definitions(function),
        };
        let mut take = |expr: &Expr| {
            let mut pending = vec![expr];
            while let Some(expr) = pending.pop() {
                if let Expr::Compare(_, _, _) = expr
                    && let Some(atom) = reader.read(expr, DEPTH)
                    && !found.contains(&atom)
                    && found.len() < LIMIT
                {
                    found.push(atom);
                }
                expr.operands(|operand| pending.push(operand));
            }
        };
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                stmt.kind.expressions(&mut take);
            }
            match &block.terminator {
                Terminator::Switch { value, cases, .. } => {
                    for (bits, _) in cases.iter().take(40) {
                        let constant = Expr::Int(bits.clone());
                        take(&Expr::compare(
                            cassay_ir::CompareOp::Eq,
                            value.clone(),
                            constant,
                        ));
                    }
                }
                other => other.expressions(&mut take),
            }
        }
    }
    found
}

/// The maximum depth of the expressions in a comparison.
const DEPTH: usize = 9;

/// The most comparisons that are collected.
const LIMIT: usize = 120;

/// The statement that defines each temporary, if there is only one.
fn definitions(function: &Function) -> BTreeMap<TempId, Option<&StmtKind>> {
    let mut found: BTreeMap<TempId, Option<&StmtKind>> = BTreeMap::new();
    for param in &function.params {
        found.insert(*param, None);
    }
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        if let Some(temp) = stmt.kind.defines() {
            let first = !found.contains_key(&temp);
            found.insert(temp, first.then_some(&stmt.kind));
        }
    }
    found
}

struct Reader<'a> {
    program: &'a Program,
    cells: &'a [Cell],
    /// Whether this is the function of the loop, so that its local variables are cells.
    own: bool,
    definitions: BTreeMap<TempId, Option<&'a StmtKind>>,
}

impl Reader<'_> {
    /// An expression over cells; `None` if it contains anything else.
    fn read(&self, expr: &Expr, depth: usize) -> Option<Expr> {
        let depth = depth.checked_sub(1)?;
        let part = |expr: &Expr| self.read(expr, depth).map(Box::new);
        match expr {
            Expr::Int(_) => Some(expr.clone()),
            Expr::Temp(temp) => match (*self.definitions.get(temp)?)? {
                StmtKind::Assign { value, .. } => self.read(value, depth),
                StmtKind::Load {
                    place: Place::Variable(variable, offset),
                    ..
                } => {
                    let local = matches!(variable, cassay_ir::Variable::Local(_));
                    let index = self
                        .cells
                        .iter()
                        .position(|cell| cell.variable == *variable && cell.offset == *offset)?;
                    (self.own || !local).then(|| Expr::Temp(TempId::from_index(index)))
                }
                _ => None,
            },
            Expr::Unary(op, a) => Some(Expr::Unary(*op, part(a)?)),
            Expr::Binary(op, a, b) => Some(Expr::Binary(*op, part(a)?, part(b)?)),
            Expr::Compare(op, a, b) => {
                let whole = Expr::Compare(*op, part(a)?, part(b)?);
                self.is_comparison(&whole).then_some(whole)
            }
            Expr::Cast(kind @ (CastKind::Trunc | CastKind::ZExt | CastKind::SExt), a, ty) => {
                Some(Expr::Cast(*kind, part(a)?, *ty))
            }
            _ => None,
        }
    }

    /// Whether both sides are integers of one width.
    fn is_comparison(&self, expr: &Expr) -> bool {
        let state: Vec<Option<u64>> = vec![Some(0); self.cells.len()];
        crate::relation::evaluate(self.program, self.cells, &state, expr).is_some()
    }
}
