//! The start of an execution: constructors, then the entry with any arguments, then what runs behind it.

use crate::destructors::{CONSTRUCTORS, DESTRUCTORS};
use crate::ends::{self, End};
use cassay_base::Span;
use cassay_ir::{
    AllocKind, BinaryOp, Block, BlockId, CType, CTypeId, CallTarget, CastKind, CompareOp, Expr,
    FloatKind, FuncId, Function, Local, Note, Place, Program, START, Stmt, StmtKind, TempId,
    Terminator, Type, TypeId, TypeTable, Variable,
};
use std::sync::Arc;

/// The function of the library models that runs what the program gave to `atexit`.
pub(crate) const EXIT_HANDLERS: &str = "__cassay_run_exit_handlers";
/// The same for `at_quick_exit`.
pub(crate) const QUICK_EXIT_HANDLERS: &str = "__cassay_run_quick_exit_handlers";
/// How many arguments, and how many variables of the environment, an execution can start with
/// before it is left open.
const MAX_STRINGS: u64 = 6;
/// The longest argument that Linux passes on.
const MAX_LENGTH: u64 = 131_071;

pub(crate) fn call(program: &Program, id: FuncId, dst: Option<TempId>, args: Vec<Expr>) -> Stmt {
    Stmt {
        kind: StmtKind::Call {
            dst,
            target: CallTarget::Direct(id),
            args,
        },
        span: program.functions[id].span,
    }
}

pub(crate) fn finish(function: &mut Function, stmts: Vec<Stmt>) {
    let span = stmts.last().map_or(function.span, |stmt| stmt.span);
    function.blocks.push(Block {
        stmts,
        terminator: Terminator::Return(None),
        span,
    });
}

/// Adds the function where executions start: it calls `entry` with any arguments. Each pointer is
/// null or leads to one object of the type it points to, or to a function that may do what one
/// without a body may. No two lead to the same object, and none to a global: the user is told.
pub fn add_start(program: &mut Program, entry: FuncId) -> FuncId {
    let callee = program.functions[entry].clone();
    let mut function = Function::declaration(START, TypeTable::VOID, false);
    function.span = callee.span;
    let mut start = Start {
        program,
        function,
        stmts: Vec::new(),
        entry: callee.name.clone(),
        pointers: 0,
    };
    if let Some(constructors) = start.program.find_function(CONSTRUCTORS) {
        let before = call(start.program, constructors, None, Vec::new());
        start.stmts.push(before);
    }
    let is_main = &*callee.name == "main";
    let mut args: Vec<Expr> = Vec::with_capacity(callee.params.len());
    for index in 0..callee.params.len() {
        let first = args.first().cloned();
        args.push(start.argument(&callee, index, is_main, first));
    }
    if start.may_alias() {
        start.tell_of_aliases();
    }
    let dst = (callee.ret != TypeTable::VOID).then(|| start.function.new_temp(callee.ret));
    let last = call(start.program, entry, dst, args);
    start.stmts.push(last);
    for name in [EXIT_HANDLERS, DESTRUCTORS] {
        if let Some(handlers) = start.program.find_function(name)
            && start.program.functions[handlers].has_body()
        {
            let after = call(start.program, handlers, None, Vec::new());
            start.stmts.push(after);
        }
    }
    let span = end_of(&callee);
    let claims = ends::claims(End::Regular, None);
    let claims = claims.map(|kind| Stmt { kind, span });
    start.stmts.extend(claims);
    let Start {
        mut function,
        stmts,
        ..
    } = start;
    finish(&mut function, stmts);
    program.functions.push(function)
}

/// Where a function returns, as far as the source says it.
fn end_of(function: &Function) -> Span {
    let returns = |block: &&Block| match block.terminator {
        Terminator::Return(_) => block.span.is_known(),
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Unreachable => false,
    };
    let last = function.blocks.iter().rfind(returns);
    last.map_or(function.span, |block| block.span)
}

struct Start<'a> {
    program: &'a mut Program,
    function: Function,
    stmts: Vec<Stmt>,
    /// The name of the function that is called.
    entry: Arc<str>,
    /// How many arguments are pointers that could lead anywhere.
    pointers: usize,
}

/// What the callee does first with a parameter.
enum Storage<'a> {
    /// Keeps it in a variable.
    Variable(&'a Local, Variable),
    /// Copies so many bytes from where it points to.
    Copied(u64),
    /// Nothing that is recognised.
    Unknown,
}

