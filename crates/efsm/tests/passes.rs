//! What each pass of reduction does, on machines built by hand.

use cassay_base::{IndexVec, Span, Stop};
use cassay_efsm::{
    Abs, Control, ControlId, ControlKind, Edge, Invariant, Machine, PASSES, Pass, Passage, Reduced,
    Values, VarId, Variable, reduce, text,
};
use cassay_term::{Pool, Sort, TermId};

struct Builder(Machine);

impl Builder {
    fn new(kinds: &[ControlKind]) -> Builder {
        let pool = cassay_simplify::pool();
        let start = pool.tru();
        let control = |(number, kind): (usize, &ControlKind)| Control {
            kind: kind.clone(),
            name: format!("at{number}"),
            span: Span::NONE,
        };
        Builder(Machine {
            pool,
            variables: IndexVec::new(),
            inputs: Vec::new(),
            controls: kinds.iter().enumerate().map(control).collect(),
            edges: IndexVec::new(),
            initial: ControlId(0),
            start,
        })
    }

    fn variable(&mut self, name: &str, sort: Sort) -> (VarId, TermId) {
        let symbol = self.0.pool.symbol(name, sort);
        let name = name.to_string();
        (self.0.variables.push(Variable { name, symbol }), symbol)
    }

    fn edge(&mut self, from: u32, to: u32, guard: TermId, updates: &[(VarId, TermId)]) {
        self.0.edges.push(Edge {
            from: ControlId(from),
            to: ControlId(to),
            guard,
            updates: updates.to_vec(),
            passage: Passage::Plain,
        });
    }
}

fn only(name: &str) -> Vec<Pass> {
    let found = PASSES.iter().filter(|pass| pass.name == name);
    found.copied().collect()
}

fn reduced(machine: &Machine, names: &[&str]) -> Reduced {
    let passes: Vec<Pass> = names.iter().flat_map(|name| only(name)).collect();
    assert_eq!(passes.len(), names.len());
    let targets = machine.bad_controls();
    reduce(
        machine,
        &targets,
        &passes,
        cassay_simplify::pool(),
        &Stop::new(),
    )
}

/// Entry, head of a loop, error.
fn kinds() -> [ControlKind; 3] {
    [
        ControlKind::Entry,
        ControlKind::LoopHead("0".into()),
        ControlKind::Error(0),
    ]
}

/// Counts from 0 while below `bound`, and is wrong where the counter is `bad`.
fn counter(width: u32, bound: u64, bad: u64) -> Builder {
    let mut builder = Builder::new(&kinds());
    let (n, symbol) = builder.variable("n", Sort::Bv(width));
    let pool = &mut builder.0.pool;
    let (zero, one) = (pool.bv_u64(width, 0), pool.bv_u64(width, 1));
    let (bound, bad) = (pool.bv_u64(width, bound), pool.bv_u64(width, bad));
    let more = pool.slt(symbol, bound);
    let next = pool.bv_add(symbol, one);
    let wrong = pool.eq(symbol, bad);
    let always = pool.tru();
    builder.edge(0, 1, always, &[(n, zero)]);
    builder.edge(1, 1, more, &[(n, next)]);
    builder.edge(1, 2, wrong, &[]);
    builder
}

#[test]
fn bounds_of_a_loop_are_found() {
    let mut machine = counter(32, 100, 500).0;
    let values = Values::of(&mut machine, &Stop::new()).expect("not stopped");
    let known = values.at[ControlId(1)].as_ref().expect("reached");
    let Some(Abs::Range(range)) = known.get(&VarId(0)) else {
        panic!("a range");
    };
    assert_eq!((range.umin, range.umax), (0, 100));
    // The error needs a greater number.
    assert_eq!(values.unreached(), [ControlId(2)].into());
}

#[test]
fn variables_with_one_value_and_steps_that_cannot_happen_go() {
    let mut builder = counter(8, 5, 3);
    let (k, symbol) = builder.variable("k", Sort::Bv(8));
    let pool = &mut builder.0.pool;
    let (two, three) = (pool.bv_u64(8, 2), pool.bv_u64(8, 3));
    builder.0.start = pool.eq(symbol, two);
    let never = pool.eq(symbol, three);
    let pair = [pool.bv_add(symbol, three), two];
    builder.edge(1, 2, never, &[]);
    builder.edge(1, 1, builder.0.pool.tru(), &[(k, pair[1])]);
    let after = reduced(&builder.0, &["constants", "slice", "compact"]).machine;
    assert_eq!(after.variables.len(), 1);
    assert_eq!(after.variables[VarId(0)].name, "n");
    // The impossible step and the one that does nothing any more are gone.
    assert_eq!(after.edges.len(), 3);
}

