//! Reads every module under `tests/ll` and counts what was found.
//!
//! Each file begins with its expectations: `; expect: functions=1 globals=2 …`.

use std::fs;
use std::path::PathBuf;

use cassay_llvm_text::{Block, Constant, InstKind, Module, parse};

fn modules() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ll");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of modules")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 12, "some modules are missing");
    files
        .into_iter()
        .map(|path| (path.clone(), fs::read(&path).expect("a module")))
        .collect()
}

fn blocks(module: &Module) -> Vec<&Block> {
    module
        .functions
        .iter()
        .filter_map(|function| function.body.as_ref())
        .flatten()
        .collect()
}

fn count(module: &Module, what: &str) -> usize {
    let instructions = || blocks(module).into_iter().flat_map(Block::instructions);
    match what {
        "functions" => module.functions.len(),
        "globals" => module.globals.len(),
        "blocks" => blocks(module).len(),
        "instructions" => instructions().count(),
        "unknown" => instructions()
            .filter(|inst| matches!(inst.kind, InstKind::Unknown { .. }))
            .count(),
        other => panic!("no such count: {other}"),
    }
}

#[test]
fn every_module_holds_what_it_says() {
    for (path, text) in modules() {
        let module = parse(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let text = String::from_utf8_lossy(&text);
        let first = text.lines().next().unwrap_or_default();
        let expectations = first.strip_prefix("; expect: ").expect("expectations");
        for expectation in expectations.split(' ') {
            let (what, number) = expectation.split_once('=').expect("an expectation");
            let number: usize = number.parse().expect("a number");
            assert_eq!(count(&module, what), number, "{what} in {}", path.display());
        }
    }
}

#[test]
fn every_block_ends_in_its_only_terminator() {
    for (path, text) in modules() {
        let module = parse(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        if path.ends_with("unknown.ll") {
            continue;
        }
        for block in blocks(&module) {
            assert!(
                block.terminator().is_some(),
                "{} in {}",
                block.label,
                path.display()
            );
            let ends = block
                .instructions()
                .filter(|inst| inst.kind.is_terminator())
                .count();
            assert_eq!(ends, 1, "{} in {}", block.label, path.display());
        }
    }
}

#[test]
fn unknown_constants_keep_their_text() {
    let (_, text) = modules()
        .into_iter()
        .find(|(path, _)| path.ends_with("unknown.ll"))
        .expect("the module of unknown things");
    let module = parse(&text).expect("a module");
    let init = module
        .global("strange")
        .and_then(|global| global.init.as_ref());
    let value = init.map(|init| &init.value);
    assert_eq!(
        value,
        Some(&Constant::Unknown("futureexpr (i32 1, (i32 2))".into()))
    );
}
