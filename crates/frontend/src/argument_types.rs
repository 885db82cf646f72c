//! Types of variable arguments: `va_arg` must name the type of the argument (C17 7.16.1.1p2).
//!
//! A block of variable arguments starts with one tag byte for each of the first slots, which
//! encodes the type that was passed there. Where clang lowered `va_arg`, the tag is compared with
//! the type that is read. Tags are empty where a literal format has already been compared with its
//! arguments. Types are distinguished as far as the machine does: `int` and `unsigned` are the
//! same, as are `long` and `long long` where both have 64 bits.

use crate::flow::FlowGraph;
use crate::functions::Builder;
use crate::llvm::{
    Block, FloatKind, Ident, InstKind, Instruction, Module, Type, TypedValue, Value,
};
use crate::lower::Lowered;
use cassay_ir::{BinaryOp, CompareOp, Expr, Extent, Property, PropertyClass, StmtKind, TypeTable};
use std::collections::{HashMap, HashSet};

/// The number of slots with a tag, which is also the number of tag bytes before the arguments.
pub(crate) const TAGGED_SLOTS: u64 = 64;
/// The name that clang gives to the elements of a `va_list` on x86-64.
const LIST: &str = "struct.__va_list_tag";
/// The index of the member that points to the arguments in memory.
const IN_MEMORY: u64 = 2;

/// The tag of a slot whose type is not recorded.
const UNKNOWN_TYPE: u64 = 0;
/// The tag of a type that no argument has, because it is promoted.
const PROMOTED: u64 = 255;

/// The tag for an argument of a type.
pub(crate) fn tag(ty: &Type) -> u64 {
    match ty {
        Type::Int(1 | 8 | 16) | Type::Float(FloatKind::Float) => PROMOTED,
        Type::Int(32) => 1,
        Type::Int(64) => 2,
        Type::Float(FloatKind::Double) => 3,
        Type::Float(FloatKind::X86Fp80) => 4,
        Type::Ptr { .. } => 5,
        _ => UNKNOWN_TYPE,
    }
}

type Definitions<'m> = HashMap<&'m Ident, &'m InstKind>;

/// Finds the loads that are `va_arg`, and whether there is one, with a claim about its type, for each
/// `va_arg` that clang lowered.
pub(crate) fn find_argument_loads<'m>(
    module: &'m Module,
    graph: &FlowGraph<'m>,
    pointer_bits: u32,
) -> (HashSet<&'m Ident>, bool) {
    if pointer_bits == 32 {
        return loads_by_cursor(module, graph);
    }
    let instructions = || graph.blocks.iter().flat_map(Block::instructions);
    if !instructions().any(|instruction| leads_to_memory(&instruction.kind)) {
        return (HashSet::new(), true);
    }
    let definitions: Definitions<'m> = instructions()
        .filter_map(|instruction| Some((instruction.result.as_ref()?, &instruction.kind)))
        .collect();
    let found: Vec<&'m Instruction> = instructions()
        .filter(|instruction| is_argument_load(instruction, &definitions))
        .collect();
    // Each `va_arg` loads the pointer to the arguments from the list once.
    let taken = |instruction: &&Instruction| match &instruction.kind {
        InstKind::Load { pointer, .. } => {
            definition(&pointer.value, &definitions).is_some_and(leads_to_memory)
        }
        _ => false,
    };
    let claimed = found.iter().filter(|read| has_tag(read)).count();
    let all = claimed == instructions().filter(taken).count();
    let results = found.iter().filter_map(|read| read.result.as_ref());
    (results.collect(), all)
}

