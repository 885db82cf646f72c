//! Every rule fires on some term, so that none is dead weight behind another.

mod instances;

use cassay_bv::Bv;
use cassay_simplify::ReadRule;
use cassay_simplify::bindings::Bindings;
use cassay_simplify::pattern::Kind;
use cassay_term::{Pool, Rewriter};
use instances::{Instance, Space, rules, spread};

const SPACE: Space<'static> = Space {
    // Ranges decide much at up to 64 bits, so wide vectors are needed to see some rules.
    widths: &[1, 2, 4, 8, 72],
    ints: &[0, 1, 2, 3, 4, 7, 8, 72, 80, 144],
    arrays: &[(2, 4), (8, 8)],
};

/// Builds the left side with symbols and with the given constants.
fn fires(rule: &ReadRule, at: &Instance, constants: &mut dyn FnMut(u32) -> Bv) -> bool {
    let mut pool: Pool = cassay_simplify::pool();
    let mut bindings = Bindings::default();
    let arbitrary: Vec<usize> = (0..at.sorts.len()).collect();
    for slot in arbitrary {
        let (name, kind) = &rule.names.terms[slot];
        let term = match (kind, at.sorts[slot].bv_width()) {
            (Kind::Const, Some(width)) => pool.bv(constants(width)),
            _ => pool.symbol(name, at.sorts[slot]),
        };
        bindings.terms[slot] = Some(term);
    }
    for (slot, value) in at.ints.iter().enumerate() {
        bindings.ints[slot] = Some(*value);
    }
    bindings.build(&mut pool, &rule.matches);
    pool.stats()
        .firings
        .iter()
        .any(|(name, _)| *name == rule.name)
}

#[test]
fn every_rule_fires() {
    let mut seed = 12345u64;
    let mut constants = |width: u32| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let small = (seed >> 60) as i64 - 8;
        let value = if seed >> 40 & 1 == 0 {
            small
        } else {
            seed as i64 >> 4
        };
        Bv::from_i64(width, value)
    };
    let mut dead = Vec::new();
    for rule in rules() {
        let all = instances::instances(rule, &SPACE);
        let fired = spread(&all, 200)
            .iter()
            .any(|at| (0..40).any(|_| fires(rule, at, &mut constants)));
        if !fired {
            dead.push(rule.name);
        }
    }
    assert!(dead.is_empty(), "these rules never fire: {dead:?}");
}

#[test]
fn names_are_unique_and_counted() {
    let mut names = cassay_simplify::rule_set().rule_names();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two rules share a name");
    assert!(count > 200, "{count} rules were found");
}
