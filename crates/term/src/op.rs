//! The operators: one table, grouped by theory, with everything about them that is data.
//!
//! Every operator has at most three arguments, so that a node has a fixed size. Conjunctions and
//! sums of many are chains. An operator's parameters (bit positions, widths) are part of it.

use cassay_bv::Bv;
use cassay_float::{FloatKind, FloatOp, Rounding};

use crate::Sort;

cassay_base::define_id!(
    /// A symbol: an index into the pool's table of names.
    pub SymbolId, "s"
);
cassay_base::define_id!(
    /// A bit-vector constant: an index into the pool's table of values.
    pub ConstId, "k"
);

/// The class of an operator. Code that treats all operators of a class alike matches on the class,
/// and need not change for a new operator of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpClass {
    /// A constant or a symbol.
    Leaf,
    /// Truth values to a truth value.
    Logic,
    /// [`Op::Eq`].
    Equality,
    /// [`Op::Ite`].
    Choice,
    /// A bit-vector to one of the same width.
    Unary,
    /// Two bit-vectors of one width to one of that width.
    Binary,
    /// Bit-vectors to one of another width, by moving bits.
    Resize,
    /// Two bit-vectors of one width to a truth value, by their order.
    Compare,
    /// Two bit-vectors of one width to a truth value: the result does not fit.
    Overflow,
    /// Floating-point numbers.
    Float,
    /// Arrays.
    Array,
}

/// How the circuit of an operator grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Circuit {
    /// It has none: bits are moved, negated, or not there.
    Wires,
    /// One gate for each bit: a bit of the result depends on no other bit of the arguments.
    Gates,
    /// With the width.
    Linear,
    /// With the width times its logarithm.
    Shift,
    /// With the square of the width.
    Product,
    /// It is lowered to others first.
    Lowered,
}

/// The meaning of an operator on constants, where it is a function of bit-vectors alone.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// Of one that gives a bit-vector.
    Unary(fn(&Bv) -> Bv),
    /// Of two that give a bit-vector.
    Binary(fn(&Bv, &Bv) -> Bv),
    /// Of two that give a truth value.
    Predicate(fn(&Bv, &Bv) -> bool),
    /// Of two truth values.
    Logic(fn(bool, bool) -> bool),
    /// Its parameters or other sorts take part: see the evaluator.
    Special,
}

/// One row of the table of operators.
struct Row {
    name: &'static str,
    class: OpClass,
    circuit: Circuit,
    meaning: Meaning,
    commutes: bool,
}

