//! Conjectures that an execution refutes.
//!
//! A few threads are executed in random order with random inputs, and every state that is reached is
//! compared with the conjectures. What is left is decided by a solver, which is far dearer.

use crate::conjecture::{About, Conjecture, HOLE, SECOND};
use crate::points::is_computation;
use crate::system::System;
use crate::vars::Var;
use cassay_base::{Id, Stop};
use cassay_bv::Bv;
use cassay_interp::{
    Byte, Context, Event, Execution, Limits, Memory, Observer, Oracle, Outcome, Standing,
};
use cassay_ir::{BlockId, CastKind, Expr, FuncId, InputSource, LocalId, Program, StmtKind, TypeId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

/// The number of executions, and the most steps of each.
const RUNS: u64 = 300;
const STEPS: u64 = 150;

/// The most threads of an execution.
const MOST_THREADS: usize = 5;

/// The most statements of an execution.
const STATEMENTS: u64 = 60_000;

/// The conjectures that no execution refuted.
pub fn unrefuted(
    system: &System,
    entry: FuncId,
    conjectures: &[Conjecture],
    stop: &Stop,
) -> BTreeSet<usize> {
    let mut sampling = Sampling::new(system, conjectures);
    let program = system.executable();
    for run in 0..RUNS {
        if stop.is_raised() {
            break;
        }
        sampling.run(&program, entry, run, stop);
    }
    without_weaker(conjectures, sampling.left())
}

/// Leaves out what other conjectures that are left imply.
fn without_weaker(conjectures: &[Conjecture], left: BTreeSet<usize>) -> BTreeSet<usize> {
    let mut known: BTreeMap<About, Vec<&Expr>> = BTreeMap::new();
    for number in &left {
        let Conjecture { about, relation } = &conjectures[*number];
        known.entry(*about).or_default().push(relation);
    }
    let holds = |about: About, relation: &Expr| {
        known
            .get(&about)
            .is_some_and(|list| list.contains(&relation))
    };
    let never = Expr::bool(false);
    let mut kept = left.clone();
    kept.retain(|number| {
        let Conjecture { about, relation } = &conjectures[*number];
        let wider: Vec<About> = match *about {
            About::All => Vec::new(),
            About::One(_) => vec![About::All],
            About::Two(a, b) => vec![About::All, About::One(a), About::One(b)],
        };
        let excluded = relation != &never && holds(*about, &never);
        let elsewhere = wider.iter().any(|about| holds(*about, relation));
        let alternatives = alternatives(relation);
        let mut abouts = wider.iter().chain([about]);
        let stronger = abouts.any(|about| alternatives.iter().any(|part| holds(*about, part)));
        !excluded && !elsewhere && !stronger
    });
    kept
}

/// The two sides of an implication, each of which implies it.
fn alternatives(relation: &Expr) -> Vec<Expr> {
    if let Expr::Binary(cassay_ir::BinaryOp::Or, unless, then) = relation
        && let Expr::Unary(_, is) = &**unless
        && let Expr::Compare(cassay_ir::CompareOp::Eq, a, b) = &**is
    {
        let not = Expr::Compare(cassay_ir::CompareOp::Ne, a.clone(), b.clone());
        return vec![not, (**then).clone()];
    }
    Vec::new()
}

struct Sampling<'s> {
    system: &'s System,
    conjectures: &'s [Conjecture],
    /// The conjectures that are left, by whom they are about.
    left: BTreeMap<About, Vec<usize>>,
    /// The points, by function and block.
    points: BTreeMap<(FuncId, BlockId), usize>,
    /// States that were compared.
    seen: HashSet<Vec<u64>>,
}

/// A thread at a point, with the values of its variables.
struct At {
    point: usize,
    values: Vec<Option<Bv>>,
}

impl<'s> Sampling<'s> {
    fn new(system: &'s System, conjectures: &'s [Conjecture]) -> Self {
        let mut left: BTreeMap<About, Vec<usize>> = BTreeMap::new();
        for (number, conjecture) in conjectures.iter().enumerate() {
            left.entry(conjecture.about).or_default().push(number);
        }
        let mut points = BTreeMap::new();
        for (function, template) in &system.of_function {
            let template = &system.templates[*template];
            for (place, block) in template.points.iter().enumerate() {
                points.insert((*function, *block), template.first + place);
            }
        }
        Sampling {
            system,
            conjectures,
            left,
            points,
            seen: HashSet::new(),
        }
    }

    fn left(self) -> BTreeSet<usize> {
        self.left.into_values().flatten().collect()
    }

