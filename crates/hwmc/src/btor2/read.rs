//! Reading BTOR2: a file becomes terms. Files that are malformed or have arrays are errors.

use cassay_bv::Bv;
use cassay_term::{Op, Pool, Sort, TermId};
use std::collections::BTreeMap;

/// The widest word that is read.
const MAX_WIDTH: u32 = 1 << 16;

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its value before a step.
    pub symbol: TermId,
    /// Its first value.
    pub first: Option<TermId>,
    /// Its value behind a step.
    pub next: Option<TermId>,
}

/// A file. All terms are words; truth values are words of one bit.
pub struct Btor2 {
    /// Owns all terms.
    pub pool: Pool,
    /// The inputs.
    pub inputs: Vec<TermId>,
    /// The states.
    pub states: Vec<State>,
    /// What must not hold.
    pub bad: Vec<TermId>,
    /// What always holds.
    pub constraints: Vec<TermId>,
}

/// The system of a file.
pub fn read(text: &str) -> Result<Btor2, String> {
    let mut reader = Reader {
        file: Btor2 {
            pool: cassay_simplify::pool(),
            inputs: Vec::new(),
            states: Vec::new(),
            bad: Vec::new(),
            constraints: Vec::new(),
        },
        sorts: BTreeMap::new(),
        nodes: BTreeMap::new(),
        states: BTreeMap::new(),
    };
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if !words.is_empty() {
            let read = reader.line(&words);
            read.map_err(|why| format!("{why}: {line}"))?;
        }
    }
    Ok(reader.file)
}

struct Reader {
    file: Btor2,
    sorts: BTreeMap<u64, u32>,
    nodes: BTreeMap<u64, TermId>,
    /// The place of each state by its line.
    states: BTreeMap<TermId, usize>,
}

