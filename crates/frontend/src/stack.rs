//! The end of variable-length arrays: `llvm.stacksave` and `llvm.stackrestore`.
//!
//! Clang saves the stack pointer when the first variable-length array of a scope is made, keeps it
//! in a slot of its own, and restores it where the scope ends. A restore therefore ends the life
//! of every array made since that save. Each such array gets a temporary that holds its address,
//! null before it is made.

use crate::functions::Builder;
use crate::llvm::{BlockItem, Call, Ident, InstKind, Instruction, TypedValue, Value};
use crate::locals::constant_count;
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{Expr, StmtKind, TempId, TypeTable};
use std::collections::HashMap;

/// What a function does to its stack pointer.
#[derive(Default)]
pub(crate) struct StackScopes<'m> {
    /// Slots that hold a saved stack pointer: the order of the first save.
    slots: HashMap<&'m Ident, usize>,
    /// Values loaded from such slots.
    loads: HashMap<&'m Ident, &'m Ident>,
    /// Arrays in order, with the temporaries that hold their addresses.
    arrays: Vec<(usize, &'m Ident, TempId)>,
}

impl<'m> Builder<'_, 'm> {
    /// Finds saves, slots and arrays, when the function restores its stack pointer at all.
    pub fn find_stack_scopes(&mut self) {
        let mut scopes = StackScopes::default();
        let mut saves: HashMap<&'m Ident, usize> = HashMap::new();
        let mut names = Vec::new();
        let mut restores = false;
        let blocks = self.graph.blocks;
        let instructions = blocks.iter().flat_map(|block| {
            block.items.iter().filter_map(|item| match item {
                BlockItem::Inst(instruction) => Some(instruction),
                BlockItem::Debug(_) => None,
            })
        });
        for (order, instruction) in instructions.enumerate() {
            match (&instruction.kind, &instruction.result) {
                (InstKind::Call(call), Some(result)) if is_intrinsic(call, "llvm.stacksave") => {
                    saves.insert(result, order);
                }
                (InstKind::Call(call), _) if is_intrinsic(call, "llvm.stackrestore") => {
                    restores = true;
                }
                (InstKind::Store { value, pointer, .. }, _) => {
                    if let (Some(value), Some(slot)) = (local(value), local(pointer))
                        && let Some(save) = saves.get(value)
                    {
                        scopes.slots.entry(slot).or_insert(*save);
                    }
                }
                (InstKind::Load { pointer, .. }, Some(result)) => {
                    if let Some(slot) = local(pointer) {
                        scopes.loads.insert(result, slot);
                    }
                }
                (InstKind::Alloca { count, .. }, Some(result))
                    if constant_count(count.as_ref()).is_none() =>
                {
                    names.push((order, result));
                }
                _ => {}
            }
        }
        if restores {
            for (order, name) in names {
                let temp = self.temp(TypeTable::PTR);
                let value = Expr::Null;
                self.push(StmtKind::Assign { dst: temp, value });
                scopes.arrays.push((order, name, temp));
            }
            self.stack = scopes;
        }
    }

    /// Remembers the address of an array that was just made.
    pub fn made_array(&mut self, instruction: &Instruction, address: &Expr) {
        let made = self
            .stack
            .arrays
            .iter()
            .find(|(_, name, _)| Some(*name) == instruction.result.as_ref());
        if let Some((_, _, dst)) = made {
            let (dst, value) = (*dst, address.clone());
            self.push(StmtKind::Assign { dst, value });
        }
    }

    /// Ends the lives of the arrays made since a save.
    pub fn restore_stack(&mut self, call: &'m Call) -> Lowered<Option<Expr>> {
        let saved = call
            .args
            .first()
            .and_then(|argument| argument.value.as_local());
        let save = saved
            .and_then(|saved| self.stack.loads.get(saved))
            .and_then(|slot| self.stack.slots.get(slot).copied());
        let Some(save) = save else {
            return Err(Unsupported::new("restored stack pointer of unknown origin"));
        };
        let ended: Vec<TempId> = self
            .stack
            .arrays
            .iter()
            .filter(|(order, _, _)| *order > save)
            .map(|(_, _, temp)| *temp)
            .collect();
        for temp in ended {
            self.push(StmtKind::EndStack(Expr::Temp(temp)));
        }
        Ok(None)
    }
}

fn is_intrinsic(call: &Call, name: &str) -> bool {
    call.callee_name().is_some_and(|callee| {
        callee
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

fn local(value: &TypedValue) -> Option<&Ident> {
    match &value.value {
        Value::Local(name) => Some(name),
        _ => None,
    }
}
