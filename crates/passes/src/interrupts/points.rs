//! Where handlers run.
//!
//! A handler that runs between two statements does the same as one that runs earlier, as long as it commutes
//! with the statements between. So it suffices to let handlers run where the program starts, and right behind
//! every statement that does not commute with some handler or may end a mask. There is no need for points
//! before an end or in loops: a run of a handler moves back to the last point, never forward.
//!
//! No handler runs in an atomic section.

use super::footprint::{At, Footprint, Footprints};
use super::ghosts::Ghosts;
use super::sections;
use super::spec::Resolved;
use cassay_effects::{Effects as Analysis, Target, targets};
use cassay_ir::{
    Accessed, AllocKind, Block, BlockId, Expr, FuncId, Function, Program, Size, StmtKind,
    Terminator, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The priority of the code of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Always this.
    Known(u32),
    /// It runs with several priorities, this the lowest.
    Several(u32),
}

impl Level {
    pub fn lowest(self) -> u32 {
        match self {
            Level::Known(level) | Level::Several(level) => level,
        }
    }
}

/// Which code handlers interrupt, and what they use.
pub(super) struct Scene<'a> {
    pub program: &'a Program,
    pub analysis: &'a Analysis<'a>,
    pub found: &'a Resolved,
    pub ghosts: &'a Ghosts,
    /// By handler, the functions that it runs.
    pub closures: Vec<BTreeSet<FuncId>>,
    /// By handler, what it uses.
    pub footprints: Vec<Footprint>,
    /// By function.
    pub levels: BTreeMap<FuncId, Level>,
    /// Functions whose return ends objects that a handler may use.
    owners: BTreeSet<FuncId>,
}

/// The places where something is added.
#[derive(Debug, Default)]
pub(super) struct Points {
    /// Statements behind which handlers run.
    pub after: BTreeSet<At>,
    /// Blocks at whose start handlers run.
    pub heads: BTreeSet<(FuncId, BlockId)>,
    /// Begins and ends of atomic sections that extend over several blocks or calls.
    pub atomic: BTreeSet<At>,
}

impl<'a> Scene<'a> {
    pub fn new(
        program: &'a Program,
        analysis: &'a Analysis<'a>,
        (found, ghosts): (&'a Resolved, &'a Ghosts),
        entry: FuncId,
    ) -> Self {
        let code = Footprints { program, analysis };
        let closure = |id: FuncId| analysis.closure(BTreeSet::from([id]));
        let handlers = found.handlers.iter();
        let closures: Vec<_> = handlers.map(|handler| closure(handler.function)).collect();
        let footprints: Vec<Footprint> = closures
            .iter()
            .zip(&found.handlers)
            .map(|(functions, handler)| {
                let mut all = code.of_functions(functions);
                let mask = handler.mask.iter();
                all.reads.extend(mask.map(|(id, _)| Target::Global(*id)));
                all
            })
            .collect();
        let owners = owners(program, &footprints);
        Scene {
            levels: levels(program, analysis, found, &closures, entry),
            program,
            analysis,
            found,
            ghosts,
            closures,
            footprints,
            owners,
        }
    }

    /// What the handlers use that interrupt code of this priority; `None` if none does.
    pub fn above(&self, level: u32) -> Option<Footprint> {
        self.above_of(&self.footprints, level)
    }

    /// The same for a part of what handlers use, by handler.
    pub fn above_of(&self, footprints: &[Footprint], level: u32) -> Option<Footprint> {
        let handlers = self.found.handlers.iter().zip(footprints);
        let mut above = handlers.filter(|(handler, _)| handler.priority > level);
        let mut all = above.next()?.1.clone();
        above.for_each(|(_, footprint)| all.add(footprint));
        Some(all)
    }

    /// The places where handlers run.
    pub fn points(&self, entry: FuncId) -> Points {
        let mut points = Points::default();
        points.heads.insert((entry, Function::ENTRY));
        for (id, function) in self.program.functions.iter_enumerated() {
            let above = self.levels.get(&id);
            let Some(above) = above.and_then(|level| self.above(level.lowest())) else {
                continue;
            };
            for (block, contents) in function.blocks.iter_enumerated() {
                self.block(&mut points, &above, (id, block), contents);
            }
        }
        points
    }