/// On a machine of 32 bits, a list is a pointer that each `va_arg` moves on.
fn loads_by_cursor<'m>(module: &'m Module, graph: &FlowGraph<'m>) -> (HashSet<&'m Ident>, bool) {
    let (mut loads, mut all) = (HashSet::new(), true);
    let lists = |name: &Ident| name.as_name().is_some_and(|n| n.starts_with("llvm.va_"));
    if !module
        .functions
        .iter()
        .any(|function| lists(&function.name))
    {
        return (loads, all);
    }
    for block in graph.blocks {
        let instructions: Vec<_> = block.instructions().collect();
        let steps = instructions.windows(3).filter(|w| steps_on(w)).count();
        let found = instructions.windows(4).filter_map(by_cursor);
        let found: Vec<_> = found.collect();
        let claimed = found.iter().filter(|read| has_tag(read)).count();
        let aligns = instructions.iter().any(|i| masks_pointer(&i.kind));
        all &= claimed == steps && !aligns;
        loads.extend(found.iter().filter_map(|read| read.result.as_ref()));
    }
    (loads, all)
}

impl<'m> Builder<'_, 'm> {
    /// Claims that a `va_arg` reads the type that was passed.
    pub fn claim_argument_type(
        &mut self,
        instruction: &'m Instruction,
        ty: &'m Type,
        pointer: &'m TypedValue,
    ) -> Lowered<()> {
        let wanted = tag(ty);
        let found = instruction.result.as_ref();
        if wanted == UNKNOWN_TYPE
            || !found.is_some_and(|name| self.source.argument_loads.contains(name))
        {
            return Ok(());
        }
        let pointer = self.typed(pointer)?;
        let bits = self.cx.pointer_bits();
        let (word, byte) = (self.word(), self.cx.program.types.int(8));
        let offset = Expr::Extent(Extent::Offset, Box::new(pointer.clone()));
        let offset = self.body.assign(word, offset);
        let inside = Expr::binary(BinaryOp::Sub, offset.clone(), Expr::int(bits, TAGGED_SLOTS));
        let slot = Expr::int(bits, if bits == 64 { 3 } else { 2 });
        let index = self
            .body
            .assign(word, Expr::binary(BinaryOp::LShr, inside, slot));
        let tagged = Expr::compare(CompareOp::ULt, index.clone(), Expr::int(bits, TAGGED_SLOTS));
        let tagged = self.body.assign(TypeTable::BOOL, tagged);
        // Always inside the tag bytes.
        let index = Expr::Select(
            Box::new(tagged.clone()),
            Box::new(index),
            Box::new(Expr::int(bits, 0)),
        );
        let back = self
            .body
            .assign(word, Expr::binary(BinaryOp::Sub, index, offset));
        let place = Expr::PtrAdd(Box::new(pointer), Box::new(back));
        let place = self.body.assign(TypeTable::PTR, place);
        let given = self.load_value(false, byte, place, 1);
        let untagged = Expr::compare(CompareOp::Eq, given.clone(), Expr::int(8, UNKNOWN_TYPE));
        let same = Expr::compare(CompareOp::Eq, given, Expr::int(8, wanted));
        let either = |a: Expr, b: Expr| Expr::binary(BinaryOp::Or, a, b);
        let unknown = self
            .body
            .assign(TypeTable::BOOL, either(tagged.not(), untagged));
        let cond = self.body.assign(TypeTable::BOOL, either(unknown, same));
        let message = "va_arg: the argument has the type that is read";
        self.assert(cond, Property::new(PropertyClass::LibraryCall, message));
        Ok(())
    }

    /// Writes the tags of a block, given by offset after the tag bytes.
    pub fn record_argument_types(&mut self, block: Expr, tags: Vec<(u64, u64)>) -> Lowered<()> {
        let bits = self.cx.pointer_bits();
        self.body.push(StmtKind::MemSet {
            dst: block.clone(),
            value: Expr::int(8, UNKNOWN_TYPE),
            len: Expr::int(bits, TAGGED_SLOTS),
        });
        let byte = self.cx.program.types.int(8);
        for (offset, tag) in tags {
            let slot = offset / u64::from(bits / 8);
            if tag != UNKNOWN_TYPE && slot < TAGGED_SLOTS {
                let at = crate::fold::ptr_add(block.clone(), Expr::int(bits, slot));
                self.store_value(false, byte, Expr::int(8, tag), at, 1)?;
            }
        }
        Ok(())
    }
}

