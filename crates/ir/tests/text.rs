//! The text form reads back to the same program, and rejects everything else politely.

use cassay_base::{FileId, Span};
use cassay_bv::Bv;
use cassay_ir::text::{parse, print, print_functions};
use cassay_ir::*;

/// One of everything: every type, statement, terminator and expression.
const EVERYTHING: &str = r#"
target 64
file 0 "main.c"
file 1 "dir/a \22quoted\22 name.h"
type 4 = i32
type 5 = i8
type 6 = struct size 8 align 4 { 0: i32, 4: i8 }
type 7 = [3 x struct.6]
ctype 1 = int "unsigned int" 32 unsigned
ctype 2 = pointer 3
ctype 3 = struct "node" size 16 { "value" 1 at 0, "flag" 1 at 32 bits 3, "" 2 at 64 }
ctype 4 = enum "colour" 32 { "RED": 0, "BLUE": -7 }
ctype 5 = array 1 len 4
ctype 6 = array 1
ctype 7 = typedef "size_t" 1
ctype 8 = union "u" size 4 { }
ctype 9 = char signed
ctype 10 = bool
ctype 11 = float "double" 64
ctype 12 = void
ctype 13 = function
note "stub" "returns any value" @0:2:1
note may_hide "assembly" "changes \22nothing\22"
global @count: i32 ctype 1 = { 0: 5:i32 } @0:1:5
global @text: [4 x i8] align 1 constant = { 0: "ab\00" }
global @table: [4 x ptr] = { 0: &@count, 8: &@text+2, 16: &fn main, 24: &@text-1 }
global @"odd name": i64 thread_local = external
global @count2: i8
global @x#5: i8
global @x#6: i8
fn helper(%0: i32, %1: ptr, ...) -> void;
fn sum(%0: i32) -> i32 @0:3:1 {
  var x: i32 param 0 ctype 1 @0:3:9
bb0:
  declare x @0:3:9
  store i32 %0 -> x
  %1: i32 = load x
  return add(%1, -1) @0:4:3
}
fn main() -> i32 {
  var a: [4 x i32] align 16 address_taken
  var i#1: i32 constant
  var i#2: i64
  var #3: struct.6
  var "fn": i8
  temps %12: f80
bb0:
  %0: i32 = 7
  %1: i64 = sext(%0, i64)
  %2: ptr = ptradd(&a, mul(%1, 4))
  %3: i32 = load volatile *%2 align 4 moves
  store volatile i32 select(slt(%3, 10), %3, 0) -> a+8
  store i8 -1 -> *ptradd(null, -1) align 1
  assume and(ne(%3, 0), not(eq(&@count, &"fn")))
  assert #0 slt(%3, 10) [bounds] "index out of bounds" @0:4:3
  assert #1 in_bounds(%2, 4) [pointer.bounds]
  assert #2 initialised(%2, 255:i32) [uninitialised]
  assert #3 not(sadd_overflows(%3, 1)) [overflow.add]
  assert #4 false [division-by-zero]
  %4: i8 = havoc "nd_uchar()"
  declare i#1
  dead i#2
  seal i#1
  %5: ptr = alloc zeroed_heap 16 align 16
  %6: ptr = alloc stack %1 align 1
  %17: ptr = alloc static %1 align 1 texts 131072
  %18: ptr = alloc static 80 align 16 pointers ptradd(%17, 16) step 131072
  free %5
  memcpy %5, %6, 8
  memmove %5, %6, %1
  memset %5, 255, 8
  call helper(%0, %2, 3:i16, f32 0x3f800000)
  %7: i32 = call sum(udiv(%0, 0x10))
  %8: f64 = f64 0x3ff0000000000000 /* one */
  %9: i1 = fcmp.leu(fadd(%8, fneg(%8)), %8)
  %10: struct.6 = with_component(aggregate(struct.6, 1:i32, 2:i8), 1, %4)
  %11: i8 = component(%10, 1)
  %13: i32 = call *&fn sum(%0)
  %14: <4 x i32> = undef <4 x i32>
  %15: i129 = 340282366920938463463374607431768211457
  atomic_begin
  atomic_end
  fence acquire
  assert #6 progress() [deadlock] "d"
  wait true
  %19: i32 = load atomic seq_cst a+4
  store volatile atomic release i32 %19 -> a+8
  unsupported "inline assembly"
  if eq(%0, 3) goto bb1 else bb2
bb1:
  switch %3 { 1 => bb2, -2 => bb3, else => bb4 } @1:20:1
bb2:
  goto_index %1 [bb1, bb3]
bb3:
  %16: i32 = invoke sum(%0) to bb4 unwind bb5
bb4:
  goto bb5
bb5:
  invoke *%2() to bb6 unwind bb6
bb6:
  return 0
bb7:
  unwind
bb8:
  unwind %2
bb9:
  unreachable
}
"#;

