//! Proofs by induction: symbolic execution of the program in which loops start anywhere.
//!
//! [`Induction`] remembers from one `k` to the next which loops are dealt with and which conjectures
//! about them are proved; [`Step`] decides the program of one step.

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

/// What a step says.
#[derive(Debug)]
pub enum StepAnswer {
    /// Nothing can be violated, by any number of iterations.
    Proved {
        /// What is assumed about the program.
        notes: Vec<Note>,
        /// What holds at the heads of loops.
        invariants: Vec<Invariant>,
    },
    /// Not shown with these loops and this `k`.
    Open {
        /// Claims that cannot be violated before another one is, if they were asked for one by one.
        proved: BTreeSet<ClaimId>,
        /// Whether executions are followed to their ends: no bound is reached and nothing
        /// unsupported is met unless a claim is violated before.
        complete: bool,
    },
    /// Loops that go on for too long, by name.
    Unwinding(BTreeSet<String>),
    /// A loop stands in the way.
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

/// How many iterations of other loops constants may decide in a step. Longer ones are better
/// taken as loops from anywhere, too.
const DECIDED_LIMIT: u32 = 256;

/// How often a solver is asked which loops go on.
const UNWINDING_ROUNDS: usize = 12;

/// Up to which `k` conjectures are tried anew where recursion was cut.
const RETRIES: u32 = 6;

/// Up to which level conjectures that do not hold with `k = 1` are tried with more passes.
const CHEAP: u8 = 1;

/// Everything a step needs.
pub struct Step<'a> {
    /// The program.
    pub program: &'a Program,
    /// What abstract interpretation knows about it.
    pub analysis: &'a Analysis,
    /// The user's choices.
    pub settings: &'a Settings,
    /// Where executions start.
    pub entry: FuncId,
    /// Who solves.
    pub solvers: &'a Solvers,
    /// When to stop.
    pub stop: &'a Stop,
    /// Whether each claim is decided, not only all together.
    pub every_claim: bool,
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

/// What is known about the loops of a program, from one step to the next.
#[derive(Default)]
pub struct Induction {
    /// The loops that start anywhere.
    loops: BTreeSet<LoopRef>,
    /// Those that cannot.
    refused: Vec<Refusal>,
    /// What may hold at the heads of the loops.
    conjectures: Vec<Conjecture>,
    /// Those that do, until a claim is violated, by number.
    proved: BTreeSet<usize>,
    /// Those that may be proved with a larger `k`.
    left: BTreeSet<usize>,
    /// Whether the conjectures have been tried with `k = 1`.
    tried: bool,
    /// Whether they are being tried.
    trying: bool,
    /// Up to how many iterations other loops are followed, where that is more than usual.
    follows: u32,
}

impl Induction {
    /// One that follows other loops than those that it is given up to so many iterations.
    pub fn following(iterations: u32) -> Induction {
        Induction {
            follows: iterations,
            ..Induction::default()
        }
    }

    /// The bound of other loops beside a step.
    fn bound(&self, k: u32) -> u32 {
        self.follows.max(k + 1)
    }

    /// Tries a proof with `k` passes over the loops of these names, and over those others that a
    /// step finds to go on for long. After an interruption it can be tried again.
    pub fn attempt(
        &mut self,
        step: &Step<'_>,
        cut_loops: &BTreeSet<String>,
        k: u32,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<StepAnswer, Interrupted> {
        let answer = self.try_step(step, cut_loops, k, progress);
        if answer.is_err() && self.trying {
            // Conjectures that were not tried to the end are no invariants.
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
                // Others go on further still, and starting them anywhere is another proof.
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

    /// Adds the loops of these names that can start anywhere; false when there are none.
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

    /// The answer when loops go on that cannot start anywhere.
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

    /// The step with one pass: finds out which conjectures are inductive, cheap ones first. Those
    /// found so far are assumed from then on, and cost less than conjectures. Where recursion is
    /// cut at the bound, that is tried again with the next `k`, which allows for more.
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
                // An invariant holds until a claim is violated only if nothing else ends
                // executions that the step follows.
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

    /// The step with more passes, with the invariants found.
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
    /// Tries to prove the program by induction over some loops, with conjectures about them that
    /// are known to hold and with those of `alive` that turn out to; the others are taken out. The
    /// step has `k` passes; other loops and recursion are followed up to the bound beside it.
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
            self.solvers,
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
        // What goes on although everything conjectured holds goes on in any case.
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

    /// Whether no claim can be violated, no bound reached and nothing unsupported met.
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

    /// The claims that cannot be violated unless another one is before.
    fn proved_claims(&mut self) -> Result<BTreeSet<ClaimId>, Interrupted> {
        let claims = self.obligations(Kind::Claim);
        let violations = self.violations(&claims, true);
        let nothing = Ok(BTreeSet::new());
        // Asking once more than there are claims, so that the last answer is that there is none.
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

    /// A solver that gave up because it was told to.
    fn unless_stopped(&self) -> Result<(), Interrupted> {
        match self.step.stop.reason() {
            Some(reason) => Err(Interrupted::Stopped(reason)),
            None => Ok(()),
        }
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
