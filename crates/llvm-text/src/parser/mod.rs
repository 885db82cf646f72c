//! The recursive-descent parser: the state shared by all its rooms, and their common moves.
//!
//! One token is looked at ([`Parser::tok`]); further look-ahead copies the lexer. Every
//! recursion goes through [`Parser::nested`], which bounds its depth, so that no text can
//! exhaust the stack, here or when the result is dropped.

mod attributes;
mod body;
mod calls;
mod constants;
mod control;
mod floats;
mod function;
mod instructions;
mod memory;
mod metadata;
mod toplevel;
mod types;

use std::collections::HashMap;

use crate::error::ParseError;
use crate::int::IntConst;
use crate::lexer::{Lexer, Spanned, Tok, unescape};
use crate::module::Module;
use crate::types::{Ident, Name};

/// How deeply types, constants and metadata may nest.
const MAX_DEPTH: u32 = 200;

pub(crate) type Result<T> = std::result::Result<T, ParseError>;

pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    current: Spanned<'a>,
    depth: u32,
    names: HashMap<&'a [u8], Name>,
    numbering: Numbering,
    /// The global names in the entity that is read.
    mentioned: Vec<Ident>,
    module: Module,
}

/// The numbers of unnamed values in the function being read.
#[derive(Clone, Copy, Debug, Default)]
struct Numbering {
    next: u32,
    /// Set after an unknown instruction without a written result: it may have taken a number.
    uncertain: bool,
}

/// Reads a whole module.
pub(crate) fn parse(text: &[u8]) -> Result<Module> {
    let mut lexer = Lexer::new(text);
    let current = lexer.next();
    let mut parser = Parser {
        lexer,
        current,
        depth: 0,
        names: HashMap::new(),
        numbering: Numbering::default(),
        mentioned: Vec::new(),
        module: Module::default(),
    };
    parser.module_body()?;
    let mut module = parser.module;
    module.index();
    Ok(module)
}

