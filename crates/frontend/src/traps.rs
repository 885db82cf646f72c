//! Traps by which a library reports that a precondition does not hold.
//!
//! In its hardening modes libc++ ends the program by `__builtin_verbose_trap`. The text stands in the debug
//! information, as the name of a function that the trap appears to be inlined from. Older versions trap without a
//! text. Every other trap only ends the execution.

use crate::functions::Builder;
use crate::llvm::{InstKind, Instruction};
use cassay_ir::{Expr, Property, PropertyClass};

/// What the name of the function begins with, up to the text.
const MESSAGE: &str = "__clang_trap_msg$libc++$";

/// The folder of the headers of libc++.
const HEADERS: &str = "/c++/v1/";

impl Builder<'_, '_> {
    /// Claims that a trap of the library is not reached.
    pub fn claim_trap(&mut self, instruction: &Instruction) {
        let InstKind::Call(call) = &instruction.kind else {
            return;
        };
        let (Some("llvm.trap"), Some(location)) = (call.callee_name(), &instruction.dbg) else {
            return;
        };
        let debug = &mut self.cx.debug[self.unit];
        let text = match debug.scope_name(location) {
            Some(name) if name.starts_with(MESSAGE) => precondition(&name[MESSAGE.len()..]),
            _ if debug.file_name(location).contains(HEADERS) => "of the library".to_owned(),
            _ => return,
        };
        let property = Property::new(PropertyClass::LibraryCall, format!("precondition {text}"));
        self.assert(Expr::bool(false), property);
    }
}

/// The condition in a message of libc++ and what it says of it: `__n < size() (vector[] index out of bounds)` of
/// `/usr/include/c++/v1/vector:1: assertion __n < size() failed: vector[] index out of bounds`.
pub(crate) fn precondition(message: &str) -> String {
    let message = message.trim_end();
    let parts = message
        .split_once(": assertion ")
        .and_then(|(_, rest)| rest.split_once(" failed: "));
    match parts {
        Some((condition, text)) => format!("{condition} ({text})"),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::precondition;

    #[test]
    fn a_message_is_shortened_to_condition_and_text() {
        let message =
            "/v1/vector:1436: assertion __n < size() failed: vector[] index out of bounds\n";
        assert_eq!(
            precondition(message),
            "__n < size() (vector[] index out of bounds)"
        );
        assert_eq!(precondition("something else\n"), "something else");
    }
}
