//! Iterations that only add constants are taken at once ([`cassay_leap`]).

use crate::machine::Machine;
use crate::observe::Event;
use crate::outcome::Run;
use crate::value::{Base, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::BlockId;
use cassay_leap::{Cell, leap};
use std::collections::BTreeMap;

/// How often execution comes back to a block before one looks for iterations to leap over.
const FIRST_LEAP: u64 = 64;

/// How often the blocks of an activation were jumped back to.
#[derive(Debug, Default)]
pub(crate) struct Returns {
    /// Jumps to each block, and the number of the one at which to look for a leap.
    blocks: BTreeMap<BlockId, (u64, u64)>,
}

impl Machine<'_, '_> {
    /// Execution jumps back to a block, which may be the head of a loop.
    pub(crate) fn comes_back(&mut self, head: BlockId) -> Run<()> {
        if !self.limits.leaps {
            return Ok(());
        }
        let returns = &mut self.stack.frame.returns.blocks;
        let (count, next) = returns.entry(head).or_insert((0, FIRST_LEAP));
        *count += 1;
        if count < next {
            return Ok(());
        }
        // Where there is nothing to leap over one looks ever more rarely.
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
        self.memory.skip(leap.objects);
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

    /// Writes what an integer in memory is behind a leap.
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

    /// What a cell holds, if that is an integer in which every bit has a value.
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
