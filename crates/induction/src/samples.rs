//! Sampled states at loop heads, from executions on random inputs. They only suggest conjectures.

use crate::patterns::constants_of;
use crate::step::LoopRef;
use cassay_base::{Id, Stop};
use cassay_bv::Bv;
use cassay_effects::Effects;
use cassay_interp::{Byte, Context, Event, Limits, Memory, Observer, Oracle};
use cassay_ir::order::Order;
use cassay_ir::{
    BlockId, FuncId, Function, InputSource, LocalId, Place, Program, StmtKind, Type, TypeId,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// An integer part of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub variable: Variable,
    pub offset: u64,
    pub ty: TypeId,
    /// In bits, at most 64.
    pub width: u32,
}

/// A loop with its relevant cells and their values at its head.
pub(crate) struct Watched {
    pub head: BlockId,
    pub cells: Vec<Cell>,
    /// Which of them the loop writes.
    pub written: Vec<bool>,
    /// Which of them exist whenever the head is reached.
    pub usable: Vec<bool>,
    /// One value per cell, `None` where it has none.
    pub states: Vec<Vec<Option<u64>>>,
}

/// The most cells of a loop that are observed.
const CELLS: usize = 24;
/// The most states of a loop that are kept.
const STATES: usize = 600;
/// The number of executions, and the step limit of each.
const RUNS: u64 = 200;
const STEPS: u64 = 6_000;

/// Observes loops in executions on random inputs.
pub(crate) fn sample(
    program: &Program,
    entry: FuncId,
    loops: &BTreeSet<LoopRef>,
    stop: &Stop,
) -> BTreeMap<LoopRef, Watched> {
    let mut watched: BTreeMap<LoopRef, Watched> = BTreeMap::new();
    let effects = Effects::of(program);
    for &(id, loop_id) in loops {
        let function = &program.functions[id];
        let order = Order::new(function);
        let blocks: BTreeSet<BlockId> = function
            .blocks
            .ids()
            .filter(|block| order.contains(loop_id, *block))
            .collect();
        let called = effects.as_ref().map(|effects| effects.called(id, &blocks));
        let (cells, written) = cells_of(program, id, &blocks, &called.unwrap_or_default());
        let head = order.loops()[loop_id].head;
        let usable = cells
            .iter()
            .map(|cell| match cell.variable {
                Variable::Local(local) => is_alive(function, head, local),
                Variable::Global(_) => true,
            })
            .collect();
        let states = Vec::new();
        watched.insert(
            (id, loop_id),
            Watched {
                head,
                cells,
                written,
                usable,
                states,
            },
        );
    }
    let by_head: BTreeMap<(FuncId, BlockId), LoopRef> = watched
        .iter()
        .map(|(of, watched)| ((of.0, watched.head), *of))
        .collect();
    let limits = Limits {
        steps: STEPS,
        stop: stop.clone(),
        ..Limits::default()
    };
    let constants = constants_of(program);
    for run in 0..RUNS {
        if stop.is_raised() {
            break;
        }
        let mut oracle = Random::new(run, &constants);
        let mut watcher = Watcher {
            by_head: &by_head,
            watched: &mut watched,
            locals: BTreeMap::new(),
            per_run: BTreeMap::new(),
        };
        cassay_interp::run(program, entry, &mut oracle, &mut watcher, &limits);
    }
    watched
}

/// The accesses to a cell.
#[derive(Default)]
struct Use {
    inside: bool,
    written: bool,
    accesses: usize,
}

/// The integer cells that a loop, the functions it calls and its own function access directly,
/// those that the loop writes first.
fn cells_of(
    program: &Program,
    id: FuncId,
    blocks: &BTreeSet<BlockId>,
    called: &BTreeSet<FuncId>,
) -> (Vec<Cell>, Vec<bool>) {
    let mut found: BTreeMap<Cell, Use> = BTreeMap::new();
    let mut declared: BTreeSet<LocalId> = BTreeSet::new();
    let callees = called.iter().copied().filter(|callee| *callee != id);
    for owner in std::iter::once(id).chain(callees) {
        let function = &program.functions[owner];
        for (block, contents) in function.blocks.iter_enumerated() {
            let inside = owner != id || blocks.contains(&block);
            for stmt in &contents.stmts {
                let (place, ty, writes) = match &stmt.kind {
                    StmtKind::Load { dst, place, .. } => {
                        (place, Some(function.temps[*dst].ty), false)
                    }
                    StmtKind::Store { place, value, .. } => {
                        (place, value.ty(program, function), true)
                    }
                    StmtKind::Declare(local) if inside && owner == id => {
                        declared.insert(*local);
                        continue;
                    }
                    _ => continue,
                };
                let (Place::Variable(variable, offset), Some(ty)) = (place, ty) else {
                    continue;
                };
                if owner != id && matches!(variable, Variable::Local(_)) {
                    continue;
                }
                if let Type::Int(width) = program.types.get(ty)
                    && *width <= 64
                    && *width % 8 == 0
                {
                    let cell = Cell {
                        variable: *variable,
                        offset: *offset,
                        ty,
                        width: *width,
                    };
                    let usage = found.entry(cell).or_default();
                    usage.inside |= inside;
                    usage.written |= inside && writes;
                    usage.accesses += 1;
                }
            }
        }
    }
    let mut cells: Vec<(Cell, Use)> = found
        .into_iter()
        .filter(|(cell, _)| match cell.variable {
            Variable::Local(local) => !declared.contains(&local),
            Variable::Global(global) => !program.globals[global].constant,
        })
        .collect();
    let rank = |usage: &Use| {
        (
            !usage.written,
            !usage.inside,
            std::cmp::Reverse(usage.accesses),
        )
    };
    cells.sort_by_key(|(cell, usage)| (rank(usage), *cell));
    cells.truncate(CELLS);
    let written = cells.iter().map(|(_, usage)| usage.written).collect();
    (cells.into_iter().map(|(cell, _)| cell).collect(), written)
}

