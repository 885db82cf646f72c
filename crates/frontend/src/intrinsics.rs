//! LLVM's intrinsic functions, from one table.
//!
//! Bit manipulation is expanded into plain operations, so that later stages need not know it.
//! Intrinsics that only inform an optimiser do nothing.

use crate::bits::{
    absolute, count_ones, funnel_left, funnel_right, leading_zeros, op, reverse_bits, swap_bytes,
    trailing_zeros,
};
use crate::fold;
use crate::functions::{Builder, Step};
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use crate::{float_intrinsics, vectors};
use cassay_bv::Bv;
use cassay_ir::ends::End;
use cassay_ir::{
    BinaryOp, CastKind, CompareOp, Expr, Extent, InputSource, MemoryOrder, OverflowOp, Property,
    PropertyClass, StmtKind, Type, TypeId, TypeTable, Variable,
};

/// How an intrinsic is lowered. Its name goes up to the types that follow, as in
/// `llvm.ctpop` for `llvm.ctpop.i32`.
#[derive(Clone, Copy)]
enum Rule {
    /// Nothing happens.
    Ignore,
    /// Returns the first argument.
    First,
    /// The variable's lifetime begins.
    LifetimeStart,
    /// The variable's lifetime ends.
    LifetimeEnd,
    /// The lifetimes of variable-length arrays end.
    StackRestore,
    /// Arithmetic that also returns an overflow flag.
    WithOverflow(BinaryOp, OverflowOp),
    /// Arithmetic that saturates at the limits.
    Saturating(BinaryOp, OverflowOp),
    /// The minimum or maximum.
    Extreme(CompareOp, bool),
    /// A function of integers, element by element for vectors.
    Bits(fn(&mut Builder<'_, '_>, &[Expr], TypeId, u32) -> Expr),
    MemCopy {
        may_overlap: bool,
    },
    MemSet,
    Assume,
    /// The execution ends.
    End,
    ObjectSize,
    /// A constant false.
    False,
    /// A constant true.
    True,
    /// Any value of the result type.
    Any(&'static str),
    /// Orders memory accesses.
    Fence(MemoryOrder),
    /// Minus one, zero or one, as the first is less, equal or greater.
    ThreeWay(CompareOp),
    /// All elements of a vector combined.
    Reduce,
    PointerMask,
    /// The number of a type that is thrown.
    TypeNumber,
    VaStart,
    VaCopy,
    Null,
    AnyPointer(&'static str),
    Unsupported(&'static str),
}

const TABLE: &[(&str, Rule)] = &[
    ("llvm.dbg", Rule::Ignore),
    ("llvm.donothing", Rule::Ignore),
    ("llvm.sideeffect", Rule::Ignore),
    ("llvm.var.annotation", Rule::Ignore),
    ("llvm.prefetch", Rule::Ignore),
    ("llvm.clear_cache", Rule::Ignore),
    ("llvm.fake.use", Rule::Ignore),
    ("llvm.pseudoprobe", Rule::Ignore),
    ("llvm.codeview.annotation", Rule::Ignore),
    ("llvm.eh.unwind.init", Rule::Ignore),
    ("llvm.eh.typeid.for", Rule::TypeNumber),
    ("llvm.x86.sse2.pause", Rule::Ignore),
    ("llvm.x86.sse2.clflush", Rule::Ignore),
    ("llvm.x86.sse2.mfence", Rule::Fence(MemoryOrder::SeqCst)),
    ("llvm.x86.sse2.lfence", Rule::Fence(MemoryOrder::Acquire)),
    ("llvm.x86.sse.sfence", Rule::Fence(MemoryOrder::Release)),
    ("llvm.x86.rdtsc", Rule::Any("time stamp counter")),
    ("llvm.readcyclecounter", Rule::Any("cycle counter")),
    ("llvm.readsteadycounter", Rule::Any("steady counter")),
    ("llvm.read_register", Rule::Any("register")),
    ("llvm.allow.runtime.check", Rule::True),
    ("llvm.allow.ubsan.check", Rule::True),
    ("llvm.scmp", Rule::ThreeWay(CompareOp::SLt)),
    ("llvm.ucmp", Rule::ThreeWay(CompareOp::ULt)),
    ("llvm.vector.reduce", Rule::Reduce),
    ("llvm.thread.pointer", Rule::AnyPointer("thread pointer")),
    (
        "llvm.addressofreturnaddress",
        Rule::AnyPointer("frame address"),
    ),
    ("llvm.sponentry", Rule::AnyPointer("stack pointer")),
    (
        "llvm.eh.sjlj",
        Rule::Unsupported("non-local jump (__builtin_setjmp)"),
    ),
    ("llvm.va_end", Rule::Ignore),
    ("llvm.invariant.end", Rule::Ignore),
    ("llvm.experimental.noalias.scope.decl", Rule::Ignore),
    ("llvm.stackrestore", Rule::StackRestore),
    ("llvm.stacksave", Rule::Null),
    ("llvm.invariant.start", Rule::Null),
    ("llvm.returnaddress", Rule::AnyPointer("return address")),
    ("llvm.expect", Rule::First),
    ("llvm.annotation", Rule::First),
    ("llvm.ptr.annotation", Rule::First),
    ("llvm.launder.invariant.group", Rule::First),
    ("llvm.strip.invariant.group", Rule::First),
    ("llvm.ssa.copy", Rule::First),
    (
        "llvm.preserve.array.access.index",
        Rule::Unsupported("relocatable access"),
    ),
    ("llvm.threadlocal.address", Rule::First),
    ("llvm.arithmetic.fence", Rule::First),
    ("llvm.lifetime.start", Rule::LifetimeStart),
    ("llvm.lifetime.end", Rule::LifetimeEnd),
    (
        "llvm.sadd.with.overflow",
        Rule::WithOverflow(BinaryOp::Add, OverflowOp::SAdd),
    ),
    (
        "llvm.ssub.with.overflow",
        Rule::WithOverflow(BinaryOp::Sub, OverflowOp::SSub),
    ),
    (
        "llvm.smul.with.overflow",
        Rule::WithOverflow(BinaryOp::Mul, OverflowOp::SMul),
    ),
    (
        "llvm.uadd.with.overflow",
        Rule::WithOverflow(BinaryOp::Add, OverflowOp::UAdd),
    ),
    (
        "llvm.usub.with.overflow",
        Rule::WithOverflow(BinaryOp::Sub, OverflowOp::USub),
    ),
    (
        "llvm.umul.with.overflow",
        Rule::WithOverflow(BinaryOp::Mul, OverflowOp::UMul),
    ),
    (
        "llvm.sadd.sat",
        Rule::Saturating(BinaryOp::Add, OverflowOp::SAdd),
    ),
    (
        "llvm.ssub.sat",
        Rule::Saturating(BinaryOp::Sub, OverflowOp::SSub),
    ),
    (
        "llvm.uadd.sat",
        Rule::Saturating(BinaryOp::Add, OverflowOp::UAdd),
    ),
    (
        "llvm.usub.sat",
        Rule::Saturating(BinaryOp::Sub, OverflowOp::USub),
    ),
    ("llvm.smin", Rule::Extreme(CompareOp::SLt, true)),
    ("llvm.smax", Rule::Extreme(CompareOp::SLt, false)),
    ("llvm.umin", Rule::Extreme(CompareOp::ULt, true)),
    ("llvm.umax", Rule::Extreme(CompareOp::ULt, false)),
    ("llvm.abs", Rule::Bits(absolute)),
    ("llvm.ctpop", Rule::Bits(count_ones)),
    ("llvm.ctlz", Rule::Bits(leading_zeros)),
    ("llvm.cttz", Rule::Bits(trailing_zeros)),
    ("llvm.bswap", Rule::Bits(swap_bytes)),
    ("llvm.bitreverse", Rule::Bits(reverse_bits)),
    ("llvm.fshl", Rule::Bits(funnel_left)),
    ("llvm.fshr", Rule::Bits(funnel_right)),
    ("llvm.memcpy", Rule::MemCopy { may_overlap: false }),
    ("llvm.memmove", Rule::MemCopy { may_overlap: true }),
    ("llvm.memset", Rule::MemSet),
    ("llvm.assume", Rule::Assume),
    ("llvm.trap", Rule::End),
    ("llvm.debugtrap", Rule::Ignore),
    ("llvm.ubsantrap", Rule::End),
    ("llvm.objectsize", Rule::ObjectSize),
    ("llvm.is.constant", Rule::False),
    ("llvm.ptrmask", Rule::PointerMask),
    ("llvm.va_start", Rule::VaStart),
    ("llvm.va_copy", Rule::VaCopy),
    ("llvm.frameaddress", Rule::AnyPointer("frame address")),
    ("llvm.eh", Rule::Unsupported("exception handling")),
];

fn find(name: &str) -> Option<Rule> {
    TABLE
        .iter()
        .find(|(listed, _)| {
            name.strip_prefix(listed)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
        .map(|(_, rule)| *rule)
}

/// Lowers a call of an intrinsic.
pub(crate) fn lower<'m>(
    builder: &mut Builder<'_, 'm>,
    name: &str,
    call: &'m Call,
    step: &mut Step,
) -> Lowered<Option<Expr>> {
    if let Some(value) = float_intrinsics::lower(builder, name, call) {
        return value;
    }
    let Some(rule) = find(name) else {
        return Err(Unsupported::new(format!("intrinsic `{name}`")));
    };
    match rule {
        Rule::Ignore => Ok(None),
        Rule::First => builder.argument(call, 0).map(|(value, _)| Some(value)),
        Rule::LifetimeStart => lifetime(builder, call, true),
        Rule::LifetimeEnd => lifetime(builder, call, false),
        Rule::StackRestore => builder.restore_stack(call),
        Rule::WithOverflow(op, overflow) => with_overflow(builder, call, op, overflow).map(Some),
        Rule::Saturating(op, overflow) => saturating(builder, call, op, overflow).map(Some),
        Rule::Extreme(compare, smaller) => extreme(builder, call, compare, smaller).map(Some),
        Rule::Bits(operation) => bits(builder, call, operation).map(Some),
        Rule::MemCopy { may_overlap } => {
            let (dst, _) = builder.pointer_argument(call, 0)?;
            let (src, _) = builder.pointer_argument(call, 1)?;
            let (len, ty) = builder.argument(call, 2)?;
            let len = builder.as_word(len, ty)?;
            builder.body.push(StmtKind::MemCopy {
                dst: dst.clone(),
                src,
                len: len.clone(),
                may_overlap,
            });
            builder.leave_unspecified(&dst, &call.args[1].value, &len);
            Ok(None)
        }
        Rule::MemSet => {
            let (dst, _) = builder.pointer_argument(call, 0)?;
            let (value, value_ty) = builder.argument(call, 1)?;
            let (len, ty) = builder.argument(call, 2)?;
            let len = builder.as_word(len, ty)?;
            let value = builder.as_byte(value, value_ty)?;
            builder.body.push(StmtKind::MemSet { dst, value, len });
            Ok(None)
        }
        Rule::Assume => {
            let (cond, _) = builder.argument(call, 0)?;
            // `llvm.assume` about alignment has the condition `true` and an operand bundle.
            if cond != Expr::bool(true) {
                let property = Property::new(
                    PropertyClass::InvalidBuiltin,
                    "assumption made by the source",
                );
                builder.assert(cond.clone(), property);
                builder.body.push(StmtKind::Assume(cond));
            }
            Ok(None)
        }
        Rule::End => {
            builder.claim_heap(End::Abort, None);
            *step = Step::Ended;
            Ok(None)
        }
        Rule::ObjectSize => object_size(builder, call).map(Some),
        Rule::True => Ok(Some(Expr::bool(true))),
        Rule::Any(what) => {
            let ty = builder.cx.lower_type(builder.unit, &call.ret)?;
            Ok(Some(builder.havoc(ty, InputSource::Chosen(what.into()))))
        }
        Rule::Fence(order) => {
            builder.body.push(StmtKind::Fence(order));
            Ok(None)
        }
        Rule::ThreeWay(less) => three_way(builder, call, less).map(Some),
        Rule::Reduce => vectors::reduce(builder, name, call).map(Some),
        Rule::False => Ok(Some(Expr::bool(false))),
        Rule::PointerMask => pointer_mask(builder, call).map(Some),
        Rule::VaStart => builder.start_list(call),
        Rule::VaCopy => builder.copy_list(call),
        Rule::TypeNumber => builder.number_of_type(call).map(Some),
        Rule::Null => Ok(Some(Expr::Null)),
        Rule::AnyPointer(what) => Ok(Some(
            builder.havoc(TypeTable::PTR, InputSource::Chosen(what.into())),
        )),
        Rule::Unsupported(what) => Err(Unsupported::new(what)),
    }
}

/// The remaining size of the object that a pointer leads to. It is computed only if the call allows
/// an answer at run time; otherwise the answer is "unknown": all ones for the largest possible
/// size, zero for the smallest.
fn object_size<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call) -> Lowered<Expr> {
    let ty = builder.cx.lower_type(builder.unit, &call.ret)?;
    let width = builder.int_width(ty)?;
    let (pointer, _) = builder.pointer_argument(call, 0)?;
    let (smallest, _) = builder.argument(call, 1)?;
    let unknown = Expr::Int(if smallest == Expr::bool(true) {
        Bv::zero(width)
    } else {
        Bv::ones(width)
    });
    let dynamic = call.args.len() > 3 && builder.argument(call, 3)?.0 == Expr::bool(true);
    let bits = builder.cx.pointer_bits();
    if !dynamic || width != bits {
        return Ok(unknown);
    }
    let zero = Expr::int(bits, 0);
    let size = Expr::Extent(Extent::Size, Box::new(pointer.clone()));
    let size = builder.body.assign(ty, size);
    let offset = Expr::Extent(Extent::Offset, Box::new(pointer));
    let offset = builder.body.assign(ty, offset);
    let rest = op(builder, ty, BinaryOp::Sub, &size, offset.clone());
    let inside = fold::compare(CompareOp::ULe, offset, size.clone());
    let inside = builder.body.assign(TypeTable::BOOL, inside);
    let rest = builder
        .body
        .assign(ty, fold::select(inside, rest, zero.clone()));
    let nothing = fold::compare(CompareOp::Eq, size, zero);
    let nothing = builder.body.assign(TypeTable::BOOL, nothing);
    Ok(builder
        .body
        .assign(ty, fold::select(nothing, unknown, rest)))
}

fn three_way<'m>(
    builder: &mut Builder<'_, 'm>,
    call: &'m Call,
    compare: CompareOp,
) -> Lowered<Expr> {
    let (a, ty) = builder.argument(call, 0)?;
    let (b, _) = builder.argument(call, 1)?;
    let to = builder.cx.lower_type(builder.unit, &call.ret)?;
    let item = builder.element_type(to);
    let width = builder.int_width(item)?;
    builder.each(ty, to, &[a, b], |builder, items| {
        let (a, b) = (items[0].clone(), items[1].clone());
        let less = fold::compare(compare, a.clone(), b.clone());
        let less = builder.body.assign(TypeTable::BOOL, less);
        let greater = fold::compare(compare, b, a);
        let greater = builder.body.assign(TypeTable::BOOL, greater);
        let value = fold::select(greater, Expr::int(width, 1), Expr::int(width, 0));
        let value = builder.body.assign(item, value);
        Ok(fold::select(less, Expr::Int(Bv::ones(width)), value))
    })
}

/// A lifetime marker of a variable.
fn lifetime<'m>(
    builder: &mut Builder<'_, 'm>,
    call: &'m Call,
    starts: bool,
) -> Lowered<Option<Expr>> {
    let Some(index) = call.args.len().checked_sub(1) else {
        return Ok(None);
    };
    let (pointer, _) = builder.argument(call, index)?;
    // Storage made by `alloca` during the execution lives until the function returns.
    if let Expr::AddrOf(Variable::Local(local)) = pointer {
        builder.body.push(if starts {
            StmtKind::Declare(local)
        } else {
            StmtKind::Dead(local)
        });
    }
    Ok(None)
}

fn with_overflow<'m>(
    builder: &mut Builder<'_, 'm>,
    call: &'m Call,
    op: BinaryOp,
    overflow: OverflowOp,
) -> Lowered<Expr> {
    let (a, ty) = builder.argument(call, 0)?;
    let (b, _) = builder.argument(call, 1)?;
    builder.int_width(ty)?;
    let pair = builder.cx.lower_type(builder.unit, &call.ret)?;
    let value = fold::binary(&builder.cx.program.types, op, a.clone(), b.clone());
    let value = builder.body.assign(ty, value);
    let flag = Expr::Overflow(overflow, Box::new(a), Box::new(b));
    let flag = builder.body.assign(TypeTable::BOOL, flag);
    Ok(Expr::Aggregate(pair, vec![value, flag]))
}

