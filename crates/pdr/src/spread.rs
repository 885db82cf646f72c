//! Choices inside comparisons become choices between comparisons.
//!
//! A new value is often a choice of many: `a = b` behind the edge compares a tree of choices with `b`. As gates
//! that is one comparison of mixed bits. With the choices outside, it is a combination of comparisons between
//! variables, which are predicates.

use cassay_term::{Op, OpClass, Pool, TermId};

/// Most choices that are taken out of a comparison.
const MOST_CHOICES: usize = 64;
/// How deep in sums choices are looked for.
const CHOICE_DEPTH: u32 = 4;

/// The same as a term, with choices outside if it is a comparison.
pub fn spread(pool: &mut Pool, term: TermId) -> TermId {
    branches(pool, term, &mut Vec::new(), &mut { MOST_CHOICES })
}

/// A comparison with choices between its operands as a choice between comparisons. `path` are the conditions
/// decided on the way, so that the same one is not asked twice.
fn branches(
    pool: &mut Pool,
    term: TermId,
    path: &mut Vec<(TermId, bool)>,
    choices: &mut usize,
) -> TermId {
    let op = *pool.op(term);
    if op == Op::Not {
        let inner = branches(pool, pool.args(term)[0], path, choices);
        return pool.not(inner);
    }
    if !matches!(op.class(), OpClass::Compare | OpClass::Equality) {
        return term;
    }
    let args = [pool.args(term)[0], pool.args(term)[1]];
    for at in 0..2 {
        if *choices == 0 {
            continue;
        }
        let Some([condition, then, otherwise]) = choice(pool, args[at], CHOICE_DEPTH) else {
            continue;
        };
        *choices -= 1;
        let mut branch = |value: bool, path: &mut Vec<(TermId, bool)>| {
            let mut args = args;
            args[at] = if value { then } else { otherwise };
            let term = pool.make(op, &args);
            branches(pool, term, path, choices)
        };
        if let Some((_, value)) = path.iter().find(|(known, _)| *known == condition) {
            return branch(*value, path);
        }
        path.push((condition, true));
        let then = branch(true, path);
        path.pop();
        path.push((condition, false));
        let otherwise = branch(false, path);
        path.pop();
        return pool.ite(condition, then, otherwise);
    }
    term
}

/// A number as a choice between two, if an operand of it is one.
fn choice(pool: &mut Pool, term: TermId, depth: u32) -> Option<[TermId; 3]> {
    let op = *pool.op(term);
    let args: Vec<TermId> = pool.args(term).to_vec();
    if let (Op::Ite, [condition, then, otherwise]) = (op, args.as_slice()) {
        return Some([*condition, *then, *otherwise]);
    }
    let simple = matches!(
        op.class(),
        OpClass::Unary | OpClass::Binary | OpClass::Resize
    );
    if !simple || depth == 0 {
        return None;
    }
    for at in 0..args.len() {
        if let Some([condition, then, otherwise]) = choice(pool, args[at], depth - 1) {
            let mut args = args;
            args[at] = then;
            let then = pool.make(op, &args);
            args[at] = otherwise;
            let otherwise = pool.make(op, &args);
            return Some([condition, then, otherwise]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_bv::Bv;
    use cassay_efsm::arbitrary::Rng;
    use cassay_term::{Evaluator, Model, Sort, Value};

    /// A number of four bits made of choices and sums.
    fn number(pool: &mut Pool, rng: &mut Rng, symbols: &[TermId], depth: u32) -> TermId {
        if depth == 0 {
            return rng.pick(symbols).expect("a symbol");
        }
        let a = number(pool, rng, symbols, depth - 1);
        let b = number(pool, rng, symbols, depth - 1);
        match rng.below(6) {
            0 => pool.bv_add(a, b),
            1 => pool.bv_not(a),
            2 => pool.bv_u64(4, u64::from(depth)),
            _ => {
                let left = rng.pick(symbols).expect("a symbol");
                let right = rng.pick(symbols).expect("a symbol");
                let condition = pool.ult(left, right);
                pool.ite(condition, a, b)
            }
        }
    }

    #[test]
    fn the_meaning_stays() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut pool = cassay_simplify::pool();
            let symbols: Vec<TermId> = (0..3)
                .map(|at| pool.symbol(&format!("x{at}"), Sort::Bv(4)))
                .collect();
            let a = number(&mut pool, &mut rng, &symbols, 4);
            let b = number(&mut pool, &mut rng, &symbols, 4);
            let term = match rng.below(3) {
                0 => pool.eq(a, b),
                1 => pool.distinct(a, b),
                _ => pool.slt(a, b),
            };
            let other = spread(&mut pool, term);
            for _ in 0..50 {
                let mut model = Model::new();
                for symbol in &symbols {
                    model.set(*symbol, Value::Bv(Bv::from_u64(4, rng.next_u64())));
                }
                let mut evaluator = Evaluator::new(&pool, &model);
                let same = evaluator.bool_value(term) == evaluator.bool_value(other);
                assert!(same, "seed {seed}");
            }
        }
    }

    #[test]
    fn comparisons_of_choices_become_choices() {
        let mut pool = cassay_simplify::pool();
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, Sort::Bv(32)));
        let c = pool.symbol("c", Sort::Bool);
        let one = pool.bv_u64(32, 1);
        let chosen = pool.ite(c, a, b);
        let more = pool.bv_add(chosen, one);
        let term = pool.eq(more, a);
        let wrong = spread(&mut pool, term);
        // Where `c` holds, `a + 1 = a` is false.
        let next = pool.bv_add(b, one);
        let same = pool.eq(next, a);
        let not_c = pool.not(c);
        assert_eq!(wrong, pool.and(not_c, same));
    }
}
