//! What the analysis knows of values: constants, addresses, threads, and whether a lock was taken.
//!
//! A value that is not known has no [`Value`]. A pointer that is not known, too, can be given a name:
//! [`Base::Unknown`] is whatever the pointer was at one place, so that two accesses through it are
//! known to go to the same object. In each state a base stands for one object: where its place is
//! executed again, everything known of the earlier object is forgotten.

use crate::context::{ContextId, ThreadId};
use crate::state::State;
use cassay_bv::Bv;
use cassay_effects::Target;
use cassay_ir::ops::WidthChange;
use cassay_ir::{
    BinaryOp, BlockId, CompareOp, Expr, FuncId, GlobalId, LocalId, Program, Type, UnaryOp, Variable,
};

/// The deepest expression whose value is computed.
const DEPTH: u32 = 64;

/// What a pointer is an offset from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Base {
    /// A global variable.
    Global(GlobalId),
    /// A variable of the activation in a context.
    Local(ContextId, LocalId),
    /// The object that a statement allocated last.
    Made(ContextId, BlockId, usize),
    /// A function.
    Function(FuncId),
    /// The pointer that a statement gave last.
    Unknown(ContextId, BlockId, usize),
    /// The pointer that a function got as an argument.
    Argument(ContextId, usize),
}

impl Base {
    /// Whether it is a certain object, rather than wherever a pointer leads.
    pub fn is_object(self) -> bool {
        match self {
            Base::Global(_) | Base::Local(_, _) | Base::Made(_, _, _) => true,
            Base::Function(_) | Base::Unknown(_, _, _) | Base::Argument(_, _) => false,
        }
    }

    /// The object as a target of pointers.
    pub fn target(self, function_of: impl Fn(ContextId) -> FuncId) -> Option<Target> {
        match self {
            Base::Global(id) => Some(Target::Global(id)),
            Base::Local(context, id) => Some(Target::Local(function_of(context), id)),
            Base::Made(context, block, stmt) => {
                Some(Target::Allocated(function_of(context), block, stmt))
            }
            Base::Function(id) => Some(Target::Function(id)),
            Base::Unknown(_, _, _) | Base::Argument(_, _) => None,
        }
    }
}

/// A lock: where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lock {
    /// The object it is part of.
    pub base: Base,
    /// Where in it.
    pub offset: i64,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// With others that also read.
    Shared,
    /// Alone.
    Exclusive,
}

/// A value that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A constant.
    Int(Bv),
    /// An address.
    Pointer(Base, i64),
    /// The number of the last thread of a class that was created.
    Thread(ThreadId),
    /// The result of trying to take a lock, zero for success.
    Tried(Lock, Mode),
    /// Whether a lock was taken; negated if the flag is false.
    Taken(Lock, Mode, bool),
}

impl Value {
    /// Whether the value speaks of a base.
    pub fn mentions(&self, base: Base) -> bool {
        match self {
            Value::Int(_) | Value::Thread(_) => false,
            Value::Pointer(of, _) => *of == base,
            Value::Tried(lock, _) | Value::Taken(lock, _, _) => lock.base == base,
        }
    }

    /// The value as a signed number.
    pub fn number(&self) -> Option<i64> {
        match self {
            Value::Int(bits) if bits.width() <= 64 => bits.to_i64(),
            Value::Int(_)
            | Value::Pointer(_, _)
            | Value::Thread(_)
            | Value::Tried(_, _)
            | Value::Taken(_, _, _) => None,
        }
    }

    fn is_zero(&self) -> bool {
        self.number() == Some(0)
    }

    fn negated(self) -> Option<Value> {
        match self {
            Value::Taken(lock, mode, when) => Some(Value::Taken(lock, mode, !when)),
            Value::Int(bits) => Some(Value::Int(bits.not())),
            Value::Pointer(_, _) | Value::Thread(_) | Value::Tried(_, _) => None,
        }
    }
}

/// The value of an expression in a state.
pub(crate) fn evaluate(
    program: &Program,
    state: &State,
    context: ContextId,
    expr: &Expr,
) -> Option<Value> {
    let evaluation = Evaluation {
        program,
        state,
        context,
    };
    evaluation.value(expr, DEPTH)
}

struct Evaluation<'a> {
    program: &'a Program,
    state: &'a State,
    context: ContextId,
}

