//! Random loop programs.

use crate::program::{
    Case, Coding, Comparison, Condition, Operator, Place, Program, Statement, Storage, Table, Value,
};

/// Labels that a function may have.
const LABELS: usize = 2;

/// The program of a seed: the same on every machine.
pub fn program(seed: u64) -> Program {
    let mut maker = Maker {
        state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def0,
        variables: 2,
        table: false,
        pointer: false,
        functions: 0,
        loops: 0,
        breakable: 0,
        budget: 0,
        claims: 0,
        jumps: false,
        placed: [false; LABELS],
        used: [false; LABELS],
        inside: false,
        shared: true,
    };
    let storage = maker.pick(&[
        Storage::Locals,
        Storage::Locals,
        Storage::Statics,
        Storage::Globals,
        Storage::Globals,
        Storage::Members,
        Storage::Elements,
        Storage::Behind,
        Storage::Fields,
        Storage::Overlaid,
        Storage::Volatile,
    ]);
    let coding = match storage {
        Storage::Fields => Coding::Low,
        _ => maker.pick(&[Coding::Low, Coding::HighOfChar, Coding::HighOfInt]),
    };
    let addressable = storage != Storage::Fields && storage != Storage::Volatile;
    maker.variables = 2 + maker.below(2);
    maker.table = maker.below(5) < 2;
    maker.pointer = addressable && maker.below(4) == 0;
    maker.functions = maker.pick(&[0, 0, 0, 1, 1, 2]);
    maker.shared = storage.is_shared();
    let functions = (0..maker.functions).map(|_| maker.function()).collect();
    let body = maker.main();
    Program {
        variables: maker.variables,
        body,
        functions,
        claims: maker.claims,
        storage,
        table: maker.pick(&[Table::Local, Table::Global, Table::Heap, Table::Either]),
        coding,
        by_call: addressable && maker.below(4) == 0,
    }
}

struct Maker {
    state: u64,
    variables: usize,
    table: bool,
    pointer: bool,
    functions: usize,
    /// Loops around the place where statements are made.
    loops: usize,
    /// Loops and switches around it.
    breakable: usize,
    budget: usize,
    claims: usize,
    jumps: bool,
    /// Labels that the function has, and those that jumps of it lead to.
    placed: [bool; LABELS],
    used: [bool; LABELS],
    /// Whether statements are those of a function other than the first.
    inside: bool,
    /// Whether such a function gets at the variables.
    shared: bool,
}

