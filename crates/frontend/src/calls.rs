//! Calls: of intrinsics, of built-in functions, and of all others.

use crate::assembly::traps;
use crate::builtins::{self, Builtin};
use crate::dialects;
use crate::foreign::{self, Foreign};
use crate::functions::{Builder, Step};
use crate::link::Address;
use crate::llvm::{self, Call, Instruction};
use crate::lower::{Lowered, Unsupported};
use crate::readable::verifier_name;
use crate::{intrinsics, kinds, ubsan};
use cassay_ir::ends::{self, End};
use cassay_ir::{
    BlockId, CallTarget, Expr, FuncId, InputSource, LocalId, Property, PropertyClass, StmtKind,
    Terminator, TypeId, TypeTable,
};

/// Target and arguments of a call, lowered.
struct Prepared {
    target: CallTarget,
    args: Vec<Expr>,
    /// The type that the callee returns.
    ret: TypeId,
    /// The block of variable arguments.
    block: Option<LocalId>,
}

/// Whether a function of this name starts, ends or orders threads. Without a model of it, nothing is known
/// about their order, whatever is assumed of other functions without a body.
fn is_about_threads(name: &str) -> bool {
    let prefixes = [
        "pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_", "__kmpc_", "GOMP_",
    ];
    // A child of `vfork` or `clone` may share the memory of its parent.
    let names = ["vfork", "clone", "__clone", "__clone2", "clone3"];
    names.contains(&name) || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

fn mismatch(name: &str) -> Unsupported {
    Unsupported::new(format!(
        "call of `{name}` that does not match its definition"
    ))
}

impl<'m> Builder<'_, 'm> {
    /// Lowers a call; the value is `None` for one without a result.
    pub fn call(&mut self, call: &'m Call, step: &mut Step) -> Lowered<Option<Expr>> {
        if let llvm::Value::InlineAsm(asm) = &call.callee {
            if traps(&asm.template) {
                self.claim_heap(End::Abort, None);
                *step = Step::Ended;
            }
            return self.inline_assembly(call, asm);
        }
        if let Some(symbol) = call.callee_name() {
            let name = verifier_name(symbol);
            if name.starts_with("llvm.") {
                return intrinsics::lower(self, name, call, step);
            }
            if name.starts_with("__ubsan_handle_") {
                let outer = self.body.span;
                self.place_missing_return(call);
                self.claim(Expr::bool(false), call);
                self.body.span = outer;
                return Ok(None);
            }
            self.check_format(name, call);
            if let Some(builtin) = builtins::find(name, || self.has_own_body(symbol)) {
                return self.builtin(builtin, name, call, step);
            }
            if let Some(refusal) = dialects::refusal(name)
                && !self.has_own_body(symbol)
            {
                return Err(refusal);
            }
        }
        self.ordinary_call(call, step)
    }

    /// `invoke`. Built-in functions and those without a body never throw.
    pub fn invoke(
        &mut self,
        call: &'m Call,
        instruction: &'m Instruction,
        normal: BlockId,
        unwind: BlockId,
    ) -> Lowered<Terminator> {
        let own_meaning = call.callee_name().is_some_and(|symbol| {
            let name = verifier_name(symbol);
            name.starts_with("llvm.")
                || builtins::find(name, || self.has_own_body(symbol)).is_some()
        });
        let asm = matches!(call.callee, llvm::Value::InlineAsm(_));
        if own_meaning || asm || self.has_no_body(call)? {
            let mut step = Step::Next;
            let value = self.call(call, &mut step)?;
            self.bind(instruction, value);
            return Ok(match step {
                Step::Next => Terminator::Goto(normal),
                Step::Ended => Terminator::Unreachable,
                Step::Unwound(_) => Terminator::Goto(unwind),
            });
        }
        // The block of variable arguments lives until the function ends, or another call here begins.
        let prepared = self.prepare_call(call)?;
        let wanted = self.cx.lower_type(self.unit, &call.ret)?;
        let dst = match wanted {
            TypeTable::VOID => None,
            _ if wanted == prepared.ret => self.result_temp(wanted),
            _ => return Err(mismatch(call.callee_name().unwrap_or("a function"))),
        };
        self.bind(instruction, dst.map(Expr::Temp));
        Ok(Terminator::Invoke {
            dst,
            target: prepared.target,
            args: prepared.args,
            normal,
            unwind,
        })
    }

    /// Whether a call is one of a known function without body.
    fn has_no_body(&mut self, call: &'m Call) -> Lowered<bool> {
        let callee = self.operand(&llvm::Type::PTR, &call.callee)?;
        Ok(matches!(callee, Expr::FuncAddr(id) if !self.is_defined(id)))
    }

    /// Records the value of an instruction's result.
    pub fn bind(&mut self, instruction: &'m Instruction, value: Option<Expr>) {
        if let (Some(name), Some(value)) = (&instruction.result, value) {
            self.values.insert(name, Ok(value));
        }
    }

    fn result_temp(&mut self, ty: TypeId) -> Option<cassay_ir::TempId> {
        (ty != TypeTable::VOID).then(|| self.body.temp(ty))
    }

    /// A call of an ordinary function.
    fn ordinary_call(&mut self, call: &'m Call, step: &mut Step) -> Lowered<Option<Expr>> {
        let prepared = self.prepare_call(call)?;
        if let CallTarget::Direct(id) = prepared.target
            && !self.is_defined(id)
        {
            let name = call.callee_name().unwrap_or("");
            if is_about_threads(name) {
                return Err(Unsupported::new(format!("{name}, which has no model")));
            }
            let never_returns = self.never_returns(call);
            match foreign::of(name, never_returns) {
                Some(Foreign::Panic(name)) => {
                    let message = format!("panic: call of {name}");
                    let property = Property::new(PropertyClass::Panic, message);
                    self.assert(Expr::bool(false), property);
                }
                Some(Foreign::Prints) => return Ok(None),
                Some(Foreign::Unknown(what)) => return Err(Unsupported::new(what)),
                None => self.effects_without_body(id, call)?,
            }
            // Nothing follows a call of a function without body that never returns.
            if never_returns {
                self.refuse_unknown_end(id, name)?;
                self.claim_heap(End::Abort, None);
                *step = Step::Ended;
            }
        }
        let dst = self.result_temp(prepared.ret);
        self.body.push(StmtKind::Call {
            dst,
            target: prepared.target,
            args: prepared.args,
        });
        if let Some(block) = prepared.block {
            self.body.push(StmtKind::Dead(block));
        }
        let wanted = self.cx.lower_type(self.unit, &call.ret)?;
        if wanted == TypeTable::VOID {
            return Ok(None);
        }
        let Some(dst) = dst else {
            return Ok(Some(Expr::Undef(wanted)));
        };
        self.adapted(Expr::Temp(dst), prepared.ret, wanted)
            .map(Some)
            .ok_or_else(|| mismatch(call.callee_name().unwrap_or("a function")))
    }

    /// Target and arguments of an ordinary call. Arguments for a known function have the types of
    /// its definition.
    fn prepare_call(&mut self, call: &'m Call) -> Lowered<Prepared> {
        let callee = self.operand(&llvm::Type::PTR, &call.callee)?;
        let ret = self.cx.lower_type(self.unit, &call.ret)?;
        let (target, ret, params, takes_block) = match callee {
            Expr::FuncAddr(id) => {
                let function = &self.cx.program.functions[id];
                let takes_block = self.cx.symbols.takes_block.contains(&id);
                let fixed = function.params.len() - usize::from(takes_block);
                let params: Vec<TypeId> = function.params[..fixed]
                    .iter()
                    .map(|param| function.temps[*param].ty)
                    .collect();
                (
                    CallTarget::Direct(id),
                    function.ret,
                    Some(params),
                    takes_block,
                )
            }
            pointer => {
                let fixed = call
                    .function_type
                    .as_ref()
                    .filter(|ty| ty.varargs && !ty.params.is_empty());
                let params = match fixed {
                    Some(ty) => Some(self.argument_types(call, ty.params.len())?),
                    None => None,
                };
                let takes_block = params.is_some();
                (CallTarget::Indirect(pointer), ret, params, takes_block)
            }
        };
        let count = params.as_ref().map_or(call.args.len(), Vec::len);
        if call.args.len() < count {
            return Err(mismatch(call.callee_name().unwrap_or("a function")));
        }
        let mut args = Vec::with_capacity(count + 1);
        for (index, argument) in call.args[..count].iter().enumerate() {
            let own = self.cx.lower_type(self.unit, &argument.ty)?;
            let value = self.operand(&argument.ty, &argument.value)?;
            let wanted = params.as_ref().map_or(own, |params| params[index]);
            let value = self
                .adapted(value, own, wanted)
                .ok_or_else(|| mismatch(call.callee_name().unwrap_or("a function")))?;
            args.push(value);
        }
        // A function without body and prototype may use whatever pointers it gets.
        if let CallTarget::Direct(id) = target
            && !self.is_defined(id)
            && !takes_block
        {
            let rest = call.args[count..].iter();
            for argument in rest.filter(|argument| matches!(argument.ty, llvm::Type::Ptr { .. })) {
                args.push(self.operand(&argument.ty, &argument.value)?);
            }
        }
        let mut block = None;
        if takes_block {
            let passed = call.args[count..]
                .iter()
                .map(|argument| self.passed(argument))
                .collect::<Lowered<Vec<_>>>()?;
            let tagged = !self.is_format_checked(call);
            let (local, first) = self.argument_block(passed, tagged)?;
            args.push(first);
            block = Some(local);
        }
        Ok(Prepared {
            target,
            args,
            ret,
            block,
        })
    }

    /// The types of the first arguments.
    fn argument_types(&mut self, call: &'m Call, count: usize) -> Lowered<Vec<TypeId>> {
        call.args
            .iter()
            .take(count)
            .map(|argument| self.cx.lower_type(self.unit, &argument.ty))
            .collect()
    }

    /// The effect of a function without body on memory: it may write everything that its pointer
    /// arguments lead to, unless its parameters are declared read-only.
    fn effects_without_body(&mut self, id: FuncId, call: &'m Call) -> Lowered<()> {
        let function = &self.cx.program.functions[id];
        let library = function.library;
        // A library function is not a stub of the user: its effect is specified.
        if self.cx.options.pure_stubs && !library {
            return Ok(());
        }
        let name = function.name.clone();
        let module = &self.cx.units[self.unit].module;
        let declared = call.callee_name().and_then(|name| module.function(name));
        let read_only = |index: usize| {
            declared.is_some_and(|declared| {
                let attribute = declared.params.get(index).is_some_and(|param| {
                    ["readonly", "readnone"]
                        .iter()
                        .any(|name| param.attrs.has(name))
                });
                attribute || self.cx.debug[self.unit].points_to_constant(declared, index)
            })
        };
        let written: Vec<&llvm::Argument> = call
            .args
            .iter()
            .enumerate()
            .filter(|(index, argument)| {
                matches!(argument.ty, llvm::Type::Ptr { .. })
                    && argument.attrs.byval().is_none()
                    && !read_only(*index)
            })
            .map(|(_, argument)| argument)
            .collect();
        let source = InputSource::written(name, library);
        for argument in written {
            let dst = self.operand(&argument.ty, &argument.value)?;
            if dst != Expr::Null && !matches!(dst, Expr::FuncAddr(_)) {
                self.body.push(StmtKind::MemHavoc {
                    dst,
                    len: None,
                    source: source.clone(),
                    among: None,
                });
            }
        }
        Ok(())
    }

    /// Whether the program itself defines a function of that name. An inline copy of a library
    /// function from a header does not count.
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
        self.cx.symbols.defined.contains(&id)
    }

    /// In other languages a function without body that never returns ends a program after an error.
    fn refuse_unknown_end(&mut self, id: FuncId, symbol: &str) -> Lowered<()> {
        let library = self.cx.program.functions[id].library;
        if !self.is_llvm_input() || library || foreign::of(symbol, true).is_some() {
            return Ok(());
        }
        let what = format!("function `{symbol}` that never returns and has no body");
        Err(Unsupported::new(what))
    }

    /// The end of a function has no place of its own: a report about it is placed at the function.
    pub fn place_missing_return(&mut self, call: &Call) {
        let name = call.callee_name().unwrap_or("");
        if name.starts_with("__ubsan_handle_missing_return") {
            self.body.span = self.body.function.span;
        }
    }

    /// Whether the current code comes from an LLVM assembly file of the user.
    pub fn is_llvm_input(&self) -> bool {
        let unit = &self.cx.units[self.unit];
        !unit.is_model && kinds::is_llvm(&unit.path)
    }

    pub fn never_returns(&self, call: &Call) -> bool {
        let module = &self.cx.units[self.unit].module;
        module.has_attr(&call.attrs, "noreturn")
            || call
                .callee_name()
                .and_then(|name| module.function(name))
                .is_some_and(|function| module.has_attr(&function.attrs, "noreturn"))
    }

    /// Claims a condition; the call, made where it fails, describes the property.
    pub fn claim(&mut self, cond: Expr, call: &'m Call) {
        let module = &self.cx.units[self.unit].module;
        let name = verifier_name(call.callee_name().unwrap_or(""));
        if name.starts_with("__ubsan_handle_") {
            if let Some(property) = ubsan::property(module, call) {
                self.assert(cond, property);
            }
            return;
        }
        if builtins::find(name, || true) != Some(Builtin::Exit) {
            let property = self.failure_property(name, call);
            self.assert(cond.clone(), property);
        }
        self.claim_heap(End::Abort, Some(&cond));
        // The call ends the execution even if the check for assertions is disabled.
        self.body.push(StmtKind::Assume(cond));
    }

    /// Adds the claims about the heap at an end of the program.
    pub(crate) fn claim_heap(&mut self, end: End, unless: Option<&Expr>) {
        for (cond, property) in ends::claims(end, unless) {
            self.assert(cond, property);
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

    /// Adds an assertion. Unlike a failed call, it ends no execution if its check is disabled.
    pub fn assert(&mut self, cond: Expr, property: Property) {
        let claim = self.cx.program.claims.fresh();
        self.body.push(StmtKind::Assert {
            claim,
            cond,
            property,
        });
    }
}

impl Address {
    /// The function at this address.
    pub fn function(self) -> Option<FuncId> {
        match self {
            Address::Function(id) => Some(id),
            Address::Global(_, _) | Address::Null => None,
        }
    }
}
