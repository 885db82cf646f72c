//! Reads the part of YAML that witnesses are written in: block and flow collections, plain, quoted and block scalars.
//!
//! Every scalar is a text; tags, anchors and aliases are refused. JSON is a part of this.

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A scalar.
    Text(String),
    /// A sequence.
    List(Vec<Value>),
    /// A mapping, in its order.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(entries) => {
                let found = entries.iter().find(|(name, _)| name == key);
                found.map(|(_, value)| value)
            }
            Value::Null | Value::Text(_) | Value::List(_) => None,
        }
    }

    /// A scalar.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }
}

/// Collections are not nested deeper.
const DEEPEST: usize = 64;

struct Line {
    number: usize,
    indent: usize,
    text: String,
}

/// Reads a document; an error says in which line it is.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut lines = Vec::new();
    for (index, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let content = raw.trim_start_matches(' ');
        let plain = content.trim_end();
        if plain == "---" || plain == "..." || plain.starts_with('%') && lines.is_empty() {
            continue;
        }
        lines.push(Line {
            number: index + 1,
            indent: raw.len() - content.len(),
            text: plain.to_owned(),
        });
    }
    let mut reader = Reader { lines, at: 0 };
    let value = reader.block(0, 0)?;
    match reader.peek() {
        None => Ok(value),
        Some(line) => Err(format!(
            "line {}: '{}' is not expected",
            line.number, line.text
        )),
    }
}

struct Reader {
    lines: Vec<Line>,
    at: usize,
}

impl Reader {
    /// The next line with something on it.
    fn peek(&mut self) -> Option<&Line> {
        while let Some(line) = self.lines.get(self.at) {
            if line.text.is_empty() || line.text.starts_with('#') {
                self.at += 1;
            } else {
                break;
            }
        }
        self.lines.get(self.at)
    }

    fn wrong<T>(&self, what: &str) -> Result<T, String> {
        let line = self.lines.get(self.at).or(self.lines.last());
        Err(format!(
            "line {}: {what}",
            line.map_or(0, |line| line.number)
        ))
    }

    /// A value in lines that are indented at least so far.
    fn block(&mut self, least: usize, depth: usize) -> Result<Value, String> {
        if depth > DEEPEST {
            return self.wrong("too many collections inside of each other");
        }
        let Some(line) = self.peek() else {
            return Ok(Value::Null);
        };
        let (indent, text) = (line.indent, line.text.clone());
        if indent < least {
            return Ok(Value::Null);
        }
        if item(&text).is_some() {
            return self.sequence(indent, depth);
        }
        if key(&text).is_some() {
            return self.mapping(indent, depth);
        }
        self.at += 1;
        self.scalar(&text, least, depth)
    }

    fn sequence(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let mut found = Vec::new();
        while let Some(line) = self.peek() {
            if line.indent != indent {
                break;
            }
            let Some((skipped, rest)) = item(&line.text) else {
                break;
            };
            let rest = rest.to_owned();
            if rest.is_empty() || rest.starts_with('#') {
                self.at += 1;
            } else if let Some(line) = self.lines.get_mut(self.at) {
                // The rest of the line is a line of its own, further in.
                line.indent += skipped;
                line.text = rest;
            }
            found.push(self.block(indent + 1, depth + 1)?);
        }
        Ok(Value::List(found))
    }

    fn mapping(&mut self, indent: usize, depth: usize) -> Result<Value, String> {
        let mut found = Vec::new();
        while let Some(line) = self.peek() {
            if line.indent != indent {
                break;
            }
            let Some((name, rest)) = key(&line.text) else {
                return self.wrong("a key is expected");
            };
            let rest = rest.to_owned();
            self.at += 1;
            let value = if !rest.is_empty() && !rest.starts_with('#') {
                self.scalar(&rest, indent + 1, depth)?
            } else {
                let next = self
                    .peek()
                    .map(|next| (next.indent, item(&next.text).is_some()));
                match next {
                    // The items of a sequence may stand right below the key.
                    Some((at, true)) if at == indent => self.sequence(indent, depth + 1)?,
                    Some(_) | None => self.block(indent + 1, depth + 1)?,
                }
            };
            found.push((name, value));
        }
        Ok(Value::Map(found))
    }

