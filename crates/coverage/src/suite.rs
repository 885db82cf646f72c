//! Chooses from tests a suite in which none is superfluous, and says what it achieves.

use crate::goals::{Goals, What};
use std::collections::{BTreeMap, BTreeSet};

/// What a suite is to achieve: a goal, or that a condition decides alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The goal; the first one of the decision.
    pub goal: usize,
    /// The condition in its decision.
    pub condition: Option<usize>,
}

/// Two ways through a decision that show that a condition decides alone, as numbers of goals.
type Pair = (usize, usize);

/// What there is to achieve; for conditions of decisions the pairs of which one is needed.
pub fn items(goals: &Goals) -> BTreeMap<Item, Vec<Pair>> {
    let mut items = BTreeMap::new();
    let mut decisions: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, goal) in goals.list.iter().enumerate() {
        match goal.decision {
            Some(decision) => decisions.entry(decision).or_default().push(number),
            None => {
                let item = Item {
                    goal: number,
                    condition: None,
                };
                items.insert(item, vec![(number, number)]);
            }
        }
    }
    for (first, ways) in decisions {
        let conditions = ways.first().map_or(0, |way| values(goals, *way).len());
        for condition in 0..conditions {
            let item = Item {
                goal: first,
                condition: Some(condition),
            };
            items.insert(item, pairs(goals, &ways, condition));
        }
    }
    items
}

fn values(goals: &Goals, way: usize) -> &[Option<bool>] {
    match goals.list.get(way).map(|goal| &goal.what) {
        Some(What::Way(values, _)) => values,
        _ => &[],
    }
}

/// The pairs of ways that differ in a condition and in the outcome, and agree in what else both evaluate.
fn pairs(goals: &Goals, ways: &[usize], condition: usize) -> Vec<Pair> {
    let outcome = |way: usize| match goals.list.get(way).map(|goal| &goal.what) {
        Some(What::Way(_, outcome)) => Some(*outcome),
        _ => None,
    };
    let mut found = Vec::new();
    for (index, &first) in ways.iter().enumerate() {
        for &second in &ways[index + 1..] {
            let mut both = values(goals, first)
                .iter()
                .zip(values(goals, second))
                .enumerate();
            let fits = both.all(|(number, (a, b))| match (a, b) {
                (Some(a), Some(b)) => (a != b) == (number == condition),
                (None, _) | (_, None) => number != condition,
            });
            if fits && outcome(first) != outcome(second) {
                found.push((first, second));
            }
        }
    }
    found
}

/// The items that goals achieve together.
pub fn achieved(items: &BTreeMap<Item, Vec<Pair>>, reached: &BTreeSet<usize>) -> BTreeSet<Item> {
    let both = |(first, second): &Pair| reached.contains(first) && reached.contains(second);
    let found = items.iter().filter(|(_, pairs)| pairs.iter().any(both));
    found.map(|(item, _)| *item).collect()
}

/// Chooses tests, given by the goals that each reaches, that achieve together what all of them do. Without any one of
/// them, less is achieved. Returns their numbers in order.
pub fn suite(items: &BTreeMap<Item, Vec<Pair>>, tests: &[BTreeSet<usize>]) -> Vec<usize> {
    let union = |chosen: &[usize]| -> BTreeSet<usize> {
        let goals = chosen.iter().filter_map(|test| tests.get(*test));
        goals.flatten().copied().collect()
    };
    let all: Vec<usize> = (0..tests.len()).collect();
    let wanted = achieved(items, &union(&all));
    let mut chosen: Vec<usize> = Vec::new();
    let mut have: BTreeSet<usize> = BTreeSet::new();
    while achieved(items, &have) != wanted {
        let more = |test: &usize| tests[*test].difference(&have).count();
        let best = all.iter().filter(|test| !chosen.contains(test));
        // The first of those that reach most.
        let Some(best) = best.rev().max_by_key(|test| more(test)).copied() else {
            break;
        };
        have.extend(&tests[best]);
        chosen.push(best);
    }
    for test in chosen.clone() {
        let without: Vec<usize> = chosen
            .iter()
            .copied()
            .filter(|other| *other != test)
            .collect();
        if achieved(items, &union(&without)) == wanted {
            chosen = without;
        }
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goals::Goal;
    use cassay_base::Span;
    use cassay_ir::ClaimId;

    fn goals(whats: Vec<(What, Option<usize>)>) -> Goals {
        let list = whats.into_iter().enumerate();
        let list = list.map(|(number, (what, decision))| Goal {
            claim: ClaimId(number as u32),
            function: "f".into(),
            span: Span::NONE,
            what,
            decision,
        });
        Goals {
            list: list.collect(),
            too_large: Vec::new(),
        }
    }

    #[test]
    fn no_test_is_superfluous() {
        let goals = goals(vec![(What::Line, None); 5]);
        let items = items(&goals);
        // The largest test is chosen first, and is superfluous in the end.
        let tests = [
            BTreeSet::from([1, 2, 3]),
            BTreeSet::from([0, 1]),
            BTreeSet::from([2, 3, 4]),
            BTreeSet::from([4]),
        ];
        assert_eq!(suite(&items, &tests), [1, 2]);
        assert_eq!(suite(&items, &[]), [] as [usize; 0]);
        assert_eq!(
            suite(&items, &[BTreeSet::new(), BTreeSet::new()]),
            [] as [usize; 0]
        );
    }

    #[test]
    fn a_condition_decides_alone_by_two_ways() {
        let way = |values: &[Option<bool>], outcome| (What::Way(values.to_vec(), outcome), Some(0));
        let (yes, no) = (Some(true), Some(false));
        // a && b
        let goals = goals(vec![
            way(&[yes, yes], true),
            way(&[yes, no], false),
            way(&[no, None], false),
        ]);
        let items = items(&goals);
        let of = |condition| {
            let item = Item {
                goal: 0,
                condition: Some(condition),
            };
            items[&item].clone()
        };
        assert_eq!(of(0), [(0, 2)]);
        assert_eq!(of(1), [(0, 1)]);
        let done = achieved(&items, &BTreeSet::from([0, 2]));
        assert_eq!(done.len(), 1);
        let tests = [[0], [1], [2]].map(BTreeSet::from);
        assert_eq!(suite(&items, &tests), [0, 1, 2]);
    }
}
