//! Follows every call path of every thread, to a fixpoint over the blocks of each function.
//!
//! A context is entered with the join of all states that reach it, so that a second call with nothing
//! new costs nothing. Accesses are collected on the way: they are joined like states.

use crate::access::Accesses;
use crate::context::{ContextId, Contexts, MAIN, Place, ThreadId};
use crate::locks::{Kind, may_check};
use crate::state::{Live, State, Targets, join_live};
use crate::value::{Base, Lock, Value, evaluate};
use cassay_base::Stop;
use cassay_effects::{PointsTo, Target, may_hold_pointer, targets};
use cassay_ir::{
    BlockId, CallTarget, Expr, FuncId, Function, Program, TempId, Terminator, TypeTable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most blocks that are followed, in all.
const BLOCKS: u32 = 200_000;
/// The most contexts.
const CONTEXTS: usize = 20_000;
/// The deepest call path, and the longest path of classes of threads.
const DEPTH: u32 = 100;
const CLASSES: usize = 8;

/// The program is recursive or too large, or the work was stopped.
pub(crate) struct TooHard;

/// Who damaged which lock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Damage {
    /// This one.
    Lock(Lock),
    /// Any in these objects.
    Objects(Targets),
}

/// What is known of a lock.
#[derive(Clone, Debug)]
pub(crate) struct LockFacts {
    pub kind: Kind,
    /// The objects it may be in.
    pub targets: Targets,
}

/// The states that entered a context, and what came of them.
struct Entered {
    entry: State,
    exit: Option<(State, Option<Value>)>,
}

pub(crate) struct Walk<'a> {
    pub program: &'a Program,
    pub points_to: &'a PointsTo,
    pub stop: &'a Stop,
    /// Objects whose contents are not known from one statement to the next: others write to them.
    pub untrusted: &'a BTreeSet<Target>,
    /// Whether some mutex may check for errors.
    pub checking: bool,
    /// Whether a lock is not held where the program finds that it was not taken, although nothing lets
    /// taking it fail, and functions without body use what their arguments lead to.
    pub doubts: bool,
    pub contexts: Contexts,
    pub accesses: Accesses,
    pub damages: BTreeSet<Damage>,
    /// Whether something looks at a lock that another thread may hold, without waiting for it.
    pub peeks: bool,
    pub locks: BTreeMap<Lock, LockFacts>,
    /// Objects whose contents a class of threads relied on.
    pub relied: BTreeSet<(Target, ThreadId)>,
    /// Whether everything that executions can do was understood.
    pub complete: bool,
    /// The classes of threads that were waited for, with those that they were said to leave.
    pub waited: Vec<(ThreadId, Live)>,
    entered: BTreeMap<ContextId, Entered>,
    blocks: u32,
}

impl<'a> Walk<'a> {
    pub fn new(
        program: &'a Program,
        points_to: &'a PointsTo,
        untrusted: &'a BTreeSet<Target>,
        stop: &'a Stop,
    ) -> Self {
        Walk {
            program,
            points_to,
            stop,
            untrusted,
            checking: may_check(program),
            doubts: false,
            contexts: Contexts::default(),
            accesses: Accesses::default(),
            damages: BTreeSet::new(),
            peeks: false,
            locks: BTreeMap::new(),
            relied: BTreeSet::new(),
            complete: true,
            waited: Vec::new(),
            entered: BTreeMap::new(),
            blocks: 0,
        }
    }

    /// Follows the whole program.
    pub fn run(&mut self, entry: FuncId) -> Result<(), TooHard> {
        let main = self.contexts.main();
        let root = self.contexts.root(main, entry);
        self.enter(root, State::default())?;
        let now = |thread: ThreadId| &self.contexts.threads[thread].left;
        let mut waited = self.waited.iter();
        match waited.all(|(thread, left)| left == now(*thread)) {
            true => Ok(()),
            false => Err(TooHard),
        }
    }

