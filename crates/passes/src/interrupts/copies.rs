//! A copy of every function for each priority with which it runs.
//!
//! The dispatcher that a copy calls then runs no handler that runs the copy: the call graph does not become
//! recursive, which proofs by induction need. Functions that are called by pointer stay shared. Nothing else rests
//! on the copies: priorities are computed anew for the program with them.

use super::spec::Resolved;
use cassay_effects::Effects as Analysis;
use cassay_ir::{CallTarget, FuncId, Function, Program, StmtKind, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// The most statements that copies may add.
const LIMIT: usize = 100_000;

/// Gives functions a copy for each priority.
pub(super) fn separate(program: &mut Program, found: &mut Resolved, entry: FuncId) {
    let Some(levels) = levels(program, found, entry) else {
        return;
    };
    let size = |id: FuncId| program.functions[id].statements().count();
    let copied = levels
        .iter()
        .map(|(id, of)| size(*id) * (of.len().max(1) - 1));
    if copied.sum::<usize>() > LIMIT {
        return;
    }
    let mut instances: BTreeMap<(FuncId, u32), FuncId> = BTreeMap::new();
    for (&id, of) in &levels {
        for (number, &level) in of.iter().enumerate() {
            let instance = match number {
                0 => id,
                _ => {
                    let copy = copy_of(program, id);
                    program.functions.push(copy)
                }
            };
            instances.insert((id, level), instance);
        }
    }
    for (&(_, level), &instance) in &instances {
        let mut function = program.functions[instance].clone();
        retarget(&mut function, |callee| {
            instances.get(&(callee, level)).copied()
        });
        program.functions[instance] = function;
    }
    for handler in &mut found.handlers {
        if let Some(instance) = instances.get(&(handler.function, handler.priority)) {
            handler.function = *instance;
        }
    }
    let copied_sections: Vec<_> = found
        .sections
        .iter()
        .flat_map(|(id, section)| {
            let copies = instances
                .iter()
                .filter(move |((of, _), copy)| of == id && *copy != id);
            copies.map(|(_, copy)| (*copy, *section))
        })
        .collect();
    found.sections.extend(copied_sections);
}

/// The priorities of every function with a body that runs with more than none.
fn levels(
    program: &Program,
    found: &Resolved,
    entry: FuncId,
) -> Option<BTreeMap<FuncId, BTreeSet<u32>>> {
    let analysis = Analysis::of(program)?;
    let closures = found.handlers.iter().map(|handler| {
        let functions = analysis.closure(BTreeSet::from([handler.function]));
        (handler.priority, functions)
    });
    let closures: Vec<(u32, BTreeSet<FuncId>)> = closures.collect();
    let in_handlers: BTreeSet<FuncId> = closures.iter().flat_map(|(_, of)| of.clone()).collect();
    let others = program
        .functions
        .ids()
        .filter(|id| !in_handlers.contains(id));
    let outside = analysis.closure(others.chain([entry]).collect());
    let mut levels: BTreeMap<FuncId, BTreeSet<u32>> = BTreeMap::new();
    for (level, functions) in closures.into_iter().chain([(0, outside)]) {
        for id in functions {
            if program.functions[id].has_body() {
                levels.entry(id).or_default().insert(level);
            }
        }
    }
    Some(levels)
}

/// A copy with claims of its own.
fn copy_of(program: &mut Program, id: FuncId) -> Function {
    let mut function = program.functions[id].clone();
    for block in function.blocks.iter_mut() {
        for stmt in &mut block.stmts {
            if let StmtKind::Assert { claim, .. } = &mut stmt.kind {
                *claim = program.claims.fresh();
            }
        }
    }
    function
}

/// Lets direct calls go to other functions.
fn retarget(function: &mut Function, instance: impl Fn(FuncId) -> Option<FuncId>) {
    let change = |target: &mut CallTarget| {
        if let CallTarget::Direct(callee) = target
            && let Some(instance) = instance(*callee)
        {
            *callee = instance;
        }
    };
    for block in function.blocks.iter_mut() {
        for stmt in &mut block.stmts {
            if let StmtKind::Call { target, .. } = &mut stmt.kind {
                change(target);
            }
        }
        if let Terminator::Invoke { target, .. } = &mut block.terminator {
            change(target);
        }
    }
}
