//! Typing of expressions.

use crate::expr::{CastKind, Expr};
use crate::function::{Function, Variable};
use crate::program::Program;
use crate::text::float_word;
use crate::types::{Type, TypeId};
use cassay_base::Id;
use cassay_float::FloatKind;

/// A type by what it is rather than by its id, so that literals of any width have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Void,
    Int(u32),
    Float(FloatKind),
    Ptr,
    /// Array, structure or vector.
    Aggregate(TypeId),
}

/// The kind of a type; `None` when the id names none.
pub(super) fn kind_of(program: &Program, id: TypeId) -> Option<Kind> {
    Some(match program.types.lookup(id)? {
        Type::Void => Kind::Void,
        Type::Int(width) => Kind::Int(*width),
        Type::Float(kind) => Kind::Float(*kind),
        Type::Ptr => Kind::Ptr,
        Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => Kind::Aggregate(id),
    })
}

/// The kind of an expression, or what is wrong with it.
pub(super) fn expr(program: &Program, function: &Function, e: &Expr) -> Result<Kind, String> {
    Typing { program, function }.expr(e)
}

struct Typing<'a> {
    program: &'a Program,
    function: &'a Function,
}

/// The kind of both, which must be the same.
fn same(a: Kind, b: Kind, what: &str) -> Typed {
    if a == b {
        Ok(a)
    } else {
        Err(format!("{what} of {a:?} and {b:?}"))
    }
}

type Typed = Result<Kind, String>;

