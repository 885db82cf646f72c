//! Running a model checker on a machine, and taking back what it answers.
//!
//! The command gets the path of a file with the machine as its last argument, or in place of `{}`. In place
//! of `{witness}` and `{certificate}` it gets paths of files that it may write. A trace is looked for in
//! these files and in its output, a certificate in these files. What counts is what is found there, and not
//! what the program says: without a trace that the machine can follow nothing is violated, and without a
//! certificate nothing is proved.
//!
//! Programs that are known ([`KNOWN`]) need no arguments: theirs are added to a command of one word.

use crate::aiger::{self, Blasted, Form};
use crate::{Options, Refusal, System, btor2, pla};
use cassay_base::{Stop, StopReason};
use cassay_efsm::{Execution, Invariant, Machine};
use cassay_solver_smtlib::process::{Process, Trouble, first_lines};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The format of the file that a program gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// BTOR2.
    Btor2,
    /// AIGER in binary form.
    Aiger,
}

/// A program whose arguments are known.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// What its file name is or ends with, in lower case.
    pub name: &'static str,
    /// What it reads.
    pub format: Format,
    /// Its arguments.
    pub arguments: &'static [&'static str],
}

/// Programs that need no arguments.
pub const KNOWN: &[Known] = &[
    Known {
        name: "abc",
        format: Format::Aiger,
        arguments: &[
            "-q",
            "read_aiger {}; pdr -d -I {certificate}; write_cex -a {witness}",
        ],
    },
    // It reads BTOR2 too, but without division.
    Known {
        name: "ric3",
        format: Format::Aiger,
        arguments: &["-e", "ic3", "--witness", "{}", "{certificate}"],
    },
    Known {
        name: "pono",
        format: Format::Btor2,
        arguments: &["-e", "ic3bits", "--witness", "{}"],
    },
    Known {
        name: "btormc",
        format: Format::Btor2,
        arguments: &["-kmax", "1000000", "{}"],
    },
];

/// How a model checker is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// The program and its arguments, with places for files.
    pub command: Vec<String>,
    /// What it reads.
    pub format: Format,
    /// Where a folder for files is made.
    pub folder: PathBuf,
    /// How much memory it may use, in bytes.
    pub memory: Option<u64>,
}

impl Checker {
    /// The checker of a command. Words may be quoted as in a shell. What it reads is guessed where it is not
    /// said: AIGER if the program is `abc` or a word speaks of `aig`, else BTOR2.
    pub fn new(command: &str, format: Option<Format>, folder: &Path) -> Result<Self, String> {
        let mut words = words(command)?;
        let program = words.first().ok_or("the command is empty")?;
        let name = Path::new(program).file_name().unwrap_or_default();
        let name = name.to_string_lossy().to_lowercase();
        let known = KNOWN.iter().find(|known| name.ends_with(known.name));
        let speaks = words.iter().any(|word| word.to_lowercase().contains("aig"));
        let format = format.unwrap_or(match known {
            _ if speaks => Format::Aiger,
            Some(known) => known.format,
            None => Format::Btor2,
        });
        match known {
            Some(known) if words.len() == 1 => {
                words.extend(known.arguments.iter().map(|word| (*word).to_owned()));
            }
            Some(_) | None if words.iter().any(|word| word.contains("{}")) => {}
            Some(_) | None => words.push("{}".into()),
        }
        Ok(Checker {
            command: words,
            format,
            folder: folder.to_owned(),
            memory: None,
        })
    }
}

impl Checker {
    /// The command with files in their places, and under its limit of memory.
    fn limited(&self, files: &Files) -> Vec<String> {
        let command = files.filled(&self.command);
        let Some(memory) = self.memory else {
            return command;
        };
        let limit = format!("ulimit -v {} && exec \"$@\"", memory / 1024);
        let shell = ["sh".into(), "-c".into(), limit, "sh".into()];
        shell.into_iter().chain(command).collect()
    }
}

/// The words of a command.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some(end) if end == c => break,
                        Some('\\') if c == '"' => word.extend(chars.next()),
                        Some(other) => word.push(other),
                        None => return Err(format!("a quote is not closed: {command}")),
                    }
                }
            }
            '\\' => word.get_or_insert_default().extend(chars.next()),
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// What a model checker found.
#[derive(Clone, Debug)]
pub enum Answer {
    /// An execution to a bad control state. The machine can follow it.
    Found(Execution),
    /// What it gives as an inductive invariant without bad states. It is a claim until its duties are shown.
    Proved(Invariant),
    /// Neither, and why.
    Unknown(String),
}

