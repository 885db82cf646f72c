//! Atomic read-modify-write instructions, as uninterrupted sequences of atomic accesses.

use crate::floats::Mode;
use crate::fold;
use crate::functions::Builder;
use crate::lower::{Lowered, Unsupported};
use crate::{float_intrinsics, llvm};
use cassay_ir::{
    BinaryOp, CompareOp, Expr, Field, FloatOp, MemoryOrder, StmtKind, StructType, Type, TypeId,
    TypeTable,
};

impl<'m> Builder<'_, 'm> {
    /// `atomicrmw`: the old value is the result.
    pub fn atomic_update(
        &mut self,
        op: &str,
        order: MemoryOrder,
        pointer: &'m llvm::TypedValue,
        value: &'m llvm::TypedValue,
        align: Option<u64>,
    ) -> Lowered<Expr> {
        let ty = self.cx.lower_type(self.unit, &value.ty)?;
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        let (pointer, operand) = (self.typed(pointer)?, self.typed(value)?);
        self.body.push(StmtKind::AtomicBegin);
        let old = self.load_value(order, ty, pointer.clone(), align);
        let new = self.updated(op, ty, &old, &operand);
        let stored = new.and_then(|new| self.store_value(order, ty, new, pointer, align));
        self.body.push(StmtKind::AtomicEnd);
        stored.map(|()| old)
    }

    /// `cmpxchg`: the result is the old value and whether it was replaced. A weak one may fail
    /// spuriously.
    pub fn compare_exchange(
        &mut self,
        weak: bool,
        order: MemoryOrder,
        pointer: &'m llvm::TypedValue,
        (expected, new): (&'m llvm::TypedValue, &'m llvm::TypedValue),
        align: Option<u64>,
    ) -> Lowered<Expr> {
        let ty = self.cx.lower_type(self.unit, &expected.ty)?;
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        let address = pointer;
        let pointer = self.typed(pointer)?;
        let (expected, new) = (self.typed(expected)?, self.typed(new)?);
        self.body.push(StmtKind::AtomicBegin);
        let old = self.load_value(order, ty, pointer.clone(), align);
        let equal = fold::compare(CompareOp::Eq, old.clone(), expected);
        let mut equal = self.body.assign(TypeTable::BOOL, equal);
        if weak {
            equal = self.succeeds_weakly(address, equal);
        }
        let next = fold::select(equal.clone(), new, old.clone());
        let next = self.body.assign(ty, next);
        let stored = self.store_value(order, ty, next, pointer, align);
        self.body.push(StmtKind::AtomicEnd);
        stored?;
        let pair = self.pair_type(ty);
        Ok(Expr::Aggregate(pair, vec![old, equal]))
    }

    /// The structure of a value and a flag.
    pub fn pair_type(&mut self, value: cassay_ir::TypeId) -> cassay_ir::TypeId {
        let types = &mut self.cx.program.types;
        let align = types.align(value);
        let offset = types.alloc_size(value);
        types.intern(Type::Struct(StructType {
            fields: vec![
                Field {
                    offset: 0,
                    ty: value,
                },
                Field {
                    offset,
                    ty: TypeTable::BOOL,
                },
            ],
            size: (offset + 1).next_multiple_of(align),
            align,
        }))
    }

    /// The value that an update writes.
    pub fn updated(&mut self, op: &str, ty: TypeId, old: &Expr, operand: &Expr) -> Lowered<Expr> {
        let types = &self.cx.program.types;
        let binary = |op| fold::binary(types, op, old.clone(), operand.clone());
        let choose = |compare: CompareOp, then: &Expr, otherwise: &Expr| {
            let less = fold::compare(compare, old.clone(), operand.clone());
            fold::select(less, then.clone(), otherwise.clone())
        };
        let value = match op {
            "xchg" => operand.clone(),
            "add" => binary(BinaryOp::Add),
            "sub" => binary(BinaryOp::Sub),
            "and" => binary(BinaryOp::And),
            "nand" => fold::not(binary(BinaryOp::And)),
            "or" => binary(BinaryOp::Or),
            "xor" => binary(BinaryOp::Xor),
            "min" => choose(CompareOp::SLt, old, operand),
            "max" => choose(CompareOp::SLt, operand, old),
            "umin" => choose(CompareOp::ULt, old, operand),
            "umax" => choose(CompareOp::ULt, operand, old),
            "fadd" | "fsub" => {
                let op = if op == "fadd" {
                    FloatOp::Add
                } else {
                    FloatOp::Sub
                };
                let operands = [old.clone(), operand.clone()];
                return self.float_arithmetic(op, Mode::Current, ty, &operands);
            }
            "fmin" | "fmax" | "fminimum" | "fmaximum" => {
                return float_intrinsics::reduce(self, op, ty, old.clone(), operand.clone())
                    .unwrap_or_else(|| Err(unknown(op)));
            }
            "uinc_wrap" | "udec_wrap" | "usub_cond" | "usub_sat" => {
                return self.wrapping_update(op, ty, old, operand);
            }
            _ => return Err(unknown(op)),
        };
        Ok(self.body.assign(ty, value))
    }

    /// Updates that increment or decrement modulo a limit, or stop at zero.
    fn wrapping_update(
        &mut self,
        op: &str,
        ty: TypeId,
        old: &Expr,
        operand: &Expr,
    ) -> Lowered<Expr> {
        let width = self.int_width(ty)?;
        let (zero, one) = (Expr::int(width, 0), Expr::int(width, 1));
        let below = fold::compare(CompareOp::ULt, old.clone(), operand.clone());
        let below = self.body.assign(TypeTable::BOOL, below);
        let types = &self.cx.program.types;
        let value = match op {
            "uinc_wrap" => {
                let next = fold::binary(types, BinaryOp::Add, old.clone(), one);
                fold::select(below, next, zero)
            }
            "udec_wrap" => {
                let next = fold::binary(types, BinaryOp::Sub, old.clone(), one);
                let none = fold::compare(CompareOp::Eq, old.clone(), zero);
                let above = fold::compare(CompareOp::ULt, operand.clone(), old.clone());
                let wraps = Expr::binary(BinaryOp::Or, none, above);
                fold::select(wraps, operand.clone(), next)
            }
            _ => {
                let difference = fold::binary(types, BinaryOp::Sub, old.clone(), operand.clone());
                let kept = if op == "usub_sat" { zero } else { old.clone() };
                fold::select(below, kept, difference)
            }
        };
        Ok(self.body.assign(ty, value))
    }
}

fn unknown(op: &str) -> Unsupported {
    Unsupported::new(format!("atomic operation `{op}`"))
}
