//! Bitwuzla passes the suite that every back-end must pass, with and without tracking of failed
//! assumptions.

use cassay_solver::{Settings, conformance};
use cassay_solver_bitwuzla::BACKEND;

#[test]
fn conforms() {
    conformance::run(&mut || (BACKEND.make)(&Settings::default()).expect("an instance"));
}

#[test]
fn conforms_while_tracking_failed_assumptions() {
    let settings = Settings {
        cores: true,
        seed: 7,
    };
    conformance::run(&mut || (BACKEND.make)(&settings).expect("an instance"));
}
