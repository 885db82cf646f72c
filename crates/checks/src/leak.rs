//! Memory leaks. At every end of the program the front-end claims that no heap object is left and
//! that none is unreachable; this check removes the claims that are not enabled.
//!
//! SV-COMP's `valid-memtrack` forbids memory that nothing points to any more: objects to which only
//! the entry's own variables pointed are lost when it returns, but at `exit` and `abort` the
//! variables of all active functions still exist. `valid-memcleanup` allows no object to be left,
//! however the program ends. Without a property of SV-COMP, leaks are only reported at regular
//! ends: an abort is no place to clean up.

use crate::registry::Check;
use crate::set::CheckSet;
use cassay_ir::{AllocKind, Expr, HeapQuestion, Program, Property, PropertyClass, StmtKind};

/// Every heap object is freed, or something still points to it.
pub(crate) const CHECK: Check = Check {
    id: "memory-track",
    help: "heap objects that nothing points to any more",
    docs: "No heap object is lost: it is freed, or a pointer into it is in an existing variable, \
        or in a heap object that is not lost itself. This is checked at every end of the program, \
        with the line of the allocation in the message. When `main` returns, its variables are \
        dead, and objects that only they pointed to are lost; handlers of `atexit` run before. At \
        `exit` inside `main`, `abort`, a failed assertion or an error function the variables of \
        all active functions still count. Memory that is lost before an endless loop is found if \
        Cassay recognises that the loop is endless.\n\n\
        A pointer may point anywhere into the object or past its end, and integers as wide as a \
        pointer that were made from one count too. If a pointer may be hidden in other bits, or \
        in an array with many writes, the answer is unknown. Example: `memory allocated at \
        list.c:12 is lost`.",
    classes: &[PropertyClass::MemoryLeak],
    default_on: false,
    on: Some("--lost-memory-check"),
    off: Some("--no-lost-memory-check"),
    sanitizers: &[],
    instrument: None,
};

/// Removes the claims about the heap that are not enabled; other checks must have been applied.
pub fn check_leaks(program: &mut Program, checks: &CheckSet) {
    if checks.has(PropertyClass::ThreadLeak) {
        crate::thread_leak::claim_at_return(program);
    }
    let allocates = allocates_on_heap(program);
    let wanted = |cond: &Expr, property: &Property| {
        let class = property.class;
        let about_heap = [PropertyClass::MemoryLeak, PropertyClass::MemoryCleanup].contains(&class);
        let aborts = cond.heap_question() == Some(HeapQuestion::EmptyAtAbort);
        !about_heap || allocates && checks.has(class) && (checks.counts_aborts() || !aborts)
    };
    for function in program.functions.iter_mut() {
        for block in function.blocks.iter_mut() {
            block.stmts.retain(|stmt| {
                let StmtKind::Assert { cond, property, .. } = &stmt.kind else {
                    return true;
                };
                wanted(cond, property)
            });
        }
    }
}

/// Whether some statement creates a heap object.
fn allocates_on_heap(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    let mut stmts = blocks.flat_map(|block| &block.stmts);
    stmts.any(|stmt| {
        let StmtKind::Alloc { kind, .. } = &stmt.kind else {
            return false;
        };
        match kind {
            AllocKind::Heap
            | AllocKind::ZeroedHeap
            | AllocKind::New
            | AllocKind::NewArray
            | AllocKind::NewAligned
            | AllocKind::NewArrayAligned => true,
            AllocKind::Stack | AllocKind::Static => false,
        }
    })
}
