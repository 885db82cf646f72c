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
