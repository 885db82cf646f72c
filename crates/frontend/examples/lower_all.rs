//! Lowers the files given and reports what happened to each: a check over a corpus.
//!
//! `lower_all [--print] [--32] [--sanitize A,B] FILE...` compiles every file for itself. The
//! summary counts files accepted, rejected by clang, refused for another reason, ill-formed after
//! lowering, and panics, and lists what was not lowered, by number of files.

use cassay_checks::CheckSet;
use cassay_frontend::{DataModel, FrontendError, Options, compile};
use cassay_ir::{Program, StmtKind};
use cassay_passes::{Plan, Stage};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

#[derive(Default)]
struct Summary {
    accepted: u32,
    without_unsupported: u32,
    rejected: Vec<String>,
    refused: Vec<String>,
    ill_formed: Vec<String>,
    panicked: Vec<String>,
    constructs: BTreeMap<String, u32>,
}

fn main() {
    let mut options = Options::default();
    let mut print = false;
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--print" => print = true,
            "--32" => options.data_model = DataModel::Ilp32,
            "--sanitize" => {
                let list = args.next().unwrap_or_default();
                options.sanitizers = list.split(',').map(str::to_owned).collect();
            }
            _ => files.push(PathBuf::from(arg)),
        }
    }
    let mut summary = Summary::default();
    for file in files {
        let name = file.display().to_string();
        let result = std::panic::catch_unwind(|| compile(std::slice::from_ref(&file), &options));
        match result {
            Err(_) => summary.panicked.push(name),
            Ok(Err(FrontendError::Rejected { .. })) => summary.rejected.push(name),
            Ok(Err(error)) => summary.refused.push(error.to_string()),
            Ok(Ok(program)) => inspect(&mut summary, name, program, print),
        }
    }
    report(&summary);
}

fn inspect(summary: &mut Summary, name: String, mut program: Program, print: bool) {
    summary.accepted += 1;
    let checks = CheckSet::none();
    let mut plan = Plan::new(&checks, None);
    let _ = cassay_passes::run(&mut program, Stage::Linked, &plan);
    plan.entry = program.find_function("main");
    if let Some(pass) = cassay_passes::find("add-start") {
        let _ = cassay_passes::run_one(&mut program, pass, &plan);
    }
    if print {
        println!("{}", cassay_ir::text::print_functions(&program));
    }
    if let Err(errors) = cassay_ir::verify::verify(&program) {
        let first = errors.first().map(|error| format!("{error}"));
        let text = format!("{name}: {}", first.unwrap_or_default());
        summary.ill_formed.push(text);
    }
    let mut constructs = BTreeSet::new();
    for function in program.functions.iter() {
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                if let StmtKind::Unsupported(what) = &stmt.kind {
                    constructs.insert(what.to_string());
                }
            }
        }
    }
    if constructs.is_empty() {
        summary.without_unsupported += 1;
    }
    for construct in constructs {
        *summary.constructs.entry(construct).or_default() += 1;
    }
}

fn report(summary: &Summary) {
    println!("accepted            {}", summary.accepted);
    println!("  all of it lowered {}", summary.without_unsupported);
    for (title, list) in [
        ("rejected by clang", &summary.rejected),
        ("refused", &summary.refused),
        ("ill-formed", &summary.ill_formed),
        ("panicked", &summary.panicked),
    ] {
        println!("{title:19} {}", list.len());
        for entry in list {
            println!("    {entry}");
        }
    }
    let mut constructs: Vec<_> = summary.constructs.iter().collect();
    constructs.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    println!("not lowered, in files:");
    for (construct, count) in constructs {
        println!("{count:8}  {construct}");
    }
}
