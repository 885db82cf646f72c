//! The end of variable-length arrays: `llvm.stacksave` and `llvm.stackrestore`.
//!
//! Clang saves the stack pointer when the first variable-length array of a scope is made, keeps it
//! in a slot of its own, and restores it where the scope ends. A restore therefore ends the life
//! of every array made since that save, and so of what `alloca` gave since then. Each of them gets a
//! temporary that holds its address, null before it is made.

use crate::functions::Builder;
use crate::llvm::{Block, Call, Ident, InstKind, Instruction, TypedValue, Value};
use crate::lower::{Lowered, Unsupported};
use crate::scopes;
use cassay_ir::{Expr, StmtKind, TempId, TypeTable};
use std::collections::{HashMap, HashSet};

/// What a function does to its stack pointer.
#[derive(Default)]
pub(crate) struct StackScopes<'m> {
    /// Slots that hold a saved stack pointer: the first save.
    slots: HashMap<&'m Ident, Save>,
    /// Saves by their values.
    saves: HashMap<&'m Ident, Save>,
    /// Values loaded from such slots.
    loads: HashMap<&'m Ident, &'m Ident>,
    /// Arrays in order.
    arrays: Vec<Array<'m>>,
}

/// Where the stack pointer is saved: the order among all instructions, and the block.
#[derive(Clone, Copy)]
struct Save {
    order: usize,
    block: usize,
}

/// An array of variable length, or what `alloca` gives.
#[derive(Clone, Copy)]
struct Array<'m> {
    order: usize,
    block: usize,
    name: &'m Ident,
    /// Holds its address.
    temp: TempId,
    /// Whether it is a variable of the source.
    is_variable: bool,
}

impl<'m> Builder<'_, 'm> {
    /// Whether the function gives back a part of its stack before it returns.
    pub fn restores_stack(&self) -> bool {
        let mut instructions = self.graph.blocks.iter().flat_map(Block::instructions);
        instructions.any(|instruction| {
            matches!(&instruction.kind, InstKind::Call(call) if is_intrinsic(call, "llvm.stackrestore"))
        })
    }

    /// Finds saves, slots and arrays, when the function restores its stack pointer at all.
    pub fn find_stack_scopes(&mut self) {
        if !self.restores_stack() {
            return;
        }
        let mut scopes = StackScopes::default();
        let blocks = self.graph.blocks;
        let variables: HashSet<&Ident> = blocks
            .iter()
            .flat_map(|block| &block.items)
            .filter_map(|item| Some(scopes::declaration(item)?.0))
            .collect();
        let all = blocks.iter().enumerate();
        let instructions = all.flat_map(|(position, block)| {
            block
                .instructions()
                .map(move |instruction| (position, instruction))
        });
        for (order, (block, instruction)) in instructions.enumerate() {
            match (&instruction.kind, &instruction.result) {
                (InstKind::Call(call), Some(result)) if is_intrinsic(call, "llvm.stacksave") => {
                    scopes.saves.insert(result, Save { order, block });
                }
                (InstKind::Store { value, pointer, .. }, _) => {
                    if let (Some(value), Some(slot)) = (local(value), local(pointer))
                        && let Some(save) = scopes.saves.get(value)
                    {
                        scopes.slots.entry(slot).or_insert(*save);
                    }
                }
                (InstKind::Load { pointer, .. }, Some(result)) => {
                    if let Some(slot) = local(pointer) {
                        scopes.loads.insert(result, slot);
                    }
                }
                (InstKind::Alloca { count: Some(_), .. }, Some(name)) => {
                    let temp = self.temp(TypeTable::PTR);
                    let is_variable = variables.contains(name);
                    scopes.arrays.push(Array {
                        order,
                        block,
                        name,
                        temp,
                        is_variable,
                    });
                }
                _ => {}
            }
        }
        for array in &scopes.arrays {
            let (dst, value) = (array.temp, Expr::Null);
            self.push(StmtKind::Assign { dst, value });
        }
        self.stack = scopes;
    }

    /// Forgets what `alloca` gave before a save: that outlives the restore.
    pub fn save_stack(&mut self, instruction: &'m Instruction) {
        let save = instruction
            .result
            .as_ref()
            .and_then(|name| self.stack.saves.get(name));
        let Some(save) = save.copied() else {
            return;
        };
        let mut instructions = self.graph.blocks.iter().flat_map(Block::instructions);
        if instructions.any(|other| matches!(other.kind, InstKind::IndirectBr { .. })) {
            // Such a jump leaves scopes without giving anything back.
            let what = "array of variable length in a function with a computed `goto`";
            self.unsupported(Unsupported::new(what));
        }
        for array in self.stack.arrays.clone() {
            if !array.is_variable && array.order > save.order {
                let (dst, value) = (array.temp, Expr::Null);
                self.push(StmtKind::Assign { dst, value });
            }
        }
    }

    /// Remembers the address of an array that was just made.
    pub fn made_array(&mut self, instruction: &Instruction, address: &Expr) {
        let made = self
            .stack
            .arrays
            .iter()
            .find(|array| Some(array.name) == instruction.result.as_ref());
        if let Some(array) = made {
            let (dst, value) = (array.temp, address.clone());
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
        for array in self.stack.arrays.clone() {
            if array.order <= save.order {
                continue;
            }
            // Of several objects from one call only the last is known.
            if !array.is_variable && self.is_in_loop(array.block, Some(save.block)) {
                let what = "`alloca` in a loop in the scope of an array of variable length";
                self.unsupported(Unsupported::new(what));
            }
            self.push(StmtKind::EndStack(Expr::Temp(array.temp)));
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
