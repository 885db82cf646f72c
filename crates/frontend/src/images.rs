//! Initialisers of automatic variables in the form clang emits: constant objects that are copied
//! when the declaration is reached.
//!
//! Such an image does not define padding, nor the bytes of a union after the initialised member
//! (C17 6.2.6.1p6 and p7): these have unspecified values in the variable. In objects with static
//! storage they are zero, because compilers emit them so.

use crate::fold;
use crate::functions::Builder;
use crate::llvm::{self, Constant, GlobalRef, Ident, Linkage, TypedConstant};
use crate::lower::Lowered;
use cassay_ir::{Expr, StmtKind, Type, TypeId};
use std::ops::Range;

/// The largest number of bytes that one store makes unspecified.
const MOST: u64 = 16;

impl<'m> Builder<'_, 'm> {
    /// Assigns arbitrary values to the bytes that a copied image does not define.
    pub fn leave_unspecified(&mut self, dst: &Expr, src: &'m llvm::Value, len: &Expr) {
        let (Some(name), Expr::Int(len)) = (src.as_global(), len) else {
            return;
        };
        let Some(len) = len.to_u64() else { return };
        let Ok(mut open) = self.unspecified(name) else {
            return;
        };
        open.retain(|range| range.end <= len);
        let bits = self.cx.pointer_bits();
        for range in open {
            let mut at = range.start;
            while at < range.end {
                let bytes = (range.end - at).min(MOST);
                let ty = self.cx.program.types.int(8 * bytes as u32);
                let pointer = fold::ptr_add(dst.clone(), Expr::int(bits, at));
                let place = self.place(pointer, 1);
                self.body.push(StmtKind::Store {
                    place,
                    value: Expr::Undef(ty),
                    volatile: false,
                    order: None,
                });
                at += bytes;
            }
        }
    }

    /// The bytes that an image does not define.
    fn unspecified(&mut self, name: &Ident) -> Lowered<Vec<Range<u64>>> {
        let mut open = Vec::new();
        let module = &self.cx.units[self.unit].module;
        if let Some(GlobalRef::Global(global)) = module.lookup(name)
            && let Some(init) = &global.init
            && global.constant
            && global.linkage == Linkage::Private
            && global.metadata("dbg").is_none()
        {
            let ty = self.cx.lower_type(self.unit, &global.ty)?;
            self.find_open(ty, &init.value, 0, &mut open)?;
        }
        Ok(open)
    }

    fn find_open(
        &mut self,
        ty: TypeId,
        value: &'m Constant,
        offset: u64,
        open: &mut Vec<Range<u64>>,
    ) -> Lowered<()> {
        let types = &self.cx.program.types;
        match value {
            Constant::Undef | Constant::Poison => {
                open.push(offset..offset + types.alloc_size(ty));
                Ok(())
            }
            Constant::Array(items) => {
                if let Type::Array { elem, .. } = types.get(ty) {
                    let stride = types.alloc_size(*elem);
                    let places = (0..).map(|index: u64| index.saturating_mul(stride));
                    self.find_open_in(items, places, offset, open)
                } else {
                    Ok(())
                }
            }
            Constant::Struct { fields, .. } => {
                if let Type::Struct(layout) = types.get(ty) {
                    let mut end = 0;
                    let places: Vec<u64> = layout.fields.iter().map(|field| field.offset).collect();
                    for field in &layout.fields {
                        if end < field.offset {
                            open.push(offset + end..offset + field.offset);
                        }
                        end = field.offset + types.alloc_size(field.ty);
                    }
                    let size = types.alloc_size(ty);
                    if end < size {
                        open.push(offset + end..offset + size);
                    }
                    self.find_open_in(fields, places.into_iter(), offset, open)
                } else {
                    Ok(())
                }
            }
            Constant::Zero
            | Constant::Null
            | Constant::Bytes(_)
            | Constant::Vector(_)
            | Constant::Splat(_)
            | Constant::Int(_)
            | Constant::Float(_)
            | Constant::None
            | Constant::Unknown(_)
            | Constant::Global(_)
            | Constant::BlockAddress { .. }
            | Constant::DsoLocalEquivalent(_)
            | Constant::NoCfi(_)
            | Constant::PtrAuth(_)
            | Constant::Expr(_) => Ok(()),
        }
    }

    fn find_open_in(
        &mut self,
        items: &'m [TypedConstant],
        places: impl Iterator<Item = u64>,
        offset: u64,
        open: &mut Vec<Range<u64>>,
    ) -> Lowered<()> {
        for (item, place) in items.iter().zip(places) {
            let ty = self.cx.lower_type(self.unit, &item.ty)?;
            self.find_open(ty, &item.value, offset + place, open)?;
        }
        Ok(())
    }
}
