//! Executions of a machine, followed by the term evaluator: no search that finds one is believed.

use crate::{ControlId, EdgeId, Machine, VarId};
use cassay_base::IndexVec;
use cassay_term::{Evaluator, Model, Value};

/// A state: a control state and a value for every variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The control state.
    pub control: ControlId,
    /// The values.
    pub values: IndexVec<VarId, Value>,
}

/// One step of an execution.
#[derive(Clone, Debug)]
pub struct Step {
    /// The edge that is taken.
    pub edge: EdgeId,
    /// Values of inputs; others have the value of an absent symbol.
    pub inputs: Model,
}

/// An execution: the first values of the variables, and what is chosen on the way.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The first values; others have the value of an absent symbol.
    pub start: Model,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Machine {
    /// The states of an execution, the first one included; `None` if the machine has no such execution.
    pub fn follow(&self, execution: &Execution) -> Option<Vec<State>> {
        let mut values = IndexVec::new();
        let mut evaluator = Evaluator::new(&self.pool, &execution.start);
        for variable in self.variables.iter() {
            values.push(evaluator.value(variable.symbol));
        }
        if !evaluator.bool_value(self.start) {
            return None;
        }
        let mut states = vec![State {
            control: self.initial,
            values,
        }];
        for step in &execution.steps {
            let before = states.last()?;
            let next = self.step(before, step)?;
            states.push(next);
        }
        Some(states)
    }

    /// The state behind a step, if the step is possible.
    pub fn step(&self, before: &State, step: &Step) -> Option<State> {
        let edge = &self.edges[step.edge];
        if edge.from != before.control {
            return None;
        }
        let mut model = step.inputs.restricted_to(&self.inputs);
        for (variable, value) in before.values.iter_enumerated() {
            model.set(self.variables[variable].symbol, value.clone());
        }
        let mut evaluator = Evaluator::new(&self.pool, &model);
        if !evaluator.bool_value(edge.guard) {
            return None;
        }
        let mut values = before.values.clone();
        for (variable, value) in &edge.updates {
            values[*variable] = evaluator.value(*value);
        }
        Some(State {
            control: edge.to,
            values,
        })
    }
}
