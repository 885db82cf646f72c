//! Which objects pointers may lead to: a flow-insensitive analysis by inclusion (Andersen 1994).
//!
//! One set for each temporary, each object's contents and each function's result. Fields are not
//! told apart, and integers carry pointers as pointers do, so that conversions lose nothing. A set
//! is an over-approximation of every execution. A pointer that is an input leads to no object, as
//! in symbolic execution, and has no targets.

use cassay_base::IndexVec;
use cassay_ir::{
    Block, BlockId, CallTarget, Constant, Expr, FuncId, GlobalId, Initializer, LocalId, Place,
    Program, StmtKind, TempId, Terminator, Type, TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a pointer may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A variable of some activation of a function.
    Local(FuncId, LocalId),
    /// A global variable.
    Global(GlobalId),
    /// An object made by a statement.
    Allocated(FuncId, BlockId, usize),
    /// A function.
    Function(FuncId),
}

/// Something that holds pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Temp(FuncId, TempId),
    Contents(Target),
    Result(FuncId),
    /// The value of an expression that stands in a statement.
    Auxiliary(u32),
}

/// One inclusion.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// What the first holds, the second holds.
    Copy(Node, Node),
    /// What the targets of the first hold, the second holds.
    Load(Node, Node),
    /// What the first holds, the targets of the second hold.
    Store(Node, Node),
    /// What the targets of the first hold, the targets of the second hold.
    CopyContents(Node, Node),
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
}

/// How many inclusions are analysed at most.
const LIMIT: usize = 400_000;

