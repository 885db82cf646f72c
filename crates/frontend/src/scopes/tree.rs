//! Reader of clang's syntax tree (`-ast-dump=json`), limited to statements and declarations.
//!
//! The tree of a long chain of operators is deep, so nothing here recurses.

/// A node of the syntax tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// The class, such as `CompoundStmt`. Empty where an optional part is missing.
    pub kind: String,
    /// The name of a declaration.
    pub name: String,
    /// The offset of its name.
    pub at: u32,
    /// The first byte of its text, and the first byte behind it.
    pub range: (u32, u32),
    /// Whether it is declared `static` or `extern`.
    pub is_static: bool,
    pub children: Vec<usize>,
}

/// What an open brace or bracket of the text belongs to.
#[derive(Clone, Copy)]
enum Frame {
    Node(usize),
    Children(usize),
    Range(usize),
    Begin(usize),
    End(usize),
    Name(usize),
    Other,
}

/// Reads a dump; the second part lists the top-level nodes. `None` if the text is not a dump in
/// clang's format.
pub(crate) fn read(text: &[u8]) -> Option<(Vec<Node>, Vec<usize>)> {
    let mut reader = Reader {
        text,
        at: 0,
        nodes: Vec::new(),
        tops: Vec::new(),
        frames: Vec::new(),
        key: &[],
    };
    while reader.step()? {}
    (reader.frames.is_empty()).then_some((reader.nodes, reader.tops))
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    tops: Vec<usize>,
    frames: Vec<Frame>,
    /// The last key of the innermost object.
    key: &'t [u8],
}

impl<'t> Reader<'t> {
    /// Reads one token. False at the end of the text.
    fn step(&mut self) -> Option<bool> {
        let Some(&byte) = self.text.get(self.at) else {
            return Some(false);
        };
        if self.frames.is_empty() && byte != b'{' {
            // Clang may print a name between two declarations.
            self.at += 1;
            return Some(true);
        }
        match byte {
            b'{' => self.open_object(),
            b'[' => self.open_list(),
            b'}' | b']' => {
                self.frames.pop()?;
                self.at += 1;
            }
            b'"' => self.string()?,
            b'0'..=b'9' | b'-' => self.number(),
            _ => self.at += 1,
        }
        Some(true)
    }

    fn open_object(&mut self) {
        self.at += 1;
        let frame = match (self.frames.last().copied(), self.key) {
            (None, _) => {
                self.tops.push(self.nodes.len());
                self.new_node()
            }
            (Some(Frame::Children(parent)), _) => {
                let child = self.nodes.len();
                self.nodes[parent].children.push(child);
                self.new_node()
            }
            (Some(Frame::Node(node)), b"range") => Frame::Range(node),
            (Some(Frame::Node(node)), b"loc") => Frame::Name(node),
            (Some(Frame::Range(node)), b"begin") => Frame::Begin(node),
            (Some(Frame::Range(node)), b"end") => Frame::End(node),
            _ => Frame::Other,
        };
        self.frames.push(frame);
    }

    fn new_node(&mut self) -> Frame {
        self.nodes.push(Node::default());
        Frame::Node(self.nodes.len() - 1)
    }

    fn open_list(&mut self) {
        self.at += 1;
        self.frames.push(match (self.frames.last(), self.key) {
            (Some(Frame::Node(node)), b"inner") => Frame::Children(*node),
            _ => Frame::Other,
        });
    }

    fn string(&mut self) -> Option<()> {
        let start = self.at + 1;
        let mut end = start;
        while *self.text.get(end)? != b'"' {
            end += if self.text[end] == b'\\' { 2 } else { 1 };
        }
        self.at = end + 1;
        let text = &self.text[start..end];
        if self.text.get(self.at) == Some(&b':') {
            self.key = text;
            return Some(());
        }
        let Some(Frame::Node(node)) = self.frames.last() else {
            return Some(());
        };
        let node = &mut self.nodes[*node];
        match self.key {
            b"kind" => node.kind = String::from_utf8_lossy(text).into_owned(),
            b"name" => node.name = String::from_utf8_lossy(text).into_owned(),
            b"storageClass" => node.is_static = matches!(text, b"static" | b"extern"),
            _ => {}
        }
        Some(())
    }

    fn number(&mut self) {
        let rest = &self.text[self.at..];
        let len = rest
            .iter()
            .position(|byte| !byte.is_ascii_digit() && *byte != b'-')
            .unwrap_or(rest.len());
        let digits = std::str::from_utf8(&rest[..len]).unwrap_or("");
        self.at += len.max(1);
        let Ok(number) = digits.parse::<u32>() else {
            return;
        };
        match (self.frames.last(), self.key) {
            (Some(Frame::Begin(node)), b"offset") => self.nodes[*node].range.0 = number,
            // The end is the offset of the last token plus its length.
            (Some(Frame::End(node)), b"offset" | b"tokLen") => self.nodes[*node].range.1 += number,
            (Some(Frame::Name(node)), b"offset") => self.nodes[*node].at = number,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dump_is_read_with_its_places() {
        let text = br#"Dumping f:
{ "id": "0x1", "kind": "FunctionDecl", "loc": { "offset": 5, "tokLen": 1 },
  "range": { "begin": { "offset": 1 }, "end": { "offset": 20, "tokLen": 2 } },
  "name": "f", "type": { "qualType": "int (\"x\")", "kind": "no" },
  "inner": [ {}, { "kind": "VarDecl", "name": "v", "storageClass": "static" } ] }
"#;
        let (nodes, tops) = read(text).expect("a dump");
        assert_eq!(tops, [0]);
        assert_eq!(nodes.len(), 3);
        assert_eq!((nodes[0].kind.as_str(), nodes[0].at), ("FunctionDecl", 5));
        assert_eq!(nodes[0].range, (1, 22));
        assert_eq!(nodes[0].children, [1, 2]);
        assert_eq!(nodes[1], Node::default());
        assert!(nodes[2].is_static && nodes[2].name == "v");
        assert!(read(b"{ \"kind\": ").is_none());
        assert!(read(b"{ \"kind").is_none());
    }
}
