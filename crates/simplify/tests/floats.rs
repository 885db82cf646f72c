//! What the rules say about float operators. Each case is built twice, as written and simplified;
//! both must have the same value on drawn operands (and on many evenly spread ones, where one of
//! 16 bits is all there is), and the solver must find no operands on which they differ.

mod import;

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_solver::{Answer, Settings};
use cassay_term::{Evaluator, FloatKind, FloatOp, Model, Op, Pool, Rounding, Sort, TermId, Value};

/// Drawn operands of a case.
const DRAWN: usize = 120;

const ORDERS: [fn(FloatKind) -> Op; 3] = [Op::FloatLt, Op::FloatLe, Op::FloatEq];

/// Builds a term of symbols.
type Build = Box<dyn Fn(&mut Pool, &[TermId]) -> TermId>;

/// A case: a name, the sorts of its symbols, and what to build of them.
struct Case {
    name: String,
    sorts: Vec<u32>,
    kind: FloatKind,
    build: Build,
    /// Whether the rules must find something to do.
    fires: bool,
}

fn case(
    name: impl Into<String>,
    kind: FloatKind,
    sorts: &[u32],
    build: impl Fn(&mut Pool, &[TermId]) -> TermId + 'static,
) -> Case {
    Case {
        name: format!("{} {}", name.into(), kind.name()),
        sorts: sorts.to_vec(),
        kind,
        build: Box::new(build),
        fires: true,
    }
}

/// A number of the format near something interesting.
fn constants(kind: FloatKind) -> Vec<Bv> {
    let mut samples = Samples::new(11);
    let mut all: Vec<Bv> = (0..12).map(|_| samples.operand(kind, true)).collect();
    for value in [
        "0", "-0", "1", "-1", "2.5", "-2.5", "127", "-128.5", "255.5", "inf", "-inf", "nan",
    ] {
        all.extend(cassay_float::parse(kind, Rounding::NearestEven, value));
    }
    all
}

fn comparisons(kind: FloatKind) -> Vec<Case> {
    let bits = kind.bits();
    let mut all = Vec::new();
    for order in ORDERS {
        let op = order(kind);
        all.push(case(
            format!("{op:?} of one"),
            kind,
            &[bits],
            move |pool, x| pool.make(op, &[x[0], x[0]]),
        ));
        all.push(case(
            format!("{op:?} of negations"),
            kind,
            &[bits, bits],
            move |pool, x| {
                let (a, b) = (pool.float_neg(kind, x[0]), pool.float_neg(kind, x[1]));
                pool.make(op, &[a, b])
            },
        ));
        for value in constants(kind) {
            for left in [false, true] {
                let constant = value.clone();
                all.push(case(
                    format!("{op:?} of a negation and {value:?} {left}"),
                    kind,
                    &[bits],
                    move |pool, x| {
                        let a = pool.float_neg(kind, x[0]);
                        let b = pool.bv(constant.clone());
                        pool.make(op, &if left { [b, a] } else { [a, b] })
                    },
                ));
                let constant = value.clone();
                let mut plain = case(
                    format!("{op:?} with {value:?} {left}"),
                    kind,
                    &[bits],
                    move |pool, x| {
                        let b = pool.bv(constant.clone());
                        pool.make(op, &if left { [b, x[0]] } else { [x[0], b] })
                    },
                );
                plain.fires = false;
                all.push(plain);
            }
        }
    }
    all
}

fn integers(kind: FloatKind) -> Vec<Case> {
    let mut all = Vec::new();
    let exact = kind.precision();
    for order in ORDERS {
        let op = order(kind);
        for (left, right) in [(true, true), (false, true), (false, false)] {
            all.push(case(
                format!("{op:?} of integers {left} {right}"),
                kind,
                &[exact, exact.min(8)],
                move |pool, x| {
                    let a = pool.float_from_int(kind, Rounding::Up, left, x[0]);
                    let b = pool.float_from_int(kind, Rounding::Zero, right, x[1]);
                    pool.make(op, &[a, b])
                },
            ));
        }
        for value in constants(kind) {
            for (signed, left) in [(false, false), (false, true), (true, false), (true, true)] {
                let constant = value.clone();
                all.push(case(
                    format!("{op:?} of an integer {signed} and {value:?} {left}"),
                    kind,
                    &[8],
                    move |pool, x| {
                        let a = pool.float_from_int(kind, Rounding::NearestEven, signed, x[0]);
                        let b = pool.bv(constant.clone());
                        pool.make(op, &if left { [b, a] } else { [a, b] })
                    },
                ));
            }
        }
    }
    for (from, to, width) in [
        (true, true, exact),
        (true, true, 70),
        (false, false, exact),
        (false, true, exact + 1),
    ] {
        all.push(case(
            format!("there and back {from} {to} {width}"),
            kind,
            &[exact],
            move |pool, x| {
                let number = pool.float_from_int(kind, Rounding::Down, from, x[0]);
                pool.float_to_int(kind, width.max(exact), to, number)
            },
        ));
    }
    for signed in [false, true] {
        all.push(case(
            format!("of zext {signed}"),
            kind,
            &[8],
            move |pool, x| {
                let wide = pool.zext(x[0], 70);
                pool.float_from_int(kind, Rounding::Up, signed, wide)
            },
        ));
    }
    all.push(case("of sext", kind, &[8], move |pool, x| {
        let wide = pool.sext(x[0], 70);
        pool.float_from_int(kind, Rounding::Up, true, wide)
    }));
    all
}

