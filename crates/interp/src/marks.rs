//! Marks: which bits are initialised.
//!
//! Each byte of memory has a byte of marks, in which a bit is set if the corresponding bit of
//! memory is initialised. A temporary has marks too, as a value of the same shape, if uninitialised
//! bits were moved into it; a temporary without marks is fully initialised. Marks are tracked only
//! for programs that ask for them ([`Expr::Initialised`]).
//!
//! Invariant: symbolic execution propagates marks by the same rules. [`Machine::marks_of`] lists
//! the operators that move bits; the result of any other operator counts as initialised.

use crate::machine::Machine;
use crate::observe::Event;
use crate::outcome::Run;
use crate::value::{Base, Pointer, Value};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::ops::{BitFlow, CastClass};
use cassay_ir::{AllocKind, BinaryOp, CastKind, Expr, TempId, Type, TypeId};
use std::collections::BTreeMap;

const PAGE: u64 = 256;
const SET: u8 = 0xff;

/// The marks of all objects. Objects that are not listed are fully initialised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    objects: BTreeMap<u64, ObjectMarks>,
}

#[derive(Clone, Debug)]
struct ObjectMarks {
    /// The marks of pages that were not created yet.
    fresh: u8,
    pages: BTreeMap<u64, Box<[u8; PAGE as usize]>>,
}

impl Marks {
    pub(crate) fn get(&self, object: u64, offset: u64) -> u8 {
        let Some(marks) = self.objects.get(&object) else {
            return SET;
        };
        let page = marks.pages.get(&(offset / PAGE));
        page.map_or(marks.fresh, |page| page[(offset % PAGE) as usize])
    }

    /// The marks of an object: a default, and pages that differ from it.
    pub(crate) fn describe(&self, object: u64, mut visit: impl FnMut(u64, &[u8])) {
        if let Some(marks) = self.objects.get(&object) {
            visit(u64::MAX, &[marks.fresh]);
            for (index, page) in &marks.pages {
                visit(*index, &**page);
            }
        }
    }

    fn set(&mut self, object: u64, offset: u64, mark: u8) {
        // A fully initialised object needs no marks.
        if mark == SET && !self.objects.contains_key(&object) {
            return;
        }
        let marks = self.objects.entry(object).or_insert(ObjectMarks {
            fresh: SET,
            pages: BTreeMap::new(),
        });
        let fresh = marks.fresh;
        let page = marks.pages.entry(offset / PAGE);
        let page = page.or_insert_with(|| Box::new([fresh; PAGE as usize]));
        page[(offset % PAGE) as usize] = mark;
    }

    fn set_all(&mut self, object: u64, mark: u8) {
        self.objects.remove(&object);
        if mark != SET {
            let marks = ObjectMarks {
                fresh: mark,
                pages: BTreeMap::new(),
            };
            self.objects.insert(object, marks);
        }
    }
}

