//! Which accesses may race: pairs that conflict, can happen at the same time and have no lock in common.

use crate::access::{Access, Bytes};
use crate::context::{ContextId, MAIN, Place, ThreadId};
use crate::state::{Targets, overlap};
use crate::value::{Base, Lock, Mode};
use crate::walk::{Damage, TooHard, Walk};
use cassay_effects::{PointsTo, Target};
use cassay_ir::{BlockId, FuncId, Program, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// The most pairs that are compared.
const PAIRS: usize = 20_000_000;

/// Objects that a thread other than their own may reach: those that globals lead to, arguments and
/// results of threads, and what pointers made from numbers may lead to.
pub(crate) fn escaping(program: &Program, points_to: &PointsTo) -> BTreeSet<Target> {
    let mut found = points_to.exposed();
    found.extend(points_to.thread_results());
    for (id, global) in program.globals.iter_enumerated() {
        if !global.thread_local {
            found.insert(Target::Global(id));
        }
    }
    for (id, function) in program.functions.iter_enumerated() {
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                if let StmtKind::Spawn { args, .. } = &stmt.kind {
                    for (number, _) in (1..).zip(args) {
                        found.extend(points_to.expression((id, block, index), number));
                    }
                }
            }
        }
    }
    let mut pending: Vec<Target> = found.iter().copied().collect();
    while let Some(next) = pending.pop() {
        for target in points_to.contents(next) {
            if found.insert(target) {
                pending.push(target);
            }
        }
    }
    found
}

/// An access with where it happens.
pub(crate) struct Met<'w> {
    pub place: (ContextId, Place),
    pub thread: ThreadId,
    pub access: &'w Access,
}

pub(crate) struct Pairs<'w, 'a> {
    walk: &'w Walk<'a>,
    escaping: &'w BTreeSet<Target>,
    met: Vec<Met<'w>>,
    broken: BTreeSet<Lock>,
}

impl<'w, 'a> Pairs<'w, 'a> {
    pub fn new(walk: &'w Walk<'a>, escaping: &'w BTreeSet<Target>) -> Self {
        let all = walk.accesses.0.iter();
        let met = all.map(|((context, at, _), access)| Met {
            place: (*context, *at),
            thread: walk.contexts.thread(*context),
            access,
        });
        let mut pairs = Pairs {
            walk,
            escaping,
            met: met.collect(),
            broken: BTreeSet::new(),
        };
        let locks = walk.locks.keys().copied();
        pairs.broken = locks.filter(|lock| pairs.is_broken(*lock)).collect();
        pairs
    }

    pub fn walk(&self) -> &'w Walk<'a> {
        self.walk
    }

    pub fn met(&self) -> &[Met<'w>] {
        &self.met
    }

    /// Whether a lock may fail to exclude others, or something but its functions looks at one.
    pub fn some_lock_is_broken(&self) -> bool {
        let mut locks = self.walk.locks.keys();
        let looks = |met: &Met<'_>, lock: Lock| !is_alone(met) && self.touches_lock(met, lock);
        !self.broken.is_empty() || locks.any(|lock| self.met.iter().any(|met| looks(met, *lock)))
    }

    /// Whether two accesses may happen one right after the other, in either order, with another result.
    /// Unlike a race that is so for accesses that are atomic.
    pub fn conflict(&self, a: &Met<'_>, b: &Met<'_>) -> bool {
        let (x, y) = (a.access, b.access);
        (x.writes || y.writes)
            && self.may_overlap(x, y)
            && self
                .walk
                .contexts
                .parallel((a.thread, &x.live), (b.thread, &y.live))
            && !self.is_protected(x, y)
    }

    /// Objects whose contents a thread relied on although another one may have changed them meanwhile.
    pub fn betrayed(&self) -> BTreeSet<Target> {
        let mut found = BTreeSet::new();
        let relied = self.walk.relied.iter();
        for (target, thread) in relied.filter(|(target, _)| self.escaping.contains(target)) {
            let mut writes = self.met.iter().filter(|met| met.access.writes);
            if writes.any(|met| touches(met.access, *target) && self.interferes(met, *thread)) {
                found.insert(*target);
            }
        }
        found
    }

