//! Floating-point terms beside bit patterns.
//!
//! A term that is a bit pattern may be needed as bits, as a number (a term of Bitwuzla's
//! floating-point sort), or both. Float operators take and return numbers; memory, comparisons of
//! patterns and models need bits.
//!
//! - The number of any term is Bitwuzla's conversion from its bits.
//! - A *native* term is the result of a float operator, a choice between native terms, or one with its
//!   sign changed. Its number is built from numbers, without the bits in between.
//! - The bits of the result of a float operator are a fresh constant `b`. Permanent assertions say
//!   that `b` converts to that number, and is the one NaN pattern if it is a NaN. Every number has
//!   such bits, so these assertions never exclude a model of anything else. They are made only
//!   if the bits are needed.
//! - A *canonical* term is native and has the only pattern of its number: two of these are equal as
//!   bits exactly if they are equal as numbers, so no bits are needed to compare them.
//!
//! The x87 format has an explicit integer bit. Its number is converted without that bit; patterns
//! that are no number become NaN, and the second form of a number the first, as in `cassay_float`.

use bitwuzla_sys as sys;
use cassay_bv::Bv;
use cassay_term::{FloatKind, FloatOp, Op, Pool, Rounding, Sort, TermId, float_int_range};

use crate::ffi::{Engine, Handle, Kind};

use super::{Needs, Obstacle, Task, Translator};

/// Facts about the terms of a pool, by term id, for the terms inspected so far.
#[derive(Default)]
pub(super) struct Natives {
    native: Vec<Option<FloatKind>>,
    canonical: Vec<Option<FloatKind>>,
}

impl Natives {
    /// Inspects new terms. Arguments have smaller ids than the terms that contain them.
    pub(super) fn extend(&mut self, pool: &Pool) {
        for position in self.native.len()..pool.len() {
            let Ok(id) = u32::try_from(position) else {
                return;
            };
            let (op, args) = (*pool.op(TermId(id)), pool.args(TermId(id)));
            let result = result_kind(op);
            let (native, canonical) = if let (Op::Ite, [_, a, b]) = (op, args) {
                let either =
                    |table: &[Option<FloatKind>]| table[a.0 as usize].or(table[b.0 as usize]);
                let native = either(&self.native);
                let canonical = either(&self.canonical).filter(|kind| {
                    self.is_canonical(pool, *a, *kind) && self.is_canonical(pool, *b, *kind)
                });
                (native, canonical)
            } else {
                match sign_change(pool, TermId(id)) {
                    Some(change) => (self.native[change.of().0 as usize], None),
                    None => (result, result),
                }
            };
            self.native.push(native);
            self.canonical.push(canonical);
        }
    }

    fn is_native(&self, term: TermId, kind: FloatKind) -> bool {
        self.native.get(term.0 as usize) == Some(&Some(kind))
    }

    /// Whether the bits of a term are the only ones of its number.
    fn is_canonical(&self, pool: &Pool, term: TermId, kind: FloatKind) -> bool {
        if let Some(value) = pool.as_bv(term) {
            let same = Rounding::NearestEven;
            return value.width() == kind.bits()
                && cassay_float::convert(kind, kind, same, value) == *value;
        }
        self.canonical.get(term.0 as usize) == Some(&Some(kind))
    }

    /// The format in which two terms can be compared as numbers instead of as bits, if any.
    pub(super) fn comparable(&self, pool: &Pool, a: TermId, b: TermId) -> Option<FloatKind> {
        let known = |term: TermId| self.canonical.get(term.0 as usize).copied().flatten();
        known(a)
            .or(known(b))
            .filter(|kind| self.is_canonical(pool, a, *kind) && self.is_canonical(pool, b, *kind))
    }
}

/// The format of the result of a float operator, if it is a number.
fn result_kind(op: Op) -> Option<FloatKind> {
    match op {
        Op::Float(_, kind, _) | Op::FloatFromInt { kind, .. } => Some(kind),
        Op::FloatConvert { to, .. } => Some(to),
        _ => None,
    }
}

