//! Removes assertions that repeat an earlier one of their block.
//!
//! An execution that violates an assertion ends there, so a second claim of the same condition on
//! the same values holds. Only conditions that stay true are considered: the size of an object
//! never changes, but the object may be freed in between. Assertions of the user are kept.

use cassay_ir::{Block, Effects, Expr, MemoryPredicate, Program, PropertyClass, StmtKind, TempId};

/// Drops assertions that repeat an earlier one.
pub(crate) fn drop_repeated(program: &mut Program) {
    for function in program.functions.iter_mut() {
        for block in function.blocks.iter_mut() {
            drop_in_block(block);
        }
    }
}

fn drop_in_block(block: &mut Block) {
    let mut known: Vec<(PropertyClass, Expr)> = Vec::new();
    block.stmts.retain(|stmt| {
        if let Some(temp) = stmt.kind.defines() {
            known.retain(|(_, cond)| !mentions(cond, temp));
        }
        if stmt.kind.effects().any(Effects::SEALS) {
            known.retain(|(class, _)| *class != PropertyClass::WriteToConstant);
        }
        let StmtKind::Assert { cond, property, .. } = &stmt.kind else {
            return true;
        };
        let class = property.class;
        let by_user = matches!(class, PropertyClass::Assertion | PropertyClass::ErrorCall);
        if by_user || !is_stable(cond) {
            return true;
        }
        if known.iter().any(|(c, e)| *c == class && e == cond) {
            return false;
        }
        // A short list is enough: repetitions are close to each other.
        if known.len() >= 16 {
            known.remove(0);
        }
        known.push((class, cond.clone()));
        true
    });
}

fn mentions(expr: &Expr, temp: TempId) -> bool {
    if matches!(expr, Expr::Temp(t) if *t == temp) {
        return true;
    }
    let mut found = false;
    expr.operands(|operand| found = found || mentions(operand, temp));
    found
}

/// Whether the condition, once true, stays so while its temporaries keep their values.
fn is_stable(expr: &Expr) -> bool {
    // Uninitialised bits may have been copied there in between.
    if matches!(
        expr,
        Expr::Undef(_) | Expr::Initialised(_, _) | Expr::Heap(_) | Expr::Progress
    ) {
        return false;
    }
    if let Expr::Memory(predicate, _, _) = expr {
        match predicate {
            MemoryPredicate::NotNull
            | MemoryPredicate::IsObject
            | MemoryPredicate::InBounds
            | MemoryPredicate::Writable
            | MemoryPredicate::Aligned
            | MemoryPredicate::Freeable
            | MemoryPredicate::IsFunction => {}
            MemoryPredicate::NotFreed
            | MemoryPredicate::NotExpired
            | MemoryPredicate::NotDoublyFreed
            | MemoryPredicate::OfFamily
            | MemoryPredicate::NoWriter
            | MemoryPredicate::NoUser
            | MemoryPredicate::Unchanged
            | MemoryPredicate::InOrder => return false,
        }
    }
    let mut stable = true;
    expr.operands(|operand| stable = stable && is_stable(operand));
    stable
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::text::{parse, print};

    fn left(body: &str) -> usize {
        let text = format!(
            "fn f(%0: i32, %1: ptr) -> void {{ var x: i32 bb0: {body} goto bb1 bb1: return }}"
        );
        let mut program = parse(&text).unwrap();
        drop_repeated(&mut program);
        print(&program).matches("assert ").count()
    }

    #[test]
    fn repetitions_go() {
        let bounds = "assert in_bounds(%1, 4) [pointer.bounds]";
        assert_eq!(left(&format!("{bounds} {bounds} free %1 {bounds}")), 1);
        let divisor = "assert ne(%0, 0) [division-by-zero]";
        assert_eq!(left(&format!("{divisor} fence seq_cst {divisor}")), 1);
    }

    #[test]
    fn what_may_have_changed_stays() {
        let bounds = "assert in_bounds(%1, 4) [pointer.bounds]";
        assert_eq!(left(&format!("{bounds} %1: ptr = null {bounds}")), 2);
        let freed = "assert not_freed(%1, 4) [pointer.freed]";
        assert_eq!(left(&format!("{freed} free %1 {freed}")), 2);
        let other = "assert in_bounds(%1, 8) [pointer.bounds]";
        assert_eq!(left(&format!("{bounds} {other}")), 2);
        let class = "assert in_bounds(%1, 4) [bounds]";
        assert_eq!(left(&format!("{bounds} {class}")), 2);
        let writable = "assert writable(%1, 4) [pointer.constant]";
        assert_eq!(left(&format!("{writable} seal x {writable}")), 2);
        let open = "assert eq(%0, undef i32) [shift]";
        assert_eq!(left(&format!("{open} {open}")), 2);
    }

    #[test]
    fn what_the_user_wrote_stays() {
        let user = "assert ne(%0, 0) [assertion]";
        assert_eq!(left(&format!("{user} {user}")), 2);
    }
}
