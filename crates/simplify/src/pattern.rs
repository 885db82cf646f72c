//! The pattern language in which rules are written, and its reader.
//!
//! ```text
//! (bvadd (bvadd x C) D)      an operator on patterns
//! x y z u v w                any bit-vector
//! C D E F                    a bit-vector constant
//! p q r s                    any Boolean
//! t e f g                    anything, all of one sort where they meet
//! m                          an array
//! (extract h l x) (zext n x) (sext n x) (const-array n x)   parameters come first
//! h i j k l n                integers: bit positions, widths, amounts
//! (bv k n)                   the constant k of width n; 0:x is (bv 0 (width x)), -1:x all ones
//! (pow2 k n) (lowmask k n) (highmask k n)      2^k, 2^k - 1, and their complement-like -(2^k)
//! min:x max:x                the least and greatest signed value of the width of x
//! (width x) (+ a b) (- a b)  integer expressions
//! (< a b) (<= a b) (int= a b)                  conditions on integers
//! ```
//!
//! A condition that is not about integers is a Boolean pattern over constants. On the left side,
//! an integer variable is bound where it first stands.

use std::fmt;

use crate::operator::Symbol;

/// An integer expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Int {
    /// A number.
    Number(i64),
    /// The integer variable of this slot.
    Var(usize),
    /// The width of the term variable of this slot.
    Width(usize),
    /// Sum.
    Add(Box<Int>, Box<Int>),
    /// Difference.
    Sub(Box<Int>, Box<Int>),
}

/// The value of a constant pattern, as a function of one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The integer itself, in two's complement.
    Value,
    /// Two to the integer.
    PowerOfTwo,
    /// That many ones at the low end.
    LowMask,
    /// That many zeros at the low end, ones above.
    HighMask,
}

/// What a term variable may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Boolean.
    Bool,
    /// A bit-vector.
    Bits,
    /// A bit-vector constant.
    Const,
    /// An array.
    Array,
    /// A term of any sort.
    Any,
}

/// A pattern of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The term variable of this slot.
    Var(usize),
    /// A truth constant.
    Bool(bool),
    /// A bit-vector constant: shape, its integer, its width.
    Const(Shape, Int, Int),
    /// An operator with its parameters and arguments.
    Apply(Symbol, Vec<Int>, Vec<Pattern>),
}

/// A side condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `a < b`.
    Less(Int, Int),
    /// `a <= b`.
    AtMost(Int, Int),
    /// `a = b`.
    Equal(Int, Int),
    /// A Boolean over constants that must be true.
    Holds(Pattern),
}

/// The variables of a rule, by slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Term variables with what they may stand for.
    pub terms: Vec<(String, Kind)>,
    /// Integer variables.
    pub ints: Vec<String>,
}

/// What is wrong with a rule's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError(pub String);

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

type Parsed<T> = Result<T, PatternError>;

fn error<T>(message: impl Into<String>) -> Parsed<T> {
    Err(PatternError(message.into()))
}

/// An S-expression.
#[derive(Debug)]
enum Sexp<'a> {
    Atom(&'a str),
    List(Vec<Sexp<'a>>),
}

fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while let Some(at) = rest.find(['(', ')']) {
            if at > 0 {
                all.push(&rest[..at]);
            }
            all.push(&rest[at..=at]);
            rest = &rest[at + 1..];
        }
        if !rest.is_empty() {
            all.push(rest);
        }
    }
    all
}

fn expressions(text: &str) -> Parsed<Vec<Sexp<'_>>> {
    let mut open: Vec<Vec<Sexp<'_>>> = vec![Vec::new()];
    for token in tokens(text) {
        match token {
            "(" => open.push(Vec::new()),
            ")" => {
                let done = open.pop().unwrap_or_default();
                match open.last_mut() {
                    Some(outer) => outer.push(Sexp::List(done)),
                    None => return error(format!("unbalanced: {text}")),
                }
            }
            atom => match open.last_mut() {
                Some(inner) => inner.push(Sexp::Atom(atom)),
                None => return error(format!("unbalanced: {text}")),
            },
        }
    }
    match (open.pop(), open.is_empty()) {
        (Some(all), true) => Ok(all),
        _ => error(format!("unbalanced: {text}")),
    }
}

fn kind_of(name: &str) -> Option<Kind> {
    match name.chars().next()? {
        'p' | 'q' | 'r' | 's' => Some(Kind::Bool),
        'x' | 'y' | 'z' | 'u' | 'v' | 'w' => Some(Kind::Bits),
        'C' | 'D' | 'E' | 'F' => Some(Kind::Const),
        'm' => Some(Kind::Array),
        't' | 'e' | 'f' | 'g' => Some(Kind::Any),
        _ => None,
    }
}

fn slot<T>(table: &mut Vec<T>, found: impl Fn(&T) -> bool, new: T) -> usize {
    match table.iter().position(found) {
        Some(slot) => slot,
        None => {
            table.push(new);
            table.len() - 1
        }
    }
}

