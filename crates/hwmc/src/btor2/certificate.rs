//! Certificates of safety: systems whose property is an inductive invariant.
//!
//! The first states and inputs of the certificate are those of the model, in the same order. That no
//! property is violated in the certificate is the invariant. Further states and inputs are eliminated
//! where they have few bits (`eliminate`).

use super::read::Btor2;
use crate::System;
use crate::eliminate::{self, Own};
use cassay_base::Stop;
use cassay_efsm::{Invariant, Machine};
use cassay_term::{Op, Pool, TermId, post_order};
use rustc_hash::FxHashMap;

/// The invariant that a certificate states.
pub fn invariant(
    certificate: &Btor2,
    machine: &mut Machine,
    system: &System,
    stop: &Stop,
) -> Result<Invariant, String> {
    let source = &certificate.pool;
    let constraints = certificate.constraints.iter();
    if constraints
        .into_iter()
        .any(|c| source.as_u64(*c) != Some(1))
    {
        return Err("the certificate has constraints".into());
    }
    let order = post_order(source, &certificate.bad);
    let symbols: Vec<TermId> = order
        .iter()
        .copied()
        .filter(|term| source.symbol_name(*term).is_some())
        .collect();
    let states = certificate.states.iter().map(|state| state.symbol);
    let states: FxHashMap<TermId, usize> = states.enumerate().map(|(n, s)| (s, n)).collect();
    let mut own = Vec::new();
    let mut kinds = Vec::new();
    for symbol in &symbols {
        let state = states.get(symbol);
        if state.is_none_or(|place| *place >= system.latches.len()) {
            let kind = if state.is_some() {
                Own::State
            } else {
                Own::Input
            };
            own.push(*symbol);
            kinds.push((kind, source.width(*symbol)));
        }
    }
    eliminate::check(&kinds)?;
    system.invariant(machine, stop, |pool, leaves| {
        let mut values = FxHashMap::default();
        for symbol in &symbols {
            let Some(place) = states.get(symbol) else {
                continue;
            };
            if *place < system.latches.len() {
                let term = leaves.latch(pool, *place);
                let term = term.ok_or("the certificate has an unknown state")?;
                let term = match pool.sort(term).bv_width() {
                    None => pool.bool_to_bv(term, 1),
                    Some(_) => term,
                };
                if pool.width(term) != source.width(*symbol) {
                    return Err("the certificate has a state of another width".into());
                }
                values.insert(*symbol, term);
            }
        }
        eliminate::expand(pool, stop, &kinds, |pool, chosen| {
            let mut values = values.clone();
            for (symbol, value) in own.iter().zip(chosen) {
                values.insert(*symbol, pool.bv(value.clone()));
            }
            copy(pool, source, &order, &mut values, stop)?;
            let mut holds = pool.tru();
            for bad in &certificate.bad {
                let one = pool.bv_u64(1, 1);
                let word = values[bad];
                if pool.width(word) != 1 {
                    return Err("a property of the certificate is no truth value".into());
                }
                let fine = pool.distinct(word, one);
                holds = pool.and(holds, fine);
            }
            Ok(holds)
        })
    })
}

/// Copies terms, arguments first, with these values for symbols.
fn copy(
    pool: &mut Pool,
    source: &Pool,
    order: &[TermId],
    values: &mut FxHashMap<TermId, TermId>,
    stop: &Stop,
) -> Result<(), String> {
    for term in order {
        if stop.is_raised() {
            return Err("it was asked to stop".into());
        }
        if values.contains_key(term) {
            continue;
        }
        let copy = match (source.as_bv(*term), source.as_bool(*term)) {
            (Some(value), _) => pool.bv(value.clone()),
            (None, Some(value)) => pool.bool_const(value),
            (None, None) => {
                let op: Op = *source.op(*term);
                let args = source.args(*term).iter();
                let args: Option<Vec<TermId>> = args.map(|arg| values.get(arg).copied()).collect();
                let args = args.ok_or("the certificate uses what it does not define")?;
                if args.is_empty() {
                    return Err("the certificate has an unknown symbol".into());
                }
                pool.make(op, &args)
            }
        };
        values.insert(*term, copy);
    }
    Ok(())
}
