//! Chains of writes to constant indices of an array, with lookup tables.
//!
//! A program that fills an array in a loop makes one long chain of writes, and reads all of it. So
//! every [`STEP`]th write of such a chain has a table of the values that the writes since the
//! [`STEP`]th before it put at each index; every [`FAN`]th of these has a table that reaches back
//! [`FAN`] times as far, and so on. A read examines fewer than [`STEP`] writes and a number of
//! tables that is logarithmic in the length of the chain, and each write is in at most that many
//! tables.

use rustc_hash::FxHashMap;

use crate::{Op, Pool, TermId};

/// How many writes lie between two that keep an index.
const STEP: u32 = 64;
/// How much further back an index of the next kind reaches.
const FAN: u32 = 4;

/// What is known of a write to a constant place.
pub(crate) struct Chain {
    /// Number of writes to constant places from here down to the first other array.
    length: u32,
    index: Option<Index>,
}

struct Index {
    /// The last value written to each place.
    written: FxHashMap<u64, TermId>,
    /// The array below these writes.
    below: TermId,
}

/// How many writes the index of the last of so many covers.
fn span(length: u32) -> u32 {
    let mut span = STEP;
    while let Some(next) = span.checked_mul(FAN)
        && length.is_multiple_of(next)
    {
        span = next;
    }
    span
}

impl Pool {
    /// Notes a write that was just made.
    pub(crate) fn extend_chain(&mut self, store: TermId) {
        let Some((below, _, _)) = self.constant_write(store) else {
            return;
        };
        let length = match self.chains.get(&below) {
            Some(chain) => chain.length.saturating_add(1),
            None => 1,
        };
        let indexed = length.is_multiple_of(STEP);
        let index = indexed.then(|| self.index(store, span(length)));
        self.chains.insert(store, Chain { length, index });
    }

    /// What a number of writes put where.
    fn index(&self, store: TermId, count: u32) -> Index {
        let mut written = FxHashMap::default();
        let mut below = store;
        for _ in 0..count {
            let Some((next, place, value)) = self.constant_write(below) else {
                break;
            };
            written.entry(place).or_insert(value);
            below = next;
        }
        Index { written, below }
    }

    /// The array below, the place and the value of a write to a constant place.
    fn constant_write(&self, store: TermId) -> Option<(TermId, u64, TermId)> {
        if *self.op(store) != Op::Store {
            return None;
        }
        let &[below, at, value] = self.args(store) else {
            return None;
        };
        Some((below, self.as_u64(at)?, value))
    }

    /// For a write that keeps an index: the value last written to a place by the writes that it covers,
    /// and the array below them.
    pub fn written_at(&self, store: TermId, place: u64) -> Option<(Option<TermId>, TermId)> {
        let index = self.chains.get(&store)?.index.as_ref()?;
        Some((index.written.get(&place).copied(), index.below))
    }
}
