//! The executor: functions, blocks, terminators.

use crate::accesses::Access;
use crate::equation::{Arrivals, Equation, Figures, Foundation, Input, Obligation, ObligationKind};
use crate::frame::{Control, Plan, Way};
use crate::guard::Guards;
use crate::here::{At, Here};
use crate::marks::Marking;
use crate::memory::{Contents, Layer};
use crate::names::{Names, Naming};
use crate::nan::FloatBits;
use crate::path::Path;
use crate::state::{RESULT, State};
use crate::store::Store;
use crate::unwind::{Bounds, Counters};
use crate::value::Value;
use cassay_base::{Id, PersistentMap, Stop, StopReason};
use cassay_ir::order::{Key, Order, loop_name};
use cassay_ir::{
    Block, BlockId, Expr, FuncId, Function, Note, Program, StmtKind, TempId, Terminator,
};
use cassay_term::{Pool, TermId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The execution was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted(pub StopReason);

/// A construct that symbolic execution does not support; the path ends there with an obligation
/// that it is not reached.
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

/// Executes a program. Parts that it shares with earlier executions under the same `Names` become
/// the same terms. A set of names belongs to one program and one pool.
pub fn execute_again(
    program: &Program,
    entry: FuncId,
    pool: &mut Pool,
    names: &mut Names,
    bounds: &Bounds,
    stop: &Stop,
) -> Result<Equation, Interrupted> {
    let mut machine = Machine::new(program, pool, names, bounds, stop);
    machine.start(first_state(), entry);
    machine.run()?;
    Ok(machine.finish())
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
    }
}

/// The parts of the equation that are collected during an execution.
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
    pub accesses: Vec<Access>,
}

