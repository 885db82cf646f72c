//! Parsing of expressions.

use super::lex::Token;
use super::literal_width;
use super::names::float_from_word;
use super::parse::MAX_DEPTH;
use super::parse_function::FunctionParser;
use super::stream::Result;
use crate::expr::{
    BinaryOp, CastKind, CompareOp, Expr, Extent, FloatCompareOp, HeapQuestion, MemoryPredicate,
    OverflowOp, UnaryOp,
};
use cassay_float::FloatKind;

impl FunctionParser<'_> {
    /// An expression; `width` is the width of an integer literal at this place, if it is known.
    pub(super) fn expr(&mut self, width: Option<u32>) -> Result<Expr> {
        self.parser.depth += 1;
        let expr = if self.parser.depth > MAX_DEPTH {
            self.parser.error("the expression is nested too deeply")
        } else {
            self.expr_inner(width)
        };
        self.parser.depth -= 1;
        expr
    }

    fn expr_inner(&mut self, width: Option<u32>) -> Result<Expr> {
        match self.parser.peek() {
            Some(Token::Temp(_)) => Ok(Expr::Temp(self.temp()?)),
            Some(Token::Number(_) | Token::Sign("-")) => Ok(Expr::Int(self.parser.literal(width)?)),
            Some(Token::Sign("&")) => self.address(),
            Some(Token::Word(_)) => self.operation(width),
            Some(Token::Str(_) | Token::Sign(_)) | None => self.parser.expected("an expression"),
        }
    }

    fn address(&mut self) -> Result<Expr> {
        self.parser.expect("&")?;
        if self.parser.accept("fn") {
            return Ok(Expr::FuncAddr(self.parser.function_name()?));
        }
        Ok(Expr::AddrOf(self.variable()?))
    }

    fn operation(&mut self, width: Option<u32>) -> Result<Expr> {
        if self.parser.at_word("true") || self.parser.at_word("false") {
            return Ok(Expr::Int(self.parser.literal(None)?));
        }
        let word = self.parser.word("an expression")?;
        match word.as_str() {
            "null" => return Ok(Expr::Null),
            "undef" => return Ok(Expr::Undef(self.parser.ty()?)),
            _ => {}
        }
        if let Some(kind) = FloatKind::ALL.iter().find(|kind| kind.name() == word) {
            let bits = self.parser.literal(Some(kind.bits()))?;
            return Ok(Expr::Float(*kind, bits));
        }
        self.parser.expect("(")?;
        let Some(expr) = self.apply(&word, width)? else {
            return self.parser.error(format!("`{word}` is not an operator"));
        };
        self.parser.expect(")")?;
        Ok(expr)
    }

    /// The operands of an operator, between its parentheses.
    fn apply(&mut self, word: &str, width: Option<u32>) -> Result<Option<Expr>> {
        let pointer_bits = Some(self.parser.program.layout.pointer_bits);
        let expr = if let Some(op) = UnaryOp::from_word(word) {
            Expr::Unary(op, self.boxed(width)?)
        } else if let Some(op) = BinaryOp::from_word(word) {
            let (a, b) = self.pair(width)?;
            Expr::Binary(op, a, b)
        } else if let Some(op) = CompareOp::from_word(word) {
            let (a, b) = self.pair(None)?;
            Expr::Compare(op, a, b)
        } else if let Some(op) = OverflowOp::from_word(word) {
            let (a, b) = self.pair(None)?;
            Expr::Overflow(op, a, b)
        } else if let Some((op, rounding)) = float_from_word(word) {
            let mut operands = vec![self.expr(None)?];
            while self.parser.accept(",") {
                operands.push(self.expr(None)?);
            }
            Expr::FloatArith(op, rounding, operands)
        } else if let Some(extent) = Extent::from_word(word) {
            Expr::Extent(extent, self.boxed(None)?)
        } else if let Some(op) = FloatCompareOp::from_word(word) {
            let (a, b) = self.pair(None)?;
            Expr::FloatCompare(op, a, b)
        } else if let Some(kind) = CastKind::from_word(word) {
            let value = self.boxed(None)?;
            self.parser.expect(",")?;
            Expr::Cast(kind, value, self.parser.ty()?)
        } else if let Some(predicate) = MemoryPredicate::from_word(word) {
            let pointer = self.boxed(None)?;
            self.parser.expect(",")?;
            Expr::Memory(predicate, pointer, self.boxed(pointer_bits)?)
        } else if let Some(question) = HeapQuestion::from_word(word) {
            Expr::Heap(question)
        } else {
            return self.apply_other(word, width);
        };
        Ok(Some(expr))
    }

    fn apply_other(&mut self, word: &str, width: Option<u32>) -> Result<Option<Expr>> {
        let pointer_bits = Some(self.parser.program.layout.pointer_bits);
        Ok(Some(match word {
            "progress" => Expr::Progress,
            "select" => {
                let cond = self.boxed(None)?;
                self.parser.expect(",")?;
                let (a, b) = self.pair(width)?;
                Expr::Select(cond, a, b)
            }
            "ptradd" => {
                let pointer = self.boxed(None)?;
                self.parser.expect(",")?;
                Expr::PtrAdd(pointer, self.boxed(pointer_bits)?)
            }
            "aggregate" => {
                let ty = self.parser.ty()?;
                let mut items = Vec::new();
                while self.parser.accept(",") {
                    items.push(self.expr(None)?);
                }
                Expr::Aggregate(ty, items)
            }
            "component" => {
                let value = self.boxed(None)?;
                self.parser.expect(",")?;
                Expr::Component(value, self.parser.u32()?)
            }
            "with_component" => {
                let value = self.boxed(None)?;
                self.parser.expect(",")?;
                let index = self.parser.u32()?;
                self.parser.expect(",")?;
                Expr::WithComponent(value, index, self.boxed(None)?)
            }
            "fneg" => Expr::FloatNeg(self.boxed(None)?),
            "initialised" => {
                let pointer = self.boxed(None)?;
                self.parser.expect(",")?;
                let Expr::Int(mask) = self.expr(None)? else {
                    return self.parser.error("the mask is not a constant");
                };
                Expr::Initialised(pointer, mask)
            }
            _ => return Ok(None),
        }))
    }

    fn boxed(&mut self, width: Option<u32>) -> Result<Box<Expr>> {
        self.expr(width).map(Box::new)
    }

    /// Two operands of one type: a literal on the right has the width of the left one.
    fn pair(&mut self, width: Option<u32>) -> Result<(Box<Expr>, Box<Expr>)> {
        let a = self.boxed(width)?;
        self.parser.expect(",")?;
        let right = width.or_else(|| literal_width(&self.parser.program, &self.function, &a));
        let b = self.boxed(right)?;
        Ok((a, b))
    }
}
