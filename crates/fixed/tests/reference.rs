//! Every operation of the pass, run in the interpreter, against rational numbers.
//!
//! The reference knows nothing of widths: a number is a fraction of big integers, an operation is
//! the one of mathematics, and the result is rounded to a multiple of the last place. It must be
//! what the program computes where it is in range, and a violation where it is not.

use cassay_bv::Bv;
use cassay_fixed::{Wanted, apply};
use cassay_interp::{Inputs, Limits, Outcome, Silent, Value, run};
use cassay_ir::{FixedFormat, FixedFormats, FloatKind, Program, PropertyClass, text, verify};
use num_bigint::{BigInt, Sign};

/// A rational number with a positive denominator.
#[derive(Clone, Debug)]
struct Rational {
    above: BigInt,
    below: BigInt,
}

impl Rational {
    fn new(above: BigInt, below: BigInt) -> Self {
        match below.sign() {
            Sign::Minus => Rational {
                above: -above,
                below: -below,
            },
            Sign::Plus => Rational { above, below },
            Sign::NoSign => panic!("a denominator of zero"),
        }
    }

    fn add(&self, other: &Self) -> Self {
        Self::new(
            &self.above * &other.below + &other.above * &self.below,
            &self.below * &other.below,
        )
    }

    fn neg(&self) -> Self {
        Self::new(-&self.above, self.below.clone())
    }

    fn mul(&self, other: &Self) -> Self {
        Self::new(&self.above * &other.above, &self.below * &other.below)
    }

    fn div(&self, other: &Self) -> Self {
        Self::new(&self.above * &other.below, &self.below * &other.above)
    }

    fn whole(value: BigInt) -> Self {
        Self::new(value, BigInt::from(1))
    }

    fn is_zero(&self) -> bool {
        self.above.sign() == Sign::NoSign
    }

    fn is_negative(&self) -> bool {
        self.above.sign() == Sign::Minus
    }

    fn floor(&self) -> BigInt {
        let quotient = &self.above / &self.below;
        let exact = &quotient * &self.below == self.above;
        if exact || !self.is_negative() {
            quotient
        } else {
            quotient - 1
        }
    }

    fn ceiling(&self) -> BigInt {
        -self.neg().floor()
    }

    fn truncated(&self) -> BigInt {
        if self.is_negative() {
            self.ceiling()
        } else {
            self.floor()
        }
    }

    /// The nearest integer; of two, the one that the function chooses.
    fn nearest(&self, tie: impl Fn(&BigInt, &BigInt) -> bool) -> BigInt {
        let (low, high) = (self.floor(), self.ceiling());
        let to_low = self.add(&Self::whole(low.clone()).neg());
        let to_high = Self::whole(high.clone()).add(&self.neg());
        let difference = to_low.add(&to_high.neg());
        let prefers_low = difference.is_negative() || (difference.is_zero() && tie(&low, &high));
        if prefers_low { low } else { high }
    }

    fn nearest_even(&self) -> BigInt {
        self.nearest(|low, _| !low.bit(0))
    }

    fn nearest_away(&self) -> BigInt {
        let negative = self.is_negative();
        self.nearest(|_, _| negative)
    }
}

/// A generator of numbers that are interesting at every width.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let mixed = self.0 ^ (self.0 >> 29);
        mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 7
    }

    fn bits(&mut self, width: u32) -> Bv {
        let any = Bv::from_limbs(192, &[self.next() << 8, self.next() << 5, self.next()]);
        let any = any.extract(width - 1, 0);
        let near = |value: u64| Bv::from_u64(width, value % 4);
        match self.next() % 8 {
            0 => near(self.next()),
            1 => near(self.next()).neg(),
            2 => Bv::signed_min(width).add(&near(self.next())),
            3 => Bv::signed_max(width).sub(&near(self.next())),
            // Small numbers, whose products are in range.
            4 | 5 => {
                let shift = (self.next() % u64::from(width)) as u32;
                any.ashr(&Bv::from_u64(width, u64::from(shift)))
            }
            _ => any,
        }
    }
}

fn signed(bits: &Bv) -> BigInt {
    let magnitude = BigInt::from(bits.to_biguint());
    if bits.is_negative() {
        magnitude - (BigInt::from(1) << bits.width())
    } else {
        magnitude
    }
}

fn value(format: FixedFormat, bits: &Bv) -> Rational {
    let width = format.width();
    let number = signed(&bits.extract(width - 1, 0));
    Rational::new(number, BigInt::from(1) << format.fraction)
}

