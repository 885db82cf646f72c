//! Lemmas: cubes that no execution of few steps reaches, by control state and level.
//!
//! A lemma of level `i` holds in all states of its control state that can be reached in at most `i` steps, so
//! it belongs to all frames up to `i`. Level [`FOREVER`] is that of lemmas known to be invariants.

use crate::relation::{Cube, Literal};
use cassay_base::IndexVec;
use cassay_efsm::ControlId;

/// The level of invariants.
pub const FOREVER: usize = usize::MAX;

/// A cube that cannot be reached in so many steps.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// The cube.
    pub cube: Cube,
    /// In how many steps.
    pub level: usize,
    /// The number of its clause in the solver of its control state, if it has one that can be removed.
    pub clause: Option<u32>,
    signature: u64,
}

/// The lemmas.
pub struct Frames {
    lemmas: IndexVec<ControlId, Vec<Lemma>>,
    /// In how many steps each control state is known not to be reached at all.
    never: IndexVec<ControlId, usize>,
}

fn signature(cube: &[Literal]) -> u64 {
    cube.iter().fold(0, |all, literal| {
        all | 1 << (literal.0.wrapping_mul(0x9e37_79b1) >> 26)
    })
}

/// Whether every literal of one sorted cube is in another.
fn is_part(small: &[Literal], large: &[Literal]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small
        .iter()
        .all(|literal| rest.any(|other| other == literal))
}

impl Frames {
    /// No lemmas, for so many control states.
    pub fn new(controls: usize) -> Frames {
        Frames {
            lemmas: (0..controls).map(|_| Vec::new()).collect(),
            never: (0..controls).map(|_| 0).collect(),
        }
    }

    /// The lemmas of a control state.
    pub fn of(&self, control: ControlId) -> &[Lemma] {
        &self.lemmas[control]
    }

    /// How many lemmas there are.
    pub fn len(&self) -> usize {
        self.lemmas.iter().map(Vec::len).sum()
    }

    /// Whether a lemma of this level or a higher one excludes the whole cube.
    pub fn excludes(&self, control: ControlId, cube: &[Literal], level: usize) -> bool {
        if self.never[control] >= level && level > 0 {
            return true;
        }
        if cube.is_empty() {
            return false;
        }
        let signature = signature(cube);
        self.lemmas[control].iter().any(|lemma| {
            lemma.level >= level && lemma.signature & !signature == 0 && is_part(&lemma.cube, cube)
        })
    }

    /// Adds a lemma; the clauses of those that it makes redundant.
    pub fn add(
        &mut self,
        control: ControlId,
        cube: Cube,
        level: usize,
        clause: Option<u32>,
    ) -> Vec<u32> {
        if cube.is_empty() {
            self.never[control] = self.never[control].max(level);
        }
        let signature = signature(&cube);
        let mut removed = Vec::new();
        self.lemmas[control].retain(|lemma| {
            let redundant = lemma.level <= level
                && signature & !lemma.signature == 0
                && is_part(&cube, &lemma.cube);
            if redundant {
                removed.extend(lemma.clause);
            }
            !redundant
        });
        self.lemmas[control].push(Lemma {
            cube,
            level,
            clause,
            signature,
        });
        removed
    }

    /// Whether some lemma has exactly this level.
    pub fn has_exactly(&self, level: usize) -> bool {
        let mut all = self.lemmas.iter().flatten();
        all.any(|lemma| lemma.level == level)
    }

    /// The cubes of a control state that are excluded at a level.
    pub fn at(&self, control: ControlId, level: usize) -> impl Iterator<Item = &Cube> {
        let lemmas = self.lemmas[control].iter();
        lemmas
            .filter(move |lemma| lemma.level >= level)
            .map(|lemma| &lemma.cube)
    }
}
