//! The executor: functions, blocks, terminators.

use crate::apart::Join;
use crate::equation::{Equation, ObligationKind};
use crate::eval::Eval;
use crate::frame::{Control, Kind, Plan, Then, Waiting, Way};
use crate::here::At;
use crate::names::Names;
use crate::space::{Space, Stuck};
use crate::state::{RESULT, State, first_state};
use crate::threads::{Concurrency, Iteration};
use crate::unwind::{Bounds, Counters};
use crate::value::Value;
use cassay_base::{Id, PersistentMap, Stop, StopReason};
use cassay_ir::order::{Key, LoopId, Order, loop_name};
use cassay_ir::sharing::shares_memory;
use cassay_ir::{Block, BlockId, Expr, FuncId, Function, Program, StmtKind, TempId, Terminator};
use cassay_term::Pool;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The execution was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted(pub StopReason);

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
    if shares_memory(program) {
        return execute_threads(program, entry, pool, names, bounds, stop);
    }
    if bounds.shapes && !names.together {
        let mut machine = Machine::new(program, pool, names, bounds, stop);
        machine.space().apart.start();
        machine.start(first_state(), entry);
        machine.run()?;
        if !machine.space().apart.is_given_up() {
            return Ok(machine.finish());
        }
        // With greater bounds there are no fewer shapes.
        names.together = true;
    }
    let mut machine = Machine::new(program, pool, names, bounds, stop);
    machine.start(first_state(), entry);
    machine.run()?;
    Ok(machine.finish())
}

/// The most rounds in which it is found out what threads share.
const MOST_ROUNDS: usize = 24;

/// Executes a program with threads, again and again until it is known what they share.
fn execute_threads(
    program: &Program,
    entry: FuncId,
    pool: &mut Pool,
    names: &mut Names,
    bounds: &Bounds,
    stop: &Stop,
) -> Result<Equation, Interrupted> {
    let (mut uses, mut expected) = std::mem::take(&mut names.shared);
    for round in 1.. {
        let mut machine = Machine::new(program, pool, names, bounds, stop);
        let before = uses.clone();
        machine.eval.memory.expect_objects(&expected);
        machine.eval.memory.space.threads = Some(Box::new(Concurrency::new(program, uses)));
        machine.first_thread(entry);
        machine.run()?;
        if let Some(reason) = machine.interrupted {
            return Err(Interrupted(reason));
        }
        let threads = machine.eval.memory.space.threads.as_ref();
        uses = threads
            .map(|threads| threads.uses.clone())
            .unwrap_or_default();
        if uses == before || round == MOST_ROUNDS {
            if uses != before {
                let what = "threads that share ever more memory".into();
                let space = &mut machine.eval.memory.space;
                space.unsupported(&first_state(), &what, space.here.at);
            }
            let equation = machine.finish();
            names.shared = (uses, expected);
            return Ok(equation);
        }
        expected = machine.eval.memory.objects_to_expect(&uses);
    }
    unreachable!("the last round returns")
}

