//! Questions about single steps: can a cube be entered by an edge, and from where?

use crate::frames::FOREVER;
use crate::instance::Answer;
use crate::prover::{Halt, Prover};
use crate::relation::{Cube, Literal};
use cassay_efsm::{ControlId, EdgeId};
use cassay_solver_cadical::graph::Lit;

/// A state from which a cube can be entered.
#[derive(Clone, Debug)]
pub struct Before {
    /// The edge.
    pub edge: EdgeId,
    /// Where it starts.
    pub control: ControlId,
    /// States that enter the cube under the same inputs.
    pub cube: Cube,
    /// The bits of one such state that are set.
    pub state: Vec<u32>,
    /// The inputs of the graph that are set.
    pub inputs: Vec<usize>,
}

impl Before {
    /// Whether a bit of the state is set.
    pub fn bit(&self, at: usize) -> bool {
        self.state[at / 32] >> (at % 32) & 1 == 1
    }
}

/// Whether a cube can be entered in one step.
pub enum Entered {
    /// From this state.
    From(Before),
    /// It cannot; nor can what has these of its literals.
    Never(Cube),
}

impl Prover<'_> {
    /// Whether a cube can be entered from states of the frame below `level`, by any edge. With `relative`, from
    /// states outside of the cube. Edges are asked in order, `first` before the others.
    pub(crate) fn enter(
        &mut self,
        control: ControlId,
        cube: &[Literal],
        level: usize,
        relative: bool,
    ) -> Result<Entered, Halt> {
        let mut core = Cube::new();
        for at in 0..self.incoming[control].len() {
            let edge = self.incoming[control][at];
            match self.enter_by(edge, cube, level, relative, true)? {
                Entered::From(before) => {
                    // The edge that refuted the last attempt is asked first by the next.
                    self.incoming[control][..=at].rotate_right(1);
                    return Ok(Entered::From(before));
                }
                Entered::Never(part) => core.extend(part),
            }
        }
        core.sort_unstable();
        core.dedup();
        Ok(Entered::Never(core))
    }

    /// The same by one edge. What led there is worked out only where it is wanted.
    pub(crate) fn enter_by(
        &mut self,
        edge: EdgeId,
        cube: &[Literal],
        level: usize,
        relative: bool,
        wanted: bool,
    ) -> Result<Entered, Halt> {
        let (from, to) = (self.machine.edges[edge].from, self.machine.edges[edge].to);
        let initial = from == self.machine.initial;
        // In no steps, only the initial control state is reached.
        if !initial && (level <= 1 || self.frames.excludes(from, &[], level - 1)) {
            return Ok(Entered::Never(Cube::new()));
        }
        if self.stop.is_raised() {
            return Err(Halt::Stopped);
        }
        let mut assumed = Vec::with_capacity(cube.len() + 3);
        if !initial && level != FOREVER {
            let switch = self.instances[from].level(&mut self.relation, level - 1);
            assumed.push((None, switch));
        }
        assumed.push((None, self.relation.guard(edge)));
        let mut ordered: Vec<Literal> = cube.to_vec();
        ordered.sort_by_key(|literal| std::cmp::Reverse(self.rank(*literal)));
        let mut next = Vec::with_capacity(cube.len());
        for literal in &ordered {
            let lit = self.relation.next(self.machine, edge, *literal)?;
            next.push(lit);
            assumed.push((Some(*literal), lit));
        }
        let conditions = self.relation.conditions.iter();
        assumed.extend(conditions.map(|condition| (None, *condition)));
        self.statistics.queries += 1;
        let outside = (relative && from == to).then_some(cube);
        let instance = &mut self.instances[from];
        let answer = instance.ask(
            &self.relation,
            &mut self.lifter,
            &assumed,
            outside,
            &self.stop,
        );
        match answer {
            Answer::Stopped => Err(Halt::Stopped),
            Answer::Core(core) => Ok(Entered::Never(core)),
            Answer::Model => {
                let roots: Vec<Lit> = assumed.iter().map(|(_, lit)| *lit).collect();
                let skip = usize::from(!initial && level != FOREVER);
                Ok(Entered::From(self.before(edge, &roots[skip..], wanted)))
            }
        }
    }

    /// The state of the last model, and the states that are like it.
    fn before(&mut self, edge: EdgeId, roots: &[Lit], wanted: bool) -> Before {
        let from = self.machine.edges[edge].from;
        let mut before = Before {
            edge,
            control: from,
            cube: Cube::new(),
            state: Vec::new(),
            inputs: Vec::new(),
        };
        if !wanted {
            return before;
        }
        let (relation, instance) = (&self.relation, &self.instances[from]);
        let initial = from == self.machine.initial;
        before.state = vec![0; relation.bits.len().div_ceil(32)];
        for (at, bit) in relation.bits.iter().enumerate() {
            before.state[at / 32] |= u32::from(instance.holds(bit.node())) << (at % 32);
        }
        self.lifter.cone(&relation.graph, roots.iter().copied());
        let inputs = self.lifter.order().iter().copied();
        before.inputs = inputs
            .filter(|node| relation.graph.is_input(*node) && instance.holds(*node))
            .collect();
        if !initial {
            let constants = &self.constants[from];
            let constant = |at: usize| constants.get(at).copied().flatten().is_some();
            let free = |literal: Literal| constant(literal.atom() as usize);
            self.lifter
                .evaluate(relation, |node| instance.holds(node), free);
            before.cube = self.lifter.justify(relation, roots, free);
        }
        before
    }
}
