//! Iterations taken at once against iterations executed one by one, on random loops.
//!
//! Loops move 16-bit variables by constants under conditions that change on the way and wrap
//! around. What the variables hold in the end must be the same in the interpreter that leaps, in the
//! one that does not, and in symbolic execution.

use cassay_base::Stop;
use cassay_interp::{Limits, Outcome, Value, Zeros, run};
use cassay_ir::arbitrary::Rng;
use cassay_ir::{Program, text};
use cassay_symex::{Bounds, execute};
use std::fmt::Write as _;

const VARIABLES: [&str; 3] = ["a", "b", "c"];

/// A random value that is of interest more often than not.
fn constant(rng: &mut Rng) -> i64 {
    match rng.below(5) {
        0 => rng.below(4) as i64,
        1 => -1 - rng.below(4) as i64,
        2 => 0x7ff0 + rng.below(32) as i64,
        3 => rng.below(1000) as i64,
        _ => rng.below(1 << 16) as i64,
    }
}

fn step(rng: &mut Rng) -> i64 {
    rng.below(9) as i64 - 4
}

fn variable(rng: &mut Rng) -> &'static str {
    VARIABLES[rng.below(3) as usize]
}

/// A loop over three variables: a head with its condition, and a body of a choice between two moves.
struct Loop {
    text: String,
    temps: u32,
}

impl Loop {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
    }

    fn temp(&mut self) -> String {
        self.temps += 1;
        format!("%{}", self.temps - 1)
    }

    fn load(&mut self, name: &str) -> String {
        let temp = self.temp();
        self.line(&format!("{temp}: i16 = load {name}"));
        temp
    }

    fn condition(&mut self, rng: &mut Rng) -> String {
        let a = self.load(variable(rng));
        let op = ["slt", "sle", "ult", "ule", "ne", "eq"][rng.below(6) as usize];
        let b = match rng.below(4) {
            0 => self.load(variable(rng)),
            _ => constant(rng).to_string(),
        };
        if rng.below(4) > 0 {
            return format!("{op}({a}, {b})");
        }
        let ext = ["zext", "sext"][rng.below(2) as usize];
        let wide = self.temp();
        self.line(&format!("{wide}: i32 = {ext}({a}, i32)"));
        format!("{op}({wide}, {}:i32)", constant(rng))
    }

    fn moves(&mut self, rng: &mut Rng) {
        for _ in 0..=rng.below(2) {
            let name = variable(rng);
            let old = self.load(name);
            let new = match rng.below(8) {
                0 => {
                    let other = self.load(variable(rng));
                    format!("add({old}, {other})")
                }
                1 => {
                    let result = self.temp();
                    self.line(&format!("{result}: i16 = call next({old})"));
                    result
                }
                2 => {
                    let other = self.load(variable(rng));
                    format!("sub(mul({other}, 3), {})", step(rng))
                }
                _ => format!("add({old}, {})", step(rng)),
            };
            self.line(&format!("store i16 {new} -> {name}"));
        }
    }
}

/// A program that returns what its variables come to, and claims what that is.
fn source(seed: u64, claimed: i64) -> String {
    let rng = &mut Rng::new(seed);
    let mut body = Loop {
        text: String::new(),
        temps: 0,
    };
    for name in VARIABLES {
        let value = constant(rng);
        body.line(&format!("declare {name}"));
        body.line(&format!("store i16 {value} -> {name}"));
    }
    body.line("goto bb1");
    body.text.push_str("bb1:\n");
    let stay = body.condition(rng);
    body.line(&format!("if {stay} goto bb2 else bb6"));
    body.text.push_str("bb2:\n");
    let choice = body.condition(rng);
    body.line("declare inner");
    body.line("store i16 1 -> inner");
    body.line(&format!("if {choice} goto bb3 else bb4"));
    body.text.push_str("bb3:\n");
    body.moves(rng);
    body.line("goto bb5");
    body.text.push_str("bb4:\n");
    body.moves(rng);
    body.line("goto bb5");
    body.text.push_str("bb5:\n");
    body.line("dead inner");
    body.line("goto bb1");
    body.text.push_str("bb6:\n");
    let loaded: Vec<String> = VARIABLES.iter().map(|name| body.load(name)).collect();
    let sum = body.temp();
    let (a, b, c) = (&loaded[0], &loaded[1], &loaded[2]);
    body.line(&format!(
        "{sum}: i16 = add({a}, mul(add({b}, mul({c}, 257)), 31))"
    ));
    body.line(&format!("assert eq({sum}, {claimed}) [assertion]"));
    body.line(&format!("return {sum}"));
    format!(
        "fn next(%0: i16) -> i16 {{\n  var p: i16\nbb0:\n  declare p\n  store i16 %0 -> p\n  \
         %1: i16 = load p\n  return add(%1, 3)\n}}\nfn main() -> i16 {{\n  var a: i16\n  \
         var b: i16\n  var c: i16\n  var inner: i16\nbb0:\n{}}}\n",
        body.text
    )
}

fn program(seed: u64, claimed: i64) -> Program {
    let source = source(seed, claimed);
    text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"))
}

fn interpreted(program: &Program, leaps: bool, steps: u64) -> Outcome {
    let entry = program.find_function("main").expect("a function main");
    let limits = Limits {
        steps,
        leaps,
        ..Limits::default()
    };
    run(
        program,
        entry,
        &mut Zeros,
        &mut cassay_interp::Silent,
        &limits,
    )
}

/// What the program returns; no claim is made.
fn value(seed: u64, leaps: bool, steps: u64) -> Option<i64> {
    let source = source(seed, 0);
    let kept = source.lines().filter(|line| !line.contains("assert"));
    let source: String = kept.map(|line| format!("{line}\n")).collect();
    let program = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    match interpreted(&program, leaps, steps) {
        Outcome::Finished {
            value: Some(Value::Int(bits)),
        } => bits.to_i64(),
        Outcome::StepLimit => None,
        other => panic!("{other:?}\n{source}"),
    }
}

/// Whether symbolic execution finds the claim true; `None` when a bound comes first.
fn symbolic(seed: u64, claimed: i64) -> Option<bool> {
    let program = program(seed, claimed);
    let entry = program.find_function("main").expect("a function main");
    let mut pool = cassay_simplify::pool();
    let bounds = Bounds {
        decided_limit: 2_000,
        ..Bounds::default()
    };
    let equation =
        execute(&program, entry, &mut pool, &bounds, &Stop::new()).expect("nobody interrupts");
    (!equation.bound_reached).then_some(equation.figures.claims_left == 0)
}

#[test]
fn leaps_end_where_single_steps_do() {
    let (mut far, mut decided) = (0, 0);
    for seed in 0..150 {
        let Some(slow) = value(seed, false, 400_000) else {
            continue;
        };
        let fast = value(seed, true, 400_000);
        assert_eq!(fast, Some(slow), "seed {seed}\n{}", source(seed, slow));
        let plainly = value(seed, false, 8_000).is_some();
        far += u32::from(!plainly && value(seed, true, 8_000).is_some());
        match symbolic(seed, slow) {
            Some(true) => {}
            Some(false) => panic!("seed {seed} does not end in {slow}\n{}", source(seed, slow)),
            None => continue,
        }
        decided += u32::from(!plainly);
        assert_eq!(symbolic(seed, slow ^ 1), Some(false), "seed {seed}");
    }
    assert!(far > 10, "only {far} leaps went far");
    assert!(decided > 10, "only {decided} long loops were decided");
}
