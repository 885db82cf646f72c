//! Float operators in SMT-LIB: bits and the numbers that they represent.
//!
//! The standard has no function from a number to its bits. The bits of a float result are a
//! declared constant with two assertions: read as a number it is the result, and it is the one
//! NaN pattern where the result is not a number. Bits that an operator reads as a number get a
//! definition by `to_fp`. The format with an explicit integer bit is read without that bit, with
//! its invalid patterns as NaN and its second form of numbers as the first.

use std::collections::BTreeSet;
use std::fmt::Write;

use cassay_bv::Bv;
use cassay_float::{FloatKind, FloatOp, Rounding};

use crate::smtlib::reference;
use crate::{Op, Pool, TermId, float_int_range};

/// Writes the definition of a float term; remembers which bits were read as numbers.
#[derive(Default)]
pub(crate) struct FloatWriter {
    views: BTreeSet<(TermId, FloatKind)>,
}

/// The format as a sort, in parameters.
fn format(kind: FloatKind) -> String {
    format!("{} {}", kind.exponent_bits(), kind.precision())
}

/// The format of the number whose bits a float operator gives, if it gives any.
pub(crate) fn result_kind(op: Op) -> Option<FloatKind> {
    match op {
        Op::Float(_, kind, _) | Op::FloatFromInt { kind, .. } => Some(kind),
        Op::FloatConvert { to, .. } => Some(to),
        _ => None,
    }
}

/// The name of a float operator as messages have it; `None` for other operators.
pub(crate) fn name(op: Op) -> Option<String> {
    let sign = |signed| if signed { 's' } else { 'u' };
    Some(match op {
        Op::Float(op, kind, mode) => format!("{}.{}.{}", op.name(), kind.name(), mode.name()),
        Op::FloatLt(kind) => format!("flt.{}", kind.name()),
        Op::FloatLe(kind) => format!("fle.{}", kind.name()),
        Op::FloatEq(kind) => format!("feq.{}", kind.name()),
        Op::FloatIsNan(kind) => format!("isnan.{}", kind.name()),
        Op::FloatConvert { from, to, rounding } => {
            format!("convert.{}.{}.{}", from.name(), to.name(), rounding.name())
        }
        Op::FloatFromInt {
            kind,
            rounding,
            signed,
        } => format!(
            "from{}int.{}.{}",
            sign(signed),
            kind.name(),
            rounding.name()
        ),
        Op::FloatToInt {
            kind,
            width,
            signed,
        } => format!("to{}int{width}.{}", sign(signed), kind.name()),
        _ => return None,
    })
}

fn mode_name(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::Zero => "RTZ",
    }
}

impl FloatWriter {
    /// Writes everything that defines a float term; whether it was one.
    pub(crate) fn define(&mut self, pool: &Pool, term: TermId, out: &mut String) -> bool {
        let op = *pool.op(term);
        let Some(body) = self.body(pool, term, op, out) else {
            return false;
        };
        let name = reference(pool, term);
        match result_kind(op) {
            Some(kind) => self.define_result(kind, term, &name, &body, out),
            None => {
                let sort = pool.sort(term);
                let _ = writeln!(out, "(define-fun {name} () {sort} {body})");
            }
        }
        true
    }