/// Runs a model checker on a machine. It is ended when the token is raised. An error says why it could not
/// be run.
pub fn check(
    machine: &mut Machine,
    checker: &Checker,
    options: &Options,
    stop: &Stop,
) -> Result<Answer, String> {
    let refused = |refusal: Refusal| match refusal {
        Refusal::Stopped(reason) => stopped(reason),
        Refusal::Unsupported(_) => refusal.to_string(),
    };
    let system = System::new(machine, options, stop).map_err(refused)?;
    let (bytes, blasted) = match checker.format {
        Format::Btor2 => {
            let text = btor2::write::text(&system, stop).map_err(refused)?;
            (text.into_bytes(), None)
        }
        Format::Aiger => {
            let blasted = aiger::blast(&system, stop).map_err(refused)?;
            let bytes = aiger::write::bytes(&blasted.aig, Form::Binary);
            (bytes, Some(blasted))
        }
    };
    let files = Files::new(&checker.folder, checker.format).map_err(|e| e.to_string())?;
    fs::write(&files.model, bytes).map_err(|e| e.to_string())?;
    let output = match run(&checker.limited(&files), stop) {
        Ok(output) => output,
        Err(Outcome::Stopped(reason)) => return Ok(Answer::Unknown(stopped(reason))),
        Err(Outcome::Failed(why)) => return Err(format!("{}: {why}", checker.command[0])),
    };
    let back = Back {
        system: &system,
        blasted: blasted.as_ref(),
        stop,
    };
    Ok(back.answer(machine, &files, &output))
}

fn stopped(reason: StopReason) -> String {
    let why = match reason {
        StopReason::Time => "the time limit was reached",
        StopReason::Memory => "the memory limit was reached",
        StopReason::Cancelled => "it was cancelled",
        StopReason::Work => "the work limit was reached",
    };
    format!("the model checker was stopped: {why}")
}

/// Why there is no output.
enum Outcome {
    Stopped(StopReason),
    Failed(String),
}

/// The output of a command that ends by itself.
fn run(command: &[String], stop: &Stop) -> Result<String, Outcome> {
    let trouble = |trouble: Trouble| match trouble {
        Trouble::NotStarted(error) => Outcome::Failed(error.to_string()),
        Trouble::Ended(what) => Outcome::Failed(what),
        Trouble::Garbage(what) => Outcome::Failed(format!("it prints too much: {what}")),
        Trouble::Stopped(reason) => Outcome::Stopped(reason),
        Trouble::Late => Outcome::Failed("it took too long".into()),
    };
    let mut process = Process::start(command).map_err(trouble)?;
    process.close_input();
    process.receive_all(stop).map_err(trouble)
}

/// Files that are removed at the end.
struct Files {
    folder: PathBuf,
    model: PathBuf,
    witness: PathBuf,
    certificate: PathBuf,
}

/// The most folders of the same name.
const MAX_FOLDERS: u32 = 10_000;

impl Files {
    fn new(within: &Path, format: Format) -> io::Result<Self> {
        let process = std::process::id();
        let mut number = 0;
        let folder = loop {
            let folder = within.join(format!("cassay-model-{process}-{number}"));
            match fs::create_dir(&folder) {
                Ok(()) => break folder,
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                Err(error) if number == MAX_FOLDERS => return Err(error),
                Err(_) => number += 1,
            }
        };
        let extension = match format {
            Format::Btor2 => "btor2",
            Format::Aiger => "aig",
        };
        Ok(Files {
            model: folder.join(format!("model.{extension}")),
            witness: folder.join("witness"),
            certificate: folder.join("certificate"),
            folder,
        })
    }

