//! Random loads, stores, copies and heap objects.

use super::{Generator, REACH, Shape, Var};
use crate::expr::{BinaryOp, CastKind, Expr, Extent, HeapQuestion, MemoryPredicate};
use crate::function::{AllocKind, CallTarget, LocalId, Place, StmtKind, TempId, Variable};
use crate::input::InputSource;
use crate::program::FuncId;
use crate::property::{Property, PropertyClass};
use crate::types::{Type, TypeId, TypeTable};
use cassay_float::FloatKind;

impl Generator {
    /// Initialises a new local.
    pub(super) fn initialise(&mut self, id: LocalId, shape: &Shape) {
        let variable = Variable::Local(id);
        if !matches!(shape, Shape::Ptr) && self.is_gap() {
            return;
        }
        match shape {
            Shape::Int(width) => {
                let value = self.expr(*width, 1);
                self.store(Place::Variable(variable, 0), value);
            }
            Shape::Ptr => {
                let value = self.pointer_value();
                self.store(Place::Variable(variable, 0), value);
            }
            Shape::Struct(_) | Shape::Table(_, _) => {
                // All bytes, padding too.
                let size = self.program.types.alloc_size(self.function.locals[id].ty);
                self.set_bytes(Expr::AddrOf(variable), size);
            }
            Shape::Array(_, _) if self.rng.chance(1, 2) => {
                let size = self.program.types.alloc_size(self.function.locals[id].ty);
                self.set_bytes(Expr::AddrOf(variable), size);
            }
            Shape::Array(_, _) => {
                for (offset, width) in shape.parts() {
                    if self.is_gap() {
                        continue;
                    }
                    let value = self.expr(width, 1);
                    self.store(Place::Variable(variable, offset), value);
                }
            }
        }
    }

    /// Whether to leave something uninitialised here, in programs that may do so.
    pub(super) fn is_gap(&mut self) -> bool {
        self.gaps && self.rng.chance(1, 3)
    }

    fn store(&mut self, place: Place, value: Expr) {
        self.push(StmtKind::Store {
            place,
            value,
            volatile: false,
            order: None,
        });
    }

    fn set_bytes(&mut self, dst: Expr, size: u64) {
        let value = self.expr(8, 1);
        let len = Expr::int(self.pointer_bits(), size);
        self.push(StmtKind::MemSet { dst, value, len });
    }

    /// A variable that holds integers.
    fn some_variable(&mut self, accept: impl Fn(&Var) -> bool) -> Option<Var> {
        let fitting: Vec<Var> = self
            .variables
            .iter()
            .filter(|var| !matches!(var.shape, Shape::Ptr) && accept(var))
            .cloned()
            .collect();
        self.rng.pick(&fitting)
    }

    /// A pointer to bytes that live as long as the activation: see [`Shape::Ptr`].
    pub(super) fn pointer_value(&mut self) -> Expr {
        let one = self.plain_pointer();
        if self.rng.chance(2, 3) {
            return one;
        }
        let (cond, other) = (self.condition(1), self.plain_pointer());
        Expr::Select(Box::new(cond), Box::new(one), Box::new(other))
    }

    fn plain_pointer(&mut self) -> Expr {
        let held = self.held_pointer();
        if let (Some(held), true) = (held, self.rng.chance(1, 4)) {
            return held;
        }
        let target = self.some_variable(|var| var.lasting && var.writable && var.size >= REACH);
        match target {
            Some(var) => {
                let offset = self.rng.below(var.size - REACH + 1) as i64;
                Expr::AddrOf(var.variable).offset_by(offset, self.pointer_bits())
            }
            None => unreachable!("every function starts with a local that fits"),
        }
    }

    /// The value of a pointer variable, loaded into a temporary.
    fn held_pointer(&mut self) -> Option<Expr> {
        let holders: Vec<Variable> = self
            .variables
            .iter()
            .filter(|var| matches!(var.shape, Shape::Ptr))
            .map(|var| var.variable)
            .collect();
        let holder = self.rng.pick(&holders)?;
        let dst = self.function.new_temp(TypeTable::PTR);
        self.push(StmtKind::Load {
            dst,
            place: Place::Variable(holder, 0),
            volatile: false,
            moves: false,
            order: None,
        });
        Some(Expr::Temp(dst))
    }

    /// One random access: a load of something into a new temporary, or a store.
    pub(super) fn access(&mut self) {
        match self.rng.below(6) {
            0..=1 => self.direct_access(),
            2..=3 => self.computed_access(),
            4 => self.held_access(),
            _ => self.repoint(),
        }
    }

