//! The LLVM function that is lowered, and what is known of it before any of it is lowered.

use crate::flow::FlowGraph;
use crate::llvm::{self, Block, Call, Ident, InstKind, Instruction};
use crate::lower::Unit;
use crate::{argument_types, builtins, characters};
use std::collections::HashSet;

/// A function of a module.
pub(crate) struct SourceFunction<'m> {
    pub function: &'m llvm::Function,
    pub graph: FlowGraph<'m>,
    /// Whether the last parameter is the hidden pointer to the variable arguments.
    pub takes_block: bool,
    /// Whether the whole body runs without interruption by other threads.
    pub atomic: bool,
    /// Storage whose lifetime has markers.
    pub marked: HashSet<&'m Ident>,
    /// Values that are tables of `<ctype.h>`.
    pub character_tables: HashSet<&'m Ident>,
    /// Loads that are `va_arg`.
    pub argument_loads: HashSet<&'m Ident>,
    /// Whether each `va_arg` that clang lowered is among them, with a claim about its type.
    pub argument_types_claimed: bool,
}

impl<'m> SourceFunction<'m> {
    /// Reads a function of a unit; `name` is its name in the program.
    pub fn new(
        unit: &'m Unit,
        function: &'m llvm::Function,
        name: &str,
        pointer_bits: u32,
        takes_block: bool,
    ) -> Self {
        let graph = FlowGraph::of(function);
        let arguments = argument_types::find_argument_loads(&unit.module, &graph, pointer_bits);
        let (argument_loads, argument_types_claimed) = arguments;
        SourceFunction {
            function,
            takes_block,
            atomic: builtins::is_atomic_function(name),
            marked: marked(&graph),
            character_tables: characters::find_character_tables(unit, &graph),
            argument_loads,
            argument_types_claimed,
            graph,
        }
    }

    /// Its instructions, in the order of the text.
    pub fn instructions(&self) -> impl Iterator<Item = &'m Instruction> + use<'m> {
        self.graph.blocks.iter().flat_map(Block::instructions)
    }

    /// The instruction that defines a value.
    pub fn definition(&self, name: &Ident) -> Option<&'m InstKind> {
        let mut instructions = self.instructions();
        let found = instructions.find(|instruction| instruction.result.as_ref() == Some(name));
        found.map(|instruction| &instruction.kind)
    }

    /// Whether it calls an intrinsic function, in any of its forms.
    pub fn calls_intrinsic(&self, name: &str) -> bool {
        let mut calls = self.instructions().filter_map(|i| match &i.kind {
            InstKind::Call(call) => Some(call),
            _ => None,
        });
        calls.any(|call| is_intrinsic(call, name))
    }
}

/// Whether a call is one of an intrinsic function, in any of its forms.
pub(crate) fn is_intrinsic(call: &Call, name: &str) -> bool {
    call.callee_name().is_some_and(|callee| {
        callee
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// The storage with lifetime markers that can be reached.
fn marked<'m>(graph: &FlowGraph<'m>) -> HashSet<&'m Ident> {
    let mut marked = HashSet::new();
    for position in graph.reverse_postorder() {
        for instruction in graph.blocks[position].instructions() {
            if let InstKind::Call(call) = &instruction.kind
                && call
                    .callee_name()
                    .is_some_and(|name| name.starts_with("llvm.lifetime.start"))
                && let Some(llvm::Value::Local(name)) =
                    call.args.last().map(|argument| &argument.value)
            {
                marked.insert(name);
            }
        }
    }
    marked
}
