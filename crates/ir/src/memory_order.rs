//! The orders of atomic accesses and fences (C17 7.17.3).

/// How an atomic access or a fence is ordered towards other accesses of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemoryOrder {
    /// Atomic, but not ordered.
    Relaxed,
    /// Nothing that follows comes before it.
    Acquire,
    /// Nothing that precedes comes after it.
    Release,
    /// Both.
    AcqRel,
    /// Both, and in one order with all others of this kind.
    SeqCst,
}

impl MemoryOrder {
    /// Every order, weakest first.
    pub const ALL: [MemoryOrder; 5] = [
        MemoryOrder::Relaxed,
        MemoryOrder::Acquire,
        MemoryOrder::Release,
        MemoryOrder::AcqRel,
        MemoryOrder::SeqCst,
    ];

    /// Its name in the text form.
    pub fn word(self) -> &'static str {
        match self {
            MemoryOrder::Relaxed => "relaxed",
            MemoryOrder::Acquire => "acquire",
            MemoryOrder::Release => "release",
            MemoryOrder::AcqRel => "acq_rel",
            MemoryOrder::SeqCst => "seq_cst",
        }
    }

    /// The order of a name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.word() == word)
    }
}
