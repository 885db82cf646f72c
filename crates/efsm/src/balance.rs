//! Balancing of paths and loops by waiting states (F-SOFT §VI), so that few control states can be
//! reached at each depth.
//!
//! Every control state gets a level. Where paths meet again, waiting states make them equally long, and
//! where a path goes back to the head of its loop, they make the loop's length a multiple of one period. Then a control
//! state is reachable only at depths that have its level modulo the period. This needs a reducible graph. A call counts as an
//! edge that is as long as the function, which is balanced by itself, so that functions that several calls
//! share do no harm (the context-sensitive form of the paper).
//!
//! Waiting states change no variable, so that an invariant of the balanced machine is one of the
//! original where they are left out, and so is an execution.

use crate::reduce::{Mapping, Plain};
use crate::{ControlId, EdgeId, Graph, Machine, Passage};
use std::collections::{BTreeMap, BTreeSet};

/// How to balance.
#[derive(Clone, Copy, Debug)]
pub struct Balancing {
    /// The period of all loops; the longest loop's where none is given.
    pub period: Option<u32>,
    /// The most waiting states that may be added.
    pub most: usize,
}

impl Default for Balancing {
    fn default() -> Self {
        Balancing {
            period: None,
            most: 10_000,
        }
    }
}

/// Why a machine was not balanced. It is unchanged then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbalanced {
    /// A path enters a loop past its head, at this control state.
    Irreducible(ControlId),
    /// Functions call each other in a circle.
    Recursive,
    /// Two functions share this control state, from which paths go on.
    Shared(ControlId),
    /// More waiting states than allowed would be needed.
    TooLarge(usize),
}

/// What balancing did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The length of which every loop's is a multiple; 1 if there are no loops.
    pub period: u32,
    /// How many waiting states there are now.
    pub waiting: usize,
}

/// Balances a machine.
pub fn balance(
    machine: &mut Machine,
    options: Balancing,
) -> Result<(Balance, Mapping), Unbalanced> {
    let functions = Functions::find(machine)?;
    let plan = functions.plan(machine, options.period)?;
    let total: usize = plan.waits.iter().map(|(_, count)| *count as usize).sum();
    if total > options.most {
        return Err(Unbalanced::TooLarge(total));
    }
    let before = machine.edges.len();
    let mut mapping = Plain::identity(machine);
    let waiting = insert(machine, &plan.waits);
    for _ in before..machine.edges.len() {
        mapping.edges.push(Vec::new());
    }
    for _ in mapping.controls.len()..machine.controls.len() {
        mapping.controls.push(None);
    }
    let period = plan.period;
    Ok((Balance { period, waiting }, Mapping::Plain(mapping)))
}

/// Puts waiting states on edges, which keep their ids.
fn insert(machine: &mut Machine, waits: &[(EdgeId, u32)]) -> usize {
    let before = machine.controls.len();
    for (edge, count) in waits {
        let end = machine.edges[*edge].to;
        let mut at = end;
        for _ in 0..*count {
            let waiting = machine.add_waiting(end);
            machine.add_idle(waiting, at);
            at = waiting;
        }
        machine.edges[*edge].to = at;
    }
    machine.controls.len() - before
}

/// How many waiting states go on which edges.
struct Plan {
    period: u32,
    waits: Vec<(EdgeId, u32)>,
}

/// One function: its control states and the edges between them, calls being one edge.
struct Function {
    entry: ControlId,
    body: BTreeSet<ControlId>,
}

/// A part of a path inside a function.
#[derive(Clone, Copy)]
struct Link {
    from: ControlId,
    to: ControlId,
    /// The edge that waiting states can be put on: the last one.
    edge: EdgeId,
    /// The function that is called in between.
    callee: Option<ControlId>,
}

struct Functions {
    graph: Graph,
    /// The return edges by call place.
    returns: BTreeMap<u32, Vec<EdgeId>>,
    all: Vec<Function>,
    /// Ends that several functions have; paths to them are not balanced.
    shared_ends: BTreeSet<ControlId>,
}

impl Functions {
    fn find(machine: &Machine) -> Result<Functions, Unbalanced> {
        let mut returns: BTreeMap<u32, Vec<EdgeId>> = BTreeMap::new();
        let mut entries = BTreeSet::from([machine.initial]);
        for (id, edge) in machine.edges.iter_enumerated() {
            match edge.passage {
                Passage::Return(site) => returns.entry(site).or_default().push(id),
                Passage::Call(_) => {
                    entries.insert(edge.to);
                }
                Passage::Plain => {}
            }
        }
        let mut functions = Functions {
            graph: Graph::new(machine),
            returns,
            all: Vec::new(),
            shared_ends: BTreeSet::new(),
        };
        let mut owners: BTreeMap<ControlId, ControlId> = BTreeMap::new();
        for entry in entries {
            let body = functions.body(machine, entry);
            for control in &body {
                let taken = owners.insert(*control, entry).is_some();
                if taken && functions.graph.leaving[*control].is_empty() {
                    functions.shared_ends.insert(*control);
                } else if taken {
                    return Err(Unbalanced::Shared(*control));
                }
            }
            functions.all.push(Function { entry, body });
        }
        Ok(functions)
    }

