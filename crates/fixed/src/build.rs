//! Builds the statements of a function: temporaries, claims, and integers of many widths.

use crate::Wanted;
use crate::constant::{self, Constant};
use crate::types::TypeMap;
use cassay_base::{IndexVec, Span};
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, CastKind, CompareOp, Expr, FixedFormat, FixedFormats, FloatKind, Function, Note,
    NoteKind, Program, Property, PropertyClass, Stmt, StmtKind, Temp, TempId, Type, TypeId,
    TypeTable,
};

/// The function under construction.
pub(crate) struct Build<'a> {
    pub(crate) program: &'a mut Program,
    /// The original function: expressions still to be rewritten have their types in it.
    pub(crate) old: &'a Function,
    pub(crate) map: &'a TypeMap,
    pub(crate) formats: &'a FixedFormats,
    pub(crate) wanted: Wanted,
    /// Temporaries, the old ones first.
    pub(crate) temps: IndexVec<TempId, Temp>,
    /// Statements of the block so far.
    pub(crate) out: Vec<Stmt>,
    /// The place of what is being rewritten.
    pub(crate) span: Span,
}

impl Build<'_> {
    /// The integer type of a width.
    pub(crate) fn int(&mut self, width: u32) -> TypeId {
        self.program.types.int(width)
    }

    /// Adds a statement.
    pub(crate) fn push(&mut self, kind: StmtKind) {
        self.out.push(Stmt {
            kind,
            span: self.span,
        });
    }

    /// The value as an expression that may be duplicated.
    pub(crate) fn simple(&mut self, ty: TypeId, value: Expr) -> Expr {
        if matches!(value, Expr::Temp(_) | Expr::Int(_)) {
            return value;
        }
        let dst = self.temps.push(Temp { ty });
        self.push(StmtKind::Assign { dst, value });
        Expr::Temp(dst)
    }

    /// An integer of a width, as an expression that may be duplicated.
    pub(crate) fn simple_int(&mut self, width: u32, value: Expr) -> Expr {
        let ty = self.int(width);
        self.simple(ty, value)
    }

    /// A truth value, as an expression that may be duplicated.
    pub(crate) fn simple_bool(&mut self, value: Expr) -> Expr {
        self.simple(TypeTable::BOOL, value)
    }

    /// Makes the verdict unknown for executions that get here.
    pub(crate) fn unsupported(&mut self, what: &str) {
        self.push(StmtKind::Unsupported(what.into()));
    }

    fn claim(&mut self, cond: Expr, property: Property) {
        let claim = self.program.claims.fresh();
        self.push(StmtKind::Assert {
            claim,
            cond,
            property,
        });
    }

    /// Claims that a result is in range, if overflow is checked.
    pub(crate) fn claim_range(&mut self, cond: Expr, what: &str, format: FixedFormat) {
        if self.wanted.overflow {
            let message = format!("fixed-point {what} out of the range of {format}");
            let property = Property::new(PropertyClass::OverflowFixed, message);
            self.claim(cond, property);
        }
    }

    /// Claims that a divisor is not zero, if division is checked.
    pub(crate) fn claim_divisor(&mut self, divisor: &Expr, width: u32) {
        if self.wanted.division {
            let zero = Expr::Int(Bv::zero(width));
            let cond = Expr::compare(CompareOp::Ne, divisor.clone(), zero);
            let property = Property::new(
                PropertyClass::DivisionByZero,
                "fixed-point division by zero",
            );
            self.claim(cond, property);
        }
    }

    /// Claims that an integer fits into fewer bits, and truncates it.
    pub(crate) fn narrow(&mut self, value: Expr, from: u32, what: &str, to: FixedFormat) -> Expr {
        let width = to.width();
        if from <= width {
            return self.resize(value, from, width, true);
        }
        let value = self.simple_int(from, value);
        let least = Expr::Int(Bv::signed_min(width).sext(from));
        let most = Expr::Int(Bv::signed_max(width).sext(from));
        let above = Expr::compare(CompareOp::SLe, least, value.clone());
        let below = Expr::compare(CompareOp::SLe, value.clone(), most);
        self.claim_range(Expr::binary(BinaryOp::And, above, below), what, to);
        self.resize(value, from, width, true)
    }

    /// An integer in another width.
    pub(crate) fn resize(&mut self, value: Expr, from: u32, to: u32, signed: bool) -> Expr {
        if from == to {
            return value;
        }
        if let Expr::Int(bits) = &value {
            return Expr::Int(if to < from {
                bits.extract(to - 1, 0)
            } else if signed {
                bits.sext(to)
            } else {
                bits.zext(to)
            });
        }
        let kind = if to < from {
            CastKind::Trunc
        } else if signed {
            CastKind::SExt
        } else {
            CastKind::ZExt
        };
        let ty = self.int(to);
        Expr::cast(kind, value, ty)
    }

    /// The format of an expression of the old function that is a floating-point number.
    pub(crate) fn kind_of(&self, expr: &Expr) -> Option<FloatKind> {
        if let Expr::Float(kind, _) = expr {
            return Some(*kind);
        }
        match self
            .program
            .types
            .lookup(expr.ty(self.program, self.old)?)?
        {
            Type::Float(kind) => Some(*kind),
            Type::Void
            | Type::Int(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => None,
        }
    }

    /// The type that replaces a floating-point type in memory and in temporaries.
    fn storage_type(&mut self, kind: FloatKind) -> TypeId {
        let ty = self.program.types.intern(Type::Float(kind));
        self.map.get(ty)
    }

    /// A number from the bits of its format to the bits of its type.
    pub(crate) fn store(&mut self, kind: FloatKind, number: Expr) -> Expr {
        let format = self.formats.get(kind);
        let bits = self.resize(number, format.width(), kind.bits(), true);
        let ty = self.storage_type(kind);
        let int = self.int(kind.bits());
        if ty == int {
            bits
        } else {
            Expr::cast(CastKind::Bitcast, bits, ty)
        }
    }

    /// A number from the bits of its type to the bits of its format.
    pub(crate) fn fetch(&mut self, kind: FloatKind, stored: Expr) -> Expr {
        let ty = self.storage_type(kind);
        let int = self.int(kind.bits());
        let bits = if ty == int {
            stored
        } else {
            Expr::cast(CastKind::Bitcast, stored, int)
        };
        let width = self.formats.get(kind).width();
        let number = self.resize(bits, kind.bits(), width, true);
        self.simple_int(width, number)
    }

    /// The bits of a constant in its format. One out of range wraps around and violates a claim;
    /// infinity and NaN are unsupported.
    pub(crate) fn constant(&mut self, kind: FloatKind, bits: &Bv) -> Bv {
        let format = self.formats.get(kind);
        match constant::convert(kind, bits, format) {
            Constant::Number(number) => {
                let lost = number.is_zero() && !cassay_float::is_zero(kind, bits);
                if lost && !self.old.model {
                    self.note_constant(kind, bits, "zero in", false);
                }
                number
            }
            Constant::OutOfRange(_, number) => {
                let text = cassay_float::shortest_decimal(kind, bits);
                self.claim_range(Expr::bool(false), &format!("constant {text}"), format);
                let may_hide = !self.wanted.overflow;
                self.note_constant(kind, bits, "out of the range of", may_hide);
                number
            }
            Constant::Infinite(_) => {
                self.unsupported("an infinity as a fixed-point number");
                Bv::zero(format.width())
            }
            Constant::Nan => {
                self.unsupported("a NaN as a fixed-point number");
                Bv::zero(format.width())
            }
        }
    }

    fn note_constant(&mut self, kind: FloatKind, bits: &Bv, how: &str, may_hide: bool) {
        let text = cassay_float::shortest_decimal(kind, bits);
        let format = self.formats.get(kind);
        self.program.add_note(Note {
            subject: format!("constant {text}").into(),
            kind: NoteKind::FixedPoint,
            assumption: format!("{how} the fixed-point format {format}").into(),
            may_hide,
            span: self.span,
        });
    }
}
