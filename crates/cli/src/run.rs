//! One run, top to bottom: read the program, add checks, verify, report.

use crate::cover::{self, Suite};
use crate::inputs::Inputs;
use crate::options::{Mode, Options};
use crate::progress::{self, Board};
use crate::sources::Sources;
use crate::stats::Phases;
use crate::witness::{self, Validation};
use crate::{compiled, facts, failure, finish, model, os, outputs, show, summary};
use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_engine::{Allocation, EngineError, Outcome, QueryLog, Settings, Usable};
use cassay_ir::{FuncId, Program, PropertyClass};
use cassay_passes::{FIXED_POINT, IllFormed, Interrupts, Plan, Stage};
use cassay_report::{Report, Style};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Runs the command; the exit status.
pub fn run(options: &Options, stop: &Stop, board: &Board, start: Instant) -> i32 {
    match try_run(options, stop, board, start) {
        Ok(code) => code,
        Err(Failed::User(message)) => {
            board.clear();
            outputs::give_up(options, &format!("error: {message}"));
            failure::user(&message)
        }
        Err(Failed::Internal(message)) => {
            board.clear();
            outputs::give_up(options, &format!("internal error: {message}"));
            failure::internal(&message)
        }
        Err(Failed::Late) => wait_for_the_end(),
    }
}

/// Why a run has no verdict.
enum Failed {
    /// The input or an option is wrong.
    User(String),
    /// A bug of Cassay.
    Internal(String),
    /// The watchdog has already answered.
    Late,
}

/// The handlers that may interrupt the program, if there are any.
fn interrupts(options: &Options) -> Option<&Interrupts> {
    let chosen = &options.interrupts;
    (!chosen.handlers.is_empty()).then_some(chosen)
}

/// Bounds must be given to loops that exist.
fn check_loop_names(program: &Program, options: &Options) -> Result<(), String> {
    let wanted = &options.settings.unwindset;
    if wanted.is_empty() {
        return Ok(());
    }
    let loops = show::named_loops(program);
    match wanted
        .iter()
        .find(|(name, _)| loops.iter().all(|(other, _)| other != name))
    {
        None => Ok(()),
        Some((name, _)) => Err(format!(
            "--unwindset: there is no loop '{name}' (--show-loops lists the loops)"
        )),
    }
}

