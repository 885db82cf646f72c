//! Reading values and constants.

use std::sync::Arc;

use super::{Parser, Result};
use crate::instructions::{BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate};
use crate::int::IntConst;
use crate::lexer::{Tok, unescape};
use crate::types::Type;
use crate::values::{ConstExpr, Constant, FloatConst, InlineAsm, TypedConstant, TypedValue, Value};

/// Whether a word after a type and its attributes begins a value rather than an attribute.
pub(super) fn is_value_word(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "none"
            | "splat"
            | "asm"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "getelementptr"
            | "fneg"
            | "icmp"
            | "fcmp"
            | "select"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
    ) || BinaryOp::from_keyword(word).is_some()
        || CastOp::from_keyword(word).is_some()
        || word.get(1..3) == Some("0x")
        || word.ends_with("inf")
}

impl<'a> Parser<'a> {
    /// `T value`.
    pub(super) fn typed_value(&mut self) -> Result<TypedValue> {
        let ty = self.ty()?;
        let value = self.value(&ty)?;
        Ok(TypedValue { ty, value })
    }

    /// A value of that type.
    pub(super) fn value(&mut self, ty: &Type) -> Result<Value> {
        if *ty == Type::Metadata {
            return Ok(Value::Metadata(self.metadata()?));
        }
        if let Some(local) = self.eat_local() {
            return Ok(Value::Local(local));
        }
        if self.at_word("asm") {
            return self.inline_asm();
        }
        Ok(Value::Const(self.constant(ty)?))
    }

    /// `T constant`.
    pub(super) fn typed_constant(&mut self) -> Result<TypedConstant> {
        let ty = self.ty()?;
        let value = self.constant(&ty)?;
        Ok(TypedConstant { ty, value })
    }

    /// A constant of that type.
    pub(super) fn constant(&mut self, ty: &Type) -> Result<Constant> {
        match self.tok() {
            Tok::Word(word) => self.nested(|parser| parser.word_constant(ty, word)),
            Tok::Int(_) | Tok::Float(_) | Tok::Hex(_) => self.number(ty),
            Tok::Bytes(raw) => {
                self.advance();
                Ok(Constant::Bytes(unescape(raw).into()))
            }
            Tok::Global(_) | Tok::GlobalNumber(_) => Ok(Constant::Global(self.expect_global()?)),
            Tok::Punct(b'[' | b'{' | b'<') => self.nested(Self::aggregate),
            _ => self.expected("a value"),
        }
    }

    fn number(&mut self, ty: &Type) -> Result<Constant> {
        if let Type::Float(kind) = ty {
            return Ok(Constant::Float(self.float(*kind)?));
        }
        Ok(Constant::Int(self.expect_int()?))
    }

    fn aggregate(&mut self) -> Result<Constant> {
        if self.eat(b'[') {
            return Ok(Constant::Array(self.constant_list(b']')?));
        }
        if self.eat(b'{') {
            return Ok(Constant::Struct {
                packed: false,
                fields: self.constant_list(b'}')?,
            });
        }
        self.expect(b'<')?;
        if self.eat(b'{') {
            let fields = self.constant_list(b'}')?;
            self.expect(b'>')?;
            return Ok(Constant::Struct {
                packed: true,
                fields,
            });
        }
        Ok(Constant::Vector(self.constant_list(b'>')?))
    }

