//! Readings of a program: may allocation on the heap fail?
//!
//! The C standard says that it may. The rules of the verification community say that it does not,
//! and among their tasks on memory there are some whose expected answer holds in one reading only.
//! If the user does not choose, a violation counts when allocation succeeds, and a proof when it
//! holds in both readings.

use crate::outcome::{
    EngineError, Outcome, PropertyResult, PropertyStatus, UnknownReason, Verdict,
};
use crate::settings::{Allocation, Progress, Settings};
use crate::strategy::decide;
use cassay_base::Stop;
use cassay_ir::{FuncId, Program, allocation};

/// Verifies a program whose checks have been applied, from an entry without parameters.
pub fn verify(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, EngineError> {
    if settings.allocation == Allocation::MayFail || !allocation::may_fail(program) {
        return decide(program, entry, settings, stop, progress);
    }
    let mut succeeding = program.clone();
    cassay_passes::assume_success(&mut succeeding);
    let outcome = decide(&succeeding, entry, settings, stop, progress)?;
    let proved = matches!(outcome.verdict, Verdict::Safe(_));
    if settings.allocation == Allocation::Succeeds || !proved {
        return Ok(outcome);
    }
    let failing = decide(program, entry, settings, stop, progress)?;
    Ok(agreed(outcome, failing))
}

/// The result for both readings, if the first has no violation.
fn agreed(succeeding: Outcome, failing: Outcome) -> Outcome {
    let verdict = match failing.verdict {
        // The second reading assumes less: no allocation is assumed to succeed.
        Verdict::Safe(_) => return failing,
        Verdict::Unknown(reason) => Verdict::Unknown(reason),
        Verdict::Unsafe => match failing.violations.into_iter().next() {
            Some(violation) => Verdict::Unknown(UnknownReason::AllocationFails {
                what: violation.property.message.to_string(),
                span: violation.span,
            }),
            // There is none without a violation.
            None => return succeeding,
        },
    };
    // What is violated only where an allocation fails is not decided.
    let open = |mut result: PropertyResult| {
        if let PropertyStatus::Violated { .. } = result.status {
            result.status = PropertyStatus::NotChecked;
        }
        result
    };
    Outcome {
        verdict,
        violations: Vec::new(),
        properties: failing.properties.into_iter().map(open).collect(),
        ..failing
    }
}
