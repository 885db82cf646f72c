//! The way back from a reduced machine: invariants and executions of the machine before a pass.

use crate::{ControlId, EdgeId, Execution, Invariant, Machine, Step};
use cassay_base::IndexVec;
use cassay_term::{Evaluator, Pool, TermId, substitute};
use std::collections::{BTreeMap, BTreeSet};

/// Which control states and edges before a pass those behind it stand for.
#[derive(Clone, Debug)]
pub struct Plain {
    /// The control state before, unless it is new.
    pub controls: IndexVec<ControlId, Option<ControlId>>,
    /// The steps before, one after the other.
    pub edges: IndexVec<EdgeId, Vec<EdgeId>>,
}

impl Plain {
    /// Nothing has changed.
    pub fn identity(machine: &Machine) -> Plain {
        Plain {
            controls: machine.controls.ids().map(Some).collect(),
            edges: machine.edges.ids().map(|edge| vec![edge]).collect(),
        }
    }
}

/// An edge that a pass has composed away, as terms over variables alone.
#[derive(Clone, Debug)]
pub struct Composed {
    /// Where it leads.
    pub to: ControlId,
    /// When it is taken.
    pub guard: TermId,
    /// What is substituted to look behind it.
    pub updates: Vec<(TermId, TermId)>,
}

/// What a pass did beyond leaving things out.
#[derive(Clone, Debug)]
pub struct Change {
    /// Control states and edges.
    pub plain: Plain,
    /// Symbols that are new, with what they are before the pass.
    pub replaced: Vec<(TermId, TermId)>,
    /// At control states before the pass: variables of which nothing is said there, with the value
    /// they have behind the pass.
    pub silent: BTreeMap<ControlId, Vec<(TermId, TermId)>>,
    /// Facts that the pass has used, by control states before it.
    pub facts: BTreeMap<ControlId, TermId>,
    /// Control states that cannot be reached before the pass.
    pub unreached: BTreeSet<ControlId>,
    /// Control states that can be left out because no target can be reached from them.
    pub harmless: BTreeSet<ControlId>,
    /// Control states that were composed away, in that order, with the edges that left them.
    pub composed: Vec<(ControlId, Vec<Composed>)>,
    /// First values before the pass, as terms over the first values behind it.
    pub starts: Vec<(TermId, TermId)>,
}