    pub fn body(&self, context: ContextId) -> &'a Function {
        &self.program.functions[self.contexts.function(context)]
    }

    pub fn evaluate(&self, state: &State, context: ContextId, expr: &Expr) -> Option<Value> {
        evaluate(self.program, state, context, expr)
    }

    /// The objects that an expression of a statement may point to; `None` if nothing is known.
    pub fn targets(&mut self, context: ContextId, at: Place, index: u32) -> Targets {
        let site = (self.contexts.function(context), at.0, at.1);
        let set = self.points_to.expression(site, index);
        self.complete &= !set.is_empty() && !self.points_to.is_wild(site, index);
        (!set.is_empty()).then_some(set)
    }

    pub fn target(&self, base: Base) -> Option<Target> {
        base.target(|context| self.contexts.function(context))
    }

    /// A function in a context: the state in which it returns, with the result.
    fn enter(
        &mut self,
        context: ContextId,
        mut entry: State,
    ) -> Result<Option<(State, Option<Value>)>, TooHard> {
        if let Some(known) = self.entered.get(&context) {
            let mut all = known.entry.clone();
            if !all.join(&entry) {
                return Ok(known.exit.clone());
            }
            entry = all;
        }
        let exit = self.blocks_of(context, &entry)?;
        let entered = Entered {
            entry,
            exit: exit.clone(),
        };
        self.entered.insert(context, entered);
        Ok(exit)
    }

    fn blocks_of(
        &mut self,
        context: ContextId,
        entry: &State,
    ) -> Result<Option<(State, Option<Value>)>, TooHard> {
        let function = self.body(context);
        let mut exit: Option<(State, Option<Value>)> = None;
        let mut before = BTreeMap::from([(Function::ENTRY, entry.clone())]);
        let mut pending = BTreeSet::from([Function::ENTRY]);
        while let Some(block) = pending.pop_first() {
            self.blocks += 1;
            if self.blocks > BLOCKS || self.stop.is_raised() {
                return Err(TooHard);
            }
            let mut state = before[&block].clone();
            let stmts = &function.blocks[block].stmts;
            let mut goes_on = true;
            for (index, stmt) in stmts.iter().enumerate() {
                goes_on = self.statement(context, (block, index), &mut state, &stmt.kind)?;
                if !goes_on {
                    break;
                }
            }
            if !goes_on {
                continue;
            }
            let end = &function.blocks[block].terminator;
            if end.call().is_some() || matches!(end, Terminator::Unwind(_)) {
                // Nothing is known of exceptions.
                return Err(TooHard);
            }
            if let Terminator::Return(value) = end {
                let value = value
                    .as_ref()
                    .and_then(|value| self.evaluate(&state, context, value));
                join_exit(&mut exit, state, value);
                continue;
            }
            for (next, state) in self.successors(context, block, state) {
                let changed = match before.get_mut(&next) {
                    Some(known) => known.join(&state),
                    None => {
                        before.insert(next, state);
                        true
                    }
                };
                if changed {
                    pending.insert(next);
                }
            }
        }
        Ok(exit)
    }

    /// The blocks that may follow, with their states.
    fn successors(
        &mut self,
        context: ContextId,
        block: BlockId,
        state: State,
    ) -> Vec<(BlockId, State)> {
        let terminator = &self.body(context).blocks[block].terminator;
        let mut next = Vec::new();
        match terminator {
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let known = self.evaluate(&state, context, cond);
                for (target, holds) in [(*then, true), (*otherwise, false)] {
                    let mut state = state.clone();
                    match &known {
                        Some(Value::Int(bits)) if bits.is_zero() == holds => continue,
                        Some(Value::Taken(lock, mode, when)) if *when == holds => {
                            if !state.locks.contains_key(lock) {
                                state.take(*lock, *mode);
                            }
                        }
                        Some(Value::Taken(lock, _, _)) if self.doubts => {
                            state.locks.remove(lock);
                        }
                        Some(_) | None => {}
                    }
                    next.push((target, state));
                }
            }
            Terminator::Goto(_)
            | Terminator::Switch { .. }
            | Terminator::Invoke { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Return(_)
            | Terminator::Unwind(_)
            | Terminator::Unreachable => {
                terminator.successors(|target| next.push((target, state.clone())));
            }
        }
        next
    }

    /// The functions that a call may enter.
    fn callees(
        &mut self,
        state: &State,
        context: ContextId,
        at: Place,
        target: &CallTarget,
    ) -> Vec<FuncId> {
        if let CallTarget::Indirect(pointer) = target
            && let Some(Value::Pointer(Base::Function(id), 0)) =
                self.evaluate(state, context, pointer)
        {
            return vec![id];
        }
        let site = (self.contexts.function(context), at.0, at.1);
        let found = targets(self.points_to, site, target);
        if let CallTarget::Indirect(_) = target
            && (found.is_empty() || self.points_to.is_wild(site, 0))
        {
            self.complete = false;
        }
        found
    }

    /// A call: the state after it is the join over all functions that it may enter.
    pub fn call(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        (dst, target, args): (Option<TempId>, &CallTarget, &[Expr]),
    ) -> Result<bool, TooHard> {
        let callees = self.callees(state, context, at, target);
        if callees.is_empty() {
            return Ok(false);
        }
        let direct = matches!(target, CallTarget::Direct(_));
        let mut after: Option<State> = None;
        for callee in callees {
            let mut state = state.clone();
            if self.call_one(context, at, &mut state, (dst, callee, args, direct))? {
                match &mut after {
                    Some(known) => {
                        known.join(&state);
                    }
                    None => after = Some(state),
                }
            }
        }
        let returns = after.is_some();
        if let Some(after) = after {
            *state = after;
        }
        Ok(returns)
    }

    /// A call of one function; whether it returns.
    fn call_one(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        (dst, callee, args, direct): (Option<TempId>, FuncId, &[Expr], bool),
    ) -> Result<bool, TooHard> {
        let function = &self.program.functions[callee];
        if self.lock_operation(context, at, state, (dst, function, args)) {
            return Ok(true);
        }
        if !function.has_body() {
            self.stub(context, at, state, (function, args, direct))?;
            let value = dst.and_then(|dst| self.unknown(context, at, state, dst));
            if let Some(dst) = dst {
                state.set(context, dst, value);
            }
            return Ok(true);
        }
        self.complete &= !self.program.may_hide(function);
        if self.contexts.is_inside(context, callee) {
            return Err(TooHard);
        }
        let inner = self.contexts.called(context, at, callee);
        if self.contexts.contexts.len() > CONTEXTS || self.contexts.contexts[inner].depth > DEPTH {
            return Err(TooHard);
        }
        let values: Vec<Option<Value>> = args
            .iter()
            .map(|arg| self.evaluate(state, context, arg))
            .collect();
        self.bind(inner, state, values);
        let Some((mut exit, result)) = self.enter(inner, state.clone())? else {
            return Ok(false);
        };
        exit.leave(inner);
        *state = exit;
        if let Some(dst) = dst {
            let value = result.or_else(|| self.unknown(context, at, state, dst));
            state.set(context, dst, value);
        }
        Ok(true)
    }

    /// A function without body. It changes nothing but what the front-end says; in doubt, it calls the
    /// functions that it can reach and accesses everything else.
    fn stub(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        (function, args, direct): (&Function, &[Expr], bool),
    ) -> Result<(), TooHard> {
        let takes_pointer = |param: &TempId| {
            let ty = function.temps[*param].ty;
            may_hold_pointer(self.program, ty)
        };
        let gets_pointer = function.variadic || function.params.iter().any(takes_pointer);
        let gives_pointer =
            function.ret != TypeTable::VOID && may_hold_pointer(self.program, function.ret);
        if gives_pointer || gets_pointer && !direct {
            self.complete = false;
        }
        if !self.doubts || function.library {
            return Ok(());
        }
        let mut reached = BTreeSet::new();
        for target in self.reached(context, at, args) {
            let Target::Function(callee) = target else {
                reached.insert(target);
                continue;
            };
            let mut after = state.clone();
            if self.call_one(context, at, &mut after, (None, callee, &[], false))? {
                state.join(&after);
            }
        }
        self.touch(context, at, state, reached);
        Ok(())
    }

    /// What the arguments of a call lead to, constants left out.
    fn reached(&self, context: ContextId, at: Place, args: &[Expr]) -> BTreeSet<Target> {
        let site = (self.contexts.function(context), at.0, at.1);
        let mut found = BTreeSet::new();
        let mut pending = Vec::new();
        for (number, _) in (1..).zip(args) {
            pending.extend(self.points_to.expression(site, number));
        }
        while let Some(target) = pending.pop() {
            let constant = match target {
                Target::Global(id) => self.program.globals[id].constant,
                Target::Local(_, _) | Target::Allocated(_, _, _) | Target::Function(_) => false,
            };
            if !constant && found.insert(target) {
                pending.extend(self.points_to.contents(target));
            }
        }
        found
    }

    /// Gives the parameters of a function their values.
    fn bind(&mut self, inner: ContextId, state: &mut State, values: Vec<Option<Value>>) {
        let function = self.body(inner);
        let mut values = values.into_iter();
        for (index, param) in function.params.iter().enumerate() {
            let base = Base::Argument(inner, index);
            let value = match values.next().flatten() {
                Some(value) => Some(value),
                None if function.temps[*param].ty == TypeTable::PTR => {
                    state.renew(base);
                    Some(Value::Pointer(base, 0))
                }
                None => None,
            };
            state.set(inner, *param, value);
        }
    }

    /// A name for a value that nothing is known of.
    pub fn unknown(
        &self,
        context: ContextId,
        at: Place,
        state: &mut State,
        dst: TempId,
    ) -> Option<Value> {
        let base = Base::Unknown(context, at.0, at.1);
        state.renew(base);
        let is_pointer = self.body(context).temps[dst].ty == TypeTable::PTR;
        is_pointer.then_some(Value::Pointer(base, 0))
    }

    /// The start of a thread.
    pub fn spawn(
        &mut self,
        context: ContextId,
        at: Place,
        state: &mut State,
        (dst, target, args): (TempId, &CallTarget, &[Expr]),
    ) -> Result<(), TooHard> {
        let callees = self.callees(state, context, at, target);
        let single = callees.len() == 1;
        state.set(context, dst, None);
        for callee in callees {
            if !self.program.functions[callee].has_body() {
                self.complete = false;
                continue;
            }
            let thread = self.contexts.created(context, at, callee);
            if self.contexts.threads[thread].path.len() > CLASSES {
                return Err(TooHard);
            }
            self.start(context, state, (thread, callee, args))?;
            if single {
                state.set(context, dst, Some(Value::Thread(thread)));
            }
        }
        Ok(())
    }

    /// The start of a thread of a class.
    fn start(
        &mut self,
        context: ContextId,
        state: &mut State,
        (thread, callee, args): (ThreadId, FuncId, &[Expr]),
    ) -> Result<(), TooHard> {
        let beside: Vec<ThreadId> = state.live.keys().copied().collect();
        self.contexts.threads[thread].beside.extend(beside);
        state.forget_thread(thread);
        let root = self.contexts.root(thread, callee);
        let values: Vec<Option<Value>> = args
            .iter()
            .map(|arg| self.evaluate(state, context, arg))
            .map(|value| value.filter(|value| self.is_stable(value)))
            .collect();
        let mut entry = State::default();
        self.bind(root, &mut entry, values);
        if let Some((exit, _)) = self.enter(root, entry)? {
            join_live(&mut self.contexts.threads[thread].left, &exit.live);
        }
        for member in self.contexts.family(thread) {
            let again = state.live.contains_key(&member);
            self.contexts.threads[member].repeated |= again;
            state.live.insert(member, again || member != thread);
        }
        Ok(())
    }

    /// A thread has ended: so have those that it did not leave.
    pub fn join_thread(&mut self, state: &mut State, value: Option<Value>) {
        let Some(Value::Thread(thread)) = value else {
            return;
        };
        if state.live.get(&thread) != Some(&false) {
            return;
        }
        let left = self.contexts.threads[thread].left.clone();
        for member in self.contexts.family(thread) {
            if member == thread || !left.contains_key(&member) {
                state.live.remove(&member);
            }
        }
        self.waited.push((thread, left));
    }

    /// The end of the thread of a context.
    pub fn end_thread(&mut self, context: ContextId, state: &State) {
        let thread = self.contexts.thread(context);
        join_live(&mut self.contexts.threads[thread].left, &state.live);
    }

    /// Whether a value says the same to another thread. Where a pointer of unknown origin led at some
    /// place of this one is not the same for all threads that are created here.
    fn is_stable(&self, value: &Value) -> bool {
        match value {
            Value::Int(_) => true,
            Value::Pointer(base, _) => match base {
                Base::Global(id) => !self.program.globals[*id].thread_local,
                Base::Function(_) | Base::Local(_, _) | Base::Made(_, _, _) => true,
                Base::Unknown(_, _, _) | Base::Argument(_, _) => false,
            },
            Value::Thread(_) | Value::Tried(_, _) | Value::Taken(_, _, _) => false,
        }
    }

    /// Whether no other thread runs.
    pub fn is_alone(&self, context: ContextId, state: &State) -> bool {
        self.contexts.thread(context) == MAIN && state.live.is_empty()
    }
}

fn join_exit(exit: &mut Option<(State, Option<Value>)>, state: State, value: Option<Value>) {
    match exit {
        Some((known, result)) => {
            known.join(&state);
            if *result != value {
                *result = None;
            }
        }
        None => *exit = Some((state, value)),
    }
}