    fn run(&mut self, program: &Program, entry: FuncId, run: u64, stop: &Stop) {
        let tracker = Rc::new(RefCell::new(Tracker {
            system: self.system,
            points: self.points.clone(),
            locals: BTreeMap::new(),
            visits: Vec::new(),
        }));
        let mut observer = Tracking(Rc::clone(&tracker));
        let mut oracle = Random(run);
        let limits = Limits {
            steps: STATEMENTS,
            leaps: false,
            stop: stop.clone(),
            ..Limits::default()
        };
        let execution = Execution::new(program, entry, &mut oracle, &mut observer, &limits);
        let Ok(mut execution) = execution else {
            return;
        };
        let mut random = Random(!run);
        if execution.settle().is_err() {
            return;
        }
        let mut blocked: BTreeSet<u32> = BTreeSet::new();
        for _ in 0..STEPS {
            let mut ready = execution.ready();
            let others = self.standing(program, &execution, &tracker.borrow(), &ready);
            let many = ready.len() >= MOST_THREADS;
            ready.retain(|standing| {
                let waits = blocked.contains(&standing.thread);
                !(waits || many && is_spawn(program, standing))
            });
            let Some(chosen) = random.choose(&ready) else {
                return;
            };
            // An assumption that fails keeps the thread where it is.
            let before = execution.save();
            tracker.borrow_mut().visits.clear();
            match execution.advance(chosen.thread) {
                Ok(true) => {
                    blocked.clear();
                    let visits = std::mem::take(&mut tracker.borrow_mut().visits);
                    for visit in visits {
                        self.compare(visit, &others);
                    }
                }
                Ok(false) => {
                    blocked.insert(chosen.thread);
                }
                Err(Outcome::AssumptionFailed { .. }) => {
                    execution.restore(&before);
                    blocked.insert(chosen.thread);
                }
                Err(_) => return,
            }
        }
    }

    /// The threads that stand at points.
    fn standing(
        &self,
        program: &Program,
        execution: &Execution<'_, '_>,
        tracker: &Tracker<'_>,
        ready: &[Standing],
    ) -> BTreeMap<u32, At> {
        let mut threads = BTreeMap::new();
        for standing in ready {
            let block = (standing.at.function, standing.at.block);
            let code = &program.functions[block.0].blocks[block.1];
            let mut before = code.stmts.iter().take(standing.at.stmt);
            if before.all(|stmt| is_computation(&stmt.kind))
                && let Some(point) = tracker.points.get(&block)
            {
                let values = tracker.values(execution.memory(), standing.thread, *point);
                let at = At {
                    point: *point,
                    values,
                };
                threads.insert(standing.thread, at);
            }
        }
        threads
    }

    /// Drops the conjectures that a state refutes.
    fn compare(&mut self, visit: Visit, others: &BTreeMap<u32, At>) {
        let Visit { thread, at, shared } = visit;
        if !self.seen.insert(signature(&shared, &at, others)) {
            return;
        }
        self.drop_refuted(About::All, &shared, &[], &[]);
        self.drop_refuted(About::One(at.point), &shared, &at.values, &[]);
        for (other, standing) in others {
            if *other != thread {
                // What others have seen of shared variables may be out of date, but they stand there.
                let one = About::One(standing.point);
                self.drop_refuted(one, &shared, &standing.values, &[]);
                for (a, b) in [(&at, standing), (standing, &at)] {
                    let about = About::Two(a.point, b.point);
                    self.drop_refuted(about, &shared, &a.values, &b.values);
                }
            }
        }
    }

    fn drop_refuted(
        &mut self,
        about: About,
        shared: &[Option<Bv>],
        own: &[Option<Bv>],
        second: &[Option<Bv>],
    ) {
        let conjectures = self.conjectures;
        let Some(list) = self.left.get_mut(&about) else {
            return;
        };
        let values = Values {
            system: self.system,
            shared,
            own,
            second,
        };
        list.retain(|number| {
            let value = values.of(&conjectures[*number].relation);
            value.is_none_or(|bits| !bits.is_zero())
        });
    }
}

fn is_spawn(program: &Program, standing: &Standing) -> bool {
    let block = &program.functions[standing.at.function].blocks[standing.at.block];
    let stmt = block.stmts.get(standing.at.stmt);
    stmt.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Spawn { .. }))
}

/// A state, as far as conjectures see it.
fn signature(shared: &[Option<Bv>], at: &At, others: &BTreeMap<u32, At>) -> Vec<u64> {
    let number = |value: &Option<Bv>| value.as_ref().and_then(Bv::to_u64).unwrap_or(u64::MAX);
    let mut all: Vec<u64> = shared.iter().map(number).collect();
    for at in std::iter::once(at).chain(others.values()) {
        all.push(at.point as u64);
        all.extend(at.values.iter().map(number));
    }
    all
}

/// An integer in memory.
fn read(system: &System, memory: &Memory, object: u64, offset: u64, ty: TypeId) -> Option<Bv> {
    if !matches!(system.program.types.get(ty), cassay_ir::Type::Int(_)) {
        return None;
    }
    let bits = system.program.types.scalar_bits(ty);
    let mut value = 0_u64;
    for byte in 0..bits.div_ceil(8).min(8) {
        match memory.byte(object, offset + byte)? {
            Byte::Number(number) => value |= u64::from(number) << (8 * byte),
            Byte::Indeterminate | Byte::Part(_, _) => return None,
        }
    }
    Some(Bv::from_u64(u32::try_from(bits).ok()?, value))
}

