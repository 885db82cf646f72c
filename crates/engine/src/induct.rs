//! Proofs by induction: symbolic execution of the program of an inductive step.
//!
//! [`Induction`] keeps, from one `k` to the next, which loops start at an arbitrary iteration and
//! which conjectures about them are proved; [`Step`] decides the program of one step.

use crate::houdini::{Houdini, Reply, conjecture, is_claim};
use crate::outcome::EngineError;
use crate::settings::{Progress, Settings};
use crate::solvers::Solvers;
use cassay_absint::Analysis;
use cassay_base::{Stop, StopReason};
use cassay_induction::{Conjecture, Facts, Invariant, LoopRef, Refusal, StepProgram};
use cassay_ir::{ClaimId, FuncId, Note, Program};
use cassay_symex::{Bounds, Equation, Obligation, ObligationKind, Order, loop_name};
use cassay_term::TermId;
use std::collections::{BTreeMap, BTreeSet};

/// The result of a step.
#[derive(Debug)]
pub enum StepAnswer {
    /// No claim can be violated, by any number of iterations.
    Proved {
        /// Assumptions about the program, for the user.
        notes: Vec<Note>,
        /// The invariants at the heads of loops.
        invariants: Vec<Invariant>,
    },
    /// Not shown with these loops and this `k`.
    Open {
        /// Claims that cannot be violated before another one is, if each claim is decided
        /// separately.
        proved: BTreeSet<ClaimId>,
        /// Whether executions are followed to their ends: no bound and nothing unsupported is
        /// reached before a claim is violated.
        complete: bool,
    },
    /// Loops with too many iterations, by name.
    Unwinding(BTreeSet<String>),
    /// A loop that cannot start at an arbitrary iteration.
    Refused(Refusal),
}

impl StepAnswer {
    fn open() -> Self {
        StepAnswer::Open {
            proved: BTreeSet::new(),
            complete: false,
        }
    }
}

/// How many iterations of other loops constants may decide in a step. Longer loops are better
/// started at an arbitrary iteration, too.
const DECIDED_LIMIT: u32 = 256;

/// How often a solver is asked which loops reach their bound.
const UNWINDING_ROUNDS: usize = 12;

/// The largest `k` for which conjectures are tried again if recursion was cut.
const RETRIES: u32 = 6;

/// The highest level of conjectures that, if not inductive with `k = 1`, are tried with more
/// passes.
const CHEAP: u8 = 1;

/// The inputs of a step.
pub struct Step<'a> {
    /// The program.
    pub program: &'a Program,
    /// The result of abstract interpretation.
    pub analysis: &'a Analysis,
    /// The user's choices.
    pub settings: &'a Settings,
    /// The entry.
    pub entry: FuncId,
    /// The solvers.
    pub solvers: &'a Solvers,
    /// The stop token.
    pub stop: &'a Stop,
    /// Whether each claim is decided separately, not only all together.
    pub every_claim: bool,
}

/// How a step ended early.
pub enum Interrupted {
    /// A limit was reached.
    Stopped(StopReason),
    /// An internal error.
    Error(EngineError),
}

impl From<EngineError> for Interrupted {
    fn from(error: EngineError) -> Self {
        Interrupted::Error(error)
    }
}

/// The state of the proof by induction, kept from one step to the next.
#[derive(Default)]
pub struct Induction {
    /// The loops that start at an arbitrary iteration.
    loops: BTreeSet<LoopRef>,
    /// Those that cannot.
    refused: Vec<Refusal>,
    /// The conjectures about the heads of the loops.
    conjectures: Vec<Conjecture>,
    /// The proved conjectures, by number: they hold until a claim is violated.
    proved: BTreeSet<usize>,
    /// Those that may be proved with a larger `k`.
    left: BTreeSet<usize>,
    /// Whether the conjectures have been tried with `k = 1`.
    tried: bool,
    /// Whether they are being tried.
    trying: bool,
    /// The bound of other loops, if it is greater than usual.
    follows: u32,
}

impl Induction {
    /// A proof in which the loops that are not given are unwound up to a number of iterations.
    pub fn following(iterations: u32) -> Induction {
        Induction {
            follows: iterations,
            ..Induction::default()
        }
    }

    /// The bound of the other loops in a step.
    fn bound(&self, k: u32) -> u32 {
        self.follows.max(k + 1)
    }

    /// Tries a proof with `k` passes over the loops of these names, and over others that a step
    /// finds to reach their bound. After an interruption it can be tried again.
    pub fn attempt(
        &mut self,
        step: &Step<'_>,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        let answer = self.try_step(step, cut_loops, k, progress);
        if answer.is_err() && self.trying {
            // Conjectures that were not tried to the end are not invariants.
            self.tried = false;
            self.proved.clear();
            self.left.clear();
        }
        self.trying = false;
        answer
    }

