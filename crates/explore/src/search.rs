//! The search: depth first over states, with a list of what is left to do in place of recursion.

use crate::footprint::{Access, Footprint, Recorder, begins_section};
use crate::script::{Script, Scripted};
use crate::{Contents, Cut, Findings, Limits, Race, Witness};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_interp::{Asked, Byte, Execution, Outcome, Standing, State, Step};
use cassay_ir::{FuncId, GlobalId, Program};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// Explores everything within the limits.
pub(crate) fn search(
    program: &Program,
    entry: FuncId,
    finals: &[GlobalId],
    limits: &Limits,
) -> Findings {
    let script = Rc::new(RefCell::new(Script::new(limits.bits)));
    let footprint = Rc::new(RefCell::new(Footprint::default()));
    let mut oracle = Scripted(Rc::clone(&script));
    let mut recorder = Recorder(Rc::clone(&footprint));
    let inner = cassay_interp::Limits {
        steps: limits.steps,
        depth: limits.depth,
        leaps: false,
        stop: limits.stop.clone(),
    };
    let mut findings = Findings::default();
    match Execution::new(program, entry, &mut oracle, &mut recorder, &inner) {
        Err(outcome) => findings.end = Some(cut_of(outcome)),
        Ok(execution) => {
            // What the entry itself asks for is asked for once.
            let asked = !script.borrow().answers().is_empty();
            let mut search = Search {
                program,
                execution,
                finals,
                limits,
                script: Rc::clone(&script),
                footprint,
                seen: HashSet::new(),
                path: Vec::new(),
                findings,
            };
            search.run();
            findings = search.findings;
            findings.all_inputs = !asked && !script.borrow().restricted;
        }
    }
    findings
}

/// What a search does next in a state.
#[derive(Clone, Copy)]
enum Move {
    /// Executes up to the first choice.
    Start,
    /// Lets a thread take a step.
    Thread(Standing),
}

/// A state on the path that is explored.
struct Node<'p> {
    state: State<'p>,
    moves: Vec<Move>,
    /// The move that is tried next, and its inputs.
    next: usize,
    choices: Vec<u64>,
    /// Whether some move was possible.
    moved: bool,
    /// What each move accesses.
    footprints: Vec<(u32, Vec<Access>)>,
    /// The step that led here, if there were several threads, and its inputs.
    step: Option<Step>,
    answers: Vec<(Asked, Bv)>,
}

struct Search<'p, 'o> {
    program: &'p Program,
    execution: Execution<'p, 'o>,
    finals: &'o [GlobalId],
    limits: &'o Limits,
    script: Rc<RefCell<Script>>,
    footprint: Rc<RefCell<Footprint>>,
    /// The numbers of all states that were reached.
    seen: HashSet<u128>,
    path: Vec<Node<'p>>,
    findings: Findings,
}

