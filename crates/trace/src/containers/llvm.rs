//! The insides of containers in LLVM's library, libc++.

use super::{Container, ELEMENTS, NESTING, Reader, Spot, braced, inside};
use cassay_interp::{Base, Pointer};
use cassay_ir::{CType, CTypeId};

impl Reader<'_> {
    pub(super) fn of_llvm(&self, of: &Container<'_>) -> Option<String> {
        let (spot, depth) = (of.spot, of.depth);
        let member = |name: &str| self.member(spot, name);
        match of.kind {
            // Its elements are bits, which have no pointers.
            "vector" if of.arguments.first() == Some(&"bool") => None,
            "vector" => self.range(member("__begin_")?, member("__end_")?, depth),
            "string" => self.llvm_string(spot),
            "string_view" => {
                let (start, _) = self.pointer(member("__data_")?)?;
                self.text(start, self.number(spot, "__size_")?)
            }
            "array" => self.value(member("__elems_")?, depth),
            "initializer_list" => {
                let (first, elem) = self.pointer(member("__begin_")?)?;
                self.elements(first, elem, self.number(spot, "__size_")?, depth)
            }
            "tuple" => {
                let mut leaves = Vec::new();
                self.leaves(spot, &mut leaves, 0);
                self.tuple(of, leaves)
            }
            "optional" => match self.number(spot, "__engaged_")? {
                0 => Some("nullopt".to_owned()),
                _ => self.value(member("__val_")?, depth),
            },
            "variant" => self.llvm_variant(of),
            "unique_ptr" | "shared_ptr" => {
                self.owner(self.first_of_pair(member("__ptr_")?)?, depth)
            }
            "reference_wrapper" => self.value(member("__f_")?, depth),
            "map" | "set" | "multimap" | "multiset" => self.llvm_tree(of),
            "list" => self.llvm_list(of),
            _ => None,
        }
    }

    /// What is stored beside something that may be empty: in a pair of the library, or alone in newer versions.
    fn first_of_pair(&self, spot: Spot) -> Option<Spot> {
        match self.program.ctypes.resolve(spot.ctype) {
            CType::Struct { .. } => self.member(spot, "__value_"),
            _ => Some(spot),
        }
    }

    /// A short string lies in the object itself.
    fn llvm_string(&self, spot: Spot) -> Option<String> {
        let short = self.member(spot, "__s")?;
        if self.number(short, "__is_long_")? == 0 {
            let start = self.place(self.member(short, "__data_")?)?;
            return self.text(start, self.number(short, "__size_")?);
        }
        let long = self.member(spot, "__l")?;
        let (start, _) = self.pointer(self.member(long, "__data_")?)?;
        self.text(start, self.number(long, "__size_")?)
    }

    /// The elements of a tuple are bases, each with the number of the element in its name.
    fn leaves(&self, spot: Spot, found: &mut Vec<(u64, Spot)>, depth: u32) {
        let CType::Struct { name, members, .. } = self.program.ctypes.resolve(spot.ctype) else {
            return;
        };
        let index = name.strip_prefix("std::__tuple_leaf<").and_then(|rest| {
            let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
            rest[..digits].parse().ok()
        });
        for member in members {
            let inner = inside(spot, member);
            match index {
                Some(index) if &*member.name == "__value_" => found.push((index, inner)),
                None if depth < NESTING => self.leaves(inner, found, depth + 1),
                _ => {}
            }
        }
    }

    fn llvm_variant(&self, of: &Container<'_>) -> Option<String> {
        let index = self.number(of.spot, "__index")?;
        if usize::try_from(index).ok()? >= of.arguments.len() {
            return Some("valueless".to_owned());
        }
        let mut at = self.member(of.spot, "__data")?;
        for _ in 0..index {
            at = self.member(at, "__tail")?;
        }
        let stored = self.member(self.member(at, "__head")?, "__value")?;
        self.value(stored, of.depth)
    }

    fn llvm_tree(&self, of: &Container<'_>) -> Option<String> {
        let elem = self.entry_type(of)?;
        let (mut node, _) = self.pointer(self.member(of.spot, "__begin_node_")?)?;
        let base = self.instance("std::__tree_node_base<")?;
        // The number of elements is beside the order, which has no members of its own unless it is a function.
        let size = ["__pair3_", "__size_"]
            .iter()
            .find_map(|name| self.member(of.spot, name))?;
        let count = self.number_at(self.first_of_pair(size)?)?;
        let mut parts = Vec::new();
        for _ in 0..count.min(ELEMENTS) {
            // Behind three links is the colour.
            parts.push(self.entry(of, self.stored(node, 3, 1, elem)?)?);
            node = self.llvm_next(node, base)?;
        }
        Some(braced(parts, count))
    }

    /// The next node of a tree in its order.
    fn llvm_next(&self, node: Pointer, base: CTypeId) -> Option<Pointer> {
        let link = |node: Pointer, name: &str| {
            let spot = self.target(node, base)?;
            Some(self.pointer(self.member(spot, name)?)?.0)
        };
        let right = link(node, "__right_")?;
        let mut at = node;
        if right.base != Base::Null {
            at = right;
            for _ in 0..64 {
                let left = link(at, "__left_")?;
                if left.base == Base::Null {
                    return Some(at);
                }
                at = left;
            }
            return None;
        }
        for _ in 0..64 {
            let parent = link(at, "__parent_")?;
            // The end of the tree has a left child only.
            if link(parent, "__left_")? == at {
                return Some(parent);
            }
            at = parent;
        }
        None
    }

    fn llvm_list(&self, of: &Container<'_>) -> Option<String> {
        let elem = self.type_named(of.arguments.first()?)?;
        let size = ["__size_alloc_", "__size_"]
            .iter()
            .find_map(|name| self.member(of.spot, name))?;
        let count = self.number_at(self.first_of_pair(size)?)?;
        let end = self.member(of.spot, "__end_")?;
        let (mut node, base) = self.pointer(self.member(end, "__next_")?)?;
        let mut parts = Vec::new();
        for _ in 0..count.min(ELEMENTS) {
            parts.push(self.value(self.stored(node, 2, 0, elem)?, of.depth)?);
            let next = self.member(self.target(node, base)?, "__next_")?;
            node = self.pointer(next)?.0;
        }
        Some(braced(parts, count))
    }
}
