//! Which storage lives shorter than its function but has no lifetime markers.
//!
//! Clang marks a variable of a block unless a jump bypasses its declaration, a label precedes it in
//! its block, or the function has a computed `goto`. It marks no compound literal and no object
//! with temporary lifetime whose address is used. Storage without markers whose address does not
//! escape and that is always written before it is read can live as long as the function.

use super::outside::Outside;
use super::uses::{self, Uses};
use crate::flow::FlowGraph;
use crate::llvm::{
    BlockItem, DebugRecordKind, Function, Ident, InstKind, Instruction, Metadata, Module, Value,
};
use std::collections::{HashMap, HashSet};

/// Storage that clang allocates at the start of a function.
pub(crate) fn storage(function: &Function) -> impl Iterator<Item = (usize, &Ident)> {
    let entry = function.body.as_deref().and_then(<[_]>::first);
    let items = entry.map_or(&[] as &[BlockItem], |block| &block.items);
    items.iter().enumerate().filter_map(|(index, item)| {
        let BlockItem::Inst(instruction) = item else {
            return None;
        };
        // One with a count is an array of variable length or a call of `alloca`.
        let InstKind::Alloca { count: None, .. } = &instruction.kind else {
            return None;
        };
        Some((index, instruction.result.as_ref()?))
    })
}

/// Storage with lifetime markers.
pub(crate) fn marked(function: &Function) -> HashSet<&Ident> {
    let blocks = function.body.iter().flatten();
    let marks = blocks.flat_map(|block| block.instructions().filter(|i| uses::is_marker(i)));
    marks
        .filter_map(|instruction| match &instruction.kind {
            InstKind::Call(call) => call.args.last()?.value.as_local(),
            _ => None,
        })
        .collect()
}

/// A debug record that names the variable of some storage.
#[derive(Clone, Copy)]
pub(crate) struct Declaration<'m> {
    pub variable: &'m Metadata,
    pub location: Option<&'m Metadata>,
}

/// The storage that an item of a block describes.
pub(crate) fn declaration(item: &BlockItem) -> Option<(&Ident, Declaration<'_>)> {
    let (storage, variable, location) = match item {
        BlockItem::Debug(record) => {
            if record.kind != DebugRecordKind::Declare {
                return None;
            }
            (record.value()?, record.variable()?, record.location())
        }
        BlockItem::Inst(Instruction {
            kind: InstKind::Call(call),
            dbg,
            ..
        }) if call.callee_name() == Some("llvm.dbg.declare") => {
            let argument = |index: usize| match &call.args.get(index)?.value {
                Value::Metadata(metadata) => Some(metadata),
                _ => None,
            };
            (argument(0)?, argument(1)?, dbg.as_ref())
        }
        BlockItem::Inst(_) => return None,
    };
    let Value::Local(name) = &storage.as_value()?.value else {
        return None;
    };
    let declared = Declaration { variable, location };
    Some((name, declared))
}

/// The variables of a function's storage.
pub(crate) fn declarations(function: &Function) -> HashMap<&Ident, Declaration<'_>> {
    let blocks = function.body.iter().flatten();
    let items = blocks.flat_map(|block| &block.items);
    items.filter_map(declaration).collect()
}

/// Storage whose lifetime must be derived from the source.
pub(crate) fn unmarked<'m>(module: &'m Module, function: &'m Function) -> Vec<&'m Ident> {
    let marked = marked(function);
    let candidates: Vec<_> = storage(function)
        .filter(|(_, name)| !marked.contains(name))
        .collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let declarations = declarations(function);
    let jumps = jumps_into_blocks(function);
    let names: Vec<&Ident> = candidates.iter().map(|(_, name)| *name).collect();
    let uses = uses::all_uses(function, &names);
    let mut outside = None;
    let mut is_carried = |declared: &Declaration<'_>, uses: &Uses| {
        let variable = module.resolve(declared.variable);
        let Some(scope) = variable.and_then(|variable| variable.field_ref("scope")) else {
            return true;
        };
        let outside = outside.get_or_insert_with(|| Outside::of(module, FlowGraph::of(function)));
        outside.is_carried(scope, uses)
    };
    let mut needs = |name: &Ident, uses: &Uses| match declarations.get(name) {
        Some(declared) => {
            in_inner_block(module, declared) && (uses.escapes || is_carried(declared, uses))
        }
        None => !uses.places.is_empty() && (uses.escapes || jumps && uses.reads_from_elsewhere),
    };
    let all = names.into_iter().zip(&uses);
    all.filter(|(name, uses)| needs(name, uses))
        .map(|(name, _)| name)
        .collect()
}

/// Whether a variable of the source belongs to a block nested in the function's body.
fn in_inner_block(module: &Module, declared: &Declaration<'_>) -> bool {
    let Some(node) = module.resolve(declared.variable) else {
        return true;
    };
    let scope = node.field_ref("scope").and_then(|id| module.node(id));
    !node.has_flag("flags", "DIFlagArtificial")
        && scope.is_none_or(|scope| !scope.is("DISubprogram"))
}

/// Whether a function has jumps that may lead into blocks.
fn jumps_into_blocks(function: &Function) -> bool {
    let blocks = function.body.iter().flatten();
    blocks
        .flat_map(|block| &block.items)
        .any(|item| match item {
            BlockItem::Debug(record) => record.kind == DebugRecordKind::Label,
            BlockItem::Inst(instruction) => match &instruction.kind {
                InstKind::Switch { .. } | InstKind::IndirectBr { .. } => true,
                InstKind::Call(call) => call.callee_name() == Some("llvm.dbg.label"),
                _ => false,
            },
        })
}
