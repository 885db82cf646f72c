//! The search: frames grow until two are equal or an error is reached.

use crate::constants::Bit;
use crate::frames::{FOREVER, Frames};
use crate::instance::Instance;
use crate::lift::Lifter;
use crate::relation::{Cube, Literal, Refusal, Relation};
use crate::step::{Before, Entered};
use crate::{Options, Outcome, Progress, Reason, Statistics};
use cassay_base::{IndexVec, Stop};
use cassay_efsm::{ControlId, EdgeId, Execution, Machine, Step};
use std::collections::BTreeSet;

/// About how many bytes a gate takes, with what is remembered of it.
const GATE: usize = 64;
/// Questions between two estimates of the memory.
const PACE: u64 = 1024;

/// Why the search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    Stopped,
    Memory,
    Effort,
    Lacking(String),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Stopped => Halt::Stopped,
            Refusal::Lacking(what) => Halt::Lacking(what),
        }
    }
}

/// A cube from which a target is reached, to be excluded.
struct Obligation {
    control: ControlId,
    cube: Cube,
    depth: usize,
    /// The obligation that is entered from here, by which edge and inputs; none for a target.
    next: Option<(usize, EdgeId, Vec<usize>)>,
}

/// Property-directed reachability of one machine. See the crate documentation.
pub struct Prover<'m> {
    pub(crate) machine: &'m mut Machine,
    pub(crate) relation: Relation,
    pub(crate) instances: IndexVec<ControlId, Instance>,
    pub(crate) incoming: IndexVec<ControlId, Vec<EdgeId>>,
    pub(crate) frames: Frames,
    pub(crate) lifter: Lifter,
    /// For each control state the bits that have one value in all its states.
    pub(crate) constants: IndexVec<ControlId, Vec<Bit>>,
    /// How often each atom was part of a lemma, with older lemmas counting less.
    activity: Vec<f64>,
    weight: f64,
    pub(crate) stop: Stop,
    pub(crate) statistics: Statistics,
    targets: BTreeSet<ControlId>,
    obligations: Vec<Obligation>,
    /// By level, then the deepest first.
    queue: BTreeSet<(usize, usize, usize)>,
    level: usize,
    memory: usize,
    effort: u64,
}

impl<'m> Prover<'m> {
    /// Prepares the search.
    pub fn new(machine: &'m mut Machine, options: Options) -> Result<Self, Reason> {
        let relation = Relation::new(machine, (options.pool)(), &options.stop);
        let relation = relation.map_err(|refusal| Halt::from(refusal).reason())?;
        if GATE * relation.graph.len() > options.memory {
            return Err(Reason::Memory);
        }
        let count = machine.controls.len();
        let mut incoming: IndexVec<ControlId, Vec<EdgeId>> =
            (0..count).map(|_| Vec::new()).collect();
        for (id, edge) in machine.edges.iter_enumerated() {
            incoming[edge.to].push(id);
        }
        let targets = match options.targets {
            Some(targets) => targets.into_iter().collect(),
            None => crate::bad(machine),
        };
        let mut prover = Prover {
            instances: (0..count).map(|_| Instance::default()).collect(),
            constants: (0..count).map(|_| Vec::new()).collect(),
            incoming,
            frames: Frames::new(count),
            lifter: Lifter::default(),
            activity: vec![0.0; relation.atom_count()],
            weight: 1.0,
            stop: options.stop,
            statistics: Statistics::default(),
            targets,
            obligations: Vec::new(),
            queue: BTreeSet::new(),
            level: 0,
            memory: options.memory,
            effort: options.effort,
            machine,
            relation,
        };
        let initial = prover.machine.initial;
        let start = prover.relation.start;
        prover.instances[initial].assert(&prover.relation, start);
        prover.distances();
        prover.find_constants().map_err(|halt| halt.reason())?;
        prover.plant(&options.seeds).map_err(|halt| halt.reason())?;
        Ok(prover)
    }

    /// Control states cannot be reached in fewer steps than there are edges on the way.
    fn distances(&mut self) {
        let mut distance: IndexVec<ControlId, usize> =
            self.machine.controls.ids().map(|_| FOREVER).collect();
        distance[self.machine.initial] = 0;
        let mut wave = vec![self.machine.initial];
        while !wave.is_empty() {
            let mut next = Vec::new();
            for edge in self.machine.edges.iter() {
                if wave.contains(&edge.from) && distance[edge.to] == FOREVER {
                    distance[edge.to] = distance[edge.from] + 1;
                    next.push(edge.to);
                }
            }
            wave = next;
        }
        for control in self.machine.controls.ids() {
            match distance[control] {
                0 | 1 => {}
                FOREVER => self.lemma(control, Cube::new(), FOREVER),
                distance => self.lemma(control, Cube::new(), distance - 1),
            }
        }
    }

