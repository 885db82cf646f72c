//! Searches of machines whose answers and depths are known.

mod foo_bar;

use cassay_base::Span;
use cassay_base::{IndexVec, Stop};
use cassay_efsm::{
    Context, Control, ControlId, ControlKind, Edge, Machine, Passage, VarId, Variable,
};
use cassay_solver::{Settings, Solver, SolverError};
use cassay_solver_cadical::CadicalSolver;
use cassay_term::{Sort, TermId};
use cassay_unroll::{Ntp, Options, Outcome, Report, Why, search, tables};
use std::collections::BTreeSet;

fn solver() -> Result<Box<dyn Solver>, SolverError> {
    Ok(Box::new(CadicalSolver::new(&Settings::DEFAULT)?))
}

/// A machine that is built edge by edge; control states are made as they are named, 0 being the
/// initial one.
struct Builder(Machine);

impl Builder {
    fn new(controls: u32) -> Builder {
        let pool = cassay_simplify::pool();
        let start = pool.tru();
        let control = |number: u32| Control {
            kind: ControlKind::Point,
            name: number.to_string(),
            span: Span::NONE,
        };
        Builder(Machine {
            pool,
            variables: IndexVec::new(),
            inputs: Vec::new(),
            controls: (0..controls).map(control).collect(),
            edges: IndexVec::new(),
            initial: ControlId(0),
            start,
        })
    }

    fn variable(&mut self, name: &str, width: u32) -> (VarId, TermId) {
        let symbol = self.0.pool.symbol(name, Sort::Bv(width));
        let name = name.to_string();
        (self.0.variables.push(Variable { name, symbol }), symbol)
    }

    fn kind(&mut self, control: u32, kind: ControlKind) {
        self.0.controls[ControlId(control)].kind = kind;
    }

    fn edge(
        &mut self,
        from: u32,
        to: u32,
        guard: TermId,
        updates: &[(VarId, TermId)],
    ) -> &mut Edge {
        let id = self.0.edges.push(Edge {
            from: ControlId(from),
            to: ControlId(to),
            guard,
            updates: updates.to_vec(),
            passage: Passage::Plain,
        });
        &mut self.0.edges[id]
    }
}

fn run(machine: &mut Machine, options: &Options) -> Report {
    search(
        machine,
        &BTreeSet::from([0]),
        options,
        &mut solver,
        &Stop::new(),
    )
    .expect("an answer")
}

/// Counts to a bound from 0, and is wrong if the counter is at `bad` behind the loop. That the bound is the one
/// value is known at the start only, and so to no simplification.
fn counter(bound: u64, bad: u64) -> Machine {
    let mut builder = Builder::new(4);
    let (n, symbol) = builder.variable("n", 8);
    let (_, limit) = builder.variable("limit", 8);
    let pool = &mut builder.0.pool;
    let (zero, one) = (pool.bv_u64(8, 0), pool.bv_u64(8, 1));
    let (bound, bad) = (pool.bv_u64(8, bound), pool.bv_u64(8, bad));
    let start = pool.eq(limit, bound);
    let bound = limit;
    let more = pool.ult(symbol, bound);
    let done = pool.not(more);
    let next = pool.bv_add(symbol, one);
    let is_bad = pool.eq(symbol, bad);
    let wrong = pool.and(done, is_bad);
    let right = pool.not(is_bad);
    let right = pool.and(done, right);
    let always = pool.tru();
    builder.kind(1, ControlKind::LoopHead("0".into()));
    builder.kind(2, ControlKind::Error(0));
    builder.kind(3, ControlKind::Sink);
    builder.0.start = start;
    builder.edge(0, 1, always, &[(n, zero)]);
    builder.edge(1, 1, more, &[(n, next)]);
    builder.edge(1, 2, wrong, &[]);
    builder.edge(1, 3, right, &[]);
    builder.0
}

#[test]
fn a_violation_is_found_at_its_depth() {
    let report = run(&mut counter(7, 7), &Options::default());
    let Outcome::Found(execution) = &report.outcomes[&0] else {
        panic!("{report:?}");
    };
    assert_eq!((execution.steps.len(), report.depth), (9, 9));
}

#[test]
fn a_loop_that_ends_is_proved_by_the_longest_path_that_has_not_ended() {
    let report = run(&mut counter(7, 9), &Options::default());
    let Outcome::Proved { why, depth } = report.outcomes[&0] else {
        panic!("{report:?}");
    };
    assert_eq!((why, depth), (Why::Ended, 9));
}

