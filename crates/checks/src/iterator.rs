//! Iterators at the end of their containers that are used as if they led to an element.
//!
//! The iterators of containers of nodes hold the address of a node and know nothing else. Which one is the end is
//! seen at the node: it is null, or of a colour of its own (`models/cxx/gnu/tree.c`), or part of the container.

use crate::cxx_names::symbol;
use crate::registry::Check;
use cassay_base::Span;
use cassay_ir::{
    ClaimIds, CompareOp, Expr, Function, MemoryPredicate, Place, Program, Property, PropertyClass,
    Stmt, StmtKind, TypeId, TypeTable,
};

/// An iterator that is dereferenced or moved forward leads to an element.
pub(crate) const CHECK: Check = Check {
    id: "iterator",
    help: "iterators at the end of containers that are used like others",
    docs: "\
`operator*`, `operator->` and `operator++` are not applied to the iterator that `end()` returns, or that a search
returns which found nothing ([input.iterators], [container.requirements]). This is about the containers of
libstdc++ and libc++ that consist of nodes: `std::map`, `std::set`, `std::list`, `std::forward_list`, the unordered
ones and their variants. Their ends lead to memory that can be read, which sanitizers do not see. Lists, and with libc++
maps and sets, are left out in programs that replace `operator new` or use such containers with allocators of their
own, because nothing tells their nodes from the containers.

Iterators of vectors and strings are pointers, which are checked as such; `-D_GLIBCXX_DEBUG`, the debug mode of
libstdc++, knows their ends and iterators that have become invalid as well, at a price. Example: `iterator at
the end of its container used`.",
    classes: &[PropertyClass::Iterator],
    default_on: true,
    on: Some("--iterator-check"),
    off: Some("--no-iterator-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

/// What tells the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// There is no node.
    Null,
    /// The node has no colour.
    Tree,
    /// The node is part of the container, not on the heap.
    Inside,
}

/// How symbols of the members of iterators begin, behind `_ZN` and `K`.
const CLASSES: &[(&str, End)] = &[
    ("St17_Rb_tree_iteratorI", End::Tree),
    ("St23_Rb_tree_const_iteratorI", End::Tree),
    ("St14_List_iteratorI", End::Inside),
    ("St20_List_const_iteratorI", End::Inside),
    ("St18_Fwd_list_iteratorI", End::Null),
    ("St24_Fwd_list_const_iteratorI", End::Null),
    ("St8__detail14_Node_iteratorI", End::Null),
    ("St8__detail20_Node_const_iteratorI", End::Null),
    ("St3__115__tree_iteratorI", End::Inside),
    ("St3__121__tree_const_iteratorI", End::Inside),
    ("St3__115__list_iteratorI", End::Inside),
    ("St3__121__list_const_iteratorI", End::Inside),
    ("St3__123__forward_list_iteratorI", End::Null),
    ("St3__129__forward_list_const_iteratorI", End::Null),
    ("St3__115__hash_iteratorI", End::Null),
    ("St3__121__hash_const_iteratorI", End::Null),
    ("St3__121__hash_local_iteratorI", End::Null),
    ("St3__127__hash_const_local_iteratorI", End::Null),
];

/// How symbols of the members end that need an element, before the tags of the ABI and the parameters: `*`, `->`
/// and both forms of `++`.
const MEMBERS: [&str; 3] = ["Ede", "Ept", "Epp"];

/// The classes whose nodes are known by being on the heap, by their names for people, with the number of arguments
/// that they have without an allocator of their own.
const HEAPS: [(&str, usize); 3] = [("_List_base<", 1), ("__list_imp<", 1), ("__tree<", 2)];

fn instrument(program: &mut Program) {
    let lists = nodes_are_on_the_heap(program);
    let colour = program.types.int(32);
    let bits = program.layout.pointer_bits;
    for id in program.functions.ids() {
        let (function, ids) = (&mut program.functions[id], &mut program.claims);
        let end = end_of(function).filter(|end| lists || *end != End::Inside);
        if let Some(end) = end {
            claim((function, ids), end, colour, bits);
        }
    }
}

/// What tells the end, for a member of an iterator that needs an element.
fn end_of(function: &Function) -> Option<End> {
    let member = symbol(function).strip_prefix("_ZN")?;
    let name = member.strip_prefix('K').unwrap_or(member);
    let mut classes = CLASSES.iter();
    let (_, end) = classes.find(|(class, _)| name.starts_with(class))?;
    let member = name.strip_suffix("Ev").or_else(|| name.strip_suffix("Ei"));
    let member = without_tag(member?);
    let needs = MEMBERS.iter().any(|end| member.ends_with(end));
    (needs && !function.blocks.is_empty()).then_some(*end)
}

/// A symbol without the tag of the ABI at its end: `B`, a length, and as many characters.
fn without_tag(symbol: &str) -> &str {
    let Some((before, tag)) = symbol.rsplit_once('B') else {
        return symbol;
    };
    let digits = tag.bytes().take_while(u8::is_ascii_digit).count();
    let (length, text) = tag.split_at(digits);
    match length.parse() {
        Ok(length) if text.len() == length => before,
        Ok(0_usize..) | Err(_) => symbol,
    }
}

/// Whether every node that is told from its container by its place is an object of its own on the heap.
fn nodes_are_on_the_heap(program: &Program) -> bool {
    program.functions.iter().all(|function| {
        let replaced =
            symbol(function).starts_with("_Znw") && !function.model && !function.blocks.is_empty();
        !replaced && !has_allocator(&function.name)
    })
}

/// Whether a function is a member of a container with another allocator than `std::allocator`.
fn has_allocator(name: &str) -> bool {
    let mut found = HEAPS.iter();
    let found = found.find_map(|(class, own)| Some((name.split_once(class)?.1, *own)));
    let Some((arguments, mut left)) = found else {
        return false;
    };
    let mut depth = 0_i32;
    for (index, byte) in arguments.bytes().enumerate() {
        match byte {
            b'<' | b'(' => depth += 1,
            b'>' | b')' if depth == 0 => return false,
            b'>' | b')' => depth -= 1,
            b',' if depth == 0 && left > 1 => left -= 1,
            b',' if depth == 0 => {
                let allocator = arguments[index + 1..].trim_start();
                return !allocator.starts_with("std::allocator<");
            }
            _ => {}
        }
    }
    false
}

/// Claims at the start of a member that the iterator leads to an element.
fn claim((function, ids): (&mut Function, &mut ClaimIds), end: End, colour: TypeId, bits: u32) {
    let Some(this) = function.params.first().copied() else {
        return;
    };
    let span = first_place(function);
    let load = |dst, from| StmtKind::Load {
        dst,
        place: Place::Deref(Expr::Temp(from), 1),
        volatile: false,
        moves: false,
        order: None,
    };
    let node = function.new_temp(TypeTable::PTR);
    let mut kinds = vec![load(node, this)];
    let pointer = Expr::Temp(node);
    let cond = match end {
        End::Null => Expr::compare(CompareOp::Ne, pointer, Expr::Null),
        End::Inside => Expr::memory(MemoryPredicate::Freeable, pointer, Expr::int(bits, 0)),
        End::Tree => {
            let value = function.new_temp(colour);
            kinds.push(load(value, node));
            Expr::compare(CompareOp::Ne, Expr::Temp(value), Expr::int(32, 0))
        }
    };
    kinds.push(StmtKind::Assert {
        claim: ids.fresh(),
        cond,
        property: Property::of(PropertyClass::Iterator),
    });
    let added = kinds.into_iter().map(|kind| Stmt { kind, span });
    let entry = &mut function.blocks[Function::ENTRY];
    entry.stmts.splice(0..0, added);
}

/// The first place in a function that is known.
fn first_place(function: &Function) -> Span {
    let entry = &function.blocks[Function::ENTRY];
    let mut spans = entry.stmts.iter().map(|stmt| stmt.span);
    let known = spans.find(|span| span.is_known());
    known.unwrap_or(function.span)
}
