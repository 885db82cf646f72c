//! Random functions with pointers that may outlive their targets.
//!
//! A function has a few pointers, and counters that decide every branch, so that it has one execution
//! only. Every statement is on lines of its own.

use crate::rng::Rng;

/// The number of a variable. All variables of a function have different ones.
pub(super) type Variable = usize;
/// The number of a pointer.
pub(super) type Pointer = usize;
/// The number of a label.
pub(super) type Label = usize;

pub(super) const POINTERS: usize = 3;

/// True if the tick that it consumes has a nonzero remainder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub modulus: u32,
}

/// How an object with temporary lifetime is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Temporary {
    Call,
    /// A structure of one word, which is returned in a register.
    SmallCall,
    Choice,
    Assignment,
    Comma,
}

#[derive(Clone, Debug)]
pub(super) enum Stmt {
    Block(Vec<Stmt>),
    Declare(Variable, Option<u32>),
    Set(Variable, u32),
    /// `pK = &v;`
    Point(Pointer, Variable),
    CopyPointer(Pointer, Pointer),
    /// Reads through a pointer.
    Use(Pointer),
    UseVariable(Variable),
    Write(Pointer, u32),
    /// A compound literal, of an array or not.
    Literal(Pointer, u32, bool),
    /// A member of a value whose address is kept.
    Temporary(Pointer, u32, Temporary),
    /// The same, used before the full expression ends.
    TemporaryUsed(Pointer, u32, Temporary),
    TemporaryPassed(u32, Temporary),
    /// The first part, if present, is a literal that the condition creates and reads.
    If(Option<(Pointer, u32)>, Condition, Body, Option<Body>),
    While(Option<(Pointer, u32)>, Condition, Body),
    Do(Condition, Body),
    /// `for (int v = n; condition; p = &v) body`.
    For(Variable, u32, Pointer, Condition, Body),
    /// `switch` with variables before its first case, and cases that may fall through.
    Switch(u32, Vec<Variable>, Vec<(Vec<Stmt>, bool)>),
    Label(Label),
    /// A jump while there is fuel.
    Goto(Label),
    /// A computed jump to one of two labels while there is fuel.
    ComputedGoto(Label, Label),
    /// A block with a variable-length array.
    Array(Variable, u32, Vec<Stmt>),
    Alloca(Pointer, u32),
    /// The address of a variable of a function that has returned.
    Expired(Pointer, u32),
    /// `({ int v = n; p = &v; v; })`.
    Expression(Variable, Pointer, u32),
    Break(Condition),
    Continue(Condition),
}

/// A substatement: a block with braces, or one statement.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub braces: bool,
    pub stmts: Vec<Stmt>,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub stmts: Vec<Stmt>,
    pub fuel: u32,
}

/// Which statements are allowed at a place.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    in_loop: bool,
    breakable: bool,
    /// Whether labels are allowed: no jump may enter the scope of a variable-length array.
    labels: bool,
}

pub(super) fn program(seed: u64) -> Program {
    let mut maker = Maker {
        rng: Rng::new(seed ^ 0x6c69_6665),
        variables: 0,
        labels: 0,
        scope: Vec::new(),
        computed: false,
    };
    maker.computed = maker.rng.one_in(12);
    let place = Place {
        depth: 0,
        in_loop: false,
        breakable: false,
        labels: true,
    };
    let count = maker.rng.between(3, 7);
    let mut stmts = maker.block(place, count);
    let labels = maker.labels;
    if labels == 0 {
        stmts.push(Stmt::Label(0));
    }
    let mut targets = maker.rng;
    aim(&mut stmts, &mut targets, labels.max(1));
    let fuel = targets.between(2, 9) as u32;
    Program { stmts, fuel }
}

/// Gives every jump one of the labels.
fn aim(stmts: &mut [Stmt], rng: &mut Rng, labels: usize) {
    for stmt in stmts {
        match stmt {
            Stmt::Goto(label) => *label = rng.below(labels),
            Stmt::ComputedGoto(first, second) => {
                *first = rng.below(labels);
                *second = rng.below(labels);
            }
            Stmt::Block(stmts) | Stmt::Array(_, _, stmts) => aim(stmts, rng, labels),
            Stmt::If(_, _, then, otherwise) => {
                aim(&mut then.stmts, rng, labels);
                if let Some(otherwise) = otherwise {
                    aim(&mut otherwise.stmts, rng, labels);
                }
            }
            Stmt::While(_, _, body) | Stmt::Do(_, body) | Stmt::For(_, _, _, _, body) => {
                aim(&mut body.stmts, rng, labels);
            }
            Stmt::Switch(_, _, cases) => {
                for (stmts, _) in cases {
                    aim(stmts, rng, labels);
                }
            }
            _ => {}
        }
    }
}

struct Maker {
    rng: Rng,
    variables: usize,
    labels: usize,
    /// Variables in scope.
    scope: Vec<Variable>,
    /// Whether there are computed jumps.
    computed: bool,
}

impl Maker {
    fn block(&mut self, place: Place, count: usize) -> Vec<Stmt> {
        let outer = self.scope.len();
        let mut stmts = Vec::new();
        for _ in 0..count {
            let stmt = self.stmt(place);
            stmts.push(stmt);
        }
        self.scope.truncate(outer);
        stmts
    }

    fn new_variable(&mut self) -> Variable {
        self.variables += 1;
        self.variables - 1
    }

    fn pointer(&mut self) -> Pointer {
        self.rng.below(POINTERS)
    }

    fn value(&mut self) -> u32 {
        self.rng.between(1, 9) as u32
    }

    fn condition(&mut self) -> Condition {
        let modulus = self.rng.between(2, 4) as u32;
        Condition { modulus }
    }

