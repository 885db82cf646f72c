//! Marks: which bits are initialised.
//!
//! In addition to the values of an object, a state keeps its *marks*: contents of the same shape,
//! in which a bit is set if the corresponding bit of the object is initialised. The modules of
//! [`crate::memory`] work on both in the same way ([`Layer`]). Marks are bits, never pointers. An
//! object without marks is fully initialised. A temporary has marks if uninitialised bits were
//! moved into it; they are kept among the temporaries under a key of their own.
//!
//! Marks are tracked only if the program asks for them ([`Expr::Initialised`]).
//!
//! Invariant: the interpreter propagates marks by the same rules. [`Eval::marks_of`] lists the
//! operators that move bits; the result of any other operator counts as initialised.

use crate::eval::Eval;
use crate::memory::Memory;
use crate::memory::{Base, Content, Contents, Layer};
use crate::object::ObjectId;
use crate::space::Stuck;
use crate::state::State;
use crate::terms::Terms;
use crate::value::{Pointer, Value};
use cassay_base::PersistentMap;
use cassay_bv::Bv;
use cassay_ir::ops::{BitFlow, CastClass};
use cassay_ir::{BinaryOp, CastKind, Expr, MemoryPredicate, Program, TempId, Type, TypeId};
use cassay_term::{Pool, TermId};
use std::rc::Rc;

/// Added to the key of a temporary, gives the key of its marks.
pub(crate) const MARKS: u64 = 1 << 40;

/// Properties of marks that hold for a whole execution.
#[derive(Debug)]
pub(crate) struct Marking {
    /// Whether the program asks which bits are initialised, so that marks are tracked.
    pub tracks_values: bool,
    /// Whether some temporary has been given marks.
    pub moved_marks: bool,
    /// The marks of a fully initialised byte.
    pub all_marked: TermId,
}

/// The layout of a stored value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// That of a type.
    Typed(TypeId),
    /// An integer of this many bytes.
    Bytes(u64),
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