    /// Whether a write may happen while a thread runs, other than by the thread itself.
    fn interferes(&self, write: &Met<'_>, thread: ThreadId) -> bool {
        let contexts = &self.walk.contexts;
        if write.thread == thread {
            return contexts.is_many(thread);
        }
        let nothing = BTreeMap::new();
        contexts.descends(write.thread, thread)
            || contexts.parallel((write.thread, &write.access.live), (thread, &nothing))
    }

    /// Whether a lock may fail to exclude others.
    fn is_broken(&self, lock: Lock) -> bool {
        let facts = &self.walk.locks[&lock];
        let among = |targets: &Targets| match (targets, &facts.targets) {
            (Some(a), Some(b)) => !a.is_disjoint(b),
            (None, _) | (_, None) => true,
        };
        let damaged = self.walk.damages.iter().any(|damage| match damage {
            Damage::Lock(other) => {
                let target = self.walk.target(other.base);
                *other == lock
                    || !lock.base.is_object()
                        && among(&target.map(|target| BTreeSet::from([target])))
            }
            Damage::Objects(targets) => among(targets),
        });
        damaged || self.met.iter().any(|met| self.overwrites(met, lock))
    }

    /// Whether an access may change a lock while threads run. A single value that is written to an
    /// unknown part of an object is none of a lock's: locks are changed by their functions.
    fn overwrites(&self, met: &Met<'_>, lock: Lock) -> bool {
        met.access.writes && !is_alone(met) && self.touches_lock(met, lock)
    }

    fn touches_lock(&self, met: &Met<'_>, lock: Lock) -> bool {
        let facts = &self.walk.locks[&lock];
        let object = self.walk.target(lock.base);
        met.access.bytes.iter().any(|bytes| match bytes {
            Bytes::Part(target, offset, size) => {
                Some(*target) == object
                    && overlap((*offset, *size), (lock.offset, facts.kind.bytes()))
            }
            Bytes::Anywhere(_, true) => false,
            Bytes::Anywhere(targets, false) => match (targets, &facts.targets) {
                (Some(a), Some(b)) => !a.is_disjoint(b),
                (None, _) | (_, None) => true,
            },
        })
    }

    /// The statements with an access that may race.
    pub fn racing(&self) -> Result<BTreeSet<(FuncId, BlockId, usize)>, TooHard> {
        let mut by_target: BTreeMap<Target, Vec<usize>> = BTreeMap::new();
        let mut everywhere = Vec::new();
        let racing = self.met.iter().enumerate();
        for (index, met) in racing.filter(|(_, met)| met.access.races) {
            for target in targets_of(met.access) {
                match target {
                    Some(target) if self.escaping.contains(&target) => {
                        by_target.entry(target).or_default().push(index);
                    }
                    Some(_) => {}
                    None => everywhere.push(index),
                }
            }
        }
        let mut pairs = 0;
        let mut found = BTreeSet::new();
        let mut compare = |a: &Met<'_>, b: &Met<'_>| {
            if self.may_race(a, b) {
                for met in [a, b] {
                    let (context, (block, stmt)) = met.place;
                    found.insert((self.walk.contexts.function(context), block, stmt));
                }
            }
        };
        for group in by_target.values() {
            pairs += group.len() * group.len();
            if pairs > PAIRS {
                return Err(TooHard);
            }
            for (number, a) in group.iter().enumerate() {
                for b in &group[number..] {
                    compare(&self.met[*a], &self.met[*b]);
                }
            }
        }
        for a in &everywhere {
            for b in self.met.iter().filter(|met| met.access.races) {
                compare(&self.met[*a], b);
            }
        }
        Ok(found)
    }

