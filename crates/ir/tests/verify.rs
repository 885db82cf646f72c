//! Every rule of the verifier is broken once.

use cassay_base::Span;
use cassay_bv::Bv;
use cassay_ir::text::parse;
use cassay_ir::*;

/// The messages for a program in text form.
fn errors(text: &str) -> String {
    let program = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    messages(&program)
}

fn messages(program: &Program) -> String {
    match verify(program) {
        Ok(()) => "none".to_owned(),
        Err(errors) => {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            errors.join("\n")
        }
    }
}

/// A body inside a function with temporaries of several types.
fn body_errors(body: &str) -> String {
    errors(&format!(
        "type 3 = i32\ntype 4 = struct size 8 align 4 {{ 0: i32, 4: i32 }}\n\
         global @g: i32\n\
         fn callee(%0: i32, %1: ptr) -> i32 {{ bb0: return %0 }}\n\
         fn printf(%0: ptr, ...) -> i32;\n\
         fn nothing() -> void {{ bb0: return }}\n\
         fn f(%0: i8, %1: i32, %2: i64, %3: ptr, %4: f32, %5: f64, %6: struct.4, %7: i1) -> i32 {{\n\
         var x: i32\nbb0:\n{body}\nbb1:\nreturn 0\n}}"
    ))
}

#[test]
fn good_bodies_pass() {
    for body in [
        "goto bb1",
        "%8: i32 = add(%1, 3) store i32 %8 -> x return %8",
        "%8: i32 = call callee(%1, %3) goto bb1",
        "call nothing() %8: i32 = call printf(%3, %1, %5) goto bb1",
        "%8: i64 = bitcast(%5, i64) %9: f64 = bitcast(%3, f64) goto bb1",
        "%8: f64 = fptofp(%4, f64) %9: i1 = fcmp.l(%8, %5) goto bb1",
        "%8: struct.4 = with_component(%6, 1, component(%6, 0)) goto bb1",
        "memcpy %3, &x, 4 memset %3, 1, %2 free %3 goto bb1",
        "%8: ptr = select(%7, null, ptradd(&@g, %2)) %9: i32 = load *%8 align 4 goto bb1",
        "%8: i32 = call *%3(%1, %2) goto bb1",
        "switch %0 { 1 => bb1, 2 => bb0, else => bb1 }",
        "goto_index %2 [bb0, bb1]",
        "assert progress() [deadlock] \"d\" wait %7 goto bb1",
    ] {
        assert_eq!(body_errors(body), "none", "{body}");
    }
}

