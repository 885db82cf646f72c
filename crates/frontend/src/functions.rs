//! Lowers one function: its variables, its blocks, its terminators.
//!
//! Blocks are lowered in reverse postorder, so that every value is known before it is used except
//! by `phi`, whose copies are inserted last. Storage with lifetime markers is declared by them; all
//! other storage is declared at the start of the function, so that every variable is declared
//! before its use, and declared anew where its block is left.

use crate::flow::FlowGraph;
use crate::indices::Indices;
use crate::llvm::{self, Ident, InstKind, Instruction};
use crate::lower::{Lowered, Lowering, UnitIndex, Unsupported};
use crate::sealing::Constants;
use crate::stack::StackScopes;
use crate::{builtins, fold, phi};
use cassay_base::Span;
use cassay_ir::{
    Block, BlockId, CastKind, Expr, FuncId, Function, Place, Stmt, StmtKind, TempId, Terminator,
    Type, TypeId, TypeTable, Variable,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The value of an LLVM local: an expression, or why there is none.
pub(crate) type Value = Lowered<Expr>;

/// A function being lowered.
pub(crate) struct Builder<'a, 'm> {
    pub cx: &'a mut Lowering<'m>,
    pub unit: UnitIndex,
    pub source: &'m llvm::Function,
    pub function: Function,
    pub graph: FlowGraph<'m>,
    /// Values of arguments and instructions. Constants and addresses are kept as expressions, all
    /// others are temporaries.
    pub values: HashMap<&'m Ident, Value>,
    /// The IR block of each LLVM block, by position; `None` for unreachable ones.
    pub ids: Vec<Option<BlockId>>,
    /// The last IR block of each LLVM block, by position.
    last: HashMap<usize, BlockId>,
    /// The block being lowered.
    block: BlockId,
    /// Its statements.
    pub stmts: Vec<Stmt>,
    /// The last known location.
    pub span: Span,
    /// The condition of each branch that became a selection, by position of its block.
    pub conditions: HashMap<usize, Expr>,
    /// Temporaries of `phi` instructions: block, temporary, instruction.
    pub phis: Vec<(usize, TempId, &'m Instruction)>,
    /// Locals whose lifetime has markers.
    pub marked: HashSet<&'m Ident>,
    /// What the function does to its stack pointer.
    pub stack: StackScopes<'m>,
    /// Variables that are constant.
    pub constants: Constants<'m>,
    /// Claims about indices that are deferred to an access.
    pub indices: Indices<'m>,
    /// Values that are tables of `<ctype.h>`.
    pub character_tables: HashSet<&'m Ident>,
    /// Loads that are `va_arg`.
    pub argument_loads: HashSet<&'m Ident>,
    /// Broken globals already reported in this block.
    reported: HashSet<Arc<str>>,
    /// Whether the last parameter is the hidden pointer to the variable arguments.
    pub takes_block: bool,
    /// Whether the whole body runs without interruption by other threads.
    pub atomic: bool,
}

/// Whether execution continues after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Next,
    /// The execution ends there.
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
    let takes_block = cx.takes_block.contains(&id);
    let graph = FlowGraph::of(source);
    let mut builder = Builder {
        cx,
        unit,
        source,
        atomic: builtins::is_atomic_function(&function.name),
        takes_block,
        function,
        graph,
        values: HashMap::new(),
        ids: Vec::new(),
        last: HashMap::new(),
        block: Function::ENTRY,
        stmts: Vec::new(),
        span,
        stack: StackScopes::default(),
        conditions: HashMap::new(),
        phis: Vec::new(),
        marked: HashSet::new(),
        constants: Constants::default(),
        indices: Indices::default(),
        character_tables: HashSet::new(),
        argument_loads: HashSet::new(),
        reported: HashSet::new(),
    };
    builder.lower_body();
    builder.function
}

impl<'m> Builder<'_, 'm> {
    fn lower_body(&mut self) {
        let order = self.graph.reverse_postorder();
        self.reserve_blocks(&order);
        self.find_marked(&order);
        self.lower_parameters();
        self.make_locals();
        self.find_stack_scopes();
        self.report_unclear_lives();
        self.find_character_tables();
        self.find_argument_loads();
        if self.atomic {
            self.push(StmtKind::AtomicBegin);
        }
        for position in order {
            self.lower_block(position);
        }
        phi::place_copies(self);
    }

    /// The last IR block of an LLVM block, which has its terminator.
    pub fn leaving(&self, position: usize) -> Option<BlockId> {
        self.last.get(&position).copied()
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

    fn lower_block(&mut self, position: usize) {
        let Some(id) = self.ids[position] else {
            return;
        };
        self.reported.clear();
        self.block = id;
        let (terminator, span) = self.lower_items(position);
        self.end_block(terminator, span);
        self.last.insert(position, self.block);
    }

    fn end_block(&mut self, terminator: Terminator, span: Span) {
        let block = &mut self.function.blocks[self.block];
        block.stmts = std::mem::take(&mut self.stmts);
        block.terminator = terminator;
        block.span = span;
    }

    /// A new IR block for the current LLVM block.
    pub fn new_block(&mut self) -> BlockId {
        self.function.blocks.push(Block {
            stmts: Vec::new(),
            terminator: Terminator::Unreachable,
            span: self.span,
        })
    }

    /// Ends the current block and continues in another.
    pub fn go_on_in(&mut self, block: BlockId, terminator: Terminator) {
        self.end_block(terminator, self.span);
        self.block = block;
    }

    fn lower_items(&mut self, position: usize) -> (Terminator, Span) {
        let source = &self.graph.blocks[position];
        for (index, item) in source.items.iter().enumerate() {
            self.renew_storage((position, index));
            self.mark_label(item);
            self.forget_value((position, index), item);
            let llvm::BlockItem::Inst(instruction) = item else {
                continue;
            };
            self.set_span(instruction);
            self.save_stack(instruction);
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
        // Only an instruction that the reader did not understand leaves a block without a
        // terminator.
        self.unsupported(Unsupported::new("block without a terminator"));
        (Terminator::Unreachable, self.span)
    }

    fn or_unsupported(&mut self, terminator: Lowered<Terminator>) -> Terminator {
        terminator.unwrap_or_else(|reason| {
            self.unsupported(reason);
            Terminator::Unreachable
        })
    }

    /// Sets the location to that of an instruction. One without a location keeps the last.
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
                if self.cx.is_by_address(&expr) {
                    return self.with_addresses(expr);
                }
                Ok(expr)
            }
            llvm::Value::InlineAsm(_) => Err(Unsupported::new("inline assembly as a value")),
            llvm::Value::Metadata(_) => Err(Unsupported::new("metadata as a value")),
        }
    }

    /// Replaces addresses of objects of unknown size by the variables that hold them.
    fn with_addresses(&mut self, expr: Expr) -> Lowered<Expr> {
        if !self.cx.is_by_address(&expr) {
            return Ok(expr);
        }
        Ok(match expr {
            Expr::AddrOf(variable) => {
                let dst = self.temp(TypeTable::PTR);
                self.push(StmtKind::Load {
                    dst,
                    place: Place::Variable(variable, 0),
                    volatile: false,
                    moves: false,
                    order: None,
                });
                Expr::Temp(dst)
            }
            Expr::PtrAdd(base, by) => {
                let (base, by) = (self.with_addresses(*base)?, self.with_addresses(*by)?);
                Expr::PtrAdd(Box::new(base), Box::new(by))
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.with_addresses(*a)?, self.with_addresses(*b)?);
                Expr::binary(op, a, b)
            }
            Expr::Cast(kind, of, ty) => {
                let of = self.with_addresses(*of)?;
                Expr::cast(kind, of, ty)
            }
            _ => return Err(Unsupported::new("constant with an object of unknown size")),
        })
    }

    /// Reports once per block that a global is used whose contents could not be lowered.
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

    /// Adds a statement at the current location.
    pub fn push(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt {
            kind,
            span: self.span,
        });
    }

    /// Adds a statement for a construct that is not supported.
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
        if let Type::Int(width) = self.cx.program.types.get(ty) {
            Ok(*width)
        } else {
            Err(Unsupported::new("integer operation on another type"))
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

/// Whether an expression may be duplicated: constants, addresses and temporaries, and aggregates of
/// those.
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
        | Expr::FloatArith(_, _, _)
        | Expr::Extent(_, _)
        | Expr::FloatCompare(_, _, _)
        | Expr::Memory(_, _, _)
        | Expr::Initialised(_, _)
        | Expr::Heap(_) => false,
    }
}
