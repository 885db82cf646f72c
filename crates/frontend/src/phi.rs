//! `phi` becomes copies on the incoming edges.
//!
//! An edge from a block with several successors gets a block of its own. All values are read before
//! any is written, since one `phi` may use the result of another of the same block.

use crate::block_map::Phi;
use crate::flow::Flow;
use crate::fold;
use crate::functions::Builder;
use crate::llvm::{Ident, InstKind, Instruction};
use crate::lower::Lowered;
use cassay_base::Span;
use cassay_ir::{Block, BlockId, Expr, Function, Stmt, StmtKind, TempId, Terminator};

/// Inserts the copies of every `phi` of the function.
pub(crate) fn place_copies(builder: &mut Builder<'_, '_>) {
    let phis = std::mem::take(&mut builder.blocks.phis);
    let mut start = 0;
    while start < phis.len() {
        let position = phis[start].0;
        let end = phis[start..]
            .iter()
            .position(|(other, _, _)| *other != position)
            .map_or(phis.len(), |count| start + count);
        place_in(builder, position, &phis[start..end]);
        start = end;
    }
}

fn place_in<'m>(builder: &mut Builder<'_, 'm>, position: usize, phis: &[Phi<'m>]) {
    let Some(target) = builder.blocks.first(position) else {
        return;
    };
    for source in 0..builder.blocks.len() {
        let Some(from) = builder.blocks.last(source) else {
            continue;
        };
        let mut reaches = false;
        builder.body.function.blocks[from]
            .terminator
            .successors(|next| reaches |= next == target);
        if reaches {
            place_on_edge(builder, source, from, target, phis);
        }
    }
}

fn place_on_edge<'m>(
    builder: &mut Builder<'_, 'm>,
    source: usize,
    from: BlockId,
    target: BlockId,
    phis: &[Phi<'m>],
) {
    let span = builder.body.function.blocks[from].span;
    let mut copies = Vec::with_capacity(phis.len());
    for &(_, temp, instruction) in phis {
        builder.body.span = span;
        match incoming(builder, source, instruction) {
            Ok(value) => copies.push((temp, value)),
            Err(reason) => builder.body.unsupported(reason),
        }
    }
    let mut stmts = std::mem::take(&mut builder.body.stmts);
    parallel_copy(&mut builder.body.function, &copies, span, &mut stmts);
    let single = matches!(
        builder.body.function.blocks[from].terminator,
        Terminator::Goto(_)
    );
    if single {
        builder.body.function.blocks[from].stmts.append(&mut stmts);
        return;
    }
    let edge = builder.body.function.blocks.push(Block {
        stmts,
        terminator: Terminator::Goto(target),
        span,
    });
    retarget(
        &mut builder.body.function.blocks[from].terminator,
        target,
        edge,
    );
}

/// The value of a `phi` for a predecessor; where a branch became a selection, the selection between
/// its two sides.
fn incoming<'m>(
    builder: &mut Builder<'_, 'm>,
    source: usize,
    instruction: &'m Instruction,
) -> Lowered<Expr> {
    let direct = value_from(builder, source, instruction);
    let Flow::Straight { side, on_true, .. } = builder.source.graph.flows[source] else {
        return direct;
    };
    let detour = value_from(builder, side, instruction)?;
    let direct = direct?;
    if direct == detour {
        return Ok(direct);
    }
    let cond = builder.blocks.conditions.get(&source).cloned();
    let cond = cond.ok_or_else(|| crate::lower::Unsupported::new("lost branch condition"))?;
    Ok(if on_true {
        fold::select(cond, detour, direct)
    } else {
        fold::select(cond, direct, detour)
    })
}

fn value_from<'m>(
    builder: &mut Builder<'_, 'm>,
    source: usize,
    instruction: &'m Instruction,
) -> Lowered<Expr> {
    let label: &Ident = &builder.source.graph.blocks[source].label;
    let InstKind::Phi { ty, incoming, .. } = &instruction.kind else {
        return Err(crate::lower::Unsupported::new("misread phi"));
    };
    match incoming.iter().find(|(_, from)| from == label) {
        Some((value, _)) => builder.operand(ty, value),
        None => Err(crate::lower::Unsupported::new(
            "phi without a value for an edge",
        )),
    }
}

/// Emits copies with the meaning of a parallel assignment.
fn parallel_copy(
    function: &mut Function,
    copies: &[(TempId, Expr)],
    span: Span,
    stmts: &mut Vec<Stmt>,
) {
    let written: Vec<TempId> = copies.iter().map(|(temp, _)| *temp).collect();
    let conflicts = copies.iter().enumerate().any(|(index, (_, value))| {
        written[..index]
            .iter()
            .any(|earlier| reads(value, *earlier))
    });
    let mut push = |dst, value| {
        stmts.push(Stmt {
            kind: StmtKind::Assign { dst, value },
            span,
        });
    };
    if !conflicts {
        for (temp, value) in copies {
            push(*temp, value.clone());
        }
        return;
    }
    let mut staged = Vec::with_capacity(copies.len());
    for (temp, value) in copies {
        let ty = function.temps[*temp].ty;
        let stage = function.new_temp(ty);
        push(stage, value.clone());
        staged.push((*temp, stage));
    }
    for (temp, stage) in staged {
        push(temp, Expr::Temp(stage));
    }
}

fn reads(value: &Expr, temp: TempId) -> bool {
    let mut stack = vec![value];
    while let Some(expr) = stack.pop() {
        if *expr == Expr::Temp(temp) {
            return true;
        }
        expr.operands(|operand| stack.push(operand));
    }
    false
}

/// Redirects every jump to `old`.
fn retarget(terminator: &mut Terminator, old: BlockId, new: BlockId) {
    let redirect = |block: &mut BlockId| {
        if *block == old {
            *block = new;
        }
    };
    match terminator {
        Terminator::Goto(target) => redirect(target),
        Terminator::Branch {
            then, otherwise, ..
        } => {
            redirect(then);
            redirect(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, target)| redirect(target));
            redirect(default);
        }
        Terminator::IndirectGoto { targets, .. } => targets.iter_mut().for_each(redirect),
        Terminator::Invoke { normal, unwind, .. } => {
            redirect(normal);
            redirect(unwind);
        }
        Terminator::Return(_) | Terminator::Unwind(_) | Terminator::Unreachable => {}
    }
}
