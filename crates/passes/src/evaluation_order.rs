//! Where C leaves the order of evaluation open and it may matter (C17 6.5p2, 6.5p3, 6.5.2.2p10).
//!
//! Operands and arguments are evaluated in clang's order, from left to right. C allows two calls in
//! different operands of one expression in either order, and likewise a call, a read and a write of
//! the same expression. Where one of the two writes memory that the other uses, or may do so
//! through pointers, a note tells the user that the answer depends on the order.
//!
//! Values of one expression are combined in temporaries; between statements of the source they are
//! in memory. So the operands of one statement of the IR belong to one expression, and so does a
//! write between the read of a value and its use. Library functions are taken to use only what
//! their pointer arguments lead to; other functions may find pointers in memory
//! ([`crate::order_effects`]).

use crate::order_effects::{Access, Effect, Effects, Exposed, Roots, effects, is_pointer};
use cassay_base::{Id, Span};
use cassay_ir::{
    CallTarget, Expr, FuncId, Function, Note, NoteKind, Place, Program, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The prefix of the names of functions that code for exceptions calls.
const INSERTED: &str = "__cassay_cxx_";

/// Expressions with more actions than this are not analysed.
const MOST_ACTIONS: usize = 32;

/// An action that C does not order within its expression, with its number in the function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    /// A call, with the accesses that its pointer arguments allow; no function for an indirect
    /// call.
    Call(usize, Option<FuncId>, BTreeSet<Access>),
    /// The read of a place.
    Read(usize, Access),
    /// The write of a place.
    Write(usize, Access),
}

impl Action {
    fn number(&self) -> usize {
        match self {
            Action::Call(number, _, _) | Action::Read(number, _) | Action::Write(number, _) => {
                *number
            }
        }
    }
}

type Actions = BTreeSet<Action>;

/// Adds a note for the first expression of the program whose value the order may change.
pub(crate) fn note(program: &mut Program) {
    let exposed = Exposed::of(program);
    let effects = effects(program, &exposed);
    // What compilers bring along is written for the order that they choose.
    let functions = program
        .functions
        .iter()
        .filter(|function| !function.model && !program.is_in_library(function.span));
    let found = functions
        .filter_map(|function| {
            let first = Meetings::new(program, &effects, &exposed, function).first();
            first.map(|found| (function, found))
        })
        .next();
    let Some((function, (first, second, span))) = found else {
        return;
    };
    let name = |action: &Action| match action {
        Action::Call(_, Some(id), _) => format!("the call of {}", program.functions[*id].name),
        Action::Call(_, None, _) => "a call through a pointer".to_string(),
        Action::Read(_, access) => format!("the read of {}", access.name(program, function)),
        Action::Write(_, access) => format!("the write of {}", access.name(program, function)),
    };
    let assumption = format!(
        "{} comes before {} where C leaves that open",
        name(&first),
        name(&second)
    );
    program.add_note(Note {
        subject: "order of evaluation".into(),
        kind: NoteKind::EvaluationOrder,
        assumption: assumption.into(),
        may_hide: false,
        span,
    });
}

/// Finds the pairs of unordered actions in the expressions of a function.
struct Meetings<'a> {
    program: &'a Program,
    effects: &'a Effects,
    function: &'a Function,
    exposed: &'a Exposed,
    roots: Roots,
    /// The actions that the value of a temporary depends on.
    actions: BTreeMap<u32, Actions>,
    /// The writes of the block so far, with the numbers of the actions that each depends on.
    writes: Vec<(Action, BTreeSet<usize>)>,
    /// The number of the first statement of the block.
    start: usize,
}

/// Two actions that C allows in either order.
type Pair = (Action, Action);

impl<'a> Meetings<'a> {
    fn new(
        program: &'a Program,
        effects: &'a Effects,
        exposed: &'a Exposed,
        function: &'a Function,
    ) -> Self {
        Meetings {
            program,
            effects,
            function,
            exposed,
            roots: Roots::of(function),
            actions: BTreeMap::new(),
            writes: Vec::new(),
            start: 0,
        }
    }

