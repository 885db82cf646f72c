//! The words of the text form: one list per operator enum gives both directions.

use crate::expr::{
    BinaryOp, CastKind, CompareOp, Extent, FloatCompareOp, HeapQuestion, MemoryPredicate,
    OverflowOp, UnaryOp,
};
use crate::function::AllocKind;
use cassay_float::{FloatOp, Rounding};

macro_rules! words {
    ($($ty:ident { $($variant:ident $name:literal,)* })*) => {$(
        impl $ty {
            /// Every value.
            pub const ALL: &'static [$ty] = &[$($ty::$variant,)*];

            /// The word of the text form.
            pub fn word(self) -> &'static str {
                match self { $($ty::$variant => $name,)* }
            }

            /// The value a word of the text form stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($name => Some($ty::$variant),)* _ => None }
            }
        }
    )*};
}

words! {
    UnaryOp { Not "not", Neg "neg", }
    BinaryOp {
        Add "add", Sub "sub", Mul "mul", UDiv "udiv", SDiv "sdiv", URem "urem", SRem "srem",
        Shl "shl", LShr "lshr", AShr "ashr", And "and", Or "or", Xor "xor",
    }
    CompareOp { Eq "eq", Ne "ne", ULt "ult", ULe "ule", SLt "slt", SLe "sle", }
    OverflowOp {
        SAdd "sadd_overflows", SSub "ssub_overflows", SMul "smul_overflows",
        UAdd "uadd_overflows", USub "usub_overflows", UMul "umul_overflows",
    }
    Extent { Size "object_size", Offset "object_offset", }
    MemoryPredicate {
        NotNull "not_null", IsObject "is_object", NotFreed "not_freed",
        NotExpired "not_expired", InBounds "in_bounds", Writable "writable",
        Freeable "freeable", NotDoublyFreed "not_doubly_freed", OfFamily "of_family", IsFunction "is_function",
        Aligned "aligned", NoWriter "no_writer", NoUser "no_user", Unchanged "unchanged", InOrder "in_order",
    }
    HeapQuestion { Empty "heap_empty", EmptyAtAbort "heap_empty_at_abort", Tracked "heap_tracked", }
    AllocKind { Heap "heap", ZeroedHeap "zeroed_heap", New "new", NewArray "new_array", NewAligned "new_aligned", NewArrayAligned "new_array_aligned", Stack "stack", Static "static", }
}

/// The word of an operation that rounds: followed by `.` and the mode unless it is the default.
fn rounded(word: &str, rounding: Rounding) -> String {
    if rounding == Rounding::NearestEven {
        word.to_owned()
    } else {
        format!("{word}.{}", rounding.name())
    }
}

/// The parts of such a word.
fn split_rounding(word: &str) -> Option<(&str, Rounding)> {
    match word.split_once('.') {
        None => Some((word, Rounding::NearestEven)),
        Some((word, mode)) => {
            let rounding = Rounding::from_name(mode)?;
            (rounding != Rounding::NearestEven).then_some((word, rounding))
        }
    }
}

/// The word of float arithmetic, e.g. `fadd` or `fadd.rtz`.
pub(crate) fn float_word(op: FloatOp, rounding: Rounding) -> String {
    rounded(op.name(), rounding)
}

/// The arithmetic a word stands for.
pub(super) fn float_from_word(word: &str) -> Option<(FloatOp, Rounding)> {
    let (word, rounding) = split_rounding(word)?;
    Some((FloatOp::from_name(word)?, rounding))
}

impl CastKind {
    /// The word of the text form.
    pub fn word(self) -> String {
        match self {
            CastKind::Trunc => "trunc".into(),
            CastKind::ZExt => "zext".into(),
            CastKind::SExt => "sext".into(),
            CastKind::PtrToInt => "ptrtoint".into(),
            CastKind::IntToPtr => "inttoptr".into(),
            CastKind::Bitcast => "bitcast".into(),
            CastKind::FloatToFloat(rounding) => rounded("fptofp", rounding),
            CastKind::FloatToSInt => "fptosi".into(),
            CastKind::FloatToUInt => "fptoui".into(),
            CastKind::SIntToFloat(rounding) => rounded("sitofp", rounding),
            CastKind::UIntToFloat(rounding) => rounded("uitofp", rounding),
        }
    }

