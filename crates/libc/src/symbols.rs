//! Which names an LLVM text defines and which it leaves undefined.
//!
//! Only clang's output is supported: one definition or declaration a line. Names local to a
//! module (`internal`, `private`), inline functions of C++ and LLVM's intrinsics are neither.

use std::collections::BTreeSet;

/// The names of one text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Symbols {
    /// Functions and variables with a body or a value, visible to others.
    pub defined: BTreeSet<String>,
    /// Functions and variables that others must provide.
    pub undefined: BTreeSet<String>,
}

/// The linkage of inline functions of C++, which every text that needs them brings along.
const INLINE: &str = "linkonce_odr";

/// The linkage of a copy of what others define.
const COPY: &str = "available_externally";

/// The names of an LLVM text.
pub(crate) fn of(text: &str) -> Symbols {
    let mut symbols = Symbols::default();
    for line in text.lines() {
        let Some((before, after)) = line.split_once('@') else {
            continue;
        };
        if before.starts_with([' ', '!', 'a', 't']) {
            continue;
        }
        let (name, rest) = split_name(after);
        if name.starts_with("llvm.") {
            continue;
        }
        let external = if before.starts_with("declare ") {
            true
        } else if before.starts_with("define ") {
            if has_word(before, "internal") || has_word(before, INLINE) {
                continue;
            }
            has_word(before, COPY)
        } else if before.is_empty() && rest.starts_with(" = ") {
            if [INLINE, "internal", "private"]
                .iter()
                .any(|word| has_word(rest, word))
            {
                continue;
            }
            has_word(rest, "external") || has_word(rest, COPY)
        } else {
            continue;
        };
        let side = if external {
            &mut symbols.undefined
        } else {
            &mut symbols.defined
        };
        side.insert(name.to_owned());
    }
    symbols
}

/// The name at the start of the text, without quotes, and what follows it.
fn split_name(text: &str) -> (&str, &str) {
    if let Some(quoted) = text.strip_prefix('"') {
        return quoted.split_once('"').unwrap_or((quoted, ""));
    }
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || "._$-".contains(c)))
        .unwrap_or(text.len());
    text.split_at(end)
}

/// Whether one of the words up to the value of a definition is the given one.
fn has_word(text: &str, word: &str) -> bool {
    text.split(' ')
        .take_while(|found| !found.starts_with(['"', '[', '{']))
        .any(|found| found == word)
}
