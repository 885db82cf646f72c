//! Values of every source type in C syntax.

use cassay_bv::Bv;
use cassay_interp::Pointer;
use cassay_ir::{CType, CTypeId, DataLayout, Program};
use cassay_trace::value::{PointerNames, Raw, format, string_literal};

struct Plain;

impl PointerNames for Plain {
    fn pointer(&self, pointer: Pointer, pointee: CTypeId) -> String {
        format!("&object+{} of {pointee}", pointer.offset)
    }
}

fn shown(ctype: CType, raw: Raw) -> String {
    let mut program = Program::new(DataLayout { pointer_bits: 64 });
    let id = program.ctypes.push(ctype);
    let alias = program.ctypes.push(CType::Typedef {
        name: "alias".into(),
        target: id,
    });
    let text = format(&program, id, &raw, &Plain);
    assert_eq!(
        format(&program, alias, &raw, &Plain),
        text,
        "a typedef changes nothing"
    );
    text
}

fn bits(ctype: CType, width: u32, value: i64) -> String {
    shown(ctype, Raw::Bits(Bv::from_i64(width, value)))
}

fn int(signed: bool) -> CType {
    CType::Int {
        name: "int".into(),
        bits: 32,
        signed,
    }
}

fn float(bits: u32) -> CType {
    CType::Float {
        name: "float".into(),
        bits,
    }
}

#[test]
fn integers() {
    assert_eq!(bits(int(true), 32, -5), "-5");
    assert_eq!(bits(int(false), 32, -5), "4294967291 (0xfffffffb)");
    assert_eq!(bits(int(false), 3, 5), "5 (0x5)");
    assert_eq!(bits(int(true), 3, 5), "-3");
    assert_eq!(
        shown(int(true), Raw::Bits(Bv::power_of_two(128, 100))),
        "1267650600228229401496703205376"
    );
}

#[test]
fn characters() {
    let char_of = |signed, value| bits(CType::Char { signed }, 8, value);
    assert_eq!(char_of(true, 97), "97 ('a')");
    assert_eq!(char_of(false, 97), "97 (0x61, 'a')");
    assert_eq!(char_of(true, 0), "0 ('\\0')");
    assert_eq!(char_of(true, 10), "10 ('\\n')");
    assert_eq!(char_of(true, 39), "39 ('\\'')");
    assert_eq!(char_of(true, 34), "34 ('\"')");
    assert_eq!(char_of(true, -1), "-1");
    assert_eq!(char_of(true, 1), "1");
    assert_eq!(char_of(false, -1), "255 (0xff)");
}

#[test]
fn booleans_and_enumerators() {
    assert_eq!(bits(CType::Bool, 8, 0), "false");
    assert_eq!(bits(CType::Bool, 8, 1), "true");
    assert_eq!(bits(CType::Bool, 8, 2), "2");
    let colour = CType::Enum {
        name: "colour".into(),
        bits: 32,
        values: vec![("RED".into(), 0), ("NONE".into(), -1)],
    };
    assert_eq!(bits(colour.clone(), 32, 0), "RED (0)");
    assert_eq!(bits(colour.clone(), 32, -1), "NONE (-1)");
    assert_eq!(bits(colour, 32, 7), "7");
}

#[test]
fn floats_are_exact() {
    let single = |x: f32| bits(float(32), 32, i64::from(x.to_bits()));
    assert_eq!(single(1.5), "1.5f");
    assert_eq!(single(-0.0), "-0.0f");
    assert_eq!(single(0.1), "0.1f");
    assert_eq!(single(f32::NEG_INFINITY), "-INFINITY");
    assert_eq!(single(f32::NAN), "NAN");
    let double = |x: f64| bits(float(64), 64, x.to_bits() as i64);
    assert_eq!(double(100.0), "100.0");
    assert_eq!(double(0.1), "0.1");
    assert_eq!(double(5e-324), "5e-324");
    assert_eq!(double(f64::INFINITY), "INFINITY");
    // 3.0 in the x87 format: exponent 1, leading bits 11.
    let three = Bv::from_u64(80, 0x4000)
        .shl_by(64)
        .or(&Bv::from_u64(80, 3 << 62));
    assert_eq!(shown(float(80), Raw::Bits(three)), "3.0L");
    assert_eq!(bits(float(16), 16, 0x3e00), "1.5f16");
    assert_eq!(
        shown(float(128), Raw::Bits(Bv::from_u64(128, 0x3fff).shl_by(112))),
        "1.0f128"
    );
}

#[test]
fn pointers_and_the_unknown() {
    let pointer = CType::Pointer(CTypeId(0));
    assert_eq!(bits(pointer.clone(), 64, 0), "NULL");
    assert_eq!(bits(pointer.clone(), 64, 16), "invalid");
    let target = Pointer::object(3).moved(4, 64);
    assert_eq!(
        shown(pointer.clone(), Raw::Pointer(target)),
        "&object+4 of cty0"
    );
    assert_eq!(shown(int(true), Raw::Pointer(target)), "&object+4 of cty0");
    assert_eq!(shown(pointer, Raw::Unknown), "?");
    assert_eq!(bits(CType::Unknown, 16, -3), "-3");
}

#[test]
fn string_literals_escape_what_is_not_plain() {
    assert_eq!(string_literal(b"a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
    assert_eq!(string_literal(&[0, 200]), "\"\\000\\310\"");
}
