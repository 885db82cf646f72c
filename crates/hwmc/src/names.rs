//! Names in files: one word each, and none twice.

use std::collections::BTreeSet;

/// The names that are taken.
#[derive(Default)]
pub struct Names(BTreeSet<String>);

impl Names {
    /// A name as one word that no format takes for something else, made different from those before.
    pub fn unique(&mut self, name: &str) -> String {
        let strange = |c: char| c.is_whitespace() || c.is_control() || c == ';';
        let mut clean: String = name
            .chars()
            .map(|c| if strange(c) { '_' } else { c })
            .collect();
        if clean.is_empty() {
            clean.push('_');
        }
        let mut unique = clean.clone();
        let mut count = 1;
        while !self.0.insert(unique.clone()) {
            count += 1;
            unique = format!("{clean}!{count}");
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_word_and_different() {
        let mut names = Names::default();
        assert_eq!(names.unique("a b;"), "a_b_");
        assert_eq!(names.unique("x"), "x");
        assert_eq!(names.unique("x!2"), "x!2");
        assert_eq!(names.unique("x"), "x!3");
        assert_eq!(names.unique(""), "_");
    }
}
