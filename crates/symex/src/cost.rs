//! What executing each line cost: statements executed, and terms made meanwhile.
//!
//! The terms made between the beginnings of two statements are counted for the line of the first.
//! Rewriting hides many of them from the solver again; the figures tell where the formula comes from, not how
//! hard it is.

use cassay_base::Span;
use std::collections::BTreeMap;

/// What executing a line cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Cost {
    /// Statements executed.
    pub steps: u64,
    /// Terms made.
    pub terms: u64,
}

impl Cost {
    /// Adds another cost.
    pub fn add(&mut self, other: Cost) {
        self.steps += other.steps;
        self.terms += other.terms;
    }
}

/// Costs by line; a place in the key has no column.
pub type LineCosts = BTreeMap<Span, Cost>;

/// Counts costs during an execution.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    lines: LineCosts,
    /// The line that is being executed, and the number of terms when it began.
    open: Option<(Span, usize)>,
}

impl Counter {
    /// A statement begins, when there are so many terms.
    pub fn begin(&mut self, span: Span, terms: usize) {
        self.close(terms);
        let line = Span { column: 0, ..span };
        self.lines.entry(line).or_default().steps += 1;
        self.open = Some((line, terms));
    }

    fn close(&mut self, terms: usize) {
        if let Some((line, before)) = self.open.take() {
            let made = terms.saturating_sub(before) as u64;
            self.lines.entry(line).or_default().terms += made;
        }
    }

    /// The costs, when there are so many terms at the end.
    pub fn finish(mut self, terms: usize) -> LineCosts {
        self.close(terms);
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_base::FileId;

    #[test]
    fn terms_count_for_the_line_that_was_being_executed() {
        let at = |line, column| Span {
            file: FileId(0),
            line,
            column,
        };
        let mut counter = Counter::default();
        counter.begin(at(3, 1), 10);
        counter.begin(at(4, 1), 15);
        counter.begin(at(3, 9), 15);
        let lines = counter.finish(22);
        let cost = |line| lines[&at(line, 0)];
        assert_eq!(
            cost(3),
            Cost {
                steps: 2,
                terms: 12
            }
        );
        assert_eq!(cost(4), Cost { steps: 1, terms: 0 });
    }
}
