//! The words of the text form: one list per operator enum gives both directions.

use crate::expr::{
    BinaryOp, CastKind, CompareOp, FloatBinaryOp, FloatCompareOp, MemoryPredicate, OverflowOp,
    UnaryOp,
};
use crate::function::AllocKind;

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
    FloatBinaryOp { Add "fadd", Sub "fsub", Mul "fmul", Div "fdiv", Rem "frem", }
    CastKind {
        Trunc "trunc", ZExt "zext", SExt "sext", PtrToInt "ptrtoint", IntToPtr "inttoptr",
        Bitcast "bitcast", FloatToFloat "fptofp", FloatToSInt "fptosi", FloatToUInt "fptoui",
        SIntToFloat "sitofp", UIntToFloat "uitofp",
    }
    MemoryPredicate {
        NotNull "not_null", IsObject "is_object", NotFreed "not_freed",
        NotExpired "not_expired", InBounds "in_bounds", Writable "writable",
        Freeable "freeable", NotDoublyFreed "not_doubly_freed", IsFunction "is_function",
        Aligned "aligned",
    }
    AllocKind { Heap "heap", ZeroedHeap "zeroed_heap", Stack "stack", }
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

/// Whether a name needs no quotes: a word that means nothing where a name can stand.
pub(super) fn is_plain(name: &str) -> bool {
    if matches!(name, "fn" | "volatile") {
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
        for &kind in CastKind::ALL {
            assert_eq!(CastKind::from_word(kind.word()), Some(kind));
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