    fn try_step(
        &mut self,
        step: &Step<'_>,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        self.add(step, cut_loops);
        // Whether conjectures were tried since loops were added.
        let mut looked = false;
        loop {
            if self.loops.is_empty() {
                return Ok(self.stuck(step, cut_loops.clone()));
            }
            let first = !self.tried && !looked;
            let answer = if first {
                looked = true;
                self.trying = true;
                let answer = self.invariants(step, k, progress)?;
                self.trying = false;
                answer
            } else if k > 1 {
                self.strengthened(step, k, progress)?
            } else {
                StepAnswer::open()
            };
            match answer {
                // Other loops have more iterations still; starting them at an arbitrary iteration
                // is another proof.
                StepAnswer::Unwinding(_) if self.follows > 0 => return Ok(StepAnswer::open()),
                StepAnswer::Unwinding(more) => {
                    if !self.add(step, &more) {
                        return Ok(self.stuck(step, more));
                    }
                    looked = false;
                }
                StepAnswer::Open { .. } if first && k > 1 => {}
                StepAnswer::Open { .. } | StepAnswer::Proved { .. } | StepAnswer::Refused(_) => {
                    return Ok(answer);
                }
            }
        }
    }

    /// Adds the loops of these names that can start at an arbitrary iteration; false when there are
    /// none.
    fn add(&mut self, step: &Step<'_>, names: &BTreeSet<String>) -> bool {
        let mut new = loops_named(step.program, Some(names));
        let refused = self.refused.iter().map(|refusal| &refusal.of);
        let old: Vec<LoopRef> = refused.chain(&self.loops).copied().collect();
        new.retain(|of| !old.contains(of));
        if !new.is_empty() {
            let refusals = cassay_induction::refusals(step.program, &new);
            new.retain(|of| refusals.iter().all(|refusal| refusal.of != *of));
            self.refused.extend(refusals);
        }
        if new.is_empty() {
            return false;
        }
        self.loops.extend(new);
        self.tried = false;
        true
    }

    /// The answer if loops reach their bound that cannot start at an arbitrary iteration.
    fn stuck(&self, step: &Step<'_>, names: BTreeSet<String>) -> StepAnswer {
        let loops = loops_named(step.program, Some(&names));
        let refusal = self
            .refused
            .iter()
            .find(|refusal| loops.contains(&refusal.of));
        match refusal {
            Some(refusal) => StepAnswer::Refused(refusal.clone()),
            None if names.is_empty() => StepAnswer::open(),
            None => StepAnswer::Unwinding(names),
        }
    }

    /// The step with one pass: determines which conjectures are inductive, cheap ones first. Those
    /// proved so far are assumed from then on, and cost less than conjectures. If recursion is cut
    /// at the bound, this is tried again with the next `k`, which allows deeper recursion.
    fn invariants(
        &mut self,
        step: &Step<'_>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        let Step {
            program,
            entry,
            stop,
            ..
        } = *step;
        self.tried = true;
        self.proved.clear();
        self.left.clear();
        self.conjectures = cassay_induction::conjectures(program, entry, &self.loops, stop);
        let numbered = self.conjectures.iter().enumerate();
        let mut levels: BTreeMap<u8, BTreeSet<usize>> = BTreeMap::from([(0, BTreeSet::new())]);
        for (number, conjecture) in numbered {
            levels.entry(conjecture.level).or_default().insert(number);
        }
        let mut last = StepAnswer::open();
        for (level, numbers) in levels {
            let mut alive = numbers.clone();
            last = step.run(
                &self.loops,
                &self.conjectures,
                &self.proved,
                &mut alive,
                (1, self.bound(k)),
                progress,
            )?;
            match &last {
                // A conjecture holds until a claim is violated only if nothing else ends executions
                // in the step.
                StepAnswer::Open { complete: true, .. } => {
                    if level <= CHEAP {
                        self.left.extend(numbers.difference(&alive));
                    }
                    self.proved.extend(alive);
                }
                StepAnswer::Open { .. } => {
                    let cheap = |number: &usize| self.conjectures[*number].level <= CHEAP;
                    let open = (0..self.conjectures.len()).filter(|n| !self.proved.contains(n));
                    self.left = open.filter(cheap).collect();
                    self.tried = k > RETRIES;
                    break;
                }
                StepAnswer::Proved { .. } | StepAnswer::Unwinding(_) | StepAnswer::Refused(_) => {
                    break;
                }
            }
        }
        Ok(last)
    }

    /// The step with more passes, with the invariants proved so far.
    fn strengthened(
        &mut self,
        step: &Step<'_>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        let bound = self.bound(k);
        step.run(
            &self.loops,
            &self.conjectures,
            &self.proved,
            &mut self.left,
            (k, bound),
            progress,
        )
    }
}

