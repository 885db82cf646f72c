//! Calls whose types differ from the definition's.
//!
//! Old C declares functions without parameters, or not at all, and calls them with arbitrary
//! arguments. Where the calling convention gives such a call a meaning, it is adapted: extra
//! arguments are dropped, integers lose their upper bits or get arbitrary ones, pointers and
//! integers of the same size are interchangeable, and a missing result is any value. Everything
//! else is not supported.

use crate::fold;
use crate::functions::Builder;
use cassay_ir::{BinaryOp, CastKind, Expr, Type, TypeId, TypeTable};

impl Builder<'_, '_> {
    /// A value of one type where another is expected; `None` where that has no meaning.
    pub fn adapted(&mut self, value: Expr, from: TypeId, to: TypeId) -> Option<Expr> {
        if from == to {
            return Some(value);
        }
        let bits = self.cx.pointer_bits();
        let types = &mut self.cx.program.types;
        let word = types.int(bits);
        match (types.get(from).clone(), types.get(to).clone()) {
            (Type::Int(a), Type::Int(b)) => self.resized(value, a, b),
            (Type::Ptr, Type::Int(width)) => {
                let address = fold::cast(types, CastKind::PtrToInt, value, word);
                let address = self.body.assign(word, address);
                self.resized(address, bits, width)
            }
            (Type::Int(width), Type::Ptr) => {
                // The upper half of the register is zero only when a constant was put there.
                if width < bits && !matches!(value, Expr::Int(_)) {
                    return None;
                }
                let types = &mut self.cx.program.types;
                let address = fold::resize(types, value, width, bits, false);
                let pointer = fold::cast(types, CastKind::IntToPtr, address, TypeTable::PTR);
                Some(self.body.assign(TypeTable::PTR, pointer))
            }
            _ => None,
        }
    }

    /// An integer converted to another width that takes up as many machine words.
    fn resized(&mut self, value: Expr, from: u32, to: u32) -> Option<Expr> {
        let word = self.cx.pointer_bits();
        if from.div_ceil(word) != to.div_ceil(word) {
            return None;
        }
        let types = &mut self.cx.program.types;
        let ty = types.int(to);
        let resized = fold::resize(types, value, from, to, false);
        let mut resized = self.body.assign(ty, resized);
        if from < to {
            // The upper bits are unspecified.
            let upper = Expr::binary(
                BinaryOp::Shl,
                Expr::Undef(ty),
                Expr::int(to, u64::from(from)),
            );
            let upper = self.body.assign(ty, upper);
            resized = self
                .body
                .assign(ty, Expr::binary(BinaryOp::Or, resized, upper));
        }
        Some(resized)
    }
}
