//! Objects that are allocated once, as variables of the body.
//!
//! An object that a statement outside of all loops allocates is the only one of that statement. If
//! nothing is ever released and nobody asks about the heap, it is like a variable that lives as long as the
//! program. What its bytes mean is read off the accesses that may go to it: their types and the
//! constant parts of their offsets. A wrong guess costs precision only, for a pointer that becomes a number is
//! noticed by symbolic execution ([`crate::edges`]).

use cassay_base::{Id, Span};
use cassay_effects::{PointsTo, Target};
use cassay_ir::order::Order;
use cassay_ir::{
    Accessed, AllocKind, BlockId, CTypeTable, Effects, Expr, FuncId, Function, Local, LocalId,
    Program, Size, Stmt, StmtKind, TempId, Type, TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The largest object that becomes a variable.
const MOST_BYTES: u64 = 1 << 16;

/// Where the parts of a variable without a type of its own lie, and their types.
pub(crate) type Layout = Vec<(u64, TypeId)>;

/// Whether objects are never released, and nobody asks which there are.
pub(crate) fn lasts(program: &Program, executed: &BTreeSet<FuncId>) -> bool {
    let functions = executed.iter().map(|id| &program.functions[*id]);
    let mut statements = functions.flat_map(Function::statements);
    !program.asks_about_heap() && !statements.any(|stmt| stmt.kind.effects().any(Effects::FREES))
}

/// Turns objects that are allocated once into variables of the body; their layouts.
pub(crate) fn keep(
    program: &mut Program,
    body: FuncId,
    points_to: &PointsTo,
) -> BTreeMap<LocalId, Layout> {
    let order = Order::new(&program.functions[body]);
    let mut found = Vec::new();
    for (block, contents) in program.functions[body].blocks.iter_enumerated() {
        if order.loops_around(block).next().is_some() {
            continue;
        }
        for (index, stmt) in contents.stmts.iter().enumerate() {
            if let Some(size) = once(&stmt.kind) {
                found.push((block, index, size, stmt.span));
            }
        }
    }
    let mut layouts = BTreeMap::new();
    let mut declared = Vec::new();
    // The last first, so that the numbers of the others stay.
    for (block, index, size, span) in found.into_iter().rev() {
        let target = Target::Allocated(body, block, index);
        let layout = layout(program, points_to, target, size);
        let byte = program.types.int(8);
        let ty = program.types.intern(Type::Array {
            elem: byte,
            len: size,
        });
        let local = replace(program, body, (block, index), ty, size, span);
        declared.push(Stmt {
            kind: StmtKind::Declare(local),
            span,
        });
        layouts.insert(local, layout);
    }
    let first = &mut program.functions[body].blocks[Function::ENTRY].stmts;
    first.splice(0..0, declared);
    layouts
}

/// The size of an object that a statement allocates, if it is a constant.
fn once(kind: &StmtKind) -> Option<u64> {
    let StmtKind::Alloc {
        size,
        kind,
        rows: None,
        ..
    } = kind
    else {
        return None;
    };
    let lasting = match kind {
        AllocKind::Heap
        | AllocKind::ZeroedHeap
        | AllocKind::New
        | AllocKind::NewArray
        | AllocKind::NewAligned
        | AllocKind::NewArrayAligned
        | AllocKind::Static => true,
        AllocKind::Stack => false,
    };
    let size = size.as_int()?.to_u64()?;
    (lasting && 0 < size && size <= MOST_BYTES).then_some(size)
}

fn replace(
    program: &mut Program,
    body: FuncId,
    (block, index): (BlockId, usize),
    ty: TypeId,
    size: u64,
    span: Span,
) -> LocalId {
    let bits = program.layout.pointer_bits;
    let function = &mut program.functions[body];
    let number = function.locals.len();
    let stmts = &mut function.blocks[block].stmts;
    let mut zeroed = false;
    let mut alignment = 1;
    let mut pointer = None;
    if let StmtKind::Alloc {
        dst, kind, align, ..
    } = &stmts[index].kind
    {
        zeroed = *kind == AllocKind::ZeroedHeap;
        alignment = *align;
        pointer = Some(*dst);
    }
    let local = LocalId::from_index(number);
    let address = Expr::AddrOf(Variable::Local(local));
    let mut new = Vec::new();
    if let Some(dst) = pointer {
        let value = address.clone();
        new.push(StmtKind::Assign { dst, value });
    }
    if zeroed {
        new.push(StmtKind::MemSet {
            dst: address,
            value: Expr::int(8, 0),
            len: Expr::int(bits, size),
        });
    }
    let new = new.into_iter().map(|kind| Stmt { kind, span });
    stmts.splice(index..=index, new);
    function.locals.push(Local {
        name: "".into(),
        ty,
        ctype: CTypeTable::UNKNOWN,
        align: alignment,
        span,
        param: None,
        address_taken: true,
        constant: false,
        arguments: false,
        block: false,
    })
}

/// The parts of an object by the accesses that may go to it; bytes where there are none.
fn layout(program: &Program, points_to: &PointsTo, target: Target, size: u64) -> Layout {
    let types = &program.types;
    let mut seen: BTreeSet<(u64, std::cmp::Reverse<u64>, TypeId)> = BTreeSet::new();
    for (id, function) in program.functions.iter_enumerated() {
        let known = assigned_once(function);
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                stmt.kind.accesses(|access| {
                    let Accessed::Behind(pointer) = access.to else {
                        return;
                    };
                    let ty = match access.size {
                        Size::OfTemp(temp) => Some(function.temps[temp].ty),
                        Size::OfValue(value) => value.ty(program, function),
                        Size::Bytes(_) | Size::Object => None,
                    };
                    let Some(ty) = ty.filter(|ty| types.is_scalar(*ty)) else {
                        return;
                    };
                    if !points_to
                        .expression((id, block, index), 0)
                        .contains(&target)
                    {
                        return;
                    }
                    let offset = constant_offset(pointer, &known);
                    let bytes = types.store_size(ty);
                    if bytes > 0 && offset.checked_add(bytes).is_some_and(|end| end <= size) {
                        // A pointer is never taken for a number.
                        let first = if *types.get(ty) == Type::Ptr {
                            u64::MAX
                        } else {
                            bytes
                        };
                        seen.insert((offset, std::cmp::Reverse(first), ty));
                    }
                });
            }
        }
    }
    let byte = types.find_int(8);
    let mut parts = Vec::new();
    let mut at = 0;
    for (offset, _, ty) in seen {
        if offset < at {
            continue;
        }
        parts.extend((at..offset).filter_map(|gap| Some((gap, byte?))));
        parts.push((offset, ty));
        at = offset + types.store_size(ty);
    }
    parts.extend((at..size).filter_map(|gap| Some((gap, byte?))));
    parts
}

