//! Evaluation of any term under a model: the independent judge of solvers and of rewriting.
//!
//! Values are computed bottom-up with a memo, without recursion. Arrays are persistent maps while
//! evaluating, so that a chain of stores costs one path each and not one copy each.

use std::collections::BTreeMap;
use std::rc::Rc;

use cassay_base::PersistentMap;
use cassay_bv::Bv;
use rustc_hash::FxHashMap;

use crate::{Op, OpClass, Pool, Sort, TermId, float, fold};

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bv(Bv),
    /// An array: `entries` where present, `default` elsewhere.
    Array {
        /// The element at every index without an entry.
        default: Bv,
        /// Elements by index.
        entries: BTreeMap<Bv, Bv>,
    },
}

impl Value {
    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            Value::Bv(_) | Value::Array { .. } => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bv(&self) -> Option<&Bv> {
        match self {
            Value::Bv(value) => Some(value),
            Value::Bool(_) | Value::Array { .. } => None,
        }
    }

    /// The value that an absent symbol of this sort has: false, zero, or zero everywhere.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Bv(width) => Value::Bv(Bv::zero(width)),
            Sort::Array { element, .. } => Value::Array {
                default: Bv::zero(element),
                entries: BTreeMap::new(),
            },
            Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => {
                unreachable!("the pool makes no symbols of sort {sort}")
            }
        }
    }
}

/// Values of symbols; absent symbols are false, zero, or zero everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: BTreeMap<TermId, Value>,
}

impl Model {
    /// A model in which every symbol has its default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the value of a symbol.
    pub fn set(&mut self, symbol: TermId, value: Value) {
        self.values.insert(symbol, value);
    }

    /// The value given to a symbol.
    pub fn get(&self, symbol: TermId) -> Option<&Value> {
        self.values.get(&symbol)
    }

    /// The part of the model that is about these symbols.
    pub fn restricted_to(&self, symbols: &[TermId]) -> Model {
        let known = symbols
            .iter()
            .filter_map(|symbol| Some((*symbol, self.get(*symbol)?.clone())));
        Model {
            values: known.collect(),
        }
    }

    /// Symbols with their values, oldest symbol first.
    pub fn iter(&self) -> impl Iterator<Item = (TermId, &Value)> {
        self.values.iter().map(|(symbol, value)| (*symbol, value))
    }
}

/// An array while evaluating.
#[derive(Clone)]
struct Array {
    index: u32,
    default: Bv,
    entries: Entries,
}

/// `Narrow` exactly when indices have at most 64 bits.
#[derive(Clone)]
enum Entries {
    Narrow(PersistentMap<Bv>),
    Wide(Rc<BTreeMap<Bv, Bv>>),
}

#[derive(Clone)]
enum Inner {
    Bool(bool),
    Bv(Bv),
    Array(Array),
}

impl Array {
    fn filled(index: u32, default: Bv) -> Self {
        let entries = if index <= 64 {
            Entries::Narrow(PersistentMap::new())
        } else {
            Entries::Wide(Rc::default())
        };
        Array {
            index,
            default,
            entries,
        }
    }

    fn select(&self, at: &Bv) -> Bv {
        let found = match &self.entries {
            Entries::Narrow(map) => at.to_u64().and_then(|key| map.get(key)),
            Entries::Wide(map) => map.get(at),
        };
        found.unwrap_or(&self.default).clone()
    }

    fn store(&self, at: &Bv, value: Bv) -> Self {
        let mut result = self.clone();
        match (&mut result.entries, at.to_u64()) {
            (Entries::Narrow(map), Some(key)) => map.insert(key, value),
            (Entries::Narrow(_), None) => unreachable!("narrow indices have at most 64 bits"),
            (Entries::Wide(map), _) => {
                Rc::make_mut(map).insert(at.clone(), value);
            }
        }
        result
    }

    fn entries(&self) -> BTreeMap<Bv, Bv> {
        match &self.entries {
            Entries::Narrow(map) => {
                let mut all = BTreeMap::new();
                map.for_each(|key, value| {
                    all.insert(Bv::from_u64(self.index, key), value.clone());
                });
                all
            }
            Entries::Wide(map) => BTreeMap::clone(map),
        }
    }

    /// Equality at every index.
    fn same(&self, other: &Array) -> bool {
        let mut keys: Vec<Bv> = self
            .entries()
            .into_keys()
            .chain(other.entries().into_keys())
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let all_indices_have_entries = self.index < 64 && keys.len() as u64 == 1u64 << self.index;
        keys.iter().all(|key| self.select(key) == other.select(key))
            && (all_indices_have_entries || self.default == other.default)
    }
}

