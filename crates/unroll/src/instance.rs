//! Terms of a machine at one depth: symbols of variables are replaced by what the variables are then, and inputs by
//! symbols of this depth.

use cassay_efsm::Machine;
use cassay_term::{Op, Pool, TermId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Replaces symbols, each term once.
pub(crate) struct Instance {
    done: HashMap<TermId, TermId>,
    inputs: BTreeSet<TermId>,
    /// The inputs that were met, with their symbols at this depth.
    pub(crate) renamed: BTreeMap<TermId, TermId>,
}

impl Instance {
    /// With these values of variables, in their order.
    pub(crate) fn new(machine: &Machine, values: &[TermId]) -> Instance {
        let symbols = machine.variables.iter().map(|variable| variable.symbol);
        Instance {
            done: symbols.zip(values.iter().copied()).collect(),
            inputs: machine.inputs.iter().copied().collect(),
            renamed: BTreeMap::new(),
        }
    }

    /// The term at this depth.
    pub(crate) fn of(&mut self, pool: &mut Pool, root: TermId) -> TermId {
        let mut open = vec![root];
        while let Some(term) = open.last().copied() {
            if self.done.contains_key(&term) {
                open.pop();
                continue;
            }
            let waiting = open.len();
            let args = pool.args(term).to_vec();
            open.extend(args.iter().filter(|arg| !self.done.contains_key(arg)));
            if open.len() == waiting {
                open.pop();
                let new = self.one(pool, term, &args);
                self.done.insert(term, new);
            }
        }
        self.done[&root]
    }

    fn one(&mut self, pool: &mut Pool, term: TermId, args: &[TermId]) -> TermId {
        if self.inputs.contains(&term) {
            let name = pool.symbol_name(term).unwrap_or("input").to_string();
            let symbol = pool.fresh(&name, pool.sort(term));
            self.renamed.insert(term, symbol);
            return symbol;
        }
        let new: Vec<TermId> = args.iter().map(|arg| self.done[arg]).collect();
        if new == args {
            return term;
        }
        let op: Op = *pool.op(term);
        pool.make(op, &new)
    }
}
