//! Random loop programs over variables of four bits.

/// An expression of four bits.
#[derive(Clone, Debug)]
pub enum Value {
    Constant(u8),
    Variable(usize),
    /// An element of the table, by the low two bits of a value.
    Element(Box<Value>),
    Binary(Operator, Box<Value>, Box<Value>),
}

/// Operators on four bits.
#[derive(Clone, Copy, Debug)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
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
}

/// Comparisons of unsigned numbers.
#[derive(Clone, Copy, Debug)]
pub enum Comparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    Assign(usize, Value),
    AssignElement(Value, Value),
    /// Any value.
    Input(usize),
    Assert(Condition),
    Assume(Condition),
    If(Condition, Vec<Statement>, Vec<Statement>),
    While(Condition, Vec<Statement>),
    DoWhile(Vec<Statement>, Condition),
    Break,
    Continue,
    Return,
}

/// How variables are kept in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Locals,
    Globals,
    Members,
    Elements,
    /// Behind pointers to variables of the caller.
    Behind,
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

/// A program: one function.
#[derive(Clone, Debug)]
pub struct Program {
    pub variables: usize,
    pub body: Vec<Statement>,
    pub storage: Storage,
    pub table: Table,
    /// Whether assignments are calls of a function.
    pub by_call: bool,
}

impl Program {
    /// The program of a seed: the same on every machine.
    pub fn random(seed: u64) -> Program {
        let mut maker = Maker {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def0,
            variables: 2,
            table: false,
            loops: 0,
            budget: 0,
            claims: 0,
        };
        maker.variables = 2 + maker.below(2);
        maker.table = maker.below(5) < 2;
        maker.budget = 6 + maker.below(10);
        let mut body: Vec<Statement> = (0..maker.variables)
            .map(|variable| {
                if maker.below(5) == 0 {
                    Statement::Input(variable)
                } else {
                    let first = maker.pick(&[0, 0, 0, 1, 3]);
                    Statement::Assign(variable, Value::Constant(first))
                }
            })
            .collect();
        let first_loop = maker.loop_statement(0);
        body.extend(maker.block(0, 2));
        body.push(first_loop);
        body.extend(maker.block(0, 2));
        if maker.claims < 2 {
            let claim = maker.claim();
            body.push(claim);
        }
        Program {
            variables: maker.variables,
            body,
            storage: maker.pick(&[
                Storage::Locals,
                Storage::Locals,
                Storage::Globals,
                Storage::Members,
                Storage::Elements,
                Storage::Behind,
            ]),
            table: maker.pick(&[Table::Local, Table::Global, Table::Heap, Table::Either]),
            by_call: maker.below(4) == 0,
        }
    }
}

struct Maker {
    state: u64,
    variables: usize,
    table: bool,
    /// Loops around the place where statements are made.
    loops: usize,
    budget: usize,
    claims: usize,
}

impl Maker {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound as u64).expect("small")
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn variable(&mut self) -> usize {
        self.below(self.variables)
    }

    fn value(&mut self, depth: usize) -> Value {
        if self.table && self.below(4) == 0 {
            return Value::Element(Box::new(Value::Variable(self.variable())));
        }
        if depth == 0 || self.below(3) == 0 {
            return if self.below(3) < 2 {
                Value::Variable(self.variable())
            } else {
                Value::Constant(self.pick(&[0, 1, 1, 2, 3, 5, 7, 8, 12, 15]))
            };
        }
        let operator = self.pick(&[
            Operator::Add,
            Operator::Add,
            Operator::Sub,
            Operator::Mul,
            Operator::And,
            Operator::Or,
            Operator::Xor,
        ]);
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        Value::Binary(operator, Box::new(left), Box::new(right))
    }

    fn condition(&mut self, depth: usize, any: bool) -> Condition {
        if any && self.below(6) == 0 {
            return Condition::Any;
        }
        if depth > 0 && self.below(5) == 0 {
            let left = Box::new(self.condition(depth - 1, any));
            let right = Box::new(self.condition(depth - 1, any));
            return if self.below(2) == 0 {
                Condition::And(left, right)
            } else {
                Condition::Or(left, right)
            };
        }
        let comparison = self.pick(&[
            Comparison::Less,
            Comparison::LessOrEqual,
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::NotEqual,
        ]);
        let left = self.value(0);
        let right = if self.below(3) == 0 {
            self.value(1)
        } else {
            Value::Constant(self.pick(&[0, 1, 2, 3, 4, 7, 8, 10, 14, 15]))
        };
        Condition::Compare(comparison, left, right)
    }

    fn claim(&mut self) -> Statement {
        self.claims += 1;
        let mut claim = self.condition(1, false);
        if self.below(3) == 0 {
            let other = self.condition(0, false);
            claim = Condition::Or(Box::new(claim), Box::new(other));
        }
        Statement::Assert(claim)
    }

    fn block(&mut self, depth: usize, most: usize) -> Vec<Statement> {
        let count = 1 + self.below(most);
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn loop_statement(&mut self, depth: usize) -> Statement {
        self.loops += 1;
        let mut body = self.block(depth + 1, 3);
        let statement = match self.below(5) {
            0 => Statement::DoWhile(body, self.condition(1, true)),
            1 => {
                let counter = self.variable();
                let step = Value::Constant(self.pick(&[1, 1, 2, 3]));
                let next = Value::Binary(
                    Operator::Add,
                    Box::new(Value::Variable(counter)),
                    Box::new(step),
                );
                body.push(Statement::Assign(counter, next));
                let limit = Value::Constant(self.pick(&[3, 5, 8, 10, 15]));
                let goes_on = Condition::Compare(Comparison::Less, Value::Variable(counter), limit);
                Statement::While(goes_on, body)
            }
            2 => Statement::While(Condition::True, body),
            _ => Statement::While(self.condition(1, true), body),
        };
        self.loops -= 1;
        statement
    }

    fn statement(&mut self, depth: usize) -> Statement {
        self.budget = self.budget.saturating_sub(1);
        let nests = self.budget > 0 && depth < 3;
        match self.below(20) {
            0..=3 if nests && self.loops < 2 => self.loop_statement(depth),
            4..=6 if nests => {
                let condition = self.condition(1, true);
                let then = self.block(depth + 1, 2);
                let otherwise = if self.below(2) == 0 {
                    self.block(depth + 1, 2)
                } else {
                    Vec::new()
                };
                Statement::If(condition, then, otherwise)
            }
            7 if self.loops > 0 => {
                let leave = match self.below(4) {
                    0 => Statement::Continue,
                    1 => Statement::Return,
                    _ => Statement::Break,
                };
                Statement::If(self.condition(1, true), vec![leave], Vec::new())
            }
            8..=10 => self.claim(),
            11 => Statement::Input(self.variable()),
            12 if self.below(2) == 0 => Statement::Assume(self.condition(0, false)),
            13 | 14 if self.table => {
                let index = self.value(0);
                Statement::AssignElement(index, self.value(1))
            }
            _ => {
                let variable = self.variable();
                if self.below(2) == 0 {
                    let step = Value::Constant(self.pick(&[1, 1, 2, 3, 15]));
                    let old = Box::new(Value::Variable(variable));
                    let next = Value::Binary(Operator::Add, old, Box::new(step));
                    Statement::Assign(variable, next)
                } else {
                    Statement::Assign(variable, self.value(2))
                }
            }
        }
    }
}