fn try_run(options: &Options, stop: &Stop, board: &Board, start: Instant) -> Result<i32, Failed> {
    compiled::check(options).map_err(Failed::User)?;
    cover::prepare(options).map_err(Failed::User)?;
    let validation = Validation::prepare(options).map_err(Failed::User)?;
    let options = validation
        .as_ref()
        .map_or(options, |followed| &followed.options);
    if let Some(path) = &options.smt_output {
        std::fs::File::create(path).map_err(|error| unwritable(path, &error))?;
    }
    if let Some(path) = &options.smt_log {
        std::fs::create_dir_all(path).map_err(|error| unwritable(path, &error))?;
    }
    compiled::prepare(options).map_err(Failed::User)?;
    if options.mode == Mode::Verify {
        outputs::prepare(options).map_err(Failed::User)?;
    }
    witness::prepare(options).map_err(Failed::User)?;
    let mut phases = Phases::default();
    let wanted = chosen_checks(options).map_err(Failed::User)?;
    let checks = match &validation {
        Some(followed) => followed.checks(&wanted),
        None => wanted.clone(),
    };
    let inputs = Inputs::gather(options, &checks).map_err(Failed::User)?;
    let mut program = inputs.compile().map_err(Failed::User)?;
    let plan = Plan {
        checks: &checks,
        entry: None,
        fixed: options.fixed.as_ref(),
        cut_quiet: options.settings.slice,
        slice: options.slice_program && !options.settings.all_states,
        allocation_succeeds: allocation(options, &checks) != Allocation::MayFail,
        new_may_throw: options.new_may_throw,
        interrupts: interrupts(options),
    };
    if passes(&mut program, Stage::Linked, &plan, options)? {
        return Ok(show::dump(&program));
    }
    phases.compiled();
    if options.mode == Mode::ParseOnly {
        return Ok(show::print(&summary::text(&program)));
    }
    let entry = entry(&program, options, &inputs).map_err(Failed::User)?;
    let plan = Plan {
        entry: Some(entry),
        ..plan
    };
    if let Some(chosen) = plan.interrupts {
        chosen.check(&program, entry).map_err(Failed::User)?;
    }
    if passes(&mut program, Stage::Claimed, &plan, options)? {
        return Ok(show::dump(&program));
    }
    if let Some(followed) = &validation {
        followed.restrict(&mut program, &wanted);
    }
    let goals = options.cover.map(|criterion| {
        let goals = cassay_coverage::instrument(&mut program, criterion);
        (criterion, goals)
    });
    let listed = [Mode::ShowLoops, Mode::ShowClaims, Mode::ShowFunctions];
    if listed.contains(&options.mode)
        && let Some(pass) = cassay_passes::find(FIXED_POINT)
    {
        cassay_passes::run_one(&mut program, pass, &plan).map_err(ill_formed)?;
    }
    match options.mode {
        Mode::ShowLoops => return Ok(show::print(&show::loops(&program))),
        Mode::ShowClaims => return Ok(show::print(&show::claims(&program))),
        Mode::ShowFunctions => return Ok(show::print(&show::functions(&program))),
        Mode::Verify
        | Mode::ShowModel
        | Mode::Help
        | Mode::HelpMarkdown
        | Mode::ManPage
        | Mode::Completions(_)
        | Mode::Explain(_)
        | Mode::Version
        | Mode::ShowSolvers
        | Mode::ShowPasses
        | Mode::DumpAfter(_)
        | Mode::ParseOnly => {}
    }
    check_loop_names(&program, options).map_err(Failed::User)?;
    check_solver(&options.settings).map_err(Failed::User)?;
    cassay_frontend::refused(&program, entry).map_err(|error| Failed::User(error.to_string()))?;
    if passes(&mut program, Stage::Started, &plan, options)?
        || dumps(options) && passes(&mut program, Stage::Decided, &plan, options)?
    {
        return Ok(show::dump(&program));
    }
    let start_function = cassay_passes::start_of(&program)
        .ok_or_else(|| Failed::Internal("the program has no start".into()))?;
    board.set("preparing".to_string());
    let settings = Settings {
        allocation: allocation(options, &checks),
        want_details: outputs::want_details(options),
        want_statistics: options.stats && options.verbosity >= 2,
        clock: options.stats.then_some(since_start),
        log: options.smt_log.as_deref().map(log_into),
        interrupts: options.interrupts.limit,
        ..options.settings.clone()
    };
    let parts = (&program, start_function);
    if let Some(text) = model::show(options, parts, &settings, stop).map_err(Failed::User)? {
        return Ok(show::print(&text));
    }
    let outcome = cassay_engine::verify(&program, start_function, &settings, stop, &mut |step| {
        phases.step(&step);
        let text = progress::describe(&step);
        if options.verbosity >= 2 {
            eprintln!("{text}");
        }
        board.set(text);
    })
    .map_err(|error| match error {
        // A failure of an external solver program is not a bug of Cassay.
        EngineError::Solver(error) if options.settings.solver != Settings::default().solver => {
            Failed::User(error.to_string())
        }
        error => Failed::Internal(error.to_string()),
    })?;
    if !finish::claim() {
        return Err(Failed::Late);
    }
    board.clear();
    if let (Some(path), Some(script)) = (&options.smt_output, &outcome.smt) {
        std::fs::write(path, script).map_err(|error| unwritable(path, &error))?;
    }
    let sources = Sources::default();
    let mut report = Report {
        by_name: options.property.is_some(),
        ..Report::new(&program, &outcome, &|file, line| sources.line(file, line))
    };
    facts::fill(
        &mut report,
        options,
        &settings,
        &outcome,
        &mut phases,
        start.elapsed(),
    );
    if let Some((criterion, goals)) = &goals {
        let (program, results) = ((&program, start_function), (&outcome, &report));
        let suite = Suite::new(*criterion, goals, program, results, stop);
        suite.write(options, &checks).map_err(Failed::User)?;
        show::print(&cover::last_lines(&suite));
        return Ok(finish::status(suite.conclusion()));
    }
    let followed = validation.as_ref();
    let mut more = followed.map_or(String::new(), |followed| {
        followed.conclude(&program, &outcome, &mut report)
    });
    compiled::write(options, &checks, &report).map_err(Failed::User)?;
    outputs::write(options, &report).map_err(Failed::User)?;
    more.push_str(&witness::write(options, &report).map_err(Failed::User)?);
    if options.stats {
        more.push_str(&phases.table(&outcome.stats, start.elapsed()));
    }
    more.push_str(&compiled::play(options, &checks, &report, start));
    show::print(&render(options, &report, &outcome, &more));
    compiled::debug_at_terminal(options, &checks, &report);
    Ok(finish::status(report.conclusion))
}

