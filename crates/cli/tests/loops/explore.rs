//! Every state an execution can reach, one by one.

use crate::program::{Comparison, Condition, Operator, Program, Statement, Value};
use std::collections::HashSet;

/// The right answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Safe,
    Violated,
    /// More states than are looked at.
    TooMany,
}

/// Three variables and four elements.
type State = [u8; 7];

/// How many states are looked at.
const STATES: usize = 150_000;

/// A point of the control flow.
enum Node<'a> {
    End,
    Simple(&'a Statement, usize),
    Branch(&'a Condition, usize, usize),
}

struct Graph<'a> {
    nodes: Vec<Node<'a>>,
}

impl<'a> Graph<'a> {
    fn push(&mut self, node: Node<'a>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The node where a block starts that goes on at `next`.
    fn block(&mut self, block: &'a [Statement], next: usize, around: Around) -> usize {
        block
            .iter()
            .rev()
            .fold(next, |next, statement| match statement {
                Statement::Assign(_, _)
                | Statement::AssignElement(_, _)
                | Statement::Input(_)
                | Statement::Assert(_)
                | Statement::Assume(_) => self.push(Node::Simple(statement, next)),
                Statement::If(condition, then, otherwise) => {
                    let then = self.block(then, next, around);
                    let otherwise = self.block(otherwise, next, around);
                    self.push(Node::Branch(condition, then, otherwise))
                }
                Statement::While(condition, body) => {
                    let head = self.push(Node::End);
                    let inside = Around {
                        leave: next,
                        again: head,
                    };
                    let body = self.block(body, head, inside);
                    self.nodes[head] = Node::Branch(condition, body, next);
                    head
                }
                Statement::DoWhile(body, condition) => {
                    let test = self.push(Node::End);
                    let inside = Around {
                        leave: next,
                        again: test,
                    };
                    let body = self.block(body, test, inside);
                    self.nodes[test] = Node::Branch(condition, body, next);
                    body
                }
                Statement::Break => around.leave,
                Statement::Continue => around.again,
                Statement::Return => END,
            })
    }
}

/// Where `break` and `continue` lead.
#[derive(Clone, Copy)]
struct Around {
    leave: usize,
    again: usize,
}

const END: usize = 0;

/// Enumerates the states of a program.
pub fn explore(program: &Program) -> Truth {
    let mut graph = Graph {
        nodes: vec![Node::End],
    };
    let nowhere = Around {
        leave: END,
        again: END,
    };
    let start = graph.block(&program.body, END, nowhere);
    let first: (usize, State) = (start, [0; 7]);
    let mut seen = HashSet::from([first]);
    let mut pending = vec![first];
    while let Some((node, state)) = pending.pop() {
        if seen.len() > STATES {
            return Truth::TooMany;
        }
        let mut next: Vec<(usize, State)> = Vec::new();
        match &graph.nodes[node] {
            Node::End => {}
            Node::Branch(condition, then, otherwise) => {
                let (may, may_not) = decide(condition, &state);
                next.extend(may.then_some((*then, state)));
                next.extend(may_not.then_some((*otherwise, state)));
            }
            Node::Simple(statement, to) => match statement {
                Statement::Assert(condition) => {
                    if decide(condition, &state).1 {
                        return Truth::Violated;
                    }
                    next.push((*to, state));
                }
                Statement::Assume(condition) => {
                    next.extend(decide(condition, &state).0.then_some((*to, state)));
                }
                Statement::Assign(variable, value) => {
                    let mut after = state;
                    after[*variable] = evaluate(value, &state);
                    next.push((*to, after));
                }
                Statement::AssignElement(index, value) => {
                    let mut after = state;
                    after[3 + usize::from(evaluate(index, &state) & 3)] = evaluate(value, &state);
                    next.push((*to, after));
                }
                Statement::Input(variable) => {
                    for value in 0..16 {
                        let mut after = state;
                        after[*variable] = value;
                        next.push((*to, after));
                    }
                }
                Statement::If(_, _, _)
                | Statement::While(_, _)
                | Statement::DoWhile(_, _)
                | Statement::Break
                | Statement::Continue
                | Statement::Return => {}
            },
        }
        pending.extend(next.into_iter().filter(|state| seen.insert(*state)));
    }
    Truth::Safe
}

fn evaluate(value: &Value, state: &State) -> u8 {
    match value {
        Value::Constant(constant) => *constant,
        Value::Variable(variable) => state[*variable],
        Value::Element(index) => state[3 + usize::from(evaluate(index, state) & 3)],
        Value::Binary(operator, left, right) => {
            let (left, right) = (evaluate(left, state), evaluate(right, state));
            let result = match operator {
                Operator::Add => left.wrapping_add(right),
                Operator::Sub => left.wrapping_sub(right),
                Operator::Mul => left.wrapping_mul(right),
                Operator::And => left & right,
                Operator::Or => left | right,
                Operator::Xor => left ^ right,
            };
            result & 15
        }
    }
}

/// Whether a condition can hold, and whether it can fail.
fn decide(condition: &Condition, state: &State) -> (bool, bool) {
    match condition {
        Condition::Any => (true, true),
        Condition::True => (true, false),
        Condition::Compare(comparison, left, right) => {
            let (left, right) = (evaluate(left, state), evaluate(right, state));
            let holds = match comparison {
                Comparison::Less => left < right,
                Comparison::LessOrEqual => left <= right,
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
            };
            (holds, !holds)
        }
        Condition::And(left, right) => {
            let (left, right) = (decide(left, state), decide(right, state));
            (left.0 && right.0, left.1 || left.0 && right.1)
        }
        Condition::Or(left, right) => {
            let (left, right) = (decide(left, state), decide(right, state));
            (left.0 || left.1 && right.0, left.1 && right.1)
        }
    }
}
