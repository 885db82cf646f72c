//! Deadlocks: threads wait for something that only others of them could do.
//!
//! Right before each statement at which a thread can wait stands a claim that there is progress: the
//! thread gets past it at some time, or another one can go on. The models of the library wait, too.

use crate::instrument::{Step, before_each};
use crate::model_switch::set_switch;
use crate::registry::Check;
use crate::wakeups;
use cassay_ir::sharing::can_wait;
use cassay_ir::{Expr, Program, Property, PropertyClass};

/// Some thread can always go on, or all have ended.
pub(crate) const CHECK: Check = Check {
    id: "deadlock",
    help: "deadlocks between threads",
    docs: "\
No execution comes to a state in which threads block each other: each of them waits for a lock that another one
of them holds, or for the end of another one of them, while the rest of the program may go on. A thread that
waits for a lock that it holds itself, or joins itself, is blocked; so is one that waits for a lock that a thread
held when it ended. The locks are mutexes, read-write locks, spin locks and `pthread_once`; a
read-write lock is held by each of its readers.

Semaphores, barriers and condition variables have no holder. A thread that waits for one is blocked if every
thread waits or has ended. Of condition variables it is followed who is woken by which signal, so that a signal
that comes too early is missed. A wait may also end without a signal, as POSIX allows, but need not.

The claim is made at the call that waits; the message says where every thread waits. What a thread does in a
loop, such as waiting for a variable to change, is not waiting. A thread that still waits when the process
ends is no violation. Example: `thread 1 waits for what thread 2 holds in left (a.c:12), thread 2 waits for what
thread 1 holds in right (a.c:20)`.",
    classes: &[PropertyClass::Deadlock],
    default_on: false,
    on: Some("--deadlock-check"),
    off: Some("--no-deadlock-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

/// The variable by which models know that deadlocks are looked for.
const SWITCH: &str = "__cassay_checks_deadlock";

fn instrument(program: &mut Program) {
    set_switch(program, SWITCH, 1);
    wakeups::limit(program);
    before_each(program, |_, step, claims| {
        let waits = match step {
            Step::Stmt(kind) => can_wait(kind),
            Step::End(_) => false,
        };
        if waits {
            claims.claim(Expr::Progress, Property::of(PropertyClass::Deadlock));
        }
    });
}
