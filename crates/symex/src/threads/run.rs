//! Creation, end and join of threads, and atomic sections.

use super::{Joining, Section, ThreadInfo};
use crate::claim::Origin;
use crate::exec::{Interrupted, Machine};
use crate::frame::{Arguments, Call, Frames};
use crate::here::{At, Here};
use crate::liveness::unused_loads;
use crate::memory::Memory;
use crate::object::ObjectKind;
use crate::path::Known;
use crate::space::Stuck;
use crate::state::{RESULT, State, first_state};
use crate::value::{OBJECT_BITS, Pointer, Value};
use cassay_base::PersistentMap;
use cassay_ir::ends::end_matters;
use cassay_ir::sharing::THREAD_NUMBER;
use cassay_ir::{CallTarget, Expr, FuncId, TempId, Type, TypeId};
use cassay_order::{Edge, NodeId};
use cassay_term::{Sort, TermId};

/// What is set aside while another thread is executed.
struct Suspended {
    frames: Frames,
    here: Here,
    known: Known,
    thread: u32,
    current: Option<NodeId>,
    finished: Vec<State>,
}

/// A thread that is to be executed.
struct Start<'a> {
    number: u32,
    spawn: NodeId,
    function: FuncId,
    arguments: &'a Arguments,
}

impl Machine<'_> {
    /// Begins the first thread.
    pub(crate) fn first_thread(&mut self, entry: FuncId) {
        let state = first_state();
        self.space().start_node(&state);
        self.start(state, entry);
    }

    /// Creates a thread and executes it, before its creator goes on.
    pub(crate) fn spawn(
        &mut self,
        state: &mut State,
        dst: TempId,
        target: &CallTarget,
        args: &[Expr],
    ) -> Result<(), Stuck> {
        if state.section.is_some() {
            return Err(Stuck::new("creation of a thread in an atomic section"));
        }
        let at = self.eval.memory.space.here.at;
        let (pointer, arguments) = self.callee_and_arguments(state, target, args)?;
        let spawn = self.eval.memory.space.node_here(state);
        if !state.concurrent {
            self.eval.memory.publish_all(state)?;
        }
        let number = self.eval.memory.space.thread_here();
        if let Some(threads) = &mut self.space().threads {
            threads.nodes[spawn].creates = Some(number);
        }
        let targets = match (target, pointer) {
            (CallTarget::Direct(id), _) => vec![(*id, state.clone())],
            (CallTarget::Indirect(_), Some(pointer)) => {
                self.targets(state, at.function, pointer, at.span)
            }
            (CallTarget::Indirect(_), None) => Vec::new(),
        };
        for (function, started) in targets {
            let start = Start {
                number,
                spawn,
                function,
                arguments: &arguments,
            };
            if let Err(stuck) = self.thread(started.clone(), start) {
                self.eval.memory.space.unsupported(&started, &stuck.0, at);
            }
        }
        let space = &mut self.eval.memory.space;
        let number = space.pool.bv_u64(32, u64::from(number));
        self.eval
            .memory
            .set_temp(state, dst, Value::Bits(number), None);
        Ok(())
    }

    /// Executes a thread from its start to its end.
    fn thread(&mut self, mut state: State, start: Start<'_>) -> Result<(), Stuck> {
        let caller = self.eval.memory.space.here.at;
        self.check_call(
            start.function,
            caller.function,
            None,
            &start.arguments.values,
        )?;
        let function = &self.eval.memory.space.program.functions[start.function];
        if !function.has_body() {
            return Err(Stuck::new("thread of a function without body"));
        }
        let bound = self.eval.memory.space.bounds.unwind.max(1) as usize;
        let threads = self.eval.memory.space.threads.as_mut();
        let threads = threads.ok_or_else(|| Stuck::new("threads"))?;
        let same = threads.around.iter().filter(|id| **id == start.function);
        if same.count() >= bound {
            let space = &mut self.eval.memory.space;
            space.cut_recursion(&state, start.function, bound as u32, caller.span);
            return Ok(());
        }
        let suspended = self.suspend(start.number, start.function);
        self.begin_thread(&mut state, &start);
        let call = Call {
            then: None,
            thrown: Vec::new(),
            at: caller,
            dst: None,
            direct: true,
            arguments: start.arguments.clone(),
            temps: PersistentMap::new(),
            locals: PersistentMap::new(),
            targets: Vec::new(),
            returned: Vec::new(),
        };
        if self.enter_function(state, start.function, &call)
            && let Err(Interrupted(reason)) = self.run()
        {
            self.interrupted = Some(reason);
        }
        self.end_thread(start.number);
        self.resume(suspended);
        Ok(())
    }

    /// Sets the thread that is executed aside.
    fn suspend(&mut self, number: u32, function: FuncId) -> Suspended {
        let space = &mut self.eval.memory.space;
        let here = space.here.clone();
        let known = space.path.known();
        let frames = std::mem::take(&mut self.control.frames);
        let threads = space.threads.as_mut().expect("there are threads");
        threads.around.push(function);
        Suspended {
            frames,
            here,
            known,
            thread: std::mem::replace(&mut threads.thread, number),
            current: threads.current.take(),
            finished: std::mem::take(&mut threads.finished),
        }
    }

    fn resume(&mut self, suspended: Suspended) {
        let space = &mut self.eval.memory.space;
        self.control.frames = suspended.frames;
        space.here = suspended.here;
        space.path.know(suspended.known);
        let threads = space.threads.as_mut().expect("there are threads");
        threads.around.pop();
        threads.thread = suspended.thread;
        threads.current = suspended.current;
        threads.finished = suspended.finished;
    }

    /// The first point of a thread: its thread-local variables are made.
    fn begin_thread(&mut self, state: &mut State, start: &Start<'_>) {
        let memory = &mut self.eval.memory;
        // What the creator knows about shared memory is out of date already, but what it knows about
        // values is not.
        state.section = None;
        memory.space.may_not_start(state);
        let first = memory.space.start_node(state);
        let threads = memory.space.threads.as_mut().expect("there are threads");
        threads.graph.edges.push(Edge {
            from: start.spawn,
            to: first,
            when: None,
        });
        memory.own_variables(state, start.number);
        let threads = memory.space.threads.as_mut().expect("there are threads");
        threads.current = None;
    }

    /// The last point of a thread: all executions that ended it.
    fn end_thread(&mut self, number: u32) {
        let memory = &mut self.eval.memory;
        let threads = memory.space.threads.as_mut().expect("there are threads");
        let finished = std::mem::take(&mut threads.finished);
        threads.current = None;
        let Some(state) = memory.merge_all(finished, None) else {
            return;
        };
        let threads = memory.space.threads.as_mut().expect("there are threads");
        threads.scheduling = false;
        let end = memory.space.node_here(&state);
        let threads = memory.space.threads.as_mut().expect("there are threads");
        threads.scheduling = true;
        let ended = threads.graph.nodes[end].exec;
        let result = state.temps.get(RESULT).cloned();
        if let Some(Value::Ptr(pointer)) = result {
            memory.space.note_result(number, pointer);
        }
        let threads = memory.space.threads.as_mut().expect("there are threads");
        let info = ThreadInfo { end, ended, result };
        threads.threads.entry(number).or_default().push(info);
    }

    /// Ends the thread that is executed with a result.
    pub(crate) fn exit_thread(&mut self, state: &mut State, value: &Expr) -> Result<(), Stuck> {
        if state.section.is_some() {
            return Err(Stuck::new("end of a thread in an atomic section"));
        }
        let space = self.space();
        let first = space
            .threads
            .as_ref()
            .is_none_or(|threads| threads.thread == 0);
        if first && end_matters(space.program) {
            // The process ends with its last thread, which may be any.
            return Err(Stuck::new(
                "what is claimed or done at the end, after pthread_exit in main",
            ));
        }
        let value = self.eval.eval(state, value)?;
        state.temps = PersistentMap::new();
        state.temps.insert(RESULT, value);
        self.eval.memory.space.first_ends(state);
        self.finish_thread(state.clone());
        Ok(())
    }

    /// An execution of the thread has come to its end.
    pub(crate) fn finish_thread(&mut self, state: State) {
        if let Some(threads) = &mut self.eval.memory.space.threads {
            threads.finished.push(state);
        }
    }

    /// Waits for a thread to end; false if no execution goes on.
    pub(crate) fn join_thread(
        &mut self,
        state: &mut State,
        dst: TempId,
        thread: &Expr,
    ) -> Result<bool, Stuck> {
        if state.section.is_some() {
            return Err(Stuck::new("join in an atomic section"));
        }
        if self.eval.memory.space.threads.is_none() {
            return Err(Stuck::new("join of a thread where none is created"));
        }
        let at = self.eval.memory.space.here.at;
        let number = self.eval.eval_bits(state, thread)?;
        let ty = self.eval.memory.space.program.functions[at.function].temps[dst].ty;
        let space = &mut self.eval.memory.space;
        let node = space.node_here(state);
        let mut result = self.eval.memory.some_result(ty)?;
        let mut joined = self.eval.memory.space.pool.fls();
        let mut is_thread = joined;
        for other in self.eval.memory.space.known_threads() {
            let memory = &mut self.eval.memory;
            let own = memory.space.pool.bv_u64(32, u64::from(other));
            let is = memory.space.pool.eq(number, own);
            let known = memory.space.known(state, is);
            if known == Some(false) {
                continue;
            }
            let guard = memory.space.path.guards.term(state.guard);
            let assumed = memory.space.path.assumptions;
            let when = memory.space.pool.and_all([guard, assumed, is]);
            // The thread may be one that is executed later: then symbols stand for its end.
            let ended = memory.space.symbol_here("ended", Sort::Bool);
            let (value, term) = memory.result_symbol(ty, other)?;
            let threads = memory.space.threads.as_mut().expect("there are threads");
            threads.joins.push(Joining {
                node,
                thread: other,
                when,
                always: known == Some(true),
                guard: state.guard,
                ended,
                result: term,
            });
            is_thread = memory.space.pool.or(is_thread, is);
            let here = memory.space.pool.and(is, ended);
            joined = memory.space.pool.or(joined, here);
            result = memory.space.choose(is, &value, &result);
        }
        let memory = &mut self.eval.memory;
        if memory.space.known(state, is_thread) != Some(true) {
            let not = memory.space.pool.not(is_thread);
            let mut wrong = Vec::new();
            memory.space.fork(state, not, (), &mut wrong);
            for ((), wrong) in wrong {
                let what = "join of a number that is no thread".into();
                memory.space.unsupported(&wrong, &what, at);
            }
        }
        if let Some(threads) = &mut memory.space.threads {
            threads.nodes[node].completes = Some(joined);
        }
        memory.set_temp(state, dst, result, None);
        let one = memory.space.pool.bv_u64(32, 1);
        let holder = memory.space.pool.bv_add(number, one);
        memory.space.waits_here(state, joined, Some(holder));
        Ok(memory.space.assume(state, joined, Origin::Program))
    }

    /// Notes whether the value that a statement of a library function reads is used. Reads of shared
    /// memory are dear, and what is left of claims that nobody asked for needs none.
    pub(crate) fn note_unused(&mut self, state: &State, at: At) {
        let space = &mut self.eval.memory.space;
        space.here.unused = false;
        if !state.concurrent || space.here.model.is_none() {
            return;
        }
        let Some(frame) = self.control.frames.top() else {
            return;
        };
        let function = &space.program.functions[at.function];
        let unused = self.control.unused.entry((at.function, at.block));
        let unused =
            unused.or_insert_with(|| unused_loads(function, at.block, &frame.plan.liveness));
        space.here.unused = unused.get(at.statement).copied().unwrap_or(false);
    }

    /// The thread goes on where a condition holds; false if it never does. The holder is the number plus 1
    /// of the only thread that can make it true.
    pub(crate) fn wait(&mut self, state: &mut State, cond: TermId, holder: Option<TermId>) -> bool {
        let space = self.space();
        // In a section the end of the section says whether the thread gets past it.
        if state.section.is_none() {
            let node = space.node_here(state);
            if let Some(threads) = &mut space.threads {
                threads.nodes[node].completes = Some(cond);
            }
        }
        space.waits_here(state, cond, holder);
        space.assume(state, cond, Origin::Program)
    }

    /// Begins an atomic section.
    pub(crate) fn begin_section(&mut self, state: &mut State) {
        if self.eval.memory.space.threads.is_none() {
            return;
        }
        if let Some(section) = &mut state.section {
            section.depth += 1;
            return;
        }
        let node = self.eval.memory.space.node_here(state);
        if let Some(threads) = &mut self.eval.memory.space.threads {
            threads.sections.insert(node);
        }
        state.section = Some(Section { node, depth: 1 });
    }

    /// Ends an atomic section.
    pub(crate) fn end_section(&mut self, state: &mut State) {
        let Some(section) = state.section else {
            return;
        };
        if section.depth > 1 {
            state.section = Some(Section {
                depth: section.depth - 1,
                ..section
            });
            return;
        }
        state.section = None;
        let space = &mut self.eval.memory.space;
        let (guard, assumed) = (space.path.guards.term(state.guard), space.path.assumptions);
        let ended = space.pool.and(guard, assumed);
        if let Some(threads) = &mut space.threads {
            threads.ends.entry(section.node).or_default().push(ended);
        }
    }
}

