//! Variables that only ever have a few constants as values, such as the state of a state machine, get the
//! number of the constant as their value.
//!
//! Which constants these are is read off the updates: choices between constants, the variable
//! itself and others of the same kind. That the variable has one of them is a fact that is added to an invariant.

use super::mapping::Change;
use super::{Around, Mapping, variables_by_symbol};
use crate::values::bits;
use crate::{Machine, VarId};
use cassay_term::{Op, Pool, Sort, TermId, post_order, substitute};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most constants of one variable.
const MOST: usize = 64;
/// The most terms of the choice in one update.
const LARGEST: usize = 512;

/// A variable that becomes a number.
struct Coded {
    symbol: TermId,
    /// The symbol of the number.
    code: TermId,
    width: u32,
    /// The constants, in the order of their numbers.
    values: Vec<u64>,
}

pub(super) fn run(machine: &mut Machine, _: &Around) -> Option<Mapping> {
    let tables = tables(machine);
    if tables.is_empty() {
        return None;
    }
    let mut coded: BTreeMap<VarId, Coded> = BTreeMap::new();
    for (variable, values) in tables {
        let symbol = machine.variables[variable].symbol;
        let width = bits(values.len() as u64 - 1);
        let name = machine.pool.symbol_name(symbol)?.to_string();
        let code = machine.pool.fresh(&name, Sort::Bv(width));
        let one = Coded {
            symbol,
            code,
            width,
            values,
        };
        coded.insert(variable, one);
    }
    let mut change = Change::none(machine);
    let mut facts = Vec::new();
    for one in coded.values() {
        let (pool, values) = (&mut machine.pool, &one.values);
        let decoded = one.decoded(pool);
        change.starts.push((one.symbol, decoded));
        let encoded = one.encoded(pool);
        change.replaced.push((one.code, encoded));
        let any = values.iter().map(|value| {
            let constant = pool.bv_u64(pool.width(one.symbol), *value);
            pool.eq(one.symbol, constant)
        });
        let any: Vec<TermId> = any.collect();
        facts.push(pool.or_all(any));
    }
    let fact = machine.pool.and_all(facts);
    change.facts = machine.controls.ids().map(|id| (id, fact)).collect();
    apply(machine, &coded);
    Some(Mapping::Change(Box::new(change)))
}

impl Coded {
    /// The value by its number.
    fn decoded(&self, pool: &mut Pool) -> TermId {
        let width = pool.width(self.symbol);
        let mut numbered = self.values.iter().enumerate().rev();
        let last = numbered.next().map_or(0, |(_, value)| *value);
        let last = pool.bv_u64(width, last);
        numbered.fold(last, |otherwise, (number, value)| {
            let number = pool.bv_u64(self.width, number as u64);
            let here = pool.eq(self.code, number);
            let value = pool.bv_u64(width, *value);
            pool.ite(here, value, otherwise)
        })
    }

    /// The number by the value.
    fn encoded(&self, pool: &mut Pool) -> TermId {
        let width = pool.width(self.symbol);
        let last = self.values.len() as u64 - 1;
        let last = pool.bv_u64(self.width, last);
        let numbered = self.values.iter().enumerate().rev().skip(1);
        numbered.fold(last, |otherwise, (number, value)| {
            let value = pool.bv_u64(width, *value);
            let here = pool.eq(self.symbol, value);
            let number = pool.bv_u64(self.width, number as u64);
            pool.ite(here, number, otherwise)
        })
    }

    fn number(&self, value: u64) -> Option<u64> {
        let place = self.values.binary_search(&value).ok()?;
        Some(place as u64)
    }
}

/// The values of each variable that can become a number. Variables that are assigned to each other have the same.
fn tables(machine: &Machine) -> BTreeMap<VarId, Vec<u64>> {
    let ids = variables_by_symbol(machine);
    let mut values: BTreeMap<VarId, BTreeSet<u64>> = start_values(machine, &ids);
    let mut links: BTreeSet<(VarId, VarId)> = BTreeSet::new();
    for edge in machine.edges.iter() {
        for (variable, value) in &edge.updates {
            let Some(all) = values.get_mut(variable) else {
                continue;
            };
            let known = choices(&machine.pool, *value).is_some_and(|choices| {
                leaves(&machine.pool, &choices).into_iter().all(|leaf| {
                    let constant = machine.pool.as_u64(leaf);
                    all.extend(constant);
                    let other = ids.get(&leaf);
                    links.extend(other.map(|other| (*variable, *other)));
                    constant.is_some() || other.is_some()
                })
            });
            if !known || all.len() > MOST {
                values.remove(variable);
            }
        }
    }
    settle(&mut values, &links);
    let all = values.into_iter().filter(|(variable, values)| {
        let width = machine.pool.width(machine.variables[*variable].symbol);
        values.len() > 1 && bits(values.len() as u64 - 1) < width
    });
    all.map(|(variable, values)| (variable, values.into_iter().collect()))
        .collect()
}

