//! Floating-point types as fixed-point numbers (`--fixedbv`): a pass over the IR.
//!
//! Every operation on floating-point numbers becomes operations on integers in the same storage,
//! with one [`FixedFormat`](cassay_ir::FixedFormat) for each type. After the pass no floating-point
//! operation is left, so the interpreter, the analyses and every solver see integers only; the
//! types become integers too where that does not change the layout of memory.
//!
//! The arithmetic: sums and differences are exact; products are rounded down, as are square roots,
//! `fma` and conversions that lose bits behind the point; quotients are rounded towards zero, and
//! so are conversions to integers; constants are rounded to nearest. The rounding mode of
//! `<fenv.h>` counts only where a number is rounded to an integer. Results out of range wrap
//! around; if overflow is checked, a claim says that they fit.
//!
//! Values without a fixed-point representation are unsupported: an infinity or NaN as a value, the
//! bits of a number, and library models that depend on IEEE 754 become
//! [`Unsupported`](cassay_ir::StmtKind::Unsupported). Comparisons with infinities, NaN and
//! constants out of range are decided, because all fixed-point numbers are finite and smaller.
//!
//! Invariants of absence: nothing here knows which checks exist, terms, or how a claim is decided.

mod arith;
mod build;
mod constant;
mod convert;
mod globals;
mod models;
mod own;
mod rewrite;
mod root;
mod types;
mod unions;

use cassay_base::Span;
use cassay_ir::{FixedFormats, FloatKind, Note, NoteKind, Program};
use types::TypeMap;

/// Which claims are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// That results are in the range of their format.
    pub overflow: bool,
    /// That nothing is divided by zero.
    pub division: bool,
}

/// The subject of the note that says which arithmetic the answer is about.
pub const SUBJECT: &str = "fixed point";

/// Turns the floating-point numbers of a program into fixed-point ones.
pub fn apply(program: &mut Program, formats: &FixedFormats, wanted: Wanted) {
    let used = types::used_kinds(program);
    program.fixed = Some(formats.clone());
    if used.is_empty() {
        return;
    }
    program.add_note(arithmetic_note(formats, &used));
    unions::note(program);
    let map = TypeMap::new(program);
    let contents = globals::convert(program, formats);
    for id in program.functions.ids() {
        if program.functions[id].has_body() {
            models::replace_or_rewrite(program, &map, formats, wanted, id);
        }
    }
    globals::note_out_of_range(program, &contents);
    types::replace(program, &map);
}

fn arithmetic_note(formats: &FixedFormats, used: &[FloatKind]) -> Note {
    let list: Vec<String> = used
        .iter()
        .map(|kind| format!("{} is {}", FixedFormats::name(*kind), formats.get(*kind)))
        .collect();
    Note {
        subject: SUBJECT.into(),
        kind: NoteKind::FixedPoint,
        assumption: format!(
            "{} (bits before and behind the point): not the arithmetic of IEEE 754",
            list.join(", ")
        )
        .into(),
        may_hide: false,
        span: Span::NONE,
    }
}
