//! The program as a finite-state machine: printed, drawn, and written for other tools.

use crate::options::{Mode, ModelFiles, Options};
use cassay_base::Stop;
use cassay_engine::{Model, NoModel, Settings};
use cassay_ir::{FuncId, Program};
use std::path::Path;

/// Writes the files that are wanted; the text to print instead of verifying, if it is wanted.
pub fn show(
    options: &Options,
    (program, start): (&Program, FuncId),
    settings: &Settings,
    stop: &Stop,
) -> Result<Option<String>, String> {
    let print = options.mode == Mode::ShowModel;
    if !print && !options.model.any() {
        return Ok(None);
    }
    let made = cassay_engine::model(program, start, settings, stop);
    let model = made.map_err(|none| explain(program, &none))?;
    write(&options.model, &model, stop)?;
    Ok(print.then(|| model.text()))
}

fn explain(program: &Program, none: &NoModel) -> String {
    let why = format!("the program has no finite-state model: {}", none.why);
    match none.span.is_known() {
        true => {
            let (line, column) = (none.span.line, none.span.column);
            format!("{}:{line}:{column}: {why}", program.file_name(none.span))
        }
        false => why,
    }
}

fn write(files: &ModelFiles, model: &Model, stop: &Stop) -> Result<(), String> {
    let put = |path: &Path, bytes: &[u8]| {
        std::fs::write(path, bytes)
            .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
    };
    if let Some(path) = &files.dot {
        put(path, model.dot().as_bytes())?;
    }
    if let Some(path) = &files.btor2 {
        put(path, model.btor2(stop)?.as_bytes())?;
    }
    if let Some(path) = &files.aiger {
        let text = path.extension().is_some_and(|ending| ending == "aag");
        put(path, &model.aiger(text, stop)?)?;
    }
    Ok(())
}
