//! The counterexample as a C file to be compiled together with the program.
//!
//! The file defines what the program receives from its environment, so that a compiled program
//! follows the counterexample and can be examined with a sanitizer or debugger: functions without a
//! body and library functions that depend on inputs return the recorded answers in order,
//! allocation fails where it did, and the entry gets its arguments.
//!
//! Definitions are weak, so that those of the program win; allocation and `main` are wrapped by the
//! linker. No header is included: the answers must not clash with prototypes. What a compiled
//! program cannot be given is listed in the comment at the top.

use super::harness_order;
use super::harness_test;
use super::harness_values::{array_of, bytes, parameter, quoted, type_by_name, type_of, value};
use crate::report::{Finding, Report};
use cassay_trace::outside::{Argument, External, Given, Gives, Outside, Scalar, Written};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// How the program is compiled.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// Its files.
    pub files: Vec<String>,
    /// Options of the compiler: macros, folders, `-m32`.
    pub options: Vec<String>,
    /// Where the text will be.
    pub output: String,
}

impl Build {
    /// Whether a file is in C++.
    pub(super) fn is_cxx(&self) -> bool {
        let kinds = [".cpp", ".cc", ".cxx", ".C", ".ii"];
        self.files
            .iter()
            .any(|file| kinds.iter().any(|kind| file.ends_with(kind)))
    }

    /// Options for files in one of the languages: the standard of the other one is none of theirs.
    fn options_for(&self, cxx: bool) -> impl Iterator<Item = String> {
        let fits = move |option: &&String| {
            let standard = option.strip_prefix("-std=");
            standard.is_none_or(|name| name.contains("++") == cxx)
        };
        self.options.iter().filter(fits).map(|word| shell(word))
    }

    /// The commands that compile with the compilers of C and C++; libraries and the linker's options can be added to the
    /// last one.
    pub(super) fn commands(&self, compilers: (&str, &str), flags: &str) -> Vec<String> {
        let (cc, cxx) = compilers;
        if !self.is_cxx() {
            let mut words = vec![format!("{cc} {flags}")];
            words.extend(self.options.iter().map(|word| shell(word)));
            words.extend(self.files.iter().map(|word| shell(word)));
            words.push(shell(&self.output));
            return vec![words.join(" ")];
        }
        let mut commands = Vec::new();
        let (in_c, others) = self.by_language();
        for (file, object) in &in_c {
            let mut words = vec![format!("{cc} {flags}")];
            words.extend(self.options_for(false));
            words.extend(["-c".to_owned(), shell(file)]);
            words.extend(["-o".to_owned(), shell(object)]);
            commands.push(words.join(" "));
        }
        let mut words = vec![format!("{cxx} {flags} {CXX_OPTIONS}")];
        words.extend(self.options_for(true));
        words.extend(others.into_iter().map(shell));
        words.extend(in_c.iter().map(|(_, object)| shell(object)));
        commands.push(words.join(" "));
        commands
    }

    /// In a program in C++: the files in C, which are compiled on their own as the drivers of C++ take every
    /// file for one in C++, each with the name of its object; then the other files.
    fn by_language(&self) -> (Vec<(&str, String)>, Vec<&str>) {
        let is_c = |file: &&str| [".c", ".i"].iter().any(|kind| file.ends_with(kind));
        let files = self.files.iter().map(String::as_str);
        let (mut in_c, others): (Vec<_>, Vec<_>) = files.partition(is_c);
        in_c.insert(0, &self.output);
        let stem = self.output.strip_suffix(".c").unwrap_or(&self.output);
        let object = |index: usize| match index {
            0 => format!("{stem}.o"),
            _ => format!("{stem}-{index}.o"),
        };
        let named = in_c.into_iter().enumerate();
        let named = named.map(|(index, file)| (file, object(index)));
        (named.collect(), others)
    }
}

/// What Cassay takes a program in C++ to be compiled with.
const CXX_OPTIONS: &str = "-std=gnu++17 -D_GLIBCXX_ASSERTIONS";

/// The contents of the file if there is no counterexample.
pub const NOTHING: &str = "/* There is no counterexample. */\n";

/// Exit status of a program that deviates from the counterexample.
pub const LEFT: i32 = 86;