fn saturating<'m>(
    builder: &mut Builder<'_, 'm>,
    call: &'m Call,
    op: BinaryOp,
    overflow: OverflowOp,
) -> Lowered<Expr> {
    let (a, ty) = builder.argument(call, 0)?;
    let (b, _) = builder.argument(call, 1)?;
    builder.each(ty, ty, &[a, b], |builder, items| {
        let width = scalar_width(builder, ty)?;
        let item = builder.cx.program.types.int(width);
        let (a, b) = (items[0].clone(), items[1].clone());
        let value = fold::binary(&builder.cx.program.types, op, a.clone(), b.clone());
        let value = builder.body.assign(item, value);
        let limit = match overflow {
            OverflowOp::UAdd | OverflowOp::UMul => Expr::Int(Bv::ones(width)),
            OverflowOp::USub => Expr::Int(Bv::zero(width)),
            OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul => {
                let zero = Expr::Int(Bv::zero(width));
                let negative = fold::compare(CompareOp::SLt, a.clone(), zero);
                let negative = builder.body.assign(TypeTable::BOOL, negative);
                fold::select(
                    negative,
                    Expr::Int(Bv::signed_min(width)),
                    Expr::Int(Bv::signed_max(width)),
                )
            }
        };
        let limit = builder.body.assign(item, limit);
        let flag = Expr::Overflow(overflow, Box::new(a), Box::new(b));
        let flag = builder.body.assign(TypeTable::BOOL, flag);
        Ok(fold::select(flag, limit, value))
    })
}

