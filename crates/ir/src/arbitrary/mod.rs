//! Random programs that can be executed, for tests that compare two methods of execution.
//!
//! [`program`] gives a program whose `main` takes nothing and returns an `i32`. For every choice of
//! inputs it terminates: loops have constant bounds and functions call only earlier ones. It reads
//! no indeterminate memory, depends on no numeric address, and every access that could go wrong is
//! preceded by assertions of the predicates that make it valid, so that each execution ends in one
//! of three ways: a false assumption, a violated assertion, or the return of `main`.
//!
//! The same seed and size give the same program. A failing case is shrunk by trying smaller sizes
//! with the same seed, or other seeds at a small size.

mod expr;
mod float;
mod flow;
mod memory;
mod threads;

pub use threads::{delaying_threads_text, lock_order_text, threads, threads_text};

use crate::ctype::CTypeTable;
use crate::expr::Expr;
use crate::function::{
    Block, BlockId, Function, Local, LocalId, Place, Stmt, StmtKind, TempId, Terminator, Variable,
};
use crate::input::InputSource;
use crate::program::{Constant, DataLayout, FuncId, Global, Initializer, Program};
use crate::property::Property;
use crate::types::{Field, StructType, Type, TypeId, TypeTable};
use cassay_base::{FileId, IndexVec, Span};
use cassay_bv::Bv;
use cassay_float::FloatKind;

/// Widths of integers that occur.
const WIDTHS: [u32; 7] = [1, 8, 16, 32, 64, 24, 128];

/// The number of bytes that every pointer in a variable can access.
const REACH: u64 = 8;

/// A random program of about `size` statements; see the module documentation.
pub fn program(seed: u64, size: u32) -> Program {
    generate(seed, size, Kind::Plain)
}

/// The same, but some variables and heap objects are left uninitialised, some loads only move
/// bits, and some conditions ask which bits are initialised.
pub fn program_with_gaps(seed: u64, size: u32) -> Program {
    generate(seed, size, Kind::Gaps)
}

/// The same as [`program`], but functions throw exceptions, which their callers handle, pass on or throw
/// again; none leaves `main`.
pub fn program_with_exceptions(seed: u64, size: u32) -> Program {
    generate(seed, size, Kind::Exceptions)
}

/// What random programs have beside the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    /// Memory without a value.
    Gaps,
    /// Exceptions.
    Exceptions,
}

fn generate(seed: u64, size: u32, kind: Kind) -> Program {
    let mut rng = Rng::new(seed);
    let pointer_bits = if rng.chance(1, 8) { 32 } else { 64 };
    let mut generator = Generator {
        program: Program::new(DataLayout { pointer_bits }),
        rng,
        function: Function::declaration("main", TypeTable::VOID, false),
        block: Function::ENTRY,
        temps: Vec::new(),
        floats: Vec::new(),
        device: None,
        variables: Vec::new(),
        globals: Vec::new(),
        helpers: Vec::new(),
        budget: 0,
        depth: 0,
        line: 1,
        gaps: kind == Kind::Gaps,
        throws: kind == Kind::Exceptions,
        may_leave: false,
    };
    generator.program.files.push("random.c".into());
    generator.global_variables();
    generator.device();
    let most = if kind == Kind::Exceptions { 5 } else { 3 };
    let helpers = if size < 8 {
        0
    } else {
        generator.rng.below(most) as u32
    };
    for index in 0..helpers {
        generator.helper(index, size / (2 * helpers));
    }
    generator.main(if helpers == 0 { size } else { size / 2 + 1 });
    generator.program
}

/// A small deterministic generator of random numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// Any 64-bit number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 when the bound is.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next_u64().checked_rem(bound).unwrap_or(0)
    }

    /// True in `of` out of `total` cases.
    pub fn chance(&mut self, of: u64, total: u64) -> bool {
        self.below(total) < of
    }

    /// One of the items, if there are any.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len() as u64) as usize).cloned()
    }

    /// A width, the common ones more often.
    fn width(&mut self) -> u32 {
        let index = [0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 4, 4, 5, 6][self.below(15) as usize];
        WIDTHS[index]
    }
}

