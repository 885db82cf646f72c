//! Statements and ends of blocks with other temporaries, local variables and blocks.

use cassay_ir::{BlockId, Expr, LocalId, Place, StmtKind, TempId, Terminator, Variable};

/// What temporaries and local variables become.
pub struct Renaming<'a> {
    /// What a temporary becomes.
    pub temp: &'a dyn Fn(TempId) -> TempId,
    /// What a local variable becomes.
    pub local: &'a dyn Fn(LocalId) -> LocalId,
}

impl Renaming<'_> {
    /// Renames everything in an expression.
    pub fn expr(&self, expr: &mut Expr) {
        if let Expr::Temp(temp) = expr {
            *temp = (self.temp)(*temp);
        } else if let Expr::AddrOf(Variable::Local(local)) = expr {
            *local = (self.local)(*local);
        }
        expr.operands_mut(|operand| self.expr(operand));
    }

    fn place(&self, place: &mut Place) {
        if let Place::Variable(Variable::Local(local), _) = place {
            *local = (self.local)(*local);
        }
    }

    /// Renames everything in a statement.
    pub fn statement(&self, kind: &mut StmtKind) {
        kind.expressions_mut(|expr| self.expr(expr));
        match kind {
            StmtKind::Load { dst, place, .. } => {
                *dst = (self.temp)(*dst);
                self.place(place);
            }
            StmtKind::Store { place, .. } => self.place(place),
            StmtKind::Assign { dst, .. }
            | StmtKind::Havoc { dst, .. }
            | StmtKind::Alloc { dst, .. }
            | StmtKind::Spawn { dst, .. }
            | StmtKind::Join { dst, .. } => *dst = (self.temp)(*dst),
            StmtKind::Call { dst, .. } => {
                if let Some(dst) = dst {
                    *dst = (self.temp)(*dst);
                }
            }
            StmtKind::Declare(local) | StmtKind::Dead(local) | StmtKind::Seal(local) => {
                *local = (self.local)(*local);
            }
            StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Hold { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::EndThread(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => {}
        }
    }

    /// Renames everything in the end of a block.
    pub fn terminator(&self, end: &mut Terminator, block: &dyn Fn(BlockId) -> BlockId) {
        end.expressions_mut(|expr| self.expr(expr));
        end.successors_mut(|target| *target = block(*target));
        if let Terminator::Invoke { dst: Some(dst), .. } = end {
            *dst = (self.temp)(*dst);
        }
    }
}
