//! The start function: calls the constructors, then the entry with arbitrary arguments, then the
//! destructors and handlers.

use cassay_base::Span;
use cassay_ir::ends::{self, CONSTRUCTORS, DESTRUCTORS, EXIT_HANDLERS, End, call, finish};
use cassay_ir::sharing::shares_memory;
use cassay_ir::{
    Accessed, AllocKind, BinaryOp, Block, CType, CTypeId, CastKind, CompareOp, Expr, FloatKind,
    FuncId, Function, GlobalId, InputSource, Local, Note, NoteKind, Place, Program, Rows, START,
    Stmt, StmtKind, TempId, Terminator, Type, TypeId, TypeTable, Variable,
};
use std::sync::Arc;

/// The longest argument that Linux passes on.
const MAX_LENGTH: u64 = 131_071;
/// The bytes that each string takes up in the object of all strings.
const ROW: u64 = MAX_LENGTH + 1;
/// The most strings that an `int` counts.
const MAX_STRINGS: u64 = i32::MAX as u64;
/// The same limit where addresses have 32 bits: two lists take up half of the address space.
const MAX_STRINGS_32: u64 = (1 << 30) / ROW - 1;

/// Adds the start function, which calls `entry` with arbitrary arguments. Each pointer is null or
/// leads to one object of its pointee type, or to a function that may do what a function without a
/// body may. No two pointers lead to the same object, and none to a global; a note says so.
pub(crate) fn add_start(program: &mut Program, entry: FuncId) -> FuncId {
    if shares_memory(program) {
        keep_variables(&mut program.functions[entry]);
    }
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
    start.place_objects();
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
        start.note_no_aliases();
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
    for (cond, property) in ends::claims(End::Regular, None) {
        let claim = start.program.claims.fresh();
        let kind = StmtKind::Assert {
            claim,
            cond,
            property,
        };
        start.stmts.push(Stmt { kind, span });
    }
    let Start {
        mut function,
        stmts,
        ..
    } = start;
    finish(&mut function, stmts);
    program.functions.push(function)
}

/// When the entry returns, the process ends, and other threads with it. None of them sees that the
/// variables of the entry are gone.
fn keep_variables(entry: &mut Function) {
    for block in entry.blocks.iter_mut() {
        if let Terminator::Return(_) = block.terminator {
            while let Some(StmtKind::Dead(_)) = block.stmts.last().map(|stmt| &stmt.kind) {
                block.stmts.pop();
            }
        }
    }
}

