//! The constraints have exactly the executions that enumeration finds: for small random threads, the
//! values that the reads can get together are the same, whatever the scheme.

use cassay_base::Id;
use cassay_order::{
    Cut, Edge, Event, EventId, EventKind, Node, NodeId, Order, Reads, Scheme, Threads, memory,
};
use cassay_solver::{Answer, Settings, Solver};
use cassay_solver_cadical::CadicalSolver;
use cassay_term::{Evaluator, Pool, Sort, TermId};
use std::collections::BTreeSet;

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// An access of a small thread: which of two cells, and the value that is written, if any. A node may
/// be skipped together with all later ones of its thread if the last value read is zero (a thread that
/// waits).
#[derive(Clone, Copy, Debug)]
struct Access {
    cell: u32,
    written: Option<u64>,
}

#[derive(Clone, Debug)]
struct Step {
    accesses: Vec<Access>,
    /// The thread goes on behind this step only if its last read was not zero.
    waits: bool,
}

type Program = Vec<Vec<Step>>;

fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let threads = 2 + random.below(2);
    (0..threads)
        .map(|_| {
            let steps = 1 + random.below(if threads == 2 { 4 } else { 3 });
            (0..steps)
                .map(|_| {
                    let accesses = 1 + random.below(2);
                    Step {
                        accesses: (0..accesses)
                            .map(|_| Access {
                                cell: random.below(2) as u32,
                                written: (random.below(2) == 0).then(|| 1 + random.below(3)),
                            })
                            .collect(),
                        waits: random.below(4) == 0,
                    }
                })
                .collect()
        })
        .collect()
}

/// Per thread, the values its reads got.
type Result = Vec<Vec<u64>>;

/// What an enumeration found: the results of executions that no thread can continue, and those with
/// the switches they need; which pairs of steps can be next at once.
#[derive(Default)]
struct Found {
    results: BTreeSet<Result>,
    few: BTreeSet<Result>,
    races: BTreeSet<((usize, usize), (usize, usize))>,
}

#[derive(Clone)]
struct State {
    memory: [u64; 2],
    next: Vec<usize>,
    stopped: Vec<bool>,
    results: Result,
    last: Option<usize>,
    switches: u32,
}

fn enumerate(program: &Program, state: State, most: u32, found: &mut Found) {
    let ready: Vec<usize> = (0..program.len())
        .filter(|thread| !state.stopped[*thread] && state.next[*thread] < program[*thread].len())
        .collect();
    for (index, a) in ready.iter().enumerate() {
        for b in &ready[index + 1..] {
            found
                .races
                .insert(((*a, state.next[*a]), (*b, state.next[*b])));
        }
    }
    if ready.is_empty() {
        found.results.insert(state.results.clone());
        if state.switches <= most {
            found.few.insert(state.results);
        }
        return;
    }
    for thread in ready {
        let mut after = state.clone();
        let step = &program[thread][state.next[thread]];
        let mut last = 1;
        for access in &step.accesses {
            match access.written {
                Some(value) => after.memory[access.cell as usize] = value,
                None => {
                    last = after.memory[access.cell as usize];
                    after.results[thread].push(last);
                }
            }
        }
        after.stopped[thread] = step.waits && last == 0;
        after.next[thread] += 1;
        if state.last.is_some_and(|last| last != thread) {
            after.switches += 1;
        }
        after.last = Some(thread);
        enumerate(program, after, most, found);
    }
}

/// The reads of each thread, in order, with the conditions under which they happen.
struct Encoded {
    threads: Threads,
    reads: Vec<Vec<(TermId, TermId)>>,
    steps: Vec<Vec<NodeId>>,
}

