//! Pointers that were checked before and have not changed.
//!
//! After a claim about a pointer its condition holds, or nothing is proved any more (decision
//! record 7). So the next access through the same pointer is valid for the same reasons, as long as
//! nothing ended the lifetime of its object. A pointer is the contents of a cell, or a temporary,
//! plus a constant. Pointers that may be made from numbers have no such facts, because the object
//! that they lead to may change.

use crate::cells::CellId;
use crate::eval::Context;
use crate::state::State;
use cassay_ir::{Effects, Expr, MemoryPredicate, StmtKind, TempId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where a pointer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// In a cell.
    Cell(CellId),
    /// In a temporary.
    Temp(TempId),
}

/// What is known of a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    not_null: bool,
    is_object: bool,
    not_freed: bool,
    not_expired: bool,
    writable: bool,
    /// The bytes around it that lie inside the object, if that is alive.
    inside: Option<(i128, i128)>,
    /// A modulus, and what has to be added to the pointer for an address that it divides.
    aligned: Option<(u64, i128)>,
}

/// All pointers of which something is known.
pub type Checked = Rc<BTreeMap<Origin, Known>>;

impl Known {
    /// Adds that a predicate holds at a distance from the pointer.
    fn learn(&mut self, predicate: MemoryPredicate, at: Option<i128>, size: Option<u64>) {
        match predicate {
            MemoryPredicate::NotNull => self.not_null = true,
            MemoryPredicate::IsObject => self.is_object = true,
            MemoryPredicate::NotFreed => self.not_freed = true,
            MemoryPredicate::NotExpired => self.not_expired = true,
            MemoryPredicate::Writable => self.writable = true,
            MemoryPredicate::InBounds => {
                if let (Some(at), Some(size)) = (at, size.filter(|size| *size > 0)) {
                    let end = at + i128::from(size);
                    let (lo, hi) = self.inside.unwrap_or((at, end));
                    self.inside = Some((lo.min(at), hi.max(end)));
                }
            }
            MemoryPredicate::Aligned => {
                if let (Some(at), Some(unit)) = (at, size.filter(|unit| unit.is_power_of_two()))
                    && self.aligned.is_none_or(|(known, _)| known < unit)
                {
                    self.aligned = Some((unit, at.rem_euclid(i128::from(unit))));
                }
            }
            MemoryPredicate::Freeable
            | MemoryPredicate::NotDoublyFreed
            | MemoryPredicate::OfFamily
            | MemoryPredicate::IsFunction
            | MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => {}
        }
    }

    /// Whether a predicate certainly holds at a distance from the pointer.
    fn implies(&self, predicate: MemoryPredicate, at: Option<i128>, size: Option<u64>) -> bool {
        match predicate {
            MemoryPredicate::NotNull => self.not_null,
            MemoryPredicate::IsObject => self.is_object,
            MemoryPredicate::NotFreed => self.not_freed,
            MemoryPredicate::NotExpired => self.not_expired,
            MemoryPredicate::Writable => self.writable,
            MemoryPredicate::InBounds => match (self.inside, at, size) {
                (Some((lo, hi)), Some(at), Some(size)) => lo <= at && at + i128::from(size) <= hi,
                _ => false,
            },
            MemoryPredicate::Aligned => match (self.aligned, at, size) {
                (Some((known, rest)), Some(at), Some(unit)) => {
                    let divides = unit.is_power_of_two() && unit <= known;
                    divides && (at - rest).rem_euclid(i128::from(unit)) == 0
                }
                _ => false,
            },
            MemoryPredicate::Freeable
            | MemoryPredicate::NotDoublyFreed
            | MemoryPredicate::OfFamily
            | MemoryPredicate::IsFunction
            | MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => false,
        }
    }

    /// What both know; the bytes between two accesses are inside as well, so that the ranges of
    /// either are kept where they meet.
    fn join(self, other: Known) -> Known {
        let inside = self.inside.zip(other.inside);
        let inside = inside.map(|((a, b), (c, d))| (a.max(c), b.min(d)));
        Known {
            not_null: self.not_null && other.not_null,
            is_object: self.is_object && other.is_object,
            not_freed: self.not_freed && other.not_freed,
            not_expired: self.not_expired && other.not_expired,
            writable: self.writable && other.writable,
            inside: inside.filter(|(lo, hi)| lo < hi),
            aligned: self.aligned.filter(|_| self.aligned == other.aligned),
        }
    }
}

