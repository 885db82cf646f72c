//! Walking over programs: what statements, ends of blocks and expressions consist of.
//!
//! Who only wants to see or change every expression, temporary or call asks here and names no kind of
//! statement; a new kind is entered here once. Nothing recurses over the depth of an expression:
//! [`Parts`] keeps what is left to do in a list. Both forms of each walk, reading and changing, come
//! from one macro and so visit the same things in the same order.

use crate::effect::Effects;
use crate::expr::Expr;
use crate::function::{
    Block, BlockId, CallTarget, Function, Place, Rows, Stmt, StmtKind, TempId, Terminator,
};

/// Every expression inside others, these included, in no order that means anything but always in
/// the same one: the last of a list first, and each before its operands.
#[derive(Clone, Debug, Default)]
pub struct Parts<'a> {
    pending: Vec<&'a Expr>,
}

impl<'a> Parts<'a> {
    /// The parts of what `list` calls its argument on.
    pub fn of(list: impl FnOnce(&mut dyn FnMut(&'a Expr))) -> Self {
        let mut pending = Vec::new();
        list(&mut |expr| pending.push(expr));
        Parts { pending }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a Expr;

    fn next(&mut self) -> Option<&'a Expr> {
        let next = self.pending.pop()?;
        next.operands(|operand| self.pending.push(operand));
        Some(next)
    }
}

/// A call with what it takes and where its result goes.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Where the result goes.
    pub dst: Option<TempId>,
    /// Who is called.
    pub target: &'a CallTarget,
    /// Arguments.
    pub args: &'a [Expr],
}

/// The direct operands of an expression, for shared and for exclusive references.
macro_rules! each_operand {
    ($expr:expr, $visit:ident) => {
        match $expr {
            Expr::Int(_)
            | Expr::Float(_, _)
            | Expr::Null
            | Expr::Undef(_)
            | Expr::Temp(_)
            | Expr::AddrOf(_)
            | Expr::FuncAddr(_)
            | Expr::Heap(_)
            | Expr::Progress => {}
            Expr::Unary(_, a)
            | Expr::Cast(_, a, _)
            | Expr::Component(a, _)
            | Expr::Extent(_, a)
            | Expr::Initialised(a, _)
            | Expr::FloatNeg(a) => $visit(a),
            Expr::Binary(_, a, b)
            | Expr::Compare(_, a, b)
            | Expr::Overflow(_, a, b)
            | Expr::PtrAdd(a, b)
            | Expr::WithComponent(a, _, b)
            | Expr::FloatCompare(_, a, b)
            | Expr::Memory(_, a, b) => {
                $visit(a);
                $visit(b);
            }
            Expr::Select(a, b, c) => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Expr::Aggregate(_, items) | Expr::FloatArith(_, _, items) => {
                for item in items {
                    $visit(item);
                }
            }
        }
    };
}

/// The pointer of a place, where there is one.
macro_rules! each_of_place {
    ($place:expr, $visit:ident) => {
        match $place {
            Place::Variable(_, _) => {}
            Place::Deref(pointer, _) => $visit(pointer),
        }
    };
}

/// The pointer that is called, where there is one, and the arguments.
macro_rules! each_of_call {
    ($target:expr, $args:expr, $visit:ident) => {
        match $target {
            CallTarget::Direct(_) => {}
            CallTarget::Indirect(pointer) => $visit(pointer),
        }
        for arg in $args {
            $visit(arg);
        }
    };
}

/// The expressions of a statement in the order in which they are evaluated.
macro_rules! each_of_statement {
    ($kind:expr, $visit:ident $(, $mutable:tt)?) => {
        match $kind {
            StmtKind::Assign { value, .. } => $visit(value),
            StmtKind::Load { place, .. } => each_of_place!(place, $visit),
            StmtKind::Store { place, value, .. } => {
                each_of_place!(place, $visit);
                $visit(value);
            }
            StmtKind::Assume(cond) | StmtKind::Assert { cond, .. } => $visit(cond),
            StmtKind::Hold { lock, mode } => {
                $visit(lock);
                $visit(mode);
            }
            StmtKind::Wait { cond, holder } => {
                $visit(cond);
                if let Some(holder) = holder {
                    $visit(holder);
                }
            }
            StmtKind::Alloc { size, rows, .. } => {
                $visit(size);
                match rows {
                    Some(Rows::Pointers { first, step: _ }) => $visit(first),
                    Some(Rows::Texts { length: _ }) | None => {}
                }
            }
            StmtKind::Free(pointer) | StmtKind::EndStack(pointer) => $visit(pointer),
            StmtKind::MemCopy { dst, src, len, .. } => {
                $visit(dst);
                $visit(src);
                $visit(len);
            }
            StmtKind::MemSet { dst, value, len } => {
                $visit(dst);
                $visit(value);
                $visit(len);
            }
            StmtKind::MemHavoc {
                dst, len, among, ..
            } => {
                $visit(dst);
                if let Some(len) = len {
                    $visit(len);
                }
                if let Some(among) = among {
                    // Patterns do not look through a box.
                    for word in &$($mutable)? among.words {
                        $visit(word);
                    }
                    $visit(&$($mutable)? among.otherwise);
                }
            }
            StmtKind::Call { target, args, .. } | StmtKind::Spawn { target, args, .. } => {
                each_of_call!(target, args, $visit);
            }
            StmtKind::Join { thread: value, .. } | StmtKind::EndThread(value) => $visit(value),
            StmtKind::Havoc { known, .. } => {
                if let Some(known) = known {
                    $visit(known);
                }
            }
            StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Seal(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => {}
        }
    };
}

/// The expressions of the end of a block in the order in which they are evaluated.
macro_rules! each_of_terminator {
    ($terminator:expr, $visit:ident) => {
        match $terminator {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::IndirectGoto { target: value, .. }
            | Terminator::Return(Some(value))
            | Terminator::Unwind(Some(value)) => $visit(value),
            Terminator::Invoke { target, args, .. } => {
                each_of_call!(target, args, $visit);
            }
            Terminator::Goto(_)
            | Terminator::Return(None)
            | Terminator::Unwind(None)
            | Terminator::Unreachable => {}
        }
    };
}

/// The blocks that may follow, in order.
macro_rules! each_successor {
    ($terminator:expr, $visit:ident) => {
        match $terminator {
            Terminator::Goto(target) => $visit(target),
            Terminator::Branch {
                then, otherwise, ..
            } => {
                $visit(then);
                $visit(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                for (_, target) in cases {
                    $visit(target);
                }
                $visit(default);
            }
            Terminator::IndirectGoto { targets, .. } => {
                for target in targets {
                    $visit(target);
                }
            }
            Terminator::Invoke { normal, unwind, .. } => {
                $visit(normal);
                $visit(unwind);
            }
            Terminator::Return(_) | Terminator::Unwind(_) | Terminator::Unreachable => {}
        }
    };
}

impl Expr {
    /// Calls `visit` on every direct operand.
    pub fn operands<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        each_operand!(self, visit);
    }

    /// Lets `visit` change every direct operand.
    pub fn operands_mut(&mut self, mut visit: impl FnMut(&mut Expr)) {
        each_operand!(self, visit);
    }

    /// The expression and all inside it.
    pub fn parts(&self) -> Parts<'_> {
        Parts {
            pending: vec![self],
        }
    }

    /// The temporaries whose values are used, each as often as that is.
    pub fn temps(&self) -> impl Iterator<Item = TempId> + '_ {
        self.parts().filter_map(Expr::as_temp)
    }

