//! Drops claims about deadlocks where threads acquire locks in one order.
//!
//! Threads cannot block each other if they wait for nothing but locks and the ends of threads, and
//!
//! - some order of all locks exists in which every thread that waits for a lock holds only lower ones,
//! - no thread ends while it holds a lock,
//! - only the first thread joins others, and it holds no lock then; nor does it join itself, since the program
//!   never asks for the id of a thread that runs.
//!
//! For of the threads that wait for locks take one whose lock is the highest: the thread that holds it
//! has not ended and does not wait for a lock, so that it can go on; nor does it wait in a join.
//!
//! What a thread may hold is a forward analysis over sets of locks, with one set for all calls of a
//! function. A lock is a global variable of a size that has room for one lock of its kind; where another
//! object may be meant, or an unlock may mean several, nothing is dropped. Calls of the library are
//! known by their names. An unlock always ends the ownership of the thread that calls it: locks that
//! count are acquired twice only while they are held, which no order allows; nor may one be tried then.

use cassay_effects::{PointsTo, Target, callees, targets};
use cassay_ir::sharing::claims_progress;
use cassay_ir::{
    BlockId, CallTarget, Expr, FuncId, Function, GlobalId, Program, START, Stmt, StmtKind,
    Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// What kind of lock an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Mutex,
    ReadWrite,
    Spin,
}

/// What a function of the library does to its first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Waits,
    Tries,
    Releases,
}

/// The functions that threads acquire and release locks by.
const LOCKS: &[(&str, Kind, Operation)] = &[
    ("pthread_mutex_lock", Kind::Mutex, Operation::Waits),
    ("mtx_lock", Kind::Mutex, Operation::Waits),
    ("pthread_mutex_trylock", Kind::Mutex, Operation::Tries),
    ("pthread_mutex_timedlock", Kind::Mutex, Operation::Tries),
    ("mtx_trylock", Kind::Mutex, Operation::Tries),
    ("mtx_timedlock", Kind::Mutex, Operation::Tries),
    ("pthread_mutex_unlock", Kind::Mutex, Operation::Releases),
    ("mtx_unlock", Kind::Mutex, Operation::Releases),
    ("pthread_rwlock_rdlock", Kind::ReadWrite, Operation::Waits),
    ("pthread_rwlock_wrlock", Kind::ReadWrite, Operation::Waits),
    (
        "pthread_rwlock_tryrdlock",
        Kind::ReadWrite,
        Operation::Tries,
    ),
    (
        "pthread_rwlock_trywrlock",
        Kind::ReadWrite,
        Operation::Tries,
    ),
    (
        "pthread_rwlock_timedrdlock",
        Kind::ReadWrite,
        Operation::Tries,
    ),
    (
        "pthread_rwlock_timedwrlock",
        Kind::ReadWrite,
        Operation::Tries,
    ),
    (
        "pthread_rwlock_clockrdlock",
        Kind::ReadWrite,
        Operation::Tries,
    ),
    (
        "pthread_rwlock_clockwrlock",
        Kind::ReadWrite,
        Operation::Tries,
    ),
    (
        "pthread_rwlock_unlock",
        Kind::ReadWrite,
        Operation::Releases,
    ),
    ("pthread_spin_lock", Kind::Spin, Operation::Waits),
    ("pthread_spin_trylock", Kind::Spin, Operation::Tries),
    ("pthread_spin_unlock", Kind::Spin, Operation::Releases),
];

/// The functions by which a thread knows its own id.
const OWN_ID: [&str; 2] = ["pthread_self", "thrd_current"];

/// A lock: the variable that it is, or is a part of.
type Lock = (GlobalId, Kind);

/// Whether exceptions are thrown or caught at the end of a block.
fn ends_by_exception(terminator: &Terminator) -> bool {
    terminator.call().is_some() || matches!(terminator, Terminator::Unwind(_))
}

