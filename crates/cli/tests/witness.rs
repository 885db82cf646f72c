//! `--witness-output` and `--validate-witness`.

mod support;

use support::Folder;

/// Adds up to an input; `BAD` is a sum that it must not be.
const SUM: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20) return 0;
  int i = 0, s = 0;
  while (i < n) { s += 2; i++; }
  if (s == BAD) reach_error();
  return 0;
}
";

/// The same without a bound that could be unwound.
const LONG: &str = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  if (n > 1000000000) return 0;
  while (i < n) {
    s += 2;
    i++;
  }
  if (s != 2 * n) reach_error();
  return 0;
}
";

fn program(text: &str, bad: u32) -> String {
    text.replace("BAD", &bad.to_string())
}

/// Writes a witness by Cassay; its text.
fn witness(folder: &Folder, file: &str, args: &[&str], status: i32) -> String {
    let mut all = vec!["--witness-output", "w.yml", file];
    all.extend(args);
    folder.expect(&all, status);
    std::fs::read_to_string(folder.path().join("w.yml")).expect("a witness")
}

#[test]
fn a_violation_is_written_followed_and_confirmed() {
    let folder = Folder::new("witness-violation");
    folder.write("sum.c", program(SUM, 12));
    let text = witness(&folder, "sum.c", &["--property", "unreach-call"], 1);
    for part in [
        "entry_type: violation_sequence",
        "specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"",
        "value: \"\\\\result == 6\"",
        "format: ext_c_expression",
        "line: 4\n                column: 33",
        "type: target",
        "line: 8\n                column: 16",
    ] {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain(&text).contains(&plain(part)), "{part}: {text}");
    }
    // The specification is in the witness.
    let said = folder.expect(&["--validate-witness", "w.yml", "sum.c"], 1);
    assert!(
        said.contains("witness: confirmed: an execution follows it"),
        "{said}"
    );
    assert!(said.contains("sum.c:8:"), "{said}");
    assert!(said.ends_with("VERIFICATION FAILED\n"), "{said}");
    // Another input leads nowhere.
    folder.write("other.yml", text.replace("result == 6", "result == 7"));
    let said = folder.expect(&["--validate-witness", "other.yml", "sum.c"], 3);
    assert!(
        said.contains("witness: refuted: no execution that follows"),
        "{said}"
    );
    assert!(said.ends_with("VERIFICATION UNKNOWN\n"), "{said}");
}

#[test]
fn invariants_are_written_and_proved() {
    let folder = Folder::new("witness-proof");
    folder.write("long.c", LONG);
    let text = witness(&folder, "long.c", &["--property", "unreach-call"], 0);
    assert!(text.contains("entry_type: invariant_set"), "{text}");
    assert!(text.contains("type: loop_invariant"), "{text}");
    let said = folder.expect(&["--validate-witness", "w.yml", "long.c"], 0);
    assert!(said.contains("witness: confirmed: "), "{said}");
    assert!(said.ends_with("VERIFICATION SUCCESSFUL\n"), "{said}");
}

/// A correctness witness with one invariant of the loop in line 6 of `LONG`.
fn proof(folder: &Folder, value: &str) -> String {
    let written = witness(folder, "long.c", &["--property", "unreach-call"], 0);
    let (head, _) = written.split_once("  content:").expect("a content");
    format!(
        "{head}  content:\n  - invariant:\n      type: loop_invariant\n      location: {{file_name: long.c, line: 6}}\n      \
         value: '{value}'\n      format: c_expression\n"
    )
}

