//! Printing of tables and globals. Functions are in `print_function`.

use super::names::is_plain;
use super::print_expr::literal;
use super::print_function::FunctionPrinter;
use crate::ctype::{CType, CTypeId, CTypeTable, Member};
use crate::function::{Function, Temp, TempId};
use crate::program::{Constant, FuncId, Global, GlobalId, Initializer, NoteKind, Program};
use crate::types::{Type, TypeId};
use cassay_base::{Id, Span};
use std::collections::HashMap;
use std::fmt::Write;

/// The complete text of a program: [`parse`](super::parse) reads it back to an equal program.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program, true);
    printer.header();
    for id in program.functions.ids() {
        printer.function(id);
    }
    printer.out
}

/// The globals and functions of a program for readers: no tables, source lines as comments.
pub fn print_functions(program: &Program) -> String {
    let mut printer = Printer::new(program, false);
    for id in program.globals.ids() {
        printer.global(id);
    }
    for id in program.functions.ids() {
        printer.function(id);
    }
    printer.out
}

/// One function for readers, as in [`print_functions`].
pub fn print_function(program: &Program, id: FuncId) -> String {
    let mut printer = Printer::new(program, false);
    printer.function(id);
    printer.out
}

/// How often each name occurs: names that are not unique are printed with their number.
pub(super) type NameCounts<'a> = HashMap<&'a str, u32>;

pub(super) fn count<'a>(names: impl Iterator<Item = &'a str>) -> NameCounts<'a> {
    let mut counts = HashMap::new();
    for name in names {
        *counts.entry(name).or_insert(0) += 1;
    }
    counts
}

/// Writes a name, with its number unless the name is unique.
pub(super) fn reference(out: &mut String, counts: &NameCounts<'_>, name: &str, index: usize) {
    if !name.is_empty() {
        quoted_unless_plain(out, name);
    }
    if name.is_empty() || counts.get(name).copied().unwrap_or(0) != 1 {
        let _ = write!(out, "#{index}");
    }
}

fn quoted_unless_plain(out: &mut String, name: &str) {
    if is_plain(name) {
        out.push_str(name);
    } else {
        quoted(out, name.as_bytes());
    }
}

/// Writes bytes in quotes; bytes that are not printable ASCII as `\hh`.
pub(super) fn quoted(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | 0..=0x1f | 0x7f..=0xff => {
                let _ = write!(out, "\\{byte:02x}");
            }
            _ => out.push(char::from(byte)),
        }
    }
    out.push('"');
}

