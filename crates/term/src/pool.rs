//! The arena of terms: hash-consing, and the one place where terms come into being.
//!
//! [`Pool::make`] is the way of every constructor: canonical argument order, lookup, constant
//! folding, the rewriter, insertion. A node found by the lookup was once inserted because no rule
//! applied to it, so the lookup may stand before the rules.
//!
//! Rewriting one constructor call is bounded by depth and by a number of steps. When the bound is
//! reached the term is kept as it is, which is always sound.

use std::hash::{Hash, Hasher};

use cassay_base::IndexVec;
use cassay_bv::Bv;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::range::{self, Range};
use crate::{ConstId, Op, Sort, SymbolId, TermId, choice, fold};

/// Deepest nesting of rewriting inside one constructor call.
const MAX_DEPTH: u32 = 48;
/// Most rewriting steps inside one outermost constructor call.
const MAX_STEPS: u32 = 512;

/// A set of rules that a pool applies to every term it makes.
pub trait Rewriter: Send + Sync {
    /// A term equal to `op` applied to `args`, built in `pool`, when some rule applies.
    /// Arguments are normal already and in canonical order.
    fn rewrite(&self, pool: &mut Pool, op: Op, args: &[TermId]) -> Option<TermId>;

    /// The names of the rules, in the order of the numbers given to [`Pool::count_firing`].
    fn rule_names(&self) -> Vec<&'static str>;
}

/// How much a pool holds and how often rules fired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Number of terms.
    pub terms: usize,
    /// Rules that fired at least once with their counts, in the order of the rule set.
    pub firings: Vec<(&'static str, u64)>,
}

#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: Sort,
    /// The first `op.arity()` are meaningful; the others repeat term 0.
    args: [TermId; 3],
    /// Index into the pool's ranges, or [`NONE`] when nothing is known.
    range: u32,
    /// Index into the pool's leaf sets, or [`NONE`] when this is no constant choice.
    leaves: u32,
}

/// No entry in a side table.
const NONE: u32 = u32::MAX;

/// A result of rewriting, remembered. Lossy: each slot holds the latest of its kind.
#[derive(Clone, Copy)]
struct Remembered {
    op: Op,
    args: [TermId; 3],
    result: TermId,
}

/// Slots of the memory of rewriting results.
const MEMORY: usize = 1 << 16;

struct SymbolInfo {
    name: String,
    sort: Sort,
}

/// An arena of hash-consed terms. See the module documentation.
pub struct Pool {
    nodes: IndexVec<TermId, Node>,
    table: HashTable<TermId>,
    ranges: Vec<Range>,
    leaf_sets: Vec<Box<[TermId]>>,
    memory: Vec<Option<Remembered>>,
    consts: IndexVec<ConstId, Bv>,
    const_table: FxHashMap<Bv, ConstId>,
    symbols: IndexVec<SymbolId, SymbolInfo>,
    symbol_table: FxHashMap<String, SymbolId>,
    fresh: FxHashMap<String, u32>,
    simplify: bool,
    rewriter: Option<&'static dyn Rewriter>,
    firings: Vec<u64>,
    depth: u32,
    steps: u32,
    tru: TermId,
    fls: TermId,
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

fn hash_of(op: Op, args: &[TermId]) -> u64 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    hasher.finish()
}

fn memory_slot(op: Op, args: &[TermId]) -> usize {
    (hash_of(op, args) >> 24) as usize % MEMORY
}

impl Pool {
    /// A pool that folds constants and orders arguments, without further rules.
    pub fn new() -> Self {
        Self::build(true, None)
    }

    /// A pool that only shares equal terms and changes nothing: the reference for tests.
    pub fn raw() -> Self {
        Self::build(false, None)
    }

    /// A pool that applies the rules of `rewriter` to every term.
    pub fn with_rewriter(rewriter: &'static dyn Rewriter) -> Self {
        Self::build(true, Some(rewriter))
    }

