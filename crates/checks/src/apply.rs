//! Running the checks over a program.

use crate::set::CheckSet;
use cassay_ir::verify::verify;
use cassay_ir::{Program, PropertyClass, StmtKind};

/// Adds the assertions of the enabled checks and removes all others.
///
/// Removing an assertion keeps executions going: where a failed one must end the execution in any
/// case, the front-end adds an `unreachable` terminator after it.
pub fn apply(program: &mut Program, checks: &CheckSet) {
    // Its claims go where those about memory are, whether or not these are wanted.
    if checks.has(PropertyClass::ThreadLeak) {
        crate::thread_leak::count_threads(program);
    }
    if checks.has(PropertyClass::LibraryCall) {
        crate::thread_use::claim_once(program);
    }
    drop_disabled(program, checks);
    for check in checks.checks() {
        if let Some(instrument) = check.instrument {
            instrument(program);
            debug_assert!(verify(program).is_ok(), "ill-formed after {}", check.id);
        }
    }
    drop_disabled(program, checks);
    debug_assert!(
        verify(program).is_ok(),
        "ill-formed after dropping assertions"
    );
}

fn drop_disabled(program: &mut Program, checks: &CheckSet) {
    let typed = checks.has(PropertyClass::LibraryCall);
    let ordered = checks.has(PropertyClass::LockOrder);
    for function in program.functions.iter_mut() {
        for local in function.locals.iter_mut() {
            // Without the claims, the types as which variable arguments are read are unknown.
            local.arguments &= typed;
        }
        for block in function.blocks.iter_mut() {
            block.stmts.retain(|stmt| {
                if let StmtKind::Assert { property, .. } = &stmt.kind {
                    return checks.has(property.class);
                }
                ordered || !matches!(stmt.kind, StmtKind::Hold { .. })
            });
        }
    }
}
