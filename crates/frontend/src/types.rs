//! Lowers LLVM types: layouts are computed, names are dropped.

use crate::llvm::{self, Type as LlvmType, TypeDef};
use crate::lower::{Lowered, Lowering, UnitIndex, Unsupported};
use cassay_ir::{Field, FloatKind, StructType, Type, TypeId, TypeTable};

/// Compilers do not nest types deeper than this.
const MAX_DEPTH: u32 = 200;

/// Vectors are handled element by element, so long ones are refused.
const MAX_VECTOR: u32 = 1024;

impl<'m> Lowering<'m> {
    /// The IR type of an LLVM type.
    pub fn lower_type(&mut self, unit: UnitIndex, ty: &'m LlvmType) -> Lowered<TypeId> {
        match ty {
            LlvmType::Void => return Ok(TypeTable::VOID),
            LlvmType::Ptr { .. } => return Ok(TypeTable::PTR),
            LlvmType::Int(width @ 1..) => return Ok(self.program.types.int(*width)),
            _ => {}
        }
        if let Some(&known) = self.types[unit].get(ty) {
            return Ok(known);
        }
        let id = self.lower_nested(unit, ty, 0)?;
        self.types[unit].insert(ty, id);
        Ok(id)
    }

    fn lower_nested(&mut self, unit: UnitIndex, ty: &'m LlvmType, depth: u32) -> Lowered<TypeId> {
        if depth > MAX_DEPTH {
            return Err(unsupported(ty));
        }
        let lowered = match ty {
            LlvmType::Void => Type::Void,
            LlvmType::Ptr { .. } => Type::Ptr,
            LlvmType::Int(0) => return Err(unsupported(ty)),
            LlvmType::Int(width) => Type::Int(*width),
            LlvmType::Float(kind) => Type::Float(float_kind(*kind)?),
            LlvmType::Array { len, elem } => Type::Array {
                elem: self.lower_nested(unit, elem, depth + 1)?,
                len: *len,
            },
            LlvmType::Vector {
                len,
                scalable: false,
                elem,
            } => Type::Vector {
                elem: self.lower_nested(unit, elem, depth + 1)?,
                len: u32::try_from(*len)
                    .ok()
                    .filter(|len| (1..=MAX_VECTOR).contains(len))
                    .ok_or_else(|| unsupported(ty))?,
            },
            LlvmType::Struct(body) => self.lower_struct(unit, body, depth)?,
            LlvmType::Named(name) => {
                if let Some(&known) = self.types[unit].get(ty) {
                    return Ok(known);
                }
                let module = &self.units[unit].module;
                let lowered = match module.type_def(name) {
                    Some(TypeDef::Struct(body)) => self.lower_struct(unit, body, depth)?,
                    Some(TypeDef::Other(other)) => {
                        return self.lower_nested(unit, other, depth + 1);
                    }
                    // An incomplete type: nothing can be read from such an object.
                    Some(TypeDef::Opaque) | None => Type::Struct(StructType {
                        fields: Vec::new(),
                        size: 0,
                        align: 1,
                    }),
                };
                // Cached: types that refer to each other repeatedly would grow exponentially when
                // expanded.
                let id = self.program.types.intern(lowered);
                self.types[unit].insert(ty, id);
                return Ok(id);
            }
            LlvmType::Vector { scalable: true, .. }
            | LlvmType::Label
            | LlvmType::Token
            | LlvmType::Metadata
            | LlvmType::X86Amx
            | LlvmType::X86Mmx
            | LlvmType::Function(_)
            | LlvmType::Target(_) => return Err(unsupported(ty)),
        };
        Ok(self.program.types.intern(lowered))
    }

    fn lower_struct(
        &mut self,
        unit: UnitIndex,
        body: &'m llvm::StructType,
        depth: u32,
    ) -> Lowered<Type> {
        let mut fields = Vec::with_capacity(body.fields.len());
        let (mut size, mut align) = (0u64, 1u64);
        for field in &body.fields {
            let ty = self.lower_nested(unit, field, depth + 1)?;
            let types = &self.program.types;
            if !body.packed {
                let own = types.align(ty).max(1);
                align = align.max(own);
                size = size.checked_next_multiple_of(own).unwrap_or(u64::MAX);
            }
            fields.push(Field { offset: size, ty });
            size = size.saturating_add(types.alloc_size(ty));
        }
        Ok(Type::Struct(StructType {
            fields,
            size: size.checked_next_multiple_of(align).unwrap_or(u64::MAX),
            align,
        }))
    }
}

/// The floating-point format.
pub(crate) fn float_kind(kind: llvm::FloatKind) -> Lowered<FloatKind> {
    match kind {
        llvm::FloatKind::Half => Ok(FloatKind::Half),
        llvm::FloatKind::Float => Ok(FloatKind::Single),
        llvm::FloatKind::Double => Ok(FloatKind::Double),
        llvm::FloatKind::X86Fp80 => Ok(FloatKind::X87),
        llvm::FloatKind::Fp128 => Ok(FloatKind::Quad),
        llvm::FloatKind::BFloat => Ok(FloatKind::BFloat),
        llvm::FloatKind::PpcFp128 => Err(Unsupported::new(format!(
            "floating-point type {}",
            kind.keyword()
        ))),
    }
}

fn unsupported(ty: &LlvmType) -> Unsupported {
    Unsupported::new(format!("type {ty}"))
}
