//! Calls and returns. The stack of activations is explicit: deep recursion of the program is
//! never recursion of the interpreter.

use crate::machine::{Frame, Machine, Then};
use crate::observe::Event;
use crate::outcome::{Outcome, Run};
use crate::value::{Base, Pointer, Value};
use cassay_base::Id;
use cassay_ir::{CallTarget, Expr, FuncId, Function, LocalId, TempId, TypeTable};

/// The end of an execution whose exception leaves all activations. The passes put a claim before it.
const UNCAUGHT: &str = "exception that leaves the program";

/// Arguments of a call, with their marks.
pub(crate) struct Arguments {
    pub(crate) values: Vec<Value>,
    marks: Vec<Option<Value>>,
}

impl<'p> Machine<'p, '_> {
    /// Enters a function; `then` are the blocks where the caller continues, if not at its next
    /// statement.
    pub(crate) fn call(
        &mut self,
        dst: Option<TempId>,
        target: &'p CallTarget,
        args: &'p [Expr],
        then: Option<Then>,
    ) -> Run<()> {
        let callee = self.callee(target)?;
        let body = self.function(callee)?;
        let args = self.arguments(args)?;
        if !body.has_body() {
            return self.call_nothing(dst, body, then);
        }
        self.check_depth()?;
        let mut frame = self.activation(callee, body, &args)?;
        frame.result = dst;
        frame.then = then;
        self.tell(Event::Call {
            callee,
            frame: frame.id,
            args: &args.values,
        });
        let caller = std::mem::replace(&mut self.stack.frame, frame);
        self.stack.callers.push(caller);
        Ok(())
    }

    /// Evaluates arguments.
    pub(crate) fn arguments(&mut self, args: &'p [Expr]) -> Run<Arguments> {
        let mut given = Arguments {
            values: Vec::with_capacity(args.len()),
            marks: Vec::new(),
        };
        for arg in args {
            let marks = self.marks_of(arg)?;
            given.values.push(self.eval(arg)?);
            given.marks.push(marks);
        }
        Ok(given)
    }

    /// A new activation of a function.
    pub(crate) fn activation(
        &mut self,
        callee: FuncId,
        body: &'p Function,
        args: &Arguments,
    ) -> Run<Frame<'p>> {
        let mut frame = Frame::new(self.frames_made, callee, body);
        self.frames_made += 1;
        self.facts.executed.insert(callee);
        if args.values.len() < body.params.len() {
            return Err(self.invalid("call with too few arguments"));
        }
        let given = args.values.iter().zip(&args.marks);
        for (param, (value, marks)) in body.params.iter().zip(given) {
            let (Some(slot), Some(temp)) =
                (frame.temps.get_mut(param.index()), body.temps.get(*param))
            else {
                return Err(self.malformed("a parameter that does not exist"));
            };
            if !value.has_type(self.program, temp.ty) {
                return Err(self.invalid("call with an argument of another type"));
            }
            *slot = Some(value.clone());
            if let Some(marks) = marks {
                frame.marks.insert(param.index(), marks.clone());
            }
        }
        Ok(frame)
    }

    pub(crate) fn callee(&mut self, target: &'p CallTarget) -> Run<FuncId> {
        match target {
            CallTarget::Direct(callee) => Ok(*callee),
            CallTarget::Indirect(pointer) => {
                let pointer = self.eval_pointer(pointer)?;
                match self.lead(pointer) {
                    Pointer {
                        base: Base::Function(callee),
                        offset: 0,
                    } => Ok(callee),
                    Pointer {
                        base: Base::Null | Base::Object(_) | Base::Function(_) | Base::Invalid,
                        offset: _,
                    } => Err(self.invalid("call through a pointer to no function")),
                }
            }
        }
    }

    /// A function without body returns any value and changes nothing. The oracle is asked for the
    /// result even if the caller ignores it.
    fn call_nothing(
        &mut self,
        dst: Option<TempId>,
        body: &'p Function,
        then: Option<Then>,
    ) -> Run<()> {
        self.facts.without_body = true;
        let mut value = None;
        if body.ret != TypeTable::VOID {
            let source = body.result_source();
            value = Some(self.nondet(&source, body.ret)?);
        }
        self.take_result(dst, value)?;
        match then {
            Some(then) => self.goto(then.normal),
            None => Ok(()),
        }
    }

    /// Ends the lives of what the activation holds.
    pub(crate) fn end_frame(&mut self) {
        for index in 0..self.stack.frame.locals.len() {
            self.end_local(LocalId::from_index(index));
        }
        for object in std::mem::take(&mut self.stack.frame.stack) {
            self.end_object(object);
        }
    }

    /// Leaves the activation with a result.
    pub(crate) fn leave(&mut self, value: Option<Value>, marks: Option<Value>) -> Run<()> {
        if !self.ends_process() {
            self.end_frame();
        }
        self.tell(Event::Return {
            value: value.as_ref(),
        });
        let Some(caller) = self.stack.callers.pop() else {
            let mut value = value;
            if let Some(Value::Address(_)) = value {
                value = value.map(|v| self.int_of(v)).transpose()?.map(Value::Int);
            }
            if self.stack.thread != 0 {
                return self.end_thread(value);
            }
            self.drain();
            return Err(Box::new(Outcome::Finished { value }));
        };
        let left = std::mem::replace(&mut self.stack.frame, caller);
        self.take_result(left.result, value)?;
        if let Some(dst) = left.result {
            self.mark_temp(dst, marks);
        }
        match left.then {
            Some(then) => self.goto(then.normal),
            None => Ok(()),
        }
    }

    /// Leaves activations by an exception, up to the first that continues after one.
    pub(crate) fn unwind(&mut self) -> Run<()> {
        loop {
            self.end_frame();
            self.tell(Event::Unwind);
            let Some(caller) = self.stack.callers.pop() else {
                return Err(self.unsupported(UNCAUGHT));
            };
            let left = std::mem::replace(&mut self.stack.frame, caller);
            if let Some(then) = left.then {
                return self.goto(then.unwind);
            }
        }
    }

    /// Assigns the result of a call to the caller's temporary, if there is one.
    fn take_result(&mut self, dst: Option<TempId>, value: Option<Value>) -> Run<()> {
        let Some(dst) = dst else {
            return Ok(());
        };
        let ty = self.temp_type(dst)?;
        match value {
            Some(value) if value.has_type(self.program, ty) => self.set_temp(dst, value),
            Some(_) | None => {
                Err(self.invalid("use of a result that the function does not return"))
            }
        }
    }
}
