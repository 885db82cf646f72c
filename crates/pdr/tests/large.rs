//! Machines of the size of real state machines: one loop, a state variable with many codes, dozens of other
//! variables of 32 bits, thousands of gates. Each must be proved with few questions.

use cassay_base::{IndexVec, Span};
use cassay_efsm::arbitrary::Rng;
use cassay_efsm::{Control, ControlId, ControlKind, Edge, Machine, Passage, VarId, Variable};
use cassay_pdr::{Checked, Options, Outcome, Prover, check};
use cassay_solver::Settings;
use cassay_term::{Sort, TermId};

/// A server: `state` walks a random graph of codes under inputs, `last` remembers the state before, and other
/// variables are counters, flags and copies that are set on the way. In each state it is an error if `last`
/// is none of the states that lead there; in one, it is an error if it is the first of these, if `wrong`.
struct Server {
    machine: Machine,
    rng: Rng,
    variables: Vec<(VarId, TermId)>,
}

impl Server {
    fn new(seed: u64) -> Server {
        let pool = cassay_simplify::pool();
        let start = pool.tru();
        let mut controls = IndexVec::new();
        let kinds = [
            ControlKind::Entry,
            ControlKind::LoopHead("main.0".into()),
            ControlKind::Error(0),
        ];
        for kind in kinds {
            controls.push(Control {
                name: format!("{kind:?}"),
                kind,
                span: Span::NONE,
            });
        }
        Server {
            machine: Machine {
                pool,
                variables: IndexVec::new(),
                inputs: Vec::new(),
                controls,
                edges: IndexVec::new(),
                initial: ControlId(0),
                start,
            },
            rng: Rng::new(seed),
            variables: Vec::new(),
        }
    }

    fn variable(&mut self, name: &str) -> (VarId, TermId) {
        let symbol = self.machine.pool.symbol(name, Sort::Bv(32));
        let name = name.to_string();
        let id = self.machine.variables.push(Variable { name, symbol });
        self.variables.push((id, symbol));
        (id, symbol)
    }

    fn input(&mut self, name: &str) -> TermId {
        let symbol = self.machine.pool.symbol(name, Sort::Bv(32));
        self.machine.inputs.push(symbol);
        symbol
    }

    fn number(&mut self, value: u64) -> TermId {
        self.machine.pool.bv_u64(32, value)
    }

    fn edge(&mut self, from: u32, to: u32, guard: TermId, updates: Vec<(VarId, TermId)>) {
        self.machine.edges.push(Edge {
            from: ControlId(from),
            to: ControlId(to),
            guard,
            updates,
            passage: Passage::Plain,
        });
    }
}

fn code(state: usize) -> u64 {
    4352 + 16 * state as u64 + state as u64 / 3
}

fn server(seed: u64, states: usize, others: usize, wrong: bool) -> Machine {
    let mut server = Server::new(seed);
    let (state, symbol) = server.variable("state");
    let (last, last_symbol) = server.variable("last");
    let choice = server.input("choice");
    let data = server.input("data");
    // Where each state leads: to one or two later ones, or back.
    let mut leads: Vec<Vec<usize>> = Vec::new();
    for at in 0..states {
        let mut to = vec![(at + 1) % states];
        if server.rng.chance(1, 2) {
            to.push(server.rng.below(states as u64) as usize);
        }
        leads.push(to);
    }
    let others: Vec<(VarId, TermId)> = (0..others)
        .map(|other| server.variable(&format!("v{other}")))
        .collect();
    let at: Vec<TermId> = (0..states)
        .map(|n| {
            let number = server.number(code(n));
            server.machine.pool.eq(symbol, number)
        })
        .collect();
    let (next, bad) = walk(&mut server, &leads, &at, choice, last_symbol, wrong);
    let mut updates = vec![(state, next), (last, symbol)];
    for (id, other) in &others {
        let value = other_value(&mut server, &at, *other, data);
        updates.push((*id, value));
    }
    let mut start = Vec::new();
    for (id, _) in server.variables.clone() {
        let value = match id.0 {
            0 => code(0),
            1 => code(states - 1),
            _ => 0,
        };
        start.push((id, server.number(value)));
    }
    let tru = server.machine.pool.tru();
    let fine = server.machine.pool.not(bad);
    server.edge(0, 1, tru, start);
    server.edge(1, 1, fine, updates);
    server.edge(1, 2, bad, Vec::new());
    server.machine
}

