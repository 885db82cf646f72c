//! Measures the programs of `bench/table1` on every solver: a reproduction of the first table of the
//! paper that Cassay follows (Cordeiro, Fischer and Marques-Silva, TSE 2012, section 4.2).
//!
//! A program says its number and name in the paper (`//@ paper:`) and the options of each row
//! (`//@ row:`). All of them are safe, so any other verdict is a bug.

use crate::tool::{self, Answer, Run, Words};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A row of the table, before it is run.
#[derive(Debug)]
struct Row {
    number: u32,
    name: String,
    file: PathBuf,
    lines: usize,
    options: Vec<String>,
}

impl Row {
    /// The bound that the options give.
    fn bound(&self) -> &str {
        let mut words = self.options.iter();
        words.find(|word| *word == "--unwind");
        words.next().map_or("", String::as_str)
    }

    /// The options that distinguish rows of one program.
    fn variant(&self) -> String {
        let defined = self.options.iter().filter_map(|o| o.strip_prefix("-D"));
        defined.collect::<Vec<_>>().join(" ")
    }
}

/// Runs every row on every usable solver and writes the table. Returns whether the first solver decides
/// all rows and no verdict is wrong.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let words = Words::new(words);
    let (tool, limit) = (words.tool(root), words.number("limit", 60));
    let mut rows = rows(&root.join("bench/table1"));
    if let Some(only) = words.text("only") {
        rows.retain(|row| row.file.to_string_lossy().contains(only));
    }
    let mut solvers = tool::solvers(&tool);
    if let Some(wanted) = words.text("solvers") {
        solvers.retain(|(name, _)| wanted.split(',').any(|w| w == name));
    }
    if rows.is_empty() || solvers.is_empty() {
        eprintln!("table1: no programs, or {} does not run", tool.display());
        return false;
    }
    let alone = tool::alone(&tool::options(&tool));
    for row in &mut rows {
        row.options.extend(alone.iter().cloned());
    }
    let mut results = Vec::new();
    for row in &rows {
        let runs: Vec<Option<Run>> = solvers
            .iter()
            .map(|(solver, _)| run_one(&tool, row, solver, limit))
            .collect();
        let cells: Vec<String> = runs.iter().map(cell).collect();
        println!("{} {}: {}", row.name, row.variant(), cells.join(" | "));
        results.push(runs);
    }
    let text = table(&tool::commit(root), limit, &solvers, &rows, &results);
    let answer = |run: &Option<Run>| run.as_ref().map_or(Answer::Error, Run::answer);
    let decided = results.iter().all(|runs| answer(&runs[0]) == Answer::Safe);
    let wrong = |run: &Option<Run>| matches!(answer(run), Answer::Unsafe | Answer::Error);
    let right = !results.iter().flatten().any(wrong);
    words.write(root, "bench/results/table1.md", &text) && decided && right
}

/// The rows of all programs of a folder, in the paper's order.
fn rows(folder: &Path) -> Vec<Row> {
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = entry.path();
        if file.extension().is_some_and(|e| e == "c") {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            rows.extend(rows_of(&file, &text));
        }
    }
    rows.sort_by_key(|row| row.number);
    rows
}

fn rows_of(file: &Path, text: &str) -> Vec<Row> {
    let paper = tool::said(text, "paper").pop().unwrap_or_default();
    let (number, name) = paper.split_once(' ').unwrap_or(("0", "?"));
    let is_code = |line: &&str| !line.trim().is_empty() && !line.starts_with("//");
    let options = tool::said(text, "row").into_iter();
    options
        .map(|options| Row {
            number: number.parse().unwrap_or_default(),
            name: name.to_string(),
            file: file.to_owned(),
            lines: text.lines().filter(is_code).count(),
            options: options.split_whitespace().map(String::from).collect(),
        })
        .collect()
}

fn run_one(tool: &Path, row: &Row, solver: &str, limit: u64) -> Option<Run> {
    let mut args = row.options.clone();
    let timeout = format!("{limit}s");
    let fixed = [
        "--solver",
        solver,
        "--stats",
        "--timeout",
        &timeout,
        "--memlimit",
        "6g",
    ];
    args.extend(fixed.map(String::from));
    args.push(row.file.display().to_string());
    tool::run(tool, &args, limit).ok()
}