    fn load_or_store(&mut self, place: Place, width: u32, writable: bool) {
        if self.rng.chance(1, 5) && self.load_or_store_other(&place, width, writable) {
            return;
        }
        if writable && self.rng.chance(1, 2) {
            let value = self.expr(width, 2);
            self.store(place, value);
            return;
        }
        let dst = self.int_temp(width);
        let moves = self.gaps && self.rng.chance(2, 3);
        self.push(StmtKind::Load {
            dst,
            place,
            volatile: false,
            moves,
            order: None,
        });
        self.temps.push((dst, width));
    }

    /// The same with the bits as a float or a vector; false if there is none of the width.
    fn load_or_store_other(&mut self, place: &Place, width: u32, writable: bool) -> bool {
        let place = place.clone();
        let kinds = FloatKind::ALL.iter().copied();
        let kinds: Vec<FloatKind> = kinds.filter(|kind| kind.bits() == width).collect();
        let kind = self.rng.pick(&kinds).filter(|_| self.rng.chance(1, 2));
        let ty = match kind {
            Some(kind) => self.program.types.intern(Type::Float(kind)),
            None if width.is_multiple_of(8) => self.vector_type(width),
            None => return false,
        };
        if writable && self.rng.chance(1, 2) {
            let value = match kind {
                Some(kind) => self.float(kind, 2),
                None => Expr::cast(CastKind::Bitcast, self.expr(width, 2), ty),
            };
            self.store(place, value);
            return true;
        }
        let dst = self.function.new_temp(ty);
        let moves = self.gaps && self.rng.chance(2, 3);
        self.push(StmtKind::Load {
            dst,
            place,
            volatile: false,
            moves,
            order: None,
        });
        if let Some(kind) = kind {
            self.floats.push((dst, kind));
            return true;
        }
        let whole = self.int_type(width);
        let bits = self.int_temp(width);
        let value = Expr::cast(CastKind::Bitcast, Expr::Temp(dst), whole);
        self.push(StmtKind::Assign { dst: bits, value });
        self.temps.push((bits, width));
        true
    }

    /// A vector of integers with this many bits in total.
    fn vector_type(&mut self, width: u32) -> TypeId {
        let widths: Vec<u32> = [1, 4, 8, 16]
            .into_iter()
            .filter(|each| width.is_multiple_of(*each))
            .collect();
        let each = self.rng.pick(&widths).unwrap_or(8);
        let elem = self.int_type(each);
        let len = width / each;
        self.program.types.intern(Type::Vector { elem, len })
    }

    /// An access at a constant offset of a variable, sometimes with another type than the declared.
    fn direct_access(&mut self) {
        let Some(var) = self.some_variable(|_| true) else {
            return;
        };
        let parts = var.shape.parts();
        let Some((mut offset, mut width)) = self.rng.pick(&parts) else {
            return;
        };
        if self.rng.chance(1, 5) && var.size >= 4 && !matches!(var.shape, Shape::Int(_)) {
            width = [8, 16, 32][self.rng.below(3) as usize];
            offset = self.rng.below(var.size - u64::from(width / 8) + 1);
        }
        self.load_or_store(Place::Variable(var.variable, offset), width, var.writable);
    }

    /// An access at a computed index of an array. Most indices are reduced to the range; the others
    /// have a claim that they are in it.
    fn computed_access(&mut self) {
        let array =
            self.some_variable(|var| matches!(var.shape, Shape::Array(..) | Shape::Table(..)));
        let Some(var) = array else { return };
        let (width, len) = match &var.shape {
            Shape::Array(width, len) => (*width, *len),
            Shape::Table(parts, len) => {
                let (parts, len) = (parts.clone(), *len);
                return self.member_access(&var, &parts, len);
            }
            Shape::Int(_) | Shape::Struct(_) | Shape::Ptr => return,
        };
        let certain = self.rng.chance(4, 5);
        let range = if certain { len } else { len + 1 };
        let pointer = self.indexed(Expr::AddrOf(var.variable), range, u64::from(width / 8));
        if !certain {
            self.claim(&pointer, u64::from(width / 8), var.writable);
        }
        let elem = self.int_type(width);
        let place = Place::Deref(Expr::Temp(pointer), self.program.types.align(elem));
        self.load_or_store(place, width, var.writable);
    }

