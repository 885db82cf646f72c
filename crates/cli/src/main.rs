//! The command line: arguments, files, limits, exit codes. The only crate that prints.
//!
//! The work runs on a thread with a deep stack; a watchdog beside it keeps the limits. However a
//! run ends, it ends with exactly one verdict, an error, or an internal error.

mod compiled;
mod cover;
mod facts;
mod failure;
mod finish;
mod headers;
mod inputs;
mod memory;
mod model;
mod options;
mod os;
mod outputs;
mod progress;
mod run;
mod show;
mod sources;
mod stats;
mod summary;
mod timestamp;
mod watchdog;
mod witness;

use cassay_base::Stop;
use options::{Mode, Options};
use std::sync::Arc;
use std::time::Instant;

/// Stack of the verification thread, most wanted first; a limit on the address space may refuse.
const STACKS: [usize; 2] = [64 << 20, 16 << 20];

fn main() {
    let start = Instant::now();
    os::exit_now(command(start));
}

/// Runs the command; the exit status.
fn command(start: Instant) -> i32 {
    let mut args = Vec::new();
    for arg in std::env::args_os().skip(1) {
        match arg.into_string() {
            Ok(arg) => args.push(arg),
            Err(arg) => {
                return failure::user(&format!("argument {arg:?} is not valid UTF-8"));
            }
        }
    }
    let options = match options::parse_with_file(&args) {
        Ok(options) => options,
        Err(message) => return failure::user(&message),
    };
    match options.mode {
        Mode::Help => show::print(&options::help_text()),
        Mode::HelpMarkdown => show::print(&options::markdown()),
        Mode::ManPage => show::print(&options::man_page()),
        Mode::Completions(shell) => show::print(&options::completions(shell)),
        Mode::Explain(class) => show::print(&cassay_checks::page(class)),
        Mode::Version => show::print(concat!("cassay ", env!("CARGO_PKG_VERSION"), "\n")),
        Mode::ShowSolvers => show::print(&show::solvers()),
        Mode::ShowPasses => show::print(&cassay_passes::table()),
        Mode::Verify
        | Mode::ShowLoops
        | Mode::ShowClaims
        | Mode::ShowFunctions
        | Mode::ShowModel
        | Mode::DumpAfter(_)
        | Mode::ParseOnly => {
            if options.files.is_empty() && options.compile_commands.is_none() {
                return failure::user(
                    "no input file (cassay [OPTIONS] FILE..., --help tells more)",
                );
            }
            work(options, start)
        }
    }
}

/// Runs the verification under its limits.
fn work(options: Options, start: Instant) -> i32 {
    failure::catch_panics();
    os::catch_crashes();
    os::catch_interrupts();
    memory::watch_cpp_allocations();
    let stop = Stop::new();
    let board = Arc::new(progress::Board::new(options.verbosity == 0));
    let options = Arc::new(options);
    watchdog::watch(
        Arc::clone(&options),
        start,
        stop.clone(),
        Arc::clone(&board),
    );
    for stack_size in STACKS {
        let (wanted, stop, board) = (Arc::clone(&options), stop.clone(), Arc::clone(&board));
        let spawned = std::thread::Builder::new()
            .name("verification".into())
            .stack_size(stack_size)
            .spawn(move || run::run(&wanted, &stop, &board, start));
        if let Ok(thread) = spawned {
            return match thread.join() {
                Ok(code) => code,
                Err(_) => {
                    let what = failure::last_panic();
                    outputs::give_up(&options, &format!("internal error: {what}"));
                    failure::internal(&what)
                }
            };
        }
    }
    failure::user("the memory limit leaves no room for a thread")
}
