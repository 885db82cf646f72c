//! Compares the verdicts of several solvers and encodings: two verdicts on one program that
//! contradict each other are a bug in one of them, whatever the published answer is.
//!
//! Programs are drawn by a seed, from the folders in turn, until enough of them are decided by two
//! solvers that were actually called. The strategy does not depend on time, and abstract
//! interpretation is off, so that solvers are needed.

use crate::tasks::{self, PROPERTIES, Task};
use crate::tool::{self, Answer, Run, Words};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The strategy of all runs, unless `--base` gives another.
const STRATEGY: &str = "--k-induction --no-static-analysis";

/// A configuration: a solver with an encoding.
#[derive(Clone, Debug)]
struct Configuration {
    name: String,
    options: Vec<String>,
    /// The solver; none if it may be one or another.
    solver: Option<String>,
    /// The encoding of floating point.
    floats: Floats,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Floats {
    /// In the solver's theory.
    Solver,
    /// As bit-vector circuits made by Cassay.
    Circuits,
}

/// The answer of a configuration.
#[derive(Clone, Debug)]
struct Said {
    answer: Answer,
    calls: u64,
    seconds: f64,
    reason: String,
}

impl Said {
    /// Whether the verdict needed no solver: then it does not depend on the configuration.
    fn is_free(&self) -> bool {
        self.answer.is_decided() && self.calls == 0
    }
}

/// The answers for a program.
struct Checked {
    task: Task,
    floats: bool,
    /// By configuration; none if it was not run.
    said: Vec<Option<Said>>,
}

impl Checked {
    fn decided(&self) -> impl Iterator<Item = (usize, &Said)> {
        let tried = self.said.iter().enumerate();
        tried.filter_map(|(configuration, said)| {
            Some((configuration, said.as_ref()?)).filter(|(_, s)| s.answer.is_decided())
        })
    }

    /// The number of different solvers that decided it.
    fn solvers(&self, configurations: &[Configuration]) -> usize {
        let names: BTreeSet<&String> = self
            .decided()
            .filter_map(|(configuration, _)| configurations[configuration].solver.as_ref())
            .collect();
        names.len()
    }

    fn encodings(&self, configurations: &[Configuration]) -> usize {
        let found: BTreeSet<Floats> = self
            .decided()
            .map(|(configuration, _)| configurations[configuration].floats)
            .collect();
        found.len()
    }

    /// Whether two verdicts contradict each other.
    fn disagrees(&self) -> bool {
        let answers = || self.decided().map(|(_, said)| said.answer);
        answers().any(|a| a == Answer::Safe) && answers().any(|a| a == Answer::Unsafe)
    }

    /// Whether a verdict differs from the published one.
    fn differs(&self) -> bool {
        self.decided()
            .any(|(_, said)| self.task.is_wrong(said.answer))
    }

