//! How much of what programs claim is decided, and what is known at their loops.
//!
//! `discharge [--invariants] [--open] [--property NAME] [--32] FILE...` prints a line for each file.

use cassay_absint::{Verdict, analyse};
use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_frontend::{DataModel, Options, compile};
use cassay_passes::{Plan, prepare};
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let mut options = Options::default();
    let mut checks = CheckSet::default();
    let (mut show, mut open_too, mut files) = (false, false, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--invariants" => show = true,
            "--open" => open_too = true,
            "--32" => options.data_model = DataModel::Ilp32,
            "--property" => {
                let name = args.next().unwrap_or_default();
                match CheckSet::for_property(&name) {
                    Ok(set) => checks = set,
                    Err(error) => eprintln!("{error}"),
                }
                options.pure_stubs = true;
            }
            _ => files.push(PathBuf::from(arg)),
        }
    }
    options.sanitizers = cassay_checks::sanitizers(&checks)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let mut totals = [0_usize; 4];
    for file in files {
        let name = file.display().to_string();
        let Ok(mut program) = compile(&[file], &options) else {
            println!("{name}: does not compile");
            continue;
        };
        let plan = Plan::new(&checks, None);
        let Ok(Some(start)) = prepare(&mut program, "main", &plan) else {
            println!("{name}: no main");
            continue;
        };
        let clock = Instant::now();
        let analysis = analyse(&program, start, &Stop::new());
        let time = clock.elapsed().as_secs_f64();
        let count = |wanted: Verdict| analysis.claims().filter(|(_, v)| *v == wanted).count();
        let (proved, unreachable) = (count(Verdict::Proved), count(Verdict::Unreachable));
        let open = count(Verdict::Open);
        totals[0] += proved;
        totals[1] += unreachable;
        totals[2] += open;
        totals[3] += usize::from(open == 0);
        let why = match analysis.given_up() {
            Some(why) => why,
            None if analysis.is_complete() => "complete",
            None => "",
        };
        println!(
            "{name}: {proved} proved, {unreachable} unreachable, {open} open, {time:.3} s {why}"
        );
        if open_too {
            for claim in cassay_ir::claims::claims(&program) {
                if analysis.claim(claim.id) == Verdict::Open {
                    let function = &program.functions[claim.function].name;
                    let (line, class) = (claim.span.line, claim.property.class);
                    println!(
                        "  open {class} {function}:{line}: {}",
                        claim.property.message
                    );
                }
            }
        }
        if show {
            for found in analysis.invariants(&program) {
                let function = &program.functions[found.function].name;
                println!("  {function}:{}: {}", found.span.line, found.text);
            }
        }
    }
    let [proved, unreachable, open, all] = totals;
    println!(
        "total: {proved} proved, {unreachable} unreachable, {open} open; {all} files without open claims"
    );
}