/// A term that is another with its sign bit changed.
enum SignChange {
    /// The sign bit flipped.
    Flip(TermId),
    /// The sign bit cleared.
    Clear(TermId),
    /// The sign bit replaced by the one bit of the first.
    Set(TermId, TermId),
}

impl SignChange {
    fn of(&self) -> TermId {
        match self {
            SignChange::Flip(of) | SignChange::Clear(of) | SignChange::Set(_, of) => *of,
        }
    }
}

/// Recognises sign changes in the forms that the rules for bit-vectors produce.
fn sign_change(pool: &Pool, term: TermId) -> Option<SignChange> {
    let width = pool.sort(term).bv_width()?;
    let all_but_sign = |part: TermId| {
        if let (Op::BvExtract { hi, lo: 0 }, &[of]) = (pool.op(part), pool.args(part))
            && hi + 2 == width
            && pool.width(of) == width
        {
            Some(of)
        } else {
            None
        }
    };
    match (pool.op(term), pool.args(term)) {
        (Op::BvXor, &[of, mask]) if pool.as_bv(mask) == Some(&Bv::signed_min(width)) => {
            Some(SignChange::Flip(of))
        }
        (Op::BvAnd, &[of, mask]) if pool.as_bv(mask) == Some(&Bv::signed_max(width)) => {
            Some(SignChange::Clear(of))
        }
        (Op::BvZext { .. }, &[part]) => all_but_sign(part).map(SignChange::Clear),
        (Op::BvConcat, &[sign, part]) if pool.width(sign) == 1 => {
            all_but_sign(part).map(|of| SignChange::Set(sign, of))
        }
        _ => None,
    }
}

/// The tasks that must be done before a number can be built.
pub(super) fn number_needs(natives: &Natives, pool: &Pool, term: TermId, kind: FloatKind) -> Needs {
    if !natives.is_native(term, kind) {
        return Needs::from_iter([Task::Bits(term)]);
    }
    match (*pool.op(term), pool.args(term)) {
        (Op::Ite, &[condition, a, b]) => Needs::from_iter([
            Task::Bits(condition),
            Task::Number(a, kind),
            Task::Number(b, kind),
        ]),
        (op, args) => match sign_change(pool, term) {
            Some(SignChange::Set(sign, of)) => {
                Needs::from_iter([Task::Bits(sign), Task::Number(of, kind)])
            }
            Some(SignChange::Flip(of) | SignChange::Clear(of)) => {
                Needs::from_iter([Task::Number(of, kind)])
            }
            None => operand_needs(op, args),
        },
    }
}

/// The numbers, or for conversions from integers the bits, that a float operator reads.
pub(super) fn operand_needs(op: Op, args: &[TermId]) -> Needs {
    let kind = if let Op::Float(_, kind, _)
    | Op::FloatLt(kind)
    | Op::FloatLe(kind)
    | Op::FloatEq(kind)
    | Op::FloatIsNan(kind)
    | Op::FloatToInt { kind, .. }
    | Op::FloatConvert { from: kind, .. } = op
    {
        kind
    } else {
        return args.iter().map(|arg| Task::Bits(*arg)).collect();
    };
    args.iter().map(|arg| Task::Number(*arg, kind)).collect()
}

impl Translator {
    /// Builds the number of a term whose dependencies are translated.
    pub(super) fn make_number(
        &mut self,
        engine: &mut Engine,
        pool: &Pool,
        term: TermId,
        kind: FloatKind,
    ) -> Result<Handle, Obstacle> {
        let needs = number_needs(&self.natives, pool, term, kind);
        let handles = self.all_known(&needs)?;
        if !self.natives.is_native(term, kind) {
            return self.read(engine, kind, handles[0]);
        }
        let op = *pool.op(term);
        if op == Op::Ite {
            return Ok(engine.apply(sys::BITWUZLA_KIND_ITE, &handles, &[])?);
        }
        match sign_change(pool, term) {
            Some(SignChange::Flip(_)) => {
                Ok(engine.apply(sys::BITWUZLA_KIND_FP_NEG, &handles, &[])?)
            }
            Some(SignChange::Clear(_)) => {
                Ok(engine.apply(sys::BITWUZLA_KIND_FP_ABS, &handles, &[])?)
            }
            Some(SignChange::Set(..)) => {
                let one = self.bits(engine, &Bv::one(1))?;
                let negative = engine.apply(sys::BITWUZLA_KIND_EQUAL, &[handles[0], one], &[])?;
                with_sign(engine, negative, handles[1])
            }
            None => {
                let width = pool.args(term).first().map_or(0, |arg| pool.width(*arg));
                self.operate(engine, op, width, &handles)
            }
        }
    }

