//! Interrupt handlers as calls.
//!
//! A program with handlers becomes a sequential program in which a function, the dispatcher, runs any
//! enabled handlers any number of times, at every point where it matters ([`points`]). Everything behind this
//! pass, the replay of counterexamples included, knows nothing of interrupts.
//!
//! The unit that a handler cannot interrupt is a statement: one load or store of at most a machine word, an
//! atomic section. Wider accesses are split behind the pass that adds claims ([`tear`]).
//!
//! Invariant: every place where a handler runs in the new program is one where it could run in the old one, and
//! for every execution of the old program there is one of the new program in which the same claims are
//! violated.

mod copies;
mod dispatch;
mod footprint;
mod ghosts;
mod points;
mod races;
mod sections;
mod spec;
mod strangers;
mod tear;

pub use spec::{Handler, Interrupts, Mask};
pub(crate) use tear::tear;

use cassay_effects::Effects as Analysis;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{BlockId, CallTarget, Expr, FuncId, Function, Program, Stmt, StmtKind};
use dispatch::Manner;
use footprint::At;
use ghosts::{Code, Ghosts, WIDTH};
use points::{Level, Points, Scene};
use races::Races;
use std::collections::BTreeMap;

/// The most handlers for which every order of single runs is written out.
const FEW: usize = 3;

/// Makes handlers part of a program. Without an entry there is nothing to interrupt.
pub(crate) fn follow(program: &mut Program, interrupts: &Interrupts, entry: FuncId, races: bool) {
    if let Err(reason) = transform(program, interrupts, entry, races) {
        let span = program.functions[entry].span;
        let kind = StmtKind::Unsupported(reason.into());
        let first = &mut program.functions[entry].blocks[Function::ENTRY].stmts;
        first.insert(0, Stmt { kind, span });
    }
}

fn transform(
    program: &mut Program,
    interrupts: &Interrupts,
    entry: FuncId,
    races: bool,
) -> Result<(), String> {
    let mut found = interrupts.resolve(program, entry)?;
    if shares_memory(program) {
        return Err("interrupts (--interrupt) in a program with threads".to_string());
    }
    let mut ghosts = sections::mask(program, interrupts, &found);
    strangers::may_unmask(program, &found, &ghosts);
    copies::separate(program, &mut found, entry);
    let word = interrupts.word.unwrap_or(program.layout.pointer_bits);
    let plan = {
        let analysis = Analysis::of(program)
            .ok_or_else(|| "interrupts (--interrupt) in a program of this size".to_string())?;
        let scene = Scene::new(program, &analysis, (&found, &ghosts), entry);
        let points = scene.points(entry);
        let once = scene.repeats_do_nothing(&points) && found.handlers.len() <= FEW;
        Plan {
            rounds: once.then_some(found.handlers.len()),
            races: races.then(|| Races::of(&scene, word)),
            levels: scene.levels,
            points,
        }
    };
    if interrupts.limit.is_some() {
        ghosts.count = Some(ghosts::number(program, "__cassay_interrupt_count", 0));
    }
    if !plan.points.atomic.is_empty() {
        ghosts.atomic = Some(ghosts::number(program, "__cassay_atomic", 0));
    }
    let several = |id: &FuncId| matches!(plan.levels.get(id), Some(Level::Several(_)));
    if plan.interrupted().any(|id| several(&id)) {
        ghosts.level = Some(ghosts::number(program, "__cassay_interrupt_level", 0));
    }
    if let Some(races) = &plan.races {
        ghosts.pending = Some(ghosts::Pending::new(program, races.by_pointer()));
    }
    let manner = Manner {
        found: &found,
        ghosts: &ghosts,
        limit: interrupts.limit,
        rounds: plan.rounds,
    };
    plan.apply(program, &manner);
    Ok(())
}

/// What is added where.
struct Plan {
    points: Points,
    levels: BTreeMap<FuncId, Level>,
    rounds: Option<usize>,
    races: Option<Races>,
}

impl Plan {
    /// The functions in which handlers run.
    fn interrupted(&self) -> impl Iterator<Item = FuncId> + '_ {
        let after = self.points.after.iter().map(|(id, _, _)| *id);
        let heads = self.points.heads.iter().map(|(id, _)| *id);
        let probes = self.races.iter().flat_map(Races::probed);
        after.chain(heads).chain(probes)
    }

    /// Code with one priority, or with several: which are then the same.
    fn level(&self, id: FuncId) -> Level {
        match self.levels.get(&id) {
            Some(Level::Known(level)) => Level::Known(*level),
            Some(Level::Several(_)) | None => Level::Several(0),
        }
    }

    fn apply(&self, program: &mut Program, manner: &Manner<'_>) {
        let mut dispatchers: BTreeMap<Level, Function> = BTreeMap::new();
        for id in self.interrupted() {
            let level = self.level(id);
            dispatchers
                .entry(level)
                .or_insert_with(|| dispatch::build(program, manner, level));
        }
        for id in program.functions.ids() {
            let dispatcher = dispatchers.get(&self.level(id));
            let mut function = program.functions[id].clone();
            for block in function.blocks.ids() {
                self.block(
                    program,
                    manner.ghosts,
                    &mut function,
                    (id, block),
                    dispatcher,
                );
            }
            program.functions[id] = function;
        }
    }

    fn block(
        &self,
        program: &mut Program,
        ghosts: &Ghosts,
        function: &mut Function,
        (id, block): (FuncId, BlockId),
        dispatcher: Option<&Function>,
    ) {
        let span = function.blocks[block].span;
        let old = std::mem::take(&mut function.blocks[block].stmts);
        let mut code = Code {
            span: old.first().map_or(span, |stmt| stmt.span),
            function,
            stmts: Vec::with_capacity(old.len()),
        };
        if self.points.heads.contains(&(id, block)) {
            dispatch_from(program, &mut code, dispatcher);
        }
        for (index, stmt) in old.into_iter().enumerate() {
            let at: At = (id, block, index);
            code.span = stmt.span;
            if let (Some(races), Some(pending)) = (&self.races, &ghosts.pending) {
                let nested = self.levels.get(&id) != Some(&Level::Known(0));
                let dispatch = |program: &mut Program, code: &mut Code<'_>| {
                    dispatch_from(program, code, dispatcher);
                };
                races.before(
                    program,
                    &mut code,
                    pending,
                    (&stmt.kind, at),
                    nested,
                    dispatch,
                );
            }
            let atomic = ghosts.atomic.filter(|_| self.points.atomic.contains(&at));
            let begins = matches!(stmt.kind, StmtKind::AtomicBegin);
            code.stmts.push(stmt);
            if let Some(atomic) = atomic {
                code.store(atomic, Expr::int(WIDTH, u64::from(begins)));
            }
            if self.points.after.contains(&at) {
                dispatch_from(program, &mut code, dispatcher);
            }
        }
        let stmts = code.stmts;
        function.blocks[block].stmts = stmts;
    }
}

fn dispatch_from(program: &mut Program, code: &mut Code<'_>, dispatcher: Option<&Function>) {
    if let Some(dispatcher) = dispatcher {
        let dispatcher = program.functions.push(dispatcher.clone());
        code.push(StmtKind::Call {
            dst: None,
            target: CallTarget::Direct(dispatcher),
            args: Vec::new(),
        });
    }
}
