//! The constraint graph of the points-to analysis and its least solution.
//!
//! Nodes hold targets, and may hold wild pointers. Edges copy both. What is done through a pointer is a use of
//! its node, which adds an edge for each target as it becomes known. What is done through a wild pointer is done
//! to all exposed objects: there is one node for each kind of access that they share, so that a wild pointer costs
//! as much as one with a single target. Only what is new in a node is passed on.

use super::targets::{TargetId, Targets};
use cassay_base::{Id as _, IndexVec, define_id};
use std::collections::VecDeque;

define_id!(
    /// Something that holds pointers.
    pub(super) Node,
    "node"
);

/// What is done through a pointer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    /// What the targets hold is read into a node as numbers.
    Read(Node),
    /// A pointer is read into a node; if anything else may be stored there, it is wild.
    ReadPointer(Node),
    /// What the targets hold is read into a node, of whatever type it is.
    ReadBytes(Node),
    /// What a node holds is written to the targets.
    Write(Node),
    /// A node is wild if a value that is not a pointer may be among what the targets hold.
    ReadBlur(Node),
    /// If a node is wild, a value that is not a pointer is written to the targets.
    WriteBlur(Node),
    /// It is called; by the number of the call.
    Call(u32),
    /// It is compared; by the number of the comparison.
    Compare(u32),
    /// Neither reads nor writes its targets.
    Other,
}

impl Use {
    /// Whether it matters if the pointer is wild.
    fn follows(self) -> bool {
        match self {
            Use::Compare(_) => false,
            Use::Read(_)
            | Use::ReadPointer(_)
            | Use::ReadBytes(_)
            | Use::Write(_)
            | Use::ReadBlur(_)
            | Use::WriteBlur(_)
            | Use::Call(_)
            | Use::Other => true,
        }
    }
}

/// What is known of a target as an object.
#[derive(Clone, Copy, Debug)]
struct Object {
    contents: Node,
    /// Wild if a value that is not a pointer may be read from the object as one; never if it is typed.
    blur: Node,
    /// Contents are only read with the type they were written with.
    typed: bool,
}

/// What is accessed through wild pointers: the exposed objects as one.
#[derive(Clone, Copy, Debug)]
struct Anywhere {
    /// What they hold.
    read: Node,
    /// The same without those that are typed.
    read_untyped: Node,
    /// What is written to any of them.
    write: Node,
    /// Wild if a value that is not a pointer may be read from one of them as one.
    read_blur: Node,
    /// The same, and if one of them is typed.
    copy_blur: Node,
    /// Wild if a value that is not a pointer may be written to any of them.
    write_blur: Node,
}

/// A comparison of pointers that has not exposed anything yet.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    a: Node,
    b: Node,
    order: bool,
    exposes: bool,
}

/// A call may enter a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Called {
    pub(super) call: u32,
    pub(super) target: TargetId,
}

/// One node.
#[derive(Debug, Default)]
struct Holder {
    targets: Targets,
    /// Those that were not passed on yet.
    fresh: Targets,
    wild: bool,
    /// Whether it was passed on that it is wild.
    wild_passed: bool,
    queued: bool,
    edges: Vec<Node>,
    uses: Vec<Use>,
}

/// The graph.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: IndexVec<Node, Holder>,
    objects: IndexVec<TargetId, Object>,
    /// The targets that are objects on the heap.
    allocated: Targets,
    comparisons: Vec<Comparison>,
    queue: VecDeque<Node>,
    exposed: Node,
    anywhere: Anywhere,
    /// Calls through wild pointers.
    wild_calls: Vec<u32>,
    /// Calls of targets that were found.
    called: Vec<Called>,
}

impl Graph {
    pub(super) fn new() -> Graph {
        let mut nodes = IndexVec::default();
        let mut fresh = || nodes.push(Holder::default());
        let exposed = fresh();
        let anywhere = Anywhere {
            read: fresh(),
            read_untyped: fresh(),
            write: fresh(),
            read_blur: fresh(),
            copy_blur: fresh(),
            write_blur: fresh(),
        };
        let mut graph = Graph {
            nodes,
            objects: IndexVec::default(),
            allocated: Targets::default(),
            comparisons: Vec::new(),
            queue: VecDeque::new(),
            exposed,
            anywhere,
            wild_calls: Vec::new(),
            called: Vec::new(),
        };
        graph.copy(anywhere.read_blur, anywhere.copy_blur);
        graph
    }

    /// A node that holds nothing yet.
    pub(super) fn fresh(&mut self) -> Node {
        self.nodes.push(Holder::default())
    }

    /// The node that the next call of `fresh` gives.
    pub(super) fn next(&self) -> Node {
        Node::from_index(self.nodes.len())
    }

