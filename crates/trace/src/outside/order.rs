//! Records in which order threads act while an execution is replayed.
//!
//! Acts are accesses to objects that several threads use, calls of functions that order threads, inputs,
//! creations and ends of threads, from the creation of the second thread on. What a thread does in between
//! concerns no other. The order of the replay is one of those that the schedule allows.

use cassay_base::Span;
use cassay_interp::{
    Access, Context, Event, Memory, ObjectKind, Observer, Outcome, Value, WaitsFor,
};
use cassay_ir::sharing::{can_race, is_about_order};
use cassay_ir::{FuncId, InputSource, Program, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most acts that are recorded.
const MOST_RECORDED: usize = 1 << 20;
/// The most acts of an order.
const MOST_ACTS: usize = 20_000;

/// An object that threads use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The name of a global variable that all threads share.
    pub name: Option<Arc<str>>,
    /// The thread whose local variable it is.
    pub owner: Option<u32>,
    /// Its size in bytes.
    pub size: u64,
}

/// What a thread does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// It accesses memory.
    Access {
        /// Which of the objects.
        object: usize,
        /// Offset of the first byte.
        offset: u64,
        /// The number of bytes.
        len: u64,
        /// Whether it reads.
        reads: bool,
        /// Whether it writes.
        writes: bool,
    },
    /// It calls a function that orders threads or gives an input.
    Call {
        /// The function.
        function: Arc<str>,
        /// 0 for the first act of the call, 1 for the second, and so on.
        part: u32,
        /// What the call returns, if this is its last act and that is known.
        result: Option<i32>,
    },
    /// It creates a thread.
    Create(u32),
    /// It ends.
    End,
}

/// An act of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The thread.
    pub thread: u32,
    /// `FILE:LINE`.
    pub place: String,
    /// What it does.
    pub what: What,
}

/// The order in which threads act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The number of threads.
    pub threads: u32,
    /// The objects that they use.
    pub objects: Vec<Shared>,
    /// What they do.
    pub acts: Vec<Act>,
    /// The accesses that race, or the calls in which threads wait for ever.
    pub last: Vec<Act>,
    /// Whether the threads wait for ever.
    pub deadlock: bool,
    /// The thread that acted last.
    pub violator: u32,
    /// Functions of the library whose accesses are not in the order.
    pub inside: BTreeSet<Arc<str>>,
}

/// An act while it is recorded.
struct Raw {
    thread: u32,
    span: Span,
    /// The number of the statement in the execution.
    step: u64,
    what: RawWhat,
}

enum RawWhat {
    Access {
        object: u64,
        offset: u64,
        len: u64,
        reads: bool,
        writes: bool,
    },
    Other(What),
}

/// A call of the library that is under way.
struct Call {
    frame: u64,
    function: Arc<str>,
    span: Span,
    parts: u32,
    /// The last act of it.
    last: Option<usize>,
}

/// Observes an execution and records its order.
pub(crate) struct OrderRecorder<'p> {
    program: &'p Program,
    several: bool,
    threads: u32,
    acts: Vec<Raw>,
    steps: u64,
    /// By thread, the call of the library and the depth of atomic sections.
    calls: BTreeMap<u32, Call>,
    depths: BTreeMap<u32, u32>,
    kinds: BTreeMap<u64, Shared>,
    /// Accesses of the library to objects.
    inside: BTreeSet<(Arc<str>, u64)>,
    race: Option<(Access, Access)>,
    acting: u32,
}

