//! Inexact values: over-approximations of values that the real function determines.
//!
//! They come from a model of the library that is weaker than the function, a library function
//! without a model, and inline assembly ([`InputSource::is_inexact`]). To the solver they are
//! inputs, but a real execution does not choose them freely. So a violation that depends on their
//! choice may be spurious. The equation carries what is needed to find that out: which symbols are
//! inexact, and which assumptions only state what a model knows about its own inputs.
//!
//! Invariant: a term whose value depends on an inexact value contains a symbol that is inexact or
//! defined by one. A pointer made from such a value leads to *unknown memory*. A Boolean symbol,
//! false in every execution that is followed, says so; predicates on the pointer contain this
//! symbol instead of being decided.

use crate::equation::{Chosen, Inexact};
use crate::object::{ObjectId, ObjectKind, Objects};
use crate::space::Space;
use crate::value::Pointer;
use cassay_ir::InputSource;
use cassay_term::{Sort, TermId};
use std::collections::HashMap;

/// The inexact values of an execution.
#[derive(Debug, Default)]
pub(crate) struct Tracked {
    /// Cache: whether an inexact symbol occurs in a term.
    within: HashMap<TermId, bool>,
    /// Whether there is any inexact value.
    any: bool,
    /// By address: the symbol that says that the pointer with this address leads to unknown memory.
    outside: HashMap<TermId, TermId>,
}

impl Space<'_> {
    /// Registers an input of a source.
    pub(crate) fn note_input(&mut self, symbol: TermId, source: &InputSource) {
        if let Some(call) = self.here.model {
            self.out.inexact.chosen.push((call, Chosen::Value(symbol)));
        }
        if source.is_inexact() {
            let value = Inexact {
                symbol,
                source: source.clone(),
                span: self.here.at.span,
            };
            self.out.inexact.values.push(value);
            self.track(symbol);
        }
    }

    /// Registers an object that represents contents from a source.
    pub(crate) fn note_contents(&mut self, object: ObjectId, source: &InputSource) {
        if let Some(call) = self.here.model {
            self.out
                .inexact
                .chosen
                .push((call, Chosen::Contents(object)));
        }
        if source.is_inexact() {
            let at = (source.clone(), self.here.at.span);
            self.out.inexact.contents.insert(object, at);
        }
    }

    /// Registers a symbol for unknown contents of an object.
    pub(crate) fn note_unknown(&mut self, object: ObjectId, symbol: TermId) {
        if self.out.inexact.contents.contains_key(&object) {
            self.track(symbol);
        }
    }

    fn track(&mut self, symbol: TermId) {
        self.inexact.any = true;
        self.inexact.within.insert(symbol, true);
    }

    /// The object of an address that leads to no known one: null, the invalid object or, if the
    /// address is inexact, possibly unknown memory.
    pub(crate) fn nowhere(&mut self, address: TermId) -> TermId {
        let zero = self.pool.bv_u64(self.width, 0);
        let is_null = self.pool.eq(address, zero);
        let null = self.store.objects.term(self.pool, Objects::NULL);
        let mut other = self.store.objects.term(self.pool, Objects::INVALID);
        if self.rests_on_inexact(address) {
            let leads_outside = self.leads_outside(address);
            let outside = self.store.objects.term(self.pool, Objects::OUTSIDE);
            other = self.pool.ite(leads_outside, outside, other);
        }
        self.pool.ite(is_null, null, other)
    }

    fn leads_outside(&mut self, address: TermId) -> TermId {
        if let Some(known) = self.inexact.outside.get(&address) {
            return *known;
        }
        let symbol = self.symbol_here("outside", Sort::Bool);
        let never = self.pool.not(symbol);
        self.out.constraints.push(never);
        self.out.inexact.outside.push((symbol, address));
        self.inexact.outside.insert(address, symbol);
        self.track(symbol);
        symbol
    }

    /// The condition under which a pointer leads to unknown memory.
    pub(crate) fn is_outside(&mut self, pointer: Pointer) -> TermId {
        if !self.rests_on_inexact(pointer.object) {
            return self.pool.fls();
        }
        let candidates = self.candidates(pointer).list;
        let kind = |id| self.store.objects.get(id).kind;
        let outside = candidates
            .iter()
            .find(|candidate| kind(candidate.object) == ObjectKind::Outside);
        outside.map_or(self.pool.fls(), |candidate| candidate.cond)
    }

    /// Whether an inexact symbol occurs in a term.
    fn rests_on_inexact(&mut self, term: TermId) -> bool {
        let tracked = &mut self.inexact;
        if !tracked.any {
            return false;
        }
        let mut todo = vec![term];
        while let Some(&at) = todo.last() {
            if tracked.within.contains_key(&at) {
                todo.pop();
                continue;
            }
            let args = self.pool.args(at);
            if let Some(arg) = args.iter().find(|arg| !tracked.within.contains_key(arg)) {
                todo.push(*arg);
                continue;
            }
            let found = args.iter().any(|arg| tracked.within[arg]);
            tracked.within.insert(at, found);
            todo.pop();
        }
        tracked.within[&term]
    }
}
