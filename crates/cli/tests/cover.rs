//! `--cover`: suites of tests, and what gcov measures of them.

mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use support::Folder;

const DECIDE: &str = "int nondet_int(void);
unsigned char nondet_uchar(void);
static int decide(int a, unsigned char b) {
  if (a > 10 && (b == 3 || a < 20))
    return 1;
  switch (b) {
  case 7:
    return 2;
  case 8:
    a += 1;
    break;
  }
  if (a > 10 && b == 3)
    return 9;
  return a < 0 ? 3 : 4;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += decide(nondet_int(), nondet_uchar());
  if (sum > 100)
    return 1;
  return 0;
}
";

/// Runs a command in the folder.
fn shell(folder: &Path, command: &str) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

/// The number of tests in a suite.
fn tests(folder: &Folder) -> usize {
    (1..)
        .take_while(|number| {
            folder
                .path()
                .join(format!("suite/test-{number}.c"))
                .is_file()
        })
        .count()
}

/// Compiles and runs some tests of a suite; how often gcov says that each line was executed.
fn gcov(folder: &Folder, source: &str, tests: impl Iterator<Item = usize>) -> BTreeMap<u32, u64> {
    let _ = shell(folder.path(), "rm -f *.gcda *.gcno *.gcov");
    let mut counts = BTreeMap::new();
    for number in tests {
        let name = format!("suite/test-{number}.c");
        let text = std::fs::read_to_string(folder.path().join(&name)).expect("a test");
        let command = text.lines().find_map(|line| line.strip_prefix(" *   gcc "));
        let command = command.expect("a command");
        let (status, said) = shell(folder.path(), &format!("gcc {command}"));
        assert_eq!(status, Some(0), "{said}");
        let (status, said) = shell(folder.path(), "./a.out");
        assert!(status.is_some(), "ended by a signal: {said}");
        let stem = source.trim_end_matches(".c");
        let (_, said) = shell(folder.path(), &format!("gcov a-{stem}.gcda"));
        let listing = folder.path().join(format!("{source}.gcov"));
        let listing = std::fs::read_to_string(listing).unwrap_or_else(|_| panic!("{said}"));
        for line in listing.lines() {
            let mut parts = line.split(':').map(str::trim);
            let (count, number) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
            let count = match count.trim_end_matches('*') {
                "-" => continue,
                "#####" | "=====" => 0,
                digits => digits.parse().expect("a count"),
            };
            *counts.entry(number.parse().expect("a line")).or_default() += count;
        }
        let _ = shell(folder.path(), "rm -f *.gcda *.gcno *.gcov");
    }
    counts
}

#[test]
fn gcov_measures_the_lines_that_are_claimed() {
    let folder = Folder::new("cover-location");
    folder.write("decide.c", DECIDE);
    let said = folder.expect(
        &["--cover", "location", "--cover-output", "suite", "decide.c"],
        0,
    );
    for line in [14, 22] {
        assert!(
            said.contains(&format!(
                "decide.c:{line}: unreachable: the line is executed\n"
            )),
            "{said}"
        );
    }
    assert!(said.contains("2 unreachable, 0 open\n"), "{said}");
    assert!(
        said.ends_with(
            "coverage: 100.0 % of what is not known to be unreachable\nVERIFICATION SUCCESSFUL\n"
        ),
        "{said}"
    );
    let count = tests(&folder);
    assert!(count >= 1);
    let goals = std::fs::read_to_string(folder.path().join("suite/goals.txt")).expect("goals");
    let check = |counts: &BTreeMap<u32, u64>| -> Vec<String> {
        let wrong = goals.lines().filter(|goal| {
            let mut words = goal.split(' ');
            let (status, place) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            let line: u32 = place
                .rsplit(':')
                .next()
                .and_then(|n| n.parse().ok())
                .expect("a line");
            let executed = counts.get(&line).map(|count| *count > 0);
            executed.is_some_and(|executed| executed != (status == "reached"))
        });
        wrong.map(String::from).collect()
    };
    let all = gcov(&folder, "decide.c", 1..=count);
    assert_eq!(check(&all), [] as [String; 0]);
    // No test is superfluous.
    for without in 1..=count {
        let others = gcov(
            &folder,
            "decide.c",
            (1..=count).filter(|test| *test != without),
        );
        assert_ne!(check(&others), [] as [String; 0], "test {without}");
    }
}

