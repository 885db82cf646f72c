//! Decides conjectures, claims and bounds of the program of an inductive step, with one solver.
//!
//! Every conjecture has a guard. A round fixes the guards of the live conjectures to true and all
//! others to false, and asks for an execution that violates a live one; the conjectures that the
//! model violates are dropped. When there is no model, the remaining ones are inductive (Flanagan
//! and Leino, Houdini, 2001).
//!
//! A claim of the program ends the executions that violate it, so conjectures are checked on
//! executions that have violated no claim before.

use crate::outcome::EngineError;
use cassay_base::Stop;
use cassay_ir::{ClaimId, InputSource};
use cassay_solver::{Answer, Solver};
use cassay_symex::{Equation, InputKind, Obligation};
use cassay_term::{
    Evaluator, Model, Op, Pool, Sort, TermId, Value, post_order, substitute, symbols_of,
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The answer to "can any of these terms hold?".
pub enum Reply {
    /// None can.
    No,
    /// Under this model.
    Yes(Model),
    /// The solver gave up.
    Unknown,
}

/// The solver's work limit for conjectures, for all together and for each alone.
const TOGETHER: u64 = 5_000;
const ALONE: u64 = 2_000;
/// The same for claims of the program, if cheaper attempts fail.
const HARD: u64 = 100_000;
/// The same for one case, and the most cases that are tried.
const CASE: u64 = 1_000;
const CASES: usize = 48;

/// An equation with the solver that decides it.
pub struct Houdini<'a> {
    pool: &'a mut Pool,
    equation: &'a Equation,
    solver: Box<dyn Solver>,
    stop: Stop,
    /// The guard of each conjecture.
    guards: BTreeMap<usize, TermId>,
    /// The live conjectures: those that are not refuted yet.
    pub alive: BTreeSet<usize>,
    /// For each place where a conjecture is claimed, the term that says that it is violated.
    conjectures: Vec<(usize, TermId)>,
    /// The terms that the solver has been given, and the symbols among them.
    known: HashSet<TermId>,
    symbols: Vec<TermId>,
}

impl<'a> Houdini<'a> {
    /// For the obligations of an equation, given which claims are conjectures; all are live. The
    /// solver is new.
    pub fn new(
        pool: &'a mut Pool,
        equation: &'a Equation,
        claims: &BTreeMap<ClaimId, usize>,
        mut solver: Box<dyn Solver>,
        stop: &Stop,
    ) -> Result<Self, EngineError> {
        for constraint in &equation.constraints {
            solver.assert(pool, *constraint)?;
        }
        let mut guards = BTreeMap::new();
        for input in &equation.inputs {
            if let InputKind::Value {
                term,
                source: InputSource::Guard(number),
                ..
            } = &input.kind
            {
                guards.insert(*number, *term);
            }
        }
        let mut conjectures = Vec::new();
        let mut held = pool.tru();
        for obligation in &equation.obligations {
            match conjecture(obligation, claims) {
                Some(number) => {
                    let not = pool.not(obligation.cond);
                    let here = pool.and(obligation.guard, not);
                    let before = pool.and(obligation.assumptions, held);
                    let violation = pool.and(before, here);
                    if pool.as_bool(violation) != Some(false) {
                        conjectures.push((number, violation));
                    }
                }
                None if is_claim(obligation) => {
                    let fact = pool.implies(obligation.guard, obligation.cond);
                    held = pool.and(held, fact);
                }
                None => {}
            }
        }
        let alive = guards.keys().copied().collect();
        Ok(Houdini {
            pool,
            equation,
            solver,
            stop: stop.clone(),
            guards,
            alive,
            conjectures,
            known: HashSet::new(),
            symbols: Vec::new(),
        })
    }

    /// Drops conjectures until the remaining ones are inductive; false when the solver was stopped.
    pub fn settle(&mut self) -> Result<bool, EngineError> {
        // All together, as long as that is easy.
        self.solver.set_effort(Some(TOGETHER));
        loop {
            let asked = self.living();
            match self.refute(&asked)? {
                Reply::No => return Ok(true),
                Reply::Yes(_) => {}
                Reply::Unknown if self.stop.is_raised() => return Ok(false),
                Reply::Unknown => break,
            }
        }
        // One by one; a conjecture that is hard to decide is dropped, too.
        self.solver.set_effort(Some(ALONE));
        let mut changed = true;
        while changed {
            changed = false;
            for number in self.alive.clone().into_iter().rev() {
                while self.alive.contains(&number) {
                    let mut asked = self.living();
                    asked.retain(|(other, _)| *other == number);
                    match self.refute(&asked)? {
                        Reply::No => break,
                        Reply::Yes(_) => {}
                        Reply::Unknown if self.stop.is_raised() => return Ok(false),
                        Reply::Unknown => {
                            self.alive.remove(&number);
                        }
                    }
                    changed = true;
                }
            }
        }
        Ok(true)
    }

