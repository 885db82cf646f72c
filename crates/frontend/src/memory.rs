//! Instructions on memory: allocation, loads, stores, address computation.
//!
//! An access at a constant offset inside a variable names the variable; every other access goes
//! through a pointer. Values of small structure types are loaded and stored member by member.

use crate::fold;
use crate::functions::Builder;
use crate::llvm::{self, Instruction};
use crate::locals::constant_count;
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{
    AllocKind, BinaryOp, CastKind, CompareOp, Expr, Extent, InputSource, MemoryOrder,
    MemoryPredicate, Place, Property, PropertyClass, StmtKind, Type, TypeId, TypeTable, UnaryOp,
    Variable,
};

/// Values with more parts than this are loaded and stored as a whole.
const MAX_PARTS: usize = 16;

/// How memory is accessed.
#[derive(Clone, Copy)]
pub(crate) struct How {
    volatile: bool,
    /// The order of an atomic access.
    order: Option<MemoryOrder>,
}

impl How {
    /// As an instruction says.
    pub fn new(volatile: bool, atomic: Option<&llvm::AtomicAccess>) -> Self {
        let order = atomic.map(|atomic| memory_order(atomic.ordering));
        How { volatile, order }
    }
}

impl From<bool> for How {
    fn from(volatile: bool) -> Self {
        How {
            volatile,
            order: None,
        }
    }
}

impl From<MemoryOrder> for How {
    fn from(order: MemoryOrder) -> Self {
        How {
            volatile: false,
            order: Some(order),
        }
    }
}

pub(crate) fn memory_order(ordering: llvm::AtomicOrdering) -> MemoryOrder {
    match ordering {
        llvm::AtomicOrdering::Unordered | llvm::AtomicOrdering::Monotonic => MemoryOrder::Relaxed,
        llvm::AtomicOrdering::Acquire => MemoryOrder::Acquire,
        llvm::AtomicOrdering::Release => MemoryOrder::Release,
        llvm::AtomicOrdering::AcqRel => MemoryOrder::AcqRel,
        llvm::AtomicOrdering::SeqCst => MemoryOrder::SeqCst,
    }
}

