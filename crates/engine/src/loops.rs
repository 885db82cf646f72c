//! How far the loops of a program were followed, for a report.

use crate::outcome::{LoopEnd, LoopResult, ProvedBy};
use cassay_ir::Program;
use cassay_ir::order::{Order, loop_name};
use std::collections::BTreeSet;

/// How far executions were followed.
pub struct Followed<'a> {
    /// The bound of the last pass, if there was one.
    pub bound: Option<u32>,
    /// The loops that it cut.
    pub cut: &'a BTreeSet<String>,
    /// The proof of what holds, if everything does.
    pub by: Option<ProvedBy>,
}

/// Every loop of the user's functions, in the order of the program.
pub fn results(program: &Program, followed: &Followed<'_>) -> Vec<LoopResult> {
    let mut found = Vec::new();
    for function in program
        .functions
        .iter()
        .filter(|f| f.has_body() && !f.model)
    {
        let order = Order::new(function);
        let mut loops: Vec<_> = order.loops().iter_enumerated().collect();
        loops.sort_by_key(|(_, entry)| entry.head);
        for (id, entry) in loops {
            let span = function.blocks[entry.head].span;
            if program.is_in_library(span) {
                continue;
            }
            let id = loop_name(function, &order, id);
            let end = followed.end(&id);
            found.push(LoopResult {
                function: function.name.to_string(),
                span,
                bound: followed.bound.filter(|_| end != LoopEnd::Unneeded),
                end,
                id,
            });
        }
    }
    found
}

impl Followed<'_> {
    fn end(&self, id: &str) -> LoopEnd {
        let cut = self.cut.contains(id);
        match self.by {
            Some(ProvedBy::Static) => LoopEnd::Unneeded,
            Some(ProvedBy::Exploration { .. }) => LoopEnd::Explored,
            Some(ProvedBy::Machine) => LoopEnd::Machine,
            Some(ProvedBy::Induction { k }) if cut => LoopEnd::Proved { k },
            Some(ProvedBy::Forward { .. }) if cut => LoopEnd::Decided,
            Some(ProvedBy::Induction { .. } | ProvedBy::Forward { .. }) => LoopEnd::Ended,
            None if self.bound.is_none() => LoopEnd::Unneeded,
            None if cut => LoopEnd::Bound,
            None => LoopEnd::Ended,
        }
    }
}