    /// The number of solvers that were called and decided it.
    fn asked(&self, configurations: &[Configuration]) -> usize {
        let asked = self.decided().filter(|(_, said)| said.calls > 0);
        let names: BTreeSet<&String> = asked
            .filter_map(|(configuration, _)| configurations[configuration].solver.as_ref())
            .collect();
        names.len()
    }
}

/// Runs programs until enough are decided twice and writes the table. Returns whether none disagree.
pub fn run(root: &Path, words: &[&str]) -> bool {
    let words = Words::new(words);
    let Some(set) = words.text("set") else {
        eprintln!("crosscheck: --set names the folder of the collection");
        return false;
    };
    let (tool, limit) = (words.tool(root), words.number("limit", 10));
    let (count, seed) = (words.number("count", 300), words.number("seed", 1));
    let options = tool::options(&tool);
    let mut configurations = configurations(&options, &tool::solvers(&tool));
    let base = words.text("base").unwrap_or(STRATEGY);
    for configuration in &mut configurations {
        let base = base.split_whitespace().chain(["--stats"]);
        configuration.options.extend(base.map(String::from));
        configuration.options.extend(tool::alone(&options));
    }
    let mut folders: Vec<PathBuf> = vec![set.into()];
    if !words.rest.is_empty() {
        folders = words.rest.iter().map(|f| Path::new(set).join(f)).collect();
    }
    let tasks = draw(tasks::collect(&folders, &PROPERTIES), seed);
    if configurations.len() < 2 || tasks.is_empty() {
        eprintln!("crosscheck: no two solvers, or no tasks in {set}");
        return false;
    }
    let mut all: Vec<Checked> = Vec::new();
    for chunk in tasks.chunks(words.jobs() * 4) {
        let enough = all.iter().filter(|c| c.asked(&configurations) >= 2).count();
        if enough as u64 >= count {
            break;
        }
        let checked = tool::in_parallel(words.jobs(), chunk, |task| {
            check(&tool, &configurations, task, limit)
        });
        for one in checked {
            tell(&configurations, &one);
            all.push(one);
        }
    }
    let head = format!(
        "# The same verdicts from different solvers and encodings\n\nCommit {}, {limit} s a run, seed \
         {seed}, `{}`.\n\n",
        tool::commit(root),
        base
    );
    let text = head + &report(&configurations, &all);
    let right = !all.iter().any(Checked::disagrees);
    words.write(root, "bench/results/crosscheck.md", &text) && right
}

/// The configurations that a tool has.
fn configurations(options: &[String], solvers: &[(String, String)]) -> Vec<Configuration> {
    let has = |option: &str| options.iter().any(|o| o == option);
    let usable = |solver: &str| solvers.iter().any(|(name, _)| name == solver);
    let configuration =
        |name: &str, options: &[&str], solver: Option<&str>, floats| Configuration {
            name: name.to_string(),
            options: options.iter().map(|o| (*o).to_string()).collect(),
            solver: solver.map(String::from),
            floats,
        };
    let mut configurations: Vec<Configuration> = Vec::new();
    for (name, _) in solvers {
        // A solver without a theory of floats gets circuits.
        let floats = match name.as_str() {
            "cadical" | "yices" | "boolector" => Floats::Circuits,
            _ => Floats::Solver,
        };
        configurations.push(configuration(name, &["--solver", name], Some(name), floats));
    }
    if has("--fp2bv") {
        for solver in ["bitwuzla", "z3"].into_iter().filter(|s| usable(s)) {
            let name = format!("{solver} --fp2bv");
            let options = ["--solver", solver, "--fp2bv"];
            configurations.push(configuration(
                &name,
                &options,
                Some(solver),
                Floats::Circuits,
            ));
        }
    }
    if has("--ir") && usable("z3") {
        configurations.push(configuration(
            "z3 --ir",
            &["--solver", "z3", "--ir"],
            Some("z3"),
            Floats::Solver,
        ));
    }
    if has("--portfolio") {
        configurations.push(configuration(
            "--portfolio",
            &["--portfolio"],
            None,
            Floats::Solver,
        ));
    }
    configurations
}

/// How many programs are drawn at a time from a folder with floating point; from others one.
const FLOATS_AT_A_TIME: usize = 4;

/// One task of each program, from the folders in turn.
fn draw(mut tasks: Vec<Task>, seed: u64) -> Vec<Task> {
    tasks::shuffle(&mut tasks, seed);
    let mut seen = BTreeSet::new();
    tasks.retain(|task| seen.insert(task.source.clone()));
    let mut turns: BTreeMap<String, usize> = BTreeMap::new();
    let mut keyed: Vec<(usize, Task)> = Vec::new();
    for task in tasks {
        let folder = task.folder();
        let several = if folder.contains("float") {
            FLOATS_AT_A_TIME
        } else {
            1
        };
        let given = turns.entry(folder).or_default();
        keyed.push((*given / several, task));
        *given += 1;
    }
    keyed.sort_by_key(|(turn, _)| *turn);
    keyed.into_iter().map(|(_, task)| task).collect()
}

fn uses_floats(source: &Path) -> bool {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| word == "float" || word == "double")
}

/// Runs a program in all configurations. If the first gives no verdict, or needs no solver for it,
/// the others are not run.
fn check(tool: &Path, configurations: &[Configuration], task: &Task, limit: u64) -> Checked {
    let floats = uses_floats(&task.source);
    let mut said: Vec<Option<Said>> = Vec::new();
    for configuration in configurations {
        let first = said.first().and_then(Option::as_ref);
        let pointless = first.is_some_and(|first| first.answer == Answer::Open || first.is_free());
        let same = !floats && configuration.name.contains("--fp2bv");
        // The first configuration has a short limit, to leave time for more programs.
        let limit = if first.is_none() {
            limit.div_ceil(2)
        } else {
            limit
        };
        said.push(if pointless || same {
            None
        } else {
            Some(ask(tool, configuration, task, limit))
        });
    }
    Checked {
        task: task.clone(),
        floats,
        said,
    }
}

