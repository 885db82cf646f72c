//! A session: terms, the solver, and refuted violations, kept from one bound to the next.
//!
//! Symbolic execution gives the common parts of two bounds the same terms ([`Names`]). So a
//! violation that was refuted at one bound is known to be impossible at the next, and the clauses
//! that the solver learnt about known terms remain useful.
//!
//! Everything kept depends on the constraints of the equations so far and on nothing else. It is
//! valid as long as every equation repeats the constraints of the one before; otherwise the solver
//! and the refuted violations are dropped. The meaning of symbols does not matter.
//!
//! A solver also keeps assertions about terms that no longer occur. It is kept only while it knows
//! most of the current query and not much else ([`KnownTerms::is_worth_keeping`]).

use crate::choice::{Content, Rule};
use crate::job::Job;
use crate::solvers::Solvers;
use cassay_base::Stop;
use cassay_ir::{FuncId, Program};
use cassay_simplify::Choice;
use cassay_solver::{Solver, SolverError};
use cassay_symex::{Bounds, Equation, Interrupted, Names};
use cassay_term::{Pool, TermId, post_order};
use std::collections::{BTreeSet, HashSet};

/// A solver is kept while its assertions are at most this many times the size of the current query.
const MOST_AROUND: usize = 4;

/// A pool with more terms is dropped before the next bound: its memory is worth more than its
/// terms.
const MOST_TERMS: usize = 4_000_000;

/// The terms, the solver and the refuted violations of a run. See the module documentation.
pub struct Session<'a> {
    /// All terms.
    pub pool: Pool,
    names: Names,
    simplification: Choice,
    solvers: &'a Solvers,
    stop: &'a Stop,
    /// The rule by which the solver was chosen, if it was.
    solver_rule: Option<&'static Rule>,
    /// Created when first needed.
    solver: Option<Box<dyn Solver>>,
    /// Constraints that were asserted to the solver.
    asserted: HashSet<TermId>,
    /// Terms that were passed to the solver.
    known: KnownTerms,
    /// Whether there was no query since the last execution.
    turned: bool,
    /// Constraints of the last equation.
    premises: BTreeSet<TermId>,
    /// Terms that are false in every execution, given the premises.
    refuted: HashSet<TermId>,
}

impl<'a> Session<'a> {
    /// A session that knows nothing yet, for the program of a job.
    pub fn new(job: &Job<'a>) -> Self {
        let session = Session::with(job.solvers, job.stop);
        session.simplifying(job.settings.rules())
    }

    /// The session, before anything was done in it, with the chosen rules.
    fn simplifying(mut self, choice: Choice) -> Self {
        self.pool = cassay_simplify::pool_with(choice);
        self.simplification = choice;
        self
    }

    /// A session that knows nothing yet.
    pub fn with(solvers: &'a Solvers, stop: &'a Stop) -> Self {
        Session {
            pool: cassay_simplify::pool(),
            names: Names::default(),
            simplification: Choice::default(),
            solvers,
            stop,
            solver_rule: None,
            solver: None,
            asserted: HashSet::new(),
            known: KnownTerms::default(),
            turned: false,
            premises: BTreeSet::new(),
            refuted: HashSet::new(),
        }
    }

    /// The equation of a program at a bound. A session is for one program and entry.
    pub fn execute(
        &mut self,
        program: &Program,
        entry: FuncId,
        bounds: &Bounds,
    ) -> Result<Equation, Interrupted> {
        if self.pool.len() > MOST_TERMS {
            let choice = self.simplification;
            *self = Session::with(self.solvers, self.stop).simplifying(choice);
        }
        let equation = cassay_symex::execute_again(
            program,
            entry,
            &mut self.pool,
            &mut self.names,
            bounds,
            self.stop,
        )?;
        self.turn_to(&equation);
        Ok(equation)
    }

    /// Drops results that depend on constraints which an equation does not have.
    fn turn_to(&mut self, equation: &Equation) {
        let premises: BTreeSet<TermId> = equation.constraints.iter().copied().collect();
        if !self.premises.is_subset(&premises) {
            self.drop_solver();
            self.refuted.clear();
        }
        self.premises = premises;
        self.turned = true;
    }

    fn drop_solver(&mut self) {
        self.solver = None;
        self.asserted.clear();
        self.known = KnownTerms::default();
    }

    /// A solver for a query about the last equation, with its constraints asserted.
    pub fn solver(
        &mut self,
        equation: &Equation,
        question: TermId,
    ) -> Result<(&Pool, &mut dyn Solver), SolverError> {
        let parts = post_order(&self.pool, &[question]);
        if std::mem::take(&mut self.turned) {
            let rule = self.solvers.rule(|| Content {
                threads: equation.interleaving.is_some(),
                ..Content::of(&self.pool, &parts)
            });
            let same = rule.map(|rule| rule.about) == self.solver_rule.map(|rule| rule.about);
            if !same || !self.known.is_worth_keeping(&parts) {
                self.drop_solver();
            }
            self.solver_rule = rule;
        }
        self.known.add(&parts);
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.solvers.make(self.solver_rule, self.stop)?,
        };
        for constraint in &equation.constraints {
            if self.asserted.insert(*constraint) {
                solver.assert(&self.pool, *constraint)?;
            }
        }
        Ok((&self.pool, &mut **self.solver.insert(solver)))
    }

    /// The solver's own statistics.
    pub fn statistics(&mut self) -> Vec<(String, String)> {
        let solver = self.solver.as_mut();
        solver.map_or_else(Vec::new, |solver| solver.statistics())
    }

    /// Whether a term is known to be false in every execution.
    pub fn is_refuted(&self, term: TermId) -> bool {
        self.refuted.contains(&term)
    }

    /// Records that the solver found each of these terms impossible.
    pub fn refute(&mut self, terms: &[TermId]) {
        let open = terms.iter().filter(|term| !self.pool.is_const(**term));
        self.refuted.extend(open);
    }
}

