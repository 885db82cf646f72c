//! Terminal colours, or none.

/// Dresses up words if the terminal has colours.
#[derive(Clone, Copy)]
pub(super) struct Paint(pub(super) bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        match self.0 {
            true if !text.is_empty() => format!("\x1b[{code}m{text}\x1b[0m"),
            _ => text.to_string(),
        }
    }

    /// A violation.
    pub(super) fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// A proof.
    pub(super) fn good(self, text: &str) -> String {
        self.with("1;32", text)
    }

    /// Something open.
    pub(super) fn open(self, text: &str) -> String {
        self.with("1;33", text)
    }

    /// The start of a note.
    pub(super) fn note(self, text: &str) -> String {
        self.with("1;36", text)
    }

    /// Lines and numbers beside the source.
    pub(super) fn rule(self, text: &str) -> String {
        self.with("1;34", text)
    }

    /// What matters.
    pub(super) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }
}
