//! Answers of model checkers: what is taken from them, and what is not believed.

mod small;

use cassay_base::{Stop, StopReason};
use cassay_bv::Bv;
use cassay_efsm::arbitrary::Rng;
use cassay_efsm::{EdgeId, Execution, Machine, Variable};
use cassay_hwmc::aiger::{self, Form};
use cassay_hwmc::run::{Answer, Checker, Format, check};
use cassay_hwmc::{Options, System, btor2, pla};
use cassay_solver::Solver;
use cassay_solver_cadical::CadicalSolver;
use cassay_term::{Sort, TermId, Value};
use small::{edge, empty, input};
use std::time::{Duration, Instant};

/// `x` starts anywhere below 8 and grows below 18 by an input below 4; `limit` is an error.
fn counter(limit: u64) -> Machine {
    let mut machine = empty();
    let step = input(&mut machine, "step", Sort::Bv(8));
    let pool = &mut machine.pool;
    let x = pool.symbol("x", Sort::Bv(8));
    let [four, eight, most, limit] = [4, 8, 18, limit].map(|value| pool.bv_u64(8, value));
    machine.start = pool.ult(x, eight);
    let (small, below) = (pool.ult(step, four), pool.ult(x, most));
    let goes_on = pool.and(small, below);
    let found = pool.eq(x, limit);
    let next = pool.bv_add(x, step);
    let always = pool.tru();
    let name = "x".to_string();
    let variable = machine.variables.push(Variable { name, symbol: x });
    edge(&mut machine, 0, 1, always);
    edge(&mut machine, 1, 1, goes_on);
    machine.edges[EdgeId(1)].updates = vec![(variable, next)];
    edge(&mut machine, 1, 2, found);
    machine
}

fn run(machine: &mut Machine, command: &str, format: Format) -> Answer {
    let checker = Checker::new(command, Some(format), &std::env::temp_dir()).expect("a command");
    let options = Options::all(machine);
    check(machine, &checker, &options, &Stop::new()).expect("a run")
}

fn unknown(answer: Answer) -> String {
    match answer {
        Answer::Unknown(why) => why,
        Answer::Found(_) | Answer::Proved(_) => panic!("it is believed: {answer:?}"),
    }
}

fn found(answer: Answer) -> Execution {
    match answer {
        Answer::Found(execution) => execution,
        Answer::Unknown(_) | Answer::Proved(_) => panic!("not found: {answer:?}"),
    }
}

fn duties_hold(machine: &mut Machine, invariant: &cassay_efsm::Invariant) -> bool {
    let duties = invariant.duties(machine);
    let mut solver = CadicalSolver::new(&Default::default()).expect("a solver");
    duties.iter().all(|duty| {
        let answer = solver
            .check(&machine.pool, &[duty.term])
            .expect("an answer");
        answer == cassay_solver::Answer::Unsat
    })
}

#[test]
fn words_alone_are_not_believed() {
    let mut machine = counter(21);
    for (says, format) in [("unsat", Format::Btor2), ("0", Format::Aiger)] {
        let why = unknown(run(&mut machine, &format!("sh -c 'echo {says}' x"), format));
        let expected = "the model checker gives no certificate of what it says is safe";
        assert_eq!(why, expected);
    }
    let why = unknown(run(
        &mut machine,
        "sh -c 'echo sat; echo b0; echo .' x",
        Format::Btor2,
    ));
    assert!(
        why.contains("the trace ends in entry after 0 steps"),
        "{why}"
    );
    let why = unknown(run(&mut machine, "sh -c 'echo hello >&2' x", Format::Btor2));
    assert_eq!(why, "the model checker gives no answer; it prints: hello");
    let checker = Checker::new("/no/such/program", None, &std::env::temp_dir());
    let options = Options::all(&machine);
    let checker = checker.expect("a command");
    assert!(check(&mut machine, &checker, &options, &Stop::new()).is_err());
}

#[test]
fn memory_is_limited() {
    let mut machine = counter(21);
    let checker = Checker::new("sh -c 'ulimit -v' x", None, &std::env::temp_dir());
    let checker = Checker {
        memory: Some(1 << 30),
        ..checker.expect("a command")
    };
    let options = Options::all(&machine);
    let answer = check(&mut machine, &checker, &options, &Stop::new()).expect("a run");
    let why = unknown(answer);
    assert!(why.ends_with("it prints: 1048576"), "{why}");
}

/// The position of an input.
fn position(system: &System, name: &str) -> usize {
    let position = system.inputs.iter().position(|input| input.name == name);
    position.expect("an input")
}

