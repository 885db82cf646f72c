//! Safe programs in C++ come to their end: what is proved is not proved of nothing.
//!
//! A claim behind what cannot be reached always holds. Every safe run of a program below `tests/cxx` is therefore
//! repeated together with `end.cpp`, which has a variable that is destroyed when the program ends, where
//! it claims that this never happens. That claim must be violated, and it alone.

use crate::expect::{Revision, Test};
use crate::run::Answer;
use std::path::Path;

/// The file that is violated where the program ends.
const END: &str = "crates/cli/tests/end_to_end/end.cpp";

/// The class of its claim.
const CLASS: &str = "assertion";

/// The run that shows that a program ends; none unless one is expected.
pub fn run_to_end(test: &Test, revision: &Revision) -> Option<Revision> {
    let is_cxx = test.path.starts_with("tests/cxx");
    let expected = is_cxx && revision.verdict == "safe" && revision.endless.is_none();
    expected.then(|| Revision {
        name: revision.name.clone(),
        flags: [revision.flags.as_slice(), &[END.to_owned()]].concat(),
        files: revision.files.clone(),
        verdict: "unsafe".into(),
        is_variant: true,
        ..Revision::default()
    })
}

/// What is wrong with the answer to it.
pub fn judge(answer: &Answer) -> Option<String> {
    let end = Path::new(END);
    let at_end = |(file, _, class): &(String, usize, String)| {
        *file == crate::expect::file_name(end) && class == CLASS
    };
    let found = answer.verdict == "unsafe" && answer.violations.iter().all(at_end);
    let missing = format!("answered '{}' where the end is reached", answer.verdict);
    (!found || answer.violations.is_empty()).then_some(missing)
}
