//! Printing of functions: variables, blocks, statements, terminators.

use super::print::{NameCounts, Printer, count, quoted, reference};
use super::print_expr::{ExprPrinter, literal};
use super::{int_width, literal_width};
use crate::expr::Expr;
use crate::function::{
    Block, CallTarget, Function, Local, LocalId, Place, Rows, StmtKind, TempId, Terminator,
    Variable,
};
use crate::memory_order::MemoryOrder;
use cassay_base::Id;
use std::fmt::Write;

pub(super) struct FunctionPrinter<'a, 'p> {
    pub(super) printer: &'p mut Printer<'a>,
    pub(super) function: &'a Function,
    locals: NameCounts<'a>,
}

impl<'a, 'p> FunctionPrinter<'a, 'p> {
    pub(super) fn new(printer: &'p mut Printer<'a>, function: &'a Function) -> Self {
        FunctionPrinter {
            locals: count(function.locals.iter().map(|l| &*l.name)),
            function,
            printer,
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.printer.push(text);
    }

    pub(super) fn body(&mut self) {
        let undefined = self.undefined_temps();
        let function = self.function;
        if function.blocks.is_empty() && function.locals.is_empty() && undefined.is_empty() {
            self.push(";\n");
            return;
        }
        self.push(" {\n");
        for (id, local) in function.locals.iter_enumerated() {
            self.local(id, local);
        }
        if self.printer.complete && !undefined.is_empty() {
            self.push("  temps");
            for (index, temp) in undefined.iter().enumerate() {
                self.push(if index == 0 { " " } else { ", " });
                self.printer.temp_with_type(function, *temp);
            }
            self.push("\n");
        }
        for (id, block) in function.blocks.iter_enumerated() {
            let _ = writeln!(self.printer.out, "{id}:");
            self.block(block);
        }
        self.push("}\n");
    }

    /// Temporaries that no statement defines.
    fn undefined_temps(&self) -> Vec<TempId> {
        let function = self.function;
        let mut defined = vec![false; function.temps.len()];
        let mut mark = |temp: TempId| {
            if let Some(slot) = defined.get_mut(temp.index()) {
                *slot = true;
            }
        };
        function.params.iter().copied().for_each(&mut mark);
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                stmt.kind.defines().into_iter().for_each(&mut mark);
            }
            block.terminator.defines().into_iter().for_each(&mut mark);
        }
        function
            .temps
            .ids()
            .filter(|t| !defined[t.index()])
            .collect()
    }

    fn local(&mut self, id: LocalId, local: &Local) {
        self.push("  var ");
        self.local_name(id);
        self.push(": ");
        self.printer.ty(local.ty);
        self.printer.align(local.align, local.ty);
        if let Some(index) = local.param {
            let _ = write!(self.printer.out, " param {index}");
        }
        if local.address_taken {
            self.push(" address_taken");
        }
        if local.constant {
            self.push(" constant");
        }
        if local.arguments {
            self.push(" arguments");
        }
        if local.block {
            self.push(" block");
        }
        self.printer.ctype_of(local.ctype);
        self.printer.span(local.span);
        self.push("\n");
    }

    fn local_name(&mut self, id: LocalId) {
        let name = self.function.locals.get(id).map_or("", |l| &*l.name);
        reference(&mut self.printer.out, &self.locals, name, id.index());
    }

    pub(super) fn variable(&mut self, variable: Variable) {
        match variable {
            Variable::Local(id) => self.local_name(id),
            Variable::Global(id) => self.printer.global_name(id),
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.printer.source_line(stmt.span);
            self.push("  ");
            self.stmt(&stmt.kind);
            self.printer.span(stmt.span);
            self.push("\n");
        }
        self.printer.source_line(block.span);
        self.push("  ");
        self.terminator(&block.terminator);
        self.printer.span(block.span);
        self.push("\n");
    }

    fn stmt(&mut self, kind: &StmtKind) {
        let word_width = Some(self.printer.program.layout.pointer_bits);
        match kind {
            StmtKind::Assign { dst, value } => {
                let width = self.define(*dst);
                self.expr(value, width);
            }
            StmtKind::Load {
                dst,
                place,
                volatile,
                moves,
                order,
            } => {
                self.define(*dst);
                self.push("load ");
                self.access(*volatile, *order);
                self.place(place);
                self.push(if *moves { " moves" } else { "" });
            }
            StmtKind::Store {
                place,
                value,
                volatile,
                order,
            } => {
                self.push("store ");
                self.access(*volatile, *order);
                self.store(place, value);
            }
            StmtKind::Assume(cond) => {
                self.push("assume ");
                self.expr(cond, None);
            }
            StmtKind::Wait { cond, holder } => {
                self.push("wait ");
                self.expr(cond, None);
                if let Some(holder) = holder {
                    self.push(" by ");
                    self.expr(holder, Some(32));
                }
            }
            StmtKind::Assert {
                claim,
                cond,
                property,
            } => {
                self.push("assert ");
                if self.printer.complete {
                    let _ = write!(self.printer.out, "#{} ", claim.0);
                }
                self.expr(cond, None);
                let _ = write!(self.printer.out, " [{}]", property.class.name());
                if *property.message != *property.class.title() {
                    self.push(" ");
                    quoted(&mut self.printer.out, property.message.as_bytes());
                }
            }
            StmtKind::Havoc { dst, source, known } => {
                self.define(*dst);
                self.push("havoc ");
                quoted(&mut self.printer.out, source.to_string().as_bytes());
                if let Some(known) = known {
                    self.push(" known ");
                    self.expr(known, None);
                }
            }
            StmtKind::Declare(local) => {
                self.push("declare ");
                self.local_name(*local);
            }
            StmtKind::Dead(local) => {
                self.push("dead ");
                self.local_name(*local);
            }
            StmtKind::Alloc {
                dst,
                size,
                align,
                kind,
                rows,
            } => {
                self.define(*dst);
                let _ = write!(self.printer.out, "alloc {} ", kind.word());
                self.expr(size, word_width);
                let _ = write!(self.printer.out, " align {align}");
                match rows {
                    Some(Rows::Pointers { first, step }) => {
                        self.push(" pointers ");
                        self.expr(first, None);
                        let _ = write!(self.printer.out, " step {step}");
                    }
                    Some(Rows::Texts { length }) => {
                        let _ = write!(self.printer.out, " texts {length}");
                    }
                    None => {}
                }
            }
            StmtKind::Free(pointer) => {
                self.push("free ");
                self.expr(pointer, None);
            }
            StmtKind::Seal(local) => {
                self.push("seal ");
                self.local_name(*local);
            }
            StmtKind::EndStack(pointer) => {
                self.push("end_stack ");
                self.expr(pointer, None);
            }
            StmtKind::MemCopy {
                dst,
                src,
                len,
                may_overlap,
            } => {
                self.push(if *may_overlap { "memmove " } else { "memcpy " });
                self.list(&[(dst, None), (src, None), (len, word_width)]);
            }
            StmtKind::MemSet { dst, value, len } => {
                self.push("memset ");
                self.list(&[(dst, None), (value, Some(8)), (len, word_width)]);
            }
            StmtKind::MemHavoc {
                dst,
                len,
                source,
                among,
            } => {
                self.push("memhavoc ");
                match len {
                    Some(len) => self.list(&[(dst, None), (len, word_width)]),
                    None => self.expr(dst, None),
                }
                self.push(" ");
                quoted(&mut self.printer.out, source.to_string().as_bytes());
                if let Some(among) = among {
                    self.push(" among ");
                    let [a, b, c, d] = &among.words;
                    let word = Some(64);
                    self.list(&[(a, word), (b, word), (c, word), (d, word)]);
                    self.push(" or ");
                    self.expr(&among.otherwise, Some(8));
                }
            }
            StmtKind::Spawn { dst, target, args } => self.call("spawn", Some(*dst), target, args),
            StmtKind::Join { dst, thread } => {
                self.define(*dst);
                self.push("join ");
                self.expr(thread, Some(32));
            }
            StmtKind::EndThread(value) => {
                self.push("end_thread ");
                self.expr(value, None);
            }
            StmtKind::Call { dst, target, args } => self.call("call", *dst, target, args),
            StmtKind::AtomicBegin => self.push("atomic_begin"),
            StmtKind::AtomicEnd => self.push("atomic_end"),
            StmtKind::Hold { lock, mode } => {
                self.push("hold ");
                self.expr(lock, None);
                self.push(", ");
                self.expr(mode, Some(self.printer.program.layout.pointer_bits));
            }
            StmtKind::Fence(order) => {
                self.push("fence ");
                self.push(order.word());
            }
            StmtKind::Unsupported(what) => {
                self.push("unsupported ");
                quoted(&mut self.printer.out, what.as_bytes());
            }
        }
    }

    /// Writes `%n: type = ` and returns the width of an integer destination.
    fn define(&mut self, dst: TempId) -> Option<u32> {
        self.printer.temp_with_type(self.function, dst);
        self.push(" = ");
        let temp = self.function.temps.get(dst)?;
        int_width(self.printer.program, temp.ty)
    }

    /// Writes the attributes of an access, unless it is an ordinary one.
    fn access(&mut self, volatile: bool, order: Option<MemoryOrder>) {
        self.push(if volatile { "volatile " } else { "" });
        if let Some(order) = order {
            let _ = write!(self.printer.out, "atomic {} ", order.word());
        }
    }

    fn store(&mut self, place: &Place, value: &Expr) {
        let program = self.printer.program;
        let ty = value.ty(program, self.function);
        match ty {
            Some(ty) => {
                self.printer.ty(ty);
                self.push(" ");
            }
            None => self.push("_ "),
        }
        self.expr(value, ty.and_then(|ty| int_width(program, ty)));
        self.push(" -> ");
        self.place(place);
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Variable(variable, offset) => {
                self.variable(*variable);
                if *offset != 0 {
                    let _ = write!(self.printer.out, "+{offset}");
                }
            }
            Place::Deref(pointer, align) => {
                self.push("*");
                self.expr(pointer, None);
                let _ = write!(self.printer.out, " align {align}");
            }
        }
    }

    fn call(&mut self, word: &str, dst: Option<TempId>, target: &CallTarget, args: &[Expr]) {
        if let Some(dst) = dst {
            self.define(dst);
        }
        self.push(word);
        self.push(" ");
        match target {
            CallTarget::Direct(id) => self.printer.function_name(*id),
            CallTarget::Indirect(pointer) => {
                self.push("*");
                self.expr(pointer, None);
            }
        }
        self.push("(");
        let args: Vec<_> = args.iter().map(|arg| (arg, None)).collect();
        self.list(&args);
        self.push(")");
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(target) => {
                let _ = write!(self.printer.out, "goto {target}");
            }
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                self.push("if ");
                self.expr(cond, None);
                let _ = write!(self.printer.out, " goto {then} else {otherwise}");
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                self.push("switch ");
                self.expr(value, None);
                self.push(" { ");
                let width = literal_width(self.printer.program, self.function, value);
                for (case, target) in cases {
                    literal(&mut self.printer.out, case, width);
                    let _ = write!(self.printer.out, " => {target}, ");
                }
                let _ = write!(self.printer.out, "else => {default} }}");
            }
            Terminator::IndirectGoto { target, targets } => {
                self.push("goto_index ");
                self.expr(target, None);
                self.push(" [");
                for (index, target) in targets.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    let _ = write!(self.printer.out, "{comma}{target}");
                }
                self.push("]");
            }
            Terminator::Invoke {
                dst,
                target,
                args,
                normal,
                unwind,
            } => {
                self.call("invoke", *dst, target, args);
                let _ = write!(self.printer.out, " to {normal} unwind {unwind}");
            }
            Terminator::Return(None) => self.push("return"),
            Terminator::Return(Some(value)) => {
                self.push("return ");
                let width = int_width(self.printer.program, self.function.ret);
                self.expr(value, width);
            }
            Terminator::Unwind(None) => self.push("unwind"),
            Terminator::Unwind(Some(kind)) => {
                self.push("unwind ");
                self.expr(kind, None);
            }
            Terminator::Unreachable => self.push("unreachable"),
        }
    }

    fn expr(&mut self, expr: &Expr, width: Option<u32>) {
        ExprPrinter { function: self }.expr(expr, width);
    }

    fn list(&mut self, items: &[(&Expr, Option<u32>)]) {
        for (index, (item, width)) in items.iter().enumerate() {
            if index != 0 {
                self.push(", ");
            }
            self.expr(item, *width);
        }
    }
}
