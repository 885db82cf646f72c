//! The inductive step: symbolic execution of the program in which loops start anywhere.

use crate::outcome::EngineError;
use crate::queries::{Found, Queries};
use crate::session::Session;
use crate::settings::Progress;
use cassay_base::{Stop, StopReason};
use cassay_induction::{Conjecture, LoopRef, Refusal};
use cassay_ir::{FuncId, Note, Program};
use cassay_solver::{Backend, Counters};
use cassay_symex::{Bounds, Obligation, ObligationKind, Order, loop_name};
use cassay_term::{Evaluator, TermId};
use std::collections::BTreeSet;

/// What a step says.
pub enum StepAnswer {
    /// Nothing can be violated, by any number of iterations.
    Proved(Vec<Note>),
    /// Not shown with these loops and this `k`.
    Open,
    /// Another loop goes on for too long.
    Unwinding,
    /// A loop stands in the way.
    Refused(Refusal),
}

/// How many iterations of other loops constants may decide in a step. Longer ones are better
/// taken as loops from anywhere, too.
const DECIDED_LIMIT: u32 = 256;

/// Everything a step needs.
pub struct Step<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where executions start.
    pub entry: FuncId,
    /// The solver.
    pub backend: &'a Backend,
    /// Counts solver calls.
    pub counters: Counters,
    /// When to stop.
    pub stop: &'a Stop,
}

/// How a step ended early.
pub enum Interrupted {
    /// A limit was reached.
    Stopped(StopReason),
    /// A bug of ours.
    Error(EngineError),
}

impl From<EngineError> for Interrupted {
    fn from(error: EngineError) -> Self {
        Interrupted::Error(error)
    }
}

impl Step<'_> {
    /// Tries to prove the program by induction over some loops, with those conjectures about them
    /// that turn out to hold; the others are taken out of `alive`.
    pub fn run(
        &self,
        loops: &BTreeSet<LoopRef>,
        conjectures: &[Conjecture],
        alive: &mut BTreeSet<usize>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        loop {
            progress(Progress::Inducting {
                k,
                conjectures: alive.len(),
            });
            let claimed = cassay_induction::claim(self.program, conjectures, alive);
            let program = match cassay_induction::step(&claimed, loops, k) {
                Ok(program) => program,
                Err(refusal) => return Ok(StepAnswer::Refused(refusal)),
            };
            debug_assert!(
                cassay_ir::verify::verify(&program).is_ok(),
                "the program of the inductive step is well-formed"
            );
            let before = alive.len();
            let answer = self.decide(&program, alive, k)?;
            if alive.len() == before {
                return Ok(answer);
            }
        }
    }

    /// Takes out conjectures that do not hold; when all do, tries the claims of the program.
    fn decide(
        &self,
        program: &Program,
        alive: &mut BTreeSet<usize>,
        k: u32,
    ) -> Result<StepAnswer, Interrupted> {
        let mut session = Session::with(self.backend, self.counters.clone(), self.stop);
        let bounds = Bounds {
            unwind: k + 1,
            decided_limit: DECIDED_LIMIT,
            ..Bounds::default()
        };
        let equation = session
            .execute(program, self.entry, &bounds)
            .map_err(|interrupted| Interrupted::Stopped(interrupted.0))?;
        let mut queries = Queries::new(&mut session, &equation);
        let before = alive.len();
        for kind in [Kind::Conjecture, Kind::Claim, Kind::Other] {
            let mut group: Vec<(&Obligation, TermId)> = Vec::new();
            for obligation in equation.obligations.iter().filter(|o| kind_of(o) == kind) {
                let violation = queries.violation(obligation, kind == Kind::Other);
                group.push((obligation, violation));
            }
            loop {
                let violations: Vec<TermId> = group.iter().map(|(_, term)| *term).collect();
                match queries.any(&violations)? {
                    Found::None => break,
                    Found::Violated(_, model) if kind == Kind::Conjecture => {
                        let mut evaluator = Evaluator::new(queries.pool(), &model);
                        for (obligation, violation) in &group {
                            if evaluator.bool_value(*violation)
                                && let Some(number) = conjecture(obligation)
                            {
                                alive.remove(&number);
                            }
                        }
                        group.retain(|(obligation, _)| {
                            conjecture(obligation).is_some_and(|number| alive.contains(&number))
                        });
                    }
                    Found::Violated(index, _) => {
                        return Ok(match group[index].0.kind {
                            ObligationKind::Unwinding { .. } => StepAnswer::Unwinding,
                            ObligationKind::Claim { .. }
                            | ObligationKind::Recursion { .. }
                            | ObligationKind::Defined { .. }
                            | ObligationKind::Unsupported { .. } => StepAnswer::Open,
                        });
                    }
                    Found::Unknown(_) => {
                        return match self.stop.reason() {
                            Some(reason) => Err(Interrupted::Stopped(reason)),
                            None => Ok(StepAnswer::Open),
                        };
                    }
                }
            }
            if alive.len() != before {
                return Ok(StepAnswer::Open);
            }
        }
        Ok(StepAnswer::Proved(equation.notes.clone()))
    }
}

/// What kind of obligation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A conjecture about a loop.
    Conjecture,
    /// A claim of the program.
    Claim,
    /// A bound, or something that would make the verdict unknown.
    Other,
}

fn conjecture(obligation: &Obligation) -> Option<usize> {
    match &obligation.kind {
        ObligationKind::Claim { property, .. } => cassay_induction::conjecture_of(property),
        ObligationKind::Unwinding { .. }
        | ObligationKind::Recursion { .. }
        | ObligationKind::Defined { .. }
        | ObligationKind::Unsupported { .. } => None,
    }
}

fn kind_of(obligation: &Obligation) -> Kind {
    if conjecture(obligation).is_some() {
        Kind::Conjecture
    } else if is_claim(obligation) {
        Kind::Claim
    } else {
        Kind::Other
    }
}

fn is_claim(obligation: &Obligation) -> bool {
    match obligation.kind {
        ObligationKind::Claim { .. } => true,
        ObligationKind::Unwinding { .. }
        | ObligationKind::Recursion { .. }
        | ObligationKind::Defined { .. }
        | ObligationKind::Unsupported { .. } => false,
    }
}

/// The loops of those names, or all.
pub fn loops_named(program: &Program, names: Option<&BTreeSet<String>>) -> BTreeSet<LoopRef> {
    let mut found = BTreeSet::new();
    for (id, function) in program.functions.iter_enumerated() {
        if !function.has_body() {
            continue;
        }
        let order = Order::new(function);
        for loop_id in order.loops().ids() {
            let name = loop_name(function, &order, loop_id);
            if names.is_none_or(|names| names.contains(&name)) {
                found.insert((id, loop_id));
            }
        }
    }
    found
}
