//! Facts about an expression that hold wherever it is evaluated.
//!
//! A temporary with a single assignment has that assignment's value. Operands of the assignment may
//! have changed since (in a loop), so only facts that hold for all their values are derived: the
//! base variable of an address, constants, ranges by type, known zero bits.

use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::ops::WidthChange;
use cassay_ir::{BinaryOp, BlockId, CastKind, Expr, Function, Program, StmtKind, TempId, Variable};

/// The maximal length of a chain of definitions that is followed.
const DEPTH: u32 = 32;

/// Facts about the temporaries of a function.
pub(crate) struct Facts<'a> {
    program: &'a Program,
    function: &'a Function,
    /// The only definition of a temporary, and its position.
    values: Vec<Option<(&'a Expr, Place)>>,
}

/// A statement of the function.
type Place = (BlockId, usize);

/// When an address was taken, relative to its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// By the statement that uses it.
    Here,
    /// At that statement or later in its block.
    Since(Place),
    /// In several blocks.
    Earlier,
}

impl Taken {
    fn and(self, place: Place) -> Self {
        match self {
            Taken::Here => Taken::Since(place),
            Taken::Since((block, index)) if block == place.0 => {
                Taken::Since((block, index.min(place.1)))
            }
            Taken::Since(_) | Taken::Earlier => Taken::Earlier,
        }
    }
}

