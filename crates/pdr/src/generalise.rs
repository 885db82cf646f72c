//! Excluding more than was asked for: literals are dropped from a cube as long as it cannot be entered.
//!
//! Where a smaller cube can be entered, the state from which that happens may itself be unreachable: then it
//! is excluded, and the smaller cube is tried again (counterexamples to generalisation). Otherwise, if that
//! state is of the same control state, literals that it does not share are dropped too.

use crate::prover::{Halt, Prover};
use crate::relation::{Cube, Literal};
use crate::step::{Before, Entered};
use cassay_efsm::ControlId;
use std::collections::BTreeMap;

/// How deep states that are in the way are excluded.
const DEPTH: u32 = 1;
/// How many such states are excluded for one attempt, between attempts with fewer literals.
const MANY: u32 = 1;
/// Attempts that may fail in a row.
const FAILURES: usize = 24;

impl Prover<'_> {
    /// A part of a cube that cannot be entered either.
    pub(crate) fn generalise(
        &mut self,
        control: ControlId,
        cube: Cube,
        level: usize,
        depth: u32,
    ) -> Result<Cube, Halt> {
        let mut cube = self.drop_words(control, cube, level, depth)?;
        let mut order = cube.clone();
        order.sort_by_key(|literal| self.rank(*literal));
        let mut failures = 0;
        for literal in order {
            if failures >= FAILURES {
                break;
            }
            if !cube.contains(&literal) {
                continue;
            }
            let smaller: Cube = cube.iter().copied().filter(|l| *l != literal).collect();
            match self.down(control, smaller, level, depth)? {
                Some(smaller) => {
                    cube = smaller;
                    failures = 0;
                }
                None => failures += 1,
            }
        }
        Ok(cube)
    }

    /// Drops all bits of a variable at once, where there are many.
    fn drop_words(
        &mut self,
        control: ControlId,
        mut cube: Cube,
        level: usize,
        depth: u32,
    ) -> Result<Cube, Halt> {
        let mut words: BTreeMap<u32, Vec<Literal>> = BTreeMap::new();
        for literal in &cube {
            if let Some((variable, _)) = self.relation.places.get(literal.atom() as usize) {
                words.entry(variable.0).or_default().push(*literal);
            }
        }
        for word in words.values().filter(|word| word.len() > 3) {
            let smaller: Cube = cube.iter().copied().filter(|l| !word.contains(l)).collect();
            if smaller.len() < cube.len()
                && let Some(smaller) = self.down(control, smaller, level, depth)?
            {
                cube = smaller;
            }
        }
        Ok(cube)
    }

    /// A part of this cube that cannot be entered, if one is found.
    fn down(
        &mut self,
        control: ControlId,
        mut cube: Cube,
        level: usize,
        depth: u32,
    ) -> Result<Option<Cube>, Halt> {
        let mut excluded = 0;
        loop {
            let before = match self.enter(control, &cube, level, true)? {
                Entered::Never(core) => return Ok(Some(core)),
                Entered::From(before) => before,
            };
            if depth >= DEPTH || level <= 1 || before.control == self.machine.initial {
                return Ok(None);
            }
            if excluded < MANY && self.exclude(&before, level - 1, depth)? {
                excluded += 1;
                continue;
            }
            if before.control != control {
                return Ok(None);
            }
            excluded = 0;
            let shared: Cube = cube
                .iter()
                .copied()
                .filter(|literal| self.has(&before, *literal))
                .collect();
            if shared.len() == cube.len() {
                return Ok(None);
            }
            cube = shared;
        }
    }

    /// Excludes a state that is in the way, if it cannot be entered.
    fn exclude(&mut self, before: &Before, level: usize, depth: u32) -> Result<bool, Halt> {
        let entered = self.enter(before.control, &before.cube, level, true)?;
        let Entered::Never(core) = entered else {
            return Ok(false);
        };
        self.statistics.ctgs += 1;
        self.learn(before.control, core, level, depth + 1)?;
        Ok(true)
    }

    /// Whether a literal holds in a state.
    fn has(&mut self, before: &Before, literal: Literal) -> bool {
        let at = literal.atom() as usize;
        if at < self.relation.bits.len() {
            return before.bit(at) == literal.value();
        }
        let lit = self.relation.now(literal);
        let relation = &self.relation;
        self.lifter.cone(&relation.graph, [lit]);
        let input = |node: usize| relation.bit_of(node).is_some_and(|at| before.bit(at));
        self.lifter.evaluate(relation, input, |_| false);
        self.lifter.holds(lit)
    }
}
