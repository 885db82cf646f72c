//! Constants and types, checked by value.

use cassay_llvm_text::{
    BinaryOp, CastOp, ConstExpr, Constant, Flags, FloatKind, Ident, IntConst, Module, Type,
    TypeDef, parse,
};

fn constants() -> Module {
    parse(include_bytes!("ll/constants.ll")).expect("a module")
}

fn init<'m>(module: &'m Module, name: &str) -> &'m Constant {
    let global = module.global(name).expect("a global");
    &global.init.as_ref().expect("an initial value").value
}

fn int(value: i128) -> Constant {
    Constant::Int(IntConst::from(value))
}

fn global(name: &str) -> Constant {
    Constant::Global(Ident::Name(name.into()))
}

#[test]
fn integers() {
    let module = constants();
    assert_eq!(init(&module, "int"), &int(-7));
    assert_eq!(init(&module, "bool"), &int(1));
    let Constant::Int(byte) = init(&module, "byte") else {
        panic!("an integer")
    };
    assert_eq!(byte.to_u128(8), Some(255));
    // 2^200 - 1.
    let Constant::Int(wide) = init(&module, "wide") else {
        panic!("an integer")
    };
    assert_eq!(wide.limbs(200), vec![u64::MAX, u64::MAX, u64::MAX, 0xff]);
    assert_eq!(wide.to_u128(200), None);
}

#[test]
fn strings_are_decoded_to_bytes() {
    let module = constants();
    assert_eq!(
        init(&module, "text"),
        &Constant::Bytes(b"a\"\\\n\xff\0"[..].into())
    );
    let raw = b"@x = constant [2 x i8] c\"\x80\xfe\"";
    let module = parse(raw).expect("a module");
    assert_eq!(init(&module, "x"), &Constant::Bytes(b"\x80\xfe"[..].into()));
}

#[test]
fn aggregates() {
    let module = constants();
    let Constant::Array(rows) = init(&module, "nested") else {
        panic!("an array")
    };
    assert_eq!(rows[0].value, Constant::Bytes(b"ab"[..].into()));
    assert_eq!(rows[1].value, Constant::Zero);
    assert_eq!(rows[1].ty.to_string(), "[2 x i8]");
    let Constant::Struct {
        packed: false,
        fields,
    } = init(&module, "pair")
    else {
        panic!("a struct")
    };
    assert_eq!(
        (&fields[0].value, &fields[1].value),
        (&int(1), &global("int"))
    );
    assert!(
        matches!(init(&module, "packed"), Constant::Struct { packed: true, fields } if fields.len() == 2)
    );
    assert!(matches!(init(&module, "vector"), Constant::Vector(list) if list.len() == 4));
    assert!(matches!(init(&module, "same"), Constant::Splat(one) if one.value == int(9)));
}

#[test]
fn plain_keywords() {
    let module = constants();
    assert_eq!(init(&module, "nothing"), &Constant::Null);
    assert_eq!(init(&module, "undefined"), &Constant::Undef);
    assert_eq!(init(&module, "poisoned"), &Constant::Poison);
    assert_eq!(init(&module, "empty"), &Constant::Zero);
}

#[test]
fn floats_are_the_bits_of_their_own_format() {
    let module = constants();
    let bits = |name: &str| {
        let Constant::Float(float) = init(&module, name) else {
            panic!("a float")
        };
        (float.kind, float.bits())
    };
    assert_eq!(bits("half"), (FloatKind::Half, 0x3c00));
    assert_eq!(bits("brain"), (FloatKind::BFloat, 0x3f80));
    assert_eq!(
        bits("single"),
        (FloatKind::Float, u128::from(0.1f32.to_bits()))
    );
    assert_eq!(
        bits("double"),
        (FloatKind::Double, u128::from(1.25f64.to_bits()))
    );
    assert_eq!(
        bits("extended"),
        (FloatKind::X86Fp80, 0x3fff_8000_0000_0000_0000)
    );
    assert_eq!(bits("quad"), (FloatKind::Fp128, 0x3fff << 112));
    assert_eq!(
        bits("pairs"),
        (FloatKind::PpcFp128, u128::from(1f64.to_bits()))
    );
    let newer = parse(include_bytes!("ll/newer.ll")).expect("a module");
    let Constant::Float(one) = init(&newer, "f") else {
        panic!("a float")
    };
    assert_eq!(one.as_f64(), Some(1.0));
    let Constant::Float(infinite) = init(&newer, "inf") else {
        panic!("a float")
    };
    assert_eq!(infinite.as_f64(), Some(f64::NEG_INFINITY));
}

#[test]
fn a_float_that_the_type_cannot_hold_is_refused() {
    let error = parse("@x = global float 0.1").expect_err("inexact");
    assert_eq!((error.line, error.column), (1, 19));
    assert!(parse("@x = global double 0xK3FFF8000000000000000").is_err());
}

