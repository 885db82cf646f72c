//! The values that variables can have at each control state: abstract interpretation of the machine
//! by its own terms, with constants and intervals.
//!
//! What is found is an inductive invariant of the machine: the last thing done is to check that every
//! step from what is found leads into what is found.

mod abs;
mod edge;

pub use abs::Abs;

use crate::{ControlId, Graph, Machine, VarId};
use abs::{join, wider, without_changes};
use cassay_base::{IndexVec, Stop};
use cassay_term::{Pool, Sort, TermId, post_order};
use edge::{Symbols, through};
use std::collections::{BTreeMap, BTreeSet};

/// What is known at a control state; of variables that are absent nothing is.
pub type Known = BTreeMap<VarId, Abs>;

/// How often what is known at a control state may change before bounds are given up.
const PATIENCE: u32 = 4;
/// How often it may change before everything that still changes is given up.
const LAST_PATIENCE: u32 = 200;
/// How many terms may be looked at before bounds that still change are given up at once.
const WORK: usize = 8_000_000;
/// How often bounds are tightened again at the end.
const TIGHTEN: usize = 2;

/// What is known at each control state; nothing can be there where it is `None`.
pub struct Values {
    /// By control state.
    pub at: IndexVec<ControlId, Option<Known>>,
}

impl Values {
    /// Analyses a machine; `None` if it was stopped.
    pub fn of(machine: &mut Machine, stop: &Stop) -> Option<Values> {
        let mut analysis = Analysis::new(machine);
        analysis.rise(machine, stop)?;
        let risen = analysis.at.clone();
        for _ in 0..TIGHTEN {
            analysis.tighten(machine, stop)?;
        }
        let at = if analysis.is_inductive(machine, stop)? {
            analysis.at
        } else {
            risen
        };
        Some(Values { at })
    }

    /// What is known at a control state as a term, with truth where nothing is.
    pub fn fact(&self, machine: &mut Machine, control: ControlId) -> Option<TermId> {
        let known = self.at[control].as_ref()?;
        let mut parts = Vec::new();
        for (variable, abs) in known {
            let symbol = machine.variables[*variable].symbol;
            parts.push(abs.term(&mut machine.pool, symbol));
        }
        Some(machine.pool.and_all(parts))
    }

    /// The facts at all control states that can be reached.
    pub fn facts(&self, machine: &mut Machine) -> BTreeMap<ControlId, TermId> {
        let ids = machine.controls.ids();
        ids.filter_map(|id| Some((id, self.fact(machine, id)?)))
            .collect()
    }

    /// The control states that cannot be reached.
    pub fn unreached(&self) -> BTreeSet<ControlId> {
        let all = self.at.iter_enumerated();
        all.filter(|(_, known)| known.is_none())
            .map(|(id, _)| id)
            .collect()
    }
}

struct Analysis {
    graph: Graph,
    symbols: Symbols,
    thresholds: BTreeMap<u32, Vec<u64>>,
    first: Option<Known>,
    /// How many terms were looked at.
    work: usize,
    at: IndexVec<ControlId, Option<Known>>,
}

impl Analysis {
    fn new(machine: &mut Machine) -> Analysis {
        let symbols = Symbols::of(machine);
        let roots = machine.roots();
        let first = edge::assume(&mut machine.pool, &symbols, Known::new(), machine.start);
        Analysis {
            graph: Graph::new(machine),
            symbols,
            thresholds: thresholds(&machine.pool, &roots),
            first,
            work: 0,
            at: machine.controls.iter().map(|_| None).collect(),
        }
    }

    /// Adds what steps lead to until nothing is new.
    fn rise(&mut self, machine: &mut Machine, stop: &Stop) -> Option<()> {
        let mut changes: IndexVec<ControlId, u32> = machine.controls.iter().map(|_| 0).collect();
        let initial = machine.initial;
        self.at[initial] = self.first.clone();
        let mut open = BTreeSet::from([initial]);
        while let Some(at) = open.pop_first() {
            let Some(known) = self.at[at].clone() else {
                continue;
            };
            for id in self.graph.leaving[at].clone() {
                if stop.is_raised() {
                    return None;
                }
                let to = machine.edges[id].to;
                let behind = through(machine, &self.symbols, &known, id, &mut self.work);
                let Some(behind) = behind else {
                    continue;
                };
                let more = match &self.at[to] {
                    None => behind,
                    Some(old) => {
                        let joined = join(old, &behind);
                        if joined == *old {
                            continue;
                        }
                        changes[to] += 1;
                        let tired = self.work > WORK && changes[to] > PATIENCE;
                        if tired || changes[to] > LAST_PATIENCE {
                            without_changes(old, &joined)
                        } else if changes[to] > PATIENCE {
                            wider(old, &joined, &self.thresholds)
                        } else {
                            joined
                        }
                    }
                };
                self.at[to] = Some(more);
                open.insert(to);
            }
        }
        Some(())
    }

    /// Computes what is known anew from what is known before each step.
    fn tighten(&mut self, machine: &mut Machine, stop: &Stop) -> Option<()> {
        let mut new: IndexVec<ControlId, Option<Known>> =
            machine.controls.iter().map(|_| None).collect();
        new[machine.initial] = self.first.clone();
        for id in machine.edges.ids() {
            if stop.is_raised() {
                return None;
            }
            let (from, to) = (machine.edges[id].from, machine.edges[id].to);
            let Some(known) = &self.at[from] else {
                continue;
            };
            if let Some(behind) = through(machine, &self.symbols, known, id, &mut self.work) {
                new[to] = Some(match &new[to] {
                    Some(other) => join(other, &behind),
                    None => behind,
                });
            }
        }
        self.at = new;
        Some(())
    }

    fn is_inductive(&self, machine: &mut Machine, stop: &Stop) -> Option<bool> {
        let inside = |known: &Known, at: ControlId| match &self.at[at] {
            Some(around) => join(around, known) == *around,
            None => false,
        };
        if let Some(first) = &self.first
            && !inside(first, machine.initial)
        {
            return Some(false);
        }
        for id in machine.edges.ids() {
            if stop.is_raised() {
                return None;
            }
            let (from, to) = (machine.edges[id].from, machine.edges[id].to);
            if let Some(known) = &self.at[from]
                && let Some(behind) = through(machine, &self.symbols, known, id, &mut 0)
                && !inside(&behind, to)
            {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The constants that occur, with their neighbours, by width and in order: where bounds may stop.
fn thresholds(pool: &Pool, roots: &[TermId]) -> BTreeMap<u32, Vec<u64>> {
    let mut sets: BTreeMap<u32, BTreeSet<u64>> = BTreeMap::new();
    for term in post_order(pool, roots) {
        if let (Sort::Bv(width @ 1..=64), Some(value)) = (pool.sort(term), pool.as_u64(term)) {
            let mask = u64::MAX >> (64 - width);
            let near = [value.wrapping_sub(1), value, value.wrapping_add(1)];
            let set = sets.entry(width).or_default();
            set.extend(near.map(|value| value & mask));
        }
    }
    let sorted = sets.into_iter();
    sorted
        .map(|(width, set)| (width, set.into_iter().collect()))
        .collect()
}

impl Symbols {
    fn of(machine: &Machine) -> Symbols {
        let all = machine.variables.iter_enumerated();
        Symbols(all.map(|(id, variable)| (variable.symbol, id)).collect())
    }
}

/// The bits that are needed for numbers up to this one; at least one.
pub(crate) fn bits(value: u64) -> u32 {
    (64 - value.leading_zeros()).max(1)
}
