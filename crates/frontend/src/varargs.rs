//! Variable arguments.
//!
//! A caller of a variadic function puts the variable arguments into a block of memory, laid out as
//! the ABI lays out arguments passed in memory, and passes its address as an additional argument. A
//! definition receives that address as a hidden last parameter, and `va_start` makes a list whose
//! registers are all used up (System V ABI for x86-64, section 3.5.7; for i386 a list is just a
//! pointer). The code that clang emits for `va_arg` then reads the block, and reading more than was
//! passed is an access out of bounds.

use crate::argument_types;
use crate::functions::Builder;
use crate::llvm::{self, Call, Constant, InstKind};
use crate::lower::{Lowered, Unsupported};
use cassay_base::Span;
use cassay_ir::{
    CTypeTable, Expr, Field, Local, LocalId, Program, Stmt, StmtKind, StructType, Type, TypeId,
    TypeTable, Variable,
};

/// The name of a block in reports.
const BLOCK: &str = "variable arguments";
/// `gp_offset` of a list whose general registers are used up.
const NO_GENERAL: u64 = 48;
/// `fp_offset` of a list whose vector registers are used up.
const NO_VECTOR: u64 = 176;

/// A variable argument: its type, its value, or its address if it is passed in memory.
pub(crate) struct Passed {
    ty: TypeId,
    value: Expr,
    /// The alignment of an argument passed by a pointer.
    in_memory: Option<u64>,
    /// Minimal size and alignment of the whole value, if this is its first piece.
    whole: (u64, u64),
    /// The tag of its type.
    tag: u64,
}

