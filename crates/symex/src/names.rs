//! Names that stay the same from one execution of a program to the next.
//!
//! A program is executed again with every greater bound, and both executions begin alike. If the
//! inputs they share are the same symbols, hash-consing makes everything computed from them the
//! same terms, and what a solver learnt about those holds on. So a symbol belongs to a *place*: the
//! calls around it, the iterations of the loops around each, the statement, and which of the symbols
//! made there it is. Objects have numbers by place, too, because these occur in terms.
//!
//! Invariant: within one execution no symbol and no number is given out twice, whatever the places
//! are; [`Naming::occurrence`] counts. The exception are states that were kept apart ([`crate::apart`])
//! and pass the same place: they are in *lanes*, and inputs read in different lanes can be the same symbol. Between executions nothing more is promised: a symbol may
//! come to stand for something else, and whoever keeps facts about terms must check that what
//! they rest on ([`crate::Equation::constraints`]) was said again.

use crate::here::Here;
use crate::object::Object;
use crate::object::ObjectId;
use crate::space::Space;
use crate::threads::Uses;
use cassay_ir::FuncId;
use cassay_term::{Sort, TermId};
use std::collections::{BTreeMap, HashMap};

/// Symbols and numbers given out by executions of one program in one pool.
#[derive(Debug, Default)]
pub struct Names {
    places: HashMap<Box<[u32]>, u32>,
    symbols: HashMap<(u32, u32, Sort), TermId>,
    objects: HashMap<(u32, u32), u32>,
    threads: HashMap<(u32, u32), u32>,
    /// What threads shared in the last execution, and objects that had to be known early: a good guess
    /// for the next one.
    pub(crate) shared: (Uses, BTreeMap<u32, Object>),
    /// Whether the program has too many shapes of heaps to keep them apart.
    pub(crate) together: bool,
}

/// Where one execution is, and what it has named so far.
#[derive(Debug)]
pub(crate) struct Naming<'a> {
    names: &'a mut Names,
    /// How often each place was asked for, in each lane.
    used: HashMap<(u32, u32), u32>,
    /// The number of lanes.
    lanes: u32,
}

/// Stands for all lanes, where what is named must differ from one to the other.
const EVERY_LANE: u32 = u32::MAX;

/// What a place is a place of.
#[derive(Clone, Copy, Debug)]
enum What {
    Call,
    Symbol,
    Input,
    Site,
    Object,
    Part,
    Thread,
}

impl Naming<'_> {
    pub fn new(names: &mut Names) -> Naming<'_> {
        Naming {
            names,
            used: HashMap::new(),
            lanes: 1,
        }
    }

    /// A lane of its own for a state that was kept apart from others at its place.
    pub fn new_lane(&mut self) -> u32 {
        self.lanes += 1;
        self.lanes - 1
    }

    /// The number of a place: the innermost activation's, and what the caller adds.
    fn place(&mut self, what: What, here: &Here, more: &[u32]) -> u32 {
        let mut parts = vec![what as u32];
        parts.extend_from_slice(more);
        parts.extend_from_slice(&here.scope);
        self.number(&parts)
    }

    fn number(&mut self, parts: &[u32]) -> u32 {
        let places = &mut self.names.places;
        match places.get(parts) {
            Some(number) => *number,
            None => {
                let number = u32::try_from(places.len()).expect("fewer than 2^32 places");
                places.insert(parts.into(), number);
                number
            }
        }
    }

    /// How often this execution asked for a place before, in one lane.
    fn occurrence(&mut self, place: u32, lane: u32) -> u32 {
        let count = self.used.entry((place, lane)).or_insert(0);
        *count += 1;
        *count - 1
    }
}

