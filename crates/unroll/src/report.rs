//! What a search has found.

use cassay_efsm::Execution;
use std::collections::BTreeMap;

/// Why an error cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No path of the graph is longer and leads to it.
    NoPath,
    /// Every execution of this length has ended.
    Ended,
    /// On every execution of this length some state occurs twice.
    LoopFree,
    /// By induction with this many steps.
    Induction,
}

/// What is known of an error.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It can be reached, by this execution.
    Found(Execution),
    /// It cannot be reached, which was known at this depth.
    Proved {
        /// How.
        why: Why,
        /// When.
        depth: usize,
    },
    /// It cannot be reached in this many steps.
    Open {
        /// The number of steps.
        depth: usize,
        /// Why no more is known.
        why: String,
    },
}

/// What one depth was like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthStatistics {
    /// Control states that can be reached.
    pub controls: usize,
    /// Terms in the pool.
    pub terms: usize,
    /// Assertions so far.
    pub assertions: usize,
}

/// How much work a search was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// By depth.
    pub depths: Vec<DepthStatistics>,
    /// Questions whether errors can be reached.
    pub checks: usize,
    /// Questions whether some execution has not ended.
    pub ntp_checks: usize,
    /// Questions for paths without repetition.
    pub loop_free_checks: usize,
    /// Questions of induction.
    pub induction_checks: usize,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// By the numbers of errors.
    pub outcomes: BTreeMap<usize, Outcome>,
    /// The control states that the machine does not represent and that can be reached, by their numbers:
    /// nothing is proved where there are some.
    pub unrepresented: BTreeMap<usize, Outcome>,
    /// The last depth that was looked at.
    pub depth: usize,
    /// How much work it was.
    pub statistics: Statistics,
}