#[test]
fn everything_reads_back_the_same() {
    let program = parse(EVERYTHING).unwrap();
    let text = print(&program);
    assert_eq!(parse(&text).unwrap(), program);
    assert_eq!(print(&parse(&text).unwrap()), text);
    // What was written by hand is already the printed form, but for what may be left out.
    for line in EVERYTHING.lines().filter(|l| l.starts_with("  ")) {
        let differs = ["0x10", "/* one */", "255", "0x3f"]
            .iter()
            .any(|d| line.contains(d));
        assert!(differs || text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn comments_show_the_source_line_in_the_short_form() {
    let program = parse(EVERYTHING).unwrap();
    let text = print_functions(&program);
    assert!(text.contains("  // main.c:3\n  declare x\n"), "{text}");
    assert!(!text.contains("@0:"), "{text}");
    assert!(!text.contains("ctype"), "{text}");
}

#[test]
fn literals_take_their_width_from_what_surrounds_them() {
    let text = "fn f(%0: i16) -> i8 {\nbb0:\n  %1: i1 = ult(%0, 300)\n  return 200\n}\n";
    let program = parse(text).unwrap();
    let function = &program.functions[FuncId(0)];
    let StmtKind::Assign { value, .. } = &function.blocks[BlockId(0)].stmts[0].kind else {
        panic!("not an assignment");
    };
    let expected = Expr::compare(CompareOp::ULt, Expr::Temp(TempId(0)), Expr::int(16, 300));
    assert_eq!(*value, expected);
    let returned = Terminator::Return(Some(Expr::Int(Bv::from_u64(8, 200))));
    assert_eq!(function.blocks[BlockId(0)].terminator, returned);
}

#[test]
fn programs_built_by_hand_read_back() {
    let mut program = Program::new(DataLayout { pointer_bits: 32 });
    let i32_ty = program.types.int(32);
    let file = program.files.push("dir\n\"x\\é.c".into());
    let mut function = Function::declaration("a function", i32_ty, true);
    let span = Span {
        file,
        line: 3,
        column: 0,
    };
    let local = |name: &str| Local {
        name: name.into(),
        ty: i32_ty,
        ctype: CTypeTable::UNKNOWN,
        align: 64,
        span,
        param: None,
        address_taken: false,
        constant: true,
        arguments: true,
        block: true,
    };
    for name in ["", "", "volatile", "1", "same", "same", "tab\t"] {
        function.locals.push(local(name));
    }
    let stmts = function
        .locals
        .ids()
        .map(|id| Stmt {
            kind: StmtKind::Declare(id),
            span: Span::NONE,
        })
        .chain([Stmt {
            kind: StmtKind::Store {
                place: Place::Variable(Variable::Local(LocalId(2)), 4),
                value: Expr::int(7, 100),
                volatile: false,
                order: None,
            },
            span: Span {
                file: FileId(9),
                line: 0,
                column: 1,
            },
        }])
        .collect();
    function.blocks.push(Block {
        stmts,
        terminator: Terminator::Return(Some(Expr::int(16, 3))),
        span: Span::NONE,
    });
    program.functions.push(function.clone());
    for assumption in ["one", "two"] {
        let note = program.add_note(Note {
            kind: cassay_ir::NoteKind::Model,
            subject: "a function".into(),
            assumption: assumption.into(),
            may_hide: assumption == "two",
            span,
        });
        function.notes.push(note);
    }
    function.library = true;
    function.symbol = Some("_Z1fv".into());
    program.functions.push(function);
    program.globals.push(Global {
        name: "address of x".into(),
        ty: TypeTable::PTR,
        ctype: CTypeTable::UNKNOWN,
        align: 4,
        init: Initializer::External,
        constant: false,
        thread_local: false,
        device: false,
        model: true,
        address_of: Some("x".into()),
        span,
    });
    program
        .functions
        .push(Function::declaration("", TypeTable::VOID, false));
    let text = print(&program);
    assert_eq!(parse(&text).unwrap(), program, "{text}");
}

/// Each text with a part of the message it must give, and the line.
const BAD: &[(&str, u32, &str)] = &[
    ("nonsense", 1, "starts nothing"),
    ("target 48", 1, "32 or 64"),
    ("type 3 = i32\ntarget 64", 2, "first"),
    ("file 1 \"a\"", 1, "in order"),
    ("file 0 \"a", 1, "does not end"),
    ("file 0 \"\\zz\"", 1, "two hex digits"),
    ("file 0 \"\\ff\"", 1, "UTF-8"),
    ("/* never", 1, "comment"),
    ("global @x: i0", 1, "not a type"),
    ("global @x: i99999999999", 1, "not a type"),
    ("global @x: [9999999999999999999 x i64]", 1, "too large"),
    ("global @x: [99999999 x [99999999 x i64]]", 1, "too large"),
    ("global @x: struct.4", 1, "no type 4"),
    ("fn f() -> void notes 0;", 1, "no note 0"),
    ("type 3 = struct size 4 align 3 { }", 1, "out of range"),
    ("global @x: i32 = { 0: 5 }", 1, "needs its width"),
    ("global @x: i32 = { 0: 256:i8 }", 1, "does not fit"),
    ("global @x: i32 = { 0: -129:i8 }", 1, "does not fit"),
    ("global @x: i32 ctype 4", 1, "no source type 4"),
    ("global @x: ptr = { 0: &@y }", 1, "unknown global"),
    (
        "global @x: i8\nglobal @x: i8\nglobal @p: ptr = { 0: &@x }",
        3,
        "several globals",
    ),
    ("fn f() -> void { bb1: return }", 1, "in order"),
    ("fn f() -> void { bb0: return %0 }", 1, "no type"),
    ("fn f(%1: i8) -> void;", 1, "missing"),
    (
        "fn f(%0: i8) -> void { bb0: %0: i16 = 0 return }",
        1,
        "two types",
    ),
    (
        "fn f() -> void { bb0: store i8 1 -> x return }",
        1,
        "unknown variable",
    ),
    (
        "fn f(%0: i8) -> void { var x: i8 bb0: store i16 %0 -> x return }",
        1,
        "another type",
    ),
    (
        "fn f() -> void { bb0: assert true [nothing] return }",
        1,
        "property class",
    ),
    (
        "fn f() -> void { bb0: call g() return }",
        1,
        "unknown function",
    ),
    (
        "fn f() -> void { bb0: return frob(1:i8) }",
        1,
        "not an operator",
    ),
    ("fn f() -> void { bb0: return", 1, "a block"),
    ("fn f() -> void { bb0: ", 1, "statement"),
    ("fn f(", 1, "a temporary"),
    ("\n\n  ?", 3, "unexpected character"),
    ("fn f() -> void { bb0: goto 3 }", 1, "a block"),
    (
        "fn f() -> void { bb0: %0: i1 = 0x return }",
        1,
        "cannot be read",
    ),
];

#[test]
fn errors_say_what_and_where() {
    for (text, line, part) in BAD {
        let error = parse(text).unwrap_err();
        assert!(error.message.contains(part), "{text}: {error}");
        assert_eq!(error.line, *line, "{text}: {error}");
    }
}

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    let expr = format!("{}true{}", "not(".repeat(100_000), ")".repeat(100_000));
    let text = format!("fn f() -> void {{ bb0: assume {expr} return }}");
    assert!(parse(&text).unwrap_err().message.contains("deeply"));
    let ty = format!("{}i8{}", "[1 x ".repeat(100_000), "]".repeat(100_000));
    assert!(
        parse(&format!("global @x: {ty}"))
            .unwrap_err()
            .message
            .contains("deeply")
    );
}

#[test]
fn no_damaged_text_panics() {
    // Every prefix, and every text with one character missing or doubled.
    for (index, c) in EVERYTHING.char_indices() {
        let (before, after) = EVERYTHING.split_at(index);
        let _ = parse(before);
        let _ = parse(&format!("{before}{}", &after[c.len_utf8()..]));
        let _ = parse(&format!("{before}{c}{after}"));
    }
    // Every pair of neighbouring words swapped.
    let words: Vec<&str> = EVERYTHING.split_whitespace().collect();
    for index in 1..words.len() {
        let mut swapped = words.clone();
        swapped.swap(index - 1, index);
        if let Ok(program) = parse(&swapped.join(" ")) {
            assert_eq!(parse(&print(&program)).unwrap(), program);
        }
    }
}
