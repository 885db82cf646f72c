//! Term rewrite rules as data.
//!
//! A rule is a line in a table under [`rules`]: the terms it matches, their replacement, and its
//! conditions, in a small pattern language ([`pattern`]). The engine indexes rules by operator and
//! the pool applies them to every term it makes; a test proves every rule with a solver and by
//! enumeration. Rewriting that patterns cannot express is in [`deep`].
//!
//! Separation: nothing here knows programs or solvers, and no rule depends on what else the pool
//! holds, so that the same constructor calls always give the same terms.

pub mod bindings;
pub mod deep;
mod engine;
pub mod operator;
pub mod pattern;
mod reference;
mod rule;
pub mod rules;

use std::sync::LazyLock;

use cassay_term::Pool;

pub use engine::RuleSet;
pub use reference::reference;
pub use rule::{ReadRule, Rule};

/// The rules that a pool applies. All, except in experiments: fewer rules never change an answer,
/// only the time it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The tables and the deeper procedures; without them constants are still folded.
    pub rules: bool,
    /// Reads over writes that do not give constants.
    pub reads: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Choice {
            rules: true,
            reads: true,
        }
    }
}

static ALL: LazyLock<RuleSet> = LazyLock::new(|| read(rules::FAMILIES, true, true));
static WITHOUT_READS: LazyLock<RuleSet> = LazyLock::new(|| read(rules::FAMILIES, true, false));
static FOLDING: LazyLock<RuleSet> = LazyLock::new(|| read(&[rules::FOLDING], false, false));

fn read(families: &[rules::Family], deep: bool, reads: bool) -> RuleSet {
    let tables: Vec<&[Rule]> = families.iter().map(|family| family.rules).collect();
    match RuleSet::new(&tables) {
        Ok(set) => set.with_deep(deep, reads),
        Err(error) => unreachable!("the tables of rules are read by a test: {error}"),
    }
}

/// The rules of this crate, read and indexed.
pub fn rule_set() -> &'static RuleSet {
    &ALL
}

/// A pool that applies every rule of this crate to every term it makes.
pub fn pool() -> Pool {
    Pool::with_rewriter(rule_set())
}

/// A pool that applies the chosen rules.
pub fn pool_with(choice: Choice) -> Pool {
    let set: &'static RuleSet = match (choice.rules, choice.reads) {
        (true, true) => &ALL,
        (true, false) => &WITHOUT_READS,
        (false, _) => &FOLDING,
    };
    Pool::with_rewriter(set)
}