    /// The parts of paths that start in a control state.
    fn links(&self, machine: &Machine, from: ControlId) -> Vec<Link> {
        let mut links = Vec::new();
        for id in &self.graph.leaving[from] {
            let edge = &machine.edges[*id];
            let link = |edge: EdgeId, to: ControlId, callee: Option<ControlId>| Link {
                from,
                to,
                edge,
                callee,
            };
            match edge.passage {
                Passage::Plain => links.push(link(*id, edge.to, None)),
                Passage::Call(site) => {
                    for back in self.returns.get(&site).into_iter().flatten() {
                        links.push(link(*back, machine.edges[*back].to, Some(edge.to)));
                    }
                }
                Passage::Return(_) => {}
            }
        }
        links
    }

    fn body(&self, machine: &Machine, entry: ControlId) -> BTreeSet<ControlId> {
        let mut body = BTreeSet::from([entry]);
        let mut open = vec![entry];
        while let Some(at) = open.pop() {
            for link in self.links(machine, at) {
                if body.insert(link.to) {
                    open.push(link.to);
                }
            }
        }
        body
    }

    fn plan(&self, machine: &Machine, period: Option<u32>) -> Result<Plan, Unbalanced> {
        let mut lengths: BTreeMap<ControlId, u32> = BTreeMap::new();
        let mut done: BTreeMap<ControlId, Levels> = BTreeMap::new();
        while done.len() < self.all.len() {
            let ready = self.all.iter().find(|function| {
                let callees = self.callees(machine, function);
                !done.contains_key(&function.entry)
                    && callees.iter().all(|callee| lengths.contains_key(callee))
            });
            let function = ready.ok_or(Unbalanced::Recursive)?;
            let levels = self.levels(machine, function, &lengths)?;
            lengths.insert(function.entry, levels.exit);
            done.insert(function.entry, levels);
        }
        let loops = done.values().flat_map(|levels| levels.loops());
        let period = period.unwrap_or(0).max(1);
        let longest = loops.max().unwrap_or(1);
        let period = if period > 1 { period } else { longest };
        let mut waits = BTreeMap::new();
        for levels in done.values() {
            levels.waits(period, &self.shared_ends, &mut waits);
        }
        let waits = waits.into_iter().filter(|(_, count)| *count > 0).collect();
        Ok(Plan { period, waits })
    }

    fn callees(&self, machine: &Machine, function: &Function) -> BTreeSet<ControlId> {
        let mut callees = BTreeSet::new();
        for control in &function.body {
            for id in &self.graph.leaving[*control] {
                let edge = &machine.edges[*id];
                if let Passage::Call(_) = edge.passage {
                    callees.insert(edge.to);
                }
            }
        }
        callees
    }

    fn levels(
        &self,
        machine: &Machine,
        function: &Function,
        lengths: &BTreeMap<ControlId, u32>,
    ) -> Result<Levels, Unbalanced> {
        let all = function.body.iter();
        let links: Vec<Link> = all.flat_map(|at| self.links(machine, *at)).collect();
        let back = back_links(function.entry, &links);
        for (index, link) in links.iter().enumerate() {
            if back.contains(&index) && !dominates(function.entry, &links, link.to, link.from) {
                return Err(Unbalanced::Irreducible(link.to));
            }
        }
        let weight = |link: &Link| {
            let callee = link.callee.and_then(|callee| lengths.get(&callee));
            callee.map_or(1, |length| length + 2)
        };
        let weighted: Vec<(Link, u32)> = links.iter().map(|l| (*l, weight(l))).collect();
        let exits: Vec<ControlId> = function
            .body
            .iter()
            .copied()
            .filter(|at| self.is_exit(machine, *at))
            .collect();
        Ok(Levels::new(function, weighted, back, &exits))
    }

    fn is_exit(&self, machine: &Machine, at: ControlId) -> bool {
        let leaving = &self.graph.leaving[at];
        leaving
            .iter()
            .any(|edge| matches!(machine.edges[*edge].passage, Passage::Return(_)))
    }
}