impl<'m> Builder<'_, 'm> {
    /// An argument of a call, to be stored into a block.
    pub fn passed(&mut self, argument: &'m llvm::Argument) -> Lowered<Passed> {
        let value = self.operand(&argument.ty, &argument.value)?;
        Ok(match argument.attrs.byval() {
            Some(ty) => Passed {
                ty: self.cx.lower_type(self.unit, ty)?,
                value,
                in_memory: Some(argument.attrs.align().unwrap_or(1)),
                whole: (0, 1),
                tag: 0,
            },
            None => Passed {
                ty: self.cx.lower_type(self.unit, &argument.ty)?,
                value,
                in_memory: None,
                whole: self.whole(argument),
                // Clang marks only scalars `noundef`.
                tag: if argument.attrs.noundef() {
                    argument_types::tag(&argument.ty)
                } else {
                    0
                },
            },
        })
    }

    /// Minimal size and alignment of the first piece of a structure or wide integer that clang
    /// passes in pieces. Clang loads pieces from where the whole value is, and marks only scalars
    /// `noundef`. The alignment of the load is that of the type, unless the address is that of a
    /// part of something else.
    fn whole(&self, argument: &llvm::Argument) -> (u64, u64) {
        let defined = |value: &llvm::Value| self.source.definition(value.as_local()?);
        let Some(InstKind::Load {
            pointer,
            align: Some(align @ 16..),
            ..
        }) = defined(&argument.value)
        else {
            return (0, 1);
        };
        let (whole, in_two) = match defined(&pointer.value) {
            Some(InstKind::GetElementPtr {
                source: llvm::Type::Struct(body),
                base,
                indices,
                ..
            }) if indices.iter().all(is_zero) => (&base.value, body.fields.len() == 2),
            Some(InstKind::GetElementPtr { base, indices, .. }) if indices.iter().all(is_zero) => {
                (&base.value, false)
            }
            _ => (&pointer.value, false),
        };
        let trusted = match defined(whole) {
            Some(InstKind::GetElementPtr { .. }) => false,
            Some(InstKind::Alloca { ty, .. }) => !matches!(ty, llvm::Type::Array { .. }),
            Some(_) => true,
            None => whole.as_local().is_some(),
        };
        // The size of a structure is a multiple of its alignment.
        match (trusted, in_two) {
            (true, true) => (0, *align),
            (true, false) if !argument.attrs.noundef() => (*align, *align),
            (true, false) | (false, _) => (0, 1),
        }
    }

    /// Makes and fills the block of a call; returns it and where the arguments are in it. The
    /// caller must end its lifetime. If `tagged`, it starts with the type tags of the arguments.
    pub fn argument_block(
        &mut self,
        arguments: Vec<Passed>,
        tagged: bool,
    ) -> Lowered<(LocalId, Expr)> {
        let start = argument_types::TAGGED_SLOTS;
        let mut size = start;
        let mut align = self.slot_size();
        let mut fields = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            let (bytes, own) = self.slot(argument.ty, argument.in_memory);
            let (bytes, own) = (bytes.max(argument.whole.0), own.max(argument.whole.1));
            align = align.max(own);
            let offset = size.next_multiple_of(own);
            fields.push(Field {
                offset,
                ty: argument.ty,
            });
            size = offset.saturating_add(bytes);
        }
        let slots = size.saturating_sub(start) / self.slot_size();
        let typed = |argument: &Passed| argument.in_memory.is_none() && argument.tag != 0;
        let typed = slots <= start && arguments.iter().all(typed);
        let offsets: Vec<u64> = fields.iter().map(|field| field.offset).collect();
        // A field may have less alignment in the block than its type usually has.
        let ty = self.cx.program.types.intern(Type::Struct(StructType {
            fields,
            size,
            align: 1,
        }));
        let block = self.body.function.locals.push(Local {
            name: BLOCK.into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align,
            span: Span::NONE,
            param: None,
            address_taken: false,
            constant: false,
            arguments: typed,
            block: true,
        });
        self.body.push(StmtKind::Declare(block));
        let bits = self.cx.pointer_bits();
        let tags = arguments.iter().zip(&offsets).filter(|_| tagged);
        let tags = tags.map(|(argument, offset)| (offset - start, argument.tag));
        let tags = tags.collect();
        self.record_argument_types(Expr::AddrOf(Variable::Local(block)), tags)?;
        for (argument, offset) in arguments.into_iter().zip(offsets) {
            let at = Expr::AddrOf(Variable::Local(block));
            let at = crate::fold::ptr_add(at, Expr::int(bits, offset));
            if argument.in_memory.is_some() {
                let len = self.cx.program.types.alloc_size(argument.ty);
                self.body.push(StmtKind::MemCopy {
                    dst: at,
                    src: argument.value,
                    len: Expr::int(bits, len),
                    may_overlap: false,
                });
            } else {
                self.store_value(false, argument.ty, argument.value, at, 1)?;
            }
        }
        let first = Expr::AddrOf(Variable::Local(block));
        Ok((block, crate::fold::ptr_add(first, Expr::int(bits, start))))
    }

    /// The unit in which arguments take up memory.
    fn slot_size(&self) -> u64 {
        u64::from(self.cx.pointer_bits() / 8)
    }

    /// Bytes and alignment of an argument in memory.
    fn slot(&self, ty: TypeId, in_memory: Option<u64>) -> (u64, u64) {
        let types = &self.cx.program.types;
        let unit = self.slot_size();
        let own = match (in_memory, types.get(ty)) {
            (Some(align), _) => align,
            (None, Type::Vector { .. }) => types.alloc_size(ty),
            // On i386 only vectors have more alignment than a slot.
            (None, _) if unit == 4 => unit,
            (None, Type::Int(_) | Type::Float(_) | Type::Array { .. } | Type::Struct(_)) => {
                types.align(ty)
            }
            (None, Type::Ptr | Type::Void) => unit,
        };
        let bytes = types.alloc_size(ty).next_multiple_of(unit);
        let align = own.clamp(unit, 64);
        (bytes, if align.is_power_of_two() { align } else { unit })
    }

    /// The hidden parameter of the function, if it takes variable arguments.
    fn own_block(&self) -> Lowered<Expr> {
        let last = self.body.function.params.last();
        match last {
            Some(temp) if self.source.takes_block => Ok(Expr::Temp(*temp)),
            _ => Err(Unsupported::new("va_start outside of a variadic function")),
        }
    }

    /// `va_start`.
    pub fn start_list(&mut self, call: &'m Call) -> Lowered<Option<Expr>> {
        let block = self.own_block()?;
        let (list, _) = self.pointer_argument(call, 0)?;
        if self.cx.pointer_bits() == 64 {
            let int = self.cx.program.types.int(32);
            let general = Expr::int(32, NO_GENERAL);
            self.store_value(false, int, general, list.clone(), 8)?;
            let at = self.moved(list.clone(), 4);
            self.store_value(false, int, Expr::int(32, NO_VECTOR), at, 4)?;
            let at = self.moved(list.clone(), 8);
            self.store_value(false, TypeTable::PTR, block, at, 8)?;
            let at = self.moved(list, 16);
            self.store_value(false, TypeTable::PTR, Expr::Null, at, 8)?;
        } else {
            self.store_value(false, TypeTable::PTR, block, list, 4)?;
        }
        Ok(None)
    }

    /// `va_copy`.
    pub fn copy_list(&mut self, call: &'m Call) -> Lowered<Option<Expr>> {
        let (dst, _) = self.pointer_argument(call, 0)?;
        let (src, _) = self.pointer_argument(call, 1)?;
        let bits = self.cx.pointer_bits();
        let len = Expr::int(bits, if bits == 64 { 24 } else { 4 });
        self.body.push(StmtKind::MemCopy {
            dst,
            src,
            len,
            may_overlap: true,
        });
        Ok(None)
    }

    /// The instruction `va_arg`: the next argument of a list whose registers are used up.
    pub fn next_argument(
        &mut self,
        list: &'m llvm::TypedValue,
        ty: &'m llvm::Type,
    ) -> Lowered<Expr> {
        self.cx.argument_types_claimed = false;
        let ty = self.cx.lower_type(self.unit, ty)?;
        let list = self.typed(list)?;
        let unit = self.slot_size();
        let at = if unit == 8 { self.moved(list, 8) } else { list };
        let mut next = self.load_value(false, TypeTable::PTR, at.clone(), unit);
        let (bytes, align) = self.slot(ty, None);
        if align > unit {
            next = self.moved(next, align - 1);
            next = self.align_down(next, align)?;
        }
        let after = self.moved(next.clone(), bytes);
        self.store_value(false, TypeTable::PTR, after, at, unit)?;
        Ok(self.load_value(false, ty, next, unit))
    }
}

