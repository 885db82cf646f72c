//! What can go wrong between a path on the command line and a program.
//!
//! Everything here is about the user's input or their installation, and each variant carries the
//! text the user reads. Constructs that are valid C but not lowered are no errors: they become
//! [`Unsupported`](cassay_ir::StmtKind::Unsupported) statements at their place.

use std::path::PathBuf;

/// Why the input is no program.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// No clang was found on the `PATH`.
    #[error("clang was not found on the PATH; install clang-19 or name one with --clang")]
    ClangMissing,
    /// The clang that the user named cannot be started.
    #[error("cannot run {}: {reason}", path.display())]
    ClangUnusable {
        /// The program.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// Clang rejected the file; the text is clang's own, unchanged.
    #[error("{}: clang rejects this file\n{}", path.display(), diagnostics.trim_end())]
    Rejected {
        /// The file.
        path: PathBuf,
        /// What clang said.
        diagnostics: String,
    },
    /// Clang was ended by a signal.
    #[error("{}: clang crashed ({how})\n{}", path.display(), diagnostics.trim_end())]
    ClangCrashed {
        /// The file.
        path: PathBuf,
        /// Which signal.
        how: String,
        /// What clang said.
        diagnostics: String,
    },
    /// The program calls what means something to another verifier and nothing here.
    #[error("{file}:{line}:{column}: {what}")]
    Refused {
        /// The file.
        file: String,
        /// Line.
        line: u32,
        /// Column.
        column: u32,
        /// What it is.
        what: String,
    },
    /// A label that must not be reached does not exist.
    #[error(
        "--error-label: there is no label '{label}' in the program; {}",
        labels(known)
    )]
    NoSuchLabel {
        /// The label.
        label: String,
        /// The labels that exist.
        known: Vec<String>,
    },
    /// The file does not exist.
    #[error("{}: no such file", .0.display())]
    NoSuchFile(PathBuf),
    /// The path names a directory.
    #[error("{}: is a directory, not a file", .0.display())]
    IsDirectory(PathBuf),
    /// The file cannot be read.
    #[error("{}: cannot be read: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// The file is of no kind that is understood.
    #[error("{}: not a file in C (.c, .i), in C++ (.cpp, .cc, .cxx, .C, .ii) or of LLVM (.ll, .bc)", .0.display())]
    UnknownKind(PathBuf),
    /// There is no compilation database.
    #[error("{}: there is no compile_commands.json", .0.display())]
    NoDatabase(PathBuf),
    /// A compilation database cannot be understood.
    #[error("{}:{line}:{column}: not a compilation database: {message}", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// Line in it.
        line: usize,
        /// Column in it.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A file is not among those of the compilation database.
    #[error("{}: not in the compilation database {}", file.display(), database.display())]
    NotInDatabase {
        /// The file.
        file: PathBuf,
        /// The database.
        database: PathBuf,
    },
    /// The compilation database names a file that does not exist.
    #[error("{}: no such file (named by {})", file.display(), database.display())]
    MissingFromDatabase {
        /// The file.
        file: PathBuf,
        /// The database.
        database: PathBuf,
    },
    /// No file was given.
    #[error("no input file")]
    NoInput,
    /// The LLVM assembly text cannot be read.
    #[error("{}:{line}:{column}: LLVM assembly: {message}", path.display())]
    LlvmText {
        /// The file it comes from.
        path: PathBuf,
        /// Line in the LLVM text.
        line: u32,
        /// Column in the LLVM text.
        column: u32,
        /// What was expected or found.
        message: String,
    },
    /// The LLVM assembly breaks rules of its language that the reader does not check.
    #[error("the LLVM assembly is not well-formed: {0}")]
    IllFormed(String),
    /// The module is for a machine that is not supported.
    #[error("{}: the target machine `{triple}` is not supported", path.display())]
    Target {
        /// The file.
        path: PathBuf,
        /// Its target triple.
        triple: String,
    },
    /// Two files define one symbol.
    #[error("`{name}` is defined in both {} and {}", first.display(), second.display())]
    DuplicateDefinition {
        /// The symbol.
        name: String,
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// One symbol is a function here and a variable there.
    #[error("`{name}` is a function in one file and a variable in another ({} and {})", first.display(), second.display())]
    KindConflict {
        /// The symbol.
        name: String,
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
}

/// The labels of a program in words.
fn labels(known: &[String]) -> String {
    match known {
        [] => "no function that is compiled has one".to_owned(),
        _ => format!("its labels are {}", known.join(", ")),
    }
}
