//! From arguments to [`Options`].
//!
//! Invariant: every argument is either understood or an error. An option of a feature that is not
//! built yet is an error of its own, never ignored.

mod choices;
mod color;
mod file;
mod help;
mod man;
mod property;
mod shells;
mod suggest;
mod table;
mod values;

pub use color::Color;
pub use help::{help_text, markdown};
pub use man::man_page;
pub use property::{known_property, property_names};
pub use shells::{Shell, completions};

use crate::outputs::Output;
use cassay_checks::CheckSet;
use cassay_engine::{Allocation, Settings, Strategy, Techniques, Way};
use cassay_frontend::DataModel;
use cassay_ir::{FixedFormats, PropertyClass};
use cassay_passes::{Handler, Interrupts};
use std::path::PathBuf;
use std::time::Duration;
use table::{Action, Entry, TABLE};

/// The last bound of strategies with growing bounds when time is the limit: never reached.
const NO_LAST_BOUND: u32 = 1_000_000;

/// The purpose of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Verify the program.
    Verify,
    /// Print the help text.
    Help,
    /// Print the reference of options.
    HelpMarkdown,
    /// Print the manual page.
    ManPage,
    /// Print completions for a shell.
    Completions(Shell),
    /// Print the page of a class of properties.
    Explain(PropertyClass),
    /// Print the version.
    Version,
    /// List the solvers.
    ShowSolvers,
    /// List the loops.
    ShowLoops,
    /// List the properties.
    ShowClaims,
    /// Print the program in its IR.
    ShowFunctions,
    /// Print the machine of the program.
    ShowModel,
    /// List the passes over programs.
    ShowPasses,
    /// Print the program after the pass of this name.
    DumpAfter(&'static str),
    /// Read the program, print its size and its unsupported constructs.
    ParseOnly,
}

/// Everything the user asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// The purpose of the run.
    pub mode: Mode,
    /// Source files.
    pub files: Vec<PathBuf>,
    /// The clang to use.
    pub clang: Option<PathBuf>,
    /// Arguments passed on to clang.
    pub clang_args: Vec<String>,
    /// Sizes of types, when given.
    pub data_model: Option<DataModel>,
    /// Where the compilation database is.
    pub compile_commands: Option<PathBuf>,
    /// Whether to use Cassay's own headers of the C library.
    pub bundled_headers: bool,
    /// Whether functions without a body change no memory.
    pub pure_stubs: bool,
    /// Whether allocation fails, when given.
    pub allocation: Option<Allocation>,
    /// Whether reads of volatile objects give any value.
    pub volatile_nondet: bool,
    /// Whether `operator new` may fail.
    pub new_may_throw: bool,
    /// Handlers that may interrupt the program.
    pub interrupts: Interrupts,
    /// Address ranges of devices: first address and size.
    pub mmio: Vec<(u64, u64)>,
    /// Entry function, when not `main`.
    pub function: Option<String>,
    /// `--property`, a name or a file.
    pub property: Option<String>,
    /// Labels that must not be reached.
    pub error_labels: Vec<String>,
    /// Which checks are on.
    pub checks: CheckSet,
    /// The schedule asked for by name.
    pub strategy: Option<Strategy>,
    /// `--max-k-step`, when given.
    pub max_k: Option<u32>,
    /// Whether a solver was named.
    pub solver_named: bool,
    /// Whether two solvers are asked at the same time.
    pub portfolio: bool,
    /// Whether solvers have substitutes, when given.
    pub fallback: Option<bool>,
    /// Settings of the engine.
    pub settings: Settings,
    /// The formats of floating-point types, when they are fixed-point numbers.
    pub fixed: Option<FixedFormats>,
    /// Where the last formula goes.
    pub smt_output: Option<PathBuf>,
    /// Where the machine of the program goes.
    pub model: ModelFiles,
    /// The folder that every query goes to.
    pub smt_log: Option<PathBuf>,
    /// Where the counterexample goes as a C file.
    pub harness_output: Option<PathBuf>,
    /// Files that get the report in other formats.
    pub outputs: Vec<Output>,
    /// Where the counterexample goes as a regression test.
    pub test_output: Option<PathBuf>,
    /// The folder for the inputs of the counterexample as a seed for fuzzers.
    pub seed_output: Option<PathBuf>,
    /// What tests are to reach, if tests are looked for.
    pub cover: Option<cassay_coverage::Criterion>,
    /// The folder for tests.
    pub cover_output: Option<PathBuf>,
    /// Where the witness goes.
    pub witness_output: Option<PathBuf>,
    /// The witness to follow.
    pub validate_witness: Option<PathBuf>,
    /// Whether counterexamples are run as compiled programs.
    pub replay: bool,
    /// How long a compiled program may take.
    pub replay_timeout: Duration,
    /// Whether the debugger is started at the fault.
    pub gdb: bool,
    /// Whether to remove from the program what no claim depends on.
    pub slice_program: bool,
    /// Whether to print statistics.
    pub stats: bool,
    /// Verbosity: 0 the verdict only, 1 the report, 2 each bound too.
    pub verbosity: u32,
    /// Limit on wall time.
    pub timeout: Option<Duration>,
    /// Whether to print the invariants at the heads of loops.
    pub show_invariants: bool,
    /// The name of the format of the report.
    pub format: &'static str,
    /// Whether to list every property with its status.
    pub list_properties: bool,
    /// Whether the text has colours.
    pub color: Color,
    /// Limit on memory in bytes.
    pub memlimit: Option<u64>,
}

