//! Constants: as operands of instructions, and as the first contents of globals.
//!
//! Both go through one path: a constant becomes a folded expression, and an initialiser takes
//! bits and addresses out of it. A label address (`&&label`) is the number of the label in its
//! function, counted from 1, as a pointer; see the computed `goto` in `functions`.

use crate::fold;
use crate::link::Address;
use crate::llvm::{self, ConstExpr, Constant as LlvmConstant, Ident, TypedConstant};
use crate::lower::{Lowered, Lowering, UnitIndex, Unsupported};
use crate::types::float_kind;
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, CastKind, CompareOp, Constant, Expr, GlobalId, Initializer, Type, TypeId, TypeTable,
    Variable,
};

/// Constants nested deeper than this are no output of a compiler.
const MAX_DEPTH: u32 = 300;

impl<'m> Lowering<'m> {
    /// A constant as an expression.
    pub fn constant(
        &mut self,
        unit: UnitIndex,
        ty: &'m llvm::Type,
        value: &'m LlvmConstant,
    ) -> Lowered<Expr> {
        let id = self.lower_type(unit, ty)?;
        self.constant_of(unit, id, value, 0)
    }

    fn typed(&mut self, unit: UnitIndex, c: &'m TypedConstant, depth: u32) -> Lowered<Expr> {
        let id = self.lower_type(unit, &c.ty)?;
        self.constant_of(unit, id, &c.value, depth + 1)
    }

    fn constant_of(
        &mut self,
        unit: UnitIndex,
        ty: TypeId,
        value: &'m LlvmConstant,
        depth: u32,
    ) -> Lowered<Expr> {
        if depth > MAX_DEPTH {
            return Err(Unsupported::new("deeply nested constant"));
        }
        match value {
            LlvmConstant::Int(number) => match self.program.types.get(ty) {
                Type::Int(width) => Ok(Expr::Int(Bv::from_limbs(*width, &number.limbs(*width)))),
                _ => Err(Unsupported::new("integer constant of another type")),
            },
            LlvmConstant::Float(float) => {
                let kind = float_kind(float.kind)?;
                Ok(Expr::Float(kind, Bv::from_u128(kind.bits(), float.bits())))
            }
            LlvmConstant::Null => Ok(Expr::Null),
            LlvmConstant::Undef | LlvmConstant::Poison => Ok(Expr::Undef(ty)),
            LlvmConstant::Zero => zero(&self.program.types, ty),
            LlvmConstant::Bytes(bytes) => {
                let items = bytes.iter().map(|byte| Expr::int(8, u64::from(*byte)));
                Ok(Expr::Aggregate(ty, items.collect()))
            }
            LlvmConstant::Array(items) | LlvmConstant::Vector(items) => {
                self.aggregate(unit, ty, items, depth)
            }
            LlvmConstant::Struct { fields, .. } => self.aggregate(unit, ty, fields, depth),
            LlvmConstant::Splat(item) => {
                let item = self.typed(unit, item, depth)?;
                let count = self.program.types.components(ty).len();
                Ok(Expr::Aggregate(ty, vec![item; count]))
            }
            LlvmConstant::Global(name)
            | LlvmConstant::DsoLocalEquivalent(name)
            | LlvmConstant::NoCfi(name) => self.address_of(unit, name),
            LlvmConstant::BlockAddress { function, block } => {
                let number = self.label_number(unit, function, block)?;
                let bits = self.pointer_bits();
                Ok(Expr::cast(
                    CastKind::IntToPtr,
                    Expr::int(bits, number),
                    TypeTable::PTR,
                ))
            }
            LlvmConstant::Unknown(_) => Err(Unsupported::new("constant that cannot be read")),
            LlvmConstant::None => Err(Unsupported::new("token constant")),
            LlvmConstant::PtrAuth(_) => Err(Unsupported::new("signed pointer constant")),
            LlvmConstant::Expr(expr) => self.constant_expr(unit, ty, expr, depth),
        }
    }

    fn aggregate(
        &mut self,
        unit: UnitIndex,
        ty: TypeId,
        items: &'m [TypedConstant],
        depth: u32,
    ) -> Lowered<Expr> {
        let items = items
            .iter()
            .map(|item| self.typed(unit, item, depth))
            .collect::<Lowered<Vec<_>>>()?;
        Ok(Expr::Aggregate(ty, items))
    }

