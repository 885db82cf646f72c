//! The inductive step as a program: every chosen loop starts at an arbitrary iteration.
//!
//! An execution that passes the head of a loop `h` times is simulated in one of two copies of the
//! loop. The *fresh* copy starts where the loop is entered and covers `h ≤ k`; everything in it is
//! claimed. The *warm* copy covers `h > k`: it starts `k − 1` passes before the one that matters,
//! in a state where everything the loop may write has any value, and goes exactly `k` passes. In
//! its first `k − 1` passes claims are assumed, for a violation there is one of an earlier pass,
//! and the loop is not left; the last pass is claimed and may leave. Every execution up to its
//! first violation is one of the new program, with any number of loops, nested or one after the
//! other, so what holds there holds in the program. With `k = 1` one copy is enough: any value
//! includes the first.
//!
//! Conjectures about the state at a loop's head are claims at that place. With `k = 1` they are
//! claimed where the loop is entered and where a pass leads back to the head, and assumed where the
//! pass starts: an execution up to its first violation has met them there. Loops in loops then cost
//! one copy of each body.
//!
//! Nothing is assumed that the program does not guarantee: the passes of a loop are counted by
//! ghost variables that symbolic execution knows exactly.

use crate::exposed::expose;
use crate::facts::{Facts, Guards};
use cassay_base::Span;
use cassay_effects::{Effects, Reason, Writes};
use cassay_ir::order::{LoopId, Order};
use cassay_ir::{
    BinaryOp, Block, BlockId, CTypeTable, ClaimId, CompareOp, Expr, FuncId, Function, Global,
    GlobalId, Initializer, InputSource, Local, LocalId, Place, Program, Stmt, StmtKind, TempId,
    Terminator, TypeId, TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// A loop of a function.
pub type LoopRef = (FuncId, LoopId);

/// A loop that cannot be started at an arbitrary iteration, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The loop.
    pub of: LoopRef,
    /// The reason.
    pub why: Reason,
}

/// The program of an inductive step.
pub struct StepProgram {
    /// The program. Blocks of the original keep their numbers.
    pub program: Program,
    /// The block of the original that a block is a copy of.
    pub origins: BTreeMap<(FuncId, BlockId), BlockId>,
    /// The claims that are conjectures, each by number. All others are claims of the program, and every
    /// copy of one has its id.
    pub conjectures: BTreeMap<ClaimId, usize>,
}

