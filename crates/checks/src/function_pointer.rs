//! Calls through pointers (C17 6.5.2.2): the pointer leads to a function.

use crate::instrument::{Step, before_each};
use crate::registry::Check;
use cassay_ir::{
    CallTarget, Expr, MemoryPredicate, Program, Property, PropertyClass, StmtKind, Terminator,
};

/// Every call through a pointer reaches a function.
pub(crate) const CHECK: Check = Check {
    id: "function-pointer",
    help: "calls through pointers that lead to no function",
    classes: &[PropertyClass::FunctionPointer],
    default_on: true,
    on: Some("--function-pointer-check"),
    off: Some("--no-function-pointer-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    before_each(program, |site, step, claims| {
        let (Step::Stmt(StmtKind::Call { target, .. })
        | Step::End(Terminator::Invoke { target, .. })) = step
        else {
            return;
        };
        let CallTarget::Indirect(pointer) = target else {
            return;
        };
        if site.facts.is_function(pointer) {
            return;
        }
        let cond = Expr::memory(MemoryPredicate::IsFunction, pointer.clone(), site.size(0));
        claims.claim(cond, Property::of(PropertyClass::FunctionPointer));
    });
}
