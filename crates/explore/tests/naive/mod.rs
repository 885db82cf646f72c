//! A second way to enumerate interleavings: an interpreter of its own for the statements of random
//! programs with threads, which tries every thread before every statement that touches
//! more than its own variables, and keeps no states.

use cassay_base::Id;
use cassay_ir::{
    BinaryOp, CallTarget, CastKind, ClaimId, CompareOp, Constant, Expr, FuncId, Function,
    Initializer, Place, Program, StmtKind, Terminator, Type, Variable,
};
use std::collections::BTreeSet;

/// A value: a number, or a pointer into a global variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Number(u64),
    Pointer(Option<(usize, u64)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Runs,
    Excluded,
    Ended,
}

#[derive(Clone, Debug)]
struct Thread {
    function: FuncId,
    block: cassay_ir::BlockId,
    stmt: usize,
    temps: Vec<Option<Value>>,
    locals: Vec<Value>,
    status: Status,
}

/// A state: variables in cells of four bytes, pointers in one cell.
#[derive(Clone, Debug)]
struct State {
    globals: Vec<Vec<Value>>,
    threads: Vec<Thread>,
}

/// What there is to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub violations: BTreeSet<ClaimId>,
    pub finals: BTreeSet<Vec<Vec<Option<u8>>>>,
    pub deadlock: bool,
}

/// Enumerates all interleavings; `None` if that takes more steps than allowed.
pub fn enumerate(program: &Program, most: u64) -> Option<Found> {
    let mut naive = Naive {
        program,
        found: Found::default(),
        left: most,
    };
    let main = program.find_function("main")?;
    let globals = program
        .globals
        .iter()
        .map(|global| initial(program, global));
    let mut state = State {
        globals: globals.collect(),
        threads: Vec::new(),
    };
    let thread = naive.thread(main);
    state.threads.push(thread);
    let mut pending = vec![state];
    while let Some(state) = pending.pop() {
        naive.successors(&state, &mut pending)?;
    }
    Some(naive.found)
}

fn initial(program: &Program, global: &cassay_ir::Global) -> Vec<Value> {
    if *program.types.get(global.ty) == Type::Ptr {
        let Initializer::Parts(parts) = &global.init else {
            panic!("an external variable");
        };
        let [(0, Constant::GlobalAddr(id, 0))] = parts.as_slice() else {
            panic!("another initialiser");
        };
        return vec![Value::Pointer(Some((id.index(), 0)))];
    }
    let cells = program.types.alloc_size(global.ty) / 4;
    vec![Value::Number(0); cells as usize]
}

/// How a step ended.
enum Step {
    On,
    /// By the thread that holds what it waits for, if that is known.
    Blocked(Option<usize>),
    Violated(ClaimId),
    Ended,
}

struct Naive<'p> {
    program: &'p Program,
    found: Found,
    left: u64,
}

