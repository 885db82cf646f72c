//! `cassay.toml` beside the sources: options that need not be repeated on the command line.
//!
//! Each key is the name of an option without its dashes. `true` gives the option, `false` its
//! `--no-` form if there is one, a string or number its value, a list one option for each entry.
//! Paths are relative to the folder of the file. The options come before those of the command line,
//! which therefore win. Options that name a program to run or a file to write are refused, because
//! the file comes with the sources, which may not be trusted.

use super::Options;
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "cassay.toml";

/// Options that only the command line may give.
const REFUSED: &[&str] = &["clang", "smt-output"];

/// Options of clang, whose value follows in a word of its own unless they end in `=`.
const CLANG: &[(&str, &str)] = &[
    ("D", "-D"),
    ("U", "-U"),
    ("I", "-I"),
    ("isystem", "-isystem"),
    ("include", "-include"),
    ("std", "-std="),
];

/// Options whose value is a path.
const PATHS: &[&str] = &["I", "isystem", "include", "compile-commands"];

/// The file that belongs to what the command line names, if there is one.
pub fn find(options: &Options) -> Option<PathBuf> {
    let folder = match (options.files.first(), &options.compile_commands) {
        (Some(file), _) => file.parent()?,
        (None, Some(folder)) => folder,
        (None, None) => return None,
    };
    Some(folder.join(NAME)).filter(|path| path.is_file())
}

/// The options of the file, as words of a command line.
pub fn read(path: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("{}: cannot be read: {error}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    words(&text, folder).map_err(|what| format!("{}{what}", path.display()))
}

/// The words, or an error message to follow the name of the file.
fn words(text: &str, folder: &Path) -> Result<Vec<String>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        format!(":{line}:{column}: {}", error.message())
    })?;
    let mut words = Vec::new();
    for (key, value) in &table {
        if REFUSED.contains(&key.as_str()) {
            return Err(format!(
                ": option {key} may be given on the command line only"
            ));
        }
        match value {
            toml::Value::Array(list) => {
                for value in list {
                    push(&mut words, key, value, folder)?;
                }
            }
            value => push(&mut words, key, value, folder)?,
        }
    }
    Ok(words)
}

fn push(
    words: &mut Vec<String>,
    key: &str,
    value: &toml::Value,
    folder: &Path,
) -> Result<(), String> {
    let value = match value {
        toml::Value::Boolean(true) => {
            words.push(format!("--{key}"));
            return Ok(());
        }
        toml::Value::Boolean(false) => {
            words.extend(off(key)?);
            return Ok(());
        }
        toml::Value::String(text) if PATHS.contains(&key) => {
            folder.join(text).display().to_string()
        }
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(_)
        | toml::Value::Datetime(_)
        | toml::Value::Array(_)
        | toml::Value::Table(_) => {
            return Err(format!(": option {key} has a value of no use"));
        }
    };
    match CLANG.iter().find(|(name, _)| *name == key) {
        Some((_, option)) if option.ends_with('=') => words.push(format!("{option}{value}")),
        Some((_, option)) => words.extend([(*option).to_string(), value]),
        None => words.push(format!("--{key}={value}")),
    }
    Ok(())
}

/// The option that negates this one; `None` if omitting it has that effect.
fn off(key: &str) -> Result<Option<String>, String> {
    let (on, off) = (format!("--{key}"), format!("--no-{key}"));
    let known = |name: &str| super::names().any(|known| known == name);
    match (known(&off), known(&on)) {
        (true, _) => Ok(Some(off)),
        (false, true) => Ok(None),
        (false, false) => Err(format!(": there is no option {key}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Result<String, String> {
        words(text, Path::new("src")).map(|words| words.join(" "))
    }

    #[test]
    fn keys_are_options() {
        let text = "unwind = 4\ntimeout = \"30s\"\nmulti-property = true\nbounds-check = false\n\
                    assertions = false\nstats = false\nD = [\"A=1\", \"B\"]\nI = \"include\"\n\
                    std = \"c99\"\n";
        assert_eq!(
            line(text).unwrap(),
            "-D A=1 -D B -I src/include --no-assertions --no-bounds-check --multi-property \
             -std=c99 --timeout=30s --unwind=4"
        );
    }

    #[test]
    fn mistakes_have_a_place_or_a_name() {
        assert!(
            line("unwind = 4\nx = = 3\n")
                .unwrap_err()
                .starts_with(":2:5: ")
        );
        assert!(line("nonsense = false").unwrap_err().contains("nonsense"));
        assert!(
            line("clang = \"./evil\"")
                .unwrap_err()
                .contains("command line only")
        );
        assert!(line("unwind = 1.5").unwrap_err().contains("of no use"));
        assert!(line("[unwind]\nx = 1").unwrap_err().contains("of no use"));
    }
}