#[test]
fn invariants_of_others_are_proved_or_refuted() {
    let folder = Folder::new("witness-invariants");
    folder.write("long.c", LONG);
    let run = |value: &str, status: i32| {
        folder.write("mine.yml", proof(&folder, value));
        folder.expect(&["--validate-witness", "mine.yml", "long.c"], status)
    };
    let said = run("s == 2 * i && i <= n", 0);
    assert!(
        said.contains("witness: confirmed: 1 invariants hold"),
        "{said}"
    );
    let said = run("s == 2 * i && i < n", 3);
    assert!(
        said.contains("witness: refuted: long.c:6: s == 2 * i && i < n does not hold"),
        "{said}"
    );
    assert!(said.ends_with("VERIFICATION UNKNOWN\n"), "{said}");
    // What would change the program is not followed, and proves nothing.
    for value in ["s = 2 * n", "reach_error() == 0", "no_such_thing"] {
        folder.write("mine.yml", proof(&folder, value));
        let output = folder.run(&["--validate-witness", "mine.yml", "long.c"]);
        assert_ne!(output.status.code(), Some(0), "{value}");
    }
    let said = run("s = 2 * n", 3);
    assert!(
        said.contains("witness: not followed: long.c:6: the condition changes variables"),
        "{said}"
    );
}

#[test]
fn a_false_program_refutes_its_proof() {
    let folder = Folder::new("witness-false");
    folder.write("sum.c", program(SUM, 13));
    let text = witness(&folder, "sum.c", &["--property", "unreach-call"], 0);
    let (head, _) = text.split_once("  content:").expect("a content");
    folder.write("bad.c", program(SUM, 12));
    let said = folder.refused(&["--validate-witness", "w.yml", "bad.c"], "another program");
    assert!(said.contains("SHA-256"), "{said}");
    let other = witness(&folder, "bad.c", &["--property", "unreach-call"], 1);
    let sum = |text: &str| {
        let (_, rest) = text.split_once("input_file_hashes:").expect("sums");
        rest.lines().nth(1).expect("a sum").trim().to_owned()
    };
    let lie = format!("{head}  content: []\n").replace(&sum(&text), &sum(&other));
    folder.write("lie.yml", lie.replace("\"sum.c\"", "\"bad.c\""));
    let said = folder.expect(&["--validate-witness", "lie.yml", "bad.c"], 1);
    assert!(
        said.contains("witness: refuted: the program violates"),
        "{said}"
    );
    assert!(said.ends_with("VERIFICATION FAILED\n"), "{said}");
}

#[test]
fn every_kind_of_waypoint_is_followed() {
    let folder = Folder::new("witness-waypoints");
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
        static int twice(int x) {\n  return 2 * x;\n}\n\
        int main(void) {\n  int a = __VERIFIER_nondet_int();\n  int b = a > 100;\n  if (b)\n    a = twice(a - 100);\n  \
        else\n    a = 5;\n  switch (a) {\n  case 8: reach_error();\n  }\n  if (a == 5) reach_error();\n  return 0;\n}\n";
    folder.write("way.c", text);
    let written = witness(&folder, "way.c", &["--property", "unreach-call"], 1);
    let (head, _) = written.split_once("  content:").expect("a content");
    let point = |kind: &str, line: u32, constraint: &str| {
        let constraint = match constraint {
            "" => String::new(),
            value => format!(", constraint: {{value: \"{value}\", format: c_expression}}"),
        };
        format!(
            "{{waypoint: {{type: {kind}, action: follow, location: {{file_name: way.c, line: {line}}}{constraint}}}}}"
        )
    };
    let follow = |name: &str, points: &[String]| {
        let segments: String = points
            .iter()
            .map(|point| format!("  - segment: [{point}]\n"))
            .collect();
        folder.write(name, format!("{head}  content:\n{segments}"));
    };
    let to_eight = [
        point("assumption", 8, "a == 104"),
        point("branching", 9, "true"),
        point("function_enter", 10, ""),
        point("function_return", 10, "\\\\result > 7"),
        point("branching", 13, "8"),
        point("target", 14, ""),
    ];
    follow("eight.yml", &to_eight);
    let said = folder.expect(&["--validate-witness", "eight.yml", "way.c"], 1);
    assert!(said.contains("way.c:14:"), "{said}");
    assert!(!said.contains("not followed"), "{said}");
    let to_five = [point("branching", 9, "false"), point("target", 16, "")];
    follow("five.yml", &to_five);
    let said = folder.expect(&["--validate-witness", "five.yml", "way.c"], 1);
    assert!(said.contains("way.c:16:"), "{said}");
    let nowhere = [point("branching", 9, "true"), point("target", 16, "")];
    follow("nowhere.yml", &nowhere);
    let said = folder.expect(&["--validate-witness", "nowhere.yml", "way.c"], 3);
    assert!(said.contains("witness: refuted"), "{said}");
}

