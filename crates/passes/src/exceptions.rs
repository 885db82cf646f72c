//! Makes the paths of exceptions control flow: afterwards no plain call throws.
//!
//! A least fixpoint finds the functions that an exception may leave. An `invoke` of any other function becomes a
//! call, and what only its handler needed goes. A call of a function that may throw becomes an `invoke`, whose
//! handler passes the exception on. So analyses see every path, and where nothing throws there is nothing to pay.
//!
//! Where an exception ends the program there is a claim: at the end of a thread, behind the functions that the
//! start function calls, and in the functions that run when the program ends (C++17 18.3, 18.5.1).

use crate::tidy_blocks;
use cassay_base::{Id, Span};
use cassay_ir::ends::{self, DESTRUCTORS, EXIT_HANDLERS, End, QUICK_EXIT_HANDLERS};
use cassay_ir::{
    Block, BlockId, CallTarget, ClaimIds, Expr, FuncId, Function, GUARDED_THREAD, Program,
    Property, PropertyClass, Stmt, StmtKind, TempId, Terminator, TypeId, TypeTable,
};
use std::collections::BTreeMap;

/// The prefix of the names of functions that are atomic sections.
const ATOMIC: &str = "__VERIFIER_atomic_";

/// What an exception that leaves a function meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outside {
    /// The caller.
    Caller,
    /// The caller, after an atomic section.
    CallerOfAtomic,
    /// Nothing: the program ends, which violates a property, unless that is not checked.
    Nobody(Option<PropertyClass>),
}

/// Makes the paths of exceptions explicit in a whole program.
pub(crate) fn follow(program: &mut Program) {
    if !mentions_exceptions(program) {
        return;
    }
    let throwing = Throwing::of(program);
    guard_threads(program, &throwing);
    for id in program.functions.ids() {
        let outside = outside(&program.functions[id]);
        rewrite(program, &throwing, id, outside);
    }
}

/// The same for the start function, which no exception may leave; `claimed` says whether that is checked.
pub(crate) fn follow_from_start(program: &mut Program, start: FuncId, claimed: bool) {
    if mentions_exceptions(program) {
        let throwing = Throwing::of(program);
        let outside = Outside::Nobody(claimed.then_some(PropertyClass::UncaughtException));
        rewrite(program, &throwing, start, outside);
    }
}

/// What an exception that leaves a function meets, by the name of the function.
fn outside(function: &Function) -> Outside {
    let last = [EXIT_HANDLERS, QUICK_EXIT_HANDLERS, DESTRUCTORS];
    if last.contains(&&*function.name) {
        return Outside::Nobody(Some(PropertyClass::Terminate));
    }
    match function.name.starts_with(ATOMIC) {
        true => Outside::CallerOfAtomic,
        false => Outside::Caller,
    }
}

fn is_left(function: &Function) -> bool {
    match outside(function) {
        Outside::Caller | Outside::CallerOfAtomic => true,
        Outside::Nobody(_) => false,
    }
}

/// Whether the program has a terminator that is only about exceptions.
fn mentions_exceptions(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    blocks.any(|block| is_about_exceptions(&block.terminator))
}

fn is_about_exceptions(terminator: &Terminator) -> bool {
    match terminator {
        Terminator::Unwind(_) | Terminator::Invoke { .. } => true,
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectGoto { .. }
        | Terminator::Return(_)
        | Terminator::Unreachable => false,
    }
}

/// Which functions an exception may leave.
struct Throwing {
    functions: Vec<bool>,
    /// Those of them whose address is taken.
    by_pointer: Vec<FuncId>,
}

impl Throwing {
    fn of(program: &Program) -> Throwing {
        let taken = cassay_checks::address_taken(program);
        let mut throwing = Throwing {
            functions: vec![false; program.functions.len()],
            by_pointer: Vec::new(),
        };
        loop {
            let mut changed = false;
            for (id, function) in program.functions.iter_enumerated() {
                if !throwing.functions[id.index()]
                    && is_left(function)
                    && throwing.leaves(program, function)
                {
                    throwing.functions[id.index()] = true;
                    if taken.contains(&id) {
                        throwing.by_pointer.push(id);
                    }
                    changed = true;
                }
            }
            if !changed {
                return throwing;
            }
        }
    }