/// What the file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The program is to show the fault, to sanitizers and debuggers.
    Counterexample,
    /// The program is run on the inputs of the counterexample, and must not show the fault.
    Regression,
    /// The program is run on the inputs, and what it executes is counted. It may get zeros behind them.
    Coverage {
        /// Whether it does.
        zeros: bool,
    },
}

impl Purpose {
    fn counts(self) -> bool {
        matches!(self, Purpose::Coverage { .. })
    }
}

/// Writes the counterexample of the first violation.
pub fn render(report: &Report, build: &Build, purpose: Purpose) -> String {
    match report.findings.first() {
        Some(finding) => render_finding(finding, build, purpose),
        None => NOTHING.to_owned(),
    }
}

/// Writes the counterexample of a violation.
pub fn render_finding(finding: &Finding, build: &Build, purpose: Purpose) -> String {
    let mut harness = Harness::new(&finding.outside);
    match purpose {
        Purpose::Counterexample => {}
        Purpose::Regression => harness.become_test(),
        Purpose::Coverage { .. } => {
            harness.purpose = purpose;
            harness.wrapped.extend(["abort", "__assert_fail"]);
        }
    }
    harness.text(finding, build)
}

/// The answers of one function of the library or of allocation.
struct Play<'a> {
    named: usize,
    calls: Vec<Answer<'a>>,
}

/// One answer.
enum Answer<'a> {
    Library(&'a Gives, &'a [Written]),
    Allocation(bool, &'a [(u64, u8)]),
}

struct Harness<'a> {
    outside: &'a Outside,
    /// Results of functions without body.
    results: BTreeMap<&'a str, Vec<&'a [Scalar]>>,
    plays: BTreeMap<&'a str, Play<'a>>,
    /// Functions that the linker must wrap.
    wrapped: BTreeSet<&'a str>,
    /// What cannot be given.
    open: Vec<String>,
    purpose: Purpose,
}

/// Whether a function can be written in C.
pub(super) fn is_c_name(name: &str) -> bool {
    let of_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    name.chars().all(of_name)
}

