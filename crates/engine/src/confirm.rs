//! Confirmation: a violation is reported only if the interpreter replays it.

use crate::outcome::{EngineError, Violation};
use crate::pass::Finding;
use cassay_base::Stop;
use cassay_interp::{Follow, Limits, Outcome, Silent};
use cassay_ir::claims::ClaimIndex;
use cassay_ir::{ClaimId, FuncId, Program};

/// So many steps are replayed without leaps.
const STEPS: u64 = 1 << 20;

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
    /// Whether to draw memory.
    pub draw: bool,
    /// The stop token.
    pub stop: &'a Stop,
}

impl Replayer<'_> {
    /// Replays an execution that violates a claim; returns the claim that it violates first. With several
    /// threads that may be another one: the order of the equation is not that of the execution.
    pub fn confirm(&self, finding: &Finding) -> Result<(ClaimId, Violation), EngineError> {
        let threads = finding.inputs.schedule.points.is_some();
        let Some(mut claim) = self.claims.get(finding.claim) else {
            let what = format!("there is no {}", finding.claim);
            return Err(EngineError::Internal(what));
        };
        let limits = Limits {
            stop: self.stop.clone(),
            ..Limits::default()
        };
        let mut replay = cassay_trace::replay(
            self.program,
            self.entry,
            &finding.inputs,
            &limits,
            self.draw,
        );
        replay.claim_progress(self.program, claim.id);
        let name = claim.name.clone();
        let not_replayed = |what: String| EngineError::NotReplayed {
            claim: name.clone(),
            what,
        };
        match &replay.outcome {
            Outcome::Violation { claim: found, .. } if *found == claim.id => {}
            Outcome::Stopped(reason) => return Err(EngineError::Stopped(*reason)),
            Outcome::Violation { claim: first, .. } if threads => match self.claims.get(*first) {
                Some(first) => claim = first,
                None => return Err(not_replayed(format!("the execution violates {first}"))),
            },
            Outcome::Violation { claim: other, .. } => {
                let other = self.claims.get(*other);
                let other = other.map_or("another claim", |claim| &claim.name);
                return Err(not_replayed(format!(
                    "the execution violates {other} instead"
                )));
            }
            other => return Err(not_replayed(format!("the execution ends with {other:?}"))),
        }
        self.confirm_by_steps(finding, claim.id, &limits)
            .map_err(not_replayed)?;
        let counterexample = replay
            .counterexample(self.program, self.all_states)
            .ok_or_else(|| EngineError::Internal("a violation without trace".to_string()))?;
        let violation = Violation {
            claim: claim.name.clone(),
            property: counterexample.property.clone(),
            // In a header of a library, the user's own call says more, and so does the place where an
            // exception was thrown.
            span: match counterexample.elsewhere {
                true => counterexample.span,
                false => claim.span,
            },
            function: counterexample.function.clone(),
            counterexample,
            inputs: finding.inputs.clone(),
        };
        Ok((claim.id, violation))
    }

    /// Replays an execution step by step. Symbolic execution and the replay that tells the trace leap
    /// over iterations by the same code; this one owes it nothing. Where it takes too long, the leaps
    /// are relied on.
    fn confirm_by_steps(
        &self,
        finding: &Finding,
        violated: ClaimId,
        limits: &Limits,
    ) -> Result<(), String> {
        let limits = Limits {
            leaps: false,
            steps: STEPS,
            ..limits.clone()
        };
        let mut oracle = finding.inputs.oracle();
        let (program, entry) = (self.program, self.entry);
        let mut follow = Follow::new(&finding.inputs.schedule);
        let outcome = cassay_interp::run_scheduled(
            program,
            entry,
            &mut oracle,
            &mut Silent,
            &limits,
            &mut follow,
        );
        let stuck = outcome.without_progress(program, finding.claim);
        match outcome {
            Outcome::Violation { claim, .. } if claim == violated => Ok(()),
            Outcome::Deadlock { .. } if stuck.is_some() => Ok(()),
            // What the other replay has shown is all there is.
            Outcome::StepLimit | Outcome::Stopped(_) => Ok(()),
            other => Err(format!("step by step the execution ends with {other:?}")),
        }
    }
}
