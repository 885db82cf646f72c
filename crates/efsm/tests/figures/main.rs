//! The worked examples of F-SOFT §VI: control state reachability of Figures 2 and 3 and balancing of
//! Figure 5 give the numbers that the paper prints.

mod foo_bar;

use cassay_base::{IndexVec, Span};
use cassay_efsm::{
    Balancing, Context, Control, ControlId, ControlKind, Controls, Edge, Machine, Passage,
    Unbalanced, balance, leading_to, reachable, saturation,
};
use cassay_term::Pool;
use std::collections::BTreeSet;

/// A machine with control states 0 to `last` and edges without guards.
fn graph(initial: u32, last: u32, edges: &[(u32, u32, Passage)]) -> Machine {
    let pool = Pool::new();
    let always = pool.tru();
    let control = |number: u32| Control {
        kind: ControlKind::Point,
        name: number.to_string(),
        span: Span::NONE,
    };
    let edge = |(from, to, passage): &(u32, u32, Passage)| Edge {
        from: ControlId(*from),
        to: ControlId(*to),
        guard: always,
        updates: Vec::new(),
        passage: *passage,
    };
    Machine {
        pool,
        variables: IndexVec::new(),
        inputs: Vec::new(),
        controls: (0..=last).map(control).collect(),
        edges: edges.iter().map(edge).collect(),
        initial: ControlId(initial),
        start: always,
    }
}

fn plain(edges: &[(u32, u32)]) -> Vec<(u32, u32, Passage)> {
    let edges = edges.iter();
    edges
        .map(|(from, to)| (*from, *to, Passage::Plain))
        .collect()
}

fn set(numbers: &[u32]) -> Controls {
    numbers.iter().map(|number| ControlId(*number)).collect()
}

/// Figure 5 (a): the loops back by (6,3), (8,3) and (7,1), and two ways from 1 to 3, from 3 to 5 and from 4
/// to 6. The text names no other edges; these are two ways to complete the graph.
const FIGURE_5: [&[(u32, u32)]; 2] = [
    &[
        (1, 2),
        (2, 3),
        (1, 3),
        (3, 4),
        (3, 5),
        (4, 5),
        (4, 6),
        (5, 6),
        (5, 7),
        (4, 8),
        (6, 3),
        (8, 3),
        (7, 1),
    ],
    &[
        (1, 2),
        (2, 3),
        (1, 3),
        (3, 4),
        (3, 5),
        (4, 5),
        (4, 6),
        (5, 6),
        (6, 7),
        (6, 8),
        (6, 3),
        (8, 3),
        (7, 1),
    ],
];

#[test]
fn figure_5_saturates_at_depth_6_with_8_control_states() {
    for edges in FIGURE_5 {
        let machine = graph(1, 8, &plain(edges));
        let sets = reachable(&machine, Context::Ignored, 12);
        assert_eq!(saturation(&sets), Some(6));
        assert_eq!(sets[6].len(), 8);
    }
}

#[test]
fn figure_5_balanced_does_not_saturate_and_has_at_most_4_control_states_at_a_depth() {
    for edges in FIGURE_5 {
        let mut machine = graph(1, 8, &plain(edges));
        let (report, _) = balance(&mut machine, Balancing::default()).expect("reducible");
        let sets = reachable(&machine, Context::Ignored, 100);
        assert_eq!(saturation(&sets), None);
        let most = sets.iter().map(BTreeSet::len).max();
        assert_eq!(most, Some(4));
        // Each control state is reachable only at depths of one residue.
        let period = report.period as usize;
        for (depth, set) in sets.iter().enumerate().skip(period) {
            for other in sets[..depth].iter().enumerate() {
                if other.0 % period != depth % period {
                    assert!(other.1.is_disjoint(set));
                }
            }
        }
    }
}

#[test]
fn a_jump_into_a_loop_is_not_balanced() {
    let edges = plain(&[(0, 1), (0, 2), (1, 2), (2, 1), (1, 3)]);
    let mut machine = graph(0, 3, &edges);
    let refused = balance(&mut machine, Balancing::default()).err();
    assert!(matches!(refused, Some(Unbalanced::Irreducible(_))));
    assert_eq!(machine.controls.len(), 4);
    let recursive = [
        (0, 1, Passage::Call(0)),
        (1, 1, Passage::Call(1)),
        (1, 2, Passage::Plain),
        (2, 3, Passage::Return(0)),
        (2, 2, Passage::Return(1)),
    ];
    let mut machine = graph(0, 3, &recursive);
    let refused = balance(&mut machine, Balancing::default()).err();
    assert!(refused.is_some());
}

#[test]
fn paths_are_walked_backward_too() {
    let machine = graph(1, 8, &plain(FIGURE_5[0]));
    let sets = leading_to(&machine, &set(&[7]), Context::Ignored, 3);
    let expected = [set(&[7]), set(&[5]), set(&[3, 4]), set(&[1, 2, 3, 6, 8])];
    assert_eq!(sets, expected);
}
