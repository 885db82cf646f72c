//! A small SAT solver for very many very small questions.
//!
//! Conflict-driven clause learning with three things that property-directed reachability needs and general
//! solvers do not have: decisions are made only in a domain that the caller names, so that a question costs
//! what its part of the circuit costs and not what the whole of it does; a clause can belong to one
//! question alone; and clauses can be removed. Nothing is done between questions.
//!
//! A domain must be closed: a model of what lies in it can be extended to all variables. The caller sees to
//! that by naming everything below the gates it asks about and everything that clauses of its own mention.
//!
//! No answer of this solver is believed: executions are followed, invariants checked by another solver.

mod analyze;
mod arena;
mod forget;
mod heap;

use arena::{Arena, Reference};
use cassay_base::Stop;
use cassay_solver_cadical::cnf::Clauses;
use heap::Heap;

/// A literal: twice the variable, one more if negated.
pub(crate) type Literal = u32;

/// The literal of a number as [`Clauses`] has it.
fn of(number: i32) -> Literal {
    number.unsigned_abs() << 1 | u32::from(number < 0)
}

fn variable(literal: Literal) -> usize {
    (literal >> 1) as usize
}

/// No clause.
const NONE: Reference = Reference::MAX;
/// Conflicts before the first restart.
const RESTART: u64 = 60;
/// Learnt clauses that are kept at first.
const LEARNT: usize = 3000;
/// Conflicts between two looks at the stop token.
const PACE: u64 = 16;

#[derive(Clone, Copy)]
struct Watch {
    clause: Reference,
    /// Another literal of the clause: while it holds, the clause need not be looked at.
    blocker: Literal,
}

/// What is known of a variable while searching.
#[derive(Clone, Copy)]
struct Assigned {
    level: u32,
    reason: Reference,
}

/// A solver. See the module documentation.
pub struct Sat {
    arena: Arena,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// For each literal: 1 if it holds, -1 if it does not, 0 if unknown.
    values: Vec<i8>,
    assigned: Vec<Assigned>,
    trail: Vec<Literal>,
    levels: Vec<usize>,
    head: usize,
    activity: Vec<f64>,
    step: f64,
    phase: Vec<bool>,
    heap: Heap,
    /// The question in which each variable was last in the domain.
    domain: Vec<u32>,
    question: u32,
    assumptions: Vec<Literal>,
    /// After a refutation, assumptions that took part in it.
    core: Vec<Literal>,
    /// Clauses that can be removed by their number, and numbers that are free.
    named: Vec<Reference>,
    free: Vec<u32>,
    /// The clause of the present question, and how much was learnt before it.
    once: Option<Reference>,
    first_learnt: usize,
    learnt: Vec<Reference>,
    most_learnt: usize,
    seen: Vec<bool>,
    /// Whether no clauses contradict each other without assumptions.
    consistent: bool,
    /// Conflicts since the solver was made.
    pub conflicts: u64,
    scratch: Vec<Literal>,
}

impl Default for Sat {
    fn default() -> Self {
        Sat {
            arena: Arena::default(),
            watches: Vec::new(),
            values: Vec::new(),
            assigned: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            activity: Vec::new(),
            step: 1.0,
            phase: Vec::new(),
            heap: Heap::default(),
            domain: Vec::new(),
            question: 0,
            assumptions: Vec::new(),
            core: Vec::new(),
            named: Vec::new(),
            free: Vec::new(),
            once: None,
            first_learnt: 0,
            learnt: Vec::new(),
            most_learnt: LEARNT,
            seen: Vec::new(),
            consistent: true,
            conflicts: 0,
            scratch: Vec::new(),
        }
    }
}

impl Clauses for Sat {
    fn clause(&mut self, literals: &[i32]) {
        self.add(literals);
    }
}

impl Sat {
    /// Adds a clause that can be removed; its number, if it is longer than one literal.
    pub fn name(&mut self, literals: &[i32]) -> Option<u32> {
        let clause = self.add(literals)?;
        if let Some(number) = self.free.pop() {
            self.named[number as usize] = clause;
            return Some(number);
        }
        self.named.push(clause);
        Some(self.named.len() as u32 - 1)
    }

