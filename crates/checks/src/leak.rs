//! Memory that is never freed. Every allocation counts up and every `free` counts down; where the
//! program ends, the count is zero when nothing is left.
//!
//! SV-COMP's `valid-memtrack` allows memory that something still points to at the end, be it only
//! a variable of the entry. What is left is lost for certain when neither a global variable nor one
//! of the entry has room for a pointer, and otherwise undecided. An execution that ends early
//! (`exit`) with heap objects left is undecided too, for any local variable may point there.
//! `valid-memcleanup` allows nothing to be left where the entry returns; where the program ends
//! early, what is left is undecided as well.

use crate::set::CheckSet;
use cassay_base::Span;
use cassay_ir::{
    AllocKind, BinaryOp, Block, BlockId, CTypeTable, CallTarget, CompareOp, Expr, FuncId, Function,
    Global, GlobalId, Initializer, Place, Program, Property, PropertyClass, Stmt, StmtKind, TempId,
    Terminator, Type, TypeId, Variable,
};

/// Adds the claim that no memory is lost, where it is asked for. `start` is where executions
/// start and end; other checks must have been applied.
pub fn check_leaks(program: &mut Program, start: FuncId, checks: &CheckSet) {
    let cleanup = checks.wants_cleanup();
    if !(checks.tracks_memory() || cleanup) || !allocates_on_heap(program) {
        return;
    }
    let may_point = !cleanup && some_variable_points(program, start);
    let class = if cleanup {
        PropertyClass::MemoryCleanup
    } else {
        PropertyClass::MemoryLeak
    };
    let word = program.types.size_int();
    let count = program.globals.push(Global {
        name: "(heap objects)".into(),
        ty: word,
        ctype: CTypeTable::UNKNOWN,
        align: u64::from(program.layout.pointer_bits / 8),
        init: Initializer::Parts(Vec::new()),
        constant: false,
        thread_local: false,
        device: false,
        span: Span::NONE,
    });
    let counter = Counter {
        count,
        word,
        bits: program.layout.pointer_bits,
    };
    for id in program.functions.ids() {
        let function = &mut program.functions[id];
        for block in function.blocks.ids() {
            counter.count_in(function, block);
            let ends = matches!(function.blocks[block].terminator, Terminator::Unreachable);
            if ends {
                counter.stop_if_left(function, block);
            }
        }
    }
    let function = &mut program.functions[start];
    for block in function.blocks.ids() {
        if !matches!(function.blocks[block].terminator, Terminator::Return(_)) {
            continue;
        }
        if may_point {
            counter.stop_if_left(function, block);
        } else {
            counter.claim_none_left(function, block, class);
        }
    }
}

/// The variable that counts heap objects.
struct Counter {
    count: GlobalId,
    word: TypeId,
    bits: u32,
}

impl Counter {
    fn place(&self) -> Place {
        Place::Variable(Variable::Global(self.count), 0)
    }

    fn load(&self, function: &mut Function, span: Span, stmts: &mut Vec<Stmt>) -> TempId {
        let dst = function.new_temp(self.word);
        let kind = StmtKind::Load {
            dst,
            place: self.place(),
            volatile: false,
            moves: false,
        };
        stmts.push(Stmt { kind, span });
        dst
    }

    fn store(&self, value: Expr, span: Span) -> Stmt {
        let kind = StmtKind::Store {
            place: self.place(),
            value,
            volatile: false,
        };
        Stmt { kind, span }
    }

    /// Counts the allocations and frees of a block.
    fn count_in(&self, function: &mut Function, block: BlockId) {
        let old = std::mem::take(&mut function.blocks[block].stmts);
        let mut new = Vec::with_capacity(old.len());
        for stmt in old {
            let span = stmt.span;
            let one = Expr::int(self.bits, 1);
            if is_heap_allocation(&stmt.kind) {
                new.push(stmt);
                let before = self.load(function, span, &mut new);
                let after = Expr::binary(BinaryOp::Add, Expr::Temp(before), one);
                new.push(self.store(after, span));
            } else if let StmtKind::Free(pointer) = &stmt.kind {
                let before = self.load(function, span, &mut new);
                let nothing = Expr::compare(CompareOp::Eq, pointer.clone(), Expr::Null);
                let less = Expr::binary(BinaryOp::Sub, Expr::Temp(before), one);
                let after = Expr::Select(
                    Box::new(nothing),
                    Box::new(Expr::Temp(before)),
                    Box::new(less),
                );
                new.push(self.store(after, span));
                new.push(stmt);
            } else {
                new.push(stmt);
            }
        }
        function.blocks[block].stmts = new;
    }

