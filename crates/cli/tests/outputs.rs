//! The report in other formats: where it goes, what a run that has no answer leaves behind, and what stays the same
//! from run to run.

mod support;

use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::Folder;

/// A program with a violation and a proof.
const PROGRAM: &str = "unsigned char nondet_uchar(void);\n\
    int table[8];\n\
    int main(void) {\n\
    \x20 unsigned char index = nondet_uchar();\n\
    \x20 table[index % 8] = 1;\n\
    \x20 return table[index % 9];\n\
    }\n";
/// A program that is never decided within a bound or a second.
const ENDLESS: &str = "unsigned nondet_uint(void);\n\
    int main(void) {\n\
    \x20 unsigned long a = nondet_uint(), b = nondet_uint(), c = nondet_uint();\n\
    \x20 while (a % 1000003u != b * c) { a = a * 6364136223846793005u + b; b ^= a >> 7; c += b * a; }\n\
    \x20 __CPROVER_assert(a * b != 42 + c, \"never\");\n\
    \x20 return 0;\n\
    }\n";

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).expect("written")
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON and nothing else")
}

#[test]
fn standard_output_is_one_document_or_text() {
    let folder = Folder::new("json");
    folder.write("a.c", PROGRAM);
    let output = folder.run(&["--json", "--stats", "a.c"]);
    let document = parse(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(document["verdict"], "unsafe");
    assert_eq!(document["last_line"], "VERIFICATION FAILED");
    assert_eq!(document["run"]["finished"], true);
    assert_eq!(document["run"]["command"][1], "--json");
    let figures = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        figures.contains("solver-calls"),
        "figures go to people: {figures}"
    );
    let text = folder.expect(&["--message-format", "short", "a.c"], 1);
    assert!(text.starts_with("a.c:6:10: error: index 8"), "{text}");
    assert!(
        text.ends_with("[array-bounds]\nVERIFICATION FAILED\n"),
        "{text}"
    );
}

#[test]
fn every_format_is_written_beside_the_text() {
    let folder = Folder::new("formats");
    folder.write("a.c", PROGRAM);
    folder.write("cassay.toml", "junit-output = \"a.xml\"\n");
    let text = folder.expect(
        &[
            "--json-output",
            "a.json",
            "--sarif-output=a.sarif",
            "--html-report",
            "a.html",
            "a.c",
        ],
        1,
    );
    assert!(text.ends_with("VERIFICATION FAILED\n"), "{text}");
    let found = [
        ("json", cassay_formatcheck::json(&read(&folder, "a.json"))),
        (
            "sarif",
            cassay_formatcheck::sarif(&read(&folder, "a.sarif")),
        ),
        ("junit", cassay_formatcheck::junit(&read(&folder, "a.xml"))),
        ("html", cassay_formatcheck::html(&read(&folder, "a.html"))),
    ];
    let found: Vec<_> = found.map(|(name, read)| (name, read.expect(name))).into();
    assert_eq!(
        cassay_formatcheck::disagreements(&found),
        Vec::<String>::new()
    );
    let violations: Vec<_> = found[0].1.violations.iter().collect();
    assert_eq!(
        violations,
        [&("a.c".to_string(), 6, "array-bounds".to_string())]
    );
    let quiet = folder.expect(&["--quiet", "--sarif-output", "/dev/stdout", "a.c"], 1);
    let (log, last) = quiet.trim_end().rsplit_once('\n').expect("two lines");
    assert_eq!(last, "VERIFICATION FAILED");
    cassay_formatcheck::sarif(log).expect("a pipe gets one log");
}

#[test]
fn files_that_cannot_be_written_are_refused_before_the_run() {
    let folder = Folder::new("unwritable");
    let source = folder.write("a.c", PROGRAM);
    folder.refused(
        &["--html-report", "no/such/folder/a.html", "a.c"],
        "cannot be written",
    );
    folder.refused(
        &["--json-output", "x", "--junit-output", "x", "a.c"],
        "same file",
    );
    folder.refused(
        &["--sarif-output", "a.c", "a.c"],
        "would replace a file of the program",
    );
    assert_eq!(
        std::fs::read_to_string(source).expect("still there"),
        PROGRAM
    );
}

#[test]
fn an_error_leaves_files_that_say_so() {
    let folder = Folder::new("broken");
    folder.write("a.c", "int main(void) { return x; }\n");
    let message = folder.refused(
        &[
            "--json-output",
            "a.json",
            "--sarif-output",
            "a.sarif",
            "--junit-output",
            "a.xml",
            "a.c",
        ],
        "undeclared identifier 'x'",
    );
    assert!(message.contains("a.c"), "{message}");
    let document = parse(&read(&folder, "a.json"));
    assert_eq!(document["run"]["finished"], false);
    assert_eq!(document["verdict"], "unknown");
    assert_eq!(document["reason"]["kind"], "unfinished");
    let words = document["reason"]["text"].as_str().expect("words");
    assert!(words.contains("undeclared identifier 'x'"), "{words}");
    let log = parse(&read(&folder, "a.sarif"));
    assert_eq!(
        log["runs"][0]["invocations"][0]["executionSuccessful"],
        false
    );
    assert!(read(&folder, "a.xml").contains("errors=\"1\""));
    cassay_formatcheck::json(&read(&folder, "a.json")).expect("valid");
    cassay_formatcheck::sarif(&read(&folder, "a.sarif")).expect("valid");
    cassay_formatcheck::junit(&read(&folder, "a.xml")).expect("valid");
}

