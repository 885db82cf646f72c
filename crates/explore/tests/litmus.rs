//! Litmus tests: which final states exist under which memory model is known.

use cassay_explore::{Limits, explore};
use cassay_interp::{Follow, Outcome, Silent, run_scheduled};
use cassay_ir::{GlobalId, MemoryModel, Program};
use std::fmt::Write;

const VARIABLES: [&str; 6] = ["x", "y", "a", "b", "c", "d"];

/// A program of threads. A statement is `x=1`, `a=x`, `x=1:release` (an atomic store) or the order of a
/// fence.
fn program(threads: &[&str]) -> Program {
    let mut text = String::from("target 64\n");
    for name in VARIABLES {
        let _ = writeln!(text, "global @{name}: i32");
    }
    for (number, statements) in threads.iter().enumerate() {
        let _ = writeln!(text, "fn t{number}(%0: ptr) -> ptr {{\nbb0:");
        let mut temps = 1;
        for statement in statements.split_whitespace() {
            let Some((to, what)) = statement.split_once('=') else {
                let _ = writeln!(text, "  fence {statement}");
                continue;
            };
            let (what, order) = match what.split_once(':') {
                Some((what, order)) => (what, format!(" atomic {order}")),
                None => (what, String::new()),
            };
            let value = match what.parse::<u32>() {
                Ok(_) => what.to_owned(),
                Err(_) => {
                    let _ = writeln!(text, "  %{temps}: i32 = load @{what}");
                    temps += 1;
                    format!("%{}", temps - 1)
                }
            };
            let _ = writeln!(text, "  store{order} i32 {value} -> @{to}");
        }
        text.push_str("  return %0\n}\n");
    }
    text.push_str("fn main() -> void {\nbb0:\n");
    for number in 0..threads.len() {
        let _ = writeln!(text, "  %{number}: i32 = spawn t{number}(null)");
    }
    for number in 0..threads.len() {
        let join = threads.len() + number;
        let _ = writeln!(text, "  %{join}: ptr = join %{number}");
    }
    text.push_str("  return\n}\n");
    cassay_ir::text::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// Whether an outcome (`a=0 b=0`) is possible; the schedule that leads to it is replayed.
fn is_possible(threads: &[&str], outcome: &str, model: MemoryModel) -> bool {
    let program = program(threads);
    let entry = program.find_function("main").expect("a function main");
    let parts: Vec<(usize, u8)> = outcome
        .split_whitespace()
        .filter_map(|part| {
            let (name, value) = part.split_once('=')?;
            let index = VARIABLES.iter().position(|variable| *variable == name)?;
            Some((index, value.parse().ok()?))
        })
        .collect();
    let globals: Vec<GlobalId> = (0..VARIABLES.len() as u32).map(GlobalId).collect();
    let found = explore(&program, entry, model, &globals, &Limits::default());
    assert_eq!(found.end, None);
    let mut finals = found.finals.iter();
    let wanted = finals.find(|(contents, _)| {
        parts
            .iter()
            .all(|(index, value)| contents[*index].first() == Some(&Some(*value)))
    });
    if let Some((_, witness)) = wanted {
        let outcome = run_scheduled(
            &program,
            entry,
            &mut witness.inputs.oracle(),
            &mut Silent,
            &cassay_interp::Limits::default(),
            &mut Follow::new(&witness.schedule),
        );
        assert!(matches!(outcome, Outcome::Finished { .. }), "{outcome:?}");
    }
    wanted.is_some()
}

#[test]
fn outcomes_are_the_known_ones() {
    // The threads, an outcome, and whether it is possible under each model.
    let table: &[(&[&str], &str, [bool; 3])] = &[
        (&["x=1 a=y", "y=1 b=x"], "a=0 b=0", [false, true, true]),
        (
            &["x=1 seq_cst a=y", "y=1 seq_cst b=x"],
            "a=0 b=0",
            [false; 3],
        ),
        (
            &["x=1 seq_cst a=y", "y=1 b=x"],
            "a=0 b=0",
            [false, true, true],
        ),
        (
            &["x=1 acq_rel a=y", "y=1 acq_rel b=x"],
            "a=0 b=0",
            [false, true, true],
        ),
        (
            &["x=1:seq_cst a=y", "y=1:seq_cst b=x"],
            "a=0 b=0",
            [false; 3],
        ),
        (
            &["x=1:release a=y", "y=1:release b=x"],
            "a=0 b=0",
            [false, true, true],
        ),
        (&["x=1 y=1", "a=y b=x"], "a=1 b=0", [false, false, true]),
        (&["x=1 release y=1", "a=y b=x"], "a=1 b=0", [false; 3]),
        (&["x=1 y=1:release", "a=y b=x"], "a=1 b=0", [false; 3]),
        (
            &["x=1 y=1:relaxed", "a=y b=x"],
            "a=1 b=0",
            [false, false, true],
        ),
        (
            &["x=1:release y=1", "a=y b=x"],
            "a=1 b=0",
            [false, false, true],
        ),
        (&["a=x y=1", "b=y x=1"], "a=1 b=1", [false; 3]),
        (
            &["x=1", "y=1", "a=x b=y", "c=y d=x"],
            "a=1 b=0 c=1 d=0",
            [false; 3],
        ),
        (&["x=1 y=2", "y=1 x=2"], "x=1 y=1", [false, false, true]),
        (
            &["x=1 release y=2", "y=1 release x=2"],
            "x=1 y=1",
            [false; 3],
        ),
        (&["x=1 x=2", "a=x b=x"], "a=2 b=1", [false; 3]),
        (&["x=1 x=2"], "x=1", [false; 3]),
        (&["x=1 y=1", "y=2 a=x"], "y=2 a=0", [false, true, true]),
        (&["x=2 y=1", "a=y x=1"], "a=1 x=2", [false, false, true]),
        (
            &["x=1 a=x b=y", "y=2 x=2"],
            "a=1 b=0 x=1",
            [false, true, true],
        ),
        (
            &["x=1 a=x b=y", "y=1 c=y d=x"],
            "a=1 b=0 c=1 d=0",
            [false, true, true],
        ),
    ];
    for (threads, outcome, expected) in table {
        let found = MemoryModel::ALL.map(|model| is_possible(threads, outcome, model));
        assert_eq!(found, *expected, "{threads:?} {outcome}");
    }
}