/// Where the machine of the program goes, and who searches it.
#[derive(Clone, Debug, Default)]
pub struct ModelFiles {
    /// A graph for Graphviz.
    pub dot: Option<PathBuf>,
    /// BTOR2.
    pub btor2: Option<PathBuf>,
    /// AIGER.
    pub aiger: Option<PathBuf>,
    /// The command of a hardware model checker.
    pub checker: Option<String>,
}

impl ModelFiles {
    /// Whether any file is wanted.
    pub fn any(&self) -> bool {
        self.dot.is_some() || self.btor2.is_some() || self.aiger.is_some()
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mode: Mode::Verify,
            files: Vec::new(),
            clang: None,
            clang_args: Vec::new(),
            data_model: None,
            compile_commands: None,
            bundled_headers: false,
            pure_stubs: false,
            allocation: None,
            volatile_nondet: false,
            new_may_throw: false,
            interrupts: Interrupts::default(),
            mmio: Vec::new(),
            function: None,
            property: None,
            error_labels: Vec::new(),
            checks: CheckSet::default(),
            strategy: None,
            max_k: None,
            solver_named: false,
            portfolio: false,
            fallback: None,
            settings: Settings::default(),
            fixed: None,
            smt_output: None,
            model: ModelFiles::default(),
            smt_log: None,
            harness_output: None,
            outputs: Vec::new(),
            test_output: None,
            seed_output: None,
            cover: None,
            cover_output: None,
            witness_output: None,
            validate_witness: None,
            replay: false,
            replay_timeout: Duration::from_secs(60),
            gdb: false,
            slice_program: false,
            stats: false,
            verbosity: 1,
            timeout: None,
            show_invariants: false,
            format: "text",
            list_properties: false,
            color: Color::Auto,
            memlimit: None,
        }
    }
}

/// Parses the arguments, without the name of the program, and the options of a `cassay.toml` beside
/// the sources.
pub fn parse_with_file(args: &[String]) -> Result<Options, String> {
    let options = parse(args)?;
    let Some(path) = file::find(&options) else {
        return Ok(options);
    };
    let mut words = file::read(&path)?;
    words.extend(args.iter().cloned());
    // The arguments alone were parsed before, so the error is in the file.
    parse(&words).map_err(|what| format!("{}: {what}", path.display()))
}

/// Parses the arguments, without the name of the program.
pub fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg == "--" {
            options.files.extend(rest.by_ref().map(PathBuf::from));
        } else if arg.len() < 2 || !arg.starts_with('-') {
            options.files.push(PathBuf::from(arg));
        } else if !apply_option(&mut options, arg, &mut rest)? {
            return Err(unknown_option(arg));
        }
    }
    options.finish();
    options.agree()?;
    options.check_interrupts()?;
    Ok(options)
}