#[test]
fn every_criterion_is_reached_or_known_to_be_out_of_reach() {
    let folder = Folder::new("cover-criteria");
    folder.write("decide.c", DECIDE);
    for (criterion, reached) in [
        ("branch", "15 of 17 outcomes of branches"),
        ("condition", "17 of 19 values of conditions"),
        ("mcdc", "4 of 7 conditions that decide alone"),
    ] {
        let said = folder.expect(&["--cover", criterion, "decide.c"], 0);
        assert!(said.contains(reached), "{criterion}: {said}");
        assert!(said.contains(", 0 open\n"), "{criterion}: {said}");
    }
}

#[test]
fn tests_have_the_exchange_format() {
    let folder = Folder::new("cover-format");
    folder.write(
        "one.c",
        "int nondet_int(void);\nint main(void) { if (nondet_int() == -7) return 1; return 0; }\n",
    );
    folder.expect(
        &["--cover", "branch", "--cover-output", "suite", "one.c"],
        0,
    );
    let count = tests(&folder);
    assert_eq!(count, 2);
    let read = |name: &str| {
        std::fs::read_to_string(folder.path().join("suite").join(name)).expect("a file")
    };
    let cases: String = (1..=count)
        .map(|number| read(&format!("testcase-{number}.xml")))
        .collect();
    assert!(cases.contains("<input>-7</input>"), "{cases}");
    assert_eq!(cases.matches("<input>").count(), 2, "{cases}");
    let metadata = read("metadata.xml");
    assert!(
        metadata.contains(
            "<specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>"
        ),
        "{metadata}"
    );
    assert!(
        metadata.contains("<programfile>one.c</programfile>"),
        "{metadata}"
    );
}

#[test]
fn what_is_open_is_said() {
    let folder = Folder::new("cover-open");
    folder.write(
        "loop.c",
        "unsigned nondet_uint(void);\nint main(void) {\n  unsigned n = nondet_uint(), s = 0;\n  \
         while (s * s < n) s += 1 + s % 3;\n  if (s == 40)\n    return 1;\n  return 0;\n}\n",
    );
    let said = folder.expect(&["--cover", "location", "--unwind", "3", "loop.c"], 3);
    assert!(
        said.contains("loop.c:6: open: the line is executed\n"),
        "{said}"
    );
    assert!(
        said.contains("6 of 7 lines reached by 1 test, 0 unreachable, 1 open\n"),
        "{said}"
    );
    assert!(said.ends_with("VERIFICATION UNKNOWN\n"), "{said}");
}

#[test]
fn behind_its_inputs_a_test_gets_zeros() {
    let folder = Folder::new("cover-zeros");
    // Only a run to the end reaches what is behind the loop.
    folder.write(
        "far.c",
        "int nondet_int(void);\nint main(void) {\n  int n = nondet_int(), sum = 0;\n  if (n < 250 || n > 300)\n    return 1;\n  \
         for (int i = 0; i < n; i++)\n    sum += nondet_int();\n  if (sum != 77)\n    return 2;\n  return 3;\n}\n",
    );
    let args = ["--cover", "location", "--cover-output", "suite", "far.c"];
    let said = folder.expect(&args, 0);
    assert!(
        said.contains("reached by 3 tests, 0 unreachable, 0 open\n"),
        "{said}"
    );
    let counts = gcov(&folder, "far.c", 1..=tests(&folder));
    assert_eq!(counts.get(&9), Some(&1), "{counts:?}");
    let read = |name: &str| {
        let path = folder.path().join("suite").join(name);
        std::fs::read_to_string(path).expect("a file of the suite")
    };
    // One test has one input of its own, and as many as it needs to come to its end.
    let zeros = (1..=3).filter(|number| {
        let inputs = read(&format!("testcase-{number}.xml"))
            .matches("<input>")
            .count();
        let own = read(&format!("test-{number}.c"));
        own.contains("if (next == 1) return 0;") && (251..=301).contains(&inputs)
    });
    assert_eq!(zeros.count(), 1);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = Folder::new("cover-refused");
    folder.write("f.c", "int main(void) { return 0; }\n");
    folder.refused(
        &["--cover", "lines", "f.c"],
        "none of location, branch, condition and mcdc",
    );
    folder.refused(&["--cover-output", "suite", "f.c"], "needs --cover");
    folder.refused(
        &["--cover", "branch", "--witness-output", "w.yml", "f.c"],
        "cannot be combined",
    );
}
