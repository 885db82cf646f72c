//! Looking at terms.

use cassay_bv::Bv;

use crate::{Op, Pool, Sort, TermId};

impl Pool {
    /// The sort of a term.
    #[inline]
    pub fn sort(&self, t: TermId) -> Sort {
        self.nodes[t].sort
    }

    /// The width of a bit-vector term.
    pub fn width(&self, t: TermId) -> u32 {
        match self.sort(t).bv_width() {
            Some(width) => width,
            None => panic!("width asked of {t}, a term of sort {}", self.sort(t)),
        }
    }

    /// The operator of a term.
    #[inline]
    pub fn op(&self, t: TermId) -> &Op {
        &self.nodes[t].op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, t: TermId) -> &[TermId] {
        let node = &self.nodes[t];
        &node.args[..node.op.arity()]
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, t: TermId) -> Option<&str> {
        if let Op::Symbol(id) = self.nodes[t].op {
            Some(&self.symbols[id].name)
        } else {
            None
        }
    }

    /// The value of a bit-vector constant.
    #[inline]
    pub fn as_bv(&self, t: TermId) -> Option<&Bv> {
        if let Op::BvConst(id) = self.nodes[t].op {
            Some(&self.consts[id])
        } else {
            None
        }
    }

    /// The value of a truth constant.
    #[inline]
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        if let Op::Bool(value) = self.nodes[t].op {
            Some(value)
        } else {
            None
        }
    }

    /// The unsigned value of a bit-vector constant, if it fits.
    pub fn as_u64(&self, t: TermId) -> Option<u64> {
        self.as_bv(t).and_then(Bv::to_u64)
    }

    /// Whether a term is a truth or bit-vector constant.
    #[inline]
    pub fn is_const(&self, t: TermId) -> bool {
        matches!(self.nodes[t].op, Op::Bool(_) | Op::BvConst(_))
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no terms; never, since the truth constants always exist.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
