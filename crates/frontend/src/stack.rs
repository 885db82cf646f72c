//! Lifetimes of variable-length arrays: `llvm.stacksave` and `llvm.stackrestore`.
//!
//! Clang saves the stack pointer when the first variable-length array of a scope is made, keeps it
//! in a slot of its own, and restores it where the scope ends. A restore therefore ends the
//! lifetime of every array made since that save, and of memory from `alloca` since then. Each of
//! them gets a temporary that holds its address, null before it is made.

use crate::flow::FlowGraph;
use crate::functions::Builder;
use crate::llvm::{Block, Call, Ident, InstKind, Instruction, TypedValue, Value};
use crate::lower::{Lowered, Unsupported};
use crate::scopes;
use crate::source_function::is_intrinsic;
use cassay_ir::{Expr, StmtKind, TempId, TypeTable};
use std::collections::{HashMap, HashSet};

/// The uses of the stack pointer in a function.
#[derive(Default)]
pub(crate) struct StackScopes<'m> {
    /// Slots that hold a saved stack pointer, with the first save.
    slots: HashMap<&'m Ident, Place>,
    /// Saves, by the value they define.
    saves: HashMap<&'m Ident, Place>,
    /// Values loaded from such slots.
    loads: HashMap<&'m Ident, &'m Ident>,
    /// Where the stack pointer is restored, and from which slot.
    restores: Vec<(Place, &'m Ident)>,
    /// Arrays in order.
    arrays: Vec<Array<'m>>,
}

/// The position of an instruction: its number in the function, and its block.
#[derive(Clone, Copy)]
struct Place {
    order: usize,
    block: usize,
}

/// A variable-length array, or memory from `alloca`.
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

impl<'m> StackScopes<'m> {
    /// The blocks reachable from a save before the stack pointer is restored.
    fn between(&self, graph: &FlowGraph<'m>, save: Place, slot: &Ident) -> Vec<bool> {
        let mut reached = vec![false; graph.blocks.len()];
        let mut work = vec![save.block];
        while let Some(block) = work.pop() {
            let ends = |(at, restored): &(Place, &Ident)| {
                at.block == block && *restored == slot && at.order > save.order
            };
            if !std::mem::replace(&mut reached[block], true) && !self.restores.iter().any(ends) {
                work.extend(graph.successors(block));
            }
        }
        reached
    }

    /// Whether an array is made between a save and its restores.
    fn is_between(&self, reached: &[bool], save: Place, slot: &Ident, array: Array<'_>) -> bool {
        let ended_before = |(at, restored): &(Place, &Ident)| {
            at.block == array.block && *restored == slot && at.order < array.order
        };
        let saved_later = array.block == save.block && array.order < save.order;
        reached[array.block] && !saved_later && !self.restores.iter().any(ended_before)
    }
}

impl<'m> Builder<'_, 'm> {
    /// Whether the function releases part of its stack before it returns.
    pub fn restores_stack(&self) -> bool {
        self.source.calls_intrinsic("llvm.stackrestore")
    }

    /// Finds saves and slots, and the arrays if the function restores its stack pointer at all.
    pub fn find_stack_scopes(&mut self) {
        let restores = self.restores_stack();
        if !restores && !self.source.calls_intrinsic("llvm.stacksave") {
            return;
        }
        let mut scopes = StackScopes::default();
        let blocks = self.source.graph.blocks;
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
                    scopes.saves.insert(result, Place { order, block });
                }
                (InstKind::Call(call), _) if is_intrinsic(call, "llvm.stackrestore") => {
                    let from = call.args.first().and_then(|from| from.value.as_local());
                    if let Some(slot) = from.and_then(|from| scopes.loads.get(from)) {
                        scopes.restores.push((Place { order, block }, slot));
                    }
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
                (InstKind::Alloca { count: Some(_), .. }, Some(name)) if restores => {
                    let temp = self.body.temp(TypeTable::PTR);
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
            self.body.push(StmtKind::Assign { dst, value });
        }
        self.stack = scopes;
    }

    /// At a save of the stack pointer, reports what is not supported.
    pub fn save_stack(&mut self, instruction: &'m Instruction) {
        let save = instruction
            .result
            .as_ref()
            .and_then(|name| self.stack.saves.get(name));
        let Some(save) = save.copied() else {
            return;
        };
        let mut slots = self.stack.slots.iter();
        let slot = slots.find(|(_, first)| first.order == save.order);
        let reached = slot.map(|(slot, _)| self.stack.between(&self.source.graph, save, slot));
        let jumps = |block: &Block| {
            let last = block.terminator();
            last.is_some_and(|last| matches!(last.kind, InstKind::IndirectBr { .. }))
        };
        let mut blocks = self.source.graph.blocks.iter().enumerate();
        if blocks.any(|(at, block)| reached.as_ref().is_none_or(|r| r[at]) && jumps(block)) {
            // Such a jump leaves the scope without restoring the stack pointer.
            let what = "computed `goto` in the scope of an array of variable length";
            self.body.unsupported(Unsupported::new(what));
        }
    }

    /// Records the address of an array that was just made.
    pub fn made_array(&mut self, instruction: &Instruction, address: &Expr) {
        let made = self
            .stack
            .arrays
            .iter()
            .find(|array| Some(array.name) == instruction.result.as_ref());
        if let Some(array) = made {
            let (dst, value) = (array.temp, address.clone());
            self.body.push(StmtKind::Assign { dst, value });
        }
    }

    /// Ends the lifetimes of the arrays made since a save.
    pub fn restore_stack(&mut self, call: &'m Call) -> Lowered<Option<Expr>> {
        let saved = call
            .args
            .first()
            .and_then(|argument| argument.value.as_local());
        let slot = saved.and_then(|saved| self.stack.loads.get(saved).copied());
        let save = slot.and_then(|slot| self.stack.slots.get(slot).copied());
        let (Some(slot), Some(save)) = (slot, save) else {
            return Err(Unsupported::new("restored stack pointer of unknown origin"));
        };
        let reached = self.stack.between(&self.source.graph, save, slot);
        for array in self.stack.arrays.clone() {
            let is_ended = match array.is_variable {
                true => array.order > save.order,
                false => self.stack.is_between(&reached, save, slot, array),
            };
            if !is_ended {
                continue;
            }
            // If one call makes several objects, only the last is known.
            if !array.is_variable && self.source.graph.is_in_loop(array.block, Some(save.block)) {
                let what = "`alloca` in a loop in the scope of an array of variable length";
                self.body.unsupported(Unsupported::new(what));
            }
            self.body.push(StmtKind::EndStack(Expr::Temp(array.temp)));
        }
        Ok(None)
    }
}

fn local(value: &TypedValue) -> Option<&Ident> {
    match &value.value {
        Value::Local(name) => Some(name),
        _ => None,
    }
}
