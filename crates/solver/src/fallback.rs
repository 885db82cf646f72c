//! Fallback: several back-ends, of which the next takes over if one fails.
//!
//! A back-end that fails or answers wrongly is not asked again; one that gives up is skipped for
//! that check only. Each gets all assertions before its first check. Failures are recorded, so that
//! the user learns of them although there is an answer.

use std::sync::{Arc, Mutex, PoisonError};

use cassay_base::Stop;
use cassay_term::{Model, Pool, TermId};

use crate::{Answer, Solver, SolverError};

/// Notes about failures behind answers that were given. Clones share the list.
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<Vec<(String, String)>>>);

impl Notes {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a note about a back-end, unless it is there already.
    pub fn add(&self, backend: &str, what: String) {
        let note = (backend.to_string(), what);
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// The notes so far with the names of back-ends, oldest first.
    pub fn read(&self) -> Vec<(String, String)> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.clone()
    }
}

/// Makes a back-end when it is needed.
pub type Maker = Box<dyn Fn() -> Result<Box<dyn Solver>, SolverError>>;

/// A back-end of the list.
enum State {
    /// Not needed so far.
    Waiting(Maker),
    /// In use, with this many of the assertions.
    Running(Box<dyn Solver>, usize),
    /// Not asked again.
    Failed(SolverError),
}

/// A list of back-ends. See the module documentation.
pub struct Fallback {
    backends: Vec<(String, State)>,
    asserted: Vec<TermId>,
    /// The back-end that gave the last answer.
    answered: usize,
    /// Whether it is a bug of ours when all fail.
    ours: bool,
    notes: Notes,
    stop: Stop,
    effort: Option<u64>,
}

impl Fallback {
    /// Asks the back-ends, with their names, in this order. When all fail that is an error if one
    /// of them is `ours`, else an answer that is unknown.
    pub fn new(
        backends: impl IntoIterator<Item = (String, Maker)>,
        ours: bool,
        notes: Notes,
    ) -> Self {
        let backends = backends
            .into_iter()
            .map(|(name, maker)| (name, State::Waiting(maker)))
            .collect();
        Fallback {
            backends,
            asserted: Vec::new(),
            answered: 0,
            ours,
            notes,
            stop: Stop::new(),
            effort: None,
        }
    }

    /// The answer of one back-end.
    fn ask(
        &mut self,
        number: usize,
        pool: &Pool,
        assumptions: &[TermId],
    ) -> Result<Answer, SolverError> {
        let state = &mut self.backends[number].1;
        if let State::Waiting(make) = state {
            let mut solver = make()?;
            solver.set_stop(self.stop.clone());
            solver.set_effort(self.effort);
            *state = State::Running(solver, 0);
        }
        match state {
            State::Running(solver, known) => {
                while let Some(term) = self.asserted.get(*known) {
                    solver.assert(pool, *term)?;
                    *known += 1;
                }
                solver.check(pool, assumptions)
            }
            State::Failed(error) => Err(error.clone()),
            State::Waiting(_) => unreachable!("it was just made"),
        }
    }

    /// The back-end that gave the last answer.
    fn speaker(&mut self) -> Result<&mut dyn Solver, SolverError> {
        match self.backends.get_mut(self.answered) {
            Some((_, State::Running(solver, _))) => Ok(solver.as_mut()),
            Some((_, State::Failed(error))) => Err(error.clone()),
            Some((_, State::Waiting(_))) | None => Err(SolverError::Failed {
                solver: "fallback".to_string(),
                what: "there was no answer to ask about".to_string(),
            }),
        }
    }
}

impl Solver for Fallback {
    fn name(&self) -> &str {
        match self.backends.get(self.answered) {
            Some((name, _)) => name,
            None => "fallback",
        }
    }

