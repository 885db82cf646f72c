//! Builds Bitwuzla from the source tree that the crate `bitwuzla-sys` carries.
//!
//! The sources are compiled with `cc` against the CaDiCaL that the crate `cadical` compiles anyway
//! and against the system's GMP and SymFPU headers. Nothing is downloaded: both source trees are
//! found with `cargo metadata --offline`. The library is always optimised, whatever the Rust
//! profile, and is kept in `target/solver-cache/<key>` so that all profiles share one build.
//! `CASSAY_SOLVER_CACHE` names another directory, for CI or for several target directories.
//!
//! Linking: the archive is bundled into this crate's rlib, which the linker sees before its
//! dependency `cadical`, so that references to CaDiCaL resolve with order-sensitive linkers too.
//! Static copies of GMP and of the C++ library are beside the archive. They are preferred to shared
//! ones because that directory is searched first; if a static copy is missing, the shared one is used.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

const BITWUZLA_SYS: (&str, &str) = ("bitwuzla-sys", "0.8.0");
const CADICAL: (&str, &str) = ("cadical", "0.1.16");

/// Parts of Bitwuzla's `src` that an embedded solver does not need: the command line, the
/// Python bindings and the parsers. (The printer uses the lexer of SMT-LIB.)
const NOT_EMBEDDED: [&str; 8] = [
    "main",
    "api/python",
    "api/c/parser.cpp",
    "api/cpp/parser.cpp",
    "parser/btor2",
    "parser/smt2/parser.cpp",
    "parser/smt2/symbol_table.cpp",
    "parser/smt2/token.cpp",
];

