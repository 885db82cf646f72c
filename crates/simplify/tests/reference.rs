//! `docs/simplification.md` says what the tables say.

use std::path::Path;

#[test]
fn the_reference_of_rules_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/simplification.md");
    let now = cassay_simplify::reference();
    if std::env::var_os("CASSAY_BLESS").is_some() {
        std::fs::write(&path, &now).expect("docs/simplification.md is written");
    } else {
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == now,
            "docs/simplification.md is stale: run `make bless`"
        );
    }
}

#[test]
fn every_rule_and_procedure_is_told() {
    let text = cassay_simplify::reference();
    let names = cassay_term::Rewriter::rule_names(cassay_simplify::rule_set());
    assert!(names.len() >= 150, "{} rules", names.len());
    for name in names {
        let row = format!("| {name} | ");
        assert_eq!(text.matches(&row).count(), 1, "{name}");
    }
}