    /// The number of a float operator. The width is that of its first argument's bits.
    fn operate(
        &mut self,
        engine: &mut Engine,
        op: Op,
        width: u32,
        handles: &[Handle],
    ) -> Result<Handle, Obstacle> {
        let format =
            |kind: FloatKind| [u64::from(kind.exponent_bits()), u64::from(kind.precision())];
        let (kind, mode, indices) = match op {
            // The circuit has a step for each exponent: 32,768 of them are too many.
            Op::Float(FloatOp::Fmod | FloatOp::Remainder, kind, _)
                if kind.exponent_bits() > FloatKind::Double.exponent_bits() =>
            {
                let what = format!("remainders of {} numbers", kind.name());
                return Err(Obstacle::Unsupported(what));
            }
            Op::Float(FloatOp::Fmod, ..) => return truncated_remainder(self, engine, handles),
            Op::Float(FloatOp::Remainder, ..) => {
                return Ok(engine.apply(sys::BITWUZLA_KIND_FP_REM, handles, &[])?);
            }
            Op::Float(op, _, mode) => (arithmetic_kind(op)?, mode, Vec::new()),
            // Bitwuzla converts wrongly between formats of which neither contains the other. A
            // conversion through single precision, which contains both, rounds once.
            Op::FloatConvert { from, to, rounding } if !from.fits_in(to) && !to.fits_in(from) => {
                let between = FloatKind::Single;
                let step = |from, to| Op::FloatConvert { from, to, rounding };
                let wide = self.operate(engine, step(from, between), width, handles)?;
                return self.operate(engine, step(between, to), width, &[wide]);
            }
            Op::FloatConvert { to, rounding, .. } => (
                sys::BITWUZLA_KIND_FP_TO_FP_FROM_FP,
                rounding,
                format(to).to_vec(),
            ),
            Op::FloatFromInt {
                kind,
                rounding,
                signed,
            } => (
                if signed {
                    sys::BITWUZLA_KIND_FP_TO_FP_FROM_SBV
                } else {
                    sys::BITWUZLA_KIND_FP_TO_FP_FROM_UBV
                },
                rounding,
                format(kind).to_vec(),
            ),
            _ => return Err(Obstacle::Unsupported(format!("{op:?} as a number"))),
        };
        let mut arguments = vec![self.mode(engine, mode)?];
        arguments.extend_from_slice(handles);
        if let Op::FloatFromInt { kind, signed, .. } = op {
            arguments[1] = roomy(engine, kind, signed, width, handles[0])?;
        }
        Ok(engine.apply(kind, &arguments, &indices)?)
    }

