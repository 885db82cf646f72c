//! Runs clang and lowers its LLVM IR to ours.
//!
//! [`compile`] takes C files (through clang) and LLVM assembly files, links them as a linker would,
//! and returns one [`Program`]. It must go through the first stage of the program passes (crate
//! `cassay-passes`) before it can be executed. No later stage knows LLVM.
//!
//! Soundness rule: whatever is not lowered becomes an `Unsupported` statement at its location.
//! Every check of the compiler's sanitizer becomes an IR assertion; which of them are enabled is
//! decided later.

mod adapt;
mod allocation;
mod argument_types;
mod assembly;
mod assembly_run;
mod assembly_text;
mod atomic_calls;
mod atomics;
mod bits;
mod block_map;
mod body;
mod builtins;
mod calls;
mod characters;
mod clang;
mod compile_commands;
mod constants;
mod debug;
mod destructors;
mod detours;
mod devices;
mod dialects;
mod differences;
mod discarded;
mod dynamic_types;
mod error;
mod exceptions;
mod float_classes;
mod float_intrinsics;
mod float_scaling;
mod floats;
mod flow;
mod fold;
mod foreign;
mod formats;
mod function_names;
mod functions;
mod images;
mod indices;
mod initializers;
mod instructions;
mod intrinsics;
mod kinds;
mod label_addresses;
mod labels;
mod library;
mod library_parts;
mod link;
mod link_models;
mod lives;
mod locals;
mod lower;
mod masking;
mod memory;
mod models;
mod needed_forms;
mod phi;
mod primitives;
mod reach;
mod readable;
mod scopes;
mod sealing;
mod source_function;
mod stack;
mod terminators;
mod threads;
mod traps;
mod types;
mod ubsan;
mod varargs;
mod vectors;
mod weak_exchange;

pub use compile_commands::{Database, DatabaseEntry};
pub use dialects::refused;
pub use error::FrontendError;

use cassay_ir::Program;
use cassay_llvm_text as llvm;
use std::collections::BTreeSet;
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
    /// Whether to distinguish loads that read a scalar of the source from those that only move
    /// bits.
    pub access_types: bool,
    /// Whether alignment is checked: clang then has to emit the alignments of the accessed types,
    /// instead of what it knows of the object.
    pub alignment: bool,
    /// Whether accesses are checked, so that accesses which the compiler omits must be made
    /// visible.
    pub accesses: bool,
    /// Whether pointer subtractions are checked, so that they must be distinguished from others.
    pub differences: bool,
    /// The user's own arguments for clang: `-D -U -I -isystem -include -std=`. They follow those of
    /// a file.
    pub clang_args: Vec<String>,
    /// A folder of C library headers to use instead of the system's.
    pub headers: Option<PathBuf>,
    /// Whether functions without a body change no memory, and those that only print read none.
    pub pure_stubs: bool,
    /// Whether interrupts are followed, so that instructions which mask them matter.
    pub interrupts: bool,
    /// Whether every read of a volatile object gives any value.
    pub volatile_nondet: bool,
    /// Address ranges of devices: first address and size in bytes.
    pub mmio: Vec<(u64, u64)>,
    /// Labels of the source that must not be reached.
    pub error_labels: Vec<String>,
    /// The function where executions start; `main` if absent. Of files that are not in C only what it
    /// reaches is lowered.
    pub entry: Option<String>,
    /// Whether floating-point numbers will become fixed-point numbers: then their bits must not be
    /// accessed.
    pub fixed_point: bool,
}

/// An input file with its own flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// Arguments for clang that only this file gets.
    pub args: Vec<String>,
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Self {
        Source {
            path,
            args: Vec::new(),
        }
    }
}

/// Compiles and links the inputs into one program.
pub fn compile(inputs: &[PathBuf], options: &Options) -> Result<Program, FrontendError> {
    let sources: Vec<Source> = inputs.iter().cloned().map(Source::from).collect();
    compile_sources(&sources, options)
}

/// Compiles and links inputs, each with its own flags, into one program. The first stage of passes
/// (non-local jumps, forms of library models and others) is still to be run.
pub fn compile_sources(inputs: &[Source], options: &Options) -> Result<Program, FrontendError> {
    if inputs.is_empty() {
        return Err(FrontendError::NoInput);
    }
    let (inputs, options) = &kinds::by_language(inputs, options);
    let texts = clang::llvm_texts(inputs, options)?;
    let mut modules = Vec::with_capacity(texts.len());
    let mut forms = BTreeSet::new();
    for (source, text) in inputs.iter().zip(texts) {
        let text = foreign::with_plain_names(&text).into_owned();
        forms.extend(needed_forms::needed(&text));
        modules.push(lower::Unit {
            path: source.path.clone(),
            module: read_source(source, text, options)?,
            is_model: false,
            scopes: scopes::Scopes::new(),
        });
    }
    for (unit, source) in modules.iter_mut().zip(inputs) {
        if !is_llvm(source) && !kinds::is_cxx(&source.path) {
            unit.scopes = scopes::derive(unit, source, options);
        }
    }
    labels::check(&modules, &options.error_labels)?;
    if let Some(first) = modules.first() {
        let layout = lower::data_layout(first)?;
        let start = reach::Start::new(options);
        link_models::add(
            &mut modules,
            layout.pointer_bits,
            options.pure_stubs,
            forms,
            start,
            library_parts::Parts::new(inputs, options),
        )?;
        let reached = reach::reach(&modules, start);
        reach::prune(&mut modules, &reached);
    }
    let mut program = lower::lower(&modules, options)?;
    if inputs.iter().any(is_llvm) {
        varargs::forget_types(&mut program);
    }
    // Clang's output lowers to a well-formed program unless lowering has a bug; LLVM text of the
    // user may be malformed.
    if (cfg!(debug_assertions) || inputs.iter().any(is_llvm))
        && let Err(errors) = cassay_ir::verify::verify(&program)
        && let Some(first) = errors.first()
    {
        return Err(FrontendError::IllFormed(first.to_string()));
    }
    Ok(program)
}

/// Whether a file is a module of LLVM, not a source.
fn is_llvm(input: &Source) -> bool {
    kinds::is_llvm(&input.path)
}

/// The module that clang made of an input.
fn read_source(
    source: &Source,
    text: Vec<u8>,
    options: &Options,
) -> Result<llvm::Module, FrontendError> {
    if is_llvm(source) || kinds::is_cxx(&source.path) {
        return read_module(&source.path, &text);
    }
    let text = match options.differences {
        true => differences::mark(text, source, options)?,
        false => text,
    };
    detours::read(source, &text, options)
}

fn read_module(path: &std::path::Path, text: &[u8]) -> Result<llvm::Module, FrontendError> {
    llvm::parse(text).map_err(|error| FrontendError::LlvmText {
        path: path.to_owned(),
        line: error.line,
        column: error.column,
        message: error.message,
    })
}
