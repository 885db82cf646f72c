//! The addresses of labels, for computed `goto`.

use crate::llvm::Ident;
use crate::lower::UnitIndex;
use std::collections::HashMap;

/// Distance in bytes between the addresses of two labels.
pub(crate) const LABEL_SIZE: u64 = 16;

/// The address of the first label of each function whose labels have addresses. Null is none.
pub(crate) struct LabelAddresses<'m> {
    first: HashMap<(UnitIndex, &'m Ident), u64>,
    /// The address of the next function's first label.
    next: u64,
}

impl Default for LabelAddresses<'_> {
    fn default() -> Self {
        LabelAddresses {
            first: HashMap::new(),
            next: LABEL_SIZE,
        }
    }
}

impl<'m> LabelAddresses<'m> {
    /// The address of a function's first label; `count` gives the number of its labels.
    pub fn first(
        &mut self,
        function: (UnitIndex, &'m Ident),
        count: impl FnOnce() -> usize,
    ) -> u64 {
        *self.first.entry(function).or_insert_with(|| {
            let first = self.next;
            self.next += count() as u64 * LABEL_SIZE;
            first
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_share_no_label_and_none_is_null() {
        let (f, g) = (Ident::Number(0), Ident::Number(1));
        let mut labels = LabelAddresses::default();
        let first = labels.first((0, &f), || 3);
        let second = labels.first((0, &g), || 1);
        let other_unit = labels.first((1, &f), || 1);
        assert!(first > 0);
        assert_eq!(second, first + 3 * LABEL_SIZE);
        assert_eq!(other_unit, second + LABEL_SIZE);
        assert_eq!(labels.first((0, &f), || 9), first);
    }
}