    /// Adds a lemma.
    pub(crate) fn lemma(&mut self, control: ControlId, cube: Cube, level: usize) {
        if self.frames.excludes(control, &cube, level) {
            return;
        }
        self.weight *= 1.01;
        for literal in &cube {
            let at = literal.atom() as usize;
            if self.activity.len() <= at {
                self.activity.resize(at + 1, 0.0);
            }
            self.activity[at] += self.weight;
        }
        if self.weight > 1e100 {
            self.weight *= 1e-100;
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
        }
        self.statistics.lemmas += 1;
        let instance = &mut self.instances[control];
        let switch = match level {
            FOREVER => None,
            level => Some(instance.level(&mut self.relation, level)),
        };
        let clause = instance.exclude(&self.relation, &cube, switch);
        for clause in self.frames.add(control, cube, level, clause) {
            self.instances[control].remove(clause);
        }
    }

    /// How much a literal matters: the most important are assumed first and dropped last.
    pub(crate) fn rank(&self, literal: Literal) -> u64 {
        let activity = self.activity.get(literal.atom() as usize);
        activity.copied().unwrap_or(0.0).to_bits()
    }

    /// Searches until the targets are proved unreachable or one is reached. After an error the search can go
    /// on with the other targets.
    pub fn run(&mut self, progress: &mut dyn FnMut(&Progress)) -> Outcome {
        match self.search(progress) {
            Ok(outcome) => outcome,
            Err(halt) => Outcome::Unknown(halt.reason()),
        }
    }

