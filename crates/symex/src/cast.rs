//! Conversions between scalars, and reinterpretation of bits as another type.

use crate::eval::Eval;
use crate::memory::Memory;
use crate::space::Stuck;
use crate::state::State;
use crate::terms::Terms;
use crate::value::Value;
use cassay_ir::{CastKind, Expr, Type, TypeId};
use cassay_term::TermId;

impl Eval<'_> {
    pub(crate) fn cast(
        &mut self,
        state: &State,
        kind: CastKind,
        a: &Expr,
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        match kind {
            CastKind::FloatToFloat(_)
            | CastKind::FloatToSInt
            | CastKind::FloatToUInt
            | CastKind::SIntToFloat(_)
            | CastKind::UIntToFloat(_) => self.float_cast(state, kind, a, ty),
            CastKind::Trunc
            | CastKind::ZExt
            | CastKind::SExt
            | CastKind::PtrToInt
            | CastKind::IntToPtr
            | CastKind::Bitcast => self.bits_cast(state, kind, a, ty),
        }
    }

    fn bits_cast(
        &mut self,
        state: &State,
        kind: CastKind,
        a: &Expr,
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        let value = if kind == CastKind::Bitcast {
            self.eval_moved(state, a, ty)?
        } else {
            self.eval(state, a)?
        };
        let width = self.space().program.types.scalar_bits(ty) as u32;
        match (kind, &value) {
            (CastKind::Trunc | CastKind::ZExt | CastKind::SExt, Value::Bits(bits)) => {
                let signed = kind == CastKind::SExt;
                Ok(Value::Bits(
                    self.space().terms().convert_int(signed, *bits, width),
                ))
            }
            (CastKind::PtrToInt, Value::Ptr(pointer)) => {
                let address = self.space().address(*pointer);
                Ok(Value::Bits(
                    self.space().terms().convert_int(false, address, width),
                ))
            }
            (CastKind::IntToPtr, Value::Bits(bits)) => {
                let width = self.space().width;
                let bits = self.space().terms().convert_int(false, *bits, width);
                Ok(Value::Ptr(self.space().pointer_at(bits)))
            }
            (CastKind::Bitcast, _) if self.fits(&value, ty) => Ok(value),
            (CastKind::Bitcast, _) => {
                let bits = self.memory.flat_bits(&value)?;
                self.memory.value_of_bits(bits, ty)
            }
            (
                CastKind::Trunc
                | CastKind::ZExt
                | CastKind::SExt
                | CastKind::PtrToInt
                | CastKind::IntToPtr
                | CastKind::FloatToFloat(_)
                | CastKind::FloatToSInt
                | CastKind::FloatToUInt
                | CastKind::SIntToFloat(_)
                | CastKind::UIntToFloat(_),
                _,
            ) => Err(Stuck::new("conversion of an aggregate")),
        }
    }

    /// The operand of a bit cast. The bits of a float that is read as an integer become observable,
    /// unless they are converted back to a float at once ([`crate::nan`]).
    fn eval_moved(&mut self, state: &State, a: &Expr, ty: TypeId) -> Result<Value, Stuck> {
        let outer = self.floats.back_to_float;
        self.floats.back_to_float = matches!(self.space().program.types.get(ty), Type::Float(_));
        let value = self.eval(state, a);
        self.floats.back_to_float = outer;
        match self.float_kind(a) {
            Some(kind) if !outer && matches!(self.space().program.types.get(ty), Type::Int(_)) => {
                Ok(self.observed_float(state, kind, value?))
            }
            Some(_) | None => value,
        }
    }

    /// Whether a value already has the representation of a type.
    pub(crate) fn fits(&self, value: &Value, ty: TypeId) -> bool {
        match (self.memory.space.program.types.get(ty), value) {
            (Type::Int(1), Value::Bits(term)) => self.memory.space.pool.sort(*term).is_bool(),
            (Type::Int(_) | Type::Float(_), Value::Bits(term)) => {
                let width = self.memory.space.program.types.scalar_bits(ty);
                self.memory.space.pool.sort(*term).bv_width().map(u64::from) == Some(width)
            }
            (Type::Ptr, Value::Ptr(_)) => true,
            (
                Type::Array { .. } | Type::Struct(_) | Type::Vector { .. },
                Value::Aggregate(items),
            ) => {
                let components = self.memory.space.program.types.components(ty);
                components.len() == items.len()
                    && items
                        .iter()
                        .zip(components)
                        .all(|(item, (_, ty))| self.fits(item, ty))
            }
            (
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Ptr
                | Type::Array { .. }
                | Type::Struct(_)
                | Type::Vector { .. },
                Value::Bits(_) | Value::Ptr(_) | Value::Aggregate(_),
            ) => false,
        }
    }
}

