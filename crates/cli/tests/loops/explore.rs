//! Every state an execution can reach, one by one.

use crate::program::{Comparison, Condition, Operator, Place, Program, Statement, Value};
use std::collections::HashSet;

/// What is true of the claims of a program.
pub struct Truth {
    /// For each claim, whether an execution reaches it that has violated none before.
    pub reached: Vec<bool>,
    /// For each claim, whether such an execution violates it.
    pub violated: Vec<bool>,
}

/// How many states are looked at.
const STATES: usize = 150_000;

/// A point of the control flow.
enum Node<'a> {
    Exit,
    Return,
    Skip(usize),
    Simple(&'a Statement, usize),
    Call(usize, &'a Value, usize),
    Branch(&'a Condition, usize, usize),
    /// Cases, and where all other numbers lead.
    Switch(&'a Value, Vec<(u8, usize)>, usize),
}

const EXIT: usize = 0;
const RETURN: usize = 1;

/// Control flow of a program.
struct Graph<'a> {
    nodes: Vec<Node<'a>>,
    /// Labels of the function that is being added.
    labels: Vec<(usize, usize)>,
}

impl<'a> Graph<'a> {
    fn push(&mut self, node: Node<'a>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a function; the node where it starts.
    fn function(&mut self, body: &'a [Statement]) -> usize {
        self.labels.clear();
        let nowhere = Around {
            leave: RETURN,
            again: RETURN,
        };
        self.block(body, RETURN, nowhere)
    }

    /// The node of a label, which may come later.
    fn label(&mut self, label: usize) -> usize {
        if let Some((_, node)) = self.labels.iter().find(|(known, _)| *known == label) {
            return *node;
        }
        let node = self.push(Node::Exit);
        self.labels.push((label, node));
        node
    }

    /// The node where a block starts that goes on at `next`.
    fn block(&mut self, block: &'a [Statement], next: usize, around: Around) -> usize {
        block.iter().rev().fold(next, |next, statement| {
            self.statement(statement, next, around)
        })
    }

    fn statement(&mut self, statement: &'a Statement, next: usize, around: Around) -> usize {
        match statement {
            Statement::Assign(_, _)
            | Statement::Input(_)
            | Statement::Point(_)
            | Statement::Assert(_, _)
            | Statement::Assume(_) => self.push(Node::Simple(statement, next)),
            Statement::If(condition, then, otherwise) => {
                let then = self.block(then, next, around);
                let otherwise = self.block(otherwise, next, around);
                self.push(Node::Branch(condition, then, otherwise))
            }
            Statement::While(condition, body) => {
                let head = self.push(Node::Exit);
                let inside = Around {
                    leave: next,
                    again: head,
                };
                let body = self.block(body, head, inside);
                self.nodes[head] = Node::Branch(condition, body, next);
                head
            }
            Statement::DoWhile(body, condition) => {
                let test = self.push(Node::Exit);
                let inside = Around {
                    leave: next,
                    again: test,
                };
                let body = self.block(body, test, inside);
                self.nodes[test] = Node::Branch(condition, body, next);
                body
            }
            Statement::For(condition, step, body) => {
                let head = self.push(Node::Exit);
                let step = self.push(Node::Simple(step, head));
                let inside = Around {
                    leave: next,
                    again: step,
                };
                let body = self.block(body, step, inside);
                self.nodes[head] = Node::Branch(condition, body, next);
                head
            }
            Statement::Switch(value, cases) => {
                let inside = Around {
                    leave: next,
                    again: around.again,
                };
                let (mut numbers, mut others, mut following) = (Vec::new(), next, next);
                for case in cases.iter().rev() {
                    let behind = if case.falls { following } else { next };
                    following = self.block(&case.body, behind, inside);
                    match case.number {
                        Some(number) => numbers.push((number, following)),
                        None => others = following,
                    }
                }
                self.push(Node::Switch(value, numbers, others))
            }
            Statement::Break => around.leave,
            Statement::Continue => around.again,
            Statement::Return => RETURN,
            Statement::Exit => EXIT,
            Statement::Call(function, value) => self.push(Node::Call(*function, value, next)),
            Statement::Label(label) => {
                let node = self.label(*label);
                self.nodes[node] = Node::Skip(next);
                node
            }
            Statement::Goto(label) => self.label(*label),
        }
    }
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy)]
struct Around {
    leave: usize,
    again: usize,
}

/// A call that has not returned.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Frame {
    back: usize,
    argument: u8,
    own: u8,
}

/// A state of an execution.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    node: usize,
    variables: [u8; 3],
    table: [u8; 4],
    /// The variable that the pointer leads to.
    target: usize,
    /// Calls around the present one.
    outer: Vec<Frame>,
    frame: Frame,
}

impl State {
    fn at(&self, node: usize) -> State {
        State {
            node,
            ..self.clone()
        }
    }

    fn write(&mut self, place: &Place, value: u8) {
        match place {
            Place::Variable(variable) => self.variables[*variable] = value,
            Place::Element(index) => {
                let index = usize::from(self.evaluate(index) & 3);
                self.table[index] = value;
            }
            Place::Through => self.variables[self.target] = value,
            Place::Own => self.frame.own = value,
        }
    }