impl Typing<'_> {
    fn expr(&self, expr: &Expr) -> Typed {
        let pointer_bits = self.program.layout.pointer_bits;
        match expr {
            Expr::Int(value) => Ok(Kind::Int(value.width())),
            Expr::Float(kind, bits) if bits.width() == kind.bits() => Ok(Kind::Float(*kind)),
            Expr::Float(kind, bits) => {
                Err(format!("{} constant of {} bits", kind.name(), bits.width()))
            }
            Expr::Null => Ok(Kind::Ptr),
            Expr::Undef(ty) => self.value_type(*ty),
            Expr::Temp(temp) => match self.function.temps.get(*temp) {
                Some(temp) => self.value_type(temp.ty),
                None => Err(format!("there is no temporary {temp}")),
            },
            Expr::AddrOf(variable) => self.variable(*variable),
            Expr::FuncAddr(id) => match self.program.functions.get(*id) {
                Some(_) => Ok(Kind::Ptr),
                None => Err(format!("there is no function {id}")),
            },
            Expr::Unary(op, a) => self.int(a, op.word()),
            Expr::Binary(op, a, b) => self.ints(a, b, op.word()),
            Expr::Compare(op, a, b) => match (self.expr(a)?, self.expr(b)?) {
                (Kind::Int(x), Kind::Int(y)) if x == y => Ok(Kind::Int(1)),
                (Kind::Ptr, Kind::Ptr) => Ok(Kind::Int(1)),
                (x, y) => Err(format!("{} of {x:?} and {y:?}", op.word())),
            },
            Expr::Overflow(op, a, b) => self.ints(a, b, op.word()).map(|_| Kind::Int(1)),
            Expr::Cast(kind, a, ty) => self.cast(*kind, a, *ty),
            Expr::Select(cond, a, b) => {
                self.condition(cond)?;
                same(self.expr(a)?, self.expr(b)?, "select")
            }
            Expr::PtrAdd(pointer, offset) => {
                self.pointer(pointer)?;
                match self.expr(offset)? {
                    Kind::Int(width) if width == pointer_bits => Ok(Kind::Ptr),
                    other => Err(format!("pointer moved by {other:?}")),
                }
            }
            Expr::Aggregate(ty, items) => self.aggregate(*ty, items),
            Expr::Component(a, index) => self.component(self.expr(a)?, *index),
            Expr::WithComponent(a, index, value) => {
                let whole = self.expr(a)?;
                let component = self.component(whole, *index)?;
                same(component, self.expr(value)?, "replacement")?;
                Ok(whole)
            }
            Expr::FloatNeg(a) => self.float(a, "fneg"),
            Expr::FloatArith(op, rounding, operands) => {
                let word = float_word(*op, *rounding);
                let [first, rest @ ..] = operands.as_slice() else {
                    return Err(format!("{word} of nothing"));
                };
                if operands.len() != op.arity() {
                    return Err(format!("{word} of {} operands", operands.len()));
                }
                let mut kind = self.float(first, &word)?;
                for operand in rest {
                    kind = same(kind, self.expr(operand)?, &word)?;
                }
                Ok(kind)
            }
            Expr::Extent(_, pointer) => {
                self.pointer(pointer)?;
                Ok(Kind::Int(pointer_bits))
            }
            Expr::FloatCompare(op, a, b) => {
                same(self.float(a, &op.word())?, self.expr(b)?, &op.word())?;
                Ok(Kind::Int(1))
            }
            Expr::Memory(predicate, pointer, size) => {
                self.pointer(pointer)?;
                match self.expr(size)? {
                    Kind::Int(width) if width == pointer_bits => Ok(Kind::Int(1)),
                    other => Err(format!("{} with size of {other:?}", predicate.word())),
                }
            }
            Expr::Initialised(pointer, mask) => {
                self.pointer(pointer)?;
                if mask.width() % 8 != 0 {
                    return Err(format!("a mask of {} bits", mask.width()));
                }
                Ok(Kind::Int(1))
            }
            Expr::Heap(_) | Expr::Progress => Ok(Kind::Int(1)),
        }
    }

    fn value_type(&self, ty: TypeId) -> Typed {
        match kind_of(self.program, ty) {
            None => Err(format!("there is no type {}", ty.index())),
            Some(Kind::Void) => Err("a value of type void".to_owned()),
            Some(kind) => Ok(kind),
        }
    }

    fn variable(&self, variable: Variable) -> Typed {
        let found = match variable {
            Variable::Local(id) => self.function.locals.get(id).is_some(),
            Variable::Global(id) => self.program.globals.get(id).is_some(),
        };
        if found {
            Ok(Kind::Ptr)
        } else {
            Err(format!("there is no variable {variable:?}"))
        }
    }

    fn condition(&self, cond: &Expr) -> Typed {
        match self.expr(cond)? {
            Kind::Int(1) => Ok(Kind::Int(1)),
            other => Err(format!("condition of {other:?}")),
        }
    }

    fn pointer(&self, pointer: &Expr) -> Typed {
        match self.expr(pointer)? {
            Kind::Ptr => Ok(Kind::Ptr),
            other => Err(format!("{other:?} where a pointer is needed")),
        }
    }

    fn int(&self, a: &Expr, what: &str) -> Typed {
        match self.expr(a)? {
            Kind::Int(width) => Ok(Kind::Int(width)),
            other => Err(format!("{what} of {other:?}")),
        }
    }

    fn ints(&self, a: &Expr, b: &Expr, what: &str) -> Typed {
        same(self.int(a, what)?, self.expr(b)?, what)
    }

    fn float(&self, a: &Expr, what: &str) -> Typed {
        match self.expr(a)? {
            Kind::Float(kind) => Ok(Kind::Float(kind)),
            other => Err(format!("{what} of {other:?}")),
        }
    }

    fn aggregate(&self, ty: TypeId, items: &[Expr]) -> Typed {
        let kind = self.value_type(ty)?;
        for (index, item) in items.iter().enumerate() {
            let Some(expected) = self.program.types.component(ty, index) else {
                return Err(format!("there is no component {index}"));
            };
            let (found, expected) = (self.expr(item)?, self.value_type(expected)?);
            if found != expected {
                return Err(format!("component {index}: {found:?} for {expected:?}"));
            }
        }
        if self.program.types.component(ty, items.len()).is_some() {
            return Err(format!("{} components are too few", items.len()));
        }
        match kind {
            Kind::Aggregate(_) => Ok(kind),
            Kind::Void | Kind::Int(_) | Kind::Float(_) | Kind::Ptr => {
                Err(format!("aggregate of {kind:?}"))
            }
        }
    }

    fn component(&self, kind: Kind, index: u32) -> Typed {
        let component = match kind {
            Kind::Aggregate(ty) => self.program.types.component(ty, index as usize),
            Kind::Void | Kind::Int(_) | Kind::Float(_) | Kind::Ptr => None,
        };
        match component {
            Some(ty) => self.value_type(ty),
            None => Err(format!("there is no component {index} of {kind:?}")),
        }
    }

    fn cast(&self, kind: CastKind, a: &Expr, ty: TypeId) -> Typed {
        let (from, to) = (self.expr(a)?, self.value_type(ty)?);
        let good = match (kind, from, to) {
            (CastKind::Trunc, Kind::Int(from), Kind::Int(to)) => to < from,
            (CastKind::ZExt | CastKind::SExt, Kind::Int(from), Kind::Int(to)) => from < to,
            (CastKind::PtrToInt, Kind::Ptr, Kind::Int(_))
            | (CastKind::IntToPtr, Kind::Int(_), Kind::Ptr)
            | (CastKind::FloatToSInt | CastKind::FloatToUInt, Kind::Float(_), Kind::Int(_))
            | (CastKind::SIntToFloat(_) | CastKind::UIntToFloat(_), Kind::Int(_), Kind::Float(_)) => {
                true
            }
            (CastKind::FloatToFloat(_), Kind::Float(from), Kind::Float(to)) => from != to,
            (CastKind::Bitcast, _, _) => self.bits(from) == self.bits(to),
            (
                CastKind::Trunc
                | CastKind::ZExt
                | CastKind::SExt
                | CastKind::PtrToInt
                | CastKind::IntToPtr
                | CastKind::FloatToFloat(_)
                | CastKind::FloatToSInt
                | CastKind::FloatToUInt
                | CastKind::SIntToFloat(_)
                | CastKind::UIntToFloat(_),
                _,
                _,
            ) => false,
        };
        if good {
            Ok(to)
        } else {
            Err(format!("{} of {from:?} to {to:?}", kind.word()))
        }
    }

    fn bits(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Void => 0,
            Kind::Int(width) => u64::from(width),
            Kind::Float(kind) => u64::from(kind.bits()),
            Kind::Ptr => u64::from(self.program.layout.pointer_bits),
            Kind::Aggregate(ty) => match self.program.types.lookup(ty) {
                Some(Type::Vector { elem, len }) => {
                    self.program.types.scalar_bits(*elem) * u64::from(*len)
                }
                Some(
                    Type::Void
                    | Type::Int(_)
                    | Type::Float(_)
                    | Type::Ptr
                    | Type::Array { .. }
                    | Type::Struct(_),
                )
                | None => self.program.types.store_size(ty).saturating_mul(8),
            },
        }
    }
}
