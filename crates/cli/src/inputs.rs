//! Which files make the program, and how each is compiled.
//!
//! Files and flags come from the command line or from a compilation database; the command line
//! wins. All files of a program share one data model.

use crate::headers;
use crate::options::Options;
use cassay_checks::CheckSet;
use cassay_frontend::{DataModel, Database, Source};
use cassay_ir::{Program, PropertyClass};
use std::path::PathBuf;

/// The number of files named in a message; of more, only the number is given.
const NAMED_FILES: usize = 5;

/// The files of a program and how to compile them.
pub struct Inputs {
    sources: Vec<Source>,
    frontend: cassay_frontend::Options,
}

impl Inputs {
    /// Finds the files and decides how they are compiled.
    pub fn gather(options: &Options, checks: &CheckSet) -> Result<Inputs, String> {
        let (sources, found) = match &options.compile_commands {
            None => (plain(&options.files), None),
            Some(place) => from_database(place, &options.files)?,
        };
        for source in &sources {
            if std::fs::metadata(&source.path).is_ok_and(|data| data.is_file() && data.len() == 0) {
                return Err(format!("{}: the file is empty", source.path.display()));
            }
        }
        let data_model = options.data_model.or(found).unwrap_or_default();
        let last = |&(start, size): &(u64, u64)| start + (size - 1);
        if data_model == DataModel::Ilp32
            && let Some(far) = options.mmio.iter().find(|r| last(r) > u64::from(u32::MAX))
        {
            return Err(format!(
                "option --mmio: {:#x}:{:#x} is outside the address space of ILP32",
                far.0, far.1
            ));
        }
        let frontend = cassay_frontend::Options {
            clang: options.clang.clone(),
            data_model,
            sanitizers: cassay_checks::sanitizers(checks)
                .into_iter()
                .map(String::from)
                .collect(),
            access_types: checks.has(PropertyClass::Uninitialised),
            alignment: checks.has(PropertyClass::Alignment),
            accesses: checks.has(PropertyClass::NullPointer),
            differences: checks.has(PropertyClass::PointerDifference),
            clang_args: options.clang_args.clone(),
            headers: headers::wanted(options.bundled_headers, data_model)
                .then(headers::folder)
                .transpose()?,
            pure_stubs: options.pure_stubs,
            interrupts: !options.interrupts.handlers.is_empty(),
            volatile_nondet: options.volatile_nondet,
            mmio: options.mmio.clone(),
            error_labels: options.error_labels.clone(),
            entry: options.function.clone(),
            fixed_point: options.fixed.is_some(),
        };
        Ok(Inputs { sources, frontend })
    }

    /// Compiles the files into one program.
    pub fn compile(&self) -> Result<Program, String> {
        cassay_frontend::compile_sources(&self.sources, &self.frontend)
            .map_err(|error| error.to_string())
    }

    /// The files, for messages.
    pub fn names(&self) -> String {
        let names: Vec<String> = self
            .sources
            .iter()
            .take(NAMED_FILES)
            .map(|source| source.path.display().to_string())
            .collect();
        let more = self.sources.len() - names.len();
        match more {
            0 => names.join(", "),
            _ => format!("{} and {more} more", names.join(", ")),
        }
    }
}

fn plain(files: &[PathBuf]) -> Vec<Source> {
    files.iter().cloned().map(Source::from).collect()
}

/// The files of a database with their flags, and the data model that they agree on.
fn from_database(
    place: &std::path::Path,
    files: &[PathBuf],
) -> Result<(Vec<Source>, Option<DataModel>), String> {
    let database = Database::read(place).map_err(|error| error.to_string())?;
    let entries = database.select(files).map_err(|error| error.to_string())?;
    let Some(first) = entries.first() else {
        return Err(format!(
            "{}: the compilation database names no file",
            place.display()
        ));
    };
    let (name, model) = (first.source.path.clone(), first.data_model);
    let default = DataModel::default();
    let differs = entries
        .iter()
        .find(|entry| entry.data_model.unwrap_or(default) != model.unwrap_or(default));
    if let Some(other) = differs {
        return Err(format!(
            "{} and {} are compiled for different data models",
            name.display(),
            other.source.path.display()
        ));
    }
    let sources = entries.into_iter().map(|entry| entry.source).collect();
    Ok((sources, model))
}
