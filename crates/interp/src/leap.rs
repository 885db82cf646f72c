//! Leaping: iterations that only add constants are executed at once ([`cassay_leap`]).

use crate::machine::Machine;
use crate::observe::Event;
use crate::outcome::Run;
use crate::value::{Base, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::BlockId;
use cassay_leap::{Cell, leap};
use std::collections::BTreeMap;

/// The number of jumps back to a block after which it is checked for iterations to leap over.
const FIRST_LEAP: u64 = 64;

/// How often the blocks of an activation were jumped back to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Returns {
    /// Jumps to each block, and the count at which to check for a leap.
    blocks: BTreeMap<BlockId, (u64, u64)>,
}

impl Machine<'_, '_> {
    /// Counts a jump back to a block, which may be the head of a loop, and leaps if possible.
    pub(crate) fn comes_back(&mut self, head: BlockId) -> Run<()> {
        // A leap makes no stores that could be delayed.
        if !self.limits.leaps || self.model.is_weak() {
            return Ok(());
        }
        let returns = &mut self.stack.frame.returns.blocks;
        let (count, next) = returns.entry(head).or_insert((0, FIRST_LEAP));
        *count += 1;
        if count < next {
            return Ok(());
        }
        // Check ever more rarely while there is nothing to leap over.
        *next *= 2;
        let (count, program, body) = (*count, self.program, self.stack.frame.body);
        let mut known = |cell| self.known_cell(cell);
        let Some(leap) = leap(program, body, head, &mut known) else {
            return Ok(());
        };
        self.stack
            .frame
            .returns
            .blocks
            .insert(head, (count, count + 3));
        self.memory.skip(self.stack.thread, leap.objects);
        for (cell, value) in leap.values {
            match cell {
                Cell::Temp(temp) => self.set_temp(temp, Value::Int(value))?,
                Cell::Memory {
                    variable, offset, ..
                } => {
                    let pointer = self.variable(variable)?;
                    let pointer = pointer.moved(offset as i64, self.pointer_bits);
                    let len = u64::from(value.width() / 8);
                    let (object, offset) = self.accessible(pointer, len, true)?;
                    let bytes = (object, offset, len);
                    self.leap_over(bytes, &value);
                }
            }
        }
        Ok(())
    }

    /// Writes the value of an integer in memory after a leap.
    fn leap_over(&mut self, (object, offset, len): (u64, u64, u64), value: &Bv) {
        self.tell(Event::Read {
            object,
            offset,
            len,
        });
        self.tell(Event::Write {
            object,
            offset,
            len,
        });
        self.put_bits(object, offset, value);
        self.tell(Event::Written {
            object,
            offset,
            len,
        });
    }

    /// The value of a cell, if it is a fully initialised integer.
    fn known_cell(&self, cell: Cell) -> Option<Bv> {
        match cell {
            Cell::Temp(temp) => {
                if self.stack.frame.marks.contains_key(&temp.index()) {
                    return None;
                }
                match self.stack.frame.temps.get(temp.index())?.as_ref()? {
                    Value::Int(bits) => Some(bits.clone()),
                    Value::Float(_, _)
                    | Value::Pointer(_)
                    | Value::Address(_)
                    | Value::Aggregate(_) => None,
                }
            }
            Cell::Memory {
                variable,
                offset,
                width,
            } => {
                let pointer = self.variable(variable).ok()?;
                let Base::Object(number) = pointer.base else {
                    return None;
                };
                let object = self.memory.object(number)?;
                let len = u64::from(width / 8);
                if !object.alive || offset.checked_add(len)? > object.size {
                    return None;
                }
                if let Some(marks) = &self.marks
                    && (offset..offset + len).any(|at| marks.get(number, at) != u8::MAX)
                {
                    return None;
                }
                let word = self
                    .memory
                    .word(number, offset, usize::try_from(len).ok()?)?;
                Some(Bv::from_u64(width, word))
            }
        }
    }
}
