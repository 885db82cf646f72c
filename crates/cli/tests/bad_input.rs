//! Input that nobody would write: whatever it is, the answer is a verdict or a clear error, in
//! time, and never a crash.

mod support;

use std::fmt::Write as _;
use std::path::Path;
use support::Folder;

/// Runs Cassay on a file; its exit status, which must be one of a verdict or of an error. The limit
/// is so high that only what never ends reaches it.
#[track_caller]
fn answer(folder: &Folder, name: &str, text: impl AsRef<[u8]>) -> (i32, String) {
    folder.write(name, text);
    let output = folder.run(&["--unwind", "3", "--timeout", "900s", name]);
    let message = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap_or(-1);
    assert!((0..=3).contains(&code), "{name}: {code} {message}");
    assert_eq!(
        code == 2,
        message.starts_with("error: "),
        "{name}: {message}"
    );
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(!out.contains("time limit reached"), "{name}: {out}");
    (code, format!("{out}{message}"))
}

/// Expects this exit status.
#[track_caller]
fn status(folder: &Folder, name: &str, text: impl AsRef<[u8]>, expected: i32) {
    let (code, message) = answer(folder, name, text);
    assert_eq!(code, expected, "{name}: {message}");
}

/// A body inside `main`, with an unknown `x`.
fn main_with(body: &str) -> String {
    format!("int nd_int(void);\nint main(void) {{ int x = nd_int(), y = 0;\n{body}\nreturn y; }}\n")
}

/// So many lines made from their number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, index| {
        let _ = writeln!(text, "{}", line(index));
        text
    })
}

/// A random number from a state; good enough to choose places with.
fn random(state: &mut u64, below: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below.max(1)
}

#[test]
fn c_files_that_end_early() {
    let folder = Folder::new("cut-c");
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read(top.join("examples/ring_buffer.c")).expect("an example");
    for part in 1..24 {
        answer(&folder, "cut.c", &text[..text.len() * part / 24]);
    }
}

#[test]
fn deep_nesting() {
    let folder = Folder::new("deep");
    let nest = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    // Deeper than clang allows: its own message is shown.
    let parens = main_with(&format!("y = {};", nest("(", "0", ")", 10_000)));
    status(&folder, "parens.c", parens, 2);
    status(
        &folder,
        "braces.c",
        main_with(&nest("{", "", "}", 10_000)),
        2,
    );
    status(
        &folder,
        "ifs.c",
        main_with(&nest("if (x) {\n", "", "}", 10_000)),
        2,
    );
    // As deep as it does.
    let parens = main_with(&format!("y = {};", nest("(", "0", ")", 900)));
    status(&folder, "parens.c", parens, 0);
    status(&folder, "braces.c", main_with(&nest("{", "", "}", 900)), 0);
    status(
        &folder,
        "ifs.c",
        main_with(&nest("if (x) {\n", "y++;", "}", 200)),
        0,
    );
    let unary = main_with(&format!("y = {}x;", "~".repeat(10_000)));
    status(&folder, "unary.c", unary, 0);
    // Deeper than its stack.
    let unary = main_with(&format!("y = {}x;", "~".repeat(3_000_000)));
    let (code, text) = answer(&folder, "crash.c", unary);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("crash.c: clang crashed"), "{text}");
    let pointers = format!(
        "int {} p;\nint main(void) {{ return p != 0; }}\n",
        "*".repeat(10_000)
    );
    status(&folder, "pointers.c", pointers, 0);
}

#[test]
fn long_chains() {
    let folder = Folder::new("chains");
    let chain = lines(10_000, |i| format!("if (x == {i}) y = {i}; else"));
    status(&folder, "else.c", main_with(&format!("{chain} y = 1;")), 0);
    let sum = "y +\n".repeat(20_000);
    status(&folder, "sum.c", main_with(&format!("y = {sum} 0;")), 0);
    let cases = lines(10_000, |i| format!("case {i}: y = {}; break;", i * 7 % 13));
    status(
        &folder,
        "switch.c",
        main_with(&format!("switch (x) {{\n{cases}}}")),
        0,
    );
    let jumps = lines(10_000, |i| format!("l{i}: goto l{};", i + 1));
    status(
        &folder,
        "goto.c",
        main_with(&format!("goto l0;\n{jumps}l10000:;")),
        0,
    );
    let statements = main_with(&"y ^= x;\n".repeat(50_000));
    status(&folder, "statements.c", statements, 0);
}

