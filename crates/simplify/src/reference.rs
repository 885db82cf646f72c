//! The reference of all rules as Markdown, kept in `docs/simplification.md`; written from the tables,
//! so that it says what is done.

use std::fmt::Write as _;

use crate::deep::PROCEDURES;
use crate::rules::FAMILIES;

const BEFORE: &str = "\
# Simplification

Terms are simplified when they are made ([ADR 3](adr/0003-terms-simplified-at-construction.md)): equal terms
are one term, constants are folded, commutative arguments have one order, and the rules below are applied
until none fits. (This page is written from the tables in `crates/simplify/src/rules`; `make bless`
updates it.) A test proves every rule with a solver at several widths, another one by enumeration of all
small values, a third one shows that each fires; the procedures are compared with the evaluator on random
terms.

Symbolic execution adds what terms alone cannot know ([ADR 32](adr/0032-what-is-followed-besides-constants.md)):

- Elements of arrays are followed from writes to reads, to any depth, in time linear in the number of writes.
- What is stored takes the place of the variable (forward substitution); with equal terms being one term, the
  same expression is never encoded twice.
- A path knows the conditions it came by: a condition that follows from them is decided, is no literal of the
  guard again, and needs no solver. For every term compared it keeps the interval that the comparisons leave,
  so that `x + 1` does not overflow behind `x < 10`, and `x` behind `x == 3` is read as 3.
- Guards are paths in a tree of literals: the two sides of a branch cancel where they meet again.

For experiments `--no-simplify`, `--no-propagation` (or one of `--no-store-propagation`,
`--no-forward-substitution`, `--no-guard-propagation`) and `--no-slice` switch these off. Answers stay the same,
but may come later, or be *unknown* where a loop without an end follows the last claim or a value that a model
of the library leaves open has not been simplified away.

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
        "\n## Procedures\n\nWhat no pattern can say.\n\n| name | what it does |\n|---|---|\n",
    );
    for (name, what) in PROCEDURES {
        let _ = writeln!(text, "| {name} | {what} |");
    }
    text
}
