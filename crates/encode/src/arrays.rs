//! Arrays by their reads.

use crate::Unencodable;
use cassay_term::{Evaluator, Pool, TermId, Value};

/// The reads of arrays so far.
#[derive(Default)]
pub struct Reads {}

impl Reads {
    /// The element of an array at an index, without operators on arrays.
    pub fn read(&mut self, _: &mut Pool, _: TermId, _: TermId) -> Result<TermId, Unencodable> {
        Err(Unencodable("a read of an array by reads".to_string()))
    }

    /// Whether two arrays are equal, without operators on arrays.
    pub fn equal(&mut self, _: &mut Pool, _: TermId, _: TermId) -> Result<TermId, Unencodable> {
        Err(Unencodable("an equality of arrays by reads".to_string()))
    }

    /// What must hold of the reads made since the last call.
    pub fn conditions(&mut self) -> Vec<TermId> {
        Vec::new()
    }

    /// The symbols that stand for reads.
    pub fn symbols(&self) -> Vec<TermId> {
        Vec::new()
    }

    /// The value of an array symbol under a model of the reads.
    pub fn value(&self, _: &Pool, _: TermId, _: &mut Evaluator<'_>) -> Option<Value> {
        None
    }
}
