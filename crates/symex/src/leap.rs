//! Leaping: iterations that constants decide and that only add constants are executed at once
//! ([`cassay_leap`]).

use crate::equation::{Input, InputKind};
use crate::eval::Eval;
use crate::here::At;
use crate::marks::MARKS;
use crate::object::{Initial, ObjectId};
use crate::state::State;
use crate::value::Value;
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::Variable;
use cassay_leap::{Cell, leap};
use cassay_term::TermId;

impl Eval<'_> {
    /// Leaps over iterations of the loop whose head is reached; whether there were any.
    pub(crate) fn leap(&mut self, state: &mut State, at: At) -> bool {
        let program = self.space().program;
        let function = &program.functions[at.function];
        let mut known = |cell| self.constant_cell(state, cell);
        let Some(leap) = leap(program, function, at.block, &mut known) else {
            return false;
        };
        self.space().count_step(at.span);
        if leap.objects > 0 {
            self.memory.space.out.inputs.push(Input {
                guard: self.memory.space.path.guards.term(state.guard),
                kind: InputKind::Skipped(leap.objects),
                behind: None,
            });
        }
        for (cell, value) in leap.values {
            let value = match value.width() {
                1 => self.space().pool.bool_const(value.is_one()),
                _ => self.space().pool.bv(value),
            };
            self.put_cell(state, cell, value);
        }
        true
    }

    /// Sets a cell that [`Self::cell_term`] knows to a value.
    pub(crate) fn put_cell(&mut self, state: &mut State, cell: Cell, value: TermId) {
        match cell {
            Cell::Temp(temp) => self.memory.set_temp(state, temp, Value::Bits(value), None),
            Cell::Memory {
                variable, offset, ..
            } => {
                if let Some(object) = self.variable_object(state, variable) {
                    let pointer = self.space().pointer_to(object, 0);
                    let pointer = self.space().terms().advance(pointer, offset);
                    self.write_cell(state, pointer, value);
                }
            }
        }
    }

    /// The value of a cell, if it is a constant.
    fn constant_cell(&mut self, state: &State, cell: Cell) -> Option<Bv> {
        let term = self.cell_term(state, cell)?;
        match self.space().pool.as_bool(term) {
            Some(truth) => Some(Bv::from_bool(truth)),
            None => self.space().pool.as_bv(term).cloned(),
        }
    }

    /// The integer in a cell, if it is fully initialised.
    pub(crate) fn cell_term(&mut self, state: &State, cell: Cell) -> Option<TermId> {
        match cell {
            Cell::Temp(temp) => {
                if state.temps.get(MARKS | temp.index() as u64).is_some() {
                    return None;
                }
                match state.temp(temp)? {
                    Value::Bits(bits) => Some(*bits),
                    Value::Ptr(_) | Value::Aggregate(_) => None,
                }
            }
            Cell::Memory {
                variable,
                offset,
                width,
            } => {
                let object = self.variable_object(state, variable)?;
                if state.marks.get(object).is_some() {
                    return None;
                }
                self.written_int(state, object, offset, u64::from(width / 8))
            }
        }
    }

    /// The object of a variable, if it is the same in all executions.
    fn variable_object(&mut self, state: &State, variable: Variable) -> Option<ObjectId> {
        match variable {
            Variable::Global(id) => Some(self.space().store.objects.global(id)),
            Variable::Local(id) => {
                let term = state.locals.get(u64::from(id.0)).copied()?;
                let number = self.space().pool.as_bv(term)?.to_u64()?;
                let object = ObjectId(u32::try_from(number).ok()?);
                let alive = state.alive.get(u64::from(object.0)).copied()?;
                (self.space().pool.as_bool(alive) == Some(true)).then_some(object)
            }
        }
    }

    /// The integer that was written at an offset of an object, or that is part of its first
    /// contents.
    fn written_int(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Option<TermId> {
        let of = self.space().store.objects.get(object);
        let inside = offset.checked_add(size)? <= of.const_size?;
        let known_first = matches!(of.initial, Initial::Data(_));
        let content = self.memory.content(&state.memory, object);
        let written = content.leaves.get(offset);
        if !inside || !known_first && written.is_none_or(|leaf| leaf.size != size) {
            return None;
        }
        match self.memory.read(&content, offset, size) {
            Value::Bits(bits) => Some(bits),
            Value::Ptr(_) | Value::Aggregate(_) => None,
        }
    }
}