/// The values of temporaries that are assigned at one place only.
fn assigned_once(function: &Function) -> BTreeMap<TempId, Option<&Expr>> {
    let mut known = BTreeMap::new();
    for stmt in function.statements() {
        let Some(dst) = stmt.kind.defines() else {
            continue;
        };
        let mut only = None;
        if let StmtKind::Assign { value, .. } = &stmt.kind
            && !known.contains_key(&dst)
        {
            only = Some(value);
        }
        known.insert(dst, only);
    }
    known
}

/// How far a pointer is followed.
const MOST_STEPS: usize = 16;

/// The constant part of the offset of a pointer; zero unless it is known to be positive.
fn constant_offset(pointer: &Expr, known: &BTreeMap<TempId, Option<&Expr>>) -> u64 {
    let mut sum: u64 = 0;
    let mut pointer = pointer;
    for _ in 0..MOST_STEPS {
        if let Expr::PtrAdd(base, by) = pointer {
            let by = by.as_int().and_then(|by| by.to_u64());
            sum = sum.saturating_add(by.filter(|by| *by <= MOST_BYTES).unwrap_or(0));
            pointer = base;
        } else if let Expr::Temp(temp) = pointer
            && let Some(Some(value)) = known.get(temp)
        {
            pointer = value;
        } else {
            break;
        }
    }
    sum
}