impl<'a> Harness<'a> {
    fn new(outside: &'a Outside) -> Self {
        let mut harness = Harness {
            outside,
            results: BTreeMap::new(),
            plays: BTreeMap::new(),
            wrapped: BTreeSet::new(),
            open: outside.open.clone(),
            purpose: Purpose::Counterexample,
        };
        for given in &outside.given {
            harness.add(given);
        }
        // An allocation that succeeds and whose contents do not matter needs no definition.
        harness.plays.retain(|_, play| {
            play.calls.iter().any(|call| match call {
                Answer::Library(_, _) => true,
                Answer::Allocation(fails, bytes) => *fails || !bytes.is_empty(),
            })
        });
        for (name, play) in &harness.plays {
            let real = |call: &Answer<'_>| {
                matches!(
                    call,
                    Answer::Allocation(_, _) | Answer::Library(Gives::Memory, _)
                )
            };
            if play.calls.iter().any(real) {
                harness.wrapped.insert(*name);
            }
        }
        let entry_is_main = &*outside.entry == "main";
        if outside.has_main && !(entry_is_main && outside.arguments.is_empty()) {
            harness.wrapped.insert("main");
        }
        if let Some(order) = &outside.order {
            harness.wrapped.extend(harness_order::wrapped(order));
        }
        harness
    }

    /// Makes it a regression test, which starts the program itself.
    fn become_test(&mut self) {
        self.purpose = Purpose::Regression;
        if self.outside.has_main {
            self.wrapped.insert("main");
        }
    }

    fn add(&mut self, given: &'a Given) {
        let (Given::Result { function, .. }
        | Given::Library { function, .. }
        | Given::Allocation { function, .. }) = given;
        // Functions of classes are the library's, and are not to be written in C.
        if !is_c_name(function) {
            let what = format!("what {function} gives");
            if !self.open.contains(&what) {
                self.open.push(what);
            }
            return;
        }
        match given {
            Given::Result { function, parts } => {
                // In C a result has one part, or two in a structure.
                let named = parts.iter().all(|part| type_of(part).is_some());
                if named && (1..=2).contains(&parts.len()) {
                    self.results.entry(function).or_default().push(parts);
                } else {
                    self.open.push(format!("the result of {function}()"));
                }
            }
            Given::Library { function, .. }
                if self.outside.order.is_some() && harness_order::is_replaced(function) => {}
            Given::Library {
                function,
                named,
                gives,
                written,
            } => self.play(function, *named, Answer::Library(gives, written)),
            Given::Allocation {
                function,
                fails,
                bytes,
            } => self.play(function, 0, Answer::Allocation(*fails, bytes)),
        }
    }

    fn play(&mut self, function: &'a Arc<str>, named: usize, answer: Answer<'a>) {
        let play = self.plays.entry(function).or_insert_with(|| Play {
            named,
            calls: Vec::new(),
        });
        play.named = play.named.max(named);
        play.calls.push(answer);
    }

    fn text(&self, finding: &Finding, build: &Build) -> String {
        let mut out = self.comment(finding, build);
        if let Some(order) = &self.outside.order {
            let _ = writeln!(out, "\n#define CASSAY_THREADS {}", order.threads);
        }
        if self.purpose.counts() {
            out.push_str("\n#define CASSAY_LEAVE \"exit\"\n");
        }
        out.push_str(PRELUDE);
        if self.purpose.counts() {
            out.push_str(COUNTED);
        }
        if let Some(order) = &self.outside.order {
            let defines =
                |name: &str| self.results.contains_key(name) || self.plays.contains_key(name);
            harness_order::write(&mut out, order, finding, &defines);
        }
        let externals = &self.outside.externals;
        if !(self.outside.declared.is_empty() && self.plays.is_empty() && externals.is_empty()) {
            out.push_str(
                "\n/* What the program gets from outside, in the order of the calls. */\n",
            );
        }
        for external in &self.outside.externals {
            write_external(&mut out, external);
        }
        for (name, values) in &self.results {
            self.write_results(&mut out, name, values);
        }
        for (name, play) in &self.plays {
            self.write_play(&mut out, name, play);
        }
        for (name, gives) in &self.outside.declared {
            let given = self.results.contains_key(&**name) || self.plays.contains_key(&**name);
            if given || !is_c_name(name) {
                continue;
            }
            let _ = match gives {
                true if self.purpose == (Purpose::Coverage { zeros: true }) => {
                    let ty = type_by_name(name).map_or("long", |ty| ty.name());
                    writeln!(out, "\nWEAK {ty} {name}() {{ return 0; }}")
                }
                true => writeln!(out, "\nWEAK void {name}() {{ cassay_left(\"{name}\"); }}"),
                false => writeln!(out, "\nWEAK void {name}() {{}}"),
            };
        }
        if build.is_cxx() {
            self.write_cxx_names(&mut out);
        }
        self.write_entry(&mut out);
        if self.purpose == Purpose::Regression {
            harness_test::write(&mut out, finding, self.wrapped.contains("main"));
        }
        out
    }

    /// Inputs may be declared in C++ without `extern "C"`: they have other names for the linker.
    fn write_cxx_names(&self, out: &mut String) {
        out.push_str(CXX_NAMES);
        let inputs = self.results.keys().filter(|name| !name.starts_with("_Z"));
        for name in inputs {
            let symbol = format!("_Z{}{name}v", name.len());
            let _ = writeln!(
                out,
                "extern __typeof__({name}) {symbol} __attribute__((weak, alias(\"{name}\")));"
            );
        }
    }

    fn comment(&self, finding: &Finding, build: &Build) -> String {
        let place = &finding.place;
        let mut out = String::new();
        let what = format!("{} [{}]", finding.class.title(), finding.class.name());
        let _ = match self.purpose {
            Purpose::Counterexample => writeln!(out, "/* A counterexample as a C program: {what}"),
            Purpose::Regression => writeln!(out, "/* A regression test: {what}"),
            Purpose::Coverage { .. } => {
                writeln!(out, "/* A test in which {}", plain(&finding.message))
            }
        };
        let _ = writeln!(
            out,
            " * at {}:{}, found by Cassay.",
            plain(&place.file),
            place.line
        );
        let _ = writeln!(
            out,
            " *\n * Compile this file together with the program and run it:\n *"
        );
        for command in self.commands(build) {
            let _ = writeln!(out, " *   {}", plain(&command));
        }
        let _ = writeln!(out, " *   ./a.out");
        if self.purpose == Purpose::Regression {
            out.push_str(harness_test::STATUS);
        }
        if self.outside.order.is_some() {
            out.push_str(match is_hooked(build) {
                true => HOOKED,
                false => UNHOOKED,
            });
        }
        if !self.open.is_empty() {
            let _ = writeln!(
                out,
                " *\n * The counterexample also rests on what a compiled program cannot be given:"
            );
            for what in &self.open {
                let _ = writeln!(out, " *   {}", plain(what));
            }
        }
        out.push_str(" */\n");
        out
    }

    /// The commands that compile and link.
    fn commands(&self, build: &Build) -> Vec<String> {
        let mut words = build.commands(("gcc", "g++"), self.sanitizers(build));
        if let Some(last) = words.last_mut() {
            for name in &self.wrapped {
                let _ = write!(last, " -Wl,--wrap={name}");
            }
            last.push_str(" -lm");
            if self.outside.order.is_some() {
                last.push_str(" -ldl");
            }
        }
        words
    }

    /// Debug information and the sanitizers.
    fn sanitizers(&self, build: &Build) -> &'static str {
        match &self.outside.order {
            _ if self.purpose.counts() => "-g --coverage",
            None => "-g -fsanitize=address,undefined -fno-sanitize-recover=all",
            Some(_) if is_hooked(build) => "-g -pthread -fsanitize=thread",
            Some(_) => "-g -pthread",
        }
    }

    /// A statement that waits for the turn of a thread to ask for an input.
    fn turn(&self, name: &str) -> String {
        match self.outside.order {
            Some(_) => format!("  cassay_call(\"{name}\");\n"),
            None => String::new(),
        }
    }

    fn write_results(&self, out: &mut String, name: &str, values: &[&[Scalar]]) {
        if let Some([first, second]) = values.first() {
            write_pairs(out, name, first, second, values, &self.turn(name));
            return;
        }
        let values: Vec<&Scalar> = values.iter().filter_map(|parts| parts.first()).collect();
        let Some(ty) = values.first().and_then(|value| type_of(value)) else {
            return;
        };
        let ty = ty.for_function(name);
        let _ = writeln!(out, "\nWEAK {} {name}() {{", ty.name());
        let _ = writeln!(out, "  static unsigned next;");
        out.push_str(&array_of(&ty, &values));
        out.push_str(&self.turn(name));
        let end = match self.purpose {
            Purpose::Coverage { zeros: true } => "return 0".to_owned(),
            _ => format!("cassay_left(\"{name}\")"),
        };
        let _ = writeln!(
            out,
            "  if (next == {}) {end};\n  return answers[next++]{};\n}}",
            values.len(),
            ty.member()
        );
    }

    fn write_play(&self, out: &mut String, name: &str, play: &Play<'_>) {
        let wrapped = self.wrapped.contains(name);
        let ty = play.result_type();
        let arguments = play.arguments();
        let parameters: Vec<String> = (0..arguments)
            .map(|i| format!("cassay_word a{i}"))
            .collect();
        let variable = play.last_argument().is_some_and(|last| last >= play.named) && !wrapped;
        let parameters = if variable {
            format!("{}, ...", parameters[..play.named.max(1)].join(", "))
        } else {
            parameters.join(", ")
        };
        out.push('\n');
        if wrapped {
            let _ = writeln!(out, "{ty} __real_{name}({parameters});");
            let _ = writeln!(out, "QUIET {ty} __wrap_{name}({parameters}) {{");
        } else {
            let _ = writeln!(out, "WEAK {ty} {name}({parameters}) {{");
        }
        let _ = writeln!(out, "  static unsigned next;");
        if variable {
            for index in play.named.max(1)..arguments {
                let _ = writeln!(out, "  cassay_word a{index};");
            }
            let last = play.named.max(1) - 1;
            let _ = writeln!(out, "  __builtin_va_list list;");
            let _ = writeln!(out, "  __builtin_va_start(list, a{last});");
            for index in play.named.max(1)..arguments {
                let _ = writeln!(out, "  a{index} = __builtin_va_arg(list, cassay_word);");
            }
            let _ = writeln!(out, "  __builtin_va_end(list);");
        }
        out.push_str(&self.turn(name));
        let _ = writeln!(out, "  switch (next++) {{");
        for (index, call) in play.calls.iter().enumerate() {
            play.write_call(out, index, name, call, ty.starts_with("void *"));
        }
        let _ = writeln!(out, "  default:");
        if wrapped {
            let _ = writeln!(out, "    return {};\n  }}\n}}", play.real(name));
        } else {
            let _ = writeln!(out, "    cassay_left(\"{name}\");\n  }}\n}}");
        }
    }

    fn write_entry(&self, out: &mut String) {
        let outside = self.outside;
        let is_main = &*outside.entry == "main";
        let is_test = self.purpose == Purpose::Regression;
        if is_main && outside.arguments.is_empty() && !is_test {
            return;
        }
        out.push_str("\n/* The entry and its arguments. */\n");
        let mut types = Vec::new();
        let mut passed = Vec::new();
        let mut filled = String::new();
        for (index, argument) in outside.arguments.iter().enumerate() {
            match argument {
                Argument::Value(scalar) => {
                    let ty = type_of(scalar).map_or("cassay_word", |ty| ty.name());
                    types.push(ty.to_owned());
                    passed.push(parameter(scalar, index, out));
                }
                Argument::Object(contents) => {
                    let size = contents.len().max(1);
                    let _ = writeln!(
                        out,
                        "static _Alignas(16) unsigned char cassay_object{index}[{size}];"
                    );
                    set_bytes(&mut filled, &format!("cassay_object{index}"), contents, 0);
                    types.push("void *".to_owned());
                    passed.push(format!("cassay_object{index}"));
                }
                Argument::Texts(texts) => {
                    write_texts(out, &mut filled, index, texts);
                    types.push("void *".to_owned());
                    passed.push(format!("cassay_texts{index}"));
                }
            }
        }
        let callee = if is_main {
            "__real_main"
        } else {
            &*outside.entry
        };
        let types = match types.is_empty() {
            true => "void".to_owned(),
            false => types.join(", "),
        };
        let name = if is_test {
            "cassay_run"
        } else if self.wrapped.contains("main") {
            "__wrap_main"
        } else {
            "main"
        };
        let result = if is_main { "int" } else { "void" };
        let kept = if is_test { "static " } else { "" };
        let _ = writeln!(
            out,
            "{result} {callee}({types});\n\n{kept}int {name}(void) {{"
        );
        out.push_str(&filled);
        let call = format!("{callee}({})", passed.join(", "));
        let _ = match is_main {
            true => writeln!(out, "  return {call};\n}}"),
            false => writeln!(out, "  {call};\n  return 0;\n}}"),
        };
    }
}

