//! Lets differences of pointers be computed without the pointers' addresses.
//!
//! The compiler converts both pointers to integers first and subtracts those. An address of an object is a
//! number that later rooms must invent, and keep apart from the addresses of all others; the difference of two
//! pointers into one object needs none. So conversions that only a difference reads become its operands, where a
//! later room sees them together. Claims about differences are made before, from the statements as they were.
//!
//! Invariant: every expression has the same value as before, and is evaluated in the same block.

use cassay_base::Id;
use cassay_ir::{BinaryOp, Block, CastKind, Expr, Function, Program, StmtKind, TempId};

/// Joins the conversions with the differences in every function.
pub(crate) fn join(program: &mut Program) {
    for function in program.functions.iter_mut() {
        let conversions = function
            .statements()
            .filter_map(|stmt| converted(assigned(&stmt.kind)?));
        if conversions.count() >= 2 {
            let uses = count_uses(function);
            for block in function.blocks.iter_mut() {
                join_in_block(block, &uses);
            }
        }
    }
}

/// How often each temporary is read.
fn count_uses(function: &Function) -> Vec<usize> {
    let mut uses = vec![0; function.temps.len()];
    for temp in function.parts().filter_map(Expr::as_temp) {
        uses[temp.index()] += 1;
    }
    uses
}

fn join_in_block(block: &mut Block, uses: &[usize]) {
    let mut gone = Vec::new();
    for index in 0..block.stmts.len() {
        let Some((a, b)) = subtracted(&block.stmts[index].kind) else {
            continue;
        };
        if a == b || uses[a.index()] != 1 || uses[b.index()] != 1 {
            continue;
        }
        let operands = [a, b].map(|temp| conversion(block, temp, index));
        let [Some(first), Some(second)] = operands else {
            continue;
        };
        let values = [first, second].map(|place| assigned(&block.stmts[place].kind).cloned());
        if let ([Some(a), Some(b)], StmtKind::Assign { value, .. }) =
            (values, &mut block.stmts[index].kind)
        {
            *value = Expr::binary(BinaryOp::Sub, a, b);
            gone.extend([first, second]);
        }
    }
    let mut place = 0;
    block.stmts.retain(|_| {
        place += 1;
        !gone.contains(&(place - 1))
    });
}

/// The two temporaries whose difference a statement computes.
fn subtracted(kind: &StmtKind) -> Option<(TempId, TempId)> {
    if let Expr::Binary(BinaryOp::Sub, a, b) = assigned(kind)? {
        return Some((a.as_temp()?, b.as_temp()?));
    }
    None
}

fn assigned(kind: &StmtKind) -> Option<&Expr> {
    if let StmtKind::Assign { value, .. } = kind {
        return Some(value);
    }
    None
}

/// The pointer that an expression converts to an integer.
fn converted(value: &Expr) -> Option<&Expr> {
    if let Expr::Cast(CastKind::PtrToInt, pointer, _) = value {
        return Some(pointer);
    }
    None
}

/// The statement before another one that converts a pointer for a temporary, if the pointer is the same
/// there.
fn conversion(block: &Block, temp: TempId, before: usize) -> Option<usize> {
    let defines = |place: &usize| block.stmts[*place].kind.defines() == Some(temp);
    let place = (0..before).rev().find(defines)?;
    let pointer = converted(assigned(&block.stmts[place].kind)?)?;
    let mut between = block.stmts[place + 1..before].iter();
    let changed = between.any(|stmt| {
        let defined = stmt.kind.defines();
        defined.is_some_and(|defined| pointer.temps().any(|used| used == defined))
    });
    // The value of a temporary stays; that of anything else may depend on the place.
    let stays = pointer.as_temp().is_some();
    (stays && !changed).then_some(place)
}
