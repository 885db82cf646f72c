//! The share of claims that are decided before any solver, by property class and by domain.
//!
//! `claims [--each N] [--open FILE] [--property NAME] PATH...` analyses programs, and of each folder of
//! tasks N programs at equal distances; it prints tables as Markdown. `--open` writes what stays
//! open. The data model is that of the task definition beside a program.

use cassay_absint::{Domains, Settings, Stage, Verdict, analyse_with};
use cassay_base::Stop;
use cassay_checks::CheckSet;
use cassay_frontend::{DataModel, Options, compile};
use cassay_ir::{FuncId, Program};
use cassay_passes::{Plan, prepare};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What is decided with more and more domains.
const COLUMNS: [&str; 4] = ["intervals", "+ zones", "+ octagons", "+ symbolic ranges"];

/// The claims of a class, and how many of them are decided with each set of domains.
#[derive(Clone, Copy, Default)]
struct Share {
    claims: usize,
    decided: [usize; 4],
}

impl Share {
    fn add(&mut self, decided: [bool; 4]) {
        self.claims += 1;
        for (count, decided) in self.decided.iter_mut().zip(decided) {
            *count += usize::from(decided);
        }
    }

    fn row(&self, name: &str) {
        let shares = self.decided.map(|decided| {
            format!(
                "{:.1} %",
                100.0 * decided as f64 / self.claims.max(1) as f64
            )
        });
        println!("| {name} | {} | {} |", self.claims, shares.join(" | "));
    }
}

fn table(title: &str, shares: &BTreeMap<String, Share>) {
    println!("\n| {title} | claims | {} |", COLUMNS.join(" | "));
    println!("|---|---|---|---|---|---|");
    for (name, share) in shares {
        share.row(name);
    }
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
    let (mut classes, mut folders) = (BTreeMap::new(), BTreeMap::new());
    let mut groups: BTreeMap<String, Share> = BTreeMap::new();
    let (mut seconds, mut programs_seen, mut given_up) = ([0.0; 2], 0, 0);
    let mut average = [0.0; 4];
    for file in paths.iter().flat_map(|path| programs(path, each)) {
        let Some((program, start)) = prepared(&file, &checks) else {
            eprintln!("{}: does not compile", file.display());
            continue;
        };
        programs_seen += 1;
        let only = Domains {
            zones: false,
            octagons: false,
            symbolic: false,
        };
        let analysed = |domains: Domains| {
            let clock = Instant::now();
            let analysis = analyse_with(&program, start, &Settings { domains }, &Stop::new());
            (analysis, clock.elapsed().as_secs_f64())
        };
        let (intervals, _) = analysed(only);
        let (_, cheap) = analysed(Domains {
            zones: true,
            ..only
        });
        let (all, time) = analysed(Domains::default());
        seconds[0] += cheap;
        seconds[1] += time;
        given_up += usize::from(all.given_up().is_some());
        if let Some(why) = all.given_up() {
            let _ = writeln!(left, "{}: given up: {why}", file.display());
        }
        let mut own = Share::default();
        for claim in cassay_ir::claims::claims(&program) {
            let by = all.decided_by(claim.id);
            let until = |stage: Stage| by.is_some_and(|by| by <= stage);
            let decided = [
                intervals.claim(claim.id) != Verdict::Open,
                until(Stage::Values),
                until(Stage::Octagons),
                until(Stage::Symbolic),
            ];
            let class = claim.property.class.to_string();
            let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
            let folder = folder.to_string_lossy().into_owned();
            own.add(decided);
            classes
                .entry(class.clone())
                .or_insert_with(Share::default)
                .add(decided);
            folders
                .entry(folder)
                .or_insert_with(Share::default)
                .add(decided);
            if class == "bounds" || class == "pointer.bounds" {
                groups
                    .entry("bounds of arrays and objects".into())
                    .or_default()
                    .add(decided);
            }
            if !decided[3] {
                let function = &program.functions[claim.function].name;
                let (line, message) = (claim.span.line, &claim.property.message);
                let _ = writeln!(
                    left,
                    "{}:{line}: {class} in {function}: {message}",
                    file.display()
                );
            }
        }
        for (sum, decided) in average.iter_mut().zip(own.decided) {
            *sum += 100.0 * decided as f64 / own.claims.max(1) as f64;
        }
        let (claims, decided) = (own.claims, own.decided[3]);
        eprintln!(
            "{}: {decided} of {claims}, {cheap:.3} s, {time:.3} s",
            file.display()
        );
        let total = groups.entry("all claims".into()).or_default();
        total.claims += own.claims;
        for (sum, decided) in total.decided.iter_mut().zip(own.decided) {
            *sum += decided;
        }
    }
    println!(
        "{programs_seen} programs, {given_up} given up; intervals and zones take {:.1} s, everything {:.1} s.",
        seconds[0], seconds[1]
    );
    table("claims", &groups);
    let shares = average.map(|sum| format!("{:.1} %", sum / f64::from(programs_seen.max(1))));
    println!("| average of programs | | {} |", shares.join(" | "));
    table("class", &classes);
    table("folder", &folders);
    if let Some(path) = open
        && let Err(error) = std::fs::write(&path, left)
    {
        eprintln!("{}: {error}", path.display());
    }
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
    (0..count)
        .map(|k| all[k * all.len() / count].clone())
        .collect()
}

/// A field of a task definition.
fn field(definition: &Path, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(definition).ok()?;
    let rest = text.split_once(key)?.1;
    let word = rest.split_whitespace().find(|word| *word != "-")?;
    Some(word.trim_matches(['\'', '"', '[', ']']).to_owned())
}

/// A program with its checks and a start, as the command line makes it.
fn prepared(file: &Path, checks: &CheckSet) -> Option<(Program, FuncId)> {
    let model = field(&file.with_extension("yml"), "data_model:");
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
