//! Does a violation depend on a value that no real execution can choose?
//!
//! Some inputs of an equation are not inputs of the program
//! ([`Foundation`](cassay_symex::Foundation)): a library function with an approximate model, or
//! unknown code, computes them. A violation found by the solver is one of the program if it remains
//! for all values of these inputs, with all other inputs unchanged.
//!
//! There are three steps, each used only if the one before is inconclusive. (1) Determine the
//! *shaky* symbols: inexact ones, those that constraints define by them, and results that a model
//! chose under an assumption about one. (2) Evaluate the violation with unknown values for shaky
//! symbols: a conjunct that is false decides, whatever the others are. (3) If only approximations
//! of models are left, ask a solver whether other values avoid the violation. Assumptions of a
//! model about its own inputs are not part of the violation, since the value that the function
//! computes satisfies them.
//!
//! Earlier claims are not part of it either: an execution that violates one of them is a violation
//! too. They are part of it if each claim is decided separately.

use crate::outcome::EngineError;
use crate::queries::Queries;
use cassay_base::Span;
use cassay_ir::{InputSource, Program};
use cassay_symex::{Chosen, Equation, InputKind, ObjectKind, Obligation, ObligationKind};
use cassay_term::{Evaluator, Model, Op, Pool, Sort, TermId, Value, post_order, symbols_of};
use std::collections::{BTreeSet, HashMap};

/// A value that a violation depends on.
#[derive(Clone)]
pub struct Ground {
    /// Where it comes from.
    pub source: InputSource,
    /// The source location at which the program obtained it.
    pub span: Span,
}

/// The index of one of several grounds.
type Which = usize;

/// The ground that a violation depends on, if there is one. With `alone`, the claim is decided
/// separately.
pub fn rests_on(
    queries: &mut Queries<'_, '_>,
    equation: &Equation,
    claim: &Obligation,
    model: &Model,
    alone: bool,
) -> Result<Option<Ground>, EngineError> {
    let foundation = &equation.foundation;
    if foundation.values.is_empty() && foundation.contents.is_empty() {
        return Ok(None);
    }
    let mut shaky = Shaky::new(equation);
    let bare = shaky.spread(queries.pool(), equation, claim);
    let mut parts = vec![claim.of_program, claim.guard];
    parts.extend(bare);
    if alone {
        parts.extend(earlier(queries, equation, claim));
    }
    let violated = queries.negated(claim.cond);
    parts.push(violated);
    let Some(which) = shaky.first_open(queries.pool(), model, &parts) else {
        return Ok(None);
    };
    if shaky.are_approximations(queries.pool(), &parts)
        && !can_be_missed(queries, equation, claim, model, &shaky, &parts)?
    {
        return Ok(None);
    }
    Ok(Some(shaky.grounds[which].clone()))
}

/// The variable without a value that a race depends on: whether the two threads come to their accesses,
/// and whether these go to the same place. What an execution does behind the read of such a variable is
/// undefined, so that it is no witness of a race.
pub fn race_rests_on(
    program: &Program,
    pool: &Pool,
    equation: &Equation,
    claim: &Obligation,
    model: &Model,
) -> Option<Ground> {
    let race = equation.interleaving.as_ref()?.race(pool, model, claim)?;
    let mut shaky = Shaky {
        grounds: Vec::new(),
        symbols: HashMap::new(),
    };
    for (id, object) in equation.objects.iter() {
        let ObjectKind::Local(function, local) = object.kind else {
            continue;
        };
        let function = &program.functions[function];
        let which = shaky.grounds.len();
        let symbols = contents(equation, id).filter(|_| !function.model);
        shaky.symbols.extend(symbols.map(|symbol| (symbol, which)));
        let local = &function.locals[local];
        shaky.grounds.push(Ground {
            source: InputSource::Chosen(format!("uninitialised variable {}", local.name).into()),
            span: local.span,
        });
    }
    let which = shaky.first_open(pool, model, &[claim.guard, race])?;
    Some(shaky.grounds[which].clone())
}

/// The conjunction of the claims before one.
fn earlier(queries: &mut Queries<'_, '_>, equation: &Equation, claim: &Obligation) -> Vec<TermId> {
    let before = equation
        .obligations
        .iter()
        .take_while(|other| !std::ptr::eq(*other, claim));
    before
        .filter(|other| match other.kind {
            ObligationKind::Claim { .. } => true,
            ObligationKind::Unwinding { .. }
            | ObligationKind::Recursion { .. }
            | ObligationKind::Defined { .. }
            | ObligationKind::Unsupported { .. } => false,
        })
        .map(|other| queries.implied(other.guard, other.cond))
        .collect()
}

