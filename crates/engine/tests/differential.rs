//! Symbolic execution against the interpreter, on random programs and random inputs.
//!
//! A random model gives every symbol of the equation a value. Evaluating the obligations under it
//! says how the execution with those inputs must end; the interpreter says how it does end.

use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_checks::CheckSet;
use cassay_engine::inputs_of;
use cassay_interp::{Limits, Outcome, Silent};
use cassay_ir::arbitrary::{Rng, program, program_with_exceptions, program_with_gaps};
use cassay_ir::claims::ClaimIndex;
use cassay_ir::{ClaimId, FuncId, Program, PropertyClass};
use cassay_simplify::Choice;
use cassay_symex::{
    Bounds, Equation, InputKind, Names, ObligationKind, Operation, Propagation, execute_again,
};
use cassay_term::{Evaluator, Model, Op, Pool, Sort, TermId, Value, symbols_of};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;

/// How an execution ends, as far as both sides can say.
#[derive(Debug, PartialEq)]
enum End {
    /// The claim is violated.
    Violation(ClaimId),
    /// Nothing is violated, or an assumption fails first.
    Quiet,
    /// Symbolic execution leaves open what happens.
    Open,
    /// A bound or something unsupported comes first.
    Undecided(String),
}

fn predicted(pool: &mut Pool, model: &Model, equation: &Equation) -> End {
    let terms: Vec<TermId> = equation
        .obligations
        .iter()
        .map(|obligation| {
            let not = pool.not(obligation.cond);
            let here = pool.and(obligation.guard, not);
            pool.and(obligation.assumptions, here)
        })
        .collect();
    let mut evaluator = Evaluator::new(pool, model);
    for (obligation, term) in equation.obligations.iter().zip(terms) {
        if evaluator.bool_value(term) {
            return match &obligation.kind {
                ObligationKind::Claim { claim, .. } => End::Violation(*claim),
                // The value is indefinite, and the execution goes on.
                ObligationKind::Defined {
                    what: Operation::FloatConversion,
                } => continue,
                // Whether memory is lost is left open; the interpreter knows.
                ObligationKind::Defined {
                    what: Operation::Reachability,
                } => End::Open,
                // The interpreter ends such an execution without a violation.
                ObligationKind::Defined {
                    what:
                        Operation::Access
                        | Operation::Free
                        | Operation::IndirectCall
                        | Operation::DeadPointerComparison,
                } => End::Quiet,
                other => End::Undecided(format!("{other:?}")),
            };
        }
    }
    End::Quiet
}

fn observed(program: &Program, entry: FuncId, inputs: &cassay_interp::Inputs) -> End {
    let limits = Limits {
        steps: 1 << 22,
        leaps: false,
        ..Limits::default()
    };
    let outcome = cassay_interp::run(program, entry, &mut inputs.oracle(), &mut Silent, &limits);
    match outcome {
        Outcome::Violation { claim, .. } => End::Violation(claim),
        Outcome::Finished { .. }
        | Outcome::Ended { .. }
        | Outcome::AssumptionFailed { .. }
        | Outcome::InvalidAccess { .. } => End::Quiet,
        other => End::Undecided(format!("{other:?}")),
    }
}

/// A random value for every symbol, with a liking for small numbers and the ends of ranges.
fn random_model(pool: &Pool, roots: &[TermId], rng: &mut Rng) -> Model {
    let mut model = Model::new();
    for symbol in symbols_of(pool, roots) {
        let value = match pool.sort(symbol) {
            Sort::Bool => Value::Bool(rng.below(2) == 1),
            Sort::Bv(width) => Value::Bv(match rng.below(4) {
                0 => Bv::from_u64(width, rng.below(8)),
                1 => Bv::ones(width),
                2 => Bv::from_u64(width, 1 << (width.min(64) - 1)),
                _ => Bv::from_u64(width, rng.next_u64()),
            }),
            Sort::Array { element, .. } => Value::Array {
                default: Bv::from_u64(element, rng.next_u64()),
                entries: Default::default(),
            },
            other => Value::default_of(other),
        };
        model.set(symbol, value);
    }
    model
}

/// A fact about a cell of a symbol: the symbol, the index and what the cell holds.
fn cell_fact(pool: &Pool, fact: TermId) -> Option<(TermId, TermId, TermId)> {
    let (Op::Eq, &[a, b]) = (pool.op(fact), pool.args(fact)) else {
        return None;
    };
    [(a, b), (b, a)].into_iter().find_map(|(cell, value)| {
        let (Op::Select, &[array, index]) = (pool.op(cell), pool.args(cell)) else {
            return None;
        };
        matches!(pool.op(array), Op::Symbol(_)).then_some((array, index, value))
    })
}

