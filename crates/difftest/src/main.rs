//! `difftest [--from A] [--to B] [--source csmith|own|pointers|cxx] [--tool BINARY [--symbolic]]
//! [--limit SECONDS] [--jobs N] [--no-32] [--keep FOLDER] [--print SEED]`: runs cases A to B-1 of
//! each source and prints the table. Fails when any disagrees.
//!
//! `difftest --lifetimes [--tool BINARY] [--from A] [--to B] …` compares programs about the lifetimes of
//! objects with a model of C and with the sanitizers of gcc and clang.

use cassay_difftest::{
    Answer, Case, Lifetimes, Plan, Source, Subject, csmith_is_installed, cxx_program,
    lifetime_program, pointer_program, program, run, run_lifetimes, supports_ilp32,
};
use std::process::ExitCode;
use std::time::Duration;

struct Arguments {
    plan: Plan,
    print: Option<u64>,
    lifetimes: bool,
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(work) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("difftest: {message}");
            ExitCode::from(2)
        }
    }
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut plan = Plan {
        sources: vec![Source::Csmith, Source::Own],
        seeds: 0..100,
        ilp32: true,
        subject: Subject::Interpreter,
        jobs: 2,
        keep: None,
    };
    let mut print = None;
    let mut lifetimes = false;
    let mut tool = None;
    let mut symbolic = false;
    let mut limit = Duration::from_secs(20);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--from" => plan.seeds.start = number(&value()?)?,
            "--to" => plan.seeds.end = number(&value()?)?,
            "--source" => plan.sources = vec![source(&value()?)?],
            "--tool" => tool = Some(value()?),
            "--symbolic" => symbolic = true,
            "--lifetimes" => lifetimes = true,
            "--limit" => limit = Duration::from_secs(number(&value()?)?),
            "--jobs" => plan.jobs = usize::try_from(number(&value()?)?).unwrap_or(1),
            "--no-32" => plan.ilp32 = false,
            "--keep" => plan.keep = Some(value()?.into()),
            "--print" => print = Some(number(&value()?)?),
            _ => return Err(format!("unknown option {arg}")),
        }
    }
    if let Some(binary) = tool {
        plan.subject = Subject::Tool {
            binary: binary.into(),
            limit,
            symbolic,
        };
    }
    Ok(Arguments {
        plan,
        print,
        lifetimes,
    })
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text} is no number"))
}

fn source(text: &str) -> Result<Source, String> {
    match text {
        "csmith" => Ok(Source::Csmith),
        "own" => Ok(Source::Own),
        "pointers" => Ok(Source::Pointers),
        "cxx" => Ok(Source::Cxx),
        _ => Err(format!("{text} is no source of programs")),
    }
}

fn work(arguments: Arguments) -> Result<bool, String> {
    let Arguments {
        mut plan,
        print,
        lifetimes,
    } = arguments;
    if let Some(seed) = print {
        let text = match plan.sources.as_slice() {
            _ if lifetimes => lifetime_program(seed),
            [Source::Pointers] => pointer_program(seed, false),
            [Source::Cxx] => cxx_program(seed),
            _ => program(seed, false),
        };
        print!("{text}");
        return Ok(true);
    }
    if lifetimes {
        return work_on_lifetimes(plan);
    }
    if plan.ilp32 && !supports_ilp32() {
        eprintln!("difftest: gcc -m32 does not work here; LP64 only");
        plan.ilp32 = false;
    }
    if plan.sources.contains(&Source::Csmith) && !csmith_is_installed() {
        return Err("csmith is not installed".to_owned());
    }
    let table = run(&plan, &tell)?;
    print!("{table}");
    Ok(table.disagreements().next().is_none())
}

fn work_on_lifetimes(plan: Plan) -> Result<bool, String> {
    let (tool, limit) = match plan.subject {
        Subject::Interpreter => (None, Duration::ZERO),
        Subject::Tool { binary, limit, .. } => (Some(binary), limit),
    };
    let tally = run_lifetimes(&Lifetimes {
        seeds: plan.seeds,
        tool,
        limit,
        jobs: plan.jobs,
        keep: plan.keep,
    })?;
    print!("{tally}");
    Ok(tally.wrong.is_empty())
}

/// Disagreements are shown at once.
fn tell(case: Case, answer: &Answer) {
    if let Answer::Disagreed(what) = answer {
        eprintln!("disagreed: {case}: {what}");
    }
}
