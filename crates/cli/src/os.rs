//! Services of the operating system: times, peak memory, limits, signals, exit.
//!
//! All unsafe code of the command line is here and in [`memory`](crate::memory), each call with
//! the reason why it is sound.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Ends the process at once: no destructors and no exit handlers, which must not run while another
/// thread is inside the solver.
pub fn exit_now(code: i32) -> ! {
    // SAFETY: `_exit` has no preconditions and does not return.
    unsafe { libc::_exit(code) }
}

/// Writes bytes to standard output (1) or standard error (2) without allocating.
pub fn write_raw(fd: i32, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: pointer and length describe a live slice.
        let written = unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written) {
            Ok(count) if count > 0 => bytes = &bytes[count..],
            _ => return,
        }
    }
}

/// The number of columns of the terminal that standard output goes to, if it does.
pub fn terminal_width() -> Option<usize> {
    // SAFETY: a `winsize` of zeros is valid, and the call writes nothing else.
    let size = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        let known = libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, &raw mut size) == 0;
        known.then_some(size)?
    };
    (size.ws_col > 0).then_some(usize::from(size.ws_col))
}

/// Signals of a crash, in our code or in the solver's.
const CRASHES: [libc::c_int; 5] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGABRT,
];

/// Makes a crash end as an internal error with its exit status.
pub fn catch_crashes() {
    for signal in CRASHES {
        // SAFETY: the handler only writes and leaves, which is allowed in a signal handler; it runs
        // on the alternative stack that the standard library gives every thread.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = crashed as extern "C" fn(libc::c_int) as usize;
            action.sa_flags = libc::SA_ONSTACK;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn crashed(signal: libc::c_int) {
    let name: &[u8] = match signal {
        libc::SIGSEGV => b"invalid memory access or exhausted stack",
        libc::SIGBUS => b"bus error",
        libc::SIGFPE => b"arithmetic exception",
        libc::SIGILL => b"illegal instruction",
        _ => b"aborted",
    };
    if cassay_workers::is_worker() {
        exit_now(cassay_workers::CRASHED);
    }
    write_raw(2, b"internal error: ");
    write_raw(2, name);
    write_raw(2, crate::failure::HOW_TO_REPORT.as_bytes());
    exit_now(crate::finish::INTERNAL)
}

fn usage(who: libc::c_int) -> libc::rusage {
    // SAFETY: `rusage` is plain data for which all zeroes is a value, and `getrusage` only writes
    // into the struct it is given.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    }
}

fn cpu_time(usage: &libc::rusage) -> Duration {
    let part = |t: libc::timeval| {
        Duration::new(
            u64::try_from(t.tv_sec).unwrap_or(0),
            u32::try_from(t.tv_usec).unwrap_or(0) * 1000,
        )
    };
    part(usage.ru_utime) + part(usage.ru_stime)
}

/// CPU time of this process so far, all threads.
pub fn cpu_self() -> Duration {
    cpu_time(&usage(libc::RUSAGE_SELF))
}

/// CPU time of the children that have ended: clang.
pub fn cpu_children() -> Duration {
    cpu_time(&usage(libc::RUSAGE_CHILDREN))
}

/// The largest resident memory of this process so far, in bytes.
pub fn peak_memory() -> u64 {
    u64::try_from(usage(libc::RUSAGE_SELF).ru_maxrss).unwrap_or(0) * 1024
}

/// The limit on the address space that the process was started with, if any, in bytes.
pub fn address_space_limit() -> Option<u64> {
    // SAFETY: `getrlimit` only writes into the struct it is given.
    let limit = unsafe {
        let mut limit = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        if libc::getrlimit(libc::RLIMIT_AS, &mut limit) != 0 {
            return None;
        }
        limit.rlim_cur
    };
    (limit != libc::RLIM_INFINITY).then_some(limit)
}

/// The children that are still running: clang, or workers.
pub fn children() -> Vec<libc::pid_t> {
    let mut found = Vec::new();
    for task in std::fs::read_dir("/proc/self/task")
        .into_iter()
        .flatten()
        .flatten()
    {
        let list = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
        found.extend(
            list.split_ascii_whitespace()
                .filter_map(|p| p.parse::<libc::pid_t>().ok()),
        );
    }
    found
}

/// Ends a child by a signal.
pub fn kill(child: libc::pid_t, signal: libc::c_int) {
    // SAFETY: `kill` has no memory preconditions; the process is our own child.
    unsafe {
        libc::kill(child, signal);
    }
}

/// Ends the children that are still running: clang or workers whose results are no longer needed.
pub fn kill_children() {
    for child in children() {
        kill(child, libc::SIGKILL);
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the user pressed Ctrl-C or asked the process to end.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Acquire)
}

/// Makes Ctrl-C and a request to end come back as [`interrupted`]; a second one ends the process.
pub fn catch_interrupts() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler only sets a flag, which is allowed in a signal handler.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = interrupt as extern "C" fn(libc::c_int) as usize;
            action.sa_flags = libc::SA_RESTART | libc::SA_RESETHAND;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn interrupt(_signal: libc::c_int) {
    INTERRUPTED.store(true, Ordering::Release);
}

/// Address space and resident memory that this process uses, in bytes.
pub fn memory_in_use() -> Option<(u64, u64)> {
    memory_at("/proc/self/statm")
}

/// Resident memory that a child uses, in bytes; nothing when it has ended.
pub fn memory_of(child: libc::pid_t) -> u64 {
    memory_at(&format!("/proc/{child}/statm")).map_or(0, |(_, resident)| resident)
}

/// The name of this process, which distinguishes parallel workers.
pub fn process_name() -> String {
    let name = std::fs::read_to_string("/proc/self/comm").unwrap_or_default();
    match name.trim() {
        "" => "cassay".to_string(),
        name => name.to_string(),
    }
}

fn memory_at(path: &str) -> Option<(u64, u64)> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut fields = text.split_ascii_whitespace();
    let total: u64 = fields.next()?.parse().ok()?;
    let resident: u64 = fields.next()?.parse().ok()?;
    // SAFETY: `sysconf` has no preconditions.
    let page = u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()?;
    Some((total * page, resident * page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_running_process_are_plausible() {
        assert!(peak_memory() > 100_000);
        let (total, resident) = memory_in_use().unwrap();
        assert!(total >= resident && resident > 100_000);
    }
}
