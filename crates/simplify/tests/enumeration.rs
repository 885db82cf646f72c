//! Every rule at small widths, under every assignment: both sides have the same value wherever
//! the conditions hold. Independent of any solver.

mod instances;

use std::collections::BTreeMap;

use cassay_bv::Bv;
use cassay_term::{Evaluator, Model, Sort, Value};
use instances::{Built, Instance, Space, build, rules, spread};

const SPACE: Space<'static> = Space {
    widths: &[1, 2, 3, 4],
    ints: &[0, 1, 2, 3, 4, 5, 6, 7],
    arrays: &[(1, 1), (1, 2), (2, 1)],
};

/// Most bits of an instance that are enumerated.
const MAX_BITS: u32 = 12;
/// Most instances of a rule.
const MAX_INSTANCES: usize = 300;

fn bits(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bv(width) => width,
        Sort::Array { index, element } => element << index,
        other => unreachable!("no rule is about {other}"),
    }
}

fn value(sort: Sort, code: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(code & 1 == 1),
        Sort::Bv(width) => Value::Bv(Bv::from_u64(width, code)),
        Sort::Array { index, element } => {
            let entries: BTreeMap<Bv, Bv> = (0..1u64 << index)
                .map(|at| {
                    let held = Bv::from_u64(element, code >> (at * u64::from(element)));
                    (Bv::from_u64(index, at), held)
                })
                .collect();
            Value::Array {
                default: Bv::zero(element),
                entries,
            }
        }
        other => unreachable!("no rule is about {other}"),
    }
}

/// Compares both sides under every assignment; gives the number of those that satisfy the
/// conditions.
fn enumerate(name: &str, at: &Instance, built: &Built) -> u64 {
    let total: u32 = at.sorts.iter().map(|sort| bits(*sort)).sum();
    let mut satisfied = 0;
    for code in 0..1u64 << total {
        let mut model = Model::new();
        let mut rest = code;
        for (symbol, sort) in built.symbols.iter().zip(&at.sorts) {
            model.set(*symbol, value(*sort, rest));
            rest >>= bits(*sort);
        }
        let mut evaluator = Evaluator::new(&built.pool, &model);
        if !built
            .assumptions
            .iter()
            .all(|term| evaluator.bool_value(*term))
        {
            continue;
        }
        satisfied += 1;
        let same = match (evaluator.value(built.left), evaluator.value(built.right)) {
            (
                Value::Array { default, entries },
                Value::Array {
                    default: d,
                    entries: e,
                },
            ) => {
                let Sort::Array { index, .. } = built.pool.sort(built.left) else {
                    unreachable!("the value is an array")
                };
                (0..1u64 << index)
                    .map(|at| Bv::from_u64(index, at))
                    .all(|at| entries.get(&at).unwrap_or(&default) == e.get(&at).unwrap_or(&d))
            }
            (left, right) => left == right,
        };
        assert!(same, "rule {name} is wrong at {at:?} under {model:?}");
    }
    satisfied
}

#[test]
fn every_rule_holds_under_every_small_assignment() {
    let mut vacuous = Vec::new();
    for rule in rules() {
        let all: Vec<Instance> = instances::instances(rule, &SPACE)
            .into_iter()
            .filter(|at| at.sorts.iter().map(|sort| bits(*sort)).sum::<u32>() <= MAX_BITS)
            .collect();
        let mut satisfied = 0;
        for at in spread(&all, MAX_INSTANCES) {
            satisfied += enumerate(rule.name, &at, &build(rule, &at));
        }
        if satisfied == 0 {
            vacuous.push(rule.name);
        }
    }
    assert!(
        vacuous.is_empty(),
        "no assignment satisfies the conditions of {vacuous:?}"
    );
}

#[test]
#[should_panic(expected = "rule wrong is wrong")]
fn enumeration_notices_a_wrong_rule() {
    let wrong = cassay_simplify::Rule {
        name: "wrong",
        matches: "(bvsub x y)",
        result: "(bvsub y x)",
        when: "",
    };
    let rule = wrong.read().expect("the rule is well-formed");
    let at = Instance {
        sorts: vec![Sort::Bv(3), Sort::Bv(3)],
        ints: vec![],
    };
    let built = build(&rule, &at);
    enumerate("wrong", &at, &built);
}
