//! Critical sections that can be executed as atomic ones.
//!
//! Between the lock of a mutex and the next release a thread does nothing that could be told apart if it
//! happened at the moment of the release: none of its accesses can happen at the same time as one of
//! another thread that conflicts with it. Whatever other threads do meanwhile can be done before
//! (Lipton, "Reduction", 1975: taking a lock commutes with what others do next, releasing it with what
//! they did last, and the rest with both). A section that is not finished has only effects that
//! nobody else sees, so that claims are violated in the reduced program if they are in the other.
//!
//! A section begins at a call that locks a mutex and ends at every release that can come next, all in
//! one function. In between nothing is locked, waited for, created, joined or freed.

use crate::context::{ContextId, Place};
use crate::locks::{Kind, Operation, operation};
use crate::pairs::{Met, Pairs};
use crate::value::Mode;
use cassay_effects::Target;
use cassay_ir::{
    Block, BlockId, CallTarget, Expr, FuncId, Function, MemoryPredicate, Program, StmtKind,
    Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most pairs of accesses that are compared.
const PAIRS: usize = 20_000_000;

/// A statement of the program.
pub type Site = (FuncId, BlockId, usize);

/// Where atomic sections can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sections {
    /// The calls before which they begin.
    pub begins: BTreeSet<Site>,
    /// The calls behind which they end.
    pub ends: BTreeSet<Site>,
}

impl Sections {
    /// Marks them in the program that they were found in.
    pub fn mark(&self, program: &mut Program) {
        for id in program.functions.ids() {
            let blocks = &mut program.functions[id].blocks;
            for block in blocks.ids() {
                let contents = &mut blocks[block];
                for index in (0..contents.stmts.len()).rev() {
                    let mut marked = contents.stmts[index].clone();
                    if self.ends.contains(&(id, block, index)) {
                        marked.kind = StmtKind::AtomicEnd;
                        contents.stmts.insert(index + 1, marked);
                    } else if self.begins.contains(&(id, block, index)) {
                        marked.kind = StmtKind::AtomicBegin;
                        contents.stmts.insert(index, marked);
                    }
                }
            }
        }
    }
}

/// Whether a claim is about what threads do at the same time, or about what is left at the end.
pub(crate) fn claims_more_than_values(program: &Program) -> bool {
    let functions = program.functions.iter();
    let mut statements = functions.flat_map(|function| function.statements());
    statements.any(|stmt| match &stmt.kind {
        StmtKind::Assert { cond, .. } => cond.parts().any(is_about_more),
        StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Assume(_)
        | StmtKind::Wait { .. }
        | StmtKind::Hold { .. }
        | StmtKind::Havoc { .. }
        | StmtKind::Declare(_)
        | StmtKind::Dead(_)
        | StmtKind::Alloc { .. }
        | StmtKind::Free(_)
        | StmtKind::EndStack(_)
        | StmtKind::MemCopy { .. }
        | StmtKind::MemSet { .. }
        | StmtKind::MemHavoc { .. }
        | StmtKind::Seal(_)
        | StmtKind::Call { .. }
        | StmtKind::Spawn { .. }
        | StmtKind::Join { .. }
        | StmtKind::EndThread(_)
        | StmtKind::AtomicBegin
        | StmtKind::AtomicEnd
        | StmtKind::Fence(_)
        | StmtKind::Unsupported(_) => false,
    })
}