/// In last places of a format.
fn places(format: FixedFormat, value: &Rational) -> Rational {
    value.mul(&Rational::whole(BigInt::from(1) << format.fraction))
}

fn in_range(format: FixedFormat, places: &BigInt) -> bool {
    let limit = BigInt::from(1) << (format.width() - 1);
    *places >= -&limit && *places < limit
}

const WANTED: Wanted = Wanted {
    overflow: true,
    division: true,
};

fn compiled(source: &str, formats: &FixedFormats) -> Program {
    // The widest type of small machines is not laid out like an integer.
    let small = compiled_for(&format!("target 32\n{source}"), formats);
    assert_eq!(small.layout.pointer_bits, 32);
    if source.contains("f80") && !source.contains("-> i") {
        return small;
    }
    compiled_for(source, formats)
}

fn compiled_for(source: &str, formats: &FixedFormats) -> Program {
    let mut program = text::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    verify(&program).expect("the program is well-formed");
    apply(&mut program, formats, WANTED);
    if let Err(errors) = verify(&program) {
        panic!("{:?}\n{}", errors.first(), text::print(&program));
    }
    let again = text::parse(&text::print(&program)).expect("the text reads back");
    assert_eq!(again, program);
    program
}

fn execute(program: &Program, inputs: &[Bv]) -> Outcome {
    let entry = program.find_function("main").expect("a function main");
    let inputs = Inputs {
        nondet: inputs.to_vec(),
        ..Inputs::default()
    };
    let limits = Limits::default();
    run(program, entry, &mut inputs.oracle(), &mut Silent, &limits)
}

/// What an execution must end with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    Bits(Bv),
    Violation(PropertyClass),
}

fn observed(outcome: &Outcome) -> Expected {
    match outcome {
        Outcome::Finished {
            value: Some(Value::Int(bits) | Value::Float(_, bits)),
        } => Expected::Bits(bits.clone()),
        Outcome::Violation { property, .. } => Expected::Violation(property.class),
        other => panic!("{other:?}"),
    }
}

/// The number of so many last places, sign-extended in its storage.
fn expected(kind: FloatKind, format: FixedFormat, places: &BigInt) -> Expected {
    if !in_range(format, places) {
        return Expected::Violation(PropertyClass::OverflowFixed);
    }
    Expected::Bits(storage(kind.bits(), places))
}

fn storage(width: u32, value: &BigInt) -> Bv {
    let modulus = BigInt::from(1) << width;
    let value = ((value % &modulus) + &modulus) % &modulus;
    Bv::from_biguint(width, &value.to_biguint().expect("a natural number"))
}

fn formats() -> Vec<(FloatKind, FixedFormats, &'static str)> {
    [
        (FloatKind::Single, "float=4.4", "f32"),
        (FloatKind::Single, "float=16.16", "f32"),
        (FloatKind::Single, "float=2.0", "f32"),
        (FloatKind::Single, "float=1.7", "f32"),
        (FloatKind::Single, "float=1.0", "f32"),
        (FloatKind::Single, "float=20.5", "f32"),
        (FloatKind::Double, "double=32.32", "f64"),
        (FloatKind::Double, "double=3.61", "f64"),
        (FloatKind::Half, "half=8.8", "f16"),
        (FloatKind::X87, "long-double=40.40", "f80"),
        (FloatKind::Quad, "float128=64.64", "f128"),
        (FloatKind::BFloat, "bfloat=3.9", "bf16"),
    ]
    .into_iter()
    .map(|(kind, text, name)| (kind, FixedFormats::parse(text).expect(text), name))
    .collect()
}

type Reference = fn(FixedFormat, &[Rational]) -> Result<BigInt, PropertyClass>;

const OUT: PropertyClass = PropertyClass::OverflowFixed;
const BY_ZERO: PropertyClass = PropertyClass::DivisionByZero;