#[test]
fn one_of_two_equal_variables_stays() {
    let mut builder = counter(8, 5, 3);
    let (m, other) = builder.variable("m", Sort::Bv(8));
    let (edges, pool) = (&mut builder.0.edges, &mut builder.0.pool);
    let (zero, one) = (pool.bv_u64(8, 0), pool.bv_u64(8, 1));
    let next = pool.bv_add(other, one);
    let mut ids = edges.ids();
    let mut add = |value| {
        let id = ids.next().expect("an edge");
        edges[id].updates.push((m, value));
    };
    add(zero);
    add(next);
    let symbol = builder.0.variables[VarId(0)].symbol;
    let differ = builder.0.pool.distinct(symbol, other);
    builder.edge(1, 2, differ, &[]);
    let mut reduced = reduced(&builder.0, &["equal", "slice", "compact"]);
    assert_eq!(reduced.machine.variables.len(), 1);
    // What the pass has used becomes a part of the invariant.
    let mut original = builder.0;
    let tru = reduced.machine.pool.tru();
    let all = Invariant(reduced.machine.controls.ids().map(|id| (id, tru)).collect());
    let back = reduced.invariant(&mut original, &all);
    let same = original.pool.eq(symbol, other);
    assert_eq!(back.at(&original, ControlId(1)), same);
}

#[test]
fn what_errors_do_not_depend_on_goes() {
    let mut builder = counter(8, 5, 3);
    let (log, symbol) = builder.variable("log", Sort::Bv(32));
    let pool = &mut builder.0.pool;
    let one = pool.bv_u64(32, 1);
    let more = pool.bv_add(symbol, one);
    builder.0.start = pool.eq(symbol, one);
    let end = builder.0.controls.push(Control {
        kind: ControlKind::Sink,
        name: "end".into(),
        span: Span::NONE,
    });
    let always = builder.0.pool.tru();
    builder.edge(1, end.0, always, &[]);
    builder
        .0
        .edges
        .iter_mut()
        .for_each(|edge| edge.updates.push((log, more)));
    let after = reduced(&builder.0, &["slice", "compact"]).machine;
    let sizes = after.sizes();
    assert_eq!((sizes.variables, sizes.controls, sizes.edges), (1, 3, 3));
    assert_eq!(after.pool.as_bool(after.start), Some(true));
}

#[test]
fn variables_are_zero_where_they_are_not_read_any_more() {
    let mut builder = Builder::new(&[
        ControlKind::Entry,
        ControlKind::Point,
        ControlKind::LoopHead("0".into()),
        ControlKind::Error(0),
    ]);
    let (x, symbol) = builder.variable("x", Sort::Bv(8));
    let (flag, bit) = builder.variable("flag", Sort::Bool);
    let pool = &mut builder.0.pool;
    let five = pool.bv_u64(8, 5);
    let is_five = pool.eq(symbol, five);
    let always = pool.tru();
    let input = pool.symbol("in", Sort::Bv(8));
    builder.0.inputs.push(input);
    builder.edge(0, 1, always, &[(x, input)]);
    builder.edge(1, 2, always, &[(flag, is_five)]);
    builder.edge(2, 2, always, &[]);
    builder.edge(2, 3, bit, &[]);
    let after = reduced(&builder.0, &["dead"]).machine;
    let mut pool = after.pool;
    let zero = pool.bv_u64(8, 0);
    let second = after.edges.iter().nth(1).expect("an edge");
    assert!(second.updates.contains(&(x, zero)));
}

#[test]
fn variables_get_the_width_of_their_range() {
    for (bound, bad, width) in [(7, 5, 3), (8, 5, 4), (100, 70, 7)] {
        let machine = counter(32, bound, bad).0;
        let reduced = reduced(&machine, &["narrow"]);
        assert_eq!(reduced.machine.sizes().bits, width);
        let error = reduced.machine.bad_controls();
        assert_eq!(error.len(), 1);
    }
    // Negative numbers keep their sign.
    let mut builder = Builder::new(&kinds());
    let (n, symbol) = builder.variable("n", Sort::Bv(32));
    let pool = &mut builder.0.pool;
    let (low, two) = (pool.bv_i64(32, -4), pool.bv_u64(32, 2));
    let next = pool.bv_add(symbol, two);
    let more = pool.slt(symbol, two);
    let wrong = pool.eq(symbol, low);
    let always = pool.tru();
    builder.edge(0, 1, always, &[(n, low)]);
    builder.edge(1, 1, more, &[(n, next)]);
    builder.edge(1, 2, wrong, &[]);
    let reduced = reduced(&builder.0, &["narrow"]);
    assert_eq!(reduced.machine.sizes().bits, 3);
}

