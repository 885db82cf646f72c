//! Joins of states.
//!
//! A relation of either state stays with the greatest bound that it has in both. Where one of them
//! does not mention it, the other domains of that state are asked for the bound.

use crate::domains::Thresholds;
use crate::state::{State, Temp};
use crate::value::Value;
use cassay_ir::{Expr, TempId};
use std::rc::Rc;

/// How two states are joined.
#[derive(Clone, Copy, Debug)]
pub enum Join<'a> {
    /// The join.
    Plain,
    /// The widening with thresholds.
    Widen(&'a Thresholds),
}

impl Join<'_> {
    /// Joins two values.
    pub fn of(self, a: Value, b: Value) -> Value {
        match self {
            Join::Plain => a.join(b),
            Join::Widen(thresholds) => a.widen(b, thresholds),
        }
    }
}

impl<'p> State<'p> {
    /// Joins another state; whether this adds states.
    pub fn join(&mut self, other: &State<'p>, join: Join<'_>) -> bool {
        let widening = match join {
            Join::Plain => None,
            Join::Widen(thresholds) => Some(thresholds),
        };
        let mut joined = self.zone.clone();
        let related = joined.join(
            &other.zone,
            widening,
            |x, y| self.implied(x, y),
            |x, y| other.implied(x, y),
        );
        let mut octagon = self.octagon.clone();
        let related = octagon.join(
            &other.octagon,
            widening,
            |a, b| self.telling_pair(a, b),
            |a, b| other.telling_pair(a, b),
        ) || related;
        let mut symbolic = self.symbolic.clone();
        let related = symbolic.join(
            &other.symbolic,
            widening,
            |sum| self.telling(sum),
            |sum| other.telling(sum),
        ) || related;
        self.zone = joined;
        (self.octagon, self.symbolic) = (octagon, symbolic);
        if self.readings.is_empty() {
            self.readings = other.readings.clone();
        }
        let mut changes: Vec<(u64, Option<Value>)> = Vec::new();
        self.cells
            .diff(&other.cells, |id, old, new| match (old, new) {
                (Some(old), Some(new)) if old.width == new.width => {
                    let both = join.of(*old, *new);
                    if both != *old {
                        changes.push((id, (!both.is_top()).then_some(both)));
                    }
                }
                (Some(_), Some(_) | None) => changes.push((id, None)),
                (None, Some(_) | None) => {}
            });
        let mut changed = related || !changes.is_empty();
        changed |= self.join_checked(other);
        if !Rc::ptr_eq(&self.alive, &other.alive) && !self.alive.is_subset(&other.alive) {
            let both = self.alive.intersection(&other.alive);
            self.alive = Rc::new(both.copied().collect());
            changed = true;
        }
        for (id, value) in changes {
            match value {
                Some(value) => self.cells.insert(id, value),
                None => self.cells.remove(id),
            }
        }
        let before = self.temps.len();
        self.temps.retain(|id, _| other.temps.contains_key(id));
        let dropped = before != self.temps.len();
        changed |= dropped;
        for (id, temp) in &mut self.temps {
            let Some(second) = other.temps.get(id) else {
                continue;
            };
            let value = match (temp.value, second.value) {
                (Some(a), Some(b)) if a.width == b.width => Some(join.of(a, b)),
                _ => None,
            };
            let same = match (temp.def, second.def) {
                (Some(a), Some(b)) => std::ptr::eq(a, b),
                _ => false,
            };
            let def = temp.def.filter(|_| same);
            let cell = temp.cell.filter(|_| temp.cell == second.cell);
            changed |=
                value != temp.value || def.is_some() != temp.def.is_some() || cell != temp.cell;
            *temp = Temp { value, def, cell };
        }
        if dropped {
            let known: Vec<TempId> = self.temps.keys().copied().collect();
            self.drop_definitions(
                |expr| matches!(expr, Expr::Temp(other) if known.binary_search(other).is_err()),
            );
        }
        changed
    }
}
