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

mod graph;
mod rules;
mod targets;

use cassay_base::IndexVec;
use cassay_ir::{BlockId, CallTarget, FuncId, GlobalId, LocalId, Program, TempId, Type, TypeId};
use graph::{Graph, Node};
use std::collections::{BTreeMap, BTreeSet};
use targets::TargetId;

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

/// A statement; the terminator comes after the last.
type Site = (FuncId, BlockId, usize);

/// How a statement may expose objects.
#[derive(Clone, Copy, Debug)]
enum Exposure {
    /// A pointer becomes a number.
    Number(Node),
    /// Two pointers are compared; whether by order.
    Compared(Node, Node, bool),
}

/// The result of the analysis.
#[derive(Debug)]
pub struct PointsTo {
    graph: Graph,
    /// The targets by their numbers.
    targets: IndexVec<TargetId, Target>,
    numbers: BTreeMap<Target, TargetId>,
    /// The first node of each function's temporaries.
    temps: IndexVec<FuncId, Node>,
    /// The nodes of expressions in statements.
    expressions: BTreeMap<(FuncId, BlockId, usize, u32), Node>,
    /// What threads end with, whichever they are.
    thread_results: Node,
    /// Whether some wild pointer that may lead to an exposed object is used.
    uses_wild: bool,
    /// The statements that may expose objects.
    exposing: BTreeMap<Site, Vec<Exposure>>,
}

impl PointsTo {
    /// Analyses a program; `None` if it is too large.
    pub fn of(program: &Program) -> Option<PointsTo> {
        rules::solve(program)
    }

    /// The objects that a statement may expose, and that some wild pointer of the program may lead to.
    pub fn exposes(&self, at: (FuncId, BlockId, usize)) -> impl Iterator<Item = Target> {
        let exposures = self.exposing.get(&at).filter(|_| self.uses_wild);
        let mut exposed = BTreeSet::new();
        for exposure in exposures.into_iter().flatten() {
            match *exposure {
                Exposure::Number(node) => exposed.extend(self.set(node)),
                Exposure::Compared(a, b, order) => {
                    if self.graph.exposes(a, b, order) {
                        exposed.extend(self.set(a));
                        exposed.extend(self.set(b));
                    }
                }
            }
        }
        exposed.into_iter()
    }

    /// The points-to set of expression number `index` of a statement.
    pub fn expression(&self, at: (FuncId, BlockId, usize), index: u32) -> BTreeSet<Target> {
        let key = (at.0, at.1, at.2, index);
        let node = self.expressions.get(&key);
        node.map_or_else(BTreeSet::new, |node| self.set(*node))
    }

    /// Whether expression number `index` of a statement may be a pointer made from a number.
    pub fn is_wild(&self, at: (FuncId, BlockId, usize), index: u32) -> bool {
        let key = (at.0, at.1, at.2, index);
        let node = self.expressions.get(&key);
        node.is_none_or(|node| self.graph.is_wild(*node))
    }

    /// The points-to set of the contents of an object.
    pub fn contents(&self, target: Target) -> BTreeSet<Target> {
        let number = self.numbers.get(&target);
        number.map_or_else(BTreeSet::new, |number| {
            self.set(self.graph.contents(*number))
        })
    }

    /// The objects that a pointer made from a number may lead to.
    pub fn exposed(&self) -> BTreeSet<Target> {
        self.shown(self.graph.exposed())
    }

    /// The objects that the results of threads may point to.
    pub fn thread_results(&self) -> BTreeSet<Target> {
        self.set(self.thread_results)
    }

    /// The points-to set of a temporary.
    pub fn temp(&self, function: FuncId, temp: TempId) -> BTreeSet<Target> {
        self.set(temp_of(&self.temps, function, temp))
    }

    /// Whether a temporary may hold a pointer made from a number.
    pub fn is_wild_temp(&self, function: FuncId, temp: TempId) -> bool {
        self.graph.is_wild(temp_of(&self.temps, function, temp))
    }

    /// The points-to set of a node, with the exposed objects if it is wild.
    fn set(&self, node: Node) -> BTreeSet<Target> {
        let mut set = self.shown(node);
        if self.graph.is_wild(node) {
            set.extend(self.shown(self.graph.exposed()));
        }
        set
    }

    /// The set that was propagated to a node.
    fn shown(&self, node: Node) -> BTreeSet<Target> {
        let targets = self.graph.targets(node).iter();
        targets.map(|target| self.targets[target]).collect()
    }
}

/// The node of a temporary; those of a function have numbers in a row.
fn temp_of(temps: &IndexVec<FuncId, Node>, function: FuncId, temp: TempId) -> Node {
    Node(temps[function].0 + temp.0)
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
