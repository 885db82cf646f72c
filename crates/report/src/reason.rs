//! What an answer rests on, and why there is none, in one line each.

use crate::place::Place;
use crate::report::{Achieved, Note, Reason, Why};
use cassay_base::StopReason;
use cassay_engine::Basis;
use std::fmt::Write;

/// The limit in words.
pub fn limit_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time limit",
        StopReason::Memory => "memory limit",
        StopReason::Cancelled => "an interrupt",
        StopReason::Work => "work limit",
    }
}

/// What a *safe* rests on.
fn basis(basis: &Basis) -> String {
    match basis {
        Basis::Static => "proved by abstract interpretation".into(),
        Basis::Induction { k } => format!("proved by induction: k = {k}"),
        Basis::Complete { bound: None } => {
            "proved: every execution was followed to its last claim".into()
        }
        Basis::Complete { bound: Some(bound) } => {
            format!("proved: every loop and recursion ends within bound {bound}")
        }
        Basis::Explored { states } => {
            let states = match states {
                1 => "1 state".to_string(),
                more => format!("{more} states"),
            };
            format!("proved by exploring {states}, with all interleavings, sequentially consistent")
        }
        Basis::Machine => "proved by an inductive invariant of the finite-state model".into(),
        Basis::UpToBound(bound) => format!("no violation up to bound {bound}"),
        Basis::UpToSwitches { switches, bound } => {
            let switches = match switches {
                1 => "1 switch between threads".to_string(),
                more => format!("{more} switches between threads"),
            };
            up_to(&switches, *bound)
        }
        Basis::UpToInterrupts { interrupts, bound } => {
            let interrupts = match interrupts {
                1 => "1 interrupt".to_string(),
                more => format!("{more} interrupts"),
            };
            up_to(&interrupts, *bound)
        }
    }
}

/// An answer about executions with few of something.
fn up_to(few: &str, bound: Option<u32>) -> String {
    match bound {
        Some(bound) => format!("no violation up to bound {bound} with up to {few}"),
        None => format!("no violation with up to {few}"),
    }
}

/// A limit, and what was found out before it.
fn limit(reason: StopReason, achieved: &Achieved) -> String {
    let mut text = match reason {
        StopReason::Time | StopReason::Memory | StopReason::Work => {
            format!("{} reached", limit_name(reason))
        }
        StopReason::Cancelled => "interrupted".to_string(),
    };
    if let Some(bound) = achieved.safe_up_to {
        let _ = write!(text, "; no violation up to bound {bound}");
    }
    if let Some(k) = achieved.tried_k {
        let _ = write!(text, "; no proof by induction up to k = {k}");
    }
    if let Some(refused) = &achieved.refused {
        let _ = write!(text, "; {} {}", refused.subject, refused.assumption);
    }
    // Where all are proved something else is open, which the rest says.
    if achieved.proved > 0 && achieved.proved < achieved.properties {
        let Achieved {
            proved, properties, ..
        } = achieved;
        let _ = write!(text, "; {proved} of {properties} properties proved");
    }
    if let Some((at, place)) = &achieved.blocked {
        let _ = write!(text, "; {at} goes further{}", at_place(place));
    }
    text
}

/// What an answer rests on, or why there is none, and where.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Proved(basis) => self::basis(basis),
        Reason::Open(why) => self::why(why),
    }
}

fn why(why: &Why) -> String {
    let text = match why {
        Why::Bound { bound, at, place } => {
            format!("bound {bound} reached by {at}{}", at_place(place))
        }
        Why::Unsupported { what, place } => format!("unsupported: {what}{}", at_place(place)),
        Why::Undefined { what, place } => format!(
            "undefined behaviour that no enabled check guards: {what}{}",
            at_place(place)
        ),
        Why::AllocationFails { what, place } => format!(
            "violated only where an allocation fails: {what}{}; \
             --force-malloc-success or --malloc-may-fail chooses a reading",
            at_place(place)
        ),
        Why::Assumption(note) => format!("assumption: {}", self::note(note)),
        Why::Limit { limit, achieved } => self::limit(*limit, achieved),
        Why::Solver(what) => format!("the solver gave up: {what}"),
        Why::Inconclusive(what) => what.clone(),
    };
    format!("unknown: {text}")
}

/// What was assumed, and where.
pub fn note(note: &Note) -> String {
    format!(
        "{}: {}{}",
        note.subject,
        note.assumption,
        at_place(&note.place)
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

    fn place(line: u32) -> Place {
        Place {
            file: "loop.c".into(),
            line,
            column: 3,
            ..Place::default()
        }
    }

    #[test]
    fn reasons_say_which_and_where() {
        let bound = Why::Bound {
            bound: 5,
            at: "loop main.0".into(),
            place: place(7),
        };
        assert_eq!(
            why(&bound),
            "unknown: bound 5 reached by loop main.0 at loop.c:7:3"
        );
        let limit = Why::Limit {
            limit: StopReason::Time,
            achieved: Achieved {
                safe_up_to: Some(9),
                tried_k: Some(4),
                proved: 2,
                properties: 5,
                blocked: Some(("loop main.1".into(), Place::default())),
                refused: None,
            },
        };
        assert_eq!(
            why(&limit),
            "unknown: time limit reached; no violation up to bound 9; no proof by induction up to \
             k = 4; 2 of 5 properties proved; loop main.1 goes further"
        );
        let unsupported = Why::Unsupported {
            what: "inline assembly".into(),
            place: Place::default(),
        };
        assert_eq!(why(&unsupported), "unknown: unsupported: inline assembly");
    }

    #[test]
    fn bounded_answers_are_worded_as_promised() {
        assert_eq!(basis(&Basis::UpToBound(4)), "no violation up to bound 4");
        let few = |switches, bound| basis(&Basis::UpToSwitches { switches, bound });
        assert_eq!(
            few(1, None),
            "no violation with up to 1 switch between threads"
        );
        assert_eq!(
            few(3, Some(4)),
            "no violation up to bound 4 with up to 3 switches between threads"
        );
        let few = |interrupts, bound| basis(&Basis::UpToInterrupts { interrupts, bound });
        assert_eq!(few(1, None), "no violation with up to 1 interrupt");
        assert_eq!(
            few(3, Some(4)),
            "no violation up to bound 4 with up to 3 interrupts"
        );
    }
}