    /// Whether an exception may leave a function, as far as is known.
    fn leaves(&self, program: &Program, function: &Function) -> bool {
        if !function.has_body() {
            return false;
        }
        let mut seen = vec![false; function.blocks.len()];
        let mut pending = vec![Function::ENTRY];
        while let Some(id) = pending.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            let block = &function.blocks[id];
            for stmt in &block.stmts {
                if let Some(call) = stmt.kind.call()
                    && self.may_leave(program, function, call.target, call.args)
                {
                    return true;
                }
            }
            match &block.terminator {
                Terminator::Unwind(_) => return true,
                Terminator::Invoke {
                    target,
                    args,
                    normal,
                    unwind,
                    ..
                } => {
                    pending.push(*normal);
                    if self.may_leave(program, function, target, args) {
                        pending.push(*unwind);
                    }
                }
                terminator @ (Terminator::Goto(_)
                | Terminator::Branch { .. }
                | Terminator::Switch { .. }
                | Terminator::IndirectGoto { .. }
                | Terminator::Return(_)
                | Terminator::Unreachable) => terminator.successors(|next| pending.push(next)),
            }
        }
        false
    }

    /// Whether an exception may leave the function that is called. A pointer leads to a function that takes
    /// these arguments; a call of any other ends the execution.
    fn may_leave(
        &self,
        program: &Program,
        caller: &Function,
        target: &CallTarget,
        args: &[Expr],
    ) -> bool {
        match target {
            CallTarget::Direct(id) => self.functions[id.index()],
            CallTarget::Indirect(_) => self.by_pointer.iter().any(|id| {
                let callee = &program.functions[*id];
                callee.params.len() <= args.len()
                    && callee.params.iter().zip(args).all(|(param, arg)| {
                        let given = arg.ty(program, caller);
                        given.is_none_or(|given| given == callee.temps[*param].ty)
                    })
            }),
        }
    }
}

/// Rewrites the calls of a function.
fn rewrite(program: &mut Program, throwing: &Throwing, id: FuncId, outside: Outside) {
    let function = &program.functions[id];
    if !function.has_body() {
        return;
    }
    let throws =
        |call: cassay_ir::Call<'_>| throwing.may_leave(program, function, call.target, call.args);
    let concerned = function.blocks.iter().any(|block| {
        is_about_exceptions(&block.terminator)
            || block
                .stmts
                .iter()
                .any(|stmt| stmt.kind.call().is_some_and(throws))
    });
    if !concerned {
        return;
    }
    let mut function = function.clone();
    let mut handler = None;
    for index in 0..function.blocks.len() {
        let at = BlockId::from_index(index);
        let old = std::mem::take(&mut function.blocks[at].stmts);
        let end = std::mem::replace(&mut function.blocks[at].terminator, Terminator::Unreachable);
        let mut writer = Writer {
            program,
            throwing,
            function: &mut function,
            handler: &mut handler,
            block: at,
            stmts: Vec::new(),
        };
        for stmt in old {
            writer.statement(stmt);
        }
        writer.end(end, outside);
    }
    if let Some(handler) = handler {
        let span = function.span;
        let claims = &mut program.claims;
        function.blocks[handler] = last_block(claims, outside, span);
    }
    tidy_blocks::merge_chains(&mut function);
    program.functions[id] = function;
}

/// The block of exceptions that leave a function.
fn last_block(claims: &mut ClaimIds, outside: Outside, span: Span) -> Block {
    let (kinds, terminator) = match outside {
        Outside::Caller => (Vec::new(), Terminator::Unwind(None)),
        Outside::CallerOfAtomic => (vec![StmtKind::AtomicEnd], Terminator::Unwind(None)),
        Outside::Nobody(class) => {
            let none = class.map(|class| (Expr::bool(false), Property::of(class)));
            // The program ends by `abort`.
            let all = none.into_iter().chain(ends::claims(End::Abort, None));
            let asserts = all.map(|(cond, property)| StmtKind::Assert {
                claim: claims.fresh(),
                cond,
                property,
            });
            (asserts.collect(), Terminator::Unreachable)
        }
    };
    let stmts = kinds.into_iter().map(|kind| Stmt { kind, span });
    Block {
        stmts: stmts.collect(),
        terminator,
        span,
    }
}

/// Writes one block of a function anew; calls that may throw end it.
struct Writer<'a> {
    program: &'a Program,
    throwing: &'a Throwing,
    function: &'a mut Function,
    /// The block of exceptions that leave the function.
    handler: &'a mut Option<BlockId>,
    block: BlockId,
    stmts: Vec<Stmt>,
}

