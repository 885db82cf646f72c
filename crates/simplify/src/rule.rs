//! A rule, as written in [`rules`](crate::rules) and as read.

use crate::pattern::{Condition, Names, Pattern, PatternError};

/// A rule as data: the texts of its sides in the language of [`pattern`](crate::pattern).
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name, unique among all rules.
    pub name: &'static str,
    /// The terms it applies to.
    pub matches: &'static str,
    /// What they become.
    pub result: &'static str,
    /// Conditions, all of which must hold; may be empty.
    pub when: &'static str,
}

/// A rule after reading.
#[derive(Clone, Debug)]
pub struct ReadRule {
    /// The rule's name.
    pub name: &'static str,
    /// Its variables.
    pub names: Names,
    /// The terms it applies to.
    pub matches: Pattern,
    /// What they become.
    pub result: Pattern,
    /// Its conditions.
    pub when: Vec<Condition>,
}

impl Rule {
    /// Reads the texts. Every variable of the result and of the conditions must occur on the
    /// left side, so that a match binds it.
    pub fn read(&self) -> Result<ReadRule, PatternError> {
        let mut names = Names::default();
        let matches = names.read(self.matches)?;
        let (terms, ints) = (names.terms.len(), names.ints.len());
        let result = names.read(self.result)?;
        let when = names.read_conditions(self.when)?;
        if names.terms.len() > terms || names.ints.len() > ints {
            return Err(PatternError(format!(
                "{}: a variable is not bound",
                self.name
            )));
        }
        Ok(ReadRule {
            name: self.name,
            names,
            matches,
            result,
            when,
        })
    }
}

/// Writes a table of rules: `name: match "…" result "…" when "…";`.
#[macro_export]
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: match $matches:literal result $result:literal
        $(when $when:literal)?;)*) => {
        &[$($crate::Rule {
            name: stringify!($name),
            matches: $matches,
            result: $result,
            when: concat!($($when)?),
        }),*]
    };
}
