//! One function: its variables, its blocks, its terminators.
//!
//! Blocks are lowered in reverse postorder, so that every value is known before it is used except
//! by `phi`, whose copies are placed at the very end. Storage that the compiler gives lifetime
//! markers is declared by them; all other storage is declared at the start of the function, so
//! that every variable is declared before its use.

use crate::debug::is_plain_expression;
use crate::flow::{Flow, FlowGraph};
use crate::llvm::{self, BlockItem, Ident, InstKind, Instruction};
use crate::lower::{Lowered, Lowering, UnitIndex, Unsupported};
use crate::{builtins, cleanup, fold, phi};
use cassay_base::Span;
use cassay_bv::Bv;
use cassay_ir::{
    BinaryOp, Block, BlockId, CTypeTable, CastKind, Expr, FuncId, Function, Local, LocalId, Stmt,
    StmtKind, TempId, Terminator, Type, TypeId, Variable,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The type of conditions.
static BOOL: llvm::Type = llvm::Type::Int(1);

/// The value of an LLVM local: an expression, or why there is none.
pub(crate) type Value = Lowered<Expr>;

/// A function being lowered.
pub(crate) struct Builder<'a, 'm> {
    pub cx: &'a mut Lowering<'m>,
    pub unit: UnitIndex,
    pub source: &'m llvm::Function,
    pub function: Function,
    pub graph: FlowGraph<'m>,
    /// Values of arguments and instructions. Constants and addresses stand for themselves, all
    /// others are temporaries.
    pub values: HashMap<&'m Ident, Value>,
    /// Our blocks, by position in the source; `None` for those never reached.
    pub ids: Vec<Option<BlockId>>,
    /// Statements of the block being lowered.
    pub stmts: Vec<Stmt>,
    /// The last known place.
    pub span: Span,
    /// The condition of each straightened branch, by position of its block.
    pub conditions: HashMap<usize, Expr>,
    /// Temporaries of `phi` instructions: block, temporary, instruction.
    pub phis: Vec<(usize, TempId, &'m Instruction)>,
    /// Locals whose life is given by markers.
    marked: HashSet<&'m Ident>,
    /// Broken globals already reported in this block.
    reported: HashSet<Arc<str>>,
    /// Whether the whole body runs without interruption by other threads.
    atomic: bool,
}

/// Whether the block goes on after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Next,
    /// The execution never gets past it.
    Ended,
}

/// Lowers the body of a function whose signature is already in the program.
pub(crate) fn lower_function<'m>(
    cx: &mut Lowering<'m>,
    id: FuncId,
    unit: UnitIndex,
    source: &'m llvm::Function,
) -> Function {
    let function = cx.program.functions[id].clone();
    let span = function.span;
    let graph = FlowGraph::of(source);
    let mut builder = Builder {
        cx,
        unit,
        source,
        atomic: builtins::is_atomic_function(&function.name),
        function,
        graph,
        values: HashMap::new(),
        ids: Vec::new(),
        stmts: Vec::new(),
        span,
        conditions: HashMap::new(),
        phis: Vec::new(),
        marked: HashSet::new(),
        reported: HashSet::new(),
    };
    builder.lower_body();
    let mut function = builder.function;
    cleanup::clean(&mut function);
    function
}

