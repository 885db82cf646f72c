//! Facts about single numbers that anyone can check by hand, and text that reads back.

#![allow(clippy::unwrap_used, reason = "tests")]

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_float::{FloatKind, FloatOp, Rounding, arith, compare, parse, to_int};

fn double(value: f64) -> Bv {
    Bv::from_u64(64, value.to_bits())
}

fn single(value: f32) -> Bv {
    Bv::from_u64(32, u64::from(value.to_bits()))
}

#[test]
fn wrong_operands_give_nothing() {
    let (a, b) = (double(1.0), single(1.0));
    let kind = FloatKind::Double;
    let mode = Rounding::NearestEven;
    assert_eq!(arith(FloatOp::Add, kind, mode, &[a.clone(), b]), None);
    for &op in FloatOp::ALL {
        for count in 0..5 {
            let operands = vec![a.clone(); count];
            let result = arith(op, kind, mode, &operands);
            assert_eq!(
                result.is_some(),
                count == op.arity(),
                "{} {count}",
                op.name()
            );
        }
    }
}

#[test]
fn exact_zero_sums_are_negative_only_downwards() {
    for &mode in Rounding::ALL {
        let operands = [double(1.5), double(1.5)];
        let zero = arith(FloatOp::Sub, FloatKind::Double, mode, &operands).unwrap();
        let expected = if mode == Rounding::Down { -0.0 } else { 0.0 };
        assert_eq!(zero, double(expected), "{}", mode.name());
    }
}

#[test]
fn names_read_back() {
    for &kind in FloatKind::ALL {
        assert_eq!(FloatKind::from_name(kind.name()), Some(kind));
    }
    for &mode in Rounding::ALL {
        assert_eq!(Rounding::from_name(mode.name()), Some(mode));
    }
    for &op in FloatOp::ALL {
        assert_eq!(FloatOp::from_name(op.name()), Some(op));
    }
    assert_eq!(FloatOp::from_name("fpow"), None);
}

/// The patterns of the x87 format that are not the result of any operation.
#[test]
fn x87_patterns_without_their_integer_bit() {
    let pattern = |sign_and_exponent: u64, significand: u64| {
        Bv::from_u64(16, sign_and_exponent).concat(&Bv::from_u64(64, significand))
    };
    let kind = FloatKind::X87;
    let mode = Rounding::NearestEven;
    for (name, bits) in [
        ("unnormal", pattern(0x3fff, 0x4000_0000_0000_0000)),
        ("unnormal zero", pattern(0x3fff, 0)),
        ("pseudo-infinity", pattern(0x7fff, 0)),
        ("pseudo-NaN", pattern(0x7fff, 1)),
        ("signalling NaN", pattern(0xffff, 0x8000_0000_0000_0001)),
    ] {
        assert!(cassay_float::is_nan(kind, &bits), "{name}");
        let sum = arith(FloatOp::Add, kind, mode, &[bits.clone(), bits]).unwrap();
        assert_eq!(sum, pattern(0x7fff, 0xc000_0000_0000_0000), "{name}");
    }
    let pseudo_denormal = pattern(0, 0x8000_0000_0000_0001);
    let normal = pattern(1, 0x8000_0000_0000_0001);
    assert_eq!(
        compare(kind, &pseudo_denormal, &normal),
        Some(std::cmp::Ordering::Equal)
    );
    assert!(!cassay_float::is_subnormal(kind, &pseudo_denormal));
    assert!(cassay_float::is_subnormal(kind, &pattern(0, 1)));
    assert_eq!(
        cassay_float::convert(kind, kind, mode, &pseudo_denormal),
        normal
    );
}

#[test]
fn integers_at_the_edge() {
    let kind = FloatKind::Double;
    let int = |value: f64, width, signed| {
        to_int(kind, &double(value), width, signed).map(|int| int.signed_decimal())
    };
    assert_eq!(int(-128.9, 8, true), Some("-128".to_string()));
    assert_eq!(int(-129.0, 8, true), None);
    assert_eq!(int(127.9, 8, true), Some("127".to_string()));
    assert_eq!(int(128.0, 8, true), None);
    assert_eq!(int(-0.9, 8, false), Some("0".to_string()));
    assert_eq!(int(-1.0, 8, false), None);
    assert_eq!(int(255.9, 8, false), Some("-1".to_string()));
    assert_eq!(int(256.0, 8, false), None);
    assert_eq!(int(f64::INFINITY, 8, false), None);
    assert_eq!(int(f64::NAN, 8, true), None);
    assert_eq!(cassay_float::indefinite(8), Bv::from_u64(8, 0x80));
}

