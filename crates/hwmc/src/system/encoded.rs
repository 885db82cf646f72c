//! Machines whose terms have neither floats nor arrays.

use super::{Refusal, go_on};
use cassay_base::{IndexVec, Stop};
use cassay_efsm::{EdgeId, Machine, VarId};
use cassay_encode::{Encoder, Encoding};
use cassay_term::{Sort, TermId, symbols_of};
use rustc_hash::FxHashSet;

/// Whether terms are over variables and inputs, and variables have sorts that latches can have.
pub fn check(machine: &Machine) -> Result<(), Refusal> {
    if machine.edges.iter().any(|edge| edge.to == machine.initial) {
        let what = "an edge to the first control state";
        return Err(Refusal::Unsupported(what.into()));
    }
    let pool = &machine.pool;
    let mut known = FxHashSet::default();
    for variable in machine.variables.iter() {
        known.insert(variable.symbol);
        if !matches!(pool.sort(variable.symbol), Sort::Bool | Sort::Bv(_)) {
            let what = format!("the variable {}, an array,", variable.name);
            return Err(Refusal::Unsupported(what));
        }
    }
    let foreign = |known: &FxHashSet<TermId>, roots: &[TermId], what: &str| {
        let symbols = symbols_of(pool, roots);
        let foreign = symbols.iter().find(|symbol| !known.contains(symbol));
        foreign.map_or(Ok(()), |symbol| {
            let name = pool.symbol_name(*symbol).unwrap_or_default();
            Err(Refusal::Unsupported(format!("{what} over {name}")))
        })
    };
    foreign(&known, &[machine.start], "a start condition")?;
    known.extend(&machine.inputs);
    let mut roots = Vec::new();
    for edge in machine.edges.iter() {
        roots.push(edge.guard);
        roots.extend(edge.updates.iter().map(|(_, value)| *value));
    }
    foreign(&known, &roots, "a step")
}

/// A machine whose terms are encoded.
pub struct Encoded {
    /// Owns all terms, and knows how values are decoded.
    pub encoder: Encoder,
    /// The symbol of each variable.
    pub variables: IndexVec<VarId, TermId>,
    /// The guards, with the conditions of the encoding.
    pub guards: IndexVec<EdgeId, TermId>,
    /// The updates.
    pub updates: IndexVec<EdgeId, Vec<(VarId, TermId)>>,
    /// The condition at the start.
    pub start: TermId,
}

impl Encoded {
    /// A machine, encoded.
    pub fn of(machine: &Machine, stop: &Stop) -> Result<Self, Refusal> {
        let encoding = Encoding {
            lowers: |_| true,
            reads: true,
        };
        let mut encoder = Encoder::new(encoding, cassay_simplify::pool());
        encoder.set_stop(stop.clone());
        let mut variables = IndexVec::new();
        for variable in machine.variables.iter() {
            variables.push(encoder.encode(&machine.pool, variable.symbol)?);
        }
        let start = encoder.encode(&machine.pool, machine.start)?;
        let (mut guards, mut updates) = (IndexVec::new(), IndexVec::new());
        for edge in machine.edges.iter() {
            go_on(stop)?;
            guards.push(encoder.encode(&machine.pool, edge.guard)?);
            let mut values = Vec::with_capacity(edge.updates.len());
            for (variable, value) in &edge.updates {
                values.push((*variable, encoder.encode(&machine.pool, *value)?));
            }
            updates.push(values);
        }
        let conditions = encoder.conditions();
        let pool = encoder.pool_mut();
        let conditions = pool.and_all(conditions);
        for guard in guards.iter_mut() {
            *guard = pool.and(*guard, conditions);
        }
        Ok(Encoded {
            encoder,
            variables,
            guards,
            updates,
            start,
        })
    }
}
