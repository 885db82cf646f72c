//! Calls through pointers (C17 6.5.2.2): the pointer leads to a function of the called type.
//!
//! Types are compared as the machine sees them: all pointers have the same type, and extra
//! arguments are ignored.

use crate::instrument::{Site, Step, before_each};
use crate::registry::Check;
use cassay_ir::{
    BinaryOp, CallTarget, CompareOp, Constant, Expr, FuncId, Initializer, MemoryPredicate, Program,
    Property, PropertyClass, StmtKind, TempId, Terminator, Type, TypeId,
};
use std::collections::BTreeSet;

/// Every call through a pointer reaches a function that can be called with its arguments.
pub(crate) const CHECK: Check = Check {
    id: "function-pointer",
    help: "calls through pointers that lead to no function, or to one of another type",
    docs: "A call through a pointer reaches a function (C17 6.5.2.2p1), not null, data, a freed \
        object or an address inside a function. The function accepts these arguments and returns \
        such a value (C17 6.3.2.3p8). Types are compared by their machine representation: pointers \
        to different types are the same, and arguments beyond the parameters are ignored. \
        Functions without a body accept anything. Example: `call of a function of another type`.",
    classes: &[PropertyClass::FunctionPointer],
    default_on: true,
    on: Some("--function-pointer-check"),
    off: Some("--no-function-pointer-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

/// The maximal number of functions of other types that a claim lists.
const MAX_NAMED: usize = 64;

fn instrument(program: &mut Program) {
    let targets = address_taken(program);
    before_each(program, |site, step, claims| {
        let (Step::Stmt(StmtKind::Call { target, dst, args })
        | Step::End(Terminator::Invoke {
            target, dst, args, ..
        })) = step
        else {
            return;
        };
        let CallTarget::Indirect(pointer) = target else {
            return;
        };
        if !site.facts.is_function(pointer) {
            let cond = Expr::memory(MemoryPredicate::IsFunction, pointer.clone(), site.size(0));
            claims.claim(cond, Property::of(PropertyClass::FunctionPointer));
        }
        if let Some(cond) = none_of_another_type(site, &targets, pointer, *dst, args) {
            let message = "call of a function of another type";
            claims.claim(cond, Property::new(PropertyClass::FunctionPointer, message));
        }
    });
}

/// The functions whose address the program uses.
pub fn address_taken(program: &Program) -> Vec<FuncId> {
    fn visit(expr: &Expr, found: &mut BTreeSet<FuncId>) {
        if let Expr::FuncAddr(id) = expr {
            found.insert(*id);
        }
        expr.operands(|operand| visit(operand, found));
    }
    let mut found = BTreeSet::new();
    for global in program.globals.iter() {
        if let Initializer::Parts(parts) = &global.init {
            found.extend(parts.iter().filter_map(|(_, part)| match part {
                Constant::FuncAddr(id) => Some(*id),
                Constant::Bits(_) | Constant::GlobalAddr(_, _) | Constant::Bytes(_) => None,
            }));
        }
    }
    for function in program.functions.iter() {
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                stmt.kind.expressions(|expr| visit(expr, &mut found));
            }
            block.terminator.expressions(|expr| visit(expr, &mut found));
        }
    }
    found.into_iter().collect()
}

/// The condition that a pointer leads to none of the functions that cannot be called with these
/// arguments; `None` if there are none, or too many to list.
fn none_of_another_type(
    site: &Site<'_>,
    targets: &[FuncId],
    pointer: &Expr,
    dst: Option<TempId>,
    args: &[Expr],
) -> Option<Expr> {
    let mut cond = None;
    let others = targets.iter().filter(|id| !takes(site, **id, dst, args));
    for (index, id) in others.enumerate() {
        if index >= MAX_NAMED {
            return None;
        }
        let other = Expr::compare(CompareOp::Ne, pointer.clone(), Expr::FuncAddr(*id));
        cond = Some(match cond {
            None => other,
            Some(before) => Expr::binary(BinaryOp::And, before, other),
        });
    }
    cond
}

/// Whether a function can be called with these arguments and result.
fn takes(site: &Site<'_>, id: FuncId, dst: Option<TempId>, args: &[Expr]) -> bool {
    let function = &site.program.functions[id];
    if !function.has_body() {
        return true;
    }
    let result = dst.and_then(|dst| site.function.temps.get(dst));
    let mut params = function.params.iter().zip(args);
    result.is_none_or(|temp| temp.ty == function.ret || function.stands_for_any())
        && args.len() >= function.params.len()
        && params.all(|(param, arg)| {
            let param = function.temps.get(*param);
            param.is_some_and(|param| is_of_type(site, arg, param.ty))
        })
}

/// Whether an argument is of a type; the type of a constant may not be in the table.
fn is_of_type(site: &Site<'_>, arg: &Expr, ty: TypeId) -> bool {
    match (arg, site.program.types.lookup(ty)) {
        (Expr::Int(value), Some(Type::Int(width))) => value.width() == *width,
        (Expr::Float(kind, _), Some(Type::Float(wanted))) => kind == wanted,
        (_, _) => arg.ty(site.program, site.function) == Some(ty),
    }
}
