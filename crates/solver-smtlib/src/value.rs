//! Values as programs print them: bit-vectors, integers that represent them, truth values and the
//! several forms of arrays.
//!
//! An array is a chain of `store` over a constant array, a `lambda` whose body compares the index
//! with literals, or either of these inside `let`. A `lambda` is evaluated at every literal
//! that its body contains and at an index that is none of them.

use std::collections::{BTreeMap, BTreeSet};

use cassay_bv::Bv;
use cassay_term::{FloatKind, Sort, Value};
use num_bigint::BigInt;

use crate::integers::{Interval, Reading, nearest, power};
use crate::sexp::{NodeId, Sexp};

/// The representation of a bit-vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// As a bit-vector with this many bits.
    Bits(u32),
    /// As the integer that is the value of this many bits.
    Whole(u32, Reading),
}

/// The representation of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A truth value.
    Truth,
    /// A bit-vector.
    Scalar(Scalar),
    /// A real number for a float of a format: the nearest one.
    Real(FloatKind),
    /// An array.
    Array {
        /// Its indices.
        index: Scalar,
        /// Its elements.
        element: Scalar,
    },
}

impl Shape {
    /// The representation of a sort without integers.
    pub fn plain(sort: Sort) -> Option<Shape> {
        match sort {
            Sort::Bool => Some(Shape::Truth),
            Sort::Bv(width) => Some(Shape::Scalar(Scalar::Bits(width))),
            Sort::Array { index, element } => Some(Shape::Array {
                index: Scalar::Bits(index),
                element: Scalar::Bits(element),
            }),
            Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => None,
        }
    }
}

/// The value of a node, if it can be parsed.
pub fn read(sexp: &Sexp, node: NodeId, shape: Shape) -> Option<Value> {
    let mut reader = Reader {
        sexp,
        names: BTreeMap::new(),
        // Every part is visited once for each name that leads to it; more visits mean a cycle.
        steps: 64 * sexp.len() + 1024,
    };
    match shape {
        Shape::Truth => reader.truth(node, None).map(Value::Bool),
        Shape::Scalar(scalar) => reader.scalar(node, scalar, None).map(Value::Bv),
        // A number that is not a quotient represents nothing; the resulting model is evaluated.
        Shape::Real(kind) => Some(Value::Bv(
            quotient(sexp, node)
                .and_then(|(above, below)| nearest(kind, &above, &below))
                .unwrap_or_else(|| Bv::zero(kind.bits())),
        )),
        Shape::Array { index, element } => reader.array(node, index, element),
    }
}

/// The meaning of a name.
#[derive(Clone, Copy)]
enum Meaning {
    /// A part of the text.
    Part(NodeId),
    /// The index of the `lambda` being evaluated.
    Index,
}

/// The index at which a `lambda` is evaluated: a literal, or one that is no literal of its body.
#[derive(Clone, Copy)]
struct Index<'a> {
    kind: Scalar,
    at: Option<&'a Bv>,
}

struct Reader<'a> {
    sexp: &'a Sexp,
    names: BTreeMap<&'a str, Meaning>,
    steps: usize,
}

impl<'a> Reader<'a> {
    fn step(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        Some(())
    }

    /// Resolves `let` and names.
    fn resolve(&mut self, mut node: NodeId) -> Option<Result<NodeId, ()>> {
        loop {
            self.step()?;
            if let Some([bindings, body]) = self.sexp.applied(node, "let") {
                self.bind(*bindings)?;
                node = *body;
                continue;
            }
            match self.sexp.word(node).and_then(|word| self.names.get(word)) {
                Some(Meaning::Part(part)) => node = *part,
                Some(Meaning::Index) => return Some(Err(())),
                None => return Some(Ok(node)),
            }
        }
    }

    fn bind(&mut self, bindings: NodeId) -> Option<()> {
        for binding in self.sexp.list(bindings)? {
            let [name, part] = self.sexp.list(*binding)? else {
                return None;
            };
            self.names
                .insert(self.sexp.word(*name)?, Meaning::Part(*part));
        }
        Some(())
    }

