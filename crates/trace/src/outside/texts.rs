//! The strings that `main` is given, as bytes.

use super::{Argument, Scalar};
use cassay_interp::{Base, Memory, Pointer};
use std::collections::BTreeMap;

/// The maximal number of arguments of `main` that are recorded.
pub(super) const MOST_TEXTS: u64 = 1 << 12;
/// The maximal number of unread arguments that get their full length.
pub(super) const MOST_LONG: usize = 64;

/// The memory of a string that is passed to `main`.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) object: u64,
    /// From its first byte to the byte after its end, if it shares its object with other strings.
    pub(super) row: Option<(u64, u64)>,
}

/// The string that a pointer of the list leads to.
pub(super) fn text_at(memory: &Memory, pointer: Pointer) -> Option<Text> {
    let Base::Object(object) = pointer.base else {
        return None;
    };
    let row = memory.object(object)?.text_rows().map(|length| {
        let start = pointer.offset.max(0) as u64;
        (start, start.saturating_add(length))
    });
    Some(Text { object, row })
}

/// The bytes of one string among others. If it was neither read nor written, a short one is used.
pub(super) fn row_of(
    contents: &BTreeMap<u64, (u64, BTreeMap<u64, u8>)>,
    object: u64,
    (start, end): (u64, u64),
    long: bool,
) -> Vec<u8> {
    let read = contents.get(&object).map(|(_, bytes)| bytes);
    let is_read = read.is_some_and(|bytes| bytes.range(start..end).next().is_some());
    if !long && !is_read {
        return b"x\0".to_vec();
    }
    let byte = |at: u64| read.and_then(|bytes| bytes.get(&at).copied());
    (start..end).map(|at| byte(at).unwrap_or(b'x')).collect()
}

pub(super) fn bytes_of(
    contents: &BTreeMap<u64, (u64, BTreeMap<u64, u8>)>,
    object: u64,
    otherwise: u8,
) -> Vec<u8> {
    let Some((size, bytes)) = contents.get(&object) else {
        return Vec::new();
    };
    let size = (*size).min(1 << 20);
    (0..size)
        .map(|at| bytes.get(&at).copied().unwrap_or(otherwise))
        .collect()
}

/// Adds the remaining arguments of `main`, of which nothing is known, up to its count.
pub(super) fn complete_texts(arguments: &mut [Argument]) {
    if let [
        Argument::Value(Scalar::Int(count)),
        Argument::Texts(texts),
        ..,
    ] = arguments
        && let Some(count) = count.to_u64()
        && count <= MOST_TEXTS
    {
        while (texts.len() as u64) < count {
            texts.push(vec![b'x']);
        }
    }
}

/// A text without the zero at its end.
pub(super) fn text(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.pop();
    bytes
}