/// The executor: the layer that knows frames and where execution continues.
///
/// Invariant: during a step, [`Space::here`] is the place of the innermost frame.
pub(crate) struct Machine<'a> {
    pub eval: Eval<'a>,
    pub control: Control,
    pub stop: &'a Stop,
    /// Set when a thread that was executed inside a statement was asked to stop.
    pub interrupted: Option<StopReason>,
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
            eval: Eval::new(Space::new(program, pool, names, bounds)),
            control: Control::default(),
            stop,
            interrupted: None,
        }
    }

    /// The lowest layer, where nothing else of this one is needed at the same time.
    pub(crate) fn space(&mut self) -> &mut Space<'a> {
        &mut self.eval.memory.space
    }

    pub(crate) fn finish(mut self) -> Equation {
        let interleaving = self.eval.memory.interleave();
        let space = self.eval.memory.space;
        let terms = space.pool.len();
        space
            .out
            .into_equation(space.store.objects, interleaving, terms)
    }

    pub(crate) fn plan(&mut self, id: FuncId) -> Rc<Plan> {
        let (function, bounds) = (&self.space().program.functions[id], self.space().bounds);
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
    /// when no activation is left. Between two steps the execution can be suspended
    /// ([`crate::frame::Frames`]).
    pub(crate) fn proceed(&mut self, statements: usize) -> Result<bool, Interrupted> {
        if let Some(reason) = self.interrupted {
            return Err(Interrupted(reason));
        }
        if self.space().apart.is_given_up() {
            return Ok(false);
        }
        let Some(frame) = self.control.frames.top_mut() else {
            return Ok(false);
        };
        if let Some(state) = frame.state.take() {
            self.run_block(state, statements);
        } else if let Some(next) = frame.waiting.pop() {
            frame.statement = next.statement;
            frame.state = Some(next.state);
            frame.lanes.1 = next.lane;
            self.space().here.lane = next.lane;
        } else if let Some((key, block, states)) = frame.pending.pop() {
            self.start_block(key, block, states)?;
        } else {
            self.end_activation();
        }
        Ok(true)
    }

    /// Goes to the start of a block and merges the states that wait there, except for those that are kept
    /// apart.
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
        let program = self.eval.memory.space.program;
        let contents = &program.functions[frame.function].blocks[block];
        // A solver does about this much work between two polls.
        self.stop.spend(contents.stmts.len() as u64 / 16);
        self.eval.memory.space.here.at = At {
            function: frame.function,
            block,
            statement: 0,
            span: contents.span,
        };
        frame.key = Some(key);
        frame.block = block;
        frame.statement = 0;
        frame.lanes.1 = frame.lanes.0;
        let plan = Rc::clone(&frame.plan);
        self.control.frames.locate(&mut self.eval.memory.space.here);
        let join = Join::Block(&plan.liveness, block);
        let states = self.eval.memory.merge_alike(states, join);
        let mut iteration = None;
        let mut entered = Vec::with_capacity(states.len());
        for state in states {
            self.space().path.now = state.guard;
            entered.extend(self.enter(state, &plan, &mut iteration));
        }
        self.go_on_with(entered);
        Ok(())
    }

    /// Continues in several states at the position that the innermost activation has reached.
    pub(crate) fn go_on_with(&mut self, states: Vec<State>) {
        let Some(frame) = self.control.frames.top_mut() else {
            return;
        };
        frame.counters.apart |= states.len() > 1;
        let statement = frame.statement;
        let mut states = states.into_iter();
        frame.state = states.next();
        for state in states.rev() {
            let lane = self.eval.memory.space.naming.new_lane();
            frame.waiting.push(Waiting {
                state,
                statement,
                lane,
            });
        }
    }

    /// Leaves the block whose statements have been executed.
    pub(crate) fn end_block(&mut self, state: State, at: At) {
        let program = self.space().program;
        let body = &program.functions[at.function].blocks[at.block];
        self.space().here.at = At {
            statement: body.stmts.len(),
            span: body.span,
            ..at
        };
        self.space().path.now = state.guard;
        match self.leave(&state, body) {
            Ok(Exit::Ended) => {}
            Ok(Exit::Returned(value, marks)) => {
                let mut state = state;
                state.temps = PersistentMap::new();
                if let Some(value) = value {
                    state.temps.insert(RESULT, value);
                    self.eval.memory.mark_temp(&mut state, RESULT, marks);
                }
                if let Some(frame) = self.control.frames.top_mut() {
                    frame.exits.add(Way::Returned, state);
                }
            }
            Ok(Exit::Unwound(states)) => {
                if let Some(frame) = self.control.frames.top_mut() {
                    for (kind, state) in states {
                        frame.exits.add(Way::Thrown(kind), state);
                    }
                }
            }
            Ok(Exit::Calls(then)) => self.invoke(state, &body.terminator, then),
            Ok(Exit::Next(mut successors)) => {
                if !passes_on(body) {
                    for (_, next) in &mut successors {
                        next.thrown = None;
                    }
                }
                self.go_on_at(successors, at.block);
            }
            Err(stuck) => {
                let space = self.space();
                space.unsupported(&state, &stuck.0, space.here.at);
            }
        }
    }

    /// Begins the call at the end of a block.
    fn invoke(&mut self, mut state: State, terminator: &Terminator, then: Then) {
        let Some(call) = terminator.call() else {
            return;
        };
        let span = self.space().here.at.span;
        self.space().count_step(span);
        if self.space().threads.is_some() {
            if !self.space().may_stop_here(&mut state) {
                return;
            }
            self.space().start_statement(&state);
            self.space().order_stores(&state);
        }
        self.call(state, call.dst, (call.target, call.args), Some(then));
    }

    /// The states in which a function is left by an exception, by its kind.
    fn unwound(
        &mut self,
        state: &State,
        kind: Option<&Expr>,
    ) -> Result<Vec<(Option<Kind>, State)>, Stuck> {
        let Some(kind) = kind else {
            return Ok(vec![(state.thrown, state.clone())]);
        };
        let pointer = self.eval.eval_pointer(state, kind)?;
        let space = self.space();
        let pointer = space.settled(state, pointer);
        let candidates = space.candidates(pointer);
        let mut states = Vec::new();
        for candidate in candidates.list {
            let kind = space.store.objects.term(space.pool, candidate.object);
            space.fork(state, candidate.cond, Some(kind), &mut states);
        }
        space.fork(state, candidates.none, None, &mut states);
        Ok(states)
    }

    /// Queues states at the successors of a block.
    pub(crate) fn go_on_at(&mut self, successors: Vec<(BlockId, State)>, block: BlockId) {
        let Some(frame) = self.control.frames.top_mut() else {
            return;
        };
        let function = &self.eval.memory.space.program.functions[frame.function];
        let plan = Rc::clone(&frame.plan);
        // Only one of several states that were kept apart shows whether the loop makes progress.
        let first = frame.lanes.0 == frame.lanes.1;
        let stall_limit = self.eval.memory.space.bounds.stall_limit;
        let place = (function, block, if first { stall_limit } else { u32::MAX });
        note_exits(&plan.order, place, &successors, &mut frame.counters);
        let Some(key) = frame.key.clone() else {
            return;
        };
        for (target, mut next) in successors {
            // At the head of a loop all states of an iteration are executed together.
            if plan
                .order
                .loops_around(target)
                .any(|id| plan.order.loops()[id].head == target)
            {
                next.thrown = None;
            }
            let key = plan.order.successor_key(&key, block, target);
            frame.pending.add(key, target, next);
        }
    }

    /// Enters an iteration at the head of a loop; cuts the path at the bound. `counted` is what is known of
    /// the iteration from states that were kept apart and entered it before.
    fn enter(
        &mut self,
        mut state: State,
        plan: &Plan,
        counted: &mut Option<Counted>,
    ) -> Option<State> {
        let order = &plan.order;
        let at = self.space().here.at;
        let id = order
            .loops_around(at.block)
            .find(|id| order.loops()[*id].head == at.block);
        let Some(id) = id else { return Some(state) };
        let frame = self.control.frames.top()?;
        let iteration = order.iteration(frame.key.as_ref()?, at.block, id);
        let mut shared = false;
        if self.space().threads.is_some() {
            match self.last_iteration(&state, (plan, id), at.block, iteration) {
                Iteration::Waiting => return None,
                Iteration::Shared => shared = true,
                Iteration::Private => {}
            }
        }
        let Counted { over, may_leap } = match *counted {
            Some(known) => known,
            None => *counted.insert(self.count(plan, id, iteration, shared)?),
        };
        if !over {
            if self.space().threads.is_some() {
                return Some(state);
            }
            if self.space().bounds.accelerate && iteration <= 1 {
                self.eval
                    .accelerate(&mut state, at, (order, &plan.liveness), id);
            }
            if may_leap
                && self.eval.leap(&mut state, at)
                && let Some(frame) = self.control.frames.top_mut()
            {
                frame.counters.leapt(id, iteration);
            }
            return Some(state);
        }
        let function = &self.space().program.functions[at.function];
        let bound = plan.bounds[id.index()];
        let name = loop_name(function, order, id);
        let kind = ObligationKind::Unwinding { name, bound };
        self.space().must_not_reach(&state, kind, at);
        if self.space().bounds.partial_loops
            && let Some(target) = loop_exit(function, order, id)
            && let Some(frame) = self.control.frames.top_mut()
            && let Some(key) = &frame.key
        {
            let key = order.successor_key(key, at.block, target);
            frame.pending.add(key, target, state);
        }
        None
    }

    /// Counts an iteration of a loop of the innermost activation.
    fn count(&mut self, plan: &Plan, id: LoopId, iteration: u32, shared: bool) -> Option<Counted> {
        let frame = self.control.frames.top_mut()?;
        let space = &mut self.eval.memory.space;
        let bound = plan.bounds[id.index()];
        if iteration > 0 {
            space.out.figures.iterations += 1;
        }
        let mut decided = space.bounds.decided(space.out.figures.steps);
        if shared && space.bounds.stall_limit < u32::MAX {
            // Another pass follows. Points at which threads can be interrupted are dear, and few of them
            // are enough for most violations.
            decided = decided.min(bound.saturating_mul(2));
        }
        let over = frame.counters.start(id, iteration, bound, decided);
        Some(Counted {
            over,
            may_leap: !over && frame.counters.may_leap(id, iteration),
        })
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
                let cond = self.eval.eval_bool(state, cond)?;
                let mut successors = Vec::new();
                let negated = self.space().pool.not(cond);
                self.space().fork(state, cond, *then, &mut successors);
                self.space()
                    .fork(state, negated, *otherwise, &mut successors);
                Ok(Exit::Next(successors))
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.eval.eval_bits(state, value)?;
                let truth = self.space().pool.sort(value).is_bool();
                let mut rest = Some(state.clone());
                let mut successors = Vec::new();
                for (case, target) in cases {
                    let Some(before) = rest.take() else { break };
                    let is = if truth {
                        let case = self.space().pool.bool_const(!case.is_zero());
                        self.space().pool.eq(value, case)
                    } else {
                        let case = self.space().pool.bv(case.clone());
                        self.space().pool.eq(value, case)
                    };
                    let is_not = self.space().pool.not(is);
                    self.space().fork(&before, is, *target, &mut successors);
                    let mut others = Vec::new();
                    self.space().fork(&before, is_not, *default, &mut others);
                    rest = others.pop().map(|(_, state)| state);
                }
                successors.extend(rest.map(|state| (*default, state)));
                Ok(Exit::Next(successors))
            }
            Terminator::IndirectGoto { target, targets } => {
                let target = self.eval.eval_bits(state, target)?;
                let width = self.space().pool.width(target);
                let mut successors = Vec::new();
                for (index, block) in targets.iter().enumerate() {
                    let index = self.space().pool.bv_u64(width, index as u64);
                    let is = self.space().pool.eq(target, index);
                    self.space().fork(state, is, *block, &mut successors);
                }
                Ok(Exit::Next(successors))
            }
            Terminator::Return(value) => {
                let (mut result, mut marks) = (None, None);
                if let Some(value) = value {
                    result = Some(self.eval.eval(state, value)?);
                    marks = self.eval.marks_of(state, value)?;
                }
                Ok(Exit::Returned(result, marks))
            }
            Terminator::Unwind(kind) => Ok(Exit::Unwound(self.unwound(state, kind.as_ref())?)),
            Terminator::Invoke { normal, unwind, .. } => Ok(Exit::Calls(Then {
                normal: *normal,
                unwind: *unwind,
            })),
            Terminator::Unreachable => Ok(Exit::Ended),
        }
    }
}