impl Play<'_> {
    fn result_type(&self) -> String {
        let mut ty = None;
        for call in &self.calls {
            match call {
                Answer::Library(Gives::Nothing, _) => {}
                Answer::Library(Gives::Value(scalar), _) => {
                    ty = ty.or_else(|| type_of(scalar).map(|ty| ty.name().to_owned()));
                }
                Answer::Library(Gives::Argument(_, _) | Gives::Text(_) | Gives::Memory, _)
                | Answer::Allocation(_, _) => return "void *".to_owned(),
            }
        }
        ty.unwrap_or_else(|| "void".to_owned())
    }

    fn last_argument(&self) -> Option<usize> {
        let mut last = None;
        for call in &self.calls {
            if let Answer::Library(gives, written) = call {
                last = last.max(written.iter().map(|part| part.argument).max());
                if let Gives::Argument(index, _) = gives {
                    last = last.max(Some(*index));
                }
            }
        }
        last
    }

    /// The number of parameters of the definition: more or fewer arguments at a call do no harm.
    fn arguments(&self) -> usize {
        let used = self.last_argument().map_or(0, |last| last + 1);
        used.max(self.named).max(2)
    }

    fn real(&self, name: &str) -> String {
        let args: Vec<String> = (0..self.arguments()).map(|i| format!("a{i}")).collect();
        format!("__real_{name}({})", args.join(", "))
    }

    fn write_call(
        &self,
        out: &mut String,
        index: usize,
        name: &str,
        call: &Answer<'_>,
        pointer: bool,
    ) {
        let _ = writeln!(out, "  case {index}:");
        match call {
            Answer::Allocation(true, _) => {
                // ENOMEM of Linux.
                out.push_str("    *__errno_location() = 12;\n    return 0;\n");
            }
            Answer::Allocation(false, []) | Answer::Library(Gives::Memory, _) => {
                let _ = writeln!(out, "    return {};", self.real(name));
            }
            Answer::Allocation(false, contents) => {
                let _ = writeln!(out, "    {{\n      char *p = {};", self.real(name));
                for (offset, byte) in *contents {
                    let _ = writeln!(out, "      p[{offset}] = (char){byte};");
                }
                out.push_str("      return p;\n    }\n");
            }
            Answer::Library(gives, written) => {
                for part in *written {
                    let _ = writeln!(
                        out,
                        "    cassay_put(a{}, {}, {}, {});",
                        part.argument,
                        part.offset,
                        bytes(&part.bytes),
                        part.bytes.len()
                    );
                }
                let result = match gives {
                    Gives::Nothing | Gives::Memory => String::new(),
                    Gives::Value(scalar) if pointer => match scalar {
                        Scalar::Pointer(address) => format!(" (void *){address:#x}"),
                        Scalar::Int(_) => format!(" (void *)(cassay_word)({})", value(scalar)),
                        Scalar::Float(_, _) => " 0".to_owned(),
                    },
                    Gives::Value(scalar) => format!(" {}", value(scalar)),
                    Gives::Argument(index, offset) => format!(" (char *)a{index} + {offset}"),
                    Gives::Text(text) => {
                        // It outlives the call.
                        let _ = writeln!(out, "    {{");
                        let _ = writeln!(out, "    static char text[] = {{{}}};", quoted(text));
                        " text".to_owned()
                    }
                };
                let _ = writeln!(out, "    return{result};");
                if let Gives::Text(_) = gives {
                    let _ = writeln!(out, "    }}");
                }
            }
        }
    }
}

