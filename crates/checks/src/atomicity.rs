//! Atomicity of compound accesses: what an assignment reads and writes is not written by another
//! thread in between.
//!
//! Right before a write of memory that threads could share stands a claim that no other thread has
//! written it since it was read, if the value depends on a read of the same place. Values flow
//! through temporaries only within one expression of C, because variables of the source are memory.

use crate::instrument::{Claims, Site, Step, before_each_of};
use crate::pointer::{bytes_of, pointer_of};
use crate::registry::Check;
use cassay_ir::sharing::{can_race, is_exposed, shares_memory};
use cassay_ir::{
    Access, Accessed, Expr, MemoryPredicate, Place, Program, Property, PropertyClass, Stmt,
    StmtKind, TempId,
};
use std::collections::BTreeSet;

/// No other thread writes between the read and the write of an assignment.
pub(crate) const CHECK: Check = Check {
    id: "atomicity",
    help: "writes of other threads between the read and the write of one assignment",
    docs: "\
If an assignment reads what it writes (`n++`, `n += i`, `n = 2 * n + 1`, `p->count = f(p->count)`), no other
thread writes it between the last read and the write. What the other thread writes may be the same value. The
claim is made at the assignment, whether or not the accesses are atomic: `n = n + 1` of an `_Atomic int` can
lose an update, while `n++` of one is a single operation and never interrupted. Neither is what happens
between `__VERIFIER_atomic_begin` and `__VERIFIER_atomic_end`.

A read and a write in different statements, or on different branches of `?:`, `&&` and `||`, are not compared,
and neither are functions of the library. Memory is sequentially consistent. Example:
``thread 2 writes `n` between the read and the write of thread 1 in worker (a.c:12)``.",
    classes: &[PropertyClass::Atomicity],
    default_on: false,
    on: Some("--atomicity-check"),
    off: Some("--no-atomicity-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    if !shares_memory(program) {
        return;
    }
    // Sizes in the new assertions are as wide as a pointer.
    program.types.size_int();
    for id in program.functions.ids() {
        before_each_of(
            program,
            id,
            &|site: &Site<'_>, step: Step<'_>, claims: &mut Claims| {
                let (block, index) = site.place;
                if let Step::Stmt(kind) = step
                    && !site.function.model
                    && can_race(site.function, block, index)
                    && is_compound(&site.function.blocks[block].stmts, index)
                {
                    kind.accesses(|access| claim(site, access, claims));
                }
            },
        );
    }
}

fn claim(site: &Site<'_>, access: Access<'_>, claims: &mut Claims) {
    let variable = match access.to {
        Accessed::Variable(variable, _) => Some(variable),
        Accessed::Behind(pointer) => site.facts.address(pointer).map(|address| address.variable),
    };
    let hidden = |variable| !is_exposed(site.program, site.function, variable);
    let Some(bytes) = bytes_of(site, access) else {
        return;
    };
    if !access.writes || variable.is_some_and(hidden) {
        return;
    }
    let property = match variable.map_or("", |variable| site.facts.name(variable)) {
        "" => Property::of(PropertyClass::Atomicity),
        name => {
            let message = format!("`{name}` changes between its read and its write");
            Property::new(PropertyClass::Atomicity, message)
        }
    };
    let pointer = pointer_of(site, access);
    claims.claim(
        Expr::memory(MemoryPredicate::Unchanged, pointer, site.size(bytes)),
        property,
    );
}

/// Whether a statement stores a value that depends on one that was loaded from the same place by the
/// same block.
fn is_compound(stmts: &[Stmt], index: usize) -> bool {
    let StmtKind::Store { place, value, .. } = &stmts[index].kind else {
        return false;
    };
    let before = &stmts[..index];
    let mut wanted = BTreeSet::new();
    temps_of(value, &mut wanted);
    for (at, stmt) in before.iter().enumerate().rev() {
        if !stmt.kind.defines().is_some_and(|temp| wanted.remove(&temp)) {
            continue;
        }
        let StmtKind::Load { place: loaded, .. } = &stmt.kind else {
            stmt.kind.expressions(|expr| temps_of(expr, &mut wanted));
            continue;
        };
        if same_place(before, (loaded, at), (place, index)) {
            return true;
        }
    }
    false
}

fn temps_of(expr: &Expr, temps: &mut BTreeSet<TempId>) {
    for part in expr.parts() {
        if let Expr::Temp(temp) = part {
            temps.insert(*temp);
        }
    }
}

/// Whether two places, each at a statement, are computed in the same way.
fn same_place(stmts: &[Stmt], (a, at): (&Place, usize), (b, bt): (&Place, usize)) -> bool {
    match (a, b) {
        (Place::Variable(a, x), Place::Variable(b, y)) => a == b && x == y,
        (Place::Deref(a, _), Place::Deref(b, _)) => {
            expanded(stmts, a, at) == expanded(stmts, b, bt)
        }
        (Place::Variable(..), Place::Deref(..)) | (Place::Deref(..), Place::Variable(..)) => false,
    }
}

/// How an expression is computed: the places that are loaded and the expressions, outermost first.
fn expanded<'a>(stmts: &'a [Stmt], expr: &'a Expr, at: usize) -> Vec<Computed<'a>> {
    let mut steps = Vec::new();
    let mut todo = vec![(expr, at)];
    while let Some((expr, at)) = todo.pop() {
        let Expr::Temp(temp) = expr else {
            let mut operands = Vec::new();
            expr.operands(|operand| operands.push((operand, at)));
            match operands.is_empty() {
                true => steps.push(Computed::Leaf(expr)),
                false => steps.push(Computed::Operator(std::mem::discriminant(expr))),
            }
            todo.extend(operands);
            continue;
        };
        let earlier = stmts[..at.min(stmts.len())].iter().enumerate().rev();
        let mut definitions = earlier.filter(|(_, stmt)| stmt.kind.defines() == Some(*temp));
        let Some((at, stmt)) = definitions.next() else {
            steps.push(Computed::Leaf(expr));
            continue;
        };
        if let StmtKind::Assign { value, .. } = &stmt.kind {
            todo.push((value, at));
        } else if let StmtKind::Load { place, .. } = &stmt.kind {
            match place {
                Place::Variable(..) => steps.push(Computed::Loaded(place)),
                Place::Deref(pointer, _) => {
                    steps.push(Computed::Through);
                    todo.push((pointer, at));
                }
            }
        } else {
            steps.push(Computed::Leaf(expr));
        }
    }
    steps
}

/// A part of how an expression is computed.
#[derive(PartialEq)]
enum Computed<'a> {
    Leaf(&'a Expr),
    Operator(std::mem::Discriminant<Expr>),
    Loaded(&'a Place),
    Through,
}
