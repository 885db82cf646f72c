//! The crate against the machine it runs on: a C program compiled here computes every operation
//! and conversion in all four rounding modes of the hardware, and the bits must be the same.
//!
//! Half precision goes through the C compiler's own type; there is no bfloat16 to compare with on
//! the machine, it is compared in `second_opinion.rs`. NaNs compare as a class.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cassay_bv::Bv;
use cassay_float::samples::Samples;
use cassay_float::{FloatKind, FloatOp, Rounding};

/// Operations of a kind in each rounding mode, times the number of operations.
const PER_OPERATION: usize = 400;

const MODES: [Rounding; 4] = [
    Rounding::NearestEven,
    Rounding::Up,
    Rounding::Down,
    Rounding::Zero,
];

const KINDS: [(FloatKind, char); 5] = [
    (FloatKind::Half, 'h'),
    (FloatKind::Single, 's'),
    (FloatKind::Double, 'd'),
    (FloatKind::X87, 'x'),
    (FloatKind::Quad, 'q'),
];

/// Questions for the machine, with what the crate says.
#[derive(Default)]
struct Batch {
    questions: String,
    expected: Vec<String>,
}

impl Batch {
    fn ask(&mut self, question: &str, operands: &[&Bv], expected: String) {
        self.questions.push_str(question);
        for operand in operands {
            write!(self.questions, " {:032x}", operand).unwrap();
        }
        self.questions.push('\n');
        self.expected.push(expected);
    }

    /// Runs the machine and compares; the number of questions.
    fn settle(self, name: &str) -> usize {
        let answers = run(name, &self.questions);
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(answers.len(), self.expected.len(), "{name}: lost answers");
        let mut wrong = String::new();
        let mut count = 0;
        for ((question, expected), answer) in
            self.questions.lines().zip(&self.expected).zip(answers)
        {
            if expected != answer {
                count += 1;
                if count <= 20 {
                    writeln!(
                        wrong,
                        "{question}\n  machine {answer}\n  crate   {expected}"
                    )
                    .unwrap();
                }
            }
        }
        assert!(count == 0, "{name}: {count} differences\n{wrong}");
        self.expected.len()
    }
}