impl Reader {
    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let [number, tag, rest @ ..] = words else {
            return Err("a line of one word".into());
        };
        let number: u64 = number.parse().map_err(|_| "a line without a number")?;
        match (*tag, rest) {
            ("sort", ["bitvec", width, ..]) => {
                let width = width.parse().ok().filter(|w| (1..=MAX_WIDTH).contains(w));
                self.sorts.insert(number, width.ok_or("no such width")?);
            }
            ("sort", _) => return Err("arrays are not supported".into()),
            ("input", [sort, ..]) => {
                let symbol = self.symbol(sort)?;
                self.file.inputs.push(symbol);
                self.nodes.insert(number, symbol);
            }
            ("state", [sort, ..]) => {
                let symbol = self.symbol(sort)?;
                self.states.insert(symbol, self.file.states.len());
                self.file.states.push(State {
                    symbol,
                    first: None,
                    next: None,
                });
                self.nodes.insert(number, symbol);
            }
            ("init" | "next", [_, state, value, ..]) => {
                let (symbol, value) = (self.node(state)?, self.node(value)?);
                let place = self.states.get(&symbol).ok_or("this is no state")?;
                self.same(symbol, value)?;
                let state = &mut self.file.states[*place];
                match *tag {
                    "init" => state.first = Some(value),
                    _ => state.next = Some(value),
                }
            }
            ("bad", [node, ..]) => {
                let bad = self.node(node)?;
                self.file.bad.push(bad);
            }
            ("constraint", [node, ..]) => {
                let constraint = self.node(node)?;
                self.file.constraints.push(constraint);
            }
            ("output" | "fair" | "justice", _) => {}
            (_, [sort, args @ ..]) => {
                let width = self.width(sort)?;
                let term = self.term(tag, width, args)?;
                if self.file.pool.width(term) != width {
                    return Err("a result of another width".into());
                }
                self.nodes.insert(number, term);
            }
            (_, []) => return Err("a line without arguments".into()),
        }
        Ok(())
    }

    fn symbol(&mut self, sort: &str) -> Result<TermId, String> {
        let width = self.width(sort)?;
        Ok(self.file.pool.fresh("node", Sort::Bv(width)))
    }

    fn width(&self, sort: &str) -> Result<u32, String> {
        let width = sort.parse().ok().and_then(|sort| self.sorts.get(&sort));
        width.copied().ok_or_else(|| "no such sort".into())
    }

    fn node(&mut self, word: &str) -> Result<TermId, String> {
        let number: i64 = word.parse().map_err(|_| "not a node")?;
        let node = self.nodes.get(&number.unsigned_abs()).copied();
        let node = node.ok_or("no such node")?;
        Ok(if number < 0 {
            self.file.pool.bv_not(node)
        } else {
            node
        })
    }

    fn same(&self, a: TermId, b: TermId) -> Result<(), String> {
        let pool = &self.file.pool;
        if pool.width(a) == pool.width(b) {
            Ok(())
        } else {
            Err("words of different widths".into())
        }
    }

    fn term(&mut self, tag: &str, width: u32, args: &[&str]) -> Result<TermId, String> {
        let pool = &mut self.file.pool;
        let constant = match (tag, args) {
            ("zero", _) => Some(Bv::zero(width)),
            ("one", _) => Some(Bv::one(width)),
            ("ones", _) => Some(Bv::ones(width)),
            ("const", [digits, ..]) => Some(constant(width, digits, 2)?),
            ("constd", [digits, ..]) => Some(constant(width, digits, 10)?),
            ("consth", [digits, ..]) => Some(constant(width, digits, 16)?),
            _ => None,
        };
        if let Some(value) = constant {
            return Ok(pool.bv(value));
        }
        let number = |word: &str| word.parse::<u32>().map_err(|_| "not a number".to_string());
        match (tag, args) {
            ("slice", [arg, hi, lo, ..]) => {
                let (arg, hi, lo) = (self.node(arg)?, number(hi)?, number(lo)?);
                if lo > hi || hi >= self.file.pool.width(arg) {
                    return Err("no such bits".into());
                }
                Ok(self.file.pool.extract(hi, lo, arg))
            }
            ("uext" | "sext", [arg, _, ..]) => {
                let arg = self.node(arg)?;
                if width < self.file.pool.width(arg) {
                    return Err("an extension to less".into());
                }
                let pool = &mut self.file.pool;
                Ok(match tag {
                    "uext" => pool.zext(arg, width),
                    _ => pool.sext(arg, width),
                })
            }
            ("ite", [c, t, e, ..]) => {
                let (c, t, e) = (self.node(c)?, self.node(t)?, self.node(e)?);
                self.same(t, e)?;
                let pool = &mut self.file.pool;
                let holds = pool.bv_to_bool(c);
                Ok(pool.ite(holds, t, e))
            }
            (_, [a]) => self.unary(tag, a),
            (_, [a, b, ..]) => self.binary(tag, a, b),
            (_, []) => Err("an operator without arguments".into()),
        }
    }

    fn unary(&mut self, tag: &str, a: &str) -> Result<TermId, String> {
        let a = self.node(a)?;
        let pool = &mut self.file.pool;
        let width = pool.width(a);
        let one = pool.bv(Bv::one(width));
        Ok(match tag {
            "not" => pool.bv_not(a),
            "neg" => pool.bv_neg(a),
            "inc" => pool.bv_add(a, one),
            "dec" => pool.bv_sub(a, one),
            "redor" => {
                let some = pool.bv_to_bool(a);
                pool.bool_to_bv(some, 1)
            }
            "redand" => {
                let ones = pool.bv(Bv::ones(width));
                let all = pool.eq(a, ones);
                pool.bool_to_bv(all, 1)
            }
            "redxor" => {
                let bits: Vec<TermId> = (0..width).map(|bit| pool.extract(bit, bit, a)).collect();
                let zero = pool.bv(Bv::zero(1));
                bits.into_iter()
                    .fold(zero, |all, bit| pool.bv_xor(all, bit))
            }
            _ => return Err("an unknown operator".into()),
        })
    }

    fn binary(&mut self, tag: &str, a: &str, b: &str) -> Result<TermId, String> {
        let (a, b) = (self.node(a)?, self.node(b)?);
        if tag == "concat" {
            return Ok(self.file.pool.concat(a, b));
        }
        self.same(a, b)?;
        let pool = &mut self.file.pool;
        // Operators on words; with whether the result is negated.
        let word = match tag {
            "add" => Some((Op::BvAdd, false)),
            "sub" => Some((Op::BvSub, false)),
            "mul" => Some((Op::BvMul, false)),
            "udiv" => Some((Op::BvUdiv, false)),
            "urem" => Some((Op::BvUrem, false)),
            "sdiv" => Some((Op::BvSdiv, false)),
            "srem" => Some((Op::BvSrem, false)),
            "sll" => Some((Op::BvShl, false)),
            "srl" => Some((Op::BvLshr, false)),
            "sra" => Some((Op::BvAshr, false)),
            "and" => Some((Op::BvAnd, false)),
            "nand" => Some((Op::BvAnd, true)),
            "or" => Some((Op::BvOr, false)),
            "nor" => Some((Op::BvOr, true)),
            "xor" => Some((Op::BvXor, false)),
            "xnor" => Some((Op::BvXor, true)),
            _ => None,
        };
        if let Some((op, negate)) = word {
            let term = pool.make(op, &[a, b]);
            return Ok(if negate { pool.bv_not(term) } else { term });
        }
        let truth = match tag {
            "eq" | "iff" => pool.eq(a, b),
            "neq" => pool.distinct(a, b),
            "implies" => {
                let (a, b) = (pool.bv_to_bool(a), pool.bv_to_bool(b));
                pool.implies(a, b)
            }
            "ult" => pool.ult(a, b),
            "ulte" => pool.ule(a, b),
            "ugt" => pool.ult(b, a),
            "ugte" => pool.ule(b, a),
            "slt" => pool.slt(a, b),
            "slte" => pool.sle(a, b),
            "sgt" => pool.slt(b, a),
            "sgte" => pool.sle(b, a),
            "uaddo" => pool.uaddo(a, b),
            "usubo" => pool.usubo(a, b),
            "umulo" => pool.umulo(a, b),
            "saddo" => pool.saddo(a, b),
            "ssubo" => pool.ssubo(a, b),
            "smulo" => pool.smulo(a, b),
            _ => return Err("an unknown operator".into()),
        };
        Ok(pool.bool_to_bv(truth, 1))
    }
}

/// A constant; decimal ones may be negative.
fn constant(width: u32, digits: &str, radix: u32) -> Result<Bv, String> {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) if radix == 10 => (true, rest),
        Some(_) | None => (false, digits),
    };
    let value = Bv::parse(width, digits, radix).ok_or("no such constant")?;
    Ok(if negative { value.neg() } else { value })
}
