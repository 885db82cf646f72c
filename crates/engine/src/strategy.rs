//! The schedules, for one reading of the program.

use crate::SOLVERS;
use crate::confirm::Replayer;
use crate::induct::{Interrupted, Step, StepAnswer, loops_named};
use crate::outcome::{
    Basis, EngineError, Outcome, PropertyResult, PropertyStatus, Stats, UnknownReason, Verdict,
    Violation,
};
use crate::pass::{Ended, Pass, PassResult};
use crate::settings::{Progress, Settings, Strategy};
use cassay_base::{Stop, StopReason};
use cassay_checks::ClaimIndex;
use cassay_induction::{Conjecture, LoopRef, Refusal};
use cassay_ir::{FuncId, Note, Program};
use cassay_solver::Counters;
use cassay_symex::{Order, loop_name};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Verifies one reading of a program whose checks have been applied.
pub(crate) fn decide(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
) -> Result<Outcome, EngineError> {
    let backend = SOLVERS
        .iter()
        .find(|backend| backend.name == settings.solver)
        .ok_or_else(|| EngineError::Internal(format!("no solver named {}", settings.solver)))?;
    debug_assert!(
        cassay_ir::verify::verify(program).is_ok(),
        "the program is well-formed after every pass"
    );
    let claims = ClaimIndex::new(program);
    let counters = Counters::new();
    let mut run = Run::new(settings, &claims, counters.clone());
    // What a model assumes is told where an execution meets it.
    let of_model = |note: &Note| {
        let mut functions = program.functions.iter();
        functions.any(|function| function.model && function.name == note.subject)
    };
    let notes = program.notes.iter().filter(|note| !of_model(note));
    run.take_notes(notes.cloned());
    let mut settled = BTreeSet::new();
    for bound in bounds(settings) {
        let pass = Pass {
            replayer: Replayer {
                program,
                entry,
                claims: &claims,
                all_states: settings.all_states,
                stop,
            },
            settings,
            backend,
            counters: counters.clone(),
            stop,
            settled: &settled,
            check_bounds: settings.strategy != Strategy::Falsification
                && settings.unwinding_assertions
                && !settings.partial_loops,
        };
        match pass.run(bound, progress) {
            Ok(result) => {
                settled.extend(result.violations.iter().map(|v| v.claim.clone()));
                let cut_loops = result.cut_loops.clone();
                if let Some(verdict) = run.take(bound, result) {
                    return Ok(run.finish(verdict, program));
                }
                if run.may_induct() {
                    let step = Step {
                        program,
                        entry,
                        backend,
                        counters: counters.clone(),
                        stop,
                    };
                    match run.induct(&step, &cut_loops, bound, progress) {
                        Ok(None) => {}
                        Ok(Some(verdict)) => return Ok(run.finish(verdict, program)),
                        Err(Interrupted::Stopped(reason)) => {
                            return Ok(run.stopped(reason, program));
                        }
                        Err(Interrupted::Error(error)) => return Err(error),
                    }
                }
            }
            Err(Ended::Stopped(reason)) => return Ok(run.stopped(reason, program)),
            Err(Ended::Error(error)) => return Err(error),
        }
    }
    let verdict = run.exhausted();
    Ok(run.finish(verdict, program))
}

/// How many passes the step follows at most where Cassay chooses: longer ones rarely prove more, and
/// growing bounds find violations sooner.
const AUTO_K: u32 = 6;

/// What to tell about a loop that induction cannot deal with.
fn refused(program: &Program, refusal: &Refusal) -> Note {
    let (id, of) = refusal.of;
    let function = &program.functions[id];
    let order = Order::new(function);
    let head = order.loops()[of].head;
    Note {
        subject: format!("loop {}", loop_name(function, &order, of)).into(),
        assumption: format!("not proved by induction: {}", refusal.why).into(),
        may_hide: false,
        span: function.blocks[head].span,
    }
}

/// The bounds a strategy tries, in order.
fn bounds(settings: &Settings) -> Vec<u32> {
    match settings.strategy {
        Strategy::Bmc => vec![settings.unwind.unwrap_or(1).max(1)],
        Strategy::Incremental | Strategy::Falsification => (1..=settings.max_k.max(1))
            .step_by(settings.k_step.max(1) as usize)
            .collect(),
        Strategy::Auto | Strategy::KInduction => {
            // Small steps while passes are cheap, larger ones later.
            let mut bounds = vec![1];
            let mut bound = 1;
            while bound < settings.max_k {
                bound = (bound + (bound / 2).max(settings.k_step)).min(settings.max_k);
                bounds.push(bound);
            }
            bounds
        }
    }
}

