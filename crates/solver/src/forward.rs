//! What decorators leave to the solver that they decorate, written once.

/// Methods of [`Solver`] that a decorator leaves to its field `inner`: the names of them, in braces of
/// the implementation.
macro_rules! forward {
    ($($method:ident),* $(,)?) => { $($crate::forward!(@$method);)* };
    (@name) => {
        fn name(&self) -> &str {
            self.inner.name()
        }
    };
    (@model) => {
        fn model(&mut self, pool: &cassay_term::Pool, symbols: &[cassay_term::TermId]) -> Result<cassay_term::Model, $crate::SolverError> {
            self.inner.model(pool, symbols)
        }
    };
    (@failed_assumptions) => {
        fn failed_assumptions(&mut self, pool: &cassay_term::Pool) -> Result<Vec<cassay_term::TermId>, $crate::SolverError> {
            self.inner.failed_assumptions(pool)
        }
    };
    (@set_stop) => {
        fn set_stop(&mut self, stop: cassay_base::Stop) {
            self.inner.set_stop(stop);
        }
    };
    (@set_effort) => {
        fn set_effort(&mut self, steps: Option<u64>) {
            self.inner.set_effort(steps);
        }
    };
    (@statistics) => {
        fn statistics(&mut self) -> Vec<(String, String)> {
            self.inner.statistics()
        }
    };
}
pub(crate) use forward;
