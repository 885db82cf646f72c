//! The operators of the pattern language as operators of terms, both ways.

use std::fmt;

use cassay_term::{Op, OpClass};

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
    /// The operator of terms with some parameters.
    example: Op,
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

impl Symbol {
    /// The operator of this name. Constants, symbols and floats are not written by name.
    pub fn named(name: &str) -> Option<Symbol> {
        let written = |op: &Op| !matches!(op.class(), OpClass::Leaf | OpClass::Float);
        let op = Op::named(name).filter(written)?;
        Some(Symbol {
            name: op.name(),
            params: op.widths().1,
            args: op.arity(),
            head: op.head(),
            example: op,
        })
    }

    /// The operator of terms with these parameters; `None` when one is out of range.
    pub fn op(&self, params: &[i64]) -> Option<Op> {
        let mut values = [0; 2];
        for (value, param) in values.iter_mut().zip(params) {
            *value = u32::try_from(*param).ok()?;
        }
        Some(self.example.with_widths(values))
    }

    /// Whether the order of the two arguments is of no matter.
    pub fn is_commutative(&self) -> bool {
        self.example.is_commutative()
    }
}
