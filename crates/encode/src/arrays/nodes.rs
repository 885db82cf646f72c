//! The forms of arrays, kept outside the pool.
//!
//! The pool must not contain operators on arrays: its rules could create reads of them, which would
//! never be resolved. So an array that is the result of an operator is a symbol in the pool, and
//! its form is recorded here.

use cassay_term::{Op, Pool, Sort, TermId};
use rustc_hash::FxHashMap;

use crate::Unencodable;

/// The form of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// A symbol without a definition.
    Symbol,
    /// An array, an index and the value written there.
    Store(TermId, TermId, TermId),
    /// The first where the condition holds, else the second.
    Ite(TermId, TermId, TermId),
    /// One value everywhere.
    Filled(TermId),
}

/// The arrays that operators made.
#[derive(Default)]
pub struct Nodes {
    nodes: FxHashMap<TermId, Node>,
    known: FxHashMap<(Sort, Node), TermId>,
}

impl Nodes {
    /// The form of an array.
    pub fn of(&self, array: TermId) -> Node {
        self.nodes.get(&array).copied().unwrap_or(Node::Symbol)
    }

    /// The array that an operator makes of arguments.
    pub fn make(
        &mut self,
        pool: &mut Pool,
        op: Op,
        args: &[TermId],
        sort: Sort,
    ) -> Result<TermId, Unencodable> {
        let node = match (op, args) {
            (Op::Store, [below, at, value]) => match self.of(*below) {
                // A value that is overwritten at once is dropped.
                Node::Store(lower, there, _) if there == *at => Node::Store(lower, *at, *value),
                Node::Symbol | Node::Store(..) | Node::Ite(..) | Node::Filled(_) => {
                    Node::Store(*below, *at, *value)
                }
            },
            (Op::Ite, [condition, then, otherwise]) => match pool.as_bool(*condition) {
                Some(true) => return Ok(*then),
                Some(false) => return Ok(*otherwise),
                None if then == otherwise => return Ok(*then),
                None => Node::Ite(*condition, *then, *otherwise),
            },
            (Op::ConstArray { .. }, [value]) => Node::Filled(*value),
            (op, _) => return Err(Unencodable(format!("an array made by {op:?}"))),
        };
        if let Some(array) = self.known.get(&(sort, node)) {
            return Ok(*array);
        }
        let array = pool.fresh("reads:array", sort);
        self.nodes.insert(array, node);
        self.known.insert((sort, node), array);
        Ok(array)
    }
}
