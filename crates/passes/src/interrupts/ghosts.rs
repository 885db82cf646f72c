//! The variables that the transformed program has in addition.

use cassay_base::Span;
use cassay_bv::Bv;
use cassay_ir::{
    CTypeTable, Constant, Expr, Function, Global, GlobalId, Initializer, Place, Program, Stmt,
    StmtKind, TempId, TypeId, TypeTable, Variable,
};

/// The width of a ghost variable that holds a number.
pub(super) const WIDTH: u32 = 32;

/// The ghost variables. One that is not needed does not exist.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ghosts {
    /// Whether all handlers are masked.
    pub off: Option<GlobalId>,
    /// How many critical sections are entered.
    pub depth: Option<GlobalId>,
    /// Whether the program is in an atomic section.
    pub atomic: Option<GlobalId>,
    /// The priority of the code that runs.
    pub level: Option<GlobalId>,
    /// How often handlers have run.
    pub count: Option<GlobalId>,
    /// The access before which the program is interrupted.
    pub pending: Option<Pending>,
}

/// The access before which the program is interrupted, for claims about races.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    /// Its object, by pointer or by number; null or 0 if there is none.
    pub object: GlobalId,
    /// The first byte.
    pub offset: GlobalId,
    /// The number of bytes.
    pub size: GlobalId,
    /// [`WRITES`] and [`PLAIN`].
    pub kind: GlobalId,
    /// Whether a handler accesses it in conflict.
    pub raced: GlobalId,
}

/// The pending access writes.
pub(super) const WRITES: u64 = 1;
/// The pending access is not done at once.
pub(super) const PLAIN: u64 = 2;

/// Adds a number.
pub(super) fn number(program: &mut Program, name: &str, first: u64) -> GlobalId {
    let ty = program.types.int(WIDTH);
    let value = Constant::Bits(Bv::from_u64(WIDTH, first));
    add(program, name, ty, vec![(0, value)])
}

impl Pending {
    /// The type of the note of an object: a pointer, or a number.
    pub fn object_type(&self, program: &Program) -> TypeId {
        program.globals[self.object].ty
    }

    /// Adds the variables.
    pub fn new(program: &mut Program, by_pointer: bool) -> Self {
        let word = program.types.size_int();
        let object = if by_pointer { TypeTable::PTR } else { word };
        Pending {
            object: add(program, "__cassay_pending", object, Vec::new()),
            offset: add(program, "__cassay_pending_offset", word, Vec::new()),
            size: add(program, "__cassay_pending_size", word, Vec::new()),
            kind: number(program, "__cassay_pending_kind", 0),
            raced: number(program, "__cassay_raced", 0),
        }
    }
}

fn add(program: &mut Program, name: &str, ty: TypeId, parts: Vec<(u64, Constant)>) -> GlobalId {
    program.globals.push(Global {
        name: name.into(),
        ty,
        ctype: CTypeTable::UNKNOWN,
        align: program.types.align(ty),
        init: Initializer::Parts(parts),
        constant: false,
        thread_local: false,
        device: false,
        model: true,
        address_of: None,
        span: Span::NONE,
    })
}

/// Statements at one place of the source, with the function that they belong to.
pub(super) struct Code<'a> {
    pub function: &'a mut Function,
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

impl Code<'_> {
    /// Adds a statement.
    pub fn push(&mut self, kind: StmtKind) {
        let span = self.span;
        self.stmts.push(Stmt { kind, span });
    }

    /// Reads a variable.
    pub fn load(&mut self, global: GlobalId, ty: TypeId) -> TempId {
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Load {
            dst,
            place: Place::Variable(Variable::Global(global), 0),
            volatile: false,
            moves: false,
            order: None,
        });
        dst
    }

    /// Writes a variable.
    pub fn store(&mut self, global: GlobalId, value: Expr) {
        self.push(StmtKind::Store {
            place: Place::Variable(Variable::Global(global), 0),
            value,
            volatile: false,
            order: None,
        });
    }

    /// Sets a new temporary.
    pub fn assign(&mut self, ty: TypeId, value: Expr) -> Expr {
        let dst = self.function.new_temp(ty);
        self.push(StmtKind::Assign { dst, value });
        Expr::Temp(dst)
    }
}
