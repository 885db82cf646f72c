//! The order of locks. The models of the library claim it where a thread has waited for a lock.

use crate::registry::Check;
use cassay_ir::PropertyClass;

/// Threads acquire locks in an order that cannot block them.
pub(crate) const CHECK: Check = Check {
    id: "lock-order",
    help: "locks acquired in orders by which threads can block each other",
    docs: "\
No execution acquires locks in orders that contradict each other: one thread waits for a lock `b` while it
holds `a`, another one for `a` while it holds `b`, or threads do so in a longer cycle. The threads need not
block each other in that execution, and it may be that none does at all. That is a potential deadlock, unless

- the threads hold another lock in common at these moments (a gate), or
- one of the acquisitions is over before the other thread is created, or after it was joined, or
- all that hold and want a read-write lock do so for reading.

All acquisitions of the cycle are part of one execution, which is replayed. Locks are mutexes, spin locks and
read-write locks. Functions that do not wait (`pthread_mutex_trylock`, `pthread_mutex_timedlock`) acquire a lock
that is held then, but are no violation themselves. The claim is made at the last acquisition of the cycle; the
message names the others. Example: ``thread 2 acquires `a` and holds `b`; thread 1 has acquired `b` and held
`a` in left (a.c:12)``.",
    classes: &[PropertyClass::LockOrder],
    default_on: false,
    on: Some("--lock-order-check"),
    off: Some("--no-lock-order-check"),
    sanitizers: &[],
    instrument: None,
};
