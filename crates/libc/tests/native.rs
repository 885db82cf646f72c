//! Models against the C library of this machine.
//!
//! The models are compiled as they are, under names of their own, and linked with the C files under
//! `tests/native`, which call both sides on thousands of inputs. Where a model leaves the result
//! open, the result of the library must be among those it allows.

#![cfg(all(target_arch = "x86_64", target_env = "gnu"))]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

#[path = "support/clang.rs"]
mod clang;

/// Models that the checks call, by folder or file, with what they need.
const MODELS: &[&str] = &[
    "complex",
    "ctype",
    "errno",
    "libgen",
    "math",
    "socket",
    "stdio/format.c",
    "stdio/format_exact.c",
    "stdio/format_float.c",
    "stdio/getline.c",
    "stdio/read.c",
    "stdio/scan.c",
    "stdio/sprintf.c",
    "stdio/state.c",
    "stdlib/absolute.c",
    "stdlib/allocate.c",
    "stdlib/atoi.c",
    "stdlib/entropy.c",
    "stdlib/environment.c",
    "stdlib/floats.c",
    "stdlib/integers.c",
    "stdlib/multibyte.c",
    "stdlib/random.c",
    "stdlib/random48.c",
    "stdlib/search.c",
    "stdlib/sort.c",
    "string",
    "time",
    "wchar",
];

/// Names that the bundled headers define as macros, so that they keep their names.
const MACROS: &[&str] = &["isinf", "isnan", "stderr", "stdin", "stdout"];

#[test]
fn models_agree_with_the_library_of_this_machine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native");
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    let names = folder.join("names.h");
    std::fs::write(&names, renaming()).expect("the folder for temporary files can be written");
    let mut jobs: Vec<Job> = Vec::new();
    for model in MODELS {
        let place = root.join("models").join(model);
        for source in c_files(&place) {
            jobs.push(Job::new(&folder, source, true));
        }
    }
    let native = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native");
    for source in c_files(&native) {
        jobs.push(Job::new(&folder, source, false));
    }
    let queue = Mutex::new(jobs.iter());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(job) = { queue.lock().expect("no worker panics").next() } {
                    job.compile(&root, &names);
                }
            });
        }
    });
    let program = folder.join("native");
    run(Command::new(clang::find())
        .args(jobs.iter().map(|job| &job.object))
        .args(["-lm", "-o"])
        .arg(&program));
    let output = run(&mut Command::new(&program));
    assert!(output.contains(" 0 failures"), "{output}");
    let checks = output.rsplit('\n').find_map(|line| {
        let (count, _) = line.split_once(" checks,")?;
        count.parse::<u64>().ok()
    });
    assert!(checks > Some(1_000_000), "{output}");
}

/// One C file to compile.
struct Job {
    source: PathBuf,
    object: PathBuf,
    is_model: bool,
}

impl Job {
    fn new(folder: &Path, source: PathBuf, is_model: bool) -> Job {
        let parts = source.components().rev().take(2);
        let name: Vec<_> = parts
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        let object = folder.join(format!("{}.o", name.join("-")));
        Job {
            source,
            object,
            is_model,
        }
    }

    fn compile(&self, root: &Path, names: &Path) {
        let mut command = Command::new(clang::find());
        command.args([
            "-c",
            "-O1",
            "-fno-builtin",
            "-fno-math-errno",
            "-frounding-math",
        ]);
        command.args([
            "-ffp-contract=off",
            "-fno-strict-aliasing",
            "-std=gnu17",
            "-w",
        ]);
        if self.is_model {
            command.arg("-nostdlibinc").arg("-include").arg(names);
            command.arg("-I").arg(root.join("models"));
            command.arg("-isystem").arg(root.join("headers"));
        }
        run(command.arg(&self.source).arg("-o").arg(&self.object));
    }
}

/// Definitions that give every model a name of its own.
fn renaming() -> String {
    let mut text = String::new();
    for name in cassay_libc::names().filter(|name| !MACROS.contains(name)) {
        let _ = writeln!(text, "#define {name} model_{name}");
    }
    text
}

/// A C file, or those of a folder.
fn c_files(place: &Path) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = std::fs::read_dir(place).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files
}

/// Runs a command that must succeed; what it printed.
fn run(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{text}\n{errors}");
    text
}