/// The contents of a variable.
#[derive(Clone, Debug)]
enum Shape {
    /// An integer.
    Int(u32),
    /// Integers of one width.
    Array(u32, u64),
    /// Integers at offsets.
    Struct(Vec<(u64, u32)>),
    /// Several of the same struct.
    Table(Vec<(u64, u32)>, u64),
    /// A pointer to [`REACH`] bytes that may be written and live as long as the activation.
    Ptr,
}

impl Shape {
    /// The integers inside: offset and width.
    fn parts(&self) -> Vec<(u64, u32)> {
        match self {
            Shape::Int(width) => vec![(0, *width)],
            Shape::Array(width, len) => {
                let bytes = u64::from(width.div_ceil(8));
                (0..*len).map(|index| (index * bytes, *width)).collect()
            }
            Shape::Struct(parts) => parts.clone(),
            Shape::Table(parts, len) => (0..*len)
                .flat_map(|index| {
                    let start = index * struct_size(parts);
                    parts
                        .iter()
                        .map(move |(offset, width)| (start + offset, *width))
                })
                .collect(),
            Shape::Ptr => Vec::new(),
        }
    }
}

/// The size of a struct of integers.
fn struct_size(parts: &[(u64, u32)]) -> u64 {
    let last = parts.last();
    let end = last.map_or(0, |(offset, width)| offset + u64::from(width / 8));
    end.next_multiple_of(8)
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    variable: Variable,
    shape: Shape,
    size: u64,
    /// Whether it may be written.
    writable: bool,
    /// Whether it lives as long as the activation, so that pointers to it may be stored.
    lasting: bool,
}

struct Generator {
    program: Program,
    rng: Rng,
    function: Function,
    block: BlockId,
    /// Integer temporaries that are defined on every path to the current point.
    temps: Vec<(TempId, u32)>,
    /// The same for floats.
    floats: Vec<(TempId, FloatKind)>,
    /// A device of four registers of 32 bits.
    device: Option<Variable>,
    variables: Vec<Var>,
    globals: Vec<Var>,
    /// Functions of one integer (of that width) and one pointer, with the width of their result.
    helpers: Vec<(FuncId, u32, u32)>,
    /// The number of statements still to be made.
    budget: u32,
    /// The nesting depth of branches and loops.
    depth: u32,
    line: u32,
    /// Whether memory may be left uninitialised.
    gaps: bool,
    /// Whether functions throw exceptions.
    throws: bool,
    /// Whether an exception may leave the present function.
    may_leave: bool,
}

impl Generator {
    fn pointer_bits(&self) -> u32 {
        self.program.layout.pointer_bits
    }

    fn span(&mut self) -> Span {
        self.line += 1;
        Span {
            file: FileId(0),
            line: self.line,
            column: 3,
        }
    }

    /// Appends a statement to the current block.
    fn push(&mut self, kind: StmtKind) {
        let span = self.span();
        self.function.blocks[self.block]
            .stmts
            .push(Stmt { kind, span });
    }

    /// Appends a claim to the current block.
    fn push_claim(&mut self, cond: Expr, property: Property) {
        let claim = self.program.claims.fresh();
        self.push(StmtKind::Assert {
            claim,
            cond,
            property,
        });
    }

    fn new_block(&mut self) -> BlockId {
        self.function.blocks.push(Block {
            stmts: Vec::new(),
            terminator: Terminator::Unreachable,
            span: Span::NONE,
        })
    }

    /// Ends the current block and continues in another.
    fn end(&mut self, terminator: Terminator, next: BlockId) {
        let span = self.span();
        let block = &mut self.function.blocks[self.block];
        block.terminator = terminator;
        block.span = span;
        self.block = next;
    }

    fn int_type(&mut self, width: u32) -> TypeId {
        self.program.types.int(width)
    }

    fn int_temp(&mut self, width: u32) -> TempId {
        let ty = self.int_type(width);
        self.function.new_temp(ty)
    }

