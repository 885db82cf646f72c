//! Atomic read-modify-write instructions, as uninterrupted sequences of plain accesses.

use crate::fold;
use crate::functions::Builder;
use crate::llvm;
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{BinaryOp, CompareOp, Expr, Field, StmtKind, StructType, Type, TypeTable};

impl<'m> Builder<'_, 'm> {
    /// `atomicrmw`: the old value is the result.
    pub fn atomic_update(
        &mut self,
        op: &str,
        pointer: &'m llvm::TypedValue,
        value: &'m llvm::TypedValue,
        align: Option<u64>,
    ) -> Lowered<Expr> {
        let ty = self.cx.lower_type(self.unit, &value.ty)?;
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        let (pointer, operand) = (self.typed(pointer)?, self.typed(value)?);
        self.push(StmtKind::AtomicBegin);
        let old = self.load_value(false, ty, pointer.clone(), align);
        let new = match updated(&self.cx.program.types, op, old.clone(), operand) {
            Some(new) => new,
            None => {
                self.push(StmtKind::AtomicEnd);
                return Err(Unsupported::new(format!("atomic operation `{op}`")));
            }
        };
        let new = self.assign(ty, new);
        let stored = self.store_value(false, ty, new, pointer, align);
        self.push(StmtKind::AtomicEnd);
        stored.map(|()| old)
    }

    /// `cmpxchg`: the result is the old value and whether it was replaced. A weak one may fail
    /// without a reason.
    pub fn compare_exchange(
        &mut self,
        weak: bool,
        pointer: &'m llvm::TypedValue,
        expected: &'m llvm::TypedValue,
        new: &'m llvm::TypedValue,
        align: Option<u64>,
    ) -> Lowered<Expr> {
        let ty = self.cx.lower_type(self.unit, &expected.ty)?;
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        let pointer = self.typed(pointer)?;
        let (expected, new) = (self.typed(expected)?, self.typed(new)?);
        self.push(StmtKind::AtomicBegin);
        let old = self.load_value(false, ty, pointer.clone(), align);
        let equal = fold::compare(CompareOp::Eq, old.clone(), expected);
        let mut equal = self.assign(TypeTable::BOOL, equal);
        if weak {
            let dst = self.temp(TypeTable::BOOL);
            let source = "success of a weak compare-exchange".into();
            self.push(StmtKind::Havoc { dst, source });
            let both = Expr::binary(BinaryOp::And, equal, Expr::Temp(dst));
            equal = self.assign(TypeTable::BOOL, both);
        }
        let next = fold::select(equal.clone(), new, old.clone());
        let next = self.assign(ty, next);
        let stored = self.store_value(false, ty, next, pointer, align);
        self.push(StmtKind::AtomicEnd);
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
}

/// The value that an update writes.
fn updated(types: &TypeTable, op: &str, old: Expr, operand: Expr) -> Option<Expr> {
    let extreme = |compare: CompareOp, keep_smaller: bool| {
        let less = fold::compare(compare, old.clone(), operand.clone());
        let (a, b) = (old.clone(), operand.clone());
        if keep_smaller {
            fold::select(less, a, b)
        } else {
            fold::select(less, b, a)
        }
    };
    let binary = |op| fold::binary(types, op, old.clone(), operand.clone());
    Some(match op {
        "xchg" => operand.clone(),
        "add" => binary(BinaryOp::Add),
        "sub" => binary(BinaryOp::Sub),
        "and" => binary(BinaryOp::And),
        "nand" => fold::not(binary(BinaryOp::And)),
        "or" => binary(BinaryOp::Or),
        "xor" => binary(BinaryOp::Xor),
        "min" => extreme(CompareOp::SLt, true),
        "max" => extreme(CompareOp::SLt, false),
        "umin" => extreme(CompareOp::ULt, true),
        "umax" => extreme(CompareOp::ULt, false),
        _ => return None,
    })
}
