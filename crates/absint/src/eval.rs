//! The value of expressions in a state.

use crate::domains::interval::Range;
use crate::facts::Facts;
use crate::state::State;
use crate::value::{Value, WIDEST};
use cassay_ir::{
    BinaryOp, Expr, FuncId, Function, MemoryPredicate, Program, Type, TypeId, Variable,
};

/// The function that is interpreted.
#[derive(Clone, Copy)]
pub struct Context<'a, 'p> {
    /// The facts about the program.
    pub facts: &'a Facts<'p>,
    /// Which function.
    pub id: FuncId,
    /// Its body.
    pub function: &'p Function,
}

/// A pointer into a known variable.
#[derive(Clone, Copy, Debug)]
pub struct Pointer {
    /// The variable.
    pub variable: Variable,
    /// The offset from its start, in bytes, as wide as a pointer.
    pub offset: Value,
}

/// How many definitions of temporaries are followed.
const DEPTH: u32 = 12;

/// The width of an integer type that is followed.
pub fn width_of(program: &Program, ty: TypeId) -> Option<u32> {
    match program.types.lookup(ty)? {
        Type::Int(width) if (1..=WIDEST).contains(width) => Some(*width),
        Type::Int(_)
        | Type::Void
        | Type::Float(_)
        | Type::Ptr
        | Type::Array { .. }
        | Type::Struct(_)
        | Type::Vector { .. } => None,
    }
}

