//! Every program that is installed passes the suite that every back-end must pass.
//!
//! Some programs are slow or crash on some formulas: the cases that each may leave undecided are
//! listed, and have limited time. All others have as much time as they need, whatever the load of the
//! machine. None may ever answer wrongly. `CASSAY_NEED_SOLVERS` is a comma-separated list of programs
//! without which the tests fail; `make test` sets it. `CASSAY_EVERY_CASE` runs the
//! whole suite with integers, which takes minutes.

use std::time::Duration;

use cassay_solver::conformance::{CASES, Outcome, run_patiently};
use cassay_solver::{Answer, Settings, Solver, Usable};
use cassay_solver_smtlib::{PROGRAMS, Program, SmtlibSolver, usable};
use cassay_term::{Pool, Sort};

fn program(name: &str) -> &'static Program {
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.expect("a name of the table")
}

/// Whether a program is usable. Prints a note if not, and fails if it is required.
fn is_usable(name: &str) -> bool {
    let needed = std::env::var("CASSAY_NEED_SOLVERS").unwrap_or_default();
    match usable(program(name), None) {
        Usable::Yes(version) => {
            println!("{name}: {version}");
            true
        }
        other => {
            let is_needed = needed.split(',').any(|one| one == name);
            assert!(!is_needed, "{name} is needed: {other:?}");
            eprintln!("NOT TESTED: {name}: {other:?}");
            false
        }
    }
}

/// Runs the suite; the given cases may be left undecided.
fn conforms(name: &str, may_give_up: &[&str]) {
    conforms_with(name, &Settings::default(), may_give_up);
}

fn conforms_with(name: &str, settings: &Settings, may_give_up: &[&str]) {
    if !is_usable(name) {
        return;
    }
    let mut make = || -> Box<dyn Solver> {
        Box::new(SmtlibSolver::new(program(name), settings).expect("the program starts"))
    };
    let time = |case: &str| match may_give_up.contains(&case) {
        // Floats are never integers: only stopping in time is tested here, the rest elsewhere.
        true if case == FLOATS && settings.integers => Some(Duration::ZERO),
        true => Some(Duration::from_secs(1)),
        false => None,
    };
    for (case, outcome) in run_patiently(&mut make, time) {
        println!("{name}: {case}: {outcome:?}");
        if let Outcome::GaveUp(why) = outcome {
            assert!(may_give_up.contains(&case), "{case}: {why}");
        }
    }
}

const FLOATS: &str = "float operators agree with the evaluator";
const GROWTH: &str = "formulas grow between checks";
const CONSTANT_ARRAYS: &str = "constant arrays";
const ARRAY_MODELS: &str = "arrays in models";
const DEEP: &str = "deep terms";
const STORES: &str = "deep stores";

#[test]
fn z3_conforms() {
    conforms("z3", &[FLOATS, DEEP, STORES]);
}

#[test]
fn cvc5_conforms() {
    conforms(
        "cvc5",
        &[FLOATS, GROWTH, CONSTANT_ARRAYS, ARRAY_MODELS, DEEP],
    );
}

const INTEGERS: Settings = Settings {
    cores: false,
    seed: 0,
    command: None,
    floats_by_bits: false,
    arrays_by_reads: false,
    patience: None,
    integers: true,
};

/// The cases of the suite whose formulas are integers and small enough for every run of the tests.
const SMALL: [&str; 10] = [
    "operators agree with the evaluator on fixed inputs",
    "models of operators satisfy them",
    "assertions stay and assumptions go",
    "contradictions stay",
    "failed assumptions suffice",
    "reads over writes",
    "extensionality",
    CONSTANT_ARRAYS,
    ARRAY_MODELS,
    "a stop ends a check",
];

fn conforms_on_small_cases(name: &str, but: &[&str]) {
    if !is_usable(name) {
        return;
    }
    let cases = SMALL.iter().filter(|name| !but.contains(name));
    for wanted in cases {
        let case = CASES.iter().find(|(name, _)| name == wanted);
        let (_, case) = case.expect("a case of the suite");
        let make = || SmtlibSolver::new(program(name), &INTEGERS).expect("the program starts");
        case(&mut || -> Box<dyn Solver> { Box::new(make()) });
    }
}

