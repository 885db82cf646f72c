//! Fingerprints of properties that survive edits elsewhere in the file.
//!
//! A property is recognised by its class, its function, the text of its line without blanks, and its place among
//! those with the same. The file is known by its name only, so that it may move.

use crate::place::Place;
use cassay_ir::PropertyClass;
use std::collections::BTreeMap;

/// Gives out fingerprints; properties have to come in the order of the program.
#[derive(Default)]
pub(crate) struct Fingerprints {
    seen: BTreeMap<u64, u64>,
}

impl Fingerprints {
    /// The fingerprint of the next property.
    pub fn of(&mut self, class: PropertyClass, function: &str, place: &Place) -> String {
        let file = place.file.rsplit('/').next().unwrap_or("");
        let line: String = match &place.text {
            Some(text) => text.split_whitespace().collect(),
            None => format!("line {}", place.line),
        };
        let mut hash = Hash::new();
        for part in [class.name(), file, function, &line] {
            hash.add(part.as_bytes());
            hash.add(&[0]);
        }
        let same = self.seen.entry(hash.0).or_default();
        *same += 1;
        format!("{:016x}:{same}", hash.0)
    }
}

/// The hash function FNV-1a with 64 bits: fixed for all time, unlike the standard library's.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32, text: &str) -> Place {
        Place {
            file: "src/a.c".into(),
            line,
            column: 3,
            text: Some(text.into()),
            ..Place::default()
        }
    }

    #[test]
    fn the_hash_is_the_published_one() {
        let mut hash = Hash::new();
        hash.add(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn edits_elsewhere_change_nothing() {
        let class = PropertyClass::ArrayBounds;
        let print = |place| Fingerprints::default().of(class, "f", &place);
        assert_eq!(
            print(place(7, "  a[i] = 0;")),
            print(place(90, "\ta[i]  = 0;"))
        );
        assert_ne!(print(place(7, "a[i] = 0;")), print(place(7, "a[j] = 0;")));
        let other = Fingerprints::default().of(class, "g", &place(7, "a[i] = 0;"));
        assert_ne!(print(place(7, "a[i] = 0;")), other);
    }

    #[test]
    fn equal_lines_are_told_apart_by_their_order() {
        let mut prints = Fingerprints::default();
        let class = PropertyClass::ArrayBounds;
        let first = prints.of(class, "f", &place(7, "a[i] = 0;"));
        let second = prints.of(class, "f", &place(8, "a[i] = 0;"));
        assert_ne!(first, second);
        assert_eq!(first.split(':').next(), second.split(':').next());
    }
}