    fn assert(&mut self, _: &Pool, term: TermId) -> Result<(), SolverError> {
        self.asserted.push(term);
        Ok(())
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        let mut gave_up = None;
        let mut failure = None;
        for number in 0..self.backends.len() {
            if let State::Failed(error) = &self.backends[number].1 {
                failure.get_or_insert_with(|| error.clone());
                continue;
            }
            match self.ask(number, pool, assumptions) {
                Ok(Answer::Unknown(why)) => {
                    // Who is asked to stop, or to try only a little, gives up rightly.
                    if self.stop.is_raised() || self.effort.is_some() {
                        return Ok(Answer::Unknown(why));
                    }
                    let name = &self.backends[number].0;
                    self.notes
                        .add(name, format!("did not decide a query: {why}"));
                    gave_up.get_or_insert(why);
                }
                Ok(answer) => {
                    self.answered = number;
                    return Ok(answer);
                }
                Err(error) => {
                    // A substitute that is not there is no news.
                    let absent = matches!(self.backends[number].1, State::Waiting(_));
                    if number == 0 || !absent {
                        self.notes.add(&self.backends[number].0, error.to_string());
                    }
                    failure.get_or_insert_with(|| error.clone());
                    self.backends[number].1 = State::Failed(error);
                }
            }
        }
        // The one that was chosen says more than its substitutes.
        match (gave_up, failure) {
            (Some(why), _) => Ok(Answer::Unknown(why)),
            (None, Some(error)) if self.ours => Err(error),
            (None, Some(error)) => Ok(Answer::Unknown(error.to_string())),
            (None, None) => Err(SolverError::Failed {
                solver: "fallback".to_string(),
                what: "there is no solver".to_string(),
            }),
        }
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        self.speaker()?.model(pool, symbols)
    }

    fn failed_assumptions(&mut self, pool: &Pool) -> Result<Vec<TermId>, SolverError> {
        self.speaker()?.failed_assumptions(pool)
    }

    fn set_stop(&mut self, stop: Stop) {
        for (_, state) in &mut self.backends {
            if let State::Running(solver, _) = state {
                solver.set_stop(stop.clone());
            }
        }
        self.stop = stop;
    }

    fn set_effort(&mut self, steps: Option<u64>) {
        for (_, state) in &mut self.backends {
            if let State::Running(solver, _) = state {
                solver.set_effort(steps);
            }
        }
        self.effort = steps;
    }