#[test]
fn traces_of_words_are_followed() {
    let mut machine = counter(9);
    let system = System::new(&machine, &Options::all(&machine), &Stop::new()).expect("a system");
    let (step, start) = (position(&system, "step"), position(&system, "start.x"));
    let choice = position(&system, "choice");
    let width = system.pool().width(system.inputs[choice].symbol);
    // The edges of the loop overlap: the second is of another class.
    let (first, second) = (
        format!("{:01$b}", 0, width as usize),
        format!("{:01$b}", 1, width as usize),
    );
    let trace = |value: &str| {
        format!(
            "noise\nsat\nb0\n#0\n@0\n{start} 00000111 start.x@0\n\
             @1\n{step} {value} step@1\n{choice} {first}\n@2\n{choice} {second}\n@3\n.\n"
        )
    };
    let file = std::env::temp_dir().join(format!("cassay-hwmc-trace-{}", std::process::id()));
    std::fs::write(&file, trace("000000x0")).expect("a file");
    let command = format!("sh -c 'cat {}' x", file.display());
    let why = unknown(run(&mut machine, &command, Format::Btor2));
    assert!(
        why.starts_with("the model checker finds a violation without a trace"),
        "{why}"
    );
    std::fs::write(&file, trace("00000010")).expect("a file");
    let execution = found(run(&mut machine, &command, Format::Btor2));
    let x = machine.variables.iter().next().expect("x").symbol;
    assert_eq!(execution.start.get(x), Some(&Value::Bv(Bv::from_u64(8, 7))));
    assert_eq!(execution.steps.len(), 3);
    std::fs::remove_file(&file).expect("a file that was there");
}

#[test]
fn traces_of_bits_are_followed_in_every_form() {
    let machine = counter(7);
    let options = Options::all(&machine);
    let system = System::new(&machine, &options, &Stop::new()).expect("a system");
    let blasted = aiger::blast(&system, &Stop::new()).expect("a circuit");
    let names: Vec<&str> = blasted
        .aig
        .names
        .iter()
        .map(|(_, _, name)| name.as_str())
        .collect();
    let inputs = blasted.inputs.len();
    let line = |ones: &[&str]| -> String {
        names[..inputs]
            .iter()
            .map(|n| if ones.contains(n) { '1' } else { '0' })
            .collect()
    };
    let start = line(&["start.x[0]", "start.x[1]", "start.x[2]"]);
    let (choose, rest) = (line(&["choice[0]"]), line(&[]));
    let latches = "0".repeat(blasted.latches.len());
    let standard = format!("1\nb0\n{latches}\n{start}\n{choose}\n{rest}\n.\n");
    let with_noise = format!("[INFO] hello\n{standard}");
    let of_abc = format!("{latches}\n{start}\n{choose}\n{rest}# DONE\n");
    for text in [standard, with_noise, of_abc] {
        let frames = aiger::witness::read(&text, &system, &blasted).expect("a trace");
        let execution = system.execution(&machine, &frames).expect("an execution");
        assert_eq!(execution.steps.len(), 2);
    }
    for text in ["", "0\nb0\n.\n", "1\nb0\n01\n.\n", "2\n.\n"] {
        assert!(aiger::witness::read(text, &system, &blasted).is_err());
    }
}

#[test]
fn certificates_are_claims() {
    let mut machine = counter(21);
    let options = Options::all(&machine);
    let system = System::new(&machine, &options, &Stop::new()).expect("a system");
    let blasted = aiger::blast(&system, &Stop::new()).expect("a circuit");
    let stop = Stop::new();
    // `x` is below 21 in the loop (control state 1).
    let words = "1 sort bitvec 2\n2 sort bitvec 8\n3 sort bitvec 1\n4 state 1\n5 state 2\n\
                 6 constd 2 21\n7 constd 1 1\n8 eq 3 4 7\n9 ugte 3 5 6\n10 and 3 8 9\n\
                 11 state 3\n12 and 3 10 -11\n13 bad 12\n";
    let certificate = btor2::read(words).expect("a certificate");
    let invariant = btor2::certificate::invariant(&certificate, &mut machine, &system, &stop);
    let invariant = invariant.expect("an invariant");
    // The extra state can make everything hold: that is a condition, but too weak to exclude anything.
    assert!(!duties_hold(&mut machine, &invariant));
    let plain = words.replace("12 and 3 10 -11", "12 and 3 10 10");
    let certificate = btor2::read(&plain).expect("a certificate");
    let invariant = btor2::certificate::invariant(&certificate, &mut machine, &system, &stop);
    assert!(duties_hold(&mut machine, &invariant.expect("an invariant")));
    // The same with cubes: no state of the loop has x >= 21. Without the last one it is too weak.
    let columns = "control[0] x[7] x[6] x[5] x[4] x[3] x[2] x[1] x[0]";
    let cubes = [
        "11-------",
        "1-1------",
        "1--1-----",
        "1---11---",
        "1---1-11-",
        "1---1-1-1",
    ];
    for (count, holds) in [(6, true), (5, false)] {
        let cubes: String = cubes[..count]
            .iter()
            .map(|cube| format!("{cube} 1\n"))
            .collect();
        let table = pla::read(&format!(".i 9\n.o 1\n.ilb {columns}\n{cubes}.e\n"));
        let table = table.expect("a table");
        let invariant = pla::invariant(&table, &mut machine, &system, &blasted, &stop);
        let invariant = invariant.expect("an invariant");
        assert_eq!(duties_hold(&mut machine, &invariant), holds);
    }
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let mut machine = counter(21);
    let checker = Checker::new("sh -c 'sleep 600; true' x", None, &std::env::temp_dir());
    let checker = checker.expect("a command");
    let options = Options::all(&machine);
    let stop = Stop::new();
    let raised = stop.clone();
    let begin = Instant::now();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        raised.raise(StopReason::Time);
    });
    let answer = check(&mut machine, &checker, &options, &stop).expect("a run");
    timer.join().expect("a timer");
    let why = unknown(answer);
    assert_eq!(
        why,
        "the model checker was stopped: the time limit was reached"
    );
    assert!(begin.elapsed() < Duration::from_secs(20));
}