/// Gives variables that are linked the same values, and none where one has none.
fn settle(values: &mut BTreeMap<VarId, BTreeSet<u64>>, links: &BTreeSet<(VarId, VarId)>) {
    let mut changed = true;
    while changed {
        changed = false;
        for (a, b) in links {
            let both = match (values.get(a), values.get(b)) {
                (Some(x), Some(y)) if x == y => continue,
                (Some(x), Some(y)) => x.union(y).copied().collect(),
                (None, None) => continue,
                (Some(_), None) | (None, Some(_)) => BTreeSet::new(),
            };
            changed = true;
            if both.is_empty() || both.len() > MOST {
                values.remove(a);
                values.remove(b);
            } else {
                values.insert(*a, both.clone());
                values.insert(*b, both);
            }
        }
    }
}

/// The variables that have one value at the start.
fn start_values(
    machine: &Machine,
    ids: &BTreeMap<TermId, VarId>,
) -> BTreeMap<VarId, BTreeSet<u64>> {
    let pool = &machine.pool;
    let mut values = BTreeMap::new();
    let mut open = vec![machine.start];
    while let Some(term) = open.pop() {
        let args = pool.args(term);
        if *pool.op(term) == Op::And {
            open.extend(args);
        } else if *pool.op(term) == Op::Eq
            && let Sort::Bv(2..=64) = pool.sort(args[0])
            && let (Some(variable), Some(value)) = (ids.get(&args[0]), pool.as_u64(args[1]))
        {
            values.insert(*variable, BTreeSet::from([value]));
        }
    }
    values
}

/// The choices that a term is made of and what they choose from, the parts before the whole.
fn choices(pool: &Pool, root: TermId) -> Option<Vec<TermId>> {
    let mut seen = BTreeSet::from([root]);
    let mut open = vec![root];
    while let Some(term) = open.pop() {
        if *pool.op(term) == Op::Ite {
            for branch in &pool.args(term)[1..] {
                if seen.insert(*branch) {
                    open.push(*branch);
                }
            }
        }
        if seen.len() > LARGEST {
            return None;
        }
    }
    // Arguments are older than the terms that they belong to.
    Some(seen.into_iter().collect())
}

fn leaves(pool: &Pool, choices: &[TermId]) -> Vec<TermId> {
    let leaves = choices.iter().filter(|term| *pool.op(**term) != Op::Ite);
    leaves.copied().collect()
}

fn apply(machine: &mut Machine, coded: &BTreeMap<VarId, Coded>) {
    let map = replacements(machine, coded);
    let by_symbol: BTreeMap<TermId, &Coded> = coded.values().map(|one| (one.symbol, one)).collect();
    let Machine {
        pool,
        edges,
        variables,
        start,
        ..
    } = machine;
    let replace = |pool: &mut Pool, term| substitute(pool, term, map.iter().copied());
    *start = replace(pool, *start);
    for edge in edges.iter_mut() {
        edge.guard = replace(pool, edge.guard);
        for (variable, value) in &mut edge.updates {
            *value = match coded.get(variable) {
                Some(one) => encode(pool, one, &by_symbol, *value, &replace),
                None => replace(pool, *value),
            };
        }
    }
    for (variable, one) in coded {
        variables[*variable].symbol = one.code;
    }
}

/// What stands for the variables: comparisons with a constant are ones of numbers.
fn replacements(machine: &mut Machine, coded: &BTreeMap<VarId, Coded>) -> Vec<(TermId, TermId)> {
    let by_symbol: BTreeMap<TermId, &Coded> = coded.values().map(|one| (one.symbol, one)).collect();
    let mut map = Vec::new();
    let roots = machine.roots();
    let pool = &mut machine.pool;
    for term in post_order(pool, &roots) {
        let args = pool.args(term);
        if *pool.op(term) == Op::Eq
            && let Some(one) = by_symbol.get(&args[0])
            && let Some(value) = pool.as_u64(args[1])
        {
            let same = match one.number(value) {
                Some(number) => {
                    let number = pool.bv_u64(one.width, number);
                    pool.eq(one.code, number)
                }
                None => pool.fls(),
            };
            map.push((term, same));
        }
    }
    for one in coded.values() {
        let decoded = one.decoded(pool);
        map.push((one.symbol, decoded));
    }
    map
}

/// The number of the value that a choice between constants and variables has.
fn encode(
    pool: &mut Pool,
    one: &Coded,
    by_symbol: &BTreeMap<TermId, &Coded>,
    value: TermId,
    replace: &impl Fn(&mut Pool, TermId) -> TermId,
) -> TermId {
    let mut numbers: HashMap<TermId, TermId> = HashMap::new();
    for term in choices(pool, value).unwrap_or_default() {
        let args = pool.args(term).to_vec();
        let number = if *pool.op(term) == Op::Ite {
            let condition = replace(pool, args[0]);
            pool.ite(condition, numbers[&args[1]], numbers[&args[2]])
        } else if let Some(other) = by_symbol.get(&term) {
            // Variables that are assigned to each other have the same numbers.
            other.code
        } else {
            let constant = pool.as_u64(term).and_then(|value| one.number(value));
            pool.bv_u64(one.width, constant.unwrap_or(0))
        };
        numbers.insert(term, number);
    }
    numbers[&value]
}
