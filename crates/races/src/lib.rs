//! Accesses of threads that cannot race, found without a solver and without a bound.
//!
//! [`analyse`] follows every call path of every class of threads to a fixpoint ([`walk`]) and notes each
//! access to memory with the locks that are held there and the threads that may run. Two accesses race
//! only if they may touch a common byte that several threads can reach, one writes, they may happen at
//! the same time, and no lock excludes one while the other happens ([`pairs`]). A claim whose access is
//! in no such pair holds, for any number of threads and iterations.
//!
//! What a thread knows of memory holds only while no other thread writes there. That is assumed first
//! and checked on the accesses found; objects for which it was wrong are not relied on in the next
//! attempt.
//!
//! Separation: nothing here knows bounds, terms or solvers.

mod access;
mod context;
mod doubts;
mod locks;
mod pairs;
mod sections;
mod state;
mod step;
mod value;
mod walk;

use cassay_base::{Span, Stop};
use cassay_effects::{PointsTo, Target};
use cassay_ir::sharing::{race_claim, shares_memory};
use cassay_ir::{ClaimId, FuncId, Program, StmtKind};
use doubts::{looks_at_results, stub_with_pointer};
use pairs::{Pairs, escaping};
use std::collections::BTreeSet;
use walk::Walk;

pub use sections::{Sections, Site};

/// The most attempts.
const ATTEMPTS: u32 = 16;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceFreedom {
    /// Claims about races that hold.
    pub proved: BTreeSet<ClaimId>,
    /// Whether executions do nothing that is unsupported, undefined or assumed: then the claims hold
    /// without looking at executions.
    pub complete: bool,
    /// Whether some claim holds only because locks can be taken where the program looks at whether they
    /// were.
    pub assumes_locking: bool,
    /// A function without body, with a call of it, that must leave alone what its arguments lead to for
    /// the claims to hold.
    pub assumes_stub: Option<(FuncId, Span)>,
}

/// Finds claims about races that hold in a program with threads; none if it is recursive or too large.
pub fn analyse(program: &Program, entry: FuncId, stop: &Stop) -> RaceFreedom {
    if !shares_memory(program) {
        return RaceFreedom::default();
    }
    let claims = proved(program, &BTreeSet::new());
    if claims.is_empty() {
        return RaceFreedom::default();
    }
    let found = attempts(program, entry, false, stop);
    let mut result = found.clone().unwrap_or_default();
    let stub = stub_with_pointer(program);
    if stub.is_some() || looks_at_results(program) {
        let in_doubt = attempts(program, entry, true, stop).map(|found| found.proved);
        result.assumes_locking = found.is_some() && in_doubt.as_ref() != Some(&result.proved);
        result.assumes_stub = stub.filter(|_| in_doubt != Some(claims));
    }
    result
}

/// Finds critical sections that can be executed as atomic ones; none if some claim tells the difference.
pub fn sections(program: &Program, entry: FuncId, stop: &Stop) -> Sections {
    if !shares_memory(program)
        || !sections::locks_something(program)
        || sections::claims_more_than_values(program)
    {
        return Sections::default();
    }
    let found = settled(program, entry, true, stop, |pairs, escaping| {
        Some(sections::find(program, pairs, escaping))
    });
    found.unwrap_or_default()
}

fn attempts(program: &Program, entry: FuncId, in_doubt: bool, stop: &Stop) -> Option<RaceFreedom> {
    settled(program, entry, in_doubt, stop, |pairs, _| {
        let racing = pairs.racing().ok()?;
        Some(RaceFreedom {
            proved: proved(program, &racing),
            complete: pairs.walk().complete,
            ..RaceFreedom::default()
        })
    })
}

/// What follows from the accesses of all threads, as soon as nothing is relied on that others change.
fn settled<R>(
    program: &Program,
    entry: FuncId,
    in_doubt: bool,
    stop: &Stop,
    conclude: impl Fn(&Pairs<'_, '_>, &BTreeSet<Target>) -> Option<R>,
) -> Option<R> {
    let points_to = PointsTo::of(program)?;
    let escaping = escaping(program, &points_to);
    let mut untrusted = BTreeSet::new();
    for _ in 0..ATTEMPTS {
        let known = untrusted.clone();
        let mut walk = Walk::new(program, &points_to, &known, stop);
        walk.doubts = in_doubt;
        walk.run(entry).ok()?;
        let pairs = Pairs::new(&walk, &escaping);
        let betrayed = pairs.betrayed();
        if betrayed.is_empty() {
            return conclude(&pairs, &escaping);
        }
        untrusted.extend(betrayed);
    }
    None
}

/// The claims about accesses that cannot race.
fn proved(
    program: &Program,
    racing: &BTreeSet<(FuncId, cassay_ir::BlockId, usize)>,
) -> BTreeSet<ClaimId> {
    let (mut found, mut open) = (BTreeSet::new(), BTreeSet::new());
    for (function, body) in program.functions.iter_enumerated() {
        for (block, contents) in body.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                let StmtKind::Assert { claim, .. } = &stmt.kind else {
                    continue;
                };
                if race_claim(&stmt.kind).is_none() {
                    continue;
                }
                let behind = contents.stmts[index..].iter();
                let claims = behind.take_while(|stmt| race_claim(&stmt.kind).is_some());
                let access = index + claims.count();
                match racing.contains(&(function, block, access)) {
                    true => open.insert(*claim),
                    false => found.insert(*claim),
                };
            }
        }
    }
    found.retain(|claim| !open.contains(claim));
    found
}
