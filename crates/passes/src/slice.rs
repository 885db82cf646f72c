//! Program slicing: removes what no claim depends on, by data and control dependence over the whole
//! program.
//!
//! The roots are all statements that can be observed, can block, can end the execution or can fail
//! to terminate: claims, assumptions, inputs, lifetimes of objects, allocations, accesses that
//! could be invalid, addresses that become integers, unsupported constructs, branches inside loops,
//! and calls of functions that do any of this. From the roots, dependences are followed backwards:
//! from a kept expression to every definition of its temporaries, from a variable that is read or
//! whose address is used to every store to it, and from a kept statement to the branches that
//! decide whether it is executed. What can be removed is
//!
//! - assignments, loads from variables and stores to variables,
//! - calls of functions that only compute and return,
//! - branches on which nothing that is kept depends,
//! - bodies of functions that are not reachable.
//!
//! (Weiser, "Program slicing", with the control dependence of Podgurski and Clarke that treats
//! loops as possibly endless.) Dependences ignore the order of statements and distinguish no
//! activations.
//!
//! Blocks and loops keep their numbers and names.

use crate::nonlocal_jumps::{alive_at_starts, note_life};
use crate::reached::reached_functions;
use cassay_base::{Id, IndexVec};
use cassay_effects::PointsTo;
use cassay_ir::control::ControlDependence;
use cassay_ir::order::Order;
use cassay_ir::{
    Accessed, BlockId, CallTarget, Constant, Effects, Expr, FuncId, Function, Initializer, LocalId,
    Place, Program, Stmt, StmtKind, TempId, Terminator, TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Removes what no claim depends on. Executions begin at `start`.
pub(crate) fn slice(program: &mut Program, start: FuncId) {
    if has_threads(program) {
        return;
    }
    drop_unreached(program, start);
    // Programs too large for the points-to analysis are left as they are.
    let Some(exposing) = PointsTo::of(program) else {
        return;
    };
    let silent = silent_functions(program, &exposing);
    let mut slicer = Slicer::new(program);
    slicer.roots(&silent, &exposing);
    slicer.follow();
    let kept = slicer.functions;
    for (id, parts) in kept.iter_enumerated() {
        remove(&mut program.functions[id], parts);
    }
    drop_unreached(program, start);
}

/// With threads the order of effects matters, which this analysis ignores.
fn has_threads(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    let mut stmts = blocks.flat_map(|block| &block.stmts);
    stmts.any(|stmt| stmt.kind.effects().any(Effects::THREADS))
}

/// Removes the bodies of functions that are not reachable.
fn drop_unreached(program: &mut Program, start: FuncId) {
    let reached = reached_functions(program, &[start]);
    for (function, reached) in program.functions.iter_mut().zip(reached) {
        if !reached {
            function.blocks = IndexVec::new();
            function.locals = IndexVec::new();
        }
    }
}

/// How the slicer treats a statement.
enum Role {
    /// A root: always kept.
    Kept,
    /// It only sets a temporary, directly or by a call of a function that only computes.
    Computes,
    /// It only writes part of a variable.
    Writes(Variable),
}

/// The role of a statement, given the variables that are certainly alive before it.
fn role(
    program: &Program,
    function: &Function,
    silent: &[bool],
    lives: &BTreeSet<LocalId>,
    stmt: &Stmt,
) -> Role {
    match &stmt.kind {
        StmtKind::Load {
            dst,
            place,
            volatile: false,
            ..
        } => {
            let ty = function.temps.get(*dst).map(|temp| temp.ty);
            match accessed(program, function, lives, place, ty) {
                Some((_, _)) => Role::Computes,
                None => Role::Kept,
            }
        }
        StmtKind::Store {
            place,
            value,
            volatile: false,
            order: _,
        } => {
            let ty = value.ty(program, function);
            match accessed(program, function, lives, place, ty) {
                Some((variable, false)) => Role::Writes(variable),
                // A store to a constant is a violation, so it is kept.
                Some((_, true)) | None => Role::Kept,
            }
        }
        StmtKind::Call {
            target: CallTarget::Direct(callee),
            ..
        } if silent.get(callee.index()).copied().unwrap_or(false) => Role::Computes,
        other => {
            if other.effects() == Effects::NONE {
                Role::Computes
            } else {
                Role::Kept
            }
        }
    }
}

/// The variable that an access is certainly inside of, and whether it is constant; `None` if the
/// access could be invalid.
fn accessed(
    program: &Program,
    function: &Function,
    lives: &BTreeSet<LocalId>,
    place: &Place,
    ty: Option<TypeId>,
) -> Option<(Variable, bool)> {
    let Place::Variable(variable, offset) = place else {
        return None;
    };
    let (whole, constant) = match variable {
        Variable::Local(id) => {
            let local = function.locals.get(*id).filter(|_| lives.contains(id))?;
            (local.ty, local.constant)
        }
        Variable::Global(id) => {
            let global = program.globals.get(*id).filter(|global| !global.device)?;
            (global.ty, global.constant)
        }
    };
    let end = offset.checked_add(program.types.alloc_size(ty?))?;
    (end <= program.types.alloc_size(whole)).then_some((*variable, constant))
}

/// Functions that only compute a result from their arguments and variables and return it. A least
/// fixed point: recursive functions are not among them, for they may not terminate.
fn silent_functions(program: &Program, exposing: &PointsTo) -> Vec<bool> {
    let mut silent = vec![false; program.functions.len()];
    loop {
        let mut changed = false;
        for (id, function) in program.functions.iter_enumerated() {
            if !silent[id.index()] && is_silent(program, (id, function), &silent, exposing) {
                silent[id.index()] = true;
                changed = true;
            }
        }
        if !changed {
            return silent;
        }
    }
}

fn is_silent(
    program: &Program,
    (id, function): (FuncId, &Function),
    silent: &[bool],
    exposing: &PointsTo,
) -> bool {
    if !function.has_body()
        || program.may_hide(function)
        || !Order::new(function).loops().is_empty()
    {
        return false;
    }
    let alive = alive_at_starts(function);
    function.blocks.iter_enumerated().all(|(at, block)| {
        let mut sites = 0..=block.stmts.len();
        if sites.any(|index| exposes(exposing, (id, at, index))) {
            return false;
        }
        let ends = match block.terminator {
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Return(_) => true,
            Terminator::IndirectGoto { .. }
            | Terminator::Invoke { .. }
            | Terminator::Unwind(_)
            | Terminator::Unreachable => false,
        };
        let mut lives = alive[at].clone();
        ends && block.stmts.iter().all(|stmt| {
            let quiet = match role(program, function, silent, &lives, stmt) {
                Role::Computes => true,
                Role::Writes(variable) => matches!(variable, Variable::Local(_)),
                Role::Kept => matches!(stmt.kind, StmtKind::Declare(_) | StmtKind::Dead(_)),
            };
            note_life(&stmt.kind, &mut lives);
            quiet
        })
    })
}

/// The globals whose addresses are in an initializer.
fn pointed_to(init: &Initializer) -> Vec<VariableOf> {
    let parts = match init {
        Initializer::Parts(parts) => parts.as_slice(),
        Initializer::External => &[],
    };
    let addresses = parts.iter().filter_map(|(_, part)| match part {
        Constant::GlobalAddr(id, _) => Some((None, Variable::Global(*id))),
        Constant::Bits(_) | Constant::FuncAddr(_) | Constant::Bytes(_) => None,
    });
    addresses.collect()
}

/// A variable of the program: of a function, or global.
type VariableOf = (Option<FuncId>, Variable);

fn variable_of(id: FuncId, variable: Variable) -> VariableOf {
    match variable {
        Variable::Local(_) => (Some(id), variable),
        Variable::Global(_) => (None, variable),
    }
}

/// Whether a statement turns the address of some object into an integer, so that a pointer made
/// from any integer may lead to that object from then on.
fn exposes(points_to: &PointsTo, site: Site) -> bool {
    points_to.exposes(site).next().is_some()
}

/// A statement of the program; the terminator has the index after the last statement.
type Site = (FuncId, BlockId, usize);

/// What the slicer knows of a function.
struct Parts {
    /// Which statements are kept; the last entry is the terminator.
    kept: Vec<Vec<bool>>,
    control: ControlDependence,
    /// The definitions of each temporary.
    defined: BTreeMap<TempId, Vec<(BlockId, usize)>>,
}

impl Parts {
    fn of(function: &Function) -> Parts {
        let mut defined: BTreeMap<TempId, Vec<(BlockId, usize)>> = BTreeMap::new();
        for (id, block) in function.blocks.iter_enumerated() {
            let temps = block.stmts.iter().map(|stmt| stmt.kind.defines());
            let temps = temps.chain([block.terminator.defines()]);
            for (index, temp) in temps.enumerate() {
                if let Some(temp) = temp {
                    defined.entry(temp).or_default().push((id, index));
                }
            }
        }
        let blocks = function.blocks.iter();
        Parts {
            kept: blocks.map(|b| vec![false; b.stmts.len() + 1]).collect(),
            control: ControlDependence::new(function),
            defined,
        }
    }
}

struct Slicer<'p> {
    program: &'p Program,
    functions: IndexVec<FuncId, Parts>,
    /// The direct writes to each variable.
    written: BTreeMap<VariableOf, Vec<Site>>,
    /// Variables whose contents are needed.
    variables: BTreeSet<VariableOf>,
    temps: BTreeSet<(FuncId, TempId)>,
    blocks: BTreeSet<(FuncId, BlockId)>,
    /// Kept sites whose dependences are still to be followed.
    pending: Vec<Site>,
}

