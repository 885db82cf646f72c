//! Every operator against the evaluator: by full tables at small widths, which a back-end cannot
//! pass by folding constants, and by chosen inputs at the widths programs have.

use cassay_term::{Circuit, Evaluator, Model, Op, OpClass, Pool, Sort, TermId, Value};

use super::{Make, Numbers, expect_sat, expect_unsat, literal};

/// Every operator with the sorts of its arguments, at one width.
pub(super) fn applications(width: u32) -> Vec<(Op, Vec<Sort>)> {
    let bv = Sort::Bv(width);
    let mut all = vec![
        (Op::Not, vec![Sort::Bool]),
        (Op::Eq, vec![Sort::Bool, Sort::Bool]),
        (Op::Eq, vec![bv, bv]),
        (Op::Ite, vec![Sort::Bool, Sort::Bool, Sort::Bool]),
        (Op::Ite, vec![Sort::Bool, bv, bv]),
        (Op::BvNeg, vec![bv]),
        (Op::BvNot, vec![bv]),
        (Op::BvConcat, vec![bv, Sort::Bv(width.div_ceil(2))]),
        (Op::BvConcat, vec![Sort::Bv(width.div_ceil(2)), bv]),
        (
            Op::BvExtract {
                hi: width - 1,
                lo: 0,
            },
            vec![bv],
        ),
        (
            Op::BvExtract {
                hi: width - 1,
                lo: width / 2,
            },
            vec![bv],
        ),
        (
            Op::BvExtract {
                hi: width / 2,
                lo: width / 2,
            },
            vec![bv],
        ),
        (Op::BvZext { to: width }, vec![bv]),
        (Op::BvZext { to: width + 3 }, vec![bv]),
        (Op::BvSext { to: width }, vec![bv]),
        (Op::BvSext { to: width + 3 }, vec![bv]),
    ];
    all.extend([Op::And, Op::Or, Op::Xor].map(|op| (op, vec![Sort::Bool, Sort::Bool])));
    let classes = [OpClass::Binary, OpClass::Compare, OpClass::Overflow];
    all.extend(
        Op::of_classes(&classes)
            .into_iter()
            .map(|op| (op, vec![bv, bv])),
    );
    all
}

/// For each operator: it differs nowhere from its table of all inputs, and differs exactly where
/// one entry of the table is made wrong.
pub(super) fn tables(make: Make<'_>) {
    let mut numbers = Numbers(1);
    for width in [1, 2, 3] {
        let mut pool = Pool::raw();
        let mut solver = make();
        for (op, sorts) in applications(width) {
            let symbols = symbols(&mut pool, &sorts);
            let application = pool.make(op, &symbols);
            let inputs = all_inputs(&sorts);
            let outputs: Vec<Value> = inputs
                .iter()
                .map(|input| output(&pool, application, &symbols, input))
                .collect();

            let right = table(&mut pool, &symbols, &inputs, &outputs);
            let differs = pool.distinct(application, right);
            expect_unsat(solver.as_mut(), &pool, &[], &[differs]);

            let at = numbers.below(inputs.len());
            let mut spoilt = outputs;
            spoilt[at] = another(&spoilt[at]);
            let wrong = table(&mut pool, &symbols, &inputs, &spoilt);
            let differs = pool.distinct(application, wrong);
            let model = expect_sat(solver.as_mut(), &pool, &[], &[differs]);
            for (symbol, expected) in symbols.iter().zip(&inputs[at]) {
                let mut evaluator = Evaluator::new(&pool, &model);
                assert_eq!(
                    &evaluator.value(*symbol),
                    expected,
                    "{op:?} at width {width}"
                );
            }
        }
    }
}