    fn block(
        &self,
        points: &mut Points,
        above: &Footprint,
        (id, block): (FuncId, BlockId),
        contents: &Block,
    ) {
        // Where the section ends that the statement is in, and whether something in it matters.
        let mut section: Option<(usize, bool)> = None;
        for (index, stmt) in contents.stmts.iter().enumerate() {
            let at = (id, block, index);
            if let Some((end, matters)) = section {
                let matters = matters || self.matters(above, &stmt.kind, at);
                section = (index < end).then_some((end, matters));
                if index == end && matters {
                    points.after.insert(at);
                }
                continue;
            }
            match &stmt.kind {
                StmtKind::AtomicBegin => match end_of_section(contents, index) {
                    Some(end) => section = Some((end, false)),
                    None => {
                        points.atomic.insert(at);
                    }
                },
                StmtKind::AtomicEnd => {
                    points.atomic.insert(at);
                    points.after.insert(at);
                }
                kind => {
                    if self.matters(above, kind, at) {
                        points.after.insert(at);
                    }
                }
            }
        }
        let at = (id, block, contents.stmts.len());
        if let Terminator::Invoke { normal, unwind, .. } = &contents.terminator
            && self.end_matters(above, &contents.terminator, at)
        {
            points.heads.extend([(id, *normal), (id, *unwind)]);
        }
    }

    /// Whether it matters if a handler runs before or behind a statement.
    pub fn matters(&self, above: &Footprint, kind: &StmtKind, at: At) -> bool {
        let code = Footprints {
            program: self.program,
            analysis: self.analysis,
        };
        let ends = |call: cassay_ir::Call<'_>| self.ends_objects(call, at);
        sections::opens(self.found, self.ghosts, at.0, kind)
            || code.of(kind, at).conflicts(above)
            || kind.call().is_some_and(ends)
    }

    fn end_matters(&self, above: &Footprint, end: &Terminator, at: At) -> bool {
        let code = Footprints {
            program: self.program,
            analysis: self.analysis,
        };
        let ends = |call: cassay_ir::Call<'_>| self.ends_objects(call, at);
        code.of_end(end, at).conflicts(above) || end.call().is_some_and(ends)
    }

    /// Whether objects that a handler may use end where a call returns.
    fn ends_objects(&self, call: cassay_ir::Call<'_>, at: At) -> bool {
        let callees = targets(&self.analysis.points_to, at, call.target);
        callees.iter().any(|id| self.owners.contains(id))
    }

    /// Whether it makes no difference to run handlers more than once at a point, each of them: they
    /// compute the same from memory that none of them writes.
    pub fn repeats_do_nothing(&self, points: &Points) -> bool {
        let mut all = Footprint::default();
        self.footprints
            .iter()
            .for_each(|footprint| all.add(footprint));
        let disturbed = |id: &FuncId| {
            let section = self.found.sections.iter().any(|(section, _)| section == id);
            let after = points.after.iter().any(|(function, _, _)| function == id);
            section || after || points.atomic.iter().any(|(function, _, _)| function == id)
        };
        let calm = all.reads.is_disjoint(&all.writes) && !all.makes && !all.inspects;
        let unset = |id: &FuncId| may_read_unset(self.program, &self.program.functions[*id]);
        let chooses = all.chooses || self.closures.iter().flatten().any(unset);
        let fixed = !chooses || self.closures.iter().all(|of| self.runs_straight(of));
        calm && fixed && !self.closures.iter().flatten().any(disturbed)
    }

    /// Whether code always writes the same parts of variables, if perhaps other values.
    fn runs_straight(&self, functions: &BTreeSet<FuncId>) -> bool {
        functions.iter().all(|id| {
            let function = &self.program.functions[*id];
            let mut blocks = function.blocks.iter();
            let straight = blocks.all(|block| match block.terminator {
                Terminator::Return(_) => true,
                Terminator::Goto(_)
                | Terminator::Branch { .. }
                | Terminator::Switch { .. }
                | Terminator::IndirectGoto { .. }
                | Terminator::Invoke { .. }
                | Terminator::Unwind(_)
                | Terminator::Unreachable => false,
            });
            straight
                && function
                    .statements()
                    .all(|stmt| writes_fixed_parts(&stmt.kind))
        })
    }
}