#[test]
fn many_and_large_objects() {
    let folder = Folder::new("large");
    let globals = lines(5_000, |i| format!("int g{i} = {i};"));
    let uses = lines(5_000, |i| format!("y ^= g{i};"));
    status(&folder, "globals.c", globals + &main_with(&uses), 0);
    let literal = "a".repeat(1 << 20);
    let string = format!("const char *s = \"{literal}\";\n");
    status(
        &folder,
        "string.c",
        string + &main_with("y = 1 / (s[1048575] == 'a');"),
        0,
    );
    let values: Vec<String> = (0..100_000).map(|i| i.to_string()).collect();
    let table = format!("int table[] = {{{}}};\n", values.join(","));
    status(
        &folder,
        "long_line.c",
        table + &main_with("y = 1 / table[99999];"),
        0,
    );
    let members = lines(20_000, |i| format!("int m{i};"));
    let structure = format!("struct s {{\n{members}}} g;\n");
    status(&folder, "members.c", structure + &main_with("y = g.m7;"), 0);
    status(
        &folder,
        "huge_local.c",
        main_with("char a[1ul << 40]; a[1ul << 39] = 1;"),
        0,
    );
    status(
        &folder,
        "huge_global.c",
        "char a[1ul << 62];\n".to_string() + &main_with(""),
        2,
    );
    status(
        &folder,
        "wide.c",
        "_BitInt(8388607) g;\n".to_string() + &main_with(""),
        0,
    );
    let wrong =
        "int main(void) { unsigned _BitInt(100000) x = 1; x *= x + 3; return 1 / (x == 4); }";
    status(&folder, "wide_product.c", wrong, 0);
}

#[test]
fn bytes_that_are_no_text() {
    let folder = Folder::new("bytes");
    status(
        &folder,
        "code.c",
        b"int main(void) { return 0; }\xff\xfe",
        2,
    );
    status(
        &folder,
        "identifier.c",
        b"int \xff\xfex; int main(void) { return 0; }",
        2,
    );
    status(
        &folder,
        "comment.c",
        b"/* \xff */ int main(void) { return 0; } // \x80\n",
        0,
    );
    let string = b"int main(void) { const char *s = \"\xff\xfe\"; return 1 / (s[0] == -1); }";
    status(&folder, "string.c", string, 0);
    // The line is shown with the bad bytes replaced.
    let shown = b"int main(void) { const char *s = \"\xff\xfe\"; return 1 / (s[0] == 5); }";
    let (code, text) = answer(&folder, "shown.c", shown);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("const char *s = \"\u{fffd}"), "{text}");
    answer(&folder, "zero.c", b"int main(void) { return\0 0; }\0");
    let mut state = 1;
    let noise: Vec<u8> = (0..5_000).map(|_| random(&mut state, 256) as u8).collect();
    status(&folder, "noise.c", &noise, 2);
    status(&folder, "noise.ll", &noise, 2);
    let program = std::fs::read(env!("CARGO_BIN_EXE_cassay")).expect("the program");
    let start = &program[..program.len().min(1 << 20)];
    status(&folder, "binary.c", start, 2);
    status(&folder, "binary.ll", start, 2);
}

#[test]
fn includes_that_lead_nowhere() {
    let folder = Folder::new("includes");
    status(
        &folder,
        "circle.c",
        "#include \"circle.c\"\nint main(void) { return 0; }\n",
        2,
    );
    let text = folder.write(
        "missing.c",
        "#include \"nowhere.h\"\nint main(void) { return 0; }\n",
    );
    assert!(text.exists());
    folder.refused(
        &["missing.c"],
        "missing.c:1:10: fatal error: 'nowhere.h' file not found",
    );
    status(
        &folder,
        "directory.c",
        "#include \".\"\nint main(void) { return 0; }\n",
        2,
    );
    status(&folder, "lines.c", "\n".repeat(100_000), 2);
    std::fs::create_dir(folder.path().join("folder.c")).expect("a folder");
    folder.refused(&["folder.c"], "folder.c: is a directory");
}

#[test]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("unreadable");
    let path = folder.write("secret.c", "int main(void) { return 0; }\n");
    let none = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(&path, none).expect("permissions");
    // A superuser reads it all the same.
    match std::fs::read(&path) {
        Ok(_) => folder.expect(&["secret.c"], 0),
        Err(_) => folder.refused(&["secret.c"], "secret.c: cannot be read"),
    };
}

/// What clang makes of a program with a little of everything.
fn mixed() -> Vec<u8> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/mixed.c");
    let compile = |clang: &str| {
        std::process::Command::new(clang)
            .args([
                "-S",
                "-emit-llvm",
                "-g",
                "-O1",
                "-Xclang",
                "-disable-llvm-passes",
                "-w",
            ])
            .args([
                "-fsanitize=signed-integer-overflow,array-bounds,shift,null",
                "-o",
                "-",
            ])
            .arg("-fsanitize-recover=all")
            .arg(&source)
            .output()
    };
    let output = compile("clang-19").or_else(|_| compile("clang"));
    let text = output.expect("clang starts").stdout;
    assert!(text.len() > 10_000);
    text
}

