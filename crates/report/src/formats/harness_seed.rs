//! The inputs of a counterexample as a seed for fuzzers, and the C file that reads such seeds.
//!
//! A seed is the bytes of all inputs in the order in which the program asks for them, each as the type in C has them
//! in memory. The reader defines the functions that give inputs; they take their bytes from the seed, and the
//! execution ends where it is used up. What else a counterexample rests on is named in the comment of the reader.

use super::harness::{Build, is_c_name, plain};
use super::harness_values::{seed_bytes, type_by_name, type_of};
use crate::report::Finding;
use cassay_trace::outside::{Argument, Given, Scalar};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A seed and its reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The contents of the seed.
    pub bytes: Vec<u8>,
    /// The C file that reads seeds of this program.
    pub reader: String,
}

/// The functions common to every reader.
const COMMON: &str = include_str!("harness_seed.c");

/// The program's `main` gets this name, so that a fuzzer can have its own.
const RENAMED: &str = "-Dmain=cassay_main";

/// Makes the seed of a violation.
pub fn seed(finding: &Finding, build: &Build) -> Seed {
    let mut maker = Maker {
        finding,
        small: build.options.iter().any(|option| option == "-m32"),
        bytes: Vec::new(),
        open: finding.outside.open.clone(),
        results: BTreeMap::new(),
    };
    let mut enter = String::new();
    maker.arguments(&mut enter);
    for given in &finding.outside.given {
        maker.given(given);
    }
    let mut reader = maker.comment(build);
    reader.push_str(COMMON);
    maker.functions(&mut reader);
    reader.push_str(&enter);
    Seed {
        bytes: maker.bytes,
        reader,
    }
}

struct Maker<'a> {
    finding: &'a Finding,
    /// Whether pointers have 32 bits.
    small: bool,
    bytes: Vec<u8>,
    /// What is not in the seed.
    open: Vec<String>,
    /// The parts of a result of each function.
    results: BTreeMap<&'a str, &'a [Scalar]>,
}

impl<'a> Maker<'a> {
    fn leave_open(&mut self, what: String) {
        if !self.open.contains(&what) {
            self.open.push(what);
        }
    }

    fn given(&mut self, given: &'a Given) {
        match given {
            Given::Result { function, parts } => {
                let typed = parts.iter().all(|part| type_of(part).is_some());
                if typed && (1..=2).contains(&parts.len()) && is_c_name(function) {
                    self.results.insert(function, parts);
                    for part in parts {
                        self.bytes.extend(seed_bytes(part, self.small));
                    }
                } else {
                    self.leave_open(format!("the result of {function}()"));
                }
            }
            Given::Library { function, .. } => self.leave_open(format!("what {function}() gives")),
            Given::Allocation {
                function,
                fails,
                bytes,
            } => {
                if *fails {
                    self.leave_open(format!("a failure of {function}()"));
                } else if !bytes.is_empty() {
                    self.leave_open(format!("what memory of {function}() contains"));
                }
            }
        }
    }

    /// The function that calls the entry. Arguments stand first in the seed.
    fn arguments(&mut self, out: &mut String) {
        let outside = &self.finding.outside;
        if &*outside.entry == "main" {
            if !outside.arguments.is_empty() {
                self.leave_open("the arguments of main".to_owned());
            }
            out.push_str(MAIN);
            return;
        }
        let (mut types, mut passed, mut read) = (Vec::new(), Vec::new(), String::new());
        for (index, argument) in outside.arguments.iter().enumerate() {
            match argument {
                Argument::Value(scalar) => {
                    let ty = type_of(scalar).map_or("cassay_word", |ty| ty.name());
                    let _ = writeln!(read, "  {ty} a{index} = 0;\n  CASSAY_TAKE(a{index});");
                    types.push(ty);
                    passed.push(format!("a{index}"));
                    self.bytes.extend(seed_bytes(scalar, self.small));
                }
                Argument::Object(contents) => {
                    let size = contents.len().max(1);
                    let _ = writeln!(
                        read,
                        "  static _Alignas(16) unsigned char a{index}[{size}];\n  CASSAY_TAKE(a{index});"
                    );
                    types.push("void *");
                    passed.push(format!("a{index}"));
                    self.bytes.extend(contents);
                    self.bytes
                        .resize(self.bytes.len() + size - contents.len(), 0);
                }
                Argument::Texts(_) => {
                    types.push("void *");
                    passed.push("0".to_owned());
                    self.leave_open(format!("argument {}", index + 1));
                }
            }
        }
        let types = match types.is_empty() {
            true => "void".to_owned(),
            false => types.join(", "),
        };
        let entry = plain(&outside.entry);
        let _ = writeln!(
            out,
            "\nextern void cassay_entry({types}) __asm__(\"{entry}\");\n\
             static int cassay_enter(void) {{\n{read}  cassay_entry({});\n  return 0;\n}}",
            passed.join(", ")
        );
    }

