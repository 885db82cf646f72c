//! Short vectors: elements by index, shuffles, reductions.

use crate::bits::op;
use crate::float_intrinsics;
use crate::fold;
use crate::functions::Builder;
use crate::instructions::component_of;
use crate::llvm::{self, Call};
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{BinaryOp, CompareOp, Expr, Type, TypeId, TypeTable};

impl<'m> Builder<'_, 'm> {
    /// An element of a vector; any value if the index is out of range.
    pub fn extract_element(
        &mut self,
        vector: &'m llvm::TypedValue,
        index: &'m llvm::TypedValue,
    ) -> Lowered<Expr> {
        let (elem, len) = self.vector_shape(&vector.ty)?;
        let width = index.ty.int_width();
        let (vector, index) = (self.typed(vector)?, self.typed(index)?);
        let mut value = Expr::Undef(elem);
        for at in (0..len).rev() {
            let chosen = self.is_index(&index, width, at)?;
            value = fold::select(chosen, component_of(&vector, at), value);
            value = self.body.assign(elem, value);
        }
        Ok(value)
    }

    /// A vector with one element replaced; unchanged if the index is out of range.
    pub fn insert_element(
        &mut self,
        vector: &'m llvm::TypedValue,
        element: &'m llvm::TypedValue,
        index: &'m llvm::TypedValue,
    ) -> Lowered<Expr> {
        let (elem, len) = self.vector_shape(&vector.ty)?;
        let ty = self.cx.lower_type(self.unit, &vector.ty)?;
        let width = index.ty.int_width();
        let (vector, index) = (self.typed(vector)?, self.typed(index)?);
        let element = self.typed(element)?;
        let mut items = Vec::with_capacity(len as usize);
        for at in 0..len {
            let old = match &vector {
                Expr::Undef(_) => Expr::Undef(elem),
                other => component_of(other, at),
            };
            let chosen = self.is_index(&index, width, at)?;
            let item = fold::select(chosen, element.clone(), old);
            items.push(self.body.assign(elem, item));
        }
        Ok(self.body.assign(ty, Expr::Aggregate(ty, items)))
    }

    /// Whether an index has a given value.
    fn is_index(&mut self, index: &Expr, width: Option<u32>, at: u32) -> Lowered<Expr> {
        let Some(width @ 1..) = width else {
            return Err(Unsupported::new("index of another type"));
        };
        let at = Expr::int(width, u64::from(at));
        let equal = fold::compare(CompareOp::Eq, index.clone(), at);
        Ok(self.body.assign(TypeTable::BOOL, equal))
    }

    /// Type and number of a vector's elements.
    fn vector_shape(&mut self, ty: &'m llvm::Type) -> Lowered<(TypeId, u32)> {
        let ty = self.cx.lower_type(self.unit, ty)?;
        if let Type::Vector { elem, len } = *self.cx.program.types.get(ty) {
            Ok((elem, len))
        } else {
            Err(Unsupported::new("vector operation on another type"))
        }
    }

    pub fn shuffle(
        &mut self,
        first: &'m llvm::TypedValue,
        second: &'m llvm::TypedValue,
        mask: &'m llvm::TypedValue,
    ) -> Lowered<Expr> {
        let ty = self.cx.lower_type(self.unit, &first.ty)?;
        let mask_ty = self.cx.lower_type(self.unit, &mask.ty)?;
        let (Type::Vector { elem, len }, Type::Vector { len: result, .. }) = (
            self.cx.program.types.get(ty).clone(),
            self.cx.program.types.get(mask_ty).clone(),
        ) else {
            return Err(Unsupported::new("shuffle of something other than vectors"));
        };
        let (first, second) = (self.typed(first)?, self.typed(second)?);
        let mask = match self.typed(mask)? {
            Expr::Aggregate(_, mask) => mask,
            Expr::Undef(_) => vec![Expr::Undef(elem); result as usize],
            _ => return Err(Unsupported::new("shuffle by a variable mask")),
        };
        let mut items = Vec::with_capacity(mask.len());
        for choice in mask {
            let item = if let Expr::Int(bits) = choice {
                match bits.to_u64().and_then(|at| u32::try_from(at).ok()) {
                    Some(at) if at < len => component_of(&first, at),
                    Some(at) if at < 2 * len => component_of(&second, at - len),
                    _ => Expr::Undef(elem),
                }
            } else {
                Expr::Undef(elem)
            };
            items.push(self.body.assign(elem, item));
        }
        let ty = self
            .cx
            .program
            .types
            .intern(Type::Vector { elem, len: result });
        Ok(self.body.assign(ty, Expr::Aggregate(ty, items)))
    }
}

/// `llvm.vector.reduce.…`: the elements combined in order. Sums and products of floating-point
/// numbers start from the first argument.
pub(crate) fn reduce<'m>(
    builder: &mut Builder<'_, 'm>,
    name: &str,
    call: &'m Call,
) -> Lowered<Expr> {
    let unknown = || Unsupported::new(format!("intrinsic `{name}`"));
    let what = name
        .strip_prefix("llvm.vector.reduce.")
        .and_then(|rest| rest.split('.').next())
        .ok_or_else(unknown)?;
    let from_start = matches!(what, "fadd" | "fmul");
    let (vector, ty) = builder.argument(call, usize::from(from_start))?;
    let Type::Vector { elem, len } = *builder.cx.program.types.get(ty) else {
        return Err(unknown());
    };
    let item = |builder: &mut Builder<'_, 'm>, index| {
        builder.body.assign(elem, component_of(&vector, index))
    };
    let (mut result, first) = if from_start {
        (builder.argument(call, 0)?.0, 0)
    } else {
        (item(builder, 0), 1)
    };
    for index in first..len {
        let next = item(builder, index);
        result = match float_intrinsics::reduce(builder, what, elem, result.clone(), next.clone()) {
            Some(value) => value?,
            None => combine(builder, what, elem, &result, next).ok_or_else(unknown)?,
        };
    }
    Ok(result)
}

fn combine(
    builder: &mut Builder<'_, '_>,
    what: &str,
    ty: TypeId,
    a: &Expr,
    b: Expr,
) -> Option<Expr> {
    let operation = match what {
        "add" => BinaryOp::Add,
        "mul" => BinaryOp::Mul,
        "and" => BinaryOp::And,
        "or" => BinaryOp::Or,
        "xor" => BinaryOp::Xor,
        "smin" | "smax" | "umin" | "umax" => {
            let compare = if what.starts_with('s') {
                CompareOp::SLt
            } else {
                CompareOp::ULt
            };
            let less = fold::compare(compare, a.clone(), b.clone());
            let less = builder.body.assign(TypeTable::BOOL, less);
            let (then, otherwise) = if what.ends_with("min") {
                (a.clone(), b)
            } else {
                (b, a.clone())
            };
            return Some(builder.body.assign(ty, fold::select(less, then, otherwise)));
        }
        _ => return None,
    };
    Some(op(builder, ty, operation, a, b))
}