impl<'p> Search<'p, '_> {
    fn run(&mut self) {
        self.enter(vec![Move::Start], None, Vec::new());
        while let Some(node) = self.path.last() {
            if let Some(reason) = self.limits.stop.reason() {
                self.cut(Cut::Stopped(reason));
                return;
            }
            match node.moves.get(node.next) {
                Some(next) => {
                    let next = *next;
                    if !self.try_move(next) {
                        return;
                    }
                }
                None => self.leave(),
            }
        }
        self.findings.states = self.seen.len();
    }

    /// Puts the present state on the path.
    fn enter(&mut self, moves: Vec<Move>, step: Option<Step>, answers: Vec<(Asked, Bv)>) {
        let node = Node {
            state: self.execution.save(),
            moves,
            next: 0,
            choices: Vec::new(),
            moved: false,
            footprints: Vec::new(),
            step,
            answers,
        };
        self.path.push(node);
    }

    /// Tries a move of the last state on the path; false at a limit.
    fn try_move(&mut self, tried: Move) -> bool {
        let Some(node) = self.path.last_mut() else {
            return true;
        };
        self.script.borrow_mut().begin(&node.choices);
        self.execution.restore(&node.state);
        let concurrent = self.execution.is_concurrent();
        let (result, step) = match tried {
            Move::Start => (self.execution.settle().map(|()| true), None),
            Move::Thread(standing) => {
                let mut footprint = self.footprint.borrow_mut();
                footprint.thread = standing.thread;
                footprint.section = begins_section(self.program, standing.at);
                footprint.accesses.clear();
                drop(footprint);
                let result = self.execution.advance(standing.thread);
                let accesses = std::mem::take(&mut self.footprint.borrow_mut().accesses);
                node.footprints.push((standing.thread, accesses));
                let step = Step::new(standing.thread, standing.at);
                (result, concurrent.then_some(step))
            }
        };
        match self.script.borrow().next() {
            Some(choices) => node.choices = choices,
            None => {
                node.choices = Vec::new();
                node.next += 1;
            }
        }
        node.moved |= !matches!(result, Ok(false));
        let answers = self.script.borrow().answers();
        match result {
            Ok(false) => true,
            Ok(true) => self.reached(step, answers),
            Err(outcome) => self.ended(outcome, step, answers),
        }
    }

    /// Goes on from the present state, unless it is known; false at a limit.
    fn reached(&mut self, step: Option<Step>, answers: Vec<(Asked, Bv)>) -> bool {
        if !self.seen.insert(self.execution.fingerprint()) {
            return true;
        }
        self.findings.states = self.seen.len();
        if self.seen.len() > self.limits.states {
            self.cut(Cut::States);
            return false;
        }
        let ready = self.execution.ready();
        let moves = ready.into_iter().map(Move::Thread).collect();
        self.enter(moves, step, answers);
        true
    }

    /// All moves of the last state on the path were tried.
    fn leave(&mut self) {
        self.find_races();
        let Some(node) = self.path.last() else {
            return;
        };
        if !node.moved {
            self.execution.restore(&node.state);
            // Let every thread find out that it waits.
            for tried in &node.moves {
                if let Move::Thread(standing) = tried {
                    self.script.borrow_mut().begin(&[]);
                    let _ = self.execution.advance(standing.thread);
                }
            }
            let outcome = self.execution.stuck();
            self.ended(outcome, None, Vec::new());
        }
        self.path.pop();
    }

    /// Writes down how an execution ended; false if nothing more can be explored.
    fn ended(&mut self, outcome: Outcome, step: Option<Step>, answers: Vec<(Asked, Bv)>) -> bool {
        match outcome {
            Outcome::Finished { .. } | Outcome::Ended { .. } => {
                let finals = self.finals.iter().map(|id| self.contents(*id)).collect();
                if !self.findings.finals.contains_key(&finals) {
                    let witness = self.witness(step, &answers);
                    self.findings.finals.insert(finals, witness);
                }
            }
            Outcome::Violation { claim, .. } => {
                if !self.findings.violations.contains_key(&claim) {
                    let witness = self.witness(step, &answers);
                    self.findings.violations.insert(claim, witness);
                }
            }
            Outcome::InvalidAccess { what, at } => {
                if !self.findings.invalid.contains_key(&at) {
                    let witness = self.witness(step, &answers);
                    self.findings.invalid.insert(at, (what, witness));
                }
            }
            Outcome::Deadlock { threads } => {
                if self.findings.deadlock.is_none() {
                    let witness = self.witness(step, &answers);
                    self.findings.deadlock = Some((threads, witness));
                }
            }
            Outcome::AssumptionFailed { .. } => {}
            Outcome::StepLimit | Outcome::Stopped(_) => {
                self.cut(cut_of(outcome));
                return false;
            }
            Outcome::Unsupported { .. }
            | Outcome::DepthLimit
            | Outcome::Malformed { .. }
            | Outcome::OffSchedule { .. } => self.cut(cut_of(outcome)),
        }
        true
    }

    /// Notes that something is missing; the first reason stays.
    fn cut(&mut self, cut: Cut) {
        if self.findings.end.is_none() {
            self.findings.end = Some(cut);
        }
    }

    /// How the last state on the path is reached, and a step beyond it.
    fn witness(&self, step: Option<Step>, answers: &[(Asked, Bv)]) -> Witness {
        let mut witness = Witness::default();
        let inputs = &mut witness.inputs;
        let on_path = self.path.iter().flat_map(|node| &node.answers);
        for (asked, bits) in on_path.chain(answers) {
            let list = match asked.thread {
                0 => &mut inputs.nondet,
                thread => inputs.threads.entry(thread).or_default(),
            };
            // A thread asks in order.
            list.push(bits.clone());
        }
        let steps = self.path.iter().filter_map(|node| node.step);
        witness.schedule.steps = steps.chain(step).collect();
        witness
    }

    /// The contents of a variable of the first thread.
    fn contents(&self, id: GlobalId) -> Contents {
        let size = self.program.global_size(id);
        let memory = self.execution.memory();
        let byte = |offset| match memory.byte(id.index() as u64, offset) {
            Some(Byte::Number(byte)) => Some(byte),
            Some(Byte::Indeterminate | Byte::Part(_, _)) | None => None,
        };
        (0..size).map(byte).collect()
    }

    /// Compares the accesses before which the threads of the last state stand.
    fn find_races(&mut self) {
        let Some(node) = self.path.last() else {
            return;
        };
        let mut found = Vec::new();
        for (index, (first, accesses)) in node.footprints.iter().enumerate() {
            for (second, others) in &node.footprints[index + 1..] {
                if first == second {
                    continue;
                }
                for (a, b) in accesses
                    .iter()
                    .flat_map(|a| others.iter().map(move |b| (a, b)))
                {
                    let key = (a.at.min(b.at), a.at.max(b.at));
                    if let Some(offset) = a.races(b)
                        && !self.findings.races.contains_key(&key)
                    {
                        found.push((
                            key,
                            (*first, *second),
                            (a.writes, b.writes),
                            a.object,
                            offset,
                        ));
                    }
                }
            }
        }
        for (key, threads, writes, object, offset) in found {
            let witness = self.witness(None, &[]);
            self.findings.races.entry(key).or_insert(Race {
                threads,
                writes,
                object,
                offset,
                witness,
            });
        }
    }
}

/// What an outcome that is no finding means for the search.
fn cut_of(outcome: Outcome) -> Cut {
    match outcome {
        Outcome::StepLimit => Cut::Steps,
        Outcome::DepthLimit => Cut::Depth,
        Outcome::Stopped(reason) => Cut::Stopped(reason),
        Outcome::Finished { .. }
        | Outcome::Violation { .. }
        | Outcome::AssumptionFailed { .. }
        | Outcome::Ended { .. }
        | Outcome::InvalidAccess { .. }
        | Outcome::Unsupported { .. }
        | Outcome::Deadlock { .. }
        | Outcome::OffSchedule { .. }
        | Outcome::Malformed { .. } => Cut::Ended(outcome),
    }
}
