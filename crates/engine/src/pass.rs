//! One pass: symbolic execution at one bound, and what it decides.

use crate::confirm::Replayer;
use crate::outcome::{EngineError, UnknownReason, Violation};
use crate::queries::{Found, Queries};
use crate::settings::{Progress, Settings, Strategy};
use cassay_base::{Stop, StopReason};
use cassay_ir::{APPROXIMATE, Note};
use cassay_solver::Counters;
use cassay_symex::{Bounds, Equation, Figures, Input, InputKind, Obligation, ObligationKind};
use cassay_term::{Evaluator, Model, Pool, TermId, script, symbols_of, term_to_string};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What one pass found out.
#[derive(Default)]
pub struct PassResult {
    /// Violations found, in execution order.
    pub violations: Vec<Violation>,
    /// Claims on which the solver gave up, and why.
    pub gave_up: Option<UnknownReason>,
    /// Something unsupported or undefined that can be reached.
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
    /// The main query in SMT-LIB.
    pub smt: Option<String>,
    /// The conditions as text.
    pub vcc: Option<String>,
}

/// How a pass ended early.
pub enum Ended {
    /// A limit was reached.
    Stopped(StopReason),
    /// A bug of ours.
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

/// Everything a pass needs.
pub struct Pass<'a> {
    /// Replays what is found.
    pub replayer: Replayer<'a>,
    /// The user's choices.
    pub settings: &'a Settings,
    /// The solver.
    pub backend: &'a cassay_solver::Backend,
    /// Counts solver calls.
    pub counters: Counters,
    /// When to stop.
    pub stop: &'a Stop,
    /// Claims already violated in an earlier pass; they are not asked about again.
    pub settled: &'a BTreeSet<String>,
    /// Whether to find out if bounds are reachable.
    pub check_bounds: bool,
}