struct Watcher<'a> {
    by_head: &'a BTreeMap<(FuncId, BlockId), LoopRef>,
    watched: &'a mut BTreeMap<LoopRef, Watched>,
    /// The object of each local variable, by activation.
    locals: BTreeMap<(u64, LocalId), u64>,
    per_run: BTreeMap<LoopRef, usize>,
}

impl Observer for Watcher<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        let site = context.site;
        match event {
            Event::Declare { object } => {
                let block = &context.program.functions[site.function].blocks[site.block];
                if let Some(stmt) = block.stmts.get(site.stmt)
                    && let StmtKind::Declare(local) = stmt.kind
                {
                    self.locals.insert((context.frame, local), object);
                }
            }
            Event::Step if site.stmt == 0 => {
                if let Some(&of) = self.by_head.get(&(site.function, site.block)) {
                    self.record(of, context);
                }
            }
            _ => {}
        }
    }
}

impl Watcher<'_> {
    fn record(&mut self, of: LoopRef, context: &Context<'_>) {
        let seen = self.per_run.entry(of).or_default();
        *seen += 1;
        // Keep early iterations and some later ones; long loops must not crowd out others.
        if *seen > 12 && !seen.is_power_of_two() {
            return;
        }
        let Some(watched) = self.watched.get_mut(&of) else {
            return;
        };
        if watched.states.len() >= STATES {
            return;
        }
        let locals = &self.locals;
        let state = watched.cells.iter().map(|cell| {
            let object = match cell.variable {
                Variable::Local(local) => *locals.get(&(context.frame, local))?,
                Variable::Global(global) => global.index() as u64,
            };
            read(context.memory, object, cell)
        });
        let state = state.collect();
        watched.states.push(state);
    }
}

fn read(memory: &Memory, object: u64, cell: &Cell) -> Option<u64> {
    let mut value = 0_u64;
    for byte in 0..u64::from(cell.width / 8) {
        match memory.byte(object, cell.offset + byte)? {
            Byte::Number(number) => value |= u64::from(number) << (8 * byte),
            Byte::Indeterminate | Byte::Part(_, _) => return None,
        }
    }
    Some(value)
}

/// Whether a variable exists on every path to a block.
fn is_alive(function: &Function, head: BlockId, local: LocalId) -> bool {
    let last = |block: BlockId| {
        let stmts = function.blocks[block].stmts.iter().rev();
        stmts.map(|stmt| &stmt.kind).find_map(|kind| match kind {
            StmtKind::Declare(other) if *other == local => Some(true),
            StmtKind::Dead(other) if *other == local => Some(false),
            _ => None,
        })
    };
    // The blocks at whose end it may not exist: those reached from the entry or from an end of its
    // scope without passing a declaration.
    let mut reached: BTreeSet<BlockId> = BTreeSet::new();
    let mut pending = vec![Function::ENTRY];
    let ends = |block: &BlockId| last(*block) == Some(false);
    for block in function.blocks.ids().filter(ends) {
        function.blocks[block]
            .terminator
            .successors(|next| pending.push(next));
    }
    while let Some(block) = pending.pop() {
        if reached.insert(block) && last(block) != Some(true) {
            function.blocks[block]
                .terminator
                .successors(|next| pending.push(next));
        }
    }
    !reached.contains(&head)
}

/// Random answers, small numbers more often than large ones. In most executions a few values are
/// repeated, so that inputs are equal to each other or to constants of the program.
struct Random {
    state: u64,
    run: u64,
    palette: Vec<u64>,
}

impl Random {
    fn new(run: u64, constants: &BTreeSet<i64>) -> Self {
        let mut random = Random {
            state: run.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(run),
            run,
            palette: Vec::new(),
        };
        if !run.is_multiple_of(4) {
            let constants: Vec<i64> = constants.iter().copied().collect();
            for _ in 0..1 + run % 4 {
                let bits = random.next();
                let value = match bits % 4 {
                    0 if !constants.is_empty() => {
                        let at = (bits >> 8) as usize % constants.len();
                        let near = (bits >> 40) % 3;
                        (constants[at] as u64).wrapping_add(near).wrapping_sub(1)
                    }
                    1 => bits >> 8 & 1,
                    _ => random.any(),
                };
                random.palette.push(value);
            }
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn any(&mut self) -> u64 {
        let bits = self.next();
        match (self.run + bits % 7) % 8 {
            0 => bits >> 8 & 1,
            1 | 2 => bits >> 8 & 7,
            3 | 4 => bits >> 8 & 31,
            5 => (bits >> 8) % 200,
            6 => 0_u64.wrapping_sub(bits >> 8 & 15),
            _ => bits >> 8,
        }
    }
}

impl Oracle for Random {
    fn nondet(&mut self, _source: &InputSource, width: u32) -> Bv {
        let bits = self.next();
        let value = if self.palette.is_empty() || bits.is_multiple_of(5) {
            self.any()
        } else {
            self.palette[(bits >> 8) as usize % self.palette.len()]
        };
        Bv::from_u64(width, value)
    }

    fn initial_byte(&mut self, _object: u64, _offset: u64) -> u8 {
        (self.next() & 3) as u8
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        None
    }
}
