//! Values as programs print them: bit-vectors, truth values and the several forms of arrays.
//!
//! An array is a chain of `store` over a constant array, a `lambda` whose body compares the index
//! with literals, or either of these behind `let`. A `lambda` is read by trying it on every literal
//! that its body contains and on an index that is none of them.

use std::collections::{BTreeMap, BTreeSet};

use cassay_bv::Bv;
use cassay_term::{Sort, Value};

use crate::sexp::{NodeId, Sexp};

/// The value of a sort that a node is, if it can be read as one.
pub fn read(sexp: &Sexp, node: NodeId, sort: Sort) -> Option<Value> {
    let mut reader = Reader {
        sexp,
        names: BTreeMap::new(),
        // Every part is looked at once for each name that leads to it; more is a circle.
        steps: 64 * sexp.len() + 1024,
    };
    match sort {
        Sort::Bool => reader.truth(node, None).map(Value::Bool),
        Sort::Bv(width) => reader.bits(node, width, None).map(Value::Bv),
        Sort::Array { index, element } => reader.array(node, index, element),
        Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => None,
    }
}

/// What a name stands for.
#[derive(Clone, Copy)]
enum Meaning {
    /// A part of the text.
    Part(NodeId),
    /// The index of the `lambda` that is read.
    Index,
}

/// The index that a `lambda` is tried on: a literal, or one that is no literal of its body.
type Index<'a> = Option<&'a Bv>;

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

    /// Looks through `let` and names to what stands behind them.
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

    fn bits(&mut self, node: NodeId, width: u32, index: Option<Index<'_>>) -> Option<Bv> {
        let mut node = node;
        loop {
            node = match self.resolve(node)? {
                Ok(node) => node,
                Err(()) => return index?.filter(|at| at.width() == width).cloned(),
            };
            let Some([condition, then, other]) = self.sexp.applied(node, "ite") else {
                return literal(self.sexp, node).filter(|bits| bits.width() == width);
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
        // Conditions are as deep as they are printed: a fixed limit keeps the stack small.
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
            (Err(()), Ok(node)) | (Ok(node), Err(())) => literal(self.sexp, node)?,
            (Ok(_), Ok(_)) | (Err(()), Err(())) => return None,
        };
        Some(index.is_some_and(|at| *at == literal))
    }

    fn array(&mut self, node: NodeId, index: u32, element: u32) -> Option<Value> {
        let mut entries = BTreeMap::new();
        let mut node = node;
        loop {
            node = self.resolve(node)?.ok()?;
            if let Some([below, at, held]) = self.sexp.applied(node, "store") {
                let (at, held) = (
                    self.bits(*at, index, None)?,
                    self.bits(*held, element, None)?,
                );
                // The outermost write is the last.
                entries.entry(at).or_insert(held);
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
                let default = self.bits(*value, element, None)?;
                return Some(Value::Array { default, entries });
            }
        }
    }

    /// The element of a `lambda` almost everywhere; adds the entries where it differs.
    fn lambda(
        &mut self,
        variables: NodeId,
        body: NodeId,
        index: u32,
        element: u32,
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
            .filter_map(|node| literal(self.sexp, node))
            .filter(|bits| bits.width() == index)
            .collect();
        let default = self.bits(body, element, Some(None))?;
        for at in indices {
            self.steps += self.sexp.len();
            let held = self.bits(body, element, Some(Some(&at)))?;
            if held != default {
                entries.entry(at).or_insert(held);
            }
        }
        Some(default)
    }
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
    // A digit is less than four bits: with room for all of them nothing is cut off unseen.
    let room = u32::try_from(digits.len()).ok()?.checked_mul(4)?;
    let exact = plain.then(|| Bv::parse(width.checked_add(room)?, digits, 10))??;
    let bits = exact.extract(width - 1, 0);
    (bits.zext(exact.width()) == exact).then_some(bits)
}

/// The widest bit-vector that a program is believed to print.
const MAX_WIDTH: u32 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, sort: Sort) -> Option<Value> {
        let sexp = Sexp::parse(text.as_bytes()).expect("an expression");
        read(&sexp, sexp.root(), sort)
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
