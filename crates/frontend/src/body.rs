//! The body of a function of the IR while it is written: the current block, its statements and the
//! current location. Knows nothing of LLVM.

use crate::functions::is_simple;
use crate::lower::Unsupported;
use cassay_base::Span;
use cassay_ir::{Block, BlockId, Expr, Function, Stmt, StmtKind, TempId, Terminator, TypeId};

/// A function and the place where its next statement goes.
pub(crate) struct Body {
    pub function: Function,
    /// The block being written.
    block: BlockId,
    /// Its statements so far; they enter the block when it is ended.
    pub stmts: Vec<Stmt>,
    /// The location of the next statement: the last one known.
    pub span: Span,
}

impl Body {
    /// Nothing is written yet.
    pub fn new(function: Function) -> Self {
        Body {
            span: function.span,
            function,
            block: Function::ENTRY,
            stmts: Vec::new(),
        }
    }

    /// Adds a statement at the current location.
    pub fn push(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt {
            kind,
            span: self.span,
        });
    }

    /// Adds a statement for a construct that is not supported.
    pub fn unsupported(&mut self, reason: Unsupported) {
        self.push(StmtKind::Unsupported(reason.0));
    }

    /// A fresh temporary.
    pub fn temp(&mut self, ty: TypeId) -> TempId {
        self.function.new_temp(ty)
    }

    /// Assigns a value to a fresh temporary; constants and addresses stay as they are.
    pub fn assign(&mut self, ty: TypeId, value: Expr) -> Expr {
        if is_simple(&value) {
            return value;
        }
        let dst = self.temp(ty);
        self.push(StmtKind::Assign { dst, value });
        Expr::Temp(dst)
    }

    /// A new empty block at the current location.
    pub fn new_block(&mut self) -> BlockId {
        self.function.blocks.push(Block {
            stmts: Vec::new(),
            terminator: Terminator::Unreachable,
            span: self.span,
        })
    }

    /// Goes on in a block; the one before it must have been ended.
    pub fn start_block(&mut self, block: BlockId) {
        self.block = block;
    }

    /// Gives the current block its statements and its terminator; returns the block.
    pub fn end_block(&mut self, terminator: Terminator, span: Span) -> BlockId {
        let block = &mut self.function.blocks[self.block];
        block.stmts = std::mem::take(&mut self.stmts);
        block.terminator = terminator;
        block.span = span;
        self.block
    }

    /// Ends the current block and continues in another.
    pub fn go_on_in(&mut self, block: BlockId, terminator: Terminator) {
        self.end_block(terminator, self.span);
        self.start_block(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cassay_ir::{BinaryOp, TypeTable};

    fn body() -> (Body, TypeId) {
        let mut types = TypeTable::new(64);
        let int = types.int(32);
        let mut body = Body::new(Function::declaration("f", TypeTable::VOID, false));
        let entry = body.new_block();
        body.start_block(entry);
        (body, int)
    }

    #[test]
    fn only_what_is_computed_gets_a_temporary() {
        let (mut body, int) = body();
        let three = Expr::int(32, 3);
        assert_eq!(body.assign(int, three.clone()), three);
        assert!(body.stmts.is_empty());
        let temp = body.temp(int);
        let sum = Expr::binary(BinaryOp::Add, Expr::Temp(temp), three);
        let assigned = body.assign(int, sum.clone());
        let [stmt] = body.stmts.as_slice() else {
            panic!("one statement: {:?}", body.stmts);
        };
        let StmtKind::Assign { dst, value } = &stmt.kind else {
            panic!("an assignment: {stmt:?}");
        };
        assert_eq!((Expr::Temp(*dst), value), (assigned, &sum));
    }

    #[test]
    fn statements_belong_to_the_block_that_is_ended() {
        let (mut body, _) = body();
        body.push(StmtKind::AtomicBegin);
        let next = body.new_block();
        body.go_on_in(next, Terminator::Goto(next));
        body.unsupported(Unsupported::new("something"));
        let ended = body.end_block(Terminator::Return(None), Span::NONE);
        assert_eq!(ended, next);
        let kinds = |block: BlockId| -> Vec<&StmtKind> {
            let stmts = body.function.blocks[block].stmts.iter();
            stmts.map(|stmt| &stmt.kind).collect()
        };
        assert_eq!(kinds(Function::ENTRY), [&StmtKind::AtomicBegin]);
        let unsupported = StmtKind::Unsupported("something".into());
        assert_eq!(kinds(next), [&unsupported]);
        let entry = &body.function.blocks[Function::ENTRY];
        assert_eq!(entry.terminator, Terminator::Goto(next));
    }
}
