//! Makes C text of a program and a witness: the conditions of the witness stand at their places.
//!
//! Waypoints become assumptions that hold one after the other: a variable counts the segments that are passed. What the first
//! execution of a place does not pass is given up, so that fewer executions remain than the witness stands for; any
//! violation that is left is one of the program. Invariants become assertions.
//!
//! A condition that could change the program is refused: it must be an expression without assignments and calls.

use crate::tokens::Tokens;
use crate::{Content, Holds, Invariant, Location, NotAWitness, Pass, Waypoint};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A program that follows a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The program, with as many lines as before but for two at its beginning, which no line number counts.
    pub text: String,
    /// What of the witness has no place in it, and why.
    pub open: Vec<String>,
    /// The line of the violation.
    pub target: Option<u32>,
    /// The numbers of the invariants that are claimed.
    pub claimed: Vec<usize>,
    inserted: Vec<Inserted>,
}

/// Where a place of the new text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From the program: this column of the same line.
    Program(u32),
    /// From the witness: the invariant of this number, or a waypoint.
    Witness(Option<usize>),
}

impl Followed {
    /// Where a line and column of the new text come from.
    pub fn origin(&self, line: u32, column: u32) -> Origin {
        let mut shift = 0;
        for inserted in self
            .inserted
            .iter()
            .filter(|inserted| inserted.line == line)
        {
            let start = inserted.column + shift;
            if column < start {
                break;
            }
            if column < start + inserted.length {
                return Origin::Witness(inserted.invariant);
            }
            shift += inserted.length;
        }
        Origin::Program(column.saturating_sub(shift).max(1))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inserted {
    line: u32,
    column: u32,
    length: u32,
    invariant: Option<usize>,
}

/// Something to insert.
struct Piece {
    offset: usize,
    text: String,
    /// Pieces at one place: those that end something come first, the innermost first; then those that begin something, the
    /// outermost first.
    rank: (bool, isize, isize),
    invariant: Option<usize>,
}

/// Declarations that the conditions use. The names of the verifier's functions are only for the linker, so that they clash
/// with no declaration of the program.
const PRELUDE: &str = "extern void cassay_assume(_Bool) __asm__(\"__CPROVER_assume\"); \
    extern void cassay_claim(_Bool, const char *) __asm__(\"__CPROVER_assert\"); \
    static int cassay_segment;\n";

/// Makes the program that follows a witness. `name` is the program's file.
pub fn follow(program: &str, name: &str, content: &Content) -> Result<Followed, NotAWitness> {
    let mut maker = Maker {
        tokens: Tokens::new(program),
        name,
        pieces: Vec::new(),
        open: Vec::new(),
        claimed: Vec::new(),
    };
    let mut target = None;
    match content {
        Content::Violation(segments) => {
            maker.waypoints(segments);
            let last = segments.last().and_then(|segment| segment.last());
            target = last.map(|waypoint| waypoint.location.line);
        }
        Content::Correctness(invariants) => {
            for (number, invariant) in invariants.iter().enumerate() {
                maker.invariant(number, invariant);
            }
        }
    }
    Ok(maker.finish(program, target))
}

struct Maker<'a> {
    tokens: Tokens<'a>,
    name: &'a str,
    pieces: Vec<Piece>,
    open: Vec<String>,
    claimed: Vec<usize>,
}

/// A place for waypoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Site {
    /// Before the statement that begins with this token.
    Statement(usize),
    /// Around the condition between these tokens.
    Condition(usize, usize),
    /// The same, of a `switch`.
    Selection(usize, usize),
    /// Around the call from the first to the last token, when it is made.
    Enter(usize, usize),
    /// The same, when it returns.
    Return(usize, usize),
}