/// What is known of an iteration of a loop.
#[derive(Clone, Copy)]
struct Counted {
    /// Whether it exceeds a bound.
    over: bool,
    /// Whether to check for iterations to leap over.
    may_leap: bool,
}

/// The result of a terminator.
enum Exit {
    /// No execution continues.
    Ended,
    /// The function returns a value, with marks if some of its bits are uninitialised.
    Returned(Option<Value>, Option<Value>),
    /// The function is left by an exception of one of these kinds.
    Unwound(Vec<(Option<Kind>, State)>),
    /// A function is called, and execution continues at one of two blocks.
    Calls(Then),
    /// Execution continues at these blocks.
    Next(Vec<(BlockId, State)>),
}

/// Whether a block only leads to the block of a handler, so that exceptions of different kinds stay apart.
fn passes_on(body: &Block) -> bool {
    let plain = |stmt: &cassay_ir::Stmt| matches!(stmt.kind, StmtKind::Assign { .. });
    matches!(body.terminator, Terminator::Goto(_)) && body.stmts.iter().all(plain)
}

/// Records, for every loop around a block, which of its exits constants did not decide here.
fn note_exits(
    order: &Order,
    (function, block, stall_limit): (&Function, BlockId, u32),
    successors: &[(BlockId, State)],
    counters: &mut Counters,
) {
    let body = &function.blocks[block];
    let mut unwind = None;
    if let Terminator::Invoke { unwind: to, .. } = &body.terminator {
        unwind = Some(*to);
    }
    for id in order.loops_around(block) {
        let head = order.loops()[id].head;
        let mut exits = 0;
        let mut open = 0;
        let mut back = false;
        body.terminator.successors(|target| {
            back |= target == head;
            let taken = successors.iter().any(|(taken, _)| *taken == target);
            // A call that throws nothing says nothing about when the loop ends.
            if !order.contains(id, target) && (taken || unwind != Some(target)) {
                exits += 1;
                open += usize::from(taken);
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
            let condition = block == condition_block(function, order, id);
            counters.exit(id, open > 0, condition || back);
        }
    }
}

/// The block that ends with a loop's condition if that stands first: the head, or what follows the calls at
/// its end that may throw.
fn condition_block(function: &Function, order: &Order, id: LoopId) -> BlockId {
    let mut block = order.loops()[id].head;
    for _ in function.blocks.iter() {
        let Terminator::Invoke { normal, .. } = &function.blocks[block].terminator else {
            break;
        };
        if !order.contains(id, *normal) {
            break;
        }
        block = *normal;
    }
    block
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
fn loop_exit(function: &Function, order: &Order, id: LoopId) -> Option<BlockId> {
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
