//! The symbolic states of all executions of one length, and the step from one length to the next.

use crate::instance::Instance;
use crate::options::Options;
use cassay_base::IndexVec;
use cassay_efsm::{ControlId, Controls, EdgeId, Frontier, Machine, VarId, live};
use cassay_solver::{Solver, SolverError};
use cassay_term::{Pool, Sort, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// With more control states at a depth, their exclusion is left to the formula.
const MOST_PAIRS: usize = 64;

/// The states at one depth.
pub(crate) struct Frame {
    /// Whether an execution is in a control state; those that are absent are impossible.
    pub(crate) at: BTreeMap<ControlId, TermId>,
    /// The values of variables.
    pub(crate) values: Vec<TermId>,
    /// The edges of the step to the next depth, with whether they are taken.
    pub(crate) taken: Vec<(EdgeId, TermId)>,
    /// The inputs of that step.
    pub(crate) inputs: BTreeMap<TermId, TermId>,
}

/// The frames of all depths so far, and what is asserted of them.
pub(crate) struct Frames<'a> {
    options: &'a Options<'a>,
    frontier: Frontier,
    pub(crate) all: Vec<Frame>,
    /// Every symbol that was made, for models.
    pub(crate) symbols: Vec<TermId>,
    pub(crate) live: IndexVec<ControlId, BTreeSet<VarId>>,
    /// Edges that no other edge from the same control state overlaps with.
    alone: BTreeSet<EdgeId>,
    pub(crate) assertions: usize,
}

/// Asserts a term and counts it.
macro_rules! tell {
    ($self:ident, $solver:ident, $pool:expr, $term:expr) => {{
        let term = $term;
        if $pool.as_bool(term) != Some(true) {
            $self.assertions += 1;
            $solver.assert(&$pool, term)?;
        }
    }};
}

impl<'a> Frames<'a> {
    /// At depth 0.
    pub(crate) fn new(
        machine: &mut Machine,
        options: &'a Options<'a>,
        solver: &mut dyn Solver,
    ) -> Result<Self, SolverError> {
        let mut frames = Frames {
            options,
            frontier: Frontier::forward(machine, options.context),
            all: Vec::new(),
            symbols: Vec::new(),
            live: match options.invariant {
                // An invariant may read any variable.
                Some(_) => all_live(machine),
                None => live(machine),
            },
            alone: alone(machine),
            assertions: 0,
        };
        let values: Vec<TermId> = machine.variables.iter().map(|v| v.symbol).collect();
        frames.symbols.extend(&values);
        let mut at = BTreeMap::new();
        if options.constraints.unreachable_block {
            at.insert(machine.initial, machine.pool.tru());
        } else {
            for control in machine.controls.ids() {
                let here = frames.fresh(&mut machine.pool, "at", Sort::Bool);
                let first = control == machine.initial;
                let told = if first { here } else { machine.pool.not(here) };
                tell!(frames, solver, machine.pool, told);
                at.insert(control, here);
            }
        }
        tell!(frames, solver, machine.pool, machine.start);
        frames.all.push(Frame {
            at,
            values,
            taken: Vec::new(),
            inputs: BTreeMap::new(),
        });
        frames.block_invariants(machine, solver)?;
        Ok(frames)
    }

    fn fresh(&mut self, pool: &mut Pool, name: &str, sort: Sort) -> TermId {
        let symbol = pool.fresh(name, sort);
        self.symbols.push(symbol);
        symbol
    }

    /// The control states that the graph allows at the last depth.
    pub(crate) fn reachable(&self) -> Controls {
        self.frontier.controls()
    }

    /// The last depth.
    pub(crate) fn depth(&self) -> usize {
        self.all.len() - 1
    }

    /// Whether an execution is in one of these control states at the last depth.
    pub(crate) fn in_some(&self, pool: &mut Pool, controls: &Controls) -> TermId {
        let at = &self.all[self.depth()].at;
        let terms: Vec<TermId> = controls.iter().filter_map(|c| at.get(c).copied()).collect();
        pool.or_all(terms)
    }

