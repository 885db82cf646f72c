//! Programs in Rust, by way of the LLVM assembly that its compiler writes.

mod support;

use std::process::Command;
use support::Folder;

/// The flags of docs/cxx.md: what is checked is checked by the program itself, and a panic ends it.
const FLAGS: &[&str] = &[
    "--edition=2021",
    "--emit=llvm-ir",
    "-Cpanic=abort",
    "-Copt-level=2",
    "-Cno-prepopulate-passes",
    "-Coverflow-checks=on",
    "-Cdebug-assertions=on",
    "-Ccodegen-units=1",
    "-Csymbol-mangling-version=v0",
    "-g",
];

/// Compiles a program to `NAME.ll`.
fn compile(folder: &Folder, name: &str, text: &str) {
    let source = format!("{name}.rs");
    folder.write(&source, text);
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc)
        .args(FLAGS)
        .arg(&source)
        .current_dir(folder.path())
        .output()
        .expect("rustc starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
}

/// The line that both forms of a program share.
const INPUT: &str = "extern \"C\" { fn nondet_usize() -> usize; fn nondet_int() -> i32; }\n";

#[test]
fn an_index_out_of_bounds_is_a_panic() {
    let folder = Folder::new("rust-index");
    let text = |guard: &str| {
        format!(
            "{INPUT}fn pick(values: &[i32], i: usize) -> i32 {{ values[i] }}\n\
             fn main() {{ let values = [1, 2, 3, 4]; let i = unsafe {{ nondet_usize() }};\n\
             if {guard} {{ assert!(pick(&values, i) <= 4); }} }}\n"
        )
    };
    compile(&folder, "bad", &text("i <= 4"));
    let found = folder.expect(&["bad.ll", "--function", "bad::main"], 1);
    assert!(found.contains("[panic"), "{found}");
    assert!(
        found.contains("panic: call of core::panicking::panic_bounds_check"),
        "{found}"
    );
    assert!(found.contains("in bad::main, claim"), "{found}");
    assert!(found.contains("nondet_usize() = 4"), "{found}");
    assert!(found.contains("bad.rs:2:"), "{found}");
    let whole = folder.expect(&["bad.ll"], 3);
    assert!(whole.contains("--function CRATE::main"), "{whole}");
    compile(&folder, "good", &text("i < 4"));
    let proved = folder.expect(&["good.ll", "--function", "good::main"], 0);
    assert!(proved.contains("VERIFICATION SUCCESSFUL"), "{proved}");
}

#[test]
fn vectors_and_boxes_use_the_allocator() {
    let folder = Folder::new("rust-vector");
    let text = |last: i32| {
        format!(
            "{INPUT}fn main() {{ let mut v = Vec::new(); for k in 0..5 {{ v.push(k * 2); }}\n\
             let b = Box::new(unsafe {{ nondet_int() }}); let n = v.iter().sum::<i32>();\n\
             let r: Result<i32, String> = if *b > 0 {{ Ok(n) }} else {{ Err(String::from(\"small\")) }};\n\
             match r {{ Ok(n) => assert!(n == {last}), Err(e) => assert!(e.len() == 5) }} }}\n"
        )
    };
    compile(&folder, "good", &text(20));
    folder.expect(&["good.ll", "--function", "good::main"], 0);
    compile(&folder, "bad", &text(21));
    let found = folder.expect(&["bad.ll", "--function", "bad::main"], 1);
    assert!(
        found.contains("panic: call of core::panicking::panic"),
        "{found}"
    );
}

#[test]
fn overflow_and_unwrap_are_panics() {
    let folder = Folder::new("rust-overflow");
    let program =
        |body: &str| format!("{INPUT}fn main() {{ let x = unsafe {{ nondet_int() }}; {body} }}\n");
    compile(
        &folder,
        "add",
        &program("if x > 0 { std::hint::black_box(x + 1); }"),
    );
    let found = folder.expect(&["add.ll", "--function", "add::main"], 1);
    assert!(found.contains("panic_const_add_overflow"), "{found}");
    compile(
        &folder,
        "none",
        &program("let o = if x == 3 { None } else { Some(x) }; std::hint::black_box(o.unwrap());"),
    );
    let found = folder.expect(&["none.ll", "--function", "none::main"], 1);
    assert!(found.contains("core::option::unwrap_failed"), "{found}");
}

#[test]
fn what_the_library_does_out_of_sight_is_not_guessed() {
    let folder = Folder::new("rust-unknown");
    compile(
        &folder,
        "time",
        "fn main() { let t = std::time::Instant::now(); assert!(t.elapsed().as_secs() < 5); }\n",
    );
    let text = folder.expect(&["time.ll", "--function", "time::main"], 3);
    assert!(text.contains("std::time::Instant"), "{text}");
    // The wrapper that the compiler calls `main` needs the library too.
    let text = folder.expect(&["time.ll"], 3);
    assert!(text.contains("std::rt::lang_start_internal"), "{text}");
}

