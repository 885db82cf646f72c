//! Runs clang: a C file in, the text of its LLVM IR out.
//!
//! Clang is asked for unoptimised code with the lifetime markers of `-O1`, debug information for
//! names and locations, and the sanitizer checks that the caller wants. Files that a GNU compiler
//! has already preprocessed get a few definitions that let clang read GNU-only spellings. Clang's
//! own messages reach the user unchanged.

use crate::dialects;
use crate::error::FrontendError;
use crate::{DataModel, Options, Source, kinds};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Versions looked for when neither `clang-19` nor `clang` is there, best first.
const OTHER_VERSIONS: [&str; 7] = [
    "clang-22", "clang-21", "clang-20", "clang-18", "clang-17", "clang-16", "clang-15",
];

/// Without it, loads and stores of scalars carry `!tbaa`.
const NO_ACCESS_TYPES: &str = "-fno-strict-aliasing";

/// Flags that every file gets.
const FLAGS: &[&str] = &[
    "-S",
    "-emit-llvm",
    "-o",
    "-",
    "-g",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    NO_ACCESS_TYPES,
    // Only `[]`, `[0]` and `[1]` at the end of a struct may stand for an array of any length.
    "-fstrict-flex-arrays=1",
    // Variables without an initialiser may be defined in several files, as linkers long allowed.
    "-fcommon",
    "-ffp-contract=off",
    "-fno-color-diagnostics",
    "-fbracket-depth=1024",
    "-w",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-mismatch",
    "-std=gnu17",
];

/// Flags among these that only files in C get.
const C_FLAGS: &[&str] = &[
    "-fcommon",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-mismatch",
    "-std=gnu17",
];

/// Flags that files in C++ get instead. The macros make preconditions of the library's containers calls or traps; the
/// first also makes string functions of libstdc++ part of the program.
const CXX_FLAGS: &[&str] = &[
    "-std=gnu++17",
    "-D_GLIBCXX_ASSERTIONS",
    "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_EXTENSIVE",
];

/// The flag that selects the other library of C++.
const LIBCXX: &str = "-stdlib=libc++";

/// What the text of a module contains in which a function is a coroutine that is not split yet.
const COROUTINE: &[u8] = b"@llvm.coro.";

/// Flags that run the passes without which a module has no meaning, and no others: those that split
/// coroutines.
const REQUIRED_PASSES: &[&str] = &["-mllvm", "-opt-bisect-limit=0"];

/// Definitions for text that a GNU compiler has preprocessed.
const PREPROCESSED_FLAGS: &[&str] = &["-D__malloc__(...)=__malloc__"];

/// Types that GNU compilers know by themselves. The headers of the C library define them for all others,
/// which the text may show.
const GNU_TYPES: [(&str, &str); 5] = [
    ("_Float128", "__float128"),
    ("_Float64x", "long double"),
    ("_Float32", "float"),
    ("_Float64", "double"),
    ("_Float32x", "double"),
];

/// The text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    /// It is yet to be preprocessed.
    Source,
    /// It is preprocessed; by position, which of the [`GNU_TYPES`] it defines itself.
    Preprocessed([bool; GNU_TYPES.len()]),
}

/// Library functions whose result is not an integer. A file that uses one without declaring it is
/// compiled again with clang's builtin knowledge of the library.
const POINTER_FUNCTIONS: &[&str] = &[
    "malloc", "calloc", "realloc", "memcpy", "memmove", "memset", "memchr", "strcpy", "strncpy",
    "strcat", "strncat", "strchr", "strrchr", "strstr", "strdup", "strtok",
];

/// Clang's message about a nested function.
const NESTED_FUNCTION: &str = "function definition is not allowed here";

/// Deeply nested expressions need a deep stack in a recursive-descent parser.
const STACK_BYTES: u64 = 1 << 30;

/// The LLVM assembly text of every input, in order. `.ll` files are read unchanged.
pub(crate) fn llvm_texts(
    inputs: &[Source],
    options: &Options,
) -> Result<Vec<Vec<u8>>, FrontendError> {
    let kinds = inputs
        .iter()
        .map(Input::open)
        .collect::<Result<Vec<_>, _>>()?;
    let clang = if kinds.iter().any(Input::needs_clang) {
        raise_stack_limit();
        Some(find_clang(options)?)
    } else {
        None
    };
    let run = |input: &Input| match (input, &clang) {
        (Input::Llvm(text), _) => Ok(text.clone()),
        (Input::Bitcode(source), Some(clang)) => disassemble(clang, source),
        (Input::Source { source, text }, Some(clang)) => run_clang(clang, source, *text, options),
        (Input::Bitcode(_) | Input::Source { .. }, None) => Err(FrontendError::ClangMissing),
    };
    if kinds.len() == 1 {
        return Ok(vec![run(&kinds[0])?]);
    }
    in_pairs(&kinds, run).into_iter().collect()
}

