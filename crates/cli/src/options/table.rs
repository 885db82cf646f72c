//! The one list of options: parsing, help and documentation all come from it.
//!
//! To add an option, add a line. Options of checks are not here: they come from the registry of
//! the `checks` crate, except those whose check does not exist yet.

use super::{Mode, Options, Shell, values};
use cassay_engine::{Allocation, Propagation, Strategy, Techniques, Way};
use cassay_frontend::DataModel;
use cassay_ir::FixedFormats;
use std::path::PathBuf;

/// A part of the help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Which program.
    Input,
    /// What to look for.
    Checks,
    /// How far to unwind.
    Loops,
    /// Which schedule to follow.
    Strategy,
    /// Who solves, and in which encoding.
    Solver,
    /// Threads.
    Concurrency,
    /// What to print.
    Output,
    /// Time and memory.
    Limits,
}

impl Group {
    /// Every part, in the order of the help text.
    pub const ALL: &'static [Group] = &[
        Group::Input,
        Group::Checks,
        Group::Loops,
        Group::Strategy,
        Group::Solver,
        Group::Concurrency,
        Group::Output,
        Group::Limits,
    ];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Group::Input => "Input",
            Group::Checks => "Checks",
            Group::Loops => "Loops",
            Group::Strategy => "Strategy",
            Group::Solver => "Solver and encoding",
            Group::Concurrency => "Concurrency",
            Group::Output => "Output",
            Group::Limits => "Limits",
        }
    }
}

