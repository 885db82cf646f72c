//! Expressions.

use crate::machine::Machine;
use crate::outcome::Run;
use crate::value::{Base, Pointer, Value, sign_extend};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, CompareOp, Expr, InputSource, TypeId};

impl<'p> Machine<'p, '_> {
    /// The value of an expression. Operands are evaluated strictly and in order.
    pub(crate) fn eval(&mut self, expr: &'p Expr) -> Run<Value> {
        match expr {
            Expr::Int(bits) => Ok(Value::Int(bits.clone())),
            Expr::Float(kind, bits) => Ok(Value::Float(*kind, bits.clone())),
            Expr::Null => Ok(Value::Pointer(Pointer::NULL)),
            Expr::Undef(ty) => self.nondet(&InputSource::Undefined, *ty),
            Expr::Temp(temp) => match self.stack.frame.temps.get(temp.index()) {
                Some(Some(value)) => Ok(value.clone()),
                Some(None) => Err(self.malformed("a temporary read before it is set")),
                None => Err(self.malformed("a temporary that does not exist")),
            },
            Expr::AddrOf(variable) => self.variable(*variable).map(Value::Pointer),
            Expr::FuncAddr(function) => Ok(Value::Pointer(Pointer::function(*function))),
            Expr::Unary(op, a) => {
                let a = self.eval_int(a)?;
                Ok(Value::Int(op.apply(&a)))
            }
            Expr::Binary(op, a, b) => self.eval_binary(*op, a, b),
            Expr::Compare(op, a, b) => self.eval_compare(*op, a, b),
            Expr::Overflow(op, a, b) => {
                let (a, b) = self.eval_two_ints(a, b)?;
                Ok(Value::bool(op.apply(&a, &b)))
            }
            Expr::Cast(kind, a, ty) => {
                let value = self.eval(a)?;
                self.cast(*kind, value, *ty)
            }
            Expr::Select(cond, a, b) => {
                let cond = self.eval_bool(cond)?;
                let (chosen, other) = if cond { (a, b) } else { (b, a) };
                // A predicate on the heap examines all of memory.
                if matches!(**other, Expr::Heap(_)) {
                    return self.eval(chosen);
                }
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                Ok(if cond { a } else { b })
            }
            Expr::PtrAdd(pointer, bytes) => {
                let pointer = self.eval_pointer(pointer)?;
                let bytes = self.eval_size(bytes)?;
                let bytes = sign_extend(bytes, self.pointer_bits);
                Ok(Value::Pointer(pointer.moved(bytes, self.pointer_bits)))
            }
            Expr::Aggregate(ty, items) => self.eval_aggregate(*ty, items),
            Expr::Component(a, index) => match self.eval(a)? {
                Value::Aggregate(mut items) if (*index as usize) < items.len() => {
                    Ok(items.swap_remove(*index as usize))
                }
                Value::Aggregate(_)
                | Value::Int(_)
                | Value::Float(_, _)
                | Value::Pointer(_)
                | Value::Address(_) => Err(self.malformed("a component that does not exist")),
            },
            Expr::WithComponent(a, index, b) => {
                let (whole, part) = (self.eval(a)?, self.eval(b)?);
                match whole {
                    Value::Aggregate(mut items) if (*index as usize) < items.len() => {
                        items[*index as usize] = part;
                        Ok(Value::Aggregate(items))
                    }
                    Value::Aggregate(_)
                    | Value::Int(_)
                    | Value::Float(_, _)
                    | Value::Pointer(_)
                    | Value::Address(_) => Err(self.malformed("a component that does not exist")),
                }
            }
            Expr::FloatNeg(a) => {
                let (kind, bits) = self.eval_float(a)?;
                let sign = Bv::signed_min(bits.width());
                Ok(Value::Float(kind, bits.xor(&sign)))
            }
            Expr::FloatArith(op, rounding, operands) => self.float_arith(*op, *rounding, operands),
            Expr::Extent(extent, pointer) => {
                let pointer = self.eval_pointer(pointer)?;
                let bytes = self.extent(*extent, pointer);
                Ok(Value::Int(Bv::from_u64(self.pointer_bits, bytes)))
            }
            Expr::FloatCompare(op, a, b) => {
                let (a, b) = (self.eval_float(a)?, self.eval_float(b)?);
                self.float_compare(*op, a, b)
            }
            Expr::Memory(predicate, pointer, size) => {
                let pointer = self.eval_pointer(pointer)?;
                let size = self.eval_size(size)?;
                Ok(Value::bool(self.predicate(*predicate, pointer, size)))
            }
            Expr::Initialised(pointer, mask) => {
                let pointer = self.eval_pointer(pointer)?;
                Ok(Value::bool(self.initialised(pointer, mask)))
            }
            Expr::Heap(question) => Ok(Value::bool(self.heap(*question))),
            // Where no thread can go on, the execution ends with that outcome.
            Expr::Progress => Ok(Value::bool(true)),
        }
    }

    fn eval_aggregate(&mut self, ty: TypeId, items: &'p [Expr]) -> Run<Value> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.eval(item)?);
        }
        let value = Value::Aggregate(values);
        if !value.has_type(self.program, ty) {
            return Err(self.malformed("an aggregate of another type"));
        }
        Ok(value)
    }

    fn eval_binary(&mut self, op: BinaryOp, a: &'p Expr, b: &'p Expr) -> Run<Value> {
        if let (Some(a), Some(b)) = (self.known_int(a), self.known_int(b))
            && a.width() == b.width()
        {
            return Ok(Value::Int(op.apply(a, b)));
        }
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        if let Some(moved) = self.moved_address(op, &a, &b) {
            return self.address_value(moved, self.pointer_bits);
        }
        let (a, b) = (self.int_of(a)?, self.int_of(b)?);
        if a.width() != b.width() {
            return Err(self.malformed("operands of different widths"));
        }
        Ok(Value::Int(op.apply(&a, &b)))
    }

    /// An address with a number added or subtracted.
    fn moved_address(&self, op: BinaryOp, a: &Value, b: &Value) -> Option<Pointer> {
        let (pointer, bits, forwards) = if op == BinaryOp::Add
            && let (Value::Address(pointer), Value::Int(bits))
            | (Value::Int(bits), Value::Address(pointer)) = (a, b)
        {
            (pointer, bits, true)
        } else if op == BinaryOp::Sub
            && let (Value::Address(pointer), Value::Int(bits)) = (a, b)
        {
            (pointer, bits, false)
        } else {
            return None;
        };
        if bits.width() != self.pointer_bits {
            return None;
        }
        let bytes = bits.to_u64()? as i64;
        let bytes = if forwards {
            bytes
        } else {
            bytes.wrapping_neg()
        };
        Some(pointer.moved(bytes, self.pointer_bits))
    }

    fn eval_compare(&mut self, op: CompareOp, a: &'p Expr, b: &'p Expr) -> Run<Value> {
        match (self.eval(a)?, self.eval(b)?) {
            (Value::Pointer(a), Value::Pointer(b)) => {
                self.compare_pointers(op, a, b).map(Value::bool)
            }
            (a, b) => {
                let (a, b) = (self.int_of(a)?, self.int_of(b)?);
                if a.width() != b.width() {
                    return Err(self.malformed("operands of different widths"));
                }
                Ok(Value::bool(op.apply(&a, &b)))
            }
        }
    }

    /// Within one object, offsets are compared. Between different objects, addresses are. For
    /// equality this matters only where they can be equal: for a pointer of which only the address
    /// is known, and at the end of an object, where another may start.
    fn compare_pointers(&mut self, op: CompareOp, a: Pointer, b: Pointer) -> Run<bool> {
        let order = if a.base == b.base && a.base != Base::Invalid {
            a.offset.cmp(&b.offset)
        } else {
            let certain = match op {
                CompareOp::Eq | CompareOp::Ne => self.certainly_differ(a, b),
                CompareOp::ULt | CompareOp::ULe | CompareOp::SLt | CompareOp::SLe => false,
            };
            if certain {
                return Ok(op == CompareOp::Ne);
            }
            self.address(a)?.cmp(&self.address(b)?)
        };
        Ok(match op {
            CompareOp::ULt | CompareOp::SLt => order.is_lt(),
            CompareOp::ULe | CompareOp::SLe => order.is_le(),
            CompareOp::Eq => order.is_eq(),
            CompareOp::Ne => order.is_ne(),
        })
    }

    /// Whether two pointers with different bases differ for all addresses of these bases.
    fn certainly_differ(&self, a: Pointer, b: Pointer) -> bool {
        match (a.base, b.base) {
            (Base::Invalid, _) | (_, Base::Invalid) => false,
            (Base::Null, _) | (_, Base::Null) => true,
            (Base::Object(_) | Base::Function(_), Base::Object(_) | Base::Function(_)) => {
                self.is_inside(a) && self.is_inside(b)
            }
        }
    }

    /// Whether a pointer leads to a byte of its base; an object of size 0 counts as one byte.
    fn is_inside(&self, pointer: Pointer) -> bool {
        let size = match pointer.base {
            Base::Object(number) => self.memory.object(number).map_or(0, |object| object.size),
            Base::Null | Base::Function(_) | Base::Invalid => 0,
        };
        u64::try_from(pointer.offset).is_ok_and(|offset| offset < size.max(1))
    }

    /// Fast path for the two most common operands, without creating a value.
    fn known_int(&self, expr: &'p Expr) -> Option<&Bv> {
        if let Expr::Int(bits) = expr {
            return Some(bits);
        }
        if let Expr::Temp(temp) = expr
            && let Some(Some(Value::Int(bits))) = self.stack.frame.temps.get(temp.index())
        {
            return Some(bits);
        }
        None
    }

    /// A value as an integer.
    pub(crate) fn int_of(&mut self, value: Value) -> Run<Bv> {
        match value {
            Value::Int(bits) => Ok(bits),
            Value::Address(pointer) => {
                let address = self.address(pointer)?;
                Ok(Bv::from_u64(self.pointer_bits, address))
            }
            Value::Float(_, _) | Value::Pointer(_) | Value::Aggregate(_) => {
                Err(self.malformed("an operand that is no integer"))
            }
        }
    }

    pub(crate) fn eval_int(&mut self, expr: &'p Expr) -> Run<Bv> {
        if let Some(bits) = self.known_int(expr) {
            return Ok(bits.clone());
        }
        let value = self.eval(expr)?;
        self.int_of(value)
    }

    fn eval_two_ints(&mut self, a: &'p Expr, b: &'p Expr) -> Run<(Bv, Bv)> {
        let (a, b) = (self.eval_int(a)?, self.eval_int(b)?);
        if a.width() != b.width() {
            return Err(self.malformed("operands of different widths"));
        }
        Ok((a, b))
    }

    pub(crate) fn eval_bool(&mut self, expr: &'p Expr) -> Run<bool> {
        let bits = self.eval_int(expr)?;
        if bits.width() != 1 {
            return Err(self.malformed("a condition that is no boolean"));
        }
        Ok(bits.is_one())
    }

    pub(crate) fn eval_pointer(&mut self, expr: &'p Expr) -> Run<Pointer> {
        match self.eval(expr)? {
            Value::Pointer(pointer) => Ok(pointer),
            Value::Int(_) | Value::Address(_) | Value::Float(_, _) | Value::Aggregate(_) => {
                Err(self.malformed("an operand that is no pointer"))
            }
        }
    }

    /// A pointer-wide integer.
    pub(crate) fn eval_size(&mut self, expr: &'p Expr) -> Run<u64> {
        let bits = self.eval_int(expr)?;
        match bits.to_u64() {
            Some(size) if bits.width() == self.pointer_bits => Ok(size),
            Some(_) | None => Err(self.malformed("a size that is not as wide as a pointer")),
        }
    }
}