/// Whether a type is `va_list` on x86-64.
pub(crate) fn is_list(ty: &Type) -> bool {
    match ty {
        Type::Array { elem, .. } => is_list(elem),
        Type::Named(name) => name.as_name() == Some(LIST),
        _ => false,
    }
}

/// Whether an instruction computes the address of the list member that points to arguments in
/// memory.
fn leads_to_memory(kind: &InstKind) -> bool {
    let InstKind::GetElementPtr {
        source: Type::Named(name),
        indices,
        ..
    } = kind
    else {
        return false;
    };
    let last = indices.last().and_then(|index| constant(&index.value));
    name.as_name() == Some(LIST) && last == Some(IN_MEMORY)
}

fn constant(value: &Value) -> Option<u64> {
    match value {
        Value::Const(crate::llvm::Constant::Int(number)) => number.as_u64(),
        _ => None,
    }
}

fn definition<'m>(value: &Value, definitions: &Definitions<'m>) -> Option<&'m InstKind> {
    definitions.get(value.as_local()?).copied()
}

/// Whether a value is the pointer to the arguments in memory, loaded from a list.
fn is_in_memory(value: &Value, definitions: &Definitions<'_>) -> bool {
    match definition(value, definitions) {
        Some(InstKind::Load { pointer, .. }) => {
            definition(&pointer.value, definitions).is_some_and(leads_to_memory)
        }
        _ => false,
    }
}

/// Whether an instruction loads an argument: from the register save area or from memory as a list
/// describes it, or from memory at an aligned address.
fn is_argument_load(instruction: &Instruction, definitions: &Definitions<'_>) -> bool {
    let InstKind::Load { pointer, .. } = &instruction.kind else {
        return false;
    };
    match definition(&pointer.value, definitions) {
        Some(InstKind::Phi { incoming, .. }) => incoming
            .iter()
            .any(|(value, _)| is_in_memory(value, definitions)),
        Some(kind @ InstKind::Call(call)) => {
            let first = call.args.first().map(|argument| &argument.value);
            masks_pointer(kind)
                && match first.and_then(|value| definition(value, definitions)) {
                    Some(InstKind::GetElementPtr { base, .. }) => {
                        is_in_memory(&base.value, definitions)
                    }
                    _ => false,
                }
        }
        _ => false,
    }
}

/// Whether an instruction reads a type that has a tag.
fn has_tag(read: &Instruction) -> bool {
    matches!(&read.kind, InstKind::Load { ty, .. } if tag(ty) != UNKNOWN_TYPE)
}

/// Whether an instruction aligns a pointer.
fn masks_pointer(kind: &InstKind) -> bool {
    let InstKind::Call(call) = kind else {
        return false;
    };
    let name = call.callee_name();
    name.is_some_and(|name| name.starts_with("llvm.ptrmask"))
}

/// Whether a cursor is loaded and advanced by whole slots, as each `va_arg` of i386 does.
fn steps_on(window: &[&Instruction]) -> bool {
    let [load, step, store] = window else {
        return false;
    };
    let InstKind::Load { pointer: list, .. } = &load.kind else {
        return false;
    };
    let InstKind::GetElementPtr {
        source: Type::Int(8),
        base,
        indices,
        ..
    } = &step.kind
    else {
        return false;
    };
    let InstKind::Store { value, pointer, .. } = &store.kind else {
        return false;
    };
    let bytes = match indices.as_slice() {
        [index] => constant(&index.value).unwrap_or(0),
        _ => 0,
    };
    load.result.is_some()
        && base.value.as_local() == load.result.as_ref()
        && bytes > 0
        && bytes % 4 == 0
        && value.value.as_local() == step.result.as_ref()
        && pointer.value == list.value
}

/// A load through a cursor that was advanced by whole slots, as `va_arg` on i386 does.
fn by_cursor<'m>(window: &[&'m Instruction]) -> Option<&'m Instruction> {
    let [load, step, store, read] = window else {
        return None;
    };
    let InstKind::Load { pointer, .. } = &read.kind else {
        return None;
    };
    let through_cursor = pointer.value.as_local() == load.result.as_ref();
    (through_cursor && steps_on(&[load, step, store])).then_some(read)
}