    fn address_of(&mut self, unit: UnitIndex, name: &'m Ident) -> Lowered<Expr> {
        let bits = self.pointer_bits();
        Ok(match self.resolve(unit, name)? {
            Address::Function(id) => Expr::FuncAddr(id),
            Address::Global(id, offset) => {
                Expr::AddrOf(Variable::Global(id)).offset_by(offset, bits)
            }
        })
    }

    fn constant_expr(
        &mut self,
        unit: UnitIndex,
        ty: TypeId,
        expr: &'m ConstExpr,
        depth: u32,
    ) -> Lowered<Expr> {
        match expr {
            ConstExpr::GetElementPtr {
                source,
                base,
                indices,
                ..
            } => {
                let base = self.typed(unit, base, depth)?;
                let source = self.lower_type(unit, source)?;
                let mut numbers = Vec::with_capacity(indices.len());
                for index in indices {
                    let from = self.lower_type(unit, &index.ty)?;
                    let index = self.typed(unit, index, depth)?;
                    numbers.push(self.pointer_wide(index, from)?);
                }
                self.element_pointer(source, base, &numbers)
            }
            ConstExpr::Cast { op, value, .. } => {
                let from = self.lower_type(unit, &value.ty)?;
                let value = self.typed(unit, value, depth)?;
                self.cast(*op, value, from, ty)
            }
            ConstExpr::Binary { op, lhs, rhs, .. } => {
                let lhs = self.typed(unit, lhs, depth)?;
                let rhs = self.typed(unit, rhs, depth)?;
                let op = integer_op(*op)
                    .ok_or_else(|| Unsupported::new("floating-point constant expression"))?;
                Ok(fold::binary(&self.program.types, op, lhs, rhs))
            }
            ConstExpr::ICmp { pred, lhs, rhs } => {
                let lhs = self.typed(unit, lhs, depth)?;
                let rhs = self.typed(unit, rhs, depth)?;
                Ok(integer_compare(*pred, lhs, rhs))
            }
            ConstExpr::Select {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.typed(unit, cond, depth)?;
                let then = self.typed(unit, then, depth)?;
                let otherwise = self.typed(unit, otherwise, depth)?;
                Ok(fold::select(cond, then, otherwise))
            }
            ConstExpr::FNeg(_)
            | ConstExpr::FCmp { .. }
            | ConstExpr::ExtractElement { .. }
            | ConstExpr::InsertElement { .. }
            | ConstExpr::ShuffleVector { .. }
            | ConstExpr::ExtractValue { .. }
            | ConstExpr::InsertValue { .. } => Err(Unsupported::new("constant expression")),
        }
    }

    /// An index brought to the width of a pointer, with its sign.
    pub fn pointer_wide(&mut self, index: Expr, from: TypeId) -> Lowered<Expr> {
        let bits = self.pointer_bits();
        match self.program.types.get(from) {
            Type::Int(width) => {
                let width = *width;
                Ok(fold::resize(
                    &mut self.program.types,
                    index,
                    width,
                    bits,
                    true,
                ))
            }
            _ => Err(Unsupported::new("vector of addresses")),
        }
    }

    /// A pointer moved through a type by indices, which are as wide as a pointer: the whole of
    /// `getelementptr`.
    pub fn element_pointer(
        &mut self,
        source: TypeId,
        base: Expr,
        indices: &[Expr],
    ) -> Lowered<Expr> {
        let bits = self.pointer_bits();
        let mut pointer = base;
        let mut at = source;
        for (position, index) in indices.iter().enumerate() {
            if position > 0 {
                match self.program.types.get(at) {
                    Type::Struct(layout) => {
                        let Expr::Int(number) = index else {
                            return Err(Unsupported::new("variable index into a structure"));
                        };
                        let field = number
                            .to_u64()
                            .and_then(|number| usize::try_from(number).ok())
                            .and_then(|number| layout.fields.get(number))
                            .ok_or_else(|| Unsupported::new("index outside a structure"))?;
                        let offset = Expr::int(bits, field.offset);
                        at = field.ty;
                        pointer = fold::ptr_add(pointer, offset);
                        continue;
                    }
                    Type::Array { elem, .. } => at = *elem,
                    Type::Vector { .. } => {
                        return Err(Unsupported::new("address of a vector element"));
                    }
                    Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr => {
                        return Err(Unsupported::new("index into a scalar"));
                    }
                }
            }
            let stride = self.program.types.alloc_size(at);
            let offset = fold::binary(
                &self.program.types,
                BinaryOp::Mul,
                index.clone(),
                Expr::int(bits, stride),
            );
            let offset = if stride == 1 { index.clone() } else { offset };
            pointer = fold::ptr_add(pointer, offset);
        }
        Ok(pointer)
    }