impl Change {
    /// Nothing has changed.
    pub fn none(machine: &Machine) -> Change {
        Change {
            plain: Plain::identity(machine),
            replaced: Vec::new(),
            silent: BTreeMap::new(),
            facts: BTreeMap::new(),
            unreached: BTreeSet::new(),
            harmless: BTreeSet::new(),
            composed: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// Keeps only these edges of the machine.
    pub fn keep_edges(&mut self, machine: &mut Machine, keep: impl Fn(EdgeId) -> bool) {
        let all = std::mem::take(&mut machine.edges);
        let legs = std::mem::take(&mut self.plain.edges);
        for ((id, edge), legs) in all.iter_enumerated().zip(legs.iter()) {
            if keep(id) {
                machine.edges.push(edge.clone());
                self.plain.edges.push(legs.clone());
            }
        }
    }

    fn invariant(&self, pool: &mut Pool, invariant: &Invariant) -> Invariant {
        let mut back = plain_invariant(&self.plain, invariant);
        for (control, term) in &mut back.0 {
            if !self.replaced.is_empty() {
                *term = substitute(pool, *term, self.replaced.iter().copied());
            }
            if let Some(silent) = self.silent.get(control) {
                *term = substitute(pool, *term, silent.iter().copied());
            }
            if let Some(fact) = self.facts.get(control) {
                *term = pool.and(*term, *fact);
            }
        }
        for control in &self.unreached {
            back.0.remove(control);
        }
        for control in &self.harmless {
            let fact = self.facts.get(control).copied();
            back.0.insert(*control, fact.unwrap_or_else(|| pool.tru()));
        }
        for (control, edges) in self.composed.iter().rev() {
            let term = weakest(pool, &back, edges);
            back.0.insert(*control, term);
        }
        back
    }

    fn execution(&self, pool: &Pool, execution: &Execution) -> Execution {
        let mut back = plain_execution(&self.plain, execution);
        let mut evaluator = Evaluator::new(pool, &execution.start);
        for (symbol, term) in &self.starts {
            back.start.set(*symbol, evaluator.value(*term));
        }
        back
    }
}

/// What must hold so that every step by these edges leads into the invariant.
fn weakest(pool: &mut Pool, invariant: &Invariant, edges: &[Composed]) -> TermId {
    let mut parts = Vec::new();
    for edge in edges {
        let behind = invariant.0.get(&edge.to).copied();
        let behind = behind.unwrap_or_else(|| pool.fls());
        let behind = substitute(pool, behind, edge.updates.iter().copied());
        parts.push(pool.implies(edge.guard, behind));
    }
    pool.and_all(parts)
}

fn plain_invariant(plain: &Plain, invariant: &Invariant) -> Invariant {
    let known = invariant.0.iter().filter_map(|(control, term)| {
        let before = plain.controls.get(*control).copied().flatten()?;
        Some((before, *term))
    });
    Invariant(known.collect())
}

fn plain_execution(plain: &Plain, execution: &Execution) -> Execution {
    let mut steps = Vec::new();
    for step in &execution.steps {
        for edge in plain.edges.get(step.edge).into_iter().flatten() {
            steps.push(Step {
                edge: *edge,
                inputs: step.inputs.clone(),
            });
        }
    }
    Execution {
        start: execution.start.clone(),
        steps,
    }
}

/// The way back over one pass.
#[derive(Clone, Debug)]
pub enum Mapping {
    /// Control states and edges were added, split or left out, and no term has changed.
    Plain(Plain),
    /// Terms have changed, too.
    Change(Box<Change>),
}

impl Mapping {
    /// An invariant of the machine before.
    pub fn invariant(&self, pool: &mut Pool, invariant: &Invariant) -> Invariant {
        match self {
            Mapping::Plain(plain) => plain_invariant(plain, invariant),
            Mapping::Change(change) => change.invariant(pool, invariant),
        }
    }

    /// An execution of the machine before.
    pub fn execution(&self, pool: &Pool, execution: &Execution) -> Execution {
        match self {
            Mapping::Plain(plain) => plain_execution(plain, execution),
            Mapping::Change(change) => change.execution(pool, execution),
        }
    }

    fn plain(&self) -> &Plain {
        match self {
            Mapping::Plain(plain) => plain,
            Mapping::Change(change) => &change.plain,
        }
    }

    /// The control states behind that stand for some of those before.
    pub fn kept(&self, before: &BTreeSet<ControlId>) -> BTreeSet<ControlId> {
        let all = self.plain().controls.iter_enumerated();
        all.filter(|(_, old)| old.is_some_and(|old| before.contains(&old)))
            .map(|(new, _)| new)
            .collect()
    }
}

/// The way back over several passes.
#[derive(Clone, Debug, Default)]
pub struct Trail(Vec<Mapping>);

impl Trail {
    /// Adds the way back over a pass that came behind all others.
    pub fn push(&mut self, mapping: Mapping) {
        self.0.push(mapping);
    }

    /// An invariant of the machine before all passes, in the same pool.
    pub fn invariant(&self, pool: &mut Pool, invariant: &Invariant) -> Invariant {
        let passes = self.0.iter().rev();
        passes.fold(invariant.clone(), |behind, pass| {
            pass.invariant(pool, &behind)
        })
    }

    /// An execution of the machine before all passes, in the same pool.
    pub fn execution(&self, pool: &Pool, execution: &Execution) -> Execution {
        let passes = self.0.iter().rev();
        passes.fold(execution.clone(), |behind, pass| {
            pass.execution(pool, &behind)
        })
    }
}
