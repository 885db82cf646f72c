//! Calls: known functions, function pointers, functions without body, recursion.

use crate::apart::Join;
use crate::exec::Machine;
use crate::frame::{Arguments, Call, Entered, Exits, Frame, Kind, Pending, Then, Way};
use crate::marks::MARKS;
use crate::object::ObjectKind;
use crate::space::Stuck;
use crate::state::{RESULT, State};
use crate::unwind::Counters;
use crate::value::{Pointer, Value};
use cassay_base::{PersistentMap, Span};
use cassay_ir::{
    CallTarget, Expr, FuncId, Function, InputSource, MemoryPredicate, Note, NoteKind, StmtKind,
    TempId, Type, TypeTable,
};
use std::sync::Arc;

impl Machine<'_> {
    /// Begins a call at the current position. After it the execution continues at the next statement, or
    /// at `then`.
    pub(crate) fn call(
        &mut self,
        mut state: State,
        dst: Option<TempId>,
        (target, args): (&CallTarget, &[Expr]),
        then: Option<Then>,
    ) {
        let at = self.space().here.at;
        // As in the interpreter, the callee is evaluated before the arguments.
        let evaluated = self.callee_and_arguments(&state, target, args);
        let (pointer, arguments) = match evaluated {
            Ok(evaluated) => evaluated,
            Err(stuck) => return self.space().unsupported(&state, &stuck.0, at),
        };
        let mut targets = match (target, pointer) {
            (CallTarget::Direct(id), _) => vec![(*id, state.clone())],
            (CallTarget::Indirect(_), Some(pointer)) => {
                self.targets(&mut state, at.function, pointer, at.span)
            }
            (CallTarget::Indirect(_), None) => Vec::new(),
        };
        targets.reverse();
        let targets = targets.into_iter();
        let call = Call {
            at,
            then,
            dst,
            direct: matches!(target, CallTarget::Direct(_)),
            arguments,
            temps: state.temps,
            locals: state.locals,
            targets: targets
                .map(|(function, state)| Entered { function, state })
                .collect(),
            returned: Vec::new(),
            thrown: Vec::new(),
        };
        self.next_target(call);
    }

    /// The function pointer of an indirect call, and the arguments with their marks.
    pub(crate) fn callee_and_arguments(
        &mut self,
        state: &State,
        target: &CallTarget,
        args: &[Expr],
    ) -> Result<(Option<Pointer>, Arguments), Stuck> {
        let pointer = match target {
            CallTarget::Direct(_) => None,
            CallTarget::Indirect(pointer) => Some(self.eval.eval_pointer(state, pointer)?),
        };
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.eval.eval(state, arg)?);
        }
        let mut marks = Vec::with_capacity(args.len());
        for arg in args {
            marks.push(self.eval.marks_of(state, arg)?);
        }
        Ok((pointer, Arguments { values, marks }))
    }

    /// Enters the next target of a call. After the last one, continues with the merged results of
    /// all.
    fn next_target(&mut self, mut call: Call) {
        while let Some(Entered { function, state }) = call.targets.pop() {
            // An unsupported target of a function pointer does not prevent the other targets from
            // being called.
            if let Err(stuck) =
                self.check_call(function, call.at.function, call.dst, &call.arguments.values)
            {
                self.space().unsupported(&state, &stuck.0, call.at);
                continue;
            }
            if self.space().program.functions[function].has_body() {
                if self.enter_function(state, function, &call) {
                    self.control.frames.wait_for_top(call);
                    return;
                }
                continue;
            }
            let mut state = state;
            match self.call_without_body(&mut state, function, &call) {
                Ok(()) => call.returned.push(state),
                Err(stuck) => self.space().unsupported(&state, &stuck.0, call.at),
            }
        }
        let mut states = call.returned;
        if !call.direct {
            states = self.merge_calls(states, call.dst);
        }
        match call.then {
            Some(then) => {
                let thrown = call.thrown.into_iter().map(|state| (then.unwind, state));
                let normal = states.into_iter().map(|state| (then.normal, state));
                self.go_on_at(normal.chain(thrown).collect(), call.at.block);
            }
            None => {
                self.go_on_with(states);
                if let Some(frame) = self.control.frames.top_mut() {
                    for state in call.thrown {
                        frame.exits.add(Way::Thrown(state.thrown), state);
                    }
                }
            }
        }
    }

    /// Ends the innermost activation, which no execution is in any more, and continues in its
    /// caller: the only place where what a way of leaving means to the caller is decided.
    pub(crate) fn end_activation(&mut self) {
        let Some(frame) = self.control.frames.top_mut() else {
            return;
        };
        let (number, exits) = (frame.number, std::mem::take(&mut frame.exits));
        let mut left = Vec::new();
        for (way, states) in exits.by_way() {
            let states = self.eval.memory.merge_alike(states, Join::Exit(number));
            left.extend(states.into_iter().map(|state| (way, state)));
        }
        self.control.frames.pop();
        self.control.frames.locate(&mut self.eval.memory.space.here);
        let caller = self.control.frames.top_mut();
        let waiting = caller.and_then(|caller| caller.call.take());
        if let Some(call) = &waiting {
            self.space().here.at = call.at;
        }
        let states = left.iter_mut().map(|(_, state)| state);
        self.eval.memory.end_owned(number, states);
        // Without a caller this is the end of the thread.
        let Some(mut call) = waiting else {
            for (way, state) in left {
                match way {
                    Way::Returned => self.finish_thread(state),
                    Way::Thrown(_) => self.uncaught(&state),
                }
            }
            return;
        };
        for (way, state) in left {
            match way {
                Way::Returned => self.deliver_result(&mut call, state),
                Way::Thrown(kind) => deliver_exception(&mut call, state, kind),
            }
        }
        self.next_target(*call);
    }

    /// The end of an execution whose exception leaves all activations of its thread. The passes put a claim
    /// before it.
    fn uncaught(&mut self, state: &State) {
        let space = self.space();
        space.unsupported(
            state,
            &"exception that leaves the program".into(),
            space.here.at,
        );
    }

    /// Gives the result of a callee that has returned to its caller.
    fn deliver_result(&mut self, call: &mut Call, mut after: State) {
        let result = after.temps.get(RESULT).cloned();
        let marks = after.temps.get(MARKS | RESULT).cloned();
        after.temps = call.temps.clone();
        after.locals = call.locals.clone();
        match (call.dst, result) {
            (Some(dst), Some(value)) => {
                self.eval.memory.set_temp(&mut after, dst, value, marks);
                call.returned.push(after);
            }
            (Some(_), None) => {
                let what = "result of a void function".into();
                self.space().unsupported(&after, &what, call.at);
            }
            (None, _) => call.returned.push(after),
        }
    }

    /// Merges the states in which the targets of one call returned, except for those that are kept apart.
    fn merge_calls(&mut self, mut states: Vec<State>, dst: Option<TempId>) -> Vec<State> {
        if states.len() < 2 {
            return states;
        }
        // Only the result differs between the targets; everything else is the caller's.
        let temps = states[0].temps.clone();
        if let Some(dst) = dst {
            for state in &mut states {
                if let Some(value) = state.temps.get(u64::from(dst.0)).cloned() {
                    state.temps.insert(RESULT, value);
                }
                let marks = state.temps.get(MARKS | u64::from(dst.0)).cloned();
                self.eval.memory.mark_temp(state, RESULT, marks);
            }
        }
        let mut merged = self.eval.memory.merge_alike(states, Join::Targets);
        for state in &mut merged {
            let result = state.temps.get(RESULT).cloned();
            let marks = state.temps.get(MARKS | RESULT).cloned();
            state.temps = temps.clone();
            if let (Some(dst), Some(value)) = (dst, result) {
                self.eval.memory.set_temp(state, dst, value, marks);
            }
        }
        merged
    }

    /// The functions a pointer can lead to, each with the state restricted to the executions that
    /// call it.
    pub(crate) fn targets(
        &mut self,
        state: &mut State,
        caller: FuncId,
        pointer: Pointer,
        span: Span,
    ) -> Vec<(FuncId, State)> {
        let space = self.space();
        let size = space.pool.bv_u64(space.width, 0);
        let valid =
            self.space()
                .memory_predicate(state, MemoryPredicate::IsFunction, pointer, size);
        if !self.space().require_function(state, valid, caller, span) {
            return Vec::new();
        }
        let mut targets = Vec::new();
        for candidate in self.space().candidates(pointer).list {
            if let ObjectKind::Function(id) = self.space().store.objects.get(candidate.object).kind
            {
                self.space().fork(state, candidate.cond, id, &mut targets);
            }
        }
        targets
    }

    /// Checks that the kinds of arguments and parameters agree, and the kind of the result with the
    /// one the caller expects.
    pub(crate) fn check_call(
        &self,
        id: FuncId,
        caller: FuncId,
        dst: Option<TempId>,
        values: &[Value],
    ) -> Result<(), Stuck> {
        let function = &self.eval.memory.space.program.functions[id];
        let other_result = dst.is_some_and(|dst| {
            self.eval.memory.space.program.functions[caller].temps[dst].ty != function.ret
        });
        if other_result && !function.stands_for_any() {
            return Err(Stuck::new("call for a result of another type"));
        }
        if !function.has_body() {
            return Ok(());
        }
        if values.len() < function.params.len() {
            return Err(Stuck::new("call with fewer arguments than parameters"));
        }
        for (param, value) in function.params.iter().zip(values) {
            let ty = function.temps[*param].ty;
            if !self.eval.fits(value, ty) {
                return Err(Stuck::new(
                    "call with arguments of other types than the parameters",
                ));
            }
        }
        Ok(())
    }

    /// Starts the program.
    pub(crate) fn start(&mut self, state: State, entry: FuncId) {
        let call = Call {
            at: self.space().here.at,
            dst: None,
            then: None,
            direct: true,
            arguments: Arguments::default(),
            temps: PersistentMap::new(),
            locals: PersistentMap::new(),
            targets: Vec::new(),
            returned: Vec::new(),
            thrown: Vec::new(),
        };
        self.enter_function(state, entry, &call);
    }

    /// Starts an activation of a function with a body; false at the recursion or call-depth bound.
    pub(crate) fn enter_function(&mut self, mut state: State, id: FuncId, call: &Call) -> bool {
        let deep = self.control.frames.len() >= self.space().bounds.depth_limit as usize;
        if deep && self.control.frames.innermost(id).is_none() {
            let what = format!("more than {} nested calls", self.space().bounds.depth_limit);
            self.eval.memory.space.unsupported(
                &state,
                &what.into(),
                self.eval.memory.space.here.at,
            );
            return false;
        }
        let Some(counted) = self.recursion_count(&state, id) else {
            let bound = self.space().bounds.unwind;
            self.space().cut_recursion(&state, id, bound, call.at.span);
            return false;
        };
        self.control.activations += 1;
        let number = self.control.activations;
        let place = self.space().name_call(id);
        let site = self.space().call_site(id);
        let lane = self.space().here.lane;
        let function = &self.space().program.functions[id];
        let plan = self.plan(id);
        let around = self.control.frames.top().and_then(|frame| frame.model);
        let mut frame = Frame {
            function: id,
            guard: state.guard,
            counted,
            number,
            model: around.or(function.model.then_some((number, id))),
            is_start: &*function.name == cassay_ir::START,
            place,
            site,
            lanes: (lane, lane),
            counters: Counters::new(plan.order.loops().len()),
            heads: std::collections::HashMap::new(),
            pending: Pending::default(),
            waiting: Vec::new(),
            exits: Exits::default(),
            key: None,
            block: Function::ENTRY,
            statement: 0,
            state: None,
            call: None,
            plan,
        };
        self.note_model(id, &frame, call.at.span);
        state.temps = PersistentMap::new();
        state.locals = PersistentMap::new();
        for (param, value) in function.params.iter().zip(&call.arguments.values) {
            state.temps.insert(u64::from(param.0), value.clone());
        }
        for (param, marks) in function.params.iter().zip(&call.arguments.marks) {
            self.eval
                .memory
                .mark_temp(&mut state, u64::from(param.0), marks.clone());
        }
        let entry = frame.plan.order.entry_key();
        frame.pending.add(entry, Function::ENTRY, state);
        self.control.frames.push(frame);
        self.control.frames.locate(&mut self.eval.memory.space.here);
        true
    }

    /// Records for the user what a model assumes, under the name of the function the program
    /// called.
    fn note_model(&mut self, id: FuncId, frame: &Frame, span: Span) {
        let function = &self.space().program.functions[id];
        if !function.model {
            return;
        }
        for note in &function.notes {
            let note = &self.space().program.notes[*note];
            let called = frame.model.map_or(id, |(_, called)| called);
            let called = &self.space().program.functions[called];
            let key = format!("{}: {}", called.name, note.assumption);
            self.space()
                .out
                .notes
                .entry(key.into())
                .or_insert_with(|| Note {
                    subject: called.name.clone(),
                    kind: note.kind,
                    assumption: note.assumption.clone(),
                    may_hide: note.may_hide,
                    span,
                });
        }
    }

    /// How many enclosing calls of the same function count against the bound; `None` past the
    /// bound.
    fn recursion_count(&self, state: &State, id: FuncId) -> Option<u32> {
        if self.control.frames.len() >= self.eval.memory.space.bounds.depth_limit as usize {
            return None;
        }
        let counted = match self.control.frames.innermost(id) {
            None => 0,
            // No symbolic branch was taken since the enclosing call: constants decide the depth of
            // this recursion.
            Some(outer) if outer.guard == state.guard => outer.counted,
            Some(outer) => outer.counted + 1,
        };
        (counted < self.eval.memory.space.bounds.unwind.max(1)).then_some(counted)
    }

    /// A call of a function without body: any result. What was assumed is recorded for the user.
    fn call_without_body(
        &mut self,
        state: &mut State,
        id: FuncId,
        call: &Call,
    ) -> Result<(), Stuck> {
        let function = &self.space().program.functions[id];
        let name = function.name.clone();
        let takes_pointer = function
            .params
            .iter()
            .any(|param| *self.space().program.types.get(function.temps[*param].ty) == Type::Ptr);
        if !self.space().out.notes.contains_key(&name) {
            let assumption = stub_assumption(function.library, self.may_write(&name));
            let note = Note {
                kind: NoteKind::MissingBody,
                subject: name.clone(),
                assumption,
                may_hide: false,
                span: call.at.span,
            };
            self.space().out.notes.insert(name.clone(), note);
        }
        if let Some(note) = self.space().out.notes.get_mut(&name) {
            note.may_hide |= !call.direct && (takes_pointer || function.variadic);
        }
        if function.ret == TypeTable::VOID {
            return Ok(());
        }
        let source = function.result_source();
        let value = self.space().any_value(state, function.ret, &source)?;
        if let Some(dst) = call.dst {
            self.eval.memory.set_temp(state, dst, value, None);
        }
        Ok(())
    }

    /// Whether the front-end has written statements for the side effects of a function without
    /// body; it does so before direct calls.
    fn may_write(&self, name: &str) -> bool {
        self.eval
            .memory
            .space
            .program
            .functions
            .iter()
            .any(|function| {
                let mut stmts = function.blocks.iter().flat_map(|block| &block.stmts);
                stmts.any(|stmt| match &stmt.kind {
                    StmtKind::MemHavoc {
                        source: InputSource::Written { by, .. },
                        ..
                    } => **by == *name,
                    _ => false,
                })
            })
    }
}