/// Evaluates terms of one pool under one model, remembering every value computed.
pub struct Evaluator<'a> {
    pool: &'a Pool,
    model: &'a Model,
    memo: FxHashMap<TermId, Inner>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with an empty memo.
    pub fn new(pool: &'a Pool, model: &'a Model) -> Self {
        Evaluator {
            pool,
            model,
            memo: FxHashMap::default(),
        }
    }

    /// The value of a term.
    pub fn value(&mut self, term: TermId) -> Value {
        self.compute(term);
        match &self.memo[&term] {
            Inner::Bool(value) => Value::Bool(*value),
            Inner::Bv(value) => Value::Bv(value.clone()),
            Inner::Array(array) => {
                let mut entries = array.entries();
                entries.retain(|_, value| *value != array.default);
                Value::Array {
                    default: array.default.clone(),
                    entries,
                }
            }
        }
    }

    /// The value of a Boolean term.
    pub fn bool_value(&mut self, term: TermId) -> bool {
        self.compute(term);
        self.boolean(term)
    }

    /// The value of a bit-vector term.
    pub fn bv_value(&mut self, term: TermId) -> Bv {
        self.compute(term);
        self.bits(term).clone()
    }

    fn compute(&mut self, root: TermId) {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let memo = &self.memo;
            stack.extend(
                self.pool
                    .args(term)
                    .iter()
                    .filter(|arg| !memo.contains_key(arg)),
            );
            if stack.len() == waiting {
                stack.pop();
                let value = self.apply(term);
                self.memo.insert(term, value);
            }
        }
    }

    fn boolean(&self, term: TermId) -> bool {
        match &self.memo[&term] {
            Inner::Bool(value) => *value,
            Inner::Bv(_) | Inner::Array(_) => unreachable!("{term} has sort Bool"),
        }
    }

    fn bits(&self, term: TermId) -> &Bv {
        match &self.memo[&term] {
            Inner::Bv(value) => value,
            Inner::Bool(_) | Inner::Array(_) => unreachable!("{term} is a bit-vector"),
        }
    }

    fn array(&self, term: TermId) -> &Array {
        match &self.memo[&term] {
            Inner::Array(value) => value,
            Inner::Bool(_) | Inner::Bv(_) => unreachable!("{term} is an array"),
        }
    }

    fn symbol(&self, term: TermId) -> Inner {
        let sort = self.pool.sort(term);
        let value = match self.model.get(term) {
            Some(value) => value.clone(),
            None => Value::default_of(sort),
        };
        match (value, sort) {
            (Value::Bool(value), Sort::Bool) => Inner::Bool(value),
            (Value::Bv(value), Sort::Bv(width)) if value.width() == width => Inner::Bv(value),
            (Value::Array { default, entries }, Sort::Array { index, element })
                if default.width() == element =>
            {
                let mut array = Array::filled(index, default);
                for (at, value) in entries {
                    array = array.store(&at, value);
                }
                Inner::Array(array)
            }
            (value, sort) => panic!("model gives {value:?} to {term} of sort {sort}"),
        }
    }

    /// The value of a term whose arguments have values.
    fn apply(&self, term: TermId) -> Inner {
        let (op, args) = (*self.pool.op(term), self.pool.args(term));
        match op.class() {
            OpClass::Leaf => self.leaf(term),
            OpClass::Logic => Inner::Bool(self.logic(op, args)),
            OpClass::Choice => {
                let chosen = if self.boolean(args[0]) {
                    args[1]
                } else {
                    args[2]
                };
                self.memo[&chosen].clone()
            }
            OpClass::Equality => Inner::Bool(self.equal(args[0], args[1])),
            OpClass::Unary | OpClass::Binary | OpClass::Resize => bits_or_bug(
                op,
                match *args {
                    [a] => fold::bv_unary(op, self.bits(a)),
                    [a, b] => fold::bv_binary(op, self.bits(a), self.bits(b)),
                    _ => None,
                },
            ),
            OpClass::Compare | OpClass::Overflow => {
                match fold::bv_predicate(op, self.bits(args[0]), self.bits(args[1])) {
                    Some(value) => Inner::Bool(value),
                    None => unreachable!("{op:?} is a predicate"),
                }
            }
            OpClass::Float => self.float(op, args),
            OpClass::Array => self.array_operator(op, args),
        }
    }

    fn leaf(&self, term: TermId) -> Inner {
        if let Some(value) = self.pool.as_bool(term) {
            return Inner::Bool(value);
        }
        match self.pool.as_bv(term) {
            Some(value) => Inner::Bv(value.clone()),
            None => self.symbol(term),
        }
    }

    fn logic(&self, op: Op, args: &[TermId]) -> bool {
        let value = match *args {
            [a] => Some(!self.boolean(a)),
            [a, b] => fold::bool_binary(op, self.boolean(a), self.boolean(b)),
            _ => None,
        };
        value.unwrap_or_else(|| unreachable!("{op:?} gives a truth value"))
    }

    fn array_operator(&self, op: Op, args: &[TermId]) -> Inner {
        if let Op::ConstArray { index } = op {
            return Inner::Array(Array::filled(index, self.bits(args[0]).clone()));
        }
        let (array, at) = (self.array(args[0]), self.bits(args[1]));
        if let [_, _, value] = *args {
            Inner::Array(array.store(at, self.bits(value).clone()))
        } else {
            Inner::Bv(array.select(at))
        }
    }

    fn float(&self, op: Op, args: &[TermId]) -> Inner {
        let bits: Vec<Bv> = args.iter().map(|arg| self.bits(*arg).clone()).collect();
        match float::apply(op, &bits) {
            Some(float::Outcome::Bool(value)) => Inner::Bool(value),
            Some(float::Outcome::Bits(value)) => Inner::Bv(value),
            None => unreachable!("{op:?} is a float operator on the right sorts"),
        }
    }

    fn equal(&self, a: TermId, b: TermId) -> bool {
        match (&self.memo[&a], &self.memo[&b]) {
            (Inner::Bool(a), Inner::Bool(b)) => a == b,
            (Inner::Bv(a), Inner::Bv(b)) => a == b,
            (Inner::Array(a), Inner::Array(b)) => a.same(b),
            (Inner::Bool(_) | Inner::Bv(_) | Inner::Array(_), _) => {
                unreachable!("{a} and {b} have one sort")
            }
        }
    }
}

fn bits_or_bug(op: Op, value: Option<Bv>) -> Inner {
    match value {
        Some(value) => Inner::Bv(value),
        None => unreachable!("{op:?} gives a bit-vector"),
    }
}
