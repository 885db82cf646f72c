//! Parser for the S-expressions that programs print, without recursion and without trust.
//!
//! A reply may be nested a hundred thousand deep and may be garbage. The tree is therefore a list
//! of nodes that name each other by number: nothing recurses to build, read or drop it.

use std::ops::Range;

/// A node of a [`Sexp`].
pub type NodeId = usize;

enum Node {
    /// A symbol, number or keyword, without the bars of a quoted symbol.
    Word(Range<usize>),
    /// A string literal, without its quotes.
    Text(Range<usize>),
    List(Vec<NodeId>),
}

/// One expression.
pub struct Sexp {
    text: String,
    nodes: Vec<Node>,
    root: NodeId,
}

impl Sexp {
    /// The expression that the bytes are, if they are one.
    pub fn parse(bytes: &[u8]) -> Option<Sexp> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let mut nodes = Vec::new();
        let mut open: Vec<Vec<NodeId>> = Vec::new();
        let mut root = None;
        let mut at = 0;
        while let Some((token, end)) = next_token(text.as_bytes(), at) {
            at = end;
            let node = match token {
                Token::Open => {
                    open.push(Vec::new());
                    continue;
                }
                Token::Close => Node::List(open.pop()?),
                Token::Word(range) => Node::Word(range),
                Token::Text(range) => Node::Text(range),
                Token::Unfinished => return None,
            };
            nodes.push(node);
            let id = nodes.len() - 1;
            match open.last_mut() {
                Some(list) => list.push(id),
                None if root.is_none() => root = Some(id),
                None => return None,
            }
        }
        let root = root.filter(|_| open.is_empty())?;
        Some(Sexp { text, nodes, root })
    }

    /// The whole expression.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The word of a node, if it is one.
    pub fn word(&self, node: NodeId) -> Option<&str> {
        match &self.nodes[node] {
            Node::Word(range) => Some(&self.text[range.clone()]),
            Node::Text(_) | Node::List(_) => None,
        }
    }

    /// The word or string literal of a node, if it is one.
    pub fn word_or_text(&self, node: NodeId) -> Option<&str> {
        match &self.nodes[node] {
            Node::Word(range) | Node::Text(range) => Some(&self.text[range.clone()]),
            Node::List(_) => None,
        }
    }

    /// The parts of a list; none for a word.
    pub fn list(&self, node: NodeId) -> Option<&[NodeId]> {
        match &self.nodes[node] {
            Node::List(parts) => Some(parts),
            Node::Word(_) | Node::Text(_) => None,
        }
    }

    /// The parts of a list after its head, if the head is this word.
    pub fn applied(&self, node: NodeId, head: &str) -> Option<&[NodeId]> {
        let (first, rest) = self.list(node)?.split_first()?;
        (self.word(*first) == Some(head)).then_some(rest)
    }

    /// The text as printed.
    pub fn text(&self) -> &str {
        self.text.trim()
    }
}

enum Token {
    Open,
    Close,
    Word(Range<usize>),
    Text(Range<usize>),
    /// A string or quoted symbol that is not terminated.
    Unfinished,
}

/// The token at or after a place, and where it ends.
fn next_token(bytes: &[u8], mut at: usize) -> Option<(Token, usize)> {
    loop {
        match bytes.get(at)? {
            b';' => at = end_of_line(bytes, at),
            c if c.is_ascii_whitespace() => at += 1,
            _ => break,
        }
    }
    Some(match bytes[at] {
        b'(' => (Token::Open, at + 1),
        b')' => (Token::Close, at + 1),
        b'"' => match end_of_text(bytes, at) {
            Some(end) => (Token::Text(at + 1..end - 1), end),
            None => (Token::Unfinished, bytes.len()),
        },
        b'|' => match find(bytes, at + 1, b'|') {
            Some(end) => (Token::Word(at + 1..end), end + 1),
            None => (Token::Unfinished, bytes.len()),
        },
        _ => {
            let length = bytes[at..].iter().position(|c| ends_word(*c));
            let end = length.map_or(bytes.len(), |length| at + length);
            (Token::Word(at..end), end)
        }
    })
}

