//! Numbers for states, by which states that were seen before are recognised.
//!
//! Objects are renamed in the order in which they are found from the threads and the global variables,
//! so that neither the order of creation nor objects that nothing leads to any more make a difference.
//! What a state consists of is written to two hash functions of 64 bits.

use crate::machine::{Frame, Machine, Stack};
use crate::memory::{ObjectKind, Run};
use crate::threads::Status;
use crate::value::{Base, Pointer, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

impl Machine<'_, '_> {
    /// The number of the present state.
    pub(crate) fn fingerprint(&self) -> u128 {
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
            if thread.status != Status::Ended {
                digest.stack(thread.stack.as_ref().unwrap_or(&self.stack));
            }
        }
        for (function, address) in &self.functions {
            digest.number(function.index() as u64);
            digest.number(*address);
        }
        self.digest_objects(&mut digest);
        digest.finish()
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
                    kind.hash(&mut digest.hashers.0);
                    kind.hash(&mut digest.hashers.1);
                }
                ObjectKind::Contents => digest.number(3),
            }
            let flags = u64::from(object.alive) | u64::from(object.constant) << 1;
            let address = object.address.map_or(0, |address| address.wrapping_add(1));
            digest.numbers(&[object.size, object.align, flags, address]);
            self.memory.describe(number, |run| digest.run(&run));
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
    hashers: (DefaultHasher, DefaultHasher),
    /// The names of objects, by number.
    names: BTreeMap<u64, u64>,
    /// The objects by name.
    found: Vec<u64>,
    /// How many of them were written.
    written: usize,
}

impl Digest {
    fn new() -> Self {
        let mut second = DefaultHasher::new();
        second.write_u64(0x9e37_79b9_7f4a_7c15);
        Digest {
            hashers: (DefaultHasher::new(), second),
            names: BTreeMap::new(),
            found: Vec::new(),
            written: 0,
        }
    }

    fn finish(&self) -> u128 {
        let (first, second) = (self.hashers.0.finish(), self.hashers.1.finish());
        u128::from(first) << 64 | u128::from(second)
    }

    fn number(&mut self, number: u64) {
        self.hashers.0.write_u64(number);
        self.hashers.1.write_u64(number);
    }

    fn numbers(&mut self, numbers: &[u64]) {
        numbers.iter().for_each(|number| self.number(*number));
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.hashers.0.write(bytes);
        self.hashers.1.write(bytes);
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

    fn stack(&mut self, stack: &Stack<'_>) {
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
            frame.then.map_or(0, |block| block.index() as u64 + 1),
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
