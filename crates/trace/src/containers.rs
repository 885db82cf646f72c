//! Values of the containers of the C++ library, as a programmer thinks of them: `{1, 2}` for a vector,
//! `"ab"` for a string.
//!
//! What is known of their insides are the names of members in the headers of GNU's library. Where a member
//! is missing or leads nowhere, nothing is shown, never a wrong value.

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
        match kind {
            "vector" => self.vector(spot, depth),
            "string" => self.text(spot, "_M_p", "_M_string_length"),
            "string_view" => self.text(spot, "_M_str", "_M_len"),
            "array" => {
                let elements = self.member(spot, "_M_elems")?;
                self.value(elements, depth)
            }
            "initializer_list" => {
                let (first, elem) = self.pointer(self.member(spot, "_M_array")?)?;
                let count = self.number(self.member(spot, "_M_len")?)?;
                self.elements(first, elem, count, depth)
            }
            "pair" => {
                let (first, second) = (self.member(spot, "first")?, self.member(spot, "second")?);
                let (first, second) = (self.value(first, depth)?, self.value(second, depth)?);
                Some(format!("{{{first}, {second}}}"))
            }
            "tuple" => self.tuple(spot, depth),
            "optional" => self.optional(spot, depth),
            "variant" => self.variant(spot, arguments(list).len(), depth),
            "unique_ptr" => {
                // The pointer and what deletes it are a tuple.
                let mut parts = Vec::new();
                self.heads(spot, &mut parts, 0);
                let (_, held) = parts.into_iter().find(|(index, _)| *index == 0)?;
                self.owner(held, depth)
            }
            "shared_ptr" => self.owner(self.member(spot, "_M_ptr")?, depth),
            "reference_wrapper" => self.value(self.member(spot, "_M_data")?, depth),
            "map" | "set" | "multimap" | "multiset" => {
                self.tree(spot, kind, &arguments(list), depth)
            }
            "list" => self.list(spot, arguments(list).first()?, depth),
            _ => None,
        }
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
        self.member_within(spot, name, 0)
    }

    fn member_within(&self, spot: Spot, name: &str, depth: u32) -> Option<Spot> {
        let members = match self.program.ctypes.resolve(spot.ctype) {
            CType::Struct { members, .. } | CType::Union { members, .. } if depth < NESTING => {
                members
            }
            _ => return None,
        };
        let own = members.iter().find(|member| &*member.name == name);
        if let Some(own) = own {
            return Some(inside(spot, own));
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

    fn number(&self, spot: Spot) -> Option<u64> {
        let bits = crate::place::ctype_bits(self.program, spot.ctype)?;
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
        if count > ELEMENTS {
            parts.push("...".to_owned());
        }
        Some(format!("{{{}}}", parts.join(", ")))
    }

    fn vector(&self, spot: Spot, depth: u32) -> Option<String> {
        let (start, elem) = self.pointer(self.member(spot, "_M_start")?)?;
        let (finish, _) = self.pointer(self.member(spot, "_M_finish")?)?;
        if start.base != finish.base {
            return None;
        }
        let bytes = u64::try_from(finish.offset.checked_sub(start.offset)?).ok()?;
        let size = crate::place::ctype_bits(self.program, elem)?
            .div_ceil(8)
            .max(1);
        self.elements(start, elem, bytes / size, depth)
    }

    fn text(&self, spot: Spot, start: &str, length: &str) -> Option<String> {
        let (start, _) = self.pointer(self.member(spot, start)?)?;
        let length = self.number(self.member(spot, length)?)?;
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

    /// The elements of a tuple are bases, each with the number of the element in its name.
    fn tuple(&self, spot: Spot, depth: u32) -> Option<String> {
        let mut found = Vec::new();
        self.heads(spot, &mut found, 0);
        found.sort_by_key(|(index, _)| *index);
        let parts: Option<Vec<String>> = found
            .iter()
            .map(|(_, spot)| self.value(*spot, depth))
            .collect();
        Some(format!("{{{}}}", parts?.join(", ")))
    }

    fn heads(&self, spot: Spot, found: &mut Vec<(u64, Spot)>, depth: u32) {
        let CType::Struct { name, members, .. } = self.program.ctypes.resolve(spot.ctype) else {
            return;
        };
        let index = name.strip_prefix("std::_Head_base<").and_then(|rest| {
            let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
            rest[..digits].parse().ok()
        });
        for member in members {
            let inner = inside(spot, member);
            match index {
                Some(index) if &*member.name == "_M_head_impl" => found.push((index, inner)),
                _ if depth < NESTING
                    && (member.name.starts_with("std::_") || member.name.starts_with("_M_t")) =>
                {
                    self.heads(inner, found, depth + 1);
                }
                _ => {}
            }
        }
    }

    fn optional(&self, spot: Spot, depth: u32) -> Option<String> {
        match self.number(self.member(spot, "_M_engaged")?)? {
            0 => Some("nullopt".to_owned()),
            _ => self.value(self.member(spot, "_M_value")?, depth),
        }
    }

    fn variant(&self, spot: Spot, count: usize, depth: u32) -> Option<String> {
        let index = self.number(self.member(spot, "_M_index")?)?;
        if usize::try_from(index).ok()? >= count {
            return Some("valueless".to_owned());
        }
        let mut at = self.member(spot, "_M_u")?;
        for _ in 0..index {
            at = self.member(at, "_M_rest")?;
        }
        let stored = self.member(self.member(at, "_M_first")?, "_M_storage")?;
        self.value(stored, depth)
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

    /// The bytes behind the links of a node.
    fn stored(&self, node: Pointer, links: u64, ctype: CTypeId) -> Option<Spot> {
        let word = u64::from(self.program.layout.pointer_bits) / 8;
        let align = self.align(ctype, 0)?.max(1);
        let offset = (links * word).next_multiple_of(align);
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

    fn tree(&self, spot: Spot, kind: &str, arguments: &[&str], depth: u32) -> Option<String> {
        let pairs = kind.ends_with("map");
        let name = match arguments {
            [key, value, ..] if pairs => format!("std::pair<{key} const, {value}>"),
            [key, ..] if !pairs => (*key).to_owned(),
            _ => return None,
        };
        let elem = self.type_named(&name).or_else(|| match arguments {
            [key, value, ..] if pairs => {
                self.type_named(&format!("std::pair<const {key}, {value}>"))
            }
            _ => None,
        })?;
        let header = self.member(spot, "_M_header")?;
        let link = |node: Spot, name: &str| self.pointer(self.member(node, name)?);
        let (mut node, base) = link(header, "_M_left")?;
        let count = self.number(self.member(spot, "_M_node_count")?)?;
        let mut parts = Vec::new();
        for _ in 0..count.min(ELEMENTS) {
            let value = self.stored(node, 4, elem)?;
            parts.push(match pairs {
                true => {
                    let (key, value) =
                        (self.member(value, "first")?, self.member(value, "second")?);
                    format!(
                        "[{}] = {}",
                        self.value(key, depth)?,
                        self.value(value, depth)?
                    )
                }
                false => self.value(value, depth)?,
            });
            node = self.next(node, base)?;
        }
        if count > ELEMENTS {
            parts.push("...".to_owned());
        }
        Some(format!("{{{}}}", parts.join(", ")))
    }

    /// The next node of a tree in its order.
    fn next(&self, node: Pointer, base: CTypeId) -> Option<Pointer> {
        let link = |node: Pointer, name: &str| {
            let spot = self.target(node, base)?;
            Some(self.pointer(self.member(spot, name)?)?.0)
        };
        let right = link(node, "_M_right")?;
        let mut at = node;
        if right.base != Base::Null {
            at = right;
            for _ in 0..64 {
                let left = link(at, "_M_left")?;
                if left.base == Base::Null {
                    break;
                }
                at = left;
            }
            return Some(at);
        }
        for _ in 0..64 {
            let parent = link(at, "_M_parent")?;
            if link(parent, "_M_right")? != at {
                return Some(parent);
            }
            at = parent;
        }
        None
    }

    fn list(&self, spot: Spot, name: &str, depth: u32) -> Option<String> {
        let elem = self.type_named(name)?;
        let count = self.number(self.member(spot, "_M_size")?)?;
        let (mut node, base) = self.pointer(self.member(spot, "_M_next")?)?;
        let mut parts = Vec::new();
        for _ in 0..count.min(ELEMENTS) {
            parts.push(self.value(self.stored(node, 2, elem)?, depth)?);
            node = self
                .pointer(self.member(self.target(node, base)?, "_M_next")?)?
                .0;
        }
        if count > ELEMENTS {
            parts.push("...".to_owned());
        }
        Some(format!("{{{}}}", parts.join(", ")))
    }
}

fn inside(spot: Spot, member: &Member) -> Spot {
    Spot {
        at: spot.at + member.bit_offset,
        ctype: member.ty,
        ..spot
    }
}
