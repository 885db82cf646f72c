//! Machines made by hand: what is expected of each is known.

use cassay_base::{IndexVec, Span, Stop, StopReason};
use cassay_efsm::{
    Control, ControlId, ControlKind, Edge, Invariant, Machine, Passage, VarId, Variable,
};
use cassay_pdr::{Checked, Options, Outcome, Prover, Reason, check, prove};
use cassay_solver::{Settings, Solver};
use cassay_term::{Sort, TermId};

fn bitwuzla() -> Box<dyn Solver> {
    let backend = cassay_solver_bitwuzla::BACKEND;
    (backend.make)(&Settings::default()).expect("an instance")
}

/// A machine without variables whose only control state is the entry.
fn empty() -> Machine {
    let pool = cassay_simplify::pool();
    let start = pool.tru();
    let mut machine = Machine {
        pool,
        variables: IndexVec::new(),
        inputs: Vec::new(),
        controls: IndexVec::new(),
        edges: IndexVec::new(),
        initial: ControlId(0),
        start,
    };
    control(&mut machine, ControlKind::Entry);
    machine
}

fn control(machine: &mut Machine, kind: ControlKind) -> ControlId {
    machine.controls.push(Control {
        name: format!("{kind:?}"),
        kind,
        span: Span::NONE,
    })
}

fn variable(machine: &mut Machine, name: &str, width: u32) -> (VarId, TermId) {
    let symbol = machine.pool.symbol(name, Sort::Bv(width));
    let name = name.to_string();
    (machine.variables.push(Variable { name, symbol }), symbol)
}

fn input(machine: &mut Machine, name: &str, sort: Sort) -> TermId {
    let symbol = machine.pool.symbol(name, sort);
    machine.inputs.push(symbol);
    symbol
}

fn edge(
    machine: &mut Machine,
    from: ControlId,
    to: ControlId,
    guard: TermId,
    updates: &[(VarId, TermId)],
) {
    machine.edges.push(Edge {
        from,
        to,
        guard,
        updates: updates.to_vec(),
        passage: Passage::Plain,
    });
}

fn proved(machine: &mut Machine) -> Invariant {
    match prove(machine, Options::default()) {
        Outcome::Proved(invariant) => {
            let checked = check(machine, &invariant, &mut *bitwuzla());
            assert_eq!(checked, Ok(Checked::Holds));
            invariant
        }
        other => panic!("{other:?}"),
    }
}

/// The number of steps of the execution that is found.
fn found(machine: &mut Machine) -> usize {
    match prove(machine, Options::default()) {
        Outcome::Found(control, execution) => {
            let states = machine.follow(&execution).expect("an execution");
            assert_eq!(states.last().map(|state| state.control), Some(control));
            execution.steps.len()
        }
        other => panic!("{other:?}"),
    }
}

/// `x` starts at 0 and grows by `step` while it is less than `bound`; reaching `error` is an error.
fn counter(width: u32, step: u64, bound: u64, error: u64) -> Machine {
    let mut machine = empty();
    let (x, symbol) = variable(&mut machine, "x", width);
    let head = control(&mut machine, ControlKind::LoopHead("main.0".into()));
    let bad = control(&mut machine, ControlKind::Error(0));
    let pool = &mut machine.pool;
    let [zero, step, bound, error] = [0, step, bound, error].map(|value| pool.bv_u64(width, value));
    let more = pool.bv_add(symbol, step);
    let below = pool.ult(symbol, bound);
    let wrong = pool.eq(symbol, error);
    let tru = pool.tru();
    edge(&mut machine, ControlId(0), head, tru, &[(x, zero)]);
    edge(&mut machine, head, head, below, &[(x, more)]);
    edge(&mut machine, head, bad, wrong, &[]);
    machine
}

#[test]
fn counters() {
    proved(&mut counter(32, 2, 1000, 7));
    proved(&mut counter(32, 4, 1 << 31, 1 << 31 | 2));
    proved(&mut counter(8, 1, 20, 21));
    proved(&mut counter(32, 1, 1 << 31, 0xffff_ffff));
    assert_eq!(found(&mut counter(32, 1, 100, 20)), 22);
    assert_eq!(found(&mut counter(6, 5, 63, 1)), 15);
}