impl Pass<'_> {
    /// How far this pass follows loops. Where another pass follows, loops that constants decide
    /// are not followed for ever either; what they may take grows faster than the bound.
    fn bounds(&self, bound: u32) -> Bounds {
        let mut bounds = Bounds {
            unwind: bound,
            set: self.settings.unwindset.clone(),
            partial_loops: self.settings.partial_loops,
            ..Bounds::default()
        };
        if self.settings.strategy != Strategy::Bmc && bound < self.settings.max_k {
            let cube = bound.saturating_pow(3);
            bounds.decided_steps = u64::from(cube) * 10_000;
            bounds.decided_soft_limit = cube.saturating_mul(32);
        }
        bounds
    }

    /// Runs the pass at a bound.
    pub fn run(&self, bound: u32, progress: &mut dyn FnMut(Progress)) -> Result<PassResult, Ended> {
        progress(Progress::Executing { bound });
        let mut pool = cassay_simplify::pool();
        let bounds = self.bounds(bound);
        let replayer = &self.replayer;
        let equation = cassay_symex::execute(
            replayer.program,
            replayer.entry,
            &mut pool,
            &bounds,
            self.stop,
        )
        .map_err(|interrupted| Ended::Stopped(interrupted.0))?;
        let mut result = PassResult {
            cut: equation.bound_reached,
            cut_loops: cut_loops(&equation),
            notes: equation.notes.clone(),
            figures: equation.figures,
            objects: equation.objects.len() as u64,
            ..PassResult::default()
        };
        self.describe(&mut pool, &equation, &mut result);
        result.terms = pool.len() as u64;
        progress(Progress::Solving {
            bound,
            conditions: result.claims_left as usize,
        });
        let mut queries = Queries::new(
            &mut pool,
            &equation,
            self.backend,
            self.counters.clone(),
            self.stop,
        );
        if self.settings.multi_property {
            self.every_claim(&mut queries, &equation, &mut result, progress)?;
        } else {
            self.first_violation(&mut queries, &equation, &mut result, progress)?;
        }
        let settled = !result.violations.is_empty() && !self.settings.multi_property;
        if !settled {
            self.leftovers(&mut queries, &equation, &mut result)?;
        }
        Ok(result)
    }

    /// Counts what is left, and keeps the texts the user asked for.
    fn describe(&self, pool: &mut Pool, equation: &Equation, result: &mut PassResult) {
        let mut violations = Vec::new();
        let mut vcc = String::new();
        for obligation in claims(equation) {
            let not = pool.not(obligation.cond);
            let here = pool.and(obligation.guard, not);
            let violation = pool.and(obligation.assumptions, here);
            if pool.as_bool(violation) == Some(false) {
                continue;
            }
            violations.push(violation);
            if self.settings.want_vcc {
                self.describe_condition(pool, obligation, &mut vcc);
            }
        }
        result.claims_left = violations.len() as u64;
        if self.settings.want_vcc {
            result.vcc = Some(vcc);
        }
        if self.settings.want_smt {
            let one_of = pool.or_all(violations);
            let mut roots = equation.constraints.clone();
            roots.push(one_of);
            result.smt = Some(script(pool, &roots));
        }
    }

    fn describe_condition(&self, pool: &Pool, obligation: &Obligation, text: &mut String) {
        use std::fmt::Write as _;
        let program = self.replayer.program;
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
        queries: &mut Queries<'_>,
        equation: &Equation,
        result: &mut PassResult,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Ended> {
        let all: Vec<&Obligation> = claims(equation).collect();
        self.settle(queries, equation, &all, false, result, progress)
    }

    /// One query for each claim of the program.
    fn every_claim(
        &self,
        queries: &mut Queries<'_>,
        equation: &Equation,
        result: &mut PassResult,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Ended> {
        let mut instances: BTreeMap<_, Vec<&Obligation>> = BTreeMap::new();
        for obligation in claims(equation) {
            if let ObligationKind::Claim {
                block, statement, ..
            } = obligation.kind
            {
                let place = (obligation.function, block, statement);
                instances.entry(place).or_default().push(obligation);
            }
        }
        for claim in self.replayer.claims.iter() {
            let place = (claim.function, claim.block, claim.stmt);
            if let Some(group) = instances.get(&place)
                && !self.settled.contains(&claim.id)
            {
                self.settle(queries, equation, group, true, result, progress)?;
            }
        }
        Ok(())
    }

    /// One query for a group of claims; a violation is confirmed.
    fn settle(
        &self,
        queries: &mut Queries<'_>,
        equation: &Equation,
        group: &[&Obligation],
        after_claims: bool,
        result: &mut PassResult,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Ended> {
        let violations: Vec<TermId> = group
            .iter()
            .map(|claim| queries.violation(claim, after_claims))
            .collect();
        match queries.any(&violations)? {
            Found::None => {}
            Found::Unknown(why) => result.gave_up = Some(UnknownReason::Solver(self.reason(why)?)),
            Found::Violated(index, model) => {
                if let Some(why) = self.leaves_cut_loop(queries.pool(), &model, equation) {
                    result.gave_up = Some(UnknownReason::Inconclusive(why));
                    return Ok(());
                }
                progress(Progress::Replaying);
                let pool = queries.pool();
                let violation = self
                    .replayer
                    .confirm(pool, &model, equation, group[index])?;
                match approximate(queries.pool(), equation, group[index]) {
                    Some(what) => {
                        let claim = &violation.claim;
                        let why = format!("the counterexample to {claim} rests on the {what}");
                        result.gave_up = Some(UnknownReason::Inconclusive(why));
                    }
                    None => result.violations.push(violation),
                }
            }
        }
        Ok(())
    }

    /// Under `--partial-loops` an execution may leave a loop that the program would stay in; such
    /// a counterexample is none of the program's.
    fn leaves_cut_loop(&self, pool: &Pool, model: &Model, equation: &Equation) -> Option<String> {
        if !self.settings.partial_loops {
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

    /// Whether unsupported constructs and bounds can be reached at all.
    fn leftovers(
        &self,
        queries: &mut Queries<'_>,
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
                        !unsupported && self.check_bounds
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

    /// A solver that gave up because it was told to stop is a limit, not a failure.
    fn reason(&self, why: String) -> Result<String, Ended> {
        match self.stop.reason() {
            Some(reason) => Err(Ended::Stopped(reason)),
            None => Ok(why),
        }
    }
}

/// What an obligation depends on that a model of the library does not know exactly: then its
/// violation may be none of the program.
fn approximate(pool: &Pool, equation: &Equation, obligation: &Obligation) -> Option<Arc<str>> {
    let is_approximate = |input: &&Input| match &input.kind {
        InputKind::Value { source, .. } => source.starts_with(APPROXIMATE),
        InputKind::Object(_) => false,
    };
    let mut inputs = equation.inputs.iter().filter(is_approximate).peekable();
    inputs.peek()?;
    let symbols = symbols_of(pool, &[obligation.guard, obligation.cond]);
    inputs.find_map(|input| match &input.kind {
        InputKind::Value { term, source, .. } => symbols.contains(term).then(|| source.clone()),
        InputKind::Object(_) => None,
    })
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

fn claims(equation: &Equation) -> impl Iterator<Item = &Obligation> {
    equation
        .obligations
        .iter()
        .filter(|obligation| matches!(obligation.kind, ObligationKind::Claim { .. }))
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
            what: what.to_string(),
            span: obligation.span,
        }),
        ObligationKind::Unsupported { what } => Some(UnknownReason::Unsupported {
            what: what.to_string(),
            span: obligation.span,
        }),
    }
}
