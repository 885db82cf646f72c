//! Reads one `.ll` file and prints the module as it was understood, again as LLVM assembly.
//!
//! `llvm-as` of the original and of this output should give the same module; whatever differs
//! was misread. Metadata of versions that the assembler at hand does not know stays as it is.

mod constants;
mod instructions;
mod metadata;
mod toplevel;

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: reprint FILE.ll");
        return ExitCode::FAILURE;
    };
    let module = std::fs::read(path)
        .map_err(|error| error.to_string())
        .and_then(|text| cassay_llvm_text::parse(text).map_err(|error| error.to_string()));
    match module {
        Ok(module) => {
            print!("{}", toplevel::module(&module));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