impl PointsTo {
    /// Analyses a program; nothing for one that is too large.
    pub fn of(program: &Program) -> Option<PointsTo> {
        let mut builder = Builder {
            program,
            rules: Vec::new(),
            calls: Vec::new(),
            result: PointsTo::default(),
            next: 0,
        };
        for (id, global) in program.globals.iter_enumerated() {
            builder.initializer(id, &global.init);
        }
        for (id, function) in program.functions.iter_enumerated() {
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

    /// What the expression number `index` of a statement may lead to.
    pub fn expression(&self, at: (FuncId, BlockId, usize), index: u32) -> BTreeSet<Target> {
        let key = (at.0, at.1, at.2, index);
        let node = self.auxiliaries.get(&key);
        node.map_or_else(BTreeSet::new, |node| self.set(Node::Auxiliary(*node)))
    }

    /// What pointers inside an object may lead to.
    pub fn contents(&self, target: Target) -> BTreeSet<Target> {
        self.set(Node::Contents(target))
    }

    /// What a temporary may lead to.
    pub fn temp(&self, function: FuncId, temp: TempId) -> BTreeSet<Target> {
        self.set(Node::Temp(function, temp))
    }

    fn set(&self, node: Node) -> BTreeSet<Target> {
        self.sets.get(&node).cloned().unwrap_or_default()
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
                        Constant::Bits(_) | Constant::Bytes(_) => continue,
                    };
                    self.result.add(contents, [target]);
                }
            }
            Initializer::External => {}
        }
    }

    fn block(&mut self, id: FuncId, block: BlockId, contents: &Block) {
        for (index, stmt) in contents.stmts.iter().enumerate() {
            self.statement(id, (id, block, index), &stmt.kind);
        }
        let at = (id, block, contents.stmts.len());
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
            | Terminator::Unreachable => {}
        }
    }

    fn statement(&mut self, id: FuncId, at: (FuncId, BlockId, usize), kind: &StmtKind) {
        match kind {
            StmtKind::Assign { dst, value } => {
                let node = self.expression(id, at, 0, value);
                self.rules.push(Rule::Copy(node, Node::Temp(id, *dst)));
            }
            StmtKind::Load { dst, place, .. } => {
                let dst = Node::Temp(id, *dst);
                match place {
                    Place::Variable(variable, _) => {
                        let contents = Node::Contents(of_variable(id, *variable));
                        self.rules.push(Rule::Copy(contents, dst));
                    }
                    Place::Deref(pointer, _) => {
                        let pointer = self.expression(id, at, 0, pointer);
                        self.rules.push(Rule::Load(pointer, dst));
                    }
                }
            }
            StmtKind::Store { place, value, .. } => {
                let value = self.expression(id, at, 1, value);
                match place {
                    Place::Variable(variable, _) => {
                        let contents = Node::Contents(of_variable(id, *variable));
                        self.rules.push(Rule::Copy(value, contents));
                    }
                    Place::Deref(pointer, _) => {
                        let pointer = self.expression(id, at, 0, pointer);
                        self.rules.push(Rule::Store(value, pointer));
                    }
                }
            }
            StmtKind::Alloc { dst, .. } => {
                let made = Target::Allocated(at.0, at.1, at.2);
                self.result.add(Node::Temp(id, *dst), [made]);
            }
            StmtKind::Free(pointer) | StmtKind::EndStack(pointer) => {
                self.expression(id, at, 0, pointer);
            }
            StmtKind::MemCopy { dst, src, .. } => {
                let dst = self.expression(id, at, 0, dst);
                let src = self.expression(id, at, 1, src);
                self.rules.push(Rule::CopyContents(src, dst));
            }
            StmtKind::MemSet { dst, .. } | StmtKind::MemHavoc { dst, .. } => {
                self.expression(id, at, 0, dst);
            }
            StmtKind::Call { dst, target, args } => self.call(id, at, *dst, target, args),
            StmtKind::Spawn { target, args, .. } => self.call(id, at, None, target, args),
            StmtKind::Havoc { .. }
            | StmtKind::Join { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::EndThread(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence
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
        let numbered = (1_u32..).zip(args);
        let args: Vec<Node> = numbered
            .map(|(index, arg)| self.expression(id, at, index, arg))
            .collect();
        let dst = dst.map(|dst| Node::Temp(id, dst));
        match target {
            CallTarget::Direct(callee) => self.link(*callee, &args, dst),
            CallTarget::Indirect(pointer) => {
                let pointer = self.expression(id, at, 0, pointer);
                self.calls.push(IndirectCall { pointer, args, dst });
            }
        }
    }

    /// Hands arguments over to a function, and its result back.
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
        }
    }

    fn fresh(&mut self) -> Node {
        self.next += 1;
        Node::Auxiliary(self.next)
    }

    /// A node that holds whatever pointers an expression is made from.
    fn expression(
        &mut self,
        id: FuncId,
        at: (FuncId, BlockId, usize),
        index: u32,
        expr: &Expr,
    ) -> Node {
        let node = self.fresh();
        self.result
            .auxiliaries
            .insert((at.0, at.1, at.2, index), self.next);
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
                Expr::Undef(_) | Expr::Int(_) | Expr::Float(_, _) | Expr::Null => {}
                Expr::Compare(_, _, _)
                | Expr::Overflow(_, _, _)
                | Expr::FloatCompare(_, _, _)
                | Expr::FloatArith(_, _, _)
                | Expr::FloatNeg(_)
                | Expr::Extent(_, _)
                | Expr::Initialised(_, _)
                | Expr::Memory(_, _, _)
                | Expr::Heap(_) => {}
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
        }
    }

    fn apply(&mut self, rule: Rule) -> bool {
        let result = &mut self.result;
        let mut changed = false;
        match rule {
            Rule::Copy(from, to) => {
                let set = result.set(from);
                changed |= !set.is_empty() && result.add(to, set);
            }
            Rule::Load(pointer, to) => {
                for target in result.set(pointer) {
                    let set = result.contents(target);
                    changed |= !set.is_empty() && result.add(to, set);
                }
            }
            Rule::Store(from, pointer) => {
                let set = result.set(from);
                if !set.is_empty() {
                    for target in result.set(pointer) {
                        changed |= result.add(Node::Contents(target), set.iter().copied());
                    }
                }
            }
            Rule::CopyContents(src, dst) => {
                let mut set = BTreeSet::new();
                for target in result.set(src) {
                    set.extend(result.contents(target));
                }
                if !set.is_empty() {
                    for target in result.set(dst) {
                        changed |= result.add(Node::Contents(target), set.iter().copied());
                    }
                }
            }
        }
        changed
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

/// Which functions each function may call, through pointers too.
pub fn callees(program: &Program, points_to: &PointsTo) -> IndexVec<FuncId, BTreeSet<FuncId>> {
    let functions = program.functions.iter_enumerated();
    functions
        .map(|(id, function)| {
            let mut called = BTreeSet::new();
            for (block, contents) in function.blocks.iter_enumerated() {
                for (index, stmt) in contents.stmts.iter().enumerate() {
                    if let StmtKind::Call { target, .. } | StmtKind::Spawn { target, .. } =
                        &stmt.kind
                    {
                        called.extend(targets(points_to, (id, block, index), target));
                    }
                }
                if let Terminator::Invoke { target, .. } = &contents.terminator {
                    let at = (id, block, contents.stmts.len());
                    called.extend(targets(points_to, at, target));
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