impl Step<'_> {
    /// Tries to prove the program by induction over some loops, with proved conjectures about them
    /// and with those of `alive` that turn out to be inductive; the others are removed from
    /// `alive`. The step has `k` passes; other loops and recursion are unwound up to the bound of
    /// the step.
    pub fn run(
        &self,
        loops: &BTreeSet<LoopRef>,
        conjectures: &[Conjecture],
        known: &BTreeSet<usize>,
        alive: &mut BTreeSet<usize>,
        (k, unwind): (u32, u32),
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        progress(Progress::Inducting {
            k,
            conjectures: known.len() + alive.len(),
        });
        let facts = Facts {
            conjectures,
            known,
            guarded: alive,
        };
        let program = self.analysis.assume_at_heads(self.program, loops);
        let made = match cassay_induction::step(&program, self.entry, loops, &facts, k) {
            Ok(made) => made,
            Err(refusal) => return Ok(StepAnswer::Refused(refusal)),
        };
        let program = &made.program;
        debug_assert!(
            cassay_ir::verify::verify(program).is_ok(),
            "the program of the inductive step is well-formed: {:?}",
            cassay_ir::verify::verify(program)
        );
        let mut pool = cassay_simplify::pool_with(self.settings.rules());
        let bounds = Bounds {
            unwind,
            propagation: self.settings.propagation,
            decided_limit: DECIDED_LIMIT,
            ..Bounds::default()
        };
        let equation = cassay_symex::execute(program, self.entry, &mut pool, &bounds, self.stop)
            .map_err(|interrupted| Interrupted::Stopped(interrupted.0))?;
        let houdini = Houdini::new(
            &mut pool,
            &equation,
            &made.conjectures,
            self.solvers
                .make(None, self.stop)
                .map_err(EngineError::from)?,
            self.stop,
        )?;
        let mut decision = Decision {
            step: self,
            made: &made,
            equation: &equation,
            houdini,
        };
        let answer = decision.decide(k, progress)?;
        *alive = std::mem::take(&mut decision.houdini.alive);
        Ok(match answer {
            StepAnswer::Proved { notes, .. } => {
                let holds = known.union(alive).filter_map(|n| conjectures.get(*n));
                let invariants = holds.filter_map(|c| c.invariant(self.program)).collect();
                StepAnswer::Proved { notes, invariants }
            }
            StepAnswer::Open { .. } | StepAnswer::Unwinding(_) | StepAnswer::Refused(_) => answer,
        })
    }
}

/// The decision about one program of a step.
struct Decision<'a> {
    step: &'a Step<'a>,
    made: &'a StepProgram,
    equation: &'a Equation,
    houdini: Houdini<'a>,
}

impl<'a> Decision<'a> {
    /// Other loops first, then conjectures, then claims.
    fn decide(
        &mut self,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        // A loop that reaches its bound although all conjectures are assumed does so in any case.
        if let Some(answer) = self.loops_going_on()? {
            return Ok(answer);
        }
        if !self.houdini.settle()? {
            self.unless_stopped()?;
            return Ok(StepAnswer::open());
        }
        progress(Progress::Inducting {
            k,
            conjectures: self.houdini.alive.len(),
        });
        if self.nothing_is_violated()? {
            return Ok(StepAnswer::Proved {
                notes: self.equation.notes.clone(),
                invariants: Vec::new(),
            });
        }
        if let Some(answer) = self.loops_going_on()? {
            return Ok(answer);
        }
        let complete = self.is_complete()?;
        let proved = if self.step.every_claim && complete {
            self.proved_claims()?
        } else {
            BTreeSet::new()
        };
        Ok(StepAnswer::Open { proved, complete })
    }

