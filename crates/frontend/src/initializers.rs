//! Initial contents of globals: constants at byte offsets.
//!
//! Scalars are folded like operands; an initialiser consists of the bits and addresses of the
//! resulting expressions.

use crate::constants::MAX_DEPTH;
use crate::fold;
use crate::llvm::{self, Constant as LlvmConstant, TypedConstant};
use crate::lower::{Lowered, Lowering, UnitIndex, Unsupported};
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, CastKind, Constant, Expr, GlobalId, Initializer, Note, NoteKind, Type, TypeId,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Globals by the state of their initial contents.
#[derive(Default)]
pub(crate) struct Contents<'m> {
    /// Those whose contents are still to be lowered.
    pub pending: Vec<(GlobalId, UnitIndex, &'m llvm::Global)>,
    /// Those whose contents could not be lowered, with the reason.
    pub broken: BTreeMap<GlobalId, Unsupported>,
    /// Variables that hold the address of an object of unknown size. In an expression, the address
    /// of such a variable stands for its contents until the expression becomes part of a function.
    pub by_address: BTreeSet<GlobalId>,
}

impl<'m> Lowering<'m> {
    /// Lowers the initial contents of every global added since the last call. If one cannot be
    /// lowered, all globals of the batch are marked: any of them may point to it.
    pub fn lower_pending_globals(&mut self) {
        let mut batch = Vec::new();
        let mut failure = None;
        while let Some((id, unit, global)) = self.contents.pending.pop() {
            batch.push(id);
            match self.contents(id, unit, global) {
                Ok(init) => self.program.globals[id].init = init,
                Err(reason) => failure = Some(reason),
            }
        }
        if let Some(reason) = failure {
            for id in batch {
                self.contents.broken.insert(id, reason.clone());
            }
        }
    }

    fn contents(
        &mut self,
        id: GlobalId,
        unit: UnitIndex,
        global: &'m llvm::Global,
    ) -> Lowered<Initializer> {
        let Some(init) = &global.init else {
            let variable = &self.program.globals[id];
            let note = Note {
                subject: variable.name.clone(),
                kind: NoteKind::ExternalVariable,
                assumption: "variable defined nowhere: any contents".into(),
                may_hide: false,
                span: variable.span,
            };
            self.program.add_note(note);
            return Ok(Initializer::External);
        };
        if global.externally_initialized {
            return Ok(Initializer::External);
        }
        let mut parts = Vec::new();
        let ty = self.program.globals[id].ty;
        self.parts(unit, ty, &init.value, 0, 0, &mut parts)?;
        Ok(Initializer::Parts(parts))
    }

    /// Collects the constants of an initialiser that are not zero.
    fn parts(
        &mut self,
        unit: UnitIndex,
        ty: TypeId,
        value: &'m LlvmConstant,
        offset: u64,
        depth: u32,
        out: &mut Vec<(u64, Constant)>,
    ) -> Lowered<()> {
        if depth > MAX_DEPTH {
            return Err(Unsupported::new("deeply nested initialiser"));
        }
        match value {
            // Padding and unnamed members of objects with static storage are zero.
            LlvmConstant::Zero
            | LlvmConstant::Null
            | LlvmConstant::Undef
            | LlvmConstant::Poison => Ok(()),
            LlvmConstant::Bytes(bytes) => {
                if bytes.iter().any(|byte| *byte != 0) {
                    out.push((offset, Constant::Bytes(bytes.to_vec())));
                }
                Ok(())
            }
            LlvmConstant::Array(items) | LlvmConstant::Vector(items) => {
                self.parts_of_all(unit, ty, items, offset, depth, out)
            }
            LlvmConstant::Struct { fields, .. } => {
                self.parts_of_all(unit, ty, fields, offset, depth, out)
            }
            LlvmConstant::Splat(item) => {
                let own = self.lower_type(unit, &item.ty)?;
                let stride = self.program.types.store_size(own);
                for index in 0..self.program.types.components(ty).len() as u64 {
                    let at = offset + stride.saturating_mul(index);
                    self.parts(unit, own, &item.value, at, depth + 1, out)?;
                }
                Ok(())
            }
            LlvmConstant::Int(_)
            | LlvmConstant::Float(_)
            | LlvmConstant::None
            | LlvmConstant::Unknown(_)
            | LlvmConstant::Global(_)
            | LlvmConstant::BlockAddress { .. }
            | LlvmConstant::DsoLocalEquivalent(_)
            | LlvmConstant::NoCfi(_)
            | LlvmConstant::PtrAuth(_)
            | LlvmConstant::Expr(_) => {
                let expr = self.constant_of(unit, ty, value, depth)?;
                if let Some(part) = self.part(&expr)? {
                    out.push((offset, part));
                }
                Ok(())
            }
        }
    }

