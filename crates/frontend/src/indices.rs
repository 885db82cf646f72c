//! Claims about indices, made at the access.
//!
//! The sanitizer checks an index where an address is computed, even if nothing is accessed: `a -
//! 1`, `&a[7]`. It then allows the address one past the end and compares by "at most". Computing an
//! address is not an access, so such a claim is deferred to the access through that very address
//! and then requires the bounds of the array; without an access it is dropped. A reference that is passed or
//! returned counts as an access. A constant index out
//! of bounds leaves no comparison to recognise and is deferred as well.

use crate::functions::Builder;
use crate::llvm::{
    self, Attributes, Call, ConstExpr, Constant, Ident, InstKind, Instruction, Value,
};
use crate::lower::Lowered;
use crate::{fold, ubsan};
use cassay_base::Span;
use cassay_ir::{CompareOp, Expr, Property, Stmt, StmtKind};
use std::collections::HashMap;

/// The handler of an index out of bounds.
const HANDLER: &str = "__ubsan_handle_out_of_bounds";

/// A claim deferred to an access.
#[derive(Clone)]
struct Waiting {
    cond: Expr,
    property: Property,
    span: Span,
    /// The index, if it is constant.
    index: Option<i128>,
}

/// Claims deferred to an access.
#[derive(Default)]
pub(crate) struct Indices<'m> {
    /// For the address that is computed next.
    pending: Vec<Waiting>,
    /// By the address.
    of_address: HashMap<&'m Ident, Vec<Waiting>>,
}

