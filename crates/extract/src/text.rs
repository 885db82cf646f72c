//! Invariants of machines as expressions of C.
//!
//! Only what C can say about the variables by their names is written: comparisons, bits, and logic over
//! them. The other parts of an invariant are counted, not guessed.

use crate::{Content, Extraction};
use cassay_bv::Bv;
use cassay_efsm::{ControlId, Invariant};
use cassay_term::{Op, Pool, TermId};
use std::collections::BTreeMap;

/// The largest expression that is written, in operators.
const MOST_PARTS: usize = 60;

/// What is known at a control state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Relations that hold there, as expressions of C.
    pub relations: Vec<String>,
    /// How many more there are that C has no expression for.
    pub others: usize,
}

/// The conjuncts of an invariant at a control state.
pub fn written(extraction: &Extraction, invariant: &Invariant, at: ControlId) -> Written {
    let machine = &extraction.machine;
    let mut names = BTreeMap::new();
    for (variable, described) in machine.variables.iter().zip(&extraction.variables) {
        if let Content::Bits {
            signed,
            integer: true,
        } = described.content
            && described.in_c
        {
            let name = described.name.as_str();
            let width = described.width;
            names.insert(
                variable.symbol,
                Named {
                    name,
                    signed,
                    width,
                },
            );
        }
    }
    let printer = Printer {
        pool: &machine.pool,
        names,
    };
    let mut found = Written::default();
    let mut todo = vec![invariant.at(machine, at)];
    while let Some(term) = todo.pop() {
        if *machine.pool.op(term) == Op::And {
            todo.extend(machine.pool.args(term));
            continue;
        }
        if machine.pool.as_bool(term) == Some(true) {
            continue;
        }
        let mut left = MOST_PARTS;
        match printer.truth(term, false, &mut left) {
            Some(text) => found.relations.push(plain(&text).to_owned()),
            None => found.others += 1,
        }
    }
    found.relations.sort();
    found.relations.dedup();
    found
}

/// Without the parentheses around the whole.
fn plain(text: &str) -> &str {
    let Some(inner) = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    else {
        return text;
    };
    let mut depth = 0_i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    inner
}

/// A state variable by its name in C.
#[derive(Clone, Copy)]
struct Named<'a> {
    name: &'a str,
    signed: bool,
    width: u32,
}

struct Printer<'a> {
    pool: &'a Pool,
    names: BTreeMap<TermId, Named<'a>>,
}

impl Printer<'_> {
    /// A Bool term, or its negation.
    fn truth(&self, term: TermId, negated: bool, left: &mut usize) -> Option<String> {
        *left = left.checked_sub(1)?;
        let args = self.pool.args(term);
        let mark = if negated { "!" } else { "" };
        match *self.pool.op(term) {
            Op::Not => self.truth(args[0], !negated, left),
            Op::And | Op::Or => {
                let both = (*self.pool.op(term) == Op::And) != negated;
                let word = if both { " && " } else { " || " };
                let mut parts = Vec::new();
                self.flatten(term, *self.pool.op(term), &mut parts);
                let texts: Option<Vec<String>> = parts
                    .into_iter()
                    .map(|part| self.truth(part, negated, left))
                    .collect();
                Some(format!("({})", texts?.join(word)))
            }
            Op::Symbol(_) => {
                let named = self.names.get(&term)?;
                Some(format!("{mark}{}", named.name))
            }
            Op::Eq if self.pool.sort(args[0]).is_bool() => {
                let a = self.truth(args[0], false, left)?;
                let b = self.truth(args[1], false, left)?;
                let word = if negated { "!=" } else { "==" };
                Some(format!("(!{a} {word} !{b})"))
            }
            Op::Eq => self.compare(args, if negated { "!=" } else { "==" }, None, left),
            Op::BvUlt => self.order(args, "<", negated, false, left),
            Op::BvUle => self.order(args, "<=", negated, false, left),
            Op::BvSlt => self.order(args, "<", negated, true, left),
            Op::BvSle => self.order(args, "<=", negated, true, left),
            _ => None,
        }
    }

    fn flatten(&self, term: TermId, op: Op, parts: &mut Vec<TermId>) {
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            match *self.pool.op(term) == op {
                true => todo.extend(self.pool.args(term).iter().rev()),
                false => parts.push(term),
            }
        }
    }

    fn order(
        &self,
        args: &[TermId],
        word: &str,
        negated: bool,
        signed: bool,
        left: &mut usize,
    ) -> Option<String> {
        let word = match (word, negated) {
            (word, false) => word,
            ("<", true) => ">=",
            (_, true) => ">",
        };
        self.compare(args, word, Some(signed), left)
    }

    /// A comparison in which both sides are read with a sign or without.
    fn compare(
        &self,
        args: &[TermId],
        word: &str,
        signed: Option<bool>,
        left: &mut usize,
    ) -> Option<String> {
        let reading = signed
            .or_else(|| self.reading(args[0]))
            .or_else(|| self.reading(args[1]))
            .unwrap_or(false);
        let a = self.word(args[0], reading, left)?;
        let b = self.word(args[1], reading, left)?;
        // The constant comes last.
        if self.pool.is_const(args[0]) {
            let turned = match word {
                "<" => ">",
                "<=" => ">=",
                ">" => "<",
                ">=" => "<=",
                same => same,
            };
            return Some(format!("{b} {turned} {a}"));
        }
        Some(format!("{a} {word} {b}"))
    }

    /// Whether a word is a variable with a sign.
    fn reading(&self, term: TermId) -> Option<bool> {
        self.names.get(&term).map(|named| named.signed)
    }

    /// A word, read with a sign or without.
    fn word(&self, term: TermId, signed: bool, left: &mut usize) -> Option<String> {
        *left = left.checked_sub(1)?;
        if let Some(value) = self.pool.as_bv(term) {
            return literal(value, signed);
        }
        if let Some(named) = self.names.get(&term) {
            return Some(named.read(signed));
        }
        if let Op::BvExtract { hi, lo } = *self.pool.op(term) {
            let of = self.names.get(self.pool.args(term).first()?)?;
            let width = hi - lo + 1;
            if signed || of.width > 64 || width > 31 {
                return None;
            }
            let mask = (1_u64 << width) - 1;
            let moved = match lo {
                0 => of.name.to_owned(),
                _ => format!("{} >> {lo}", of.name),
            };
            return Some(format!("({moved} & {mask})"));
        }
        None
    }
}

impl Named<'_> {
    fn read(&self, signed: bool) -> String {
        // Narrow variables are promoted to `int`: their own reading stays unless it is another one.
        if self.signed == signed {
            return self.name.to_owned();
        }
        let ty = match (self.width, signed) {
            (8, true) => "signed char",
            (8, false) => "unsigned char",
            (16, true) => "short",
            (16, false) => "unsigned short",
            (32, true) => "int",
            (32, false) => "unsigned int",
            (_, true) => "long long",
            (_, false) => "unsigned long long",
        };
        format!("({ty}){}", self.name)
    }
}

/// A number as C writes it.
fn literal(value: &Bv, signed: bool) -> Option<String> {
    if signed {
        let number = value.to_i64()?;
        return Some(match number {
            i64::MIN => "(-9223372036854775807LL - 1)".to_owned(),
            number if number == i64::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
            number if i32::try_from(number).is_err() => format!("{number}LL"),
            number => number.to_string(),
        });
    }
    let number = value.to_u64()?;
    Some(match u32::try_from(number) {
        Ok(number) => format!("{number}U"),
        Err(_) => format!("{number}ULL"),
    })
}
