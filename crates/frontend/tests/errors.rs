//! Bad input gives one clear error each, and odd but valid input a program.

use cassay_frontend::{FrontendError, Options, compile};
use cassay_ir::Program;
use std::path::PathBuf;

/// A folder of its own for a test's files.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("cassay-frontend-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn compile_texts(name: &str, texts: &[(&str, &str)]) -> Result<Program, FrontendError> {
    let folder = Folder::new(name);
    let paths: Vec<PathBuf> = texts
        .iter()
        .map(|(file, text)| folder.file(file, text))
        .collect();
    compile(&paths, &Options::default())
}

#[test]
fn a_file_that_does_not_compile_shows_the_compilers_words() {
    let error = compile_texts("reject", &[("bad.c", "int main(void) { return x; }\n")])
        .expect_err("it is rejected");
    assert!(matches!(error, FrontendError::Rejected { .. }));
    let text = error.to_string();
    assert!(
        text.contains("bad.c:1:25: error: use of undeclared identifier 'x'"),
        "{text}"
    );
}

#[test]
fn nested_functions_get_an_explanation() {
    let text = "int main(void) { int f(void) { return 1; } return f(); }\n";
    let error = compile_texts("nested", &[("a.c", text)]).expect_err("it is rejected");
    assert!(
        error
            .to_string()
            .contains("nested functions are a GNU extension"),
        "{error}"
    );
}

#[test]
fn missing_files_and_folders_are_named() {
    let options = Options::default();
    let missing = compile(&["nowhere.c".into()], &options).expect_err("it is missing");
    assert_eq!(missing.to_string(), "nowhere.c: no such file");
    let folder = compile(&["tests".into()], &options).expect_err("it is a folder");
    assert_eq!(folder.to_string(), "tests: is a directory, not a file");
    let none = compile(&[], &options).expect_err("there is nothing");
    assert!(matches!(none, FrontendError::NoInput));
}

#[test]
fn a_clang_that_is_not_there_is_named() {
    let folder = Folder::new("clang");
    let options = Options {
        clang: Some(folder.0.join("no-clang")),
        ..Options::default()
    };
    let file = folder.file("a.c", "int x;\n");
    let error = compile(&[file], &options).expect_err("it cannot run");
    assert!(matches!(error, FrontendError::ClangUnusable { .. }));
}

#[test]
fn an_empty_file_is_a_program_without_functions() {
    let program = compile_texts("empty", &[("a.c", "")]).expect("it is valid");
    assert!(program.functions.is_empty());
}

#[test]
fn two_strong_definitions_clash() {
    let error = compile_texts(
        "twice",
        &[
            ("a.c", "int f(void) { return 1; }\n"),
            ("b.c", "int f(void) { return 2; }\n"),
        ],
    )
    .expect_err("they clash");
    let text = error.to_string();
    assert!(text.starts_with("`f` is defined in both "), "{text}");
}

#[test]
fn a_function_here_and_a_variable_there_clash() {
    let error = compile_texts(
        "kinds",
        &[
            ("a.c", "int f(void) { return 1; }\n"),
            ("b.c", "int f = 2;\n"),
        ],
    )
    .expect_err("they clash");
    assert!(matches!(error, FrontendError::KindConflict { .. }));
}

#[test]
fn local_functions_of_one_name_stay_apart() {
    let program = compile_texts(
        "locals",
        &[
            (
                "a.c",
                "static int f(void) { return 1; } int a(void) { return f(); }\n",
            ),
            (
                "b.c",
                "static int f(void) { return 2; } int b(void) { return f(); }\n",
            ),
        ],
    )
    .expect("they link");
    let names: Vec<&str> = program.functions.iter().map(|f| &*f.name).collect();
    assert!(names.contains(&"f") && names.contains(&"f.2"), "{names:?}");
}

#[test]
fn llvm_files_are_read_directly_and_their_errors_have_a_place() {
    let good = "target triple = \"x86_64-pc-linux-gnu\"\n\
                define i32 @main() {\n  ret i32 3\n}\n";
    let program = compile_texts("ll", &[("a.ll", good)]).expect("it is valid");
    assert!(program.find_function("main").is_some());
    let error =
        compile_texts("ll-bad", &[("a.ll", "define i32 @main( {\n")]).expect_err("it is not");
    let text = error.to_string();
    assert!(text.contains("a.ll:2:1: LLVM assembly: "), "{text}");
    let ill_typed = "define i32 @main() {\n  ret i64 3\n}\n";
    let error = compile_texts("ll-typed", &[("a.ll", ill_typed)]).expect_err("wrong type");
    assert!(matches!(error, FrontendError::IllFormed(_)));
    let other = "target triple = \"sparc-sun-solaris\"\n";
    let error = compile_texts("ll-sparc", &[("a.ll", other)]).expect_err("no such machine");
    assert!(matches!(error, FrontendError::Target { .. }));
}
