//! Writing systems as BTOR2.
//!
//! The operators that say whether an operation overflows are written by others: BTOR2 has them, but few
//! programs read them.

use crate::names::Names;
use crate::system::{all_terms, go_on};
use crate::{Refusal, System};
use cassay_base::Stop;
use cassay_bv::Bv;
use cassay_term::{Op, Pool, Sort, TermId, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The number of a line.
type Line = u64;

/// A system as a file.
pub fn text(system: &System, stop: &Stop) -> Result<String, Refusal> {
    let mut writer = Writer {
        pool: system.pool(),
        text: String::new(),
        last: 0,
        sorts: BTreeMap::new(),
        constants: BTreeMap::new(),
        lines: FxHashMap::default(),
        names: Names::default(),
    };
    for input in &system.inputs {
        writer.leaf("input", input.symbol, &input.name)?;
    }
    // A first value is a line before the state that it belongs to, as some readers want it.
    for latch in &system.latches {
        let first = writer.value(&latch.first)?;
        let state = writer.leaf("state", latch.symbol, &latch.name)?;
        let sort = writer.sort_of(latch.symbol)?;
        writer.line(&format!("init {sort} {state} {first}"));
    }
    for (number, term) in all_terms(system).into_iter().enumerate() {
        if number % 256 == 0 {
            go_on(stop)?;
        }
        if !writer.lines.contains_key(&term) {
            let line = writer.term(term)?;
            writer.lines.insert(term, line);
        }
    }
    for latch in &system.latches {
        let sort = writer.sort_of(latch.symbol)?;
        let (state, next) = (writer.of(latch.symbol)?, writer.of(latch.next)?);
        writer.line(&format!("next {sort} {state} {next}"));
    }
    for bad in &system.bad {
        let (term, name) = (writer.of(bad.term)?, writer.names.unique(&bad.name));
        writer.line(&format!("bad {term} {name}"));
    }
    Ok(writer.text)
}

struct Writer<'a> {
    pool: &'a Pool,
    text: String,
    last: Line,
    /// Sorts of words by their width.
    sorts: BTreeMap<u32, Line>,
    constants: BTreeMap<Bv, Line>,
    lines: FxHashMap<TermId, Line>,
    names: Names,
}

fn impossible(what: impl std::fmt::Display) -> Refusal {
    Refusal::Unsupported(format!("a term of sort {what}"))
}

