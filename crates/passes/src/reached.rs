//! Which functions are reachable.

use cassay_base::Id;
use cassay_ir::{CallTarget, Constant, Expr, FuncId, Initializer, Program, StmtKind};

/// For each function, whether it is reachable from the roots: by calls, threads, and uses of its
/// address in reachable code or in initializers of globals.
pub(crate) fn reached_functions(program: &Program, roots: &[FuncId]) -> Vec<bool> {
    let mut found = Found {
        reached: vec![false; program.functions.len()],
        pending: Vec::new(),
    };
    roots.iter().for_each(|id| found.mark(*id));
    for global in program.globals.iter() {
        if let Initializer::Parts(parts) = &global.init {
            for (_, part) in parts {
                if let Constant::FuncAddr(id) = part {
                    found.mark(*id);
                }
            }
        }
    }
    while let Some(id) = found.pending.pop() {
        for block in program.functions[id].blocks.iter() {
            let mut exprs = Vec::new();
            for stmt in &block.stmts {
                stmt.kind.expressions(|expr| exprs.push(expr));
            }
            for (_, call) in block.enters() {
                if let CallTarget::Direct(callee) = call.target {
                    found.mark(*callee);
                }
            }
            block.terminator.expressions(|expr| exprs.push(expr));
            while let Some(expr) = exprs.pop() {
                if let Expr::FuncAddr(id) = expr {
                    found.mark(*id);
                }
                expr.operands(|operand| exprs.push(operand));
            }
        }
    }
    found.reached
}

struct Found {
    reached: Vec<bool>,
    pending: Vec<FuncId>,
}

impl Found {
    fn mark(&mut self, id: FuncId) {
        if let Some(flag) = self.reached.get_mut(id.index())
            && !std::mem::replace(flag, true)
        {
            self.pending.push(id);
        }
    }
}

/// The function that a statement calls or starts by name.
pub(crate) fn called(kind: &StmtKind) -> Option<FuncId> {
    match kind.enters()?.target {
        CallTarget::Direct(callee) => Some(*callee),
        CallTarget::Indirect(_) => None,
    }
}
