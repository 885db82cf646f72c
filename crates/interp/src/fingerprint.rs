//! Numbers for states, by which states that were seen before are recognised.
//!
//! Objects are renamed in the order in which they are found from the threads and the global variables,
//! so that neither the order of creation nor objects that nothing leads to any more make a difference.
//! What a state consists of is mixed into a number of 128 bits.

use crate::buffer::Buffer;
use crate::lock_order::{Acquisition, Lock};
use crate::machine::{Frame, Machine, Stack};
use crate::memory::{Byte, ObjectKind, Run};
use crate::mix::Mix;
use crate::threads::Status;
use crate::value::{Base, Pointer, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use std::collections::{BTreeMap, HashMap};

impl Machine<'_, '_> {
    /// The number of the present state.
    pub(crate) fn fingerprint(&self) -> u128 {
        self.digest().mix.finish()
    }

    /// The same, after everything is forgotten that does not matter any more.
    pub(crate) fn forget_and_fingerprint(&mut self) -> u128 {
        self.forget();
        let digest = self.digest();
        // Few dead objects do no harm.
        if self.memory.len() > digest.names.len() + 32 {
            self.memory
                .drop_dead(|number| digest.names.contains_key(&number));
        }
        digest.mix.finish()
    }

    fn digest(&self) -> Digest {
        let mut digest = Digest::new();
        if self.threads.is_empty() {
            digest.stack(&self.stack);
        }
        for thread in &self.threads {
            digest.number(match thread.status {
                // Whether a thread can go on follows from the state.
                Status::Ready | Status::Waiting { .. } => 0,
                Status::Excluded { .. } => 1,
                Status::Ended => 2,
            });
            digest.optional(thread.result.as_ref());
            let stack = thread.stack.as_deref().unwrap_or(&self.stack);
            match thread.status {
                Status::Ended => digest.held(&[], &stack.holding.known),
                Status::Ready | Status::Waiting { .. } | Status::Excluded { .. } => {
                    digest.stack(stack);
                }
            }
            digest.buffer(&thread.buffer);
        }
        digest.locks(&self.acquisitions);
        for (function, address) in &self.functions {
            digest.number(function.index() as u64);
            digest.number(*address);
        }
        self.digest_objects(&mut digest);
        digest
    }

    /// Global variables, what is reached from them and from threads, and the heap.
    fn digest_objects(&self, digest: &mut Digest) {
        for (id, global) in self.program.globals.iter_enumerated() {
            if !global.constant {
                digest.object(id.index() as u64);
            }
        }
        let placed: Vec<u64> = self.memory.placed().map(|(number, _, _)| number).collect();
        if !placed.is_empty() {
            digest.number(self.next_address);
        }
        placed.iter().for_each(|number| digest.object(*number));
        self.digest_found(digest);
        for number in self.memory.numbers() {
            let object = self.memory.object(number);
            let left = object.is_some_and(|object| object.alive && object.kind.is_heap());
            if left && !digest.names.contains_key(&number) {
                digest.object(number);
            }
        }
        self.digest_found(digest);
    }

    /// The objects that were found and not written yet.
    fn digest_found(&self, digest: &mut Digest) {
        while let Some(&number) = digest.found.get(digest.written) {
            digest.written += 1;
            let Some(object) = self.memory.object(number) else {
                continue;
            };
            match object.kind {
                ObjectKind::Global(id) => digest.numbers(&[0, id.index() as u64]),
                ObjectKind::Local(function, local) => {
                    digest.numbers(&[1, function.index() as u64, local.index() as u64]);
                }
                ObjectKind::Alloc(kind) => {
                    digest.number(2);
                    digest.number(kind as u64);
                }
                ObjectKind::Contents => digest.number(3),
            }
            let flags = u64::from(object.alive) | u64::from(object.constant) << 1;
            let address = object.address.map_or(0, |address| address.wrapping_add(1));
            digest.numbers(&[object.size, object.align, flags, address]);
            match self.memory.digest(object) {
                Some(contents) => digest.mix.number(contents),
                None => self.memory.describe(number, |run| digest.run(&run)),
            }
            if let Some(marks) = &self.marks {
                marks.describe(number, |page, marks| {
                    digest.number(page);
                    digest.bytes(marks);
                });
            }
        }
    }
}

struct Digest {
    mix: Mix,
    /// The names of objects, by number.
    names: HashMap<u64, u64>,
    /// The objects by name.
    found: Vec<u64>,
    /// How many of them were written.
    written: usize,
}

impl Digest {
    fn new() -> Self {
        Digest {
            mix: Mix::default(),
            names: HashMap::new(),
            found: Vec::new(),
            written: 0,
        }
    }

    fn number(&mut self, number: u64) {
        self.mix.word(number);
    }

    fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.number(*number));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.mix.bytes(bytes);
    }

    fn object(&mut self, number: u64) {
        let next = self.names.len() as u64;
        let name = *self.names.entry(number).or_insert(next);
        if name == next {
            self.found.push(number);
        }
        self.number(name);
    }

    fn run(&mut self, run: &Run<'_>) {
        match run {
            Run::Elsewhere(tag, byte) => self.numbers(&[0, u64::from(*tag), u64::from(*byte)]),
            Run::At(at) => self.numbers(&[1, *at]),
            Run::Indeterminate(count) => self.numbers(&[2, *count as u64]),
            Run::Numbers(bytes) => {
                self.number(3);
                self.bytes(bytes);
            }
            Run::Part(pointer, part) => {
                self.numbers(&[4, u64::from(*part)]);
                self.pointer(*pointer);
            }
        }
    }

    /// The locks that threads have waited for, and those that they hold.
    fn locks(&mut self, acquisitions: &[Acquisition]) {
        self.number(acquisitions.len() as u64);
        for acquisition in acquisitions {
            self.numbers(&[u64::from(acquisition.thread), acquisition.mode]);
            self.object(acquisition.lock.0);
            self.number(acquisition.lock.1 as u64);
            self.held(&acquisition.held, &acquisition.known);
        }
    }

    fn held(&mut self, held: &[(Lock, u64)], known: &BTreeMap<u32, usize>) {
        for ((object, offset), mode) in held {
            self.object(*object);
            self.numbers(&[*offset as u64, *mode]);
        }
        for (thread, count) in known.iter().filter(|(_, count)| **count > 0) {
            self.numbers(&[u64::from(*thread), *count as u64]);
        }
    }

    fn buffer(&mut self, buffer: &Buffer) {
        self.number(buffer.pending.len() as u64);
        for (store, behind) in buffer.pending.iter().zip(buffer.separations()) {
            self.object(store.object);
            self.numbers(&[behind as u64, store.bytes.len() as u64]);
            for (offset, byte) in &store.bytes {
                self.number(*offset);
                match byte {
                    Byte::Indeterminate => self.number(0),
                    Byte::Number(byte) => self.numbers(&[1, u64::from(*byte)]),
                    Byte::Part(pointer, part) => {
                        self.numbers(&[2, u64::from(*part)]);
                        self.pointer(*pointer);
                    }
                }
            }
        }
        self.number(buffer.separated() as u64);
    }

    fn stack(&mut self, stack: &Stack<'_>) {
        self.held(&stack.holding.held, &stack.holding.known);
        self.numbers(&[u64::from(stack.atomic), stack.callers.len() as u64]);
        for frame in stack.callers.iter().chain([&stack.frame]) {
            self.frame(frame);
        }
    }

    fn frame(&mut self, frame: &Frame<'_>) {
        self.numbers(&[
            frame.function.index() as u64,
            frame.block.index() as u64,
            frame.stmt as u64,
            frame.result.map_or(0, |temp| temp.index() as u64 + 1),
            frame.then.map_or(0, |then| then.normal.index() as u64 + 1),
            frame.then.map_or(0, |then| then.unwind.index() as u64 + 1),
        ]);
        for temp in &frame.temps {
            self.optional(temp.as_ref());
        }
        for (temp, marks) in &frame.marks {
            self.number(*temp as u64);
            self.value(marks);
        }
        for local in &frame.locals {
            match local {
                Some(object) => self.object(*object),
                None => self.number(u64::MAX),
            }
        }
        self.number(frame.stack.len() as u64);
        frame.stack.iter().for_each(|object| self.object(*object));
        for read in &frame.reads {
            self.object(read.object);
            self.numbers(&[read.start, read.end, u64::from(read.written.is_some())]);
        }
    }

    fn optional(&mut self, value: Option<&Value>) {
        match value {
            Some(value) => self.value(value),
            None => self.number(u64::MAX),
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Int(bits) => self.bits(0, bits),
            Value::Float(kind, bits) => self.bits(1 + u64::from(kind.bits()), bits),
            Value::Pointer(pointer) => {
                self.number(2);
                self.pointer(*pointer);
            }
            Value::Address(pointer) => {
                self.number(3);
                self.pointer(*pointer);
            }
            Value::Aggregate(items) => {
                self.numbers(&[4, items.len() as u64]);
                items.iter().for_each(|item| self.value(item));
            }
        }
    }

    fn bits(&mut self, tag: u64, bits: &Bv) {
        self.numbers(&[tag, u64::from(bits.width())]);
        for limb in bits.limbs() {
            self.number(*limb);
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        match pointer.base {
            Base::Null => self.number(0),
            Base::Object(number) => {
                self.number(1);
                self.object(number);
            }
            Base::Function(function) => self.numbers(&[2, function.index() as u64]),
            Base::Invalid => self.number(3),
        }
        self.number(pointer.offset as u64);
    }
}
