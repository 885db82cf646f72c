//! Points-to sets: a flow-insensitive, inclusion-based analysis (Andersen 1994).
//!
//! There is one set for each temporary, each object's contents and each function's result. It is
//! not field-sensitive, and integers carry points-to sets as pointers do, so that conversions lose
//! nothing. A set over-approximates every execution.
//!
//! An address can also become a number, and the number a pointer, without a copy of the value: bit
//! by bit in branches, by a table, by a comparison with an input. So objects whose address may
//! become a number are *exposed*, and a pointer that may be made from a number, may be an input, or
//! may be read where no pointer was written is *wild*: it may lead to every exposed object.
//! Symbolic execution lets wild pointers lead to exposed objects too, and to no others. An object
//! is exposed here wherever symbolic execution gives it an address: by a conversion, by reading a
//! pointer as another type, and by comparing pointers that may be wild or lead to different
//! objects.

use crate::unset::maybe_unset;
use cassay_base::IndexVec;
use cassay_ir::{
    AllocKind, Block, BlockId, CallTarget, CastKind, CompareOp, Constant, Expr, FuncId, GlobalId,
    Initializer, LocalId, Place, Program, Rows, StmtKind, TempId, Terminator, Type, TypeId,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// A possible target of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A variable of some activation of a function.
    Local(FuncId, LocalId),
    /// A global variable.
    Global(GlobalId),
    /// An object allocated by a statement.
    Allocated(FuncId, BlockId, usize),
    /// A function.
    Function(FuncId),
}

/// A node of the constraint graph: something that holds pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Temp(FuncId, TempId),
    Contents(Target),
    Result(FuncId),
    /// What threads end with, whichever they are.
    ThreadResults,
    /// The value of an expression in a statement.
    Auxiliary(u32),
    /// All exposed objects.
    Exposed,
}

/// One inclusion constraint.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Copy: the set of the second includes that of the first.
    Copy(Node, Node),
    /// Load: the set of the second includes those of the targets of the first.
    Load(Node, Node),
    /// Store: the sets of the targets of the second include that of the first.
    Store(Node, Node),
    /// Block copy: the sets of the targets of the second include those of the targets of the first.
    CopyContents(Node, Node),
    /// A pointer is read through the first; if anything else may be stored there, it is wild.
    LoadPointer(Node, Node),
    /// A value that is not a pointer is written to the targets.
    Blur(Node),
    /// Two pointers are compared; whether by order.
    Compare(Node, Node, bool),
    /// A pointer is used without reading or writing its targets.
    Use(Node),
}

/// A call through a pointer.
struct IndirectCall {
    pointer: Node,
    args: Vec<Node>,
    dst: Option<Node>,
}

/// The result of the analysis.
#[derive(Debug, Default)]
pub struct PointsTo {
    sets: BTreeMap<Node, BTreeSet<Target>>,
    auxiliaries: BTreeMap<(FuncId, BlockId, usize, u32), u32>,
    /// Nodes that may hold a wild pointer.
    wild: BTreeSet<Node>,
    /// Objects in which a value that is not a pointer may be read as one.
    blurred: BTreeSet<Target>,
    /// Blocks of variable arguments and lists that lead to them: their contents are only read with
    /// the type they were written with.
    typed: BTreeSet<Target>,
    /// Whether some wild pointer that may lead to an exposed object is used.
    uses_wild: bool,
    /// The statements that may expose objects, with these objects.
    exposing: BTreeMap<Site, BTreeSet<Target>>,
}

/// A statement; the terminator comes after the last.
type Site = (FuncId, BlockId, usize);

/// The most inclusion constraints that are solved.
const LIMIT: usize = 4_000_000;

impl PointsTo {
    /// Analyses a program; `None` if it is too large.
    pub fn of(program: &Program) -> Option<PointsTo> {
        let mut builder = Builder {
            program,
            rules: Vec::new(),
            calls: Vec::new(),
            sites: Vec::new(),
            result: PointsTo::default(),
            next: 0,
        };
        for (id, global) in program.globals.iter_enumerated() {
            builder.initializer(id, &global.init);
        }
        for (id, function) in program.functions.iter_enumerated() {
            for (local, variable) in function.locals.iter_enumerated() {
                if variable.arguments {
                    builder.result.typed.insert(Target::Local(id, local));
                }
            }
            for local in maybe_unset(program, function) {
                builder.result.blur(Target::Local(id, local));
            }
            for (block, contents) in function.blocks.iter_enumerated() {
                builder.block(id, block, contents);
            }
        }
        if builder.rules.len() > LIMIT {
            return None;
        }
        builder.solve();
        Some(builder.result)
    }

