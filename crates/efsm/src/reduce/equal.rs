//! Variables that are equal wherever they are read: one of them stands for all.
//!
//! Which are equal at a control state is found by numbering values: variables are in one
//! class behind an edge if their new values are the same term once each variable before it is replaced by the first of its
//! class, and at a control state if they are behind all edges that lead there.

use super::mapping::Change;
use super::{Around, Mapping, reads};
use crate::{ControlId, EdgeId, Graph, Machine, VarId};
use cassay_base::IndexVec;
use cassay_term::{Op, TermId, substitute, symbols_of};
use std::collections::{BTreeMap, BTreeSet};

/// Variables with the class they are in, named by its first member; those that are alone are absent.
type Classes = BTreeMap<VarId, VarId>;

pub(super) fn run(machine: &mut Machine, around: &Around) -> Option<Mapping> {
    let classes = classes(machine, around)?;
    let merged = merged(machine, &classes);
    if merged.is_empty() {
        return None;
    }
    let mut change = Change {
        facts: facts(machine, &classes),
        unreached: unreached(&classes),
        ..Change::none(machine)
    };
    let map: Vec<(TermId, TermId)> = merged
        .iter()
        .map(|(variable, first)| {
            let symbol = |id: VarId| machine.variables[id].symbol;
            (symbol(*variable), symbol(*first))
        })
        .collect();
    let in_start = symbols_of(&machine.pool, &[machine.start]);
    for (symbol, first) in &map {
        if in_start.contains(symbol) {
            change.starts.push((*symbol, *first));
        }
    }
    machine.start = substitute(&mut machine.pool, machine.start, map.iter().copied());
    for id in machine.edges.ids() {
        let Machine { pool, edges, .. } = &mut *machine;
        let edge = &mut edges[id];
        edge.guard = substitute(pool, edge.guard, map.iter().copied());
        for (_, value) in &mut edge.updates {
            *value = substitute(pool, *value, map.iter().copied());
        }
        // Variables that nothing reads any more need no updates. Where they are read they equal the other.
        edge.updates
            .retain(|(variable, _)| !merged.contains_key(variable));
    }
    Some(Mapping::Change(Box::new(change)))
}

/// The variables that others stand for: those that are in one class wherever they are read.
fn merged(
    machine: &Machine,
    classes: &IndexVec<ControlId, Option<Classes>>,
) -> BTreeMap<VarId, VarId> {
    let reads = reads(machine);
    let in_start = symbols_of(&machine.pool, &[machine.start]);
    let mut candidates: BTreeSet<(VarId, VarId)> = BTreeSet::new();
    for known in classes.iter().flatten() {
        candidates.extend(known.iter().map(|(variable, first)| (*variable, *first)));
    }
    let mut merged: BTreeMap<VarId, VarId> = BTreeMap::new();
    for (variable, first) in candidates {
        let symbol = machine.variables[variable].symbol;
        let equal = |at: &ControlId| match &classes[*at] {
            Some(known) => class(known, variable) == class(known, first),
            None => true,
        };
        let everywhere = reads.get(&variable).into_iter().flatten().all(equal);
        let free = !in_start.contains(&symbol) || equal(&machine.initial);
        let known = merged.contains_key(&variable) || merged.contains_key(&first);
        if variable != first && everywhere && free && !known {
            merged.insert(variable, first);
        }
    }
    let firsts: BTreeSet<VarId> = merged.values().copied().collect();
    merged.retain(|variable, _| !firsts.contains(variable));
    merged
}

fn class(classes: &Classes, variable: VarId) -> VarId {
    classes.get(&variable).copied().unwrap_or(variable)
}

/// The classes at each control state; `None` where no path leads. Nothing if it was stopped.
fn classes(machine: &mut Machine, around: &Around) -> Option<IndexVec<ControlId, Option<Classes>>> {
    let graph = Graph::new(machine);
    let mut at: IndexVec<ControlId, Option<Classes>> =
        machine.controls.iter().map(|_| None).collect();
    at[machine.initial] = Some(at_start(machine));
    let mut open = BTreeSet::from([machine.initial]);
    while let Some(control) = open.pop_first() {
        let Some(known) = at[control].clone() else {
            continue;
        };
        for id in &graph.leaving[control] {
            if around.stop.is_raised() {
                return None;
            }
            let to = machine.edges[*id].to;
            let behind = through(machine, &known, *id);
            let new = match &at[to] {
                None => behind,
                Some(old) => {
                    let both = refine(old, &behind);
                    if both == *old {
                        continue;
                    }
                    both
                }
            };
            at[to] = Some(new);
            open.insert(to);
        }
    }
    Some(at)
}

