//! One pass: symbolic execution at one bound, and the queries it leads to.

use crate::inputs::inputs_of;
use crate::job::Job;
use crate::outcome::{EngineError, UnknownReason};
use crate::queries::{Found, Queries};
use crate::rests::{race_rests_on, rests_on};
use crate::session::Session;
use crate::settings::{Progress, Strategy};
use cassay_base::{Span, StopReason};
use cassay_bv::Bv;
use cassay_interp::Inputs;
use cassay_ir::{ClaimId, Note};
use cassay_symex::{Bounds, Cost, Equation, Figures, NanChoice, Obligation, ObligationKind};
use cassay_term::{
    Evaluator, Model, Pool, Sort, TermId, Value, script, symbols_of, term_to_string,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A violation that the solver found, to be confirmed by replay.
#[derive(Serialize, Deserialize)]
pub struct Finding {
    /// The claim.
    pub claim: ClaimId,
    /// The execution.
    pub inputs: Inputs,
}

/// How many iterations in a row a decided condition may read the same values, if another pass
/// follows.
const STALL_LIMIT: u32 = 8;

/// How many violations that depend on inexact values are set aside before the search ends.
const MOST_UNFOUNDED: usize = 16;

/// The result of one pass.
#[derive(Default, Serialize, Deserialize)]
pub struct PassResult {
    /// Violations found, in execution order.
    pub findings: Vec<Finding>,
    /// Reachable claims; determined only if every property is to be decided and every execution was
    /// followed to its end.
    pub reached: Option<BTreeSet<ClaimId>>,
    /// Claims on which the solver gave up, and why.
    pub gave_up: Option<UnknownReason>,
    /// An unsupported construct or undefined behaviour that can be reached.
    pub unsupported: Option<UnknownReason>,
    /// A bound that can be reached.
    pub bound: Option<UnknownReason>,
    /// Whether some path was cut at a bound at all.
    pub cut: bool,
    /// The loops at whose bounds paths were cut.
    pub cut_loops: BTreeSet<String>,
    /// Assumptions about the program.
    pub notes: Vec<Note>,
    /// Figures.
    pub figures: Figures,
    /// Claims that reached the solver or were violated outright.
    pub claims_left: u64,
    /// Terms made.
    pub terms: u64,
    /// Objects made.
    pub objects: u64,
    /// What each line cost, if wanted.
    pub costs: Vec<(Span, Cost)>,
    /// The main query in SMT-LIB.
    pub smt: Option<String>,
    /// The verification conditions as text.
    pub vcc: Option<String>,
    /// The solver's own statistics, if requested.
    pub counted: Vec<(String, String)>,
}

/// How a pass ended early.
pub enum Ended {
    /// A limit was reached.
    Stopped(StopReason),
    /// An internal error.
    Error(EngineError),
}

impl From<EngineError> for Ended {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped(reason) => Ended::Stopped(reason),
            other => Ended::Error(other),
        }
    }
}

/// The maximum call depth in a pass that others follow: a non-terminating recursion must not delay
/// them.
const DEPTH_LIMIT: u32 = 2_000;

/// The inputs of a pass.
pub struct Pass<'a> {
    /// What is verified, and how.
    pub job: &'a Job<'a>,
    /// Claims already violated in an earlier pass; they are not asked about again.
    pub settled: &'a BTreeSet<ClaimId>,
}

