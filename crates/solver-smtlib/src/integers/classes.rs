//! Which bit-vectors are written as integers: all those that are not connected with a bitwise
//! operator, directly or through other terms.
//!
//! An operator needs its arguments and its result in one representation, so these are put into one
//! class; an array has a class for its indices and one for its elements. A class with an operator
//! that is not arithmetic stays in bit-vectors, the others become integers. Constants, and arrays
//! that hold one constant everywhere, are in no class: they can be written in either form.
//!
//! Equality of arrays keeps both of their classes in bit-vectors: arrays over integers also have
//! indices that represent no bit-vector, and could differ there.
//!
//! A class of floats becomes real numbers if its bits are used in no other way and are in no
//! array. Conversions connect classes: an integer converted from a float that stays in bit-vectors
//! stays in bit-vectors too.
//!
//! Classes only grow, and only change from integers to bit-vectors. If that happens to a class of
//! which a member was written already, all terms must be written again.

use cassay_term::{Op, Pool, Sort, TermId};
use rustc_hash::FxHashMap;

use super::bits::Plan;
use super::reals;

/// A class, by one of its members.
pub type ClassId = u32;

/// The classes of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A bit-vector.
    Scalar(ClassId),
    /// An array.
    Array {
        /// The class of its indices.
        index: ClassId,
        /// The class of its elements.
        element: ClassId,
    },
}

/// How the members of a class are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// As bit-vectors.
    Bits,
    /// As integers.
    Whole,
    /// As real numbers that approximate the floats.
    Real,
}

#[derive(Clone, Copy, Default)]
struct Facts {
    /// An operator on a member is not arithmetic.
    bits: bool,
    /// An operator reads a member as a float.
    floats: bool,
    /// An operator reads a member as an integer.
    numbers: bool,
    /// An operator reads a member as a signed number.
    signed: bool,
    /// Members are indices or elements of an array.
    array: bool,
    /// A member was written.
    written: bool,
}

/// The classes of all terms seen so far.
#[derive(Default)]
pub struct Classes {
    parents: Vec<ClassId>,
    /// The facts about each root; those of other members are outdated.
    facts: Vec<Facts>,
    places: FxHashMap<TermId, Place>,
    /// Pairs of a class of floats and a class of integers that a conversion connects.
    links: Vec<(ClassId, ClassId)>,
    stale: bool,
    /// Whether floats are never written as real numbers.
    no_reals: bool,
}

impl Classes {
    /// No classes yet. The argument says whether floats may be real numbers.
    pub fn new(reals: bool) -> Self {
        Classes {
            no_reals: !reals,
            ..Classes::default()
        }
    }

    /// Adds a term whose arguments have been added.
    pub fn add(&mut self, pool: &Pool, term: TermId) {
        if self.places.contains_key(&term) {
            return;
        }
        if let Some(place) = self.new_place(pool, term) {
            self.places.insert(term, place);
        }
        self.connect(pool, term);
    }

    /// The classes of a term; `None` for constants and truth values.
    pub fn place(&self, term: TermId) -> Option<Place> {
        self.places.get(&term).copied()
    }

    /// How the members of a class are written.
    pub fn written(&self, class: ClassId) -> Written {
        self.form(self.facts[self.root(class) as usize])
    }

    fn form(&self, facts: Facts) -> Written {
        match facts.floats {
            _ if facts.bits => Written::Bits,
            false => Written::Whole,
            true if facts.numbers || facts.array || self.no_reals => Written::Bits,
            true => Written::Real,
        }
    }

    /// Whether the members of a class are written as integers.
    pub fn is_whole(&self, class: ClassId) -> bool {
        self.written(class) == Written::Whole
    }

    /// Whether a term is written as a real number.
    pub fn is_real(&self, term: TermId) -> bool {
        matches!(self.place(term), Some(Place::Scalar(class))
            if self.written(class) == Written::Real)
    }

    /// Writes all floats in the theory of floats from now on.
    pub fn forbid_reals(&mut self) {
        self.no_reals = true;
        self.stale = true;
        self.follow_links();
    }

    /// Keeps integers in bit-vectors if a conversion connects them with floats that stay there. To
    /// be called after terms were added.
    pub fn follow_links(&mut self) {
        loop {
            let open = self.links.iter().find(|(float, number)| {
                self.written(*float) == Written::Bits && self.written(*number) != Written::Bits
            });
            let Some((_, number)) = open.copied() else {
                return;
            };
            self.change(number, |facts| facts.bits = true);
        }
    }

    /// Whether the members of a class are preferably read as signed numbers.
    pub fn is_signed(&self, class: ClassId) -> bool {
        self.facts[self.root(class) as usize].signed
    }

