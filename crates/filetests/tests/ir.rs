//! Runs every file of `tests/ir`.

use cassay_filetests::stages::STAGES;
use cassay_filetests::{Outcome, check};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A stage with fewer files has lost some.
const AT_LEAST: usize = 4;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir")
}

/// The entries of a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_folder_is_a_stage_and_every_stage_a_folder() {
    let name = |path: &PathBuf| path.file_name().map(|n| n.to_string_lossy().into_owned());
    let folders: BTreeSet<String> = entries(&root()).iter().filter_map(name).collect();
    let stages: BTreeSet<String> = STAGES.iter().map(|stage| stage.name.into()).collect();
    assert_eq!(folders, stages);
}

#[test]
fn every_stage_makes_of_its_files_what_they_expect() {
    let bless = std::env::var_os("CASSAY_BLESS").is_some();
    let mut failures = Vec::new();
    for stage in STAGES {
        let files = entries(&root().join(stage.name));
        let others = files
            .iter()
            .filter(|f| f.extension().is_none_or(|e| e != "ir"));
        failures.extend(others.map(|file| format!("{}: is no .ir file", file.display())));
        if files.len() < AT_LEAST {
            failures.push(format!("{}: only {} files", stage.name, files.len()));
        }
        for file in &files {
            match check(file, stage, bless) {
                Outcome::Same => {}
                Outcome::Blessed => println!("blessed {}", file.display()),
                Outcome::Failed(what) => failures.push(what),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