pub(super) struct Printer<'a> {
    pub(super) program: &'a Program,
    pub(super) out: String,
    pub(super) complete: bool,
    globals: NameCounts<'a>,
    functions: NameCounts<'a>,
    /// The source line shown last, if lines are shown as comments.
    shown: Option<(u32, u32)>,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, complete: bool) -> Self {
        Printer {
            program,
            out: String::new(),
            complete,
            globals: count(program.globals.iter().map(|g| &*g.name)),
            functions: count(program.functions.iter().map(|f| &*f.name)),
            shown: None,
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn header(&mut self) {
        let program = self.program;
        let _ = writeln!(self.out, "target {}", program.layout.pointer_bits);
        if let Some(formats) = &program.fixed {
            self.push("fixed ");
            quoted(&mut self.out, formats.to_string().as_bytes());
            self.push("\n");
        }
        // The number is omitted if it follows from the claims that are printed.
        let claims = program.claim_ids().map(|claim| claim.0 + 1).max();
        if claims.unwrap_or(0) != program.claims.count() {
            let _ = writeln!(self.out, "claims {}", program.claims.count());
        }
        for (id, name) in program.files.iter_enumerated() {
            let _ = write!(self.out, "file {} ", id.index());
            quoted(&mut self.out, name.as_bytes());
            self.push("\n");
        }
        // The first three types are the same in every table.
        for id in program.types.ids().skip(3) {
            let _ = write!(self.out, "type {} = ", id.index());
            if let Some(Type::Struct(layout)) = program.types.lookup(id) {
                let _ = write!(
                    self.out,
                    "struct size {} align {} {{",
                    layout.size, layout.align
                );
                for (index, field) in layout.fields.iter().enumerate() {
                    self.push(if index == 0 { " " } else { ", " });
                    let _ = write!(self.out, "{}: ", field.offset);
                    self.ty(field.ty);
                }
                self.push(" }");
            } else {
                self.ty(id)
            }
            self.push("\n");
        }
        for index in 1..program.ctypes.len() {
            let _ = write!(self.out, "ctype {index} = ");
            self.ctype(program.ctypes.get(CTypeId::from_index(index)));
            self.push("\n");
        }
        for note in program.notes.iter() {
            self.push("note ");
            if note.kind != NoteKind::Other {
                self.push(note.kind.name());
                self.push(" ");
            }
            if note.may_hide {
                self.push("may_hide ");
            }
            quoted(&mut self.out, note.subject.as_bytes());
            self.push(" ");
            quoted(&mut self.out, note.assumption.as_bytes());
            self.span(note.span);
            self.push("\n");
        }
        for id in program.globals.ids() {
            self.global(id);
        }
    }

    /// A type where it is used: structures by number, everything else in full.
    pub(super) fn ty(&mut self, id: TypeId) {
        match self.program.types.lookup(id) {
            None => {
                let _ = write!(self.out, "type.{}", id.index());
            }
            Some(Type::Void) => self.push("void"),
            Some(Type::Int(width)) => {
                let _ = write!(self.out, "i{width}");
            }
            Some(Type::Float(kind)) => self.push(kind.name()),
            Some(Type::Ptr) => self.push("ptr"),
            Some(Type::Array { elem, len }) => {
                let _ = write!(self.out, "[{len} x ");
                self.ty(*elem);
                self.push("]");
            }
            Some(Type::Struct(_)) => {
                let _ = write!(self.out, "struct.{}", id.index());
            }
            Some(Type::Vector { elem, len }) => {
                let _ = write!(self.out, "<{len} x ");
                self.ty(*elem);
                self.push(">");
            }
        }
    }

    fn ctype(&mut self, ctype: &CType) {
        match ctype {
            CType::Unknown => self.push("unknown"),
            CType::Void => self.push("void"),
            CType::Int { name, bits, signed } => {
                self.push("int ");
                quoted(&mut self.out, name.as_bytes());
                let _ = write!(self.out, " {bits} {}", signedness(*signed));
            }
            CType::Char { signed } => {
                let _ = write!(self.out, "char {}", signedness(*signed));
            }
            CType::Bool => self.push("bool"),
            CType::Float { name, bits } => {
                self.push("float ");
                quoted(&mut self.out, name.as_bytes());
                let _ = write!(self.out, " {bits}");
            }
            CType::Enum { name, bits, values } => {
                self.push("enum ");
                quoted(&mut self.out, name.as_bytes());
                let _ = write!(self.out, " {bits} {{");
                for (index, (name, value)) in values.iter().enumerate() {
                    self.push(if index == 0 { " " } else { ", " });
                    quoted(&mut self.out, name.as_bytes());
                    let _ = write!(self.out, ": {value}");
                }
                self.push(" }");
            }
            CType::Pointer(target) => {
                let _ = write!(self.out, "pointer {}", target.index());
            }
            CType::Array { elem, len } => {
                let _ = write!(self.out, "array {}", elem.index());
                if let Some(len) = len {
                    let _ = write!(self.out, " len {len}");
                }
            }
            CType::Struct {
                name,
                size,
                members,
            } => self.record("struct", name, *size, members),
            CType::Union {
                name,
                size,
                members,
            } => self.record("union", name, *size, members),
            CType::Typedef { name, target } => {
                self.push("typedef ");
                quoted(&mut self.out, name.as_bytes());
                let _ = write!(self.out, " {}", target.index());
            }
            CType::Function => self.push("function"),
        }
    }

    fn record(&mut self, word: &str, name: &str, size: u64, members: &[Member]) {
        self.push(word);
        self.push(" ");
        quoted(&mut self.out, name.as_bytes());
        let _ = write!(self.out, " size {size} {{");
        for (index, member) in members.iter().enumerate() {
            self.push(if index == 0 { " " } else { ", " });
            quoted(&mut self.out, member.name.as_bytes());
            let _ = write!(self.out, " {} at {}", member.ty.index(), member.bit_offset);
            if let Some(width) = member.bit_width {
                let _ = write!(self.out, " bits {width}");
            }
        }
        self.push(" }");
    }

    fn global(&mut self, id: GlobalId) {
        let global = &self.program.globals[id];
        self.push("global ");
        self.global_name(id);
        self.push(": ");
        self.ty(global.ty);
        self.align(global.align, global.ty);
        if global.constant {
            self.push(" constant");
        }
        if global.thread_local {
            self.push(" thread_local");
        }
        if global.device {
            self.push(" device");
        }
        if global.model {
            self.push(" model");
        }
        if let Some(object) = &global.address_of {
            self.push(" address_of ");
            quoted(&mut self.out, object.as_bytes());
        }
        self.ctype_of(global.ctype);
        self.initializer(global);
        self.span(global.span);
        self.push("\n");
    }

    fn initializer(&mut self, global: &Global) {
        match &global.init {
            Initializer::External => self.push(" = external"),
            Initializer::Parts(parts) if parts.is_empty() => {}
            Initializer::Parts(parts) => {
                self.push(" = {");
                for (index, (offset, constant)) in parts.iter().enumerate() {
                    self.push(if index == 0 { " " } else { ", " });
                    let _ = write!(self.out, "{offset}: ");
                    self.constant(constant);
                }
                self.push(" }");
            }
        }
    }

    fn constant(&mut self, constant: &Constant) {
        match constant {
            Constant::Bits(value) => literal(&mut self.out, value, None),
            Constant::GlobalAddr(id, offset) => {
                self.push("&");
                self.global_name(*id);
                if *offset != 0 {
                    let _ = write!(self.out, "{offset:+}");
                }
            }
            Constant::FuncAddr(id) => {
                self.push("&fn ");
                self.function_name(*id);
            }
            Constant::Bytes(bytes) => quoted(&mut self.out, bytes),
        }
    }

    pub(super) fn align(&mut self, align: u64, ty: TypeId) {
        let types = &self.program.types;
        if types.lookup(ty).is_none() || types.align(ty) != align {
            let _ = write!(self.out, " align {align}");
        }
    }

    pub(super) fn ctype_of(&mut self, ctype: CTypeId) {
        if self.complete && ctype != CTypeTable::UNKNOWN {
            let _ = write!(self.out, " ctype {}", ctype.index());
        }
    }

    pub(super) fn span(&mut self, span: Span) {
        if self.complete && span != Span::NONE {
            let _ = write!(
                self.out,
                " @{}:{}:{}",
                span.file.index(),
                span.line,
                span.column
            );
        }
    }

    /// In the short form, a comment with the source line if it has changed.
    pub(super) fn source_line(&mut self, span: Span) {
        if self.complete || !span.is_known() || self.shown == Some((span.file.0, span.line)) {
            return;
        }
        self.shown = Some((span.file.0, span.line));
        let name = self.program.file_name(span);
        let _ = writeln!(self.out, "  // {name}:{}", span.line);
    }

    pub(super) fn global_name(&mut self, id: GlobalId) {
        self.out.push('@');
        let name = self.program.globals.get(id).map_or("", |g| &*g.name);
        reference(&mut self.out, &self.globals, name, id.index());
    }

    pub(super) fn function_name(&mut self, id: FuncId) {
        let name = self.program.functions.get(id).map_or("", |f| &*f.name);
        reference(&mut self.out, &self.functions, name, id.index());
    }

    fn function(&mut self, id: FuncId) {
        let function = &self.program.functions[id];
        self.shown = None;
        self.push("fn ");
        self.function_name(id);
        self.push("(");
        for (index, param) in function.params.iter().enumerate() {
            if index != 0 {
                self.push(", ");
            }
            self.temp_with_type(function, *param);
        }
        if function.variadic {
            self.push(if function.params.is_empty() {
                "..."
            } else {
                ", ..."
            });
        }
        self.push(") -> ");
        self.ty(function.ret);
        if let Some(symbol) = &function.symbol {
            self.push(" symbol ");
            quoted(&mut self.out, symbol.as_bytes());
        }
        if function.model {
            self.push(" model");
        }
        if function.library {
            self.push(" library");
        }
        for (index, note) in function.notes.iter().enumerate() {
            self.push(if index == 0 { " notes " } else { ", " });
            let _ = write!(self.out, "{}", note.index());
        }
        self.span(function.span);
        FunctionPrinter::new(self, function).body();
    }

    pub(super) fn temp_with_type(&mut self, function: &Function, temp: TempId) {
        let _ = write!(self.out, "{temp}");
        if let Some(Temp { ty }) = function.temps.get(temp) {
            self.push(": ");
            self.ty(*ty);
        }
    }
}

fn signedness(signed: bool) -> &'static str {
    if signed { "signed" } else { "unsigned" }
}