/// Terms that were passed to a solver.
#[derive(Default)]
struct KnownTerms {
    terms: Vec<bool>,
    count: usize,
}

impl KnownTerms {
    fn knows(&self, term: TermId) -> bool {
        self.terms.get(term.0 as usize).copied().unwrap_or(false)
    }

    /// Whether a solver that knows these terms is better for a query than a new one: at least half
    /// of the query is known, and the other known terms are not much more than the query.
    fn is_worth_keeping(&self, question: &[TermId]) -> bool {
        let known = question.iter().filter(|term| self.knows(**term)).count();
        2 * known >= question.len() && self.count <= MOST_AROUND * question.len()
    }

    fn add(&mut self, question: &[TermId]) {
        let length = question.iter().map(|term| term.0 as usize + 1).max();
        if let Some(length) = length.filter(|length| *length > self.terms.len()) {
            self.terms.resize(length, false);
        }
        for term in question {
            let known = std::mem::replace(&mut self.terms[term.0 as usize], true);
            self.count += usize::from(!known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::{Found, Queries};
    use cassay_symex::ObligationKind;

    /// A claim that no pass violates, and that only a solver sees.
    const SAFE: &str = "
fn main() -> i32 {
bb0:
  goto bb1
bb1:
  %0: i32 = havoc \"x\"
  %1: i32 = mul(%0, %0)
  assert ne(urem(%1, 4), 3) [assertion] \"no square\"
  if eq(%0, 7) goto bb2 else bb1
bb2:
  return 0
}
";

    fn program() -> (Program, FuncId) {
        let program = cassay_ir::text::parse(SAFE).expect("a program");
        let entry = program.find_function("main").expect("a function main");
        (program, entry)
    }

    fn solvers() -> Solvers {
        Solvers::new(&crate::Settings::default()).expect("the default is there")
    }

    fn bounds(unwind: u32) -> Bounds {
        Bounds {
            unwind,
            ..Bounds::default()
        }
    }

    /// The violations of the claims, after asking about them.
    fn ask(session: &mut Session<'_>, equation: &Equation) -> Vec<TermId> {
        let mut queries = Queries::new(session, equation);
        let claims = equation.obligations.iter();
        let violations: Vec<TermId> = claims
            .filter(|obligation| matches!(obligation.kind, ObligationKind::Claim { .. }))
            .map(|obligation| queries.violation(obligation, false))
            .collect();
        assert!(matches!(queries.any(&violations), Ok(Found::None)));
        violations
    }

    #[test]
    fn only_new_violations_are_asked_about() {
        let (program, entry) = program();
        let (solvers, stop) = (solvers(), Stop::new());
        let mut session = Session::with(&solvers, &stop);
        for bound in 2..5 {
            let equation = session.execute(&program, entry, &bounds(bound)).ok();
            let equation = equation.expect("nobody stops it");
            let known = session.refuted.len();
            let violations = ask(&mut session, &equation);
            assert_eq!(violations.len(), bound as usize);
            let expected = if bound == 2 { 2 } else { 1 };
            assert_eq!(session.refuted.len(), known + expected, "at bound {bound}");
            // All of it is known now.
            let checks = solvers.calls();
            ask(&mut session, &equation);
            assert_eq!(solvers.calls(), checks);
        }
        assert_eq!(solvers.calls(), 3);
    }

    #[test]
    fn nothing_is_kept_that_rests_on_a_constraint_that_is_gone() {
        let (program, entry) = program();
        let (solvers, stop) = (solvers(), Stop::new());
        let mut session = Session::with(&solvers, &stop);
        let mut equation = match session.execute(&program, entry, &bounds(2)) {
            Ok(equation) => equation,
            Err(_) => panic!("nobody stops it"),
        };
        let x = session.pool.fresh("x", cassay_term::Sort::Bool);
        equation.constraints.push(x);
        session.turn_to(&equation);
        let violations = ask(&mut session, &equation);
        assert!(
            violations
                .iter()
                .all(|violation| session.is_refuted(*violation))
        );
        // One more constraint takes nothing back.
        let y = session.pool.fresh("y", cassay_term::Sort::Bool);
        equation.constraints.push(y);
        session.turn_to(&equation);
        assert!(session.solver.is_some() && session.is_refuted(violations[0]));
        equation.constraints.remove(0);
        session.turn_to(&equation);
        assert!(session.solver.is_none() && !session.is_refuted(violations[0]));
        // What is asserted to the new solver is what the equation says.
        ask(&mut session, &equation);
        assert!(session.asserted.contains(&y) && !session.asserted.contains(&x));
    }

    #[test]
    fn a_solver_is_kept_while_it_knows_most_of_the_question() {
        let terms: Vec<TermId> = (0..100).map(TermId).collect();
        let mut known = KnownTerms::default();
        assert!(!known.is_worth_keeping(&terms[..10]), "nothing is known");
        known.add(&terms[..40]);
        known.add(&terms[20..40]);
        assert_eq!(known.count, 40);
        assert!(known.is_worth_keeping(&terms[..80]), "half is known");
        assert!(
            !known.is_worth_keeping(&terms[..81]),
            "less than half is known"
        );
        assert!(known.is_worth_keeping(&terms[..10]));
        assert!(
            !known.is_worth_keeping(&terms[..9]),
            "it knows too much else"
        );
    }
}
