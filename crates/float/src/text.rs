//! Numbers as text and back: decimal digits, exact or just enough, and C's hexadecimal form.

use cassay_bv::Bv;
use num_bigint::BigUint;

use crate::round::{Exact, round};
use crate::value::{Finite, Value, infinity, unpack, zero};
use crate::{FloatKind, Rounding, default_nan};

/// Every digit of the number: `0.1000000000000000055511151231257827…`, `-inf`, `nan`.
///
/// Panics when the pattern has the wrong width.
pub fn exact_decimal(kind: FloatKind, bits: &Bv) -> String {
    let finite = match special(unpack(kind, bits)) {
        Ok(finite) => finite,
        Err(name) => return name,
    };
    let (digits, point) = match u64::try_from(finite.exponent) {
        Ok(places) => ((&finite.significand << places).to_string(), 0),
        Err(_) => {
            // m / 2^n is m * 5^n / 10^n; common twos are taken out first.
            let zeros = finite.significand.trailing_zeros().unwrap_or(0);
            let common = zeros.min(finite.exponent.unsigned_abs());
            let places = finite.exponent.unsigned_abs() - common;
            let scaled = (&finite.significand >> common) * BigUint::from(5u32).pow(places as u32);
            (scaled.to_string(), places as usize)
        }
    };
    let sign = if finite.negative { "-" } else { "" };
    if point == 0 {
        return format!("{sign}{digits}.0");
    }
    let digits = format!("{digits:0>width$}", width = point + 1);
    let (whole, fraction) = digits.split_at(digits.len() - point);
    format!("{sign}{whole}.{fraction}")
}

/// The least number of decimal digits that reads back, to nearest, as the same number: `0.1`,
/// `1e+300`, `-inf`, `nan`. Whole numbers that would be filled up with zeros have all their digits.
///
/// Panics when the pattern has the wrong width.
pub fn shortest_decimal(kind: FloatKind, bits: &Bv) -> String {
    let finite = match special(unpack(kind, bits)) {
        Ok(finite) => finite,
        Err(name) => return name,
    };
    let magnitude = crate::abs(kind, bits);
    let same = |digits: &BigUint, scale: i64| {
        let back = parse(kind, Rounding::NearestEven, &format!("{digits}e{scale}"));
        back.is_some_and(|back| {
            crate::compare(kind, &back, &magnitude) == Some(std::cmp::Ordering::Equal)
        })
    };
    // 36 digits identify any number of the widest format.
    let mut last = (BigUint::ZERO, 0);
    for count in 1..=36 {
        let (nearest, scale) = leading_digits(&finite, count);
        // Beside a power of two the interval of what reads back is lopsided: the nearest digits
        // may lie outside while their neighbours lie inside.
        let candidates = [nearest.clone(), &nearest + 1u32, &nearest - 1u32];
        let found = candidates.into_iter().find(|digits| same(digits, scale));
        let done = found.is_some();
        last = (found.unwrap_or(nearest), scale);
        if done {
            break;
        }
    }
    let digits = last.0.to_string();
    let exponent = last.1 + digits.len() as i64 - 1;
    let significant = digits.trim_end_matches('0');
    if (significant.len() as i64..=PLAIN).contains(&exponent) {
        return exact_decimal(kind, bits);
    }
    let sign = if finite.negative { "-" } else { "" };
    format!("{sign}{}", layout(significant, exponent))
}

/// C's hexadecimal form: `0x1.8p+1`, `-0x0p+0`, `inf`, `nan`. Always exact.
///
/// Panics when the pattern has the wrong width.
pub fn hexadecimal(kind: FloatKind, bits: &Bv) -> String {
    let value = unpack(kind, bits);
    if let Value::Zero { negative } = value {
        return if negative { "-0x0p+0" } else { "0x0p+0" }.to_string();
    }
    let finite = match special(value) {
        Ok(finite) => finite,
        Err(name) => return name,
    };
    let sign = if finite.negative { "-" } else { "" };
    let below = finite.significand.bits() - 1;
    let exponent = finite.exponent + below as i64;
    let digits = below.div_ceil(4);
    let fraction = &finite.significand ^ (BigUint::from(1u32) << below);
    let fraction = fraction << (digits * 4 - below);
    let fraction = format!("{fraction:0>width$x}", width = digits as usize);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}0x1{point}{fraction}p{exponent:+}")
}