    /// What has been counted so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.statistics.clone();
        statistics.frames = self.level;
        statistics.kept = self.frames.len();
        statistics.atoms = self.relation.atom_count();
        statistics.gates = self.relation.graph.len();
        statistics.obligations = self.obligations.len();
        statistics.conflicts = self.instances.iter().map(Instance::conflicts).sum();
        statistics
    }

    fn search(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<Outcome, Halt> {
        if self.targets.contains(&self.machine.initial) {
            return Err(Halt::Lacking("a target where executions start".into()));
        }
        loop {
            let mut found = None;
            for target in self.targets.clone() {
                found = self.exclude_target(target)?;
                if found.is_some() {
                    break;
                }
            }
            if let Some((target, execution)) = found {
                self.targets.remove(&target);
                if self.machine.follow(&execution).is_none() {
                    return Err(Halt::Lacking("an execution that cannot be followed".into()));
                }
                return Ok(Outcome::Found(target, execution));
            }
            let level = self.propagate()?;
            progress(&Progress {
                frames: self.level,
                statistics: self.statistics(),
            });
            if let Some(level) = level {
                let invariant = self.invariant(level);
                return Ok(Outcome::Proved(invariant));
            }
            self.level += 1;
        }
    }

    /// Excludes a target up to the present level; or an execution to it.
    fn exclude_target(
        &mut self,
        target: ControlId,
    ) -> Result<Option<(ControlId, Execution)>, Halt> {
        if self.level == 0 || self.frames.excludes(target, &[], self.level) {
            return Ok(None);
        }
        self.obligations.clear();
        self.queue.clear();
        self.oblige(target, Cube::new(), 0, None, self.level);
        while let Some(first) = self.queue.pop_first() {
            let (level, _, id) = first;
            let (control, cube) = {
                let obligation = &self.obligations[id];
                (obligation.control, obligation.cube.clone())
            };
            self.limits()?;
            if self.frames.excludes(control, &cube, level) {
                self.again(id, level + 1);
                continue;
            }
            match self.enter(control, &cube, level, true)? {
                Entered::From(before) if before.control == self.machine.initial => {
                    return Ok(Some((target, self.execution(id, before))));
                }
                Entered::From(before) => {
                    self.queue.insert(first);
                    let depth = self.obligations[id].depth + 1;
                    let next = Some((id, before.edge, before.inputs));
                    self.oblige(before.control, before.cube, depth, next, level - 1);
                }
                Entered::Never(core) => {
                    let level = self.learn(control, core, level, 0)?;
                    self.again(id, level.saturating_add(1));
                }
            }
        }
        Ok(None)
    }

    fn oblige(
        &mut self,
        control: ControlId,
        cube: Cube,
        depth: usize,
        next: Option<(usize, EdgeId, Vec<usize>)>,
        level: usize,
    ) {
        let id = self.obligations.len();
        self.obligations.push(Obligation {
            control,
            cube,
            depth,
            next,
        });
        self.queue.insert((level, usize::MAX - depth, id));
        self.statistics.obliged += 1;
    }

    /// Tries an obligation again at a higher level.
    fn again(&mut self, id: usize, level: usize) {
        if level <= self.level {
            let depth = self.obligations[id].depth;
            self.queue.insert((level, usize::MAX - depth, id));
        }
    }

    /// Generalises a cube that cannot be entered, and adds it as a lemma at the highest level where that is
    /// known; that level.
    pub(crate) fn learn(
        &mut self,
        control: ControlId,
        cube: Cube,
        level: usize,
        depth: u32,
    ) -> Result<usize, Halt> {
        let cube = self.generalise(control, cube, level, depth)?;
        let cube = self.with_bounds(control, cube, level)?;
        let mut level = level;
        while level < self.level {
            match self.enter(control, &cube, level + 1, true)? {
                Entered::From(_) => break,
                Entered::Never(_) => level += 1,
            }
        }
        self.lemma(control, cube, level);
        Ok(level)
    }

    /// Moves lemmas to higher levels. A level at which two frames are equal, if there is one.
    fn propagate(&mut self) -> Result<Option<usize>, Halt> {
        for level in 1..=self.level {
            for control in self.machine.controls.ids() {
                let lemmas = self.frames.of(control).iter();
                let mut cubes: Vec<Cube> = lemmas
                    .filter(|lemma| lemma.level == level)
                    .map(|lemma| lemma.cube.clone())
                    .collect();
                cubes.sort_by_key(Vec::len);
                for cube in cubes {
                    self.limits()?;
                    if !self.frames.excludes(control, &cube, level + 1)
                        && self.can_move(control, &cube, level)?
                    {
                        self.statistics.moved += 1;
                        self.lemma(control, cube, level + 1);
                    }
                }
            }
            if !self.frames.has_exactly(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Whether a lemma of a level holds one step later.
    fn can_move(&mut self, control: ControlId, cube: &Cube, level: usize) -> Result<bool, Halt> {
        for at in 0..self.incoming[control].len() {
            let edge = self.incoming[control][at];
            self.statistics.pushes += 1;
            match self.enter_by(edge, cube, level + 1, false, false)? {
                Entered::From(_) => {
                    self.incoming[control][..=at].rotate_right(1);
                    return Ok(false);
                }
                Entered::Never(_) => {}
            }
        }
        Ok(true)
    }

    fn limits(&mut self) -> Result<(), Halt> {
        if self.stop.is_raised() {
            return Err(Halt::Stopped);
        }
        if self.statistics.queries > self.effort {
            return Err(Halt::Effort);
        }
        if self.statistics.queries / PACE > self.statistics.estimates {
            self.statistics.estimates = self.statistics.queries / PACE;
            let solvers: usize = self.instances.iter().map(Instance::bytes).sum();
            let cubes: usize = self.obligations.iter().map(|o| 64 + 4 * o.cube.len()).sum();
            let bytes = solvers + cubes + GATE * self.relation.graph.len();
            self.statistics.bytes = bytes;
            if bytes > self.memory {
                return Err(Halt::Memory);
            }
        }
        Ok(())
    }

    /// The execution from an initial state through an obligation to a target.
    fn execution(&self, id: usize, before: Before) -> Execution {
        let symbols: Vec<_> = self.machine.variables.iter().map(|v| v.symbol).collect();
        let relation = &self.relation;
        let start = relation.decode(&symbols, |node| {
            relation.bit_of(node).is_some_and(|at| before.bit(at))
        });
        let mut steps = Vec::new();
        let mut taken = Some((id, before.edge, before.inputs));
        while let Some((id, edge, inputs)) = taken {
            let inputs: BTreeSet<usize> = inputs.into_iter().collect();
            let inputs = self
                .relation
                .decode(&self.machine.inputs, |node| inputs.contains(&node));
            steps.push(Step { edge, inputs });
            taken = self.obligations[id].next.clone();
        }
        Execution { start, steps }
    }
}

impl Halt {
    pub(crate) fn reason(&self) -> Reason {
        match self {
            Halt::Stopped => Reason::Stopped,
            Halt::Memory => Reason::Memory,
            Halt::Effort => Reason::Effort,
            Halt::Lacking(what) => Reason::Unsupported(what.clone()),
        }
    }
}