    fn obligations(&self, kind: Kind) -> Vec<&'a Obligation> {
        let all = self.equation.obligations.iter();
        all.filter(|obligation| self.kind_of(obligation) == kind)
            .collect()
    }

    fn kind_of(&self, obligation: &Obligation) -> Kind {
        if conjecture(obligation, &self.made.conjectures).is_some() {
            Kind::Conjecture
        } else if is_claim(obligation) {
            Kind::Claim
        } else {
            Kind::Other
        }
    }

    fn violations(&mut self, obligations: &[&Obligation], after_claims: bool) -> Vec<TermId> {
        let each = obligations.iter();
        each.map(|obligation| self.houdini.violation(obligation, after_claims))
            .collect()
    }

    /// The loops whose bound can be reached.
    fn loops_going_on(&mut self) -> Result<Option<StepAnswer>, Interrupted> {
        let mut obligations = self.obligations(Kind::Other);
        obligations.retain(|obligation| unwound(obligation).is_some());
        let violations = self.violations(&obligations, true);
        let Some(found) = self.houdini.possible(&violations, UNWINDING_ROUNDS)? else {
            self.unless_stopped()?;
            return Ok(Some(StepAnswer::open()));
        };
        let going = !found.is_empty();
        let mut names = BTreeSet::new();
        for index in found {
            let function = obligations[index].function;
            if let Some(name) = unwound(obligations[index]) {
                names.extend(self.original(function, name));
            }
        }
        Ok(going.then_some(StepAnswer::Unwinding(names)))
    }

    /// The name that a loop of the step's program has in the original.
    fn original(&self, id: FuncId, name: &str) -> Option<String> {
        let function = &self.made.program.functions[id];
        let order = Order::new(function);
        let mut loops = order.loops().ids();
        let found = loops.find(|found| loop_name(function, &order, *found) == name)?;
        let head = order.loops()[found].head;
        let head = self.made.origins.get(&(id, head)).copied().unwrap_or(head);
        let function = &self.step.program.functions[id];
        let order = Order::new(function);
        let mut loops = order.loops().ids();
        let found = loops.find(|found| order.loops()[*found].head == head)?;
        Some(loop_name(function, &order, found))
    }

    /// Whether no claim can be violated, and no bound and nothing unsupported can be reached.
    fn nothing_is_violated(&mut self) -> Result<bool, Interrupted> {
        for kind in [Kind::Claim, Kind::Other] {
            let obligations = self.obligations(kind);
            let violations = self.violations(&obligations, kind == Kind::Other);
            match self.houdini.ask_hard(&violations)? {
                Reply::No => {}
                Reply::Yes(_) => return Ok(false),
                Reply::Unknown => {
                    self.unless_stopped()?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether executions that violate no claim reach no bound and nothing unsupported.
    fn is_complete(&mut self) -> Result<bool, Interrupted> {
        let others = self.obligations(Kind::Other);
        let others = self.violations(&others, true);
        let reply = self.houdini.ask_hard(&others)?;
        self.unless_stopped()?;
        Ok(match reply {
            Reply::No => true,
            Reply::Yes(_) | Reply::Unknown => false,
        })
    }

    /// The claims that cannot be violated before another one is.
    fn proved_claims(&mut self) -> Result<BTreeSet<ClaimId>, Interrupted> {
        let claims = self.obligations(Kind::Claim);
        let violations = self.violations(&claims, true);
        let nothing = Ok(BTreeSet::new());
        // One query more than there are claims, so that the last answer is that there is no
        // violation.
        let rounds = violations.len() + 1;
        let Some(violated) = self.houdini.possible(&violations, rounds)? else {
            self.unless_stopped()?;
            return nothing;
        };
        let mut proved: BTreeSet<ClaimId> = self.step.program.claim_ids().collect();
        for claim in violated.iter().filter_map(|index| claims[*index].claim()) {
            proved.remove(&claim);
        }
        Ok(proved)
    }

    /// A solver that gave up because it was stopped.
    fn unless_stopped(&self) -> Result<(), Interrupted> {
        match self.step.stop.reason() {
            Some(reason) => Err(Interrupted::Stopped(reason)),
            None => Ok(()),
        }
    }
}

/// The kind of an obligation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A conjecture about a loop.
    Conjecture,
    /// A claim of the program.
    Claim,
    /// A bound, or a construct that would make the verdict unknown.
    Other,
}

/// The loop whose bound an obligation is about.
fn unwound(obligation: &Obligation) -> Option<&str> {
    match &obligation.kind {
        ObligationKind::Unwinding { name, .. } => Some(name),
        ObligationKind::Claim { .. }
        | ObligationKind::Recursion { .. }
        | ObligationKind::Defined { .. }
        | ObligationKind::Unsupported { .. } => None,
    }
}

/// The names of those loops that the functions of the program itself have.
pub fn own_loops(program: &Program, names: &BTreeSet<String>) -> BTreeSet<String> {
    let loops = loops_named(program, Some(names)).into_iter();
    let own = loops.filter(|(function, _)| !program.functions[*function].model);
    own.map(|(id, found)| {
        let function = &program.functions[id];
        loop_name(function, &Order::new(function), found)
    })
    .collect()
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