impl Memory<'_> {
    /// Makes the thread-local variables of a new thread.
    fn own_variables(&mut self, state: &mut State, thread: u32) {
        let program = self.space.program;
        for (id, global) in program.globals.iter_enumerated() {
            if !global.thread_local {
                continue;
            }
            let first = self
                .space
                .store
                .objects
                .get(self.space.store.objects.global(id))
                .clone();
            let object = self.new_object(
                state,
                ObjectKind::Stack,
                first.size,
                first.align,
                first.ty,
                first.initial,
            );
            let made = self.space.store.objects.get_mut(object);
            made.activation = 0;
            made.constant = first.constant;
            if let Some(threads) = &mut self.space.threads {
                threads.own.insert((thread, id), object);
            }
            if &*global.name == THREAD_NUMBER {
                let width = self.space.width;
                let number = self.space.pool.bv_u64(width, u64::from(thread));
                let place = self.space.pointer_to(object, 0);
                self.store_scalar(
                    &mut state.memory,
                    place,
                    u64::from(width / 8),
                    &Value::Bits(number),
                );
            }
        }
    }

    /// A result where no thread is joined.
    fn some_result(&mut self, ty: TypeId) -> Result<Value, Stuck> {
        match self.space.program.types.get(ty) {
            Type::Ptr => Ok(Value::Ptr(
                self.space.pointer_to(crate::object::Objects::NULL, 0),
            )),
            Type::Int(width) => Ok(Value::Bits(self.space.pool.bv_u64(*width, 0))),
            Type::Void
            | Type::Float(_)
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => Err(Stuck::new("thread with a result of another type")),
        }
    }

    /// Stands for the result of a thread, also as a single term.
    fn result_symbol(&mut self, ty: TypeId, thread: u32) -> Result<(Value, TermId), Stuck> {
        match self.space.program.types.get(ty) {
            Type::Ptr => {
                let object = self.space.symbol_here("result", Sort::Bv(OBJECT_BITS));
                let offset = self.space.symbol_here("result", Sort::Bv(self.space.width));
                self.space.limit_result(thread, object);
                let term = self.space.pool.concat(object, offset);
                Ok((Value::Ptr(Pointer { object, offset }), term))
            }
            Type::Int(width) => {
                let bits = self.space.symbol_here("result", Sort::Bv(*width));
                Ok((Value::Bits(bits), bits))
            }
            Type::Void
            | Type::Float(_)
            | Type::Array { .. }
            | Type::Struct(_)
            | Type::Vector { .. } => Err(Stuck::new("thread with a result of another type")),
        }
    }
}
