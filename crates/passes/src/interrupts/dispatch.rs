//! The function that runs handlers.
//!
//! ```text
//! loop {
//!   if masked { return }
//!   if handler 1 is enabled and should run { run it }
//!   else if handler 2 is enabled and should run { run it }
//!   ...
//!   else { return }
//! }
//! ```
//!
//! Whether a handler should run is an input. A handler runs to its end before the interrupted code goes on. Each point
//! has a function of its own, so that analyses which do not distinguish calls know whether handlers are masked there.

use super::ghosts::{Code, Ghosts, WIDTH};
use super::points::Level;
use super::spec::{Found, Mask, Resolved};
use cassay_base::{Id, Span};
use cassay_ir::{
    BinaryOp, Block, BlockId, CallTarget, CompareOp, Expr, Function, GlobalId, INTERRUPTS,
    InputSource, Program, Stmt, StmtKind, Terminator, Type, TypeTable,
};

/// How handlers run at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner<'a> {
    pub found: &'a Resolved,
    pub ghosts: &'a Ghosts,
    /// The most runs of handlers in an execution.
    pub limit: Option<u32>,
    /// The most runs at one point, where more make no difference.
    pub rounds: Option<usize>,
}

/// The function that runs handlers in code of a priority.
pub(super) fn build(program: &mut Program, manner: &Manner<'_>, level: Level) -> Function {
    let name = match level {
        Level::Known(level) => format!("{INTERRUPTS}_above_{level}"),
        Level::Several(_) => INTERRUPTS.to_string(),
    };
    let mut builder = Builder {
        program,
        manner,
        level,
        function: Function::declaration(name, TypeTable::VOID, false),
    };
    builder.build();
    builder.function
}

struct Builder<'a> {
    program: &'a mut Program,
    manner: &'a Manner<'a>,
    level: Level,
    function: Function,
}

