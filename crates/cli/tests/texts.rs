//! What the tool prints about itself: pages of properties, the manual page, completions.

mod support;

use support::Folder;

#[test]
fn classes_are_explained() {
    let folder = Folder::new("explain");
    let text = folder.expect(&["--explain", "pointer.bounds"], 0);
    assert!(
        text.starts_with("pointer.bounds: access out of the bounds of its object\n"),
        "{text}"
    );
    assert!(
        text.contains("CWE-119") && text.contains("--pointer-check"),
        "{text}"
    );
    folder.refused(
        &["--explain", "pointer.bound"],
        "did you mean 'pointer.bounds'?",
    );
    folder.refused(&["--completions", "cmd"], "bash, zsh or fish");
    assert!(
        folder
            .expect(&["--man-page"], 0)
            .starts_with(".TH CASSAY 1")
    );
    assert!(
        folder
            .expect(&["--completions", "bash"], 0)
            .contains("complete -o filenames")
    );
}