/// Peterson's algorithm, one step of either process at a time. Without the turn it does not exclude.
fn peterson(with_turn: bool) -> Machine {
    let mut machine = empty();
    let head = control(&mut machine, ControlKind::LoopHead("main.0".into()));
    let bad = control(&mut machine, ControlKind::Error(0));
    let places = [0, 1].map(|who| variable(&mut machine, &format!("place{who}"), 32));
    let (turn, turn_symbol) = variable(&mut machine, "turn", 32);
    let who = input(&mut machine, "who", Sort::Bool);
    let tru = machine.pool.tru();
    let numbers: Vec<TermId> = (0..4).map(|n| machine.pool.bv_u64(32, n)).collect();
    let start: Vec<(VarId, TermId)> = places
        .iter()
        .map(|(place, _)| (*place, numbers[0]))
        .chain([(turn, numbers[0])])
        .collect();
    edge(&mut machine, ControlId(0), head, tru, &start);
    for (me, other) in [(0, 1), (1, 0)] {
        let (place, symbol) = places[me];
        let there = places[other].1;
        let pool = &mut machine.pool;
        let mine = if me == 0 { pool.not(who) } else { who };
        let at: Vec<TermId> = (0..4).map(|n| pool.eq(symbol, numbers[n])).collect();
        let idle = pool.eq(there, numbers[0]);
        let my_turn = pool.eq(turn_symbol, numbers[me]);
        let may = if with_turn {
            pool.or(idle, my_turn)
        } else {
            pool.tru()
        };
        let [wants, waits, enters, leaves] = [
            pool.and(mine, at[0]),
            pool.and(mine, at[1]),
            pool.and_all([mine, at[2], may]),
            pool.and(mine, at[3]),
        ];
        edge(&mut machine, head, head, wants, &[(place, numbers[1])]);
        let mut gives = vec![(place, numbers[2]), (turn, numbers[other])];
        gives.sort();
        edge(&mut machine, head, head, waits, &gives);
        edge(&mut machine, head, head, enters, &[(place, numbers[3])]);
        edge(&mut machine, head, head, leaves, &[(place, numbers[0])]);
    }
    let pool = &mut machine.pool;
    let inside = places.map(|(_, symbol)| pool.eq(symbol, numbers[3]));
    let both = pool.and(inside[0], inside[1]);
    edge(&mut machine, head, bad, both, &[]);
    machine
}

#[test]
fn mutual_exclusion() {
    proved(&mut peterson(true));
    assert_eq!(found(&mut peterson(false)), 8);
}

/// Locks that are taken and released under the same flags; one release checks the wrong flag if asked for.
fn locks(count: usize, wrong: bool) -> Machine {
    let mut machine = empty();
    let head = control(&mut machine, ControlKind::LoopHead("main.0".into()));
    let middle = control(&mut machine, ControlKind::Point);
    let bad = control(&mut machine, ControlKind::Error(0));
    let tru = machine.pool.tru();
    let (zero, one) = (machine.pool.bv_u64(32, 0), machine.pool.bv_u64(32, 1));
    let (mut taken, mut released) = (Vec::new(), Vec::new());
    let mut misuse = machine.pool.fls();
    for lock in 0..count {
        let (held, held_symbol) = variable(&mut machine, &format!("lock{lock}"), 32);
        let (flag, flag_symbol) = variable(&mut machine, &format!("flag{lock}"), 32);
        let choice = input(&mut machine, &format!("choice{lock}"), Sort::Bv(32));
        let pool = &mut machine.pool;
        let on = pool.bv_to_bool(choice);
        let value = pool.ite(on, one, zero);
        taken.extend([(held, value), (flag, choice)]);
        let on = pool.bv_to_bool(flag_symbol);
        let free = pool.distinct(held_symbol, one);
        let bad = if wrong && lock == count / 2 {
            let five = pool.bv_u64(32, 5);
            let much = pool.ugt(flag_symbol, five);
            let off = pool.not(on);
            let some = pool.or(much, off);
            pool.and(some, free)
        } else {
            pool.and(on, free)
        };
        misuse = pool.or(misuse, bad);
        let value = pool.ite(on, zero, held_symbol);
        released.push((held, value));
    }
    let fine = machine.pool.not(misuse);
    edge(&mut machine, ControlId(0), head, tru, &[]);
    edge(&mut machine, head, middle, tru, &taken);
    edge(&mut machine, middle, head, fine, &released);
    edge(&mut machine, middle, bad, misuse, &[]);
    machine
}

