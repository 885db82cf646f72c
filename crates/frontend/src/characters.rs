//! The tables behind the macros of glibc's `<ctype.h>`.
//!
//! `isalpha(c)` expands to `(*__ctype_b_loc())[(int)(c)] & _ISalpha`, so no function is called
//! whose model could make a claim. The tables have an entry for every signed character, but the
//! argument of the functions must be `EOF` or an `unsigned char` (C17 7.4p1). This is claimed of
//! the index wherever a table is indexed as the macros do it.

use crate::flow::FlowGraph;
use crate::fold;
use crate::functions::Builder;
use crate::llvm::{Ident, InstKind, Instruction, TypedValue};
use crate::lower::Unit;
use cassay_ir::{BinaryOp, CompareOp, Expr, Property, PropertyClass};
use std::collections::HashSet;

/// The functions that return the tables.
const TABLES: [&str; 3] = [
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
];

/// The models of the functions make the same claim.
const MESSAGE: &str = "the character is EOF or representable as unsigned char";

/// Finds the values of the function that are tables: those loaded through the result of one of
/// the functions.
pub(crate) fn find_character_tables<'m>(
    unit: &'m Unit,
    graph: &FlowGraph<'m>,
) -> HashSet<&'m Ident> {
    let declared = |name: &&str| unit.module.function(name).is_some();
    if unit.is_model || !TABLES.iter().any(declared) {
        return HashSet::new();
    }
    let instructions = || graph.blocks.iter().flat_map(|block| block.instructions());
    let leads = |instruction: &&Instruction| match &instruction.kind {
        InstKind::Call(call) => call
            .callee_name()
            .is_some_and(|name| TABLES.contains(&name)),
        _ => false,
    };
    let places: HashSet<_> = instructions()
        .filter(leads)
        .filter_map(|instruction| instruction.result.as_ref())
        .collect();
    let is_table = |instruction: &&Instruction| match &instruction.kind {
        InstKind::Load { pointer, .. } => {
            let name = pointer.value.as_local();
            name.is_some_and(|name| places.contains(name))
        }
        _ => false,
    };
    instructions()
        .filter(is_table)
        .filter_map(|instruction| instruction.result.as_ref())
        .collect()
}

impl Builder<'_, '_> {
    /// Claims that the index of a table is a valid character.
    pub fn claim_character(&mut self, base: &TypedValue, index: &Expr) {
        let table = base.value.as_local();
        if !table.is_some_and(|name| self.source.character_tables.contains(name)) {
            return;
        }
        // From -1 to 255, by one comparison.
        let bits = self.cx.pointer_bits();
        let next = fold::binary(
            &self.cx.program.types,
            BinaryOp::Add,
            index.clone(),
            Expr::int(bits, 1),
        );
        let cond = fold::compare(CompareOp::ULe, next, Expr::int(bits, 256));
        self.assert(cond, Property::new(PropertyClass::LibraryCall, MESSAGE));
    }
}
