//! Reading terminators and the instructions of exception handling.

use super::{Parser, Result};
use crate::instructions::{InstKind, LandingPadClause};
use crate::lexer::Tok;
use crate::types::{Ident, Type};
use crate::values::{TypedValue, Value};

impl Parser<'_> {
    pub(super) fn ret(&mut self) -> Result<InstKind> {
        let ty = self.ty()?;
        if ty.is_void() {
            return Ok(InstKind::Ret(None));
        }
        let value = self.value(&ty)?;
        Ok(InstKind::Ret(Some(TypedValue { ty, value })))
    }

    /// `label %x`.
    pub(super) fn label(&mut self) -> Result<Ident> {
        self.expect_word("label")?;
        self.expect_local()
    }

    pub(super) fn br(&mut self) -> Result<InstKind> {
        if self.at_word("label") {
            return Ok(InstKind::Br {
                target: self.label()?,
            });
        }
        let cond = self.typed_value()?.value;
        self.expect(b',')?;
        let then = self.label()?;
        self.expect(b',')?;
        let otherwise = self.label()?;
        Ok(InstKind::CondBr {
            cond,
            then,
            otherwise,
        })
    }

    pub(super) fn switch(&mut self) -> Result<InstKind> {
        let value = self.typed_value()?;
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.eat(b']') {
            let constant = self.typed_value()?;
            self.expect(b',')?;
            cases.push((constant, self.label()?));
        }
        Ok(InstKind::Switch {
            value,
            default,
            cases,
        })
    }

    pub(super) fn indirect_br(&mut self) -> Result<InstKind> {
        let address = self.typed_value()?;
        self.expect(b',')?;
        let targets = self.label_list()?;
        Ok(InstKind::IndirectBr { address, targets })
    }

    /// `[ label %a, label %b ]`.
    pub(super) fn label_list(&mut self) -> Result<Vec<Ident>> {
        self.expect(b'[')?;
        let mut labels = Vec::new();
        while !self.at(b']') {
            labels.push(self.label()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(labels)
    }

    /// `within parent`.
    fn within(&mut self) -> Result<Value> {
        self.expect_word("within")?;
        self.value(&Type::Token)
    }

    /// `unwind to caller` or `unwind label %x`.
    fn unwind(&mut self) -> Result<Option<Ident>> {
        self.expect_word("unwind")?;
        if self.eat_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        self.label().map(Some)
    }

    pub(super) fn catch_switch(&mut self) -> Result<InstKind> {
        let parent = self.within()?;
        let handlers = self.label_list()?;
        let unwind = self.unwind()?;
        Ok(InstKind::CatchSwitch {
            parent,
            handlers,
            unwind,
        })
    }

    pub(super) fn catch_ret(&mut self) -> Result<InstKind> {
        self.expect_word("from")?;
        let pad = self.value(&Type::Token)?;
        self.expect_word("to")?;
        let target = self.label()?;
        Ok(InstKind::CatchRet { pad, target })
    }

    pub(super) fn cleanup_ret(&mut self) -> Result<InstKind> {
        self.expect_word("from")?;
        let pad = self.value(&Type::Token)?;
        let unwind = self.unwind()?;
        Ok(InstKind::CleanupRet { pad, unwind })
    }

    pub(super) fn catch_pad(&mut self) -> Result<InstKind> {
        let within = self.within()?;
        let args = self.pad_args()?;
        Ok(InstKind::CatchPad { within, args })
    }

    pub(super) fn cleanup_pad(&mut self) -> Result<InstKind> {
        let within = self.within()?;
        let args = self.pad_args()?;
        Ok(InstKind::CleanupPad { within, args })
    }

    fn pad_args(&mut self) -> Result<Vec<TypedValue>> {
        self.expect(b'[')?;
        let mut args = Vec::new();
        while !self.at(b']') {
            args.push(self.typed_value()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(args)
    }

    pub(super) fn landing_pad(&mut self) -> Result<InstKind> {
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            match self.tok() {
                Tok::Word("catch") => {
                    self.advance();
                    clauses.push(LandingPadClause::Catch(self.typed_value()?));
                }
                Tok::Word("filter") => {
                    self.advance();
                    clauses.push(LandingPadClause::Filter(self.typed_value()?));
                }
                _ => {
                    return Ok(InstKind::LandingPad {
                        ty,
                        cleanup,
                        clauses,
                    });
                }
            }
        }
    }
}
