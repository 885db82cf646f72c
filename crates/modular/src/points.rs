//! The points at which a thread can be interrupted, and what is alive there.
//!
//! A step leads from one point to the next. It begins with the one statement that other threads can
//! see, and what follows is private: it commutes with whatever other threads do, so that nothing is
//! lost if they are not interrupted there. A condition that is assumed behind a visible write has a
//! point of its own: the write happens even if the thread never gets past the assumption.

use crate::Refusal;
use cassay_flat::base;
use cassay_ir::order::Order;
use cassay_ir::{
    Accessed, Block, BlockId, Effects, Expr, Function, GlobalId, MemoryPredicate, Program,
    StmtKind, Terminator, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a statement means for other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visible {
    No,
    /// They can see whether it was executed, but not by what it writes.
    Read,
    Write,
}

/// What other threads can see of global variables.
pub(crate) struct Seen {
    /// The variables that change.
    pub written: BTreeSet<GlobalId>,
    /// Those that only the first thread accesses.
    pub only_first: BTreeSet<GlobalId>,
}

/// A function with what other threads see of it.
#[derive(Clone, Copy)]
struct Code<'a> {
    program: &'a Program,
    seen: &'a Seen,
    /// Whether the first thread executes it.
    first: bool,
}

/// Splits the blocks of a function so that every point is the start of a block. The points, the entry
/// first.
pub(crate) fn split(
    program: &Program,
    function: &mut Function,
    seen: &Seen,
    first: bool,
) -> Result<Vec<BlockId>, Refusal> {
    check(program, function)?;
    let depth = section_depths(function)?;
    let code = Code {
        program,
        seen,
        first,
    };
    let written = written_before(code, function, &depth);
    let mut heads = BTreeSet::from([Function::ENTRY]);
    let order = Order::new(function);
    for found in order.loops().iter() {
        if depth.get(&found.head).copied().unwrap_or(0) == 0 {
            heads.insert(found.head);
        }
    }
    let mut points: BTreeSet<BlockId> = heads;
    let blocks: Vec<BlockId> = depth.keys().copied().collect();
    for id in blocks {
        let mut walk = Walk {
            depth: depth[&id],
            written: written.contains(&id) && !points.contains(&id),
        };
        let stmts = &function.blocks[id].stmts;
        let mut cuts = Vec::new();
        for (index, stmt) in stmts.iter().enumerate() {
            if walk.needs_point(code, &stmt.kind) {
                let private = stmts[..index].iter().rev();
                let prepares = private.take_while(|stmt| code.only_prepares(&stmt.kind));
                cuts.push(index - prepares.count());
                walk.at_point();
            }
            walk.pass(code, &stmt.kind);
        }
        // From the last on, so that the numbers of the others stay.
        for index in cuts.into_iter().rev() {
            if index == 0 {
                points.insert(id);
                continue;
            }
            let block = &mut function.blocks[id];
            let rest = block.stmts.split_off(index);
            let end = std::mem::replace(&mut block.terminator, Terminator::Unreachable);
            let span = rest.first().map_or(block.span, |stmt| stmt.span);
            let new = function.blocks.push(Block {
                stmts: rest,
                terminator: end,
                span,
            });
            function.blocks[id].terminator = Terminator::Goto(new);
            points.insert(new);
        }
    }
    let mut list = vec![Function::ENTRY];
    list.extend(points.into_iter().filter(|id| *id != Function::ENTRY));
    Ok(list)
}

/// The walk over the statements of a block.
struct Walk {
    /// How many atomic sections are open.
    depth: u32,
    /// Whether something visible may have been written since the last point.
    written: bool,
}

impl Walk {
    fn at_point(&mut self) {
        self.written = false;
    }

    fn needs_point(&self, code: Code<'_>, kind: &StmtKind) -> bool {
        if self.depth > 0 {
            return false;
        }
        let effects = kind.effects();
        if begins_section(kind) || effects.any(Effects::THREADS) {
            return true;
        }
        if effects.any(Effects::BLOCKS) {
            return self.written;
        }
        visible(code, kind) != Visible::No
    }

