//! Invariants as text, for reports and witnesses.

use crate::conjecture::Conjecture;
use crate::samples::Cell;
use cassay_base::{Id, Span};
use cassay_ir::{
    BinaryOp, CType, CTypeId, CastKind, CompareOp, Expr, Function, Program, Type, UnaryOp, Variable,
};
use std::sync::Arc;

/// A relation that holds whenever the head of a loop is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The function of the loop.
    pub function: Arc<str>,
    /// The head of the loop.
    pub span: Span,
    /// The relation, in the syntax of C.
    pub text: String,
}

impl Conjecture {
    /// The conjecture as an invariant; `None` if it uses a variable that has no name in C.
    pub fn invariant(&self, program: &Program) -> Option<Invariant> {
        let function = &program.functions[self.of.0];
        let writer = Writer {
            program,
            function,
            cells: &self.cells,
        };
        Some(Invariant {
            function: function.name.clone(),
            span: function.blocks[self.head].span,
            text: writer.relation(&self.relation)?,
        })
    }
}

/// Prints relations in C. Every operand is converted to the signed or unsigned type in which its
/// operator interprets it, unless it has that type already.
struct Writer<'a> {
    program: &'a Program,
    function: &'a Function,
    cells: &'a [Cell],
}

/// An expression in C, with its width and whether its type is signed.
struct Text {
    text: String,
    width: u32,
    signed: bool,
}

impl Writer<'_> {
    /// A relation: an expression that is true or false.
    fn relation(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Compare(op, a, b) => {
                let (symbol, signed) = match op {
                    CompareOp::Eq => ("==", None),
                    CompareOp::Ne => ("!=", None),
                    CompareOp::ULt => ("<", Some(false)),
                    CompareOp::ULe => ("<=", Some(false)),
                    CompareOp::SLt => ("<", Some(true)),
                    CompareOp::SLe => ("<=", Some(true)),
                };
                let preferred = self.preferred(a, b);
                let signed = signed.unwrap_or(preferred);
                let (a, b) = (self.value(a, signed)?, self.value(b, signed)?);
                Some(format!("{} {symbol} {}", a.text, b.text))
            }
            Expr::Binary(BinaryOp::Or, a, b) => Some(format!(
                "({}) || ({})",
                self.relation(a)?,
                self.relation(b)?
            )),
            Expr::Binary(BinaryOp::And, a, b) => Some(format!(
                "({}) && ({})",
                self.relation(a)?,
                self.relation(b)?
            )),
            Expr::Unary(UnaryOp::Not, a) => Some(format!("!({})", self.relation(a)?)),
            _ => None,
        }
    }

    /// Whether the values of a comparison for equality are better read as signed.
    fn preferred(&self, a: &Expr, b: &Expr) -> bool {
        let cells = [a, b].map(crate::relation::cells_in).concat();
        cells
            .iter()
            .all(|index| self.name(*index).is_none_or(|(_, signed)| signed))
    }

    /// An integer expression in the signed or the unsigned type of its width. Sums and products are
    /// computed unsigned, where wrapping around is defined.
    fn value(&self, expr: &Expr, signed: bool) -> Option<Text> {
        let text = match expr {
            Expr::Int(bits) => {
                let text = if signed {
                    bits.to_i64()?.to_string()
                } else {
                    format!("{}U", bits.to_u64()?)
                };
                let width = bits.width();
                let suffix = if width > 32 { "LL" } else { "" };
                Text {
                    text: format!("{text}{suffix}"),
                    width,
                    signed,
                }
            }
            Expr::Temp(temp) => {
                let (text, signed) = self.name(temp.index())?;
                let width = self.cells.get(temp.index())?.width;
                Text {
                    text,
                    width,
                    signed,
                }
            }
            Expr::Binary(op, a, b) => {
                let (symbol, reads_signed) = match op {
                    BinaryOp::Add => ("+", false),
                    BinaryOp::Sub => ("-", false),
                    BinaryOp::Mul => ("*", false),
                    BinaryOp::And => ("&", false),
                    BinaryOp::Or => ("|", false),
                    BinaryOp::Xor => ("^", false),
                    BinaryOp::UDiv => ("/", false),
                    BinaryOp::URem => ("%", false),
                    BinaryOp::SDiv => ("/", true),
                    BinaryOp::SRem => ("%", true),
                    BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return None,
                };
                let (a, b) = (self.value(a, reads_signed)?, self.value(b, reads_signed)?);
                let width = a.width;
                if width < 32 {
                    // Promotion to `int` changes the result of the operator.
                    return None;
                }
                Text {
                    text: format!("({} {symbol} {})", a.text, b.text),
                    width,
                    signed: reads_signed,
                }
            }
            Expr::Cast(kind @ (CastKind::SExt | CastKind::ZExt), a, ty) => {
                let from_signed = *kind == CastKind::SExt;
                let a = self.value(a, from_signed)?;
                let Type::Int(width) = self.program.types.get(*ty) else {
                    return None;
                };
                let name = type_name(*width, from_signed)?;
                Text {
                    text: format!("({name}){}", a.text),
                    width: *width,
                    signed: from_signed,
                }
            }
            _ => return None,
        };
        if text.signed == signed {
            return Some(text);
        }
        let name = type_name(text.width, signed)?;
        Some(Text {
            text: format!("({name}){}", text.text),
            width: text.width,
            signed,
        })
    }

    /// The name of a cell, and whether its type is signed.
    fn name(&self, index: usize) -> Option<(String, bool)> {
        let cell = self.cells.get(index)?;
        let (name, ctype) = match cell.variable {
            Variable::Local(id) => {
                let local = &self.function.locals[id];
                (local.name.clone(), local.ctype)
            }
            Variable::Global(id) => {
                let global = &self.program.globals[id];
                (global.name.clone(), global.ctype)
            }
        };
        let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let (bits, signed) = self.integer(ctype)?;
        let whole = cell.offset == 0 && bits == cell.width;
        (plain && whole).then(|| (name.to_string(), signed))
    }

    /// Width and sign of an integer type of the source.
    fn integer(&self, id: CTypeId) -> Option<(u32, bool)> {
        match self.program.ctypes.get(id) {
            CType::Int { bits, signed, .. } => Some((*bits, *signed)),
            CType::Char { signed } => Some((8, *signed)),
            CType::Bool => Some((8, false)),
            _ => None,
        }
    }
}

fn type_name(width: u32, signed: bool) -> Option<&'static str> {
    Some(match (width, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        _ => return None,
    })
}
