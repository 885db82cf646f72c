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
//!
//! ```
//! use cassay_llvm_text::{InstKind, parse};
//!
//! let text = "define i32 @next(i32 %x) {\n  %y = add nsw i32 %x, 1\n  ret i32 %y\n}\n";
//! let module = parse(text)?;
//! let next = module.function("next").ok_or("no such function")?;
//! let blocks = next.body.as_ref().ok_or("only declared")?;
//! let first = blocks[0].instructions().next().ok_or("empty")?;
//! assert!(matches!(first.kind, InstKind::Binary { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | part | holds |
//! |---|---|
//! | [`Module`] | everything in the order of the text, with lookup by name |
//! | [`Type`], [`Ident`] | types and names; named structures are in [`Module::types`] |
//! | [`Value`], [`Constant`] | operands; integers as [`IntConst`], floats as exact bits |
//! | [`Instruction`], [`InstKind`] | one variant for each instruction of the language |
//! | [`Attributes`] | every attribute, known or not |
//! | [`Metadata`], [`MetadataNode`] | debug information as generic nodes with fields |
//!
//! A user must be ready for [`InstKind::Unknown`] and [`Constant::Unknown`], and for a block
//! that does not end in a terminator because its last instruction could not be read.
//!
//! Two examples help to check the reader: `read_all` reads whole folders and says what is
//! unknown; `reprint` prints a module as it was understood, to be compared with the original by
//! way of `llvm-as` and `llvm-dis`.

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
