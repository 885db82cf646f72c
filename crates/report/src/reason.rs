//! What an answer depends on, and why there is none, in one line each.

use cassay_base::{Span, StopReason};
use cassay_engine::{Basis, Established, UnknownReason};
use cassay_ir::{Note, Program};
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

/// What a *safe* depends on.
pub(crate) fn basis(basis: &Basis) -> String {
    match basis {
        Basis::Static => "proved by abstract interpretation".into(),
        Basis::Induction { k } => format!("proved by induction: k = {k}"),
        Basis::Complete { bound: None } => {
            "proved: every execution was followed to its last claim".into()
        }
        Basis::Complete { bound: Some(bound) } => {
            format!("proved: every loop and recursion ends within bound {bound}")
        }
        Basis::UpToBound(bound) => format!("no violation up to bound {bound}"),
    }
}

/// A limit, and what was established before it.
fn limit(program: &Program, reason: StopReason, established: &Established) -> String {
    let mut text = match reason {
        StopReason::Time | StopReason::Memory | StopReason::Work => {
            format!("{} reached", limit_name(reason))
        }
        StopReason::Cancelled => "interrupted".to_string(),
    };
    if let Some(bound) = established.safe_up_to {
        let _ = write!(text, "; no violation up to bound {bound}");
    }
    if let Some(k) = established.tried_k {
        let _ = write!(text, "; no proof by induction up to k = {k}");
    }
    if let Some(Note {
        subject,
        assumption,
        ..
    }) = &established.refused
    {
        let _ = write!(text, "; {subject} {assumption}");
    }
    if established.proved > 0 {
        let Established {
            proved, properties, ..
        } = established;
        let _ = write!(text, "; {proved} of {properties} properties proved");
    }
    if let Some((at, span)) = &established.blocked {
        let _ = write!(text, "; {at} goes further{}", place(program, *span));
    }
    text
}

/// Why there is no answer, and where.
pub(crate) fn unknown(program: &Program, reason: &UnknownReason) -> String {
    let text = match reason {
        UnknownReason::Bound { bound, at, span } => {
            format!("bound {bound} reached by {at}{}", place(program, *span))
        }
        UnknownReason::Unsupported { what, span } => {
            format!("unsupported: {what}{}", place(program, *span))
        }
        UnknownReason::Undefined { what, span } => format!(
            "undefined behaviour that no enabled check guards: {what}{}",
            place(program, *span)
        ),
        UnknownReason::AllocationFails { what, span } => format!(
            "violated only where an allocation fails: {what}{}; \
             --force-malloc-success or --malloc-may-fail chooses a reading",
            place(program, *span)
        ),
        UnknownReason::Assumption(note) => format!("assumption: {}", self::note(program, note)),
        UnknownReason::Limit {
            reason,
            established,
        } => limit(program, *reason, established),
        UnknownReason::Solver(what) => format!("the solver gave up: {what}"),
        UnknownReason::Inconclusive(what) => what.clone(),
    };
    format!("unknown: {text}")
}

/// What was assumed, and where.
pub(crate) fn note(program: &Program, note: &Note) -> String {
    format!(
        "{}: {}{}",
        note.subject,
        note.assumption,
        place(program, note.span)
    )
}

fn place(program: &Program, span: Span) -> String {
    if span.is_known() {
        format!(
            " at {}:{}:{}",
            program.file_name(span),
            span.line,
            span.column
        )
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::DataLayout;

    #[test]
    fn reasons_say_which_and_where() {
        let mut program = Program::new(DataLayout { pointer_bits: 64 });
        let file = program.files.push("loop.c".into());
        let span = Span {
            file,
            line: 7,
            column: 3,
        };
        let bound = UnknownReason::Bound {
            bound: 5,
            at: "loop main.0".into(),
            span,
        };
        assert_eq!(
            unknown(&program, &bound),
            "unknown: bound 5 reached by loop main.0 at loop.c:7:3"
        );
        let limit = UnknownReason::Limit {
            reason: StopReason::Time,
            established: Established {
                safe_up_to: Some(9),
                tried_k: Some(4),
                proved: 2,
                properties: 5,
                blocked: Some(("loop main.1".into(), Span::NONE)),
                refused: None,
            },
        };
        assert_eq!(
            unknown(&program, &limit),
            "unknown: time limit reached; no violation up to bound 9; no proof by induction up to \
             k = 4; 2 of 5 properties proved; loop main.1 goes further"
        );
        let unsupported = UnknownReason::Unsupported {
            what: "inline assembly".into(),
            span: Span::NONE,
        };
        assert_eq!(
            unknown(&program, &unsupported),
            "unknown: unsupported: inline assembly"
        );
    }

    #[test]
    fn bounded_answers_are_worded_as_promised() {
        assert_eq!(basis(&Basis::UpToBound(4)), "no violation up to bound 4");
    }
}
