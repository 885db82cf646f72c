//! Figures 2 and 3: `foo` calls `bar` from three places.
//!
//! The printed sets have blocks 5 and 6 one step behind block 2, and block 4 one step behind the other calls:
//! the first call enters behind the comparison of `bar`. [`figure_3`] is that graph; [`with_entry`] calls
//! `bar` in the same way everywhere, as the text has it.

use super::{graph, plain, set};
use cassay_efsm::{
    Balancing, Context, Machine, Passage, Unbalanced, balance, ever_reachable, reachable,
    saturation,
};

/// The edges that are the same in both: block 3 and 14 call, 8, 9 and 10 are where calls return, 13 is the head
/// of the loop, 17 the assertion with 18 and 19 behind it.
fn common() -> Vec<(u32, u32, Passage)> {
    let mut edges = plain(&[
        (1, 2),
        (4, 5),
        (4, 6),
        (5, 7),
        (6, 7),
        (9, 3),
        (8, 13),
        (13, 14),
        (13, 17),
        (10, 11),
        (11, 12),
        (11, 15),
        (12, 16),
        (15, 16),
        (16, 13),
        (17, 18),
        (17, 19),
    ]);
    edges.extend([
        (3, 4, Passage::Call(3)),
        (14, 4, Passage::Call(14)),
        (7, 9, Passage::Return(2)),
        (7, 8, Passage::Return(3)),
        (7, 10, Passage::Return(14)),
    ]);
    edges
}

fn figure_3() -> Machine {
    let mut edges = common();
    edges.extend([(2, 5, Passage::Call(2)), (2, 6, Passage::Call(2))]);
    graph(1, 19, &edges)
}

fn with_entry() -> Machine {
    let mut edges = common();
    edges.push((2, 4, Passage::Call(2)));
    graph(1, 19, &edges)
}

#[test]
fn reachable_sets_without_context_are_those_of_the_paper() {
    let sets = reachable(&figure_3(), Context::Ignored, 7);
    let printed: [&[u32]; 8] = [
        &[1],
        &[2],
        &[5, 6],
        &[7],
        &[8, 9, 10],
        &[13, 3, 11],
        &[14, 17, 4, 12, 15],
        // Block 16 follows 12 and 15; 18 and 19 follow 17.
        &[4, 18, 19, 5, 6, 16],
    ];
    assert_eq!(sets, printed.map(set));
}

#[test]
fn with_context_a_call_returns_to_where_it_came_from() {
    let sets = reachable(&figure_3(), Context::Matched, 13);
    let expected: [&[u32]; 14] = [
        &[1],
        &[2],
        &[5, 6],
        &[7],
        &[9],
        &[3],
        &[4],
        &[5, 6],
        &[7],
        &[8],
        &[13],
        &[14, 17],
        &[4, 18, 19],
        &[5, 6],
    ];
    assert_eq!(sets, expected.map(set));
}

#[test]
fn without_context_the_sets_saturate_and_balancing_by_functions_prevents_it() {
    let mut machine = with_entry();
    let wide = reachable(&machine, Context::Ignored, 40);
    assert!(saturation(&wide).is_some());
    let (report, _) = balance(&mut machine, Balancing::default()).expect("reducible by functions");
    let sets = reachable(&machine, Context::Matched, 200);
    assert_eq!(saturation(&sets), None);
    let most = |sets: &[cassay_efsm::Controls]| sets.iter().map(|set| set.len()).max();
    // From the head of the loop: 14, the call, 4, 5 or 6, 7, the return to 10, 11, 12 or 15, 16.
    assert_eq!(report.period, 9);
    assert_eq!(most(&sets), Some(3));
    assert!(most(&wide) > Some(10));
    // Number 0 is no block.
    let reached = ever_reachable(&machine, Context::Matched).len();
    assert_eq!(reached + 1, machine.controls.len());
}

#[test]
fn a_call_past_the_entry_is_refused_by_balancing() {
    let mut machine = figure_3();
    let refused = balance(&mut machine, Balancing::default()).err();
    assert!(matches!(refused, Some(Unbalanced::Shared(_))));
}
