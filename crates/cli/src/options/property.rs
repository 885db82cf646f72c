//! SV-COMP properties: their names, and the files that state them.

/// Names of the properties of the contract.
const NAMES: &[&str] = &[
    "unreach-call",
    "valid-memsafety",
    "valid-memcleanup",
    "no-overflow",
    "no-data-race",
    "termination",
];

/// The property of that name.
pub fn known_property(name: &str) -> Result<&'static str, String> {
    NAMES
        .iter()
        .find(|known| **known == name)
        .copied()
        .ok_or_else(|| {
            format!(
                "option --property: unknown property '{name}' (one of {}, or a .prp file)",
                NAMES.join(", ")
            )
        })
}

/// The name of the property that a `.prp` file states.
///
/// Each line reads `CHECK( init(main()), LTL(FORMULA) )`. The three lines of memory safety
/// together are one property.
pub fn property_name(text: &str) -> Result<&'static str, String> {
    let mut found: Option<&'static str> = None;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let name = formula_name(line)
            .ok_or_else(|| format!("'{line}' is not a property that Cassay knows"))?;
        match found {
            Some(other) if other != name => {
                return Err(format!("two properties at once: {other} and {name}"));
            }
            _ => found = Some(name),
        }
    }
    found.ok_or_else(|| "the file states no property".to_string())
}

fn formula_name(line: &str) -> Option<&'static str> {
    let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inner = compact.strip_prefix("CHECK(init(")?.strip_suffix(")")?;
    let (entry, formula) = inner.split_once("),LTL(")?;
    let formula = formula.strip_suffix(')')?;
    if entry != "main()" {
        return None;
    }
    match formula {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Some("unreach-call"),
        "Gvalid-free" | "Gvalid-deref" | "Gvalid-memtrack" => Some("valid-memsafety"),
        "Gvalid-memcleanup" => Some("valid-memcleanup"),
        "G!overflow" => Some("no-overflow"),
        "G!data-race" => Some("no-data-race"),
        "Fend" => Some("termination"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_files_are_read() {
        let file = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n";
        assert_eq!(property_name(file), Ok("unreach-call"));
        let file = "CHECK( init(main()), LTL(G valid-free) )\n\
                    CHECK( init(main()), LTL(G valid-deref) )\n\
                    CHECK( init(main()), LTL(G valid-memtrack) )\n";
        assert_eq!(property_name(file), Ok("valid-memsafety"));
        assert_eq!(
            property_name("CHECK( init(main()), LTL(F end) )"),
            Ok("termination")
        );
    }

    #[test]
    fn other_formulas_are_refused() {
        for bad in [
            "",
            "hello",
            "CHECK( init(main()), LTL(G ! call(foo())) )",
            "CHECK( init(start()), LTL(G ! overflow) )",
            "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(F end) )",
        ] {
            assert!(property_name(bad).is_err(), "{bad}");
        }
    }
}
