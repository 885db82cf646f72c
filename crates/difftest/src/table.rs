//! The table of results of many cases.

use crate::{Case, Source};
use std::collections::BTreeMap;
use std::fmt;

/// The result for one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Cassay computes the same.
    Agreed,
    /// There is no reference, or the program is too long; the reason.
    Skipped(String),
    /// The program has this construct, which Cassay does not support.
    Unsupported(String),
    /// The verdict is unknown for this reason, or a library model leaves the result open.
    Unknown(String),
    /// Cassay computes something else, finds a violation, or fails.
    Disagreed(String),
}

/// All answers, in the order of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    answers: BTreeMap<Case, Answer>,
}

#[derive(Default)]
struct Row {
    programs: usize,
    agreed: usize,
    skipped: usize,
    unsupported: usize,
    unknown: usize,
    disagreed: usize,
}

impl Table {
    /// Records an answer.
    pub fn insert(&mut self, case: Case, answer: Answer) {
        self.answers.insert(case, answer);
    }

    /// The cases on which Cassay is wrong.
    pub fn disagreements(&self) -> impl Iterator<Item = (Case, &str)> {
        self.answers
            .iter()
            .filter_map(|(case, answer)| match answer {
                Answer::Disagreed(what) => Some((*case, what.as_str())),
                Answer::Agreed
                | Answer::Skipped(_)
                | Answer::Unsupported(_)
                | Answer::Unknown(_) => None,
            })
    }

    /// How many programs agreed.
    pub fn agreed(&self) -> usize {
        self.answers
            .values()
            .filter(|answer| **answer == Answer::Agreed)
            .count()
    }

    fn row(&self, wanted: impl Fn(Case) -> bool) -> Row {
        let mut row = Row::default();
        for (_, answer) in self.answers.iter().filter(|(case, _)| wanted(**case)) {
            row.programs += 1;
            match answer {
                Answer::Agreed => row.agreed += 1,
                Answer::Skipped(_) => row.skipped += 1,
                Answer::Unsupported(_) => row.unsupported += 1,
                Answer::Unknown(_) => row.unknown += 1,
                Answer::Disagreed(_) => row.disagreed += 1,
            }
        }
        row
    }

    /// How often each reason of a kind was given, with the first case.
    fn reasons(&self, of: impl Fn(&Answer) -> Option<&String>) -> BTreeMap<&String, (usize, Case)> {
        let mut reasons = BTreeMap::new();
        for (case, answer) in &self.answers {
            if let Some(reason) = of(answer) {
                reasons.entry(reason).or_insert((0, *case)).0 += 1;
            }
        }
        reasons
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:14} {:>8} {:>8} {:>8} {:>11} {:>8} {:>9}",
            "source", "programs", "agreed", "skipped", "unsupported", "unknown", "disagreed"
        )?;
        for (name, source, ilp32) in [
            ("csmith, LP64", Source::Csmith, false),
            ("csmith, ILP32", Source::Csmith, true),
            ("own, LP64", Source::Own, false),
            ("own, ILP32", Source::Own, true),
            ("pointers, LP64", Source::Pointers, false),
            ("pointers, ILP32", Source::Pointers, true),
            ("C++, LP64", Source::Cxx, false),
        ] {
            let row = self.row(|case| case.source == source && case.ilp32 == ilp32);
            if row.programs > 0 {
                line(f, name, &row)?;
            }
        }
        line(f, "all", &self.row(|_| true))?;
        let skipped = self.reasons(|answer| match answer {
            Answer::Skipped(why) => Some(why),
            Answer::Agreed | Answer::Unsupported(_) | Answer::Unknown(_) | Answer::Disagreed(_) => {
                None
            }
        });
        list(f, "skipped", skipped)?;
        let unsupported = self.reasons(|answer| match answer {
            Answer::Unsupported(what) => Some(what),
            Answer::Agreed | Answer::Skipped(_) | Answer::Unknown(_) | Answer::Disagreed(_) => None,
        });
        list(f, "unsupported", unsupported)?;
        let unknown = self.reasons(|answer| match answer {
            Answer::Unknown(why) => Some(why),
            Answer::Agreed | Answer::Skipped(_) | Answer::Unsupported(_) | Answer::Disagreed(_) => {
                None
            }
        });
        list(f, "unknown", unknown)?;
        for (case, what) in self.disagreements() {
            writeln!(f, "disagreed: {case}: {what}")?;
        }
        Ok(())
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, row: &Row) -> fmt::Result {
    writeln!(
        f,
        "{name:14} {:>8} {:>8} {:>8} {:>11} {:>8} {:>9}",
        row.programs, row.agreed, row.skipped, row.unsupported, row.unknown, row.disagreed
    )
}

fn list(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    reasons: BTreeMap<&String, (usize, Case)>,
) -> fmt::Result {
    let mut sorted: Vec<_> = reasons.into_iter().collect();
    sorted.sort_by_key(|(reason, (count, _))| (std::cmp::Reverse(*count), *reason));
    for (reason, (count, first)) in sorted {
        writeln!(f, "{title}: {count} times: {reason} (first: {first})")?;
    }
    Ok(())
}
