//! What a test file says about itself.
//!
//! - `//! text` what is tested; every file has one.
//! - `//@ revisions: a b` runs the file once for each; `//@[a] …` concerns revision `a` only.
//! - `//@ flags: …` options of Cassay; those of a revision come after those of all.
//! - `//@ again: …` runs each revision once more with these options added, for the same verdict and the
//!   same violations; what else the output has may differ.
//! - `//@ one-library: reason` why the answer is another one with the other library of C++; every program below
//!   `tests/cxx` that includes a header of a library is run once more with `-stdlib=libc++`.
//! - `//@ files: parts/x.c …` further files of the program, beside the test.
//! - `//@ verdict: safe|unsafe|unknown|error` the answer.
//! - `//@ contains: text` what the output must contain; `//@ lacks: text` what it must not.
//! - `//@ stats: vcs-left <= 9` a figure of `--stats` and its bound (`<=`, `=` or `>=`).
//! - `//@ because: text` what the line with the reason of an unknown must contain; every unknown has one, or
//!   a `contains` of that line.
//! - `//@ known-wrong: safe reason` says that the verdict that is written down should be this one, and why it is
//!   not. The test fails as soon as the answer is right.
//! - `//@ unseen: reason` why no sanitizer sees the violation; only the sanitizer test reads it.
//! - `//@ endless: reason` why a safe program in C++ never ends; see `end.rs`.
//! - `//~ class` at the end of a line: this property is violated here. `//~[a] class` in revision
//!   `a` only, `//~^ class` one line further up.

use std::path::{Path, PathBuf};

/// The answers a test can expect.
pub const VERDICTS: &[&str] = &["safe", "unsafe", "unknown", "error"];

/// The programs that are run with both libraries of C++.
const OF_CXX: &str = "tests/cxx";

/// A test file.
#[derive(Clone)]
pub struct Test {
    /// Where it is.
    pub path: PathBuf,
    /// Its runs; one without a name when the file has no revisions.
    pub revisions: Vec<Revision>,
    /// Violations marked in this file and its parts.
    pub marks: Vec<Mark>,
}

/// One way to run a file.
#[derive(Clone, Default)]
pub struct Revision {
    /// Its name, empty when the file has no revisions.
    pub name: String,
    /// Options.
    pub flags: Vec<String>,
    /// Options with which the answer is the same: one list for each further run.
    pub again: Vec<Vec<String>>,
    /// Further files.
    pub files: Vec<PathBuf>,
    /// The answer, empty when not given.
    pub verdict: String,
    /// What the output contains.
    pub contains: Vec<String>,
    /// What the output does not contain.
    pub lacks: Vec<String>,
    /// What the reason of an unknown contains.
    pub because: Vec<String>,
    /// That the answer is known to be wrong.
    pub known_wrong: Option<KnownWrong>,
    /// Figures and their bounds.
    pub stats: Vec<Bound>,
    /// Why no sanitizer sees the violation.
    pub unseen: Option<String>,
    /// Why the program never ends.
    pub endless: Option<String>,
    /// Why the answer is another one with the other library.
    pub one_library: Option<String>,
    /// Whether it is a further run, of which only the verdict and the violations are expected.
    pub is_variant: bool,
}

/// An answer that is known to be wrong.
#[derive(Clone)]
pub struct KnownWrong {
    /// What would be right.
    pub right: String,
    /// Why it is not the answer.
    pub reason: String,
}

impl KnownWrong {
    fn parse(text: &str) -> Result<KnownWrong, String> {
        match text.split_once(' ') {
            Some((right, reason)) if VERDICTS.contains(&right) && !reason.trim().is_empty() => {
                Ok(KnownWrong {
                    right: right.to_string(),
                    reason: reason.trim().to_string(),
                })
            }
            _ => Err(format!("'{text}' is not a verdict and a reason")),
        }
    }
}

/// A bound on a figure of `--stats`.
#[derive(Clone)]
pub struct Bound {
    /// The figure.
    pub name: String,
    /// `<=`, `=` or `>=`.
    pub relation: String,
    /// The bound.
    pub value: u64,
}

/// A violation marked in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Name of the file without directories.
    pub file: String,
    /// Line.
    pub line: usize,
    /// Revision, empty for all.
    pub revision: String,
    /// Class of the property.
    pub class: String,
}

impl Test {
    /// Reads a test file and its parts.
    pub fn read(path: &Path) -> Result<Test, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        let test = Test::parse(path, &text)?;
        test.with_parts()
    }

    fn parse(path: &Path, text: &str) -> Result<Test, String> {
        if !text.starts_with("//! ") {
            return Err("must start with //! and what it tests".into());
        }
        let directives: Vec<Directive> = text
            .lines()
            .filter_map(|line| line.strip_prefix("//@"))
            .map(Directive::parse)
            .collect::<Result<_, _>>()?;
        let names = revision_names(&directives);
        let mut revisions = Vec::new();
        for name in &names {
            revisions.push(Revision::new(name, &directives, path)?);
        }
        if path.starts_with(OF_CXX) && includes_a_library(text) {
            let both = revisions.iter_mut().filter(|one| one.one_library.is_none());
            both.for_each(|one| one.again.push(vec!["-stdlib=libc++".to_owned()]));
        }
        for directive in &directives {
            let known = directive.revision.is_empty() || names.contains(&directive.revision);
            if !known {
                return Err(format!("unknown revision '{}'", directive.revision));
            }
        }
        let marks = marks(path, text, &names)?;
        Ok(Test {
            path: path.to_owned(),
            revisions,
            marks,
        })
    }

    fn with_parts(mut self) -> Result<Test, String> {
        let names: Vec<String> = self.revisions.iter().map(|r| r.name.clone()).collect();
        let mut parts: Vec<PathBuf> = self
            .revisions
            .iter()
            .flat_map(|revision| revision.files.iter().cloned())
            .collect();
        parts.sort();
        parts.dedup();
        for part in parts {
            let text =
                std::fs::read_to_string(&part).map_err(|e| format!("{}: {e}", part.display()))?;
            self.marks.extend(marks(&part, &text, &names)?);
        }
        Ok(self)
    }
}

