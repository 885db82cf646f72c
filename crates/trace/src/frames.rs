//! Where an execution is in the files of the user.
//!
//! The code of a C++ library is in headers, which nobody wants to read to learn what their own program did.
//! A state or violation in such a file is shown at the call that led there, the innermost one in a file of
//! the user.

use cassay_base::Span;
use cassay_interp::Site;
use cassay_ir::Program;
use std::collections::BTreeMap;

/// The calls under way, by thread: the activation that each started, and where it was made.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    threads: BTreeMap<u32, Vec<(u64, Site)>>,
}

impl Calls {
    /// A call at a site started an activation.
    pub(crate) fn entered(&mut self, thread: u32, frame: u64, site: Site) {
        self.threads.entry(thread).or_default().push((frame, site));
    }

    /// The activation is over, returned from or left by an exception, and so are those that it started.
    pub(crate) fn left(&mut self, thread: u32, frame: u64) {
        let calls = self.threads.entry(thread).or_default();
        if let Some(at) = calls.iter().position(|(of, _)| *of == frame) {
            calls.truncate(at);
        }
    }

    /// The innermost place of the user if a site of an activation is in a library, or in a model that several
    /// calls share; `None` if it is the user's own, or nobody of the user called.
    pub(crate) fn user(
        &self,
        program: &Program,
        thread: u32,
        frame: u64,
        site: Site,
    ) -> Option<Site> {
        if site.span.is_known() && !is_library(program, site.span) {
            return None;
        }
        self.outwards(thread, frame)
            .find(|site| site.span.is_known() && !is_library(program, site.span))
    }

    /// The innermost place of a function of the user from which an activation was reached.
    pub(crate) fn thrower(&self, program: &Program, thread: u32, frame: u64) -> Option<Site> {
        self.outwards(thread, frame).find(|site| {
            let function = program.functions.get(site.function);
            let own = function.is_some_and(|function| !function.model);
            own && site.span.is_known() && !is_library(program, site.span)
        })
    }

    /// The innermost place of a library that is known, between an activation and the user's code.
    pub(crate) fn library(
        &self,
        program: &Program,
        thread: u32,
        frame: u64,
        site: Site,
    ) -> Option<Site> {
        let known = |site: &Site| site.span.is_known();
        let innermost = Some(site)
            .filter(known)
            .or_else(|| self.outwards(thread, frame).find(known));
        innermost.filter(|site| is_library(program, site.span))
    }

    /// Where the activations from one to the outermost were started.
    fn outwards(&self, thread: u32, frame: u64) -> impl Iterator<Item = Site> {
        let calls = self.threads.get(&thread).map_or(&[][..], Vec::as_slice);
        let last = calls.iter().rposition(|(of, _)| *of == frame);
        let inner = last.map_or(0, |last| last + 1);
        calls[..inner].iter().rev().map(|(_, site)| *site)
    }

    /// Whether an activation that is under way is one of a function.
    pub(crate) fn inside(&self, thread: u32, function: impl Fn(Site) -> bool) -> bool {
        let mut calls = self.threads.get(&thread).into_iter().flatten();
        calls.any(|(_, site)| function(*site))
    }
}

/// Whether a place is in a file of a library.
pub(crate) fn is_library(program: &Program, span: Span) -> bool {
    program.is_in_library(span)
}