/// Changes, removes and repeats some bytes.
fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len() as u64) as usize;
        let digits = b"0123456789 -\nxabl.";
        match rng.below(4) {
            0 => bytes[at] = rng.next_u64() as u8,
            1 => bytes[at] = rng.pick(digits).unwrap_or(b' '),
            2 => bytes.truncate(at.max(1)),
            _ => {
                let part = bytes[at..].to_vec();
                bytes.splice(at..at, part.into_iter().take(20));
            }
        }
    }
    bytes
}

#[test]
fn malformed_files_are_refused_without_panics() {
    let mut machine = counter(21);
    let (options, stop) = (Options::all(&machine), Stop::new());
    let system = System::new(&machine, &options, &stop).expect("a system");
    let blasted = aiger::blast(&system, &stop).expect("a circuit");
    let words = btor2::write(&machine, &options, &stop).expect("a text");
    let table = ".i 2\n.o 1\n.ilb x[0] control[1]\n.ob inv\n01 1\n1- 1\n.e\n";
    let latches = "0".repeat(blasted.latches.len());
    let inputs = "1".repeat(blasted.inputs.len());
    let bits = format!("1\nb0\n{latches}\n{inputs}\n{inputs}\n.\n");
    let trace = "sat\nb0\n#0\n@0\n0 00000111 x@0\n@1\n1 1\n.\n";
    let mut rng = Rng::new(1);
    let mut read = 0;
    for _ in 0..400 {
        for form in [Form::Text, Form::Binary] {
            let bytes = damaged(&aiger::write::bytes(&blasted.aig, form), &mut rng);
            if let Ok(aig) = aiger::read(&bytes) {
                read += 1;
                let _ = aiger::certificate::invariant(&aig, &mut machine, &system, &blasted, &stop);
            }
        }
        let text = |text: &str, rng: &mut Rng| {
            String::from_utf8_lossy(&damaged(text.as_bytes(), rng)).into_owned()
        };
        if let Ok(file) = btor2::read(&text(&words, &mut rng)) {
            read += 1;
            let _ = btor2::certificate::invariant(&file, &mut machine, &system, &stop);
        }
        if let Ok(table) = pla::read(&text(table, &mut rng)) {
            read += 1;
            let _ = pla::invariant(&table, &mut machine, &system, &blasted, &stop);
        }
        if let Ok(frames) = aiger::witness::read(&text(&bits, &mut rng), &system, &blasted) {
            read += 1;
            let _ = system.execution(&machine, &frames);
        }
        if let Ok(frames) = btor2::witness::read(&text(trace, &mut rng), &system) {
            read += 1;
            let _ = system.execution(&machine, &frames[..frames.len().min(100)]);
        }
    }
    assert!(read > 200, "{read}");
}

/// The circuit itself is a certificate where what is bad is inductive by itself.
#[test]
fn a_circuit_can_be_its_own_certificate() {
    let mut machine = counter(21);
    let (options, stop) = (Options::all(&machine), Stop::new());
    let system = System::new(&machine, &options, &stop).expect("a system");
    let blasted = aiger::blast(&system, &stop).expect("a circuit");
    let bytes = aiger::write::bytes(&blasted.aig, Form::Text);
    let aig = aiger::read(&bytes).expect("a circuit");
    assert_eq!(aig, blasted.aig);
    let invariant = aiger::certificate::invariant(&aig, &mut machine, &system, &blasted, &stop);
    let invariant = invariant.expect("an invariant");
    let at: Vec<TermId> = machine
        .controls
        .ids()
        .map(|c| invariant.at(&machine, c))
        .collect();
    // Everything in the loop, nothing in the error: a claim that does not hold by itself.
    assert_eq!(at[1..], [machine.pool.tru(), machine.pool.fls()]);
    assert!(!duties_hold(&mut machine, &invariant));
}