/// Reads a decimal number (`-12.5e-3`), a hexadecimal one (`0x1.8p+1`), `inf` or `nan`.
pub fn parse(kind: FloatKind, mode: Rounding, text: &str) -> Option<Bv> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    match text {
        "inf" | "infinity" => return Some(infinity(kind, negative)),
        "nan" => return Some(default_nan(kind)),
        _ => {}
    }
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix, marks, step) = match hex {
        Some(rest) => (rest, 16, ['p', 'P'], 4),
        None => (text, 10, ['e', 'E'], 1),
    };
    let (digits, exponent) = match digits.split_once(marks) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all: String = [whole, fraction].concat();
    if all.is_empty() || !all.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let magnitude = BigUint::parse_bytes(all.as_bytes(), radix)?;
    let exponent = i64::from(exponent) - step * fraction.len() as i64;
    Some(if radix == 16 {
        let exact = Exact {
            negative,
            magnitude,
            exponent,
            inexact: false,
        };
        round(kind, mode, &clamped(exact))
    } else {
        from_decimal(kind, mode, negative, magnitude, exponent)
    })
}

/// Keeps the exponent within what any format tells apart, so that shifts stay small.
fn clamped(exact: Exact) -> Exact {
    let bits = exact.magnitude.bits() as i64;
    let exponent = exact.exponent.clamp(-bits - 40_000, 40_000);
    Exact { exponent, ..exact }
}

/// `± magnitude × 10^exponent`, rounded.
fn from_decimal(
    kind: FloatKind,
    mode: Rounding,
    negative: bool,
    magnitude: BigUint,
    exponent: i64,
) -> Bv {
    if magnitude == BigUint::ZERO {
        return zero(kind, negative);
    }
    let digits = magnitude.bits() as i64 / 3 + 1;
    let exponent = exponent.clamp(-digits - 12_000, 12_000);
    let scale = BigUint::from(10u32).pow(exponent.unsigned_abs() as u32);
    if exponent >= 0 {
        let exact = Exact {
            negative,
            magnitude: magnitude * scale,
            exponent: 0,
            inexact: false,
        };
        return round(kind, mode, &exact);
    }
    let wanted = u64::from(kind.precision()) + 2 + scale.bits();
    let places = wanted.saturating_sub(magnitude.bits());
    let dividend = magnitude << places;
    let quotient = &dividend / &scale;
    let inexact = &quotient * &scale != dividend;
    let exact = Exact {
        negative,
        magnitude: quotient,
        exponent: -(places as i64),
        inexact,
    };
    round(kind, mode, &exact)
}

/// The finite number, or the text of anything else.
fn special(value: Value) -> Result<Finite, String> {
    match value {
        Value::Nan => Err("nan".to_string()),
        Value::Infinite { negative } => Err(if negative { "-inf" } else { "inf" }.to_string()),
        Value::Zero { negative } => Err(if negative { "-0.0" } else { "0.0" }.to_string()),
        Value::Finite(finite) => Ok(finite),
    }
}

/// The magnitude to `count` decimal digits (one more at times), ties away from zero: an integer
/// and the power of ten to scale it by.
fn leading_digits(finite: &Finite, count: u32) -> (BigUint, i64) {
    // An estimate of the decimal exponent, too low by at most two.
    let binary = finite.exponent + finite.significand.bits() as i64 - 1;
    let estimate = (binary * 30_103).div_euclid(100_000) - 1;
    let low = estimate - i64::from(count);
    let ratio = |scale: i64| {
        let ten = BigUint::from(10u32).pow(scale.unsigned_abs() as u32);
        let (mut numerator, mut denominator) = (finite.significand.clone(), BigUint::from(1u32));
        match scale >= 0 {
            true => denominator *= ten,
            false => numerator *= ten,
        }
        match finite.exponent >= 0 {
            true => numerator <<= finite.exponent,
            false => denominator <<= finite.exponent.unsigned_abs(),
        }
        (numerator, denominator)
    };
    let (numerator, denominator) = ratio(low);
    let excess = (numerator / denominator).to_string().len() as i64 - i64::from(count);
    let scale = low + excess;
    let (numerator, denominator) = ratio(scale);
    let rounded = (numerator * 2u32 + &denominator) / (denominator * 2u32);
    (rounded, scale)
}

/// The greatest decimal exponent of numbers written without one.
const PLAIN: i64 = 16;

/// Digits with the point where it belongs, or with an exponent when that would take many zeros.
fn layout(digits: &str, exponent: i64) -> String {
    let count = digits.len() as i64;
    if !(-5..=PLAIN).contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{first}{point}{rest}e{exponent:+03}");
    }
    if exponent < 0 {
        let zeros = "0".repeat((-exponent - 1) as usize);
        return format!("0.{zeros}{digits}");
    }
    if count <= exponent + 1 {
        let zeros = "0".repeat((exponent + 1 - count) as usize);
        return format!("{digits}{zeros}.0");
    }
    let (whole, fraction) = digits.split_at((exponent + 1) as usize);
    format!("{whole}.{fraction}")
}
