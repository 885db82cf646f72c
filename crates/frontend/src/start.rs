//! The start of an execution: constructors, then the entry with any arguments.

use crate::link::Address;
use crate::llvm::Constant;
use crate::lower::Lowering;
use cassay_base::Span;
use cassay_ir::{
    AllocKind, Block, BlockId, CType, CTypeId, CallTarget, CompareOp, Expr, FuncId, Function,
    Local, Place, Program, Stmt, StmtKind, TempId, Terminator, Type, TypeTable, Variable,
};

/// The synthetic function that calls the entry.
const START: &str = "__cassay_start";
/// The synthetic function that runs before it, when there is anything to run.
const CONSTRUCTORS: &str = "__cassay_constructors";

impl Lowering<'_> {
    /// Makes one function of all constructors (`__attribute__((constructor))`), in the order of
    /// their priorities.
    pub fn add_constructors(&mut self) {
        let mut calls = Vec::new();
        for (unit, source) in self.units.iter().enumerate() {
            let Some(list) = source.module.global("llvm.global_ctors") else {
                continue;
            };
            let Some(Constant::Array(entries)) = list.init.as_ref().map(|init| &init.value) else {
                continue;
            };
            for entry in entries {
                let mut key = i128::MAX;
                let mut target = None;
                if let Constant::Struct { fields, .. } = &entry.value
                    && let [priority, function, ..] = fields.as_slice()
                    && let Constant::Int(priority) = &priority.value
                    && let Constant::Global(name) = &function.value
                {
                    key = priority.as_i128().unwrap_or(key);
                    target = self.resolve(unit, name).ok().and_then(Address::function);
                }
                calls.push((key, target));
            }
        }
        if calls.is_empty() {
            return;
        }
        calls.sort_by_key(|(priority, _)| *priority);
        let mut function = Function::declaration(CONSTRUCTORS, TypeTable::VOID, false);
        let stmts = calls
            .into_iter()
            .map(|(_, target)| match target {
                Some(id) => call(&self.program, id, None, Vec::new()),
                None => Stmt {
                    kind: StmtKind::Unsupported("constructor".into()),
                    span: Span::NONE,
                },
            })
            .collect();
        finish(&mut function, stmts);
        self.program.functions.push(function);
    }
}

fn call(program: &Program, id: FuncId, dst: Option<TempId>, args: Vec<Expr>) -> Stmt {
    Stmt {
        kind: StmtKind::Call {
            dst,
            target: CallTarget::Direct(id),
            args,
        },
        span: program.functions[id].span,
    }
}

fn finish(function: &mut Function, stmts: Vec<Stmt>) {
    let span = stmts.last().map_or(function.span, |stmt| stmt.span);
    function.blocks.push(Block {
        stmts,
        terminator: Terminator::Return(None),
        span,
    });
}

/// Adds the function where executions start: it calls `entry` with any arguments. Each pointer is
/// null or leads to one object of the type it points to. That two of them, or one and a global,
/// lead to the same object is not followed, and said so where it could be.
pub fn add_start(program: &mut Program, entry: FuncId) -> FuncId {
    let callee = program.functions[entry].clone();
    let mut function = Function::declaration(START, TypeTable::VOID, false);
    function.span = callee.span;
    let mut start = Start {
        program,
        function,
        stmts: Vec::new(),
        pointers: 0,
    };
    if let Some(constructors) = start.program.find_function(CONSTRUCTORS) {
        let before = call(start.program, constructors, None, Vec::new());
        start.stmts.push(before);
    }
    let is_main = &*callee.name == "main";
    let mut args = Vec::with_capacity(callee.params.len());
    for index in 0..callee.params.len() {
        args.push(start.argument(&callee, index, is_main));
    }
    if start.may_alias() {
        start.leave_aliases_open();
    }
    let dst = (callee.ret != TypeTable::VOID).then(|| start.function.new_temp(callee.ret));
    let last = call(start.program, entry, dst, args);
    start.stmts.push(last);
    let Start {
        mut function,
        stmts,
        ..
    } = start;
    finish(&mut function, stmts);
    program.functions.push(function)
}

struct Start<'a> {
    program: &'a mut Program,
    function: Function,
    stmts: Vec<Stmt>,
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

    fn argument(&mut self, callee: &Function, index: usize, is_main: bool) -> Expr {
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
            return self.pointer(callee, &storage, &name, is_main);
        }
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Havoc {
            dst,
            source: name.into(),
        });
        if is_main
            && index == 0
            && let Type::Int(width) = *self.program.types.get(ty)
        {
            let one = Expr::int(width, 1);
            let positive = Expr::compare(CompareOp::SLe, one, Expr::Temp(dst));
            self.push(StmtKind::Assume(positive));
        }
        Expr::Temp(dst)
    }

    fn pointer(
        &mut self,
        callee: &Function,
        storage: &Storage<'_>,
        name: &str,
        is_main: bool,
    ) -> Expr {
        if is_main {
            let used = match storage {
                Storage::Variable(local, variable) => {
                    local.address_taken || is_read(callee, *variable)
                }
                Storage::Copied(_) | Storage::Unknown => true,
            };
            if used {
                let what = format!(
                    "arguments of main ({})",
                    name.trim_start_matches("argument ")
                );
                self.push(StmtKind::Unsupported(what.into()));
            }
            return Expr::Null;
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
        let dst = self.function.new_temp(TypeTable::PTR);
        let size = Expr::int(self.program.layout.pointer_bits, size);
        self.push(StmtKind::Alloc {
            dst,
            size,
            align: 16,
            kind: AllocKind::Stack,
        });
        if matches!(storage, Storage::Copied(_)) {
            return Expr::Temp(dst);
        }
        self.pointers += 1;
        let null = self.function.new_temp(TypeTable::BOOL);
        self.push(StmtKind::Havoc {
            dst: null,
            source: format!("{name} is null").into(),
        });
        let either = self.function.new_temp(TypeTable::PTR);
        self.push(StmtKind::Assign {
            dst: either,
            value: Expr::Select(
                Box::new(Expr::Temp(null)),
                Box::new(Expr::Null),
                Box::new(Expr::Temp(dst)),
            ),
        });
        Expr::Temp(either)
    }

    /// Whether a pointer among the arguments could lead to the object of another or to a global.
    fn may_alias(&self) -> bool {
        let written = self.program.globals.iter().any(|global| !global.constant);
        self.pointers > 1 || self.pointers == 1 && written
    }

    /// Leaves the executions open in which pointers lead to the same object.
    fn leave_aliases_open(&mut self) {
        let alias = self.function.new_temp(TypeTable::BOOL);
        self.push(StmtKind::Havoc {
            dst: alias,
            source: "arguments lead to the same object".into(),
        });
        let span = self.function.span;
        self.function.blocks.push(Block {
            stmts: std::mem::take(&mut self.stmts),
            terminator: Terminator::Branch {
                cond: Expr::Temp(alias),
                then: BlockId(1),
                otherwise: BlockId(2),
            },
            span,
        });
        let what = "pointers among the arguments of the entry that lead to the same object as \
                    another or to a global";
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
