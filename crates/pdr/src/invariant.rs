//! Lemmas as terms.

use crate::prover::Prover;
use crate::relation::{Atom, Cube, Literal};
use cassay_efsm::{ControlId, Invariant};
use cassay_term::TermId;

impl Prover<'_> {
    /// What the lemmas of a level say. It is inductive if no lemma has exactly the level below.
    pub(crate) fn invariant(&mut self, level: usize) -> Invariant {
        let mut invariant = Invariant::default();
        for control in self.machine.controls.ids() {
            if control == self.machine.initial {
                invariant.0.insert(control, self.machine.start);
                continue;
            }
            if self.frames.excludes(control, &[], level) {
                continue;
            }
            let mut all = self.constant_bits(control);
            let mut cubes: Vec<Cube> = self.frames.at(control, level).cloned().collect();
            cubes.sort();
            for cube in cubes {
                let clause = self.clause(&cube);
                all = self.machine.pool.and(all, clause);
            }
            invariant.0.insert(control, all);
        }
        invariant
    }

    /// What is known of single bits.
    fn constant_bits(&mut self, control: ControlId) -> TermId {
        let bits = self.constants[control].iter().enumerate();
        let known = bits.filter_map(|(atom, bit)| Some(Literal::new(atom as Atom, (*bit)?)));
        let known: Cube = known.collect();
        self.conjunction(&known)
    }

    /// The negation of a cube.
    fn clause(&mut self, cube: &[Literal]) -> TermId {
        let cube = self.conjunction(cube);
        self.machine.pool.not(cube)
    }

    /// A cube. Neighbouring bits of a variable become one comparison.
    fn conjunction(&mut self, cube: &[Literal]) -> TermId {
        let mut parts = Vec::new();
        let mut at = 0;
        while at < cube.len() {
            let run = self.neighbours(&cube[at..]);
            let part = match run {
                1 => self.relation.as_term(self.machine, cube[at]),
                _ => self.bits(&cube[at..at + run]),
            };
            parts.push(part);
            at += run;
        }
        self.machine.pool.and_all(parts)
    }

    /// How many literals at the front are neighbouring bits of one variable.
    fn neighbours(&self, cube: &[Literal]) -> usize {
        let place = |literal: &Literal| self.relation.places.get(literal.atom() as usize);
        let Some((variable, first)) = cube.first().and_then(place) else {
            return 1;
        };
        let follows = |at: &usize| place(&cube[*at]) == Some(&(*variable, first + *at as u32));
        1 + (1..cube.len()).take_while(follows).count()
    }

    /// Neighbouring bits have these values.
    fn bits(&mut self, run: &[Literal]) -> TermId {
        let (variable, lo) = self.relation.places[run[0].atom() as usize];
        let width = run.len() as u32;
        let values: Vec<bool> = run.iter().map(|literal| literal.value()).collect();
        let value = crate::number(width, &values);
        let symbol = self.machine.variables[variable].symbol;
        let pool = &mut self.machine.pool;
        let part = pool.extract(lo + width - 1, lo, symbol);
        let value = pool.bv(value);
        pool.eq(part, value)
    }
}
