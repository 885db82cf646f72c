//! The executor: blocks, statements, terminators.

use crate::equation::{Equation, Figures, Input, InputKind, Obligation, ObligationKind};
use crate::guard::Guards;
use crate::liveness::Liveness;
use crate::memory::Content;
use crate::object::{Initial, Object, ObjectId, ObjectKind, Objects};
use crate::order::{Key, Order, loop_name};
use crate::state::{RESULT, State};
use crate::unwind::{Bounds, Counters};
use crate::value::{Pointer, Value};
use cassay_base::{Id, PersistentMap, Span, Stop, StopReason};
use cassay_ir::{
    AllocKind, Block, BlockId, FuncId, Function, LocalId, MemoryPredicate, Note, Place, Program,
    Property, StmtKind, Terminator, TypeId, Variable,
};
use cassay_term::{Pool, TermId};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// The execution was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted(pub StopReason);

/// Something the execution cannot follow; the path ends there as unsupported.
#[derive(Clone, Debug)]
pub(crate) struct Stuck(pub Arc<str>);

impl Stuck {
    pub fn new(what: &str) -> Self {
        Stuck(what.into())
    }
}

/// Executes a program from a function without parameters.
pub fn execute(
    program: &Program,
    entry: FuncId,
    pool: &mut Pool,
    bounds: &Bounds,
    stop: &Stop,
) -> Result<Equation, Interrupted> {
    let mut machine = Machine::new(program, pool, bounds, stop);
    let state = State {
        guard: Guards::ROOT,
        facts: PersistentMap::new(),
        temps: PersistentMap::new(),
        locals: PersistentMap::new(),
        memory: PersistentMap::new(),
        alive: PersistentMap::new(),
    };
    machine.call_function(state, entry, Vec::new(), Span::NONE)?;
    Ok(machine.finish())
}

/// What is computed once per function.
#[derive(Debug)]
pub(crate) struct Plan {
    pub order: Order,
    pub liveness: Liveness,
    /// Bounds of the loops, by number.
    pub bounds: Vec<u32>,
}

/// What grows during an execution and becomes the equation.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub constraints: Vec<TermId>,
    pub obligations: Vec<Obligation>,
    pub inputs: Vec<Input>,
    pub bound_reached: bool,
    pub notes: BTreeMap<Arc<str>, Note>,
    pub figures: Figures,
}

/// An activation on the call stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Activation {
    pub function: FuncId,
    /// Path condition at the call.
    pub guard: crate::guard::GuardId,
    /// How many calls of the same function around it counted against the bound.
    pub counted: u32,
    /// Its number, which owns its automatic objects.
    pub number: u64,
}

/// The executor. Its methods are spread over the rooms of this crate by purpose.
pub(crate) struct Machine<'a> {
    pub program: &'a Program,
    pub pool: &'a mut Pool,
    pub bounds: &'a Bounds,
    pub stop: &'a Stop,
    /// Width of a pointer in bits.
    pub width: u32,
    pub objects: Objects,
    /// Which object a symbol is the start address of.
    pub bases: HashMap<TermId, ObjectId>,
    pub guards: Guards,
    pub out: Output,
    /// Assumptions so far.
    pub assumptions: TermId,
    /// Assumptions and claims so far.
    pub assumptions_and_claims: TermId,
    pub plans: HashMap<FuncId, Rc<Plan>>,
    pub calls: Vec<Activation>,
    pub activations: u64,
    /// Constraints made already.
    pub stated: HashSet<TermId>,
    /// Set when a merge could not be done; the merged path is then unsupported.
    pub undecided: Option<Arc<str>>,
}

/// A position in a function, for obligations.
#[derive(Clone, Copy, Debug)]
struct At {
    function: FuncId,
    block: BlockId,
    statement: usize,
    span: Span,
}

/// States waiting to be executed, by position.
type Pending = BTreeMap<Key, (BlockId, Vec<State>)>;

