//! The search: breadth first over states, so that what is found is reached by the fewest steps.

use crate::classes::Classes;
use crate::footprint::{Access, Footprint, Recorder, begins_section};
use crate::script::{Script, Scripted};
use crate::{Contents, Cut, Findings, Limits, Race, Witness};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_interp::{
    Asked, Byte, Execution, Observer, Outcome, Silent, Standing, State, Step, WaitsFor,
};
use cassay_ir::{FuncId, GlobalId, MemoryModel, Program, ends};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// Explores everything within the limits.
pub(crate) fn search(
    (program, entry): (&Program, FuncId),
    model: MemoryModel,
    finals: &[GlobalId],
    limits: &Limits,
) -> Findings {
    let classes = match limits.classes {
        true => Classes::new(program),
        false => Classes::default(),
    };
    let script = Rc::new(RefCell::new(Script::new(limits.bits, classes)));
    let footprint = Rc::new(RefCell::new(Footprint::default()));
    let mut oracle = Scripted(Rc::clone(&script));
    let mut recorder = Recorder(Rc::clone(&footprint));
    let mut silent = Silent;
    let observer: &mut dyn Observer = match limits.races {
        true => &mut recorder,
        false => &mut silent,
    };
    let inner = cassay_interp::Limits {
        steps: limits.steps,
        depth: limits.depth,
        leaps: false,
        stop: limits.stop.clone(),
    };
    let mut findings = Findings::default();
    let started = Execution::under(model, (program, entry), &mut oracle, observer, &inner);
    match started {
        Err(outcome) => findings.end = Some(cut_of(outcome)),
        Ok(mut execution) => {
            execution.share_all(!limits.reduces);
            // Reductions are made for memory without delays.
            let reduces = limits.reduces && !model.is_weak();
            // What the entry itself asks for is asked for once.
            let asked = !script.borrow().answers().is_empty();
            script.borrow_mut().started = true;
            let mut search = Search {
                program,
                execution,
                finals,
                limits,
                model,
                reduces,
                script: Rc::clone(&script),
                footprint,
                seen: HashSet::new(),
                origins: Vec::new(),
                answers: HashMap::new(),
                queue: VecDeque::new(),
                findings,
            };
            search.run();
            findings = search.finish();
            let arguments = || "arguments of the entry".to_string();
            findings.restricted = asked.then(arguments).or(script.borrow().restricted.clone());
            findings.all_inputs = findings.restricted.is_none();
            findings.inexact = script.borrow().inexact;
            findings.unwritten = script.borrow().unwritten;
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
    /// Lets a store reach memory.
    Commit(Commit),
}

/// A store that can reach memory.
#[derive(Clone, Copy)]
struct Commit {
    thread: u32,
    /// Its position among the stores of the thread.
    index: usize,
    /// The number of the step that made it.
    step: usize,
}

/// The number of a state, in the order in which states are found.
type Number = u32;

/// How a state was found.
#[derive(Clone, Copy)]
struct Origin {
    /// The state before it; its own number for the first.
    parent: Number,
    /// The step that leads from there, if there were several threads.
    step: Option<Step>,
}

/// A state whose moves are to be tried.
struct Open<'p> {
    number: Number,
    state: State<'p>,
}

/// The step that is tried: from which state, by whom, with which inputs.
struct Tried {
    from: Number,
    step: Option<Step>,
    answers: Vec<(Asked, Bv)>,
}

struct Search<'p, 'o> {
    program: &'p Program,
    execution: Execution<'p, 'o>,
    finals: &'o [GlobalId],
    limits: &'o Limits,
    model: MemoryModel,
    /// Whether states are reduced to what matters.
    reduces: bool,
    script: Rc<RefCell<Script>>,
    footprint: Rc<RefCell<Footprint>>,
    /// The fingerprints of all states that were reached.
    seen: HashSet<u128>,
    /// By number of state.
    origins: Vec<Origin>,
    /// The inputs of the steps that asked for some, by the number of the state that they lead to.
    answers: HashMap<Number, Vec<(Asked, Bv)>>,
    queue: VecDeque<Open<'p>>,
    findings: Findings,
}

impl<'p> Search<'p, '_> {
    fn run(&mut self) {
        let first = Open {
            number: 0,
            state: self.execution.save(),
        };
        self.origins.push(Origin {
            parent: 0,
            step: None,
        });
        let mut next = self.expand(&first, &[Move::Start]).then_some(first);
        while next.is_some() {
            if let Some(reason) = self.limits.stop.reason() {
                self.cut(Cut::Stopped(reason));
                return;
            }
            next = self.queue.pop_front();
            if let Some(open) = &next {
                self.execution.restore(&open.state);
                let ready = self.execution.ready();
                let commits = self.execution.commits().into_iter();
                let commits = commits.map(|(thread, index, step)| {
                    Move::Commit(Commit {
                        thread,
                        index,
                        step,
                    })
                });
                let moves: Vec<Move> = ready.into_iter().map(Move::Thread).chain(commits).collect();
                if !self.expand(open, &moves) {
                    return;
                }
            }
        }
    }

    fn finish(mut self) -> Findings {
        self.findings.states = self.seen.len();
        let facts = self.execution.facts();
        self.findings.executed = facts.executed.clone();
        let beyond = if facts.without_body {
            Some("a call of a function without body")
        } else if facts.first_ended && ends::end_matters(self.program) {
            Some("what is claimed or done at the end, after pthread_exit in main")
        } else {
            None
        };
        if let Some(beyond) = beyond {
            self.cut(Cut::Beyond(beyond));
        }
        self.findings
    }

    /// Tries all moves of a state; false at a limit.
    fn expand(&mut self, open: &Open<'p>, moves: &[Move]) -> bool {
        let mut moved = false;
        // The threads that can go on.
        let mut going = BTreeSet::new();
        let mut footprints = Vec::new();
        for tried in moves {
            match self.try_move(open, *tried, &mut footprints) {
                None => return false,
                Some(false) => {}
                Some(true) => {
                    moved = true;
                    if let Move::Thread(standing) = tried {
                        going.insert(standing.thread);
                    }
                }
            }
        }
        self.find_races(open.number, &footprints);
        match moved {
            true => self.find_deadlock(open, &going),
            false => self.stuck(open, moves),
        }
    }

    /// Finds threads that block each other in a state while others go on; false if nothing more can be
    /// explored.
    fn find_deadlock(&mut self, open: &Open<'p>, going: &BTreeSet<u32>) -> bool {
        if self.findings.deadlock.is_some() {
            return true;
        }
        self.execution.restore(&open.state);
        if self.execution.unfinished() <= going.len() {
            return true;
        }
        // A store that is still to reach memory may end a wait. Stores can always reach it, so that threads
        // which block each other do so in a state without such stores, too.
        if !self.execution.commits().is_empty() {
            return true;
        }
        self.script.borrow_mut().begin(&[]);
        let found = self.execution.deadlock(|thread| going.contains(&thread));
        let tried = Tried {
            from: open.number,
            step: None,
            answers: Vec::new(),
        };
        match found {
            Some(outcome) => self.ended(outcome, &tried),
            None => true,
        }
    }

    /// Tries a move with every list of inputs: whether it is possible, or none at a limit.
    fn try_move(
        &mut self,
        open: &Open<'p>,
        tried: Move,
        footprints: &mut Vec<(u32, Vec<Access>)>,
    ) -> Option<bool> {
        let mut moved = false;
        // Stores that are delayed are known by the steps that made them.
        let steps = match self.model.is_weak() {
            true => self.steps_to(open.number),
            false => Vec::new(),
        };
        let mut choices = Some(Vec::new());
        while let Some(chosen) = choices {
            self.script.borrow_mut().begin(&chosen);
            self.execution.restore(&open.state);
            self.execution.count_step(steps.len());
            let (result, step) = match tried {
                Move::Start => (self.execution.settle().map(|()| true), None),
                Move::Thread(standing) => self.advance(standing, footprints),
                Move::Commit(commit) => {
                    self.execution.commit(commit.thread, commit.index);
                    let step = steps.get(commit.step).map(|step| Step {
                        commits: Some(commit.step),
                        ..*step
                    });
                    (Ok(true), step)
                }
            };
            choices = self.script.borrow().next();
            moved |= !matches!(result, Ok(false));
            let tried = Tried {
                from: open.number,
                step,
                answers: self.script.borrow().answers(),
            };
            let goes_on = match result {
                Ok(false) => true,
                Ok(true) => self.reached(tried),
                Err(outcome) => self.ended(outcome, &tried),
            };
            if !goes_on {
                return None;
            }
        }
        Some(moved)
    }

    /// Lets a thread take a step from the present state.
    fn advance(
        &mut self,
        standing: Standing,
        footprints: &mut Vec<(u32, Vec<Access>)>,
    ) -> (Result<bool, Outcome>, Option<Step>) {
        let concurrent = self.execution.is_concurrent();
        if self.limits.races {
            let mut footprint = self.footprint.borrow_mut();
            footprint.thread = standing.thread;
            footprint.section = begins_section(self.program, standing.at);
            footprint.accesses.clear();
        }
        let result = self.execution.try_advance(standing.thread);
        if self.limits.races {
            let accesses = std::mem::take(&mut self.footprint.borrow_mut().accesses);
            footprints.push((standing.thread, accesses));
        }
        if let Some(WaitsFor::Thread(other)) = self.execution.waits_for(standing.thread)
            && other as usize >= self.execution.threads()
        {
            self.cut(Cut::Beyond("a join of a number that is no thread"));
        }
        let step = Step::new(standing.thread, standing.at);
        (result, (concurrent && !standing.paused).then_some(step))
    }

    /// Keeps the present state to go on from it, unless it is known; false at a limit.
    fn reached(&mut self, tried: Tried) -> bool {
        let fingerprint = match self.reduces {
            true => self.execution.forget_and_fingerprint(),
            false => self.execution.fingerprint(),
        };
        if !self.seen.insert(fingerprint) {
            return true;
        }
        let most = self.limits.states.min(Number::MAX as usize - 1);
        if self.seen.len() > most || self.queue.len() > self.limits.waiting {
            self.cut(Cut::States);
            return false;
        }
        if self.execution.threads() > self.limits.threads {
            self.cut(Cut::Threads);
            return false;
        }
        let number = self.origins.len() as Number;
        self.origins.push(Origin {
            parent: tried.from,
            step: tried.step,
        });
        if !tried.answers.is_empty() {
            self.answers.insert(number, tried.answers);
        }
        let state = self.execution.save();
        self.queue.push_back(Open { number, state });
        true
    }

    /// No move of a state is possible; false if nothing more can be explored.
    fn stuck(&mut self, open: &Open<'p>, moves: &[Move]) -> bool {
        self.execution.restore(&open.state);
        // Let every thread find out that it waits.
        for tried in moves {
            if let Move::Thread(standing) = tried {
                self.script.borrow_mut().begin(&[]);
                let _ = self.execution.advance(standing.thread);
            }
        }
        let outcome = self.execution.stuck();
        let tried = Tried {
            from: open.number,
            step: None,
            answers: Vec::new(),
        };
        self.ended(outcome, &tried)
    }

    /// Writes down how an execution ended; false if nothing more can be explored.
    fn ended(&mut self, outcome: Outcome, tried: &Tried) -> bool {
        match outcome {
            Outcome::Finished { .. } | Outcome::Ended { .. } => {
                let finals = self.finals.iter().map(|id| self.contents(*id)).collect();
                if !self.findings.finals.contains_key(&finals) {
                    let witness = self.witness(tried);
                    self.findings.finals.insert(finals, witness);
                }
            }
            Outcome::Violation { claim, .. } => {
                if !self.findings.violations.contains_key(&claim) {
                    let witness = self.witness(tried);
                    self.findings.violations.insert(claim, witness);
                    return !self.limits.first_violation;
                }
            }
            Outcome::InvalidAccess { what, at } => {
                if !self.findings.invalid.contains_key(&at) {
                    let witness = self.witness(tried);
                    self.findings.invalid.insert(at, (what, witness));
                }
            }
            Outcome::Deadlock { threads } => {
                if self.findings.deadlock.is_none() {
                    let mut witness = self.witness(tried);
                    witness.schedule.stuck = true;
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

    /// How a state is reached, and a step beyond it.
    fn witness(&self, tried: &Tried) -> Witness {
        let numbers = self.path_to(tried.from);
        let mut witness = Witness::default();
        let none = Vec::new();
        let on_path = numbers.iter().map(|n| self.answers.get(n).unwrap_or(&none));
        for (asked, bits) in on_path.chain([&tried.answers]).flatten() {
            let list = match asked.thread {
                0 => &mut witness.inputs.nondet,
                thread => witness.inputs.threads.entry(thread).or_default(),
            };
            // A thread asks in order.
            list.push(bits.clone());
        }
        let steps = numbers.iter().map(|n| self.origins[*n as usize].step);
        witness.schedule.steps = steps.chain([tried.step]).flatten().collect();
        witness.schedule.model = self.model;
        witness
    }

    /// The states on the way to a state, that one included.
    fn path_to(&self, number: Number) -> Vec<Number> {
        let mut numbers = vec![number];
        let mut number = number;
        while number != 0 {
            number = self.origins[number as usize].parent;
            numbers.push(number);
        }
        numbers.reverse();
        numbers
    }

    /// The steps on the way to a state.
    fn steps_to(&self, number: Number) -> Vec<Step> {
        let numbers = self.path_to(number).into_iter();
        let steps = numbers.map(|n| self.origins.get(n as usize).and_then(|origin| origin.step));
        steps.flatten().collect()
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

    /// Compares the accesses before which the threads of a state stand.
    fn find_races(&mut self, state: Number, footprints: &[(u32, Vec<Access>)]) {
        for (index, (first, accesses)) in footprints.iter().enumerate() {
            for (second, others) in &footprints[index + 1..] {
                if first == second {
                    continue;
                }
                let pairs = accesses
                    .iter()
                    .flat_map(|a| others.iter().map(move |b| (a, b)));
                for (a, b) in pairs {
                    self.note_race(state, (*first, a), (*second, b));
                }
            }
        }
    }

    /// Writes down a race, if these accesses do.
    fn note_race(
        &mut self,
        state: Number,
        (first, a): (u32, &Access),
        (second, b): (u32, &Access),
    ) {
        let key = (a.at.min(b.at), a.at.max(b.at));
        let Some(offset) = a.races(b) else {
            return;
        };
        if self.findings.races.contains_key(&key) {
            return;
        }
        let here = Tried {
            from: state,
            step: None,
            answers: Vec::new(),
        };
        let race = Race {
            threads: (first, second),
            writes: (a.writes, b.writes),
            object: a.object,
            offset,
            witness: self.witness(&here),
        };
        self.findings.races.insert(key, race);
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
