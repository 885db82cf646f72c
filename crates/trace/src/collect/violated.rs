//! What there is to say about a violated claim.

use super::Collector;
use cassay_interp::{Context, Value};
use cassay_ir::Expr;

impl Collector<'_> {
    /// The claim at the site of the context does not hold.
    pub(super) fn violated(
        &mut self,
        cond: &Expr,
        parts: &[(Expr, Value)],
        context: &Context<'_>,
    ) {
        let _ = (cond, parts, context);
    }
}