/// Operations of the text form with the number of operands and the reference, in last places.
fn operations() -> Vec<(&'static str, usize, Reference)> {
    vec![
        ("fadd", 2, |f, v| Ok(places(f, &v[0].add(&v[1])).floor())),
        ("fsub", 2, |f, v| {
            Ok(places(f, &v[0].add(&v[1].neg())).floor())
        }),
        ("fmul", 2, |f, v| Ok(places(f, &v[0].mul(&v[1])).floor())),
        ("fdiv", 2, |f, v| {
            if v[1].is_zero() {
                return Err(BY_ZERO);
            }
            Ok(places(f, &v[0].div(&v[1])).truncated())
        }),
        ("fma", 3, |f, v| {
            Ok(places(f, &v[0].mul(&v[1]).add(&v[2])).floor())
        }),
        ("fneg", 1, |f, v| Ok(places(f, &v[0].neg()).floor())),
        ("fsqrt", 1, |f, v| {
            if v[0].is_negative() {
                return Err(OUT);
            }
            // The root of x in last places is the root of x in squares of last places.
            let scaled = places(f, &places(f, &v[0])).floor();
            Ok(scaled.sqrt())
        }),
        ("fmod", 2, |f, v| {
            if v[1].is_zero() {
                return Err(BY_ZERO);
            }
            let times = Rational::whole(v[0].div(&v[1]).truncated());
            Ok(places(f, &v[0].add(&v[1].mul(&times).neg())).floor())
        }),
        ("fremainder", 2, |f, v| {
            if v[1].is_zero() {
                return Err(BY_ZERO);
            }
            let times = Rational::whole(v[0].div(&v[1]).nearest_even());
            Ok(places(f, &v[0].add(&v[1].mul(&times).neg())).floor())
        }),
        ("fround.rtn", 1, |f, v| {
            Ok(places(f, &Rational::whole(v[0].floor())).floor())
        }),
        ("fround.rtp", 1, |f, v| {
            Ok(places(f, &Rational::whole(v[0].ceiling())).floor())
        }),
        ("fround.rtz", 1, |f, v| {
            Ok(places(f, &Rational::whole(v[0].truncated())).floor())
        }),
        ("fround", 1, |f, v| {
            Ok(places(f, &Rational::whole(v[0].nearest_even())).floor())
        }),
        ("fround.rna", 1, |f, v| {
            Ok(places(f, &Rational::whole(v[0].nearest_away())).floor())
        }),
    ]
}

#[test]
fn operations_are_those_of_rational_numbers() {
    let mut random = Random(1);
    let (mut finished, mut violated) = (0, 0);
    for (kind, formats, name) in formats() {
        let format = formats.get(kind);
        for (op, count, reference) in operations() {
            let names: Vec<String> = (0..count).map(|index| format!("%{index}")).collect();
            let havocs: String = names
                .iter()
                .map(|temp| format!("  {temp}: {name} = havoc \"x\"\n"))
                .collect();
            let source = format!(
                "fn main() -> {name} {{\nbb0:\n{havocs}  return {op}({})\n}}\n",
                names.join(", ")
            );
            let program = compiled(&source, &formats);
            for _ in 0..120 {
                let inputs: Vec<Bv> = (0..count)
                    .map(|_| {
                        let number = random.bits(format.width());
                        number.sext(kind.bits())
                    })
                    .collect();
                let numbers: Vec<Rational> =
                    inputs.iter().map(|bits| value(format, bits)).collect();
                let wanted = match reference(format, &numbers) {
                    Ok(places) => expected(kind, format, &places),
                    Err(class) => Expected::Violation(class),
                };
                let outcome = execute(&program, &inputs);
                assert_eq!(observed(&outcome), wanted, "{op} of {inputs:?} in {format}");
                match wanted {
                    Expected::Bits(_) => finished += 1,
                    Expected::Violation(_) => violated += 1,
                }
            }
        }
    }
    assert!(finished > 5000 && violated > 500, "{finished} {violated}");
}

#[test]
fn bits_above_the_format_do_not_count() {
    let formats = FixedFormats::parse("float=4.4").expect("a format");
    let source = "fn main() -> f32 {\nbb0:\n  %0: f32 = havoc \"x\"\n  %1: f32 = havoc \"y\"\n  \
        return fadd(%0, %1)\n}\n";
    let program = compiled(source, &formats);
    let inputs = [Bv::from_u64(32, 0xdead_be0c), Bv::from_u64(32, 0x1234_5602)];
    let sum = observed(&execute(&program, &inputs));
    assert_eq!(sum, Expected::Bits(Bv::from_u64(32, 14)));
}

