//! The insides of containers in GNU's library.

use super::{Container, ELEMENTS, NESTING, Reader, Spot, braced, inside};
use cassay_interp::{Base, Pointer};
use cassay_ir::{CType, CTypeId};

impl Reader<'_> {
    pub(super) fn of_gnu(&self, of: &Container<'_>) -> Option<String> {
        let (spot, depth) = (of.spot, of.depth);
        let member = |name: &str| self.member(spot, name);
        match of.kind {
            "vector" => self.range(member("_M_start")?, member("_M_finish")?, depth),
            "string" => {
                let (start, _) = self.pointer(member("_M_p")?)?;
                self.text(start, self.number(spot, "_M_string_length")?)
            }
            "string_view" => {
                let (start, _) = self.pointer(member("_M_str")?)?;
                self.text(start, self.number(spot, "_M_len")?)
            }
            "array" => self.value(member("_M_elems")?, depth),
            "initializer_list" => {
                let (first, elem) = self.pointer(member("_M_array")?)?;
                self.elements(first, elem, self.number(spot, "_M_len")?, depth)
            }
            "tuple" => {
                let heads = self.heads_of(spot);
                self.tuple(of, heads)
            }
            "optional" => match self.number(spot, "_M_engaged")? {
                0 => Some("nullopt".to_owned()),
                _ => self.value(member("_M_value")?, depth),
            },
            "variant" => self.gnu_variant(of),
            "unique_ptr" => {
                // The pointer and what deletes it are a tuple.
                let parts = self.heads_of(spot);
                let (_, held) = parts.into_iter().find(|(index, _)| *index == 0)?;
                self.owner(held, depth)
            }
            "shared_ptr" => self.owner(member("_M_ptr")?, depth),
            "reference_wrapper" => self.value(member("_M_data")?, depth),
            "map" | "set" | "multimap" | "multiset" => self.gnu_tree(of),
            "list" => self.gnu_list(of),
            _ => None,
        }
    }

    /// The elements of a tuple are bases, each with the number of the element in its name.
    fn heads_of(&self, spot: Spot) -> Vec<(u64, Spot)> {
        let mut found = Vec::new();
        self.heads(spot, &mut found, 0);
        found
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

    fn gnu_variant(&self, of: &Container<'_>) -> Option<String> {
        let index = self.number(of.spot, "_M_index")?;
        if usize::try_from(index).ok()? >= of.arguments.len() {
            return Some("valueless".to_owned());
        }
        let mut at = self.member(of.spot, "_M_u")?;
        for _ in 0..index {
            at = self.member(at, "_M_rest")?;
        }
        let stored = self.member(self.member(at, "_M_first")?, "_M_storage")?;
        self.value(stored, of.depth)
    }

    fn gnu_tree(&self, of: &Container<'_>) -> Option<String> {
        let elem = self.entry_type(of)?;
        let header = self.member(of.spot, "_M_header")?;
        let (mut node, base) = self.pointer(self.member(header, "_M_left")?)?;
        let count = self.number(of.spot, "_M_node_count")?;
        let mut parts = Vec::new();
        for _ in 0..count.min(ELEMENTS) {
            parts.push(self.entry(of, self.stored(node, 4, 0, elem)?)?);
            node = self.gnu_next(node, base)?;
        }
        Some(braced(parts, count))
    }

    /// The next node of a tree in its order.
    fn gnu_next(&self, node: Pointer, base: CTypeId) -> Option<Pointer> {
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

    fn gnu_list(&self, of: &Container<'_>) -> Option<String> {
        let elem = self.type_named(of.arguments.first()?)?;
        let count = self.number(of.spot, "_M_size")?;
        let (mut node, base) = self.pointer(self.member(of.spot, "_M_next")?)?;
        let mut parts = Vec::new();
        for _ in 0..count.min(ELEMENTS) {
            parts.push(self.value(self.stored(node, 2, 0, elem)?, of.depth)?);
            let next = self.member(self.target(node, base)?, "_M_next")?;
            node = self.pointer(next)?.0;
        }
        Some(braced(parts, count))
    }
}
