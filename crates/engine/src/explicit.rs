//! Decisions about programs with threads by looking at all their states.
//!
//! [`cassay_explore`] enumerates every state of a program under all interleavings. A search that saw
//! everything proves every claim that no state violates, whatever loops there are. It saw everything if
//! no limit was reached and nothing that the interpreter leaves open was met (see [`is_complete`]).
//! A violation that it finds is replayed like any other.
//!
//! The search is deterministic: its limits count states and steps. States are compared by 128 bits
//! (ADR 46 says why that is enough).

use crate::job::Job;
use crate::pass::Finding;
use crate::settings::Strategy;
use cassay_explore::{Cut, Findings, Limits, Witness};
use cassay_interp::Inputs;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{ClaimId, Expr, Function, MemoryModel, Note, NoteId, Program, PropertyClass, Type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How far a search goes.
pub struct Reach {
    states: usize,
    steps: u64,
    waiting: usize,
}

/// A search that is over before anything else begins.
pub const SHORT: Reach = Reach {
    states: 20_000,
    steps: 2_000_000,
    waiting: 20_000,
};

/// A search that has a process of its own.
pub const LONG: Reach = Reach {
    states: 4_000_000,
    steps: 1 << 34,
    waiting: 300_000,
};

/// Programs with more threads have too many states.
const THREADS: usize = 64;

/// Inputs of up to this many bits take every value.
const BITS: u32 = 8;

/// What a search found out.
#[derive(Serialize, Deserialize)]
pub enum Explored {
    /// Every claim holds.
    Proved {
        /// The number of states.
        states: u64,
        /// What the models assume that were executed.
        notes: Vec<Note>,
    },
    /// A claim is violated.
    Violated {
        /// By this execution.
        finding: Finding,
        /// The number of states that were found before.
        states: u64,
    },
    /// Neither.
    Open {
        /// Whether a longer search could find out more.
        hopeful: bool,
    },
}

/// Whether a program is explored: it has threads, and the user asked neither for a part of its
/// executions nor for the formulas of passes.
pub fn applies(job: &Job<'_>) -> bool {
    let settings = job.settings;
    let automatic = match settings.strategy {
        Strategy::Auto | Strategy::KInductionParallel => true,
        Strategy::Bmc
        | Strategy::Incremental
        | Strategy::Falsification
        | Strategy::KInduction
        | Strategy::Model => false,
    };
    let formulas = settings.want_smt || settings.want_vcc || settings.log.is_some();
    automatic
        && !formulas
        && !settings.is_bounded()
        && settings.contexts.is_none()
        && settings.unwind.is_none()
        && settings.unwindset.is_empty()
        && !settings.model.is_weak()
        && shares_memory(job.program)
        && !remembers(job)
}

/// Whether a claim is about what happened before, which states that were reduced have forgotten.
fn remembers(job: &Job<'_>) -> bool {
    job.claims.iter().any(|claim| {
        let class = claim.property.class;
        let past = [
            PropertyClass::LockOrder,
            PropertyClass::Atomicity,
            PropertyClass::ThreadLeak,
        ];
        past.contains(&class)
    })
}

/// Looks at all states, as far as the limits go.
pub fn explore(job: &Job<'_>, reach: &Reach) -> Explored {
    let limits = Limits {
        states: reach.states,
        steps: reach.steps,
        waiting: reach.waiting,
        threads: THREADS,
        bits: BITS,
        races: false,
        first_violation: true,
        stop: job.stop.clone(),
        ..Limits::default()
    };
    let found = cassay_explore::explore(job.program, job.entry, MemoryModel::Sc, &[], &limits);
    // One claim at a time is all that a search decides which ends with the first violation.
    if let Some(finding) = violation(job.program, &found) {
        let doubtful = found.inexact || found.unwritten && is_race(job, finding.claim);
        return match job.settings.multi_property || doubtful {
            true => Explored::Open { hopeful: false },
            false => Explored::Violated {
                finding,
                states: found.states as u64,
            },
        };
    }
    if is_complete(job.program, &found) {
        return Explored::Proved {
            states: found.states as u64,
            notes: notes(job.program, &found),
        };
    }
    let hopeful = match &found.end {
        Some(Cut::States | Cut::Steps) => true,
        Some(Cut::Depth | Cut::Threads | Cut::Stopped(_) | Cut::Ended(_) | Cut::Beyond(_))
        | None => false,
    };
    Explored::Open { hopeful }
}

/// Whether a search saw everything that a claim could be violated by. Undefined behaviour that no claim
/// is about ends executions of the interpreter, so that nothing is known behind it.
fn is_complete(program: &Program, found: &Findings) -> bool {
    found.end.is_none()
        && found.all_inputs
        && found.invalid.is_empty()
        && !computes_with_floats(program, found)
}

/// The first claim that is violated, with an execution that does so.
fn violation(program: &Program, found: &Findings) -> Option<Finding> {
    let first = found.violations.iter().next();
    let claimed = first.map(|(claim, witness)| (*claim, witness));
    let stuck = || {
        let (waiters, witness) = found.deadlock.as_ref()?;
        let claim = cassay_explore::deadlock_claim(program, waiters)?;
        Some((claim, witness))
    };
    let (claim, witness) = claimed.or_else(stuck)?;
    let inputs = inputs_of(witness);
    Some(Finding { claim, inputs })
}

/// Whether a claim is about a race. Behind the read of memory that was never written an execution may be
/// undefined, so that it is no witness of one.
fn is_race(job: &Job<'_>, claim: ClaimId) -> bool {
    let claim = job.claims.get(claim);
    claim.is_some_and(|claim| claim.property.class == PropertyClass::DataRace)
}

fn inputs_of(witness: &Witness) -> Inputs {
    Inputs {
        schedule: witness.schedule.clone(),
        ..witness.inputs.clone()
    }
}

/// What the models assume that were executed.
fn notes(program: &Program, found: &Findings) -> Vec<Note> {
    let executed = found.executed.iter();
    let functions = executed.filter_map(|id| program.functions.get(*id));
    let models = functions.filter(|function| function.model);
    let ids: BTreeSet<NoteId> = models.flat_map(|model| model.notes.clone()).collect();
    let notes = ids.into_iter().filter_map(|id| program.notes.get(id));
    notes.cloned().collect()
}

/// Whether a function that was executed computes with floats: sign and payload of a NaN are left open,
/// and the interpreter chooses them.
fn computes_with_floats(program: &Program, found: &Findings) -> bool {
    let mut executed = found.executed.iter();
    executed.any(|id| {
        let function = program.functions.get(*id);
        function.is_some_and(|function| has_floats(program, function))
    })
}

fn has_floats(program: &Program, function: &Function) -> bool {
    let mut temps = function.temps.iter();
    if temps.any(|temp| matches!(program.types.get(temp.ty), Type::Float(_))) {
        return true;
    }
    let mut found = false;
    let mut look = |expr: &Expr| {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            found |= matches!(
                expr,
                Expr::Float(..) | Expr::FloatArith(..) | Expr::FloatNeg(..)
            );
            expr.operands(|operand| stack.push(operand));
        }
    };
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.expressions(&mut look);
        }
        block.terminator.expressions(&mut look);
    }
    found
}