    /// An access to a member of a computed element of an array of structs, sometimes to other bytes.
    fn member_access(&mut self, var: &Var, parts: &[(u64, u32)], len: u64) {
        let Some((mut offset, mut width)) = self.rng.pick(parts) else {
            return;
        };
        let size = super::struct_size(parts);
        if self.rng.chance(1, 6) {
            width = [8, 16, 32][self.rng.below(3) as usize];
            offset = self.rng.below(size - u64::from(width / 8) + 1);
        }
        let base = Expr::AddrOf(var.variable).offset_by(offset as i64, self.pointer_bits());
        let pointer = self.indexed(base, len, size);
        self.load_or_store(Place::Deref(Expr::Temp(pointer), 1), width, var.writable);
    }

    /// An access through a pointer variable.
    fn held_access(&mut self) {
        let Some(base) = self.held_pointer() else {
            return self.direct_access();
        };
        let width = [8, 16, 32][self.rng.below(3) as usize];
        let bytes = u64::from(width / 8);
        let certain = self.rng.chance(4, 5);
        // The bytes may overlap several parts of the target; alignment is not claimed.
        let range = if certain {
            REACH - bytes + 1
        } else {
            2 * REACH
        };
        let pointer = self.indexed(base, range, 1);
        if !certain {
            self.claim(&pointer, bytes, true);
        }
        self.load_or_store(Place::Deref(Expr::Temp(pointer), 1), width, true);
    }

    /// Gives a pointer variable another value.
    fn repoint(&mut self) {
        let holders: Vec<Variable> = self
            .variables
            .iter()
            .filter(|var| matches!(var.shape, Shape::Ptr))
            .map(|var| var.variable)
            .collect();
        let Some(holder) = self.rng.pick(&holders) else {
            return self.direct_access();
        };
        let value = self.pointer_value();
        self.store(Place::Variable(holder, 0), value);
    }

    /// A temporary with `base` moved by an index below `range` times `stride`.
    fn indexed(&mut self, base: Expr, range: u64, stride: u64) -> TempId {
        let bits = self.pointer_bits();
        let word = self.int_type(bits);
        let narrow = self.expr(8, 2);
        let index = Expr::binary(BinaryOp::URem, narrow, Expr::int(8, range));
        let index = Expr::cast(CastKind::ZExt, index, word);
        let bytes = Expr::binary(BinaryOp::Mul, index, Expr::int(bits, stride));
        let dst = self.function.new_temp(TypeTable::PTR);
        self.push(StmtKind::Assign {
            dst,
            value: Expr::PtrAdd(Box::new(base), Box::new(bytes)),
        });
        dst
    }

    /// Asserts all that makes an access valid.
    fn claim(&mut self, pointer: &TempId, bytes: u64, write: bool) {
        for (predicate, class) in [
            (MemoryPredicate::NotNull, PropertyClass::NullPointer),
            (MemoryPredicate::IsObject, PropertyClass::InvalidPointer),
            (MemoryPredicate::NotFreed, PropertyClass::UseAfterFree),
            (MemoryPredicate::NotExpired, PropertyClass::ExpiredObject),
            (MemoryPredicate::InBounds, PropertyClass::PointerBounds),
            (MemoryPredicate::Writable, PropertyClass::WriteToConstant),
        ] {
            if predicate == MemoryPredicate::Writable && !write {
                continue;
            }
            let size = Expr::int(self.pointer_bits(), bytes);
            let cond = Expr::memory(predicate, Expr::Temp(*pointer), size);
            self.push_claim(cond, Property::of(class));
        }
    }

    /// Copies or sets bytes of variables.
    pub(super) fn bytes(&mut self) {
        let dst = self.some_variable(|var| var.writable && var.size >= REACH);
        let src = self.some_variable(|var| var.size >= REACH);
        let (Some(dst), Some(src)) = (dst, src) else {
            return;
        };
        let len = 1 + self.rng.below(REACH);
        let bits = self.pointer_bits();
        let to = self.rng.below(dst.size - len + 1);
        let from = self.rng.below(src.size - len + 1);
        let target = Expr::AddrOf(dst.variable).offset_by(to as i64, bits);
        if self.rng.chance(1, 3) {
            return self.set_bytes(target, len);
        }
        if self.rng.chance(1, 2) {
            return self.some_bytes(&dst, &src);
        }
        let apart = dst.variable != src.variable || to.abs_diff(from) >= len;
        let may_overlap = !apart || self.rng.chance(1, 3);
        self.push(StmtKind::MemCopy {
            dst: target,
            src: Expr::AddrOf(src.variable).offset_by(from as i64, bits),
            len: Expr::int(bits, len),
            may_overlap,
        });
    }

