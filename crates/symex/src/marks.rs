//! Which bits have been given a value.
//!
//! Beside what an object holds, a state keeps marks: contents of the same shape in which a bit is
//! set where the bit of the same place has a value. The rooms of [`crate::memory`] work on them as
//! on any contents ([`Layer`]). Marks are bits, never pointers, and what is absent has values everywhere. Temporaries into which bits
//! without a value were moved have marks as well, kept among them under keys of their own.
//!
//! All of this happens only when the program asks for it ([`Expr::Initialised`]).
//!
//! Invariant: the interpreter moves marks by the same rules; [`Machine::marks_of`] has the list of
//! operators that move bits, every other one is taken to give values.

use crate::exec::{Machine, Stuck};
use crate::memory::{Base, Content, Contents, Layer};
use crate::object::ObjectId;
use crate::state::State;
use crate::value::{Pointer, Value};
use cassay_base::PersistentMap;
use cassay_bv::Bv;
use cassay_ir::ops::{BitFlow, CastClass};
use cassay_ir::{BinaryOp, CastKind, Expr, MemoryPredicate, Program, TempId, Type, TypeId};
use cassay_term::{Pool, TermId};
use std::rc::Rc;

/// Added to the key of a temporary: where its marks are.
pub(crate) const MARKS: u64 = 1 << 40;

/// What is decided once about marks.
#[derive(Debug)]
pub(crate) struct Marking {
    /// Whether the program asks which bits have a value, so that marks are kept.
    pub tracks_values: bool,
    /// Whether some temporary has been given marks.
    pub moved_marks: bool,
    /// The marks of a byte that has a value in every bit.
    pub all_marked: TermId,
}

impl Marking {
    pub fn new(pool: &mut Pool, program: &Program) -> Self {
        Marking {
            tracks_values: program.asks_for_values(),
            moved_marks: false,
            all_marked: pool.bv_u64(8, 0xff),
        }
    }
}

