//! Points between two steps go where the steps can be one: each step that leads there is joined with
//! each that leaves.
//!
//! Only where the steps that leave read no input: what must hold at the point is then what makes all of them
//! lead into the invariant, a term over variables.

use super::mapping::{Change, Composed};
use super::{Around, Mapping};
use crate::{ControlId, ControlKind, Edge, EdgeId, Machine, Passage};
use cassay_base::IndexVec;
use cassay_term::{TermId, substitute, symbols_of};
use std::collections::BTreeSet;

/// How many terms may be made for each that there is.
const GROWTH: usize = 4;
/// How many terms may be made in any case.
const FREE: usize = 10_000;

pub(super) fn run(machine: &mut Machine, around: &Around) -> Option<Mapping> {
    let budget = machine.pool.len() + FREE + GROWTH * machine.sizes().terms;
    let mut work = Work::new(machine);
    let mut composed = Vec::new();
    let points = machine.controls.iter_enumerated();
    let points: Vec<ControlId> = points
        .filter(|(id, control)| {
            let plain = control.kind == ControlKind::Point;
            plain && *id != machine.initial && !around.targets.contains(id)
        })
        .map(|(id, _)| id)
        .collect();
    for point in points {
        if around.stop.is_raised() || machine.pool.len() > budget {
            break;
        }
        if work.can_go(machine, point) {
            composed.push((point, work.remove(machine, point)));
        }
    }
    if composed.is_empty() {
        return None;
    }
    let mut change = Change {
        composed,
        ..Change::none(machine)
    };
    machine.edges = IndexVec::new();
    change.plain.edges = IndexVec::new();
    for (edge, legs) in work.edges.into_iter().flatten() {
        machine.edges.push(edge);
        change.plain.edges.push(legs);
    }
    Some(Mapping::Change(Box::new(change)))
}

struct Work {
    edges: Vec<Option<(Edge, Vec<EdgeId>)>>,
    leaving: IndexVec<ControlId, BTreeSet<usize>>,
    entering: IndexVec<ControlId, BTreeSet<usize>>,
}

impl Work {
    fn new(machine: &Machine) -> Work {
        let empty = || machine.controls.iter().map(|_| BTreeSet::new()).collect();
        let mut work = Work {
            edges: Vec::new(),
            leaving: empty(),
            entering: empty(),
        };
        for (id, edge) in machine.edges.iter_enumerated() {
            work.add(edge.clone(), vec![id]);
        }
        work
    }

    fn add(&mut self, edge: Edge, legs: Vec<EdgeId>) {
        let place = self.edges.len();
        self.leaving[edge.from].insert(place);
        self.entering[edge.to].insert(place);
        self.edges.push(Some((edge, legs)));
    }

    fn take(&mut self, place: usize) -> Option<(Edge, Vec<EdgeId>)> {
        let (edge, legs) = self.edges[place].take()?;
        self.leaving[edge.from].remove(&place);
        self.entering[edge.to].remove(&place);
        Some((edge, legs))
    }

    fn at(&self, places: &BTreeSet<usize>) -> impl Iterator<Item = &Edge> {
        let edges = places
            .iter()
            .filter_map(|place| self.edges[*place].as_ref());
        edges.map(|(edge, _)| edge)
    }

    fn can_go(&self, machine: &Machine, point: ControlId) -> bool {
        let (entering, leaving) = (&self.entering[point], &self.leaving[point]);
        let few = entering.len() == 1 || leaving.len() == 1;
        let passes = |edge: &Edge| edge.passage != Passage::Plain;
        let both = self.at(entering).any(passes) && self.at(leaving).any(passes);
        let around = self.at(leaving).any(|edge| edge.to == point);
        let reads_input = |edge: &Edge| {
            let mut roots = vec![edge.guard];
            roots.extend(edge.updates.iter().map(|(_, value)| *value));
            let symbols = symbols_of(&machine.pool, &roots);
            machine.inputs.iter().any(|input| symbols.contains(input))
        };
        few && !entering.is_empty()
            && !leaving.is_empty()
            && !both
            && !around
            && !self.at(leaving).any(reads_input)
    }

    /// Joins the edges around a point; those that left it.
    fn remove(&mut self, machine: &mut Machine, point: ControlId) -> Vec<Composed> {
        let leaving: Vec<usize> = self.leaving[point].iter().copied().collect();
        let leaving: Vec<(Edge, Vec<EdgeId>)> =
            leaving.into_iter().filter_map(|at| self.take(at)).collect();
        let entering: Vec<usize> = self.entering[point].iter().copied().collect();
        for place in entering {
            let Some((first, legs)) = self.take(place) else {
                continue;
            };
            for (second, more) in &leaving {
                let joined = join(machine, &first, second);
                if machine.pool.as_bool(joined.guard) != Some(false) {
                    self.add(joined, [&legs[..], &more[..]].concat());
                }
            }
        }
        let composed = leaving.iter().map(|(edge, _)| Composed {
            to: edge.to,
            guard: edge.guard,
            updates: as_map(machine, edge),
        });
        composed.collect()
    }
}

/// What an edge substitutes for the symbols of variables.
fn as_map(machine: &Machine, edge: &Edge) -> Vec<(TermId, TermId)> {
    let updates = edge.updates.iter();
    updates
        .map(|(variable, value)| (machine.variables[*variable].symbol, *value))
        .collect()
}

/// One edge after the other.
fn join(machine: &mut Machine, first: &Edge, second: &Edge) -> Edge {
    let map = as_map(machine, first);
    let pool = &mut machine.pool;
    let behind = substitute(pool, second.guard, map.iter().copied());
    let guard = pool.and(first.guard, behind);
    let mut updates: Vec<_> = second
        .updates
        .iter()
        .map(|(variable, value)| (*variable, substitute(pool, *value, map.iter().copied())))
        .collect();
    let updated = |variable| second.updates.iter().any(|(other, _)| *other == variable);
    let kept = first.updates.iter().filter(|(var, _)| !updated(*var));
    updates.extend(kept.copied());
    updates.sort_unstable_by_key(|(variable, _)| *variable);
    Edge {
        from: first.from,
        to: second.to,
        guard,
        updates,
        passage: match first.passage {
            Passage::Plain => second.passage,
            Passage::Call(_) | Passage::Return(_) => first.passage,
        },
    }
}