    fn shape(&mut self) -> Shape {
        match self.rng.below(8) {
            0..=2 => Shape::Int(self.rng.width()),
            3..=5 => {
                let width = [8, 8, 16, 32, 32, 64][self.rng.below(6) as usize];
                let least = REACH * 8 / u64::from(width);
                let more = if self.rng.chance(1, 12) { 40 } else { 0 };
                Shape::Array(width, least + more + self.rng.below(4))
            }
            6 => {
                let mut parts = Vec::new();
                let mut offset = 0u64;
                for _ in 0..2 + self.rng.below(3) {
                    let width = [8, 16, 32, 64][self.rng.below(4) as usize];
                    let bytes = u64::from(width / 8);
                    offset = offset.next_multiple_of(bytes);
                    parts.push((offset, width));
                    offset += bytes;
                }
                if self.rng.chance(1, 2) {
                    return Shape::Struct(parts);
                }
                Shape::Table(parts, 2 + self.rng.below(6))
            }
            _ => Shape::Ptr,
        }
    }

    fn shape_type(&mut self, shape: &Shape) -> TypeId {
        match shape {
            Shape::Int(width) => self.int_type(*width),
            Shape::Array(width, len) => {
                let elem = self.int_type(*width);
                self.program.types.intern(Type::Array { elem, len: *len })
            }
            Shape::Struct(parts) => self.struct_type(parts),
            Shape::Table(parts, len) => {
                let (elem, len) = (self.struct_type(parts), *len);
                self.program.types.intern(Type::Array { elem, len })
            }
            Shape::Ptr => TypeTable::PTR,
        }
    }

    fn struct_type(&mut self, parts: &[(u64, u32)]) -> TypeId {
        let mut fields = Vec::new();
        for (offset, width) in parts {
            let ty = self.int_type(*width);
            fields.push(Field {
                offset: *offset,
                ty,
            });
        }
        self.program.types.intern(Type::Struct(StructType {
            fields,
            size: struct_size(parts),
            align: 8,
        }))
    }

    fn global_variables(&mut self) {
        for index in 0..1 + self.rng.below(3) {
            let shape = match self.shape() {
                Shape::Ptr => Shape::Array(8, REACH),
                other => other,
            };
            let ty = self.shape_type(&shape);
            let mut parts = Vec::new();
            for (offset, width) in shape.parts() {
                if self.rng.chance(1, 2) {
                    let value = Bv::from_u64(width, self.rng.next_u64());
                    parts.push((offset, Constant::Bits(value)));
                }
            }
            let constant = self.rng.chance(1, 4);
            let id = self.program.globals.push(Global {
                address_of: None,
                name: format!("g{index}").into(),
                ty,
                ctype: CTypeTable::UNKNOWN,
                align: self.program.types.align(ty),
                init: Initializer::Parts(parts),
                constant,
                thread_local: false,
                device: false,
                model: false,
                span: Span::NONE,
            });
            self.globals.push(Var {
                variable: Variable::Global(id),
                size: self.program.types.alloc_size(ty),
                shape,
                writable: !constant,
                lasting: true,
            });
        }
    }

    /// A device, in some programs.
    fn device(&mut self) {
        if self.rng.chance(2, 3) {
            return;
        }
        let elem = self.int_type(32);
        let ty = self.program.types.intern(Type::Array { elem, len: 4 });
        let id = self.program.globals.push(Global {
            address_of: None,
            name: "device".into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align: 4,
            init: Initializer::External,
            constant: false,
            thread_local: false,
            device: true,
            model: false,
            span: Span::NONE,
        });
        self.device = Some(Variable::Global(id));
    }

    /// Starts a function; the entry block is current.
    fn start(&mut self, name: String, ret: TypeId) {
        self.function = Function::declaration(name, ret, false);
        self.function.span = self.span();
        self.temps.clear();
        self.floats.clear();
        self.variables = self.globals.clone();
        self.depth = 0;
        self.block = self.new_block();
    }

