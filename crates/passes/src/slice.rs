//! Program slicing: takes out what no claim depends on, by data and control, over the whole program.
//!
//! Everything that can be seen, can block, can end or can fail to end stays: claims, assumptions, inputs,
//! lives of objects, allocations, accesses that could be invalid, addresses that become numbers, whatever is not supported, branches
//! inside loops, calls of functions that do any of this. From there dependences are followed backwards:
//! the temporaries that a kept expression uses with everything that sets them, the variables that are
//! read or whose address is used with everything that is stored to them, the branches that decide
//! whether a kept statement is executed. What is left over is
//!
//! - assignments, loads from variables and stores to variables,
//! - calls of functions that only compute and return,
//! - branches between whose sides nothing is left,
//! - bodies of functions that nothing leads to.
//!
//! (Weiser, "Program slicing", with the control dependence of Podgurski and Clarke that counts loops
//! as if they might not end.) Dependences regard neither the order of statements nor activations.
//!
//! Blocks and loops keep their numbers and names.

use crate::nonlocal_jumps::{alive_at_starts, note_life};
use crate::reached::reached_functions;
use cassay_base::{Id, IndexVec};
use cassay_effects::PointsTo;
use cassay_ir::control::ControlDependence;
use cassay_ir::order::Order;
use cassay_ir::{
    BlockId, CallTarget, Effects, Expr, FuncId, Function, LocalId, Place, Program, Stmt, StmtKind,
    TempId, Terminator, TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Takes out what no claim depends on. An execution starts at `start`.
pub(crate) fn slice(program: &mut Program, start: FuncId) {
    if has_threads(program) {
        return;
    }
    drop_unreached(program, start);
    // Where the analysis is too much, so is what comes behind this pass.
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

/// Other threads see what one does in an order that nobody follows here.
fn has_threads(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    let mut stmts = blocks.flat_map(|block| &block.stmts);
    stmts.any(|stmt| {
        matches!(
            stmt.kind,
            StmtKind::Spawn { .. } | StmtKind::Join { .. } | StmtKind::EndThread(_)
        )
    })
}

/// Takes the bodies of functions away that no execution gets to.
fn drop_unreached(program: &mut Program, start: FuncId) {
    let reached = reached_functions(program, &[start]);
    for (function, reached) in program.functions.iter_mut().zip(reached) {
        if !reached {
            function.blocks = IndexVec::new();
            function.locals = IndexVec::new();
        }
    }
}

/// What a statement is to the slicer.
enum Role {
    /// It stays whatever depends on it.
    Kept,
    /// It only sets a temporary, by itself or by a call of a function that only computes.
    Computes,
    /// It only writes a part of a variable.
    Writes(Variable),
}

/// The role of a statement before which these variables certainly exist.
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
        } => {
            let ty = value.ty(program, function);
            match accessed(program, function, lives, place, ty) {
                Some((variable, false)) => Role::Writes(variable),
                // A write to a constant that has its value is none.
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

/// The variable that an access certainly lies inside of, and whether it is constant; none where the access
/// could be invalid.
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

/// Functions that do nothing but compute a result from their arguments and variables, and return it.
/// A least fixed point: recursion is not among them, for it may not end.
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
    let mut notes = program.notes.iter();
    let hides = notes.any(|note| note.may_hide && note.subject == function.name);
    if !function.has_body() || hides || !Order::new(function).loops().is_empty() {
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

/// A variable of the program: of a function, or global.
type VariableOf = (Option<FuncId>, Variable);

fn variable_of(id: FuncId, variable: Variable) -> VariableOf {
    match variable {
        Variable::Local(_) => (Some(id), variable),
        Variable::Global(_) => (None, variable),
    }
}

/// Whether a statement makes the address of some object a number, so that a pointer made from any number
/// may lead there from then on.
fn exposes(points_to: &PointsTo, site: Site) -> bool {
    points_to.exposes(site).next().is_some()
}

/// A statement; the terminator comes after the last.
type Site = (FuncId, BlockId, usize);

/// What is known of a function.
struct Parts {
    /// Statements that stay, and behind them the terminator.
    kept: Vec<Vec<bool>>,
    control: ControlDependence,
    /// Where temporaries are set.
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
    /// Where variables are written by name.
    written: BTreeMap<VariableOf, Vec<Site>>,
    /// Variables whose contents matter.
    variables: BTreeSet<VariableOf>,
    temps: BTreeSet<(FuncId, TempId)>,
    blocks: BTreeSet<(FuncId, BlockId)>,
    /// Sites that stay and whose dependences are still to be followed.
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

    /// Keeps what stays whatever depends on it.
    fn roots(&mut self, silent: &[bool], exposing: &PointsTo) {
        let program = self.program;
        // Where it is asked which memory is lost, every pointer that is kept somewhere counts.
        let counts_pointers = asks_about_heap(program);
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
                // Where the sides of a branch never meet, what follows it depends on it. In a loop it
                // decides whether the loop ends.
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

    /// Keeps what the kept depends on.
    fn follow(&mut self) {
        let program = self.program;
        while let Some((id, block, index)) = self.pending.pop() {
            let contents = &program.functions[id].blocks[block];
            let mut exprs = Vec::new();
            match contents.stmts.get(index) {
                Some(stmt) => {
                    stmt.kind.expressions(|expr| exprs.push(expr));
                    if let StmtKind::Load {
                        place: Place::Variable(variable, _),
                        ..
                    } = &stmt.kind
                    {
                        self.need_variable(variable_of(id, *variable));
                    }
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
            // What only goes on to one place decides nothing and is reached by nobody's choice.
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

    fn need_variable(&mut self, of: VariableOf) {
        if self.variables.insert(of) {
            for site in self.written.remove(&of).into_iter().flatten() {
                self.keep(site);
            }
        }
    }

    /// That a block is executed matters: so do the branches that decide it.
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

/// Whether a terminator only chooses where to go on in the function.
fn chooses(terminator: &Terminator) -> bool {
    match terminator {
        Terminator::Goto(_) | Terminator::Branch { .. } | Terminator::Switch { .. } => true,
        Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable => false,
    }
}

/// Whether some expression of the program asks about the heap as a whole.
fn asks_about_heap(program: &Program) -> bool {
    let mut exprs = Vec::new();
    for block in program.functions.iter().flat_map(|f| f.blocks.iter()) {
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| exprs.push(expr));
        }
        block.terminator.expressions(|expr| exprs.push(expr));
    }
    while let Some(expr) = exprs.pop() {
        if matches!(expr, Expr::Heap(_)) {
            return true;
        }
        expr.operands(|operand| exprs.push(operand));
    }
    false
}

/// Takes out of a function what does not stay.
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
