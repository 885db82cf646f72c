//! Conversions between formats, and between fixed-point numbers and integers.

use crate::build::Build;
use cassay_ir::{BinaryOp, Expr, FixedFormat, Rounding};

fn shift(width: u32, by: u32) -> Expr {
    Expr::int(width, u64::from(by))
}

impl Build<'_> {
    /// A number in another format; bits behind the point that it has no room for are cut off.
    pub(crate) fn reformat(&mut self, from: FixedFormat, to: FixedFormat, value: Expr) -> Expr {
        let width = from.width();
        let name = "conversion";
        if to.fraction >= from.fraction {
            let more = to.fraction - from.fraction;
            let wide = width + more;
            let value = self.resize(value, width, wide, true);
            let value = shifted_left(wide, more, value);
            return self.narrow(value, wide, name, to);
        }
        let less = from.fraction - to.fraction;
        let value = Expr::binary(BinaryOp::AShr, value, shift(width, less));
        // The upper bits are copies of the sign.
        let left = width - less;
        let value = self.resize(value, width, left, true);
        self.narrow(value, left, name, to)
    }

    /// An integer of a width as a number.
    pub(crate) fn integer_to_number(
        &mut self,
        format: FixedFormat,
        value: Expr,
        width: u32,
        signed: bool,
    ) -> Expr {
        let wide = width + format.fraction + u32::from(!signed);
        let value = self.resize(value, width, wide, signed);
        let value = shifted_left(wide, format.fraction, value);
        self.narrow(value, wide, "conversion of an integer", format)
    }

    /// A number as an integer of a width, towards zero. What does not fit wraps around.
    pub(crate) fn number_to_integer(&mut self, format: FixedFormat, value: Expr, to: u32) -> Expr {
        let width = format.width();
        let wide = width + 1;
        let value = self.resize(value, width, wide, true);
        let value = self.simple_int(wide, value);
        let biased = self.biased(format, Rounding::Zero, &value, wide);
        let whole = if format.fraction == 0 {
            biased
        } else {
            Expr::binary(BinaryOp::AShr, biased, shift(wide, format.fraction))
        };
        self.resize(whole, wide, to, true)
    }
}

fn shifted_left(width: u32, by: u32, value: Expr) -> Expr {
    if by == 0 {
        value
    } else {
        Expr::binary(BinaryOp::Shl, value, shift(width, by))
    }
}