    fn constant_list(&mut self, close: u8) -> Result<Vec<TypedConstant>> {
        let mut list = Vec::new();
        if self.eat(close) {
            return Ok(list);
        }
        loop {
            list.push(self.typed_constant()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(list)
    }

    fn word_constant(&mut self, ty: &Type, word: &'a str) -> Result<Constant> {
        if let Type::Float(kind) = ty
            && (word.starts_with("f0x") || word.ends_with("inf"))
        {
            let constant: FloatConst = self.float(*kind)?;
            return Ok(Constant::Float(constant));
        }
        if self.peek_int().is_some() {
            return self.number(ty);
        }
        let plain = match word {
            "true" => Constant::Int(IntConst::from(1)),
            "false" => Constant::Int(IntConst::from(0)),
            "null" => Constant::Null,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "none" => Constant::None,
            _ => return self.composed_constant(word),
        };
        self.advance();
        Ok(plain)
    }

    fn composed_constant(&mut self, word: &'a str) -> Result<Constant> {
        let start = self.current.start;
        self.advance();
        match word {
            "splat" => {
                self.expect(b'(')?;
                let element = self.typed_constant()?;
                self.expect(b')')?;
                Ok(Constant::Splat(Box::new(element)))
            }
            "blockaddress" => self.block_address(),
            "dso_local_equivalent" => Ok(Constant::DsoLocalEquivalent(self.expect_global()?)),
            "no_cfi" => Ok(Constant::NoCfi(self.expect_global()?)),
            "ptrauth" => {
                self.expect(b'(')?;
                Ok(Constant::PtrAuth(self.constant_list(b')')?))
            }
            _ => match self.expression(word)? {
                Some(expr) => Ok(Constant::Expr(Box::new(expr))),
                None => self.unknown_constant(start),
            },
        }
    }

    /// An unknown keyword, with what stands in parentheses after it.
    fn unknown_constant(&mut self, start: usize) -> Result<Constant> {
        if !self.at(b'(') {
            return self.expected("a value");
        }
        self.skip_brackets()?;
        let text = self.lexer.slice(start, self.current.start).trim_ascii();
        Ok(Constant::Unknown(String::from_utf8_lossy(text).into()))
    }

    fn block_address(&mut self) -> Result<Constant> {
        self.expect(b'(')?;
        // The function's type may stand before it in the output of some tools.
        if self.at_type() {
            self.ty()?;
        }
        let function = self.expect_global()?;
        self.expect(b',')?;
        let block = self.expect_local()?;
        self.expect(b')')?;
        Ok(Constant::BlockAddress { function, block })
    }

    /// A constant expression by its keyword, which has been passed; `None` if it is not one.
    fn expression(&mut self, word: &str) -> Result<Option<ConstExpr>> {
        if let Some(op) = CastOp::from_keyword(word) {
            return self.cast_expression(op).map(Some);
        }
        if let Some(op) = BinaryOp::from_keyword(word) {
            let flags = self.flags();
            let (lhs, rhs) = self.two_constants()?;
            return Ok(Some(ConstExpr::Binary {
                op,
                flags,
                lhs,
                rhs,
            }));
        }
        Ok(Some(match word {
            "getelementptr" => self.gep_expression()?,
            "fneg" => {
                self.expect(b'(')?;
                let value = self.typed_constant()?;
                self.expect(b')')?;
                ConstExpr::FNeg(value)
            }
            "icmp" => {
                let pred = self.int_predicate()?;
                let (lhs, rhs) = self.two_constants()?;
                ConstExpr::ICmp { pred, lhs, rhs }
            }
            "fcmp" => {
                let pred = self.float_predicate()?;
                let (lhs, rhs) = self.two_constants()?;
                ConstExpr::FCmp { pred, lhs, rhs }
            }
            "extractelement" => {
                let (vector, index) = self.two_constants()?;
                ConstExpr::ExtractElement { vector, index }
            }
            "select" => {
                let [cond, then, otherwise] = self.three_constants()?;
                ConstExpr::Select {
                    cond,
                    then,
                    otherwise,
                }
            }
            "insertelement" => {
                let [vector, element, index] = self.three_constants()?;
                ConstExpr::InsertElement {
                    vector,
                    element,
                    index,
                }
            }
            "shufflevector" => {
                let [first, second, mask] = self.three_constants()?;
                ConstExpr::ShuffleVector {
                    first,
                    second,
                    mask,
                }
            }
            "extractvalue" => {
                self.expect(b'(')?;
                let aggregate = self.typed_constant()?;
                let indices = self.index_list()?;
                self.expect(b')')?;
                ConstExpr::ExtractValue { aggregate, indices }
            }
            "insertvalue" => {
                self.expect(b'(')?;
                let aggregate = self.typed_constant()?;
                self.expect(b',')?;
                let element = self.typed_constant()?;
                let indices = self.index_list()?;
                self.expect(b')')?;
                ConstExpr::InsertValue {
                    aggregate,
                    element,
                    indices,
                }
            }
            _ => return Ok(None),
        }))
    }

    fn cast_expression(&mut self, op: CastOp) -> Result<ConstExpr> {
        let flags = self.flags();
        self.expect(b'(')?;
        let value = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.ty()?;
        self.expect(b')')?;
        Ok(ConstExpr::Cast {
            op,
            flags,
            value,
            to,
        })
    }

    fn gep_expression(&mut self) -> Result<ConstExpr> {
        let flags = self.flags();
        let inrange = if self.eat_word("inrange") {
            self.expect(b'(')?;
            let low = self.expect_int()?;
            self.expect(b',')?;
            let high = self.expect_int()?;
            self.expect(b')')?;
            Some((low, high))
        } else {
            None
        };
        self.expect(b'(')?;
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            // The older form marks one index; it only narrows what may be done with the result.
            self.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        Ok(ConstExpr::GetElementPtr {
            flags,
            inrange,
            source,
            base,
            indices,
        })
    }

    fn two_constants(&mut self) -> Result<(TypedConstant, TypedConstant)> {
        self.expect(b'(')?;
        let first = self.typed_constant()?;
        self.expect(b',')?;
        let second = self.typed_constant()?;
        self.expect(b')')?;
        Ok((first, second))
    }

    fn three_constants(&mut self) -> Result<[TypedConstant; 3]> {
        self.expect(b'(')?;
        let first = self.typed_constant()?;
        self.expect(b',')?;
        let second = self.typed_constant()?;
        self.expect(b',')?;
        let third = self.typed_constant()?;
        self.expect(b')')?;
        Ok([first, second, third])
    }

    /// `, 1, 0, …` up to attached metadata or anything else.
    pub(super) fn index_list(&mut self) -> Result<Vec<u32>> {
        let mut indices = Vec::new();
        while self.another_operand() {
            indices.push(self.expect_u32()?);
        }
        Ok(indices)
    }

    /// All flags that stand here.
    pub(super) fn flags(&mut self) -> Flags {
        let mut flags = Flags::NONE;
        while let Tok::Word(word) = self.tok()
            && let Some(flag) = Flags::from_keyword(word)
        {
            flags = flags.with(flag);
            self.advance();
        }
        flags
    }

    pub(super) fn int_predicate(&mut self) -> Result<IntPredicate> {
        let Tok::Word(word) = self.tok() else {
            return self.expected("a comparison");
        };
        match IntPredicate::from_keyword(word) {
            Some(pred) => {
                self.advance();
                Ok(pred)
            }
            None => self.expected("an integer comparison"),
        }
    }

    pub(super) fn float_predicate(&mut self) -> Result<FloatPredicate> {
        let Tok::Word(word) = self.tok() else {
            return self.expected("a comparison");
        };
        match FloatPredicate::from_keyword(word) {
            Some(pred) => {
                self.advance();
                Ok(pred)
            }
            None => self.expected("a floating-point comparison"),
        }
    }

    fn inline_asm(&mut self) -> Result<Value> {
        self.expect_word("asm")?;
        let side_effect = self.eat_word("sideeffect");
        let align_stack = self.eat_word("alignstack");
        let intel = self.eat_word("inteldialect");
        let unwind = self.eat_word("unwind");
        let template = self.expect_string()?;
        self.expect(b',')?;
        let constraints = self.expect_string()?;
        Ok(Value::InlineAsm(Arc::new(InlineAsm {
            template,
            constraints,
            side_effect,
            align_stack,
            intel,
            unwind,
        })))
    }
}
