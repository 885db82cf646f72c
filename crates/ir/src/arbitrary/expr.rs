//! Random expressions.

use super::{Generator, Shape};
use crate::expr::{BinaryOp, CastKind, CompareOp, Expr, Extent, OverflowOp, UnaryOp};
use crate::types::{Field, StructType, Type};
use cassay_bv::Bv;

impl Generator {
    /// An integer expression of the width.
    pub(super) fn expr(&mut self, width: u32, depth: u32) -> Expr {
        if depth == 0 || self.rng.chance(1, 4) {
            return self.leaf(width);
        }
        let depth = depth - 1;
        if width == 1 && self.rng.chance(2, 3) {
            return self.condition(depth);
        }
        match self.rng.below(12) {
            10 => self.int_of_float(width, depth),
            11 if width == self.pointer_bits() => {
                let extent = self.rng.pick(Extent::ALL).unwrap_or(Extent::Size);
                Expr::Extent(extent, Box::new(self.known_pointer()))
            }
            0..=4 => {
                let op = self.rng.pick(BinaryOp::ALL).unwrap_or(BinaryOp::Add);
                let a = self.expr(width, depth);
                // Shifts by an arbitrary amount mostly give zero.
                let shift = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
                let b = if shift && self.rng.chance(3, 4) {
                    Expr::int(width, self.rng.below(u64::from(width) + 1))
                } else {
                    self.expr(width, depth)
                };
                Expr::binary(op, a, b)
            }
            5 => {
                let op = self.rng.pick(UnaryOp::ALL).unwrap_or(UnaryOp::Not);
                Expr::Unary(op, Box::new(self.expr(width, depth)))
            }
            6..=7 => self.cast(width, depth),
            8 => {
                let cond = self.condition(depth);
                let (a, b) = (self.expr(width, depth), self.expr(width, depth));
                Expr::Select(Box::new(cond), Box::new(a), Box::new(b))
            }
            _ => self.component(width, depth),
        }
    }

    /// A constant or a temporary.
    fn leaf(&mut self, width: u32) -> Expr {
        let fitting: Vec<_> = self
            .temps
            .iter()
            .filter(|(_, w)| *w == width)
            .map(|(temp, _)| *temp)
            .collect();
        if self.rng.chance(3, 4)
            && let Some(temp) = self.rng.pick(&fitting)
        {
            return Expr::Temp(temp);
        }
        if fitting.is_empty()
            && self.rng.chance(1, 2)
            && let Some((temp, from)) = self.rng.pick(&self.temps.clone())
        {
            return self.convert(Expr::Temp(temp), from, width);
        }
        Expr::Int(self.constant(width))
    }

    /// A constant: small ones and the ends of the range more often.
    pub(super) fn constant(&mut self, width: u32) -> Bv {
        match self.rng.below(6) {
            0..=2 => Bv::from_u64(width, self.rng.below(8)),
            3 => Bv::ones(width),
            4 => Bv::signed_min(width),
            _ => Bv::from_u64(width, self.rng.next_u64()),
        }
    }

    fn cast(&mut self, width: u32, depth: u32) -> Expr {
        let from = self.rng.width();
        let value = self.expr(from, depth);
        self.convert(value, from, width)
    }

    fn convert(&mut self, value: Expr, from: u32, width: u32) -> Expr {
        let kind = match from.cmp(&width) {
            std::cmp::Ordering::Equal => return value,
            std::cmp::Ordering::Greater => CastKind::Trunc,
            std::cmp::Ordering::Less if self.rng.chance(1, 2) => CastKind::ZExt,
            std::cmp::Ordering::Less => CastKind::SExt,
        };
        let ty = self.int_type(width);
        Expr::cast(kind, value, ty)
    }

    /// A truth value.
    pub(super) fn condition(&mut self, depth: u32) -> Expr {
        if self.is_gap() {
            let width = [8, 16, 32, 64][self.rng.below(4) as usize];
            let mask = match self.rng.chance(1, 2) {
                true => Bv::ones(width),
                false => self.constant(width),
            };
            return Expr::Initialised(Box::new(self.known_pointer()), mask);
        }
        match self.rng.below(9) {
            8 => self.float_comparison(depth),
            0 => {
                let width = self.rng.width();
                let op = self.rng.pick(OverflowOp::ALL).unwrap_or(OverflowOp::SAdd);
                let (a, b) = (self.expr(width, depth), self.expr(width, depth));
                Expr::Overflow(op, Box::new(a), Box::new(b))
            }
            1 => {
                let op = if self.rng.chance(1, 2) {
                    CompareOp::Eq
                } else {
                    CompareOp::Ne
                };
                let (a, b) = (self.known_pointer(), self.known_pointer());
                Expr::compare(op, a, b)
            }
            _ => {
                let width = self.rng.width();
                let op = self.rng.pick(CompareOp::ALL).unwrap_or(CompareOp::Eq);
                let (a, b) = (self.expr(width, depth), self.expr(width, depth));
                Expr::compare(op, a, b)
            }
        }
    }

    /// The address of a variable, or null.
    fn known_pointer(&mut self) -> Expr {
        let lasting: Vec<_> = self
            .variables
            .iter()
            .filter(|var| var.lasting && !matches!(var.shape, Shape::Ptr))
            .cloned()
            .collect();
        match self.rng.pick(&lasting) {
            Some(var) if self.rng.chance(7, 8) => {
                let offset = self.rng.below(var.size) as i64;
                Expr::AddrOf(var.variable).offset_by(offset, self.pointer_bits())
            }
            Some(_) | None => Expr::Null,
        }
    }

    /// A component of a structure value built in the expression.
    fn component(&mut self, width: u32, depth: u32) -> Expr {
        let (first, second) = (self.int_type(32), self.int_type(width));
        let pair = self.program.types.intern(Type::Struct(StructType {
            fields: vec![
                Field {
                    offset: 0,
                    ty: first,
                },
                Field {
                    offset: 16,
                    ty: second,
                },
            ],
            size: 32,
            align: 16,
        }));
        let (a, b) = (self.expr(32, depth), self.expr(width, depth));
        let mut value = Expr::Aggregate(pair, vec![a, b]);
        if self.rng.chance(1, 2) {
            let replaced = self.expr(width, depth);
            value = Expr::WithComponent(Box::new(value), 1, Box::new(replaced));
        }
        Expr::Component(Box::new(value), 1)
    }
}