/// A function whose result is a structure of two registers.
fn write_pairs(
    out: &mut String,
    name: &str,
    first: &Scalar,
    second: &Scalar,
    values: &[&[Scalar]],
    turn: &str,
) {
    let (Some(a), Some(b)) = (type_of(first), type_of(second)) else {
        return;
    };
    let _ = writeln!(
        out,
        "\nWEAK struct {{ {} a; {} b; }} {name}() {{",
        a.name(),
        b.name()
    );
    let _ = writeln!(
        out,
        "  static unsigned next;\n  __typeof__({name}()) answer;\n{turn}"
    );
    let _ = writeln!(out, "  switch (next++) {{");
    for (index, parts) in values.iter().enumerate() {
        let _ = writeln!(out, "  case {index}:");
        for (member, part) in ["a", "b"].iter().zip(*parts) {
            let _ = writeln!(out, "    answer.{member} = {};", value(part));
        }
        out.push_str("    return answer;\n");
    }
    let _ = writeln!(out, "  default:\n    cassay_left(\"{name}\");\n  }}\n}}");
}

/// A variable that the program only declares.
fn write_external(out: &mut String, external: &External) {
    let items: Vec<String> = external
        .bytes
        .iter()
        .map(|(offset, byte)| format!("[{offset}] = {byte}"))
        .collect();
    let contents = match items.is_empty() {
        true => String::new(),
        false => format!(" = {{{}}}", items.join(", ")),
    };
    let _ = writeln!(
        out,
        "\n__attribute__((weak)) _Alignas({}) unsigned char {}[{}]{contents};",
        external.align.max(1),
        external.name,
        external.size.max(1)
    );
}

