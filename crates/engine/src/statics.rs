//! Claims that abstract interpretation decides before any solver.
//!
//! They become no queries. Executions end where no undecided claim can follow (see
//! [`cassay_passes::cut_where_claims_hold`]).

use crate::outcome::{Invariant, ProvedBy};
use crate::settings::{Settings, Strategy};
use cassay_absint::{Analysis, Verdict};
use cassay_base::Stop;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{ClaimId, FuncId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A program with the results of abstract interpretation.
pub struct Statics {
    /// The program, with executions cut where only claims that hold would follow. These claims
    /// remain, as facts for symbolic execution.
    pub program: Program,
    /// The program with claims that hold as assumptions, for proofs.
    pub discharged: Program,
    /// Claims that hold.
    pub proved: BTreeMap<ClaimId, ProvedBy>,
    /// Claims that no execution reaches.
    pub unreachable: BTreeSet<ClaimId>,
    /// Invariants at the heads of loops.
    pub analysis: Analysis,
}

impl Statics {
    /// Analyses a program, unless the user asked for unwinding only.
    pub fn of(program: &Program, entry: FuncId, settings: &Settings, stop: &Stop) -> Statics {
        let mut statics = Statics {
            program: program.clone(),
            discharged: program.clone(),
            proved: BTreeMap::new(),
            unreachable: BTreeSet::new(),
            analysis: Analysis::default(),
        };
        let plain = settings.strategy == Strategy::Bmc || settings.is_bounded();
        // The analysis follows one thread.
        if plain || !settings.static_analysis || shares_memory(program) {
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

/// The invariants of an analysis at the heads of loops, for a report.
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
