//! Declarations and definitions of terms, some of which are integers.
//!
//! Every term is defined once as some integer congruent to it, and once more for each reading
//! (signed or unsigned) that an operator needs and in which it is not in range. Symbols and reads
//! of arrays are declared and constrained to be in range. Terms that stay bit-vectors are written
//! as usual.

use std::collections::BTreeSet;
use std::fmt::Write;

use cassay_term::{Definitions, MAX_SPELT_INDEX, Op, Pool, Sort, TermId, reference};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::classes::{ClassId, Classes, Place, Written, is_neutral};
use super::whole::{Interval, Reading, Whole, literal};

/// The integers that represent a term.
struct Form {
    /// An integer congruent to it.
    any: Whole,
    /// The integers in signed and in unsigned range, once an operator has needed them.
    unsigned: Option<Whole>,
    signed: Option<Whole>,
}

/// The integers that a session has.
#[derive(Default)]
pub struct Forms {
    forms: FxHashMap<TermId, Form>,
    /// Arrays of one constant that were written, with whether indices and elements are integers.
    neutral: BTreeSet<(TermId, Shape)>,
}

/// How the indices and the elements of an array are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    /// How indices are read; `None` for bit-vectors.
    pub index: Option<bool>,
    /// The same for elements.
    pub element: Option<bool>,
}

impl Shape {
    const BITS: Shape = Shape {
        index: None,
        element: None,
    };
}

/// Writes terms.
pub(super) struct Writer<'a> {
    pub pool: &'a Pool,
    pub classes: &'a Classes,
    pub definitions: &'a mut Definitions,
    pub forms: &'a mut Forms,
    pub out: &'a mut String,
}

impl Forms {
    /// Writes terms that [`Definitions::missing`] gave and that the classes know.
    pub fn write(
        &mut self,
        pool: &Pool,
        classes: &mut Classes,
        definitions: &mut Definitions,
        terms: &[TermId],
        out: &mut String,
    ) {
        let mut writer = Writer {
            pool,
            classes,
            definitions,
            forms: self,
            out,
        };
        for term in terms {
            writer.write(*term);
            writer.definitions.mark(*term);
        }
        for term in terms {
            classes.note_written(*term);
        }
    }
}

fn scalar_sort(integers: Option<bool>, width: u32) -> String {
    match integers {
        Some(_) => "Int".to_string(),
        None => Sort::Bv(width).to_string(),
    }
}