impl Maker {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound as u64).expect("small")
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn main(&mut self) -> Vec<Statement> {
        self.inside = false;
        self.start(6, 10);
        let mut body: Vec<Statement> = (0..self.variables)
            .map(|variable| {
                if self.one_in(5) {
                    Statement::Input(Place::Variable(variable))
                } else {
                    let first = self.pick(&[0, 0, 0, 1, 3]);
                    Statement::Assign(Place::Variable(variable), Value::Constant(first))
                }
            })
            .collect();
        if self.pointer {
            let variable = self.below(self.variables);
            let other = self.below(self.variables);
            let turn = vec![Statement::Point(other)];
            body.push(Statement::If(Condition::Any, turn, Vec::new()));
            body.insert(0, Statement::Point(variable));
        }
        let first_loop = self.loop_statement(0);
        body.extend(self.block(0, 2));
        body.push(first_loop);
        body.extend(self.block(0, 2));
        if self.claims < 2 {
            body.push(self.claim());
        }
        self.finish(&mut body);
        body
    }

    fn function(&mut self) -> Vec<Statement> {
        self.inside = true;
        self.start(3, 5);
        let mut body = self.block(1, 3);
        self.finish(&mut body);
        body
    }

    fn start(&mut self, least: usize, more: usize) {
        self.budget = least + self.below(more);
        self.jumps = self.one_in(4);
        self.placed = [false; LABELS];
        self.used = [false; LABELS];
    }

    fn finish(&mut self, body: &mut Vec<Statement>) {
        for label in 0..LABELS {
            if self.used[label] && !self.placed[label] {
                body.push(Statement::Label(label));
            }
        }
    }

    fn small(&mut self) -> Value {
        Value::Constant(self.pick(&[0, 1, 1, 2, 3, 5, 7, 8, 12, 15]))
    }

    /// A variable of some kind.
    fn variable(&mut self) -> Value {
        match self.place() {
            Place::Variable(variable) => Value::Variable(variable),
            Place::Element(index) => Value::Element(Box::new(index)),
            Place::Through => Value::Through,
            Place::Own if self.inside && self.one_in(2) => Value::Argument,
            Place::Own => Value::Own,
        }
    }

    fn place(&mut self) -> Place {
        let reachable = !self.inside || self.shared;
        if self.pointer && (self.one_in(3) || !reachable) {
            Place::Through
        } else if reachable && !(self.inside && self.one_in(3)) {
            Place::Variable(self.below(self.variables))
        } else {
            Place::Own
        }
    }

    fn value(&mut self, depth: usize) -> Value {
        if self.table && self.one_in(4) {
            return Value::Element(Box::new(self.variable()));
        }
        if depth == 0 || self.one_in(3) {
            return if self.below(3) < 2 {
                self.variable()
            } else {
                self.small()
            };
        }
        if self.one_in(12) {
            let condition = Box::new(self.condition(0, false));
            let (left, right) = (self.value(depth - 1), self.value(depth - 1));
            return Value::Choice(condition, Box::new(left), Box::new(right));
        }
        let operator = self.pick(&[
            Operator::Add,
            Operator::Add,
            Operator::Add,
            Operator::Sub,
            Operator::Sub,
            Operator::Mul,
            Operator::And,
            Operator::Or,
            Operator::Xor,
            Operator::Divide,
            Operator::Remainder,
            Operator::ShiftLeft,
            Operator::ShiftRight,
        ]);
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        Value::Binary(operator, Box::new(left), Box::new(right))
    }

    fn condition(&mut self, depth: usize, any: bool) -> Condition {
        if any && self.one_in(6) {
            return Condition::Any;
        }
        if depth > 0 && self.one_in(5) {
            let left = Box::new(self.condition(depth - 1, any));
            let right = Box::new(self.condition(depth - 1, any));
            return match self.below(5) {
                0 | 1 => Condition::And(left, right),
                2 | 3 => Condition::Or(left, right),
                _ => Condition::Not(left),
            };
        }
        let comparison = self.pick(&[
            Comparison::Less,
            Comparison::LessOrEqual,
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::NotEqual,
            Comparison::SignedLess,
        ]);
        let left = self.value(0);
        let right = if self.one_in(3) {
            self.value(1)
        } else {
            Value::Constant(self.pick(&[0, 1, 2, 3, 4, 7, 8, 10, 14, 15]))
        };
        if self.one_in(5) {
            Condition::Compare(comparison, right, left)
        } else {
            Condition::Compare(comparison, left, right)
        }
    }

    fn claim(&mut self) -> Statement {
        let number = self.claims;
        self.claims += 1;
        let mut claim = self.condition(1, false);
        if self.one_in(3) {
            let other = self.condition(0, false);
            claim = Condition::Or(Box::new(claim), Box::new(other));
        }
        Statement::Assert(number, claim)
    }

    fn block(&mut self, depth: usize, most: usize) -> Vec<Statement> {
        let count = 1 + self.below(most);
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn step(&mut self, steps: &[u8]) -> Statement {
        let place = self.place();
        let old = match &place {
            Place::Variable(variable) => Value::Variable(*variable),
            Place::Element(index) => Value::Element(Box::new(index.clone())),
            Place::Through => Value::Through,
            Place::Own => Value::Own,
        };
        let step = Box::new(Value::Constant(self.pick(steps)));
        let operator = self.pick(&[Operator::Add, Operator::Add, Operator::Sub]);
        Statement::Assign(place, Value::Binary(operator, Box::new(old), step))
    }

    fn loop_statement(&mut self, depth: usize) -> Statement {
        self.loops += 1;
        self.breakable += 1;
        let body = self.block(depth + 1, 3);
        self.loops -= 1;
        self.breakable -= 1;
        match self.below(6) {
            0 => Statement::DoWhile(body, self.condition(1, true)),
            1 | 2 => {
                let step = self.step(&[1, 1, 2, 3]);
                let counter = match &step {
                    Statement::Assign(Place::Variable(variable), _) => Value::Variable(*variable),
                    Statement::Assign(Place::Through, _) => Value::Through,
                    _ => Value::Own,
                };
                let limit = Value::Constant(self.pick(&[3, 5, 8, 10, 15]));
                let goes_on = Condition::Compare(Comparison::Less, counter, limit);
                Statement::For(goes_on, Box::new(step), body)
            }
            3 => Statement::While(Condition::True, body),
            _ => Statement::While(self.condition(1, true), body),
        }
    }

    fn switch(&mut self, depth: usize) -> Statement {
        let value = self.value(0);
        self.breakable += 1;
        let count = 1 + self.below(3);
        let mut cases: Vec<Case> = (0..count)
            .map(|at| Case {
                number: Some(u8::try_from(at).expect("small") * 3),
                body: self.block(depth + 1, 2),
                falls: self.one_in(3),
            })
            .collect();
        if self.one_in(2) {
            let other = Case {
                number: None,
                body: self.block(depth + 1, 1),
                falls: false,
            };
            let at = self.below(cases.len() + 1);
            cases.insert(at, other);
        }
        self.breakable -= 1;
        Statement::Switch(value, cases)
    }

    fn leave(&mut self) -> Statement {
        let leave = match self.below(6) {
            0 | 1 if self.loops > 0 => Statement::Continue,
            2 => Statement::Return,
            3 if self.one_in(2) => Statement::Exit,
            _ if self.breakable > 0 => Statement::Break,
            _ => Statement::Return,
        };
        Statement::If(self.condition(1, true), vec![leave], Vec::new())
    }

    fn jump(&mut self) -> Statement {
        let label = self.below(LABELS);
        if self.placed[label] || self.one_in(2) {
            self.used[label] = true;
            let jump = vec![Statement::Goto(label)];
            Statement::If(self.condition(1, true), jump, Vec::new())
        } else {
            self.placed[label] = true;
            Statement::Label(label)
        }
    }

    fn call(&mut self) -> Statement {
        let function = self.below(self.functions);
        if !self.inside {
            return Statement::Call(function, self.value(0));
        }
        // A call from within a function: only with a smaller argument, so that there is an end.
        let more = Condition::Compare(Comparison::NotEqual, Value::Argument, Value::Constant(0));
        let one = Box::new(Value::Constant(1));
        let less = Value::Binary(Operator::Sub, Box::new(Value::Argument), one);
        Statement::If(more, vec![Statement::Call(function, less)], Vec::new())
    }

    fn statement(&mut self, depth: usize) -> Statement {
        self.budget = self.budget.saturating_sub(1);
        let nests = self.budget > 0 && depth < 3;
        match self.below(24) {
            0..=3 if nests && self.loops < 2 => self.loop_statement(depth),
            4..=6 if nests => {
                let condition = self.condition(1, true);
                let then = self.block(depth + 1, 2);
                let otherwise = if self.one_in(2) {
                    self.block(depth + 1, 2)
                } else {
                    Vec::new()
                };
                Statement::If(condition, then, otherwise)
            }
            7 if self.loops > 0 => self.leave(),
            8..=10 => self.claim(),
            11 => {
                let place = self.place();
                Statement::Input(place)
            }
            12 if self.one_in(2) => Statement::Assume(self.condition(0, false)),
            13 | 14 if self.table => {
                let index = self.value(0);
                Statement::Assign(Place::Element(index), self.value(1))
            }
            15 if nests => self.switch(depth),
            16 | 17 if self.functions > 0 => self.call(),
            18 | 19 if self.jumps => self.jump(),
            20 if self.pointer && !self.inside && self.one_in(2) => {
                Statement::Point(self.below(self.variables))
            }
            _ => {
                if self.one_in(2) {
                    self.step(&[1, 1, 2, 3, 15])
                } else {
                    let place = self.place();
                    Statement::Assign(place, self.value(2))
                }
            }
        }
    }
}
