//! The bundled headers stand on their own, for both data models, and have the types of glibc.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "support/clang.rs"]
mod clang;

/// Types with their sizes under LP64 and ILP32, as glibc has them on x86.
const SIZES: &[(&str, usize, usize)] = &[
    ("size_t", 8, 4),
    ("ssize_t", 8, 4),
    ("off_t", 8, 4),
    ("time_t", 8, 4),
    ("clock_t", 8, 4),
    ("ino_t", 8, 4),
    ("dev_t", 8, 8),
    ("mode_t", 4, 4),
    ("nlink_t", 8, 4),
    ("pid_t", 4, 4),
    ("wchar_t", 4, 4),
    ("wint_t", 4, 4),
    ("wctype_t", 8, 4),
    ("mbstate_t", 8, 8),
    ("intmax_t", 8, 8),
    ("intptr_t", 8, 4),
    ("int_fast8_t", 1, 1),
    ("int_fast16_t", 8, 4),
    ("uint_fast32_t", 8, 4),
    ("div_t", 8, 8),
    ("ldiv_t", 16, 8),
    ("lldiv_t", 16, 16),
    ("imaxdiv_t", 16, 16),
    ("FILE", 216, 148),
    ("fpos_t", 16, 12),
    ("jmp_buf", 200, 156),
    ("sigset_t", 128, 128),
    ("siginfo_t", 128, 128),
    ("struct sigaction", 152, 140),
    ("fenv_t", 32, 28),
    ("fexcept_t", 2, 2),
    ("struct lconv", 96, 56),
    ("struct tm", 56, 44),
    ("struct timeval", 16, 8),
    ("struct timespec", 16, 8),
    ("struct stat", 144, 88),
    ("struct flock", 32, 16),
    ("struct rusage", 144, 72),
    ("struct rlimit", 16, 8),
    ("struct dirent", 280, 268),
    ("struct pollfd", 8, 8),
    ("struct iovec", 16, 8),
    ("fd_set", 128, 128),
    ("socklen_t", 4, 4),
    ("struct sockaddr", 16, 16),
    ("struct sockaddr_in", 16, 16),
    ("struct sockaddr_in6", 28, 28),
    ("struct sockaddr_storage", 128, 128),
    ("struct msghdr", 56, 28),
    ("struct addrinfo", 48, 32),
    ("pthread_t", 8, 4),
    ("pthread_attr_t", 56, 36),
    ("pthread_mutex_t", 40, 24),
    ("pthread_mutexattr_t", 4, 4),
    ("pthread_cond_t", 48, 48),
    ("pthread_condattr_t", 4, 4),
    ("pthread_rwlock_t", 56, 32),
    ("pthread_rwlockattr_t", 8, 8),
    ("pthread_barrier_t", 32, 20),
    ("pthread_barrierattr_t", 4, 4),
    ("pthread_spinlock_t", 4, 4),
    ("pthread_key_t", 4, 4),
    ("pthread_once_t", 4, 4),
    ("sem_t", 32, 16),
    ("struct sched_param", 4, 4),
    ("struct option", 32, 16),
    ("once_flag", 4, 4),
    ("float_t", 4, 12),
    ("double_t", 8, 12),
];