    /// The objects that a statement may expose, and that some wild pointer of the program may lead to.
    pub fn exposes(&self, at: (FuncId, BlockId, usize)) -> impl Iterator<Item = Target> {
        let exposed = self.exposing.get(&at).filter(|_| self.uses_wild);
        exposed.into_iter().flatten().copied()
    }

    /// The points-to set of expression number `index` of a statement.
    pub fn expression(&self, at: (FuncId, BlockId, usize), index: u32) -> BTreeSet<Target> {
        let key = (at.0, at.1, at.2, index);
        let node = self.auxiliaries.get(&key);
        node.map_or_else(BTreeSet::new, |node| self.set(Node::Auxiliary(*node)))
    }

    /// Whether expression number `index` of a statement may be a pointer made from a number.
    pub fn is_wild(&self, at: (FuncId, BlockId, usize), index: u32) -> bool {
        let key = (at.0, at.1, at.2, index);
        let node = self.auxiliaries.get(&key);
        node.is_none_or(|node| self.wild.contains(&Node::Auxiliary(*node)))
    }

    /// The points-to set of the contents of an object.
    pub fn contents(&self, target: Target) -> BTreeSet<Target> {
        self.set(Node::Contents(target))
    }

    /// The objects that a pointer made from a number may lead to.
    pub fn exposed(&self) -> BTreeSet<Target> {
        self.shown(Node::Exposed)
    }

    /// The objects that the results of threads may point to.
    pub fn thread_results(&self) -> BTreeSet<Target> {
        self.set(Node::ThreadResults)
    }

    /// The points-to set of a temporary.
    pub fn temp(&self, function: FuncId, temp: TempId) -> BTreeSet<Target> {
        self.set(Node::Temp(function, temp))
    }

    /// The points-to set of a node, with the exposed objects if it is wild.
    fn set(&self, node: Node) -> BTreeSet<Target> {
        let mut set = self.shown(node);
        if self.wild.contains(&node) {
            set.extend(self.shown(Node::Exposed));
        }
        set
    }

    /// The set that was propagated to a node.
    fn shown(&self, node: Node) -> BTreeSet<Target> {
        self.sets.get(&node).cloned().unwrap_or_default()
    }

    /// Marks contents in which a value that is not a pointer may be read as one; whether that is
    /// new.
    fn blur(&mut self, target: Target) -> bool {
        !self.typed.contains(&target) && self.blurred.insert(target)
    }

    fn add(&mut self, node: Node, targets: impl IntoIterator<Item = Target>) -> bool {
        let set = self.sets.entry(node).or_default();
        let before = set.len();
        set.extend(targets);
        set.len() != before
    }
}

struct Builder<'a> {
    program: &'a Program,
    rules: Vec<Rule>,
    calls: Vec<IndirectCall>,
    /// The statements that exposing constraints come from.
    sites: Vec<(Site, Rule)>,
    result: PointsTo,
    next: u32,
}

