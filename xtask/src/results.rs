//! Tables for `bench/results` from the JSON of scored runs: one row a folder and property, then
//! every run with its answer, so that a later commit can be compared with an earlier one.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How the runs of a group ended.
#[derive(Default)]
struct Counts {
    right_true: u32,
    right_false: u32,
    wrong: u32,
    open: u32,
    seconds: f64,
}

/// `results --commit C --limit SECONDS FILE.json…`: prints the tables.
pub fn run(args: &[&str]) -> bool {
    let mut commit = "";
    let mut limit = "";
    let mut files = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match *arg {
            "--commit" => commit = rest.next().copied().unwrap_or_default(),
            "--limit" => limit = rest.next().copied().unwrap_or_default(),
            file => files.push(file),
        }
    }
    let mut runs = Vec::new();
    for file in files {
        let parsed = std::fs::read_to_string(file)
            .map_err(|error| error.to_string())
            .and_then(|text| {
                serde_json::from_str::<Vec<Value>>(&text).map_err(|error| error.to_string())
            });
        match parsed {
            Ok(found) => runs.extend(found),
            Err(error) => {
                eprintln!("{file}: {error}");
                return false;
            }
        }
    }
    print!("{}", tables(&runs, commit, limit));
    !runs.is_empty()
}

fn text<'a>(run: &'a Value, key: &str) -> &'a str {
    run[key].as_str().unwrap_or("?")
}

fn tables(runs: &[Value], commit: &str, limit: &str) -> String {
    let mut groups: BTreeMap<(&str, &str), Counts> = BTreeMap::new();
    let mut all = Counts::default();
    for run in runs {
        let folder = text(run, "task").split('/').next().unwrap_or("?");
        let group = groups.entry((text(run, "property"), folder)).or_default();
        for counts in [group, &mut all] {
            counts.seconds += run["wall"].as_f64().unwrap_or(0.0);
            match text(run, "status") {
                "correct true" => counts.right_true += 1,
                "correct false" => counts.right_false += 1,
                "WRONG true" | "WRONG false" => counts.wrong += 1,
                _ => counts.open += 1,
            }
        }
    }
    let mut out = format!(
        "Commit {commit}, {limit} s and 6 GiB a run.\n\n\
         | property | folder | runs | proved | violated | differs | open | seconds |\n\
         |---|---|---|---|---|---|---|---|\n"
    );
    let mut row = |property: &str, folder: &str, c: &Counts| {
        let sum = c.right_true + c.right_false + c.wrong + c.open;
        let _ = writeln!(
            out,
            "| {property} | {folder} | {sum} | {} | {} | {} | {} | {:.0} |",
            c.right_true, c.right_false, c.wrong, c.open, c.seconds
        );
    };
    for ((property, folder), counts) in &groups {
        row(property, folder, counts);
    }
    row("all", "", &all);
    out.push_str("\n| task | property | published | answer | seconds | reason |\n|---|---|---|---|---|---|\n");
    for run in runs {
        let lines: Vec<&str> = text(run, "tail").trim_end().lines().collect();
        let reason = match text(run, "status") {
            "correct true" | "correct false" => "",
            _ => lines.len().checked_sub(2).map_or("", |last| lines[last]),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {:.1} | {} |",
            text(run, "task").trim_end_matches(".yml"),
            text(run, "property"),
            run["expected"],
            text(run, "status"),
            run["wall"].as_f64().unwrap_or(0.0),
            reason.replace('|', "\\|"),
        );
    }
    out
}
