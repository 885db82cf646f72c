//! The combinations of techniques that F-SOFT's Tables I and II compare, for any list of machines.
//!
//! Nothing here reads the clock: who wants times measures [`run`].

use crate::options::{Constraints, Ntp, Options};
use crate::report::{Outcome, Report};
use crate::search::{Make, search};
use cassay_base::Stop;
use cassay_efsm::{Balancing, Context, Invariant, Machine, balance};
use cassay_solver::SolverError;
use std::collections::BTreeSet;
use std::fmt;

/// A combination of techniques.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name of its column.
    pub name: &'static str,
    /// Whether paths and loops are balanced first.
    pub balanced: bool,
    /// Whether the graph is walked with context.
    pub context: Context,
    /// Constraints learnt from the graph.
    pub constraints: Constraints,
    /// Whether it is asked for the longest path that has not ended.
    pub ntp: bool,
    /// Whether it is asked for the longest path without repetition.
    pub loop_free: bool,
}

const PLAIN: Strategy = Strategy {
    name: "",
    balanced: false,
    context: Context::Ignored,
    constraints: Constraints::ALL,
    ntp: false,
    loop_free: false,
};

/// Model transformation and learning.
pub const TABLE_1: &[Strategy] = &[
    Strategy {
        name: "M, no learning",
        constraints: Constraints::NONE,
        ..PLAIN
    },
    Strategy {
        name: "M, learning",
        ..PLAIN
    },
    Strategy {
        name: "M', learning",
        balanced: true,
        ..PLAIN
    },
];

/// Balancing (PB), context (CXT), and the two termination criteria (LFP, NTP).
pub const TABLE_2: &[Strategy] = &[
    Strategy {
        name: "-PB-CXT+LFP",
        loop_free: true,
        ..PLAIN
    },
    Strategy {
        name: "+PB-CXT+LFP",
        balanced: true,
        loop_free: true,
        ..PLAIN
    },
    Strategy {
        name: "+PB+CXT+LFP",
        balanced: true,
        context: Context::Matched,
        loop_free: true,
        ..PLAIN
    },
    Strategy {
        name: "+PB-CXT+NTP",
        balanced: true,
        ntp: true,
        ..PLAIN
    },
    Strategy {
        name: "+PB+CXT+NTP",
        balanced: true,
        context: Context::Matched,
        ntp: true,
        ..PLAIN
    },
];

/// An entry of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Errors that were proved not to be reachable.
    pub proofs: usize,
    /// Errors with an execution.
    pub witnesses: usize,
    /// The others.
    pub open: usize,
    /// The last depth.
    pub depth: usize,
    /// How often it was asked for the longest path that has not ended.
    pub ntp_checks: usize,
    /// Control states, with waiting states.
    pub controls: usize,
    /// Why the machine could not be balanced.
    pub unbalanced: Option<String>,
}

impl Row {
    fn new(machine: &Machine, report: &Report, unbalanced: Option<String>) -> Row {
        let mut row = Row {
            proofs: 0,
            witnesses: 0,
            open: 0,
            depth: report.depth,
            ntp_checks: report.statistics.ntp_checks,
            controls: machine.controls.len(),
            unbalanced,
        };
        for outcome in report.outcomes.values() {
            match outcome {
                Outcome::Found(_) => row.witnesses += 1,
                Outcome::Proved { .. } => row.proofs += 1,
                Outcome::Open { .. } => row.open += 1,
            }
        }
        row
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (proofs, witnesses, open) = (self.proofs, self.witnesses, self.open);
        write!(f, "{proofs}/{witnesses}/{open} D={}", self.depth)?;
        if self.ntp_checks > 0 {
            write!(f, " #NTP={}", self.ntp_checks)?;
        }
        match &self.unbalanced {
            Some(why) => write!(f, " (not balanced: {why})"),
            None => Ok(()),
        }
    }
}

/// Searches a machine for these errors by a strategy.
pub fn run(
    machine: &mut Machine,
    errors: &BTreeSet<usize>,
    strategy: &Strategy,
    (invariant, most): (Option<&Invariant>, usize),
    make: Make,
    stop: &Stop,
) -> Result<Row, SolverError> {
    let mut unbalanced = None;
    if strategy.balanced
        && let Err(why) = balance(machine, Balancing::default())
    {
        unbalanced = Some(format!("{why:?}"));
    }
    let options = Options {
        constraints: strategy.constraints,
        context: strategy.context,
        reuse: true,
        ntp: if strategy.ntp { Ntp::AtSink } else { Ntp::Off },
        loop_free: strategy.loop_free,
        induction: false,
        induction_effort: None,
        // Waiting states have no invariant.
        invariant: invariant.filter(|_| !strategy.balanced),
        most,
    };
    let report = search(machine, errors, &options, make, stop)?;
    Ok(Row::new(machine, &report, unbalanced))
}