/// What an option does.
#[derive(Clone, Copy)]
pub enum Action {
    /// Takes no value.
    Flag(fn(&mut Options)),
    /// Takes a value, shown in the help text under this name.
    Value(&'static str, fn(&mut Options, &str) -> Result<(), String>),
    /// Like `Value`, but the value may follow without a space and is passed on to clang.
    Clang(&'static str),
}

/// An option.
pub struct Entry {
    /// Its name with dashes.
    pub name: &'static str,
    /// Where the help text lists it.
    pub group: Group,
    /// One line about it.
    pub help: &'static str,
    /// What it does.
    pub action: Action,
}

const fn flag(
    group: Group,
    name: &'static str,
    help: &'static str,
    set: fn(&mut Options),
) -> Entry {
    Entry {
        name,
        group,
        help,
        action: Action::Flag(set),
    }
}

const fn value(
    group: Group,
    name: &'static str,
    metavar: &'static str,
    help: &'static str,
    set: fn(&mut Options, &str) -> Result<(), String>,
) -> Entry {
    Entry {
        name,
        group,
        help,
        action: Action::Value(metavar, set),
    }
}

const fn clang(name: &'static str, metavar: &'static str, help: &'static str) -> Entry {
    Entry {
        name,
        group: Group::Input,
        help,
        action: Action::Clang(metavar),
    }
}

/// Every option, in the order of the help text.
#[rustfmt::skip]
pub const TABLE: &[Entry] = &[
    flag(Group::Input, "--help", "print this text", |o| o.mode = Mode::Help),
    flag(Group::Input, "--help-markdown", "print the reference of options", |o| o.mode = Mode::HelpMarkdown),
    flag(Group::Input, "--man-page", "print the manual page in roff", |o| o.mode = Mode::ManPage),
    value(Group::Input, "--completions", "SHELL", "print completions for bash, zsh or fish",
        |o, v| { o.mode = Mode::Completions(Shell::parse(v)?); Ok(()) }),
    value(Group::Input, "--explain", "CLASS", "print what a class of properties, as pointer.bounds, is about",
        |o, v| { o.mode = Mode::Explain(values::class(v)?); Ok(()) }),
    flag(Group::Input, "--version", "print the version", |o| o.mode = Mode::Version),
    value(Group::Input, "--function", "NAME", "start at this function instead of main, with any arguments",
        |o, v| { o.function = Some(v.to_string()); Ok(()) }),
    value(Group::Input, "--data-model", "MODEL", "sizes of types: LP64 (the default) or ILP32", |o, v| {
        o.data_model = match v {
            "LP64" | "lp64" => Some(DataModel::Lp64),
            "ILP32" | "ilp32" => Some(DataModel::Ilp32),
            _ => return Err(format!("'{v}' is not a data model (LP64 or ILP32)")),
        };
        Ok(())
    }),
    flag(Group::Input, "--32", "same as --data-model ILP32", |o| o.data_model = Some(DataModel::Ilp32)),
    flag(Group::Input, "--64", "same as --data-model LP64", |o| o.data_model = Some(DataModel::Lp64)),
    clang("-D", "NAME[=VALUE]", "define a macro"),
    clang("-U", "NAME", "undefine a macro"),
    clang("-I", "DIR", "look for included files there"),
    clang("-isystem", "DIR", "look for system headers there"),
    clang("-include", "FILE", "include this file first"),
    clang("-std=", "STANDARD",
        "language standard, gnu17 or gnu++17 unless given; in a program of C and C++ for the files that it fits"),
    clang("-stdlib=", "LIBRARY", "the C++ library to compile with, libstdc++ unless given"),
    flag(Group::Input, "-fno-exceptions", "compile C++ without exceptions", |o| o.clang_args.push("-fno-exceptions".into())),
    flag(Group::Input, "-fno-rtti", "compile C++ without type information", |o| o.clang_args.push("-fno-rtti".into())),
    value(Group::Input, "--clang", "PROGRAM", "the clang to use, found on the PATH unless given",
        |o, v| { o.clang = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Input, "--validate-witness", "FILE",
        "follow this witness of SV-COMP in YAML: look for its violation, or prove its invariants with the specification",
        |o, v| { o.validate_witness = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Input, "--compile-commands", "DIR",
        "take flags from DIR/compile_commands.json, and files too unless some are named; \
         a file of several entries counts once, with the flags of the first",
        |o, v| { o.compile_commands = Some(PathBuf::from(v)); Ok(()) }),
    flag(Group::Input, "--bundled-headers",
        "use Cassay's own headers of the C library; done for ILP32 where the system has no 32-bit headers",
        |o| o.bundled_headers = true),
    flag(Group::Input, "--pure-stubs",
        "functions without a body change no memory and printing looks at none; --property implies it, as the competition's rules do",
        |o| o.pure_stubs = true),
    flag(Group::Input, "--force-malloc-success", "every allocation on the heap succeeds; the rule under --property, but what is proved of memory must hold either way",
        |o| o.allocation = Some(Allocation::Succeeds)),
    flag(Group::Input, "--malloc-may-fail", "every allocation on the heap may fail: the default except under --property",
        |o| o.allocation = Some(Allocation::MayFail)),
    flag(Group::Input, "--new-may-throw", "operator new of C++ may fail and throw std::bad_alloc",
        |o| o.new_may_throw = true),
    flag(Group::Input, "--volatile-nondet", "every read of a volatile object gives any value",
        |o| o.volatile_nondet = true),
    value(Group::Input, "--mmio", "ADDR:SIZE",
        "a device is at these addresses, so that reading gives any value; may be given several times",
        Options::add_mmio),

    value(Group::Checks, "--property", "NAME|FILE.prp", "check exactly this SV-COMP property and nothing else",
        |o, v| { o.property = Some(v.to_string()); Ok(()) }),
    value(Group::Checks, "--error-label", "LABEL", "this label is not reached; may be given several times",
        |o, v| { o.error_labels.push(v.to_string()); o.checks.set("error-label", true); Ok(()) }),

    value(Group::Loops, "--unwind", "N", "unwind loops and recursion N times, in one pass",
        |o, v| { o.settings.unwind = Some(values::number(v)?); Ok(()) }),
    value(Group::Loops, "--unwindset", "ID:N,...", "bounds of single loops, named as --show-loops does",
        |o, v| { o.settings.unwindset.extend(values::unwindset(v)?); Ok(()) }),
    flag(Group::Loops, "--show-loops", "list the loops and stop", |o| o.mode = Mode::ShowLoops),
    flag(Group::Loops, "--no-unwinding-assertions", "answer for executions within the bound only",
        |o| o.settings.unwinding_assertions = false),
    flag(Group::Loops, "--partial-loops", "go on behind loops that reach the bound",
        |o| o.settings.partial_loops = true),

    flag(Group::Strategy, "--incremental-bmc", "growing bounds until a violation or a proof",
        |o| o.strategy = Some(Strategy::Incremental)),
    flag(Group::Strategy, "--falsification", "growing bounds, looking for violations only",
        |o| o.strategy = Some(Strategy::Falsification)),
    flag(Group::Strategy, "--k-induction", "growing bounds with proofs by induction",
        |o| o.strategy = Some(Strategy::KInduction)),
    flag(Group::Strategy, "--k-induction-parallel", "growing bounds and proofs by induction side by side",
        |o| o.strategy = Some(Strategy::KInductionParallel)),
    flag(Group::Strategy, "--pdr", "property-directed reachability (IC3) on the program as a finite-state machine, and nothing else",
        |o| o.strategy = Some(Strategy::Model)),
    flag(Group::Strategy, "--model-search", "bounded search on the program as a finite-state machine, up to --max-k-step steps",
        |o| o.search_model()),
    value(Group::Strategy, "--model-techniques", "LIST",
        "what --model-search uses: none, all, ubc, rbc, mec, frbc, brbc, context, balance, reuse, ntp, loop-free, induction; with no- before it to leave it out",
        |o, v| { o.search_model(); o.settings.machine_by = Way::Search(Techniques::from_list(v)?); Ok(()) }),
    value(Group::Strategy, "--model-checker", "COMMAND",
        "a hardware model checker that searches the finite-state machine; what it finds is checked",
        |o, v| { o.strategy = Some(Strategy::Model); o.model.checker = Some(v.to_string()); Ok(()) }),
    flag(Group::Strategy, "--no-model", "no proofs on the program as a finite-state machine beside those by induction",
        |o| o.settings.machine = false),
    flag(Group::Strategy, "--no-static-analysis", "leave every claim to the solver, and induction without invariants",
        |o| o.settings.static_analysis = false),
    value(Group::Strategy, "--max-k-step", "N", "the last bound of growing strategies: 50, or none under --timeout",
        |o, v| { o.max_k = Some(values::positive_number(v)?); Ok(()) }),
    value(Group::Strategy, "--k-step", "N", "how much the bound grows at a time",
        |o, v| { o.settings.k_step = values::positive_number(v)?; Ok(()) }),
    value(Group::Strategy, "--cover", "CRITERION",
        "in place of verifying, find tests that reach every line (location), outcome of branches (branch), value of conditions (condition), or show that each condition matters (mcdc)",
        |o, v| {
            o.cover = Some(cassay_coverage::Criterion::parse(v).ok_or_else(|| {
                format!("'{v}' is none of location, branch, condition and mcdc")
            })?);
            o.settings.multi_property = true;
            Ok(())
        }),
    flag(Group::Strategy, "--multi-property", "decide every property, not only the first violation",
        |o| o.settings.multi_property = true),

    value(Group::Solver, "--solver", "NAME", "the solver: bitwuzla (the default), cadical, z3, cvc5, or another of --show-solvers", Options::set_solver),
    flag(Group::Solver, "--bitwuzla", "same as --solver bitwuzla", |o| o.name_solver("bitwuzla")),
    flag(Group::Solver, "--cadical", "same as --solver cadical: Cassay's own bit-blaster, embedded", |o| o.name_solver("cadical")),
    flag(Group::Solver, "--z3", "same as --solver z3", |o| o.name_solver("z3")),
    flag(Group::Solver, "--cvc5", "same as --solver cvc5", |o| o.name_solver("cvc5")),
    flag(Group::Solver, "--boolector", "same as --solver boolector", |o| o.name_solver("boolector")),
    flag(Group::Solver, "--yices", "same as --solver yices", |o| o.name_solver("yices")),
    flag(Group::Solver, "--mathsat", "same as --solver mathsat", |o| o.name_solver("mathsat")),
    flag(Group::Solver, "--smtlib", "same as --solver smtlib: a program that reads SMT-LIB from a pipe",
        |o| o.name_solver("smtlib")),
    value(Group::Solver, "--smtlib-solver-prog", "COMMAND", "the command of that program; implies --smtlib",
        Options::set_solver_command),
    flag(Group::Solver, "--solver-fallback", "let another solver take over where one fails, hangs or gives up: the default without a strategy",
        |o| o.fallback = Some(true)),
    flag(Group::Solver, "--no-solver-fallback", "ask the chosen solver only", |o| o.fallback = Some(false)),
    flag(Group::Solver, "--portfolio", "two solvers follow the bounds at the same time, and the first answer counts; the second is cadical, or bitwuzla beside cadical",
        |o| o.portfolio = true),
    value(Group::Solver, "--portfolio-solver", "NAME", "the second solver, with encodings (ir, fp2bv, reads) behind a plus sign, as in z3+ir; implies --portfolio",
        Options::set_portfolio_solver),
    flag(Group::Solver, "--bv", "integers as bit-vectors (the default)", |o| o.settings.solving.integers = false),
    flag(Group::Solver, "--ir", "integers as mathematical integers where that says the same, by z3 unless another solver is named",
        |o| o.settings.solving.integers = true),
    flag(Group::Solver, "--floatbv", "floating point by IEEE 754 (the default)", |o| o.fixed = None),
    flag(Group::Solver, "--fixedbv", "floating-point types as fixed-point numbers, as on devices without such arithmetic",
        |o| { o.fixed.get_or_insert_default(); }),
    value(Group::Solver, "--fixedbv-format", "M.N",
        "like --fixedbv, with M bits before the point (the sign included) and N behind it, or for some types: float=16.16,double=32.32",
        |o, v| { o.fixed = Some(FixedFormats::parse(v)?); Ok(()) }),
    flag(Group::Solver, "--fp2bv", "floating point lowered to bit-vectors, also where the solver has a theory of it",
        |o| o.settings.solving.floats_by_bits = true),
    flag(Group::Solver, "--no-simplify",
        "for experiments: terms are made without rewrite rules; constants are still folded, since loops and pointers need them",
        |o| o.settings.simplify = false),
    flag(Group::Solver, "--no-propagation",
        "for experiments: the three of --no-store-propagation, --no-forward-substitution and --no-guard-propagation",
        |o| o.settings.propagation = Propagation::NONE),
    flag(Group::Solver, "--no-store-propagation",
        "for experiments: elements of arrays other than constants are not followed from writes to reads",
        |o| o.settings.propagation.stores = false),
    flag(Group::Solver, "--no-forward-substitution",
        "for experiments: what is stored, unless made of constants or addresses, gets a symbol and an equation of its own",
        |o| o.settings.propagation.values = false),
    flag(Group::Solver, "--no-guard-propagation",
        "for experiments: what branches, assumptions and claims say is not used behind them",
        |o| o.settings.propagation.guards = false),
    flag(Group::Solver, "--no-slice",
        "for experiments: executions are followed though nothing can be violated any more (loops without an end leave the answer open), and formulas are solved whole",
        |o| o.settings.slice = false),
    flag(Group::Solver, "--slice-program",
        "take out of the program what no claim depends on, unless --full-trace; values of a counterexample may differ, answers do not",
        |o| o.slice_program = true),
    flag(Group::Solver, "--show-solvers", "list the solvers, which can be used and their versions, and stop", |o| o.mode = Mode::ShowSolvers),

    value(Group::Concurrency, "--context-bound", "N",
        "answer for executions with at most N switches between threads only; no effect on programs with one thread",
        |o, v| { o.settings.contexts = Some(values::number(v)?); Ok(()) }),
    flag(Group::Concurrency, "--no-simulation",
        "do not execute programs with threads under some schedules, to find violations, before anything is solved",
        |o| o.settings.simulation = false),
    value(Group::Concurrency, "--mm", "MODEL",
        "memory of threads: sc (sequential consistency, the default), tso or pso (total or partial store order: stores reach memory late); tso and pso not with --context-bound",
        |o, v| { o.settings.model = values::memory_model(v)?; Ok(()) }),
    value(Group::Concurrency, "--interrupt", "HANDLER",
        "this function may run between any two statements; NAME:VAR while the variable is zero, NAME:!VAR while it is not, NAME:VAR&BITS by these bits, NAME@N with priority N over handlers with less; may be given several times",
        Options::add_handler),
    value(Group::Concurrency, "--interrupt-disable", "FUNCTION",
        "a call of this function masks all handlers until one of --interrupt-enable; those of common systems are known",
        |o, v| { o.interrupts.disable.push(v.to_string()); Ok(()) }),
    value(Group::Concurrency, "--interrupt-enable", "FUNCTION",
        "a call of this function ends what --interrupt-disable began",
        |o, v| { o.interrupts.enable.push(v.to_string()); Ok(()) }),
    value(Group::Concurrency, "--interrupt-enter", "FUNCTION",
        "a call of this function enters a critical section: all handlers are masked until as many calls of --interrupt-exit",
        |o, v| { o.interrupts.enter.push(v.to_string()); Ok(()) }),
    value(Group::Concurrency, "--interrupt-exit", "FUNCTION",
        "a call of this function leaves a critical section",
        |o, v| { o.interrupts.exit.push(v.to_string()); Ok(()) }),
    flag(Group::Concurrency, "--interrupts-off", "all handlers are masked where the program starts, until it enables them",
        |o| o.interrupts.starts_disabled = true),
    value(Group::Concurrency, "--interrupt-limit", "N",
        "answer for executions in which handlers run at most N times only",
        |o, v| { o.interrupts.limit = Some(values::number(v)?); Ok(()) }),
    value(Group::Concurrency, "--interrupt-word", "BITS",
        "handlers may run between the parts of accesses with more bits: 8, 16, 32 or 64; those of a pointer unless given",
        |o, v| { o.interrupts.word = Some(values::word(v)?); Ok(()) }),

    flag(Group::Output, "--parse-only",
        "read the program, print its size and what of it is not supported, and stop",
        |o| o.mode = Mode::ParseOnly),
    flag(Group::Output, "--show-goto-functions", "print the program as Cassay sees it and stop",
        |o| o.mode = Mode::ShowFunctions),
    flag(Group::Output, "--show-passes", "list the passes over programs in their order and stop",
        |o| o.mode = Mode::ShowPasses),
    value(Group::Output, "--dump-after", "NAME",
        "print the program in its text form behind a pass (--show-passes lists them) and stop",
        |o, v| {
            o.mode = Mode::DumpAfter(values::pass(v)?);
            Ok(())
        }),
    flag(Group::Output, "--show-claims", "list the properties and stop", |o| o.mode = Mode::ShowClaims),
    flag(Group::Output, "--show-invariants", "print what was found to hold at the heads of loops",
        |o| o.show_invariants = true),
    flag(Group::Output, "--show-model", "print the program as a finite-state machine, with its sizes before and after each reduction, and stop",
        |o| o.mode = Mode::ShowModel),
    value(Group::Output, "--model-output", "FILE", "write the finite-state machine as a graph for Graphviz",
        |o, v| { o.model.dot = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Output, "--btor2-output", "FILE", "write the finite-state machine in BTOR2, for hardware model checkers",
        |o, v| { o.model.btor2 = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Output, "--aiger-output", "FILE", "write the finite-state machine in AIGER; as text if the name ends in .aag",
        |o, v| { o.model.aiger = Some(PathBuf::from(v)); Ok(()) }),
    flag(Group::Output, "--show-vcc", "print the verification conditions", |o| o.settings.want_vcc = true),
    value(Group::Output, "--smt-output", "FILE", "write the last formula as an SMT-LIB script",
        |o, v| { o.smt_output = Some(PathBuf::from(v)); o.settings.want_smt = true; Ok(()) }),
    value(Group::Output, "--smt-log", "DIR", "write every question to a solver as an SMT-LIB script into this folder",
        |o, v| { o.smt_log = Some(PathBuf::from(v)); Ok(()) }),
    flag(Group::Output, "--list-properties", "print every property with its status, in place of their numbers",
        |o| o.list_properties = true),
    value(Group::Output, "--message-format", "FORMAT",
        "human (the default), short (one line for each violation, as compilers print errors) or json",
        |o, v| { o.format = values::message_format(v)?; Ok(()) }),
    value(Group::Output, "--color", "WHEN", "auto (the default: on a terminal, unless NO_COLOR is set), always or never",
        |o, v| { o.color = super::Color::from_word(v)?; Ok(()) }),
    flag(Group::Output, "--full-trace", "every state of a counterexample, not only those that matter",
        |o| o.settings.all_states = true),
    flag(Group::Output, "--stats", "print figures of the run; with --verbosity 2 also what the solver counted", |o| o.stats = true),
    flag(Group::Output, "--quiet", "print the verdict only", |o| o.verbosity = 0),
    value(Group::Output, "--verbosity", "N", "0 is --quiet, 1 the default, 2 tells each bound on standard error",
        |o, v| { o.verbosity = values::number(v)?; Ok(()) }),
    flag(Group::Output, "--json", "print the report as JSON: the same as --message-format json", |o| o.format = "json"),
    value(Group::Output, "--json-output", "FILE", "write the report as JSON too",
        |o, v| o.write_as("json", v)),
    value(Group::Output, "--sarif-output", "FILE", "write the report as SARIF 2.1.0 too, for code scanning and editors",
        |o, v| o.write_as("sarif", v)),
    value(Group::Output, "--junit-output", "FILE", "write the properties as tests in JUnit XML too, for build servers",
        |o, v| o.write_as("junit", v)),
    value(Group::Output, "--html-report", "FILE", "write the report as one web page too, with source, traces and costs",
        |o, v| o.write_as("html", v)),
    value(Group::Output, "--witness-output", "FILE",
        "write the counterexample or proof as a witness of SV-COMP: in YAML, or in GraphML if the name ends so",
        |o, v| { o.witness_output = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Output, "--harness-output", "FILE.c",
        "write the counterexample as a C file to compile with the program, for sanitizers and debuggers",
        |o, v| { o.harness_output = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Output, "--test-output", "FILE.c",
        "write the counterexample as a C file that makes a regression test of the program: exit status 1 while the fault is there",
        |o, v| { o.test_output = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Output, "--seed-output", "DIR",
        "write the inputs of the counterexample as a seed for fuzzers, and the C file that reads seeds, into this folder",
        |o, v| { o.seed_output = Some(PathBuf::from(v)); Ok(()) }),
    value(Group::Output, "--cover-output", "DIR",
        "write the tests of --cover into this folder: as C files to compile with the program, and in the exchange format of Test-Comp",
        |o, v| { o.cover_output = Some(PathBuf::from(v)); Ok(()) }),
    flag(Group::Output, "--replay",
        "compile the program with its counterexamples and sanitizers, run it, and say whether the faults are seen",
        |o| o.replay = true),
    value(Group::Output, "--replay-timeout", "TIME", "how long a compiled program may take under --replay: 1m unless given",
        |o, v| { o.replay_timeout = values::duration(v)?; Ok(()) }),
    flag(Group::Output, "--gdb",
        "compile the program with its counterexample and start gdb where the fault shows; without a terminal print what it says",
        |o| o.gdb = true),

    value(Group::Limits, "--timeout", "TIME", "stop after 30s, 5m, 1h or plain seconds; without a strategy 5m",
        |o, v| { o.timeout = Some(values::duration(v)?); Ok(()) }),
    value(Group::Limits, "--memlimit", "SIZE", "stop at 6g, 500m or plain bytes",
        |o, v| { o.memlimit = Some(values::size(v)?); Ok(()) }),
];