/// Applies `work` to every item, two at a time, results in order.
fn in_pairs<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let worker = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = work(item);
            if let Ok(mut results) = results.lock() {
                results.push((index, result));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(worker);
        worker();
    });
    let mut results = results
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// An input file that exists and can be read.
enum Input<'s> {
    /// The text of a module.
    Llvm(Vec<u8>),
    /// A module in its binary form.
    Bitcode(&'s Source),
    /// A file in C or C++.
    Source { source: &'s Source, text: Text },
}

impl<'s> Input<'s> {
    fn open(source: &'s Source) -> Result<Input<'s>, FrontendError> {
        let path = &source.path;
        let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => FrontendError::NoSuchFile(path.to_owned()),
            _ => unreadable(path, &error),
        })?;
        if metadata.is_dir() {
            return Err(FrontendError::IsDirectory(path.to_owned()));
        }
        let text = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
        if kinds::is_bitcode(path) {
            Ok(Input::Bitcode(source))
        } else if kinds::is_llvm(path) {
            Ok(Input::Llvm(text))
        } else if kinds::is_c(path) || kinds::is_cxx(path) {
            Ok(Input::Source {
                source,
                text: kind_of_text(path, &text),
            })
        } else {
            Err(FrontendError::UnknownKind(path.to_owned()))
        }
    }

    fn needs_clang(&self) -> bool {
        match self {
            Input::Bitcode(_) | Input::Source { .. } => true,
            Input::Llvm(_) => false,
        }
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> FrontendError {
    FrontendError::Unreadable {
        path: path.to_owned(),
        reason: error.to_string(),
    }
}

/// Whether the text is preprocessed, by its file name or by line markers.
fn kind_of_text(path: &Path, text: &[u8]) -> Text {
    let lines = || text.split(|byte| *byte == b'\n');
    let is_marker = |line: &[u8]| matches!(line, [b'#', b' ', digit, ..] if digit.is_ascii_digit());
    if !kinds::is_preprocessed(path) && !lines().any(is_marker) {
        return Text::Source;
    }
    let mut defined = [false; GNU_TYPES.len()];
    for line in lines().filter(|line| line.starts_with(b"typedef ")) {
        let Some(line) = line.trim_ascii_end().strip_suffix(b";") else {
            continue;
        };
        for ((name, _), defined) in GNU_TYPES.iter().zip(&mut defined) {
            let before = line.strip_suffix(name.as_bytes());
            *defined |= before.is_some_and(|before| before.ends_with(b" "));
        }
    }
    Text::Preprocessed(defined)
}

/// The clang to run: the one the user named, or the best on the `PATH`.
fn find_clang(options: &Options) -> Result<PathBuf, FrontendError> {
    if let Some(path) = &options.clang {
        return Ok(path.clone());
    }
    let search = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&search).collect();
    ["clang-19", "clang"]
        .iter()
        .chain(&OTHER_VERSIONS)
        .find_map(|name| {
            directories
                .iter()
                .map(|directory| directory.join(name))
                .find(|candidate| candidate.is_file())
        })
        .ok_or(FrontendError::ClangMissing)
}

/// Raises the soft stack limit, which child processes inherit. Failure is harmless.
fn raise_stack_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Stack);
    let wanted = limit
        .maximum
        .map_or(STACK_BYTES, |hard| hard.min(STACK_BYTES));
    if limit.current.is_some_and(|soft| soft < wanted) {
        let _ = setrlimit(
            Resource::Stack,
            Rlimit {
                current: Some(wanted),
                maximum: limit.maximum,
            },
        );
    }
}