impl Naive<'_> {
    fn thread(&self, function: FuncId) -> Thread {
        let body = &self.program.functions[function];
        let mut temps = vec![None; body.temps.len()];
        for param in &body.params {
            temps[param.index()] = Some(Value::Pointer(None));
        }
        Thread {
            function,
            block: Function::ENTRY,
            stmt: 0,
            temps,
            locals: vec![Value::Number(0); body.locals.len()],
            status: Status::Runs,
        }
    }

    /// Adds the states that follow a state by one step of any thread.
    fn successors(&mut self, state: &State, pending: &mut Vec<State>) -> Option<()> {
        let mut moved = false;
        let mut holders = vec![None; state.threads.len()];
        for (thread, held_by) in holders.iter_mut().enumerate() {
            if state.threads[thread].status != Status::Runs {
                continue;
            }
            // Every input takes both values: a script of bits, of which a step uses at most one.
            for input in 0..2 {
                let mut next = state.clone();
                let mut asked = false;
                let ended = self.act(&mut next, thread, input, &mut asked)?;
                match ended {
                    Step::Blocked(holder) => *held_by = holder,
                    Step::On => {
                        moved = true;
                        pending.push(next);
                    }
                    Step::Violated(claim) => {
                        moved = true;
                        self.found.violations.insert(claim);
                    }
                    Step::Ended => {
                        moved = true;
                        self.found.finals.insert(finals(&next));
                    }
                }
                if !asked {
                    break;
                }
            }
        }
        for thread in 0..state.threads.len() {
            self.found.deadlock |= is_blocked(state, &holders, thread);
        }
        if !moved {
            let excluded = state.threads.iter().any(|t| t.status == Status::Excluded);
            self.found.deadlock |= !excluded;
        }
        Some(())
    }

    /// One statement or atomic section of a thread, and what its own variables need before it.
    fn act(
        &mut self,
        state: &mut State,
        thread: usize,
        input: u64,
        asked: &mut bool,
    ) -> Option<Step> {
        let mut depth = 0_u32;
        loop {
            self.left = self.left.checked_sub(1)?;
            let body = &self.program.functions[state.threads[thread].function];
            let at = &state.threads[thread];
            let block = &body.blocks[at.block];
            let Some(stmt) = block.stmts.get(at.stmt) else {
                if self.terminator(state, thread, &block.terminator) {
                    return Some(Step::Ended);
                }
                if state.threads[thread].status == Status::Runs {
                    continue;
                }
                return Some(Step::On);
            };
            let alone = is_own(&stmt.kind);
            match &stmt.kind {
                StmtKind::AtomicBegin => depth += 1,
                StmtKind::AtomicEnd => depth -= 1,
                kind => match self.statement(state, thread, kind, input, asked) {
                    Step::On => {}
                    // A section that cannot go on has not begun.
                    other => return Some(other),
                },
            }
            state.threads[thread].stmt += 1;
            if depth == 0 && !alone || state.threads[thread].status != Status::Runs {
                return Some(Step::On);
            }
        }
    }

    fn statement(
        &mut self,
        state: &mut State,
        thread: usize,
        kind: &StmtKind,
        input: u64,
        asked: &mut bool,
    ) -> Step {
        match kind {
            StmtKind::Declare(_) => {}
            StmtKind::Load { dst, place, .. } => {
                let value = match self.place(state, thread, place) {
                    Ok((global, _)) if self.is_thread_number(global) => {
                        Value::Number(thread as u64)
                    }
                    Ok((global, offset)) => state.globals[global][(offset / 4) as usize],
                    Err(local) => state.threads[thread].locals[local],
                };
                state.threads[thread].temps[dst.index()] = Some(value);
            }
            StmtKind::Store { place, value, .. } => {
                let value = self.eval(state, thread, value);
                match self.place(state, thread, place) {
                    Ok((global, offset)) => state.globals[global][(offset / 4) as usize] = value,
                    Err(local) => state.threads[thread].locals[local] = value,
                }
            }
            StmtKind::Assume(cond) => {
                if self.eval(state, thread, cond) == Value::Number(0) {
                    state.threads[thread].status = Status::Excluded;
                }
            }
            StmtKind::Wait { cond, holder } => {
                if self.eval(state, thread, cond) == Value::Number(0) {
                    let holder = holder
                        .as_ref()
                        .map(|holder| self.eval(state, thread, holder));
                    return Step::Blocked(match holder {
                        Some(Value::Number(holder)) => (holder as usize).checked_sub(1),
                        Some(Value::Pointer(_)) | None => None,
                    });
                }
            }
            StmtKind::Assert { claim, cond, .. } => {
                if self.eval(state, thread, cond) == Value::Number(0) {
                    return Step::Violated(*claim);
                }
            }
            StmtKind::Havoc { dst, .. } => {
                *asked = true;
                state.threads[thread].temps[dst.index()] = Some(Value::Number(input));
            }
            StmtKind::Spawn { dst, target, .. } => {
                let CallTarget::Direct(callee) = target else {
                    panic!("an indirect call");
                };
                let number = state.threads.len() as u64;
                let new = self.thread(*callee);
                state.threads.push(new);
                state.threads[thread].temps[dst.index()] = Some(Value::Number(number));
            }
            StmtKind::Join { thread: other, dst } => {
                let Value::Number(other) = self.eval(state, thread, other) else {
                    panic!("a pointer");
                };
                if state.threads[other as usize].status != Status::Ended {
                    return Step::Blocked(Some(other as usize));
                }
                state.threads[thread].temps[dst.index()] = Some(Value::Pointer(None));
            }
            other => panic!("{other:?}"),
        }
        Step::On
    }

    /// Whether a variable is the number of its thread.
    fn is_thread_number(&self, global: usize) -> bool {
        let mut globals = self.program.globals.iter();
        globals
            .nth(global)
            .is_some_and(|global| global.thread_local)
    }

    /// Whether the program ends.
    fn terminator(&self, state: &mut State, thread: usize, terminator: &Terminator) -> bool {
        let target = match terminator {
            Terminator::Goto(target) => *target,
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => match self.eval(state, thread, cond) {
                Value::Number(0) => *otherwise,
                _ => *then,
            },
            Terminator::Return(_) => {
                state.threads[thread].status = Status::Ended;
                return thread == 0;
            }
            other => panic!("{other:?}"),
        };
        state.threads[thread].block = target;
        state.threads[thread].stmt = 0;
        false
    }

    /// The variable and offset of an access, or the local variable.
    fn place(&self, state: &State, thread: usize, place: &Place) -> Result<(usize, u64), usize> {
        match place {
            Place::Variable(Variable::Global(id), offset) => Ok((id.index(), *offset)),
            Place::Variable(Variable::Local(id), _) => Err(id.index()),
            Place::Deref(pointer, _) => match self.eval(state, thread, pointer) {
                Value::Pointer(Some(place)) => Ok(place),
                other => panic!("{other:?}"),
            },
        }
    }

    fn eval(&self, state: &State, thread: usize, expr: &Expr) -> Value {
        let number = |expr: &Expr| match self.eval(state, thread, expr) {
            Value::Number(number) => number,
            pointer => panic!("{pointer:?}"),
        };
        match expr {
            Expr::Int(bits) => Value::Number(bits.to_u64().expect("a small number")),
            Expr::Null => Value::Pointer(None),
            Expr::Temp(temp) => state.threads[thread].temps[temp.index()].expect("a value"),
            Expr::AddrOf(Variable::Global(id)) => Value::Pointer(Some((id.index(), 0))),
            Expr::Binary(op, a, b) => {
                let (a, b) = (number(a), number(b));
                Value::Number(match op {
                    BinaryOp::Add => (a + b) & 0xffff_ffff,
                    BinaryOp::And => a & b,
                    BinaryOp::Mul => a * b,
                    other => panic!("{other:?}"),
                })
            }
            Expr::Compare(op, a, b) => {
                let equal = number(a) == number(b);
                Value::Number(u64::from(match op {
                    CompareOp::Eq => equal,
                    CompareOp::Ne => !equal,
                    other => panic!("{other:?}"),
                }))
            }
            Expr::Select(cond, then, otherwise) => match number(cond) {
                0 => self.eval(state, thread, otherwise),
                _ => self.eval(state, thread, then),
            },
            Expr::Cast(CastKind::ZExt | CastKind::Trunc, of, _) => self.eval(state, thread, of),
            Expr::PtrAdd(base, offset) => match self.eval(state, thread, base) {
                Value::Pointer(Some((global, at))) => {
                    Value::Pointer(Some((global, at + number(offset))))
                }
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }
}

/// Whether the threads that each one waits for, from one on, lead back or to one that has ended.
fn is_blocked(state: &State, holders: &[Option<usize>], thread: usize) -> bool {
    let mut at = thread;
    for _ in 0..=holders.len() {
        let Some(next) = holders[at] else {
            return at != thread && state.threads[at].status == Status::Ended;
        };
        at = next;
    }
    true
}

/// Whether a statement touches nothing but the variables of its activation.
fn is_own(kind: &StmtKind) -> bool {
    let (StmtKind::Load { place, .. } | StmtKind::Store { place, .. }) = kind else {
        return matches!(kind, StmtKind::Declare(_));
    };
    matches!(place, Place::Variable(Variable::Local(_), _))
}

fn finals(state: &State) -> Vec<Vec<Option<u8>>> {
    let bytes = |value: &Value| match value {
        Value::Number(number) => (*number as u32).to_le_bytes().map(Some).to_vec(),
        Value::Pointer(_) => vec![None; 8],
    };
    let globals = state.globals.iter();
    globals
        .map(|cells| cells.iter().flat_map(bytes).collect())
        .collect()
}