    /// The condition that nothing is left at the end of a block.
    fn none_left(&self, function: &mut Function, block: BlockId) -> Expr {
        let span = function.blocks[block].span;
        let mut stmts = std::mem::take(&mut function.blocks[block].stmts);
        let left = self.load(function, span, &mut stmts);
        function.blocks[block].stmts = stmts;
        Expr::compare(CompareOp::Eq, Expr::Temp(left), Expr::int(self.bits, 0))
    }

    fn claim_none_left(&self, function: &mut Function, block: BlockId, class: PropertyClass) {
        let cond = self.none_left(function, block);
        let property = Property::of(class);
        let span = function.blocks[block].span;
        let kind = StmtKind::Assert { cond, property };
        function.blocks[block].stmts.push(Stmt { kind, span });
    }

    /// Makes an end of the program with heap objects left a named construct that is not decided.
    fn stop_if_left(&self, function: &mut Function, block: BlockId) {
        let cond = self.none_left(function, block);
        let span = function.blocks[block].span;
        let what = "memory that is not freed at the end, but that something may point to";
        let end = function.blocks[block].terminator.clone();
        let then = function.blocks.push(Block {
            stmts: Vec::new(),
            terminator: end,
            span,
        });
        let otherwise = function.blocks.push(Block {
            stmts: vec![Stmt {
                kind: StmtKind::Unsupported(what.into()),
                span,
            }],
            terminator: Terminator::Unreachable,
            span,
        });
        function.blocks[block].terminator = Terminator::Branch {
            cond,
            then,
            otherwise,
        };
    }
}

fn is_heap_allocation(kind: &StmtKind) -> bool {
    match kind {
        StmtKind::Alloc { kind, .. } => match kind {
            AllocKind::Heap | AllocKind::ZeroedHeap => true,
            AllocKind::Stack | AllocKind::Static => false,
        },
        StmtKind::Assert { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Load { .. }
        | StmtKind::Store { .. }
        | StmtKind::Assume(_)
        | StmtKind::Havoc { .. }
        | StmtKind::Declare(_)
        | StmtKind::Dead(_)
        | StmtKind::Free(_)
        | StmtKind::EndStack(_)
        | StmtKind::MemCopy { .. }
        | StmtKind::MemSet { .. }
        | StmtKind::MemHavoc { .. }
        | StmtKind::Spawn { .. }
        | StmtKind::Join { .. }
        | StmtKind::EndThread(_)
        | StmtKind::Call { .. }
        | StmtKind::AtomicBegin
        | StmtKind::AtomicEnd
        | StmtKind::Fence
        | StmtKind::Unsupported(_) => false,
    }
}

/// Whether some statement creates a heap object.
fn allocates_on_heap(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    let mut stmts = blocks.flat_map(|block| &block.stmts);
    stmts.any(|stmt| is_heap_allocation(&stmt.kind))
}

/// Whether a variable that exists at the end of the program has room for a pointer.
fn some_variable_points(program: &Program, start: FuncId) -> bool {
    let mut globals = program.globals.iter();
    if globals.any(|global| !global.constant && holds_pointer(program, global.ty)) {
        return true;
    }
    let stmts = program.functions[start]
        .blocks
        .iter()
        .flat_map(|b| &b.stmts);
    let mut entries = stmts.filter_map(|stmt| {
        let StmtKind::Call { target, .. } = &stmt.kind else {
            return None;
        };
        match target {
            CallTarget::Direct(id) => Some(&program.functions[*id]),
            CallTarget::Indirect(_) => None,
        }
    });
    entries.any(|entry| {
        let mut locals = entry.locals.iter();
        locals.any(|local| holds_pointer(program, local.ty))
    })
}

/// Whether a variable of the type has room for a pointer among its members.
fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Void | Type::Int(_) | Type::Float(_) => false,
        Type::Ptr => true,
        Type::Array { elem, .. } | Type::Vector { elem, .. } => holds_pointer(program, *elem),
        Type::Struct(members) => members
            .fields
            .iter()
            .any(|field| holds_pointer(program, field.ty)),
    }
}
