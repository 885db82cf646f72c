//! Conjectures inside a program: claimed or assumed at a place, each under a guard of its own.
//!
//! The guard of a conjecture is a ghost variable that is any Boolean from the start of the program
//! on. One symbolic execution serves every choice of conjectures: whoever asks a solver fixes the
//! guards. A guard that nobody fixes cannot hide anything, for false is one of its values.

use crate::conjecture::Conjecture;
use crate::samples::Cell;
use cassay_base::{Id, Span};
use cassay_ir::{
    BinaryOp, BlockId, CTypeTable, CompareOp, Expr, FuncId, Function, Global, GlobalId,
    Initializer, Place, Program, Property, PropertyClass, Stmt, StmtKind, TempId, TypeTable,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Which conjectures go into a program, by number.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// All of them.
    pub conjectures: &'a [Conjecture],
    /// Those that are known to hold at the heads of their loops until a claim is violated.
    pub known: &'a BTreeSet<usize>,
    /// Those to be decided, each under its guard.
    pub guarded: &'a BTreeSet<usize>,
}

/// How the message of the claim of a conjecture starts. No message of a program's own has a NUL, so
/// that none of its claims is ever taken for a conjecture and dropped.
const MARK: &str = "\0conjecture ";

/// How the input starts that is the guard of a conjecture.
const GUARD: &str = "\0guard ";

/// The number of the conjecture that a property is the claim of.
pub fn conjecture_of(property: &Property) -> Option<usize> {
    property.message.strip_prefix(MARK)?.parse().ok()
}

/// The number of the conjecture that an input of this source is the guard of.
pub fn guard_of(source: &str) -> Option<usize> {
    source.strip_prefix(GUARD)?.parse().ok()
}

/// How the message of a claim starts that tells where the claim stands in the program.
const ORIGIN: &str = "\0claim ";

/// The program with claims that know where they stand, so that their copies do, too.
pub fn mark(program: &Program) -> Program {
    let mut marked = program.clone();
    for (id, block, index) in claims(program) {
        let stmts = &mut marked.functions[id].blocks[block].stmts;
        if let Some(StmtKind::Assert { property, .. }) = stmts.get_mut(index).map(|s| &mut s.kind) {
            let (function, block) = (id.index(), block.index());
            property.message = format!("{ORIGIN}{function} {block} {index}").into();
        }
    }
    marked
}

/// Where the claim of a marked program comes from.
pub fn origin_of(property: &Property) -> Option<(FuncId, BlockId, usize)> {
    let mut parts = property.message.strip_prefix(ORIGIN)?.split(' ');
    let mut part = || parts.next()?.parse::<usize>().ok();
    let (function, block, index) = (part()?, part()?, part()?);
    Some((
        FuncId::from_index(function),
        BlockId::from_index(block),
        index,
    ))
}

/// Where the claims of a program stand.
pub fn claims(program: &Program) -> BTreeSet<(FuncId, BlockId, usize)> {
    let mut found = BTreeSet::new();
    for (id, function) in program.functions.iter_enumerated() {
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                if let StmtKind::Assert { .. } = stmt.kind {
                    found.insert((id, block, index));
                }
            }
        }
    }
    found
}

/// The guards of conjectures, as variables of a program.
pub(crate) struct Guards(BTreeMap<usize, GlobalId>);

impl Guards {
    /// Adds guards to a program; they get their values where executions start.
    pub(crate) fn new(program: &mut Program, entry: FuncId, numbers: &BTreeSet<usize>) -> Guards {
        let byte = program.types.int(8);
        let mut guards = BTreeMap::new();
        let mut first = Vec::new();
        for &number in numbers {
            let global = program.globals.push(Global {
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
            guards.insert(number, global);
            let dst = program.functions[entry].new_temp(TypeTable::BOOL);
            let source = format!("{GUARD}{number}").into();
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
            });
        }
        let span = Span::NONE;
        let first = first.into_iter().map(|kind| Stmt { kind, span });
        let stmts = &mut program.functions[entry].blocks[Function::ENTRY].stmts;
        stmts.splice(0..0, first);
        Guards(guards)
    }

    /// Statements that claim (or assume) what is conjectured about a loop, and assume what is known.
    pub(crate) fn statements(
        &self,
        program: &mut Program,
        place: (FuncId, BlockId),
        facts: &Facts<'_>,
        claimed: bool,
        span: Span,
    ) -> Vec<Stmt> {
        let byte = program.types.int(8);
        let function = &mut program.functions[place.0];
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
            let kind = match self.0.get(&number) {
                None => StmtKind::Assume(cond),
                Some(global) => {
                    let dst = function.new_temp(byte);
                    stmts.push(Stmt {
                        kind: StmtKind::Load {
                            dst,
                            place: Place::Variable(Variable::Global(*global), 0),
                            volatile: false,
                            moves: false,
                        },
                        span,
                    });
                    let off = Expr::compare(CompareOp::Eq, Expr::Temp(dst), Expr::int(8, 0));
                    let cond = Expr::binary(BinaryOp::Or, off, cond);
                    let message = format!("{MARK}{number}");
                    let property = Property::new(PropertyClass::Assertion, message);
                    if claimed {
                        StmtKind::Assert { cond, property }
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
