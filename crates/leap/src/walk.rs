//! Evaluation of one iteration from the head of the loop back to it. A leap evaluates it twice:
//! first to find the change of each variable, then with variables that change by these constants,
//! to check that every iteration up to the horizon changes them so.

use crate::domain::Domain;
use crate::form::{Form, Forms, Horizon};
use cassay_bv::Bv;
use cassay_ir::ops::WidthChange;
use cassay_ir::sharing::{is_exposed, shares_memory};
use cassay_ir::{
    BlockId, CallTarget, CompareOp, Effects, Expr, FuncId, Function, LocalId, Place, Program,
    StmtKind, TempId, Terminator, Type, TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// How many statements and blocks an iteration may have.
const LONGEST_ITERATION: u32 = 1_000;

/// How deep calls in an iteration may nest.
const DEEPEST_CALL: usize = 20;

/// The fewest iterations for which a leap is worthwhile.
const SHORTEST_LEAP: i128 = 4;

/// The longest leap.
const LONGEST_LEAP: i128 = 1 << 62;

/// A place that keeps an integer from one iteration to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// A temporary.
    Temp(TempId),
    /// A part of a variable: whole bytes from an offset on.
    Memory {
        /// The variable.
        variable: Variable,
        /// Where in it.
        offset: u64,
        /// How many bits; a multiple of eight.
        width: u32,
    },
}

/// Iterations that can be leapt over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leap {
    /// How many.
    pub count: u64,
    /// The cells that they change, with the values after them. Any other cell that they write is
    /// written again by the next iteration before it is read.
    pub values: Vec<(Cell, Bv)>,
    /// The number of objects they create. All of these are dead, or die when they are created
    /// again.
    pub objects: u64,
}

/// Iterations from `head`, which execution has reached, back to it that can be leapt over. The
/// iteration after them takes the same path, so that it rewrites every other cell that they wrote.
/// `known` gives the current value of a cell, if it is a known integer and the cell may be read and
/// written.
pub fn leap(
    program: &Program,
    function: &Function,
    head: BlockId,
    known: &mut dyn FnMut(Cell) -> Option<Bv>,
) -> Option<Leap> {
    let mut forms = Forms {
        horizon: Horizon::new(),
        ask: &mut |cell| known(cell).as_ref().and_then(Form::constant),
    };
    let first = iteration(program, function, head, &mut forms)?;
    let mut starts = BTreeMap::new();
    for (cell, start, end) in &first.carried {
        let step = Form::difference(*start, *end);
        starts.insert(*cell, Form::new(start.width, start.start, step)?);
    }
    let mut forms = Forms {
        horizon: Horizon::new(),
        ask: &mut |cell| starts.get(&cell).copied(),
    };
    let second = iteration(program, function, head, &mut forms)?;
    let horizon = forms.horizon;
    let mut carried = second.carried.iter();
    if carried.any(|(_, start, end)| *end != start.next()) {
        return None;
    }
    if horizon.is_endless() || horizon.0 <= SHORTEST_LEAP {
        return None;
    }
    let count = (horizon.0 - 1).min(LONGEST_LEAP) as u64;
    let objects = count.checked_mul(second.objects)?;
    let moving = second.carried.iter().filter(|(_, form, _)| form.step != 0);
    Some(Leap {
        count,
        objects,
        values: moving
            .map(|(cell, form, _)| (*cell, form.after(count)))
            .collect(),
    })
}

/// An iteration.
#[derive(Clone, Debug)]
pub struct Iteration<V> {
    /// Loop-carried cells (read before they are written), with their values at the start and at the
    /// end.
    pub carried: Vec<(Cell, V, V)>,
    /// The other cells of the loop's activation that are written, with their values at the end.
    pub written: Vec<(Cell, V)>,
    /// The number of objects it creates.
    pub objects: u64,
    /// The number of claims it reaches.
    pub claims: u64,
}