/// Applies one option; false if it is unknown.
fn apply_option(
    options: &mut Options,
    arg: &str,
    rest: &mut std::slice::Iter<'_, String>,
) -> Result<bool, String> {
    if matches!(arg, "-h" | "-V") {
        options.mode = if arg == "-h" {
            Mode::Help
        } else {
            Mode::Version
        };
        return Ok(true);
    }
    if let Some(entry) = clang_entry(arg) {
        clang_option(options, entry, arg, rest)?;
        return Ok(true);
    }
    let (name, attached) = match arg.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (arg, None),
    };
    if options.checks.option(name) {
        return no_value(name, attached).map(|()| true);
    }
    let Some(entry) = TABLE.iter().find(|entry| entry.name == name) else {
        return Ok(false);
    };
    match entry.action {
        Action::Flag(set) => {
            no_value(name, attached)?;
            set(options);
        }
        Action::Value(metavar, set) => {
            let value = attached
                .or_else(|| rest.next().map(String::as_str))
                .ok_or_else(|| format!("option {name} needs a value ({metavar})"))?;
            set(options, value).map_err(|what| format!("option {name}: {what}"))?;
        }
        Action::Clang(_) => return Ok(false),
    }
    Ok(true)
}

fn no_value(name: &str, attached: Option<&str>) -> Result<(), String> {
    match attached {
        None => Ok(()),
        Some(_) => Err(format!("option {name} takes no value")),
    }
}

fn clang_entry(arg: &str) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| {
        matches!(entry.action, Action::Clang(_))
            && if entry.name.len() == 2 || entry.name.ends_with('=') {
                arg.starts_with(entry.name)
            } else {
                arg == entry.name
            }
    })
}

/// Passes an option on to clang, with its value whether attached or not.
fn clang_option(
    options: &mut Options,
    entry: &Entry,
    arg: &str,
    rest: &mut std::slice::Iter<'_, String>,
) -> Result<(), String> {
    options.clang_args.push(arg.to_string());
    if arg.len() == entry.name.len() {
        let missing = || format!("option {} needs a value", entry.name);
        if arg.ends_with('=') {
            return Err(missing());
        }
        let value = rest.next().ok_or_else(missing)?;
        options.clang_args.push(value.clone());
    }
    Ok(())
}

/// The names of all options.
fn names() -> impl Iterator<Item = &'static str> {
    let checks = cassay_checks::REGISTRY
        .iter()
        .flat_map(|check| [check.on, check.off])
        .flatten();
    TABLE.iter().map(|entry| entry.name).chain(checks)
}

fn unknown_option(arg: &str) -> String {
    let name = arg.split_once('=').map_or(arg, |(name, _)| name);
    match suggest::nearest(name, names()) {
        Some(near) => format!("unknown option '{name}', did you mean '{near}'?"),
        None => format!("unknown option '{name}' (--help lists them)"),
    }
}

/// The time limit if none is given.
const BUDGET: Duration = Duration::from_secs(300);

impl Options {
    /// Wants the report in a file; the last one named counts for each format.
    fn write_as(&mut self, name: &'static str, path: &str) -> Result<(), String> {
        let Some(format) = cassay_report::formats::file_format(name) else {
            unreachable!("the table names formats that exist");
        };
        self.outputs.retain(|output| output.format.name != name);
        self.outputs.push(Output {
            format,
            path: PathBuf::from(path),
        });
        Ok(())
    }

    /// Refuses options that cannot be used together.
    fn agree(&self) -> Result<(), String> {
        let format = cassay_report::formats::find(self.format);
        if self.settings.want_vcc && format.is_some_and(|format| format.whole) {
            return Err("option --show-vcc prints text: it cannot be used with --json".into());
        }
        match self.settings.model.is_weak() && self.settings.contexts.is_some() {
            true => Err(format!(
                "option --context-bound counts switches between threads, not the moments at which stores \
                 reach memory: it cannot be used with --mm {}",
                self.settings.model.word()
            )),
            false => Ok(()),
        }
    }

    /// Searches the machine of the program, with all that is usual unless told otherwise.
    fn search_model(&mut self) {
        self.strategy = Some(Strategy::Model);
        if self.settings.machine_by == Way::Directed {
            self.settings.machine_by = Way::Search(Techniques::default());
        }
    }