/// The arguments for one file.
fn arguments(source: &Source, text: Text, library: Library, options: &Options) -> Vec<String> {
    let mut arguments: Vec<String> = FLAGS.iter().map(ToString::to_string).collect();
    if kinds::is_cxx(&source.path) {
        arguments.retain(|flag| !C_FLAGS.contains(&flag.as_str()));
        arguments.extend(CXX_FLAGS.iter().map(ToString::to_string));
    }
    if options.access_types || options.alignment {
        // With strict aliasing enabled, clang annotates the type of each access and marks
        // assignments of structures.
        arguments.retain(|flag| flag != NO_ACCESS_TYPES);
    }
    arguments.push(format!("--target={}", options.data_model.triple()));
    if library == Library::Plain {
        arguments.push("-fno-builtin".into());
    }
    if let Text::Preprocessed(defined) = text
        && !kinds::is_cxx(&source.path)
    {
        arguments.extend(PREPROCESSED_FLAGS.iter().map(ToString::to_string));
        let types = GNU_TYPES.iter().zip(defined);
        let missing = types.filter(|(_, defined)| !defined);
        arguments.extend(missing.map(|((name, meaning), _)| format!("-D{name}={meaning}")));
    }
    let sanitizers = sanitizers(source, options);
    if !sanitizers.is_empty() {
        arguments.push(format!("-fsanitize={}", sanitizers.join(",")));
        arguments.push("-fsanitize-recover=all".into());
    }
    arguments.extend(source.args.iter().cloned());
    arguments.extend(options.clang_args.iter().cloned());
    if let Some(headers) = &options.headers
        && !kinds::is_cxx(&source.path)
    {
        // After the user's own folders; clang's own headers stay.
        arguments.extend(["-nostdlibinc".into(), "-isystem".into()]);
        arguments.push(headers.display().to_string());
    }
    arguments
}

/// The sanitizers that fit a file. In C++ the end of a function without a `return` is undefined, whoever uses
/// the value; without the sanitizer nothing tells it from what follows a call that does not return.
fn sanitizers<'o>(source: &Source, options: &'o Options) -> Vec<&'o str> {
    let mut names: Vec<&str> = options.sanitizers.iter().map(String::as_str).collect();
    let has = |flag: &str| {
        source
            .args
            .iter()
            .chain(&options.clang_args)
            .any(|arg| arg == flag)
    };
    if !kinds::is_cxx(&source.path) || has("-fno-rtti") {
        names.retain(|name| *name != "vptr");
    }
    if kinds::is_cxx(&source.path) && !names.contains(&"return") {
        names.push("return");
    }
    names
}

/// The arguments that name a file of C or C++.
fn file_arguments(source: &Source) -> [String; 3] {
    let path = source.path.display().to_string();
    let path = if path.starts_with('-') {
        format!("./{path}")
    } else {
        path
    };
    let language = if kinds::is_cxx(&source.path) {
        "c++"
    } else {
        "c"
    };
    ["-x".into(), language.into(), path]
}

/// The arguments that name preprocessed text on standard input.
const TEXT_ARGUMENTS: [&str; 3] = ["-x", "cpp-output", "-"];

/// The text of a source after preprocessing, without line markers.
pub(crate) fn preprocess(source: &Source, options: &Options) -> Result<Vec<u8>, FrontendError> {
    let text = std::fs::read(&source.path).map_err(|error| unreadable(&source.path, &error))?;
    let kind = kind_of_text(&source.path, &text);
    let mut arguments = arguments(source, kind, Library::Plain, options);
    arguments.extend(["-E".into(), "-P".into()]);
    arguments.extend(file_arguments(source));
    run_once(&find_clang(options)?, &source.path, &arguments, &[])
}

/// Compiles the preprocessed text of a source with the flags of the source, but keeps the names
/// that clang gives to values.
pub(crate) fn compile_text(
    text: &[u8],
    source: &Source,
    options: &Options,
) -> Result<Vec<u8>, FrontendError> {
    let clang = find_clang(options)?;
    with_library(|library| {
        let mut arguments = arguments(source, Text::Source, library, options);
        arguments.push("-fno-discard-value-names".into());
        arguments.extend(TEXT_ARGUMENTS.map(Into::into));
        run_once(&clang, &source.path, &arguments, text)
    })
}

/// Compiles text in C++ with the flags of a source.
pub(crate) fn compile_part(
    text: &str,
    source: &Source,
    options: &Options,
) -> Result<Vec<u8>, FrontendError> {
    let mut arguments = arguments(source, Text::Source, Library::Plain, options);
    arguments.extend(["-x", "c++", "-"].map(Into::into));
    run_once(
        &find_clang(options)?,
        &source.path,
        &arguments,
        text.as_bytes(),
    )
}