impl Evaluation<'_> {
    fn value(&self, expr: &Expr, depth: u32) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        match expr {
            Expr::Int(bits) => Some(Value::Int(bits.clone())),
            Expr::Temp(temp) => self.state.temps.get(&(self.context, *temp)).cloned(),
            Expr::AddrOf(Variable::Global(id)) => Some(Value::Pointer(Base::Global(*id), 0)),
            Expr::AddrOf(Variable::Local(id)) => {
                Some(Value::Pointer(Base::Local(self.context, *id), 0))
            }
            Expr::FuncAddr(id) => Some(Value::Pointer(Base::Function(*id), 0)),
            Expr::PtrAdd(pointer, by) => {
                let Value::Pointer(base, offset) = self.value(pointer, depth)? else {
                    return None;
                };
                let by = self.value(by, depth)?.number()?;
                Some(Value::Pointer(base, offset.checked_add(by)?))
            }
            Expr::Unary(UnaryOp::Not, of) => self.value(of, depth)?.negated(),
            Expr::Binary(op, a, b) => {
                self.binary(*op, self.value(a, depth)?, self.value(b, depth)?)
            }
            Expr::Compare(op, a, b) => {
                self.compare(*op, self.value(a, depth)?, self.value(b, depth)?)
            }
            Expr::Cast(kind, of, ty) => {
                let change = kind.width_change()?;
                let Type::Int(width) = self.program.types.get(*ty) else {
                    return None;
                };
                resized(self.value(of, depth)?, change, *width)
            }
            Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::Unary(UnaryOp::Neg, _)
            | Expr::Overflow(_, _, _)
            | Expr::Select(_, _, _)
            | Expr::Aggregate(_, _)
            | Expr::Component(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _)
            | Expr::FloatCompare(_, _, _)
            | Expr::Extent(_, _)
            | Expr::Memory(_, _, _)
            | Expr::Initialised(_, _)
            | Expr::Heap(_)
            | Expr::Progress => None,
        }
    }

    fn binary(&self, op: BinaryOp, a: Value, b: Value) -> Option<Value> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => match op {
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => Some(Value::Int(op.apply(&a, &b))),
                BinaryOp::UDiv
                | BinaryOp::SDiv
                | BinaryOp::URem
                | BinaryOp::SRem
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr => None,
            },
            // `!taken` of one bit.
            (taken @ Value::Taken(_, _, _), Value::Int(bits))
                if op == BinaryOp::Xor && bits.width() == 1 && bits.is_one() =>
            {
                taken.negated()
            }
            (_, _) => None,
        }
    }

    fn compare(&self, op: CompareOp, a: Value, b: Value) -> Option<Value> {
        let equal = match op {
            CompareOp::Eq => true,
            CompareOp::Ne => false,
            CompareOp::ULt | CompareOp::ULe | CompareOp::SLt | CompareOp::SLe => {
                let (Value::Int(a), Value::Int(b)) = (a, b) else {
                    return None;
                };
                return Some(Value::Int(Bv::from_bool(op.apply(&a, &b))));
            }
        };
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Some(Value::Int(Bv::from_bool(op.apply(&a, &b)))),
            (Value::Tried(lock, mode), zero) if zero.is_zero() => {
                Some(Value::Taken(lock, mode, equal))
            }
            (Value::Taken(lock, mode, when), zero) if zero.is_zero() => {
                Some(Value::Taken(lock, mode, when != equal))
            }
            (_, _) => None,
        }
    }
}

/// A value in another width. The numbers of threads fit into every width that programs keep them in.
fn resized(value: Value, change: WidthChange, width: u32) -> Option<Value> {
    match value {
        Value::Int(bits) => Some(Value::Int(match change {
            WidthChange::Cut => bits.extract(width - 1, 0),
            WidthChange::ZeroExtend => bits.zext(width),
            WidthChange::SignExtend => bits.sext(width),
        })),
        Value::Thread(_) if width >= 32 => Some(value),
        // Zero if it was taken.
        Value::Taken(lock, mode, false) if change == WidthChange::ZeroExtend => {
            Some(Value::Tried(lock, mode))
        }
        Value::Pointer(_, _) | Value::Thread(_) | Value::Tried(_, _) | Value::Taken(_, _, _) => {
            None
        }
    }
}
