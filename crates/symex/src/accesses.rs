//! Accesses of the program to memory: the only module through which statements read and write.
//!
//! An access is first required to be valid, then recorded if [`crate::Bounds::accesses`] asks for
//! it, and then carried out on values and marks. Starts and ends of object lifetimes are recorded
//! here too ([`crate::lifetime`] performs them). Reads and writes that symbolic execution makes for
//! its own purposes (merging states, evaluating claims) are not accesses.
//!
//! Invariant: every statement of the program that touches memory comes through here, in program
//! order along every path.

use crate::equation::Observation;
use crate::eval::Eval;
use crate::marks::Shape;
use crate::memory::Bytes;
use crate::object::ObjectId;
use crate::space::Space;
use crate::space::Stuck;
use crate::state::State;
use crate::threads::Part;
use crate::value::{Pointer, Value};
use cassay_base::Span;
use cassay_ir::{FuncId, GlobalId, InputSource, Type, TypeId};
use cassay_term::TermId;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Bytes are read.
    Read,
    /// Bytes are written.
    Write,
    /// The lifetime of an object begins.
    Begin,
    /// The lifetime of an object ends.
    End,
}

/// How much of the object is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A constant number of bytes.
    Bytes(u64),
    /// A number of bytes that is a term.
    Term(TermId),
    /// The whole object.
    Object,
}

/// An access that the program makes on a path.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// What it does.
    pub kind: AccessKind,
    /// The number of the object.
    pub object: TermId,
    /// The offset in the object at which the access starts.
    pub offset: TermId,
    /// How much is touched.
    pub size: Size,
    /// The path condition.
    pub guard: TermId,
    /// The function that makes it.
    pub function: FuncId,
    /// The source location.
    pub span: Span,
}

/// A value to be written, with its marks if some of its bits are uninitialised.
pub(crate) struct Written<'a> {
    /// Its type; without one it is an integer.
    pub ty: Option<TypeId>,
    pub value: &'a Value,
    pub marks: Option<&'a Value>,
}

impl Space<'_> {
    fn record(&mut self, state: &State, kind: AccessKind, pointer: Pointer, size: Size) {
        if self.bounds.accesses {
            self.out.accesses.push(Access {
                kind,
                object: pointer.object,
                offset: pointer.offset,
                size,
                guard: self.path.guards.term(state.guard),
                function: self.here.at.function,
                span: self.here.at.span,
            });
        }
    }

    /// Records that the lifetime of an object begins or ends.
    pub(crate) fn record_life(&mut self, state: &State, kind: AccessKind, object: ObjectId) {
        if self.bounds.accesses {
            let pointer = self.pointer_to(object, 0);
            self.record(state, kind, pointer, Size::Object);
        }
    }
}

