//! The step of k-induction: no path of so many steps, from any state, leads to an error, when no state
//! occurs twice on it.
//!
//! Paths are built from their end: distance 0 is the error, and each further distance adds one step
//! before all others. So what was asserted stays, and at each distance only control states occur from which a
//! path of that length leads to an error.

use crate::distinct::{Place, distinct};
use crate::goals::{Goal, Goals};
use crate::instance::Instance;
use crate::options::Options;
use cassay_base::{IndexVec, Stop};
use cassay_efsm::{
    Context, ControlId, Controls, EdgeId, Frontier, Graph, Invariant, Machine, VarId, live,
};
use cassay_solver::{Answer, Solver, SolverError};
use cassay_term::{Pool, Sort, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// The states at one distance from the error.
struct Frame {
    at: BTreeMap<ControlId, TermId>,
    values: Vec<TermId>,
}

/// The paths of one length.
pub(crate) struct Induction<'a> {
    solver: Box<dyn Solver>,
    frontier: Frontier,
    frames: Vec<Frame>,
    goals: BTreeMap<Goal, Controls>,
    /// Control states that paths from the start lead to.
    reachable: Controls,
    live: IndexVec<ControlId, BTreeSet<VarId>>,
    invariant: Option<&'a Invariant>,
}

impl<'a> Induction<'a> {
    pub(crate) fn new(
        machine: &mut Machine,
        goals: &Goals,
        options: &Options<'a>,
        mut solver: Box<dyn Solver>,
        stop: &Stop,
    ) -> Result<Self, SolverError> {
        solver.set_stop(stop.clone());
        solver.set_effort(options.induction_effort);
        let targets: Controls = goals.controls.values().flatten().copied().collect();
        let initial = BTreeSet::from([machine.initial]);
        let mut induction = Induction {
            solver,
            // Without their calls, returns from arbitrary states are all possible.
            frontier: Frontier::backward(machine, &targets, Context::Ignored),
            frames: Vec::new(),
            goals: goals.controls.clone(),
            reachable: Graph::new(machine).forward(machine, &initial),
            live: match options.invariant {
                Some(_) => all_live(machine),
                None => live(machine),
            },
            invariant: options.invariant,
        };
        induction.add(machine)?;
        Ok(induction)
    }

    /// Adds a frame for the control states of the frontier.
    fn add(&mut self, machine: &mut Machine) -> Result<(), SolverError> {
        let now = self.frontier.controls();
        let controls: Vec<ControlId> = now.intersection(&self.reachable).copied().collect();
        let pool = &mut machine.pool;
        let selected = select(pool, controls.len());
        let mut values = Vec::new();
        for variable in machine.variables.iter() {
            let sort = pool.sort(variable.symbol);
            values.push(pool.fresh(&variable.name, sort));
        }
        let at: BTreeMap<ControlId, TermId> = controls.into_iter().zip(selected).collect();
        let mut instance = Instance::new(machine, &values);
        let mut known = Vec::new();
        if let Some(here) = at.get(&machine.initial) {
            let start = instance.of(&mut machine.pool, machine.start);
            known.push(machine.pool.implies(*here, start));
        }
        if let Some(invariant) = self.invariant {
            for (control, here) in &at {
                let holds = invariant.at(machine, *control);
                let holds = instance.of(&mut machine.pool, holds);
                known.push(machine.pool.implies(*here, holds));
            }
        }
        for term in known {
            self.solver.assert(&machine.pool, term)?;
        }
        self.frames.push(Frame { at, values });
        Ok(())
    }

    /// Makes all paths one step longer.
    pub(crate) fn extend(&mut self, machine: &mut Machine) -> Result<(), SolverError> {
        let edges = self.frontier.advance();
        self.add(machine)?;
        let last = self.frames.len() - 1;
        let (before, behind) = (&self.frames[last], &self.frames[last - 1]);
        let edges: Vec<EdgeId> = edges
            .into_iter()
            .filter(|id| {
                let edge = &machine.edges[*id];
                before.at.contains_key(&edge.from) && behind.at.contains_key(&edge.to)
            })
            .collect();
        let taken = select(&mut machine.pool, edges.len());
        let mut terms = vec![machine.pool.or_all(taken.iter().copied())];
        let mut instance = Instance::new(machine, &before.values);
        let mut cases: BTreeMap<VarId, Vec<(TermId, TermId)>> = BTreeMap::new();
        for (id, taken) in edges.iter().zip(&taken) {
            let edge = machine.edges[*id].clone();
            let guard = instance.of(&mut machine.pool, edge.guard);
            let ends = [before.at[&edge.from], guard, behind.at[&edge.to]];
            let step = machine.pool.and_all(ends);
            terms.push(machine.pool.implies(*taken, step));
            for (variable, value) in &edge.updates {
                if self.live[edge.to].contains(variable) {
                    let value = instance.of(&mut machine.pool, *value);
                    cases.entry(*variable).or_default().push((*taken, value));
                }
            }
        }
        for variable in machine.variables.ids() {
            let index = variable.0 as usize;
            let cases = cases.get(&variable).into_iter().flatten().rev();
            let kept = before.values[index];
            let pool = &mut machine.pool;
            let value = cases.fold(kept, |otherwise, (taken, value)| {
                pool.ite(*taken, *value, otherwise)
            });
            terms.push(pool.eq(behind.values[index], value));
        }
        for other in 0..last {
            let place = |frame: &'_ Frame| -> (BTreeMap<ControlId, TermId>, Vec<TermId>) {
                (frame.at.clone(), frame.values.clone())
            };
            let (at, values) = place(&self.frames[other]);
            let other = Place {
                at: &at,
                values: &values,
            };
            let this = Place {
                at: &before.at,
                values: &before.values,
            };
            terms.push(distinct(&mut machine.pool, &self.live, &this, &other));
        }
        for term in terms {
            if machine.pool.as_bool(term) != Some(true) {
                self.solver.assert(&machine.pool, term)?;
            }
        }
        Ok(())
    }

    /// Whether no path of this length leads to a goal.
    pub(crate) fn proves(
        &mut self,
        machine: &mut Machine,
        goal: Goal,
    ) -> Result<bool, SolverError> {
        let Some(controls) = self.goals.get(&goal) else {
            return Ok(false);
        };
        let at = controls
            .iter()
            .filter_map(|c| self.frames[0].at.get(c).copied());
        let here = machine.pool.or_all(at);
        let answer = self.solver.check(&machine.pool, &[here])?;
        Ok(answer == Answer::Unsat)
    }
}

fn all_live(machine: &Machine) -> IndexVec<ControlId, BTreeSet<VarId>> {
    let all: BTreeSet<VarId> = machine.variables.ids().collect();
    machine.controls.iter().map(|_| all.clone()).collect()
}

/// Terms of which at most one holds: that a new number is their place.
fn select(pool: &mut Pool, count: usize) -> Vec<TermId> {
    let width = (usize::BITS - count.leading_zeros()).max(1);
    let number = pool.fresh("place", Sort::Bv(width));
    let all = 0..count as u64;
    all.map(|place| {
        let place = pool.bv_u64(width, place);
        pool.eq(number, place)
    })
    .collect()
}
