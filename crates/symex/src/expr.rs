//! Evaluation of the IR's expressions to terms.

use crate::equation::{Input, InputKind, Operation};
use crate::eval::Eval;
use crate::object::Objects;
use crate::space::Space;
use crate::space::Stuck;
use crate::state::State;
use crate::terms::Terms;
use crate::value::{OBJECT_BITS, Pointer, Value};
use cassay_ir::{
    BinaryOp, CastKind, CompareOp, Expr, Extent, InputSource, OverflowOp, Type, TypeId, UnaryOp,
    Variable,
};
use cassay_term::{Sort, TermId};

impl Eval<'_> {
    /// The value of an expression.
    pub(crate) fn eval(&mut self, state: &State, expr: &Expr) -> Result<Value, Stuck> {
        match expr {
            Expr::Int(value) if value.width() == 1 => {
                Ok(Value::Bits(self.space().pool.bool_const(!value.is_zero())))
            }
            Expr::Int(value) | Expr::Float(_, value) => {
                Ok(Value::Bits(self.space().pool.bv(value.clone())))
            }
            Expr::Null => Ok(Value::Ptr(self.space().pointer_to(Objects::NULL, 0))),
            Expr::Undef(ty) => self.space().any_value(state, *ty, &InputSource::Undefined),
            Expr::Temp(temp) => match state.temp(*temp) {
                Some(Value::Ptr(pointer)) => Ok(Value::Ptr(self.space().settled(state, *pointer))),
                Some(value) => Ok(value.clone()),
                None => Err(Stuck::new("use of a temporary that was never set")),
            },
            Expr::AddrOf(Variable::Local(local)) => {
                Ok(Value::Ptr(self.space().local_pointer(state, *local)))
            }
            Expr::AddrOf(Variable::Global(global)) => {
                let object = self.space().global_object(*global);
                Ok(Value::Ptr(self.space().pointer_to(object, 0)))
            }
            Expr::FuncAddr(function) => {
                let object = self.space().store.objects.function(*function);
                Ok(Value::Ptr(self.space().pointer_to(object, 0)))
            }
            Expr::Unary(op, a) => self.unary(state, *op, a),
            Expr::Binary(op, a, b) => self.binary(state, *op, a, b),
            Expr::Compare(op, a, b) => self.compare(state, *op, a, b),
            Expr::Overflow(op, a, b) => self.overflow(state, *op, a, b),
            Expr::Cast(kind, a, ty) => self.cast(state, *kind, a, *ty),
            Expr::Select(cond, a, b) => {
                let cond = self.eval_bool(state, cond)?;
                // The operand that is not chosen must not request addresses, which cost
                // constraints. Inputs in it are recorded nevertheless, because the interpreter
                // evaluates both operands.
                if let Some(first) = self.space().pool.as_bool(cond) {
                    let (chosen, other) = if first { (a, b) } else { (b, a) };
                    if !other.has_input() {
                        return self.eval(state, chosen);
                    }
                }
                let (a, b) = (self.eval(state, a)?, self.eval(state, b)?);
                Ok(if a == b {
                    a
                } else {
                    self.space().choose(cond, &a, &b)
                })
            }
            Expr::PtrAdd(pointer, bytes) => {
                let pointer = self.eval_pointer(state, pointer)?;
                let bytes = self.eval_bits(state, bytes)?;
                let offset = self.space().pool.bv_add(pointer.offset, bytes);
                Ok(Value::Ptr(Pointer {
                    object: pointer.object,
                    offset,
                }))
            }
            Expr::Aggregate(_, items) => {
                let items: Result<Vec<Value>, Stuck> =
                    items.iter().map(|item| self.eval(state, item)).collect();
                Ok(Value::Aggregate(items?.into()))
            }
            Expr::Component(whole, index) => match self.eval(state, whole)? {
                Value::Aggregate(items) => items
                    .get(*index as usize)
                    .cloned()
                    .ok_or_else(|| Stuck::new("component outside of an aggregate")),
                Value::Bits(_) | Value::Ptr(_) => Err(Stuck::new("component of a scalar")),
            },
            Expr::WithComponent(whole, index, item) => {
                let whole = self.eval(state, whole)?;
                let item = self.eval(state, item)?;
                match whole {
                    Value::Aggregate(items) if (*index as usize) < items.len() => {
                        let mut items = items.to_vec();
                        items[*index as usize] = item;
                        Ok(Value::Aggregate(items.into()))
                    }
                    Value::Aggregate(_) | Value::Bits(_) | Value::Ptr(_) => {
                        Err(Stuck::new("component outside of an aggregate"))
                    }
                }
            }
            Expr::FloatNeg(a) => self.float_neg(state, a),
            Expr::FloatArith(op, rounding, operands) => {
                self.float_arith(state, *op, *rounding, operands)
            }
            Expr::FloatCompare(op, a, b) => self.float_compare(state, *op, a, b),
            Expr::Extent(extent, pointer) => {
                let pointer = self.eval_pointer(state, pointer)?;
                Ok(Value::Bits(match extent {
                    Extent::Size => self.space().object_size(pointer),
                    Extent::Offset => self.space().object_offset(pointer),
                }))
            }
            Expr::Memory(predicate, pointer, size) => {
                let pointer = self.eval_pointer(state, pointer)?;
                let size = self.eval_bits(state, size)?;
                Ok(Value::Bits(
                    self.space()
                        .memory_predicate(state, *predicate, pointer, size),
                ))
            }
            Expr::Initialised(pointer, mask) => {
                let pointer = self.eval_pointer(state, pointer)?;
                let marked = self.memory.initialised(&mut state.clone(), pointer, mask)?;
                Ok(Value::Bits(marked))
            }
            Expr::Progress => Err(Stuck::new("progress that is not claimed")),
            Expr::Heap(question) => {
                if let Some(threads) = &self.memory.space.threads
                    && threads.thread != 0
                {
                    // Threads that are executed later may have allocated something.
                    return Err(Stuck::new(
                        "leaks of memory where another thread than the first ends the program",
                    ));
                }
                Ok(Value::Bits(self.memory.heap_question(state, *question)))
            }
        }
    }

    /// The value of a condition, of sort Bool.
    pub(crate) fn eval_bool(&mut self, state: &State, expr: &Expr) -> Result<TermId, Stuck> {
        match self.eval(state, expr)? {
            Value::Bits(term) if self.space().pool.sort(term).is_bool() => Ok(term),
            Value::Bits(_) | Value::Ptr(_) | Value::Aggregate(_) => {
                Err(Stuck::new("condition that is not a truth value"))
            }
        }
    }

    /// The value of an integer or float, as bits.
    pub(crate) fn eval_bits(&mut self, state: &State, expr: &Expr) -> Result<TermId, Stuck> {
        match self.eval(state, expr)? {
            Value::Bits(term) => Ok(term),
            Value::Ptr(_) | Value::Aggregate(_) => Err(Stuck::new("integer expected")),
        }
    }

    /// The value of a pointer.
    pub(crate) fn eval_pointer(&mut self, state: &State, expr: &Expr) -> Result<Pointer, Stuck> {
        match self.eval(state, expr)? {
            Value::Ptr(pointer) => Ok(pointer),
            Value::Bits(_) | Value::Aggregate(_) => Err(Stuck::new("pointer expected")),
        }
    }

    fn unary(&mut self, state: &State, op: UnaryOp, a: &Expr) -> Result<Value, Stuck> {
        let a = self.eval_bits(state, a)?;
        let truth = self.space().pool.sort(a).is_bool();
        Ok(Value::Bits(match op {
            UnaryOp::Not if truth => self.space().pool.not(a),
            UnaryOp::Not => self.space().pool.bv_not(a),
            UnaryOp::Neg if truth => a,
            UnaryOp::Neg => self.space().pool.bv_neg(a),
        }))
    }

    fn binary(&mut self, state: &State, op: BinaryOp, a: &Expr, b: &Expr) -> Result<Value, Stuck> {
        if let (
            BinaryOp::Sub,
            Expr::Cast(CastKind::PtrToInt, p, ty),
            Expr::Cast(CastKind::PtrToInt, q, other),
        ) = (op, a, b)
            && ty == other
        {
            return self.difference(state, (p, q), *ty);
        }
        let (a, b) = (self.eval_bits(state, a)?, self.eval_bits(state, b)?);
        if self.space().pool.sort(a).is_bool() {
            return Ok(Value::Bits(self.space().terms().truth_binary(op, a, b)));
        }
        Ok(Value::Bits(self.space().terms().binary_bits(op, a, b)))
    }

    /// The difference of two addresses as integers of a type; for pointers into one object it needs none.
    fn difference(
        &mut self,
        state: &State,
        (p, q): (&Expr, &Expr),
        ty: TypeId,
    ) -> Result<Value, Stuck> {
        let (p, q) = (self.eval_pointer(state, p)?, self.eval_pointer(state, q)?);
        let width = self.space().program.types.scalar_bits(ty) as u32;
        let inside = p.object == q.object && width <= self.space().width;
        let (p, q) = if inside {
            (p.offset, q.offset)
        } else {
            (self.space().address(p), self.space().address(q))
        };
        let (p, q) = (
            self.space().terms().convert_int(false, p, width),
            self.space().terms().convert_int(false, q, width),
        );
        Ok(Value::Bits(self.space().pool.bv_sub(p, q)))
    }

    fn compare(
        &mut self,
        state: &State,
        op: CompareOp,
        a: &Expr,
        b: &Expr,
    ) -> Result<Value, Stuck> {
        let term = match (self.eval(state, a)?, self.eval(state, b)?) {
            (Value::Bits(a), Value::Bits(b)) => self.space().terms().compare_bits(op, a, b),
            (Value::Ptr(a), Value::Ptr(b)) => {
                let shared = self.space().may_share_address(state, a, b);
                self.space()
                    .leave_open(state, shared, Operation::DeadPointerComparison);
                self.space().compare_pointers(op, a, b)
            }
            _ => return Err(Stuck::new("comparison of aggregates")),
        };
        Ok(Value::Bits(term))
    }

    fn overflow(
        &mut self,
        state: &State,
        op: OverflowOp,
        a: &Expr,
        b: &Expr,
    ) -> Result<Value, Stuck> {
        let (a, b) = (self.eval_bits(state, a)?, self.eval_bits(state, b)?);
        let (a, b) = if self.space().pool.sort(a).is_bool() {
            (
                self.space().pool.bool_to_bv(a, 1),
                self.space().pool.bool_to_bv(b, 1),
            )
        } else {
            (a, b)
        };
        let pool = &mut *self.space().pool;
        Ok(Value::Bits(match op {
            OverflowOp::SAdd => pool.saddo(a, b),
            OverflowOp::SSub => pool.ssubo(a, b),
            OverflowOp::SMul => pool.smulo(a, b),
            OverflowOp::UAdd => pool.uaddo(a, b),
            OverflowOp::USub => pool.usubo(a, b),
            OverflowOp::UMul => pool.umulo(a, b),
        }))
    }
}

