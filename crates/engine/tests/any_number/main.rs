//! What is proved for any number of threads, and what is not.
//!
//! Random programs that are proved have no violation in any interleaving of up to three threads that
//! they create. `CASSAY_THREADS` sets the number of programs for longer campaigns.

mod program;

use cassay_base::Stop;
use cassay_engine::{Settings, holds_for_any_number};
use cassay_explore::{Findings, Limits, explore};
use cassay_modular::System;
use program::{Rng, Shape};

/// The most points of a program that is compared: proofs of larger ones take long.
const POINTS: usize = 11;

/// How many changed programs are compared for each that is proved.
const CHANGES: u64 = 2;

/// A program in which threads find two variables equal, if they set both before they release the lock.
fn pair(broken: bool) -> String {
    let second = u32::from(broken);
    format!(
        "target 64
global @lock: i32
global @a: i32
global @b: i32
fn works(%0: ptr) -> ptr {{
bb0:
  goto bb1
bb1:
  atomic_begin
  %1: i32 = load @lock
  assume eq(%1, 0:i32)
  store i32 1 -> @lock
  atomic_end
  %2: i32 = load @a
  %3: i32 = load @b
  assert eq(%2, %3) [assertion] \"both are equal\"
  store i32 1 -> @a
  store i32 1 -> @b
  store i32 0 -> @a
  store i32 {second} -> @b
  store i32 0 -> @lock
  goto bb1
}}
fn main() -> i32 {{
bb0:
  goto bb1
bb1:
  %0: i32 = spawn works(null)
  goto bb1
}}
"
    )
}

#[test]
fn a_lock_keeps_two_variables_equal_for_any_number_of_threads() {
    for broken in [false, true] {
        let program = cassay_ir::text::parse(&pair(broken)).expect("it is well-formed");
        let entry = program.find_function("main").expect("a function main");
        let holds = holds_for_any_number(&program, entry, &Settings::default(), &Stop::new());
        assert_eq!(holds.expect("an answer"), !broken);
    }
}

fn count() -> u64 {
    let wanted = std::env::var("CASSAY_THREADS").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(25)
}

fn parsed(text: &str) -> cassay_ir::Program {
    let program = cassay_ir::text::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert_eq!(cassay_ir::verify(&program), Ok(()), "{text}");
    program
}

/// All interleavings with a number of threads.
fn explored(shape: &Shape, threads: u64) -> Findings {
    let program = parsed(&shape.text(Some(threads)));
    let entry = program.find_function("main").expect("a function main");
    let limits = Limits {
        states: 20_000,
        steps: 400_000,
        races: false,
        first_violation: true,
        ..Limits::default()
    };
    explore(&program, entry, cassay_ir::MemoryModel::Sc, &[], &limits)
}

/// What became of the programs.
#[derive(Debug, Default)]
struct Tally {
    /// They have too many points, or none that can be followed.
    left_out: u64,
    violated: u64,
    proved: u64,
    open: u64,
    /// They are like one that is proved but for a change, and can be violated.
    broken: u64,
}

/// Whether some interleaving of few threads violates a claim.
fn is_violated(shape: &Shape) -> bool {
    (0..=3).any(|threads| !explored(shape, threads).violations.is_empty())
}

/// Whether a program is proved. Nothing that is proved is violated.
fn compare(shape: &Shape, seed: u64, tally: &mut Tally) -> bool {
    let text = shape.text(None);
    let program = parsed(&text);
    let entry = program.find_function("main").expect("a function main");
    match System::new(&program, entry) {
        Ok(system) if system.points() <= POINTS => {}
        Ok(_) | Err(_) => {
            tally.left_out += 1;
            return false;
        }
    }
    let proved = holds_for_any_number(&program, entry, &Settings::default(), &Stop::new());
    let proved = proved.expect("an answer");
    let violated = is_violated(shape);
    assert!(
        !(proved && violated),
        "seed {seed}: proved and violated\n{text}"
    );
    tally.violated += u64::from(violated);
    tally.proved += u64::from(proved);
    tally.open += u64::from(!proved && !violated);
    proved
}

#[test]
fn nothing_that_is_proved_can_be_violated() {
    let mut tally = Tally::default();
    for seed in 0..count() {
        let mut rng = Rng(seed ^ 0x00C0_FFEE);
        let shape = rng.shape();
        if compare(&shape, seed, &mut tally) {
            for _ in 0..CHANGES {
                let changed = rng.mutate(&shape);
                // Those that hold as well are compared too rarely to be worth their time.
                if is_violated(&changed) {
                    compare(&changed, seed, &mut tally);
                    tally.broken += 1;
                }
            }
        }
    }
    println!("{tally:?}");
    let few = count() / 10;
    assert!(
        tally.proved > few && tally.broken >= few / 2 && tally.violated > few,
        "{tally:?}"
    );
}
