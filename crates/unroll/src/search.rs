//! The search: depth by depth, all errors that have no answer yet, then the termination criteria from
//! cheap to expensive.

use crate::distinct::{Place, distinct};
use crate::frame::Frames;
use crate::goals::{Goal, Goals};
use crate::induction::Induction;
use crate::options::{Ntp, Options};
use crate::report::{DepthStatistics, Outcome, Report, Statistics, Why};
use cassay_base::Stop;
use cassay_efsm::{ControlKind, Controls, Execution, Machine, Step};
use cassay_solver::{Answer, Solver, SolverError};
use cassay_term::{Evaluator, Model, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// Makes a solver without assertions.
pub type Make<'m> = &'m mut dyn FnMut() -> Result<Box<dyn Solver>, SolverError>;

/// A search that can be continued depth by depth.
pub struct Search<'a> {
    options: &'a Options<'a>,
    machine: &'a mut Machine,
    stop: Stop,
    solver: Box<dyn Solver>,
    frames: Frames<'a>,
    goals: Goals,
    outcomes: BTreeMap<Goal, Outcome>,
    statistics: Statistics,
    sinks: Controls,
    /// While it is assumed, no state occurs twice.
    loop_free: TermId,
    induction: Option<Induction<'a>>,
    /// Why nothing more can be found out.
    ended: Option<String>,
}

/// Searches a machine for errors with these numbers until all have an answer or a limit is reached.
pub fn search(
    machine: &mut Machine,
    errors: &BTreeSet<usize>,
    options: &Options,
    make: Make,
    stop: &Stop,
) -> Result<Report, SolverError> {
    let mut search = Search::new(machine, errors, options, make, stop)?;
    while search.deepen()? {}
    Ok(search.report())
}

impl<'a> Search<'a> {
    /// At depth 0, where nothing is asked yet.
    pub fn new(
        machine: &'a mut Machine,
        errors: &BTreeSet<usize>,
        options: &'a Options<'a>,
        make: Make,
        stop: &Stop,
    ) -> Result<Self, SolverError> {
        let mut solver = make()?;
        solver.set_stop(stop.clone());
        let frames = Frames::new(machine, options, &mut *solver)?;
        let goals = Goals::new(machine, errors);
        let induction = match options.induction {
            true => Some(Induction::new(machine, &goals, options, make()?, stop)?),
            false => None,
        };
        let controls = machine.controls.iter_enumerated();
        let sinks = controls
            .filter(|(_, control)| control.kind == ControlKind::Sink)
            .map(|(id, _)| id);
        Ok(Search {
            options,
            sinks: sinks.collect(),
            loop_free: machine.pool.fresh("loop-free", cassay_term::Sort::Bool),
            machine,
            stop: stop.clone(),
            solver,
            frames,
            goals,
            outcomes: BTreeMap::new(),
            statistics: Statistics::default(),
            induction,
            ended: None,
        })
    }

    /// Looks at the present depth and goes on to the next; whether there is one to look at.
    pub fn deepen(&mut self) -> Result<bool, SolverError> {
        if self.is_over() {
            return Ok(false);
        }
        self.note();
        self.check_goals()?;
        self.check_paths();
        self.check_ended()?;
        self.check_loop_free()?;
        self.check_induction()?;
        if self.frames.depth() >= self.options.most {
            self.end("the last depth was reached");
        }
        if self.is_over() {
            return Ok(false);
        }
        let useful = self.goals.useful();
        self.frames
            .advance(self.machine, &mut *self.solver, &useful)?;
        Ok(true)
    }

    /// What is known of an error, if there is an answer.
    pub fn outcome(&self, error: usize) -> Option<&Outcome> {
        self.outcomes.get(&Goal::Error(error))
    }

