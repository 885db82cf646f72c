//! What is looked for: errors, and what the machine does not represent.

use cassay_efsm::{ControlId, ControlKind, Controls, Graph, Machine};
use std::collections::{BTreeMap, BTreeSet};

/// Something that a proof has to exclude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Goal {
    /// The error with this number.
    Error(usize),
    /// What is not represented, with this number.
    Open(usize),
}

/// The goals that have no answer yet.
pub(crate) struct Goals {
    /// Their control states.
    pub(crate) controls: BTreeMap<Goal, Controls>,
    /// From which control states they can be reached by at least one step.
    before: BTreeMap<Goal, Controls>,
}

impl Goals {
    /// These errors and all that is open.
    pub(crate) fn new(machine: &Machine, errors: &BTreeSet<usize>) -> Goals {
        let mut controls: BTreeMap<Goal, Controls> = BTreeMap::new();
        for error in errors {
            controls.insert(Goal::Error(*error), Controls::new());
        }
        for (id, control) in machine.controls.iter_enumerated() {
            let goal = match control.kind {
                ControlKind::Error(number) if errors.contains(&number) => Goal::Error(number),
                ControlKind::Open(number) => Goal::Open(number),
                ControlKind::Error(_)
                | ControlKind::Entry
                | ControlKind::LoopHead(_)
                | ControlKind::Point
                | ControlKind::Sink => continue,
            };
            controls.entry(goal).or_default().insert(id);
        }
        let graph = Graph::new(machine);
        let before = controls.iter().map(|(goal, targets)| {
            let into = machine
                .edges
                .iter()
                .filter(|edge| targets.contains(&edge.to));
            let last: BTreeSet<ControlId> = into.map(|edge| edge.from).collect();
            (*goal, graph.backward(machine, &last))
        });
        let before = before.collect();
        Goals { controls, before }
    }

    /// Whether only goals that are not errors are left, or none.
    pub(crate) fn no_errors_left(&self) -> bool {
        !self
            .controls
            .keys()
            .any(|goal| matches!(goal, Goal::Error(_)))
    }

    pub(crate) fn remove(&mut self, goal: Goal) {
        self.controls.remove(&goal);
        self.before.remove(&goal);
    }

    /// The control states from which a goal can be reached by at least one step.
    pub(crate) fn before(&self, goal: Goal) -> &Controls {
        static NONE: Controls = Controls::new();
        self.before.get(&goal).unwrap_or(&NONE)
    }

    /// The control states that paths to some goal go through.
    pub(crate) fn useful(&self) -> Controls {
        let before = self.before.values().flatten();
        let targets = self.controls.values().flatten();
        before.chain(targets).copied().collect()
    }

    /// The control states from which some goal can be reached by at least one step.
    pub(crate) fn going_on(&self) -> Controls {
        self.before.values().flatten().copied().collect()
    }
}