impl Writer<'_> {
    fn statement(&mut self, stmt: Stmt) {
        let throws = |call: cassay_ir::Call<'_>| {
            self.throwing
                .may_leave(self.program, self.function, call.target, call.args)
        };
        if !stmt.kind.call().is_some_and(throws) {
            self.stmts.push(stmt);
            return;
        }
        let span = stmt.span;
        let StmtKind::Call { dst, target, args } = stmt.kind else {
            self.stmts.push(stmt);
            return;
        };
        let unwind = self.handler();
        let normal = self.new_block();
        let terminator = Terminator::Invoke {
            dst,
            target,
            args,
            normal,
            unwind,
        };
        let end = std::mem::replace(&mut self.function.blocks[self.block].span, span);
        self.finish(terminator);
        self.function.blocks[normal].span = end;
        self.block = normal;
    }

    fn end(&mut self, terminator: Terminator, outside: Outside) {
        let terminator = match terminator {
            Terminator::Invoke {
                dst,
                target,
                args,
                normal,
                unwind,
            } => {
                if self
                    .throwing
                    .may_leave(self.program, self.function, &target, &args)
                {
                    Terminator::Invoke {
                        dst,
                        target,
                        args,
                        normal,
                        unwind,
                    }
                } else {
                    let kind = StmtKind::Call { dst, target, args };
                    let span = self.function.blocks[self.block].span;
                    self.stmts.push(Stmt { kind, span });
                    Terminator::Goto(normal)
                }
            }
            Terminator::Unwind(kind) => match outside {
                Outside::Caller => Terminator::Unwind(kind),
                Outside::CallerOfAtomic => {
                    let span = self.function.blocks[self.block].span;
                    let section_ends = StmtKind::AtomicEnd;
                    self.stmts.push(Stmt {
                        kind: section_ends,
                        span,
                    });
                    Terminator::Unwind(kind)
                }
                Outside::Nobody(_) => Terminator::Goto(self.handler()),
            },
            other @ (Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectGoto { .. }
            | Terminator::Return(_)
            | Terminator::Unreachable) => other,
        };
        self.finish(terminator);
    }

    fn finish(&mut self, terminator: Terminator) {
        let block = &mut self.function.blocks[self.block];
        block.stmts = std::mem::take(&mut self.stmts);
        block.terminator = terminator;
    }

    fn new_block(&mut self) -> BlockId {
        self.function.blocks.push(Block {
            stmts: Vec::new(),
            terminator: Terminator::Unreachable,
            span: Span::NONE,
        })
    }

    fn handler(&mut self) -> BlockId {
        match *self.handler {
            Some(block) => block,
            None => {
                let block = self.new_block();
                *self.handler = Some(block);
                block
            }
        }
    }
}

/// Lets threads run functions that no exception leaves.
fn guard_threads(program: &mut Program, throwing: &Throwing) {
    let mut guards: BTreeMap<(Option<FuncId>, Vec<TypeId>), FuncId> = BTreeMap::new();
    let known = throwing.functions.len();
    for index in 0..known {
        let id = FuncId::from_index(index);
        let mut starts = Vec::new();
        for (block, contents) in program.functions[id].blocks.iter_enumerated() {
            for (position, stmt) in contents.stmts.iter().enumerate() {
                let StmtKind::Spawn { target, args, .. } = &stmt.kind else {
                    continue;
                };
                let function = &program.functions[id];
                let types = args.iter().map(|arg| arg.ty(program, function));
                if throwing.may_leave(program, function, target, args)
                    && let Some(types) = types.collect::<Option<Vec<TypeId>>>()
                {
                    starts.push((block, position, target.clone(), types, stmt.span));
                }
            }
        }
        for (block, position, target, types, span) in starts {
            let callee = match target {
                CallTarget::Direct(callee) => Some(callee),
                CallTarget::Indirect(_) => None,
            };
            let guard = *guards
                .entry((callee, types.clone()))
                .or_insert_with(|| add_guard(program, callee, &types, span));
            let stmt = &mut program.functions[id].blocks[block].stmts[position];
            if let StmtKind::Spawn { target, args, .. } = &mut stmt.kind {
                let own = CallTarget::Direct(guard);
                if let CallTarget::Indirect(pointer) = std::mem::replace(target, own) {
                    args.insert(0, pointer);
                }
            }
        }
    }
}

/// A function that calls the function of a thread, and claims that no exception leaves it.
fn add_guard(
    program: &mut Program,
    callee: Option<FuncId>,
    types: &[TypeId],
    span: Span,
) -> FuncId {
    let (name, ret) = match callee {
        Some(callee) => {
            let callee = &program.functions[callee];
            (callee.name.to_string(), callee.ret)
        }
        None => ("pointer".to_owned(), TypeTable::PTR),
    };
    let mut function = Function::declaration(format!("{GUARDED_THREAD}{name}"), ret, false);
    function.model = true;
    function.span = span;
    let target = match callee {
        Some(callee) => CallTarget::Direct(callee),
        None => {
            let pointer = function.new_temp(TypeTable::PTR);
            function.params.push(pointer);
            CallTarget::Indirect(Expr::Temp(pointer))
        }
    };
    let params: Vec<TempId> = types.iter().map(|ty| function.new_temp(*ty)).collect();
    function.params.extend(&params);
    let dst = (ret != TypeTable::VOID).then(|| function.new_temp(ret));
    let args = params.into_iter().map(Expr::Temp).collect();
    let (normal, unwind) = (BlockId::from_index(1), BlockId::from_index(2));
    function.blocks.push(Block {
        stmts: Vec::new(),
        terminator: Terminator::Invoke {
            dst,
            target,
            args,
            normal,
            unwind,
        },
        span,
    });
    function.blocks.push(Block {
        stmts: Vec::new(),
        terminator: Terminator::Return(dst.map(Expr::Temp)),
        span,
    });
    let uncaught = Outside::Nobody(Some(PropertyClass::UncaughtException));
    let last = last_block(&mut program.claims, uncaught, span);
    function.blocks.push(last);
    program.functions.push(function)
}
