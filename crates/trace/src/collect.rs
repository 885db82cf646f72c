//! Collects the states of a replayed execution.
//!
//! A store becomes one state for each part of a variable that changed; storage the compiler made
//! is not shown. An input is shown where it arises and marked again where it is stored unchanged.

mod exceptions;
mod kept;
mod shown;
mod story;
mod targets;
mod violated;

use crate::account::{Account, Fate};
use crate::containers;
use crate::frames::Calls;
use crate::objects::{Named, Names, Objects, raw};
use crate::outside::Outside;
use crate::place::{Leaf, ctype_bits, leaves};
use crate::relevant::Log;
use crate::step::{AccessPath, Inner, Origin, Part, Shown, Step, StepKind, Target};
use crate::threads::{Position, Tracker};
use crate::value::{Raw, format, number, untyped};
use crate::{Replay, function_name};
use cassay_bv::Bv;
use cassay_interp::{Access, Base, Context, Event, Memory, ObjectKind, Observer, Outcome, Site};
use cassay_ir::sharing::is_about_order;
use cassay_ir::{
    CType, CTypeTable, CallTarget, CastKind, Expr, FloatKind, FuncId, GlobalId, INTERRUPTS,
    InputSource, Program, StmtKind, TempId, Terminator, Type,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use targets::{target, text, text_target};

/// The starts of the names of tables of virtual functions.
const TABLES: [&str; 2] = ["vtable for ", "construction vtable for "];
/// The start of the names of functions of Cassay, which no program has.
const OURS: &str = "__cassay_";
/// Parts of one store that are shown one by one.
const PARTS: usize = 64;
/// The maximal number of states kept; in longer executions the oldest assignments are dropped.
const STATES: usize = 200_000;

/// An input that a temporary holds unchanged.
#[derive(Clone, Copy)]
struct Held {
    /// Its state.
    number: usize,
    width: u32,
}

/// A part of an object with what it held before a store.
struct Before {
    target: AccessPath,
    leaf: Leaf,
    raw: Raw,
}

/// Observes an execution and records its states.
pub(crate) struct Collector<'p> {
    pub(crate) program: &'p Program,
    steps: Vec<Step>,
    /// How many states there were.
    pub(crate) made: usize,
    /// The number of states at which the oldest are dropped.
    limit: usize,
    log: Log,
    pub(crate) objects: Objects,
    held: HashMap<(u64, TempId), Held>,
    before: Vec<Before>,
    /// By thread, the result temporaries of the active calls.
    results: BTreeMap<u32, Vec<(u64, Option<TempId>)>>,
    /// The last byte-wise settled part of memory and its state.
    settled: Option<(u64, u64)>,
    started: bool,
    parameters: usize,
    /// The thread that does what is happening.
    pub(crate) thread: u32,
    pub(crate) threads: Tracker<'p>,
    /// The numbers of states that the library made to order threads.
    internal: HashSet<usize>,
    /// Where threads stand at the end.
    pub(crate) positions: Vec<Position>,
    /// By thread, the function of the library that the program has called, and its activation.
    library: BTreeMap<u32, (u64, Arc<str>)>,
    /// By activation of a function that runs interrupt handlers, the place that is interrupted.
    interrupted: BTreeMap<u64, Site>,
    /// The calls under way.
    calls: Calls,
    /// Where each thread has thrown its last exception.
    thrown: BTreeMap<u32, Inner>,
    /// The activation that does what is happening.
    frame: u64,
    /// By thread, the last statement and its activation.
    last: BTreeMap<u32, (u64, Site)>,
    /// Whether what is being written is a variable of the user.
    own: bool,
    /// The containers of the library that the user declared, with their values when last shown.
    containers: BTreeMap<u64, Option<String>>,
    /// Where the user's code was when something was last written that may be inside a container.
    changed: Option<Site>,
    /// What there is to say about the violation.
    pub(crate) account: Account,
    /// What that is made of.
    story: story::Story,
}