    /// A conversion as an expression.
    pub fn cast(
        &mut self,
        op: llvm::CastOp,
        value: Expr,
        from: TypeId,
        to: TypeId,
    ) -> Lowered<Expr> {
        let types = &mut self.program.types;
        let kind = match op {
            llvm::CastOp::Trunc => CastKind::Trunc,
            llvm::CastOp::ZExt => CastKind::ZExt,
            llvm::CastOp::SExt => CastKind::SExt,
            llvm::CastOp::FpTrunc | llvm::CastOp::FpExt => CastKind::FloatToFloat,
            llvm::CastOp::FpToUi => CastKind::FloatToUInt,
            llvm::CastOp::FpToSi => CastKind::FloatToSInt,
            llvm::CastOp::UiToFp => CastKind::UIntToFloat,
            llvm::CastOp::SiToFp => CastKind::SIntToFloat,
            llvm::CastOp::PtrToInt | llvm::CastOp::PtrToAddr => CastKind::PtrToInt,
            llvm::CastOp::IntToPtr => {
                let width = u32::try_from(types.scalar_bits(from)).unwrap_or(0);
                let bits = types.pointer_bits();
                let value = fold::resize(types, value, width, bits, false);
                return Ok(fold::cast(types, CastKind::IntToPtr, value, to));
            }
            llvm::CastOp::BitCast if from == to => return Ok(value),
            llvm::CastOp::BitCast => CastKind::Bitcast,
            llvm::CastOp::AddrSpaceCast => return Ok(value),
        };
        Ok(fold::cast(types, kind, value, to))
    }

    /// The number of a label whose address is taken, from 1: its position among the targets of
    /// the function's computed `goto`, or after them.
    pub fn label_number(&self, unit: UnitIndex, function: &Ident, block: &Ident) -> Lowered<u64> {
        let unknown = || Unsupported::new(format!("address of unknown label `{block}`"));
        let source = match self.units[unit].module.lookup(function) {
            Some(llvm::GlobalRef::Function(source)) => source,
            _ => return Err(unknown()),
        };
        let body = source.body.as_deref().unwrap_or(&[]);
        let targets = body
            .iter()
            .find_map(|candidate| match &candidate.terminator()?.kind {
                llvm::InstKind::IndirectBr { targets, .. } => Some(targets.as_slice()),
                _ => None,
            })
            .unwrap_or(&[]);
        if let Some(position) = targets.iter().position(|target| target == block) {
            return Ok(position as u64 + 1);
        }
        let position = body.iter().position(|candidate| &candidate.label == block);
        position
            .map(|position| (targets.len() + position) as u64 + 1)
            .ok_or_else(unknown)
    }

    /// The address that an alias stands for.
    pub fn constant_address(
        &mut self,
        unit: UnitIndex,
        target: &'m TypedConstant,
    ) -> Lowered<Address> {
        let expr = self.typed(unit, target, 0)?;
        match fold::constant_address(&expr) {
            Some((Expr::AddrOf(Variable::Global(id)), offset)) => Ok(Address::Global(*id, offset)),
            Some((Expr::FuncAddr(id), 0)) => Ok(Address::Function(*id)),
            _ => Err(Unsupported::new("alias of something computed")),
        }
    }