    /// The violations of live conjectures.
    fn living(&self) -> Vec<(usize, TermId)> {
        let all = self.conjectures.iter();
        all.filter(|(number, _)| self.alive.contains(number))
            .copied()
            .collect()
    }

    /// Asks whether any of these violations is possible; drops the conjectures that the model
    /// violates.
    fn refute(&mut self, asked: &[(usize, TermId)]) -> Result<Reply, EngineError> {
        let violations: Vec<TermId> = asked.iter().map(|(_, term)| *term).collect();
        let mut numbers: Vec<usize> = asked.iter().map(|(number, _)| *number).collect();
        numbers.dedup();
        let mut reply = self.ask(&violations)?;
        if let (Reply::Unknown, [_]) = (&reply, numbers.as_slice()) {
            reply = self.ask_by_cases(&violations)?;
            self.solver.set_effort(Some(ALONE));
        }
        if let Reply::Yes(model) = &reply {
            let before = self.alive.len();
            let mut evaluator = Evaluator::new(self.pool, model);
            for (number, violation) in &self.conjectures {
                if self.alive.contains(number) && evaluator.bool_value(*violation) {
                    self.alive.remove(number);
                }
            }
            if self.alive.len() == before {
                let what = "the model violates none of the conjectures";
                return Err(EngineError::Internal(what.to_string()));
            }
        }
        Ok(reply)
    }

    /// Whether any of these terms can hold: first with a low work limit, then case by case, then
    /// with a high one.
    pub fn ask_hard(&mut self, terms: &[TermId]) -> Result<Reply, EngineError> {
        self.solver.set_effort(Some(TOGETHER));
        for last in [false, true] {
            let reply = self.ask(terms)?;
            match reply {
                Reply::Unknown if !last && !self.stop.is_raised() => {}
                Reply::No | Reply::Yes(_) | Reply::Unknown => return Ok(reply),
            }
            match self.ask_by_cases(terms)? {
                Reply::Unknown => self.solver.set_effort(Some(HARD)),
                reply => return Ok(reply),
            }
        }
        Ok(Reply::Unknown)
    }

    /// The term that says that an obligation is violated; with `after_claims`, and that no claim
    /// was violated before.
    pub fn violation(&mut self, obligation: &Obligation, after_claims: bool) -> TermId {
        let before = if after_claims {
            obligation.assumptions_and_claims
        } else {
            obligation.assumptions
        };
        let not = self.pool.not(obligation.cond);
        let here = self.pool.and(obligation.guard, not);
        self.pool.and(before, here)
    }

    /// Whether any of these terms can hold, given the live conjectures.
    fn ask(&mut self, terms: &[TermId]) -> Result<Reply, EngineError> {
        let one_of = self.pool.or_all(terms.iter().copied());
        if self.pool.as_bool(one_of) == Some(false) {
            return Ok(Reply::No);
        }
        let mut assumptions = vec![one_of];
        for (number, guard) in &self.guards {
            let fixed = if self.alive.contains(number) {
                *guard
            } else {
                self.pool.not(*guard)
            };
            assumptions.push(fixed);
        }
        Ok(match self.solver.check(self.pool, &assumptions)? {
            Answer::Unsat => Reply::No,
            Answer::Unknown(_) => Reply::Unknown,
            Answer::Sat => {
                assumptions.extend(&self.equation.constraints);
                self.note_symbols(&assumptions);
                Reply::Yes(self.solver.model(self.pool, &self.symbols)?)
            }
        })
    }

    /// Adds the symbols of terms that the solver was given. Most were given before.
    fn note_symbols(&mut self, terms: &[TermId]) {
        let mut pending: Vec<TermId> = terms.to_vec();
        while let Some(term) = pending.pop() {
            if self.known.insert(term) {
                if let Op::Symbol(_) = self.pool.op(term) {
                    self.symbols.push(term);
                }
                pending.extend(self.pool.args(term));
            }
        }
        self.symbols.sort_unstable();
    }

