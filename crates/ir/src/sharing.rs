//! Which memory threads share.
//!
//! Whoever reorders, skips or ends executions of a thread must ask whether another thread could see
//! the difference. The answers are coarse: a program with a statement that starts a thread shares
//! every global variable that is not thread-local, and every local variable whose address is used.

use crate::expr::{Expr, MemoryPredicate};
use crate::function::{BlockId, Function, Stmt, StmtKind, Variable};
use crate::program::Program;

/// A claim that an access does not race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceClaim<'a> {
    /// The first byte of the access.
    pub pointer: &'a Expr,
    /// The number of bytes.
    pub size: &'a Expr,
    /// Whether they are written.
    pub writes: bool,
}

/// The claim that a statement makes about a race. Such claims stand right before the access that they
/// are about: a thread cannot be interrupted between them, so that a thread that stands before the
/// first of them stands before the access.
pub fn race_claim(kind: &StmtKind) -> Option<RaceClaim<'_>> {
    let StmtKind::Assert { cond, .. } = kind else {
        return None;
    };
    let Expr::Memory(predicate, pointer, size) = cond else {
        return None;
    };
    let writes = is_about_races(*predicate)?;
    Some(RaceClaim {
        pointer,
        size,
        writes,
    })
}

/// For a predicate about races, whether the access is a write.
pub fn is_about_races(predicate: MemoryPredicate) -> Option<bool> {
    match predicate {
        MemoryPredicate::NoWriter => Some(false),
        MemoryPredicate::NoUser => Some(true),
        MemoryPredicate::NotNull
        | MemoryPredicate::IsObject
        | MemoryPredicate::NotFreed
        | MemoryPredicate::NotExpired
        | MemoryPredicate::InBounds
        | MemoryPredicate::Writable
        | MemoryPredicate::Freeable
        | MemoryPredicate::NotDoublyFreed
        | MemoryPredicate::IsFunction
        | MemoryPredicate::Aligned => None,
    }
}

/// The first statement of those that a thread executes without interruption up to a given one: the
/// claims about races before it.
pub fn uninterrupted_from(stmts: &[Stmt], at: usize) -> usize {
    let before = stmts.get(..at).unwrap_or_default();
    let claims = before.iter().rev();
    at - claims
        .take_while(|stmt| race_claim(&stmt.kind).is_some())
        .count()
}

/// The first parts of the names of models that order threads.
const ORDERING: [&str; 9] = [
    "pthread_",
    "sem_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "call_once",
    "run_once",
    "__cassay_",
];

/// Whether a function is a model that orders threads: others may use what it accesses at the same time.
fn orders_threads(function: &Function) -> bool {
    let mut prefixes = ORDERING.iter();
    function.model && prefixes.any(|prefix| function.name.starts_with(prefix))
}

/// Whether the accesses of a statement can race: they are not the library's to order threads. The
/// library also stores the number of a new thread and the result of one that was joined.
pub fn can_race(function: &Function, block: BlockId, stmt: usize) -> bool {
    let stmts = function.blocks.get(block).map(|block| &block.stmts);
    let Some(stmts) = stmts.filter(|_| !orders_threads(function)) else {
        return false;
    };
    let Some(stmt_kind) = stmts.get(stmt).map(|stmt| &stmt.kind) else {
        return false;
    };
    let StmtKind::Store { value, .. } = stmt_kind else {
        return true;
    };
    let mut value = value;
    for earlier in stmts[..stmt].iter().rev() {
        while let Expr::Cast(_, inner, _) = value {
            value = inner;
        }
        let Expr::Temp(temp) = value else {
            return true;
        };
        if earlier.kind.defines() != Some(*temp) {
            continue;
        }
        if let StmtKind::Assign {
            value: assigned, ..
        } = &earlier.kind
        {
            value = assigned;
            continue;
        }
        return !matches!(earlier.kind, StmtKind::Spawn { .. } | StmtKind::Join { .. });
    }
    true
}

/// The statement whose access a claim about a race is about.
pub fn claimed_access(stmts: &[Stmt], claim: usize) -> Option<&Stmt> {
    let behind = stmts.get(claim..)?.iter();
    let mut others = behind.skip_while(|stmt| race_claim(&stmt.kind).is_some());
    others.next()
}

/// Whether there may be several threads, so that memory may be shared.
pub fn shares_memory(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| {
        let mut statements = function.statements();
        statements.any(|stmt| matches!(stmt.kind, StmtKind::Spawn { .. }))
    })
}

/// Whether a thread other than the one that has the variable in its scope could access it, in a
/// program that shares memory.
pub fn is_exposed(program: &Program, function: &Function, variable: Variable) -> bool {
    match variable {
        Variable::Global(id) => {
            let global = program.globals.get(id);
            // Of a thread-local variable another thread may have the address.
            global.is_none_or(|global| !global.constant)
        }
        Variable::Local(id) => {
            let local = function.locals.get(id);
            local.is_none_or(|local| local.address_taken)
        }
    }
}
