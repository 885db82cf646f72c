//! Base case and inductive step in parallel, each in a process of its own.
//!
//! The base worker follows growing bounds: violations, and the forward condition with the same
//! equation. The step worker tries proofs by induction at growing `k`. The parent process combines
//! their results and replays violations. If a worker crashes, runs out of memory or is killed, the
//! other continues.
//!
//! Under `--portfolio` a second base worker does the same with another solver or encoding. For each
//! bound, the first result counts. The second result is used only if it reports a violation that
//! the first one did not; replay confirms it, and the disagreement of the solvers is reported.
//!
//! For a program with threads a worker looks through all its states ([`crate::explicit`]). It may end
//! without an answer, which is no reason to say more.
//!
//! A proof at `k` is valid before the base case has reached `k`: the program of the step contains
//! the first `k` passes of every loop, with everything in them claimed.

use crate::explicit::{self, Explored};
use crate::induct::Interrupted;
use crate::job::Job;
use crate::machine::{self, MachineReport};
use crate::outcome::{EngineError, UnknownReason, Verdict};
use crate::pass::{Ended, Finding, Pass, PassResult};
use crate::prover::{Prover, StepReport};
use crate::run::Run;
use crate::session::Session;
use crate::settings::Progress;
use cassay_base::{Span, StopReason};
use cassay_ir::{ClaimId, Note, NoteKind};
use cassay_workers::{Ended as Left, Event, Sender, Worker};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Duration;

/// The interval at which limits are checked while waiting.
const TICK: Duration = Duration::from_millis(20);

/// The longest step that is waited for after the base case has ended without an answer.
const LAST_K: u32 = 6;

/// The role of a worker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Base,
    /// The base case a second time, with other solvers.
    Rival,
    Step,
    /// The search through all states of a program with threads.
    Explore,
    /// The prover on the program as a finite-state machine.
    Machine,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Part::Base => "the base case",
            Part::Rival => "the base case with the second solver",
            Part::Step => "the inductive step",
            Part::Explore => "the search through all states",
            Part::Machine => "the proof on the finite-state model",
        }
    }
}

/// A message of a worker.
#[derive(Serialize, Deserialize)]
enum Message {
    Progress(Progress),
    /// A pass of the base case.
    Pass(u32, Box<PassResult>),
    /// A step of induction.
    Step(u32, StepReport),
    /// The search through all states.
    Explored(Box<Explored>),
    /// The prover on the machine.
    Machine(MachineReport),
    /// A limit was reached that only the worker can see.
    Stopped(StopReason),
    /// An internal error.
    Failed(String),
    /// Solver calls of the worker since the last message: their number, their time, and notes about
    /// failed solvers.
    Calls(u64, Duration, Vec<Note>),
}

fn send(sender: &mut Sender, message: &Message) {
    // A result that cannot be sent must not be lost silently; if the pipe is closed, the parent is
    // gone.
    let sent = serde_json::to_vec(message).is_ok_and(|text| sender.send(&text).is_ok());
    if !sent {
        cassay_workers::fail();
    }
}

/// Sends how often the solver was called since the last message.
fn send_calls(job: &Job<'_>, sent: &mut (u64, Duration), sender: &mut Sender) {
    let (calls, time) = (job.solvers.calls(), job.solvers.time());
    let more = Message::Calls(calls - sent.0, time - sent.1, job.solvers.notes());
    send(sender, &more);
    *sent = (calls, time);
}