/// Drops all claims about progress if threads cannot block each other.
pub(crate) fn drop_claims(program: &mut Program) {
    let mut statements = program.functions.iter().flat_map(Function::statements);
    let claimed = statements.any(|stmt| claims_progress(&stmt.kind).is_some());
    drop(statements);
    if !claimed || !has_hierarchy(program) {
        return;
    }
    for function in program.functions.iter_mut() {
        for block in function.blocks.iter_mut() {
            block
                .stmts
                .retain(|stmt| claims_progress(&stmt.kind).is_none());
        }
    }
    end_at_start(program);
}

/// Where nothing is claimed any more, no execution needs to be followed.
fn end_at_start(program: &mut Program) {
    let mut statements = program.functions.iter().flat_map(Function::statements);
    let claims = statements.any(|stmt| matches!(stmt.kind, StmtKind::Assert { .. }));
    drop(statements);
    if let Some(start) = program.find_function(START).filter(|_| !claims) {
        let function = &mut program.functions[start];
        let (kind, span) = (StmtKind::Assume(Expr::bool(false)), function.span);
        if let Some(first) = function.blocks.iter_mut().next() {
            first.stmts.insert(0, Stmt { kind, span });
        }
    }
}

fn has_hierarchy(program: &Program) -> bool {
    let Some(start) = program
        .find_function(START)
        .or_else(|| program.find_function("main"))
    else {
        return false;
    };
    let Some(points_to) = PointsTo::of(program) else {
        return false;
    };
    let mut analysis = Analysis {
        program,
        callees: callees(program, &points_to),
        points_to,
        entries: BTreeMap::new(),
        exits: BTreeMap::new(),
        edges: BTreeSet::new(),
        threads: BTreeSet::new(),
        joins: false,
        todo: BTreeSet::new(),
    };
    let starts = analysis.thread_functions();
    analysis.threads = analysis.reached(starts.iter().copied());
    analysis.enter(start, &BTreeSet::new());
    for function in &starts {
        analysis.enter(*function, &BTreeSet::new());
    }
    while let Some(function) = analysis.todo.pop_first() {
        if analysis
            .function(function, starts.contains(&function))
            .is_none()
        {
            return false;
        }
    }
    let joins_itself = analysis.joins && analysis.asks_for_own_id();
    !joins_itself && is_acyclic(&analysis.edges)
}

type Held = BTreeSet<Lock>;

/// The name of a function without what copies add to it.
fn known_name(function: &Function) -> &str {
    function.name.split('#').next().unwrap_or_default()
}

struct Analysis<'p> {
    program: &'p Program,
    points_to: PointsTo,
    callees: cassay_base::IndexVec<FuncId, BTreeSet<FuncId>>,
    /// What may be held where functions begin and end.
    entries: BTreeMap<FuncId, Held>,
    exits: BTreeMap<FuncId, Held>,
    /// Locks that are held while others are waited for.
    edges: BTreeSet<(Lock, Lock)>,
    /// The functions that threads other than the first may run.
    threads: BTreeSet<FuncId>,
    /// Whether a thread is joined.
    joins: bool,
    todo: BTreeSet<FuncId>,
}

