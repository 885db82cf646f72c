//! The solver of one control state: its lemmas, and the gates of the edges that leave it.
//!
//! Gates become clauses when a question reaches them. The lemmas of a level are switched by a literal, and
//! the switch of a level implies those of higher ones, so that assuming one switches a whole frame on.

use crate::lift::Lifter;
use crate::relation::{Literal, Relation};
use crate::sat::Sat;
use cassay_base::Stop;
use cassay_solver_cadical::cnf::Cnf;
use cassay_solver_cadical::graph::Lit;

/// A solver with the variables of gates. See the module documentation.
#[derive(Default)]
pub struct Instance {
    sat: Sat,
    cnf: Cnf,
    /// Gates that clauses of lemmas mention.
    support: Vec<Lit>,
    supported: Vec<bool>,
    /// Levels whose switch implies the next.
    chained: usize,
}

/// Something that is assumed, and what it stands for in a core.
pub type Assumption = (Option<Literal>, Lit);

/// The answer to a question.
pub enum Answer {
    /// There is a model, which [`Instance::holds`] tells.
    Model,
    /// There is none, and these literals suffice for that.
    Core(Vec<Literal>),
    /// The stop token was raised.
    Stopped,
}

impl Instance {
    fn literal(&mut self, relation: &Relation, lit: Lit) -> i32 {
        // Making clauses is short work compared to making gates, which looks at the token.
        let never = Stop::new();
        match self
            .cnf
            .literal(&relation.graph, &mut self.sat, &never, lit)
        {
            Ok(literal) => literal,
            Err(_) => unreachable!("nobody raises this token"),
        }
    }

    /// Makes a literal hold for good.
    pub fn assert(&mut self, relation: &Relation, lit: Lit) {
        match lit.as_constant() {
            Some(true) => {}
            Some(false) => {
                self.sat.name(&[]);
            }
            None => {
                let literal = self.literal(relation, lit);
                self.sat.name(&[literal]);
                self.support(lit);
            }
        }
    }

    fn support(&mut self, lit: Lit) {
        if self.supported.len() <= lit.node() {
            self.supported.resize(lit.node() + 1, false);
        }
        if !std::mem::replace(&mut self.supported[lit.node()], true) {
            self.support.push(lit);
        }
    }

    /// Excludes a cube where the switch holds; without one, for good. The number of the clause.
    pub fn exclude(
        &mut self,
        relation: &Relation,
        cube: &[Literal],
        switch: Option<Lit>,
    ) -> Option<u32> {
        let mut clause = Vec::with_capacity(cube.len() + 1);
        if let Some(switch) = switch {
            clause.push(-self.literal(relation, switch));
        }
        for literal in cube {
            let lit = relation.now(*literal);
            clause.push(-self.literal(relation, lit));
            self.support(lit);
        }
        self.sat.name(&clause)
    }

    /// Removes a clause that another makes redundant.
    pub fn remove(&mut self, clause: u32) {
        self.sat.remove(clause);
    }

    /// The switch of a level, which implies those of higher ones.
    pub fn level(&mut self, relation: &mut Relation, level: usize) -> Lit {
        while self.chained <= level {
            let lower = relation.level(self.chained);
            let higher = relation.level(self.chained + 1);
            let clause = [
                -self.literal(relation, lower),
                self.literal(relation, higher),
            ];
            self.sat.name(&clause);
            self.chained += 1;
        }
        relation.level(level)
    }

    /// Whether there is a state before a step with all these literals, outside of a cube.
    pub fn ask(
        &mut self,
        relation: &Relation,
        lifter: &mut Lifter,
        assumed: &[Assumption],
        outside: Option<&[Literal]>,
        stop: &Stop,
    ) -> Answer {
        if let Some((of, _)) = assumed.iter().find(|(_, lit)| *lit == Lit::FALSE) {
            return Answer::Core(of.iter().copied().collect());
        }
        let mut assumptions = Vec::with_capacity(assumed.len() + 1);
        let once = outside.map(|cube| self.once(relation, cube));
        if once.is_some() {
            assumptions.push(self.literal(relation, relation.switch));
        }
        let mut stands: Vec<(i32, Literal)> = Vec::with_capacity(assumed.len());
        for (of, lit) in assumed {
            if lit.as_constant().is_some() {
                continue;
            }
            let literal = self.literal(relation, *lit);
            if !assumptions.contains(&literal) {
                assumptions.push(literal);
                stands.extend(of.map(|of| (literal, of)));
            }
        }
        let domain = self.domain(relation, lifter, assumed, outside);
        match self.sat.solve(&assumptions, once.as_deref(), &domain, stop) {
            None => Answer::Stopped,
            Some(true) => Answer::Model,
            Some(false) => {
                stands.retain(|(literal, _)| self.sat.failed(*literal));
                Answer::Core(stands.iter().map(|(_, of)| *of).collect())
            }
        }
    }

    /// A clause that keeps a question outside of a cube.
    fn once(&mut self, relation: &Relation, cube: &[Literal]) -> Vec<i32> {
        let mut clause = vec![-self.literal(relation, relation.switch)];
        for literal in cube {
            clause.push(-self.literal(relation, relation.now(*literal)));
        }
        clause
    }

    /// The variables that a model must give values to.
    fn domain(
        &mut self,
        relation: &Relation,
        lifter: &mut Lifter,
        assumed: &[Assumption],
        outside: Option<&[Literal]>,
    ) -> Vec<i32> {
        let roots = assumed.iter().map(|(_, lit)| *lit);
        let outside = outside.into_iter().flatten();
        let outside = outside.map(|literal| relation.now(*literal));
        let roots = roots.chain(outside).chain(self.support.iter().copied());
        let cone = lifter.nodes(&relation.graph, roots);
        let nodes = cone
            .iter()
            .filter_map(|node| self.cnf.known(Lit::of(*node)));
        nodes.collect()
    }

    /// The value of an input of the graph in the last model.
    pub fn holds(&self, node: usize) -> bool {
        let known = self.cnf.known(Lit::of(node));
        known
            .and_then(|literal| self.sat.value(literal))
            .unwrap_or(false)
    }

    /// About how many bytes this takes.
    pub fn bytes(&self) -> usize {
        self.sat.bytes()
    }

    /// How many conflicts there have been.
    pub fn conflicts(&self) -> u64 {
        self.sat.conflicts
    }
}