impl Eval<'_> {
    /// Reads a value of a type and, if the bits are only `moved`, their marks. `None` when no
    /// execution has a valid access.
    pub(crate) fn read_value(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        ty: TypeId,
        moved: bool,
    ) -> Result<Option<(Value, Option<Value>)>, Stuck> {
        let size = self.space().program.types.store_size(ty);
        self.memory.look_at(state, pointer);
        if !self
            .memory
            .space
            .require_access(state, pointer, size, false, self.memory.space.here.at)
        {
            return Ok(None);
        }
        self.space()
            .record(state, AccessKind::Read, pointer, Size::Bytes(size));
        if state.concurrent && !self.memory.space.here.unused {
            let parts = self.memory.scalar_parts(ty);
            self.memory.before_read(state, pointer, &parts)?;
        }
        let mut value = self.memory.load_or_ask(state, pointer, ty)?;
        if matches!(self.space().program.types.get(ty), Type::Int(_)) {
            value = self.observed(state, value);
        }
        let marks = match moved {
            true => self.memory.loaded_marks(state, pointer, ty)?,
            false => None,
        };
        Ok(Some((value, marks)))
    }

    /// Writes a value; false when no execution has a valid access.
    pub(crate) fn write_value(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        written: Written<'_>,
    ) -> Result<bool, Stuck> {
        let Written { ty, value, marks } = written;
        let size = match (ty, value) {
            (Some(ty), _) => self.space().program.types.store_size(ty),
            (None, Value::Bits(bits)) => {
                u64::from(self.space().terms().bit_width(*bits).div_ceil(8))
            }
            (None, Value::Ptr(_) | Value::Aggregate(_)) => {
                return Err(Stuck::new("store of a value without a type"));
            }
        };
        self.memory.look_at(state, pointer);
        if !self
            .memory
            .space
            .require_access(state, pointer, size, true, self.memory.space.here.at)
        {
            return Ok(false);
        }
        self.space()
            .record(state, AccessKind::Write, pointer, Size::Bytes(size));
        match (ty, value) {
            (None, Value::Bits(bits)) => self.memory.store_int(&mut state.memory, pointer, *bits),
            (Some(ty), _) => self.memory.store(&mut state.memory, pointer, ty, value)?,
            (None, Value::Ptr(_) | Value::Aggregate(_)) => {}
        }
        let shape = ty.map_or(Shape::Bytes(size), Shape::Typed);
        self.memory.mark_stored(state, pointer, shape, marks)?;
        if state.concurrent {
            let parts = match ty {
                Some(ty) => self.memory.scalar_parts(ty),
                None => vec![Part::bytes(size)],
            };
            self.memory.after_write(state, pointer, &parts)?;
        }
        Ok(true)
    }

    /// Records a value that is not written.
    pub(crate) fn observe(
        &mut self,
        state: &State,
        variable: GlobalId,
        value: &Value,
    ) -> Result<(), Stuck> {
        let Value::Bits(value) = *value else {
            return Err(Stuck::new("a pointer that is observed"));
        };
        let space = self.space();
        let guard = space.path.guards.term(state.guard);
        space.out.observations.push(Observation {
            variable,
            value,
            guard,
        });
        Ok(())
    }

    /// Writes a fully initialised integer to a variable whose marks are not tracked.
    pub(crate) fn write_cell(&mut self, state: &mut State, pointer: Pointer, value: TermId) {
        let size = u64::from(self.space().terms().bit_width(value).div_ceil(8));
        self.space()
            .record(state, AccessKind::Write, pointer, Size::Bytes(size));
        self.memory.store_int(&mut state.memory, pointer, value);
    }

    /// Copies bytes; false when no execution has valid accesses.
    pub(crate) fn copy_range(
        &mut self,
        state: &mut State,
        dst: Pointer,
        src: Pointer,
        len: TermId,
    ) -> Result<bool, Stuck> {
        let at = self.space().here.at;
        self.memory.look_at(state, dst);
        self.memory.look_at(state, src);
        if !self.space().require_range(state, dst, len, true, at)
            || !self.space().require_range(state, src, len, false, at)
        {
            return Ok(false);
        }
        self.space()
            .record(state, AccessKind::Read, src, Size::Term(len));
        self.space()
            .record(state, AccessKind::Write, dst, Size::Term(len));
        let read = self.memory.range_parts(state, src, len)?;
        self.memory.before_read(state, src, &read)?;
        self.memory.copy_bytes(&mut state.memory, dst, src, len)?;
        self.memory.mark_copied(state, dst, src, len)?;
        let written = self.memory.range_parts(state, dst, len)?;
        self.memory.after_write(state, dst, &written)?;
        Ok(true)
    }

    /// Sets bytes to one value; false when no execution has a valid access.
    pub(crate) fn fill_range(
        &mut self,
        state: &mut State,
        dst: Pointer,
        byte: TermId,
        len: TermId,
    ) -> Result<bool, Stuck> {
        self.memory.look_at(state, dst);
        if !self
            .memory
            .space
            .require_range(state, dst, len, true, self.memory.space.here.at)
        {
            return Ok(false);
        }
        self.space()
            .record(state, AccessKind::Write, dst, Size::Term(len));
        self.memory.set_bytes(&mut state.memory, dst, byte, len);
        self.memory.mark_bytes(state, dst, Some(len));
        let written = self.memory.range_parts(state, dst, len)?;
        self.memory.after_write(state, dst, &written)?;
        Ok(true)
    }

    /// Restricts the path to executions in which the bytes to be havocked may be written. Without a
    /// length, these are all bytes of the object, if the pointer leads to one.
    pub(crate) fn require_outside_write(
        &mut self,
        state: &mut State,
        dst: Pointer,
        len: Option<TermId>,
    ) -> bool {
        self.memory.look_at(state, dst);
        match len {
            Some(len) => {
                self.memory
                    .space
                    .require_range(state, dst, len, true, self.memory.space.here.at)
            }
            None => true,
        }
    }

    /// Gives bytes arbitrary contents. The validity of the access was required before.
    pub(crate) fn havoc_range(
        &mut self,
        state: &mut State,
        dst: Pointer,
        len: Option<TermId>,
        source: &InputSource,
        among: Option<Bytes>,
    ) -> Result<(), Stuck> {
        let size = len.map_or(Size::Object, Size::Term);
        self.space().record(state, AccessKind::Write, dst, size);
        self.memory.havoc_bytes(state, dst, len, source, among);
        self.memory.mark_bytes(state, dst, len);
        if state.concurrent {
            let size = self.memory.space.object_size(dst);
            let (start, len) = match len {
                Some(len) => (dst, len),
                None => (self.memory.space.whole(dst), size),
            };
            let written = self.memory.range_parts(state, start, len)?;
            self.memory.after_write(state, start, &written)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::execute;
    use crate::object::ObjectKind;
    use crate::unwind::Bounds;
    use cassay_base::Stop;

    /// Every kind of statement that touches memory, once.
    const ALL: &str = "
fn main() -> i32 {
  var x: i32
  var y: i32
bb0:
  declare x
  declare y
  store i32 7 -> x
  %0: i32 = load x
  memset &y, 0, 4
  memcpy &x, &y, 4
  %1: ptr = alloc heap 8 align 8
  memhavoc %1, 8 \"outside\"
  free %1
  dead y
  return %0
}
";

    #[test]
    fn every_access_is_recorded_in_program_order() {
        let program = cassay_ir::text::parse(ALL).expect("a program");
        let entry = program.find_function("main").expect("a function main");
        let mut pool = cassay_simplify::pool();
        let bounds = Bounds {
            accesses: true,
            ..Bounds::default()
        };
        let stop = Stop::new();
        let equation = execute(&program, entry, &mut pool, &bounds, &stop);
        let equation = equation.expect("nobody stops it");
        let kind = |access: &Access| {
            let number = pool.as_u64(access.object).expect("one object") as u32;
            let mut objects = equation.objects.iter();
            let found = objects.find(|(id, _)| equation.objects.number(*id) == number);
            match found.expect("an object").1.kind {
                ObjectKind::Local(_, local) => {
                    program.functions[entry].locals[local].name.to_string()
                }
                other => format!("{other:?}"),
            }
        };
        let recorded: Vec<String> = equation
            .accesses
            .iter()
            .map(|access| {
                let size = match access.size {
                    Size::Bytes(bytes) => bytes.to_string(),
                    Size::Term(term) => pool.as_u64(term).expect("a constant").to_string(),
                    Size::Object => "all".to_owned(),
                };
                format!("{:?} {} {size}", access.kind, kind(access))
            })
            .collect();
        let expected = [
            "Begin x all",
            "Begin y all",
            "Write x 4",
            "Read x 4",
            "Write y 4",
            "Read y 4",
            "Write x 4",
            "Begin Heap all",
            "Write Heap 8",
            "End Heap all",
            "End y all",
            "End x all",
        ];
        assert_eq!(recorded, expected);
    }
}
