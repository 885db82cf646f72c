//! Values of the containers of the C++ library, as a programmer thinks of them: `{1, 2}` for a vector,
//! `"ab"` for a string.
//!
//! What is known of their insides are the names of members in the headers of GNU's library ([`gnu`]) and of LLVM's
//! ([`llvm`]); none is a member in both. Where a member is missing or leads nowhere, nothing is shown, never a wrong
//! value.

mod gnu;
mod llvm;

use crate::objects::{Names, Objects, raw};
use crate::value::{Raw, format, string_literal};
use cassay_base::Id;
use cassay_interp::{Base, Byte, Memory, Pointer};
use cassay_ir::{CType, CTypeId, Member, Program};
use std::collections::BTreeMap;

/// Elements of a container that are shown.
const ELEMENTS: u64 = 16;
/// How deeply containers and structures are shown in each other.
const DEPTH: u32 = 5;
/// How deeply the members of a class of the library nest.
const NESTING: u32 = 12;

/// Where a value is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) object: u64,
    /// In bits.
    pub(crate) at: u64,
    pub(crate) ctype: CTypeId,
}

/// A container: its template, and what it holds.
struct Container<'p> {
    kind: &'p str,
    arguments: Vec<&'p str>,
    spot: Spot,
    depth: u32,
}

impl Container<'_> {
    fn is_map(&self) -> bool {
        self.kind.ends_with("map")
    }
}

/// What is needed to read values.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) program: &'a Program,
    pub(crate) memory: &'a Memory,
    pub(crate) objects: &'a Objects,
}

/// Whether values of a type are shown here: it is a container of the library, or holds one.
pub(crate) fn is_shown(program: &Program, ctype: CTypeId) -> bool {
    container(program, ctype).is_some()
}

/// The variables with static lifetime that are shown here, by the numbers of their objects.
pub(crate) fn of_globals(program: &Program) -> BTreeMap<u64, Option<String>> {
    let globals = program.globals.iter_enumerated();
    let shown = globals.filter(|(_, global)| {
        !global.model && is_shown(program, global.ctype) && !program.is_in_library(global.span)
    });
    shown.map(|(id, _)| (u64::from(id.0), None)).collect()
}

/// The name of a container's template: `vector` of `std::vector<int>`.
fn container(program: &Program, ctype: CTypeId) -> Option<(&str, &str)> {
    let CType::Struct { name, .. } = program.ctypes.resolve(ctype) else {
        return None;
    };
    let rest = name.strip_prefix("std::")?;
    let (kind, arguments) = match rest.split_once('<') {
        Some((kind, rest)) => (kind, rest.strip_suffix('>')?),
        None => (rest, ""),
    };
    let known = [
        "vector",
        "string",
        "string_view",
        "array",
        "pair",
        "tuple",
        "optional",
        "variant",
        "unique_ptr",
        "shared_ptr",
        "map",
        "set",
        "multimap",
        "multiset",
        "list",
        "initializer_list",
        "reference_wrapper",
    ];
    known.contains(&kind).then_some((kind, arguments))
}