/// One `//@` line.
struct Directive {
    revision: String,
    key: String,
    value: String,
}

impl Directive {
    fn parse(text: &str) -> Result<Directive, String> {
        let (revision, rest) = bracketed(text);
        let (key, value) = rest
            .split_once(':')
            .ok_or_else(|| format!("'//@{text}' has no ':'"))?;
        Ok(Directive {
            revision: revision.to_string(),
            key: key.trim().to_string(),
            value: value.trim().to_string(),
        })
    }
}

/// Splits `[name] rest`.
fn bracketed(text: &str) -> (&str, &str) {
    match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, rest)) => (name, rest),
        None => ("", text),
    }
}

/// Whether a program includes a header of a library of C++: their names have no extension.
fn includes_a_library(text: &str) -> bool {
    text.lines()
        .filter_map(|line| line.strip_prefix("#include <")?.strip_suffix('>'))
        .any(|name| !name.contains('.'))
}

fn revision_names(directives: &[Directive]) -> Vec<String> {
    let names: Vec<String> = directives
        .iter()
        .filter(|d| d.key == "revisions")
        .flat_map(|d| d.value.split_whitespace().map(String::from))
        .collect();
    if names.is_empty() {
        vec![String::new()]
    } else {
        names
    }
}

impl Revision {
    fn new(name: &str, directives: &[Directive], path: &Path) -> Result<Revision, String> {
        let mut revision = Revision {
            name: name.to_string(),
            ..Revision::default()
        };
        let beside = path.parent().unwrap_or(Path::new("."));
        // General directives first, so that a revision can override flags.
        let general = directives.iter().filter(|d| d.revision.is_empty());
        let own = directives
            .iter()
            .filter(|d| !d.revision.is_empty() && d.revision == name);
        for directive in general.chain(own) {
            revision.apply(directive, beside)?;
        }
        if let Some(known) = &revision.known_wrong
            && known.right == revision.verdict
        {
            return Err(format!("'{}' cannot be known to be wrong", known.right));
        }
        if !revision.because.is_empty() && revision.verdict != "unknown" {
            return Err("only an unknown has a reason".into());
        }
        Ok(revision)
    }

    /// Its further runs, which say nothing about the output.
    pub fn variants(&self) -> Vec<Revision> {
        let variants = self.again.iter().map(|flags| Revision {
            name: self.name.clone(),
            flags: self.flags.iter().chain(flags).cloned().collect(),
            files: self.files.clone(),
            verdict: self.verdict.clone(),
            known_wrong: self.known_wrong.clone(),
            is_variant: true,
            ..Revision::default()
        });
        variants.collect()
    }

    fn apply(&mut self, directive: &Directive, beside: &Path) -> Result<(), String> {
        let value = &directive.value;
        match directive.key.as_str() {
            "revisions" => {}
            "because" => self.because.push(value.clone()),
            "known-wrong" => self.known_wrong = Some(KnownWrong::parse(value)?),
            "flags" => self
                .flags
                .extend(value.split_whitespace().map(String::from)),
            "again" => self
                .again
                .push(value.split_whitespace().map(String::from).collect()),
            "files" => self
                .files
                .extend(value.split_whitespace().map(|name| beside.join(name))),
            "verdict" if VERDICTS.contains(&value.as_str()) => self.verdict = value.clone(),
            "contains" => self.contains.push(value.clone()),
            "lacks" => self.lacks.push(value.clone()),
            "endless" => self.endless = Some(value.clone()),
            "unseen" => self.unseen = Some(value.clone()),
            "one-library" if !value.is_empty() => self.one_library = Some(value.clone()),
            "stats" => self.stats.push(Bound::parse(value)?),
            key => return Err(format!("'//@ {key}: {value}' is not understood")),
        }
        Ok(())
    }
}

impl Bound {
    fn parse(text: &str) -> Result<Bound, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [name, relation @ ("<=" | "=" | ">="), value] => Ok(Bound {
                name: (*name).to_string(),
                relation: (*relation).to_string(),
                value: value
                    .parse()
                    .map_err(|_| format!("'{value}' is not a number"))?,
            }),
            _ => Err(format!("'{text}' is not a figure and its bound")),
        }
    }

    /// Whether a value is within the bound.
    pub fn admits(&self, value: u64) -> bool {
        match self.relation.as_str() {
            "<=" => value <= self.value,
            ">=" => value >= self.value,
            _ => value == self.value,
        }
    }
}

fn marks(path: &Path, text: &str, revisions: &[String]) -> Result<Vec<Mark>, String> {
    let file = file_name(path);
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for part in line.split("//~").skip(1) {
            let (revision, rest) = bracketed(part);
            let up = rest.chars().take_while(|c| *c == '^').count();
            if !revision.is_empty() && !revisions.iter().any(|name| name == revision) {
                return Err(format!("line {}: unknown revision", index + 1));
            }
            for class in rest[up..].split_whitespace() {
                found.push(Mark {
                    file: file.clone(),
                    line: index + 1 - up,
                    revision: revision.to_string(),
                    class: class.to_string(),
                });
            }
        }
    }
    Ok(found)
}

/// The name of a file without its directories.
pub fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
