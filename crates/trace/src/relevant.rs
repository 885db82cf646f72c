//! Which states are relevant to the end of an execution: a dynamic backward slice.
//!
//! While the execution runs, a [`Log`] records the reads, writes, queries and calls of every
//! statement. Going backwards from the last statement, a statement is relevant if it set a
//! temporary or a byte that is needed later, started or ended the lifetime of an object whose
//! lifetime was queried, decided by a branch that a relevant statement was executed, or called the
//! function of one. (Korel and Laski, "Dynamic program slicing", with dynamic control dependence.)
//!
//! Where an object was not freed, all statements that free matter: one of them may have freed nothing.
//!
//! In a race or deadlock, the last statement of every thread counts. With several threads, all that is
//! written to objects that matter or that several threads access is shown, because what is overwritten, and
//! in which order, matters, too.
//!
//! A log that grows too long is abandoned, and then everything counts as relevant.

use cassay_interp::{Context, Event, Site};
use cassay_ir::control::ControlDependence;
use cassay_ir::sharing::can_wait;
use cassay_ir::{
    Block, CallTarget, Expr, FuncId, Program, PropertyClass, START, StmtKind, TempId, Terminator,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The number of entries after which a log is abandoned.
const LIMIT: usize = 2_000_000;

#[derive(Clone, Copy, Debug)]
enum Entry {
    /// A statement or terminator; the entries up to the next one belong to it.
    Step {
        thread: u32,
        frame: u64,
        site: Site,
    },
    Read(u64, u64, u64),
    Write(u64, u64, u64),
    Inspect(u64),
    Begin(u64),
    End(u64),
    Call {
        callee: FuncId,
        frame: u64,
    },
    /// A thread was started; the entry for its first activation follows.
    Spawn,
    Shown(usize),
}

/// The log of an execution, as far as the slice needs it.
#[derive(Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    given_up: bool,
}

impl Log {
    fn push(&mut self, entry: Entry) {
        if self.given_up {
            return;
        }
        if self.entries.len() >= LIMIT {
            self.given_up = true;
            self.entries = Vec::new();
            return;
        }
        self.entries.push(entry);
    }

    /// Writes down an event.
    pub(crate) fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        match event {
            Event::Step => self.push(Entry::Step {
                thread: context.thread,
                frame: context.frame,
                site: context.site,
            }),
            Event::Call { callee, frame, .. } => self.push(Entry::Call { callee, frame }),
            Event::Declare { object } | Event::Alloc { object } => self.push(Entry::Begin(object)),
            Event::Dead { object } | Event::Free { object } => self.push(Entry::End(object)),
            Event::Read {
                object,
                offset,
                len,
            } => self.push(Entry::Read(object, offset, len)),
            Event::Written {
                object,
                offset,
                len,
            } => self.push(Entry::Write(object, offset, len)),
            Event::Inspect { object } => self.push(Entry::Inspect(object)),
            Event::Spawn { callee, frame, .. } => {
                self.push(Entry::Spawn);
                self.push(Entry::Call { callee, frame });
            }
            Event::EndThread { .. }
            | Event::Violated { .. }
            | Event::Race { .. }
            | Event::Return { .. }
            | Event::Unwind
            | Event::Nondet { .. }
            | Event::Uninitialised { .. }
            | Event::Committed { .. }
            | Event::Write { .. } => {}
        }
    }

    /// The statement being executed shows the state of this number.
    pub(crate) fn shows(&mut self, number: usize) {
        self.push(Entry::Shown(number));
    }

    /// The numbers of the states that are relevant to the last statement, or to the last one of each
    /// thread; `None` if the log was abandoned.
    pub(crate) fn slice(&self, program: &Program, of_each: bool) -> Option<HashSet<usize>> {
        self.slice_from(program, of_each, false)
    }

    /// The same, and of what decided a branch of the user's functions: what these do not execute may matter,
    /// such as the write that a variable never got.
    pub(crate) fn path(&self, program: &Program, of_each: bool) -> Option<HashSet<usize>> {
        self.slice_from(program, of_each, true)
    }

    fn slice_from(
        &self,
        program: &Program,
        of_each: bool,
        branches: bool,
    ) -> Option<HashSet<usize>> {
        if self.given_up {
            return None;
        }
        let mut slicer = Slicer::new(program);
        slicer.branches = branches;
        slicer.callers(&self.entries);
        let mut end = self.entries.len();
        let mut met = HashSet::new();
        for start in (0..self.entries.len()).rev() {
            if let Entry::Step {
                thread,
                frame,
                site,
            } = self.entries[start]
            {
                let last = (met.is_empty() || of_each) && met.insert(thread);
                slicer.group(frame, site, &self.entries[start + 1..end], last);
                end = start;
            }
        }
        Some(slicer.shown)
    }
}