impl<'m> Builder<'_, 'm> {
    fn lower_body(&mut self) {
        let order = self.graph.reverse_postorder();
        self.reserve_blocks(&order);
        self.find_marked(&order);
        self.lower_parameters();
        self.make_locals();
        if self.atomic {
            self.push(StmtKind::AtomicBegin);
        }
        for position in order {
            self.lower_block(position);
        }
        phi::place_copies(self);
    }

    /// Gives every reachable block an id, in the order of the source.
    fn reserve_blocks(&mut self, order: &[usize]) {
        let mut reachable = vec![false; self.graph.blocks.len()];
        for &position in order {
            reachable[position] = true;
        }
        for reached in reachable {
            let id = reached.then(|| {
                self.function.blocks.push(Block {
                    stmts: Vec::new(),
                    terminator: Terminator::Unreachable,
                    span: Span::NONE,
                })
            });
            self.ids.push(id);
        }
    }

    /// Finds the storage whose life the compiler marks.
    fn find_marked(&mut self, order: &[usize]) {
        for &position in order {
            for instruction in self.graph.blocks[position].instructions() {
                if let InstKind::Call(call) = &instruction.kind
                    && call
                        .callee_name()
                        .is_some_and(|name| name.starts_with("llvm.lifetime.start"))
                    && let Some(llvm::Value::Local(name)) =
                        call.args.last().map(|argument| &argument.value)
                {
                    self.marked.insert(name);
                }
            }
        }
    }

    /// Binds parameters. One passed by value in memory is copied into a variable of its own.
    fn lower_parameters(&mut self) {
        let source = self.source;
        for (param, &temp) in source.params.iter().zip(&self.function.params.clone()) {
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
        self.push(StmtKind::Declare(local));
        let address = Expr::AddrOf(Variable::Local(local));
        let size = self.cx.program.types.alloc_size(ty);
        let len = Expr::int(self.cx.pointer_bits(), size);
        self.push(StmtKind::MemCopy {
            dst: address.clone(),
            src: Expr::Temp(temp),
            len,
            may_overlap: false,
        });
        Ok(address)
    }

    pub fn new_local(&mut self, ty: TypeId, align: Option<u64>) -> LocalId {
        let align = align.unwrap_or_else(|| self.cx.program.types.align(ty));
        self.function.locals.push(Local {
            name: "".into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align,
            span: Span::NONE,
            param: None,
            address_taken: false,
        })
    }

    /// Makes variables of the storage that is allocated once, at the start.
    fn make_locals(&mut self) {
        let Some(entry) = self.graph.blocks.first() else {
            return;
        };
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
            let value = self.storage(ty, len, *align).map(|local| {
                if !self.marked.contains(name) {
                    self.push(StmtKind::Declare(local));
                }
                Expr::AddrOf(Variable::Local(local))
            });
            self.values.insert(name, value);
        }
        for position in 0..self.graph.blocks.len() {
            for item in &self.graph.blocks[position].items {
                self.describe_local(item);
            }
        }
    }

    fn storage(&mut self, ty: &'m llvm::Type, len: u64, align: Option<u64>) -> Lowered<LocalId> {
        let mut ty = self.cx.lower_type(self.unit, ty)?;
        if len != 1 {
            ty = self.cx.program.types.intern(Type::Array { elem: ty, len });
        }
        Ok(self.new_local(ty, align))
    }

    /// Takes name, type and place of a variable from a debug record.
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
            let target = &mut self.function.locals[local];
            target.name = described.name;
            target.ctype = described.ctype;
            target.span = span
                .filter(|span| span.is_known())
                .unwrap_or(described.span);
            target.param = described.param;
        }
    }

    fn lower_block(&mut self, position: usize) {
        let Some(id) = self.ids[position] else {
            return;
        };
        self.reported.clear();
        let (terminator, span) = self.lower_items(position);
        let block = &mut self.function.blocks[id];
        block.stmts = std::mem::take(&mut self.stmts);
        block.terminator = terminator;
        block.span = span;
    }

    fn lower_items(&mut self, position: usize) -> (Terminator, Span) {
        let source = &self.graph.blocks[position];
        for instruction in source.instructions() {
            self.set_span(instruction);
            if instruction.kind.is_terminator() {
                let terminator = self.terminator(position, instruction);
                return (self.or_unsupported(terminator), self.span);
            }
            if let InstKind::Phi { ty, .. } = &instruction.kind {
                self.reserve_phi(position, ty, instruction);
                continue;
            }
            if self.lower_instruction(instruction) == Step::Ended {
                return (Terminator::Unreachable, self.span);
            }
        }
        // Only an instruction that the reader did not understand leaves a block open.
        self.unsupported(Unsupported::new("block without a terminator"));
        (Terminator::Unreachable, self.span)
    }

    fn or_unsupported(&mut self, terminator: Lowered<Terminator>) -> Terminator {
        terminator.unwrap_or_else(|reason| {
            self.unsupported(reason);
            Terminator::Unreachable
        })
    }

    /// Moves to the place of an instruction. One without a place keeps the last.
    pub fn set_span(&mut self, instruction: &Instruction) {
        if let Some(location) = &instruction.dbg {
            let span = self.cx.debug[self.unit].span(&mut self.cx.program, location);
            if span.is_known() {
                self.span = span;
            }
        }
    }

    fn reserve_phi(&mut self, position: usize, ty: &'m llvm::Type, instruction: &'m Instruction) {
        let value = self.cx.lower_type(self.unit, ty).map(|ty| {
            let temp = self.function.new_temp(ty);
            self.phis.push((position, temp, instruction));
            Expr::Temp(temp)
        });
        if let Err(reason) = &value {
            self.unsupported(reason.clone());
        }
        if let Some(name) = &instruction.result {
            self.values.insert(name, value);
        }
    }

    fn terminator(&mut self, position: usize, instruction: &'m Instruction) -> Lowered<Terminator> {
        match self.graph.flows[position] {
            Flow::Plain => {}
            Flow::Check {
                call,
                report,
                negated,
                next,
            } => return self.check(instruction, call, report, negated, next),
            Flow::Straight { side, join, .. } => {
                let InstKind::CondBr { cond, .. } = &instruction.kind else {
                    return Err(Unsupported::new("misread branch"));
                };
                let cond = self.operand(&BOOL, cond)?;
                self.conditions.insert(position, cond);
                for instruction in self.graph.blocks[side].instructions() {
                    if !instruction.kind.is_terminator() {
                        self.lower_instruction(instruction);
                    }
                }
                return Ok(Terminator::Goto(self.block(join)?));
            }
        }
        match &instruction.kind {
            InstKind::Ret(value) => {
                let value = match value {
                    Some(value) => Some(self.typed(value)?),
                    None => None,
                };
                if self.atomic {
                    self.push(StmtKind::AtomicEnd);
                }
                Ok(Terminator::Return(value))
            }
            InstKind::Br { target } => Ok(Terminator::Goto(self.label(target)?)),
            InstKind::CondBr {
                cond,
                then,
                otherwise,
            } => Ok(Terminator::Branch {
                cond: self.operand(&BOOL, cond)?,
                then: self.label(then)?,
                otherwise: self.label(otherwise)?,
            }),
            InstKind::Switch {
                value,
                default,
                cases,
            } => self.switch(value, default, cases),
            InstKind::IndirectBr { address, targets } => self.computed_goto(address, targets),
            InstKind::Invoke {
                call,
                normal,
                unwind,
            } => {
                let (normal, unwind) = (self.label(normal)?, self.label(unwind)?);
                self.invoke(call, instruction, normal, unwind)
            }
            InstKind::Unreachable => Ok(Terminator::Unreachable),
            InstKind::CallBr { .. } => Err(Unsupported::new("asm goto")),
            InstKind::Resume(_)
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. } => Err(Unsupported::new("exception handling")),
            _ => Err(Unsupported::new("unknown end of a block")),
        }
    }

    /// A recognised check: an assertion instead of the branch.
    fn check(
        &mut self,
        branch: &'m Instruction,
        call: &'m llvm::Call,
        report: &'m Instruction,
        negated: bool,
        next: usize,
    ) -> Lowered<Terminator> {
        let InstKind::CondBr { cond, .. } = &branch.kind else {
            return Err(Unsupported::new("misread branch"));
        };
        let mut cond = self.operand(&BOOL, cond)?;
        if negated {
            cond = fold::not(cond);
        }
        let outer = self.span;
        self.set_span(report);
        self.claim(cond, call);
        self.span = outer;
        Ok(Terminator::Goto(self.block(next)?))
    }

    fn switch(
        &mut self,
        value: &'m llvm::TypedValue,
        default: &Ident,
        cases: &'m [(llvm::TypedValue, Ident)],
    ) -> Lowered<Terminator> {
        let selector = self.typed(value)?;
        let mut known: HashSet<Bv> = HashSet::new();
        let mut arms = Vec::with_capacity(cases.len());
        for (case, target) in cases {
            let Expr::Int(bits) = self.typed(case)? else {
                return Err(Unsupported::new("switch on something other than integers"));
            };
            if known.insert(bits.clone()) {
                arms.push((bits, self.label(target)?));
            }
        }
        Ok(Terminator::Switch {
            value: selector,
            cases: arms,
            default: self.label(default)?,
        })
    }

    /// A computed `goto`. Labels are numbered from 1 in the order of the target list.
    fn computed_goto(
        &mut self,
        address: &'m llvm::TypedValue,
        targets: &'m [Ident],
    ) -> Lowered<Terminator> {
        let address = self.typed(address)?;
        let name = &self.source.name;
        for (position, target) in targets.iter().enumerate() {
            if self.cx.label_number(self.unit, name, target)? != position as u64 + 1 {
                return Err(Unsupported::new(
                    "several computed gotos with different targets",
                ));
            }
        }
        let bits = self.cx.pointer_bits();
        let word = self.cx.program.types.int(bits);
        let types = &self.cx.program.types;
        let number = fold::cast(types, CastKind::PtrToInt, address, word);
        let index = fold::binary(types, BinaryOp::Sub, number, Expr::int(bits, 1));
        Ok(Terminator::IndirectGoto {
            target: index,
            targets: targets
                .iter()
                .map(|target| self.label(target))
                .collect::<Lowered<_>>()?,
        })
    }

    /// The block at a position of the source.
    fn block(&self, position: usize) -> Lowered<BlockId> {
        self.ids
            .get(position)
            .copied()
            .flatten()
            .ok_or_else(|| Unsupported::new("jump to an unknown block"))
    }

    /// The block of a label.
    pub fn label(&self, label: &Ident) -> Lowered<BlockId> {
        self.graph
            .position(label)
            .ok_or_else(|| Unsupported::new(format!("jump to unknown label `{label}`")))
            .and_then(|position| self.block(position))
    }

    /// An operand with its type.
    pub fn typed(&mut self, value: &'m llvm::TypedValue) -> Lowered<Expr> {
        self.operand(&value.ty, &value.value)
    }

    /// An operand of a known type.
    pub fn operand(&mut self, ty: &'m llvm::Type, value: &'m llvm::Value) -> Lowered<Expr> {
        match value {
            llvm::Value::Local(name) => match self.values.get(name) {
                Some(value) => value.clone(),
                None => Err(Unsupported::new(format!("use of unknown value `%{name}`"))),
            },
            llvm::Value::Const(constant) => {
                let expr = self.cx.constant(self.unit, ty, constant)?;
                self.cx.lower_pending_globals();
                self.report_broken(&expr);
                Ok(expr)
            }
            llvm::Value::InlineAsm(_) => Err(Unsupported::new("inline assembly as a value")),
            llvm::Value::Metadata(_) => Err(Unsupported::new("metadata as a value")),
        }
    }

    /// Says once a block that a global is used whose contents could not be lowered.
    fn report_broken(&mut self, expr: &Expr) {
        if self.cx.broken.is_empty() {
            return;
        }
        let mut stack = vec![expr];
        let mut reasons = Vec::new();
        while let Some(expr) = stack.pop() {
            if let Expr::AddrOf(Variable::Global(id)) = expr
                && let Some(reason) = self.cx.broken.get(id)
            {
                let name = &self.cx.program.globals[*id].name;
                reasons.push(format!("initial value of `{name}`: {}", reason.0));
            }
            expr.operands(|operand| stack.push(operand));
        }
        for reason in reasons {
            let reason: Arc<str> = reason.into();
            if self.reported.insert(reason.clone()) {
                self.unsupported(Unsupported(reason));
            }
        }
    }

    /// Adds a statement at the current place.
    pub fn push(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt {
            kind,
            span: self.span,
        });
    }

    /// Says that something is not lowered.
    pub fn unsupported(&mut self, reason: Unsupported) {
        self.push(StmtKind::Unsupported(reason.0));
    }

    /// Assigns a value to a fresh temporary; constants and addresses stay as they are.
    pub fn assign(&mut self, ty: TypeId, value: Expr) -> Expr {
        if is_simple(&value) {
            return value;
        }
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Assign { dst, value });
        Expr::Temp(dst)
    }

    /// A fresh temporary.
    pub fn temp(&mut self, ty: TypeId) -> TempId {
        self.function.new_temp(ty)
    }

    /// The integer type of the width of a pointer.
    pub fn word(&mut self) -> TypeId {
        self.cx.program.types.size_int()
    }

    /// The width of an integer type.
    pub fn int_width(&self, ty: TypeId) -> Lowered<u32> {
        match self.cx.program.types.get(ty) {
            Type::Int(width) => Ok(*width),
            _ => Err(Unsupported::new("integer operation on another type")),
        }
    }

    /// An integer, taken as unsigned, brought to the width of a pointer.
    pub fn as_word(&mut self, value: Expr, from: TypeId) -> Lowered<Expr> {
        let width = self.int_width(from)?;
        let bits = self.cx.pointer_bits();
        let value = fold::resize(&mut self.cx.program.types, value, width, bits, false);
        let word = self.word();
        Ok(self.assign(word, value))
    }
}

