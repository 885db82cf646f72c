//! Loops that wait for another thread.
//!
//! An iteration that changes nothing — no private memory, no temporary that is still needed, nothing
//! that another thread could see — can be left out of an execution: the next iteration reads shared
//! memory anew anyway. So what happens after it happens after the iteration before it as well, and it
//! is not followed. A loop that only waits is complete after one iteration.

use crate::exec::Machine;
use crate::frame::Plan;
use crate::memory::{Content, Contents, Memory};
use crate::state::State;
use cassay_base::Id;
use cassay_ir::order::LoopId;
use cassay_ir::sharing::claims_progress;
use cassay_ir::{BlockId, Program};
use cassay_order::EventKind;
use cassay_term::TermId;
use std::rc::Rc;

/// The state at the head of a loop.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    iteration: u32,
    state: State,
    /// The number of events before it.
    events: usize,
    /// The number of nodes before it.
    nodes: usize,
    /// The number of objects before it.
    objects: usize,
}

/// What the last iteration of a loop has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Iteration {
    /// Nothing that other threads have to do with, as far as is known.
    Private,
    /// It has accessed shared memory, or created a thread.
    Shared,
    /// It has changed nothing.
    Waiting,
}

/// Functions that give a mutex away and take it back. An execution in which such a call is made twice,
/// and nothing else happens in between, can be had by making it once: what others do while the mutex
/// is held in between they can also do while it is not.
const GIVE_AWAY: [&str; 2] = ["pthread_cond_wait", "cnd_wait"];

/// Functions by which a thread sees that another one holds a mutex.
const SEE_HELD: [&str; 4] = [
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "mtx_trylock",
    "mtx_timedlock",
];

impl Machine<'_> {
    /// What the iteration before this one has done. Remembers the state for the next.
    pub(crate) fn last_iteration(
        &mut self,
        state: &State,
        (plan, id): (&Plan, LoopId),
        head: BlockId,
        iteration: u32,
    ) -> Iteration {
        let memory = &self.eval.memory;
        let Some(threads) = &memory.space.threads else {
            return Iteration::Private;
        };
        if !state.concurrent || state.section.is_some() {
            return Iteration::Private;
        }
        let now = Head {
            iteration,
            state: state.clone(),
            events: threads.graph.events.len(),
            nodes: threads.nodes.len(),
            objects: memory.space.store.objects.len(),
        };
        let Some(frame) = self.control.frames.top_mut() else {
            return Iteration::Private;
        };
        let before = frame.heads.insert(id, now);
        let Some(before) = before.filter(|before| before.iteration + 1 == iteration) else {
            return Iteration::Private;
        };
        let waits = !memory.has_written(before.events)
            && !memory.has_created(before.nodes)
            && !memory.has_allocated(before.objects)
            && memory.same_state(&before.state, state, &|temp| {
                plan.liveness.at_start(head, temp)
            });
        let mut events = threads.graph.events.iter().skip(before.events);
        let own = events.any(|event| threads.nodes[event.node].thread == threads.thread)
            || memory.has_created(before.nodes);
        match waits {
            true => Iteration::Waiting,
            false if own => Iteration::Shared,
            false => Iteration::Private,
        }
    }
}

impl Memory<'_> {
    /// Whether there was an event that another thread could see, from a number on.
    fn has_written(&self, from: usize) -> bool {
        let Some(threads) = &self.space.threads else {
            return false;
        };
        let ids = threads.graph.events.iter_enumerated().skip(from);
        let mut written = ids.filter(|(_, event)| event.kind != EventKind::Read);
        written.any(|(id, event)| {
            let given_away = threads.events[id].model.is_some_and(|function| {
                let name = &*self.space.program.functions[function].name;
                threads.given_away && GIVE_AWAY.contains(&name)
            });
            threads.nodes[event.node].thread == threads.thread && !given_away
        })
    }

    /// Whether the thread that is executed has created another one, from a node on.
    fn has_created(&self, from: usize) -> bool {
        let threads = self.space.threads.as_ref();
        threads.is_some_and(|threads| {
            let mut nodes = threads.nodes.iter().skip(from);
            nodes.any(|node| node.thread == threads.thread && node.creates.is_some())
        })
    }

    /// Whether a heap object was made, from a number on.
    fn has_allocated(&self, from: usize) -> bool {
        let objects = self.space.store.objects.iter().skip(from);
        let mut kinds = objects.map(|(_, object)| object.kind);
        kinds.any(|kind| kind == crate::object::ObjectKind::Heap)
    }

    /// Whether two states of a thread differ in nothing that matters later.
    fn same_state(&self, a: &State, b: &State, lives: &dyn Fn(cassay_ir::TempId) -> bool) -> bool {
        let mut same = true;
        a.temps.diff(&b.temps, |key, x, y| {
            let temp = u32::try_from(key & !crate::marks::MARKS);
            let matters = temp.is_ok_and(|temp| lives(cassay_ir::TempId(temp)));
            same &= !matters || x == y;
        });
        a.locals.diff(&b.locals, |_, x, y| same &= x == y);
        a.alive.diff(&b.alive, |key, x, y| {
            same &= self.same_life(key, x.copied(), y.copied());
        });
        same && self.same_contents(&a.memory, &b.memory) && self.same_contents(&a.marks, &b.marks)
    }

    fn same_life(&self, key: u64, x: Option<TermId>, y: Option<TermId>) -> bool {
        let dead = |life: Option<TermId>| {
            life.is_none_or(|term| self.space.pool.as_bool(term) == Some(false))
        };
        let object = crate::object::ObjectId::from_index(usize::try_from(key).unwrap_or(0));
        let number = self.space.store.objects.number(object);
        let threads = self.space.threads.as_ref();
        let read = threads.is_some_and(|threads| threads.lives.contains(&number));
        read || x == y || (dead(x) && dead(y))
    }

    fn same_contents(&self, a: &Contents, b: &Contents) -> bool {
        let mut same = true;
        a.differences(b, |object, x, y| {
            let number = self.space.store.objects.number(object);
            let threads = self.space.threads.as_ref();
            // What is shared is read anew.
            let shared = threads.is_some_and(|threads| threads.shapes.contains_key(&number));
            same &= shared || same_content(x, y);
        });
        same
    }
}

/// Whether no thread can see that a mutex is held but by waiting for it. Where deadlocks are looked for,
/// a wait for a signal that is left out makes a difference.
pub(super) fn nobody_sees_held(program: &Program) -> bool {
    let functions = program.functions.iter();
    let mut defined = functions.filter(|function| function.has_body());
    !defined.any(|function| {
        let mut statements = function.statements();
        SEE_HELD.contains(&&*function.name)
            || statements.any(|stmt| claims_progress(&stmt.kind).is_some())
    })
}

fn same_content(a: Option<&Rc<Content>>, b: Option<&Rc<Content>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            let mut same = a.base == b.base && a.regions == b.regions;
            a.leaves.diff(&b.leaves, |_, x, y| same &= x == y);
            same
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}
