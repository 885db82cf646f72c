//! From a model to the inputs of an execution, for replay.
//!
//! Symbolic execution and the interpreter number inputs and objects in the same way: in execution
//! order. So the recorded inputs whose guard holds in the model, in order, are exactly those that
//! the interpreter will ask for.

use cassay_bv::Bv;
use cassay_interp::{Inputs, ObjectInput, Step};
use cassay_symex::{Equation, InputKind, Object, ObjectId, ObjectKind, Obligation};
use cassay_term::{Evaluator, Model, Pool, Sort, TermId, Value};
use std::collections::BTreeMap;

/// Objects of a thread are numbered from its number times this power of two on.
const OBJECTS_OF_THREAD: u32 = 40;

/// The number of bytes that are written out of a constant array.
const MOST_BYTES: u64 = 1 << 20;

/// The inputs that a model determines. If the execution ends in the violation of an obligation,
/// objects that had no address at that obligation get none: no integer leads to them yet.
pub fn inputs_of(
    pool: &Pool,
    model: &Model,
    equation: &Equation,
    violated: Option<&Obligation>,
) -> Inputs {
    let mut evaluator = Evaluator::new(pool, model);
    let mut inputs = Inputs::default();
    let mut number = 0;
    let source = Source {
        model,
        equation,
        exposed: violated.map_or(usize::MAX, |violated| violated.exposed),
    };
    for (id, object) in equation.objects.iter() {
        if let ObjectKind::Function(function) = object.kind
            && let Some(address) = source.address(object)
        {
            inputs.functions.insert(function, address);
        }
        if matches!(object.kind, ObjectKind::Global(_)) {
            add_object(&mut inputs, number, id, &source, &mut evaluator);
            number += 1;
        }
    }
    let schedule = equation
        .interleaving
        .as_ref()
        .map(|interleaving| (interleaving, interleaving.schedule(pool, model, violated)));
    if let Some((interleaving, schedule)) = &schedule {
        inputs.schedule.points = Some(interleaving.sites().clone());
        let claim = violated.and_then(|violated| violated.claim());
        inputs.schedule.race = claim.filter(|_| schedule.race);
        inputs.schedule.stuck = schedule.stuck;
        // Before the first thread is created there is no choice.
        let alone = schedule.turns.iter().position(|turn| turn.creates);
        inputs.schedule.model = interleaving.model();
        let mut steps: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, turn) in schedule
            .turns
            .iter()
            .enumerate()
            .skip(alone.map_or(usize::MAX, |last| last + 1))
        {
            let commits = turn.commits.map(|made| steps.get(&made).copied());
            // A store that was made when there was only one thread was not delayed.
            if commits == Some(None) {
                continue;
            }
            if let Some((function, block, stmt)) = turn.site {
                steps.insert(number, inputs.schedule.steps.len());
                inputs.schedule.steps.push(Step {
                    thread: turn.thread,
                    function,
                    block,
                    stmt,
                    commits: commits.flatten(),
                });
            }
        }
    }
    // The next object of each thread.
    let mut numbers: BTreeMap<u32, u64> = BTreeMap::from([(0, number)]);
    for input in &equation.inputs {
        if !evaluator.bool_value(input.guard) {
            continue;
        }
        let thread = match (&schedule, input.behind) {
            (Some((interleaving, schedule)), Some(behind)) => interleaving.thread(schedule, behind),
            (None, _) | (_, None) => Some(0),
        };
        // Threads that are never created read nothing.
        let Some(thread) = thread else { continue };
        let first = u64::from(thread) << OBJECTS_OF_THREAD;
        let number = numbers.entry(thread).or_insert(first);
        match &input.kind {
            InputKind::Value { term, .. } => {
                let value = value_of(pool, &mut evaluator, *term);
                match thread {
                    0 => inputs.nondet.push(value),
                    thread => inputs.threads.entry(thread).or_default().push(value),
                }
            }
            InputKind::Object(id) => {
                add_object(&mut inputs, *number, *id, &source, &mut evaluator);
                *number += 1;
            }
            InputKind::Skipped(count) => *number += count,
        }
    }
    inputs
}