impl Builder<'_> {
    fn initializer(&mut self, id: GlobalId, init: &Initializer) {
        let contents = Node::Contents(Target::Global(id));
        match init {
            Initializer::Parts(parts) => {
                for (_, part) in parts {
                    let target = match part {
                        Constant::GlobalAddr(to, _) => Target::Global(*to),
                        Constant::FuncAddr(to) => Target::Function(*to),
                        Constant::Bits(_) | Constant::Bytes(_) => {
                            self.result.blurred.insert(Target::Global(id));
                            continue;
                        }
                    };
                    self.result.add(contents, [target]);
                }
            }
            Initializer::External => {
                self.result.blurred.insert(Target::Global(id));
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
                self.rules.push(Rule::Copy(node, Node::Result(id)));
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
                self.rules.push(Rule::Copy(node, Node::Temp(id, *dst)));
            }
            StmtKind::Load { dst, place, .. } => {
                let pointer = match place {
                    Place::Variable(variable, _) => {
                        let node = self.fresh();
                        self.result.add(node, [of_variable(id, *variable)]);
                        node
                    }
                    Place::Deref(pointer, _) => self.expression(id, at, 0, pointer),
                };
                let ty = self.program.functions[id].temps[*dst].ty;
                let dst = Node::Temp(id, *dst);
                self.rules.push(if may_hold_pointer(self.program, ty) {
                    Rule::LoadPointer(pointer, dst)
                } else {
                    self.sites.push((at, Rule::Copy(dst, Node::Exposed)));
                    Rule::Load(pointer, dst)
                });
            }
            StmtKind::Store { place, value, .. } => {
                let blurs = self.is_number(id, value);
                let value = self.expression(id, at, 1, value);
                match place {
                    Place::Variable(variable, _) => {
                        let target = of_variable(id, *variable);
                        self.rules.push(Rule::Copy(value, Node::Contents(target)));
                        if blurs {
                            self.result.blur(target);
                        }
                    }
                    Place::Deref(pointer, _) => {
                        let pointer = self.expression(id, at, 0, pointer);
                        self.rules.push(Rule::Store(value, pointer));
                        if blurs {
                            self.rules.push(Rule::Blur(pointer));
                        }
                    }
                }
            }
            StmtKind::Alloc {
                dst, kind, rows, ..
            } => {
                let made = Target::Allocated(at.0, at.1, at.2);
                self.result.add(Node::Temp(id, *dst), [made]);
                if let Some(Rows::Pointers { first, step: _ }) = rows {
                    // It consists of pointers only, so that nothing in it is indeterminate.
                    let first = self.expression(id, at, 1, first);
                    self.rules.push(Rule::Copy(first, Node::Contents(made)));
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
                        self.result.blurred.insert(made);
                    }
                    AllocKind::ZeroedHeap => {}
                }
            }
            StmtKind::Free(pointer) | StmtKind::EndStack(pointer) => {
                let pointer = self.expression(id, at, 0, pointer);
                self.rules.push(Rule::Use(pointer));
            }
            StmtKind::MemCopy { dst, src, .. } => {
                let dst = self.expression(id, at, 0, dst);
                let src = self.expression(id, at, 1, src);
                self.rules.push(Rule::CopyContents(src, dst));
            }
            StmtKind::MemSet { dst, value, len } => {
                let dst = self.expression(id, at, 0, dst);
                self.rules.push(if self.writes_nulls(value, len) {
                    Rule::Use(dst)
                } else {
                    Rule::Blur(dst)
                });
            }
            StmtKind::MemHavoc { dst, .. } => {
                let dst = self.expression(id, at, 0, dst);
                self.rules.push(Rule::Blur(dst));
            }
            StmtKind::Call { dst, target, args } => self.call(id, at, *dst, target, args),
            StmtKind::Spawn { target, args, .. } => {
                self.call_into(id, at, Some(Node::ThreadResults), target, args);
            }
            StmtKind::Join { dst, .. } => {
                let result = Rule::Copy(Node::ThreadResults, Node::Temp(id, *dst));
                self.rules.push(result);
                // The thread may have ended with a value of another type.
                self.any_value(id, *dst);
            }
            StmtKind::EndThread(value) => {
                let node = self.expression(id, at, 0, value);
                self.rules.push(Rule::Copy(node, Node::ThreadResults));
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
        let dst = dst.map(|dst| Node::Temp(id, dst));
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
                self.rules.push(Rule::Use(pointer));
                self.calls.push(IndirectCall { pointer, args, dst });
            }
        }
    }

    /// Copies arguments to the parameters of a function, and its result back.
    fn link(&mut self, callee: FuncId, args: &[Node], dst: Option<Node>) {
        let Some(function) = self.program.functions.get(callee) else {
            return;
        };
        for (param, arg) in function.params.iter().zip(args) {
            self.rules
                .push(Rule::Copy(*arg, Node::Temp(callee, *param)));
        }
        if let Some(dst) = dst {
            self.rules.push(Rule::Copy(Node::Result(callee), dst));
            if !function.has_body() && may_hold_pointer(self.program, function.ret) {
                self.result.wild.insert(dst);
            }
        }
    }

    /// Assigns an input to a temporary.
    fn any_value(&mut self, id: FuncId, dst: TempId) {
        let ty = self.program.functions[id].temps[dst].ty;
        if may_hold_pointer(self.program, ty) {
            self.result.wild.insert(Node::Temp(id, dst));
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
                self.expose(at, Rule::Copy(node, Node::Exposed));
            }
            if let Expr::Compare(op, a, b) = expr
                && (self.is_pointer(id, a) || self.is_pointer(id, b))
                && !is_nowhere(a)
                && !is_nowhere(b)
            {
                let (a, b) = (self.flow(id, a), self.flow(id, b));
                let order = !matches!(op, CompareOp::Eq | CompareOp::Ne);
                self.expose(at, Rule::Compare(a, b, order));
            }
            expr.operands(|operand| pending.push(operand));
        }
    }

    fn expose(&mut self, at: Site, rule: Rule) {
        self.rules.push(rule);
        self.sites.push((at, rule));
    }

    fn is_pointer(&self, id: FuncId, expr: &Expr) -> bool {
        let ty = expr.ty(self.program, &self.program.functions[id]);
        ty.is_some_and(|ty| may_hold_pointer(self.program, ty))
    }

    fn fresh(&mut self) -> Node {
        self.next += 1;
        Node::Auxiliary(self.next)
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
        if let Node::Auxiliary(number) = node {
            let key = (at.0, at.1, at.2, index);
            self.result.auxiliaries.insert(key, number);
        }
        node
    }

    /// The same for an expression that is not queried later.
    fn flow(&mut self, id: FuncId, expr: &Expr) -> Node {
        let node = self.fresh();
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match expr {
                Expr::Temp(temp) => self.rules.push(Rule::Copy(Node::Temp(id, *temp), node)),
                Expr::AddrOf(variable) => {
                    self.result.add(node, [of_variable(id, *variable)]);
                }
                Expr::FuncAddr(function) => {
                    self.result.add(node, [Target::Function(*function)]);
                }
                Expr::Undef(ty) => {
                    if may_hold_pointer(self.program, *ty) {
                        self.result.wild.insert(node);
                    }
                }
                Expr::Int(_) | Expr::Float(_, _) | Expr::Null => {}
                Expr::Cast(CastKind::IntToPtr | CastKind::Bitcast, of, ty) => {
                    if may_hold_pointer(self.program, *ty) && !is_nowhere(of) {
                        self.result.wild.insert(node);
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

    fn solve(&mut self) {
        let mut linked: BTreeSet<(usize, FuncId)> = BTreeSet::new();
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..self.rules.len() {
                let rule = self.rules[index];
                changed |= self.apply(rule);
            }
            for index in 0..self.calls.len() {
                for target in self.result.set(self.calls[index].pointer) {
                    if let Target::Function(callee) = target
                        && linked.insert((index, callee))
                    {
                        let args = self.calls[index].args.clone();
                        let dst = self.calls[index].dst;
                        self.link(callee, &args, dst);
                        changed = true;
                    }
                }
            }
            changed |= self.expose_numbers();
        }
        self.result.exposing = self.exposing();
        let exposes = !self.result.shown(Node::Exposed).is_empty();
        let wild = |node: &Node| self.result.wild.contains(node);
        self.result.uses_wild = exposes
            && self.rules.iter().any(|rule| match rule {
                Rule::Copy(_, _) | Rule::Compare(_, _, _) => false,
                Rule::Load(at, _) | Rule::LoadPointer(at, _) => wild(at),
                Rule::Store(_, at) | Rule::Blur(at) | Rule::Use(at) => wild(at),
                Rule::CopyContents(a, b) => wild(a) || wild(b),
            });
    }

    /// A value that is not a pointer but was computed from one exposes its targets.
    fn expose_numbers(&mut self) -> bool {
        let program = self.program;
        let mut numbers = BTreeSet::new();
        for (node, set) in &self.result.sets {
            if let Node::Temp(id, temp) = node
                && !may_hold_pointer(program, program.functions[*id].temps[*temp].ty)
            {
                numbers.extend(set.iter().copied());
            }
        }
        !numbers.is_empty() && self.result.add(Node::Exposed, numbers)
    }

    fn apply(&mut self, rule: Rule) -> bool {
        match rule {
            Rule::Copy(from, to) => self.copy(from, to),
            Rule::Load(pointer, to) | Rule::LoadPointer(pointer, to) => {
                let mut changed = false;
                for target in self.result.set(pointer) {
                    if matches!(rule, Rule::Load(_, _)) && self.result.typed.contains(&target) {
                        continue;
                    }
                    changed |= self.copy(Node::Contents(target), to);
                    let blurred = self.result.blurred.contains(&target);
                    if blurred && matches!(rule, Rule::LoadPointer(_, _)) {
                        changed |= self.result.wild.insert(to);
                    }
                }
                changed
            }
            Rule::Store(from, pointer) => {
                let mut changed = false;
                let flows =
                    self.result.sets.contains_key(&from) || self.result.wild.contains(&from);
                if flows {
                    for target in self.result.set(pointer) {
                        changed |= self.copy(from, Node::Contents(target));
                    }
                }
                changed
            }
            Rule::CopyContents(src, dst) => self.copy_contents(src, dst),
            Rule::Blur(pointer) => {
                let mut changed = false;
                for target in self.result.set(pointer) {
                    changed |= self.result.blur(target);
                }
                changed
            }
            Rule::Compare(a, b, order) => {
                let exposed = self.compared(a, b, order);
                !exposed.is_empty() && self.result.add(Node::Exposed, exposed)
            }
            Rule::Use(_) => false,
        }
    }

    /// The objects that a comparison exposes.
    fn compared(&self, a: Node, b: Node, order: bool) -> BTreeSet<Target> {
        let wild = [a, b].iter().any(|node| self.result.wild.contains(node));
        let mut both = self.result.set(a);
        both.extend(self.result.set(b));
        let allocated = |target: &Target| matches!(target, Target::Allocated(_, _, _));
        if !wild && both.len() < 2 && !(order && both.iter().any(allocated)) {
            both.clear();
        }
        both
    }

    /// The statements whose constraints expose an object.
    fn exposing(&self) -> BTreeMap<Site, BTreeSet<Target>> {
        let mut found: BTreeMap<Site, BTreeSet<Target>> = BTreeMap::new();
        for (site, rule) in &self.sites {
            let exposed = match *rule {
                Rule::Copy(from, _) => self.result.set(from),
                Rule::Compare(a, b, order) => self.compared(a, b, order),
                Rule::Load(..)
                | Rule::LoadPointer(..)
                | Rule::Store(..)
                | Rule::CopyContents(..)
                | Rule::Blur(_)
                | Rule::Use(_) => BTreeSet::new(),
            };
            if !exposed.is_empty() {
                found.entry(*site).or_default().extend(exposed);
            }
        }
        found
    }

    /// Propagates the set of one node to another.
    fn copy(&mut self, from: Node, to: Node) -> bool {
        let result = &mut self.result;
        let mut changed = result.wild.contains(&from) && result.wild.insert(to);
        // In most rounds most sets stay the same: this is found out without a copy.
        let Some(set) = result.sets.get(&from).filter(|set| !set.is_empty()) else {
            return changed;
        };
        let known = result.sets.get(&to).is_some_and(|old| set.is_subset(old));
        if !known {
            let set = set.clone();
            changed |= result.add(to, set);
        }
        changed
    }

    fn copy_contents(&mut self, src: Node, dst: Node) -> bool {
        let result = &mut self.result;
        let mut set = BTreeSet::new();
        let (mut wild, mut blurred) = (false, false);
        for target in result.set(src) {
            let contents = Node::Contents(target);
            set.extend(result.shown(contents));
            wild |= result.wild.contains(&contents);
            // Contents that are read with their own type in one object need not be in another.
            blurred |= result.blurred.contains(&target) || result.typed.contains(&target);
        }
        let mut changed = false;
        for target in result.set(dst) {
            let contents = Node::Contents(target);
            if !set.is_empty() {
                changed |= result.add(contents, set.iter().copied());
            }
            changed |= wild && result.wild.insert(contents);
            changed |= blurred && result.blur(target);
        }
        changed
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

/// Whether a value of the type can be a pointer or have one inside.
pub fn may_hold_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Void | Type::Int(_) | Type::Float(_) => false,
        Type::Ptr => true,
        Type::Array { elem, .. } | Type::Vector { elem, .. } => may_hold_pointer(program, *elem),
        Type::Struct(members) => {
            let mut fields = members.fields.iter();
            fields.any(|field| may_hold_pointer(program, field.ty))
        }
    }
}

/// The call graph, with calls through pointers.
pub fn callees(program: &Program, points_to: &PointsTo) -> IndexVec<FuncId, BTreeSet<FuncId>> {
    let functions = program.functions.iter_enumerated();
    functions
        .map(|(id, function)| {
            let mut called = BTreeSet::new();
            for (block, contents) in function.blocks.iter_enumerated() {
                for (index, call) in contents.enters() {
                    called.extend(targets(points_to, (id, block, index), call.target));
                }
            }
            called
        })
        .collect()
}

/// The functions a call may enter.
pub fn targets(
    points_to: &PointsTo,
    at: (FuncId, BlockId, usize),
    target: &CallTarget,
) -> Vec<FuncId> {
    match target {
        CallTarget::Direct(id) => vec![*id],
        CallTarget::Indirect(_) => {
            let set = points_to.expression(at, 0);
            let functions = set.iter().filter_map(|target| match target {
                Target::Function(id) => Some(*id),
                Target::Local(_, _) | Target::Global(_) | Target::Allocated(_, _, _) => None,
            });
            functions.collect()
        }
    }
}
