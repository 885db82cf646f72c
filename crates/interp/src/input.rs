//! The oracle: the source of everything the program leaves open.

use crate::outcome::Site;
use crate::schedule::Schedule;
use cassay_bv::Bv;
use cassay_ir::{FuncId, InputSource};
use std::collections::BTreeMap;

/// Which input is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Asked {
    /// The thread that asks.
    pub thread: u32,
    /// How many inputs it asked for before.
    pub index: u64,
}

/// Decides what the program leaves open. It is asked in execution order. In a program with several
/// threads, the same input of a thread may be asked for again, when a thread that waits tries to go on:
/// answers must then depend on the number of the input alone.
pub trait Oracle {
    /// An input, by the statement that asks for it. Most oracles do not care.
    fn nondet_at(&mut self, _at: Site, asked: Asked, source: &InputSource, width: u32) -> Bv {
        self.nondet_of(asked, source, width)
    }

    /// An input, by the thread that asks for it. Programs of one thread need not tell.
    fn nondet_of(&mut self, _asked: Asked, source: &InputSource, width: u32) -> Bv {
        self.nondet(source, width)
    }

    /// An input: bits of a `havoc`, an `undef`, a parameter of the entry, or the result of a
    /// function without body. For a pointer, its address: zero is the null pointer, any other
    /// address leads to the object that is there.
    fn nondet(&mut self, source: &InputSource, width: u32) -> Bv;

    /// The first value of a byte that was never written. Asked once for each byte.
    fn initial_byte(&mut self, object: u64, offset: u64) -> u8;

    /// The base address of an object, asked when it is first needed; `None` lets the interpreter
    /// choose one that is aligned and free.
    fn address(&mut self, object: u64, size: u64, align: u64) -> Option<u64>;

    /// Whether an integer that was not computed from the object's address may lead to the object,
    /// from the start of its lifetime on.
    fn is_placed(&mut self, _object: u64) -> bool {
        false
    }

    /// The address of a function, asked at the start and when it is first needed; `None` for
    /// [`function_address`](crate::function_address).
    fn function_address(&mut self, _function: FuncId) -> Option<u64> {
        None
    }
}

/// The oracle that answers zero, with addresses chosen by the interpreter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zeros;

impl Oracle for Zeros {
    fn nondet(&mut self, _source: &InputSource, width: u32) -> Bv {
        Bv::zero(width)
    }

    fn initial_byte(&mut self, _object: u64, _offset: u64) -> u8 {
        0
    }

    fn address(&mut self, _object: u64, _size: u64, _align: u64) -> Option<u64> {
        None
    }
}

/// Prepared answers for one object.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ObjectInput {
    /// Its base address.
    pub address: Option<u64>,
    /// First values of bytes by offset; zero where absent.
    pub bytes: BTreeMap<u64, u8>,
}

/// Prepared answers: the inputs of a counterexample. Missing answers are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Inputs {
    /// The inputs of the first thread in execution order.
    pub nondet: Vec<Bv>,
    /// Indeterminate contents and addresses by object number.
    pub objects: BTreeMap<u64, ObjectInput>,
    /// Addresses of functions.
    pub functions: BTreeMap<FuncId, u64>,
    /// The inputs of threads other than the first, each in the order in which the thread asks.
    #[serde(default)]
    pub threads: BTreeMap<u32, Vec<Bv>>,
    /// The order in which threads go on, if there are several.
    #[serde(default)]
    pub schedule: Schedule,
}

impl Inputs {
    /// An oracle that gives these answers.
    pub fn oracle(&self) -> impl Oracle + '_ {
        Prepared { inputs: self }
    }
}

struct Prepared<'a> {
    inputs: &'a Inputs,
}

impl Oracle for Prepared<'_> {
    fn nondet_of(&mut self, asked: Asked, _source: &InputSource, width: u32) -> Bv {
        let answers = match asked.thread {
            0 => Some(&self.inputs.nondet),
            thread => self.inputs.threads.get(&thread),
        };
        let index = usize::try_from(asked.index).ok();
        let answer = answers.zip(index).and_then(|(list, index)| list.get(index));
        answer.map_or_else(|| Bv::zero(width), |bits| bits.clone())
    }

    fn nondet(&mut self, source: &InputSource, width: u32) -> Bv {
        let first = Asked {
            thread: 0,
            index: 0,
        };
        self.nondet_of(first, source, width)
    }

    fn initial_byte(&mut self, object: u64, offset: u64) -> u8 {
        let object = self.inputs.objects.get(&object);
        object
            .and_then(|object| object.bytes.get(&offset).copied())
            .unwrap_or(0)
    }

    fn address(&mut self, object: u64, _size: u64, _align: u64) -> Option<u64> {
        self.inputs.objects.get(&object)?.address
    }

    fn is_placed(&mut self, object: u64) -> bool {
        let object = self.inputs.objects.get(&object);
        object.is_some_and(|object| object.address.is_some())
    }

    fn function_address(&mut self, function: FuncId) -> Option<u64> {
        self.inputs.functions.get(&function).copied()
    }
}
