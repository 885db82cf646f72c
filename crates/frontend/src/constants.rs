//! Constants as expressions, folded as far as possible.
//!
//! A label address (`&&label`) is the number of the label in its
//! function, counted from 1, as a pointer; see the computed `goto` in `functions`.

use crate::fold;
use crate::label_addresses::LABEL_SIZE;
use crate::link::Address;
use crate::llvm::{self, ConstExpr, Constant as LlvmConstant, Ident, TypedConstant};
use crate::lower::{Lowered, Lowering, UnitIndex, Unsupported};
use crate::types::float_kind;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CastKind, CompareOp, Expr, Rounding, Type, TypeId, TypeTable, Variable};

/// Compilers do not nest constants deeper than this.
pub(crate) const MAX_DEPTH: u32 = 300;

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

    pub fn constant_of(
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
            LlvmConstant::Int(number) => {
                if let Type::Int(width) = self.program.types.get(ty) {
                    Ok(Expr::Int(Bv::from_limbs(*width, &number.limbs(*width))))
                } else {
                    Err(Unsupported::new("integer constant of another type"))
                }
            }
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
                let number = self.label_address(unit, function, block)?;
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
            Address::Null => Expr::Null,
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
                if self.is_by_address(&lhs) || self.is_by_address(&rhs) {
                    return Ok(Expr::binary(op, lhs, rhs));
                }
                if op == BinaryOp::Sub && (self.is_outside(&lhs) || self.is_outside(&rhs)) {
                    return Ok(Expr::binary(op, lhs, rhs));
                }
                Ok(fold::binary(&self.program.types, op, lhs, rhs))
            }
            ConstExpr::ICmp { pred, lhs, rhs } => {
                let lhs = self.typed(unit, lhs, depth)?;
                let rhs = self.typed(unit, rhs, depth)?;
                if self.is_by_address(&lhs) || self.is_by_address(&rhs) {
                    return Err(Unsupported::new(
                        "comparison with an object of unknown size",
                    ));
                }
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

    /// An index, sign-extended or truncated to the width of a pointer.
    pub fn pointer_wide(&mut self, index: Expr, from: TypeId) -> Lowered<Expr> {
        let bits = self.pointer_bits();
        if let Type::Int(width) = self.program.types.get(from) {
            let width = *width;
            Ok(fold::resize(
                &mut self.program.types,
                index,
                width,
                bits,
                true,
            ))
        } else {
            Err(Unsupported::new("vector of addresses"))
        }
    }

    /// A pointer moved through a type by indices of pointer width, as `getelementptr` does.
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
                    Type::Vector { elem, .. }
                        if self.program.types.scalar_bits(*elem)
                            == 8 * self.program.types.alloc_size(*elem) =>
                    {
                        at = *elem;
                    }
                    Type::Vector { .. } => {
                        return Err(Unsupported::new("address of a vector element"));
                    }
                    Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr => {
                        return Err(Unsupported::new("index into a scalar"));
                    }
                }
            }
            let stride = self.program.types.alloc_size(at);
            pointer = fold::ptr_add(pointer, self.index_offset(index, stride));
        }
        Ok(pointer)
    }

    /// An index times the size of an element. A product that overflows is not folded, so that the
    /// claim about it is kept.
    fn index_offset(&self, index: &Expr, stride: u64) -> Expr {
        if stride == 1 {
            return index.clone();
        }
        let size = Expr::int(self.pointer_bits(), stride);
        if let (Expr::Int(number), Expr::Int(bytes)) = (index, &size)
            && number.smul_overflows(bytes)
            && number.umul_overflows(bytes)
        {
            return Expr::binary(BinaryOp::Mul, index.clone(), size);
        }
        fold::binary(&self.program.types, BinaryOp::Mul, index.clone(), size)
    }

    /// Whether an expression contains the address of an object of unknown size.
    pub fn is_by_address(&self, expr: &Expr) -> bool {
        if self.contents.by_address.is_empty() {
            return false;
        }
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            if let Expr::AddrOf(Variable::Global(id)) = expr
                && self.contents.by_address.contains(id)
            {
                return true;
            }
            expr.operands(|operand| stack.push(operand));
        }
        false
    }

    /// Whether an expression is a constant address outside its variable, or such an address as an
    /// integer.
    pub fn is_outside(&self, expr: &Expr) -> bool {
        let pointer = if let Expr::Cast(CastKind::PtrToInt, pointer, _) = expr {
            pointer
        } else {
            expr
        };
        let Some((Expr::AddrOf(Variable::Global(id)), offset)) = fold::constant_address(pointer)
        else {
            return false;
        };
        let size = self.program.types.alloc_size(self.program.globals[*id].ty);
        u64::try_from(offset).map_or(true, |offset| offset > size)
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
            llvm::CastOp::FpTrunc | llvm::CastOp::FpExt => {
                CastKind::FloatToFloat(Rounding::NearestEven)
            }
            llvm::CastOp::FpToUi => CastKind::FloatToUInt,
            llvm::CastOp::FpToSi => CastKind::FloatToSInt,
            llvm::CastOp::UiToFp => CastKind::UIntToFloat(Rounding::NearestEven),
            llvm::CastOp::SiToFp => CastKind::SIntToFloat(Rounding::NearestEven),
            llvm::CastOp::PtrToInt | llvm::CastOp::PtrToAddr => CastKind::PtrToInt,
            llvm::CastOp::IntToPtr => {
                let width = u32::try_from(types.scalar_bits(from)).unwrap_or(0);
                let bits = types.pointer_bits();
                let value = fold::resize(types, value, width, bits, false);
                if let Expr::Int(address) = &value
                    && let Some(register) = self.device_address(address)
                {
                    return Ok(register);
                }
                return Ok(fold::cast(
                    &self.program.types,
                    CastKind::IntToPtr,
                    value,
                    to,
                ));
            }
            llvm::CastOp::BitCast if from == to => return Ok(value),
            llvm::CastOp::BitCast => CastKind::Bitcast,
            llvm::CastOp::AddrSpaceCast => return Ok(value),
        };
        Ok(fold::cast(types, kind, value, to))
    }

    /// The address of a label: that of its function's first label, and its position among the
    /// targets of the function's computed `goto`, or after them. Every function has addresses of
    /// its own, and addresses between two labels belong to none.
    pub fn label_address(
        &mut self,
        unit: UnitIndex,
        function: &'m Ident,
        block: &Ident,
    ) -> Lowered<u64> {
        let position = self.label_position(unit, function, block)?;
        Ok(self.first_label(unit, function) + position * LABEL_SIZE)
    }

    /// The address of a function's first label.
    pub fn first_label(&mut self, unit: UnitIndex, function: &'m Ident) -> u64 {
        let body = match self.units[unit].module.lookup(function) {
            Some(llvm::GlobalRef::Function(source)) => source.body.as_deref().unwrap_or(&[]),
            _ => &[],
        };
        // The targets come first and may name a block twice.
        let count = || targets_of(body).len() + body.len();
        self.labels.first((unit, function), count)
    }

    fn label_position(&self, unit: UnitIndex, function: &Ident, block: &Ident) -> Lowered<u64> {
        let unknown = || Unsupported::new(format!("address of unknown label `{block}`"));
        let source = match self.units[unit].module.lookup(function) {
            Some(llvm::GlobalRef::Function(source)) => source,
            _ => return Err(unknown()),
        };
        let body = source.body.as_deref().unwrap_or(&[]);
        let targets = targets_of(body);
        if let Some(position) = targets.iter().position(|target| target == block) {
            return Ok(position as u64);
        }
        let position = body.iter().position(|candidate| &candidate.label == block);
        position
            .map(|position| (targets.len() + position) as u64)
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
            _ if expr == Expr::Null => Ok(Address::Null),
            _ => Err(Unsupported::new("alias of something computed")),
        }
    }
}

/// The targets of a function's computed `goto`: clang merges all of them into one `indirectbr`.
fn targets_of(body: &[llvm::Block]) -> &[Ident] {
    body.iter()
        .find_map(|block| match &block.terminator()?.kind {
            llvm::InstKind::IndirectBr { targets, .. } => Some(targets.as_slice()),
            _ => None,
        })
        .unwrap_or(&[])
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

/// The integer operation; `None` for floating-point operations.
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