impl<'p> Collector<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Collector {
            program,
            steps: Vec::new(),
            made: 0,
            limit: STATES,
            log: Log::default(),
            objects: Objects::default(),
            held: HashMap::new(),
            before: Vec::new(),
            results: BTreeMap::new(),
            settled: None,
            started: false,
            parameters: 0,
            thread: 0,
            threads: Tracker::new(program),
            internal: HashSet::new(),
            positions: Vec::new(),
            library: BTreeMap::new(),
            interrupted: BTreeMap::new(),
            calls: Calls::default(),
            thrown: BTreeMap::new(),
            frame: 0,
            last: BTreeMap::new(),
            own: false,
            containers: containers::of_globals(program),
            changed: None,
            account: Account::default(),
            story: story::Story::default(),
        }
    }

    /// Ends the collection and marks the relevant states.
    pub(crate) fn finish(mut self, outcome: Outcome, outside: Outside) -> Replay {
        if let Outcome::Deadlock { threads } = &outcome {
            self.deadlocked(threads);
        }
        let several = self.threads.several();
        let internal = std::mem::take(&mut self.internal);
        self.steps.retain(|step| match several {
            true => !internal.contains(&step.number),
            false => !step.kind.orders_threads(),
        });
        let all = !self.positions.is_empty();
        let mut slice: Option<HashSet<usize>> = self.log.slice(self.program, all);
        self.add_deciding_inputs(&mut slice, all);
        let relevant = self.steps.iter().map(|step| match step.kind {
            StepKind::Assignment if step.whole => true,
            StepKind::Expire | StepKind::Call => {
                slice.as_ref().is_some_and(|s| s.contains(&step.number))
            }
            StepKind::Interrupt => true,
            StepKind::Create | StepKind::Lock | StepKind::Unlock | StepKind::Sync => true,
            StepKind::Input
            | StepKind::Assignment
            | StepKind::Uninitialised
            | StepKind::Free
            | StepKind::Commit => slice.as_ref().is_none_or(|s| s.contains(&step.number)),
        });
        let mut relevant: Vec<bool> = relevant.collect();
        self.leave_out_successes(&mut relevant);
        let last = self.last.get(&self.thread).copied();
        let user = last.and_then(|(frame, site)| self.user_of(frame, site));
        let header = last.and_then(|(frame, site)| {
            let site = self.calls.library(self.program, self.thread, frame, site)?;
            Some(Inner {
                span: site.span,
                function: function_name(self.program, site.function),
            })
        });
        let thrown = self.thrown_at(&outcome);
        Replay {
            user,
            header,
            thrown,
            library: self.library.remove(&self.thread).map(|(_, name)| name),
            outcome,
            steps: self.steps,
            relevant,
            threads: self.threads.threads(),
            positions: self.positions,
            outside,
            sketch: None,
            account: self.account,
        }
    }

    pub(crate) fn push(
        &mut self,
        site: Site,
        kind: StepKind,
        target: Target,
        value: Option<Shown>,
        origin: Origin,
    ) {
        if self.steps.len() >= self.limit {
            let keep = self.steps.split_off(self.steps.len() / 2);
            self.steps.retain(|step| step.kind == StepKind::Input);
            self.steps.extend(keep);
            // Inputs are never dropped; if there are many, the next attempt is made much later.
            self.limit = STATES.max(2 * self.steps.len());
        }
        self.made += 1;
        let depth = self.results.get(&self.thread).map_or(0, Vec::len);
        let function = match self.library.get(&self.thread) {
            Some((_, name)) if self.is_model(site.function) => name.clone(),
            Some(_) | None => function_name(self.program, site.function),
        };
        let here = Inner {
            span: site.span,
            function,
        };
        let (place, inner) = match self.user_of(self.frame, site) {
            Some(user) => (user, Some(here)),
            None => (here, None),
        };
        let insides = match kind {
            StepKind::Assignment | StepKind::Uninitialised => !self.own || is_inside(&target),
            StepKind::Call | StepKind::Expire | StepKind::Commit => true,
            StepKind::Input
            | StepKind::Free
            | StepKind::Create
            | StepKind::Lock
            | StepKind::Unlock
            | StepKind::Sync
            | StepKind::Interrupt => false,
        };
        if self.orders_threads(site) {
            self.internal.insert(self.made);
        }
        self.steps.push(Step {
            number: self.made,
            kind,
            span: place.span,
            function: place.function,
            folded: inner.is_some() && insides,
            inner,
            whole: false,
            thread: self.thread,
            depth: u32::try_from(depth).unwrap_or(u32::MAX),
            target,
            value,
            origin,
            holds: self
                .threads
                .held(self.thread)
                .iter()
                .map(|held| held.lock.text.clone())
                .collect(),
        });
        self.log.shows(self.made);
    }

    /// Where the user's code is while an activation is in a header of a library.
    fn user_of(&self, frame: u64, site: Site) -> Option<Inner> {
        let user = self.calls.user(self.program, self.thread, frame, site)?;
        Some(Inner {
            span: user.span,
            function: function_name(self.program, user.function),
        })
    }

    /// Whether an object is a variable that the user declared.
    fn is_own(&self, memory: &Memory, object: u64) -> bool {
        let span = match memory.object(object).map(|object| object.kind) {
            Some(ObjectKind::Global(id)) => self.program.globals.get(id).map(|global| global.span),
            Some(ObjectKind::Local(function, _)) => self
                .program
                .functions
                .get(function)
                .map(|function| function.span),
            Some(ObjectKind::Alloc(_) | ObjectKind::Contents) | None => None,
        };
        span.is_some_and(|span| !self.program.is_in_library(span))
    }

    /// Where an input that a temporary holds comes from. States of inputs are never forgotten.
    fn source_of(&self, held: Held) -> Option<InputSource> {
        let found = self
            .steps
            .binary_search_by_key(&held.number, |step| step.number);
        match &self.steps.get(found.ok()?)?.origin {
            Origin::Input(source) => Some(source.clone()),
            Origin::Program | Origin::Uninitialised => None,
        }
    }

    fn step_mut(&mut self, number: usize) -> Option<&mut Step> {
        let index = self
            .steps
            .binary_search_by_key(&number, |step| step.number)
            .ok()?;
        self.steps.get_mut(index)
    }

    fn statement(&self, site: Site) -> Option<&'p StmtKind> {
        let function = self.program.functions.get(site.function)?;
        let stmt = function.blocks.get(site.block)?.stmts.get(site.stmt)?;
        Some(&stmt.kind)
    }

    fn terminator(&self, site: Site) -> Option<&'p Terminator> {
        let function = self.program.functions.get(site.function)?;
        let block = function.blocks.get(site.block)?;
        (site.stmt >= block.stmts.len()).then_some(&block.terminator)
    }

    /// The input that an expression is equal to, up to changes of width.
    fn input_of(&self, frame: u64, expr: &Expr) -> Option<Held> {
        match expr {
            Expr::Temp(temp) => self.held.get(&(frame, *temp)).copied(),
            Expr::Cast(kind, inner, _) => {
                let same = *kind == CastKind::Bitcast || kind.width_change().is_some();
                same.then(|| self.input_of(frame, inner))?
            }
            Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Unary(_, _)
            | Expr::Binary(_, _, _)
            | Expr::Compare(_, _, _)
            | Expr::Overflow(_, _, _)
            | Expr::Select(_, _, _)
            | Expr::PtrAdd(_, _)
            | Expr::Aggregate(_, _)
            | Expr::Component(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::Extent(_, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => None,
        }
    }

    /// Tracks inputs through temporaries.
    fn about_to(&mut self, frame: u64, site: Site) {
        self.settled = None;
        let Some(kind) = self.statement(site) else {
            return;
        };
        let held = if let StmtKind::Assign { value, .. } = kind {
            self.input_of(frame, value)
        } else {
            None
        };
        if let Some(dst) = kind.defines() {
            self.hold(frame, dst, held);
        }
    }

    fn hold(&mut self, frame: u64, temp: TempId, held: Option<Held>) {
        match held {
            Some(held) => self.held.insert((frame, temp), held),
            None => self.held.remove(&(frame, temp)),
        };
    }

    /// Result, target and arguments of the call at a site.
    fn call_at(&self, site: Site) -> Option<(Option<TempId>, &'p CallTarget, &'p [Expr])> {
        if let Some(StmtKind::Call { dst, target, args }) = self.statement(site) {
            return Some((*dst, target, args));
        }
        if let Some(Terminator::Invoke {
            dst, target, args, ..
        }) = self.terminator(site)
        {
            return Some((*dst, target, args));
        }
        None
    }

    fn called(&mut self, frame: u64, site: Site, callee: FuncId, inner: u64) {
        let Some((dst, _, args)) = self.call_at(site) else {
            return;
        };
        self.results
            .entry(self.thread)
            .or_default()
            .push((frame, dst));
        self.calls.entered(self.thread, inner, site);
        let function = self.program.functions.get(callee);
        if function.is_some_and(|function| function.name.starts_with(INTERRUPTS)) {
            self.interrupted.insert(inner, site);
        }
        let ours = function.is_some_and(|function| function.name.starts_with(OURS));
        if self.is_model(callee) && !self.is_model(site.function) && !ours {
            let name = function_name(self.program, callee);
            let called = Target::Function(name.clone());
            self.push(site, StepKind::Call, called, None, Origin::Program);
            if is_about_order(&name) {
                self.internal.insert(self.made);
            }
            self.library.entry(self.thread).or_insert((inner, name));
        }
        let params = self.program.functions[callee].params.iter();
        for (param, arg) in params.zip(args) {
            let held = self.input_of(frame, arg);
            self.hold(inner, *param, held);
        }
    }

    /// Whether a statement is one by which the library orders threads.
    fn orders_threads(&self, site: Site) -> bool {
        let call = self.library.get(&self.thread);
        call.is_some_and(|(_, name)| is_about_order(name)) && self.is_model(site.function)
    }

    fn is_model(&self, function: FuncId) -> bool {
        let function = self.program.functions.get(function);
        function.is_some_and(|function| function.model)
    }

    fn returned(&mut self, frame: u64, site: Site) {
        let mut held = None;
        if let Some(Terminator::Return(Some(value))) = self.terminator(site) {
            held = self.input_of(frame, value);
        }
        let results = self.results.entry(self.thread).or_default();
        if let Some((caller, Some(dst))) = results.pop() {
            self.hold(caller, dst, held);
        }
        self.forget(frame);
    }

    /// An activation has ended by an exception.
    fn left(&mut self, frame: u64) {
        self.results.entry(self.thread).or_default().pop();
        self.forget(frame);
    }

    fn forget(&mut self, frame: u64) {
        self.held.retain(|(of, _), _| *of != frame);
        self.library.retain(|_, (of, _)| *of != frame);
        self.interrupted.remove(&frame);
        self.calls.left(self.thread, frame);
        self.story.left(self.thread, frame);
    }

    /// Shows that a handler runs, at the place that it interrupts.
    fn interrupt(&mut self, frame: u64, site: Site, handler: &Arc<str>) {
        let at = self.interrupted.get(&frame).copied().unwrap_or(site);
        let handler = Target::Function(handler.clone());
        self.push(at, StepKind::Interrupt, handler, None, Origin::Program);
    }

    fn input(&mut self, frame: u64, site: Site, source: &InputSource, value: &Bv) {
        if let InputSource::Interrupt(handler) = source {
            if !value.is_zero() {
                self.interrupt(frame, site, handler);
            }
            return;
        }
        let receiver = if self.started {
            match self.statement(site) {
                Some(kind) => kind.defines(),
                None => self.terminator(site).and_then(Terminator::defines),
            }
        } else {
            let function = &self.program.functions[site.function];
            let param = function.params.get(self.parameters).copied();
            self.parameters += 1;
            param
        };
        // Values that the compiler leaves undefined, and unused results, mean nothing in the
        // source.
        let meaningless = matches!(
            source,
            InputSource::Undefined | InputSource::Known | InputSource::Goal(_)
        );
        if meaningless || receiver.is_none() {
            return;
        }
        let text = match receiver.and_then(|temp| self.float_kind(site, temp)) {
            Some(kind) => number(self.program, kind, value),
            None => untyped(value),
        };
        let shown = Shown {
            text,
            ctype: CTypeTable::UNKNOWN,
            bits: Some(value.clone()),
        };
        let (from, origin) = (source.clone(), Origin::Input(source.clone()));
        self.push(
            site,
            StepKind::Input,
            Target::Source(from),
            Some(shown),
            origin,
        );
        if let Some(temp) = receiver {
            let held = Held {
                number: self.made,
                width: value.width(),
            };
            self.hold(frame, temp, Some(held));
        }
    }

    /// The format of a temporary that holds a number.
    fn float_kind(&self, site: Site, temp: TempId) -> Option<FloatKind> {
        let function = self.program.functions.get(site.function)?;
        match self.program.types.lookup(function.temps.get(temp)?.ty)? {
            Type::Float(kind) => Some(*kind),
            Type::Void
            | Type::Int(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => None,
        }
    }

    /// The parts of an object that a range of bytes touches, with their contents.
    fn parts(&self, memory: &Memory, object: u64, offset: u64, len: u64) -> Vec<Before> {
        let named = self.objects.named(self.program, memory, object);
        let Some(named) = named.filter(Named::is_of_source) else {
            return Vec::new();
        };
        let start = offset.saturating_mul(8);
        let end = offset.saturating_add(len).saturating_mul(8);
        let found = if len > 1 && self.holds_text(&named) {
            Some(Vec::new())
        } else if named.elements {
            self.element_leaves(&named, start, end)
        } else {
            leaves(self.program, named.ctype, start, end, PARTS)
        };
        let found = match found {
            Some(found) if !found.is_empty() => found,
            Some(_) | None => vec![Leaf {
                path: Vec::new(),
                ctype: CTypeTable::UNKNOWN,
                bit_offset: start,
                bits: end - start,
                text: self.holds_text(&named) && len > 1,
            }],
        };
        let size = memory.object(object).map_or(0, |object| object.size);
        let parts = found.into_iter().map(|leaf| Before {
            target: match self.holds_text(&named) {
                true => text_target(&named.name, &leaf, size),
                false => target(&named.name, &leaf, size),
            },
            raw: raw(memory, object, leaf.bit_offset, leaf.bits),
            leaf,
        });
        parts.collect()
    }

    /// Bytes of an object as a programmer names them.
    pub(crate) fn accessed(&self, memory: &Memory, access: &Access) -> String {
        let parts = self.parts(memory, access.object, access.offset, access.len);
        match parts.as_slice() {
            [] => "memory".to_owned(),
            [part] => part.target.to_string(),
            [first, .., last] => format!("{} to {}", first.target, last.target),
        }
    }

    /// Whether an object is an array of characters.
    fn holds_text(&self, named: &Named) -> bool {
        let elem = match self.program.ctypes.resolve(named.ctype) {
            CType::Array { elem, .. } if !named.elements => *elem,
            _ if named.elements => named.ctype,
            _ => return false,
        };
        matches!(self.program.ctypes.resolve(elem), CType::Char { .. })
    }

    fn element_leaves(&self, named: &Named, start: u64, end: u64) -> Option<Vec<Leaf>> {
        let stride = ctype_bits(self.program, named.ctype)?.max(1);
        let mut all = Vec::new();
        for index in start / stride..end.div_ceil(stride) {
            let at = index * stride;
            let (from, to) = (start.max(at) - at, end.min(at + stride) - at);
            let limit = PARTS.checked_sub(all.len())?;
            for leaf in leaves(self.program, named.ctype, from, to, limit)? {
                all.push(Leaf {
                    path: [vec![Part::Index(index)], leaf.path].concat(),
                    bit_offset: at + leaf.bit_offset,
                    ..leaf
                });
            }
        }
        Some(all)
    }

    fn written(&mut self, context: &Context<'_>, object: u64) {
        let before = std::mem::take(&mut self.before);
        let statement = self.statement(context.site);
        let mut held = None;
        if let Some(StmtKind::Store { value, .. }) = statement {
            held = self.input_of(context.frame, value);
        }
        let mut outside = None;
        if let Some(StmtKind::MemHavoc { source, .. }) = statement {
            outside = Some(source.clone());
        }
        let alone = before.len() == 1;
        for part in before {
            let leaf = &part.leaf;
            let now = raw(context.memory, object, leaf.bit_offset, leaf.bits);
            if self.is_table(&now) {
                continue;
            }
            if !alone && now == part.raw {
                continue;
            }
            self.learn(context.memory, leaf, &now);
            let value = self.formatted(context.memory, leaf, &now);
            if let Some(held) = held
                && alone
                && u64::from(held.width) == leaf.bits
                && let Some(step) = self.step_mut(held.number)
            {
                step.value = Some(value.clone());
            }
            let source = match held.filter(|_| alone) {
                Some(held) => self.source_of(held),
                None => outside.clone(),
            };
            let origin = source.map_or(Origin::Program, Origin::Input);
            let kind = StepKind::Assignment;
            let target = Target::Object(part.target);
            self.push(context.site, kind, target, Some(value), origin);
        }
    }

    /// Whether a value leads to a table of virtual functions, which no source names.
    fn is_table(&self, value: &Raw) -> bool {
        let Raw::Pointer(pointer) = value else {
            return false;
        };
        let Base::Object(object) = pointer.base else {
            return false;
        };
        let id = u32::try_from(object).ok().map(GlobalId);
        let global = id.and_then(|id| self.program.globals.get(id));
        global.is_some_and(|global| TABLES.iter().any(|start| global.name.starts_with(start)))
    }

    /// What was stored earlier has reached memory. If nothing is shown in between, nobody can tell.
    fn committed(&mut self, context: &Context<'_>, object: u64, (offset, len): (u64, u64)) {
        for part in self.parts(context.memory, object, offset, len) {
            let target = Target::Object(part.target);
            let shown = |step: &&Step| match step.kind {
                StepKind::Expire | StepKind::Call => false,
                StepKind::Assignment
                | StepKind::Create
                | StepKind::Interrupt
                | StepKind::Lock
                | StepKind::Unlock
                | StepKind::Sync
                | StepKind::Input
                | StepKind::Uninitialised
                | StepKind::Commit
                | StepKind::Free => true,
            };
            let at_once = self.steps.iter().rev().find(shown).is_some_and(|step| {
                step.kind == StepKind::Assignment
                    && step.thread == context.thread
                    && step.target == target
            });
            if !at_once {
                let value = self.formatted(context.memory, &part.leaf, &part.raw);
                let kind = StepKind::Commit;
                self.push(context.site, kind, target, Some(value), Origin::Program);
            }
        }
    }

    /// A typed pointer to the start of an allocation determines the type of its contents.
    fn learn(&mut self, memory: &Memory, leaf: &Leaf, now: &Raw) {
        if let Raw::Pointer(pointer) = now
            && let Base::Object(object) = pointer.base
            && pointer.offset == 0
            && let CType::Pointer(pointee) = self.program.ctypes.resolve(leaf.ctype)
            && memory.object(object).is_some()
        {
            self.objects.pointed_to(self.program, object, *pointee);
        }
    }

    fn formatted(&self, memory: &Memory, leaf: &Leaf, now: &Raw) -> Shown {
        Shown {
            text: self.value_text(memory, leaf, now),
            ctype: leaf.ctype,
            bits: match now {
                Raw::Bits(bits) => Some(bits.clone()),
                Raw::Pointer(_) | Raw::Unknown => None,
            },
        }
    }

    fn value_text(&self, memory: &Memory, leaf: &Leaf, now: &Raw) -> String {
        if leaf.bits > 128 || leaf.text {
            return match now {
                Raw::Bits(bits) if leaf.text => text(bits),
                Raw::Bits(_) | Raw::Pointer(_) | Raw::Unknown => "{...}".to_owned(),
            };
        }
        let names = Names {
            program: self.program,
            memory,
            objects: &self.objects,
        };
        format(self.program, leaf.ctype, now, &names)
    }

    /// A byte was read before it was written: one state for the whole part it belongs to.
    fn uninitialised(&mut self, context: &Context<'_>, object: u64, offset: u64) {
        let parts = self.parts(context.memory, object, offset, 1);
        let Some(part) = parts.into_iter().next() else {
            return;
        };
        let key = (object, part.leaf.bit_offset);
        let value = self.formatted(context.memory, &part.leaf, &part.raw);
        if self.settled == Some(key)
            && let Some(step) = self.steps.last_mut()
        {
            step.value = Some(value);
            return;
        }
        self.settled = Some(key);
        let kind = StepKind::Uninitialised;
        let target = Target::Object(part.target);
        let origin = Origin::Uninitialised;
        self.push(context.site, kind, target, Some(value), origin);
    }

    fn ended(&mut self, context: &Context<'_>, object: u64, kind: StepKind) {
        let named = self.objects.named(self.program, context.memory, object);
        if let Some(named) = named.filter(Named::is_of_source) {
            let target = Target::Object(AccessPath {
                object: named.name,
                parts: Vec::new(),
            });
            self.push(context.site, kind, target, None, Origin::Program);
        }
    }
}

/// Whether a part of an object is one that only the library has a name for.
fn is_inside(target: &Target) -> bool {
    let Target::Object(path) = target else {
        return false;
    };
    let mut parts = path.parts.iter();
    parts.any(|part| matches!(part, Part::Member(name) if name.starts_with('_')))
}

impl Observer for Collector<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        let (frame, site) = (context.frame, context.site);
        self.thread = context.thread;
        self.frame = frame;
        self.log.event(event, context);
        self.threads.event(event, context);
        match event {
            Event::Step => {
                self.started = true;
                self.last.insert(context.thread, (frame, site));
                self.branches(frame, site);
                self.show_containers(context);
                self.about_to(frame, site);
            }
            Event::Call {
                callee,
                frame: inner,
                args,
            } => {
                self.active(callee, inner, site, args);
                self.called(frame, site, callee, inner);
                self.entered(callee, args, context.memory);
            }
            Event::Unwind => {
                self.throws(context);
                self.left(frame);
            }
            Event::Return { value } => {
                self.returned(frame, site);
                self.synchronised(value, context);
            }
            Event::Spawn { thread, callee, .. } => self.spawned(thread, callee, site),
            Event::Race { own, other } => {
                self.raced(own, other, context.memory);
                self.tell_calls(context.memory);
            }
            Event::Alloc { object } => {
                self.objects.allocated(object);
                self.fates(context, object, Fate::Allocated);
            }
            Event::Free { object } => {
                self.fates(context, object, Fate::Freed);
                self.ended(context, object, StepKind::Free);
            }
            Event::Dead { object } => {
                self.containers.remove(&object);
                self.fates(context, object, Fate::Expired);
                self.ended(context, object, StepKind::Expire);
            }
            Event::Declare { object } => self.declared(context.memory, object),
            Event::Nondet { source, value } => self.input(frame, site, source, value),
            Event::Uninitialised { object, offset, .. } => {
                self.own = self.is_own(context.memory, object);
                self.uninitialised(context, object, offset);
            }
            Event::Write {
                object,
                offset,
                len,
            } => self.before = self.parts(context.memory, object, offset, len),
            Event::Written { object, .. } => {
                self.own = self.is_own(context.memory, object);
                self.written(context, object);
                self.changes(context);
            }
            Event::Committed {
                object,
                offset,
                len,
            } => self.committed(context, object, (offset, len)),
            Event::Violated {
                parts,
                activations,
                lost,
            } => {
                let told = violated::Told {
                    parts,
                    activations,
                    lost,
                };
                self.violated(&told, context);
            }
            Event::Read { .. } | Event::Inspect { .. } | Event::EndThread { .. } => {}
        }
    }
}
