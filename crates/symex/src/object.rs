//! The objects of memory: their properties that do not change over their lifetime.
//!
//! The table only grows; states refer to objects by number. The first contents of an object are
//! kept here too, because they are the same in every state: zero, constant data, or unknown
//! contents, whose symbols are created at the first read and recorded for replay.

use crate::value::{OBJECT_BITS, Pointer};
use cassay_base::{IndexVec, define_id};
use cassay_bv::Bv;
use cassay_ir::{Constant, Family, FuncId, GlobalId, Initializer, LocalId, Program, TypeId};
use cassay_term::{Pool, TermId};
use std::collections::BTreeMap;
use std::rc::Rc;

define_id!(
    /// An object of memory.
    pub ObjectId, "obj"
);

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// The target of null pointers.
    Null,
    /// The target of invalid and wild pointers.
    Invalid,
    /// Unknown memory: a possible target of inexact pointers.
    Outside,
    /// A function.
    Function(FuncId),
    /// A global variable.
    Global(GlobalId),
    /// A local variable of one activation and one execution of its declaration.
    Local(FuncId, LocalId),
    /// A heap object.
    Heap,
    /// `alloca` or a variable-length array.
    Stack,
    /// The contents of havocked memory; no pointer leads to it.
    Contents,
}

impl ObjectKind {
    /// Whether it can hold data.
    pub fn is_data(self) -> bool {
        match self {
            ObjectKind::Null
            | ObjectKind::Invalid
            | ObjectKind::Outside
            | ObjectKind::Function(_)
            | ObjectKind::Contents => false,
            ObjectKind::Global(_)
            | ObjectKind::Local(_, _)
            | ObjectKind::Heap
            | ObjectKind::Stack => true,
        }
    }

    /// Whether its life can end before the program does.
    pub fn is_mortal(self) -> bool {
        self == ObjectKind::Heap || self.is_automatic()
    }

    /// Whether its lifetime ends with its function or scope.
    pub fn is_automatic(self) -> bool {
        matches!(self, ObjectKind::Local(_, _) | ObjectKind::Stack)
    }
}

/// A constant part of an object's first contents.
#[derive(Clone, Debug)]
pub enum Part {
    /// Bytes.
    Bytes(Rc<[u8]>),
    /// A pointer.
    Pointer(ObjectId, i64),
}

/// The contents of an object before the first write.
#[derive(Clone, Debug)]
pub enum Initial {
    /// Zeros except for these parts, by offset.
    Data(Rc<BTreeMap<u64, Part>>),
    /// Unknown.
    Unknown,
    /// Consecutive pointers, each leading this many bytes past the one before it.
    Pointers(Pointer, u64),
    /// Unknown rows of this many bytes, each of which ends with a zero.
    Texts(u64),
}

/// Unknown first contents that were read through a symbolic offset: an array of cells.
#[derive(Clone, Copy, Debug)]
pub struct UnknownArray {
    /// Bytes in a cell; indices are byte offsets of cells.
    pub cell: u64,
    /// Whether cells hold pointers, as object number and address side by side.
    pub pointers: bool,
    /// The symbol that stands for the contents.
    pub symbol: TermId,
    /// The symbol, with the parts that were read before stored over it.
    pub term: TermId,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its number in terms, counted among the objects that do not exist from the start.
    pub number: u32,
    /// Its kind.
    pub kind: ObjectKind,
    /// Size in bytes, as wide as a pointer.
    pub size: TermId,
    /// The size when it is a constant.
    pub const_size: Option<u64>,
    /// Alignment of its start.
    pub align: u64,
    /// The functions that a heap object belongs to.
    pub family: Family,
    /// Whether it is read-only.
    pub constant: bool,
    /// Its declared type, when it has one.
    pub ty: Option<TypeId>,
    /// The activation that owns an automatic object.
    pub activation: u64,
    /// First contents.
    pub initial: Initial,
    /// Symbols for unknown first contents: offset to size and symbol.
    pub unknown: BTreeMap<u64, (u64, TermId)>,
    /// Unknown first contents as an array.
    pub unknown_array: Option<UnknownArray>,
    /// Symbol of the start address, once a cast or comparison depends on it.
    pub address: Option<TermId>,
    /// How many objects had an address before this one got its own.
    pub exposed: Option<usize>,
}

/// All objects of an execution.
#[derive(Debug)]
pub struct Objects {
    list: IndexVec<ObjectId, Object>,
    functions: u32,
    /// The number of objects that exist from the start; these are numbered by their position.
    first: u32,
    /// The others, by their numbers.
    numbered: Vec<Option<ObjectId>>,
}

impl Objects {
    /// The number of null's object.
    pub const NULL: ObjectId = ObjectId(0);
    /// The number of the invalid object.
    pub const INVALID: ObjectId = ObjectId(1);
    /// The number of unknown memory.
    pub const OUTSIDE: ObjectId = ObjectId(2);

