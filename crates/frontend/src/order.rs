//! Where C leaves the order of evaluation open and it may matter (C17 6.5p3, 6.5.2.2p10).
//!
//! Operands and arguments are evaluated as clang does it, from left to right. Two calls in different
//! operands of one expression may come in either order, and so may a call and the read of a variable.
//! Where one of them writes a global that the other uses, or both get the address of one variable and
//! one writes through it, the user is told that the answer rests on the order.
//!
//! Values of one expression meet in temporaries; between statements of the source they are in memory.
//! So what meets in the operands of a statement here belongs to one expression. Calls that conflict in
//! other ways, through pointers that they find in memory, are not seen.

use cassay_base::{Id, Span};
use cassay_ir::{
    CallTarget, Expr, FuncId, Function, GlobalId, Note, Place, Program, Stmt, StmtKind, Terminator,
    Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Expressions in which so many calls meet are not looked at.
const MOST_ACTIONS: usize = 32;

/// What a function does to memory that others see.
#[derive(Clone, Default)]
struct Effects {
    reads: BTreeSet<GlobalId>,
    writes: BTreeSet<GlobalId>,
    /// Whether it writes through pointers.
    through_pointers: bool,
}

/// Something whose moment an expression leaves open.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Action {
    /// A call, by its place in the function, with the variables it gets the addresses of.
    Call(usize, FuncId, BTreeSet<Variable>),
    /// The read of a global.
    Read(GlobalId),
}

/// Adds a note for the first expression of the program whose value the order may change.
pub(crate) fn note(program: &mut Program) {
    let effects = effects(program);
    let functions = program.functions.iter().filter(|function| !function.model);
    let found = functions
        .filter_map(|function| Meetings::new(&effects).first(function))
        .next();
    if let Some((first, second, span)) = found {
        let name = |action: &Action| match action {
            Action::Call(_, id, _) => format!("the call of {}", program.functions[*id].name),
            Action::Read(id) => format!("the read of {}", program.globals[*id].name),
        };
        let assumption = format!(
            "{} comes before {} where C leaves that open",
            name(&first),
            name(&second)
        );
        program.add_note(Note {
            subject: "order of evaluation".into(),
            assumption: assumption.into(),
            may_hide: false,
            span,
        });
    }
}

/// What every function does, with those it calls.
fn effects(program: &Program) -> Vec<Effects> {
    let mut all: Vec<Effects> = program.functions.iter().map(own_effects).collect();
    let callees: Vec<BTreeSet<FuncId>> = program.functions.iter().map(callees).collect();
    loop {
        let mut changed = false;
        for (index, callees) in callees.iter().enumerate() {
            for callee in callees {
                if callee.index() == index {
                    continue;
                }
                let other = all[callee.index()].clone();
                let own = &mut all[index];
                let before = (own.reads.len(), own.writes.len(), own.through_pointers);
                own.reads.extend(other.reads);
                own.writes.extend(other.writes);
                own.through_pointers |= other.through_pointers;
                changed |= before != (own.reads.len(), own.writes.len(), own.through_pointers);
            }
        }
        if !changed {
            return all;
        }
    }
}

fn callees(function: &Function) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            if let StmtKind::Call {
                target: CallTarget::Direct(id),
                ..
            } = &stmt.kind
            {
                found.insert(*id);
            }
        }
        if let Terminator::Invoke {
            target: CallTarget::Direct(id),
            ..
        } = &block.terminator
        {
            found.insert(*id);
        }
    }
    found
}

fn own_effects(function: &Function) -> Effects {
    let mut effects = Effects::default();
    for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
        match &stmt.kind {
            StmtKind::Load {
                place: Place::Variable(Variable::Global(id), _),
                ..
            } => {
                effects.reads.insert(*id);
            }
            StmtKind::Store {
                place: Place::Variable(Variable::Global(id), _),
                ..
            } => {
                effects.writes.insert(*id);
            }
            StmtKind::Store {
                place: Place::Deref(_, _),
                ..
            }
            | StmtKind::MemCopy { .. }
            | StmtKind::MemSet { .. }
            | StmtKind::MemHavoc { .. } => effects.through_pointers = true,
            _ => {}
        }
    }
    // The library keeps its own state to itself.
    if function.model {
        effects.reads.clear();
        effects.writes.clear();
    }
    effects
}

/// Which actions meet in the expressions of a function.
struct Meetings<'a> {
    effects: &'a [Effects],
    /// The actions that a temporary rests on.
    actions: BTreeMap<u32, BTreeSet<Action>>,
}

/// Two actions of which either may come first.
type Pair = (Action, Action);