/// Tries growing bounds and inductive steps at the same time.
pub fn side_by_side(
    job: &Job<'_>,
    run: &mut Run<'_>,
    bounds: Vec<u32>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Verdict, Ended> {
    let mut steps: Vec<u32> = bounds.clone();
    if steps.first() != Some(&1) {
        steps.insert(0, 1);
    }
    let mut workers = Vec::new();
    let mut parts = Vec::new();
    let violated = run.violated();
    let base = Worker::start("cassay-base", |sender| {
        base_case(job, bounds.clone(), violated.clone(), sender);
    });
    workers.push(base.map_err(unstarted)?);
    parts.push(Part::Base);
    if let Some(rivals) = job.rivals {
        let job = Job {
            solvers: rivals,
            ..*job
        };
        let rival = Worker::start("cassay-rival", |sender| {
            base_case(&job, bounds, violated, sender);
        });
        workers.push(rival.map_err(unstarted)?);
        parts.push(Part::Rival);
    }
    if run.may_explore() {
        let explore = Worker::start("cassay-explore", |sender| {
            let explored = explicit::explore(job, &explicit::LONG);
            send(sender, &Message::Explored(Box::new(explored)));
        });
        workers.push(explore.map_err(unstarted)?);
        parts.push(Part::Explore);
    }
    let mut together = Together {
        run,
        running: parts.clone(),
        fallback: None,
        unanswered: None,
        last_bound: 0,
        last_k: 0,
    };
    loop {
        if let Some(reason) = job.stop.reason() {
            return Err(Ended::Stopped(reason));
        }
        // Which loops matter is known once they have been unwound to a bound.
        if !parts.contains(&Part::Step) && together.run.may_induct() {
            let cut_loops = together.run.cut_loops().clone();
            let step = Worker::start("cassay-step", |sender| {
                inductive_step(job, steps.clone(), &cut_loops, sender);
            });
            workers.push(step.map_err(unstarted)?);
            parts.push(Part::Step);
            together.running.push(Part::Step);
        }
        if !parts.contains(&Part::Machine) && together.run.may_model() {
            let machine = Worker::start("cassay-model", |sender| {
                model_worker(job, sender);
            });
            workers.push(machine.map_err(unstarted)?);
            parts.push(Part::Machine);
            together.running.push(Part::Machine);
        }
        let answer = match cassay_workers::next(&mut workers, TICK) {
            None => None,
            Some(Event::Message(index, text)) if together.running.contains(&parts[index]) => {
                together.message(parts[index], &text, progress)?
            }
            Some(Event::Message(_, _)) => None,
            Some(Event::Ended(index, ended)) => {
                together.ended(parts[index], ended);
                None
            }
        };
        // The remaining workers are ended when they are dropped.
        if let Some(verdict) = answer.or_else(|| together.waited_enough()) {
            return Ok(verdict);
        }
        if together.running.is_empty() {
            return together.nobody_left();
        }
    }
}

fn unstarted(error: std::io::Error) -> Ended {
    Ended::Error(EngineError::Worker {
        part: "a part of the run",
        what: format!("it cannot be started: {error}"),
    })
}

/// The work of the base worker.
fn base_case(job: &Job<'_>, bounds: Vec<u32>, mut settled: BTreeSet<ClaimId>, sender: &mut Sender) {
    let mut sent = (job.solvers.calls(), job.solvers.time());
    let mut session = Session::new(job);
    for bound in bounds {
        let pass = Pass {
            job,
            settled: &settled,
        };
        let result = pass.run(&mut session, bound, &mut |step| {
            send(sender, &Message::Progress(step))
        });
        match result {
            Ok(result) => {
                settled.extend(result.findings.iter().map(|finding| finding.claim));
                send_calls(job, &mut sent, sender);
                send(sender, &Message::Pass(bound, Box::new(result)));
            }
            Err(Ended::Stopped(reason)) => return send(sender, &Message::Stopped(reason)),
            Err(Ended::Error(error)) => return send(sender, &Message::Failed(error.to_string())),
        }
    }
}

/// The work of the step worker.
fn inductive_step(
    job: &Job<'_>,
    steps: Vec<u32>,
    cut_loops: &BTreeSet<String>,
    sender: &mut Sender,
) {
    let mut sent = (job.solvers.calls(), job.solvers.time());
    let mut prover = Prover::new(job);
    for k in steps {
        let report = prover.attempt(cut_loops, k, &mut |step| {
            send(sender, &Message::Progress(step));
        });
        let done = match report {
            Ok(report) => {
                let done = match report {
                    StepReport::Proved { .. } | StepReport::Refused(_) => true,
                    StepReport::Open { .. } => false,
                };
                send_calls(job, &mut sent, sender);
                send(sender, &Message::Step(k, report));
                done
            }
            Err(Interrupted::Stopped(reason)) => {
                send(sender, &Message::Stopped(reason));
                true
            }
            Err(Interrupted::Error(error)) => {
                send(sender, &Message::Failed(error.to_string()));
                true
            }
        };
        if done {
            return;
        }
    }
}

/// The work of the worker for the machine.
fn model_worker(job: &Job<'_>, sender: &mut Sender) {
    let mut sent = (job.solvers.calls(), job.solvers.time());
    let report = machine::prove(job, &mut |step| send(sender, &Message::Progress(step)));
    send_calls(job, &mut sent, sender);
    match report {
        Ok(report) => send(sender, &Message::Machine(report)),
        Err(error) => send(sender, &Message::Failed(error.to_string())),
    }
}

/// Why a worker ended without an answer.
enum Unanswered {
    /// A limit, or an external signal.
    Unknown(UnknownReason),
    /// An internal error.
    Failed(EngineError),
}

/// The combined results of all workers.
struct Together<'r, 'a> {
    run: &'r mut Run<'a>,
    running: Vec<Part>,
    /// The answer of the base case, if the step may still give a better one.
    fallback: Option<Verdict>,
    /// Why a worker ended early, in case no other answers.
    unanswered: Option<Unanswered>,
    /// The last bound that was followed.
    last_bound: u32,
    /// The last step that was tried.
    last_k: u32,
}

impl Together<'_, '_> {
    /// Processes a message; returns a verdict if it is final.
    fn message(
        &mut self,
        part: Part,
        text: &[u8],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Verdict>, Ended> {
        let message = serde_json::from_slice(text).map_err(|error| {
            Ended::Error(EngineError::Worker {
                part: part.name(),
                what: format!("its message cannot be read: {error}"),
            })
        })?;
        Ok(match message {
            Message::Progress(step) => {
                progress(step);
                None
            }
            Message::Calls(count, time, notes) => {
                self.run.add_solver_calls(count, time);
                self.run.take_notes(notes);
                None
            }
            Message::Pass(bound, result) if bound <= self.last_bound => {
                return self.take_again(part, bound, *result, progress);
            }
            Message::Pass(bound, result) => match self.run.take(bound, *result, progress)? {
                // The base case gave up; a proof is still possible.
                Some(Verdict::Unknown(
                    why @ (UnknownReason::Solver(_) | UnknownReason::Inconclusive(_)),
                )) => {
                    self.fallback = Some(Verdict::Unknown(why));
                    self.leave(part);
                    None
                }
                Some(Verdict::Unknown(why)) if self.running.contains(&Part::Explore) => {
                    self.fallback = Some(Verdict::Unknown(why));
                    self.leave(part);
                    None
                }
                verdict => {
                    self.last_bound = bound;
                    verdict
                }
            },
            Message::Step(k, report) => {
                self.last_k = k;
                self.run.take_step(k, report)?
            }
            Message::Machine(report) => self.run.take_machine(report)?,
            Message::Explored(explored) => self.run.take_exploration(*explored, progress)?,
            Message::Stopped(reason) => {
                let why = self.run.limit(reason);
                self.lost(part, "stopped at a limit", Unanswered::Unknown(why));
                None
            }
            Message::Failed(what) => {
                let text = format!("failed: {what}");
                let part_name = part.name();
                let error = EngineError::Worker {
                    part: part_name,
                    what,
                };
                self.lost(part, &text, Unanswered::Failed(error));
                None
            }
        })
    }

    /// A pass for a bound that the other base worker finished first: used only for violations that
    /// the other did not find.
    fn take_again(
        &mut self,
        part: Part,
        bound: u32,
        result: PassResult,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Verdict>, Ended> {
        let known = self.run.violated();
        let new = |finding: &Finding| !known.contains(&finding.claim);
        if !result.findings.iter().any(new) {
            return Ok(None);
        }
        self.run.take_notes([Note {
            subject: part.name().into(),
            kind: NoteKind::Tool,
            assumption: format!("found a violation at bound {bound} that the other one denied")
                .into(),
            may_hide: false,
            span: Span::NONE,
        }]);
        self.run.take(bound, result, progress)
    }

    /// Handles the end of a worker, after all of its messages.
    fn ended(&mut self, part: Part, ended: Left) {
        if !self.running.contains(&part) {
            return;
        }
        let killed = |number: i32| {
            let what = format!("the process for {} got signal {number}", part.name());
            Unanswered::Unknown(UnknownReason::Inconclusive(what))
        };
        match ended {
            Left::Finished => {
                match part {
                    Part::Base | Part::Rival => self.fallback = Some(self.run.exhausted()),
                    Part::Step | Part::Explore | Part::Machine => {}
                }
                self.leave(part);
            }
            Left::OutOfMemory => {
                let why = self.run.limit(StopReason::Memory);
                self.lost(part, "ran out of memory", Unanswered::Unknown(why));
            }
            Left::Signal(number) => {
                self.lost(part, &format!("ended by signal {number}"), killed(number));
            }
            Left::Crashed => {
                let error = EngineError::Worker {
                    part: part.name(),
                    what: "it crashed".to_string(),
                };
                self.lost(part, "crashed", Unanswered::Failed(error));
            }
        }
    }

    /// Notes for the user that a worker is lost.
    fn lost(&mut self, part: Part, how: &str, unanswered: Unanswered) {
        self.leave(part);
        self.run.take_notes([Note {
            subject: part.name().into(),
            kind: NoteKind::Tool,
            assumption: how.into(),
            may_hide: false,
            span: Span::NONE,
        }]);
        // An internal error is never hidden behind a limit.
        let failed = matches!(self.unanswered, Some(Unanswered::Failed(_)));
        if !failed {
            self.unanswered = Some(unanswered);
        }
    }

    fn leave(&mut self, part: Part) {
        self.running.retain(|other| *other != part);
    }

    /// The answer of the base case, once the step has had its chance.
    fn waited_enough(&mut self) -> Option<Verdict> {
        let step = self.running.contains(&Part::Step);
        // It may come to its end at any moment, and nobody knows when.
        if self.running.contains(&Part::Machine) {
            return None;
        }
        let others = [Part::Base, Part::Rival, Part::Explore]
            .iter()
            .any(|part| self.running.contains(part));
        if others || step && self.last_k < LAST_K {
            return None;
        }
        self.fallback.take()
    }

    /// No worker has answered.
    fn nobody_left(&mut self) -> Result<Verdict, Ended> {
        match self.unanswered.take() {
            Some(Unanswered::Unknown(why)) => Ok(self.run.unsafe_or(Verdict::Unknown(why))),
            Some(Unanswered::Failed(error)) => Err(Ended::Error(error)),
            None => Ok(self.run.exhausted()),
        }
    }
}