    fn first(mut self) -> Option<(Action, Action, Span)> {
        let mut number = 0;
        for block in self.function.blocks.iter() {
            self.writes.clear();
            self.start = number;
            for stmt in &block.stmts {
                number += 1;
                if let Some((first, second)) = self.statement(stmt, number) {
                    return Some((first, second, stmt.span));
                }
            }
        }
        None
    }

    fn statement(&mut self, stmt: &Stmt, number: usize) -> Option<Pair> {
        if let StmtKind::Assign { dst, value } = &stmt.kind {
            let (actions, pair) = self.expression(value);
            self.set(dst.0, actions);
            return pair;
        }
        if let StmtKind::Load { dst, place, .. } = &stmt.kind {
            let (mut actions, pair) = self.place(place);
            actions.insert(Action::Read(number, self.roots.place(place)));
            self.set(dst.0, actions);
            return pair;
        }
        if let StmtKind::Store { place, value, .. } = &stmt.kind {
            let (left, right) = (self.place(place), self.expression(value));
            return self.written(number, self.roots.place(place), left, right);
        }
        if let StmtKind::MemCopy { dst, src, .. } = &stmt.kind {
            let (left, right) = (self.expression(dst), self.expression(src));
            return self.written(number, self.roots.pointer(dst), left, right);
        }
        let call = stmt.kind.call()?;
        let (mut actions, pair) = self.operands(call.args.iter());
        let callee = match call.target {
            CallTarget::Direct(id) => Some(*id),
            CallTarget::Indirect(_) => None,
        };
        // What the front-end inserts is no part of an expression of the source.
        if callee.is_some_and(|id| self.program.functions[id].name.starts_with(INSERTED)) {
            return pair;
        }
        let function = self.function;
        let reached = call.args.iter().filter(|arg| is_pointer(function, arg));
        let reached = reached.map(|arg| self.roots.pointer(arg).whole()).collect();
        actions.insert(Action::Call(number, callee, reached));
        if let Some(dst) = call.dst {
            self.set(dst.0, actions);
        }
        pair
    }

    /// A write whose place and value are computed by these actions.
    fn written(
        &mut self,
        number: usize,
        access: Access,
        (left, first): (Actions, Option<Pair>),
        (right, second): (Actions, Option<Pair>),
    ) -> Option<Pair> {
        let pair = first.or(second).or_else(|| self.conflict(&left, &right));
        self.write(number, access, [left, right]);
        pair
    }

    fn write(&mut self, number: usize, access: Access, rests_on: [Actions; 2]) {
        let numbers = rests_on.iter().flatten().map(Action::number).collect();
        self.writes.push((Action::Write(number, access), numbers));
    }

    /// A temporary that is set twice merges paths, and actions of different paths are ordered.
    fn set(&mut self, temp: u32, actions: Actions) {
        let known = self.actions.contains_key(&temp);
        let kept = !known && actions.len() <= MOST_ACTIONS;
        let actions = if kept { actions } else { BTreeSet::new() };
        self.actions.insert(temp, actions);
    }

    /// The actions that the pointer of a place depends on, and two of them that conflict.
    fn place(&self, place: &Place) -> (Actions, Option<Pair>) {
        match place {
            Place::Deref(pointer, _) => self.expression(pointer),
            Place::Variable(_, _) => Default::default(),
        }
    }

    /// The actions that an expression depends on, and two of them that conflict.
    fn expression(&self, expr: &Expr) -> (Actions, Option<Pair>) {
        if let Expr::Temp(temp) = expr {
            let actions = self.actions.get(&temp.0).cloned().unwrap_or_default();
            let pair = self.overtaken(&actions);
            return (actions, pair);
        }
        let mut parts = Vec::new();
        expr.operands(|part| parts.push(part));
        self.operands(parts.into_iter())
    }