    fn functions(&self, out: &mut String) {
        let declared = self.finding.outside.declared.iter();
        let declared = declared.map(|(name, gives)| (&**name, *gives));
        let given = self.results.keys().map(|name| (*name, true));
        let all: BTreeMap<&str, bool> = declared.chain(given).collect();
        for (name, gives) in all {
            if !is_c_name(name) {
                continue;
            }
            let (mut known, by_name) = (Vec::new(), type_by_name(name));
            for part in self.results.get(name).copied().unwrap_or_default() {
                known.extend(type_of(part).map(|ty| ty.for_function(name)));
            }
            let _ = match (gives, known.as_slice(), by_name.as_ref()) {
                (false, _, _) => writeln!(out, "WEAK void {name}() {{}}"),
                (true, [first, second], _) => writeln!(
                    out,
                    "CASSAY_INPUTS({name}, {}, {})",
                    first.name(),
                    second.name()
                ),
                (true, [ty], _) | (true, _, Some(ty)) if ty.is_bool() => {
                    writeln!(out, "CASSAY_BOOL({name})")
                }
                (true, [ty], _) | (true, _, Some(ty)) => {
                    writeln!(out, "CASSAY_INPUT({name}, {})", ty.name())
                }
                (true, _, None) => writeln!(out, "CASSAY_INPUT({name}, cassay_word)"),
            };
        }
    }

    fn comment(&self, build: &Build) -> String {
        let place = &self.finding.place;
        let mut out = format!(
            "/* Reads the inputs of a program from a seed of a fuzzer. The seed beside it leads to\n * {} [{}]\n * at {}:{}, found by Cassay.\n *\n",
            self.finding.class.title(),
            self.finding.class.name(),
            plain(&place.file),
            place.line
        );
        let _ = writeln!(
            out,
            " * To run the seed alone, or under AFL with its compiler in place of gcc:\n *"
        );
        let alone = "-g -fsanitize=address,undefined -fno-sanitize-recover=all";
        let fuzzer = "-g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DLIBFUZZER";
        for command in build.commands(("gcc", "g++"), &format!("{alone} {RENAMED}")) {
            let _ = writeln!(out, " *   {}", plain(&command));
        }
        let _ = writeln!(out, " *   ./a.out < seed\n *\n * With libFuzzer:\n *");
        for command in build.commands(("clang", "clang++"), &format!("{fuzzer} {RENAMED}")) {
            let _ = writeln!(out, " *   {}", plain(&command));
        }
        let _ = writeln!(out, " *   ./a.out -detect_leaks=0 seed");
        if !self.open.is_empty() {
            let _ = writeln!(
                out,
                " *\n * Not in the seed, though the violation rests on it:"
            );
            for what in &self.open {
                let _ = writeln!(out, " *   {}", plain(what));
            }
        }
        out.push_str(" */\n");
        out
    }
}

/// Calls the program's `main`, which has another name when it is in C++.
const MAIN: &str = r#"
extern int cassay_main() __attribute__((weak));
extern int cassay_main_cxx() __asm__("_Z11cassay_mainv") __attribute__((weak));
extern int cassay_main_arguments() __asm__("_Z11cassay_mainiPPc") __attribute__((weak));
static int cassay_enter(void) {
  static char name[] = "program", *arguments[] = {name, 0};
  if (cassay_main) return cassay_main(1, arguments);
  if (cassay_main_cxx) return cassay_main_cxx();
  return cassay_main_arguments(1, arguments);
}
"#;
