//! `--cover`: tests that reach the goals of a criterion, what they achieve, and the files they are written to.

use crate::options::Options;
use crate::{compiled, timestamp};
use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_coverage::{Criterion, Goals, Item, Measured};
use cassay_engine::{Outcome, PropertyStatus};
use cassay_frontend::DataModel;
use cassay_ir::claims::claims;
use cassay_ir::{FuncId, Program};
use cassay_report::formats::harness::{self, Purpose};
use cassay_report::{Conclusion, Finding, Place, Report};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Refuses what has no meaning, and makes the folder before the long run.
pub fn prepare(options: &Options) -> Result<(), String> {
    match (&options.cover, &options.cover_output) {
        (None, Some(_)) => {
            Err("--cover-output needs --cover, which says what tests are to reach".into())
        }
        (Some(_), _) if options.witness_output.is_some() || options.validate_witness.is_some() => {
            Err("--cover cannot be combined with witnesses: it verifies nothing".into())
        }
        (_, Some(folder)) => std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: cannot be written: {error}", folder.display())),
        (_, None) => Ok(()),
    }
}

/// What is known about something to be achieved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Reached,
    Unreachable,
    /// A test was found, but no end of it.
    Endless,
    Open,
}

/// A test of the suite.
struct Test<'a> {
    finding: &'a Finding,
    /// How many zeros follow its inputs, if it goes on to the end of the program.
    zeros: Option<u64>,
}

/// Everything about the tests of a program.
pub struct Suite<'a> {
    criterion: Criterion,
    goals: &'a Goals,
    items: BTreeMap<Item, Status>,
    /// The tests that are kept, by the finding that each was made from.
    tests: Vec<Test<'a>>,
    program: &'a Program,
}

impl<'a> Suite<'a> {
    /// Measures what the inputs that were found reach, and chooses among them.
    pub fn new(
        criterion: Criterion,
        goals: &'a Goals,
        (program, entry): (&'a Program, FuncId),
        (outcome, report): (&Outcome, &'a Report),
        stop: &Stop,
    ) -> Suite<'a> {
        let named = claims(program);
        let number = |name: &str| {
            let claim = named.iter().find(|claim| claim.name == name)?;
            goals.of(claim.id)
        };
        let mut found: Vec<(&Finding, Measured)> = Vec::new();
        for violation in &outcome.violations {
            let finding = report
                .findings
                .iter()
                .find(|finding| finding.claim == violation.claim);
            if let Some(finding) = finding {
                let inputs = &violation.inputs;
                found.push((
                    finding,
                    cassay_coverage::measure(program, entry, goals, inputs, stop),
                ));
            }
        }
        let mut unreachable: BTreeSet<usize> = BTreeSet::new();
        for property in &outcome.properties {
            match property.status {
                PropertyStatus::Proved(_) | PropertyStatus::Unreachable => {
                    unreachable.extend(number(&property.claim));
                }
                PropertyStatus::Violated { .. }
                | PropertyStatus::Bounded { .. }
                | PropertyStatus::FewInterrupts { .. }
                | PropertyStatus::NotChecked => {}
            }
        }
        let wanted = cassay_coverage::items(goals);
        let ending: Vec<&(&Finding, Measured)> = found.iter().filter(|(_, m)| m.ends).collect();
        let sets: Vec<BTreeSet<usize>> = ending.iter().map(|(_, m)| m.reached.clone()).collect();
        let chosen = cassay_coverage::suite(&wanted, &sets);
        let union = |sets: &mut dyn Iterator<Item = &BTreeSet<usize>>| -> BTreeSet<usize> {
            sets.flatten().copied().collect()
        };
        let reached = cassay_coverage::achieved(&wanted, &union(&mut sets.iter()));
        let all = union(&mut found.iter().map(|(_, measured)| &measured.reached));
        let endless = cassay_coverage::achieved(&wanted, &all);
        let status = |item: &Item, pairs: &Vec<(usize, usize)>| {
            let never =
                |(a, b): &(usize, usize)| unreachable.contains(a) || unreachable.contains(b);
            if reached.contains(item) {
                Status::Reached
            } else if endless.contains(item) {
                Status::Endless
            } else if pairs.iter().all(never) {
                Status::Unreachable
            } else {
                Status::Open
            }
        };
        let items = wanted
            .iter()
            .map(|(item, pairs)| (*item, status(item, pairs)));
        Suite {
            criterion,
            goals,
            items: items.collect(),
            tests: chosen
                .iter()
                .filter_map(|test| ending.get(*test))
                .map(|(finding, measured)| Test {
                    finding,
                    zeros: measured.zeros,
                })
                .collect(),
            program,
        }
    }

    fn count(&self, status: Status) -> usize {
        self.items
            .values()
            .filter(|other| **other == status)
            .count()
    }

    /// Whether everything is reached or cannot be.
    pub fn conclusion(&self) -> Conclusion {
        let decided = self.count(Status::Open) + self.count(Status::Endless) == 0;
        match decided && self.goals.too_large.is_empty() {
            true => Conclusion::Safe,
            false => Conclusion::Unknown,
        }
    }

    /// What the suite achieves, and what not.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let (reached, unreachable) = (self.count(Status::Reached), self.count(Status::Unreachable));
        let total = self.items.len();
        let what = match self.criterion {
            Criterion::Location => "lines",
            Criterion::Branch => "outcomes of branches",
            Criterion::Condition => "values of conditions",
            Criterion::Mcdc => "conditions that decide alone",
        };
        for (item, status) in self.in_order() {
            let word = match status {
                Status::Reached => continue,
                Status::Unreachable => "unreachable",
                Status::Endless => "reached by no test that ends",
                Status::Open => "open",
            };
            let _ = writeln!(
                out,
                "{}: {word}: {}",
                self.place(item.goal),
                self.about(item)
            );
        }
        for span in &self.goals.too_large {
            let place = Place::new(self.program, *span, &|_, _| None);
            let _ = writeln!(out, "{place}: open: the decision has too many conditions");
        }
        let can = total - unreachable;
        let share = match can {
            0 => 100.0,
            _ => 100.0 * reached as f64 / can as f64,
        };
        let tests = self.tests.len();
        let s = if tests == 1 { "" } else { "s" };
        let _ = writeln!(
            out,
            "coverage: {reached} of {total} {what} reached by {tests} test{s}, {unreachable} unreachable, {} open",
            can - reached
        );
        let _ = writeln!(
            out,
            "coverage: {share:.1} % of what is not known to be unreachable"
        );
        out
    }