    /// A target that nothing holds yet.
    pub(super) fn target(&mut self, allocated: bool) -> TargetId {
        let object = Object {
            contents: self.fresh(),
            blur: self.fresh(),
            typed: false,
        };
        let target = self.objects.push(object);
        if allocated {
            self.allocated.insert(target);
        }
        target
    }

    /// The node of all exposed objects.
    pub(super) fn exposed(&self) -> Node {
        self.exposed
    }

    /// The node of what an object holds.
    pub(super) fn contents(&self, target: TargetId) -> Node {
        self.objects[target].contents
    }

    /// What is read from the object has the type it was written with. This is said before anything else of it.
    pub(super) fn set_typed(&mut self, target: TargetId) {
        self.objects[target].typed = true;
    }

    /// A value that is not a pointer may be read from the object as one.
    pub(super) fn blur(&mut self, target: TargetId) {
        let Object { blur, typed, .. } = self.objects[target];
        if !typed {
            self.make_wild(blur);
        }
    }

    pub(super) fn targets(&self, node: Node) -> &Targets {
        &self.nodes[node].targets
    }

    pub(super) fn is_wild(&self, node: Node) -> bool {
        self.nodes[node].wild
    }

    /// A node holds a target.
    pub(super) fn insert(&mut self, node: Node, target: TargetId) {
        let holder = &mut self.nodes[node];
        if holder.targets.insert(target) {
            holder.fresh.insert(target);
            self.enqueue(node);
        }
    }

    /// A node may hold a wild pointer.
    pub(super) fn make_wild(&mut self, node: Node) {
        if !self.nodes[node].wild {
            self.nodes[node].wild = true;
            self.enqueue(node);
        }
    }

    /// The second node holds what the first holds.
    pub(super) fn copy(&mut self, from: Node, to: Node) {
        let edges = &mut self.nodes[from].edges;
        // Repetitions are harmless; the usual ones are near.
        if from == to || edges.iter().rev().take(8).any(|known| *known == to) {
            return;
        }
        edges.push(to);
        if let Some(targets) = self.passed_on(from) {
            self.pass(&targets, to);
        }
        if self.nodes[from].wild_passed {
            self.make_wild(to);
        }
    }

    /// The targets of a node that its edges and uses know.
    fn passed_on(&self, node: Node) -> Option<Targets> {
        let holder = &self.nodes[node];
        if holder.fresh.len() == holder.targets.len() {
            return None;
        }
        Some(holder.targets.without(&holder.fresh))
    }

    /// Something is done through the pointers in a node.
    pub(super) fn add_use(&mut self, pointer: Node, how: Use) {
        self.nodes[pointer].uses.push(how);
        if let Some(targets) = self.passed_on(pointer) {
            self.follow(how, &targets);
        }
        if self.nodes[pointer].wild_passed {
            self.follow_anywhere(how);
        }
    }

    /// The targets of the first are copied to those of the second.
    pub(super) fn copy_contents(&mut self, from: Node, to: Node) {
        let (between, blur) = (self.fresh(), self.fresh());
        self.add_use(from, Use::ReadBytes(between));
        self.add_use(from, Use::ReadBlur(blur));
        self.add_use(to, Use::Write(between));
        self.add_use(to, Use::WriteBlur(blur));
    }

    /// Two pointers are compared; whether by order.
    pub(super) fn compare(&mut self, a: Node, b: Node, order: bool) {
        let number = u32::try_from(self.comparisons.len()).unwrap_or(u32::MAX);
        self.comparisons.push(Comparison {
            a,
            b,
            order,
            exposes: false,
        });
        self.add_use(a, Use::Compare(number));
        self.add_use(b, Use::Compare(number));
    }

    /// Whether a comparison exposes the targets of what it compares.
    pub(super) fn exposes(&self, a: Node, b: Node, order: bool) -> bool {
        let [first, second] = [a, b].map(|node| &self.nodes[node]);
        if first.wild || second.wild {
            return true;
        }
        let mut both = first.targets.clone();
        both.add(&second.targets);
        let of_heap = || both.iter().any(|target| self.allocated.contains(target));
        both.len() >= 2 || (order && of_heap())
    }

    /// Whether a wild pointer is used to read, write or call.
    pub(super) fn uses_wild(&self) -> bool {
        let mut wild = self.nodes.iter().filter(|node| node.wild);
        wild.any(|node| node.uses.iter().any(|how| how.follows()))
    }

    /// Passes on what is new until a call is found or nothing is new.
    pub(super) fn solve(&mut self) -> Vec<Called> {
        while self.called.is_empty()
            && let Some(node) = self.queue.pop_front()
        {
            self.step(node);
        }
        std::mem::take(&mut self.called)
    }

    fn enqueue(&mut self, node: Node) {
        let holder = &mut self.nodes[node];
        if !holder.queued {
            holder.queued = true;
            self.queue.push_back(node);
        }
    }

