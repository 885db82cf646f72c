//! What to try where there is no answer: for each reason one or two lines, with a command where one helps.

use crate::place::Place;
use crate::report::{Achieved, Advice, Conclusion, Note, Reason, Report, Why};
use cassay_base::StopReason;
use cassay_ir::NoteKind;

impl Report {
    /// Fills in what to try, from the reason and the command of the run.
    pub fn advise(&mut self) {
        self.advice = match (&self.reason, self.conclusion) {
            (Some(Reason::Open(why)), Conclusion::Unknown) => {
                let command = Command(&self.run.command);
                of(why, &command, &self.notes, self.run.bound)
            }
            (Some(Reason::Open(_) | Reason::Proved(_)) | None, _) => Vec::new(),
        };
    }
}

/// The words of a command, to be changed.
struct Command<'a>(&'a [String]);

impl Command<'_> {
    /// The command with an option, in place of the same one before; nothing if the command is not known.
    fn with(&self, option: &str, value: Option<&str>) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        let mut words = Vec::new();
        let mut skip = false;
        let assigned = format!("{option}=");
        for word in self.0 {
            if std::mem::take(&mut skip) || word.starts_with(&assigned) {
                continue;
            }
            if word == option {
                skip = value.is_some();
                continue;
            }
            words.push(quoted(word));
        }
        words.insert(1.min(words.len()), option.to_string());
        if let Some(value) = value {
            words.insert(2.min(words.len()), quoted(value));
        }
        Some(words.join(" "))
    }

    /// The value of an option.
    fn value(&self, option: &str) -> Option<&str> {
        let at = self.0.iter().position(|word| word == option)?;
        self.0.get(at + 1).map(String::as_str)
    }

    fn has(&self, option: &str) -> bool {
        self.0.iter().any(|word| word == option)
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

fn one(text: impl Into<String>, command: Option<String>) -> Vec<Advice> {
    vec![Advice {
        text: text.into(),
        command,
    }]
}

/// What the `main` calls that rustc makes.
const RUNTIME_OF_RUST: &str = "std::rt::lang_start";

fn of(why: &Why, command: &Command<'_>, notes: &[Note], bound: u32) -> Vec<Advice> {
    match why {
        Why::Bound { bound, at, .. } => past_bound(*bound, at, command),
        Why::Unsupported { what, .. } if what.contains(RUNTIME_OF_RUST) => one(
            "programs in Rust start at the main of their crate: --function CRATE::main",
            None,
        ),
        Why::Unsupported { what, place } => one(
            format!(
                "nothing is known behind {what}{}; leave it out with the preprocessor or give it a model of your own",
                at_place(place)
            ),
            None,
        ),
        Why::Undefined { place, .. } => one(
            format!(
                "switch its check on, so that it is decided{}",
                at_place(place)
            ),
            None,
        ),
        Why::AllocationFails { .. } => {
            let mut all = one(
                "to count executions without failing allocations only",
                command.with("--force-malloc-success", None),
            );
            all.extend(one(
                "to count those with failing allocations, too",
                command.with("--malloc-may-fail", None),
            ));
            all
        }
        Why::Assumption(note) => about_note(note),
        Why::Limit { limit, achieved } => {
            let mut all = at_limit(*limit, achieved, command, bound);
            all.extend(missing_bodies(notes));
            all
        }
        Why::Solver(_) => other_solver(command),
        Why::Inconclusive(_) => one(
            "the counterexample need not be one of the program; to look for others",
            command.with("--multi-property", None),
        ),
    }
}

/// A loop or recursion goes past the bound.
fn past_bound(bound: u32, at: &str, command: &Command<'_>) -> Vec<Advice> {
    let more = bound.saturating_mul(2).max(2).to_string();
    if command.has("--unwind") || command.has("--unwindset") {
        let text = format!("{at} needs more than {bound} iterations; a larger bound may decide it");
        return match at.strip_prefix("loop ") {
            Some(id) => {
                let mut set = command
                    .value("--unwindset")
                    .map(String::from)
                    .unwrap_or_default();
                let others = set.split(',').filter(|part| {
                    !part.is_empty() && part.rsplit_once(':').is_none_or(|(name, _)| name != id)
                });
                let mut parts: Vec<String> = others.map(String::from).collect();
                parts.push(format!("{id}:{more}"));
                set = parts.join(",");
                one(text, command.with("--unwindset", Some(&set)))
            }
            None => one(text, command.with("--unwind", Some(&more))),
        };
    }
    let text = format!("{at} needs more than {bound} iterations; larger bounds may decide it");
    one(text, command.with("--max-k-step", Some(&more)))
}

fn at_limit(
    limit: StopReason,
    achieved: &Achieved,
    command: &Command<'_>,
    bound: u32,
) -> Vec<Advice> {
    let mut all = Vec::new();
    if let Some((at, place)) = &achieved.blocked {
        let last = achieved.safe_up_to.unwrap_or(bound);
        let text = format!(
            "{at}{} is the one that keeps growing; for an answer about its first {last} iterations",
            at_place(place)
        );
        let bounded = command
            .with("--unwind", Some(&last.max(1).to_string()))
            .map(|with| with.replacen(" --unwind", " --no-unwinding-assertions --unwind", 1));
        all.extend(one(text, bounded));
    }
    match limit {
        StopReason::Time => {
            let more = command.value("--timeout").and_then(doubled);
            let more = more.unwrap_or_else(|| "15m".to_string());
            all.extend(one(
                "with more time",
                command.with("--timeout", Some(&more)),
            ));
        }
        StopReason::Memory => {
            let more = command.value("--memlimit").and_then(doubled);
            if let Some(more) = more {
                all.extend(one(
                    "with more memory",
                    command.with("--memlimit", Some(&more)),
                ));
            }
        }
        StopReason::Cancelled | StopReason::Work => {}
    }
    all
}

/// Twice a limit, in the same unit.
fn doubled(limit: &str) -> Option<String> {
    let digits = limit
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(limit.len());
    let number: u64 = limit.get(..digits)?.parse().ok()?;
    Some(format!(
        "{}{}",
        number.checked_mul(2)?,
        limit.get(digits..)?
    ))
}

fn about_note(note: &Note) -> Vec<Advice> {
    match note.kind {
        NoteKind::MissingBody => one(
            format!(
                "name the file that defines `{}` beside the others, or write a stub",
                note.subject
            ),
            None,
        ),
        NoteKind::ExternalVariable => one(
            format!(
                "name the file that defines `{}` beside the others",
                note.subject
            ),
            None,
        ),
        NoteKind::Model => one(
            format!(
                "the model of {} is not exact; a body of your own replaces it",
                note.subject
            ),
            None,
        ),
        NoteKind::InlineAssembly
        | NoteKind::Allocation
        | NoteKind::DataModel
        | NoteKind::Rounding
        | NoteKind::FixedPoint
        | NoteKind::SequentialConsistency
        | NoteKind::Threads
        | NoteKind::Interrupts
        | NoteKind::EvaluationOrder
        | NoteKind::Padding
        | NoteKind::Entry
        | NoteKind::Induction
        | NoteKind::Tool
        | NoteKind::Other => Vec::new(),
    }
}

fn missing_bodies(notes: &[Note]) -> Vec<Advice> {
    let missing: Vec<String> = notes
        .iter()
        .filter(|note| note.kind == NoteKind::MissingBody && note.may_hide)
        .map(|note| format!("`{}`", note.subject))
        .collect();
    match missing.is_empty() {
        true => Vec::new(),
        false => one(
            format!("a proof also needs the bodies of {}", missing.join(", ")),
            None,
        ),
    }
}

fn other_solver(command: &Command<'_>) -> Vec<Advice> {
    let other = match command.value("--solver") {
        Some("cadical") => "bitwuzla",
        Some(_) | None => "cadical",
    };
    one(
        format!("another solver may decide it ({other}; --show-solvers lists them)"),
        command.with("--solver", Some(other)),
    )
}

fn at_place(place: &Place) -> String {
    match place.is_known() {
        true => format!(" at {place}"),
        false => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(String::from).collect()
    }

    fn commands(why: &Why, line: &str) -> Vec<String> {
        let words = words(line);
        let all = of(why, &Command(&words), &[], 7);
        all.into_iter()
            .filter_map(|advice| advice.command)
            .collect()
    }

    #[test]
    fn a_bound_is_doubled_where_it_was_given() {
        let why = Why::Bound {
            bound: 5,
            at: "loop main.0".into(),
            place: Place::default(),
        };
        assert_eq!(
            commands(&why, "cassay --unwind 5 f.c"),
            ["cassay --unwindset main.0:10 --unwind 5 f.c"]
        );
        assert_eq!(
            commands(&why, "cassay --unwindset main.0:5,f.1:3 f.c"),
            ["cassay --unwindset f.1:3,main.0:10 f.c"]
        );
        assert_eq!(commands(&why, "cassay f.c"), ["cassay --max-k-step 10 f.c"]);
        let recursion = Why::Bound {
            bound: 3,
            at: "recursion of f".into(),
            place: Place::default(),
        };
        assert_eq!(
            commands(&recursion, "cassay --unwind 3 f.c"),
            ["cassay --unwind 6 f.c"]
        );
    }

    #[test]
    fn a_limit_is_doubled() {
        let why = Why::Limit {
            limit: StopReason::Time,
            achieved: Achieved::default(),
        };
        assert_eq!(
            commands(&why, "cassay --timeout 30s a\u{20}b.c"),
            ["cassay --timeout 60s a b.c"]
        );
        let blocked = Why::Limit {
            limit: StopReason::Memory,
            achieved: Achieved {
                blocked: Some(("loop main.0".into(), Place::default())),
                safe_up_to: Some(9),
                ..Achieved::default()
            },
        };
        assert_eq!(
            commands(&blocked, "cassay --memlimit 2g f.c"),
            [
                "cassay --no-unwinding-assertions --unwind 9 --memlimit 2g f.c",
                "cassay --memlimit 4g f.c"
            ]
        );
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("-DX=1"), "-DX=1");
    }
}