impl Space<'_> {
    /// The place of a call of a function here.
    pub(crate) fn name_call(&mut self, callee: FuncId) -> u32 {
        let here = [
            callee.0,
            self.here.at.block.0,
            self.here.at.statement as u32,
        ];
        let place = self.naming.place(What::Call, &self.here, &here);
        // A statement may be executed again in the same iteration by calls of other targets only,
        // but uniqueness must not rest on that.
        let occurrence = self.naming.occurrence(place, self.here.lane);
        self.naming.number(&[What::Call as u32, place, occurrence])
    }

    /// The place of a call of a function here, whatever the iterations of the loops around it and its
    /// caller are.
    pub(crate) fn call_site(&mut self, callee: FuncId) -> u32 {
        let at = self.here.at;
        let parts = [callee.0, at.block.0, at.statement as u32, self.here.site];
        let parts = [&[What::Site as u32], parts.as_slice()].concat();
        self.naming.number(&parts)
    }

    /// The statement that is executed, in all iterations and in all activations from one site.
    pub(crate) fn site_here(&mut self) -> u32 {
        let at = self.here.at;
        let parts = [at.block.0, at.statement as u32, self.here.site];
        let parts = [&[What::Site as u32], parts.as_slice()].concat();
        self.naming.number(&parts)
    }

    /// The statement that is executed, in this iteration.
    pub(crate) fn place_here(&mut self) -> u32 {
        let here = [self.here.at.block.0, self.here.at.statement as u32];
        self.naming.place(What::Object, &self.here, &here)
    }

    /// A symbol for an input that is read here. States that were kept apart read the same symbols: no
    /// execution follows two of them.
    pub(crate) fn input_here(&mut self, prefix: &str, sort: Sort) -> TermId {
        let here = [self.here.at.block.0, self.here.at.statement as u32];
        let place = self.naming.place(What::Input, &self.here, &here);
        self.symbol_in(place, self.here.lane, prefix, sort)
    }

    /// A symbol that this execution has not made yet, for something that happens here.
    pub(crate) fn symbol_here(&mut self, prefix: &str, sort: Sort) -> TermId {
        let here = [self.here.at.block.0, self.here.at.statement as u32];
        let place = self.naming.place(What::Symbol, &self.here, &here);
        self.symbol_at(place, prefix, sort)
    }

    /// A symbol that this execution has not made yet, for a part of an object.
    pub(crate) fn symbol_of(&mut self, object: ObjectId, part: Unknown, sort: Sort) -> TermId {
        let number = self.store.objects.number(object);
        let (kind, offset, prefix) = match part {
            Unknown::Address => (0, 0, format!("&obj{number}")),
            Unknown::Bytes(offset) => (1, offset, format!("obj{number}+{offset}")),
            Unknown::Cells => (2, 0, format!("obj{number}[]")),
        };
        let offset = [offset as u32, (offset >> 32) as u32];
        let parts = [What::Part as u32, number, kind, offset[0], offset[1]];
        let place = self.naming.number(&parts);
        self.symbol_at(place, &prefix, sort)
    }

    fn symbol_at(&mut self, place: u32, prefix: &str, sort: Sort) -> TermId {
        self.symbol_in(place, EVERY_LANE, prefix, sort)
    }

    fn symbol_in(&mut self, place: u32, lane: u32, prefix: &str, sort: Sort) -> TermId {
        let occurrence = self.naming.occurrence(place, lane);
        let pool = &mut *self.pool;
        let symbols = &mut self.naming.names.symbols;
        *symbols
            .entry((place, occurrence, sort))
            .or_insert_with(|| pool.fresh(prefix, sort))
    }

    /// The number of a thread that is created here; the first thread has 0.
    pub(crate) fn thread_here(&mut self) -> u32 {
        let here = [self.here.at.block.0, self.here.at.statement as u32];
        let place = self.naming.place(What::Thread, &self.here, &here);
        let occurrence = self.naming.occurrence(place, EVERY_LANE);
        let threads = &mut self.naming.names.threads;
        let next = u32::try_from(threads.len() + 1).expect("fewer than 2^32 threads");
        let number = *threads.entry((place, occurrence)).or_insert(next);
        if let Some(threads) = &mut self.threads {
            threads.uses.add_thread(number);
        }
        number
    }

    /// A number that no object of this execution has, counted from those that exist from the start.
    pub(crate) fn object_here(&mut self) -> u32 {
        let place = self.place_here();
        let occurrence = self.naming.occurrence(place, EVERY_LANE);
        let objects = &mut self.naming.names.objects;
        let next = u32::try_from(objects.len()).expect("fewer than 2^32 objects");
        *objects.entry((place, occurrence)).or_insert(next)
    }
}

/// Parts of an object that symbols stand for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unknown {
    /// Where it starts.
    Address,
    /// First contents from an offset on.
    Bytes(u64),
    /// First contents as an array.
    Cells,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equation::{Equation, InputKind, Obligation};
    use crate::exec::execute_again;
    use crate::unwind::Bounds;
    use cassay_base::Stop;
    use cassay_ir::Program;
    use cassay_term::Pool;
    use std::collections::BTreeSet;

    /// A loop that calls a function for an input, allocates, and claims something in every pass.
    const LOOP: &str = "
