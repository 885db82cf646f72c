//! The reference of properties as Markdown, kept in `docs/properties.md`: everything in it comes
//! from the registry and the list of property classes.

use crate::registry::{Check, REGISTRY};
use crate::set::CheckSet;
use cassay_ir::PropertyClass;
use cassay_ir::sv_comp::PROPERTIES;
use std::fmt::Write;

const INTRODUCTION: &str = "\
# Properties

The properties that Cassay checks. Each property belongs to a class. The name of the class is part of the
report, of the ids that `--show-claims` lists (`function.class.number`) and of test expectations. An
execution ends at the first property that it violates, so that no violation is a consequence of another.

This file is generated from the checks by `make bless`.

## Classes

*By default* says whether the class is checked if no option is given. The last column names the
properties of SV-COMP that a class belongs to: `--property` checks exactly the classes of one.

";

/// The reference of properties.
pub fn reference() -> String {
    let mut out = String::from(INTRODUCTION);
    out.push_str("| class | violated when | CWE | check | by default | SV-COMP |\n");
    out.push_str("|---|---|---|---|---|---|\n");
    for &class in PropertyClass::ALL {
        class_row(&mut out, class);
    }
    out.push_str("\n## Checks\n");
    for check in REGISTRY {
        section(&mut out, check);
    }
    out
}

/// What is to be known about a class: when it is violated, and the section of its check.
pub fn page(class: PropertyClass) -> String {
    let mut out = format!("{class}: {}\n", class.title());
    if let Some(cwe) = class.cwe() {
        let _ = writeln!(
            out,
            "CWE-{cwe}: https://cwe.mitre.org/data/definitions/{cwe}.html"
        );
    }
    let checks = REGISTRY
        .iter()
        .filter(|check| check.classes.contains(&class));
    for check in checks {
        section(&mut out, check);
    }
    out
}

fn class_row(out: &mut String, class: PropertyClass) {
    let check = REGISTRY.iter().find(|check| check.classes.contains(&class));
    let check_name = match check {
        Some(check) => format!("[{0}](#{0})", check.id),
        None => String::from("none"),
    };
    let cwe = class.cwe().map_or(String::new(), |cwe| {
        format!("[{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html)")
    });
    let default = if CheckSet::default().has(class) {
        "yes"
    } else {
        "no"
    };
    let properties: Vec<String> = PROPERTIES
        .iter()
        .filter(|name| CheckSet::for_property(name).is_ok_and(|set| set.has(class)))
        .map(|name| format!("`{name}`"))
        .collect();
    let _ = writeln!(
        out,
        "| `{class}` | {} | {cwe} | {check_name} | {default} | {} |",
        class.title(),
        properties.join(", "),
    );
}

fn section(out: &mut String, check: &Check) {
    let classes: Vec<String> = check.classes.iter().map(|c| format!("`{c}`")).collect();
    let options: Vec<String> = [check.on, check.off]
        .into_iter()
        .flatten()
        .map(|option| format!("`{option}`"))
        .collect();
    let state = if check.default_on {
        "On by default"
    } else {
        "On request"
    };
    let _ = write!(
        out,
        "\n### {}\n\n- {}: {}\n- Classes: {}\n\n{}\n",
        check.id,
        state,
        options.join(", "),
        classes.join(", "),
        wrapped(check.docs),
    );
}

/// The text in lines of a hundred characters.
fn wrapped(text: &str) -> String {
    let paragraphs: Vec<String> = text.split("\n\n").map(paragraph).collect();
    paragraphs.join("\n\n")
}

fn paragraph(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > 100 {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}
