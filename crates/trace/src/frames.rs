//! Where an execution is in the files of the user.
//!
//! The code of a C++ library is in headers, which nobody wants to read to learn what their own program did.
//! A state or violation in such a file is shown at the call that led there, the innermost one in a file of
//! the user.

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

    /// The innermost place of the user if a site of an activation is in a library; `None` if it is the
    /// user's own, or nobody of the user called.
    pub(crate) fn user(
        &self,
        program: &Program,
        thread: u32,
        frame: u64,
        site: Site,
    ) -> Option<Site> {
        if !program.is_library(site.span) {
            return None;
        }
        let calls = self.threads.get(&thread)?;
        let last = calls.iter().rposition(|(of, _)| *of == frame)?;
        let mut outwards = calls[..=last].iter().rev().map(|(_, site)| *site);
        outwards.find(|site| site.span.is_known() && !program.is_library(site.span))
    }
}