impl Start<'_> {
    fn push(&mut self, kind: StmtKind) {
        let span = self.function.span;
        self.stmts.push(Stmt { kind, span });
    }

    fn argument(
        &mut self,
        callee: &Function,
        index: usize,
        is_main: bool,
        first: Option<Expr>,
    ) -> Expr {
        let param = callee.params[index];
        let ty = callee.temps[param].ty;
        let storage = storage_of(callee, param);
        let name = match &storage {
            Storage::Variable(local, _) if !local.name.is_empty() => {
                format!("argument {}", local.name)
            }
            Storage::Variable(_, _) | Storage::Copied(_) | Storage::Unknown => {
                format!("argument {}", index + 1)
            }
        };
        if ty == TypeTable::PTR {
            if is_main {
                return self.strings(callee, &storage, index, first);
            }
            return self.pointer(&storage, &name);
        }
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Havoc {
            dst,
            source: name.into(),
            known: None,
        });
        if is_main
            && index == 0
            && let Type::Int(width) = *self.program.types.get(ty)
        {
            // No argument at all, not even the name of the program, is possible (C17 5.1.2.2.1).
            let zero = Expr::int(width, 0);
            let not_negative = Expr::compare(CompareOp::SLe, zero, Expr::Temp(dst));
            self.push(StmtKind::Assume(not_negative));
        }
        Expr::Temp(dst)
    }

    /// The arguments of `main`, or its environment: a list of any strings that ends with a null
    /// pointer. Longer lists than [`MAX_STRINGS`] are left open.
    fn strings(
        &mut self,
        callee: &Function,
        storage: &Storage<'_>,
        index: usize,
        first: Option<Expr>,
    ) -> Expr {
        let used = match storage {
            Storage::Variable(local, variable) => local.address_taken || is_read(callee, *variable),
            Storage::Copied(_) | Storage::Unknown => true,
        };
        if !used {
            return Expr::Null;
        }
        let bits = self.program.layout.pointer_bits;
        let word = self.program.types.size_int();
        let name = if index == 1 { "argv" } else { "envp" };
        let count = match first {
            Some(count @ Expr::Temp(_)) if index == 1 => {
                let wide = self.width_of(&count) < bits;
                let value = if wide {
                    Expr::cast(CastKind::SExt, count, word)
                } else {
                    count
                };
                self.assign(word, value)
            }
            _ => self.any(word, format!("length of {name}")),
        };
        let many = Expr::compare(CompareOp::ULt, Expr::int(bits, MAX_STRINGS), count.clone());
        let many = self.assign(TypeTable::BOOL, many);
        self.leave_open(many, &format!("more than {MAX_STRINGS} strings in {name}"));
        let bytes = u64::from(bits / 8);
        let slot = |position: Expr| Expr::binary(BinaryOp::Mul, position, Expr::int(bits, bytes));
        let size = slot(Expr::binary(
            BinaryOp::Add,
            count.clone(),
            Expr::int(bits, 1),
        ));
        let list = self.new_object(size);
        for position in 0..=MAX_STRINGS {
            let position = Expr::int(bits, position);
            let inside = Expr::compare(CompareOp::ULt, position.clone(), count.clone());
            let inside = self.assign(TypeTable::BOOL, inside);
            let text = self.any_string(&position, name);
            let at = Expr::Select(
                Box::new(inside.clone()),
                Box::new(position),
                Box::new(count.clone()),
            );
            let place = Expr::PtrAdd(Box::new(list.clone()), Box::new(slot(at)));
            let value = Expr::Select(Box::new(inside), Box::new(text), Box::new(Expr::Null));
            self.push(StmtKind::Store {
                place: Place::Deref(place, bytes),
                value,
                volatile: false,
            });
        }
        list
    }

    /// A new object with any contents that ends with a zero byte.
    fn any_string(&mut self, position: &Expr, list: &str) -> Expr {
        let bits = self.program.layout.pointer_bits;
        let word = self.program.types.size_int();
        let number = match position {
            Expr::Int(number) => number.to_u64().unwrap_or(0),
            _ => 0,
        };
        let length = self.any(word, format!("length of {list}[{number}]"));
        self.push(StmtKind::Assume(Expr::compare(
            CompareOp::ULe,
            length.clone(),
            Expr::int(bits, MAX_LENGTH),
        )));
        let size = Expr::binary(BinaryOp::Add, length.clone(), Expr::int(bits, 1));
        let text = self.new_object(size);
        self.push(StmtKind::Store {
            place: Place::Deref(Expr::PtrAdd(Box::new(text.clone()), Box::new(length)), 1),
            value: Expr::int(8, 0),
            volatile: false,
        });
        text
    }

    fn width_of(&self, value: &Expr) -> u32 {
        let ty = value.ty(self.program, &self.function);
        ty.map_or(0, |ty| self.program.types.scalar_bits(ty) as u32)
    }

    fn any(&mut self, ty: TypeId, source: String) -> Expr {
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Havoc {
            dst,
            source: source.into(),
            known: None,
        });
        Expr::Temp(dst)
    }

    fn assign(&mut self, ty: TypeId, value: Expr) -> Expr {
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Assign { dst, value });
        Expr::Temp(dst)
    }

    /// An object that lives as long as the program runs.
    fn new_object(&mut self, size: Expr) -> Expr {
        let dst = self.function.new_temp(TypeTable::PTR);
        self.push(StmtKind::Alloc {
            dst,
            size,
            align: 16,
            kind: AllocKind::Static,
        });
        Expr::Temp(dst)
    }

    fn pointer(&mut self, storage: &Storage<'_>, name: &str) -> Expr {
        if let Storage::Variable(local, _) = storage
            && let Some(function) = self.any_function(local)
        {
            return self.or_null(Expr::FuncAddr(function), name);
        }
        let size = match storage {
            Storage::Variable(local, _) => pointee_size(self.program, local.ctype),
            Storage::Copied(size) => Some(*size),
            Storage::Unknown => None,
        };
        let Some(size) = size else {
            let what = format!("{name} of the entry: pointer to an object of unknown size");
            self.push(StmtKind::Unsupported(what.into()));
            return Expr::Null;
        };
        let size = Expr::int(self.program.layout.pointer_bits, size);
        let object = self.new_object(size);
        if matches!(storage, Storage::Copied(_)) {
            return object;
        }
        self.pointers += 1;
        self.or_null(object, name)
    }

    /// A pointer, or null.
    fn or_null(&mut self, pointer: Expr, name: &str) -> Expr {
        let null = self.function.new_temp(TypeTable::BOOL);
        self.push(StmtKind::Havoc {
            dst: null,
            source: format!("{name} is null").into(),
            known: None,
        });
        let either = self.function.new_temp(TypeTable::PTR);
        self.push(StmtKind::Assign {
            dst: either,
            value: Expr::Select(
                Box::new(Expr::Temp(null)),
                Box::new(Expr::Null),
                Box::new(pointer),
            ),
        });
        Expr::Temp(either)
    }

    /// A function for an argument that is a pointer to one: it returns any value and may write where
    /// its pointer arguments lead, as functions without a body do. None where its type cannot be
    /// told: structures are passed in ways that depend on the machine.
    fn any_function(&mut self, argument: &Local) -> Option<FuncId> {
        let CType::Pointer(target) = *self.program.ctypes.resolve(argument.ctype) else {
            return None;
        };
        let signature = self.program.ctypes.signature(target)?.clone();
        let ret = match self.program.ctypes.resolve(signature.ret) {
            CType::Void => TypeTable::VOID,
            _ => self.scalar(signature.ret)?,
        };
        let name = format!("{}::{}", self.entry, argument.name);
        let mut function = Function::declaration(name.clone(), ret, signature.variadic);
        function.span = self.function.span;
        let mut stmts = Vec::new();
        for param in &signature.params {
            let ty = self.scalar(*param)?;
            let temp = function.new_temp(ty);
            function.params.push(temp);
            if ty == TypeTable::PTR {
                stmts.push(StmtKind::MemHavoc {
                    dst: Expr::Temp(temp),
                    len: None,
                    source: format!("memory written by {name}").into(),
                    among: None,
                });
            }
        }
        let result = (ret != TypeTable::VOID).then(|| {
            let dst = function.new_temp(ret);
            let source = format!("result of {name}").into();
            stmts.push(StmtKind::Havoc {
                dst,
                source,
                known: None,
            });
            Expr::Temp(dst)
        });
        let span = function.span;
        let stmts = stmts.into_iter().map(|kind| Stmt { kind, span });
        function.blocks.push(Block {
            stmts: stmts.collect(),
            terminator: Terminator::Return(result),
            span,
        });
        let assumption = "null, or a function that returns any value and changes only what its \
                          pointer arguments lead to";
        self.program.add_note(Note {
            subject: format!("argument {} of {}", argument.name, self.entry).into(),
            assumption: assumption.into(),
            may_hide: false,
            span,
        });
        Some(self.program.functions.push(function))
    }

    /// The type in which a scalar of the source is passed.
    fn scalar(&mut self, ctype: CTypeId) -> Option<TypeId> {
        Some(match *self.program.ctypes.resolve(ctype) {
            CType::Int { bits, .. } | CType::Enum { bits, .. } if bits > 0 => {
                self.program.types.int(bits)
            }
            CType::Char { .. } => self.program.types.int(8),
            CType::Bool => TypeTable::BOOL,
            CType::Float { bits: 32, .. } => {
                self.program.types.intern(Type::Float(FloatKind::Single))
            }
            CType::Float { bits: 64, .. } => {
                self.program.types.intern(Type::Float(FloatKind::Double))
            }
            CType::Pointer(_) => TypeTable::PTR,
            CType::Int { .. }
            | CType::Enum { .. }
            | CType::Float { .. }
            | CType::Unknown
            | CType::Void
            | CType::Array { .. }
            | CType::Struct { .. }
            | CType::Union { .. }
            | CType::Typedef { .. }
            | CType::Function => return None,
        })
    }

    /// Whether a pointer among the arguments could lead to the object of another or to a global.
    fn may_alias(&self) -> bool {
        let written = self.program.globals.iter().any(|global| !global.constant);
        self.pointers > 1 || self.pointers == 1 && written
    }

    /// Says that pointers do not lead to the same object.
    fn tell_of_aliases(&mut self) {
        let assumption = "each is null or leads to an object of its own: no two to the same one, \
                          none to a global";
        self.program.add_note(Note {
            subject: format!("pointer arguments of {}", self.entry).into(),
            assumption: assumption.into(),
            may_hide: false,
            span: self.function.span,
        });
    }

    /// Leaves the executions open in which a condition holds.
    fn leave_open(&mut self, cond: Expr, what: &str) {
        let span = self.function.span;
        let next = self.function.blocks.len() as u32 + 1;
        self.function.blocks.push(Block {
            stmts: std::mem::take(&mut self.stmts),
            terminator: Terminator::Branch {
                cond,
                then: BlockId(next),
                otherwise: BlockId(next + 1),
            },
            span,
        });
        self.push(StmtKind::Unsupported(what.into()));
        self.function.blocks.push(Block {
            stmts: std::mem::take(&mut self.stmts),
            terminator: Terminator::Unreachable,
            span,
        });
    }
}