/// Runs the passes of a stage; returns whether the pass of `--dump-after` was reached.
fn passes(
    program: &mut Program,
    stage: Stage,
    plan: &Plan,
    options: &Options,
) -> Result<bool, Failed> {
    let last = match options.mode {
        Mode::DumpAfter(name) => Some(name),
        _ => None,
    };
    cassay_passes::run_until(program, stage, plan, last).map_err(ill_formed)
}

/// Whether the program is printed after some pass.
fn dumps(options: &Options) -> bool {
    matches!(options.mode, Mode::DumpAfter(_))
}

fn ill_formed(error: IllFormed) -> Failed {
    Failed::Internal(error.to_string())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failed {
    Failed::User(format!("{}: cannot be written: {error}", path.display()))
}

/// The checks that the options ask for.
fn chosen_checks(options: &Options) -> Result<CheckSet, String> {
    let Some(property) = &options.property else {
        return Ok(options.checks.clone());
    };
    if !options.error_labels.is_empty() {
        return Err("--error-label cannot be combined with --property".into());
    }
    let names = if Path::new(property).extension().is_some_and(|e| e == "prp") {
        let text = std::fs::read_to_string(property)
            .map_err(|error| format!("{property}: cannot be read: {error}"))?;
        crate::options::property_names(&text).map_err(|what| format!("{property}: {what}"))?
    } else {
        vec![crate::options::known_property(property)?]
    };
    let mut checks = CheckSet::none();
    for name in names {
        let part = CheckSet::for_property(name)
            .map_err(|_| format!("option --property: {name} is not available yet"))?;
        checks.include(&part);
    }
    Ok(checks)
}

/// Writes every query into a folder, one file each. Parallel processes number their own queries,
/// with their names as prefixes.
fn log_into(folder: &Path) -> QueryLog {
    let folder = folder.to_path_buf();
    let count = AtomicUsize::new(0);
    QueryLog(Arc::new(move |script| {
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        let path = folder.join(format!("{}-{number:05}.smt2", os::process_name()));
        std::fs::write(&path, script).map_err(|error| format!("{}: {error}", path.display()))
    }))
}

/// The time since the first call.
fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Reports a solver program that cannot be used before it is needed.
fn check_solver(settings: &Settings) -> Result<(), String> {
    let first = (&settings.solver, settings.solver_command, settings.solving);
    let second = settings.portfolio.as_ref();
    let second = second.map(|(name, solving)| (name, None, *solving));
    for (name, command, solving) in [first].into_iter().chain(second) {
        let chosen = cassay_engine::SOLVERS.iter().find(|s| s.name == *name);
        if solving.integers && chosen.is_some_and(|solver| !solver.arithmetic) {
            return Err(format!(
                "the solver {name} has no integers (--ir); z3 and cvc5 have"
            ));
        }
        match chosen.map(|solver| (solver.usable)(command)) {
            Some(Usable::Yes(_)) => {}
            Some(Usable::Missing(how)) => {
                return Err(format!(
                    "the solver {name} is not installed; to get it: {how}"
                ));
            }
            Some(Usable::Broken(why)) => {
                return Err(format!("the solver {name} cannot be used: {why}"));
            }
            None => return Err(format!("there is no solver {name}")),
        }
    }
    Ok(())
}

/// Whether allocation may fail. By default it may; by SV-COMP's rules it does not, and for memory
/// properties both cases count, since some tasks contradict the rules.
fn allocation(options: &Options, checks: &CheckSet) -> Allocation {
    let about_memory = [
        PropertyClass::NullPointer,
        PropertyClass::InvalidFree,
        PropertyClass::MemoryLeak,
        PropertyClass::MemoryCleanup,
    ];
    match (options.allocation, &options.property) {
        (Some(chosen), _) => chosen,
        (None, None) => Allocation::MayFail,
        (None, Some(_)) if about_memory.iter().any(|class| checks.has(*class)) => {
            Allocation::Either
        }
        (None, Some(_)) => Allocation::Succeeds,
    }
}

/// Names of the function where an execution starts, best first.
const ENTRIES: [&str; 2] = ["main", "__llbmc_main"];

/// The function where an execution starts.
fn entry(program: &Program, options: &Options, inputs: &Inputs) -> Result<FuncId, String> {
    let with_body = |name: &str| {
        program
            .find_function(name)
            .filter(|id| program.functions[*id].has_body())
    };
    let files = inputs.names();
    match &options.function {
        Some(name) => match with_body(name) {
            Some(id) => Ok(id),
            None => named(program, name).map_err(|what| format!("{files}: {what}")),
        },
        None => ENTRIES
            .iter()
            .find_map(|name| with_body(name))
            .ok_or_else(|| {
                format!("{files}: there is no function 'main' (--function names another entry)")
            }),
    }
}

/// The function that the user may have meant by a name without the types of its parameters, or with other
/// spaces.
fn named(program: &Program, name: &str) -> Result<FuncId, String> {
    let plain = |text: &str| text.replace(' ', "");
    let wanted = plain(name);
    let bodies = program.functions.iter_enumerated();
    let bodies = bodies.filter(|(_, function)| function.has_body() && !function.model);
    let meant = |called: &str| {
        let called = plain(called);
        called == wanted
            || called
                .strip_prefix(&wanted)
                .is_some_and(|rest| rest.starts_with('('))
    };
    let found: Vec<_> = bodies.filter(|(_, f)| meant(&f.name)).collect();
    match found.as_slice() {
        [] => Err(format!("there is no function '{name}' with a body")),
        [(id, _)] => Ok(*id),
        several => {
            let mut names: Vec<String> = several
                .iter()
                .map(|(_, f)| format!("'{}'", f.name))
                .collect();
            names.sort();
            let names = names.join(", ");
            Err(format!(
                "function '{name}' is overloaded: --function takes one of {names}"
            ))
        }
    }
}

/// What standard output gets: what else there is to say stands before the verdict. A format for programs says
/// everything by itself, and the rest goes to people.
fn render(options: &Options, report: &Report, outcome: &Outcome, more: &str) -> String {
    let style = Style {
        color: options.color.applies(),
        quiet: options.verbosity == 0,
        invariants: options.show_invariants,
        properties: options.list_properties,
        states: options.settings.all_states,
        width: crate::os::terminal_width(),
    };
    let Some(format) = cassay_report::formats::find(options.format) else {
        unreachable!("options name formats that exist");
    };
    let report = (format.render)(report, style);
    if format.whole {
        eprint!("{more}");
        return report;
    }
    let verdict = report.trim_end().rfind('\n').map_or(0, |end| end + 1);
    let (before, verdict) = report.split_at(verdict);
    let conditions = outcome.vcc.as_deref().unwrap_or_default();
    format!("{conditions}{before}{more}{verdict}")
}

/// Another thread is printing the verdict and will end the process.
fn wait_for_the_end() -> i32 {
    std::thread::sleep(std::time::Duration::from_secs(5));
    finish::UNKNOWN
}