    /// Whether a term is an integer or an array with integers.
    pub fn has_whole(&self, term: TermId) -> bool {
        match self.place(term) {
            Some(Place::Scalar(class)) => self.written(class) != Written::Bits,
            Some(Place::Array { index, element }) => self.is_whole(index) || self.is_whole(element),
            None => false,
        }
    }

    /// Records that a term was written in the representation of its class.
    pub fn note_written(&mut self, term: TermId) {
        let (one, other) = match self.place(term) {
            Some(Place::Scalar(class)) => (class, class),
            Some(Place::Array { index, element }) => (index, element),
            None => return,
        };
        for class in [one, other] {
            let root = self.root(class) as usize;
            self.facts[root].written = true;
        }
    }

    /// Whether a term was written in a representation that its class no longer has.
    pub fn is_stale(&self) -> bool {
        self.stale
    }

    /// Forgets which terms were written.
    pub fn forget_written(&mut self) {
        self.stale = false;
        for facts in &mut self.facts {
            facts.written = false;
        }
    }

    fn new_class(&mut self, facts: Facts) -> ClassId {
        // Term ids have this size.
        let class = self.parents.len() as ClassId;
        self.parents.push(class);
        self.facts.push(facts);
        class
    }

    fn new_array(&mut self) -> Place {
        let facts = Facts {
            array: true,
            ..Facts::default()
        };
        Place::Array {
            index: self.new_class(facts),
            element: self.new_class(facts),
        }
    }

    fn new_place(&mut self, pool: &Pool, term: TermId) -> Option<Place> {
        if is_neutral(pool, term) {
            return None;
        }
        match pool.sort(term) {
            Sort::Bv(_) => Some(Place::Scalar(self.new_class(Facts::default()))),
            Sort::Array { .. } => Some(self.new_array()),
            Sort::Bool | Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => None,
        }
    }

    fn root(&self, mut class: ClassId) -> ClassId {
        while self.parents[class as usize] != class {
            class = self.parents[class as usize];
        }
        class
    }

    fn find(&mut self, class: ClassId) -> ClassId {
        let root = self.root(class);
        let mut at = class;
        while at != root {
            at = std::mem::replace(&mut self.parents[at as usize], root);
        }
        root
    }

    fn change(&mut self, class: ClassId, change: impl Fn(&mut Facts)) {
        let root = self.find(class) as usize;
        let mut facts = self.facts[root];
        change(&mut facts);
        self.settle(root, facts);
    }

    /// Adds facts to a root, and checks whether what was written of it is outdated.
    fn settle(&mut self, root: usize, facts: Facts) {
        let old = self.facts[root];
        let other_form = self.form(old) != self.form(facts);
        let other_reading = facts.array && old.signed != facts.signed;
        self.stale |= old.written && (other_form || other_reading);
        self.facts[root] = facts;
    }

