//! Terms of a pool as terms of an engine.
//!
//! Each term is translated once: a table indexed by term id remembers its handle, so that the work
//! over a solver's life is linear in the number of distinct terms. Nothing recurses over the depth
//! of a term. A translator must see one pool only; ids of another would be taken for this one's.

mod float;

use std::collections::BTreeMap;

use bitwuzla_sys as sys;
use cassay_bv::Bv;
use cassay_term::{FloatKind, Op, Pool, Sort, TermId};

use crate::ffi::{Engine, EngineError, Handle, Kind, SortHandle};
use float::Natives;

/// Why a term cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// This back-end cannot express it.
    Unsupported(String),
    /// Bitwuzla refused the term.
    Engine(EngineError),
}

impl From<EngineError> for Obstacle {
    fn from(error: EngineError) -> Self {
        Obstacle::Engine(error)
    }
}

/// A unit of translation: a term as bits (or as a truth value or array, depending on its
/// sort), or the number that its bits represent in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Bits(TermId),
    Number(TermId, FloatKind),
}

/// The tasks that another one depends on: at most three, without allocation.
#[derive(Clone, Copy)]
struct Needs {
    tasks: [Task; 3],
    count: usize,
}

impl FromIterator<Task> for Needs {
    fn from_iter<I: IntoIterator<Item = Task>>(iter: I) -> Self {
        let mut needs = Needs {
            tasks: [Task::Bits(TermId(0)); 3],
            count: 0,
        };
        for (slot, task) in needs.tasks.iter_mut().zip(iter) {
            *slot = task;
            needs.count += 1;
        }
        needs
    }
}

impl std::ops::Deref for Needs {
    type Target = [Task];

    fn deref(&self) -> &[Task] {
        &self.tasks[..self.count]
    }
}

/// The handles of the terms translated so far.
#[derive(Default)]
pub(crate) struct Translator {
    handles: Vec<Option<Handle>>,
    numbers: BTreeMap<(TermId, FloatKind), Handle>,
    natives: Natives,
    sorts: Vec<(Sort, SortHandle)>,
}

impl Translator {
    /// The handle of a term, if it was translated.
    pub(crate) fn known(&self, term: TermId) -> Option<Handle> {
        self.handles.get(term.0 as usize).copied().flatten()
    }

    fn known_task(&self, task: Task) -> Option<Handle> {
        match task {
            Task::Bits(term) => self.known(term),
            Task::Number(term, kind) => self.numbers.get(&(term, kind)).copied(),
        }
    }

    fn all_known(&self, tasks: &[Task]) -> Result<Vec<Handle>, Obstacle> {
        tasks
            .iter()
            .map(|task| {
                self.known_task(*task)
                    .ok_or_else(|| Obstacle::Unsupported(format!("{task:?} out of order")))
            })
            .collect()
    }

    /// The handle of a term, translating its parts first. Definitions of the bits of float results
    /// are asserted permanently on the way, so the engine must be on its lowest level.
    pub(crate) fn handle(
        &mut self,
        engine: &mut Engine,
        pool: &Pool,
        root: TermId,
    ) -> Result<Handle, Obstacle> {
        if let Some(handle) = self.known(root) {
            return Ok(handle);
        }
        self.handles.resize(pool.len(), None);
        self.natives.extend(pool);
        let mut stack = vec![Task::Bits(root)];
        let mut result = None;
        while let Some(&task) = stack.last() {
            if let Some(handle) = self.known_task(task) {
                result = Some(handle);
                stack.pop();
                continue;
            }
            let needs = self.needs(pool, task);
            let waiting = stack.len();
            stack.extend(
                needs
                    .iter()
                    .filter(|need| self.known_task(**need).is_none()),
            );
            if stack.len() > waiting {
                continue;
            }
            match task {
                Task::Bits(term) => {
                    let handle = self.make(engine, pool, term, &needs)?;
                    self.handles[term.0 as usize] = Some(handle);
                }
                Task::Number(term, kind) => {
                    let handle = self.make_number(engine, pool, term, kind)?;
                    self.numbers.insert((term, kind), handle);
                }
            }
        }
        result.ok_or_else(|| Obstacle::Unsupported("an empty term".to_string()))
    }

