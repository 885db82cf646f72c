//! The share of claims that are decided before any solver, by property class and by domain.
//!
//! `claims [--each N] [--open FILE] [--property NAME] PATH...` reads programs, and of each folder of
//! tasks N programs at equal distances; it prints tables as Markdown. `--open` writes what stays
//! open. The data model is that of the task definition beside a program.

use cassay_absint::{Verdict, analyse};
use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_frontend::{DataModel, Options, compile};
use cassay_ir::{FuncId, Program};
use cassay_passes::{Plan, prepare};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The claims of a class.
#[derive(Clone, Copy, Default)]
struct Share {
    claims: usize,
    decided: usize,
}

/// The analysis with some domains.
#[derive(Default)]
struct Column {
    classes: BTreeMap<String, Share>,
    seconds: f64,
    given_up: usize,
}

fn main() {
    let mut checks = CheckSet::default();
    let (mut each, mut open, mut paths) = (usize::MAX, None, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--each" => each = args.next().and_then(|n| n.parse().ok()).unwrap_or(each),
            "--open" => open = args.next().map(PathBuf::from),
            "--property" => match CheckSet::for_property(&args.next().unwrap_or_default()) {
                Ok(set) => checks = set,
                Err(error) => eprintln!("{error}"),
            },
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    let mut left = String::new();
    let mut column = Column::default();
    let mut count = 0;
    for file in paths.iter().flat_map(|path| programs(path, each)) {
        let Some((program, start)) = prepared(&file, &checks) else {
            eprintln!("{}: does not compile", file.display());
            continue;
        };
        count += 1;
        let clock = Instant::now();
        let analysis = analyse(&program, start, &Stop::new());
        let time = clock.elapsed().as_secs_f64();
        column.seconds += time;
        column.given_up += usize::from(analysis.given_up().is_some());
        if let Some(why) = analysis.given_up() {
            let _ = writeln!(left, "{}: given up: {why}", file.display());
        }
        let mut own = Share::default();
        for claim in cassay_ir::claims::claims(&program) {
            let share = column.classes.entry(claim.property.class.to_string()).or_default();
            let decided = usize::from(analysis.claim(claim.id) != Verdict::Open);
            share.claims += 1;
            share.decided += decided;
            own.claims += 1;
            own.decided += decided;
            if decided == 0 {
                let function = &program.functions[claim.function].name;
                let _ = writeln!(
                    left,
                    "{}:{}: {} in {function}: {}",
                    file.display(),
                    claim.span.line,
                    claim.property.class,
                    claim.property.message
                );
            }
        }
        let Share { claims, decided } = own;
        eprintln!("{}: {decided} of {claims}, {time:.3} s", file.display());
    }
    println!("{count} programs, {:.1} s, given up {}\n", column.seconds, column.given_up);
    println!("| class | claims | decided | share |\n|---|---|---|---|");
    let mut all = Share::default();
    for (class, share) in &column.classes {
        row(class, *share);
        all.claims += share.claims;
        all.decided += share.decided;
    }
    row("all", all);
    if let Some(path) = open
        && let Err(error) = std::fs::write(&path, left)
    {
        eprintln!("{}: {error}", path.display());
    }
}

fn row(name: &str, Share { claims, decided }: Share) {
    let share = 100.0 * decided as f64 / claims.max(1) as f64;
    println!("| {name} | {claims} | {decided} | {share:.1} % |");
}

/// A program, or some of the tasks of a folder.
fn programs(path: &Path, each: usize) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut all = Vec::new();
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        let definition = entry.path();
        if definition.extension().is_some_and(|ext| ext == "yml")
            && let Some(name) = field(&definition, "input_files:")
        {
            all.push(definition.with_file_name(name));
        }
    }
    all.sort();
    all.dedup();
    let count = each.min(all.len());
    (0..count).map(|k| all[k * all.len() / count].clone()).collect()
}

/// A field of a task definition.
fn field(definition: &Path, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(definition).ok()?;
    let word = text.split_once(key)?.1.split_whitespace().find(|word| *word != "-")?;
    Some(word.trim_matches(['\'', '"', '[', ']']).to_owned())
}

/// A program with its checks and a start, as the command line makes it.
fn prepared(file: &Path, checks: &CheckSet) -> Option<(Program, FuncId)> {
    let definition = file.with_extension("yml");
    let model = field(&definition, "data_model:");
    let options = Options {
        sanitizers: cassay_checks::sanitizers(checks)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        data_model: match model.as_deref() {
            Some("ILP32") => DataModel::Ilp32,
            _ => DataModel::Lp64,
        },
        ..Options::default()
    };
    let mut program = compile(&[file.to_owned()], &options).ok()?;
    let start = prepare(&mut program, "main", &Plan::new(checks, None)).ok()??;
    Some((program, start))
}