/// Evaluates the iteration from `head` back to it.
pub fn iteration<D: Domain>(
    program: &Program,
    function: &Function,
    head: BlockId,
    domain: &mut D,
) -> Option<Iteration<D::Value>> {
    let mut walk = Walk::new(program, function, domain);
    walk.run(head)?;
    if walk.exposed && shares_memory(program) {
        return None;
    }
    let mut carried = Vec::new();
    for (cell, start) in &walk.carried {
        if walk.is_renewed(*cell) {
            return None;
        }
        let end = walk.now.get(&(0, *cell)).unwrap_or(start);
        carried.push((*cell, start.clone(), end.clone()));
    }
    let own = walk.now.iter().filter(|((depth, _), _)| *depth == 0);
    let others = own.filter(|((_, cell), _)| !walk.carried.contains_key(cell));
    let written = others.map(|((_, cell), end)| (*cell, end.clone()));
    Some(Iteration {
        carried,
        written: written.collect(),
        objects: walk.objects,
        claims: walk.claims,
    })
}

/// A cell of an activation in the iteration; that of the loop is number 0.
type Held = (usize, Cell);

/// An activation.
#[derive(Clone, Copy)]
struct Frame<'a> {
    function: &'a Function,
    block: BlockId,
    /// The next statement.
    stmt: usize,
    /// The caller's temporary for the result.
    result: Option<TempId>,
}

/// The evaluation of one iteration.
struct Walk<'a, D: Domain> {
    program: &'a Program,
    frame: Frame<'a>,
    callers: Vec<Frame<'a>>,
    domain: &'a mut D,
    /// Cells read before they were written, with their first values.
    carried: BTreeMap<Cell, D::Value>,
    /// Cells read or written, with their current values.
    now: BTreeMap<Held, D::Value>,
    /// Local variables whose lifetime began or ended in the iteration: their earlier contents are
    /// lost.
    renewed: BTreeSet<(usize, LocalId)>,
    /// How many objects were made.
    objects: u64,
    /// How many claims were met.
    claims: u64,
    /// Whether a variable was accessed that other threads could access, if there are any.
    exposed: bool,
}

impl<'a, D: Domain> Walk<'a, D> {
    fn new(program: &'a Program, function: &'a Function, domain: &'a mut D) -> Self {
        Walk {
            program,
            frame: Frame {
                function,
                block: Function::ENTRY,
                stmt: 0,
                result: None,
            },
            callers: Vec::new(),
            domain,
            carried: BTreeMap::new(),
            now: BTreeMap::new(),
            renewed: BTreeSet::new(),
            objects: 0,
            claims: 0,
            exposed: false,
        }
    }

    /// Follows the iteration from its head back to it.
    fn run(&mut self, head: BlockId) -> Option<()> {
        self.frame.block = head;
        for _ in 0..LONGEST_ITERATION {
            let block = self.frame.function.blocks.get(self.frame.block)?;
            if let Some(stmt) = block.stmts.get(self.frame.stmt) {
                self.frame.stmt += 1;
                self.statement(&stmt.kind)?;
                continue;
            }
            self.terminator(&block.terminator)?;
            let back = self.frame.block == head && self.frame.stmt == 0;
            if back && self.callers.is_empty() {
                return Some(());
            }
        }
        None
    }

    fn statement(&mut self, stmt: &'a StmtKind) -> Option<()> {
        match stmt {
            StmtKind::Assign { dst, value } => {
                let value = self.eval(value)?;
                self.set(*dst, value);
                Some(())
            }
            StmtKind::Load {
                dst,
                place: Place::Variable(variable, offset),
                volatile: false,
                moves: false,
                order: _,
            } => {
                self.exposed |= is_exposed(self.program, self.frame.function, *variable);
                let width = self.int_width(self.frame.function.temps.get(*dst)?.ty)?;
                let value = self.read(self.part(*variable, *offset, width)?)?;
                self.set(*dst, value);
                Some(())
            }
            StmtKind::Store {
                place: Place::Variable(variable, offset),
                value,
                volatile: false,
                order: _,
            } => {
                self.exposed |= is_exposed(self.program, self.frame.function, *variable);
                let value = self.eval(value)?;
                let held = self.part(*variable, *offset, self.domain.width(&value))?;
                if let Variable::Global(id) = variable
                    && self.program.globals[*id].constant
                {
                    return None;
                }
                self.now.insert(held, value);
                Some(())
            }
            StmtKind::Assume(cond) | StmtKind::Wait { cond, .. } => self.truth(cond)?.then_some(()),
            StmtKind::Assert { cond, .. } => {
                self.claims += 1;
                self.truth(cond)?.then_some(())
            }
            StmtKind::Declare(local) => {
                self.objects += 1;
                self.renew(*local);
                Some(())
            }
            StmtKind::Dead(local) => {
                self.renew(*local);
                Some(())
            }
            StmtKind::Call {
                dst,
                target: CallTarget::Direct(callee),
                args,
            } => self.call(*dst, *callee, args),
            // One thread is followed: it is in order with itself.
            other => (other.effects() == Effects::ORDERS).then_some(()),
        }
    }

