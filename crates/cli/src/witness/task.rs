//! What a witness says about its task: files, specification, data model.

use crate::options::{Options, known_property, property_names};
use cassay_frontend::DataModel;
use std::path::Path;

/// The formula of a property.
pub fn formula(property: &str) -> Option<&'static str> {
    Some(match property {
        "unreach-call" => "G ! call(reach_error())",
        "valid-deref" => "G valid-deref",
        "valid-free" => "G valid-free",
        "valid-memtrack" => "G valid-memtrack",
        "valid-memcleanup" => "G valid-memcleanup",
        "no-overflow" => "G ! overflow",
        "no-data-race" => "G ! data-race",
        "no-deadlock" => "G ! deadlock",
        "termination" => "F end",
        _ => return None,
    })
}

/// The names of the properties asked for; none without `--property`.
pub fn properties(options: &Options) -> Result<Vec<&'static str>, String> {
    let Some(property) = &options.property else {
        return Ok(Vec::new());
    };
    if Path::new(property)
        .extension()
        .is_some_and(|end| end == "prp")
    {
        let text = std::fs::read_to_string(property)
            .map_err(|error| format!("{property}: cannot be read: {error}"))?;
        return property_names(&text).map_err(|what| format!("{property}: {what}"));
    }
    Ok(match known_property(property)? {
        "valid-memsafety" => vec!["valid-deref", "valid-free", "valid-memtrack"],
        name => vec![name],
    })
}

/// The specification of properties, as a file of SV-COMP states it.
pub fn specification(properties: &[&str]) -> String {
    let formulas = properties.iter().filter_map(|name| formula(name));
    let lines: Vec<String> = formulas
        .map(|formula| format!("CHECK( init(main()), LTL({formula}) )"))
        .collect();
    lines.join("\n")
}

/// The name of the data model in a witness.
pub fn data_model(options: &Options) -> &'static str {
    match options.data_model.unwrap_or_default() {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    }
}

/// Whether a file is in the language that witnesses are about.
pub fn is_c(path: &Path) -> bool {
    let end = path.extension().and_then(std::ffi::OsStr::to_str);
    matches!(end, Some("c" | "i"))
}
