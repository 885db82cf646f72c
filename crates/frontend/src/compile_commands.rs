//! Compilation databases: which files a program is made of, and the flags of each.
//!
//! A database is a `compile_commands.json` as CMake, Meson, Bear and the kernel's scripts write it
//! (clang's "JSON Compilation Database Format"). Of a command only the flags are kept that decide
//! what the C text means: macros, include paths, the language, sizes and signedness of types.
//! Everything about code generation, warnings and outputs is dropped, and so is
//! `_FORTIFY_SOURCE`, which would replace library calls by checking variants.
//!
//! Paths become independent of the `directory` of their entry: clang runs where Cassay runs, so
//! that the places in its output are the user's. A file with several entries counts once, with
//! the flags of the first.

use crate::{DataModel, FrontendError, Source, kinds};
use std::path::{Component, Path, PathBuf};

/// The name of a database inside its folder.
const FILE_NAME: &str = "compile_commands.json";

/// A compilation database that was read.
#[derive(Clone, Debug)]
pub struct Database {
    path: PathBuf,
    entries: Vec<DatabaseEntry>,
}

/// One file of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseEntry {
    /// The file and the flags that matter.
    pub source: Source,
    /// The sizes of types that the command asks for, if it does.
    pub data_model: Option<DataModel>,
}

/// An entry as it stands in the JSON text.
#[derive(serde::Deserialize)]
struct Written {
    directory: Option<String>,
    file: String,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

impl Database {
    /// Reads the database of a folder, or the file itself when that is named.
    pub fn read(place: &Path) -> Result<Database, FrontendError> {
        let path = if place.is_file() {
            place.to_owned()
        } else {
            place.join(FILE_NAME)
        };
        let text = std::fs::read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => FrontendError::NoDatabase(place.to_owned()),
            _ => FrontendError::Unreadable {
                path: path.clone(),
                reason: error.to_string(),
            },
        })?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let entries =
            parse(&text, &folder).map_err(|(line, column, message)| FrontendError::Database {
                path: path.clone(),
                line,
                column,
                message,
            })?;
        Ok(Database { path, entries })
    }

    /// The entries of these files, or of all files when none are named.
    pub fn select(&self, files: &[PathBuf]) -> Result<Vec<DatabaseEntry>, FrontendError> {
        if files.is_empty() {
            let mut seen = std::collections::BTreeSet::new();
            let all = self.entries.iter();
            let unique = all.filter(|entry| seen.insert(identity(&entry.source.path)));
            return unique.map(|entry| self.existing(entry.clone())).collect();
        }
        files
            .iter()
            .map(|file| {
                let wanted = identity(file);
                let found = self
                    .entries
                    .iter()
                    .find(|entry| identity(&entry.source.path) == wanted);
                let Some(entry) = found else {
                    return Err(match file.exists() {
                        true => FrontendError::NotInDatabase {
                            file: file.clone(),
                            database: self.path.clone(),
                        },
                        false => FrontendError::NoSuchFile(file.clone()),
                    });
                };
                let mut entry = entry.clone();
                entry.source.path = file.clone();
                self.existing(entry)
            })
            .collect()
    }

    fn existing(&self, entry: DatabaseEntry) -> Result<DatabaseEntry, FrontendError> {
        if entry.source.path.exists() {
            Ok(entry)
        } else {
            Err(FrontendError::MissingFromDatabase {
                file: entry.source.path,
                database: self.path.clone(),
            })
        }
    }
}

/// A message with its line and column.
type Wrong = (usize, usize, String);

fn parse(text: &[u8], folder: &Path) -> Result<Vec<DatabaseEntry>, Wrong> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let written: Vec<Written> = serde_json::from_slice(text).map_err(|error| {
        let whole = error.to_string();
        let message = whole.split(" at line ").next().unwrap_or(&whole);
        (error.line(), error.column(), message.to_owned())
    })?;
    let here = std::env::current_dir().unwrap_or_default();
    written
        .into_iter()
        .map(|entry| {
            let file = entry.file.clone();
            understand(entry, folder, &here).map_err(|what| (1, 1, format!("{file}: {what}")))
        })
        .collect()
}