/// What is known across passes.
struct Run<'a> {
    settings: &'a Settings,
    claims: &'a ClaimIndex,
    counters: Counters,
    violations: Vec<Violation>,
    /// By subject and assumption.
    notes: BTreeMap<(Arc<str>, Arc<str>), Note>,
    stats: Stats,
    smt: Option<String>,
    vcc: Option<String>,
    /// Why the last pass was not the last word.
    open: Option<UnknownReason>,
    /// Whether the last pass left nothing open: every claim not violated holds.
    decided: bool,
    safe_up_to: Option<u32>,
    /// The loop that induction cannot deal with.
    refused: Option<Refusal>,
    /// What may hold at the heads of loops, once it was looked for.
    conjectures: Option<Vec<Conjecture>>,
    /// Those not refuted yet, by number.
    alive: BTreeSet<usize>,
    /// Whether induction is over all loops, because others than those cut go on for long.
    all_loops: bool,
}

impl<'a> Run<'a> {
    fn new(settings: &'a Settings, claims: &'a ClaimIndex, counters: Counters) -> Self {
        Run {
            settings,
            claims,
            counters,
            violations: Vec::new(),
            notes: BTreeMap::new(),
            stats: Stats::default(),
            smt: None,
            vcc: None,
            open: None,
            decided: false,
            safe_up_to: None,
            refused: None,
            conjectures: None,
            alive: BTreeSet::new(),
            all_loops: false,
        }
    }

    fn take_notes(&mut self, notes: impl IntoIterator<Item = Note>) {
        let keyed = notes
            .into_iter()
            .map(|note| ((note.subject.clone(), note.assumption.clone()), note));
        self.notes.extend(keyed);
    }

    /// Takes in a pass; a verdict when there is nothing more to try.
    fn take(&mut self, bound: u32, result: PassResult) -> Option<Verdict> {
        self.record(bound, &result);
        self.violations.extend(result.violations);
        self.take_notes(result.notes);
        self.smt = result.smt;
        self.vcc = result.vcc;
        if !self.violations.is_empty() && !self.settings.multi_property {
            return Some(Verdict::Unsafe);
        }
        if let Some(why) = result.gave_up {
            return Some(self.unsafe_or(Verdict::Unknown(why)));
        }
        self.safe_up_to = Some(bound);
        self.open = result.unsupported.or(result.bound);
        let bounded = !self.settings.unwinding_assertions || self.settings.partial_loops;
        let falsifying = self.settings.strategy == Strategy::Falsification;
        self.decided = self.open.is_none() && (!result.cut || !bounded && !falsifying);
        match self.settings.strategy {
            _ if !result.cut => {
                let needed = (self.stats.passes > 1).then_some(bound);
                Some(self.unsafe_or(self.complete(needed)))
            }
            Strategy::Bmc if bounded => Some(self.unsafe_or(self.exhausted())),
            Strategy::Falsification => None,
            Strategy::Auto | Strategy::Incremental | Strategy::KInduction if bounded => None,
            Strategy::Bmc | Strategy::Auto | Strategy::Incremental | Strategy::KInduction => {
                match &self.open {
                    None => Some(self.unsafe_or(self.complete(Some(bound)))),
                    Some(_) => None,
                }
            }
        }
    }

    /// Whether a proof by induction is worth trying.
    fn may_induct(&self) -> bool {
        let wanted = match self.settings.strategy {
            Strategy::Auto | Strategy::KInduction => true,
            Strategy::Bmc | Strategy::Incremental | Strategy::Falsification => false,
        };
        let bounded = !self.settings.unwinding_assertions || self.settings.partial_loops;
        wanted && !bounded && self.violations.is_empty() && self.refused.is_none()
    }

    /// Tries a proof by induction: over the loops that were cut, then over all.
    fn induct(
        &mut self,
        step: &Step<'_>,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Verdict>, Interrupted> {
        if self.settings.strategy == Strategy::Auto && k > AUTO_K {
            return Ok(None);
        }
        let names = (!self.all_loops).then_some(cut_loops);
        let mut loops = loops_named(step.program, names);
        if loops.is_empty() {
            return Ok(None);
        }
        if k > 1 && self.conjectures.is_none() {
            self.conjecture(step, &loops);
        }
        loop {
            let conjectures = self.conjectures.as_deref().unwrap_or_default();
            match step.run(&loops, conjectures, &mut self.alive, k, progress)? {
                StepAnswer::Proved(notes) => {
                    self.take_notes(notes);
                    let safe = Verdict::Safe(Basis::Induction { k });
                    return Ok(Some(self.unless_assumed(safe)));
                }
                StepAnswer::Unwinding if !self.all_loops => {
                    self.all_loops = true;
                    loops = loops_named(step.program, None);
                    if k > 1 {
                        self.conjecture(step, &loops);
                    }
                }
                StepAnswer::Open | StepAnswer::Unwinding => return Ok(None),
                StepAnswer::Refused(refusal) => {
                    self.take_notes([refused(step.program, &refusal)]);
                    self.refused = Some(refusal);
                    return Ok(None);
                }
            }
        }
    }

