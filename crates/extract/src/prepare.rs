//! The part of a program in which executions pass from one control state to the next, as one body.
//!
//! A function that contains a loop, itself or in what it calls, is put in the place of each of its calls.
//! All others stay calls: executions pass through them within one step. A function of the first kind
//! that calls itself has no such form.

use crate::heap::{self, Layout};
use crate::{Options, Refusal};
use cassay_base::{Id, IndexVec, Span};
use cassay_effects::{PointsTo, callees, targets};
use cassay_flat::{Flat, Wanted, flatten_some, resolve};
use cassay_ir::order::Order;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{
    Block, BlockId, CallTarget, CompareOp, Effects, Expr, FuncId, Function, LocalId, Program, Stmt,
    StmtKind, TempId, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A program whose loops are all in one body.
pub(crate) struct Prepared {
    /// The program, with the body as a function of its own.
    pub program: Program,
    /// The body.
    pub body: FuncId,
    /// The heads of its loops.
    pub heads: Vec<BlockId>,
    /// For each block, the functions whose bodies it is in.
    pub chains: Vec<Rc<[FuncId]>>,
    /// Where pointers of the program lead.
    pub points_to: PointsTo,
    /// The functions that are executed: the body, and what it calls.
    pub executed: BTreeSet<FuncId>,
    /// The parts of variables that were allocated objects.
    pub layouts: BTreeMap<LocalId, Layout>,
}

/// How often calls through pointers are looked for again when constants have become known.
const ROUNDS: usize = 3;

pub(crate) fn prepare(
    program: &Program,
    entry: FuncId,
    options: &Options,
) -> Result<Prepared, Refusal> {
    if shares_memory(program) {
        return Err(Refusal::new("it has threads", Span::NONE));
    }
    if program.asks_for_values() {
        let why = "whether variables have values is checked";
        return Err(Refusal::new(why, Span::NONE));
    }
    let mut program = program.clone();
    let mut flat = None;
    for _ in 0..ROUNDS {
        name_targets(&mut program)?;
        let looping = in_the_body(&program, entry)?;
        let wanted = Wanted {
            inlines: &|id| looping.contains(&id),
            ends_lives: true,
            most_blocks: options.most_blocks,
        };
        let mut made = flatten_some(&program, entry, &wanted)?;
        let more = resolve(&program, &mut made.function);
        flat = Some(made);
        if !more {
            break;
        }
        // Calls through pointers have become known.
        let Some(made) = flat.take() else { break };
        program.functions[entry] = made.function.clone();
        flat = Some(made);
    }
    let Some(Flat {
        function, chains, ..
    }) = flat
    else {
        return Err(Refusal::new("it has no body", Span::NONE));
    };
    let body = program.functions.push(function);
    let order = Order::new(&program.functions[body]);
    let heads: Vec<BlockId> = order.loops().iter().map(|found| found.head).collect();
    if heads.len() > options.most_heads {
        return Err(Refusal::new("it has too many loops", Span::NONE));
    }
    let points_to = self::points_to(&program)?;
    let mut executed = reached(&program, &points_to, body);
    // What stands in the body is not executed elsewhere, and its objects are none.
    for (id, function) in program.functions.iter_mut().enumerate() {
        if !executed.contains(&FuncId::from_index(id)) {
            function.blocks = IndexVec::new();
        }
    }
    let mut points_to = self::points_to(&program)?;
    let mut layouts = BTreeMap::new();
    if heap::lasts(&program, &executed) {
        layouts = heap::keep(&mut program, body, &points_to);
        points_to = self::points_to(&program)?;
        executed = reached(&program, &points_to, body);
    }
    let prepared = Prepared {
        layouts,
        heads,
        body,
        chains,
        points_to,
        executed,
        program,
    };
    prepared.check()?;
    Ok(prepared)
}

fn points_to(program: &Program) -> Result<PointsTo, Refusal> {
    PointsTo::of(program).ok_or_else(|| Refusal::new("the program is too large", Span::NONE))
}

/// A function with everything that it calls.
fn reached(program: &Program, points_to: &PointsTo, root: FuncId) -> BTreeSet<FuncId> {
    let called = callees(program, points_to);
    let mut found = BTreeSet::from([root]);
    let mut todo = vec![root];
    while let Some(id) = todo.pop() {
        todo.extend(called[id].iter().filter(|callee| found.insert(**callee)));
    }
    found
}

/// The functions that contain loops or allocate memory, themselves or in what they call.
fn in_the_body(program: &Program, entry: FuncId) -> Result<BTreeSet<FuncId>, Refusal> {
    let points_to = points_to(program)?;
    let called = callees(program, &points_to);
    let executed = reached(program, &points_to, entry);
    let allocates = |function: &Function| {
        let mut effects = function.statements().map(|stmt| stmt.kind.effects());
        effects.any(|effects| effects.any(Effects::ALLOCATES))
    };
    let has_loops = |id: &FuncId| {
        let function = &program.functions[*id];
        allocates(function) || !Order::new(function).loops().is_empty()
    };
    let bodies = executed
        .iter()
        .copied()
        .filter(|id| program.functions[*id].has_body());
    let mut found: BTreeSet<FuncId> = bodies.clone().filter(has_loops).collect();
    loop {
        let callers: Vec<FuncId> = bodies
            .clone()
            .filter(|id| !found.contains(id) && !called[*id].is_disjoint(&found))
            .collect();
        if callers.is_empty() {
            break;
        }
        found.extend(callers);
    }
    for id in bodies {
        let mut below = BTreeSet::new();
        let mut todo: Vec<FuncId> = called[id].iter().copied().collect();
        while let Some(next) = todo.pop() {
            if below.insert(next) {
                todo.extend(&called[next]);
            }
        }
        if below.contains(&id) {
            let function = &program.functions[id];
            let why = format!("{} calls itself", function.name);
            return Err(Refusal::new(why, function.span));
        }
    }
    Ok(found)
}

/// The most functions that a pointer may lead to.
const MOST_TARGETS: usize = 24;

/// Calls through pointers become branches to calls of the functions that they may lead to.
fn name_targets(program: &mut Program) -> Result<(), Refusal> {
    let points_to = points_to(program)?;
    for id in program.functions.ids() {
        for block in program.functions[id].blocks.ids() {
            let mut sites = Vec::new();
            for (index, stmt) in program.functions[id].blocks[block].stmts.iter().enumerate() {
                let StmtKind::Call { target, args, .. } = &stmt.kind else {
                    continue;
                };
                let CallTarget::Indirect(pointer) = target else {
                    continue;
                };
                if matches!(pointer, Expr::FuncAddr(_)) {
                    continue;
                }
                let found = targets(&points_to, (id, block, index), target);
                let fitting = |callee: &FuncId| {
                    let callee = &program.functions[*callee];
                    callee.has_body() && !callee.variadic && callee.params.len() == args.len()
                };
                // The call of any other function is left as it is.
                let found: Vec<FuncId> = found.into_iter().filter(fitting).collect();
                if !found.is_empty() && found.len() <= MOST_TARGETS {
                    sites.push((index, pointer.clone(), found));
                }
            }
            // The last first, so that the numbers of the others stay.
            for (index, pointer, found) in sites.into_iter().rev() {
                branch(&mut program.functions[id], block, index, &pointer, &found);
            }
        }
    }
    Ok(())
}

/// Replaces a call by a branch over its targets; a pointer to none of them is called as before.
fn branch(function: &mut Function, block: BlockId, index: usize, pointer: &Expr, found: &[FuncId]) {
    let span = function.blocks[block].span;
    let rest = function.blocks[block].stmts.split_off(index + 1);
    let Some(call) = function.blocks[block].stmts.pop() else {
        return;
    };
    let end = std::mem::replace(
        &mut function.blocks[block].terminator,
        Terminator::Unreachable,
    );
    let after = function.blocks.push(Block {
        stmts: rest,
        terminator: end,
        span,
    });
    let push = |function: &mut Function, stmt: Stmt| {
        function.blocks.push(Block {
            stmts: vec![stmt],
            terminator: Terminator::Goto(after),
            span,
        })
    };
    let mut otherwise = push(function, call.clone());
    for callee in found {
        let mut direct = call.clone();
        if let StmtKind::Call { target, .. } = &mut direct.kind {
            *target = CallTarget::Direct(*callee);
        }
        let then = push(function, direct);
        let cond = Expr::compare(CompareOp::Eq, pointer.clone(), Expr::FuncAddr(*callee));
        otherwise = function.blocks.push(Block {
            stmts: Vec::new(),
            terminator: Terminator::Branch {
                cond,
                then,
                otherwise,
            },
            span,
        });
    }
    function.blocks[block].terminator = Terminator::Goto(otherwise);
}

impl Prepared {
    /// The body.
    pub fn function(&self) -> &Function {
        &self.program.functions[self.body]
    }

    /// Refuses what states of machines do not contain.
    fn check(&self) -> Result<(), Refusal> {
        for &id in &self.executed {
            let function = &self.program.functions[id];
            for contents in function.blocks.iter() {
                for stmt in &contents.stmts {
                    if let Some(why) = self.refused(id, &stmt.kind) {
                        return Err(Refusal::new(why, stmt.span));
                    }
                }
                if contents.terminator.call().is_some() && id == self.body {
                    return Err(Refusal::new("a call may throw", contents.span));
                }
            }
        }
        Ok(())
    }

    fn refused(&self, id: FuncId, kind: &StmtKind) -> Option<&'static str> {
        let effects = kind.effects();
        if effects.any(Effects::THREADS) {
            return Some("threads run");
        }
        if self.heads.is_empty() {
            return None;
        }
        if effects.any(Effects::FREES) {
            return Some("memory is released");
        }
        if effects.any(Effects::ALLOCATES) {
            return (!self.stays_in_one_step(id, kind)).then_some("memory is allocated");
        }
        None
    }

    /// Whether an object is used within one step only: no pointer to it can be in a state.
    fn stays_in_one_step(&self, id: FuncId, kind: &StmtKind) -> bool {
        let StmtKind::Alloc {
            dst, kind: made, ..
        } = kind
        else {
            return false;
        };
        // A later step would not know that the object is there.
        if made.family().is_some() && self.program.asks_about_heap() {
            return false;
        }
        let holds = self.points_to.temp(id, *dst);
        let held = |function: FuncId, temp: TempId| {
            !self.points_to.temp(function, temp).is_disjoint(&holds)
        };
        // Only the temporary itself may lead to it.
        let function = &self.program.functions[id];
        let others = function
            .temps
            .ids()
            .any(|temp| temp != *dst && held(id, temp));
        let contents = self.program.globals.ids().any(|global| {
            let contents = self
                .points_to
                .contents(cassay_effects::Target::Global(global));
            !contents.is_disjoint(&holds)
        });
        let locals = self.executed.iter().any(|owner| {
            let locals = self.program.functions[*owner].locals.ids();
            let mut sets = locals.map(|local| {
                let target = cassay_effects::Target::Local(*owner, local);
                self.points_to.contents(target)
            });
            sets.any(|set| !set.is_disjoint(&holds))
        });
        !others && !contents && !locals
    }
}