/// Sets of bytes of objects.
#[derive(Default)]
struct Bytes {
    ranges: BTreeMap<u64, BTreeMap<u64, u64>>,
}

impl Bytes {
    fn add(&mut self, object: u64, start: u64, end: u64) {
        if start >= end {
            return;
        }
        let (mut start, mut end) = (start, end);
        let ranges = self.ranges.entry(object).or_default();
        let touching: Vec<(u64, u64)> = ranges
            .range(..=end)
            .rev()
            .take_while(|(_, stop)| **stop >= start)
            .map(|(a, b)| (*a, *b))
            .collect();
        for (a, b) in touching {
            ranges.remove(&a);
            start = start.min(a);
            end = end.max(b);
        }
        ranges.insert(start, end);
    }

    /// Removes a range; returns whether any of it was in the set.
    fn remove(&mut self, object: u64, start: u64, end: u64) -> bool {
        let Some(ranges) = self.ranges.get_mut(&object) else {
            return false;
        };
        let overlapping: Vec<(u64, u64)> = ranges
            .range(..end)
            .rev()
            .take_while(|(_, stop)| **stop > start)
            .map(|(a, b)| (*a, *b))
            .collect();
        for (a, b) in &overlapping {
            ranges.remove(a);
            if *a < start {
                ranges.insert(*a, start);
            }
            if end < *b {
                ranges.insert(end, *b);
            }
        }
        !overlapping.is_empty()
    }
}

/// The call site of an activation.
#[derive(Clone, Copy)]
struct Caller {
    frame: u64,
    result: Option<TempId>,
}

struct Slicer<'p> {
    program: &'p Program,
    control: HashMap<FuncId, ControlDependence>,
    callers: HashMap<u64, Caller>,
    temps: HashSet<(u64, TempId)>,
    bytes: Bytes,
    lives: BTreeSet<u64>,
    /// Blocks of activations with relevant statements whose deciding branch was not reached yet.
    undecided: HashMap<u64, BTreeSet<cassay_ir::BlockId>>,
    /// Activations with relevant statements.
    frames: HashSet<u64>,
    /// If there are several threads, objects that more than one accesses and those of which something
    /// is needed.
    objects: Option<HashSet<u64>>,
    /// Whether the result of a thread is needed.
    results: bool,
    /// The first activations of threads.
    starts: HashSet<u64>,
    /// Whether every branch of the user's functions matters.
    branches: bool,
    /// Whether every statement that frees an object matters.
    frees: bool,
    shown: HashSet<usize>,
}

impl<'p> Slicer<'p> {
    fn new(program: &'p Program) -> Self {
        Slicer {
            program,
            control: HashMap::new(),
            callers: HashMap::new(),
            temps: HashSet::new(),
            bytes: Bytes::default(),
            lives: BTreeSet::new(),
            undecided: HashMap::new(),
            frames: HashSet::new(),
            objects: None,
            results: false,
            starts: HashSet::new(),
            branches: false,
            frees: false,
            shown: HashSet::new(),
        }
    }

    fn callers(&mut self, entries: &[Entry]) {
        let mut current = None;
        let mut starts = false;
        let (mut thread, mut users) = (0, HashMap::new());
        for entry in entries {
            match entry {
                Entry::Step {
                    thread: acts,
                    frame,
                    site,
                } => {
                    current = Some((*frame, *site));
                    thread = *acts;
                }
                Entry::Spawn => {
                    starts = true;
                    self.objects.get_or_insert_default();
                }
                Entry::Read(object, _, _) | Entry::Write(object, _, _) => {
                    let first = *users.entry(*object).or_insert(thread);
                    if let Some(objects) = self.objects.as_mut().filter(|_| first != thread) {
                        objects.insert(*object);
                    }
                }
                Entry::Call { frame, .. } => {
                    if let Some((caller, site)) = current {
                        // What a thread returns goes to whoever joins it.
                        let result = match std::mem::take(&mut starts) {
                            true => {
                                self.starts.insert(*frame);
                                None
                            }
                            false => self.called(site).and_then(|(dst, _, _)| dst),
                        };
                        let caller = Caller {
                            frame: caller,
                            result,
                        };
                        self.callers.insert(*frame, caller);
                    }
                }
                Entry::Inspect(_) | Entry::Begin(_) | Entry::End(_) | Entry::Shown(_) => {}
            }
        }
    }

