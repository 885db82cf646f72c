//! Library functions that a few statements express exactly.

use crate::fold;
use crate::functions::Builder;
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, Expr, InputSource, Property, PropertyClass, StmtKind};

impl<'m> Builder<'_, 'm> {
    /// `rand`, `random`: any value that is not negative.
    pub fn non_negative(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        let width = self.int_width(ty)?;
        let value = self.havoc(ty, InputSource::Call(name.into()));
        let zero = Expr::int(width, 0);
        let cond = fold::compare(CompareOp::SLe, zero, value.clone());
        self.body.push(StmtKind::Assume(cond));
        Ok(Some(value))
    }

    /// `getchar` and its relatives: an unsigned character or `EOF`.
    pub fn character(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        let width = self.int_width(ty)?;
        let value = self.havoc(ty, InputSource::Call(name.into()));
        let least = fold::compare(CompareOp::SLe, Expr::Int(Bv::ones(width)), value.clone());
        self.body.push(StmtKind::Assume(least));
        let most = fold::compare(CompareOp::SLe, value.clone(), Expr::int(width, 255));
        self.body.push(StmtKind::Assume(most));
        Ok(Some(value))
    }

    /// `time`, if only its result is used.
    pub fn present_time(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let (target, _) = self.argument(call, 0)?;
        if target != Expr::Null {
            return Err(Unsupported::new(format!(
                "function `{name}` that stores its result"
            )));
        }
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        Ok(Some(self.havoc(ty, InputSource::Call(name.into()))))
    }

    /// `abs`: undefined for the least value (C17 7.22.6.1), as its negation is.
    pub fn absolute(&mut self, call: &'m Call) -> Lowered<Option<Expr>> {
        let (value, ty) = self.argument(call, 0)?;
        let width = self.int_width(ty)?;
        if self.cx.lower_type(self.unit, &call.ret)? != ty {
            return Err(Unsupported::new("absolute value of another type"));
        }
        let value = self.body.assign(ty, value);
        let least = Expr::Int(Bv::signed_min(width));
        let fits = fold::compare(CompareOp::Ne, value.clone(), least);
        self.assert(fits, Property::of(PropertyClass::OverflowNeg));
        let zero = Expr::int(width, 0);
        let negative = fold::compare(CompareOp::SLt, value.clone(), zero.clone());
        let negated = fold::binary(&self.cx.program.types, BinaryOp::Sub, zero, value.clone());
        let result = fold::select(negative, negated, value);
        Ok(Some(self.body.assign(ty, result)))
    }
}
