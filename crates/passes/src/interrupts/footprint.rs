//! Which memory statements and handlers use.
//!
//! A handler commutes with a statement that writes nothing the handler uses and reads nothing it writes.
//! Sets are over-approximations. Local variables whose address nobody takes are left out: only one
//! activation can use them.

use cassay_effects::{Effects as Analysis, Target, targets};
use cassay_ir::{
    BlockId, CallTarget, Effects, Expr, FuncId, Function, Place, Program, StmtKind, Terminator,
    Variable,
};
use std::collections::BTreeSet;

/// A statement; the end of a block comes behind the last.
pub(super) type At = (FuncId, BlockId, usize);

/// What some code uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    /// What it may read.
    pub reads: BTreeSet<Target>,
    /// What it may write, free or make.
    pub writes: BTreeSet<Target>,
    /// Whether it asks for the state of objects.
    pub inspects: bool,
    /// Whether it makes or frees objects.
    pub makes: bool,
    /// Whether it takes values that nothing determines.
    pub chooses: bool,
}

impl Footprint {
    /// Whether the order of this and of other code may matter.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        self.makes && other.inspects
            || self.inspects && other.makes
            || !self.writes.is_disjoint(&other.reads)
            || !self.writes.is_disjoint(&other.writes)
            || !self.reads.is_disjoint(&other.writes)
    }

    /// Adds what other code uses.
    pub fn add(&mut self, other: &Footprint) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.inspects |= other.inspects;
        self.makes |= other.makes;
        self.chooses |= other.chooses;
    }
}

/// Finds what statements use.
pub(super) struct Footprints<'a> {
    pub program: &'a Program,
    pub analysis: &'a Analysis<'a>,
}

impl Footprints<'_> {
    /// What all statements of functions use.
    pub fn of_functions(&self, functions: &BTreeSet<FuncId>) -> Footprint {
        let mut all = Footprint::default();
        for &id in functions {
            for (block, contents) in self.program.functions[id].blocks.iter_enumerated() {
                for (index, stmt) in contents.stmts.iter().enumerate() {
                    all.add(&self.of(&stmt.kind, (id, block, index)));
                }
                let end = (id, block, contents.stmts.len());
                all.add(&self.of_end(&contents.terminator, end));
            }
        }
        all
    }

    /// What a statement uses: not what functions with a body do that it calls.
    pub fn of(&self, kind: &StmtKind, at: At) -> Footprint {
        let mut found = Footprint::default();
        let function = &self.program.functions[at.0];
        kind.expressions(|expr| found.evaluates(expr));
        match kind {
            StmtKind::Load { place, .. } => {
                found.chooses |= self.is_device(place);
                self.place(&mut found, place, at, false);
            }
            StmtKind::Store { place, .. } => self.place(&mut found, place, at, true),
            StmtKind::MemCopy { .. } => {
                self.behind(&mut found, at, 0, true);
                self.behind(&mut found, at, 1, false);
            }
            StmtKind::MemSet { .. } => self.behind(&mut found, at, 0, true),
            StmtKind::MemHavoc { .. } => {
                found.chooses = true;
                self.behind(&mut found, at, 0, true);
            }
            StmtKind::Free(_) | StmtKind::EndStack(_) => {
                found.makes = true;
                self.behind(&mut found, at, 0, true);
            }
            StmtKind::Alloc { .. } => {
                found.makes = true;
                found.writes.insert(Target::Allocated(at.0, at.1, at.2));
            }
            StmtKind::Declare(local) | StmtKind::Dead(local) | StmtKind::Seal(local) => {
                self.variable(&mut found, function, at.0, Variable::Local(*local), true);
            }
            StmtKind::Havoc { .. } => found.chooses = true,
            StmtKind::Call { target, args, .. } => self.call(&mut found, target, args, at),
            StmtKind::Assign { .. }
            | StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Hold { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Spawn { .. }
            | StmtKind::Join { .. }
            | StmtKind::EndThread(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => {}
        }
        found
    }

    /// What the end of a block uses.
    pub fn of_end(&self, end: &Terminator, at: At) -> Footprint {
        let mut found = Footprint::default();
        end.expressions(|expr| found.evaluates(expr));
        if let Some(call) = end.call() {
            self.call(&mut found, call.target, call.args, at);
        }
        found
    }

    /// A function without a body reads and writes what its arguments lead to.
    fn call(&self, found: &mut Footprint, target: &CallTarget, args: &[Expr], at: At) {
        let callees = targets(&self.analysis.points_to, at, target);
        let without_body = |id: &FuncId| !self.program.functions[*id].has_body();
        if callees.iter().any(without_body) {
            found.chooses = true;
            for (index, _) in (1_u32..).zip(args) {
                self.behind(found, at, index, true);
                self.behind(found, at, index, false);
            }
        }
    }

    fn is_device(&self, place: &Place) -> bool {
        match place {
            Place::Variable(Variable::Global(id), _) => self.program.globals[*id].device,
            Place::Variable(Variable::Local(_), _) => false,
            // A device may be behind it.
            Place::Deref(_, _) => self.program.globals.iter().any(|global| global.device),
        }
    }

    fn place(&self, found: &mut Footprint, place: &Place, at: At, writes: bool) {
        match place {
            Place::Variable(variable, _) => {
                let function = &self.program.functions[at.0];
                self.variable(found, function, at.0, *variable, writes);
            }
            Place::Deref(_, _) => self.behind(found, at, 0, writes),
        }
    }

    fn variable(
        &self,
        found: &mut Footprint,
        function: &Function,
        id: FuncId,
        variable: Variable,
        writes: bool,
    ) {
        let target = match variable {
            Variable::Global(global) => Target::Global(global),
            Variable::Local(local) if function.locals[local].address_taken => {
                Target::Local(id, local)
            }
            Variable::Local(_) => return,
        };
        if writes {
            found.writes.insert(target);
        } else {
            found.reads.insert(target);
        }
    }

    /// The objects that an expression of a statement leads to.
    fn behind(&self, found: &mut Footprint, at: At, index: u32, writes: bool) {
        let objects = self.analysis.points_to.expression(at, index);
        let objects = objects.into_iter().filter(|target| match target {
            Target::Function(_) => false,
            Target::Local(_, _) | Target::Global(_) | Target::Allocated(_, _, _) => true,
        });
        if writes {
            found.writes.extend(objects);
        } else {
            found.reads.extend(objects);
        }
    }
}

impl Footprint {
    fn evaluates(&mut self, expr: &Expr) {
        let effects = expr.effects();
        self.inspects |= effects.any(Effects::INSPECTS);
        self.chooses |= effects.any(Effects::CHOOSES);
    }
}