impl Analysis<'_> {
    /// The functions that threads start with.
    fn thread_functions(&self) -> BTreeSet<FuncId> {
        let mut starts = BTreeSet::new();
        for (id, function) in self.program.functions.iter_enumerated() {
            for (block, contents) in function.blocks.iter_enumerated() {
                for (index, stmt) in contents.stmts.iter().enumerate() {
                    if let StmtKind::Spawn { target, .. } = &stmt.kind {
                        starts.extend(targets(&self.points_to, (id, block, index), target));
                    }
                }
            }
        }
        starts
    }

    /// Whether a thread may find out its own id.
    fn asks_for_own_id(&self) -> bool {
        self.entries.keys().any(|id| {
            let function = &self.program.functions[*id];
            function.model && OWN_ID.contains(&known_name(function))
        })
    }

    fn reached(&self, from: impl Iterator<Item = FuncId>) -> BTreeSet<FuncId> {
        let mut reached = BTreeSet::new();
        let mut todo: Vec<FuncId> = from.collect();
        while let Some(id) = todo.pop() {
            if reached.insert(id) {
                todo.extend(&self.callees[id]);
            }
        }
        reached
    }

    /// Adds what may be held where a function begins.
    fn enter(&mut self, function: FuncId, held: &Held) {
        let first = !self.entries.contains_key(&function);
        let entry = self.entries.entry(function).or_default();
        let before = entry.len();
        entry.extend(held);
        if first || entry.len() != before {
            self.todo.insert(function);
        }
    }

    /// The lock operation that a function is.
    fn operation(&self, id: FuncId) -> Option<(Kind, Operation)> {
        let function = &self.program.functions[id];
        let name = known_name(function);
        let mut known = LOCKS.iter().filter(|_| function.model);
        let (_, kind, operation) = known.find(|(known, _, _)| *known == name)?;
        Some((*kind, *operation))
    }

    /// The locks that a lock operation may be about; none if that is not known.
    fn locks(&self, id: FuncId, kind: Kind) -> Option<Held> {
        let function = &self.program.functions[id];
        let set = self.points_to.temp(id, *function.params.first()?);
        let mut locks = BTreeSet::new();
        for target in set {
            let Target::Global(global) = target else {
                return None;
            };
            // With room for one lock only, an unlock of it is an unlock of this one.
            let size = self.program.global_size(global);
            if size >= 2 * self.size(kind) {
                return None;
            }
            locks.insert((global, kind));
        }
        (!locks.is_empty()).then_some(locks)
    }

    /// The size of a lock of the library.
    fn size(&self, kind: Kind) -> u64 {
        match (kind, self.program.layout.pointer_bits) {
            (Kind::Mutex, 64) => 40,
            (Kind::Mutex, _) => 24,
            (Kind::ReadWrite, 64) => 56,
            (Kind::ReadWrite, _) => 32,
            (Kind::Spin, _) => 4,
        }
    }

    /// Analyses a function with what may be held where it begins; none if nothing can be said.
    fn function(&mut self, id: FuncId, starts_thread: bool) -> Option<()> {
        let function = &self.program.functions[id];
        if !function.has_body() {
            return self.end(id, &self.entries[&id].clone(), false);
        }
        let mut states: BTreeMap<BlockId, Held> = BTreeMap::new();
        states.insert(Function::ENTRY, self.entries[&id].clone());
        let mut todo = BTreeSet::from([Function::ENTRY]);
        while let Some(block) = todo.pop_first() {
            let contents = &function.blocks[block];
            let mut held = Some(states[&block].clone());
            for (index, stmt) in contents.stmts.iter().enumerate() {
                held = match held {
                    Some(held) => self.statement((id, block, index), stmt, held)?,
                    None => None,
                };
            }
            // Nothing is known of the locks that are held after an exception.
            if held.is_some() && ends_by_exception(&contents.terminator) {
                return None;
            }
            let Some(held) = held else {
                continue;
            };
            if let Terminator::Return(_) = contents.terminator {
                self.end(id, &held, starts_thread)?;
            }
            contents.terminator.successors(|next| {
                let first = !states.contains_key(&next);
                let state = states.entry(next).or_default();
                let before = state.len();
                state.extend(&held);
                if first || state.len() != before {
                    todo.insert(next);
                }
            });
        }
        Some(())
    }

    /// A function returns; none if that ends a thread that may hold locks.
    fn end(&mut self, id: FuncId, held: &Held, ends_thread: bool) -> Option<()> {
        if ends_thread && !held.is_empty() {
            return None;
        }
        let first = !self.exits.contains_key(&id);
        let exit = self.exits.entry(id).or_default();
        let before = exit.len();
        exit.extend(held);
        if first || exit.len() != before {
            // Its callers go on with more.
            let entered: Vec<FuncId> = self.entries.keys().copied().collect();
            let callers = entered
                .into_iter()
                .filter(|caller| self.callees[*caller].contains(&id));
            self.todo.extend(callers);
        }
        Some(())
    }

    /// What may be held behind a statement, if it is passed; none if nothing can be said.
    fn statement(
        &mut self,
        at: (FuncId, BlockId, usize),
        stmt: &Stmt,
        held: Held,
    ) -> Option<Option<Held>> {
        match &stmt.kind {
            StmtKind::Call { target, .. } => self.call(at, target, held),
            StmtKind::Join { .. } => {
                let allowed = held.is_empty() && !self.threads.contains(&at.0);
                self.joins = true;
                allowed.then_some(Some(held))
            }
            StmtKind::EndThread(_) => held.is_empty().then_some(None),
            StmtKind::Wait { .. } => None,
            StmtKind::Unsupported(_) => self.is_harmless(at.0).then_some(None),
            StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Havoc { .. }
            | StmtKind::Declare(_)
            | StmtKind::Dead(_)
            | StmtKind::Seal(_)
            | StmtKind::Alloc { .. }
            | StmtKind::Free(_)
            | StmtKind::EndStack(_)
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. }
            | StmtKind::Spawn { .. }
            | StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Hold { .. } => Some(Some(held)),
        }
    }

    /// Whether what a function leaves open has nothing to do with threads.
    fn is_harmless(&self, id: FuncId) -> bool {
        let function = &self.program.functions[id];
        let prefixes = [
            "pthread_",
            "thrd_",
            "mtx_",
            "cnd_",
            "tss_",
            "sem_",
            "__cassay_",
        ];
        let about_threads = prefixes
            .iter()
            .any(|prefix| function.name.starts_with(prefix));
        function.model && !about_threads
    }

    /// The same behind a call.
    fn call(
        &mut self,
        at: (FuncId, BlockId, usize),
        target: &CallTarget,
        held: Held,
    ) -> Option<Option<Held>> {
        let mut after: Option<Held> = None;
        for callee in targets(&self.points_to, at, target) {
            let behind = match self.operation(callee) {
                Some((kind, operation)) => Some(self.operate(callee, kind, operation, &held)?),
                None => {
                    self.enter(callee, &held);
                    self.exits.get(&callee).cloned()
                }
            };
            if let Some(behind) = behind {
                after.get_or_insert_default().extend(behind);
            }
        }
        Some(after)
    }

    fn operate(
        &mut self,
        callee: FuncId,
        kind: Kind,
        operation: Operation,
        held: &Held,
    ) -> Option<Held> {
        let locks = self.locks(callee, kind)?;
        let mut after = held.clone();
        match operation {
            Operation::Waits => {
                for (held, wanted) in held.iter().flat_map(|h| locks.iter().map(move |w| (h, w))) {
                    self.edges.insert((*held, *wanted));
                }
                after.extend(&locks);
            }
            // Locks that count would be held behind one unlock.
            Operation::Tries if !held.is_disjoint(&locks) => return None,
            Operation::Tries => after.extend(&locks),
            Operation::Releases if locks.len() == 1 => after.retain(|lock| !locks.contains(lock)),
            Operation::Releases => {}
        }
        Some(after)
    }
}