    /// Everything to be achieved, by its place.
    fn in_order(&self) -> Vec<(&Item, &Status)> {
        let mut items: Vec<(&Item, &Status)> = self.items.iter().collect();
        items.sort_by_key(|(item, _)| {
            (self.goals.list.get(item.goal).map(|goal| goal.span), **item)
        });
        items
    }

    fn place(&self, goal: usize) -> String {
        let span = self.goals.list.get(goal).map(|goal| goal.span);
        let place = span.map(|span| Place::new(self.program, span, &|_, _| None));
        match place {
            Some(place) if place.column == 0 => format!("{}:{}", place.file, place.line),
            Some(place) => place.to_string(),
            None => "?".to_owned(),
        }
    }

    fn about(&self, item: &Item) -> String {
        let goal = self.goals.list.get(item.goal);
        match (item.condition, goal) {
            (Some(condition), _) => {
                format!("condition {} of the decision decides alone", condition + 1)
            }
            (None, Some(goal)) => goal.what.to_string(),
            (None, None) => String::new(),
        }
    }

    /// Writes the tests.
    pub fn write(&self, options: &Options, checks: &CheckSet) -> Result<(), String> {
        let Some(folder) = &options.cover_output else {
            return Ok(());
        };
        let save = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text)
                .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
        };
        for (index, test) in self.tests.iter().enumerate() {
            let name = format!("test-{}.c", index + 1);
            let build = compiled::build(options, checks, &folder.join(&name));
            let zeros = test.zeros.is_some();
            let text = harness::render_finding(test.finding, &build, Purpose::Coverage { zeros });
            save(&name, &text)?;
            save(&format!("testcase-{}.xml", index + 1), &testcase(test))?;
        }
        save("metadata.xml", &self.metadata(options))?;
        save("goals.txt", &self.goals_text())
    }

    /// Every goal with its status, for programs.
    fn goals_text(&self) -> String {
        let mut out = String::new();
        for (item, status) in self.in_order() {
            let word = match status {
                Status::Reached => "reached",
                Status::Unreachable => "unreachable",
                Status::Endless => "endless",
                Status::Open => "open",
            };
            let _ = writeln!(out, "{word} {} {}", self.place(item.goal), self.about(item));
        }
        out
    }

    fn metadata(&self, options: &Options) -> String {
        let goal = match self.criterion {
            Criterion::Location => "COVER EDGES(@BASICBLOCKENTRY)",
            Criterion::Branch => "COVER EDGES(@DECISIONEDGE)",
            Criterion::Condition | Criterion::Mcdc => "COVER EDGES(@CONDITIONEDGE)",
        };
        let file = options.files.first();
        let name = file
            .map(|file| file.display().to_string())
            .unwrap_or_default();
        let bytes = file
            .and_then(|file| std::fs::read(file).ok())
            .unwrap_or_default();
        let architecture = match options.data_model.unwrap_or_default() {
            DataModel::Ilp32 => "32bit",
            DataModel::Lp64 => "64bit",
        };
        let entry = options.function.as_deref().unwrap_or("main");
        let mut out = head("test-metadata");
        out.push_str("<test-metadata>\n");
        for (key, value) in [
            ("sourcecodelang", "C"),
            ("producer", "Cassay"),
            (
                "specification",
                &format!("COVER( init({entry}()), FQL({goal}) )"),
            ),
            ("programfile", &name),
            ("programhash", &cassay_witness::sha256(&bytes)),
            ("entryfunction", entry),
            ("architecture", architecture),
            ("creationtime", &timestamp::now()),
        ] {
            let _ = writeln!(out, "  <{key}>{}</{key}>", escaped(value));
        }
        out.push_str("</test-metadata>\n");
        out
    }
}

/// The beginning of a file of Test-Comp.
fn head(root: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{root}-1.1.dtd\">\n"
    )
}

fn testcase(test: &Test<'_>) -> String {
    let mut out = head("testcase");
    out.push_str("<testcase>\n");
    for input in &test.finding.inputs {
        let text = input.value.text.split(' ').next().unwrap_or_default();
        let text = match text {
            "true" => "1",
            "false" | "NULL" => "0",
            other => other,
        };
        let _ = writeln!(out, "  <input>{}</input>", escaped(text));
    }
    for _ in 0..test.zeros.unwrap_or_default() {
        out.push_str("  <input>0</input>\n");
    }
    out.push_str("</testcase>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Ends the output.
pub fn last_lines(suite: &Suite<'_>) -> String {
    format!("{}{}\n", suite.text(), suite.conclusion().last_line())
}