/// The parts of a list of template arguments.
fn arguments(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

impl Reader<'_> {
    /// The value of a container; `None` if it is none, or not in a state that can be shown.
    pub(crate) fn container(&self, spot: Spot, depth: u32) -> Option<String> {
        let (kind, list) = container(self.program, spot.ctype)?;
        let of = Container {
            kind,
            arguments: arguments(list),
            spot,
            depth,
        };
        if kind == "pair" {
            let (first, second) = (self.member(spot, "first")?, self.member(spot, "second")?);
            let (first, second) = (self.value(first, depth)?, self.value(second, depth)?);
            return Some(format!("{{{first}, {second}}}"));
        }
        self.of_gnu(&of).or_else(|| self.of_llvm(&of))
    }

    /// Any value, of a container or not.
    fn value(&self, spot: Spot, depth: u32) -> Option<String> {
        if depth >= DEPTH {
            return Some("{...}".to_owned());
        }
        if is_shown(self.program, spot.ctype) {
            return self.container(spot, depth + 1);
        }
        match self.program.ctypes.resolve(spot.ctype) {
            CType::Array { elem, len } => {
                let at = self.place(spot)?;
                self.elements(at, *elem, (*len)?, depth)
            }
            CType::Struct { members, .. } => {
                let parts = members.iter().map(|member| {
                    let inner = inside(spot, member);
                    let value = match member.bit_width {
                        Some(width) => self.leaf(inner, u64::from(width)),
                        None => self.value(inner, depth + 1),
                    };
                    Some(format!(".{} = {}", member.name, value?))
                });
                let parts: Option<Vec<String>> = parts.collect();
                Some(format!("{{{}}}", parts?.join(", ")))
            }
            CType::Unknown
            | CType::Void
            | CType::Function
            | CType::Union { .. }
            | CType::Typedef { .. } => None,
            CType::Int { .. }
            | CType::Char { .. }
            | CType::Bool
            | CType::Float { .. }
            | CType::Enum { .. }
            | CType::Pointer(_) => {
                let bits = crate::place::ctype_bits(self.program, spot.ctype)?;
                self.leaf(spot, bits)
            }
        }
    }

    fn leaf(&self, spot: Spot, bits: u64) -> Option<String> {
        let now = raw(self.memory, spot.object, spot.at, bits);
        if now == Raw::Unknown {
            return None;
        }
        let names = Names {
            program: self.program,
            memory: self.memory,
            objects: self.objects,
        };
        Some(format(self.program, spot.ctype, &now, &names))
    }

    /// A byte-aligned place as a pointer.
    fn place(&self, spot: Spot) -> Option<Pointer> {
        let offset = i64::try_from(spot.at / 8).ok()?;
        Some(Pointer {
            base: Base::Object(spot.object),
            offset,
        })
    }

    /// The member of a name, however deep in bases and members.
    fn member(&self, spot: Spot, name: &str) -> Option<Spot> {
        Some(self.member_within(spot, name, 0)?.0)
    }

    /// The member of a name, and how many bits it has where it is a bit-field.
    fn member_within(&self, spot: Spot, name: &str, depth: u32) -> Option<(Spot, Option<u32>)> {
        let members = match self.program.ctypes.resolve(spot.ctype) {
            CType::Struct { members, .. } | CType::Union { members, .. } if depth < NESTING => {
                members
            }
            _ => return None,
        };
        let own = members.iter().find(|member| &*member.name == name);
        if let Some(own) = own {
            return Some((inside(spot, own), own.bit_width));
        }
        members
            .iter()
            .find_map(|member| self.member_within(inside(spot, member), name, depth + 1))
    }

    /// A pointer that is stored somewhere, with the type that it points to.
    fn pointer(&self, spot: Spot) -> Option<(Pointer, CTypeId)> {
        let CType::Pointer(pointee) = self.program.ctypes.resolve(spot.ctype) else {
            return None;
        };
        let bits = u64::from(self.program.layout.pointer_bits);
        match raw(self.memory, spot.object, spot.at, bits) {
            Raw::Pointer(pointer) => Some((pointer, *pointee)),
            Raw::Bits(bits) if bits.is_zero() => Some((
                Pointer {
                    base: Base::Null,
                    offset: 0,
                },
                *pointee,
            )),
            Raw::Bits(_) | Raw::Unknown => None,
        }
    }

    /// The number in the member of a name.
    fn number(&self, spot: Spot, name: &str) -> Option<u64> {
        let (member, width) = self.member_within(spot, name, 0)?;
        match width {
            Some(width) => self.number_of_bits(member, u64::from(width)),
            None => self.number_at(member),
        }
    }

    fn number_at(&self, spot: Spot) -> Option<u64> {
        let bits = crate::place::ctype_bits(self.program, spot.ctype)?;
        self.number_of_bits(spot, bits)
    }

    fn number_of_bits(&self, spot: Spot, bits: u64) -> Option<u64> {
        match raw(self.memory, spot.object, spot.at, bits) {
            Raw::Bits(bits) => bits.to_u64(),
            Raw::Pointer(_) | Raw::Unknown => None,
        }
    }

    /// What a pointer leads to, seen as a type.
    fn target(&self, pointer: Pointer, ctype: CTypeId) -> Option<Spot> {
        let Base::Object(object) = pointer.base else {
            return None;
        };
        self.memory.object(object)?;
        let at = u64::try_from(pointer.offset).ok()?.checked_mul(8)?;
        Some(Spot { object, at, ctype })
    }

    fn elements(&self, first: Pointer, elem: CTypeId, count: u64, depth: u32) -> Option<String> {
        if count == 0 {
            return Some("{}".to_owned());
        }
        let bits = crate::place::ctype_bits(self.program, elem)?;
        let start = self.target(first, elem)?;
        let mut parts = Vec::new();
        for index in 0..count.min(ELEMENTS) {
            let at = start.at + index * bits;
            parts.push(self.value(Spot { at, ..start }, depth)?);
        }
        Some(braced(parts, count))
    }

    /// The elements from one pointer up to another.
    fn range(&self, start: Spot, finish: Spot, depth: u32) -> Option<String> {
        let (start, elem) = self.pointer(start)?;
        let (finish, _) = self.pointer(finish)?;
        if start.base != finish.base {
            return None;
        }
        let bytes = u64::try_from(finish.offset.checked_sub(start.offset)?).ok()?;
        let size = crate::place::ctype_bits(self.program, elem)?
            .div_ceil(8)
            .max(1);
        self.elements(start, elem, bytes / size, depth)
    }

    /// The text of a length that begins where a pointer leads.
    fn text(&self, start: Pointer, length: u64) -> Option<String> {
        if length == 0 {
            return Some("\"\"".to_owned());
        }
        let Base::Object(object) = start.base else {
            return None;
        };
        let first = u64::try_from(start.offset).ok()?;
        let shown = length.min(4 * ELEMENTS);
        let bytes: Option<Vec<u8>> = (first..first + shown)
            .map(|at| match self.memory.byte(object, at)? {
                Byte::Number(byte) => Some(byte),
                Byte::Part(_, _) | Byte::Indeterminate => None,
            })
            .collect();
        let more = if length > shown { "..." } else { "" };
        Some(format!("{}{more}", string_literal(&bytes?)))
    }

    /// The elements of a tuple, each with its number. Where some are not found, as empty classes that are stored
    /// nowhere, nothing is shown.
    fn tuple(&self, of: &Container<'_>, mut elements: Vec<(u64, Spot)>) -> Option<String> {
        if elements.len() != of.arguments.len() {
            return None;
        }
        elements.sort_by_key(|(index, _)| *index);
        let parts: Option<Vec<String>> = elements
            .iter()
            .map(|(_, spot)| self.value(*spot, of.depth))
            .collect();
        Some(format!("{{{}}}", parts?.join(", ")))
    }

    /// A smart pointer: what it owns.
    fn owner(&self, held: Spot, depth: u32) -> Option<String> {
        let (pointer, pointee) = self.pointer(held)?;
        if pointer.base == Base::Null {
            return Some("nullptr".to_owned());
        }
        let target = self.target(pointer, pointee);
        let value = target.and_then(|target| self.value(target, depth));
        Some(format!(
            "-> {}",
            value.unwrap_or_else(|| "{...}".to_owned())
        ))
    }

    /// The type of the elements of a container that keeps them as bytes. The insides say it only by name.
    fn type_named(&self, name: &str) -> Option<CTypeId> {
        let types = &self.program.ctypes;
        let is_it = |id: CTypeId| match types.get(id) {
            CType::Struct { name: own, .. }
            | CType::Int { name: own, .. }
            | CType::Float { name: own, .. }
            | CType::Enum { name: own, .. } => &**own == name,
            CType::Char { signed } => name == if *signed { "char" } else { "unsigned char" },
            CType::Bool => name == "bool",
            CType::Unknown
            | CType::Void
            | CType::Pointer(_)
            | CType::Array { .. }
            | CType::Union { .. }
            | CType::Typedef { .. }
            | CType::Function => false,
        };
        (0..types.len())
            .map(CTypeId::from_index)
            .find(|id| is_it(*id))
    }

    /// Any instance of a template.
    fn instance(&self, template: &str) -> Option<CTypeId> {
        let types = &self.program.ctypes;
        let is_it = |id: CTypeId| match types.get(id) {
            CType::Struct { name, members, .. } => {
                !members.is_empty() && name.starts_with(template)
            }
            CType::Unknown
            | CType::Void
            | CType::Int { .. }
            | CType::Float { .. }
            | CType::Enum { .. }
            | CType::Char { .. }
            | CType::Bool
            | CType::Pointer(_)
            | CType::Array { .. }
            | CType::Union { .. }
            | CType::Typedef { .. }
            | CType::Function => false,
        };
        (0..types.len())
            .map(CTypeId::from_index)
            .find(|id| is_it(*id))
    }

    /// What a node has behind its links and further bytes.
    fn stored(&self, node: Pointer, links: u64, bytes: u64, ctype: CTypeId) -> Option<Spot> {
        let word = u64::from(self.program.layout.pointer_bits) / 8;
        let align = self.align(ctype, 0)?.max(1);
        let offset = (links * word + bytes).next_multiple_of(align);
        let offset = node.offset.checked_add(i64::try_from(offset).ok()?)?;
        self.target(Pointer { offset, ..node }, ctype)
    }

    fn align(&self, ctype: CTypeId, depth: u32) -> Option<u64> {
        match self.program.ctypes.resolve(ctype) {
            CType::Struct { members, .. } | CType::Union { members, .. } if depth < NESTING => {
                let aligns = members
                    .iter()
                    .map(|member| self.align(member.ty, depth + 1));
                aligns
                    .collect::<Option<Vec<_>>>()
                    .map(|all| all.into_iter().max().unwrap_or(1))
            }
            CType::Array { elem, .. } if depth < NESTING => self.align(*elem, depth + 1),
            _ => Some(
                crate::place::ctype_bits(self.program, ctype)?
                    .div_ceil(8)
                    .min(16),
            ),
        }
    }

    /// The type of the elements of an ordered container.
    fn entry_type(&self, of: &Container<'_>) -> Option<CTypeId> {
        match of.arguments[..] {
            [key, value, ..] if of.is_map() => self
                .type_named(&format!("std::pair<{key} const, {value}>"))
                .or_else(|| self.type_named(&format!("std::pair<const {key}, {value}>"))),
            [key, ..] if !of.is_map() => self.type_named(key),
            _ => None,
        }
    }

    /// An element of an ordered container.
    fn entry(&self, of: &Container<'_>, value: Spot) -> Option<String> {
        if !of.is_map() {
            return self.value(value, of.depth);
        }
        let key = self.value(self.member(value, "first")?, of.depth)?;
        let value = self.value(self.member(value, "second")?, of.depth)?;
        Some(format!("[{key}] = {value}"))
    }
}

/// Elements in braces, of which there are `count`.
fn braced(mut parts: Vec<String>, count: u64) -> String {
    if count > ELEMENTS {
        parts.push("...".to_owned());
    }
    format!("{{{}}}", parts.join(", "))
}

fn inside(spot: Spot, member: &Member) -> Spot {
    Spot {
        at: spot.at + member.bit_offset,
        ctype: member.ty,
        ..spot
    }
}
