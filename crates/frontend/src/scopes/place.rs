//! Where the lifetimes of storage end, as positions in the code.
//!
//! The second compilation has one location for every token and the same instructions. An
//! instruction is inside a region if its location is there or it uses the storage. Storage is
//! renewed before the first instruction outside that may follow one inside: the old object ends
//! there. Starting the next object where the region is left instead of where it is entered cannot
//! be observed, since only code inside the region has the address.

use super::need;
use super::regions::{Range, Regions, contains};
use super::uses::{self, ItemPlace};
use crate::flow::FlowGraph;
use crate::llvm::{BlockItem, Function, Ident, Metadata, Module};
use std::collections::{BTreeMap, HashMap};

/// The offsets of the items of a function in the text, by block.
pub(crate) type Offsets = Vec<Vec<Option<u32>>>;

/// Pairs the items of a function with those of its second compilation. `None` if they differ.
pub(crate) fn offsets(
    first: &Function,
    second: &Function,
    module: &Module,
    lines: &[u32],
) -> Option<Offsets> {
    let (ours, theirs) = (first.body.as_ref()?, second.body.as_ref()?);
    if ours.len() != theirs.len() {
        return None;
    }
    let mut all = Vec::with_capacity(ours.len());
    for (ours, theirs) in ours.iter().zip(theirs) {
        if ours.items.len() != theirs.items.len() {
            return None;
        }
        let pairs = ours.items.iter().zip(&theirs.items);
        let block: Option<Vec<Option<u32>>> = pairs
            .map(|(ours, theirs)| {
                let location = same(ours, theirs)?;
                Some(location.and_then(|location| offset(module, location, lines)))
            })
            .collect();
        all.push(block?);
    }
    Some(all)
}

/// The location of the second of two equal items.
fn same<'m>(first: &BlockItem, second: &'m BlockItem) -> Option<Option<&'m Metadata>> {
    match (first, second) {
        (BlockItem::Inst(first), BlockItem::Inst(second)) => {
            let same = std::mem::discriminant(&first.kind) == std::mem::discriminant(&second.kind)
                && first.kind.as_call().map(|call| call.callee_name())
                    == second.kind.as_call().map(|call| call.callee_name());
            same.then_some(second.dbg.as_ref())
        }
        (BlockItem::Debug(first), BlockItem::Debug(second)) => {
            (first.kind == second.kind).then_some(second.location())
        }
        (BlockItem::Inst(_), BlockItem::Debug(_)) | (BlockItem::Debug(_), BlockItem::Inst(_)) => {
            None
        }
    }
}

/// The offset of a location in the text, given where its lines start.
pub(crate) fn offset(module: &Module, location: &Metadata, lines: &[u32]) -> Option<u32> {
    let node = module.resolve(location)?;
    let number = |field| usize::try_from(node.field_int(field)?).ok();
    let line = number("line")?.checked_sub(1)?;
    let column = number("column")?.checked_sub(1)?;
    lines.get(line)?.checked_add(u32::try_from(column).ok()?)
}

/// The lifetime of storage.
pub(crate) enum Life {
    /// While the execution is in a range of the text.
    In(Range),
    /// Irrelevant: a slot of the compiler's own.
    Anything,
    Unclear,
}

/// The lifetime of storage, from the second compilation.
pub(crate) fn life(
    function: &Function,
    module: &Module,
    lines: &[u32],
    offsets: &Offsets,
    regions: &Regions,
    storage: &Ident,
) -> Life {
    let declarations = need::declarations(function);
    let region = |range: Option<Range>| range.map_or(Life::Unclear, Life::In);
    if let Some(declared) = declarations.get(storage) {
        let at = declared.location.and_then(|at| offset(module, at, lines));
        return region(at.and_then(|at| regions.block_at(at)));
    }
    let uses = uses::uses(function, storage);
    let at = |place: &ItemPlace| offsets[place.0][place.1];
    let places: Vec<u32> = uses.places.iter().filter_map(at).collect();
    let name = storage.as_name().unwrap_or("");
    if name.starts_with(".compoundliteral") {
        return region(places.first().and_then(|at| regions.block_at(*at)));
    }
    let unreached = variables_without_code(function, module, lines, regions, offsets);
    match unreached.get(storage) {
        Some(block) => Life::In(*block),
        None if !uses.escapes => Life::Anything,
        None if places.is_empty() => Life::Unclear,
        None => region(regions.expression_around(&places)),
    }
}