impl Memory<'_> {
    /// The contents of an object that has none recorded in a layer.
    pub(crate) fn unwritten(&self, layer: Layer, object: ObjectId) -> Content {
        match layer {
            Layer::Values => Content::initial(object),
            Layer::Marks => Content::over(layer, Base::Fill(self.marking.all_marked)),
        }
    }

    /// Sets the marks of a new object, which starts initialised or uninitialised.
    pub(crate) fn mark_new(&mut self, state: &mut State, object: ObjectId, has_values: bool) {
        if self.marking.tracks_values {
            let byte = if has_values {
                self.marking.all_marked
            } else {
                self.space.pool.bv_u64(8, 0)
            };
            let marks = Content::over(Layer::Marks, Base::Fill(byte));
            state.marks.insert(object, Rc::new(marks));
        }
    }

    /// Sets a temporary; it has marks only if some bit is uninitialised.
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

    /// Sets the marks of the temporary with a key.
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

    /// Marks bytes as initialised.
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

    /// Copies the marks of copied bytes.
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

    /// Updates the marks of the bytes that a value was stored to.
    pub(crate) fn mark_stored(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        shape: Shape,
        marks: Option<&Value>,
    ) -> Result<(), Stuck> {
        if !self.marking.tracks_values {
            return Ok(());
        }
        match shape {
            Shape::Typed(ty) => self.store_marks(&mut state.marks, pointer, ty, marks),
            Shape::Bytes(bytes) => self.store_scalar_marks(&mut state.marks, pointer, bytes, marks),
        }
    }

    fn store_marks(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        ty: TypeId,
        marks: Option<&Value>,
    ) -> Result<(), Stuck> {
        let types = &self.space.program.types;
        match types.get(ty) {
            Type::Void => Err(Stuck::new("store of a value without a type")),
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                self.store_scalar_marks(memory, pointer, types.store_size(ty), marks)
            }
            Type::Vector { .. } if self.space.shapes().packed_bits(ty).is_some() => {
                let size = types.store_size(ty);
                let packed = match marks {
                    Some(marks) => Some(Value::Bits(self.flat_bits(marks)?)),
                    None => None,
                };
                self.store_scalar_marks(memory, pointer, size, packed.as_ref())
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                for (index, (offset, item)) in types.components(ty).into_iter().enumerate() {
                    let moved = self.space.terms().advance(pointer, offset);
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
            Some(Value::Bits(bits)) => self.space.terms().extend_marks(*bits, width),
            Some(Value::Ptr(_) | Value::Aggregate(_)) | None => {
                if self.is_marked(memory, pointer) {
                    return Ok(());
                }
                self.space.pool.bv(Bv::ones(width.max(8)))
            }
        };
        self.store_scalar(memory, pointer, bytes, &Value::Bits(bits));
        Ok(())
    }

    /// Whether the object a pointer leads to is already fully initialised.
    fn is_marked(&self, marks: &Contents, pointer: Pointer) -> bool {
        let Some(object) = self.space.constant_object(pointer.object) else {
            return false;
        };
        let Some(content) = marks.get(object) else {
            return true;
        };
        content.base == Base::Fill(self.marking.all_marked)
            && content.regions.is_empty()
            && content.leaves.same_version(&PersistentMap::new())
    }

    /// The marks found by a load that only moves bits; `None` when all bits are initialised.
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
        Ok((!self.space.terms().is_full(&marks)).then_some(marks))
    }

    fn load_marks(
        &mut self,
        memory: &mut Contents,
        pointer: Pointer,
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        let types = &self.space.program.types;
        match types.get(ty) {
            Type::Void => Err(Stuck::new("load of a value of no type")),
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                let width = types.scalar_bits(ty) as u32;
                let bits = self.load_scalar(memory, pointer, types.store_size(ty));
                let bits = self.space.bits_of(&bits);
                Ok(Value::Bits(self.space.pool.extract(width - 1, 0, bits)))
            }
            Type::Vector { elem, len } if self.space.shapes().packed_bits(ty).is_some() => {
                let each = types.scalar_bits(*elem) as u32;
                let bits = self.load_scalar(memory, pointer, types.store_size(ty));
                let bits = self.space.bits_of(&bits);
                let items = (0..*len).map(|i| {
                    Value::Bits(self.space.pool.extract((i + 1) * each - 1, i * each, bits))
                });
                Ok(Value::Aggregate(items.collect()))
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let mut items = Vec::new();
                for (offset, item) in types.components(ty) {
                    let moved = self.space.terms().advance(pointer, offset);
                    items.push(self.load_marks(memory, moved, item)?);
                }
                Ok(Value::Aggregate(items.into()))
            }
        }
    }

    /// Marks of a fully initialised value of a type.
    fn full_marks(&mut self, ty: TypeId) -> Option<Value> {
        let types = &self.space.program.types;
        match types.get(ty) {
            Type::Void => None,
            Type::Int(_) | Type::Float(_) | Type::Ptr => {
                let width = types.scalar_bits(ty) as u32;
                Some(Value::Bits(self.space.pool.bv(Bv::ones(width))))
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let components = types.components(ty).into_iter();
                let items = components.map(|(_, item)| self.full_marks(item));
                let items: Option<Vec<Value>> = items.collect();
                Some(Value::Aggregate(items?.into()))
            }
        }
    }

    /// Whether all bits selected by a mask are initialised, for [`Expr::Initialised`].
    pub(crate) fn initialised(
        &mut self,
        state: &mut State,
        pointer: Pointer,
        mask: &Bv,
    ) -> Result<TermId, Stuck> {
        let bytes = u64::from(mask.width() / 8);
        let mut valid = self.space.pool.tru();
        if !self.space.constant_access(state, pointer, bytes, false) {
            let size = self.space.pool.bv_u64(self.space.width, bytes);
            for predicate in [
                MemoryPredicate::NotNull,
                MemoryPredicate::IsObject,
                MemoryPredicate::NotFreed,
                MemoryPredicate::NotExpired,
                MemoryPredicate::InBounds,
            ] {
                let holds = self.space.memory_predicate(state, predicate, pointer, size);
                if self.space.known(state, holds) != Some(true) {
                    valid = self.space.pool.and(valid, holds);
                }
            }
        }
        if self.space.pool.as_bool(valid) == Some(false) {
            return Ok(self.space.pool.tru());
        }
        self.sum_up_marks(&mut state.marks, pointer);
        let marks = self.load_scalar(&mut state.marks, pointer, bytes);
        let marks = self.space.bits_of(&marks);
        let mask = self.space.pool.bv(mask.clone());
        let marked = self.space.pool.bv_and(marks, mask);
        let all = self.space.pool.eq(marked, mask);
        Ok(self.space.pool.implies(valid, all))
    }

    /// Called before a read at a symbolic offset: if every part of an object was initialised, the
    /// whole object is, and needs no array of marks.
    fn sum_up_marks(&mut self, marks: &mut Contents, pointer: Pointer) {
        let Some(object) = self.space.constant_object(pointer.object) else {
            return;
        };
        if self.space.pool.as_u64(pointer.offset).is_some() {
            return;
        }
        let Some(size) = self.space.store.objects.get(object).const_size else {
            return;
        };
        let content = self.content(marks, object);
        if !content.regions.is_empty() || content.leaves.same_version(&PersistentMap::new()) {
            return;
        }
        let (mut next, mut full) = (0, true);
        content.leaves.for_each(|offset, leaf| {
            full = full && offset == next && self.space.terms().is_full(&leaf.value);
            next = offset + leaf.size;
        });
        if full && next == size {
            let marked = Content::over(Layer::Marks, Base::Fill(self.marking.all_marked));
            marks.insert(object, Rc::new(marked));
        }
    }
}

