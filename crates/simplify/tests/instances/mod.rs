//! Instances of rules: every way to give widths to the variables of a rule and values to its
//! integers under which its left side is well-sorted and its conditions on integers hold.

#![allow(dead_code, reason = "each test uses a part")]

use cassay_simplify::bindings::{Bindings, constant};
use cassay_simplify::pattern::{Condition, Int, Kind, Pattern};
use cassay_simplify::{ReadRule, rule_set};
use cassay_term::{Pool, Sort, TermId};

/// Sorts of term variables and values of integer variables, by slot.
#[derive(Clone, Debug)]
pub struct Instance {
    pub sorts: Vec<Sort>,
    pub ints: Vec<i64>,
}

/// What to try.
pub struct Space<'a> {
    pub widths: &'a [u32],
    pub ints: &'a [i64],
    /// Index and element widths of arrays.
    pub arrays: &'a [(u32, u32)],
}

/// All instances of a rule in a space.
pub fn instances(rule: &ReadRule, space: &Space<'_>) -> Vec<Instance> {
    let mut all = Vec::new();
    let mut instance = Instance {
        sorts: Vec::new(),
        ints: Vec::new(),
    };
    choose_sort(rule, space, &mut instance, &mut all);
    all
}

fn choose_sort(rule: &ReadRule, space: &Space<'_>, at: &mut Instance, all: &mut Vec<Instance>) {
    let Some((_, kind)) = rule.names.terms.get(at.sorts.len()) else {
        return choose_int(rule, space, at, all);
    };
    let bits = space.widths.iter().map(|width| Sort::Bv(*width));
    let arrays = space.arrays.iter().map(|(index, element)| Sort::Array {
        index: *index,
        element: *element,
    });
    let sorts: Vec<Sort> = match kind {
        Kind::Bool => vec![Sort::Bool],
        Kind::Bits | Kind::Const => bits.collect(),
        Kind::Array => arrays.collect(),
        Kind::Any => bits.chain(arrays).chain([Sort::Bool]).collect(),
    };
    for sort in sorts {
        at.sorts.push(sort);
        choose_sort(rule, space, at, all);
        at.sorts.pop();
    }
}

fn choose_int(rule: &ReadRule, space: &Space<'_>, at: &mut Instance, all: &mut Vec<Instance>) {
    if at.ints.len() < rule.names.ints.len() {
        for value in space.ints {
            at.ints.push(*value);
            choose_int(rule, space, at, all);
            at.ints.pop();
        }
    } else if sort(&rule.matches, at).is_some()
        && rule
            .when
            .iter()
            .all(|condition| int_condition(condition, at))
    {
        all.push(at.clone());
    }
}

fn int(expression: &Int, at: &Instance) -> Option<i64> {
    Some(match expression {
        Int::Number(number) => *number,
        Int::Var(slot) => at.ints[*slot],
        Int::Width(slot) => i64::from(at.sorts[*slot].bv_width()?),
        Int::Add(a, b) => int(a, at)? + int(b, at)?,
        Int::Sub(a, b) => int(a, at)? - int(b, at)?,
    })
}

/// The sort of a pattern, `None` when it is ill-sorted.
fn sort(pattern: &Pattern, at: &Instance) -> Option<Sort> {
    match pattern {
        Pattern::Var(slot) => Some(at.sorts[*slot]),
        Pattern::Bool(_) => Some(Sort::Bool),
        Pattern::Const(shape, value, width) => {
            constant(*shape, int(value, at)?, int(width, at)?).map(|value| Sort::Bv(value.width()))
        }
        Pattern::Apply(symbol, params, args) => {
            let params = params
                .iter()
                .map(|p| int(p, at))
                .collect::<Option<Vec<i64>>>()?;
            let args = args
                .iter()
                .map(|arg| sort(arg, at))
                .collect::<Option<Vec<Sort>>>()?;
            symbol.op(&params)?.result_sort(&args).ok()
        }
    }
}

fn int_condition(condition: &Condition, at: &Instance) -> bool {
    let both = |a, b| int(a, at).zip(int(b, at));
    match condition {
        Condition::Less(a, b) => both(a, b).is_some_and(|(a, b)| a < b),
        Condition::AtMost(a, b) => both(a, b).is_some_and(|(a, b)| a <= b),
        Condition::Equal(a, b) => both(a, b).is_some_and(|(a, b)| a == b),
        Condition::Holds(pattern) => sort(pattern, at) == Some(Sort::Bool),
    }
}

/// An instance built in a pool that changes nothing.
pub struct Built {
    pub pool: Pool,
    pub symbols: Vec<TermId>,
    pub left: TermId,
    pub right: TermId,
    /// The conditions on constants.
    pub assumptions: Vec<TermId>,
}

/// Builds both sides with a symbol for every variable, constants included: a rule proved for
/// all values of a symbol holds for all constants.
pub fn build(rule: &ReadRule, at: &Instance) -> Built {
    let mut pool = Pool::raw();
    let mut bindings = Bindings::default();
    let mut symbols = Vec::new();
    for (slot, sort) in at.sorts.iter().enumerate() {
        let symbol = pool.symbol(&rule.names.terms[slot].0, *sort);
        symbols.push(symbol);
        bindings.terms[slot] = Some(symbol);
    }
    for (slot, value) in at.ints.iter().enumerate() {
        bindings.ints[slot] = Some(*value);
    }
    let mut side = |pattern: &Pattern| {
        bindings
            .build(&mut pool, pattern)
            .unwrap_or_else(|| panic!("rule {}: {pattern:?} cannot be built at {at:?}", rule.name))
    };
    let (left, right) = (side(&rule.matches), side(&rule.result));
    let assumptions = rule
        .when
        .iter()
        .filter_map(|condition| match condition {
            Condition::Holds(pattern) => Some(side(pattern)),
            Condition::Less(..) | Condition::AtMost(..) | Condition::Equal(..) => None,
        })
        .collect();
    Built {
        pool,
        symbols,
        left,
        right,
        assumptions,
    }
}

/// At most `limit` of the items, evenly spread.
pub fn spread<T: Clone>(items: &[T], limit: usize) -> Vec<T> {
    if items.len() <= limit {
        return items.to_vec();
    }
    (0..limit)
        .map(|i| items[i * items.len() / limit].clone())
        .collect()
}

/// All rules.
pub fn rules() -> &'static [ReadRule] {
    rule_set().rules()
}
