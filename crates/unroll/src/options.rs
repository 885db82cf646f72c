//! What can be switched: no switch changes an answer, only what it costs and when it comes.

use cassay_efsm::{Context, Invariant};

/// The constraints that are learnt from the graph of control states (F-SOFT §VII-B). All but the
/// first follow from the formula; they help the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// UBC: the formula at a depth is built only for control states that can be reached then. Without it every
    /// control state is possible at every depth as far as the formula says so.
    pub unreachable_block: bool,
    /// RBC: one of the control states that can be reached is the current one.
    pub reachable_block: bool,
    /// MEC: not two are.
    pub mutual_exclusion: bool,
    /// FRBC: the next control state is a successor.
    pub forward: bool,
    /// BRBC: the previous one is a predecessor.
    pub backward: bool,
}

impl Constraints {
    /// All of them.
    pub const ALL: Constraints = Constraints {
        unreachable_block: true,
        reachable_block: true,
        mutual_exclusion: true,
        forward: true,
        backward: true,
    };

    /// None of them.
    pub const NONE: Constraints = Constraints {
        unreachable_block: false,
        reachable_block: false,
        mutual_exclusion: false,
        forward: false,
        backward: false,
    };
}

/// When it is asked whether some execution has not ended yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ntp {
    /// Never.
    Off,
    /// At depths at which the end can be reached; in a machine without an end, at all depths.
    AtSink,
    /// At all depths.
    Always,
}

/// How a machine is searched.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Constraints from the graph.
    pub constraints: Constraints,
    /// Whether returns must match calls in the graph.
    pub context: Context,
    /// Whether variables that no edge assigns keep their terms, and all terms are simplified across
    /// depths. Without it variables are new symbols at each depth.
    pub reuse: bool,
    /// The longest path that has not ended (NTP).
    pub ntp: Ntp,
    /// The longest path on which no state occurs twice (LFP).
    pub loop_free: bool,
    /// Induction with as many steps as the depth, over paths on which no state occurs twice.
    pub induction: bool,
    /// How much work each question of induction may be, in steps of the solver's own; without limit where there is
    /// none. A question that takes longer is not answered, and the search goes on.
    pub induction_effort: Option<u64>,
    /// Block-specific invariants (BSI): what is known to hold in each control state. It is believed.
    pub invariant: Option<&'a Invariant>,
    /// The last depth.
    pub most: usize,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            constraints: Constraints::ALL,
            context: Context::Matched,
            reuse: true,
            ntp: Ntp::AtSink,
            loop_free: false,
            induction: false,
            induction_effort: None,
            invariant: None,
            most: usize::MAX,
        }
    }
}
