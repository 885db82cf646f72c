//! Values that are any of several here and a certain one in truth.
//!
//! A model of the library that says less than the function does, a library function without a model
//! and inline assembly give such values ([`InputSource::is_inexact`]). They are inputs to the solver,
//! but no execution may choose them, so a violation that rests on the choice may be none. What is
//! needed to find that out goes into the equation: which symbols are inexact, and which assumptions
//! only say what a model knows of its own inputs.
//!
//! Invariant: a term whose value rests on an inexact value has a symbol in it that is inexact or
//! defined by one. A pointer made of such a value leads to memory that nobody knows; a Boolean
//! symbol, false in every execution that is followed, says so, and questions about the pointer have
//! it in their answers instead of being decided.

use crate::equation::{Chosen, Inexact};
use crate::exec::Machine;
use crate::object::{ObjectId, ObjectKind, Objects};
use crate::value::Pointer;
use cassay_ir::InputSource;
use cassay_term::{Sort, TermId};
use std::collections::HashMap;

/// What is known of inexact values during an execution.
#[derive(Debug, Default)]
pub(crate) struct Tracked {
    /// Whether a symbol of these occurs in a term, as far as somebody asked.
    within: HashMap<TermId, bool>,
    /// Whether there is any.
    any: bool,
    /// What says that the pointer with an address leads outside.
    outside: HashMap<TermId, TermId>,
}

impl Machine<'_> {
    /// Notes an input of a source.
    pub(crate) fn note_input(&mut self, symbol: TermId, source: &InputSource) {
        if let Some(call) = self.control.frames.model_call() {
            self.out.inexact.chosen.push((call, Chosen::Value(symbol)));
        }
        if source.is_inexact() {
            let value = Inexact {
                symbol,
                source: source.clone(),
                span: self.control.at.span,
            };
            self.out.inexact.values.push(value);
            self.track(symbol);
        }
    }

    /// Notes that an object stands for contents from a source.
    pub(crate) fn note_contents(&mut self, object: ObjectId, source: &InputSource) {
        if let Some(call) = self.control.frames.model_call() {
            self.out
                .inexact
                .chosen
                .push((call, Chosen::Contents(object)));
        }
        if source.is_inexact() {
            let at = (source.clone(), self.control.at.span);
            self.out.inexact.contents.insert(object, at);
        }
    }

    /// Notes a symbol that stands for unknown contents of an object.
    pub(crate) fn note_unknown(&mut self, object: ObjectId, symbol: TermId) {
        if self.out.inexact.contents.contains_key(&object) {
            self.track(symbol);
        }
    }

    fn track(&mut self, symbol: TermId) {
        self.inexact.any = true;
        self.inexact.within.insert(symbol, true);
    }

    /// The object of an address that leads to none that is known: null's, the invalid one or, where
    /// the address is inexact, perhaps one that nobody knows.
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

    /// When a pointer leads to memory that nobody knows.
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