/// The shaky symbols, each with its ground.
struct Shaky {
    grounds: Vec<Ground>,
    symbols: HashMap<TermId, Which>,
}

impl Shaky {
    /// The symbols that are inexact themselves.
    fn new(equation: &Equation) -> Self {
        let mut shaky = Shaky {
            grounds: Vec::new(),
            symbols: HashMap::new(),
        };
        let foundation = &equation.foundation;
        for value in &foundation.values {
            shaky.symbols.insert(value.symbol, shaky.grounds.len());
            shaky.grounds.push(Ground {
                source: value.source.clone(),
                span: value.span,
            });
        }
        for (object, (source, span)) in &foundation.contents {
            let symbols = contents(equation, *object);
            let which = shaky.grounds.len();
            shaky.symbols.extend(symbols.map(|symbol| (symbol, which)));
            shaky.grounds.push(Ground {
                source: source.clone(),
                span: *span,
            });
        }
        shaky
    }

    /// Adds the symbols that depend on others. Returns the assumptions of models that do not
    /// restrict their own results: they restrict executions.
    fn spread(&mut self, pool: &Pool, equation: &Equation, claim: &Obligation) -> BTreeSet<TermId> {
        let foundation = &equation.foundation;
        let assumed = &foundation.assumed[..claim.of_models];
        let mut defined = definitions(pool, equation);
        defined.extend(foundation.outside.iter().copied());
        let chosen = chosen(equation);
        let mut roots: Vec<TermId> = defined.iter().map(|(_, value)| *value).collect();
        roots.extend(assumed.iter().map(|(_, fact)| *fact));
        let order = post_order(pool, &roots);
        loop {
            let mut bare = BTreeSet::new();
            let mut within: HashMap<TermId, Which> = HashMap::new();
            for term in &order {
                let mut parts = pool.args(*term).iter();
                let own = self.symbols.get(term).copied();
                if let Some(which) = own.or_else(|| parts.find_map(|arg| within.get(arg).copied()))
                {
                    within.insert(*term, which);
                }
            }
            let known = self.symbols.len();
            for (symbol, value) in &defined {
                if let Some(which) = within.get(value) {
                    self.symbols.entry(*symbol).or_insert(*which);
                }
            }
            for (call, fact) in assumed {
                let Some(which) = within.get(fact) else {
                    continue;
                };
                let symbols = symbols_of(pool, &[*fact]);
                let mut own = symbols
                    .into_iter()
                    .filter(|symbol| chosen.get(symbol) == Some(call))
                    .peekable();
                if own.peek().is_none() {
                    bare.insert(*fact);
                }
                for symbol in own {
                    self.symbols.entry(symbol).or_insert(*which);
                }
            }
            if self.symbols.len() == known {
                return bare;
            }
        }
    }

    /// Whether all shaky symbols of some terms come from models of the library.
    fn are_approximations(&self, pool: &Pool, terms: &[TermId]) -> bool {
        let symbols = symbols_of(pool, terms);
        let mut grounds = symbols.iter().filter_map(|symbol| self.symbols.get(symbol));
        grounds.all(|which| {
            let source = &self.grounds[*which].source;
            matches!(source, InputSource::Approximate(_))
        })
    }

    /// The ground of the first term, of those that hold in a model, that may become false for other
    /// values of shaky symbols.
    fn first_open(&self, pool: &Pool, model: &Model, terms: &[TermId]) -> Option<Which> {
        let mut evaluator = Evaluator::new(pool, model);
        let mut open: HashMap<TermId, Which> = HashMap::new();
        for term in post_order(pool, terms) {
            if let Some(which) = self.open(pool, term, &open, &mut evaluator) {
                open.insert(term, which);
            }
        }
        terms.iter().find_map(|term| open.get(term).copied())
    }

    /// The ground on which a term may have another value, given those of its arguments.
    fn open(
        &self,
        pool: &Pool,
        term: TermId,
        open: &HashMap<TermId, Which>,
        evaluator: &mut Evaluator<'_>,
    ) -> Option<Which> {
        let args = pool.args(term);
        let some = || args.iter().find_map(|arg| open.get(arg).copied());
        let mut decides = |arg: &TermId, value: bool| {
            !open.contains_key(arg) && evaluator.bool_value(*arg) == value
        };
        match pool.op(term) {
            Op::Symbol(_) => self.symbols.get(&term).copied(),
            Op::And if args.iter().any(|arg| decides(arg, false)) => None,
            Op::Or if args.iter().any(|arg| decides(arg, true)) => None,
            Op::Ite => {
                let Some(which) = open.get(&args[0]) else {
                    let taken = if evaluator.bool_value(args[0]) { 1 } else { 2 };
                    return open.get(&args[taken]).copied();
                };
                let either = args[1..].iter().find_map(|arg| open.get(arg));
                let same = match pool.sort(term) {
                    Sort::Bool | Sort::Bv(_) => {
                        either.is_none() && evaluator.value(args[1]) == evaluator.value(args[2])
                    }
                    Sort::Array { .. }
                    | Sort::Float { .. }
                    | Sort::RoundingMode
                    | Sort::Int
                    | Sort::Real => false,
                };
                (!same).then_some(*which)
            }
            Op::BvAnd | Op::BvMul => {
                let zero =
                    |arg: &TermId| !open.contains_key(arg) && evaluator.bv_value(*arg).is_zero();
                if args.iter().any(zero) { None } else { some() }
            }
            Op::Select => read(pool, args[0], args[1], open, evaluator),
            // Any argument may change the result.
            _ => some(),
        }
    }
}