fn conversions(kind: FloatKind) -> Vec<Case> {
    let bits = kind.bits();
    let mut all = Vec::new();
    for &wide in FloatKind::ALL {
        if wide == kind || !kind.fits_in(wide) {
            continue;
        }
        let widen = move |pool: &mut Pool, x: TermId| {
            pool.float_convert(kind, wide, Rounding::NearestEven, x)
        };
        let name = wide.name();
        for order in ORDERS {
            let op = order(wide);
            all.push(case(
                format!("{op:?} of widened"),
                kind,
                &[bits, bits],
                move |pool, x| {
                    let (a, b) = (widen(pool, x[0]), widen(pool, x[1]));
                    pool.make(op, &[a, b])
                },
            ));
            for value in constants(wide).into_iter().chain(
                constants(kind)
                    .into_iter()
                    .map(|value| cassay_float::convert(kind, wide, Rounding::Up, &value)),
            ) {
                for left in [false, true] {
                    let constant = value.clone();
                    all.push(case(
                        format!("{op:?} of widened and {value:?} {left}"),
                        kind,
                        &[bits],
                        move |pool, x| {
                            let a = widen(pool, x[0]);
                            let b = pool.bv(constant.clone());
                            pool.make(op, &if left { [b, a] } else { [a, b] })
                        },
                    ));
                }
            }
        }
        for &next in FloatKind::ALL {
            all.push(case(
                format!("over {name} to {}", next.name()),
                kind,
                &[bits],
                move |pool, x| {
                    let a = widen(pool, x[0]);
                    pool.float_convert(wide, next, Rounding::Down, a)
                },
            ));
        }
        all.push(case(
            format!("NaN of {name}"),
            kind,
            &[bits],
            move |pool, x| {
                let a = widen(pool, x[0]);
                pool.float_is_nan(wide, a)
            },
        ));
        for signed in [false, true] {
            all.push(case(
                format!("integer of {name} {signed}"),
                kind,
                &[bits],
                move |pool, x| {
                    let a = widen(pool, x[0]);
                    pool.float_to_int(wide, 16, signed, a)
                },
            ));
        }
        all.push(case(
            format!("integer over {name}"),
            kind,
            &[8],
            move |pool, x| {
                let a = pool.float_from_int(wide, Rounding::Up, true, x[0]);
                pool.float_convert(wide, kind, Rounding::Up, a)
            },
        ));
    }
    all
}

fn arithmetic(kind: FloatKind) -> Vec<Case> {
    let bits = kind.bits();
    let mut all = Vec::new();
    for &mode in Rounding::ALL {
        for (op, text) in [
            (FloatOp::Mul, "1"),
            (FloatOp::Div, "1"),
            (FloatOp::Add, "0"),
            (FloatOp::Add, "-0"),
            (FloatOp::Sub, "0"),
            (FloatOp::Sub, "-0"),
        ] {
            let value = cassay_float::parse(kind, mode, text).expect("a number");
            let adds = matches!(op, FloatOp::Add | FloatOp::Sub);
            let mut neutral = case(
                format!("{op:?} {text} {}", mode.name()),
                kind,
                &[bits],
                move |pool, x| {
                    let constant = pool.bv(value.clone());
                    pool.float_arith(op, kind, mode, &[x[0], constant])
                },
            );
            neutral.fires = !adds;
            all.push(neutral);
        }
        for op in [FloatOp::Sqrt, FloatOp::ToIntegral] {
            all.push(case(
                format!("NaN of {op:?} {}", mode.name()),
                kind,
                &[bits],
                move |pool, x| {
                    let root = pool.float_arith(op, kind, mode, &[x[0]]);
                    pool.float_is_nan(kind, root)
                },
            ));
        }
        all.push(case(
            format!("readers look through {}", mode.name()),
            kind,
            &[bits, bits],
            move |pool, x| {
                let same = pool.float_convert(kind, kind, Rounding::NearestEven, x[0]);
                pool.float_arith(FloatOp::Sub, kind, mode, &[x[1], same])
            },
        ));
        all.push(case(
            format!("results stay {}", mode.name()),
            kind,
            &[bits, bits],
            move |pool, x| {
                let sum = pool.float_arith(FloatOp::Add, kind, mode, x);
                pool.float_convert(kind, kind, mode, sum)
            },
        ));
    }
    all.push(case(
        "integer of truncated",
        kind,
        &[bits],
        move |pool, x| {
            let whole = pool.float_arith(FloatOp::ToIntegral, kind, Rounding::Zero, x);
            pool.float_to_int(kind, 32, true, whole)
        },
    ));
    all.push(case("NaN of negation", kind, &[bits], move |pool, x| {
        let negated = pool.float_neg(kind, x[0]);
        pool.float_is_nan(kind, negated)
    }));
    all.push(case("NaN of magnitude", kind, &[bits], move |pool, x| {
        let magnitude = pool.float_abs(kind, x[0]);
        pool.float_is_nan(kind, magnitude)
    }));
    all.push(case("NaN of a choice", kind, &[bits, 8], move |pool, x| {
        let one = pool.bv(cassay_float::from_int(
            kind,
            Rounding::Up,
            &Bv::one(8),
            false,
        ));
        let zero = pool.bv_u64(8, 0);
        let condition = pool.eq(x[1], zero);
        let choice = pool.ite(condition, x[0], one);
        pool.float_is_nan(kind, choice)
    }));
    all.push(case("NaN of an integer", kind, &[64], move |pool, x| {
        let number = pool.float_from_int(kind, Rounding::Up, true, x[0]);
        pool.float_is_nan(kind, number)
    }));
    all
}