impl Machine<'_> {
    /// What an absent object holds in a layer.
    pub(crate) fn unwritten(&self, layer: Layer, object: ObjectId) -> Content {
        match layer {
            Layer::Values => Content::initial(object),
            Layer::Marks => Content::over(layer, Base::Fill(self.marking.all_marked)),
        }
    }

    /// A new object starts with or without values.
    pub(crate) fn mark_new(&mut self, state: &mut State, object: ObjectId, has_values: bool) {
        if self.marking.tracks_values {
            let byte = if has_values {
                self.marking.all_marked
            } else {
                self.pool.bv_u64(8, 0)
            };
            let marks = Content::over(Layer::Marks, Base::Fill(byte));
            state.marks.insert(object, Rc::new(marks));
        }
    }

    /// Sets a temporary; it has marks only when some bit has no value.
    pub(crate) fn set_temp(
        &mut self,
        state: &mut State,
        temp: TempId,
        value: Value,
        marks: Option<Value>,
    ) {
        let key = u64::from(temp.0);
        state.temps.insert(key, value);
        self.mark_temp(state, key, marks);
    }

    /// Gives the temporary of a key its marks.
    pub(crate) fn mark_temp(&mut self, state: &mut State, key: u64, marks: Option<Value>) {
        match marks {
            Some(marks) => {
                self.marking.moved_marks = true;
                state.temps.insert(MARKS | key, marks);
            }
            None if self.marking.moved_marks => state.temps.remove(MARKS | key),
            None => {}
        }
    }

    /// Gives bytes values.
    pub(crate) fn mark_bytes(&mut self, state: &mut State, dst: Pointer, len: Option<TermId>) {
        if !self.marking.tracks_values {
            return;
        }
        let byte = self.marking.all_marked;
        let marks = &mut state.marks;
        match len {
            Some(len) => self.set_bytes(marks, dst, byte, len),
            None => self.replace_objects(marks, &state.alive, dst, Base::Fill(byte)),
        }
    }

    /// Copies marks with the bytes they belong to.
    pub(crate) fn mark_copied(
        &mut self,
        state: &mut State,
        dst: Pointer,
        src: Pointer,
        len: TermId,
    ) -> Result<(), Stuck> {
        if !self.marking.tracks_values {
            return Ok(());
        }
        self.copy_bytes(&mut state.marks, dst, src, len)
    }

    /// Marks what a value was stored to; a value without a type is an integer of some bytes.
    pub(crate) fn mark_stored(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        ty: Result<TypeId, u64>,
        marks: Option<&Value>,
    ) -> Result<(), Stuck> {
        if !self.marking.tracks_values {
            return Ok(());
        }
        match ty {
            Ok(ty) => self.store_marks(&mut state.marks, pointer, ty, marks),
            Err(bytes) => self.store_scalar_marks(&mut state.marks, pointer, bytes, marks),
        }
    }

    fn store_marks(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        ty: TypeId,
        marks: Option<&Value>,
    ) -> Result<(), Stuck> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => Err(Stuck::new("store of a value without a type")),
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                self.store_scalar_marks(memory, pointer, types.store_size(ty), marks)
            }
            Type::Vector { .. } if self.packed_bits(ty).is_some() => {
                let size = types.store_size(ty);
                let packed = match marks {
                    Some(marks) => Some(Value::Bits(self.flat_bits(marks)?)),
                    None => None,
                };
                self.store_scalar_marks(memory, pointer, size, packed.as_ref())
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                for (index, (offset, item)) in types.components(ty).into_iter().enumerate() {
                    let moved = self.advance(pointer, offset);
                    let marks = marks.and_then(|marks| component_of(marks, index));
                    self.store_marks(memory, moved, item, marks)?;
                }
                Ok(())
            }
        }
    }

    fn store_scalar_marks(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        bytes: u64,
        marks: Option<&Value>,
    ) -> Result<(), Stuck> {
        let width = u32::try_from(8 * bytes).map_err(|_| Stuck::new("store of a huge value"))?;
        let bits = match marks {
            Some(Value::Bits(bits)) => self.extend_marks(*bits, width),
            Some(Value::Ptr(_) | Value::Aggregate(_)) | None => {
                if self.is_marked(memory, pointer) {
                    return Ok(());
                }
                self.pool.bv(Bv::ones(width.max(8)))
            }
        };
        self.store_scalar(memory, pointer, bytes, &Value::Bits(bits));
        Ok(())
    }

    /// Whether the object a pointer leads to has values everywhere already.
    fn is_marked(&self, marks: &Contents, pointer: Pointer) -> bool {
        let Some(object) = self.constant_object(pointer.object) else {
            return false;
        };
        let Some(content) = marks.get(object) else {
            return true;
        };
        content.base == Base::Fill(self.marking.all_marked)
            && content.regions.is_empty()
            && content.leaves.same_version(&PersistentMap::new())
    }

    /// The marks of what a load that moves bits finds; `None` when all have a value.
    pub(crate) fn loaded_marks(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        ty: TypeId,
    ) -> Result<Option<Value>, Stuck> {
        if !self.marking.tracks_values {
            return Ok(None);
        }
        let marks = self.load_marks(&mut state.marks, pointer, ty)?;
        Ok((!self.is_full(&marks)).then_some(marks))
    }

    fn load_marks(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => Err(Stuck::new("load of a value of no type")),
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                let width = types.scalar_bits(ty) as u32;
                let bits = self.load_scalar(memory, pointer, types.store_size(ty));
                let bits = self.bits_of(&bits);
                Ok(Value::Bits(self.pool.extract(width - 1, 0, bits)))
            }
            Type::Vector { elem, len } if self.packed_bits(ty).is_some() => {
                let each = types.scalar_bits(*elem) as u32;
                let bits = self.load_scalar(memory, pointer, types.store_size(ty));
                let bits = self.bits_of(&bits);
                let items = (0..*len)
                    .map(|i| Value::Bits(self.pool.extract((i + 1) * each - 1, i * each, bits)));
                Ok(Value::Aggregate(items.collect()))
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let mut items = Vec::new();
                for (offset, item) in types.components(ty) {
                    let moved = self.advance(pointer, offset);
                    items.push(self.load_marks(memory, moved, item)?);
                }
                Ok(Value::Aggregate(items.into()))
            }
        }
    }

    /// The marks of an expression; `None` when every bit has a value.
    pub(crate) fn marks_of(&mut self, state: &State, expr: &Expr) -> Result<Option<Value>, Stuck> {
        if !self.marking.moved_marks || expr.has_input() {
            return Ok(None);
        }
        let marks = match expr {
            Expr::Temp(temp) => state.temps.get(MARKS | u64::from(temp.0)).cloned(),
            Expr::Binary(op, a, b) => self.marks_of_binary(state, *op, a, b)?,
            Expr::Cast(kind, a, ty) => self.marks_of_cast(state, *kind, a, *ty)?,
            Expr::Component(a, index) => self
                .marks_of(state, a)?
                .and_then(|marks| component_of(&marks, *index as usize).cloned()),
            Expr::WithComponent(a, index, item) => {
                let (whole, part) = (self.marks_of(state, a)?, self.marks_of(state, item)?);
                if whole.is_none() && part.is_none() {
                    return Ok(None);
                }
                let function = &self.program.functions[self.control.at.function];
                let ty = expr.ty(self.program, function);
                let full = ty.and_then(|ty| self.full_marks(ty));
                with_component(full, whole, *index as usize, part)
            }
            Expr::Aggregate(ty, items) => {
                let mut marks = None;
                for (index, item) in items.iter().enumerate() {
                    if let Some(part) = self.marks_of(state, item)? {
                        let full = self.full_marks(*ty);
                        marks = with_component(full, marks, index, Some(part));
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
            | Expr::Heap(_) => None,
        };
        Ok(marks.filter(|marks| !self.is_full(marks)))
    }

    /// A bit of `a & b` has a value where both have one or one is a zero that has; likewise `|`
    /// with ones. Shifts move marks and shift values in.
    fn marks_of_binary(
        &mut self,
        state: &State,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
    ) -> Result<Option<Value>, Stuck> {
        match op.bit_flow() {
            BitFlow::Decides => {
                let of_a = bits(self.marks_of(state, a)?);
                let of_b = bits(self.marks_of(state, b)?);
                if of_a.is_none() && of_b.is_none() {
                    return Ok(None);
                }
                let x = self.eval(state, a)?;
                let y = self.eval(state, b)?;
                let (x, y) = (self.bits_of(&x), self.bits_of(&y));
                let ones = self.pool.bv(Bv::ones(self.pool.width(x)));
                let (of_x, of_y) = (of_a.unwrap_or(ones), of_b.unwrap_or(ones));
                let (x, y) = if op == BinaryOp::And {
                    (self.pool.bv_not(x), self.pool.bv_not(y))
                } else {
                    (x, y)
                };
                let both = self.pool.bv_and(of_x, of_y);
                let (x, y) = (self.pool.bv_and(of_x, x), self.pool.bv_and(of_y, y));
                let one = self.pool.bv_or(x, y);
                Ok(Some(Value::Bits(self.pool.bv_or(both, one))))
            }
            BitFlow::Shifts => {
                let marks = (self.marks_of(state, a)?, self.marks_of(state, b)?);
                let (Some(Value::Bits(marks)), None) = marks else {
                    return Ok(None);
                };
                let by = self.eval(state, b)?;
                let by = self.bits_of(&by);
                let missing = self.pool.bv_not(marks);
                let moved = if op == BinaryOp::Shl {
                    self.pool.bv_shl(missing, by)
                } else if op == BinaryOp::LShr {
                    self.pool.bv_lshr(missing, by)
                } else {
                    self.pool.bv_ashr(missing, by)
                };
                Ok(Some(Value::Bits(self.pool.bv_not(moved))))
            }
            BitFlow::Mixes => Ok(None),
        }
    }

    fn marks_of_cast(
        &mut self,
        state: &State,
        kind: CastKind,
        a: &Expr,
        ty: TypeId,
    ) -> Result<Option<Value>, Stuck> {
        let Some(marks) = bits(self.marks_of(state, a)?) else {
            return Ok(None);
        };
        if !self.program.types.is_scalar(ty) {
            return Ok(None);
        }
        let width = self.program.types.scalar_bits(ty) as u32;
        Ok(match kind.class() {
            CastClass::Resizes | CastClass::Reinterprets => {
                Some(Value::Bits(self.extend_marks(marks, width)))
            }
            CastClass::Extends => Some(Value::Bits(self.pool.sext(marks, width))),
            CastClass::Computes => None,
        })
    }

    /// Marks cut to a width, or with values above them.
    fn extend_marks(&mut self, marks: TermId, width: u32) -> TermId {
        if width <= self.pool.width(marks) {
            return self.pool.extract(width - 1, 0, marks);
        }
        let missing = self.pool.bv_not(marks);
        let missing = self.pool.zext(missing, width);
        self.pool.bv_not(missing)
    }

    /// Marks that say that every bit of a type has a value.
    fn full_marks(&mut self, ty: TypeId) -> Option<Value> {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Void => None,
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                let width = types.scalar_bits(ty) as u32;
                Some(Value::Bits(self.pool.bv(Bv::ones(width))))
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let components = types.components(ty).into_iter();
                let items = components.map(|(_, item)| self.full_marks(item));
                let items: Option<Vec<Value>> = items.collect();
                Some(Value::Aggregate(items?.into()))
            }
        }
    }

    /// Marks of the same shape that say that every bit has a value.
    pub(crate) fn full_like(&mut self, marks: &Value) -> Value {
        match marks {
            Value::Bits(bits) => {
                let width = self.pool.width(*bits);
                Value::Bits(self.pool.bv(Bv::ones(width)))
            }
            Value::Aggregate(items) => {
                Value::Aggregate(items.iter().map(|item| self.full_like(item)).collect())
            }
            Value::Ptr(_) => marks.clone(),
        }
    }

    fn is_full(&self, marks: &Value) -> bool {
        match marks {
            Value::Bits(bits) => self.pool.as_bv(*bits).is_some_and(Bv::is_ones),
            Value::Aggregate(items) => items.iter().all(|item| self.is_full(item)),
            Value::Ptr(_) => true,
        }
    }

    /// Whether all bits of a mask have a value, for [`Expr::Initialised`].
    pub(crate) fn initialised(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        mask: &Bv,
    ) -> Result<TermId, Stuck> {
        let bytes = u64::from(mask.width() / 8);
        let mut valid = self.pool.tru();
        if !self.constant_access(state, pointer, bytes, false) {
            let size = self.pool.bv_u64(self.width, bytes);
            for predicate in [
                MemoryPredicate::NotNull,
                MemoryPredicate::IsObject,
                MemoryPredicate::NotFreed,
                MemoryPredicate::NotExpired,
                MemoryPredicate::InBounds,
            ] {
                let holds = self.memory_predicate(state, predicate, pointer, size);
                if self.known(state, holds) != Some(true) {
                    valid = self.pool.and(valid, holds);
                }
            }
        }
        if self.pool.as_bool(valid) == Some(false) {
            return Ok(self.pool.tru());
        }
        self.sum_up_marks(&mut state.marks, pointer);
        let marks = self.load_scalar(&mut state.marks, pointer, bytes);
        let marks = self.bits_of(&marks);
        let mask = self.pool.bv(mask.clone());
        let marked = self.pool.bv_and(marks, mask);
        let all = self.pool.eq(marked, mask);
        Ok(self.pool.implies(valid, all))
    }

    /// Before a read at a symbolic place: an object of which every part was given a value has
    /// values everywhere, and needs no array of marks.
    fn sum_up_marks(&mut self, marks: &mut Contents, pointer: Pointer) {
        let Some(object) = self.constant_object(pointer.object) else {
            return;
        };
        if self.pool.as_u64(pointer.offset).is_some() {
            return;
        }
        let Some(size) = self.store.objects.get(object).const_size else {
            return;
        };
        let content = self.content(marks, object);
        if !content.regions.is_empty() || content.leaves.same_version(&PersistentMap::new()) {
            return;
        }
        let (mut next, mut full) = (0, true);
        content.leaves.for_each(|offset, leaf| {
            full = full && offset == next && self.is_full(&leaf.value);
            next = offset + leaf.size;
        });
        if full && next == size {
            let marked = Content::over(Layer::Marks, Base::Fill(self.marking.all_marked));
            marks.insert(object, Rc::new(marked));
        }
    }
}

/// The marks of a scalar.
fn bits(marks: Option<Value>) -> Option<TermId> {
    match marks {
        Some(Value::Bits(bits)) => Some(bits),
        Some(Value::Ptr(_) | Value::Aggregate(_)) | None => None,
    }
}

fn component_of(marks: &Value, index: usize) -> Option<&Value> {
    match marks {
        Value::Aggregate(items) => items.get(index),
        Value::Bits(_) | Value::Ptr(_) => None,
    }
}

/// Marks of an aggregate with those of one component replaced; absent ones are full.
fn with_component(
    full: Option<Value>,
    whole: Option<Value>,
    index: usize,
    part: Option<Value>,
) -> Option<Value> {
    let full = full?;
    let part = part.or_else(|| component_of(&full, index).cloned())?;
    let Value::Aggregate(items) = whole.unwrap_or(full) else {
        return None;
    };
    let mut items = items.to_vec();
    *items.get_mut(index)? = part;
    Some(Value::Aggregate(items.into()))
}