#[test]
fn locks_are_held_when_they_are_released() {
    proved(&mut locks(12, false));
    assert_eq!(found(&mut locks(12, true)), 3);
}

/// State machines side by side, each with 32-bit states that are odd constants; each waits for its neighbour.
/// The error is a combination of states that cannot happen.
fn ring(count: usize, states: u64) -> Machine {
    let mut machine = empty();
    let head = control(&mut machine, ControlKind::LoopHead("main.0".into()));
    let bad = control(&mut machine, ControlKind::Error(0));
    let tru = machine.pool.tru();
    let code = |state: u64| 0x1130 + 17 * state;
    let parts: Vec<(VarId, TermId)> = (0..count)
        .map(|part| variable(&mut machine, &format!("state{part}"), 32))
        .collect();
    let which = input(&mut machine, "which", Sort::Bv(32));
    let first = machine.pool.bv_u64(32, code(0));
    let start: Vec<_> = parts.iter().map(|(id, _)| (*id, first)).collect();
    edge(&mut machine, ControlId(0), head, tru, &start);
    // Each may go on only if its left neighbour is not behind it; the first one waits for the last.
    let mut updates = Vec::new();
    for (part, (id, symbol)) in parts.iter().enumerate() {
        let left = parts[(part + count - 1) % count].1;
        let pool = &mut machine.pool;
        let number = pool.bv_u64(32, part as u64);
        let mine = pool.eq(which, number);
        let mut next = *symbol;
        for state in 0..states {
            let here = pool.bv_u64(32, code(state));
            let there = pool.bv_u64(32, code((state + 1) % states));
            let at = pool.eq(*symbol, here);
            let ready = match part {
                0 => pool.eq(left, here),
                _ => pool.eq(left, there),
            };
            let goes = pool.and_all([mine, at, ready]);
            next = pool.ite(goes, there, next);
        }
        updates.push((*id, next));
    }
    edge(&mut machine, head, head, tru, &updates);
    let pool = &mut machine.pool;
    let (a, b) = (pool.bv_u64(32, code(0)), pool.bv_u64(32, code(2)));
    let one = pool.eq(parts[0].1, a);
    let other = pool.eq(parts[count - 1].1, b);
    let both = pool.and(one, other);
    edge(&mut machine, head, bad, both, &[]);
    machine
}

#[test]
fn machines_side_by_side() {
    proved(&mut ring(5, 5));
    proved(&mut ring(8, 4));
}

/// Floats and arrays are lowered; an array is an input.
#[test]
fn floats_and_arrays() {
    use cassay_term::{FloatKind, FloatOp, Op, Rounding};
    let mut machine = empty();
    let head = control(&mut machine, ControlKind::LoopHead("main.0".into()));
    let bad = control(&mut machine, ControlKind::Error(0));
    let (x, symbol) = variable(&mut machine, "x", 32);
    let (y, other) = variable(&mut machine, "y", 8);
    let array = Sort::Array {
        index: 8,
        element: 8,
    };
    let array = input(&mut machine, "array", array);
    let at = input(&mut machine, "at", Sort::Bv(8));
    let pool = &mut machine.pool;
    let tru = pool.tru();
    let [one, two, zero] = [0x3f80_0000, 0x4000_0000, 0].map(|bits| pool.bv_u64(32, bits));
    let add = Op::Float(FloatOp::Add, FloatKind::Single, Rounding::NearestEven);
    let sum = pool.make(add, &[symbol, one]);
    let small = pool.make(Op::FloatLt(FloatKind::Single), &[symbol, two]);
    let large = pool.make(Op::FloatLt(FloatKind::Single), &[two, symbol]);
    // Equal indices read equal elements.
    let read = pool.select(array, at);
    let again = pool.select(array, other);
    let same = pool.eq(at, other);
    let differ = pool.distinct(read, again);
    let wrong = pool.and(same, differ);
    let wrong = pool.or(wrong, large);
    edge(&mut machine, ControlId(0), head, tru, &[(x, zero)]);
    edge(&mut machine, head, head, small, &[(x, sum), (y, read)]);
    edge(&mut machine, head, bad, wrong, &[]);
    let outcome = prove(&mut machine, Options::default());
    let Outcome::Proved(invariant) = outcome else {
        panic!("{outcome:?}");
    };
    let solver = cassay_solver_bitwuzla::BACKEND;
    let mut solver = (solver.make)(&Settings::default()).expect("an instance");
    let checked = check(&mut machine, &invariant, &mut *solver);
    assert_eq!(checked, Ok(Checked::Holds));
}

