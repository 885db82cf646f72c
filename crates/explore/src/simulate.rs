//! Executions under some schedules: a search for violations that need no solver.
//!
//! Most violations of threaded programs need few switches at the right places. Each run takes other
//! inputs and another schedule: threads have priorities, the first of those that are ready goes on, and
//! at a few places the one that runs becomes the last. Some runs choose at random instead. A thread that
//! goes on for long while others are ready becomes the last as well, so that loops that wait end.
//!
//! Everything is derived from the number of the run, so that the same program gives the same answer.
//! Nothing is proved here: only violations count, and only those of executions that no
//! over-approximation is part of.

use crate::footprint::begins_section;
use crate::{Effort, Witness, deadlock_claim};
use cassay_bv::Bv;
use cassay_interp::{Asked, Execution, Oracle, Outcome, Silent, Standing, Step};
use cassay_ir::{ClaimId, Expr, FuncId, InputSource, Program, PropertyClass, StmtKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The number of choices of a run, before one is known.
const FIRST_LENGTH: u64 = 64;

/// The most choices of a run, of which the first ones are allowed fewer.
const MOST_CHOICES: u64 = 20_000;
const FIRST_CHOICES: u64 = 1_000;

/// So many runs are short.
const SHORT_RUNS: u64 = 256;

/// A thread that was chosen so often in a row lets others go on: one of these numbers in each run.
const MOST_IN_A_ROW: [u64; 3] = [256, 16, 64];

/// The most changes of priorities in a run, not counting those for fairness.
const MOST_CHANGES: u64 = 4;

/// Executes a program again and again until a claim is violated or the effort is spent.
pub(crate) fn simulate(
    program: &Program,
    entry: FuncId,
    effort: &Effort,
) -> Option<(ClaimId, Witness)> {
    let sure = with_sure_inputs(program);
    let mut left = effort.steps;
    let mut length = FIRST_LENGTH;
    for number in 0..effort.runs {
        let guesses = Rc::new(RefCell::new(Guesses::new(number)));
        let mut oracle = Guessing(Rc::clone(&guesses));
        let mut silent = Silent;
        let limits = cassay_interp::Limits {
            steps: left.min(effort.steps / 8),
            leaps: false,
            stop: effort.stop.clone(),
            ..cassay_interp::Limits::default()
        };
        let mut run = Run::new(entry, number, length);
        let execution = Execution::new(&sure, entry, &mut oracle, &mut silent, &limits);
        let mut execution = execution.ok()?;
        let outcome = run.execute(program, &mut execution);
        left = left.saturating_sub(limits.steps - execution.steps_left());
        if !run.steps.is_empty() {
            length = (3 * length + run.steps.len() as u64) / 4;
        }
        let guesses = guesses.borrow();
        match outcome {
            Some(Outcome::Stopped(_)) => return None,
            Some(outcome) if !guesses.unsure => {
                let claim = violated(program, &outcome);
                if let Some(claim) = claim.filter(|_| !(guesses.unwritten && is_race(&outcome))) {
                    return Some((claim, guesses.witness(run.steps)));
                }
            }
            Some(_) | None => {}
        }
        if left == 0 {
            return None;
        }
    }
    None
}

/// The program, with all inputs that nothing depends on taken as sure: a violation does not rest on
/// them.
fn with_sure_inputs(program: &Program) -> Program {
    let mut program = program.clone();
    for function in program.functions.iter_mut() {
        let mut used = BTreeSet::new();
        for block in function.blocks.iter() {
            let mut add = |expr: &Expr| used.extend(expr.temps());
            block.terminator.expressions(&mut add);
            for stmt in &block.stmts {
                stmt.kind.expressions(&mut add);
            }
        }
        for block in function.blocks.iter_mut() {
            for stmt in &mut block.stmts {
                if let StmtKind::Havoc { dst, source, .. } = &mut stmt.kind
                    && !used.contains(dst)
                {
                    *source = InputSource::Chosen("a value without a use".into());
                }
            }
        }
    }
    program
}

/// The claim that an execution violates.
fn violated(program: &Program, outcome: &Outcome) -> Option<ClaimId> {
    match outcome {
        Outcome::Violation { claim, .. } => Some(*claim),
        Outcome::Deadlock { threads } => deadlock_claim(program, threads),
        Outcome::Finished { .. }
        | Outcome::Ended { .. }
        | Outcome::AssumptionFailed { .. }
        | Outcome::InvalidAccess { .. }
        | Outcome::Unsupported { .. }
        | Outcome::StepLimit
        | Outcome::DepthLimit
        | Outcome::Stopped(_)
        | Outcome::OffSchedule { .. }
        | Outcome::Malformed { .. } => None,
    }
}

/// Whether an execution ends with a race. Behind the read of memory that was never written an execution
/// may be undefined, so that it is no witness of one.
fn is_race(outcome: &Outcome) -> bool {
    let Outcome::Violation { property, .. } = outcome else {
        return false;
    };
    property.class == PropertyClass::DataRace
}

/// A run, and what decides its schedule.
struct Run {
    random: Random,
    steps: Vec<Step>,
    /// The ranks of threads: the highest goes on.
    ranks: BTreeMap<u32, i64>,
    /// A rank that is lower than all others.
    lowest: i64,
    /// The choices behind which the thread that runs becomes the last.
    changes: Vec<u64>,
    at_random: bool,
    /// The most choices.
    choices: u64,
    /// The most choices of the same thread in a row.
    in_a_row: u64,
    /// The function whose end is that of the process.
    entry: FuncId,
    /// Threads that cannot go on before another one does.
    blocked: BTreeSet<u32>,
}

impl Run {
    /// A run of about this many choices.
    fn new(entry: FuncId, number: u64, length: u64) -> Self {
        let mut random = Random(number);
        // The first run lets each thread go on as far as it can.
        let changes = number.min(random.below(MOST_CHANGES + 1));
        Run {
            steps: Vec::new(),
            ranks: BTreeMap::new(),
            lowest: 0,
            changes: (0..changes).map(|_| random.below(length)).collect(),
            at_random: random.below(4) == 0,
            choices: match number < SHORT_RUNS {
                true => FIRST_CHOICES,
                false => MOST_CHOICES,
            },
            in_a_row: MOST_IN_A_ROW[(number % 3) as usize],
            entry,
            blocked: BTreeSet::new(),
            random,
        }
    }

    /// How the run ends; none if it takes too many choices, or nobody goes on.
    fn execute(&mut self, program: &Program, execution: &mut Execution<'_, '_>) -> Option<Outcome> {
        if let Err(outcome) = execution.settle() {
            return Some(outcome);
        }
        let mut in_a_row = 0;
        let mut last = 0;
        for choice in 0..self.choices {
            let mut ready = execution.ready();
            if ready.is_empty() {
                return Some(execution.stuck());
            }
            ready.retain(|standing| !self.blocked.contains(&standing.thread));
            // The end of the process ends all others as well.
            if ready.len() > 1 {
                ready.retain(|standing| !self.ends_process(program, standing));
            }
            let chosen = self.choose(&ready)?;
            if let Err(outcome) = self.advance(program, execution, chosen) {
                return Some(outcome);
            }
            in_a_row = if chosen.thread == last {
                in_a_row + 1
            } else {
                0
            };
            last = chosen.thread;
            if in_a_row >= self.in_a_row || self.changes.contains(&choice) {
                in_a_row = 0;
                self.lowest -= 1;
                self.ranks.insert(last, self.lowest);
            }
        }
        None
    }

    /// Lets a thread take a step. An assumption that fails in an atomic section excludes that the
    /// section is executed now: the thread stays before it.
    fn advance(
        &mut self,
        program: &Program,
        execution: &mut Execution<'_, '_>,
        chosen: Standing,
    ) -> Result<(), Outcome> {
        let concurrent = execution.is_concurrent();
        let named = concurrent && !chosen.paused;
        let before = begins_section(program, chosen.at).then(|| execution.save());
        match (execution.advance(chosen.thread), before) {
            (Ok(true), _) => {
                self.blocked.clear();
                if named {
                    self.steps.push(Step::new(chosen.thread, chosen.at));
                }
            }
            (Ok(false), _) => {}
            (Err(Outcome::AssumptionFailed { .. }), Some(before)) if concurrent => {
                execution.restore(&before);
                self.blocked.insert(chosen.thread);
            }
            (Err(outcome), _) => {
                if named {
                    self.steps.push(Step::new(chosen.thread, chosen.at));
                }
                return Err(outcome);
            }
        }
        Ok(())
    }

    fn ends_process(&self, program: &Program, standing: &Standing) -> bool {
        let at = standing.at;
        let function = program.functions.get(at.function);
        let block = function.and_then(|function| function.blocks.get(at.block));
        standing.thread == 0
            && at.function == self.entry
            && block.is_some_and(|block| at.stmt >= block.stmts.len())
    }

    fn choose(&mut self, ready: &[Standing]) -> Option<Standing> {
        if self.at_random && !ready.is_empty() {
            let index = self.random.below(ready.len() as u64);
            return ready.get(usize::try_from(index).ok()?).copied();
        }
        for standing in ready {
            if !self.ranks.contains_key(&standing.thread) {
                let rank = i64::try_from(self.random.below(1 << 32)).unwrap_or(0);
                self.ranks.insert(standing.thread, rank);
            }
        }
        // Of two with the same rank the one that was created last.
        let rank = |standing: &&Standing| (self.ranks.get(&standing.thread), standing.thread);
        ready.iter().max_by_key(rank).copied()
    }
}

/// The inputs of a run.
struct Guesses {
    /// Which numbers are taken.
    kind: u64,
    random: Random,
    answers: BTreeMap<Asked, Bv>,
    /// Whether a value was used that is an over-approximation.
    unsure: bool,
    /// Whether memory was read that was never written.
    unwritten: bool,
}

impl Guesses {
    fn new(number: u64) -> Self {
        let mut random = Random(!number);
        Guesses {
            kind: random.below(8),
            random,
            answers: BTreeMap::new(),
            unsure: false,
            unwritten: false,
        }
    }

    /// Some runs take one number only, others small ones, or any.
    fn bits(&mut self, width: u32) -> Bv {
        let number = match self.kind {
            0..=2 => 0,
            3 => 1,
            4 | 5 => self.random.below(4),
            6 => self.random.below(64),
            _ => self.random.next(),
        };
        Bv::from_u64(width, number)
    }

    fn witness(&self, steps: Vec<Step>) -> Witness {
        let mut witness = Witness::default();
        witness.schedule.steps = steps;
        // By thread, and in the order in which each asks.
        for (asked, bits) in &self.answers {
            let list = match asked.thread {
                0 => &mut witness.inputs.nondet,
                thread => witness.inputs.threads.entry(thread).or_default(),
            };
            list.push(bits.clone());
        }
        witness
    }
}

/// The oracle that guesses.
struct Guessing(Rc<RefCell<Guesses>>);

impl Oracle for Guessing {
    fn nondet_of(&mut self, asked: Asked, source: &InputSource, width: u32) -> Bv {
        let mut guesses = self.0.borrow_mut();
        guesses.unsure |= source.is_inexact();
        if let Some(known) = guesses.answers.get(&asked) {
            return known.clone();
        }
        let answer = match source {
            // Few programs are made for this.
            InputSource::AllocationFails(_) => Bv::zero(width),
            _ => guesses.bits(width),
        };
        guesses.answers.insert(asked, answer.clone());
        answer
    }

    fn nondet(&mut self, _source: &InputSource, width: u32) -> Bv {
        self.0.borrow_mut().unsure = true;
        Bv::zero(width)
    }

    fn initial_byte(&mut self, _object: u64, _offset: u64) -> u8 {
        self.0.borrow_mut().unwritten = true;
        0
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        None
    }
}

/// A fixed sequence of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below another one, which is not zero.
    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }
}