fn cases(kind: FloatKind) -> Vec<Case> {
    let mut all = comparisons(kind);
    all.extend(integers(kind));
    all.extend(conversions(kind));
    all.extend(arithmetic(kind));
    all
}

/// Both sides in one pool that changes nothing, with the symbols.
fn both(case: &Case) -> (Pool, Vec<TermId>, TermId, TermId) {
    let symbols = |pool: &mut Pool| -> Vec<TermId> {
        case.sorts
            .iter()
            .enumerate()
            .map(|(position, width)| pool.symbol(&format!("x{position}"), Sort::Bv(*width)))
            .collect()
    };
    let mut simplified = cassay_simplify::pool();
    let of = symbols(&mut simplified);
    let right = (case.build)(&mut simplified, &of);
    let mut raw = Pool::raw();
    let of = symbols(&mut raw);
    let left = (case.build)(&mut raw, &of);
    let right = import::import(&simplified, right, &mut raw);
    (raw, of, left, right)
}

fn compare(case: &Case, samples: &mut Samples) {
    let (pool, symbols, left, right) = both(case);
    assert!(!case.fires || left != right, "no rule fires: {}", case.name);
    let check = |values: &[Bv]| {
        let mut model = Model::new();
        for (symbol, value) in symbols.iter().zip(values) {
            model.set(*symbol, Value::Bv(value.clone()));
        }
        let mut evaluator = Evaluator::new(&pool, &model);
        let (a, b) = (evaluator.value(left), evaluator.value(right));
        assert_eq!(a, b, "{} on {values:?}", case.name);
    };
    if case.sorts == [16] {
        // Cases with a constant are many, and each is about the numbers around it.
        let step = if case.name.contains('#') { 131 } else { 3 };
        for value in (0..1 << 16).step_by(step) {
            check(&[Bv::from_u64(16, value)]);
        }
    }
    for _ in 0..DRAWN {
        let numbers = samples.operands(FloatOp::Fma, case.kind, false);
        let values: Vec<Bv> = case
            .sorts
            .iter()
            .zip(numbers)
            .map(|(width, number)| match *width == number.width() {
                true => number,
                false => samples.integer(*width),
            })
            .collect();
        check(&values);
    }
}

#[test]
fn both_sides_have_one_value() {
    let mut samples = Samples::new(12);
    let mut count = 0;
    for &kind in FloatKind::ALL {
        for case in cases(kind) {
            compare(&case, &mut samples);
            count += 1;
        }
    }
    println!("{count} cases");
    assert!(count > 1000, "{count}");
}

/// Half and single precision; a sample of the cases, since neighbours differ in a constant.
#[test]
fn the_solver_finds_no_difference() {
    let mut count = 0;
    for kind in [FloatKind::Half, FloatKind::BFloat, FloatKind::Single] {
        for case in cases(kind).into_iter().step_by(7) {
            let (mut pool, _, left, right) = both(&case);
            if left == right {
                continue;
            }
            let differ = pool.distinct(left, right);
            let mut solver = (cassay_solver_bitwuzla::BACKEND.make)(&Settings::default())
                .expect("the solver starts");
            let answer = solver.check(&pool, &[differ]).expect("an answer");
            assert_eq!(answer, Answer::Unsat, "{}", case.name);
            count += 1;
        }
    }
    println!("{count} cases");
    assert!(count > 50, "{count}");
}
