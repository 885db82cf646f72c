//! A solver behind an encoder that replaces the operators it lacks.
//!
//! Terms are copied by a [`cassay_encode::Encoder`] into a pool that only this solver sees, and
//! models are read back from the copies. [`Validate`](crate::Validate) wraps this decorator, so
//! that every model is checked against the original terms.

use cassay_base::Stop;
use cassay_encode::{Encoder, Encoding, Unencodable};
use cassay_term::{Model, Pool, TermId};

use crate::{Answer, Solver, SolverError};

/// A solver behind an encoder. See the module documentation.
pub struct Encoded {
    inner: Box<dyn Solver>,
    encoder: Encoder,
    /// A construct of an assertion that cannot be encoded: nothing is decided after it.
    lacking: Option<String>,
    /// The assumptions of the last check, with their copies.
    assumed: Vec<(TermId, TermId)>,
}

impl Encoded {
    /// Encodes what `inner` is told, to which nothing may have been asserted yet; copies are made
    /// in an empty pool.
    pub fn new(inner: Box<dyn Solver>, encoding: Encoding, pool: Pool) -> Self {
        Encoded {
            inner,
            encoder: Encoder::new(encoding, pool),
            lacking: None,
            assumed: Vec::new(),
        }
    }

    /// The copy of a term; what must hold beside it is asserted.
    fn encode(
        &mut self,
        pool: &Pool,
        term: TermId,
    ) -> Result<Result<TermId, Unencodable>, SolverError> {
        let copy = self.encoder.encode(pool, term);
        for condition in self.encoder.conditions() {
            self.inner.assert(self.encoder.pool(), condition)?;
        }
        Ok(copy)
    }
}

impl Solver for Encoded {
    crate::forward!(name, set_effort, statistics);

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        match self.encode(pool, term)? {
            Ok(copy) => self.inner.assert(self.encoder.pool(), copy),
            Err(Unencodable(what)) => {
                self.lacking = Some(what);
                Ok(())
            }
        }
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        self.assumed.clear();
        for assumption in assumptions {
            match self.encode(pool, *assumption)? {
                Ok(copy) => self.assumed.push((*assumption, copy)),
                Err(Unencodable(what)) => return Ok(lacking(self.inner.name(), &what)),
            }
        }
        if let Some(what) = &self.lacking {
            return Ok(lacking(self.inner.name(), what));
        }
        let copies: Vec<TermId> = self.assumed.iter().map(|(_, copy)| *copy).collect();
        self.inner.check(self.encoder.pool(), &copies)
    }

    fn model(&mut self, _: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        let known = self.encoder.symbols();
        let model = self.inner.model(self.encoder.pool(), &known)?;
        Ok(self.encoder.decode(&model, symbols))
    }

    fn failed_assumptions(&mut self, _: &Pool) -> Result<Vec<TermId>, SolverError> {
        let failed = self.inner.failed_assumptions(self.encoder.pool())?;
        let assumed = self.assumed.iter();
        Ok(assumed
            .filter(|(_, copy)| failed.contains(copy))
            .map(|(assumption, _)| *assumption)
            .collect())
    }

    fn set_stop(&mut self, stop: Stop) {
        self.encoder.set_stop(stop.clone());
        self.inner.set_stop(stop);
    }
}

/// The answer where something cannot be encoded.
fn lacking(solver: &str, what: &str) -> Answer {
    Answer::Unknown(format!("{what} cannot be encoded for {solver}"))
}
