//! Executions that can violate nothing any more: after the last claim, and in loops without an end
//! such as `for (;;) {}`, a wait for an interrupt.
//!
//! They need not be followed: each ends where it falls quiet, as one that an assumption excludes.
//! No bound could unwind a loop without an end, and a loop behind the last claim costs nothing.
//! Whatever could make a verdict unknown (accesses through pointers, what is not supported, calls
//! of functions without body) is never quiet. Blocks keep their contents, and loops their names.
//!
//! Memory can also be lost in an execution that never ends. Where that is asked for, it is claimed
//! at the cut that nothing is lost, and nothing is quiet that could lose a pointer.

use cassay_base::Id;
use cassay_ir::{
    Block, BlockId, CallTarget, ClaimId, Effects, Expr, FuncId, Function, HeapQuestion, Place,
    Program, Property, PropertyClass, Stmt, StmtKind, Terminator, Type, TypeId, Variable,
};

/// Ends quiet executions of a program to which all checks have been applied: everywhere, or only where
/// it is claimed at their ends that no memory is lost. Of the latter, what follows would be none the
/// shorter otherwise, but losses in executions without an end would go unseen.
pub(crate) fn cut(program: &mut Program, everywhere: bool) {
    if everywhere || tracks_memory(program, &|_| false) {
        cut_quiet(program, &|_| false);
    }
}

