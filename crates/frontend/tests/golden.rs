//! The lowered form of small programs, as text, beside each program.
//!
//! `CASSAY_BLESS=1 cargo test -p cassay-frontend --test golden` writes the present answers. A
//! first line `// entry: f` puts the start function before `f`.

use cassay_checks::CheckSet;
use cassay_frontend::{Options, compile};
use cassay_passes::{Plan, Stage};
use std::path::{Path, PathBuf};

const SANITIZERS: &[&str] = &[
    "signed-integer-overflow",
    "unsigned-integer-overflow",
    "shift",
    "array-bounds",
    "vla-bound",
    "builtin",
    "unreachable",
    "float-cast-overflow",
    "implicit-conversion",
];

fn lowered(path: &Path) -> String {
    let options = Options {
        sanitizers: SANITIZERS.iter().map(ToString::to_string).collect(),
        ..Options::default()
    };
    let mut program = compile(&[path.to_owned()], &options).expect("it lowers");
    let checks = CheckSet::none();
    let plan = Plan::new(&checks, None);
    cassay_passes::run(&mut program, Stage::Linked, &plan).expect("it stays well-formed");
    let source = std::fs::read_to_string(path).expect("it can be read");
    let entry = source
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// entry: "));
    if let Some(entry) = entry {
        let entry = program.find_function(entry);
        assert!(entry.is_some(), "the entry is there");
        let plan = Plan { entry, ..plan };
        let pass = cassay_passes::find("add-start").expect("it is in the list");
        cassay_passes::run_one(&mut program, pass, &plan).expect("it stays well-formed");
    }
    if let Err(errors) = cassay_ir::verify::verify(&program) {
        panic!("{}: {}", path.display(), errors[0]);
    }
    cassay_ir::text::print(&program)
}

#[test]
fn lowering_gives_the_expected_text() {
    // Relative paths, so that the text is the same everywhere; tests run in the crate's folder.
    let mut sources: Vec<PathBuf> = std::fs::read_dir("tests/golden")
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    assert!(!sources.is_empty(), "there is something to compare");
    let bless = std::env::var_os("CASSAY_BLESS").is_some();
    let mut different = Vec::new();
    for source in sources {
        let text = lowered(&source);
        let expected = source.with_extension("ir");
        if bless {
            std::fs::write(&expected, &text).expect("it can be written");
        } else if std::fs::read_to_string(&expected).ok().as_deref() != Some(text.as_str()) {
            different.push(format!("--- {}\n{text}", expected.display()));
        }
    }
    assert!(
        different.is_empty(),
        "the lowering changed; look, then bless:\n{}",
        different.join("\n")
    );
}
