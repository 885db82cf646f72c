//! Where the lifetime of a local may have ended: on a path from a `dead` without a `declare`.

use crate::facts::Taken;
use cassay_base::Id;
use cassay_ir::{BlockId, Function, LocalId, Stmt, StmtKind};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Locals that may be dead, by position.
///
/// Computed on demand for one local and block: code with many small scopes has as many locals as
/// blocks, so a set for each block would take quadratic space.
pub(crate) struct Lifetimes {
    /// For each block, its lifetime markers by local and index: whether they end the lifetime.
    markers: Vec<BTreeMap<(LocalId, usize), bool>>,
    /// The blocks that have a marker of a local and at whose end it is dead.
    ends: BTreeMap<LocalId, Vec<usize>>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    /// Results of earlier queries.
    known: RefCell<BTreeMap<LocalId, Known>>,
}

/// What is known about the blocks at whose start a local may be dead.
enum Known {
    /// It is alive at the start of these; the others are unknown.
    Alive(BTreeSet<usize>),
    /// It may be dead at the start of exactly these.
    Dead(BTreeSet<usize>),
}

impl Lifetimes {
    pub(crate) fn new(function: &Function) -> Self {
        let count = function.blocks.len();
        let mut lifetimes = Lifetimes {
            markers: function.blocks.iter().map(|b| markers(&b.stmts)).collect(),
            ends: BTreeMap::new(),
            successors: vec![Vec::new(); count],
            predecessors: vec![Vec::new(); count],
            known: RefCell::default(),
        };
        for (block, found) in lifetimes.markers.iter().enumerate() {
            for ((local, place), ends) in found {
                let later = (*local, place + 1)..=(*local, usize::MAX);
                let dead = lifetimes.ends.entry(*local).or_default();
                if *ends && found.range(later).next().is_none() {
                    dead.push(block);
                }
            }
        }
        for (block, body) in function.blocks.iter().enumerate() {
            body.terminator.successors(|next| {
                if let Some(before) = lifetimes.predecessors.get_mut(next.index()) {
                    before.push(block);
                    lifetimes.successors[block].push(next.index());
                }
            });
        }
        lifetimes
    }

    /// Whether the local may be dead before statement `place.1` of block `place.0`.
    pub(crate) fn may_be_dead(&self, place: (BlockId, usize), local: LocalId) -> bool {
        let block = place.0.index();
        let Some(markers) = self.markers.get(block) else {
            return true;
        };
        // The last marker before the position decides; without one, the state at the start.
        let last = markers.range((local, 0)..(local, place.1)).next_back();
        last.map_or_else(|| self.may_enter_dead(block, local), |(_, ends)| *ends)
    }

    /// Whether the local may be dead at the start of a block: whether a path without a marker leads
    /// there from a block that ends its lifetime. The search alternates between both ends and stops
    /// as soon as one of them is exhausted.
    fn may_enter_dead(&self, block: usize, local: LocalId) -> bool {
        let Some(ends) = self.ends.get(&local) else {
            return false;
        };
        let mut known = self.known.borrow_mut();
        let known = known
            .entry(local)
            .or_insert_with(|| Known::Alive(BTreeSet::new()));
        let alive = match known {
            Known::Dead(dead) => return dead.contains(&block),
            Known::Alive(alive) if alive.contains(&block) => return false,
            Known::Alive(alive) => alive,
        };
        let (mut dead, mut forward) = (BTreeSet::new(), ends.clone());
        let (mut seen, mut backward) = (BTreeSet::from([block]), vec![block]);
        loop {
            let Some(from) = forward.pop() else {
                let found = dead.contains(&block);
                *known = Known::Dead(dead);
                return found;
            };
            for next in &self.successors[from] {
                if dead.insert(*next) && !self.is_marked(*next, local) {
                    forward.push(*next);
                }
            }
            let Some(to) = backward.pop() else {
                alive.extend(seen);
                return false;
            };
            for before in &self.predecessors[to] {
                if self.is_marked(*before, local) {
                    if ends.contains(before) {
                        return true;
                    }
                } else if !alive.contains(before) && seen.insert(*before) {
                    backward.push(*before);
                }
            }
        }
    }

    fn is_marked(&self, block: usize, local: LocalId) -> bool {
        let found = self.markers[block].range((local, 0)..=(local, usize::MAX));
        found.into_iter().next().is_some()
    }

