//! The effect of each simplification: tasks are run as usual, then with one of them switched off at a
//! time, as in section 4.3 of the paper that Cassay follows.

use crate::tasks::{self, PROPERTIES, Task};
use crate::tool::{self, Answer, Words};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The switches, those of them that the tool has.
const SWITCHES: [&str; 7] = [
    "--no-simplify",
    "--no-propagation",
    "--no-store-propagation",
    "--no-forward-substitution",
    "--no-guard-propagation",
    "--no-slice",
    "--no-static-analysis",
];
/// Only folders of the collection whose names start with one of these.
const FAMILIES: [&str; 3] = ["loops", "array-", "bitvector"];
/// Shorter times in seconds are not compared: starting a process takes as long.
const NOISE: f64 = 0.05;

/// How a task ended in one configuration.
#[derive(Clone, Copy, Debug)]
struct Ended {
    answer: Answer,
    seconds: f64,
}

/// All tasks in one configuration.
struct Column {
    name: String,
    runs: Vec<Ended>,
}

/// Runs all configurations and writes the table. Returns whether no answer was wrong.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let words = Words::new(words);
    let (tool, limit) = (words.tool(root), words.number("limit", 10));
    let Some(set) = words.text("set") else {
        eprintln!("ablation: --set names the folder of the collection");
        return false;
    };
    let properties: Vec<&str> = match words.text("property") {
        Some(property) => vec![property],
        None => PROPERTIES.to_vec(),
    };
    let tasks = tasks::collect(&families(Path::new(set)), &properties);
    if tasks.is_empty() {
        eprintln!("ablation: no tasks found in {set}");
        return false;
    }
    let base: Vec<String> = words
        .text("base")
        .unwrap_or_default()
        .split_whitespace()
        .map(String::from)
        .collect();
    let mut columns = Vec::new();
    for name in configurations(&tool::options(&tool)) {
        let mut options = base.clone();
        options.extend(name.strip_prefix("--").map(|rest| format!("--{rest}")));
        let runs = tool::in_parallel(words.jobs(), &tasks, |task| {
            let ended = tool::run(&tool, &task.arguments(limit, &options), limit);
            Ended {
                answer: ended.as_ref().map_or(Answer::Error, tool::Run::answer),
                seconds: ended.map_or(0.0, |run| run.seconds),
            }
        });
        let solved = runs.iter().filter(|run| run.answer.is_decided()).count();
        println!("{name}: {solved} of {} solved", tasks.len());
        columns.push(Column { name, runs });
    }
    let head = format!(
        "# One simplification switched off at a time\n\nCommit {}, {limit} s and 6 GiB a run, {} at a \
         time{}. Folders of loops, arrays and bit-vectors of the SV-COMP collection.\n",
        tool::commit(root),
        words.jobs(),
        if base.is_empty() {
            String::new()
        } else {
            format!(", with `{}`", base.join(" "))
        },
    );
    let text = head + &tables(&tasks, &columns);
    let right = columns.iter().all(|column| {
        let mut pairs = tasks.iter().zip(&column.runs);
        !pairs.any(|(task, run)| task.is_wrong(run.answer))
    });
    words.write(root, "bench/results/ablation.md", &text) && right
}

/// The default and each switch that the tool has.
fn configurations(options: &[String]) -> Vec<String> {
    let has = |switch: &&str| options.iter().any(|option| option == switch);
    let switches = SWITCHES.iter().copied().filter(has);
    std::iter::once("default")
        .chain(switches)
        .map(String::from)
        .collect()
}

fn families(set: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(set).into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.is_dir() && FAMILIES.iter().any(|family| name.starts_with(family))
    });
    folders.collect()
}

fn tables(tasks: &[Task], columns: &[Column]) -> String {
    let all: Vec<usize> = (0..tasks.len())
        .filter(|i| columns.iter().all(|c| c.runs[*i].answer.is_decided()))
        .collect();
    let mut out = format!(
        "\n*All* are the {} tasks that every configuration solves; *mean ratio* is the geometric mean of \
         their times against the default's, of those that take {NOISE} s or more somewhere.\n\n\
         | configuration | tasks | proved | violated | wrong | open | error | seconds | all, seconds | \
         ratio | mean ratio |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
        all.len()
    );
    let Some(base) = columns.first() else {
        return out;
    };
    let sum = |column: &Column| all.iter().map(|i| column.runs[*i].seconds).sum::<f64>();
    for column in columns {
        let pairs = || tasks.iter().zip(&column.runs);
        let count = |wanted: fn(&Task, Answer) -> bool| {
            pairs()
                .filter(|(task, run)| wanted(task, run.answer))
                .count()
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {:.0} | {:.1} | {:.2} | {:.2} |",
            column.name,
            tasks.len(),
            count(|task, answer| answer == Answer::Safe && !task.is_wrong(answer)),
            count(|task, answer| answer == Answer::Unsafe && !task.is_wrong(answer)),
            count(Task::is_wrong),
            count(|_, answer| answer == Answer::Open),
            count(|_, answer| answer == Answer::Error),
            column.runs.iter().map(|run| run.seconds).sum::<f64>(),
            sum(column),
            sum(column) / sum(base).max(NOISE),
            mean_ratio(&all, base, column),
        );
    }
    differences(&mut out, tasks, columns);
    out
}