#[test]
fn lines_of_preprocessed_files_are_their_own() {
    let folder = Folder::new("witness-markers");
    let text = format!(
        "# 1 \"orig.c\"\n# 1 \"<built-in>\" 1\n# 100 \"orig.c\" 2\n{}",
        program(SUM, 12)
    );
    folder.write("sum.i", text);
    let text = witness(&folder, "sum.i", &["--property", "unreach-call"], 1);
    assert!(
        text.contains("file_name: \"sum.i\"\n              line: 7\n"),
        "{text}"
    );
    let said = folder.expect(&["--validate-witness", "w.yml", "sum.i"], 1);
    assert!(said.contains("witness: confirmed"), "{said}");
}

#[test]
fn the_older_format_is_written() {
    let folder = Folder::new("witness-graphml");
    folder.write("sum.c", program(SUM, 12));
    folder.expect(
        &[
            "--witness-output",
            "w.graphml",
            "--property",
            "unreach-call",
            "sum.c",
        ],
        1,
    );
    let text = std::fs::read_to_string(folder.path().join("w.graphml")).expect("a witness");
    for part in [
        "<data key=\"witness-type\">violation_witness</data>",
        "<data key=\"assumption\">\\result == 6;</data>",
        "<data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>",
        "<data key=\"violation\">true</data>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let said = folder.refused(&["--validate-witness", "w.graphml", "sum.c"], "GraphML");
    assert!(said.contains("w.graphml"), "{said}");
}

#[test]
fn what_has_no_witness_is_said() {
    let folder = Folder::new("witness-none");
    folder.write("a.cpp", "int main() {}\n");
    folder.refused(&["--witness-output", "w.yml", "a.cpp"], "programs in C");
    folder.write(
        "a.c",
        "int main(int argc, char **argv) { return 5 / (argc - 1); }\n",
    );
    let said = folder.expect(&["--witness-output", "w.yml", "a.c"], 1);
    assert!(
        said.contains("witness: none: no property of SV-COMP is about division-by-zero"),
        "{said}"
    );
    let kept = std::fs::read_to_string(folder.path().join("w.yml")).expect("a file");
    assert_eq!(kept, "[]\n");
    folder.refused(
        &["--witness-output", "no/such/w.yml", "a.c"],
        "cannot be written",
    );
    for (text, what) in [
        ("hello", "sequence"),
        ("- a: [", "line"),
        ("[]", "no entry"),
        ("\u{1}", "sequence"),
    ] {
        folder.write("broken.yml", text);
        folder.refused(&["--validate-witness", "broken.yml", "a.c"], what);
    }
}

#[test]
fn the_same_run_writes_the_same_witness() {
    let folder = Folder::new("witness-same");
    folder.write("sum.c", program(SUM, 12));
    let mut texts = Vec::new();
    for _ in 0..2 {
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_cassay"))
            .args([
                "--witness-output",
                "w.yml",
                "--property",
                "unreach-call",
                "sum.c",
            ])
            .env("SOURCE_DATE_EPOCH", "951782400")
            .current_dir(folder.path())
            .output()
            .expect("cassay starts");
        assert_eq!(status.status.code(), Some(1));
        texts.push(std::fs::read_to_string(folder.path().join("w.yml")).expect("a witness"));
    }
    assert_eq!(texts[0], texts[1]);
    assert!(
        texts[0].contains("creation_time: \"2000-02-29T00:00:00Z\""),
        "{}",
        texts[0]
    );
}