/// A definition of what was stored: its symbol and the value.
fn definition(pool: &Pool, fact: TermId) -> Option<(TermId, TermId)> {
    let (Op::Eq, &[a, b]) = (pool.op(fact), pool.args(fact)) else {
        return None;
    };
    let is_stored = |term| {
        let name = pool.symbol_name(term);
        name.is_some_and(|name| name.starts_with("stored!"))
    };
    // The younger of two symbols is the one that is defined.
    let mut sides = [(a.max(b), a.min(b)), (a.min(b), a.max(b))].into_iter();
    sides.find(|(symbol, _)| is_stored(*symbol))
}

/// Gives stored values and the cells of arrays that the equation defines what it says of them; false
/// when that takes too many rounds.
fn satisfy(pool: &Pool, model: &mut Model, equation: &Equation) -> bool {
    let facts = || equation.constraints.iter();
    let definitions: Vec<_> = facts().filter_map(|fact| definition(pool, *fact)).collect();
    let facts: Vec<_> = facts().filter_map(|fact| cell_fact(pool, *fact)).collect();
    for _ in 0..16 {
        // Definitions stand in the order of the execution, so that one round is enough for them.
        for &(symbol, value) in &definitions {
            let value = Evaluator::new(pool, model).bv_value(value);
            model.set(symbol, Value::Bv(value));
        }
        let mut wrong = Vec::new();
        let mut evaluator = Evaluator::new(pool, model);
        for &(array, index, value) in &facts {
            let (index, value) = (evaluator.bv_value(index), evaluator.bv_value(value));
            let Some(Value::Array { default, entries }) = model.get(array) else {
                continue;
            };
            if entries.get(&index).unwrap_or(default) != &value {
                wrong.push((array, index, value));
            }
        }
        if wrong.is_empty() {
            return true;
        }
        for (array, index, value) in wrong {
            if let Some(Value::Array { default, entries }) = model.get(array) {
                let (default, mut entries) = (default.clone(), entries.clone());
                entries.insert(index, value);
                model.set(array, Value::Array { default, entries });
            }
        }
    }
    false
}

fn roots(equation: &Equation) -> Vec<TermId> {
    let mut roots: Vec<TermId> = equation
        .obligations
        .iter()
        .flat_map(|obligation| [obligation.guard, obligation.cond, obligation.assumptions])
        .collect();
    roots.extend(&equation.constraints);
    for input in &equation.inputs {
        roots.push(input.guard);
        if let InputKind::Value { term, .. } = input.kind {
            roots.push(term);
        }
    }
    roots
}

/// A random program and how to execute it.
#[derive(Clone, Debug)]
struct Case {
    seed: u64,
    size: u32,
    /// Whether the checks add their assertions.
    checked: bool,
    /// How many leaves a symbolic offset may choose between: few force the use of arrays.
    choice_limit: usize,
    /// Whether some memory has no value, and reads of it are claimed not to happen.
    gaps: bool,
    /// Whether functions throw exceptions; if so, whether their paths are made control flow.
    exceptions: Option<bool>,
    /// Whether the program was executed with a smaller bound before.
    again: bool,
    /// What is switched off, one bit each: rules, stores, values, guards.
    off: u8,
}

impl Case {
    fn rules(&self) -> Choice {
        Choice {
            rules: self.off & 1 == 0,
            reads: self.off & 2 == 0,
        }
    }

    fn propagation(&self) -> Propagation {
        Propagation {
            stores: self.off & 2 == 0,
            values: self.off & 4 == 0,
            guards: self.off & 8 == 0,
        }
    }
}