#[test]
fn address_expressions() {
    let module = constants();
    let Constant::Expr(expr) = init(&module, "element") else {
        panic!("an expression")
    };
    let ConstExpr::GetElementPtr {
        flags,
        inrange: None,
        source,
        base,
        indices,
    } = &**expr
    else {
        panic!("an address")
    };
    assert!(flags.has(Flags::INBOUNDS) && !flags.has(Flags::NUW));
    assert_eq!(source.to_string(), "[3 x i16]");
    assert_eq!(base.value, global("array"));
    assert_eq!(indices[1].value, int(2));
    let Constant::Expr(expr) = init(&module, "ranged") else {
        panic!("an expression")
    };
    let ConstExpr::GetElementPtr {
        flags,
        inrange: Some(range),
        ..
    } = &**expr
    else {
        panic!("an address with a range")
    };
    assert!(flags.has(Flags::NUW));
    assert_eq!(range, &(IntConst::from(-8), IntConst::from(16)));
}

#[test]
fn arithmetic_expressions_nest() {
    let module = constants();
    let Constant::Expr(expr) = init(&module, "difference") else {
        panic!("an expression")
    };
    let ConstExpr::Binary {
        op: BinaryOp::Sub,
        flags,
        lhs,
        rhs: _,
    } = &**expr
    else {
        panic!("a difference")
    };
    assert_eq!(*flags, Flags::NUW);
    let Constant::Expr(expr) = &lhs.value else {
        panic!("an expression")
    };
    let ConstExpr::Cast {
        op: CastOp::PtrToInt,
        value,
        to,
        ..
    } = &**expr
    else {
        panic!("a conversion")
    };
    assert_eq!((&value.value, to), (&global("array"), &Type::Int(64)));
    let Constant::Expr(expr) = init(&module, "space") else {
        panic!("an expression")
    };
    let ConstExpr::Cast {
        op: CastOp::AddrSpaceCast,
        to,
        ..
    } = &**expr
    else {
        panic!("a conversion")
    };
    assert_eq!(to, &Type::Ptr { addrspace: 1 });
}

#[test]
fn block_addresses() {
    let module = constants();
    let expected = Constant::BlockAddress {
        function: Ident::Name("jump".into()),
        block: Ident::Name("there".into()),
    };
    assert_eq!(init(&module, "label"), &expected);
}

#[test]
fn expressions_of_older_versions() {
    let module = parse(include_bytes!("ll/removed_expressions.ll")).expect("a module");
    for name in [
        "cmp", "fcmp", "choice", "divided", "extended", "member", "changed", "index",
    ] {
        assert!(matches!(init(&module, name), Constant::Expr(_)), "{name}");
    }
    let Constant::Expr(expr) = init(&module, "changed") else {
        panic!("an expression")
    };
    let ConstExpr::InsertValue {
        indices, element, ..
    } = &**expr
    else {
        panic!("an insertion")
    };
    assert_eq!((&**indices, &element.value), (&[1][..], &int(2)));
}

#[test]
fn hexadecimal_integers() {
    let module = parse("@a = global i8 s0xFF\n@b = global i8 u0xFF").expect("a module");
    assert_eq!(init(&module, "a"), &int(-1));
    assert_eq!(init(&module, "b"), &int(255));
}

#[test]
fn types_print_as_written() {
    for text in [
        "{ i1, half, bfloat, float, double, x86_fp80, fp128, ppc_fp128 }",
        "<{ ptr, ptr addrspace(3), [0 x i8] }>",
        "[4 x <vscale x 2 x i64>]",
        "<8 x i16>",
        "i32 (ptr, ...)",
        "void ()",
        "{}",
        "%struct.x",
        "%7",
        "target(\"spirv.Image\", void, i32, 1, 0)",
        "void (...)",
    ] {
        let module = parse(format!("%t = type {text}")).expect(text);
        let printed = match &module.types[0].1 {
            TypeDef::Struct(body) => body.to_string(),
            TypeDef::Other(ty) => ty.to_string(),
            TypeDef::Opaque => panic!("not opaque"),
        };
        assert_eq!(printed, text);
    }
}

#[test]
fn typed_pointers_are_pointers() {
    let module = parse(include_bytes!("ll/typed_pointers.ll")).expect("a module");
    let Some(TypeDef::Struct(list)) = module.type_def(&Ident::Name("struct.list".into())) else {
        panic!("a struct")
    };
    assert_eq!(list.fields, vec![Type::Int(32), Type::PTR, Type::PTR]);
    let walk = module.function("walk").expect("a function");
    assert_eq!(walk.ret, Type::PTR);
    assert_eq!(walk.params[2].ty, Type::Ptr { addrspace: 2 });
    assert_eq!(
        walk.params[0].attrs.byval().map(Type::to_string),
        Some("%struct.list".into())
    );
}
