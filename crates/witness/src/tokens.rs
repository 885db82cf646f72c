//! The tokens of a C file, as far as places are found by them: names, punctuation, and what lies between brackets.
//!
//! No preprocessing: lines of directives are left out.

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its first byte.
    pub start: usize,
}

impl Token<'_> {
    /// The byte behind it.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is a name or a keyword.
    pub fn is_word(&self) -> bool {
        self.text
            .starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// The tokens of a file, with the partners of brackets.
pub struct Tokens<'a> {
    /// The tokens.
    pub list: Vec<Token<'a>>,
    partners: Vec<Option<usize>>,
    /// The first byte of each line.
    lines: Vec<usize>,
}

impl<'a> Tokens<'a> {
    /// Reads a file.
    pub fn new(text: &'a str) -> Tokens<'a> {
        let list = scan(text);
        let mut partners = vec![None; list.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, token) in list.iter().enumerate() {
            match token.text {
                "(" | "[" | "{" => open.push(index),
                ")" | "]" | "}" => {
                    if let Some(first) = open.pop() {
                        partners[first] = Some(index);
                        partners[index] = Some(first);
                    }
                }
                _ => {}
            }
        }
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Tokens {
            list,
            partners,
            lines: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The text of a token; empty where there is none.
    pub fn text(&self, index: usize) -> &'a str {
        self.list.get(index).map_or("", |token| token.text)
    }

    /// The other one of two brackets.
    pub fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
    }

    /// The byte at a line and column, both from 1.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let line = usize::try_from(line).ok()?.checked_sub(1)?;
        let column = usize::try_from(column).ok()?.checked_sub(1)?;
        self.lines.get(line)?.checked_add(column)
    }

    /// The line and column of a byte, both from 1.
    pub fn place(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|index| self.lines.get(index));
        let column = offset - start.copied().unwrap_or_default() + 1;
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        (narrow(line), narrow(column))
    }

    /// The token that covers a byte, or the first one behind it.
    pub fn at(&self, offset: usize) -> Option<usize> {
        let index = self.list.partition_point(|token| token.end() <= offset);
        (index < self.list.len()).then_some(index)
    }

    /// The tokens of a line.
    pub fn on_line(&self, line: u32) -> std::ops::Range<usize> {
        let bound = |line: u32| match self.offset(line, 1) {
            Some(start) => self.list.partition_point(|token| token.start < start),
            None => self.list.len(),
        };
        let first = bound(line);
        first..bound(line.saturating_add(1)).max(first)
    }

    /// The first token of the innermost statement or declaration around a token. None outside of functions.
    pub fn statement(&self, index: usize) -> Option<usize> {
        let mut index = index;
        loop {
            let before = index.checked_sub(1)?;
            match self.text(before) {
                "{" => {
                    let owner = self.text(before.checked_sub(1)?);
                    let block = matches!(owner, ")" | "else" | "do" | ";" | "{" | "}" | ":");
                    return block.then_some(index);
                }
                ";" if self.is_in_header(index) => index = before,
                ";" | "}" | "else" | "do" => break,
                ":" if !self.is_choice(before) => break,
                ")" => {
                    let open = self.partner(before)?;
                    let owner = self.text(open.checked_sub(1)?);
                    if matches!(owner, "if" | "while" | "for" | "switch") {
                        break;
                    }
                    index = open;
                }
                "]" => index = self.partner(before)?,
                _ => index = before,
            }
        }
        let ends_do = self.text(index) == "while" && self.beginning(index) != index;
        (self.text(index) != "else" && !ends_do).then_some(index)
    }

    /// Whether a token is in the header of a `for`.
    fn is_in_header(&self, index: usize) -> bool {
        let mut index = index;
        while let Some(before) = index.checked_sub(1) {
            match self.text(before) {
                ")" | "]" | "}" => match self.partner(before) {
                    Some(open) => index = open,
                    None => return false,
                },
                "(" => return true,
                "{" => return false,
                _ => index = before,
            }
        }
        false
    }

    /// Whether a colon belongs to a question mark.
    fn is_choice(&self, colon: usize) -> bool {
        let before = (0..colon).rev().map(|index| self.text(index));
        let mut before = before.take_while(|text| !matches!(*text, ";" | "{" | "}"));
        before.any(|text| text == "?")
    }

    /// The bracket that closes the call of a function, at or behind a place on its line.
    pub fn end_of_call(&self, line: u32, column: u32, function: &str) -> Option<usize> {
        let from = self.at(self.offset(line, column)?)?;
        let mut on_line = self.on_line(line).filter(|index| *index >= from);
        let name = on_line.find(|index| self.text(*index) == function)?;
        if self.text(name + 1) != "(" {
            return None;
        }
        self.partner(name + 1)
    }

    /// The header of a loop in brackets, and for `for` its two semicolons. `keyword` is `while`, `for` or `do`.
    pub fn loop_header(&self, keyword: usize) -> Option<Header> {
        let mut keyword = keyword;
        if self.text(keyword) == "do" {
            keyword = match self.text(keyword + 1) {
                "{" => self.partner(keyword + 1)? + 1,
                // A body of one simple statement.
                _ => (keyword..self.list.len()).find(|index| self.text(*index) == ";")? + 1,
            };
            if self.text(keyword) != "while" {
                return None;
            }
        }
        if !matches!(self.text(keyword), "while" | "for") || self.text(keyword + 1) != "(" {
            return None;
        }
        let (open, close) = (keyword + 1, self.partner(keyword + 1)?);
        let semicolons = match self.text(keyword) {
            "for" => {
                let mut inside = open + 1;
                let mut found = Vec::new();
                while inside < close {
                    match self.text(inside) {
                        ";" => found.push(inside),
                        "(" | "[" | "{" => inside = self.partner(inside)?,
                        _ => {}
                    }
                    inside += 1;
                }
                let [first, second] = found.as_slice() else {
                    return None;
                };
                Some((*first, *second))
            }
            _ => None,
        };
        Some(Header {
            open,
            close,
            semicolons,
        })
    }

    /// The keyword of the innermost loop whose header covers a byte: of a `do` loop, that is its `do`.
    pub fn loop_at(&self, offset: usize) -> Option<usize> {
        let mut found = None;
        for (index, token) in self.list.iter().enumerate() {
            if token.start > offset {
                break;
            }
            if !matches!(token.text, "while" | "for") {
                continue;
            }
            if let Some(header) = self.loop_header(index)
                && self
                    .list
                    .get(header.close)
                    .is_some_and(|close| offset <= close.start)
            {
                found = Some(self.beginning(index));
            }
        }
        found
    }

    /// The `do` of a `while` that ends its loop, or the keyword itself.
    fn beginning(&self, keyword: usize) -> usize {
        let ends_block = keyword > 0 && self.text(keyword - 1) == "}";
        let block = ends_block.then(|| self.partner(keyword - 1)).flatten();
        match block.and_then(|open| open.checked_sub(1)) {
            Some(before) if self.text(before) == "do" && self.text(keyword) == "while" => before,
            Some(_) | None => keyword,
        }
    }
}