    /// A value that begins in a line that is taken already, and goes on in lines that are indented at least so far.
    fn scalar(&mut self, text: &str, least: usize, depth: usize) -> Result<Value, String> {
        match text.chars().next() {
            Some('|' | '>') => Ok(Value::Text(self.literal(text, least))),
            Some('"' | '\'' | '[' | '{') => {
                let mut whole = text.to_owned();
                loop {
                    let mut flow = Flow::new(&whole);
                    match flow.value(depth) {
                        Ok(value) if flow.is_over() => return Ok(value),
                        Ok(_) => return self.wrong("something follows the value"),
                        Err(Broken::Wrong(what)) => return self.wrong(&what),
                        Err(Broken::Open) => {}
                    }
                    match self.lines.get(self.at) {
                        Some(line) => {
                            whole.push(' ');
                            whole.push_str(&line.text);
                            self.at += 1;
                        }
                        None => return self.wrong("a quote or bracket is not closed"),
                    }
                }
            }
            Some('&' | '*' | '!' | '@' | '`') => self.wrong("tags and anchors are not supported"),
            _ => {
                let mut whole = without_comment(text).to_owned();
                while let Some(line) = self.peek() {
                    if line.indent < least {
                        break;
                    }
                    whole.push(' ');
                    whole.push_str(without_comment(&line.text));
                    self.at += 1;
                }
                Ok(match whole.as_str() {
                    "" | "~" | "null" => Value::Null,
                    _ => Value::Text(whole),
                })
            }
        }
    }

    /// A block scalar.
    fn literal(&mut self, header: &str, least: usize) -> String {
        let folded = header.starts_with('>');
        let mut lines: Vec<String> = Vec::new();
        let mut indent = None;
        while let Some(line) = self.lines.get(self.at) {
            if line.text.is_empty() {
                lines.push(String::new());
            } else if line.indent < indent.unwrap_or(least) {
                break;
            } else {
                let first = *indent.get_or_insert(line.indent);
                lines.push(format!("{}{}", " ".repeat(line.indent - first), line.text));
            }
            self.at += 1;
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        let end = if header.contains('-') { "" } else { "\n" };
        format!("{}{end}", lines.join(if folded { " " } else { "\n" }))
    }
}

/// An item of a sequence: how far in its value begins, and the rest of the line.
fn item(text: &str) -> Option<(usize, &str)> {
    let rest = text.strip_prefix('-')?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    let value = rest.trim_start();
    Some((text.len() - value.len(), value))
}

/// A key and the rest of the line.
fn key(text: &str) -> Option<(String, &str)> {
    let first = text.chars().next()?;
    if matches!(first, '"' | '\'') {
        let mut flow = Flow::new(text);
        let name = flow.quoted(first).ok()?;
        let rest = flow.rest().trim_start().strip_prefix(':')?;
        return (rest.is_empty() || rest.starts_with(' ')).then(|| (name, rest.trim_start()));
    }
    if matches!(first, '[' | '{' | '#' | '|' | '>') {
        return None;
    }
    let at = text
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| text[at + 1..].is_empty() || text[at + 1..].starts_with(' '))?;
    let name = &text[..at];
    // A comment before the colon makes it a part of the comment.
    (!name.contains(" #")).then(|| (name.trim_end().to_owned(), text[at + 1..].trim_start()))
}

fn without_comment(text: &str) -> &str {
    text.split_once(" #")
        .map_or(text, |(before, _)| before)
        .trim_end()
}

enum Broken {
    /// The text ends too early.
    Open,
    Wrong(String),
}

