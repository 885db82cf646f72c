//! SV-COMP properties: their names, and the files that state them.

/// Names of the properties of the contract.
pub const NAMES: &[&str] = &[
    "unreach-call",
    "valid-memsafety",
    "valid-deref",
    "valid-free",
    "valid-memtrack",
    "valid-memcleanup",
    "no-overflow",
    "no-data-race",
    "no-deadlock",
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

/// The parts of memory safety, which a file may state in any combination.
const PARTS: &[&str] = &[
    "valid-deref",
    "valid-free",
    "valid-memtrack",
    "valid-memcleanup",
];

/// The names of the properties that a `.prp` file states, each once.
///
/// Each line reads `CHECK( init(main()), LTL(FORMULA) )`. Only properties of memory can be asked
/// for together.
pub fn property_names(text: &str) -> Result<Vec<&'static str>, String> {
    let mut found: Vec<&'static str> = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let name = formula_name(line)
            .ok_or_else(|| format!("'{line}' is not a property that Cassay knows"))?;
        if found.contains(&name) {
            continue;
        }
        let alone = |name: &&str| !PARTS.contains(name);
        if let Some(other) = found.first().filter(|other| alone(other) || alone(&name)) {
            return Err(format!("two properties at once: {other} and {name}"));
        }
        found.push(name);
    }
    if found.is_empty() {
        return Err("the file states no property".to_string());
    }
    Ok(found)
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
        "Gvalid-free" => Some("valid-free"),
        "Gvalid-deref" => Some("valid-deref"),
        "Gvalid-memtrack" => Some("valid-memtrack"),
        "Gvalid-memcleanup" => Some("valid-memcleanup"),
        "G!overflow" => Some("no-overflow"),
        "G!data-race" => Some("no-data-race"),
        "G!deadlock" => Some("no-deadlock"),
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
        assert_eq!(property_names(file), Ok(vec!["unreach-call"]));
        let file = "CHECK( init(main()), LTL(G valid-free) )\n\
                    CHECK( init(main()), LTL(G valid-deref) )\n\
                    CHECK( init(main()), LTL(G valid-memtrack) )\n";
        assert_eq!(
            property_names(file),
            Ok(vec!["valid-free", "valid-deref", "valid-memtrack"])
        );
        let file = "CHECK( init(main()), LTL(G valid-free) )\n";
        assert_eq!(property_names(file), Ok(vec!["valid-free"]));
        assert_eq!(
            property_names("CHECK( init(main()), LTL(F end) )"),
            Ok(vec!["termination"])
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
            assert!(property_names(bad).is_err(), "{bad}");
        }
    }
}
