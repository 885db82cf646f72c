//! Exposes addresses that earlier iterations of a loop may have converted to integers.
//!
//! Symbolic execution lets a pointer made from an integer lead to the objects whose address has
//! become a number before (the *exposed* ones). An iteration from an arbitrary state follows others
//! that are not executed. So in the program of the step, the objects that those may have exposed
//! are exposed from the start of their lifetime. This lets such pointers lead to more objects,
//! never to fewer.

use cassay_base::Span;
use cassay_effects::Target;
use cassay_ir::{
    BlockId, CastKind, CompareOp, Expr, FuncId, Function, LocalId, Program, Stmt, StmtKind, TypeId,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The integers used for addresses: their type and width.
type Word = (TypeId, u32);

/// The places where the objects to be exposed are created.
#[derive(Default)]
struct Places {
    /// Objects that exist from the start.
    first: Vec<Expr>,
    /// Variables, exposed where they are declared.
    locals: BTreeSet<(FuncId, LocalId)>,
    /// Positions of allocations, in descending order when they are used.
    allocations: BTreeMap<(FuncId, BlockId), BTreeSet<usize>>,
}

/// Exposes objects at their creation. Statements of the program keep their order, but not their
/// positions.
pub(crate) fn expose(program: &mut Program, entry: FuncId, targets: &BTreeSet<Target>) {
    let mut places = Places::default();
    for target in targets {
        match *target {
            Target::Global(id) => places.first.push(Expr::AddrOf(Variable::Global(id))),
            Target::Function(id) => places.first.push(Expr::FuncAddr(id)),
            Target::Local(function, local) => {
                places.locals.insert((function, local));
            }
            Target::Allocated(function, block, index) => {
                let known = places.allocations.entry((function, block)).or_default();
                known.insert(index);
            }
        }
    }
    let word = (program.types.size_int(), program.layout.pointer_bits);
    for ((function, block), indices) in &places.allocations {
        for index in indices.iter().rev() {
            after(
                &mut program.functions[*function],
                *block,
                *index,
                word,
                None,
            );
        }
    }
    let functions: BTreeSet<FuncId> = places.locals.iter().map(|(id, _)| *id).collect();
    for id in functions {
        let function = &mut program.functions[id];
        for block in function.blocks.ids() {
            for index in (0..function.blocks[block].stmts.len()).rev() {
                let stmt = &function.blocks[block].stmts[index];
                if let StmtKind::Declare(local) = stmt.kind
                    && places.locals.contains(&(id, local))
                {
                    let address = Expr::AddrOf(Variable::Local(local));
                    after(function, block, index, word, Some(address));
                }
            }
        }
    }
    let first = places.first.into_iter();
    let first = first.map(|address| exposing(address, word, Span::NONE));
    let stmts = &mut program.functions[entry].blocks[Function::ENTRY].stmts;
    stmts.splice(0..0, first);
}

/// Exposes an object after the statement that creates it; without an address, the one that the
/// statement defines.
fn after(function: &mut Function, block: BlockId, index: usize, word: Word, address: Option<Expr>) {
    let stmts = &mut function.blocks[block].stmts;
    let Some(stmt) = stmts.get(index) else {
        return;
    };
    let made = stmt.kind.defines().map(Expr::Temp);
    let Some(address) = address.or(made) else {
        return;
    };
    let exposing = exposing(address, word, stmt.span);
    stmts.insert(index + 1, exposing);
}

/// An assumption that always holds and converts an address to an integer: no object is on the first
/// page.
fn exposing(address: Expr, word: Word, span: Span) -> Stmt {
    let number = Expr::cast(CastKind::PtrToInt, address, word.0);
    let kind = StmtKind::Assume(Expr::compare(CompareOp::Ne, number, Expr::int(word.1, 1)));
    Stmt { kind, span }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_exposed_where_they_come_into_being() {
        let text = "
global @g: i32
fn main() -> void {
var x: i32
bb0:
  declare x
  %0: ptr = alloc heap 4 align 16
  return
}
";
        let mut program = cassay_ir::text::parse(text).expect("a program");
        let main = program.find_function("main").expect("a function main");
        let x = LocalId(0);
        let g = program.globals.ids().next().expect("a variable");
        let targets = BTreeSet::from([
            Target::Global(g),
            Target::Local(main, x),
            Target::Allocated(main, Function::ENTRY, 1),
        ]);
        expose(&mut program, main, &targets);
        let stmts = &program.functions[main].blocks[Function::ENTRY].stmts;
        let exposed = |index: usize| match &stmts[index].kind {
            StmtKind::Assume(Expr::Compare(CompareOp::Ne, number, _)) => match &**number {
                Expr::Cast(CastKind::PtrToInt, address, _) => Some((**address).clone()),
                _ => None,
            },
            _ => None,
        };
        assert_eq!(exposed(0), Some(Expr::AddrOf(Variable::Global(g))));
        assert!(matches!(stmts[1].kind, StmtKind::Declare(_)));
        assert_eq!(exposed(2), Some(Expr::AddrOf(Variable::Local(x))));
        assert!(matches!(stmts[3].kind, StmtKind::Alloc { .. }));
        assert_eq!(exposed(4), Some(Expr::Temp(cassay_ir::TempId(0))));
        assert_eq!(stmts.len(), 5);
    }
}