    /// The same by case distinction: a case fixes conditions that values depend on, which often
    /// leaves little to decide.
    fn ask_by_cases(&mut self, terms: &[TermId]) -> Result<Reply, EngineError> {
        let constants = [self.pool.fls(), self.pool.tru()];
        let guards = self.guards.iter();
        let fixed: Vec<(TermId, TermId)> = guards
            .map(|(number, guard)| (*guard, constants[usize::from(self.alive.contains(number))]))
            .collect();
        let one_of = self.pool.or_all(terms.iter().copied());
        let one_of = substitute(self.pool, one_of, fixed);
        self.solver.set_effort(Some(CASE));
        let mut pending = vec![(one_of, self.pool.tru())];
        let mut asked = 0;
        while let Some((term, case)) = pending.pop() {
            let whole = self.pool.and(case, term);
            if self.pool.as_bool(whole) == Some(false) {
                continue;
            }
            asked += 1;
            if asked > CASES {
                return Ok(Reply::Unknown);
            }
            match self.solver.check(self.pool, &[whole])? {
                Answer::Unsat => {}
                Answer::Sat => {
                    let mut roots = self.equation.constraints.clone();
                    roots.push(whole);
                    let symbols = symbols_of(self.pool, &roots);
                    let mut model = self.solver.model(self.pool, &symbols)?;
                    for (number, guard) in &self.guards {
                        model.set(*guard, Value::Bool(self.alive.contains(number)));
                    }
                    return Ok(Reply::Yes(model));
                }
                Answer::Unknown(_) => {
                    if self.stop.is_raised() {
                        return Ok(Reply::Unknown);
                    }
                    let Some(cond) = condition(self.pool, term) else {
                        return Ok(Reply::Unknown);
                    };
                    for holds in [false, true] {
                        let value = constants[usize::from(holds)];
                        let term = substitute(self.pool, term, [(cond, value)]);
                        let here = if holds { cond } else { self.pool.not(cond) };
                        let case = self.pool.and(case, here);
                        pending.push((term, case));
                    }
                }
            }
        }
        Ok(Reply::No)
    }

    /// Those of the terms that can hold, by number, with at most `rounds` queries; `None` when the
    /// solver gave up.
    pub fn possible(
        &mut self,
        terms: &[TermId],
        rounds: usize,
    ) -> Result<Option<BTreeSet<usize>>, EngineError> {
        let mut found = BTreeSet::new();
        for _ in 0..rounds {
            let left: Vec<usize> = (0..terms.len()).filter(|i| !found.contains(i)).collect();
            let asked: Vec<TermId> = left.iter().map(|index| terms[*index]).collect();
            match self.ask_hard(&asked)? {
                Reply::No => break,
                Reply::Unknown => return Ok(None),
                Reply::Yes(model) => {
                    let mut evaluator = Evaluator::new(self.pool, &model);
                    let before = found.len();
                    found.extend(left.iter().filter(|i| evaluator.bool_value(terms[**i])));
                    if found.len() == before {
                        let what = "the model violates none of the obligations";
                        return Err(EngineError::Internal(what.to_string()));
                    }
                }
            }
        }
        Ok(Some(found))
    }
}

/// The condition that most values in a term depend on.
fn condition(pool: &Pool, term: TermId) -> Option<TermId> {
    let mut uses: BTreeMap<TermId, usize> = BTreeMap::new();
    for part in post_order(pool, &[term]) {
        if let (Op::Ite, Sort::Bv(_)) = (pool.op(part), pool.sort(part)) {
            *uses.entry(pool.args(part)[0]).or_default() += 1;
        }
    }
    let most = uses
        .into_iter()
        .max_by_key(|(cond, uses)| (*uses, std::cmp::Reverse(*cond)));
    most.map(|(cond, _)| cond)
}

/// The conjecture that an obligation represents.
pub fn conjecture(
    obligation: &Obligation,
    conjectures: &BTreeMap<ClaimId, usize>,
) -> Option<usize> {
    conjectures.get(&obligation.claim()?).copied()
}

/// Whether an obligation is a claim of the program or of a conjecture.
pub fn is_claim(obligation: &Obligation) -> bool {
    obligation.claim().is_some()
}