#[test]
fn llvm_files_that_are_damaged() {
    let folder = Folder::new("llvm");
    let whole = mixed();
    let (code, text) = answer(&folder, "whole.ll", &whole);
    assert_ne!(code, 2, "{text}");
    for part in 1..40 {
        answer(&folder, "cut.ll", &whole[..whole.len() * part / 40]);
    }
    let words = [
        "99999999999",
        "-1",
        "ptr",
        "i1",
        "undef",
        "[2 x i8]",
        "%0",
        "(",
        "}",
        "!0",
    ];
    let mut state = 7;
    for _ in 0..40 {
        let mut bytes = whole.clone();
        for _ in 0..=random(&mut state, 3) {
            let at = random(&mut state, bytes.len());
            match random(&mut state, 4) {
                0 => bytes[at] = random(&mut state, 256) as u8,
                1 => {
                    let end = (at + random(&mut state, 20)).min(bytes.len());
                    bytes.drain(at..end);
                }
                2 => {
                    let word = words[random(&mut state, words.len())];
                    bytes.splice(at..at, word.bytes());
                }
                _ => {
                    let from = random(&mut state, bytes.len());
                    let end = (from + random(&mut state, 40)).min(bytes.len());
                    let copy = bytes[from..end].to_vec();
                    bytes.splice(at..at, copy);
                }
            }
        }
        answer(&folder, "changed.ll", &bytes);
    }
}

#[test]
fn llvm_files_of_absurd_sizes() {
    let folder = Folder::new("absurd");
    let program = |globals: &str, body: &str| {
        format!("{globals}\ndefine i32 @main() {{\n{body}\nret i32 0\n}}\n")
    };
    let read = "%v = load i8, ptr @g";
    let global = |ty: &str, value: &str| program(&format!("@g = global {ty} {value}"), read);
    let zero = "zeroinitializer";
    answer(
        &folder,
        "array63.ll",
        global("[9223372036854775808 x i8]", zero),
    );
    answer(
        &folder,
        "array_bytes.ll",
        global("[9223372036854775807 x i64]", zero),
    );
    status(
        &folder,
        "array65.ll",
        global("[99999999999999999999 x i8]", zero),
        2,
    );
    let stack = "%a = alloca [9223372036854775807 x [9223372036854775807 x i64]]\n\
                 %b = alloca i64, i64 9223372036854775807\nstore i64 1, ptr %b\nstore i8 0, ptr %a";
    answer(&folder, "alloca.ll", program("", stack));
    let wide = "%a = load i8388607, ptr @g\n%b = add i8388607 %a, %a\nstore i8388607 %b, ptr @g";
    answer(&folder, "wide.ll", program("@g = global i8388607 0", wide));
    status(&folder, "too_wide.ll", global("i99999999999", "0"), 2);
    let nest = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(50_000), close.repeat(50_000))
    };
    status(
        &folder,
        "deep_array.ll",
        global(&nest("[1 x ", "i8", "]"), zero),
        2,
    );
    status(
        &folder,
        "deep_struct.ll",
        global(&nest("{ ", "i8", " }"), zero),
        2,
    );
    status(
        &folder,
        "deep_sum.ll",
        global("i64", &nest("add (i64 1, i64 ", "1", ")")),
        2,
    );
    let doubled = lines(100, |i| {
        format!("%t{i} = type {{ %t{}, %t{} }}", i + 1, i + 1)
    });
    let doubled = doubled + "%t100 = type { i8 }\n@g = global %t0 zeroinitializer";
    answer(&folder, "doubled.ll", program(&doubled, read));
    let itself = "%t = type { %t, i8 }\n@g = global %t zeroinitializer";
    answer(&folder, "itself.ll", program(itself, read));
    let circle = "@g = alias i8, ptr @h\n@h = alias i8, ptr @g";
    answer(&folder, "alias.ll", program(circle, read));
    answer(&folder, "vector.ll", global("<4294967295 x i64>", zero));
    let types = lines(50_000, |i| {
        let next = i + 3;
        format!(
            "!{} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{next}, size: 64)",
            i + 2
        )
    });
    let described = format!(
        "@g = global i32 0, !dbg !0\n!0 = !DIGlobalVariableExpression(var: !1, expr: \
         !DIExpression())\n!1 = !DIGlobalVariable(name: \"g\", type: !2)\n{types}"
    );
    status(&folder, "described.ll", program(&described, read), 0);
}