/// Bodies with a part of the message they must give.
const BAD: &[(&str, &str)] = &[
    (
        "assert progress() [deadlock] \"d\" assume %7 goto bb1",
        "without a wait behind it",
    ),
    ("%8: i1 = progress() goto bb1", "not claimed"),
    (
        "%8: i32 = add(%1, %0) goto bb1",
        "add of Int(32) and Int(8)",
    ),
    ("%8: f32 = add(%4, %4) goto bb1", "add of Float"),
    ("%8: ptr = not(%3) goto bb1", "not of Ptr"),
    ("%8: i1 = eq(%3, %2) goto bb1", "eq of Ptr and Int(64)"),
    ("%8: i1 = slt(%4, %4) goto bb1", "slt of Float"),
    (
        "%8: i1 = sadd_overflows(%1, %2) goto bb1",
        "sadd_overflows of",
    ),
    ("%8: i32 = %2 goto bb1", "assignment: Int(64) for Int(32)"),
    (
        "%8: i32 = trunc(%0, i32) goto bb1",
        "trunc of Int(8) to Int(32)",
    ),
    ("%8: i32 = zext(%2, i32) goto bb1", "zext of"),
    ("%8: i32 = sext(%1, i32) goto bb1", "sext of"),
    ("%8: i32 = ptrtoint(%2, i32) goto bb1", "ptrtoint of"),
    ("%8: ptr = inttoptr(%3, ptr) goto bb1", "inttoptr of"),
    ("%8: i32 = bitcast(%2, i32) goto bb1", "bitcast of"),
    ("%8: f64 = fptofp(%5, f64) goto bb1", "fptofp of"),
    ("%8: i32 = fptosi(%1, i32) goto bb1", "fptosi of"),
    ("%8: f32 = uitofp(%4, f32) goto bb1", "uitofp of"),
    (
        "%8: i32 = select(%1, %1, %1) goto bb1",
        "condition of Int(32)",
    ),
    ("%8: i32 = select(%7, %1, %2) goto bb1", "select of"),
    (
        "%8: ptr = ptradd(%2, 0) goto bb1",
        "where a pointer is needed",
    ),
    (
        "%8: ptr = ptradd(%3, %1) goto bb1",
        "pointer moved by Int(32)",
    ),
    ("%8: struct.4 = aggregate(struct.4, %1) goto bb1", "too few"),
    (
        "%8: struct.4 = aggregate(struct.4, %1, %1, %1) goto bb1",
        "no component 2",
    ),
    (
        "%8: struct.4 = aggregate(struct.4, %1, %2) goto bb1",
        "component 1:",
    ),
    ("%8: i32 = aggregate(i32) goto bb1", "aggregate of Int"),
    ("%8: i32 = component(%6, 2) goto bb1", "no component 2"),
    ("%8: i32 = component(%1, 0) goto bb1", "no component 0"),
    (
        "%8: struct.4 = with_component(%6, 0, %2) goto bb1",
        "replacement of",
    ),
    ("%8: f32 = fneg(%1) goto bb1", "fneg of"),
    ("%8: f32 = fadd(%4, %5) goto bb1", "fadd of"),
    ("%8: i1 = fcmp.e(%5, %4) goto bb1", "fcmp.e of"),
    (
        "%8: i1 = not_null(%2, 1) goto bb1",
        "where a pointer is needed",
    ),
    (
        "%8: i1 = in_bounds(%3, %1) goto bb1",
        "in_bounds with size of Int(32)",
    ),
    (
        "%8: f32 = f32 0x3f800000:i64 goto bb1",
        "f32 constant of 64 bits",
    ),
    ("%8: i32 = undef void goto bb1", "type void"),
    ("assume %1 goto bb1", "condition: Int(32)"),
    ("assert %3 [bounds] goto bb1", "condition: Ptr"),
    ("%8: i32 = load *%2 align 4 goto bb1", "access: Int(64)"),
    ("%8: i32 = load *%3 align 3 goto bb1", "no power of two"),
    ("store i32 %1 -> *%1 align 4 goto bb1", "access: Int(32)"),
    (
        "%8: i32 = alloc heap 4 align 4 goto bb1",
        "result of an allocation",
    ),
    ("%8: ptr = alloc heap %1 align 4 goto bb1", "size: Int(32)"),
    ("%8: ptr = alloc heap 4 align 0 goto bb1", "no power of two"),
    (
        "%8: ptr = alloc heap 4 align 4 texts 16 goto bb1",
        "rows in a heap object",
    ),
    (
        "%8: ptr = alloc static 4 align 4 texts 24 goto bb1",
        "rows of 24 bytes",
    ),
    (
        "%8: ptr = alloc static 4 align 4 pointers %1 step 16 goto bb1",
        "first pointer",
    ),
    ("free %2 goto bb1", "free: Int(64)"),
    ("memcpy %2, %3, 1 goto bb1", "destination"),
    ("memcpy %3, %2, 1 goto bb1", "source"),
    ("memmove %3, %3, %1 goto bb1", "length"),
    ("memset %2, 1, 1 goto bb1", "destination"),
    ("memset %3, %1, 1 goto bb1", "byte"),
    ("memset %3, 1, %1 goto bb1", "length"),
    ("call callee(%1) goto bb1", "takes 2 arguments, not 1"),
    (
        "call callee(%1, %3, %3) goto bb1",
        "takes 2 arguments, not 3",
    ),
    ("call callee(%3, %1) goto bb1", "argument 0 of `callee`"),
    ("%8: i64 = call callee(%1, %3) goto bb1", "`callee` returns"),
    ("%8: i32 = call nothing() goto bb1", "`nothing` returns"),
    ("call printf() goto bb1", "takes 1 arguments, not 0"),
    ("call *%1() goto bb1", "call: Int(32)"),
    ("call *%3(add(%1, %2)) goto bb1", "add of"),
    ("invoke callee() to bb1 unwind bb1", "takes 2 arguments"),
    ("unwind %1", "kind of an exception: Int(32)"),
    ("goto bb7", "no block bb7"),
    ("if %7 goto bb1 else bb9", "no block bb9"),
    ("if %1 goto bb1 else bb1", "condition: Int(32)"),
    ("switch %1 { 1 => bb8, else => bb1 }", "no block bb8"),
    ("switch %1 { 1:i8 => bb1, else => bb1 }", "case of 8 bits"),
    (
        "switch %1 { 1 => bb1, 1 => bb1, else => bb1 }",
        "stands twice",
    ),
    ("switch %3 { else => bb1 }", "switch on Ptr"),
    ("goto_index %1 []", "among 0 blocks"),
    ("goto_index %3 [bb1]", "goto Ptr"),
    ("return", "returns no value"),
    ("return %2", "returned value: Int(64)"),
];

