//! The start and the ends of a program: synthetic functions that run before and after those of the
//! program, and the claims about the heap at the program's end.
//!
//! Every end carries one claim for each reading of a leak, and the checks keep those that are
//! enabled. A program ends where its entry returns (in the start function, where the entry's
//! variables are dead), at `exit` and similar functions, and where it aborts: there, the variables
//! of all active functions still exist.

use crate::expr::{Expr, HeapQuestion};
use crate::function::{Block, CallTarget, Function, Stmt, StmtKind, TempId, Terminator};
use crate::program::{FuncId, Program};
use crate::property::{Property, PropertyClass};

/// The message of a claim about what is left when the program does not end by itself but aborts.
const AT_ABORT: &str = "memory not freed when the program aborts";

/// The synthetic function that runs before the entry, if there is anything to run.
pub const CONSTRUCTORS: &str = "__cassay_constructors";
/// The same after the end.
pub const DESTRUCTORS: &str = "__cassay_destructors";
/// The function of the library models that runs the handlers registered with `atexit`.
pub const EXIT_HANDLERS: &str = "__cassay_run_exit_handlers";
/// The same for `at_quick_exit`.
pub const QUICK_EXIT_HANDLERS: &str = "__cassay_run_quick_exit_handlers";

/// Whether a program does or claims something when its process ends.
pub fn end_matters(program: &Program) -> bool {
    let handlers = [EXIT_HANDLERS, DESTRUCTORS];
    let mut functions = program.functions.iter();
    functions.any(|function| {
        handlers.contains(&&*function.name) && function.has_body()
            || function.statements().any(|stmt| {
                let mut asks = claims_threads_joined(&stmt.kind);
                stmt.kind
                    .expressions(|expr| asks |= matches!(expr, Expr::Heap(_)));
                asks
            })
    })
}

/// Whether a statement claims that no thread is left.
fn claims_threads_joined(kind: &StmtKind) -> bool {
    let StmtKind::Assert { property, .. } = kind else {
        return false;
    };
    property.class == PropertyClass::ThreadLeak
}

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself: a return from the entry, `exit`.
    Regular,
    /// By `abort`, a failed assertion or an error function.
    Abort,
}

/// The claims about the heap where a program ends unless a condition holds.
pub fn claims(end: End, unless: Option<&Expr>) -> [(Expr, Property); 2] {
    let ask = |question| match unless {
        None => Expr::Heap(question),
        Some(goes_on) => Expr::Select(
            Box::new(goes_on.clone()),
            Box::new(Expr::bool(true)),
            Box::new(Expr::Heap(question)),
        ),
    };
    let class = PropertyClass::MemoryCleanup;
    let (nothing_left, cleanup) = match end {
        End::Regular => (HeapQuestion::Empty, Property::of(class)),
        End::Abort => (HeapQuestion::EmptyAtAbort, Property::new(class, AT_ABORT)),
    };
    [
        (
            ask(HeapQuestion::Tracked),
            Property::of(PropertyClass::MemoryLeak),
        ),
        (ask(nothing_left), cleanup),
    ]
}

/// A call that a synthetic function makes, at the place of the callee.
pub fn call(program: &Program, id: FuncId, dst: Option<TempId>, args: Vec<Expr>) -> Stmt {
    Stmt {
        kind: StmtKind::Call {
            dst,
            target: CallTarget::Direct(id),
            args,
        },
        span: program.functions[id].span,
    }
}

/// Gives a synthetic function its one block, which returns.
pub fn finish(function: &mut Function, stmts: Vec<Stmt>) {
    let span = stmts.last().map_or(function.span, |stmt| stmt.span);
    function.blocks.push(Block {
        stmts,
        terminator: Terminator::Return(None),
        span,
    });
}
