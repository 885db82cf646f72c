//! Files that are written, read back and simulated, against the steps of the machine.

mod circuits;
mod small;

use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_efsm::arbitrary::{Rng, machine};
use cassay_efsm::{ControlId, EdgeId, Machine, State, Step, Variable};
use cassay_hwmc::system::Role;
use cassay_hwmc::{Coding, Options, System};
use cassay_term::{
    FloatCompare, FloatKind, FloatOp, Model, Op, OpClass, Rounding, Sort, TermId, Value,
};
use circuits::{Circuit, Simulated, random};
use small::{edge, empty, input};

const CIRCUITS: [Circuit; 3] = [Circuit::Btor2, Circuit::AigerText, Circuit::AigerBinary];

/// The state of the machine that values of latches stand for.
fn state(machine: &Machine, system: &System, values: &[Value]) -> State {
    let mut control = machine.initial;
    let mut variables = Vec::new();
    for (latch, value) in system.latches.iter().zip(values) {
        match (latch.role, value) {
            (Role::Control(None), Value::Bv(code)) => {
                // The first control state of these machines has the number 0.
                control = ControlId(code.to_u64().expect("a small number") as u32);
            }
            (Role::Control(Some(here)), Value::Bool(true)) => control = here,
            (Role::Control(_), _) => {}
            (Role::Variable(_), value) => variables.push(value.clone()),
        }
    }
    State {
        control,
        values: variables.into_iter().collect(),
    }
}

/// Values of the system's inputs: those of the machine's inputs, first values of variables, a choice.
fn inputs(
    machine: &Machine,
    system: &System,
    of: &Model,
    first: &State,
    choice: u64,
) -> Vec<Value> {
    let mut values = Vec::new();
    for input in &system.inputs {
        let sort = system.pool().sort(input.symbol);
        let own = machine
            .inputs
            .iter()
            .find(|symbol| machine.pool.symbol_name(**symbol) == Some(input.name.as_str()));
        let start = input.name.strip_prefix("start.").and_then(|name| {
            let mut variables = machine.variables.iter_enumerated();
            variables.find(|(_, variable)| variable.name == name)
        });
        let value = match (own, start) {
            (Some(symbol), _) => of.get(*symbol).cloned(),
            (None, Some((id, _))) => Some(first.values[id].clone()),
            (None, None) if input.name == "unused" => None,
            (None, None) => {
                assert_eq!(input.name, "choice");
                let width = sort.bv_width().expect("a word");
                Some(Value::Bv(Bv::from_u64(width, choice)))
            }
        };
        values.push(value.unwrap_or_else(|| Value::default_of(sort)));
    }
    values
}

/// How many values the input has that chooses edges.
fn choices(system: &System) -> u64 {
    let choice = system.inputs.iter().find(|input| input.name == "choice");
    choice.map_or(1, |choice| {
        1 << system
            .pool()
            .sort(choice.symbol)
            .bv_width()
            .expect("a word")
    })
}

/// Walks through a machine and looks whether the circuit can take each step, and no others.
fn walk(machine: &Machine, seed: u64, circuit: Circuit, coding: Coding) -> usize {
    let options = Options {
        coding,
        ..Options::all(machine)
    };
    let system = System::new(machine, &options, &Stop::new()).expect("a system");
    let simulated = Simulated::new(machine, &options, circuit);
    let mut rng = Rng::new(seed);
    let mut steps = 0;
    for _ in 0..6 {
        let Some(first) = start(machine, &mut rng) else {
            continue;
        };
        let mut values: Vec<Value> = system.latches.iter().map(|l| l.first.clone()).collect();
        let mut here = first.clone();
        for _ in 0..8 {
            let of = random_inputs(machine, &mut rng);
            let next = successors(machine, &here, &of);
            let mut seen = Vec::new();
            for choice in 0..choices(&system) {
                let inputs = inputs(machine, &system, &of, &first, choice);
                let (behind, bad) = simulated.step(&system, &values, &inputs);
                assert_eq!(bad, options.targets.contains(&here.control), "seed {seed}");
                let at = state(machine, &system, &behind);
                assert!(
                    behind == values || next.contains(&at),
                    "seed {seed}: a step that the machine has not"
                );
                seen.push((at, behind));
            }
            for next in &next {
                // A step that changes nothing may look like a pause in the first control state.
                let found = seen.iter().any(|(at, _)| at == next);
                assert!(found, "seed {seed}: a step of the machine is missing");
                steps += 1;
            }
            let Some(next) = rng
                .pick(&(0..next.len()).collect::<Vec<_>>())
                .map(|i| next[i].clone())
            else {
                break;
            };
            let behind = seen.into_iter().find(|(at, _)| *at == next);
            values = behind.expect("a step that was found").1;
            here = next;
        }
    }
    steps
}

