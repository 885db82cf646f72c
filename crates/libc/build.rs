//! Compiles every model under `models/` with clang for both data models and embeds the texts.
//!
//! A model is one C file, found by its place in the tree: nothing lists it. The result of the
//! build is one block of LLVM texts, each compressed, and the source of two tables, one of the units and
//! one from every name a unit defines to that unit. Both data models must define the same names,
//! those of C++ aside, and every name once; anything else stops the build.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "src/symbols.rs"]
mod symbols;

/// Clang by the names under which the front-end looks for it, best first.
const CLANG_NAMES: [&str; 9] = [
    "clang-19", "clang", "clang-22", "clang-21", "clang-20", "clang-18", "clang-17", "clang-16",
    "clang-15",
];

/// The machines of the two data models, as the front-end names them.
const TRIPLES: [&str; 2] = ["x86_64-pc-linux-gnu", "i386-pc-linux-gnu"];

/// The folder with models of the C++ library.
const CXX: &str = "cxx";

/// Flags of every model. There is no debug information, as calls are cloned to the caller's place,
/// and no sanitizer: what a model may not do it claims itself.
const FLAGS: &[&str] = &[
    "-S",
    "-emit-llvm",
    "-o",
    "-",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-strict-aliasing",
    "-fno-builtin",
    "-fno-math-errno",
    "-ffp-contract=off",
    "-fno-ident",
    "-fno-pic",
    "-fno-unroll-loops",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unknown-warning-option",
    "-Wno-unused-parameter",
    "-Wno-sign-compare",
    "-nostdlibinc",
];

/// Flags of models in C++. Only their own declarations are used.
const CXX_FLAGS: &[&str] = &["-std=gnu++17", "-nostdinc++", "-x", "c++"];

/// Flags of models in C.
const C_FLAGS: &[&str] = &["-std=gnu17", "-x", "c"];

fn main() {
    // Asked for at run time, because the compiled script may be shared between checkouts.
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let root = Path::new(&folder).join("../..");
    let models = root.join("models");
    let headers = root.join("headers");
    println!("cargo:rerun-if-changed={}", models.display());
    println!("cargo:rerun-if-changed={}", headers.display());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/symbols.rs");
    println!("cargo:rerun-if-env-changed=CLANG");
    println!("cargo:rerun-if-env-changed=PATH");
    if let Err(message) = build(&models, &headers) {
        eprintln!("error: {message}");
        std::process::exit(1);
    }
}

fn build(models: &Path, headers: &Path) -> Result<(), String> {
    let clang = find_clang()?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut units = files(models, "c")?;
    units.extend(files(models, "cpp")?);
    units.sort();
    let jobs: Vec<(&PathBuf, &str)> = units
        .iter()
        .flat_map(|unit| TRIPLES.map(|triple| (unit, triple)))
        .collect();
    let texts = in_parallel(&jobs, |(unit, triple)| {
        compile(&clang, &models.join(unit), triple, models, headers)
    })?;
    let mut table = String::from("static UNITS: &[Unit] = &[\n");
    let mut block = Vec::new();
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (index, (unit, pair)) in units.iter().zip(texts.chunks(2)).enumerate() {
        let [wide, narrow] = pair else {
            return Err("a model without two texts".into());
        };
        let mut defined = symbols::of(wide).defined;
        let narrow_names = symbols::of(narrow).defined;
        if unit.starts_with(CXX) {
            // Mangled names contain the types of parameters.
            defined.extend(narrow_names);
        } else if defined != narrow_names {
            let shown = unit.display();
            return Err(format!("models/{shown} defines other names with 32 bits"));
        }
        for name in defined {
            if let Some(first) = names.insert(name.clone(), index) {
                let (first, second) = (units[first].display(), unit.display());
                return Err(format!("`{name}` is in models/{first} and models/{second}"));
            }
        }
        let [wide, narrow] = [wide, narrow].map(|text| {
            let start = block.len();
            block.extend(miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6));
            start..block.len()
        });
        let name = unit.with_extension("");
        let _ = writeln!(
            table,
            "    Unit {{ name: {:?}, lp64: {wide:?}, ilp32: {narrow:?} }},",
            name.display().to_string(),
        );
    }
    table.push_str("];\nstatic INDEX: &[(&str, u32)] = &[\n");
    for (name, unit) in &names {
        let _ = writeln!(table, "    ({name:?}, {unit}),");
    }
    table.push_str("];\nstatic HEADERS: &[(&str, &str)] = &[\n");
    for header in files(headers, "h")? {
        let name = header.display().to_string();
        let path = headers.join(&header);
        let path = path.canonicalize().map_err(|error| error.to_string())?;
        let _ = writeln!(table, "    ({name:?}, include_str!({path:?})),");
    }
    table.push_str("];\n");
    write(&out.join("models.deflate"), &block)?;
    write(&out.join("tables.rs"), table.as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn find_clang() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("CLANG") {
        return Ok(path.into());
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&search).collect();
    CLANG_NAMES
        .iter()
        .find_map(|name| {
            directories
                .iter()
                .map(|directory| directory.join(name))
                .find(|candidate| candidate.is_file())
        })
        .ok_or_else(|| {
            "the models of the C library are compiled with clang, and there is none on the PATH; \
             install clang-19 or set CLANG"
                .into()
        })
}

/// The files with an extension below a folder, sorted, as paths relative to it.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut pending = vec![PathBuf::new()];
    while let Some(inner) = pending.pop() {
        let place = folder.join(&inner);
        let entries =
            std::fs::read_dir(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        for entry in entries {
            let entry = entry.map_err(|error| error.to_string())?;
            let relative = inner.join(entry.file_name());
            if entry.path().is_dir() {
                pending.push(relative);
            } else if relative.extension().is_some_and(|found| found == extension) {
                found.push(relative);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Runs every job, as many at a time as there are processors, results in order.
fn in_parallel<T: Sync>(
    jobs: &[T],
    work: impl Fn(&T) -> Result<String, String> + Sync,
) -> Result<Vec<String>, String> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Ok(String::new()); jobs.len()]);
    let worker = || {
        while let Some((index, job)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            jobs.get(index).map(|job| (index, job))
        } {
            let result = work(job);
            if let Ok(mut results) = results.lock() {
                results[index] = result;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(worker);
        }
    });
    let results = results.into_inner().map_err(|error| error.to_string())?;
    results.into_iter().collect()
}

fn compile(
    clang: &Path,
    source: &Path,
    triple: &str,
    models: &Path,
    headers: &Path,
) -> Result<String, String> {
    let language = match source.extension() {
        Some(extension) if extension == "cpp" => CXX_FLAGS,
        _ => C_FLAGS,
    };
    let output = Command::new(clang)
        .args(FLAGS)
        .args(language)
        .arg(format!("--target={triple}"))
        .arg("-I")
        .arg(models)
        .arg("-isystem")
        .arg(headers)
        .arg(source)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", clang.display()))?;
    if !output.status.success() {
        let diagnostics = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} for {triple}:\n{diagnostics}", source.display()));
    }
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    Ok(tidy(&text))
}

/// The text without what nobody reads: comments, the file name, attributes that are strings.
fn tidy(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        if line.is_empty() || line.starts_with(';') || line.starts_with("source_filename") {
            continue;
        }
        if let Some((head, _)) = line.split_once("; preds = ") {
            kept.push_str(head.trim_end());
        } else if line.starts_with("attributes #") {
            let words = line.split(' ').filter(|word| !word.starts_with('"'));
            kept.push_str(&words.collect::<Vec<_>>().join(" "));
        } else {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    kept
}