impl<'m> Builder<'_, 'm> {
    /// Defers a claim about the index of an address; `false` if it must be made at once.
    pub fn waits_for_access(
        &mut self,
        position: usize,
        cond: &'m Value,
        call: &'m Call,
    ) -> Lowered<bool> {
        let name = call.callee_name().unwrap_or("");
        if name.strip_suffix("_abort").unwrap_or(name) != HANDLER {
            return Ok(false);
        }
        let index = call.args.get(1).and_then(|index| constant(&index.value));
        let inside = match cond {
            Value::Local(result) => {
                let instructions = self.source.graph.blocks[position].instructions();
                let compared = instructions
                    .rev()
                    .find(|instruction| instruction.result.as_ref() == Some(result));
                match compared.map(|instruction| &instruction.kind) {
                    Some(InstKind::ICmp {
                        pred: llvm::IntPredicate::Ule,
                        ty,
                        lhs,
                        rhs,
                        ..
                    }) => {
                        let (index, bound) = (self.operand(ty, lhs)?, self.operand(ty, rhs)?);
                        fold::compare(CompareOp::ULt, index, bound)
                    }
                    _ => return Ok(false),
                }
            }
            Value::Const(Constant::Int(holds)) if !holds.is_zero() => {
                let module = &self.cx.units[self.unit].module;
                if index.is_none() || ubsan::array_length(module, call) != index {
                    return Ok(false);
                }
                Expr::bool(false)
            }
            _ => Expr::bool(false),
        };
        let module = &self.cx.units[self.unit].module;
        if let Some(property) = ubsan::property(module, call) {
            self.indices.pending.push(Waiting {
                cond: inside,
                property,
                span: self.body.span,
                index,
            });
        }
        Ok(true)
    }

    /// Makes the deferred claims about the access of this instruction.
    pub fn claim_indices(&mut self, instruction: &'m Instruction) {
        if self.indices.pending.is_empty() && self.indices.of_address.is_empty() {
            return;
        }
        match &instruction.kind {
            InstKind::GetElementPtr { base, indices, .. } => {
                // Pointer arithmetic leads to a different address; only members and elements are at
                // the address itself.
                let descends = indices.first().and_then(|first| constant(&first.value)) == Some(0);
                let mut numbers: Vec<i128> = indices
                    .iter()
                    .filter_map(|index| constant(&index.value))
                    .collect();
                let mut behind = Vec::new();
                if let Value::Const(base) = &base.value {
                    collect_indices(base, &mut behind);
                }
                if descends {
                    numbers.append(&mut behind);
                }
                let uses =
                    |waiting: &Waiting| waiting.index.is_none_or(|index| contains(&numbers, index));
                let pending = std::mem::take(&mut self.indices.pending);
                let (mut waiting, mut rest): (Vec<_>, Vec<_>) = pending.into_iter().partition(uses);
                rest.retain(|waiting| !waiting.index.is_some_and(|index| contains(&behind, index)));
                self.indices.pending = rest;
                if descends
                    && let Value::Local(base) = &base.value
                    && let Some(earlier) = self.indices.of_address.get(base)
                {
                    waiting.extend(earlier.iter().cloned());
                }
                if let Some(result) = &instruction.result
                    && !waiting.is_empty()
                {
                    self.indices.of_address.insert(result, waiting);
                }
            }
            InstKind::Load { pointer, .. }
            | InstKind::Store { pointer, .. }
            | InstKind::CmpXchg { pointer, .. }
            | InstKind::AtomicRmw { pointer, .. } => {
                self.claim_access(&pointer.value);
                self.indices
                    .pending
                    .retain(|waiting| waiting.index.is_some());
                if matches!(instruction.kind, InstKind::Store { .. }) {
                    self.indices.pending.clear();
                }
            }
            InstKind::Call(call) => {
                let name = call.callee_name().unwrap_or("");
                let copies = name.starts_with("llvm.mem");
                for argument in &call.args {
                    if copies || argument.attrs.byval().is_some() {
                        self.claim_access(&argument.value);
                    }
                }
                self.claim_references(call);
                if copies || !name.starts_with("llvm.") {
                    self.indices.pending.clear();
                }
            }
            InstKind::Phi { .. } | InstKind::Select { .. } => self.indices.pending.clear(),
            _ => {}
        }
    }

    /// Makes the deferred claims about what a block ends with, and drops those about addresses that were never
    /// accessed.
    pub fn claim_last_indices(&mut self, instruction: &'m Instruction) {
        match &instruction.kind {
            InstKind::Ret(Some(value)) if is_reference(&self.source.function.ret_attrs) => {
                self.claim_access(&value.value);
            }
            InstKind::Invoke { call, .. } => self.claim_references(call),
            _ => {}
        }
        self.indices.pending.clear();
    }

    /// Makes the deferred claims about references that are passed: a reference leads to an object.
    fn claim_references(&mut self, call: &'m Call) {
        for argument in &call.args {
            if is_reference(&argument.attrs) {
                self.claim_access(&argument.value);
            }
        }
    }

    /// Makes the deferred claims about an access through a pointer.
    fn claim_access(&mut self, pointer: &'m Value) {
        let claims = match pointer {
            Value::Local(name) => self.indices.of_address.get(name).cloned(),
            Value::Const(constant) => {
                let mut indices = Vec::new();
                collect_indices(constant, &mut indices);
                let uses = |waiting: &Waiting| {
                    waiting.index.is_some_and(|index| contains(&indices, index))
                };
                let pending = std::mem::take(&mut self.indices.pending);
                let (used, rest) = pending.into_iter().partition(uses);
                self.indices.pending = rest;
                Some(used)
            }
            Value::InlineAsm(_) | Value::Metadata(_) => None,
        };
        for claim in claims.into_iter().flatten() {
            self.body.stmts.push(Stmt {
                kind: StmtKind::Assert {
                    claim: self.cx.program.claims.fresh(),
                    cond: claim.cond,
                    property: claim.property,
                },
                span: claim.span,
            });
        }
    }
}

/// Whether a value is a reference of C++, or a parameter that is declared to lead to elements.
fn is_reference(attributes: &Attributes) -> bool {
    attributes.int("dereferenceable").is_some()
}

/// Whether an index is in a list. The sanitizer reports a negative one as unsigned.
fn contains(indices: &[i128], index: i128) -> bool {
    indices.iter().any(|other| *other as u32 == index as u32)
}

fn constant(value: &Value) -> Option<i128> {
    match value {
        Value::Const(Constant::Int(number)) => number.as_i128(),
        _ => None,
    }
}

/// The constant indices by which an address is computed.
fn collect_indices(constant: &Constant, out: &mut Vec<i128>) {
    let mut at = constant;
    while let Constant::Expr(expr) = at {
        let ConstExpr::GetElementPtr { base, indices, .. } = &**expr else {
            return;
        };
        out.extend(indices.iter().filter_map(|index| match &index.value {
            Constant::Int(number) => number.as_i128(),
            _ => None,
        }));
        at = &base.value;
    }
}
