//! Conversions.

use crate::float::{float_to_float, int_to_float};
use crate::machine::Machine;
use crate::outcome::Run;
use crate::value::{Pointer, Value};
use cassay_bv::Bv;
use cassay_ir::{CastKind, Type, TypeId};

impl Machine<'_, '_> {
    pub(crate) fn cast(&mut self, kind: CastKind, value: Value, to: TypeId) -> Run<Value> {
        let target = self.program.types.get(to);
        if let Value::Address(_) = value {
            let bits = self.int_of(value)?;
            return self.cast(kind, Value::Int(bits), to);
        }
        match (kind, value, target) {
            (CastKind::Trunc, Value::Int(bits), Type::Int(width))
                if (1..=bits.width()).contains(width) =>
            {
                Ok(Value::Int(bits.extract(width - 1, 0)))
            }
            (CastKind::ZExt, Value::Int(bits), Type::Int(width)) if *width >= bits.width() => {
                Ok(Value::Int(bits.zext(*width)))
            }
            (CastKind::SExt, Value::Int(bits), Type::Int(width)) if *width >= bits.width() => {
                Ok(Value::Int(bits.sext(*width)))
            }
            (CastKind::PtrToInt, Value::Pointer(pointer), Type::Int(width)) if *width > 0 => {
                self.address_value(pointer, *width)
            }
            (CastKind::IntToPtr, Value::Int(bits), Type::Ptr) => {
                Ok(Value::Pointer(self.pointer_of_bits(&bits)))
            }
            (CastKind::Bitcast, value, _) => self.bitcast(value, to),
            (CastKind::FloatToFloat(rounding), Value::Float(from, bits), Type::Float(kind)) => {
                Ok(float_to_float(from, &bits, *kind, rounding))
            }
            (CastKind::FloatToSInt, Value::Float(from, bits), Type::Int(width)) => {
                self.float_to_int(from, &bits, *width, true)
            }
            (CastKind::FloatToUInt, Value::Float(from, bits), Type::Int(width)) => {
                self.float_to_int(from, &bits, *width, false)
            }
            (CastKind::SIntToFloat(rounding), Value::Int(bits), Type::Float(kind)) => {
                Ok(int_to_float(&bits, *kind, rounding, true))
            }
            (CastKind::UIntToFloat(rounding), Value::Int(bits), Type::Float(kind)) => {
                Ok(int_to_float(&bits, *kind, rounding, false))
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
                Value::Int(_)
                | Value::Float(_, _)
                | Value::Pointer(_)
                | Value::Address(_)
                | Value::Aggregate(_),
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Ptr
                | Type::Array { .. }
                | Type::Struct(_)
                | Type::Vector { .. },
            ) => Err(self.malformed("a conversion between types it does not fit")),
        }
    }

    fn pointer_of_bits(&self, bits: &Bv) -> Pointer {
        let address = bits.limbs().first().copied().unwrap_or(0);
        self.pointer_at(self.wrap(address))
    }

    fn bitcast(&mut self, value: Value, to: TypeId) -> Run<Value> {
        if value.has_type(self.program, to) {
            return Ok(value);
        }
        let bits = self.bits_of(&value)?;
        let (value, rest) = self.value_of(bits, to)?;
        match rest {
            None => Ok(value),
            Some(_) => Err(self.malformed("a bit cast between different sizes")),
        }
    }

    /// The bits of a value, the first component in the least significant bits.
    pub(crate) fn bits_of(&mut self, value: &Value) -> Run<Bv> {
        match value {
            Value::Int(bits) | Value::Float(_, bits) => Ok(bits.clone()),
            Value::Pointer(pointer) | Value::Address(pointer) => {
                let address = self.address(*pointer)?;
                Ok(Bv::from_u64(self.pointer_bits, address))
            }
            Value::Aggregate(items) => {
                let mut all: Option<Bv> = None;
                for item in items {
                    let bits = self.bits_of(item)?;
                    all = Some(match all {
                        None => bits,
                        Some(low) => bits.concat(&low),
                    });
                }
                all.ok_or_else(|| self.malformed("a bit cast of nothing"))
            }
        }
    }

    /// A value of the type from the low bits, and the remaining bits.
    pub(crate) fn value_of(&mut self, bits: Bv, ty: TypeId) -> Run<(Value, Option<Bv>)> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                let width = types.scalar_bits(ty);
                if width == 0 || width > u64::from(bits.width()) {
                    return Err(self.malformed("a bit cast between different sizes"));
                }
                let width = width as u32;
                let low = bits.extract(width - 1, 0);
                let rest = (width < bits.width()).then(|| bits.extract(bits.width() - 1, width));
                let value = match types.get(ty) {
                    Type::Float(kind) => Value::Float(*kind, low),
                    Type::Ptr => Value::Pointer(self.pointer_of_bits(&low)),
                    Type::Int(_)
                    | Type::Void
                    | Type::Array { .. }
                    | Type::Struct(_)
                    | Type::Vector { .. } => Value::Int(low),
                };
                Ok((value, rest))
            }
            Type::Vector { elem, len } => {
                let mut items = Vec::new();
                let mut left = Some(bits);
                for _ in 0..*len {
                    let Some(bits) = left else {
                        return Err(self.malformed("a bit cast between different sizes"));
                    };
                    let (item, rest) = self.value_of(bits, *elem)?;
                    items.push(item);
                    left = rest;
                }
                Ok((Value::Aggregate(items), left))
            }
            Type::Void | Type::Array { .. } | Type::Struct(_) => {
                Err(self.malformed("a bit cast to an aggregate"))
            }
        }
    }
}
