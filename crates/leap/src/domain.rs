//! What the values are that an iteration is followed with.

use crate::walk::Cell;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, BlockId, CompareOp, OverflowOp, UnaryOp};

/// Values of one kind, and the operations on them. An operation whose result is not of the kind gives
/// nothing, which ends the walk.
pub trait Domain {
    /// A value, for an iteration that stands for all those that are alike.
    type Value: Clone + PartialEq;

    /// What a cell of the loop's activation holds when the iteration starts, if that is known and may
    /// be read, and written.
    fn cell(&mut self, cell: Cell) -> Option<Self::Value>;

    /// A value that stays the same.
    fn constant(&mut self, value: &Bv) -> Option<Self::Value>;

    /// How many bits a value has.
    fn width(&self, value: &Self::Value) -> u32;

    /// An operation on one integer.
    fn unary(&mut self, op: UnaryOp, a: Self::Value) -> Option<Self::Value>;

    /// An operation on two integers.
    fn binary(&mut self, op: BinaryOp, a: Self::Value, b: Self::Value) -> Option<Self::Value>;

    /// A comparison.
    fn compare(&mut self, op: CompareOp, a: Self::Value, b: Self::Value) -> Option<Self::Value>;

    /// Whether an operation overflows.
    fn overflow(&mut self, op: OverflowOp, a: Self::Value, b: Self::Value) -> Option<Self::Value>;

    /// The low bits.
    fn truncate(&mut self, a: Self::Value, width: u32) -> Option<Self::Value>;

    /// The same integer in more bits, read with a sign or without.
    fn extend(&mut self, a: Self::Value, width: u32, sign: bool) -> Option<Self::Value>;

    /// A condition that is the same in all iterations that are alike.
    fn decide(&mut self, cond: &Self::Value) -> Option<bool>;

    /// Which of two blocks of the loop's function follows.
    fn branch(&mut self, cond: &Self::Value, targets: [BlockId; 2]) -> Option<bool>;
}