    fn build(simplify: bool, rewriter: Option<&'static dyn Rewriter>) -> Self {
        let mut pool = Pool {
            nodes: IndexVec::new(),
            table: HashTable::new(),
            ranges: Vec::new(),
            leaf_sets: Vec::new(),
            memory: if rewriter.is_some() {
                vec![None; MEMORY]
            } else {
                Vec::new()
            },
            consts: IndexVec::new(),
            const_table: FxHashMap::default(),
            symbols: IndexVec::new(),
            symbol_table: FxHashMap::default(),
            fresh: FxHashMap::default(),
            simplify,
            rewriter,
            firings: Vec::new(),
            depth: 0,
            steps: 0,
            tru: TermId(0),
            fls: TermId(0),
        };
        pool.fls = pool.intern(Op::Bool(false), &[]);
        pool.tru = pool.intern(Op::Bool(true), &[]);
        pool
    }

    /// The term `op(args)`, simplified. Prefer the named constructors.
    pub fn make(&mut self, op: Op, args: &[TermId]) -> TermId {
        if !self.simplify {
            return self.intern(op, args);
        }
        let mut ordered = [TermId(0); 3];
        let ordered = &mut ordered[..args.len()];
        ordered.copy_from_slice(args);
        if op.is_commutative() && self.out_of_order(args[0], args[1]) {
            ordered.swap(0, 1);
        }
        if let Some(found) = self.find(op, ordered) {
            return found;
        }
        self.check_sort(op, ordered);
        if let Some(folded) = fold::fold(self, op, ordered) {
            return folded;
        }
        match self.rewriter {
            Some(rewriter) => self.rewrite(rewriter, op, ordered),
            None => self.intern(op, ordered),
        }
    }

    /// Applies the rules within the bounds of depth and steps, remembering what came out.
    fn rewrite(&mut self, rewriter: &'static dyn Rewriter, op: Op, args: &[TermId]) -> TermId {
        if self.depth == 0 {
            self.steps = 0;
        }
        self.steps += 1;
        if self.depth >= MAX_DEPTH || self.steps > MAX_STEPS {
            return self.intern(op, args);
        }
        if let Some(known) = self.recall(op, args) {
            return known;
        }
        self.depth += 1;
        let rewritten = rewriter.rewrite(self, op, args);
        self.depth -= 1;
        match rewritten {
            Some(result) => {
                debug_assert_eq!(
                    self.sort(result),
                    self.check_sort(op, args),
                    "a rule changed the sort of {op:?} {args:?}"
                );
                self.remember(op, args, result);
                result
            }
            None => self.intern(op, args),
        }
    }

    /// What `op(args)` became when it was last rewritten, if that is still remembered.
    pub fn recall(&self, op: Op, args: &[TermId]) -> Option<TermId> {
        let known = self.memory.get(memory_slot(op, args)).copied().flatten()?;
        (known.op == op && known.args[..args.len()] == *args).then_some(known.result)
    }

    /// Remembers that `op(args)` becomes `result`. The memory is small and forgets.
    pub fn remember(&mut self, op: Op, args: &[TermId], result: TermId) {
        let mut key = [TermId(0); 3];
        key[..args.len()].copy_from_slice(args);
        if let Some(slot) = self.memory.get_mut(memory_slot(op, args)) {
            *slot = Some(Remembered {
                op,
                args: key,
                result,
            });
        }
    }

    /// Constants stand last; otherwise the older term stands first.
    fn out_of_order(&self, a: TermId, b: TermId) -> bool {
        match (self.is_const(a), self.is_const(b)) {
            (true, false) => true,
            (false, true) => false,
            (true, true) | (false, false) => a > b,
        }
    }

    fn find(&self, op: Op, args: &[TermId]) -> Option<TermId> {
        self.table
            .find(hash_of(op, args), |&t| {
                let node = &self.nodes[t];
                node.op == op && node.args[..args.len()] == *args
            })
            .copied()
    }

