//! The program of F-SOFT's Figure 2 as the machine of Figure 3: the greatest common divisor by subtraction, whose
//! `bar` is called from three places.

use super::{Builder, run};
use cassay_efsm::{Balancing, Context, ControlKind, Machine, Passage, balance};
use cassay_unroll::{Constraints, Options, Outcome, Why};

/// The program, with the assertion that `a` is not this.
fn machine(excluded: i64) -> Machine {
    let mut builder = Builder::new(20);
    let names = ["a", "b", "t", "x", "y", "d"];
    let [a, b, t, x, y, d] = names.map(|name| builder.variable(name, 32));
    let id = builder.variable("ext_id", 2);
    let (first, second) = (builder.variable("a0", 32), builder.variable("b0", 32));
    let pool = &mut builder.0.pool;
    let number = |pool: &mut cassay_term::Pool, value| pool.bv_i64(32, value);
    let (zero, ten, five) = (number(pool, 0), number(pool, -10), number(pool, 5));
    let excluded = number(pool, excluded);
    // The first values are known at the start only, and so to no simplification.
    let known = [pool.eq(first.1, ten), pool.eq(second.1, five)];
    let start = pool.and_all(known);
    let always = pool.tru();
    let less = pool.slt(x.1, y.1);
    let not_less = pool.not(less);
    let (down, up) = (pool.bv_sub(x.1, y.1), pool.bv_sub(y.1, x.1));
    let done = pool.eq(b.1, zero);
    let more = pool.not(done);
    let above = pool.slt(b.1, a.1);
    let not_above = pool.not(above);
    let wrong = pool.eq(a.1, excluded);
    let right = pool.not(wrong);
    let sites = [0, 1, 2].map(|site| pool.bv_u64(2, site));
    let at = sites.map(|site| pool.eq(id.1, site));
    builder.0.start = start;
    builder.kind(18, ControlKind::Error(0));
    builder.kind(19, ControlKind::Sink);
    builder.edge(0, 1, always, &[]);
    builder.edge(1, 2, always, &[(a.0, first.1), (b.0, second.1)]);
    let call = |builder: &mut Builder, from: u32, site: usize, args| {
        let (left, right) = args;
        let updates = [(x.0, left), (y.0, right), (id.0, sites[site])];
        builder.edge(from, 4, always, &updates).passage = Passage::Call(site as u32);
    };
    call(&mut builder, 2, 0, (a.1, zero));
    call(&mut builder, 3, 1, (b.1, zero));
    call(&mut builder, 14, 2, (a.1, b.1));
    builder.edge(4, 5, not_less, &[(d.0, down)]);
    builder.edge(4, 6, less, &[(d.0, up)]);
    for from in [5, 6] {
        builder.edge(from, 7, always, &[]);
    }
    for (site, (to, result)) in [(9, a.0), (8, b.0), (10, t.0)].into_iter().enumerate() {
        let back = builder.edge(7, to, at[site], &[(result, d.1)]);
        back.passage = Passage::Return(site as u32);
    }
    for (from, to) in [(9, 3), (8, 13), (10, 11), (12, 16), (15, 16), (16, 13)] {
        builder.edge(from, to, always, &[]);
    }
    builder.edge(13, 14, more, &[]);
    builder.edge(13, 17, done, &[]);
    builder.edge(11, 12, above, &[(a.0, t.1)]);
    builder.edge(11, 15, not_above, &[(b.0, t.1)]);
    builder.edge(17, 18, wrong, &[]);
    builder.edge(17, 19, right, &[]);
    builder.0
}

/// The depth at which the program ends: the head of its loop is reached after 12 steps, an iteration takes 9
/// and there are two, and the end is two steps behind.
const END: usize = 12 + 2 * 9 + 2;

#[test]
fn the_assertion_is_proved_when_the_program_has_ended() {
    let mut balanced = machine(0);
    balance(&mut balanced, Balancing::default()).expect("reducible by functions");
    for mut machine in [machine(0), balanced] {
        let report = run(&mut machine, &Options::default());
        let Outcome::Proved { why, depth } = report.outcomes[&0] else {
            panic!("{report:?}");
        };
        assert_eq!((why, depth), (Why::Ended, END));
        // The end can be reached at three depths only.
        assert_eq!(report.statistics.ntp_checks, 3);
        let most = report.statistics.depths.iter().map(|d| d.controls).max();
        assert!(most <= Some(3));
    }
}

#[test]
fn without_context_the_end_can_be_reached_more_often() {
    let options = Options {
        context: Context::Ignored,
        ..Options::default()
    };
    let report = run(&mut machine(0), &options);
    assert!(matches!(
        report.outcomes[&0],
        Outcome::Proved { depth: END, .. }
    ));
    assert!(report.statistics.ntp_checks > 10);
    let plain = Options {
        constraints: Constraints::NONE,
        reuse: false,
        ..options
    };
    let report = run(&mut machine(0), &plain);
    assert!(matches!(
        report.outcomes[&0],
        Outcome::Proved { depth: END, .. }
    ));
}

#[test]
fn another_assertion_is_violated_at_the_end() {
    let report = run(&mut machine(5), &Options::default());
    let Outcome::Found(execution) = &report.outcomes[&0] else {
        panic!("{report:?}");
    };
    assert_eq!(execution.steps.len(), END);
}
