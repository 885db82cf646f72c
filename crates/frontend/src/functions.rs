//! Lowers one function: its variables, its blocks, its terminators.
//!
//! Blocks are lowered in reverse postorder, so that every value is known before it is used except
//! by `phi`, whose copies are inserted last. Storage with lifetime markers is declared by them; all
//! other storage is declared at the start of the function, so that every variable is declared
//! before its use, and declared anew where its block is left.

use crate::block_map::BlockMap;
use crate::body::Body;
use crate::indices::Indices;
use crate::llvm::{self, Ident, InstKind, Instruction};
use crate::lower::{Lowered, Lowering, UnitIndex, Unsupported};
use crate::sealing::Constants;
use crate::source_function::SourceFunction;
use crate::stack::StackScopes;
use crate::{fold, phi};
use cassay_base::Span;
use cassay_ir::{
    CastKind, Expr, FuncId, Function, Place, StmtKind, Terminator, Type, TypeId, TypeTable,
    Variable,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The value of an LLVM local: an expression, or why there is none.
pub(crate) type Value = Lowered<Expr>;

/// A function being lowered: what is read, what is written, and how the two correspond.
pub(crate) struct Builder<'a, 'm> {
    /// The program and everything else that functions share.
    pub cx: &'a mut Lowering<'m>,
    /// The module of the function.
    pub unit: UnitIndex,
    /// The function that is read.
    pub source: SourceFunction<'m>,
    /// The function that is written.
    pub body: Body,
    /// The blocks of `body` that the blocks of `source` became.
    pub blocks: BlockMap<'m>,
    /// Values of arguments and instructions. Constants and addresses are kept as expressions, all
    /// others are temporaries.
    pub values: HashMap<&'m Ident, Value>,
    /// What the function does to its stack pointer.
    pub stack: StackScopes<'m>,
    /// Variables that are constant.
    pub constants: Constants<'m>,
    /// Claims about indices that are deferred to an access.
    pub indices: Indices<'m>,
    /// Broken globals already reported in this block.
    reported: HashSet<Arc<str>>,
}

/// Whether execution continues after an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Next,
    /// The execution ends there.
    Ended,
    /// The function is left by an exception of a kind.
    Unwound(Expr),
}

/// Lowers the body of a function whose signature is already in the program.
pub(crate) fn lower_function<'m>(
    cx: &mut Lowering<'m>,
    id: FuncId,
    unit: UnitIndex,
    source: &'m llvm::Function,
) -> Function {
    let mut function = cx.program.functions[id].clone();
    let source = SourceFunction::new(
        &cx.units[unit],
        source,
        &function.name,
        cx.pointer_bits(),
        cx.symbols.takes_block.contains(&id),
    );
    cx.argument_types_claimed &= source.argument_types_claimed;
    let order = source.graph.reverse_postorder();
    let blocks = BlockMap::reserve(&source.graph, &order, &mut function);
    let mut builder = Builder {
        cx,
        unit,
        source,
        body: Body::new(function),
        blocks,
        values: HashMap::new(),
        stack: StackScopes::default(),
        constants: Constants::default(),
        indices: Indices::default(),
        reported: HashSet::new(),
    };
    builder.lower_body(order);
    builder.body.function
}

impl<'m> Builder<'_, 'm> {
    fn lower_body(&mut self, order: Vec<usize>) {
        self.lower_parameters();
        self.make_locals();
        self.find_stack_scopes();
        self.report_unclear_lives();
        if self.source.atomic {
            self.body.push(StmtKind::AtomicBegin);
        }
        for position in order {
            self.lower_block(position);
        }
        phi::place_copies(self);
    }

    fn lower_block(&mut self, position: usize) {
        let Some(id) = self.blocks.first(position) else {
            return;
        };
        self.reported.clear();
        self.body.start_block(id);
        let (terminator, span) = self.lower_items(position);
        let last = self.body.end_block(terminator, span);
        self.blocks.set_last(position, last);
    }

    fn lower_items(&mut self, position: usize) -> (Terminator, Span) {
        let source = &self.source.graph.blocks[position];
        for (index, item) in source.items.iter().enumerate() {
            self.renew_storage((position, index));
            self.mark_label(item);
            self.forget_value((position, index), item);
            let llvm::BlockItem::Inst(instruction) = item else {
                continue;
            };
            if self.looks_into_cache(position, instruction) {
                continue;
            }
            self.set_span(instruction);
            self.save_stack(instruction);
            if instruction.kind.is_terminator() {
                let terminator = self.terminator(position, instruction);
                return (self.or_unsupported(terminator), self.body.span);
            }
            if let InstKind::Phi { ty, .. } = &instruction.kind {
                self.reserve_phi(position, ty, instruction);
                continue;
            }
            match self.lower_instruction(instruction) {
                Step::Next => {}
                Step::Ended => return (Terminator::Unreachable, self.body.span),
                Step::Unwound(kind) => return (Terminator::Unwind(Some(kind)), self.body.span),
            }
        }
        // Only an instruction that the reader did not understand leaves a block without a
        // terminator.
        self.body
            .unsupported(Unsupported::new("block without a terminator"));
        (Terminator::Unreachable, self.body.span)
    }

    fn or_unsupported(&mut self, terminator: Lowered<Terminator>) -> Terminator {
        terminator.unwrap_or_else(|reason| {
            self.body.unsupported(reason);
            Terminator::Unreachable
        })
    }

    /// Sets the location to that of an instruction. One without a location keeps the last.
    pub fn set_span(&mut self, instruction: &Instruction) {
        if let Some(location) = &instruction.dbg {
            let span = self.cx.debug[self.unit].span(&mut self.cx.program, location);
            if span.is_known() {
                self.body.span = span;
            }
        }
    }

    fn reserve_phi(&mut self, position: usize, ty: &'m llvm::Type, instruction: &'m Instruction) {
        let value = self.cx.lower_type(self.unit, ty).map(|ty| {
            let temp = self.body.function.new_temp(ty);
            self.blocks.phis.push((position, temp, instruction));
            Expr::Temp(temp)
        });
        if let Err(reason) = &value {
            self.body.unsupported(reason.clone());
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
                let dst = self.body.temp(TypeTable::PTR);
                self.body.push(StmtKind::Load {
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
        if self.cx.contents.broken.is_empty() {
            return;
        }
        let mut stack = vec![expr];
        let mut reasons = Vec::new();
        while let Some(expr) = stack.pop() {
            if let Expr::AddrOf(Variable::Global(id)) = expr
                && let Some(reason) = self.cx.contents.broken.get(id)
            {
                let name = &self.cx.program.globals[*id].name;
                reasons.push(format!("initial value of `{name}`: {}", reason.0));
            }
            expr.operands(|operand| stack.push(operand));
        }
        for reason in reasons {
            let reason: Arc<str> = reason.into();
            if self.reported.insert(reason.clone()) {
                self.body.unsupported(Unsupported(reason));
            }
        }
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
        Ok(self.body.assign(word, value))
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
        | Expr::Heap(_)
        | Expr::Progress => false,
    }
}
