//! Scores Cassay on folders of SV-COMP tasks: `.yml` definitions beside their C files.
//!
//! Points as in the competition: 2 for a correct proof, 1 for a found bug, -32 for a missed bug,
//! -16 for a false alarm.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// One program, one property, one expected answer.
struct Task {
    definition: PathBuf,
    source: PathBuf,
    model: String,
    property: String,
    expected: bool,
}

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

/// Runs the tasks of the folders; whether no answer was wrong.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let mut folders = Vec::new();
    let (mut property, mut limit) = ("unreach-call".to_string(), "10".to_string());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--property" => property = rest.next().copied().unwrap_or_default().into(),
            "--limit" => limit = rest.next().copied().unwrap_or_default().into(),
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    let mut tasks = Vec::new();
    for folder in &folders {
        collect(folder, &property, &mut tasks);
    }
    if tasks.is_empty() {
        eprintln!("bench: no tasks with property {property} found");
        return false;
    }
    tasks.sort_by(|a, b| a.definition.cmp(&b.definition));
    let rows = run_tasks(&root.join("target/release/cassay"), &tasks, &limit);
    print_table(&rows);
    rows.values().all(|row| row.counts[2] + row.counts[3] == 0)
}

fn collect(folder: &Path, property: &str, tasks: &mut Vec<Task>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, property, tasks);
        } else if path.extension().is_some_and(|e| e == "yml") {
            tasks.extend(read(&path, property));
        }
    }
}

/// Reads the few fields of a definition that matter.
fn read(definition: &Path, property: &str) -> Option<Task> {
    let text = std::fs::read_to_string(definition).ok()?;
    let value = |key: &str| {
        let (_, after) = text.split_once(key)?;
        let word = after.split_whitespace().find(|word| *word != "-")?;
        Some(word.trim_matches(['\'', '"', '[', ']']).to_string())
    };
    let source = definition.with_file_name(value("input_files:")?);
    let chunk = text
        .split("property_file:")
        .skip(1)
        .find(|chunk| chunk.lines().next().is_some_and(|l| l.contains(property)))?;
    let (_, verdict) = chunk.split_once("expected_verdict:")?;
    Some(Task {
        definition: definition.to_owned(),
        source,
        model: value("data_model:").unwrap_or_else(|| "ILP32".into()),
        property: property.to_string(),
        expected: verdict.trim_start().starts_with("true"),
    })
}

fn run_tasks(tool: &Path, tasks: &[Task], limit: &str) -> BTreeMap<String, Row> {
    let next = AtomicUsize::new(0);
    let rows: Mutex<BTreeMap<String, Row>> = Mutex::default();
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let begin = Instant::now();
            let column = judge(tool, task, limit);
            let seconds = begin.elapsed().as_secs_f64();
            if column >= 2 {
                println!(
                    "{:12} {seconds:6.2} s  {}",
                    COLUMNS[column],
                    task.definition.display()
                );
            }
            let folder = task.definition.parent().and_then(Path::file_name);
            let name = folder.map_or_else(String::new, |f| f.to_string_lossy().into_owned());
            if let Ok(mut rows) = rows.lock() {
                for key in [name, "ALL".to_string()] {
                    let row = rows.entry(key).or_default();
                    row.counts[column] += 1;
                    row.seconds += seconds;
                }
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    rows.into_inner().unwrap_or_default()
}

/// The column of the table that a run belongs to.
fn judge(tool: &Path, task: &Task, limit: &str) -> usize {
    let output = Command::new(tool)
        .args(["--property", &task.property, "--data-model", &task.model])
        .args(["--timeout", limit, "--memlimit", "6g"])
        .arg(&task.source)
        .output();
    match (output.ok().and_then(|o| o.status.code()), task.expected) {
        (Some(0), true) => 0,
        (Some(1), false) => 1,
        (Some(0), false) => 2,
        (Some(1), true) => 3,
        (Some(3), _) => 4,
        (Some(_) | None, _) => 5,
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
