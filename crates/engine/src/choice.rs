//! Choice of the solver and encoding for a query: a short list of rules over its operators.
//!
//! The idea is that of ESBMC (Cordeiro, Fischer, Marques-Silva, 2012, section 3.5.8): look at the
//! operators, then choose. The rules differ, because solvers have changed; they come from
//! measurements (docs/encodings.md). They apply if the user names neither solver nor encoding. A
//! wrong choice costs only time, since substitute solvers take over.

use cassay_solver::Settings;
use cassay_term::{Circuit, Pool, Sort, TermId};

/// The features of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Terms in all.
    pub terms: usize,
    /// Operators on floating-point numbers.
    pub floats: usize,
    /// Operators on arrays.
    pub arrays: usize,
    /// Products, quotients and remainders of wide values of which neither is constant.
    pub products: usize,
    /// Whether it is about the order of threads.
    pub threads: bool,
}

/// Products of fewer bits are easy for every solver.
const WIDE: u32 = 12;

impl Content {
    /// Computes the features from all terms of a query.
    pub fn of(pool: &Pool, terms: &[TermId]) -> Content {
        let mut content = Content {
            terms: terms.len(),
            ..Content::default()
        };
        for term in terms {
            let op = *pool.op(*term);
            content.floats += usize::from(op.is_float());
            content.arrays += usize::from(matches!(pool.sort(*term), Sort::Array { .. }));
            content.products +=
                usize::from(op.circuit() == Circuit::Product && is_wide(pool, *term));
        }
        content
    }
}

/// Whether both arguments are wide and not constant.
fn is_wide(pool: &Pool, term: TermId) -> bool {
    let args = pool.args(term);
    args.iter()
        .all(|arg| !pool.is_const(*arg) && pool.width(*arg) >= WIDE)
}

/// A rule: the first that applies decides.
pub struct Rule {
    /// Its explanation.
    pub about: &'static str,
    applies: fn(&Content) -> bool,
    /// The solver, as `--solver` has it.
    pub solver: &'static str,
    /// Its encoding.
    pub settings: Settings,
}

const PLAIN: Settings = Settings::DEFAULT;

/// The rules, first to last.
pub const RULES: &[Rule] = &[
    Rule {
        about: "floats: the solver with a theory of them",
        applies: |content| content.floats > 0,
        solver: "bitwuzla",
        settings: PLAIN,
    },
    Rule {
        about: "orders of threads: mostly Boolean",
        applies: |content| content.threads,
        solver: "cadical",
        settings: PLAIN,
    },
    Rule {
        about: "products of unknown values: rewriting words comes before bits",
        applies: |content| content.products > 0,
        solver: "bitwuzla",
        settings: PLAIN,
    },
    Rule {
        about: "everything else is quickly made into bits",
        applies: |_| true,
        solver: "cadical",
        settings: PLAIN,
    },
];

/// The rule for a question.
pub fn rule_for(content: &Content) -> &'static Rule {
    let rule = RULES.iter().find(|rule| (rule.applies)(content));
    rule.unwrap_or(&RULES[RULES.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_term::{FloatKind, FloatOp, Op, Rounding, post_order};

    fn chosen(build: impl FnOnce(&mut Pool, TermId, TermId) -> TermId) -> &'static str {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bv(32));
        let y = pool.symbol("y", Sort::Bv(32));
        let question = build(&mut pool, x, y);
        rule_for(&Content::of(&pool, &post_order(&pool, &[question]))).solver
    }

    #[test]
    fn the_content_decides() {
        assert_eq!(chosen(|pool, x, y| pool.ult(x, y)), "cadical");
        let scaled = chosen(|pool, x, y| {
            let three = pool.bv_u64(32, 3);
            let product = pool.bv_mul(x, three);
            pool.ult(product, y)
        });
        assert_eq!(scaled, "cadical", "a constant factor is a few sums");
        let product = chosen(|pool, x, y| {
            let product = pool.bv_mul(x, y);
            pool.ult(product, y)
        });
        assert_eq!(product, "bitwuzla");
        let float = chosen(|pool, x, y| {
            let add = Op::Float(FloatOp::Add, FloatKind::Single, Rounding::NearestEven);
            let sum = pool.make(add, &[x, y]);
            pool.ult(sum, y)
        });
        assert_eq!(float, "bitwuzla");
    }

    #[test]
    fn every_rule_names_a_solver_that_is_built_in() {
        for rule in RULES {
            let backend = crate::SOLVERS.iter().find(|b| b.name == rule.solver);
            assert!(backend.is_some_and(|b| b.embedded), "{}", rule.about);
        }
    }
}
