//! From a system back to its machine: traces become executions, what holds of latches an invariant.

use crate::System;
use crate::system::{Control, Role, code};
use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_efsm::{ControlId, Execution, Invariant, Machine, State, Step};
use cassay_term::{Evaluator, Model, Pool, TermId, Value};

impl System {
    /// The execution that the system's inputs of each step stand for, up to the first bad control state.
    /// It has been followed. An error says where that ended.
    pub fn execution(&self, machine: &Machine, inputs: &[Model]) -> Result<Execution, String> {
        let first = inputs.first().cloned().unwrap_or_default();
        let mut execution = Execution {
            start: self.start(machine, &first),
            steps: Vec::new(),
        };
        let mut state = machine
            .follow(&execution)
            .and_then(|mut states| states.pop());
        for input in inputs {
            // The system reads first values again in every step in which it stays at the first control state.
            if execution.steps.is_empty() {
                execution.start = self.start(machine, input);
                state = machine
                    .follow(&execution)
                    .and_then(|mut states| states.pop());
            }
            let Some(before) = &state else { continue };
            if self.targets.contains(&before.control) {
                break;
            }
            let Some((step, behind)) = self.step(machine, before, input)? else {
                continue;
            };
            execution.steps.push(step);
            state = Some(behind);
        }
        let states = machine.follow(&execution);
        let last = states.and_then(|mut states| states.pop());
        match last {
            Some(last) if self.targets.contains(&last.control) => Ok(execution),
            Some(last) => Err(format!(
                "the trace ends in {} after {} steps, where nothing is violated",
                machine.controls[last.control].name,
                execution.steps.len()
            )),
            None => Err("the trace does not begin in a start state".into()),
        }
    }

    /// The values of variables with which the first step begins.
    fn start(&self, machine: &Machine, input: &Model) -> Model {
        let mut start = Model::new();
        for (id, variable) in machine.variables.iter_enumerated() {
            let first = self.first[id];
            let pool = self.pool();
            let value = match (pool.as_bool(first), pool.as_bv(first)) {
                (Some(value), _) => Some(Value::Bool(value)),
                (None, Some(value)) => Some(Value::Bv(value.clone())),
                (None, None) => input.get(first).cloned(),
            };
            if let Some(value) = value {
                start.set(variable.symbol, value);
            }
        }
        start
    }

    /// The step that the system takes, unless it pauses, and the state behind it. An error if the machine
    /// cannot take it.
    fn step(
        &self,
        machine: &Machine,
        before: &State,
        input: &Model,
    ) -> Result<Option<(Step, State)>, String> {
        let mut model = input.clone();
        for (id, value) in before.values.iter_enumerated() {
            model.set(self.copies[id], value.clone());
        }
        for latch in &self.latches {
            let value = match latch.role {
                Role::Control(None) => {
                    let width = self.pool().width(latch.symbol);
                    let code = u64::from(code(machine, before.control));
                    Value::Bv(Bv::from_u64(width, code))
                }
                Role::Control(Some(control)) => Value::Bool(control == before.control),
                Role::Variable(_) => continue,
            };
            model.set(latch.symbol, value);
        }
        let mut evaluator = Evaluator::new(self.pool(), &model);
        let mut taken = machine.edges.iter_enumerated().filter(|(id, edge)| {
            edge.from == before.control && evaluator.bool_value(self.taken[*id])
        });
        let Some((edge, _)) = taken.next() else {
            return Ok(None);
        };
        let step = Step {
            edge,
            inputs: self.encoder.decode(&model, &machine.inputs),
        };
        match machine.step(before, &step) {
            Some(behind) => Ok(Some((step, behind))),
            None => Err("the trace takes a step that the machine has not".into()),
        }
    }

    /// The invariant of the machine that a condition on the latches is: `condition` gives it for each
    /// control state, as a term of the machine's pool. What holds at the first control state is known, and
    /// nothing holds at bad ones.
    pub fn invariant(
        &self,
        machine: &mut Machine,
        stop: &Stop,
        mut condition: impl FnMut(&mut Pool, &Leaves<'_>) -> Result<TermId, String>,
    ) -> Result<Invariant, String> {
        let mut invariant = Invariant::default();
        let symbols: Vec<TermId> = machine.variables.iter().map(|v| v.symbol).collect();
        for control in machine.controls.ids() {
            if stop.is_raised() {
                return Err("it was asked to stop".into());
            }
            let leaves = Leaves {
                system: self,
                code: code(machine, control),
                control,
                symbols: &symbols,
            };
            let term = if self.targets.contains(&control) {
                machine.pool.fls()
            } else if control == machine.initial {
                machine.start
            } else {
                condition(&mut machine.pool, &leaves)?
            };
            if machine.pool.as_bool(term) != Some(false) {
                invariant.0.insert(control, term);
            }
        }
        Ok(invariant)
    }
}

/// The latches of a system in one control state, as terms of the machine.
pub struct Leaves<'a> {
    system: &'a System,
    code: u32,
    control: ControlId,
    symbols: &'a [TermId],
}

impl Leaves<'_> {
    /// The value of a latch: a constant for those of the control state. `None` if there is no such latch.
    pub fn latch(&self, pool: &mut Pool, latch: usize) -> Option<TermId> {
        match self.system.latches.get(latch)?.role {
            Role::Control(None) => {
                let Control::Word(word) = self.system.control else {
                    return None;
                };
                let width = self.system.pool().width(word);
                Some(pool.bv(Bv::from_u64(width, u64::from(self.code))))
            }
            Role::Control(Some(control)) => Some(pool.bool_const(control == self.control)),
            Role::Variable(variable) => self.symbols.get(variable.0 as usize).copied(),
        }
    }

    /// One bit of a latch, as a Bool term.
    pub fn bit(&self, pool: &mut Pool, latch: usize, bit: u32) -> Option<TermId> {
        let term = self.latch(pool, latch)?;
        match pool.sort(term).bv_width() {
            None => (bit == 0).then_some(term),
            Some(width) if bit < width => {
                let bit = pool.extract(bit, bit, term);
                let one = pool.bv_u64(1, 1);
                Some(pool.eq(bit, one))
            }
            Some(_) => None,
        }
    }
}
