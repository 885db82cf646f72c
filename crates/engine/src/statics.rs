//! What is decided before any solver: claims that abstract interpretation proves.
//!
//! Nobody asks about them any more. Where nothing else is claimed, executions end (see
//! [`cassay_passes::cut_where_claims_hold`]).

use crate::outcome::{Invariant, ProvedBy};
use crate::settings::{Settings, Strategy};
use cassay_absint::{Analysis, Verdict};
use cassay_base::Stop;
use cassay_ir::{ClaimId, FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A program and what is known about it before the first pass.
pub struct Statics {
    /// The program, with executions cut where only claims that hold would follow. These claims are
    /// still made, as facts that symbolic execution learns from.
    pub program: Program,
    /// The program with claims that hold as assumptions, for proofs.
    pub discharged: Program,
    /// Claims that hold.
    pub proved: BTreeMap<ClaimId, ProvedBy>,
    /// Claims that no execution gets to.
    pub unreachable: BTreeSet<ClaimId>,
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
            match verdict {
                Verdict::Proved => {
                    statics.proved.insert(claim, ProvedBy::Static);
                }
                Verdict::Unreachable => {
                    statics.unreachable.insert(claim);
                }
                Verdict::Open => {}
            }
        }
        if !statics.proved.is_empty() || !statics.unreachable.is_empty() {
            if settings.slice {
                let analysis = &statics.analysis;
                let holds = |claim: ClaimId| analysis.claim(claim) != Verdict::Open;
                cassay_passes::cut_where_claims_hold(&mut statics.program, &holds);
            }
            statics.discharged.clone_from(&statics.program);
            statics.analysis.discharge(&mut statics.discharged);
        }
        statics
    }

    /// Whether a claim was decided.
    pub fn holds(&self, claim: ClaimId) -> bool {
        self.proved.contains_key(&claim) || self.unreachable.contains(&claim)
    }
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
