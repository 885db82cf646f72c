//! Confirmation: no violation is reported that the interpreter does not see too.

use crate::outcome::{EngineError, Violation};
use crate::pass::Finding;
use cassay_base::Stop;
use cassay_checks::ClaimIndex;
use cassay_interp::{Limits, Outcome};
use cassay_ir::{FuncId, Program};

/// What is needed to replay.
pub struct Replayer<'a> {
    /// The program that was executed symbolically.
    pub program: &'a Program,
    /// Its entry.
    pub entry: FuncId,
    /// Its claims.
    pub claims: &'a ClaimIndex,
    /// Whether to keep every state of the execution.
    pub all_states: bool,
    /// When to stop.
    pub stop: &'a Stop,
}

impl Replayer<'_> {
    /// Replays an execution that violates a claim.
    pub fn confirm(&self, finding: &Finding) -> Result<Violation, EngineError> {
        let place = finding.place;
        let Some(claim) = self.claims.get(place.0, place.1, place.2) else {
            return Err(EngineError::Internal(format!("no claim at {place:?}")));
        };
        let limits = Limits {
            stop: self.stop.clone(),
            ..Limits::default()
        };
        let replay = cassay_trace::replay(self.program, self.entry, &finding.inputs, &limits);
        let not_replayed = |what: String| EngineError::NotReplayed {
            claim: claim.id.clone(),
            what,
        };
        match &replay.outcome {
            Outcome::Violation { at, .. } if (at.function, at.block, at.stmt) == place => {}
            Outcome::Stopped(reason) => return Err(EngineError::Stopped(*reason)),
            Outcome::Violation { at, .. } => {
                let other = self.claims.get(at.function, at.block, at.stmt);
                let other = other.map_or("another claim", |claim| &claim.id);
                return Err(not_replayed(format!(
                    "the execution violates {other} instead"
                )));
            }
            other => return Err(not_replayed(format!("the execution ends with {other:?}"))),
        }
        let counterexample = replay
            .counterexample(self.program, self.all_states)
            .ok_or_else(|| EngineError::Internal("a violation without trace".to_string()))?;
        Ok(Violation {
            claim: claim.id.clone(),
            property: counterexample.property.clone(),
            span: claim.span,
            function: counterexample.function.clone(),
            counterexample,
        })
    }
}