#[test]
fn texts_of_known_numbers() {
    let shortest = |value| cassay_float::shortest_decimal(FloatKind::Double, &double(value));
    for (value, text) in [
        (0.1, "0.1"),
        (1.0, "1.0"),
        (-2.5, "-2.5"),
        (1e300, "1e+300"),
        (5e-324, "5e-324"),
        (123456.0, "123456.0"),
        (1e-7, "1e-07"),
        (0.00012, "0.00012"),
        (9007199254740993.0, "9007199254740992.0"),
        (f64::MAX, "1.7976931348623157e+308"),
        (-0.0, "-0.0"),
        (f64::NEG_INFINITY, "-inf"),
        (f64::NAN, "nan"),
    ] {
        assert_eq!(shortest(value), text);
    }
    let exact = |value| cassay_float::exact_decimal(FloatKind::Double, &double(value));
    assert_eq!(
        exact(0.1),
        "0.1000000000000000055511151231257827021181583404541015625"
    );
    assert_eq!(exact(-3.0), "-3.0");
    assert_eq!(exact(1e22), "10000000000000000000000.0");
    let hexadecimal = |value| cassay_float::hexadecimal(FloatKind::Double, &double(value));
    assert_eq!(hexadecimal(0.1), "0x1.999999999999ap-4");
    assert_eq!(hexadecimal(-3.0), "-0x1.8p+1");
    assert_eq!(hexadecimal(0.0), "0x0p+0");
    assert_eq!(hexadecimal(5e-324), "0x1p-1074");
    assert_eq!(
        cassay_float::shortest_decimal(FloatKind::Single, &single(0.1)),
        "0.1"
    );
    assert_eq!(
        cassay_float::shortest_decimal(FloatKind::Single, &single(-686_347_648.0)),
        "-686347648.0"
    );
}

#[test]
fn no_text_is_no_number() {
    for text in [
        "",
        "-",
        ".",
        "1e",
        "0x",
        "0x1p",
        "1.2.3",
        "--1",
        "e5",
        "ten",
        "1e99999999999",
    ] {
        assert_eq!(
            parse(FloatKind::Double, Rounding::NearestEven, text),
            None,
            "{text}"
        );
    }
}

#[test]
fn texts_read_back() {
    let mut samples = Samples::new(9);
    for &kind in FloatKind::ALL {
        let rounds = if kind.bits() > 64 { 60 } else { 1000 };
        for _ in 0..rounds {
            let bits = samples.operand(kind, true);
            for text in [
                cassay_float::exact_decimal(kind, &bits),
                cassay_float::shortest_decimal(kind, &bits),
                cassay_float::hexadecimal(kind, &bits),
            ] {
                let back = parse(kind, Rounding::NearestEven, &text).unwrap();
                let same = cassay_float::convert(kind, kind, Rounding::NearestEven, &bits);
                assert_eq!(back, same, "{} {text}", kind.name());
            }
        }
    }
}

/// The standard library reads and writes the same decimals.
#[test]
fn decimals_agree_with_the_standard_library() {
    let mut samples = Samples::new(10);
    for _ in 0..5_000 {
        let bits = samples.operand(FloatKind::Double, true);
        let value = f64::from_bits(bits.to_u64().unwrap());
        if value.is_nan() {
            continue;
        }
        let ours = cassay_float::shortest_decimal(FloatKind::Double, &bits);
        assert_eq!(ours.parse::<f64>().unwrap().to_bits(), value.to_bits());
        let significant = |text: &str| {
            let mantissa = text.split('e').next().unwrap();
            let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
            digits.trim_matches('0').len()
        };
        let theirs = format!("{value:e}");
        if value.fract() == 0.0 && value.abs() < 1e17 {
            assert_eq!(ours, format!("{value:.1}"));
            continue;
        }
        assert_eq!(significant(&ours), significant(&theirs), "{ours} {theirs}");
        let truncated = format!("{value:.3e}");
        let expected: f64 = truncated.parse().unwrap();
        let read = parse(FloatKind::Double, Rounding::NearestEven, &truncated);
        assert_eq!(read, Some(double(expected)), "{truncated}");
    }
}