impl Terms<'_> {
    /// An integer truncated or extended to a width; width 1 is Bool.
    pub(crate) fn convert_int(&mut self, signed: bool, bits: TermId, width: u32) -> TermId {
        if self.pool.sort(bits).is_bool() {
            if width == 1 {
                return bits;
            }
            if signed {
                let (ones, zeros) = (
                    self.pool.bv(cassay_bv::Bv::ones(width)),
                    self.pool.bv_u64(width, 0),
                );
                return self.pool.ite(bits, ones, zeros);
            }
            return self.pool.bool_to_bv(bits, width);
        }
        if width == 1 {
            let bit = self.pool.extract(0, 0, bits);
            return self.pool.bv_to_bool(bit);
        }
        if self.pool.width(bits) >= width {
            self.pool.extract(width - 1, 0, bits)
        } else if signed {
            self.pool.sext(bits, width)
        } else {
            self.pool.zext(bits, width)
        }
    }
}

impl Memory<'_> {
    /// The bits of a scalar or vector, the first element in the least significant bits.
    pub(crate) fn flat_bits(&mut self, value: &Value) -> Result<TermId, Stuck> {
        let Value::Aggregate(items) = value else {
            return Ok(self.space.bits_of(value));
        };
        let mut all: Option<TermId> = None;
        for item in items.iter() {
            let bits = self.flat_bits(item)?;
            all = Some(match all {
                None => bits,
                Some(low) => self.space.pool.concat(bits, low),
            });
        }
        all.ok_or_else(|| Stuck::new("bit cast of nothing"))
    }

    /// A scalar or vector with these bits.
    pub(crate) fn value_of_bits(&mut self, bits: TermId, ty: TypeId) -> Result<Value, Stuck> {
        let types = &self.space.program.types;
        let width = self.space.pool.width(bits);
        match types.get(ty) {
            Type::Int(1) if width == 1 => Ok(Value::Bits(self.space.pool.bv_to_bool(bits))),
            Type::Int(of) if width == *of => Ok(Value::Bits(bits)),
            Type::Float(kind) if width == kind.bits() => Ok(Value::Bits(bits)),
            Type::Ptr if width == self.space.width => Ok(Value::Ptr(self.space.pointer_at(bits))),
            Type::Vector { elem, len } => {
                let each = types.scalar_bits(*elem) as u32;
                if each == 0 || each.checked_mul(*len) != Some(width) {
                    return Err(Stuck::new("bit cast between different sizes"));
                }
                let mut items = Vec::new();
                for index in 0..*len {
                    let low = index * each;
                    let item = self.space.pool.extract(low + each - 1, low, bits);
                    items.push(self.value_of_bits(item, *elem)?);
                }
                Ok(Value::Aggregate(items.into()))
            }
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                Err(Stuck::new("bit cast between different sizes"))
            }
            Type::Void | Type::Array { .. } | Type::Struct(_) => {
                Err(Stuck::new("bit cast to an aggregate"))
            }
        }
    }
}

impl Terms<'_> {
    /// Width of an integer; Booleans are one bit.
    pub(crate) fn bit_width(&self, bits: TermId) -> u32 {
        if self.pool.sort(bits).is_bool() {
            1
        } else {
            self.pool.width(bits)
        }
    }
}