/// Interprets an entry; paths become relative to the folder `here`.
fn understand(entry: Written, folder: &Path, here: &Path) -> Result<DatabaseEntry, String> {
    let words = match (entry.arguments, entry.command) {
        (Some(words), _) => words,
        (None, Some(command)) => split_command(&command)?,
        (None, None) => return Err("the entry has neither `command` nor `arguments`".into()),
    };
    let directory = match entry.directory {
        Some(directory) => here.join(folder).join(directory),
        None => here.join(folder),
    };
    let (args, data_model) = flags(&words, &directory)?;
    let path = tidy(&directory.join(&entry.file));
    let path = match path.strip_prefix(here) {
        Ok(short) => short.to_owned(),
        Err(_) => path,
    };
    Ok(DatabaseEntry {
        source: Source { path, args },
        data_model,
    })
}

/// The same path without `.` and, where no symbolic link is in the way, without `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            Component::Prefix(_)
            | Component::RootDir
            | Component::ParentDir
            | Component::Normal(_) => out.push(part),
        }
    }
    match (path.canonicalize(), out.canonicalize()) {
        (Ok(before), Ok(after)) if before != after => path.to_owned(),
        _ => out,
    }
}

/// The key by which files are compared.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Flags whose value names a file or folder, attached or as the next word.
const PATH_FLAGS: &[&str] = &[
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "--sysroot=",
];

/// Flags without a value that affect the meaning of text in C and C++.
const MEANINGFUL: &[&str] = &[
    "-ansi",
    "-pthread",
    "-nostdinc",
    "-nostdlibinc",
    "-nostdinc++",
    "-fexceptions",
    "-fno-exceptions",
    "-frtti",
    "-fno-rtti",
    "-fchar8_t",
    "-fno-char8_t",
    "-faligned-allocation",
    "-fno-aligned-allocation",
    "-fsized-deallocation",
    "-fno-sized-deallocation",
    "-fcoroutines",
    "-trigraphs",
    "-undef",
    "-funsigned-char",
    "-fno-unsigned-char",
    "-fsigned-char",
    "-fno-signed-char",
    "-fshort-enums",
    "-fno-short-enums",
    "-fshort-wchar",
    "-fno-short-wchar",
    "-fms-extensions",
    "-fno-ms-extensions",
    "-fms-compatibility",
    "-fwrapv",
    "-fno-wrapv",
    "-ffreestanding",
    "-fgnu89-inline",
    "-fno-gnu89-inline",
    "-fcommon",
    "-fno-common",
    "-fpack-struct",
    "-fdollars-in-identifiers",
    "-fno-dollars-in-identifiers",
    "-malign-double",
    "-mlong-double-64",
    "-mlong-double-80",
    "-mlong-double-128",
];

/// Ignored flags that take the next word as their value.
const DROPPED_WITH_VALUE: &[&str] = &[
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-B",
    "-G",
    "-A",
    "-arch",
    "-Xlinker",
    "-Xassembler",
    "-Xanalyzer",
    "-Xclang",
    "-mllvm",
    "-include-pch",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-framework",
    "-aux-info",
    "-dumpbase",
    "-dumpdir",
    "-imultilib",
    "--param",
    "-specs",
    "-wrapper",
];

/// The flags of a command that affect the meaning, and the data model it selects.
fn flags(words: &[String], directory: &Path) -> Result<(Vec<String>, Option<DataModel>), String> {
    let mut kept = Vec::new();
    let mut data_model = None;
    let is_cxx = words.iter().any(|word| kinds::is_cxx(Path::new(word)));
    // The first word is the compiler.
    let mut words = words.iter().skip(1).map(String::as_str);
    while let Some(word) = words.next() {
        if let Some(flag) = PATH_FLAGS.iter().find(|flag| word.starts_with(**flag)) {
            // `-include-pch` and its like are other flags.
            if !DROPPED_WITH_VALUE.contains(&word) {
                path_flag(flag, word, &mut words, directory, &mut kept);
                continue;
            }
        }
        match word {
            "-m32" => data_model = Some(DataModel::Ilp32),
            "-m64" => data_model = Some(DataModel::Lp64),
            "-mx32" | "-m16" => return Err(format!("{word} is not supported")),
            "-D" | "-U" => {
                kept.push(word.to_owned());
                kept.extend(words.next().map(str::to_owned));
            }
            "-x" | "--language" => language(words.next().unwrap_or(""), is_cxx)?,
            "-target" | "--target" => data_model = Some(target(words.next().unwrap_or(""))?),
            "--sysroot" => path_flag("--sysroot", word, &mut words, directory, &mut kept),
            _ if MEANINGFUL.contains(&word) => kept.push(word.to_owned()),
            _ if DROPPED_WITH_VALUE.contains(&word) => {
                words.next();
            }
            _ => attached(word, is_cxx, &mut kept, &mut data_model)?,
        }
    }
    kept.push("-U_FORTIFY_SOURCE".into());
    Ok((kept, data_model))
}

