//! Names and source types of objects.
//!
//! Variables have names and types from the source. A heap object is named by its number and takes
//! its type from the first variable that points to its start.

use crate::place::{ctype_bits, path_to};
use crate::step::{Part, path_text};
use crate::value::{PointerNames, Raw, string_literal};
use cassay_bv::Bv;
use cassay_interp::{Base, Byte, Memory, ObjectKind, Pointer};
use cassay_ir::{
    AllocKind, CType, CTypeId, CTypeTable, Constant, Global, GlobalId, Initializer, Program,
};
use std::collections::HashMap;

/// Types of allocated objects, which memory itself does not know.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    ordinals: HashMap<u64, usize>,
    elements: HashMap<u64, CTypeId>,
}

/// Name and source type of an object.
pub(crate) struct Named {
    pub(crate) name: String,
    /// The type of the object, or of the elements it is an array of.
    pub(crate) ctype: CTypeId,
    /// Whether `ctype` is the type of an element.
    pub(crate) elements: bool,
}

impl Named {
    /// Whether it is an object of the source: C has no names with spaces.
    pub(crate) fn is_of_source(&self) -> bool {
        !self.name.contains(' ')
    }
}

impl Objects {
    /// A new allocation.
    pub(crate) fn allocated(&mut self, object: u64) {
        let ordinal = self.ordinals.len() + 1;
        self.ordinals.insert(object, ordinal);
    }

    /// Records that a variable of type pointer to `pointee` points to the start of an object. The
    /// first type other than bytes is kept.
    pub(crate) fn pointed_to(&mut self, program: &Program, object: u64, pointee: CTypeId) {
        if ctype_bits(program, pointee).is_none_or(|bits| bits == 0) {
            return;
        }
        let vague = |id: CTypeId| matches!(program.ctypes.resolve(id), CType::Char { .. });
        let known = self.elements.get(&object);
        if known.is_none_or(|known| vague(*known)) {
            self.elements.insert(object, pointee);
        }
    }

    /// Name and type of an object; `None` for storage the compiler made.
    pub(crate) fn named(&self, program: &Program, memory: &Memory, object: u64) -> Option<Named> {
        let whole = |name: String, ctype: CTypeId| Named {
            name,
            ctype,
            elements: false,
        };
        match memory.object(object)?.kind {
            ObjectKind::Global(id) => {
                // Private state of a library model does not belong to the program.
                let global = program.globals.get(id).filter(|global| !global.model)?;
                Some(whole(global.name.to_string(), global.ctype))
            }
            ObjectKind::Local(function, local) => {
                let function = program.functions.get(function).filter(|f| !f.model)?;
                let local = function.locals.get(local)?;
                (!local.name.is_empty()).then(|| whole(local.name.to_string(), local.ctype))
            }
            ObjectKind::Contents => None,
            ObjectKind::Alloc(kind) => {
                let place = match kind {
                    AllocKind::Heap
                    | AllocKind::ZeroedHeap
                    | AllocKind::New
                    | AllocKind::NewArray
                    | AllocKind::NewAligned
                    | AllocKind::NewArrayAligned => "dynamic_object",
                    AllocKind::Stack => "stack_object",
                    AllocKind::Static => "system_object",
                };
                let ordinal = self.ordinals.get(&object).copied().unwrap_or(0);
                let name = format!("{place}{ordinal}");
                let Some(&elem) = self.elements.get(&object) else {
                    return Some(whole(name, CTypeTable::UNKNOWN));
                };
                let bits = memory.object(object)?.size.checked_mul(8);
                let one = bits.is_some() && ctype_bits(program, elem) == bits;
                Some(Named {
                    name,
                    ctype: elem,
                    elements: !one,
                })
            }
        }
    }
}

