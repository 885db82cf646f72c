//! The expression that a column of a source line is about.
//!
//! Compilers name an expression by one place: its operator, its member, its first token. This finds its ends
//! in the text of the line, by the precedence of C's operators, without knowing what names mean. It gives
//! nothing where the expression does not end on the line.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name, number, string or character.
    Word,
    /// A keyword of a statement: nothing goes on across it.
    Keyword,
    Open,
    Close,
    /// An operator or separator.
    Mark,
}

#[derive(Clone, Debug)]
struct Token<'a> {
    at: Range<usize>,
    text: &'a str,
    kind: Kind,
}

/// Words that begin a statement or are a part of its form.
const KEYWORDS: [&str; 14] = [
    "return",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "case",
    "goto",
    "break",
    "continue",
    "default",
    "throw",
    "co_return",
];

/// Operators of several characters, longest first.
const LONG: [&str; 23] = [
    "<<=", ">>=", "...", "->*", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// The bytes of the expression at a byte of a line.
pub(crate) fn of(text: &str, at: usize) -> Option<Range<usize>> {
    let tokens = tokens(text);
    let here = tokens.iter().position(|token| token.at.contains(&at))?;
    let line = Line { tokens: &tokens };
    let (first, last) = line.expression(here)?;
    Some(tokens[first].at.start..tokens[last].at.end)
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            _ if first.is_whitespace() => {
                at += first.len_utf8();
                continue;
            }
            _ if rest.starts_with("//") => break,
            _ if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => {
                    at += end + 2;
                    continue;
                }
                None => break,
            },
            '"' | '\'' => quoted(rest, first),
            _ if is_word(first) => word(rest),
            _ => LONG
                .iter()
                .find(|operator| rest.starts_with(**operator))
                .map_or(first.len_utf8(), |operator| operator.len()),
        };
        let text = &rest[..length];
        let kind = match text {
            "(" | "[" | "{" => Kind::Open,
            ")" | "]" | "}" => Kind::Close,
            _ if KEYWORDS.contains(&text) => Kind::Keyword,
            _ if is_word(first) || first == '"' || first == '\'' => Kind::Word,
            _ => Kind::Mark,
        };
        let at_end = at + length;
        found.push(Token {
            at: at..at_end,
            text,
            kind,
        });
        at = at_end;
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a name or number; numbers may have a point.
fn word(rest: &str) -> usize {
    let number = rest.starts_with(|c: char| c.is_ascii_digit());
    let inside = |c: char| is_word(c) || number && c == '.';
    rest.find(|c| !inside(c)).unwrap_or(rest.len())
}

/// The length of a string or character.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// How tightly a binary operator binds; assignments least.
fn binds(operator: &str) -> Option<u32> {
    Some(match operator {
        "*" | "/" | "%" => 10,
        "+" | "-" => 9,
        "<<" | ">>" => 8,
        "<" | ">" | "<=" | ">=" => 7,
        "==" | "!=" => 6,
        "&" => 5,
        "^" => 4,
        "|" => 3,
        "&&" => 2,
        "||" => 1,
        _ if is_assignment(operator) => 0,
        _ => return None,
    })
}

fn is_assignment(operator: &str) -> bool {
    let compared = ["==", "!=", "<=", ">="].contains(&operator);
    operator.ends_with('=') && !compared
}

struct Line<'a> {
    tokens: &'a [Token<'a>],
}

