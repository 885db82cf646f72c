//! The states of several threads, each in the column of its thread.
//!
//! A line shows one state, so its text may run over the columns to its right: columns are indents, and stay
//! narrow enough for six threads. With more threads, a word names the thread instead.

use crate::report::State;
use crate::threads::Thread;
use cassay_trace::StepKind;
use std::fmt::Write;

/// The most threads that have columns.
const MOST_COLUMNS: usize = 6;
/// The width of what does not go to a terminal.
const WIDTH: usize = 80;
/// No column is narrower or wider.
const NARROWEST: usize = 6;
const WIDEST: usize = 28;

/// The columns of threads.
pub(super) struct Columns<'a> {
    threads: &'a [Thread],
    /// What stands left of the columns.
    left: usize,
    /// The width of one; none if a word names the thread.
    width: Option<usize>,
}

impl<'a> Columns<'a> {
    /// Columns for threads, right of `left` characters, on a terminal of a width.
    pub(super) fn new(threads: &'a [Thread], left: usize, terminal: Option<usize>) -> Self {
        let room = terminal.unwrap_or(WIDTH).max(WIDTH).saturating_sub(left);
        let width = (2..=MOST_COLUMNS)
            .contains(&threads.len())
            .then(|| (room / threads.len()).clamp(NARROWEST, WIDEST));
        Columns {
            threads,
            left,
            width,
        }
    }

    /// Names the threads, each above its column.
    pub(super) fn write_header(&self, out: &mut String) {
        for thread in self.threads {
            let _ = match self.width {
                Some(_) => {
                    let rails = self.before(thread.number);
                    writeln!(
                        out,
                        "{:left$}{rails}{}",
                        "",
                        thread.title(),
                        left = self.left
                    )
                }
                None => writeln!(out, "  {}", thread.title()),
            };
        }
    }

    /// What stands before the text of a state of a thread; nothing if it is the only one.
    pub(super) fn before(&self, thread: u32) -> String {
        match self.width {
            None if self.threads.is_empty() => String::new(),
            Some(width) => format!("{:<width$}", "|").repeat(thread as usize),
            None => format!("thread {thread}  "),
        }
    }
}

/// What a state shows, with the locks that the thread holds where that changes.
pub(super) fn words(state: &State) -> String {
    let text = state.text();
    let holds = match state.kind {
        StepKind::Lock | StepKind::Unlock => state.holds.join(", "),
        StepKind::Assignment
        | StepKind::Input
        | StepKind::Uninitialised
        | StepKind::Commit
        | StepKind::Free
        | StepKind::Expire
        | StepKind::Call
        | StepKind::Create
        | StepKind::Sync
        | StepKind::Interrupt => String::new(),
    };
    match holds.as_str() {
        "" => text,
        holds => format!("{text}  holds {holds}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    fn threads(count: u32) -> Vec<Thread> {
        let thread = |number| Thread {
            number,
            entry: if number == 0 { "main" } else { "worker" }.to_owned(),
            created: (number > 0).then(|| Place {
                file: "src/f.c".into(),
                line: 12,
                ..Place::default()
            }),
        };
        (0..count).map(thread).collect()
    }

    #[test]
    fn threads_stand_above_their_columns() {
        let threads = threads(3);
        let columns = Columns::new(&threads, 20, None);
        let mut out = String::new();
        columns.write_header(&mut out);
        let expected = "
                    thread 0 (main)
                    |                   thread 1 (worker, created at f.c:12)
                    |                   |                   thread 2 (worker, created at f.c:12)
";
        assert_eq!(out, expected[1..]);
        assert_eq!(columns.before(0), "");
        assert_eq!(columns.before(1).len(), 20);
    }

    #[test]
    fn columns_follow_the_terminal_within_limits() {
        let threads = threads(2);
        let width = |left, terminal| Columns::new(&threads, left, terminal).width;
        assert_eq!(width(30, None), Some(25));
        assert_eq!(width(30, Some(40)), Some(25), "never below 80 characters");
        assert_eq!(width(30, Some(84)), Some(27));
        assert_eq!(width(30, Some(300)), Some(WIDEST));
        assert_eq!(width(200, None), Some(NARROWEST));
    }

    #[test]
    fn many_threads_are_named_by_a_word() {
        let threads = threads(7);
        let columns = Columns::new(&threads, 20, None);
        let mut out = String::new();
        columns.write_header(&mut out);
        assert!(out.starts_with("  thread 0 (main)\n  thread 1 (worker, created at f.c:12)\n"));
        assert_eq!(columns.before(6), "thread 6  ");
    }

    #[test]
    fn one_thread_has_no_header() {
        let columns = Columns::new(&[], 20, None);
        let mut out = String::new();
        columns.write_header(&mut out);
        assert_eq!((out.as_str(), columns.before(0).as_str()), ("", ""));
    }
}