impl Terms<'_> {
    /// Arithmetic of bit-vectors.
    pub(crate) fn binary_bits(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let pool = &mut *self.pool;
        match op {
            BinaryOp::Add => pool.bv_add(a, b),
            BinaryOp::Sub => pool.bv_sub(a, b),
            BinaryOp::Mul => pool.bv_mul(a, b),
            BinaryOp::UDiv => pool.bv_udiv(a, b),
            BinaryOp::SDiv => pool.bv_sdiv(a, b),
            BinaryOp::URem => pool.bv_urem(a, b),
            BinaryOp::SRem => pool.bv_srem(a, b),
            BinaryOp::Shl => pool.bv_shl(a, b),
            BinaryOp::LShr => pool.bv_lshr(a, b),
            BinaryOp::AShr => pool.bv_ashr(a, b),
            BinaryOp::And => pool.bv_and(a, b),
            BinaryOp::Or => pool.bv_or(a, b),
            BinaryOp::Xor => pool.bv_xor(a, b),
        }
    }

    /// Arithmetic of width 1, on Booleans.
    fn truth_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let pool = &mut *self.pool;
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor => pool.xor(a, b),
            BinaryOp::Mul | BinaryOp::And => pool.and(a, b),
            BinaryOp::Or => pool.or(a, b),
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => {
                let (x, y) = (pool.bool_to_bv(a, 1), pool.bool_to_bv(b, 1));
                let result = match op {
                    BinaryOp::UDiv => pool.bv_udiv(x, y),
                    BinaryOp::SDiv => pool.bv_sdiv(x, y),
                    BinaryOp::URem => pool.bv_urem(x, y),
                    BinaryOp::SRem => pool.bv_srem(x, y),
                    BinaryOp::Shl => pool.bv_shl(x, y),
                    BinaryOp::LShr => pool.bv_lshr(x, y),
                    BinaryOp::AShr => pool.bv_ashr(x, y),
                    BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Mul
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor => unreachable!("done above"),
                };
                pool.bv_to_bool(result)
            }
        }
    }

    pub(crate) fn compare_bits(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        let ordered = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let (a, b) = if self.pool.sort(a).is_bool() && !ordered {
            (self.pool.bool_to_bv(a, 1), self.pool.bool_to_bv(b, 1))
        } else {
            (a, b)
        };
        match op {
            CompareOp::Eq => self.pool.eq(a, b),
            CompareOp::Ne => self.pool.distinct(a, b),
            CompareOp::ULt => self.pool.ult(a, b),
            CompareOp::ULe => self.pool.ule(a, b),
            CompareOp::SLt => self.pool.slt(a, b),
            CompareOp::SLe => self.pool.sle(a, b),
        }
    }
}