    /// A number of bytes below `range` that is not constant.
    fn some_length(&mut self, range: u64, multiple: u64) -> Expr {
        let bits = self.pointer_bits();
        let word = self.int_type(bits);
        let narrow = self.expr(8, 1);
        let count = Expr::binary(BinaryOp::URem, narrow, Expr::int(8, range));
        let count = Expr::cast(CastKind::ZExt, count, word);
        Expr::binary(BinaryOp::Mul, count, Expr::int(bits, multiple))
    }

    /// Copies or sets bytes at computed offsets and of a computed length.
    fn some_bytes(&mut self, dst: &Var, src: &Var) {
        let multiple = if self.rng.chance(1, 3) { 4 } else { 1 };
        let most = REACH / multiple;
        let len = match self.rng.chance(1, 3) {
            true => Expr::int(self.pointer_bits(), multiple),
            false => self.some_length(most + 1, multiple),
        };
        let room = |var: &Var| (var.size - REACH) / multiple + 1;
        let mut target = Expr::AddrOf(dst.variable);
        if self.rng.chance(1, 2) {
            target = Expr::Temp(self.indexed(target, room(dst), multiple));
        }
        if self.rng.chance(1, 3) {
            let value = self.expr(8, 1);
            let dst = target;
            return self.push(StmtKind::MemSet { dst, value, len });
        }
        let mut from = Expr::AddrOf(src.variable);
        if self.rng.chance(1, 2) {
            from = Expr::Temp(self.indexed(from, room(src), multiple));
        }
        self.push(StmtKind::MemCopy {
            dst: target,
            src: from,
            len,
            may_overlap: true,
        });
    }

    /// Gives a variable, or a part of it, nondeterministic contents.
    pub(super) fn havoc_bytes(&mut self) {
        let var = self.some_variable(|var| var.size >= REACH);
        let Some(var) = var else { return };
        let bits = self.pointer_bits();
        let source = InputSource::Call("outside".into());
        if !var.writable || self.rng.chance(1, 3) {
            let dst = match self.rng.below(4) {
                0 => Expr::Null,
                1 => self.pointer_value(),
                _ => Expr::AddrOf(var.variable).offset_by(1, bits),
            };
            let len = None;
            return self.push(StmtKind::MemHavoc {
                dst,
                len,
                source,
                among: None,
            });
        }
        let (dst, len) = match self.rng.below(3) {
            0 => (Expr::AddrOf(var.variable), Expr::int(bits, var.size)),
            1 => {
                let len = self.rng.below(var.size + 1);
                let at = self.rng.below(var.size - len + 1) as i64;
                let dst = Expr::AddrOf(var.variable).offset_by(at, bits);
                (dst, Expr::int(bits, len))
            }
            _ => {
                let base = Expr::AddrOf(var.variable);
                let dst = Expr::Temp(self.indexed(base, var.size - REACH + 1, 1));
                let len = match self.rng.chance(1, 3) {
                    true => Expr::int(bits, 1 + self.rng.below(2)),
                    false => self.some_length(REACH + 1, 1),
                };
                (dst, len)
            }
        };
        let len = Some(len);
        self.push(StmtKind::MemHavoc {
            dst,
            len,
            source,
            among: None,
        });
    }

    /// Reads or writes a register of the device.
    pub(super) fn ask_device(&mut self) {
        let Some(device) = self.device else {
            return self.havoc_bytes();
        };
        let mut place = Place::Variable(device, 4 * self.rng.below(4));
        if self.rng.chance(1, 2) {
            let mut base = Expr::AddrOf(device);
            if self.rng.chance(1, 2) {
                let (cond, other) = (self.condition(1), self.pointer_value());
                base = Expr::Select(Box::new(cond), Box::new(base), Box::new(other));
            }
            let pointer = self.indexed(base, 2, 4);
            place = Place::Deref(Expr::Temp(pointer), 1);
        }
        self.load_or_store(place, 32, true);
    }

