//! Ends executions at the point from which no claim can be violated any more: after the last claim,
//! and in endless loops such as `for (;;) {}`, a wait for an interrupt.
//!
//! Such a point is called *quiet*. The execution ends there as if an assumption excluded it. No
//! bound can unwind an endless loop, and a loop after the last claim then costs nothing. Whatever
//! could make a verdict unknown (accesses through pointers, unsupported constructs, calls of
//! functions without body) is never quiet. Blocks keep their contents, and loops their names.
//!
//! An execution that never ends can also leak memory. Where leaks are checked, the cut claims that
//! nothing has leaked, and nothing that could lose a pointer is quiet.
//!
//! In a program with several threads another thread may make claims about what this one writes, about
//! the objects whose lives it ends and about what an atomic section does: none of these is quiet. Where
//! leaks are checked, nothing is cut then: another thread may still have the pointers.

use cassay_base::Id;
use cassay_ir::sharing::{is_exposed, shares_memory};
use cassay_ir::{
    Accessed, AllocKind, Block, BlockId, CallTarget, ClaimId, Effects, Expr, FuncId, Function,
    HeapQuestion, Place, Program, Property, PropertyClass, Stmt, StmtKind, Terminator, Type,
    TypeId, Variable,
};

/// Ends quiet executions of a program to which all checks have been applied: everywhere, or only
/// where a claim about leaks stands at their ends. The latter makes no formula smaller, but without
/// it leaks in endless executions would be missed.
pub(crate) fn cut(program: &mut Program, everywhere: bool) {
    if everywhere || tracks_memory(program, &|_| false) {
        cut_quiet(program, &|_| false);
    }
}

/// Ends quiet executions, given that some claims are known to hold.
fn cut_quiet(program: &mut Program, holds: &dyn Fn(ClaimId) -> bool) {
    let tracks = tracks_memory(program, holds);
    let shared = shares_memory(program);
    if tracks && shared {
        return;
    }
    let relevant = RelevantPoints::of(program, Matters { tracks, shared }, holds);
    for id in program.functions.ids() {
        let (blocks, ids) = (&mut program.functions[id].blocks, &mut program.claims);
        for block in blocks.ids() {
            if !relevant.blocks[id.index()][block.index()] {
                let span = blocks[block].span;
                let kind = StmtKind::Assume(Expr::bool(false));
                blocks[block].stmts.insert(0, Stmt { kind, span });
                if tracks {
                    let cond = Expr::Heap(HeapQuestion::Tracked);
                    let property = Property::of(PropertyClass::MemoryLeak);
                    let kind = StmtKind::Assert {
                        claim: ids.fresh(),
                        cond,
                        property,
                    };
                    blocks[block].stmts.insert(0, Stmt { kind, span });
                }
            }
        }
    }
}

/// Ends further executions of a program after this pass, where all claims that follow are known to
/// hold. Adds no claims.
pub fn cut_where_claims_hold(program: &mut Program, holds: &dyn Fn(ClaimId) -> bool) {
    // A cut would be a new claim.
    if !tracks_memory(program, holds) {
        cut_quiet(program, holds);
    }
}

/// Whether the program has a claim about leaks that is not known to hold.
fn tracks_memory(program: &Program, holds: &dyn Fn(ClaimId) -> bool) -> bool {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    let mut stmts = blocks.flat_map(|block| &block.stmts);
    stmts.any(|stmt| {
        let StmtKind::Assert {
            claim, property, ..
        } = &stmt.kind
        else {
            return false;
        };
        property.class == PropertyClass::MemoryLeak && !holds(*claim)
    })
}

/// What matters beside claims.
#[derive(Clone, Copy)]
struct Matters {
    /// Losing a pointer.
    tracks: bool,
    /// What other threads could see.
    shared: bool,
}

/// Whether a statement matters to claims.
enum Relevance {
    /// It does not.
    Irrelevant,
    /// It is a claim, or could make the verdict unknown.
    Relevant,
    /// If and only if the called function has something that matters.
    Call(FuncId),
}

/// From where something that matters can be reached: a least fixed point over calls and returns.
struct RelevantPoints {
    /// From the start of each block, by function.
    blocks: Vec<Vec<bool>>,
    /// Inside each function, including its callees.
    functions: Vec<bool>,
    /// After each function has returned to some caller.
    returns: Vec<bool>,
    /// Whether a return of each function could lose memory, or end the life of an object that
    /// another thread has a pointer to, where that matters.
    losing: Vec<bool>,
}

