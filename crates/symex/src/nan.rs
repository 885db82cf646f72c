//! NaNs: C and IEEE 754 leave the sign and the payload of a resulting NaN open, and machines differ
//! (x86 gives negative ones, others positive ones).
//!
//! Terms have only one NaN, as in SMT-LIB. The difference is observable only where the bits of a
//! float are: in a bit cast or a load as an integer. There, and only there, a result that may be a
//! NaN gets an arbitrary sign and payload, by symbols that are not inputs. A claim that is violated
//! by the choice of such a symbol is neither an alarm nor proved (`docs/adr/0035`). Bits that were
//! never computed stay unchanged. A constant NaN is given a free sign where it is stored, because
//! it cannot be told from other constants later; the compiler folds `0.0 / 0.0` to one as well.

use crate::eval::Eval;
use crate::state::State;
use crate::value::Value;
use cassay_ir::{CastKind, Expr, FloatKind, Program};
use cassay_term::{ArrayForm, Op, Sort, TermId};
use std::collections::{HashMap, HashSet};

/// A sign and payload that are left open.
#[derive(Clone, Copy, Debug)]
pub struct NanChoice {
    /// The symbol whose value is the choice.
    pub symbol: TermId,
    /// The condition under which there is a choice.
    pub when: TermId,
}

/// Caches for bits that became observable.
#[derive(Debug, Default)]
pub(crate) struct Observed {
    /// The pattern of each result that is a NaN.
    patterns: HashMap<TermId, TermId>,
    /// Terms whose value contains no bits of a float operator's result.
    plain: HashSet<TermId>,
}

/// The depth to which arrays are searched for results of float operators.
const FAR: usize = 1_000;

/// The state of this module in an execution.
#[derive(Debug)]
pub(crate) struct FloatBits {
    /// Whether the program computes with floats, so that their bits may be a NaN's.
    pub makes_floats: bool,
    /// Caches for bits that became observable.
    pub seen: Observed,
    /// Whether the bits that are being evaluated are converted back to a float.
    pub back_to_float: bool,
}

impl FloatBits {
    pub fn new(program: &Program) -> Self {
        FloatBits {
            makes_floats: makes_floats(program),
            seen: Observed::default(),
            back_to_float: false,
        }
    }
}

