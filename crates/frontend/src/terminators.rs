//! How blocks end: jumps, checks in place of branches, switches, computed `goto`, returns.

use crate::flow::Flow;
use crate::fold;
use crate::functions::Builder;
use crate::llvm::{self, Ident, InstKind, Instruction};
use crate::lower::{Lowered, Unsupported};
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, BlockId, CastKind, Expr, StmtKind, Terminator};
use std::collections::HashSet;

/// The type of conditions.
static BOOL: llvm::Type = llvm::Type::Int(1);

impl<'m> Builder<'_, 'm> {
    /// The end of a block.
    pub fn terminator(
        &mut self,
        position: usize,
        instruction: &'m Instruction,
    ) -> Lowered<Terminator> {
        match self.graph.flows[position] {
            Flow::Plain => {}
            Flow::Check {
                call,
                report,
                negated,
                next,
            } => return self.check(instruction, call, report, negated, next),
            Flow::Straight { side, join, .. } => {
                let InstKind::CondBr { cond, .. } = &instruction.kind else {
                    return Err(Unsupported::new("misread branch"));
                };
                let cond = self.operand(&BOOL, cond)?;
                self.conditions.insert(position, cond);
                for instruction in self.graph.blocks[side].instructions() {
                    if !instruction.kind.is_terminator() {
                        self.lower_instruction(instruction);
                    }
                }
                return Ok(Terminator::Goto(self.block(join)?));
            }
        }
        match &instruction.kind {
            InstKind::Ret(value) => {
                let value = match value {
                    Some(value) => Some(self.typed(value)?),
                    None => None,
                };
                if self.atomic {
                    self.push(StmtKind::AtomicEnd);
                }
                Ok(Terminator::Return(value))
            }
            InstKind::Br { target } => Ok(Terminator::Goto(self.label(target)?)),
            InstKind::CondBr {
                cond,
                then,
                otherwise,
            } => Ok(Terminator::Branch {
                cond: self.operand(&BOOL, cond)?,
                then: self.label(then)?,
                otherwise: self.label(otherwise)?,
            }),
            InstKind::Switch {
                value,
                default,
                cases,
            } => self.switch(value, default, cases),
            InstKind::IndirectBr { address, targets } => self.computed_goto(address, targets),
            InstKind::Invoke {
                call,
                normal,
                unwind,
            } => {
                let (normal, unwind) = (self.label(normal)?, self.label(unwind)?);
                self.invoke(call, instruction, normal, unwind)
            }
            InstKind::Unreachable => Ok(Terminator::Unreachable),
            InstKind::CallBr {
                call,
                fallthrough,
                indirect,
            } => self.jumping_assembly(call, instruction, fallthrough, indirect),
            InstKind::Resume(_)
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. } => Err(Unsupported::new("exception handling")),
            _ => Err(Unsupported::new("unknown end of a block")),
        }
    }

    /// A recognised check: an assertion instead of the branch.
    fn check(
        &mut self,
        branch: &'m Instruction,
        call: &'m llvm::Call,
        report: &'m Instruction,
        negated: bool,
        next: usize,
    ) -> Lowered<Terminator> {
        let InstKind::CondBr { cond, .. } = &branch.kind else {
            return Err(Unsupported::new("misread branch"));
        };
        let mut cond = self.operand(&BOOL, cond)?;
        if negated {
            cond = fold::not(cond);
        }
        let outer = self.span;
        self.set_span(report);
        self.claim(cond, call);
        self.span = outer;
        Ok(Terminator::Goto(self.block(next)?))
    }

    fn switch(
        &mut self,
        value: &'m llvm::TypedValue,
        default: &Ident,
        cases: &'m [(llvm::TypedValue, Ident)],
    ) -> Lowered<Terminator> {
        let selector = self.typed(value)?;
        let mut known: HashSet<Bv> = HashSet::new();
        let mut arms = Vec::with_capacity(cases.len());
        for (case, target) in cases {
            let Expr::Int(bits) = self.typed(case)? else {
                return Err(Unsupported::new("switch on something other than integers"));
            };
            if known.insert(bits.clone()) {
                arms.push((bits, self.label(target)?));
            }
        }
        Ok(Terminator::Switch {
            value: selector,
            cases: arms,
            default: self.label(default)?,
        })
    }

    /// A computed `goto`. Labels are numbered from 1 in the order of the target list.
    fn computed_goto(
        &mut self,
        address: &'m llvm::TypedValue,
        targets: &'m [Ident],
    ) -> Lowered<Terminator> {
        let address = self.typed(address)?;
        let name = &self.source.name;
        for target in targets {
            // The list names a label once for every time its address is taken.
            let first = targets.iter().position(|other| other == target);
            let number = first.map(|position| position as u64 + 1);
            if Some(self.cx.label_number(self.unit, name, target)?) != number {
                return Err(Unsupported::new(
                    "several computed gotos with different targets",
                ));
            }
        }
        let bits = self.cx.pointer_bits();
        let word = self.cx.program.types.int(bits);
        let types = &self.cx.program.types;
        let number = fold::cast(types, CastKind::PtrToInt, address, word);
        let index = fold::binary(types, BinaryOp::Sub, number, Expr::int(bits, 1));
        Ok(Terminator::IndirectGoto {
            target: index,
            targets: targets
                .iter()
                .map(|target| self.label(target))
                .collect::<Lowered<_>>()?,
        })
    }

    /// The block at a position of the source.
    fn block(&self, position: usize) -> Lowered<BlockId> {
        self.ids
            .get(position)
            .copied()
            .flatten()
            .ok_or_else(|| Unsupported::new("jump to an unknown block"))
    }

    /// The block of a label.
    pub fn label(&self, label: &Ident) -> Lowered<BlockId> {
        self.graph
            .position(label)
            .ok_or_else(|| Unsupported::new(format!("jump to unknown label `{label}`")))
            .and_then(|position| self.block(position))
    }
}
