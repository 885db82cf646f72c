//! Follows a witness: runs on the program that [`cassay_witness::follow`] makes, and says what that means for the witness.
//!
//! A violation witness restricts the executions; a violation that is found is one of the program, and nothing is concluded
//! from finding none. The invariants of a correctness witness are claims beside those of the program, which all
//! must be proved; each may be used to prove the others, as claims are assumed behind their places and in inductive steps.

use super::task;
use crate::options::{Options, property_names};
use cassay_base::Span;
use cassay_checks::CheckSet;
use cassay_engine::{Outcome, PropertyStatus};
use cassay_frontend::DataModel;
use cassay_ir::{Program, StmtKind};
use cassay_report::{Conclusion, Place, Reason, Report, Why};
use cassay_witness::follow::{self, Followed, Origin};
use cassay_witness::{Content, Lines, Witness, sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A witness that is followed.
pub struct Validation {
    /// The options of the run.
    pub options: Options,
    witness: Witness,
    followed: Followed,
    /// The program's file as the user named it, and its text.
    name: String,
    text: String,
    folder: PathBuf,
}

impl Drop for Validation {
    fn drop(&mut self) {
        // A folder left behind in the system's place for such things does no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Validation {
    /// Reads the witness and makes the program that follows it, if one is to be followed.
    pub fn prepare(options: &Options) -> Result<Option<Validation>, String> {
        let Some(path) = &options.validate_witness else {
            return Ok(None);
        };
        let [file] = options.files.as_slice() else {
            return Err("--validate-witness needs a program of one file".into());
        };
        if !task::is_c(file) {
            return Err("--validate-witness: witnesses are about programs in C".into());
        }
        let witness = read_text(path)?;
        let witness =
            cassay_witness::read(&witness).map_err(|what| format!("{}: {what}", path.display()))?;
        let text = read_text(file)?;
        let name = file.display().to_string();
        check_sum(&witness, file)?;
        let followed = follow::follow(&text, &name, &witness.content)
            .map_err(|what| format!("{}: {what}", path.display()))?;
        let options = changed(options, &witness, file)?;
        let folder = std::env::temp_dir().join(format!("cassay-witness-{}", std::process::id()));
        let made = folder.join(file.file_name().unwrap_or_default());
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(&made, &followed.text))
            .map_err(|error| format!("{}: cannot be written: {error}", made.display()))?;
        Ok(Some(Validation {
            options: Options {
                files: vec![made],
                ..options
            },
            witness,
            followed,
            name,
            text,
            folder,
        }))
    }

    /// The checks of the run: those of the specification, and the claims of the witness.
    pub fn checks(&self, wanted: &CheckSet) -> CheckSet {
        let mut checks = wanted.clone();
        if matches!(self.witness.content, Content::Correctness(_)) {
            checks.set("assertions", true);
        }
        checks
    }

    /// Where a place of the program comes from; none if it is in another file.
    fn origin(&self, program: &Program, span: Span) -> Option<(u32, Origin)> {
        if !span.is_known() {
            return None;
        }
        let file = program.file_name(span);
        let line = Lines::new(&self.text).here(&self.name, file, span.line)?;
        Some((line, self.followed.origin(line, span.column)))
    }

    /// Leaves the claims that the witness is about: those of the specification and of invariants; or those on the line of the
    /// violation, if there are any.
    pub fn restrict(&self, program: &mut Program, wanted: &CheckSet) {
        let mut origins = Vec::new();
        for function in program.functions.iter() {
            for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
                if matches!(stmt.kind, StmtKind::Assert { .. }) {
                    origins.push(self.origin(program, stmt.span));
                }
            }
        }
        let at_target = |origin: &Option<(u32, Origin)>| {
            origin.is_some_and(|(line, _)| Some(line) == self.followed.target)
        };
        let any_at_target = origins.iter().any(at_target);
        let mut origins = origins.into_iter();
        for function in program.functions.iter_mut() {
            for block in function.blocks.iter_mut() {
                block.stmts.retain_mut(|stmt| {
                    let StmtKind::Assert { cond, property, .. } = &stmt.kind else {
                        return true;
                    };
                    let origin = origins.next().flatten();
                    if any_at_target && !at_target(&origin) {
                        stmt.kind = StmtKind::Assume(cond.clone());
                        return true;
                    }
                    let of_witness = matches!(origin, Some((_, Origin::Witness(_))));
                    of_witness || wanted.has(property.class)
                });
            }
        }
    }

    /// Changes the report to what the run says about the witness; what is to be said about it.
    pub fn conclude(&self, program: &Program, outcome: &Outcome, report: &mut Report) -> String {
        let mut out = String::new();
        for finding in &mut report.findings {
            self.lead_back(&mut finding.place);
        }
        for what in &self.followed.open {
            let _ = writeln!(out, "witness: not followed: {what}");
        }
        match &self.witness.content {
            Content::Violation(_) => {
                if report.conclusion == Conclusion::Unsafe {
                    out.push_str("witness: confirmed: an execution follows it and violates the specification\n");
                } else if report.conclusion == Conclusion::Safe {
                    let why = "no execution that follows the witness violates the specification";
                    let _ = writeln!(out, "witness: refuted: {why}");
                    unknown(report, why);
                }
            }
            Content::Correctness(invariants) => {
                self.conclude_proof(invariants, program, outcome, report, &mut out);
            }
        }
        out
    }

    /// Makes the column of a place that of the program.
    fn lead_back(&self, place: &mut Place) {
        let line = Lines::new(&self.text).here(&self.name, &place.file, place.line);
        let origin = line.map(|line| self.followed.origin(line, place.column));
        if let Some(Origin::Program(column)) = origin
            && column != place.column
        {
            place.column = column;
            place.end_column = None;
        }
    }

    fn conclude_proof(
        &self,
        invariants: &[cassay_witness::Invariant],
        program: &Program,
        outcome: &Outcome,
        report: &mut Report,
        out: &mut String,
    ) {
        let mut held = vec![true; invariants.len()];
        let mut violated = vec![false; invariants.len()];
        for property in &outcome.properties {
            let origin = self.origin(program, property.span);
            let Some((_, Origin::Witness(Some(number)))) = origin else {
                continue;
            };
            let proved = match property.status {
                PropertyStatus::Proved(_) | PropertyStatus::Unreachable => true,
                PropertyStatus::Violated { .. } => {
                    violated[number] = true;
                    false
                }
                PropertyStatus::Bounded { .. }
                | PropertyStatus::FewInterrupts { .. }
                | PropertyStatus::NotChecked => false,
            };
            held[number] &= proved;
        }
        let of_program = outcome.violations.iter().filter(|violation| {
            let origin = self.origin(program, violation.span);
            !matches!(origin, Some((_, Origin::Witness(_))))
        });
        let safe = report.conclusion == Conclusion::Safe;
        let claimed = &self.followed.claimed;
        for (number, invariant) in invariants.iter().enumerate() {
            let place = &invariant.location;
            let at = format!("{}:{}", place.file, place.line);
            if violated[number] {
                let _ = writeln!(
                    out,
                    "witness: refuted: {at}: {} does not hold",
                    invariant.value
                );
            } else if claimed.contains(&number) && !held[number] && !safe {
                let _ = writeln!(out, "witness: open: {at}: {}", invariant.value);
            }
        }
        if of_program.count() > 0 {
            out.push_str("witness: refuted: the program violates its specification\n");
        } else if violated.contains(&true) {
            unknown(report, "an invariant of the witness does not hold");
        } else if safe && self.followed.open.is_empty() {
            let _ = writeln!(out, "witness: confirmed: {} invariants hold", claimed.len());
        } else if safe {
            unknown(report, "some invariants of the witness were not followed");
        }
    }
}