/// A flag with its value in the same word, or one that is ignored.
fn attached(
    word: &str,
    is_cxx: bool,
    kept: &mut Vec<String>,
    data_model: &mut Option<DataModel>,
) -> Result<(), String> {
    if let Some(file) = word.strip_prefix('@') {
        return Err(format!("the response file '{file}' is not supported"));
    }
    if let Some(triple) = word.strip_prefix("--target=") {
        *data_model = Some(target(triple)?);
    } else if let Some(name) = word.strip_prefix("-x") {
        language(name, is_cxx)?;
    } else if let Some(options) = word.strip_prefix("-Wp,") {
        let macros = options.split(',').filter(|option| {
            option.len() > 2 && (option.starts_with("-D") || option.starts_with("-U"))
        });
        kept.extend(macros.map(str::to_owned));
    } else if word.starts_with("-D")
        || word.starts_with("-U")
        || word.starts_with("-std=")
        || word.starts_with("--std=")
        || word.starts_with("-stdlib=")
        || word.starts_with("-fpack-struct=")
    {
        kept.push(word.to_owned());
    }
    Ok(())
}

/// Keeps a flag that names a path, relative to the folder of its entry.
fn path_flag<'w>(
    flag: &str,
    word: &'w str,
    words: &mut impl Iterator<Item = &'w str>,
    directory: &Path,
    kept: &mut Vec<String>,
) {
    let value = match &word[flag.len()..] {
        "" => words.next().unwrap_or(""),
        attached => attached,
    };
    // Forced includes are also looked for where other includes are.
    let searched = matches!(flag, "-include" | "-imacros");
    // A path that starts with `=` is one inside the system root.
    let moved = match directory.join(value) {
        moved if value.is_empty() || value.starts_with('=') || (searched && !moved.exists()) => {
            value.to_owned()
        }
        moved => moved.display().to_string(),
    };
    match flag {
        "--sysroot=" | "--sysroot" => kept.push(format!("--sysroot={moved}")),
        _ => kept.extend([flag.to_owned(), moved]),
    }
}

/// Checks that a file is in the language that its name says.
fn language(name: &str, is_cxx: bool) -> Result<(), String> {
    match name {
        "none" => Ok(()),
        "c" | "c-header" | "cpp-output" if !is_cxx => Ok(()),
        "c++" | "c++-header" | "c++-cpp-output" if is_cxx => Ok(()),
        _ if is_cxx => Err(format!("the language '{name}' is not C++")),
        _ => Err(format!("the language '{name}' is not C")),
    }
}

/// The data model of a target triple.
fn target(triple: &str) -> Result<DataModel, String> {
    match triple.split('-').next().unwrap_or("") {
        "x86_64" | "amd64" => Ok(DataModel::Lp64),
        "i386" | "i486" | "i586" | "i686" => Ok(DataModel::Ilp32),
        _ => Err(format!("the target machine `{triple}` is not supported")),
    }
}