fn extreme<'m>(
    builder: &mut Builder<'_, 'm>,
    call: &'m Call,
    compare: CompareOp,
    smaller: bool,
) -> Lowered<Expr> {
    let (a, ty) = builder.argument(call, 0)?;
    let (b, _) = builder.argument(call, 1)?;
    builder.each(ty, ty, &[a, b], |builder, items| {
        let (a, b) = (items[0].clone(), items[1].clone());
        let less = fold::compare(compare, a.clone(), b.clone());
        let less = builder.body.assign(TypeTable::BOOL, less);
        Ok(if smaller {
            fold::select(less, a, b)
        } else {
            fold::select(less, b, a)
        })
    })
}

/// Applies a function of integers to all arguments of the result's type.
fn bits<'m>(
    builder: &mut Builder<'_, 'm>,
    call: &'m Call,
    operation: fn(&mut Builder<'_, '_>, &[Expr], TypeId, u32) -> Expr,
) -> Lowered<Expr> {
    let (_, ty) = builder.argument(call, 0)?;
    let mut operands = Vec::new();
    for index in 0..call.args.len() {
        let (value, own) = builder.argument(call, index)?;
        if own == ty {
            operands.push(value);
        }
    }
    let width = scalar_width(builder, ty)?;
    builder.each(ty, ty, &operands, |builder, items| {
        let item = builder.cx.program.types.int(width);
        Ok(operation(builder, items, item, width))
    })
}

