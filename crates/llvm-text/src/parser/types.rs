//! Reading types.

use std::sync::Arc;

use super::{MAX_DEPTH, Parser, Result};
use crate::lexer::Tok;
use crate::types::{FloatKind, FunctionType, StructType, TargetType, Type};

/// The type that a keyword denotes by itself.
fn simple_type(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "ptr" => Type::PTR,
        "label" => Type::Label,
        "token" => Type::Token,
        "metadata" => Type::Metadata,
        "x86_amx" => Type::X86Amx,
        "x86_mmx" => Type::X86Mmx,
        "half" => Type::Float(FloatKind::Half),
        "bfloat" => Type::Float(FloatKind::BFloat),
        "float" => Type::Float(FloatKind::Float),
        "double" => Type::Float(FloatKind::Double),
        "x86_fp80" => Type::Float(FloatKind::X86Fp80),
        "fp128" => Type::Float(FloatKind::Fp128),
        "ppc_fp128" => Type::Float(FloatKind::PpcFp128),
        _ => {
            let digits = word.strip_prefix('i')?;
            if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            Type::Int(digits.parse().ok()?)
        }
    })
}

impl Parser<'_> {
    /// Whether a type begins here.
    pub(super) fn at_type(&self) -> bool {
        match self.tok() {
            Tok::Word(word) => {
                simple_type(word).is_some()
                    || (word == "target" && self.peek().tok == Tok::Punct(b'('))
            }
            Tok::Local(_) | Tok::LocalNumber(_) | Tok::Punct(b'[' | b'{' | b'<') => true,
            _ => false,
        }
    }

    /// A type with all its suffixes.
    pub(super) fn ty(&mut self) -> Result<Type> {
        let mut ty = self.nested(Self::primary_type)?;
        let mut suffixes = 0;
        loop {
            match self.tok() {
                Tok::Punct(b'*') => {
                    self.advance();
                    ty = Type::PTR;
                }
                Tok::Word("addrspace") => {
                    let addrspace = self.addrspace()?;
                    self.eat(b'*');
                    ty = Type::Ptr { addrspace };
                }
                Tok::Punct(b'(') => {
                    suffixes += 1;
                    if self.depth + suffixes > MAX_DEPTH {
                        return self.error("nested too deeply");
                    }
                    ty = self.nested(|parser| parser.function_type(ty))?;
                }
                _ => return Ok(ty),
            }
        }
    }

    /// `addrspace(n)`; the name of an address space counts as space 0 when it is not a number.
    pub(super) fn addrspace(&mut self) -> Result<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        let space = if let Tok::Str(_) = self.tok() {
            self.advance();
            0
        } else {
            self.expect_u32()?
        };
        self.expect(b')')?;
        Ok(space)
    }

    fn primary_type(&mut self) -> Result<Type> {
        match self.tok() {
            Tok::Word("target") => self.target_type(),
            Tok::Word(word) => match simple_type(word) {
                Some(ty) => {
                    self.advance();
                    Ok(ty)
                }
                None => self.expected("a type"),
            },
            Tok::Local(_) | Tok::LocalNumber(_) => Ok(Type::Named(self.expect_local()?)),
            Tok::Punct(b'[') => self.array_type(),
            Tok::Punct(b'{') => self.struct_type(false),
            Tok::Punct(b'<') => self.vector_or_packed_type(),
            _ => self.expected("a type"),
        }
    }

    fn array_type(&mut self) -> Result<Type> {
        self.expect(b'[')?;
        let len = self.expect_u64()?;
        self.expect_word("x")?;
        let elem = Arc::new(self.ty()?);
        self.expect(b']')?;
        Ok(Type::Array { len, elem })
    }

    fn vector_or_packed_type(&mut self) -> Result<Type> {
        self.expect(b'<')?;
        if self.at(b'{') {
            let ty = self.struct_type(true)?;
            self.expect(b'>')?;
            return Ok(ty);
        }
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let len = self.expect_u64()?;
        self.expect_word("x")?;
        let elem = Arc::new(self.ty()?);
        self.expect(b'>')?;
        Ok(Type::Vector {
            len,
            scalable,
            elem,
        })
    }

    fn struct_type(&mut self, packed: bool) -> Result<Type> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if !self.at(b'}') {
            loop {
                fields.push(self.ty()?);
                if !self.eat(b',') {
                    break;
                }
            }
        }
        self.expect(b'}')?;
        Ok(Type::Struct(Arc::new(StructType { packed, fields })))
    }

    fn function_type(&mut self, ret: Type) -> Result<Type> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        while !self.at(b')') {
            if self.tok() == Tok::Ellipsis {
                self.advance();
                varargs = true;
                break;
            }
            params.push(self.ty()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(Type::Function(Arc::new(FunctionType {
            ret,
            params,
            varargs,
        })))
    }

    fn target_type(&mut self) -> Result<Type> {
        self.expect_word("target")?;
        self.expect(b'(')?;
        let name = self.expect_string()?;
        let (mut types, mut ints) = (Vec::new(), Vec::new());
        while self.eat(b',') {
            if self.peek_int().is_some() {
                ints.push(self.expect_u64()?);
            } else {
                types.push(self.ty()?);
            }
        }
        self.expect(b')')?;
        Ok(Type::Target(Arc::new(TargetType { name, types, ints })))
    }
}