    /// Removes a clause by its number. What has been learnt from it stays: the caller removes only what
    /// another clause makes redundant, or what is switched by a literal.
    pub fn remove(&mut self, number: u32) {
        self.backtrack(0);
        let clause = std::mem::replace(&mut self.named[number as usize], NONE);
        if clause != NONE {
            self.arena.remove(clause);
            self.free.push(number);
            self.collect();
        }
    }

    fn add(&mut self, literals: &[i32]) -> Option<Reference> {
        self.backtrack(0);
        let mut clause = std::mem::take(&mut self.scratch);
        clause.clear();
        clause.extend(literals.iter().map(|number| of(*number)));
        if let Some(most) = clause.iter().copied().max() {
            self.grow(variable(most));
        }
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1]);
        let holds = clause
            .iter()
            .any(|literal| self.values[*literal as usize] > 0);
        let mut added = None;
        if !tautology && !holds {
            clause.retain(|literal| self.values[*literal as usize] == 0);
            match clause.as_slice() {
                [] => self.consistent = false,
                [unit] => {
                    self.assign(*unit, NONE);
                    self.consistent &= self.propagate().is_none();
                }
                _ => added = Some(self.attach(&clause, false, 0)),
            }
        }
        self.scratch = clause;
        added
    }

    /// Searches for a model in a domain under assumptions; `None` if stopped. The clause `once` holds for this
    /// question; its first literal must be the negation of an assumption that nothing else mentions.
    pub fn solve(
        &mut self,
        assumptions: &[i32],
        once: Option<&[i32]>,
        domain: &[i32],
        stop: &Stop,
    ) -> Option<bool> {
        self.begin(assumptions, domain);
        self.once = once.and_then(|clause| self.add(clause));
        self.first_learnt = self.learnt.len();
        let answer = if self.consistent {
            self.search(stop)
        } else {
            Some(false)
        };
        if let Some(first) = once.and_then(|clause| clause.first()) {
            self.forget(of(*first));
        }
        answer
    }

    fn begin(&mut self, assumptions: &[i32], domain: &[i32]) {
        self.backtrack(0);
        self.core.clear();
        self.question += 1;
        self.heap.clear();
        let mut most = 0;
        for number in domain.iter().chain(assumptions) {
            most = most.max(number.unsigned_abs() as usize);
        }
        self.grow(most);
        for number in domain.iter().chain(assumptions) {
            self.domain[number.unsigned_abs() as usize] = self.question;
        }
        self.assumptions.clear();
        self.assumptions
            .extend(assumptions.iter().map(|number| of(*number)));
        // The heap is filled when the first decision is made; many questions need none.
        self.heap.offer(domain);
        if self.learnt.len() > self.most_learnt {
            self.reduce();
        }
    }

    /// The value of a literal in the model that the last question found, if it was in its domain.
    pub fn value(&self, number: i32) -> Option<bool> {
        match self.values.get(of(number) as usize) {
            None | Some(0) => None,
            Some(value) => Some(*value > 0),
        }
    }

    /// Whether an assumption took part in the refutation that the last question found.
    pub fn failed(&self, number: i32) -> bool {
        self.core.contains(&of(number))
    }

    /// About how many bytes this solver takes.
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + 64 * self.assigned.len()
    }

    fn grow(&mut self, most: usize) {
        if most < self.assigned.len() {
            return;
        }
        let unknown = Assigned {
            level: 0,
            reason: NONE,
        };
        self.assigned.resize(most + 1, unknown);
        self.values.resize(2 * most + 2, 0);
        self.watches.resize_with(2 * most + 2, Vec::new);
        self.activity.resize(most + 1, 0.0);
        self.phase.resize(most + 1, false);
        self.domain.resize(most + 1, 0);
        self.seen.resize(most + 1, false);
        self.heap.grow(most + 1);
    }

    fn attach(&mut self, clause: &[Literal], learnt: bool, glue: u32) -> Reference {
        let reference = self.arena.add(clause, learnt, glue);
        for (watched, blocker) in [(clause[0], clause[1]), (clause[1], clause[0])] {
            self.watches[watched as usize].push(Watch {
                clause: reference,
                blocker,
            });
        }
        if learnt {
            self.learnt.push(reference);
        }
        reference
    }

    fn assign(&mut self, literal: Literal, reason: Reference) {
        self.values[literal as usize] = 1;
        self.values[(literal ^ 1) as usize] = -1;
        let level = self.levels.len() as u32;
        let reason = if level == 0 { NONE } else { reason };
        self.assigned[variable(literal)] = Assigned { level, reason };
        self.trail.push(literal);
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&start) = self.levels.get(level) else {
            return;
        };
        for at in start..self.trail.len() {
            let literal = self.trail[at];
            self.values[literal as usize] = 0;
            self.values[(literal ^ 1) as usize] = 0;
            let variable = variable(literal);
            self.phase[variable] = literal & 1 == 0;
            if self.domain[variable] == self.question {
                self.heap.insert(variable, &self.activity);
            }
        }
        self.trail.truncate(start);
        self.levels.truncate(level);
        self.head = start;
    }

    /// Draws conclusions; the clause that they contradict, if any.
    fn propagate(&mut self) -> Option<Reference> {
        while let Some(&literal) = self.trail.get(self.head) {
            self.head += 1;
            let lost = literal ^ 1;
            let mut watches = std::mem::take(&mut self.watches[lost as usize]);
            let conflict = self.visit(lost, &mut watches);
            self.watches[lost as usize] = watches;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Looks at the clauses of a literal that has become false.
    fn visit(&mut self, lost: Literal, watches: &mut Vec<Watch>) -> Option<Reference> {
        let (mut kept, mut at) = (0, 0);
        let mut conflict = None;
        'clauses: while at < watches.len() {
            let watch = watches[at];
            at += 1;
            if self.values[watch.blocker as usize] > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let Some(clause) = self.arena.literals_mut(watch.clause) else {
                continue;
            };
            if clause[0] == lost {
                clause.swap(0, 1);
            }
            let first = clause[0];
            let again = Watch {
                clause: watch.clause,
                blocker: first,
            };
            if self.values[first as usize] > 0 {
                watches[kept] = again;
                kept += 1;
                continue;
            }
            for place in 2..clause.len() {
                let other = clause[place];
                if self.values[other as usize] >= 0 {
                    clause.swap(1, place);
                    self.watches[other as usize].push(again);
                    continue 'clauses;
                }
            }
            watches[kept] = again;
            kept += 1;
            if self.values[first as usize] < 0 {
                conflict = Some(watch.clause);
                break;
            }
            self.assign(first, watch.clause);
        }
        watches.copy_within(at.., kept);
        let left = watches.len() - at;
        watches.truncate(kept + left);
        conflict
    }

    fn search(&mut self, stop: &Stop) -> Option<bool> {
        let (mut round, mut left) = (1, RESTART);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.levels.is_empty() {
                    self.consistent = false;
                    return Some(false);
                }
                self.conflicts += 1;
                left = left.saturating_sub(1);
                self.learn(conflict);
                if self.conflicts.is_multiple_of(PACE) && stop.is_raised() {
                    return None;
                }
                continue;
            }
            if left == 0 {
                round += 1;
                left = RESTART * luby(round);
                self.backtrack(self.assumptions.len().min(self.levels.len()));
                if self.learnt.len() > self.most_learnt {
                    self.backtrack(0);
                    self.reduce();
                }
            }
            match self.next() {
                Next::Decide(literal) => {
                    self.levels.push(self.trail.len());
                    if self.values[literal as usize] == 0 {
                        self.assign(literal, NONE);
                    }
                }
                Next::Model => return Some(true),
                Next::Refuted => return Some(false),
            }
        }
    }

    /// What to do when nothing follows any more.
    fn next(&mut self) -> Next {
        while let Some(&literal) = self.assumptions.get(self.levels.len()) {
            if self.values[literal as usize] < 0 {
                self.refuted(literal);
                return Next::Refuted;
            }
            if self.values[literal as usize] == 0 {
                return Next::Decide(literal);
            }
            self.levels.push(self.trail.len());
        }
        while let Some(variable) = self.heap.pop(&self.activity) {
            let literal = (variable as u32) << 1;
            if self.values[literal as usize] == 0 {
                return Next::Decide(literal | u32::from(!self.phase[variable]));
            }
        }
        Next::Model
    }
}

enum Next {
    Decide(Literal),
    Model,
    Refuted,
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 …
fn luby(mut round: u64) -> u64 {
    loop {
        let bits = u64::BITS - round.leading_zeros();
        if round + 1 == 1 << bits {
            return 1 << (bits - 1);
        }
        round -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests;