/// The blocks of variables whose declarations have no code because they are unreachable.
fn variables_without_code<'f>(
    function: &'f Function,
    module: &Module,
    lines: &[u32],
    regions: &Regions,
    offsets: &Offsets,
) -> HashMap<&'f Ident, Range> {
    let declarations = need::declarations(function);
    let declared: Vec<u32> = declarations
        .values()
        .filter_map(|declared| offset(module, declared.location?, lines))
        .collect();
    let mut rest: Vec<_> = regions
        .variables
        .iter()
        .filter(|variable| !declared.contains(&variable.at))
        .collect();
    let mut found = HashMap::new();
    for (_, storage) in need::storage(function) {
        if declarations.contains_key(storage) {
            continue;
        }
        let places = uses::uses(function, storage).places;
        let matching = rest.iter().position(|variable| {
            let block = regions.block_at(variable.at);
            is_named(storage, &variable.name)
                && block.is_some_and(|block| {
                    let at = |place: &ItemPlace| offsets[place.0][place.1];
                    places
                        .iter()
                        .filter_map(at)
                        .all(|place| contains(block, place))
                })
        });
        if let Some(matching) = matching
            && let Some(block) = regions.block_at(rest.remove(matching).at)
        {
            found.insert(storage, block);
        }
    }
    found
}

/// Whether storage has the name of a variable. LLVM appends numbers to distinguish equal names.
fn is_named(storage: &Ident, variable: &str) -> bool {
    storage
        .as_name()
        .and_then(|name| name.strip_prefix(variable))
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Adds the positions before which storage is renewed.
pub(crate) fn renewals<'m>(
    function: &'m Function,
    storage: &Ident,
    region: Range,
    offsets: &Offsets,
    found: &mut BTreeMap<ItemPlace, Vec<Ident>>,
) {
    let graph: FlowGraph<'m> = FlowGraph::of(function);
    let uses = uses::uses(function, storage);
    let used = &uses.places;
    // Renewal cannot be observed if the value is not read before it is set.
    let live = (!uses.escapes).then(|| uses.live(&graph));
    let matters = |place: ItemPlace| {
        let live = live.as_ref();
        live.is_none_or(|live| uses.is_live(&graph, live, place))
    };
    let inside = |place: ItemPlace| {
        let located = offsets[place.0][place.1].map(|at| contains(region, at));
        if used.binary_search(&place).is_ok() {
            Some(true)
        } else {
            located
        }
    };
    let count = graph.blocks.len();
    let mut may_enter = vec![false; count];
    let mut work: Vec<usize> = (0..count).rev().collect();
    while let Some(block) = work.pop() {
        let items = (0..offsets[block].len()).rev();
        let last = items.filter_map(|index| inside((block, index))).next();
        if last.unwrap_or(may_enter[block]) {
            for next in graph.successors(block) {
                if !std::mem::replace(&mut may_enter[next], true) {
                    work.push(next);
                }
            }
        }
    }
    for (block, may_enter) in may_enter.into_iter().enumerate() {
        let mut may_be_inside = may_enter;
        for index in 0..offsets[block].len() {
            match inside((block, index)) {
                Some(true) => may_be_inside = true,
                Some(false) if may_be_inside => {
                    may_be_inside = false;
                    if matters((block, index)) {
                        let before = found.entry((block, index)).or_default();
                        before.push(storage.clone());
                    }
                }
                Some(false) | None => {}
            }
        }
    }
}