/// Compiles the oracle and runs it on the questions.
fn run(name: &str, questions: &str) -> String {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/machine/oracle.c");
    let binary = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("oracle-{name}"));
    let status = Command::new("gcc")
        .args(["-O0", "-w", "-frounding-math", "-ffp-contract=off", "-o"])
        .arg(&binary)
        .arg(&source)
        .arg("-lm")
        .status()
        .expect("gcc runs");
    assert!(status.success(), "the oracle compiles");
    let mut child = Command::new(&binary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let questions = questions.to_string();
    let writer = std::thread::spawn(move || input.write_all(questions.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "the oracle ends well");
    String::from_utf8(output.stdout).unwrap()
}

fn show(kind: FloatKind, bits: &Bv) -> String {
    if cassay_float::is_nan(kind, bits) {
        assert_eq!(*bits, cassay_float::default_nan(kind), "the one NaN");
        return "nan".to_string();
    }
    format!("{bits:032x}")
}

#[test]
fn arithmetic_agrees_with_the_machine() {
    let mut samples = Samples::new(1);
    let mut batch = Batch::default();
    for (kind, letter) in KINDS {
        for &op in FloatOp::ALL {
            for mode in MODES {
                for _ in 0..PER_OPERATION {
                    // The C library's own fma is not meant for invalid x87 patterns.
                    let operands = samples.operands(op, kind, op == FloatOp::Fma);
                    ask_arith(&mut batch, (kind, letter), op, mode, &operands);
                }
            }
        }
        for _ in 0..PER_OPERATION {
            let operands = [samples.operand(kind, true)];
            let (op, mode) = (FloatOp::ToIntegral, Rounding::NearestAway);
            ask_arith(&mut batch, (kind, letter), op, mode, &operands);
        }
    }
    println!("{} operations agree", batch.settle("arithmetic"));
}

fn ask_arith(
    batch: &mut Batch,
    (kind, letter): (FloatKind, char),
    op: FloatOp,
    mode: Rounding,
    operands: &[Bv],
) {
    let result = cassay_float::arith(op, kind, mode, operands).unwrap();
    let padding = Bv::zero(kind.bits());
    let operands: Vec<&Bv> = operands
        .iter()
        .chain(std::iter::repeat(&padding))
        .take(3)
        .collect();
    // The C library gets the sign of exact zero remainders wrong when rounding downwards.
    let machine_mode = if op.rounds() {
        mode
    } else {
        Rounding::NearestEven
    };
    let question = format!("{} {} {letter}", machine_mode.name(), op.name());
    batch.ask(&question, &operands, show(kind, &result));
}

#[test]
fn comparisons_agree_with_the_machine() {
    let mut samples = Samples::new(2);
    let mut batch = Batch::default();
    for (kind, letter) in KINDS {
        for _ in 0..5 * PER_OPERATION {
            let operands = samples.operands(FloatOp::Add, kind, false);
            let [a, b] = &operands[..] else {
                unreachable!("two operands");
            };
            let order = match cassay_float::compare(kind, a, b) {
                Some(std::cmp::Ordering::Less) => "less",
                Some(std::cmp::Ordering::Equal) => "equal",
                Some(std::cmp::Ordering::Greater) => "greater",
                None => "unordered",
            };
            let question = format!("rne cmp {letter}");
            batch.ask(&question, &[a, b, a], order.to_string());
        }
    }
    println!("{} comparisons agree", batch.settle("comparisons"));
}

#[test]
fn conversions_between_formats_agree_with_the_machine() {
    let mut samples = Samples::new(3);
    let mut batch = Batch::default();
    for (from, from_letter) in KINDS {
        for (to, to_letter) in KINDS.into_iter().filter(|(to, _)| *to != from) {
            for mode in MODES {
                for _ in 0..PER_OPERATION {
                    let a = sample_for(&mut samples, from, to);
                    let result = cassay_float::convert(from, to, mode, &a);
                    let question = format!("{} cvt {from_letter} {to_letter}", mode.name());
                    batch.ask(&question, &[&a], show(to, &result));
                }
            }
        }
    }
    println!("{} conversions agree", batch.settle("formats"));
}

/// A number of one format, often one at the edge of another's.
fn sample_for(samples: &mut Samples, from: FloatKind, to: FloatKind) -> Bv {
    if samples.below(2) == 0 {
        return samples.operand(from, true);
    }
    let other = samples.operand(to, true);
    let mode = samples.choose(Rounding::ALL);
    let near = cassay_float::convert(to, from, mode, &other);
    let step = Bv::from_i64(from.bits(), samples.below(3) as i64 - 1);
    let moved = near.add(&step);
    // A step below the least normal x87 number leads to a pattern of the second form, which the
    // C compiler's library converts wrongly.
    let same = cassay_float::convert(from, from, mode, &moved);
    if same == moved { moved } else { near }
}

#[test]
fn conversions_with_integers_agree_with_the_machine() {
    let mut samples = Samples::new(4);
    let mut batch = Batch::default();
    for (kind, letter) in KINDS {
        for width in [32, 64, 128] {
            for signed in [false, true] {
                for mode in MODES {
                    for _ in 0..PER_OPERATION {
                        let int = samples.integer(width);
                        let result = cassay_float::from_int(kind, mode, &int, signed);
                        let flag = u8::from(signed);
                        let question = format!("{} fromint {letter} {width} {flag}", mode.name());
                        batch.ask(&question, &[&int], show(kind, &result));

                        let near = cassay_float::arith(
                            FloatOp::Add,
                            kind,
                            mode,
                            &[result, samples.operand(kind, true)],
                        );
                        let number = if samples.below(2) == 0 {
                            samples.operand(kind, true)
                        } else {
                            near.unwrap()
                        };
                        let back = cassay_float::to_int(kind, &number, width, signed);
                        let back = back.map_or("out".to_string(), |int| format!("{int:032x}"));
                        let question = format!("{} toint {letter} {width} {flag}", mode.name());
                        batch.ask(&question, &[&number], back);
                    }
                }
            }
        }
    }
    println!("{} conversions agree", batch.settle("integers"));
}
