//! The analysis in stages, cheap domains first.
//!
//! Intervals, congruences and zones are tried on the whole program. If claims stay open, the program
//! is analysed again with octagons in the functions with open claims and in their callers, then with
//! symbolic ranges, too. Each stage over-approximates all executions, so what any of them found
//! holds: the result is the union. A stage that takes too long adds nothing.

use crate::facts::Facts;
use crate::interpret::{Interpreter, Stopped};
use crate::packs::has_loops;
use crate::{Analysis, Verdict};
use cassay_base::Stop;
use cassay_ir::{FuncId, Program, StmtKind};
use std::collections::BTreeSet;

/// The domains beside intervals and congruences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domains {
    /// Differences of two cells.
    pub zones: bool,
    /// Sums and differences of two cells.
    pub octagons: bool,
    /// Bounds that are linear in other cells.
    pub symbolic: bool,
}

impl Default for Domains {
    fn default() -> Self {
        Domains {
            zones: true,
            octagons: true,
            symbolic: true,
        }
    }
}

/// What an analysis uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// The domains.
    pub domains: Domains,
}

/// A stage of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Intervals, congruences and zones.
    Values,
    /// With octagons.
    Octagons,
    /// With symbolic ranges.
    Symbolic,
}

impl Stage {
    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Values => "intervals and zones",
            Stage::Octagons => "octagons",
            Stage::Symbolic => "symbolic ranges",
        }
    }
}

/// How many steps a later stage may take for each of the first one, and the limits of that. Relations
/// count as steps, too.
const STEPS_MORE: usize = 16;
const LEAST_STEPS: usize = 400_000;
const MOST_STEPS: usize = 1_000_000;

/// Analyses a program in stages.
pub fn run(program: &Program, entry: FuncId, settings: &Settings, stop: &Stop) -> Analysis {
    let mut facts = match Facts::of(program, entry) {
        Ok(facts) => facts,
        Err(why) => return Analysis::nothing(program, &why),
    };
    let domains = settings.domains;
    facts.follow(Stage::Values, domains, &BTreeSet::new());
    let mut first = Interpreter::new(&facts, entry, stop);
    let results = first.run();
    let steps = first.steps();
    let mut analysis = match results {
        Ok(results) => Analysis::of(&facts, &results, Stage::Values),
        Err(Stopped::Steps) => Analysis::nothing(program, "it takes too many steps"),
        Err(Stopped::Token) => return Analysis::nothing(program, "a limit was reached"),
        Err(Stopped::Call) => {
            let why = "a call through a pointer of unknown origin";
            return Analysis::nothing(program, why);
        }
    };
    for (stage, wanted) in [
        (Stage::Octagons, domains.octagons),
        (Stage::Symbolic, domains.symbolic),
    ] {
        if !wanted || analysis.is_complete() || analysis.given_up().is_some() {
            continue;
        }
        let concerned = concerned(&facts, &analysis);
        if concerned.is_empty() || !facts.follow(stage, domains, &concerned) {
            continue;
        }
        let most = (STEPS_MORE * steps).clamp(LEAST_STEPS, MOST_STEPS);
        let later = Interpreter::new(&facts, entry, stop).with_steps(most).run();
        if let Ok(results) = later {
            analysis.absorb(Analysis::of(&facts, &results, stage));
        }
    }
    analysis
}

/// The functions with open claims, or if there are none those with accesses that may be undefined,
/// and their callers.
fn concerned(facts: &Facts<'_>, analysis: &Analysis) -> BTreeSet<FuncId> {
    let functions = facts.program.functions.iter_enumerated();
    let reached = functions.filter(|(id, _)| facts.functions[*id].is_some());
    let mut found: BTreeSet<FuncId> = reached
        .filter(|(_, function)| {
            function.statements().any(|stmt| {
                let StmtKind::Assert { claim, .. } = &stmt.kind else {
                    return false;
                };
                analysis.claim(*claim) == Verdict::Open
            })
        })
        .map(|(id, _)| id)
        .collect();
    if found.is_empty() {
        found.clone_from(&analysis.undefined);
    }
    let mut pending: Vec<FuncId> = found.iter().copied().collect();
    while let Some(id) = pending.pop() {
        for caller in &facts.callers[id] {
            if found.insert(*caller) {
                pending.push(*caller);
            }
        }
    }
    // Without loops and without a caller that has one, intervals and zones lose little.
    let loops = found
        .iter()
        .any(|id| has_loops(&facts.program.functions[*id]));
    if loops { found } else { BTreeSet::new() }
}
