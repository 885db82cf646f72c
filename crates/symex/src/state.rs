//! States of the execution, and merging of states at joins.

use crate::frame::Kind;
use crate::guard::{GuardId, Guards};
use crate::knowledge::common_facts;
use crate::liveness::Liveness;
use crate::marks::MARKS;
use crate::memory::Memory;
use crate::memory::{Contents, Layer};
use crate::space::Space;
use crate::threads::Section;
use crate::value::{Pointer, Value};
use cassay_base::PersistentMap;
use cassay_ir::{BlockId, TempId};
use cassay_term::{Range, TermId};
use std::rc::Rc;

/// Where the result of a function is kept until its returns have merged.
pub(crate) const RESULT: u64 = u32::MAX as u64 + 1;

/// Everything that can differ between paths. Copies are cheap: all parts are persistent.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The path condition.
    pub guard: GuardId,
    /// Terms known to be true on this path: branch conditions taken, assumptions, claims.
    pub facts: PersistentMap<()>,
    /// Ranges that these facts imply for terms, if narrower than the term itself shows.
    pub ranges: PersistentMap<Range>,
    /// Temporaries of the current activation.
    pub temps: PersistentMap<Value>,
    /// Local variables of the current activation: the number of the object that each denotes now.
    pub locals: PersistentMap<TermId>,
    /// The contents of objects; absent objects have their first contents.
    pub memory: Contents,
    /// Which bits of objects are initialised ([`crate::marks`]); all bits of absent ones.
    pub marks: Contents,
    /// Whether objects other than globals are alive. No pointer in this state leads to an absent
    /// one.
    pub alive: Lives,
    /// Whether other threads may run.
    pub concurrent: bool,
    /// The atomic section that the execution is in.
    pub section: Option<Section>,
    /// At the start of a handler, the kind of the exception, if it is known.
    pub thrown: Option<Kind>,
}

/// The condition under which each object is alive, by number.
pub(crate) type Lives = PersistentMap<TermId>;

impl State {
    /// The value of a temporary.
    pub fn temp(&self, temp: TempId) -> Option<&Value> {
        self.temps.get(u64::from(temp.0))
    }
}

/// The state in which a program starts.
pub(crate) fn first_state() -> State {
    State {
        guard: Guards::ROOT,
        facts: PersistentMap::new(),
        ranges: PersistentMap::new(),
        temps: PersistentMap::new(),
        locals: PersistentMap::new(),
        memory: Contents::new(Layer::Values),
        marks: Contents::new(Layer::Marks),
        alive: PersistentMap::new(),
        concurrent: false,
        section: None,
        thrown: None,
    }
}

