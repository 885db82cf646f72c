//! Reading the instructions that touch memory.

use super::{Parser, Result};
use crate::instructions::{AtomicAccess, AtomicOrdering, InstKind};
use crate::lexer::Tok;

impl Parser<'_> {
    pub(super) fn alloca(&mut self) -> Result<InstKind> {
        let inalloca = self.eat_word("inalloca");
        let swifterror = self.eat_word("swifterror");
        let ty = self.ty()?;
        let (mut count, mut align, mut addrspace) = (None, None, 0);
        while self.another_operand() {
            if self.eat_word("align") {
                align = Some(self.expect_u64()?);
            } else if self.at_word("addrspace") {
                addrspace = self.addrspace()?;
            } else {
                count = Some(self.typed_value()?);
            }
        }
        Ok(InstKind::Alloca {
            inalloca,
            swifterror,
            ty,
            count,
            align,
            addrspace,
        })
    }

    pub(super) fn load(&mut self) -> Result<InstKind> {
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let ty = self.ty()?;
        self.expect(b',')?;
        let pointer = self.typed_value()?;
        let atomic = if is_atomic {
            Some(self.atomic_access()?)
        } else {
            None
        };
        let align = self.trailing_align()?;
        Ok(InstKind::Load {
            volatile,
            atomic,
            ty,
            pointer,
            align,
        })
    }

    pub(super) fn store(&mut self) -> Result<InstKind> {
        let is_atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        let value = self.typed_value()?;
        self.expect(b',')?;
        let pointer = self.typed_value()?;
        let atomic = if is_atomic {
            Some(self.atomic_access()?)
        } else {
            None
        };
        let align = self.trailing_align()?;
        Ok(InstKind::Store {
            volatile,
            atomic,
            value,
            pointer,
            align,
        })
    }

    pub(super) fn cmpxchg(&mut self) -> Result<InstKind> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let pointer = self.typed_value()?;
        self.expect(b',')?;
        let expected = self.typed_value()?;
        self.expect(b',')?;
        let new = self.typed_value()?;
        let success = self.atomic_access()?;
        let failure = self.ordering()?;
        let align = self.trailing_align()?;
        Ok(InstKind::CmpXchg {
            weak,
            volatile,
            pointer,
            expected,
            new,
            success,
            failure,
            align,
        })
    }

    pub(super) fn atomic_rmw(&mut self) -> Result<InstKind> {
        let volatile = self.eat_word("volatile");
        let Tok::Word(word) = self.tok() else {
            return self.expected("an operation");
        };
        self.advance();
        let op = self.word_name(word);
        let pointer = self.typed_value()?;
        self.expect(b',')?;
        let value = self.typed_value()?;
        let access = self.atomic_access()?;
        let align = self.trailing_align()?;
        Ok(InstKind::AtomicRmw {
            volatile,
            op,
            pointer,
            value,
            access,
            align,
        })
    }

    /// `[syncscope("…")] ordering`.
    pub(super) fn atomic_access(&mut self) -> Result<AtomicAccess> {
        let scope = if self.eat_word("syncscope") {
            self.expect(b'(')?;
            let scope = self.expect_string()?;
            self.expect(b')')?;
            Some(scope)
        } else {
            None
        };
        Ok(AtomicAccess {
            scope,
            ordering: self.ordering()?,
        })
    }

    fn ordering(&mut self) -> Result<AtomicOrdering> {
        let ordering = match self.tok() {
            Tok::Word("unordered") => AtomicOrdering::Unordered,
            Tok::Word("monotonic") => AtomicOrdering::Monotonic,
            Tok::Word("acquire") => AtomicOrdering::Acquire,
            Tok::Word("release") => AtomicOrdering::Release,
            Tok::Word("acq_rel") => AtomicOrdering::AcqRel,
            Tok::Word("seq_cst") => AtomicOrdering::SeqCst,
            _ => return self.expected("an atomic ordering"),
        };
        self.advance();
        Ok(ordering)
    }

    /// `, align n`, if it is there.
    fn trailing_align(&mut self) -> Result<Option<u64>> {
        if !self.another_operand() {
            return Ok(None);
        }
        self.expect_word("align")?;
        Ok(Some(self.expect_u64()?))
    }
}
