//! The text form of a program: exact, readable for people, and easy to write for tests.
//!
//! [`print`] gives everything a [`Program`] holds and [`parse`] reads it back to an equal value.
//! [`print_functions`] leaves out the tables of types, source types and files, and shows the
//! source line as a comment wherever it changes; that is what `--show-goto-functions` prints.
//!
//! ```text
//! target 64
//! file 0 "main.c"
//! type 4 = struct size 8 align 4 { 0: i32, 4: i32 }
//! global @count: i32 = { 0: 5:i32 }
//! fn main(%0: i32) -> i32 {
//!   var a: [4 x i32]
//! bb0:
//!   declare a @0:3:7
//!   store i32 %0 -> a+8
//!   %1: i32 = load a+8
//!   assert slt(%1, 10) [bounds] "index out of bounds" @0:4:3
//!   if eq(%1, 3) goto bb1 else bb2
//! bb1:
//!   return 1
//! bb2:
//!   %2: ptr = ptradd(&a, 4)
//!   %3: i32 = load *%2 align 4
//!   return %3
//! }
//! ```
//!
//! Rules worth knowing when writing it by hand:
//! - Every temporary is written `%n: type` where it is defined; numbers are dense. One that is
//!   never defined is listed after `temps`.
//! - An integer literal takes its width from what surrounds it (the destination, the stored type,
//!   the other operand on its left); elsewhere it is written out: `10:i32`. `true` and `false`
//!   are of width 1.
//! - Locals are written by name, globals as `@name`, functions by name; a name that is not unique
//!   or empty has its number after it: `x#3`. Names that are not plain words are in quotes.
//! - `@file:line:column` after a statement is its source location; it is omitted if unknown.
//! - `align`, `ctype` and the header may be omitted: types are created when they are first used, and a
//!   variable has the alignment of its type.

mod lex;
mod names;
mod parse;
mod parse_expr;
mod parse_function;
mod print;
mod print_expr;
mod print_function;
mod stream;

pub(crate) use names::float_word;
pub use parse::parse;
pub use print::{print, print_function, print_functions};

use crate::expr::Expr;
use crate::function::Function;
use crate::program::Program;
use crate::types::{Type, TypeId};
use std::fmt;

/// An error in a text, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u32,
    /// The message.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The width that an integer literal in place of `expr` would have, if the text form determines it.
/// Printer and parser both use it to decide whether a literal's width may be omitted.
fn literal_width(program: &Program, function: &Function, expr: &Expr) -> Option<u32> {
    match expr {
        Expr::Int(value) => Some(value.width()),
        Expr::Unary(_, a) | Expr::Binary(_, a, _) => literal_width(program, function, a),
        Expr::Select(_, a, _) => literal_width(program, function, a),
        Expr::Compare(..)
        | Expr::Overflow(..)
        | Expr::FloatCompare(..)
        | Expr::Memory(..)
        | Expr::Initialised(..)
        | Expr::Heap(_)
        | Expr::Progress => Some(1),
        Expr::Temp(_)
        | Expr::Undef(_)
        | Expr::Cast(..)
        | Expr::Component(..)
        | Expr::Aggregate(..)
        | Expr::WithComponent(..) => int_width(program, expr.ty(program, function)?),
        Expr::Float(..)
        | Expr::Null
        | Expr::AddrOf(_)
        | Expr::FuncAddr(_)
        | Expr::PtrAdd(..)
        | Expr::FloatNeg(_)
        | Expr::FloatArith(..) => None,
        Expr::Extent(..) => Some(program.layout.pointer_bits),
    }
}

/// The width of an integer type.
fn int_width(program: &Program, ty: TypeId) -> Option<u32> {
    match program.types.lookup(ty)? {
        Type::Int(width) => Some(*width),
        Type::Void
        | Type::Float(_)
        | Type::Ptr
        | Type::Array { .. }
        | Type::Struct(_)
        | Type::Vector { .. } => None,
    }
}
