//! The reference: gcc, without optimisation and with little.
//!
//! If the two levels compute different hashes, the program has undefined behaviour that the generator
//! did not avoid, or gcc has a bug; such a program is no reference.

use crate::Case;
use crate::process::{self, Ended};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const COMPILER: &str = "gcc";
const CLANG: &str = "clang-19";
const LEVELS: [&str; 2] = ["-O0", "-O1"];
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
const RUN_LIMIT: Duration = Duration::from_secs(1);

/// Whether gcc can make and run programs with 32-bit pointers here.
pub fn supports_ilp32() -> bool {
    let folder = std::env::temp_dir().join(format!("cassay-difftest-m32-{}", std::process::id()));
    let file = folder.join("empty.c");
    let ready = std::fs::create_dir_all(&folder).is_ok()
        && std::fs::write(&file, "#include <stdint.h>\nint main(void) { return 0; }\n").is_ok();
    let binary = folder.join("empty");
    let mut gcc = Command::new(COMPILER);
    gcc.arg("-m32").arg(&file).arg("-o").arg(&binary);
    let works = ready
        && matches!(process::run(&mut gcc, COMPILE_LIMIT), Ended::Finished(output) if output.status.success())
        && matches!(process::run(&mut Command::new(&binary), RUN_LIMIT), Ended::Finished(output) if output.status.success());
    // A folder that stays in the system's temporary directory does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    works
}

/// The hash that the compiled program prints, or why there is none.
pub(crate) fn hash(case: Case, folder: &Path, file: &Path, include: &Path) -> Result<u32, String> {
    let mut hashes = Vec::new();
    for level in LEVELS {
        let binary = folder.join(format!("native{level}"));
        compile(COMPILER, case, &[level], file, include, &binary)?;
        hashes.push(execute(&binary)?);
    }
    match hashes.as_slice() {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => Ok(*first),
        _ => Err("gcc -O0 and -O1 disagree".to_owned()),
    }
}

/// Whether clang's compiled program computes another hash. That is a difference between compilers,
/// which Cassay inherits from its front-end.
pub(crate) fn clang_disagrees(
    case: Case,
    folder: &Path,
    file: &Path,
    include: &Path,
    expected: u32,
) -> bool {
    let binary = folder.join("native-clang");
    compile(CLANG, case, &["-O0"], file, include, &binary).is_ok()
        && execute(&binary).is_ok_and(|hash| hash != expected)
}

/// Whether the sanitizers of gcc or clang find undefined behaviour in the program.
pub(crate) fn is_undefined(case: Case, folder: &Path, file: &Path, include: &Path) -> bool {
    let binary = folder.join("sanitized");
    let addresses = "-fsanitize=address,undefined,float-cast-overflow";
    let values = "-fsanitize=undefined,float-cast-overflow";
    let found = |compiler: &str, options: &[&str]| {
        compile(compiler, case, options, file, include, &binary).is_ok()
            && matches!(
                process::run(&mut Command::new(&binary), RUN_LIMIT * 5),
                Ended::Finished(output) if !output.status.success()
            )
    };
    // clang's run-time library for its sanitizers may not be installed; traps do not need it.
    found(COMPILER, &[addresses, "-fno-sanitize-recover=all", "-O0"])
        || found(CLANG, &[values, "-fsanitize-trap=all", "-O0"])
}

/// The name under which a compiler takes the case's language and links its library.
fn driver(compiler: &str, case: Case) -> &str {
    match compiler {
        COMPILER if case.is_cxx() => "g++",
        CLANG if case.is_cxx() => "clang++-19",
        _ => compiler,
    }
}

fn compile(
    compiler: &str,
    case: Case,
    options: &[&str],
    file: &Path,
    include: &Path,
    binary: &Path,
) -> Result<(), String> {
    let mut gcc = Command::new(driver(compiler, case));
    gcc.args([case.standard(), "-w", "-ffp-contract=off"]);
    // Floats must not have the excess precision of the x87.
    gcc.args(["-msse2", "-mfpmath=sse"]).args(options);
    gcc.arg(if case.ilp32 { "-m32" } else { "-m64" });
    gcc.arg("-I").arg(include).arg(file).arg("-o").arg(binary);
    gcc.arg("-lm");
    match process::run(&mut gcc, COMPILE_LIMIT) {
        Ended::Finished(output) if output.status.success() => Ok(()),
        Ended::Finished(output) => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            let error = text.lines().find(|line| line.contains("error"));
            Err(format!("gcc rejects it: {}", error.unwrap_or_default()))
        }
        Ended::TimedOut => Err("gcc took too long".to_owned()),
        Ended::Failed(error) => Err(error),
    }
}

fn execute(binary: &Path) -> Result<u32, String> {
    match process::run(&mut Command::new(binary), RUN_LIMIT) {
        Ended::Finished(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            u32::from_str_radix(text.trim(), 16).map_err(|_| format!("it printed {text:?}"))
        }
        Ended::Finished(output) => {
            Err(format!("the compiled program ended with {}", output.status))
        }
        Ended::TimedOut => Err("the compiled program runs too long".to_owned()),
        Ended::Failed(error) => Err(error),
    }
}