impl<'p> Machine<'p, '_> {
    /// Sets the marks of a local variable or a new object.
    pub(crate) fn mark_new(&mut self, object: u64, kind: Option<AllocKind>) {
        let mark = match kind {
            None
            | Some(
                AllocKind::Heap
                | AllocKind::New
                | AllocKind::NewArray
                | AllocKind::NewAligned
                | AllocKind::NewArrayAligned
                | AllocKind::Stack,
            ) => 0,
            Some(AllocKind::ZeroedHeap | AllocKind::Static) => SET,
        };
        if let Some(marks) = &mut self.marks {
            marks.set_all(object, mark);
        }
    }

    /// Removes the marks of a dead object, which cannot be read any more.
    pub(crate) fn mark_dead(&mut self, object: u64) {
        if let Some(marks) = &mut self.marks {
            marks.set_all(object, SET);
        }
    }

    /// Marks bytes as initialised.
    pub(crate) fn mark_bytes(&mut self, object: u64, offset: u64, len: u64) {
        let whole = self.memory.object(object).is_some_and(|o| o.size == len);
        let Some(marks) = &mut self.marks else {
            return;
        };
        if whole {
            marks.set_all(object, SET);
            return;
        }
        for at in 0..len {
            marks.set(object, offset + at, SET);
        }
    }

    /// Copies the marks of copied bytes, as if through a buffer.
    pub(crate) fn mark_copied(&mut self, to: (u64, u64), from: (u64, u64), len: u64) {
        let Some(marks) = &mut self.marks else {
            return;
        };
        let copied: Vec<u8> = (0..len).map(|at| marks.get(from.0, from.1 + at)).collect();
        for (at, mark) in (0..len).zip(copied) {
            marks.set(to.0, to.1 + at, mark);
        }
    }

    /// Updates the marks of a stored value; no marks mean that it is fully initialised.
    pub(crate) fn mark_stored(
        &mut self,
        place: (u64, u64),
        value: &Value,
        ty: Option<TypeId>,
        marks: Option<&Value>,
    ) {
        if self.marks.is_none() {
            return;
        }
        let (object, offset) = place;
        match (value, ty) {
            (Value::Int(bits) | Value::Float(_, bits), _) => {
                self.mark_bits(place, bits.width(), marks);
            }
            (Value::Pointer(_) | Value::Address(_), _) => {
                self.mark_bits(place, self.pointer_bits, marks);
            }
            (Value::Aggregate(items), Some(ty)) => {
                if let Some(width) = self.packed_bits(ty) {
                    let packed = marks.map(|marks| Value::Int(packed(marks)));
                    self.mark_bits(place, width, packed.as_ref());
                    return;
                }
                let components = self.program.types.components(ty);
                for (index, (item, (at, component))) in items.iter().zip(components).enumerate() {
                    let marks = marks.and_then(|marks| component_of(marks, index));
                    self.mark_stored((object, offset + at), item, Some(component), marks);
                }
            }
            // The store itself has failed.
            (Value::Aggregate(_), None) => {}
        }
    }

    fn mark_bits(&mut self, (object, offset): (u64, u64), width: u32, marks: Option<&Value>) {
        let bytes = width.div_ceil(8);
        let bits = match marks {
            Some(Value::Int(bits)) => extended(bits, 8 * bytes),
            Some(_) | None => Bv::ones((8 * bytes).max(8)),
        };
        let Some(marks) = &mut self.marks else {
            return;
        };
        for at in 0..u64::from(bytes) {
            marks.set(object, offset + at, byte_of(&bits, at));
        }
    }

    /// The marks found by a load that only moves bits; `None` when all bits are initialised.
    pub(crate) fn loaded_marks(&self, object: u64, offset: u64, ty: TypeId) -> Option<Value> {
        let memory = self.marks.as_ref()?;
        let marks = self.read_marks(memory, object, offset, ty)?;
        (!is_full(&marks)).then_some(marks)
    }

    fn read_marks(&self, marks: &Marks, object: u64, offset: u64, ty: TypeId) -> Option<Value> {
        let types = &self.program.types;
        let bits = |width: u32| {
            let mut limbs = vec![0u64; width.div_ceil(64).max(1) as usize];
            for at in 0..width.div_ceil(8) as usize {
                let mark = marks.get(object, offset + at as u64);
                limbs[at / 8] |= u64::from(mark) << (at % 8 * 8);
            }
            Bv::from_limbs(width.max(1), &limbs)
        };
        match types.get(ty) {
            Type::Void => None,
            Type::Int(width) => Some(Value::Int(bits(*width))),
            Type::Float(kind) => Some(Value::Int(bits(kind.bits()))),
            Type::Ptr => Some(Value::Int(bits(self.pointer_bits))),
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                if let Some(width) = self.packed_bits(ty) {
                    return Some(unpacked(&bits(width), types.components(ty).len()));
                }
                let components = types.components(ty).into_iter();
                let items = components
                    .map(|(at, component)| self.read_marks(marks, object, offset + at, component));
                items.collect::<Option<Vec<Value>>>().map(Value::Aggregate)
            }
        }
    }

    /// Sets the marks of a temporary that was just assigned.
    pub(crate) fn mark_temp(&mut self, temp: TempId, marks: Option<Value>) {
        if let Some(marks) = marks {
            self.stack.frame.marks.insert(temp.index(), marks);
        }
    }

    /// The marks of an expression; `None` when every bit is initialised.
    pub(crate) fn marks_of(&mut self, expr: &'p Expr) -> Run<Option<Value>> {
        if self.stack.frame.marks.is_empty() || expr.has_input() {
            return Ok(None);
        }
        let marks = match expr {
            Expr::Temp(temp) => self.stack.frame.marks.get(&temp.index()).cloned(),
            Expr::Binary(op, a, b) => self.marks_of_binary(*op, a, b)?,
            Expr::Cast(kind, a, ty) => self.marks_of_cast(*kind, a, *ty)?,
            Expr::Component(a, index) => self
                .marks_of(a)?
                .and_then(|marks| component_of(&marks, *index as usize).cloned()),
            Expr::WithComponent(a, index, item) => {
                let (whole, part) = (self.marks_of(a)?, self.marks_of(item)?);
                self.with_component(expr, whole, *index as usize, part)
            }
            Expr::Aggregate(ty, items) => {
                let mut marks = self.full(*ty);
                for (index, item) in items.iter().enumerate() {
                    if let (Some(part), Some(Value::Aggregate(slots))) =
                        (self.marks_of(item)?, &mut marks)
                        && let Some(slot) = slots.get_mut(index)
                    {
                        *slot = part;
                    }
                }
                marks
            }
            Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Unary(_, _)
            | Expr::Compare(_, _, _)
            | Expr::Overflow(_, _, _)
            | Expr::Select(_, _, _)
            | Expr::PtrAdd(_, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Extent(_, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => None,
        };
        Ok(marks.filter(|marks| !is_full(marks)))
    }

    /// A bit of `a & b` is initialised if both operands are, or if one of them is an initialised
    /// zero; likewise `|` with ones. Shifts move marks; the bits shifted in are initialised.
    fn marks_of_binary(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr) -> Run<Option<Value>> {
        let marks = (bits(self.marks_of(a)?), bits(self.marks_of(b)?));
        Ok(match op.bit_flow() {
            BitFlow::Decides => {
                if let (None, None) = marks {
                    return Ok(None);
                }
                let (x, y) = (self.eval_int(a)?, self.eval_int(b)?);
                let (of_x, of_y) = (
                    marks.0.unwrap_or_else(|| Bv::ones(x.width())),
                    marks.1.unwrap_or_else(|| Bv::ones(y.width())),
                );
                let zeros = op == BinaryOp::And;
                let deciding = |x: &Bv| if zeros { x.not() } else { x.clone() };
                let both = of_x.and(&of_y);
                let one = of_x.and(&deciding(&x)).or(&of_y.and(&deciding(&y)));
                Some(Value::Int(both.or(&one)))
            }
            BitFlow::Shifts => self.shifted_marks(marks, b, op)?,
            BitFlow::Mixes => None,
        })
    }

    fn shifted_marks(
        &mut self,
        marks: (Option<Bv>, Option<Bv>),
        by: &'p Expr,
        op: BinaryOp,
    ) -> Run<Option<Value>> {
        let (Some(marks), None) = marks else {
            return Ok(None);
        };
        let by = self.eval_int(by)?;
        Ok(Some(Value::Int(op.apply(&marks.not(), &by).not())))
    }

    fn marks_of_cast(&mut self, kind: CastKind, a: &'p Expr, ty: TypeId) -> Run<Option<Value>> {
        let Some(marks) = bits(self.marks_of(a)?) else {
            return Ok(None);
        };
        let types = &self.program.types;
        if !types.is_scalar(ty) {
            return Ok(None);
        }
        let width = u32::try_from(types.scalar_bits(ty)).unwrap_or(1).max(1);
        Ok(match kind.class() {
            CastClass::Resizes | CastClass::Reinterprets => {
                Some(Value::Int(extended(&marks, width)))
            }
            CastClass::Extends => Some(Value::Int(marks.sext(width.max(marks.width())))),
            CastClass::Computes => None,
        })
    }

    fn with_component(
        &self,
        expr: &Expr,
        whole: Option<Value>,
        index: usize,
        part: Option<Value>,
    ) -> Option<Value> {
        if whole.is_none() && part.is_none() {
            return None;
        }
        let ty = expr.ty(self.program, self.stack.frame.body)?;
        let full = self.full(ty)?;
        let part = part.or_else(|| component_of(&full, index).cloned());
        let mut marks = whole.unwrap_or(full);
        if let (Value::Aggregate(slots), Some(part)) = (&mut marks, part)
            && let Some(slot) = slots.get_mut(index)
        {
            *slot = part;
        }
        Some(marks)
    }

    /// Marks of a fully initialised value of a type.
    fn full(&self, ty: TypeId) -> Option<Value> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => None,
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                let width = u32::try_from(types.scalar_bits(ty)).ok()?;
                Some(Value::Int(Bv::ones(width.max(1))))
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let components = types.components(ty).into_iter();
                let items = components.map(|(_, component)| self.full(component));
                items.collect::<Option<Vec<Value>>>().map(Value::Aggregate)
            }
        }
    }

    /// Whether all bits selected by a mask are initialised, for [`Expr::Initialised`].
    pub(crate) fn initialised(&mut self, pointer: Pointer, mask: &Bv) -> bool {
        let pointer = self.lead(pointer);
        let Base::Object(object) = pointer.base else {
            return true;
        };
        let len = u64::from(mask.width().div_ceil(8));
        let inside = |offset: &u64| {
            let end = offset.checked_add(len);
            self.memory
                .object(object)
                .is_some_and(|object| object.alive && end.is_some_and(|end| end <= object.size))
        };
        let Some(offset) = u64::try_from(pointer.offset).ok().filter(inside) else {
            return true;
        };
        self.tell(Event::Inspect { object });
        self.tell(Event::Read {
            object,
            offset,
            len,
        });
        self.marks.as_ref().is_none_or(|marks| {
            (0..len).all(|at| byte_of(mask, at) & !marks.get(object, offset + at) == 0)
        })
    }
}

