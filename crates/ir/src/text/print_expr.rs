//! Printing of expressions: prefix form, literals without their width if it is determined.

use super::literal_width;
use super::names::float_word;
use super::print_function::FunctionPrinter;
use crate::expr::Expr;
use cassay_bv::Bv;
use cassay_float::FloatKind;
use std::fmt::Write;

/// Writes a literal, with its width unless it is the expected one.
pub(super) fn literal(out: &mut String, value: &Bv, expected: Option<u32>) {
    if value.width() == 1 {
        out.push_str(if value.is_zero() { "false" } else { "true" });
        return;
    }
    // Small negative numbers are more likely than huge unsigned ones.
    let negative = value
        .to_i64()
        .filter(|v| value.width() >= 8 && (-65536..0).contains(v));
    let _ = match negative {
        Some(negative) => write!(out, "{negative}"),
        None => write!(out, "{value}"),
    };
    if expected != Some(value.width()) {
        let _ = write!(out, ":i{}", value.width());
    }
}

pub(super) struct ExprPrinter<'a, 'p, 'f> {
    pub(super) function: &'f mut FunctionPrinter<'a, 'p>,
}

impl ExprPrinter<'_, '_, '_> {
    /// Writes an expression; `width` is the width of an integer literal at this place.
    pub(super) fn expr(&mut self, expr: &Expr, width: Option<u32>) {
        let pointer_bits = Some(self.function.printer.program.layout.pointer_bits);
        match expr {
            Expr::Int(value) => literal(&mut self.function.printer.out, value, width),
            Expr::Float(kind, bits) => self.float(*kind, bits),
            Expr::Null => self.function.push("null"),
            Expr::Undef(ty) => {
                self.function.push("undef ");
                self.function.printer.ty(*ty);
            }
            Expr::Temp(temp) => {
                let _ = write!(self.function.printer.out, "{temp}");
            }
            Expr::AddrOf(variable) => {
                self.function.push("&");
                self.function.variable(*variable);
            }
            Expr::FuncAddr(id) => {
                self.function.push("&fn ");
                self.function.printer.function_name(*id);
            }
            Expr::Unary(op, a) => self.apply(op.word(), &[(a, width)]),
            Expr::Binary(op, a, b) => {
                let right = width.or_else(|| self.width_of(a));
                self.apply(op.word(), &[(a, width), (b, right)]);
            }
            Expr::Compare(op, a, b) => self.apply(op.word(), &[(a, None), (b, self.width_of(a))]),
            Expr::Overflow(op, a, b) => self.apply(op.word(), &[(a, None), (b, self.width_of(a))]),
            Expr::Cast(kind, a, ty) => {
                self.open(&kind.word());
                self.expr(a, None);
                self.function.push(", ");
                self.function.printer.ty(*ty);
                self.function.push(")");
            }
            Expr::Select(cond, a, b) => {
                let right = width.or_else(|| self.width_of(a));
                self.apply("select", &[(cond, None), (a, width), (b, right)]);
            }
            Expr::PtrAdd(a, b) => self.apply("ptradd", &[(a, None), (b, pointer_bits)]),
            Expr::Aggregate(ty, items) => {
                self.open("aggregate");
                self.function.printer.ty(*ty);
                for item in items {
                    self.function.push(", ");
                    self.expr(item, None);
                }
                self.function.push(")");
            }
            Expr::Component(a, index) => {
                self.open("component");
                self.expr(a, None);
                let _ = write!(self.function.printer.out, ", {index})");
            }
            Expr::WithComponent(a, index, value) => {
                self.open("with_component");
                self.expr(a, None);
                let _ = write!(self.function.printer.out, ", {index}, ");
                self.expr(value, None);
                self.function.push(")");
            }
            Expr::FloatNeg(a) => self.apply("fneg", &[(a, None)]),
            Expr::FloatArith(op, rounding, operands) => {
                let operands: Vec<_> = operands.iter().map(|operand| (operand, None)).collect();
                self.apply(&float_word(*op, *rounding), &operands);
            }
            Expr::Extent(extent, a) => self.apply(extent.word(), &[(a, None)]),
            Expr::FloatCompare(op, a, b) => self.apply(&op.word(), &[(a, None), (b, None)]),
            Expr::Memory(predicate, pointer, size) => {
                self.apply(predicate.word(), &[(pointer, None), (size, pointer_bits)]);
            }
            Expr::Initialised(pointer, mask) => {
                let mask = Expr::Int(mask.clone());
                self.apply("initialised", &[(pointer, None), (&mask, None)]);
            }
            Expr::Heap(question) => self.apply(question.word(), &[]),
            Expr::Progress => self.apply("progress", &[]),
        }
    }

    fn width_of(&self, expr: &Expr) -> Option<u32> {
        literal_width(self.function.printer.program, self.function.function, expr)
    }

    fn open(&mut self, word: &str) {
        self.function.push(word);
        self.function.push("(");
    }

    fn apply(&mut self, word: &str, operands: &[(&Expr, Option<u32>)]) {
        self.open(word);
        for (index, (operand, width)) in operands.iter().enumerate() {
            if index != 0 {
                self.function.push(", ");
            }
            self.expr(operand, *width);
        }
        self.function.push(")");
    }

    /// A float constant by its bits; the short form adds its value in a comment.
    fn float(&mut self, kind: FloatKind, bits: &Bv) {
        let out = &mut self.function.printer.out;
        let _ = write!(out, "{} {bits:#x}", kind.name());
        if bits.width() != kind.bits() {
            let _ = write!(out, ":i{}", bits.width());
            return;
        }
        let value = cassay_float::shortest_decimal(kind, bits);
        let _ = write!(out, " /* {value} */");
    }
}
