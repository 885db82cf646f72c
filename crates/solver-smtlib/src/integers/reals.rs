//! Floats as real numbers near them: an over-approximation.
//!
//! A float is represented by a real number and a flag whether it is finite. Results are within the
//! rounding error of the exact ones, and results with infinities and NaNs are unconstrained. Every
//! execution of the floats is one of the reals, so `unsat` is sound; a model of the reals need not
//! be one of the floats, and is evaluated like every other.
//!
//! Only numbers of 32 and 64 bits whose bits are not used otherwise are written this way. Negation
//! and magnitude are recognised by their masks.

use std::fmt::Write;

use cassay_bv::Bv;
use cassay_float::{exact_decimal, parse};
use cassay_term::{FloatKind, FloatOp, Op, Pool, Rounding, TermId, reference};
use num_bigint::BigInt;

use super::whole::{Interval, Reading, literal, power};
use super::writer::Writer;

/// Whether an operator can be expressed with real numbers.
pub fn has(op: Op) -> bool {
    let known = |kind| matches!(kind, FloatKind::Single | FloatKind::Double);
    // Rounding towards zero maps numbers beyond all floats to the greatest, which is not near.
    let near = |mode| matches!(mode, Rounding::NearestEven | Rounding::NearestAway);
    match op {
        Op::Float(FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div, kind, rounding)
        | Op::FloatFromInt { kind, rounding, .. } => known(kind) && near(rounding),
        Op::FloatLt(kind)
        | Op::FloatLe(kind)
        | Op::FloatEq(kind)
        | Op::FloatIsNan(kind)
        | Op::FloatToInt { kind, .. } => known(kind),
        Op::FloatConvert { from, to, rounding } => known(from) && known(to) && near(rounding),
        _ => false,
    }
}

/// A change of the sign of a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignChange {
    /// The sign is flipped.
    Negate,
    /// The sign is cleared.
    Magnitude,
}

