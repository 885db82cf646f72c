//! The inputs of one step: a list of choices, and what was asked for.

use cassay_bv::Bv;
use cassay_interp::{Asked, Oracle};
use cassay_ir::InputSource;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The choices of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// The choice for each input that the step asks for; the first value beyond these.
    choices: Vec<u64>,
    /// The inputs asked for, with the number of their values.
    asked: Vec<(Asked, u64)>,
    answers: BTreeMap<Asked, Bv>,
    /// Inputs of up to this many bits take every value.
    bits: u32,
    /// Whether something was left open that did not take all its values.
    pub(crate) restricted: bool,
}

impl Script {
    pub(crate) fn new(bits: u32) -> Self {
        Script {
            bits: bits.min(16),
            ..Script::default()
        }
    }

    /// Begins a step with these choices.
    pub(crate) fn begin(&mut self, choices: &[u64]) {
        self.choices = choices.to_vec();
        self.asked.clear();
        self.answers.clear();
    }

    /// The inputs of the step.
    pub(crate) fn answers(&self) -> Vec<(Asked, Bv)> {
        let answers = self.answers.iter();
        answers
            .map(|(asked, bits)| (*asked, bits.clone()))
            .collect()
    }

    /// The choices to try next: the last input that has another value takes it.
    pub(crate) fn next(&self) -> Option<Vec<u64>> {
        let chosen = |index: usize| self.choices.get(index).copied().unwrap_or(0);
        let mut open = (0..self.asked.len()).rev();
        let last = open.find(|index| chosen(*index) + 1 < self.asked[*index].1)?;
        let mut choices: Vec<u64> = (0..last).map(chosen).collect();
        choices.push(chosen(last) + 1);
        Some(choices)
    }
}

/// The oracle that answers by a script.
pub(crate) struct Scripted(pub(crate) Rc<RefCell<Script>>);

impl Oracle for Scripted {
    fn nondet_of(&mut self, asked: Asked, _source: &InputSource, width: u32) -> Bv {
        let mut script = self.0.borrow_mut();
        if let Some(known) = script.answers.get(&asked) {
            return known.clone();
        }
        let values = if width <= script.bits { 1 << width } else { 2 };
        script.restricted |= width > script.bits && width > 1;
        let index = script.asked.len();
        let choice = script.choices.get(index).copied().unwrap_or(0);
        script.asked.push((asked, values));
        let answer = Bv::from_u64(width, choice);
        script.answers.insert(asked, answer.clone());
        answer
    }

    fn nondet(&mut self, _source: &InputSource, width: u32) -> Bv {
        self.0.borrow_mut().restricted = true;
        Bv::zero(width)
    }

    fn initial_byte(&mut self, _object: u64, _offset: u64) -> u8 {
        self.0.borrow_mut().restricted = true;
        0
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        self.0.borrow_mut().restricted = true;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_of_values_is_chosen_once() {
        let script = Rc::new(RefCell::new(Script::new(2)));
        let mut oracle = Scripted(Rc::clone(&script));
        let mut seen = Vec::new();
        let mut next = Some(Vec::new());
        while let Some(choices) = next {
            script.borrow_mut().begin(&choices);
            let mut list = Vec::new();
            for (index, width) in [1, 2, 32].into_iter().enumerate() {
                let asked = Asked {
                    thread: 0,
                    index: index as u64,
                };
                let value = oracle.nondet_of(asked, &InputSource::Known, width);
                // Asked again, the answer is the same.
                assert_eq!(value, oracle.nondet_of(asked, &InputSource::Known, width));
                list.push(value.to_u64());
            }
            seen.push(list);
            next = script.borrow().next();
        }
        let number = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!((number, seen.len()), (16, 16));
        assert!(script.borrow().restricted);
    }
}
