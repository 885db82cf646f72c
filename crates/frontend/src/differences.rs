//! Differences of the addresses of named character arrays: which of them are pointer subtractions.
//!
//! The addresses are constants, and clang emits `sub (ptrtoint a, ptrtoint b)` both for `a - b` and
//! for `(uintptr_t)a - (uintptr_t)b`. For wider elements the division by their size distinguishes
//! the two. With the sanitizers for integer overflow, clang emits other code for the second form,
//! so the constants that remain are pointer subtractions. They are marked by a division by the size
//! of a character.

use crate::{FrontendError, Options, Source, clang};
use std::collections::BTreeSet;

/// The start of a difference of constant addresses.
const START: &[u8] = b"sub (i";
/// The form of both operands.
const ADDRESS: &[u8] = b"ptrtoint (ptr ";

/// The sanitizers for overflow of differences of integers.
const CHECKED: [&str; 2] = ["signed-integer-overflow", "unsigned-integer-overflow"];

/// Marks differences of pointers among the constants of a module.
pub(crate) fn mark(
    text: Vec<u8>,
    source: &Source,
    options: &Options,
) -> Result<Vec<u8>, FrontendError> {
    if constants(&text).next().is_none() {
        return Ok(text);
    }
    let mut checked = options.clone();
    checked.sanitizers.extend(CHECKED.map(String::from));
    let other = clang::compile_again(source, &checked)?;
    let pointers: BTreeSet<(&[u8], &[u8])> = constants(&other)
        .map(|(function, range)| (function, &other[range]))
        .collect();
    let bits: &[u8] = match options.data_model {
        crate::DataModel::Lp64 => b"64",
        crate::DataModel::Ilp32 => b"32",
    };
    let mut changed = Vec::with_capacity(text.len());
    let mut done = 0;
    for (function, range) in constants(&text) {
        if !pointers.contains(&(function, &text[range.clone()])) {
            continue;
        }
        changed.extend_from_slice(&text[done..range.start]);
        let difference = &text[range.clone()];
        changed.extend(
            [
                b"sdiv (i" as &[u8],
                bits,
                b" ",
                difference,
                b", i",
                bits,
                b" 1)",
            ]
            .concat(),
        );
        done = range.end;
    }
    changed.extend_from_slice(&text[done..]);
    Ok(changed)
}

/// Differences of constant addresses in a module: the line that defines their function, and where
/// they are.
fn constants(text: &[u8]) -> impl Iterator<Item = (&[u8], std::ops::Range<usize>)> {
    let mut function: &[u8] = b"";
    let mut line_start = 0;
    text.split_inclusive(|byte| *byte == b'\n')
        .flat_map(move |line| {
            let start = line_start;
            line_start += line.len();
            if line.starts_with(b"define ") {
                let name = line.split(|byte| *byte == b'(').next();
                function = name.unwrap_or(line);
            }
            // A division by the size of an element already marks a pointer subtraction.
            let inside = !line.starts_with(b"@") && !contains(line, b" = sdiv exact ");
            let found = if inside { in_line(line) } else { Vec::new() };
            let shifted = found
                .into_iter()
                .map(move |r| r.start + start..r.end + start);
            let function = function;
            shifted
                .map(move |range| (function, range))
                .collect::<Vec<_>>()
        })
}

fn contains(line: &[u8], part: &[u8]) -> bool {
    line.windows(part.len()).any(|window| window == part)
}

fn in_line(line: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = line[at..]
        .windows(START.len())
        .position(|window| window == START)
    {
        let start = at + next;
        let Some(end) = closing(line, start + START.len()) else {
            break;
        };
        let inner = &line[start..end];
        let addresses = inner.windows(ADDRESS.len()).filter(|w| *w == ADDRESS);
        if addresses.count() == 2 {
            found.push(start..end);
        }
        at = end;
    }
    found
}

/// Behind the parenthesis that closes the one before a place.
fn closing(line: &[u8], from: usize) -> Option<usize> {
    let mut depth = 1usize;
    for (at, byte) in line.iter().enumerate().skip(from) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_addresses_are_found() {
        let text = b"define i64 @f() {\n  ret i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint \
            (ptr @b to i64)), !dbg !5\n  %1 = sdiv exact i64 sub (i64 ptrtoint (ptr @a to i64), \
            i64 ptrtoint (ptr @b to i64)), 4\n  ret i64 sub (i64 ptrtoint (ptr @a to i64), i64 4)\n}\n";
        let found: Vec<_> = constants(text).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, b"define i64 @f");
        let inner = &text[found[0].1.clone()];
        assert!(inner.starts_with(START) && inner.ends_with(b"(ptr @b to i64))"));
    }
}
