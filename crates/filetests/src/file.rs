//! One file: its directives, its program, what is expected.

use crate::stages::Stage;
use cassay_ir::{FuncId, Program};
use std::path::Path;

/// A file that was read.
pub struct File {
    directives: Vec<(String, String)>,
    expected: Vec<String>,
    /// Everything but the expected output.
    body: String,
    /// The program.
    pub program: Program,
}

/// How a test ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The output is as expected.
    Same,
    /// The file was rewritten.
    Blessed,
    /// What is wrong.
    Failed(String),
}

impl File {
    /// Reads a file; every line that looks like a directive must be one.
    pub fn parse(text: &str) -> Result<File, String> {
        if !text.starts_with("//! ") {
            return Err("the first line does not say what is tested (//! …)".into());
        }
        let (mut directives, mut expected, mut body) = (Vec::new(), Vec::new(), String::new());
        for line in text.lines() {
            if let Some(output) = line.strip_prefix("//>") {
                expected.push(output.strip_prefix(' ').unwrap_or(output).to_owned());
                continue;
            }
            if !expected.is_empty() && !line.trim().is_empty() {
                return Err("the expected output is not at the end".into());
            }
            if let Some(directive) = line.strip_prefix("//@") {
                let (name, value) = directive
                    .split_once(':')
                    .ok_or_else(|| format!("a directive without a value: {line}"))?;
                directives.push((name.trim().to_owned(), value.trim().to_owned()));
            }
            body.push_str(line);
            body.push('\n');
        }
        let program = cassay_ir::text::parse(text).map_err(|error| error.to_string())?;
        if let Err(errors) = cassay_ir::verify(&program) {
            let first = errors.first().map(ToString::to_string);
            return Err(format!("ill-formed: {}", first.unwrap_or_default()));
        }
        Ok(File {
            directives,
            expected,
            body: body.trim_end().to_owned() + "\n",
            program,
        })
    }

    /// The values of a directive, in the order of the file.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.directives.iter().filter(move |(n, _)| n == name);
        named.map(|(_, value)| value.as_str())
    }

    /// A number that a directive gives.
    pub fn number(&self, name: &str, default: u32) -> Result<u32, String> {
        match self.values(name).last() {
            None => Ok(default),
            Some(value) => value
                .parse()
                .map_err(|_| format!("//@ {name}: '{value}' is no number")),
        }
    }

    /// The function where executions start: `main`, or what `//@ entry:` says.
    pub fn entry(&self) -> Result<FuncId, String> {
        let name = self.values("entry").last().unwrap_or("main");
        let found = self.program.find_function(name);
        found.ok_or_else(|| format!("there is no function '{name}'"))
    }
}

/// Runs a stage on a file and compares; with `bless` the current output is written to the file.
pub fn check(path: &Path, stage: &Stage, bless: bool) -> Outcome {
    match try_check(path, stage, bless) {
        Ok(outcome) => outcome,
        Err(what) => Outcome::Failed(format!("{}: {what}", path.display())),
    }
}

fn try_check(path: &Path, stage: &Stage, bless: bool) -> Result<Outcome, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let file = File::parse(&text)?;
    let mut names = file.directives.iter().map(|(name, _)| name.as_str());
    let known = |name: &str| name == "entry" || stage.directives.contains(&name);
    if let Some(unknown) = names.find(|name| !known(name)) {
        return Err(format!("the stage {} has no //@ {unknown}", stage.name));
    }
    let output = (stage.run)(&file)?;
    let now: Vec<&str> = output.lines().map(str::trim_end).collect();
    if now.is_empty() {
        return Err("the stage prints nothing about this program".into());
    }
    if file.expected.iter().eq(now.iter()) {
        return Ok(Outcome::Same);
    }
    if bless {
        let lines: String = now
            .iter()
            .map(|line| format!("//> {line}").trim_end().to_owned() + "\n")
            .collect();
        std::fs::write(path, format!("{}\n{lines}", file.body)).map_err(|e| e.to_string())?;
        return Ok(Outcome::Blessed);
    }
    if file.expected.is_empty() {
        return Err(format!("nothing is expected; the output is\n{output}"));
    }
    Err(difference(&file.expected, &now))
}

fn difference(expected: &[String], now: &[&str]) -> String {
    let mut out = String::from("the output differs\n");
    for line in expected.iter().filter(|line| !now.contains(&line.as_str())) {
        out.push_str(&format!("  - {line}\n"));
    }
    for line in now
        .iter()
        .filter(|line| !expected.iter().any(|e| e == *line))
    {
        out.push_str(&format!("  + {line}\n"));
    }
    out.push_str(&format!("the whole output is\n{}\n", now.join("\n")));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "//! A test.\n//@ entry: f\nfn f() -> void { bb0: return }\n";

    #[test]
    fn directives_and_expectations_are_told_apart() {
        let text = format!("{PROGRAM}\n//> one\n//>\n//>   two\n");
        let file = File::parse(&text).expect("it is well-formed");
        assert_eq!(file.values("entry").collect::<Vec<_>>(), ["f"]);
        assert_eq!(file.expected, ["one", "", "  two"]);
        assert_eq!(file.entry(), Ok(FuncId(0)));
        assert!(file.body.ends_with("return }\n"), "{}", file.body);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let wrong = |text: &str| File::parse(text).map(|_| ()).expect_err("it is wrong");
        assert!(wrong("fn f() -> void { bb0: return }").contains("first line"));
        assert!(wrong("//! A.\n//@ entry\n").contains("without a value"));
        assert!(wrong("//! A.\n//> a\nfn f() -> void { bb0: return }").contains("at the end"));
        assert!(wrong("//! A.\nfn f() -> void { bb0: goto bb1 }").contains("ill-formed"));
        assert!(wrong("//! A.\nfn f( -> void").contains("line 2"));
    }

    #[test]
    fn a_file_fails_without_expectation_and_on_any_difference() {
        let stage = Stage {
            name: "echo",
            directives: &[],
            run: |file| Ok(format!("{} functions", file.program.functions.len())),
        };
        let path = std::env::temp_dir().join(format!("cassay-filetest-{}.ir", std::process::id()));
        let end = |text: &str, bless| {
            std::fs::write(&path, text).expect("it can be written");
            check(&path, &stage, bless)
        };
        let failed = |outcome| matches!(outcome, Outcome::Failed(_));
        assert!(failed(end(PROGRAM, false)));
        assert!(failed(end(&format!("{PROGRAM}//> 2 functions\n"), false)));
        assert!(failed(end("//! A.\n//@ magic: 1\n", true)));
        assert_eq!(
            end(&format!("{PROGRAM}//> 2 functions\n"), true),
            Outcome::Blessed
        );
        assert_eq!(check(&path, &stage, false), Outcome::Same);
        std::fs::remove_file(&path).expect("it can be removed");
    }
}
