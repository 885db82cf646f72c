//! Claims that are decided before any solver: by abstract interpretation, and in programs with threads
//! those about races by [`cassay_races`].
//!
//! They become no queries. Executions end where no undecided claim can follow (see
//! [`cassay_passes::cut_where_claims_hold`]).

use crate::outcome::{Invariant, ProvedBy};
use crate::settings::{Settings, Strategy};
use cassay_absint::{Analysis, Verdict};
use cassay_base::{Span, Stop};
use cassay_ir::claims::ClaimIndex;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{ClaimId, FuncId, Note, NoteKind, Program, StmtKind};
use cassay_races::{RaceFreedom, Sections};
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
    /// Critical sections that are atomic ones in the program, but not in the one for proofs.
    pub sections: Sections,
    /// Invariants at the heads of loops.
    pub analysis: Analysis,
    /// What is assumed.
    pub notes: Vec<Note>,
    /// Whether the claims that hold do so without looking at executions.
    complete: bool,
}

impl Statics {
    /// Analyses a program, unless the user asked for unwinding only.
    pub fn of(program: &Program, entry: FuncId, settings: &Settings, stop: &Stop) -> Statics {
        let mut statics = Statics {
            program: program.clone(),
            discharged: program.clone(),
            proved: BTreeMap::new(),
            unreachable: BTreeSet::new(),
            sections: Sections::default(),
            analysis: Analysis::default(),
            notes: Vec::new(),
            complete: false,
        };
        let plain = settings.strategy == Strategy::Bmc || settings.is_bounded();
        let plain = plain || !settings.static_analysis;
        if shares_memory(program) {
            let found = cassay_races::analyse(program, entry, stop);
            statics.note_doubts(&found);
            // It follows the values of memory without delays.
            if !plain && !settings.model.is_weak() {
                statics.take_races(found);
                if settings.contexts.is_none() {
                    statics.sections = cassay_races::sections(&statics.program, entry, stop);
                    statics.sections.mark(&mut statics.program);
                }
            }
            return statics;
        }
        if plain {
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

    /// Notes what the absence of races rests on.
    fn note_doubts(&mut self, found: &RaceFreedom) {
        let mut note = |subject: &str, assumption: &str, span: Span| {
            self.notes.push(Note {
                subject: subject.into(),
                kind: NoteKind::Threads,
                assumption: assumption.into(),
                may_hide: true,
                span,
            });
        };
        if let Some((stub, span)) = found.assumes_stub {
            let name = &self.program.functions[stub].name;
            let assumption = "no body: leaves alone what its arguments lead to; a race is not excluded if it \
                              does not";
            note(name, assumption, span);
        } else if found.assumes_locking {
            let assumption = "never fails for a mutex that is initialised; a race is not excluded where the \
                              program finds that it failed";
            note("pthread_mutex_lock", assumption, Span::NONE);
        }
    }

    /// Drops claims about races that hold: they say nothing about values.
    fn take_races(&mut self, found: RaceFreedom) {
        self.complete = found.complete;
        for function in self.program.functions.iter_mut() {
            for block in function.blocks.iter_mut() {
                block.stmts.retain(|stmt| {
                    let StmtKind::Assert { claim, .. } = &stmt.kind else {
                        return true;
                    };
                    !found.proved.contains(claim)
                });
            }
        }
        self.discharged.clone_from(&self.program);
        let proved = found.proved.into_iter();
        self.proved = proved.map(|claim| (claim, ProvedBy::Static)).collect();
    }

    /// Whether nothing is left to be decided.
    pub fn settle(&self, claims: &ClaimIndex) -> bool {
        let mut claims = claims.iter().peekable();
        self.complete && claims.peek().is_some() && claims.all(|claim| self.holds(claim.id))
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