/// Whether an expression may stand in several places: constants, addresses and temporaries, and
/// aggregates of those.
pub(crate) fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_)
        | Expr::Float(_, _)
        | Expr::Null
        | Expr::Undef(_)
        | Expr::Temp(_)
        | Expr::AddrOf(_)
        | Expr::FuncAddr(_) => true,
        Expr::PtrAdd(_, _) => fold::constant_address(expr).is_some(),
        Expr::Aggregate(_, items) => items.len() <= 8 && items.iter().all(is_simple),
        Expr::Cast(CastKind::IntToPtr, inner, _) => matches!(**inner, Expr::Int(_)),
        Expr::Cast(CastKind::PtrToInt, inner, _) => fold::constant_address(inner).is_some(),
        Expr::Unary(_, _)
        | Expr::Binary(_, _, _)
        | Expr::Compare(_, _, _)
        | Expr::Overflow(_, _, _)
        | Expr::Cast(_, _, _)
        | Expr::Select(_, _, _)
        | Expr::Component(_, _)
        | Expr::WithComponent(_, _, _)
        | Expr::FloatNeg(_)
        | Expr::FloatBinary(_, _, _)
        | Expr::FloatCompare(_, _, _)
        | Expr::Memory(_, _, _) => false,
    }
}

/// The number of elements of an allocation, when constant.
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
