//! Certificates of safety: circuits whose property is an inductive invariant.
//!
//! In the form of Certifaiger, inputs and latches of the certificate name those of the circuit that they
//! stand for by `= LITERAL` in the symbol table, or by lines behind `MAPPING` in the comment; without any
//! of that they are those of the same position. That no property is violated in the certificate is the
//! invariant. What it has of its own beside that (extra latches, inputs) is eliminated where it has few
//! bits: some value of the latches must do, for all values of the inputs.

use super::{Aig, Blasted, Lit};
use crate::System;
use crate::eliminate::{self, Own};
use cassay_base::Stop;
use cassay_efsm::{Invariant, Machine};
use cassay_term::{Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The invariant that a certificate states.
pub fn invariant(
    certificate: &Aig,
    machine: &mut Machine,
    system: &System,
    blasted: &Blasted,
    stop: &Stop,
) -> Result<Invariant, String> {
    if certificate
        .constraints
        .iter()
        .any(|constraint| *constraint != 1)
    {
        return Err("the certificate has constraints".into());
    }
    let bad = if certificate.bad.is_empty() {
        &certificate.outputs
    } else {
        &certificate.bad
    };
    let stands_for = mapping(certificate, &blasted.aig);
    let cone = Cone::of(certificate, bad);
    let places = places(blasted);
    // Leaves that stand for a latch, and those that the certificate has of its own.
    let mut known = Vec::new();
    let mut own = Vec::new();
    let latches: FxHashSet<Lit> = certificate.latches.iter().map(|latch| latch.lit).collect();
    for leaf in &cone.leaves {
        match stands_for.get(leaf).and_then(|lit| places.get(&(lit & !1))) {
            Some(latch) => known.push((*leaf, *latch, stands_for[leaf] & 1 == 1)),
            None if latches.contains(leaf) => own.push((*leaf, Own::State)),
            None => own.push((*leaf, Own::Input)),
        }
    }
    let kinds: Vec<(Own, u32)> = own.iter().map(|(_, kind)| (*kind, 1)).collect();
    eliminate::check(&kinds)?;
    system.invariant(machine, stop, |pool, leaves| {
        let mut values = FxHashMap::default();
        for (leaf, latch, negated) in &known {
            let place = blasted.latches[*latch];
            let bit = leaves.bit(pool, place.of, place.bit);
            let bit = bit.ok_or("the certificate has an unknown latch")?;
            values.insert(*leaf, if *negated { pool.not(bit) } else { bit });
        }
        eliminate::expand(pool, stop, &kinds, |pool, chosen| {
            let mut values = values.clone();
            for ((leaf, _), value) in own.iter().zip(chosen) {
                values.insert(*leaf, pool.bool_const(!value.is_zero()));
            }
            let violated = cone.violated(pool, bad, values, stop)?;
            Ok(pool.not(violated))
        })
    })
}

/// The latches of a circuit by their literals.
fn places(blasted: &Blasted) -> FxHashMap<Lit, usize> {
    let latches = blasted.aig.latches.iter().enumerate();
    latches.map(|(number, latch)| (latch.lit, number)).collect()
}

/// Which literal of the circuit each leaf of the certificate stands for.
fn mapping(certificate: &Aig, circuit: &Aig) -> FxHashMap<Lit, Lit> {
    let mut map = FxHashMap::default();
    for (kind, number, name) in &certificate.names {
        let lit = name
            .strip_prefix('=')
            .and_then(|lit| lit.trim().parse().ok());
        let leaf = match kind {
            'i' => certificate.inputs.get(*number).copied(),
            'l' => certificate.latches.get(*number).map(|latch| latch.lit),
            _ => None,
        };
        if let (Some(lit), Some(leaf)) = (lit, leaf) {
            map.insert(leaf, lit);
        }
    }
    let mut comments = certificate.comments.iter();
    if comments.any(|line| line.starts_with("MAPPING")) {
        for line in comments {
            let numbers: Vec<Lit> = line.split_whitespace().flat_map(str::parse).collect();
            let &[leaf, lit] = numbers.as_slice() else {
                break;
            };
            map.insert(leaf & !1, lit ^ (leaf & 1));
        }
    }
    if map.is_empty() {
        map.extend(
            certificate
                .inputs
                .iter()
                .copied()
                .zip(circuit.inputs.iter().copied()),
        );
        let own = certificate.latches.iter().map(|latch| latch.lit);
        map.extend(own.zip(circuit.latches.iter().map(|latch| latch.lit)));
    }
    map
}

/// What properties depend on.
struct Cone {
    /// Places of conjunctions, in order.
    ands: Vec<(Lit, [Lit; 2])>,
    /// Inputs and latches, in order.
    leaves: Vec<Lit>,
}

impl Cone {
    fn of(aig: &Aig, roots: &[Lit]) -> Cone {
        let mut needed: FxHashSet<Lit> = roots.iter().map(|lit| lit & !1).collect();
        let mut ands = Vec::new();
        for and in aig.ands.iter().rev() {
            if needed.contains(&and.lit) {
                needed.extend(and.args.iter().map(|lit| lit & !1));
                ands.push((and.lit, and.args));
            }
        }
        ands.reverse();
        let latches = aig.latches.iter().map(|latch| latch.lit);
        let leaves = aig.inputs.iter().copied().chain(latches);
        Cone {
            ands,
            leaves: leaves.filter(|leaf| needed.contains(leaf)).collect(),
        }
    }

    /// Whether some property is violated, for these values of leaves.
    fn violated(
        &self,
        pool: &mut Pool,
        bad: &[Lit],
        mut values: FxHashMap<Lit, TermId>,
        stop: &Stop,
    ) -> Result<TermId, String> {
        values.insert(0, pool.fls());
        let of = |pool: &mut Pool, values: &FxHashMap<Lit, TermId>, lit: Lit| {
            let value = values.get(&(lit & !1)).copied();
            let value = value.ok_or("the certificate uses what it does not define")?;
            Ok::<TermId, String>(if lit & 1 == 1 { pool.not(value) } else { value })
        };
        for (lit, [a, b]) in &self.ands {
            if stop.is_raised() {
                return Err("it was asked to stop".into());
            }
            let (a, b) = (of(pool, &values, *a)?, of(pool, &values, *b)?);
            values.insert(*lit, pool.and(a, b));
        }
        let mut violated = pool.fls();
        for bad in bad {
            let bad = of(pool, &values, *bad)?;
            violated = pool.or(violated, bad);
        }
        Ok(violated)
    }
}