/// Clang's syntax tree of preprocessed text, complete or filtered by a name.
pub(crate) fn syntax_tree(
    text: &[u8],
    source: &Source,
    options: &Options,
    name: Option<&str>,
) -> Result<Vec<u8>, FrontendError> {
    let mut arguments = arguments(source, Text::Source, Library::Plain, options);
    arguments.extend(["-fsyntax-only", "-Xclang", "-ast-dump=json"].map(Into::into));
    if let Some(name) = name {
        let filter = format!("-ast-dump-filter={name}");
        arguments.extend(["-Xclang".into(), filter]);
    }
    arguments.extend(TEXT_ARGUMENTS.map(Into::into));
    run_once(&find_clang(options)?, &source.path, &arguments, text)
}

/// The text of a source after preprocessing, with line markers.
pub(crate) fn preprocess_marked(
    source: &Source,
    options: &Options,
) -> Result<Vec<u8>, FrontendError> {
    let text = std::fs::read(&source.path).map_err(|error| unreadable(&source.path, &error))?;
    let kind = kind_of_text(&source.path, &text);
    let mut arguments = arguments(source, kind, Library::Plain, options);
    arguments.push("-E".into());
    arguments.extend(file_arguments(source));
    run_once(&find_clang(options)?, &source.path, &arguments, &[])
}

/// Compiles preprocessed text instead of a source.
pub(crate) fn compile_instead(
    text: &[u8],
    source: &Source,
    options: &Options,
) -> Result<Vec<u8>, FrontendError> {
    let clang = find_clang(options)?;
    with_library(|library| {
        let mut arguments = arguments(source, Text::Source, library, options);
        arguments.extend(TEXT_ARGUMENTS.map(Into::into));
        run_once(&clang, &source.path, &arguments, text)
    })
}

/// Compiles a source with other options.
pub(crate) fn compile_again(source: &Source, options: &Options) -> Result<Vec<u8>, FrontendError> {
    let text = std::fs::read(&source.path).map_err(|error| unreadable(&source.path, &error))?;
    let kind = kind_of_text(&source.path, &text);
    run_clang(&find_clang(options)?, source, kind, options)
}

/// Clang's messages about preprocessed text with one warning enabled.
pub(crate) fn warnings(
    text: &[u8],
    source: &Source,
    options: &Options,
    kind: &str,
) -> Result<String, FrontendError> {
    let mut arguments = arguments(source, Text::Source, Library::Plain, options);
    arguments.retain(|flag| flag != "-w");
    arguments.extend(WARNING_ARGUMENTS.map(Into::into));
    arguments.push(format!("-W{kind}"));
    arguments.extend(TEXT_ARGUMENTS.map(Into::into));
    let clang = find_clang(options)?;
    let output = run_with_input(&clang, &arguments, text);
    let output = output.map_err(|error| FrontendError::ClangUnusable {
        path: clang,
        reason: error.to_string(),
    })?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The arguments that make clang print only the requested warnings, with ranges.
const WARNING_ARGUMENTS: [&str; 4] = [
    "-fsyntax-only",
    "-fno-caret-diagnostics",
    "-fdiagnostics-print-source-range-info",
    "-Wno-everything",
];

/// Whether clang treats library functions as builtins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Library {
    Plain,
    Known,
}

fn run_clang(
    clang: &Path,
    source: &Source,
    kind: Text,
    options: &Options,
) -> Result<Vec<u8>, FrontendError> {
    let run = |declarations: &str| {
        with_library(|library| {
            let mut arguments = arguments(source, kind, library, options);
            if !declarations.is_empty() {
                arguments.extend(["-include".to_owned(), "/dev/stdin".to_owned()]);
            }
            arguments.extend(file_arguments(source));
            run_once(clang, &source.path, &arguments, declarations.as_bytes())
        })
    };
    let long = match options.data_model {
        DataModel::Lp64 => 64,
        DataModel::Ilp32 => 32,
    };
    if kinds::is_cxx(&source.path) {
        let text = match run("") {
            Err(FrontendError::Rejected { path, diagnostics }) if kind == Text::Source => {
                let declarations = dialects::undeclared(&diagnostics, long);
                let again = (!declarations.is_empty()).then(|| run(&declarations));
                // If that does not help, the first messages count.
                let again = again.and_then(Result::ok);
                again.ok_or(FrontendError::Rejected { path, diagnostics })?
            }
            result => result?,
        };
        return match text.windows(COROUTINE.len()).any(|part| part == COROUTINE) {
            true => split_coroutines(clang, source, kind, options),
            false => Ok(text),
        };
    }
    let text = run("")?;
    let declarations = dialects::missing_declarations(&text, long);
    if declarations.is_empty() || kind != Text::Source {
        return Ok(text);
    }
    // If that does not help, the missing declaration is an error.
    Ok(run(&declarations).unwrap_or(text))
}