impl Builder<'_> {
    fn build(&mut self) {
        let manner = self.manner;
        let handlers = manner.found.handlers.iter();
        let above = handlers.filter(|handler| handler.priority > self.level.lowest());
        let above: Vec<&Found> = above.collect();
        // Block 0 goes to the first round, block 1 returns, and each round follows.
        let per_round = 1 + 3 * above.len();
        let head = |round: usize| BlockId::from_index(2 + round * per_round);
        let exit = BlockId::from_index(1);
        self.block(Vec::new(), Terminator::Goto(head(0)), Span::NONE);
        self.block(Vec::new(), Terminator::Return(None), Span::NONE);
        let rounds = manner.rounds.unwrap_or(1);
        for round in 0..rounds {
            let ask = |handler: usize| {
                let block = head(round).index() + 1 + 3 * handler;
                match handler < above.len() {
                    true => BlockId::from_index(block),
                    false => exit,
                }
            };
            let again = match manner.rounds {
                None => head(0),
                Some(_) if round + 1 < rounds => head(round + 1),
                Some(_) => exit,
            };
            self.open(ask(0), exit);
            for (number, handler) in above.iter().enumerate() {
                self.handler(handler, ask(number), ask(number + 1), again);
            }
        }
    }

    fn block(&mut self, stmts: Vec<Stmt>, terminator: Terminator, span: Span) {
        self.function.blocks.push(Block {
            stmts,
            terminator,
            span,
        });
    }

    /// Goes on unless all handlers are masked.
    fn open(&mut self, open: BlockId, exit: BlockId) {
        let ghosts = self.manner.ghosts;
        let number = self.program.types.int(WIDTH);
        let mut code = Code {
            function: &mut self.function,
            stmts: Vec::new(),
            span: Span::NONE,
        };
        let mut all = None;
        for ghost in [ghosts.off, ghosts.depth, ghosts.atomic]
            .into_iter()
            .flatten()
        {
            let value = Expr::Temp(code.load(ghost, number));
            let free = Expr::compare(CompareOp::Eq, value, Expr::int(WIDTH, 0));
            all = Some(and(all, free));
        }
        if let (Some(count), Some(limit)) = (ghosts.count, self.manner.limit) {
            let value = Expr::Temp(code.load(count, number));
            let few = Expr::compare(CompareOp::ULt, value, Expr::int(WIDTH, u64::from(limit)));
            all = Some(and(all, few));
        }
        let stmts = code.stmts;
        let end = match all {
            Some(cond) => Terminator::Branch {
                cond,
                then: open,
                otherwise: exit,
            },
            None => Terminator::Goto(open),
        };
        self.block(stmts, end, Span::NONE);
    }

    /// Three blocks: whether the handler is enabled, whether it should run, its run.
    fn handler(&mut self, handler: &Found, ask: BlockId, next: BlockId, again: BlockId) {
        let choose = BlockId::from_index(ask.index() + 1);
        let run = BlockId::from_index(ask.index() + 2);
        let span = self.program.functions[handler.function].span;
        let (stmts, enabled) = self.enabled(handler, span);
        let end = match enabled {
            Some(cond) => Terminator::Branch {
                cond,
                then: choose,
                otherwise: next,
            },
            None => Terminator::Goto(choose),
        };
        self.block(stmts, end, span);
        let name = self.program.functions[handler.function].name.clone();
        let dst = self.function.new_temp(TypeTable::BOOL);
        let kind = StmtKind::Havoc {
            dst,
            source: InputSource::Interrupt(name),
            known: None,
        };
        let end = Terminator::Branch {
            cond: Expr::Temp(dst),
            then: run,
            otherwise: next,
        };
        self.block(vec![Stmt { kind, span }], end, span);
        let stmts = self.run(handler, span);
        self.block(stmts, Terminator::Goto(again), span);
    }

    /// The condition that a handler could run now; none if it always can.
    fn enabled(&mut self, handler: &Found, span: Span) -> (Vec<Stmt>, Option<Expr>) {
        let number = self.program.types.int(WIDTH);
        let mask = handler.mask.as_ref();
        let mask = mask.map(|(id, mask)| (*id, self.program.globals[*id].ty, mask));
        let mut code = Code {
            function: &mut self.function,
            stmts: Vec::new(),
            span,
        };
        let mut all = None;
        if let (Level::Several(_), Some(level)) = (self.level, self.manner.ghosts.level) {
            let value = Expr::Temp(code.load(level, number));
            let own = Expr::int(WIDTH, u64::from(handler.priority));
            all = Some(and(all, Expr::compare(CompareOp::ULt, value, own)));
        }
        if let Some((id, ty, mask)) = mask
            && let Type::Int(width) = *self.program.types.get(ty)
        {
            all = Some(and(all, unmasked(&mut code, id, width, ty, mask)));
        }
        (code.stmts, all)
    }

    fn run(&mut self, handler: &Found, span: Span) -> Vec<Stmt> {
        let number = self.program.types.int(WIDTH);
        let ghosts = self.manner.ghosts;
        let ret = self.program.functions[handler.function].ret;
        let mut code = Code {
            function: &mut self.function,
            stmts: Vec::new(),
            span,
        };
        if let Some(count) = ghosts.count {
            let old = Expr::Temp(code.load(count, number));
            code.store(count, Expr::binary(BinaryOp::Add, old, Expr::int(WIDTH, 1)));
        }
        let before = ghosts.level.map(|level| match self.level {
            Level::Known(known) => (level, Expr::int(WIDTH, u64::from(known))),
            Level::Several(_) => (level, Expr::Temp(code.load(level, number))),
        });
        if let Some((level, _)) = &before {
            code.store(*level, Expr::int(WIDTH, u64::from(handler.priority)));
        }
        let dst = (ret != TypeTable::VOID).then(|| code.function.new_temp(ret));
        code.push(StmtKind::Call {
            dst,
            target: CallTarget::Direct(handler.function),
            args: Vec::new(),
        });
        if let Some((level, before)) = before {
            code.store(level, before);
        }
        code.stmts
    }
}

fn and(all: Option<Expr>, cond: Expr) -> Expr {
    match all {
        Some(all) => Expr::binary(BinaryOp::And, all, cond),
        None => cond,
    }
}

/// Whether a mask lets its handler run.
fn unmasked(
    code: &mut Code<'_>,
    id: GlobalId,
    width: u32,
    ty: cassay_ir::TypeId,
    mask: &Mask,
) -> Expr {
    let value = Expr::Temp(code.load(id, ty));
    let value = match mask.bits {
        Some(bits) => Expr::binary(BinaryOp::And, value, Expr::int(width, bits)),
        None => value,
    };
    let op = match mask.enables {
        true => CompareOp::Ne,
        false => CompareOp::Eq,
    };
    Expr::compare(op, value, Expr::int(width, 0))
}