fn is_about_more(expr: &Expr) -> bool {
    match expr {
        Expr::Heap(_) | Expr::Progress => true,
        Expr::Memory(predicate, _, _) => match predicate {
            MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => true,
            MemoryPredicate::NotNull
            | MemoryPredicate::IsObject
            | MemoryPredicate::NotFreed
            | MemoryPredicate::NotExpired
            | MemoryPredicate::InBounds
            | MemoryPredicate::Writable
            | MemoryPredicate::Freeable
            | MemoryPredicate::OfFamily
            | MemoryPredicate::NotDoublyFreed
            | MemoryPredicate::IsFunction
            | MemoryPredicate::Aligned => false,
        },
        Expr::AddrOf(_)
        | Expr::Int(_)
        | Expr::Float(_, _)
        | Expr::Null
        | Expr::Undef(_)
        | Expr::Temp(_)
        | Expr::FuncAddr(_)
        | Expr::PtrAdd(_, _)
        | Expr::Unary(_, _)
        | Expr::Binary(_, _, _)
        | Expr::Compare(_, _, _)
        | Expr::Overflow(_, _, _)
        | Expr::Cast(_, _, _)
        | Expr::Select(_, _, _)
        | Expr::Aggregate(_, _)
        | Expr::Component(_, _)
        | Expr::WithComponent(_, _, _)
        | Expr::FloatNeg(_)
        | Expr::FloatArith(_, _, _)
        | Expr::FloatCompare(_, _, _)
        | Expr::Extent(_, _)
        | Expr::Initialised(_, _) => false,
    }
}

/// A section that begins at a call.
struct Section {
    begin: Site,
    ends: BTreeSet<Place>,
    /// The statements between, with the calls that they make.
    inside: BTreeSet<Place>,
    /// The blocks whose starts are inside.
    starts: BTreeSet<BlockId>,
}

/// Finds the sections, given the accesses of all threads.
pub(crate) fn find(
    program: &Program,
    pairs: &Pairs<'_, '_>,
    escaping: &BTreeSet<Target>,
) -> Sections {
    let walk = pairs.walk();
    if walk.peeks || !walk.damages.is_empty() || pairs.some_lock_is_broken() {
        return Sections::default();
    }
    let mut quiet = Quiet {
        program,
        escaping,
        known: BTreeMap::new(),
    };
    let mut sections: Vec<Section> = Vec::new();
    for (id, function) in program.functions.iter_enumerated() {
        if function.model {
            continue;
        }
        let mut found = Vec::new();
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                if lock_call(program, &stmt.kind) == Some(Operation::Take(Mode::Exclusive)) {
                    found.extend(quiet.section((id, block, index)));
                }
            }
        }
        keep_closed(function, &mut found);
        sections.extend(found);
    }
    keep_apart(pairs, &mut sections);
    // What ends two sections ends none if one of them is dropped.
    for (id, function) in program.functions.iter_enumerated() {
        let (mut here, rest): (Vec<Section>, Vec<Section>) = sections
            .into_iter()
            .partition(|section| section.begin.0 == id);
        keep_closed(function, &mut here);
        sections = rest;
        sections.extend(here);
    }
    let mut made = Sections::default();
    for section in sections {
        let function = section.begin.0;
        made.begins.insert(section.begin);
        let ends = section.ends.iter();
        made.ends
            .extend(ends.map(|(block, index)| (function, *block, *index)));
    }
    made
}

/// Whether the program itself, not a model, locks a mutex.
pub(crate) fn locks_something(program: &Program) -> bool {
    let functions = program.functions.iter().filter(|function| !function.model);
    let mut statements = functions.flat_map(|function| function.statements());
    statements.any(|stmt| lock_call(program, &stmt.kind) == Some(Operation::Take(Mode::Exclusive)))
}

/// What a call does with a mutex.
fn lock_call(program: &Program, kind: &StmtKind) -> Option<Operation> {
    let CallTarget::Direct(callee) = kind.call()?.target else {
        return None;
    };
    match operation(&program.functions[*callee])? {
        (Kind::Mutex, operation) => Some(operation),
        (Kind::ReadWrite | Kind::Spin, _) => Some(Operation::Nothing),
    }
}