/// Compiles a file with coroutines: these are split into the functions that they mean, and nothing else is
/// changed.
fn split_coroutines(
    clang: &Path,
    source: &Source,
    kind: Text,
    options: &Options,
) -> Result<Vec<u8>, FrontendError> {
    let mut arguments = arguments(source, kind, Library::Plain, options);
    if let Some(at) = arguments
        .iter()
        .position(|flag| flag == "-disable-llvm-passes")
    {
        arguments.drain(at - 1..=at);
    }
    arguments.extend(REQUIRED_PASSES.iter().map(ToString::to_string));
    arguments.extend(file_arguments(source));
    run_once(clang, &source.path, &arguments, &[])
}

/// The text of a module in its binary form. A clang that is older than the compiler that wrote it may not
/// read it, and says so.
fn disassemble(clang: &Path, source: &Source) -> Result<Vec<u8>, FrontendError> {
    let flags = [
        "-x",
        "ir",
        "-S",
        "-emit-llvm",
        "-o",
        "-",
        "-w",
        "-Xclang",
        "-disable-llvm-passes",
    ];
    let [_, _, path] = file_arguments(source);
    let mut arguments: Vec<String> = flags.iter().map(ToString::to_string).collect();
    arguments.push(path);
    run_once(clang, &source.path, &arguments, &[])
}

/// Compiles, and repeats it with clang's builtin knowledge of the library if the file needs it.
fn with_library(
    run: impl Fn(Library) -> Result<Vec<u8>, FrontendError>,
) -> Result<Vec<u8>, FrontendError> {
    let plain = run(Library::Plain);
    let undeclared = match &plain {
        Ok(text) => uses_undeclared_library(text),
        Err(FrontendError::Rejected { diagnostics, .. }) => {
            diagnostics.contains("previous implicit declaration")
        }
        Err(_) => false,
    };
    if undeclared {
        // If that does not help, the first result counts.
        return run(Library::Known).or(plain);
    }
    plain
}

/// Whether LLVM text uses a library function that was never declared.
fn uses_undeclared_library(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| {
        line.strip_prefix(b"declare i32 @").is_some_and(|rest| {
            let name = rest.split(|byte| *byte == b'(').next().unwrap_or(&[]);
            POINTER_FUNCTIONS
                .iter()
                .any(|function| function.as_bytes() == name)
        })
    })
}

fn run_once(
    clang: &Path,
    path: &Path,
    arguments: &[String],
    input: &[u8],
) -> Result<Vec<u8>, FrontendError> {
    let output =
        run_with_input(clang, arguments, input).map_err(|error| FrontendError::ClangUnusable {
            path: clang.to_owned(),
            reason: error.to_string(),
        })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let mut diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
    if diagnostics.contains(NESTED_FUNCTION) {
        diagnostics.push_str("note: nested functions are a GNU extension that clang lacks\n");
    }
    if arguments.iter().any(|flag| flag == LIBCXX) && lacks_standard_header(&diagnostics) {
        diagnostics.push_str(
            "note: the headers of libc++ are not installed where clang looks for them; Debian has them in \
             libc++-19-dev and libc++abi-19-dev\n",
        );
    }
    // The driver reports a crash of its own compiler process by exit codes above 128.
    let signal = output.status.signal().or_else(|| {
        let code = output.status.code()?;
        (code > 128).then_some(code - 128)
    });
    Err(match signal {
        Some(signal) => FrontendError::ClangCrashed {
            path: path.to_owned(),
            how: crash(signal),
            diagnostics,
        },
        None => FrontendError::Rejected {
            path: path.to_owned(),
            diagnostics,
        },
    })
}

/// Whether clang finds no header of a standard library: their names have neither a folder nor an extension.
fn lacks_standard_header(diagnostics: &str) -> bool {
    diagnostics.lines().any(|line| {
        let name = line
            .strip_suffix("' file not found")
            .and_then(|line| line.rsplit('\'').next());
        name.is_some_and(|name| line.contains("fatal error: ") && !name.contains(['.', '/']))
    })
}

