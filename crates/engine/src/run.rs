//! Results across passes and steps, and the verdict that follows from them.
//!
//! Passes and steps may come from this process or from workers; here their results are combined.
//! Every violation is confirmed by replay here, whichever process found it.

use crate::confirm::Replayer;
use crate::consistency;
use crate::explicit::{self, Explored};
use crate::job::Job;
use crate::loops::{self, Followed};
use crate::machine::MachineReport;
use crate::outcome::{
    Basis, EngineError, Established, Invariant, Outcome, PropertyResult, PropertyStatus, ProvedBy,
    Stats, UnknownReason, Verdict, Violation,
};
use crate::pass::{Ended, Finding, PassResult};
use crate::prover::StepReport;
use crate::settings::{Progress, Strategy};
use crate::statics::invariants;
use cassay_base::{Span, StopReason};
use cassay_ir::sharing::shares_memory;
use cassay_ir::{ClaimId, Note, NoteId, NoteKind};
use cassay_symex::LineCosts;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// The results so far.
pub struct Run<'a> {
    job: &'a Job<'a>,
    violations: Vec<Violation>,
    /// The claims that are violated, with the bound of the pass that showed it.
    violated: BTreeMap<ClaimId, u32>,
    /// Claims that are proved on their own.
    proved: BTreeMap<ClaimId, ProvedBy>,
    /// Reachable claims, once all executions have been followed to their ends.
    reached: Option<BTreeSet<ClaimId>>,
    /// By subject and assumption.
    notes: BTreeMap<(Arc<str>, Arc<str>), Note>,
    invariants: Vec<Invariant>,
    stats: Stats,
    /// What each line cost, in all passes.
    costs: LineCosts,
    smt: Option<String>,
    vcc: Option<String>,
    /// Why the last pass was not conclusive.
    open: Option<UnknownReason>,
    /// The proof of every claim that is not violated.
    decided: Option<ProvedBy>,
    safe_up_to: Option<u32>,
    tried_k: Option<u32>,
    /// The loop or recursion that the last pass cut.
    blocked: Option<(String, Span)>,
    cut_loops: BTreeSet<String>,
    /// The loop that prevents every inductive step, and the reason.
    refused: Option<Note>,
    /// Whether an exploration with larger limits could find out more.
    may_explore: bool,
}

impl<'a> Run<'a> {
    /// A run that has not begun.
    pub fn new(job: &'a Job<'a>) -> Self {
        let mut run = Run {
            job,
            violations: Vec::new(),
            violated: BTreeMap::new(),
            proved: job.statics.proved.clone(),
            reached: None,
            notes: BTreeMap::new(),
            invariants: invariants(job.program, &job.statics.analysis),
            stats: Stats::default(),
            costs: LineCosts::new(),
            smt: None,
            vcc: None,
            open: None,
            decided: None,
            safe_up_to: None,
            tried_k: None,
            blocked: None,
            cut_loops: BTreeSet::new(),
            refused: None,
            may_explore: explicit::applies(job),
        };
        // Assumptions of a model are reported only if an execution reaches the model.
        let program = job.program;
        let models = program.functions.iter().filter(|function| function.model);
        let of_models: BTreeSet<NoteId> = models.flat_map(|model| model.notes.clone()).collect();
        let others = program.notes.iter_enumerated();
        let others = others.filter(|(id, _)| !of_models.contains(id));
        run.take_notes(others.map(|(_, note)| note.clone()));
        run.take_notes(job.statics.notes.iter().cloned());
        run
    }

    /// Adds notes about the program, for the user.
    pub fn take_notes(&mut self, notes: impl IntoIterator<Item = Note>) {
        let keyed = notes
            .into_iter()
            .map(|note| ((note.subject.clone(), note.assumption.clone()), note));
        self.notes.extend(keyed);
    }

    /// The claims that are violated.
    pub fn violated(&self) -> BTreeSet<ClaimId> {
        self.violated.keys().copied().collect()
    }

    /// The loops that the last pass cut.
    pub fn cut_loops(&self) -> &BTreeSet<String> {
        &self.cut_loops
    }

