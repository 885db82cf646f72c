//! Sets of targets by number, as sparse bits: most sets are small, and what is inserted together has numbers
//! that are near each other.

use cassay_base::{Id as _, define_id};

define_id!(
    /// A number of a possible target of pointers.
    pub(super) TargetId,
    "target"
);

/// Words of bits that are not zero, with their positions, in ascending order.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets(Vec<(u32, u64)>);

impl Targets {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of targets.
    pub(super) fn len(&self) -> usize {
        let counts = self.0.iter().map(|(_, bits)| bits.count_ones() as usize);
        counts.sum()
    }

    pub(super) fn contains(&self, target: TargetId) -> bool {
        let (at, bit) = place(target);
        let found = self.0.binary_search_by_key(&at, |(at, _)| *at);
        found.is_ok_and(|index| self.0[index].1 & bit != 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = TargetId> {
        self.0.iter().flat_map(|(at, bits)| {
            let set = (0..u64::BITS).filter(move |bit| bits >> bit & 1 != 0);
            set.map(move |bit| TargetId(at * u64::BITS + bit))
        })
    }

    /// Adds a target; whether it is new.
    pub(super) fn insert(&mut self, target: TargetId) -> bool {
        let (at, bit) = place(target);
        self.or(at, bit) != 0
    }

    /// Adds targets, and those that are new to `fresh` too.
    pub(super) fn extend(&mut self, more: &Targets, fresh: &mut Targets) {
        // Few words are looked up one by one, many are merged.
        if more.0.len() * 8 <= self.0.len() {
            for (at, bits) in &more.0 {
                let new = self.or(*at, *bits);
                if new != 0 {
                    fresh.or(*at, new);
                }
            }
        } else {
            self.merge(more, fresh);
        }
    }

    /// The targets that are not in another set.
    pub(super) fn without(&self, other: &Targets) -> Targets {
        if other.is_empty() {
            return self.clone();
        }
        let mut fresh = Targets::default();
        other.clone().extend(self, &mut fresh);
        fresh
    }

    /// Adds targets.
    pub(super) fn add(&mut self, more: &Targets) {
        self.extend(more, &mut Targets::default());
    }

    /// Sets bits of a word; those that were not set before.
    fn or(&mut self, at: u32, bits: u64) -> u64 {
        match self.0.binary_search_by_key(&at, |(at, _)| *at) {
            Ok(index) => {
                let word = &mut self.0[index].1;
                let new = bits & !*word;
                *word |= bits;
                new
            }
            Err(index) => {
                self.0.insert(index, (at, bits));
                bits
            }
        }
    }

    fn merge(&mut self, more: &Targets, fresh: &mut Targets) {
        // Nothing new is the usual case, which needs no memory.
        let mut own = self.0.iter().peekable();
        let known = more.0.iter().all(|(at, bits)| {
            while own.peek().is_some_and(|(other, _)| other < at) {
                own.next();
            }
            let same = own.peek().filter(|(other, _)| other == at);
            same.is_some_and(|(_, word)| bits & !word == 0)
        });
        if known {
            return;
        }
        let old = std::mem::take(&mut self.0);
        let mut merged = Vec::with_capacity(old.len() + more.0.len());
        let mut own = old.into_iter().peekable();
        for &(at, bits) in &more.0 {
            while let Some(word) = own.next_if(|(other, _)| *other < at) {
                merged.push(word);
            }
            let known = own.next_if(|(other, _)| *other == at);
            let known = known.map_or(0, |(_, word)| word);
            merged.push((at, known | bits));
            if bits & !known != 0 {
                fresh.or(at, bits & !known);
            }
        }
        merged.extend(own);
        self.0 = merged;
    }
}

/// The word and the bit of a target.
fn place(target: TargetId) -> (u32, u64) {
    let index = u32::try_from(target.index()).unwrap_or(u32::MAX);
    (index / u64::BITS, 1 << (index % u64::BITS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sets_are_those_of_the_standard_library() {
        // Numbers from a congruence, so that words collide and differ.
        let mut state = 7_u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            (state >> 8) % below
        };
        for _ in 0..200 {
            let mut fill = || {
                let (count, range) = (next(60), 1 + next(3000));
                (0..count).map(|_| next(range)).collect::<BTreeSet<u32>>()
            };
            let (first, second) = (fill(), fill());
            let of = |set: &BTreeSet<u32>| {
                let mut targets = Targets::default();
                for target in set {
                    assert!(targets.insert(TargetId(*target)));
                }
                targets
            };
            let shown =
                |targets: &Targets| targets.iter().map(|id| id.0).collect::<BTreeSet<u32>>();
            let (mut set, more) = (of(&first), of(&second));
            assert_eq!(shown(&set), first);
            let mut fresh = Targets::default();
            set.extend(&more, &mut fresh);
            assert_eq!(shown(&set), &first | &second);
            assert_eq!(shown(&fresh), &second - &first);
            assert_eq!(set.len(), first.union(&second).count());
            assert!(second.iter().all(|target| set.contains(TargetId(*target))));
            assert_eq!(shown(&more.without(&of(&first))), &second - &first);
            assert_eq!(fresh.is_empty(), second.is_subset(&first));
        }
    }
}