    fn stmt(&mut self, place: Place) -> Stmt {
        if place.depth < 4 && self.rng.one_in(3) {
            return self.nested(place);
        }
        if place.labels && self.rng.one_in(8) {
            self.labels += 1;
            return Stmt::Label(self.labels - 1);
        }
        if self.rng.one_in(9) {
            return match self.computed && place.labels && self.rng.one_in(2) {
                true => Stmt::ComputedGoto(0, 0),
                false => Stmt::Goto(0),
            };
        }
        if self.rng.one_in(5) {
            let variable = self.new_variable();
            let value = self.value();
            let init = self.rng.one_in(2).then_some(value);
            self.scope.push(variable);
            return Stmt::Declare(variable, init);
        }
        self.simple(place)
    }

    /// A statement without declaration or label: it may be a substatement without braces.
    fn simple(&mut self, place: Place) -> Stmt {
        let (pointer, value) = (self.pointer(), self.value());
        let variable = self.scope.get(self.rng.below(self.scope.len())).copied();
        match (self.rng.below(20), variable) {
            (0..=2, Some(variable)) => Stmt::Point(pointer, variable),
            (3 | 4, Some(variable)) => Stmt::Set(variable, value),
            (5, Some(variable)) => Stmt::UseVariable(variable),
            (6, _) => Stmt::CopyPointer(pointer, self.pointer()),
            (7, _) => Stmt::Write(pointer, value),
            (8 | 9, _) => Stmt::Literal(pointer, value, self.rng.one_in(2)),
            (10, _) => self.temporary(pointer, value),
            (11, _) if place.labels && self.rng.one_in(4) => Stmt::Alloca(pointer, value),
            (11, _) if self.rng.one_in(3) => Stmt::Expired(pointer, value),
            (12, _) => Stmt::Expression(self.new_variable(), pointer, value),
            (13, _) if place.breakable => Stmt::Break(self.condition()),
            (14, _) if place.in_loop => Stmt::Continue(self.condition()),
            _ => Stmt::Use(pointer),
        }
    }

    fn temporary(&mut self, pointer: Pointer, value: u32) -> Stmt {
        let kind = match self.rng.below(5) {
            0 => Temporary::Call,
            1 => Temporary::SmallCall,
            2 => Temporary::Choice,
            3 => Temporary::Assignment,
            _ => Temporary::Comma,
        };
        match self.rng.below(3) {
            0 => Stmt::TemporaryPassed(value, kind),
            1 => Stmt::TemporaryUsed(pointer, value, kind),
            _ => Stmt::Temporary(pointer, value, kind),
        }
    }

    fn nested(&mut self, place: Place) -> Stmt {
        let inner = Place {
            depth: place.depth + 1,
            ..place
        };
        match self.rng.below(8) {
            0 | 1 => {
                let count = self.rng.between(2, 4);
                Stmt::Block(self.block(inner, count))
            }
            2 => {
                let literal = self.literal();
                let condition = self.condition();
                let mut then = self.body(inner);
                let otherwise = self.rng.one_in(3).then(|| self.body(inner));
                // An `else` would belong to an inner `if`.
                then.braces |= otherwise.is_some();
                Stmt::If(literal, condition, then, otherwise)
            }
            3 | 4 => self.iteration(inner),
            5 | 6 => self.switch(inner),
            _ => {
                let variable = self.new_variable();
                let value = self.value();
                let outer = self.scope.len();
                self.scope.push(variable);
                let place = Place {
                    labels: false,
                    ..inner
                };
                let count = self.rng.between(1, 3);
                let stmts = self.block(place, count);
                self.scope.truncate(outer);
                Stmt::Array(variable, value, stmts)
            }
        }
    }

    fn literal(&mut self) -> Option<(Pointer, u32)> {
        let literal = (self.pointer(), self.value());
        self.rng.one_in(3).then_some(literal)
    }

    fn iteration(&mut self, inner: Place) -> Stmt {
        let place = Place {
            in_loop: true,
            breakable: true,
            ..inner
        };
        let condition = self.condition();
        match self.rng.below(3) {
            0 => Stmt::While(self.literal(), condition, self.body(place)),
            1 => Stmt::Do(condition, self.body(place)),
            _ => {
                let variable = self.new_variable();
                let (value, pointer) = (self.value(), self.pointer());
                let outer = self.scope.len();
                self.scope.push(variable);
                let body = self.body(place);
                self.scope.truncate(outer);
                Stmt::For(variable, value, pointer, condition, body)
            }
        }
    }

    fn switch(&mut self, inner: Place) -> Stmt {
        let place = Place {
            breakable: true,
            ..inner
        };
        let outer = self.scope.len();
        let heads: Vec<Variable> = (0..self.rng.below(3))
            .map(|_| self.new_variable())
            .collect();
        self.scope.extend(&heads);
        let mut cases = Vec::new();
        for _ in 0..self.rng.between(1, 3) {
            // Declarations of one case are in scope in the next: the body is one block.
            let mut stmts = Vec::new();
            for _ in 0..self.rng.between(1, 3) {
                let stmt = self.stmt(place);
                stmts.push(stmt);
            }
            cases.push((stmts, self.rng.one_in(3)));
        }
        self.scope.truncate(outer);
        Stmt::Switch(cases.len() as u32 + 1, heads, cases)
    }

    fn body(&mut self, place: Place) -> Body {
        if self.rng.one_in(3) {
            let stmts = vec![self.simple(place)];
            return Body {
                braces: false,
                stmts,
            };
        }
        let count = self.rng.between(1, 4);
        Body {
            braces: true,
            stmts: self.block(place, count),
        }
    }
}
