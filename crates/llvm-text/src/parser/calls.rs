//! Reading `call`, `invoke` and `callbr`.

use super::attributes::is_calling_convention;
use super::instructions::is_opcode;
use super::{Parser, Result};
use crate::attributes::Attributes;
use crate::instructions::{Argument, Call, Flags, InstKind, OperandBundle, TailKind};
use crate::lexer::Tok;
use crate::types::{Name, Type};

impl<'a> Parser<'a> {
    /// `call`, after its opcode or after the tail marker that stands in its place.
    pub(super) fn call_instruction(&mut self, opcode: &str) -> Result<InstKind> {
        let tail = match opcode {
            "tail" => TailKind::Tail,
            "musttail" => TailKind::MustTail,
            "notail" => TailKind::NoTail,
            _ => TailKind::None,
        };
        if tail != TailKind::None {
            self.expect_word("call")?;
        }
        let mut call = self.call()?;
        call.tail = tail;
        Ok(InstKind::Call(Box::new(call)))
    }

    pub(super) fn invoke(&mut self) -> Result<InstKind> {
        let call = Box::new(self.call()?);
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        Ok(InstKind::Invoke {
            call,
            normal,
            unwind,
        })
    }

    pub(super) fn call_br(&mut self) -> Result<InstKind> {
        let call = Box::new(self.call()?);
        self.expect_word("to")?;
        let fallthrough = self.label()?;
        let indirect = self.label_list()?;
        Ok(InstKind::CallBr {
            call,
            fallthrough,
            indirect,
        })
    }

    fn call(&mut self) -> Result<Call> {
        let (flags, conv, ret_attrs) = self.call_prefix()?;
        let (ret, function_type) = match self.ty()? {
            Type::Function(function) => (function.ret.clone(), Some(function)),
            ret => (ret, None),
        };
        let callee = self.value(&Type::PTR)?;
        let args = self.arguments()?;
        let attrs = self.call_attributes()?;
        let bundles = if self.at(b'[') {
            self.bundles()?
        } else {
            Vec::new()
        };
        let tail = TailKind::None;
        Ok(Call {
            tail,
            flags,
            conv,
            ret_attrs,
            ret,
            function_type,
            callee,
            args,
            attrs,
            bundles,
        })
    }

    /// Everything before the result type.
    fn call_prefix(&mut self) -> Result<(Flags, Option<Name>, Attributes)> {
        let mut flags = self.flags();
        let mut conv = None;
        let mut attrs = Attributes::default();
        while !self.at_type() {
            match self.tok() {
                Tok::Word("addrspace") => {
                    self.addrspace()?;
                }
                Tok::Word(word) if is_calling_convention(word) => {
                    conv = Some(self.calling_convention(word)?);
                }
                Tok::Word(word) if Flags::from_keyword(word).is_some() => {
                    flags = flags.with(self.flags());
                }
                _ => {
                    if !self.attribute(&mut attrs)? {
                        return self.expected("a type");
                    }
                }
            }
        }
        Ok((flags, conv, attrs))
    }

    /// A calling convention at its keyword, with its number (`cc 10`) or argument.
    pub(super) fn calling_convention(&mut self, word: &'a str) -> Result<Name> {
        self.advance();
        if word == "cc" {
            return Ok(format!("cc{}", self.expect_u32()?).into());
        }
        if self.at(b'(') {
            self.skip_brackets()?;
        }
        Ok(self.word_name(word))
    }

    fn arguments(&mut self) -> Result<Vec<Argument>> {
        self.expect(b'(')?;
        let mut args = Vec::new();
        while !self.at(b')') {
            if self.tok() == Tok::Ellipsis {
                // A forwarding `musttail` call passes the variable arguments on.
                self.advance();
                break;
            }
            let ty = self.ty()?;
            if ty == Type::Metadata {
                let value = self.value(&ty)?;
                args.push(Argument {
                    ty,
                    attrs: Attributes::default(),
                    value,
                });
            } else {
                let attrs = self.param_attributes()?;
                let value = self.value(&ty)?;
                args.push(Argument { ty, attrs, value });
            }
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(args)
    }

    /// Function attributes after the arguments. They stand on the line of the call: a word on
    /// the next line is the next instruction, known or not.
    fn call_attributes(&mut self) -> Result<Attributes> {
        let mut attrs = Attributes::default();
        while !self.current.first_on_line {
            if let Tok::Word(word) = self.tok()
                && (word == "to" || is_opcode(word))
            {
                break;
            }
            if !self.attribute(&mut attrs)? {
                break;
            }
        }
        Ok(attrs)
    }

    /// `[ "tag"(T a, …), … ]`.
    fn bundles(&mut self) -> Result<Vec<OperandBundle>> {
        self.expect(b'[')?;
        let mut bundles = Vec::new();
        while !self.at(b']') {
            let tag = self.expect_string()?;
            self.expect(b'(')?;
            let mut operands = Vec::new();
            while !self.at(b')') {
                operands.push(self.typed_value()?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')')?;
            bundles.push(OperandBundle { tag, operands });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(bundles)
    }
}
