//! Loop programs over variables of four bits: what there is in them, without how C writes it.

/// A number of four bits.
#[derive(Clone, Debug)]
pub enum Value {
    Constant(u8),
    Variable(usize),
    /// An element of the table, by the low two bits of a value.
    Element(Box<Value>),
    /// What the pointer leads to.
    Through,
    /// The argument of the function.
    Argument,
    /// The variable that each call has for itself.
    Own,
    Binary(Operator, Box<Value>, Box<Value>),
    /// One of two, by a condition without inputs.
    Choice(Box<Condition>, Box<Value>, Box<Value>),
}

/// Operators on four bits. The right side of a division is made odd, that of a shift below four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// Either way.
    Any,
    True,
    Compare(Comparison, Value, Value),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

/// Comparisons, of unsigned numbers unless they say otherwise.
#[derive(Clone, Copy, Debug)]
pub enum Comparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    /// Of numbers from -8 to 7.
    SignedLess,
}

/// What can be written.
#[derive(Clone, Debug)]
pub enum Place {
    Variable(usize),
    Element(Value),
    Through,
    Own,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    Assign(Place, Value),
    /// Any value.
    Input(Place),
    /// The pointer leads to this variable from here on.
    Point(usize),
    /// A claim and its number.
    Assert(usize, Condition),
    Assume(Condition),
    If(Condition, Vec<Statement>, Vec<Statement>),
    While(Condition, Vec<Statement>),
    DoWhile(Vec<Statement>, Condition),
    /// A condition, the step to the next pass, the body.
    For(Condition, Box<Statement>, Vec<Statement>),
    Switch(Value, Vec<Case>),
    Break,
    Continue,
    Return,
    /// The program ends.
    Exit,
    /// A call of a function of the program.
    Call(usize, Value),
    Label(usize),
    Goto(usize),
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number, or none for what no other case takes.
    pub number: Option<u8>,
    pub body: Vec<Statement>,
    /// Whether it goes on with the next case.
    pub falls: bool,
}

/// How variables are kept in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Locals,
    Statics,
    Globals,
    Members,
    Elements,
    /// Behind pointers to variables of the caller.
    Behind,
    /// In bit-fields.
    Fields,
    /// Written through one member of a union, read through another.
    Overlaid,
    Volatile,
}

/// How the table is kept in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Local,
    Global,
    Heap,
    /// One of two, by an input.
    Either,
}

/// How four bits are kept in a type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// As the low bits of an `unsigned char`, cut off after every operation.
    Low,
    /// As the high bits of an `unsigned char`: arithmetic wraps around by itself.
    HighOfChar,
    /// As the high bits of an `unsigned`.
    HighOfInt,
}

/// A program: a function that `main` calls, and others that it calls.
#[derive(Clone, Debug)]
pub struct Program {
    pub variables: usize,
    pub body: Vec<Statement>,
    /// Each has an argument, and calls others only with a smaller one.
    pub functions: Vec<Vec<Statement>>,
    /// How many claims there are.
    pub claims: usize,
    pub storage: Storage,
    pub table: Table,
    pub coding: Coding,
    /// Whether assignments are calls of a function.
    pub by_call: bool,
}

impl Storage {
    /// Whether other functions than the first get at the variables.
    pub fn is_shared(self) -> bool {
        match self {
            Storage::Globals | Storage::Behind | Storage::Volatile => true,
            Storage::Locals
            | Storage::Statics
            | Storage::Members
            | Storage::Elements
            | Storage::Fields
            | Storage::Overlaid => false,
        }
    }
}