    fn may_race(&self, a: &Met<'_>, b: &Met<'_>) -> bool {
        let (x, y) = (a.access, b.access);
        (x.writes || y.writes)
            && !(x.atomic && y.atomic)
            && !(x.library && y.library)
            && !(x.section && y.section)
            && self.may_overlap(x, y)
            && self
                .walk
                .contexts
                .parallel((a.thread, &x.live), (b.thread, &y.live))
            && !self.is_protected(x, y)
    }

    /// Whether two accesses may have a byte in common that several threads reach.
    fn may_overlap(&self, a: &Access, b: &Access) -> bool {
        let shared = |target: &Target| self.escaping.contains(target);
        a.bytes.iter().any(|x| {
            b.bytes.iter().any(|y| match (x, y) {
                (Bytes::Part(s, at, size), Bytes::Part(t, other, bytes)) => {
                    s == t && shared(s) && overlap((*at, *size), (*other, *bytes))
                }
                (Bytes::Part(s, _, _), Bytes::Anywhere(Some(set), _))
                | (Bytes::Anywhere(Some(set), _), Bytes::Part(s, _, _)) => {
                    shared(s) && set.contains(s)
                }
                (Bytes::Anywhere(Some(s), _), Bytes::Anywhere(Some(t), _)) => {
                    s.intersection(t).any(shared)
                }
                (Bytes::Anywhere(None, _), _) | (_, Bytes::Anywhere(None, _)) => true,
            })
        })
    }

    /// Whether a lock lets only one of two accesses happen at a time.
    fn is_protected(&self, a: &Access, b: &Access) -> bool {
        let excludes = |x: Mode, y: Mode| x == Mode::Exclusive || y == Mode::Exclusive;
        let same = a.locks.iter().any(|(lock, mode)| {
            let other = b.locks.get(lock);
            other.is_some_and(|other| excludes(*mode, *other))
                && self.is_one(lock.base)
                && !self.broken.contains(lock)
        });
        let whole = |locks: &BTreeSet<Lock>| locks.is_disjoint(&self.broken);
        let near = a.near.iter().any(|(distance, (mode, locks))| {
            let other = b.near.get(distance);
            other.is_some_and(|(theirs, more)| {
                excludes(*mode, *theirs) && whole(locks) && whole(more)
            })
        });
        same || near && at_one_place(a, b)
    }

    /// Whether a base is the same object for all threads at all times.
    fn is_one(&self, base: Base) -> bool {
        let (program, contexts) = (self.walk.program, &self.walk.contexts);
        match base {
            Base::Global(id) => !program.globals[id].thread_local,
            Base::Local(context, local) => contexts.is_declared_once(program, context, local),
            Base::Made(context, block, stmt) => contexts.is_once(program, context, (block, stmt)),
            Base::Function(_) | Base::Unknown(_, _, _) | Base::Argument(_, _) => false,
        }
    }
}

/// Whether an access happens while no other thread runs.
fn is_alone(met: &Met<'_>) -> bool {
    met.thread == MAIN && met.access.live.is_empty()
}

/// Whether two accesses that overlap start at the same byte: locks do not overlap in part.
fn at_one_place(a: &Access, b: &Access) -> bool {
    let single = |access: &Access| {
        access.bytes.iter().all(|bytes| match bytes {
            Bytes::Part(_, _, _) => true,
            Bytes::Anywhere(_, single) => *single,
        })
    };
    single(a) && single(b)
}

/// The objects that an access may go to; `None` for all.
fn targets_of(access: &Access) -> BTreeSet<Option<Target>> {
    let mut found = BTreeSet::new();
    for bytes in &access.bytes {
        match bytes {
            Bytes::Part(target, _, _) => {
                found.insert(Some(*target));
            }
            Bytes::Anywhere(Some(targets), _) => found.extend(targets.iter().copied().map(Some)),
            Bytes::Anywhere(None, _) => {
                found.insert(None);
            }
        }
    }
    found
}

fn touches(access: &Access, target: Target) -> bool {
    targets_of(access)
        .iter()
        .any(|found| found.is_none_or(|found| found == target))
}
