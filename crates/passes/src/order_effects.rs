//! What functions read and write, as precisely as [`crate::evaluation_order`] needs it.
//!
//! An access is to a variable, or through a pointer whose value is not tracked. Such a pointer may
//! lead to every variable whose address escapes.

use cassay_base::Id;
use cassay_ir::{
    Accessed, CallTarget, Constant, Expr, FuncId, Function, GlobalId, Initializer, LocalId, Place,
    Program, StmtKind, TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// A memory access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    /// To a variable, at an offset if that is known.
    Variable(Variable, Option<i64>),
    /// Through a pointer that was read from a variable, at an offset if that is known.
    Behind(Variable, Option<i64>),
    /// Through any other pointer.
    Anywhere,
}

impl Access {
    pub(crate) fn name(self, program: &Program, function: &Function) -> String {
        let name = |variable: Variable| match variable {
            Variable::Global(id) => program.globals[id].name.to_string(),
            Variable::Local(id) => function.locals[id].name.to_string(),
        };
        match self {
            Access::Variable(variable, _) => name(variable),
            Access::Behind(variable, _) => format!("what {} points to", name(variable)),
            Access::Anywhere => "what a pointer leads to".into(),
        }
    }

    /// Whether two places may have a byte in common.
    pub(crate) fn overlaps(self, other: Access, exposed: &Exposed, roots: &Roots) -> bool {
        match (self, other) {
            (Access::Variable(a, x), Access::Variable(b, y)) => a == b && may_be_same(x, y),
            (Access::Variable(variable, _), Access::Behind(_, _) | Access::Anywhere)
            | (Access::Behind(_, _) | Access::Anywhere, Access::Variable(variable, _)) => {
                is_exposed(variable, exposed, roots)
            }
            (Access::Behind(a, x), Access::Behind(b, y)) => a != b || may_be_same(x, y),
            (Access::Anywhere, Access::Behind(_, _) | Access::Anywhere)
            | (Access::Behind(_, _), Access::Anywhere) => true,
        }
    }

    /// The same without an offset.
    pub(crate) fn whole(self) -> Access {
        match self {
            Access::Variable(variable, _) => Access::Variable(variable, None),
            Access::Behind(variable, _) => Access::Behind(variable, None),
            Access::Anywhere => Access::Anywhere,
        }
    }

    fn moved(self, by: &Expr) -> Access {
        let sum = |offset: Option<i64>| {
            if let Expr::Int(bits) = by {
                offset?.checked_add(bits.to_i64()?)
            } else {
                None
            }
        };
        match self {
            Access::Variable(variable, offset) => Access::Variable(variable, sum(offset)),
            Access::Behind(variable, offset) => Access::Behind(variable, sum(offset)),
            Access::Anywhere => Access::Anywhere,
        }
    }
}

/// Members of one structure lie at different offsets.
fn may_be_same(x: Option<i64>, y: Option<i64>) -> bool {
    x.is_none() || y.is_none() || x == y
}

fn is_exposed(variable: Variable, exposed: &Exposed, roots: &Roots) -> bool {
    match variable {
        Variable::Global(id) => exposed.globals.contains(&id),
        Variable::Local(id) => roots.exposed.contains(&id),
    }
}

/// Globals and functions whose addresses escape: they are stored or passed.
#[derive(Default)]
pub(crate) struct Exposed {
    globals: BTreeSet<GlobalId>,
    functions: BTreeSet<FuncId>,
}

impl Exposed {
    pub(crate) fn of(program: &Program) -> Exposed {
        let mut exposed = Exposed::default();
        for global in program.globals.iter() {
            if let Initializer::Parts(parts) = &global.init {
                for (_, part) in parts {
                    match part {
                        Constant::GlobalAddr(id, _) => {
                            exposed.globals.insert(*id);
                        }
                        Constant::FuncAddr(id) => {
                            exposed.functions.insert(*id);
                        }
                        Constant::Bits(_) | Constant::Bytes(_) => {}
                    }
                }
            }
        }
        for function in program.functions.iter() {
            exposed.globals.extend(Roots::of(function).exposed_globals);
            exposed.note_functions(function);
        }
        exposed
    }

    fn note_functions(&mut self, function: &Function) {
        for expr in function.parts() {
            if let Expr::FuncAddr(id) = expr {
                self.functions.insert(*id);
            }
        }
    }
}

/// What the pointers of a function point to, as far as its temporaries show.
#[derive(Default)]
pub(crate) struct Roots {
    /// What temporaries point to.
    behind: BTreeMap<u32, Access>,
    /// Locals whose addresses escape.
    exposed: BTreeSet<LocalId>,
    exposed_globals: BTreeSet<GlobalId>,
}