fn ends_word(c: u8) -> bool {
    c.is_ascii_whitespace() || matches!(c, b'(' | b')' | b'"' | b'|' | b';')
}

fn find(bytes: &[u8], from: usize, wanted: u8) -> Option<usize> {
    let found = bytes.get(from..)?.iter().position(|c| *c == wanted)?;
    Some(from + found)
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    find(bytes, from, b'\n').map_or(bytes.len(), |end| end + 1)
}

/// The end of a string literal; a doubled quote represents one.
fn end_of_text(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        at = find(bytes, at, b'"')? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}

/// Finds the end of the first expression of a growing buffer, looking at each byte once or, where
/// the buffer ended within a word or a string, at that word or string again.
#[derive(Default)]
pub struct Scanner {
    at: usize,
    depth: usize,
}

impl Scanner {
    /// Where the first expression ends, if it is there in full. At the end of the input a word
    /// needs nothing after it.
    pub fn end(&mut self, bytes: &[u8], ended: bool) -> Option<usize> {
        while let Some((token, end)) = next_token(bytes, self.at) {
            match token {
                Token::Open => self.depth += 1,
                // A surplus parenthesis ends an expression that will not parse.
                Token::Close => self.depth = self.depth.saturating_sub(1),
                Token::Word(_) | Token::Text(_) if end == bytes.len() && !ended => return None,
                Token::Word(_) | Token::Text(_) => {}
                Token::Unfinished => return ended.then_some(end),
            }
            self.at = end;
            if self.depth == 0 {
                return Some(end);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expressions found when the text arrives in pieces of one size.
    fn split(text: &str, piece: usize) -> Vec<String> {
        let mut found = Vec::new();
        let mut buffer: Vec<u8> = Vec::new();
        let mut scanner = Scanner::default();
        for part in text.as_bytes().chunks(piece) {
            buffer.extend(part);
            while let Some(end) = scanner.end(&buffer, false) {
                let bytes: Vec<u8> = buffer.drain(..end).collect();
                found.push(String::from_utf8(bytes).unwrap().trim().to_string());
                scanner = Scanner::default();
            }
        }
        found
    }

    #[test]
    fn expressions_are_found_however_they_arrive() {
        let text = "sat\n((|a b| #x0) (c \"x \"\" (\")) ; a ) comment\nunsat (error \"no)\")\n";
        let expected = [
            "sat",
            "((|a b| #x0) (c \"x \"\" (\"))",
            "; a ) comment\nunsat",
            "(error \"no)\")",
        ];
        for piece in 1..text.len() {
            assert_eq!(split(text, piece), expected, "in pieces of {piece}");
        }
    }

    #[test]
    fn parts_are_what_was_written() {
        let sexp = Sexp::parse(b"(store |a b| \"t\" (x))").unwrap();
        let parts = sexp.applied(sexp.root(), "store").unwrap();
        assert_eq!(sexp.word(parts[0]), Some("a b"));
        assert_eq!(sexp.word(parts[1]), None);
        assert_eq!(sexp.word_or_text(parts[1]), Some("t"));
        assert_eq!(sexp.list(parts[2]).map(<[NodeId]>::len), Some(1));
        assert_eq!(sexp.applied(sexp.root(), "select"), None);
    }

    #[test]
    fn garbage_is_no_expression() {
        for text in [
            "", ")", "(", "(a", "a b", "(a))", "\"open", "|open", "\u{0}(",
        ] {
            assert!(Sexp::parse(text.as_bytes()).is_none(), "{text}");
        }
        assert!(Sexp::parse(&[0xff, 0xfe, b'a']).is_some());
    }

    #[test]
    fn depth_costs_no_stack() {
        let depth = 1_000_000;
        let text = format!("{}{}", "(".repeat(depth), ")".repeat(depth));
        let sexp = Sexp::parse(text.as_bytes()).unwrap();
        assert_eq!(sexp.len(), depth);
        assert_eq!(
            Scanner::default().end(text.as_bytes(), false),
            Some(2 * depth)
        );
    }
}