/// Initialises lists with null pointers. A list that is read before `va_start` then points nowhere,
/// so that a list always points to a block of arguments.
pub(crate) fn clear_lists(program: &mut Program) {
    let bits = program.layout.pointer_bits;
    let types = &program.types;
    for function in program.functions.iter_mut() {
        let locals = &function.locals;
        let is_list = |local: LocalId| locals[local].arguments && !locals[local].block;
        if !locals.ids().any(is_list) {
            continue;
        }
        for block in function.blocks.iter_mut() {
            for index in (0..block.stmts.len()).rev() {
                let stmt = &block.stmts[index];
                let StmtKind::Declare(local) = stmt.kind else {
                    continue;
                };
                if is_list(local) {
                    let clear = StmtKind::MemSet {
                        dst: Expr::AddrOf(Variable::Local(local)),
                        value: Expr::int(8, 0),
                        len: Expr::int(bits, types.alloc_size(locals[local].ty)),
                    };
                    let span = stmt.span;
                    block.stmts.insert(index + 1, Stmt { kind: clear, span });
                }
            }
        }
    }
}

/// Treats blocks and lists like any other memory if a `va_arg` may read an argument as another type
/// without a claim: one of a type without a tag, or one in LLVM text from the user, whose `va_arg`
/// may not be recognised.
pub(crate) fn forget_types(program: &mut Program) {
    for function in program.functions.iter_mut() {
        for local in function.locals.iter_mut() {
            local.arguments = false;
        }
    }
}

fn is_zero(index: &llvm::TypedValue) -> bool {
    matches!(&index.value, llvm::Value::Const(Constant::Int(number)) if number.is_zero())
}