    fn set(&mut self, temp: TempId, value: D::Value) {
        self.now.insert((self.depth(), Cell::Temp(temp)), value);
    }

    /// Whether a cell of the loop's activation is in a variable whose lifetime began or ended.
    fn is_renewed(&self, cell: Cell) -> bool {
        match cell {
            Cell::Memory {
                variable: Variable::Local(local),
                ..
            } => self.renewed.contains(&(0, local)),
            Cell::Temp(_)
            | Cell::Memory {
                variable: Variable::Global(_),
                ..
            } => false,
        }
    }

    fn depth(&self) -> usize {
        self.callers.len()
    }

    /// The lifetime of a local variable begins or ends.
    fn renew(&mut self, local: LocalId) {
        let depth = self.depth();
        self.renewed.insert((depth, local));
        let own = Variable::Local(local);
        self.now.retain(|(at, cell), _| match cell {
            Cell::Temp(_) => true,
            Cell::Memory { variable, .. } => *at != depth || *variable != own,
        });
    }

    /// Enters a function. Arguments are integers, and all of its memory is new.
    fn call(&mut self, dst: Option<TempId>, callee: FuncId, args: &'a [Expr]) -> Option<()> {
        let function = self.program.functions.get(callee)?;
        let fits = args.len() == function.params.len();
        if !function.has_body() || function.variadic || !fits || self.depth() >= DEEPEST_CALL {
            return None;
        }
        let mut values = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(&function.params) {
            let value = self.eval(arg)?;
            if self.int_width(function.temps.get(*param)?.ty) != Some(self.domain.width(&value)) {
                return None;
            }
            values.push(value);
        }
        let called = Frame {
            function,
            block: Function::ENTRY,
            stmt: 0,
            result: dst,
        };
        self.callers
            .push(std::mem::replace(&mut self.frame, called));
        for (param, value) in function.params.iter().zip(values) {
            self.set(*param, value);
        }
        Some(())
    }

    /// Leaves a function that the iteration entered.
    fn leave(&mut self, value: Option<D::Value>) -> Option<()> {
        let depth = self.depth();
        let left = std::mem::replace(&mut self.frame, self.callers.pop()?);
        self.now.retain(|(at, cell), _| match cell {
            Cell::Temp(_)
            | Cell::Memory {
                variable: Variable::Local(_),
                ..
            } => *at != depth,
            Cell::Memory {
                variable: Variable::Global(_),
                ..
            } => true,
        });
        if let Some(dst) = left.result {
            let value = value?;
            if self.int_width(self.frame.function.temps.get(dst)?.ty)
                != Some(self.domain.width(&value))
            {
                return None;
            }
            self.set(dst, value);
        }
        Some(())
    }