impl<'p> Slicer<'p> {
    fn new(program: &'p Program) -> Slicer<'p> {
        Slicer {
            program,
            functions: program.functions.iter().map(Parts::of).collect(),
            written: BTreeMap::new(),
            variables: BTreeSet::new(),
            temps: BTreeSet::new(),
            blocks: BTreeSet::new(),
            pending: Vec::new(),
        }
    }

    /// Keeps the roots.
    fn roots(&mut self, silent: &[bool], exposing: &PointsTo) {
        let program = self.program;
        // Where leaks are claimed, every pointer stored anywhere matters.
        let counts_pointers = program.asks_about_heap();
        for (id, function) in program.functions.iter_enumerated() {
            if !function.has_body() {
                continue;
            }
            let order = Order::new(function);
            let alive = alive_at_starts(function);
            for (block, contents) in function.blocks.iter_enumerated() {
                let mut lives = alive[block].clone();
                for (index, stmt) in contents.stmts.iter().enumerate() {
                    let site = (id, block, index);
                    match role(program, function, silent, &lives, stmt) {
                        _ if exposes(exposing, site) => self.keep(site),
                        Role::Kept => self.keep(site),
                        Role::Writes(_) if counts_pointers => self.keep(site),
                        Role::Writes(variable) => {
                            let of = variable_of(id, variable);
                            self.written.entry(of).or_default().push(site);
                        }
                        Role::Computes => {}
                    }
                    note_life(&stmt.kind, &mut lives);
                }
                // If the sides of a branch never join, what follows depends on it. In a loop the
                // branch decides whether the loop ends.
                let in_loop = order.loops_around(block).next().is_some();
                let parts = self.functions[id].control.joins(block).is_none();
                let end = (id, block, contents.stmts.len());
                if in_loop || parts || !chooses(&contents.terminator) || exposes(exposing, end) {
                    self.keep(end);
                }
            }
        }
    }

    fn keep(&mut self, site: Site) {
        let (id, block, index) = site;
        let kept = &mut self.functions[id].kept[block.index()][index];
        if !std::mem::replace(kept, true) {
            self.pending.push(site);
        }
    }

    /// Keeps everything that the kept sites depend on.
    fn follow(&mut self) {
        let program = self.program;
        while let Some((id, block, index)) = self.pending.pop() {
            let contents = &program.functions[id].blocks[block];
            let mut exprs = Vec::new();
            match contents.stmts.get(index) {
                Some(stmt) => {
                    stmt.kind.expressions(|expr| exprs.push(expr));
                    stmt.kind.accesses(|access| {
                        if let Accessed::Variable(variable, _) = access.to
                            && !access.writes
                        {
                            self.need_variable(variable_of(id, variable));
                        }
                    });
                }
                None => contents.terminator.expressions(|expr| exprs.push(expr)),
            }
            while let Some(expr) = exprs.pop() {
                if let Expr::Temp(temp) = expr {
                    self.need_temp(id, *temp);
                } else if let Expr::AddrOf(variable) = expr {
                    self.need_variable(variable_of(id, *variable));
                }
                expr.operands(|operand| exprs.push(operand));
            }
            // An unconditional jump decides nothing and depends on nothing.
            if index < contents.stmts.len() || !matches!(contents.terminator, Terminator::Goto(_)) {
                self.need_block(id, block);
            }
        }
    }

    fn need_temp(&mut self, id: FuncId, temp: TempId) {
        if self.temps.insert((id, temp)) {
            let sites = self.functions[id].defined.get(&temp).cloned();
            for (block, index) in sites.into_iter().flatten() {
                self.keep((id, block, index));
            }
        }
    }

    /// Keeps the writes of a variable, and of what its initial value points to.
    fn need_variable(&mut self, of: VariableOf) {
        let mut needed = vec![of];
        while let Some(of) = needed.pop() {
            if !self.variables.insert(of) {
                continue;
            }
            for site in self.written.remove(&of).into_iter().flatten() {
                self.keep(site);
            }
            if let (None, Variable::Global(id)) = of
                && let Some(global) = self.program.globals.get(id)
            {
                needed.extend(pointed_to(&global.init));
            }
        }
    }

    /// Keeps the branches that decide whether a block is executed.
    fn need_block(&mut self, id: FuncId, block: BlockId) {
        if self.blocks.insert((id, block)) {
            let deciders = self.functions[id].control.deciders(block).to_vec();
            for decider in deciders {
                let end = self.program.functions[id].blocks[decider].stmts.len();
                self.keep((id, decider, end));
            }
        }
    }
}

/// Whether a terminator only selects a successor in the function.
fn chooses(terminator: &Terminator) -> bool {
    match terminator {
        Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => true,
        Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Return(_)
        | Terminator::Unwind(_)
        | Terminator::Unreachable => false,
    }
}

/// Removes the sites of a function that are not kept.
fn remove(function: &mut Function, parts: &Parts) {
    let ids = function.blocks.ids();
    for (id, block) in ids.zip(function.blocks.iter_mut()) {
        let kept = &parts.kept[id.index()];
        let end = block.stmts.len();
        let mut index = 0;
        block.stmts.retain(|_| {
            index += 1;
            kept[index - 1]
        });
        let chooses = matches!(
            block.terminator,
            Terminator::Branch { .. } | Terminator::Switch { .. }
        );
        if let (true, false, Some(next)) = (chooses, kept[end], parts.control.joins(id)) {
            block.terminator = Terminator::Goto(next);
        }
    }
}
