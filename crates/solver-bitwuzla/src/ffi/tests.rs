//! The safe interface: misuse is an error, and values are read back unchanged.

use super::*;

fn engine() -> Engine {
    Engine::new(
        &Options {
            cores: true,
            seed: 1,
        },
        Stop::new(),
    )
    .unwrap()
}

#[test]
fn misuse_becomes_an_error_and_the_engine_stays_usable() {
    let mut engine = engine();
    let byte = engine.bv_sort(8).unwrap();
    let word = engine.bv_sort(16).unwrap();
    let x = engine.symbol(byte, "x").unwrap();
    let y = engine.symbol(word, "y").unwrap();
    let error = engine
        .apply(sys::BITWUZLA_KIND_BV_ADD, &[x, y], &[])
        .unwrap_err();
    assert!(error.0.contains("bitwuzla"), "{error}");
    assert!(engine.pop().is_err());
    assert!(engine.bv_sort(0).is_err());
    assert!(engine.value(x).is_err(), "there is no model yet");
    assert!(engine.assert(Handle(999)).is_err());
    assert_eq!(engine.check(&[]).unwrap(), Answer::Sat);
}

#[test]
fn values_and_failed_assumptions_are_read_back() {
    let mut engine = engine();
    let byte = engine.bv_sort(8).unwrap();
    let x = engine.symbol(byte, "x").unwrap();
    let five = engine.bv_value_u64(byte, 5).unwrap();
    let six = engine.bv_value(byte, "00000110").unwrap();
    let is_five = engine
        .apply(sys::BITWUZLA_KIND_EQUAL, &[x, five], &[])
        .unwrap();
    let is_six = engine
        .apply(sys::BITWUZLA_KIND_EQUAL, &[x, six], &[])
        .unwrap();
    let truth = engine.bool_value(true).unwrap();
    assert_eq!(engine.check(&[is_five]).unwrap(), Answer::Sat);
    assert_eq!(
        engine.value(x).unwrap(),
        Value::Bits("00000101".to_string())
    );
    assert_eq!(engine.value(is_six).unwrap(), Value::Bool(false));
    assert_eq!(
        engine.check(&[truth, is_five, is_six]).unwrap(),
        Answer::Unsat
    );
    assert!(engine.failed(is_five).unwrap() && engine.failed(is_six).unwrap());
    assert!(!engine.failed(truth).unwrap());
    assert_eq!(engine.check(&[is_six]).unwrap(), Answer::Sat);
}

#[test]
fn array_and_float_values_are_read_back() {
    let mut engine = engine();
    let byte = engine.bv_sort(8).unwrap();
    let sort = engine.array_sort(byte, byte).unwrap();
    let seven = engine.bv_value_u64(byte, 7).unwrap();
    let nine = engine.bv_value_u64(byte, 9).unwrap();
    let base = engine.const_array(sort, seven).unwrap();
    let stored = engine
        .apply(sys::BITWUZLA_KIND_ARRAY_STORE, &[base, nine, nine], &[])
        .unwrap();
    let array = engine.symbol(sort, "a").unwrap();
    let same = engine
        .apply(sys::BITWUZLA_KIND_EQUAL, &[array, stored], &[])
        .unwrap();
    engine.assert(same).unwrap();
    let single = engine.fp_sort(8, 24).unwrap();
    let float = engine.symbol(single, "f").unwrap();
    let infinite = engine
        .apply(sys::BITWUZLA_KIND_FP_IS_INF, &[float], &[])
        .unwrap();
    let negative = engine
        .apply(sys::BITWUZLA_KIND_FP_IS_NEG, &[float], &[])
        .unwrap();
    engine.assert(infinite).unwrap();
    engine.assert(negative).unwrap();
    assert_eq!(engine.check(&[]).unwrap(), Answer::Sat);
    let bits = |value: u8| Value::Bits(format!("{value:08b}"));
    assert_eq!(
        engine.value(array).unwrap(),
        Value::Array {
            default: Box::new(bits(7)),
            entries: vec![(bits(9), bits(9))]
        }
    );
    assert_eq!(
        engine.value(float).unwrap(),
        Value::Bits(format!("{:032b}", f32::NEG_INFINITY.to_bits()))
    );
}

#[test]
fn version_is_the_one_built() {
    assert_eq!(Engine::version(), "0.8.0");
}