/// Whether a statement writes to a part of a variable, the same at each time, or to no memory.
fn writes_fixed_parts(kind: &StmtKind) -> bool {
    let mut fixed = true;
    kind.accesses(|access| {
        let named = matches!(access.to, cassay_ir::Accessed::Variable(_, _));
        fixed &= named || !access.writes;
    });
    let effects = kind.effects();
    let harmful = cassay_ir::Effects::BLOCKS.and(cassay_ir::Effects::FREES);
    let indirect = kind.call().is_some_and(|call| {
        matches!(call.target, cassay_ir::CallTarget::Indirect(_)) || !call.args.is_empty()
    });
    fixed && !effects.any(harmful) && !indirect
}

/// Whether a local variable may be read before it has a value: unless each is written as a whole by the first
/// statement behind its declaration that names it.
fn may_read_unset(program: &Program, function: &Function) -> bool {
    function.blocks.iter().any(|block| {
        let mut stmts = block.stmts.iter().enumerate();
        stmts.any(|(index, stmt)| {
            let StmtKind::Declare(local) = stmt.kind else {
                return false;
            };
            let variable = Variable::Local(local);
            let size = program.types.alloc_size(function.locals[local].ty);
            let mut named = block.stmts.iter().skip(index + 1).filter_map(|stmt| {
                let mut whole = None;
                stmt.kind.accesses(|access| {
                    if let (Accessed::Variable(to, 0), Size::OfValue(value)) =
                        (access.to, access.size)
                        && to == variable
                    {
                        let ty = value.ty(program, function);
                        whole = Some(ty.is_some_and(|ty| program.types.store_size(ty) == size));
                    } else if matches!(access.to, Accessed::Variable(to, _) if to == variable) {
                        whole = Some(false);
                    }
                });
                let taken = stmt
                    .kind
                    .parts()
                    .any(|part| *part == Expr::AddrOf(variable));
                if taken { Some(false) } else { whole }
            });
            named.next() != Some(true)
        })
    })
}

/// The end of an atomic section, if it is in the same block and nothing is called in it.
fn end_of_section(block: &Block, begin: usize) -> Option<usize> {
    let behind = block.stmts.iter().enumerate().skip(begin + 1);
    for (index, stmt) in behind {
        match &stmt.kind {
            StmtKind::AtomicEnd => return Some(index),
            StmtKind::AtomicBegin => return None,
            kind => {
                if kind.enters().is_some() {
                    return None;
                }
            }
        }
    }
    None
}

/// The priorities with which functions run. Functions that no handler runs are part of the other code, even
/// if nobody is seen to call them.
fn levels(
    program: &Program,
    analysis: &Analysis<'_>,
    found: &Resolved,
    closures: &[BTreeSet<FuncId>],
    entry: FuncId,
) -> BTreeMap<FuncId, Level> {
    let in_handlers: BTreeSet<FuncId> = closures.iter().flatten().copied().collect();
    let others = program
        .functions
        .ids()
        .filter(|id| !in_handlers.contains(id));
    let roots: BTreeSet<FuncId> = others.chain([entry]).collect();
    let outside = analysis.closure(roots);
    let mut levels = BTreeMap::new();
    for id in program.functions.ids() {
        let handlers = closures.iter().zip(&found.handlers);
        let of_handlers = handlers.filter(|(functions, _)| functions.contains(&id));
        let own = outside.contains(&id).then_some(0);
        let all: BTreeSet<u32> = of_handlers
            .map(|(_, handler)| handler.priority)
            .chain(own)
            .collect();
        if let Some(&lowest) = all.first() {
            let level = match all.len() {
                1 => Level::Known(lowest),
                _ => Level::Several(lowest),
            };
            levels.insert(id, level);
        }
    }
    levels
}

/// The functions that own objects which handlers may use, until they return.
fn owners(program: &Program, footprints: &[Footprint]) -> BTreeSet<FuncId> {
    let used = footprints
        .iter()
        .flat_map(|of| of.reads.iter().chain(&of.writes));
    let owner = |target: &Target| match *target {
        Target::Local(id, _) => Some(id),
        Target::Allocated(id, block, index) => {
            let stmt = program.functions[id].blocks[block].stmts.get(index)?;
            let kind = match &stmt.kind {
                StmtKind::Alloc { kind, .. } => kind,
                _ => return Some(id),
            };
            match kind {
                AllocKind::Stack => Some(id),
                AllocKind::Heap
                | AllocKind::ZeroedHeap
                | AllocKind::New
                | AllocKind::NewArray
                | AllocKind::NewAligned
                | AllocKind::NewArrayAligned
                | AllocKind::Static => None,
            }
        }
        Target::Global(_) | Target::Function(_) => None,
    };
    used.filter_map(owner).collect()
}