impl<'m> Builder<'_, 'm> {
    /// Storage allocated during execution: variable-length arrays and `alloca`.
    pub fn alloca(
        &mut self,
        instruction: &'m Instruction,
        ty: &'m llvm::Type,
        count: Option<&'m llvm::TypedValue>,
        align: Option<u64>,
    ) -> Lowered<Expr> {
        if let Some(name) = &instruction.result
            && constant_count(count).is_some()
            && let Some(known) = self.values.get(name)
            && let Ok(Expr::AddrOf(_)) = known
        {
            return known.clone();
        }
        let ty = self.cx.lower_type(self.unit, ty)?;
        let bits = self.cx.pointer_bits();
        let mut size = Expr::int(bits, self.cx.program.types.alloc_size(ty));
        if let Some(count) = count {
            let from = self.cx.lower_type(self.unit, &count.ty)?;
            let number = self.typed(count)?;
            let number = self.as_word(number, from)?;
            self.claim_size(&number, self.cx.program.types.alloc_size(ty));
            size = if size == Expr::int(bits, 1) {
                number
            } else {
                self.array_size(number, size)
            };
        }
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        let address = self.allocate(size, align, AllocKind::Stack);
        self.made_array(instruction, &address);
        Ok(address)
    }

    /// A call of `alloca` that clang treats as an ordinary function, because the program declares
    /// it itself.
    pub fn alloca_call(&mut self, call: &'m llvm::Call) -> Lowered<Expr> {
        let (size, ty) = self.argument(call, 0)?;
        let size = self.as_word(size, ty)?;
        self.claim_size(&size, 1);
        Ok(self.allocate(size, 16, AllocKind::Stack))
    }

    /// Claims that an array on the stack does not exceed the largest object size, so that
    /// differences of pointers into it are representable (C17 6.5.6p9).
    fn claim_size(&mut self, count: &Expr, size: u64) {
        let bits = self.cx.pointer_bits();
        let Some(most) = ((1u64 << (bits - 1)) - 1).checked_div(size) else {
            return;
        };
        let fits = fold::compare(CompareOp::ULe, count.clone(), Expr::int(bits, most));
        if fits != Expr::bool(true) {
            let message = "array on the stack is larger than the address space can hold";
            self.assert(fits, Property::new(PropertyClass::VlaSize, message));
        }
    }

    /// Makes a new object.
    pub fn allocate(&mut self, size: Expr, align: u64, kind: AllocKind) -> Expr {
        let word = self.word();
        let size = self.body.assign(word, size);
        let dst = self.body.temp(TypeTable::PTR);
        self.body.push(StmtKind::Alloc {
            dst,
            size,
            align,
            kind,
            rows: None,
        });
        Expr::Temp(dst)
    }

    /// The place of an access through a pointer.
    pub fn place(&self, pointer: Expr, align: u64) -> Place {
        if let Some((Expr::AddrOf(variable), offset)) = fold::constant_address(&pointer)
            && let Ok(offset) = u64::try_from(offset)
            && offset.is_multiple_of(align)
            && self.alignment_of(*variable).is_multiple_of(align)
        {
            return Place::Variable(*variable, offset);
        }
        Place::Deref(pointer, align)
    }

    fn alignment_of(&self, variable: Variable) -> u64 {
        match variable {
            Variable::Local(id) => self.body.function.locals[id].align,
            Variable::Global(id) => self.cx.program.globals[id].align,
        }
    }

    /// Claims that both operands of an assignment of structures are sufficiently aligned.
    pub fn claim_copy_aligned(&mut self, call: &'m llvm::Call) -> Lowered<()> {
        for argument in call.args.iter().take(2) {
            let align = argument.attrs.align().unwrap_or(1);
            let pointer = self.operand(&argument.ty, &argument.value)?;
            if align > 1 && matches!(self.place(pointer.clone(), align), Place::Deref(_, _)) {
                let align = Expr::int(self.cx.pointer_bits(), align);
                let aligned = Expr::memory(MemoryPredicate::Aligned, pointer, align);
                self.assert(aligned, Property::of(PropertyClass::Alignment));
            }
        }
        Ok(())
    }

    /// A description of the accessed place.
    fn place_name(&self, place: &Place) -> String {
        let name = match place {
            Place::Variable(Variable::Local(id), _) => &self.body.function.locals[*id].name,
            Place::Variable(Variable::Global(id), _) => &self.cx.program.globals[*id].name,
            Place::Deref(_, _) => return "object".to_owned(),
        };
        name.to_string()
    }

    fn check_address_space(&self, pointer: &llvm::TypedValue) -> Lowered<()> {
        match &pointer.ty {
            llvm::Type::Ptr { addrspace: 1.. } => {
                Err(Unsupported::new("access to another address space"))
            }
            _ => Ok(()),
        }
    }

    pub fn load(
        &mut self,
        how: How,
        ty: &'m llvm::Type,
        pointer: &'m llvm::TypedValue,
        align: Option<u64>,
        moves: bool,
    ) -> Lowered<Expr> {
        self.check_address_space(pointer)?;
        let ty = self.cx.lower_type(self.unit, ty)?;
        let pointer = self.typed(pointer)?;
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        Ok(self.load_parts(how, ty, pointer, align, moves))
    }

    /// Loads a value; a small structure member by member.
    pub fn load_value(
        &mut self,
        how: impl Into<How>,
        ty: TypeId,
        pointer: Expr,
        align: u64,
    ) -> Expr {
        self.load_parts(how.into(), ty, pointer, align, false)
    }

    fn load_parts(&mut self, how: How, ty: TypeId, pointer: Expr, align: u64, moves: bool) -> Expr {
        let Some(parts) = self.parts(ty) else {
            let dst = self.body.temp(ty);
            let place = self.place(pointer, align);
            let input = (how.volatile && self.cx.options.volatile_nondet)
                .then(|| InputSource::Volatile(self.place_name(&place).into()));
            self.body.push(StmtKind::Load {
                dst,
                place,
                volatile: how.volatile,
                moves,
                order: how.order,
            });
            return match input {
                Some(source) => self.havoc(ty, source),
                None => Expr::Temp(dst),
            };
        };
        let mut items = Vec::with_capacity(parts.len());
        for (offset, part) in parts {
            let at = self.moved(pointer.clone(), offset);
            items.push(self.load_parts(how, part, at, align_at(align, offset), moves));
        }
        Expr::Aggregate(ty, items)
    }

    pub fn store(
        &mut self,
        how: How,
        value: &'m llvm::TypedValue,
        pointer: &'m llvm::TypedValue,
        align: Option<u64>,
    ) -> Lowered<()> {
        self.check_address_space(pointer)?;
        let ty = self.cx.lower_type(self.unit, &value.ty)?;
        let value = self.typed(value)?;
        let pointer = self.typed(pointer)?;
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        self.store_value(how, ty, value, pointer, align)
    }

    /// Stores a value; a small structure member by member.
    pub fn store_value(
        &mut self,
        how: impl Into<How>,
        ty: TypeId,
        value: Expr,
        pointer: Expr,
        align: u64,
    ) -> Lowered<()> {
        self.store_parts(how.into(), ty, value, pointer, align)
    }

    fn store_parts(
        &mut self,
        how: How,
        ty: TypeId,
        value: Expr,
        pointer: Expr,
        align: u64,
    ) -> Lowered<()> {
        let Some(parts) = self.parts(ty) else {
            let place = self.place(pointer, align);
            self.body.push(StmtKind::Store {
                place,
                value,
                volatile: how.volatile,
                order: how.order,
            });
            return Ok(());
        };
        for (index, (offset, part)) in parts.into_iter().enumerate() {
            let (item, _) = self.component(value.clone(), ty, index as u32)?;
            let at = self.moved(pointer.clone(), offset);
            self.store_parts(how, part, item, at, align_at(align, offset))?;
        }
        Ok(())
    }

    /// The members of a structure or array type that is accessed member by member.
    fn parts(&self, ty: TypeId) -> Option<Vec<(u64, TypeId)>> {
        let types = &self.cx.program.types;
        match types.get(ty) {
            Type::Struct(layout) if layout.fields.len() <= MAX_PARTS => Some(types.components(ty)),
            Type::Array { len, .. } if *len <= MAX_PARTS as u64 => Some(types.components(ty)),
            Type::Struct(_)
            | Type::Array { .. }
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Ptr
            | Type::Vector { .. } => None,
        }
    }

    /// A pointer moved by bytes.
    pub fn moved(&mut self, pointer: Expr, offset: u64) -> Expr {
        let bits = self.cx.pointer_bits();
        let pointer = fold::ptr_add(pointer, Expr::int(bits, offset));
        self.body.assign(TypeTable::PTR, pointer)
    }

    /// A pointer rounded down to a multiple of a power of two. If the object itself is so aligned,
    /// only the offset matters.
    pub fn align_down(&mut self, pointer: Expr, align: u64) -> Lowered<Expr> {
        let bits = self.cx.pointer_bits();
        let word = self.word();
        let low = Expr::int(bits, align.wrapping_sub(1));
        let offset = Expr::Extent(Extent::Offset, Box::new(pointer.clone()));
        let offset = self.body.assign(word, offset);
        let back = Expr::Unary(UnaryOp::Neg, Box::new(offset.clone()));
        let start = fold::ptr_add(pointer.clone(), self.body.assign(word, back));
        let start = self.body.assign(TypeTable::PTR, start);
        let aligned = Expr::Memory(
            MemoryPredicate::Aligned,
            Box::new(start),
            Box::new(Expr::int(bits, align)),
        );
        let aligned = self.body.assign(TypeTable::BOOL, aligned);
        let types = &self.cx.program.types;
        let address = fold::cast(types, CastKind::PtrToInt, pointer.clone(), word);
        let address = self.body.assign(word, address);
        let counted = self
            .body
            .assign(word, fold::select(aligned, offset, address));
        let over = self
            .body
            .assign(word, Expr::binary(BinaryOp::And, counted, low));
        let back = self
            .body
            .assign(word, Expr::Unary(UnaryOp::Neg, Box::new(over)));
        Ok(self
            .body
            .assign(TypeTable::PTR, fold::ptr_add(pointer, back)))
    }

    /// `getelementptr`.
    pub fn element_address(
        &mut self,
        source: &'m llvm::Type,
        base: &'m llvm::TypedValue,
        indices: &'m [llvm::TypedValue],
    ) -> Lowered<Expr> {
        if !matches!(base.ty, llvm::Type::Ptr { .. }) {
            return Err(Unsupported::new("vector of addresses"));
        }
        let source = self.cx.lower_type(self.unit, source)?;
        let table = base;
        let base = self.typed(base)?;
        let mut numbers = Vec::with_capacity(indices.len());
        for index in indices {
            let from = self.cx.lower_type(self.unit, &index.ty)?;
            let number = self.typed(index)?;
            numbers.push(self.cx.pointer_wide(number, from)?);
        }
        if let [index] = numbers.as_slice() {
            self.claim_character(table, index);
        }
        let pointer = self.cx.element_pointer(source, base, &numbers)?;
        if self.leaves_variable(&pointer) {
            // Not folded: further offsets must not bring the address back unnoticed.
            let dst = self.body.temp(TypeTable::PTR);
            self.body.push(StmtKind::Assign {
                dst,
                value: pointer,
            });
            return Ok(Expr::Temp(dst));
        }
        Ok(self.body.assign(TypeTable::PTR, pointer))
    }

    /// Whether a constant address lies beyond the bounds of its variable.
    fn leaves_variable(&self, pointer: &Expr) -> bool {
        let Some((Expr::AddrOf(variable), offset)) = fold::constant_address(pointer) else {
            return false;
        };
        let ty = match variable {
            Variable::Local(id) => self.body.function.locals[*id].ty,
            Variable::Global(id) => self.cx.program.globals[*id].ty,
        };
        let size = self.cx.program.types.alloc_size(ty);
        u64::try_from(offset).map_or(true, |offset| offset > size)
    }
}

/// The alignment known at an offset from an aligned address.
fn align_at(align: u64, offset: u64) -> u64 {
    if offset == 0 {
        align
    } else {
        align.min(1 << offset.trailing_zeros().min(32))
    }
}

#[cfg(test)]
mod tests {
    use super::align_at;

    #[test]
    fn alignment_shrinks_with_the_offset() {
        assert_eq!(align_at(8, 0), 8);
        assert_eq!(align_at(8, 4), 4);
        assert_eq!(align_at(8, 16), 8);
        assert_eq!(align_at(1, 8), 1);
    }
}
