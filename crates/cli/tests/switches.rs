//! The switches for experiments change how long an answer takes, never the answer.

// Shared with the end-to-end test, which uses more of it.
#[allow(dead_code)]
#[path = "end_to_end/driver.rs"]
mod driver;
#[allow(dead_code)]
#[path = "end_to_end/expect.rs"]
mod expect;

use expect::{Revision, Test};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Everything that is switched off, alone and together.
const SWITCHES: &[&[&str]] = &[
    &["--no-simplify"],
    &["--no-propagation"],
    &["--no-slice"],
    &["--slice-program"],
    &["--no-simplify", "--no-propagation", "--no-slice"],
];

/// The parts of `--no-propagation`.
const PARTS: &[&[&str]] = &[
    &["--no-store-propagation"],
    &["--no-forward-substitution"],
    &["--no-guard-propagation"],
];

/// Programs of every kind that are decided at once.
const PROGRAMS: &[&str] = &[
    "checks/bounds.c",
    "checks/division_by_zero.c",
    "checks/free_double.c",
    "checks/overflow_add.c",
    "checks/overflow_mul.c",
    "checks/pointer_null.c",
    "checks/shift.c",
    "floats/symbolic_sum.c",
    "floats/to_int_range.c",
    "floats/union_bits.c",
    "loops/accelerated.c",
    "loops/nested.c",
    "loops/symbolic_sum.c",
    "loops/while_conditions.c",
    "memory/address_arithmetic.c",
    "memory/byte_access.c",
    "memory/cells_of_two_sizes.c",
    "memory/copy_symbolic_offset.c",
    "memory/linked_list.c",
    "memory/literal_symbolic.c",
    "memory/pointer_table_store.c",
    "memory/pointer_xor_list.c",
    "memory/struct_array_index.c",
    "memory/join_of_shapes.c",
    "papers/esbmc_fig2_character_stuffing.c",
    "papers/esbmc_fig4_blit_puts.c",
    "papers/esbmc_fig5_sum_array.c",
    "papers/esbmc_fig7_array_bounds.c",
    "papers/esbmc_fig9_pointer_to_struct.c",
    "papers/llbmc_fig1_bit_field_union.c",
];

/// One run to compare with what the file expects.
struct Run {
    test: usize,
    revision: usize,
    switches: &'static [&'static str],
}

fn verdict(path: &Path, revision: &Revision, switches: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(switches)
        .args(&revision.flags)
        .arg(path)
        .args(&revision.files)
        .output()
        .expect("the tool runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.trim_end().lines().last().unwrap_or_default();
    match last {
        "VERIFICATION SUCCESSFUL" => "safe".to_string(),
        "VERIFICATION FAILED" => "unsafe".to_string(),
        _ => format!("{last} ({})", output.status),
    }
}

#[test]
fn every_switch_leaves_the_answers_as_they_are() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths: Vec<PathBuf> = PROGRAMS
        .iter()
        .map(|name| top.join("tests/c").join(name))
        .collect();
    let tests: Vec<Test> = paths
        .iter()
        .map(|path| Test::read(path).unwrap_or_else(|what| panic!("{path:?}: {what}")))
        .collect();
    let mut runs = Vec::new();
    for (number, test) in tests.iter().enumerate() {
        for (revision, run) in test.revisions.iter().enumerate() {
            if matches!(run.verdict.as_str(), "safe" | "unsafe") {
                // Parts of a switch that is tried as a whole take turns.
                let parts = PARTS.get(number % PARTS.len());
                runs.extend(SWITCHES.iter().chain(parts).map(|switches| Run {
                    test: number,
                    revision,
                    switches,
                }));
            }
        }
    }
    assert!(runs.len() > 150, "{} runs", runs.len());
    let wrong = driver::on_all_cores(&runs, |_, run| {
        let test = &tests[run.test];
        let revision = &test.revisions[run.revision];
        let answer = verdict(&test.path, revision, run.switches);
        let (path, name) = (test.path.display(), &revision.name);
        let wrong = answer != revision.verdict;
        wrong.then(|| format!("{path} [{name}] {:?}: {answer}", run.switches))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
