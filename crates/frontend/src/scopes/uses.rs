//! Where the address of storage is used, and whether it escapes.
//!
//! The address itself, constant offsets of it and its casts are one *chain*: lowering does not
//! assign them to temporaries, so that each use refers to the object that the storage denotes at
//! that time.

use crate::flow::FlowGraph;
use crate::llvm::{
    BlockItem, Call, Function, Ident, InstKind, Instruction, Type, TypedValue, Value,
};
use std::collections::{HashMap, HashSet};

/// The position of an item: block and index in it.
pub(crate) type ItemPlace = (usize, usize);

/// The uses of storage.
#[derive(Default)]
pub(crate) struct Uses {
    /// Every instruction that uses the address, in the order of the text.
    pub places: Vec<ItemPlace>,
    /// Whether the address may be stored, passed on or computed with.
    pub escapes: bool,
    /// Whether some basic block reads it without writing it first.
    pub reads_from_elsewhere: bool,
    /// The instructions that overwrite all of it and read nothing of it.
    pub overwrites: Vec<ItemPlace>,
}

impl Uses {
    /// For each block, whether the storage is live at its start: whether its value may be read
    /// before it is overwritten. Only for storage that does not escape.
    pub fn live(&self, graph: &FlowGraph<'_>) -> Vec<bool> {
        let count = graph.blocks.len();
        let mut predecessors = vec![Vec::new(); count];
        for block in 0..count {
            for next in graph.successors(block) {
                predecessors[next].push(block);
            }
        }
        let mut live = vec![false; count];
        let reads = |block: &usize| self.first_use_reads(*block, 0) == Some(true);
        let mut work: Vec<usize> = (0..count).filter(reads).collect();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut live[block], true) {
                continue;
            }
            let through = |from: &&usize| self.first_use_reads(**from, 0).is_none();
            work.extend(predecessors[block].iter().filter(through));
        }
        live
    }

    /// Whether the storage is live before an item.
    pub fn is_live(&self, graph: &FlowGraph<'_>, live: &[bool], place: ItemPlace) -> bool {
        self.first_use_reads(place.0, place.1).unwrap_or_else(|| {
            let next = graph.successors(place.0);
            next.into_iter().any(|next| live[next])
        })
    }

    /// Whether the first use in a block from an item on is a read; `None` without a use.
    fn first_use_reads(&self, block: usize, from: usize) -> Option<bool> {
        let first = self.places.partition_point(|place| *place < (block, from));
        let place = self.places.get(first).filter(|place| place.0 == block)?;
        Some(self.overwrites.binary_search(place).is_err())
    }
}

/// Finds the uses of storage, except by lifetime markers and by sanitizer checks.
pub(crate) fn uses(function: &Function, storage: &Ident) -> Uses {
    let mut found = all_uses(function, &[storage]);
    found.pop().unwrap_or_default()
}

/// The same for several, in their order.
pub(crate) fn all_uses(function: &Function, storage: &[&Ident]) -> Vec<Uses> {
    let mut chains: HashMap<&Ident, usize> = HashMap::new();
    chains.extend(
        storage
            .iter()
            .enumerate()
            .map(|(index, name)| (*name, index)),
    );
    let types: Vec<Option<&Type>> = storage.iter().map(|name| type_of(function, name)).collect();
    let mut found = Vec::new();
    // A use precedes a link of its chain in the text only across a back edge, and links are made
    // where the storage is used; so two rounds find every chain that clang emits.
    for _ in 0..2 {
        found.clear();
        found.resize_with(storage.len(), Uses::default);
        for (position, block) in function.body.iter().flatten().enumerate() {
            let mut written = HashSet::new();
            for (index, item) in block.items.iter().enumerate() {
                let BlockItem::Inst(instruction) = item else {
                    continue;
                };
                // In sanitizer checks an address does not escape.
                if is_marker(instruction) || instruction.metadata("nosanitize").is_some() {
                    continue;
                }
                for used in used_by(instruction, &chains) {
                    let uses = &mut found[used];
                    uses.places.push((position, index));
                    match role(instruction, &|name| chains.get(name) == Some(&used)) {
                        Role::Link => {
                            chains.extend(instruction.result.iter().map(|link| (link, used)));
                        }
                        Role::Read => {
                            let own = is_own(instruction, block.items.get(index + 1));
                            uses.reads_from_elsewhere |= !own && !written.contains(&used);
                        }
                        Role::Written => {
                            written.insert(used);
                            if overwrites(instruction, storage[used], types[used]) {
                                uses.overwrites.push((position, index));
                            }
                        }
                        Role::Copied => {}
                        Role::Escapes => uses.escapes = true,
                    }
                }
            }
        }
    }
    found
}

/// The storage whose address an instruction uses, each once.
fn used_by(instruction: &Instruction, chains: &HashMap<&Ident, usize>) -> Vec<usize> {
    let mut used = Vec::new();
    operands(instruction, |value| {
        if let Value::Local(name) = value
            && let Some(storage) = chains.get(name)
            && !used.contains(storage)
        {
            used.push(*storage);
        }
    });
    used
}

/// The type of storage.
fn type_of<'m>(function: &'m Function, storage: &Ident) -> Option<&'m Type> {
    let entry = function.body.as_deref()?.first()?;
    let mut instructions = entry.instructions();
    let made = instructions.find(|instruction| instruction.result.as_ref() == Some(storage))?;
    match &made.kind {
        InstKind::Alloca {
            ty, count: None, ..
        } => Some(ty),
        _ => None,
    }
}

