//! Data races (C17 5.1.2.4p35), in the reading of SV-COMP.
//!
//! Right before each plain access to memory that threads could share stands a claim that no other
//! thread stands before a conflicting access. A race of a plain and an atomic access is found at the
//! plain one, so that atomic accesses need no claim. So is one with an access of a library model.
//! Inside of an atomic section the claim holds.

use crate::instrument::{Claims, Site, Step, before_each_of};
use crate::pointer::{bytes_of, pointer_of};
use crate::registry::Check;
use cassay_ir::sharing::{can_race, is_exposed, shares_memory};
use cassay_ir::{
    Access, Accessed, BinaryOp, Expr, Extent, MemoryPredicate, Program, Property, PropertyClass,
    Size,
};

/// No two threads access the same memory at the same time, unless all read or all are atomic.
pub(crate) const CHECK: Check = Check {
    id: "data-races",
    help: "data races between threads",
    docs: "\
Two threads do not access the same byte at the same time if one of them writes and not both accesses are
atomic (C17 5.1.2.4p35): no interleaving leads to a state in which both accesses are next. Atomic are the
operations of `stdatomic.h` and of gcc on atomics, objects declared `_Atomic`, and what happens between
`__VERIFIER_atomic_begin` and `__VERIFIER_atomic_end` or in a function `__VERIFIER_atomic_...`; `volatile`
does not make an access atomic. Bit-fields of one word are accessed together. Every function that copies or
sets memory by itself (`memcpy`, `memset`, assignment of structures) accesses all of the bytes.

What functions of the library access races with accesses of the program (`scanf` with a variable that another
thread reads), but two calls of the library are not compared. Not counted are accesses to order threads: to a
mutex, and to the `pthread_t` that `pthread_create` fills in. Nor is `free` one: that an object is used while
another thread frees it is a violation of `pointer.freed`. Races are looked for in the executions of the memory
model that `--mm` names. The claim is made at every plain access that takes part in a race; the message names the
other one. Interrupt handlers (`--interrupt`) race with the code that they interrupt, too, where `volatile`
accesses of at most a machine word count as atomic. Example:
``data race: thread 0 writes `n` while thread 1 reads it in worker (a.c:12)``.",
    classes: &[PropertyClass::DataRace],
    default_on: false,
    on: Some("--data-races-check"),
    off: Some("--no-data-races-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    if !shares_memory(program) {
        return;
    }
    // Sizes in the new assertions are as wide as a pointer.
    program.types.size_int();
    for id in program.functions.ids() {
        before_each_of(
            program,
            id,
            &|site: &Site<'_>, step: Step<'_>, claims: &mut Claims| {
                let (block, index) = site.place;
                if let Step::Stmt(kind) = step
                    && !site.function.model
                    && can_race(site.function, block, index)
                {
                    kind.accesses(|access| claim(site, access, claims));
                }
            },
        );
    }
}

fn claim(site: &Site<'_>, access: Access<'_>, claims: &mut Claims) {
    if access.order.is_some() {
        return;
    }
    let pointer = pointer_of(site, access);
    let variable = match access.to {
        Accessed::Variable(variable, _) => Some(variable),
        Accessed::Behind(pointer) => site.facts.address(pointer).map(|address| address.variable),
    };
    if variable.is_some_and(|variable| !is_exposed(site.program, site.function, variable)) {
        return;
    }
    let size = match access.size {
        Size::Bytes(len) => len.clone(),
        Size::OfTemp(_) | Size::OfValue(_) => match bytes_of(site, access) {
            Some(bytes) => site.size(bytes),
            None => return,
        },
        Size::Object => {
            let extent = |what| Expr::Extent(what, Box::new(pointer.clone()));
            Expr::binary(BinaryOp::Sub, extent(Extent::Size), extent(Extent::Offset))
        }
    };
    let predicate = match access.writes {
        true => MemoryPredicate::NoUser,
        false => MemoryPredicate::NoWriter,
    };
    let name = variable.map_or("", |variable| site.facts.name(variable));
    let property = match name {
        "" => Property::of(PropertyClass::DataRace),
        name => Property::new(PropertyClass::DataRace, format!("data race on `{name}`")),
    };
    claims.claim(Expr::memory(predicate, pointer, size), property);
}