/// The location where a function returns, as far as the source has one.
fn end_of(function: &Function) -> Span {
    let returns = |block: &&Block| match block.terminator {
        Terminator::Return(_) => block.span.is_known(),
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Unwind(_)
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
    /// The number of pointer arguments that could lead anywhere.
    pointers: usize,
}

/// Where the callee stores a parameter.
enum Storage<'a> {
    /// In a variable.
    Variable(&'a Local, Variable),
    /// It copies this many bytes from the address.
    Copied(u64),
    /// Not recognised.
    Unknown,
}

impl Start<'_> {
    fn push(&mut self, kind: StmtKind) {
        let span = self.function.span;
        self.stmts.push(Stmt { kind, span });
    }

    /// Adds objects of unknown size at arbitrary addresses. Their contents are unknown, so a
    /// violation that depends on them is not reported.
    fn place_objects(&mut self) {
        let held = self.program.globals.iter_enumerated();
        let held: Vec<(GlobalId, InputSource)> = held
            .filter(|(_, global)| global.address_of.is_some())
            .map(|(id, global)| (id, InputSource::Unmodelled(global.name.clone())))
            .collect();
        for (id, source) in held {
            let dst = self.function.new_temp(TypeTable::PTR);
            self.push(StmtKind::Havoc {
                dst,
                source,
                known: None,
            });
            self.push(StmtKind::Store {
                place: Place::Variable(Variable::Global(id), 0),
                value: Expr::Temp(dst),
                volatile: false,
                order: None,
            });
        }
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
        let name: Arc<str> = match &storage {
            Storage::Variable(local, _) if !local.name.is_empty() => local.name.clone(),
            Storage::Variable(_, _) | Storage::Copied(_) | Storage::Unknown => {
                (index + 1).to_string().into()
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
            source: InputSource::Argument(name),
            known: None,
        });
        if is_main
            && index == 0
            && let Type::Int(width) = *self.program.types.get(ty)
        {
            // `argc` may be zero, without even the name of the program (C17 5.1.2.2.1).
            let zero = Expr::int(width, 0);
            let not_negative = Expr::compare(CompareOp::SLe, zero, Expr::Temp(dst));
            self.push(StmtKind::Assume(not_negative));
        }
        Expr::Temp(dst)
    }

    /// The arguments of `main`, or its environment: a list of any strings that ends with a null
    /// pointer.
    ///
    /// The strings are rows of one object, so that there can be any number of them. An access that
    /// runs past the end of a row would reach the next row unnoticed. Therefore one string, chosen
    /// arbitrarily, is an object of its own, exactly as long as the string: for every string there
    /// is an execution in which it is the chosen one, and the first violation of an execution
    /// concerns one string.
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
        let name = if index == 1 { "argv" } else { "envp" };
        let count = self.count_of(index, name, first);
        let strings = self.rows(
            Expr::binary(BinaryOp::Mul, count.clone(), Expr::int(bits, ROW)),
            1,
            Rows::Texts { length: ROW },
        );
        let bytes = u64::from(bits / 8);
        let slot = |position: Expr| Expr::binary(BinaryOp::Mul, position, Expr::int(bits, bytes));
        let all = Expr::binary(BinaryOp::Add, count.clone(), Expr::int(bits, 1));
        let list = self.rows(
            slot(all),
            16,
            Rows::Pointers {
                first: strings,
                step: ROW,
            },
        );
        let word = self.program.types.size_int();
        let own = self.any(word, format!("an index of {name}"));
        let inside = Expr::compare(CompareOp::ULt, own.clone(), count.clone());
        let inside = self.assign(TypeTable::BOOL, inside);
        let text = self.any_string(name);
        // Without strings no string is chosen, and the null pointer takes its place.
        let at = Expr::Select(Box::new(inside), Box::new(own), Box::new(count.clone()));
        for (at, value) in [(at, text), (count, Expr::Null)] {
            let place = Expr::PtrAdd(Box::new(list.clone()), Box::new(slot(at)));
            self.push(StmtKind::Store {
                place: Place::Deref(place, bytes),
                value,
                volatile: false,
                order: None,
            });
        }
        list
    }

    /// The number of strings in a list: at most as many as fit into the address space.
    fn count_of(&mut self, index: usize, name: &str, first: Option<Expr>) -> Expr {
        let bits = self.program.layout.pointer_bits;
        let word = self.program.types.size_int();
        let (count, counted) = if let Some(count @ Expr::Temp(_)) = first
            && index == 1
        {
            let wide = self.width_of(&count) < bits;
            let value = if wide {
                Expr::cast(CastKind::SExt, count, word)
            } else {
                count
            };
            (self.assign(word, value), true)
        } else {
            (self.any(word, format!("length of {name}")), false)
        };
        let few = bits < 64;
        if few || !counted {
            let most = if few { MAX_STRINGS_32 } else { MAX_STRINGS };
            let most = Expr::int(bits, most);
            self.push(StmtKind::Assume(Expr::compare(
                CompareOp::ULe,
                count.clone(),
                most,
            )));
        }
        if few {
            self.program.add_note(Note {
                subject: format!("{name} of {}", self.entry).into(),
                kind: NoteKind::Entry,
                assumption: format!("at most {MAX_STRINGS_32} strings").into(),
                may_hide: false,
                span: self.function.span,
            });
        }
        count
    }

    /// A new object that is exactly as long as the string in it.
    fn any_string(&mut self, list: &str) -> Expr {
        let bits = self.program.layout.pointer_bits;
        let word = self.program.types.size_int();
        let length = self.any(word, format!("length of a string in {list}"));
        self.push(StmtKind::Assume(Expr::compare(
            CompareOp::ULe,
            length.clone(),
            Expr::int(bits, MAX_LENGTH),
        )));
        let size = Expr::binary(BinaryOp::Add, length.clone(), Expr::int(bits, 1));
        let text = self.new_object(size, 1, None);
        self.push(StmtKind::Store {
            place: Place::Deref(Expr::PtrAdd(Box::new(text.clone()), Box::new(length)), 1),
            value: Expr::int(8, 0),
            volatile: false,
            order: None,
        });
        text
    }

    fn rows(&mut self, size: Expr, align: u64, rows: Rows) -> Expr {
        self.new_object(size, align, Some(rows))
    }

    fn width_of(&self, value: &Expr) -> u32 {
        let ty = value.ty(self.program, &self.function);
        ty.map_or(0, |ty| self.program.types.scalar_bits(ty) as u32)
    }

    fn any(&mut self, ty: TypeId, what: String) -> Expr {
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Havoc {
            dst,
            source: InputSource::Chosen(what.into()),
            known: None,
        });
        Expr::Temp(dst)
    }

    fn assign(&mut self, ty: TypeId, value: Expr) -> Expr {
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Assign { dst, value });
        Expr::Temp(dst)
    }

    /// An object that lives until the program ends.
    fn new_object(&mut self, size: Expr, align: u64, rows: Option<Rows>) -> Expr {
        let dst = self.function.new_temp(TypeTable::PTR);
        self.push(StmtKind::Alloc {
            dst,
            size,
            align,
            kind: AllocKind::Static,
            rows,
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
        let object = self.new_object(size, 16, None);
        if matches!(storage, Storage::Copied(_)) {
            return object;
        }
        self.pointers += 1;
        self.or_null(object, name)
    }

    /// A pointer, or null by an arbitrary choice.
    fn or_null(&mut self, pointer: Expr, name: &str) -> Expr {
        let null = self.function.new_temp(TypeTable::BOOL);
        self.push(StmtKind::Havoc {
            dst: null,
            source: InputSource::ArgumentIsNull(name.into()),
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

    /// A function for an argument that is a function pointer: it returns any value and may write
    /// where its pointer arguments lead, as functions without a body do. `None` if its type cannot
    /// be derived: how structures are passed depends on the machine.
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
                    source: InputSource::written(&*name, false),
                    among: None,
                });
            }
        }
        let result = (ret != TypeTable::VOID).then(|| {
            let dst = function.new_temp(ret);
            let source = InputSource::Chosen(format!("result of {name}").into());
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
            kind: NoteKind::Entry,
            assumption: assumption.into(),
            may_hide: false,
            span,
        });
        Some(self.program.functions.push(function))
    }

    /// The type as which a scalar of the source is passed.
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

    /// Whether a pointer argument could alias the object of another or a global.
    fn may_alias(&self) -> bool {
        let written = self.program.globals.iter().any(|global| !global.constant);
        self.pointers > 1 || self.pointers == 1 && written
    }

    /// Notes the assumption that pointers do not lead to the same object.
    fn note_no_aliases(&mut self) {
        let assumption = "each is null or leads to an object of its own: no two to the same one, \
                          none to a global";
        self.program.add_note(Note {
            subject: format!("pointer arguments of {}", self.entry).into(),
            kind: NoteKind::Entry,
            assumption: assumption.into(),
            may_hide: false,
            span: self.function.span,
        });
    }
}

/// Finds where a parameter is kept.
fn storage_of(callee: &Function, param: TempId) -> Storage<'_> {
    let Some(entry) = callee.blocks.get(Function::ENTRY) else {
        return Storage::Unknown;
    };
    for stmt in &entry.stmts {
        if let StmtKind::Store {
            place: Place::Variable(variable @ Variable::Local(local), _),
            value,
            ..
        } = &stmt.kind
            && value.as_temp() == Some(param)
        {
            return Storage::Variable(&callee.locals[*local], *variable);
        }
        if let StmtKind::MemCopy {
            src,
            len: Expr::Int(len),
            ..
        } = &stmt.kind
            && src.as_temp() == Some(param)
        {
            return len.to_u64().map_or(Storage::Unknown, Storage::Copied);
        }
    }
    Storage::Unknown
}

/// Whether a variable is ever loaded from directly.
fn is_read(function: &Function, variable: Variable) -> bool {
    function.blocks.iter().any(|block| {
        block.stmts.iter().any(|stmt| {
            let mut read = false;
            stmt.kind.accesses(|access| {
                if let Accessed::Variable(accessed, _) = access.to {
                    read |= !access.writes && accessed == variable;
                }
            });
            read
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