impl RelevantPoints {
    fn of(program: &Program, matters: Matters, holds: &dyn Fn(ClaimId) -> bool) -> Self {
        let functions = &program.functions;
        let relevances: Vec<Vec<Vec<Relevance>>> = functions
            .iter()
            .map(|function| relevances_of(program, function, matters, holds))
            .collect();
        let mut relevant = RelevantPoints {
            blocks: functions
                .iter()
                .map(|f| vec![false; f.blocks.len()])
                .collect(),
            functions: vec![false; functions.len()],
            returns: vec![false; functions.len()],
            losing: functions
                .iter()
                .map(|function| {
                    let mut locals = function.locals.iter();
                    let tracks = matters.tracks;
                    locals.any(|local| tracks && may_hold_pointer(program, local.ty))
                        || matters.shared && ends_exposed(function)
                })
                .collect(),
        };
        for id in called_otherwise(program, holds) {
            relevant.returns[id.index()] = true;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (id, function) in functions.iter_enumerated() {
                changed |= relevant.update(id, function, &relevances[id.index()]);
            }
        }
        relevant
    }

    /// Updates the result for one function; returns whether anything changed.
    fn update(&mut self, id: FuncId, function: &Function, relevances: &[Vec<Relevance>]) -> bool {
        let losing = self.losing[id.index()];
        let inside = self.propagate(function, relevances, losing);
        let after = self.returns[id.index()] || losing;
        let blocks = if after {
            self.propagate(function, relevances, true)
        } else {
            inside.clone()
        };
        let mut changed = false;
        for (block, relevances) in function.blocks.iter().zip(relevances) {
            // Backwards over the block: does something that matters follow a call?
            let mut behind = ends_relevant(block, &blocks, after);
            for relevance in relevances.iter().rev() {
                match relevance {
                    Relevance::Irrelevant => {}
                    Relevance::Relevant => behind = true,
                    Relevance::Call(callee) => {
                        if behind {
                            changed |= !std::mem::replace(&mut self.returns[callee.index()], true);
                        }
                        behind |= self.functions[callee.index()];
                    }
                }
            }
        }
        let called = inside.get(Function::ENTRY.index()).copied().unwrap_or(true);
        changed |= self.functions[id.index()] != called;
        changed |= self.blocks[id.index()] != blocks;
        self.functions[id.index()] = called;
        self.blocks[id.index()] = blocks;
        changed
    }

    /// The blocks of a function from which something that matters can be reached, by the result so
    /// far.
    fn propagate(
        &self,
        function: &Function,
        relevances: &[Vec<Relevance>],
        after: bool,
    ) -> Vec<bool> {
        let mut predecessors = vec![Vec::new(); function.blocks.len()];
        let mut relevant = vec![false; function.blocks.len()];
        let mut heard = Vec::new();
        for (id, block) in function.blocks.iter_enumerated() {
            let note = |to: BlockId| predecessors[to.index()].push(id.index());
            block.terminator.successors(note);
            let mut relevances = relevances[id.index()].iter();
            let own = relevances.any(|relevance| match relevance {
                Relevance::Irrelevant => false,
                Relevance::Relevant => true,
                Relevance::Call(callee) => self.functions[callee.index()],
            });
            if own || ends_relevant(block, &[], after) {
                relevant[id.index()] = true;
                heard.push(id.index());
            }
        }
        while let Some(index) = heard.pop() {
            for &from in &predecessors[index] {
                if !std::mem::replace(&mut relevant[from], true) {
                    heard.push(from);
                }
            }
        }
        relevant
    }
}

/// Functions that are also called otherwise than by [`Relevance::Call`]: through pointers, by
/// threads, by `invoke`. Anything may follow their return.
fn called_otherwise(program: &Program, holds: &dyn Fn(ClaimId) -> bool) -> Vec<FuncId> {
    let mut found = cassay_checks::address_taken(program);
    for function in program.functions.iter() {
        for block in function.blocks.iter() {
            for (index, call) in block.enters() {
                let stmt = block.stmts.get(index);
                let relevance = stmt.map(|stmt| relevance_of(program, function, stmt, holds));
                if let CallTarget::Direct(id) = call.target
                    && !matches!(relevance, Some(Relevance::Call(_)))
                {
                    found.push(*id);
                }
            }
        }
    }
    found
}

/// Whether something that matters can be reached from the end of a block.
fn ends_relevant(block: &Block, blocks: &[bool], after_return: bool) -> bool {
    match &block.terminator {
        Terminator::Return(_) => after_return,
        Terminator::Unreachable => false,
        Terminator::IndirectGoto { .. } | Terminator::Invoke { .. } | Terminator::Unwind(_) => true,
        Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
            let mut relevant = false;
            let look = |to: BlockId| relevant |= blocks.get(to.index()).copied().unwrap_or(false);
            block.terminator.successors(look);
            relevant
        }
    }
}