/// A state in which the machine can start, if a few tries find one.
fn start(machine: &Machine, rng: &mut Rng) -> Option<State> {
    for _ in 0..500 {
        let mut start = Model::new();
        for variable in machine.variables.iter() {
            let sort = machine.pool.sort(variable.symbol);
            start.set(variable.symbol, random(sort, rng));
        }
        let steps = Vec::new();
        if let Some(states) = machine.follow(&cassay_efsm::Execution { start, steps }) {
            return states.into_iter().next();
        }
    }
    None
}

fn random_inputs(machine: &Machine, rng: &mut Rng) -> Model {
    let mut model = Model::new();
    for input in &machine.inputs {
        model.set(*input, random(machine.pool.sort(*input), rng));
    }
    model
}

/// The states behind one step with these inputs.
fn successors(machine: &Machine, here: &State, inputs: &Model) -> Vec<State> {
    let edges = machine.edges.ids();
    let steps = edges.map(|edge| Step {
        edge,
        inputs: inputs.clone(),
    });
    steps.filter_map(|step| machine.step(here, &step)).collect()
}

#[test]
fn files_have_the_steps_of_the_machine() {
    let mut steps = 0;
    for seed in 0..150 {
        let machine = machine(seed, 2 + (seed % 7) as u32);
        for circuit in CIRCUITS {
            let coding = match seed % 2 {
                0 => Coding::Binary,
                _ => Coding::OneHot,
            };
            steps += walk(&machine, seed, circuit, coding);
        }
    }
    assert!(steps > 3000, "only {steps} steps");
}

/// A machine that computes terms of its inputs in a loop.
fn computing(make: impl FnOnce(&mut Machine) -> Vec<TermId>) -> Machine {
    let mut machine = empty();
    let terms = make(&mut machine);
    let always = machine.pool.tru();
    edge(&mut machine, 0, 1, always);
    edge(&mut machine, 1, 1, always);
    let mut updates = Vec::new();
    for (number, term) in terms.into_iter().enumerate() {
        let name = format!("r{number}");
        let symbol = machine.pool.symbol(&name, machine.pool.sort(term));
        updates.push((machine.variables.push(Variable { name, symbol }), term));
    }
    machine.edges[EdgeId(1)].updates = updates;
    machine
}

#[test]
fn every_operator_is_written_as_it_is_evaluated() {
    for width in [1, 3, 8, 70] {
        let machine = computing(|machine| {
            let a = input(machine, "a", Sort::Bv(width));
            let b = input(machine, "b", Sort::Bv(width));
            let p = input(machine, "p", Sort::Bool);
            let q = input(machine, "q", Sort::Bool);
            let small = machine.pool.bv_u64(width, 2);
            let small = machine.pool.bv_urem(b, small);
            let mut terms = Vec::new();
            let binary = [OpClass::Binary, OpClass::Compare, OpClass::Overflow];
            for op in Op::of_classes(&binary) {
                terms.push(machine.pool.make(op, &[a, b]));
                terms.push(machine.pool.make(op, &[a, small]));
            }
            for op in Op::of_classes(&[OpClass::Unary]) {
                terms.push(machine.pool.make(op, &[a]));
            }
            for op in Op::of_classes(&[OpClass::Logic]) {
                terms.push(machine.pool.make(op, &[p, q][..op.arity()]));
            }
            let pool = &mut machine.pool;
            terms.extend([
                pool.eq(a, b),
                pool.eq(p, q),
                pool.ite(p, a, b),
                pool.concat(a, b),
            ]);
            terms.extend([pool.zext(a, width + 5), pool.sext(a, width + 5)]);
            terms.push(pool.make(
                Op::BvExtract {
                    hi: width / 2,
                    lo: width / 3,
                },
                &[a],
            ));
            terms
        });
        for circuit in CIRCUITS {
            let steps = walk(&machine, u64::from(width), circuit, Coding::Binary);
            assert!(steps > 10, "{steps}");
        }
    }
}