#[test]
fn variables_with_few_values_get_their_numbers() {
    let mut builder = Builder::new(&kinds());
    let (s, state) = builder.variable("s", Sort::Bv(32));
    let (t, last) = builder.variable("t", Sort::Bv(32));
    let (n, count) = builder.variable("n", Sort::Bv(32));
    let pool = &mut builder.0.pool;
    let values = [8464, 8480, 8512, 12, 99].map(|value| pool.bv_u64(32, value));
    let is = values.map(|value| pool.eq(state, value));
    let first = pool.eq(last, values[0]);
    builder.0.start = pool.and(is[0], first);
    let then = pool.ite(is[1], values[2], values[3]);
    let next = pool.ite(is[0], values[1], then);
    let more = pool.bv_add(count, values[3]);
    let wrong = pool.eq(count, values[4]);
    let wrong = pool.and(is[2], wrong);
    let large = pool.slt(values[2], last);
    let wrong = pool.or(wrong, large);
    let always = pool.tru();
    builder.edge(0, 1, always, &[]);
    builder.edge(1, 1, always, &[(s, next), (t, state), (n, more)]);
    builder.edge(1, 2, wrong, &[]);
    let reduced = reduced(&builder.0, &["codes"]);
    // Four values for both, since one is assigned to the other; a counter has many.
    assert_eq!(reduced.machine.sizes().bits, 2 + 2 + 32);
    let Machine { pool, edges, .. } = reduced.machine;
    let last = edges.iter().last().expect("an edge");
    // Numbers are compared, and no number is as large as that.
    assert!(cassay_term::post_order(&pool, &[last.guard]).len() < 10);
}

#[test]
fn points_between_two_steps_go() {
    let mut builder = Builder::new(&[
        ControlKind::Entry,
        ControlKind::Point,
        ControlKind::Point,
        ControlKind::LoopHead("0".into()),
        ControlKind::Error(0),
    ]);
    let (x, symbol) = builder.variable("x", Sort::Bv(8));
    let pool = &mut builder.0.pool;
    let (one, seven) = (pool.bv_u64(8, 1), pool.bv_u64(8, 7));
    let next = pool.bv_add(symbol, one);
    let small = pool.ult(symbol, seven);
    let large = pool.not(small);
    let always = pool.tru();
    builder.edge(0, 1, always, &[(x, one)]);
    builder.edge(1, 2, always, &[(x, next)]);
    builder.edge(2, 3, always, &[(x, next)]);
    builder.edge(3, 3, small, &[(x, next)]);
    builder.edge(3, 4, large, &[]);
    let mut reduced = reduced(&builder.0, &["chains", "compact"]);
    let sizes = reduced.machine.sizes();
    assert_eq!((sizes.controls, sizes.edges), (3, 3));
    let mut edges = reduced.machine.edges.iter();
    let initial = reduced.machine.initial;
    let first = edges.find(|edge| edge.from == initial).expect("an edge");
    let three = reduced.machine.pool.as_u64(first.updates[0].1);
    assert_eq!(three, Some(3));
    // The invariant at a point that went is what leads into the invariant behind it.
    let mut original = builder.0;
    let head = ControlId(1);
    assert_eq!(reduced.machine.controls[head].name, "at3");
    let at_head = {
        let pool: &mut Pool = &mut reduced.machine.pool;
        let x = reduced.machine.variables[VarId(0)].symbol;
        let three = pool.bv_u64(8, 3);
        pool.ule(three, x)
    };
    let tru = reduced.machine.pool.tru();
    let invariant = Invariant([(ControlId(0), tru), (head, at_head)].into());
    let back = reduced.invariant(&mut original, &invariant);
    let known: Vec<u32> = back.0.keys().map(|control| control.0).collect();
    assert_eq!(known, [0, 1, 2, 3]);
    assert_ne!(back.at(&original, ControlId(2)), original.pool.tru());
}

#[test]
fn sizes_are_reported_behind_each_pass() {
    let mut builder = counter(32, 7, 5);
    let (log, symbol) = builder.variable("log", Sort::Bv(32));
    builder.edge(1, 1, builder.0.pool.tru(), &[(log, symbol)]);
    let targets = builder.0.bad_controls();
    let pool = cassay_simplify::pool();
    let reduced = reduce(&builder.0, &targets, PASSES, pool, &Stop::new());
    let names: Vec<&str> = reduced.sizes.iter().map(|(name, _)| *name).collect();
    assert_eq!(names[0], "original");
    assert!(
        names.contains(&"slice") && names.contains(&"narrow"),
        "{names:?}"
    );
    let (first, last) = (reduced.sizes[0].1, reduced.sizes[names.len() - 1].1);
    assert_eq!((first.bits, last.bits), (64, 3));
    assert_eq!(last, reduced.machine.sizes());
    assert!(
        first
            .to_string()
            .starts_with("3 control states, 4 edges, 2 variables of 64 bits")
    );
    let printed = text(&reduced.machine);
    assert!(printed.contains("variable n: 3 bits"), "{printed}");
    assert!(printed.contains("c1 at1 (head of loop 0)"), "{printed}");
}