/// Values in flow style.
struct Flow<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Flow<'a> {
    fn new(text: &'a str) -> Self {
        Flow { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        let rest = self.rest();
        rest.trim().is_empty() || rest.trim_start().starts_with('#') && rest.starts_with(' ')
    }

    fn peek(&mut self) -> Result<char, Broken> {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.rest().chars().next().ok_or(Broken::Open)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Broken> {
        if depth > DEEPEST {
            return Err(Broken::Wrong(
                "too many collections inside of each other".into(),
            ));
        }
        match self.peek()? {
            '[' => self.list(depth),
            '{' => self.map(depth),
            quote @ ('"' | '\'') => self.quoted(quote).map(Value::Text),
            _ => {
                let rest = self.rest();
                let end = rest.find([',', ']', '}']).ok_or(Broken::Open)?;
                let end = rest.find(": ").map_or(end, |colon| end.min(colon));
                self.at += end;
                Ok(Value::Text(rest[..end].trim().to_owned()))
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Broken> {
        self.at += 1;
        let mut found = Vec::new();
        loop {
            match self.peek()? {
                ']' => {
                    self.at += 1;
                    return Ok(Value::List(found));
                }
                ',' => self.at += 1,
                _ => found.push(self.value(depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, Broken> {
        self.at += 1;
        let mut found = Vec::new();
        loop {
            match self.peek()? {
                '}' => {
                    self.at += 1;
                    return Ok(Value::Map(found));
                }
                ',' => self.at += 1,
                _ => {
                    let name = match self.value(depth + 1)? {
                        Value::Text(name) => name,
                        Value::Null | Value::List(_) | Value::Map(_) => {
                            return Err(Broken::Wrong("a key must be a scalar".into()));
                        }
                    };
                    if self.peek()? != ':' {
                        return Err(Broken::Wrong("a colon is expected".into()));
                    }
                    self.at += 1;
                    found.push((name, self.value(depth + 1)?));
                }
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, Broken> {
        let mut found = String::new();
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                _ if c == quote => {
                    if quote == '\'' && chars.peek().is_some_and(|(_, next)| *next == quote) {
                        found.push(quote);
                        chars.next();
                        continue;
                    }
                    self.at += at + 1;
                    return Ok(found);
                }
                '\\' if quote == '"' => {
                    let (_, escaped) = chars.next().ok_or(Broken::Open)?;
                    match escaped {
                        'n' => found.push('\n'),
                        't' => found.push('\t'),
                        'r' => found.push('\r'),
                        '0' => found.push('\0'),
                        '"' | '\\' | '/' | '\'' | ' ' => found.push(escaped),
                        'x' | 'u' | 'U' => {
                            let digits = match escaped {
                                'x' => 2,
                                'u' => 4,
                                _ => 8,
                            };
                            let mut number = 0;
                            for _ in 0..digits {
                                let (_, digit) = chars.next().ok_or(Broken::Open)?;
                                let wrong = || Broken::Wrong("a wrong escape".into());
                                number = number * 16 + digit.to_digit(16).ok_or_else(wrong)?;
                            }
                            found.push(char::from_u32(number).unwrap_or('\u{fffd}'));
                        }
                        _ => return Err(Broken::Wrong("a wrong escape".into())),
                    }
                }
                _ => found.push(c),
            }
        }
        Err(Broken::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Value {
        Value::Text(value.into())
    }

    #[test]
    fn block_and_flow_say_the_same() {
        let block = "---\n# a comment\n- entry: one # so\n  list:\n  - a\n  - \"b: c\"\n  map:\n    'x y': 1\n    z: {p: q, r: [s, \"t\"]}\n- other: a long\n    plain text\n";
        let flow = "[{entry: one, list: [a, \"b: c\"], map: {'x y': 1,\n z: {p: q, r: [s, 't']}}},\n {other: a long plain text}]";
        let read = parse(block).expect("block");
        assert_eq!(Ok(&read), parse(flow).as_ref());
        let Value::List(entries) = &read else {
            panic!("{read:?}")
        };
        assert_eq!(entries[1].get("other"), Some(&text("a long plain text")));
    }

    #[test]
    fn scalars_keep_what_they_quote() {
        let read = parse("a: 'it''s'\nb: \"x\\\"\\\\result\\u0041\"\nc: |-\n  i <= n\n   && j\nd: >\n  a\n  b\ne:\nf: x == 1 && y[2] != '#'\n").expect("scalars");
        assert_eq!(read.get("a"), Some(&text("it's")));
        assert_eq!(read.get("b"), Some(&text("x\"\\resultA")));
        assert_eq!(read.get("c"), Some(&text("i <= n\n && j")));
        assert_eq!(read.get("d"), Some(&text("a b\n")));
        assert_eq!(read.get("e"), Some(&Value::Null));
        assert_eq!(read.get("f"), Some(&text("x == 1 && y[2] != '#'")));
    }

    #[test]
    fn what_is_no_yaml_is_an_error_and_no_panic() {
        for wrong in [
            "a: [b",
            "a: \"b",
            "a: {b}",
            "a: &x b",
            "a: b\n c: d\n- e",
            "{a: b} c",
            "\"\\q\"",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}: {:?}", parse(wrong));
        }
        let deep = "[".repeat(100_000);
        assert!(parse(&deep).is_err());
        let deep: String = (0..2000).map(|n| format!("{}-\n", " ".repeat(n))).collect();
        assert!(parse(&deep).is_err());
        assert!(parse("- - - - a").is_ok());
        // Every beginning of a text is read without a panic.
        let whole = "- a: {b: ['c', \"d\\n\"]}\n  e: |\n   f\n  ü: 'ö'\n";
        for (end, _) in whole.char_indices() {
            let _ = parse(&whole[..end]);
        }
    }
}
