//! The arena of terms: hash-consing, and the only place where terms are created.
//!
//! Every constructor goes through [`Pool::make`]: canonical argument order, lookup, constant
//! folding, the rewriter, insertion. A node found by the lookup was once inserted because no rule
//! applied to it, so the lookup may precede the rules.
//!
//! Rewriting one constructor call is bounded by depth and by a number of steps. When the bound is
//! reached the term is kept unchanged, which is always sound.

use std::hash::{Hash, Hasher};

use cassay_base::IndexVec;
use cassay_bv::Bv;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::chain::Chain;
use crate::range::Range;
use crate::{ConstId, Op, Sort, SymbolId, TermId, fold};

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
    /// How often rewriting was cut short by the bounds on one constructor call.
    pub bounded: u64,
    /// Rules that fired at least once with their counts, in the order of the rule set.
    pub firings: Vec<(&'static str, u64)>,
}

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    /// The first `op.arity()` are meaningful; the others repeat term 0.
    pub(crate) args: [TermId; 3],
    /// Index into the pool's ranges, or [`NONE`] when nothing is known.
    pub(crate) range: u32,
    /// Index into the pool's leaf sets, or [`NONE`] when this is no constant choice.
    pub(crate) leaves: u32,
}

/// A slot of the table of terms.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    term: TermId,
}

/// No entry in a side table.
pub(crate) const NONE: u32 = u32::MAX;

/// A result of rewriting, remembered. Lossy: each slot holds the latest of its kind.
#[derive(Clone, Copy)]
struct Remembered {
    op: Op,
    args: [TermId; 3],
    result: TermId,
}

/// Slots of the memory of rewriting results.
const MEMORY: usize = 1 << 16;

pub(crate) struct SymbolInfo {
    pub(crate) name: String,
    pub(crate) sort: Sort,
}

/// An arena of hash-consed terms. See the module documentation.
pub struct Pool {
    pub(crate) nodes: IndexVec<TermId, Node>,
    table: HashTable<Entry>,
    pub(crate) ranges: Vec<Range>,
    pub(crate) leaf_sets: Vec<Box<[TermId]>>,
    pub(crate) chains: FxHashMap<TermId, Chain>,
    memory: Vec<Option<Remembered>>,
    pub(crate) consts: IndexVec<ConstId, Bv>,
    const_table: FxHashMap<Bv, TermId>,
    pub(crate) symbols: IndexVec<SymbolId, SymbolInfo>,
    symbol_table: FxHashMap<String, SymbolId>,
    fresh: FxHashMap<String, u32>,
    simplify: bool,
    rewriter: Option<&'static dyn Rewriter>,
    firings: Vec<u64>,
    depth: u32,
    steps: u32,
    bounded: u64,
    tru: TermId,
    fls: TermId,
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

/// A hash that fits the table's entries, so that growing the table reads no terms.
fn hash_of(op: Op, args: &[TermId]) -> u32 {
    let mut hasher = FxHasher::default();
    op.hash(&mut hasher);
    for arg in args {
        hasher.write_u32(arg.0);
    }
    (hasher.finish() >> 16) as u32
}

/// Spreads a stored hash over the bits that the table looks at.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn memory_slot(hash: u32) -> usize {
    (spread(hash) >> 40) as usize % MEMORY
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
            chains: FxHashMap::default(),
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
            bounded: 0,
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
        let constant = !args.is_empty() && ordered.iter().all(|arg| self.is_const(*arg));
        if constant {
            // Never in the table: look nothing up.
            self.check_sort(op, ordered);
            if let Some(folded) = fold::fold(self, op, ordered) {
                return folded;
            }
        }
        let hash = hash_of(op, ordered);
        if let Some(found) = self.find(hash, op, ordered) {
            return found;
        }
        let sort = self.check_sort(op, ordered);
        if !constant && let Some(folded) = fold::fold(self, op, ordered) {
            return folded;
        }
        if let Some(rewriter) = self.rewriter
            && let Some(rewritten) = self.rewrite(rewriter, hash, op, ordered)
        {
            debug_assert_eq!(
                self.sort(rewritten),
                sort,
                "a rule changed the sort of {op:?}"
            );
            return rewritten;
        }
        // A rule may have made this very term while it was tried.
        match self.find(hash, op, ordered) {
            Some(found) => found,
            None => self.insert(hash, op, ordered, sort),
        }
    }

    /// Applies the rules within the bounds of depth and steps, remembering what came out.
    fn rewrite(
        &mut self,
        rewriter: &'static dyn Rewriter,
        hash: u32,
        op: Op,
        args: &[TermId],
    ) -> Option<TermId> {
        if self.depth == 0 {
            self.steps = 0;
        }
        self.steps += 1;
        if self.depth >= MAX_DEPTH || self.steps > MAX_STEPS {
            self.bounded += 1;
            return None;
        }
        if let Some(known) = self.recalled(hash, op, args) {
            return Some(known);
        }
        self.depth += 1;
        let rewritten = rewriter.rewrite(self, op, args);
        self.depth -= 1;
        if let Some(result) = rewritten {
            self.note(hash, op, args, result);
        }
        rewritten
    }

    /// What `op(args)` became when it was last rewritten, if that is still remembered.
    pub fn recall(&self, op: Op, args: &[TermId]) -> Option<TermId> {
        self.recalled(hash_of(op, args), op, args)
    }

    /// Remembers that `op(args)` becomes `result`. The memory is small and forgets.
    pub fn remember(&mut self, op: Op, args: &[TermId], result: TermId) {
        self.note(hash_of(op, args), op, args, result);
    }

    fn recalled(&self, hash: u32, op: Op, args: &[TermId]) -> Option<TermId> {
        let known = self.memory.get(memory_slot(hash)).copied().flatten()?;
        (known.op == op && known.args[..args.len()] == *args).then_some(known.result)
    }

    fn note(&mut self, hash: u32, op: Op, args: &[TermId], result: TermId) {
        let mut key = [TermId(0); 3];
        key[..args.len()].copy_from_slice(args);
        if let Some(slot) = self.memory.get_mut(memory_slot(hash)) {
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

    fn find(&self, hash: u32, op: Op, args: &[TermId]) -> Option<TermId> {
        let same = |entry: &Entry| {
            let node = &self.nodes[entry.term];
            entry.hash == hash && node.op == op && node.args[..args.len()] == *args
        };
        self.table.find(spread(hash), same).map(|entry| entry.term)
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
        let hash = hash_of(op, args);
        match self.find(hash, op, args) {
            Some(found) => found,
            None => {
                let sort = self.check_sort(op, args);
                self.insert(hash, op, args, sort)
            }
        }
    }

    /// Adds a node that is not there yet.
    fn insert(&mut self, hash: u32, op: Op, args: &[TermId], sort: Sort) -> TermId {
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
        let entry = Entry { hash, term };
        self.table
            .insert_unique(spread(hash), entry, |entry| spread(entry.hash));
        if op == Op::Store && self.rewriter.is_some() {
            self.extend_chain(term);
        }
        term
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
        if let Some(term) = self.const_table.get(&value) {
            return *term;
        }
        let id = self.consts.push(value.clone());
        let term = self.intern(Op::BvConst(id), &[]);
        self.const_table.insert(value, term);
        term
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
            bounded: self.bounded,
            terms: self.len(),
            firings,
        }
    }
}