    /// A bit-vector; an integer that is out of range counts as the bits congruent to it.
    fn scalar(&mut self, node: NodeId, kind: Scalar, index: Option<Index<'_>>) -> Option<Bv> {
        let mut node = node;
        loop {
            node = match self.resolve(node)? {
                Ok(node) => node,
                Err(()) => {
                    return index?
                        .at
                        .filter(|_| index.is_some_and(|i| i.kind == kind))
                        .cloned();
                }
            };
            let Some([condition, then, other]) = self.sexp.applied(node, "ite") else {
                return scalar_literal(self.sexp, node, kind).map(|(bits, _)| bits);
            };
            node = if self.truth(*condition, index)? {
                *then
            } else {
                *other
            };
        }
    }

    /// A truth value: a literal, or a condition on the index made of equalities.
    fn truth(&mut self, node: NodeId, index: Option<Index<'_>>) -> Option<bool> {
        // Conditions are nested as deep as they are printed: a fixed limit keeps the stack small.
        self.condition(node, index, 200)
    }

    fn condition(&mut self, node: NodeId, index: Option<Index<'_>>, depth: u32) -> Option<bool> {
        let depth = depth.checked_sub(1)?;
        let node = self.resolve(node)?.ok()?;
        if let Some(word) = self.sexp.word(node) {
            return match word {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            };
        }
        if let Some([part]) = self.sexp.applied(node, "not") {
            return Some(!self.condition(*part, index, depth)?);
        }
        if let Some([a, b]) = self.sexp.applied(node, "=") {
            return self.equality(*a, *b, index?);
        }
        for (head, settled) in [("and", false), ("or", true)] {
            if let Some(parts) = self.sexp.applied(node, head) {
                for part in parts {
                    if self.condition(*part, index, depth)? == settled {
                        return Some(settled);
                    }
                }
                return Some(!settled);
            }
        }
        None
    }

    /// Whether the index equals a literal.
    fn equality(&mut self, a: NodeId, b: NodeId, index: Index<'_>) -> Option<bool> {
        let literal = match (self.resolve(a)?, self.resolve(b)?) {
            (Err(()), Ok(node)) | (Ok(node), Err(())) => {
                scalar_literal(self.sexp, node, index.kind)?
            }
            (Ok(_), Ok(_)) | (Err(()), Err(())) => return None,
        };
        let (bits, in_range) = literal;
        Some(in_range && index.at.is_some_and(|at| *at == bits))
    }

    fn array(&mut self, node: NodeId, index: Scalar, element: Scalar) -> Option<Value> {
        let mut entries = BTreeMap::new();
        let mut node = node;
        loop {
            node = self.resolve(node)?.ok()?;
            if let Some([below, at, held]) = self.sexp.applied(node, "store") {
                let at = self.resolve(*at)?.ok()?;
                let (at, in_range) = scalar_literal(self.sexp, at, index)?;
                let held = self.scalar(*held, element, None)?;
                // The outermost write is the last. An index out of range is skipped.
                if in_range {
                    entries.entry(at).or_insert(held);
                }
                node = *below;
            } else if let Some([variables, body]) = self.sexp.applied(node, "lambda") {
                let default = self.lambda(*variables, *body, index, element, &mut entries)?;
                return Some(Value::Array { default, entries });
            } else {
                let [head, value] = self.sexp.list(node)? else {
                    return None;
                };
                let [kind, _] = self.sexp.applied(*head, "as")? else {
                    return None;
                };
                (self.sexp.word(*kind) == Some("const")).then_some(())?;
                let default = self.scalar(*value, element, None)?;
                return Some(Value::Array { default, entries });
            }
        }
    }

