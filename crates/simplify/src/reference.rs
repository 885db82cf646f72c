//! The reference of all rules as Markdown, kept in `docs/simplification.md`. It is generated from the
//! tables of rules, so that it cannot differ from them.

use std::fmt::Write as _;

use crate::deep::PROCEDURES;
use crate::rules::FAMILIES;

const BEFORE: &str = "\
# Simplification

Terms are simplified when they are made ([ADR 3](adr/0003-terms-simplified-at-construction.md)): equal terms
are shared, constants are folded, arguments of commutative operators are ordered, and the rules below are
applied until none matches. This page is generated from the tables in `crates/simplify/src/rules`; `make bless`
updates it. Tests prove every rule with a solver at several widths and by enumeration of all small values, and
show that each rule is used. The procedures are compared with the evaluator on random terms.

Symbolic execution adds simplifications that need more than a term
([ADR 32](adr/0032-what-is-followed-besides-constants.md)):

- Array elements are propagated from writes to reads, to any depth, in time linear in the number of writes.
- A stored value replaces the variable (forward substitution). Because equal terms are shared, the same
  expression is never encoded twice.
- A path knows the conditions that it assumed. A condition that follows from them is decided, is not added to
  the guard again, and needs no solver. For every compared term the path keeps the interval that the
  comparisons allow, so that `x + 1` does not overflow after `x < 10`, and `x` is read as 3 after `x == 3`.
- Guards are paths in a tree of literals: the literals of a branch disappear where its two sides join.

For experiments `--no-simplify`, `--no-propagation` (or one of `--no-store-propagation`,
`--no-forward-substitution`, `--no-guard-propagation`) and `--no-slice` switch these off. Answers stay the same,
but may take longer. They may also be *unknown* if an endless loop follows the last claim, or if a value that a
library model approximates is no longer simplified away.

In patterns `x y z` are bit-vectors, `p q r` truth values, `t e f g` terms of any sort, `m` an array, capital
letters constants, other small letters numbers; `0:x` is zero in the width of `x`.
";

/// The reference.
pub fn reference() -> String {
    let mut text = BEFORE.to_string();
    let count: usize = FAMILIES.iter().map(|family| family.rules.len()).sum();
    let _ = writeln!(
        text,
        "\n## Rules\n\n{count} rules in {} families.",
        FAMILIES.len()
    );
    for family in FAMILIES {
        let _ = writeln!(
            text,
            "\n### {} ({})\n\n{}\n\n| rule | from | to | when |\n|---|---|---|---|",
            family.title,
            family.rules.len(),
            family.about
        );
        for rule in family.rules {
            let when = match rule.when {
                "" => String::new(),
                when => format!("`{when}`"),
            };
            let _ = writeln!(
                text,
                "| {} | `{}` | `{}` | {when} |",
                rule.name, rule.matches, rule.result
            );
        }
    }
    text.push_str(
        "\n## Procedures\n\nSimplifications that cannot be expressed as a pattern.\n\n| name | what it does |\n|---|---|\n",
    );
    for (name, what) in PROCEDURES {
        let _ = writeln!(text, "| {name} | {what} |");
    }
    text
}