/// Finds where a parameter is kept.
fn storage_of(callee: &Function, param: TempId) -> Storage<'_> {
    let Some(entry) = callee.blocks.get(Function::ENTRY) else {
        return Storage::Unknown;
    };
    for stmt in &entry.stmts {
        match &stmt.kind {
            StmtKind::Store {
                place: Place::Variable(variable @ Variable::Local(local), _),
                value: Expr::Temp(temp),
                ..
            } if *temp == param => return Storage::Variable(&callee.locals[*local], *variable),
            StmtKind::MemCopy {
                src: Expr::Temp(temp),
                len: Expr::Int(len),
                ..
            } if *temp == param => {
                return len.to_u64().map_or(Storage::Unknown, Storage::Copied);
            }
            _ => {}
        }
    }
    Storage::Unknown
}

/// Whether a variable is ever loaded from directly.
fn is_read(function: &Function, variable: Variable) -> bool {
    function.blocks.iter().any(|block| {
        block.stmts.iter().any(|stmt| {
            matches!(
                &stmt.kind,
                StmtKind::Load { place: Place::Variable(read, _), .. } if *read == variable
            )
        })
    })
}

/// The size of what a pointer type points to.
fn pointee_size(program: &Program, ctype: CTypeId) -> Option<u64> {
    match program.ctypes.resolve(ctype) {
        CType::Pointer(target) => ctype_size(program, *target, 0),
        _ => None,
    }
}

/// The size of a source type, when known and not zero.
fn ctype_size(program: &Program, ctype: CTypeId, depth: u32) -> Option<u64> {
    if depth > 100 {
        return None;
    }
    let size = match program.ctypes.resolve(ctype) {
        CType::Int { bits, .. } | CType::Float { bits, .. } | CType::Enum { bits, .. } => {
            u64::from(*bits / 8)
        }
        CType::Char { .. } | CType::Bool => 1,
        CType::Pointer(_) => u64::from(program.layout.pointer_bits / 8),
        CType::Array { elem, len } => {
            ctype_size(program, *elem, depth + 1)?.checked_mul((*len)?)?
        }
        CType::Struct { size, .. } | CType::Union { size, .. } => *size,
        CType::Unknown | CType::Void | CType::Typedef { .. } | CType::Function => return None,
    };
    (size != 0).then_some(size)
}
