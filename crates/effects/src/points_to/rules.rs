//! The constraints of a program's statements.

use super::graph::{Called, Graph, Node, Use};
use super::targets::TargetId;
use super::{Exposure, PointsTo, Site, Target, may_hold_pointer, temp_of};
use crate::unset::maybe_unset;
use cassay_base::IndexVec;
use cassay_ir::{
    AllocKind, Block, BlockId, CallTarget, CastKind, CompareOp, Constant, Expr, FuncId, Function,
    GlobalId, Initializer, Place, Program, Rows, StmtKind, TempId, Terminator, Type, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most constraints that are solved.
const LIMIT: usize = 4_000_000;

/// Analyses a program; `None` if it is too large.
pub(super) fn solve(program: &Program) -> Option<PointsTo> {
    let mut builder = Builder::new(program);
    for (id, global) in program.globals.iter_enumerated() {
        builder.initializer(id, &global.init);
    }
    for (id, function) in program.functions.iter_enumerated() {
        builder.function(id, function);
        if builder.rules > LIMIT {
            return None;
        }
    }
    builder.solve();
    let uses_wild =
        !builder.graph.targets(builder.graph.exposed()).is_empty() && builder.graph.uses_wild();
    Some(PointsTo {
        graph: builder.graph,
        targets: builder.targets,
        numbers: builder.numbers,
        temps: builder.temps,
        expressions: builder.expressions,
        thread_results: builder.thread_results,
        uses_wild,
        exposing: builder.exposing,
    })
}

/// A call through a pointer.
struct IndirectCall {
    args: Vec<Node>,
    dst: Option<Node>,
}

struct Builder<'a> {
    program: &'a Program,
    graph: Graph,
    targets: IndexVec<TargetId, Target>,
    numbers: BTreeMap<Target, TargetId>,
    /// The first node of each function's temporaries.
    temps: IndexVec<FuncId, Node>,
    /// What functions return.
    results: IndexVec<FuncId, Node>,
    thread_results: Node,
    /// Holds nothing.
    nothing: Node,
    /// Holds a wild pointer.
    anything: Node,
    expressions: BTreeMap<(FuncId, BlockId, usize, u32), Node>,
    exposing: BTreeMap<Site, Vec<Exposure>>,
    calls: Vec<IndirectCall>,
    /// How many constraints there are.
    rules: usize,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program) -> Self {
        let mut graph = Graph::new();
        let (thread_results, nothing, anything) = (graph.fresh(), graph.fresh(), graph.fresh());
        graph.make_wild(anything);
        let functions = program.functions.iter();
        let results = functions.map(|_| graph.fresh()).collect();
        let mut temps = IndexVec::default();
        for function in program.functions.iter() {
            let first = graph.next();
            for temp in function.temps.iter() {
                let node = graph.fresh();
                // A value that is not a pointer but was computed from one exposes its targets.
                if !may_hold_pointer(program, temp.ty) {
                    graph.copy(node, graph.exposed());
                }
            }
            temps.push(first);
        }
        Builder {
            program,
            graph,
            targets: IndexVec::default(),
            numbers: BTreeMap::new(),
            temps,
            results,
            thread_results,
            nothing,
            anything,
            expressions: BTreeMap::new(),
            exposing: BTreeMap::new(),
            calls: Vec::new(),
            rules: 0,
        }
    }

    /// The number of a target.
    fn number(&mut self, target: Target) -> TargetId {
        if let Some(number) = self.numbers.get(&target) {
            return *number;
        }
        let allocated = matches!(target, Target::Allocated(_, _, _));
        let number = self.graph.target(allocated);
        self.targets.push(target);
        self.numbers.insert(target, number);
        number
    }

    fn contents(&mut self, target: Target) -> Node {
        let number = self.number(target);
        self.graph.contents(number)
    }

    fn insert(&mut self, node: Node, target: Target) {
        let number = self.number(target);
        self.graph.insert(node, number);
    }

    fn blur(&mut self, target: Target) {
        let number = self.number(target);
        self.graph.blur(number);
    }

    fn copy(&mut self, from: Node, to: Node) {
        self.rules += 1;
        self.graph.copy(from, to);
    }

    fn add_use(&mut self, pointer: Node, how: Use) {
        self.rules += 1;
        self.graph.add_use(pointer, how);
    }

    fn temp(&self, function: FuncId, temp: TempId) -> Node {
        temp_of(&self.temps, function, temp)
    }

    fn function(&mut self, id: FuncId, function: &Function) {
        for (local, variable) in function.locals.iter_enumerated() {
            if variable.arguments {
                let number = self.number(Target::Local(id, local));
                self.graph.set_typed(number);
            }
        }
        for local in maybe_unset(self.program, function) {
            self.blur(Target::Local(id, local));
        }
        for (block, contents) in function.blocks.iter_enumerated() {
            self.block(id, block, contents);
        }
    }

    /// Links calls through pointers as their targets are found.
    fn solve(&mut self) {
        let mut linked: BTreeSet<(u32, FuncId)> = BTreeSet::new();
        loop {
            let called = self.graph.solve();
            if called.is_empty() {
                return;
            }
            for Called { call, target } in called {
                if let Target::Function(callee) = self.targets[target]
                    && linked.insert((call, callee))
                {
                    let IndirectCall { args, dst } = &self.calls[call as usize];
                    let (args, dst) = (args.clone(), *dst);
                    self.link(callee, &args, dst);
                }
            }
        }
    }

    fn initializer(&mut self, id: GlobalId, init: &Initializer) {
        let contents = self.contents(Target::Global(id));
        match init {
            Initializer::Parts(parts) => {
                for (_, part) in parts {
                    let target = match part {
                        Constant::GlobalAddr(to, _) => Target::Global(*to),
                        Constant::FuncAddr(to) => Target::Function(*to),
                        Constant::Bits(_) | Constant::Bytes(_) => {
                            self.blur(Target::Global(id));
                            continue;
                        }
                    };
                    self.insert(contents, target);
                }
            }
            Initializer::External => {
                self.blur(Target::Global(id));
            }
        }
    }

    fn block(&mut self, id: FuncId, block: BlockId, contents: &Block) {
        for (index, stmt) in contents.stmts.iter().enumerate() {
            self.statement(id, (id, block, index), &stmt.kind);
        }
        let at = (id, block, contents.stmts.len());
        contents
            .terminator
            .expressions(|expr| self.exposures(at, expr));
        match &contents.terminator {
            Terminator::Return(Some(value)) => {
                let node = self.expression(id, at, 0, value);
                self.copy(node, self.results[id]);
            }
            Terminator::Invoke {
                dst, target, args, ..
            } => self.call(id, at, *dst, target, args),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Return(None)
            | Terminator::Unwind(_)
            | Terminator::Unreachable => {}
        }
    }

    fn statement(&mut self, id: FuncId, at: (FuncId, BlockId, usize), kind: &StmtKind) {
        kind.expressions(|expr| self.exposures(at, expr));
        match kind {
            StmtKind::Assign { dst, value } => {
                let node = self.expression(id, at, 0, value);
                self.copy(node, self.temp(id, *dst));
            }
            StmtKind::Load { dst, place, .. } => {
                let pointer = match place {
                    Place::Variable(variable, _) => {
                        let node = self.graph.fresh();
                        self.insert(node, of_variable(id, *variable));
                        node
                    }
                    Place::Deref(pointer, _) => self.expression(id, at, 0, pointer),
                };
                let ty = self.program.functions[id].temps[*dst].ty;
                let dst = self.temp(id, *dst);
                let how = if may_hold_pointer(self.program, ty) {
                    Use::ReadPointer(dst)
                } else {
                    self.expose(at, Exposure::Number(dst));
                    Use::Read(dst)
                };
                self.add_use(pointer, how);
            }
            StmtKind::Store { place, value, .. } => {
                let blurs = self.is_number(id, value);
                let value = self.expression(id, at, 1, value);
                match place {
                    Place::Variable(variable, _) => {
                        let target = of_variable(id, *variable);
                        let contents = self.contents(target);
                        self.copy(value, contents);
                        if blurs {
                            self.blur(target);
                        }
                    }
                    Place::Deref(pointer, _) => {
                        let pointer = self.expression(id, at, 0, pointer);
                        self.add_use(pointer, Use::Write(value));
                        if blurs {
                            self.add_use(pointer, Use::WriteBlur(self.anything));
                        }
                    }
                }
            }
            StmtKind::Alloc {
                dst, kind, rows, ..
            } => {
                let made = Target::Allocated(at.0, at.1, at.2);
                self.insert(self.temp(id, *dst), made);
                if let Some(Rows::Pointers { first, step: _ }) = rows {
                    // It consists of pointers only, so that nothing in it is indeterminate.
                    let first = self.expression(id, at, 1, first);
                    let contents = self.contents(made);
                    self.copy(first, contents);
                    return;
                }
                match kind {
                    AllocKind::Heap
                    | AllocKind::New
                    | AllocKind::NewArray
                    | AllocKind::NewAligned
                    | AllocKind::NewArrayAligned
                    | AllocKind::Stack
                    | AllocKind::Static => {
                        self.blur(made);
                    }
                    AllocKind::ZeroedHeap => {}
                }
            }
            StmtKind::Free(pointer) | StmtKind::EndStack(pointer) => {
                let pointer = self.expression(id, at, 0, pointer);
                self.add_use(pointer, Use::Other);
            }
            StmtKind::MemCopy { dst, src, .. } => {
                let dst = self.expression(id, at, 0, dst);
                let src = self.expression(id, at, 1, src);
                self.rules += 4;
                self.graph.copy_contents(src, dst);
            }
            StmtKind::MemSet { dst, value, len } => {
                let dst = self.expression(id, at, 0, dst);
                let how = if self.writes_nulls(value, len) {
                    Use::Other
                } else {
                    Use::WriteBlur(self.anything)
                };
                self.add_use(dst, how);
            }
            StmtKind::MemHavoc { dst, .. } => {
                let dst = self.expression(id, at, 0, dst);
                self.add_use(dst, Use::WriteBlur(self.anything));
            }
            StmtKind::Call { dst, target, args } => self.call(id, at, *dst, target, args),
            StmtKind::Spawn { target, args, .. } => {
                self.call_into(id, at, Some(self.thread_results), target, args);
            }
            StmtKind::Join { dst, .. } => {
                self.copy(self.thread_results, self.temp(id, *dst));
                // The thread may have ended with a value of another type.
                self.any_value(id, *dst);
            }
            StmtKind::EndThread(value) => {
                let node = self.expression(id, at, 0, value);
                self.copy(node, self.thread_results);
            }
            StmtKind::Havoc { dst, .. } => self.any_value(id, *dst),
            StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Seal(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Hold { .. }
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => {}
        }
    }

    fn call(
        &mut self,
        id: FuncId,
        at: (FuncId, BlockId, usize),
        dst: Option<TempId>,
        target: &CallTarget,
        args: &[Expr],
    ) {
        let dst = dst.map(|dst| self.temp(id, dst));
        self.call_into(id, at, dst, target, args);
    }

    /// A call whose result goes to a node.
    fn call_into(
        &mut self,
        id: FuncId,
        at: (FuncId, BlockId, usize),
        dst: Option<Node>,
        target: &CallTarget,
        args: &[Expr],
    ) {
        let numbered = (1_u32..).zip(args);
        let args: Vec<Node> = numbered
            .map(|(index, arg)| self.expression(id, at, index, arg))
            .collect();
        match target {
            CallTarget::Direct(callee) => self.link(*callee, &args, dst),
            CallTarget::Indirect(pointer) => {
                let pointer = self.expression(id, at, 0, pointer);
                let call = u32::try_from(self.calls.len()).unwrap_or(u32::MAX);
                self.calls.push(IndirectCall { args, dst });
                self.add_use(pointer, Use::Call(call));
            }
        }
    }

    /// Copies arguments to the parameters of a function, and its result back.
    fn link(&mut self, callee: FuncId, args: &[Node], dst: Option<Node>) {
        let program = self.program;
        let Some(function) = program.functions.get(callee) else {
            return;
        };
        for (param, arg) in function.params.iter().zip(args) {
            self.copy(*arg, self.temp(callee, *param));
        }
        if let Some(dst) = dst {
            self.copy(self.results[callee], dst);
            if !function.has_body() && may_hold_pointer(program, function.ret) {
                self.graph.make_wild(dst);
            }
        }
    }

    /// Assigns an input to a temporary.
    fn any_value(&mut self, id: FuncId, dst: TempId) {
        let ty = self.program.functions[id].temps[dst].ty;
        if may_hold_pointer(self.program, ty) {
            self.graph.make_wild(self.temp(id, dst));
        }
    }

    /// Whether a written value may be neither a pointer nor null. A part of a pointer is not a
    /// pointer.
    fn is_number(&self, id: FuncId, value: &Expr) -> bool {
        if let Expr::Int(bits) = value
            && bits.width() != self.program.layout.pointer_bits
        {
            return true;
        }
        if is_nowhere(value) {
            return false;
        }
        let ty = value.ty(self.program, &self.program.functions[id]);
        ty.is_none_or(|ty| *self.program.types.get(ty) != Type::Ptr)
    }

    /// Whether setting bytes to a value gives whole null pointers.
    fn writes_nulls(&self, byte: &Expr, len: &Expr) -> bool {
        let bytes = u64::from(self.program.layout.pointer_bits / 8);
        if let (Expr::Int(byte), Expr::Int(len)) = (byte, len) {
            byte.is_zero() && len.to_u64().is_some_and(|len| len.is_multiple_of(bytes))
        } else {
            false
        }
    }

    /// Adds constraints where an expression depends on addresses: conversions and comparisons.
    fn exposures(&mut self, at: Site, expr: &Expr) {
        let id = at.0;
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            if let Expr::Cast(CastKind::PtrToInt | CastKind::Bitcast, of, _) = expr {
                let node = self.flow(id, of);
                self.copy(node, self.graph.exposed());
                self.expose(at, Exposure::Number(node));
            }
            if let Expr::Compare(op, a, b) = expr
                && (self.is_pointer(id, a) || self.is_pointer(id, b))
                && !is_nowhere(a)
                && !is_nowhere(b)
            {
                let (a, b) = (self.flow(id, a), self.flow(id, b));
                let order = !matches!(op, CompareOp::Eq | CompareOp::Ne);
                self.rules += 1;
                self.graph.compare(a, b, order);
                self.expose(at, Exposure::Compared(a, b, order));
            }
            expr.operands(|operand| pending.push(operand));
        }
    }

    fn expose(&mut self, at: Site, exposure: Exposure) {
        self.exposing.entry(at).or_default().push(exposure);
    }

    fn is_pointer(&self, id: FuncId, expr: &Expr) -> bool {
        let ty = expr.ty(self.program, &self.program.functions[id]);
        ty.is_some_and(|ty| may_hold_pointer(self.program, ty))
    }

    /// A node that holds all pointers an expression is computed from.
    fn expression(
        &mut self,
        id: FuncId,
        at: (FuncId, BlockId, usize),
        index: u32,
        expr: &Expr,
    ) -> Node {
        let node = self.flow(id, expr);
        self.expressions.insert((at.0, at.1, at.2, index), node);
        node
    }

    /// The same for an expression that is not queried later.
    fn flow(&mut self, id: FuncId, expr: &Expr) -> Node {
        if let Expr::Temp(temp) = expr {
            return self.temp(id, *temp);
        }
        if matches!(expr, Expr::Int(_) | Expr::Float(_, _) | Expr::Null) {
            return self.nothing;
        }
        let node = self.graph.fresh();
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match expr {
                Expr::Temp(temp) => self.copy(self.temp(id, *temp), node),
                Expr::AddrOf(variable) => self.insert(node, of_variable(id, *variable)),
                Expr::FuncAddr(function) => self.insert(node, Target::Function(*function)),
                Expr::Undef(ty) => {
                    if may_hold_pointer(self.program, *ty) {
                        self.graph.make_wild(node);
                    }
                }
                Expr::Int(_) | Expr::Float(_, _) | Expr::Null => {}
                Expr::Cast(CastKind::IntToPtr | CastKind::Bitcast, of, ty) => {
                    if may_hold_pointer(self.program, *ty) && !is_nowhere(of) {
                        self.graph.make_wild(node);
                    }
                    pending.push(of);
                }
                Expr::Compare(_, _, _)
                | Expr::Overflow(_, _, _)
                | Expr::FloatCompare(_, _, _)
                | Expr::FloatArith(_, _, _)
                | Expr::FloatNeg(_)
                | Expr::Extent(_, _)
                | Expr::Initialised(_, _)
                | Expr::Memory(_, _, _)
                | Expr::Heap(_)
                | Expr::Progress => {}
                Expr::Unary(_, _)
                | Expr::Binary(_, _, _)
                | Expr::Cast(_, _, _)
                | Expr::Select(_, _, _)
                | Expr::PtrAdd(_, _)
                | Expr::Aggregate(_, _)
                | Expr::Component(_, _)
                | Expr::WithComponent(_, _, _) => expr.operands(|operand| pending.push(operand)),
            }
        }
        node
    }
}

/// Addresses at which no object lies: those of the first page.
const FIRST_PAGE: u64 = 0x1000;

/// Whether an expression is null or a small number, which as a pointer leads to no object.
fn is_nowhere(expr: &Expr) -> bool {
    match expr {
        Expr::Null => true,
        Expr::Int(value) => value.to_u64().is_some_and(|value| value < FIRST_PAGE),
        expr => matches!(expr, Expr::Cast(CastKind::IntToPtr, of, _) if is_nowhere(of)),
    }
}

fn of_variable(function: FuncId, variable: Variable) -> Target {
    match variable {
        Variable::Local(id) => Target::Local(function, id),
        Variable::Global(id) => Target::Global(id),
    }
}