fn unknown(report: &mut Report, why: &str) {
    report.conclusion = Conclusion::Unknown;
    report.findings.clear();
    report.reason = Some(Reason::Open(Box::new(Why::Inconclusive(why.to_owned()))));
}

fn read_text(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path)
        .map_err(|error| format!("{}: cannot be read: {error}", path.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("{}: is not in UTF-8", path.display()))
}

/// The witness must be about this program.
fn check_sum(witness: &Witness, file: &Path) -> Result<(), String> {
    let bytes = std::fs::read(file).unwrap_or_default();
    let sum = sha256(&bytes);
    match witness
        .metadata
        .files
        .iter()
        .any(|(_, known)| *known == sum)
    {
        true => Ok(()),
        false => Err(format!(
            "--validate-witness: the witness is about another program than {} (its SHA-256 sum differs)",
            file.display()
        )),
    }
}

/// The options of the run: what the user did not say is taken from the witness.
fn changed(options: &Options, witness: &Witness, file: &Path) -> Result<Options, String> {
    let mut options = options.clone();
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        Some(_) | None => PathBuf::from("."),
    };
    options.clang_args.push("-iquote".to_owned());
    options.clang_args.push(folder.display().to_string());
    if options.data_model.is_none() && witness.metadata.data_model == "ILP32" {
        options.data_model = Some(DataModel::Ilp32);
    }
    if options.property.is_none() {
        let text = &witness.metadata.specification;
        let names = property_names(text)
            .or_else(|_| property_names(&format!("CHECK( init(main()), LTL({text}) )")))
            .map_err(|what| format!("the specification of the witness: {what}"))?;
        let memory = ["valid-deref", "valid-free", "valid-memtrack"];
        options.property = match names.as_slice() {
            [name] => Some((*name).to_owned()),
            several if several.iter().all(|name| memory.contains(name)) => {
                Some("valid-memsafety".to_owned())
            }
            _ => return Err("the specification of the witness has several properties".into()),
        };
        options.pure_stubs = true;
    }
    if matches!(witness.content, Content::Correctness(_)) {
        options.settings.multi_property = true;
    }
    Ok(options)
}