fn ask(tool: &Path, configuration: &Configuration, task: &Task, limit: u64) -> Said {
    match tool::run(tool, &task.arguments(limit, &configuration.options), limit) {
        Ok(run) => Said {
            answer: run.answer(),
            calls: run.figure("solver-calls").unwrap_or_default() as u64,
            seconds: run.seconds,
            reason: Run::reason(&run).to_string(),
        },
        Err(error) => Said {
            answer: Answer::Error,
            calls: 0,
            seconds: 0.0,
            reason: error.to_string(),
        },
    }
}

fn tell(configurations: &[Configuration], checked: &Checked) {
    let verdicts: Vec<String> = configurations
        .iter()
        .zip(&checked.said)
        .filter_map(|(configuration, said)| Some((configuration, said.as_ref()?)))
        .map(|(configuration, said)| {
            format!(
                "{} {} {:.1}",
                configuration.name,
                said.answer.name(),
                said.seconds
            )
        })
        .collect();
    let mark = if checked.disagrees() { "DISAGREE " } else { "" };
    let (name, property) = (checked.task.name(), &checked.task.property);
    println!("{mark}{name} {property}: {}", verdicts.join(", "));
}

fn report(configurations: &[Configuration], all: &[Checked]) -> String {
    let count = |wanted: &dyn Fn(&Checked) -> bool| all.iter().filter(|c| wanted(c)).count();
    let twice = |c: &Checked| c.solvers(configurations) >= 2;
    let mut out = String::new();
    let lines: [(&str, usize); 9] = [
        ("programs drawn", all.len()),
        (
            "decided without a question to a solver",
            count(&|c| {
                c.said
                    .first()
                    .and_then(Option::as_ref)
                    .is_some_and(Said::is_free)
            }),
        ),
        ("decided by two different solvers or more", count(&twice)),
        (
            "of these, two solvers or more were really asked",
            count(&|c| twice(c) && c.asked(configurations) >= 2),
        ),
        (
            "of these, programs with floating point",
            count(&|c| twice(c) && c.floats),
        ),
        (
            "of these, decided with both encodings of floating point",
            count(&|c| twice(c) && c.floats && c.encodings(configurations) >= 2),
        ),
        (
            "verdicts that contradict each other",
            count(&Checked::disagrees),
        ),
        (
            "programs with a verdict other than the published one",
            count(&Checked::differs),
        ),
        (
            "programs on which a run broke down",
            count(&|c| c.said.iter().flatten().any(|s| s.answer == Answer::Error)),
        ),
    ];
    for (what, number) in lines {
        let _ = writeln!(out, "- {what}: {number}");
    }
    out.push_str("\n| configuration | tried | safe | unsafe | open | error | asked | seconds |\n|---|---|---|---|---|---|---|---|\n");
    for (index, configuration) in configurations.iter().enumerate() {
        let said: Vec<&Said> = all.iter().filter_map(|c| c.said[index].as_ref()).collect();
        let count = |answer: Answer| said.iter().filter(|s| s.answer == answer).count();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {:.0} |",
            configuration.name,
            said.len(),
            count(Answer::Safe),
            count(Answer::Unsafe),
            count(Answer::Open),
            count(Answer::Error),
            said.iter().filter(|s| s.calls > 0).count(),
            said.iter().map(|s| s.seconds).sum::<f64>(),
        );
    }
    for checked in all {
        for (configuration, said) in configurations.iter().zip(&checked.said) {
            if let Some(said) = said
                .as_ref()
                .filter(|s| s.answer == Answer::Error || checked.disagrees() || checked.differs())
            {
                let (name, property) = (checked.task.name(), &checked.task.property);
                let told = format!("{} {}", said.answer.name(), said.reason);
                let _ = writeln!(
                    out,
                    "\n{name} ({property}), {}: {}",
                    configuration.name,
                    told.trim_end()
                );
            }
        }
    }
    out.push_str("\n| program | property | verdict | solvers | asked | encodings |\n|---|---|---|---|---|---|\n");
    for checked in all.iter().filter(|c| twice(c)) {
        let verdict = checked
            .decided()
            .next()
            .map_or("", |(_, said)| said.answer.name());
        let verdict = if checked.disagrees() {
            "DISAGREE"
        } else {
            verdict
        };
        let encodings = if checked.floats {
            checked.encodings(configurations).to_string()
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "| {} | {} | {verdict} | {} | {} | {encodings} |",
            checked.task.name(),
            checked.task.property,
            checked.solvers(configurations),
            checked.asked(configurations),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solvers() -> Vec<(String, String)> {
        ["bitwuzla", "z3", "cadical"]
            .map(|name| (name.to_string(), String::new()))
            .to_vec()
    }

    fn said(answer: Answer, calls: u64) -> Option<Said> {
        Some(Said {
            answer,
            calls,
            seconds: 1.0,
            reason: "because".into(),
        })
    }

    fn checked(name: &str, floats: bool, said: Vec<Option<Said>>) -> Checked {
        let task = Task {
            definition: PathBuf::from(format!("set/floats/{name}.yml")),
            source: PathBuf::from(format!("set/floats/{name}.c")),
            model: "LP64".into(),
            property: "unreach-call".into(),
            expected: true,
        };
        Checked { task, floats, said }
    }

    #[test]
    fn configurations_follow_the_options_of_the_tool() {
        let names = |options: &[&str]| -> Vec<String> {
            let options: Vec<String> = options.iter().map(|o| (*o).to_string()).collect();
            configurations(&options, &solvers())
                .into_iter()
                .map(|w| w.name)
                .collect()
        };
        assert_eq!(names(&[]), ["bitwuzla", "z3", "cadical"]);
        let more = names(&["--fp2bv", "--ir", "--portfolio"]);
        assert_eq!(
            more[3..],
            ["bitwuzla --fp2bv", "z3 --fp2bv", "z3 --ir", "--portfolio"]
        );
    }

    #[test]
    fn contradictions_are_told_and_gaps_are_not() {
        let configurations = configurations(&[], &solvers());
        let all = [
            checked(
                "a",
                true,
                vec![
                    said(Answer::Safe, 1),
                    said(Answer::Safe, 0),
                    said(Answer::Open, 1),
                ],
            ),
            checked(
                "b",
                true,
                vec![said(Answer::Safe, 1), said(Answer::Unsafe, 1), None],
            ),
            checked("c", false, vec![said(Answer::Open, 1), None, None]),
            checked(
                "d",
                true,
                vec![
                    said(Answer::Safe, 2),
                    said(Answer::Error, 0),
                    said(Answer::Safe, 2),
                ],
            ),
        ];
        let disagree: Vec<bool> = all.iter().map(Checked::disagrees).collect();
        assert_eq!(disagree, [false, true, false, false]);
        let text = report(&configurations, &all);
        for line in [
            "- programs drawn: 4",
            "- decided by two different solvers or more: 3",
            "two solvers or more were really asked: 2",
            "with both encodings of floating point: 1",
            "contradict each other: 1",
            "other than the published one: 1",
            "a run broke down: 1",
            "floats/b (unreach-call), z3: unsafe because",
            "| floats/a | unreach-call | safe | 2 | 1 | 1 |",
            "| floats/b | unreach-call | DISAGREE | 2 | 2 | 1 |",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }

    #[test]
    fn folders_take_turns_and_programs_come_once() {
        let mut tasks = Vec::new();
        for folder in ["a", "b"] {
            for number in 0..3 {
                for property in ["no-overflow", "unreach-call"] {
                    tasks.push(Task {
                        definition: PathBuf::from(format!("{folder}/{number}.yml")),
                        source: PathBuf::from(format!("{folder}/{number}.c")),
                        model: "LP64".into(),
                        property: property.into(),
                        expected: true,
                    });
                }
            }
        }
        let drawn = draw(tasks, 7);
        assert_eq!(drawn.len(), 6);
        for pair in drawn.chunks(2) {
            assert_ne!(pair[0].folder(), pair[1].folder());
        }
    }
}