/// Whether locks can be ordered such that every edge leads upwards.
fn is_acyclic(edges: &BTreeSet<(Lock, Lock)>) -> bool {
    let mut left = edges.clone();
    loop {
        let targets: BTreeSet<Lock> = left.iter().map(|(_, to)| *to).collect();
        let before = left.len();
        left.retain(|(from, _)| targets.contains(from));
        if left.is_empty() {
            return true;
        }
        if left.len() == before {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program with two locks, two threads with the given bodies, and a first thread that joins them.
    fn program(first: &str, second: &str, main: &str) -> Program {
        let text = format!(
            "target 64\nglobal @a: [40 x i8]\nglobal @b: [40 x i8]\nglobal @both: [80 x i8]\n\
             fn pthread_mutex_lock(%0: ptr) -> i32 model {{\nbb0:\n  assert progress() [deadlock]\n\
             \x20 wait true\n  return 0\n}}\n\
             fn pthread_mutex_lock(%0: ptr) -> i32 model {{\nbb0:\n  assert progress() [deadlock]\n\
             \x20 wait true\n  return 0\n}}\n\
             fn pthread_mutex_unlock(%0: ptr) -> i32 model {{\nbb0:\n  return 0\n}}\n\
             fn pthread_mutex_unlock(%0: ptr) -> i32 model {{\nbb0:\n  return 0\n}}\n\
             fn pthread_mutex_trylock(%0: ptr) -> i32 model {{\nbb0:\n  return 0\n}}\n\
             fn pthread_self() -> i64 model {{\nbb0:\n  return 0\n}}\n\
             fn one(%0: ptr) -> ptr {{\nbb0:\n{first}  return %0\n}}\n\
             fn two(%0: ptr) -> ptr {{\nbb0:\n{second}  return %0\n}}\n\
             fn main() -> void {{\nbb0:\n  %0: i32 = spawn one(null)\n  %1: i32 = spawn two(null)\n\
             {main}  %2: ptr = join %0\n  return\n}}\n"
        );
        cassay_ir::text::parse(&text).expect("it reads")
    }

    const A: &str = "#0(&@a)";
    const B: &str = "#1(&@b)";

    /// The text of calls, each with the temporary of its result.
    fn calls(first: u32, list: &[(&str, &str)]) -> String {
        let lines = list.iter().zip(first..);
        let line = |((name, lock), temp): (&(&str, &str), u32)| {
            format!("  %{temp}: i32 = call pthread_mutex_{name}{lock}\n")
        };
        lines.map(line).collect()
    }

    const FREE_A: (&str, &str) = ("unlock", "#2(&@a)");
    const FREE_B: (&str, &str) = ("unlock", "#3(&@b)");

    #[test]
    fn one_order_is_a_hierarchy() {
        let body = calls(1, &[("lock", A), ("lock", B), FREE_B, FREE_A]);
        assert!(has_hierarchy(&program(&body, &body, "")));
        let mut program = program(&body, &body, "");
        drop_claims(&mut program);
        let mut statements = program.functions.iter().flat_map(Function::statements);
        assert!(!statements.any(|stmt| claims_progress(&stmt.kind).is_some()));
    }

    #[test]
    fn other_orders_are_none() {
        let body = calls(1, &[("lock", A), ("lock", B), FREE_B, FREE_A]);
        let opposite = calls(1, &[("lock", B), ("lock", A), FREE_A, FREE_B]);
        assert!(!has_hierarchy(&program(&body, &opposite, "")));
        let again = calls(1, &[("lock", A), ("lock", A), FREE_A]);
        assert!(!has_hierarchy(&program(&body, &again, "")));
        let kept = calls(1, &[("lock", A)]);
        assert!(!has_hierarchy(&program(&body, &kept, "")));
        let held = calls(3, &[("lock", A)]);
        assert!(!has_hierarchy(&program(&body, &body, &held)));
        let room = calls(1, &[("lock", "#0(&@both)"), ("unlock", "#2(&@both)")]);
        assert!(!has_hierarchy(&program(&room, "", "")));
        let waits = "  wait true\n";
        assert!(!has_hierarchy(&program(&body, waits, "")));
        let joins = "  %1: ptr = join 1\n";
        assert!(!has_hierarchy(&program(&body, joins, "")));
        let tries = calls(1, &[("lock", A), ("trylock", "(&@a)"), FREE_A]);
        assert!(!has_hierarchy(&program(&tries, "", "")));
        let itself = "  %3: i64 = call pthread_self()\n";
        assert!(!has_hierarchy(&program(&body, &body, itself)));
    }
}
