//! The threads of a replayed execution: which there are, the functions that each is in, and the locks
//! that it holds.
//!
//! A thread holds a lock from the moment when a function of the library that takes it has returned 0 until
//! one that releases it has.

use crate::function_name;
use cassay_base::Span;
use cassay_interp::{Context, Event, Site, Value};
use cassay_ir::{FuncId, Program};
use std::sync::Arc;

/// A thread of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its number; the first has 0.
    pub number: u32,
    /// The function that it runs.
    pub entry: Arc<str>,
    /// Where it was created; none for the first.
    pub created: Option<Span>,
}

/// A lock that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its address, e.g. `&m`.
    pub lock: Arc<str>,
    /// Where it was taken.
    pub span: Span,
}

/// Where a thread stands at the end of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The thread.
    pub thread: u32,
    /// The next statement of the program that it executes.
    pub span: Span,
    /// The functions that it is in, from the one that it began with.
    pub path: Vec<Arc<str>>,
    /// The locks that it holds, in the order in which it took them.
    pub holds: Vec<Held>,
    /// What it is about to do.
    pub doing: Doing,
}

/// What a thread is about to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It accesses memory.
    Accesses {
        /// Whether it writes.
        writes: bool,
        /// What it accesses, e.g. `a[2].x`.
        what: String,
        /// The number of bytes.
        bytes: u64,
    },
    /// It waits for a lock.
    WaitsForLock {
        /// The address of the lock.
        lock: String,
        /// The threads that hold it.
        holders: Vec<u32>,
    },
    /// It waits for the end of a thread.
    WaitsForThread(u32),
    /// It waits in a function of the library, e.g. `sem_wait(&s)`.
    WaitsIn(String),
}

/// The address of something that orders threads: an object and an offset.
pub(crate) type Address = (u64, i64);

/// What a function of the library did that other threads can notice.
pub(crate) enum Done {
    /// It took a lock.
    Locked(Argument),
    /// It released a lock.
    Unlocked(Argument),
    /// It did something else.
    Other(Arc<str>, Option<Argument>),
}

/// Functions that take a lock if they return 0.
const TAKE: [&str; 11] = [
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedwrlock",
];

/// Functions that release a lock if they return 0.
const RELEASE: [&str; 3] = [
    "pthread_mutex_unlock",
    "pthread_spin_unlock",
    "pthread_rwlock_unlock",
];

/// Functions that order threads in another way.
const OTHERS: [&str; 11] = [
    "sem_wait",
    "sem_trywait",
    "sem_timedwait",
    "sem_post",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "cnd_signal",
    "cnd_broadcast",
    "pthread_barrier_wait",
    "pthread_once",
    "call_once",
];

/// An activation.
struct Frame {
    id: u64,
    function: Arc<str>,
    model: bool,
    called_at: Site,
    argument: Option<Argument>,
}

/// What the first argument of a function that orders threads points to.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) address: Address,
    /// The address as a programmer writes it, e.g. `&m`.
    pub(crate) text: Arc<str>,
}

/// A lock that is held, and where it was taken.
pub(crate) struct Holding {
    pub(crate) lock: Argument,
    pub(crate) span: Span,
}

struct Tracked {
    entry: Arc<str>,
    created: Option<Span>,
    frames: Vec<Frame>,
    held: Vec<Holding>,
}

/// Follows the threads of an execution.
pub(crate) struct Tracker<'p> {
    program: &'p Program,
    threads: Vec<Tracked>,
}