impl Roots {
    pub(crate) fn of(function: &Function) -> Roots {
        let mut roots = Roots::default();
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                roots.statement(&stmt.kind);
            }
            block.terminator.expressions(|expr| roots.expose(expr));
        }
        roots
    }

    fn statement(&mut self, kind: &StmtKind) {
        if let StmtKind::Assign { dst, value } = kind {
            let access = self.pointer(value);
            if matches!(access, Access::Anywhere) {
                self.expose(value);
            }
            self.set(dst.0, access);
        } else if let StmtKind::Load { dst, place, .. } = kind {
            let behind = match self.place(place) {
                Access::Variable(variable, Some(0)) => Access::Behind(variable, Some(0)),
                Access::Variable(_, _) | Access::Behind(_, _) | Access::Anywhere => {
                    Access::Anywhere
                }
            };
            self.set(dst.0, behind);
        } else if let Some(call) = kind.enters() {
            call.args.iter().for_each(|arg| self.expose(arg));
        } else if let StmtKind::Store { value, .. } | StmtKind::EndThread(value) = kind {
            self.expose(value);
        }
    }

    /// A temporary that is set more than once may have any of the values.
    fn set(&mut self, temp: u32, access: Access) {
        let before = self.behind.insert(temp, access);
        if before.is_some_and(|before| before != access) {
            for access in [before, Some(access)].into_iter().flatten() {
                self.expose_access(access);
            }
            self.behind.insert(temp, Access::Anywhere);
        }
    }

    fn expose_access(&mut self, access: Access) {
        match access {
            Access::Variable(Variable::Local(id), _) => {
                self.exposed.insert(id);
            }
            Access::Variable(Variable::Global(id), _) => {
                self.exposed_globals.insert(id);
            }
            Access::Behind(_, _) | Access::Anywhere => {}
        }
    }

    /// Marks the variables whose addresses are in an expression as escaping.
    fn expose(&mut self, expr: &Expr) {
        let mut todo = vec![expr];
        while let Some(expr) = todo.pop() {
            if matches!(expr, Expr::AddrOf(_) | Expr::Temp(_)) {
                self.expose_access(self.pointer(expr));
            }
            expr.operands(|part| todo.push(part));
        }
    }

    /// What a pointer points to.
    pub(crate) fn pointer(&self, pointer: &Expr) -> Access {
        let (mut at, mut steps) = (pointer, Vec::new());
        while let Expr::PtrAdd(base, by) = at {
            steps.push(by.as_ref());
            at = base;
        }
        let start = if let Expr::AddrOf(variable) = at {
            Access::Variable(*variable, Some(0))
        } else {
            let known = at.as_temp().and_then(|temp| self.behind.get(&temp.0));
            known.copied().unwrap_or(Access::Anywhere)
        };
        steps.into_iter().fold(start, Access::moved)
    }

    pub(crate) fn place(&self, place: &Place) -> Access {
        self.accessed(place.into())
    }

    fn accessed(&self, to: Accessed<'_>) -> Access {
        match to {
            Accessed::Variable(variable, offset) => {
                Access::Variable(variable, i64::try_from(offset).ok())
            }
            Accessed::Behind(pointer) => self.pointer(pointer),
        }
    }
}

/// The accesses of a function to memory that is visible to others.
#[derive(Clone, Default)]
pub(crate) struct Effect {
    reads: BTreeSet<GlobalId>,
    writes: BTreeSet<GlobalId>,
    reads_through: bool,
    writes_through: bool,
    /// What its pointer arguments lead to, if that is known.
    reached: Option<BTreeSet<Access>>,
}

impl Effect {
    /// The effect of a function that accesses only what its pointer arguments lead to.
    pub(crate) fn through(&self, reached: &BTreeSet<Access>) -> Effect {
        Effect {
            reached: Some(reached.clone()),
            reads_through: self.reads_through && !reached.is_empty(),
            writes_through: self.writes_through && !reached.is_empty(),
            ..self.clone()
        }
    }

    pub(crate) fn writes_something(&self) -> bool {
        self.writes_through || !self.writes.is_empty()
    }

    pub(crate) fn writes(&self, access: Access, exposed: &Exposed, roots: &Roots) -> bool {
        self.uses(&self.writes, self.writes_through, access, exposed, roots)
    }

    pub(crate) fn reads(&self, access: Access, exposed: &Exposed, roots: &Roots) -> bool {
        self.uses(&self.reads, self.reads_through, access, exposed, roots)
    }

    fn uses(
        &self,
        named: &BTreeSet<GlobalId>,
        through: bool,
        access: Access,
        exposed: &Exposed,
        roots: &Roots,
    ) -> bool {
        let by_name = match access {
            Access::Variable(Variable::Global(id), _) => named.contains(&id),
            Access::Variable(Variable::Local(_), _) => false,
            Access::Behind(_, _) | Access::Anywhere => !named.is_disjoint(&exposed.globals),
        };
        let reaches = || match &self.reached {
            None => access.overlaps(Access::Anywhere, exposed, roots),
            Some(reached) => reached
                .iter()
                .any(|other| access.overlaps(*other, exposed, roots)),
        };
        by_name || through && reaches()
    }

