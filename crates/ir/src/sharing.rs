//! Which memory threads share.
//!
//! Whoever reorders, skips or ends executions of a thread must ask whether another thread could see
//! the difference. The answers are coarse: a program with a statement that starts a thread shares
//! every global variable that is not thread-local, and every local variable whose address is used.

use crate::function::{Function, StmtKind, Variable};
use crate::program::Program;

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