    fn finish(&mut self, value: Expr) -> FuncId {
        let block = self.block;
        self.end(Terminator::Return(Some(value)), block);
        mark_address_taken(&mut self.function);
        let function = std::mem::replace(
            &mut self.function,
            Function::declaration("", TypeTable::VOID, false),
        );
        self.program.functions.push(function)
    }

    fn main(&mut self, size: u32) {
        let ret = self.int_type(32);
        self.start("main".to_owned(), ret);
        self.may_leave = false;
        self.budget = size;
        for width in [8, 32] {
            self.input(width);
        }
        let locals = 1 + self.rng.below(5);
        self.locals(locals);
        self.statements();
        self.assertion();
        let value = self.expr(32, 2);
        self.finish(value);
    }

    fn helper(&mut self, index: u32, size: u32) {
        let (mut takes, mut gives) = (self.rng.width(), self.rng.width());
        if let Some((_, same, result)) = self.rng.pick(&self.helpers.clone())
            && self.rng.chance(1, 2)
        {
            (takes, gives) = (same, result);
        }
        let ret = self.int_type(gives);
        self.start(format!("helper{index}"), ret);
        self.may_leave = self.throws;
        let number = self.int_temp(takes);
        let pointer = self.function.new_temp(TypeTable::PTR);
        self.function.params = vec![number, pointer];
        self.temps.push((number, takes));
        for (param, temp, shape) in [(0, number, Shape::Int(takes)), (1, pointer, Shape::Ptr)] {
            let local = self.local(shape, true, Some(param));
            self.push(StmtKind::Declare(local));
            self.push(StmtKind::Store {
                place: Place::Variable(Variable::Local(local), 0),
                value: Expr::Temp(temp),
                volatile: false,
                order: None,
            });
        }
        self.budget = size;
        let locals = self.rng.below(3);
        self.locals(locals);
        self.statements();
        let value = self.expr(gives, 2);
        let id = self.finish(value);
        self.helpers.push((id, takes, gives));
    }

    /// A new local, in scope from now on.
    fn local(&mut self, shape: Shape, lasting: bool, param: Option<u32>) -> LocalId {
        let ty = self.shape_type(&shape);
        let span = self.span();
        let number = self.function.locals.len();
        let id = self.function.locals.push(Local {
            name: format!("v{number}").into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align: self.program.types.align(ty),
            span,
            param,
            address_taken: false,
            constant: false,
            arguments: false,
            block: false,
        });
        self.variables.push(Var {
            variable: Variable::Local(id),
            size: self.program.types.alloc_size(ty),
            shape,
            writable: true,
            lasting,
        });
        id
    }

    /// Initialised locals that live as long as the function.
    fn locals(&mut self, count: u64) {
        // Pointers need targets.
        let mut shapes = vec![Shape::Array(8, REACH)];
        for _ in 0..count {
            shapes.push(self.shape());
        }
        for shape in shapes {
            self.fresh_local(shape, true);
        }
    }

    /// An initialised local.
    fn fresh_local(&mut self, shape: Shape, lasting: bool) -> LocalId {
        let id = self.local(shape.clone(), lasting, None);
        self.push(StmtKind::Declare(id));
        // Its initial value must not be computed from itself.
        let var = self.variables.pop();
        self.initialise(id, &shape);
        self.variables.extend(var);
        id
    }

    /// A nondeterministic input.
    fn input(&mut self, width: u32) {
        let dst = self.int_temp(width);
        let source = InputSource::Call(format!("nondet_u{width}").into());
        self.push(StmtKind::Havoc {
            dst,
            source,
            known: None,
        });
        self.temps.push((dst, width));
    }
}

/// Sets the flag of every local whose address is used as a value.
fn mark_address_taken(function: &mut Function) {
    fn visit(expr: &Expr, locals: &mut IndexVec<LocalId, Local>) {
        if let Expr::AddrOf(Variable::Local(id)) = expr {
            locals[*id].address_taken = true;
        }
        expr.operands(|operand| visit(operand, locals));
    }
    let locals = &mut function.locals;
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| visit(expr, locals));
        }
        block.terminator.expressions(|expr| visit(expr, locals));
    }
}
