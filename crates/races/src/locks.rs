//! What the functions of the library do with locks.
//!
//! They are recognised by the names of their models. A lock excludes others as long as nobody damages
//! it: releases it without holding it, initialises it or writes into it while other threads run.

use crate::state::Held;
use crate::value::{Base, Lock, Mode};
use cassay_ir::{Call, CallTarget, Constant, Expr, Function, Initializer, Program};

/// What a call does with the lock that its first argument leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// It returns only with the lock.
    Take(Mode),
    /// It returns zero with the lock.
    Try(Mode),
    Release,
    /// Nobody holds it any more.
    Initialise,
    /// The lock of the second argument is released and taken again.
    Wait,
    /// Nothing that matters.
    Nothing,
}

/// A kind of lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Mutex,
    ReadWrite,
    Spin,
}

impl Kind {
    /// The bytes from its start on that its functions use.
    pub fn bytes(self) -> u64 {
        match self {
            Kind::Mutex => 20,
            Kind::ReadWrite => 8,
            Kind::Spin => 4,
        }
    }
}

/// What a function of the library does with a lock.
pub(crate) fn operation(function: &Function) -> Option<(Kind, Operation)> {
    if !function.model {
        return None;
    }
    use Mode::{Exclusive, Shared};
    use Operation::{Initialise, Nothing, Release, Take, Try, Wait};
    Some(match &*function.name {
        "pthread_mutex_lock" => (Kind::Mutex, Take(Exclusive)),
        "pthread_mutex_trylock" | "pthread_mutex_timedlock" => (Kind::Mutex, Try(Exclusive)),
        "pthread_mutex_unlock" => (Kind::Mutex, Release),
        "pthread_mutex_init" => (Kind::Mutex, Initialise),
        "pthread_mutex_destroy" => (Kind::Mutex, Nothing),
        "pthread_cond_wait" | "pthread_cond_timedwait" => (Kind::Mutex, Wait),
        "pthread_rwlock_rdlock" => (Kind::ReadWrite, Take(Shared)),
        "pthread_rwlock_wrlock" => (Kind::ReadWrite, Take(Exclusive)),
        "pthread_rwlock_tryrdlock" => (Kind::ReadWrite, Try(Shared)),
        "pthread_rwlock_trywrlock" => (Kind::ReadWrite, Try(Exclusive)),
        "pthread_rwlock_unlock" => (Kind::ReadWrite, Release),
        "pthread_rwlock_init" => (Kind::ReadWrite, Initialise),
        "pthread_rwlock_destroy" => (Kind::ReadWrite, Nothing),
        "pthread_spin_lock" => (Kind::Spin, Take(Exclusive)),
        "pthread_spin_trylock" => (Kind::Spin, Try(Exclusive)),
        "pthread_spin_unlock" => (Kind::Spin, Release),
        "pthread_spin_init" => (Kind::Spin, Initialise),
        "pthread_spin_destroy" => (Kind::Spin, Nothing),
        _ => return None,
    })
}

/// Whether taking a lock that is held already means that it must be released once more. A mutex that
/// checks for errors refuses instead, and so does a read-write lock that is held alone.
pub(crate) fn counts(
    program: &Program,
    checking: bool,
    kind: Kind,
    lock: Lock,
    held: Held,
    mode: Mode,
) -> bool {
    match kind {
        Kind::Mutex => match lock.base {
            Base::Global(id) => !checking && starts_zero(&program.globals[id].init),
            Base::Local(_, _)
            | Base::Made(_, _, _)
            | Base::Function(_)
            | Base::Unknown(_, _, _)
            | Base::Argument(_, _) => false,
        },
        Kind::ReadWrite => held.mode == Mode::Shared && mode == Mode::Shared,
        Kind::Spin => false,
    }
}

fn starts_zero(init: &Initializer) -> bool {
    match init {
        Initializer::Parts(parts) => parts.iter().all(|(_, part)| match part {
            Constant::Bits(bits) => bits.is_zero(),
            Constant::Bytes(bytes) => bytes.iter().all(|byte| *byte == 0),
            Constant::GlobalAddr(_, _) | Constant::FuncAddr(_) => false,
        }),
        Initializer::External => false,
    }
}

/// Whether some mutex may be of the kind that checks for errors: by its attributes, or by a copy of
/// something as large as a mutex that is not zero at first.
pub(crate) fn may_check(program: &Program) -> bool {
    let sizes = [24, 40];
    let globals = program.globals.iter_enumerated();
    let mut initialised = globals.filter(|(_, global)| !starts_zero(&global.init));
    if initialised.any(|(id, _)| sizes.contains(&program.global_size(id))) {
        return true;
    }
    let functions = program.functions.iter();
    let mut blocks = functions.flat_map(|function| function.blocks.iter());
    blocks.any(|block| block.enters().any(|(_, call)| sets_kind(program, call)))
}

/// Whether a call may set the kind of a mutex to one that checks for errors.
fn sets_kind(program: &Program, call: Call<'_>) -> bool {
    let CallTarget::Direct(callee) = call.target else {
        return false;
    };
    if &*program.functions[*callee].name != "pthread_mutexattr_settype" {
        return false;
    }
    let known = call.args.get(1).and_then(Expr::as_int);
    known.is_none_or(|kind| kind.to_u64().is_none_or(|kind| kind > 1))
}
