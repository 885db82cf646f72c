//! Loops taken to their end at once against the interpreter, on random counting loops.
//!
//! A loop counts 8-bit variables from any start; symbolic execution has to say for each of the 256
//! inputs what a variable holds behind it, without unwinding it.

use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_interp::{Inputs, Limits, Outcome, Silent, Value as Concrete, run};
use cassay_ir::arbitrary::Rng;
use cassay_ir::{Program, text};
use cassay_symex::{Bounds, Equation, InputKind, ObligationKind, execute};
use cassay_term::{Evaluator, Model, Pool, TermId, Value};

const VARIABLES: [&str; 3] = ["a", "b", "c"];

fn number(rng: &mut Rng) -> i64 {
    match rng.below(4) {
        0 => rng.below(8) as i64 - 4,
        1 => 120 + rng.below(16) as i64,
        _ => rng.below(256) as i64,
    }
}

/// A step, mostly by one.
fn step(rng: &mut Rng) -> i64 {
    match rng.below(6) {
        0 | 1 => 1,
        2 | 3 => -1,
        _ => rng.below(15) as i64 - 7,
    }
}

/// A program with one loop that leaves at its head or at its end. `main` returns what becomes of the
/// variables, and claims that it differs from a second input.
fn source(seed: u64) -> String {
    let rng = &mut Rng::new(seed);
    let mut lines = vec!["%0: i8 = havoc \"n\"".to_string()];
    if rng.below(2) == 0 {
        let op = ["slt", "sle", "ult", "ule"][rng.below(4) as usize];
        let bound = 90 + rng.below(38) as i64 + rng.below(2) as i64 * 120;
        lines.push(match rng.below(4) {
            0 => format!("assume {op}({bound}:i8, %0)"),
            _ => format!("assume {op}(%0, {bound})"),
        });
    }
    for name in VARIABLES.iter().chain(&["last"]) {
        let value = match rng.below(2) {
            0 => "%0".to_string(),
            _ => number(rng).to_string(),
        };
        lines.push(format!("declare {name}"));
        lines.push(format!("store i8 {value} -> {name}"));
    }
    let op = ["slt", "sle", "ult", "ule", "ne", "eq"][rng.below(6) as usize];
    let end = match rng.below(3) {
        0 => "%0".to_string(),
        1 => "add(%0, 3)".to_string(),
        _ => format!("{}:i8", number(rng)),
    };
    let end = if rng.below(3) == 0 {
        format!("urem({end}, 50:i8)")
    } else {
        end
    };
    let cond = match rng.below(2) {
        0 => format!("{op}(%1, {end})"),
        _ => format!("{op}({end}, %1)"),
    };
    let (then, otherwise) = match rng.below(2) {
        0 => ("bb2", "bb3"),
        _ => ("bb3", "bb2"),
    };
    let steps: Vec<i64> = VARIABLES.iter().map(|_| step(rng)).collect();
    let body = format!(
        "  %2: i8 = load a\n  store i8 add(%2, 100) -> last\n  store i8 add(%2, {}) -> a\n  \
         %3: i8 = load b\n  store i8 add(%3, {}) -> b\n  %4: i8 = load c\n  \
         store i8 sub(%4, {}) -> c\n",
        steps[0], steps[1], steps[2]
    );
    let exit = format!("  %1: i8 = load a\n  if {cond} goto {then} else {otherwise}\n");
    let code = if rng.below(2) == 0 {
        format!("bb1:\n{exit}bb2:\n{body}  goto bb1\n")
    } else {
        let exit = exit.replace("bb2", "bb1");
        format!("bb1:\n{body}  goto bb2\nbb2:\n{exit}")
    };
    let start: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!(
        "fn main() -> i8 {{\n  var a: i8\n  var b: i8\n  var c: i8\n  var last: i8\nbb0:\n{start}  \
         goto bb1\n{code}bb3:\n  %5: i8 = load a\n  %6: i8 = load b\n  %7: i8 = load c\n  \
         %8: i8 = load last\n  %9: i8 = add(add(%5, mul(%6, 3)), add(mul(%7, 17), mul(%8, 71)))\n  \
         %10: i8 = havoc \"w\"\n  assert ne(%9, %10) [assertion]\n  return %9\n}}\n"
    )
}

