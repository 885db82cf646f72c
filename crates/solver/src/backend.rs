//! What a back-end tells about itself, so that a list of these is the whole registry.

use crate::{Solver, SolverError};

/// How a back-end is to be set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whether [`Solver::failed_assumptions`] should leave out assumptions that were not needed.
    /// Without it a back-end may answer with all of them, and may be faster.
    pub cores: bool,
    /// Seed of the back-end's random choices. The same seed gives the same run.
    pub seed: u32,
    /// The command of a back-end that runs any program.
    pub command: Option<&'static str>,
}

/// A back-end that can be chosen by name.
#[derive(Clone, Copy)]
pub struct Backend {
    /// Its name, as `--solver` has it.
    pub name: &'static str,
    /// One line for the help text.
    pub about: &'static str,
    /// Makes an instance for the calling thread.
    pub make: fn(&Settings) -> Result<Box<dyn Solver>, SolverError>,
}