#[test]
fn floats_are_written_as_words() {
    let machine = computing(|machine| {
        let kind = FloatKind::Half;
        let a = input(machine, "a", Sort::Bv(16));
        let b = input(machine, "b", Sort::Bv(16));
        let pool = &mut machine.pool;
        let near = Rounding::NearestEven;
        vec![
            pool.float_arith(FloatOp::Add, kind, near, &[a, b]),
            pool.float_arith(FloatOp::Mul, kind, near, &[a, b]),
            pool.float_compare(FloatCompare::Less, false, kind, a, b),
        ]
    });
    for circuit in CIRCUITS {
        assert!(walk(&machine, 1, circuit, Coding::Binary) > 10);
    }
}

/// A machine that reads arrays at indices that it computes.
fn with_arrays() -> Machine {
    let mut machine = empty();
    let array = Sort::Array {
        index: 8,
        element: 8,
    };
    let (a, b) = (
        input(&mut machine, "a", array),
        input(&mut machine, "b", array),
    );
    let k = input(&mut machine, "k", Sort::Bv(8));
    let pool = &mut machine.pool;
    let (i, sum) = (
        pool.symbol("i", Sort::Bv(8)),
        pool.symbol("sum", Sort::Bv(8)),
    );
    let [one, three] = [1, 3].map(|value| pool.bv_u64(8, value));
    let (at_i, at_k) = (pool.select(a, i), pool.select(b, k));
    let written = pool.store(a, k, at_i);
    let same = pool.eq(written, b);
    let goes_on = pool.not(same);
    let low = pool.bv_and(sum, three);
    let found = pool.eq(low, one);
    let small = pool.ult(at_i, at_k);
    let found = pool.and(found, small);
    let after = pool.select(written, three);
    let more = pool.bv_add(sum, at_i);
    let more = pool.bv_add(more, after);
    let next = pool.bv_add(i, one);
    let always = pool.tru();
    let mut variable = |name: &str, symbol| {
        let name = name.to_string();
        machine.variables.push(Variable { name, symbol })
    };
    let (i, sum) = (variable("i", i), variable("sum", sum));
    edge(&mut machine, 0, 1, always);
    edge(&mut machine, 1, 1, goes_on);
    machine.edges[EdgeId(1)].updates = vec![(i, next), (sum, more)];
    edge(&mut machine, 1, 2, found);
    machine
}