fn encode(pool: &mut Pool, program: &Program) -> Encoded {
    let mut threads = Threads::default();
    let (tru, zero) = (pool.tru(), pool.bv_u64(2, 0));
    // The first chain writes the first contents.
    let first = threads.nodes.push(Node {
        chain: 0,
        exec: tru,
    });
    for cell in 0..2 {
        threads.events.push(Event {
            node: first,
            issued: None,
            cell,
            index: None,
            kind: EventKind::Write,
            value: zero,
            exec: tru,
            visible: tru,
        });
    }
    let (mut reads, mut nodes) = (Vec::new(), Vec::new());
    for (number, steps) in program.iter().enumerate() {
        let mut exec = tru;
        let (mut of_thread, mut of_steps) = (Vec::new(), Vec::new());
        for (index, step) in steps.iter().enumerate() {
            let node = threads.nodes.push(Node {
                chain: number as u32 + 1,
                exec,
            });
            of_steps.push(node);
            if index == 0 {
                threads.edges.push(Edge {
                    from: first,
                    to: node,
                    when: None,
                });
            }
            let mut last = None;
            for access in &step.accesses {
                let (kind, value) = match access.written {
                    Some(value) => (EventKind::Write, pool.bv_u64(2, value)),
                    None => (EventKind::Read, pool.fresh("read", Sort::Bv(2))),
                };
                threads.events.push(Event {
                    node,
                    issued: None,
                    cell: access.cell,
                    index: None,
                    kind,
                    value,
                    exec,
                    visible: exec,
                });
                if kind == EventKind::Read {
                    of_thread.push((value, exec));
                    last = Some(value);
                }
            }
            if let (true, Some(last)) = (step.waits, last) {
                let stops = pool.eq(last, zero);
                let goes_on = pool.not(stops);
                exec = pool.and(exec, goes_on);
            }
        }
        reads.push(of_thread);
        nodes.push(of_steps);
    }
    Encoded {
        threads,
        reads,
        steps: nodes,
    }
}

/// Certain where both are always executed.
struct Always<'a>(&'a Threads, TermId);

impl Reads for Always<'_> {
    fn certain(&self, write: EventId, _: EventId) -> bool {
        self.0.events[write].exec == self.1
    }

    fn value(&mut self, _: &mut Pool, _: EventId, _: EventId) -> TermId {
        unreachable!("no event writes all elements")
    }
}

fn results(program: &Program, scheme: Scheme) -> BTreeSet<Result> {
    let mut pool = cassay_simplify::pool();
    let encoded = encode(&mut pool, program);
    let mut order = Order::new(encoded.threads.clone(), scheme);
    let mut always = Always(&encoded.threads, pool.tru());
    let mut facts = memory(&mut pool, &mut order, &mut always);
    facts.extend(order.constraints(&mut pool));
    let mut solver = CadicalSolver::new(&Settings::default()).expect("an instance");
    for fact in facts {
        solver.assert(&pool, fact).expect("it is a fact");
    }
    let mut found = BTreeSet::new();
    let all: Vec<(TermId, TermId)> = encoded.reads.concat();
    let symbols: Vec<TermId> = cassay_term::symbols_of(
        &pool,
        &all.iter().flat_map(|(a, b)| [*a, *b]).collect::<Vec<_>>(),
    );
    while solver.check(&pool, &[]) == Ok(Answer::Sat) {
        let model = solver.model(&pool, &symbols).expect("a model");
        let mut evaluator = Evaluator::new(&pool, &model);
        let mut different = Vec::new();
        let mut result: Result = Vec::new();
        for of_thread in &encoded.reads {
            let mut values = Vec::new();
            for (value, exec) in of_thread {
                if evaluator.bool_value(*exec) {
                    let number = evaluator.bv_value(*value).to_u64().expect("two bits");
                    values.push(number);
                    different.push((*value, number));
                }
            }
            result.push(values);
        }
        drop(evaluator);
        let same: Vec<TermId> = different
            .into_iter()
            .map(|(value, number)| {
                let number = pool.bv_u64(2, number);
                pool.eq(value, number)
            })
            .collect();
        let same = pool.and_all(same);
        let other = pool.not(same);
        assert!(found.insert(result), "no result is found twice");
        solver.assert(&pool, other).expect("it is a fact");
        if pool.as_bool(other) == Some(false) {
            break;
        }
    }
    found
}

fn start(program: &Program) -> State {
    State {
        memory: [0; 2],
        next: vec![0; program.len()],
        stopped: vec![false; program.len()],
        results: vec![Vec::new(); program.len()],
        last: None,
        switches: 0,
    }
}