/// Splits a command as a POSIX shell does, without expansions.
fn split_command(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = command.chars();
    while let Some(c) = rest.next() {
        match c {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return Err("a quote in the command is not closed".into()),
                    }
                }
            }
            '"' => double_quoted(&mut rest, word.get_or_insert_default())?,
            '\\' => match rest.next() {
                Some('\n') => {}
                Some(c) => word.get_or_insert_default().push(c),
                None => return Err("the command ends in a backslash".into()),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// The text up to the closing double quote.
fn double_quoted(rest: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    loop {
        match rest.next() {
            Some('"') => return Ok(()),
            Some('\\') => match rest.next() {
                Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                Some('\n') => {}
                Some(c) => word.extend(['\\', c]),
                None => return Err("the command ends in a backslash".into()),
            },
            Some(c) => word.push(c),
            None => return Err("a quote in the command is not closed".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(command: &str) -> (String, Option<DataModel>) {
        let words = split_command(command).unwrap();
        let (args, model) = flags(&words, Path::new("/build")).unwrap();
        let args = args.join(" ");
        let args = args.strip_suffix("-U_FORTIFY_SOURCE").unwrap();
        (args.trim_end().to_owned(), model)
    }

    #[test]
    fn commands_split_as_in_a_shell() {
        let words = |text| split_command(text).unwrap();
        assert_eq!(words("cc  -c\ta.c "), ["cc", "-c", "a.c"]);
        assert_eq!(
            words(r#"-DS='"a b"' -DT=\"x\""#),
            [r#"-DS="a b""#, r#"-DT="x""#]
        );
        assert_eq!(words(r#""a \"b\" \n" '' c\ d"#), [r#"a "b" \n"#, "", "c d"]);
        assert!(split_command("cc 'a").is_err());
        assert!(split_command("cc \"a").is_err());
        assert!(split_command("cc \\").is_err());
    }

    #[test]
    fn flags_that_matter_are_kept() {
        let (args, model) = kept(
            "gcc -m32 -DA=1 -D B -UC -Iinc -I /abs -isystem sys -iquote q -std=c99 -ansi \
             -funsigned-char -fshort-enums -fms-extensions -Wp,-MMD,x.d,-DW=1 -c a.c",
        );
        assert_eq!(
            args,
            "-DA=1 -D B -UC -I /build/inc -I /abs -isystem /build/sys -iquote /build/q -std=c99 \
             -ansi -funsigned-char -fshort-enums -fms-extensions -DW=1"
        );
        assert_eq!(model, Some(DataModel::Ilp32));
    }

    #[test]
    fn flags_of_outputs_are_dropped() {
        let (args, model) = kept(
            "/usr/bin/cc -c -o -DX -MD -MF dep -MT -DY -Wall -Werror -O2 -g3 -ggdb -march=native \
             -fPIC -fsanitize=address --param x=1 -Xclang -DZ a.c -L lib -lm",
        );
        assert_eq!(args, "");
        assert_eq!(model, None);
    }

    #[test]
    fn a_forced_include_that_is_elsewhere_is_searched_for() {
        let (args, _) = kept("cc -include config.h --sysroot=root -isysroot other a.c");
        assert_eq!(
            args,
            "-include config.h --sysroot=/build/root -isysroot /build/other"
        );
    }

    #[test]
    fn other_machines_and_languages_are_refused() {
        let refused = |command: &str| {
            let words = split_command(command).unwrap();
            flags(&words, Path::new("/")).unwrap_err()
        };
        assert!(refused("c++ -x c++ a.c").contains("not C"));
        assert!(refused("c++ -xc++ a.c").contains("not C"));
        assert!(refused("cc --target=armv7-none-eabi a.c").contains("armv7"));
        assert!(refused("cc -mx32 a.c").contains("-mx32"));
        assert!(refused("cc @flags a.c").contains("response file"));
        assert_eq!(kept("cc -target i686-linux a.c").1, Some(DataModel::Ilp32));
    }

    #[test]
    fn invalid_text_has_a_place() {
        let wrong = |text: &str| parse(text.as_bytes(), Path::new("")).unwrap_err();
        let (line, column, message) = wrong("[\n  {\"file\": 3}\n]");
        assert_eq!((line, column), (2, 12), "{message}");
        let (line, _, message) = wrong("[\n{\"file\": \"a.c\", \"command\": \"cc\"}\n");
        assert_eq!(line, 3, "{message}");
        assert!(wrong("{}").2.contains("sequence"));
        assert!(wrong("[{\"file\": \"a.c\"}]").2.contains("neither"));
        assert!(wrong("").2.contains("EOF"));
    }
}
