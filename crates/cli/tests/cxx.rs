//! C++ on the command line: kinds of files, names of functions and loops, what is reached.

mod support;

use support::Folder;

const CHECKED: &str = "#include <cassert>\n\
    int nondet_int();\n\
    int main() { int x = nondet_int(); assert(x != 7 || SAFE); }\n";

#[test]
fn every_kind_of_file_is_accepted() {
    let folder = Folder::new("kinds");
    for name in ["a.cpp", "a.cc", "a.cxx", "a.C"] {
        folder.write(name, CHECKED);
        folder.expect(&[name, "-DSAFE=1"], 0);
        folder.expect(&[name, "-DSAFE=0"], 1);
    }
    let preprocessed = "# 1 \"b.cpp\"\nint main() { int *p = nullptr; return *p; }\n";
    folder.write("b.ii", preprocessed);
    folder.expect(&["b.ii"], 1);
}

#[test]
fn every_standard_of_clang_is_accepted() {
    let folder = Folder::new("standards");
    folder.write(
        "a.cpp",
        "int main() { return 1 / (__cplusplus == WANTED); }\n",
    );
    for (standard, value) in [
        ("c++98", "199711L"),
        ("c++11", "201103L"),
        ("gnu++14", "201402L"),
        ("c++20", "202002L"),
        ("c++23", "202302L"),
    ] {
        let standard = format!("-std={standard}");
        folder.expect(&["a.cpp", &standard, &format!("-DWANTED={value}")], 0);
        folder.expect(&["a.cpp", &standard, "-DWANTED=1L"], 1);
    }
}

#[test]
fn c_cxx_and_llvm_are_one_program() {
    let folder = Folder::new("mixed");
    folder.write(
        "main.cpp",
        "#include <cassert>\n\
         extern \"C\" int half(int);\n\
         extern \"C\" int twice(int x) { return 2 * x; }\n\
         extern \"C\" int nondet_int();\n\
         int main() { int x = nondet_int(); if (x < 0 || x > 9) return 0; assert(half(x) == x + BAD); }\n",
    );
    folder.write(
        "half.c",
        "int twice(int);\nint half(int x) { return twice(x) / 2; }\n",
    );
    folder.expect(&["main.cpp", "half.c", "-DBAD=0"], 0);
    folder.expect(&["main.cpp", "half.c", "-DBAD=1"], 1);
    let clang = |output: &str, flags: &[&str]| {
        let made = std::process::Command::new("clang-19")
            .args(["-x", "c", "half.c", "-c", "-emit-llvm", "-O0", "-o", output])
            .args(flags)
            .current_dir(folder.path())
            .status();
        assert!(made.is_ok_and(|status| status.success()));
    };
    clang("half.ll", &["-S"]);
    clang("half.bc", &[]);
    for module in ["half.ll", "half.bc"] {
        folder.expect(&["main.cpp", module, "-DBAD=0"], 0);
        folder.expect(&["main.cpp", module, "-DBAD=1"], 1);
    }
    folder.write("broken.bc", "BC no");
    folder.refused(&["main.cpp", "broken.bc", "-DBAD=0"], "broken.bc");
}

const NAMES: &str = "namespace ns { struct C {\n\
    int f(int x) { int s = 0; for (int i = 0; i < x; i++) s += i; return s; }\n\
    int f(char x) { return x; }\n\
    template <class T> int g(T t) { return f(t) / (t - 3); } }; }\n\
    int other(int x) { return x + 1; }\n\
    int main() { ns::C c; return c.g(2) + c.f('a') + other(1); }\n";

#[test]
fn functions_are_named_as_in_the_source() {
    let folder = Folder::new("names");
    folder.write("a.cpp", NAMES);
    let loops = folder.expect(&["a.cpp", "--show-loops"], 0);
    assert!(loops.contains("ns::C::f(int).0  a.cpp:2"), "{loops}");
    let claims = folder.expect(&["a.cpp", "--show-claims"], 0);
    assert!(claims.contains("ns::C::g<int>.division"), "{claims}");
    let found = folder.expect(&["a.cpp", "--function", "ns::C::g<int>"], 1);
    assert!(found.contains("in ns::C::g<int>, claim"), "{found}");
    folder.expect(&["a.cpp", "--function", "other(int)"], 1);
    folder.expect(&["a.cpp", "--function", "_ZN2ns1C1fEc"], 0);
    folder.expect(&["a.cpp", "--unwindset", "ns::C::f(int).0:4"], 0);
    folder.refused(
        &["a.cpp", "--function", "ns::C::f"],
        "function 'ns::C::f' is overloaded: --function takes one of 'ns::C::f(char)', 'ns::C::f(int)'",
    );
    folder.refused(
        &["a.cpp", "--function", "ns::C::h"],
        "there is no function 'ns::C::h' with a body",
    );
}