    fn check_sort(&self, op: Op, args: &[TermId]) -> Sort {
        match op {
            Op::Symbol(id) => return self.symbols[id].sort,
            Op::BvConst(id) => return Sort::Bv(self.consts[id].width()),
            _ => {}
        }
        let mut sorts = [Sort::Bool; 3];
        assert!(
            args.len() == op.arity(),
            "{op:?} applied to {} arguments",
            args.len()
        );
        for (sort, arg) in sorts.iter_mut().zip(args) {
            *sort = self.nodes[*arg].sort;
        }
        match op.result_sort(&sorts[..args.len()]) {
            Ok(sort) => sort,
            Err(message) => panic!("ill-sorted term: {message}"),
        }
    }

    /// The node itself, without any simplification.
    fn intern(&mut self, op: Op, args: &[TermId]) -> TermId {
        if let Some(found) = self.find(op, args) {
            return found;
        }
        let sort = self.check_sort(op, args);
        let mut all = [TermId(0); 3];
        all[..args.len()].copy_from_slice(args);
        let range = self.new_range(op, sort, args);
        let leaves = self.new_leaves(op, sort, args);
        let term = self.nodes.push(Node {
            op,
            sort,
            args: all,
            range,
            leaves,
        });
        if matches!(op, Op::BvConst(_)) {
            self.nodes[term].leaves = self.push_leaves(vec![term]);
        }
        let nodes = &self.nodes;
        self.table.insert_unique(hash_of(op, args), term, |&t| {
            let node = &nodes[t];
            hash_of(node.op, &node.args[..node.op.arity()])
        });
        term
    }

    fn new_range(&mut self, op: Op, sort: Sort, args: &[TermId]) -> u32 {
        let Sort::Bv(width @ 1..=64) = sort else {
            return NONE;
        };
        let range = match op {
            Op::BvConst(id) => Range::constant(width, self.consts[id].limbs()[0]),
            _ => {
                let mut known = [None; 3];
                for (slot, arg) in known.iter_mut().zip(args) {
                    *slot = self.range(*arg);
                }
                range::range_of(op, width, &known[..args.len()])
            }
        };
        if range.is_full() {
            return NONE;
        }
        self.ranges.push(range);
        u32::try_from(self.ranges.len() - 1).unwrap_or(NONE)
    }

    /// What a bit-vector term of at most 64 bits can be; `None` for every other term.
    pub fn range(&self, t: TermId) -> Option<Range> {
        let node = &self.nodes[t];
        match node.sort {
            Sort::Bv(width @ 1..=64) => Some(
                self.ranges
                    .get(node.range as usize)
                    .copied()
                    .unwrap_or(Range::full(width)),
            ),
            _ => None,
        }
    }

    fn new_leaves(&mut self, op: Op, sort: Sort, args: &[TermId]) -> u32 {
        if op != Op::Ite || sort.bv_width().is_none() {
            return NONE;
        }
        let (a, b) = (self.nodes[args[1]].leaves, self.nodes[args[2]].leaves);
        if a == NONE || b == NONE {
            return NONE;
        }
        let (left, right) = (&self.leaf_sets[a as usize], &self.leaf_sets[b as usize]);
        match choice::union(left, right) {
            Some(all) if all.len() == left.len() => a,
            Some(all) if all.len() == right.len() => b,
            Some(all) => self.push_leaves(all),
            None => NONE,
        }
    }

    fn push_leaves(&mut self, leaves: Vec<TermId>) -> u32 {
        self.leaf_sets.push(leaves.into_boxed_slice());
        u32::try_from(self.leaf_sets.len() - 1).unwrap_or(NONE)
    }

    pub(crate) fn leaf_slice(&self, t: TermId) -> Option<&[TermId]> {
        self.leaf_sets
            .get(self.nodes[t].leaves as usize)
            .map(|leaves| &leaves[..])
    }