    /// Lowers the first contents of every global entered since the last time. When one cannot be
    /// lowered, all globals of the batch are marked: any of them may lead to it.
    pub fn lower_pending_globals(&mut self) {
        let mut batch = Vec::new();
        let mut failure = None;
        while let Some((id, unit, global)) = self.pending.pop() {
            batch.push(id);
            match self.contents(id, unit, global) {
                Ok(init) => self.program.globals[id].init = init,
                Err(reason) => failure = Some(reason),
            }
        }
        if let Some(reason) = failure {
            for id in batch {
                self.broken.insert(id, reason.clone());
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
            LlvmConstant::Int(_)
            | LlvmConstant::Float(_)
            | LlvmConstant::None
            | LlvmConstant::Unknown(_)
            | LlvmConstant::Splat(_)
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
            Expr::Cast(CastKind::IntToPtr, inner, _) => match &**inner {
                Expr::Int(bits) => bits,
                _ => return Err(unsupported()),
            },
            // An address as an integer of the same size has the same representation.
            Expr::Cast(CastKind::PtrToInt, inner, ty)
                if self.program.types.scalar_bits(*ty) == u64::from(self.pointer_bits()) =>
            {
                return self.part(inner);
            }
            _ => {
                return match fold::constant_address(expr) {
                    Some((Expr::AddrOf(Variable::Global(id)), offset)) => {
                        match self.broken.get(id) {
                            Some(reason) => Err(reason.clone()),
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

/// The zero of a type.
pub(crate) fn zero(types: &TypeTable, ty: TypeId) -> Lowered<Expr> {
    match types.get(ty) {
        Type::Int(width) => Ok(Expr::Int(Bv::zero(*width))),
        Type::Float(kind) => Ok(Expr::Float(*kind, Bv::zero(kind.bits()))),
        Type::Ptr => Ok(Expr::Null),
        Type::Array { len, .. } if *len > 1 << 16 => {
            Err(Unsupported::new("value of a large array type"))
        }
        Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
            let items = types
                .components(ty)
                .into_iter()
                .map(|(_, component)| zero(types, component))
                .collect::<Lowered<Vec<_>>>()?;
            Ok(Expr::Aggregate(ty, items))
        }
        Type::Void => Err(Unsupported::new("value of type void")),
    }
}

/// The integer operation; `None` for those of floats.
pub(crate) fn integer_op(op: llvm::BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        llvm::BinaryOp::Add => BinaryOp::Add,
        llvm::BinaryOp::Sub => BinaryOp::Sub,
        llvm::BinaryOp::Mul => BinaryOp::Mul,
        llvm::BinaryOp::UDiv => BinaryOp::UDiv,
        llvm::BinaryOp::SDiv => BinaryOp::SDiv,
        llvm::BinaryOp::URem => BinaryOp::URem,
        llvm::BinaryOp::SRem => BinaryOp::SRem,
        llvm::BinaryOp::Shl => BinaryOp::Shl,
        llvm::BinaryOp::LShr => BinaryOp::LShr,
        llvm::BinaryOp::AShr => BinaryOp::AShr,
        llvm::BinaryOp::And => BinaryOp::And,
        llvm::BinaryOp::Or => BinaryOp::Or,
        llvm::BinaryOp::Xor => BinaryOp::Xor,
        llvm::BinaryOp::FAdd
        | llvm::BinaryOp::FSub
        | llvm::BinaryOp::FMul
        | llvm::BinaryOp::FDiv
        | llvm::BinaryOp::FRem => return None,
    })
}

/// An integer or pointer comparison.
pub(crate) fn integer_compare(pred: llvm::IntPredicate, a: Expr, b: Expr) -> Expr {
    use llvm::IntPredicate as P;
    match pred {
        P::Eq => fold::compare(CompareOp::Eq, a, b),
        P::Ne => fold::compare(CompareOp::Ne, a, b),
        P::Ult => fold::compare(CompareOp::ULt, a, b),
        P::Ule => fold::compare(CompareOp::ULe, a, b),
        P::Ugt => fold::compare(CompareOp::ULt, b, a),
        P::Uge => fold::compare(CompareOp::ULe, b, a),
        P::Slt => fold::compare(CompareOp::SLt, a, b),
        P::Sle => fold::compare(CompareOp::SLe, a, b),
        P::Sgt => fold::compare(CompareOp::SLt, b, a),
        P::Sge => fold::compare(CompareOp::SLe, b, a),
    }
}