impl<'p> OrderRecorder<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        OrderRecorder {
            program,
            several: false,
            threads: 1,
            acts: Vec::new(),
            steps: 0,
            calls: BTreeMap::new(),
            depths: BTreeMap::new(),
            kinds: BTreeMap::new(),
            inside: BTreeSet::new(),
            race: None,
            acting: 0,
        }
    }

    /// The order, if there are several threads or one waits for itself; an error says why it cannot be told.
    pub(crate) fn finish(self, outcome: &Outcome) -> Result<Option<Order>, String> {
        let waits = matches!(outcome, Outcome::Deadlock { .. });
        if !self.several && !waits {
            return Ok(None);
        }
        let shared = self.shared();
        let kept = |raw: &&Raw| match &raw.what {
            RawWhat::Access { object, .. } => shared.contains(object),
            RawWhat::Other(_) => true,
        };
        if self.acts.len() >= MOST_RECORDED || self.acts.iter().filter(kept).count() > MOST_ACTS {
            return Err("the order in which threads go on, which is too long".to_owned());
        }
        let numbers: BTreeMap<u64, usize> = self.kinds.keys().copied().zip(0..).collect();
        let acts = self.acts.iter().filter(kept);
        let acts = acts.filter_map(|raw| self.act(raw, &numbers)).collect();
        let inside = self
            .inside
            .iter()
            .filter(|(_, object)| shared.contains(object));
        Ok(Some(Order {
            threads: self.threads,
            acts,
            last: self.last(outcome, &numbers),
            deadlock: waits,
            violator: self.acting,
            inside: inside.map(|(function, _)| function.clone()).collect(),
            objects: self.kinds.into_values().collect(),
        }))
    }

    /// The objects that several threads access and one of them writes.
    fn shared(&self) -> BTreeSet<u64> {
        let mut uses: BTreeMap<u64, (u32, bool, bool)> = BTreeMap::new();
        for raw in &self.acts {
            if let RawWhat::Access { object, writes, .. } = &raw.what {
                let known = uses.entry(*object).or_insert((raw.thread, false, false));
                known.1 |= known.0 != raw.thread;
                known.2 |= *writes;
            }
        }
        let shared = uses
            .into_iter()
            .filter(|(_, (_, several, written))| *several && *written);
        let mut shared: BTreeSet<u64> = shared.map(|(object, _)| object).collect();
        shared.extend(self.race.map(|(own, _)| own.object));
        shared
    }

    fn act(&self, raw: &Raw, numbers: &BTreeMap<u64, usize>) -> Option<Act> {
        let what = match &raw.what {
            RawWhat::Other(what) => what.clone(),
            RawWhat::Access {
                object,
                offset,
                len,
                reads,
                writes,
            } => What::Access {
                object: *numbers.get(object)?,
                offset: *offset,
                len: *len,
                reads: *reads,
                writes: *writes,
            },
        };
        Some(Act {
            thread: raw.thread,
            place: self.place(raw.span),
            what,
        })
    }

    fn place(&self, span: Span) -> String {
        let file = self.program.file_name(span);
        let file = file.rsplit('/').next().unwrap_or(file);
        format!("{file}:{}", span.line)
    }

    /// What threads are about to do at the end.
    fn last(&self, outcome: &Outcome, numbers: &BTreeMap<u64, usize>) -> Vec<Act> {
        if let Outcome::Deadlock { threads } = outcome {
            let waits = threads.iter().map(|waiter| {
                let call = self.calls.get(&waiter.thread);
                let function = match (waiter.what, call) {
                    (WaitsFor::Thread(_), _) => "pthread_join".into(),
                    (WaitsFor::Condition | WaitsFor::Holder(_), Some(call)) => {
                        call.function.clone()
                    }
                    (WaitsFor::Condition | WaitsFor::Holder(_), None) => "".into(),
                };
                let span = call.map_or(waiter.at.span, |call| call.span);
                Act {
                    thread: waiter.thread,
                    place: self.place(span),
                    what: What::Call {
                        function,
                        part: 0,
                        result: None,
                    },
                }
            });
            return waits.collect();
        }
        let Outcome::Violation { .. } = outcome else {
            return Vec::new();
        };
        let accesses = self.race.iter().flat_map(|(own, other)| [own, other]);
        let own = accesses.filter(|access| !self.is_model(access.at.function));
        own.filter_map(|access| {
            Some(Act {
                thread: access.thread,
                place: self.place(access.at.span),
                what: What::Access {
                    object: *numbers.get(&access.object)?,
                    offset: access.offset,
                    len: access.len,
                    reads: !access.writes,
                    writes: access.writes,
                },
            })
        })
        .collect()
    }

    fn is_model(&self, function: FuncId) -> bool {
        let function = self.program.functions.get(function);
        function.is_some_and(|function| function.model)
    }

    fn push(&mut self, context: &Context<'_>, what: RawWhat) {
        if self.several && self.acts.len() < MOST_RECORDED {
            let call = self.calls.get(&context.thread);
            self.acts.push(Raw {
                thread: context.thread,
                span: call.map_or(context.site.span, |call| call.span),
                step: self.steps,
                what,
            });
        }
    }

    fn called(&mut self, context: &Context<'_>, function: Arc<str>) {
        let repeated = self.acts.last().is_some_and(|last| last.step == self.steps);
        if !repeated {
            let what = What::Call {
                function,
                part: 0,
                result: None,
            };
            self.push(context, RawWhat::Other(what));
        }
    }

    /// A statement is executed: an atomic section of the library is an act.
    fn step(&mut self, context: &Context<'_>) {
        self.steps += 1;
        let site = context.site;
        let function = self.program.functions.get(site.function);
        let block = function.and_then(|function| function.blocks.get(site.block));
        let Some(stmt) = block.and_then(|block| block.stmts.get(site.stmt)) else {
            return;
        };
        let depth = self.depths.entry(context.thread).or_default();
        if let StmtKind::AtomicEnd = stmt.kind {
            *depth = depth.saturating_sub(1);
        }
        let StmtKind::AtomicBegin = stmt.kind else {
            return;
        };
        *depth += 1;
        if *depth > 1 || !self.is_model(site.function) {
            return;
        }
        let number = self.acts.len();
        let Some(call) = self.calls.get_mut(&context.thread) else {
            return;
        };
        if !is_about_order(&call.function) {
            return;
        }
        let what = What::Call {
            function: call.function.clone(),
            part: call.parts,
            result: None,
        };
        call.parts += 1;
        call.last = self.several.then_some(number);
        self.push(context, RawWhat::Other(what));
    }

    fn entered(&mut self, callee: FuncId, frame: u64, context: &Context<'_>) {
        let outermost = self.is_model(callee) && !self.is_model(context.site.function);
        if outermost && !self.calls.contains_key(&context.thread) {
            let name = crate::function_name(self.program, callee);
            let plain = name.split('#').next().unwrap_or(&name);
            let call = Call {
                frame,
                function: plain.into(),
                span: context.site.span,
                parts: 0,
                last: None,
            };
            self.calls.insert(context.thread, call);
        }
    }

    fn returned(&mut self, value: Option<&Value>, context: &Context<'_>) {
        let ends = self.calls.get(&context.thread);
        if ends.is_none_or(|call| call.frame != context.frame) {
            return;
        }
        let call = self.calls.remove(&context.thread);
        let number = match value {
            Some(Value::Int(bits)) if bits.width() == 32 => bits.to_u64(),
            Some(
                Value::Int(_)
                | Value::Float(_, _)
                | Value::Pointer(_)
                | Value::Address(_)
                | Value::Aggregate(_),
            )
            | None => None,
        };
        let last = call.and_then(|call| call.last);
        let act = last.and_then(|last| self.acts.get_mut(last));
        if let Some(RawWhat::Other(What::Call { result, .. })) = act.map(|act| &mut act.what) {
            *result = number.map(|number| number as i32);
        }
    }

    fn access(&mut self, context: &Context<'_>, object: u64, offset: u64, len: u64, writes: bool) {
        let site = context.site;
        let Some(function) = self.program.functions.get(site.function) else {
            return;
        };
        if !self.several || !self.is_of_program(context.memory, object) {
            return;
        }
        if function.model {
            if let Some(call) = self.calls.get(&context.thread)
                && !is_about_order(&call.function)
            {
                self.inside.insert((call.function.clone(), object));
            }
            return;
        }
        if !can_race(function, site.block, site.stmt) {
            return;
        }
        self.meet(context.memory, context.thread, object);
        let same_step = self.acts.last_mut().filter(|last| last.step == self.steps);
        if let Some(RawWhat::Access {
            object: known,
            offset: start,
            writes: written,
            ..
        }) = same_step.map(|last| &mut last.what)
            && (*known, *start) == (object, offset)
        {
            *written |= writes;
            return;
        }
        let what = RawWhat::Access {
            object,
            offset,
            len,
            reads: !writes,
            writes,
        };
        self.push(context, what);
    }

    /// Whether an object is one of the program, and can change.
    fn is_of_program(&self, memory: &Memory, object: u64) -> bool {
        match memory.object(object).map(|object| object.kind) {
            Some(ObjectKind::Global(id)) => {
                let global = self.program.globals.get(id);
                global.is_some_and(|global| !global.model && !global.constant)
            }
            Some(ObjectKind::Local(function, _)) => !self.is_model(function),
            Some(ObjectKind::Alloc(_)) => true,
            Some(ObjectKind::Contents) | None => false,
        }
    }

    /// Remembers what an object is. The first to access a local variable is its owner.
    fn meet(&mut self, memory: &Memory, thread: u32, object: u64) {
        if self.kinds.contains_key(&object) {
            return;
        }
        let Some(met) = memory.object(object) else {
            return;
        };
        let (name, owner) = match met.kind {
            ObjectKind::Global(id) => {
                let global = self.program.globals.get(id);
                let shared = global.filter(|global| !global.thread_local);
                (shared.map(|global| global.name.clone()), None)
            }
            ObjectKind::Local(_, _) => (None, Some(thread)),
            ObjectKind::Alloc(_) | ObjectKind::Contents => (None, None),
        };
        let shared = Shared {
            name,
            owner,
            size: met.size,
        };
        self.kinds.insert(object, shared);
    }
}

