//! Relations of states against explicit sets of points.
//!
//! Random conditions, assignments, joins and widenings are applied to states over a few cells of 8
//! bits, and to the sets of points that they stand for. Whatever the set contains, the state must
//! allow, and the greatest value of a form must be at least that of every point.

use crate::cells::CellId;
use crate::domains::Thresholds;
use crate::domains::form::Form;
use crate::domains::octagon::{Literal, Octagon, Packs};
use crate::domains::zone::Pack;
use crate::join::Join;
use crate::state::{Related, State};
use crate::value::Value;
use cassay_ir::arbitrary::Rng;
use std::collections::BTreeSet;
use std::rc::Rc;

const CELLS: usize = 3;

type Point = [i128; CELLS];

/// A state with the set of points that it was made for.
#[derive(Clone)]
struct Pair {
    state: State<'static>,
    points: BTreeSet<Point>,
}

fn related(octagons: bool, symbolic: bool) -> Related {
    let readings: Pack = (0..CELLS as u32).map(|cell| (cell, (8, true))).collect();
    let packs = if octagons {
        Packs::new(vec![vec![0, 1, 2]])
    } else {
        Packs::default()
    };
    Related {
        zone: Rc::new(readings.clone()),
        readings: Rc::new(readings),
        octagons: Rc::new(packs),
        symbolic,
    }
}

/// All points of a small cube.
fn cube(related: &Related, side: i128) -> Pair {
    let mut state = State::top();
    state.set_packs(related);
    let mut points = BTreeSet::from([[0; CELLS]]);
    for index in 0..CELLS {
        state.set_cell(index as CellId, Value::signed(8, -side, side));
        let old = std::mem::take(&mut points);
        for point in old {
            points.extend((-side..=side).map(|value| {
                let mut point = point;
                point[index] = value;
                point
            }));
        }
    }
    Pair { state, points }
}

/// Cells with many values, without points.
fn wide(related: &Related) -> State<'static> {
    let mut state = State::top();
    state.set_packs(related);
    for index in 0..CELLS {
        state.set_cell(index as CellId, Value::signed(8, -100, 100));
    }
    state
}

fn value(form: &Form, point: &Point) -> i128 {
    let terms = form.terms().iter();
    terms.map(|(cell, f)| f * point[*cell as usize]).sum()
}

/// A sum of some cells with factors, and bounds of a number.
fn form(rng: &mut Rng, largest: u64) -> Form {
    let mut form = Form::between(0, 0);
    for cell in 0..CELLS as u32 {
        if rng.chance(2, 3) {
            let factor = rng.below(2 * largest + 1) as i128 - largest as i128;
            form = form.plus(&Form::cell(cell, factor)).expect("a small form");
        }
    }
    let lo = rng.below(9) as i128 - 4;
    let hi = lo + rng.below(2) as i128;
    form.plus(&Form::between(lo, hi)).expect("a small form")
}

fn allows(state: &State<'_>, point: &Point) -> bool {
    let mut cells = true;
    state.each_cell(|cell, value| {
        cells = cells && value.contains(point[cell as usize] as u64 & 0xff);
    });
    let of = |literal: Literal| literal.sign() * point[literal.cell as usize];
    let mut zone = state.zone().bounds();
    let mut pairs = state.octagon.bounds();
    let mut sums = state.symbolic.bounds();
    cells
        && zone.all(|(x, y, c)| point[x as usize] - point[y as usize] <= c)
        && pairs.all(|(p, q, c)| of(p) + of(q) <= c)
        && sums.all(|(terms, c)| {
            let parts = terms.iter().map(|(cell, f)| f * point[*cell as usize]);
            parts.sum::<i128>() <= c
        })
}

fn check(pair: &Pair, what: &str) {
    for point in &pair.points {
        assert!(
            allows(&pair.state, point),
            "{what}: {point:?} {:?}",
            pair.state
        );
    }
}

/// One random operation; false when the set becomes empty.
fn step(rng: &mut Rng, pair: &mut Pair, others: &[Pair]) -> bool {
    let form = form(rng, 2);
    let cell = rng.below(CELLS as u64) as usize;
    match rng.below(5) {
        0 | 1 => {
            // Some number between the bounds makes it at most zero.
            pair.points
                .retain(|point| value(&form, point) + form.lo <= 0);
            let possible = pair.state.meet_form(&form);
            assert!(possible || pair.points.is_empty(), "{form:?}");
        }
        2 => {
            let ends = pair.points.iter().map(|point| value(&form, point));
            let (least, most) = ends.fold((0, 0), |(a, b), v| (v.min(a), v.max(b)));
            if least + form.lo < -100 || most + form.hi > 100 {
                return true;
            }
            let old = std::mem::take(&mut pair.points);
            for mut point in old {
                let sum = value(&form, &point);
                for number in form.lo..=form.hi {
                    point[cell] = sum + number;
                    pair.points.insert(point);
                }
            }
            let range = pair.state.least(&form).zip(pair.state.most(&form));
            let (lo, hi) = range.expect("cells that take part");
            let known = Value::signed(8, lo, hi).filter(|_| -128 <= lo && hi <= 127);
            let id = cell as CellId;
            pair.state
                .assign_form(id, &form, |state| state.set_cell(id, known));
        }
        3 => {
            let old = std::mem::take(&mut pair.points);
            for mut point in old {
                for number in -2..=2 {
                    point[cell] = number;
                    pair.points.insert(point);
                }
            }
            let id = cell as CellId;
            pair.state.set_cell(id, Value::signed(8, -2, 2));
        }
        _ => {
            let other = &others[rng.below(others.len() as u64) as usize];
            let thresholds = Thresholds(vec![-1, 0, 3]);
            let join = if rng.chance(1, 4) {
                Join::Widen(&thresholds)
            } else {
                Join::Plain
            };
            if rng.chance(1, 2) {
                pair.state.relate_sums(&[0, 1, 2]);
            }
            pair.state.join(&other.state, join);
            pair.state.settle();
            pair.points.extend(other.points.iter().copied());
        }
    }
    !pair.points.is_empty()
}

