//! The conformance suite: what every back-end must do, run by each with a few lines.
//!
//! The reference is the term evaluator: the suite asks for the truth of statements whose answer the
//! evaluator knows, and evaluates every model. It panics with the name of the case on the first
//! departure, as a test does. Terms come from a raw pool, so that the back-end sees each operator
//! as written. The same formulas are made on every run.
//!
//! ```ignore
//! #[test]
//! fn conforms() {
//!     conformance::run(&mut || (BACKEND.make)(&Settings::default()).expect("starts"));
//! }
//! ```

mod arrays;
pub mod floats;
mod incremental;
mod limits;
mod operators;
mod patience;
mod planted;

use cassay_bv::Bv;
use cassay_term::{Evaluator, Model, Pool, Sort, TermId, Value, symbols_of, term_to_string};

use crate::{Answer, Solver, SolverError};

pub use patience::{Outcome, run_patiently};

/// Makes a fresh solver without assertions.
pub type Make<'a> = &'a mut dyn FnMut() -> Box<dyn Solver>;

/// A case of the suite.
pub type Case = fn(Make<'_>);

/// The cases with their names, in the order in which [`run`] takes them.
pub const CASES: [(&str, Case); 17] = [
    (
        "operators agree with the evaluator on all small inputs",
        operators::tables,
    ),
    (
        "operators agree with the evaluator on fixed inputs",
        operators::fixed_inputs,
    ),
    ("models of operators satisfy them", operators::free_inputs),
    (
        "float operators agree with the evaluator",
        floats::operations,
    ),
    ("float operators on top of each other", floats::compositions),
    (
        "assertions stay and assumptions go",
        incremental::assertions_and_assumptions,
    ),
    ("contradictions stay", incremental::contradictions),
    (
        "failed assumptions suffice",
        incremental::failed_assumptions,
    ),
    ("formulas grow between checks", incremental::growth),
    ("reads over writes", arrays::reads_over_writes),
    ("extensionality", arrays::extensionality),
    ("constant arrays", arrays::constant_arrays),
    ("arrays in models", arrays::models),
    (
        "formulas with a planted solution are satisfiable",
        planted::random_formulas,
    ),
    ("a stop ends a check", limits::interrupt),
    ("deep terms", limits::deep_terms),
    ("deep stores", limits::deep_stores),
];

/// Runs every case. See the module documentation.
pub fn run(make: Make<'_>) {
    for (_, case) in CASES {
        case(make);
    }
}

/// The answer to a check; the case ends here when there is none.
#[track_caller]
fn decide(solver: &mut dyn Solver, pool: &Pool, assumed: &[TermId]) -> Answer {
    match solver.check(pool, assumed) {
        Ok(Answer::Unknown(why)) => patience::give_up(why),
        Ok(answer) => answer,
        Err(error @ (SolverError::Failed { .. } | SolverError::Unsupported { .. })) => {
            patience::give_up(error.to_string())
        }
        Err(error @ SolverError::WrongAnswer { .. }) => panic!("{error}"),
    }
}

/// Checks and insists on `sat` with a model that the evaluator accepts; returns the model.
#[track_caller]
fn expect_sat(
    solver: &mut dyn Solver,
    pool: &Pool,
    asserted: &[TermId],
    assumed: &[TermId],
) -> Model {
    let text = || describe(pool, asserted, assumed);
    assert_eq!(decide(solver, pool, assumed), Answer::Sat, "{}", text());
    let all = [asserted, assumed].concat();
    let model = solver
        .model(pool, &symbols_of(pool, &all))
        .expect("a model");
    let mut evaluator = Evaluator::new(pool, &model);
    for term in all {
        assert!(
            evaluator.bool_value(term),
            "the model {model:?} does not satisfy {} in {}",
            term_to_string(pool, term),
            text()
        );
    }
    model
}

/// Checks and insists on `unsat`.
#[track_caller]
fn expect_unsat(solver: &mut dyn Solver, pool: &Pool, asserted: &[TermId], assumed: &[TermId]) {
    assert_eq!(
        decide(solver, pool, assumed),
        Answer::Unsat,
        "{}",
        describe(pool, asserted, assumed)
    );
}

/// As [`expect_unsat`], for what a back-end may honestly give up on.
#[track_caller]
fn expect_unsat_or_unknown(solver: &mut dyn Solver, pool: &Pool, assumed: &[TermId]) {
    let answer = solver.check(pool, assumed).expect("a check");
    assert_ne!(answer, Answer::Sat, "{}", describe(pool, &[], assumed));
}

/// As [`expect_sat`], for what a back-end may honestly give up on; whether it did not.
#[track_caller]
fn expect_sat_or_unknown(
    solver: &mut dyn Solver,
    pool: &Pool,
    asserted: &[TermId],
    assumed: &[TermId],
) -> bool {
    let answer = solver.check(pool, assumed).expect("a check");
    assert_ne!(
        answer,
        Answer::Unsat,
        "{}",
        describe(pool, asserted, assumed)
    );
    if answer == Answer::Sat {
        expect_sat(solver, pool, asserted, assumed);
    }
    answer == Answer::Sat
}

fn describe(pool: &Pool, asserted: &[TermId], assumed: &[TermId]) -> String {
    let list = |terms: &[TermId]| {
        terms
            .iter()
            .map(|term| term_to_string(pool, *term))
            .collect::<Vec<_>>()
            .join(" ")
    };
    format!("asserted: {}; assumed: {}", list(asserted), list(assumed))
}

/// The literal term of a Boolean or bit-vector value.
fn literal(pool: &mut Pool, value: &Value) -> TermId {
    match value {
        Value::Bool(value) => pool.bool_const(*value),
        Value::Bv(value) => pool.bv(value.clone()),
        Value::Array { .. } => unreachable!("the suite compares arrays by their elements"),
    }
}

/// Numbers that look random and are the same on every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A bit-vector, with a leaning towards the values where operators change their mind.
    fn bv(&mut self, width: u32) -> Bv {
        match self.below(8) {
            0 => Bv::zero(width),
            1 => Bv::ones(width),
            2 => Bv::signed_min(width),
            3 => Bv::from_u64(width, self.next() % 8),
            _ => {
                let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
                Bv::from_limbs(width, &limbs)
            }
        }
    }

    /// A value of a sort that has operators.
    fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.next().is_multiple_of(2)),
            Sort::Bv(width) => Value::Bv(self.bv(width)),
            Sort::Array { index, element } => Value::Array {
                default: self.bv(element),
                entries: (0..4).map(|_| (self.bv(index), self.bv(element))).collect(),
            },
            Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => {
                unreachable!("the suite makes no terms of sort {sort}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cassay_term::Op;

    use super::*;

    #[test]
    fn every_operator_is_covered() {
        let elsewhere = [
            Op::Select,
            Op::Store,
            Op::ConstArray { index: 1 },
            Op::Bool(true),
        ];
        let leaves = [
            Op::Symbol(cassay_term::SymbolId(0)),
            Op::BvConst(cassay_term::ConstId(0)),
        ];
        let heads: BTreeSet<usize> = operators::applications(8)
            .into_iter()
            .map(|(op, _)| op)
            .chain(elsewhere)
            .chain(leaves)
            .chain(floats::applications(cassay_term::FloatKind::Half))
            .map(Op::head)
            .collect();
        assert_eq!(heads, (0..Op::HEADS).collect::<BTreeSet<usize>>());
    }
}