/// Runs a program on standard input and collects its output.
fn run_with_input(
    program: &Path,
    arguments: &[String],
    input: &[u8],
) -> std::io::Result<std::process::Output> {
    let mut command = Command::new(program);
    command.args(arguments);
    if input.is_empty() {
        return command.stdin(Stdio::null()).output();
    }
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A program that does not read all input reports the reason itself.
            stdin.map(|mut stdin| stdin.write_all(input))
        });
        child.wait_with_output()
    })
}

/// Describes a crash by its signal.
fn crash(signal: i32) -> String {
    const SIGSEGV: i32 = 11;
    match signal {
        SIGSEGV => format!("signal {signal}: the file may be nested too deeply for it"),
        _ => format!("signal {signal}"),
    }
}

impl DataModel {
    /// The target triple.
    fn triple(self) -> &'static str {
        match self {
            DataModel::Lp64 => "x86_64-pc-linux-gnu",
            DataModel::Ilp32 => "i386-pc-linux-gnu",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_told_from_a_missing_file() {
        let missing = |name: &str| format!("a.cpp:1:10: fatal error: '{name}' file not found\n");
        assert!(lacks_standard_header(&missing("vector")));
        assert!(!lacks_standard_header(&missing("mine.h")));
        assert!(!lacks_standard_header(&missing("boost/any")));
        assert!(!lacks_standard_header(
            "a.cpp:1:1: error: unknown type name 'vector'\n"
        ));
    }

    #[test]
    fn pairs_keep_the_order() {
        let items: Vec<u64> = (0..20).collect();
        let doubled = in_pairs(&items, |item| {
            std::thread::sleep(std::time::Duration::from_micros(500 * (20 - item)));
            item * 2
        });
        assert_eq!(
            doubled,
            items.iter().map(|item| item * 2).collect::<Vec<_>>()
        );
    }

    #[test]
    fn user_options_come_after_ours_and_the_file_last() {
        let options = Options {
            clang_args: vec!["-std=c99".into(), "-DX=1".into()],
            sanitizers: vec!["shift".into(), "array-bounds".into()],
            data_model: DataModel::Ilp32,
            ..Options::default()
        };
        let source = Source {
            path: "-odd.c".into(),
            args: vec!["-std=c11".into()],
        };
        let mut args = arguments(&source, Text::Source, Library::Plain, &options);
        args.extend(file_arguments(&source));
        let position = |text: &str| args.iter().position(|arg| arg == text);
        assert!(position("-std=gnu17") < position("-std=c11"));
        assert!(position("-std=c11") < position("-std=c99"));
        assert!(position("-fsanitize=shift,array-bounds").is_some());
        assert!(position("--target=i386-pc-linux-gnu").is_some());
        assert_eq!(args.last().map(String::as_str), Some("./-odd.c"));
        assert!(!args.iter().any(|arg| arg.contains("_Float128")));
    }

    #[test]
    fn undeclared_library_functions_are_noticed() {
        assert!(uses_undeclared_library(b"x\ndeclare i32 @calloc(...) #1\n"));
        assert!(!uses_undeclared_library(
            b"declare ptr @calloc(i64, i64) #1\n"
        ));
        assert!(!uses_undeclared_library(b"declare i32 @callocate(...)\n"));
    }

    #[test]
    fn line_markers_mean_preprocessed() {
        let kind = |path: &str, text: &[u8]| kind_of_text(Path::new(path), text);
        let plain = Text::Preprocessed([false; GNU_TYPES.len()]);
        assert_eq!(kind("a.c", b"# 1 \"a.c\"\nint x;\n"), plain);
        assert_eq!(kind("a.i", b""), plain);
        assert_eq!(
            kind("a.c", b"#define X\n# define Y\nint x;\n"),
            Text::Source
        );
        let own = b"typedef float _Float32;\r\ntypedef double my_Float64;\n";
        let defined = [false, false, true, false, false];
        assert_eq!(kind("a.i", own), Text::Preprocessed(defined));
    }

    #[test]
    fn paths_that_are_no_files_are_told_apart() {
        let source = |path: &str| Source::from(PathBuf::from(path));
        let missing = source("no/such/file.c");
        let missing = Input::open(&missing);
        assert!(matches!(missing, Err(FrontendError::NoSuchFile(_))));
        let directory = source(".");
        let directory = Input::open(&directory);
        assert!(matches!(directory, Err(FrontendError::IsDirectory(_))));
        let kind = source("Cargo.toml");
        let kind = Input::open(&kind);
        assert!(matches!(kind, Err(FrontendError::UnknownKind(_))));
    }
}