    fn step(&mut self, node: Node) {
        let holder = &mut self.nodes[node];
        holder.queued = false;
        let fresh = std::mem::take(&mut holder.fresh);
        let wild = holder.wild && !holder.wild_passed;
        holder.wild_passed = holder.wild;
        // Edges that are added meanwhile pass on everything at once.
        let edges = std::mem::take(&mut holder.edges);
        for to in &edges {
            if !fresh.is_empty() {
                self.pass(&fresh, *to);
            }
            if wild {
                self.make_wild(*to);
            }
        }
        let uses = std::mem::take(&mut self.nodes[node].uses);
        self.nodes[node].edges = edges;
        for how in &uses {
            self.follow(*how, &fresh);
            if wild {
                self.follow_anywhere(*how);
            }
        }
        debug_assert!(self.nodes[node].uses.is_empty());
        self.nodes[node].uses = uses;
        if node == self.exposed {
            for target in fresh.iter() {
                self.expose(target);
            }
        }
    }

    /// Adds targets to a node.
    fn pass(&mut self, targets: &Targets, to: Node) {
        let holder = &mut self.nodes[to];
        let mut fresh = std::mem::take(&mut holder.fresh);
        holder.targets.extend(targets, &mut fresh);
        let grew = !fresh.is_empty();
        holder.fresh = fresh;
        if grew {
            self.enqueue(to);
        }
    }

    /// Follows a pointer to more targets.
    fn follow(&mut self, how: Use, targets: &Targets) {
        match how {
            Use::Compare(number) => return self.compared(number),
            Use::Other => return,
            Use::Read(_)
            | Use::ReadPointer(_)
            | Use::ReadBytes(_)
            | Use::Write(_)
            | Use::ReadBlur(_)
            | Use::WriteBlur(_)
            | Use::Call(_) => {}
        }
        for target in targets.iter() {
            let Object {
                contents,
                blur,
                typed,
            } = self.objects[target];
            match how {
                Use::Read(to) => {
                    if !typed {
                        self.copy(contents, to);
                    }
                }
                Use::ReadBytes(to) => self.copy(contents, to),
                Use::ReadPointer(to) => {
                    self.copy(contents, to);
                    self.copy(blur, to);
                }
                Use::Write(from) => self.copy(from, contents),
                Use::ReadBlur(to) if typed => self.make_wild(to),
                Use::ReadBlur(to) => self.copy(blur, to),
                Use::WriteBlur(from) => {
                    if !typed {
                        self.copy(from, blur);
                    }
                }
                Use::Call(call) => self.called.push(Called { call, target }),
                Use::Compare(_) | Use::Other => {}
            }
        }
    }

    /// Follows a wild pointer.
    fn follow_anywhere(&mut self, how: Use) {
        let anywhere = self.anywhere;
        match how {
            Use::Read(to) => self.copy(anywhere.read_untyped, to),
            Use::ReadPointer(to) => {
                self.copy(anywhere.read, to);
                self.copy(anywhere.read_blur, to);
            }
            Use::ReadBytes(to) => self.copy(anywhere.read, to),
            Use::Write(from) => self.copy(from, anywhere.write),
            Use::ReadBlur(to) => self.copy(anywhere.copy_blur, to),
            Use::WriteBlur(from) => self.copy(from, anywhere.write_blur),
            Use::Call(call) => {
                self.wild_calls.push(call);
                let exposed: Vec<TargetId> = self.nodes[self.exposed].targets.iter().collect();
                let called = exposed.into_iter().map(|target| Called { call, target });
                self.called.extend(called);
            }
            Use::Compare(number) => self.compared(number),
            Use::Other => {}
        }
    }

    /// Wild pointers may lead to one more object.
    fn expose(&mut self, target: TargetId) {
        let Anywhere {
            read,
            read_untyped,
            write,
            read_blur,
            copy_blur,
            write_blur,
        } = self.anywhere;
        let Object {
            contents,
            blur,
            typed,
        } = self.objects[target];
        self.copy(contents, read);
        self.copy(write, contents);
        if typed {
            self.make_wild(copy_blur);
        } else {
            self.copy(contents, read_untyped);
            self.copy(blur, read_blur);
            self.copy(write_blur, blur);
        }
        let calls = self.wild_calls.iter();
        let called = calls.map(|call| Called {
            call: *call,
            target,
        });
        self.called.extend(called);
    }

    /// Looks at a comparison again.
    fn compared(&mut self, number: u32) {
        let Some(found) = self.comparisons.get(number as usize).copied() else {
            return;
        };
        if !found.exposes && self.exposes(found.a, found.b, found.order) {
            self.comparisons[number as usize].exposes = true;
            self.copy(found.a, self.exposed);
            self.copy(found.b, self.exposed);
        }
    }
}