    /// The objects that exist before the program starts: special ones, functions, globals.
    pub fn new(pool: &mut Pool, program: &Program) -> Self {
        let mut objects = Objects {
            list: IndexVec::new(),
            functions: u32::try_from(program.functions.len()).expect("fewer than 2^32 functions"),
            first: 0,
            numbered: Vec::new(),
        };
        let width = program.layout.pointer_bits;
        let zero = pool.bv_u64(width, 0);
        let plain = |kind| Object {
            number: 0,
            kind,
            size: zero,
            const_size: Some(0),
            align: 1,
            family: Family::Malloc,
            constant: true,
            ty: None,
            activation: 0,
            initial: Initial::Unknown,
            unknown: BTreeMap::new(),
            unknown_array: None,
            address: None,
            exposed: None,
        };
        objects.list.push(plain(ObjectKind::Null));
        objects.list.push(plain(ObjectKind::Invalid));
        objects.list.push(plain(ObjectKind::Outside));
        for id in program.functions.ids() {
            objects.list.push(Object {
                align: 16,
                ..plain(ObjectKind::Function(id))
            });
        }
        for id in program.globals.ids() {
            let global = objects.global_object(pool, program, id);
            objects.list.push(global);
        }
        objects.first = u32::try_from(objects.list.len()).expect("fewer than 2^32 objects");
        objects
    }

    /// The object of a function.
    pub fn function(&self, id: FuncId) -> ObjectId {
        ObjectId(3 + id.0)
    }

    /// The object of a global.
    pub fn global(&self, id: GlobalId) -> ObjectId {
        ObjectId(3 + self.functions + id.0)
    }

    /// Adds an object, with a number that no other object has.
    pub fn push(&mut self, object: Object) -> ObjectId {
        let number = object.number as usize;
        let id = self.list.push(object);
        if self.numbered.len() <= number {
            self.numbered.resize(number + 1, None);
        }
        let other = self.numbered[number].replace(id);
        assert!(other.is_none(), "{id} has the number of another object");
        id
    }

    /// Adds an object, or says more about one that was expected under its number.
    pub fn push_or_replace(&mut self, object: Object) -> ObjectId {
        let known = self.numbered.get(object.number as usize).copied().flatten();
        match known {
            Some(id) => {
                let unknown = std::mem::take(&mut self.list[id].unknown);
                let unknown_array = self.list[id].unknown_array;
                self.list[id] = Object {
                    unknown,
                    unknown_array,
                    address: self.list[id].address,
                    exposed: self.list[id].exposed,
                    ..object
                };
                id
            }
            None => self.push(object),
        }
    }

    /// Whether an object does not exist from the start.
    pub fn is_created(&self, id: ObjectId) -> bool {
        id.0 >= self.first
    }

    /// The object of a number as it is in terms.
    pub fn by_number(&self, number: u32) -> Option<ObjectId> {
        match number.checked_sub(self.first) {
            None => Some(ObjectId(number)),
            Some(later) => *self.numbered.get(later as usize)?,
        }
    }

    /// The object of that number.
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.list[id]
    }

    /// The object of that number, to update what is known about it.
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        &mut self.list[id]
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Never true: null is always there.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All objects in order.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.list.iter_enumerated()
    }

    /// The number of an object in terms.
    pub fn number(&self, id: ObjectId) -> u32 {
        if id.0 < self.first {
            id.0
        } else {
            self.first + self.list[id].number
        }
    }

    /// The term for an object's number.
    pub fn term(&self, pool: &mut Pool, id: ObjectId) -> TermId {
        pool.bv_u64(OBJECT_BITS, u64::from(self.number(id)))
    }

    /// The object whose number a term is, if that is a constant.
    pub(crate) fn of_term(&self, pool: &Pool, number: TermId) -> Option<ObjectId> {
        self.from_constant(pool.as_bv(number)?)
    }

    /// The object whose number is a constant.
    pub fn from_constant(&self, value: &Bv) -> Option<ObjectId> {
        self.by_number(u32::try_from(value.to_u64()?).ok()?)
    }

    fn global_object(&self, pool: &mut Pool, program: &Program, id: GlobalId) -> Object {
        let global = &program.globals[id];
        let size = program.types.alloc_size(global.ty);
        let initial = match &global.init {
            Initializer::External => Initial::Unknown,
            Initializer::Parts(parts) => Initial::Data(Rc::new(
                parts
                    .iter()
                    .map(|(offset, part)| (*offset, self.part(part)))
                    .collect(),
            )),
        };
        Object {
            number: 0,
            kind: ObjectKind::Global(id),
            size: pool.bv_u64(program.layout.pointer_bits, size),
            const_size: Some(size),
            align: global.align.max(1),
            constant: global.constant,
            family: Family::Malloc,
            ty: Some(global.ty),
            activation: 0,
            initial,
            unknown: BTreeMap::new(),
            unknown_array: None,
            address: None,
            exposed: None,
        }
    }

    fn part(&self, constant: &Constant) -> Part {
        match constant {
            Constant::Bits(bits) => Part::Bytes(bytes_of(bits).into()),
            Constant::Bytes(bytes) => Part::Bytes(bytes.as_slice().into()),
            Constant::GlobalAddr(id, offset) => Part::Pointer(self.global(*id), *offset),
            Constant::FuncAddr(id) => Part::Pointer(self.function(*id), 0),
        }
    }
}

/// The little-endian bytes of a value, padded with zero bits.
pub fn bytes_of(bits: &Bv) -> Vec<u8> {
    let bytes = bits.width().div_ceil(8) as usize;
    let limbs = bits.limbs();
    (0..bytes)
        .map(|i| {
            limbs
                .get(i / 8)
                .map_or(0, |limb| (limb >> (8 * (i % 8))) as u8)
        })
        .collect()
}