    /// A heap object: allocated, used, and freed, possibly too early or not at all.
    pub(super) fn heap(&mut self) {
        let bits = self.pointer_bits();
        let mut size = REACH + 4 * self.rng.below(4);
        let dst = self.function.new_temp(TypeTable::PTR);
        let zeroed = self.rng.chance(1, 2);
        let known = self.rng.chance(3, 4);
        let bytes = if known {
            Expr::int(bits, size)
        } else {
            // More bytes than are used.
            let more = self.some_length(9, 1);
            size = REACH;
            Expr::binary(BinaryOp::Add, more, Expr::int(bits, size))
        };
        self.push(StmtKind::Alloc {
            dst,
            size: bytes,
            align: 16,
            kind: if zeroed {
                AllocKind::ZeroedHeap
            } else {
                AllocKind::Heap
            },
            rows: None,
        });
        let gap = !zeroed && self.is_gap();
        if gap {
            // Its contents are indeterminate.
        } else if !zeroed && known {
            self.set_bytes(Expr::Temp(dst), size);
        } else if !zeroed {
            let value = self.expr(8, 1);
            let len = Expr::Extent(Extent::Size, Box::new(Expr::Temp(dst)));
            let dst = Expr::Temp(dst);
            self.push(StmtKind::MemSet { dst, value, len });
        }
        if self.rng.chance(1, 4) {
            let cond = self.condition(1);
            let (dst, len) = (Expr::Temp(dst), None);
            let dst = Expr::Select(Box::new(cond), Box::new(dst), Box::new(Expr::Null));
            let source = InputSource::Call("outside".into());
            self.push(StmtKind::MemHavoc {
                dst,
                len,
                source,
                among: None,
            });
        }
        for _ in 0..1 + self.rng.below(3) {
            let width = [8, 16, 32][self.rng.below(3) as usize];
            let bytes = u64::from(width / 8);
            let pointer = self.indexed(Expr::Temp(dst), size / bytes, bytes);
            self.load_or_store(Place::Deref(Expr::Temp(pointer), bytes), width, true);
        }
        if self.rng.chance(1, 3) {
            let cond = self.condition(2);
            self.when(cond, |this| this.free(dst));
            self.claim(&dst, 4, true);
            self.load_or_store(Place::Deref(Expr::Temp(dst), 4), 32, true);
        }
        if self.rng.chance(3, 4) {
            self.free(dst);
        }
    }

    fn free(&mut self, pointer: TempId) {
        for (predicate, class) in [
            (MemoryPredicate::Freeable, PropertyClass::InvalidFree),
            (MemoryPredicate::NotDoublyFreed, PropertyClass::DoubleFree),
        ] {
            let size = Expr::int(self.pointer_bits(), 0);
            let cond = Expr::memory(predicate, Expr::Temp(pointer), size);
            self.push_claim(cond, Property::of(class));
        }
        self.push(StmtKind::Free(Expr::Temp(pointer)));
    }

    /// Claims something about the heap in some executions.
    pub(super) fn ask_heap(&mut self) {
        let question = self.rng.pick(HeapQuestion::ALL);
        let question = question.unwrap_or(HeapQuestion::Tracked);
        let (goes_on, class) = match question {
            HeapQuestion::Empty | HeapQuestion::EmptyAtAbort => {
                (self.expr(1, 1), PropertyClass::MemoryCleanup)
            }
            HeapQuestion::Tracked => (Expr::bool(false), PropertyClass::MemoryLeak),
        };
        let yes = Box::new(Expr::bool(true));
        let cond = Expr::Select(Box::new(goes_on), yes, Box::new(Expr::Heap(question)));
        self.push_claim(cond, Property::of(class));
    }

    /// Calls an earlier function.
    pub(super) fn call(&mut self) {
        let Some((function, takes, gives)) = self.rng.pick(&self.helpers.clone()) else {
            return self.access();
        };
        let args = vec![self.expr(takes, 2), self.pointer_value()];
        let dst = self.rng.chance(3, 4).then(|| self.int_temp(gives));
        let target = match self.rng.chance(1, 3) {
            true => CallTarget::Indirect(self.function_pointer(function)),
            false => CallTarget::Direct(function),
        };
        // A plain call passes an exception on.
        if self.throws && (!self.may_leave || self.rng.chance(1, 2)) {
            return self.invoke(dst.map(|dst| (dst, gives)), target, args);
        }
        self.push(StmtKind::Call { dst, target, args });
        if let Some(dst) = dst {
            self.temps.push((dst, gives));
        }
    }

    /// A pointer to a function, or to another of the same type.
    fn function_pointer(&mut self, function: FuncId) -> Expr {
        let of = |id: FuncId, helpers: &[(FuncId, u32, u32)]| {
            let found = helpers.iter().find(|(helper, ..)| *helper == id);
            found.map(|(_, takes, gives)| (*takes, *gives))
        };
        let helpers = self.helpers.clone();
        let wanted = of(function, &helpers);
        let mut alike = helpers.iter().map(|(id, ..)| *id);
        let other = alike.find(|id| *id != function && of(*id, &helpers) == wanted);
        match other {
            Some(other) => {
                let cond = self.condition(1);
                let (a, b) = (Expr::FuncAddr(function), Expr::FuncAddr(other));
                Expr::Select(Box::new(cond), Box::new(a), Box::new(b))
            }
            None => Expr::FuncAddr(function),
        }
    }
}
