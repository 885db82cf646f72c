//! Violations in words, with their values.

use cassay_ir::Property;
use cassay_trace::{Account, Fate};

/// What happens, in one sentence without a full stop.
pub(crate) fn explain(property: &Property, account: &Account) -> String {
    let _ = account;
    property.message.to_string()
}

/// What happened at a place.
pub(crate) fn related(related: &cassay_trace::Related) -> String {
    let object = &related.object;
    match related.fate {
        Fate::Declared => format!("{object} is declared here"),
        Fate::Allocated => format!("{object} is allocated here"),
        Fate::Freed => format!("{object} is freed here"),
        Fate::Expired => format!("the scope of {object} ends here"),
    }
}
