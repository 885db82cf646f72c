//! Every rule proved by the embedded solver: under its conditions, its two sides cannot differ.
//! Widths go up to 32, or to 6 where a rule multiplies or divides, which solvers find hard.

mod instances;

use cassay_simplify::ReadRule;
use cassay_simplify::pattern::Pattern;
use cassay_solver::{Answer, Settings};
use instances::{Instance, Space, build, rules, spread};

const EASY: Space<'static> = Space {
    widths: &[1, 2, 3, 8, 16, 32],
    ints: &[0, 1, 2, 3, 7, 8, 9, 15, 16, 24, 31, 32, 48],
    arrays: &[(1, 1), (3, 8), (16, 8)],
};

const HARD: Space<'static> = Space {
    widths: &[1, 2, 3, 4, 5, 6],
    ints: &[0, 1, 2, 3, 4, 5, 6, 8],
    arrays: &[(1, 1)],
};

/// Most instances of a rule.
const MAX_INSTANCES: usize = 30;

fn is_hard(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Var(_) | Pattern::Bool(_) | Pattern::Const(..) => false,
        Pattern::Apply(symbol, _, args) => {
            let hard = [
                "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvumulo", "bvsmulo",
            ];
            hard.contains(&symbol.name) || args.iter().any(is_hard)
        }
    }
}

/// Whether the sides of an instance can differ, according to the solver.
fn check(rule: &ReadRule, at: &Instance) -> Answer {
    let mut built = build(rule, at);
    let mut solver =
        (cassay_solver_bitwuzla::BACKEND.make)(&Settings::default()).expect("the solver starts");
    let differ = built.pool.distinct(built.left, built.right);
    let query: Vec<_> = built.assumptions.iter().copied().chain([differ]).collect();
    solver
        .check(&built.pool, &query)
        .expect("the solver answers")
}

#[test]
fn every_rule_is_proved() {
    let mut wrong = Vec::new();
    for rule in rules() {
        let space = if is_hard(&rule.matches) || is_hard(&rule.result) {
            &HARD
        } else {
            &EASY
        };
        let all = instances::instances(rule, space);
        assert!(!all.is_empty(), "rule {} has no instance", rule.name);
        for at in spread(&all, MAX_INSTANCES) {
            let answer = check(rule, &at);
            if answer != Answer::Unsat {
                wrong.push((rule.name, at, answer));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "not proved: {wrong:#?}");
}

#[test]
fn the_solver_refutes_a_wrong_rule() {
    let wrong = cassay_simplify::Rule {
        name: "wrong",
        matches: "(bvashr x C)",
        result: "(bvlshr x C)",
        when: "(not (= C 0:C))",
    };
    let rule = wrong.read().expect("the rule is well-formed");
    let sort = cassay_term::Sort::Bv(8);
    let answer = check(
        &rule,
        &Instance {
            sorts: vec![sort, sort],
            ints: vec![],
        },
    );
    assert_eq!(answer, Answer::Sat);
}