    /// The bits of the result of a float operator: a constant defined by assertions.
    pub(super) fn make_result_bits(
        &mut self,
        engine: &mut Engine,
        kind: FloatKind,
        term: TermId,
    ) -> Result<Handle, Obstacle> {
        let number = self.all_known(&[Task::Number(term, kind)])?[0];
        let stored = kind.exponent_bits() + kind.precision();
        let sort = self.sort(engine, Sort::Bv(stored))?;
        let bits = engine.symbol(sort, &format!("bits!{}", term.0))?;
        let read = self.read_ieee(engine, kind, bits)?;
        let same = engine.apply(sys::BITWUZLA_KIND_EQUAL, &[read, number], &[])?;
        let mut pattern = cassay_float::default_nan(kind);
        if kind.has_integer_bit() {
            pattern = without_integer_bit(kind, &pattern);
        }
        let pattern = self.bits(engine, &pattern)?;
        let is_pattern = engine.apply(sys::BITWUZLA_KIND_EQUAL, &[bits, pattern], &[])?;
        let is_nan = engine.apply(sys::BITWUZLA_KIND_FP_IS_NAN, &[number], &[])?;
        let one_nan = engine.apply(sys::BITWUZLA_KIND_IMPLIES, &[is_nan, is_pattern], &[])?;
        engine.assert(same)?;
        engine.assert(one_nan)?;
        if !kind.has_integer_bit() {
            return Ok(bits);
        }
        // Insert the integer bit: set unless the exponent field is zero.
        let fraction = kind.precision() - 1;
        let high = extract(engine, bits, stored - 1, fraction)?;
        let low = extract(engine, bits, fraction - 1, 0)?;
        let exponent = extract(engine, bits, stored - 2, fraction)?;
        let zero = self.bits(engine, &Bv::zero(kind.exponent_bits()))?;
        let (off, on) = (
            self.bits(engine, &Bv::zero(1))?,
            self.bits(engine, &Bv::one(1))?,
        );
        let is_zero = engine.apply(sys::BITWUZLA_KIND_EQUAL, &[exponent, zero], &[])?;
        let integer = engine.apply(sys::BITWUZLA_KIND_ITE, &[is_zero, off, on], &[])?;
        let high = engine.apply(sys::BITWUZLA_KIND_BV_CONCAT, &[high, integer], &[])?;
        Ok(engine.apply(sys::BITWUZLA_KIND_BV_CONCAT, &[high, low], &[])?)
    }

    /// A predicate on numbers, or the integer of one.
    pub(super) fn make_from_numbers(
        &mut self,
        engine: &mut Engine,
        op: Op,
        handles: &[Handle],
    ) -> Result<Handle, Obstacle> {
        let kind = match op {
            Op::FloatLt(_) => sys::BITWUZLA_KIND_FP_LT,
            Op::FloatLe(_) => sys::BITWUZLA_KIND_FP_LEQ,
            Op::FloatEq(_) => sys::BITWUZLA_KIND_FP_EQUAL,
            Op::FloatIsNan(_) => sys::BITWUZLA_KIND_FP_IS_NAN,
            Op::FloatToInt {
                kind,
                width,
                signed,
            } => return self.truncate(engine, (kind, width, signed), handles[0]),
            _ => return Err(Obstacle::Unsupported(format!("{op:?} on numbers"))),
        };
        Ok(engine.apply(kind, handles, &[])?)
    }

    /// SMT-LIB does not define conversions of values out of range: that case is handled here.
    fn truncate(
        &mut self,
        engine: &mut Engine,
        (kind, width, signed): (FloatKind, u32, bool),
        number: Handle,
    ) -> Result<Handle, Obstacle> {
        let (low, strict, high) = float_int_range(kind, width, signed);
        let [low, high] = [
            self.number(engine, kind, &low)?,
            self.number(engine, kind, &high)?,
        ];
        let at_least = if strict {
            sys::BITWUZLA_KIND_FP_LT
        } else {
            sys::BITWUZLA_KIND_FP_LEQ
        };
        let above = engine.apply(at_least, &[low, number], &[])?;
        let below = engine.apply(sys::BITWUZLA_KIND_FP_LT, &[number, high], &[])?;
        let fits = engine.apply(sys::BITWUZLA_KIND_AND, &[above, below], &[])?;
        let convert = if signed {
            sys::BITWUZLA_KIND_FP_TO_SBV
        } else {
            sys::BITWUZLA_KIND_FP_TO_UBV
        };
        let towards_zero = self.mode(engine, Rounding::Zero)?;
        // Bitwuzla aborts on signed integers of one bit.
        let asked = width.max(2);
        let mut integer = engine.apply(convert, &[towards_zero, number], &[u64::from(asked)])?;
        if asked > width {
            integer = extract(engine, integer, width - 1, 0)?;
        }
        let indefinite = self.bits(engine, &cassay_float::indefinite(width))?;
        Ok(engine.apply(sys::BITWUZLA_KIND_ITE, &[fits, integer, indefinite], &[])?)
    }