    fn statistics(&mut self) -> Vec<(String, String)> {
        match self.speaker() {
            Ok(solver) => solver.statistics(),
            Err(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use cassay_base::StopReason;
    use cassay_term::{Sort, Value};

    use super::*;

    type Said = Result<Answer, SolverError>;

    /// Gives prepared answers in turn; records the asserted terms.
    struct Fake {
        said: Vec<Said>,
        asserted: Rc<RefCell<Vec<TermId>>>,
        value: bool,
    }

    impl Solver for Fake {
        fn name(&self) -> &str {
            "fake"
        }

        fn assert(&mut self, _: &Pool, term: TermId) -> Result<(), SolverError> {
            self.asserted.borrow_mut().push(term);
            Ok(())
        }

        fn check(&mut self, _: &Pool, _: &[TermId]) -> Said {
            self.said.remove(0)
        }

        fn model(&mut self, _: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
            let mut model = Model::new();
            model.set(symbols[0], Value::Bool(self.value));
            Ok(model)
        }

        fn failed_assumptions(&mut self, _: &Pool) -> Result<Vec<TermId>, SolverError> {
            Ok(self.asserted.borrow().clone())
        }

        fn set_stop(&mut self, _: Stop) {}

        fn set_effort(&mut self, _: Option<u64>) {}
    }

    fn failed(what: &str) -> Said {
        Err(SolverError::Failed {
            solver: "fake".to_string(),
            what: what.to_string(),
        })
    }

    fn unknown(why: &str) -> Said {
        Ok(Answer::Unknown(why.to_string()))
    }

    struct Scene {
        solver: Fallback,
        asserted: Vec<Rc<RefCell<Vec<TermId>>>>,
        notes: Notes,
    }

    /// Back-ends named a, b, …; `None` does not start. All but the first have `true` as value.
    fn scene(answers: Vec<Option<Vec<Said>>>) -> Scene {
        let notes = Notes::new();
        let mut asserted = Vec::new();
        let mut backends = Vec::new();
        for (number, said) in answers.into_iter().enumerate() {
            let list = Rc::new(RefCell::new(Vec::new()));
            asserted.push(Rc::clone(&list));
            let maker: Maker = Box::new(move || match &said {
                Some(said) => Ok(Box::new(Fake {
                    said: said.clone(),
                    asserted: Rc::clone(&list),
                    value: number > 0,
                })),
                None => Err(SolverError::Failed {
                    solver: "absent".to_string(),
                    what: "it is not there".to_string(),
                }),
            });
            backends.push((["a", "b", "c"][number].to_string(), maker));
        }
        let solver = Fallback::new(backends, true, notes.clone());
        Scene {
            solver,
            asserted,
            notes,
        }
    }

    fn texts(notes: &Notes) -> Vec<String> {
        let notes = notes.read().into_iter();
        notes
            .map(|(name, what)| format!("{name}: {what}"))
            .collect()
    }

    fn symbols(pool: &mut Pool) -> (TermId, TermId) {
        (pool.symbol("p", Sort::Bool), pool.symbol("q", Sort::Bool))
    }

    #[test]
    fn the_next_takes_over_with_all_assertions() {
        let mut pool = Pool::new();
        let (p, q) = symbols(&mut pool);
        let Scene {
            mut solver,
            asserted,
            notes,
        } = scene(vec![
            Some(vec![Ok(Answer::Sat), failed("it died")]),
            Some(vec![Ok(Answer::Sat), Ok(Answer::Unsat)]),
        ]);
        solver.assert(&pool, p).unwrap();
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
        assert_eq!(solver.name(), "a");
        assert!(asserted[1].borrow().is_empty(), "b was not needed");
        solver.assert(&pool, q).unwrap();
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
        assert_eq!(solver.name(), "b");
        assert_eq!(*asserted[1].borrow(), [p, q]);
        let model = solver.model(&pool, &[p]).unwrap();
        assert_eq!(
            model.get(p),
            Some(&Value::Bool(true)),
            "the model is that of b"
        );
        assert_eq!(texts(&notes), ["a: fake failed: it died"]);
        // The first one is not asked again; nothing is asserted to the second twice.
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Unsat));
        assert_eq!(solver.failed_assumptions(&pool), Ok(vec![p, q]));
    }

    #[test]
    fn one_that_gives_up_is_asked_again() {
        let pool = Pool::new();
        let Scene {
            mut solver, notes, ..
        } = scene(vec![
            Some(vec![unknown("hard"), Ok(Answer::Unsat)]),
            None,
            Some(vec![Ok(Answer::Sat)]),
        ]);
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
        assert_eq!(solver.name(), "c");
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Unsat));
        assert_eq!(solver.name(), "a");
        assert_eq!(
            texts(&notes),
            ["a: did not decide a query: hard"],
            "a substitute that is not there is no news"
        );
    }

    #[test]
    fn when_all_fail_the_answer_is_unknown_or_the_failure() {
        let pool = Pool::new();
        let mut all = scene(vec![Some(vec![failed("one")]), Some(vec![failed("two")])]).solver;
        for _ in 0..2 {
            let error = all.check(&pool, &[]).unwrap_err();
            assert!(error.to_string().contains("one"), "{error}");
            assert!(all.model(&pool, &[]).is_err());
        }
        let mut some = scene(vec![Some(vec![unknown("hard")]), Some(vec![failed("two")])]).solver;
        assert_eq!(some.check(&pool, &[]), unknown("hard"));
        let mut foreign = scene(vec![Some(vec![failed("one")])]).solver;
        foreign.ours = false;
        assert_eq!(foreign.check(&pool, &[]), unknown("fake failed: one"));
        assert!(scene(Vec::new()).solver.check(&pool, &[]).is_err());
    }

    #[test]
    fn a_stop_is_no_reason_to_ask_the_next() {
        let pool = Pool::new();
        let Scene {
            mut solver, notes, ..
        } = scene(vec![
            Some(vec![unknown("stopped")]),
            Some(vec![Ok(Answer::Sat)]),
        ]);
        let stop = Stop::new();
        solver.set_stop(stop.clone());
        stop.raise(StopReason::Time);
        assert_eq!(solver.check(&pool, &[]), unknown("stopped"));
        assert!(notes.read().is_empty());
    }

    #[test]
    fn little_effort_is_no_reason_to_ask_the_next() {
        let pool = Pool::new();
        let hard = Some(vec![unknown("effort"), unknown("hard")]);
        let Scene { mut solver, .. } = scene(vec![hard, Some(vec![Ok(Answer::Sat)])]);
        solver.set_effort(Some(10));
        assert_eq!(solver.check(&pool, &[]), unknown("effort"));
        solver.set_effort(None);
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
    }
}