/// What inputs are read off.
struct Source<'a> {
    model: &'a Model,
    equation: &'a Equation,
    /// The number of objects that have an address.
    exposed: usize,
}

/// A step of an execution that was put together of steps from arbitrary states.
pub(crate) struct Part<'a> {
    pub equation: &'a Equation,
    pub model: Model,
    /// How many of the first inputs and objects make the state in which it starts.
    pub made: usize,
}

/// The inputs of an execution by its steps.
pub(crate) fn inputs_of_parts(pool: &Pool, parts: &[Part<'_>], globals: usize) -> Inputs {
    let mut inputs = Inputs::default();
    let mut number = globals as u64;
    for part in parts {
        let mut evaluator = Evaluator::new(pool, &part.model);
        let source = Source {
            model: &part.model,
            equation: part.equation,
            exposed: usize::MAX,
        };
        for input in part.equation.inputs.iter().skip(part.made) {
            if !evaluator.bool_value(input.guard) {
                continue;
            }
            match &input.kind {
                InputKind::Value { term, .. } => {
                    inputs.nondet.push(value_of(pool, &mut evaluator, *term));
                }
                InputKind::Object(id) => {
                    add_object(&mut inputs, number, *id, &source, &mut evaluator);
                    number += 1;
                }
                InputKind::Skipped(count) => number += count,
            }
        }
    }
    inputs
}

fn value_of(pool: &Pool, evaluator: &mut Evaluator<'_>, term: TermId) -> Bv {
    if let Sort::Bool = pool.sort(term) {
        Bv::from_bool(evaluator.bool_value(term))
    } else {
        evaluator.bv_value(term)
    }
}

impl Source<'_> {
    fn address(&self, object: &Object) -> Option<u64> {
        object.exposed.filter(|number| *number < self.exposed)?;
        match self.model.get(object.address?) {
            Some(Value::Bv(value)) => value.to_u64(),
            _ => None,
        }
    }
}

fn add_object(
    inputs: &mut Inputs,
    number: u64,
    id: ObjectId,
    source: &Source<'_>,
    evaluator: &mut Evaluator<'_>,
) {
    let model = source.model;
    let object = source.equation.objects.get(id);
    let mut bytes = BTreeMap::new();
    if let Some(array) = &object.unknown_array
        && let Some(Value::Array { default, entries }) = model.get(array.symbol)
    {
        // Memory holds only the address of an indeterminate pointer.
        let memory = |value: &Bv| match array.pointers {
            true => value.extract(8 * array.cell as u32 - 1, 0),
            false => value.clone(),
        };
        let default = &memory(default);
        if !default.is_zero() {
            let size = evaluator.bv_value(object.size).to_u64();
            let size = size.unwrap_or(0).min(MOST_BYTES);
            for offset in (0..size).step_by(array.cell.max(1) as usize) {
                put(&mut bytes, offset, default);
            }
        }
        for (index, value) in entries {
            if let Some(offset) = index.to_u64() {
                put(&mut bytes, offset, &memory(value));
            }
        }
    }
    for (offset, (_, symbol)) in &object.unknown {
        if let Some(Value::Bv(value)) = model.get(*symbol) {
            put(&mut bytes, *offset, value);
        }
    }
    let address = source.address(object);
    bytes.retain(|_, byte| *byte != 0);
    if address.is_some() || !bytes.is_empty() {
        inputs
            .objects
            .insert(number, ObjectInput { address, bytes });
    }
}

/// Puts the little-endian bytes of a value at an offset.
fn put(bytes: &mut BTreeMap<u64, u8>, offset: u64, value: &Bv) {
    let limbs = value.limbs();
    for index in 0..u64::from(value.width().div_ceil(8)) {
        let limb = limbs.get((index / 8) as usize).copied().unwrap_or(0);
        bytes.insert(
            offset.wrapping_add(index),
            (limb >> (8 * (index % 8))) as u8,
        );
    }
}