    /// What has been found.
    pub fn report(mut self) -> Report {
        let depth = self.frames.depth();
        let why = self.ended.clone().unwrap_or_else(|| "not finished".into());
        let left: Vec<Goal> = self.goals.controls.keys().copied().collect();
        for goal in left {
            let why = why.clone();
            self.outcomes.insert(goal, Outcome::Open { depth, why });
        }
        let excluded = |(goal, outcome): (&Goal, &Outcome)| match (goal, outcome) {
            (Goal::Open(_), Outcome::Found(_) | Outcome::Open { .. }) => false,
            (Goal::Open(_), Outcome::Proved { .. }) | (Goal::Error(_), _) => true,
        };
        let complete = self.outcomes.iter().all(excluded);
        let mut report = Report {
            outcomes: BTreeMap::new(),
            unrepresented: BTreeMap::new(),
            depth,
            statistics: self.statistics,
        };
        for (goal, outcome) in self.outcomes {
            match (goal, outcome) {
                (Goal::Open(_), Outcome::Proved { .. }) => {}
                (Goal::Open(number), outcome) => {
                    report.unrepresented.insert(number, outcome);
                }
                (Goal::Error(number), Outcome::Proved { depth, .. }) if !complete => {
                    let why = "what the machine does not represent may be reached".to_string();
                    report.outcomes.insert(number, Outcome::Open { depth, why });
                }
                (Goal::Error(number), outcome) => {
                    report.outcomes.insert(number, outcome);
                }
            }
        }
        report
    }

    fn is_over(&mut self) -> bool {
        if let Some(reason) = self.stop.reason() {
            self.end(&format!("stopped: {reason:?}"));
        }
        // What is not represented matters only to proofs.
        let proved = |(goal, outcome): (&Goal, &Outcome)| match (goal, outcome) {
            (Goal::Error(_), Outcome::Proved { .. }) => true,
            (Goal::Error(_) | Goal::Open(_), _) => false,
        };
        let all_found = self.goals.no_errors_left() && !self.outcomes.iter().any(proved);
        self.ended.is_some() || self.goals.controls.is_empty() || all_found
    }

    fn end(&mut self, why: &str) {
        self.ended.get_or_insert_with(|| why.to_string());
    }

    fn note(&mut self) {
        self.statistics.depths.push(DepthStatistics {
            controls: self.frames.reachable().len(),
            terms: self.machine.pool.len(),
            assertions: self.frames.assertions,
        });
    }

    /// Whether these can all hold; `None` if that is not known, which ends the search.
    fn ask(&mut self, assumptions: &[TermId]) -> Result<Option<bool>, SolverError> {
        let pool = &self.machine.pool;
        if assumptions.iter().any(|t| pool.as_bool(*t) == Some(false)) {
            return Ok(Some(false));
        }
        match self.solver.check(pool, assumptions)? {
            Answer::Sat => Ok(Some(true)),
            Answer::Unsat => Ok(Some(false)),
            Answer::Unknown(why) => {
                self.end(&why);
                Ok(None)
            }
        }
    }

    /// Asks for all goals at once, and again without those that were found.
    fn check_goals(&mut self) -> Result<(), SolverError> {
        loop {
            let now = self.frames.reachable();
            let mut here: Vec<(Goal, TermId)> = Vec::new();
            for (goal, controls) in &self.goals.controls {
                let controls: Controls = controls.intersection(&now).copied().collect();
                let term = self.frames.in_some(&mut self.machine.pool, &controls);
                if self.machine.pool.as_bool(term) != Some(false) {
                    here.push((*goal, term));
                }
            }
            if here.is_empty() || self.is_over() {
                return Ok(());
            }
            let any = here.iter().map(|(_, term)| *term);
            let any = self.machine.pool.or_all(any);
            self.statistics.checks += 1;
            if self.ask(&[any])? != Some(true) {
                return Ok(());
            }
            let execution = self.execution()?;
            let goal = self.reached(&execution)?;
            self.answer(goal, Outcome::Found(execution));
        }
    }

    fn answer(&mut self, goal: Goal, outcome: Outcome) {
        self.goals.remove(goal);
        self.outcomes.insert(goal, outcome);
    }

    fn wrong(&self, what: &str) -> SolverError {
        SolverError::WrongAnswer {
            solver: self.solver.name().to_string(),
            what: what.to_string(),
        }
    }

    /// The goal that an execution ends in, once it was followed.
    fn reached(&self, execution: &Execution) -> Result<Goal, SolverError> {
        let states = self.machine.follow(execution);
        let last = states.as_ref().and_then(|states| states.last());
        let goals = self.goals.controls.iter();
        let found = last.and_then(|last| {
            goals
                .filter(|(_, controls)| controls.contains(&last.control))
                .map(|(goal, _)| *goal)
                .next()
        });
        found.ok_or_else(|| self.wrong("its model is no execution of the machine"))
    }