    fn terminator(&mut self, terminator: &'a Terminator) -> Option<()> {
        match terminator {
            Terminator::Goto(target) => self.goto(*target),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.eval(cond)?;
                let holds = self.branch(&cond, [*then, *otherwise])?;
                self.goto(if holds { *then } else { *otherwise })
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.eval(value)?;
                for (case, target) in cases {
                    let case = self.domain.constant(case)?;
                    let equal = self.domain.compare(CompareOp::Eq, value.clone(), case)?;
                    if self.domain.decide(&equal)? {
                        return self.goto(*target);
                    }
                }
                self.goto(*default)
            }
            Terminator::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.eval(value)?),
                    None => None,
                };
                self.leave(value)
            }
            Terminator::IndirectGoto { .. }
            | Terminator::Invoke { .. }
            | Terminator::Unwind(_)
            | Terminator::Unreachable => None,
        }
    }

    fn goto(&mut self, target: BlockId) -> Option<()> {
        self.frame.block = target;
        self.frame.stmt = 0;
        Some(())
    }

    /// The successor of a branch.
    fn branch(&mut self, cond: &D::Value, targets: [BlockId; 2]) -> Option<bool> {
        if self.callers.is_empty() {
            self.domain.branch(cond, targets)
        } else {
            self.domain.decide(cond)
        }
    }

    /// A condition with the same value in all similar iterations.
    fn truth(&mut self, cond: &Expr) -> Option<bool> {
        let cond = self.eval(cond)?;
        self.domain.decide(&cond)
    }

    fn eval(&mut self, expr: &Expr) -> Option<D::Value> {
        match expr {
            Expr::Int(value) => self.domain.constant(value),
            Expr::Temp(temp) => self.read((self.depth(), Cell::Temp(*temp))),
            Expr::Unary(op, a) => {
                let a = self.eval(a)?;
                self.domain.unary(*op, a)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.domain.binary(*op, a, b)
            }
            Expr::Compare(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.domain.compare(*op, a, b)
            }
            Expr::Overflow(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.domain.overflow(*op, a, b)
            }
            Expr::Cast(kind, a, ty) => {
                let width = self.int_width(*ty)?;
                let a = self.eval(a)?;
                match kind.width_change()? {
                    WidthChange::Cut => self.domain.truncate(a, width),
                    WidthChange::ZeroExtend => self.domain.extend(a, width, false),
                    WidthChange::SignExtend => self.domain.extend(a, width, true),
                }
            }
            Expr::Select(cond, a, b) => {
                let cond = self.truth(cond)?;
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                Some(if cond { a } else { b })
            }
            Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::PtrAdd(_, _)
            | Expr::Aggregate(_, _)
            | Expr::Component(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Extent(_, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => None,
        }
    }

    /// A part of a variable, unless it overlaps another part that was accessed.
    fn part(&self, variable: Variable, offset: u64, width: u32) -> Option<Held> {
        if !width.is_multiple_of(8) {
            return None;
        }
        if let Variable::Global(id) = variable
            && self.program.globals.get(id)?.device
        {
            return None;
        }
        let cell = Cell::Memory {
            variable,
            offset,
            width,
        };
        // Global variables are the same in every activation.
        let depth = match variable {
            Variable::Global(_) => 0,
            Variable::Local(_) => self.depth(),
        };
        let bytes = |width: u32| u64::from(width / 8);
        let overlaps = |(at_depth, other): &Held| match other {
            Cell::Temp(_) => false,
            Cell::Memory {
                variable: of,
                offset: at,
                width: wide,
            } => {
                *of == variable
                    && *at_depth == depth
                    && *other != cell
                    && offset < at.saturating_add(bytes(*wide))
                    && *at < offset.saturating_add(bytes(width))
            }
        };
        (!self.now.keys().any(overlaps)).then_some((depth, cell))
    }

    fn read(&mut self, (depth, cell): Held) -> Option<D::Value> {
        if let Some(form) = self.now.get(&(depth, cell)) {
            return Some(form.clone());
        }
        if depth > 0 || self.is_renewed(cell) {
            return None;
        }
        let form = self.domain.cell(cell)?;
        if let Cell::Memory { width, .. } = cell
            && self.domain.width(&form) != width
        {
            return None;
        }
        self.carried.insert(cell, form.clone());
        self.now.insert((depth, cell), form.clone());
        Some(form)
    }

    fn int_width(&self, ty: TypeId) -> Option<u32> {
        match self.program.types.lookup(ty)? {
            Type::Int(width) => Some(*width),
            Type::Void
            | Type::Float(_)
            | Type::Ptr
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => None,
        }
    }
}