    /// The temporary that this is.
    pub fn as_temp(&self) -> Option<TempId> {
        if let Expr::Temp(temp) = self {
            Some(*temp)
        } else {
            None
        }
    }

    /// The integer constant that this is.
    pub fn as_int(&self) -> Option<&cassay_bv::Bv> {
        if let Expr::Int(value) = self {
            Some(value)
        } else {
            None
        }
    }
}

impl StmtKind {
    /// The temporary the statement sets.
    pub fn defines(&self) -> Option<TempId> {
        match self {
            StmtKind::Assign { dst, .. }
            | StmtKind::Load { dst, .. }
            | StmtKind::Havoc { dst, .. }
            | StmtKind::Spawn { dst, .. }
            | StmtKind::Join { dst, .. }
            | StmtKind::Alloc { dst, .. } => Some(*dst),
            StmtKind::Call { dst, .. } => *dst,
            StmtKind::Store { .. }
            | StmtKind::Assume(_)
            | StmtKind::Wait { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Seal(_)
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::EndThread(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Hold { .. }
            | StmtKind::Unsupported(_) => None,
        }
    }

    /// Calls `visit` on every expression the statement evaluates, in order.
    pub fn expressions<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        each_of_statement!(self, visit);
    }

    /// Lets `visit` change every expression the statement evaluates, in order.
    pub fn expressions_mut(&mut self, mut visit: impl FnMut(&mut Expr)) {
        each_of_statement!(self, visit, mut);
    }

    /// Every expression in the statement.
    pub fn parts(&self) -> Parts<'_> {
        Parts::of(|push| self.expressions(push))
    }