    /// A command with these files in their places.
    fn filled(&self, command: &[String]) -> Vec<String> {
        let places = [
            ("{}", &self.model),
            ("{witness}", &self.witness),
            ("{certificate}", &self.certificate),
        ];
        let fill = |word: &String| {
            places.iter().fold(word.clone(), |word, (place, path)| {
                word.replace(place, &path.to_string_lossy())
            })
        };
        command.iter().map(fill).collect()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The longest file that is read.
const MAX_FILE: u64 = 1 << 28;

fn contents(path: &Path) -> Option<Vec<u8>> {
    let length = fs::metadata(path).ok()?.len();
    (length > 0 && length <= MAX_FILE).then(|| fs::read(path).ok())?
}

/// What is needed to read answers.
struct Back<'a> {
    system: &'a System,
    blasted: Option<&'a Blasted>,
    stop: &'a Stop,
}

impl Back<'_> {
    fn answer(&self, machine: &mut Machine, files: &Files, output: &str) -> Answer {
        let written = [contents(&files.witness), contents(&files.certificate)];
        let written: Vec<Vec<u8>> = written.into_iter().flatten().collect();
        let mut reasons = Vec::new();
        let texts = written.iter().map(|bytes| String::from_utf8_lossy(bytes));
        for text in texts.chain([output.into()]) {
            match self.trace(machine, &text) {
                Ok(execution) => return Answer::Found(execution),
                Err(why) => reasons.push(why),
            }
        }
        let says = verdict(output);
        if says != Some(true) {
            for bytes in &written {
                match self.certificate(machine, bytes) {
                    Ok(invariant) => return Answer::Proved(invariant),
                    Err(why) => reasons.push(why),
                }
            }
        }
        reasons.retain(|why| why != NO_TRACE);
        let because = match reasons.first() {
            Some(why) => format!(": {why}"),
            None => String::new(),
        };
        Answer::Unknown(match says {
            Some(true) => {
                format!("the model checker finds a violation without a trace of it{because}")
            }
            Some(false) => {
                format!("the model checker gives no certificate of what it says is safe{because}")
            }
            None => {
                let prints = first_lines(output.as_bytes());
                format!("the model checker gives no answer{because}; it prints: {prints}")
            }
        })
    }

    fn trace(&self, machine: &Machine, text: &str) -> Result<Execution, String> {
        let frames = match self.blasted {
            Some(blasted) => aiger::witness::read(text, self.system, blasted)?,
            None => btor2::witness::read(text, self.system)?,
        };
        self.system.execution(machine, &frames)
    }

    fn certificate(&self, machine: &mut Machine, bytes: &[u8]) -> Result<Invariant, String> {
        let text = String::from_utf8_lossy(bytes);
        match self.blasted {
            None => {
                let certificate = btor2::read(&text)?;
                btor2::certificate::invariant(&certificate, machine, self.system, self.stop)
            }
            Some(blasted) if bytes.starts_with(b"aag") || bytes.starts_with(b"aig") => {
                let certificate = aiger::read(bytes)?;
                let system = self.system;
                aiger::certificate::invariant(&certificate, machine, system, blasted, self.stop)
            }
            Some(blasted) => {
                let table = pla::read(&text)?;
                pla::invariant(&table, machine, self.system, blasted, self.stop)
            }
        }
    }
}

/// The reason where a text has no trace at all.
pub(crate) const NO_TRACE: &str = "there is no trace";

/// Whether a program says that something is violated, by the words of the programs that are known. Only
/// reasons for people depend on it, and which file is read as what.
fn verdict(output: &str) -> Option<bool> {
    for line in output.lines() {
        let line = line.trim().to_lowercase();
        let line = line.strip_prefix("result:").unwrap_or(&line).trim();
        match line {
            "sat" | "1" => return Some(true),
            "unsat" | "0" => return Some(false),
            _ if line.contains("was asserted in frame") => return Some(true),
            _ if line.starts_with("property proved") => return Some(false),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(command: &str) -> Vec<String> {
        words(command).expect("words")
    }

    #[test]
    fn commands_are_split_as_in_a_shell() {
        assert_eq!(
            words_of("a  'b c' \"d\\\" e\"f \\'"),
            ["a", "b c", "d\" ef", "'"]
        );
        assert_eq!(words_of("x ''"), ["x", ""]);
        assert!(words("a 'b").is_err());
    }

    #[test]
    fn arguments_and_format_follow_from_the_program() {
        let folder = Path::new("/tmp");
        let new = |command: &str| Checker::new(command, None, folder).expect("a command");
        let abc = new("/usr/bin/berkeley-abc");
        assert_eq!((abc.format, abc.command.len()), (Format::Aiger, 3));
        let ric3 = new("rIC3");
        assert_eq!((ric3.format, ric3.command.len()), (Format::Aiger, 6));
        let own = new("mine --fast");
        assert_eq!((own.format, own.command[2].as_str()), (Format::Btor2, "{}"));
        let own = new("mine --aiger {} x");
        assert_eq!((own.format, own.command.len()), (Format::Aiger, 4));
        assert!(Checker::new(" ", None, folder).is_err());
    }
}