/// What the circuit does under arbitrary values of its inputs is what the machine does.
#[test]
fn arrays_that_are_inputs_become_words() {
    let machine = with_arrays();
    let options = Options::all(&machine);
    let system = System::new(&machine, &options, &Stop::new()).expect("a system");
    let simulated = Simulated::new(&machine, &options, Circuit::Btor2);
    let mut rng = Rng::new(7);
    let mut found = 0;
    for _ in 0..300 {
        let mut values: Vec<Value> = system.latches.iter().map(|l| l.first.clone()).collect();
        let mut frames = Vec::new();
        let mut bad = false;
        for _ in 0..8 {
            let mut frame = Model::new();
            let mut inputs = Vec::new();
            for input in &system.inputs {
                let value = random(system.pool().sort(input.symbol), &mut rng);
                frame.set(input.symbol, value.clone());
                inputs.push(value);
            }
            frames.push(frame);
            let (behind, is_bad) = simulated.step(&system, &values, &inputs);
            bad |= is_bad;
            values = behind;
        }
        let execution = system.execution(&machine, &frames[..7]);
        assert_eq!(bad, execution.is_ok(), "{execution:?}");
        found += usize::from(bad);
    }
    assert!((30..270).contains(&found), "{found}");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let refused = |machine: &Machine| {
        let options = Options::all(machine);
        let refusal = cassay_hwmc::btor2::write(machine, &options, &Stop::new());
        refusal.expect_err("a refusal").to_string()
    };
    let mut machine = with_arrays();
    let symbol = machine.inputs[0];
    let name = "a".to_string();
    machine.variables.push(Variable { name, symbol });
    assert_eq!(
        refused(&machine),
        "the variable a, an array, cannot be written"
    );
    let mut machine = empty();
    let unknown = machine.pool.symbol("x", Sort::Bool);
    edge(&mut machine, 0, 1, unknown);
    assert_eq!(refused(&machine), "a step over x cannot be written");
    let mut machine = empty();
    let always = machine.pool.tru();
    edge(&mut machine, 1, 0, always);
    assert_eq!(
        refused(&machine),
        "an edge to the first control state cannot be written"
    );
    let machine = with_arrays();
    let stop = Stop::new();
    stop.raise(cassay_base::StopReason::Time);
    let options = Options::all(&machine);
    assert!(cassay_hwmc::btor2::write(&machine, &options, &stop).is_err());
}

#[test]
fn each_error_can_be_a_property_of_its_own() {
    let machine = (0..)
        .map(|seed| machine(seed, 5))
        .find(|machine| Options::all(machine).targets.len() == 3);
    let machine = machine.expect("a machine with three errors");
    let options = Options {
        separate: true,
        ..Options::all(&machine)
    };
    let stop = Stop::new();
    let text = cassay_hwmc::btor2::write(&machine, &options, &stop).expect("a text");
    let bad: Vec<&str> = text.lines().filter(|line| line.contains(" bad ")).collect();
    let named = |(line, target): (&&str, &ControlId)| {
        line.ends_with(machine.controls[*target].name.as_str())
    };
    assert_eq!(bad.len(), 3);
    assert!(bad.iter().zip(&options.targets).all(named));
    let form = cassay_hwmc::aiger::Form::Binary;
    let bytes = cassay_hwmc::aiger::write(&machine, &options, form, &stop).expect("a file");
    assert_eq!(
        cassay_hwmc::aiger::read(&bytes)
            .expect("a circuit")
            .bad
            .len(),
        3
    );
}

/// Where executions start may be bad at once, in the states in which they can start.
#[test]
fn the_first_control_state_can_be_bad() {
    for (limit, expected) in [(3, true), (0, false)] {
        let mut machine = empty();
        let x = machine.pool.symbol("x", Sort::Bv(8));
        let limit = machine.pool.bv_u64(8, limit);
        machine.start = machine.pool.ult(x, limit);
        let name = "x".to_string();
        machine.variables.push(Variable { name, symbol: x });
        let options = Options {
            targets: vec![machine.initial],
            ..Options::all(&machine)
        };
        let system = System::new(&machine, &options, &Stop::new()).expect("a system");
        assert_eq!(
            system.execution(&machine, &[Model::new()]).is_ok(),
            expected
        );
        for circuit in CIRCUITS {
            let simulated = Simulated::new(&machine, &options, circuit);
            let values: Vec<Value> = system.latches.iter().map(|l| l.first.clone()).collect();
            let inputs = system.inputs.iter().map(|i| system.pool().sort(i.symbol));
            let inputs: Vec<Value> = inputs.map(Value::default_of).collect();
            assert_eq!(simulated.step(&system, &values, &inputs).1, expected);
        }
    }
}
