//! Threads in a report: which there are, and for races and deadlocks what each is about to do.

use crate::place::Place;
use cassay_trace::Doing;

/// A thread of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its number; the first has 0.
    pub number: u32,
    /// The function that it runs.
    pub entry: String,
    /// Where it was created; none for the first.
    pub created: Option<Place>,
}

impl Thread {
    /// The thread in words, e.g. `thread 1 (worker, created at f.c:12)`.
    pub fn title(&self) -> String {
        let Thread { number, entry, .. } = self;
        match &self.created {
            Some(place) if place.is_known() => {
                let (file, line) = (base_name(&place.file), place.line);
                format!("thread {number} ({entry}, created at {file}:{line})")
            }
            Some(_) | None => format!("thread {number} ({entry})"),
        }
    }
}

/// A lock that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its address, e.g. `&m`.
    pub lock: String,
    /// Where it was taken.
    pub place: Place,
}

/// Where a thread stands at the end of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The thread.
    pub thread: u32,
    /// The statement of the program that it executes next.
    pub place: Place,
    /// The functions that it is in, from the one that it began with.
    pub path: Vec<String>,
    /// The locks that it holds, in the order in which it took them.
    pub holds: Vec<Held>,
    /// What it is about to do.
    pub doing: Doing,
}

/// What every thread does that races or waits for ever, one sentence for each position.
pub fn sentences(positions: &[Position]) -> Vec<String> {
    let sentences = positions.iter().enumerate();
    sentences
        .map(|(index, position)| position.sentence(index > 0))
        .collect()
}

impl Position {
    /// What the thread does, in words. In a race the second access is told by what it conflicts with.
    fn sentence(&self, second: bool) -> String {
        let thread = self.thread;
        let path = self.path.join(" -> ");
        let holds: Vec<String> = self.holds.iter().map(Held::words).collect();
        let waits = |what: String| match holds.as_slice() {
            [] => format!("thread {thread} waits {what}, in {path}"),
            holds => {
                let holds = holds.join(", ");
                format!("thread {thread} holds {holds} and waits {what}, in {path}")
            }
        };
        match &self.doing {
            Doing::Accesses {
                writes,
                what,
                bytes,
            } => {
                let noun = if *bytes == 1 { "byte" } else { "bytes" };
                let holds = match holds.as_slice() {
                    [] => "no lock".to_owned(),
                    holds => holds.join(", "),
                };
                let what = format!("{what} ({bytes} {noun})");
                let access = match (second, writes) {
                    (false, true) => format!("thread {thread} writes {what}"),
                    (false, false) => format!("thread {thread} reads {what}"),
                    (true, true) => format!("conflicts with write of {what} by thread {thread}"),
                    (true, false) => format!("conflicts with read of {what} by thread {thread}"),
                };
                format!("{access}, in {path}, holds {holds}")
            }
            Doing::WaitsForLock { lock, holders } => waits(match holders.as_slice() {
                [] => format!("for {lock}"),
                [one] if *one == thread => format!("for {lock}, which it holds itself"),
                holders => {
                    let holders: Vec<String> = holders
                        .iter()
                        .map(|thread| format!("thread {thread}"))
                        .collect();
                    format!("for {lock}, held by {}", holders.join(" and "))
                }
            }),
            Doing::WaitsForThread(other) => waits(format!("for the end of thread {other}")),
            Doing::WaitsIn(call) => waits(format!("in {call}")),
        }
    }
}

impl Held {
    fn words(&self) -> String {
        let Held { lock, place } = self;
        match place.is_known() {
            true => format!("{lock} (locked at {place})"),
            false => lock.clone(),
        }
    }
}

/// The last part of a path.
pub(crate) fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32) -> Place {
        Place {
            file: "f.c".into(),
            line,
            column: 3,
            ..Place::default()
        }
    }

    fn position(thread: u32, holds: &[(&str, u32)], doing: Doing) -> Position {
        let holds = holds.iter().map(|(lock, line)| Held {
            lock: (*lock).to_owned(),
            place: at(*line),
        });
        Position {
            thread,
            place: at(11),
            path: vec!["worker".into(), "push".into()],
            holds: holds.collect(),
            doing,
        }
    }

    #[test]
    fn both_accesses_of_a_race_are_told() {
        let access = |writes, what: &str, bytes| Doing::Accesses {
            writes,
            what: what.into(),
            bytes,
        };
        let positions = [
            position(1, &[("&m", 10)], access(true, "list.head", 8)),
            position(2, &[], access(false, "list.head", 1)),
        ];
        let expected = [
            "thread 1 writes list.head (8 bytes), in worker -> push, holds &m (locked at f.c:10:3)",
            "conflicts with read of list.head (1 byte) by thread 2, in worker -> push, holds no lock",
        ];
        assert_eq!(sentences(&positions), expected);
    }

    #[test]
    fn a_deadlock_says_who_holds_and_wants_what() {
        let waits = |lock: &str, holders: &[u32]| Doing::WaitsForLock {
            lock: lock.into(),
            holders: holders.to_vec(),
        };
        let positions = [
            position(1, &[("&a", 10)], waits("&b", &[2])),
            position(2, &[("&b", 20)], waits("&b", &[2])),
            position(3, &[], waits("&c", &[1, 2])),
            position(4, &[], Doing::WaitsIn("sem_wait(&s)".into())),
            position(0, &[], Doing::WaitsForThread(1)),
        ];
        let expected = [
            "thread 1 holds &a (locked at f.c:10:3) and waits for &b, held by thread 2, in worker -> push",
            "thread 2 holds &b (locked at f.c:20:3) and waits for &b, which it holds itself, in worker -> push",
            "thread 3 waits for &c, held by thread 1 and thread 2, in worker -> push",
            "thread 4 waits in sem_wait(&s), in worker -> push",
            "thread 0 waits for the end of thread 1, in worker -> push",
        ];
        assert_eq!(sentences(&positions), expected);
    }
}
