//! The domain of values with which an iteration is evaluated.

use crate::walk::Cell;
use cassay_bv::Bv;
use cassay_ir::{BinaryOp, BlockId, CompareOp, OverflowOp, UnaryOp};

/// Values of one kind, and the operations on them. An operation whose result is not of the kind
/// gives `None`, which ends the evaluation.
pub trait Domain {
    /// A value in an iteration that represents all similar ones.
    type Value: Clone + PartialEq;

    /// The value of a cell of the loop's activation at the start of the iteration, if it is known
    /// and the cell may be read and written.
    fn cell(&mut self, cell: Cell) -> Option<Self::Value>;

    /// A loop-invariant value.
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

    /// Sign or zero extension.
    fn extend(&mut self, a: Self::Value, width: u32, sign: bool) -> Option<Self::Value>;

    /// A condition with the same value in all similar iterations.
    fn decide(&mut self, cond: &Self::Value) -> Option<bool>;

    /// The successor of a branch of the loop's function.
    fn branch(&mut self, cond: &Self::Value, targets: [BlockId; 2]) -> Option<bool>;
}
