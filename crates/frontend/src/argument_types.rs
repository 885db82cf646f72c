//! Types of variable arguments: `va_arg` must name the type of the argument (C17 7.16.1.1p2).
//!
//! A block of variable arguments starts with one byte for each of the first slots, which says what was
//! passed there. Where clang has written `va_arg`, the byte is compared with the type that is read. The
//! bytes say nothing where a literal format was compared with its arguments already. Types are told apart as far as the machine does: `int` and
//! `unsigned` are the same, as are `long` and `long long` where both have 64 bits.

use crate::functions::Builder;
use crate::llvm::{FloatKind, Ident, InstKind, Instruction, Type, TypedValue, Value};
use crate::lower::Lowered;
use cassay_ir::{BinaryOp, CompareOp, Expr, Extent, Property, PropertyClass, StmtKind, TypeTable};
use std::collections::HashMap;

/// Slots of a block whose types are known, and the bytes before the arguments that tell them.
pub(crate) const TOLD: u64 = 64;
/// What clang calls the elements of a list of arguments on x86-64.
const LIST: &str = "struct.__va_list_tag";
/// The member that leads to the arguments in memory.
const IN_MEMORY: u64 = 2;

/// What the byte says of a slot: nothing.
const UNTOLD: u64 = 0;
/// A type that no argument has, because it is promoted.
const PROMOTED: u64 = 255;

/// The byte for an argument of a type.
pub(crate) fn tag(ty: &Type) -> u64 {
    match ty {
        Type::Int(1 | 8 | 16) | Type::Float(FloatKind::Float) => PROMOTED,
        Type::Int(32) => 1,
        Type::Int(64) => 2,
        Type::Float(FloatKind::Double) => 3,
        Type::Float(FloatKind::X86Fp80) => 4,
        Type::Ptr { .. } => 5,
        _ => UNTOLD,
    }
}

type Definitions<'m> = HashMap<&'m Ident, &'m InstKind>;

