//! Abstract interpretation: the values that the integers of a program can have, in every execution.
//!
//! [`analyse`] follows all executions of a program at once over sets of values ([`value`], composed
//! of the [`domains`]) and computes, at every point, a set that contains the states of all
//! executions there. A claim that no state of the set violates is proved; the set at the head of a
//! loop is an invariant. Sources: Cousot and Cousot 1977 for the method, Bourdoncle 1993 for the
//! order of iteration, Granger 1989 for congruences.
//!
//! The results are trusted, so everything over-approximates: stores through pointers forget their
//! possible targets, arithmetic is that of the machine, and a value that is not tracked can be
//! anything. After an assertion its condition holds, and after an undefined access nothing needs
//! to: see the decision records 7 and 10.
//!
//! Separation: nothing here knows bounds, terms, solvers or strategies.

mod block;
mod cells;
mod checked;
mod defined;
pub mod domains;
mod eval;
mod facts;
mod fixpoint;
mod forms;
mod interpret;
mod join;
mod linear;
mod names;
mod packs;
mod refine;
mod relation;
mod relational;
#[cfg(test)]
mod relational_tests;
mod stages;
mod state;
mod templates;
#[cfg(test)]
mod tests;
pub mod value;

use cassay_base::{Span, Stop};
use cassay_ir::order::{LoopId, Order};
use cassay_ir::{BlockId, ClaimId, FuncId, Program, Stmt, StmtKind};
use facts::Facts;
use fixpoint::Collected;
use relation::Relation;
pub use stages::{Domains, Settings, Stage};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The status of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// No execution reaches it.
    Unreachable,
    /// Every execution that reaches it satisfies it.
    Proved,
    /// Undecided.
    Open,
}

/// The number of claims that were decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discharged {
    /// Claims that hold wherever they are reached.
    pub proved: usize,
    /// Claims that are never reached.
    pub unreachable: usize,
    /// All claims of the program.
    pub claims: usize,
}

/// An invariant at the head of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The function of the loop.
    pub function: FuncId,
    /// The block that is its head.
    pub head: BlockId,
    /// The place of the head in the source.
    pub span: Span,
    /// A condition in the syntax of C, over variables of the program.
    pub text: String,
}

/// The result of an analysis; by default, nothing is known.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    claims: BTreeMap<ClaimId, Verdict>,
    heads: BTreeMap<(FuncId, BlockId), Vec<Relation>>,
    unreachable: BTreeSet<(FuncId, BlockId)>,
    /// Whether everything that is executed is known to be defined and supported.
    defined: bool,
    /// The functions in which something may be undefined.
    undefined: BTreeSet<FuncId>,
    /// The stage that decided a claim.
    decided: BTreeMap<ClaimId, Stage>,
    given_up: Option<Arc<str>>,
}

/// Analyses the executions of a program that start at a function, with all domains. When that is
/// not possible, or takes too long, nothing is known.
pub fn analyse(program: &Program, entry: FuncId, stop: &Stop) -> Analysis {
    analyse_with(program, entry, &Settings::default(), stop)
}

/// The same with chosen domains.
pub fn analyse_with(
    program: &Program,
    entry: FuncId,
    settings: &Settings,
    stop: &Stop,
) -> Analysis {
    stages::run(program, entry, settings, stop)
}

impl Analysis {
    /// No results, with the reason.
    fn nothing(program: &Program, why: &str) -> Analysis {
        Analysis {
            claims: program
                .claim_ids()
                .map(|claim| (claim, Verdict::Open))
                .collect(),
            given_up: Some(why.into()),
            ..Analysis::default()
        }
    }

    fn of(facts: &Facts<'_>, results: &BTreeMap<FuncId, Collected<'_>>, stage: Stage) -> Analysis {
        let undefined = results.iter().filter(|(_, found)| found.undefined);
        let undefined: BTreeSet<FuncId> = undefined.map(|(id, _)| *id).collect();
        let mut analysis = Analysis {
            defined: undefined.is_empty(),
            undefined,
            ..Analysis::default()
        };
        for claim in facts.program.claim_ids() {
            analysis.claims.insert(claim, Verdict::Unreachable);
        }
        // If a claim occurs at several places, its status is the one that holds at all of them.
        for (claim, verdict) in results.values().flat_map(|found| &found.claims) {
            let known = analysis.claims.entry(*claim).or_insert(*verdict);
            *known = (*known).max(*verdict);
        }
        for (id, function) in facts.program.functions.iter_enumerated() {
            let found = results.get(&id);
            for block in function.blocks.ids() {
                if found.is_none_or(|found| !found.reached.contains(&block)) {
                    analysis.unreachable.insert((id, block));
                }
            }
            let (Some(found), Some(of)) = (found, &facts.functions[id]) else {
                continue;
            };
            for (head, state) in found.states.iter().filter(|(head, _)| of.is_head[**head]) {
                let relations = relation::at_head(facts, id, *head, state);
                analysis.heads.insert((id, *head), relations);
            }
        }
        let decided = analysis.claims.iter();
        let decided = decided.filter(|(_, verdict)| **verdict != Verdict::Open);
        analysis.decided = decided.map(|(claim, _)| (*claim, stage)).collect();
        analysis
    }