#[test]
fn a_loop_that_does_not_end_is_proved_by_loop_free_paths_and_by_induction() {
    // Counts to 3 and starts again.
    let machine = || {
        let mut builder = Builder::new(3);
        let (n, symbol) = builder.variable("n", 8);
        let pool = &mut builder.0.pool;
        let (zero, one, three) = (pool.bv_u64(8, 0), pool.bv_u64(8, 1), pool.bv_u64(8, 3));
        let bad = pool.bv_u64(8, 9);
        let next = pool.bv_add(symbol, one);
        let at_end = pool.eq(symbol, three);
        let next = pool.ite(at_end, zero, next);
        let wrong = pool.eq(symbol, bad);
        let right = pool.not(wrong);
        let always = pool.tru();
        builder.kind(2, ControlKind::Error(0));
        builder.edge(0, 1, always, &[(n, zero)]);
        builder.edge(1, 1, right, &[(n, next)]);
        builder.edge(1, 2, wrong, &[]);
        builder.0
    };
    let never = Options {
        most: 30,
        ..Options::default()
    };
    let report = run(&mut machine(), &never);
    assert!(matches!(
        report.outcomes[&0],
        Outcome::Open { depth: 30, .. }
    ));
    let loop_free = Options {
        loop_free: true,
        ntp: Ntp::Off,
        ..never
    };
    let report = run(&mut machine(), &loop_free);
    let Outcome::Proved { why, depth } = report.outcomes[&0] else {
        panic!("{report:?}");
    };
    // Five different states, and a sixth step back to one of them.
    assert_eq!((why, depth), (Why::LoopFree, 5));
    let induction = Options {
        induction: true,
        ntp: Ntp::Off,
        ..never
    };
    let report = run(&mut machine(), &induction);
    let Outcome::Proved { why, depth } = report.outcomes[&0] else {
        panic!("{report:?}");
    };
    // From 4 the counter reaches 9 in five steps.
    assert_eq!(why, Why::Induction);
    assert!(depth <= 7, "{depth}");
}

#[test]
fn what_is_not_represented_prevents_proofs() {
    let mut machine = counter(3, 9);
    machine.controls[ControlId(3)].kind = ControlKind::Open(5);
    let report = run(&mut machine, &Options::default());
    assert!(matches!(report.outcomes[&0], Outcome::Open { .. }));
    assert!(matches!(report.unrepresented[&5], Outcome::Found(_)));
}

#[test]
fn a_search_can_be_stopped() {
    let stop = Stop::new();
    stop.allow(Some(100));
    let options = Options {
        ntp: Ntp::Off,
        ..Options::default()
    };
    let mut machine = counter(250, 251);
    let report = search(
        &mut machine,
        &BTreeSet::from([0]),
        &options,
        &mut solver,
        &stop,
    );
    let report = report.expect("an answer");
    assert!(matches!(report.outcomes[&0], Outcome::Open { .. }));
}

#[test]
fn variables_that_no_edge_assigns_keep_their_terms() {
    let terms = |reuse: bool| {
        let mut machine = counter(30, 40);
        for name in 0..20 {
            let symbol = machine.pool.symbol(&format!("other{name}"), Sort::Bv(32));
            let name = format!("other{name}");
            machine.variables.push(Variable { name, symbol });
        }
        let options = Options {
            reuse,
            ..Options::default()
        };
        run(&mut machine, &options);
        machine.pool.len()
    };
    assert!(terms(true) * 3 < terms(false));
}

#[test]
fn the_strategies_of_the_tables_agree() {
    for (bad, expected) in [(7, (0, 1)), (9, (1, 0))] {
        for strategy in tables::TABLE_1.iter().chain(tables::TABLE_2) {
            let mut machine = counter(7, bad);
            let errors = BTreeSet::from([0]);
            let limits = (None, 40);
            let stop = Stop::new();
            let row = tables::run(&mut machine, &errors, strategy, limits, &mut solver, &stop);
            let row = row.expect("an answer");
            if strategy.ntp || strategy.loop_free || expected.1 == 1 {
                assert_eq!((row.proofs, row.witnesses), expected, "{}", strategy.name);
            } else {
                assert_eq!((row.open, row.depth), (1, 40), "{}", strategy.name);
            }
        }
    }
}

#[test]
fn contexts_are_matched_by_default() {
    assert_eq!(Options::default().context, Context::Matched);
}
