//! The circuits that Bitwuzla builds for float operators, on drawn operands: in each format and
//! rounding mode, bit for bit what the evaluator says.
//!
//! A campaign (`CASSAY_CAMPAIGN` set to a number) multiplies the effort by that number.

use cassay_solver::Settings;
use cassay_solver::conformance::floats::{Effort, random_operations};
use cassay_solver_bitwuzla::BACKEND;

#[test]
fn circuits_agree_with_the_evaluator() {
    let times = std::env::var("CASSAY_CAMPAIGN")
        .ok()
        .and_then(|times| times.parse().ok())
        .unwrap_or(1);
    let effort = Effort {
        narrow: 2 * times,
        middle: times,
        wide: times,
    };
    let mut make = || (BACKEND.make)(&Settings::default()).expect("an instance");
    let started = std::time::Instant::now();
    let count = random_operations(&mut make, effort, 2);
    println!("{count} applications agree after {:?}", started.elapsed());
    assert!(count > 100, "{count}");
}
