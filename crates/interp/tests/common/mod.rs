//! Runs programs of the text form.
#![allow(dead_code, reason = "each test file uses its part")]

use cassay_bv::Bv;
use cassay_interp::{Inputs, Limits, Oracle, Outcome, Silent, Value, Zeros, run};
use cassay_ir::{Program, PropertyClass, text};

pub fn program(source: &str) -> Program {
    text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

pub fn run_with(source: &str, oracle: &mut dyn Oracle, limits: &Limits) -> Outcome {
    let program = program(source);
    let entry = program.find_function("main").expect("a function main");
    run(&program, entry, oracle, &mut Silent, limits)
}

pub fn outcome(source: &str) -> Outcome {
    run_with(source, &mut Zeros, &Limits::default())
}

pub fn outcome_under(source: &str, inputs: &Inputs) -> Outcome {
    run_with(source, &mut inputs.oracle(), &Limits::default())
}

pub fn number(outcome: &Outcome) -> i64 {
    match outcome {
        Outcome::Finished {
            value: Some(Value::Int(bits)),
        } => bits.to_i64().expect("a small number"),
        other => panic!("not a finished execution with a number: {other:?}"),
    }
}

/// The number `main` returns, all inputs zero.
pub fn result(source: &str) -> i64 {
    number(&outcome(source))
}

/// The number `main` returns under these 32-bit inputs.
pub fn result_under(source: &str, inputs: &[u64]) -> i64 {
    number(&outcome_under(source, &words(inputs)))
}

pub fn words(inputs: &[u64]) -> Inputs {
    Inputs {
        nondet: inputs.iter().map(|word| Bv::from_u64(32, *word)).collect(),
        ..Inputs::default()
    }
}

/// A function `main` of one block that returns the value of an expression.
pub fn value_of(ty: &str, expr: &str) -> i64 {
    result(&format!(
        "fn main() -> {ty} {{\nbb0:\n  return {expr}\n}}\n"
    ))
}

pub fn violated(outcome: &Outcome) -> PropertyClass {
    match outcome {
        Outcome::Violation { property, .. } => property.class,
        other => panic!("not a violation: {other:?}"),
    }
}

pub fn invalid(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::InvalidAccess { what, .. } => what,
        other => panic!("not an invalid access: {other:?}"),
    }
}