/// The values for the placeholders in Bitwuzla's `config.h.in`, which Meson would fill in.
const CONFIG: [(&str, &str); 9] = [
    ("is_debug_build", "false"),
    ("is_dev_version", "false"),
    ("is_git_version", "false"),
    ("git_id", ""),
    ("version", BITWUZLA_SYS.1),
    ("license", "MIT"),
    ("os", "linux"),
    ("cc", ""),
    ("cxx", ""),
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CXX");
    println!("cargo:rerun-if-env-changed=CXXFLAGS");
    println!("cargo:rerun-if-env-changed=CASSAY_SOLVER_CACHE");
    if let Err(message) = run() {
        eprintln!("error: cannot build the embedded Bitwuzla: {message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let out_dir = PathBuf::from(variable("OUT_DIR")?);
    let (bitwuzla, cadical) = find_sources(&out_dir)?;
    let mut build = configure(&bitwuzla, &cadical, &out_dir);
    require_headers(&build, &out_dir)?;

    let recipe = recipe(&build)?;
    let cache = cache_root(&out_dir).join(cache_key(&recipe));
    let library = cache.join("libbitwuzla.a");
    if !library.exists() {
        fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
        let note = cache.join("recipe.txt");
        fs::write(&note, &recipe).map_err(|e| format!("{}: {e}", note.display()))?;
        copy_static("libgmp.a", &build, &cache)?;
        copy_static("libstdc++.a", &build, &cache)?;
        compile(&mut build, &bitwuzla, &out_dir, &library)?;
    }
    let shim = "cpp/quiet.cpp";
    println!("cargo:rerun-if-changed={shim}");
    let mut quiet = cc::Build::new();
    quiet
        .cpp(true)
        .cpp_link_stdlib(None)
        .opt_level(2)
        .debug(false)
        .file(shim);
    quiet
        .try_compile("cassay_bitwuzla_quiet")
        .map_err(|e| e.to_string())?;
    link(&cache);
    Ok(())
}

/// Tells Cargo what to link. `rerun-if-changed` on the archive rebuilds it after someone empties
/// the cache.
fn link(cache: &Path) {
    println!(
        "cargo:rerun-if-changed={}",
        cache.join("libbitwuzla.a").display()
    );
    println!("cargo:rustc-link-search=native={}", cache.display());
    println!("cargo:rustc-link-lib=static=bitwuzla");
    let kind = if cache.join("libgmp.a").exists() {
        "static"
    } else {
        "dylib"
    };
    println!("cargo:rustc-link-lib={kind}=gmp");
    println!("cargo:rustc-link-lib=stdc++");
    println!("cargo:rustc-link-lib=m");
}

/// The compiler settings of Bitwuzla's own release build.
///
/// `NTRACING` must match the build of the crate `cadical`: it changes the layout of
/// `CaDiCaL::Solver`, which Bitwuzla allocates.
fn configure(bitwuzla: &Path, cadical: &Path, out_dir: &Path) -> cc::Build {
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .opt_level(2)
        .debug(false)
        .warnings(false)
        .extra_warnings(false)
        .cargo_metadata(false)
        .define("NDEBUG", None)
        .define("NTRACING", None)
        .define("HAVE_RUSAGE", None)
        .include(out_dir.join("generated"))
        .include(bitwuzla.join("include"))
        .include(bitwuzla.join("src"))
        .include(bitwuzla.join("src/lib"))
        .include(cadical.join("src"));
    build
}

fn compile(
    build: &mut cc::Build,
    bitwuzla: &Path,
    out_dir: &Path,
    library: &Path,
) -> Result<(), String> {
    let generated = out_dir.join("generated");
    fs::create_dir_all(&generated).map_err(|e| format!("{}: {e}", generated.display()))?;
    write_config(bitwuzla, &generated.join("config.h"))
        .map_err(|e| format!("generating config.h: {e}"))?;

    let source_root = bitwuzla.join("src");
    let mut sources = Vec::new();
    collect_sources(&source_root, &source_root, &mut sources)
        .map_err(|e| format!("{}: {e}", source_root.display()))?;
    sources.sort();
    let objects = out_dir.join("objects");
    build.files(&sources).out_dir(&objects);
    build.try_compile("bitwuzla").map_err(|e| e.to_string())?;

    publish(&objects.join("libbitwuzla.a"), library)?;
    // The objects are in the archive now; delete the second copy.
    fs::remove_dir_all(&objects).map_err(|e| format!("{}: {e}", objects.display()))
}

/// Copies a file into the cache atomically, so that a concurrent build sees all of it or none.
fn publish(from: &Path, to: &Path) -> Result<(), String> {
    let partial = to.with_extension(format!("partial-{}", std::process::id()));
    fs::copy(from, &partial)
        .and_then(|_| fs::rename(&partial, to))
        .map_err(|e| format!("copying {} to {}: {e}", from.display(), to.display()))
}

fn collect_sources(root: &Path, dir: &Path, sources: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let relative = path.strip_prefix(root).unwrap_or(&path);
        if NOT_EMBEDDED
            .iter()
            .any(|skipped| relative == Path::new(skipped))
        {
            continue;
        }
        if path.is_dir() {
            collect_sources(root, &path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "cpp") {
            sources.push(path);
        }
    }
    Ok(())
}

/// Fills in Bitwuzla's `config.h.in`, which its own build leaves to Meson.
fn write_config(bitwuzla: &Path, target: &Path) -> io::Result<()> {
    let mut text = fs::read_to_string(bitwuzla.join("src/config.h.in"))?;
    for (name, value) in CONFIG {
        text = text.replace(&format!("@{name}@"), value);
    }
    fs::write(target, text)
}

/// Checks for the system headers first, because the compiler's message would not name the package.
fn require_headers(build: &cc::Build, out_dir: &Path) -> Result<(), String> {
    let needed = [
        ("gmpxx.h", "libgmp-dev", "gmp-devel / gmp-c++"),
        (
            "symfpu/core/unpackedFloat.h",
            "libsymfpu-dev",
            "symfpu headers",
        ),
    ];
    for (header, debian, elsewhere) in needed {
        let probe = out_dir.join("probe.cpp");
        fs::write(&probe, format!("#include <{header}>\n"))
            .map_err(|e| format!("{}: {e}", probe.display()))?;
        let compiler = build.try_get_compiler().map_err(|e| e.to_string())?;
        let output = compiler
            .to_command()
            .arg("-E")
            .arg(&probe)
            .output()
            .map_err(|e| format!("running {} (Debian: g++): {e}", compiler.path().display()))?;
        if !output.status.success() {
            return Err(format!(
                "the header <{header}> was not found. On Debian or Ubuntu: apt install {debian} \
                 (elsewhere: {elsewhere})"
            ));
        }
    }
    Ok(())
}

/// Puts the compiler's static copy of a library into the cache, if it has one.
fn copy_static(name: &str, build: &cc::Build, cache: &Path) -> Result<(), String> {
    let compiler = build.try_get_compiler().map_err(|e| e.to_string())?;
    let output = Command::new(compiler.path())
        .arg(format!("-print-file-name={name}"))
        .output()
        .map_err(|e| format!("running {}: {e}", compiler.path().display()))?;
    let found = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    // A compiler that does not know the library echoes the bare name.
    if found.is_absolute() && found.exists() {
        publish(&found, &cache.join(name))?;
    }
    Ok(())
}

/// The source trees of Bitwuzla and of CaDiCaL, as Cargo unpacked them.
///
/// Cargo is asked about a temporary package with only these two dependencies. For the workspace it
/// would require every package of every member and platform, which a build of one member need not
/// have fetched.
fn find_sources(out_dir: &Path) -> Result<(PathBuf, PathBuf), String> {
    let workspace = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let manifest = write_locator(&workspace, &out_dir.join("locator"))
        .map_err(|e| format!("writing a package that locates the sources: {e}"))?;
    let output = Command::new(variable("CARGO")?)
        .args(["metadata", "--offline", "--format-version", "1"])
        .args(["--filter-platform", &variable("TARGET")?])
        .arg("--manifest-path")
        .arg(&manifest)
        .current_dir(&workspace)
        .output()
        .map_err(|e| format!("running cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata = String::from_utf8_lossy(&output.stdout);
    let bitwuzla = package_root(&metadata, BITWUZLA_SYS)?.join("bitwuzla");
    let cadical = package_root(&metadata, CADICAL)?.join("cadical");
    Ok((bitwuzla, cadical))
}

/// The lock file is the workspace's, so that the versions found are those of the build.
fn write_locator(workspace: &Path, locator: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(locator.join("src"))?;
    fs::write(locator.join("src/lib.rs"), "")?;
    let lock = workspace
        .ancestors()
        .map(|d| d.join("Cargo.lock"))
        .find(|lock| lock.exists());
    if let Some(lock) = lock {
        fs::copy(lock, locator.join("Cargo.lock"))?;
    }
    let mut text = String::from(
        "[package]\nname = \"locator\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
         [workspace]\n[dependencies]\n",
    );
    for (name, version) in [BITWUZLA_SYS, CADICAL] {
        text += &format!("{name} = {{ version = \"={version}\", default-features = false }}\n");
    }
    let manifest = locator.join("Cargo.toml");
    fs::write(&manifest, text)?;
    Ok(manifest)
}

/// Reads a package's directory out of Cargo's JSON. A package starts with its name and version, and
/// `manifest_path` occurs once in each, so that no JSON parser is needed.
fn package_root(metadata: &str, (name, version): (&str, &str)) -> Result<PathBuf, String> {
    let missing = || format!("cargo metadata does not list {name} {version}");
    let start = metadata
        .find(&format!("\"name\":\"{name}\",\"version\":\"{version}\""))
        .ok_or_else(missing)?;
    let key = "\"manifest_path\":\"";
    let path = metadata[start..]
        .find(key)
        .map(|at| start + at + key.len())
        .ok_or_else(missing)?;
    let end = metadata[path..]
        .find('"')
        .map(|at| path + at)
        .ok_or_else(missing)?;
    let manifest = metadata[path..end].replace("\\\\", "\\");
    Path::new(&manifest)
        .parent()
        .map(Path::to_path_buf)
        .ok_or_else(missing)
}

/// `target/solver-cache`: Cargo marks the root of a target directory with `CACHEDIR.TAG`.
fn cache_root(out_dir: &Path) -> PathBuf {
    if let Some(directory) = env::var_os("CASSAY_SOLVER_CACHE") {
        return PathBuf::from(directory);
    }
    out_dir
        .ancestors()
        .find(|directory| directory.join("CACHEDIR.TAG").exists())
        .unwrap_or(out_dir)
        .join("solver-cache")
}

/// Everything that determines the contents of the archive: versions, sources, compiler, flags.
/// Include directories and prefix maps contain paths of one checkout and do not affect the result.
fn recipe(build: &cc::Build) -> Result<String, String> {
    let compiler = build.try_get_compiler().map_err(|e| e.to_string())?;
    let flags: Vec<String> = compiler
        .args()
        .iter()
        .map(|argument| argument.to_string_lossy().into_owned())
        .filter(|argument| !argument.contains('/') && argument != "-I")
        .collect();
    let version = Command::new(compiler.path())
        .arg("--version")
        .output()
        .map_err(|e| format!("running {}: {e}", compiler.path().display()))?;
    Ok(format!(
        "{BITWUZLA_SYS:?} {CADICAL:?}\nwithout {NOT_EMBEDDED:?}\nconfig {CONFIG:?}\nfor {}\n{} {}\n{}",
        variable("TARGET")?,
        compiler.path().display(),
        flags.join(" "),
        String::from_utf8_lossy(&version.stdout),
    ))
}

fn cache_key(recipe: &str) -> String {
    let mut hasher = DefaultHasher::new();
    recipe.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("Cargo did not set {name}"))
}