#[test]
fn comparisons_are_those_of_rational_numbers() {
    let mut random = Random(2);
    let outcomes = ["l", "e", "g"];
    for (kind, formats, name) in formats() {
        let format = formats.get(kind);
        for set in 1..16u32 {
            let mut word: String = (0..3)
                .filter(|bit| set & (1 << bit) != 0)
                .map(|bit| outcomes[bit as usize])
                .collect();
            if set & 8 != 0 {
                word.push('u');
            }
            let source = format!(
                "fn main() -> i1 {{\nbb0:\n  %0: {name} = havoc \"x\"\n  %1: {name} = havoc \"y\"\n  \
                 return fcmp.{word}(%0, %1)\n}}\n"
            );
            let program = compiled(&source, &formats);
            for round in 0..30 {
                let a = random.bits(format.width());
                let b = if round % 5 == 0 {
                    a.clone()
                } else {
                    random.bits(format.width())
                };
                let difference = value(format, &a).add(&value(format, &b).neg());
                let holds = if difference.is_zero() {
                    set & 2 != 0
                } else if difference.is_negative() {
                    set & 1 != 0
                } else {
                    set & 4 != 0
                };
                let inputs = [a.sext(kind.bits()), b.sext(kind.bits())];
                let outcome = execute(&program, &inputs);
                assert_eq!(
                    observed(&outcome),
                    Expected::Bits(Bv::from_bool(holds)),
                    "{word} of {inputs:?} in {format}"
                );
            }
        }
    }
}

#[test]
fn conversions_of_integers_are_exact_or_violations() {
    let mut random = Random(3);
    for (kind, formats, name) in formats() {
        let format = formats.get(kind);
        for (word, width, is_signed) in [
            ("sitofp", 8, true),
            ("sitofp", 32, true),
            ("sitofp", 64, true),
            ("uitofp", 1, false),
            ("uitofp", 16, false),
            ("uitofp", 64, false),
        ] {
            let source = format!(
                "fn main() -> {name} {{\nbb0:\n  %0: i{width} = havoc \"x\"\n  \
                 return {word}(%0, {name})\n}}\n"
            );
            let program = compiled(&source, &formats);
            for _ in 0..40 {
                let input = random.bits(width);
                let number = if is_signed {
                    signed(&input)
                } else {
                    BigInt::from(input.to_biguint())
                };
                let wanted = places(format, &Rational::whole(number)).floor();
                let outcome = execute(&program, std::slice::from_ref(&input));
                assert_eq!(
                    observed(&outcome),
                    expected(kind, format, &wanted),
                    "{word} of {input:?} in {format}"
                );
            }
        }
    }
}

#[test]
fn conversions_to_integers_cut_off_the_fraction() {
    let mut random = Random(4);
    for (kind, formats, name) in formats() {
        let format = formats.get(kind);
        for (word, width) in [
            ("fptosi", 8),
            ("fptosi", 32),
            ("fptosi", 64),
            ("fptoui", 16),
        ] {
            let source = format!(
                "fn main() -> i{width} {{\nbb0:\n  %0: {name} = havoc \"x\"\n  \
                 return {word}(%0, i{width})\n}}\n"
            );
            let program = compiled(&source, &formats);
            for _ in 0..40 {
                let input = random.bits(format.width()).sext(kind.bits());
                let wanted = storage(width, &value(format, &input).truncated());
                let outcome = execute(&program, std::slice::from_ref(&input));
                assert_eq!(
                    observed(&outcome),
                    Expected::Bits(wanted),
                    "{word} of {input:?} in {format}"
                );
            }
        }
    }
}

#[test]
fn conversions_between_formats_round_down() {
    let mut random = Random(5);
    for text in [
        "float=16.16,double=32.32",
        "float=4.4,double=20.12",
        "float=8.24,double=40.3",
        "float=32.0,double=1.63",
        "float=16.16,double=16.16",
    ] {
        let formats = FixedFormats::parse(text).expect(text);
        for (from, to) in [
            (FloatKind::Single, FloatKind::Double),
            (FloatKind::Double, FloatKind::Single),
        ] {
            let (wide, narrow) = (formats.get(from), formats.get(to));
            let source = format!(
                "fn main() -> {to} {{\nbb0:\n  %0: {from} = havoc \"x\"\n  \
                 return fptofp(%0, {to})\n}}\n",
                from = from.name(),
                to = to.name()
            );
            let program = compiled(&source, &formats);
            for _ in 0..80 {
                let input = random.bits(wide.width()).sext(from.bits());
                let wanted = places(narrow, &value(wide, &input)).floor();
                let outcome = execute(&program, std::slice::from_ref(&input));
                assert_eq!(
                    observed(&outcome),
                    expected(to, narrow, &wanted),
                    "{input:?} from {wide} to {narrow}"
                );
            }
        }
    }
}