impl<'p> Tracker<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Tracker {
            program,
            threads: vec![Tracked {
                entry: "main".into(),
                created: None,
                frames: Vec::new(),
                held: Vec::new(),
            }],
        }
    }

    /// Whether there is more than one thread.
    pub(crate) fn several(&self) -> bool {
        self.threads.len() > 1
    }

    /// All threads, if there are several.
    pub(crate) fn threads(&self) -> Vec<Thread> {
        if !self.several() {
            return Vec::new();
        }
        let numbered = (0_u32..).zip(&self.threads);
        numbered
            .map(|(number, thread)| Thread {
                number,
                entry: thread.entry.clone(),
                created: thread.created,
            })
            .collect()
    }

    /// Follows an event.
    pub(crate) fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        match event {
            Event::Step => self.unwound(context),
            Event::Call {
                callee,
                frame,
                args: _,
            } => {
                let entry = self.title(callee);
                let frame = self.frame(callee, frame, context.site);
                if let Some(thread) = self.threads.get_mut(context.thread as usize) {
                    if thread.frames.is_empty() && context.thread == 0 && !frame.model {
                        thread.entry = entry;
                    }
                    thread.frames.push(frame);
                }
            }
            Event::Spawn {
                thread: _,
                callee,
                frame,
                args: _,
            } => {
                let frame = self.frame(callee, frame, context.site);
                self.threads.push(Tracked {
                    entry: frame.function.clone(),
                    created: Some(context.site.span),
                    frames: vec![frame],
                    held: Vec::new(),
                });
            }
            Event::EndThread { .. } => {
                if let Some(thread) = self.threads.get_mut(context.thread as usize) {
                    thread.frames.clear();
                }
            }
            Event::Race { .. }
            | Event::Return { .. }
            | Event::Unwind
            | Event::Declare { .. }
            | Event::Dead { .. }
            | Event::Alloc { .. }
            | Event::Free { .. }
            | Event::Nondet { .. }
            | Event::Uninitialised { .. }
            | Event::Read { .. }
            | Event::Write { .. }
            | Event::Written { .. }
            | Event::Violated { .. }
            | Event::Inspect { .. }
            | Event::Committed { .. } => {}
        }
    }

    /// Leaves the activation of the context. What it did that matters to other threads, and where the
    /// program called the library for it.
    pub(crate) fn returned(
        &mut self,
        value: Option<&Value>,
        context: &Context<'_>,
    ) -> Option<(Done, Site)> {
        let thread = self.threads.get_mut(context.thread as usize)?;
        let site = library_call(&thread.frames).map(|frame| frame.called_at);
        let at = thread.frames.iter().rposition(|f| f.id == context.frame)?;
        let left = thread.frames.drain(at..).next()?;
        let succeeds = match value {
            Some(Value::Int(bits)) => bits.is_zero(),
            Some(
                Value::Float(_, _) | Value::Pointer(_) | Value::Address(_) | Value::Aggregate(_),
            )
            | None => true,
        };
        let name = &*left.function;
        let done = match left.argument.clone() {
            _ if !left.model => return None,
            Some(lock) if succeeds && TAKE.contains(&name) => Done::Locked(lock),
            Some(lock) if succeeds && RELEASE.contains(&name) => {
                let held = &mut thread.held;
                let last = held
                    .iter()
                    .rposition(|held| held.lock.address == lock.address);
                last.map(|last| held.remove(last));
                Done::Unlocked(lock)
            }
            argument if OTHERS.contains(&name) => Done::Other(left.function.clone(), argument),
            Some(_) | None => return None,
        };
        Some((done, site?))
    }

    /// What the first argument of the function points to that a thread has just entered.
    pub(crate) fn got(&mut self, thread: u32, argument: Argument) {
        let thread = self.threads.get_mut(thread as usize);
        if let Some(frame) = thread.and_then(|thread| thread.frames.last_mut()) {
            frame.argument = Some(argument);
        }
    }

    /// A thread has taken a lock.
    pub(crate) fn hold(&mut self, thread: u32, holding: Holding) {
        if let Some(thread) = self.threads.get_mut(thread as usize) {
            thread.held.push(holding);
        }
    }

    /// The locks that a thread holds.
    pub(crate) fn held(&self, thread: u32) -> &[Holding] {
        let thread = self.threads.get(thread as usize);
        thread.map_or(&[], |thread| &thread.held)
    }

    /// The threads that hold a lock.
    pub(crate) fn holders(&self, lock: Address) -> Vec<u32> {
        let numbered = (0_u32..).zip(&self.threads);
        numbered
            .filter(|(_, thread)| thread.held.iter().any(|held| held.lock.address == lock))
            .map(|(number, _)| number)
            .collect()
    }

    /// Where a thread stands that is about to execute a statement.
    pub(crate) fn position(&self, thread: u32, at: Site, doing: Doing) -> Position {
        let frames = self.threads.get(thread as usize);
        let frames = frames.map_or(&[][..], |thread| &thread.frames);
        let call = library_call(frames);
        let mut path: Vec<Arc<str>> = frames
            .iter()
            .filter(|frame| !frame.model)
            .map(|frame| frame.function.clone())
            .collect();
        if let Doing::Accesses { .. } = doing {
            let inner = match call {
                Some(call) => call.function.clone(),
                None => self.title(at.function),
            };
            if path.last() != Some(&inner) {
                path.push(inner);
            }
        }
        let held = self.held(thread).iter();
        Position {
            thread,
            span: call.map_or(at.span, |call| call.called_at.span),
            path,
            holds: held
                .map(|held| Held {
                    lock: held.lock.text.clone(),
                    span: held.span,
                })
                .collect(),
            doing,
        }
    }

    /// The function of the library that the program has called, with what its first argument points to,
    /// and the innermost one that takes a lock.
    pub(crate) fn waits_in(&self, thread: u32) -> Option<WaitsIn> {
        let frames = &self.threads.get(thread as usize)?.frames;
        let call = library_call(frames)?;
        let own = frames.iter().rev().take_while(|frame| frame.model);
        let mut takes = own.filter(|frame| TAKE.contains(&&*frame.function));
        Some(WaitsIn {
            function: call.function.clone(),
            argument: call.argument.clone(),
            lock: takes.next().and_then(|frame| frame.argument.clone()),
        })
    }

    /// Activations that were left without a return are no longer there.
    fn unwound(&mut self, context: &Context<'_>) {
        let Some(thread) = self.threads.get_mut(context.thread as usize) else {
            return;
        };
        let frames = &mut thread.frames;
        if frames.last().is_some_and(|frame| frame.id == context.frame) {
            return;
        }
        let kept = frames.iter().rposition(|frame| frame.id == context.frame);
        frames.truncate(kept.map_or(0, |at| at + 1));
    }

    fn frame(&self, callee: FuncId, id: u64, called_at: Site) -> Frame {
        let body = self.program.functions.get(callee);
        Frame {
            id,
            function: self.title(callee),
            model: body.is_some_and(|body| body.model),
            called_at,
            argument: None,
        }
    }

    /// The name of a function. Copies of a model have numbers, which are left out.
    fn title(&self, function: FuncId) -> Arc<str> {
        let name = function_name(self.program, function);
        match name.split_once('#') {
            Some((plain, _)) => plain.into(),
            None => name,
        }
    }
}

/// How a thread waits in the library.
pub(crate) struct WaitsIn {
    pub(crate) function: Arc<str>,
    pub(crate) argument: Option<Argument>,
    pub(crate) lock: Option<Argument>,
}

/// The function of the library that the program has called last and that has not returned.
fn library_call(frames: &[Frame]) -> Option<&Frame> {
    frames.iter().rev().take_while(|frame| frame.model).last()
}