impl<'a> Parser<'a> {
    fn tok(&self) -> Tok<'a> {
        self.current.tok
    }

    fn advance(&mut self) {
        self.current = self.lexer.next();
    }

    /// The token after the current one.
    fn peek(&self) -> Spanned<'a> {
        let mut lexer = self.lexer;
        lexer.next()
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError {
            line: self.current.line,
            column: (self.current.start - self.current.line_start) as u32 + 1,
            message: message.into(),
        })
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        let found = self.lexer.slice(
            self.current.start,
            self.current.end.min(self.current.start + 40),
        );
        if found.is_empty() {
            return self.error(format!("expected {what}, found the end of the text"));
        }
        self.error(format!(
            "expected {what}, found `{}`",
            String::from_utf8_lossy(found)
        ))
    }

    /// Runs a recursive part one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    fn at(&self, punct: u8) -> bool {
        self.tok() == Tok::Punct(punct)
    }

    fn eat(&mut self, punct: u8) -> bool {
        let found = self.at(punct);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, punct: u8) -> Result<()> {
        if self.eat(punct) {
            Ok(())
        } else {
            self.expected(&format!("`{}`", char::from(punct)))
        }
    }

    fn at_word(&self, word: &str) -> bool {
        self.tok() == Tok::Word(word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) {
            Ok(())
        } else {
            self.expected(&format!("`{word}`"))
        }
    }

    /// Passes a comma before a further operand. A comma before attached metadata is passed too,
    /// but the answer is then no.
    fn another_operand(&mut self) -> bool {
        self.eat(b',') && !matches!(self.tok(), Tok::MetaName(_))
    }

    /// The shared text of a name as written, escapes decoded.
    fn name(&mut self, raw: &'a [u8]) -> Name {
        if let Some(name) = self.names.get(raw) {
            return name.clone();
        }
        let name: Name = if raw.contains(&b'\\') {
            String::from_utf8_lossy(&unescape(raw)).into()
        } else {
            String::from_utf8_lossy(raw).into()
        };
        self.names.insert(raw, name.clone());
        name
    }

    fn word_name(&mut self, word: &'a str) -> Name {
        self.name(word.as_bytes())
    }

    /// The text of a string that is not likely to occur twice.
    fn text(&self, raw: &[u8]) -> Name {
        String::from_utf8_lossy(&unescape(raw)).into()
    }

    fn expect_string(&mut self) -> Result<Name> {
        let Tok::Str(raw) = self.tok() else {
            return self.expected("a string");
        };
        self.advance();
        Ok(self.text(raw))
    }

    /// `= "…"`.
    fn assigned_string(&mut self) -> Result<Name> {
        self.expect(b'=')?;
        self.expect_string()
    }

    fn eat_local(&mut self) -> Option<Ident> {
        let ident = match self.tok() {
            Tok::Local(raw) => Ident::Name(self.name(raw)),
            Tok::LocalNumber(number) => Ident::Number(number),
            _ => return None,
        };
        self.advance();
        Some(ident)
    }

    fn eat_global(&mut self) -> Option<Ident> {
        let ident = match self.tok() {
            Tok::Global(raw) => Ident::Name(self.name(raw)),
            Tok::GlobalNumber(number) => Ident::Number(number),
            _ => return None,
        };
        self.advance();
        self.mentioned.push(ident.clone());
        Some(ident)
    }

    fn expect_local(&mut self) -> Result<Ident> {
        match self.eat_local() {
            Some(ident) => Ok(ident),
            None => self.expected("a local name"),
        }
    }

    fn expect_global(&mut self) -> Result<Ident> {
        match self.eat_global() {
            Some(ident) => Ok(ident),
            None => self.expected("a global name"),
        }
    }

    /// The integer denoted by the current token, in any of its notations.
    fn peek_int(&self) -> Option<IntConst> {
        match self.tok() {
            Tok::Int(text) => {
                let negative = text.starts_with('-');
                let digits = text.trim_start_matches(['-', '+']);
                IntConst::from_digits(negative, digits.as_bytes(), 10)
            }
            Tok::Word(word) => {
                let digits = word
                    .strip_prefix("u0x")
                    .or_else(|| word.strip_prefix("s0x"))?;
                let unsigned = IntConst::from_digits(false, digits.as_bytes(), 16)?;
                // A signed hexadecimal constant has as many bits as its digits say.
                let bits = u32::try_from(digits.len()).ok()?.checked_mul(4)?;
                Some(if word.starts_with('s') {
                    unsigned.sign_extended(bits)
                } else {
                    unsigned
                })
            }
            _ => None,
        }
    }

    fn expect_int(&mut self) -> Result<IntConst> {
        let Some(value) = self.peek_int() else {
            return self.expected("an integer");
        };
        self.advance();
        Ok(value)
    }

    fn expect_u64(&mut self) -> Result<u64> {
        match self.peek_int().and_then(|value| value.as_u64()) {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.expected("a number"),
        }
    }

    fn expect_u32(&mut self) -> Result<u32> {
        match self
            .peek_int()
            .and_then(|value| value.as_u64())
            .map(u32::try_from)
        {
            Some(Ok(value)) => {
                self.advance();
                Ok(value)
            }
            _ => self.expected("a small number"),
        }
    }

    /// Passes `( … )`, `[ … ]` or `{ … }` with everything inside; the text between is returned.
    fn skip_brackets(&mut self) -> Result<Name> {
        let begin = self.current.end;
        let mut open: u32 = 0;
        loop {
            match self.tok() {
                Tok::Punct(b'(' | b'[' | b'{') => open += 1,
                Tok::Punct(b')' | b']' | b'}') => open = open.saturating_sub(1),
                Tok::Eof => return self.expected("a closing bracket"),
                _ => {}
            }
            let end = self.current.start;
            self.advance();
            if open == 0 {
                return Ok(String::from_utf8_lossy(self.lexer.slice(begin, end)).into());
            }
        }
    }
}

impl Numbering {
    /// Notes a number written in the text.
    fn note(&mut self, ident: &Ident) {
        if let Ident::Number(number) = ident {
            self.next = number.saturating_add(1);
            self.uncertain = false;
        }
    }

    /// The number of a value that the text leaves unnamed; `None` if it cannot be known.
    fn implicit(&mut self) -> Option<Ident> {
        if self.uncertain {
            return None;
        }
        let number = self.next;
        self.next = self.next.saturating_add(1);
        Some(Ident::Number(number))
    }
}