    fn evaluate(&self, value: &Value) -> u8 {
        match value {
            Value::Constant(constant) => *constant,
            Value::Variable(variable) => self.variables[*variable],
            Value::Element(index) => self.table[usize::from(self.evaluate(index) & 3)],
            Value::Through => self.variables[self.target],
            Value::Argument => self.frame.argument,
            Value::Own => self.frame.own,
            Value::Choice(condition, left, right) => {
                let (may, _) = self.decide(condition);
                self.evaluate(if may { left } else { right })
            }
            Value::Binary(operator, left, right) => {
                let (left, right) = (self.evaluate(left), self.evaluate(right));
                let result = match operator {
                    Operator::Add => left.wrapping_add(right),
                    Operator::Sub => left.wrapping_sub(right),
                    Operator::Mul => left.wrapping_mul(right),
                    Operator::And => left & right,
                    Operator::Or => left | right,
                    Operator::Xor => left ^ right,
                    Operator::Divide => left / (right | 1),
                    Operator::Remainder => left % (right | 1),
                    Operator::ShiftLeft => left << (right & 3),
                    Operator::ShiftRight => left >> (right & 3),
                };
                result & 15
            }
        }
    }

    /// Whether a condition can hold, and whether it can fail.
    fn decide(&self, condition: &Condition) -> (bool, bool) {
        match condition {
            Condition::Any => (true, true),
            Condition::True => (true, false),
            Condition::Compare(comparison, left, right) => {
                let (left, right) = (self.evaluate(left), self.evaluate(right));
                let holds = match comparison {
                    Comparison::Less => left < right,
                    Comparison::LessOrEqual => left <= right,
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::SignedLess => (left ^ 8) < (right ^ 8),
                };
                (holds, !holds)
            }
            Condition::And(left, right) => {
                let (left, right) = (self.decide(left), self.decide(right));
                (left.0 && right.0, left.1 || left.0 && right.1)
            }
            Condition::Or(left, right) => {
                let (left, right) = (self.decide(left), self.decide(right));
                (left.0 || left.1 && right.0, left.1 && right.1)
            }
            Condition::Not(inner) => {
                let (may, may_not) = self.decide(inner);
                (may_not, may)
            }
        }
    }
}

/// Enumerates the states of a program; nothing when there are too many.
pub fn explore(program: &Program) -> Option<Truth> {
    let mut graph = Graph {
        nodes: vec![Node::Exit, Node::Return],
        labels: Vec::new(),
    };
    let functions: Vec<usize> = program
        .functions
        .iter()
        .map(|body| graph.function(body))
        .collect();
    let first = State {
        node: graph.function(&program.body),
        variables: [0; 3],
        table: [0; 4],
        target: 0,
        outer: Vec::new(),
        frame: Frame {
            back: EXIT,
            argument: 0,
            own: 0,
        },
    };
    let mut truth = Truth {
        reached: vec![false; program.claims],
        violated: vec![false; program.claims],
    };
    let mut seen = HashSet::from([first.clone()]);
    let mut pending = vec![first];
    while let Some(state) = pending.pop() {
        if seen.len() > STATES {
            return None;
        }
        for next in successors(&graph, &functions, &state, &mut truth) {
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    Some(truth)
}

fn successors(graph: &Graph, functions: &[usize], state: &State, truth: &mut Truth) -> Vec<State> {
    match &graph.nodes[state.node] {
        Node::Exit => Vec::new(),
        Node::Return => {
            let mut after = state.at(state.frame.back);
            match after.outer.pop() {
                Some(frame) => after.frame = frame,
                None => return Vec::new(),
            }
            vec![after]
        }
        Node::Skip(next) => vec![state.at(*next)],
        Node::Call(function, argument, next) => {
            let mut after = state.at(functions[*function]);
            let frame = Frame {
                back: *next,
                argument: state.evaluate(argument) & 3,
                own: 0,
            };
            let caller = std::mem::replace(&mut after.frame, frame);
            after.outer.push(caller);
            vec![after]
        }
        Node::Branch(condition, then, otherwise) => {
            let (may, may_not) = state.decide(condition);
            let then = may.then(|| state.at(*then));
            let otherwise = may_not.then(|| state.at(*otherwise));
            then.into_iter().chain(otherwise).collect()
        }
        Node::Switch(value, numbers, others) => {
            let value = state.evaluate(value);
            let case = numbers.iter().find(|(number, _)| *number == value);
            vec![state.at(case.map_or(*others, |(_, node)| *node))]
        }
        Node::Simple(statement, next) => simple(statement, *next, state, truth),
    }
}

fn simple(statement: &Statement, next: usize, state: &State, truth: &mut Truth) -> Vec<State> {
    let mut after = state.at(next);
    match statement {
        Statement::Assert(claim, condition) => {
            let (may, may_not) = state.decide(condition);
            truth.reached[*claim] = true;
            truth.violated[*claim] |= may_not;
            if !may {
                return Vec::new();
            }
        }
        Statement::Assume(condition) => {
            if !state.decide(condition).0 {
                return Vec::new();
            }
        }
        Statement::Assign(place, value) => {
            let value = state.evaluate(value);
            after.write(place, value);
        }
        Statement::Point(variable) => after.target = *variable,
        Statement::Input(place) => {
            return (0..16)
                .map(|value| {
                    let mut after = after.clone();
                    after.write(place, value);
                    after
                })
                .collect();
        }
        Statement::If(_, _, _)
        | Statement::While(_, _)
        | Statement::DoWhile(_, _)
        | Statement::For(_, _, _)
        | Statement::Switch(_, _)
        | Statement::Break
        | Statement::Continue
        | Statement::Return
        | Statement::Exit
        | Statement::Call(_, _)
        | Statement::Label(_)
        | Statement::Goto(_) => {}
    }
    vec![after]
}
