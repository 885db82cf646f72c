//! Writes every query as an SMT-LIB 2 script of its own, for `--smt-output` and bug reports.
//!
//! Each script is complete: assertions and assumptions of one check, followed by `check-sat`. It
//! is handed over before the solver starts, so that it is there when the solver does not return.

use cassay_term::{Pool, TermId, script};

use crate::{Answer, Solver, SolverError};

/// Receives the number of a query, from 0, and its script. An `Err` ends the check with that text.
pub type ScriptSink = Box<dyn FnMut(usize, &str) -> Result<(), String>>;

/// A solver whose queries are written out.
pub struct Script {
    inner: Box<dyn Solver>,
    sink: ScriptSink,
    asserted: Vec<TermId>,
    queries: usize,
}

impl Script {
    /// Writes the queries of `inner`, to which nothing may have been asserted yet.
    pub fn new(inner: Box<dyn Solver>, sink: ScriptSink) -> Self {
        Script {
            inner,
            sink,
            asserted: Vec::new(),
            queries: 0,
        }
    }
}

impl Solver for Script {
    crate::forward!(
        name,
        model,
        failed_assumptions,
        set_stop,
        set_effort,
        statistics
    );

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        self.asserted.push(term);
        self.inner.assert(pool, term)
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        let roots = [self.asserted.as_slice(), assumptions].concat();
        let number = self.queries;
        self.queries += 1;
        (self.sink)(number, &script(pool, &roots)).map_err(|what| SolverError::Failed {
            solver: self.inner.name().to_string(),
            what: format!("the SMT-LIB output could not be written: {what}"),
        })?;
        self.inner.check(pool, assumptions)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::testing::Scripted;
    use cassay_term::Sort;

    #[test]
    fn every_query_is_a_script_with_assertions_and_assumptions() {
        let mut pool = Pool::new();
        let p = pool.symbol("p", Sort::Bool);
        let q = pool.symbol("q", Sort::Bool);
        let texts = Rc::new(RefCell::new(Vec::new()));
        let written = Rc::clone(&texts);
        let sink: ScriptSink = Box::new(move |number, text| {
            written.borrow_mut().push((number, text.to_string()));
            Ok(())
        });
        let mut solver = Script::new(Box::new(Scripted::answering(Answer::Unsat)), sink);
        solver.assert(&pool, p).unwrap();
        solver.check(&pool, &[q]).unwrap();
        solver.check(&pool, &[]).unwrap();
        let texts = texts.borrow();
        let asserts = |text: &str, name: &str| text.contains(&format!("(assert |{name}|)"));
        assert_eq!(texts.len(), 2);
        assert!(texts[0].0 == 0 && asserts(&texts[0].1, "p") && asserts(&texts[0].1, "q"));
        assert!(texts[1].0 == 1 && asserts(&texts[1].1, "p") && !asserts(&texts[1].1, "q"));
        assert!(
            texts
                .iter()
                .all(|(_, text)| text.ends_with("(check-sat)\n"))
        );
    }

    #[test]
    fn a_sink_that_fails_ends_the_check() {
        let pool = Pool::new();
        let sink: ScriptSink = Box::new(|_, _| Err("disk full".to_string()));
        let mut solver = Script::new(Box::new(Scripted::answering(Answer::Unsat)), sink);
        let error = solver.check(&pool, &[]).unwrap_err();
        assert!(error.to_string().contains("disk full"), "{error}");
    }
}