/// Gives a state in which a callee was left by an exception to its caller.
fn deliver_exception(call: &mut Call, mut after: State, kind: Option<Kind>) {
    after.temps = call.temps.clone();
    after.locals = call.locals.clone();
    after.thrown = kind;
    call.thrown.push(after);
}

/// The text of the note about a function without body.
fn stub_assumption(library: bool, writes: bool) -> Arc<str> {
    let what = if library { "no model" } else { "no body" };
    let changes = if writes {
        "only what its pointer arguments lead to"
    } else {
        "no memory"
    };
    let joint = if library {
        " that no violation may rest on,"
    } else {
        ""
    };
    format!("{what}: returns any value{joint} and changes {changes}").into()
}

#[cfg(test)]
mod tests {
    use crate::{Bounds, execute};
    use cassay_base::Stop;

    /// Copies of a model have other names and share its notes.
    const COPY: &str = "\
target 64
note \"sine\" \"is approximate\"
note \"cosine\" \"is approximate\"
fn sine_copy() -> i32 model notes 0 {
bb0:
  return 1
}
fn main() -> i32 {
bb0:
  %0: i32 = call sine_copy()
  return %0
}
";

    #[test]
    fn a_called_model_has_the_notes_that_it_lists() {
        let program = cassay_ir::text::parse(COPY).expect("a program");
        let entry = program.find_function("main").expect("a function main");
        let mut pool = cassay_simplify::pool();
        let equation = execute(&program, entry, &mut pool, &Bounds::default(), &Stop::new());
        let notes = equation.expect("no stop").notes;
        let [note] = notes.as_slice() else {
            panic!("one note: {notes:?}");
        };
        assert_eq!(&*note.subject, "sine_copy");
        assert_eq!(&*note.assumption, "is approximate");
    }
}