impl Memory<'_> {
    /// Merges states that reached one point by exclusive paths. `at` determines which temporaries
    /// are live.
    ///
    /// States whose guards share the longest prefix merge first, so that the two sides of every
    /// branch cancel to the guard before it.
    pub(crate) fn merge_all(
        &mut self,
        mut states: Vec<State>,
        at: Option<(&Liveness, BlockId)>,
    ) -> Option<State> {
        if states.len() > 1 {
            states.sort_by(|a, b| self.space.path.guards.compare(a.guard, b.guard));
        }
        let mut stack: Vec<State> = Vec::new();
        for state in states {
            while let [.., below, top] = stack.as_slice() {
                let closer = self.space.path.guards.common(below.guard, top.guard);
                let farther = self.space.path.guards.common(top.guard, state.guard);
                if self.space.path.guards.depth(closer) < self.space.path.guards.depth(farther) {
                    break;
                }
                self.merge_top(&mut stack, at);
            }
            stack.push(state);
        }
        while stack.len() > 1 {
            self.merge_top(&mut stack, at);
        }
        stack.pop()
    }

    fn merge_top(&mut self, stack: &mut Vec<State>, at: Option<(&Liveness, BlockId)>) {
        if let (Some(second), Some(first)) = (stack.pop(), stack.pop()) {
            stack.push(self.merge(first, second, at));
        }
    }

    fn merge(&mut self, mut a: State, mut b: State, at: Option<(&Liveness, BlockId)>) -> State {
        self.agree_on_threads(&mut a, &mut b);
        let joined = self
            .space
            .path
            .guards
            .join(self.space.pool, a.guard, b.guard);
        let first = joined.first;
        State {
            guard: joined.guard,
            facts: common_facts(&a, &b),
            ranges: self.space.common_ranges(&a, &b),
            temps: self.merge_temps(first, &a, &b, at),
            locals: self.merge_terms(first, &a.locals, &b.locals),
            memory: self.merge_objects(first, (&a, &a.memory), (&b, &b.memory)),
            marks: self.merge_objects(first, (&a, &a.marks), (&b, &b.marks)),
            alive: self.merge_terms(first, &a.alive, &b.alive),
            concurrent: a.concurrent,
            section: a.section,
            thrown: a.thrown.filter(|kind| b.thrown == Some(*kind)),
        }
    }

    fn merge_temps(
        &mut self,
        first: TermId,
        a: &State,
        b: &State,
        at: Option<(&Liveness, BlockId)>,
    ) -> PersistentMap<Value> {
        let mut result = b.temps.clone();
        let mut differing = Vec::new();
        a.temps
            .diff(&b.temps, |key, x, y| differing.push((key, x, y)));
        for (key, x, y) in differing {
            let lives = match (at, u32::try_from(key & !MARKS)) {
                (Some((liveness, block)), Ok(temp)) => liveness.at_start(block, TempId(temp)),
                (Some(_), Err(_)) | (None, _) => key & !MARKS == RESULT,
            };
            match (x, y) {
                _ if !lives => result.remove(key),
                (Some(x), Some(y)) if x != y => {
                    let value = self.space.choose(first, x, y);
                    result.insert(key, value);
                }
                (Some(x), None) if key & MARKS != 0 => {
                    let full = self.space.terms().full_like(x);
                    let marks = self.space.choose(first, x, &full);
                    result.insert(key, marks);
                }
                (None, Some(y)) if key & MARKS != 0 => {
                    let full = self.space.terms().full_like(y);
                    let marks = self.space.choose(first, &full, y);
                    result.insert(key, marks);
                }
                (Some(x), None) => result.insert(key, x.clone()),
                (Some(_), Some(_)) | (None, _) => {}
            }
        }
        result
    }

    /// Merges maps of terms; an entry that only one side has is kept unchanged.
    fn merge_terms(
        &mut self,
        first: TermId,
        a: &PersistentMap<TermId>,
        b: &PersistentMap<TermId>,
    ) -> PersistentMap<TermId> {
        let mut result = b.clone();
        let mut differing = Vec::new();
        a.diff(b, |key, x, y| differing.push((key, x.copied(), y.copied())));
        for (key, x, y) in differing {
            match (x, y) {
                (Some(x), Some(y)) if x != y => {
                    result.insert(key, self.space.pool.ite(first, x, y));
                }
                (Some(x), None) => result.insert(key, x),
                (Some(_), Some(_)) | (None, _) => {}
            }
        }
        result
    }

    /// Merges the contents of all objects of two states, in one layer.
    fn merge_objects(
        &mut self,
        first: TermId,
        (a, in_a): (&State, &Contents),
        (b, in_b): (&State, &Contents),
    ) -> Contents {
        let layer = in_b.layer();
        let mut result = in_b.clone();
        let mut differing = Vec::new();
        in_a.differences(in_b, |object, x, y| {
            differing.push((object, x.cloned(), y.cloned()));
        });
        for (object, x, y) in differing {
            let (x, y) = match (x, y) {
                (None, Some(_)) if !self.may_exist(a, object) => continue,
                (Some(x), None) if !self.may_exist(b, object) => {
                    result.insert(object, x);
                    continue;
                }
                (x, y) => (
                    x.unwrap_or_else(|| Rc::new(self.unwritten(layer, object))),
                    y.unwrap_or_else(|| Rc::new(self.unwritten(layer, object))),
                ),
            };
            let merged = self.merge_contents(first, object, &x, &y);
            result.insert(object, Rc::new(merged));
        }
        result
    }

    /// Whether an object's contents can still matter in a state: it is global, or it was created
    /// before and may be alive.
    fn may_exist(&self, state: &State, object: crate::object::ObjectId) -> bool {
        let always = matches!(
            self.space.store.objects.get(object).kind,
            crate::object::ObjectKind::Global(_)
        );
        let alive = state.alive.get(u64::from(object.0)).copied();
        always || alive.is_some_and(|alive| self.space.pool.as_bool(alive) != Some(false))
    }
}

impl Space<'_> {
    /// A pointer to the object that a local variable denotes now.
    pub(crate) fn local_pointer(&mut self, state: &State, local: cassay_ir::LocalId) -> Pointer {
        let invalid = crate::object::Objects::INVALID;
        let object = match state.locals.get(u64::from(local.0)) {
            Some(object) => *object,
            None => self.store.objects.term(self.pool, invalid),
        };
        Pointer {
            object,
            offset: self.pool.bv_u64(self.width, 0),
        }
    }
}