impl Maker<'_> {
    fn leave_open(&mut self, location: &Location, why: &str) {
        let column = location.column.map(|column| format!(":{column}"));
        let column = column.unwrap_or_default();
        self.open.push(format!(
            "{}:{}{column}: {why}",
            location.file, location.line
        ));
    }

    /// Whether a place is in the file at all.
    fn is_here(&self, location: &Location) -> bool {
        let last = |path: &str| path.rsplit('/').next().map(String::from);
        last(&location.file) == last(self.name)
    }

    fn waypoints(&mut self, segments: &[Vec<Waypoint>]) {
        // Segments whose end has no place are not waited for.
        let mut found: Vec<Vec<(Site, String, bool)>> = Vec::new();
        for segment in segments {
            let mut parts = Vec::new();
            for waypoint in segment {
                match self.waypoint(waypoint) {
                    Ok(Some((site, condition))) => parts.push((site, condition, waypoint.avoid)),
                    Ok(None) => {}
                    Err(why) => self.leave_open(&waypoint.location, why),
                }
            }
            let followed = parts.iter().any(|(_, _, avoid)| !avoid);
            let last = segment.iter().any(|waypoint| waypoint.pass == Pass::Target);
            if followed || last {
                found.push(parts);
            }
        }
        let mut sites: BTreeMap<Site, Vec<String>> = BTreeMap::new();
        // The last segments first: one visit of a place passes one segment.
        for (number, segment) in found.into_iter().enumerate().rev() {
            for (site, condition, avoid) in segment.into_iter().rev() {
                let effect = match avoid {
                    true => format!("cassay_assume(!({condition}))"),
                    false => {
                        let next = number + 1;
                        format!("cassay_assume(!!({condition})), cassay_segment = {next}")
                    }
                };
                let text = format!("(void)(cassay_segment != {number} || ({effect}, 0))");
                sites.entry(site).or_default().push(text);
            }
        }
        for (site, parts) in sites {
            self.place(site, &parts.join(", "));
        }
    }

    /// Where a waypoint is, and the condition that is evaluated there.
    fn waypoint(&self, waypoint: &Waypoint) -> Result<Option<(Site, String)>, &'static str> {
        if waypoint.pass == Pass::Target {
            return Ok(None);
        }
        if !self.is_here(&waypoint.location) {
            return Err("another file");
        }
        let (site, condition) = match waypoint.pass {
            Pass::Assumption => {
                let condition = expression(waypoint.constraint.as_deref().unwrap_or("1"))?;
                (self.statement(&waypoint.location)?, condition)
            }
            Pass::Branching => self.branching(waypoint)?,
            Pass::FunctionEnter => {
                let (first, last) = self.call(&waypoint.location)?;
                (Site::Enter(first, last), "1".to_owned())
            }
            Pass::FunctionReturn => {
                let (first, last) = self.call(&waypoint.location)?;
                match &waypoint.constraint {
                    Some(constraint) => {
                        let plain = constraint.replace("\\result", "cassay_result");
                        (Site::Return(first, last), expression(&plain)?)
                    }
                    None => (Site::Enter(first, last), "1".to_owned()),
                }
            }
            Pass::Target => return Ok(None),
        };
        Ok(Some((site, condition)))
    }

    fn branching(&self, waypoint: &Waypoint) -> Result<(Site, String), &'static str> {
        let keyword = self.keyword(&waypoint.location, &["if", "while", "for", "do", "switch"])?;
        let value = waypoint.constraint.as_deref().unwrap_or_default();
        let (before, behind) = match self.tokens.text(keyword) {
            "if" | "switch" => {
                let close = self.tokens.partner(keyword + 1);
                (keyword + 1, close.ok_or("a branch without a condition")?)
            }
            _ => {
                let header = self
                    .tokens
                    .loop_header(keyword)
                    .ok_or("no loop is understood here")?;
                header.condition()
            }
        };
        if before + 1 >= behind {
            return Err("the branch has no condition");
        }
        if self.tokens.text(keyword) == "switch" {
            let condition = match value {
                "default" => "1".to_owned(),
                _ => format!("cassay_taken == ({})", expression(value)?),
            };
            return Ok((Site::Selection(before, behind), condition));
        }
        let condition = match value {
            "true" | "1" => "cassay_taken",
            "false" | "0" => "!cassay_taken",
            _ => return Err("the constraint of a branch is neither true nor false"),
        };
        Ok((Site::Condition(before, behind), condition.to_owned()))
    }

    /// The keyword at a place.
    fn keyword(&self, location: &Location, words: &[&str]) -> Result<usize, &'static str> {
        let fits = |index: &usize| words.contains(&self.tokens.text(*index));
        let exact = location
            .column
            .and_then(|column| self.tokens.offset(location.line, column))
            .and_then(|offset| self.tokens.at(offset))
            .filter(fits);
        let found = exact.or_else(|| self.tokens.on_line(location.line).find(fits));
        found.ok_or("there is no such statement here")
    }

    /// The first and last token of a call.
    fn call(&self, location: &Location) -> Result<(usize, usize), &'static str> {
        let is_call = |open: usize| -> Option<(usize, usize)> {
            let close = self.tokens.partner(open)?;
            let name = open.checked_sub(1)?;
            let token = self.tokens.list.get(name)?;
            let named = token.is_word() && !KEYWORDS.contains(&token.text);
            let member = name > 0 && matches!(self.tokens.text(name - 1), "." | ">");
            (self.tokens.text(open) == "(" && named && !member).then_some((name, close))
        };
        let at = location
            .column
            .and_then(|column| self.tokens.offset(location.line, column))
            .and_then(|offset| self.tokens.at(offset));
        let exact = at.and_then(|index| match self.tokens.text(index) {
            ")" => is_call(self.tokens.partner(index)?),
            "(" => is_call(index),
            _ => is_call(index + 1),
        });
        let on_line = || {
            let mut calls = self.tokens.on_line(location.line).filter_map(is_call);
            calls.next().filter(|_| calls.next().is_none())
        };
        exact.or_else(on_line).ok_or("there is no call here")
    }

    /// The statement at a place.
    fn statement(&self, location: &Location) -> Result<Site, &'static str> {
        let exact = location
            .column
            .and_then(|column| self.tokens.offset(location.line, column))
            .and_then(|offset| self.tokens.at(offset));
        let first = || self.tokens.on_line(location.line).next();
        let index = exact
            .or_else(first)
            .and_then(|index| self.tokens.statement(index));
        index
            .map(Site::Statement)
            .ok_or("there is no statement here")
    }

    fn invariant(&mut self, number: usize, invariant: &Invariant) {
        match self.try_invariant(number, invariant) {
            Ok(()) => self.claimed.push(number),
            Err(why) => self.leave_open(&invariant.location, why),
        }
    }

    fn try_invariant(&mut self, number: usize, invariant: &Invariant) -> Result<(), &'static str> {
        if !self.is_here(&invariant.location) {
            return Err("another file");
        }
        let value = expression(&invariant.value)?;
        let claim = format!(
            "cassay_claim(!!({value}), \"invariant {} of the witness\")",
            number + 1
        );
        match invariant.holds {
            Holds::Location => {
                let site = self.statement(&invariant.location)?;
                self.before(site, &claim, Some(number));
            }
            Holds::Loop => {
                let keyword = self.keyword(&invariant.location, &["while", "for", "do"])?;
                let header = self
                    .tokens
                    .loop_header(keyword)
                    .ok_or("no loop is understood here")?;
                let (before, behind) = header.condition();
                let end = if before + 1 == behind { ", 1" } else { ", " };
                let offset = self.tokens.list.get(before).map_or(0, |token| token.end());
                self.pieces.push(Piece {
                    offset,
                    text: format!(" {claim}{end}"),
                    rank: (true, isize::MIN, 0),
                    invariant: Some(number),
                });
            }
            Holds::Elsewhere => return Err("invariants of this type are not checked"),
        }
        Ok(())
    }

    /// Inserts an expression before a statement.
    fn before(&mut self, site: Site, text: &str, invariant: Option<usize>) {
        let Site::Statement(index) = site else {
            return;
        };
        let before = index
            .checked_sub(1)
            .map_or("", |before| self.tokens.text(before));
        let text = match before {
            ";" | "{" | "}" | ":" => format!("{text}; "),
            // The statement is all of a branch or loop, and no declaration.
            _ => format!("if ({text}, 0) ; else "),
        };
        let offset = self.tokens.list.get(index).map_or(0, |token| token.start);
        self.pieces.push(Piece {
            offset,
            text,
            rank: (true, isize::MIN, 0),
            invariant,
        });
    }

    fn place(&mut self, site: Site, text: &str) {
        match site {
            Site::Statement(_) => self.before(site, text, None),
            Site::Condition(before, behind) => {
                let start = self.tokens.list.get(before).map_or(0, |token| token.end());
                let end = self.tokens.list.get(behind).map_or(0, |token| token.start);
                let tail = format!("); {text}; cassay_taken; }})");
                self.around(start, end, "({ int cassay_taken = !!(", &tail);
            }
            Site::Selection(before, behind) => {
                let start = self.tokens.list.get(before).map_or(0, |token| token.end());
                let end = self.tokens.list.get(behind).map_or(0, |token| token.start);
                let tail = format!("); {text}; cassay_taken; }})");
                self.around(start, end, "({ __auto_type cassay_taken = (", &tail);
            }
            Site::Enter(first, last) => {
                let start = self.tokens.list.get(first).map_or(0, |token| token.start);
                let end = self.tokens.list.get(last).map_or(0, |token| token.end());
                self.around(start, end, &format!("({text}, "), ")");
            }
            Site::Return(first, last) => {
                let start = self.tokens.list.get(first).map_or(0, |token| token.start);
                let end = self.tokens.list.get(last).map_or(0, |token| token.end());
                let tail = format!("; {text}; cassay_result; }})");
                self.around(start, end, "({ __auto_type cassay_result = ", &tail);
            }
        }
    }

    fn around(&mut self, start: usize, end: usize, before: &str, behind: &str) {
        let length = isize::try_from(end.saturating_sub(start)).unwrap_or(isize::MAX);
        // Of two that are around the same, the later one is further in.
        let turn = isize::try_from(self.pieces.len()).unwrap_or(isize::MAX);
        let first = (start, before, (true, -length, turn));
        let last = (end, behind, (false, length, -turn));
        for (offset, text, rank) in [first, last] {
            self.pieces.push(Piece {
                offset,
                text: text.to_owned(),
                rank,
                invariant: None,
            });
        }
    }

    fn finish(mut self, program: &str, target: Option<u32>) -> Followed {
        self.pieces.sort_by_key(|piece| (piece.offset, piece.rank));
        let mut text = format!("{PRELUDE}# 1 \"");
        for c in self.name.chars() {
            if matches!(c, '"' | '\\') {
                text.push('\\');
            }
            text.push(c);
        }
        text.push_str("\"\n");
        let mut inserted = Vec::new();
        let mut done = 0;
        for piece in self.pieces {
            let _ = write!(
                text,
                "{}{}",
                program.get(done..piece.offset).unwrap_or_default(),
                piece.text
            );
            done = piece.offset;
            let (line, column) = self.tokens.place(piece.offset);
            inserted.push(Inserted {
                line,
                column,
                length: u32::try_from(piece.text.len()).unwrap_or(u32::MAX),
                invariant: piece.invariant,
            });
        }
        text.push_str(program.get(done..).unwrap_or_default());
        Followed {
            text,
            open: self.open,
            target,
            claimed: self.claimed,
            inserted,
        }
    }
}