/// The header of a loop, as numbers of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The opening bracket.
    pub open: usize,
    /// The closing one.
    pub close: usize,
    /// The semicolons of `for`.
    pub semicolons: Option<(usize, usize)>,
}

impl Header {
    /// The tokens before and behind the condition.
    pub fn condition(&self) -> (usize, usize) {
        self.semicolons.unwrap_or((self.open, self.close))
    }
}

fn scan(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    // Whether nothing but white space stands before on this line.
    let mut fresh = true;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let length = match byte {
            b'\n' => {
                fresh = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                at += 1;
                continue;
            }
            b'#' if fresh => {
                at += directive(rest);
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                at += end.map_or(rest.len(), |end| end + 4);
                continue;
            }
            b'"' | b'\'' => literal(rest),
            _ if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 => {
                let in_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
                rest.iter().position(|b| !in_word(b)).unwrap_or(rest.len())
            }
            _ => 1,
        };
        fresh = false;
        if let Some(token) = text.get(at..at + length) {
            found.push(Token {
                text: token,
                start: at,
            });
        }
        at += length;
    }
    found
}

/// The length of a directive, with the lines that a backslash joins.
fn directive(rest: &[u8]) -> usize {
    let mut before = b' ';
    for (at, byte) in rest.iter().enumerate() {
        if *byte == b'\n' && before != b'\\' {
            return at;
        }
        if *byte != b'\r' {
            before = *byte;
        }
    }
    rest.len()
}

/// The length of a string or character.
fn literal(rest: &[u8]) -> usize {
    let quote = rest.first().copied();
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if Some(byte) == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#define X ( \\\n {\nint f(void) { /* ( */\n  for (int i = 0; i < g(\";\"); i++) h('(');\n  do { x(); } while (y);\n  while (z) ;\n}\n";

    #[test]
    fn brackets_in_comments_strings_and_directives_are_none() {
        let tokens = Tokens::new(TEXT);
        assert_eq!(tokens.text(0), "int");
        let brace = (0..tokens.list.len()).find(|i| tokens.text(*i) == "{");
        let brace = brace.expect("a body");
        assert_eq!(tokens.partner(brace), Some(tokens.list.len() - 1));
        assert_eq!(tokens.place(tokens.list[0].start), (3, 1));
        assert_eq!(tokens.offset(3, 1), Some(tokens.list[0].start));
    }

    #[test]
    fn loops_are_found_by_what_is_in_their_headers() {
        let tokens = Tokens::new(TEXT);
        for (inside, keyword, condition) in [
            ("i <", "for", "i<g(\";\")"),
            ("y)", "do", "y"),
            ("z)", "while", "z"),
        ] {
            let offset = TEXT.find(inside).expect("the place");
            let found = tokens.loop_at(offset).expect("a loop");
            assert_eq!(tokens.text(found), keyword);
            let (before, behind) = tokens.loop_header(found).expect("a header").condition();
            let words: String = (before + 1..behind).map(|i| tokens.text(i)).collect();
            assert_eq!(words, condition);
        }
        assert_eq!(tokens.loop_at(TEXT.find("h(").expect("the place")), None);
    }

    #[test]
    fn broken_text_is_no_panic() {
        for text in [
            "",
            "'",
            "\"\\",
            "/*",
            "((]",
            "do",
            "for (",
            "do { } while",
            "# \\\n",
            "ü'",
        ] {
            let tokens = Tokens::new(text);
            for index in 0..=tokens.list.len() {
                let _ = tokens.loop_header(index);
            }
            for offset in 0..text.len() + 3 {
                let _ = (
                    tokens.loop_at(offset),
                    tokens.at(offset),
                    tokens.place(offset),
                );
            }
        }
    }
}
