//! Floating-point numbers as bit patterns: exact arithmetic, conversions and text.
//!
//! Every function takes and gives [`cassay_bv::Bv`] patterns of a [`FloatKind`]. Each finite
//! number is an integer times a power of two, so operations compute their exact result (or a
//! quotient or root with a note that something was left over) in big integers and round it once,
//! in one place, for all formats and modes. There is no double rounding to get wrong.
//!
//! Conventions, on which terms, solvers and the interpreter rely:
//!
//! - An operand that is not a number may be any NaN pattern, signalling or quiet, of either sign.
//!   A result that is not a number is always [`default_nan`]: positive, quiet, no payload.
//! - The x87 format has an explicit integer bit, and so patterns that are no number: with a
//!   non-zero exponent field and the integer bit clear (unnormals, pseudo-infinities, pseudo-NaNs).
//!   They count as NaN, as the hardware treats them. With a zero exponent field and the integer
//!   bit set (pseudo-denormals) they have their value. Results are never in either form.
//! - Exceptions (flags, traps) do not exist. Integers out of range are the caller's business:
//!   [`to_int`] answers `None`, and [`indefinite`] is the pattern that stands for it.

mod arith;
mod convert;
mod kind;
mod round;
pub mod samples;
mod text;
mod value;

pub use arith::{arith, compare};
pub use convert::{convert, from_int, indefinite, to_int};
pub use kind::{FloatKind, FloatOp, Rounding};
pub use text::{exact_decimal, hexadecimal, parse, shortest_decimal};
pub use value::{
    abs, default_nan, infinity, is_infinite, is_nan, is_negative, is_subnormal, is_zero, neg, zero,
};
