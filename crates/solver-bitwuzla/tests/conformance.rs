//! Bitwuzla passes the suite that every back-end must pass, bare and with its decorators.

use cassay_base::Stop;
use cassay_solver::{
    Answer, Chain, Configuration, Counters, Settings, Solver, SolverError, assemble, conformance,
};
use cassay_solver_bitwuzla::{BACKEND, BitwuzlaSolver};
use cassay_term::{Model, Pool, Sort, TermId};

#[test]
fn conforms() {
    conformance::run(&mut || (BACKEND.make)(&Settings::default()).expect("an instance"));
}

#[test]
fn conforms_in_a_chain_with_every_decorator() {
    let counters = Counters::new();
    conformance::run(&mut || {
        let chain = Chain {
            cache: true,
            slice: true,
            counters: Some(counters.clone()),
            ..Chain::default()
        };
        let configuration = Configuration {
            backend: BACKEND,
            settings: Settings {
                cores: true,
                seed: 7,
                ..Settings::default()
            },
        };
        assemble(&configuration, chain).expect("an instance")
    });
    let counts = counters.read();
    assert!(
        counts.sat > 0 && counts.unsat > 0 && counts.errors == 0,
        "{counts:?}"
    );
    assert_eq!(counts.checks, counts.sat + counts.unsat + counts.unknown);
}

/// The circuits that take the place of float operators, and the bookkeeping between their terms and
/// those that were asked about.
#[test]
fn conforms_with_floats_by_bits() {
    let configuration = Configuration {
        backend: BACKEND,
        settings: Settings {
            floats_by_bits: true,
            ..Settings::default()
        },
    };
    conformance::run(&mut || assemble(&configuration, Chain::default()).expect("an instance"));
}

#[test]
fn failed_assumptions_leave_bystanders_out_when_tracked() {
    let mut pool = Pool::raw();
    let x = pool.symbol("x", Sort::Bv(32));
    let bystander = pool.symbol("p", Sort::Bool);
    let (two, three) = (pool.bv_u64(32, 2), pool.bv_u64(32, 3));
    let (below, above) = (pool.ult(x, two), pool.ult(three, x));
    let assumed = [bystander, below, above];
    for (cores, expected) in [(true, vec![below, above]), (false, assumed.to_vec())] {
        let mut solver = BitwuzlaSolver::new(&Settings {
            cores,
            ..Settings::default()
        })
        .expect("an instance");
        assert_eq!(solver.check(&pool, &assumed), Ok(Answer::Unsat));
        assert_eq!(solver.failed_assumptions(&pool), Ok(expected));
    }
}

#[test]
fn same_seed_same_model() {
    let mut pool = Pool::raw();
    let x = pool.symbol("x", Sort::Bv(32));
    let y = pool.symbol("y", Sort::Bv(32));
    let product = pool.bv_mul(x, y);
    let (limit, target) = (pool.bv_u64(32, 1000), pool.bv_u64(32, 0x1234_5670));
    let (large, equation) = (pool.ult(limit, x), pool.eq(product, target));
    let solve = || {
        let mut solver = BitwuzlaSolver::new(&Settings::default()).expect("an instance");
        solver.assert(&pool, large).expect("an assertion");
        solver.assert(&pool, equation).expect("an assertion");
        assert_eq!(solver.check(&pool, &[]), Ok(Answer::Sat));
        solver.model(&pool, &[x, y]).expect("a model")
    };
    assert_eq!(solve(), solve());
}

/// Bitwuzla, but after some honest answers every `sat` becomes `unsat`.
struct Liar {
    inner: Box<dyn Solver>,
    until_lie: usize,
}

impl Solver for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn assert(&mut self, pool: &Pool, term: TermId) -> Result<(), SolverError> {
        self.inner.assert(pool, term)
    }

    fn check(&mut self, pool: &Pool, assumptions: &[TermId]) -> Result<Answer, SolverError> {
        let answer = self.inner.check(pool, assumptions)?;
        if answer == Answer::Sat {
            self.until_lie = self.until_lie.saturating_sub(1);
            if self.until_lie == 0 {
                return Ok(Answer::Unsat);
            }
        }
        Ok(answer)
    }

    fn model(&mut self, pool: &Pool, symbols: &[TermId]) -> Result<Model, SolverError> {
        self.inner.model(pool, symbols)
    }

    fn failed_assumptions(&mut self, pool: &Pool) -> Result<Vec<TermId>, SolverError> {
        self.inner.failed_assumptions(pool)
    }

    fn set_stop(&mut self, stop: Stop) {
        self.inner.set_stop(stop);
    }

    fn set_effort(&mut self, steps: Option<u64>) {
        self.inner.set_effort(steps);
    }
}

#[test]
#[should_panic(expected = "asserted")]
fn the_suite_notices_a_wrong_unsat() {
    conformance::run(&mut || {
        let inner = (BACKEND.make)(&Settings::default()).expect("an instance");
        Box::new(Liar {
            inner,
            until_lie: 30,
        })
    });
}
