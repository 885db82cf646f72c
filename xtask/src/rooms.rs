//! Which crate may depend on which: the picture of ARCHITECTURE.md as a table.
//!
//! A crate depends only on crates above it here, and only on those that its row names. Tests may
//! depend on more, because they compare crates with each other.

use std::path::Path;

/// Every crate with those it may depend on, lowest first.
const ROOMS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("bv", &[]),
    ("libc", &[]),
    ("llvm-text", &[]),
    ("workers", &[]),
    ("replay", &[]),
    ("witness", &[]),
    ("float", &["bv"]),
    ("ir", &["base", "bv", "float"]),
    ("leap", &["bv", "ir"]),
    ("interp", &["base", "bv", "float", "ir", "leap"]),
    ("explore", &["base", "bv", "interp", "ir"]),
    ("effects", &["base", "ir"]),
    ("races", &["base", "bv", "effects", "ir"]),
    (
        "frontend",
        &["base", "bv", "float", "ir", "libc", "llvm-text"],
    ),
    ("checks", &["base", "bv", "float", "ir"]),
    ("fixed", &["base", "bv", "float", "ir"]),
    (
        "passes",
        &["base", "bv", "checks", "effects", "fixed", "ir", "libc"],
    ),
    ("absint", &["base", "bv", "effects", "ir"]),
    ("induction", &["base", "bv", "effects", "interp", "ir"]),
    ("flat", &["base", "ir"]),
    ("modular", &["base", "bv", "flat", "interp", "ir"]),
    ("trace", &["base", "bv", "float", "interp", "ir"]),
    ("coverage", &["base", "bv", "interp", "ir"]),
    ("term", &["base", "bv", "float"]),
    ("simplify", &["base", "bv", "float", "term"]),
    ("encode", &["base", "bv", "float", "term"]),
    ("order", &["base", "term"]),
    ("efsm", &["base", "bv", "term"]),
    (
        "symex",
        &[
            "base", "bv", "float", "ir", "leap", "order", "simplify", "term",
        ],
    ),
    (
        "extract",
        &[
            "base", "bv", "effects", "efsm", "flat", "ir", "symex", "term",
        ],
    ),
    ("solver", &["base", "bv", "encode", "float", "term"]),
    ("unroll", &["base", "efsm", "solver", "term"]),
    (
        "solver-bitwuzla",
        &["base", "bv", "float", "solver", "term"],
    ),
    ("solver-cadical", &["base", "bv", "solver", "term"]),
    (
        "pdr",
        &[
            "base",
            "bv",
            "efsm",
            "encode",
            "solver",
            "solver-cadical",
            "term",
        ],
    ),
    ("solver-smtlib", &["base", "bv", "float", "solver", "term"]),
    (
        "hwmc",
        &[
            "base",
            "bv",
            "efsm",
            "encode",
            "simplify",
            "solver-cadical",
            "solver-smtlib",
            "term",
        ],
    ),
    (
        "engine",
        &[
            "absint",
            "base",
            "bv",
            "efsm",
            "explore",
            "extract",
            "hwmc",
            "induction",
            "interp",
            "ir",
            "modular",
            "passes",
            "pdr",
            "races",
            "simplify",
            "solver",
            "solver-bitwuzla",
            "solver-cadical",
            "solver-smtlib",
            "symex",
            "term",
            "trace",
            "unroll",
            "workers",
        ],
    ),
    ("report", &["base", "bv", "engine", "ir", "trace"]),
    (
        "cli",
        &[
            "base", "checks", "coverage", "engine", "frontend", "ir", "libc", "passes", "replay",
            "report", "witness", "workers",
        ],
    ),
    (
        "difftest",
        &["base", "bv", "checks", "frontend", "interp", "ir", "passes"],
    ),
    ("formatcheck", &[]),
    (
        "filetests",
        &[
            "absint",
            "base",
            "checks",
            "effects",
            "induction",
            "ir",
            "passes",
            "simplify",
            "symex",
            "term",
        ],
    ),
];

/// Compares the table with the manifests of all crates.
pub fn check(root: &Path, complaints: &mut Vec<String>) {
    for (index, (name, allowed)) in ROOMS.iter().enumerate() {
        let above = |other: &&str| ROOMS[..index].iter().any(|(name, _)| *name == *other);
        if let Some(other) = allowed.iter().find(|other| !above(other)) {
            complaints.push(format!("xtask/src/rooms.rs: {other} is not above {name}"));
        }
    }
    let folders = std::fs::read_dir(root.join("crates"));
    for entry in folders.into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let manifest = std::fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
        complaints.extend(compare(&name, &manifest));
    }
}

/// What is wrong with the dependencies of one crate.
fn compare(name: &str, manifest: &str) -> Vec<String> {
    let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| *room == name) else {
        return vec![format!(
            "xtask/src/rooms.rs does not say what {name} may use"
        )];
    };
    let Ok(manifest) = manifest.parse::<toml::Table>() else {
        return vec![format!("crates/{name}/Cargo.toml cannot be read")];
    };
    let tables = ["dependencies", "build-dependencies"];
    let tables = tables
        .iter()
        .filter_map(|table| manifest.get(*table)?.as_table());
    let mut used: Vec<&str> = tables
        .flat_map(|table| table.keys())
        .filter_map(|key| key.strip_prefix("cassay-"))
        .collect();
    used.sort_unstable();
    let mut wrong = Vec::new();
    for other in &used {
        if !allowed.contains(other) {
            wrong.push(format!("crates/{name} may not depend on {other}"));
        }
    }
    for other in *allowed {
        if !used.contains(other) {
            wrong.push(format!(
                "xtask/src/rooms.rs: {name} does not depend on {other}"
            ));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_those_of_the_table() {
        let fine = "[dependencies]\ncassay-bv = { workspace = true }\nserde = \"1\"\n\
                    [dev-dependencies]\ncassay-ir = { workspace = true }\n";
        assert!(compare("float", fine).is_empty());
        let more = format!("{fine}[build-dependencies]\ncassay-term = {{ workspace = true }}\n");
        assert_eq!(compare("float", &more).len(), 1);
        assert_eq!(compare("float", "[dependencies]\n").len(), 1);
        assert_eq!(compare("nothing", fine).len(), 1);
        assert_eq!(compare("float", "[dependencies").len(), 1);
    }
}
