//! A function with everything that it calls in one body.
//!
//! Where a thread stands is then a block, and what it has on its stack is a set of variables. Calls
//! of functions without a body stay; recursion has no such form.

use crate::Refusal;
use crate::rename::Renaming;
use cassay_base::{Id, Span};
use cassay_ir::{
    Block, BlockId, CallTarget, Expr, FuncId, Function, LocalId, NoteId, Program, Stmt, StmtKind,
    TempId, Terminator,
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The most blocks of a body.
const MOST_BLOCKS: usize = 4_000;

/// A function in whose body the bodies of others stand.
#[derive(Clone, Debug)]
pub struct Flat {
    /// The function.
    pub function: Function,
    /// Notes about what the inlined bodies assume.
    pub notes: BTreeSet<NoteId>,
    /// For each block, the functions whose bodies it is in, outermost first.
    pub chains: Vec<Rc<[FuncId]>>,
}

/// Which calls are replaced, and how.
pub struct Wanted<'a> {
    /// Whether the calls of a function are replaced by its body.
    pub inlines: &'a dyn Fn(FuncId) -> bool,
    /// Whether the local variables of a body end where it returns.
    pub ends_lives: bool,
    /// The most blocks of the result.
    pub most_blocks: usize,
}

/// Puts the bodies of all called functions in the place of the calls. The variables of a body live as
/// long as those around it.
pub fn flatten(program: &Program, root: FuncId) -> Result<Flat, Refusal> {
    let wanted = Wanted {
        inlines: &|_| true,
        ends_lives: false,
        most_blocks: MOST_BLOCKS,
    };
    flatten_some(program, root, &wanted)
}

/// Puts the bodies of some called functions in the place of the calls.
pub fn flatten_some(program: &Program, root: FuncId, wanted: &Wanted<'_>) -> Result<Flat, Refusal> {
    let function = program.functions[root].clone();
    let chain: Rc<[FuncId]> = Rc::from([root]);
    let mut flattening = Flattening {
        program,
        wanted,
        chains: vec![chain; function.blocks.len()],
        todo: function.blocks.ids().collect(),
        notes: function.notes.iter().copied().collect(),
        function,
    };
    while let Some(block) = flattening.todo.pop() {
        flattening.inline_first(block)?;
    }
    Ok(Flat {
        function: flattening.function,
        notes: flattening.notes,
        chains: flattening.chains,
    })
}

struct Flattening<'p> {
    program: &'p Program,
    wanted: &'p Wanted<'p>,
    function: Function,
    /// For each block, the functions whose bodies it is in.
    chains: Vec<Rc<[FuncId]>>,
    todo: Vec<BlockId>,
    notes: BTreeSet<NoteId>,
}

/// A call that is replaced by the body of its callee.
struct Site {
    callee: FuncId,
    dst: Option<TempId>,
    args: Vec<Expr>,
    span: Span,
    /// Where execution goes on.
    after: BlockId,
}

