//! What is decided before any solver: claims that abstract interpretation proves.
//!
//! Nobody asks about them any more. Where nothing else is claimed, executions end (see
//! [`cassay_checks::cut_quiet`]). No claim moves: its place is its name.

use crate::outcome::{Invariant, ProvedBy};
use crate::pass::ClaimPlace;
use crate::settings::{Settings, Strategy};
use cassay_absint::{Analysis, Verdict};
use cassay_base::Stop;
use cassay_ir::{FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A program and what is known about it before the first pass.
pub struct Statics {
    /// The program, with executions cut where only claims that hold would follow. These claims are
    /// still made, as facts that symbolic execution learns from.
    pub program: Program,
    /// The program with claims that hold as assumptions, for proofs.
    pub discharged: Program,
    /// Claims that hold.
    pub proved: BTreeMap<ClaimPlace, ProvedBy>,
    /// Claims that no execution gets to.
    pub unreachable: BTreeSet<ClaimPlace>,
    /// What holds at the heads of loops.
    pub analysis: Analysis,
}

impl Statics {
    /// Analyses a program, unless the user wants it unwound and nothing else.
    pub fn of(program: &Program, entry: FuncId, settings: &Settings, stop: &Stop) -> Statics {
        let mut statics = Statics {
            program: program.clone(),
            discharged: program.clone(),
            proved: BTreeMap::new(),
            unreachable: BTreeSet::new(),
            analysis: Analysis::default(),
        };
        let plain = settings.strategy == Strategy::Bmc || settings.is_bounded();
        if plain || !settings.static_analysis {
            return statics;
        }
        statics.analysis = cassay_absint::analyse(program, entry, stop);
        for (claim, verdict) in statics.analysis.claims() {
            let place = (claim.function, claim.block, claim.stmt);
            match verdict {
                Verdict::Proved => {
                    statics.proved.insert(place, ProvedBy::Static);
                }
                Verdict::Unreachable => {
                    statics.unreachable.insert(place);
                }
                Verdict::Open => {}
            }
        }
        if !statics.proved.is_empty() || !statics.unreachable.is_empty() {
            statics.analysis.discharge(&mut statics.discharged);
            if settings.slice {
                cassay_checks::cut_quiet_in_place(&mut statics.discharged);
            }
            statics.program = claimed_again(&statics.discharged, program);
        }
        statics
    }

    /// Whether a claim was decided.
    pub fn holds(&self, place: ClaimPlace) -> bool {
        self.proved.contains_key(&place) || self.unreachable.contains(&place)
    }
}

/// The program with its claims back in all blocks that were not cut.
fn claimed_again(discharged: &Program, program: &Program) -> Program {
    let mut result = discharged.clone();
    for (id, function) in program.functions.iter_enumerated() {
        for (block, contents) in function.blocks.iter_enumerated() {
            let now = &mut result.functions[id].blocks[block].stmts;
            // What was cut has one statement more.
            if now.len() == contents.stmts.len() {
                now.clone_from(&contents.stmts);
            }
        }
    }
    result
}

/// What an analysis found at the heads of loops, for a report.
pub fn invariants(program: &Program, analysis: &Analysis) -> Vec<Invariant> {
    let found = analysis.invariants(program).into_iter();
    found
        .map(|invariant| Invariant {
            function: program.functions[invariant.function].name.to_string(),
            span: invariant.span,
            text: invariant.text,
        })
        .collect()
}
