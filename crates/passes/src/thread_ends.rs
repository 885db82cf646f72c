//! Runs the destructors of a thread's values (`pthread_key_create`, `tss_create`) where it ends.
//!
//! A thread ends by `pthread_exit` or by the return of its function. The first calls the destructors
//! before it ends; for the second, the thread runs a function that calls its function, then the
//! destructors. The end of the process runs none. Programs without such values stay as they are.

use cassay_base::Span;
use cassay_ir::ends::finish;
use cassay_ir::{
    Block, CallTarget, Effects, Expr, FuncId, Function, Program, Stmt, StmtKind, TempId,
    Terminator, TypeId, TypeTable,
};

/// The models that run the destructors: those of C++'s variables before those of keys.
const RUN: [&str; 2] = [
    "__cassay_run_thread_destructors",
    "__cassay_run_key_destructors",
];

/// The function that calls both.
const RUN_BOTH: &str = "__cassay_run_both_destructors";

/// The prefix of the name of a function that a thread runs.
const THREAD: &str = "__cassay_thread_of_";

/// Lets threads run the destructors of their values.
pub(crate) fn run_destructors(program: &mut Program) {
    let Some(run) = runner(program) else {
        return;
    };
    let result = joined_type(program);
    for id in program.functions.ids() {
        let threads = |stmt: &Stmt| stmt.kind.effects().any(Effects::THREADS);
        if !program.functions[id].statements().any(threads) {
            continue;
        }
        let mut function = program.functions[id].clone();
        let starts = wrapped(program, &function, run, result);
        let mut starts = starts.into_iter();
        for block in function.blocks.iter_mut() {
            let old = std::mem::take(&mut block.stmts);
            for mut stmt in old {
                if let StmtKind::EndThread(_) = &stmt.kind {
                    block.stmts.push(call(run, None, Vec::new(), stmt.span));
                }
                if let StmtKind::Spawn { target, args, .. } = &mut stmt.kind
                    && let Some(Some(start)) = starts.next()
                {
                    let own = CallTarget::Direct(start);
                    if let CallTarget::Indirect(pointer) = std::mem::replace(target, own) {
                        args.insert(0, pointer);
                    }
                }
                block.stmts.push(stmt);
            }
        }
        program.functions[id] = function;
    }
}

/// The function that runs all destructors, if there are any.
fn runner(program: &mut Program) -> Option<FuncId> {
    let models = RUN.iter().filter_map(|name| program.find_function(name));
    let models: Vec<FuncId> = models
        .filter(|id| program.functions[*id].has_body())
        .collect();
    match models.as_slice() {
        [] => None,
        [only] => Some(*only),
        all => {
            let calls = all.iter().map(|id| call(*id, None, Vec::new(), Span::NONE));
            let calls = calls.collect();
            let mut both = Function::declaration(RUN_BOTH, TypeTable::VOID, false);
            both.model = true;
            finish(&mut both, calls);
            Some(program.functions.push(both))
        }
    }
}

/// The type of what a thread gives to who joins it.
fn joined_type(program: &Program) -> TypeId {
    let mut functions = program.functions.iter();
    let joined = functions.find_map(|function| {
        function.statements().find_map(|stmt| {
            let StmtKind::Join { dst, .. } = &stmt.kind else {
                return None;
            };
            function.temps.get(*dst).map(|temp| temp.ty)
        })
    });
    joined.unwrap_or(TypeTable::PTR)
}

/// For every thread that a function starts, the function that it is to run.
fn wrapped(
    program: &mut Program,
    function: &Function,
    run: FuncId,
    result: TypeId,
) -> Vec<Option<FuncId>> {
    let mut starts = Vec::new();
    for stmt in function.statements() {
        let StmtKind::Spawn { target, args, .. } = &stmt.kind else {
            continue;
        };
        let types: Option<Vec<TypeId>> = args.iter().map(|arg| arg.ty(program, function)).collect();
        let start =
            types.map(|types| thread_function(program, target, &types, run, result, stmt.span));
        starts.push(start);
    }
    starts
}

/// A function that calls the function of a thread, then the destructors.
fn thread_function(
    program: &mut Program,
    target: &CallTarget,
    args: &[TypeId],
    run: FuncId,
    result: TypeId,
    span: Span,
) -> FuncId {
    let (name, ret) = match target {
        CallTarget::Direct(callee) => {
            let callee = &program.functions[*callee];
            (callee.name.to_string(), callee.ret)
        }
        CallTarget::Indirect(_) => ("pointer".to_owned(), result),
    };
    let mut function = Function::declaration(format!("{THREAD}{name}"), ret, false);
    function.model = true;
    function.span = span;
    let target = match target {
        CallTarget::Direct(callee) => CallTarget::Direct(*callee),
        CallTarget::Indirect(_) => {
            let pointer = function.new_temp(TypeTable::PTR);
            function.params.push(pointer);
            CallTarget::Indirect(Expr::Temp(pointer))
        }
    };
    let params: Vec<TempId> = args.iter().map(|ty| function.new_temp(*ty)).collect();
    function.params.extend(&params);
    let dst = (ret != TypeTable::VOID).then(|| function.new_temp(ret));
    let args = params.into_iter().map(Expr::Temp).collect();
    let kind = StmtKind::Call { dst, target, args };
    function.blocks.push(Block {
        stmts: vec![Stmt { kind, span }, call(run, None, Vec::new(), span)],
        terminator: Terminator::Return(dst.map(Expr::Temp)),
        span,
    });
    program.functions.push(function)
}

fn call(callee: FuncId, dst: Option<TempId>, args: Vec<Expr>, span: Span) -> Stmt {
    let target = CallTarget::Direct(callee);
    let kind = StmtKind::Call { dst, target, args };
    Stmt { kind, span }
}
