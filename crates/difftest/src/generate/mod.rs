//! Random C programs for what csmith lacks, free of undefined behaviour by construction.
//!
//! A program is a handful of *topics*: functions that each exercise one part of the language on
//! random values and hash every result. Integers are computed through unsigned types, divisors and
//! shift amounts are guarded, floats are converted to integers only within range, and nothing that
//! C leaves unspecified (order of evaluation, padding, bits of a NaN) reaches the hash.

/// Adds a formatted statement.
macro_rules! line {
    ($generator:expr, $($text:tt)*) => {{
        let text = format!($($text)*);
        $generator.line(&text);
    }};
}

/// Adds a formatted declaration.
macro_rules! declare {
    ($generator:expr, $($text:tt)*) => {{
        let text = format!($($text)*);
        $generator.declare(&text);
    }};
}

mod aggregates;
mod arrays;
mod atomics;
mod bitfields;
mod calls;
mod cxx;
mod expressions;
mod floats;
mod flow;
mod globals;
mod library;
mod pointers;
mod types;
mod unions;
mod varargs;
mod vectors;

pub use cxx::cxx_program;
pub use pointers::pointer_program;

use crate::rng::Rng;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A topic: writes statements (and declarations before them).
type Topic = fn(&mut Gen);

/// All topics, by name.
const TOPICS: &[(&str, Topic)] = &[
    ("integers", expressions::integers),
    ("wide integers", expressions::wide),
    ("floats", floats::arithmetic),
    ("float conversions", floats::conversions),
    ("float functions", floats::functions),
    ("complex numbers", floats::complex),
    ("structures by value", aggregates::by_value),
    ("structure copies", aggregates::copies),
    ("function pointers", calls::tables),
    ("recursion", calls::recursion),
    ("variable arguments", varargs::by_format),
    ("bit-fields", bitfields::fields),
    ("type punning", unions::punning),
    ("initializers", globals::initializers),
    ("arrays of run-time size", arrays::run_time_size),
    ("heap arrays", arrays::heap),
    ("pointer walks", arrays::walks),
    ("switches", flow::switches),
    ("computed goto", flow::computed_goto),
    ("loops", flow::loops),
    ("atomics", atomics::updates),
    ("vectors", vectors::operations),
    ("strings", library::strings),
    ("characters", library::characters),
    ("formatted text", library::formatting),
    ("numbers from text", library::parsing),
    ("sorting", library::sorting),
    ("mathematics", library::mathematics),
    ("formatted floats", library::formatting_floats),
    ("floats from text", library::parsing_floats),
];

/// The number of topics at the end of the list that use functions with approximate models.
/// Such a topic may be the first of a program but none of the others.
const LEFT_OPEN: usize = 2;

/// The program of a seed.
pub fn program(seed: u64, ilp32: bool) -> String {
    let mut generator = Gen::new(seed, ilp32);
    let count = generator.rng.between(2, 5);
    // Consecutive seeds start with different topics, so that they cover all of them.
    let mut topic = usize::try_from(seed).unwrap_or(0) % TOPICS.len();
    let mut calls = String::new();
    for number in 0..count {
        let (name, write) = TOPICS[topic];
        generator.body.clear();
        write(&mut generator);
        let body = std::mem::take(&mut generator.body);
        declare!(
            generator,
            "/* {name} */\nstatic void topic_{number}(void) {{\n{body}}}\n"
        );
        // Writing to a String cannot fail.
        let _ = writeln!(calls, "  topic_{number}();");
        topic = generator.rng.below(TOPICS.len() - LEFT_OPEN);
    }
    let headers: String = generator
        .headers
        .iter()
        .map(|header| format!("#include <{header}>\n"))
        .collect();
    format!(
        "#include \"own.h\"\n{headers}\n{}int main(void) {{\n  conceal();\n{calls}  finish(hash);\n  return 0;\n}}\n",
        generator.declarations
    )
}

/// A program under construction.
pub(crate) struct Gen {
    rng: Rng,
    /// Whether pointers have 32 bits and there is no `__int128`.
    ilp32: bool,
    /// Headers of the C library.
    headers: BTreeSet<&'static str>,
    /// The text before `main`.
    declarations: String,
    /// The statements of the current topic.
    body: String,
    names: usize,
}

impl Gen {
    fn new(seed: u64, ilp32: bool) -> Self {
        Gen {
            rng: Rng::new(seed),
            ilp32,
            headers: BTreeSet::new(),
            declarations: String::new(),
            body: String::new(),
            names: 0,
        }
    }

    /// A unique name.
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Adds to the declarations before the topic's function.
    fn declare(&mut self, text: &str) {
        self.declarations.push_str(text);
        self.declarations.push('\n');
    }

    /// Includes a header of the C library.
    fn include(&mut self, header: &'static str) {
        self.headers.insert(header);
    }

    /// Adds a statement.
    fn line(&mut self, text: &str) {
        self.body.push_str("  ");
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// The statements that `write` adds, for use elsewhere.
    fn collect(&mut self, write: impl FnOnce(&mut Gen)) -> String {
        let before = std::mem::take(&mut self.body);
        write(self);
        std::mem::replace(&mut self.body, before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_one_program() {
        for seed in 0..50 {
            assert_eq!(program(seed, false), program(seed, false));
            assert_ne!(program(seed, false), program(seed + 1, false));
        }
    }

    #[test]
    fn every_topic_has_its_turn() {
        let texts: String = (0..TOPICS.len() as u64)
            .map(|n| program(n, false))
            .collect();
        for (name, _) in TOPICS {
            assert!(texts.contains(&format!("/* {name} */")), "{name}");
        }
    }
}