/// The geometric mean of the ratio of times between two configurations.
fn mean_ratio(all: &[usize], base: &Column, column: &Column) -> f64 {
    let ratios: Vec<f64> = all
        .iter()
        .map(|i| (base.runs[*i].seconds, column.runs[*i].seconds))
        .filter(|(a, b)| a.max(*b) >= NOISE)
        .map(|(a, b)| (b.max(0.001) / a.max(0.001)).ln())
        .collect();
    if ratios.is_empty() {
        return 1.0;
    }
    (ratios.iter().sum::<f64>() / ratios.len() as f64).exp()
}

/// The tasks that are decided only without or only with a switch.
fn differences(out: &mut String, tasks: &[Task], columns: &[Column]) {
    let Some((base, others)) = columns.split_first() else {
        return;
    };
    let names = |column: &Column, wanted: fn(bool, bool) -> bool| {
        let with = tasks.iter().zip(base.runs.iter().zip(&column.runs));
        let chosen =
            with.filter(|(_, (a, b))| wanted(a.answer.is_decided(), b.answer.is_decided()));
        let list: Vec<String> = chosen
            .map(|(task, _)| format!("{} ({})", task.name(), task.property))
            .collect();
        if list.is_empty() {
            "none".to_string()
        } else {
            list.join(", ")
        }
    };
    for column in others {
        let lost = names(column, |a, b| a && !b);
        let won = names(column, |a, b| !a && b);
        let _ = writeln!(
            out,
            "\n`{}` loses: {lost}.\nIt solves besides: {won}.",
            column.name
        );
    }
    for column in columns {
        for (task, run) in tasks.iter().zip(&column.runs) {
            if task.is_wrong(run.answer) {
                let (name, answer) = (task.name(), run.answer.name());
                let _ = writeln!(
                    out,
                    "\n{}: {name} ({}) is {answer}, published is {}.",
                    column.name, task.property, task.expected
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(name: &str, expected: bool) -> Task {
        Task {
            definition: PathBuf::from(format!("set/loops/{name}.yml")),
            source: PathBuf::from(name),
            model: "LP64".into(),
            property: "unreach-call".into(),
            expected,
        }
    }

    fn column(name: &str, runs: &[(Answer, f64)]) -> Column {
        let ended = |(answer, seconds): &(Answer, f64)| Ended {
            answer: *answer,
            seconds: *seconds,
        };
        Column {
            name: name.into(),
            runs: runs.iter().map(ended).collect(),
        }
    }

    #[test]
    fn counts_and_ratios_are_against_the_default() {
        let tasks = [task("a", true), task("b", false), task("c", true)];
        let columns = [
            column(
                "default",
                &[
                    (Answer::Safe, 1.0),
                    (Answer::Unsafe, 2.0),
                    (Answer::Safe, 1.0),
                ],
            ),
            column(
                "--no-slice",
                &[
                    (Answer::Safe, 2.0),
                    (Answer::Safe, 8.0),
                    (Answer::Open, 10.0),
                ],
            ),
        ];
        let text = tables(&tasks, &columns);
        assert!(text.contains("the 2 tasks"), "{text}");
        assert!(
            text.contains("| default | 3 | 2 | 1 | 0 | 0 | 0 | 4 | 3.0 | 1.00 | 1.00 |"),
            "{text}"
        );
        assert!(
            text.contains("| --no-slice | 3 | 1 | 0 | 1 | 1 | 0 | 20 | 10.0 | 3.33 | 2.83 |"),
            "{text}"
        );
        assert!(text.contains("loses: loops/c (unreach-call)."), "{text}");
        assert!(
            text.contains("loops/b (unreach-call) is safe, published is false."),
            "{text}"
        );
    }

    #[test]
    fn only_switches_of_the_tool_are_used() {
        let options = ["--no-slice".to_string(), "--z3".to_string()];
        assert_eq!(configurations(&options), ["default", "--no-slice"]);
    }
}
