//! What a proof assumes although programs say otherwise: that locks can be taken, and that functions
//! without body leave alone what their arguments lead to.
//!
//! A program that looks at the result of taking a lock expects that it may fail; a mutex that is
//! initialised gives no reason. A function without body that gets a pointer is there to do something
//! with it. Claims that hold in both readings hold without doubt.

use crate::locks::{Operation, operation};
use cassay_base::Span;
use cassay_ir::{Block, CallTarget, Expr, FuncId, Function, Program, TempId, TypeTable, Variable};
use std::collections::BTreeSet;

/// Whether the program looks at the result of taking a lock.
pub(crate) fn looks_at_results(program: &Program) -> bool {
    let mut own = program.functions.iter().filter(|function| !function.model);
    own.any(|function| {
        let calls = function.blocks.iter().flat_map(Block::calls);
        let taken = calls.filter_map(|(_, call)| match call.target {
            CallTarget::Direct(callee) => takes(&program.functions[*callee]).then_some(call.dst?),
            CallTarget::Indirect(_) => None,
        });
        let taken: BTreeSet<TempId> = taken.collect();
        let mut used = function.parts().filter_map(Expr::as_temp);
        !taken.is_empty() && used.any(|temp| taken.contains(&temp))
    })
}

fn takes(function: &Function) -> bool {
    let operation = operation(function).map(|(_, operation)| operation);
    matches!(operation, Some(Operation::Take(_)))
}

/// The first function without body that is called with a pointer to something that is not constant.
pub(crate) fn stub_with_pointer(program: &Program) -> Option<(FuncId, Span)> {
    let own = program.functions.iter().filter(|function| !function.model);
    for function in own {
        for block in function.blocks.iter() {
            for (index, call) in block.calls() {
                let CallTarget::Direct(callee) = call.target else {
                    continue;
                };
                let body = &program.functions[*callee];
                let unknown = !body.has_body() && !body.model && !body.library;
                let mut args = call.args.iter();
                if unknown && args.any(|arg| gives_access(program, function, arg)) {
                    let span = block.stmts.get(index).map_or(block.span, |stmt| stmt.span);
                    return Some((*callee, span));
                }
            }
        }
    }
    None
}

/// Whether an argument leads to memory that may be written, or to a function.
fn gives_access(program: &Program, function: &Function, arg: &Expr) -> bool {
    if let Expr::AddrOf(Variable::Global(id)) = arg {
        return !program.globals[*id].constant;
    }
    *arg != Expr::Null && arg.ty(program, function) == Some(TypeTable::PTR)
}