impl Pass<'_> {
    /// The bounds of this pass. If another pass follows, loops that constants decide are limited
    /// too; their limit grows faster than the bound.
    fn bounds(&self, bound: u32) -> Bounds {
        let mut bounds = Bounds {
            unwind: bound,
            set: self.job.settings.unwindset.clone(),
            partial_loops: self.job.settings.partial_loops,
            arrivals: self.job.settings.multi_property,
            contexts: self.job.settings.contexts,
            model: self.job.settings.model,
            propagation: self.job.settings.propagation,
            costs: self.job.settings.want_details,
            ..Bounds::default()
        };
        // A user who selects a strategy by name wants it to decide loops.
        let settings = self.job.settings;
        bounds.accelerate = settings.strategy == Strategy::Auto && !settings.is_bounded();
        if self.job.settings.strategy != Strategy::Bmc && bound < self.job.settings.max_k {
            let cube = bound.saturating_pow(3);
            bounds.decided_steps = (u64::from(cube) * 10_000).max(100_000);
            bounds.decided_soft_limit = cube.saturating_mul(32);
            bounds.stall_limit = STALL_LIMIT;
            bounds.depth_limit = DEPTH_LIMIT;
        }
        bounds
    }

    /// Runs the pass at a bound.
    pub fn run(
        &self,
        session: &mut Session<'_>,
        bound: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<PassResult, Ended> {
        progress(Progress::Executing { bound });
        let bounds = self.bounds(bound);
        let job = self.job;
        let equation = session
            .execute(job.program, job.entry, &bounds)
            .map_err(|interrupted| Ended::Stopped(interrupted.0))?;
        let mut result = PassResult {
            cut: equation.bound_reached,
            cut_loops: cut_loops(&equation),
            notes: equation.notes.clone(),
            figures: equation.figures,
            costs: equation
                .costs
                .iter()
                .map(|(line, cost)| (*line, *cost))
                .collect(),
            objects: equation.objects.len() as u64,
            ..PassResult::default()
        };
        self.describe(&mut session.pool, &equation, &mut result);
        result.terms = session.pool.len() as u64;
        progress(Progress::Solving {
            bound,
            conditions: result.claims_left as usize,
        });
        let mut queries = Queries::new(session, &equation);
        if self.job.settings.multi_property {
            self.every_claim(&mut queries, &equation, &mut result)?;
        } else {
            self.first_violation(&mut queries, &equation, &mut result)?;
        }
        let settled = !result.findings.is_empty() && !self.job.settings.multi_property;
        if !settled {
            self.leftovers(&mut queries, &equation, &mut result)?;
        }
        let complete = !result.cut || self.check_bounds() && result.bound.is_none();
        if self.job.settings.multi_property && complete && result.gave_up.is_none() {
            result.reached = Some(self.reached(&mut queries, &equation)?);
        }
        if self.job.settings.want_statistics {
            result.counted = queries.statistics();
        }
        Ok(result)
    }

    /// Counts the remaining obligations, and keeps the texts the user asked for.
    fn describe(&self, pool: &mut Pool, equation: &Equation, result: &mut PassResult) {
        let mut violations = Vec::new();
        let mut vcc = String::new();
        for obligation in claims(self.job, equation) {
            let not = pool.not(obligation.cond);
            let here = pool.and(obligation.guard, not);
            let violation = pool.and(obligation.assumptions, here);
            if pool.as_bool(violation) == Some(false) {
                continue;
            }
            violations.push(violation);
            if self.job.settings.want_vcc {
                self.describe_condition(pool, obligation, &mut vcc);
            }
        }
        result.claims_left = violations.len() as u64;
        if self.job.settings.want_vcc {
            result.vcc = Some(vcc);
        }
        if self.job.settings.want_smt {
            let one_of = pool.or_all(violations);
            let mut roots = equation.constraints.clone();
            roots.push(one_of);
            result.smt = Some(script(pool, &roots));
        }
    }

    fn describe_condition(&self, pool: &Pool, obligation: &Obligation, text: &mut String) {
        use std::fmt::Write as _;
        let program = self.job.program;
        if let ObligationKind::Claim { property, .. } = &obligation.kind {
            let _ = writeln!(
                text,
                "{}:{}:{}: {}: {}\n  guard: {}\n  claim: {}\n",
                program.file_name(obligation.span),
                obligation.span.line,
                obligation.span.column,
                property.class,
                property.message,
                term_to_string(pool, obligation.guard),
                term_to_string(pool, obligation.cond),
            );
        }
    }

    /// One query for all claims; the first violation is confirmed.
    fn first_violation(
        &self,
        queries: &mut Queries<'_, '_>,
        equation: &Equation,
        result: &mut PassResult,
    ) -> Result<(), Ended> {
        let all: Vec<&Obligation> = claims(self.job, equation).collect();
        self.settle(queries, equation, &all, false, result)
    }

    /// One query for each claim of the program.
    fn every_claim(
        &self,
        queries: &mut Queries<'_, '_>,
        equation: &Equation,
        result: &mut PassResult,
    ) -> Result<(), Ended> {
        let mut instances: BTreeMap<_, Vec<&Obligation>> = BTreeMap::new();
        for obligation in claims(self.job, equation) {
            if let Some(claim) = obligation.claim() {
                instances.entry(claim).or_default().push(obligation);
            }
        }
        for claim in self.job.claims.iter() {
            if let Some(group) = instances.get(&claim.id)
                && !self.settled.contains(&claim.id)
            {
                self.settle(queries, equation, group, true, result)?;
            }
        }
        Ok(())
    }

    /// One query for a group of claims; a violation is confirmed. A violation that depends on an
    /// inexact value may be spurious: then another is searched for.
    fn settle(
        &self,
        queries: &mut Queries<'_, '_>,
        equation: &Equation,
        group: &[&Obligation],
        after_claims: bool,
        result: &mut PassResult,
    ) -> Result<(), Ended> {
        let mut open = group.to_vec();
        let mut unfounded = None;
        for _ in 0..MOST_UNFOUNDED {
            // The violations set aside must not occur first in the execution that is found.
            let after_claims = after_claims || unfounded.is_some();
            let violations: Vec<TermId> = open
                .iter()
                .map(|claim| queries.violation(claim, after_claims))
                .collect();
            match queries.any(&violations)? {
                Found::None => break,
                Found::Unknown(why) => {
                    let why = UnknownReason::Solver(self.reason(why)?);
                    unfounded.get_or_insert(why);
                    break;
                }
                Found::Violated(index, model) => {
                    let claim = open[index];
                    let mut why = self.unfounded(queries, equation, claim, &model)?;
                    if why.is_none() {
                        match self.without_nans(queries, equation, violations[index], model)? {
                            Some(model) => {
                                let id = claim.claim().ok_or_else(|| {
                                    EngineError::Internal("only claims are violated".into())
                                })?;
                                let inputs =
                                    inputs_of(queries.pool(), &model, equation, Some(claim));
                                result.findings.push(Finding { claim: id, inputs });
                                return Ok(());
                            }
                            None => why = Some(self.rests_on_nan(claim)),
                        }
                    }
                    if let Some(why) = why {
                        unfounded.get_or_insert(UnknownReason::Inconclusive(why));
                        open.remove(index);
                    }
                }
            }
        }
        if let Some(why) = unfounded {
            result.gave_up = Some(why);
        }
        Ok(())
    }

    /// Why a violation may be spurious.
    fn unfounded(
        &self,
        queries: &mut Queries<'_, '_>,
        equation: &Equation,
        claim: &Obligation,
        model: &Model,
    ) -> Result<Option<String>, Ended> {
        if let Some(why) = self.leaves_cut_loop(queries.pool(), model, equation) {
            return Ok(Some(why));
        }
        let program = self.job.program;
        let alone = self.job.settings.multi_property;
        let mut basis = rests_on(queries, equation, claim, model, alone)?;
        if basis.is_none() {
            basis = race_rests_on(program, queries.pool(), equation, claim, model);
        }
        let Some(basis) = basis else {
            return Ok(None);
        };
        let id = self.name_of(claim);
        let mut why = format!("the counterexample to {id} rests on the {}", basis.source);
        if basis.span.line != 0 {
            let file = program.file_name(basis.span);
            why.push_str(&format!(" ({file}:{})", basis.span.line));
        }
        Ok(Some(why))
    }

    /// The name of a claim.
    fn name_of(&self, obligation: &Obligation) -> &str {
        let claim = obligation.claim().and_then(|id| self.job.claims.get(id));
        claim.map_or("a claim", |claim| &claim.name)
    }

    /// Why a violation that depends on certain bits of a NaN may be spurious.
    fn rests_on_nan(&self, claim: &Obligation) -> String {
        let id = self.name_of(claim);
        format!("the counterexample to {id} rests on the sign or payload of a NaN")
    }

    /// Under `--partial-loops` an execution may leave a loop that the program would stay in; such a
    /// counterexample is not one of the program.
    fn leaves_cut_loop(&self, pool: &Pool, model: &Model, equation: &Equation) -> Option<String> {
        if !self.job.settings.partial_loops {
            return None;
        }
        let mut evaluator = Evaluator::new(pool, model);
        equation
            .obligations
            .iter()
            .find_map(|obligation| match &obligation.kind {
                ObligationKind::Unwinding { name, bound }
                    if evaluator.bool_value(obligation.guard) =>
                {
                    Some(format!(
                        "its counterexample leaves loop {name} at bound {bound}"
                    ))
                }
                _ => None,
            })
    }

    /// Whether to determine if bounds are reachable.
    fn check_bounds(&self) -> bool {
        let settings = self.job.settings;
        settings.strategy != Strategy::Falsification
            && settings.unwinding_assertions
            && !settings.partial_loops
    }

    /// The claims that some execution reaches.
    fn reached(
        &self,
        queries: &mut Queries<'_, '_>,
        equation: &Equation,
    ) -> Result<BTreeSet<ClaimId>, Ended> {
        let mut paths: BTreeMap<ClaimId, Vec<TermId>> = BTreeMap::new();
        for claim in claims(self.job, equation) {
            if let Some(id) = claim.claim() {
                let path = queries.both(claim.guard, claim.assumptions_and_claims);
                paths.entry(id).or_default().push(path);
            }
        }
        let mut reached = BTreeSet::new();
        for (claim, arrivals) in &equation.arrivals.0 {
            match arrivals {
                Some(arrivals) => {
                    let more = arrivals
                        .iter()
                        .map(|(guard, before)| queries.both(*guard, *before));
                    paths.entry(*claim).or_default().extend(more);
                }
                None => {
                    reached.insert(*claim);
                }
            }
        }
        paths.retain(|claim, _| !reached.contains(claim));
        for claim in self.job.claims.iter().map(|claim| claim.id) {
            let Some(paths) = paths.get(&claim) else {
                continue;
            };
            match queries.any(paths)? {
                Found::None => {}
                // A claim that was not shown to be unreachable counts as reachable.
                Found::Violated(_, _) | Found::Unknown(_) => {
                    reached.insert(claim);
                }
            }
        }
        Ok(reached)
    }

    /// Whether unsupported constructs and bounds can be reached at all.
    fn leftovers(
        &self,
        queries: &mut Queries<'_, '_>,
        equation: &Equation,
        result: &mut PassResult,
    ) -> Result<(), Ended> {
        for unsupported in [true, false] {
            let group: Vec<&Obligation> = equation
                .obligations
                .iter()
                .filter(|obligation| match obligation.kind {
                    ObligationKind::Claim { .. } => false,
                    ObligationKind::Unsupported { .. } | ObligationKind::Defined { .. } => {
                        unsupported
                    }
                    ObligationKind::Unwinding { .. } | ObligationKind::Recursion { .. } => {
                        !unsupported && self.check_bounds()
                    }
                })
                .collect();
            let violations: Vec<TermId> = group
                .iter()
                .map(|obligation| queries.violation(obligation, true))
                .collect();
            match queries.any(&violations)? {
                Found::None => {}
                Found::Unknown(why) => {
                    result.gave_up = Some(UnknownReason::Solver(self.reason(why)?))
                }
                Found::Violated(index, _) => {
                    let reason = describe_leftover(group[index]);
                    let slot = if unsupported {
                        &mut result.unsupported
                    } else {
                        &mut result.bound
                    };
                    *slot = reason;
                }
            }
        }
        Ok(())
    }

    /// A model of a violation that does not depend on the sign or payload of a NaN.
    fn without_nans(
        &self,
        queries: &mut Queries<'_, '_>,
        equation: &Equation,
        violation: TermId,
        model: Model,
    ) -> Result<Option<Model>, Ended> {
        if equation.nans.is_empty() {
            return Ok(Some(model));
        }
        let pool = queries.pool();
        let symbols = influences(pool, equation, &[violation]);
        let choices = equation.nans.iter();
        let concerned: Vec<&NanChoice> = choices
            .filter(|choice| symbols.contains(&choice.symbol))
            .collect();
        let shown = symbols_of(pool, &[violation]);
        let direct = concerned
            .iter()
            .all(|choice| shown.contains(&choice.symbol));
        let holds_for = |negative: bool| {
            let mut model = model.clone();
            for choice in &concerned {
                let value = match pool.sort(choice.symbol) {
                    Sort::Bv(width) if negative => Value::Bv(Bv::signed_min(width)),
                    Sort::Bv(width) => Value::Bv(Bv::zero(width)),
                    _ => Value::Bool(negative),
                };
                model.set(choice.symbol, value);
            }
            Evaluator::new(pool, &model).bool_value(violation)
        };
        if direct && holds_for(false) && holds_for(true) {
            return Ok(Some(model));
        }
        let mut other = violation;
        for choice in concerned {
            other = queries.unless(other, choice.when);
        }
        match queries.any(&[other])? {
            Found::Violated(_, model) => Ok(Some(model)),
            Found::None | Found::Unknown(_) => Ok(None),
        }
    }

    /// A solver that gave up because it was stopped is a limit, not a failure.
    fn reason(&self, why: String) -> Result<String, Ended> {
        match self.job.stop.reason() {
            Some(reason) => Err(Ended::Stopped(reason)),
            None => Ok(why),
        }
    }
}