#[test]
fn every_rule_of_bodies_is_checked() {
    for (body, part) in BAD {
        let found = body_errors(body);
        assert!(found.contains(part), "{body}: {found}");
        assert!(found.starts_with("f: bb0: "), "{body}: {found}");
    }
    let found = errors("fn f() -> void { bb0: return 3:i8 }");
    assert!(found.contains("void function returns"), "{found}");
}

#[test]
fn programs_are_checked() {
    for (text, part) in [
        ("global @g: i32 = { 2: 5:i32 }", "leaves the 4 bytes"),
        ("global @g: i32 = { 0: \"abcde\" }", "leaves the 4 bytes"),
        ("global @g: i64 = { 0: 5:i32, 3: 5:i8 }", "overlaps"),
        ("global @g: i64 = { 4: 5:i32, 0: 5:i8 }", "overlaps"),
        ("global @g: i32 = { 0: &@g }", "leaves the 4 bytes"),
        ("global @g: i32 align 3", "no power of two"),
        ("global @g: void", "no type"),
        ("type 3 = struct size 2 align 1 { 0: i32 }", "malformed"),
        ("type 3 = [2 x void]", "malformed"),
        (
            "fn f() -> i32 { var x: i32 param 0 bb0: return 0 }",
            "parameter that is not there",
        ),
        (
            "fn f() -> i32 { var x: i32 align 0 bb0: return 0 }",
            "no power of two",
        ),
        (
            "fn f() -> i32 { temps %0: void bb0: return 0 }",
            "no type of a value",
        ),
        (
            "fn f(%0: i8, %0: i8) -> i32 { bb0: return 0 }",
            "not one of its own",
        ),
    ] {
        let found = errors(text);
        assert!(found.contains(part), "{text}: {found}");
    }
}

#[test]
fn a_temporary_no_path_sets_is_flagged() {
    let diamond = |left: &str, right: &str| {
        errors(&format!(
            "fn f(%0: i1) -> i32 {{ bb0: if %0 goto bb1 else bb2\n\
             bb1: {left} goto bb3\nbb2: {right} goto bb3\nbb3: return %1\n\
             bb4: %1: i32 = 0 goto bb4 }}"
        ))
    };
    assert_eq!(diamond("%1: i32 = 1", "%1: i32 = 2"), "none");
    assert_eq!(diamond("%1: i32 = 1", ""), "none");
    let found = diamond("", "");
    assert!(found.contains("bb3: terminator: %1 is read"), "{found}");
    let late = errors("fn f() -> i32 { bb0: %1: i32 = add(%0, 1) %0: i32 = 1 return %1 }");
    assert!(late.contains("statement 0: %0 is read"), "{late}");
    let round =
        "fn f() -> i32 { bb0: goto bb1 bb1: %0: i32 = 1 goto bb2 bb2: %1: i32 = %0 goto bb1 }";
    assert_eq!(errors(round), "none");
}

