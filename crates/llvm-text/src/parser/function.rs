//! Reading function headers.

use super::attributes::is_calling_convention;
use super::toplevel::{Header, is_toplevel_word};
use super::{Numbering, Parser, Result};
use crate::attributes::Attributes;
use crate::lexer::Tok;
use crate::module::{Function, Param, UnnamedAddr};
use crate::types::Ident;

impl Parser<'_> {
    /// `define …` or `declare …`.
    pub(super) fn function(&mut self, define: bool) -> Result<()> {
        let line = self.current.line;
        self.advance();
        let mut metadata = Vec::new();
        while let Tok::MetaName(raw) = self.tok() {
            metadata.push(self.attachment(raw)?);
        }
        let mut header = Header::default();
        let (mut conv, mut ret_attrs) = (None, Attributes::default());
        while !self.at_type() {
            match self.tok() {
                Tok::Word(word) if is_calling_convention(word) => {
                    conv = Some(self.calling_convention(word)?);
                }
                _ => {
                    if !self.header_word(&mut header)? && !self.attribute(&mut ret_attrs)? {
                        return self.expected("a type");
                    }
                }
            }
        }
        let ret = self.ty()?;
        let name = self.expect_global()?;
        self.numbering = Numbering::default();
        let (params, varargs) = self.params()?;
        let mut function = Function {
            name,
            linkage: header.linkage,
            visibility: header.visibility,
            dso_local: header.dso_local,
            unnamed_addr: header.unnamed_addr,
            conv,
            ret_attrs,
            ret,
            params,
            varargs,
            attrs: Attributes::default(),
            section: None,
            align: None,
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            metadata,
            body: None,
            line,
        };
        while self.function_suffix(&mut function)? {}
        if define {
            function.body = Some(self.body()?);
        }
        self.module.functions.push(function);
        Ok(())
    }

    /// `( T attrs %x, … )`.
    fn params(&mut self) -> Result<(Vec<Param>, bool)> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        while !self.at(b')') {
            if self.tok() == Tok::Ellipsis {
                self.advance();
                varargs = true;
                break;
            }
            let ty = self.ty()?;
            let attrs = self.param_attributes()?;
            let name = match self.eat_local() {
                Some(name) => {
                    self.numbering.note(&name);
                    name
                }
                None => self.numbering.implicit().unwrap_or(Ident::Number(0)),
            };
            params.push(Param { ty, attrs, name });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok((params, varargs))
    }

    /// One thing after the parameters; false where the header ends.
    fn function_suffix(&mut self, function: &mut Function) -> Result<bool> {
        match self.tok() {
            Tok::MetaName(raw) if self.metadata_is_attached() => {
                function.metadata.push(self.attachment(raw)?);
            }
            Tok::Word(word) if is_toplevel_word(word) => return Ok(false),
            Tok::Word("unnamed_addr") => {
                self.advance();
                function.unnamed_addr = UnnamedAddr::Global;
            }
            Tok::Word("local_unnamed_addr") => {
                self.advance();
                function.unnamed_addr = UnnamedAddr::Local;
            }
            Tok::Word("addrspace") => {
                self.addrspace()?;
            }
            Tok::Word("section") => {
                self.advance();
                function.section = Some(self.expect_string()?);
            }
            Tok::Word("partition") => {
                self.advance();
                self.expect_string()?;
            }
            Tok::Word("comdat") => self.comdat_use()?,
            Tok::Word("align") => {
                self.advance();
                let parenthesised = self.eat(b'(');
                function.align = Some(self.expect_u64()?);
                if parenthesised {
                    self.expect(b')')?;
                }
            }
            Tok::Word("gc") => {
                self.advance();
                function.gc = Some(self.expect_string()?);
            }
            Tok::Word("prefix") => {
                self.advance();
                function.prefix = Some(self.typed_constant()?);
            }
            Tok::Word("prologue") => {
                self.advance();
                function.prologue = Some(self.typed_constant()?);
            }
            Tok::Word("personality") => {
                self.advance();
                function.personality = Some(self.typed_constant()?);
            }
            _ => return self.attribute(&mut function.attrs),
        }
        Ok(true)
    }
}
