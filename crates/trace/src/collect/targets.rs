//! Parts of objects as targets of states.
//!
//! A part has a path where its type is known, and a range of bytes or characters otherwise.

use crate::place::Leaf;
use crate::step::{AccessPath, Part};
use crate::value::string_literal;
use cassay_bv::Bv;
use cassay_ir::CTypeTable;

/// Characters of a string that are shown.
const TEXT: usize = 64;

/// A part of an object; if its type is unknown, a number of its bytes.
pub(super) fn target(name: &str, leaf: &Leaf, object_size: u64) -> AccessPath {
    let whole = leaf.bit_offset == 0 && object_size.checked_mul(8) == Some(leaf.bits);
    let parts = if !leaf.path.is_empty() || leaf.ctype != CTypeTable::UNKNOWN || whole {
        leaf.path.clone()
    } else {
        vec![Part::Bytes {
            offset: leaf.bit_offset / 8,
            bits: leaf.bits,
        }]
    };
    AccessPath {
        object: name.to_owned(),
        parts,
    }
}

/// A part of an array of characters.
pub(super) fn text_target(name: &str, leaf: &Leaf, object_size: u64) -> AccessPath {
    let (first, count) = (leaf.bit_offset / 8, leaf.bits / 8);
    let parts = if !leaf.text || first == 0 && count == object_size {
        leaf.path.clone()
    } else {
        vec![Part::Range(first, first + count.saturating_sub(1))]
    };
    AccessPath {
        object: name.to_owned(),
        parts,
    }
}

/// Characters as a string literal, without the zeros at the end, and not all of very many.
pub(super) fn text(bits: &Bv) -> String {
    let limbs = bits.limbs();
    let count = bits.width() as usize / 8;
    let mut bytes: Vec<u8> = (0..count)
        .map(|at| {
            limbs
                .get(at / 8)
                .map_or(0, |limb| (limb >> (at % 8 * 8)) as u8)
        })
        .collect();
    while bytes.last() == Some(&0) {
        bytes.pop();
    }
    if bytes.len() > TEXT {
        bytes.truncate(TEXT);
        return format!("{}...", string_literal(&bytes));
    }
    string_literal(&bytes)
}