impl<'p> Context<'_, 'p> {
    /// The program.
    pub fn program(&self) -> &'p Program {
        self.facts.program
    }

    /// The width of the integers that a temporary holds.
    pub fn temp_width(&self, temp: cassay_ir::TempId) -> Option<u32> {
        width_of(self.program(), self.function.temps.get(temp)?.ty)
    }

    /// The values that an expression can have; `None` if it is no integer, or too wide.
    pub fn eval(&self, state: &State<'p>, expr: &Expr) -> Option<Value> {
        self.eval_by(state, expr, state.relates())
    }

    /// The same without octagons and symbolic ranges.
    pub fn eval_alone(&self, state: &State<'p>, expr: &Expr) -> Option<Value> {
        self.eval_by(state, expr, false)
    }

    fn eval_by(&self, state: &State<'p>, expr: &Expr, forms: bool) -> Option<Value> {
        match expr {
            Expr::Int(bits) if bits.width() <= WIDEST => {
                Some(Value::constant(bits.width(), bits.to_u64()?))
            }
            Expr::Int(_) => None,
            Expr::Undef(ty) => width_of(self.program(), *ty).map(Value::top),
            Expr::Temp(temp) => {
                let known = state.temp(*temp).and_then(|temp| temp.value);
                known.or_else(|| self.temp_width(*temp).map(Value::top))
            }
            Expr::Unary(op, a) => Some(Value::unary(*op, self.eval_by(state, a, forms)?)),
            Expr::Binary(op, a, b) => {
                let (x, y) = (
                    self.eval_by(state, a, forms)?,
                    self.eval_by(state, b, forms)?,
                );
                if x.width != y.width {
                    return None;
                }
                let mut value = Value::binary(*op, x, y);
                if forms {
                    value = self.related(state, expr, value);
                }
                if *op == BinaryOp::Sub
                    && let Some(span) = self.difference(state, a, b, true)
                {
                    let range = Range::of_span(x.width, span);
                    return Some(value.meet(Value::of_range(x.width, range)).unwrap_or(value));
                }
                Some(value)
            }
            Expr::Compare(op, a, b) => {
                let known = match (self.eval_by(state, a, forms), self.eval_by(state, b, forms)) {
                    (Some(x), Some(y)) if x.width == y.width => Value::compare(*op, x, y)
                        .or_else(|| self.compare_cells(state, *op, a, b))
                        .or_else(|| forms.then(|| self.compare_forms(state, *op, a, b))?),
                    _ => None,
                };
                Some(Value::bool(known))
            }
            Expr::Overflow(op, a, b) => {
                let known = match (self.eval_by(state, a, forms), self.eval_by(state, b, forms)) {
                    (Some(x), Some(y)) if x.width == y.width => Value::overflows(*op, x, y)
                        .or_else(|| forms.then(|| self.overflow_of_forms(state, *op, a, b))?),
                    _ => None,
                };
                Some(Value::bool(known))
            }
            Expr::Cast(kind, a, ty) => {
                let to = width_of(self.program(), *ty)?;
                let value = match kind.width_change() {
                    Some(change) => {
                        let from = self.eval_by(state, a, forms);
                        from.map(|from| Value::cast(change, from, to))
                    }
                    None => None,
                };
                Some(value.unwrap_or(Value::top(to)))
            }
            Expr::Select(cond, a, b) => {
                let chosen = self
                    .eval_by(state, cond, forms)
                    .and_then(|cond| cond.as_bool());
                match chosen {
                    Some(true) => self.eval_by(state, a, forms),
                    Some(false) => self.eval_by(state, b, forms),
                    None => {
                        let (a, b) = (
                            self.eval_by(state, a, forms)?,
                            self.eval_by(state, b, forms)?,
                        );
                        (a.width == b.width).then(|| a.join(b))
                    }
                }
            }
            Expr::Memory(predicate, pointer, size) => {
                let known = self.memory(state, *predicate, pointer, size).or_else(|| {
                    let known = self.was_checked(state, *predicate, pointer, size);
                    known.then_some(true)
                });
                Some(Value::bool(known))
            }
            Expr::FloatCompare(_, _, _) | Expr::Initialised(_, _) | Expr::Progress => {
                Some(Value::top(1))
            }
            // Both questions are about heap objects that are alive.
            Expr::Heap(_) => Some(Value::bool((!self.facts.allocates).then_some(true))),
            Expr::Extent(_, _) => Some(Value::top(self.program().types.pointer_bits())),
            Expr::Component(_, _) => {
                let ty = expr.ty(self.program(), self.function)?;
                width_of(self.program(), ty).map(Value::top)
            }
            Expr::Float(_, _)
            | Expr::Null
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::PtrAdd(_, _)
            | Expr::Aggregate(_, _)
            | Expr::WithComponent(_, _, _)
            | Expr::FloatNeg(_)
            | Expr::FloatArith(_, _, _) => None,
        }
    }

    /// The target of a pointer, if it is in one known variable.
    pub fn pointer(&self, state: &State<'p>, expr: &Expr) -> Option<Pointer> {
        let width = self.program().types.pointer_bits();
        let mut offset = Value::constant(width, 0);
        let mut expr = expr;
        for _ in 0..DEPTH {
            match expr {
                Expr::AddrOf(variable) => {
                    let variable = *variable;
                    return Some(Pointer { variable, offset });
                }
                Expr::PtrAdd(base, by) => {
                    let by = self.eval(state, by)?;
                    if by.width != width {
                        return None;
                    }
                    offset = Value::binary(BinaryOp::Add, offset, by);
                    expr = base;
                }
                Expr::Temp(temp) => expr = state.temp(*temp)?.def?,
                Expr::Int(_)
                | Expr::Float(_, _)
                | Expr::Null
                | Expr::Undef(_)
                | Expr::FuncAddr(_)
                | Expr::Unary(_, _)
                | Expr::Binary(_, _, _)
                | Expr::Compare(_, _, _)
                | Expr::Overflow(_, _, _)
                | Expr::Cast(_, _, _)
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
                | Expr::Progress => return None,
            }
        }
        None
    }

    /// Size and alignment of a variable, and whether it is constant.
    fn shape(&self, variable: Variable) -> Option<(u64, u64, bool)> {
        let program = self.program();
        match variable {
            Variable::Local(id) => {
                let local = self.function.locals.get(id)?;
                let size = program.types.alloc_size(local.ty);
                Some((size, local.align, local.constant))
            }
            Variable::Global(id) => {
                let global = program.globals.get(id)?;
                let size = program.types.alloc_size(global.ty);
                Some((size, global.align, global.constant))
            }
        }
    }

    /// Evaluates a predicate on memory. A local variable may be dead; predicates about live objects
    /// then hold, and others are unknown.
    fn memory(
        &self,
        state: &State<'p>,
        predicate: MemoryPredicate,
        pointer: &Expr,
        size: &Expr,
    ) -> Option<bool> {
        let pointer = self.pointer(state, pointer)?;
        let (whole, align, constant) = self.shape(pointer.variable)?;
        let is_global = matches!(pointer.variable, Variable::Global(_));
        let size = self.eval(state, size)?;
        let holds = match predicate {
            MemoryPredicate::NotNull | MemoryPredicate::IsObject | MemoryPredicate::NotExpired => {
                is_global
            }
            MemoryPredicate::NotFreed => true,
            MemoryPredicate::InBounds => {
                let (lo, hi) = pointer.offset.range.signed();
                lo >= 0 && hi + size.range.unsigned().1 <= i128::from(whole)
            }
            MemoryPredicate::Writable => !constant,
            MemoryPredicate::Aligned => {
                let unit = size.as_constant()?;
                let aligned = |value: u64| value.checked_rem(unit) == Some(0);
                aligned(align) && unit.is_power_of_two() && {
                    let (modulus, residue) = pointer.offset.congruence.parts();
                    aligned(modulus) && aligned(residue as u64)
                }
            }
            MemoryPredicate::Freeable
            | MemoryPredicate::NotDoublyFreed
            | MemoryPredicate::OfFamily
            | MemoryPredicate::IsFunction
            | MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => false,
        };
        holds.then_some(true)
    }
}
