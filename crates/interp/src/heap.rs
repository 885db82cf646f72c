//! Predicates on the whole heap: is an object left, and can the program still reach it?
//!
//! Reachability follows the pointers in memory, whole or in part, wherever they lead into an
//! object. An integer is not followed, even if its value happens to be an address. The exception is
//! an integer of pointer width that was converted from a pointer: it keeps its target, so it
//! counts.

use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind};
use crate::observe::Event;
use crate::value::Base;
use cassay_ir::{AllocKind, Expr, HeapQuestion, Property};
use std::collections::BTreeSet;

impl Machine<'_, '_> {
    /// Whether a predicate holds for all heap objects.
    pub(crate) fn heap(&mut self, question: HeapQuestion) -> bool {
        let Some(object) = first_bad(&self.memory, question, self.pointer_bits) else {
            return true;
        };
        self.tell(Event::Inspect { object });
        false
    }

    /// The first heap object that a question is answered with no for.
    pub(crate) fn first_bad(&self, question: HeapQuestion) -> Option<u64> {
        first_bad(&self.memory, question, self.pointer_bits)
    }

    /// The message for a violated property; for the heap, it names the object.
    pub(crate) fn violated(&self, property: &Property, cond: &Expr) -> Property {
        let mut property = property.clone();
        let Some(question) = cond.heap_question() else {
            return property;
        };
        let Some(object) = first_bad(&self.memory, question, self.pointer_bits) else {
            return property;
        };
        let span = self.memory.object(object).map(|object| object.span);
        if let Some(span) = span.filter(|span| span.is_known()) {
            let file = self.program.file_name(span);
            let end = match question {
                HeapQuestion::Empty | HeapQuestion::EmptyAtAbort => "is not freed",
                HeapQuestion::Tracked => "is lost",
            };
            property.message = format!("memory allocated at {file}:{} {end}", span.line).into();
        }
        property
    }
}

/// The first heap object that is alive and, if the predicate asks for it, unreachable.
fn first_bad(memory: &Memory, question: HeapQuestion, pointer_bits: u32) -> Option<u64> {
    let mut left = memory.numbers().filter(|number| is_left(memory, *number));
    match question {
        HeapQuestion::Empty | HeapQuestion::EmptyAtAbort => left.next(),
        HeapQuestion::Tracked => {
            let mut left = left.peekable();
            left.peek()?;
            let reached = reached(memory, pointer_bits);
            left.find(|number| !reached.contains(number))
        }
    }
}

fn is_left(memory: &Memory, number: u64) -> bool {
    let object = memory.object(number);
    object.is_some_and(|object| object.alive && object.kind.is_heap())
}

/// The live variables, and the live memory that is reachable from them.
fn reached(memory: &Memory, pointer_bits: u32) -> BTreeSet<u64> {
    let mut reached = BTreeSet::new();
    let mut todo = Vec::new();
    for number in memory.numbers() {
        let Some(object) = memory.object(number) else {
            continue;
        };
        let root = match object.kind {
            ObjectKind::Global(_)
            | ObjectKind::Local(_, _)
            | ObjectKind::Alloc(AllocKind::Stack | AllocKind::Static) => true,
            ObjectKind::Alloc(
                AllocKind::Heap
                | AllocKind::ZeroedHeap
                | AllocKind::New
                | AllocKind::NewArray
                | AllocKind::NewAligned
                | AllocKind::NewArrayAligned,
            )
            | ObjectKind::Contents => false,
        };
        if root && object.alive {
            reached.insert(number);
            todo.push(number);
        }
    }
    while let Some(number) = todo.pop() {
        memory.pointers_in(number, |pointer| {
            let target = match pointer.base {
                Base::Object(target) => target,
                Base::Invalid => match memory.find(pointer.address(pointer_bits)) {
                    Some((target, _)) => target,
                    None => return,
                },
                Base::Null | Base::Function(_) => return,
            };
            let alive = memory.object(target).is_some_and(|object| object.alive);
            if alive && reached.insert(target) {
                todo.push(target);
            }
        });
    }
    reached
}