/// The links that lead to a control state on the current path of a depth-first walk.
fn back_links(entry: ControlId, links: &[Link]) -> BTreeSet<usize> {
    let mut by_start: BTreeMap<ControlId, Vec<usize>> = BTreeMap::new();
    for (index, link) in links.iter().enumerate() {
        by_start.entry(link.from).or_default().push(index);
    }
    let none = Vec::new();
    let mut back = BTreeSet::new();
    let mut seen = BTreeSet::from([entry]);
    let mut path = vec![(entry, 0)];
    let mut on_path = BTreeSet::from([entry]);
    while let Some((at, next)) = path.last_mut() {
        let Some(index) = by_start.get(at).unwrap_or(&none).get(*next) else {
            on_path.remove(at);
            path.pop();
            continue;
        };
        *next += 1;
        let to = links[*index].to;
        if on_path.contains(&to) {
            back.insert(*index);
        } else if seen.insert(to) {
            on_path.insert(to);
            path.push((to, 0));
        }
    }
    back
}

/// Whether every path from the entry to a control state passes another.
fn dominates(entry: ControlId, links: &[Link], head: ControlId, at: ControlId) -> bool {
    if entry == head {
        return true;
    }
    let mut seen = BTreeSet::from([entry]);
    let mut changed = true;
    while changed {
        changed = false;
        for link in links {
            if seen.contains(&link.from) && link.to != head {
                changed |= seen.insert(link.to);
            }
        }
    }
    !seen.contains(&at)
}

/// The levels of a function's control states.
struct Levels {
    of: BTreeMap<ControlId, u32>,
    links: Vec<(Link, u32)>,
    back: BTreeSet<usize>,
    /// The level of all control states from which it returns.
    exit: u32,
}

impl Levels {
    /// The greatest distance of each control state from the entry, links back left out.
    fn new(
        function: &Function,
        links: Vec<(Link, u32)>,
        back: BTreeSet<usize>,
        exits: &[ControlId],
    ) -> Levels {
        let of = function.body.iter().map(|at| (*at, 0)).collect();
        let exit = 0;
        let mut levels = Levels {
            of,
            links,
            back,
            exit,
        };
        levels.settle();
        // All returns happen at one level. Where one goes on inside of the function, others may
        // have to wait for it again; that ends, because the links ahead are without circles.
        loop {
            let last = exits.iter().filter_map(|at| levels.of.get(at)).max();
            let last = last.copied().unwrap_or(0);
            let low: Vec<ControlId> = exits
                .iter()
                .copied()
                .filter(|at| levels.of.get(at) != Some(&last))
                .collect();
            levels.exit = last;
            if low.is_empty() || leads_to_another(&levels, exits) {
                return levels;
            }
            for at in low {
                levels.of.insert(at, last);
            }
            levels.settle();
        }
    }

    fn settle(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for (index, (link, weight)) in self.links.iter().enumerate() {
                let least = self.of[&link.from] + weight;
                if !self.back.contains(&index) && self.of[&link.to] < least {
                    self.of.insert(link.to, least);
                    changed = true;
                }
            }
        }
    }

    /// The lengths of the loops.
    fn loops(&self) -> impl Iterator<Item = u32> {
        self.back.iter().map(|index| self.length(*index))
    }

    fn length(&self, back: usize) -> u32 {
        let (link, weight) = self.links[back];
        self.of[&link.from] + weight - self.of[&link.to]
    }

    fn waits(
        &self,
        period: u32,
        unbalanced: &BTreeSet<ControlId>,
        waits: &mut BTreeMap<EdgeId, u32>,
    ) {
        for (index, (link, weight)) in self.links.iter().enumerate() {
            if unbalanced.contains(&link.to) {
                continue;
            }
            let count = if self.back.contains(&index) {
                (period - self.length(index) % period) % period
            } else {
                self.of[&link.to] - self.of[&link.from] - weight
            };
            waits.insert(link.edge, count);
        }
    }
}

/// Whether an exit of a function leads to another one: their levels cannot be the same.
fn leads_to_another(levels: &Levels, exits: &[ControlId]) -> bool {
    let ahead = |(index, _): &(usize, &(Link, u32))| !levels.back.contains(index);
    let links: Vec<&Link> = levels
        .links
        .iter()
        .enumerate()
        .filter(ahead)
        .map(|(_, (link, _))| link)
        .collect();
    exits.iter().any(|exit| {
        let mut seen = BTreeSet::from([*exit]);
        let mut open = vec![*exit];
        while let Some(at) = open.pop() {
            for link in links.iter().filter(|link| link.from == at) {
                if seen.insert(link.to) {
                    open.push(link.to);
                }
            }
        }
        exits
            .iter()
            .any(|other| other != exit && seen.contains(other))
    })
}
