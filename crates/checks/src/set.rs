//! Which checks are on.

use crate::registry::{Check, REGISTRY};
use cassay_ir::{PropertyClass, sv_comp};
use std::collections::BTreeSet;
use std::fmt;

/// The property classes to be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSet {
    enabled: BTreeSet<PropertyClass>,
    /// For shifts, claim only that the result is representable, not that the amount is in range.
    shifted_values_only: bool,
    /// Whether memory that is left when the program aborts counts as not cleaned up.
    at_abort: bool,
}

/// A property that cannot be checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedProperty {
    /// Its name.
    pub name: String,
}

impl fmt::Display for UnsupportedProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "property `{}` is not supported", self.name)
    }
}

impl std::error::Error for UnsupportedProperty {}

impl Default for CheckSet {
    fn default() -> Self {
        let mut set = CheckSet::none();
        for check in REGISTRY.iter().filter(|check| check.default_on) {
            set.enabled.extend(check.classes);
        }
        set
    }
}

impl CheckSet {
    /// Nothing is on.
    pub fn none() -> Self {
        CheckSet {
            enabled: BTreeSet::new(),
            shifted_values_only: false,
            at_abort: false,
        }
    }

    /// Exactly one SV-COMP property and nothing else.
    pub fn for_property(name: &str) -> Result<Self, UnsupportedProperty> {
        let Some(classes) = sv_comp::classes(name) else {
            return Err(UnsupportedProperty {
                name: name.to_owned(),
            });
        };
        let mut set = CheckSet::none();
        set.enabled.extend(classes);
        set.shifted_values_only = name == "no-overflow";
        set.at_abort = name == "valid-memcleanup";
        Ok(set)
    }

    /// Switches a check on or off by its name; false if there is none.
    pub fn set(&mut self, id: &str, on: bool) -> bool {
        let Some(check) = REGISTRY.iter().find(|check| check.id == id) else {
            return false;
        };
        self.shifted_values_only &= !check.classes.contains(&PropertyClass::Shift);
        for class in check.classes {
            if on {
                self.enabled.insert(*class);
            } else {
                self.enabled.remove(class);
            }
        }
        true
    }

    /// Applies an option such as `--no-bounds-check`; false if no check has it.
    pub fn option(&mut self, option: &str) -> bool {
        for check in REGISTRY {
            if check.on == Some(option) {
                return self.set(check.id, true);
            }
            if check.off == Some(option) {
                return self.set(check.id, false);
            }
        }
        false
    }

    /// Whether assertions of the class are to be decided.
    pub fn has(&self, class: PropertyClass) -> bool {
        self.enabled.contains(&class)
    }

    /// Adds everything that another set has.
    pub fn include(&mut self, other: &CheckSet) {
        self.enabled.extend(&other.enabled);
        self.shifted_values_only |= other.shifted_values_only;
        self.at_abort |= other.at_abort;
    }

    /// Whether memory that is left when the program aborts counts as not cleaned up.
    pub(crate) fn counts_aborts(&self) -> bool {
        self.at_abort
    }

    /// The checks with at least one enabled class, in run order.
    pub(crate) fn checks(&self) -> impl Iterator<Item = &'static Check> {
        REGISTRY
            .iter()
            .filter(|check| check.classes.iter().any(|class| self.has(*class)))
    }
}

/// The sanitizers the front-end must ask clang for, each once.
pub fn sanitizers(checks: &CheckSet) -> Vec<&'static str> {
    let mut names = Vec::new();
    for check in checks.checks() {
        for name in check.sanitizers {
            let name = match *name {
                "shift" if checks.shifted_values_only => "shift-base",
                other => other,
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use PropertyClass as Class;

    #[test]
    fn properties_are_exact() {
        let unreach = CheckSet::for_property("unreach-call").unwrap();
        let overflow = CheckSet::for_property("no-overflow").unwrap();
        let memory = CheckSet::for_property("valid-memsafety").unwrap();
        for &class in Class::ALL {
            assert_eq!(unreach.has(class), class == Class::ErrorCall, "{class}");
            assert_eq!(
                overflow.has(class),
                class.name().starts_with("overflow.") || class == Class::Shift,
                "{class}"
            );
            let about_memory = class.name().starts_with("pointer.")
                || class.name().starts_with("free.")
                || class == Class::MemoryLeak;
            assert_eq!(memory.has(class), about_memory, "{class}");
        }
        let unsupported = CheckSet::for_property("termination").unwrap_err();
        assert!(unsupported.to_string().contains("termination"));
    }

    #[test]
    fn memory_safety_is_the_sum_of_its_parts() {
        let mut parts = CheckSet::none();
        for name in ["valid-deref", "valid-free", "valid-memtrack"] {
            let part = CheckSet::for_property(name).unwrap();
            for &class in Class::ALL {
                assert_eq!(part.has(class), sv_comp::property(class) == Some(name));
            }
            parts.include(&part);
        }
        assert_eq!(parts, CheckSet::for_property("valid-memsafety").unwrap());
        assert_eq!(sv_comp::property(Class::ErrorCall), Some("unreach-call"));
        assert_eq!(sv_comp::property(Class::Shift), Some("no-overflow"));
        assert_eq!(sv_comp::property(Class::Assertion), None);
    }

    #[test]
    fn the_listed_properties_are_supported() {
        for name in sv_comp::PROPERTIES {
            assert!(CheckSet::for_property(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn sanitizers_are_only_those_needed() {
        let ask = |name| sanitizers(&CheckSet::for_property(name).unwrap());
        assert!(ask("unreach-call").is_empty());
        assert_eq!(
            ask("no-overflow"),
            ["signed-integer-overflow", "shift-base"]
        );
        assert!(ask("valid-memsafety").is_empty());
        let default = sanitizers(&CheckSet::default());
        assert!(default.contains(&"array-bounds") && default.contains(&"shift"));
        assert!(!default.contains(&"unsigned-integer-overflow"));
    }

    #[test]
    fn options_switch_checks() {
        let mut set = CheckSet::default();
        assert!(set.has(Class::ArrayBounds));
        assert!(set.option("--no-bounds-check"));
        assert!(!set.has(Class::ArrayBounds));
        assert!(!set.has(Class::UnsignedOverflow));
        assert!(set.option("--unsigned-overflow-check"));
        assert!(set.has(Class::UnsignedOverflow));
        assert!(!set.option("--no-such-check"));
        assert!(!set.set("no such check", true));
    }

    #[test]
    fn the_contract_has_its_options() {
        for option in [
            "--no-assertions",
            "--no-bounds-check",
            "--no-pointer-check",
            "--no-align-check",
            "--no-div-by-zero-check",
            "--no-overflow-check",
            "--no-ub-shift-check",
            "--no-vla-size-check",
            "--overflow-check",
            "--ub-shift-check",
            "--unsigned-overflow-check",
            "--conversion-check",
        ] {
            assert!(CheckSet::default().option(option), "{option}");
        }
    }

    #[test]
    fn every_class_belongs_to_one_check_at_most() {
        let mut seen = BTreeSet::new();
        for check in REGISTRY {
            assert!(check.instrument.is_some() || !check.classes.is_empty());
            for class in check.classes {
                assert!(seen.insert(*class), "{class}");
            }
        }
        let missing: Vec<_> = Class::ALL.iter().filter(|c| !seen.contains(c)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