/// Ids that name nothing cannot be written as text.
#[test]
fn ids_out_of_range_are_errors_not_panics() {
    let none = TempId(77);
    let good = |kind: StmtKind| {
        let mut program = Program::new(DataLayout { pointer_bits: 64 });
        let mut function = Function::declaration("f", TypeTable::VOID, false);
        function.new_temp(TypeTable::PTR);
        function.blocks.push(Block {
            stmts: vec![Stmt {
                kind,
                span: Span::NONE,
            }],
            terminator: Terminator::Return(None),
            span: Span::NONE,
        });
        program.functions.push(function);
        messages(&program)
    };
    let assign = |value: Expr| StmtKind::Assign {
        dst: TempId(0),
        value,
    };
    let local = Variable::Local(LocalId(9));
    let global = Variable::Global(GlobalId(9));
    let load = |variable| StmtKind::Load {
        dst: TempId(0),
        place: Place::Variable(variable, 0),
        volatile: false,
        moves: false,
        order: None,
    };
    for (kind, part) in [
        (assign(Expr::Temp(none)), "no temporary %77"),
        (assign(Expr::AddrOf(local)), "no variable"),
        (assign(Expr::AddrOf(global)), "no variable"),
        (assign(Expr::FuncAddr(FuncId(5))), "no function fn5"),
        (assign(Expr::Undef(TypeId(50))), "no type 50"),
        (load(local), "no variable local9"),
        (load(global), "no variable global9"),
        (StmtKind::Declare(LocalId(3)), "no variable local3"),
        (StmtKind::Dead(LocalId(3)), "no variable local3"),
        (
            StmtKind::Havoc {
                dst: none,
                source: InputSource::Chosen("x".into()),
                known: None,
            },
            "no temporary",
        ),
        (
            StmtKind::Call {
                dst: None,
                target: CallTarget::Direct(FuncId(4)),
                args: Vec::new(),
            },
            "call of no function",
        ),
    ] {
        let found = good(kind.clone());
        assert!(found.contains(part), "{kind:?}: {found}");
    }
    assert_eq!(good(assign(Expr::Null)), "none");
}

#[test]
fn tables_out_of_range_are_errors_not_panics() {
    let new = || Program::new(DataLayout { pointer_bits: 64 });
    let global = |ty, ctype, constant| Global {
        address_of: None,
        name: "g".into(),
        ty,
        ctype,
        align: 1,
        init: Initializer::Parts(vec![(0, constant)]),
        constant: false,
        thread_local: false,
        device: false,
        model: false,
        span: Span::NONE,
    };
    let bits = || Constant::Bits(Bv::zero(8));
    let unknown = CTypeTable::UNKNOWN;
    let mut cases = Vec::new();
    for (global, part) in [
        (global(TypeId(99), unknown, bits()), "no type"),
        (global(TypeTable::PTR, CTypeId(9), bits()), "no source type"),
        (
            global(
                TypeTable::PTR,
                unknown,
                Constant::GlobalAddr(GlobalId(8), 0),
            ),
            "names no global",
        ),
        (
            global(TypeTable::PTR, unknown, Constant::FuncAddr(FuncId(8))),
            "names no function",
        ),
    ] {
        let mut program = new();
        program.globals.push(global);
        cases.push((program, part));
    }
    let mut program = new();
    program.types.intern(Type::Array {
        elem: TypeId(70),
        len: 3,
    });
    cases.push((program, "malformed"));
    let mut program = new();
    program.types.intern(Type::Array {
        elem: TypeTable::PTR,
        len: u64::MAX,
    });
    cases.push((program, "malformed"));
    let mut program = new();
    program.types.int(0);
    cases.push((program, "malformed"));
    let mut program = new();
    program.layout.pointer_bits = 16;
    cases.push((program, "pointers of 16 bits"));
    let mut program = new();
    program.ctypes.push(CType::Pointer(CTypeId(40)));
    cases.push((program, "source type 1"));
    let mut program = new();
    let mut function = Function::declaration("f", TypeTable::VOID, false);
    function.notes.push(NoteId(3));
    program.functions.push(function);
    cases.push((program, "note3 is not there"));
    for (program, part) in cases {
        let found = messages(&program);
        assert!(found.contains(part), "{part}: {found}");
    }
}

#[test]
fn long_chains_are_checked_in_linear_time() {
    let mut expr = "%1".to_owned();
    for _ in 0..300 {
        expr = format!("add({expr}, 1)");
    }
    assert_eq!(body_errors(&format!("%8: i32 = {expr} goto bb1")), "none");
    let mut expr = "%6".to_owned();
    for _ in 0..300 {
        expr = format!("with_component({expr}, 0, 1:i32)");
    }
    assert_eq!(
        body_errors(&format!("%8: struct.4 = {expr} goto bb1")),
        "none"
    );
}