    /// The tasks that must be done first.
    fn needs(&self, pool: &Pool, task: Task) -> Needs {
        let term = match task {
            Task::Bits(term) => term,
            Task::Number(term, kind) => {
                return float::number_needs(&self.natives, pool, term, kind);
            }
        };
        let (op, args) = (*pool.op(term), pool.args(term));
        match op {
            Op::Float(_, kind, _) | Op::FloatFromInt { kind, .. } => {
                Needs::from_iter([Task::Number(term, kind)])
            }
            Op::FloatConvert { to, .. } => Needs::from_iter([Task::Number(term, to)]),
            Op::Eq => match self.natives.comparable(pool, args[0], args[1]) {
                Some(kind) => args.iter().map(|arg| Task::Number(*arg, kind)).collect(),
                None => args.iter().map(|arg| Task::Bits(*arg)).collect(),
            },
            _ => float::operand_needs(op, args),
        }
    }

    /// Builds one term whose dependencies are translated.
    fn make(
        &mut self,
        engine: &mut Engine,
        pool: &Pool,
        term: TermId,
        needs: &[Task],
    ) -> Result<Handle, Obstacle> {
        let arguments = self.all_known(needs)?;
        let argument_width = || pool.args(term).first().map_or(0, |arg| pool.width(*arg));

        let (kind, indices) = match *pool.op(term) {
            Op::Bool(value) => return Ok(engine.bool_value(value)?),
            Op::Symbol(_) => return self.symbol(engine, pool, term),
            Op::BvConst(_) => return self.constant(engine, pool, term),
            Op::Float(_, kind, _) | Op::FloatFromInt { kind, .. } => {
                return self.make_result_bits(engine, kind, term);
            }
            Op::FloatConvert { to, .. } => return self.make_result_bits(engine, to, term),
            op @ (Op::FloatLt(_)
            | Op::FloatLe(_)
            | Op::FloatEq(_)
            | Op::FloatIsNan(_)
            | Op::FloatToInt { .. }) => return self.make_from_numbers(engine, op, &arguments),
            Op::ConstArray { .. } => {
                let sort = self.sort(engine, pool.sort(term))?;
                return match arguments.as_slice() {
                    [value] => Ok(engine.const_array(sort, *value)?),
                    _ => Err(Obstacle::Unsupported(
                        "a constant array without a value".to_string(),
                    )),
                };
            }
            Op::BvExtract { hi, lo } => (
                sys::BITWUZLA_KIND_BV_EXTRACT,
                vec![u64::from(hi), u64::from(lo)],
            ),
            Op::BvZext { to } => (
                sys::BITWUZLA_KIND_BV_ZERO_EXTEND,
                vec![u64::from(to - argument_width())],
            ),
            Op::BvSext { to } => (
                sys::BITWUZLA_KIND_BV_SIGN_EXTEND,
                vec![u64::from(to - argument_width())],
            ),
            op => (plain_kind(op)?, Vec::new()),
        };
        Ok(engine.apply(kind, &arguments, &indices)?)
    }

    fn symbol(
        &mut self,
        engine: &mut Engine,
        pool: &Pool,
        term: TermId,
    ) -> Result<Handle, Obstacle> {
        let sort = self.sort(engine, pool.sort(term))?;
        // Names only matter to readers of Bitwuzla's own output; a zero byte cannot pass to C.
        let name = pool
            .symbol_name(term)
            .unwrap_or_default()
            .replace('\0', "?");
        Ok(engine.symbol(sort, &name)?)
    }

    fn constant(
        &mut self,
        engine: &mut Engine,
        pool: &Pool,
        term: TermId,
    ) -> Result<Handle, Obstacle> {
        let value = pool.as_bv(term).ok_or_else(|| {
            Obstacle::Unsupported("a constant that is not a bit-vector".to_string())
        })?;
        self.bits(engine, value)
    }

    fn bits(&mut self, engine: &mut Engine, value: &Bv) -> Result<Handle, Obstacle> {
        let sort = self.sort(engine, Sort::Bv(value.width()))?;
        match value.to_u64() {
            Some(small) => Ok(engine.bv_value_u64(sort, small)?),
            None => Ok(engine.bv_value(sort, &binary_digits(value))?),
        }
    }

