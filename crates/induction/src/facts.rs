//! Conjectures in a program: claimed or assumed at a place, each under a guard of its own.
//!
//! The guard of a conjecture is a ghost variable with an arbitrary Boolean value from the start of
//! the program on. One symbolic execution serves every choice of conjectures: each query to a
//! solver fixes the guards. A guard that is not fixed cannot hide a violation, since false is one
//! of its values.

use crate::conjecture::Conjecture;
use crate::samples::Cell;
use cassay_base::Span;
use cassay_ir::{
    BinaryOp, BlockId, CTypeTable, ClaimId, CompareOp, Expr, FuncId, Function, Global, GlobalId,
    Initializer, InputSource, Place, Program, Property, PropertyClass, Stmt, StmtKind, TempId,
    TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The conjectures that are put into a program, by number.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// All of them.
    pub conjectures: &'a [Conjecture],
    /// Those that are known to hold at the heads of their loops, up to the first violated claim.
    pub known: &'a BTreeSet<usize>,
    /// Those to be decided, each under its guard.
    pub guarded: &'a BTreeSet<usize>,
}

/// The guards of conjectures, as variables of a program, and the claims that represent conjectures.
pub(crate) struct Guards {
    variables: BTreeMap<usize, GlobalId>,
    /// The conjecture of each such claim.
    pub(crate) claims: BTreeMap<ClaimId, usize>,
}

impl Guards {
    /// Adds guards to a program; they are initialised at the start of the execution.
    pub(crate) fn new(program: &mut Program, entry: FuncId, numbers: &BTreeSet<usize>) -> Guards {
        let byte = program.types.int(8);
        let mut variables = BTreeMap::new();
        let mut first = Vec::new();
        for &number in numbers {
            let global = program.globals.push(Global {
                address_of: None,
                name: "(conjectured)".into(),
                ty: byte,
                ctype: CTypeTable::UNKNOWN,
                align: 1,
                init: Initializer::Parts(Vec::new()),
                constant: false,
                thread_local: false,
                device: false,
                model: false,
                span: Span::NONE,
            });
            variables.insert(number, global);
            let dst = program.functions[entry].new_temp(TypeTable::BOOL);
            let source = InputSource::Guard(number);
            first.push(StmtKind::Havoc {
                dst,
                source,
                known: None,
            });
            first.push(StmtKind::Store {
                place: Place::Variable(Variable::Global(global), 0),
                value: Expr::Select(
                    Box::new(Expr::Temp(dst)),
                    Box::new(Expr::int(8, 1)),
                    Box::new(Expr::int(8, 0)),
                ),
                volatile: false,
                order: None,
            });
        }
        let span = Span::NONE;
        let first = first.into_iter().map(|kind| Stmt { kind, span });
        let stmts = &mut program.functions[entry].blocks[Function::ENTRY].stmts;
        stmts.splice(0..0, first);
        Guards {
            variables,
            claims: BTreeMap::new(),
        }
    }

    /// Statements that claim (or assume) the conjectures about a loop, and assume the known ones.
    pub(crate) fn statements(
        &mut self,
        program: &mut Program,
        place: (FuncId, BlockId),
        facts: &Facts<'_>,
        claimed: bool,
        span: Span,
    ) -> Vec<Stmt> {
        let byte = program.types.int(8);
        let (function, ids) = (&mut program.functions[place.0], &mut program.claims);
        let mut stmts = Vec::new();
        let mut loaded: BTreeMap<Cell, TempId> = BTreeMap::new();
        let numbers: BTreeSet<usize> = facts.known.union(facts.guarded).copied().collect();
        for number in numbers {
            let Some(conjecture) = facts.conjectures.get(number) else {
                continue;
            };
            if conjecture.place() != place {
                continue;
            }
            let Some(cond) = conjecture.cond(function, &mut loaded, span, &mut stmts) else {
                continue;
            };
            let kind = match self.variables.get(&number) {
                None => StmtKind::Assume(cond),
                Some(global) => {
                    let dst = function.new_temp(byte);
                    stmts.push(Stmt {
                        kind: StmtKind::Load {
                            dst,
                            place: Place::Variable(Variable::Global(*global), 0),
                            volatile: false,
                            moves: false,
                            order: None,
                        },
                        span,
                    });
                    let off = Expr::compare(CompareOp::Eq, Expr::Temp(dst), Expr::int(8, 0));
                    let cond = Expr::binary(BinaryOp::Or, off, cond);
                    if claimed {
                        let claim = ids.fresh();
                        self.claims.insert(claim, number);
                        let message = format!("conjecture {number}");
                        let property = Property::new(PropertyClass::Assertion, message);
                        StmtKind::Assert {
                            claim,
                            cond,
                            property,
                        }
                    } else {
                        StmtKind::Assume(cond)
                    }
                }
            };
            stmts.push(Stmt { kind, span });
        }
        stmts
    }
}
