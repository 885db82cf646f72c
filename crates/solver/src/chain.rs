//! The assembly of a solver from a back-end and its decorators, in one place.

use crate::{
    Backend, Count, Counters, Script, ScriptSink, Settings, Solver, SolverError, Validate,
};

/// Which decorators stand around a back-end.
#[derive(Default)]
pub struct Chain {
    /// How the back-end is set up.
    pub settings: Settings,
    /// Counters that the solver adds to.
    pub counters: Option<Counters>,
    /// Where queries are written as SMT-LIB.
    pub script: Option<ScriptSink>,
}

/// A back-end with its decorators, innermost first. Models are always validated.
pub fn assemble(backend: &Backend, chain: Chain) -> Result<Box<dyn Solver>, SolverError> {
    let mut solver = (backend.make)(&chain.settings)?;
    solver = Box::new(Validate::new(solver));
    if let Some(sink) = chain.script {
        solver = Box::new(Script::new(solver, sink));
    }
    if let Some(counters) = chain.counters {
        solver = Box::new(Count::new(solver, counters));
    }
    Ok(solver)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;
    use crate::testing::Scripted;
    use cassay_term::{Model, Pool};

    #[test]
    fn every_part_that_is_asked_for_takes_part() {
        let backend = Backend {
            name: "scripted",
            about: "",
            make: |_| Ok(Box::new(Scripted::sat(Model::new()))),
        };
        let counters = Counters::new();
        let (sender, scripts) = std::sync::mpsc::channel();
        let sink: ScriptSink =
            Box::new(move |_, text| sender.send(text.to_string()).map_err(|e| e.to_string()));
        let chain = Chain {
            counters: Some(counters.clone()),
            script: Some(sink),
            settings: Settings::default(),
        };
        let mut solver = assemble(&backend, chain).unwrap();
        let pool = Pool::new();
        assert_eq!(solver.check(&pool, &[pool.tru()]), Ok(Answer::Sat));
        let wrong = solver.check(&pool, &[pool.fls()]);
        assert!(matches!(wrong, Err(SolverError::WrongAnswer { .. })));
        assert_eq!(scripts.try_iter().count(), 2);
        let counts = counters.read();
        assert_eq!((counts.checks, counts.sat, counts.errors), (2, 1, 1));
    }
}
