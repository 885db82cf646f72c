//! Parameters and variables: the storage that the compiler allocates, with its debug information.

use crate::argument_types;
use crate::debug::is_plain_expression;
use crate::functions::Builder;
use crate::llvm::{self, BlockItem, InstKind, Instruction};
use crate::lower::Lowered;
use cassay_base::Span;
use cassay_ir::{CTypeTable, Expr, Local, LocalId, StmtKind, TempId, Type, TypeId, Variable};

impl<'m> Builder<'_, 'm> {
    /// Binds parameters. One passed by value in memory is copied into a variable of its own.
    pub fn lower_parameters(&mut self) {
        let source = self.source.function;
        for (param, &temp) in source.params.iter().zip(&self.body.function.params.clone()) {
            let value = match param.attrs.byval() {
                Some(ty) => self.copy_parameter(temp, ty, param.attrs.align()),
                None => Ok(Expr::Temp(temp)),
            };
            self.values.insert(&param.name, value);
        }
    }

    fn copy_parameter(
        &mut self,
        temp: TempId,
        ty: &'m llvm::Type,
        align: Option<u64>,
    ) -> Lowered<Expr> {
        let ty = self.cx.lower_type(self.unit, ty)?;
        let local = self.new_local(ty, align);
        self.body.push(StmtKind::Declare(local));
        let address = Expr::AddrOf(Variable::Local(local));
        let size = self.cx.program.types.alloc_size(ty);
        let len = Expr::int(self.cx.pointer_bits(), size);
        self.body.push(StmtKind::MemCopy {
            dst: address.clone(),
            src: Expr::Temp(temp),
            len,
            may_overlap: false,
        });
        Ok(address)
    }

    /// A variable of the compiler's own.
    pub fn new_local(&mut self, ty: TypeId, align: Option<u64>) -> LocalId {
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        self.body.function.locals.push(Local {
            name: "".into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align,
            span: Span::NONE,
            param: None,
            address_taken: false,
            constant: false,
            arguments: false,
            block: false,
        })
    }

    /// Makes variables of the storage that is allocated at function entry.
    pub fn make_locals(&mut self) {
        let Some(entry) = self.source.graph.blocks.first() else {
            return;
        };
        let restores = self.restores_stack();
        for instruction in entry.instructions() {
            let InstKind::Alloca {
                ty, count, align, ..
            } = &instruction.kind
            else {
                continue;
            };
            let Some(name) = &instruction.result else {
                continue;
            };
            let Some(len) = constant_count(count.as_ref()) else {
                continue;
            };
            // Memory of `alloca` ends with the scope of a variable-length array around it.
            if restores && count.is_some() {
                continue;
            }
            let value = self.storage(ty, len, *align).map(|local| {
                if !self.source.marked.contains(name) {
                    self.body.push(StmtKind::Declare(local));
                }
                Expr::AddrOf(Variable::Local(local))
            });
            self.values.insert(name, value);
        }
        for position in 0..self.source.graph.blocks.len() {
            for item in &self.source.graph.blocks[position].items {
                self.describe_local(item);
            }
        }
    }

    fn storage(&mut self, ty: &'m llvm::Type, len: u64, align: Option<u64>) -> Lowered<LocalId> {
        let list = argument_types::is_list(ty);
        let mut ty = self.cx.lower_type(self.unit, ty)?;
        if len != 1 {
            ty = self.cx.program.types.intern(Type::Array { elem: ty, len });
        }
        let local = self.new_local(ty, align);
        self.body.function.locals[local].arguments = list;
        Ok(local)
    }

    /// Takes name, type and location of a variable from a debug record.
    fn describe_local(&mut self, item: &'m BlockItem) {
        let module = &self.cx.units[self.unit].module;
        let (value, variable, expression, location) = match item {
            BlockItem::Debug(record) if record.kind == llvm::DebugRecordKind::Declare => {
                let location = record.location();
                (
                    record.value(),
                    record.variable(),
                    record.expression(),
                    location,
                )
            }
            BlockItem::Inst(Instruction {
                kind: InstKind::Call(call),
                dbg,
                ..
            }) if call.callee_name() == Some("llvm.dbg.declare") => {
                let argument = |index: usize| match &call.args.get(index)?.value {
                    llvm::Value::Metadata(metadata) => Some(metadata),
                    _ => None,
                };
                (argument(0), argument(1), argument(2), dbg.as_ref())
            }
            BlockItem::Debug(_) | BlockItem::Inst(_) => return,
        };
        let (Some(value), Some(variable)) = (value, variable) else {
            return;
        };
        let Some(llvm::Value::Local(name)) = value.as_value().map(|value| &value.value) else {
            return;
        };
        let Some(Ok(Expr::AddrOf(Variable::Local(local)))) = self.values.get(name) else {
            return;
        };
        if expression.is_some_and(|expression| !is_plain_expression(module, expression)) {
            return;
        }
        let local = *local;
        let debug = &mut self.cx.debug[self.unit];
        let program = &mut self.cx.program;
        let span = location.map(|location| debug.span(program, location));
        if let Some(described) = debug.local(program, variable) {
            let target = &mut self.body.function.locals[local];
            target.name = described.name;
            target.ctype = described.ctype;
            target.span = span
                .filter(|span| span.is_known())
                .unwrap_or(described.span);
            // A parameter of size zero is not passed at all.
            let passed = self.body.function.params.len() as u32;
            target.param = described.param.filter(|number| *number < passed);
            if described.constant {
                self.note_constant(name, location);
            }
        }
    }
}

/// The number of elements of an allocation, if constant.
pub(crate) fn constant_count(count: Option<&llvm::TypedValue>) -> Option<u64> {
    match count {
        None => Some(1),
        Some(llvm::TypedValue {
            value: llvm::Value::Const(llvm::Constant::Int(number)),
            ..
        }) => number.as_u64(),
        Some(_) => None,
    }
}