/// Ends quiet executions where it is known of some claims that they hold.
fn cut_quiet(program: &mut Program, holds: &dyn Fn(ClaimId) -> bool) {
    let tracks = tracks_memory(program, holds);
    let loud = Loudness::of(program, tracks, holds);
    for id in program.functions.ids() {
        let (blocks, ids) = (&mut program.functions[id].blocks, &mut program.claims);
        for block in blocks.ids() {
            if !loud.blocks[id.index()][block.index()] {
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

/// Ends further executions of a program that the pass was applied to, where only claims follow that are
/// known to hold. It makes no new claims.
pub fn cut_where_claims_hold(program: &mut Program, holds: &dyn Fn(ClaimId) -> bool) {
    // A cut would be a new claim.
    if !tracks_memory(program, holds) {
        cut_quiet(program, holds);
    }
}

/// Whether it is claimed somewhere that no memory is lost, and not known to hold.
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

/// What a statement has to do with claims.
enum Sound {
    /// Nothing.
    Quiet,
    /// Something is claimed, or could make the verdict unknown.
    Loud,
    /// What the called function has.
    Call(FuncId),
}

/// Where something can still be violated: a least fixed point over calls and returns.
struct Loudness {
    /// From the start of each block on, by function.
    blocks: Vec<Vec<bool>>,
    /// Inside each function, once it is called.
    functions: Vec<bool>,
    /// After each function has returned to some caller.
    returns: Vec<bool>,
    /// Whether a return of each function could lose memory, where that matters.
    losing: Vec<bool>,
}

impl Loudness {
    fn of(program: &Program, tracks: bool, holds: &dyn Fn(ClaimId) -> bool) -> Self {
        let functions = &program.functions;
        let sounds: Vec<Vec<Vec<Sound>>> = functions
            .iter()
            .map(|function| sounds_of(program, function, tracks, holds))
            .collect();
        let mut loud = Loudness {
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
                    tracks && locals.any(|local| may_hold_pointer(program, local.ty))
                })
                .collect(),
        };
        for id in called_otherwise(program, holds) {
            loud.returns[id.index()] = true;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (id, function) in functions.iter_enumerated() {
                changed |= loud.listen(id, function, &sounds[id.index()]);
            }
        }
        loud
    }

    /// Takes in what is known so far about one function; whether anything is new.
    fn listen(&mut self, id: FuncId, function: &Function, sounds: &[Vec<Sound>]) -> bool {
        let losing = self.losing[id.index()];
        let inside = self.spread(function, sounds, losing);
        let after = self.returns[id.index()] || losing;
        let blocks = if after {
            self.spread(function, sounds, true)
        } else {
            inside.clone()
        };
        let mut changed = false;
        for (block, sounds) in function.blocks.iter().zip(sounds) {
            // From the end of the block to its start: is anything loud behind a call?
            let mut behind = ends_loud(block, &blocks, after);
            for sound in sounds.iter().rev() {
                match sound {
                    Sound::Quiet => {}
                    Sound::Loud => behind = true,
                    Sound::Call(callee) => {
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

    /// The blocks of a function from which something loud can be reached, by what is known so far.
    fn spread(&self, function: &Function, sounds: &[Vec<Sound>], after: bool) -> Vec<bool> {
        let mut predecessors = vec![Vec::new(); function.blocks.len()];
        let mut loud = vec![false; function.blocks.len()];
        let mut heard = Vec::new();
        for (id, block) in function.blocks.iter_enumerated() {
            let note = |to: BlockId| predecessors[to.index()].push(id.index());
            block.terminator.successors(note);
            let mut sounds = sounds[id.index()].iter();
            let own = sounds.any(|sound| match sound {
                Sound::Quiet => false,
                Sound::Loud => true,
                Sound::Call(callee) => self.functions[callee.index()],
            });
            if own || ends_loud(block, &[], after) {
                loud[id.index()] = true;
                heard.push(id.index());
            }
        }
        while let Some(index) = heard.pop() {
            for &from in &predecessors[index] {
                if !std::mem::replace(&mut loud[from], true) {
                    heard.push(from);
                }
            }
        }
        loud
    }
}

/// Functions that are not only called by [`Sound::Call`]: through pointers, by threads, by what may
/// throw. Anything may follow their return.
fn called_otherwise(program: &Program, holds: &dyn Fn(ClaimId) -> bool) -> Vec<FuncId> {
    let mut found = cassay_checks::address_taken(program);
    for function in program.functions.iter() {
        for block in function.blocks.iter() {
            if let Terminator::Invoke { target, .. } = &block.terminator
                && let CallTarget::Direct(id) = target
            {
                found.push(*id);
            }
            for stmt in &block.stmts {
                if let StmtKind::Call { target, .. } | StmtKind::Spawn { target, .. } = &stmt.kind
                    && let CallTarget::Direct(id) = target
                    && !matches!(sound_of(program, function, stmt, holds), Sound::Call(_))
                {
                    found.push(*id);
                }
            }
        }
    }
    found
}

/// Whether something loud can be reached from the end of a block.
fn ends_loud(block: &Block, blocks: &[bool], after_return: bool) -> bool {
    match &block.terminator {
        Terminator::Return(_) => after_return,
        Terminator::Unreachable => false,
        Terminator::IndirectGoto { .. } | Terminator::Invoke { .. } => true,
        Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => {
            let mut loud = false;
            let look = |to: BlockId| loud |= blocks.get(to.index()).copied().unwrap_or(false);
            block.terminator.successors(look);
            loud
        }
    }
}

fn sounds_of(
    program: &Program,
    function: &Function,
    tracks: bool,
    holds: &dyn Fn(ClaimId) -> bool,
) -> Vec<Vec<Sound>> {
    let blocks = function.blocks.iter();
    blocks
        .map(|block| {
            let stmts = block.stmts.iter();
            stmts
                .map(|stmt| match sound_of(program, function, stmt, holds) {
                    Sound::Quiet if tracks && may_lose(program, function, stmt) => Sound::Loud,
                    sound => sound,
                })
                .collect()
        })
        .collect()
}

/// What a statement does that claims something or could make a verdict unknown, unless it is known
/// to go well.
const LOUD: Effects = Effects::CLAIMS
    .and(Effects::READS)
    .and(Effects::WRITES)
    .and(Effects::ALLOCATES)
    .and(Effects::FREES)
    .and(Effects::CALLS)
    .and(Effects::THREADS)
    .and(Effects::UNSUPPORTED);

fn sound_of(
    program: &Program,
    function: &Function,
    stmt: &Stmt,
    holds: &dyn Fn(ClaimId) -> bool,
) -> Sound {
    let kind = &stmt.kind;
    if let StmtKind::Assert { claim, .. } = kind
        && holds(*claim)
    {
        return Sound::Quiet;
    }
    if let StmtKind::Load { dst, place, .. } = kind {
        let ty = function.temps.get(*dst).map(|temp| temp.ty);
        return sound_of_access(program, function, place, ty);
    }
    if let StmtKind::Store { place, value, .. } = kind {
        return sound_of_access(program, function, place, value.ty(program, function));
    }
    if let Some(call) = kind.call()
        && let CallTarget::Direct(callee) = call.target
        && is_known(program, *callee)
    {
        return Sound::Call(*callee);
    }
    if kind.effects().any(LOUD) {
        Sound::Loud
    } else {
        Sound::Quiet
    }
}

/// Whether a quiet statement could make a variable lose a pointer.
fn may_lose(program: &Program, function: &Function, stmt: &Stmt) -> bool {
    let ty = if let StmtKind::Store { value, .. } = &stmt.kind {
        value.ty(program, function)
    } else if let StmtKind::Declare(local) | StmtKind::Dead(local) = &stmt.kind {
        function.locals.get(*local).map(|local| local.ty)
    } else {
        return false;
    };
    ty.is_none_or(|ty| may_hold_pointer(program, ty))
}

/// Whether a value of the type can be or contain a pointer.
fn may_hold_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Void | Type::Int(_) | Type::Float(_) => false,
        Type::Ptr | Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => true,
    }
}

/// Whether everything a function does is in its body: nothing was assumed for it that could hide a
/// violation.
fn is_known(program: &Program, id: FuncId) -> bool {
    let function = &program.functions[id];
    let mut notes = program.notes.iter();
    function.has_body() && !notes.any(|note| note.may_hide && note.subject == function.name)
}

/// An access to a part of a variable cannot go wrong.
fn sound_of_access(
    program: &Program,
    function: &Function,
    place: &Place,
    ty: Option<TypeId>,
) -> Sound {
    let (Place::Variable(variable, offset), Some(ty)) = (place, ty) else {
        return Sound::Loud;
    };
    let whole = match variable {
        Variable::Local(id) => function.locals.get(*id).map(|local| local.ty),
        Variable::Global(id) => program.globals.get(*id).map(|global| global.ty),
    };
    let end = offset.saturating_add(program.types.alloc_size(ty));
    let inside = whole.is_some_and(|whole| end <= program.types.alloc_size(whole));
    if inside { Sound::Quiet } else { Sound::Loud }
}
