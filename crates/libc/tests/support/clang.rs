//! The clang that the tests run: the one that the build would choose.

use std::path::PathBuf;

/// The program named by `CLANG`, or the best one on the `PATH`.
pub fn find() -> PathBuf {
    if let Some(path) = std::env::var_os("CLANG") {
        return path.into();
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    [
        "clang-19", "clang", "clang-22", "clang-21", "clang-20", "clang-18", "clang-17",
    ]
    .iter()
    .find_map(|name| {
        std::env::split_paths(&search)
            .map(|directory| directory.join(name))
            .find(|candidate| candidate.is_file())
    })
    .expect("the build found a clang too")
}
