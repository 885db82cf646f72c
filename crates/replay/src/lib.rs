//! Compiles a program together with its counterexample and reads what sanitizers say to it.
//!
//! The counterexample is the text of a harness, whose comment has the commands that compile it. What counts as the
//! same fault is a table by class of property (`visible.rs`): words of which the report of a sanitizer has one,
//! and the line of the source. For classes that no sanitizer looks for the table has the reason.
//!
//! Invariant: nothing here decides whether there is a violation, nor knows how it was found.

mod compile;
mod debug;
mod execute;
mod visible;

pub use compile::{Tools, has_threads, open};
pub use debug::{Debugging, debug};

use std::fmt;
use std::path::Path;

/// A compiler and its sanitizers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// gcc: addresses and undefined behaviour.
    Gcc,
    /// clang: the same, and what gcc folds away or does not look for.
    Clang,
    /// clang: values that were never written.
    Memory,
    /// gcc: data races. Only with it threads take turns at every access.
    Thread,
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Profile::Gcc => "gcc's sanitizers or the program itself",
            Profile::Clang => "clang's sanitizers",
            Profile::Memory => "clang's MemorySanitizer",
            Profile::Thread => "gcc's ThreadSanitizer or the threads themselves",
        })
    }
}

/// The violation that the compiled program is to show.
#[derive(Clone, Debug)]
pub struct Fault<'a> {
    /// `file:line`, the file without its folders.
    pub place: String,
    /// The class of the property.
    pub class: &'a str,
    /// Seconds after which a program that waits for something is given up.
    pub seconds: u64,
}

/// What became of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The compiled program shows the same fault: who tells of it, and in which words.
    Seen(Profile, String),
    /// It does not, for this known reason.
    Hidden(String),
    /// It should and does not; what the tools said.
    Missing(String),
}

/// What one compiled program says.
enum Said {
    Fault(String),
    Unable(&'static str),
    Nothing(String),
}

/// Compiles and runs the program with each sanitizer that may see the fault, until one does. `folder` gets the binaries;
/// the program runs in it.
pub fn replay(tools: &Tools, fault: &Fault<'_>, harness: &str, folder: &Path) -> Replay {
    let Some(kinds) = visible::kinds(fault.class) else {
        return Replay::Missing(format!("  no words are known for {}\n", fault.class));
    };
    let open = open(harness);
    let mut told = String::new();
    for profile in visible::profiles(fault.class, &open, has_threads(harness)) {
        let said = compile::compile(tools, profile, fault, harness, folder)
            .and_then(|binary| execute::execute(profile, fault, kinds, &binary, folder));
        match said {
            Ok(Said::Fault(words)) => return Replay::Seen(profile, words),
            Ok(Said::Unable(reason)) => return Replay::Hidden(reason.to_owned()),
            Ok(Said::Nothing(output)) | Err(output) => {
                told.push_str(&format!("{profile}:\n{output}"));
            }
        }
    }
    if let Some(reason) = visible::unseen(fault.class) {
        return Replay::Hidden(format!("{}: {reason}", fault.class));
    }
    match open.first() {
        Some(what) => Replay::Hidden(format!("the counterexample rests on {what}")),
        None => Replay::Missing(told),
    }
}

/// The first lines of what a tool said.
fn beginning(text: &str) -> String {
    let lines = text.lines().take(12);
    lines.map(|line| format!("  | {line}\n")).collect()
}
