//! Where the user's code has thrown the exception that ended the program.

use super::Collector;
use crate::function_name;
use crate::step::Inner;
use cassay_interp::{Context, Outcome, Site};
use cassay_ir::{PropertyClass, Terminator};

/// The model that goes on with an exception after a handler that only cleans up.
const RESUME: &str = "__cassay_cxx_resume";
/// Functions that end the program because an exception must not leave a function.
const ENDS: [&str; 2] = ["__clang_call_terminate", "__cxa_call_unexpected"];

impl Collector<'_> {
    /// An activation is about to end by an exception: one that is thrown there, not one that goes on after a
    /// handler that only cleans up.
    pub(super) fn throws(&mut self, context: &Context<'_>) {
        let (frame, site) = (context.frame, context.site);
        let function = self.program.functions.get(site.function);
        let goes_on = function.is_some_and(|function| function.name.starts_with(RESUME));
        let begins = matches!(self.terminator(site), Some(Terminator::Unwind(Some(_))));
        if !begins || goes_on || self.last.get(&self.thread) != Some(&(frame, site)) {
            return;
        }
        if let Some(at) = self.calls.thrower(self.program, self.thread, frame) {
            let thrown = Inner {
                span: at.span,
                function: function_name(self.program, at.function),
            };
            self.thrown.insert(self.thread, thrown);
        }
    }

    /// Where the exception was thrown that ended the program.
    pub(super) fn thrown_at(&self, outcome: &Outcome) -> Option<Inner> {
        let Outcome::Violation { property, .. } = outcome else {
            return None;
        };
        let ends = |site: Site| {
            let function = self.program.functions.get(site.function);
            function.is_some_and(|function| ENDS.contains(&&*function.name))
        };
        let by_exception = property.class == PropertyClass::UncaughtException
            || property.class == PropertyClass::Terminate && self.calls.inside(self.thread, ends);
        let thrown = self.thrown.get(&self.thread);
        thrown.filter(|_| by_exception).cloned()
    }
}
