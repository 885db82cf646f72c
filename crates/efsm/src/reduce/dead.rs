//! Variables that are not read any more get the value zero, so that states that behave the same are the same.

use super::mapping::Change;
use super::{Around, Mapping, variables_by_symbol};
use crate::{ControlId, Graph, Machine, VarId};
use cassay_base::IndexVec;
use cassay_term::{Pool, Sort, TermId, symbols_of};
use std::collections::BTreeSet;

/// For each control state the variables whose values can still matter to guards. At the
/// start these include the ones that the start condition binds.
pub fn live(machine: &Machine) -> IndexVec<ControlId, BTreeSet<VarId>> {
    let ids = variables_by_symbol(machine);
    let read = |term: TermId| -> BTreeSet<VarId> {
        let symbols = symbols_of(&machine.pool, &[term]);
        symbols.iter().filter_map(|s| ids.get(s).copied()).collect()
    };
    let reads: Vec<(BTreeSet<VarId>, Vec<(VarId, BTreeSet<VarId>)>)> = machine
        .edges
        .iter()
        .map(|edge| {
            let updates = edge.updates.iter();
            let updates = updates.map(|(var, value)| (*var, read(*value)));
            (read(edge.guard), updates.collect())
        })
        .collect();
    let graph = Graph::new(machine);
    let mut live: IndexVec<ControlId, BTreeSet<VarId>> =
        machine.controls.iter().map(|_| BTreeSet::new()).collect();
    live[machine.initial] = read(machine.start);
    let mut open: BTreeSet<ControlId> = machine.controls.ids().collect();
    while let Some(at) = open.pop_last() {
        let mut now = live[at].clone();
        for id in &graph.leaving[at] {
            let (guard, updates) = &reads[id.0 as usize];
            let mut behind = live[machine.edges[*id].to].clone();
            let needed: Vec<_> = updates.iter().filter(|(v, _)| behind.contains(v)).collect();
            for (variable, _) in &needed {
                behind.remove(variable);
            }
            now.extend(guard);
            now.extend(behind);
            now.extend(needed.iter().flat_map(|(_, read)| read));
        }
        if now != live[at] {
            live[at] = now;
            open.extend(graph.entering[at].iter().map(|id| machine.edges[*id].from));
        }
    }
    live
}

/// The value that a dead variable gets.
fn zero(pool: &mut Pool, sort: Sort) -> Option<TermId> {
    match sort {
        Sort::Bool => Some(pool.fls()),
        Sort::Bv(width) => Some(pool.bv_u64(width, 0)),
        Sort::Array { .. } | Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => {
            None
        }
    }
}

pub(super) fn run(machine: &mut Machine, _: &Around) -> Option<Mapping> {
    let live = live(machine);
    let mut zeros: IndexVec<VarId, Option<TermId>> = IndexVec::new();
    for variable in machine.variables.iter() {
        let sort = machine.pool.sort(variable.symbol);
        zeros.push(zero(&mut machine.pool, sort));
    }
    let mut change = Change::none(machine);
    for control in machine.controls.ids() {
        let dead = zeros.iter_enumerated().filter_map(|(variable, zero)| {
            let symbol = machine.variables[variable].symbol;
            let dead = !live[control].contains(&variable);
            (*zero).filter(|_| dead).map(|zero| (symbol, zero))
        });
        let dead: Vec<(TermId, TermId)> = dead.collect();
        if !dead.is_empty() {
            change.silent.insert(control, dead);
        }
    }
    let mut changed = bind_start(machine, &live, &zeros);
    for id in machine.edges.ids() {
        let edge = &mut machine.edges[id];
        let before = edge.updates.clone();
        let (from, to) = (&live[edge.from], &live[edge.to]);
        edge.updates
            .retain(|(variable, _)| to.contains(variable) || zeros[*variable].is_none());
        for (variable, zero) in zeros.iter_enumerated() {
            if let Some(zero) = zero
                && from.contains(&variable)
                && !to.contains(&variable)
            {
                edge.updates.push((variable, *zero));
            }
        }
        edge.updates.sort_unstable_by_key(|(variable, _)| *variable);
        changed |= edge.updates != before;
    }
    changed.then(|| Mapping::Change(Box::new(change)))
}

/// Variables that do not matter at the start are zero there, too; whether there are any.
fn bind_start(
    machine: &mut Machine,
    live: &IndexVec<ControlId, BTreeSet<VarId>>,
    zeros: &IndexVec<VarId, Option<TermId>>,
) -> bool {
    let before = machine.start;
    for (variable, zero) in zeros.iter_enumerated() {
        if let Some(zero) = zero
            && !live[machine.initial].contains(&variable)
        {
            let symbol = machine.variables[variable].symbol;
            let bound = machine.pool.eq(symbol, *zero);
            machine.start = machine.pool.and(machine.start, bound);
        }
    }
    machine.start != before
}