/// Numbers that both worlds must agree on.
const VALUES: &[&str] = &[
    "EOF == -1 && BUFSIZ == 8192 && SEEK_END == 2 && RAND_MAX == 2147483647",
    "EAGAIN == 11 && ERANGE == 34 && EDOM == 33 && ETIMEDOUT == 110 && EILSEQ == 84",
    "FE_DOWNWARD == 0x400 && FE_UPWARD == 0x800 && FE_TOWARDZERO == 0xc00",
    "FE_ALL_EXCEPT == 0x3d && FP_NAN == 0 && FP_NORMAL == 4 && FP_ILOGB0 == -2147483647 - 1",
    "O_CREAT == 0100 && O_NONBLOCK == 04000 && LC_ALL == 6 && MB_LEN_MAX == 16",
    "SIGABRT == 6 && SIGCHLD == 17 && SA_RESTART == 0x10000000 && SIG_SETMASK == 2",
    "CLOCKS_PER_SEC == 1000000 && CLOCK_MONOTONIC == 1 && PTHREAD_MUTEX_RECURSIVE == 1",
    "PTHREAD_BARRIER_SERIAL_THREAD == -1 && AF_INET6 == 10 && SO_REUSEADDR == 2",
    "INT64_MIN < 0 && UINT32_MAX == 4294967295 && SIZE_MAX == (size_t)-1 && PATH_MAX == 4096",
    "sizeof(PRId64) >= 2 && sizeof(M_PI) == 8 && WEOF == 0xffffffffu && LONG_MAX > 0",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file that includes every public header and asserts what the tables say.
fn source(wide: bool, every_header: bool) -> String {
    let mut text = String::from("#define _GNU_SOURCE\n");
    for (header, _) in cassay_libc::headers() {
        if every_header || !header.starts_with("cassay/") {
            let _ = writeln!(text, "#include <{header}>");
        }
    }
    for header in ["float", "stdarg", "stdbool", "stddef", "stdatomic"] {
        let _ = writeln!(text, "#include <{header}.h>");
    }
    for (name, lp64, ilp32) in SIZES {
        let size = if wide { lp64 } else { ilp32 };
        let _ = writeln!(
            text,
            "_Static_assert(sizeof({name}) == {size}, \"{name}\");"
        );
    }
    for value in VALUES {
        let _ = writeln!(text, "_Static_assert({value}, \"value\");");
    }
    text.push_str(
        "pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;\n\
         pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;\n\
         pthread_cond_t condition = PTHREAD_COND_INITIALIZER;\n\
         pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;\n\
         pthread_once_t once = PTHREAD_ONCE_INIT;\n\
         int main(void) { assert(errno == 0 && !isnan(1.0)); return fputs(\"x\", stdout); }\n",
    );
    text
}

fn check(name: &str, text: &str, arguments: &[&str]) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).expect("the folder for temporary files can be written");
    let output = Command::new(clang::find())
        .args(["-fsyntax-only", "-std=gnu17", "-Wall", "-Wextra", "-Werror"])
        .args(arguments)
        .arg(&file)
        .output()
        .expect("clang runs");
    let diagnostics = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {diagnostics}");
}

/// Headers come from us and from clang alone, and warnings inside them count.
fn check_bundled(name: &str, triple: &str, wide: bool) {
    let headers = root().join("headers").display().to_string();
    let target = format!("--target={triple}");
    let arguments = [
        &target,
        "-nostdlibinc",
        "-isystem",
        &headers,
        "-Wsystem-headers",
    ];
    check(name, &source(wide, true), &arguments);
}

#[test]
fn bundled_headers_fit_lp64() {
    check_bundled("lp64.c", "x86_64-pc-linux-gnu", true);
}

#[test]
fn bundled_headers_fit_ilp32() {
    check_bundled("ilp32.c", "i386-pc-linux-gnu", false);
}

#[test]
fn the_headers_of_the_system_agree() {
    if !cfg!(all(target_arch = "x86_64", target_env = "gnu")) {
        return;
    }
    check("system.c", &source(true, false), &["-Wno-cpp"]);
}

#[test]
fn every_header_stands_alone() {
    let headers = root().join("headers").display().to_string();
    for (header, text) in cassay_libc::headers() {
        assert!(!text.is_empty(), "{header} is empty");
        let name = format!("alone-{}.c", header.replace('/', "-"));
        let text = format!("#include <{header}>\n#include <{header}>\nint unused;\n");
        let target = "--target=i386-pc-linux-gnu";
        let arguments = [
            target,
            "-nostdlibinc",
            "-isystem",
            &headers,
            "-Wsystem-headers",
        ];
        check(&name, &text, &arguments);
    }
}