/// Whether all cases were requested, which take minutes.
fn wants_every_case() -> bool {
    std::env::var_os("CASSAY_EVERY_CASE").is_some()
}

#[test]
fn z3_conforms_with_integers() {
    match wants_every_case() {
        true => conforms_with("z3", &INTEGERS, &[FLOATS, DEEP, STORES]),
        false => conforms_on_small_cases("z3", &[]),
    }
}

#[test]
fn cvc5_conforms_with_integers() {
    let slow = [FLOATS, GROWTH, CONSTANT_ARRAYS, ARRAY_MODELS, DEEP];
    match wants_every_case() {
        true => conforms_with("cvc5", &INTEGERS, &slow),
        false => conforms_on_small_cases("cvc5", &slow),
    }
}

#[test]
fn other_programs_conform() {
    for name in ["bitwuzla-prog", "boolector", "yices", "mathsat"] {
        let floats = program(name).lacks.is_none();
        let lacking = if floats {
            ""
        } else {
            "float operators on top of each other"
        };
        conforms(
            name,
            &[
                FLOATS,
                lacking,
                GROWTH,
                CONSTANT_ARRAYS,
                ARRAY_MODELS,
                DEEP,
                STORES,
            ],
        );
    }
}

/// A limit on the work ends a check, deterministically, and the solver can continue.
#[test]
fn checks_end_after_so_much_work() {
    let mut pool = Pool::raw();
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, Sort::Bv(32)));
    let (wide_x, wide_y) = (pool.zext(x, 64), pool.zext(y, 64));
    let product = pool.bv_mul(wide_x, wide_y);
    let one = pool.bv_u64(32, 1);
    let n = pool.bv_u64(64, 4_294_967_291 * 4_294_967_279);
    let hard = [pool.eq(product, n), pool.ult(one, x), pool.ult(one, y)];
    let easy = pool.eq(x, one);
    if !is_usable("z3") {
        return;
    }
    let settings = Settings::default();
    let mut solver = SmtlibSolver::new(program("z3"), &settings).expect("it starts");
    solver.set_effort(Some(100));
    for _ in 0..2 {
        let answer = solver.check(&pool, &hard).expect("a check");
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    }
    solver.set_effort(None);
    assert_eq!(solver.check(&pool, &[easy]), Ok(Answer::Sat));
}

/// With cores, assumptions that a program did not need are left out.
#[test]
fn failed_assumptions_leave_bystanders_out() {
    let mut pool = Pool::raw();
    let x = pool.symbol("x", Sort::Bv(32));
    let bystander = pool.symbol("p", Sort::Bool);
    let (two, three) = (pool.bv_u64(32, 2), pool.bv_u64(32, 3));
    let (below, above) = (pool.ult(x, two), pool.ult(three, x));
    let assumed = [bystander, below, above];
    for name in ["z3", "cvc5"] {
        if !is_usable(name) {
            continue;
        }
        for cores in [true, false] {
            let settings = Settings {
                cores,
                seed: 3,
                ..Settings::default()
            };
            let mut solver = SmtlibSolver::new(program(name), &settings).expect("it starts");
            for _ in 0..2 {
                assert_eq!(solver.check(&pool, &assumed), Ok(Answer::Unsat), "{name}");
                let failed = solver.failed_assumptions(&pool).expect("assumptions");
                let needed = failed.contains(&below) && failed.contains(&above);
                assert!(needed, "{name}: {failed:?}");
                // cvc5 reports more than it needed.
                if !cores || name == "z3" {
                    assert_eq!(failed.contains(&bystander), !cores, "{name}: {failed:?}");
                }
                assert_eq!(
                    solver.check(&pool, &assumed[..2]),
                    Ok(Answer::Sat),
                    "{name}"
                );
            }
        }
    }
}
