//! Random programs, executed: the checks find every invalid access, and nothing they add changes
//! an execution in which nothing is wrong.

use cassay_bv::Bv;
use cassay_checks::{CheckSet, apply};
use cassay_interp::{Limits, Oracle, Outcome, Silent, run};
use cassay_ir::arbitrary::{Rng, program};
use cassay_ir::text::print_functions;
use cassay_ir::{Program, PropertyClass, StmtKind, verify};

/// Random inputs. Of memory, only what comes from outside and padding are open.
struct Random(Rng);

impl Oracle for Random {
    fn nondet(&mut self, _source: &cassay_ir::InputSource, width: u32) -> Bv {
        let small = self.0.chance(1, 2);
        let value = self.0.next_u64();
        Bv::from_u64(width, if small { value % 4 } else { value })
    }

    fn initial_byte(&mut self, object: u64, offset: u64) -> u8 {
        (object.wrapping_mul(31) ^ offset.wrapping_mul(57)) as u8
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        None
    }
}

fn execute(program: &Program, inputs: u64) -> Outcome {
    let main = program.find_function("main").expect("a main function");
    let limits = Limits {
        steps: 3_000_000,
        leaps: false,
        ..Limits::default()
    };
    let mut oracle = Random(Rng::new(inputs));
    run(program, main, &mut oracle, &mut Silent, &limits)
}

/// Drops the assertions with which a random program protects its accesses.
fn unprotect(program: &mut Program) {
    for function in program.functions.iter_mut() {
        for block in function.blocks.iter_mut() {
            block.stmts.retain(|stmt| {
                let StmtKind::Assert { property, .. } = &stmt.kind else {
                    return true;
                };
                matches!(
                    property.class,
                    PropertyClass::Assertion
                        | PropertyClass::ErrorCall
                        | PropertyClass::MemoryLeak
                        | PropertyClass::MemoryCleanup
                )
            });
        }
    }
}

/// The checks that are on by default, and those of the heap, which random programs make claims of.
fn usual_checks() -> CheckSet {
    let mut checks = CheckSet::default();
    checks.set("memory-track", true);
    checks.set("memory-cleanup", true);
    checks
}

/// What an execution showed, without the places that instrumentation moves.
fn summary(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Finished { value } => format!("finished with {value:?}"),
        Outcome::Violation { property, at, .. } => format!("{} at {:?}", property.class, at.span),
        Outcome::AssumptionFailed { at } => format!("assumption at {:?}", at.span),
        Outcome::Ended { at } => format!("ended at {:?}", at.span),
        other => format!("{other:?}"),
    }
}

#[test]
fn random_programs_end_only_in_the_promised_ways() {
    let (mut finished, mut violated) = (0, 0);
    for seed in 0..300u64 {
        let program = program(seed, 10 + (seed % 50) as u32);
        for inputs in 0..6 {
            match execute(&program, inputs) {
                Outcome::Finished { .. } => finished += 1,
                Outcome::Violation { .. } => violated += 1,
                Outcome::AssumptionFailed { .. } => {}
                other => panic!("seed {seed}: {other:?}\n{}", print_functions(&program)),
            }
        }
    }
    assert!(finished > 100, "{finished} finished, {violated} violated");
    assert!(violated > 100, "{finished} finished, {violated} violated");
}

#[test]
fn the_checks_find_what_goes_wrong() {
    let mut checks = usual_checks();
    // A random program divides by zero and loads misaligned integers without being wrong.
    for id in ["div-by-zero", "overflow", "alignment"] {
        checks.set(id, false);
    }
    let (mut caught, mut invalid) = (0, 0);
    for seed in 0..300u64 {
        let protected = program(seed, 10 + (seed % 50) as u32);
        let mut bare = protected.clone();
        unprotect(&mut bare);
        let mut checked = bare.clone();
        apply(&mut checked, &checks);
        verify(&checked).unwrap_or_else(|errors| panic!("seed {seed}: {}", errors[0]));
        for inputs in 0..6 {
            let expected = execute(&protected, inputs);
            let found = execute(&checked, inputs);
            let show = || print_functions(&checked);
            match (&expected, &found) {
                (
                    Outcome::Violation { property: a, .. },
                    Outcome::Violation { property: b, .. },
                ) if a.class == b.class => {}
                (a, b) => assert_eq!(summary(a), summary(b), "seed {seed}\n{}", show()),
            }
            let unguarded = execute(&bare, inputs);
            if let Outcome::InvalidAccess { .. } = unguarded {
                invalid += 1;
                assert!(
                    matches!(found, Outcome::Violation { .. }),
                    "seed {seed}\n{}",
                    show()
                );
            }
            if let Outcome::Violation { property, .. } = found
                && property.class.name().starts_with("pointer.")
            {
                caught += 1;
            }
        }
    }
    assert!(
        caught > 10 && invalid > 10,
        "{caught} caught, {invalid} invalid"
    );
}

#[test]
fn division_and_alignment_claims_do_not_disturb_good_executions() {
    for seed in 0..150u64 {
        let plain = program(seed, 30);
        let mut checked = plain.clone();
        apply(&mut checked, &usual_checks());
        verify(&checked).unwrap_or_else(|errors| panic!("seed {seed}: {}", errors[0]));
        let (expected, found) = (execute(&plain, 1), execute(&checked, 1));
        let early = matches!(
            &found,
            Outcome::Violation { property, .. } if matches!(
                property.class,
                PropertyClass::DivisionByZero | PropertyClass::OverflowDiv
            )
        );
        if !early {
            let text = print_functions(&checked);
            assert_eq!(summary(&expected), summary(&found), "seed {seed}\n{text}");
        }
    }
}