impl Observer for OrderRecorder<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        self.acting = context.thread;
        match event {
            Event::Step => self.step(context),
            Event::Call { callee, frame, .. } => self.entered(callee, frame, context),
            Event::Return { value } => self.returned(value, context),
            Event::Unwind => self.returned(None, context),
            Event::Spawn { thread, .. } => {
                self.several = true;
                self.threads = self.threads.max(thread + 1);
                self.push(context, RawWhat::Other(What::Create(thread)));
            }
            Event::EndThread { .. } => {
                self.calls.remove(&context.thread);
                self.depths.remove(&context.thread);
                self.push(context, RawWhat::Other(What::End));
            }
            Event::Free { .. } if !self.is_model(context.site.function) => {
                self.called(context, "free".into());
            }
            Event::Nondet { source, .. } if !self.is_model(context.site.function) => match source {
                InputSource::Call(function) | InputSource::AllocationFails(function) => {
                    self.called(context, function.clone());
                }
                InputSource::Approximate(_)
                | InputSource::Unmodelled(_)
                | InputSource::Written { .. }
                | InputSource::NondetMemory
                | InputSource::Argument(_)
                | InputSource::ArgumentIsNull(_)
                | InputSource::Device(_)
                | InputSource::Volatile(_)
                | InputSource::Known
                | InputSource::Undefined
                | InputSource::Guard(_)
                | InputSource::Goal(_)
                | InputSource::State(_)
                | InputSource::Interrupt(_)
                | InputSource::Chosen(_) => {}
            },
            Event::Read {
                object,
                offset,
                len,
            } => self.access(context, object, offset, len, false),
            Event::Written {
                object,
                offset,
                len,
            } => self.access(context, object, offset, len, true),
            Event::Race { own, other } => {
                self.meet(context.memory, own.thread, own.object);
                self.race = Some((own, other));
            }
            Event::Free { .. }
            | Event::Nondet { .. }
            | Event::Declare { .. }
            | Event::Dead { .. }
            | Event::Alloc { .. }
            | Event::Uninitialised { .. }
            | Event::Write { .. }
            | Event::Violated { .. }
            | Event::Inspect { .. }
            | Event::Committed { .. } => {}
        }
    }
}