/// The marks of a scalar.
fn bits(marks: Option<Value>) -> Option<Bv> {
    match marks {
        Some(Value::Int(bits)) => Some(bits),
        Some(Value::Float(..) | Value::Pointer(_) | Value::Address(_) | Value::Aggregate(_))
        | None => None,
    }
}

fn component_of(marks: &Value, index: usize) -> Option<&Value> {
    match marks {
        Value::Aggregate(items) => items.get(index),
        Value::Int(_) | Value::Float(..) | Value::Pointer(_) | Value::Address(_) => None,
    }
}

fn is_full(marks: &Value) -> bool {
    match marks {
        Value::Int(bits) => bits.is_ones(),
        Value::Aggregate(items) => items.iter().all(is_full),
        Value::Float(..) | Value::Pointer(_) | Value::Address(_) => true,
    }
}

/// Marks truncated to a width, or extended with initialised bits.
fn extended(marks: &Bv, width: u32) -> Bv {
    if width <= marks.width() {
        marks.extract(width - 1, 0)
    } else {
        marks.not().zext(width).not()
    }
}

fn byte_of(bits: &Bv, index: u64) -> u8 {
    let limb = bits.limbs().get((index / 8) as usize);
    limb.map_or(0, |limb| (limb >> (8 * (index % 8))) as u8)
}

/// The concatenated marks of a vector's elements.
fn packed(marks: &Value) -> Bv {
    match marks {
        Value::Int(bits) => bits.clone(),
        Value::Aggregate(items) => {
            let parts = items.iter().map(packed);
            let whole = parts.reduce(|low, high| high.concat(&low));
            whole.unwrap_or_else(|| Bv::ones(8))
        }
        Value::Float(..) | Value::Pointer(_) | Value::Address(_) => Bv::ones(8),
    }
}

/// The marks of each element, from the concatenated ones.
fn unpacked(bits: &Bv, count: usize) -> Value {
    let count = u32::try_from(count).unwrap_or(1).max(1);
    let width = (bits.width() / count).max(1);
    let items = (0..count).map(|index| bits.extract((index + 1) * width - 1, index * width));
    Value::Aggregate(items.map(Value::Int).collect())
}
