//! The stages that have file tests.

mod absint;
mod effects;
mod induction;
mod passes;
mod symex;

use crate::File;
use cassay_ir::order::{LoopId, Order, loop_name};
use cassay_ir::{BlockId, ClaimId, FuncId, Program, StmtKind};
use std::collections::BTreeSet;

/// A stage: a folder under `tests/ir`, and what is run on its files.
pub struct Stage {
    /// The folder.
    pub name: &'static str,
    /// The directives it understands beside `entry`.
    pub directives: &'static [&'static str],
    /// What it makes of a file, as text.
    pub run: fn(&File) -> Result<String, String>,
}

/// Every stage.
///
/// - `passes`: the program behind the passes that `pass:` names, in this order; `checks: none` for
///   no checks, or the name of a property.
/// - `effects`: where pointers may lead, and what each loop may write.
/// - `absint`: what is known of every claim, at the heads of loops, and which blocks are not reached.
/// - `induction`: the program of the inductive step over all loops, or those that `loop:` names, at
///   `k:`, 1 by default; or why there is none.
/// - `symex`: the obligations of the equation with what is left of them, at the bound `unwind:`, 1
///   by default.
pub const STAGES: &[Stage] = &[
    passes::STAGE,
    effects::STAGE,
    absint::STAGE,
    induction::STAGE,
    symex::STAGE,
];

/// A place in a program.
fn place(program: &Program, function: FuncId, block: BlockId, stmt: usize) -> String {
    format!("{} bb{}:{stmt}", program.functions[function].name, block.0)
}

/// Where a claim stands; the first place where it has several.
fn place_of(program: &Program, wanted: ClaimId) -> String {
    for (id, function) in program.functions.iter_enumerated() {
        for (block, contents) in function.blocks.iter_enumerated() {
            let found = contents.stmts.iter().position(
                |stmt| matches!(stmt.kind, StmtKind::Assert { claim, .. } if claim == wanted),
            );
            if let Some(index) = found {
                return place(program, id, block, index);
            }
        }
    }
    "nowhere".to_owned()
}

/// Every loop of the program with its name, in the order of functions and heads.
fn loops(program: &Program) -> Vec<(FuncId, LoopId, String, Order)> {
    let mut found = Vec::new();
    for (id, function) in program.functions.iter_enumerated() {
        if function.has_body() {
            let order = Order::new(function);
            for of in order.loops().ids() {
                let name = loop_name(function, &order, of);
                found.push((id, of, name, order.clone()));
            }
        }
    }
    found
}

/// The blocks of a loop.
fn blocks_of(program: &Program, function: FuncId, of: LoopId, order: &Order) -> BTreeSet<BlockId> {
    let blocks = program.functions[function].blocks.ids();
    blocks.filter(|block| order.contains(of, *block)).collect()
}
