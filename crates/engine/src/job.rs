//! The job of a run: the program, its entry and the settings, which stay the same throughout.

use crate::settings::Settings;
use crate::solvers::Solvers;
use crate::statics::Statics;
use cassay_base::Stop;
use cassay_ir::claims::ClaimIndex;
use cassay_ir::{FuncId, Program};

/// One reading of a program ([`crate::readings`]), and what is to be verified.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The program that is executed symbolically and replayed.
    pub program: &'a Program,
    /// The entry.
    pub entry: FuncId,
    /// Its claims, including those proved without a solver.
    pub claims: &'a ClaimIndex,
    /// The results of abstract interpretation, before the first pass.
    pub statics: &'a Statics,
    /// The user's settings.
    pub settings: &'a Settings,
    /// The solvers.
    pub solvers: &'a Solvers,
    /// The solvers that run on the same queries in parallel (`--portfolio`).
    pub rivals: Option<&'a Solvers>,
    /// The stop token.
    pub stop: &'a Stop,
}