impl State<'_> {
    /// Forgets the pointer in a place.
    pub fn forget_pointer(&mut self, origin: Origin) {
        if self.checked.contains_key(&origin) {
            Rc::make_mut(&mut self.checked).remove(&origin);
        }
    }

    /// Forgets of all pointers what a statement may end.
    pub fn end_lifetimes(&mut self, kind: &StmtKind) {
        if self.checked.is_empty() {
            return;
        }
        let effects = kind.effects();
        let expires = effects.any(Effects::SCOPES.and(Effects::FREES));
        let enters = Effects::CALLS
            .and(Effects::THREADS)
            .and(Effects::UNSUPPORTED);
        let frees = effects.any(Effects::FREES.and(enters));
        self.end(frees, expires, effects.any(Effects::SEALS));
    }

    /// Forgets of all pointers what a call may end: it may free objects. Variables that it declares
    /// are others than those that pointers led to before.
    pub fn end_by_call(&mut self) {
        self.end(true, false, false);
    }

    fn end(&mut self, frees: bool, expires: bool, seals: bool) {
        if self.checked.is_empty() || !(frees || expires || seals) {
            return;
        }
        for known in Rc::make_mut(&mut self.checked).values_mut() {
            known.not_freed &= !frees;
            known.not_expired &= !expires;
            known.writable &= !seals;
        }
    }

    /// Keeps what another state knows, too; whether anything is lost.
    pub fn join_checked(&mut self, other: &State<'_>) -> bool {
        if Rc::ptr_eq(&self.checked, &other.checked) || self.checked.is_empty() {
            return false;
        }
        let both = self.checked.iter().filter_map(|(origin, known)| {
            let both = known.join(*other.checked.get(origin)?);
            (both != Known::default()).then_some((*origin, both))
        });
        let both: BTreeMap<Origin, Known> = both.collect();
        let changed = both != *self.checked;
        if changed {
            self.checked = Rc::new(both);
        }
        changed
    }

    /// A cell now holds the same pointer as a temporary.
    pub fn copy_pointer(&mut self, from: TempId, to: CellId) {
        let cell = self.temp(from).and_then(|temp| temp.cell);
        let origin = cell.map_or(Origin::Temp(from), Origin::Cell);
        if let Some(known) = self.checked.get(&origin).copied() {
            Rc::make_mut(&mut self.checked).insert(Origin::Cell(to), known);
        }
    }
}

/// How many definitions of temporaries are followed.
const DEPTH: u32 = 12;

impl<'p> Context<'_, 'p> {
    /// Where a pointer is, and the distance from there if that is constant.
    fn origin(&self, state: &State<'p>, expr: &Expr) -> Option<(Origin, Option<i128>)> {
        let facts = self.facts.functions[self.id].as_ref()?;
        let mut at = Some(0_i128);
        let mut expr = expr;
        for _ in 0..DEPTH {
            if let Expr::PtrAdd(base, by) = expr {
                let by = self.eval_alone(state, by);
                let by = by.map(|by| by.range.signed()).filter(|(lo, hi)| lo == hi);
                at = at.zip(by).map(|(at, (by, _))| at + by);
                expr = base;
                continue;
            }
            let Expr::Temp(temp) = expr else { return None };
            let known = state.temp(*temp)?;
            if let Some(cell) = known.cell {
                return (!facts.wild.contains(temp)).then_some((Origin::Cell(cell), at));
            }
            let follows = |def: &&Expr| matches!(def, Expr::PtrAdd(_, _) | Expr::Temp(_));
            match known.def.filter(follows) {
                Some(def) => expr = def,
                None => return (!facts.wild.contains(temp)).then_some((Origin::Temp(*temp), at)),
            }
        }
        None
    }

    /// Whether a predicate holds because it was checked before.
    pub fn was_checked(
        &self,
        state: &State<'p>,
        predicate: MemoryPredicate,
        pointer: &Expr,
        size: &Expr,
    ) -> bool {
        if state.checked.is_empty() {
            return false;
        }
        let Some((origin, at)) = self.origin(state, pointer) else {
            return false;
        };
        let size = self
            .eval_alone(state, size)
            .and_then(|size| size.as_constant());
        let known = state.checked.get(&origin);
        known.is_some_and(|known| known.implies(predicate, at, size))
    }

    /// Remembers that a predicate holds.
    pub fn note_checked(
        &self,
        state: &mut State<'p>,
        predicate: MemoryPredicate,
        pointer: &Expr,
        size: &Expr,
    ) {
        let size = self
            .eval_alone(state, size)
            .and_then(|size| size.as_constant());
        if let Some((origin, at)) = self.origin(state, pointer) {
            let mut known = state.checked.get(&origin).copied().unwrap_or_default();
            let before = known;
            known.learn(predicate, at, size);
            if known != before {
                Rc::make_mut(&mut state.checked).insert(origin, known);
            }
        }
    }
}