    fn define_result(
        &mut self,
        kind: FloatKind,
        term: TermId,
        name: &str,
        body: &str,
        out: &mut String,
    ) {
        let number = format!("$f{}", term.0);
        let format = format(kind);
        let nan = cassay_float::default_nan(kind);
        let _ = writeln!(
            out,
            "(define-fun {number} () (_ FloatingPoint {format}) {body})"
        );
        if kind.has_integer_bit() {
            // The integer bit is left out where bits are read and put back where they are given.
            let stored = kind.stored_significand_bits() - 1;
            let narrow = format!("$c{}", term.0);
            let bits = kind.bits() - 1;
            let top = bits - 1;
            let zero = Bv::zero(kind.exponent_bits()).smtlib();
            let nan = without_integer_bit(kind, &nan).smtlib();
            let _ = writeln!(
                out,
                "(declare-const {narrow} (_ BitVec {bits}))\n\
                 (assert (= ((_ to_fp {format}) {narrow}) {number}))\n\
                 (assert (=> (fp.isNaN {number}) (= {narrow} {nan})))\n\
                 (define-fun {name} () (_ BitVec {}) (concat ((_ extract {top} {stored}) {narrow}) \
                 (ite (= ((_ extract {} {stored}) {narrow}) {zero}) #b0 #b1) \
                 ((_ extract {} 0) {narrow})))",
                kind.bits(),
                top - 1,
                stored - 1
            );
        } else {
            let _ = writeln!(
                out,
                "(declare-const {name} (_ BitVec {}))\n\
                 (assert (= ((_ to_fp {format}) {name}) {number}))\n\
                 (assert (=> (fp.isNaN {number}) (= {name} {})))",
                kind.bits(),
                nan.smtlib()
            );
        }
    }

    /// The number, truth value or integer that a float operator gives; `None` for others.
    fn body(&mut self, pool: &Pool, term: TermId, op: Op, out: &mut String) -> Option<String> {
        let args = pool.args(term);
        let mut views = |kind| -> Vec<String> {
            args.iter()
                .map(|arg| self.view(pool, *arg, kind, out))
                .collect()
        };
        Some(match op {
            Op::Float(FloatOp::ToIntegral, kind, mode)
                if kind.exponent_bits() >= kind.precision() =>
            {
                to_integral_in_single(kind, mode_name(mode), &views(kind)[0])
            }
            Op::Float(op, kind, mode) => arithmetic(op, mode_name(mode), &views(kind)),
            Op::FloatLt(kind) => format!("(fp.lt {})", views(kind).join(" ")),
            Op::FloatLe(kind) => format!("(fp.leq {})", views(kind).join(" ")),
            Op::FloatEq(kind) => format!("(fp.eq {})", views(kind).join(" ")),
            Op::FloatIsNan(kind) => format!("(fp.isNaN {})", views(kind).join(" ")),
            Op::FloatConvert { from, to, rounding } => {
                convert(from, to, mode_name(rounding), &views(from)[0])
            }
            Op::FloatFromInt {
                kind,
                rounding,
                signed,
            } => format!(
                "((_ {} {}) {} {})",
                if signed { "to_fp" } else { "to_fp_unsigned" },
                format(kind),
                mode_name(rounding),
                reference(pool, args[0])
            ),
            Op::FloatToInt {
                kind,
                width,
                signed,
            } => to_int(kind, width, signed, &views(kind)[0]),
            _ => return None,
        })
    }

    /// The name of the number that bits stand for, defining it on first use.
    fn view(&mut self, pool: &Pool, term: TermId, kind: FloatKind, out: &mut String) -> String {
        if result_kind(*pool.op(term)) == Some(kind) {
            return format!("$f{}", term.0);
        }
        let name = format!("$v{}.{}", term.0, kind.name());
        if self.views.insert((term, kind)) {
            let number = number_of(kind, &reference(pool, term));
            let _ = writeln!(
                out,
                "(define-fun {name} () (_ FloatingPoint {}) {number})",
                format(kind)
            );
        }
        name
    }
}

fn arithmetic(op: FloatOp, mode: &str, args: &[String]) -> String {
    let function = match op {
        FloatOp::Add => "fp.add",
        FloatOp::Sub => "fp.sub",
        FloatOp::Mul => "fp.mul",
        FloatOp::Div => "fp.div",
        FloatOp::Fma => "fp.fma",
        FloatOp::Sqrt => "fp.sqrt",
        FloatOp::ToIntegral => "fp.roundToIntegral",
        FloatOp::Remainder => return format!("(fp.rem {})", args.join(" ")),
        FloatOp::Fmod => return truncated_remainder(&args[0], &args[1]),
    };
    format!("({function} {mode} {})", args.join(" "))
}