/// The width of an integer or of a vector's elements.
fn scalar_width(builder: &Builder<'_, '_>, ty: TypeId) -> Lowered<u32> {
    if let Type::Vector { elem, .. } = builder.cx.program.types.get(ty) {
        builder.int_width(*elem)
    } else {
        builder.int_width(ty)
    }
}

/// Clears bits of an address and keeps the object.
fn pointer_mask<'m>(builder: &mut Builder<'_, 'm>, call: &'m Call) -> Lowered<Expr> {
    let (pointer, _) = builder.pointer_argument(call, 0)?;
    let (mask, mask_ty) = builder.argument(call, 1)?;
    let mask = builder.as_word(mask, mask_ty)?;
    if let Expr::Int(bits) = &mask
        && let Some(align @ 1..) = bits.neg().to_u64()
        && align.is_power_of_two()
    {
        return builder.align_down(pointer, align);
    }
    let word = builder.word();
    let address = fold::cast(
        &builder.cx.program.types,
        CastKind::PtrToInt,
        pointer.clone(),
        word,
    );
    let address = builder.body.assign(word, address);
    let masked = op(builder, word, BinaryOp::And, &address, mask);
    let difference = op(builder, word, BinaryOp::Sub, &masked, address);
    let moved = fold::ptr_add(pointer, difference);
    Ok(builder.body.assign(TypeTable::PTR, moved))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_whole_segments() {
        assert!(matches!(find("llvm.ctpop.i32"), Some(Rule::Bits(_))));
        assert!(matches!(
            find("llvm.expect.with.probability.i64"),
            Some(Rule::First)
        ));
        assert!(matches!(find("llvm.trap"), Some(Rule::End)));
        assert!(find("llvm.ctpops.i32").is_none());
    }
}
