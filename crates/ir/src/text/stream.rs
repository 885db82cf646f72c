//! The token stream: lookahead, numbers, literals, names and source locations.

use super::ParseError;
use super::lex::Token;
use super::parse::Parser;
use crate::program::{FuncId, GlobalId};
use cassay_base::{FileId, Span};
use cassay_bv::Bv;
use std::collections::HashMap;
use std::sync::Arc;

pub(super) type Result<T> = std::result::Result<T, ParseError>;

/// The widest integer, as in LLVM.
const MAX_WIDTH: u32 = 1 << 23;

/// Names of one kind of thing, in order.
#[derive(Default)]
pub(super) struct Names {
    by_name: HashMap<String, Vec<u32>>,
    len: u32,
}

impl Names {
    pub(super) fn add(&mut self, name: String) {
        self.by_name.entry(name).or_default().push(self.len);
        self.len += 1;
    }
}

/// A name in the text: the word, and the number after `#`.
pub(super) struct Name {
    pub(super) word: Arc<str>,
    number: Option<u32>,
}

impl Parser {
    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.pos).map(|(token, _)| token)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.pos + ahead).map(|(token, _)| token)
    }

    pub(super) fn position(&self) -> usize {
        self.pos
    }

    pub(super) fn rewind(&mut self, position: usize) {
        self.pos = position;
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.pos += 1;
        token
    }

    pub(super) fn line(&self) -> u32 {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.pos.min(last)).map_or(1, |(_, l)| *l)
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError {
            line: self.line(),
            message: message.into(),
        })
    }

    pub(super) fn expected<T>(&self, what: &str) -> Result<T> {
        let found = self.peek().map_or("the end".to_owned(), Token::describe);
        self.error(format!("expected {what}, found {found}"))
    }

    pub(super) fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(found)) if found == word)
    }

    /// Consumes a sign or a keyword if it is next.
    pub(super) fn accept(&mut self, text: &str) -> bool {
        let found = self.at_sign(text) || self.at_word(text);
        if found {
            self.pos += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<()> {
        if self.accept(text) {
            Ok(())
        } else {
            self.expected(&format!("`{text}`"))
        }
    }

    pub(super) fn word(&mut self, what: &str) -> Result<String> {
        match self.peek() {
            Some(Token::Word(word)) => {
                let word = word.clone();
                self.pos += 1;
                Ok(word)
            }
            Some(Token::Str(_) | Token::Number(_) | Token::Temp(_) | Token::Sign(_)) | None => {
                self.expected(what)
            }
        }
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>> {
        match self.peek() {
            Some(Token::Str(bytes)) => {
                let bytes = bytes.clone();
                self.pos += 1;
                Ok(bytes)
            }
            Some(Token::Word(_) | Token::Number(_) | Token::Temp(_) | Token::Sign(_)) | None => {
                self.expected("a string")
            }
        }
    }

    pub(super) fn text(&mut self) -> Result<Arc<str>> {
        let bytes = self.bytes()?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text.into()),
            Err(_) => self.error("the string is not UTF-8"),
        }
    }

    fn digits(&mut self) -> Result<String> {
        match self.peek() {
            Some(Token::Number(digits)) => {
                let digits = digits.clone();
                self.pos += 1;
                Ok(digits)
            }
            Some(Token::Word(_) | Token::Str(_) | Token::Temp(_) | Token::Sign(_)) | None => {
                self.expected("a number")
            }
        }
    }

    pub(super) fn u64(&mut self) -> Result<u64> {
        let digits = self.digits()?;
        let value = match digits.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        match value {
            Ok(value) => Ok(value),
            Err(_) => self.error(format!("`{digits}` is not a number of 64 bits")),
        }
    }

    pub(super) fn u32(&mut self) -> Result<u32> {
        let value = self.u64()?;
        match u32::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => self.error(format!("`{value}` is too large here")),
        }
    }

    pub(super) fn i64(&mut self) -> Result<i64> {
        let negative = self.accept("-");
        let magnitude = i128::from(self.u64()?);
        let value = if negative { -magnitude } else { magnitude };
        match i64::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => self.error(format!("`{value}` is too large here")),
        }
    }

    /// An integer literal; its width is written after it or determined by the context.
    pub(super) fn literal(&mut self, expected: Option<u32>) -> Result<Bv> {
        if self.at_word("true") || self.at_word("false") {
            let value = self.at_word("true");
            self.pos += 1;
            return Ok(Bv::from_bool(value));
        }
        let negative = self.accept("-");
        let digits = self.digits()?;
        let width = if self.accept(":") {
            Some(self.int_width()?)
        } else {
            expected
        };
        let Some(width) = width else {
            return self.error(format!("`{digits}` needs its width, e.g. `{digits}:i32`"));
        };
        let (digits, radix) = match digits.strip_prefix("0x") {
            Some(hex) => (hex, 16),
            None => (&*digits, 10),
        };
        // Four bits for each digit suffice in either radix; one more for the sign.
        let room = u32::try_from(digits.len()).ok();
        let room = room.and_then(|len| len.checked_mul(4)?.checked_add(1));
        let wide = room.and_then(|room| Bv::parse(room.max(width), digits, radix));
        let Some(wide) = wide else {
            return self.error("the number cannot be read");
        };
        let value = if negative { wide.neg() } else { wide.clone() };
        let cut = value.extract(width - 1, 0);
        let fits = if negative {
            wide.is_zero() || (cut.sext(value.width()) == value && cut.is_negative())
        } else {
            cut.zext(value.width()) == value
        };
        if !fits {
            return self.error(format!("`{digits}` does not fit in {width} bits"));
        }
        Ok(cut)
    }

    fn int_width(&mut self) -> Result<u32> {
        let word = self.word("an integer type")?;
        match parse_int_type(&word) {
            Some(width) => Ok(width),
            None => self.error(format!("`{word}` is not an integer type")),
        }
    }

    pub(super) fn name(&mut self) -> Result<Name> {
        let word = match self.peek() {
            Some(Token::Word(word)) => Some(word.as_str().into()),
            Some(Token::Str(_)) => None,
            Some(Token::Sign("#")) => Some("".into()),
            Some(Token::Number(_) | Token::Temp(_) | Token::Sign(_)) | None => {
                return self.expected("a name");
            }
        };
        let word = match word {
            Some(word) => {
                if !self.at_sign("#") {
                    self.pos += 1;
                }
                word
            }
            None => self.text()?,
        };
        let number = if self.accept("#") {
            Some(self.u32()?)
        } else {
            None
        };
        Ok(Name { word, number })
    }

    /// The index of a named item.
    pub(super) fn resolve(&self, names: &Names, name: &Name, what: &str) -> Result<u32> {
        let found = names.by_name.get(&*name.word).map_or(&[][..], |v| v);
        match (name.number, found) {
            (Some(number), _) if found.contains(&number) => Ok(number),
            (None, [index]) => Ok(*index),
            (None, [_, _, ..]) => self.error(format!("several {what}s are named `{}`", name.word)),
            (Some(_), _) | (None, []) => self.error(format!("unknown {what} `{}`", name.word)),
        }
    }

    /// Checks that an item is at the position that its number says.
    pub(super) fn check_number(&self, name: &Name, index: usize) -> Result<()> {
        match name.number {
            Some(number) if number as usize != index => {
                self.error(format!("`#{number}` is in place {index}"))
            }
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn global_name(&mut self) -> Result<GlobalId> {
        self.expect("@")?;
        let name = self.name()?;
        self.resolve(&self.globals, &name, "global").map(GlobalId)
    }

    pub(super) fn function_name(&mut self) -> Result<FuncId> {
        let name = self.name()?;
        self.resolve(&self.functions, &name, "function").map(FuncId)
    }

    /// `@file:line:column`, or nothing.
    pub(super) fn span(&mut self) -> Result<Span> {
        let next_is_number = matches!(self.peek_at(1), Some(Token::Number(_)));
        if !self.at_sign("@") || !next_is_number {
            return Ok(Span::NONE);
        }
        self.pos += 1;
        let file = FileId(self.u32()?);
        self.expect(":")?;
        let line = self.u32()?;
        self.expect(":")?;
        let column = self.u32()?;
        Ok(Span { file, line, column })
    }
}

/// The width of `iN`.
pub(super) fn parse_int_type(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    let width: u32 = digits.parse().ok()?;
    (digits == width.to_string() && (1..=MAX_WIDTH).contains(&width)).then_some(width)
}