    fn operands<'e>(&self, parts: impl Iterator<Item = &'e Expr>) -> (Actions, Option<Pair>) {
        let mut all = BTreeSet::new();
        let mut found = None;
        for part in parts {
            let (actions, inside) = self.expression(part);
            found = found.or(inside).or_else(|| self.conflict(&all, &actions));
            all.extend(actions);
        }
        (all, found)
    }

    /// An action of a value and a later write that does not depend on it: both belong to the
    /// expression that uses the value now.
    fn overtaken(&self, actions: &Actions) -> Option<Pair> {
        for action in actions.iter().filter(|a| a.number() > self.start) {
            let number = action.number();
            let later = self.writes.iter().rev();
            let later = later.take_while(|(write, _)| write.number() > number);
            for (write, rests_on) in later {
                if !rests_on.contains(&number) && self.disturbs(action, write) {
                    return Some((action.clone(), write.clone()));
                }
            }
        }
        None
    }

    fn conflict(&self, left: &Actions, right: &Actions) -> Option<Pair> {
        for a in left {
            for b in right.iter().filter(|b| *b != a && !left.contains(b)) {
                if right.contains(a) {
                    continue;
                }
                if self.disturbs(a, b) {
                    return Some((a.clone(), b.clone()));
                }
                if let Some(write) = self.written_between(a, b) {
                    return Some((write, b.clone()));
                }
            }
        }
        None
    }

    /// A write to a place between two reads of it that belong to one expression.
    fn written_between(&self, a: &Action, b: &Action) -> Option<Action> {
        let (Action::Read(from, x), Action::Read(to, y)) = (a, b) else {
            return None;
        };
        let (from, to) = (from.min(to), from.max(to));
        if *from <= self.start || x != y {
            return None;
        }
        let mut later = self.writes.iter().rev().map(|(write, _)| write);
        later
            .by_ref()
            .skip_while(|write| write.number() > *to)
            .take_while(|write| write.number() > *from)
            .find(|write| matches!(write, Action::Write(_, place) if place == x))
            .cloned()
    }

    /// Whether one of two actions changes what the other uses.
    fn disturbs(&self, a: &Action, b: &Action) -> bool {
        match (a, b) {
            (Action::Call(_, first, reached), Action::Call(_, second, others)) => {
                let both_models = self.is_model(*first) && self.is_model(*second);
                let shared = !reached.is_disjoint(others);
                let (first, second) = (self.does(*first, reached), self.does(*second, others));
                if both_models {
                    // Two library functions conflict only on memory that both reach through the
                    // same variable.
                    return shared && (first.writes_something() || second.writes_something());
                }
                first.disturbs(&second, self.exposed)
            }
            (Action::Call(_, id, reached), Action::Read(_, access))
            | (Action::Read(_, access), Action::Call(_, id, reached)) => self
                .does(*id, reached)
                .writes(*access, self.exposed, &self.roots),
            (Action::Call(_, id, reached), Action::Write(_, access))
            | (Action::Write(_, access), Action::Call(_, id, reached)) => {
                let does = self.does(*id, reached);
                does.writes(*access, self.exposed, &self.roots)
                    || does.reads(*access, self.exposed, &self.roots)
            }
            (Action::Read(_, x) | Action::Write(_, x), Action::Write(_, y))
            | (Action::Write(_, x), Action::Read(_, y)) => {
                x.overlaps(*y, self.exposed, &self.roots)
            }
            (Action::Read(_, _), Action::Read(_, _)) => false,
        }
    }

    fn is_model(&self, id: Option<FuncId>) -> bool {
        id.is_some_and(|id| self.program.functions[id].model)
    }

    /// The effect of a call, given the function and what its pointer arguments lead to.
    fn does(&self, id: Option<FuncId>, reached: &BTreeSet<Access>) -> Effect {
        match id {
            Some(id) if self.program.functions[id].model => {
                self.effects.of[id.index()].through(reached)
            }
            Some(id) => self.effects.of[id.index()].clone(),
            None => self.effects.by_pointer.clone(),
        }
    }
}