fn relevances_of(
    program: &Program,
    function: &Function,
    matters: Matters,
    holds: &dyn Fn(ClaimId) -> bool,
) -> Vec<Vec<Relevance>> {
    let blocks = function.blocks.iter();
    blocks
        .map(|block| {
            let stmts = block.stmts.iter();
            stmts
                .map(|stmt| match relevance_of(program, function, stmt, holds) {
                    Relevance::Irrelevant
                        if matters.tracks && may_lose(program, function, stmt)
                            || matters.shared && is_seen(program, function, stmt) =>
                    {
                        Relevance::Relevant
                    }
                    relevance => relevance,
                })
                .collect()
        })
        .collect()
}

/// The effects that make a statement relevant: it is a claim or could make a verdict unknown, unless
/// it is known to be valid.
const RELEVANT: Effects = Effects::CLAIMS
    .and(Effects::READS)
    .and(Effects::WRITES)
    .and(Effects::ALLOCATES)
    .and(Effects::FREES)
    .and(Effects::CALLS)
    .and(Effects::THREADS)
    .and(Effects::UNSUPPORTED);

fn relevance_of(
    program: &Program,
    function: &Function,
    stmt: &Stmt,
    holds: &dyn Fn(ClaimId) -> bool,
) -> Relevance {
    let kind = &stmt.kind;
    if let StmtKind::Assert { claim, .. } = kind
        && holds(*claim)
    {
        return Relevance::Irrelevant;
    }
    if let StmtKind::Load { dst, place, .. } = kind {
        let ty = function.temps.get(*dst).map(|temp| temp.ty);
        return relevance_of_access(program, function, place, ty);
    }
    if let StmtKind::Store { place, value, .. } = kind {
        return relevance_of_access(program, function, place, value.ty(program, function));
    }
    if let Some(call) = kind.call()
        && let CallTarget::Direct(callee) = call.target
        && is_known(program, *callee)
    {
        return Relevance::Call(*callee);
    }
    if kind.effects().any(RELEVANT) {
        Relevance::Relevant
    } else {
        Relevance::Irrelevant
    }
}

/// Whether a quiet statement could make a variable lose a pointer.
fn may_lose(program: &Program, function: &Function, stmt: &Stmt) -> bool {
    let ty = if let StmtKind::Store { value, .. } = &stmt.kind {
        value.ty(program, function)
    } else if let StmtKind::Declare(local) | StmtKind::Dead(local) = &stmt.kind {
        function.locals.get(*local).map(|local| local.ty)
    } else {
        return stmt.kind.effects().any(Effects::SCOPES);
    };
    ty.is_none_or(|ty| may_hold_pointer(program, ty))
}

/// Whether another thread could see what a quiet statement does.
fn is_seen(program: &Program, function: &Function, stmt: &Stmt) -> bool {
    if stmt.kind.effects().any(Effects::ORDERS) {
        return true;
    }
    if let StmtKind::Declare(local) | StmtKind::Dead(local) = &stmt.kind {
        return is_exposed(program, function, Variable::Local(*local));
    }
    let mut seen = false;
    stmt.kind.accesses(|access| {
        // An atomic read may race with a plain write.
        seen |= (access.writes || access.order.is_some())
            && match access.to {
                Accessed::Variable(variable, _) => is_exposed(program, function, variable),
                Accessed::Behind(_) => true,
            };
    });
    seen
}

/// Whether a return ends the life of an object that another thread could have a pointer to.
fn ends_exposed(function: &Function) -> bool {
    let on_stack = |stmt: &Stmt| {
        let StmtKind::Alloc { kind, .. } = &stmt.kind else {
            return false;
        };
        *kind == AllocKind::Stack
    };
    function.locals.iter().any(|local| local.address_taken) || function.statements().any(on_stack)
}

/// Whether a value of the type can be or contain a pointer.
fn may_hold_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Void | Type::Int(_) | Type::Float(_) => false,
        Type::Ptr | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => true,
    }
}

/// Whether the body of a function is all it does: no assumption made for it could hide a violation.
fn is_known(program: &Program, id: FuncId) -> bool {
    let function = &program.functions[id];
    function.has_body() && !program.may_hide(function)
}

/// The relevance of an access: one to a part of a variable is always valid.
fn relevance_of_access(
    program: &Program,
    function: &Function,
    place: &Place,
    ty: Option<TypeId>,
) -> Relevance {
    let (Place::Variable(variable, offset), Some(ty)) = (place, ty) else {
        return Relevance::Relevant;
    };
    let whole = match variable {
        Variable::Local(id) => function.locals.get(*id).map(|local| local.ty),
        Variable::Global(id) => program.globals.get(*id).map(|global| global.ty),
    };
    let end = offset.saturating_add(program.types.alloc_size(ty));
    let inside = whole.is_some_and(|whole| end <= program.types.alloc_size(whole));
    if inside {
        Relevance::Irrelevant
    } else {
        Relevance::Relevant
    }
}
