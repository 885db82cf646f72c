//! Random formulas that have a solution because one was chosen first: the guard against a wrong
//! `unsat`, which no evaluator can catch afterwards.

use cassay_term::{Evaluator, Model, Op, Pool, Sort, TermId, Value};

use super::operators::applications;
use super::{Make, Numbers, expect_sat_or_unknown, literal};

const FORMULAS: u64 = 120;
const OPERATIONS: usize = 40;

/// Builds random terms over a few symbols, chooses values for the symbols, and asserts that some of
/// the terms have the values that follow.
pub(super) fn random_formulas(make: Make<'_>) {
    let mut answered = 0;
    for seed in 0..FORMULAS {
        let mut numbers = Numbers(1000 + seed);
        let mut pool = Pool::raw();
        let array = Sort::Array {
            index: 4,
            element: 8,
        };
        let sorts = [
            Sort::Bool,
            Sort::Bv(1),
            Sort::Bv(4),
            Sort::Bv(8),
            Sort::Bv(13),
            array,
        ];
        let mut model = Model::new();
        let mut terms = Vec::new();
        for sort in sorts {
            for _ in 0..2 {
                let symbol = pool.fresh("s", sort);
                model.set(symbol, numbers.value(sort));
                terms.push(symbol);
            }
        }
        for _ in 0..OPERATIONS {
            if let Some(term) = random_term(&mut pool, &mut numbers, &terms) {
                terms.push(term);
            }
        }
        let mut solver = make();
        let asserted = plant(&mut pool, &mut numbers, &model, &terms);
        for term in &asserted {
            solver.assert(&pool, *term).expect("an assertion");
        }
        if expect_sat_or_unknown(solver.as_mut(), &pool, &asserted, &[]) {
            answered += 1;
        }
    }
    assert!(
        answered * 4 >= FORMULAS * 3,
        "only {answered} of {FORMULAS} formulas were answered"
    );
}

/// Equations that the chosen model satisfies, about some of the terms.
fn plant(pool: &mut Pool, numbers: &mut Numbers, model: &Model, terms: &[TermId]) -> Vec<TermId> {
    let mut asserted = Vec::new();
    for term in terms.iter().rev() {
        if numbers.below(3) > 0 || matches!(pool.sort(*term), Sort::Array { .. }) {
            continue;
        }
        let value: Value = Evaluator::new(pool, model).value(*term);
        let value = literal(pool, &value);
        asserted.push(pool.eq(*term, value));
    }
    asserted
}

/// An operator applied to terms made before, if there are some of the sorts it wants.
fn random_term(pool: &mut Pool, numbers: &mut Numbers, terms: &[TermId]) -> Option<TermId> {
    let width = [1, 4, 8, 13][numbers.below(4)];
    let array = Sort::Array {
        index: 4,
        element: 8,
    };
    let mut choices = applications(width);
    let scalar_choices = choices.len();
    choices.extend([
        (Op::Select, vec![array, Sort::Bv(4)]),
        (Op::Store, vec![array, Sort::Bv(4), Sort::Bv(8)]),
        (Op::ConstArray { index: 4 }, vec![Sort::Bv(8)]),
        (Op::Eq, vec![array, array]),
        (Op::Ite, vec![Sort::Bool, array, array]),
    ]);
    // Arrays are five of many choices; take one of them every third time.
    let at = if numbers.below(3) == 0 {
        scalar_choices + numbers.below(choices.len() - scalar_choices)
    } else {
        numbers.below(scalar_choices)
    };
    let (op, sorts) = &choices[at];
    let mut arguments = Vec::new();
    for sort in sorts {
        let fitting: Vec<TermId> = terms
            .iter()
            .copied()
            .filter(|term| pool.sort(*term) == *sort)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        arguments.push(fitting[numbers.below(fitting.len())]);
    }
    Some(pool.make(*op, &arguments))
}
