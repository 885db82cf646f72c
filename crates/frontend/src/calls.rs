//! Calls: to intrinsics, to functions with a meaning of their own, to all others.

use crate::builtins::{self, Builtin};
use crate::functions::{Builder, Step};
use crate::link::Address;
use crate::llvm::{self, Call, Instruction};
use crate::lower::{Lowered, Unsupported};
use crate::{intrinsics, ubsan};
use cassay_ir::{
    BlockId, CallTarget, Expr, FuncId, Property, StmtKind, Terminator, TypeId, TypeTable,
};

impl<'m> Builder<'_, 'm> {
    /// Lowers a call; the value is `None` for one without a result.
    pub fn call(&mut self, call: &'m Call, step: &mut Step) -> Lowered<Option<Expr>> {
        if let llvm::Value::InlineAsm(asm) = &call.callee {
            return self.inline_assembly(call, asm);
        }
        if let Some(name) = call.callee_name() {
            if name.starts_with("llvm.") {
                return intrinsics::lower(self, name, call, step);
            }
            if name.starts_with("__ubsan_handle_") {
                self.claim(Expr::bool(false), call);
                return Ok(None);
            }
            if let Some(builtin) = builtins::find(name, || self.has_own_body(name)) {
                return self.builtin(builtin, name, call, step);
            }
        }
        let (target, args) = self.prepare_call(call)?;
        // Nothing comes back from a function that is only known never to return.
        if let CallTarget::Direct(id) = &target
            && self.never_returns(call)
            && !self.is_defined(*id)
        {
            *step = Step::Ended;
        }
        let dst = self.result_temp(call)?;
        self.push(StmtKind::Call { dst, target, args });
        Ok(dst.map(Expr::Temp))
    }

    /// `invoke`. Functions with a meaning of their own never throw.
    pub fn invoke(
        &mut self,
        call: &'m Call,
        instruction: &'m Instruction,
        normal: BlockId,
        unwind: BlockId,
    ) -> Lowered<Terminator> {
        let own_meaning = call.callee_name().is_some_and(|name| {
            name.starts_with("llvm.") || builtins::find(name, || self.has_own_body(name)).is_some()
        });
        if own_meaning || matches!(call.callee, llvm::Value::InlineAsm(_)) {
            let mut step = Step::Next;
            let value = self.call(call, &mut step)?;
            self.bind(instruction, value);
            return Ok(match step {
                Step::Next => Terminator::Goto(normal),
                Step::Ended => Terminator::Unreachable,
            });
        }
        let (target, args) = self.prepare_call(call)?;
        let dst = self.result_temp(call)?;
        self.bind(instruction, dst.map(Expr::Temp));
        Ok(Terminator::Invoke {
            dst,
            target,
            args,
            normal,
            unwind,
        })
    }

    fn bind(&mut self, instruction: &'m Instruction, value: Option<Expr>) {
        if let (Some(name), Some(value)) = (&instruction.result, value) {
            self.values.insert(name, Ok(value));
        }
    }

    fn result_temp(&mut self, call: &'m Call) -> Lowered<Option<cassay_ir::TempId>> {
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        Ok((ty != TypeTable::VOID).then(|| self.temp(ty)))
    }

    /// Target and arguments of an ordinary call, agreeing with the callee's definition.
    fn prepare_call(&mut self, call: &'m Call) -> Lowered<(CallTarget, Vec<Expr>)> {
        let mut args = Vec::with_capacity(call.args.len());
        let mut types = Vec::with_capacity(call.args.len());
        for argument in &call.args {
            types.push(self.cx.lower_type(self.unit, &argument.ty)?);
            args.push(self.operand(&argument.ty, &argument.value)?);
        }
        let callee = self.operand(&llvm::Type::PTR, &call.callee)?;
        let Expr::FuncAddr(id) = callee else {
            return Ok((CallTarget::Indirect(callee), args));
        };
        let ret = self.cx.lower_type(self.unit, &call.ret)?;
        self.check_signature(id, ret, &types)?;
        Ok((CallTarget::Direct(id), args))
    }

    /// A call must agree with the function in the number and types of arguments and result.
    fn check_signature(&self, id: FuncId, ret: TypeId, args: &[TypeId]) -> Lowered<()> {
        let function = &self.cx.program.functions[id];
        let enough = if function.variadic {
            args.len() >= function.params.len()
        } else {
            args.len() == function.params.len()
        };
        let agrees = enough
            && ret == function.ret
            && function
                .params
                .iter()
                .zip(args)
                .all(|(param, arg)| function.temps[*param].ty == *arg);
        if agrees {
            Ok(())
        } else {
            Err(Unsupported::new(format!(
                "call of `{}` that does not match its definition",
                function.name
            )))
        }
    }

    /// Whether the program itself defines a function of that name (a copy of a library function
    /// that a header offers for inlining does not count).
    fn has_own_body(&self, name: &str) -> bool {
        let linkage_counts = |function: &llvm::Function| {
            function.body.is_some() && function.linkage != llvm::Linkage::AvailableExternally
        };
        self.cx
            .units
            .iter()
            .any(|unit| unit.module.function(name).is_some_and(linkage_counts))
    }

    fn is_defined(&self, id: FuncId) -> bool {
        let name = self.cx.program.functions[id].name.clone();
        self.cx.program.functions[id].has_body()
            || self.cx.units.iter().any(|unit| {
                unit.module
                    .function(&name)
                    .is_some_and(|function| function.body.is_some())
            })
    }

    fn never_returns(&self, call: &Call) -> bool {
        let module = &self.cx.units[self.unit].module;
        module.has_attr(&call.attrs, "noreturn")
            || call
                .callee_name()
                .and_then(|name| module.function(name))
                .is_some_and(|function| module.has_attr(&function.attrs, "noreturn"))
    }

    /// Claims a condition, as the call says that is made where it fails.
    pub fn claim(&mut self, cond: Expr, call: &'m Call) {
        let module = &self.cx.units[self.unit].module;
        let name = call.callee_name().unwrap_or("");
        if name.starts_with("__ubsan_handle_") {
            if let Some(property) = ubsan::property(module, call) {
                self.push(StmtKind::Assert { cond, property });
            }
            return;
        }
        if builtins::find(name, || true) != Some(Builtin::Exit) {
            let property = self.failure_property(name, call);
            self.assert(cond.clone(), property);
        }
        // The call ends the execution even where nobody asks about the assertion.
        self.push(StmtKind::Assume(cond));
    }

    /// Assembly without instructions: a barrier for the compiler, or a way to hide a value from
    /// it. All other assembly is not lowered.
    fn inline_assembly(&mut self, call: &'m Call, asm: &llvm::InlineAsm) -> Lowered<Option<Expr>> {
        if !asm.template.trim().is_empty() {
            return Err(Unsupported::new("inline assembly"));
        }
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        if ty == TypeTable::VOID {
            return Ok(None);
        }
        // One output in a register: it is the input tied to it, if there is one.
        let constraints: Vec<&str> = asm.constraints.split(',').collect();
        let outputs = constraints.iter().filter(|text| text.starts_with('='));
        if outputs.count() != 1 {
            return Err(Unsupported::new("inline assembly"));
        }
        let inputs = constraints
            .iter()
            .filter(|text| !text.starts_with(['=', '~', '!']));
        match inputs.enumerate().find(|(_, text)| **text == "0") {
            Some((index, _)) => {
                let (value, own) = self.argument(call, index)?;
                if own != ty {
                    return Err(Unsupported::new("inline assembly"));
                }
                Ok(Some(value))
            }
            None => Ok(Some(self.havoc(ty, "result of inline assembly".into()))),
        }
    }

    /// The text of a string literal passed as an argument.
    pub fn literal(&self, value: &llvm::Value) -> Option<String> {
        let name = value.as_global()?;
        let module = &self.cx.units[self.unit].module;
        let llvm::GlobalRef::Global(global) = module.lookup(name)? else {
            return None;
        };
        let llvm::Constant::Bytes(bytes) = &global.init.as_ref()?.value else {
            return None;
        };
        let text = bytes.split(|byte| *byte == 0).next()?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// An assertion that does not stop an execution by itself.
    pub fn assert(&mut self, cond: Expr, property: Property) {
        self.push(StmtKind::Assert { cond, property });
    }
}

impl Address {
    /// The function at this address.
    pub fn function(self) -> Option<FuncId> {
        match self {
            Address::Function(id) => Some(id),
            Address::Global(_, _) => None,
        }
    }
}