/// A list of strings for `main`. Strings can be long, and their contents are mostly the same.
fn write_texts(out: &mut String, filled: &mut String, index: usize, texts: &[Vec<u8>]) {
    for (number, text) in texts.iter().enumerate() {
        let name = format!("cassay_text{index}_{number}");
        let _ = writeln!(out, "static char {name}[{}];", text.len() + 1);
        let _ = writeln!(filled, "  cassay_fill({name}, 'x', {});", text.len());
        set_bytes(filled, &name, text, b'x');
    }
    let names: Vec<String> = (0..texts.len())
        .map(|number| format!("cassay_text{index}_{number}, "))
        .collect();
    let _ = writeln!(
        out,
        "static char *cassay_texts{index}[] = {{{}0}};",
        names.concat()
    );
}

fn set_bytes(out: &mut String, name: &str, bytes: &[u8], otherwise: u8) {
    for (at, byte) in bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte != otherwise)
    {
        let _ = writeln!(out, "  {name}[{at}] = (char){byte};");
    }
}

/// Ends by `exit`, where counts are written.
const COUNTED: &str = "
void __wrap_abort(void) { cassay_leave(86); }
void __wrap___assert_fail() { cassay_leave(86); }
";

/// Whether the compiler can call a function before every access.
fn is_hooked(build: &Build) -> bool {
    !build.options.iter().any(|option| option == "-m32")
}