    /// The least and greatest unsigned value of a bit-vector term of at most 64 bits.
    pub fn urange(&self, t: TermId) -> (u64, u64) {
        match self.range(t) {
            Some(range) => (range.umin, range.umax),
            None => panic!("range asked of {t}, a term of sort {}", self.sort(t)),
        }
    }

    /// The least and greatest signed value of a bit-vector term of at most 64 bits.
    pub fn srange(&self, t: TermId) -> (i64, i64) {
        match self.range(t) {
            Some(range) => (range.smin, range.smax),
            None => panic!("range asked of {t}, a term of sort {}", self.sort(t)),
        }
    }

    /// The constant `true`.
    pub fn tru(&self) -> TermId {
        self.tru
    }

    /// The constant `false`.
    pub fn fls(&self) -> TermId {
        self.fls
    }

    /// The bit-vector constant `value`.
    pub fn bv(&mut self, value: Bv) -> TermId {
        let id = match self.const_table.get(&value) {
            Some(id) => *id,
            None => {
                let id = self.consts.push(value.clone());
                self.const_table.insert(value, id);
                id
            }
        };
        self.intern(Op::BvConst(id), &[])
    }

    /// The symbol of this name; the same name always has the same sort.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        match sort {
            Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => {}
            Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => {
                panic!("symbols of sort {sort} have no operators yet")
            }
        }
        let id = match self.symbol_table.get(name) {
            Some(id) => *id,
            None => {
                let id = self.symbols.push(SymbolInfo {
                    name: name.to_owned(),
                    sort,
                });
                self.symbol_table.insert(name.to_owned(), id);
                id
            }
        };
        let declared = self.symbols[id].sort;
        assert!(
            declared == sort,
            "symbol {name} of sort {declared} used with sort {sort}"
        );
        self.intern(Op::Symbol(id), &[])
    }

    /// A symbol that did not exist before, named `prefix!n`.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> TermId {
        let mut count = self.fresh.get(prefix).copied().unwrap_or(0);
        let name = loop {
            let name = format!("{prefix}!{count}");
            count += 1;
            if !self.symbol_table.contains_key(&name) {
                break name;
            }
        };
        self.fresh.insert(prefix.to_owned(), count);
        self.symbol(&name, sort)
    }

    /// The sort of a term.
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
    pub fn op(&self, t: TermId) -> &Op {
        &self.nodes[t].op
    }

    /// The arguments of a term.
    pub fn args(&self, t: TermId) -> &[TermId] {
        let node = &self.nodes[t];
        &node.args[..node.op.arity()]
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, t: TermId) -> Option<&str> {
        match self.nodes[t].op {
            Op::Symbol(id) => Some(&self.symbols[id].name),
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    pub fn as_bv(&self, t: TermId) -> Option<&Bv> {
        match self.nodes[t].op {
            Op::BvConst(id) => Some(&self.consts[id]),
            _ => None,
        }
    }

    /// The value of a truth constant.
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match self.nodes[t].op {
            Op::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The unsigned value of a bit-vector constant, if it fits.
    pub fn as_u64(&self, t: TermId) -> Option<u64> {
        self.as_bv(t).and_then(Bv::to_u64)
    }

    /// Whether a term is a truth or bit-vector constant.
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

    /// Counts one firing of the rule with this number.
    pub fn count_firing(&mut self, rule: usize) {
        if self.firings.len() <= rule {
            self.firings.resize(rule + 1, 0);
        }
        self.firings[rule] += 1;
    }

    /// The number of terms and of rule firings.
    pub fn stats(&self) -> Stats {
        let names = self
            .rewriter
            .map(|rewriter| rewriter.rule_names())
            .unwrap_or_default();
        let firings = names
            .into_iter()
            .zip(self.firings.iter().copied())
            .filter(|(_, n)| *n > 0)
            .collect();
        Stats {
            terms: self.len(),
            firings,
        }
    }
}
