//! Which programs are usable on this machine, determined by running them.

use cassay_base::Stop;
use cassay_solver::{Answer, Settings, Solver, Usable};
use cassay_term::{Pool, Sort, Value};

use crate::SmtlibSolver;
use crate::process::{Process, WAITS_PER_SECOND};
use crate::program::{self, Program};

/// How long a program may take for each reply, in seconds, also on a busy machine.
const PATIENCE: u32 = 30;

/// Whether a program can be used: it solves a small formula. `command` as [`Settings::command`].
pub fn usable(program: &Program, command: Option<&'static str>) -> Usable {
    usable_within(program, command, PATIENCE)
}

/// The same with a limit in seconds for each reply.
pub fn usable_within(program: &Program, command: Option<&'static str>, patience: u32) -> Usable {
    let patience = patience.saturating_mul(WAITS_PER_SECOND);
    let (resolved, words) = match program::resolve(program, command) {
        Ok(resolved) => resolved,
        Err(why) => return Usable::Missing(why),
    };
    let ask: Vec<String> = words
        .iter()
        .take(1)
        .cloned()
        .chain([resolved.version.to_string()])
        .collect();
    let stop = Stop::new();
    let version = match Process::start(&ask) {
        Ok(mut process) => {
            process.limit_waits(patience);
            process.close_input();
            let printed = process.receive_all(&stop).unwrap_or_default();
            version_in(&printed)
        }
        Err(_) => return Usable::Missing(resolved.get.to_string()),
    };
    match try_out(program, command, patience) {
        Ok(()) => Usable::Yes(version),
        Err(why) => Usable::Broken(format!("{version}: {why}")),
    }
}

/// The first line with a number, without the words that all programs print around it.
fn version_in(printed: &str) -> String {
    let line = printed
        .lines()
        .map(str::trim)
        .find(|line| line.contains(|c: char| c.is_ascii_digit()));
    line.unwrap_or("version not known")
        .chars()
        .take(80)
        .collect()
}

/// Solves `x + 1 = 0` and its contradiction.
fn try_out(program: &Program, command: Option<&'static str>, waits: u32) -> Result<(), String> {
    let settings = Settings {
        command,
        ..Settings::default()
    };
    let mut solver = SmtlibSolver::new(program, &settings).map_err(|error| error.to_string())?;
    solver.limit_waits(waits);
    let mut pool = Pool::raw();
    let x = pool.symbol("x", Sort::Bv(8));
    let (zero, one) = (pool.bv_u64(8, 0), pool.bv_u64(8, 1));
    let sum = pool.bv_add(x, one);
    let (wraps, differs) = (pool.eq(sum, zero), pool.ult(x, one));
    let wrong = |what: String| Err(format!("it does not solve a small formula: {what}"));
    match solver.check(&pool, &[wraps]) {
        Ok(Answer::Sat) => {}
        Ok(answer) => return wrong(format!("{answer:?}")),
        Err(error) => return Err(error.to_string()),
    }
    match solver.model(&pool, &[x]) {
        Ok(model) if model.get(x) == Some(&Value::Bv(cassay_bv::Bv::ones(8))) => {}
        Ok(model) => return wrong(format!("{model:?}")),
        Err(error) => return Err(error.to_string()),
    }
    match solver.check(&pool, &[wraps, differs]) {
        Ok(Answer::Unsat) => Ok(()),
        Ok(answer) => wrong(format!("{answer:?}")),
        Err(error) => Err(error.to_string()),
    }
}