fn next() -> i32 {
bb0:
  %0: i32 = havoc \"x\"
  return %0
}
fn main() -> i32 {
  var i: i32
bb0:
  declare i
  goto bb1
bb1:
  %0: i32 = call next()
  %1: i32 = load i
  store i32 add(%0, %1) -> i
  assert slt(%0, %1) [assertion] \"less\"
  if eq(%0, 7) goto bb2 else bb1
bb2:
  %2: i32 = havoc \"behind\"
  assert slt(%2, 5) [assertion] \"small\"
  return 0
}
";

    /// A function that calls itself twice and takes an input in each call.
    const RECURSION: &str = "
fn walk() -> i32 {
bb0:
  %0: i32 = havoc \"x\"
  if eq(%0, 0) goto bb1 else bb2
bb1:
  return 0
bb2:
  %1: i32 = call walk()
  assert slt(%0, %1) [assertion] \"less\"
  %2: i32 = call walk()
  return add(%1, %2)
}
fn main() -> i32 {
bb0:
  %0: i32 = call walk()
  return %0
}
";

    fn executed(program: &Program, pool: &mut Pool, names: &mut Names, unwind: u32) -> Equation {
        let entry = program.find_function("main").expect("a function main");
        let bounds = Bounds {
            unwind,
            ..Bounds::default()
        };
        execute_again(program, entry, pool, names, &bounds, &Stop::new()).expect("nobody stops it")
    }

    fn both(source: &str, bounds: [u32; 2]) -> [Equation; 2] {
        let program = cassay_ir::text::parse(source).expect("a program");
        let (mut pool, mut names) = (cassay_simplify::pool(), Names::default());
        bounds.map(|bound| executed(&program, &mut pool, &mut names, bound))
    }

    fn values(equation: &Equation) -> Vec<TermId> {
        let inputs = equation.inputs.iter();
        inputs
            .filter_map(|input| match input.kind {
                InputKind::Value { term, .. } => Some(term),
                InputKind::Object(_) | InputKind::Skipped(_) => None,
            })
            .collect()
    }

    fn terms(obligation: &Obligation) -> [TermId; 3] {
        [obligation.guard, obligation.cond, obligation.assumptions]
    }

    #[test]
    fn passes_of_a_loop_are_the_same_terms_at_every_bound() {
        let [few, more] = both(LOOP, [3, 5]);
        // Three passes and the bound, then the claim behind the loop.
        assert_eq!(few.obligations.len(), 5);
        assert_eq!(more.obligations.len(), 7);
        for (a, b) in few.obligations.iter().zip(&more.obligations).take(3) {
            assert_eq!(terms(a), terms(b));
        }
        assert_eq!(values(&few)[..3], values(&more)[..3]);
        // The input behind the loop is met later but is the same.
        assert_eq!(values(&few)[3], values(&more)[5]);
        assert_eq!(few.objects.len(), more.objects.len());
    }

    #[test]
    fn inputs_of_recursive_calls_belong_to_their_place_in_the_tree() {
        let [few, more] = both(RECURSION, [2, 3]);
        let (few, more) = (values(&few), values(&more));
        assert!(few.len() < more.len());
        let distinct: BTreeSet<TermId> = more.iter().copied().collect();
        assert_eq!(
            distinct.len(),
            more.len(),
            "no symbol stands for two inputs"
        );
        assert!(few.iter().all(|input| distinct.contains(input)));
    }

    #[test]
    fn the_same_bound_gives_the_same_equation() {
        let [a, b] = both(RECURSION, [3, 3]);
        let all = |equation: &Equation| -> Vec<[TermId; 3]> {
            equation.obligations.iter().map(terms).collect()
        };
        assert_eq!(all(&a), all(&b));
        assert_eq!(values(&a), values(&b));
    }

    #[test]
    fn a_place_that_is_asked_for_twice_gives_two_symbols() {
        let program = cassay_ir::text::parse(LOOP).expect("a program");
        let (mut pool, mut names) = (cassay_simplify::pool(), Names::default());
        let bounds = Bounds::default();
        let mut space = Space::new(&program, &mut pool, &mut names, &bounds);
        let sort = Sort::Bv(8);
        let (a, b) = (space.symbol_here("x", sort), space.symbol_here("x", sort));
        assert_ne!(a, b);
        let mut again = Space::new(&program, &mut pool, &mut names, &bounds);
        assert_eq!(again.symbol_here("x", sort), a);
        assert_ne!(
            again.symbol_here("x", Sort::Bv(16)),
            b,
            "sorts are told apart"
        );
    }
}
