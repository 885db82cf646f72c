//! Reachability of control states: which of them an execution can be in after a number of steps, when
//! guards are ignored (control state reachability, F-SOFT §VI).
//!
//! With context, an edge that returns is taken only where the call that it belongs to was made. The
//! calls that have not returned are kept exactly up to [`MAX_STACK`] and [`MAX_PLACES`]; beyond these,
//! returns to places that were forgotten are all possible. So the sets always contain every control
//! state that an execution can be in.

use crate::{ControlId, EdgeId, Machine, Passage};
use cassay_base::IndexVec;
use std::collections::BTreeSet;

/// How many calls that have not returned are remembered.
const MAX_STACK: usize = 64;
/// How many control states with different open calls are distinguished at one depth.
const MAX_PLACES: usize = 1 << 15;

/// A set of control states.
pub type Controls = BTreeSet<ControlId>;

/// Whether returns must match calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// They need not.
    Ignored,
    /// They must.
    Matched,
}

/// A control state with the calls that have not returned, the last one last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    control: ControlId,
    calls: Vec<u32>,
    /// Whether there may be calls before these that are not known.
    open: bool,
}

/// An edge without guard and updates, as it is walked.
#[derive(Clone, Copy)]
struct Walk {
    edge: EdgeId,
    to: ControlId,
    passage: Passage,
}

/// The control states at one depth; [`Frontier::advance`] goes to the next.
pub struct Frontier {
    walks: IndexVec<ControlId, Vec<Walk>>,
    places: BTreeSet<Place>,
    context: Context,
}

impl Frontier {
    /// At depth 0 of executions.
    pub fn forward(machine: &Machine, context: Context) -> Frontier {
        let place = Place {
            control: machine.initial,
            calls: Vec::new(),
            open: context == Context::Ignored,
        };
        Frontier {
            walks: walks(machine, false),
            places: BTreeSet::from([place]),
            context,
        }
    }

    /// At the end of paths to some control states, which are walked against their direction.
    pub fn backward(machine: &Machine, targets: &Controls, context: Context) -> Frontier {
        let place = |control: &ControlId| Place {
            control: *control,
            calls: Vec::new(),
            open: true,
        };
        Frontier {
            walks: walks(machine, true),
            places: targets.iter().map(place).collect(),
            context,
        }
    }

    /// The control states at this depth.
    pub fn controls(&self) -> Controls {
        self.places.iter().map(|place| place.control).collect()
    }

    /// Whether no path is as long as this.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Goes on by one step; the edges that paths of this length end with.
    pub fn advance(&mut self) -> BTreeSet<EdgeId> {
        let mut edges = BTreeSet::new();
        let mut next = BTreeSet::new();
        for place in &self.places {
            for walk in &self.walks[place.control] {
                if let Some(behind) = behind(place, walk, self.context) {
                    edges.insert(walk.edge);
                    next.insert(behind);
                }
            }
        }
        if next.len() > MAX_PLACES {
            self.context = Context::Ignored;
            let forget = |place: Place| Place {
                calls: Vec::new(),
                open: true,
                ..place
            };
            next = next.into_iter().map(forget).collect();
        }
        self.places = next;
        edges
    }
}

/// The edges by where a walk meets them. Backwards, a return comes first and its call later.
fn walks(machine: &Machine, backward: bool) -> IndexVec<ControlId, Vec<Walk>> {
    let mut walks: IndexVec<ControlId, Vec<Walk>> =
        machine.controls.iter().map(|_| Vec::new()).collect();
    for (id, edge) in machine.edges.iter_enumerated() {
        let (from, to, passage) = if backward {
            let passage = match edge.passage {
                Passage::Plain => Passage::Plain,
                Passage::Call(site) => Passage::Return(site),
                Passage::Return(site) => Passage::Call(site),
            };
            (edge.to, edge.from, passage)
        } else {
            (edge.from, edge.to, edge.passage)
        };
        let edge = id;
        walks[from].push(Walk { edge, to, passage });
    }
    walks
}

/// The place behind an edge, if the edge can be taken.
fn behind(place: &Place, walk: &Walk, context: Context) -> Option<Place> {
    let mut calls = place.calls.clone();
    let mut open = place.open;
    match (context, walk.passage) {
        (Context::Ignored, _) | (Context::Matched, Passage::Plain) => {}
        (Context::Matched, Passage::Call(site)) => {
            calls.push(site);
            if calls.len() > MAX_STACK {
                calls.remove(0);
                open = true;
            }
        }
        (Context::Matched, Passage::Return(site)) => match calls.pop() {
            Some(last) if last == site => {}
            Some(_) => return None,
            None if open => {}
            None => return None,
        },
    }
    Some(Place {
        control: walk.to,
        calls,
        open,
    })
}

/// R(0) to R(depth): the control states that can be reached in exactly so many steps.
pub fn reachable(machine: &Machine, context: Context, depth: usize) -> Vec<Controls> {
    sets(Frontier::forward(machine, context), depth)
}

/// The control states from which some path of exactly so many steps leads to one of these.
pub fn leading_to(
    machine: &Machine,
    targets: &Controls,
    context: Context,
    depth: usize,
) -> Vec<Controls> {
    sets(Frontier::backward(machine, targets, context), depth)
}

fn sets(mut frontier: Frontier, depth: usize) -> Vec<Controls> {
    let mut sets = vec![frontier.controls()];
    while sets.len() <= depth {
        frontier.advance();
        sets.push(frontier.controls());
    }
    sets
}

/// The first depth whose set differs from the one before and equals the one behind, if there is one up to a
/// depth.
pub fn saturation(sets: &[Controls]) -> Option<usize> {
    let found = sets
        .windows(3)
        .position(|sets| sets[0] != sets[1] && sets[1] == sets[2])?;
    Some(found + 1)
}

/// The control states that some execution may reach when guards are ignored and returns match calls.
pub fn ever_reachable(machine: &Machine, context: Context) -> Controls {
    let mut frontier = Frontier::forward(machine, context);
    let mut seen: BTreeSet<Place> = BTreeSet::new();
    while !frontier.is_empty() {
        let new = |place: &Place| !seen.contains(place);
        frontier.places = frontier.places.iter().filter(|p| new(p)).cloned().collect();
        seen.extend(frontier.places.iter().cloned());
        if seen.len() > MAX_PLACES {
            let initial = BTreeSet::from([machine.initial]);
            return crate::Graph::new(machine).forward(machine, &initial);
        }
        frontier.advance();
    }
    seen.into_iter().map(|place| place.control).collect()
}
