//! `docs/properties.md` says what the checks say.

use cassay_checks::{REGISTRY, reference};
use std::path::PathBuf;

#[test]
fn the_reference_of_properties_is_up_to_date() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/properties.md");
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let now = reference();
    if std::env::var_os("CASSAY_BLESS").is_some() {
        std::fs::write(&path, &now).expect("docs/properties.md is written");
    } else {
        assert_eq!(kept, now, "docs/properties.md is stale: run `make bless`");
    }
}

#[test]
fn every_check_says_what_it_claims() {
    for check in REGISTRY {
        assert!(check.docs.len() > 60, "{}", check.id);
        assert!(check.docs.ends_with('.'), "{}", check.id);
        assert!(check.on.is_some() || check.off.is_some(), "{}", check.id);
        assert!(check.default_on || check.on.is_some(), "{}", check.id);
        assert!(!check.docs.contains("  "), "{}", check.id);
    }
}