    fn block(&self, site: Site) -> Option<&'p Block> {
        let function = self.program.functions.get(site.function)?;
        function.blocks.get(site.block)
    }

    fn called(&self, site: Site) -> Option<(Option<TempId>, &'p CallTarget, &'p [Expr])> {
        let call = self.block(site)?.call(site.stmt)?;
        Some((call.dst, call.target, call.args))
    }

    /// Processes one executed statement; everything after it is already processed.
    fn group(&mut self, frame: u64, site: Site, details: &[Entry], last: bool) {
        let entered = details.iter().find_map(|entry| match entry {
            Entry::Call { callee, frame } => Some((*callee, *frame)),
            Entry::Step { .. }
            | Entry::Read(..)
            | Entry::Write(..)
            | Entry::Inspect(_)
            | Entry::Begin(_)
            | Entry::End(_)
            | Entry::Spawn
            | Entry::Shown(_) => None,
        });
        if let Some((callee, inner)) = entered {
            self.call(frame, site, callee, inner, details);
            return;
        }
        let mut matters = last;
        for entry in details {
            match entry {
                Entry::Write(object, offset, len) => {
                    matters |= self.bytes.remove(*object, *offset, offset + len);
                }
                Entry::Begin(object) => matters |= self.lives.remove(object),
                Entry::End(object) => matters |= self.lives.contains(object),
                Entry::Step { .. }
                | Entry::Read(..)
                | Entry::Inspect(_)
                | Entry::Call { .. }
                | Entry::Spawn
                | Entry::Shown(_) => {}
            }
        }
        if last {
            self.frees |= self.is_about_leaks(site);
        }
        matters |= self.frees && self.is_free(site);
        matters |= self.sets_needed_temp(frame, site);
        matters |= self.decides(frame, site);
        matters |= self.branches && self.is_branch_of_user(site);
        if matters {
            self.matter(frame, site, details);
        } else if self.writes_needed_object(details) {
            self.show(details);
        }
    }

    /// Whether a statement writes to an object of which another part, or a later value, matters.
    fn writes_needed_object(&self, details: &[Entry]) -> bool {
        let Some(objects) = &self.objects else {
            return false;
        };
        details.iter().any(|entry| match entry {
            Entry::Write(object, _, _) => objects.contains(object),
            Entry::Step { .. }
            | Entry::Read(..)
            | Entry::Inspect(_)
            | Entry::Begin(_)
            | Entry::End(_)
            | Entry::Call { .. }
            | Entry::Spawn
            | Entry::Shown(_) => false,
        })
    }

    fn show(&mut self, details: &[Entry]) {
        for entry in details {
            if let Entry::Shown(number) = entry {
                self.shown.insert(*number);
            }
        }
    }

    fn sets_needed_temp(&mut self, frame: u64, site: Site) -> bool {
        let Some(block) = self.block(site) else {
            return false;
        };
        let (defined, returns) = match block.stmts.get(site.stmt) {
            Some(stmt) => (stmt.kind.defines(), false),
            None => (
                block.terminator.defines(),
                matches!(block.terminator, Terminator::Return(_)),
            ),
        };
        let mut needed = defined.is_some_and(|temp| self.temps.remove(&(frame, temp)));
        let stmt = block.stmts.get(site.stmt).map(|stmt| &stmt.kind);
        self.results |= needed && stmt.is_some_and(can_wait);
        let leaves = stmt.is_some_and(|kind| matches!(kind, StmtKind::EndThread(_)));
        needed |= self.results && (leaves || returns && self.starts.contains(&frame));
        if returns
            && let Some(Caller {
                frame: caller,
                result: Some(result),
            }) = self.callers.get(&frame).copied()
        {
            needed |= self.temps.remove(&(caller, result));
        }
        needed
    }

    /// Whether this is the terminator that decided that a relevant statement ran.
    fn decides(&mut self, frame: u64, site: Site) -> bool {
        let Some(block) = self.block(site) else {
            return false;
        };
        if site.stmt < block.stmts.len() {
            return false;
        }
        let Some(waiting) = self.undecided.get_mut(&frame) else {
            return false;
        };
        let control = self.control.entry(site.function);
        let function = &self.program.functions[site.function];
        let control = control.or_insert_with(|| ControlDependence::new(function));
        let before = waiting.len();
        waiting.retain(|block| !control.decides(site.block, *block));
        waiting.len() < before
    }

    /// Whether a statement claims that objects are freed.
    fn is_about_leaks(&self, site: Site) -> bool {
        let stmt = self.block(site).and_then(|b| b.stmts.get(site.stmt));
        let Some(StmtKind::Assert { property, .. }) = stmt.map(|stmt| &stmt.kind) else {
            return false;
        };
        let classes = [PropertyClass::MemoryCleanup, PropertyClass::MemoryLeak];
        classes.contains(&property.class)
    }

    fn is_free(&self, site: Site) -> bool {
        let stmt = self.block(site).and_then(|b| b.stmts.get(site.stmt));
        stmt.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Free(_)))
    }

    /// Whether this is a place in the user's functions where execution goes one of several ways.
    fn is_branch_of_user(&self, site: Site) -> bool {
        let Some(block) = self.block(site) else {
            return false;
        };
        let function = &self.program.functions[site.function];
        let of_user = !function.model && &*function.name != START;
        if !of_user || site.stmt < block.stmts.len() {
            return false;
        }
        let mut ways = 0;
        block.terminator.successors(|_| ways += 1);
        ways > 1
    }

    fn matter(&mut self, frame: u64, site: Site, details: &[Entry]) {
        self.run(frame, site);
        // A state after the end of an object's lifetime shows only that end.
        let mut ended = None;
        for entry in details {
            match entry {
                Entry::Read(object, offset, len) => {
                    self.bytes.add(*object, *offset, offset + len);
                    if let Some(objects) = &mut self.objects {
                        objects.insert(*object);
                    }
                }
                Entry::Inspect(object) => {
                    self.lives.insert(*object);
                }
                Entry::End(object) => ended = Some(*object),
                Entry::Shown(number) => {
                    if ended.is_none_or(|object| self.lives.contains(&object)) {
                        self.shown.insert(*number);
                    }
                }
                Entry::Step { .. }
                | Entry::Write(..)
                | Entry::Begin(_)
                | Entry::Call { .. }
                | Entry::Spawn => {}
            }
        }
        let Some(block) = self.block(site) else {
            return;
        };
        match block.stmts.get(site.stmt) {
            Some(stmt) => stmt.kind.expressions(|expr| self.need(frame, expr)),
            None => {
                let terminator = &block.terminator;
                terminator.expressions(|expr| self.need(frame, expr));
            }
        }
    }

    /// Records that the execution of a statement of the activation is relevant.
    fn run(&mut self, frame: u64, site: Site) {
        self.frames.insert(frame);
        self.undecided.entry(frame).or_default().insert(site.block);
    }

    fn call(&mut self, frame: u64, site: Site, callee: FuncId, inner: u64, details: &[Entry]) {
        let Some((_, target, args)) = self.called(site) else {
            return;
        };
        let body = &self.program.functions[callee];
        for (param, arg) in body.params.iter().zip(args) {
            if self.temps.remove(&(inner, *param)) {
                self.need(frame, arg);
                self.frames.insert(inner);
            }
        }
        if self.frames.remove(&inner) {
            self.run(frame, site);
            target.expressions(|pointer| self.need(frame, pointer));
            self.show(details);
        }
        self.undecided.remove(&inner);
    }

    fn need(&mut self, frame: u64, expr: &Expr) {
        if let Expr::Temp(temp) = expr {
            self.temps.insert((frame, *temp));
        }
        expr.operands(|operand| self.need(frame, operand));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_ranges_join_split_and_report_overlap() {
        let mut bytes = Bytes::default();
        bytes.add(1, 0, 4);
        bytes.add(1, 4, 8);
        bytes.add(1, 12, 16);
        assert_eq!(bytes.ranges[&1], BTreeMap::from([(0, 8), (12, 16)]));
        assert!(!bytes.remove(1, 8, 12));
        assert!(!bytes.remove(2, 0, 100));
        assert!(bytes.remove(1, 2, 13));
        assert_eq!(bytes.ranges[&1], BTreeMap::from([(0, 2), (13, 16)]));
        bytes.add(1, 1, 14);
        assert_eq!(bytes.ranges[&1], BTreeMap::from([(0, 16)]));
    }
}
