//! Bits that have one value in all states of a control state, found by executing with unknown bits.
//!
//! Most variables of programs are wider than their values need: flags, enumerations, small counters. Their
//! upper bits are constant, which the lemmas need not say again and again. They are lemmas that hold forever,
//! kept apart from the others because they are many.

use crate::lift::parts;
use crate::prover::{Halt, Prover};
use crate::relation::{Cube, Literal};
use crate::{frames::FOREVER, relation::Atom};
use cassay_efsm::{ControlId, EdgeId};
use cassay_solver_cadical::graph::{Gate, Lit};

/// A bit: known or not.
pub type Bit = Option<bool>;

impl Prover<'_> {
    /// Finds constant bits, and adds what they say as lemmas that hold forever.
    pub(crate) fn find_constants(&mut self) -> Result<(), Halt> {
        let count = self.machine.controls.len();
        // No state reached yet; or what is known of those that are.
        let mut known: Vec<Option<Vec<Bit>>> = vec![None; count];
        let initial = self.machine.initial;
        known[initial.0 as usize] = Some(self.first_bits()?);
        let mut waiting = vec![initial];
        while let Some(control) = waiting.pop() {
            for edge in self.machine.edges.ids() {
                if self.machine.edges[edge].from != control {
                    continue;
                }
                if self.stop.is_raised() {
                    return Err(Halt::Stopped);
                }
                let Some(before) = &known[control.0 as usize] else {
                    continue;
                };
                let Some(after) = self.execute(edge, before) else {
                    continue;
                };
                let to = self.machine.edges[edge].to;
                if join(&mut known[to.0 as usize], after) && !waiting.contains(&to) {
                    waiting.push(to);
                }
            }
        }
        for control in self.machine.controls.ids() {
            if control != initial {
                self.settle(control, known[control.0 as usize].take());
            }
        }
        Ok(())
    }

    /// The bits that the condition at the start fixes one by one.
    fn first_bits(&mut self) -> Result<Vec<Bit>, Halt> {
        let mut bits = vec![None; self.relation.bits.len()];
        // Conjunctions that hold: their parts hold.
        let mut open = vec![self.relation.start];
        while let Some(lit) = open.pop() {
            let gate = self.relation.graph.gate(lit.node());
            if let Gate::And(a, b) = gate
                && !lit.is_negated()
            {
                open.extend([a, b]);
            } else if let Some(atom) = self.relation.atom_of(lit.node())
                && let Some(bit) = bits.get_mut(atom.atom() as usize)
            {
                *bit = Some(atom.value() != lit.is_negated());
            }
        }
        Ok(bits)
    }

    /// The bits behind an edge; `None` if it cannot be taken.
    fn execute(&mut self, edge: EdgeId, before: &[Bit]) -> Option<Vec<Bit>> {
        let relation = &self.relation;
        let next = relation.next_bits(edge);
        let roots = next.iter().copied().chain([relation.guard(edge)]);
        let order = self.lifter.cone(&relation.graph, roots);
        let mut values: Vec<Bit> = vec![None; relation.graph.len()];
        values[0] = Some(false);
        for (at, bit) in relation.bits.iter().enumerate() {
            values[bit.node()] = before[at];
        }
        for node in order {
            let gate = relation.graph.gate(*node);
            if !matches!(gate, Gate::Constant | Gate::Input) {
                values[*node] = evaluate(&values, gate);
            }
        }
        if of(&values, relation.guard(edge)) == Some(false) {
            return None;
        }
        Some(next.iter().map(|lit| of(&values, *lit)).collect())
    }

    fn settle(&mut self, control: ControlId, known: Option<Vec<Bit>>) {
        let Some(known) = known else {
            if !self.frames.excludes(control, &[], FOREVER) {
                self.lemma(control, Cube::new(), FOREVER);
            }
            return;
        };
        for (atom, bit) in known.iter().enumerate() {
            if let Some(value) = bit {
                let never = Literal::new(atom as Atom, !value);
                self.instances[control].exclude(&self.relation, &[never], None);
            }
        }
        self.constants[control] = known;
    }
}

fn of(values: &[Bit], lit: Lit) -> Bit {
    values[lit.node()].map(|value| value != lit.is_negated())
}

fn evaluate(values: &[Bit], gate: Gate) -> Bit {
    let (lits, count) = parts(gate);
    let [a, b, c] = lits.map(|lit| of(values, lit));
    match gate {
        Gate::Constant | Gate::Input => None,
        Gate::And(..) => match (a, b) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            (None, _) | (_, None) => None,
        },
        Gate::Xor(..) => Some(a? != b?),
        Gate::Mux(..) => match a {
            Some(true) => b,
            Some(false) => c,
            None => (b == c).then_some(b).flatten(),
        },
        Gate::Maj(..) => {
            let with = |value: bool| [a, b, c].iter().filter(|x| **x == Some(value)).count();
            debug_assert_eq!(count, 3);
            match (with(true) >= 2, with(false) >= 2) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                (false, false) => None,
            }
        }
    }
}

/// Adds states; whether that changes anything.
fn join(known: &mut Option<Vec<Bit>>, more: Vec<Bit>) -> bool {
    let Some(known) = known else {
        *known = Some(more);
        return true;
    };
    let mut changed = false;
    for (bit, other) in known.iter_mut().zip(more) {
        if bit.is_some() && *bit != other {
            *bit = None;
            changed = true;
        }
    }
    changed
}
