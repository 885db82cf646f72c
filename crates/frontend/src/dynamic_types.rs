//! Clang's checks of dynamic types (`-fsanitize=vptr`): an object of a class with virtual functions is of the
//! class that the code uses it as, or of one that is derived from it.
//!
//! Compiled code looks into a cache of types that were found right, and calls a handler if there is no entry.
//! The handler decides. Here the cache is left out, and a model decides every time.

use crate::flow::Flow;
use crate::functions::Builder;
use crate::llvm::{self, Call, ConstExpr, Constant, GlobalRef, InstKind, Instruction, Value};
use crate::lower::{Lowered, Unsupported};
use crate::ubsan;
use cassay_ir::{CallTarget, Expr, Property, PropertyClass, StmtKind, TypeTable};

/// The function that compiled code calls where the cache does not know.
pub(crate) const HANDLER: &str = "__ubsan_handle_dynamic_type_cache_miss";

/// The model that decides.
pub(crate) const MODEL: &str = "__cassay_cxx_is_type";

impl<'m> Builder<'_, 'm> {
    /// Claims that an object is of the type in the data of the handler.
    pub fn check_dynamic_type(&mut self, call: &'m Call) -> Lowered<()> {
        let module = &self.cx.units[self.unit].module;
        let data = call.args.first().map(|argument| &argument.value);
        let wanted = data.and_then(|data| described_type(module, data));
        let object = call.args.get(1).map(|argument| &argument.value);
        let object = object.and_then(|number| self.pointer_of(number));
        let model = self
            .cx
            .symbols
            .shared
            .get(MODEL)
            .and_then(|at| at.function());
        let (Some(wanted), Some(object), Some(model)) = (wanted, object, model) else {
            return Err(Unsupported::new("check of a dynamic type"));
        };
        let wanted = self.cx.constant(self.unit, &llvm::Type::PTR, wanted)?;
        self.cx.lower_pending_globals();
        let object = match object {
            Checked::Value(value) => self.operand(&llvm::Type::PTR, value)?,
            Checked::Constant(address) => self.cx.constant(self.unit, &llvm::Type::PTR, address)?,
        };
        let dst = self.body.temp(self.cx.program.functions[model].ret);
        self.body.push(StmtKind::Call {
            dst: Some(dst),
            target: CallTarget::Direct(model),
            args: vec![object, wanted],
        });
        let ty = self.cx.program.functions[model].ret;
        let holds = self
            .adapted(Expr::Temp(dst), ty, TypeTable::BOOL)
            .ok_or_else(|| Unsupported::new("check of a dynamic type"))?;
        let message = match ubsan::type_name(module, call) {
            Some(name) => format!("the object is not of type {name}"),
            None => PropertyClass::BadCast.title().to_owned(),
        };
        self.assert(holds, Property::new(PropertyClass::BadCast, message));
        Ok(())
    }

    /// Whether an instruction only looks into the cache, before the branch at the end of a block.
    pub fn looks_into_cache(&self, position: usize, instruction: &Instruction) -> bool {
        let Flow::Check { call, .. } = self.source.graph.flows[position] else {
            return false;
        };
        let computes = matches!(
            instruction.kind,
            InstKind::Load { .. }
                | InstKind::Cast { .. }
                | InstKind::Binary { .. }
                | InstKind::ICmp { .. }
                | InstKind::GetElementPtr { .. }
        );
        call.callee_name() == Some(HANDLER)
            && computes
            && instruction.metadata("nosanitize").is_some()
    }

    /// The pointer that became the number which the handler gets.
    fn pointer_of(&self, number: &'m Value) -> Option<Checked<'m>> {
        let name = match number {
            Value::Local(name) => name,
            Value::Const(Constant::Expr(expr)) => {
                return match &**expr {
                    ConstExpr::Cast { value, .. } if is_pointer(&value.ty) => {
                        Some(Checked::Constant(&value.value))
                    }
                    _ => None,
                };
            }
            _ => return None,
        };
        let blocks = self.source.graph.blocks.iter();
        let mut all = blocks.flat_map(|block| block.instructions());
        let cast = all.find(|instruction| instruction.result.as_ref() == Some(name))?;
        match &cast.kind {
            InstKind::Cast { value, .. } if is_pointer(&value.ty) => {
                Some(Checked::Value(&value.value))
            }
            _ => None,
        }
    }
}

/// The pointer to the object that is checked.
enum Checked<'m> {
    Value(&'m Value),
    /// That of a variable.
    Constant(&'m Constant),
}

fn is_pointer(ty: &llvm::Type) -> bool {
    matches!(ty, llvm::Type::Ptr { .. })
}

/// The typeinfo in the data of the handler: after the place and the description of the type.
fn described_type<'m>(module: &'m llvm::Module, data: &Value) -> Option<&'m Constant> {
    let Value::Const(Constant::Global(name)) = data else {
        return None;
    };
    let Some(GlobalRef::Global(global)) = module.lookup(name) else {
        return None;
    };
    match &global.init.as_ref()?.value {
        Constant::Struct { fields, .. } => fields.get(2).map(|field| &field.value),
        _ => None,
    }
}
