//! Every operator, comparison, refinement, join and widening, by enumeration over few bits.
//!
//! Over 4 bits all sets that the domains can express are tried against the operators of [`Bv`];
//! over 8 bits a sample. What an operator gives must contain every result of members.

use super::{Domain, Thresholds};
use crate::value::Value;
use cassay_bv::Bv;
use cassay_ir::arbitrary::Rng;
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, CompareOp, OverflowOp, UnaryOp};

const BINARY: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];
const COMPARE: [CompareOp; 6] = [
    CompareOp::Eq,
    CompareOp::Ne,
    CompareOp::ULt,
    CompareOp::ULe,
    CompareOp::SLt,
    CompareOp::SLe,
];
const OVERFLOW: [OverflowOp; 6] = [
    OverflowOp::SAdd,
    OverflowOp::SSub,
    OverflowOp::SMul,
    OverflowOp::UAdd,
    OverflowOp::USub,
    OverflowOp::UMul,
];

fn binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let (a, b) = (Bv::from_u64(width, a), Bv::from_u64(width, b));
    let result = op.apply(&a, &b);
    result.to_u64().expect("at most 64 bits")
}

fn compare(op: CompareOp, width: u32, a: u64, b: u64) -> bool {
    let (a, b) = (Bv::from_u64(width, a), Bv::from_u64(width, b));
    op.apply(&a, &b)
}

fn overflow(op: OverflowOp, width: u32, a: u64, b: u64) -> bool {
    let (a, b) = (Bv::from_u64(width, a), Bv::from_u64(width, b));
    op.apply(&a, &b)
}

fn members(value: &Value) -> Vec<u64> {
    (0..1 << value.width)
        .filter(|bits| value.contains(*bits))
        .collect()
}

/// A set of values from a random set of members, so that all parts say something.
fn random(rng: &mut Rng, width: u32) -> Value {
    let count = 1 + rng.below(3);
    let step = 1 + rng.below(6);
    let base = rng.below(1 << width);
    let member = |rng: &mut Rng| {
        let bits = match rng.below(2) {
            0 => base.wrapping_add(step * rng.below(4)),
            _ => base,
        };
        Value::constant(width, bits)
    };
    let mut value = member(rng);
    for _ in 0..count {
        value = value.join(member(rng));
    }
    if rng.chance(1, 4) {
        let other = Value::constant(width, rng.below(1 << width)).join(member(rng));
        value = value.meet(other).unwrap_or(value);
    }
    value
}

/// All intervals of 4 bits in either reading, and classes modulo 2 to 7 of them.
fn all_of_four_bits() -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for lo in 0..16_i128 {
        for hi in lo..16 {
            found.extend(Value::unsigned(4, lo, hi));
            found.extend(Value::signed(4, lo - 8, hi - 8));
        }
    }
    for step in 2..8 {
        for start in 0..16_u64 {
            let class =
                Value::constant(4, start).join(Value::constant(4, start.wrapping_add(step)));
            found.push(class.join(Value::constant(4, start.wrapping_add(2 * step))));
        }
    }
    found.dedup();
    found
}

fn check_pair(a: &Value, b: &Value) {
    let width = a.width;
    let (xs, ys) = (members(a), members(b));
    for op in BINARY {
        let result = Value::binary(op, *a, *b);
        for x in &xs {
            for y in &ys {
                let bits = binary(op, width, *x, *y);
                assert!(
                    result.contains(bits),
                    "{op:?} {a:?} {b:?}: {x} {y} gives {bits}"
                );
            }
        }
    }
    for op in COMPARE {
        let known = Value::compare(op, *a, *b);
        let left = Value::compared(op, *a, *b);
        for x in &xs {
            for y in &ys {
                let holds = compare(op, width, *x, *y);
                assert!(
                    known.is_none_or(|known| known == holds),
                    "{op:?} {a:?} {b:?}: {x} {y}"
                );
                if holds {
                    let (p, q) = left.expect("some pair is left");
                    assert!(
                        p.contains(*x) && q.contains(*y),
                        "{op:?} {a:?} {b:?}: {x} {y}"
                    );
                }
            }
        }
    }
    for op in OVERFLOW {
        let known = Value::overflows(op, *a, *b);
        let left = Value::not_overflowing(op, *a, *b);
        for x in &xs {
            for y in &ys {
                let overflows = overflow(op, width, *x, *y);
                assert!(
                    known.is_none_or(|known| known == overflows),
                    "{op:?} {a:?} {b:?}: {x} {y}"
                );
                if !overflows {
                    let (p, q) = left.expect("some pair is left");
                    assert!(
                        p.contains(*x) && q.contains(*y),
                        "{op:?} {a:?} {b:?}: {x} {y}"
                    );
                }
            }
        }
    }
    let joined = a.join(*b);
    let wide = a.widen(*b, &Thresholds(vec![-3, 0, 5, 11]));
    let met = a.meet(*b);
    for x in &xs {
        assert!(joined.contains(*x) && wide.contains(*x), "{a:?} {b:?}");
        if b.contains(*x) {
            assert!(met.is_some_and(|met| met.contains(*x)), "{a:?} {b:?}: {x}");
        }
    }
    for y in &ys {
        assert!(joined.contains(*y) && wide.contains(*y), "{a:?} {b:?}");
    }
    if a.within(b) {
        assert!(xs.iter().all(|x| b.contains(*x)), "{a:?} {b:?}");
    }
}