/// The program of the inductive step at `k` over some loops, with conjectures about them. Claims
/// that hold in it hold in the program, provided that the conjectures whose guards are set hold in
/// it, too, and that no other loop or recursion reaches its bound.
pub fn step(
    program: &Program,
    entry: FuncId,
    loops: &BTreeSet<LoopRef>,
    facts: &Facts<'_>,
    k: u32,
) -> Result<StepProgram, Refusal> {
    let Some(first) = loops.first() else {
        return Ok(StepProgram {
            program: program.clone(),
            origins: BTreeMap::new(),
            conjectures: BTreeMap::new(),
        });
    };
    let refuse = |of: LoopRef, why: &str| Refusal {
        of,
        why: why.to_owned(),
    };
    if program.asks_for_values() {
        return Err(refuse(*first, VALUES));
    }
    let effects = Effects::of(program).ok_or_else(|| refuse(*first, SIZE))?;
    let mut spans = BTreeMap::new();
    for &of in loops {
        let order = Order::new(&program.functions[of.0]);
        spans.insert(of, span_of(program, &effects, &order, of)?);
    }
    let mut result = program.clone();
    let exposed = spans.values().flat_map(|(_, _, writes)| &writes.exposed);
    expose(&mut result, entry, &exposed.copied().collect());
    let mut guards = Guards::new(&mut result, entry, facts.guarded);
    let word = result.types.int(32);
    let early = result.globals.push(Global {
        address_of: None,
        name: "(early passes)".into(),
        ty: word,
        ctype: CTypeTable::UNKNOWN,
        align: 4,
        init: Initializer::Parts(Vec::new()),
        constant: false,
        thread_local: false,
        device: false,
        model: false,
        span: Span::NONE,
    });
    let mut muted_functions = BTreeSet::new();
    let mut origins = BTreeMap::new();
    let functions: BTreeSet<FuncId> = loops.iter().map(|(function, _)| *function).collect();
    for id in functions {
        let function = &program.functions[id];
        let order = Order::new(function);
        let chosen: Vec<LoopId> = loops
            .iter()
            .filter(|(owner, _)| *owner == id)
            .map(|(_, found)| *found)
            .collect();
        let mut plans = Vec::new();
        for loop_id in chosen {
            let of = (id, loop_id);
            let Some((head, blocks, writes)) = spans.remove(&of) else {
                continue;
            };
            if k > 1 {
                muted_functions.extend(effects.called(id, &blocks));
            }
            let place = (id, head);
            let span = function.blocks[head].span;
            let mut claims = [Vec::new(), Vec::new()];
            let mut assumptions = Vec::new();
            if k > 1 {
                let mut stmts = guards.statements(&mut result, place, facts, true, span);
                let block = &mut result.functions[id].blocks[head];
                stmts.append(&mut block.stmts);
                block.stmts = stmts;
            } else {
                // Separate statements for each edge to the head.
                for claims in &mut claims {
                    *claims = guards.statements(&mut result, place, facts, true, span);
                }
                assumptions = guards.statements(&mut result, place, facts, false, span);
            }
            plans.push(Plan {
                head,
                depth: depth(&order, loop_id),
                blocks,
                writes,
                claims,
                assumptions,
            });
        }
        // Inner loops first: an outer loop then copies both of their copies.
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.depth));
        let mut rebuild = Rebuild {
            function: &mut result.functions[id],
            early,
            word,
            k,
            muted: BTreeSet::new(),
            origins: BTreeMap::new(),
        };
        for index in 0..plans.len() {
            let added = rebuild.apply(&plans[index]);
            if rebuild.function.blocks.len() > BLOCK_LIMIT {
                return Err(refuse(*first, "its copies are too many"));
            }
            let head = plans[index].head;
            for around in &mut plans[index + 1..] {
                if around.blocks.contains(&head) {
                    let exits = added.exits.iter();
                    let inner = exits.filter(|(target, _)| around.blocks.contains(target));
                    let inner: Vec<BlockId> = inner.map(|(_, block)| *block).collect();
                    around.blocks.extend(inner);
                    around.blocks.extend(added.inside.iter().copied());
                }
            }
        }
        let copies = rebuild.origins.into_iter();
        origins.extend(copies.map(|(copy, origin)| ((id, copy), origin)));
    }
    for id in muted_functions {
        let function = &mut result.functions[id];
        for block in function.blocks.ids() {
            mute(function, block, early, word);
        }
    }
    Ok(StepProgram {
        program: result,
        origins,
        conjectures: guards.claims,
    })
}

/// The loops that cannot be started at an arbitrary iteration.
pub fn refusals(program: &Program, loops: &BTreeSet<LoopRef>) -> Vec<Refusal> {
    let all = |why: &str| {
        let each = loops.iter().map(|of| Refusal {
            of: *of,
            why: why.to_owned(),
        });
        each.collect()
    };
    if program.asks_for_values() {
        return all(VALUES);
    }
    let Some(effects) = Effects::of(program) else {
        return all(SIZE);
    };
    let mut found = Vec::new();
    for &(id, loop_id) in loops {
        let order = Order::new(&program.functions[id]);
        if let Err(refusal) = span_of(program, &effects, &order, (id, loop_id)) {
            found.push(refusal);
        }
    }
    found
}

const VALUES: &str = "whether variables have values is checked, and any value is one";
const SIZE: &str = "the program is too large";