    /// The call that the statement is. Starting a thread is none.
    pub fn call(&self) -> Option<Call<'_>> {
        self.enters().filter(|_| self.effects().any(Effects::CALLS))
    }

    /// The function that the statement makes run, with its arguments: a call, or the start of a
    /// thread, which has no result here.
    pub fn enters(&self) -> Option<Call<'_>> {
        match self {
            StmtKind::Call { dst, target, args } => Some(Call {
                dst: *dst,
                target,
                args,
            }),
            StmtKind::Spawn { target, args, .. } => Some(Call {
                dst: None,
                target,
                args,
            }),
            StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Alloc { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::Seal(_)
            | StmtKind::Join { .. }
            | StmtKind::EndThread(_)
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Hold { .. }
            | StmtKind::Wait { .. }
            | StmtKind::Unsupported(_) => None,
        }
    }
}

impl Place {
    /// Calls `visit` on the pointer of an access through one.
    pub fn expressions<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        each_of_place!(self, visit);
    }
}

impl CallTarget {
    /// Calls `visit` on the pointer of a call through one.
    pub fn expressions<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        let none: &[Expr] = &[];
        each_of_call!(self, none, visit);
    }
}

impl Terminator {
    /// The temporary the terminator sets.
    pub fn defines(&self) -> Option<TempId> {
        match self {
            Terminator::Invoke { dst, .. } => *dst,
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Return(_)
            | Terminator::Unwind(_)
            | Terminator::Unreachable => None,
        }
    }

    /// Calls `visit` on every expression the terminator evaluates, in order.
    pub fn expressions<'a>(&'a self, mut visit: impl FnMut(&'a Expr)) {
        each_of_terminator!(self, visit);
    }

    /// Lets `visit` change every expression the terminator evaluates, in order.
    pub fn expressions_mut(&mut self, mut visit: impl FnMut(&mut Expr)) {
        each_of_terminator!(self, visit);
    }

    /// Every expression in the terminator.
    pub fn parts(&self) -> Parts<'_> {
        Parts::of(|push| self.expressions(push))
    }

    /// The call that the terminator does.
    pub fn call(&self) -> Option<Call<'_>> {
        match self {
            Terminator::Invoke {
                dst, target, args, ..
            } => Some(Call {
                dst: *dst,
                target,
                args,
            }),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Return(_)
            | Terminator::Unwind(_)
            | Terminator::Unreachable => None,
        }
    }

    /// Calls `visit` on every possible next block, in order.
    pub fn successors(&self, mut visit: impl FnMut(BlockId)) {
        let mut visit = |block: &BlockId| visit(*block);
        each_successor!(self, visit);
    }

    /// Lets `visit` change every possible next block, in order.
    pub fn successors_mut(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        each_successor!(self, visit);
    }
}

