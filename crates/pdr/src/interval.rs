//! Lemmas about the order of numbers: known bits of a variable become bounds, where that excludes more.
//!
//! What a cube says of the bits of a variable is that it lies between the least and the greatest number with
//! these bits, and more. If all numbers between them cannot be entered either, the bounds are the better
//! lemma: counters and indices need `i <= n`, which bits say only one power of two at a time.

use crate::prover::{Halt, Prover};
use crate::relation::{Cube, Literal};
use crate::step::Entered;
use cassay_efsm::{ControlId, VarId};
use std::collections::BTreeMap;

/// Variables of a cube for which bounds are tried.
const TRIES: usize = 3;
/// Most atoms; bounds are new ones.
const MOST_ATOMS: usize = 20_000;

impl Prover<'_> {
    /// A cube that excludes more than this one by bounds, or the same.
    pub(crate) fn with_bounds(
        &mut self,
        control: ControlId,
        mut cube: Cube,
        level: usize,
    ) -> Result<Cube, Halt> {
        let mut words: BTreeMap<VarId, Vec<(u32, bool)>> = BTreeMap::new();
        for literal in &cube {
            if let Some((variable, place)) = self.relation.places.get(literal.atom() as usize) {
                let bits = words.entry(*variable).or_default();
                bits.push((*place, literal.value()));
            }
        }
        for (variable, bits) in words.into_iter().take(TRIES) {
            if bits.len() < 2 || self.relation.atom_count() > MOST_ATOMS {
                continue;
            }
            let symbol = self.machine.variables[variable].symbol;
            let width = self.machine.pool.width(symbol);
            // Without the highest bit there are numbers nearly everywhere.
            if bits.last().is_none_or(|(place, _)| *place + 1 != width) {
                continue;
            }
            let bounds = self.bounds(variable, width, &bits)?;
            let places = &self.relation.places;
            let other = |literal: &Literal| {
                let place = places.get(literal.atom() as usize);
                place.is_none_or(|(of, _)| *of != variable)
            };
            let mut wider: Cube = cube.iter().copied().filter(other).collect();
            wider.extend(bounds);
            wider.sort_unstable();
            wider.dedup();
            if let Entered::Never(core) = self.enter(control, &wider, level, true)? {
                self.statistics.bounds += 1;
                cube = core;
            }
        }
        Ok(cube)
    }

    /// Literals that say that a variable lies between the least and the greatest number with these bits.
    fn bounds(
        &mut self,
        variable: VarId,
        width: u32,
        bits: &[(u32, bool)],
    ) -> Result<Vec<Literal>, Halt> {
        let mut least = vec![false; width as usize];
        let mut most = vec![true; width as usize];
        for (place, value) in bits {
            least[*place as usize] = *value;
            most[*place as usize] = *value;
        }
        let pool = &mut self.machine.pool;
        let symbol = self.machine.variables[variable].symbol;
        let least = pool.bv(crate::number(width, &least));
        let most = pool.bv(crate::number(width, &most));
        let terms = [pool.uge(symbol, least), pool.ule(symbol, most)];
        let mut literals = Vec::new();
        for term in terms {
            literals.extend(self.relation.predicate(&self.machine.pool, term)?);
        }
        Ok(literals)
    }
}
