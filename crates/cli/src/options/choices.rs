//! The values of an option where they can be counted, for completions of shells.
//!
//! Invariant: each is accepted by the option (`every_choice_is_accepted`).

use super::property;
use cassay_ir::PropertyClass;

/// The values that an option takes; none where anything may stand, as for a number.
pub fn choices(option: &str) -> Vec<&'static str> {
    match option {
        "--completions" => vec!["bash", "zsh", "fish"],
        "--data-model" => vec!["LP64", "ILP32"],
        "--color" => vec!["auto", "always", "never"],
        "--message-format" => vec!["human", "short", "json"],
        "--mm" => vec!["sc", "tso", "pso"],
        "--explain" => PropertyClass::ALL
            .iter()
            .map(|class| class.name())
            .collect(),
        "--property" => property::NAMES.to_vec(),
        "--solver" => cassay_engine::SOLVERS
            .iter()
            .map(|solver| solver.name)
            .collect(),
        "--dump-after" => cassay_passes::PASSES.iter().map(|pass| pass.name).collect(),
        _ => Vec::new(),
    }
}

/// Whether the value is a file or a folder, by what the help text calls it.
pub fn is_path(value: &str) -> bool {
    let file = |word: &str| word == "F" || word.starts_with("FILE") || word.starts_with("F.");
    value.split('|').any(file) || value == "DIR" || value == "PROGRAM"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::help::named_options;
    use crate::options::parse;

    #[test]
    fn every_choice_is_accepted() {
        let mut seen = 0;
        for option in named_options() {
            for choice in choices(&option.name) {
                let words = [option.name.clone(), choice.to_string(), "f.c".to_string()];
                assert!(parse(&words).is_ok(), "{words:?}");
                seen += 1;
            }
        }
        assert!(seen > 30, "{seen}");
    }

    #[test]
    fn files_are_known_by_their_name() {
        assert!(is_path("FILE") && is_path("F.c") && is_path("DIR"));
        assert!(!is_path("N") && !is_path("FUNCTION"));
    }
}