impl Names {
    fn term(&mut self, name: &str) -> Parsed<usize> {
        match kind_of(name) {
            Some(kind) => Ok(slot(
                &mut self.terms,
                |(known, _)| known == name,
                (name.to_owned(), kind),
            )),
            None => error(format!("{name} is not the name of a term variable")),
        }
    }

    fn int(&mut self, sexp: &Sexp<'_>) -> Parsed<Int> {
        match sexp {
            Sexp::Atom(atom) => {
                if let Ok(number) = atom.parse::<i64>() {
                    return Ok(Int::Number(number));
                }
                if !atom.starts_with(['h', 'i', 'j', 'k', 'l', 'n']) {
                    return error(format!("{atom} is not the name of an integer variable"));
                }
                Ok(Int::Var(slot(
                    &mut self.ints,
                    |known| known == atom,
                    (*atom).to_owned(),
                )))
            }
            Sexp::List(items) => match &items[..] {
                [Sexp::Atom("width"), Sexp::Atom(name)] => Ok(Int::Width(self.term(name)?)),
                [Sexp::Atom("+"), a, b] => {
                    Ok(Int::Add(Box::new(self.int(a)?), Box::new(self.int(b)?)))
                }
                [Sexp::Atom("-"), a, b] => {
                    Ok(Int::Sub(Box::new(self.int(a)?), Box::new(self.int(b)?)))
                }
                other => error(format!("not an integer expression: {other:?}")),
            },
        }
    }

    fn atom(&mut self, atom: &str) -> Parsed<Pattern> {
        if let Some((value, of)) = atom.split_once(':') {
            let width = Int::Width(self.term(of)?);
            let below = Int::Sub(Box::new(width.clone()), Box::new(Int::Number(1)));
            return match (value, value.parse::<i64>()) {
                ("min", _) => Ok(Pattern::Const(Shape::PowerOfTwo, below, width)),
                ("max", _) => Ok(Pattern::Const(Shape::LowMask, below, width)),
                (_, Ok(number)) => Ok(Pattern::Const(Shape::Value, Int::Number(number), width)),
                (_, Err(_)) => error(format!("{value} is not a constant")),
            };
        }
        match atom {
            "true" => Ok(Pattern::Bool(true)),
            "false" => Ok(Pattern::Bool(false)),
            name => Ok(Pattern::Var(self.term(name)?)),
        }
    }

    fn pattern(&mut self, sexp: &Sexp<'_>) -> Parsed<Pattern> {
        let items = match sexp {
            Sexp::Atom(atom) => return self.atom(atom),
            Sexp::List(items) => items,
        };
        let Some((Sexp::Atom(head), rest)) = items.split_first() else {
            return error(format!("not a pattern: {items:?}"));
        };
        let shape = match *head {
            "bv" => Some(Shape::Value),
            "pow2" => Some(Shape::PowerOfTwo),
            "lowmask" => Some(Shape::LowMask),
            "highmask" => Some(Shape::HighMask),
            _ => None,
        };
        match (shape, rest) {
            (Some(shape), [value, width]) => {
                return Ok(Pattern::Const(shape, self.int(value)?, self.int(width)?));
            }
            (Some(_), _) => return error(format!("{head} takes a value and a width")),
            (None, _) => {}
        }
        let Some(symbol) = Symbol::named(head) else {
            return error(format!("unknown operator {head}"));
        };
        if rest.len() != symbol.params + symbol.args {
            return error(format!("{head} applied to {} things", rest.len()));
        }
        let (first, second) = rest.split_at(symbol.params);
        let params = first
            .iter()
            .map(|sexp| self.int(sexp))
            .collect::<Parsed<_>>()?;
        let args = second
            .iter()
            .map(|sexp| self.pattern(sexp))
            .collect::<Parsed<_>>()?;
        Ok(Pattern::Apply(symbol, params, args))
    }

    /// Reads one pattern, adding the variables it names.
    pub fn read(&mut self, text: &str) -> Parsed<Pattern> {
        match &expressions(text)?[..] {
            [one] => self.pattern(one),
            _ => error(format!("expected one pattern: {text}")),
        }
    }

    /// Reads conditions, all of which must hold.
    pub fn read_conditions(&mut self, text: &str) -> Parsed<Vec<Condition>> {
        let mut all = Vec::new();
        for sexp in expressions(text)? {
            all.push(match &sexp {
                Sexp::List(items) => match &items[..] {
                    [Sexp::Atom("<"), a, b] => Condition::Less(self.int(a)?, self.int(b)?),
                    [Sexp::Atom("<="), a, b] => Condition::AtMost(self.int(a)?, self.int(b)?),
                    [Sexp::Atom("int="), a, b] => Condition::Equal(self.int(a)?, self.int(b)?),
                    _ => Condition::Holds(self.pattern(&sexp)?),
                },
                Sexp::Atom(_) => Condition::Holds(self.pattern(&sexp)?),
            });
        }
        Ok(all)
    }
}