#[test]
fn library_code_that_is_generic_is_executed() {
    let folder = Folder::new("rust-library");
    let program = |body: &str| format!("{INPUT}{body}\n");
    let cases = [
        (
            "slices",
            "fn main() { let a = unsafe { [nondet_int(), nondet_int(), 5] }; let n = unsafe { nondet_usize() };\n\
             if n <= 3 { let m = a[..n].iter().max(); assert!(m.is_none() == (n == 0)); }\n\
             let (l, r) = a.split_at(1); assert!(l.len() + r.len() == LAST); }",
        ),
        (
            "sorting",
            "fn main() { let mut a = unsafe { [nondet_int(), nondet_int(), nondet_int()] }; a.sort();\n\
             assert!(a[0] <= a[1] && a[1] <= a[2]); assert!(a.len() == LAST); }",
        ),
        (
            "sharing",
            "use std::{cell::RefCell, rc::Rc}; fn main() { let a = Rc::new(RefCell::new(1)); let b = a.clone();\n\
             *b.borrow_mut() += 2; assert!(*a.borrow() == LAST && Rc::strong_count(&a) == 2); }",
        ),
        (
            "traits",
            "trait Shape { fn area(&self) -> i32; } struct Square(i32); struct Line;\n\
             impl Shape for Square { fn area(&self) -> i32 { self.0 * self.0 - 1 } }\n\
             impl Shape for Line { fn area(&self) -> i32 { 0 } }\n\
             fn main() { let all: Vec<Box<dyn Shape>> = vec![Box::new(Square(2)), Box::new(Line)];\n\
             assert!(all.iter().map(|s| s.area()).sum::<i32>() == LAST); }",
        ),
        (
            "locks",
            "use std::sync::{Mutex, atomic::{AtomicI32, Ordering}}; static A: AtomicI32 = AtomicI32::new(1);\n\
             fn main() { let m = Mutex::new(1); *m.lock().unwrap() += A.fetch_add(1, Ordering::SeqCst);\n\
             assert!(*m.lock().unwrap() + 1 == LAST); }",
        ),
        (
            "ends",
            "fn main() { let x = unsafe { nondet_int() }; if x == 3 { std::process::exit(1); }\n\
             if x == 4 { std::process::abort(); } assert!(x != 3 && x != 4 && 3 == LAST); }",
        ),
    ];
    for (name, body) in cases {
        for (kind, last, status) in [("good", "3", 0), ("bad", "4", 1)] {
            let name = format!("{name}_{kind}");
            compile(&folder, &name, &program(&body.replace("LAST", last)));
            let text = folder.expect(
                &[
                    &format!("{name}.ll"),
                    "--function",
                    &format!("{name}::main"),
                ],
                status,
            );
            assert_eq!(text.contains("[panic"), status == 1, "{text}");
        }
    }
}

#[test]
fn unsafe_code_is_checked_as_in_c() {
    let folder = Folder::new("rust-unsafe");
    let program = |last: u32| {
        format!(
            "{INPUT}fn main() {{ let v = vec![1, 2, 3]; let p = v.as_ptr(); let i = unsafe {{ nondet_usize() }};\n\
             if i < {last} {{ std::hint::black_box(unsafe {{ *p.add(i) }}); }} }}\n"
        )
    };
    compile(&folder, "good", &program(3));
    folder.expect(&["good.ll", "--function", "good::main"], 0);
    compile(&folder, "bad", &program(4));
    let found = folder.expect(&["bad.ll", "--function", "bad::main"], 1);
    assert!(found.contains("pointer.bounds"), "{found}");
}

#[test]
fn the_examples_answer_as_they_say() {
    let folder = Folder::new("rust-examples");
    let read = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        std::fs::read_to_string(path.join(name)).expect("the example is there")
    };
    for (name, from, to) in [
        (
            "pick",
            "let last = values.len();",
            "let last = values.len() - 1;",
        ),
        (
            "stack",
            "stack.push(b + a);",
            "stack.push(b.checked_add(a)?);",
        ),
    ] {
        let text = read(&format!("{name}.rs"));
        let (file, entry) = (format!("{name}.ll"), format!("{name}::main"));
        compile(&folder, name, &text);
        folder.expect(&[&file, "--function", &entry], 1);
        assert!(text.contains(from));
        compile(&folder, name, &text.replace(from, to));
        folder.expect(&[&file, "--function", &entry], 0);
    }
}
