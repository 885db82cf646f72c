//! Settings of a verification run.

use crate::machine::Way;
use cassay_ir::MemoryModel;
use std::sync::Arc;

/// The schedule to follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Automatic: one pass at the smallest bound; if that is not conclusive, growing bounds and
    /// proofs by induction in parallel.
    #[default]
    Auto,
    /// One pass at a fixed bound (`--unwind`).
    Bmc,
    /// Growing bounds until a violation or a proof.
    Incremental,
    /// Growing bounds, looking for violations only.
    Falsification,
    /// Growing bounds, with a proof by induction tried at each.
    KInduction,
    /// Growing bounds and proofs by induction, in parallel processes.
    KInductionParallel,
    /// Proofs on the program as a finite-state machine, and nothing else (`--pdr`).
    Model,
}

/// Receives a query as an SMT-LIB script; an `Err` ends the query with that text.
pub type TakeQuery = dyn Fn(&str) -> Result<(), String> + Send + Sync;

/// Where queries go.
#[derive(Clone)]
pub struct QueryLog(pub Arc<TakeQuery>);

impl std::fmt::Debug for QueryLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("QueryLog")
    }
}

/// Whether allocation on the heap fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// Every call may fail.
    #[default]
    MayFail,
    /// No call fails.
    Succeeds,
    /// Not specified: only an answer that holds in both readings is given.
    Either,
}

pub use cassay_symex::Propagation;

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The schedule.
    pub strategy: Strategy,
    /// Bound on loop iterations and recursion (`--unwind`).
    pub unwind: Option<u32>,
    /// Bounds of single loops (`--unwindset`), by loop id as `--show-loops` prints it.
    pub unwindset: Vec<(String, u32)>,
    /// Whether reaching a bound must be excluded for *safe*.
    pub unwinding_assertions: bool,
    /// Whether execution continues after a loop that reached its bound.
    pub partial_loops: bool,
    /// The most switches between threads (`--context-bound`).
    pub contexts: Option<u32>,
    /// Whether programs with threads are executed under some schedules first (`--no-simulation`).
    pub simulation: bool,
    /// When stores reach the memory that threads share (`--mm`).
    pub model: MemoryModel,
    /// The most runs of interrupt handlers in the executions of the program (`--interrupt-limit`).
    pub interrupts: Option<u32>,
    /// The last bound growing strategies try (`--max-k-step`).
    pub max_k: u32,
    /// The increment of the bound (`--k-step`).
    pub k_step: u32,
    /// Decide every property instead of stopping at the first violation.
    pub multi_property: bool,
    /// Show every state of a counterexample, not only those that matter.
    pub all_states: bool,
    /// Whether allocation fails (`--force-malloc-success`, `--malloc-may-fail`).
    pub allocation: Allocation,
    /// Whether proofs are tried on the program as a finite-state machine (`--no-model`).
    pub machine: bool,
    /// How violations and proofs are looked for on it, where nothing else is tried.
    pub machine_by: Way,
    /// Whether claims are first tried by abstract interpretation.
    pub static_analysis: bool,
    /// Whether terms are simplified when they are made (`--no-simplify`).
    pub simplify: bool,
    /// What is propagated in executions besides constants (`--no-propagation`).
    pub propagation: Propagation,
    /// Name of the solver.
    pub solver: String,
    /// The command of a solver that runs any program (`--smtlib-solver-prog`).
    pub solver_command: Option<&'static str>,
    /// Options of solvers, and the encodings for the chosen one.
    pub solving: cassay_solver::Settings,
    /// Whether a solver chosen by the features of the query replaces the one named above.
    pub choose: bool,
    /// Whether another solver takes over where one fails (`--solver-fallback`).
    pub fallback: bool,
    /// The solver, with its encoding, that runs on the same queries in parallel (`--portfolio`).
    pub portfolio: Option<(String, cassay_solver::Settings)>,
    /// Whether answers of solvers are cached.
    pub cache: bool,
    /// Whether solvers get only the constraints that are relevant to a query, and executions are
    /// followed only as far as a claim can be violated (`--no-slice`).
    pub slice: bool,
    /// The clock that solvers are timed with, for figures only.
    pub clock: Option<cassay_solver::Clock>,
    /// Whether solvers report their own statistics.
    pub want_statistics: bool,
    /// Where every query goes before it is asked (`--smt-log`).
    pub log: Option<QueryLog>,
    /// Whether to keep the last equation as an SMT-LIB script in the outcome (`--smt-output`).
    pub want_smt: bool,
    /// Whether to record what a page about the run shows: what each line cost, and pictures of memory
    /// (`--html-report`).
    pub want_details: bool,
    /// Whether to keep the verification conditions as text in the outcome (`--show-vcc`).
    pub want_vcc: bool,
}

impl Settings {
    /// The rules that terms are made with.
    pub fn rules(&self) -> cassay_simplify::Choice {
        cassay_simplify::Choice {
            rules: self.simplify,
            reads: self.propagation.stores,
        }
    }

    /// Whether the user asked for an answer within the bound only.
    pub fn is_bounded(&self) -> bool {
        !self.unwinding_assertions || self.partial_loops
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            strategy: Strategy::Auto,
            unwind: None,
            unwindset: Vec::new(),
            unwinding_assertions: true,
            partial_loops: false,
            contexts: None,
            simulation: true,
            model: MemoryModel::Sc,
            interrupts: None,
            max_k: 50,
            k_step: 1,
            multi_property: false,
            all_states: false,
            allocation: Allocation::default(),
            machine: true,
            machine_by: Way::default(),
            static_analysis: true,
            simplify: true,
            propagation: Propagation::default(),
            solver: "bitwuzla".to_string(),
            solver_command: None,
            solving: cassay_solver::Settings::default(),
            choose: false,
            fallback: false,
            portfolio: None,
            clock: None,
            want_statistics: false,
            log: None,
            cache: true,
            slice: true,
            want_smt: false,
            want_vcc: false,
            want_details: false,
        }
    }
}

/// The phase of a run, for a progress line.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Progress {
    /// Abstract interpretation.
    Analysing,
    /// Executions under some schedules.
    Simulating,
    /// The search through all states of a program with threads.
    Exploring,
    /// Symbolic execution with this bound.
    Executing {
        /// The bound.
        bound: u32,
    },
    /// Solving.
    Solving {
        /// The bound.
        bound: u32,
        /// Verification conditions left.
        conditions: usize,
    },
    /// The inductive step.
    Inducting {
        /// How many passes it follows.
        k: u32,
        /// How many conjectures about loops are left.
        conjectures: usize,
    },
    /// The prover on the machine.
    Modelling {
        /// How many steps the frames cover.
        frames: usize,
        /// How many lemmas there are.
        lemmas: usize,
    },
    /// Replaying a counterexample.
    Replaying,
}