/// Words before brackets that are no functions.
const KEYWORDS: [&str; 12] = [
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
    "_Alignof",
    "do",
    "else",
    "case",
    "__typeof__",
    "__attribute__",
];

/// Words that types begin with.
const TYPES: [&str; 17] = [
    "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool",
    "struct", "union", "enum", "const", "volatile", "__int128", "bool",
];

/// An expression that cannot change the program, in one line.
fn expression(text: &str) -> Result<String, &'static str> {
    if text.contains(['\\', '#', ';', '{', '}', '@', '`'])
        || text.contains("//")
        || text.contains("/*")
    {
        return Err("the condition is no expression of C");
    }
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let tokens = Tokens::new(&line);
    let mut depth = 0_i32;
    for (index, token) in tokens.list.iter().enumerate() {
        let next = tokens.list.get(index + 1);
        let joined = next.is_some_and(|next| next.start == token.end());
        let follows = if joined { tokens.text(index + 1) } else { "" };
        let before = index
            .checked_sub(1)
            .map_or("", |before| tokens.text(before));
        match token.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "+" | "-" if follows == token.text => return Err("the condition changes variables"),
            "=" if follows != "=" && !matches!(before, "=" | "<" | ">" | "!") => {
                return Err("the condition changes variables");
            }
            // Shifts that assign.
            "<" | ">" if follows == token.text && tokens.text(index + 2) == "=" => {
                return Err("the condition changes variables");
            }
            _ => {}
        }
        if depth < 0 {
            return Err("the condition is no expression of C");
        }
        if next.is_some_and(|next| next.text == "(") && is_call(&tokens, index) {
            return Err("the condition calls a function");
        }
    }
    match depth == 0 && !tokens.list.is_empty() {
        true => Ok(line),
        false => Err("the condition is no expression of C"),
    }
}

