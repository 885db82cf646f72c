//! Control states without edges, and variables and inputs that nothing mentions, are forgotten; the others
//! get new numbers.

use super::mapping::Change;
use super::{Around, Mapping};
use crate::graph::renumber;
use crate::{ControlId, Machine, VarId};
use cassay_base::IndexVec;
use cassay_term::{TermId, symbols_of};
use std::collections::BTreeSet;

pub(super) fn run(machine: &mut Machine, _: &Around) -> Option<Mapping> {
    let mut used: BTreeSet<ControlId> = BTreeSet::from([machine.initial]);
    for edge in machine.edges.iter() {
        used.extend([edge.from, edge.to]);
    }
    let read: BTreeSet<TermId> = symbols_of(&machine.pool, &machine.roots())
        .into_iter()
        .collect();
    let variables: IndexVec<VarId, Option<VarId>> =
        renumber(machine.variables.len(), |id: VarId| {
            read.contains(&machine.variables[id].symbol)
        });
    let controls: IndexVec<ControlId, Option<ControlId>> =
        renumber(machine.controls.len(), |id| used.contains(&id));
    let inputs = machine.inputs.len();
    machine.inputs.retain(|input| read.contains(input));
    let all = |numbers: usize, total: usize| numbers == total;
    if all(used.len(), machine.controls.len())
        && all(variables.iter().flatten().count(), machine.variables.len())
        && all(machine.inputs.len(), inputs)
    {
        return None;
    }
    let mut change = Change::none(machine);
    change.plain.controls = used.iter().map(|id| Some(*id)).collect();
    machine.controls = used
        .iter()
        .map(|id| machine.controls[*id].clone())
        .collect();
    let kept = std::mem::take(&mut machine.variables);
    for (id, variable) in kept.iter_enumerated() {
        if variables[id].is_some() {
            machine.variables.push(variable.clone());
        }
    }
    for edge in machine.edges.iter_mut() {
        edge.from = controls[edge.from].unwrap_or(edge.from);
        edge.to = controls[edge.to].unwrap_or(edge.to);
        let updates = std::mem::take(&mut edge.updates).into_iter();
        let updates = updates.filter_map(|(id, value)| Some((variables[id]?, value)));
        edge.updates = updates.collect();
    }
    machine.initial = controls[machine.initial].unwrap_or(machine.initial);
    Some(Mapping::Change(Box::new(change)))
}