    /// The execution of the last model.
    fn execution(&mut self) -> Result<Execution, SolverError> {
        let symbols = &self.frames.symbols;
        let model = self.solver.model(&self.machine.pool, symbols)?;
        let variables: Vec<TermId> = self.machine.variables.iter().map(|v| v.symbol).collect();
        let mut evaluator = Evaluator::new(&self.machine.pool, &model);
        let mut steps = Vec::new();
        let last = self.frames.depth();
        for frame in &self.frames.all[..last] {
            let taken = frame.taken.iter();
            let taken = taken.map(|(edge, term)| (*edge, evaluator.bool_value(*term)));
            let Some(edge) = taken
                .filter(|(_, taken)| *taken)
                .map(|(edge, _)| edge)
                .next()
            else {
                break;
            };
            let mut inputs = Model::new();
            for (input, symbol) in &frame.inputs {
                inputs.set(*input, evaluator.value(*symbol));
            }
            steps.push(Step { edge, inputs });
        }
        Ok(Execution {
            start: model.restricted_to(&variables),
            steps,
        })
    }

    /// Goals to which no path of the graph leads any more.
    fn check_paths(&mut self) {
        let now = self.frames.reachable();
        let at = &self.frames.all[self.frames.depth()].at;
        let possible: Controls = now.into_iter().filter(|c| at.contains_key(c)).collect();
        self.prove(Why::NoPath, |goals, goal| {
            goals.before(goal).is_disjoint(&possible)
        });
    }

    fn prove(&mut self, why: Why, proved: impl Fn(&Goals, Goal) -> bool) {
        if self.ended.is_some() {
            return;
        }
        let depth = self.frames.depth();
        let open: Vec<Goal> = self.goals.controls.keys().copied().collect();
        for goal in open {
            if proved(&self.goals, goal) {
                self.answer(goal, Outcome::Proved { why, depth });
            }
        }
    }

    /// That an execution has got to this depth and may reach a goal behind it.
    fn going_on(&mut self) -> TermId {
        let controls = self.goals.going_on();
        let now = self.frames.reachable();
        let controls: Controls = controls.intersection(&now).copied().collect();
        self.frames.in_some(&mut self.machine.pool, &controls)
    }

    /// The check for the longest path that has not ended.
    fn check_ended(&mut self) -> Result<(), SolverError> {
        let due = match self.options.ntp {
            Ntp::Off => false,
            Ntp::Always => true,
            Ntp::AtSink => {
                let now = self.frames.reachable();
                self.sinks.is_empty() || !self.sinks.is_disjoint(&now)
            }
        };
        if !due || self.is_over() {
            return Ok(());
        }
        let on = self.going_on();
        self.statistics.ntp_checks += 1;
        if self.ask(&[on])? == Some(false) {
            self.prove(Why::Ended, |_, _| true);
        }
        Ok(())
    }

    /// The check for the longest path on which no state occurs twice.
    fn check_loop_free(&mut self) -> Result<(), SolverError> {
        if !self.options.loop_free || self.is_over() {
            return Ok(());
        }
        let depth = self.frames.depth();
        let place = |frame: usize| Place {
            at: &self.frames.all[frame].at,
            values: &self.frames.all[frame].values,
        };
        let pool = &mut self.machine.pool;
        for before in 0..depth {
            let live = &self.frames.live;
            let differ = distinct(pool, live, &place(before), &place(depth));
            let term = pool.implies(self.loop_free, differ);
            if pool.as_bool(term) != Some(true) {
                self.solver.assert(pool, term)?;
            }
        }
        let on = self.going_on();
        self.statistics.loop_free_checks += 1;
        if self.ask(&[self.loop_free, on])? == Some(false) {
            self.prove(Why::LoopFree, |_, _| true);
        }
        Ok(())
    }

    /// Induction: the depth that was just looked at is its base.
    fn check_induction(&mut self) -> Result<(), SolverError> {
        if self.is_over() {
            return Ok(());
        }
        let Some(induction) = &mut self.induction else {
            return Ok(());
        };
        induction.extend(self.machine)?;
        let open: Vec<Goal> = self.goals.controls.keys().copied().collect();
        let mut proved = BTreeSet::new();
        for goal in open {
            self.statistics.induction_checks += 1;
            if induction.proves(self.machine, goal)? {
                proved.insert(goal);
            }
        }
        self.prove(Why::Induction, |_, goal| proved.contains(&goal));
        Ok(())
    }
}
