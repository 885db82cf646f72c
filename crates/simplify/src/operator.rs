//! The operators of the pattern language as operators of terms, both ways.

use std::fmt;

use cassay_term::Op;

/// An operator of the pattern language.
#[derive(Clone, Copy)]
pub struct Symbol {
    /// How patterns write it.
    pub name: &'static str,
    /// How many integer parameters it takes.
    pub params: usize,
    /// How many arguments it takes.
    pub args: usize,
    /// The head of the operator of terms.
    pub head: usize,
    make: fn(u32, u32) -> Op,
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.head == other.head
    }
}

impl Eq for Symbol {}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

type Maker = fn(u32, u32) -> Op;

/// Every operator: its name, the number of its parameters, the operator of terms.
const TABLE: &[(&str, usize, Maker)] = &[
    ("not", 0, |_, _| Op::Not),
    ("and", 0, |_, _| Op::And),
    ("or", 0, |_, _| Op::Or),
    ("xor", 0, |_, _| Op::Xor),
    ("=", 0, |_, _| Op::Eq),
    ("ite", 0, |_, _| Op::Ite),
    ("bvadd", 0, |_, _| Op::BvAdd),
    ("bvsub", 0, |_, _| Op::BvSub),
    ("bvmul", 0, |_, _| Op::BvMul),
    ("bvudiv", 0, |_, _| Op::BvUdiv),
    ("bvurem", 0, |_, _| Op::BvUrem),
    ("bvsdiv", 0, |_, _| Op::BvSdiv),
    ("bvsrem", 0, |_, _| Op::BvSrem),
    ("bvneg", 0, |_, _| Op::BvNeg),
    ("bvnot", 0, |_, _| Op::BvNot),
    ("bvand", 0, |_, _| Op::BvAnd),
    ("bvor", 0, |_, _| Op::BvOr),
    ("bvxor", 0, |_, _| Op::BvXor),
    ("bvshl", 0, |_, _| Op::BvShl),
    ("bvlshr", 0, |_, _| Op::BvLshr),
    ("bvashr", 0, |_, _| Op::BvAshr),
    ("concat", 0, |_, _| Op::BvConcat),
    ("bvult", 0, |_, _| Op::BvUlt),
    ("bvule", 0, |_, _| Op::BvUle),
    ("bvslt", 0, |_, _| Op::BvSlt),
    ("bvsle", 0, |_, _| Op::BvSle),
    ("bvuaddo", 0, |_, _| Op::BvUaddo),
    ("bvusubo", 0, |_, _| Op::BvUsubo),
    ("bvumulo", 0, |_, _| Op::BvUmulo),
    ("bvsaddo", 0, |_, _| Op::BvSaddo),
    ("bvssubo", 0, |_, _| Op::BvSsubo),
    ("bvsmulo", 0, |_, _| Op::BvSmulo),
    ("select", 0, |_, _| Op::Select),
    ("store", 0, |_, _| Op::Store),
    ("extract", 2, |hi, lo| Op::BvExtract { hi, lo }),
    ("zext", 1, |to, _| Op::BvZext { to }),
    ("sext", 1, |to, _| Op::BvSext { to }),
    ("const-array", 1, |index, _| Op::ConstArray { index }),
];

impl Symbol {
    /// The operator of this name.
    pub fn named(name: &str) -> Option<Symbol> {
        let (name, params, make) = *TABLE.iter().find(|(known, ..)| *known == name)?;
        let op = make(0, 0);
        Some(Symbol {
            name,
            params,
            args: op.arity(),
            head: op.head(),
            make,
        })
    }

    /// The operator of terms with these parameters; `None` when one is out of range.
    pub fn op(&self, params: &[i64]) -> Option<Op> {
        let mut values = [0; 2];
        for (value, param) in values.iter_mut().zip(params) {
            *value = u32::try_from(*param).ok()?;
        }
        Some((self.make)(values[0], values[1]))
    }

    /// Whether the order of the two arguments is of no matter.
    pub fn is_commutative(&self) -> bool {
        (self.make)(0, 0).is_commutative()
    }
}

/// The parameters of an operator of terms, in the order patterns have them.
pub fn params(op: Op) -> ([u32; 2], usize) {
    match op {
        Op::BvExtract { hi, lo } => ([hi, lo], 2),
        Op::BvZext { to } | Op::BvSext { to } => ([to, 0], 1),
        Op::ConstArray { index } => ([index, 0], 1),
        Op::Bool(_)
        | Op::Symbol(_)
        | Op::Not
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Eq
        | Op::Ite
        | Op::BvConst(_)
        | Op::BvAdd
        | Op::BvSub
        | Op::BvMul
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvNeg
        | Op::BvNot
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvShl
        | Op::BvLshr
        | Op::BvAshr
        | Op::BvConcat
        | Op::BvUlt
        | Op::BvUle
        | Op::BvSlt
        | Op::BvSle
        | Op::BvUaddo
        | Op::BvUsubo
        | Op::BvUmulo
        | Op::BvSaddo
        | Op::BvSsubo
        | Op::BvSmulo
        | Op::Float(..)
        | Op::FloatLt(_)
        | Op::FloatLe(_)
        | Op::FloatEq(_)
        | Op::FloatIsNan(_)
        | Op::FloatConvert { .. }
        | Op::FloatFromInt { .. }
        | Op::FloatToInt { .. }
        | Op::Select
        | Op::Store => ([0, 0], 0),
    }
}
