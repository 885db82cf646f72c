//! Reduction of a machine before it is searched (F-SOFT §V): a list of passes, each of which
//! makes the machine smaller and says how an invariant and an execution are taken back.
//!
//! Nothing that is found on the reduced machine is believed: an invariant is taken back and what has to
//! be shown of it is shown on the original, and an execution is followed there. So a pass
//! that is wrong costs an answer and never gives a wrong one.

mod chains;
mod codes;
mod compact;
mod constants;
mod dead;
mod equal;
mod mapping;
mod narrow;
mod slice;

pub use dead::live;
pub use mapping::{Change, Composed, Mapping, Plain, Trail};

use crate::{ControlId, Execution, Invariant, Machine, Sizes, Transfer, VarId};
use cassay_base::Stop;
use cassay_term::{Model, Pool, TermId, symbols_of};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a pass may know beside the machine.
pub struct Around<'a> {
    /// The control states whose reachability matters.
    pub targets: &'a BTreeSet<ControlId>,
    /// Ends a pass early; it leaves the machine as it was then.
    pub stop: &'a Stop,
}

/// A pass over machines.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Runs it; `None` if there was nothing to do.
    run: fn(&mut Machine, &Around) -> Option<Mapping>,
}

/// The passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "constants",
        about: "replaces variables by their values where they have only one; removes steps that cannot happen",
        run: constants::run,
    },
    Pass {
        name: "equal",
        about: "keeps one of the variables that have the same value wherever they are read",
        run: equal::run,
    },
    Pass {
        name: "slice",
        about: "removes what no path to a target goes through or depends on",
        run: slice::run,
    },
    Pass {
        name: "dead",
        about: "gives variables that are not read any more the value zero",
        run: dead::run,
    },
    Pass {
        name: "chains",
        about: "joins steps at control states between which nothing happens",
        run: chains::run,
    },
    Pass {
        name: "codes",
        about: "numbers the values of variables that have few",
        run: codes::run,
    },
    Pass {
        name: "narrow",
        about: "gives variables the width of their range",
        run: narrow::run,
    },
    Pass {
        name: "compact",
        about: "forgets control states, variables and inputs that nothing mentions",
        run: compact::run,
    },
];

/// How often the list is run, while some pass still finds something to do.
const ROUNDS: usize = 3;

/// A reduced machine.
pub struct Reduced {
    /// The machine, with a pool of its own.
    pub machine: Machine,
    /// The way back.
    pub trail: Trail,
    /// The sizes of the original, and after each pass that did something.
    pub sizes: Vec<(&'static str, Sizes)>,
}

/// Reduces a machine for the question which of some control states can be reached. The pool
/// must be empty.
pub fn reduce(
    original: &Machine,
    targets: &BTreeSet<ControlId>,
    passes: &[Pass],
    pool: Pool,
    stop: &Stop,
) -> Reduced {
    let mut machine = original.copied(pool);
    let mut trail = Trail::default();
    let mut sizes = vec![("original", original.sizes())];
    let mut targets = targets.clone();
    for _ in 0..ROUNDS {
        let before = sizes.len();
        for pass in passes {
            let around = Around {
                targets: &targets,
                stop,
            };
            if stop.is_raised() {
                break;
            }
            if let Some(mapping) = (pass.run)(&mut machine, &around) {
                targets = mapping.kept(&targets);
                trail.push(mapping);
                sizes.push((pass.name, machine.sizes()));
            }
        }
        if sizes.len() == before {
            break;
        }
    }
    Reduced {
        machine,
        trail,
        sizes,
    }
}

impl Reduced {
    /// An invariant of the reduced machine as one of the original.
    pub fn invariant(&mut self, original: &mut Machine, invariant: &Invariant) -> Invariant {
        let back = self.trail.invariant(&mut self.machine.pool, invariant);
        let mut transfer = Transfer::new();
        let terms = back.0.into_iter().map(|(control, term)| {
            let copy = transfer.copy(&self.machine.pool, &mut original.pool, term);
            (control, copy)
        });
        Invariant(terms.collect())
    }

    /// An execution of the reduced machine as one of the original.
    pub fn execution(&self, original: &Machine, execution: &Execution) -> Execution {
        let mut back = self.trail.execution(&self.machine.pool, execution);
        let mut names: HashMap<&str, TermId> = HashMap::new();
        let variables = original.variables.iter().map(|variable| variable.symbol);
        for symbol in variables.chain(original.inputs.iter().copied()) {
            names.extend(original.pool.symbol_name(symbol).map(|name| (name, symbol)));
        }
        let translate = |model: &mut Model| {
            let mut translated = Model::new();
            for (symbol, value) in model.iter() {
                let name = self.machine.pool.symbol_name(symbol);
                if let Some(own) = name.and_then(|name| names.get(name)) {
                    translated.set(*own, value.clone());
                }
            }
            *model = translated;
        };
        translate(&mut back.start);
        for step in &mut back.steps {
            translate(&mut step.inputs);
        }
        back
    }
}

/// The control states that each variable is read at, by an edge that leaves there.
fn reads(machine: &Machine) -> BTreeMap<VarId, BTreeSet<ControlId>> {
    let ids = variables_by_symbol(machine);
    let mut reads: BTreeMap<VarId, BTreeSet<ControlId>> = BTreeMap::new();
    for edge in machine.edges.iter() {
        let mut roots = vec![edge.guard];
        roots.extend(edge.updates.iter().map(|(_, value)| *value));
        for symbol in symbols_of(&machine.pool, &roots) {
            if let Some(variable) = ids.get(&symbol) {
                reads.entry(*variable).or_default().insert(edge.from);
            }
        }
    }
    reads
}

fn variables_by_symbol(machine: &Machine) -> BTreeMap<TermId, VarId> {
    let variables = machine.variables.iter_enumerated();
    variables.map(|(id, v)| (v.symbol, id)).collect()
}