    /// Looks for what may hold at the heads of loops.
    fn conjecture(&mut self, step: &Step<'_>, loops: &BTreeSet<LoopRef>) {
        let made = cassay_induction::conjectures(step.program, step.entry, loops, step.stop);
        self.alive = (0..made.len()).collect();
        self.conjectures = Some(made);
    }

    /// Nothing was cut, or no cut can be reached: the claims hold, if nothing unsupported or
    /// assumed is in the way.
    fn complete(&self, bound: Option<u32>) -> Verdict {
        match &self.open {
            Some(reason) => Verdict::Unknown(reason.clone()),
            None => self.unless_assumed(Verdict::Safe(Basis::Complete { bound })),
        }
    }

    fn unless_assumed(&self, safe: Verdict) -> Verdict {
        match self.notes.values().find(|note| note.may_hide) {
            Some(note) => Verdict::Unknown(UnknownReason::Assumption(note.clone())),
            None => safe,
        }
    }

    fn unsafe_or(&self, verdict: Verdict) -> Verdict {
        if self.violations.is_empty() {
            verdict
        } else {
            Verdict::Unsafe
        }
    }

    /// Every bound was tried.
    fn exhausted(&self) -> Verdict {
        let bound = self.stats.bound;
        let verdict = match &self.open {
            Some(reason) => Verdict::Unknown(reason.clone()),
            None if self.settings.strategy == Strategy::Falsification => {
                Verdict::Unknown(UnknownReason::Bound {
                    bound,
                    at: "every loop".to_string(),
                    span: cassay_base::Span::NONE,
                })
            }
            None => self.unless_assumed(Verdict::Safe(Basis::UpToBound(bound))),
        };
        self.unsafe_or(verdict)
    }

    fn record(&mut self, bound: u32, result: &PassResult) {
        self.stats.passes += 1;
        self.stats.bound = bound;
        self.stats.steps = result.figures.steps;
        self.stats.vcs_generated = result.figures.claims_met;
        self.stats.vcs_left = result.claims_left;
        self.stats.terms = result.terms;
        self.stats.objects = result.objects;
        self.stats.iterations = result.figures.iterations;
    }

    fn stopped(self, reason: StopReason, program: &Program) -> Outcome {
        let safe_up_to = self.safe_up_to;
        let verdict = self.unsafe_or(Verdict::Unknown(UnknownReason::Limit {
            reason,
            safe_up_to,
        }));
        self.finish(verdict, program)
    }

    fn finish(mut self, verdict: Verdict, program: &Program) -> Outcome {
        self.stats.solver_calls = self.counters.read().checks;
        let properties = if self.settings.multi_property {
            self.properties(&verdict, program)
        } else {
            Vec::new()
        };
        let open = match verdict {
            Verdict::Unsafe if self.settings.multi_property => self.open.clone(),
            Verdict::Unsafe | Verdict::Safe(_) | Verdict::Unknown(_) => None,
        };
        Outcome {
            verdict,
            open,
            violations: self.violations,
            properties,
            notes: self.notes.into_values().collect(),
            stats: self.stats,
            smt: self.smt,
            vcc: self.vcc,
        }
    }

    fn properties(&self, verdict: &Verdict, program: &Program) -> Vec<PropertyResult> {
        let decided = match verdict {
            Verdict::Safe(Basis::Complete { .. } | Basis::Induction { .. }) => true,
            Verdict::Unsafe => self.decided,
            Verdict::Safe(Basis::UpToBound(_)) | Verdict::Unknown(_) => false,
        };
        self.claims
            .iter()
            .map(|claim| PropertyResult {
                claim: claim.id.clone(),
                property: claim.property.clone(),
                span: claim.span,
                function: program.functions[claim.function].name.clone(),
                status: if self.violations.iter().any(|v| v.claim == claim.id) {
                    PropertyStatus::Violated
                } else if decided {
                    PropertyStatus::Holds
                } else {
                    PropertyStatus::Unknown
                },
            })
            .collect()
    }
}