/// Solver time and total time, or the reason why there is none.
fn cell(run: &Option<Run>) -> String {
    let Some(run) = run else {
        return "does not run".into();
    };
    let times = || {
        let solver = run.figure("wall-solving").unwrap_or_default();
        format!("{solver:.2} / {:.2}", run.seconds)
    };
    match run.answer() {
        Answer::Safe => times(),
        Answer::Unsafe => format!("UNSAFE {}", times()),
        Answer::Open if run.reason().contains("memory") => "memory".into(),
        Answer::Open if run.killed || run.reason().contains("time limit") => "time".into(),
        Answer::Open => "open".into(),
        Answer::Error => "ERROR".into(),
    }
}

fn table(
    commit: &str,
    limit: u64,
    solvers: &[(String, String)],
    rows: &[Row],
    results: &[Vec<Option<Run>>],
) -> String {
    let mut out = format!(
        "# Table 1\n\nCommit {commit}, {limit} s and 6 GiB a run, one run at a time. L counts lines of code, \
         B is the bound, P the properties checked, *asked* the questions to the solver that rules of terms \
         left over. A cell holds the seconds spent with the solver and those of the whole run; *time* and \
         *memory* stand for a limit that was reached. `bench/table1/README.md` says what the programs \
         claim.\n\n"
    );
    for (name, version) in solvers {
        let _ = writeln!(out, "- {name}: {version}");
    }
    out.push_str("\n| | program | variant | L | B | P | asked |");
    for (name, _) in solvers {
        let _ = write!(out, " {name} |");
    }
    out.push_str("\n|---|---|---|---|---|---|---|");
    out.push_str(&"---|".repeat(solvers.len()));
    out.push('\n');
    for (row, runs) in rows.iter().zip(results) {
        let figure = |name: &str| {
            let found = runs.iter().flatten().find_map(|run| run.figure(name));
            found.map_or_else(String::new, |value| format!("{value:.0}"))
        };
        let _ = write!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            row.number,
            row.name,
            row.variant(),
            row.lines,
            row.bound(),
            figure("claims"),
            figure("solver-calls"),
        );
        for run in runs {
            let _ = write!(out, " {} |", cell(run));
        }
        out.push('\n');
    }
    let undecided = results.iter().filter(|runs| {
        let decided = |run: &Run| run.answer() == Answer::Safe;
        !runs.iter().flatten().any(decided)
    });
    let _ = writeln!(out, "\nRows that no solver decides: {}.", undecided.count());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "//! About.\n//@ paper: 3 EUREKA.Sort\n//@ row: -DN=4 --unwind 5\n\
        //@ row: -DN=9 -DANY --unwind 10\n\nint main(void) {\n  return 0;\n}\n";

    fn ended(code: i32, out: &str) -> Option<Run> {
        Some(Run {
            code: Some(code),
            killed: false,
            out: out.to_string(),
            err: String::new(),
            seconds: 1.5,
        })
    }

    #[test]
    fn rows_become_a_table() {
        let rows = rows_of(Path::new("sort.c"), PROGRAM);
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[1].bound(), rows[1].lines), ("10", 3));
        let stats = "Statistics:\n  claims   17\n  solver-calls   1\n  wall-solving   0.250 s\n";
        let late = "unknown: time limit reached\n";
        let results = vec![
            vec![ended(0, stats), ended(3, late)],
            vec![ended(3, late), None],
        ];
        let solvers = ["a", "b"].map(|name| (name.to_string(), "1.0".to_string()));
        let text = table("c0ffee", 60, &solvers, &rows, &results);
        assert!(
            text.contains("| 3 | EUREKA.Sort | N=4 | 3 | 5 | 17 | 1 | 0.25 / 1.50 | time |"),
            "{text}"
        );
        assert!(
            text.contains("| N=9 ANY | 3 | 10 |  |  | time | does not run |"),
            "{text}"
        );
        assert!(text.contains("no solver decides: 1."), "{text}");
    }

    #[test]
    fn every_program_of_the_folder_has_rows() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/table1");
        let rows = rows(&folder);
        let mut numbers: Vec<u32> = rows.iter().map(|row| row.number).collect();
        numbers.dedup();
        assert_eq!(numbers, (1..=15).collect::<Vec<_>>());
        assert!(rows.iter().all(|row| !row.bound().is_empty()));
    }
}
