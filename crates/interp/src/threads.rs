//! Threads: how they start, wait and end, and how one of them takes a step.
//!
//! A step of a thread, as far as others are concerned, is one statement that they could see, or one
//! atomic section, and all that follows up to the next such statement ([`Machine::advance`]). A thread
//! that cannot go on is put back to where the step began.

use crate::buffer::Buffer;
use crate::execution::Standing;
use crate::machine::{Machine, Stack, Then};
use crate::memory::{self, Object, ObjectKind};
use crate::observe::Event;
use crate::outcome::{Outcome, Run, Site, Waiter, WaitsFor};
use crate::schedule::{Choice, Scheduler};
use crate::value::{Base, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::sharing::THREAD_NUMBER;
use cassay_ir::{
    CallTarget, Effects, Expr, FuncId, GlobalId, Initializer, InputSource, LocalId, StmtKind,
    TempId,
};
use std::cmp::Ordering;
use std::sync::Arc;

/// The most threads.
const MOST: usize = 1 << 16;

/// The number of jumps in one step after which other threads may go on, too: there may be no end. Calls do
/// not count, because calls alone come to an end.
const MOST_JUMPS: u32 = 64;

/// What another thread may wait for.
const AWAITED: Effects = Effects::WRITES
    .and(Effects::FREES)
    .and(Effects::SCOPES)
    .and(Effects::SEALS)
    .and(Effects::THREADS)
    .and(Effects::ALLOCATES);

/// Whether a thread can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It can, as far as is known.
    Ready,
    /// Not before the version changes.
    Waiting {
        at: Site,
        what: WaitsFor,
        since: u64,
    },
    /// Never: an assumption of it does not hold.
    Excluded { at: Site },
    /// It has ended.
    Ended,
}

/// The innermost function of the program, not of a model, that is active.
pub(crate) fn in_program(stack: &Stack<'_>) -> FuncId {
    let frames = [&stack.frame].into_iter().chain(stack.callers.iter().rev());
    let mut own = frames.filter(|frame| !frame.body.model);
    own.next().unwrap_or(&stack.frame).function
}

/// A thread.
#[derive(Clone)]
pub(crate) struct Thread<'p> {
    pub(crate) status: Status,
    pub(crate) result: Option<Value>,
    /// Its activations, unless it is the one that runs. Copies share them until the thread goes on.
    pub(crate) stack: Option<Arc<Stack<'p>>>,
    /// Whether it has taken no step yet.
    fresh: bool,
    /// Whether everything was forgotten that it does not need where it stands.
    forgot: bool,
    /// Its stores that have not reached memory yet.
    pub(crate) buffer: Buffer,
}

impl<'p> Thread<'p> {
    fn new(stack: Option<Stack<'p>>) -> Self {
        Thread {
            status: Status::Ready,
            result: None,
            fresh: stack.is_some(),
            stack: stack.map(Arc::new),
            forgot: false,
            buffer: Buffer::default(),
        }
    }
}