    /// Adds the result of a pass; returns a verdict when nothing more can be tried.
    pub fn take(
        &mut self,
        bound: u32,
        result: PassResult,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Verdict>, Ended> {
        self.record(bound, &result);
        for finding in &result.findings {
            progress(Progress::Replaying);
            let threads = finding.inputs.schedule.points.is_some();
            let (claim, violation) = match self.replayer().confirm(finding) {
                Ok(confirmed) => confirmed,
                // What the order of threads leaves open may make an execution that does not exist.
                Err(EngineError::NotReplayed { claim, what }) if threads => {
                    let why = format!("the counterexample to {claim} does not replay: {what}");
                    return Ok(Some(
                        self.unsafe_or(Verdict::Unknown(UnknownReason::Inconclusive(why))),
                    ));
                }
                Err(error) => return Err(error.into()),
            };
            if self.violated.insert(claim, bound).is_none() {
                self.violations.push(violation);
            }
        }
        self.check_consistency()?;
        self.take_notes(result.notes);
        self.smt = result.smt;
        self.vcc = result.vcc;
        self.cut_loops = result.cut_loops;
        let settings = self.job.settings;
        if !self.violations.is_empty() && !settings.multi_property {
            return Ok(Some(Verdict::Unsafe));
        }
        if let Some(why) = result.gave_up {
            return Ok(Some(self.unsafe_or(Verdict::Unknown(why))));
        }
        self.safe_up_to = Some(bound);
        self.blocked = match &result.bound {
            Some(UnknownReason::Bound { at, span, .. }) => Some((at.clone(), *span)),
            _ => None,
        };
        self.open = result.unsupported.or(result.bound);
        self.reached = result.reached;
        let bounded = settings.is_bounded();
        let falsifying = settings.strategy == Strategy::Falsification;
        let followed = !result.cut || !bounded && !falsifying;
        if self.open.is_none() && followed && self.switches().is_none() {
            self.decided = Some(ProvedBy::Forward { bound });
        }
        Ok(match settings.strategy {
            _ if !result.cut => {
                let needed = (self.stats.passes > 1).then_some(bound);
                Some(self.unsafe_or(self.complete(needed)))
            }
            Strategy::Bmc if bounded => Some(self.unsafe_or(self.exhausted())),
            Strategy::Falsification => None,
            Strategy::Auto
            | Strategy::Incremental
            | Strategy::KInduction
            | Strategy::KInductionParallel
            | Strategy::Model
                if bounded =>
            {
                None
            }
            Strategy::Bmc
            | Strategy::Auto
            | Strategy::Incremental
            | Strategy::KInduction
            | Strategy::KInductionParallel
            | Strategy::Model => match &self.open {
                None => Some(self.unsafe_or(self.complete(Some(bound)))),
                Some(_) => None,
            },
        })
    }

    /// Adds a violation that was found by executing the program; false if the replay does not show it.
    pub fn take_execution(
        &mut self,
        finding: &Finding,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<bool, EngineError> {
        progress(Progress::Replaying);
        let Ok((claim, violation)) = self.replayer().confirm(finding) else {
            return Ok(false);
        };
        self.violated.insert(claim, 0);
        self.violations.push(violation);
        self.check_consistency()?;
        Ok(true)
    }

    /// Adds the result of a step; returns a verdict when it decides everything.
    pub fn take_step(
        &mut self,
        k: u32,
        report: StepReport,
    ) -> Result<Option<Verdict>, EngineError> {
        let by = ProvedBy::Induction { k };
        let safe = Verdict::Safe(Basis::Induction { k });
        Ok(match report {
            StepReport::Proved { .. } if !self.violations.is_empty() => {
                return Err(contradiction(&self.violations[0].claim));
            }
            StepReport::Proved { notes, invariants } => {
                self.tried_k = Some(k);
                self.take_notes(notes);
                self.invariants.extend(invariants);
                self.decided = Some(by);
                self.open = None;
                Some(self.unsafe_or(self.unless_assumed(safe)))
            }
            StepReport::Open { proved } => {
                self.tried_k = Some(k);
                for claim in proved {
                    self.proved.entry(claim).or_insert(by);
                }
                self.check_consistency()?;
                let settled = |id: ClaimId| self.violated.contains_key(&id) || self.holds(id);
                let all = self.job.claims.iter().all(|claim| settled(claim.id));
                if !all || self.violations.is_empty() {
                    return Ok(None);
                }
                self.decided = Some(by);
                self.open = None;
                Some(Verdict::Unsafe)
            }
            StepReport::Refused(note) => {
                self.take_notes([note.clone()]);
                self.refused = Some(note);
                None
            }
        })
    }

    /// Adds the result of an exploration; returns a verdict if it decides everything.
    pub fn take_exploration(
        &mut self,
        explored: Explored,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Verdict>, Ended> {
        match explored {
            Explored::Proved { states, notes } => {
                if let Some(violation) = self.violations.first() {
                    return Err(Ended::Error(contradiction(&violation.claim)));
                }
                self.take_notes(notes);
                self.decided = Some(ProvedBy::Exploration { states });
                self.open = None;
                let safe = Verdict::Safe(Basis::Explored { states });
                Ok(Some(self.unless_assumed(safe)))
            }
            Explored::Violated { finding, .. } => {
                progress(Progress::Replaying);
                let (claim, violation) = match self.replayer().confirm(&finding) {
                    Ok(confirmed) => confirmed,
                    // Other ways to find it are left. Nothing is proved meanwhile: one of the two is wrong.
                    Err(EngineError::NotReplayed { claim, what }) => {
                        self.may_explore = false;
                        self.take_notes([not_replayed(&claim, &what)]);
                        return Ok(None);
                    }
                    Err(error) => return Err(error.into()),
                };
                let bound = self.stats.bound;
                if self.violated.insert(claim, bound).is_none() {
                    self.violations.push(violation);
                }
                self.check_consistency()?;
                Ok(Some(Verdict::Unsafe))
            }
            Explored::Open { hopeful } => {
                self.may_explore &= hopeful;
                Ok(None)
            }
        }
    }

    /// Adds the result of the prover on the machine; returns a verdict if it decides everything.
    pub fn take_machine(&mut self, report: MachineReport) -> Result<Option<Verdict>, EngineError> {
        match report {
            MachineReport::Proved { .. } if !self.violations.is_empty() => {
                Err(contradiction(&self.violations[0].claim))
            }
            MachineReport::Proved { notes, invariants } => {
                self.take_notes(notes);
                self.invariants.extend(invariants);
                self.decided = Some(ProvedBy::Machine);
                self.open = None;
                Ok(Some(self.unless_assumed(Verdict::Safe(Basis::Machine))))
            }
            MachineReport::Open { .. } => Ok(None),
        }
    }

    /// Whether a proof on the machine is worth trying.
    pub fn may_model(&self) -> bool {
        self.job.settings.machine && self.violations.is_empty() && self.may_induct()
    }

    /// Whether a longer exploration is worth trying.
    pub fn may_explore(&self) -> bool {
        self.may_explore && self.violations.is_empty()
    }

    /// Whether a proof by induction is worth trying.
    pub fn may_induct(&self) -> bool {
        let settings = self.job.settings;
        let wanted = match settings.strategy {
            Strategy::Auto | Strategy::KInduction | Strategy::KInductionParallel => true,
            Strategy::Bmc | Strategy::Incremental | Strategy::Falsification | Strategy::Model => {
                false
            }
        };
        let useful = self.violations.is_empty() || settings.multi_property;
        // Proofs about threads are about all claims together, and all interleavings of memory without
        // delays.
        let special =
            settings.multi_property || settings.contexts.is_some() || settings.model.is_weak();
        wanted
            && useful
            && !(special && shares_memory(self.job.program))
            && !settings.is_bounded()
            && self.refused.is_none()
            && !self.cut_loops.is_empty()
    }

    /// A violated claim must not be proved: one of the two results would be wrong.
    fn check_consistency(&self) -> Result<(), EngineError> {
        let both = self.violated.keys().find(|claim| self.holds(**claim));
        match both.and_then(|claim| self.job.claims.get(*claim)) {
            Some(claim) => Err(contradiction(&claim.name)),
            None => Ok(()),
        }
    }

    /// Whether a claim is proved separately.
    fn holds(&self, claim: ClaimId) -> bool {
        self.proved.contains_key(&claim) || self.job.statics.holds(claim)
    }

    fn replayer(&self) -> Replayer<'a> {
        Replayer {
            program: self.job.program,
            entry: self.job.entry,
            claims: self.job.claims,
            draw: self.job.settings.want_details,
            all_states: self.job.settings.all_states,
            stop: self.job.stop,
        }
    }

    /// Every claim was proved before the first pass.
    pub fn settled(&self) -> Verdict {
        self.unless_assumed(Verdict::Safe(Basis::Static))
    }

    /// No path was cut, or no cut is reachable: the claims hold, unless something unsupported or
    /// assumed prevents it.
    fn complete(&self, bound: Option<u32>) -> Verdict {
        match &self.open {
            Some(reason) => Verdict::Unknown(reason.clone()),
            None => {
                let mut claims = self.job.claims.iter().map(|claim| claim.id).peekable();
                let any = claims.peek().is_some();
                let basis = if any && claims.all(|claim| self.job.statics.holds(claim)) {
                    Basis::Static
                } else if let Some(switches) = self.switches() {
                    let bound = None;
                    Basis::UpToSwitches { switches, bound }
                } else {
                    Basis::Complete { bound }
                };
                self.unless_assumed(Verdict::Safe(basis))
            }
        }
    }

    /// The most switches between threads, if executions with more of them are not looked at.
    fn switches(&self) -> Option<u32> {
        let switches = self.job.settings.contexts?;
        shares_memory(self.job.program).then_some(switches)
    }

    fn unless_assumed(&self, safe: Verdict) -> Verdict {
        match self.notes.values().find(|note| note.may_hide) {
            Some(note) => Verdict::Unknown(UnknownReason::Assumption(note.clone())),
            None => safe,
        }
    }

    /// *Unsafe* if a violation is known, else the given verdict.
    pub fn unsafe_or(&self, verdict: Verdict) -> Verdict {
        if self.violations.is_empty() {
            verdict
        } else {
            Verdict::Unsafe
        }
    }

    /// Every bound was tried.
    pub fn exhausted(&self) -> Verdict {
        let bound = self.stats.bound;
        let verdict = match &self.open {
            Some(reason) => Verdict::Unknown(reason.clone()),
            None if self.job.settings.strategy == Strategy::Falsification => {
                Verdict::Unknown(UnknownReason::Bound {
                    bound,
                    at: "every loop".to_string(),
                    span: Span::NONE,
                })
            }
            None => self.unless_assumed(Verdict::Safe(match self.switches() {
                Some(switches) => Basis::UpToSwitches {
                    switches,
                    bound: Some(bound),
                },
                None => Basis::UpToBound(bound),
            })),
        };
        self.unsafe_or(verdict)
    }

    fn record(&mut self, bound: u32, result: &PassResult) {
        self.stats.passes += 1;
        self.stats.solver_counted.clone_from(&result.counted);
        self.stats.bound = bound;
        self.stats.steps = result.figures.steps;
        self.stats.vcs_generated = result.figures.claims_met;
        self.stats.vcs_left = result.claims_left;
        self.stats.terms = result.terms;
        self.stats.objects = result.objects;
        self.stats.iterations = result.figures.iterations;
        for (line, cost) in &result.costs {
            self.costs.entry(*line).or_default().add(*cost);
        }
    }

    /// Counts solver calls of a worker.
    pub fn add_solver_calls(&mut self, count: u64, time: Duration) {
        self.stats.solver_calls += count;
        self.stats.solver_time += time;
    }

    /// Why there is no answer when a limit is reached.
    pub fn limit(&self, reason: StopReason) -> UnknownReason {
        let claims = || self.job.claims.iter();
        let proved = claims().filter(|claim| self.holds(claim.id));
        let established = Established {
            safe_up_to: self.safe_up_to,
            tried_k: self.tried_k,
            proved: proved.count(),
            properties: claims().count(),
            blocked: self.blocked.clone(),
            refused: self.refused.clone(),
        };
        UnknownReason::Limit {
            reason,
            established,
        }
    }

    /// A limit ended the run.
    pub fn stopped(self, reason: StopReason) -> Outcome {
        let verdict = self.unsafe_or(Verdict::Unknown(self.limit(reason)));
        self.finish(verdict)
    }

    /// The outcome with a verdict.
    pub fn finish(mut self, verdict: Verdict) -> Outcome {
        let verdict = self.within_limits(verdict);
        self.stats.solver_calls += self.job.solvers.calls();
        self.stats.solver_time += self.job.solvers.time();
        self.take_notes(self.job.solvers.notes());
        let (program, claims) = (self.job.program, self.job.claims);
        let model = self.job.settings.model;
        self.take_notes(consistency::note(program, claims, model, &verdict));
        let statics = self.job.statics;
        self.stats.claims = self.job.claims.iter().count() as u64;
        self.stats.claims_static = (statics.proved.len() + statics.unreachable.len()) as u64;
        let properties = self.properties(&verdict);
        let loops = loops::results(program, &self.followed(&verdict));
        let open = match verdict {
            Verdict::Unsafe if self.job.settings.multi_property => self.open.clone(),
            Verdict::Unsafe | Verdict::Safe(_) | Verdict::Unknown(_) => None,
        };
        Outcome {
            verdict,
            open,
            violations: self.violations,
            properties,
            all_properties: self.job.settings.multi_property,
            loops,
            notes: self.notes.into_values().collect(),
            invariants: self.invariants,
            stats: self.stats,
            costs: self.costs,
            smt: self.smt,
            vcc: self.vcc,
        }
    }

    /// What is proved of a program in which few interrupts occur is proved of few interrupts only.
    fn within_limits(&self, verdict: Verdict) -> Verdict {
        let Some(interrupts) = self.job.settings.interrupts else {
            return verdict;
        };
        match verdict {
            Verdict::Safe(basis) => {
                let bound = match basis {
                    Basis::UpToBound(bound) => Some(bound),
                    Basis::UpToSwitches { bound, .. } | Basis::UpToInterrupts { bound, .. } => {
                        bound
                    }
                    Basis::Static
                    | Basis::Complete { .. }
                    | Basis::Induction { .. }
                    | Basis::Explored { .. }
                    | Basis::Machine => None,
                };
                Verdict::Safe(Basis::UpToInterrupts { interrupts, bound })
            }
            Verdict::Unsafe | Verdict::Unknown(_) => verdict,
        }
    }

    /// How far loops were followed.
    fn followed(&self, verdict: &Verdict) -> Followed<'_> {
        Followed {
            bound: (self.stats.passes > 0).then_some(self.stats.bound),
            cut: &self.cut_loops,
            by: self.decided_under(verdict),
        }
    }

    /// The proof of what is not violated, where the verdict rests on one without bound.
    fn decided_under(&self, verdict: &Verdict) -> Option<ProvedBy> {
        match verdict {
            Verdict::Safe(
                Basis::Static
                | Basis::Complete { .. }
                | Basis::Induction { .. }
                | Basis::Explored { .. }
                | Basis::Machine,
            )
            | Verdict::Safe(Basis::UpToInterrupts { bound: None, .. })
            | Verdict::Unsafe => self.decided,
            Verdict::Safe(
                Basis::UpToBound(_) | Basis::UpToSwitches { .. } | Basis::UpToInterrupts { .. },
            )
            | Verdict::Unknown(_) => None,
        }
    }

    fn properties(&self, verdict: &Verdict) -> Vec<PropertyResult> {
        let decided = self.decided_under(verdict);
        let program = self.job.program;
        let results = self.job.claims.iter().map(|claim| PropertyResult {
            claim: claim.name.clone(),
            property: claim.property.clone(),
            span: claim.span,
            function: program.functions[claim.function].name.clone(),
            status: self.limited(self.status(claim.id, decided)),
        });
        results.collect()
    }

    /// A status in which the limit of interrupts is taken into account.
    fn limited(&self, status: PropertyStatus) -> PropertyStatus {
        match (self.job.settings.interrupts, status) {
            (Some(interrupts), PropertyStatus::Proved(_) | PropertyStatus::Unreachable) => {
                PropertyStatus::FewInterrupts { interrupts }
            }
            (
                _,
                PropertyStatus::Proved(_)
                | PropertyStatus::Unreachable
                | PropertyStatus::Violated { .. }
                | PropertyStatus::Bounded { .. }
                | PropertyStatus::FewInterrupts { .. }
                | PropertyStatus::NotChecked,
            ) => status,
        }
    }

    fn status(&self, claim: ClaimId, decided: Option<ProvedBy>) -> PropertyStatus {
        if let Some(bound) = self.violated.get(&claim) {
            return PropertyStatus::Violated { bound: *bound };
        }
        if self.job.statics.unreachable.contains(&claim) {
            return PropertyStatus::Unreachable;
        }
        if let Some(by) = self.proved.get(&claim) {
            return PropertyStatus::Proved(*by);
        }
        let reached = self.reached.as_ref();
        match (decided, self.safe_up_to) {
            (Some(ProvedBy::Forward { .. }), _) if reached.is_some_and(|r| !r.contains(&claim)) => {
                PropertyStatus::Unreachable
            }
            (Some(by), _) => PropertyStatus::Proved(by),
            (None, Some(bound)) => PropertyStatus::Bounded { bound },
            (None, None) => PropertyStatus::NotChecked,
        }
    }
}

/// The error that a violation was replayed although a proof says that there is none.
fn contradiction(claim: &str) -> EngineError {
    EngineError::Internal(format!("{claim} is violated and proved"))
}

/// What is said where a state violates a claim and its execution does not replay.
fn not_replayed(claim: &str, what: &str) -> Note {
    let assumption = format!("a state that violates {claim} does not replay ({what})");
    Note {
        subject: "threads".into(),
        kind: NoteKind::Threads,
        assumption: assumption.into(),
        may_hide: true,
        span: Span::NONE,
    }
}
