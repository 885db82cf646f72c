//! The executor: functions, blocks, terminators.

use crate::equation::{Arrivals, Equation, Figures, Foundation, Input, Obligation, ObligationKind};
use crate::guard::Guards;
use crate::liveness::Liveness;
use crate::names::{Names, Naming};
use crate::object::{ObjectId, Objects};
use crate::state::{RESULT, State};
use crate::unwind::{Bounds, Counters};
use crate::value::Value;
use cassay_base::{Id, PersistentMap, Span, Stop, StopReason};
use cassay_ir::order::{Key, Order, loop_name};
use cassay_ir::{
    Block, BlockId, Expr, FuncId, Function, LocalId, Note, Program, StmtKind, TempId, Terminator,
};
use cassay_term::{Pool, TermId};
use std::collections::{BTreeMap, BTreeSet, HashMap};
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
    execute_again(program, entry, pool, &mut Names::default(), bounds, stop)
}

/// Executes a program; what earlier executions with the same names have in common with this one
/// are the same terms. A set of names belongs to one program and one pool.
pub fn execute_again(
    program: &Program,
    entry: FuncId,
    pool: &mut Pool,
    names: &mut Names,
    bounds: &Bounds,
    stop: &Stop,
) -> Result<Equation, Interrupted> {
    let mut machine = Machine::new(program, pool, names, bounds, stop);
    let state = State {
        guard: Guards::ROOT,
        facts: PersistentMap::new(),
        ranges: PersistentMap::new(),
        temps: PersistentMap::new(),
        locals: PersistentMap::new(),
        memory: PersistentMap::new(),
        marks: PersistentMap::new(),
        alive: PersistentMap::new(),
    };
    machine.call_function(state, entry, Vec::new(), Vec::new(), Span::NONE)?;
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
    pub nans: Vec<crate::nan::NanChoice>,
    pub bound_reached: bool,
    pub notes: BTreeMap<Arc<str>, Note>,
    pub figures: Figures,
    pub arrivals: Arrivals,
    pub inexact: Foundation,
    pub wishes: Vec<TermId>,
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
    /// What symbols and objects are called.
    pub naming: Naming<'a>,
    /// Assumptions so far.
    pub assumptions: TermId,
    /// Those that models did not make.
    pub of_program: TermId,
    /// Assumptions and claims so far.
    pub assumptions_and_claims: TermId,
    pub plans: HashMap<FuncId, Rc<Plan>>,
    pub calls: Vec<Activation>,
    pub activations: u64,
    /// Where the execution is.
    pub at: At,
    /// Arrays that are given by what they hold.
    pub definitions: crate::memory::Definitions,
    /// Heap objects, in the order they were made.
    pub heap: Vec<ObjectId>,
    /// When objects that do not exist from the start were made.
    pub births: HashMap<ObjectId, crate::lifetime::Birth>,
    /// Objects that have an address, in the order in which they got it.
    pub exposed: Vec<ObjectId>,
    /// When addresses matter that are asked for at the moment; always, without a condition.
    pub asked_when: Option<TermId>,
    /// The path that is being executed, or one that it began with.
    pub now: crate::guard::GuardId,
    /// How many objects there were when one first died.
    pub first_death: Option<usize>,
    /// The first object of a variable in an activation that went out of scope.
    pub retired: BTreeMap<(u64, LocalId), ObjectId>,
    /// Whether the program asks which bits have a value, so that marks are kept.
    pub tracks_values: bool,
    /// Whether some temporary has been given marks.
    pub moved_marks: bool,
    /// Whether marks stand in the place of memory at the moment.
    pub among_marks: bool,
    /// The marks of a byte that has a value in every bit.
    pub all_marked: TermId,
    /// Whether addresses of objects occur in terms, as far as somebody asked.
    pub with_address: HashMap<TermId, bool>,
    /// Whether the program computes with floats, so that their bits may be a NaN's.
    pub makes_floats: bool,
    /// What is known about bits that were looked at.
    pub seen: crate::nan::Observed,
    /// Whether bits that are evaluated become those of a float again.
    pub back_to_float: bool,
    /// Inexact values so far.
    pub inexact: crate::inexact::Tracked,
}

/// A position in a function, for obligations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At {
    pub function: FuncId,
    pub block: BlockId,
    pub statement: usize,
    pub span: Span,
}

/// States waiting to be executed, by position.
type Pending = BTreeMap<Key, (BlockId, Vec<State>)>;