impl Terms<'_> {
    /// Marks truncated to a width, or extended with initialised bits.
    fn extend_marks(&mut self, marks: TermId, width: u32) -> TermId {
        if width <= self.pool.width(marks) {
            return self.pool.extract(width - 1, 0, marks);
        }
        let missing = self.pool.bv_not(marks);
        let missing = self.pool.zext(missing, width);
        self.pool.bv_not(missing)
    }

    /// Marks of the same shape, fully initialised.
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
}

impl Eval<'_> {
    /// The marks of an expression; `None` when every bit is initialised.
    pub(crate) fn marks_of(&mut self, state: &State, expr: &Expr) -> Result<Option<Value>, Stuck> {
        if !self.memory.marking.moved_marks || expr.has_input() {
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
                let function = &self.space().program.functions[self.space().here.at.function];
                let ty = expr.ty(self.space().program, function);
                let full = ty.and_then(|ty| self.memory.full_marks(ty));
                with_component(full, whole, *index as usize, part)
            }
            Expr::Aggregate(ty, items) => {
                let mut marks = None;
                for (index, item) in items.iter().enumerate() {
                    if let Some(part) = self.marks_of(state, item)? {
                        let full = self.memory.full_marks(*ty);
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
            | Expr::Heap(_)
            | Expr::Progress => None,
        };
        Ok(marks.filter(|marks| !self.space().terms().is_full(marks)))
    }

    /// A bit of `a & b` is initialised if both operands are, or if one of them is an initialised
    /// zero; likewise `|` with ones. Shifts move marks; the bits shifted in are initialised.
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
                let (x, y) = (self.space().bits_of(&x), self.space().bits_of(&y));
                let ones = self
                    .memory
                    .space
                    .pool
                    .bv(Bv::ones(self.memory.space.pool.width(x)));
                let (of_x, of_y) = (of_a.unwrap_or(ones), of_b.unwrap_or(ones));
                let (x, y) = if op == BinaryOp::And {
                    (self.space().pool.bv_not(x), self.space().pool.bv_not(y))
                } else {
                    (x, y)
                };
                let both = self.space().pool.bv_and(of_x, of_y);
                let (x, y) = (
                    self.space().pool.bv_and(of_x, x),
                    self.space().pool.bv_and(of_y, y),
                );
                let one = self.space().pool.bv_or(x, y);
                Ok(Some(Value::Bits(self.space().pool.bv_or(both, one))))
            }
            BitFlow::Shifts => {
                let marks = (self.marks_of(state, a)?, self.marks_of(state, b)?);
                let (Some(Value::Bits(marks)), None) = marks else {
                    return Ok(None);
                };
                let by = self.eval(state, b)?;
                let by = self.space().bits_of(&by);
                let missing = self.space().pool.bv_not(marks);
                let moved = if op == BinaryOp::Shl {
                    self.space().pool.bv_shl(missing, by)
                } else if op == BinaryOp::LShr {
                    self.space().pool.bv_lshr(missing, by)
                } else {
                    self.space().pool.bv_ashr(missing, by)
                };
                Ok(Some(Value::Bits(self.space().pool.bv_not(moved))))
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
        if !self.space().program.types.is_scalar(ty) {
            return Ok(None);
        }
        let width = self.space().program.types.scalar_bits(ty) as u32;
        Ok(match kind.class() {
            CastClass::Resizes | CastClass::Reinterprets => {
                Some(Value::Bits(self.space().terms().extend_marks(marks, width)))
            }
            CastClass::Extends => Some(Value::Bits(self.space().pool.sext(marks, width))),
            CastClass::Computes => None,
        })
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

/// Marks of an aggregate with those of one component replaced; components without marks are
/// initialised.
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
