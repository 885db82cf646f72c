//! Bit-vector variables get the width that their values need wherever they are read.
//!
//! A narrow variable stands for the low bits of the wide one. Where the wide one is read it is the
//! extension of these, which is one of the facts that are added to an invariant.

use super::mapping::Change;
use super::{Around, Mapping, reads};
use crate::values::{Abs, Values, bits};
use crate::{ControlId, Machine, VarId};
use cassay_term::{Pool, Range, Sort, TermId, substitute, symbols_of};
use std::collections::{BTreeMap, BTreeSet};

/// A variable that can be narrower.
struct Narrow {
    symbol: TermId,
    /// The new symbol.
    low: TermId,
    /// The old value by the new symbol.
    wide: TermId,
    width: u32,
}

pub(super) fn run(machine: &mut Machine, around: &Around) -> Option<Mapping> {
    let values = Values::of(machine, around.stop)?;
    let mut reads = reads(machine);
    let in_start = symbols_of(&machine.pool, &[machine.start]);
    for (id, variable) in machine.variables.iter_enumerated() {
        if in_start.contains(&variable.symbol) {
            reads.entry(id).or_default().insert(machine.initial);
        }
    }
    let mut narrow: BTreeMap<VarId, Narrow> = BTreeMap::new();
    for variable in machine.variables.ids() {
        let none = BTreeSet::new();
        let places = reads.get(&variable).unwrap_or(&none);
        if let Some(range) = range(machine, &values, variable, places)
            && let Some(narrower) = narrower(machine, variable, range)
        {
            narrow.insert(variable, narrower);
        }
    }
    if narrow.is_empty() {
        return None;
    }
    let mut change = Change::none(machine);
    change.facts = values.facts(machine);
    change.unreached = values.unreached();
    for one in narrow.values() {
        let low = machine.pool.extract(one.width - 1, 0, one.symbol);
        change.replaced.push((one.low, low));
        change.starts.push((one.symbol, one.wide));
    }
    apply(machine, &narrow);
    Some(Mapping::Change(Box::new(change)))
}

/// The values of a variable wherever it is read.
fn range(
    machine: &Machine,
    values: &Values,
    variable: VarId,
    places: &BTreeSet<ControlId>,
) -> Option<Range> {
    let Sort::Bv(2..=64) = machine.pool.sort(machine.variables[variable].symbol) else {
        return None;
    };
    let mut around: Option<Range> = None;
    for place in places {
        let Some(known) = &values.at[*place] else {
            continue;
        };
        let Some(Abs::Range(range)) = known.get(&variable) else {
            return None;
        };
        around = Some(around.map_or(*range, |other| other.union(*range)));
    }
    around
}

fn narrower(machine: &mut Machine, variable: VarId, range: Range) -> Option<Narrow> {
    let symbol = machine.variables[variable].symbol;
    let plain = bits(range.umax);
    let magnitude = |value: i64| {
        if value < 0 {
            !value as u64
        } else {
            value as u64
        }
    };
    let signed = bits(magnitude(range.smin).max(magnitude(range.smax))) + 1;
    let width = plain.min(signed);
    if width >= range.width {
        return None;
    }
    let pool: &mut Pool = &mut machine.pool;
    let name = pool.symbol_name(symbol)?.to_string();
    let low = pool.fresh(&name, Sort::Bv(width));
    let wide = if plain <= signed {
        pool.zext(low, range.width)
    } else {
        pool.sext(low, range.width)
    };
    Some(Narrow {
        symbol,
        low,
        wide,
        width,
    })
}

fn apply(machine: &mut Machine, narrow: &BTreeMap<VarId, Narrow>) {
    let Machine {
        pool,
        edges,
        variables,
        start,
        ..
    } = machine;
    let map: Vec<(TermId, TermId)> = narrow.values().map(|one| (one.symbol, one.wide)).collect();
    *start = substitute(pool, *start, map.iter().copied());
    for edge in edges.iter_mut() {
        edge.guard = substitute(pool, edge.guard, map.iter().copied());
        for (variable, value) in &mut edge.updates {
            *value = substitute(pool, *value, map.iter().copied());
            if let Some(one) = narrow.get(variable) {
                *value = pool.extract(one.width - 1, 0, *value);
            }
        }
    }
    for (variable, one) in narrow {
        variables[*variable].symbol = one.low;
    }
}