/// The symbols that terms depend on, directly or through constraints that define symbols.
fn influences(pool: &Pool, equation: &Equation, terms: &[TermId]) -> BTreeSet<TermId> {
    let mut definitions: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
    for (defined, value) in crate::rests::definitions(pool, equation) {
        definitions.entry(defined).or_default().push(value);
    }
    let mut found = BTreeSet::new();
    let mut todo = symbols_of(pool, terms);
    while let Some(symbol) = todo.pop() {
        if found.insert(symbol)
            && let Some(values) = definitions.get(&symbol)
        {
            todo.extend(symbols_of(pool, values));
        }
    }
    found
}

fn cut_loops(equation: &Equation) -> BTreeSet<String> {
    let obligations = equation.obligations.iter();
    obligations
        .filter_map(|obligation| match &obligation.kind {
            ObligationKind::Unwinding { name, .. } => Some(name.to_string()),
            ObligationKind::Claim { .. }
            | ObligationKind::Recursion { .. }
            | ObligationKind::Defined { .. }
            | ObligationKind::Unsupported { .. } => None,
        })
        .collect()
}

/// The claims that are not decided yet.
fn claims<'a>(job: &Job<'_>, equation: &'a Equation) -> impl Iterator<Item = &'a Obligation> {
    let open =
        |obligation: &&Obligation| obligation.claim().is_some_and(|id| !job.statics.holds(id));
    equation.obligations.iter().filter(open)
}

fn describe_leftover(obligation: &Obligation) -> Option<UnknownReason> {
    match &obligation.kind {
        ObligationKind::Claim { .. } => None,
        ObligationKind::Unwinding { name, bound } => Some(UnknownReason::Bound {
            bound: *bound,
            at: format!("loop {name}"),
            span: obligation.span,
        }),
        ObligationKind::Recursion { name, bound } => Some(UnknownReason::Bound {
            bound: *bound,
            at: format!("recursion of {name}"),
            span: obligation.span,
        }),
        ObligationKind::Defined { what } => Some(UnknownReason::Undefined {
            what: *what,
            span: obligation.span,
        }),
        ObligationKind::Unsupported { what } => Some(UnknownReason::Unsupported {
            what: what.to_string(),
            span: obligation.span,
        }),
    }
}