/// Values in place of holes.
struct Values<'a> {
    system: &'a System,
    shared: &'a [Option<Bv>],
    own: &'a [Option<Bv>],
    second: &'a [Option<Bv>],
}

impl Values<'_> {
    /// The value of a relation; none where it is not known.
    fn of(&self, expr: &Expr) -> Option<Bv> {
        match expr {
            Expr::Int(bits) => Some(bits.clone()),
            Expr::Temp(temp) if temp.0 >= SECOND => {
                self.second.get((temp.0 - SECOND) as usize)?.clone()
            }
            Expr::Temp(temp) => {
                let index = temp.0.checked_sub(HOLE)? as usize;
                match index.checked_sub(self.shared.len()) {
                    None => self.shared[index].clone(),
                    Some(own) => self.own.get(own)?.clone(),
                }
            }
            Expr::Unary(op, a) => Some(op.apply(&self.of(a)?)),
            Expr::Binary(op, a, b) => Some(op.apply(&self.of(a)?, &self.of(b)?)),
            Expr::Compare(op, a, b) => {
                let (a, b) = (self.of(a)?, self.of(b)?);
                Some(Bv::from_bool(op.apply(&a, &b)))
            }
            Expr::Cast(kind, a, ty) => {
                let value = self.of(a)?;
                let width = u32::try_from(self.system.program.types.scalar_bits(*ty)).ok()?;
                match kind {
                    CastKind::ZExt => Some(value.zext(width)),
                    CastKind::SExt => Some(value.sext(width)),
                    CastKind::Trunc => Some(value.extract(width - 1, 0)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A thread that comes to a point.
struct Visit {
    thread: u32,
    at: At,
    shared: Vec<Option<Bv>>,
}

/// Where the local variables of threads are, and the points that were visited.
struct Tracker<'s> {
    system: &'s System,
    /// The points, by function and block.
    points: BTreeMap<(FuncId, BlockId), usize>,
    locals: BTreeMap<(u32, LocalId), u64>,
    visits: Vec<Visit>,
}

impl Tracker<'_> {
    fn shared(&self, memory: &Memory) -> Vec<Option<Bv>> {
        let vars = self.system.shared.iter();
        vars.map(|var| match *var {
            Var::Shared(id, offset, ty) => read(self.system, memory, id.index() as u64, offset, ty),
            Var::Own(_, _, _) | Var::Local(_, _, _) | Var::Temp(_, _) | Var::Number(_) => None,
        })
        .collect()
    }

    /// The values of the variables of a thread at a point.
    fn values(&self, memory: &Memory, thread: u32, point: usize) -> Vec<Option<Bv>> {
        let (template, _) = self.system.point(point);
        let vars = self.system.templates[template].vars.iter();
        vars.map(|var| match *var {
            Var::Local(id, offset, ty) => {
                let object = self.locals.get(&(thread, id))?;
                read(self.system, memory, *object, offset, ty)
            }
            Var::Number(_) => Some(Bv::from_u64(32, u64::from(thread) + 1)),
            // The objects of thread-local variables and temporaries are not seen from outside.
            Var::Own(_, _, _) | Var::Temp(_, _) | Var::Shared(_, _, _) => None,
        })
        .collect()
    }
}

struct Tracking<'s>(Rc<RefCell<Tracker<'s>>>);

impl Observer for Tracking<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        let site = context.site;
        let mut tracker = self.0.borrow_mut();
        match event {
            Event::Declare { object } => {
                let block = &context.program.functions[site.function].blocks[site.block];
                if let Some(stmt) = block.stmts.get(site.stmt)
                    && let StmtKind::Declare(local) = stmt.kind
                {
                    tracker.locals.insert((context.thread, local), object);
                }
            }
            Event::Step if site.stmt == 0 => {
                if let Some(point) = tracker.points.get(&(site.function, site.block)) {
                    let point = *point;
                    let visit = Visit {
                        thread: context.thread,
                        at: At {
                            point,
                            values: tracker.values(context.memory, context.thread, point),
                        },
                        shared: tracker.shared(context.memory),
                    };
                    tracker.visits.push(visit);
                }
            }
            _ => {}
        }
    }
}

/// A fixed sequence of numbers (splitmix64), small ones more often.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn choose(&mut self, ready: &[Standing]) -> Option<Standing> {
        let count = u64::try_from(ready.len()).ok().filter(|count| *count > 0)?;
        let index = usize::try_from(self.next() % count).ok()?;
        ready.get(index).copied()
    }
}

impl Oracle for Random {
    fn nondet(&mut self, _source: &InputSource, width: u32) -> Bv {
        let bits = self.next();
        let value = match bits % 4 {
            0 => bits >> 8 & 1,
            1 => bits >> 8 & 7,
            2 => bits >> 8 & 63,
            _ => bits >> 8,
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
