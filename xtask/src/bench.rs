//! Scores Cassay on folders of SV-COMP tasks.
//!
//! Points as in the competition: 2 for a correct proof, 1 for a found bug, -32 for a missed bug,
//! -16 for a false alarm.

use crate::tasks::{self, Task};
use crate::tool::{self, Answer, Words};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Counts of a folder.
#[derive(Default)]
struct Row {
    counts: [usize; 6],
    seconds: f64,
}

const COLUMNS: [&str; 6] = [
    "true",
    "false",
    "WRONG true",
    "WRONG false",
    "unknown",
    "error",
];
const POINTS: [i64; 6] = [2, 1, -32, -16, 0, 0];

/// Runs the tasks of the folders. Returns whether no answer was wrong.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let words = Words::new(words);
    let property = words.text("property").unwrap_or("unreach-call");
    let folders: Vec<PathBuf> = words.rest.iter().map(PathBuf::from).collect();
    let tasks = tasks::collect(&folders, &[property]);
    if tasks.is_empty() {
        eprintln!("bench: no tasks with property {property} found");
        return false;
    }
    let (tool, limit) = (words.tool(root), words.number("limit", 10));
    let results = tool::in_parallel(words.jobs(), &tasks, |task| {
        let run = tool::run(&tool, &task.arguments(limit, &[]), limit);
        let seconds = run.as_ref().map_or(0.0, |run| run.seconds);
        let column = column(task, run.map_or(Answer::Error, |run| run.answer()));
        if column >= 2 {
            let name = task.definition.display();
            println!("{:12} {seconds:6.2} s  {name}", COLUMNS[column]);
        }
        (column, seconds)
    });
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (task, (column, seconds)) in tasks.iter().zip(results) {
        for key in [task.folder(), "ALL".to_string()] {
            let row = rows.entry(key).or_default();
            row.counts[column] += 1;
            row.seconds += seconds;
        }
    }
    print_table(&rows);
    rows.values().all(|row| row.counts[2] + row.counts[3] == 0)
}

/// The column of the table that an answer belongs to.
fn column(task: &Task, answer: Answer) -> usize {
    let wrong = if task.is_wrong(answer) { 2 } else { 0 };
    match answer {
        Answer::Safe => wrong,
        Answer::Unsafe => wrong + 1,
        Answer::Open => 4,
        Answer::Error => 5,
    }
}

fn print_table(rows: &BTreeMap<String, Row>) {
    let header: String = COLUMNS.iter().map(|c| format!("{c:>12}")).collect();
    println!("{:30}{header}{:>8}{:>10}", "", "score", "seconds");
    for (name, row) in rows {
        let counts: String = row.counts.iter().map(|n| format!("{n:>12}")).collect();
        let score: i64 = row
            .counts
            .iter()
            .zip(POINTS)
            .map(|(n, points)| *n as i64 * points)
            .sum();
        println!("{name:30}{counts}{score:>8}{:>10.1}", row.seconds);
    }
}