    /// The default element of a `lambda`; adds the entries that differ from it.
    fn lambda(
        &mut self,
        variables: NodeId,
        body: NodeId,
        index: Scalar,
        element: Scalar,
        entries: &mut BTreeMap<Bv, Bv>,
    ) -> Option<Bv> {
        let [variable] = self.sexp.list(variables)? else {
            return None;
        };
        let [name, _] = self.sexp.list(*variable)? else {
            return None;
        };
        self.names.insert(self.sexp.word(*name)?, Meaning::Index);
        let indices: BTreeSet<Bv> = (0..self.sexp.len())
            .filter_map(|node| scalar_literal(self.sexp, node, index))
            .filter_map(|(bits, in_range)| in_range.then_some(bits))
            .collect();
        let nowhere = Index {
            kind: index,
            at: None,
        };
        let default = self.scalar(body, element, Some(nowhere))?;
        for at in indices {
            self.steps += self.sexp.len();
            let there = Index {
                kind: index,
                at: Some(&at),
            };
            let held = self.scalar(body, element, Some(there))?;
            if held != default {
                entries.entry(at).or_insert(held);
            }
        }
        Some(default)
    }
}

/// A literal of a kind, and whether it is in range. An integer out of range represents the bits
/// congruent to it.
fn scalar_literal(sexp: &Sexp, node: NodeId, kind: Scalar) -> Option<(Bv, bool)> {
    match kind {
        Scalar::Bits(width) => literal(sexp, node)
            .filter(|bits| bits.width() == width)
            .map(|bits| (bits, true)),
        Scalar::Whole(width, reading) => {
            let value = integer(sexp, node)?;
            let in_range =
                Interval::new(value.clone(), value.clone()).is_in(&Interval::full(width, reading));
            let (_, digits) = value.modpow(&BigInt::from(1), &power(width)).into_parts();
            Some((Bv::from_biguint(width, &digits), in_range))
        }
    }
}

/// A literal integer.
fn integer(sexp: &Sexp, node: NodeId) -> Option<BigInt> {
    let (word, negative) = match sexp.word(node) {
        Some(word) => (word, false),
        None => match sexp.applied(node, "-")? {
            [part] => (sexp.word(*part)?, true),
            _ => return None,
        },
    };
    let plain = !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit());
    let value: BigInt = plain.then(|| word.parse().ok())??;
    Some(if negative { -value } else { value })
}

/// A real number as a quotient of integers.
fn quotient(sexp: &Sexp, node: NodeId) -> Option<(BigInt, BigInt)> {
    if let Some([part]) = sexp.applied(node, "-") {
        let (above, below) = decimal(sexp, *part).or_else(|| fraction(sexp, *part))?;
        return Some((-above, below));
    }
    decimal(sexp, node).or_else(|| fraction(sexp, node))
}

/// A quotient of two numbers; the numerator may be negative.
fn fraction(sexp: &Sexp, node: NodeId) -> Option<(BigInt, BigInt)> {
    let [above, below] = sexp.applied(node, "/")? else {
        return None;
    };
    let (above, by) = match sexp.applied(*above, "-") {
        Some([part]) => decimal(sexp, *part).map(|(above, by)| (-above, by)),
        _ => decimal(sexp, *above),
    }?;
    let (below, times) = decimal(sexp, *below)?;
    Some((above * times, by * below))
}

/// A decimal number.
fn decimal(sexp: &Sexp, node: NodeId) -> Option<(BigInt, BigInt)> {
    let word = sexp.word(node)?;
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = [whole, fraction].concat();
    let plain = !whole.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    let value: BigInt = plain.then(|| digits.parse().ok())??;
    let places = u32::try_from(fraction.len()).ok()?;
    Some((value, BigInt::from(10).pow(places)))
}

/// A literal bit-vector.
pub fn literal(sexp: &Sexp, node: NodeId) -> Option<Bv> {
    if let Some(word) = sexp.word(node) {
        let (digits, base, bits) = match word.split_at_checked(2)? {
            ("#b", digits) => (digits, 2, 1),
            ("#x", digits) => (digits, 16, 4),
            _ => return None,
        };
        let width = u32::try_from(digits.len()).ok()?.checked_mul(bits)?;
        let plain = width > 0 && digits.bytes().all(|c| c.is_ascii_hexdigit());
        return plain.then(|| Bv::parse(width, digits, base))?;
    }
    let [value, width] = sexp.applied(node, "_")? else {
        return None;
    };
    let digits = sexp.word(*value)?.strip_prefix("bv")?;
    let width: u32 = sexp.word(*width)?.parse().ok()?;
    let plain = digits.bytes().all(|c| c.is_ascii_digit()) && (1..=MAX_WIDTH).contains(&width);
    // A digit needs less than four bits: with room for all of them nothing is truncated.
    let room = u32::try_from(digits.len()).ok()?.checked_mul(4)?;
    let exact = plain.then(|| Bv::parse(width.checked_add(room)?, digits, 10))??;
    let bits = exact.extract(width - 1, 0);
    (bits.zext(exact.width()) == exact).then_some(bits)
}