/// The next state, and whether the last one cannot lead here.
fn walk(
    server: &mut Server,
    leads: &[Vec<usize>],
    at: &[TermId],
    choice: TermId,
    last: TermId,
    wrong: bool,
) -> (TermId, TermId) {
    let mut next = server.number(code(0));
    let mut bad = server.machine.pool.fls();
    for here in (0..leads.len()).rev() {
        let mut to = server.number(code(leads[here][0]));
        if let Some(other) = leads[here].get(1) {
            let other = server.number(code(*other));
            let hundred = server.number(100);
            let small = server.machine.pool.slt(choice, hundred);
            to = server.machine.pool.ite(small, other, to);
        }
        next = server.machine.pool.ite(at[here], to, next);
        let mut before: Vec<usize> = (0..leads.len())
            .filter(|from| leads[*from].contains(&here))
            .collect();
        if here == leads.len() / 2 && wrong {
            before.remove(0);
        }
        let mut known = server.machine.pool.fls();
        for from in before {
            let from = server.number(code(from));
            let same = server.machine.pool.eq(last, from);
            known = server.machine.pool.or(known, same);
        }
        let unknown = server.machine.pool.not(known);
        let here = server.machine.pool.and(at[here], unknown);
        bad = server.machine.pool.or(bad, here);
    }
    (next, bad)
}

/// A new value for a variable that does not matter.
fn other_value(server: &mut Server, at: &[TermId], symbol: TermId, data: TermId) -> TermId {
    let when = server.rng.pick(at).expect("a state");
    let also = server.rng.pick(at).expect("a state");
    let amount = server.rng.below(9);
    let amount = server.number(amount);
    let other = server.rng.pick(&server.variables.clone()).expect("one").1;
    let kind = server.rng.below(4);
    let pool = &mut server.machine.pool;
    let value = match kind {
        0 => pool.bv_add(symbol, amount),
        1 => pool.bv_add(other, data),
        2 => data,
        _ => amount,
    };
    let small = pool.slt(other, data);
    let second = pool.ite(small, amount, other);
    let rest = pool.ite(also, second, symbol);
    pool.ite(when, value, rest)
}

#[test]
fn servers_are_proved() {
    for (seed, states, others) in [(1, 12, 20), (2, 24, 60), (3, 40, 100)] {
        let mut machine = server(seed, states, others, false);
        let options = Options {
            effort: 100_000,
            pool: cassay_simplify::pool,
            ..Options::default()
        };
        let mut prover = Prover::new(&mut machine, options).expect("gates");
        let outcome = prover.run(&mut |_| ());
        let statistics = prover.statistics();
        println!("{states} states, {others} others: {statistics:?}");
        let Outcome::Proved(invariant) = outcome else {
            panic!("{outcome:?}");
        };
        let backend = cassay_solver_bitwuzla::BACKEND;
        let mut solver = (backend.make)(&Settings::default()).expect("an instance");
        let checked = check(&mut machine, &invariant, &mut *solver);
        assert_eq!(checked, Ok(Checked::Holds));
    }
}

#[test]
fn errors_of_servers_are_found() {
    for seed in 0..4 {
        let mut machine = server(seed, 16, 30, true);
        let outcome = cassay_pdr::prove(&mut machine, Options::default());
        let Outcome::Found(_, execution) = outcome else {
            panic!("{outcome:?}");
        };
        assert!(execution.steps.len() > 3);
    }
}