impl Space<'_> {
    /// Any value of a type, recorded as an input.
    pub(crate) fn any_value(
        &mut self,
        state: &State,
        ty: TypeId,
        source: &InputSource,
    ) -> Result<Value, Stuck> {
        match self.program.types.get(ty) {
            Type::Int(width) => Ok(Value::Bits(self.any_bits(state, *width, source))),
            Type::Float(kind) => Ok(Value::Bits(self.any_bits(state, kind.bits(), source))),
            Type::Ptr => {
                let address = self.any_bits(state, self.width, source);
                let object = self.nowhere(address);
                Ok(Value::Ptr(Pointer {
                    object,
                    offset: address,
                }))
            }
            Type::Array { .. } | Type::Struct(_) | Type::Vector { .. } => {
                let mut items = Vec::new();
                for (_, item) in self.program.types.components(ty) {
                    items.push(self.any_value(state, item, source)?);
                }
                Ok(Value::Aggregate(items.into()))
            }
            Type::Void => Err(Stuck::new("value of no type")),
        }
    }

    /// Whether a value consists of constants only.
    pub(crate) fn is_known(&self, value: &Value) -> bool {
        match value {
            Value::Bits(bits) if self.pool.sort(*bits).is_bool() => {
                self.pool.as_bool(*bits).is_some()
            }
            Value::Bits(bits) => self.pool.as_bv(*bits).is_some(),
            Value::Ptr(pointer) => {
                self.pool.as_bv(pointer.object).is_some()
                    && self.pool.as_bv(pointer.offset).is_some()
            }
            Value::Aggregate(items) => items.iter().all(|item| self.is_known(item)),
        }
    }

    /// A Boolean with a fixed value that is recorded as an input, so that replay takes the same
    /// value.
    pub(crate) fn chosen(&mut self, state: &State, truth: bool, source: &InputSource) -> Value {
        let term = self.pool.bool_const(truth);
        let kind = InputKind::Value {
            term,
            width: 1,
            source: source.clone(),
        };
        self.out.inputs.push(Input {
            guard: self.path.guards.term(state.guard),
            kind,
            behind: self.segment(),
        });
        Value::Bits(term)
    }

    fn any_bits(&mut self, state: &State, width: u32, source: &InputSource) -> TermId {
        let sort = if width == 1 {
            Sort::Bool
        } else {
            Sort::Bv(width)
        };
        // Which call of a model an inexact input belongs to is read off its symbol.
        let term = if self.here.model.is_some() || source.is_inexact() {
            self.symbol_here("input", sort)
        } else {
            self.input_here("input", sort)
        };
        let kind = InputKind::Value {
            term,
            width,
            source: source.clone(),
        };
        self.out.inputs.push(Input {
            guard: self.path.guards.term(state.guard),
            kind,
            behind: self.segment(),
        });
        self.note_input(term, source);
        term
    }
}

const _: () = assert!(OBJECT_BITS == 32, "object numbers are u32");