/// `fmod` from the remainder to nearest: for magnitudes, that is the truncated one or the truncated
/// one minus the divisor, and adding the divisor back is exact. The sign is that of the dividend.
fn truncated_remainder(a: &str, b: &str) -> String {
    format!(
        "(let ((r (fp.rem (fp.abs {a}) (fp.abs {b})))) \
         (let ((m (fp.abs (ite (and (fp.isNegative r) (not (fp.isZero r))) \
         (fp.add RNE r (fp.abs {b})) r)))) \
         (ite (fp.isNegative {a}) (fp.neg m) m)))"
    )
}

/// A number in another format. Between the two short formats the conversion goes through single
/// precision, which contains the numbers of both, because cvc5 1.0 crashes on the direct
/// conversion.
fn convert(from: FloatKind, to: FloatKind, mode: &str, number: &str) -> String {
    let crossing = from.exponent_bits() > to.exponent_bits() && from.precision() < to.precision();
    let exact = match crossing {
        true => format!("((_ to_fp {}) RNE {number})", format(FloatKind::Single)),
        false => number.to_string(),
    };
    format!("((_ to_fp {}) {mode} {exact})", format(to))
}

/// Rounding to an integer where the exponent has as many bits as the digits: Z3 4.8 refuses it, so
/// it is done in single precision. Integers near a number of the format are numbers of the format.
fn to_integral_in_single(kind: FloatKind, mode: &str, number: &str) -> String {
    let wide = format!("((_ to_fp {}) RNE {number})", format(FloatKind::Single));
    let rounded = format!("(fp.roundToIntegral {mode} {wide})");
    format!("((_ to_fp {}) RNE {rounded})", format(kind))
}

fn to_int(kind: FloatKind, width: u32, signed: bool, number: &str) -> String {
    let (low, strict, high) = float_int_range(kind, width, signed);
    let [low, high] = [low, high].map(|bits| number_of(kind, &bits.smtlib()));
    let function = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
    // cvc5 1.0 crashes on integers of one bit.
    let int = match width {
        1 => format!("((_ extract 0 0) ((_ {function} 2) RTZ {number}))"),
        _ => format!("((_ {function} {width}) RTZ {number})"),
    };
    format!(
        "(ite (and ({} {low} {number}) (fp.lt {number} {high})) {int} {})",
        if strict { "fp.lt" } else { "fp.leq" },
        cassay_float::indefinite(width).smtlib()
    )
}

/// Bits read as a number.
fn number_of(kind: FloatKind, bits: &str) -> String {
    let format = format(kind);
    if !kind.has_integer_bit() {
        return format!("((_ to_fp {format}) {bits})");
    }
    let integer = kind.precision() - 1;
    let (low, high) = (integer + 1, kind.bits() - 2);
    let zero = Bv::zero(kind.exponent_bits()).smtlib();
    let one = Bv::one(kind.exponent_bits()).smtlib();
    format!(
        "(let ((s ((_ extract {top} {top}) {bits})) (e ((_ extract {high} {low}) {bits})) \
         (i ((_ extract {integer} {integer}) {bits})) (m ((_ extract {} 0) {bits}))) \
         (ite (= e {zero}) (fp s (ite (= i #b1) {one} e) m) \
         (ite (= i #b0) (_ NaN {format}) (fp s e m))))",
        integer - 1,
        top = kind.bits() - 1,
    )
}

/// A pattern of a format with an explicit integer bit without that bit.
fn without_integer_bit(kind: FloatKind, bits: &Bv) -> Bv {
    let integer = kind.precision() - 1;
    bits.extract(kind.bits() - 1, integer + 1)
        .concat(&bits.extract(integer - 1, 0))
}
