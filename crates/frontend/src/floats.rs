//! Floating-point operations and their rounding modes.
//!
//! The mode is to nearest, ties to even, unless the program contains the variable in which the
//! model of `<fenv.h>` keeps the current mode: then every operation that rounds is computed in each
//! of the four modes, and the variable selects the result. Constants that the compiler folded were
//! rounded to nearest, as C allows where `FENV_ACCESS` is off.

use crate::fold;
use crate::functions::Builder;
use crate::llvm;
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{
    CastKind, CompareOp, Expr, FloatCompareOp, FloatKind, FloatOp, Place, Rounding, StmtKind, Type,
    TypeId, TypeTable, Variable,
};

/// The variable that holds the current mode, by the encoding of `FLT_ROUNDS`.
pub(crate) const MODE_VARIABLE: &str = "__cassay_rounding_mode";

/// The modes by that encoding.
const MODES: [Rounding; 4] = [
    Rounding::Zero,
    Rounding::NearestEven,
    Rounding::Up,
    Rounding::Down,
];

/// How an operation rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// In a mode that the operation itself names.
    Fixed(Rounding),
    /// In the current mode of the program.
    Current,
}

impl<'m> Builder<'_, 'm> {
    /// The variable that holds the current mode, when the program has one.
    pub fn mode_variable(&mut self) -> Option<Variable> {
        let (unit, name) = self
            .cx
            .units
            .iter()
            .enumerate()
            .find_map(|(unit, source)| {
                let global = source.module.global(MODE_VARIABLE)?;
                global.init.as_ref().map(|_| (unit, &global.name))
            })?;
        match self.cx.resolve(unit, name) {
            Ok(crate::link::Address::Global(id, 0)) => Some(Variable::Global(id)),
            Ok(_) | Err(_) => None,
        }
    }

    /// An operation that rounds, in a mode. Its operands must be simple expressions.
    pub fn rounded(&mut self, ty: TypeId, mode: Mode, make: impl Fn(Rounding) -> Expr) -> Expr {
        let variable = match mode {
            Mode::Fixed(rounding) => return self.body.assign(ty, make(rounding)),
            Mode::Current => self.mode_variable(),
        };
        let Some(variable) = variable else {
            return self.body.assign(ty, make(Rounding::NearestEven));
        };
        let int = self.cx.program.types.int(32);
        let current = self.body.temp(int);
        self.body.push(StmtKind::Load {
            dst: current,
            place: Place::Variable(variable, 0),
            volatile: false,
            moves: false,
            order: None,
        });
        let mut value = self.body.assign(ty, make(MODES[3]));
        for (code, rounding) in MODES.iter().enumerate().take(3).rev() {
            let chosen = Expr::compare(
                CompareOp::Eq,
                Expr::Temp(current),
                Expr::int(32, code as u64),
            );
            let chosen = self.body.assign(TypeTable::BOOL, chosen);
            let this = self.body.assign(ty, make(*rounding));
            value = self.body.assign(ty, fold::select(chosen, this, value));
        }
        value
    }

    /// Arithmetic, element by element for vectors.
    pub fn float_arithmetic(
        &mut self,
        op: FloatOp,
        mode: Mode,
        ty: TypeId,
        operands: &[Expr],
    ) -> Lowered<Expr> {
        if operands.len() != op.arity() {
            return Err(Unsupported::new("operation with too few operands"));
        }
        let item = self.element_type(ty);
        self.float_kind_of(item)?;
        self.each(ty, ty, operands, |builder, items| {
            let items: Vec<Expr> = items
                .iter()
                .map(|value| builder.body.assign(item, value.clone()))
                .collect();
            let mode = if op.rounds() {
                mode
            } else {
                Mode::Fixed(Rounding::NearestEven)
            };
            Ok(builder.rounded(item, mode, |rounding| {
                Expr::FloatArith(op, rounding, items.clone())
            }))
        })
    }

    /// A conversion that involves floating-point numbers, element by element for vectors.
    pub fn float_conversion(
        &mut self,
        op: llvm::CastOp,
        mode: Mode,
        value: Expr,
        from: TypeId,
        to: TypeId,
    ) -> Lowered<Expr> {
        let (from_item, to_item) = (self.element_type(from), self.element_type(to));
        self.each(from, to, &[value], |builder, items| {
            let value = builder.body.assign(from_item, items[0].clone());
            let kind: fn(Rounding) -> CastKind = match op {
                llvm::CastOp::FpTrunc | llvm::CastOp::FpExt if from_item == to_item => {
                    return Ok(value);
                }
                llvm::CastOp::FpTrunc => CastKind::FloatToFloat,
                llvm::CastOp::UiToFp => CastKind::UIntToFloat,
                llvm::CastOp::SiToFp => CastKind::SIntToFloat,
                _ => return builder.cx.cast(op, value, from_item, to_item),
            };
            Ok(builder.rounded(to_item, mode, |rounding| {
                Expr::cast(kind(rounding), value.clone(), to_item)
            }))
        })
    }

    /// The type of a vector's elements; every other type itself.
    pub fn element_type(&self, ty: TypeId) -> TypeId {
        if let Type::Vector { elem, .. } = self.cx.program.types.get(ty) {
            *elem
        } else {
            ty
        }
    }

    /// The format of a floating-point type.
    pub fn float_kind_of(&self, ty: TypeId) -> Lowered<FloatKind> {
        if let Type::Float(kind) = self.cx.program.types.get(ty) {
            Ok(*kind)
        } else {
            Err(Unsupported::new("floating-point operation on another type"))
        }
    }

    /// A comparison into a temporary.
    pub fn float_compare(&mut self, op: FloatCompareOp, a: &Expr, b: &Expr) -> Expr {
        let value = Expr::FloatCompare(op, Box::new(a.clone()), Box::new(b.clone()));
        self.body.assign(TypeTable::BOOL, value)
    }
}