impl Eval<'_> {
    /// A float that is stored: a constant NaN gets an arbitrary sign.
    pub(crate) fn stored_float(&mut self, kind: FloatKind, value: Value) -> Value {
        let Value::Bits(term) = value else {
            return value;
        };
        let nan = cassay_float::default_nan(kind);
        if self.space().pool.as_bv(term) != Some(&nan) {
            return value;
        }
        let symbol = self.space().symbol_here("nan", Sort::Bool);
        let when = self.space().pool.tru();
        self.space().out.nans.push(NanChoice { symbol, when });
        let (positive, negative) = (term, self.space().pool.bv(cassay_float::neg(kind, &nan)));
        Value::Bits(self.space().pool.ite(symbol, negative, positive))
    }

    /// A float whose bits become observable.
    pub(crate) fn observed_float(&mut self, state: &State, kind: FloatKind, value: Value) -> Value {
        let value = self.stored_float(kind, value);
        self.observed(state, value)
    }

    /// Bits that become observable, with the sign and payload of NaNs from float operators left
    /// open.
    pub(crate) fn observed(&mut self, state: &State, value: Value) -> Value {
        match value {
            Value::Bits(term) if self.floats.makes_floats => {
                Value::Bits(self.observed_bits(state, term))
            }
            Value::Bits(_) | Value::Ptr(_) | Value::Aggregate(_) => value,
        }
    }

    fn observed_bits(&mut self, state: &State, root: TermId) -> TermId {
        let mut done: HashMap<TermId, TermId> = HashMap::new();
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if done.contains_key(&term) || self.floats.seen.plain.contains(&term) {
                continue;
            }
            let op = *self.space().pool.op(term);
            if let Some(kind) = self.result_kind(op, term) {
                let open = self.open(state, kind, term);
                done.insert(term, open);
                continue;
            }
            if !passes_bits(op) {
                self.floats.seen.plain.insert(term);
                continue;
            }
            let args = self.space().pool.args(term).to_vec();
            if !ready {
                stack.push((term, true));
                stack.extend(args.iter().map(|arg| (*arg, false)));
                continue;
            }
            let new: Vec<TermId> = args
                .iter()
                .map(|arg| done.get(arg).copied().unwrap_or(*arg))
                .collect();
            if new == args {
                self.floats.seen.plain.insert(term);
            } else {
                let made = self.space().pool.make(op, &new);
                done.insert(term, made);
            }
        }
        done.get(&root).copied().unwrap_or(root)
    }

    /// The format of a term whose bits may be the result of a float operator.
    fn result_kind(&self, op: Op, term: TermId) -> Option<FloatKind> {
        match op {
            Op::Float(_, kind, _) | Op::FloatConvert { to: kind, .. } => Some(kind),
            Op::Select if self.holds_results(term) => {
                match self.memory.space.pool.sort(term).bv_width() {
                    Some(16) => Some(FloatKind::Half),
                    Some(32) => Some(FloatKind::Single),
                    Some(64) => Some(FloatKind::Double),
                    Some(128) => Some(FloatKind::Quad),
                    Some(_) | None => None,
                }
            }
            _ => None,
        }
    }

    /// Whether results of float operators were stored into the array that is read.
    fn holds_results(&self, select: TermId) -> bool {
        let mut stack = vec![self.memory.space.pool.args(select)[0]];
        let mut steps = 0;
        while let Some(term) = stack.pop() {
            steps += 1;
            if steps > FAR {
                return true;
            }
            match self.memory.space.pool.array_form(term) {
                ArrayForm::Written { below, value, .. } => {
                    let op = self.memory.space.pool.op(value);
                    if matches!(op, Op::Float(..) | Op::FloatConvert { .. }) {
                        return true;
                    }
                    stack.push(below);
                }
                ArrayForm::Choice {
                    then, otherwise, ..
                } => stack.extend([then, otherwise]),
                ArrayForm::Symbol | ArrayForm::Filled(_) => {}
            }
        }
        false
    }

    /// A result with an arbitrary sign and payload where it is a NaN.
    fn open(&mut self, state: &State, kind: FloatKind, term: TermId) -> TermId {
        let when = self.space().pool.float_is_nan(kind, term);
        if self.space().known(state, when) == Some(false) {
            return term;
        }
        let pattern = match self.floats.seen.patterns.get(&term) {
            Some(pattern) => *pattern,
            None => {
                let symbol = self.space().symbol_here("nan", Sort::Bv(kind.bits()));
                self.space().out.nans.push(NanChoice { symbol, when });
                let quiet = self.space().pool.bv(cassay_float::default_nan(kind));
                let pattern = self.space().pool.bv_or(symbol, quiet);
                self.floats.seen.patterns.insert(term, pattern);
                pattern
            }
        };
        self.space().pool.ite(when, pattern, term)
    }
}

/// Whether a program computes with floats.
pub(crate) fn makes_floats(program: &Program) -> bool {
    let makes = |expr: &Expr| {
        let mut stack = vec![expr];
        while let Some(expr) = stack.pop() {
            if matches!(
                expr,
                Expr::FloatArith(..) | Expr::Cast(CastKind::FloatToFloat(_), _, _)
            ) {
                return true;
            }
            expr.operands(|operand| stack.push(operand));
        }
        false
    };
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    blocks.flat_map(|block| &block.stmts).any(|stmt| {
        let mut found = false;
        stmt.kind.expressions(|expr| found |= makes(expr));
        found
    })
}

/// Whether an operator passes on the bits of its operands, as memory and changes of sign do. Other
/// operators work on integers, whose bits were made observable before.
fn passes_bits(op: Op) -> bool {
    matches!(
        op,
        Op::Ite | Op::BvConcat | Op::BvExtract { .. } | Op::BvAnd | Op::BvOr | Op::BvXor
    )
}