    /// There are few sorts, so a list suffices.
    fn sort(&mut self, engine: &mut Engine, sort: Sort) -> Result<SortHandle, Obstacle> {
        if let Some((_, handle)) = self.sorts.iter().find(|(known, _)| *known == sort) {
            return Ok(*handle);
        }
        let handle = match sort {
            Sort::Bool => engine.bool_sort()?,
            Sort::Bv(width) => engine.bv_sort(width)?,
            Sort::Array { index, element } => {
                let index = self.sort(engine, Sort::Bv(index))?;
                let element = self.sort(engine, Sort::Bv(element))?;
                engine.array_sort(index, element)?
            }
            Sort::Float { .. } | Sort::RoundingMode | Sort::Int | Sort::Real => {
                return Err(Obstacle::Unsupported(format!("the sort {sort}")));
            }
        };
        self.sorts.push((sort, handle));
        Ok(handle)
    }
}

fn binary_digits(value: &Bv) -> String {
    (0..value.width())
        .rev()
        .map(|bit| if value.bit(bit) { '1' } else { '0' })
        .collect()
}

/// Bitwuzla's name for an operator without parameters.
fn plain_kind(op: Op) -> Result<Kind, Obstacle> {
    let kind = match op {
        Op::Bool(_)
        | Op::Symbol(_)
        | Op::BvConst(_)
        | Op::ConstArray { .. }
        | Op::BvExtract { .. }
        | Op::BvZext { .. }
        | Op::BvSext { .. }
        | Op::Float(..)
        | Op::FloatLt(_)
        | Op::FloatLe(_)
        | Op::FloatEq(_)
        | Op::FloatIsNan(_)
        | Op::FloatConvert { .. }
        | Op::FloatFromInt { .. }
        | Op::FloatToInt { .. } => {
            return Err(Obstacle::Unsupported(format!("{op:?} as an operator")));
        }
        Op::Not => sys::BITWUZLA_KIND_NOT,
        Op::And => sys::BITWUZLA_KIND_AND,
        Op::Or => sys::BITWUZLA_KIND_OR,
        Op::Xor => sys::BITWUZLA_KIND_XOR,
        Op::Eq => sys::BITWUZLA_KIND_EQUAL,
        Op::Ite => sys::BITWUZLA_KIND_ITE,
        Op::BvAdd => sys::BITWUZLA_KIND_BV_ADD,
        Op::BvSub => sys::BITWUZLA_KIND_BV_SUB,
        Op::BvMul => sys::BITWUZLA_KIND_BV_MUL,
        Op::BvUdiv => sys::BITWUZLA_KIND_BV_UDIV,
        Op::BvUrem => sys::BITWUZLA_KIND_BV_UREM,
        Op::BvSdiv => sys::BITWUZLA_KIND_BV_SDIV,
        Op::BvSrem => sys::BITWUZLA_KIND_BV_SREM,
        Op::BvNeg => sys::BITWUZLA_KIND_BV_NEG,
        Op::BvNot => sys::BITWUZLA_KIND_BV_NOT,
        Op::BvAnd => sys::BITWUZLA_KIND_BV_AND,
        Op::BvOr => sys::BITWUZLA_KIND_BV_OR,
        Op::BvXor => sys::BITWUZLA_KIND_BV_XOR,
        Op::BvShl => sys::BITWUZLA_KIND_BV_SHL,
        Op::BvLshr => sys::BITWUZLA_KIND_BV_SHR,
        Op::BvAshr => sys::BITWUZLA_KIND_BV_ASHR,
        Op::BvConcat => sys::BITWUZLA_KIND_BV_CONCAT,
        Op::BvUlt => sys::BITWUZLA_KIND_BV_ULT,
        Op::BvUle => sys::BITWUZLA_KIND_BV_ULE,
        Op::BvSlt => sys::BITWUZLA_KIND_BV_SLT,
        Op::BvSle => sys::BITWUZLA_KIND_BV_SLE,
        Op::BvUaddo => sys::BITWUZLA_KIND_BV_UADD_OVERFLOW,
        Op::BvUsubo => sys::BITWUZLA_KIND_BV_USUB_OVERFLOW,
        Op::BvUmulo => sys::BITWUZLA_KIND_BV_UMUL_OVERFLOW,
        Op::BvSaddo => sys::BITWUZLA_KIND_BV_SADD_OVERFLOW,
        Op::BvSsubo => sys::BITWUZLA_KIND_BV_SSUB_OVERFLOW,
        Op::BvSmulo => sys::BITWUZLA_KIND_BV_SMUL_OVERFLOW,
        Op::Select => sys::BITWUZLA_KIND_ARRAY_SELECT,
        Op::Store => sys::BITWUZLA_KIND_ARRAY_STORE,
    };
    Ok(kind)
}
