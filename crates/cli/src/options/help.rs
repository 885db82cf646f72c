//! The help text and the reference of options, both from the table.

use super::table::{Action, Entry, Group, TABLE};
use cassay_checks::{Check, REGISTRY};
use std::fmt::Write;

/// Columns the names take before the description starts.
const NAMES: usize = 30;
/// Longest line of the help text.
const WIDTH: usize = 100;

/// One line of either text.
struct Row {
    name: String,
    help: String,
}

/// What `--help` prints.
pub fn help_text() -> String {
    let mut out = String::from(
        "Usage: cassay [OPTIONS] FILE...\n\n\
         Looks for violated properties in the C program that the files (.c, .i) make, and proves\n\
         their absence where it can. The last line of output and the exit status are the verdict:\n\
         \x20 0  VERIFICATION SUCCESSFUL    1  VERIFICATION FAILED    3  VERIFICATION UNKNOWN\n\
         \x20 2  bad option or input       70  internal error\n",
    );
    for &group in Group::ALL {
        let rows = rows(group);
        if !rows.is_empty() {
            let _ = write!(out, "\n{}:\n", group.title());
        }
        for row in rows {
            let words: Vec<&str> = row.help.split(' ').collect();
            let mut name = row.name.as_str();
            for line in wrap(&words, WIDTH - NAMES - 4) {
                let _ = writeln!(out, "  {name:<NAMES$}  {line}");
                name = "";
            }
        }
    }
    out
}

/// The reference of options as Markdown, kept in `docs/options.md`.
pub fn markdown() -> String {
    let mut out = String::from(
        "# Options\n\n`cassay [OPTIONS] FILE...` (written by `cassay --help-markdown`).\n\n\
         A `cassay.toml` in the folder of the first file, or of the compilation database when no\n\
         file is named, may hold the same options: `unwind = 8`, `timeout = \"30s\"`,\n\
         `overflow-check = false`, `D = [\"A=1\", \"B\"]`. Those of the command line come after \
         them.\n",
    );
    for &group in Group::ALL {
        let rows = rows(group);
        if !rows.is_empty() {
            let _ = write!(
                out,
                "\n## {}\n\n| option | meaning |\n|---|---|\n",
                group.title()
            );
        }
        for row in rows {
            let _ = writeln!(out, "| `{}` | {} |", row.name.replace('|', "\\|"), row.help);
        }
    }
    out
}

/// The groups, in the order of the help text.
pub fn sections() -> impl Iterator<Item = Group> {
    Group::ALL.iter().copied()
}

/// The options of a group as they are written, each with a line about it.
pub fn option_rows(group: Group) -> Vec<(String, String)> {
    let rows = rows(group).into_iter();
    rows.map(|row| (row.name, row.help)).collect()
}

/// An option that can be given.
pub struct NamedOption {
    /// Its name with dashes.
    pub name: String,
    /// What its value is called, if it takes one.
    pub value: Option<String>,
    /// One line about it.
    pub help: String,
}

/// Every option, both forms of checks included.
pub fn named_options() -> Vec<NamedOption> {
    let mut options: Vec<NamedOption> = TABLE
        .iter()
        .map(|entry| NamedOption {
            name: entry.name.to_string(),
            value: match entry.action {
                Action::Flag(_) => None,
                Action::Value(value, _) | Action::Clang(value) => Some(value.to_string()),
            },
            help: entry.help.to_string(),
        })
        .collect();
    for check in REGISTRY {
        // An option with a value is in the table.
        let names = [check.on, check.off].into_iter().flatten();
        options.extend(
            names
                .filter(|name| !name.contains(' '))
                .map(|name| NamedOption {
                    name: name.to_string(),
                    value: None,
                    help: check.help.to_string(),
                }),
        );
    }
    options
}

fn rows(group: Group) -> Vec<Row> {
    let mut rows: Vec<Row> = TABLE
        .iter()
        .filter(|entry| entry.group == group)
        .map(|entry| Row {
            name: usage(entry),
            help: entry.help.to_string(),
        })
        .collect();
    if group == Group::Checks {
        rows.extend(REGISTRY.iter().filter_map(check_row));
    }
    rows
}

fn usage(entry: &Entry) -> String {
    match entry.action {
        Action::Flag(_) => entry.name.to_string(),
        Action::Value(metavar, _) => {
            format!("{} {metavar}", entry.name)
        }
        Action::Clang(metavar) if entry.name.len() == 2 || entry.name.ends_with('=') => {
            format!("{}{metavar}", entry.name)
        }
        Action::Clang(metavar) => format!("{} {metavar}", entry.name),
    }
}

/// Breaks words into lines of at most this width.
fn wrap(words: &[&str], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push((*word).to_string()),
        }
    }
    lines
}

/// The options of one check: `--[no-]x` for both, or the one there is.
fn check_row(check: &Check) -> Option<Row> {
    let name = match (check.on, check.off) {
        // An option with a value is in the table.
        (Some(on), _) if on.contains(' ') => return None,
        (Some(on), Some(off)) if off.strip_prefix("--no-") == on.strip_prefix("--") => {
            format!("--[no-]{}", on.trim_start_matches('-'))
        }
        (Some(on), Some(off)) => format!("{on}, {off}"),
        (Some(name), None) | (None, Some(name)) => name.to_string(),
        (None, None) => return None,
    };
    let when = if check.default_on {
        "on by default"
    } else {
        "off by default"
    };
    Some(Row {
        name,
        help: format!("{} ({when})", check.help),
    })
}