/// Runs one program under several models; how many executions ended in a violation, with gaps in
/// one of a claim about them.
fn compare(case: &Case, skipped: &Cell<u32>) -> usize {
    let Case {
        seed,
        size,
        checked,
        choice_limit,
        gaps,
        exceptions,
        again: _,
        off: _,
    } = *case;
    let mut program = match (gaps, exceptions) {
        (_, Some(_)) => program_with_exceptions(seed, size),
        (true, None) => program_with_gaps(seed, size),
        (false, None) => program(seed, size),
    };
    if exceptions == Some(true) {
        follow_exceptions(&mut program);
    }
    if checked {
        let mut checks = CheckSet::default();
        assert!(checks.set("uninitialised", gaps));
        cassay_checks::apply(&mut program, &checks);
    }
    let entry = program
        .find_function("main")
        .expect("random programs have a main");
    let mut pool = cassay_simplify::pool_with(case.rules());
    let mut names = Names::default();
    let mut execute = |unwind: u32| {
        let bounds = Bounds {
            unwind,
            choice_limit,
            propagation: case.propagation(),
            ..Bounds::default()
        };
        let stop = Stop::new();
        execute_again(&program, entry, &mut pool, &mut names, &bounds, &stop)
            .expect("nobody stops the execution")
    };
    // What an execution with a smaller bound named must not change what this one says.
    if case.again {
        execute(2);
    }
    let equation = execute(40);
    assert_distinct(&equation);
    let claims = ClaimIndex::new(&program);
    let roots = roots(&equation);
    let mut rng = Rng::new(seed ^ 0x5eed);
    let mut violations = 0;
    for round in 0..6 {
        let mut model = random_model(&pool, &roots, &mut rng);
        // The interpreter knows one NaN: the positive quiet one.
        for choice in &equation.nans {
            let value = match pool.sort(choice.symbol) {
                Sort::Bv(width) => Value::Bv(Bv::zero(width)),
                _ => Value::Bool(false),
            };
            model.set(choice.symbol, value);
        }
        if !satisfy(&pool, &mut model, &equation) {
            skipped.set(skipped.get() + 1);
            continue;
        }
        let inputs = inputs_of(&pool, &model, &equation, None);
        let expected = predicted(&mut pool, &model, &equation);
        if expected == End::Open {
            continue;
        }
        let seen = observed(&program, entry, &inputs);
        assert_eq!(
            expected,
            seen,
            "{case:?}, round {round}, inputs {inputs:?}\n{}",
            cassay_ir::text::print_functions(&program)
        );
        violations += usize::from(match seen {
            End::Violation(claim) if gaps => {
                let claim = claims.get(claim).expect("a claim of the program");
                claim.property.class == PropertyClass::Uninitialised
            }
            End::Violation(..) => true,
            End::Quiet | End::Open | End::Undecided(_) => false,
        });
    }
    violations
}

/// Inputs of one execution are symbols of their own.
fn assert_distinct(equation: &Equation) {
    let mut seen = BTreeSet::new();
    for input in &equation.inputs {
        match &input.kind {
            InputKind::Value { term, .. } => assert!(seen.insert(*term), "{term} is two inputs"),
            InputKind::Object(id) => {
                let object = equation.objects.get(*id);
                let cells = object.unknown_array.map(|array| array.symbol);
                let bytes = object.unknown.values().map(|(_, symbol)| *symbol);
                for symbol in bytes.chain(cells).chain(object.address) {
                    assert!(seen.insert(symbol), "{symbol} is two inputs");
                }
            }
            InputKind::Skipped(_) => {}
        }
    }
}

/// Number of programs, settable for longer campaigns.
fn count() -> u32 {
    let wanted = std::env::var("CASSAY_DIFFERENTIAL").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(600)
}

#[test]
fn random_programs_end_as_predicted() {
    end_as_predicted(false, None);
}

#[test]
fn programs_with_gaps_end_as_predicted() {
    end_as_predicted(true, None);
}

#[test]
fn programs_with_exceptions_end_as_predicted() {
    end_as_predicted(false, Some(false));
}

#[test]
fn programs_with_explicit_paths_of_exceptions_end_as_predicted() {
    end_as_predicted(false, Some(true));
}

/// Makes the paths of exceptions control flow.
fn follow_exceptions(program: &mut Program) {
    let checks = CheckSet::default();
    let pass = cassay_passes::find("follow-exceptions").expect("it is listed");
    let plan = cassay_passes::Plan::new(&checks, None);
    cassay_passes::run_one(program, pass, &plan).expect("a well-formed program");
}

fn end_as_predicted(gaps: bool, exceptions: Option<bool>) {
    let config = Config {
        cases: count(),
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let cases = (
        any::<u64>(),
        4u32..56,
        any::<bool>(),
        prop_oneof![Just(2usize), Just(16), Just(64)],
        any::<bool>(),
        prop_oneof![Just(0u8), 0u8..16],
    )
        .prop_map(|(seed, size, checked, choice_limit, again, off)| Case {
            seed,
            size,
            checked,
            choice_limit,
            gaps,
            exceptions,
            again,
            off,
        });
    let (violations, skipped) = (Cell::new(0), Cell::new(0));
    runner
        .run(&cases, |case| {
            violations.set(violations.get() + compare(&case, &skipped));
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    let (violations, skipped) = (violations.get(), skipped.get());
    assert!(
        skipped <= count() / 4,
        "{skipped} executions were not compared: their models do not fit the equations"
    );
    assert!(
        violations > 100,
        "only {violations} executions violate a claim: the test is too tame"
    );
}
