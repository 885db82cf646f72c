//! Instructions that compute: arithmetic, comparisons, conversions, aggregates.
//!
//! Each result becomes one temporary. Operations on short vectors are done element by element.

use crate::constants::{integer_compare, integer_op};
use crate::detours::copies_structure;
use crate::floats::{Mode, float_op, float_predicate};
use crate::fold;
use crate::functions::{Builder, Step};
use crate::llvm::{self, InstKind, Instruction};
use crate::lower::{Lowered, Unsupported};
use crate::memory::{How, memory_order};
use cassay_ir::{Expr, StmtKind, Type, TypeId, TypeTable};

impl<'m> Builder<'_, 'm> {
    /// Lowers an instruction that is neither `phi` nor a terminator. If that fails, an unsupported
    /// statement is added, and its value is arbitrary.
    pub fn lower_instruction(&mut self, instruction: &'m Instruction) -> Step {
        self.claim_indices(instruction);
        self.claim_trap(instruction);
        let mut step = Step::Next;
        let before = self.body.stmts.len();
        let lowered = self.compute(instruction, &mut step);
        self.seal(instruction);
        self.seal_parts(before);
        let value = match lowered {
            Ok(value) => Ok(value),
            Err(reason) => {
                self.body.unsupported(reason.clone());
                match self.result_type(&instruction.kind) {
                    Ok(ty) if ty != TypeTable::VOID => Ok(Some(Expr::Undef(ty))),
                    Ok(_) | Err(_) => Err(reason),
                }
            }
        };
        if let Some(name) = &instruction.result {
            let value = value.and_then(|value| {
                value.ok_or_else(|| Unsupported::new(format!("value of `%{name}`")))
            });
            // The value of storage allocated at function entry is set already.
            if !matches!(instruction.kind, InstKind::Alloca { .. })
                || !self.values.contains_key(name)
            {
                self.values.insert(name, value);
            }
        }
        step
    }

    /// The type of an instruction's result, for one that could not be lowered.
    fn result_type(&mut self, kind: &'m InstKind) -> Lowered<TypeId> {
        let ty = match kind {
            InstKind::Load { ty, .. } | InstKind::VaArg { ty, .. } => ty,
            InstKind::Cast { to, .. } => to,
            InstKind::Binary { ty, .. } => ty,
            InstKind::FNeg { value, .. } | InstKind::Freeze(value) => &value.ty,
            InstKind::AtomicRmw { value, .. } => &value.ty,
            InstKind::Select { then, .. } => &then.ty,
            InstKind::InsertElement { vector, .. } => &vector.ty,
            InstKind::InsertValue { aggregate, .. } => &aggregate.ty,
            InstKind::LandingPad { ty, .. } => ty,
            InstKind::Call(call) => &call.ret,
            InstKind::ICmp { ty, .. } | InstKind::FCmp { ty, .. } => {
                let ty = self.cx.lower_type(self.unit, ty)?;
                return Ok(self.same_shape(ty, TypeTable::BOOL));
            }
            InstKind::GetElementPtr { .. } | InstKind::Alloca { .. } => return Ok(TypeTable::PTR),
            _ => return Err(Unsupported::new("value of unknown type")),
        };
        self.cx.lower_type(self.unit, ty)
    }

    fn compute(&mut self, instruction: &'m Instruction, step: &mut Step) -> Lowered<Option<Expr>> {
        match &instruction.kind {
            InstKind::FNeg { value, .. } => {
                let ty = self.cx.lower_type(self.unit, &value.ty)?;
                let value = self.typed(value)?;
                self.each(ty, ty, &[value], |_, items| {
                    Ok(Expr::FloatNeg(Box::new(items[0].clone())))
                })
                .map(Some)
            }
            InstKind::Binary {
                op, ty, lhs, rhs, ..
            } => self.binary(*op, ty, lhs, rhs).map(Some),
            InstKind::ICmp {
                pred, ty, lhs, rhs, ..
            } => {
                let (a, b) = (self.operand(ty, lhs)?, self.operand(ty, rhs)?);
                let ty = self.cx.lower_type(self.unit, ty)?;
                let result = self.same_shape(ty, TypeTable::BOOL);
                self.each(ty, result, &[a, b], |_, items| {
                    Ok(integer_compare(*pred, items[0].clone(), items[1].clone()))
                })
                .map(Some)
            }
            InstKind::FCmp {
                pred, ty, lhs, rhs, ..
            } => {
                let (a, b) = (self.operand(ty, lhs)?, self.operand(ty, rhs)?);
                let ty = self.cx.lower_type(self.unit, ty)?;
                let result = self.same_shape(ty, TypeTable::BOOL);
                let op = float_predicate(*pred);
                self.each(ty, result, &[a, b], |_, items| {
                    let (a, b) = (items[0].clone(), items[1].clone());
                    Ok(Expr::FloatCompare(op, Box::new(a), Box::new(b)))
                })
                .map(Some)
            }
            InstKind::Cast { op, value, to, .. } => self.convert(*op, value, to).map(Some),
            InstKind::Select {
                cond,
                then,
                otherwise,
                ..
            } => self.select(cond, then, otherwise).map(Some),
            InstKind::Freeze(value) => {
                let ty = self.cx.lower_type(self.unit, &value.ty)?;
                let value = self.typed(value)?;
                let dst = self.body.temp(ty);
                self.body.push(StmtKind::Assign { dst, value });
                Ok(Some(Expr::Temp(dst)))
            }
            InstKind::ExtractValue { aggregate, indices } => {
                let mut at = self.cx.lower_type(self.unit, &aggregate.ty)?;
                let mut value = self.typed(aggregate)?;
                for &index in indices {
                    (value, at) = self.component(value, at, index)?;
                }
                Ok(Some(value))
            }
            InstKind::InsertValue {
                aggregate,
                element,
                indices,
            } => {
                let ty = self.cx.lower_type(self.unit, &aggregate.ty)?;
                let aggregate = self.typed(aggregate)?;
                let element = self.typed(element)?;
                self.with_component(aggregate, ty, indices, element)
                    .map(Some)
            }
            InstKind::ExtractElement { vector, index } => {
                self.extract_element(vector, index).map(Some)
            }
            InstKind::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element(vector, element, index).map(Some),
            InstKind::ShuffleVector {
                first,
                second,
                mask,
            } => self.shuffle(first, second, mask).map(Some),
            InstKind::Alloca {
                ty, count, align, ..
            } => self
                .alloca(instruction, ty, count.as_ref(), *align)
                .map(Some),
            InstKind::Load {
                volatile,
                atomic,
                ty,
                pointer,
                align,
                ..
            } => {
                self.claim_argument_type(instruction, ty, pointer)?;
                let typed = instruction.metadata("tbaa").is_some();
                let moves = self.cx.options.access_types && !typed;
                let how = How::new(*volatile, atomic.as_ref());
                self.load(how, ty, pointer, *align, moves).map(Some)
            }
            InstKind::Store {
                volatile,
                atomic,
                value,
                pointer,
                align,
                ..
            } => {
                let how = How::new(*volatile, atomic.as_ref());
                self.store(how, value, pointer, *align).map(|()| None)
            }
            InstKind::GetElementPtr {
                source,
                base,
                indices,
                ..
            } => self.element_address(source, base, indices).map(Some),
            InstKind::Fence(fence) => {
                // One that orders only signal handlers with their thread is nothing to others.
                if fence.scope.is_none() {
                    self.body
                        .push(StmtKind::Fence(memory_order(fence.ordering)));
                }
                Ok(None)
            }
            InstKind::CmpXchg {
                weak,
                pointer,
                expected,
                new,
                success,
                align,
                ..
            } => {
                let order = memory_order(success.ordering);
                self.compare_exchange(*weak, order, pointer, (expected, new), *align)
                    .map(Some)
            }
            InstKind::AtomicRmw {
                op,
                pointer,
                value,
                access,
                align,
                ..
            } => {
                let order = memory_order(access.ordering);
                self.atomic_update(op, order, pointer, value, *align)
                    .map(Some)
            }
            InstKind::Call(call) => {
                if copies_structure(instruction, call) {
                    self.claim_copy_aligned(call)?;
                }
                self.call(call, step)
            }
            InstKind::VaArg { list, ty } => self.next_argument(list, ty).map(Some),
            InstKind::LandingPad { .. }
            | InstKind::CatchPad { .. }
            | InstKind::CleanupPad { .. } => self.exception_instruction(instruction),
            InstKind::Unknown { opcode, .. } => {
                Err(Unsupported::new(format!("LLVM instruction `{opcode}`")))
            }
            InstKind::Ret(_)
            | InstKind::Br { .. }
            | InstKind::CondBr { .. }
            | InstKind::Switch { .. }
            | InstKind::IndirectBr { .. }
            | InstKind::Invoke { .. }
            | InstKind::CallBr { .. }
            | InstKind::Resume(_)
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. }
            | InstKind::Unreachable
            | InstKind::Phi { .. } => Err(Unsupported::new("misplaced instruction")),
        }
    }

    fn binary(
        &mut self,
        op: llvm::BinaryOp,
        ty: &'m llvm::Type,
        lhs: &'m llvm::Value,
        rhs: &'m llvm::Value,
    ) -> Lowered<Expr> {
        let (a, b) = (self.operand(ty, lhs)?, self.operand(ty, rhs)?);
        let ty = self.cx.lower_type(self.unit, ty)?;
        if let Some(op) = float_op(op) {
            return self.float_arithmetic(op, Mode::Current, ty, &[a, b]);
        }
        let op = integer_op(op).ok_or_else(|| Unsupported::new(op.keyword()))?;
        self.each(ty, ty, &[a, b], |builder, items| {
            let (a, b) = (items[0].clone(), items[1].clone());
            Ok(fold::binary(&builder.cx.program.types, op, a, b))
        })
    }

    fn convert(
        &mut self,
        op: llvm::CastOp,
        value: &'m llvm::TypedValue,
        to: &'m llvm::Type,
    ) -> Lowered<Expr> {
        let from = self.cx.lower_type(self.unit, &value.ty)?;
        let to = self.cx.lower_type(self.unit, to)?;
        let value = self.typed(value)?;
        if matches!(
            op,
            llvm::CastOp::FpTrunc
                | llvm::CastOp::FpExt
                | llvm::CastOp::FpToUi
                | llvm::CastOp::FpToSi
                | llvm::CastOp::UiToFp
                | llvm::CastOp::SiToFp
        ) {
            return self.float_conversion(op, Mode::Current, value, from, to);
        }
        if op == llvm::CastOp::IntToPtr && !self.cx.options.mmio.is_empty() {
            let made = self.cx.cast(op, value.clone(), from, to)?;
            let made = self.body.assign(to, made);
            if matches!(value, Expr::Int(_)) {
                return Ok(made);
            }
            let address = self.as_word(value, from)?;
            return Ok(self.pointer_or_device(made, address));
        }
        if op == llvm::CastOp::PtrToInt && fold::constant_address(&value).is_some() {
            // Kept as a statement: it distinguishes a difference of pointers from one of integers.
            let number = self.cx.cast(op, value, from, to)?;
            if matches!(number, Expr::Int(_)) {
                return Ok(number);
            }
            let dst = self.body.temp(to);
            self.body.push(StmtKind::Assign { dst, value: number });
            return Ok(Expr::Temp(dst));
        }
        let types = &self.cx.program.types;
        let (from_item, to_item) = match (types.get(from), types.get(to)) {
            (Type::Vector { elem: a, .. }, Type::Vector { elem: b, .. })
                if op != llvm::CastOp::BitCast =>
            {
                (*a, *b)
            }
            (Type::Vector { .. }, _) | (_, Type::Vector { .. }) => {
                let value = self.cx.cast(op, value, from, to)?;
                return Ok(self.body.assign(to, value));
            }
            _ => (from, to),
        };
        self.each(from, to, &[value], |builder, items| {
            builder.cx.cast(op, items[0].clone(), from_item, to_item)
        })
    }

    fn select(
        &mut self,
        cond: &'m llvm::TypedValue,
        then: &'m llvm::TypedValue,
        otherwise: &'m llvm::TypedValue,
    ) -> Lowered<Expr> {
        let ty = self.cx.lower_type(self.unit, &then.ty)?;
        let cond_ty = self.cx.lower_type(self.unit, &cond.ty)?;
        let (cond, then) = (self.typed(cond)?, self.typed(then)?);
        let otherwise = self.typed(otherwise)?;
        if cond_ty == TypeTable::BOOL {
            let value = fold::select(cond, then, otherwise);
            return Ok(self.body.assign(ty, value));
        }
        self.each(ty, ty, &[cond, then, otherwise], |_, items| {
            Ok(fold::select(
                items[0].clone(),
                items[1].clone(),
                items[2].clone(),
            ))
        })
    }

    /// Applies a scalar operation, or the same operation to every element of vectors of the shape
    /// of `from`; the result has type `to`.
    pub fn each(
        &mut self,
        from: TypeId,
        to: TypeId,
        operands: &[Expr],
        operation: impl Fn(&mut Self, &[Expr]) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        let Type::Vector { len, .. } = *self.cx.program.types.get(from) else {
            let value = operation(self, operands)?;
            return Ok(self.body.assign(to, value));
        };
        let Type::Vector { elem, .. } = *self.cx.program.types.get(to) else {
            return Err(Unsupported::new("vector operation with a scalar result"));
        };
        let mut items = Vec::with_capacity(len as usize);
        for index in 0..len {
            let operands: Vec<Expr> = operands
                .iter()
                .map(|operand| component_of(operand, index))
                .collect();
            let item = operation(self, &operands)?;
            items.push(self.body.assign(elem, item));
        }
        Ok(self.body.assign(to, Expr::Aggregate(to, items)))
    }

    /// The scalar type, or a vector of it as long as `like`.
    pub fn same_shape(&mut self, like: TypeId, scalar: TypeId) -> TypeId {
        match *self.cx.program.types.get(like) {
            Type::Vector { len, .. } => self
                .cx
                .program
                .types
                .intern(Type::Vector { elem: scalar, len }),
            _ => scalar,
        }
    }

    /// A component of an aggregate value and its type.
    pub fn component(&mut self, value: Expr, ty: TypeId, index: u32) -> Lowered<(Expr, TypeId)> {
        let component = self
            .cx
            .program
            .types
            .component(ty, index as usize)
            .ok_or_else(|| Unsupported::new("component that does not exist"))?;
        let value = match value {
            Expr::Undef(_) => Expr::Undef(component),
            other => component_of(&other, index),
        };
        Ok((self.body.assign(component, value), component))
    }

    fn with_component(
        &mut self,
        aggregate: Expr,
        ty: TypeId,
        path: &[u32],
        element: Expr,
    ) -> Lowered<Expr> {
        let Some((&index, rest)) = path.split_first() else {
            return Ok(element);
        };
        let (old, component) = self.component(aggregate.clone(), ty, index)?;
        let element = self.with_component(old, component, rest, element)?;
        let value = match aggregate {
            Expr::Aggregate(ty, mut items) if (index as usize) < items.len() => {
                items[index as usize] = element;
                Expr::Aggregate(ty, items)
            }
            Expr::Undef(_) => {
                let components = self.cx.program.types.components(ty);
                let mut items: Vec<Expr> = components
                    .iter()
                    .map(|(_, component)| Expr::Undef(*component))
                    .collect();
                items[index as usize] = element;
                Expr::Aggregate(ty, items)
            }
            other => Expr::WithComponent(Box::new(other), index, Box::new(element)),
        };
        Ok(self.body.assign(ty, value))
    }
}

/// A component, taken directly if the aggregate is an explicit list.
pub(crate) fn component_of(value: &Expr, index: u32) -> Expr {
    match value {
        Expr::Aggregate(_, items) if (index as usize) < items.len() => {
            items[index as usize].clone()
        }
        other => Expr::Component(Box::new(other.clone()), index),
    }
}
