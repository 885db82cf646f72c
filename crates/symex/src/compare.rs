//! Comparison of pointers.
//!
//! Two pointers into one object are equal when their offsets are. Pointers into different objects
//! compare by address, and can be equal in two cases only: one of them is wild, so that only its
//! address is known, or one is at the end of its object and the other at the start of the next (C17
//! 6.5.9p6). If neither is possible, no object needs an address.

use crate::object::{ObjectKind, Objects};
use crate::pointer::Candidate;
use crate::space::Space;
use crate::value::Pointer;
use cassay_ir::CompareOp;
use cassay_term::TermId;

impl Space<'_> {
    pub(crate) fn compare_pointers(&mut self, op: CompareOp, a: Pointer, b: Pointer) -> TermId {
        match op {
            CompareOp::Eq => self.equal_or_outside(a, b),
            CompareOp::Ne => {
                let equal = self.equal_or_outside(a, b);
                self.pool.not(equal)
            }
            CompareOp::ULt | CompareOp::ULe | CompareOp::SLt | CompareOp::SLe => {
                let strict = matches!(op, CompareOp::ULt | CompareOp::SLt);
                self.ordered_pointers(strict, a, b)
            }
        }
    }

    fn ordered_pointers(&mut self, strict: bool, a: Pointer, b: Pointer) -> TermId {
        let same_object = self.pool.eq(a.object, b.object);
        let wild = self.is_shown_wild(a);
        let not_wild = self.pool.not(wild);
        let by_offset = self.pool.and(same_object, not_wild);
        let inside = if strict {
            self.pool.slt(a.offset, b.offset)
        } else {
            self.pool.sle(a.offset, b.offset)
        };
        if self.pool.as_bool(by_offset) == Some(true) {
            return inside;
        }
        let (x, y) = (self.address(a), self.address(b));
        let across = if strict {
            self.pool.ult(x, y)
        } else {
            self.pool.ule(x, y)
        };
        self.pool.ite(by_offset, inside, across)
    }

    /// The condition under which only the address of a pointer is known.
    fn is_shown_wild(&mut self, pointer: Pointer) -> TermId {
        let invalid = self.store.objects.term(self.pool, Objects::INVALID);
        self.pool.eq(pointer.object, invalid)
    }

    /// Equality of pointers. The address of unknown memory is unknown too, but it is not null.
    fn equal_or_outside(&mut self, a: Pointer, b: Pointer) -> TermId {
        let mut equal = self.equal_pointers(a, b);
        let null = self.store.objects.term(self.pool, Objects::NULL);
        if a.object != null && b.object != null {
            for pointer in [a, b] {
                let outside = self.is_outside(pointer);
                equal = self.pool.or(equal, outside);
            }
        }
        equal
    }

    fn equal_pointers(&mut self, a: Pointer, b: Pointer) -> TermId {
        let same_object = self.pool.eq(a.object, b.object);
        let same_offset = self.pool.eq(a.offset, b.offset);
        let equal = self.pool.and(same_object, same_offset);
        if a.object == b.object {
            return equal;
        }
        let null = self.pointer_to(Objects::NULL, 0);
        for (side, other) in [(a, b), (b, a)] {
            if other == null {
                let wild = self.is_shown_wild(side);
                let nought = self.pool.and(wild, same_offset);
                return self.pool.or(equal, nought);
            }
        }
        let (ours, theirs) = (self.shown_candidates(a), self.shown_candidates(b));
        let mut result = equal;
        for x in &ours.list {
            for y in theirs.list.iter().filter(|y| y.object != x.object) {
                let Some(inside) = self.certainly_differ(x, y) else {
                    continue;
                };
                let both = self.pool.and(x.cond, y.cond);
                let not_inside = self.pool.not(inside);
                let possible = self.pool.and(both, not_inside);
                if self.pool.as_bool(possible) == Some(false) {
                    continue;
                }
                let outer = self.path.asked_when.replace(possible);
                let first = self.address_in(x.object, x.offset);
                let second = self.address_in(y.object, y.offset);
                self.path.asked_when = outer;
                let same = self.pool.eq(first, second);
                let here = self.pool.and(possible, same);
                result = self.pool.or(result, here);
            }
        }
        result
    }

    /// The condition under which places in two different objects differ, whatever the addresses of
    /// the objects are; `None` when they always do.
    fn certainly_differ(&mut self, x: &Candidate, y: &Candidate) -> Option<TermId> {
        let kinds = [x, y].map(|side| self.store.objects.get(side.object).kind);
        match kinds {
            [ObjectKind::Contents | ObjectKind::Outside, _]
            | [_, ObjectKind::Contents | ObjectKind::Outside] => None,
            [ObjectKind::Invalid, _] if self.terms().is_off_limits(x.offset) => {
                self.if_null(kinds[1])
            }
            [_, ObjectKind::Invalid] if self.terms().is_off_limits(y.offset) => {
                self.if_null(kinds[0])
            }
            [ObjectKind::Invalid, _] | [_, ObjectKind::Invalid] => Some(self.pool.fls()),
            [ObjectKind::Null, _] | [_, ObjectKind::Null] => None,
            [_, _] => {
                let (first, second) = (self.is_inside(x), self.is_inside(y));
                let both = self.pool.and(first, second);
                (self.pool.as_bool(both) != Some(true)).then_some(both)
            }
        }
    }

    /// A constant address at which no object can be may still result from arithmetic on null.
    fn if_null(&mut self, other: ObjectKind) -> Option<TermId> {
        (other == ObjectKind::Null).then(|| self.pool.fls())
    }

    fn is_inside(&mut self, place: &Candidate) -> TermId {
        let extent = self.extent_of(place.object);
        self.pool.ult(place.offset, extent)
    }
}