#[test]
fn reads_get_the_values_that_interleavings_give_them() {
    let (mut several, mut fewer) = (0, 0);
    for seed in 0..400 {
        let program = program(seed);
        let switches = 1 + seed as u32 % 2;
        let mut found = Found::default();
        enumerate(&program, start(&program), switches, &mut found);
        for scheme in [Scheme::Atoms, Scheme::Clocks] {
            assert_eq!(
                results(&program, scheme),
                found.results,
                "{scheme:?} of {seed}: {program:?}"
            );
        }
        // The first contents are written in a context of their own.
        let few = results(&program, Scheme::Contexts(switches + 1));
        assert_eq!(few, found.few, "{switches} switches of {seed}: {program:?}");
        several += usize::from(found.results.len() > 1);
        fewer += usize::from(found.few.len() < found.results.len());
    }
    assert!(several > 150 && fewer > 30, "{several} {fewer}");
}

#[test]
fn steps_can_be_next_at_once_as_enumeration_finds() {
    let mut apart = 0;
    let schemes = [Scheme::Atoms, Scheme::Clocks, Scheme::Contexts(99)];
    for (seed, scheme) in (0..60).flat_map(|seed| schemes.map(|scheme| (seed, scheme))) {
        let program = program(seed);
        let mut found = Found::default();
        enumerate(&program, start(&program), 0, &mut found);
        let mut pool = cassay_simplify::pool();
        let encoded = encode(&mut pool, &program);
        let mut order = Order::new(encoded.threads.clone(), scheme);
        let mut always = Always(&encoded.threads, pool.tru());
        let mut facts = memory(&mut pool, &mut order, &mut always);
        let mut cut = Cut::new(&mut pool, &mut order);
        let mut questions = Vec::new();
        for (thread, steps) in encoded.steps.iter().enumerate() {
            for (other, others) in encoded.steps.iter().enumerate().skip(thread + 1) {
                for (i, a) in steps.iter().enumerate() {
                    for (j, b) in others.iter().enumerate() {
                        let exec = [a, b].map(|node| encoded.threads.nodes[*node].exec);
                        let next = [a, b].map(|node| cut.is_next(&mut pool, &order, *node));
                        let first = cut.is_first(&mut pool, &mut order, *b);
                        let both = pool.and_all(exec.into_iter().chain(next));
                        let pair = ((thread, i), (other, j));
                        questions.push((pair, both));
                        // Of two that are next, each may be the first.
                        questions.push((pair, pool.and(both, first)));
                    }
                }
            }
        }
        facts.extend(cut.constraints());
        facts.extend(order.constraints(&mut pool));
        let mut solver = CadicalSolver::new(&Settings::default()).expect("an instance");
        for fact in facts {
            solver.assert(&pool, fact).expect("it is a fact");
        }
        for (pair, question) in questions {
            let answer = solver.check(&pool, &[question]) == Ok(Answer::Sat);
            assert_eq!(
                answer,
                found.races.contains(&pair),
                "{scheme:?}: {pair:?} of {seed}: {program:?}"
            );
            apart += usize::from(!answer);
        }
    }
    assert!(apart > 20, "{apart}");
}

#[test]
fn a_schedule_follows_the_order_of_the_model() {
    let program = program(5);
    let mut pool = cassay_simplify::pool();
    let encoded = encode(&mut pool, &program);
    let mut order = Order::new(encoded.threads.clone(), Scheme::Atoms);
    let mut always = Always(&encoded.threads, pool.tru());
    let mut facts = memory(&mut pool, &mut order, &mut always);
    facts.extend(order.constraints(&mut pool));
    let mut solver = CadicalSolver::new(&Settings::default()).expect("an instance");
    for fact in &facts {
        solver.assert(&pool, *fact).expect("it is a fact");
    }
    assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
    let symbols = cassay_term::symbols_of(&pool, &facts);
    let model = solver.model(&pool, &symbols).expect("a model");
    let schedule = order.schedule(&mut Evaluator::new(&pool, &model));
    assert_eq!(schedule.first().map(|node| node.index()), Some(0));
    for pair in schedule.windows(2) {
        let before = order.before(&mut pool, pair[0], pair[1]);
        assert!(Evaluator::new(&pool, &model).bool_value(before), "{pair:?}");
    }
}
