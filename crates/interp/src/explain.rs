//! What the expressions of a violated claim are worth, for those who describe the violation.
//!
//! Only expressions are evaluated that need no input and no memory, so that looking changes nothing.

use crate::machine::Machine;
use crate::observe::{Activation, Event};
use crate::value::Value;
use cassay_ir::{Expr, StmtKind, TempId};

/// So many expressions are looked at.
const MOST: usize = 64;
/// The temporaries of so many activations are told.
const DEPTH: usize = 64;

impl<'p> Machine<'p, '_> {
    /// Tells the observer that a claim does not hold.
    pub(crate) fn tell_violated(&mut self, cond: &'p Expr) {
        let parts = self.parts_of(cond);
        let waiting = self.stack.callers.iter().rev();
        let frames = std::iter::once(&self.stack.frame).chain(waiting);
        let activations: Vec<Activation> = frames
            .take(DEPTH)
            .map(|frame| Activation {
                frame: frame.id,
                temps: frame.temps.clone(),
            })
            .collect();
        let question = cond.heap_question();
        let lost = question.and_then(|question| self.first_bad(question));
        self.tell(Event::Violated {
            parts: &parts,
            activations: &activations,
            lost,
        });
    }

    /// The parts of a claim with their values, the definitions of temporaries included, outermost first.
    fn parts_of(&mut self, cond: &'p Expr) -> Vec<(Expr, Value)> {
        let mut found = Vec::new();
        let mut todo = vec![cond];
        let mut seen = 0;
        while let Some(expr) = todo.pop() {
            seen += 1;
            if seen > MOST {
                break;
            }
            if is_plain(expr)
                && let Ok(value) = self.eval(expr)
            {
                found.push((expr.clone(), value));
            }
            if let Expr::Temp(temp) = expr
                && let Some(value) = self.definition(*temp)
            {
                todo.push(value);
            }
            let first = todo.len();
            expr.operands(|operand| todo.push(operand));
            todo[first..].reverse();
        }
        found
    }

    /// The expression that a temporary was set to in the block that is executed.
    fn definition(&self, temp: TempId) -> Option<&'p Expr> {
        let function = self.program.functions.get(self.site.function)?;
        let block = function.blocks.get(self.site.block)?;
        let before = block.stmts.get(..self.site.stmt)?;
        before.iter().rev().find_map(|stmt| {
            let StmtKind::Assign { dst, value } = &stmt.kind else {
                return None;
            };
            (*dst == temp).then_some(value)
        })
    }
}

/// Whether the value of an expression is known without asking memory or the oracle.
fn is_plain(expr: &Expr) -> bool {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        if matches!(
            expr,
            Expr::Undef(_)
                | Expr::Memory(..)
                | Expr::Initialised(..)
                | Expr::Heap(_)
                | Expr::Extent(..)
                | Expr::Progress
        ) {
            return false;
        }
        expr.operands(|operand| stack.push(operand));
    }
    true
}
