//! Lexer of the text form: words, numbers, strings and signs, each with its line.

use super::ParseError;
use super::names::{is_word_char, is_word_start};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A bare word: keyword, type, operator or plain name.
    Word(String),
    /// Bytes in quotes.
    Str(Vec<u8>),
    /// An unsigned number, decimal or `0x…`.
    Number(String),
    /// `%n`.
    Temp(u32),
    /// Anything else.
    Sign(&'static str),
}

impl Token {
    /// The description of the token in an error message.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("`{word}`"),
            Token::Str(_) => "a string".to_owned(),
            Token::Number(number) => format!("`{number}`"),
            Token::Temp(id) => format!("`%{id}`"),
            Token::Sign(sign) => format!("`{sign}`"),
        }
    }
}

const SIGNS: &[&str] = &[
    "->", "=>", "(", ")", "[", "]", "{", "}", "<", ">", ",", ":", ";", "=", "+", "-", "*", "&",
    "@", "#",
];

/// The tokens of a text with their lines.
pub(super) fn lex(text: &str) -> Result<Vec<(Token, u32)>, ParseError> {
    let mut lexer = Lexer {
        rest: text,
        line: 1,
        tokens: Vec::new(),
    };
    lexer.run()?;
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    tokens: Vec<(Token, u32)>,
}

impl<'a> Lexer<'a> {
    fn run(&mut self) -> Result<(), ParseError> {
        while let Some(first) = self.rest.chars().next() {
            let token = if first.is_whitespace() {
                self.take(first.len_utf8());
                continue;
            } else if self.rest.starts_with("//") {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(end);
                continue;
            } else if self.rest.starts_with("/*") {
                let end = self.rest.find("*/");
                let end = end.ok_or_else(|| self.error("the comment does not end"))?;
                self.take(end + 2);
                continue;
            } else if is_word_start(first) {
                Token::Word(self.take_while(is_word_char).to_owned())
            } else if first.is_ascii_digit() {
                self.number()
            } else if first == '%' {
                self.temp()?
            } else if first == '"' {
                self.string()?
            } else {
                self.sign()?
            };
            self.tokens.push((token, self.line));
        }
        Ok(())
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError {
            line: self.line,
            message: message.into(),
        }
    }

    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        let lines = taken.bytes().filter(|b| *b == b'\n').count();
        self.line = self
            .line
            .saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.rest = rest;
        taken
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !accept(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn number(&mut self) -> Token {
        if self.rest.starts_with("0x") {
            let prefix = self.take(2);
            let digits = self.take_while(|c| c.is_ascii_hexdigit());
            return Token::Number(format!("{prefix}{digits}"));
        }
        Token::Number(self.take_while(|c| c.is_ascii_digit()).to_owned())
    }

    fn temp(&mut self) -> Result<Token, ParseError> {
        self.take(1);
        let digits = self.take_while(|c| c.is_ascii_digit());
        let number = digits.parse();
        number
            .map(Token::Temp)
            .map_err(|_| self.error("a temporary is `%` and a number"))
    }

    fn string(&mut self) -> Result<Token, ParseError> {
        let unfinished = "the string does not end on its line";
        self.take(1);
        let mut bytes = Vec::new();
        loop {
            let c = self.rest.chars().next();
            let c = c.ok_or_else(|| self.error(unfinished))?;
            match c {
                '"' => {
                    self.take(1);
                    return Ok(Token::Str(bytes));
                }
                '\n' => return Err(self.error(unfinished)),
                '\\' => {
                    let byte = self.rest.get(1..3);
                    let byte = byte.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
                    let byte = byte.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                    let byte = byte.ok_or_else(|| self.error("`\\` takes two hex digits"))?;
                    bytes.push(byte);
                    self.take(3);
                }
                _ => bytes.extend_from_slice(self.take(c.len_utf8()).as_bytes()),
            }
        }
    }

    fn sign(&mut self) -> Result<Token, ParseError> {
        for sign in SIGNS {
            if self.rest.starts_with(sign) {
                self.take(sign.len());
                return Ok(Token::Sign(sign));
            }
        }
        let c = self.rest.chars().next().unwrap_or(' ');
        Err(self.error(format!("unexpected character {c:?}")))
    }
}
