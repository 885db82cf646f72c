//! Every class of property has a test that violates it and one beside it that does not.

// Shared with the end-to-end test, which uses more of it.
#[allow(dead_code)]
#[path = "end_to_end/driver.rs"]
mod driver;
#[allow(dead_code)]
#[path = "end_to_end/expect.rs"]
mod expect;

use cassay_ir::PropertyClass;
use expect::Test;
use std::collections::BTreeMap;
use std::path::Path;

/// What the tests have for a class.
#[derive(Default)]
struct Found {
    /// A violation is marked.
    bad: bool,
    /// The same file is safe in another run.
    good: bool,
}

#[test]
fn every_class_has_a_bad_and_a_good_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    for (folder, least) in [("c", 100), ("cxx", 40)] {
        let before = files.len();
        driver::collect(&tests.join(folder), &mut files);
        let new = files.len() - before;
        assert!(new > least, "{new} files in tests/{folder}");
    }
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for file in files {
        let test = Test::read(&file).unwrap_or_else(|what| panic!("{file:?}: {what}"));
        let good = test.revisions.iter().any(|run| run.verdict == "safe");
        for mark in &test.marks {
            let class = found.entry(mark.class.clone()).or_default();
            class.bad = true;
            class.good |= good;
        }
    }
    let lacking = |what: fn(&Found) -> bool| -> Vec<&str> {
        let names = PropertyClass::ALL.iter().map(|class| class.name());
        names
            .filter(|name| !found.get(*name).is_some_and(what))
            .collect()
    };
    assert_eq!(
        lacking(|found| found.bad),
        [""; 0],
        "classes without a bad test"
    );
    assert_eq!(
        lacking(|found| found.good),
        [""; 0],
        "classes without a good test"
    );
    for name in found.keys() {
        let known = PropertyClass::from_name(name).is_some();
        assert!(known, "`{name}` is marked, but there is no such class");
    }
}