/// With its inputs fixed by assumptions, each operator has the value of the evaluator and no other.
pub(super) fn fixed_inputs(make: Make<'_>) {
    let mut numbers = Numbers(2);
    for width in [1, 5, 8, 16, 32, 33, 64, 65, 128] {
        let mut pool = Pool::raw();
        let mut solver = make();
        for (op, sorts) in applications(width) {
            let symbols = symbols(&mut pool, &sorts);
            let application = pool.make(op, &symbols);
            for _ in 0..4 {
                let input: Vec<Value> = sorts.iter().map(|sort| numbers.value(*sort)).collect();
                let output = output(&pool, application, &symbols, &input);
                let mut assumed = Vec::new();
                for (symbol, value) in symbols.iter().zip(&input) {
                    let value = literal(&mut pool, value);
                    assumed.push(pool.eq(*symbol, value));
                }
                let output = literal(&mut pool, &output);
                let equal = pool.eq(application, output);
                let differs = pool.not(equal);
                assumed.push(differs);
                expect_unsat(solver.as_mut(), &pool, &[], &assumed);
                assumed.pop();
                assumed.push(equal);
                expect_sat(solver.as_mut(), &pool, &[], &assumed);
            }
        }
    }
}

/// Each operator can be inverted: inputs are found for an output that has some.
pub(super) fn free_inputs(make: Make<'_>) {
    let mut numbers = Numbers(3);
    for width in [4, 8, 16, 32, 64] {
        let mut pool = Pool::raw();
        let mut solver = make();
        for (op, sorts) in applications(width) {
            let symbols = symbols(&mut pool, &sorts);
            let application = pool.make(op, &symbols);
            let input: Vec<Value> = sorts.iter().map(|sort| numbers.value(*sort)).collect();
            let output = output(&pool, application, &symbols, &input);
            let output = literal(&mut pool, &output);
            let mut assumed = vec![pool.eq(application, output)];
            if width > 8 && is_hard(op) {
                let second = literal(&mut pool, &input[1]);
                assumed.push(pool.eq(symbols[1], second));
            }
            expect_sat(solver.as_mut(), &pool, &[], &assumed);
        }
    }
}

/// Whether inverting the operator is a search that grows with the width.
fn is_hard(op: Op) -> bool {
    op.circuit() == Circuit::Product
}

fn symbols(pool: &mut Pool, sorts: &[Sort]) -> Vec<TermId> {
    sorts.iter().map(|sort| pool.fresh("x", *sort)).collect()
}

fn output(pool: &Pool, application: TermId, symbols: &[TermId], input: &[Value]) -> Value {
    let mut model = Model::new();
    for (symbol, value) in symbols.iter().zip(input) {
        model.set(*symbol, value.clone());
    }
    Evaluator::new(pool, &model).value(application)
}

/// Every combination of values of small sorts.
fn all_inputs(sorts: &[Sort]) -> Vec<Vec<Value>> {
    let mut inputs = vec![Vec::new()];
    for sort in sorts {
        let values: Vec<Value> = match sort.bv_width() {
            Some(width) => (0..1u64 << width)
                .map(|value| Value::Bv(cassay_bv::Bv::from_u64(width, value)))
                .collect(),
            None => vec![Value::Bool(false), Value::Bool(true)],
        };
        inputs = inputs
            .iter()
            .flat_map(|input| {
                values
                    .iter()
                    .map(move |value| [input.as_slice(), std::slice::from_ref(value)].concat())
            })
            .collect();
    }
    inputs
}

/// A value of the same sort that is not this one.
fn another(value: &Value) -> Value {
    match value {
        Value::Bool(value) => Value::Bool(!value),
        Value::Bv(value) => Value::Bv(value.add(&cassay_bv::Bv::one(value.width()))),
        Value::Array { .. } => unreachable!("no operator of the list gives an array"),
    }
}

/// `ite(symbols = inputs[0], outputs[0], …)`.
fn table(pool: &mut Pool, symbols: &[TermId], inputs: &[Vec<Value>], outputs: &[Value]) -> TermId {
    let mut result = literal(pool, &outputs[0]);
    for (input, output) in inputs.iter().zip(outputs).skip(1) {
        let mut matches = pool.tru();
        for (symbol, value) in symbols.iter().zip(input) {
            let value = literal(pool, value);
            let equal = pool.eq(*symbol, value);
            matches = pool.and(matches, equal);
        }
        let output = literal(pool, output);
        result = pool.ite(matches, output, result);
    }
    result
}