    fn pass(&mut self, code: Code<'_>, kind: &StmtKind) {
        if begins_section(kind) {
            self.depth += 1;
        } else if ends_section(kind) {
            self.depth = self.depth.saturating_sub(1);
            self.written = true;
        } else if kind.effects().any(Effects::THREADS) {
            self.written = true;
        } else {
            self.written |= visible(code, kind) == Visible::Write;
        }
    }
}

fn begins_section(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::AtomicBegin)
}

fn ends_section(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::AtomicEnd)
}

/// The blocks before whose start something visible may have been written since the last point. Points
/// inside of blocks are taken into account, those at their starts are not.
fn written_before(
    code: Code<'_>,
    function: &Function,
    depth: &BTreeMap<BlockId, u32>,
) -> BTreeSet<BlockId> {
    let mut written = BTreeSet::new();
    let mut changed = true;
    while changed {
        changed = false;
        for (id, depth) in depth {
            let mut walk = Walk {
                depth: *depth,
                written: written.contains(id),
            };
            for stmt in &function.blocks[*id].stmts {
                if walk.needs_point(code, &stmt.kind) {
                    walk.at_point();
                }
                walk.pass(code, &stmt.kind);
            }
            if walk.written {
                function.blocks[*id]
                    .terminator
                    .successors(|next| changed |= written.insert(next));
            }
        }
    }
    written
}

/// How many atomic sections are open at the start of each block that can be reached.
fn section_depths(function: &Function) -> Result<BTreeMap<BlockId, u32>, Refusal> {
    let mut depths = BTreeMap::from([(Function::ENTRY, 0u32)]);
    let mut todo = vec![Function::ENTRY];
    while let Some(id) = todo.pop() {
        let block = &function.blocks[id];
        let mut depth = depths[&id];
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::AtomicBegin => depth += 1,
                StmtKind::AtomicEnd => depth = depth.saturating_sub(1),
                kind => {
                    let bad = kind.effects().any(Effects::THREADS);
                    if depth > 0 && bad {
                        let why = "threads start or end in an atomic section";
                        return Err(Refusal::new(why, stmt.span));
                    }
                }
            }
        }
        let mut clash = false;
        block.terminator.successors(|next| match depths.get(&next) {
            Some(known) => clash |= *known != depth,
            None => {
                depths.insert(next, depth);
                todo.push(next);
            }
        });
        let returns = matches!(block.terminator, Terminator::Return(_));
        if clash || returns && depth > 0 {
            let why = "an atomic section ends on some paths only";
            return Err(Refusal::new(why, block.span));
        }
    }
    Ok(depths)
}

/// Whether a statement sets a temporary by what the thread can read.
pub(crate) fn is_computation(kind: &StmtKind) -> bool {
    matches!(kind, StmtKind::Assign { .. } | StmtKind::Load { .. })
}

/// What other threads can see of a statement.
fn visible(code: Code<'_>, kind: &StmtKind) -> Visible {
    let mut found = Visible::No;
    kind.accesses(|access| {
        let variable = match access.to {
            Accessed::Variable(variable, _) => Some(variable),
            Accessed::Behind(pointer) => base(pointer),
        };
        let private = variable.is_some_and(|variable| code.is_private(variable));
        if !private {
            found = match (access.writes, found) {
                (true, _) | (_, Visible::Write) => Visible::Write,
                (false, _) => Visible::Read,
            };
        }
    });
    found
}

impl Code<'_> {
    /// Whether a statement computes for the thread alone. It can as well be done right before what
    /// comes next: then there is less to know about a thread that is interrupted there.
    fn only_prepares(self, kind: &StmtKind) -> bool {
        is_computation(kind) && visible(self, kind) == Visible::No
    }

    /// Whether accesses to a variable commute with whatever other threads do.
    fn is_private(self, variable: Variable) -> bool {
        match variable {
            // Addresses of local variables are not stored, see below.
            Variable::Local(_) => true,
            Variable::Global(id) => {
                let global = &self.program.globals[id];
                let changes = self.seen.written.contains(&id);
                let own = self.first && self.seen.only_first.contains(&id);
                global.constant || global.thread_local || !changes || own
            }
        }
    }
}

