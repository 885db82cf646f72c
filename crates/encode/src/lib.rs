//! Encodes terms for back-ends that lack a theory: floats by bit-vectors, arrays by reads.
//!
//! An [`Encoder`] copies terms of one pool into a pool of its own and replaces the operators that
//! the back-end lacks, one at a time; the others are copied unchanged. A copy holds under a model
//! exactly when the original does, provided that the terms of [`Encoder::conditions`] hold too.
//!
//! Separation: nothing here knows solvers or programs.

pub mod arrays;
pub mod floats;

use std::collections::BTreeSet;

use cassay_base::Stop;
use cassay_term::{Evaluator, Model, Op, Pool, Sort, TermId};

use arrays::Reads;

/// What is replaced.
#[derive(Clone, Copy)]
pub struct Encoding {
    /// Whether this float operator becomes operators on bit-vectors.
    pub lowers: fn(Op) -> bool,
    /// Whether arrays become their reads.
    pub reads: bool,
}

impl Encoding {
    /// Whether nothing is replaced.
    pub const NONE: Encoding = Encoding {
        lowers: |_| false,
        reads: false,
    };
}

/// A phrase that names a construct which cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unencodable(pub String);

/// Copies of terms. See the crate documentation.
pub struct Encoder {
    encoding: Encoding,
    pool: Pool,
    /// The copy of each term of the source.
    copies: Vec<Option<TermId>>,
    /// The symbols met, with their copies.
    symbols: Vec<(TermId, TermId)>,
    reads: Reads,
}

impl Encoder {
    /// An encoder that makes its terms in an empty pool. It must be used with one source.
    pub fn new(encoding: Encoding, pool: Pool) -> Self {
        Encoder {
            encoding,
            pool,
            copies: Vec::new(),
            symbols: Vec::new(),
            reads: Reads::default(),
        }
    }

    /// The token that ends encoding early.
    pub fn set_stop(&mut self, stop: Stop) {
        self.reads.set_stop(stop);
    }

    /// The pool of the copies.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The pool of the copies, to make more terms of them.
    pub fn pool_mut(&mut self) -> &mut Pool {
        &mut self.pool
    }

    /// The copy of a term of any sort except arrays.
    pub fn encode(&mut self, source: &Pool, root: TermId) -> Result<TermId, Unencodable> {
        self.copies.resize(source.len(), None);
        // Terms below one that has a copy have copies too.
        for term in self.missing(source, root) {
            let copy = self.copy(source, term)?;
            self.copies[term.0 as usize] = Some(copy);
        }
        self.reads.settle(&mut self.pool)?;
        self.copies[root.0 as usize].ok_or_else(|| Unencodable("a term without a copy".to_string()))
    }

    /// The constraints on the copies made since the last call.
    pub fn conditions(&mut self) -> Vec<TermId> {
        self.reads.conditions()
    }

    /// The symbols of the copies.
    pub fn symbols(&self) -> Vec<TermId> {
        let scalars = self.symbols.iter().map(|(_, copy)| *copy);
        let scalars = scalars.filter(|copy| !self.is_array(*copy));
        scalars.chain(self.reads.symbols()).collect()
    }

    /// The values of symbols of the source under a model of the copies.
    pub fn decode(&self, model: &Model, wanted: &[TermId]) -> Model {
        let mut decoded = Model::new();
        let mut evaluator = Evaluator::new(&self.pool, model);
        let wanted: BTreeSet<TermId> = wanted.iter().copied().collect();
        for (symbol, copy) in &self.symbols {
            if !wanted.contains(symbol) {
                continue;
            }
            let value = if self.is_array(*copy) {
                self.reads.value(&self.pool, *copy, &mut evaluator)
            } else {
                model.get(*copy).cloned()
            };
            if let Some(value) = value {
                decoded.set(*symbol, value);
            }
        }
        decoded
    }

    /// Whether a copy is an array that the back-end does not see.
    fn is_array(&self, copy: TermId) -> bool {
        self.encoding.reads && matches!(self.pool.sort(copy), Sort::Array { .. })
    }

    /// Terms below a root that have no copy, arguments first.
    fn missing(&self, source: &Pool, root: TermId) -> Vec<TermId> {
        let done = |term: TermId| self.copies[term.0 as usize].is_some();
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if done(term) {
                continue;
            }
            if ready {
                order.push(term);
            } else if seen.insert(term) {
                stack.push((term, true));
                stack.extend(source.args(term).iter().rev().map(|arg| (*arg, false)));
            }
        }
        order
    }

    fn copy(&mut self, source: &Pool, term: TermId) -> Result<TermId, Unencodable> {
        if let Some(value) = source.as_bv(term) {
            return Ok(self.pool.bv(value.clone()));
        }
        if let Some(name) = source.symbol_name(term) {
            let copy = self.pool.symbol(name, source.sort(term));
            self.symbols.push((term, copy));
            return Ok(copy);
        }
        if let Some(value) = source.as_bool(term) {
            return Ok(self.pool.bool_const(value));
        }
        let args: Vec<TermId> = source
            .args(term)
            .iter()
            .map(|arg| self.copies[arg.0 as usize])
            .collect::<Option<_>>()
            .ok_or_else(|| Unencodable("an argument without a copy".to_string()))?;
        let op = *source.op(term);
        if self.encoding.reads {
            match (op, args.as_slice()) {
                (Op::Select, [array, index]) => {
                    return self.reads.read(&mut self.pool, *array, *index);
                }
                (Op::Eq, [a, b]) if matches!(self.pool.sort(*a), Sort::Array { .. }) => {
                    return self.reads.equal(&mut self.pool, *a, *b);
                }
                _ => {}
            }
            if let sort @ Sort::Array { .. } = source.sort(term) {
                return self.reads.array(&mut self.pool, op, &args, sort);
            }
        }
        if op.is_float() && (self.encoding.lowers)(op) {
            return floats::lower(&mut self.pool, op, &args);
        }
        Ok(self.pool.make(op, &args))
    }
}
