//! Which memory threads share.
//!
//! Whoever reorders, skips or ends executions of a thread must ask whether another thread could see
//! the difference. The answers are coarse: a program with a statement that starts a thread shares
//! every global variable that is not thread-local, and every local variable whose address is used.

use crate::claim::ClaimId;
use crate::expr::{Expr, MemoryPredicate};
use crate::function::{BlockId, Function, Stmt, StmtKind, Variable};
use crate::program::Program;
use crate::property::Property;

/// The thread-local variable of the models that holds the number of its thread.
pub const THREAD_NUMBER: &str = "__cassay_thread";

/// The claim that a statement makes about progress.
pub fn claims_progress(kind: &StmtKind) -> Option<(ClaimId, &Property)> {
    let StmtKind::Assert {
        claim,
        cond,
        property,
    } = kind
    else {
        return None;
    };
    (*cond == Expr::Progress).then_some((*claim, property))
}

/// Whether a thread can wait at a statement for what another one does.
pub fn can_wait(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Wait { .. } | StmtKind::Join { .. })
}

/// The claim that a thread gets past a wait or join: it stands right before the statement.
pub fn progress_claim(stmts: &[Stmt], waits: usize) -> Option<(ClaimId, &Property)> {
    let before = stmts.get(waits.checked_sub(1)?)?;
    claims_progress(&before.kind)
}

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
        | MemoryPredicate::OfFamily
        | MemoryPredicate::IsFunction
        | MemoryPredicate::Aligned
        | MemoryPredicate::Unchanged
        | MemoryPredicate::InOrder => None,
    }
}

/// The claim of a statement that what a thread writes next has not changed since it has read it: the first
/// byte and the number of bytes. It stands right before the access, like claims about races.
pub fn atomicity_claim(kind: &StmtKind) -> Option<(&Expr, &Expr)> {
    let StmtKind::Assert { cond, .. } = kind else {
        return None;
    };
    let Expr::Memory(MemoryPredicate::Unchanged, pointer, size) = cond else {
        return None;
    };
    Some((pointer, size))
}

/// The claim of a statement that the thread may acquire a lock: its address and its mode.
pub fn order_claim(kind: &StmtKind) -> Option<(&Expr, &Expr)> {
    let StmtKind::Assert { cond, .. } = kind else {
        return None;
    };
    let Expr::Memory(MemoryPredicate::InOrder, lock, mode) = cond else {
        return None;
    };
    Some((lock, mode))
}

/// Whether a statement is a claim that is one step with the access behind it.
pub fn belongs_to_access(kind: &StmtKind) -> bool {
    race_claim(kind).is_some() || atomicity_claim(kind).is_some()
}

/// The first statement of those that a thread executes without interruption up to a given one: the
/// claims about the access before it.
pub fn uninterrupted_from(stmts: &[Stmt], at: usize) -> usize {
    let before = stmts.get(..at).unwrap_or_default();
    let claims = before.iter().rev();
    at - claims
        .take_while(|stmt| belongs_to_access(&stmt.kind))
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
pub fn orders_threads(function: &Function) -> bool {
    function.model && is_about_order(&function.name)
}

/// Whether functions of the library with such a name order threads.
pub fn is_about_order(name: &str) -> bool {
    ORDERING.iter().any(|prefix| name.starts_with(prefix))
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

/// The statement whose access a claim about a race or about atomicity is about.
pub fn claimed_access(stmts: &[Stmt], claim: usize) -> Option<&Stmt> {
    let behind = stmts.get(claim..)?.iter();
    let mut others = behind.skip_while(|stmt| belongs_to_access(&stmt.kind));
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