#[test]
fn states_allow_every_point_of_random_sequences() {
    let mut rng = Rng::new(31);
    let mut steps = 0;
    for round in 0..600 {
        let related = related(round % 4 != 0, round % 3 != 0);
        let start = cube(&related, 3);
        let mut others = vec![start.clone()];
        let mut pair = start;
        for _ in 0..12 {
            if !step(&mut rng, &mut pair, &others) || pair.points.len() > 4_000 {
                break;
            }
            steps += 1;
            check(&pair, &format!("round {round}"));
            let asked = form(&mut rng, 3);
            let most = pair.state.most(&asked).expect("cells that take part");
            let highest = pair.points.iter().map(|point| value(&asked, point)).max();
            assert!(highest.is_none_or(|highest| highest + asked.hi <= most));
            if rng.chance(1, 4) {
                others.push(pair.clone());
            }
        }
    }
    assert!(steps > 3_000, "only {steps} steps");
}

/// After conditions on two cells, octagons and intervals together give the least bounds that hold
/// for integers.
#[test]
fn bounds_of_octagons_are_tight() {
    let mut rng = Rng::new(32);
    let related = related(true, false);
    let (mut tight, mut all) = (0, 0);
    for _ in 0..400 {
        let mut pair = cube(&related, 3);
        for _ in 0..1 + rng.below(5) {
            let (x, y) = (rng.below(3) as u32, rng.below(3) as u32);
            let sign = |rng: &mut Rng| if rng.chance(1, 2) { 1 } else { -1 };
            let number = rng.below(7) as i128 - 3;
            let Some(form) = Form::of(&[(x, sign(&mut rng)), (y, sign(&mut rng))]) else {
                continue;
            };
            let form = form.moved(number).expect("a small form");
            pair.points
                .retain(|point| value(&form, point) + number <= 0);
            let possible = pair.state.meet_form(&form);
            assert!(possible || pair.points.is_empty());
            if pair.points.is_empty() {
                break;
            }
        }
        check(&pair, "tight");
        if pair.points.is_empty() {
            continue;
        }
        for (x, y) in [(0, 1), (0, 2), (1, 2)] {
            for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let form = Form::of(&[(x, a), (y, b)]).expect("a small form");
                let highest = pair.points.iter().map(|point| value(&form, point)).max();
                let most = pair.state.most(&form);
                assert!(highest <= most);
                all += 1;
                tight += usize::from(highest == most);
            }
        }
    }
    assert!(all > 2_000, "only {all} bounds");
    assert!(tight * 100 >= all * 99, "{tight} of {all} bounds are tight");
}

#[test]
fn widening_of_relations_ends() {
    let mut rng = Rng::new(33);
    let related = related(true, true);
    let thresholds = Thresholds((-9..9).map(i128::from).collect());
    for _ in 0..40 {
        let mut state = cube(&related, 1).state;
        state.relate_sums(&[0, 1, 2]);
        let mut changes = 0;
        for _ in 0..400 {
            let mut next = cube(&related, 3);
            for _ in 0..3 {
                if !step(&mut rng, &mut next, &[cube(&related, 2)]) {
                    next = cube(&related, 2);
                }
            }
            changes += u32::from(state.join(&next.state, Join::Widen(&thresholds)));
        }
        assert!(changes < 300, "{changes}");
    }
}

#[test]
fn packs_limit_what_is_related() {
    let packs = Packs::new(vec![vec![0, 1], vec![1, 2]]);
    assert!(packs.relates(0, 1) && packs.relates(2, 1));
    assert!(!packs.relates(0, 2) && !packs.relates(1, 1));
    assert_eq!(packs.related(1), [0, 2]);
    let mut octagon = Octagon::default();
    octagon.set_packs(Rc::new(packs));
    let plus = |cell| Literal::of(cell, 1);
    let minus = |cell| Literal::of(cell, -1);
    assert!(
        octagon
            .add(plus(0), plus(2), 1)
            .is_some_and(|new| new.is_empty())
    );
    octagon.add(plus(0), plus(1), 4).expect("possible");
    let new = octagon.add(plus(0), minus(1), 3).expect("possible");
    // Twice the first cell is at most 7.
    assert!(new.contains(&(plus(0), plus(0), 7)));
    assert!(octagon.add(minus(0), minus(1), -5).is_none());
}

#[test]
fn a_forgotten_cell_leaves_what_it_implied() {
    let mut state = wide(&related(false, true));
    // x ≤ 2y and y ≤ 3z − 1.
    let first = Form::of(&[(0, 1), (1, -2)]).expect("a small form");
    let second = Form::of(&[(1, 1), (2, -3)]).and_then(|form| form.moved(1));
    assert!(state.meet_form(&first));
    assert!(state.meet_form(&second.expect("a small form")));
    state.forget_cell(1);
    let asked = Form::of(&[(0, 1), (2, -6)]).expect("a small form");
    assert_eq!(state.most(&asked), Some(-2));
}
