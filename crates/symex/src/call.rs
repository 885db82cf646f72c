//! Calls: known functions, function pointers, functions without body, recursion.

use crate::exec::{Activation, Interrupted, Machine, Stuck};
use crate::marks::MARKS;
use crate::object::{ObjectId, ObjectKind};
use crate::state::{RESULT, State};
use crate::value::{Pointer, Value};
use cassay_base::{Id, Span};
use cassay_ir::{
    CallTarget, Expr, FuncId, InputSource, MemoryPredicate, Note, StmtKind, TempId, Type, TypeTable,
};
use std::sync::Arc;

/// A call that cannot be followed, with the state before it.
type CallStuck = (State, Stuck);

impl Machine<'_> {
    /// Runs a call; no state when no execution returns from it.
    pub(crate) fn call(
        &mut self,
        mut state: State,
        caller: FuncId,
        dst: Option<TempId>,
        target: &CallTarget,
        args: &[Expr],
        span: Span,
    ) -> Result<Result<Option<State>, CallStuck>, Interrupted> {
        // As in the interpreter, who is called is evaluated before the arguments.
        let pointer = match target {
            CallTarget::Direct(_) => None,
            CallTarget::Indirect(pointer) => match self.eval_pointer(&state, pointer) {
                Ok(pointer) => Some(pointer),
                Err(stuck) => return Ok(Err((state, stuck))),
            },
        };
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            match self.eval(&state, arg) {
                Ok(value) => values.push(value),
                Err(stuck) => return Ok(Err((state, stuck))),
            }
        }
        let mut marks = Vec::new();
        for arg in args {
            match self.marks_of(&state, arg) {
                Ok(of_arg) => marks.push(of_arg),
                Err(stuck) => return Ok(Err((state, stuck))),
            }
        }
        let targets = match (target, pointer) {
            (CallTarget::Direct(id), _) => vec![(*id, state.clone())],
            (CallTarget::Indirect(_), Some(pointer)) => {
                self.targets(&mut state, caller, pointer, span)
            }
            (CallTarget::Indirect(_), None) => Vec::new(),
        };
        let direct = matches!(target, CallTarget::Direct(_));
        let mut returned = Vec::new();
        for (id, mut entered) in targets {
            if let Err(stuck) = self.check_call(id, caller, dst, &values) {
                // Other targets of the same pointer may still be called.
                self.unsupported(&entered, &stuck.0, self.at);
                continue;
            }
            if !self.program.functions[id].has_body() {
                if let Err(stuck) = self.call_without_body(&mut entered, id, dst, direct, span) {
                    return Ok(Err((entered, stuck)));
                }
                returned.push(entered);
                continue;
            }
            let (temps, locals) = (entered.temps.clone(), entered.locals.clone());
            let after = self.call_function(entered, id, values.clone(), marks.clone(), span)?;
            if let Some(mut after) = after {
                let result = after.temps.get(RESULT).cloned();
                let result_marks = after.temps.get(MARKS | RESULT).cloned();
                after.temps = temps;
                after.locals = locals;
                if let Some(dst) = dst {
                    match result {
                        Some(value) => self.set_temp(&mut after, dst, value, result_marks),
                        None => {
                            return Ok(Err((after, Stuck::new("result of a void function"))));
                        }
                    }
                }
                returned.push(after);
            }
        }
        Ok(Ok(self.merge_calls(returned, dst)))
    }

    /// Merges what several targets of one call returned.
    fn merge_calls(&mut self, mut states: Vec<State>, dst: Option<TempId>) -> Option<State> {
        if states.len() < 2 {
            return states.pop();
        }
        // Only the result differs between the targets; everything else is the caller's.
        let temps = states[0].temps.clone();
        if let Some(dst) = dst {
            for state in &mut states {
                if let Some(value) = state.temps.get(u64::from(dst.0)).cloned() {
                    state.temps.insert(RESULT, value);
                }
                let marks = state.temps.get(MARKS | u64::from(dst.0)).cloned();
                self.mark_temp(state, RESULT, marks);
            }
        }
        let mut merged = self.merge_all(states, None)?;
        let result = merged.temps.get(RESULT).cloned();
        let marks = merged.temps.get(MARKS | RESULT).cloned();
        merged.temps = temps;
        if let (Some(dst), Some(value)) = (dst, result) {
            self.set_temp(&mut merged, dst, value, marks);
        }
        Some(merged)
    }

    /// The functions a pointer can lead to, each with the state in which it does.
    fn targets(
        &mut self,
        state: &mut State,
        caller: FuncId,
        pointer: Pointer,
        span: Span,
    ) -> Vec<(FuncId, State)> {
        let size = self.pool.bv_u64(self.width, 0);
        let valid = self.memory_predicate(state, MemoryPredicate::IsFunction, pointer, size);
        if !self.require_function(state, valid, caller, span) {
            return Vec::new();
        }
        let mut targets = Vec::new();
        for candidate in self.candidates(pointer).list {
            if let ObjectKind::Function(id) = self.objects.get(candidate.object).kind {
                self.fork(state, candidate.cond, id, &mut targets);
            }
        }
        targets
    }

    /// Arguments must be of the kinds of the parameters they meet, and the result of the kind the
    /// caller takes.
    fn check_call(
        &self,
        id: FuncId,
        caller: FuncId,
        dst: Option<TempId>,
        values: &[Value],
    ) -> Result<(), Stuck> {
        let function = &self.program.functions[id];
        if dst.is_some_and(|dst| self.program.functions[caller].temps[dst].ty != function.ret) {
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
            if !self.fits(value, ty) {
                return Err(Stuck::new(
                    "call with arguments of other types than the parameters",
                ));
            }
        }
        Ok(())
    }

    /// Runs a function with a body; the caller restores its own temporaries and locals.
    pub(crate) fn call_function(
        &mut self,
        mut state: State,
        id: FuncId,
        values: Vec<Value>,
        marks: Vec<Option<Value>>,
        span: Span,
    ) -> Result<Option<State>, Interrupted> {
        let recursive = self.calls.iter().any(|call| call.function == id);
        if self.calls.len() >= self.bounds.depth_limit as usize && !recursive {
            let what = format!("more than {} nested calls", self.bounds.depth_limit);
            self.unsupported(&state, &what.into(), self.at);
            return Ok(None);
        }
        let Some(counted) = self.recursion_count(&state, id) else {
            let bound = self.bounds.unwind;
            self.cut_recursion(&state, id, bound, span);
            return Ok(None);
        };
        self.activations += 1;
        let at = self.at;
        self.name_call(id);
        let number = self.activations;
        self.calls.push(Activation {
            function: id,
            guard: state.guard,
            counted,
            number,
        });
        self.note_model(id, span);
        let first_object = self.objects.len();
        let function = &self.program.functions[id];
        state.temps = cassay_base::PersistentMap::new();
        state.locals = cassay_base::PersistentMap::new();
        for (param, value) in function.params.iter().zip(values) {
            state.temps.insert(u64::from(param.0), value);
        }
        for (param, marks) in function.params.iter().zip(marks) {
            self.mark_temp(&mut state, u64::from(param.0), marks);
        }
        let after = self.run_body(state, id)?;
        self.calls.pop();
        self.naming.returned();
        self.at = at;
        Ok(after.map(|state| self.end_locals(state, number, first_object)))
    }

    /// Tells the user what a model assumes, under the name of the function the program called.
    fn note_model(&mut self, id: FuncId, span: Span) {
        let function = &self.program.functions[id];
        if !function.model {
            return;
        }
        let own = |note: &&Note| note.subject == function.name;
        for note in self.program.notes.iter().filter(own) {
            let functions = self.calls.iter().map(|call| call.function);
            let called = functions
                .map(|id| &self.program.functions[id])
                .find(|function| function.model)
                .unwrap_or(function);
            let key = format!("{}: {}", called.name, note.assumption);
            self.out.notes.entry(key.into()).or_insert_with(|| Note {
                subject: called.name.clone(),
                assumption: note.assumption.clone(),
                may_hide: note.may_hide,
                span,
            });
        }
    }

    /// How many calls of a function around this one count against the bound; `None` past it.
    fn recursion_count(&self, state: &State, id: FuncId) -> Option<u32> {
        if self.calls.len() >= self.bounds.depth_limit as usize {
            return None;
        }
        let outer = self.calls.iter().rev().find(|call| call.function == id);
        let counted = match outer {
            None => 0,
            // Nothing symbolic was decided in between: constants drive this recursion.
            Some(outer) if outer.guard == state.guard => outer.counted,
            Some(outer) => outer.counted + 1,
        };
        (counted < self.bounds.unwind.max(1)).then_some(counted)
    }

    /// Ends the life of an activation's automatic objects.
    fn end_locals(&mut self, mut state: State, number: u64, first: usize) -> State {
        let truth = self.pool.tru();
        for index in first..self.objects.len() {
            let id = ObjectId::from_index(index);
            let object = self.objects.get(id);
            let exists = state.alive.get(u64::from(id.0)).is_some();
            if object.kind.is_automatic() && object.activation == number && exists {
                self.end_life(&mut state, id, truth);
            }
        }
        state
    }

    /// A function without body: any result; the user is told what was assumed.
    fn call_without_body(
        &mut self,
        state: &mut State,
        id: FuncId,
        dst: Option<TempId>,
        direct: bool,
        span: Span,
    ) -> Result<(), Stuck> {
        let function = &self.program.functions[id];
        let name = function.name.clone();
        let takes_pointer = function
            .params
            .iter()
            .any(|param| *self.program.types.get(function.temps[*param].ty) == Type::Ptr);
        if !self.out.notes.contains_key(&name) {
            let assumption = stub_assumption(function.library, self.may_write(&name));
            let note = Note {
                subject: name.clone(),
                assumption,
                may_hide: false,
                span,
            };
            self.out.notes.insert(name.clone(), note);
        }
        if let Some(note) = self.out.notes.get_mut(&name) {
            note.may_hide |= !direct && (takes_pointer || function.variadic);
        }
        if function.ret == TypeTable::VOID {
            return Ok(());
        }
        let source = function.result_source();
        let value = self.any_value(state, function.ret, &source)?;
        if let Some(dst) = dst {
            self.set_temp(state, dst, value, None);
        }
        Ok(())
    }

    /// Whether the front-end wrote down what calls of a function may change; it does so before
    /// direct ones.
    fn may_write(&self, name: &str) -> bool {
        self.program.functions.iter().any(|function| {
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

/// What is assumed of a function without body.
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