    /// The number of a constant pattern.
    fn number(
        &mut self,
        engine: &mut Engine,
        kind: FloatKind,
        bits: &Bv,
    ) -> Result<Handle, Obstacle> {
        let bits = self.bits(engine, bits)?;
        self.read(engine, kind, bits)
    }

    /// Bits converted to a number.
    fn read(
        &mut self,
        engine: &mut Engine,
        kind: FloatKind,
        bits: Handle,
    ) -> Result<Handle, Obstacle> {
        if !kind.has_integer_bit() {
            return self.read_ieee(engine, kind, bits);
        }
        let top = kind.bits() - 1;
        let integer = kind.precision() - 1;
        let sign = extract(engine, bits, top, top)?;
        let exponent = extract(engine, bits, top - 1, integer + 1)?;
        let leading = extract(engine, bits, integer, integer)?;
        let fraction = extract(engine, bits, integer - 1, 0)?;
        let zero = self.bits(engine, &Bv::zero(kind.exponent_bits()))?;
        let off = self.bits(engine, &Bv::zero(1))?;
        let is_zero = engine.apply(sys::BITWUZLA_KIND_EQUAL, &[exponent, zero], &[])?;
        let is_off = engine.apply(sys::BITWUZLA_KIND_EQUAL, &[leading, off], &[])?;
        // With an exponent field of zero, a leading bit that is set counts as an exponent field of one.
        let field = engine.apply(
            sys::BITWUZLA_KIND_BV_ZERO_EXTEND,
            &[leading],
            &[u64::from(kind.exponent_bits() - 1)],
        )?;
        let exponent = engine.apply(sys::BITWUZLA_KIND_ITE, &[is_zero, field, exponent], &[])?;
        let high = engine.apply(sys::BITWUZLA_KIND_BV_CONCAT, &[sign, exponent], &[])?;
        let valid = engine.apply(sys::BITWUZLA_KIND_BV_CONCAT, &[high, fraction], &[])?;
        let nan = without_integer_bit(kind, &cassay_float::default_nan(kind));
        let nan = self.bits(engine, &nan)?;
        let not_zero = engine.apply(sys::BITWUZLA_KIND_NOT, &[is_zero], &[])?;
        let invalid = engine.apply(sys::BITWUZLA_KIND_AND, &[not_zero, is_off], &[])?;
        let stored = engine.apply(sys::BITWUZLA_KIND_ITE, &[invalid, nan, valid], &[])?;
        self.read_ieee(engine, kind, stored)
    }

    /// Bits without an integer bit converted to a number.
    fn read_ieee(
        &mut self,
        engine: &mut Engine,
        kind: FloatKind,
        bits: Handle,
    ) -> Result<Handle, Obstacle> {
        let format = [u64::from(kind.exponent_bits()), u64::from(kind.precision())];
        Ok(engine.apply(sys::BITWUZLA_KIND_FP_TO_FP_FROM_BV, &[bits], &format)?)
    }

    fn mode(&mut self, engine: &mut Engine, mode: Rounding) -> Result<Handle, Obstacle> {
        let value = match mode {
            Rounding::NearestEven => sys::BITWUZLA_RM_RNE,
            Rounding::NearestAway => sys::BITWUZLA_RM_RNA,
            Rounding::Up => sys::BITWUZLA_RM_RTP,
            Rounding::Down => sys::BITWUZLA_RM_RTN,
            Rounding::Zero => sys::BITWUZLA_RM_RTZ,
        };
        Ok(engine.rounding_mode(value)?)
    }
}

/// An integer with room for rounding. Bitwuzla rounds wrongly when the integer's magnitude has
/// exactly one bit more than the format's precision, and asks for two bits in signed integers.
fn roomy(
    engine: &mut Engine,
    kind: FloatKind,
    signed: bool,
    width: u32,
    integer: Handle,
) -> Result<Handle, Obstacle> {
    let magnitude = if signed { width + 1 } else { width };
    if width > 1 && magnitude != kind.precision() + 1 {
        return Ok(integer);
    }
    let extend = if signed {
        sys::BITWUZLA_KIND_BV_SIGN_EXTEND
    } else {
        sys::BITWUZLA_KIND_BV_ZERO_EXTEND
    };
    Ok(engine.apply(extend, &[integer], &[1])?)
}

