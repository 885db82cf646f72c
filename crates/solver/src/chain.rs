//! The assembly of a solver from a back-end and its decorators, in one place.

use cassay_encode::Encoding;
use cassay_term::{Op, Pool};

use crate::{
    Cache, Configuration, Count, Counters, Encoded, Fallback, Maker, Notes, Script, ScriptSink,
    Settings, Slice, Solver, SolverError, Validate,
};

/// Which decorators stand around a back-end.
#[derive(Default)]
pub struct Chain {
    /// Whether answers that follow from earlier ones are given without the solver.
    pub cache: bool,
    /// Whether a check gets only the assertions that are relevant to it.
    pub slice: bool,
    /// Counters that the solver adds to.
    pub counters: Option<Counters>,
    /// Where queries are written as SMT-LIB.
    pub script: Option<ScriptSink>,
    /// Makes the pool for terms that are encoded for a back-end: with rewrite rules, where the
    /// caller has some.
    pub pool: Option<fn() -> Pool>,
    /// Where it is noted that a back-end failed and another took over.
    pub notes: Notes,
}

/// A back-end with its decorators, innermost first. Models are always validated.
pub fn assemble(
    configuration: &Configuration,
    chain: Chain,
) -> Result<Box<dyn Solver>, SolverError> {
    let solver = checked(configuration, chain.pool)?;
    Ok(decorate(solver, chain))
}

/// As [`assemble`], with back-ends of which the next takes over where one fails. Where all are
/// programs of others, their failure is an answer that is unknown.
pub fn assemble_list(
    configurations: &[Configuration],
    chain: Chain,
) -> Result<Box<dyn Solver>, SolverError> {
    if let [only] = configurations
        && only.backend.embedded
    {
        return assemble(only, chain);
    }
    let list = configurations.iter().map(|configuration| {
        let (configuration, pool) = (*configuration, chain.pool);
        let maker: Maker = Box::new(move || checked(&configuration, pool));
        (configuration.backend.name.to_string(), maker)
    });
    let ours = configurations.iter().any(|one| one.backend.embedded);
    let solver = Box::new(Fallback::new(list, ours, chain.notes.clone()));
    Ok(decorate(solver, chain))
}

/// A back-end that is given nothing it lacks, and whose models are validated against the terms as
/// they were before.
fn checked(
    configuration: &Configuration,
    pool: Option<fn() -> Pool>,
) -> Result<Box<dyn Solver>, SolverError> {
    let Configuration { backend, settings } = configuration;
    let settings = Settings {
        command: backend.command.or(settings.command),
        ..*settings
    };
    if settings.integers && !backend.arithmetic {
        return Err(SolverError::Unsupported {
            solver: backend.name.to_string(),
            what: "integers (--ir); z3 and cvc5 do".to_string(),
        });
    }
    let mut solver = (backend.make)(&settings)?;
    let lowers = match settings.floats_by_bits {
        true => Some(Op::is_float as fn(Op) -> bool),
        false => backend.lacks,
    };
    let reads = settings.arrays_by_reads || !backend.arrays;
    if lowers.is_some() || reads {
        let encoding = Encoding {
            lowers: lowers.unwrap_or(Encoding::NONE.lowers),
            reads,
        };
        let pool = pool.map_or_else(Pool::new, |make| make());
        solver = Box::new(Encoded::new(solver, encoding, pool));
    }
    Ok(Box::new(Validate::new(solver)))
}

/// Puts around a solver what was asked for, innermost first.
fn decorate(mut solver: Box<dyn Solver>, chain: Chain) -> Box<dyn Solver> {
    if let Some(sink) = chain.script {
        solver = Box::new(Script::new(solver, sink));
    }
    if let Some(counters) = chain.counters {
        solver = Box::new(Count::new(solver, counters));
    }
    if chain.slice {
        solver = Box::new(Slice::new(solver));
    }
    if chain.cache {
        solver = Box::new(Cache::new(solver));
    }
    solver
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scripted;
    use crate::{Answer, Backend, Usable};
    use cassay_term::Model;

    const NONE: Backend = Backend {
        name: "none",
        about: "",
        make: |_| Ok(Box::new(Scripted::answering(Answer::Unsat))),
        usable: |_| Usable::Yes(String::new()),
        command: None,
        embedded: true,
        lacks: None,
        arrays: true,
        arithmetic: false,
    };

    fn plain(backend: Backend) -> Configuration {
        Configuration {
            backend,
            settings: Settings::default(),
        }
    }

    #[test]
    fn integers_are_asked_only_of_back_ends_that_know_them() {
        let wanting = |backend| Configuration {
            backend,
            settings: Settings {
                integers: true,
                ..Settings::default()
            },
        };
        let error = assemble(&wanting(NONE), Chain::default()).err().unwrap();
        let error = error.to_string();
        assert!(error.contains("none does not support integers"), "{error}");
        let able = Backend {
            arithmetic: true,
            ..NONE
        };
        assert!(assemble(&wanting(able), Chain::default()).is_ok());
    }

    #[test]
    fn every_part_that_is_asked_for_takes_part() {
        let backend = Backend {
            name: "scripted",
            about: "",
            make: |_| Ok(Box::new(Scripted::sat(Model::new()))),
            ..NONE
        };
        let counters = Counters::new();
        let (sender, scripts) = std::sync::mpsc::channel();
        let sink: ScriptSink =
            Box::new(move |_, text| sender.send(text.to_string()).map_err(|e| e.to_string()));
        let chain = Chain {
            counters: Some(counters.clone()),
            script: Some(sink),
            ..Chain::default()
        };
        let mut solver = assemble(&plain(backend), chain).unwrap();
        let pool = Pool::new();
        assert_eq!(solver.check(&pool, &[pool.tru()]), Ok(Answer::Sat));
        let wrong = solver.check(&pool, &[pool.fls()]);
        assert!(matches!(wrong, Err(SolverError::WrongAnswer { .. })));
        assert_eq!(scripts.try_iter().count(), 2);
        let counts = counters.read();
        assert_eq!((counts.checks, counts.sat, counts.errors), (2, 1, 1));
    }

    #[test]
    fn a_wrong_model_makes_the_next_back_end_take_over() {
        let backends = [
            Backend {
                name: "wrong",
                about: "",
                make: |_| Ok(Box::new(Scripted::sat(Model::new()))),
                ..NONE
            },
            Backend {
                name: "right",
                about: "",
                make: |_| Ok(Box::new(Scripted::answering(Answer::Unsat))),
                ..NONE
            },
        ];
        let (counters, notes) = (Counters::new(), Notes::new());
        let chain = Chain {
            counters: Some(counters.clone()),
            notes: notes.clone(),
            ..Chain::default()
        };
        let mut solver = assemble_list(&backends.map(plain), chain).unwrap();
        let pool = Pool::new();
        assert_eq!(solver.check(&pool, &[pool.fls()]), Ok(Answer::Unsat));
        assert_eq!(solver.name(), "right");
        let counts = counters.read();
        assert_eq!((counts.unsat, counts.errors), (1, 0));
        let notes = notes.read();
        assert!(
            notes.len() == 1 && notes[0].0 == "wrong" && notes[0].1.contains("wrong answer"),
            "{notes:?}"
        );
    }
}