impl<'a> Meetings<'a> {
    fn new(effects: &'a [Effects]) -> Self {
        Meetings {
            effects,
            actions: BTreeMap::new(),
        }
    }

    fn first(mut self, function: &Function) -> Option<(Action, Action, Span)> {
        let mut number = 0;
        for stmt in function.blocks.iter().flat_map(|block| &block.stmts) {
            number += 1;
            if let Some((first, second)) = self.statement(stmt, number) {
                return Some((first, second, stmt.span));
            }
        }
        None
    }

    fn statement(&mut self, stmt: &Stmt, number: usize) -> Option<Pair> {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let (actions, pair) = self.expression(value);
                self.set(dst.0, actions);
                pair
            }
            StmtKind::Load { dst, place, .. } => {
                let (mut actions, pair) = match place {
                    Place::Deref(pointer, _) => self.expression(pointer),
                    Place::Variable(_, _) => Default::default(),
                };
                if let Place::Variable(Variable::Global(id), _) = place {
                    actions.insert(Action::Read(*id));
                }
                self.set(dst.0, actions);
                pair
            }
            StmtKind::Store { place, value, .. } => {
                let (left, first) = match place {
                    Place::Deref(pointer, _) => self.expression(pointer),
                    Place::Variable(_, _) => Default::default(),
                };
                let (right, second) = self.expression(value);
                first.or(second).or_else(|| self.conflict(&left, &right))
            }
            StmtKind::Call { dst, target, args } => {
                let (mut actions, pair) = self.operands(args.iter());
                if let CallTarget::Direct(id) = target {
                    let addresses = args.iter().filter_map(variable).collect();
                    actions.insert(Action::Call(number, *id, addresses));
                }
                if let Some(dst) = dst {
                    self.set(dst.0, actions);
                }
                pair
            }
            _ => None,
        }
    }

    /// A temporary that is set twice joins ways, which are in order.
    fn set(&mut self, temp: u32, actions: BTreeSet<Action>) {
        let known = self.actions.contains_key(&temp);
        let kept = !known && actions.len() <= MOST_ACTIONS;
        let actions = if kept { actions } else { BTreeSet::new() };
        self.actions.insert(temp, actions);
    }

    /// The actions that an expression rests on, and two of them that conflict.
    fn expression(&self, expr: &Expr) -> (BTreeSet<Action>, Option<Pair>) {
        if let Expr::Temp(temp) = expr {
            let actions = self.actions.get(&temp.0).cloned();
            return (actions.unwrap_or_default(), None);
        }
        let mut parts = Vec::new();
        expr.operands(|part| parts.push(part));
        self.operands(parts.into_iter())
    }

    fn operands<'e>(
        &self,
        parts: impl Iterator<Item = &'e Expr>,
    ) -> (BTreeSet<Action>, Option<Pair>) {
        let mut all = BTreeSet::new();
        let mut found = None;
        for part in parts {
            let (actions, inside) = self.expression(part);
            found = found.or(inside).or_else(|| self.conflict(&all, &actions));
            all.extend(actions);
        }
        (all, found)
    }

    fn conflict(&self, left: &BTreeSet<Action>, right: &BTreeSet<Action>) -> Option<Pair> {
        for a in left {
            for b in right.iter().filter(|b| *b != a && !left.contains(b)) {
                if !right.contains(a) && self.disturbs(a, b) {
                    return Some((a.clone(), b.clone()));
                }
            }
        }
        None
    }

    /// Whether one of two actions changes what the other uses.
    fn disturbs(&self, a: &Action, b: &Action) -> bool {
        let (id, addresses, other) = match (a, b) {
            (Action::Call(_, id, addresses), other) => (id, addresses, other),
            (other, Action::Call(_, id, addresses)) => (id, addresses, other),
            (Action::Read(_), Action::Read(_)) => return false,
        };
        let own = &self.effects[id.index()];
        match other {
            Action::Read(global) => own.writes.contains(global),
            Action::Call(_, id, others) => {
                let other = &self.effects[id.index()];
                let meet = |a: &BTreeSet<GlobalId>, b: &BTreeSet<GlobalId>| !a.is_disjoint(b);
                let by_name = meet(&own.writes, &other.reads)
                    || meet(&own.writes, &other.writes)
                    || meet(&own.reads, &other.writes);
                let by_address = (own.through_pointers || other.through_pointers)
                    && !addresses.is_disjoint(others);
                by_name || by_address
            }
        }
    }
}

/// The variable whose address an argument is.
fn variable(expr: &Expr) -> Option<Variable> {
    match expr {
        Expr::AddrOf(variable) => Some(*variable),
        Expr::PtrAdd(base, _) => variable(base),
        _ => None,
    }
}