    /// Goes on to the next depth, where only some control states are of interest.
    pub(crate) fn advance(
        &mut self,
        machine: &mut Machine,
        solver: &mut dyn Solver,
        useful: &Controls,
    ) -> Result<(), SolverError> {
        let depth = self.depth();
        let allowed = self.frontier.advance();
        let all = !self.options.constraints.unreachable_block;
        let at = &self.all[depth].at;
        let edges: Vec<EdgeId> = machine
            .edges
            .iter_enumerated()
            .filter(|(id, edge)| {
                let possible = all || allowed.contains(id);
                possible && useful.contains(&edge.to) && at.contains_key(&edge.from)
            })
            .map(|(id, _)| id)
            .collect();
        let mut instance = Instance::new(machine, &self.all[depth].values);
        let taken = self.take(machine, &mut instance, &edges);
        let mut arrive: BTreeMap<ControlId, TermId> = BTreeMap::new();
        for (id, taken) in &taken {
            let pool = &mut machine.pool;
            let to = machine.edges[*id].to;
            let before = arrive.get(&to).copied().unwrap_or_else(|| pool.fls());
            arrive.insert(to, pool.or(before, *taken));
        }
        arrive.retain(|_, term| machine.pool.as_bool(*term) != Some(false));
        let values = self.merge(machine, solver, &mut instance, &taken, &arrive)?;
        let inputs = std::mem::take(&mut instance.renamed);
        self.symbols.extend(inputs.values());
        self.all[depth].taken = taken;
        self.all[depth].inputs = inputs;
        self.all.push(Frame {
            at: arrive,
            values,
            taken: Vec::new(),
            inputs: BTreeMap::new(),
        });
        self.learn(machine, solver)?;
        self.block_invariants(machine, solver)
    }

    /// Whether each edge is taken. Where several could be, symbols of their own choose.
    fn take(
        &mut self,
        machine: &mut Machine,
        instance: &mut Instance,
        edges: &[EdgeId],
    ) -> Vec<(EdgeId, TermId)> {
        let depth = self.depth();
        let mut others: BTreeMap<ControlId, TermId> = BTreeMap::new();
        let mut taken = Vec::new();
        for id in edges {
            let (from, guard) = (machine.edges[*id].from, machine.edges[*id].guard);
            let guard = instance.of(&mut machine.pool, guard);
            let here = self.all[depth].at[&from];
            let mut term = machine.pool.and(here, guard);
            let more = edges.iter().any(|other| {
                other > id && machine.edges[*other].from == from && !self.alone.contains(other)
            });
            if !self.alone.contains(id) && machine.pool.as_bool(term) != Some(false) {
                let tru = machine.pool.tru();
                let left = others.get(&from).copied().unwrap_or(tru);
                let choose = match more {
                    true => self.fresh(&mut machine.pool, "choose", Sort::Bool),
                    false => tru,
                };
                let chosen = machine.pool.and(left, choose);
                term = machine.pool.and(term, chosen);
                let not = machine.pool.not(choose);
                others.insert(from, machine.pool.and(left, not));
            }
            if machine.pool.as_bool(term) != Some(false) {
                taken.push((*id, term));
            }
        }
        taken
    }

    /// The values of variables behind the edges that are taken.
    fn merge(
        &mut self,
        machine: &mut Machine,
        solver: &mut dyn Solver,
        instance: &mut Instance,
        taken: &[(EdgeId, TermId)],
        arrive: &BTreeMap<ControlId, TermId>,
    ) -> Result<Vec<TermId>, SolverError> {
        let depth = self.depth();
        let mut cases: BTreeMap<VarId, Vec<(TermId, TermId)>> = BTreeMap::new();
        for (id, condition) in taken {
            let edge = &machine.edges[*id];
            let live = &self.live[edge.to];
            for (variable, value) in edge.updates.clone() {
                // What nobody reads may be anything.
                if live.contains(&variable) && arrive.contains_key(&machine.edges[*id].to) {
                    let value = instance.of(&mut machine.pool, value);
                    cases.entry(variable).or_default().push((*condition, value));
                }
            }
        }
        let mut values = Vec::new();
        for variable in machine.variables.ids() {
            let old = self.all[depth].values[variable.0 as usize];
            let none = Vec::new();
            let cases = cases.get(&variable).unwrap_or(&none);
            let kept = taken.iter().any(|(id, _)| {
                let edge = &machine.edges[*id];
                let updated = edge.updates.iter().any(|(other, _)| *other == variable);
                !updated && self.live[edge.to].contains(&variable)
            });
            let mut value = choice(&mut machine.pool, cases, kept.then_some(old), old);
            if !self.options.reuse {
                let sort = machine.pool.sort(old);
                let name = machine.variables[variable].name.clone();
                let symbol = self.fresh(&mut machine.pool, &name, sort);
                let same = machine.pool.eq(symbol, value);
                tell!(self, solver, machine.pool, same);
                value = symbol;
            }
            values.push(value);
        }
        Ok(values)
    }