/// Whether a store overwrites the whole storage of a type.
fn overwrites(instruction: &Instruction, storage: &Ident, ty: Option<&Type>) -> bool {
    match &instruction.kind {
        InstKind::Store { value, pointer, .. } => {
            Some(&value.ty) == ty && pointer.value.as_local() == Some(storage)
        }
        _ => false,
    }
}

/// Whether clang reads a slot of its own, which has no location in the source: the function result
/// before it returns, a saved stack pointer, or the target after a cleanup.
fn is_own(read: &Instruction, next: Option<&BlockItem>) -> bool {
    match next {
        _ if read.dbg.is_none() => true,
        Some(BlockItem::Inst(next)) => match &next.kind {
            InstKind::Ret(_) => next.dbg == read.dbg,
            InstKind::Call(call) => call
                .callee_name()
                .is_some_and(|name| name.starts_with("llvm.stackrestore")),
            _ => false,
        },
        Some(BlockItem::Debug(_)) | None => false,
    }
}

/// How an instruction uses an address.
enum Role {
    /// Computes another address of the same storage.
    Link,
    Read,
    Written,
    /// Reads or writes it as a whole, by an intrinsic or by a call that returns into it.
    Copied,
    Escapes,
}

fn role(instruction: &Instruction, in_chain: &dyn Fn(&Ident) -> bool) -> Role {
    let inside = |value: &TypedValue| matches!(&value.value, Value::Local(name) if in_chain(name));
    match &instruction.kind {
        InstKind::Load { .. } => Role::Read,
        InstKind::Store { value, .. } if !inside(value) => Role::Written,
        InstKind::GetElementPtr { base, .. } if inside(base) => Role::Link,
        InstKind::Cast {
            to: Type::Ptr { .. },
            ..
        } => Role::Link,
        InstKind::ICmp { .. } => Role::Copied,
        InstKind::Call(call) if only_copies(call, in_chain) => Role::Copied,
        _ => Role::Escapes,
    }
}

/// Whether a call only reads or writes the storage itself.
fn only_copies(call: &Call, in_chain: &dyn Fn(&Ident) -> bool) -> bool {
    let name = call.callee_name().unwrap_or("");
    let copies = ["llvm.memcpy", "llvm.memmove", "llvm.memset"];
    if copies.iter().any(|prefix| name.starts_with(prefix)) {
        return true;
    }
    call.args.iter().all(|argument| {
        let passed = matches!(&argument.value, Value::Local(name) if in_chain(name));
        !passed || argument.attrs.sret().is_some() || argument.attrs.byval().is_some()
    })
}

/// Whether an instruction is a lifetime marker of storage.
pub(crate) fn is_marker(instruction: &Instruction) -> bool {
    instruction
        .kind
        .as_call()
        .and_then(Call::callee_name)
        .is_some_and(|name| name.starts_with("llvm.lifetime."))
}

/// Visits the operands of an instruction.
fn operands(instruction: &Instruction, mut visit: impl FnMut(&Value)) {
    match &instruction.kind {
        InstKind::Ret(value) => value.iter().for_each(|value| visit(&value.value)),
        InstKind::Br { .. } | InstKind::Unreachable | InstKind::Fence(_) => {}
        InstKind::CondBr { cond, .. } => visit(cond),
        InstKind::Switch { value, .. }
        | InstKind::Resume(value)
        | InstKind::FNeg { value, .. }
        | InstKind::Cast { value, .. }
        | InstKind::Freeze(value)
        | InstKind::IndirectBr { address: value, .. }
        | InstKind::Load { pointer: value, .. }
        | InstKind::VaArg { list: value, .. }
        | InstKind::ExtractValue {
            aggregate: value, ..
        } => visit(&value.value),
        InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } | InstKind::Call(call) => {
            visit(&call.callee);
            call.args.iter().for_each(|argument| visit(&argument.value));
            let bundles = call.bundles.iter().flat_map(|bundle| &bundle.operands);
            bundles.for_each(|operand| visit(&operand.value));
        }
        InstKind::Binary { lhs, rhs, .. }
        | InstKind::ICmp { lhs, rhs, .. }
        | InstKind::FCmp { lhs, rhs, .. } => {
            visit(lhs);
            visit(rhs);
        }
        InstKind::ExtractElement {
            vector: first,
            index: second,
        }
        | InstKind::InsertValue {
            aggregate: first,
            element: second,
            ..
        }
        | InstKind::Store {
            value: first,
            pointer: second,
            ..
        }
        | InstKind::AtomicRmw {
            pointer: first,
            value: second,
            ..
        } => {
            visit(&first.value);
            visit(&second.value);
        }
        InstKind::InsertElement {
            vector: first,
            element: second,
            index: third,
        }
        | InstKind::ShuffleVector {
            first,
            second,
            mask: third,
        }
        | InstKind::CmpXchg {
            pointer: first,
            expected: second,
            new: third,
            ..
        }
        | InstKind::Select {
            cond: first,
            then: second,
            otherwise: third,
            ..
        } => {
            visit(&first.value);
            visit(&second.value);
            visit(&third.value);
        }
        InstKind::Alloca { count, .. } => count.iter().for_each(|count| visit(&count.value)),
        InstKind::GetElementPtr { base, indices, .. } => {
            visit(&base.value);
            indices.iter().for_each(|index| visit(&index.value));
        }
        InstKind::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
        InstKind::CatchSwitch { parent: pad, .. }
        | InstKind::CatchRet { pad, .. }
        | InstKind::CleanupRet { pad, .. } => visit(pad),
        InstKind::CatchPad { within, args } | InstKind::CleanupPad { within, args } => {
            visit(within);
            args.iter().for_each(|argument| visit(&argument.value));
        }
        // Their operands are not addresses of variables, or are unknown.
        InstKind::LandingPad { .. } | InstKind::Unknown { .. } => {}
    }
}