impl<'a> Machine<'a> {
    pub(crate) fn new(
        program: &'a Program,
        pool: &'a mut Pool,
        names: &'a mut Names,
        bounds: &'a Bounds,
        stop: &'a Stop,
    ) -> Machine<'a> {
        let objects = Objects::new(pool, program);
        let guards = Guards::new(pool);
        let truth = pool.tru();
        let all_marked = pool.bv_u64(8, 0xff);
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
            naming: Naming::new(names),
            assumptions: truth,
            of_program: truth,
            assumptions_and_claims: truth,
            plans: HashMap::new(),
            calls: Vec::new(),
            activations: 0,
            at: At {
                function: FuncId(0),
                block: Function::ENTRY,
                statement: 0,
                span: Span::NONE,
            },
            definitions: Default::default(),
            heap: Vec::new(),
            births: HashMap::new(),
            exposed: Vec::new(),
            asked_when: None,
            now: Guards::ROOT,
            first_death: None,
            retired: BTreeMap::new(),
            tracks_values: program.asks_for_values(),
            moved_marks: false,
            among_marks: false,
            all_marked,
            with_address: HashMap::new(),
            makes_floats: crate::nan::makes_floats(program),
            seen: Default::default(),
            back_to_float: false,
            inexact: Default::default(),
        }
    }

    fn finish(self) -> Equation {
        Equation {
            constraints: self.out.constraints,
            obligations: self.out.obligations,
            inputs: self.out.inputs,
            nans: self.out.nans,
            objects: self.objects,
            bound_reached: self.out.bound_reached,
            notes: self.out.notes.into_values().collect(),
            figures: self.out.figures,
            arrivals: self.out.arrivals,
            foundation: self.out.inexact,
            wishes: self.out.wishes,
        }
    }

    pub(crate) fn plan(&mut self, id: FuncId) -> Rc<Plan> {
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
            // A solver does about so much between two polls.
            self.stop
                .spend(function.blocks[block].stmts.len() as u64 / 16);
            let at = At {
                function: id,
                block,
                statement: 0,
                span: function.blocks[block].span,
            };
            self.at = at;
            self.naming.enter(&key);
            let Some(state) = self.merge_all(states, Some((&plan.liveness, block))) else {
                continue;
            };
            self.now = state.guard;
            let Some(state) = self.enter(state, &plan, &key, at, &mut counters, &mut pending)
            else {
                continue;
            };
            let Some(state) = self.run_statements(state, id, block)? else {
                continue;
            };
            let body = &function.blocks[block];
            self.at = At {
                statement: body.stmts.len(),
                ..at
            };
            self.now = state.guard;
            match self.leave(&state, body) {
                Ok(Exit::Ended) => {}
                Ok(Exit::Returned(value, marks)) => {
                    let mut state = state;
                    state.temps = PersistentMap::new();
                    if let Some(value) = value {
                        state.temps.insert(RESULT, value);
                        self.mark_temp(&mut state, RESULT, marks);
                    }
                    returned.push(state);
                }
                Ok(Exit::Next(successors)) => {
                    let stall_limit = self.bounds.stall_limit;
                    let place = (body, block, stall_limit);
                    note_exits(&plan.order, place, &successors, &mut counters);
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
        Ok(self.merge_all(returned, None))
    }

    /// Counts iterations at the head of a loop; cuts the path at the bound.
    fn enter(
        &mut self,
        mut state: State,
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
            if self.bounds.accelerate && iteration <= 1 {
                self.accelerate(&mut state, at, order, id);
            }
            if counters.may_leap(id, iteration) && self.leap(&mut state, at) {
                counters.leapt(id, iteration);
            }
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

    /// Leaves the block.
    fn leave(&mut self, state: &State, block: &Block) -> Result<Exit, Stuck> {
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
                let (mut result, mut marks) = (None, None);
                if let Some(value) = value {
                    result = Some(self.eval(state, value)?);
                    marks = self.marks_of(state, value)?;
                }
                Ok(Exit::Returned(result, marks))
            }
            Terminator::Invoke { .. } => Err(Stuck::new("call that may throw (invoke)")),
            Terminator::Unreachable => Ok(Exit::Ended),
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
}

/// How a block was left.
enum Exit {
    /// No execution goes on.
    Ended,
    /// The function returns a value, with marks where some bit of it has none.
    Returned(Option<Value>, Option<Value>),
    /// Execution goes on at these blocks.
    Next(Vec<(BlockId, State)>),
}

/// Notes for every loop around a block which of its exits were open here.
fn note_exits(
    order: &Order,
    (body, block, stall_limit): (&Block, BlockId, u32),
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
        if exits == 0 {
            continue;
        }
        let mut stalled = false;
        if open == 0
            && stall_limit < u32::MAX
            && let Some((_, state)) = successors.first()
            && let Some(read) = condition_reads(body, state)
        {
            stalled = counters.reads(id, block, read) >= stall_limit;
        }
        if !stalled {
            counters.exit(id, open > 0, block == head || back);
        }
    }
}

/// What the condition at the end of a block read from memory; `None` when it does not stand in the
/// block alone.
fn condition_reads(body: &Block, state: &State) -> Option<Vec<Value>> {
    fn temps(expr: &Expr, needed: &mut BTreeSet<TempId>) {
        if let Expr::Temp(temp) = expr {
            needed.insert(*temp);
        }
        expr.operands(|operand| temps(operand, needed));
    }
    let mut needed = BTreeSet::new();
    let mut read = Vec::new();
    body.terminator.expressions(|expr| temps(expr, &mut needed));
    for stmt in body.stmts.iter().rev() {
        let Some(dst) = stmt.kind.defines() else {
            continue;
        };
        if !needed.remove(&dst) {
            continue;
        }
        if let StmtKind::Assign { value, .. } = &stmt.kind {
            temps(value, &mut needed);
        } else if let StmtKind::Load { .. } = &stmt.kind {
            read.push(state.temp(dst)?.clone());
        } else {
            return None;
        }
    }
    needed.is_empty().then_some(read)
}

/// A block behind a loop: where its head leads out of it, or the first exit there is.
fn loop_exit(function: &Function, order: &Order, id: cassay_ir::order::LoopId) -> Option<BlockId> {
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
