//! Invariants are not believed: another solver has to show that they hold.

use cassay_efsm::{ControlId, Invariant, Machine};
use cassay_solver::{Answer, Solver, SolverError};

/// What came of checking an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It holds in all states that can be reached, and excludes everything bad.
    Holds,
    /// It does not exclude these errors or open control states.
    Bad(Vec<ControlId>),
    /// This step leads out of it, or this start is outside.
    Broken(String),
    /// The solver did not decide this, and why.
    Undecided(String),
}

/// Shows with a solver, which must not be the one that found the invariant, that nothing bad can be reached.
pub fn check(
    machine: &mut Machine,
    invariant: &Invariant,
    solver: &mut dyn Solver,
) -> Result<Checked, SolverError> {
    let bad = invariant.bad(machine);
    if !bad.is_empty() {
        return Ok(Checked::Bad(bad));
    }
    holds(machine, invariant, solver)
}

/// The same without looking at errors: for proofs that some of them cannot be reached.
pub fn holds(
    machine: &mut Machine,
    invariant: &Invariant,
    solver: &mut dyn Solver,
) -> Result<Checked, SolverError> {
    for duty in invariant.duties(machine) {
        if machine.pool.as_bool(duty.term) == Some(false) {
            continue;
        }
        match solver.check(&machine.pool, &[duty.term])? {
            Answer::Unsat => {}
            Answer::Sat => return Ok(Checked::Broken(duty.name)),
            Answer::Unknown(why) => return Ok(Checked::Undecided(format!("{}: {why}", duty.name))),
        }
    }
    Ok(Checked::Holds)
}
