//! Proofs on the program as a finite-state machine (F-SOFT §IV to VI): one model of all loops, for a prover that
//! needs no invariant to be guessed.

use crate::settings::Settings;
use cassay_absint::Analysis;
use cassay_base::Stop;
use cassay_extract::{Extraction, Failure, Options, extract};
use cassay_ir::{FuncId, Program};
use cassay_symex::{Bounds, LoopId, Order};
use std::collections::BTreeSet;

/// The machine of a program with claims, together with what abstract interpretation knows about the heads of
/// its loops.
pub fn machine_of(
    program: &Program,
    analysis: &Analysis,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
) -> Result<Extraction, Failure> {
    let mut loops: BTreeSet<(FuncId, LoopId)> = BTreeSet::new();
    for (id, function) in program.functions.iter_enumerated() {
        if function.has_body() {
            let order = Order::new(function);
            loops.extend(order.loops().ids().map(|found| (id, found)));
        }
    }
    let program = analysis.assume_at_heads(program, &loops);
    let defaults = Options::default();
    let options = Options {
        bounds: Bounds {
            propagation: settings.propagation,
            ..defaults.bounds
        },
        ..defaults
    };
    let pool = cassay_simplify::pool_with(settings.rules());
    extract(&program, entry, pool, &options, stop)
}

/// The machine of a program, for people and other tools.
pub fn model(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
) -> Result<Extraction, Failure> {
    let statics = crate::statics::Statics::of(program, entry, settings, stop);
    machine_of(&statics.discharged, &statics.analysis, entry, settings, stop)
}
