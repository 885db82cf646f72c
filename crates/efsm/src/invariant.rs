//! Inductive invariants of machines, and what has to be shown of them.

use crate::{ControlId, ControlKind, Machine};
use cassay_term::{TermId, substitute};
use std::collections::BTreeMap;

/// For each control state a Bool term over the variables. A control state that is absent cannot be reached:
/// its term is false.
#[derive(Clone, Debug, Default)]
pub struct Invariant(pub BTreeMap<ControlId, TermId>);

/// Bool terms that must all be unsatisfiable. Together they say that an invariant holds in every state that
/// can be reached.
#[derive(Clone, Debug)]
pub struct Duty {
    /// For people: `initial`, `main.0 to main.1`.
    pub name: String,
    /// The term.
    pub term: TermId,
}

impl Invariant {
    /// The term of a control state.
    pub fn at(&self, machine: &Machine, control: ControlId) -> TermId {
        self.0
            .get(&control)
            .copied()
            .unwrap_or_else(|| machine.pool.fls())
    }

    /// What must be unsatisfiable: an initial state outside of the invariant, and a step that leaves it.
    pub fn duties(&self, machine: &mut Machine) -> Vec<Duty> {
        let first = self.at(machine, machine.initial);
        let outside = machine.pool.not(first);
        let term = machine.pool.and(machine.start, outside);
        let mut duties = vec![Duty {
            name: "initial".into(),
            term,
        }];
        for edge in machine.edges.ids() {
            let edge = &machine.edges[edge];
            let (from, to, guard) = (edge.from, edge.to, edge.guard);
            let name = format!(
                "{} to {}",
                machine.controls[from].name, machine.controls[to].name
            );
            let map: Vec<(TermId, TermId)> = edge
                .updates
                .iter()
                .map(|(variable, value)| (machine.variables[*variable].symbol, *value))
                .collect();
            let before = self.at(machine, from);
            let after = self.at(machine, to);
            let after = substitute(&mut machine.pool, after, map);
            let broken = machine.pool.not(after);
            let term = machine.pool.and_all([before, guard, broken]);
            duties.push(Duty { name, term });
        }
        duties
    }

    /// The control states of errors and of what is open that the invariant does not exclude.
    pub fn bad(&self, machine: &Machine) -> Vec<ControlId> {
        let bad = machine.controls.iter_enumerated().filter(|(id, control)| {
            let bad = matches!(control.kind, ControlKind::Error(_) | ControlKind::Open(_));
            bad && machine.pool.as_bool(self.at(machine, *id)) != Some(false)
        });
        bad.map(|(id, _)| id).collect()
    }
}