    /// Adds what another analysis of the same program found.
    fn absorb(&mut self, other: Analysis) {
        for (claim, stage) in other.decided {
            if self.claim(claim) == Verdict::Open {
                self.claims.insert(claim, other.claims[&claim]);
                self.decided.insert(claim, stage);
            }
        }
        for (head, relations) in other.heads {
            let known = self.heads.entry(head).or_default();
            for relation in relations {
                if !known.contains(&relation) {
                    known.push(relation);
                }
            }
        }
        self.unreachable.extend(other.unreachable);
        self.defined |= other.defined;
        self.undefined.retain(|id| other.undefined.contains(id));
    }

    /// The stage that decided a claim, if one did.
    pub fn decided_by(&self, claim: ClaimId) -> Option<Stage> {
        self.decided.get(&claim).copied()
    }

    /// The status of every claim of the program.
    pub fn claims(&self) -> impl Iterator<Item = (ClaimId, Verdict)> + '_ {
        self.claims
            .iter()
            .map(|(claim, verdict)| (*claim, *verdict))
    }

    /// The status of one claim.
    pub fn claim(&self, claim: ClaimId) -> Verdict {
        self.claims.get(&claim).copied().unwrap_or(Verdict::Open)
    }

    /// Whether nothing is left to decide: every claim holds or is not reached, and everything that
    /// is executed is defined and supported. Notes of the program may still make the verdict
    /// unknown.
    pub fn is_complete(&self) -> bool {
        let mut verdicts = self.claims.values();
        self.defined && verdicts.all(|verdict| *verdict != Verdict::Open)
    }

    /// Why nothing is known, when that is so.
    pub fn given_up(&self) -> Option<&str> {
        self.given_up.as_deref()
    }

    /// Whether no execution reaches a block of the program.
    pub fn is_unreachable(&self, function: FuncId, block: BlockId) -> bool {
        self.unreachable.contains(&(function, block))
    }

    /// Turns decided claims into assumptions, in the program that was analysed or in one that
    /// passes made from it.
    pub fn discharge(&self, program: &mut Program) -> Discharged {
        let mut result = Discharged::default();
        for verdict in self.claims.values() {
            result.claims += 1;
            match verdict {
                Verdict::Unreachable => result.unreachable += 1,
                Verdict::Proved => result.proved += 1,
                Verdict::Open => {}
            }
        }
        let blocks = program
            .functions
            .iter_mut()
            .flat_map(|f| f.blocks.iter_mut());
        for stmt in blocks.flat_map(|block| &mut block.stmts) {
            if let StmtKind::Assert { claim, cond, .. } = &stmt.kind
                && self.claim(*claim) != Verdict::Open
            {
                stmt.kind = StmtKind::Assume(cond.clone());
            }
        }
        result
    }

    /// The program with the invariants of some loops assumed at their heads. Statements of these
    /// blocks move back; other statements may have been inserted before them.
    pub fn assume_at_heads(
        &self,
        program: &Program,
        loops: &BTreeSet<(FuncId, LoopId)>,
    ) -> Program {
        let mut result = program.clone();
        let wide = result.types.int(64);
        for (id, of) in loops {
            let Some(function) = program.functions.get(*id) else {
                continue;
            };
            let Some(head) = Order::new(function)
                .loops()
                .get(*of)
                .map(|found| found.head)
            else {
                continue;
            };
            let Some(relations) = self.heads.get(&(*id, head)) else {
                continue;
            };
            let function = &mut result.functions[*id];
            let span = function.blocks[head].span;
            let mut stmts = Vec::new();
            let conds = relation::conditions(relations, function, wide, span, &mut stmts);
            stmts.extend(conds.into_iter().map(|cond| Stmt {
                kind: StmtKind::Assume(cond),
                span,
            }));
            stmts.append(&mut function.blocks[head].stmts);
            function.blocks[head].stmts = stmts;
        }
        result
    }

    /// The invariants at the heads of loops, in the syntax of the source.
    pub fn invariants(&self, program: &Program) -> Vec<Invariant> {
        let mut found = Vec::new();
        for ((function, head), relations) in &self.heads {
            let block = &program.functions[*function].blocks[*head];
            let spans = block.stmts.iter().map(|stmt| stmt.span);
            let span = spans
                .chain([block.span])
                .find(|span| span.is_known())
                .unwrap_or(block.span);
            let texts = relation::texts(relations, program, *function);
            found.extend(texts.into_iter().map(|text| Invariant {
                function: *function,
                head: *head,
                span,
                text,
            }));
        }
        found
    }
}