/// The ground on which a read of an array at an index may give another value.
fn read(
    pool: &Pool,
    mut array: TermId,
    index: TermId,
    open: &HashMap<TermId, Which>,
    evaluator: &mut Evaluator<'_>,
) -> Option<Which> {
    if let Some(which) = open.get(&index) {
        return Some(*which);
    }
    let at = evaluator.bv_value(index);
    while let Some(which) = open.get(&array) {
        let args = pool.args(array);
        array = match pool.op(array) {
            Op::Store if open.contains_key(&args[1]) => return Some(*which),
            Op::Store if evaluator.bv_value(args[1]) == at => return open.get(&args[2]).copied(),
            Op::Store => args[0],
            Op::Ite if !open.contains_key(&args[0]) => {
                let taken = if evaluator.bool_value(args[0]) { 1 } else { 2 };
                args[taken]
            }
            _ => return Some(*which),
        };
    }
    None
}

/// The symbols that stand for unknown contents of an object.
fn contents(equation: &Equation, object: cassay_symex::ObjectId) -> impl Iterator<Item = TermId> {
    let object = equation.objects.get(object);
    let bytes = object.unknown.values().map(|(_, symbol)| *symbol);
    bytes.chain(object.unknown_array.iter().map(|array| array.symbol))
}

/// The symbols that constraints define, with their definitions.
pub(crate) fn definitions(pool: &Pool, equation: &Equation) -> Vec<(TermId, TermId)> {
    let mut found = Vec::new();
    for constraint in &equation.constraints {
        if *pool.op(*constraint) != Op::Eq {
            continue;
        }
        let sides = pool.args(*constraint);
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let defined = if let Op::Select = pool.op(side) {
                pool.args(side)[0]
            } else {
                side
            };
            if matches!(pool.op(defined), Op::Symbol(_)) {
                found.push((defined, other));
            }
        }
    }
    found
}

/// The inexact results of calls of models, by symbol.
fn chosen(equation: &Equation) -> HashMap<TermId, u64> {
    let mut found = HashMap::new();
    for (call, what) in &equation.foundation.chosen {
        match what {
            Chosen::Value(symbol) => {
                found.insert(*symbol, *call);
            }
            Chosen::Contents(object) => {
                found.extend(contents(equation, *object).map(|symbol| (symbol, *call)));
            }
        }
    }
    found
}

/// Whether some values of shaky symbols that the models allow avoid a violation, given as a
/// conjunction of parts, with all other inputs as in a model.
fn can_be_missed(
    queries: &mut Queries<'_, '_>,
    equation: &Equation,
    claim: &Obligation,
    model: &Model,
    shaky: &Shaky,
    parts: &[TermId],
) -> Result<bool, EngineError> {
    let assumed = &equation.foundation.assumed[..claim.of_models];
    let mut given: Vec<TermId> = assumed.iter().map(|(_, fact)| *fact).collect();
    let mut inputs = BTreeSet::new();
    for input in &equation.inputs {
        match &input.kind {
            InputKind::Value { term, .. } => {
                inputs.insert(*term);
            }
            InputKind::Object(id) => inputs.extend(contents(equation, *id)),
            InputKind::Skipped(_) => {}
        }
    }
    inputs.retain(|input| !shaky.symbols.contains_key(input));
    for input in inputs {
        given.extend(queries.pinned(input, model));
    }
    let missed: Vec<TermId> = parts.iter().map(|part| queries.negated(*part)).collect();
    queries.possible(&given, &missed)
}

/// A value as a term.
pub fn constant(pool: &mut Pool, sort: Sort, value: Option<&Value>) -> Option<TermId> {
    let default = Value::default_of(sort);
    match value.unwrap_or(&default) {
        Value::Bool(value) => Some(pool.bool_const(*value)),
        Value::Bv(value) => Some(pool.bv(value.clone())),
        Value::Array { .. } => None,
    }
}
