//! The inputs of one step: a list of choices, and what was asked for.

use crate::classes::Classes;
use cassay_bv::Bv;
use cassay_interp::{Asked, Oracle, Site};
use cassay_ir::{FuncId, InputSource};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The choices of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// The choice for each input that the step asks for; the first value beyond these.
    choices: Vec<u64>,
    /// The values that matter, of inputs of which few do.
    classes: Classes,
    /// The inputs asked for, with the number of their values.
    asked: Vec<(Asked, u64)>,
    answers: BTreeMap<Asked, Bv>,
    /// Inputs of up to this many bits take every value.
    bits: u32,
    /// What was left open first that did not take all its values.
    pub(crate) restricted: Option<String>,
    /// Whether an input was asked for that over-approximates a value.
    pub(crate) inexact: bool,
    /// Whether memory was read that was never written.
    pub(crate) unwritten: bool,
    /// Whether the execution has begun.
    pub(crate) started: bool,
}

impl Script {
    pub(crate) fn new(bits: u32, classes: Classes) -> Self {
        Script {
            bits: bits.min(16),
            classes,
            ..Script::default()
        }
    }

    /// The answer to a question, by the next choice out of so many.
    fn choose(&mut self, asked: Asked, values: u64, answer: impl FnOnce(&Self, u64) -> Bv) -> Bv {
        let index = self.asked.len();
        let choice = self.choices.get(index).copied().unwrap_or(0);
        self.asked.push((asked, values));
        let answer = answer(self, choice);
        self.answers.insert(asked, answer.clone());
        answer
    }

    /// Begins a step with these choices.
    pub(crate) fn begin(&mut self, choices: &[u64]) {
        self.choices = choices.to_vec();
        self.asked.clear();
        self.answers.clear();
    }

    /// Notes that something does not take all its values; the first stays.
    fn restrict(&mut self, what: impl FnOnce() -> String) {
        self.restricted.get_or_insert_with(what);
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
    fn nondet_at(&mut self, at: Site, asked: Asked, source: &InputSource, width: u32) -> Bv {
        let mut script = self.0.borrow_mut();
        let at = (at.function, at.block, at.stmt);
        let Some(values) = script.classes.of(at).map(<[u64]>::len) else {
            drop(script);
            return self.nondet_of(asked, source, width);
        };
        if let Some(known) = script.answers.get(&asked) {
            return known.clone();
        }
        script.inexact |= values > 1 && source.is_inexact();
        script.choose(asked, values as u64, |script, choice| {
            let values = script.classes.of(at).unwrap_or_default();
            let value = values.get(choice as usize).copied().unwrap_or(0);
            Bv::from_u64(width, value)
        })
    }

    fn nondet_of(&mut self, asked: Asked, source: &InputSource, width: u32) -> Bv {
        let mut script = self.0.borrow_mut();
        script.inexact |= source.is_inexact();
        if let Some(known) = script.answers.get(&asked) {
            return known.clone();
        }
        let values = if width <= script.bits { 1 << width } else { 2 };
        if width > script.bits && width > 1 {
            script.restrict(|| format!("the {width} bits of {source}"));
        }
        script.choose(asked, values, |_, choice| Bv::from_u64(width, choice))
    }

    fn nondet(&mut self, source: &InputSource, width: u32) -> Bv {
        self.0.borrow_mut().restrict(|| source.to_string());
        Bv::zero(width)
    }

    fn initial_byte(&mut self, _object: u64, _offset: u64) -> u8 {
        let mut script = self.0.borrow_mut();
        script.unwritten = true;
        script.restrict(|| "memory that was never written".to_string());
        0
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        let mut script = self.0.borrow_mut();
        script.restrict(|| "the address of an object".to_string());
        None
    }

    fn function_address(&mut self, _function: FuncId) -> Option<u64> {
        // At the start the interpreter asks for every function, later where an address matters.
        let mut script = self.0.borrow_mut();
        if script.started {
            script.restrict(|| "the address of a function".to_string());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_of_values_is_chosen_once() {
        let script = Rc::new(RefCell::new(Script::new(2, Classes::default())));
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
        assert!(script.borrow().restricted.is_some());
    }
}