/// The head and the blocks of a loop, and what it writes.
fn span_of(
    program: &Program,
    effects: &Effects<'_>,
    order: &Order,
    of: LoopRef,
) -> Result<(BlockId, BTreeSet<BlockId>, Writes), Refusal> {
    let function = &program.functions[of.0];
    let blocks: BTreeSet<BlockId> = function
        .blocks
        .ids()
        .filter(|block| order.contains(of.1, *block))
        .collect();
    let head = order.loops()[of.1].head;
    if head == Function::ENTRY || entered_elsewhere(function, &blocks, head) {
        let why = "it is entered in its middle".to_owned();
        return Err(Refusal { of, why });
    }
    let writes = effects.writes(of.0, &blocks);
    let writes = writes.map_err(|why| Refusal { of, why })?;
    Ok((head, blocks, writes))
}

/// The most blocks that a function may have after the transformation.
const BLOCK_LIMIT: usize = 20_000;

fn depth(order: &Order, id: LoopId) -> usize {
    std::iter::successors(Some(id), |id| order.loops()[*id].parent).count()
}

/// Whether a loop can be entered other than at its head.
fn entered_elsewhere(function: &Function, blocks: &BTreeSet<BlockId>, head: BlockId) -> bool {
    let mut elsewhere = blocks.contains(&Function::ENTRY);
    // Only reachable blocks count.
    let mut reached = BTreeSet::from([Function::ENTRY]);
    let mut pending = vec![Function::ENTRY];
    while let Some(id) = pending.pop() {
        let outside = !blocks.contains(&id);
        function.blocks[id].terminator.successors(|to| {
            elsewhere |= outside && to != head && blocks.contains(&to);
            if reached.insert(to) {
                pending.push(to);
            }
        });
    }
    elsewhere
}

/// The transformation of one loop.
struct Plan {
    head: BlockId,
    depth: usize,
    blocks: BTreeSet<BlockId>,
    writes: Writes,
    /// The statements that claim the conjectures on entry and on the back edges, with `k = 1`.
    claims: [Vec<Stmt>; 2],
    /// The statements that assume the conjectures at the start of a pass, with `k = 1`.
    assumptions: Vec<Stmt>,
}

/// The blocks that were added for a loop.
#[derive(Default)]
struct Added {
    /// Those that belong to the enclosing loops.
    inside: Vec<BlockId>,
    /// Those on the exits of its warm copy, each with its successor.
    exits: Vec<(BlockId, BlockId)>,
}

/// A function that is being transformed.
struct Rebuild<'a> {
    function: &'a mut Function,
    early: GlobalId,
    word: TypeId,
    k: u32,
    /// Blocks whose claims were already turned into assumptions in early passes.
    muted: BTreeSet<BlockId>,
    /// What blocks are copies of.
    origins: BTreeMap<BlockId, BlockId>,
}

