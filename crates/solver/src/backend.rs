//! The description of a back-end; a list of these is the whole registry.

use cassay_term::Op;

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
    /// Whether floats reach the back-end as bit-vectors even where it has a theory of floats.
    pub floats_by_bits: bool,
    /// Whether arrays reach the back-end as their reads even where it has a theory of arrays.
    pub arrays_by_reads: bool,
    /// For how many seconds a program may be silent, where another back-end can take over.
    pub patience: Option<u32>,
    /// Whether bit-vectors are written as mathematical integers where that says the same. Only for
    /// back-ends with [`Backend::arithmetic`].
    pub integers: bool,
}

impl Settings {
    /// The plain ones, as [`Default`] gives them, for tables.
    pub const DEFAULT: Settings = Settings {
        cores: false,
        seed: 0,
        command: None,
        floats_by_bits: false,
        arrays_by_reads: false,
        patience: None,
        integers: false,
    };
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
    /// Finds out whether it can be used on this machine, for a command as in [`Settings`].
    pub usable: fn(Option<&'static str>) -> Usable,
    /// The command to run, where the back-end runs any program: takes the place of the one in
    /// [`Settings`].
    pub command: Option<&'static str>,
    /// Whether it is a part of Cassay. The failure of a program of somebody else is no bug of ours.
    pub embedded: bool,
    /// The float operators that it lacks; they reach it as bit-vectors.
    pub lacks: Option<fn(Op) -> bool>,
    /// Whether it has a theory of arrays; they reach it as their reads otherwise.
    pub arrays: bool,
    /// Whether it knows integers and so can take [`Settings::integers`].
    pub arithmetic: bool,
}

/// A back-end, set up in one way.
#[derive(Clone, Copy)]
pub struct Configuration {
    /// The back-end.
    pub backend: Backend,
    /// How it is set up.
    pub settings: Settings,
}

/// Whether a back-end can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Usable {
    /// It works; what it says of itself.
    Yes(String),
    /// It is there and does not work; why.
    Broken(String),
    /// It is not there; how to get it.
    Missing(String),
}
