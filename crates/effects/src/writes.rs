//! The writes of a loop: the variables and objects that must be havocked before an arbitrary
//! iteration.
//!
//! Over-approximated through pointers and calls. If they cannot be expressed as places to overwrite
//! before the loop, the reason is returned instead, and the loop stays unchanged.

use crate::bases::{Base, Bases};
use crate::points_to::{PointsTo, Target, callees, may_hold_pointer, targets};
use cassay_base::IndexVec;
use cassay_ir::{
    AllocKind, BlockId, Expr, FuncId, Function, LocalId, Place, Program, StmtKind, TempId,
    Terminator, TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// A part of a variable that is written with a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaf {
    /// Offset in bytes.
    pub offset: u64,
    /// The type written.
    pub ty: TypeId,
}

/// Everything a loop may change.
#[derive(Debug, Default)]
pub struct Writes {
    /// Parts of variables that are only written directly.
    pub leaves: BTreeMap<Variable, BTreeSet<Leaf>>,
    /// Variables that are written through pointers, or as a whole.
    pub whole: BTreeSet<Variable>,
    /// Objects without a name here, each given by a variable (and offset) that holds a pointer to
    /// it and that the loop does not change.
    pub behind: BTreeSet<(Variable, u64)>,
    /// Temporaries that carry a value from one iteration to the next.
    pub temps: BTreeSet<TempId>,
    /// Objects whose address an earlier iteration may have converted to a number, and to which a
    /// pointer made from a number may lead. Objects that no longer exist are left out.
    pub exposed: BTreeSet<Target>,
}

/// Why a loop cannot be started at an arbitrary iteration.
pub type Reason = String;

/// Analyses of the whole program.
pub struct Effects<'a> {
    program: &'a Program,
    /// The points-to sets.
    pub points_to: PointsTo,
    /// Whether an address is stored as an integer somewhere.
    hides_pointers: bool,
    callees: IndexVec<FuncId, BTreeSet<FuncId>>,
}

impl<'a> Effects<'a> {
    /// Analyses a program; `None` if it is too large.
    pub fn of(program: &'a Program) -> Option<Self> {
        let points_to = PointsTo::of(program)?;
        let callees = callees(program, &points_to);
        let hides_pointers = hides_pointers(program, &points_to);
        Some(Effects {
            program,
            points_to,
            hides_pointers,
            callees,
        })
    }

    /// The writes of the blocks of a loop.
    pub fn writes(&self, id: FuncId, blocks: &BTreeSet<BlockId>) -> Result<Writes, Reason> {
        let function = &self.program.functions[id];
        let reached = self.called(id, blocks);
        let mut found = Found {
            effects: self,
            bases: Bases::of(self.program, &self.points_to, (id, blocks), &reached),
            function: id,
            writes: Writes::default(),
            declared: BTreeSet::new(),
            ended: BTreeSet::new(),
            indirect: Vec::new(),
        };
        for &block in blocks {
            found.exposures(id, block);
            for (index, stmt) in function.blocks[block].stmts.iter().enumerate() {
                found.statement((id, block, index), &stmt.kind, true)?;
            }
            only_goes_on(&function.blocks[block].terminator)?;
        }
        for callee in reached {
            if callee == id {
                return Err("a recursive call".into());
            }
            let function = &self.program.functions[callee];
            for (block, contents) in function.blocks.iter_enumerated() {
                found.exposures(callee, block);
                for (index, stmt) in contents.stmts.iter().enumerate() {
                    found.statement((callee, block, index), &stmt.kind, false)?;
                }
                only_goes_on(&contents.terminator)?;
            }
        }
        found.carried_temps(function, blocks)?;
        found.finish()
    }

    /// Functions with all their transitive callees.
    pub fn closure(&self, roots: BTreeSet<FuncId>) -> BTreeSet<FuncId> {
        let mut all = roots.clone();
        let mut pending: Vec<FuncId> = roots.into_iter().collect();
        while let Some(id) = pending.pop() {
            for &callee in &self.callees[id] {
                if all.insert(callee) {
                    pending.push(callee);
                }
            }
        }
        all
    }

    /// The functions that the blocks of a loop may call, directly or not.
    pub fn called(&self, id: FuncId, blocks: &BTreeSet<BlockId>) -> BTreeSet<FuncId> {
        let function = &self.program.functions[id];
        let mut called = BTreeSet::new();
        for &block in blocks {
            for (index, call) in function.blocks[block].enters() {
                called.extend(targets(&self.points_to, (id, block, index), call.target));
            }
        }
        self.closure(called)
    }
}