/// Drops sections that can be entered elsewhere than at their beginnings, or ended without being begun.
fn keep_closed(function: &Function, sections: &mut Vec<Section>) {
    loop {
        let mut inside: BTreeSet<BlockId> = BTreeSet::new();
        let mut leads: BTreeSet<(BlockId, BlockId)> = BTreeSet::new();
        for section in sections.iter() {
            inside.extend(&section.starts);
            for (block, contents) in function.blocks.iter_enumerated() {
                if section.runs_to_end(block, contents.stmts.len()) {
                    contents.terminator.successors(|next| {
                        leads.insert((block, next));
                    });
                }
            }
        }
        let mut bad: BTreeSet<BlockId> = BTreeSet::new();
        for (block, contents) in function.blocks.iter_enumerated() {
            contents.terminator.successors(|next| {
                if inside.contains(&next) && !leads.contains(&(block, next)) {
                    bad.insert(next);
                }
            });
        }
        bad.extend(
            [Function::ENTRY]
                .into_iter()
                .filter(|id| inside.contains(id)),
        );
        let before = sections.len();
        sections.retain(|section| section.starts.is_disjoint(&bad));
        // A statement inside of one section that another does not lead to is entered elsewhere.
        if sections.len() == before {
            return;
        }
    }
}

impl Section {
    /// Whether the end of a block is inside.
    fn runs_to_end(&self, block: BlockId, stmts: usize) -> bool {
        let here = |at: usize| self.ends.contains(&(block, at));
        let begin = (self.begin.1 == block).then_some(self.begin.2);
        let after = begin.map_or(0, |at| at + 1);
        let entered = self.starts.contains(&block) || begin.is_some();
        entered && !(after..stmts).any(here)
    }
}

/// Drops sections with an access that conflicts with one of another thread.
fn keep_apart(pairs: &Pairs<'_, '_>, sections: &mut Vec<Section>) {
    let mut bad: BTreeSet<usize> = BTreeSet::new();
    let mut compared = 0;
    for met in pairs.met() {
        let of = sections_of(pairs, met, sections);
        if of.is_empty() || of.iter().all(|number| bad.contains(number)) {
            continue;
        }
        compared += pairs.met().len();
        if compared > PAIRS || pairs.met().iter().any(|other| pairs.conflict(met, other)) {
            bad.extend(of);
        }
    }
    let mut number = 0;
    sections.retain(|_| {
        number += 1;
        !bad.contains(&(number - 1))
    });
}

/// The sections that an access happens in.
fn sections_of(pairs: &Pairs<'_, '_>, met: &Met<'_>, sections: &[Section]) -> BTreeSet<usize> {
    let contexts = &pairs.walk().contexts;
    let mut found = BTreeSet::new();
    let mut next: Option<(ContextId, Place)> = Some(met.place);
    while let Some((context, at)) = next {
        let function = contexts.function(context);
        for (number, section) in sections.iter().enumerate() {
            if section.begin.0 == function && section.inside.contains(&at) {
                found.insert(number);
            }
        }
        next = contexts.contexts[context].caller;
    }
    found
}

/// What functions do besides computing.
struct Quiet<'p> {
    program: &'p Program,
    escaping: &'p BTreeSet<Target>,
    known: BTreeMap<FuncId, bool>,
}

