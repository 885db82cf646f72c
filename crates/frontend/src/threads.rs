//! Threads: the functions of `<pthread.h>` and `<threads.h>` that start, end and join threads.
//!
//! A thread is identified by a number, the value of its `pthread_t` or `thrd_t`. Starting one
//! always succeeds.

use crate::builtins::Builtin;
use crate::fold;
use crate::functions::{Builder, Step};
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{CallTarget, CompareOp, Expr, StmtKind, TypeId, TypeTable, Variable};

/// The model that obeys the attributes of a new thread. It is linked where attributes are set.
const STARTED: &str = "__cassay_started";

/// The effect of a function on threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// Starts one; the indices of the arguments that are the function and its argument.
    Create { function: usize, argument: usize },
    /// Waits for one.
    Join,
    /// Ends the calling one.
    Exit,
}

/// The meaning of a name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    let what = match name {
        "pthread_create" => Threads::Create {
            function: 2,
            argument: 3,
        },
        "thrd_create" => Threads::Create {
            function: 1,
            argument: 2,
        },
        "pthread_join" | "thrd_join" => Threads::Join,
        "pthread_exit" | "thrd_exit" => Threads::Exit,
        _ => return None,
    };
    Some(Builtin::Threads(what))
}

impl<'m> Builder<'_, 'm> {
    /// Lowers a call of such a function.
    pub fn threads(
        &mut self,
        what: Threads,
        name: &str,
        call: &'m Call,
        step: &mut Step,
    ) -> Lowered<Option<Expr>> {
        match what {
            Threads::Create { function, argument } => {
                self.create_thread(name, call, function, argument)?;
            }
            Threads::Join => self.join_thread(name, call)?,
            Threads::Exit => {
                let (value, _) = self.argument(call, 0)?;
                self.body.push(StmtKind::EndThread(value));
                *step = Step::Ended;
                return Ok(None);
            }
        }
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        let width = self.int_width(ty)?;
        Ok(Some(Expr::int(width, 0)))
    }

    fn create_thread(
        &mut self,
        name: &str,
        call: &'m Call,
        function: usize,
        argument: usize,
    ) -> Lowered<()> {
        let (id, _) = self.pointer_argument(call, 0)?;
        let (body, _) = self.pointer_argument(call, function)?;
        let (argument, argument_ty) = self.pointer_argument(call, argument)?;
        let (target, args) = match body {
            Expr::FuncAddr(id) => {
                let callee = &self.cx.program.functions[id];
                let params: Vec<TypeId> = callee
                    .params
                    .iter()
                    .map(|param| callee.temps[*param].ty)
                    .collect();
                let args = match params.as_slice() {
                    [] => Vec::new(),
                    [own] => {
                        let adapted = self.adapted(argument, argument_ty, *own);
                        vec![adapted.ok_or_else(|| mismatch(name))?]
                    }
                    _ => return Err(mismatch(name)),
                };
                (CallTarget::Direct(id), args)
            }
            pointer => (CallTarget::Indirect(pointer), vec![argument]),
        };
        let int = self.cx.program.types.int(32);
        let dst = self.body.temp(int);
        self.body.push(StmtKind::Spawn { dst, target, args });
        let word = self.word();
        let bits = self.cx.pointer_bits();
        let types = &mut self.cx.program.types;
        let number = fold::resize(types, Expr::Temp(dst), 32, bits, false);
        let number = self.body.assign(word, number);
        self.store_value(false, word, number.clone(), id, u64::from(bits / 8))?;
        self.detach_as_asked(name, call, number)
    }

    /// Detaches a new thread if its attributes say so.
    fn detach_as_asked(&mut self, name: &str, call: &'m Call, number: Expr) -> Lowered<()> {
        if name != "pthread_create" {
            return Ok(());
        }
        let (attributes, _) = self.pointer_argument(call, 1)?;
        let model = self.cx.symbols.shared.get(STARTED);
        if let Some(id) = model.and_then(|address| address.function())
            && attributes != Expr::Null
        {
            self.body.push(StmtKind::Call {
                dst: None,
                target: CallTarget::Direct(id),
                args: vec![attributes, number],
            });
        }
        Ok(())
    }

    /// Joins a thread and stores its result where the caller wants it.
    fn join_thread(&mut self, name: &str, call: &'m Call) -> Lowered<()> {
        let (thread, ty) = self.argument(call, 0)?;
        let width = self.int_width(ty)?;
        let int = self.cx.program.types.int(32);
        let types = &mut self.cx.program.types;
        let thread = fold::resize(types, thread, width, 32, false);
        let thread = self.body.assign(int, thread);
        let (place, _) = self.pointer_argument(call, 1)?;
        let result = if name == "thrd_join" {
            int
        } else {
            TypeTable::PTR
        };
        let dst = self.body.temp(result);
        self.body.push(StmtKind::Join { dst, thread });
        if place == Expr::Null {
            return Ok(());
        }
        let align = self.cx.program.types.align(result);
        if fold::constant_address(&place).is_some() {
            return self.store_value(false, result, Expr::Temp(dst), place, align);
        }
        // If the caller wants no result, it goes to a variable that is never read.
        let unread = self.new_local(result, None);
        self.body.push(StmtKind::Declare(unread));
        let none = fold::compare(CompareOp::Eq, place.clone(), Expr::Null);
        let none = self.body.assign(TypeTable::BOOL, none);
        let target = fold::select(none, Expr::AddrOf(Variable::Local(unread)), place);
        let target = self.body.assign(TypeTable::PTR, target);
        self.store_value(false, result, Expr::Temp(dst), target, align)?;
        self.body.push(StmtKind::Dead(unread));
        Ok(())
    }
}

fn mismatch(name: &str) -> Unsupported {
    Unsupported::new(format!("{name} with a function of another type"))
}