/// What a harness for threads does.
const HOOKED: &str = " *
 * The file makes threads take turns at every access to memory that they share, so that they go the way of
 * the counterexample. ThreadSanitizer hears of every access and does not know of the turns. Exit status 87
 * means that two threads stand before accesses that race, or that threads wait for ever, as the last lines
 * say; 86 that the threads did not come this way. For a debugger:
 *
 *   TSAN_OPTIONS=report_bugs=0 gdb ./a.out
 *
 * With other sanitizers in place of ThreadSanitizer, threads take turns only where they call functions that
 * order threads.
";
const UNHOOKED: &str = " *
 * The file makes threads take turns only where they call functions that order threads: gcc has no
 * ThreadSanitizer for this machine, which calls a function before every access.
";

/// Text that cannot end a comment.
pub(super) fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    text.replace("*/", "* /").replace("/*", "/ *")
}

/// A word for a shell.
pub(super) fn shell(word: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_=+./,:%@".contains(c);
    if !word.is_empty() && word.chars().all(safe) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Other names of the functions of the common part: those of declarations in C++ without `extern "C"`.
const CXX_NAMES: &str = include_str!("harness_cxx_names.c");

/// The part common to every harness: the functions by which programs address a verifier.
const PRELUDE: &str = include_str!("harness_prelude.c");

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_bv::Bv;

    #[test]
    fn no_word_ends_the_comment_or_the_command() {
        assert_eq!(plain("a*/b\nc/*d"), "a* /b c/ *d");
        assert_eq!(shell("-DX=1"), "-DX=1");
        assert_eq!(shell("-DX=(1 + 2)"), "'-DX=(1 + 2)'");
        assert_eq!(shell("it's"), "'it'\\''s'");
        assert_eq!(shell(""), "''");
    }

    #[test]
    fn files_in_c_are_compiled_as_c_beside_a_program_in_cxx() {
        let outside = Outside::default();
        let build = Build {
            files: vec!["a.cpp".to_owned(), "b.c".to_owned()],
            options: ["-DX", "-std=c++20", "-std=c99"].map(str::to_owned).into(),
            output: "out/harness.c".to_owned(),
        };
        let with = "-g -fsanitize=address,undefined -fno-sanitize-recover=all";
        assert_eq!(
            Harness::new(&outside).commands(&build),
            [
                format!("gcc {with} -DX -std=c99 -c out/harness.c -o out/harness.o"),
                format!("gcc {with} -DX -std=c99 -c b.c -o out/harness-1.o"),
                format!(
                    "g++ {with} {CXX_OPTIONS} -DX -std=c++20 a.cpp out/harness.o out/harness-1.o -lm"
                ),
            ]
        );
    }

    #[test]
    fn only_allocation_that_matters_is_wrapped() {
        let allocation = |fails, bytes| Given::Allocation {
            function: "malloc".into(),
            fails,
            bytes,
        };
        let wrapped = |given: Vec<Given>| {
            let outside = Outside {
                entry: "main".into(),
                has_main: true,
                given,
                ..Outside::default()
            };
            let harness = Harness::new(&outside);
            harness.wrapped.contains("malloc")
        };
        assert!(!wrapped(vec![allocation(false, Vec::new())]));
        assert!(wrapped(vec![
            allocation(false, Vec::new()),
            allocation(true, Vec::new())
        ]));
        assert!(wrapped(vec![allocation(false, vec![(3, 7)])]));
    }

    #[test]
    fn results_without_a_type_in_c_are_named() {
        let outside = Outside {
            given: vec![Given::Result {
                function: "odd".into(),
                parts: vec![Scalar::Int(Bv::one(24))],
            }],
            ..Outside::default()
        };
        let harness = Harness::new(&outside);
        assert!(harness.results.is_empty());
        assert_eq!(harness.open, ["the result of odd()"]);
    }
}