impl Flattening<'_> {
    /// Replaces the first call of a block; what comes after it is a block of its own.
    fn inline_first(&mut self, block: BlockId) -> Result<(), Refusal> {
        let here = &self.function.blocks[block];
        let unwinds = matches!(here.terminator, Terminator::Unwind(_));
        if unwinds || here.terminator.call().is_some() {
            return Err(Refusal::new("calls can throw exceptions", here.span));
        }
        let mut found = None;
        for (index, stmt) in here.stmts.iter().enumerate() {
            if let StmtKind::Call { target, dst, args } = &stmt.kind
                && let Some(callee) = self.callee(target, stmt.span)?
            {
                found = Some((index, callee, *dst, args.clone(), stmt.span));
                break;
            }
        }
        let Some((index, callee, dst, args, span)) = found else {
            return Ok(());
        };
        let chain = self.chains[block.index()].clone();
        if chain.contains(&callee) {
            return Err(Refusal::new("functions call themselves", span));
        }
        if self.function.blocks.len() > self.wanted.most_blocks {
            return Err(Refusal::new("too much code is executed", span));
        }
        let here = &mut self.function.blocks[block];
        let rest = here.stmts.split_off(index + 1);
        here.stmts.pop();
        let terminator = std::mem::replace(&mut here.terminator, Terminator::Unreachable);
        let end = here.span;
        let after = self.push(
            Block {
                stmts: rest,
                terminator,
                span: end,
            },
            chain.clone(),
        );
        let chain: Rc<[FuncId]> = chain.iter().copied().chain([callee]).collect();
        let entry = self.copy(
            Site {
                callee,
                dst,
                args,
                span,
                after,
            },
            &chain,
        )?;
        self.function.blocks[block].terminator = Terminator::Goto(entry);
        Ok(())
    }

    fn push(&mut self, block: Block, chain: Rc<[FuncId]>) -> BlockId {
        let id = self.function.blocks.push(block);
        self.chains.push(chain);
        self.todo.push(id);
        id
    }

    /// The function with a body that is called.
    fn callee(&self, target: &CallTarget, span: Span) -> Result<Option<FuncId>, Refusal> {
        let id = match target {
            CallTarget::Direct(id) | CallTarget::Indirect(Expr::FuncAddr(id)) => *id,
            // A constant may become known.
            CallTarget::Indirect(_) => return Ok(None),
        };
        let function = &self.program.functions[id];
        if !function.has_body() || !(self.wanted.inlines)(id) {
            return Ok(None);
        }
        if function.variadic {
            return Err(Refusal::new("functions take variable arguments", span));
        }
        Ok(Some(id))
    }

    /// Copies the body of a callee; its first block.
    fn copy(&mut self, site: Site, chain: &Rc<[FuncId]>) -> Result<BlockId, Refusal> {
        let callee = &self.program.functions[site.callee];
        if callee.params.len() != site.args.len() {
            return Err(Refusal::new("a call passes other arguments", site.span));
        }
        self.notes.extend(&callee.notes);
        let temps = self.function.temps.len();
        let locals = self.function.locals.len();
        let blocks = self.function.blocks.len();
        for temp in callee.temps.iter() {
            self.function.temps.push(temp.clone());
        }
        for local in callee.locals.iter() {
            self.function.locals.push(local.clone());
        }
        let temp = |id: TempId| TempId::from_index(id.index() + temps);
        let local = |id: LocalId| LocalId::from_index(id.index() + locals);
        let block = |id: BlockId| BlockId::from_index(id.index() + blocks);
        let renaming = Renaming {
            temp: &temp,
            local: &local,
        };
        for (id, old) in callee.blocks.iter_enumerated() {
            let mut new = old.clone();
            for stmt in &mut new.stmts {
                renaming.statement(&mut stmt.kind);
            }
            renaming.terminator(&mut new.terminator, &block);
            if id == Function::ENTRY {
                let params = callee.params.iter().zip(&site.args);
                let assigned = params.map(|(param, value)| Stmt {
                    kind: StmtKind::Assign {
                        dst: temp(*param),
                        value: value.clone(),
                    },
                    span: site.span,
                });
                new.stmts.splice(0..0, assigned);
            }
            if let Terminator::Return(value) = &new.terminator {
                let result = site.dst.zip(value.clone());
                let result = result.map(|(dst, value)| Stmt {
                    kind: StmtKind::Assign { dst, value },
                    span: new.span,
                });
                new.stmts.extend(result);
                if self.wanted.ends_lives {
                    let ends = callee.locals.ids().map(|id| Stmt {
                        kind: StmtKind::Dead(local(id)),
                        span: new.span,
                    });
                    new.stmts.extend(ends);
                }
                new.terminator = Terminator::Goto(site.after);
            }
            self.push(new, chain.clone());
        }
        Ok(block(Function::ENTRY))
    }
}
