//! What the tests of the command line share: folders that vanish, and running the tool.

// Each test file uses a part of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

/// A folder of a test's own, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder with this name in it.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cassay-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and gives its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("a folder");
        }
        std::fs::write(&path, text).expect("written");
        path
    }

    /// Runs Cassay in the folder.
    pub fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cassay"))
            .args(args)
            .current_dir(&self.0)
            .output()
            .expect("cassay starts")
    }

    /// Runs Cassay and expects this exit status; standard output and standard error.
    #[track_caller]
    pub fn expect(&self, args: &[&str], status: i32) -> String {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {text}");
        text
    }

    /// Expects exit status 2 and a message that contains this.
    #[track_caller]
    pub fn refused(&self, args: &[&str], message: &str) -> String {
        let text = self.expect(args, 2);
        assert!(text.starts_with("error: "), "{args:?}: {text}");
        assert!(text.contains(message), "{args:?}: {text}");
        text
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A process of a run.
pub struct Process {
    id: u32,
}

impl Process {
    /// Sends a signal; whether the process was still there.
    pub fn signal(&self, signal: &str) -> bool {
        let status = Command::new("kill")
            .args([signal, &self.id.to_string()])
            .status();
        status.expect("kill runs").success()
    }

    /// Whether it is there and not only waits for its end to be noticed.
    pub fn lives(&self) -> bool {
        lives(self.id)
    }
}

fn lives(id: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/stat"))
        .is_ok_and(|stat| !matches!(fields(&stat), Some(("Z" | "X", _))))
}

/// State and parent in what the system says of a process.
fn fields(stat: &str) -> Option<(&str, u32)> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut words = rest.split(' ');
    Some((words.next()?, words.next()?.parse().ok()?))
}

/// The child with this name, as soon as there is one; none when the parent has ended before.
pub fn child(parent: &Child, name: &str) -> Option<Process> {
    while lives(parent.id()) {
        for entry in std::fs::read_dir("/proc").expect("/proc").flatten() {
            let Some(id) = entry.file_name().to_str().and_then(|n| n.parse().ok()) else {
                continue;
            };
            let read = |what| std::fs::read_to_string(format!("/proc/{id}/{what}"));
            let (Ok(stat), Ok(called)) = (read("stat"), read("comm")) else {
                continue;
            };
            let ours = fields(&stat).is_some_and(|(_, of)| of == parent.id());
            if ours && called.trim() == name {
                return Some(Process { id });
            }
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    None
}
