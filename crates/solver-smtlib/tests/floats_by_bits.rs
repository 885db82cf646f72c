//! Programs decide float operators that are encoded as bit-vectors, also programs without a theory of
//! floats. A program that is not installed is skipped, as in the conformance tests.
//!
//! In a campaign (`CASSAY_CAMPAIGN`) every operator takes part. Z3 4.8 leaves some undecided: fused
//! multiplication, remainders and roots take it more than seconds even if all operands are constants.

use cassay_solver::conformance::floats::{Effort, random_compositions, random_operations};
use cassay_solver::{Chain, Configuration, Settings, Usable, assemble};
use cassay_solver_smtlib::BACKENDS;

/// Runs a part of the cases about floats on a program.
fn decides_floats_by_bits(name: &str) {
    let backend = BACKENDS.iter().find(|backend| backend.name == name);
    let backend = *backend.expect("a name of the table");
    if !matches!((backend.usable)(None), Usable::Yes(_)) {
        eprintln!("NOT TESTED: {name}");
        return;
    }
    let settings = Settings {
        floats_by_bits: true,
        ..Settings::default()
    };
    let configuration = Configuration { backend, settings };
    let mut make = || assemble(&configuration, Chain::default()).expect("the program starts");
    random_compositions(&mut make, 8, 3);
    if std::env::var_os("CASSAY_CAMPAIGN").is_some() && name != "z3" {
        let effort = Effort {
            times: 1,
            stride: 7,
            hard: false,
        };
        let count = random_operations(&mut make, effort, 9);
        println!("{name}: {count} applications of float operators agree");
        assert!(count > 200, "{count}");
    }
}

#[test]
fn z3_decides_floats_by_bits() {
    decides_floats_by_bits("z3");
}

#[test]
fn cvc5_decides_floats_by_bits() {
    decides_floats_by_bits("cvc5");
}

#[test]
fn yices_decides_floats_by_bits() {
    decides_floats_by_bits("yices");
}
