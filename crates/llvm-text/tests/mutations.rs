//! Damaged modules: reading them ends, in a module or in an error, and never in a panic.
//!
//! The damage is drawn from a fixed sequence of pseudo-random numbers, so a failure repeats.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use cassay_llvm_text::parse;

/// A small generator (xorshift) with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn modules() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ll");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| fs::read(path).expect("a module"))
        .collect()
}

/// Words and the blanks between them.
fn pieces(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| b" ,()[]{}\n".contains(byte))
        .collect()
}

fn mutate(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    match random.below(7) {
        0 => {
            let at = random.below(out.len());
            out[at] ^= 1 << random.below(8);
        }
        1 => out.truncate(random.below(text.len())),
        2 => {
            let at = random.below(out.len());
            out[at] = b"()[]{}<>\"%@!#,=*\\:;^|0x\n."[random.below(25)];
        }
        3 => {
            let at = random.below(out.len());
            let end = (at + random.below(12)).min(out.len());
            out.drain(at..end);
        }
        4 => {
            let mut list = pieces(text);
            let (first, second) = (random.below(list.len()), random.below(list.len()));
            list.swap(first, second);
            out = list.concat();
        }
        5 => {
            let mut list = pieces(text);
            let (from, to) = (random.below(list.len()), random.below(list.len()));
            list.insert(to, list[from]);
            out = list.concat();
        }
        _ => {
            let mut list = pieces(text);
            list.remove(random.below(list.len()));
            out = list.concat();
        }
    }
    out
}

#[test]
fn damaged_modules_are_read_or_refused() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut refused) = (0, 0);
    for text in modules() {
        for round in 0..500 {
            let mut damaged = mutate(&mut random, &text);
            for _ in 0..round % 4 {
                if !damaged.is_empty() {
                    damaged = mutate(&mut random, &damaged);
                }
            }
            match parse(&damaged) {
                Ok(_) => read += 1,
                Err(error) => {
                    refused += 1;
                    assert!(error.line >= 1 && error.column >= 1, "{error}");
                }
            }
        }
    }
    assert!(
        read > 500,
        "recovery reads many damaged modules, here {read}"
    );
    assert!(
        refused > 500,
        "damage outside functions is refused, here {refused}"
    );
}

#[test]
fn every_prefix_is_read_or_refused() {
    for text in modules() {
        for end in (0..text.len()).step_by(3) {
            if let Err(error) = parse(&text[..end]) {
                let lines = text[..end].iter().filter(|&&byte| byte == b'\n').count() + 1;
                assert!(error.line as usize <= lines, "{error} beyond line {lines}");
            }
        }
    }
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(100_000), close.repeat(100_000))
    };
    let texts = [
        format!("%t = type {}", deep("{", "i32", "}")),
        format!("%t = type {}", deep("[1 x ", "i32", "]")),
        format!("%t = type {}", deep("<{", "i32", "}>")),
        format!("%t = type void {}", "()".repeat(100_000)),
        format!("%t = type {}", deep("void (", "i32", ")")),
        format!("@g = global i32 {}", deep("{ i32 ", "1", "}")),
        format!("@g = global i32 {}", deep("add (i32 ", "1", ", i32 1)")),
        format!(
            "@g = global ptr {}",
            deep("bitcast (ptr ", "null", " to ptr)")
        ),
        format!("@g = global i32 {}", deep("splat (i32 ", "1", ")")),
        format!("!0 = {}", deep("!{", "null", "}")),
        format!("!0 = {}", deep("!X(a: ", "1", ")")),
        format!("!0 = !X({})", deep("(", "1", ")")),
        format!("!0 = {}", "metadata ".repeat(100_000)),
    ];
    for text in texts {
        let error = parse(&text).expect_err("too deep");
        assert_eq!(error.message, "nested too deeply", "{}", &text[..40]);
    }
}

#[test]
fn deep_nesting_in_a_body_is_one_unknown_instruction() {
    let deep = format!("{}1{}", "add (i32 ".repeat(9_000), ", i32 1)".repeat(9_000));
    let text = format!("define void @f() {{\n  store i32 {deep}, ptr null\n  ret void\n}}\n");
    let module = parse(&text).expect("a module");
    let body = module.functions[0].body.as_ref().expect("a body");
    assert_eq!(body[0].items.len(), 2);
}

#[test]
fn reading_takes_time_in_proportion_to_the_text() {
    // Each line is an unknown instruction with an unclosed bracket: the worst case of recovery.
    let text = format!(
        "define void @f() {{\n{}ret void\n}}\n",
        "  bogus (\n".repeat(40_000)
    );
    let start = processor_time();
    let module = parse(&text).expect("a module");
    assert_eq!(module.functions.len(), 1);
    let spent = processor_time() - start;
    assert!(spent < Duration::from_secs(5), "took {spent:?}");
}

/// The time that this thread had a processor: it does not grow when others wait for one, too.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts it");
    let first = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(first.expect("a number of nanoseconds"))
}
