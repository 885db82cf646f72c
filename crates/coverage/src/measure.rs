//! What a test reaches: its whole execution in the interpreter.

use crate::goals::Goals;
use crate::probe::number;
use cassay_base::{Stop, StopReason};
use cassay_bv::Bv;
use cassay_interp::{Asked, Context, Event, Inputs, Limits, Observer, Oracle, Outcome};
use cassay_ir::{FuncId, InputSource, Program};
use std::cell::Cell;
use std::collections::BTreeSet;

/// The most steps of a test.
const STEPS: u64 = 1 << 22;

/// What a test reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The goals, by number.
    pub reached: BTreeSet<usize>,
    /// Whether the execution comes to an end, or asks for more inputs than the test has, where it is ended.
    pub ends: bool,
    /// If the program gets zeros behind the inputs of the test, and goes on to its own end: how many.
    pub zeros: Option<u64>,
}

/// Executes the inputs that violate the claim of a goal, and goes on where it would end there. Where the program asks for more
/// inputs than it had got before the violation, functions without a body return zero, if the program comes to its own end
/// so; otherwise the execution ends there. Compiled tests do the same.
pub fn measure(
    program: &Program,
    entry: FuncId,
    goals: &Goals,
    inputs: &Inputs,
    stop: &Stop,
) -> Measured {
    let test = Test {
        program,
        entry,
        goals,
        inputs,
        known: before_violation(program, entry, inputs),
    };
    // When time is up, tests are measured all the same, but are not looked further into.
    if !stop.is_raised() {
        let (far, outcome) = test.run(true);
        if matches!(outcome, Outcome::Finished { .. } | Outcome::Ended { .. }) {
            return far;
        }
    }
    test.run(false).0
}

/// A test, and how many inputs it has.
struct Test<'a> {
    program: &'a Program,
    entry: FuncId,
    goals: &'a Goals,
    inputs: &'a Inputs,
    known: u64,
}

impl Test<'_> {
    fn run(&self, zeros: bool) -> (Measured, Outcome) {
        let over = Cell::new(false);
        let more = Cell::new(0);
        let ended = Stop::new();
        let mut oracle = Continued {
            known: self.known,
            inner: self.inputs.oracle(),
            zeros: zeros.then_some(&more),
            over: &over,
            ended: &ended,
        };
        let mut reached = Reached {
            over: &over,
            numbers: BTreeSet::new(),
        };
        let limits = Limits {
            steps: STEPS,
            leaps: false,
            stop: ended.clone(),
            ..Limits::default()
        };
        let (program, entry) = (self.program, self.entry);
        let outcome = cassay_interp::run(program, entry, &mut oracle, &mut reached, &limits);
        let ends = over.get()
            || matches!(
                outcome,
                Outcome::Finished { .. } | Outcome::Ended { .. } | Outcome::AssumptionFailed { .. }
            );
        let goals = self.goals.list.iter().enumerate();
        let goals = goals.filter(|(_, goal)| reached.numbers.contains(&number(goal.claim)));
        let measured = Measured {
            reached: goals.map(|(index, _)| index).collect(),
            ends,
            zeros: zeros.then(|| more.get()),
        };
        (measured, outcome)
    }
}

/// How many inputs the execution asks for before it violates a claim.
fn before_violation(program: &Program, entry: FuncId, inputs: &Inputs) -> u64 {
    let mut counted = Counted {
        inner: inputs.oracle(),
        count: 0,
    };
    let limits = Limits::default();
    cassay_interp::run(
        program,
        entry,
        &mut counted,
        &mut cassay_interp::Silent,
        &limits,
    );
    counted.count
}

struct Counted<O> {
    inner: O,
    count: u64,
}

impl<O: Oracle> Oracle for Counted<O> {
    fn nondet_of(&mut self, asked: Asked, source: &InputSource, width: u32) -> Bv {
        self.count = self.count.max(asked.index + 1);
        self.inner.nondet_of(asked, source, width)
    }

    fn nondet(&mut self, source: &InputSource, width: u32) -> Bv {
        self.inner.nondet(source, width)
    }

    fn initial_byte(&mut self, object: u64, offset: u64) -> u8 {
        self.inner.initial_byte(object, offset)
    }

    fn address(&mut self, object: u64, size: u64, align: u64) -> Option<u64> {
        self.inner.address(object, size, align)
    }

    fn is_placed(&mut self, object: u64) -> bool {
        self.inner.is_placed(object)
    }

    fn function_address(&mut self, function: FuncId) -> Option<u64> {
        self.inner.function_address(function)
    }
}

/// Answers as before, but chooses no goal; behind the last known input the execution gets zeros, which are counted, or is
/// over.
struct Continued<'a, O> {
    known: u64,
    inner: O,
    zeros: Option<&'a Cell<u64>>,
    over: &'a Cell<bool>,
    ended: &'a Stop,
}

impl<O: Oracle> Oracle for Continued<'_, O> {
    fn nondet_of(&mut self, asked: Asked, source: &InputSource, width: u32) -> Bv {
        if matches!(source, InputSource::Goal(_)) {
            return Bv::zero(width);
        }
        if asked.index < self.known {
            return self.inner.nondet_of(asked, source, width);
        }
        match (source, self.zeros) {
            // An allocation that nobody asked about before succeeds.
            (InputSource::AllocationFails(_), _) => {}
            (InputSource::Call(_), Some(count)) => count.set(count.get() + 1),
            _ => {
                self.over.set(true);
                self.ended.raise(StopReason::Work);
            }
        }
        Bv::zero(width)
    }

    fn nondet(&mut self, source: &InputSource, width: u32) -> Bv {
        self.inner.nondet(source, width)
    }

    fn initial_byte(&mut self, object: u64, offset: u64) -> u8 {
        self.inner.initial_byte(object, offset)
    }

    fn address(&mut self, object: u64, size: u64, align: u64) -> Option<u64> {
        self.inner.address(object, size, align)
    }

    fn is_placed(&mut self, object: u64) -> bool {
        self.inner.is_placed(object)
    }

    fn function_address(&mut self, function: FuncId) -> Option<u64> {
        self.inner.function_address(function)
    }
}

/// Notes which goals are asked whether they are chosen.
struct Reached<'a> {
    over: &'a Cell<bool>,
    numbers: BTreeSet<usize>,
}

impl Observer for Reached<'_> {
    fn event(&mut self, event: Event<'_>, _context: &Context<'_>) {
        if let Event::Nondet {
            source: InputSource::Goal(number),
            ..
        } = event
            && !self.over.get()
        {
            self.numbers.insert(*number);
        }
    }
}
