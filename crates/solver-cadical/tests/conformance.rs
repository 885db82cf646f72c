//! The bit-blaster passes the suite that every back-end must pass, with arrays and floats lowered.

use cassay_solver::{Chain, Configuration, Settings, Solver, assemble, conformance};
use cassay_solver_cadical::BACKEND;

fn chain(settings: Settings) -> Box<dyn Solver> {
    let configuration = Configuration {
        backend: BACKEND,
        settings,
    };
    assemble(&configuration, Chain::default()).expect("an instance")
}

#[test]
fn conforms() {
    for (name, case) in conformance::CASES {
        if !name.contains("float") {
            case(&mut || chain(Settings::default()));
        }
    }
}
