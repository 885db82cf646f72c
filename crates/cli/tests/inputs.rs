//! Where files and flags come from: compilation databases, bundled headers, devices, --parse-only.

mod support;

use support::Folder;

const USES_FLAGS: &str = "int main(void) {\n\
    #if !defined NEEDED || defined UNWANTED\n\
    #error flags\n\
    #endif\n\
    return shared() - NEEDED; }\n";

#[test]
fn a_database_gives_files_and_flags() {
    let folder = Folder::new("database");
    folder.write("src/main.c", format!("#include \"shared.h\"\n{USES_FLAGS}"));
    folder.write(
        "src/shared.c",
        "int shared(void) { return sizeof(long) + VALUE; }\n",
    );
    folder.write("include/shared.h", "int shared(void);\n");
    let root = folder.path().display();
    folder.write(
        "build/compile_commands.json",
        format!(
            r#"[{{"directory": "{root}/build", "file": "../src/main.c",
                 "command": "cc -DNEEDED=7 '-DTEXT=\"a b\"' -UUNWANTED -I../include -Wall -O2 -o main.o -c ../src/main.c"}},
                {{"directory": "{root}/build", "file": "{root}/src/shared.c",
                 "arguments": ["cc", "-DVALUE=-1", "-MD", "-MF", "x.d", "-c", "../src/shared.c"]}},
                {{"directory": "{root}/build", "file": "{root}/src/shared.c",
                 "arguments": ["cc", "-DVALUE=1000", "-fPIC", "-c", "../src/shared.c"]}}]"#
        ),
    );
    let all = folder.expect(&["--compile-commands", "build"], 0);
    assert!(all.ends_with("VERIFICATION SUCCESSFUL\n"), "{all}");
    let one = &["--compile-commands", "build", "--parse-only", "src/main.c"];
    assert!(folder.expect(one, 0).contains("functions: 1\n"));
    // The command line has the last word.
    folder.refused(
        &["--compile-commands", "build", "-DUNWANTED"],
        "#error flags",
    );
}