impl Rebuild<'_> {
    fn apply(&mut self, plan: &Plan) -> Added {
        if self.k <= 1 {
            self.apply_once(plan)
        } else {
            self.apply_copies(plan)
        }
    }

    /// One pass from an arbitrary state: conjectures are claimed on entry and on the back edges,
    /// and assumed at the start of the pass.
    fn apply_once(&mut self, plan: &Plan) -> Added {
        let span = self.function.blocks[plan.head].span;
        let [entered, again] = plan.claims.clone();
        let mut before = entered;
        before.extend(self.havoc(plan, span));
        before.extend(plan.assumptions.iter().cloned());
        let start = self.push(before, Terminator::Goto(plan.head), span);
        let cut = self.cut(span);
        let again = self.push(again, Terminator::Goto(cut), span);
        for id in self.function.blocks.ids() {
            if id == start || id == cut || id == again {
                continue;
            }
            let to = if plan.blocks.contains(&id) {
                again
            } else {
                start
            };
            redirect(&mut self.function.blocks[id].terminator, |target| {
                if target == plan.head { to } else { target }
            });
        }
        Added {
            inside: vec![start, again],
            exits: Vec::new(),
        }
    }

    /// A fresh copy and a warm one.
    fn apply_copies(&mut self, plan: &Plan) -> Added {
        let span = self.function.blocks[plan.head].span;
        let mut added = Added::default();
        let old: Vec<BlockId> = self.function.blocks.ids().collect();
        let count = self.counter();
        let cut = self.cut(span);
        let mut warm: BTreeMap<BlockId, BlockId> = BTreeMap::new();
        for &id in &plan.blocks {
            let block = self.function.blocks[id].clone();
            let copy = self.function.blocks.push(block);
            if self.muted.contains(&id) {
                self.muted.insert(copy);
            }
            let origin = self.origins.get(&id).copied().unwrap_or(id);
            self.origins.insert(copy, origin);
            warm.insert(id, copy);
            added.inside.push(copy);
        }
        // Before the loop: choose the copy.
        let fresh_start = {
            let stmts = vec![self.set_counter(count, 1, span)];
            self.push(stmts, Terminator::Goto(plan.head), span)
        };
        let warm_start = {
            let mut stmts = self.havoc(plan, span);
            stmts.push(self.set_counter(count, 1, span));
            self.change_early(BinaryOp::Add, Expr::int(32, 1), span, &mut stmts);
            self.push(stmts, Terminator::Goto(warm[&plan.head]), span)
        };
        let choice = {
            let chosen = self.function.new_temp(TypeTable::BOOL);
            let stmts = vec![Stmt {
                kind: StmtKind::Havoc {
                    dst: chosen,
                    source: InputSource::Chosen("(which pass)".into()),
                    known: None,
                },
                span,
            }];
            let branch = Terminator::Branch {
                cond: Expr::Temp(chosen),
                then: fresh_start,
                otherwise: warm_start,
            };
            self.push(stmts, branch, span)
        };
        // Back to the head, up to k passes.
        let fresh_again = self.again(count, plan.head, cut, false, span, &mut added);
        let warm_again = self.again(count, warm[&plan.head], cut, true, span, &mut added);
        added.inside.extend([fresh_start, warm_start, choice]);
        for &id in &old {
            let to = if plan.blocks.contains(&id) {
                fresh_again
            } else {
                choice
            };
            redirect(&mut self.function.blocks[id].terminator, |target| {
                if target == plan.head { to } else { target }
            });
        }
        for &copy in warm.values() {
            self.finish_warm(copy, &warm, plan.head, warm_again, count, &mut added);
        }
        added
    }

    /// Redirects the edges of a block of the warm copy.
    fn finish_warm(
        &mut self,
        copy: BlockId,
        warm: &BTreeMap<BlockId, BlockId>,
        head: BlockId,
        again: BlockId,
        count: LocalId,
        added: &mut Added,
    ) {
        let span = self.function.blocks[copy].span;
        if self.muted.insert(copy) {
            mute(self.function, copy, self.early, self.word);
        }
        let mut targets = Vec::new();
        let terminator = self.function.blocks[copy].terminator.clone();
        terminator.successors(|target| targets.push(target));
        let mut moved: BTreeMap<BlockId, BlockId> = BTreeMap::new();
        for target in targets {
            let to = if target == head {
                again
            } else if let Some(inner) = warm.get(&target) {
                *inner
            } else {
                // The loop is left in its last pass only.
                *moved.entry(target).or_insert_with(|| {
                    let stmts = last_pass(self.function, count, self.k, self.word, span);
                    let exit = push(self.function, stmts, Terminator::Goto(target), span);
                    added.exits.push((target, exit));
                    exit
                })
            };
            moved.insert(target, to);
        }
        redirect(&mut self.function.blocks[copy].terminator, |target| {
            moved.get(&target).copied().unwrap_or(target)
        });
        if leaves_function(&terminator) {
            let stmts = last_pass(self.function, count, self.k, self.word, span);
            self.function.blocks[copy].stmts.extend(stmts);
        }
    }

    /// The block after a pass: counts it, and ends executions with too many.
    fn again(
        &mut self,
        count: LocalId,
        head: BlockId,
        cut: BlockId,
        warm: bool,
        span: Span,
        added: &mut Added,
    ) -> BlockId {
        let mut stmts = Vec::new();
        let passes = load(
            self.function,
            count_place(count),
            self.word,
            span,
            &mut stmts,
        );
        let next = Expr::binary(BinaryOp::Add, Expr::Temp(passes), Expr::int(32, 1));
        stmts.push(store(count_place(count), next.clone(), span));
        let mut target = head;
        if warm {
            let last = Expr::compare(
                CompareOp::Eq,
                next.clone(),
                Expr::int(32, u64::from(self.k)),
            );
            let less = Expr::Select(
                Box::new(last),
                Box::new(Expr::int(32, 1)),
                Box::new(Expr::int(32, 0)),
            );
            let mut claimed = Vec::new();
            self.change_early(BinaryOp::Sub, less, span, &mut claimed);
            target = self.push(claimed, Terminator::Goto(head), span);
            added.inside.push(target);
        }
        let enough = Expr::compare(CompareOp::ULe, next, Expr::int(32, u64::from(self.k)));
        let branch = Terminator::Branch {
            cond: enough,
            then: target,
            otherwise: cut,
        };
        let again = self.push(stmts, branch, span);
        added.inside.push(again);
        again
    }

    fn change_early(&mut self, op: BinaryOp, by: Expr, span: Span, stmts: &mut Vec<Stmt>) {
        let place = Place::Variable(Variable::Global(self.early), 0);
        let before = load(self.function, place.clone(), self.word, span, stmts);
        stmts.push(store(place, Expr::binary(op, Expr::Temp(before), by), span));
    }

    /// A variable that counts the passes of a loop.
    fn counter(&mut self) -> LocalId {
        let local = self.function.locals.push(Local {
            name: "".into(),
            ty: self.word,
            ctype: CTypeTable::UNKNOWN,
            align: 4,
            span: Span::NONE,
            param: None,
            address_taken: false,
            constant: false,
            arguments: false,
            block: false,
        });
        let declare = Stmt {
            kind: StmtKind::Declare(local),
            span: Span::NONE,
        };
        self.function.blocks[Function::ENTRY]
            .stmts
            .insert(0, declare);
        local
    }

    fn set_counter(&self, count: LocalId, value: u64, span: Span) -> Stmt {
        store(count_place(count), Expr::int(32, value), span)
    }

    fn push(&mut self, stmts: Vec<Stmt>, terminator: Terminator, span: Span) -> BlockId {
        push(self.function, stmts, terminator, span)
    }

    fn cut(&mut self, span: Span) -> BlockId {
        let kind = StmtKind::Assume(Expr::bool(false));
        self.push(vec![Stmt { kind, span }], Terminator::Unreachable, span)
    }

    /// Gives everything the loop may write an arbitrary value.
    fn havoc(&mut self, plan: &Plan, span: Span) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for &temp in &plan.writes.temps {
            stmts.push(any(temp, span));
        }
        // Objects named by a pointer come first, because the pointer is read here.
        for &(variable, offset) in &plan.writes.behind {
            let place = Place::Variable(variable, offset);
            let pointer = load(self.function, place, TypeTable::PTR, span, &mut stmts);
            stmts.push(any_object(Expr::Temp(pointer), span));
        }
        for &variable in &plan.writes.whole {
            stmts.push(any_object(Expr::AddrOf(variable), span));
        }
        for (&variable, leaves) in &plan.writes.leaves {
            for leaf in leaves {
                let value = self.function.new_temp(leaf.ty);
                stmts.push(any(value, span));
                let place = Place::Variable(variable, leaf.offset);
                stmts.push(store(place, Expr::Temp(value), span));
            }
        }
        stmts
    }
}