impl<'p> Machine<'p, '_> {
    /// Executes several threads to the end.
    pub(crate) fn run_threads(&mut self, scheduler: &mut dyn Scheduler) -> Run<()> {
        self.look();
        self.catch_up()?;
        self.look_away();
        loop {
            if scheduler.asks_for_deadlock()
                && let Some(outcome) = self.deadlock(|_| false)
            {
                return Err(outcome);
            }
            while let Some((thread, step)) = scheduler.commit() {
                self.commit_step(thread, step);
            }
            let ready = self.ready();
            if ready.is_empty() {
                // What reaches memory may wake a thread.
                if self.drain_all() {
                    continue;
                }
                return Err(self.stuck());
            }
            let choice = Choice {
                ready: &ready,
                last: self.stack.thread,
            };
            let chosen = scheduler.choose(&choice);
            match chosen.filter(|chosen| ready.iter().any(|at| at.thread == *chosen)) {
                Some(thread) => {
                    self.step_number = scheduler.taken().saturating_sub(1);
                    self.advance(thread)?
                }
                None => {
                    let steps = scheduler.taken();
                    return Err(Box::new(Outcome::OffSchedule { steps }));
                }
            };
        }
    }

    /// The threads that can go on, as far as is known, and where they stand.
    pub(crate) fn ready(&self) -> Vec<Standing> {
        if self.threads.is_empty() {
            return vec![standing(&self.stack)];
        }
        let threads = self.threads.iter().filter_map(|thread| {
            let ready = match thread.status {
                Status::Ready => true,
                Status::Waiting { since, .. } => since != self.version,
                Status::Excluded { .. } | Status::Ended => false,
            };
            ready.then(|| standing(thread.stack.as_deref().unwrap_or(&self.stack)))
        });
        threads.collect()
    }

    /// The outcome where no thread can go on.
    pub(crate) fn stuck(&self) -> Box<Outcome> {
        let mut waiters = Vec::new();
        let mut excluded = None;
        for (number, thread) in (0_u32..).zip(&self.threads) {
            match thread.status {
                Status::Waiting { at, what, .. } => waiters.push(Waiter {
                    thread: number,
                    at,
                    what,
                    function: in_program(thread.stack.as_deref().unwrap_or(&self.stack)),
                }),
                Status::Excluded { at } => excluded = excluded.or(Some(at)),
                Status::Ready | Status::Ended => {}
            }
        }
        Box::new(match excluded {
            Some(at) => Outcome::AssumptionFailed { at },
            None if waiters.is_empty() => Outcome::Ended { at: self.site },
            None => Outcome::Deadlock { threads: waiters },
        })
    }

    /// Lets a thread take one step; false if it waits and nothing has changed.
    pub(crate) fn advance(&mut self, thread: u32) -> Run<bool> {
        self.wake(thread);
        self.look();
        let acted = self.act();
        let result = match acted {
            Ok(true) => self.catch_up().map(|()| true),
            Ok(false) | Err(_) => acted,
        };
        self.look_away();
        result
    }

    /// Makes a thread the one that runs, whether or not it waited.
    pub(crate) fn wake(&mut self, thread: u32) {
        self.resume(thread);
        if let Some(current) = self.threads.get_mut(thread as usize) {
            current.status = Status::Ready;
        }
    }

    /// Makes a thread the one that runs.
    fn resume(&mut self, thread: u32) {
        let last = self.stack.thread;
        if thread == last {
            return;
        }
        let looked = self.look_away();
        let own = self.threads.get_mut(thread as usize);
        if let Some(stack) = own.and_then(|thread| thread.stack.take()) {
            let suspended = std::mem::replace(&mut self.stack, Arc::unwrap_or_clone(stack));
            if let Some(thread) = self.threads.get_mut(last as usize) {
                thread.stack = Some(Arc::new(suspended));
            }
        }
        if let Some(thread) = self.threads.get_mut(thread as usize) {
            thread.forgot = false;
        }
        if looked {
            self.look();
        }
    }

    /// Suspends the thread that runs: none does until one is resumed.
    pub(crate) fn suspend(&mut self) {
        let running = self.stack.thread;
        if let Some(thread) = self.threads.get_mut(running as usize) {
            let stack = std::mem::replace(&mut self.stack, Stack::nobody());
            thread.stack = Some(Arc::new(stack));
        }
    }

    /// Forgets what threads do not need where they stand.
    pub(crate) fn forget(&mut self) {
        let mut stack = std::mem::replace(&mut self.stack, Stack::nobody());
        self.forget_in(&mut stack);
        self.stack = stack;
        for number in 0..self.threads.len() {
            if std::mem::replace(&mut self.threads[number].forgot, true) {
                continue;
            }
            if let Some(mut stack) = self.threads[number].stack.take() {
                self.forget_in(Arc::make_mut(&mut stack));
                self.threads[number].stack = Some(stack);
            }
        }
    }

    fn forget_in(&mut self, stack: &mut Stack<'p>) {
        let mut then: Option<Then> = None;
        let mut result = None;
        for frame in [&mut stack.frame]
            .into_iter()
            .chain(stack.callers.iter_mut().rev())
        {
            let (at, other) = match then {
                // What is read after an exception is not set by the call.
                Some(then) => ((then.normal, 0), Some((then.unwind, 0))),
                None => ((frame.block, frame.stmt), None),
            };
            let live = self.lives.get(self.program, frame.function);
            match other {
                Some(other) => frame.forget(&live, &[at, other], None),
                None => frame.forget(&live, &[at], result),
            }
            let read = |local: &LocalId| {
                other.is_some_and(|other| live.dead_locals(other.0, other.1).all(|l| l != *local))
            };
            for local in live.dead_locals(at.0, at.1).filter(|local| !read(local)) {
                let object = frame.locals.get(local.index()).copied().flatten();
                if let Some(object) = object.filter(|_| self.forgets_locals()) {
                    self.memory.forget(object);
                }
            }
            (then, result) = (frame.then, frame.result);
        }
    }

    /// Executes one visible statement or atomic section; false if the thread waits.
    pub(crate) fn act(&mut self) -> Run<bool> {
        if !(self.begins_section() || self.watched && self.may_wait()) {
            self.thread_step()?;
            return Ok(!self.is_waiting());
        }
        if !self.undoes && !self.watched {
            return self.section();
        }
        let saved = self.save();
        // Nobody shall hear of a section that did not begin.
        let watched = std::mem::replace(&mut self.watched, false);
        let ended = self.section();
        self.watched = watched;
        match ended {
            Ok(false) => {
                let thread = self.stack.thread as usize;
                let status = self.threads.get(thread).map(|thread| thread.status);
                self.restore(saved);
                if let (Some(thread), Some(status)) = (self.threads.get_mut(thread), status) {
                    // What it did before it had to wait is undone.
                    thread.status = match status {
                        Status::Waiting { at, what, .. } => Status::Waiting {
                            at,
                            what,
                            since: self.version,
                        },
                        Status::Ready | Status::Excluded { .. } | Status::Ended => status,
                    };
                }
                Ok(false)
            }
            Ok(true) | Err(_) if watched => {
                self.restore(saved);
                self.section()
            }
            ended => ended,
        }
    }

    pub(crate) fn begins_section(&self) -> bool {
        let frame = &self.stack.frame;
        let block = frame.body.blocks.get(frame.block);
        let next = block.and_then(|block| block.stmts.get(frame.stmt));
        next.is_some_and(|stmt| matches!(stmt.kind, StmtKind::AtomicBegin))
    }

    fn may_wait(&self) -> bool {
        let frame = &self.stack.frame;
        let block = frame.body.blocks.get(frame.block);
        let next = block.and_then(|block| block.stmts.get(frame.stmt));
        next.is_some_and(|stmt| stmt.kind.effects().any(Effects::BLOCKS))
    }

    /// Executes an atomic section; false if the thread must wait inside of it.
    pub(crate) fn section(&mut self) -> Run<bool> {
        loop {
            self.thread_step()?;
            if self.is_waiting() {
                return Ok(false);
            }
            if self.stack.atomic == 0 || !self.is_ready() {
                return Ok(true);
            }
        }
    }

    /// Executes what no other thread can see, for the thread that runs and for new ones.
    pub(crate) fn catch_up(&mut self) -> Run<()> {
        self.run_alone()?;
        let running = self.stack.thread;
        let mut next = 0;
        while let Some(thread) = self.threads.get_mut(next as usize) {
            if std::mem::take(&mut thread.fresh) {
                self.resume(next);
                self.run_alone()?;
            }
            next += 1;
        }
        self.resume(running);
        Ok(())
    }

    pub(crate) fn run_alone(&mut self) -> Run<()> {
        let mut jumps = 0;
        while self.is_ready() && !self.stands_visibly()? {
            if jumps == MOST_JUMPS {
                self.stack.paused = true;
                return Ok(());
            }
            let (block, depth) = (self.stack.frame.block, self.stack.callers.len());
            self.thread_step()?;
            let frame = &self.stack.frame;
            let jumped = match self.stack.callers.len().cmp(&depth) {
                Ordering::Greater => false,
                Ordering::Equal => frame.block <= block,
                // The result of an `invoke` may continue an iteration or begin the next.
                Ordering::Less => true,
            };
            jumps += u32::from(jumped && frame.stmt == 0);
        }
        self.stack.paused = false;
        Ok(())
    }

    /// Whether the next step of the thread that runs is one that another thread could see.
    fn stands_visibly(&mut self) -> Run<bool> {
        if self.threads.is_empty() {
            return Ok(false);
        }
        match &self.points {
            Some(points) => {
                let frame = &self.stack.frame;
                let named = points.contains(&(frame.function, frame.block, frame.stmt));
                Ok(named || self.would_end_process())
            }
            None => self.is_visible(),
        }
    }

    fn is_ready(&self) -> bool {
        let own = self.threads.get(self.stack.thread as usize);
        own.is_none_or(|thread| thread.status == Status::Ready)
    }

    fn is_waiting(&self) -> bool {
        let own = self.threads.get(self.stack.thread as usize);
        own.is_some_and(|thread| match thread.status {
            Status::Waiting { .. } => true,
            Status::Ready | Status::Excluded { .. } | Status::Ended => false,
        })
    }

    /// Executes a statement or terminator of the thread that runs.
    pub(crate) fn thread_step(&mut self) -> Run<()> {
        let frame = &self.stack.frame;
        let block = frame.body.blocks.get(frame.block);
        let effects = block.and_then(|block| block.stmts.get(frame.stmt));
        // The end of a block may be a return, which ends lives.
        let awaited = effects.is_none_or(|stmt| stmt.kind.effects().any(AWAITED));
        match self.step() {
            Ok(()) => {}
            Err(outcome) => self.blocked(outcome)?,
        }
        if let Some(what) = self.waits.take() {
            let status = Status::Waiting {
                at: self.site,
                what,
                since: self.version,
            };
            self.set_status(status);
        } else if awaited {
            self.version += 1;
        }
        Ok(())
    }

    /// A thread whose assumption does not hold goes no further; the others do. Inside of an atomic
    /// section none of them can.
    fn blocked(&mut self, outcome: Box<Outcome>) -> Run<()> {
        let Outcome::AssumptionFailed { at } = *outcome else {
            return Err(outcome);
        };
        if self.threads.is_empty() || self.stack.atomic > 0 {
            return Err(outcome);
        }
        self.set_status(Status::Excluded { at });
        Ok(())
    }

    fn set_status(&mut self, status: Status) {
        if let Some(thread) = self.threads.get_mut(self.stack.thread as usize) {
            thread.status = status;
        }
    }

    /// Stays before the statement.
    pub(crate) fn wait(&mut self, what: WaitsFor) -> Run<()> {
        if self.threads.is_empty() {
            let waiter = Waiter {
                thread: self.stack.thread,
                at: self.site,
                what,
                function: in_program(&self.stack),
            };
            let threads = vec![waiter];
            return Err(Box::new(Outcome::Deadlock { threads }));
        }
        self.stack.frame.stmt = self.site.stmt;
        self.waits = Some(what);
        Ok(())
    }

    /// Starts a thread.
    pub(crate) fn spawn(
        &mut self,
        dst: TempId,
        target: &'p CallTarget,
        args: &'p [Expr],
    ) -> Run<()> {
        let callee = self.callee(target)?;
        let body = self.function(callee)?;
        let args = self.arguments(args)?;
        if !body.has_body() {
            return Err(self.unsupported("a thread of a function without body"));
        }
        let frame = self.activation(callee, body, &args)?;
        args.values.iter().for_each(|value| self.hand_over(value));
        if self.threads.is_empty() {
            self.threads.push(Thread::new(None));
        }
        if self.threads.len() >= MOST {
            return Err(self.unsupported("more than 65536 threads"));
        }
        let thread = self.threads.len() as u32;
        self.tell(Event::Spawn {
            thread,
            callee,
            frame: frame.id,
            args: &args.values,
        });
        let mut stack = Stack::new(thread, frame);
        self.acquisitions_over(self.stack.thread, &mut stack.holding.known);
        self.threads.push(Thread::new(Some(stack)));
        self.make_thread_locals(thread)?;
        self.set_temp(dst, Value::Int(Bv::from_u64(32, u64::from(thread))))
    }

    /// Another thread gets a value.
    fn hand_over(&mut self, value: &Value) {
        match value {
            Value::Pointer(pointer) | Value::Address(pointer) => {
                if let Base::Object(number) = pointer.base {
                    self.memory.share(number);
                }
            }
            Value::Aggregate(items) => items.iter().for_each(|item| self.hand_over(item)),
            Value::Int(_) | Value::Float(_, _) => {}
        }
    }

    /// Gives a new thread its own variables.
    fn make_thread_locals(&mut self, thread: u32) -> Run<()> {
        for index in 0..self.thread_locals.len() {
            let id = self.thread_locals[index];
            let Some(global) = self.program.globals.get(id) else {
                continue;
            };
            let zeroed = match global.init {
                Initializer::Parts(_) => true,
                Initializer::External => false,
            };
            let size = self.program.global_size(id);
            let object = Object::new(ObjectKind::Global(id), size, global.align, zeroed);
            let number = self.memory.push(thread, object);
            self.initialise(number, id, global)?;
            if &*global.name == THREAD_NUMBER && (1..=8).contains(&size) {
                let bits = Bv::from_u64(8 * size as u32, u64::from(thread));
                self.put_bits(number, 0, &bits);
            }
        }
        Ok(())
    }

    /// The object of a global variable in the thread that runs.
    pub(crate) fn own_object(&self, id: GlobalId) -> u64 {
        match self.thread_locals.binary_search(&id) {
            Ok(index) => memory::made(self.stack.thread, index as u64),
            Err(_) => id.index() as u64,
        }
    }

    /// Waits for the end of a thread, and takes its result.
    pub(crate) fn join(&mut self, dst: TempId, thread: &'p Expr) -> Run<()> {
        let number = self.eval_int(thread)?.to_u64().unwrap_or(u64::MAX);
        let ended = usize::try_from(number).ok();
        let ended = ended.and_then(|number| self.threads.get(number));
        let ended = ended.filter(|thread| thread.status == Status::Ended);
        let Some(ended) = ended else {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            return self.wait(WaitsFor::Thread(number));
        };
        let result = ended.result.clone();
        let mut known = std::mem::take(&mut self.stack.holding.known);
        self.acquisitions_over(u32::try_from(number).unwrap_or(u32::MAX), &mut known);
        self.stack.holding.known = known;
        self.drain();
        // Whoever joins a thread sees what it has stored.
        self.drain_other(u32::try_from(number).unwrap_or(u32::MAX));
        let ty = self.temp_type(dst)?;
        match result.filter(|value| value.has_type(self.program, ty)) {
            Some(value) => self.set_temp(dst, value),
            None => {
                let source = InputSource::Chosen("result of a thread".into());
                let value = self.nondet(&source, ty)?;
                self.set_temp(dst, value)
            }
        }
    }

    /// Ends the thread that runs.
    pub(crate) fn end_thread(&mut self, value: Option<Value>) -> Run<()> {
        self.tell(Event::EndThread {
            value: value.as_ref(),
        });
        if self.threads.is_empty() {
            return Err(Box::new(Outcome::Ended { at: self.site }));
        }
        loop {
            self.end_frame();
            match self.stack.callers.pop() {
                Some(caller) => self.stack.frame = caller,
                None => break,
            }
        }
        let thread = self.stack.thread;
        if thread != 0 {
            for index in 0..self.thread_locals.len() {
                self.end_object(memory::made(thread, index as u64));
            }
        }
        if let Some(value) = &value {
            self.hand_over(value);
        }
        self.facts.first_ended |= thread == 0;
        self.stack.atomic = 0;
        if let Some(own) = self.threads.get_mut(thread as usize) {
            own.status = Status::Ended;
            own.result = value;
        }
        self.version += 1;
        Ok(())
    }
}

fn standing(stack: &Stack<'_>) -> Standing {
    let frame = &stack.frame;
    let block = frame.body.blocks.get(frame.block);
    let span = block.map_or(frame.body.span, |block| {
        let stmt = block.stmts.get(frame.stmt);
        stmt.map_or(block.span, |stmt| stmt.span)
    });
    Standing {
        thread: stack.thread,
        at: Site {
            function: frame.function,
            block: frame.block,
            stmt: frame.stmt,
            span,
        },
        paused: stack.paused,
    }
}
