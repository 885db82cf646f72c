//! What the drivers over `tests/c` and `tests/cxx` share: which files are meant, and running on all cores.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Makes the repository the current directory, so that paths in reports are short.
pub fn enter_repository() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Err(error) = std::env::set_current_dir(&top) {
        eprintln!("{}: {error}", top.display());
        std::process::exit(1);
    }
}

/// The words of the command line, which choose files by their path.
pub fn words() -> Vec<String> {
    let args = std::env::args().skip(1);
    args.filter(|arg| !arg.starts_with('-')).collect()
}

/// The programs whose path contains one of the words, in order; all of them if there are no words.
pub fn programs(words: &[String]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(Path::new("tests/c"), &mut files);
    collect(Path::new("tests/cxx"), &mut files);
    files.sort();
    files.retain(|file| {
        let name = file.to_string_lossy();
        words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
    });
    files
}

/// The extensions of programs.
const KINDS: [&str; 3] = ["c", "i", "cpp"];

/// Every C and C++ file below a directory, except parts of other tests.
pub fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "parts") {
                collect(&path, files);
            }
        } else if is_program(&path) {
            files.push(path);
        }
    }
}

fn is_program(path: &Path) -> bool {
    let kind = path.extension().and_then(std::ffi::OsStr::to_str);
    kind.is_some_and(|kind| KINDS.contains(&kind))
}

/// Works on all items on all cores; the results in the order of the items.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    on_all_cores_times(1, items, work)
}

/// The same with several items at once for each core, for work that waits for part of its time.
pub fn on_all_cores_times<T: Sync, R: Send>(
    each: usize,
    items: &[T],
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                break;
            };
            let result = work(index, item);
            if let Ok(mut results) = results.lock() {
                results.push((index, result));
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers * each {
            scope.spawn(run);
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
