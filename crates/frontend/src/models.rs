//! Library functions that a few statements express exactly.

use crate::fold;
use crate::functions::Builder;
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use cassay_bv::Bv;
use cassay_ir::{
    AllocKind, BinaryOp, CompareOp, Expr, OverflowOp, Property, PropertyClass, StmtKind, TypeTable,
};

impl<'m> Builder<'_, 'm> {
    /// `calloc`. As allocation always succeeds, the product of its arguments is taken to fit.
    pub fn calloc(&mut self, call: &'m Call) -> Lowered<Option<Expr>> {
        let (count, count_ty) = self.argument(call, 0)?;
        let (size, size_ty) = self.argument(call, 1)?;
        let count = self.as_word(count, count_ty)?;
        let size = self.as_word(size, size_ty)?;
        let bytes = self.array_size(count, size);
        Ok(Some(self.allocate(bytes, 16, AllocKind::ZeroedHeap)))
    }

    /// The size of an array of so many elements. As allocation always succeeds, the product is
    /// taken to fit into an address.
    pub fn array_size(&mut self, count: Expr, size: Expr) -> Expr {
        let types = &self.cx.program.types;
        let product = fold::binary(types, BinaryOp::Mul, count.clone(), size.clone());
        let fits = match (count, size) {
            (Expr::Int(known), other) | (other, Expr::Int(known)) => {
                if known.is_zero() || known.is_one() {
                    return product;
                }
                let most = Bv::ones(known.width()).udiv(&known);
                fold::compare(CompareOp::ULe, other, Expr::Int(most))
            }
            (count, size) => {
                let overflow = Expr::Overflow(OverflowOp::UMul, Box::new(count), Box::new(size));
                fold::not(self.assign(TypeTable::BOOL, overflow))
            }
        };
        if fits != Expr::bool(true) {
            self.push(StmtKind::Assume(fits));
        }
        product
    }

    /// `rand`, `random`: any value that is not negative.
    pub fn non_negative(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        let width = self.int_width(ty)?;
        let value = self.havoc(ty, format!("{name}()"));
        let zero = Expr::int(width, 0);
        let cond = fold::compare(CompareOp::SLe, zero, value.clone());
        self.push(StmtKind::Assume(cond));
        Ok(Some(value))
    }

    /// `getchar` and its relatives: an unsigned character or `EOF`.
    pub fn character(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        let width = self.int_width(ty)?;
        let value = self.havoc(ty, format!("{name}()"));
        let least = fold::compare(CompareOp::SLe, Expr::Int(Bv::ones(width)), value.clone());
        self.push(StmtKind::Assume(least));
        let most = fold::compare(CompareOp::SLe, value.clone(), Expr::int(width, 255));
        self.push(StmtKind::Assume(most));
        Ok(Some(value))
    }

    /// `time`, where it only returns its result.
    pub fn present_time(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let (target, _) = self.argument(call, 0)?;
        if target != Expr::Null {
            return Err(Unsupported::new(format!(
                "function `{name}` that stores its result"
            )));
        }
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        Ok(Some(self.havoc(ty, format!("{name}()"))))
    }

    /// `abs`: undefined for the least value (C17 7.22.6.1), as its negation is.
    pub fn absolute(&mut self, call: &'m Call) -> Lowered<Option<Expr>> {
        let (value, ty) = self.argument(call, 0)?;
        let width = self.int_width(ty)?;
        if self.cx.lower_type(self.unit, &call.ret)? != ty {
            return Err(Unsupported::new("absolute value of another type"));
        }
        let value = self.assign(ty, value);
        let least = Expr::Int(Bv::signed_min(width));
        let fits = fold::compare(CompareOp::Ne, value.clone(), least);
        self.assert(fits, Property::of(PropertyClass::OverflowNeg));
        let zero = Expr::int(width, 0);
        let negative = fold::compare(CompareOp::SLt, value.clone(), zero.clone());
        let negated = fold::binary(&self.cx.program.types, BinaryOp::Sub, zero, value.clone());
        let result = fold::select(negative, negated, value);
        Ok(Some(self.assign(ty, result)))
    }
}