/// The executor. Its methods are spread over the modules of this crate by purpose.
pub(crate) struct Machine<'a> {
    pub program: &'a Program,
    pub pool: &'a mut Pool,
    pub bounds: &'a Bounds,
    pub stop: &'a Stop,
    /// Width of a pointer in bits.
    pub width: u32,
    pub store: Store,
    pub path: Path,
    pub control: Control,
    /// Where the execution is. Invariant: the place of the innermost frame, except between two steps.
    pub here: Here,
    pub out: Output,
    /// Names of symbols and numbers of objects.
    pub naming: Naming<'a>,
    pub marking: Marking,
    pub floats: FloatBits,
    /// Inexact values so far.
    pub inexact: crate::inexact::Tracked,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(
        program: &'a Program,
        pool: &'a mut Pool,
        names: &'a mut Names,
        bounds: &'a Bounds,
        stop: &'a Stop,
    ) -> Machine<'a> {
        Machine {
            program,
            bounds,
            stop,
            width: program.layout.pointer_bits,
            store: Store::new(pool, program),
            path: Path::new(pool),
            control: Control::default(),
            here: Here::nowhere(),
            out: Output::default(),
            naming: Naming::new(names),
            marking: Marking::new(pool, program),
            floats: FloatBits::new(program),
            inexact: Default::default(),
            pool,
        }
    }

    pub(crate) fn finish(self) -> Equation {
        Equation {
            constraints: self.out.constraints,
            obligations: self.out.obligations,
            inputs: self.out.inputs,
            nans: self.out.nans,
            objects: self.store.objects,
            bound_reached: self.out.bound_reached,
            notes: self.out.notes.into_values().collect(),
            figures: self.out.figures,
            arrivals: self.out.arrivals,
            foundation: self.out.inexact,
            wishes: self.out.wishes,
            accesses: self.out.accesses,
        }
    }

    pub(crate) fn plan(&mut self, id: FuncId) -> Rc<Plan> {
        let (function, bounds) = (&self.program.functions[id], self.bounds);
        let plan = self.control.plans.entry(id);
        Rc::clone(plan.or_insert_with(|| Rc::new(Plan::new(function, bounds))))
    }

    /// Executes to the end of the program.
    pub(crate) fn run(&mut self) -> Result<(), Interrupted> {
        while self.proceed(usize::MAX)? {}
        Ok(())
    }

    /// Makes one step in the innermost activation: executes the rest of its block up to the next
    /// call, but at most a given number of statements, or goes to its next block, or ends it. False
    /// when no activation is left. Between two steps the execution can be suspended ([`Frames`]).
    pub(crate) fn proceed(&mut self, statements: usize) -> Result<bool, Interrupted> {
        let Some(frame) = self.control.frames.top_mut() else {
            return Ok(false);
        };
        if let Some(state) = frame.state.take() {
            self.run_block(state, statements);
        } else if let Some((key, block, states)) = frame.pending.pop() {
            self.start_block(key, block, states)?;
        } else {
            self.end_activation();
        }
        Ok(true)
    }

    /// Goes to the start of a block and merges the states that wait there.
    fn start_block(
        &mut self,
        key: Key,
        block: BlockId,
        states: Vec<State>,
    ) -> Result<(), Interrupted> {
        if let Some(reason) = self.stop.reason() {
            return Err(Interrupted(reason));
        }
        let Some(frame) = self.control.frames.top_mut() else {
            return Ok(());
        };
        let program = self.program;
        let contents = &program.functions[frame.function].blocks[block];
        // A solver does about this much work between two polls.
        self.stop.spend(contents.stmts.len() as u64 / 16);
        self.here.at = At {
            function: frame.function,
            block,
            statement: 0,
            span: contents.span,
        };
        frame.key = Some(key);
        frame.block = block;
        frame.statement = 0;
        let plan = Rc::clone(&frame.plan);
        self.control.frames.locate(&mut self.here);
        let state = self.merge_all(states, Some((&plan.liveness, block)));
        if let Some(state) = state {
            self.path.now = state.guard;
            let state = self.enter(state, &plan, self.here.at);
            if let Some(frame) = self.control.frames.top_mut() {
                frame.state = state;
            }
        }
        Ok(())
    }

    /// Leaves the block whose statements have been executed.
    pub(crate) fn end_block(&mut self, state: State, at: At) {
        let program = self.program;
        let body = &program.functions[at.function].blocks[at.block];
        self.here.at = At {
            statement: body.stmts.len(),
            span: body.span,
            ..at
        };
        self.path.now = state.guard;
        match self.leave(&state, body) {
            Ok(Exit::Ended) => {}
            Ok(Exit::Returned(value, marks)) => {
                let mut state = state;
                state.temps = PersistentMap::new();
                if let Some(value) = value {
                    state.temps.insert(RESULT, value);
                    self.mark_temp(&mut state, RESULT, marks);
                }
                if let Some(frame) = self.control.frames.top_mut() {
                    frame.exits.add(Way::Returned, state);
                }
            }
            Ok(Exit::Next(successors)) => self.go_on_at(successors, at.block),
            Err(stuck) => self.unsupported(&state, &stuck.0, self.here.at),
        }
    }

    /// Queues states at the successors of a block.
    fn go_on_at(&mut self, successors: Vec<(BlockId, State)>, block: BlockId) {
        let Some(frame) = self.control.frames.top_mut() else {
            return;
        };
        let body = &self.program.functions[frame.function].blocks[block];
        let plan = Rc::clone(&frame.plan);
        let place = (body, block, self.bounds.stall_limit);
        note_exits(&plan.order, place, &successors, &mut frame.counters);
        let Some(key) = frame.key.clone() else {
            return;
        };
        for (target, next) in successors {
            let key = plan.order.successor_key(&key, block, target);
            frame.pending.add(key, target, next);
        }
    }

    /// Counts an iteration at the head of a loop; cuts the path at the bound.
    fn enter(&mut self, mut state: State, plan: &Plan, at: At) -> Option<State> {
        let order = &plan.order;
        let id = order
            .loops_around(at.block)
            .find(|id| order.loops()[*id].head == at.block);
        let Some(id) = id else { return Some(state) };
        let frame = self.control.frames.top_mut()?;
        let iteration = order.iteration(frame.key.as_ref()?, at.block, id);
        let function = &self.program.functions[at.function];
        let bound = plan.bounds[id.index()];
        if iteration > 0 {
            self.out.figures.iterations += 1;
        }
        let decided = self.bounds.decided(self.out.figures.steps);
        if !frame.counters.start(id, iteration, bound, decided) {
            let may_leap = frame.counters.may_leap(id, iteration);
            if self.bounds.accelerate && iteration <= 1 {
                self.accelerate(&mut state, at, order, id);
            }
            if may_leap
                && self.leap(&mut state, at)
                && let Some(frame) = self.control.frames.top_mut()
            {
                frame.counters.leapt(id, iteration);
            }
            return Some(state);
        }
        let name = loop_name(function, order, id);
        let kind = ObligationKind::Unwinding { name, bound };
        self.must_not_reach(&state, kind, at);
        if self.bounds.partial_loops
            && let Some(target) = loop_exit(function, order, id)
            && let Some(frame) = self.control.frames.top_mut()
            && let Some(key) = &frame.key
        {
            let key = order.successor_key(key, at.block, target);
            frame.pending.add(key, target, state);
        }
        None
    }

    /// Executes the terminator of a block.
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

    /// Adds a successor under a condition, unless the path condition excludes it.
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
                next.guard = self.path.guards.extend(self.pool, state.guard, cond);
                self.learn(&mut next, cond);
                successors.push((target, next));
            }
        }
    }
}

/// The result of a terminator.
enum Exit {
    /// No execution continues.
    Ended,
    /// The function returns a value, with marks if some of its bits are uninitialised.
    Returned(Option<Value>, Option<Value>),
    /// Execution continues at these blocks.
    Next(Vec<(BlockId, State)>),
}

/// Records, for every loop around a block, which of its exits constants did not decide here.
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

/// The values that the condition at the end of a block read from memory; `None` when other blocks
/// compute part of the condition.
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

/// A block after a loop: the exit at its head, else its first exit.
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
