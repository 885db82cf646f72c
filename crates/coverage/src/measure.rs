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
const STEPS: u64 = 1 << 24;

/// What a test reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The goals, by number.
    pub reached: BTreeSet<usize>,
    /// Whether the execution comes to an end, or asks for more inputs than the test has, where it is ended.
    pub ends: bool,
}

/// Executes the inputs that violate the claim of a goal, and goes on where it would end there. The execution ends where
/// the program asks for more inputs than it had got before the violation; compiled tests end there too.
pub fn measure(
    program: &Program,
    entry: FuncId,
    goals: &Goals,
    inputs: &Inputs,
    stop: &Stop,
) -> Measured {
    let known = before_violation(program, entry, inputs, stop);
    let over = Cell::new(false);
    let ended = Stop::new();
    let mut oracle = Continued {
        known,
        inner: inputs.oracle(),
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
    let outcome = cassay_interp::run(program, entry, &mut oracle, &mut reached, &limits);
    let ends = over.get()
        || matches!(
            outcome,
            Outcome::Finished { .. } | Outcome::Ended { .. } | Outcome::AssumptionFailed { .. }
        );
    let goals = goals.list.iter().enumerate();
    let goals = goals.filter(|(_, goal)| reached.numbers.contains(&number(goal.claim)));
    Measured {
        reached: goals.map(|(index, _)| index).collect(),
        ends,
    }
}

/// How many inputs the execution asks for before it violates a claim.
fn before_violation(program: &Program, entry: FuncId, inputs: &Inputs, stop: &Stop) -> u64 {
    let mut counted = Counted {
        inner: inputs.oracle(),
        count: 0,
    };
    let limits = Limits {
        stop: stop.clone(),
        ..Limits::default()
    };
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

/// Answers as before, but chooses no goal; behind the last known input the execution is over.
struct Continued<'a, O> {
    known: u64,
    inner: O,
    over: &'a Cell<bool>,
    ended: &'a Stop,
}

impl<O: Oracle> Oracle for Continued<'_, O> {
    fn nondet_of(&mut self, asked: Asked, source: &InputSource, width: u32) -> Bv {
        if matches!(source, InputSource::Guard(_)) {
            return Bv::zero(width);
        }
        if asked.index < self.known {
            return self.inner.nondet_of(asked, source, width);
        }
        // An allocation that nobody asked about before succeeds.
        if !matches!(source, InputSource::AllocationFails(_)) {
            self.over.set(true);
            self.ended.raise(StopReason::Work);
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
            source: InputSource::Guard(number),
            ..
        } = event
            && !self.over.get()
        {
            self.numbers.insert(*number);
        }
    }
}