impl Block {
    /// Every expression in the block, those of the end included.
    pub fn parts(&self) -> Parts<'_> {
        Parts::of(|push| {
            for stmt in &self.stmts {
                stmt.kind.expressions(&mut *push);
            }
            self.terminator.expressions(push);
        })
    }

    /// The call at a place in the block: of that statement, or of the end behind the last one.
    pub fn call(&self, index: usize) -> Option<Call<'_>> {
        match self.stmts.get(index) {
            Some(stmt) => stmt.kind.call(),
            None => self.terminator.call(),
        }
    }

    /// The calls in the block with their places, that of the end included.
    pub fn calls(&self) -> impl Iterator<Item = (usize, Call<'_>)> {
        (0..=self.stmts.len()).filter_map(|index| Some((index, self.call(index)?)))
    }

    /// The functions that the block makes run, with their places: calls and starts of threads.
    pub fn enters(&self) -> impl Iterator<Item = (usize, Call<'_>)> {
        let stmts = self.stmts.iter().enumerate();
        let stmts = stmts.filter_map(|(index, stmt)| Some((index, stmt.kind.enters()?)));
        let end = self.terminator.call().map(|call| (self.stmts.len(), call));
        stmts.chain(end)
    }
}

impl Function {
    /// Every statement, block by block.
    pub fn statements(&self) -> impl Iterator<Item = &Stmt> {
        self.blocks.iter().flat_map(|block| &block.stmts)
    }

    /// Every expression in the function, block by block.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        self.blocks.iter().flat_map(Block::parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse, print_functions};

    const PROGRAM: &str = r#"
target 64
fn f(%0: i32) -> i32 {
bb0:
  %1: i32 = add(%0, 1:i32)
  %2: i32 = call f(%1)
  if slt(%2, 0:i32) goto bb1 else bb2
bb1:
  return %1
bb2:
  return %2
}
"#;

    #[test]
    fn reading_and_changing_see_the_same() {
        let mut program = parse(PROGRAM).unwrap();
        let function = program.functions.iter().next().unwrap();
        let seen = function.parts().count();
        let mut changed = 0;
        for block in program
            .functions
            .iter_mut()
            .next()
            .unwrap()
            .blocks
            .iter_mut()
        {
            for stmt in &mut block.stmts {
                stmt.kind.expressions_mut(|expr| changed += touch(expr));
            }
            block
                .terminator
                .expressions_mut(|expr| changed += touch(expr));
        }
        assert_eq!(seen, changed);
        assert!(!print_functions(&program).contains("%1)"));
    }

    /// Sets all temporaries to the first, and counts expressions.
    fn touch(expr: &mut Expr) -> usize {
        let mut count = 1;
        if expr.as_temp().is_some() {
            *expr = Expr::Temp(TempId(0));
        }
        expr.operands_mut(|operand| count += touch(operand));
        count
    }

    #[test]
    fn calls_are_found_in_statements_alone_where_there_is_no_invoke() {
        let program = parse(PROGRAM).unwrap();
        let function = program.functions.iter().next().unwrap();
        let block = &function.blocks[Function::ENTRY];
        assert!(block.call(0).is_none());
        assert_eq!(block.call(1).unwrap().dst, Some(TempId(2)));
        assert!(block.call(2).is_none());
    }

    #[test]
    fn depth_needs_no_stack() {
        let mut expr = Expr::Temp(TempId(0));
        for _ in 0..100_000 {
            expr = expr.not();
        }
        assert_eq!(expr.parts().count(), 100_001);
        // Dropping a box inside a box recurses.
        std::mem::forget(expr);
    }
}