    fn unite(&mut self, a: ClassId, b: ClassId) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        // The older class becomes the root, which keeps paths short when a formula grows.
        let (root, other) = (a.min(b), a.max(b));
        let (x, y) = (self.facts[root as usize], self.facts[other as usize]);
        let both = Facts {
            bits: x.bits || y.bits,
            floats: x.floats || y.floats,
            numbers: x.numbers || y.numbers,
            signed: x.signed || y.signed,
            array: x.array || y.array,
            written: x.written || y.written,
        };
        self.settle(other as usize, both);
        self.settle(root as usize, both);
        self.parents[other as usize] = root;
    }

    /// Joins the classes of two terms of one sort. A term without a class has no effect.
    fn join(&mut self, a: TermId, b: TermId) {
        match (self.place(a), self.place(b)) {
            (Some(Place::Scalar(a)), Some(Place::Scalar(b))) => self.unite(a, b),
            (
                Some(Place::Array { index, element }),
                Some(Place::Array {
                    index: other_index,
                    element: other_element,
                }),
            ) => {
                self.unite(index, other_index);
                self.unite(element, other_element);
            }
            (Some(_) | None, _) => {}
        }
    }

    fn join_all(&mut self, term: TermId, others: &[TermId]) {
        for other in others {
            self.join(term, *other);
        }
    }

    /// Keeps the classes of these terms in bit-vectors.
    fn keep_bits(&mut self, terms: &[TermId]) {
        for term in terms {
            match self.place(*term) {
                Some(Place::Scalar(class)) => self.change(class, |facts| facts.bits = true),
                Some(Place::Array { index, element }) => {
                    self.change(index, |facts| facts.bits = true);
                    self.change(element, |facts| facts.bits = true);
                }
                None => {}
            }
        }
    }

    fn note(&mut self, terms: &[TermId], note: fn(&mut Facts)) {
        for term in terms {
            if let Some(Place::Scalar(class)) = self.place(*term) {
                self.change(class, note);
            }
        }
    }

    /// Records that the terms are integers.
    fn count(&mut self, terms: &[TermId]) {
        self.note(terms, |facts| facts.numbers = true);
    }

    /// Derives facts from a float operator. Its arguments and result are one class if real numbers
    /// can represent them.
    fn connect_floats(&mut self, pool: &Pool, term: TermId) {
        let args = pool.args(term);
        let op = *pool.op(term);
        if !reals::has(op) {
            self.keep_bits(args);
            self.keep_bits(&[term]);
            return;
        }
        let floats = |facts: &mut Facts| facts.floats = true;
        match op {
            Op::FloatFromInt { .. } => {
                self.note(&[term], floats);
                self.count(args);
                self.link(term, args[0]);
            }
            Op::FloatToInt { .. } => {
                self.note(args, floats);
                self.count(&[term]);
                self.link(args[0], term);
            }
            Op::FloatLt(_) | Op::FloatLe(_) | Op::FloatEq(_) | Op::FloatIsNan(_) => {
                self.join(args[0], args[args.len() - 1]);
                self.note(args, floats);
            }
            _ => {
                self.join_all(term, args);
                self.note(args, floats);
                self.note(&[term], floats);
            }
        }
    }

    fn link(&mut self, float: TermId, number: TermId) {
        match (self.place(float), self.place(number)) {
            (Some(Place::Scalar(float)), Some(Place::Scalar(number))) => {
                self.links.push((float, number));
            }
            // A constant float is written as bits.
            (None, Some(_)) => self.keep_bits(&[number]),
            (Some(_), _) | (None, None) => {}
        }
    }

    fn read_signed(&mut self, terms: &[TermId]) {
        for term in terms {
            if let Some(Place::Scalar(class)) = self.place(*term) {
                self.change(class, |facts| facts.signed = true);
            }
        }
    }

    /// Derives facts from an operator.
    fn connect(&mut self, pool: &Pool, term: TermId) {
        let args = pool.args(term);
        match *pool.op(term) {
            Op::Bool(_) | Op::Symbol(_) | Op::BvConst(_) | Op::Not | Op::And | Op::Or | Op::Xor => {
            }
            Op::Eq => {
                self.join(args[0], args[1]);
                if matches!(pool.sort(args[0]), Sort::Array { .. }) {
                    self.keep_bits(args);
                }
            }
            Op::Ite => self.join_all(term, &args[1..]),
            Op::BvAdd
            | Op::BvSub
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvNeg
            | Op::BvNot
            | Op::BvConcat
            | Op::BvExtract { .. }
            | Op::BvZext { .. } => {
                self.join_all(term, args);
                self.count(&[term]);
            }
            Op::BvSdiv | Op::BvSrem | Op::BvSext { .. } => {
                self.join_all(term, args);
                self.count(&[term]);
                self.read_signed(args);
            }
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr => {
                self.join_all(term, args);
                if reals::sign_change(pool, term).is_none() {
                    self.count(&[term]);
                }
                if Plan::of(pool, term).is_none() {
                    self.keep_bits(&[term]);
                }
            }
            Op::BvUlt | Op::BvUle | Op::BvUaddo | Op::BvUsubo | Op::BvUmulo => {
                self.join(args[0], args[1]);
                self.count(args);
            }
            Op::BvSlt | Op::BvSle | Op::BvSaddo | Op::BvSsubo | Op::BvSmulo => {
                self.join(args[0], args[1]);
                self.count(args);
                self.read_signed(args);
            }
            Op::Float(..)
            | Op::FloatLt(_)
            | Op::FloatLe(_)
            | Op::FloatEq(_)
            | Op::FloatIsNan(_)
            | Op::FloatConvert { .. }
            | Op::FloatFromInt { .. }
            | Op::FloatToInt { .. } => self.connect_floats(pool, term),
            Op::Select => self.connect_parts(args[0], Some(args[1]), Some(term)),
            Op::Store => {
                self.join(term, args[0]);
                self.connect_parts(term, Some(args[1]), Some(args[2]));
            }
            Op::ConstArray { .. } => self.connect_parts(term, None, Some(args[0])),
        }
    }

    /// An index and an element belong to the classes of an array.
    fn connect_parts(&mut self, array: TermId, at: Option<TermId>, held: Option<TermId>) {
        let Some(Place::Array { index, element }) = self.place(array) else {
            return;
        };
        for (class, part) in [(index, at), (element, held)] {
            if let Some(Place::Scalar(other)) = part.and_then(|part| self.place(part)) {
                self.unite(class, other);
            }
        }
    }
}