impl Writer<'_> {
    fn line(&mut self, content: &str) -> Line {
        self.last += 1;
        self.text += &format!("{} {content}\n", self.last);
        self.last
    }

    fn sort(&mut self, width: u32) -> Line {
        if let Some(line) = self.sorts.get(&width) {
            return *line;
        }
        let line = self.line(&format!("sort bitvec {width}"));
        self.sorts.insert(width, line);
        line
    }

    fn width(&self, term: TermId) -> Result<u32, Refusal> {
        match self.pool.sort(term) {
            Sort::Bool => Ok(1),
            Sort::Bv(width) => Ok(width),
            sort @ (Sort::Array { .. }
            | Sort::Float { .. }
            | Sort::RoundingMode
            | Sort::Int
            | Sort::Real) => Err(impossible(sort)),
        }
    }

    fn sort_of(&mut self, term: TermId) -> Result<Line, Refusal> {
        let width = self.width(term)?;
        Ok(self.sort(width))
    }

    fn leaf(&mut self, kind: &str, symbol: TermId, name: &str) -> Result<Line, Refusal> {
        let sort = self.sort_of(symbol)?;
        let name = self.names.unique(name);
        let line = self.line(&format!("{kind} {sort} {name}"));
        self.lines.insert(symbol, line);
        Ok(line)
    }

    fn value(&mut self, value: &Value) -> Result<Line, Refusal> {
        match value {
            Value::Bool(value) => Ok(self.constant(&Bv::from_bool(*value))),
            Value::Bv(value) => Ok(self.constant(value)),
            Value::Array { .. } => Err(impossible("array")),
        }
    }

    fn constant(&mut self, value: &Bv) -> Line {
        if let Some(line) = self.constants.get(value) {
            return *line;
        }
        let sort = self.sort(value.width());
        let digits = format!("{value:0width$b}", width = value.width() as usize);
        let line = self.line(&format!("const {sort} {digits}"));
        self.constants.insert(value.clone(), line);
        line
    }

    fn of(&self, term: TermId) -> Result<Line, Refusal> {
        self.lines
            .get(&term)
            .copied()
            .ok_or_else(|| Refusal::Unsupported("a term without a line".into()))
    }

    /// A line `operator sort arguments` of this width.
    fn apply(&mut self, operator: &str, width: u32, args: &[Line]) -> Line {
        let sort = self.sort(width);
        let args: Vec<String> = args.iter().map(Line::to_string).collect();
        self.line(&format!("{operator} {sort} {}", args.join(" ")))
    }

    /// The line of a term whose arguments have lines.
    fn term(&mut self, term: TermId) -> Result<Line, Refusal> {
        let pool = self.pool;
        if let Some(value) = pool.as_bv(term) {
            return Ok(self.constant(value));
        }
        let width = self.width(term)?;
        let args = pool.args(term);
        let inner = args.last().map_or(Ok(1), |arg| self.width(*arg))?;
        let args = args.iter().map(|arg| self.of(*arg));
        let args: Vec<Line> = args.collect::<Result<_, _>>()?;
        let plain = |writer: &mut Self, name: &str| Ok(writer.apply(name, width, &args));
        match *pool.op(term) {
            Op::Bool(value) => Ok(self.constant(&Bv::from_bool(value))),
            Op::BvConst(_) => Err(Refusal::Unsupported("a constant without a value".into())),
            Op::Symbol(_) => {
                let name = pool.symbol_name(term).unwrap_or_default();
                Err(Refusal::Unsupported(format!("the unknown symbol {name}")))
            }
            Op::Not | Op::BvNot => plain(self, "not"),
            Op::And | Op::BvAnd => plain(self, "and"),
            Op::Or | Op::BvOr => plain(self, "or"),
            Op::Xor | Op::BvXor => plain(self, "xor"),
            Op::Eq => plain(self, "eq"),
            Op::Ite => plain(self, "ite"),
            Op::BvAdd => plain(self, "add"),
            Op::BvSub => plain(self, "sub"),
            Op::BvMul => plain(self, "mul"),
            Op::BvUdiv => plain(self, "udiv"),
            Op::BvUrem => plain(self, "urem"),
            Op::BvSdiv => plain(self, "sdiv"),
            Op::BvSrem => plain(self, "srem"),
            Op::BvNeg => plain(self, "neg"),
            Op::BvShl => plain(self, "sll"),
            Op::BvLshr => plain(self, "srl"),
            Op::BvAshr => plain(self, "sra"),
            Op::BvConcat => plain(self, "concat"),
            Op::BvUlt => plain(self, "ult"),
            Op::BvUle => plain(self, "ulte"),
            Op::BvSlt => plain(self, "slt"),
            Op::BvSle => plain(self, "slte"),
            Op::BvExtract { hi, lo } => Ok(self.slice(args[0], hi, lo)),
            Op::BvZext { to } => Ok(self.extend("uext", args[0], inner, to)),
            Op::BvSext { to } => Ok(self.extend("sext", args[0], inner, to)),
            Op::BvUsubo => Ok(self.apply("ult", 1, &args)),
            Op::BvUaddo => Ok(self.carry(&args, inner)),
            Op::BvSaddo => Ok(self.signs_differ("add", &args, inner)),
            Op::BvSsubo => Ok(self.signs_differ("sub", &args, inner)),
            Op::BvUmulo => Ok(self.product_fits_not("uext", &args, inner)),
            Op::BvSmulo => Ok(self.product_fits_not("sext", &args, inner)),
            Op::Float(..)
            | Op::FloatLt(_)
            | Op::FloatLe(_)
            | Op::FloatEq(_)
            | Op::FloatIsNan(_)
            | Op::FloatConvert { .. }
            | Op::FloatFromInt { .. }
            | Op::FloatToInt { .. } => Err(Refusal::Unsupported("an operator on floats".into())),
            Op::Select | Op::Store | Op::ConstArray { .. } => {
                Err(Refusal::Unsupported("an operator on arrays".into()))
            }
        }
    }

    fn slice(&mut self, of: Line, hi: u32, lo: u32) -> Line {
        let sort = self.sort(hi - lo + 1);
        self.line(&format!("slice {sort} {of} {hi} {lo}"))
    }

    fn extend(&mut self, operator: &str, of: Line, from: u32, to: u32) -> Line {
        let sort = self.sort(to);
        self.line(&format!("{operator} {sort} {of} {}", to - from))
    }

    /// Whether an unsigned sum does not fit: the top bit of one that is a bit wider.
    fn carry(&mut self, args: &[Line], width: u32) -> Line {
        let wide: Vec<Line> = args
            .iter()
            .map(|arg| self.extend("uext", *arg, width, width + 1))
            .collect();
        let sum = self.apply("add", width + 1, &wide);
        self.slice(sum, width, width)
    }

    /// Whether a signed sum or difference does not fit: one that is a bit wider is no sign extension.
    fn signs_differ(&mut self, operator: &str, args: &[Line], width: u32) -> Line {
        let wide: Vec<Line> = args
            .iter()
            .map(|arg| self.extend("sext", *arg, width, width + 1))
            .collect();
        let result = self.apply(operator, width + 1, &wide);
        let top = self.slice(result, width, width);
        let sign = self.slice(result, width - 1, width - 1);
        self.apply("xor", 1, &[top, sign])
    }

    /// Whether a product does not fit: one of twice the width is no extension of its lower half.
    fn product_fits_not(&mut self, extend: &str, args: &[Line], width: u32) -> Line {
        let wide: Vec<Line> = args
            .iter()
            .map(|arg| self.extend(extend, *arg, width, 2 * width))
            .collect();
        let product = self.apply("mul", 2 * width, &wide);
        let low = self.slice(product, width - 1, 0);
        let again = self.extend(extend, low, width, 2 * width);
        let fits = self.apply("eq", 1, &[product, again]);
        self.apply("not", 1, &[fits])
    }
}