fn extract(engine: &mut Engine, bits: Handle, high: u32, low: u32) -> Result<Handle, Obstacle> {
    let indices = [u64::from(high), u64::from(low)];
    Ok(engine.apply(sys::BITWUZLA_KIND_BV_EXTRACT, &[bits], &indices)?)
}

/// The magnitude of a number, negated where the condition holds.
fn with_sign(engine: &mut Engine, negative: Handle, number: Handle) -> Result<Handle, Obstacle> {
    let magnitude = engine.apply(sys::BITWUZLA_KIND_FP_ABS, &[number], &[])?;
    let negated = engine.apply(sys::BITWUZLA_KIND_FP_NEG, &[magnitude], &[])?;
    let arguments = [negative, negated, magnitude];
    Ok(engine.apply(sys::BITWUZLA_KIND_ITE, &arguments, &[])?)
}

/// `fmod` by the remainder to nearest. For magnitudes, that is the truncated remainder or
/// that minus the divisor. The divisor is added back without rounding, because the truncated
/// remainder is representable. The sign is that of the dividend.
fn truncated_remainder(
    translator: &mut Translator,
    engine: &mut Engine,
    handles: &[Handle],
) -> Result<Handle, Obstacle> {
    let &[dividend, divisor] = handles else {
        return Err(Obstacle::Unsupported("a remainder of one".to_string()));
    };
    let a = engine.apply(sys::BITWUZLA_KIND_FP_ABS, &[dividend], &[])?;
    let b = engine.apply(sys::BITWUZLA_KIND_FP_ABS, &[divisor], &[])?;
    let nearest = engine.apply(sys::BITWUZLA_KIND_FP_REM, &[a, b], &[])?;
    let mode = translator.mode(engine, Rounding::NearestEven)?;
    let above = engine.apply(sys::BITWUZLA_KIND_FP_ADD, &[mode, nearest, b], &[])?;
    let is_negative = engine.apply(sys::BITWUZLA_KIND_FP_IS_NEG, &[nearest], &[])?;
    let is_zero = engine.apply(sys::BITWUZLA_KIND_FP_IS_ZERO, &[nearest], &[])?;
    let not_zero = engine.apply(sys::BITWUZLA_KIND_NOT, &[is_zero], &[])?;
    let below = engine.apply(sys::BITWUZLA_KIND_AND, &[is_negative, not_zero], &[])?;
    let magnitude = engine.apply(sys::BITWUZLA_KIND_ITE, &[below, above, nearest], &[])?;
    let negative = engine.apply(sys::BITWUZLA_KIND_FP_IS_NEG, &[dividend], &[])?;
    with_sign(engine, negative, magnitude)
}

/// A pattern of a format with an explicit integer bit without that bit.
fn without_integer_bit(kind: FloatKind, bits: &Bv) -> Bv {
    let integer = kind.precision() - 1;
    bits.extract(kind.bits() - 1, integer + 1)
        .concat(&bits.extract(integer - 1, 0))
}

fn arithmetic_kind(op: FloatOp) -> Result<Kind, Obstacle> {
    Ok(match op {
        FloatOp::Add => sys::BITWUZLA_KIND_FP_ADD,
        FloatOp::Sub => sys::BITWUZLA_KIND_FP_SUB,
        FloatOp::Mul => sys::BITWUZLA_KIND_FP_MUL,
        FloatOp::Div => sys::BITWUZLA_KIND_FP_DIV,
        FloatOp::Fma => sys::BITWUZLA_KIND_FP_FMA,
        FloatOp::Sqrt => sys::BITWUZLA_KIND_FP_SQRT,
        FloatOp::ToIntegral => sys::BITWUZLA_KIND_FP_RTI,
        FloatOp::Fmod | FloatOp::Remainder => {
            return Err(Obstacle::Unsupported(format!("{op:?} with a mode")));
        }
    })
}