/// The greatest accepted width of a bit-vector.
const MAX_WIDTH: u32 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, sort: Sort) -> Option<Value> {
        let sexp = Sexp::parse(text.as_bytes()).expect("an expression");
        read(&sexp, sexp.root(), Shape::plain(sort)?)
    }

    fn array(default: u64, entries: &[(u64, u64)]) -> Option<Value> {
        let byte = |value| Bv::from_u64(8, value);
        Some(Value::Array {
            default: byte(default),
            entries: entries.iter().map(|(a, b)| (byte(*a), byte(*b))).collect(),
        })
    }

    const BYTES: Sort = Sort::Array {
        index: 8,
        element: 8,
    };

    #[test]
    fn bits_and_truths() {
        let bits = |width, value| Some(Value::Bv(Bv::from_u64(width, value)));
        assert_eq!(value("#x2A", Sort::Bv(8)), bits(8, 42));
        assert_eq!(value("#b101", Sort::Bv(3)), bits(3, 5));
        assert_eq!(value("(_ bv10 32)", Sort::Bv(32)), bits(32, 10));
        assert_eq!(value("true", Sort::Bool), Some(Value::Bool(true)));
        for (text, sort) in [
            ("#x2A", Sort::Bv(7)),
            ("#xZZ", Sort::Bv(8)),
            ("#b", Sort::Bv(1)),
            ("#b12", Sort::Bv(2)),
            ("(_ bv256 8)", Sort::Bv(8)),
            ("(_ bv-1 8)", Sort::Bv(8)),
            ("(_ bv1 4000000000)", Sort::Bv(8)),
            ("42", Sort::Bv(8)),
            ("#x01", Sort::Bool),
            ("maybe", Sort::Bool),
            ("true", Sort::Bv(1)),
            ("(_ NaN 8 24)", Sort::Bv(32)),
        ] {
            assert_eq!(value(text, sort), None, "{text}");
        }
    }

    #[test]
    fn arrays_by_writes() {
        let all = "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x07)";
        assert_eq!(value(all, BYTES), array(7, &[]));
        let text =
            format!("(store (store (store {all} #x01 #x02) (_ bv3 8) #b00000100) #x01 #x09)");
        assert_eq!(value(&text, BYTES), array(7, &[(1, 9), (3, 4)]));
        let text = format!(
            "(let ((a!1 (store {all} #x01 #x02))) (let ((a!2 a!1)) (store a!2 #x00 #x05)))"
        );
        assert_eq!(value(&text, BYTES), array(7, &[(0, 5), (1, 2)]));
    }

    #[test]
    fn arrays_by_functions() {
        let head = "(lambda ((x!1 (_ BitVec 8)))";
        let text = format!(
            "{head} (ite (= x!1 #x01) #x02 (ite (or (= #x03 x!1) (= x!1 #x04)) #x05 #x06)))"
        );
        assert_eq!(value(&text, BYTES), array(6, &[(1, 2), (3, 5), (4, 5)]));
        let text = "(let ((a!1 (ite (not (= x #x01)) #x02 #x01))) (lambda ((x (_ BitVec 8))) a!1))";
        assert_eq!(value(text, BYTES), array(2, &[(1, 1)]));
        let text = format!("(store {head} (ite (= x!1 #x07) #x05 #x00)) #x07 #x01)");
        assert_eq!(value(&text, BYTES), array(0, &[(7, 1)]));
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for text in [
            "(_ as-array k!0)",
            "((as const A) true)",
            "((as constant A) #x00)",
            "(store a #x00 #x01)",
            "(store)",
            "()",
            "(lambda ((x (_ BitVec 8))) (ite (bvult x #x04) #x00 #x01))",
            "(lambda ((x (_ BitVec 8))) x)",
            "(lambda () #x00)",
            "(let ((a a)) a)",
            "(let ((a b) (b a)) (store a #x00 #x00))",
            "(let a)",
        ] {
            assert_eq!(value(text, BYTES), None, "{text}");
        }
    }

    #[test]
    fn integers_are_read_as_the_bits_congruent_to_them() {
        let whole = |text: &str, width, reading| {
            let sexp = Sexp::parse(text.as_bytes()).expect("an expression");
            let shape = Shape::Scalar(Scalar::Whole(width, reading));
            read(&sexp, sexp.root(), shape)
        };
        let bits = |width, value| Some(Value::Bv(Bv::from_i64(width, value)));
        assert_eq!(whole("5", 8, Reading::Signed), bits(8, 5));
        assert_eq!(whole("(- 5)", 8, Reading::Signed), bits(8, -5));
        assert_eq!(whole("255", 8, Reading::Unsigned), bits(8, -1));
        assert_eq!(whole("4294967298", 32, Reading::Unsigned), bits(32, 2));
        for text in ["#x05", "5.0", "(- (- 5))", "(- 5 1)", "x", "-5", "(/ 1 2)"] {
            assert_eq!(whole(text, 8, Reading::Signed), None, "{text}");
        }
    }

    #[test]
    fn arrays_of_integers_have_the_indices_that_there_are() {
        let text = "(store (store ((as const (Array Int Int)) (- 1)) (- 128) 5) 200 7)";
        let sexp = Sexp::parse(text.as_bytes()).expect("an expression");
        let whole = |reading| Scalar::Whole(8, reading);
        let shape = |reading| Shape::Array {
            index: whole(reading),
            element: whole(Reading::Signed),
        };
        let signed = read(&sexp, sexp.root(), shape(Reading::Signed));
        assert_eq!(signed, array(255, &[(128, 5)]));
        let unsigned = read(&sexp, sexp.root(), shape(Reading::Unsigned));
        assert_eq!(unsigned, array(255, &[(200, 7)]));
        let text = "(lambda ((x!1 Int)) (ite (= x!1 3) 4 (ite (= x!1 300) 9 0)))";
        let sexp = Sexp::parse(text.as_bytes()).expect("an expression");
        let read = read(&sexp, sexp.root(), shape(Reading::Unsigned));
        assert_eq!(read, array(0, &[(3, 4)]));
    }

    #[test]
    fn real_numbers_are_read_as_the_nearest_float() {
        let float = |text: &str| {
            let sexp = Sexp::parse(text.as_bytes()).expect("an expression");
            match read(&sexp, sexp.root(), Shape::Real(FloatKind::Double)) {
                Some(Value::Bv(bits)) => bits.to_u64().map(f64::from_bits),
                _ => None,
            }
        };
        assert_eq!(float("2.5"), Some(2.5));
        assert_eq!(float("(- 3)"), Some(-3.0));
        assert_eq!(float("(/ 1.0 3.0)"), Some(1.0 / 3.0));
        assert_eq!(float("(- (/ 1.0 10.0))"), Some(-0.1));
        assert_eq!(float("(/ (- 1.0) 10.0)"), Some(-0.1));
        assert_eq!(float("(/ 1.0 0.0)"), Some(0.0));
        assert_eq!(float("(root-obj (+ (^ x 2) (- 2)) 1)"), Some(0.0));
        assert_eq!(
            float(&format!("1{}.0", "0".repeat(320))),
            Some(f64::INFINITY)
        );
    }

    #[test]
    fn long_arrays_cost_no_stack() {
        let writes = 200_000;
        let text = format!(
            "{}((as const A) #x00){}",
            "(store ".repeat(writes),
            " #x01 #x02)".repeat(writes)
        );
        assert_eq!(value(&text, BYTES), array(0, &[(1, 2)]));
    }
}
