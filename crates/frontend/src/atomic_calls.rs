//! The library functions behind atomic operations of sizes that the machine has no instruction
//! for: `__atomic_load`, `__atomic_fetch_add_16` and their like, as uninterrupted sequences.

use crate::builtins::Builtin;
use crate::fold;
use crate::functions::Builder;
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{CompareOp, Expr, InputSource, MemoryOrder, StmtKind, TypeId, TypeTable};

/// Objects of more bytes are not handled as one value.
const MAX_BYTES: u64 = 1 << 12;

/// The order of the accesses: the strongest, whatever the call asks for.
const ORDER: MemoryOrder = MemoryOrder::SeqCst;

/// An atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicCall {
    Load,
    Store,
    Exchange,
    CompareExchange,
    /// The old value is the result, or the new one.
    Update {
        op: &'static str,
        old: bool,
    },
    IsLockFree,
}

/// The operations that may follow `__atomic_fetch_`.
const UPDATES: &[&str] = &["add", "sub", "and", "or", "xor", "nand"];

/// The operation of a name, and its size where the name says it.
fn operation(name: &str) -> Option<(AtomicCall, Option<u64>)> {
    let name = name.strip_prefix("__atomic_")?;
    let (stem, size) = match name.rsplit_once('_') {
        Some((stem, digits)) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            (stem, Some(digits.parse().ok()?))
        }
        _ => (name, None),
    };
    let call = match stem {
        "load" => AtomicCall::Load,
        "store" => AtomicCall::Store,
        "exchange" => AtomicCall::Exchange,
        "compare_exchange" => AtomicCall::CompareExchange,
        "is_lock_free" => AtomicCall::IsLockFree,
        _ => {
            let (text, old) = match stem.strip_prefix("fetch_") {
                Some(op) => (op, true),
                None => (stem.strip_suffix("_fetch")?, false),
            };
            let op = UPDATES.iter().find(|op| **op == text)?;
            AtomicCall::Update { op, old }
        }
    };
    Some((call, size))
}

/// The meaning of a name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    operation(name).map(|_| Builtin::Atomic)
}

impl<'m> Builder<'_, 'm> {
    /// Lowers a call of such a function. Those without a size in their name take it as their
    /// first argument, and pass values by pointers.
    pub fn atomic_call(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let Some((what, named)) = operation(name) else {
            return Err(Unsupported::new(format!("function `{name}`")));
        };
        if what == AtomicCall::IsLockFree {
            let ty = self.cx.lower_type(self.unit, &call.ret)?;
            let any = self.havoc(ty, InputSource::Call(name.into()));
            return Ok(Some(any));
        }
        let (size, first) = match named {
            Some(size) => (size, 0),
            None => {
                if let Expr::Int(size) = self.argument(call, 0)?.0 {
                    (size.to_u64().unwrap_or(u64::MAX), 1)
                } else {
                    return Err(Unsupported::new(format!("{name} of a variable size")));
                }
            }
        };
        if size == 0 || size > MAX_BYTES {
            return Err(Unsupported::new(format!("{name} of {size} bytes")));
        }
        let bits = u32::try_from(size * 8).unwrap_or(8);
        let ty = self.cx.program.types.int(bits);
        let by_pointer = named.is_none();
        let (object, _) = self.pointer_argument(call, first)?;
        self.body.push(StmtKind::AtomicBegin);
        let result = self.atomic_steps(what, call, object, ty, by_pointer, first);
        self.body.push(StmtKind::AtomicEnd);
        result
    }

    fn atomic_steps(
        &mut self,
        what: AtomicCall,
        call: &'m Call,
        object: Expr,
        ty: TypeId,
        by_pointer: bool,
        first: usize,
    ) -> Lowered<Option<Expr>> {
        match what {
            AtomicCall::Load => {
                let value = self.load_value(ORDER, ty, object, 1);
                self.atomic_result(call, value, ty, by_pointer, first + 1)
            }
            AtomicCall::Store => {
                let value = self.atomic_operand(call, first + 1, ty, by_pointer)?;
                self.store_value(ORDER, ty, value, object, 1)?;
                Ok(None)
            }
            AtomicCall::Exchange => {
                let value = self.atomic_operand(call, first + 1, ty, by_pointer)?;
                let old = self.load_value(ORDER, ty, object.clone(), 1);
                self.store_value(ORDER, ty, value, object, 1)?;
                self.atomic_result(call, old, ty, by_pointer, first + 2)
            }
            AtomicCall::CompareExchange => {
                let (place, _) = self.pointer_argument(call, first + 1)?;
                let new = self.atomic_operand(call, first + 2, ty, by_pointer)?;
                let expected = self.load_value(false, ty, place.clone(), 1);
                let old = self.load_value(ORDER, ty, object.clone(), 1);
                let equal = fold::compare(CompareOp::Eq, old.clone(), expected.clone());
                let equal = self.body.assign(TypeTable::BOOL, equal);
                let next = fold::select(equal.clone(), new, old.clone());
                let next = self.body.assign(ty, next);
                self.store_value(ORDER, ty, next, object, 1)?;
                let seen = self
                    .body
                    .assign(ty, fold::select(equal.clone(), expected, old));
                self.store_value(false, ty, seen, place, 1)?;
                let wanted = self.cx.lower_type(self.unit, &call.ret)?;
                let width = self.int_width(wanted)?;
                let types = &mut self.cx.program.types;
                let equal = fold::resize(types, equal, 1, width, false);
                Ok(Some(self.body.assign(wanted, equal)))
            }
            AtomicCall::Update { op, old: wants_old } => {
                let operand = self.atomic_operand(call, first + 1, ty, by_pointer)?;
                let old = self.load_value(ORDER, ty, object.clone(), 1);
                let new = self.updated(op, ty, &old, &operand)?;
                self.store_value(ORDER, ty, new.clone(), object, 1)?;
                Ok(Some(if wants_old { old } else { new }))
            }
            AtomicCall::IsLockFree => Ok(None),
        }
    }

    /// A value that an operation takes, directly or by a pointer to it.
    fn atomic_operand(
        &mut self,
        call: &'m Call,
        index: usize,
        ty: TypeId,
        by_pointer: bool,
    ) -> Lowered<Expr> {
        if by_pointer {
            let (place, _) = self.pointer_argument(call, index)?;
            return Ok(self.load_value(false, ty, place, 1));
        }
        let (value, own) = self.argument(call, index)?;
        if own == ty {
            Ok(value)
        } else {
            Err(Unsupported::new("atomic operation on another type"))
        }
    }

    /// Gives a value back, as the result or by a pointer.
    fn atomic_result(
        &mut self,
        call: &'m Call,
        value: Expr,
        ty: TypeId,
        by_pointer: bool,
        index: usize,
    ) -> Lowered<Option<Expr>> {
        if !by_pointer {
            return Ok(Some(value));
        }
        let (place, _) = self.pointer_argument(call, index)?;
        self.store_value(false, ty, value, place, 1)?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_operation_and_size() {
        assert_eq!(operation("__atomic_load"), Some((AtomicCall::Load, None)));
        assert_eq!(
            operation("__atomic_compare_exchange_16"),
            Some((AtomicCall::CompareExchange, Some(16)))
        );
        let update = AtomicCall::Update {
            op: "xor",
            old: true,
        };
        assert_eq!(operation("__atomic_fetch_xor_8"), Some((update, Some(8))));
        assert_eq!(operation("__atomic_fetch_pow_8"), None);
        assert_eq!(operation("atomic_load"), None);
    }
}