    /// Whether one of two functions changes what the other uses.
    pub(crate) fn disturbs(&self, other: &Effect, exposed: &Exposed) -> bool {
        let meet = |a: &BTreeSet<GlobalId>, b: &BTreeSet<GlobalId>| !a.is_disjoint(b);
        let by_name = meet(&self.writes, &other.reads)
            || meet(&self.writes, &other.writes)
            || meet(&self.reads, &other.writes);
        let found = |through: bool, named: &BTreeSet<GlobalId>, through_too: bool| {
            through && (through_too || meet(named, &exposed.globals))
        };
        by_name
            || found(self.writes_through, &other.reads, other.reads_through)
            || found(self.writes_through, &other.writes, other.writes_through)
            || found(other.writes_through, &self.reads, self.reads_through)
            || found(other.writes_through, &self.writes, self.writes_through)
            || found(self.reads_through, &other.writes, other.writes_through)
            || found(other.reads_through, &self.writes, self.writes_through)
    }

    fn add(&mut self, other: &Effect) -> bool {
        let before = self.size();
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_through |= other.reads_through;
        self.writes_through |= other.writes_through;
        before != self.size()
    }

    fn size(&self) -> (usize, usize, bool, bool) {
        let (reads, writes) = (self.reads.len(), self.writes.len());
        (reads, writes, self.reads_through, self.writes_through)
    }

    fn access(&mut self, access: Access, writes: bool) {
        let (named, through) = match writes {
            true => (&mut self.writes, &mut self.writes_through),
            false => (&mut self.reads, &mut self.reads_through),
        };
        match access {
            Access::Variable(Variable::Global(id), _) => {
                named.insert(id);
            }
            // Its own variables are gone when another function runs.
            Access::Variable(Variable::Local(_), _) => {}
            Access::Behind(_, _) | Access::Anywhere => *through = true,
        }
    }
}

/// The effects of all functions.
pub(crate) struct Effects {
    pub(crate) of: Vec<Effect>,
    /// The effect of a call through a pointer: of any function whose address escapes.
    pub(crate) by_pointer: Effect,
}

/// The effects of every function, including its callees.
pub(crate) fn effects(program: &Program, exposed: &Exposed) -> Effects {
    let mut all: Vec<Effect> = program.functions.iter().map(own_effects).collect();
    let callees: Vec<BTreeSet<Option<FuncId>>> = program
        .functions
        .iter()
        .map(|function| callees(program, function))
        .collect();
    let mut by_pointer = Effect::default();
    loop {
        let mut changed = false;
        for id in &exposed.functions {
            if !program.functions[*id].model {
                changed |= by_pointer.add(&all[id.index()]);
            }
        }
        for (index, callees) in callees.iter().enumerate() {
            for callee in callees {
                let other = match callee {
                    Some(callee) if callee.index() == index => continue,
                    Some(callee) => all[callee.index()].clone(),
                    None => by_pointer.clone(),
                };
                changed |= all[index].add(&other);
            }
        }
        if !changed {
            let of = all;
            return Effects { of, by_pointer };
        }
    }
}

/// The functions that a function calls, except library functions whose pointer arguments lead only
/// to its own variables and to constants.
fn callees(program: &Program, function: &Function) -> BTreeSet<Option<FuncId>> {
    let mut found = BTreeSet::new();
    let roots = Roots::of(function);
    let mut note = |target: &CallTarget, args: &[Expr]| {
        let own = |arg: &Expr| match roots.pointer(arg) {
            Access::Variable(Variable::Local(_), _) => true,
            Access::Variable(Variable::Global(id), _) => program.globals[id].constant,
            Access::Behind(_, _) | Access::Anywhere => !is_pointer(function, arg),
        };
        match target {
            CallTarget::Direct(id) if program.functions[*id].model && args.iter().all(own) => {}
            CallTarget::Direct(id) => {
                found.insert(Some(*id));
            }
            CallTarget::Indirect(_) => {
                found.insert(None);
            }
        }
    };
    for block in function.blocks.iter() {
        for (_, call) in block.calls() {
            note(call.target, call.args);
        }
    }
    found
}

/// Whether an argument is a pointer, as far as its expression shows.
pub(crate) fn is_pointer(function: &Function, expr: &Expr) -> bool {
    match expr.as_temp() {
        Some(temp) => function.temps[temp].ty == TypeTable::PTR,
        None => matches!(expr, Expr::AddrOf(_) | Expr::PtrAdd(_, _)),
    }
}

fn own_effects(function: &Function) -> Effect {
    let mut effect = Effect::default();
    let roots = Roots::of(function);
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        stmt.kind.accesses(|access| {
            effect.access(roots.accessed(access.to), access.writes);
        });
    }
    // The library's own state is not visible to the program.
    if function.model {
        effect.reads.clear();
        effect.writes.clear();
    }
    effect
}
