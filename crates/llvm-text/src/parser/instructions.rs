//! The dispatch over opcodes, and the instructions that only compute.

use super::{Parser, Result};
use crate::instructions::{BinaryOp, CastOp, InstKind};
use crate::types::Type;
use crate::values::Value;

/// Whether a word begins an instruction.
pub(super) fn is_opcode(word: &str) -> bool {
    BinaryOp::from_keyword(word).is_some()
        || CastOp::from_keyword(word).is_some()
        || matches!(
            word,
            "ret"
                | "br"
                | "switch"
                | "indirectbr"
                | "invoke"
                | "callbr"
                | "resume"
                | "catchswitch"
                | "catchret"
                | "cleanupret"
                | "unreachable"
                | "fneg"
                | "extractelement"
                | "insertelement"
                | "shufflevector"
                | "extractvalue"
                | "insertvalue"
                | "alloca"
                | "load"
                | "store"
                | "fence"
                | "cmpxchg"
                | "atomicrmw"
                | "getelementptr"
                | "icmp"
                | "fcmp"
                | "phi"
                | "select"
                | "freeze"
                | "call"
                | "tail"
                | "musttail"
                | "notail"
                | "va_arg"
                | "landingpad"
                | "catchpad"
                | "cleanuppad"
        )
}

impl<'a> Parser<'a> {
    /// The instruction whose opcode has been passed, without attached metadata.
    pub(super) fn instruction_kind(&mut self, opcode: &'a str) -> Result<InstKind> {
        if let Some(op) = BinaryOp::from_keyword(opcode) {
            return self.binary(op);
        }
        if let Some(op) = CastOp::from_keyword(opcode) {
            return self.cast(op);
        }
        match opcode {
            "ret" => self.ret(),
            "br" => self.br(),
            "switch" => self.switch(),
            "indirectbr" => self.indirect_br(),
            "invoke" => self.invoke(),
            "callbr" => self.call_br(),
            "resume" => Ok(InstKind::Resume(self.typed_value()?)),
            "catchswitch" => self.catch_switch(),
            "catchret" => self.catch_ret(),
            "cleanupret" => self.cleanup_ret(),
            "unreachable" => Ok(InstKind::Unreachable),
            "fneg" => Ok(InstKind::FNeg {
                flags: self.flags(),
                value: self.typed_value()?,
            }),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "alloca" => self.alloca(),
            "load" => self.load(),
            "store" => self.store(),
            "fence" => Ok(InstKind::Fence(self.atomic_access()?)),
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomic_rmw(),
            "getelementptr" => self.get_element_ptr(),
            "icmp" => self.icmp(),
            "fcmp" => self.fcmp(),
            "phi" => self.phi(),
            "select" => self.select(),
            "freeze" => Ok(InstKind::Freeze(self.typed_value()?)),
            "call" | "tail" | "musttail" | "notail" => self.call_instruction(opcode),
            "va_arg" => self.va_arg(),
            "landingpad" => self.landing_pad(),
            "catchpad" => self.catch_pad(),
            "cleanuppad" => self.cleanup_pad(),
            _ => self.error(format!("unknown instruction `{opcode}`")),
        }
    }

    /// `T a, b`: two operands of one type.
    fn same_type_operands(&mut self) -> Result<(Type, Value, Value)> {
        let ty = self.ty()?;
        let lhs = self.value(&ty)?;
        self.expect(b',')?;
        let rhs = self.value(&ty)?;
        Ok((ty, lhs, rhs))
    }

    fn binary(&mut self, op: BinaryOp) -> Result<InstKind> {
        let flags = self.flags();
        let (ty, lhs, rhs) = self.same_type_operands()?;
        Ok(InstKind::Binary {
            op,
            flags,
            ty,
            lhs,
            rhs,
        })
    }

    fn cast(&mut self, op: CastOp) -> Result<InstKind> {
        let flags = self.flags();
        let value = self.typed_value()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        Ok(InstKind::Cast {
            op,
            flags,
            value,
            to,
        })
    }

    fn icmp(&mut self) -> Result<InstKind> {
        let flags = self.flags();
        let pred = self.int_predicate()?;
        let (ty, lhs, rhs) = self.same_type_operands()?;
        Ok(InstKind::ICmp {
            flags,
            pred,
            ty,
            lhs,
            rhs,
        })
    }

    fn fcmp(&mut self) -> Result<InstKind> {
        let flags = self.flags();
        let pred = self.float_predicate()?;
        let (ty, lhs, rhs) = self.same_type_operands()?;
        Ok(InstKind::FCmp {
            flags,
            pred,
            ty,
            lhs,
            rhs,
        })
    }

    fn select(&mut self) -> Result<InstKind> {
        let flags = self.flags();
        let cond = self.typed_value()?;
        self.expect(b',')?;
        let then = self.typed_value()?;
        self.expect(b',')?;
        let otherwise = self.typed_value()?;
        Ok(InstKind::Select {
            flags,
            cond,
            then,
            otherwise,
        })
    }

    fn phi(&mut self) -> Result<InstKind> {
        let flags = self.flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(&ty)?;
            self.expect(b',')?;
            let block = self.expect_local()?;
            self.expect(b']')?;
            incoming.push((value, block));
            if !self.another_operand() {
                return Ok(InstKind::Phi {
                    flags,
                    ty,
                    incoming,
                });
            }
        }
    }

    fn extract_element(&mut self) -> Result<InstKind> {
        let vector = self.typed_value()?;
        self.expect(b',')?;
        let index = self.typed_value()?;
        Ok(InstKind::ExtractElement { vector, index })
    }

    fn insert_element(&mut self) -> Result<InstKind> {
        let vector = self.typed_value()?;
        self.expect(b',')?;
        let element = self.typed_value()?;
        self.expect(b',')?;
        let index = self.typed_value()?;
        Ok(InstKind::InsertElement {
            vector,
            element,
            index,
        })
    }

    fn shuffle_vector(&mut self) -> Result<InstKind> {
        let first = self.typed_value()?;
        self.expect(b',')?;
        let second = self.typed_value()?;
        self.expect(b',')?;
        let mask = self.typed_value()?;
        Ok(InstKind::ShuffleVector {
            first,
            second,
            mask,
        })
    }

    fn extract_value(&mut self) -> Result<InstKind> {
        let aggregate = self.typed_value()?;
        let indices = self.index_list()?;
        Ok(InstKind::ExtractValue { aggregate, indices })
    }

    fn insert_value(&mut self) -> Result<InstKind> {
        let aggregate = self.typed_value()?;
        self.expect(b',')?;
        let element = self.typed_value()?;
        let indices = self.index_list()?;
        Ok(InstKind::InsertValue {
            aggregate,
            element,
            indices,
        })
    }

    fn get_element_ptr(&mut self) -> Result<InstKind> {
        let flags = self.flags();
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.typed_value()?;
        let mut indices = Vec::new();
        while self.another_operand() {
            indices.push(self.typed_value()?);
        }
        Ok(InstKind::GetElementPtr {
            flags,
            source,
            base,
            indices,
        })
    }

    fn va_arg(&mut self) -> Result<InstKind> {
        let list = self.typed_value()?;
        self.expect(b',')?;
        let ty = self.ty()?;
        Ok(InstKind::VaArg { list, ty })
    }
}