#[test]
fn a_database_decides_the_data_model() {
    let folder = Folder::new("model");
    folder.write(
        "a.c",
        "int main(void) { return 1 / (sizeof(long) == 4); }\n",
    );
    let entry = |flag: &str| {
        folder.write(
            "compile_commands.json",
            format!(r#"[{{"directory": ".", "file": "a.c", "command": "gcc {flag} -c a.c"}}]"#),
        );
    };
    entry("-m32");
    folder.expect(&["--compile-commands", "."], 0);
    folder.expect(&["--compile-commands", ".", "--64"], 1);
    entry("-m64");
    folder.expect(&["--compile-commands", "."], 1);
    entry("-mx32");
    folder.refused(&["--compile-commands", "."], "-mx32 is not supported");
}

#[test]
fn databases_that_cannot_be_used_are_refused() {
    let folder = Folder::new("refused");
    folder.write("a.c", "int main(void) { return 0; }\n");
    let with = &["--compile-commands", "."];
    folder.refused(with, "there is no compile_commands.json");
    let wrong = |text: &str, message: &str| {
        folder.write("compile_commands.json", text);
        folder.refused(with, message);
    };
    wrong(
        "[\n  {\"file\": 3}]",
        "compile_commands.json:2:12: not a compilation database",
    );
    wrong(
        "[{\"file\": \"a.c\", \"command\": \"cc\"}",
        "not a compilation database: EOF",
    );
    wrong("[]", "names no file");
    wrong(
        r#"[{"directory": ".", "file": "gone.c", "command": "cc gone.c"}]"#,
        "gone.c: no such file (named by ./compile_commands.json)",
    );
    wrong(
        r#"[{"directory": ".", "file": "a.c", "command": "cc @flags a.c"}]"#,
        "response file",
    );
    folder.write(
        "compile_commands.json",
        r#"[{"directory": ".", "file": "a.c", "command": "cc a.c"}]"#,
    );
    folder.write("b.c", "int x;\n");
    folder.refused(
        &["--compile-commands", ".", "b.c"],
        "b.c: not in the compilation database ./compile_commands.json",
    );
    folder.refused(&["--compile-commands", ".", "c.c"], "c.c: no such file");
    folder.expect(&["--compile-commands", ".", "a.c"], 0);
}

#[test]
fn symbols_defined_twice_are_refused() {
    let folder = Folder::new("twice");
    folder.write(
        "a.c",
        "int f(void) { return 0; }\nint main(void) { return f(); }\n",
    );
    folder.write("b.c", "int f(void) { return 1; }\n");
    let text = folder.refused(&["a.c", "b.c"], "`f`");
    assert!(text.contains("a.c") && text.contains("b.c"), "{text}");
}

#[test]
fn reading_only_counts_what_there_is() {
    let folder = Folder::new("parse-only");
    folder.write(
        "a.c",
        "int g; int f(void) { __builtin_ia32_pause(); return g; }\nint main(void) { return f(); }\n",
    );
    let text = folder.expect(&["--parse-only", "a.c"], 0);
    assert!(text.starts_with("functions: 2\n"), "{text}");
    assert!(text.contains("\nglobals: 1\n"), "{text}");
    folder.write("b.c", "int main(void) { return undeclared; }\n");
    folder.refused(&["--parse-only", "b.c"], "undeclared");
    // A library needs no entry.
    folder.write("c.c", "int f(void) { return 0; }\n");
    assert!(
        folder
            .expect(&["--parse-only", "c.c"], 0)
            .contains("functions: 1\n")
    );
}

#[test]
fn bundled_headers_serve_both_data_models() {
    let folder = Folder::new("headers");
    let cache = folder.path().join("cache");
    folder.write(
        "a.c",
        "#include <assert.h>\n#include <limits.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
         #include <string.h>\n\
         int main(void) {\n  char *p = malloc(3);\n  if (!p) return 0;\n  strcpy(p, \"ab\");\n\
         assert(strlen(p) == 2);\n  assert(sizeof(size_t) == sizeof(long));\n\
         assert(sizeof(intptr_t) == BYTES && LONG_MAX > 0);\n  free(p);\n}\n",
    );
    for (model, bytes) in [("--32", "-DBYTES=4"), ("--64", "-DBYTES=8")] {
        for _ in 0..2 {
            let output = std::process::Command::new(env!("CARGO_BIN_EXE_cassay"))
                .args(["--bundled-headers", model, bytes, "a.c"])
                .current_dir(folder.path())
                .env("XDG_CACHE_HOME", &cache)
                .output()
                .expect("cassay starts");
            let text = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{model}: {text}");
        }
    }
    let made = std::fs::read_dir(cache.join("cassay")).expect("the cache");
    assert_eq!(made.count(), 1);
    // Where the cache cannot be used, another place serves.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(["--bundled-headers", "--32", "-DBYTES=4", "a.c"])
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", "/dev/null/cache")
        .output()
        .expect("cassay starts");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn device_addresses_are_checked() {
    let folder = Folder::new("devices");
    folder.write("a.c", "int main(void) { return 0; }\n");
    folder.refused(&["--mmio", "0x1000", "a.c"], "not an address and a size");
    folder.refused(&["--mmio", "0x1000:0", "a.c"], "has no size");
    folder.refused(&["--mmio", "0:4", "a.c"], "holds the null pointer");
    folder.refused(
        &["--mmio", "0x1000:0x10", "--mmio", "4111:1", "a.c"],
        "'4111:1' overlaps 0x1000:0x10",
    );
    folder.refused(
        &["--32", "--mmio", "0xffffffff:2", "a.c"],
        "outside the address space of ILP32",
    );
    folder.expect(
        &[
            "--32",
            "--mmio",
            "0xfffffffe:2",
            "--mmio",
            "0x1000:16",
            "a.c",
        ],
        0,
    );
}

#[test]
fn a_file_beside_the_sources_holds_options() {
    let folder = Folder::new("toml");
    folder.write("src/inc/value.h", "#define VALUE 4\n");
    folder.write(
        "src/a.c",
        "#include <value.h>\nint main(void) { return 8 / (VALUE - sizeof(long)); }\n",
    );
    folder.write("src/cassay.toml", "I = \"inc\"\ndata-model = \"ILP32\"\n");
    folder.expect(&["src/a.c"], 1);
    // The command line has the last word.
    folder.expect(&["src/a.c", "--64"], 0);
    folder.write(
        "src/cassay.toml",
        "I = \"inc\"\n32 = true\ndiv-by-zero-check = false\n",
    );
    folder.expect(&["src/a.c"], 0);
    folder.write("src/cassay.toml", "I = \"inc\"\nunwid = 3\n");
    folder.refused(
        &["src/a.c"],
        "src/cassay.toml: unknown option '--unwid', did you mean",
    );
    folder.write("src/cassay.toml", "I = inc\n");
    folder.refused(&["src/a.c"], "src/cassay.toml:1:5: ");
}
