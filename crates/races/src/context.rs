//! Contexts: a call path, and the class of threads that it belongs to.
//!
//! Every call is followed on its own, so that a function has one context for each path of calls that
//! leads to it. The threads that one creating statement makes in one context, running one function,
//! are a class. Classes form a tree: below a class are those that its threads create.

use crate::state::Live;
use cassay_base::{IndexVec, define_id};
use cassay_ir::{BlockId, FuncId, Function, Program, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

define_id!(
    /// A path of calls from the start of a thread.
    pub(crate) ContextId, "context"
);
define_id!(
    /// A class of threads.
    pub(crate) ThreadId, "thread"
);

/// The class of the first thread.
pub(crate) const MAIN: ThreadId = ThreadId(0);

/// A statement in its block; the end of a block comes behind the last one.
pub(crate) type Place = (BlockId, usize);

#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub function: FuncId,
    /// The call that led here; none at the start of a thread.
    pub caller: Option<(ContextId, Place)>,
    pub thread: ThreadId,
    pub depth: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Thread {
    /// Who creates it and where; none for the first thread.
    pub creator: Option<(ContextId, Place)>,
    /// The classes above it and itself, from the first thread on.
    pub path: Vec<ThreadId>,
    /// Whether a thread of the class may be created while another one runs.
    pub repeated: bool,
    /// The descendants of its creator that may run where it is created.
    pub beside: BTreeSet<ThreadId>,
    /// Its descendants that may run after its end.
    pub left: Live,
}

/// Who reached a context: the caller, where, and the function.
type Arrival = (Option<(ContextId, Place)>, FuncId, ThreadId);

#[derive(Clone, Debug, Default)]
pub(crate) struct Contexts {
    pub contexts: IndexVec<ContextId, Context>,
    pub threads: IndexVec<ThreadId, Thread>,
    known: BTreeMap<Arrival, ContextId>,
    classes: BTreeMap<(ContextId, Place, FuncId), ThreadId>,
}

impl Contexts {
    pub fn function(&self, context: ContextId) -> FuncId {
        self.contexts[context].function
    }

    pub fn thread(&self, context: ContextId) -> ThreadId {
        self.contexts[context].thread
    }

    /// The context of a called function.
    pub fn called(&mut self, caller: ContextId, at: Place, function: FuncId) -> ContextId {
        let (thread, depth) = (self.thread(caller), self.contexts[caller].depth + 1);
        self.context((Some((caller, at)), function, thread), depth)
    }

    /// The context in which a thread starts.
    pub fn root(&mut self, thread: ThreadId, function: FuncId) -> ContextId {
        self.context((None, function, thread), 0)
    }

    fn context(&mut self, arrival: Arrival, depth: u32) -> ContextId {
        let (caller, function, thread) = arrival;
        let contexts = &mut self.contexts;
        *self.known.entry(arrival).or_insert_with(|| {
            contexts.push(Context {
                function,
                caller,
                thread,
                depth,
            })
        })
    }

    /// The first thread.
    pub fn main(&mut self) -> ThreadId {
        self.threads.push(Thread {
            creator: None,
            path: vec![MAIN],
            repeated: false,
            beside: BTreeSet::new(),
            left: Live::default(),
        })
    }

    /// The class of the threads that a statement creates.
    pub fn created(&mut self, creator: ContextId, at: Place, function: FuncId) -> ThreadId {
        let mut path = self.threads[self.thread(creator)].path.clone();
        let threads = &mut self.threads;
        *self
            .classes
            .entry((creator, at, function))
            .or_insert_with(|| {
                let id = ThreadId(u32::try_from(threads.len()).unwrap_or(u32::MAX));
                path.push(id);
                threads.push(Thread {
                    creator: Some((creator, at)),
                    path,
                    repeated: false,
                    beside: BTreeSet::new(),
                    left: Live::default(),
                })
            })
    }

    /// Whether a context calls a function or is inside of one of its calls.
    pub fn is_inside(&self, context: ContextId, function: FuncId) -> bool {
        let mut at = Some(context);
        while let Some(context) = at {
            let context = &self.contexts[context];
            if context.function == function {
                return true;
            }
            at = context.caller.map(|(caller, _)| caller);
        }
        false
    }

    /// Whether a class is below another one.
    pub fn descends(&self, thread: ThreadId, from: ThreadId) -> bool {
        thread != from && self.threads[thread].path.contains(&from)
    }

    /// A class and those below it.
    pub fn family(&self, of: ThreadId) -> Vec<ThreadId> {
        let all = self.threads.iter_enumerated();
        let family = all.filter(|(_, thread)| thread.path.contains(&of));
        family.map(|(id, _)| id).collect()
    }

    /// Whether there may be several threads of a class at once.
    pub fn is_many(&self, thread: ThreadId) -> bool {
        let mut path = self.threads[thread].path.iter();
        path.any(|class| self.threads[*class].repeated)
    }

    /// Whether a thread at a point where certain of its descendants run can be there at the same
    /// time as one of another class at a point of its own.
    pub fn parallel(&self, a: (ThreadId, &Live), b: (ThreadId, &Live)) -> bool {
        let (of_a, of_b) = (&self.threads[a.0].path, &self.threads[b.0].path);
        let both = of_a.iter().zip(of_b);
        let common = both.take_while(|(x, y)| x == y).count();
        if of_a[..common]
            .iter()
            .any(|class| self.threads[*class].repeated)
        {
            return true;
        }
        match (of_a.get(common), of_b.get(common)) {
            (None, None) => false,
            (None, Some(_)) => a.1.contains_key(&b.0),
            (Some(_), None) => b.1.contains_key(&a.0),
            // Whichever of the two branches was created last, the other may still have run then.
            (Some(x), Some(y)) => {
                self.threads[*x].beside.contains(&b.0) || self.threads[*y].beside.contains(&a.0)
            }
        }
    }

    /// Whether a statement of a context is executed at most once in the whole program.
    pub fn is_once(&self, program: &Program, context: ContextId, at: Place) -> bool {
        let mut next = Some((context, at));
        while let Some((context, (block, _))) = next {
            let context = &self.contexts[context];
            if repeats(&program.functions[context.function], block) {
                return false;
            }
            next = context.caller.or(self.threads[context.thread].creator);
        }
        true
    }

    /// The same for the declaration of a variable.
    pub fn is_declared_once(
        &self,
        program: &Program,
        context: ContextId,
        local: cassay_ir::LocalId,
    ) -> bool {
        let function = &program.functions[self.function(context)];
        let mut places = Vec::new();
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                if stmt.kind == StmtKind::Declare(local) {
                    places.push((block, index));
                }
            }
        }
        match places.as_slice() {
            [place] => self.is_once(program, context, *place),
            _ => false,
        }
    }
}

/// Whether a block can come after itself.
fn repeats(function: &Function, block: BlockId) -> bool {
    let mut seen = BTreeSet::new();
    let mut pending = vec![block];
    while let Some(next) = pending.pop() {
        let mut again = false;
        function.blocks[next].terminator.successors(|successor| {
            again |= successor == block;
            if seen.insert(successor) {
                pending.push(successor);
            }
        });
        if again {
            return true;
        }
    }
    false
}
