//! A tolerant reader of the LLVM assembly language.
//!
//! [`parse`] turns the text of a `.ll` file into a [`Module`]. It follows the LLVM Language
//! Reference and accepts the output of clang 15 to 22: typed and opaque pointers, debug
//! intrinsics and debug records, constant expressions that newer versions removed. It does not
//! verify the module: types are not checked and names need not be defined.
//!
//! Tolerance has a rule: what can be skipped without changing the meaning of the rest is
//! skipped or kept as text (unknown attributes, metadata kinds, fields); an instruction that
//! cannot be read becomes [`InstKind::Unknown`], which a user must treat as unsupported; only
//! text that cannot be followed at all is a [`ParseError`].
//!
//! This crate knows the language and nothing of what the module is used for.

mod attributes;
mod error;
mod instructions;
mod int;
mod lexer;
mod metadata;
mod module;
mod parser;
mod types;
mod values;

pub use attributes::*;
pub use error::ParseError;
pub use instructions::*;
pub use int::IntConst;
pub use metadata::*;
pub use module::*;
pub use types::*;
pub use values::*;

/// Reads a module. Names that are not UTF-8 are read lossily.
pub fn parse(text: impl AsRef<[u8]>) -> Result<Module, ParseError> {
    parser::parse(text.as_ref())
}