    /// Asserts what follows from the graph for the last step.
    fn learn(&mut self, machine: &mut Machine, solver: &mut dyn Solver) -> Result<(), SolverError> {
        let depth = self.depth();
        let constraints = self.options.constraints;
        let now: Vec<(ControlId, TermId)> = pairs(&self.all[depth].at);
        if constraints.reachable_block {
            let any = machine.pool.or_all(now.iter().map(|(_, term)| *term));
            tell!(self, solver, machine.pool, any);
        }
        if constraints.mutual_exclusion && now.len() <= MOST_PAIRS {
            for (index, (_, a)) in now.iter().enumerate() {
                for (_, b) in &now[index + 1..] {
                    let both = machine.pool.and(*a, *b);
                    let term = machine.pool.not(both);
                    tell!(self, solver, machine.pool, term);
                }
            }
        }
        let steps: Vec<(ControlId, ControlId)> = self.all[depth - 1]
            .taken
            .iter()
            .map(|(id, _)| (machine.edges[*id].from, machine.edges[*id].to))
            .collect();
        let before = pairs(&self.all[depth - 1].at);
        if constraints.forward {
            let ahead = |c| steps.iter().filter(move |(a, _)| *a == c).map(|(_, b)| *b);
            for (control, here) in &before {
                let next: Controls = ahead(*control).collect();
                let next = next
                    .iter()
                    .filter_map(|c| self.all[depth].at.get(c).copied());
                let next = machine.pool.or_all(next);
                let term = machine.pool.implies(*here, next);
                tell!(self, solver, machine.pool, term);
            }
        }
        if constraints.backward {
            let back = |c| steps.iter().filter(move |(_, b)| *b == c).map(|(a, _)| *a);
            for (control, here) in &now {
                let last: Controls = back(*control).collect();
                let last = last
                    .iter()
                    .filter_map(|c| self.all[depth - 1].at.get(c).copied());
                let last = machine.pool.or_all(last);
                let term = machine.pool.implies(*here, last);
                tell!(self, solver, machine.pool, term);
            }
        }
        Ok(())
    }

    /// Asserts what is known to hold in the control states of the last depth.
    fn block_invariants(
        &mut self,
        machine: &mut Machine,
        solver: &mut dyn Solver,
    ) -> Result<(), SolverError> {
        let Some(invariant) = self.options.invariant else {
            return Ok(());
        };
        let depth = self.depth();
        let mut instance = Instance::new(machine, &self.all[depth].values);
        for (control, here) in pairs(&self.all[depth].at) {
            let known = invariant.at(machine, control);
            let known = instance.of(&mut machine.pool, known);
            let term = machine.pool.implies(here, known);
            tell!(self, solver, machine.pool, term);
        }
        Ok(())
    }
}

fn all_live(machine: &Machine) -> IndexVec<ControlId, BTreeSet<VarId>> {
    let all: BTreeSet<VarId> = machine.variables.ids().collect();
    machine.controls.iter().map(|_| all.clone()).collect()
}

fn pairs(at: &BTreeMap<ControlId, TermId>) -> Vec<(ControlId, TermId)> {
    at.iter().map(|(control, term)| (*control, *term)).collect()
}

/// The value under the condition that holds; `kept` where none does. Equal values are one case.
fn choice(
    pool: &mut Pool,
    cases: &[(TermId, TermId)],
    kept: Option<TermId>,
    old: TermId,
) -> TermId {
    let mut values: Vec<(TermId, TermId)> = Vec::new();
    for (condition, value) in cases {
        match values.iter_mut().find(|(_, other)| other == value) {
            Some((conditions, _)) => *conditions = pool.or(*conditions, *condition),
            None => values.push((*condition, *value)),
        }
    }
    // Where no edge keeps the variable, one of the cases needs no condition.
    let last = match kept {
        Some(kept) => kept,
        None => values.pop().map_or(old, |(_, value)| value),
    };
    let cases = values.into_iter().rev();
    cases.fold(last, |otherwise, (condition, value)| {
        pool.ite(condition, value, otherwise)
    })
}

/// The edges that can never be taken when another edge from the same control state can.
fn alone(machine: &mut Machine) -> BTreeSet<EdgeId> {
    let mut by_start: BTreeMap<ControlId, Vec<(EdgeId, TermId)>> = BTreeMap::new();
    for (id, edge) in machine.edges.iter_enumerated() {
        by_start
            .entry(edge.from)
            .or_default()
            .push((id, edge.guard));
    }
    let mut alone = BTreeSet::new();
    for edges in by_start.values() {
        for (id, guard) in edges {
            let mut others = edges.iter().filter(|(other, _)| other != id);
            let apart = others.all(|(_, other)| {
                let both = machine.pool.and(*guard, *other);
                machine.pool.as_bool(both) == Some(false)
            });
            if apart {
                alone.insert(*id);
            }
        }
    }
    alone
}