/// The change of sign that a bit operator performs on a float, and its operand.
pub fn sign_change(pool: &Pool, term: TermId) -> Option<(SignChange, TermId)> {
    let args = pool.args(term);
    let (of, mask) = match (pool.as_bv(*args.first()?), pool.as_bv(*args.get(1)?)) {
        (None, Some(mask)) => (args[0], mask),
        (Some(mask), None) => (args[1], mask),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let sign = Bv::signed_min(mask.width());
    match pool.op(term) {
        Op::BvXor if *mask == sign => Some((SignChange::Negate, of)),
        Op::BvAnd if *mask == sign.not() => Some((SignChange::Magnitude, of)),
        _ => None,
    }
}

/// The format of floats of a width that are written as reals.
pub fn kind_of(width: u32) -> FloatKind {
    match width {
        32 => FloatKind::Single,
        _ => FloatKind::Double,
    }
}

/// The expression for the value of a symbol: a number beyond all floats if it is not finite.
pub fn symbol_value(pool: &Pool, symbol: TermId) -> String {
    let beyond = greatest(kind_of(pool.width(symbol))) * 4;
    let name = reference(pool, symbol);
    format!("(ite {} {name} {beyond}.0)", finite_name(symbol))
}

/// The float nearest to a quotient; infinity if it is beyond all floats.
pub fn nearest(kind: FloatKind, above: &BigInt, below: &BigInt) -> Option<Bv> {
    if *below == BigInt::ZERO {
        return None;
    }
    // This many digits suffice to choose between neighbours in all but rare cases; models are
    // evaluated afterwards.
    let digits = 60u32;
    let scale = BigInt::from(10).pow(400 + digits);
    let scaled: BigInt = above * &scale / below;
    parse(
        kind,
        Rounding::NearestEven,
        &format!("{scaled}e-{}", 400 + digits),
    )
}

fn greatest(kind: FloatKind) -> BigInt {
    let (precision, top) = (kind.precision(), 1u32 << (kind.exponent_bits() - 1));
    (power(precision) - 1) << (top - precision)
}

/// Two to a negative power.
fn fraction(exponent: u32) -> String {
    format!("(/ 1.0 {}.0)", power(exponent))
}

fn finite_name(term: TermId) -> String {
    format!("$d{}f", term.0)
}

/// The representation of a float.
struct Real {
    value: String,
    finite: String,
}

impl Writer<'_> {
    fn real(&self, term: TermId) -> Real {
        let Some(bits) = self.pool.as_bv(term) else {
            return Real {
                value: reference(self.pool, term),
                finite: finite_name(term),
            };
        };
        let kind = kind_of(bits.width());
        if cassay_float::is_nan(kind, bits) || cassay_float::is_infinite(kind, bits) {
            return Real {
                value: "0.0".to_string(),
                finite: "false".to_string(),
            };
        }
        let text = exact_decimal(kind, bits);
        let (sign, text) = match text.strip_prefix('-') {
            Some(text) => (true, text.to_string()),
            None => (false, text),
        };
        let text = match text.contains('.') {
            true => text,
            false => format!("{text}.0"),
        };
        Real {
            value: if sign { format!("(- {text})") } else { text },
            finite: "true".to_string(),
        }
    }

    /// Writes a float as a real number.
    pub fn write_real(&mut self, term: TermId) {
        let pool = self.pool;
        let args = pool.args(term);
        if let Some((change, of)) = sign_change(pool, term) {
            let Real { value, finite } = self.real(of);
            let value = match change {
                SignChange::Negate => format!("(- {value})"),
                SignChange::Magnitude => magnitude(&value),
            };
            return self.define_real(term, &value, &finite);
        }
        match *pool.op(term) {
            Op::Ite => {
                let condition = reference(pool, args[0]);
                let (a, b) = (self.real(args[1]), self.real(args[2]));
                let value = format!("(ite {condition} {} {})", a.value, b.value);
                let finite = format!("(ite {condition} {} {})", a.finite, b.finite);
                self.define_real(term, &value, &finite);
            }
            Op::Float(op, ..) => self.rounded_operation(term, op),
            Op::FloatConvert { from, to, .. } => {
                let Real { value, finite } = self.real(args[0]);
                if from.fits_in(to) {
                    return self.define_real(term, &value, &finite);
                }
                self.declare_real(term);
                self.round(term, &value, &finite, false);
                self.stays_infinite(term, &finite);
            }
            Op::FloatFromInt { signed, .. } => {
                self.write_integer_as_real(term, Reading::of(signed))
            }
            _ => self.declare_real(term),
        }
    }

    fn define_real(&mut self, term: TermId, value: &str, finite: &str) {
        let (name, flag) = (reference(self.pool, term), finite_name(term));
        let _ = writeln!(
            self.out,
            "(define-fun {name} () Real {value})\n(define-fun {flag} () Bool {finite})"
        );
    }

    fn declare_real(&mut self, term: TermId) {
        let (name, flag) = (reference(self.pool, term), finite_name(term));
        let most = greatest(kind_of(self.pool.width(term)));
        let _ = writeln!(
            self.out,
            "(declare-const {name} Real)\n(declare-const {flag} Bool)\n\
             (assert (<= (- {most}.0) {name} {most}.0))"
        );
    }

    fn rounded_operation(&mut self, term: TermId, op: FloatOp) {
        let args = self.pool.args(term);
        let (a, b) = (self.real(args[0]), self.real(args[1]));
        self.declare_real(term);
        let symbol = match op {
            FloatOp::Add => "+",
            FloatOp::Sub => "-",
            FloatOp::Mul => "*",
            _ => "/",
        };
        let exact = format!("({symbol} {} {})", a.value, b.value);
        let mut given = format!("(and {} {})", a.finite, b.finite);
        if op == FloatOp::Div {
            let flag = finite_name(term);
            let zero = format!("(= {} 0.0)", b.value);
            let _ = writeln!(self.out, "(assert (=> (and {given} {zero}) (not {flag})))");
            given = format!("(and {given} (not {zero}))");
        } else {
            self.stays_infinite(term, &given);
        }
        // A sum of floats is a multiple of the least float, so none is lost near zero.
        let is_sum = matches!(op, FloatOp::Add | FloatOp::Sub);
        self.round(term, &exact, &given, is_sum);
    }

    /// States that the result is not finite if an operand is not.
    fn stays_infinite(&mut self, term: TermId, given: &str) {
        let flag = finite_name(term);
        let _ = writeln!(self.out, "(assert (or {given} (not {flag})))");
    }

    /// Declares a float that is an exact number rounded to nearest, if a condition holds.
    fn round(&mut self, term: TermId, exact: &str, given: &str, is_sum: bool) {
        let kind = kind_of(self.pool.width(term));
        let (name, flag) = (reference(self.pool, term), finite_name(term));
        let whole = format!("$d{}e", term.0);
        let size = magnitude(&whole);
        let mut error = format!("(* {size} {})", fraction(kind.precision()));
        if !is_sum {
            let least = (1u32 << (kind.exponent_bits() - 1)) - 3 + kind.precision();
            error = format!("(+ {error} {})", fraction(least));
        }
        let most = greatest(kind);
        let _ = writeln!(
            self.out,
            "(define-fun {whole} () Real {exact})\n\
             (assert (=> (and {given} {flag}) (and (<= (- {name} {whole}) {error}) \
             (<= (- {whole} {name}) {error}) (=> (>= {whole} 0.0) (>= {name} 0.0)) \
             (=> (<= {whole} 0.0) (<= {name} 0.0)))))\n\
             (assert (=> {given} (or {flag} (>= {size} {most}.0))))"
        );
    }

    fn write_integer_as_real(&mut self, term: TermId, reading: Reading) {
        let kind = kind_of(self.pool.width(term));
        let number = self.pool.args(term)[0];
        let whole = self.pool.as_bv(number).is_some() || self.is_integer(number);
        if !whole {
            return self.declare_real(term);
        }
        let number = self.read_as(number, reading);
        let exact = format!("(to_real {})", number.text);
        let all = power(kind.precision());
        if number.within.is_in(&Interval::new(-all.clone(), all)) {
            return self.define_real(term, &exact, "true");
        }
        self.declare_real(term);
        self.round(term, &exact, "true", true);
    }

    /// The integer that a float truncates to.
    pub fn truncated(&self, term: TermId) -> (String, Interval) {
        let Op::FloatToInt { width, signed, .. } = *self.pool.op(term) else {
            unreachable!("{term} is an integer from a float")
        };
        let Real { value, finite } = self.real(self.pool.args(term)[0]);
        let full = Interval::full(width, Reading::of(signed));
        let (low, high) = (
            real_literal(&(&full.low - 1)),
            real_literal(&(&full.high + 1)),
        );
        let none = match signed {
            true => literal(&full.low),
            false => literal(&power(width - 1)),
        };
        let truncated = format!("(ite (>= {value} 0.0) (to_int {value}) (- (to_int (- {value}))))");
        let fits = format!("(and {finite} (< {low} {value} {high}))");
        (format!("(ite {fits} {truncated} {none})"), full)
    }

    /// A predicate of floats; unconstrained where it depends on more than their values.
    pub fn real_predicate(&mut self, term: TermId) -> String {
        let args = self.pool.args(term);
        let free = format!("$d{}z", term.0);
        let _ = writeln!(self.out, "(declare-const {free} Bool)");
        let a = self.real(args[0]);
        let op = *self.pool.op(term);
        if matches!(op, Op::FloatIsNan(_)) {
            return format!("(and (not {}) {free})", a.finite);
        }
        let b = self.real(args[1]);
        let both = format!("(and {} {})", a.finite, b.finite);
        let compare = |symbol| format!("({symbol} {} {})", a.value, b.value);
        match op {
            Op::FloatLt(_) => format!("(ite {both} {} {free})", compare("<")),
            Op::FloatLe(_) => format!("(ite {both} {} {free})", compare("<=")),
            Op::FloatEq(_) => format!("(ite {both} {} {free})", compare("=")),
            // Equality of bits: zero has two patterns, and values that are not finite many.
            _ => format!(
                "(ite {both} (and {} (or {free} (not (= {} 0.0)))) (and (= {} {}) {free}))",
                compare("="),
                a.value,
                a.finite,
                b.finite
            ),
        }
    }
}

fn magnitude(value: &str) -> String {
    format!("(ite (< {value} 0.0) (- {value}) {value})")
}

fn real_literal(value: &BigInt) -> String {
    match *value < BigInt::ZERO {
        true => format!("(- {}.0)", -value),
        false => format!("{value}.0"),
    }
}
