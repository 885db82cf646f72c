//! What becomes of a run when one of its processes is ended by force.
//!
//! Base case and inductive step run in processes of their own, which can be told by their names.
//! The tests stop one, kill the other, and let the first go on: what is left must come to its
//! answer, and nothing may be left behind.

#![cfg(target_os = "linux")]

mod support;

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::Folder;

const BASE: &str = "cassay-base";
const STEP: &str = "cassay-step";

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

struct Process {
    id: u32,
}

impl Process {
    fn signal(&self, signal: &str) {
        let status = Command::new("kill")
            .args([signal, &self.id.to_string()])
            .status()
            .expect("kill runs");
        assert!(status.success(), "the process was still there");
    }

    /// Whether it is there and not only waits for its end to be noticed.
    fn lives(&self) -> bool {
        std::fs::read_to_string(format!("/proc/{}/stat", self.id))
            .is_ok_and(|stat| !matches!(fields(&stat), Some(("Z" | "X", _))))
    }
}

/// State and parent in what the system says of a process.
fn fields(stat: &str) -> Option<(&str, u32)> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    Some((words.next()?, words.next()?.parse().ok()?))
}

/// The child with this name, as soon as there is one.
fn child(parent: &Child, name: &str) -> Process {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(60) {
        for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|n| n.parse().ok()) else {
                continue;
            };
            let read = |what| std::fs::read_to_string(format!("/proc/{id}/{what}"));
            let (Ok(stat), Ok(called)) = (read("stat"), read("comm")) else {
                continue;
            };
            let ours = fields(&stat).is_some_and(|(_, of)| of == parent.id());
            if ours && called.trim() == name {
                return Process { id };
            }
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no process {name}");
}

fn start(folder: &Folder, program: &str) -> Child {
    folder.write("program.c", program);
    Command::new(env!("CARGO_BIN_EXE_cassay"))
        .args(["--k-induction-parallel", "--timeout", "100s", "program.c"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cassay starts")
}

/// Kills one worker of a run, and lets the other go on.
fn killed(name: &str, program: &str, victim: &str, survivor: &str) -> Output {
    let folder = Folder::new(name);
    let run = start(&folder, program);
    let survivor = child(&run, survivor);
    survivor.signal("-STOP");
    child(&run, victim).signal("-KILL");
    survivor.signal("-CONT");
    run.wait_with_output().expect("it ends")
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
fn without_both_a_run_says_that_it_does_not_know() {
    let folder = Folder::new("both-killed");
    let run = start(&folder, OPEN);
    child(&run, STEP).signal("-KILL");
    child(&run, BASE).signal("-KILL");
    let output = run.wait_with_output().expect("it ends");
    let text = text(&output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("unknown: "), "{text}");
}

#[test]
fn workers_end_with_the_run() {
    let folder = Folder::new("parent-killed");
    let mut run = start(&folder, OPEN);
    let workers = [child(&run, STEP), child(&run, BASE)];
    assert!(workers.iter().all(Process::lives));
    run.kill().expect("killed");
    run.wait().expect("it ended");
    let begin = Instant::now();
    while workers.iter().any(Process::lives) {
        let waited = begin.elapsed();
        assert!(waited < Duration::from_secs(20), "a worker is left behind");
        std::thread::sleep(Duration::from_millis(5));
    }
}