impl<'a> Machine<'a> {
    fn new(
        program: &'a Program,
        pool: &'a mut Pool,
        bounds: &'a Bounds,
        stop: &'a Stop,
    ) -> Machine<'a> {
        let objects = Objects::new(pool, program);
        let guards = Guards::new(pool);
        let truth = pool.tru();
        Machine {
            program,
            pool,
            bounds,
            stop,
            width: program.layout.pointer_bits,
            objects,
            bases: HashMap::new(),
            guards,
            out: Output::default(),
            assumptions: truth,
            assumptions_and_claims: truth,
            plans: HashMap::new(),
            calls: Vec::new(),
            activations: 0,
            stated: HashSet::new(),
            undecided: None,
        }
    }

    fn finish(self) -> Equation {
        Equation {
            constraints: self.out.constraints,
            obligations: self.out.obligations,
            inputs: self.out.inputs,
            objects: self.objects,
            bound_reached: self.out.bound_reached,
            notes: self.out.notes.into_values().collect(),
            figures: self.out.figures,
        }
    }

    fn plan(&mut self, id: FuncId) -> Rc<Plan> {
        if let Some(plan) = self.plans.get(&id) {
            return plan.clone();
        }
        let function = &self.program.functions[id];
        let order = Order::new(function);
        let bounds = order
            .loops()
            .ids()
            .map(|id| loop_name(function, &order, id));
        let plan = Rc::new(Plan {
            liveness: Liveness::new(function),
            bounds: bounds.map(|name| self.bounds.of_loop(&name)).collect(),
            order,
        });
        self.plans.insert(id, plan.clone());
        plan
    }

    /// Runs the body of a function; the merged state at its returns, if any execution returns.
    pub(crate) fn run_body(
        &mut self,
        state: State,
        id: FuncId,
    ) -> Result<Option<State>, Interrupted> {
        let plan = self.plan(id);
        let program = self.program;
        let function = &program.functions[id];
        let mut counters = Counters::new(plan.order.loops().len());
        let mut pending: Pending = BTreeMap::new();
        pending.insert(plan.order.entry_key(), (Function::ENTRY, vec![state]));
        let mut returned = Vec::new();
        while let Some((key, (block, states))) = pending.pop_first() {
            if let Some(reason) = self.stop.reason() {
                return Err(Interrupted(reason));
            }
            let Some(state) = self.merge_all(states, Some((&plan.liveness, block))) else {
                continue;
            };
            let at = At {
                function: id,
                block,
                statement: 0,
                span: function.blocks[block].span,
            };
            if let Some(what) = self.undecided.take() {
                self.unsupported(&state, &what, at);
                continue;
            }
            let Some(state) = self.enter(state, &plan, &key, at, &mut counters, &mut pending)
            else {
                continue;
            };
            let Some(state) = self.run_statements(state, id, block)? else {
                continue;
            };
            let body = &function.blocks[block];
            match self.leave(&state, body, at) {
                Ok(Exit::Ended) => {}
                Ok(Exit::Returned(value)) => {
                    let mut state = state;
                    state.temps = PersistentMap::new();
                    if let Some(value) = value {
                        state.temps.insert(RESULT, value);
                    }
                    returned.push(state);
                }
                Ok(Exit::Next(successors)) => {
                    note_exits(&plan.order, body, block, &successors, &mut counters);
                    for (target, next) in successors {
                        let key = plan.order.successor_key(&key, block, target);
                        pending
                            .entry(key)
                            .or_insert((target, Vec::new()))
                            .1
                            .push(next);
                    }
                }
                Err(stuck) => self.unsupported(&state, &stuck.0, at),
            }
        }
        let merged = self.merge_all(returned, None);
        if let (Some(what), Some(state)) = (self.undecided.take(), &merged) {
            let at = At {
                function: id,
                block: Function::ENTRY,
                statement: 0,
                span: function.span,
            };
            self.unsupported(state, &what, at);
            return Ok(None);
        }
        Ok(merged)
    }

    /// Counts iterations at the head of a loop; cuts the path at the bound.
    fn enter(
        &mut self,
        state: State,
        plan: &Plan,
        key: &Key,
        at: At,
        counters: &mut Counters,
        pending: &mut Pending,
    ) -> Option<State> {
        let order = &plan.order;
        let id = order
            .loops_around(at.block)
            .find(|id| order.loops()[*id].head == at.block);
        let Some(id) = id else { return Some(state) };
        let iteration = order.iteration(key, at.block, id);
        let function = &self.program.functions[at.function];
        let bound = plan.bounds[id.index()];
        if iteration > 0 {
            self.out.figures.iterations += 1;
        }
        let decided = self.bounds.decided(self.out.figures.steps);
        if !counters.start(id, iteration, bound, decided) {
            return Some(state);
        }
        let name = loop_name(function, order, id);
        let kind = ObligationKind::Unwinding { name, bound };
        self.must_not_reach(&state, kind, at);
        if self.bounds.partial_loops
            && let Some(target) = loop_exit(function, order, id)
        {
            let key = order.successor_key(key, at.block, target);
            pending
                .entry(key)
                .or_insert((target, Vec::new()))
                .1
                .push(state);
        }
        None
    }

    /// Runs the statements of a block; `None` when every execution ends in it.
    fn run_statements(
        &mut self,
        mut state: State,
        id: FuncId,
        block: BlockId,
    ) -> Result<Option<State>, Interrupted> {
        let program = self.program;
        for (index, stmt) in program.functions[id].blocks[block].stmts.iter().enumerate() {
            self.out.figures.steps += 1;
            let at = At {
                function: id,
                block,
                statement: index,
                span: stmt.span,
            };
            if let StmtKind::Call { dst, target, args } = &stmt.kind {
                match self.call(state, id, *dst, target, args, stmt.span)? {
                    Ok(Some(next)) => state = next,
                    Ok(None) => return Ok(None),
                    Err((before, stuck)) => {
                        self.unsupported(&before, &stuck.0, at);
                        return Ok(None);
                    }
                }
                continue;
            }
            match self.statement(&mut state, &stmt.kind, at) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(stuck) => {
                    self.unsupported(&state, &stuck.0, at);
                    return Ok(None);
                }
            }
        }
        Ok(Some(state))
    }

    /// Runs one statement other than a call; false when every execution ends in it.
    fn statement(&mut self, state: &mut State, stmt: &StmtKind, at: At) -> Result<bool, Stuck> {
        match stmt {
            StmtKind::Assign { dst, value } => {
                let value = self.eval(state, value)?;
                state.temps.insert(u64::from(dst.0), value);
                Ok(true)
            }
            StmtKind::Load { dst, place, .. } => {
                let ty = self.program.functions[at.function].temps[*dst].ty;
                let pointer = self.place(state, place)?;
                let size = self.program.types.store_size(ty);
                if !self.require_access(state, pointer, size, false, at) {
                    return Ok(false);
                }
                let value = self.load(state, pointer, ty)?;
                state.temps.insert(u64::from(dst.0), value);
                Ok(true)
            }
            StmtKind::Store { place, value, .. } => {
                // The type of a constant may not be in the table; its width is all that is needed.
                let ty = value.ty(self.program, &self.program.functions[at.function]);
                let pointer = self.place(state, place)?;
                let value = self.eval(state, value)?;
                let size = match (ty, &value) {
                    (Some(ty), _) => self.program.types.store_size(ty),
                    (None, Value::Bits(bits)) => u64::from(self.bit_width(*bits).div_ceil(8)),
                    (None, Value::Ptr(_) | Value::Aggregate(_)) => {
                        return Err(Stuck::new("store of a value without a type"));
                    }
                };
                if !self.require_access(state, pointer, size, true, at) {
                    return Ok(false);
                }
                match (ty, &value) {
                    (None, Value::Bits(bits)) => self.store_int(state, pointer, *bits)?,
                    (Some(ty), _) => self.store(state, pointer, ty, &value)?,
                    (None, Value::Ptr(_) | Value::Aggregate(_)) => {}
                }
                Ok(true)
            }
            StmtKind::Assume(cond) => {
                let cond = self.eval_bool(state, cond)?;
                Ok(self.assume(state, cond))
            }
            StmtKind::Assert { cond, property } => {
                let cond = self.eval_bool(state, cond)?;
                Ok(self.claim(state, cond, property, at))
            }
            StmtKind::Havoc { dst, source } => {
                let ty = self.program.functions[at.function].temps[*dst].ty;
                let value = self.any_value(state, ty, source)?;
                state.temps.insert(u64::from(dst.0), value);
                Ok(true)
            }
            StmtKind::Declare(local) => {
                self.declare(state, at.function, *local);
                Ok(true)
            }
            StmtKind::Dead(local) => {
                self.end_scope(state, *local);
                Ok(true)
            }
            StmtKind::Alloc {
                dst,
                size,
                align,
                kind,
            } => {
                let size = self.eval_bits(state, size)?;
                let pointer = self.allocate(state, size, *align, *kind);
                state.temps.insert(u64::from(dst.0), Value::Ptr(pointer));
                Ok(true)
            }
            StmtKind::EndStack(pointer) => {
                let pointer = self.eval_pointer(state, pointer)?;
                for candidate in self.candidates(pointer).list {
                    if self.objects.get(candidate.object).kind == ObjectKind::Stack {
                        self.end_life(state, candidate.object, candidate.cond);
                    }
                }
                Ok(true)
            }
            StmtKind::Free(pointer) => {
                let pointer = self.eval_pointer(state, pointer)?;
                self.free(state, pointer, at)
            }
            StmtKind::MemCopy { dst, src, len, .. } => {
                let dst = self.eval_pointer(state, dst)?;
                let src = self.eval_pointer(state, src)?;
                let len = self.eval_bits(state, len)?;
                if !self.require_range(state, dst, len, true, at)
                    || !self.require_range(state, src, len, false, at)
                {
                    return Ok(false);
                }
                self.copy_bytes(state, dst, src, len)?;
                Ok(true)
            }
            StmtKind::MemSet { dst, value, len } => {
                let dst = self.eval_pointer(state, dst)?;
                let value = self.eval_bits(state, value)?;
                let len = self.eval_bits(state, len)?;
                if !self.require_range(state, dst, len, true, at) {
                    return Ok(false);
                }
                self.set_bytes(state, dst, value, len)?;
                Ok(true)
            }
            StmtKind::Call { .. } => unreachable!("calls are run by the caller of this function"),
            // One thread so far: nothing can interrupt it.
            StmtKind::AtomicBegin | StmtKind::AtomicEnd | StmtKind::Fence => Ok(true),
            StmtKind::Unsupported(what) => Err(Stuck(what.clone())),
        }
    }

    /// The pointer a place stands for.
    fn place(&mut self, state: &State, place: &Place) -> Result<Pointer, Stuck> {
        match place {
            Place::Deref(pointer, _) => self.eval_pointer(state, pointer),
            Place::Variable(variable, offset) => {
                let pointer = match variable {
                    Variable::Local(local) => self.local_pointer(state, *local),
                    Variable::Global(global) => {
                        let object = self.objects.global(*global);
                        self.pointer_to(object, 0)
                    }
                };
                Ok(self.advance(pointer, *offset))
            }
        }
    }

    /// Leaves the block.
    fn leave(&mut self, state: &State, block: &Block, at: At) -> Result<Exit, Stuck> {
        match &block.terminator {
            Terminator::Goto(target) => Ok(Exit::Next(vec![(*target, state.clone())])),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.eval_bool(state, cond)?;
                let mut successors = Vec::new();
                let negated = self.pool.not(cond);
                self.fork(state, cond, *then, &mut successors);
                self.fork(state, negated, *otherwise, &mut successors);
                Ok(Exit::Next(successors))
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.eval_bits(state, value)?;
                let truth = self.pool.sort(value).is_bool();
                let mut rest = Some(state.clone());
                let mut successors = Vec::new();
                for (case, target) in cases {
                    let Some(before) = rest.take() else { break };
                    let is = if truth {
                        let case = self.pool.bool_const(!case.is_zero());
                        self.pool.eq(value, case)
                    } else {
                        let case = self.pool.bv(case.clone());
                        self.pool.eq(value, case)
                    };
                    let is_not = self.pool.not(is);
                    self.fork(&before, is, *target, &mut successors);
                    let mut others = Vec::new();
                    self.fork(&before, is_not, *default, &mut others);
                    rest = others.pop().map(|(_, state)| state);
                }
                successors.extend(rest.map(|state| (*default, state)));
                Ok(Exit::Next(successors))
            }
            Terminator::IndirectGoto { target, targets } => {
                let target = self.eval_bits(state, target)?;
                let width = self.pool.width(target);
                let mut successors = Vec::new();
                for (index, block) in targets.iter().enumerate() {
                    let index = self.pool.bv_u64(width, index as u64);
                    let is = self.pool.eq(target, index);
                    self.fork(state, is, *block, &mut successors);
                }
                Ok(Exit::Next(successors))
            }
            Terminator::Return(value) => {
                let value = value
                    .as_ref()
                    .map(|value| self.eval(state, value))
                    .transpose()?;
                Ok(Exit::Returned(value))
            }
            Terminator::Invoke { .. } => Err(Stuck::new("call that may throw (invoke)")),
            Terminator::Unreachable => {
                let _ = at;
                Ok(Exit::Ended)
            }
        }
    }

    /// Adds a successor under a condition, unless the path excludes it.
    pub(crate) fn fork<T>(
        &mut self,
        state: &State,
        cond: TermId,
        target: T,
        successors: &mut Vec<(T, State)>,
    ) {
        match self.known(state, cond) {
            Some(true) => successors.push((target, state.clone())),
            Some(false) => {}
            None => {
                let mut next = state.clone();
                next.guard = self.guards.extend(self.pool, state.guard, cond);
                self.learn(&mut next, cond);
                successors.push((target, next));
            }
        }
    }

    /// Considers only executions in which a condition holds; false when there are none.
    pub(crate) fn assume(&mut self, state: &mut State, cond: TermId) -> bool {
        match self.known(state, cond) {
            Some(known) => known,
            None => {
                let guard = self.guards.term(state.guard);
                let fact = self.pool.implies(guard, cond);
                self.assumptions = self.pool.and(self.assumptions, fact);
                self.assumptions_and_claims = self.pool.and(self.assumptions_and_claims, fact);
                self.learn(state, cond);
                true
            }
        }
    }

    /// Claims a condition; false when every execution that gets here violates it.
    fn claim(&mut self, state: &mut State, cond: TermId, property: &Property, at: At) -> bool {
        self.out.figures.claims_met += 1;
        let known = self.known(state, cond);
        if known == Some(true) {
            return true;
        }
        self.out.figures.claims_left += 1;
        let cond = if known == Some(false) {
            self.pool.fls()
        } else {
            cond
        };
        let kind = ObligationKind::Claim {
            property: property.clone(),
            block: at.block,
            statement: at.statement,
        };
        self.oblige(state, kind, cond, at);
        let guard = self.guards.term(state.guard);
        let fact = self.pool.implies(guard, cond);
        self.assumptions_and_claims = self.pool.and(self.assumptions_and_claims, fact);
        self.learn(state, cond);
        known.is_none()
    }

    fn oblige(&mut self, state: &State, kind: ObligationKind, cond: TermId, at: At) {
        self.out.obligations.push(Obligation {
            kind,
            guard: self.guards.term(state.guard),
            cond,
            assumptions: self.assumptions,
            assumptions_and_claims: self.assumptions_and_claims,
            span: at.span,
            function: at.function,
        });
    }

    fn must_not_reach(&mut self, state: &State, kind: ObligationKind, at: At) {
        self.out.bound_reached |= matches!(
            kind,
            ObligationKind::Unwinding { .. } | ObligationKind::Recursion { .. }
        );
        let never = self.pool.fls();
        self.oblige(state, kind, never, at);
    }

    fn unsupported(&mut self, state: &State, what: &Arc<str>, at: At) {
        self.must_not_reach(
            state,
            ObligationKind::Unsupported { what: what.clone() },
            at,
        );
    }

    /// Considers only executions in which a call leads to a function.
    pub(crate) fn require_function(
        &mut self,
        state: &mut State,
        holds: TermId,
        caller: FuncId,
        span: Span,
    ) -> bool {
        let at = At {
            function: caller,
            block: Function::ENTRY,
            statement: 0,
            span,
        };
        self.require(
            state,
            holds,
            "call through a pointer that no check guards",
            at,
        )
    }

    /// Records that a recursion was cut.
    pub(crate) fn cut_recursion(&mut self, state: &State, id: FuncId, bound: u32, span: Span) {
        let name = self.program.functions[id].name.clone();
        let at = At {
            function: id,
            block: Function::ENTRY,
            statement: 0,
            span,
        };
        self.must_not_reach(state, ObligationKind::Recursion { name, bound }, at);
    }

    /// Considers only executions whose access is valid. Where that was claimed before, nothing is
    /// left to do; otherwise it becomes an obligation of its own, because behind an invalid
    /// access nothing is proved.
    fn require_access(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: u64,
        write: bool,
        at: At,
    ) -> bool {
        if self.constant_access(state, pointer, size, write) {
            return true;
        }
        let size = self.pool.bv_u64(self.width, size);
        self.require_range(state, pointer, size, write, at)
    }

    /// Considers only executions in which an operation is defined.
    fn require(&mut self, state: &mut State, holds: TermId, what: &'static str, at: At) -> bool {
        let known = self.known(state, holds);
        if known != Some(true) {
            let cond = if known == Some(false) {
                self.pool.fls()
            } else {
                holds
            };
            self.oblige(state, ObligationKind::Defined { what }, cond, at);
        }
        self.assume(state, holds)
    }

    fn require_range(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        size: TermId,
        write: bool,
        at: At,
    ) -> bool {
        let zero = self.pool.bv_u64(self.width, 0);
        let empty = self.pool.eq(size, zero);
        if self.pool.as_bool(empty) == Some(true) {
            return true;
        }
        let mut needed = vec![
            MemoryPredicate::NotNull,
            MemoryPredicate::IsObject,
            MemoryPredicate::NotFreed,
            MemoryPredicate::NotExpired,
            MemoryPredicate::InBounds,
        ];
        if write {
            needed.push(MemoryPredicate::Writable);
        }
        for predicate in needed {
            let holds = self.memory_predicate(state, predicate, pointer, size);
            let holds = self.pool.or(empty, holds);
            if !self.require(state, holds, "memory access that no check guards", at) {
                return false;
            }
        }
        true
    }

    fn declare(&mut self, state: &mut State, function: FuncId, local: LocalId) {
        let program = self.program;
        let declared = &program.functions[function].locals[local];
        // Declaring again without leaving the scope starts a new life all the same.
        self.end_scope(state, local);
        let bytes = program.types.alloc_size(declared.ty);
        let size = self.pool.bv_u64(self.width, bytes);
        let kind = ObjectKind::Local(function, local);
        let object = self.new_object(
            state,
            kind,
            size,
            declared.align,
            Some(declared.ty),
            Initial::Unknown,
        );
        let term = Objects::term(self.pool, object);
        state.locals.insert(u64::from(local.0), term);
    }

    fn end_scope(&mut self, state: &mut State, local: LocalId) {
        let Some(object) = state.locals.get(u64::from(local.0)).copied() else {
            return;
        };
        let pointer = Pointer {
            object,
            offset: self.pool.bv_u64(self.width, 0),
        };
        for candidate in self.candidates(pointer).list {
            if self.objects.get(candidate.object).kind.is_automatic() {
                self.end_life(state, candidate.object, candidate.cond);
            }
        }
    }

    /// Ends an object's life where a condition holds.
    pub(crate) fn end_life(&mut self, state: &mut State, object: ObjectId, cond: TermId) {
        let key = u64::from(object.0);
        let alive = self.alive(state, object);
        let not = self.pool.not(cond);
        let still = self.pool.and(alive, not);
        state.alive.insert(key, still);
        if self.pool.as_bool(still) == Some(false) {
            // Nobody may look at it again.
            state.memory.remove(key);
        }
    }

    fn allocate(
        &mut self,
        state: &mut State,
        size: TermId,
        align: u64,
        kind: AllocKind,
    ) -> Pointer {
        let (object_kind, initial) = match kind {
            AllocKind::Heap => (ObjectKind::Heap, Initial::Unknown),
            AllocKind::ZeroedHeap => (ObjectKind::Heap, Initial::Data(Rc::default())),
            AllocKind::Stack => (ObjectKind::Stack, Initial::Unknown),
        };
        let object = self.new_object(state, object_kind, size, align, None, initial);
        self.pointer_to(object, 0)
    }

    fn new_object(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        size: TermId,
        align: u64,
        ty: Option<TypeId>,
        initial: Initial,
    ) -> ObjectId {
        let object = self.objects.push(Object {
            kind,
            size,
            const_size: self.pool.as_u64(size),
            align: align.max(1),
            constant: false,
            ty,
            activation: self.calls.last().map_or(0, |call| call.number),
            initial,
            unknown: BTreeMap::new(),
            unknown_array: None,
            address: None,
        });
        let guard = self.guards.term(state.guard);
        self.out.inputs.push(Input {
            guard,
            kind: InputKind::Object(object),
        });
        state.alive.insert(u64::from(object.0), self.pool.tru());
        state
            .memory
            .insert(u64::from(object.0), Rc::new(Content::initial(object)));
        object
    }

    fn free(&mut self, state: &mut State, pointer: Pointer, at: At) -> Result<bool, Stuck> {
        let size = self.pool.bv_u64(self.width, 0);
        for predicate in [MemoryPredicate::Freeable, MemoryPredicate::NotDoublyFreed] {
            let holds = self.memory_predicate(state, predicate, pointer, size);
            if !self.require(state, holds, "free that no check guards", at) {
                return Ok(false);
            }
        }
        for candidate in self.candidates(pointer).list {
            if self.objects.get(candidate.object).kind == ObjectKind::Heap {
                self.end_life(state, candidate.object, candidate.cond);
            }
        }
        Ok(true)
    }
}

