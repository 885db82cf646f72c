//! Every command in the manual is run, and what the manual shows of it is what comes.
//!
//! A block of the language `console` has commands behind `$ ` and their output. `...` alone on a line stands for
//! lines that are left out. A block below `<!-- file: NAME -->` is written to a file first. All commands of a
//! page run in one folder, which begins with copies of `examples/`, there and in a folder of that name. Other blocks may show commands of Cassay only
//! below `<!-- not run: REASON -->`. With `CASSAY_BLESS` set the output is rewritten.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::Folder;

/// A part of a page.
enum Part {
    /// A file to write.
    File { name: String, text: String },
    /// A command, its output as shown, and the lines of that output in the page.
    Command {
        line: usize,
        command: String,
        shown: Vec<String>,
    },
}

/// A page of the manual, in lines.
struct Page {
    path: PathBuf,
    lines: Vec<String>,
}

impl Page {
    fn read(path: PathBuf) -> Page {
        let text = std::fs::read_to_string(&path).expect("a page");
        let lines = text.lines().map(str::to_string).collect();
        Page { path, lines }
    }

    /// The blocks: the line above each, its language, its first line and its lines.
    fn blocks(&self) -> Vec<(&str, &str, usize, &[String])> {
        let mut blocks = Vec::new();
        let mut at = 0;
        while at < self.lines.len() {
            let Some(language) = self.lines[at].strip_prefix("```") else {
                at += 1;
                continue;
            };
            let rest = &self.lines[at + 1..];
            let length = rest.iter().position(|line| line == "```");
            let length = length.unwrap_or_else(|| panic!("{}: a block has no end", self.name()));
            let above = match at {
                0 => "",
                _ => self.lines[at - 1].as_str(),
            };
            blocks.push((above, language, at + 1, &rest[..length]));
            at += length + 2;
        }
        blocks
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// What is to be done, in order.
    fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for (above, language, first, lines) in self.blocks() {
            if let Some(name) = comment(above, "file") {
                let (name, text) = (name.to_string(), lines.join("\n") + "\n");
                parts.push(Part::File { name, text });
            } else if language == "console" {
                parts.extend(commands(first, lines));
            } else if comment(above, "not run").is_none() {
                let shows = |line: &String| line.starts_with("cassay ") || line.starts_with("$ ");
                let shown = lines.iter().find(|line| shows(line));
                assert!(shown.is_none(), "{}: not run: {shown:?}", self.name());
            }
        }
        parts
    }

    /// Replaces the output below a command by what came.
    fn bless(&mut self, line: usize, shown: usize, output: &[String]) {
        self.lines
            .splice(line + 1..line + 1 + shown, output.iter().cloned());
    }
}

/// What a comment of this kind says.
fn comment<'a>(line: &'a str, kind: &str) -> Option<&'a str> {
    let inside = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    inside.strip_prefix(kind)?.strip_prefix(": ")
}

/// The commands of a block that begins in this line of the page. A command goes on behind a backslash.
fn commands(first: usize, lines: &[String]) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    let mut goes_on = false;
    for (index, text) in lines.iter().enumerate() {
        match (text.strip_prefix("$ "), found.last_mut()) {
            (_, Some(Part::Command { line, command, .. })) if goes_on => {
                command.push('\n');
                command.push_str(text);
                *line = first + index;
            }
            (Some(command), _) => found.push(Part::Command {
                line: first + index,
                command: command.to_string(),
                shown: Vec::new(),
            }),
            (None, Some(Part::Command { shown, .. })) => shown.push(text.clone()),
            (None, _) => panic!("a block of commands begins with output: {text}"),
        }
        let behind = matches!(found.last(), Some(Part::Command { shown, .. }) if shown.is_empty());
        goes_on = behind && text.ends_with('\\');
    }
    found
}

/// Whether the output is what is shown of it.
fn fits(shown: &[String], output: &[String]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=output.len()).any(|skipped| fits(rest, &output[skipped..]))
        }
        Some((first, rest)) => match output.split_first() {
            Some((line, more)) => line.trim_end() == first.trim_end() && fits(rest, more),
            None => false,
        },
    }
}

/// Runs a command as a user's shell does, both outputs in one.
fn run(folder: &Folder, command: &str) -> Vec<String> {
    let tools = Path::new(env!("CARGO_BIN_EXE_cassay"));
    let tools = tools.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder.path())
        .env("PATH", format!("{tools}:{path}"))
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(str::to_string).collect()
}

/// The pages below `docs`, records of decisions left out, and the README.
fn pages() -> Vec<Page> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = vec![top.join("README.md")];
    let mut folders = vec![top.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "adr") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.into_iter().map(Page::read).collect()
}

/// Copies the programs for users, and puts the tool beside them.
fn copy_examples(folder: &Folder) {
    let tool = folder.path().join("cassay");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_cassay"), tool).expect("a link");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for entry in std::fs::read_dir(&examples).expect("examples").flatten() {
        let name = entry.file_name();
        if entry.path().is_file() {
            let inside = Path::new("examples").join(&name);
            let text = std::fs::read(entry.path()).expect("an example");
            folder.write(&name.to_string_lossy(), &text);
            folder.write(&inside.to_string_lossy(), &text);
        }
    }
}

#[test]
fn commands_of_the_manual_do_what_it_shows() {
    let bless = std::env::var_os("CASSAY_BLESS").is_some();
    let (mut ran, mut failures) = (0, Vec::new());
    for mut page in pages() {
        let folder = Folder::new(&format!(
            "manual-{}",
            page.path.file_stem().expect("a name").display()
        ));
        copy_examples(&folder);
        let mut moved = 0isize;
        for part in page.parts() {
            match part {
                Part::File { name, text } => {
                    folder.write(&name, text);
                }
                Part::Command {
                    line,
                    command,
                    shown,
                } => {
                    let output = run(&folder, &command);
                    ran += 1;
                    if fits(&shown, &output) {
                        continue;
                    }
                    if bless {
                        page.bless(line.strict_add_signed(moved), shown.len(), &output);
                        moved += output.len() as isize - shown.len() as isize;
                    } else {
                        failures.push(format!(
                            "{}:{}: $ {command}\n{}",
                            page.name(),
                            line + 1,
                            output.join("\n")
                        ));
                    }
                }
            }
        }
        if moved != 0 || bless {
            std::fs::write(&page.path, page.lines.join("\n") + "\n").expect("written");
        }
    }
    assert!(ran > 0, "the manual has no commands");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        let folder = page.path.parent().expect("a folder");
        for (number, line) in page.lines.iter().enumerate() {
            for link in line.split("](").skip(1) {
                let target = link.split([')', '#']).next().unwrap_or_default();
                let outside = target.is_empty() || target.contains("://");
                if !outside && !folder.join(target).exists() {
                    broken.push(format!("{}:{}: {target}", page.name(), number + 1));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn output_that_is_left_out_may_be_anything() {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    assert!(fits(&lines("a\n...\nd"), &lines("a\nb\nc\nd")));
    assert!(fits(&lines("..."), &lines("")));
    assert!(!fits(&lines("a\n...\nd"), &lines("a\nb\nc")));
    assert!(!fits(&lines("a"), &lines("a\nb")));
}