#[test]
fn what_is_not_reached_is_not_lowered() {
    let folder = Folder::new("reached");
    folder.write(
        "a.cpp",
        "#include <vector>\n#include <string>\n#include <map>\n\
         struct A { virtual int f() { return 1; } };\n\
         struct B : A { int f() override { return 2; } };\n\
         int unused(std::vector<std::string> &v) { std::map<int, int> m; return m[1] + v.size(); }\n\
         int main() { B b; A *a = &b; return 1 / (a->f() - VALUE); }\n",
    );
    folder.expect(&["a.cpp", "-DVALUE=1"], 0);
    folder.expect(&["a.cpp", "-DVALUE=2"], 1);
    let text = folder.expect(&["a.cpp", "-DVALUE=1", "--show-goto-functions"], 0);
    assert!(text.contains("B::f"), "{text}");
    assert!(!text.contains("std::map"), "{text}");
    let other = folder.expect(
        &[
            "a.cpp",
            "-DVALUE=1",
            "--function",
            "unused",
            "--show-goto-functions",
        ],
        0,
    );
    assert!(other.contains("std::map"));
}

#[test]
fn verifier_functions_need_no_extern_c() {
    let folder = Folder::new("verifier");
    folder.write(
        "a.cpp",
        "int nondet_int();\nvoid __VERIFIER_assume(int);\nvoid __ESBMC_assert(bool, const char *);\n\
         void reach_error() {}\n\
         int main() { int x = nondet_int(); __VERIFIER_assume(x > 3);\n\
         __ESBMC_assert(x > 2, \"larger\"); if (x == LIMIT) reach_error(); }\n",
    );
    folder.expect(&["a.cpp", "-DLIMIT=3"], 0);
    let found = folder.expect(&["a.cpp", "-DLIMIT=4"], 1);
    assert!(found.contains("unreach-call"), "{found}");
    assert!(found.contains("x = 4  <- input, nondet_int()"), "{found}");
}

#[test]
fn coroutines_are_split() {
    let folder = Folder::new("coroutines");
    folder.write(
        "a.cpp",
        "#include <coroutine>\n#include <cassert>\n\
         struct Task { struct promise_type { int value = 0;\n\
         Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }\n\
         std::suspend_always initial_suspend() noexcept { return {}; }\n\
         std::suspend_always final_suspend() noexcept { return {}; }\n\
         std::suspend_always yield_value(int v) { value = v; return {}; }\n\
         void return_void() {} void unhandled_exception() {} };\n\
         std::coroutine_handle<promise_type> handle; };\n\
         Task count(int n) { for (int i = 0; i < n; i++) co_yield i; }\n\
         int main() { Task t = count(3); int sum = 0; t.handle.resume();\n\
         while (!t.handle.done()) { sum += t.handle.promise().value; t.handle.resume(); }\n\
         t.handle.destroy(); assert(sum == WANTED); }\n",
    );
    folder.expect(&["a.cpp", "-std=c++20", "-DWANTED=3"], 0);
    folder.expect(&["a.cpp", "-std=c++20", "-DWANTED=2"], 1);
}

#[test]
fn who_has_no_libcxx_is_told_what_to_install() {
    let folder = Folder::new("no-libcxx");
    folder.write("a.cpp", "#include <vector>\nint main() {}\n");
    let script = "#!/bin/sh\nexec clang-19 -nostdinc++ \"$@\"\n";
    folder.write("without.sh", script);
    let path = folder.path().join("without.sh");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&path, executable).expect("the script is ours");
    let clang = format!("--clang={}", path.display());
    let none = ["a.cpp", "-stdlib=libc++", &clang];
    folder.refused(&none, "libc++-19-dev");
    folder.refused(&none, "'vector' file not found");
}

#[test]
fn preconditions_of_libcxx_are_violations() {
    let folder = Folder::new("hardening");
    folder.write(
        "a.cpp",
        "#include <optional>\n#include <string_view>\nint nondet_int();\nint main() {\n\
         std::string_view s = \"abc\"; std::optional<int> o; int i = nondet_int();\n\
         if (i < 0 || i > LAST) return 0;\n\
         o = s[i];\n\
         return *o; }\n",
    );
    let run = |last: &str, status| folder.expect(&["a.cpp", "-stdlib=libc++", last], status);
    run("-DLAST=2", 0);
    let found = run("-DLAST=3", 1);
    let text = "precondition __pos < size() (string_view[] index out of bounds)";
    assert!(found.contains(text), "{found}");
    assert!(found.contains("a.cpp:7:"), "{found}");
    assert!(!found.contains("[abi:"), "{found}");
}
