//! `--show-passes` and `--dump-after`: the list of program passes, seen from the command line.

use std::path::PathBuf;
use std::process::{Command, Output};

fn cassay(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cassay"))
        .current_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli"))
        .args(args)
        .output()
        .expect("cassay starts")
}

/// What an answer prints that ends as it should.
#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = cassay(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The names that the list has, in its order.
fn names() -> Vec<String> {
    let list = printed(&["--show-passes"]);
    let rows = list.lines().filter(|line| line.starts_with("  "));
    rows.filter_map(|row| row.split_whitespace().next().map(String::from))
        .collect()
}

#[test]
fn the_list_is_in_the_order_of_the_passes() {
    let list = printed(&["--show-passes"]);
    let at = |name: &str| list.find(name).unwrap_or_else(|| panic!("{name}: {list}"));
    assert!(at("  tidy-blocks") < at("  add-claims"));
    assert!(at("  add-claims") < at("  add-start"));
    assert!(at("  add-start") < at("  cut-quiet"));
    assert!(list.contains("[--fixedbv]"), "{list}");
}

#[test]
fn the_program_is_printed_behind_each_pass_and_reads_back() {
    let names = names();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let text = printed(&["two_bugs.c", "--dump-after", &name]);
        let program = cassay_ir::text::parse(&text);
        let program = program.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert!(program.find_function("main").is_some(), "{name}");
        assert!(!text.contains("VERIFICATION"), "{name}");
    }
}

#[test]
fn a_dump_shows_what_the_pass_did_and_nothing_behind_it() {
    let before = printed(&["two_bugs.c", "--dump-after", "separate-call-sites"]);
    let claimed = printed(&["two_bugs.c", "--dump-after", "add-claims"]);
    let started = printed(&["two_bugs.c", "--dump-after=add-start"]);
    let bounds = |text: &str| text.matches("[pointer.").count();
    assert_eq!(bounds(&before), 0, "{before}");
    assert!(bounds(&claimed) > 0, "{claimed}");
    assert!(!claimed.contains("__cassay_start"), "{claimed}");
    assert!(started.contains("__cassay_start"), "{started}");
}

#[test]
fn a_pass_that_does_not_exist_is_refused_with_those_that_do() {
    let output = cassay(&["two_bugs.c", "--dump-after", "magic"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(output.stdout.is_empty());
    assert!(
        errors.contains("option --dump-after: there is no pass 'magic'; there are tidy-blocks, "),
        "{errors}"
    );
    assert!(errors.contains("cut-quiet"), "{errors}");
}
