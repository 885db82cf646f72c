//! Events of an execution, and their observers.

use crate::memory::Memory;
use crate::outcome::Site;
use crate::value::Value;
use cassay_bv::Bv;
use cassay_ir::{Expr, FuncId, InputSource, Program};

/// An event.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The statement or terminator at the site is about to be executed.
    Step,
    /// A function with a body was entered; the context is the caller's.
    Call {
        /// The function.
        callee: FuncId,
        /// The number of the new activation.
        frame: u64,
        /// The arguments.
        args: &'a [Value],
    },
    /// A thread was started; the context is its creator's.
    Spawn {
        /// Its number.
        thread: u32,
        /// The function that it runs.
        callee: FuncId,
        /// The number of its first activation.
        frame: u64,
        /// The arguments.
        args: &'a [Value],
    },
    /// The thread of the context ends.
    EndThread {
        /// Its result.
        value: Option<&'a Value>,
    },
    /// The activation of the context is left for its caller.
    Return {
        /// The result.
        value: Option<&'a Value>,
    },
    /// A local variable's lifetime began.
    Declare {
        /// Its object.
        object: u64,
    },
    /// A local variable's lifetime ended, or that of stack memory at the end of its function.
    Dead {
        /// The object.
        object: u64,
    },
    /// An object was created.
    Alloc {
        /// The object.
        object: u64,
    },
    /// A heap object is freed.
    Free {
        /// The object.
        object: u64,
    },
    /// The oracle gave an input.
    Nondet {
        /// Its source.
        source: &'a InputSource,
        /// The value.
        value: &'a Bv,
    },
    /// The activation ends by an exception.
    Unwind,
    /// A byte that was never written took this value from the oracle.
    Uninitialised {
        /// The object.
        object: u64,
        /// The byte's offset.
        offset: u64,
        /// Its value from now on.
        value: u8,
    },
    /// Bytes were read.
    Read {
        /// The object.
        object: u64,
        /// Offset of the first byte.
        offset: u64,
        /// Number of bytes.
        len: u64,
    },
    /// Bytes are about to be written; memory still shows the old contents.
    Write {
        /// The object.
        object: u64,
        /// Offset of the first byte.
        offset: u64,
        /// Number of bytes.
        len: u64,
    },
    /// Bytes were written; memory shows the new contents.
    Written {
        /// The object.
        object: u64,
        /// Offset of the first byte.
        offset: u64,
        /// Number of bytes.
        len: u64,
    },
    /// The next access of the thread of the context and that of another thread race.
    Race {
        /// The access of the thread of the context.
        own: Access,
        /// The access of the other thread.
        other: Access,
    },
    /// Bytes that the statement wrote earlier have reached memory, where stores are delayed.
    Committed {
        /// The object.
        object: u64,
        /// Offset of the first byte.
        offset: u64,
        /// Number of bytes.
        len: u64,
    },
    /// The claim at the site does not hold.
    Violated {
        /// The parts of what it claims whose values need no memory, outermost first; a temporary is followed by what
        /// it was set to.
        parts: &'a [(Expr, Value)],
        /// The activations of the thread, innermost first; of very many the innermost.
        activations: &'a [Activation],
        /// The heap object that it is about, if it is about all of them.
        lost: Option<u64>,
    },
    /// The liveness or the size of an object was queried.
    Inspect {
        /// The object.
        object: u64,
    },
}

/// The temporaries of an activation.
#[derive(Clone, Debug)]
pub struct Activation {
    /// The number of the activation.
    pub frame: u64,
    /// Its temporaries, by their ids.
    pub temps: Vec<Option<Value>>,
}

/// An access that a thread is about to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The thread.
    pub thread: u32,
    /// The statement.
    pub at: Site,
    /// The object.
    pub object: u64,
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
    /// Whether they are written.
    pub writes: bool,
}

/// The context of an event.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// All objects.
    pub memory: &'a Memory,
    /// The number of the thread; the first one's is 0.
    pub thread: u32,
    /// The number of the activation; the entry's is 0.
    pub frame: u64,
    /// The statement or terminator.
    pub site: Site,
}

/// An observer of an execution.
pub trait Observer {
    /// Called at every event.
    fn event(&mut self, event: Event<'_>, context: &Context<'_>);

    /// Whether events are wanted at all; queried once, before the execution.
    fn watches(&self) -> bool {
        true
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _event: Event<'_>, _context: &Context<'_>) {}

    fn watches(&self) -> bool {
        false
    }
}