#[test]
fn a_limit_leaves_whole_documents() {
    let folder = Folder::new("limits");
    folder.write("a.c", ENDLESS);
    let output = folder.run(&[
        "--json",
        "--timeout",
        "2s",
        "--html-report",
        "a.html",
        "a.c",
    ]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let document = String::from_utf8_lossy(&output.stdout).into_owned();
    let summary = cassay_formatcheck::json(&document).expect("valid");
    assert_eq!(summary.verdict, "unknown");
    let kind = parse(&document)["reason"]["kind"].clone();
    assert!(kind == "limit" || kind == "unfinished", "{kind}");
    let page = cassay_formatcheck::html(&read(&folder, "a.html")).expect("valid");
    assert_eq!(page.verdict, "unknown");
}

#[test]
fn a_run_that_is_killed_leaves_files_that_say_so() {
    let folder = Folder::new("killed");
    folder.write("a.c", ENDLESS);
    // The files of an earlier run must not pass for those of this one.
    folder.write("a.json", "{\"verdict\": \"safe\"}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(["--json-output", "a.json", "--timeout", "100s", "a.c"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("cassay starts");
    let start = Instant::now();
    while !read(&folder, "a.json").contains("cassay-report\"") {
        assert!(start.elapsed() < Duration::from_secs(60), "never written");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    let document = parse(&read(&folder, "a.json"));
    assert_eq!(document["run"]["finished"], false);
    assert_eq!(document["verdict"], "unknown");
}

/// The fingerprints of the results of a class.
fn fingerprints(folder: &Folder, class: &str) -> Vec<String> {
    folder.expect(&["--sarif-output", "a.sarif", "a.c"], 1);
    let log = parse(&read(folder, "a.sarif"));
    let results = log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .clone();
    let chosen = results.iter().filter(|result| result["ruleId"] == class);
    chosen
        .map(|result| result["partialFingerprints"].to_string())
        .collect()
}

#[test]
fn fingerprints_survive_edits_elsewhere() {
    let folder = Folder::new("fingerprints");
    folder.write("a.c", PROGRAM);
    let before = fingerprints(&folder, "array-bounds");
    assert_eq!(before.len(), 2);
    let edited = PROGRAM
        .replace(
            "int table[8];\n",
            "/* The table. */\n\nint table[8];\nint other[3];\n",
        )
        .replace("  return", "\t\treturn")
        .replace("int main(void) {\n", "int main(void) {\n  other[1] = 2;\n");
    folder.write("a.c", &edited);
    let after = fingerprints(&folder, "array-bounds");
    assert_eq!(after.len(), 3);
    assert!(
        before.iter().all(|print| after.contains(print)),
        "{before:?} {after:?}"
    );
    folder.write("a.c", edited.replace("index % 9", "index % 10"));
    let changed = fingerprints(&folder, "array-bounds");
    assert!(
        !changed.contains(&before[1]),
        "another line is another finding"
    );
}

#[test]
fn logs_are_the_same_every_time() {
    let folder = Folder::new("same");
    folder.write("a.c", PROGRAM);
    let mut logs = Vec::new();
    for _ in 0..2 {
        folder.expect(&["--sarif-output", "a.sarif", "a.c"], 1);
        logs.push(read(&folder, "a.sarif"));
    }
    assert_eq!(logs[0], logs[1]);
}

#[test]
fn columns_count_characters_in_sarif_and_bytes_in_json() {
    let folder = Folder::new("columns");
    let line = "  /* é漢 */ return table[index % 9];";
    folder.write("a.c", PROGRAM.replace("  return table[index % 9];", line));
    folder.expect(
        &[
            "--sarif-output",
            "a.sarif",
            "--json-output",
            "a.json",
            "a.c",
        ],
        1,
    );
    let log = parse(&read(&folder, "a.sarif"));
    let results = log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .clone();
    let failed = results
        .iter()
        .find(|result| result["kind"] == "fail")
        .expect("a failure");
    let region = &failed["locations"][0]["physicalLocation"]["region"];
    let column = region["startColumn"].as_u64().expect("a column") as usize;
    let end = region["endColumn"].as_u64().expect("a column") as usize;
    let marked: String = line.chars().skip(column - 1).take(end - column).collect();
    assert_eq!(marked, "table[index % 9]");
    let document = parse(&read(&folder, "a.json"));
    let column = document["findings"][0]["place"]["column"]
        .as_u64()
        .expect("a column") as usize;
    assert!(line[column - 1..].starts_with("table["), "{column}");
}
