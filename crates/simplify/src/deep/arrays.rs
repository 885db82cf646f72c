//! Reads over writes, and writes that a later write makes invisible.

use cassay_term::{Op, Pool, TermId};

/// Most stores walked over when an index is not a constant.
const MAX_SYMBOLIC_STORES: usize = 32;
/// Most arrays looked at when a read is pushed into a choice of arrays.
const MAX_CHOICE_STEPS: usize = 48;
/// How far below a write an overwritten one is looked for.
const MAX_OVERWRITE: usize = 16;

/// The end of a walk down a chain of stores.
enum Read {
    /// At a store of this value under the same index.
    Value(TermId),
    /// At an array that is not a store; the read is a read of it.
    Array(TermId),
}

/// Walks over stores whose index certainly differs. Long chains of stores at constant indices are
/// skipped at once, by the lookup tables of the pool.
fn walk(pool: &mut Pool, mut array: TermId, index: TermId) -> Read {
    let mut symbolic = 0;
    let constant = pool.as_u64(index);
    while *pool.op(array) == Op::Store {
        if let Some((found, below)) = constant.and_then(|at| pool.written_at(array, at)) {
            match found {
                Some(value) => return Read::Value(value),
                None => array = below,
            }
            continue;
        }
        let &[below, at, value] = pool.args(array) else {
            break;
        };
        if at == index {
            return Read::Value(value);
        }
        if !(pool.is_const(at) && pool.is_const(index)) {
            symbolic += 1;
            if symbolic > MAX_SYMBOLIC_STORES {
                break;
            }
            let equal = pool.eq(at, index);
            match pool.as_bool(equal) {
                Some(true) => return Read::Value(value),
                Some(false) => {}
                None => break,
            }
        }
        array = below;
    }
    if let Op::ConstArray { .. } = *pool.op(array) {
        Read::Value(pool.args(array)[0])
    } else {
        Read::Array(array)
    }
}

/// The value of a read, if a chain of stores determines it.
pub fn element(pool: &mut Pool, array: TermId, index: TermId) -> Option<TermId> {
    match walk(pool, array, index) {
        Read::Value(value) => Some(value),
        Read::Array(_) => None,
    }
}

/// A read, resolved as far as certain.
pub fn select(pool: &mut Pool, array: TermId, index: TermId) -> Option<TermId> {
    match *pool.op(array) {
        Op::Store => match walk(pool, array, index) {
            Read::Value(value) => Some(value),
            Read::Array(below) if below != array => Some(pool.select(below, index)),
            Read::Array(_) => None,
        },
        Op::Ite => {
            let mut steps = 0;
            resolve(pool, array, index, &mut steps)
        }
        _ => None,
    }
}

/// A read of a choice of arrays, when every array it can choose gives its element at once.
fn resolve(pool: &mut Pool, array: TermId, index: TermId, steps: &mut usize) -> Option<TermId> {
    *steps += 1;
    if *steps > MAX_CHOICE_STEPS {
        return None;
    }
    let array = match walk(pool, array, index) {
        Read::Value(value) => return Some(value),
        Read::Array(array) => array,
    };
    match *pool.op(array) {
        Op::Symbol(_) => Some(pool.select(array, index)),
        Op::Ite => {
            let &[condition, then, otherwise] = pool.args(array) else {
                return None;
            };
            let then = resolve(pool, then, index, steps)?;
            let otherwise = resolve(pool, otherwise, index, steps)?;
            Some(pool.ite(condition, then, otherwise))
        }
        _ => None,
    }
}

/// A write over a chain of writes that contains one with the same index: the older of the two can
/// never be read, whatever the indices between.
pub fn store(pool: &mut Pool, array: TermId, index: TermId, value: TermId) -> Option<TermId> {
    let mut above = Vec::new();
    let mut below = array;
    loop {
        if *pool.op(below) != Op::Store || above.len() >= MAX_OVERWRITE {
            return None;
        }
        let &[next, at, old] = pool.args(below) else {
            return None;
        };
        below = next;
        if at == index {
            break;
        }
        above.push((at, old));
    }
    for (at, old) in above.into_iter().rev() {
        below = pool.store(below, at, old);
    }
    Some(pool.store(below, index, value))
}