/// Makes the enum and its table of rows, each with: an example, the name (as SMT-LIB has it where there
/// are no parameters), the number of arguments, the class, the circuit, the meaning on constants, and
/// whether arguments may be exchanged.
macro_rules! operators {
    ($(
        $(#[$doc:meta])*
        $variant:ident $(($($field:ty),*))? $({ $($(#[$part_doc:meta])* $part:ident: $ty:ty),* $(,)? })?
        = $example:expr, $name:literal, $arity:literal, $class:ident, $circuit:ident,
        $meaning:expr $(, $commutes:ident)?;
    )*) => {
        /// An operator with its parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Op {
            $($(#[$doc])* $variant $(($($field),*))? $({ $($(#[$part_doc])* $part: $ty),* })?,)*
        }

        /// The operators without their parameters, as places in the table.
        #[derive(Clone, Copy)]
        enum Head { $($variant,)* }

        static ROWS: &[Row] = &[$(Row {
            name: $name,
            class: OpClass::$class,
            circuit: Circuit::$circuit,
            meaning: $meaning,
            commutes: false $(|| operators!(@$commutes))?,
        },)*];

        /// Separate from the rows, because it is needed at every access to the arguments of a term.
        static ARITIES: [u8; Op::HEADS] = [$($arity,)*];

        const EXAMPLES: &[Op] = &[$($example,)*];

        impl Op {
            /// A dense number that ignores parameters, for tables indexed by operator.
            #[inline]
            pub fn head(self) -> usize {
                let head = match self { $(Op::$variant { .. } => Head::$variant,)* };
                head as usize
            }
        }
    };
    (@commutes) => { true };
}

operators! {
    // Core.
    /// A truth value.
    Bool(bool) = Op::Bool(false), "bool", 0, Leaf, Wires, Meaning::Special;
    /// A free symbol of any sort.
    Symbol(SymbolId) = Op::Symbol(SymbolId(0)), "symbol", 0, Leaf, Wires, Meaning::Special;
    /// Negation.
    Not = Op::Not, "not", 1, Logic, Wires, Meaning::Special;
    /// Conjunction of two.
    And = Op::And, "and", 2, Logic, Gates, Meaning::Logic(|a, b| a && b), commutes;
    /// Disjunction of two.
    Or = Op::Or, "or", 2, Logic, Gates, Meaning::Logic(|a, b| a || b), commutes;
    /// Exclusive or of two truth values.
    Xor = Op::Xor, "xor", 2, Logic, Gates, Meaning::Logic(|a, b| a != b), commutes;
    /// Equality of two terms of the same sort.
    Eq = Op::Eq, "=", 2, Equality, Linear, Meaning::Special, commutes;
    /// `ite(condition, then, else)` over any sort.
    Ite = Op::Ite, "ite", 3, Choice, Linear, Meaning::Special;

    // Bit-vectors: leaves and arithmetic.
    /// A bit-vector constant; read it with [`Pool::as_bv`](crate::Pool::as_bv).
    BvConst(ConstId) = Op::BvConst(ConstId(0)), "bv", 0, Leaf, Wires, Meaning::Special;
    /// Sum.
    BvAdd = Op::BvAdd, "bvadd", 2, Binary, Linear, Meaning::Binary(Bv::add), commutes;
    /// Difference.
    BvSub = Op::BvSub, "bvsub", 2, Binary, Linear, Meaning::Binary(Bv::sub);
    /// Product.
    BvMul = Op::BvMul, "bvmul", 2, Binary, Product, Meaning::Binary(Bv::mul), commutes;
    /// Unsigned quotient, all ones by zero.
    BvUdiv = Op::BvUdiv, "bvudiv", 2, Binary, Product, Meaning::Binary(Bv::udiv);
    /// Unsigned remainder, the dividend by zero.
    BvUrem = Op::BvUrem, "bvurem", 2, Binary, Product, Meaning::Binary(Bv::urem);
    /// Signed quotient truncated towards zero.
    BvSdiv = Op::BvSdiv, "bvsdiv", 2, Binary, Product, Meaning::Binary(Bv::sdiv);
    /// Signed remainder with the sign of the dividend.
    BvSrem = Op::BvSrem, "bvsrem", 2, Binary, Product, Meaning::Binary(Bv::srem);
    /// Two's complement negation.
    BvNeg = Op::BvNeg, "bvneg", 1, Unary, Linear, Meaning::Unary(Bv::neg);

    // Bit-vectors: bits.
    /// Complement.
    BvNot = Op::BvNot, "bvnot", 1, Unary, Wires, Meaning::Unary(Bv::not);
    /// Bitwise conjunction.
    BvAnd = Op::BvAnd, "bvand", 2, Binary, Gates, Meaning::Binary(Bv::and), commutes;
    /// Bitwise disjunction.
    BvOr = Op::BvOr, "bvor", 2, Binary, Gates, Meaning::Binary(Bv::or), commutes;
    /// Bitwise exclusive or.
    BvXor = Op::BvXor, "bvxor", 2, Binary, Gates, Meaning::Binary(Bv::xor), commutes;
    /// Shift left.
    BvShl = Op::BvShl, "bvshl", 2, Binary, Shift, Meaning::Binary(Bv::shl);
    /// Logical shift right.
    BvLshr = Op::BvLshr, "bvlshr", 2, Binary, Shift, Meaning::Binary(Bv::lshr);
    /// Arithmetic shift right.
    BvAshr = Op::BvAshr, "bvashr", 2, Binary, Shift, Meaning::Binary(Bv::ashr);
    /// `concat(high, low)`.
    BvConcat = Op::BvConcat, "concat", 2, Resize, Wires, Meaning::Binary(Bv::concat);
    /// Bits `hi` down to `lo`, both included.
    BvExtract {
        /// The highest bit taken.
        hi: u32,
        /// The lowest bit taken.
        lo: u32,
    } = Op::BvExtract { hi: 0, lo: 0 }, "extract", 1, Resize, Wires, Meaning::Special;
    /// Zero extension to a greater width.
    BvZext {
        /// The width of the result.
        to: u32,
    } = Op::BvZext { to: 0 }, "zext", 1, Resize, Wires, Meaning::Special;
    /// Sign extension to a greater width.
    BvSext {
        /// The width of the result.
        to: u32,
    } = Op::BvSext { to: 0 }, "sext", 1, Resize, Wires, Meaning::Special;

    // Bit-vectors: predicates.
    /// Unsigned less than.
    BvUlt = Op::BvUlt, "bvult", 2, Compare, Linear, Meaning::Predicate(Bv::ult);
    /// Unsigned less than or equal.
    BvUle = Op::BvUle, "bvule", 2, Compare, Linear, Meaning::Predicate(Bv::ule);
    /// Signed less than.
    BvSlt = Op::BvSlt, "bvslt", 2, Compare, Linear, Meaning::Predicate(Bv::slt);
    /// Signed less than or equal.
    BvSle = Op::BvSle, "bvsle", 2, Compare, Linear, Meaning::Predicate(Bv::sle);
    /// The unsigned sum does not fit.
    BvUaddo = Op::BvUaddo, "bvuaddo", 2, Overflow, Linear, Meaning::Predicate(Bv::uadd_overflows), commutes;
    /// The unsigned difference does not fit.
    BvUsubo = Op::BvUsubo, "bvusubo", 2, Overflow, Linear, Meaning::Predicate(Bv::usub_overflows);
    /// The unsigned product does not fit.
    BvUmulo = Op::BvUmulo, "bvumulo", 2, Overflow, Product, Meaning::Predicate(Bv::umul_overflows), commutes;
    /// The signed sum does not fit.
    BvSaddo = Op::BvSaddo, "bvsaddo", 2, Overflow, Linear, Meaning::Predicate(Bv::sadd_overflows), commutes;
    /// The signed difference does not fit.
    BvSsubo = Op::BvSsubo, "bvssubo", 2, Overflow, Linear, Meaning::Predicate(Bv::ssub_overflows);
    /// The signed product does not fit.
    BvSmulo = Op::BvSmulo, "bvsmulo", 2, Overflow, Product, Meaning::Predicate(Bv::smul_overflows), commutes;

    // Floating-point numbers. They are bit-vectors everywhere: a float operator takes and gives
    // bit patterns. A NaN that an operator gives is the one positive quiet NaN of its format.
    /// An operation from numbers of a format to a number of the same format.
    Float(FloatOp, FloatKind, Rounding) = Op::Float(FloatOp::Add, FloatKind::Double, Rounding::NearestEven), "float", 2, Float, Lowered, Meaning::Special;
    /// Less than; false when one is not a number.
    FloatLt(FloatKind) = Op::FloatLt(FloatKind::Double), "fp.lt", 2, Float, Lowered, Meaning::Special;
    /// Less than or equal; false when one is not a number.
    FloatLe(FloatKind) = Op::FloatLe(FloatKind::Double), "fp.leq", 2, Float, Lowered, Meaning::Special;
    /// Equality of numbers: zeros are equal, a NaN equals nothing.
    FloatEq(FloatKind) = Op::FloatEq(FloatKind::Double), "fp.eq", 2, Float, Lowered, Meaning::Special, commutes;
    /// Whether a pattern is not a number.
    FloatIsNan(FloatKind) = Op::FloatIsNan(FloatKind::Double), "fp.isNaN", 1, Float, Lowered, Meaning::Special;
    /// A number in another format.
    FloatConvert {
        /// The format of the argument.
        from: FloatKind,
        /// The format of the result.
        to: FloatKind,
        /// How it is rounded where the format is narrower.
        rounding: Rounding,
    } = Op::FloatConvert {
        from: FloatKind::Double,
        to: FloatKind::Single,
        rounding: Rounding::NearestEven,
    }, "float-convert", 1, Float, Lowered, Meaning::Special;
    /// The number nearest to an integer of any width.
    FloatFromInt {
        /// The format of the result.
        kind: FloatKind,
        /// How it is rounded.
        rounding: Rounding,
        /// Whether the integer is signed.
        signed: bool,
    } = Op::FloatFromInt {
        kind: FloatKind::Double,
        rounding: Rounding::NearestEven,
        signed: true,
    }, "float-from-int", 1, Float, Lowered, Meaning::Special;
    /// The integer a number truncates to; the top bit alone when it does not fit or is none.
    FloatToInt {
        /// The format of the argument.
        kind: FloatKind,
        /// The width of the result.
        width: u32,
        /// Whether the integer is signed.
        signed: bool,
    } = Op::FloatToInt {
        kind: FloatKind::Double,
        width: 32,
        signed: true,
    }, "float-to-int", 1, Float, Lowered, Meaning::Special;

    // Arrays.
    /// `select(array, index)`.
    Select = Op::Select, "select", 2, Array, Lowered, Meaning::Special;
    /// `store(array, index, value)`.
    Store = Op::Store, "store", 3, Array, Lowered, Meaning::Special;
    /// The array that holds one value everywhere.
    ConstArray {
        /// Width of an index.
        index: u32,
    } = Op::ConstArray { index: 0 }, "const-array", 1, Array, Lowered, Meaning::Special;
}

impl Op {
    /// One more than the greatest [`Op::head`].
    pub const HEADS: usize = EXAMPLES.len();

    /// One of each operator, in the order of the table; parameters are examples.
    pub fn all() -> impl Iterator<Item = Op> {
        EXAMPLES.iter().copied()
    }

    /// One of each operator of some classes.
    pub fn of_classes(classes: &[OpClass]) -> Vec<Op> {
        Op::all()
            .filter(|op| classes.contains(&op.class()))
            .collect()
    }

    /// One of the operator of this name.
    pub fn named(name: &str) -> Option<Op> {
        let place = ROWS.iter().position(|row| row.name == name)?;
        Some(EXAMPLES[place])
    }

    fn row(self) -> &'static Row {
        &ROWS[self.head()]
    }

    /// A name that ignores parameters; SMT-LIB's where there are none.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// How many arguments the operator takes.
    #[inline]
    pub fn arity(self) -> usize {
        if let Op::Float(op, ..) = self {
            return op.arity();
        }
        usize::from(ARITIES[self.head()])
    }

    /// What the operator is about.
    pub fn class(self) -> OpClass {
        self.row().class
    }

    /// How its circuit grows.
    pub fn circuit(self) -> Circuit {
        self.row().circuit
    }

    /// What it computes of constants.
    pub fn meaning(self) -> Meaning {
        self.row().meaning
    }

    /// Whether exchanging the two arguments changes nothing.
    pub fn is_commutative(self) -> bool {
        self.row().commutes || matches!(self, Op::Float(FloatOp::Add | FloatOp::Mul, ..))
    }

    /// Whether this computes with numbers that bits stand for.
    pub fn is_float(self) -> bool {
        self.class() == OpClass::Float
    }

    /// The parameters that are numbers of bits, and how many these are.
    pub fn widths(self) -> ([u32; 2], usize) {
        if let Op::BvExtract { hi, lo } = self {
            ([hi, lo], 2)
        } else if let Op::BvZext { to } | Op::BvSext { to } | Op::ConstArray { index: to } = self {
            ([to, 0], 1)
        } else {
            ([0, 0], 0)
        }
    }

    /// The same operator with other numbers of bits for those of [`Op::widths`].
    pub fn with_widths(self, [first, second]: [u32; 2]) -> Op {
        let mut op = self;
        if let Op::BvExtract { hi, lo } = &mut op {
            (*hi, *lo) = (first, second);
        } else if let Op::BvZext { to } | Op::BvSext { to } | Op::ConstArray { index: to } = &mut op
        {
            *to = first;
        }
        op
    }

    /// The sort of the operator applied to arguments of these sorts, or what is wrong with them.
    /// Symbols and constants are not covered: the pool knows their sorts.
    pub fn result_sort(self, args: &[Sort]) -> Result<Sort, String> {
        let found = if args.len() == self.arity() {
            self.sort_of(args)
        } else {
            None
        };
        found.ok_or_else(|| format!("{self:?} applied to {args:?}"))
    }

    fn sort_of(self, args: &[Sort]) -> Option<Sort> {
        match self.class() {
            OpClass::Leaf => matches!(self, Op::Bool(_)).then_some(Sort::Bool),
            OpClass::Logic => args.iter().all(|a| *a == Sort::Bool).then_some(Sort::Bool),
            OpClass::Equality => (args[0] == args[1]).then_some(Sort::Bool),
            OpClass::Choice => (args[0] == Sort::Bool && args[1] == args[2]).then_some(args[1]),
            OpClass::Unary | OpClass::Binary => same_width(args).map(Sort::Bv),
            OpClass::Compare | OpClass::Overflow => same_width(args).map(|_| Sort::Bool),
            OpClass::Resize => self.resized(args).map(Sort::Bv),
            OpClass::Float => self.float_sort(args),
            OpClass::Array => self.array_sort(args),
        }
    }

    fn resized(self, args: &[Sort]) -> Option<u32> {
        let width = args[0].bv_width()?;
        if let Op::BvExtract { hi, lo } = self {
            return (lo <= hi && hi < width).then(|| hi - lo + 1);
        }
        if let Op::BvZext { to } | Op::BvSext { to } = self {
            return (to >= width).then_some(to);
        }
        (self == Op::BvConcat).then_some(width + args.get(1)?.bv_width()?)
    }

    fn float_sort(self, args: &[Sort]) -> Option<Sort> {
        if let Op::Float(_, kind, _) = self {
            return all_of(args, kind).then_some(Sort::Bv(kind.bits()));
        }
        if let Op::FloatLt(kind) | Op::FloatLe(kind) | Op::FloatEq(kind) | Op::FloatIsNan(kind) =
            self
        {
            return all_of(args, kind).then_some(Sort::Bool);
        }
        if let Op::FloatConvert { from, to, .. } = self {
            return all_of(args, from).then_some(Sort::Bv(to.bits()));
        }
        if let Op::FloatFromInt { kind, .. } = self {
            return args[0].bv_width().map(|_| Sort::Bv(kind.bits()));
        }
        if let Op::FloatToInt { kind, width, .. } = self {
            return (all_of(args, kind) && width > 0).then_some(Sort::Bv(width));
        }
        None
    }

    fn array_sort(self, args: &[Sort]) -> Option<Sort> {
        if let Op::ConstArray { index } = self {
            let element = args[0].bv_width()?;
            return Some(Sort::Array { index, element });
        }
        let Sort::Array { index, element } = args[0] else {
            return None;
        };
        if args[1] != Sort::Bv(index) {
            return None;
        }
        if self == Op::Select {
            return Some(Sort::Bv(element));
        }
        (self == Op::Store && args[2] == Sort::Bv(element)).then_some(args[0])
    }
}

/// The width of bit-vectors that have the same one.
fn same_width(sorts: &[Sort]) -> Option<u32> {
    let width = sorts.first()?.bv_width()?;
    sorts
        .iter()
        .all(|sort| *sort == Sort::Bv(width))
        .then_some(width)
}

/// Whether all sorts are that of patterns of a format.
fn all_of(sorts: &[Sort], kind: FloatKind) -> bool {
    sorts.iter().all(|sort| *sort == Sort::Bv(kind.bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        for (index, op) in Op::all().enumerate() {
            assert_eq!(op.head(), index, "{op:?}");
            assert!(op.arity() <= 3);
            assert!(!op.is_commutative() || op.arity() == 2, "{op:?}");
        }
        for op in Op::all() {
            assert_eq!(Op::named(op.name()), Some(op));
        }
    }

    #[test]
    fn meanings_have_the_arity_and_commute_as_the_table_says() {
        let values: Vec<Bv> = (0..8).map(|value| Bv::from_u64(3, value)).collect();
        for op in Op::all() {
            let arity = match op.meaning() {
                Meaning::Unary(_) => 1,
                Meaning::Binary(_) | Meaning::Predicate(_) | Meaning::Logic(_) => 2,
                Meaning::Special => continue,
            };
            assert_eq!(op.arity(), arity, "{op:?}");
            let mut commutes = true;
            for (a, b) in values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (a, b)))
            {
                commutes &= match op.meaning() {
                    Meaning::Binary(f) => f(a, b) == f(b, a),
                    Meaning::Predicate(f) => f(a, b) == f(b, a),
                    Meaning::Logic(f) => f(a.bit(0), b.bit(0)) == f(b.bit(0), a.bit(0)),
                    Meaning::Unary(_) | Meaning::Special => false,
                };
            }
            assert_eq!(op.is_commutative(), commutes, "{op:?}");
        }
    }

    #[test]
    fn gates_look_at_single_bits() {
        let values: Vec<Bv> = (0..8).map(|value| Bv::from_u64(3, value)).collect();
        for op in Op::of_classes(&[OpClass::Binary]) {
            let Meaning::Binary(f) = op.meaning() else {
                panic!("{op:?} has a meaning on constants");
            };
            let mut single = true;
            for (a, b) in values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (a, b)))
            {
                for bit in 0..3 {
                    let mask = Bv::power_of_two(3, bit);
                    let alone = f(&a.and(&mask), &b.and(&mask));
                    single &= f(a, b).bit(bit) == alone.bit(bit);
                }
            }
            assert_eq!(op.circuit() == Circuit::Gates, single, "{op:?}");
        }
    }

    #[test]
    fn parameters_come_back() {
        for op in Op::all() {
            let (widths, count) = op.widths();
            assert_eq!(op.with_widths(widths), op);
            let other = op.with_widths([7, 3]);
            assert_eq!(count > 0, other != op, "{op:?}");
        }
    }
}
