//! What is verified, and how: everything that stays the same through a run.

use crate::settings::Settings;
use crate::solvers::Solvers;
use crate::statics::Statics;
use cassay_base::Stop;
use cassay_ir::claims::ClaimIndex;
use cassay_ir::{FuncId, Program};

/// One reading of a program, with what is wanted of it.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The program that is executed symbolically and replayed.
    pub program: &'a Program,
    /// Where executions start.
    pub entry: FuncId,
    /// Its claims, those proved without a solver too.
    pub claims: &'a ClaimIndex,
    /// What was decided before the first pass.
    pub statics: &'a Statics,
    /// The user's choices.
    pub settings: &'a Settings,
    /// Who solves.
    pub solvers: &'a Solvers,
    /// Who solves the same at the same time (`--portfolio`).
    pub rivals: Option<&'a Solvers>,
    /// When to stop.
    pub stop: &'a Stop,
}