impl<'m> Builder<'_, 'm> {
    /// Finds the loads that are `va_arg`.
    pub fn find_argument_loads(&mut self) {
        let blocks = self.graph.blocks;
        if self.cx.pointer_bits() == 32 {
            let module = &self.cx.units[self.unit].module;
            let lists = |name: &Ident| name.as_name().is_some_and(|n| n.starts_with("llvm.va_"));
            if module
                .functions
                .iter()
                .any(|function| lists(&function.name))
            {
                for block in blocks {
                    let instructions: Vec<_> = block.instructions().collect();
                    let steps = instructions.windows(3).filter(|w| steps_on(w)).count();
                    let found = instructions.windows(4).filter_map(by_cursor);
                    let found: Vec<_> = found.collect();
                    let claimed = found.iter().filter(|read| has_tag(read)).count();
                    let aligns = instructions.iter().any(|i| masks_pointer(&i.kind));
                    self.cx.argument_types_claimed &= claimed == steps && !aligns;
                    self.argument_loads
                        .extend(found.iter().filter_map(|read| read.result.as_ref()));
                }
            }
            return;
        }
        let instructions = || blocks.iter().flat_map(|block| block.instructions());
        if !instructions().any(|instruction| leads_to_memory(&instruction.kind)) {
            return;
        }
        let definitions: Definitions<'m> = instructions()
            .filter_map(|instruction| Some((instruction.result.as_ref()?, &instruction.kind)))
            .collect();
        let found: Vec<&'m Instruction> = instructions()
            .filter(|instruction| is_argument_load(instruction, &definitions))
            .collect();
        // Each `va_arg` takes the pointer to the arguments from the list once.
        let taken = |instruction: &&Instruction| match &instruction.kind {
            InstKind::Load { pointer, .. } => {
                definition(&pointer.value, &definitions).is_some_and(leads_to_memory)
            }
            _ => false,
        };
        let claimed = found.iter().filter(|read| has_tag(read)).count();
        self.cx.argument_types_claimed &= claimed == instructions().filter(taken).count();
        let results = found.iter().filter_map(|read| read.result.as_ref());
        self.argument_loads = results.collect();
    }

    /// Claims of a `va_arg` that the argument has the type that is read.
    pub fn claim_argument_type(
        &mut self,
        instruction: &'m Instruction,
        ty: &'m Type,
        pointer: &'m TypedValue,
    ) -> Lowered<()> {
        let wanted = tag(ty);
        let found = instruction.result.as_ref();
        if wanted == UNTOLD || !found.is_some_and(|name| self.argument_loads.contains(name)) {
            return Ok(());
        }
        let pointer = self.typed(pointer)?;
        let bits = self.cx.pointer_bits();
        let (word, byte) = (self.word(), self.cx.program.types.int(8));
        let offset = Expr::Extent(Extent::Offset, Box::new(pointer.clone()));
        let offset = self.assign(word, offset);
        let inside = Expr::binary(BinaryOp::Sub, offset.clone(), Expr::int(bits, TOLD));
        let slot = Expr::int(bits, if bits == 64 { 3 } else { 2 });
        let index = self.assign(word, Expr::binary(BinaryOp::LShr, inside, slot));
        let told = Expr::compare(CompareOp::ULt, index.clone(), Expr::int(bits, TOLD));
        let told = self.assign(TypeTable::BOOL, told);
        // Always inside of the bytes that tell.
        let index = Expr::Select(
            Box::new(told.clone()),
            Box::new(index),
            Box::new(Expr::int(bits, 0)),
        );
        let back = self.assign(word, Expr::binary(BinaryOp::Sub, index, offset));
        let place = Expr::PtrAdd(Box::new(pointer), Box::new(back));
        let place = self.assign(TypeTable::PTR, place);
        let given = self.load_value(false, byte, place, 1);
        let untold = Expr::compare(CompareOp::Eq, given.clone(), Expr::int(8, UNTOLD));
        let same = Expr::compare(CompareOp::Eq, given, Expr::int(8, wanted));
        let either = |a: Expr, b: Expr| Expr::binary(BinaryOp::Or, a, b);
        let unknown = self.assign(TypeTable::BOOL, either(told.not(), untold));
        let cond = self.assign(TypeTable::BOOL, either(unknown, same));
        let message = "va_arg: the argument has the type that is read";
        self.assert(cond, Property::new(PropertyClass::LibraryCall, message));
        Ok(())
    }

    /// Writes down what was passed in the slots of a block, by offset behind the bytes that tell.
    pub fn tell_arguments(&mut self, block: Expr, tags: Vec<(u64, u64)>) -> Lowered<()> {
        let bits = self.cx.pointer_bits();
        self.push(StmtKind::MemSet {
            dst: block.clone(),
            value: Expr::int(8, UNTOLD),
            len: Expr::int(bits, TOLD),
        });
        let byte = self.cx.program.types.int(8);
        for (offset, tag) in tags {
            let slot = offset / u64::from(bits / 8);
            if tag != UNTOLD && slot < TOLD {
                let at = crate::fold::ptr_add(block.clone(), Expr::int(bits, slot));
                self.store_value(false, byte, Expr::int(8, tag), at, 1)?;
            }
        }
        Ok(())
    }
}

/// Whether a type is that of a list of arguments on x86-64.
pub(crate) fn is_list(ty: &Type) -> bool {
    match ty {
        Type::Array { elem, .. } => is_list(elem),
        Type::Named(name) => name.as_name() == Some(LIST),
        _ => false,
    }
}

/// Whether an instruction computes where a list keeps its pointer to arguments in memory.
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

/// Whether a value was loaded from a list as the pointer to its arguments in memory.
fn is_in_memory(value: &Value, definitions: &Definitions<'_>) -> bool {
    match definition(value, definitions) {
        Some(InstKind::Load { pointer, .. }) => {
            definition(&pointer.value, definitions).is_some_and(leads_to_memory)
        }
        _ => false,
    }
}

/// Whether an instruction loads from a register or from memory as a list has it, or from memory behind
/// a multiple of an alignment.
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

/// Whether an instruction reads a type that blocks of arguments tell.
fn has_tag(read: &Instruction) -> bool {
    matches!(&read.kind, InstKind::Load { ty, .. } if tag(ty) != UNTOLD)
}

/// Whether an instruction aligns a pointer.
fn masks_pointer(kind: &InstKind) -> bool {
    let InstKind::Call(call) = kind else {
        return false;
    };
    let name = call.callee_name();
    name.is_some_and(|name| name.starts_with("llvm.ptrmask"))
}

/// Whether a cursor is loaded and moved on by whole slots, as each `va_arg` of i386 does.
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

/// A load through a cursor that was moved on by whole slots, as lists of i386 are read.
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
