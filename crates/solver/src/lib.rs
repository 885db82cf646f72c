//! The solver interface and what works with any solver: decorators, one assembly function, and the
//! conformance suite every back-end must pass.
//!
//! Separation: nothing here knows a particular solver, the IR or the program.

mod backend;
mod cache;
mod chain;
pub mod conformance;
mod count;
mod encoded;
mod fallback;
mod forward;
mod script;
mod slice;
mod symbols;
#[cfg(test)]
mod testing;
mod validate;

pub use backend::{Backend, Configuration, Settings, Usable};
pub use cache::Cache;
pub use chain::{Chain, assemble, assemble_list};
pub use count::{Clock, Count, Counters, Counts};
pub use encoded::Encoded;
pub use fallback::{Fallback, Maker, Notes};
pub(crate) use forward::forward;
pub use script::{Script, ScriptSink};
pub use slice::Slice;
pub use validate::Validate;

use cassay_base::Stop;
use cassay_term::{Model, Pool, TermId};

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a model: ask [`Solver::model`].
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up, and why.
    Unknown(String),
}

/// An error of a back-end; never a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The back-end lacks an operator or sort.
    #[error("{solver} does not support {what}")]
    Unsupported {
        /// The back-end.
        solver: String,
        /// What it lacks.
        what: String,
    },
    /// The answer was checked and is wrong.
    #[error("{solver} gave a wrong answer: {what}")]
    WrongAnswer {
        /// The back-end.
        solver: String,
        /// What is wrong.
        what: String,
    },
    /// The back-end failed.
    #[error("{solver} failed: {what}")]
    Failed {
        /// The back-end.
        solver: String,
        /// How.
        what: String,
    },
}

/// A solver for formulas over terms. Incremental: assertions stay, assumptions hold for one check.
pub trait Solver {
    /// Its name, as `--solver` has it.
    fn name(&self) -> &str;

    /// Adds a Bool term for good.
    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError>;

    /// Checks the assertions together with these Bool terms.
    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError>;

    /// After [`Answer::Sat`]: values for these symbols.
    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError>;

    /// After [`Answer::Unsat`]: assumptions that suffice for it, a subset of those given.
    fn failed_assumptions(&mut self, pool: &Pool) -> Result<Vec<TermId>, SolverError>;

    /// The token that ends a check early with [`Answer::Unknown`].
    fn set_stop(&mut self, stop: Stop);

    /// How much work a check may take before it ends with [`Answer::Unknown`], in steps of the
    /// back-end's own that do not depend on the clock; without limit unless told. A back-end that
    /// cannot count takes no notice.
    fn set_effort(&mut self, steps: Option<u64>);

    /// What the back-end counted since it was made, under names of its own; nothing where it does
    /// not count.
    fn statistics(&mut self) -> Vec<(String, String)> {
        Vec::new()
    }
}