/// Refuses the end of a block that does more than go on elsewhere or end.
fn only_goes_on(terminator: &Terminator) -> Result<(), Reason> {
    if terminator.effects().only(cassay_ir::Effects::ENDS) {
        Ok(())
    } else {
        Err("a call that may throw".into())
    }
}

/// A write through a pointer, whose targets are named at the end.
struct Indirect {
    targets: BTreeSet<Target>,
    /// The base variable of the pointer.
    base: Option<Base>,
}

struct Found<'a> {
    effects: &'a Effects<'a>,
    /// Base variables of the pointers of called functions.
    bases: Bases,
    /// The function of the loop.
    function: FuncId,
    writes: Writes,
    /// Variables that every iteration declares again.
    declared: BTreeSet<LocalId>,
    /// Variables whose scope ends in the loop.
    ended: BTreeSet<LocalId>,
    indirect: Vec<Indirect>,
}

impl Found<'_> {
    /// Adds the effects of a statement of the loop itself (`own`) or of a function it calls.
    fn statement(
        &mut self,
        at: (FuncId, BlockId, usize),
        kind: &StmtKind,
        own: bool,
    ) -> Result<(), Reason> {
        let program = self.effects.program;
        match kind {
            StmtKind::Store { place, value, .. } => match place {
                Place::Variable(variable, offset) => {
                    let function = &program.functions[at.0];
                    match (value.ty(program, function), own, variable) {
                        (_, false, Variable::Local(_)) => {}
                        (Some(ty), _, _) => {
                            let leaf = Leaf {
                                offset: *offset,
                                ty,
                            };
                            self.writes
                                .leaves
                                .entry(*variable)
                                .or_default()
                                .insert(leaf);
                        }
                        (None, _, _) => {
                            self.writes.whole.insert(*variable);
                        }
                    }
                }
                Place::Deref(pointer, _) => self.through(at, 0, pointer, own),
            },
            StmtKind::MemCopy { dst, .. }
            | StmtKind::MemSet { dst, .. }
            | StmtKind::MemHavoc { dst, .. } => self.through(at, 0, dst, own),
            StmtKind::Call { args, target, .. } => {
                for callee in targets(&self.effects.points_to, at, target) {
                    if !program.functions[callee].has_body() {
                        for (index, arg) in (1_u32..).zip(args) {
                            self.through(at, index, arg, own);
                        }
                    }
                }
            }
            StmtKind::Declare(local) => {
                if own {
                    self.declared.insert(*local);
                }
            }
            StmtKind::Alloc { kind, .. } => match kind {
                AllocKind::Heap
                | AllocKind::ZeroedHeap
                | AllocKind::New
                | AllocKind::NewArray
                | AllocKind::NewAligned
                | AllocKind::NewArrayAligned => {
                    return Err("memory is allocated in it".into());
                }
                AllocKind::Stack | AllocKind::Static => {
                    return Err("an object of variable size is made in it".into());
                }
            },
            StmtKind::Free(_) => return Err("memory is freed in it".into()),
            StmtKind::EndStack(_) => return Err("an object of variable size ends in it".into()),
            StmtKind::Dead(local) => {
                if own {
                    self.ended.insert(*local);
                }
            }
            StmtKind::Spawn { .. } | StmtKind::Join { .. } | StmtKind::EndThread(_) => {
                return Err("threads run in it".into());
            }
            StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Seal(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Hold { .. }
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => {}
        }
        Ok(())
    }

    /// Adds the addresses that a block may convert to numbers. The arbitrary iteration has not
    /// exposed the objects that earlier iterations exposed: a pointer made from a number would lead
    /// to fewer objects in it than in the program.
    fn exposures(&mut self, id: FuncId, block: BlockId) {
        let last = self.effects.program.functions[id].blocks[block].stmts.len();
        for index in 0..=last {
            let exposed = self.effects.points_to.exposes((id, block, index));
            self.writes.exposed.extend(exposed);
        }
    }

    fn through(&mut self, at: (FuncId, BlockId, usize), index: u32, pointer: &Expr, own: bool) {
        let targets = self.effects.points_to.expression(at, index);
        if targets.is_empty() && !self.effects.points_to.is_wild(at, index) {
            // The pointer can only be null: no execution continues after that write.
            return;
        }
        let program = self.effects.program;
        let base = if own {
            base_variable(&program.functions[at.0], pointer)
        } else {
            self.bases.find(program, at.0, pointer)
        };
        self.indirect.push(Indirect { targets, base });
    }

    /// Temporaries that are set both inside and outside of the loop are loop-carried.
    fn carried_temps(
        &mut self,
        function: &Function,
        blocks: &BTreeSet<BlockId>,
    ) -> Result<(), Reason> {
        let mut inside = BTreeSet::new();
        let mut outside: BTreeSet<TempId> = function.params.iter().copied().collect();
        for (id, block) in function.blocks.iter_enumerated() {
            let set = if blocks.contains(&id) {
                &mut inside
            } else {
                &mut outside
            };
            set.extend(block.stmts.iter().filter_map(|stmt| stmt.kind.defines()));
            set.extend(block.terminator.defines());
        }
        for &temp in inside.intersection(&outside) {
            let ty = function.temps[temp].ty;
            let holds = !self.effects.points_to.temp(self.function, temp).is_empty();
            if holds || may_hold_pointer(self.effects.program, ty) {
                return Err("a pointer is carried round it".into());
            }
            self.writes.temps.insert(temp);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Writes, Reason> {
        let mut unnamed = Vec::new();
        for write in std::mem::take(&mut self.indirect) {
            // An integer may be the address of anything.
            if write.targets.is_empty() {
                return Err("it writes through a pointer of unknown origin".into());
            }
            let mut named = true;
            for target in &write.targets {
                match target {
                    Target::Global(id) => {
                        self.writes.whole.insert(Variable::Global(*id));
                    }
                    Target::Local(function, local) if *function == self.function => {
                        // A variable of another activation has the same name; recursion through
                        // the loop is excluded, recursion around it is not.
                        self.writes.whole.insert(Variable::Local(*local));
                        named &= !self.is_recursive();
                    }
                    Target::Local(function, _) => {
                        // A variable of a caller, or of a called function whose activation has
                        // ended.
                        named &= self.is_called(*function);
                    }
                    Target::Allocated(_, _, _) => named = false,
                    Target::Function(_) => {}
                }
            }
            if !named {
                unnamed.push(write.base);
            }
        }
        for base in unnamed {
            match base {
                Some(base) => {
                    self.writes.behind.insert(base);
                }
                None => return Err("it writes through a pointer that it changes".into()),
            }
        }
        if !self.ended.is_subset(&self.declared) {
            return Err("the scope of a variable ends in it".into());
        }
        self.check_bases()?;
        self.drop_declared();
        self.check_pointers()?;
        Ok(self.writes)
    }

    fn is_recursive(&self) -> bool {
        let roots = BTreeSet::from([self.function]);
        let callees = &self.effects.callees[self.function];
        let reached = self.effects.closure(callees.clone());
        roots.iter().any(|root| reached.contains(root))
    }

    /// Whether a function's variables can only be those of activations inside the loop: it does not
    /// call the function of the loop, directly or not.
    fn is_called(&self, other: FuncId) -> bool {
        let reached = self.effects.closure(BTreeSet::from([other]));
        !reached.contains(&self.function)
    }

    /// The base variables of unnamed objects must not be written.
    fn check_bases(&self) -> Result<(), Reason> {
        for (variable, _) in &self.writes.behind {
            let written =
                self.writes.leaves.contains_key(variable) || self.writes.whole.contains(variable);
            let inner = match variable {
                Variable::Local(local) => self.declared.contains(local),
                Variable::Global(_) => false,
            };
            if written || inner {
                return Err("it writes through a pointer that it changes".into());
            }
        }
        Ok(())
    }

    /// A variable that an iteration declares is dead when the next one starts.
    fn drop_declared(&mut self) {
        for local in &self.declared {
            let variable = Variable::Local(*local);
            self.writes.leaves.remove(&variable);
            self.writes.whole.remove(&variable);
        }
        let mut exposed = std::mem::take(&mut self.writes.exposed);
        exposed.retain(|target| match target {
            Target::Local(function, local) if *function == self.function => {
                !self.declared.contains(local) || self.is_recursive()
            }
            Target::Local(function, _) => !self.is_called(*function),
            Target::Global(_) | Target::Allocated(_, _, _) | Target::Function(_) => true,
        });
        self.writes.exposed = exposed;
    }

    /// Objects that hold pointers cannot be havocked: a pointer that is an input leads to no
    /// object, unlike the pointers that the loop may have stored.
    fn check_pointers(&mut self) -> Result<(), Reason> {
        let points_to = &self.effects.points_to;
        let target_of = |variable: &Variable| match variable {
            Variable::Local(local) => Target::Local(self.function, *local),
            Variable::Global(global) => Target::Global(*global),
        };
        let whole = std::mem::take(&mut self.writes.whole);
        for variable in &whole {
            self.writes.leaves.remove(variable);
            if !points_to.contents(target_of(variable)).is_empty() {
                let program = self.effects.program;
                let name = match variable {
                    Variable::Local(id) => &program.functions[self.function].locals[*id].name,
                    Variable::Global(id) => &program.globals[*id].name,
                };
                let name = match &**name {
                    "" => "a variable of the compiler",
                    name => name,
                };
                return Err(format!("it writes to {name}, which holds pointers"));
            }
        }
        self.writes.whole = whole;
        for (variable, leaves) in &self.writes.leaves {
            if points_to.contents(target_of(variable)).is_empty() {
                continue;
            }
            let program = self.effects.program;
            let whole = match variable {
                Variable::Local(id) => program.functions[self.function].locals[*id].ty,
                Variable::Global(id) => program.globals[*id].ty,
            };
            if self.effects.hides_pointers || !may_hold_pointer(program, whole) {
                return Err("it changes an integer that may hold an address".into());
            }
            for leaf in leaves {
                let end = leaf
                    .offset
                    .saturating_add(program.types.alloc_size(leaf.ty));
                if touches_pointer(program, whole, leaf.offset, end) {
                    return Err("it changes a pointer".into());
                }
            }
        }
        for (variable, _) in &self.writes.behind {
            for target in points_to.contents(target_of(variable)) {
                if !points_to.contents(target).is_empty() {
                    return Err("it writes to an object that holds pointers".into());
                }
            }
        }
        Ok(())
    }
}

/// The base variable of a pointer, if it has one.
pub(crate) fn base_variable(function: &Function, pointer: &Expr) -> Option<(Variable, u64)> {
    let mut expr = pointer;
    for _ in 0..64 {
        match expr {
            Expr::PtrAdd(base, _) => expr = base,
            Expr::Temp(temp) => match definition(function, *temp)? {
                StmtKind::Assign { value, .. } => expr = value,
                StmtKind::Load {
                    place: Place::Variable(variable, offset),
                    ..
                } => return Some((*variable, *offset)),
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// The only statement that defines a temporary.
fn definition(function: &Function, temp: TempId) -> Option<&StmtKind> {
    if function.params.contains(&temp) {
        return None;
    }
    let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
    let mut setting = stmts.filter(|stmt| stmt.kind.defines() == Some(temp));
    let first = setting.next()?;
    setting.next().is_none().then_some(&first.kind)
}

/// Whether a pointer is stored as an integer somewhere.
fn hides_pointers(program: &Program, points_to: &PointsTo) -> bool {
    program.functions.iter_enumerated().any(|(id, function)| {
        let mut blocks = function.blocks.iter_enumerated();
        blocks.any(|(block, contents)| {
            let mut stmts = contents.stmts.iter().enumerate();
            stmts.any(|(index, stmt)| {
                if let StmtKind::Store { value, .. } = &stmt.kind {
                    let ty = value.ty(program, function);
                    let pointer = ty.is_some_and(|ty| may_hold_pointer(program, ty));
                    !pointer && !points_to.expression((id, block, index), 1).is_empty()
                } else {
                    false
                }
            })
        })
    })
}

/// Whether some bytes of a type belong to a pointer.
fn touches_pointer(program: &Program, ty: TypeId, from: u64, to: u64) -> bool {
    let mut pending = vec![(0_u64, ty)];
    while let Some((at, ty)) = pending.pop() {
        let end = at.saturating_add(program.types.alloc_size(ty));
        if end <= from || to <= at || !may_hold_pointer(program, ty) {
            continue;
        }
        let parts = program.types.components(ty);
        if parts.is_empty() {
            return true;
        }
        pending.extend(parts.into_iter().map(|(offset, part)| (at + offset, part)));
    }
    false
}
