//! Where an execution is, as far as memory, names and obligations depend on it.
//!
//! The layers below the executor know no frames. What they need of the innermost one is this value,
//! which the executor keeps current.

use cassay_base::Span;
use cassay_ir::{BlockId, FuncId, Function};

/// A position in a function, for obligations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub function: FuncId,
    pub block: BlockId,
    pub statement: usize,
    pub span: Span,
}

/// The place of an execution.
#[derive(Clone, Debug)]
pub(crate) struct Here {
    /// The statement that is executed.
    pub at: At,
    /// The number of the activation, which owns its automatic objects; 0 outside of all.
    pub activation: u64,
    /// The call of a library model from the program that the execution is in.
    pub model: Option<u64>,
    /// The function that was called there.
    pub model_function: Option<FuncId>,
    /// Whether the function that the program starts with is the only one that is active.
    pub outermost: bool,
    /// Whether the value that the statement reads is never used.
    pub unused: bool,
    /// The chain of calls that led to the activation, without iterations.
    pub site: u32,
    /// Distinguishes a state from others that were kept apart from it at the same place.
    pub lane: u32,
    /// Distinguishes the activation and the iterations of the loops in it from all others, for names.
    pub scope: Vec<u32>,
}

impl Here {
    /// Outside of all activations.
    pub fn nowhere() -> Self {
        Here {
            at: At {
                function: FuncId(0),
                block: Function::ENTRY,
                statement: 0,
                span: Span::NONE,
            },
            activation: 0,
            model: None,
            model_function: None,
            outermost: true,
            unused: false,
            site: 0,
            lane: 0,
            scope: Vec::new(),
        }
    }
}
