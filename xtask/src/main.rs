//! Developer commands: `cargo run -p xtask -- tidy | arms | bless | bench FOLDER… |
//! table1 | ablation | crosscheck | figures | machine | claims FOLDER… | results FILE… | corpus FOLDER…`.

mod ablation;
mod arms;
mod bench;
mod corpus;
mod crosscheck;
mod figures;
mod machine;
mod results;
mod rooms;
mod table1;
mod tasks;
mod tidy;
mod tool;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let ok = match words.as_slice() {
        ["tidy"] => tidy::run(&root()),
        ["arms"] => arms::run(&root()),
        ["bless"] => bless(),
        ["bench", rest @ ..] => bench::run(&root(), rest),
        ["table1", rest @ ..] => table1::run(&root(), rest),
        ["ablation", rest @ ..] => ablation::run(&root(), rest),
        ["crosscheck", rest @ ..] => crosscheck::run(&root(), rest),
        ["figures", rest @ ..] => figures::run(&root(), rest),
        ["machine", rest @ ..] => machine::run(&root(), rest),
        ["claims", rest @ ..] => claims(rest),
        ["results", rest @ ..] => results::run(rest),
        ["corpus", rest @ ..] => corpus::run(&root(), rest),
        _ => {
            eprintln!(
                "commands:\n  tidy                 check the house rules\n  \
                 arms                 where matches name every variant of an enum, and where not\n  \
                 bless                rewrite the expectations of the end-to-end tests\n  \
                 bench FOLDER... [--property P] [--limit SECONDS]   score a folder of tasks\n  \
                 table1 [--solvers A,B] [--limit SECONDS] [--only WORD]   bench/table1 on every solver\n  \
                 ablation --set FOLDER [--limit SECONDS]   each simplification switched off alone\n  \
                 crosscheck --set FOLDER [--count N] [--seed N]   verdicts of solvers and encodings\n  \
                 figures [FOLDER]     time and memory of the programs in bench/memory\n  \
                 machine [FILES]      what each technique of the search on machines is worth\n  \
                 claims FOLDER... [--each N]   the share of claims that each abstract domain decides\n  \
                 results --commit C --limit SECONDS FILE.json...   tables of scored runs\n  \
                 corpus FOLDER... [--json FILE]   run the front-end over all C files of a folder"
            );
            false
        }
    };
    if ok {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn bless() -> bool {
    Command::new("make")
        .arg("bless")
        .current_dir(root())
        .status()
        .is_ok_and(|status| status.success())
}

fn claims(words: &[&str]) -> bool {
    let example = [
        "run",
        "--release",
        "-p",
        "cassay-absint",
        "--example",
        "claims",
        "--",
    ];
    Command::new("cargo")
        .args(example)
        .args(words)
        .status()
        .is_ok_and(|status| status.success())
}