impl Line<'_> {
    /// The first and the last token of the expression that a token stands for.
    fn expression(&self, here: usize) -> Option<(usize, usize)> {
        let token = &self.tokens[here];
        match token.kind {
            Kind::Keyword => Some((here, here)),
            Kind::Word | Kind::Open => Some((self.chain_start(here), self.chain_end(here)?)),
            Kind::Close => None,
            Kind::Mark => match token.text {
                "." | "->" => Some((self.chain_start(here + 1), self.chain_end(here + 1)?)),
                "++" | "--" if self.ends_operand(here) => Some((self.operand_before(here)?, here)),
                _ if !self.ends_operand(here) => Some((here, self.operand_after(here + 1)?)),
                // What is assigned to is what matters.
                "=" => Some((self.left(here, 0)?, here - 1)),
                operator => {
                    let strength = binds(operator)?;
                    Some((self.left(here, strength)?, self.right(here, strength)?))
                }
            },
        }
    }

    /// Whether an operand starts with a token.
    fn starts_operand(&self, here: usize) -> bool {
        match self.tokens[here].kind {
            Kind::Word | Kind::Open => true,
            Kind::Mark => matches!(self.tokens[here].text, "*" | "++" | "--"),
            Kind::Keyword | Kind::Close => false,
        }
    }

    /// Whether an operand ends before a token.
    fn ends_operand(&self, here: usize) -> bool {
        let before = here.checked_sub(1).map(|before| &self.tokens[before]);
        before.is_some_and(|before| match before.kind {
            Kind::Word | Kind::Close => true,
            Kind::Keyword | Kind::Open => false,
            Kind::Mark => matches!(before.text, "++" | "--") && self.ends_operand(here - 1),
        })
    }

    /// The start of `a.b[i]->c` from one of its words.
    fn chain_start(&self, here: usize) -> usize {
        let joins = |at: usize| matches!(self.tokens[at].text, "." | "->");
        let mut first = here;
        while let Some(mark) = first.checked_sub(1).filter(|mark| joins(*mark)) {
            match self.operand_before(mark) {
                Some(start) => first = start,
                None => break,
            }
        }
        first
    }

    /// The start of the operand that ends right before a token.
    fn operand_before(&self, here: usize) -> Option<usize> {
        let mut first = here.checked_sub(1)?;
        while self.tokens[first].kind == Kind::Close {
            first = self.opening(first)?;
            let before = first.checked_sub(1)?;
            match self.tokens[before].kind {
                Kind::Word | Kind::Close => first = before,
                Kind::Keyword | Kind::Open | Kind::Mark => return Some(first),
            }
        }
        Some(self.chain_start(first))
    }

    /// The last token of what begins at a token: `f(x)[2].y`.
    fn chain_end(&self, here: usize) -> Option<usize> {
        let mut last = match self.tokens.get(here)?.kind {
            Kind::Open => self.closing(here)?,
            Kind::Word | Kind::Keyword | Kind::Close | Kind::Mark => here,
        };
        while let Some(next) = self.tokens.get(last + 1) {
            match next.text {
                "(" | "[" => last = self.closing(last + 1)?,
                "." | "->" => last += 2,
                "++" | "--" => last += 1,
                _ => break,
            }
        }
        self.tokens.get(last).map(|_| last)
    }

    /// The last token of the operand that begins at a token, with operators before it.
    fn operand_after(&self, here: usize) -> Option<usize> {
        let mut first = here;
        while self.tokens.get(first)?.kind == Kind::Mark {
            first += 1;
        }
        let last = self.chain_end(first)?;
        // A cast is followed by what it converts.
        let cast = self.tokens[first].text == "(";
        let more = self.tokens.get(last + 1).map(|next| next.kind);
        match more {
            Some(Kind::Word | Kind::Open) if cast => self.operand_after(last + 1),
            Some(_) | None => Some(last),
        }
    }

    /// The first token of the left operand of an operator.
    fn left(&self, here: usize, strength: u32) -> Option<usize> {
        let mut first = here;
        while let Some(before) = first.checked_sub(1) {
            let token = &self.tokens[before];
            match token.kind {
                Kind::Close => {
                    let open = self.opening(before)?;
                    // The head of a statement is no operand of the statement behind it.
                    let head = open.checked_sub(1).map(|at| self.tokens[at].kind);
                    if head == Some(Kind::Keyword) && self.starts_operand(first) {
                        break;
                    }
                    first = open;
                }
                Kind::Word => first = before,
                Kind::Keyword | Kind::Open => break,
                Kind::Mark => match token.text {
                    "." | "->" | "++" | "--" | "!" | "~" => first = before,
                    operator => match binds(operator) {
                        Some(other) if other >= strength && strength > 0 => first = before,
                        Some(_) if !self.ends_operand(before) => first = before,
                        Some(_) | None => break,
                    },
                },
            }
        }
        // A declaration has its type before the name.
        if strength == 0 {
            first = self
                .operand_before(here)
                .filter(|start| *start > first && self.is_declared(first, *start))
                .unwrap_or(first);
        }
        (first < here).then_some(first)
    }

    /// Whether words stand one after the other, which only declarations have.
    fn is_declared(&self, first: usize, last: usize) -> bool {
        let mut pairs = self.tokens[first..=last].windows(2);
        pairs.any(|pair| pair[0].kind == Kind::Word && pair[1].kind == Kind::Word)
            || self.tokens[first].kind == Kind::Word && self.tokens[first + 1].text == "*"
    }

    /// The last token of the right operand of an operator.
    fn right(&self, here: usize, strength: u32) -> Option<usize> {
        let mut last = self.operand_after(here + 1)?;
        while let Some(next) = self.tokens.get(last + 1) {
            match binds(next.text) {
                Some(other) if other > strength => last = self.operand_after(last + 2)?,
                Some(_) | None => break,
            }
        }
        Some(last)
    }

    /// The token that closes a bracket.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                Kind::Word | Kind::Keyword | Kind::Mark => {}
            }
        }
        None
    }

    /// The token that opens a bracket.
    fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in (0..=close).rev() {
            match self.tokens[at].kind {
                Kind::Close => depth += 1,
                Kind::Open => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                Kind::Word | Kind::Keyword | Kind::Mark => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expression at the mark `^` of the second line.
    #[track_caller]
    fn at(text: &str, mark: &str, expected: &str) {
        let column = mark.find('^').expect("a mark");
        let found = of(text, column).map(|range| &text[range]);
        assert_eq!(found, Some(expected), "{text}");
    }

    #[test]
    fn words_take_what_is_applied_to_them() {
        at("  x = out[i].v + 1;", "      ^", "out[i].v");
        at("  return a->next->v;", "                  ^", "a->next->v");
        at("  assert(x > 0);", "  ^", "assert(x > 0)");
        at("  return f(g(1), 2)[3];", "         ^", "f(g(1), 2)[3]");
        at("  return x;", "  ^", "return");
    }

    #[test]
    fn operators_take_their_operands() {
        at(
            "  int z = a * b + c / d;",
            "                ^",
            "a * b + c / d",
        );
        at("  int z = a * b + c / d;", "            ^", "a * b");
        at("  int z = a + b - c;", "                ^", "a + b - c");
        at(
            "  z = (int)x << (y & 3);",
            "             ^",
            "(int)x << (y & 3)",
        );
        at("  return *p;", "         ^", "*p");
        at("  return -x * y;", "         ^", "-x");
        at("  sum += a[i];", "      ^", "sum += a[i]");
        at("  for (;; i++) ;", "           ^", "i++");
    }

    #[test]
    fn assignments_take_what_they_write() {
        at("  p[i] = i;", "       ^", "p[i]");
        at("  a->next = b;", "          ^", "a->next");
        at(
            "  for (i = 0; i < n; i++) p[i] = q[i];",
            "                               ^",
            "p[i]",
        );
        at("  int *x = y;", "         ^", "x");
        at("  *p = 3;", "     ^", "*p");
    }

    #[test]
    fn what_goes_on_elsewhere_gives_nothing() {
        assert_eq!(of("  f(a,", 2), None);
        assert_eq!(of("  }", 2), None);
        assert_eq!(of("  x", 40), None);
        assert_eq!(of("  x + ", 4), None);
        assert_eq!(of("", 0), None);
    }

    #[test]
    fn any_text_is_accepted() {
        let texts = [
            "é + ü", "\"open", "a ->", ")))(((", "/* x", "a.b.", "= = =", "--", "x++ ++ y",
        ];
        for text in texts {
            for column in 0..=text.len() {
                let found = of(text, column);
                assert!(found.is_none_or(|range| text.get(range).is_some()));
            }
        }
    }
}
