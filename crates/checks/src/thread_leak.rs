//! Threads that are left at the end. A variable counts the threads that could still be joined; where
//! the program ends by itself, a claim says that there are none.

use crate::registry::Check;
use crate::thread_use::DETACH;
use cassay_base::Span;
use cassay_ir::sharing::shares_memory;
use cassay_ir::{
    BinaryOp, CTypeId, CompareOp, Expr, FuncId, Function, Global, GlobalId, HeapQuestion,
    Initializer, Place, Program, Property, PropertyClass, START, Stmt, StmtKind, TempId, TypeId,
    Variable,
};

/// Every thread is joined or detached.
pub(crate) const CHECK: Check = Check {
    id: "thread-leak",
    help: "threads that are neither joined nor detached when the program ends",
    docs: "\
Where `main` returns or the program calls `exit`, every thread that was created has been joined or detached
(`pthread_detach`, `thrd_detach`, or created with `PTHREAD_CREATE_DETACHED`). Whether the thread has ended does
not matter. Where the program aborts, nothing is claimed; after `pthread_exit` in `main` the answer is unknown.
Example: `a thread is neither joined nor detached`.",
    classes: &[PropertyClass::ThreadLeak],
    default_on: false,
    on: Some("--thread-leak-check"),
    off: Some("--no-thread-leak-check"),
    sanitizers: &[],
    instrument: None,
};

/// The variable that counts.
const COUNT: &str = "__cassay_joinable";

/// The message of a claim.
const MESSAGE: &str = "a thread is neither joined nor detached";

/// Counts the threads that can be joined, and claims at regular ends that there are none.
pub(crate) fn count_threads(program: &mut Program) {
    if !shares_memory(program) {
        return;
    }
    let int = program.types.int(32);
    let count = program.globals.push(Global {
        name: COUNT.into(),
        ty: int,
        ctype: CTypeId(0),
        align: 4,
        init: Initializer::Parts(Vec::new()),
        constant: false,
        thread_local: false,
        device: false,
        model: true,
        address_of: None,
        span: Span::NONE,
    });
    let counter = Counter { count, int };
    for id in program.functions.ids() {
        counter.rewrite(program, id, true);
    }
}

/// Claims the same where the function returns that calls the entry; it is added later.
pub(crate) fn claim_at_return(program: &mut Program) {
    let is_count = |global: &Global| global.model && &*global.name == COUNT;
    let found = |id: &GlobalId| is_count(&program.globals[*id]);
    let count = program.globals.ids().find(found);
    if let (Some(count), Some(start)) = (count, program.find_function(START)) {
        let int = program.globals[count].ty;
        Counter { count, int }.rewrite(program, start, false);
    }
}

/// For a claim about what is left where the program ends by itself, the same about another condition.
fn regular_end(kind: &StmtKind) -> Option<impl Fn(Expr) -> Expr> {
    let StmtKind::Assert { cond, .. } = kind else {
        return None;
    };
    if cond.heap_question() != Some(HeapQuestion::Empty) {
        return None;
    }
    let mut unless = None;
    if let Expr::Select(goes_on, _, _) = cond {
        unless = Some(goes_on.clone());
    }
    Some(move |cond: Expr| match &unless {
        None => cond,
        Some(goes_on) => Expr::Select(goes_on.clone(), Box::new(Expr::bool(true)), Box::new(cond)),
    })
}

struct Counter {
    count: GlobalId,
    int: TypeId,
}

impl Counter {
    /// Adds claims at the ends of the program in a function and, if asked for, counts threads.
    fn rewrite(&self, program: &mut Program, id: FuncId, counts: bool) {
        let (function, ids) = (&mut program.functions[id], &mut program.claims);
        let mut blocks = std::mem::take(&mut function.blocks);
        let detaches = counts && function.model && DETACH.contains(&&*function.name);
        if let Some(first) = blocks.iter_mut().next().filter(|_| detaches) {
            let old = std::mem::take(&mut first.stmts);
            self.add(function, u32::MAX, function.span, &mut first.stmts);
            first.stmts.extend(old);
        }
        for block in blocks.iter_mut() {
            for stmt in std::mem::take(&mut block.stmts) {
                let span = stmt.span;
                if counts && matches!(stmt.kind, StmtKind::Spawn { .. }) {
                    self.add(function, 1, span, &mut block.stmts);
                }
                if let Some(about) = regular_end(&stmt.kind) {
                    let left = self.read(function, span, &mut block.stmts);
                    let none = Expr::compare(CompareOp::Eq, Expr::Temp(left), Expr::int(32, 0));
                    let kind = StmtKind::Assert {
                        claim: ids.fresh(),
                        cond: about(none),
                        property: Property::new(PropertyClass::ThreadLeak, MESSAGE),
                    };
                    block.stmts.push(Stmt { kind, span });
                }
                let joins = counts && matches!(stmt.kind, StmtKind::Join { .. });
                block.stmts.push(stmt);
                if joins {
                    self.add(function, u32::MAX, span, &mut block.stmts);
                }
            }
        }
        function.blocks = blocks;
    }

    fn place(&self) -> Place {
        Place::Variable(Variable::Global(self.count), 0)
    }

    fn load(&self, function: &mut Function) -> (TempId, StmtKind) {
        let dst = function.new_temp(self.int);
        let kind = StmtKind::Load {
            dst,
            place: self.place(),
            volatile: false,
            order: None,
            moves: false,
        };
        (dst, kind)
    }

    /// Reads the count.
    fn read(&self, function: &mut Function, span: Span, stmts: &mut Vec<Stmt>) -> TempId {
        let (dst, load) = self.load(function);
        let kinds = [StmtKind::AtomicBegin, load, StmtKind::AtomicEnd];
        stmts.extend(kinds.map(|kind| Stmt { kind, span }));
        dst
    }

    /// Adds a number to the count.
    fn add(&self, function: &mut Function, number: u32, span: Span, stmts: &mut Vec<Stmt>) {
        let (old, load) = self.load(function);
        let number = Expr::int(32, u64::from(number));
        let store = StmtKind::Store {
            place: self.place(),
            value: Expr::binary(BinaryOp::Add, Expr::Temp(old), number),
            volatile: false,
            order: None,
        };
        let kinds = [StmtKind::AtomicBegin, load, store, StmtKind::AtomicEnd];
        stmts.extend(kinds.map(|kind| Stmt { kind, span }));
    }
}
