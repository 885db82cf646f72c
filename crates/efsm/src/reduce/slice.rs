//! What no path to a target goes through goes, and so do variables on which nothing that is left depends.

use super::mapping::Change;
use super::{Around, Mapping, variables_by_symbol};
use crate::{EdgeId, Graph, Machine, Passage, VarId};
use cassay_term::{Evaluator, Model, Op, TermId, Value, symbols_of};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn run(machine: &mut Machine, around: &Around) -> Option<Mapping> {
    let graph = Graph::new(machine);
    let reached = graph.forward(machine, &BTreeSet::from([machine.initial]));
    let leading = graph.backward(machine, around.targets);
    let kept: BTreeSet<EdgeId> = machine
        .edges
        .iter_enumerated()
        .filter(|(_, edge)| reached.contains(&edge.from) && leading.contains(&edge.to))
        .map(|(id, _)| id)
        .collect();
    let Relevant { variables, starts } = relevant(machine, &kept);
    let mut change = Change::none(machine);
    let mut changed = kept.len() < machine.edges.len();
    change.keep_edges(machine, |id| kept.contains(&id));
    for edge in machine.edges.iter_mut() {
        let before = edge.updates.len();
        edge.updates.retain(|(var, _)| variables.contains(var));
        changed |= edge.updates.len() < before;
    }
    changed |= drop_idle(machine, &mut change);
    let start = slice_start(machine, &variables);
    changed |= start != machine.start;
    machine.start = start;
    let ids = machine.controls.ids();
    change.unreached = ids.filter(|id| !reached.contains(id)).collect();
    change.harmless = reached.difference(&leading).copied().collect();
    change.starts = starts;
    changed.then(|| Mapping::Change(Box::new(change)))
}

/// Removes steps that change nothing; whether there were any. Executions do without them.
fn drop_idle(machine: &mut Machine, change: &mut Change) -> bool {
    let idle: BTreeSet<EdgeId> = machine
        .edges
        .iter_enumerated()
        .filter(|(_, edge)| {
            let plain = edge.passage == Passage::Plain;
            plain && edge.from == edge.to && edge.updates.is_empty()
        })
        .map(|(id, _)| id)
        .collect();
    change.keep_edges(machine, |id| !idle.contains(&id));
    !idle.is_empty()
}

/// What a slice keeps.
struct Relevant {
    variables: BTreeSet<VarId>,
    /// First values of variables that the start condition would bind otherwise.
    starts: Vec<(TermId, TermId)>,
}

/// The variables that guards of these edges depend on.
fn relevant(machine: &Machine, kept: &BTreeSet<EdgeId>) -> Relevant {
    let ids = variables_by_symbol(machine);
    let parts = start_parts(machine);
    let mut variables = BTreeSet::new();
    let mut open: Vec<VarId> = Vec::new();
    let mut needs: BTreeMap<VarId, BTreeSet<VarId>> = BTreeMap::new();
    for id in kept {
        let edge = &machine.edges[*id];
        open.extend(read_by(machine, &ids, edge.guard));
        for (variable, value) in &edge.updates {
            let read = read_by(machine, &ids, *value);
            needs.entry(*variable).or_default().extend(read);
        }
    }
    for (_, members) in &parts {
        for member in members {
            needs.entry(*member).or_default().extend(members);
        }
    }
    close(&mut variables, open, &needs);
    let free: Vec<&(TermId, Vec<VarId>)> = parts
        .iter()
        .filter(|(_, members)| !members.iter().any(|m| variables.contains(m)))
        .collect();
    let free_terms: Vec<TermId> = free.iter().map(|(term, _)| *term).collect();
    let starts = match witness(machine, &free_terms) {
        Some(starts) => starts,
        None => {
            let all = free.iter().flat_map(|(_, members)| members.iter().copied());
            close(&mut variables, all.collect(), &needs);
            Vec::new()
        }
    };
    Relevant { variables, starts }
}

fn close(
    variables: &mut BTreeSet<VarId>,
    mut open: Vec<VarId>,
    needs: &BTreeMap<VarId, BTreeSet<VarId>>,
) {
    while let Some(variable) = open.pop() {
        if variables.insert(variable) {
            open.extend(needs.get(&variable).into_iter().flatten());
        }
    }
}

fn read_by(machine: &Machine, ids: &BTreeMap<TermId, VarId>, term: TermId) -> Vec<VarId> {
    let symbols = symbols_of(&machine.pool, &[term]);
    let read = symbols.iter().filter_map(|symbol| ids.get(symbol).copied());
    read.collect()
}

/// The conjuncts of the start condition with their variables.
fn start_parts(machine: &Machine) -> Vec<(TermId, Vec<VarId>)> {
    let pool = &machine.pool;
    let ids = variables_by_symbol(machine);
    let mut parts = Vec::new();
    let mut open = vec![machine.start];
    while let Some(term) = open.pop() {
        if *pool.op(term) == Op::And {
            open.extend(pool.args(term));
        } else {
            parts.push((term, read_by(machine, &ids, term)));
        }
    }
    parts
}

/// Values of symbols under which these terms hold, where they say so themselves.
fn witness(machine: &Machine, terms: &[TermId]) -> Option<Vec<(TermId, TermId)>> {
    let pool = &machine.pool;
    let mut model = Model::new();
    let mut starts = Vec::new();
    for term in terms {
        let args = pool.args(*term);
        let (symbol, value) = if *pool.op(*term) == Op::Eq {
            (args[0], args[1])
        } else if *pool.op(*term) == Op::Not {
            (args[0], pool.fls())
        } else {
            (*term, pool.tru())
        };
        if let Some(value) = pool.as_bool(value) {
            model.set(symbol, Value::Bool(value));
        } else if let Some(value) = pool.as_bv(value) {
            model.set(symbol, Value::Bv(value.clone()));
        }
        starts.push((symbol, value));
    }
    let mut evaluator = Evaluator::new(pool, &model);
    let holds = terms.iter().all(|term| evaluator.bool_value(*term));
    let plain = |(symbol, value): &(TermId, TermId)| {
        pool.symbol_name(*symbol).is_some() && pool.is_const(*value)
    };
    starts.retain(plain);
    holds.then_some(starts)
}

/// The conjuncts of the start condition that are about these variables, or about none.
fn slice_start(machine: &mut Machine, variables: &BTreeSet<VarId>) -> TermId {
    let mut parts = start_parts(machine);
    parts.retain(|(_, members)| {
        members.is_empty() || members.iter().any(|member| variables.contains(member))
    });
    let kept = parts.len();
    if kept == start_parts(machine).len() {
        return machine.start;
    }
    let terms: Vec<TermId> = parts.into_iter().rev().map(|(term, _)| term).collect();
    machine.pool.and_all(terms)
}
