//! Term rewrite rules as data.
//!
//! A rule is a line in a table under [`rules`]: the terms it matches, what they become, and its
//! conditions, in a small pattern language ([`pattern`]). The engine indexes rules by operator
//! and the pool applies them to every term it makes; a test proves every rule with a solver and
//! by enumeration. What cannot be a pattern is in [`deep`].
//!
//! Invariants of absence: nothing here knows programs or solvers, and no rule depends on what
//! else the pool holds, so that the same constructor calls always give the same terms.

pub mod bindings;
pub mod deep;
mod engine;
pub mod operator;
pub mod pattern;
mod rule;
pub mod rules;

use std::sync::LazyLock;

use cassay_term::Pool;

pub use engine::RuleSet;
pub use rule::{ReadRule, Rule};

static RULES: LazyLock<RuleSet> = LazyLock::new(|| match RuleSet::new(rules::TABLES) {
    Ok(set) => set,
    Err(error) => unreachable!("the tables of rules are read by a test: {error}"),
});

/// The rules of this crate, read and indexed.
pub fn rule_set() -> &'static RuleSet {
    &RULES
}

/// A pool that applies every rule of this crate to every term it makes.
pub fn pool() -> Pool {
    Pool::with_rewriter(rule_set())
}