/// How a block was left.
enum Exit {
    /// No execution goes on.
    Ended,
    /// The function returns.
    Returned(Option<Value>),
    /// Execution goes on at these blocks.
    Next(Vec<(BlockId, State)>),
}

/// Notes for every loop around a block which of its exits were open here.
fn note_exits(
    order: &Order,
    body: &Block,
    block: BlockId,
    successors: &[(BlockId, State)],
    counters: &mut Counters,
) {
    for id in order.loops_around(block) {
        let head = order.loops()[id].head;
        let mut exits = 0;
        let mut open = 0;
        let mut back = false;
        body.terminator.successors(|target| {
            back |= target == head;
            if !order.contains(id, target) {
                exits += 1;
                open += usize::from(successors.iter().any(|(taken, _)| *taken == target));
            }
        });
        if exits > 0 {
            counters.exit(id, open > 0, block == head || back);
        }
    }
}

/// A block behind a loop: where its head leads out of it, or the first exit there is.
fn loop_exit(function: &Function, order: &Order, id: crate::order::LoopId) -> Option<BlockId> {
    let head = order.loops()[id].head;
    let mut blocks = vec![head];
    blocks.extend(
        function
            .blocks
            .ids()
            .filter(|block| order.contains(id, *block)),
    );
    blocks.into_iter().find_map(|block| {
        let mut exit = None;
        function.blocks[block].terminator.successors(|target| {
            if !order.contains(id, target) {
                exit = exit.or(Some(target));
            }
        });
        exit
    })
}
