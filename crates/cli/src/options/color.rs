//! `--color`: whether text has colours.

use std::io::IsTerminal;

/// Whether text has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// The choice of a name.
    pub fn from_word(word: &str) -> Result<Self, String> {
        match word {
            "auto" => Ok(Color::Auto),
            "always" => Ok(Color::Always),
            "never" => Ok(Color::Never),
            _ => Err(format!("'{word}' is not one of auto, always and never")),
        }
    }

    /// Whether standard output gets colours.
    pub fn applies(self) -> bool {
        match self {
            Color::Auto => {
                let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                std::io::stdout().is_terminal() && !unwanted
            }
            Color::Always => true,
            Color::Never => false,
        }
    }
}