impl Quiet<'_> {
    /// The section that begins at a call, if it is one.
    fn section(&mut self, begin: Site) -> Option<Section> {
        let (id, first, index) = begin;
        let program = self.program;
        let function = &program.functions[id];
        let mut section = Section {
            begin,
            ends: BTreeSet::new(),
            inside: BTreeSet::new(),
            starts: BTreeSet::new(),
        };
        let mut todo = vec![(first, index + 1)];
        while let Some((block, from)) = todo.pop() {
            let contents = &function.blocks[block];
            let mut goes_on = true;
            for (index, stmt) in contents.stmts.iter().enumerate().skip(from) {
                if lock_call(program, &stmt.kind) == Some(Operation::Release) {
                    section.ends.insert((block, index));
                    goes_on = false;
                    break;
                }
                if !self.statement(id, &stmt.kind) {
                    return None;
                }
                section.inside.insert((block, index));
            }
            if !goes_on {
                continue;
            }
            match &contents.terminator {
                Terminator::Goto(_)
                | Terminator::Branch { .. }
                | Terminator::Switch { .. }
                | Terminator::Unreachable => {}
                Terminator::Return(_)
                | Terminator::Unwind(_)
                | Terminator::Invoke { .. }
                | Terminator::IndirectGoto { .. } => {
                    return None;
                }
            }
            contents.terminator.successors(|next| {
                if section.starts.insert(next) {
                    todo.push((next, 0));
                }
            });
        }
        Some(section)
    }

    /// Whether a statement of a function may be in a section.
    fn statement(&mut self, function: FuncId, kind: &StmtKind) -> bool {
        match kind {
            StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Alloc { .. }
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::Seal(_)
            | StmtKind::Hold { .. }
            | StmtKind::Fence(_)
            // It is reached in the reduced program, too, as a claim is.
            | StmtKind::Unsupported(_) => true,
            // One that begins before the lock is taken must not end behind it.
            StmtKind::AtomicBegin | StmtKind::AtomicEnd => self.has_whole_sections(function),
            StmtKind::Declare(local) | StmtKind::Dead(local) => {
                !self.escaping.contains(&Target::Local(function, *local))
            }
            StmtKind::Call { target, .. } => match target {
                CallTarget::Direct(callee) => self.is_quiet(*callee),
                CallTarget::Indirect(_) => false,
            },
            StmtKind::Wait { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Spawn { .. }
            | StmtKind::Join { .. }
            | StmtKind::EndThread(_) => false,
        }
    }

    /// Whether every atomic section of a function begins and ends in one block, or it is a model.
    fn has_whole_sections(&self, id: FuncId) -> bool {
        let function = &self.program.functions[id];
        let is_whole = |block: &Block| {
            let mut open = 0_u32;
            for stmt in &block.stmts {
                let takes = lock_call(self.program, &stmt.kind).is_some();
                if stmt.kind == StmtKind::AtomicBegin {
                    open += 1;
                } else if stmt.kind == StmtKind::AtomicEnd && open > 0 {
                    open -= 1;
                } else if stmt.kind == StmtKind::AtomicEnd || takes && open > 0 {
                    return false;
                }
            }
            open == 0
        };
        function.model || function.blocks.iter().all(is_whole)
    }

    /// Whether a function may be called in a section.
    fn is_quiet(&mut self, id: FuncId) -> bool {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        // Recursion is left out.
        self.known.insert(id, false);
        let program = self.program;
        let function = &program.functions[id];
        let mut locals = function.locals.ids();
        let quiet = operation(function).is_none()
            && !orders_threads(function)
            && (function.has_body() || function.library)
            && locals.all(|local| !self.escaping.contains(&Target::Local(id, local)))
            && function
                .blocks
                .iter()
                .all(|block| block.terminator.call().is_none())
            && function
                .statements()
                .all(|stmt| self.statement(id, &stmt.kind));
        self.known.insert(id, quiet);
        quiet
    }
}

/// Whether a function of the library may have to do with what waits elsewhere: functions that wait are
/// not followed, so that their accesses are not known.
fn orders_threads(function: &Function) -> bool {
    let families = [
        "pthread_",
        "cnd_",
        "mtx_",
        "thrd_",
        "tss_",
        "sem_",
        "call_once",
    ];
    // A wait may end without a signal, so that signals have no effect unless deadlocks are looked for.
    let harmless = [
        "pthread_self",
        "pthread_equal",
        "pthread_cond_signal",
        "pthread_cond_broadcast",
        "thrd_current",
        "thrd_equal",
        "cnd_signal",
        "cnd_broadcast",
    ];
    function.model
        && families
            .iter()
            .any(|family| function.name.starts_with(family))
        && !harmless.contains(&&*function.name)
}
