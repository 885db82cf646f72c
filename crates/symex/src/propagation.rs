//! Propagation of values other than constants. Each kind can be switched off for experiments
//! (ESBMC, TSE 2012, §3.4 and §4.3).
//!
//! Without propagation, an execution resembles classical static single assignment: a stored value
//! gets a symbol of its own that an equation defines, a read of an array is a read of a chain of
//! writes, and a path knows nothing from its own conditions. Constants, choices between constants
//! and pointers are always propagated: termination of loops and targets of accesses depend on them.
//!
//! Invariant: answers stay the same. A defining equation has exactly one solution for its symbol,
//! for any inputs, so that it excludes no execution and adds none.

use crate::space::Space;
use crate::value::Value;
use cassay_term::{Op, Sort, TermId};

/// What is propagated besides constants: everything, unless switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Propagation {
    /// Elements of arrays, from writes to reads.
    pub stores: bool,
    /// Values of scalars, from where they are stored to where they are used.
    pub values: bool,
    /// Facts from branches, assumptions and claims, to the statements they dominate.
    pub guards: bool,
}

impl Propagation {
    /// Only constants.
    pub const NONE: Propagation = Propagation {
        stores: false,
        values: false,
        guards: false,
    };
}

impl Default for Propagation {
    fn default() -> Self {
        Propagation {
            stores: true,
            values: true,
            guards: true,
        }
    }
}

impl Space<'_> {
    /// The representation of a value in memory: the value itself, or a symbol defined to be equal
    /// to it.
    pub(crate) fn stored(&mut self, value: &Value) -> Value {
        let Value::Bits(bits) = value else {
            return value.clone();
        };
        if self.bounds.propagation.values || self.is_followed(*bits) {
            return value.clone();
        }
        let Sort::Bv(width) = self.pool.sort(*bits) else {
            return value.clone();
        };
        let symbol = self.symbol_here("stored", Sort::Bv(width));
        let definition = self.pool.eq(symbol, *bits);
        self.out.constraints.push(definition);
        Value::Bits(symbol)
    }

    /// Whether a value is propagated in any case: it is a symbol already, it consists of constants,
    /// or pointers may be read off its term.
    fn is_followed(&mut self, bits: TermId) -> bool {
        matches!(self.pool.op(bits), Op::Symbol(_))
            || self.pool.is_const(bits)
            || self.pool.is_const_choice(bits)
            || self.speaks_of_addresses(bits)
    }

    /// Whether an address of an object occurs in a term.
    pub(crate) fn speaks_of_addresses(&mut self, term: TermId) -> bool {
        if self.store.bases.is_empty() {
            return false;
        }
        let mut todo = vec![term];
        while let Some(&at) = todo.last() {
            if self.store.with_address.contains_key(&at) {
                todo.pop();
                continue;
            }
            let args = self.pool.args(at);
            let missing = args
                .iter()
                .find(|arg| !self.store.with_address.contains_key(arg));
            if let Some(arg) = missing {
                todo.push(*arg);
                continue;
            }
            let found = self.store.bases.contains_key(&at)
                || args
                    .iter()
                    .any(|arg| self.store.with_address.get(arg) == Some(&true));
            self.store.with_address.insert(at, found);
            todo.pop();
        }
        self.store.with_address.get(&term) == Some(&true)
    }
}
