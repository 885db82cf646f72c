//! Operators, conversions and aggregates.

mod common;

use cassay_interp::{Outcome, Value};
use common::{outcome, result, value_of};

#[test]
fn integer_operators_wrap_and_divide_as_smtlib_says() {
    assert_eq!(value_of("i8", "add(127, 1)"), -128);
    assert_eq!(value_of("i8", "sub(-128, 1)"), 127);
    assert_eq!(value_of("i32", "mul(65536, 65536)"), 0);
    assert_eq!(value_of("i32", "sdiv(-7, 2)"), -3);
    assert_eq!(value_of("i32", "srem(-7, 2)"), -1);
    assert_eq!(value_of("i32", "udiv(7, 0)"), -1);
    assert_eq!(value_of("i32", "urem(7, 0)"), 7);
    assert_eq!(value_of("i32", "sdiv(-7, 0)"), 1);
    assert_eq!(value_of("i32", "shl(1, 32)"), 0);
    assert_eq!(value_of("i32", "ashr(-1, 40)"), -1);
    assert_eq!(value_of("i32", "lshr(-1, 31)"), 1);
    assert_eq!(value_of("i32", "neg(5)"), -5);
    assert_eq!(value_of("i32", "not(5)"), -6);
    assert_eq!(value_of("i32", "xor(or(12, 3), and(7, 5))"), 10);
}

#[test]
fn comparisons_and_overflow_predicates() {
    let holds = |expr: &str| value_of("i1", expr) != 0;
    assert!(holds("ult(1:i8, 255)"));
    assert!(!holds("slt(1:i8, 255)"));
    assert!(holds("sle(-1:i8, -1)"));
    assert!(holds("ne(1:i8, 2)"));
    assert!(holds("sadd_overflows(127:i8, 1)"));
    assert!(!holds("uadd_overflows(127:i8, 1)"));
    assert!(holds("usub_overflows(0:i8, 1)"));
    assert!(holds("ssub_overflows(-128:i8, 1)"));
    assert!(holds("smul_overflows(64:i8, 2)"));
    assert!(!holds("umul_overflows(64:i8, 2)"));
}

#[test]
fn conversions_change_width_and_kind() {
    assert_eq!(value_of("i8", "trunc(300:i32, i8)"), 44);
    assert_eq!(value_of("i32", "sext(-1:i8, i32)"), -1);
    assert_eq!(value_of("i32", "zext(-1:i8, i32)"), 255);
    assert_eq!(value_of("i32", "bitcast(f32 0x3f800000, i32)"), 0x3f80_0000);
    assert_eq!(value_of("i32", "fptosi(f64 0xc004000000000000, i32)"), -2);
    assert_eq!(value_of("i32", "fptosi(sitofp(-7:i32, f32), i32)"), -7);
    assert_eq!(
        value_of("i64", "bitcast(fptofp(f32 0x40200000, f64), i64)"),
        2.5f64.to_bits() as i64
    );
    assert_eq!(value_of("i32", "fptoui(uitofp(-1:i8, f64), i32)"), 255);
}

#[test]
fn floats_of_every_kind() {
    // 0.5 + 0.25 and 1.0 / 0.0
    assert_eq!(
        value_of("i32", "bitcast(fadd(f32 0x3f000000, f32 0x3e800000), i32)"),
        i64::from(0.75f32.to_bits())
    );
    assert_eq!(
        value_of("i64", "bitcast(fdiv(f64 0x3ff0000000000000, f64 0x0), i64)"),
        f64::INFINITY.to_bits() as i64
    );
    let nan = "fdiv(f64 0x0, f64 0x0)";
    assert_eq!(
        value_of("i64", &format!("bitcast({nan}, i64)")),
        0x7ff8_0000_0000_0000
    );
    assert_eq!(value_of("i1", &format!("fcmp.leg({nan}, {nan})")), 0);
    assert_eq!(value_of("i1", &format!("fcmp.u({nan}, f64 0x0)")), -1);
    assert_eq!(value_of("i1", "fcmp.e(f64 0x0, fneg(f64 0x0))"), -1);
    let one = "f16 0x3c00";
    let two = value_of("i16", &format!("bitcast(fadd({one}, {one}), i16)"));
    assert_eq!(two, 0x4000);
    let third = |rounding: &str| {
        let divided = format!("fdiv{rounding}(f32 0x3f800000, f32 0x40400000)");
        value_of("i32", &format!("bitcast({divided}, i32)"))
    };
    assert_eq!(third(""), i64::from((1f32 / 3f32).to_bits()));
    assert_eq!(third(".rtz"), third("") - 1);
}

#[test]
fn a_float_out_of_range_gives_the_highest_bit_alone() {
    let large = "f64 0x41f0000000000000";
    let least = i64::from(i32::MIN);
    assert_eq!(value_of("i32", &format!("fptosi({large}, i32)")), least);
    assert_eq!(value_of("i32", &format!("fptoui({large}, i32)")), least);
    assert_eq!(
        value_of("i64", &format!("fptosi({large}, i64)")),
        1i64 << 32
    );
}

#[test]
fn vectors_of_single_bits_are_packed_in_memory() {
    let source = "
fn main() -> i8 {
  var x: i8
bb0:
  declare x
  %0: <4 x i1> = aggregate(<4 x i1>, true, false, true, true)
  store <4 x i1> %0 -> x
  %1: i8 = load x
  %2: <4 x i1> = load x
  %3: i4 = bitcast(%2, i4)
  return add(%1, shl(zext(%3, i8), 1))
}
";
    assert_eq!(result(source), 13 + 26);
}

#[test]
fn aggregates_and_vectors_are_taken_apart() {
    let source = "
type 4 = struct size 8 align 4 { 0: i8, 4: i32 }
fn main() -> i32 {
bb0:
  %0: struct.4 = aggregate(struct.4, 1:i8, 2:i32)
  %1: struct.4 = with_component(%0, 1, 40:i32)
  %2: <2 x i16> = bitcast(131073:i32, <2 x i16>)
  %3: i32 = add(component(%1, 1), sext(component(%0, 0), i32))
  return add(%3, zext(component(%2, 1), i32))
}
";
    assert_eq!(result(source), 43);
}

#[test]
fn select_takes_the_arm_and_evaluates_both() {
    let source = "
fn main() -> i32 {
bb0:
  %0: i32 = select(true, undef i32, undef i32)
  %1: i32 = havoc \"x\"
  return sub(mul(%0, 100), %1)
}
";
    assert_eq!(common::result_under(source, &[5, 6, 7]), 493);
}

#[test]
fn wide_integers_pass_through_memory() {
    let source = "
fn main() -> i8 {
  var x: i128
bb0:
  declare x
  store i128 shl(171:i128, 100) -> x
  %0: i8 = load x+12
  %1: i128 = load x
  return add(trunc(lshr(%1, 100), i8), %0)
}
";
    // 0xab << 100: byte 12 holds 0xb0.
    assert_eq!(result(source), i64::from((0xabu8).wrapping_add(0xb0) as i8));
}

#[test]
fn a_temporary_that_was_never_set_is_malformed() {
    let source = "fn main() -> i32 {\n  temps %0: i32\nbb0:\n  return %0\n}\n";
    assert!(matches!(outcome(source), Outcome::Malformed { .. }));
}

#[test]
fn pointers_are_values_too() {
    let source = "fn main() -> ptr {\nbb0:\n  return null\n}\n";
    assert_eq!(
        outcome(source),
        Outcome::Finished {
            value: Some(Value::Pointer(cassay_interp::Pointer::NULL))
        }
    );
}