    fn parts_of_all(
        &mut self,
        unit: UnitIndex,
        ty: TypeId,
        items: &'m [TypedConstant],
        offset: u64,
        depth: u32,
        out: &mut Vec<(u64, Constant)>,
    ) -> Lowered<()> {
        let stride = match self.program.types.get(ty) {
            Type::Array { elem, .. } => Some(self.program.types.alloc_size(*elem)),
            Type::Vector { elem, .. } => Some(self.program.types.store_size(*elem)),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Struct(_) => None,
        };
        for (index, item) in items.iter().enumerate() {
            let own = self.lower_type(unit, &item.ty)?;
            let at = match (stride, self.program.types.get(ty)) {
                (Some(stride), _) => stride.saturating_mul(index as u64),
                (None, Type::Struct(layout)) => layout
                    .fields
                    .get(index)
                    .map(|field| field.offset)
                    .ok_or_else(|| Unsupported::new("initialiser with too many members"))?,
                _ => return Err(Unsupported::new("initialiser of another type")),
            };
            self.parts(unit, own, &item.value, offset + at, depth + 1, out)?;
        }
        Ok(())
    }

    /// A scalar constant as part of an initialiser; `None` when it is zero.
    fn part(&self, expr: &Expr) -> Lowered<Option<Constant>> {
        let unsupported = || Unsupported::new("computed address in an initialiser");
        let bits = match expr {
            Expr::Int(bits) | Expr::Float(_, bits) => bits,
            Expr::Cast(CastKind::IntToPtr, inner, _) => {
                if let Expr::Int(bits) = &**inner {
                    bits
                } else {
                    return Err(unsupported());
                }
            }
            // An address as an integer of the same size has the same representation.
            Expr::Cast(CastKind::PtrToInt, inner, ty)
                if self.program.types.scalar_bits(*ty) == u64::from(self.pointer_bits()) =>
            {
                return self.part(inner);
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                return if let (Some(Constant::GlobalAddr(id, offset)), Expr::Int(by), _) =
                    (self.part(a)?, &**b, op)
                {
                    let by = by.to_i64().ok_or_else(unsupported)?;
                    let by = if *op == BinaryOp::Sub { -by } else { by };
                    Ok(Some(Constant::GlobalAddr(id, offset.wrapping_add(by))))
                } else {
                    Err(unsupported())
                };
            }
            _ => {
                return match fold::constant_address(expr) {
                    Some((Expr::AddrOf(Variable::Global(id)), offset)) => {
                        match self.contents.broken.get(id) {
                            Some(reason) => Err(reason.clone()),
                            None if self.contents.by_address.contains(id) => {
                                let name = &self.program.globals[*id].name;
                                Err(Unsupported::new(format!("{name}, of unknown size")))
                            }
                            None => Ok(Some(Constant::GlobalAddr(*id, offset))),
                        }
                    }
                    Some((Expr::FuncAddr(id), 0)) => Ok(Some(Constant::FuncAddr(*id))),
                    Some((Expr::Null, 0)) => Ok(None),
                    Some((Expr::Null, offset)) => Ok(Some(Constant::Bits(Bv::from_i64(
                        self.pointer_bits(),
                        offset,
                    )))),
                    _ => Err(unsupported()),
                };
            }
        };
        Ok((!bits.is_zero()).then(|| Constant::Bits(bits.clone())))
    }
}