/// Whether the bracket behind a token makes it a call.
fn is_call(tokens: &Tokens<'_>, index: usize) -> bool {
    let token = tokens.list[index];
    if token.is_word() {
        return !["sizeof", "_Alignof"].contains(&token.text);
    }
    match token.text {
        "]" => true,
        // Behind a type in brackets, the brackets are those of a cast.
        ")" => {
            let first = tokens
                .partner(index)
                .map_or("", |open| tokens.text(open + 1));
            !(TYPES.contains(&first) || first.ends_with("_t"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "int nondet_int(void);\nint main(void) {\n  int n = nondet_int(), i;\n  if (n > 3) n = 3;\n  for (i = 0; i < n; i++)\n    n += 0;\n  do { i--; } while (i > 0);\n  switch (n) { case 1: return 1; }\n  return 0;\n}\n";

    fn place(line: u32, column: u32) -> Location {
        Location {
            file: "dir/a.c".into(),
            line,
            column: Some(column),
            function: None,
        }
    }

    fn invariants(list: &[(Holds, u32, u32, &str)]) -> Followed {
        let list = list.iter().map(|(holds, line, column, value)| Invariant {
            holds: *holds,
            location: place(*line, *column),
            value: (*value).into(),
        });
        follow(PROGRAM, "a.c", &Content::Correctness(list.collect())).expect("a program")
    }

    fn line(followed: &Followed, number: usize) -> &str {
        followed.text.lines().nth(number + 1).unwrap_or_default()
    }

    #[test]
    fn invariants_stand_where_they_hold() {
        let followed = invariants(&[
            (Holds::Loop, 5, 3, "i <= n || n < 0"),
            (Holds::Loop, 7, 3, "i >= -1"),
            (Holds::Location, 6, 5, "i < n"),
            (Holds::Location, 9, 3, "n <= 3"),
            (Holds::Location, 4, 14, "n > (int)(3)"),
        ]);
        assert_eq!(followed.open, [] as [String; 0]);
        assert!(line(&followed, 5).contains(
            "i = 0; cassay_claim(!!(i <= n || n < 0), \"invariant 1 of the witness\"),  i < n; i++"
        ));
        assert!(line(&followed, 7).contains(
            "while ( cassay_claim(!!(i >= -1), \"invariant 2 of the witness\"), i > 0);"
        ));
        assert!(line(&followed, 6).starts_with(
            "    if (cassay_claim(!!(i < n), \"invariant 3 of the witness\"), 0) ; else n += 0;"
        ));
        assert!(
            line(&followed, 9).starts_with(
                "  cassay_claim(!!(n <= 3), \"invariant 4 of the witness\"); return 0;"
            )
        );
        assert!(line(&followed, 4).starts_with("  if (n > 3) if (cassay_claim("));
        assert_eq!(followed.text.lines().count(), PROGRAM.lines().count() + 2);
    }

    #[test]
    fn columns_lead_back() {
        let followed = invariants(&[(Holds::Loop, 5, 3, "i <= n"), (Holds::Loop, 7, 3, "i > 1")]);
        let at = |word: &str| {
            let column = line(&followed, 5).find(word).expect("the word") + 1;
            followed.origin(5, column as u32)
        };
        assert_eq!(at("i = 0"), Origin::Program(8));
        assert_eq!(at("i <= n"), Origin::Witness(Some(0)));
        assert_eq!(at("i < n"), Origin::Program(15));
        assert_eq!(at("i++"), Origin::Program(22));
        assert_eq!(followed.origin(6, 5), Origin::Program(5));
    }

    #[test]
    fn conditions_that_could_change_the_program_are_refused() {
        for bad in [
            "n = 3",
            "n += 1",
            "n++",
            "--n",
            "n <<= 1",
            "f(n)",
            "(*f)(n)",
            "t[0](1)",
            "1) || (n",
            "({ 1; })",
            "n; n",
            "n // x",
            "",
            "1 /* x",
            "(n",
            "\\old(n) == n",
            "(n)(3)",
            "n == 1 ? n = 1 : 0",
        ] {
            let followed = invariants(&[(Holds::Loop, 5, 3, bad)]);
            assert_eq!(followed.open.len(), 1, "{bad}");
            assert_eq!(followed.claimed, [] as [usize; 0]);
            assert_eq!(line(&followed, 5), PROGRAM.lines().nth(4).expect("line 5"));
        }
        for good in [
            "n == 3 && i != n",
            "n <= 1 || n >= 2",
            "(long long)(n) * i < 4",
            "n >> 1 == 0",
            "sizeof(n) == 4",
            "n - -1 > 0",
            "s->x[2].y == '='",
            "(size_t)(n) < 8U",
        ] {
            let followed = invariants(&[(Holds::Loop, 5, 3, good)]);
            assert_eq!(followed.open, [] as [String; 0], "{good}");
        }
    }

    #[test]
    fn waypoints_are_passed_one_after_the_other() {
        let waypoint = |pass, avoid, line, column, constraint: Option<&str>| Waypoint {
            pass,
            avoid,
            location: place(line, column),
            constraint: constraint.map(String::from),
        };
        let content = Content::Violation(vec![
            vec![waypoint(
                Pass::FunctionReturn,
                false,
                3,
                22,
                Some("\\result == 7"),
            )],
            vec![
                waypoint(Pass::Branching, true, 8, 3, Some("1")),
                waypoint(Pass::Branching, false, 4, 3, Some("true")),
            ],
            vec![waypoint(Pass::Assumption, false, 6, 5, Some("i == 0"))],
            vec![waypoint(Pass::FunctionEnter, false, 5, 3, None)],
            vec![waypoint(Pass::Target, false, 9, 3, None)],
        ]);
        let followed = follow(PROGRAM, "a.c", &content).expect("a program");
        assert_eq!(followed.target, Some(9));
        assert_eq!(followed.open, ["dir/a.c:5:3: there is no call here"]);
        assert!(line(&followed, 3).contains("({ __auto_type cassay_result = nondet_int(); (void)(cassay_segment != 0 || (cassay_assume(!!(cassay_result == 7)), cassay_segment = 1, 0))"));
        assert!(line(&followed, 4).contains("if (({ int cassay_taken = !!(n > 3); "));
        assert!(line(&followed, 8).contains("cassay_assume(!(cassay_taken == (1)))"));
    }

    #[test]
    fn broken_programs_are_no_panic() {
        let location = |line, column| Location {
            file: "a.c".into(),
            line,
            column: Some(column),
            function: None,
        };
        for program in [
            "",
            "}",
            ")",
            "for (",
            "if",
            "do { } while",
            "int x = {",
            "x)",
        ] {
            for pass in [
                Pass::Assumption,
                Pass::Branching,
                Pass::FunctionEnter,
                Pass::FunctionReturn,
            ] {
                for line in 1..3 {
                    for column in 1..12 {
                        let waypoint = Waypoint {
                            pass,
                            avoid: false,
                            location: location(line, column),
                            constraint: Some("1".into()),
                        };
                        let content = Content::Violation(vec![vec![waypoint]]);
                        assert!(follow(program, "a.c", &content).is_ok());
                    }
                }
            }
        }
    }
}
