//! Tokens of the LLVM assembly language, cut from the bytes of the text.
//!
//! Tokens borrow from the text and are plain values, so that the parser can look ahead by
//! copying the lexer. Escapes in strings are left alone here and decoded by [`unescape`] where
//! the content is wanted. Bytes that belong to no token become [`Tok::Unknown`]: only the parser
//! knows whether they stand in something that can be skipped.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tok<'a> {
    /// End of the text.
    Eof,
    /// A bare word: a keyword, a type, an attribute.
    Word(&'a str),
    /// `name:` with the colon (a label, or a field name of a metadata node).
    Label(&'a [u8]),
    /// `"name":`, escapes not yet decoded.
    QuotedLabel(&'a [u8]),
    /// `12:`.
    NumberLabel(u32),
    /// `%name` (escapes not decoded).
    Local(&'a [u8]),
    /// `%12`.
    LocalNumber(u32),
    /// `@name`.
    Global(&'a [u8]),
    /// `@12`.
    GlobalNumber(u32),
    /// `!12`.
    MetaNumber(u32),
    /// `!name`.
    MetaName(&'a [u8]),
    /// `!` before anything else.
    Bang,
    /// `#12`.
    Group(u32),
    /// `#name`.
    Record(&'a str),
    /// `$name`.
    Comdat(&'a [u8]),
    /// `"…"`, escapes not decoded.
    Str(&'a [u8]),
    /// `c"…"`, escapes not decoded.
    Bytes(&'a [u8]),
    /// A decimal integer with its sign.
    Int(&'a str),
    /// A decimal floating-point number.
    Float(&'a str),
    /// `0x…`, without the prefix but with the letter of the format, if any.
    Hex(&'a str),
    /// `...`.
    Ellipsis,
    /// One of the other characters of the language.
    Punct(u8),
    /// A byte that begins no token, or a string without end.
    Unknown(u8),
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spanned<'a> {
    pub(crate) tok: Tok<'a>,
    /// Offset of the first byte.
    pub(crate) start: usize,
    /// Offset after the last byte.
    pub(crate) end: usize,
    /// Line, from 1.
    pub(crate) line: u32,
    /// Offset of the first byte of that line.
    pub(crate) line_start: usize,
    /// Whether nothing stands before it on its line.
    pub(crate) first_on_line: bool,
}

/// The lexer: a position in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    pos: usize,
    line: u32,
    line_start: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        let pos = if text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        Lexer {
            text,
            pos,
            line: 1,
            line_start: 0,
        }
    }

    /// The bytes between two offsets.
    pub(crate) fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Spanned<'a> {
        let first_on_line = self.skip_blanks();
        let (start, line, line_start) = (self.pos, self.line, self.line_start);
        let tok = self.token();
        Spanned {
            tok,
            start,
            end: self.pos,
            line,
            line_start,
            first_on_line,
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Skips blanks and comments; whether the next token is the first on its line.
    fn skip_blanks(&mut self) -> bool {
        let mut fresh = self.pos == self.line_start;
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b'\n' => {
                    self.pos += 1;
                    self.newline();
                    fresh = true;
                }
                b' ' | b'\t' | b'\r' | 0 => self.pos += 1,
                b';' => self.pos += count(&self.text[self.pos..], |byte| byte != b'\n'),
                b'/' if self.peek(1) == b'*' => self.skip_comment(),
                _ => break,
            }
        }
        fresh
    }

    fn newline(&mut self) {
        self.line += 1;
        self.line_start = self.pos;
    }

    fn skip_comment(&mut self) {
        self.pos += 2;
        while let Some(&byte) = self.text.get(self.pos) {
            if byte == b'*' && self.peek(1) == b'/' {
                self.pos += 2;
                return;
            }
            self.pos += 1;
            if byte == b'\n' {
                self.newline();
            }
        }
    }

    fn token(&mut self) -> Tok<'a> {
        let Some(&byte) = self.text.get(self.pos) else {
            return Tok::Eof;
        };
        match byte {
            b'%' => self.sigil(Tok::Local, Tok::LocalNumber),
            b'@' => self.sigil(Tok::Global, Tok::GlobalNumber),
            b'$' => self.dollar(),
            b'!' => self.bang(),
            b'#' => self.hash(),
            b'"' => self.quoted(),
            b'0'..=b'9' | b'+' | b'-' => self.number(),
            b'c' if self.peek(1) == b'"' => {
                self.pos += 1;
                self.string().map_or(Tok::Unknown(b'"'), Tok::Bytes)
            }
            b'.' if self.peek(1) == b'.' && self.peek(2) == b'.' => {
                self.pos += 3;
                Tok::Ellipsis
            }
            _ if is_word_start(byte) => self.word(),
            b'=' | b',' | b'*' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'|'
            | b':' | b'^' => {
                self.pos += 1;
                Tok::Punct(byte)
            }
            _ => {
                self.pos += 1;
                Tok::Unknown(byte)
            }
        }
    }

    /// Takes the longest run of bytes from here that satisfy the condition.
    fn take(&mut self, keep: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        let len = count(rest, keep);
        self.pos += len;
        &rest[..len]
    }

    /// `%x`, `%"x"`, `%12`.
    fn sigil(&mut self, name: fn(&'a [u8]) -> Tok<'a>, number: fn(u32) -> Tok<'a>) -> Tok<'a> {
        let sigil = self.peek(0);
        self.pos += 1;
        match self.peek(0) {
            b'"' => self.string().map_or(Tok::Unknown(b'"'), name),
            b'0'..=b'9' => {
                let digits = self.take(|byte| byte.is_ascii_digit());
                decimal(digits).map_or(Tok::Unknown(sigil), number)
            }
            byte if is_word(byte) => name(self.take(is_word)),
            _ => Tok::Unknown(sigil),
        }
    }

    fn dollar(&mut self) -> Tok<'a> {
        self.pos += 1;
        if self.peek(0) == b'"' {
            return self.string().map_or(Tok::Unknown(b'"'), Tok::Comdat);
        }
        let name = self.take(is_word);
        if self.peek(0) == b':' {
            let start = self.pos - name.len() - 1;
            let label = self.slice(start, self.pos);
            self.pos += 1;
            return Tok::Label(label);
        }
        if name.is_empty() {
            Tok::Unknown(b'$')
        } else {
            Tok::Comdat(name)
        }
    }

    fn bang(&mut self) -> Tok<'a> {
        self.pos += 1;
        match self.peek(0) {
            b'0'..=b'9' => {
                let digits = self.take(|byte| byte.is_ascii_digit());
                decimal(digits).map_or(Tok::Unknown(b'!'), Tok::MetaNumber)
            }
            byte if is_word(byte) || byte == b'\\' => {
                Tok::MetaName(self.take(|byte| is_word(byte) || byte == b'\\'))
            }
            _ => Tok::Bang,
        }
    }

    fn hash(&mut self) -> Tok<'a> {
        self.pos += 1;
        match self.peek(0) {
            b'0'..=b'9' => {
                let digits = self.take(|byte| byte.is_ascii_digit());
                decimal(digits).map_or(Tok::Unknown(b'#'), Tok::Group)
            }
            byte if is_word_start(byte) => Tok::Record(ascii(self.take(is_word))),
            _ => Tok::Unknown(b'#'),
        }
    }

    /// The content of the string that begins here; `None` if it has no end.
    fn string(&mut self) -> Option<&'a [u8]> {
        self.pos += 1;
        let start = self.pos;
        while let Some(&byte) = self.text.get(self.pos) {
            self.pos += 1;
            match byte {
                b'"' => return Some(&self.text[start..self.pos - 1]),
                b'\n' => self.newline(),
                _ => {}
            }
        }
        None
    }

    fn quoted(&mut self) -> Tok<'a> {
        let Some(content) = self.string() else {
            return Tok::Unknown(b'"');
        };
        if self.peek(0) == b':' {
            self.pos += 1;
            return Tok::QuotedLabel(content);
        }
        Tok::Str(content)
    }

    fn word(&mut self) -> Tok<'a> {
        let word = self.take(is_word);
        if self.peek(0) == b':' {
            self.pos += 1;
            return Tok::Label(word);
        }
        Tok::Word(ascii(word))
    }

    /// A number, or a label that begins with a digit or a minus.
    fn number(&mut self) -> Tok<'a> {
        let start = self.pos;
        let whole = &self.text[start..];
        let label = count(whole, is_word);
        if label > 0 && whole.get(label) == Some(&b':') {
            self.pos += label + 1;
            let name = &whole[..label];
            return decimal(name).map_or(Tok::Label(name), Tok::NumberLabel);
        }
        if whole.starts_with(b"0x") {
            self.pos += 2;
            return Tok::Hex(ascii(self.take(|byte| byte.is_ascii_alphanumeric())));
        }
        let sign = usize::from(matches!(whole[0], b'+' | b'-'));
        self.pos += sign;
        if self.take(|byte| byte.is_ascii_digit()).is_empty() {
            return self.signed_word(start);
        }
        if self.peek(0) != b'.' {
            return Tok::Int(ascii(self.slice(start, self.pos)));
        }
        self.pos += 1;
        self.take(|byte| byte.is_ascii_digit());
        self.exponent();
        Tok::Float(ascii(self.slice(start, self.pos)))
    }

    fn exponent(&mut self) {
        if !matches!(self.peek(0), b'e' | b'E') {
            return;
        }
        let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if self.peek(1 + sign).is_ascii_digit() {
            self.pos += 1 + sign;
            self.take(|byte| byte.is_ascii_digit());
        }
    }

    /// `+inf`, `-nan`: a sign before a word is taken as one word.
    fn signed_word(&mut self, start: usize) -> Tok<'a> {
        self.take(is_word);
        let text = self.slice(start, self.pos);
        if text.len() == 1 {
            Tok::Unknown(text[0])
        } else {
            Tok::Word(ascii(text))
        }
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'$' | b'.' | b'_')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'_' | b'-')
}

fn count(bytes: &[u8], keep: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .position(|&byte| !keep(byte))
        .unwrap_or(bytes.len())
}

/// The text of bytes that are ASCII by the way they were taken.
fn ascii(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

fn decimal(digits: &[u8]) -> Option<u32> {
    let mut value: u32 = 0;
    for &byte in digits {
        let digit = char::from(byte).to_digit(10)?;
        value = value.checked_mul(10)?.checked_add(digit)?;
    }
    Some(value)
}

/// Decodes `\xx` (two hexadecimal digits) and `\\`; any other backslash stands for itself.
pub(crate) fn unescape(raw: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        match tail {
            [b'\\', after @ ..] => {
                bytes.push(b'\\');
                rest = after;
            }
            [high, low, after @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
                bytes.push(value(*high) << 4 | value(*low));
                rest = after;
            }
            _ => bytes.push(b'\\'),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Tok<'_>> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut out = Vec::new();
        loop {
            let tok = lexer.next().tok;
            if tok == Tok::Eof {
                return out;
            }
            out.push(tok);
        }
    }

    #[test]
    fn names_and_numbers_are_told_apart() {
        assert_eq!(
            tokens("%x %\"3\" %3 @g.1 @-x @7 !5 !dbg !{ #2 #dbg_value $c"),
            vec![
                Tok::Local(b"x"),
                Tok::Local(b"3"),
                Tok::LocalNumber(3),
                Tok::Global(b"g.1"),
                Tok::Global(b"-x"),
                Tok::GlobalNumber(7),
                Tok::MetaNumber(5),
                Tok::MetaName(b"dbg"),
                Tok::Bang,
                Tok::Punct(b'{'),
                Tok::Group(2),
                Tok::Record("dbg_value"),
                Tok::Comdat(b"c"),
            ]
        );
    }

    #[test]
    fn labels_have_four_forms() {
        assert_eq!(
            tokens("a.b: 12: \"q q\": 1x: -y: $z:"),
            vec![
                Tok::Label(b"a.b"),
                Tok::NumberLabel(12),
                Tok::QuotedLabel(b"q q"),
                Tok::Label(b"1x"),
                Tok::Label(b"-y"),
                Tok::Label(b"$z"),
            ]
        );
    }

    #[test]
    fn numbers_have_their_forms() {
        assert_eq!(
            tokens("-5 +1 1.5e+10 -0.0 0x7FF0 0xK4000 2.e"),
            vec![
                Tok::Int("-5"),
                Tok::Int("+1"),
                Tok::Float("1.5e+10"),
                Tok::Float("-0.0"),
                Tok::Hex("7FF0"),
                Tok::Hex("K4000"),
                Tok::Float("2."),
                Tok::Word("e"),
            ]
        );
    }

    #[test]
    fn lines_are_counted_through_comments_and_strings() {
        let mut lexer = Lexer::new(b"; one\n a \"x\ny\" b\n");
        let a = lexer.next();
        assert_eq!(
            (a.line, a.first_on_line, a.start - a.line_start),
            (2, true, 1)
        );
        assert_eq!(lexer.next().line, 2);
        let b = lexer.next();
        assert_eq!((b.line, b.first_on_line), (3, false));
    }

    #[test]
    fn unfinished_strings_end_the_text() {
        assert_eq!(tokens("a \"b"), vec![Tok::Word("a"), Tok::Unknown(b'"')]);
        assert_eq!(tokens("%\"b"), vec![Tok::Unknown(b'"')]);
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(unescape(b"a\\00\\5C\\\\\\zz\\4"), b"a\0\\\\\\zz\\4");
    }
}