#[test]
fn open_control_states_are_bad() {
    let mut machine = counter(8, 1, 20, 21);
    let open = control(&mut machine, ControlKind::Open(0));
    let tru = machine.pool.tru();
    edge(&mut machine, ControlId(1), open, tru, &[]);
    assert_eq!(found(&mut machine), 2);
}

#[test]
fn the_search_goes_on_after_an_error() {
    let mut machine = counter(8, 1, 20, 21);
    let error = control(&mut machine, ControlKind::Error(1));
    let symbol = machine.variables[VarId(0)].symbol;
    let five = machine.pool.bv_u64(8, 5);
    let guard = machine.pool.eq(symbol, five);
    edge(&mut machine, ControlId(1), error, guard, &[]);
    let mut prover = Prover::new(&mut machine, Options::default()).expect("gates");
    let Outcome::Found(control, execution) = prover.run(&mut |_| ()) else {
        panic!("the second error is reached");
    };
    assert_eq!((control, execution.steps.len()), (error, 7));
    let Outcome::Proved(invariant) = prover.run(&mut |_| ()) else {
        panic!("the first is not");
    };
    let checked = check(&mut machine, &invariant, &mut *bitwuzla());
    assert_eq!(checked, Ok(Checked::Bad(vec![error])));
}

#[test]
fn limits_are_kept() {
    let stop = Stop::new();
    stop.raise(StopReason::Time);
    let options = Options {
        stop,
        ..Options::default()
    };
    let outcome = prove(&mut ring(5, 5), options);
    assert!(matches!(outcome, Outcome::Unknown(Reason::Stopped)));
    let options = Options {
        effort: 20,
        ..Options::default()
    };
    let outcome = prove(&mut ring(5, 5), options);
    assert!(matches!(outcome, Outcome::Unknown(Reason::Effort)));
    let options = Options {
        memory: 1000,
        ..Options::default()
    };
    let outcome = prove(&mut ring(6, 5), options);
    assert!(matches!(outcome, Outcome::Unknown(Reason::Memory)));
}

#[test]
fn arrays_as_variables_are_refused() {
    let mut machine = counter(8, 1, 20, 21);
    let sort = Sort::Array {
        index: 8,
        element: 8,
    };
    let symbol = machine.pool.symbol("a", sort);
    let name = "a".into();
    machine.variables.push(Variable { name, symbol });
    let outcome = prove(&mut machine, Options::default());
    assert!(matches!(outcome, Outcome::Unknown(Reason::Unsupported(_))));
}

/// Seeds that hold become lemmas at once; those that do not are dropped.
#[test]
fn seeds_are_tested() {
    let mut machine = counter(32, 2, 1000, 7);
    let symbol = machine.variables[VarId(0)].symbol;
    let pool = &mut machine.pool;
    let low = pool.extract(0, 0, symbol);
    let zero = pool.bv_u64(1, 0);
    let even = pool.eq(low, zero);
    let three = pool.bv_u64(32, 3);
    let not_three = pool.distinct(symbol, three);
    let hundred = pool.bv_u64(32, 100);
    let small = pool.ult(symbol, hundred);
    let options = Options {
        seeds: [even, not_three, small]
            .map(|term| (ControlId(1), term))
            .to_vec(),
        ..Options::default()
    };
    let mut prover = Prover::new(&mut machine, options).expect("gates");
    let Outcome::Proved(invariant) = prover.run(&mut |_| ()) else {
        panic!("the error is not reached");
    };
    assert_eq!(prover.statistics().seeds, 2);
    let checked = check(&mut machine, &invariant, &mut *bitwuzla());
    assert_eq!(checked, Ok(Checked::Holds));
}

#[test]
fn the_same_machine_gives_the_same_search() {
    let run = || {
        let mut machine = ring(5, 5);
        let mut prover = Prover::new(&mut machine, Options::default()).expect("gates");
        let mut frames = 0;
        prover.run(&mut |progress| frames = progress.frames);
        let statistics = prover.statistics();
        assert_eq!(statistics.frames, frames);
        (statistics.queries, statistics.lemmas, statistics.conflicts)
    };
    assert_eq!(run(), run());
}