    /// Whether a local may denote another object than when its address was taken.
    pub(crate) fn may_be_renewed(
        &self,
        place: (BlockId, usize),
        local: LocalId,
        taken: Taken,
    ) -> bool {
        let marked = |markers: &BTreeMap<(LocalId, usize), bool>, from: usize, to: usize| {
            markers.range((local, from)..(local, to)).next().is_some()
        };
        match taken {
            Taken::Here => false,
            Taken::Since((block, index)) if block == place.0 => {
                let markers = self.markers.get(block.index());
                // Used before it is taken in the same block: in an earlier iteration of a loop.
                index > place.1 || markers.is_none_or(|m| marked(m, index, place.1))
            }
            Taken::Since(_) | Taken::Earlier => self.ends.contains_key(&local),
        }
    }
}

/// The lifetime markers of a block by local and index.
fn markers(stmts: &[Stmt]) -> BTreeMap<(LocalId, usize), bool> {
    let all = stmts.iter().enumerate();
    all.filter_map(|(place, stmt)| {
        let (local, ends) = any_marker(stmt)?;
        Some(((local, place), ends))
    })
    .collect()
}

/// The local whose lifetime the statement ends (true) or starts (false).
fn any_marker(stmt: &Stmt) -> Option<(LocalId, bool)> {
    if let StmtKind::Dead(id) = stmt.kind {
        return Some((id, true));
    }
    if let StmtKind::Declare(id) = stmt.kind {
        return Some((id, false));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::FuncId;
    use cassay_ir::text::parse;

    #[test]
    fn a_scope_in_a_loop_ends_each_round() {
        let program = parse(
            "fn f(%0: i1) -> void { var x: i32\n\
             bb0: goto bb1\n\
             bb1: if %0 goto bb2 else bb3\n\
             bb2: declare x fence seq_cst dead x goto bb1\n\
             bb3: fence seq_cst return }",
        )
        .unwrap();
        let function = &program.functions[FuncId(0)];
        let lifetimes = Lifetimes::new(function);
        let dead = |block, stmt| lifetimes.may_be_dead((BlockId(block), stmt), LocalId(0));
        assert!(!dead(0, 0));
        assert!(dead(1, 0));
        assert!(dead(2, 0));
        assert!(!dead(2, 1));
        assert!(!dead(2, 2));
        assert!(dead(2, 3));
        assert!(dead(3, 0));
    }

    /// Reference implementation: the blocks at whose start a local may be dead, by a fixed point.
    fn by_fixpoint(function: &Function, local: LocalId) -> Vec<bool> {
        let mut entering = vec![false; function.blocks.len()];
        loop {
            let before = entering.clone();
            for (index, block) in function.blocks.iter().enumerate() {
                let mut found = block.stmts.iter().filter_map(any_marker);
                let last = found.rfind(|(id, _)| *id == local);
                if last.map_or(entering[index], |(_, ends)| ends) {
                    block
                        .terminator
                        .successors(|next| entering[next.index()] = true);
                }
            }
            if entering == before {
                return entering;
            }
        }
    }

    #[test]
    fn random_graphs_have_the_same_lifetimes_by_search_and_by_fixpoint() {
        let mut seed = 1u64;
        let mut random = |limit: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            (seed >> 33) % limit
        };
        for _ in 0..200 {
            let count = 2 + random(12);
            let mut text = "fn f(%0: i1) -> void { var x: i32 var y: i32\n".to_string();
            for block in 0..count {
                text += &format!("bb{block}: ");
                for _ in 0..random(3) {
                    let marker = [
                        "declare x ",
                        "dead x ",
                        "declare y ",
                        "dead y ",
                        "fence seq_cst ",
                    ];
                    text += marker[random(5) as usize];
                }
                text += &match random(5) {
                    0 => "return\n".to_string(),
                    1 => format!("goto bb{}\n", random(count)),
                    _ => format!("if %0 goto bb{} else bb{}\n", random(count), random(count)),
                };
            }
            let program = parse(&(text + "}")).unwrap();
            let function = &program.functions[FuncId(0)];
            let lifetimes = Lifetimes::new(function);
            for local in [LocalId(0), LocalId(1)] {
                let expected = by_fixpoint(function, local);
                for _ in 0..2 * count {
                    let block = random(count);
                    let dead = lifetimes.may_be_dead((BlockId(block as u32), 0), local);
                    assert_eq!(dead, expected[block as usize], "bb{block} of {function:?}");
                }
            }
        }
    }
}
