//! Runs clang and lowers its LLVM IR to ours.
//!
//! [`compile`] takes C files (through clang) and LLVM assembly files, links them as a linker
//! would, and yields one [`Program`]. [`add_start`] puts a start function before the entry the
//! user chose. Nothing downstream of this crate knows LLVM.
//!
//! Soundness rule: whatever is not lowered becomes an `Unsupported` statement at its place. Every
//! assertion the compiler's sanitizer shows becomes an IR assertion; which of them are wanted is
//! decided by others.

mod atomics;
mod bits;
mod builtins;
mod calls;
mod clang;
mod cleanup;
mod constants;
mod debug;
mod error;
mod flow;
mod fold;
mod functions;
mod initializers;
mod instructions;
mod intrinsics;
mod library;
mod link;
mod locals;
mod lower;
mod memory;
mod models;
mod phi;
mod stack;
mod start;
mod terminators;
mod types;
mod ubsan;

pub use error::FrontendError;
pub use start::add_start;

use cassay_ir::Program;
use cassay_llvm_text as llvm;
use std::path::PathBuf;

/// Sizes of the C types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataModel {
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
}

/// How to compile.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The clang to run; found on the `PATH` when absent.
    pub clang: Option<PathBuf>,
    /// The data model of C inputs. LLVM inputs bring their own.
    pub data_model: DataModel,
    /// Names for `-fsanitize=`, e.g. `signed-integer-overflow`; none when empty.
    pub sanitizers: Vec<String>,
    /// The user's own arguments for clang: `-D -U -I -isystem -include -std=`.
    pub clang_args: Vec<String>,
}

/// Compiles and links the inputs into one program.
pub fn compile(inputs: &[PathBuf], options: &Options) -> Result<Program, FrontendError> {
    if inputs.is_empty() {
        return Err(FrontendError::NoInput);
    }
    let texts = clang::llvm_texts(inputs, options)?;
    let mut modules = Vec::with_capacity(texts.len());
    for (path, text) in inputs.iter().zip(texts) {
        modules.push(lower::Unit {
            path: path.clone(),
            module: read_module(path, &text)?,
        });
    }
    let program = lower::lower(&modules)?;
    // What comes of clang's own output is well-formed unless lowering has a bug; text from
    // elsewhere may be anything.
    let is_llvm = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ll");
    if (cfg!(debug_assertions) || inputs.iter().any(is_llvm))
        && let Err(errors) = cassay_ir::verify::verify(&program)
        && let Some(first) = errors.first()
    {
        return Err(FrontendError::IllFormed(first.to_string()));
    }
    Ok(program)
}

fn read_module(path: &std::path::Path, text: &[u8]) -> Result<llvm::Module, FrontendError> {
    llvm::parse(text).map_err(|error| FrontendError::LlvmText {
        path: path.to_owned(),
        line: error.line,
        column: error.column,
        message: error.message,
    })
}