/// Classes by equal terms.
fn by_term(values: impl Iterator<Item = (VarId, TermId)>) -> Classes {
    let mut first: BTreeMap<TermId, Vec<VarId>> = BTreeMap::new();
    for (variable, value) in values {
        first.entry(value).or_default().push(variable);
    }
    let shared = first.values().filter(|members| members.len() > 1);
    let pairs = shared.flat_map(|members| members.iter().map(|member| (*member, members[0])));
    pairs.collect()
}

/// What the start says: equations between variables, or of variables with the same constant.
fn at_start(machine: &Machine) -> Classes {
    let pool = &machine.pool;
    let mut values: BTreeMap<TermId, TermId> = BTreeMap::new();
    let mut open = vec![machine.start];
    while let Some(term) = open.pop() {
        let args = pool.args(term);
        if *pool.op(term) == Op::And {
            open.extend(args);
        } else if *pool.op(term) == Op::Eq && pool.is_const(args[1]) {
            values.insert(args[0], args[1]);
        } else if *pool.op(term) == Op::Eq {
            values.entry(args[1]).or_insert(args[0]);
        } else if *pool.op(term) == Op::Not {
            values.insert(args[0], pool.fls());
        } else {
            values.insert(term, pool.tru());
        }
    }
    // One level is enough for constants; an equation between two variables counts where neither
    // has another.
    let variables = machine.variables.iter_enumerated();
    by_term(variables.map(|(id, variable)| {
        let symbol = variable.symbol;
        (id, values.get(&symbol).copied().unwrap_or(symbol))
    }))
}

/// The classes behind an edge.
fn through(machine: &mut Machine, known: &Classes, id: EdgeId) -> Classes {
    let Machine {
        pool,
        edges,
        variables,
        ..
    } = machine;
    let map: Vec<(TermId, TermId)> = known
        .iter()
        .map(|(variable, first)| (variables[*variable].symbol, variables[*first].symbol))
        .collect();
    let mut values: BTreeMap<VarId, TermId> = BTreeMap::new();
    for (variable, value) in &edges[id].updates {
        values.insert(*variable, substitute(pool, *value, map.iter().copied()));
    }
    let all = variables.ids().map(|variable| {
        let own = variables[class(known, variable)].symbol;
        (variable, values.get(&variable).copied().unwrap_or(own))
    });
    by_term(all)
}

/// What is in one class in both.
fn refine(a: &Classes, b: &Classes) -> Classes {
    let mut groups: BTreeMap<(VarId, VarId), Vec<VarId>> = BTreeMap::new();
    for (variable, first) in a {
        groups
            .entry((*first, class(b, *variable)))
            .or_default()
            .push(*variable);
    }
    let shared = groups.values().filter(|members| members.len() > 1);
    let pairs = shared.flat_map(|members| members.iter().map(|member| (*member, members[0])));
    pairs.collect()
}

fn facts(
    machine: &mut Machine,
    classes: &IndexVec<ControlId, Option<Classes>>,
) -> BTreeMap<ControlId, TermId> {
    let mut facts = BTreeMap::new();
    for (control, known) in classes.iter_enumerated() {
        let Some(known) = known else {
            continue;
        };
        let Machine {
            pool, variables, ..
        } = &mut *machine;
        let equations = known.iter().filter(|(variable, first)| variable != first);
        let parts: Vec<TermId> = equations
            .map(|(variable, first)| pool.eq(variables[*variable].symbol, variables[*first].symbol))
            .collect();
        facts.insert(control, machine.pool.and_all(parts));
    }
    facts
}

fn unreached(classes: &IndexVec<ControlId, Option<Classes>>) -> BTreeSet<ControlId> {
    let all = classes.iter_enumerated();
    all.filter(|(_, known)| known.is_none())
        .map(|(id, _)| id)
        .collect()
}
