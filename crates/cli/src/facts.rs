//! What a report says about its run: the command, the choices that the answer depends on, limits and figures.

use crate::options::Options;
use crate::stats::Phases;
use crate::{os, stats};
use cassay_engine::{Allocation, Outcome, Settings, Strategy};
use cassay_frontend::DataModel;
use cassay_ir::{MemoryModel, NoteKind};
use cassay_report::{Report, RunFacts};
use std::time::Duration;

/// Fills in what only the command line knows.
pub fn fill(
    report: &mut Report,
    options: &Options,
    settings: &Settings,
    outcome: &Outcome,
    phases: &mut Phases,
    wall: Duration,
) {
    let run = &mut report.run;
    describe(run, options);
    run.finished = true;
    run.settings = choices(options, settings);
    run.limits = limits(options, settings);
    run.timings = phases.timings();
    run.wall = wall;
    run.peak_memory = os::peak_memory();
    run.peak_worker = cassay_workers::used().peak;
    run.figures = stats::counts(&outcome.stats).to_vec();
    assumptions(report, options, settings);
    report.advise();
}

/// What is known of a run before it begins.
pub fn describe(run: &mut RunFacts, options: &Options) {
    run.version = env!("CARGO_PKG_VERSION").to_string();
    run.command = command();
    let files = options.files.iter();
    run.files = files.map(|file| file.display().to_string()).collect();
}

/// The command as it can be typed again.
fn command() -> Vec<String> {
    let mut words: Vec<String> = std::env::args().collect();
    if let Some(first) = words.first_mut() {
        let name = first.rsplit('/').next().unwrap_or(first).to_string();
        *first = name;
    }
    words
}

fn data_model(options: &Options) -> &'static str {
    match options.data_model {
        Some(DataModel::Ilp32) => "ILP32",
        Some(DataModel::Lp64) | None => "LP64",
    }
}

fn choices(options: &Options, settings: &Settings) -> Vec<(&'static str, String)> {
    let strategy = match settings.strategy {
        Strategy::Auto => "auto",
        Strategy::Bmc => "bmc",
        Strategy::Incremental => "incremental-bmc",
        Strategy::Falsification => "falsification",
        Strategy::KInduction => "k-induction",
        Strategy::KInductionParallel => "k-induction-parallel",
        Strategy::Model => "pdr",
    };
    let integers = match settings.solving.integers {
        true => "integers",
        false => "bit-vectors",
    };
    let floats = match (&options.fixed, settings.solving.floats_by_bits) {
        (Some(_), _) => "fixed-point",
        (None, true) => "IEEE 754, lowered to bits",
        (None, false) => "IEEE 754",
    };
    let entry = options.function.as_deref().unwrap_or("main");
    vec![
        ("data-model", data_model(options).to_string()),
        ("entry", entry.to_string()),
        ("strategy", strategy.to_string()),
        ("solver", settings.solver.clone()),
        ("integers", integers.to_string()),
        ("floats", floats.to_string()),
        ("memory-model", memory_model(settings.model).to_string()),
        ("allocation", allocation(settings.allocation).to_string()),
    ]
}

fn memory_model(model: MemoryModel) -> &'static str {
    match model {
        MemoryModel::Sc => "sc",
        MemoryModel::Tso => "tso",
        MemoryModel::Pso => "pso",
    }
}

fn allocation(allocation: Allocation) -> &'static str {
    match allocation {
        Allocation::MayFail => "may fail",
        Allocation::Succeeds => "always succeeds",
        Allocation::Either => "both readings",
    }
}

fn limits(options: &Options, settings: &Settings) -> Vec<(&'static str, String)> {
    let mut limits = Vec::new();
    if let Some(time) = options.timeout {
        limits.push(("timeout", format!("{} s", time.as_secs_f64())));
    }
    if let Some(bytes) = options.memlimit {
        limits.push(("memlimit", format!("{bytes} bytes")));
    }
    if let Some(bound) = settings.unwind {
        limits.push(("unwind", bound.to_string()));
    }
    for (id, bound) in &settings.unwindset {
        limits.push(("unwindset", format!("{id}:{bound}")));
    }
    limits.push(("max-k-step", settings.max_k.to_string()));
    if let Some(switches) = settings.contexts {
        limits.push(("context-bound", switches.to_string()));
    }
    if let Some(interrupts) = settings.interrupts {
        limits.push(("interrupt-limit", interrupts.to_string()));
    }
    limits
}

/// What the settings assume about the machine.
fn assumptions(report: &mut Report, options: &Options, settings: &Settings) {
    let ledger = &mut report.ledger;
    let model = data_model(options);
    ledger.assume(NoteKind::DataModel, model, "sizes of types, little-endian");
    let rounding = match &options.fixed {
        Some(_) => "floating-point types are fixed-point numbers",
        None => "IEEE 754, round to nearest unless the program sets another mode",
    };
    ledger.assume(NoteKind::Rounding, "floating point", rounding);
    let heap = match settings.allocation {
        Allocation::MayFail => "every allocation may fail",
        Allocation::Succeeds => "no allocation fails",
        Allocation::Either => "the answer holds whether allocations fail or not",
    };
    ledger.assume(NoteKind::Allocation, "heap", heap);
}