    /// The conversion a word of the text form stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        let (stem, rounding) = split_rounding(word)?;
        let kind = match stem {
            "trunc" => CastKind::Trunc,
            "zext" => CastKind::ZExt,
            "sext" => CastKind::SExt,
            "ptrtoint" => CastKind::PtrToInt,
            "inttoptr" => CastKind::IntToPtr,
            "bitcast" => CastKind::Bitcast,
            "fptofp" => CastKind::FloatToFloat(rounding),
            "fptosi" => CastKind::FloatToSInt,
            "fptoui" => CastKind::FloatToUInt,
            "sitofp" => CastKind::SIntToFloat(rounding),
            "uitofp" => CastKind::UIntToFloat(rounding),
            _ => return None,
        };
        (kind.word() == word).then_some(kind)
    }
}

impl FloatCompareOp {
    /// The word of the text form: `fcmp.` and a letter for each outcome that makes it true.
    pub fn word(self) -> String {
        let outcomes = [
            (self.less, 'l'),
            (self.equal, 'e'),
            (self.greater, 'g'),
            (self.unordered, 'u'),
        ];
        let letters: String = outcomes
            .iter()
            .filter_map(|(holds, letter)| holds.then_some(*letter))
            .collect();
        format!("fcmp.{letters}")
    }

    /// The comparison a word of the text form stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        let letters = word.strip_prefix("fcmp.")?;
        let op = FloatCompareOp {
            less: letters.contains('l'),
            equal: letters.contains('e'),
            greater: letters.contains('g'),
            unordered: letters.contains('u'),
        };
        (op.word() == word).then_some(op)
    }
}

/// Whether a name needs no quotes: a plain word that is no keyword where a name is expected.
pub(super) fn is_plain(name: &str) -> bool {
    if matches!(name, "fn" | "volatile" | "atomic") {
        return false;
    }
    let mut chars = name.chars();
    chars.next().is_some_and(is_word_start) && chars.all(is_word_char)
}

/// Whether a bare word can start with the character.
pub(super) fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$')
}

/// Whether a bare word can go on with the character.
pub(super) fn is_word_char(c: char) -> bool {
    is_word_start(c) || c.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for &op in BinaryOp::ALL {
            assert_eq!(BinaryOp::from_word(op.word()), Some(op));
        }
        for word in [
            "trunc",
            "fptofp",
            "fptofp.rtz",
            "sitofp.rtp",
            "uitofp.rtn",
            "fptosi",
        ] {
            let kind = CastKind::from_word(word);
            assert_eq!(kind.map(CastKind::word).as_deref(), Some(word));
        }
        assert_eq!(CastKind::from_word("trunc.rtz"), None);
        assert_eq!(CastKind::from_word("fptofp.rne"), None);
        for &op in FloatOp::ALL {
            for &rounding in Rounding::ALL {
                let word = float_word(op, rounding);
                assert_eq!(float_from_word(&word), Some((op, rounding)));
            }
        }
        for &predicate in MemoryPredicate::ALL {
            assert_eq!(
                MemoryPredicate::from_word(predicate.word()),
                Some(predicate)
            );
        }
        for bits in 0..16u32 {
            let op = FloatCompareOp {
                less: bits & 1 != 0,
                equal: bits & 2 != 0,
                greater: bits & 4 != 0,
                unordered: bits & 8 != 0,
            };
            assert_eq!(FloatCompareOp::from_word(&op.word()), Some(op));
        }
        assert_eq!(FloatCompareOp::from_word("fcmp.el"), None);
    }
}