/// What `main` returns, if the loop ends; the second input is such that nothing is violated.
fn returned(program: &Program, input: u64) -> Option<Bv> {
    let entry = program.find_function("main").expect("a function main");
    let limits = Limits {
        steps: 20_000,
        leaps: false,
        ..Limits::default()
    };
    for other in [0, 1] {
        let inputs = Inputs {
            nondet: vec![Bv::from_u64(8, input), Bv::from_u64(8, other)],
            ..Inputs::default()
        };
        match run(program, entry, &mut inputs.oracle(), &mut Silent, &limits) {
            Outcome::Finished {
                value: Some(Concrete::Int(bits)),
            } => return Some(bits),
            Outcome::Violation { .. } => {}
            Outcome::StepLimit | Outcome::AssumptionFailed { .. } => return None,
            other => panic!("{other:?}"),
        }
    }
    panic!("two different values are returned");
}

/// Whether the claim is violated under two inputs; `None` when a bound is reached instead.
fn violated(pool: &mut Pool, equation: &Equation, input: u64, other: &Bv) -> Option<bool> {
    let mut model = Model::new();
    for known in &equation.inputs {
        if let InputKind::Value { term, source, .. } = &known.kind {
            let value = match source.to_string().as_str() {
                "n" => Bv::from_u64(8, input),
                _ => other.clone(),
            };
            model.set(*term, Value::Bv(value));
        }
    }
    let terms: Vec<TermId> = equation
        .obligations
        .iter()
        .map(|obligation| {
            let not = pool.not(obligation.cond);
            let here = pool.and(obligation.guard, not);
            pool.and(obligation.assumptions, here)
        })
        .collect();
    let mut evaluator = Evaluator::new(pool, &model);
    for (obligation, term) in equation.obligations.iter().zip(terms) {
        if evaluator.bool_value(term) {
            return match obligation.kind {
                ObligationKind::Claim { .. } => Some(true),
                ObligationKind::Unwinding { .. }
                | ObligationKind::Recursion { .. }
                | ObligationKind::Defined { .. }
                | ObligationKind::Unsupported { .. } => None,
            };
        }
    }
    Some(false)
}

fn check(seed: u64) -> u32 {
    let source = source(seed);
    let program = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let entry = program.find_function("main").expect("a function main");
    let mut pool = cassay_simplify::pool();
    let bounds = Bounds {
        unwind: 3,
        accelerate: true,
        ..Bounds::default()
    };
    let stop = Stop::new();
    let equation = execute(&program, entry, &mut pool, &bounds, &stop).expect("no interruption");
    let mut decided = 0;
    for input in 0..256 {
        let Some(value) = returned(&program, input) else {
            // The loop is not met or never ends; nothing may be said about what follows it.
            let found = violated(&mut pool, &equation, input, &Bv::zero(8));
            assert!(
                !found.unwrap_or(false),
                "seed {seed}, input {input}\n{source}"
            );
            continue;
        };
        let Some(found) = violated(&mut pool, &equation, input, &value) else {
            continue;
        };
        assert!(
            found,
            "seed {seed}, input {input}, value {value:?}\n{source}"
        );
        let other = value.xor(&Bv::one(8));
        let found = violated(&mut pool, &equation, input, &other);
        assert_eq!(found, Some(false), "seed {seed}, input {input}\n{source}");
        decided += 1;
    }
    decided
}

#[test]
fn loops_that_count_end_where_the_interpreter_does() {
    let cases = 40;
    let decided: u32 = (0..cases).map(|seed| u32::from(check(seed) > 200)).sum();
    assert!(
        decided * 5 > cases as u32,
        "only {decided} of {cases} loops were taken to their end"
    );
}