impl Writer<'_> {
    fn write(&mut self, term: TermId) {
        if is_neutral(self.pool, term) {
            return;
        }
        match self.classes.place(term) {
            Some(Place::Scalar(class)) => match self.classes.written(class) {
                Written::Whole => self.whole(term, class),
                Written::Real => self.write_real(term),
                Written::Bits => self.bits(term),
            },
            Some(Place::Array { .. }) => self.array(term),
            None => self.truth(term),
        }
    }

    /// Writes a term without integers.
    fn plain(&mut self, term: TermId) {
        self.definitions.write(self.pool, &[term], self.out);
    }

    /// A term that stays a bit-vector. Only arrays that it reads may have another representation.
    fn bits(&mut self, term: TermId) {
        let args = self.pool.args(term);
        if args.first().is_some_and(|arg| self.classes.is_real(*arg)) {
            // An integer converted from a real number is unconstrained.
            let (name, sort) = (reference(self.pool, term), self.pool.sort(term));
            let _ = writeln!(self.out, "(declare-const {name} {sort})");
        } else if *self.pool.op(term) == Op::Select {
            let read = self.read(term);
            self.define(term, &Sort::Bv(self.pool.width(term)).to_string(), &read);
        } else {
            self.plain(term);
        }
    }

    /// A truth value; its representation follows from its arguments.
    fn truth(&mut self, term: TermId) {
        let args = self.pool.args(term);
        let whole = args.iter().any(|arg| self.is_integer(*arg));
        if args.iter().any(|arg| self.classes.is_real(*arg)) {
            let text = self.real_predicate(term);
            return self.define(term, "Bool", &text);
        }
        if whole && *self.pool.op(term) != Op::Ite {
            let text = self.predicate(term);
            self.define(term, "Bool", &text);
            return;
        }
        for arg in args {
            if matches!(self.pool.sort(*arg), Sort::Array { .. }) {
                self.array_name(*arg, Shape::BITS);
            }
        }
        self.plain(term);
    }

    /// An integer.
    fn whole(&mut self, term: TermId, class: ClassId) {
        let pool = self.pool;
        let width = pool.width(term);
        let own = Reading::of(self.classes.is_signed(class));
        let (text, within) = match pool.op(term) {
            Op::Symbol(_) => {
                let name = reference(pool, term);
                let _ = writeln!(self.out, "(declare-const {name} Int)");
                let within = Interval::full(width, own);
                self.keep_within(&name, &within);
                self.remember(term, Whole::new(name, within));
                return;
            }
            Op::Select => match self.constant_read(term) {
                Some(value) => (value.text, value.within),
                None => {
                    let name = reference(pool, term);
                    let read = self.read(term);
                    self.define(term, "Int", &read);
                    // An array over integers has arbitrary elements where it was not written.
                    let within = Interval::full(width, own);
                    self.keep_within(&name, &within);
                    self.remember(term, Whole::new(name, within));
                    return;
                }
            },
            Op::FloatToInt { .. } => self.truncated(term),
            _ => {
                let result = self.apply(term, own);
                let within = self.with_facts(term, &result);
                (result.text, within)
            }
        };
        self.define(term, "Int", &text);
        self.remember(term, Whole::new(reference(pool, term), within));
    }

    fn remember(&mut self, term: TermId, any: Whole) {
        let form = Form {
            any,
            unsigned: None,
            signed: None,
        };
        self.forms.forms.insert(term, form);
    }

    fn keep_within(&mut self, name: &str, within: &Interval) {
        let (low, high) = (literal(&within.low), literal(&within.high));
        let _ = writeln!(self.out, "(assert (<= {low} {name} {high}))");
    }

    fn define(&mut self, term: TermId, sort: &str, body: &str) {
        let name = reference(self.pool, term);
        let _ = writeln!(self.out, "(define-fun {name} () {sort} {body})");
    }

    /// Whether a term is written as an integer.
    pub fn is_integer(&self, term: TermId) -> bool {
        matches!(self.classes.place(term), Some(Place::Scalar(class))
            if self.classes.is_whole(class))
    }

    /// How an integer class is read; `None` for bit-vectors.
    fn form(&self, class: ClassId) -> Option<bool> {
        let whole = self.classes.is_whole(class);
        whole.then(|| self.classes.is_signed(class))
    }

    fn shape(&self, array: TermId) -> Option<Shape> {
        match self.classes.place(array) {
            Some(Place::Array { index, element }) => Some(Shape {
                index: self.form(index),
                element: self.form(element),
            }),
            Some(Place::Scalar(_)) | None => None,
        }
    }

    /// An integer congruent to a term.
    pub fn any(&self, term: TermId) -> Whole {
        match self.pool.as_bv(term) {
            Some(_) => self.constant(term, Reading::Signed),
            None => self.forms.forms[&term].any.clone(),
        }
    }

    fn constant(&self, term: TermId, reading: Reading) -> Whole {
        let Some(value) = self.pool.as_bv(term) else {
            unreachable!("{term} is a constant")
        };
        let mut number = BigInt::from(value.to_biguint());
        if reading == Reading::Signed && value.is_negative() {
            number -= super::whole::power(value.width());
        }
        Whole::number(number)
    }

    /// The value of a term in a reading.
    pub fn read_as(&mut self, term: TermId, reading: Reading) -> Whole {
        if self.pool.as_bv(term).is_some() {
            return self.constant(term, reading);
        }
        let form = &self.forms.forms[&term];
        let known = match reading {
            Reading::Unsigned => &form.unsigned,
            Reading::Signed => &form.signed,
        };
        if let Some(known) = known {
            return known.clone();
        }
        let width = self.pool.width(term);
        let facts = self.facts(term, reading);
        let mut read = form.any.read(width, reading);
        if read.text != form.any.text {
            let suffix = match reading {
                Reading::Unsigned => "u",
                Reading::Signed => "s",
            };
            let name = format!("$d{}{suffix}", term.0);
            let _ = writeln!(self.out, "(define-fun {name} () Int {})", read.text);
            read.text = name;
        }
        if let Some(facts) = facts {
            read.within = read.within.meet(facts);
        }
        if let Some(form) = self.forms.forms.get_mut(&term) {
            match reading {
                Reading::Unsigned => form.unsigned = Some(read.clone()),
                Reading::Signed => form.signed = Some(read.clone()),
            }
        }
        read
    }

    /// The interval that the pool knows for a term.
    fn facts(&self, term: TermId, reading: Reading) -> Option<Interval> {
        let range = self.pool.range(term)?;
        Some(match reading {
            Reading::Unsigned => Interval::new(range.umin.into(), range.umax.into()),
            Reading::Signed => Interval::new(range.smin.into(), range.smax.into()),
        })
    }

    /// The interval of an integer that represents a term.
    fn with_facts(&self, term: TermId, whole: &Whole) -> Interval {
        let width = self.pool.width(term);
        let read = [Reading::Signed, Reading::Unsigned]
            .into_iter()
            .filter(|reading| whole.is_read(width, *reading));
        read.filter_map(|reading| self.facts(term, reading))
            .fold(whole.within.clone(), Interval::meet)
    }

    /// A term as an operand of arithmetic: congruent, and not far from zero.
    pub fn operand(&mut self, term: TermId, own: Reading) -> Whole {
        let any = self.any(term);
        let width = self.pool.width(term);
        let near = Interval::new(
            Interval::full(width, Reading::Signed).low,
            Interval::full(width, Reading::Unsigned).high,
        );
        if any.within.is_in(&near) {
            any
        } else {
            self.read_as(term, own)
        }
    }

    /// Two terms in one reading: one in whose range both are already, or that of their class.
    pub fn alike(&mut self, a: TermId, b: TermId, own: Reading) -> (Whole, Whole) {
        let width = self.pool.width(a);
        for reading in [own, Reading::Signed, Reading::Unsigned] {
            let is_read = |writer: &Self, term| match writer.pool.as_bv(term) {
                Some(_) => true,
                None => writer.any(term).is_read(width, reading),
            };
            if is_read(self, a) && is_read(self, b) {
                return (self.read_as(a, reading), self.read_as(b, reading));
            }
        }
        (self.read_as(a, own), self.read_as(b, own))
    }

    /// The reading of the class of the first of two terms that has one.
    pub fn own_reading(&self, a: TermId, b: TermId) -> Reading {
        let class = [a, b]
            .into_iter()
            .find_map(|term| match self.classes.place(term) {
                Some(Place::Scalar(class)) => Some(class),
                Some(Place::Array { .. }) | None => None,
            });
        Reading::of(class.is_some_and(|class| self.classes.is_signed(class)))
    }

    /// An index or element in the representation that the array has.
    fn part(&mut self, term: TermId, form: Option<bool>) -> String {
        match form {
            Some(signed) => self.read_as(term, Reading::of(signed)).text,
            None => reference(self.pool, term),
        }
    }

    /// The result of a read of an array of one constant.
    fn constant_read(&self, term: TermId) -> Option<Whole> {
        let array = self.pool.args(term)[0];
        is_neutral(self.pool, array)
            .then(|| self.constant(self.pool.args(array)[0], Reading::Signed))
    }

    /// A read of an array.
    fn read(&mut self, term: TermId) -> String {
        let (array, at) = (self.pool.args(term)[0], self.pool.args(term)[1]);
        let Some(shape) = self.shape(array) else {
            // An array of one constant gives it at every index.
            return reference(self.pool, self.pool.args(array)[0]);
        };
        let array = self.array_name(array, shape);
        let at = self.part(at, shape.index);
        format!("(select {array} {at})")
    }

    fn array(&mut self, term: TermId) {
        let Some(shape) = self.shape(term) else {
            return;
        };
        let args = self.pool.args(term);
        for arg in args {
            if matches!(self.pool.sort(*arg), Sort::Array { .. }) {
                self.array_name(*arg, shape);
            }
        }
        if shape == Shape::BITS {
            return self.plain(term);
        }
        let sort = self.array_sort(term, shape);
        let name = reference(self.pool, term);
        let body = match *self.pool.op(term) {
            Op::Symbol(_) => {
                let _ = writeln!(self.out, "(declare-const {name} {sort})");
                return;
            }
            Op::Ite => {
                let condition = reference(self.pool, args[0]);
                let (then, other) = (
                    self.array_name(args[1], shape),
                    self.array_name(args[2], shape),
                );
                format!("(ite {condition} {then} {other})")
            }
            Op::Store => {
                let array = self.array_name(args[0], shape);
                let at = self.part(args[1], shape.index);
                let held = self.part(args[2], shape.element);
                format!("(store {array} {at} {held})")
            }
            Op::ConstArray { .. } => {
                let held = self.part(args[0], shape.element);
                self.filled(term, &sort, &held, shape)
            }
            other => unreachable!("{other:?} gives no array"),
        };
        let _ = writeln!(self.out, "(define-fun {name} () {sort} {body})");
    }

    fn array_sort(&self, term: TermId, shape: Shape) -> String {
        let Sort::Array { index, element } = self.pool.sort(term) else {
            unreachable!("{term} is an array")
        };
        let (index, element) = (
            scalar_sort(shape.index, index),
            scalar_sort(shape.element, element),
        );
        format!("(Array {index} {element})")
    }

    /// The array that has one value everywhere, or at least wherever it is read.
    fn filled(&mut self, term: TermId, sort: &str, held: &str, shape: Shape) -> String {
        if !self.definitions.is_spelt(self.pool, term) {
            return format!("((as const {sort}) {held})");
        }
        let Sort::Array { index, .. } = self.pool.sort(term) else {
            unreachable!("{term} is an array")
        };
        let any = format!("$b{}{}", term.0, suffix(shape));
        let _ = writeln!(self.out, "(declare-const {any} {sort})");
        let count = 1u64 << index.min(MAX_SPELT_INDEX);
        let mut text = "(store ".repeat(count as usize);
        text.push_str(&any);
        for at in 0..count {
            let bits = cassay_bv::Bv::from_u64(index, at);
            let at = match shape.index {
                Some(true) => literal(&signed_value(&bits)),
                Some(false) => at.to_string(),
                None => bits.smtlib(),
            };
            let _ = write!(text, " {at} {held})");
        }
        text
    }

    /// The name of an array in a shape; arrays of one constant are written in any shape.
    fn array_name(&mut self, array: TermId, shape: Shape) -> String {
        if !is_neutral(self.pool, array) {
            return reference(self.pool, array);
        }
        let new = self.forms.neutral.insert((array, shape));
        if shape == Shape::BITS {
            if new {
                self.plain(array);
            }
            return reference(self.pool, array);
        }
        let name = format!("$d{}{}", array.0, suffix(shape));
        if new {
            let sort = self.array_sort(array, shape);
            let held = self.pool.args(array)[0];
            let held = match shape.element {
                Some(signed) => self.constant(held, Reading::of(signed)).text,
                None => reference(self.pool, held),
            };
            let body = self.filled(array, &sort, &held, shape);
            let _ = writeln!(self.out, "(define-fun {name} () {sort} {body})");
        }
        name
    }
}

/// A name for a shape.
fn suffix(shape: Shape) -> String {
    let letter = |form| match form {
        None => 'b',
        Some(true) => 's',
        Some(false) => 'u',
    };
    format!("{}{}", letter(shape.index), letter(shape.element))
}

fn signed_value(bits: &cassay_bv::Bv) -> BigInt {
    let value = BigInt::from(bits.to_biguint());
    match bits.is_negative() {
        true => value - super::whole::power(bits.width()),
        false => value,
    }
}