/// The comparison for LLVM's predicate.
pub(crate) fn float_predicate(pred: llvm::FloatPredicate) -> FloatCompareOp {
    use llvm::FloatPredicate as P;
    let (less, equal, greater, unordered) = match pred {
        P::False => (false, false, false, false),
        P::Oeq => (false, true, false, false),
        P::Ogt => (false, false, true, false),
        P::Oge => (false, true, true, false),
        P::Olt => (true, false, false, false),
        P::Ole => (true, true, false, false),
        P::One => (true, false, true, false),
        P::Ord => (true, true, true, false),
        P::Ueq => (false, true, false, true),
        P::Ugt => (false, false, true, true),
        P::Uge => (false, true, true, true),
        P::Ult => (true, false, false, true),
        P::Ule => (true, true, false, true),
        P::Une => (true, false, true, true),
        P::Uno => (false, false, false, true),
        P::True => (true, true, true, true),
    };
    FloatCompareOp {
        less,
        equal,
        greater,
        unordered,
    }
}

/// The floating-point operation of a binary instruction.
pub(crate) fn float_op(op: llvm::BinaryOp) -> Option<FloatOp> {
    match op {
        llvm::BinaryOp::FAdd => Some(FloatOp::Add),
        llvm::BinaryOp::FSub => Some(FloatOp::Sub),
        llvm::BinaryOp::FMul => Some(FloatOp::Mul),
        llvm::BinaryOp::FDiv => Some(FloatOp::Div),
        llvm::BinaryOp::FRem => Some(FloatOp::Fmod),
        llvm::BinaryOp::Add
        | llvm::BinaryOp::Sub
        | llvm::BinaryOp::Mul
        | llvm::BinaryOp::UDiv
        | llvm::BinaryOp::SDiv
        | llvm::BinaryOp::URem
        | llvm::BinaryOp::SRem
        | llvm::BinaryOp::Shl
        | llvm::BinaryOp::LShr
        | llvm::BinaryOp::AShr
        | llvm::BinaryOp::And
        | llvm::BinaryOp::Or
        | llvm::BinaryOp::Xor => None,
    }
}