/// An address inside a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The variable.
    pub(crate) variable: Variable,
    /// Bytes from its start, when constant.
    pub(crate) offset: Option<i64>,
    /// When the address was taken. A local that has been declared anew since is another object.
    pub(crate) taken: Taken,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(program: &'a Program, function: &'a Function) -> Self {
        let mut values = vec![None; function.temps.len()];
        let mut definitions = vec![0u32; function.temps.len()];
        let mut define = |temp: TempId, value: Option<(&'a Expr, Place)>| {
            if let (Some(count), Some(slot)) = (
                definitions.get_mut(temp.index()),
                values.get_mut(temp.index()),
            ) {
                *count += 1;
                *slot = if *count == 1 { value } else { None };
            }
        };
        for param in &function.params {
            define(*param, None);
        }
        for (id, block) in function.blocks.iter_enumerated() {
            for (index, stmt) in block.stmts.iter().enumerate() {
                let value = if let StmtKind::Assign { value, .. } = &stmt.kind {
                    Some((value, (id, index)))
                } else {
                    None
                };
                if let Some(dst) = stmt.kind.defines() {
                    define(dst, value);
                }
            }
            if let Some(dst) = block.terminator.defines() {
                define(dst, None);
            }
        }
        Facts {
            program,
            function,
            values,
        }
    }

    /// The value of a temporary that is set once, and where it is set.
    pub(crate) fn value(&self, expr: &Expr) -> Option<(&'a Expr, Place)> {
        let Expr::Temp(temp) = expr else { return None };
        self.values.get(temp.index()).copied().flatten()
    }

    /// The expression at the end of a chain of temporaries with one definition each.
    pub(crate) fn resolve<'e>(&self, mut expr: &'e Expr) -> &'e Expr
    where
        'a: 'e,
    {
        for _ in 0..DEPTH {
            match self.value(expr) {
                Some((value, _)) => expr = value,
                None => break,
            }
        }
        expr
    }

    /// The base variable of an address.
    pub(crate) fn address(&self, pointer: &Expr) -> Option<Address> {
        let mut pointer = pointer;
        let mut offset = Some(0i64);
        let mut taken = Taken::Here;
        for _ in 0..DEPTH {
            if let Some((value, place)) = self.value(pointer) {
                taken = taken.and(place);
                pointer = value;
            } else if let Expr::PtrAdd(base, bytes) = pointer {
                let bytes = self.constant(bytes).and_then(|bytes| bytes.to_i64());
                offset = match (offset, bytes) {
                    (Some(offset), Some(bytes)) => offset.checked_add(bytes),
                    (Some(_) | None, _) => None,
                };
                pointer = base;
            } else if let Expr::AddrOf(variable) = pointer {
                return Some(Address {
                    variable: *variable,
                    offset,
                    taken,
                });
            } else {
                return None;
            }
        }
        None
    }

    /// Whether an address is certainly inside its variable or just past its end.
    pub(crate) fn is_inside(&self, address: Address) -> bool {
        let size = self.variable(address.variable).map(|(size, ..)| size);
        let offset = address.offset.and_then(|offset| u64::try_from(offset).ok());
        offset
            .zip(size)
            .is_some_and(|(offset, size)| offset <= size)
    }

    /// Whether the pointer is the null constant.
    pub(crate) fn is_null(&self, pointer: &Expr) -> bool {
        matches!(self.resolve(pointer), Expr::Null)
    }

    /// Whether the pointer is the address of a function.
    pub(crate) fn is_function(&self, pointer: &Expr) -> bool {
        matches!(self.resolve(pointer), Expr::FuncAddr(_))
    }

    /// The value of an expression that is a constant, possibly widened.
    pub(crate) fn constant(&self, expr: &Expr) -> Option<Bv> {
        let expr = self.resolve(expr);
        if let Expr::Int(value) = expr {
            return Some(value.clone());
        }
        let Expr::Cast(kind, a, ty) = expr else {
            return None;
        };
        let Expr::Int(value) = self.resolve(a) else {
            return None;
        };
        let width = u32::try_from(self.program.types.scalar_bits(*ty)).ok()?;
        if width <= value.width() {
            return None;
        }
        match kind.width_change()? {
            WidthChange::ZeroExtend => Some(value.zext(width)),
            WidthChange::SignExtend => Some(value.sext(width)),
            WidthChange::Cut => None,
        }
    }

    /// Whether the value was extended from a narrower integer, so that it is never the least one.
    pub(crate) fn is_extended(&self, expr: &Expr) -> bool {
        let expr = self.resolve(expr);
        matches!(expr, Expr::Cast(CastKind::SExt | CastKind::ZExt, _, _))
    }

    /// A power of two that divides the value of an integer expression. Wrap-around preserves it: it
    /// divides two to the width, or the value is zero.
    fn divisor(&self, expr: &Expr, depth: u32) -> u64 {
        let Some(depth) = depth.checked_sub(1) else {
            return 1;
        };
        let power = |bits: u32| 1u64 << bits.min(63);
        let product = |a: u64, b: u64| a.checked_mul(b).unwrap_or(1 << 63);
        let expr = self.resolve(expr);
        if let Expr::Int(value) = expr {
            return power(value.trailing_zeros());
        }
        if let Expr::Cast(CastKind::ZExt | CastKind::SExt | CastKind::Trunc, a, _) = expr {
            return self.divisor(a, depth);
        }
        let Expr::Binary(op, a, b) = expr else {
            return 1;
        };
        match op {
            BinaryOp::Add | BinaryOp::Sub => self.divisor(a, depth).min(self.divisor(b, depth)),
            BinaryOp::Mul => product(self.divisor(a, depth), self.divisor(b, depth)),
            BinaryOp::Shl => {
                let by = self.constant(b).and_then(|by| by.to_u64()).unwrap_or(0);
                let by = u32::try_from(by).unwrap_or(63);
                product(self.divisor(a, depth), power(by))
            }
            BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => 1,
        }
    }

    /// A power of two that divides the sum of byte offsets added to the base variable of an
    /// address.
    pub(crate) fn offset_divisor(&self, pointer: &Expr) -> u64 {
        let mut divisor = 1 << 63;
        let mut pointer = self.resolve(pointer);
        for _ in 0..DEPTH {
            let Expr::PtrAdd(base, bytes) = pointer else {
                return divisor;
            };
            divisor = divisor.min(self.divisor(bytes, DEPTH));
            pointer = self.resolve(base);
        }
        1
    }

    /// Size and alignment of a variable, and whether it is constant.
    pub(crate) fn variable(&self, variable: Variable) -> Option<(u64, u64, bool)> {
        let types = &self.program.types;
        match variable {
            Variable::Local(id) => {
                let local = self.function.locals.get(id)?;
                Some((types.alloc_size(local.ty), local.align, local.constant))
            }
            Variable::Global(id) => {
                let global = self.program.globals.get(id)?;
                Some((types.alloc_size(global.ty), global.align, global.constant))
            }
        }
    }

    /// The name of a variable in the source.
    pub(crate) fn name(&self, variable: Variable) -> &'a str {
        match variable {
            Variable::Local(id) => self.function.locals.get(id).map_or("", |l| &l.name),
            Variable::Global(id) => self.program.globals.get(id).map_or("", |g| &g.name),
        }
    }
}
