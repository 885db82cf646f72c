//! The verifier: what every program must satisfy between passes.
//!
//! It type-checks expressions, statements and terminators, and checks that every id names
//! something, that blocks go to blocks, that initialisers fit, and that no temporary is read that
//! no path can have set. It accepts everything later rooms rely on and nothing they would have to
//! look at again; it never panics, whatever the program.

mod claims;
mod expr;
mod function;
mod program;
mod temps;

use crate::function::BlockId;
use crate::program::{FuncId, Program};
use std::fmt;

/// Checks a program. The errors are in program order.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = Vec::new();
    // Everything else looks types up, so they come first and alone.
    program::types(program, &mut errors);
    if errors.is_empty() {
        program::globals(program, &mut errors);
        for id in program.functions.ids() {
            function::function(program, id, &mut errors);
        }
        claims::claims(program, &mut errors);
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// A rule broken, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function and its name, when it is about one.
    pub function: Option<(FuncId, String)>,
    /// The block.
    pub block: Option<BlockId>,
    /// The statement by its index in the block; none for the terminator.
    pub stmt: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((_, name)) = &self.function {
            write!(f, "{name}: ")?;
        }
        if let Some(block) = self.block {
            write!(f, "{block}: ")?;
            match self.stmt {
                Some(index) => write!(f, "statement {index}: ")?,
                None => write!(f, "terminator: ")?,
            }
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

/// An error about the program as a whole.
fn global_error(message: String) -> VerifyError {
    VerifyError {
        function: None,
        block: None,
        stmt: None,
        message,
    }
}