fn any(dst: TempId, span: Span) -> Stmt {
    let source = InputSource::Chosen("(an earlier pass)".into());
    Stmt {
        kind: StmtKind::Havoc {
            dst,
            source,
            known: None,
        },
        span,
    }
}

fn any_object(dst: Expr, span: Span) -> Stmt {
    Stmt {
        kind: StmtKind::MemHavoc {
            dst,
            len: None,
            source: InputSource::Chosen("(an earlier pass)".into()),
            among: None,
        },
        span,
    }
}

fn push(function: &mut Function, stmts: Vec<Stmt>, terminator: Terminator, span: Span) -> BlockId {
    function.blocks.push(Block {
        stmts,
        terminator,
        span,
    })
}

fn count_place(count: LocalId) -> Place {
    Place::Variable(Variable::Local(count), 0)
}

fn load(
    function: &mut Function,
    place: Place,
    ty: TypeId,
    span: Span,
    stmts: &mut Vec<Stmt>,
) -> TempId {
    let dst = function.new_temp(ty);
    let kind = StmtKind::Load {
        dst,
        place,
        volatile: false,
        moves: false,
        order: None,
    };
    stmts.push(Stmt { kind, span });
    dst
}

fn store(place: Place, value: Expr, span: Span) -> Stmt {
    let kind = StmtKind::Store {
        place,
        value,
        volatile: false,
        order: None,
    };
    Stmt { kind, span }
}