fn check_one(a: &Value) {
    let width = a.width;
    for x in members(a) {
        let bits = Bv::from_u64(width, x);
        for (op, result) in [(UnaryOp::Not, bits.not()), (UnaryOp::Neg, bits.neg())] {
            let result = result.to_u64().expect("at most 64 bits");
            assert!(Value::unary(op, *a).contains(result), "{op:?} {a:?}: {x}");
        }
        for to in [1, 2, 3, width] {
            if to <= width {
                let cut = bits.extract(to - 1, 0).to_u64().expect("at most 64 bits");
                assert!(
                    Value::cast(WidthChange::Cut, *a, to).contains(cut),
                    "{a:?} to {to}"
                );
            }
        }
        for to in [width, width + 1, width + 3, 64] {
            let zero = bits.zext(to).to_u64().expect("at most 64 bits");
            let sign = bits.sext(to).to_u64().expect("at most 64 bits");
            assert!(
                Value::cast(WidthChange::ZeroExtend, *a, to).contains(zero),
                "{a:?} to {to}"
            );
            assert!(
                Value::cast(WidthChange::SignExtend, *a, to).contains(sign),
                "{a:?} to {to}"
            );
        }
    }
}

#[test]
fn four_bits_in_full() {
    let all = all_of_four_bits();
    assert!(all.len() > 200, "{}", all.len());
    for (index, a) in all.iter().enumerate() {
        check_one(a);
        for b in all.iter().skip(index % 3).step_by(3) {
            check_pair(a, b);
        }
    }
}

#[test]
fn random_sets_of_other_widths() {
    let mut rng = Rng::new(11);
    for width in [1, 2, 3, 5, 8] {
        for _ in 0..1_500 {
            let (a, b) = (random(&mut rng, width), random(&mut rng, width));
            check_one(&a);
            check_pair(&a, &b);
        }
    }
}

/// Wide integers cannot be enumerated: members of random sets are drawn instead.
#[test]
fn wide_integers_by_sampling() {
    let mut rng = Rng::new(12);
    for round in 0..60_000_u64 {
        let width = [16, 24, 31, 32, 33, 63, 64][(round % 7) as usize];
        let ones = super::mask(width);
        let draw = |rng: &mut Rng| {
            let near = [0, 1, ones, ones >> 1, (ones >> 1) + 1, 7, 100][rng.below(7) as usize];
            match rng.below(3) {
                0 => rng.next_u64() & ones,
                _ => near.wrapping_add(rng.below(8)).wrapping_sub(rng.below(8)) & ones,
            }
        };
        let (x, y) = (draw(&mut rng), draw(&mut rng));
        let (mut a, mut b) = (Value::constant(width, x), Value::constant(width, y));
        for _ in 0..rng.below(3) {
            let more = draw(&mut rng);
            a = a.join(Value::constant(width, more));
        }
        for _ in 0..rng.below(3) {
            let more = draw(&mut rng);
            b = b.join(Value::constant(width, more));
        }
        for op in BINARY {
            let bits = binary(op, width, x, y);
            let result = Value::binary(op, a, b);
            assert!(
                result.contains(bits),
                "{op:?} {a:?} {b:?}: {x} {y} gives {bits}"
            );
        }
        for op in COMPARE {
            let holds = compare(op, width, x, y);
            let known = Value::compare(op, a, b);
            assert!(
                known.is_none_or(|known| known == holds),
                "{op:?} {a:?} {b:?}"
            );
            if holds {
                let (p, q) = Value::compared(op, a, b).expect("some pair is left");
                assert!(
                    p.contains(x) && q.contains(y),
                    "{op:?} {a:?} {b:?}: {x} {y}"
                );
            }
        }
        for op in OVERFLOW {
            let overflows = overflow(op, width, x, y);
            let known = Value::overflows(op, a, b);
            assert!(
                known.is_none_or(|known| known == overflows),
                "{op:?} {a:?} {b:?}"
            );
            if !overflows {
                let (p, q) = Value::not_overflowing(op, a, b).expect("some pair is left");
                assert!(
                    p.contains(x) && q.contains(y),
                    "{op:?} {a:?} {b:?}: {x} {y}"
                );
            }
        }
        let wide = a.widen(b, &Thresholds(vec![-1, 0, 1, 100, 1 << 40]));
        assert!(wide.contains(x) && wide.contains(y), "{a:?} {b:?}");
    }
}

#[test]
fn widening_ends() {
    let mut rng = Rng::new(13);
    let thresholds = Thresholds((-40..40).map(i128::from).collect());
    for _ in 0..200 {
        let mut value = random(&mut rng, 8);
        let mut changes = 0;
        for _ in 0..2_000 {
            let next = value.widen(random(&mut rng, 8), &thresholds);
            changes += u32::from(next != value);
            value = next;
        }
        assert!(changes < 200, "{changes}");
    }
}

#[test]
fn useful_results() {
    let small = Value::signed(32, 0, 9).expect("numbers");
    let one = Value::constant(32, 1);
    assert_eq!(
        Value::binary(BinaryOp::Add, small, one).range.signed(),
        (1, 10)
    );
    let even = Value::binary(BinaryOp::Mul, Value::top(32), Value::constant(32, 2));
    assert_eq!(even.congruence.parts(), (2, 0));
    let threes = Value::binary(BinaryOp::Mul, small, Value::constant(32, 3));
    assert_eq!(threes.congruence.parts(), (3, 0));
    assert_eq!(threes.range.signed(), (0, 27));
    let not_zero = Value::compared(CompareOp::Ne, Value::top(32), Value::constant(32, 0));
    assert!(not_zero.is_some_and(|(value, _)| !value.contains(0)));
    assert!(Congruent::of(3, 1) != Congruent::of(3, 2));
}

/// A congruence of 8 bits by modulus and residue.
struct Congruent;

impl Congruent {
    fn of(modulus: u64, residue: u64) -> (u64, i64) {
        let first = super::congruence::Congruence::constant(8, residue);
        let second = super::congruence::Congruence::constant(8, residue + modulus);
        first.join(8, second).parts()
    }
}
