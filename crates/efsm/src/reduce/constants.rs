//! Variables that have one value at a control state are replaced by it in the edges that leave there, and
//! steps that what is known of variables excludes go.

use super::mapping::Change;
use super::{Around, Mapping};
use crate::values::{Known, Values};
use crate::{EdgeId, Machine};
use cassay_term::{TermId, substitute};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn run(machine: &mut Machine, around: &Around) -> Option<Mapping> {
    let values = Values::of(machine, around.stop)?;
    let mut change = Change::none(machine);
    let mut gone = BTreeSet::new();
    let mut changed = false;
    for id in machine.edges.ids() {
        let (from, to) = (machine.edges[id].from, machine.edges[id].to);
        let (Some(known), Some(_)) = (&values.at[from], &values.at[to]) else {
            gone.insert(id);
            continue;
        };
        let known = constants(machine, known);
        changed |= replace(machine, id, &known);
        if machine.pool.as_bool(machine.edges[id].guard) == Some(false) {
            gone.insert(id);
        }
    }
    if !changed && gone.is_empty() {
        return None;
    }
    change.keep_edges(machine, |id| !gone.contains(&id));
    change.facts = values.facts(machine);
    change.unreached = values.unreached();
    Some(Mapping::Change(Box::new(change)))
}

/// The symbols of variables with one value, with these values.
fn constants(machine: &mut Machine, known: &Known) -> BTreeMap<TermId, TermId> {
    let mut constants = BTreeMap::new();
    for (variable, abs) in known {
        if let Some(value) = abs.constant(&mut machine.pool) {
            constants.insert(machine.variables[*variable].symbol, value);
        }
    }
    constants
}

/// Replaces symbols in an edge; whether that changed something.
fn replace(machine: &mut Machine, id: EdgeId, map: &BTreeMap<TermId, TermId>) -> bool {
    if map.is_empty() {
        return false;
    }
    let Machine {
        pool,
        edges,
        variables,
        ..
    } = machine;
    let edge = &mut edges[id];
    let mut changed = false;
    let mut apply = |term: &mut TermId| {
        let new = substitute(pool, *term, map.iter().map(|(a, b)| (*a, *b)));
        changed |= new != *term;
        *term = new;
    };
    apply(&mut edge.guard);
    for (_, value) in &mut edge.updates {
        apply(value);
    }
    // An update with the value that the variable has anyway does nothing.
    let before = edge.updates.len();
    edge.updates
        .retain(|(variable, value)| map.get(&variables[*variable].symbol) != Some(value));
    changed || edge.updates.len() < before
}
