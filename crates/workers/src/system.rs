//! The system calls, each with the reason why it is sound.

use crate::{CRASHED, Ended, OUT_OF_MEMORY, SHORT_OF_MEMORY};
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;
use std::time::Duration;

/// A pipe that programs started from here do not inherit: where to read and where to write.
pub fn pipe() -> io::Result<(File, File)> {
    let mut ends = [0; 2];
    // SAFETY: `pipe2` writes two descriptors into the array; both are new and nobody else's.
    unsafe {
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])))
    }
}

/// Makes a copy of the process; its number, or none in the copy.
pub fn fork() -> io::Result<Option<libc::pid_t>> {
    // SAFETY: the copy has the calling thread only. The allocator of the C library is made usable
    // in it by the library itself; other locks of the parent's threads (the progress line, the
    // standard streams) are not taken in a worker, which neither prints nor starts threads.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        process => Ok(Some(process)),
    }
}

/// Sets up a new worker: its name, its end with the parent, no reaction to the terminal's Ctrl-C.
pub fn become_worker(name: &str, parent: u32) {
    let name = CString::new(name).unwrap_or_default();
    // SAFETY: the name is a string that lives through the call; the other calls take numbers.
    unsafe {
        libc::prctl(libc::PR_SET_NAME, name.as_ptr());
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
        // The parent may have ended before the death signal was set up.
        if libc::getppid().unsigned_abs() != parent {
            libc::_exit(CRASHED);
        }
    }
}

/// Ends this process at once, without destructors and exit handlers.
pub fn leave(status: i32) -> ! {
    // SAFETY: `_exit` has no preconditions and does not return.
    unsafe { libc::_exit(status) }
}

/// Ends a worker.
pub fn kill(process: libc::pid_t) {
    // SAFETY: `kill` takes numbers only; the process is a child that nobody has waited for yet.
    unsafe {
        libc::kill(process, libc::SIGKILL);
    }
}

/// How long to pause before looking again.
const PAUSE: Duration = Duration::from_millis(2);

/// What a process has used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// CPU time.
    pub cpu: Duration,
    /// Its largest resident memory, in bytes.
    pub peak: u64,
}

/// Waits for the end of a worker; when that takes more than `patience`, nobody waits for it.
///
/// A process that is killed needs a while to give back gigabytes. An answer is not kept waiting for
/// that; the system takes care of the process when this one has ended.
pub fn wait(process: libc::pid_t, patience: Duration) -> (Ended, Usage) {
    let mut status = 0;
    let mut waited_for = Duration::ZERO;
    // SAFETY: `rusage` is plain data for which all zeroes is a value.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: `wait4` writes status and usage into the variables.
        let waited = unsafe { libc::wait4(process, &mut status, libc::WNOHANG, &mut used) };
        if waited == process {
            break;
        }
        if waited == 0 {
            if waited_for >= patience {
                return (Ended::Signal(libc::SIGKILL), Usage::default());
            }
            std::thread::sleep(PAUSE);
            waited_for += PAUSE;
            continue;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return (Ended::Crashed, Usage::default());
        }
    }
    let part = |time: libc::timeval| {
        let micros = u64::try_from(time.tv_usec).unwrap_or(0);
        Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0)) + Duration::from_micros(micros)
    };
    let usage = Usage {
        cpu: part(used.ru_utime) + part(used.ru_stime),
        peak: u64::try_from(used.ru_maxrss).unwrap_or(0) * 1024,
    };
    (how(status), usage)
}

/// How a process ended.
fn how(status: libc::c_int) -> Ended {
    if libc::WIFSIGNALED(status) {
        return match libc::WTERMSIG(status) {
            SHORT_OF_MEMORY => Ended::OutOfMemory,
            signal => Ended::Signal(signal),
        };
    }
    match libc::WEXITSTATUS(status) {
        0 => Ended::Finished,
        OUT_OF_MEMORY => Ended::OutOfMemory,
        _ => Ended::Crashed,
    }
}

/// Which of the pipes have something to read, or an end, within the time.
pub fn poll(pipes: &[i32], wait: Duration) -> Vec<bool> {
    let mut asked: Vec<libc::pollfd> = pipes
        .iter()
        .map(|fd| libc::pollfd {
            fd: *fd,
            events: libc::POLLIN,
            revents: 0,
        })
        .collect();
    let count = asked.len() as libc::nfds_t;
    let wait = i32::try_from(wait.as_millis()).unwrap_or(i32::MAX);
    // SAFETY: pointer and count describe the vector.
    let ready = unsafe { libc::poll(asked.as_mut_ptr(), count, wait) };
    let any = ready > 0;
    asked.iter().map(|one| any && one.revents != 0).collect()
}