/// Refuses what has no meaning in a step.
fn check(program: &Program, function: &Function) -> Result<(), Refusal> {
    for (_, block) in function.blocks.iter_enumerated() {
        for stmt in &block.stmts {
            let effects = stmt.kind.effects();
            if effects.any(Effects::ALLOCATES.and(Effects::FREES)) {
                return Err(Refusal::new("memory is allocated", stmt.span));
            }
            if let Some(why) = unusable(program, function, &stmt.kind) {
                return Err(Refusal::new(why, stmt.span));
            }
        }
        if matches!(block.terminator, Terminator::IndirectGoto { .. }) {
            return Err(Refusal::new("computed goto", block.span));
        }
    }
    Ok(())
}

/// Why a statement has no meaning in a step.
fn unusable(program: &Program, function: &Function, kind: &StmtKind) -> Option<&'static str> {
    if let Some(call) = kind.call() {
        let pointer = |arg: &Expr| arg.ty(program, function) == Some(cassay_ir::TypeTable::PTR);
        if matches!(call.target, cassay_ir::CallTarget::Indirect(_)) {
            return Some("a function is called through a pointer");
        }
        if call.args.iter().any(pointer) {
            return Some("a function without body gets a pointer");
        }
    }
    let mut why = None;
    // Directly accessed places may lead into local variables, any other use could outlive them.
    let mut direct: Vec<&Expr> = Vec::new();
    kind.accesses(|access| {
        if let Accessed::Behind(pointer) = access.to {
            direct.push(pointer);
        }
    });
    kind.expressions(|expr| {
        let whole = direct.iter().any(|pointer| std::ptr::eq(*pointer, expr));
        if why.is_none() {
            why = bad_expression(program, function, expr, whole);
        }
    });
    why
}

/// Why an expression has no meaning in a step. `place` says that it is the pointer of an access.
fn bad_expression(
    program: &Program,
    function: &Function,
    expr: &Expr,
    place: bool,
) -> Option<&'static str> {
    let mut todo = vec![(expr, place)];
    while let Some((expr, place)) = todo.pop() {
        match expr {
            Expr::AddrOf(Variable::Local(_)) if !place => {
                return Some("the address of a local variable is stored");
            }
            Expr::AddrOf(Variable::Global(id)) if !place && program.globals[*id].thread_local => {
                return Some("the address of a thread-local variable is stored");
            }
            Expr::Heap(_) => return Some("a claim is about all memory"),
            Expr::Progress => return Some("a claim is about progress"),
            Expr::Initialised(_, _) => return Some("a claim is about values of variables"),
            Expr::Memory(predicate, pointer, size) => {
                if is_about_threads(*predicate) {
                    return Some("a claim is about what threads do at the same time");
                }
                if *predicate == MemoryPredicate::Writable
                    && let Some(Variable::Local(id)) = base(pointer)
                    && function.locals[id].constant
                {
                    return Some("a claim is about a constant local variable");
                }
                todo.push((pointer, true));
                todo.push((size, false));
            }
            Expr::Extent(_, pointer) => todo.push((pointer, true)),
            Expr::PtrAdd(base, by) => {
                todo.push((base, place));
                todo.push((by, false));
            }
            Expr::AddrOf(_)
            | Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::Temp(_)
            | Expr::FuncAddr(_)
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
            | Expr::FloatCompare(_, _, _) => {
                expr.operands(|operand| todo.push((operand, false)));
            }
        }
    }
    None
}

/// Whether a predicate depends on what other threads do, or did.
fn is_about_threads(predicate: MemoryPredicate) -> bool {
    match predicate {
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
        | MemoryPredicate::NotDoublyFreed
        | MemoryPredicate::OfFamily
        | MemoryPredicate::IsFunction
        | MemoryPredicate::Aligned => false,
    }
}