    /// Resolves what depends on several options.
    fn finish(&mut self) {
        if let Some(command) = &self.model.checker {
            self.settings.machine_by = Way::Command {
                command: command.clone(),
                folder: std::env::temp_dir(),
                memory: self.memlimit,
            };
        }
        // SV-COMP's rules: a function without a body does not change the program's memory.
        self.pure_stubs |= self.property.is_some();
        let bounded = self.settings.unwind.is_some();
        self.settings.strategy = self.strategy.unwrap_or(if bounded {
            Strategy::Bmc
        } else {
            Strategy::Auto
        });
        if self.settings.strategy == Strategy::Auto {
            self.timeout.get_or_insert(BUDGET);
        }
        let auto = self.settings.strategy == Strategy::Auto;
        self.settings.fallback = self.fallback.unwrap_or(auto);
        let encoded = self.settings.solving != cassay_engine::Solving::default();
        self.settings.choose = auto && !self.solver_named && !encoded && !self.portfolio;
        if self.settings.fallback {
            // A solver that has not answered for half of the time leaves the other half to a
            // substitute.
            let time = self.timeout.unwrap_or(BUDGET).as_secs() / 2;
            self.settings.solving.patience = Some(u32::try_from(time).unwrap_or(u32::MAX).max(1));
        }
        if self.portfolio && self.settings.portfolio.is_none() {
            let second = match self.settings.solver.as_str() {
                "cadical" => "bitwuzla",
                _ => "cadical",
            };
            let solving = cassay_engine::Solving::default();
            self.settings.portfolio = Some((second.to_string(), solving));
        }
        if let Some(max_k) = self.max_k {
            self.settings.max_k = max_k;
        } else if self.timeout.is_some() {
            self.settings.max_k = NO_LAST_BOUND;
        }
        if self.settings.solving.integers && !self.solver_named {
            self.settings.solver = "z3".to_string();
        }
    }

    /// What is said about interrupts is about some handler.
    fn check_interrupts(&self) -> Result<(), String> {
        let Interrupts {
            handlers,
            disable,
            enable,
            enter,
            exit,
            starts_disabled,
            limit,
            word,
        } = &self.interrupts;
        let given = [
            ("--interrupt-disable", !disable.is_empty()),
            ("--interrupt-enable", !enable.is_empty()),
            ("--interrupt-enter", !enter.is_empty()),
            ("--interrupt-exit", !exit.is_empty()),
            ("--interrupts-off", *starts_disabled),
            ("--interrupt-limit", limit.is_some()),
            ("--interrupt-word", word.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) if handlers.is_empty() => {
                Err(format!("option {option} needs a handler (--interrupt)"))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn add_handler(&mut self, text: &str) -> Result<(), String> {
        let handler = Handler::parse(text)?;
        let handlers = &mut self.interrupts.handlers;
        if handlers.iter().any(|other| other.name == handler.name) {
            return Err(format!("the handler '{}' is given twice", handler.name));
        }
        handlers.push(handler);
        Ok(())
    }

    fn add_mmio(&mut self, text: &str) -> Result<(), String> {
        let (start, size) = values::address_range(text)?;
        let last = start + (size - 1);
        let overlaps =
            |&(other, length): &(u64, u64)| start <= other + (length - 1) && other <= last;
        if let Some((other, length)) = self.mmio.iter().copied().find(overlaps) {
            return Err(format!("'{text}' overlaps {other:#x}:{length:#x}"));
        }
        self.mmio.push((start, size));
        Ok(())
    }

    /// The command lives until the run ends, like the settings that refer to it.
    fn set_solver_command(&mut self, command: &str) -> Result<(), String> {
        if command.trim().is_empty() {
            return Err("the command is empty".to_string());
        }
        self.name_solver("smtlib");
        self.settings.solver_command = Some(Box::leak(command.to_string().into_boxed_str()));
        Ok(())
    }

    fn set_portfolio_solver(&mut self, text: &str) -> Result<(), String> {
        let mut parts = text.split('+');
        let name = known_solver(parts.next().unwrap_or_default())?;
        let mut solving = cassay_engine::Solving::default();
        for encoding in parts {
            match encoding {
                "ir" => solving.integers = true,
                "fp2bv" => solving.floats_by_bits = true,
                "reads" => solving.arrays_by_reads = true,
                _ => {
                    return Err(format!(
                        "unknown encoding '{encoding}' (ir, fp2bv or reads)"
                    ));
                }
            }
        }
        self.portfolio = true;
        self.settings.portfolio = Some((name, solving));
        Ok(())
    }

    fn set_solver(&mut self, name: &str) -> Result<(), String> {
        self.name_solver(&known_solver(name)?);
        Ok(())
    }

    fn name_solver(&mut self, name: &str) {
        self.settings.solver = name.to_string();
        self.solver_named = true;
    }
}

fn known_solver(name: &str) -> Result<String, String> {
    let known = cassay_engine::SOLVERS.iter().any(|s| s.name == name);
    match known {
        true => Ok(name.to_string()),
        false => Err(format!(
            "unknown solver '{name}' (--show-solvers lists them)"
        )),
    }
}

#[cfg(test)]
mod tests;