/// The bits of memory from `start` on as one value.
pub(crate) fn raw(memory: &Memory, object: u64, start: u64, bits: u64) -> Raw {
    let end = start.saturating_add(bits);
    if bits == 0 || bits > 1 << 16 {
        return Raw::Unknown;
    }
    let (first, last) = (start / 8, end.div_ceil(8));
    let mut limbs = vec![0u64; (last - first).div_ceil(8) as usize];
    let mut whole: Option<Pointer> = None;
    for offset in first..last {
        let index = offset - first;
        match memory.byte(object, offset) {
            Some(Byte::Number(byte)) if whole.is_none() => {
                limbs[(index / 8) as usize] |= u64::from(byte) << (index % 8 * 8);
            }
            Some(Byte::Part(pointer, part))
                if u64::from(part) == index && (index == 0 || whole == Some(pointer)) =>
            {
                whole = Some(pointer);
            }
            Some(Byte::Number(_) | Byte::Part(_, _) | Byte::Indeterminate) | None => {
                return Raw::Unknown;
            }
        }
    }
    if let Some(pointer) = whole {
        return Raw::Pointer(pointer);
    }
    let all = Bv::from_limbs(((last - first) * 8) as u32, &limbs);
    let low = (start - first * 8) as u32;
    Raw::Bits(all.extract(low + bits as u32 - 1, low))
}

/// Prints pointers by the names of their targets.
pub(crate) struct Names<'a> {
    pub(crate) program: &'a Program,
    pub(crate) memory: &'a Memory,
    pub(crate) objects: &'a Objects,
}

impl PointerNames for Names<'_> {
    fn pointer(&self, pointer: Pointer, pointee: CTypeId) -> String {
        match pointer.base {
            Base::Null if pointer.offset == 0 => "NULL".to_owned(),
            Base::Null => "invalid".to_owned(),
            Base::Invalid => {
                let bits = self.program.types.pointer_bits();
                match self.memory.find(pointer.address(bits)) {
                    Some((object, offset)) => self.object_part(object, offset as i64, pointee),
                    None => "invalid".to_owned(),
                }
            }
            Base::Function(id) => {
                let function = self.program.functions.get(id);
                let name = function.map_or("?", |function| &function.name);
                moved(format!("&{name}"), pointer.offset)
            }
            Base::Object(object) => self.object_part(object, pointer.offset, pointee),
        }
    }
}

impl Names<'_> {
    fn object_part(&self, object: u64, offset: i64, pointee: CTypeId) -> String {
        if let Some(text) = self.literal(object) {
            return match offset {
                0 => text,
                _ => format!("&{text}[{offset}]"),
            };
        }
        let Some(named) = self.objects.named(self.program, self.memory, object) else {
            return moved("&temporary".to_owned(), offset);
        };
        let name = &named.name;
        let inside = u64::try_from(offset).ok();
        let path = match (inside, named.elements) {
            (Some(offset), false) => path_to(self.program, named.ctype, offset, pointee),
            (Some(offset), true) => self.element_path(&named, offset, pointee),
            (None, _) => None,
        };
        match path {
            Some(path) => format!("&{name}{}", path_text(&path)),
            None => moved(format!("&{name}"), offset),
        }
    }

    fn element_path(&self, named: &Named, offset: u64, pointee: CTypeId) -> Option<Vec<Part>> {
        let stride = ctype_bits(self.program, named.ctype)?.div_ceil(8).max(1);
        let rest = path_to(self.program, named.ctype, offset % stride, pointee)?;
        Some([vec![Part::Index(offset / stride)], rest].concat())
    }

    fn literal(&self, object: u64) -> Option<String> {
        literal_text(self.program, object)
    }
}

/// A string literal by its text.
pub(crate) fn literal_text(program: &Program, object: u64) -> Option<String> {
    let global = GlobalId(u32::try_from(object).ok()?);
    let bytes = literal_bytes(program.globals.get(global)?)?;
    let text = bytes.strip_suffix(&[0])?;
    (!text.contains(&0)).then(|| string_literal(text))
}

/// The bytes of a global that is a string literal: constant, and named by the compiler.
fn literal_bytes(global: &Global) -> Option<&[u8]> {
    if !global.constant || !global.name.starts_with('.') {
        return None;
    }
    match &global.init {
        Initializer::Parts(parts) => match parts.as_slice() {
            [(0, Constant::Bytes(bytes))] => Some(bytes),
            _ => None,
        },
        Initializer::External => None,
    }
}

fn moved(base: String, offset: i64) -> String {
    match offset {
        0 => base,
        1.. => format!("(char *){base} + {offset}"),
        ..0 => format!("(char *){base} - {}", offset.unsigned_abs()),
    }
}