/// Ends executions that are not in the last pass.
fn last_pass(
    function: &mut Function,
    count: LocalId,
    k: u32,
    word: TypeId,
    span: Span,
) -> Vec<Stmt> {
    let mut stmts = Vec::new();
    let passes = load(function, count_place(count), word, span, &mut stmts);
    let last = Expr::compare(
        CompareOp::Eq,
        Expr::Temp(passes),
        Expr::int(32, u64::from(k)),
    );
    let kind = StmtKind::Assume(last);
    stmts.push(Stmt { kind, span });
    stmts
}

/// Whether the end of a block leaves the loop and its function together, and the execution goes on.
fn leaves_function(terminator: &Terminator) -> bool {
    match terminator {
        Terminator::Return(_) | Terminator::Unwind(_) => true,
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Unreachable => false,
    }
}

/// Turns the claims of a block into assumptions in early passes.
fn mute(function: &mut Function, block: BlockId, early: GlobalId, word: TypeId) {
    let old = std::mem::take(&mut function.blocks[block].stmts);
    let mut new = Vec::with_capacity(old.len());
    for stmt in old {
        let span = stmt.span;
        let StmtKind::Assert {
            claim,
            cond,
            property,
        } = stmt.kind
        else {
            new.push(stmt);
            continue;
        };
        let place = Place::Variable(Variable::Global(early), 0);
        let passes = load(function, place, word, span, &mut new);
        let is_early = Expr::compare(CompareOp::Ne, Expr::Temp(passes), Expr::int(32, 0));
        let claimed = Expr::binary(BinaryOp::Or, is_early, cond.clone());
        let kind = StmtKind::Assert {
            claim,
            cond: claimed,
            property,
        };
        new.push(Stmt { kind, span });
        let kind = StmtKind::Assume(cond);
        new.push(Stmt { kind, span });
    }
    function.blocks[block].stmts = new;
}

/// Replaces the successors of a terminator.
fn redirect(terminator: &mut Terminator, to: impl Fn(BlockId) -> BlockId) {
    match terminator {
        Terminator::Goto(target) => *target = to(*target),
        Terminator::Branch {
            then, otherwise, ..
        } => {
            *then = to(*then);
            *otherwise = to(*otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            for (_, target) in cases {
                *target = to(*target);
            }
            *default = to(*default);
        }
        Terminator::IndirectGoto { targets, .. } => {
            for target in targets {
                *target = to(*target);
            }
        }
        Terminator::Invoke { normal, unwind, .. } => {
            *normal = to(*normal);
            *unwind = to(*unwind);
        }
        Terminator::Return(_) | Terminator::Unwind(_) | Terminator::Unreachable => {}
    }
}