/// Whether a term is a constant or an array of one constant, which every class can have.
pub fn is_neutral(pool: &Pool, term: TermId) -> bool {
    match pool.op(term) {
        Op::BvConst(_) => true,
        Op::ConstArray { .. } => pool.as_bv(pool.args(term)[0]).is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_term::post_order;

    fn classes(pool: &Pool, roots: &[TermId]) -> Classes {
        let mut classes = Classes::default();
        for term in post_order(pool, roots) {
            classes.add(pool, term);
        }
        classes
    }

    #[test]
    fn a_bit_operator_reaches_what_is_computed_with_its_variables_only() {
        let mut pool = Pool::raw();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.symbol(name, Sort::Bv(32)));
        let mixed = pool.bv_xor(a, b);
        let below = pool.ult(mixed, c);
        let two = pool.bv_u64(32, 2);
        let (twice, square) = (pool.bv_mul(c, two), pool.bv_mul(d, two));
        let (first, second) = (pool.eq(twice, two), pool.slt(square, two));
        let classes = classes(&pool, &[below, first, second]);
        assert!(
            ![a, b, c, mixed, twice]
                .iter()
                .any(|t| classes.has_whole(*t))
        );
        assert!(classes.has_whole(d) && classes.has_whole(square));
        assert!(matches!(classes.place(d), Some(Place::Scalar(c)) if classes.is_signed(c)));
        assert_eq!(classes.place(two), None);
    }

    #[test]
    fn indices_and_elements_are_apart() {
        let mut pool = Pool::raw();
        let sort = Sort::Array {
            index: 32,
            element: 8,
        };
        let (array, i) = (pool.symbol("m", sort), pool.symbol("i", Sort::Bv(32)));
        let (v, w) = (pool.symbol("v", Sort::Bv(8)), pool.symbol("w", Sort::Bv(8)));
        let mixed = pool.bv_and(v, w);
        let written = pool.store(array, i, mixed);
        let read = pool.select(written, i);
        let zero = pool.bv_u64(8, 0);
        let root = pool.eq(read, zero);
        let first = classes(&pool, &[root]);
        assert!(first.has_whole(i) && first.has_whole(array));
        assert!(!first.has_whole(read) && !first.has_whole(v));

        let other = pool.symbol("n", sort);
        let same = pool.eq(array, other);
        let second = classes(&pool, &[root, same]);
        assert!(![i, array, other].iter().any(|t| second.has_whole(*t)));
    }

    #[test]
    fn floats_are_real_numbers_until_something_looks_at_their_bits() {
        use cassay_term::{FloatKind, FloatOp, Rounding};
        let mut pool = Pool::raw();
        let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bv(32)));
        let op = Op::Float(FloatOp::Add, FloatKind::Single, Rounding::NearestEven);
        let sign = pool.bv_u64(32, 1 << 31);
        let (sum, negated) = (pool.make(op, &[x, y]), pool.bv_xor(x, sign));
        let to_int = Op::FloatToInt {
            kind: FloatKind::Single,
            width: 32,
            signed: true,
        };
        let number = pool.make(to_int, &[sum]);
        let mut known = classes(&pool, &[number, negated]);
        known.follow_links();
        assert!([x, y, sum, negated].iter().all(|t| known.is_real(*t)));
        assert!(!known.is_real(number) && known.has_whole(number));

        let looked_at = pool.bv_add(y, sign);
        known.add(&pool, looked_at);
        known.follow_links();
        assert!(![x, sum, number].iter().any(|t| known.has_whole(*t)));

        let toward_zero = Op::Float(FloatOp::Add, FloatKind::Single, Rounding::Zero);
        let cut = pool.make(toward_zero, &[x, x]);
        assert!(!classes(&pool, &[cut]).is_real(cut));
    }

    #[test]
    fn what_was_written_as_an_integer_and_is_one_no_longer_is_noticed() {
        let mut pool = Pool::raw();
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bv(8)));
        let mut classes = classes(&pool, &[a, b]);
        classes.note_written(a);
        let mixed = pool.bv_or(b, b);
        let joined = pool.eq(a, b);
        classes.add(&pool, mixed);
        assert!(!classes.is_stale());
        classes.add(&pool, joined);
        assert!(classes.is_stale() && !classes.has_whole(a));
        classes.forget_written();
        assert!(!classes.is_stale());
    }
}
