//! What becomes of a run when one of its processes is ended by force.
//!
//! Base case and inductive step run in processes of their own, which can be told by their names.
//! The tests stop one, kill the other, and let the first go on: what is left must come to its
//! answer, and nothing may be left behind.

#![cfg(target_os = "linux")]

mod support;

use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use support::{Folder, Process, child};

const BASE: &str = "cassay-base";
const STEP: &str = "cassay-step";
const MODEL: &str = "cassay-model";

/// A violation far down, so that the base case needs a while.
const DEEP: &str = "
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint() % 16, n = 0;
  while (nondet_uint()) {
    x = x * x + nondet_uint() % 16;
    n++;
    assert(n != 150 || x % 7 != 3);
  }
}
";

/// No bound suffices, and a proof has something to do.
const ENDLESS: &str = "
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned a = 0, b = 0, c = 0;
  while (nondet_uint()) { a++; b++; c += 2; }
  assert(a == b && c == 2 * a);
}
";

/// Neither a violation within reach nor a proof.
const OPEN: &str = "
#include <assert.h>
unsigned nondet_uint(void);
int main(void) {
  unsigned x = nondet_uint() % 16, n = 0;
  while (nondet_uint()) {
    x = x * x + nondet_uint() % 16;
    n++;
    assert(n != 4000000000u || x % 7 != 3);
  }
}
";

/// Starts a run, with a worker for the model or without.
fn start(folder: &Folder, program: &str, model: bool) -> Child {
    folder.write("program.c", program);
    Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(["--k-induction-parallel", "--timeout", "900s", "program.c"])
        .args((!model).then_some("--no-model"))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cassay starts")
}

/// Kills one worker of a run, and lets the other go on. A run that ended before is tried again: on a
/// busy machine this process may come too late.
fn killed(name: &str, program: &str, victim: &str, survivor: &str) -> Output {
    let folder = Folder::new(name);
    loop {
        let run = start(&folder, program, victim == MODEL);
        if let Some(survivor) = child(&run, survivor)
            && survivor.signal("-STOP")
        {
            let met = child(&run, victim).is_some_and(|victim| victim.signal("-KILL"));
            survivor.signal("-CONT");
            if met {
                return run.wait_with_output().expect("it ends");
            }
        }
        run.wait_with_output().expect("it ends");
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn without_its_inductive_step_a_run_ends_with_the_base_cases_answer() {
    let output = killed("step-killed", DEEP, STEP, BASE);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.ends_with("VERIFICATION FAILED\n"), "{text}");
    assert!(text.contains("program.c:9:"), "{text}");
}

#[test]
fn without_its_base_case_a_run_ends_with_the_proof_by_induction() {
    let output = killed("base-killed", ENDLESS, BASE, STEP);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("proved by induction"), "{text}");
}

#[test]
fn without_its_model_a_run_ends_with_the_base_cases_answer() {
    let output = killed("model-killed", DEEP, MODEL, BASE);
    let text = text(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("program.c:9:"), "{text}");
}

#[test]
fn without_both_a_run_says_that_it_does_not_know() {
    let folder = Folder::new("both-killed");
    let run = start(&folder, OPEN, false);
    for name in [STEP, BASE] {
        let worker = child(&run, name).expect("it goes on for ever");
        assert!(worker.signal("-KILL"));
    }
    let output = run.wait_with_output().expect("it ends");
    let text = text(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("unknown: "), "{text}");
}

#[test]
fn workers_end_with_the_run() {
    let folder = Folder::new("parent-killed");
    let mut run = start(&folder, OPEN, true);
    let workers = [STEP, BASE, MODEL].map(|name| child(&run, name).expect("it goes on for ever"));
    assert!(workers.iter().all(Process::lives));
    run.kill().expect("killed");
    run.wait().expect("it ended");
    // Ten minutes are enough on the busiest machine, and less than a worker goes on alone.
    for _ in 0..120_000 {
        if !workers.iter().any(Process::lives) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("a worker is left behind");
}
