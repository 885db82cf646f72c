//! How blocks end: jumps, checks in place of branches, switches, computed `goto`, returns.

use crate::flow::Flow;
use crate::functions::Builder;
use crate::label_addresses::LABEL_SIZE;
use crate::llvm::{self, Ident, InstKind, Instruction};
use crate::lower::{Lowered, Unsupported};
use crate::{dynamic_types, fold, kinds};
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, BlockId, CastKind, CompareOp, Expr, Property, PropertyClass, StmtKind, Terminator,
    TypeTable,
};
use std::collections::HashSet;

/// The message for a computed `goto` to any other address.
const NO_LABEL: &str = "computed goto to an address that is no label of its function";

/// The type of conditions.
static BOOL: llvm::Type = llvm::Type::Int(1);

impl<'m> Builder<'_, 'm> {
    /// Lowers the end of a block.
    pub fn terminator(
        &mut self,
        position: usize,
        instruction: &'m Instruction,
    ) -> Lowered<Terminator> {
        match self.source.graph.flows[position] {
            Flow::Plain => {}
            Flow::Check {
                call,
                report,
                negated,
                next,
            } => return self.check(position, instruction, call, report, negated, next),
            Flow::Straight { side, join, .. } => {
                let InstKind::CondBr { cond, .. } = &instruction.kind else {
                    return Err(Unsupported::new("misread branch"));
                };
                let cond = self.operand(&BOOL, cond)?;
                self.blocks.conditions.insert(position, cond);
                for instruction in self.source.graph.blocks[side].instructions() {
                    if !instruction.kind.is_terminator() {
                        self.lower_instruction(instruction);
                    }
                }
                return Ok(Terminator::Goto(self.blocks.target(join)?));
            }
        }
        self.claim_last_indices(instruction);
        match &instruction.kind {
            InstKind::Ret(value) => {
                let value = match value {
                    Some(value) => Some(self.typed(value)?),
                    None => None,
                };
                if self.source.atomic {
                    self.body.push(StmtKind::AtomicEnd);
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
            InstKind::Unreachable => {
                // In code compiled from C and C++, clang inserts its own check before it.
                if self.is_llvm_input() || self.is_bare_end(position) {
                    let property = Property::of(PropertyClass::Unreachable);
                    self.assert(Expr::bool(false), property);
                }
                Ok(Terminator::Unreachable)
            }
            InstKind::CallBr {
                call,
                fallthrough,
                indirect,
            } => self.jumping_assembly(call, instruction, fallthrough, indirect),
            InstKind::Resume(pair) => {
                self.resume(pair)?;
                Ok(Terminator::Unreachable)
            }
            InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. } => {
                Err(Unsupported::new("exception handling by funclets"))
            }
            _ => Err(Unsupported::new("unknown end of a block")),
        }
    }

    /// Whether nothing before the `unreachable` at the end of a block of C++ explains why it is not
    /// reached: neither a call that does not return nor a report of the sanitizer.
    fn is_bare_end(&self, position: usize) -> bool {
        if !kinds::is_cxx(&self.cx.units[self.unit].path) {
            return false;
        }
        let mut before = self.source.graph.blocks[position].instructions();
        !before.any(|instruction| {
            matches!(&instruction.kind, InstKind::Call(call) if {
                let name = call.callee_name().unwrap_or("");
                name.starts_with("__ubsan_handle_") || self.never_returns(call)
            })
        })
    }

    /// A recognised check: an assertion instead of the branch.
    fn check(
        &mut self,
        position: usize,
        branch: &'m Instruction,
        call: &'m llvm::Call,
        report: &'m Instruction,
        negated: bool,
        next: usize,
    ) -> Lowered<Terminator> {
        let InstKind::CondBr { cond, .. } = &branch.kind else {
            return Err(Unsupported::new("misread branch"));
        };
        let outer = self.body.span;
        self.set_span(report);
        self.place_missing_return(call);
        if call.callee_name() == Some(dynamic_types::HANDLER) {
            self.check_dynamic_type(call)?;
            self.body.span = outer;
            return Ok(Terminator::Goto(self.blocks.target(next)?));
        }
        if !self.waits_for_access(position, cond, call)? {
            let mut cond = self.operand(&BOOL, cond)?;
            if negated {
                cond = fold::not(cond);
            }
            self.claim(cond, call);
        }
        self.body.span = outer;
        Ok(Terminator::Goto(self.blocks.target(next)?))
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

    /// A computed `goto`: the address must be that of a label in the target list. Any other jump is
    /// undefined, and has no successor if there is no claim about it.
    fn computed_goto(
        &mut self,
        address: &'m llvm::TypedValue,
        targets: &'m [Ident],
    ) -> Lowered<Terminator> {
        let pointer = self.typed(address)?;
        let name = &self.source.function.name;
        let first = self.cx.first_label(self.unit, name);
        for target in targets {
            // The list has a label once for every time its address is taken.
            let position = targets.iter().position(|other| other == target);
            let expected = position.map(|position| first + position as u64 * LABEL_SIZE);
            if Some(self.cx.label_address(self.unit, name, target)?) != expected {
                return Err(Unsupported::new(
                    "several computed gotos with different targets",
                ));
            }
        }
        let blocks = targets
            .iter()
            .map(|target| self.label(target))
            .collect::<Lowered<Vec<_>>>()?;
        let bits = self.cx.pointer_bits();
        let word = self.word();
        let types = &self.cx.program.types;
        let number = fold::cast(types, CastKind::PtrToInt, pointer, word);
        let number = self.body.assign(word, number);
        let null = fold::compare(CompareOp::Ne, number.clone(), Expr::int(bits, 0));
        let message = "computed goto through a null pointer";
        self.assert(null, Property::new(PropertyClass::NullPointer, message));
        let number = self.binary_word(BinaryOp::Sub, number, first);
        let count = Expr::int(bits, targets.len() as u64 * LABEL_SIZE);
        let inside = fold::compare(CompareOp::ULt, number.clone(), count);
        let inside = self.body.assign(TypeTable::BOOL, inside);
        let low = self.binary_word(BinaryOp::And, number.clone(), LABEL_SIZE - 1);
        let exact = fold::compare(CompareOp::Eq, low, Expr::int(bits, 0));
        let is_label = fold::select(inside, exact, Expr::bool(false));
        let is_label = self.body.assign(TypeTable::BOOL, is_label);
        let property = Property::new(PropertyClass::InvalidPointer, NO_LABEL);
        self.assert(is_label.clone(), property);
        let (jump, open) = (self.body.new_block(), self.body.new_block());
        let choice = Terminator::Branch {
            cond: is_label,
            then: jump,
            otherwise: open,
        };
        self.body.go_on_in(open, choice);
        self.body.unsupported(Unsupported::new(NO_LABEL));
        self.body.go_on_in(jump, Terminator::Unreachable);
        let shift = u64::from(LABEL_SIZE.trailing_zeros());
        Ok(Terminator::IndirectGoto {
            target: self.binary_word(BinaryOp::LShr, number, shift),
            targets: blocks,
        })
    }

    /// An operation on a number as wide as a pointer and a constant.
    fn binary_word(&mut self, op: BinaryOp, a: Expr, b: u64) -> Expr {
        let b = Expr::int(self.cx.pointer_bits(), b);
        let value = fold::binary(&self.cx.program.types, op, a, b);
        let word = self.word();
        self.body.assign(word, value)
    }

    /// The block of a label.
    pub fn label(&self, label: &Ident) -> Lowered<BlockId> {
        self.source
            .graph
            .position(label)
            .ok_or_else(|| Unsupported::new(format!("jump to unknown label `{label}`")))
            .and_then(|position| self.blocks.target(position))
    }
}
