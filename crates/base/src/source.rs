//! Places in the user's source, and messages about them.

crate::define_id!(
    /// A source file of the program under verification.
    pub FileId, "file"
);

/// A place in a source file; line and column start at 1, 0 means not known.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Span {
    /// The file, an index into the program's file table.
    pub file: FileId,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Span {
    /// No known place.
    pub const NONE: Span = Span {
        file: FileId(0),
        line: 0,
        column: 0,
    };

    /// Whether the place is known.
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}

/// A message for the user about their input, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the file, when there is one.
    pub file: Option<String>,
    /// Line, 0 when not known.
    pub line: u32,
    /// Column, 0 when not known.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
            if self.line != 0 {
                write!(f, "{}:{}:", self.line, self.column)?;
            }
            write!(f, " ")?;
        }
        write!(f, "{}", self.message)
    }
}

/// Folders of the headers of compilers and systems, and of the sources of Rust's library.
const FOLDERS: &[&str] = &["/include/c++/", "/lib/clang/", "/rustlib/src/", "/rustc/"];

/// Whether a file belongs to a library of a compiler or system.
pub fn is_library_file(file: &str) -> bool {
    let system = ["/usr/include/", "/usr/lib/"]
        .iter()
        .any(|start| file.starts_with(start));
    system || FOLDERS.iter().any(|folder| file.contains(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_libraries_are_told_from_files_of_the_user() {
        let vector =
            "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/stl_vector.h";
        for file in [
            vector,
            "/usr/include/stdlib.h",
            "/usr/lib/llvm-19/include/c++/v1/vector",
        ] {
            assert!(is_library_file(file), "{file}");
        }
        for file in ["main.cpp", "include/mine.h", "/project/usr/include/x.h"] {
            assert!(!is_library_file(file), "{file}");
        }
    }
}
