//! The named constructors. Each checks sorts and simplifies by way of [`Pool::make`].

use cassay_bv::Bv;

use crate::{Op, Pool, TermId};

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident;)*) => {
        impl Pool {
            $($(#[$doc])*
            pub fn $name(&mut self, a: TermId, b: TermId) -> TermId {
                self.make(Op::$op, &[a, b])
            })*
        }
    };
}

binary! {
    /// Conjunction.
    and = And;
    /// Disjunction.
    or = Or;
    /// Exclusive or.
    xor = Xor;
    /// Equality of two terms of the same sort.
    eq = Eq;
    /// Sum.
    bv_add = BvAdd;
    /// Difference.
    bv_sub = BvSub;
    /// Product.
    bv_mul = BvMul;
    /// Unsigned quotient; all ones by zero.
    bv_udiv = BvUdiv;
    /// Unsigned remainder; the dividend by zero.
    bv_urem = BvUrem;
    /// Signed quotient, truncated towards zero.
    bv_sdiv = BvSdiv;
    /// Signed remainder with the sign of the dividend.
    bv_srem = BvSrem;
    /// Bitwise conjunction.
    bv_and = BvAnd;
    /// Bitwise disjunction.
    bv_or = BvOr;
    /// Bitwise exclusive or.
    bv_xor = BvXor;
    /// Shift left; zero when the amount is at least the width.
    bv_shl = BvShl;
    /// Logical shift right; zero when the amount is at least the width.
    bv_lshr = BvLshr;
    /// Arithmetic shift right; copies of the sign when the amount is at least the width.
    bv_ashr = BvAshr;
    /// `high` followed by `low`.
    concat = BvConcat;
    /// Unsigned less than.
    ult = BvUlt;
    /// Unsigned less than or equal.
    ule = BvUle;
    /// Signed less than.
    slt = BvSlt;
    /// Signed less than or equal.
    sle = BvSle;
    /// Whether the unsigned sum does not fit.
    uaddo = BvUaddo;
    /// Whether the unsigned difference does not fit.
    usubo = BvUsubo;
    /// Whether the unsigned product does not fit.
    umulo = BvUmulo;
    /// Whether the signed sum does not fit.
    saddo = BvSaddo;
    /// Whether the signed difference does not fit.
    ssubo = BvSsubo;
    /// Whether the signed product does not fit.
    smulo = BvSmulo;
    /// The element of an array at an index.
    select = Select;
}

impl Pool {
    /// The truth constant.
    pub fn bool_const(&self, value: bool) -> TermId {
        if value { self.tru() } else { self.fls() }
    }

    /// Negation.
    #[allow(clippy::should_implement_trait, reason = "a constructor of terms")]
    pub fn not(&mut self, a: TermId) -> TermId {
        self.make(Op::Not, &[a])
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Equality of truth values.
    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        self.eq(a, b)
    }

    /// Conjunction of all; `true` of none.
    pub fn and_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        terms
            .into_iter()
            .fold(self.tru(), |all, term| self.and(all, term))
    }

    /// Disjunction of all; `false` of none.
    pub fn or_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        terms
            .into_iter()
            .fold(self.fls(), |all, term| self.or(all, term))
    }

    /// `then` where the condition holds, else `otherwise`; of any sort.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        self.make(Op::Ite, &[condition, then, otherwise])
    }

    /// Disequality of two terms of the same sort.
    pub fn distinct(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// The bit-vector constant `value` modulo two to the width.
    pub fn bv_u64(&mut self, width: u32, value: u64) -> TermId {
        self.bv(Bv::from_u64(width, value))
    }

    /// The bit-vector constant `value` in two's complement.
    pub fn bv_i64(&mut self, width: u32, value: i64) -> TermId {
        self.bv(Bv::from_i64(width, value))
    }

    /// Two's complement negation.
    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        self.make(Op::BvNeg, &[a])
    }

    /// Complement of every bit.
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        self.make(Op::BvNot, &[a])
    }

    /// Bits `hi` down to `lo`, both included; the term itself when that is all of it.
    pub fn extract(&mut self, hi: u32, lo: u32, a: TermId) -> TermId {
        if lo == 0 && hi + 1 == self.width(a) {
            return a;
        }
        self.make(Op::BvExtract { hi, lo }, &[a])
    }

    /// Zero extension to `width`; the term itself when it has that width.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        if self.width(a) == width {
            return a;
        }
        self.make(Op::BvZext { to: width }, &[a])
    }

    /// Sign extension to `width`; the term itself when it has that width.
    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        if self.width(a) == width {
            return a;
        }
        self.make(Op::BvSext { to: width }, &[a])
    }

    /// Unsigned greater than.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned greater than or equal.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Signed greater than.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed greater than or equal.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    /// 1 where `a` holds, else 0.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bv_u64(width, 1), self.bv_u64(width, 0));
        self.ite(a, one, zero)
    }

    /// Whether a bit-vector differs from zero.
    pub fn bv_to_bool(&mut self, a: TermId) -> TermId {
        let zero = self.bv_u64(self.width(a), 0);
        self.distinct(a, zero)
    }

    /// The array with `value` at `index` and `array` elsewhere.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        self.make(Op::Store, &[array, index, value])
    }

    /// The array over indices of `index_width` bits that holds `value` everywhere.
    pub fn const_array(&mut self, index_width: u32, value: TermId) -> TermId {
        self.make(Op::ConstArray { index: index_width }, &[value])
    }
}
