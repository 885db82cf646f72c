//! What the program compares its variables with: the material of conjectures.
//!
//! All of it is heuristic. A constant that is missed makes a proof fail, never succeed.

use crate::conjecture::{HOLE, own_hole, shared_hole};
use crate::system::{System, Template};
use crate::vars::Var;
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_flat::target;
use cassay_ir::{
    BinaryOp, Block, CompareOp, Constant, Expr, Initializer, Place, StmtKind, TempId, Terminator,
    TypeId, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most constants for a variable.
const MOST_CONSTANTS: usize = 10;

/// The most values that a variable is told apart by.
const MOST_MODES: usize = 6;

/// The most conditions of a template.
const MOST_CONDITIONS: usize = 60;

/// How often a variable is copied.
const COPIES: usize = 2;

fn replace(expr: &mut Expr, old: &Expr, new: &Expr) {
    if expr == old {
        *expr = new.clone();
        return;
    }
    expr.operands_mut(|operand| replace(operand, old, new));
}

/// A variable of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    /// A shared one, by number.
    Shared(usize),
    /// One of a template, by number.
    Own(usize, usize),
    /// A temporary that is not needed behind a point.
    Passing(usize, TempId),
}

/// What is known about the variables of a system.
#[derive(Default)]
pub(crate) struct Facts {
    /// Constants that a variable is compared with or set to.
    constants: BTreeMap<Key, BTreeSet<Bv>>,
    /// Constants that it is set to.
    stored: BTreeMap<Key, BTreeSet<Bv>>,
    pointers: BTreeMap<Key, Vec<Expr>>,
    /// Variables that one is a copy of.
    copies: BTreeSet<(Key, Key)>,
    /// Conditions of each template.
    conditions: BTreeMap<usize, Vec<Expr>>,
}

impl Facts {
    pub fn new(system: &System) -> Facts {
        let mut facts = Facts::default();
        for (index, var) in system.shared.iter().enumerate() {
            if let Some(bits) = initial(system, *var) {
                facts.set_to(Key::Shared(index), bits);
            }
        }
        for (number, template) in system.templates.iter().enumerate() {
            for block in template.function.blocks.iter() {
                let mut reading = Reading {
                    system,
                    number,
                    template,
                    known: BTreeMap::new(),
                    facts: &mut facts,
                };
                reading.block(block);
            }
        }
        facts.spread();
        facts.pass_on(system);
        facts
    }

    /// A condition of a variable is one of its copies, too: an argument becomes a parameter.
    fn pass_on(&mut self, system: &System) {
        let copies = self.copies_of_copies();
        for _ in 0..COPIES {
            for (number, list) in &mut self.conditions {
                let mut more = Vec::new();
                for condition in list.iter() {
                    for (to, from) in &copies {
                        if let (Key::Own(a, to), Key::Own(b, from)) = (to, from)
                            && a == number
                            && b == number
                        {
                            let (old, new) = (own_hole(system, *from), own_hole(system, *to));
                            let mut copy = condition.clone();
                            replace(&mut copy, &old, &new);
                            more.push(copy);
                        }
                    }
                }
                for copy in more {
                    if list.len() < MOST_CONDITIONS && !list.contains(&copy) {
                        list.push(copy);
                    }
                }
            }
        }
    }

    /// The copies, with those by way of temporaries that nothing is conjectured about.
    fn copies_of_copies(&self) -> BTreeSet<(Key, Key)> {
        let mut all = self.copies.clone();
        let passes = |key: &Key| matches!(key, Key::Passing(_, _));
        let mut todo: Vec<(Key, Key)> = all.iter().copied().collect();
        while let Some((to, from)) = todo.pop() {
            let sources = self.copies.iter().filter(|(via, _)| *via == from);
            let mut found = Vec::new();
            if passes(&from) {
                found.extend(sources.map(|(_, source)| (to, *source)));
            }
            for copy in found {
                if all.insert(copy) {
                    todo.push(copy);
                }
            }
        }
        all
    }

    fn set_to(&mut self, key: Key, bits: Bv) {
        self.stored.entry(key).or_default().insert(bits.clone());
        self.constants.entry(key).or_default().insert(bits);
    }

    /// Copies of a variable have its constants.
    fn spread(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for (a, b) in self.copies.clone() {
                for (from, to) in [(a, b), (b, a)] {
                    let more = self.constants.get(&from).cloned().unwrap_or_default();
                    let own = self.constants.entry(to).or_default();
                    let before = own.len();
                    own.extend(more);
                    changed |= own.len() > before;
                }
                let more = self.stored.get(&b).cloned().unwrap_or_default();
                let own = self.stored.entry(a).or_default();
                let before = own.len();
                own.extend(more);
                changed |= own.len() > before;
            }
        }
    }

    /// The constants of a variable, small ones first.
    pub fn constants(&self, key: Key, width: u32) -> Vec<Bv> {
        let mut all: BTreeSet<Bv> = self.constants.get(&key).cloned().unwrap_or_default();
        all.insert(Bv::zero(width));
        let mut all: Vec<Bv> = all.into_iter().filter(|c| c.width() == width).collect();
        all.sort_by_key(|c| c.to_i64().map_or(u64::MAX, i64::unsigned_abs));
        // The largest ones limit what the others count.
        if all.len() > MOST_CONSTANTS {
            let large = all.split_off(all.len() - MOST_CONSTANTS / 2);
            all.truncate(MOST_CONSTANTS - large.len());
            all.extend(large);
        }
        all
    }

    /// The constants that a variable is set to; none if there are many.
    pub fn stored(&self, key: Key, width: u32) -> Vec<Bv> {
        let all = self.stored.get(&key).cloned().unwrap_or_default();
        let all: Vec<Bv> = all.into_iter().filter(|c| c.width() == width).collect();
        match all.len() {
            0..=MOST_MODES => all,
            _ => Vec::new(),
        }
    }

    pub fn pointers(&self, key: Key) -> &[Expr] {
        self.pointers.get(&key).map_or(&[], |list| list)
    }

    /// Conditions of a template, or those of all templates that are about shared variables alone.
    pub fn conditions(&self, template: Option<usize>) -> Vec<Expr> {
        match template {
            Some(number) => self.conditions.get(&number).cloned().unwrap_or_default(),
            None => Vec::new(),
        }
    }
}

/// The first contents of a shared variable.
fn initial(system: &System, var: Var) -> Option<Bv> {
    let Var::Shared(id, offset, ty) = var else {
        return None;
    };
    let width = u32::try_from(system.program.types.scalar_bits(ty)).ok()?;
    let Initializer::Parts(parts) = &system.program.globals[id].init else {
        return None;
    };
    let part = parts.iter().find(|(at, _)| *at == offset);
    match part {
        Some((_, Constant::Bits(bits))) if bits.width() == width => Some(bits.clone()),
        Some(_) => None,
        None => Some(Bv::zero(width)),
    }
}

/// Reads a block: temporaries become expressions over variables.
struct Reading<'a> {
    system: &'a System,
    number: usize,
    template: &'a Template,
    known: BTreeMap<TempId, Expr>,
    facts: &'a mut Facts,
}

impl Reading<'_> {
    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Assign { dst, value } => {
                    // Conditions that are joined to one are those of several branches.
                    if let Expr::Compare(_, _, _) = value {
                        self.condition(value);
                    }
                    let value = self.expand(value);
                    self.set(*dst, &value);
                    self.known.insert(*dst, value);
                }
                StmtKind::Load {
                    dst,
                    place: Place::Variable(variable, offset),
                    ..
                } => {
                    let ty = self.template.function.temps[*dst].ty;
                    if let Some((_, hole)) = self.variable(*variable, *offset, ty) {
                        self.set(*dst, &hole);
                        self.known.insert(*dst, hole);
                    }
                }
                StmtKind::Store {
                    place: Place::Variable(variable, offset),
                    value,
                    ..
                } => {
                    let ty = value.ty(&self.system.program, &self.template.function);
                    let value = self.expand(value);
                    if let Some(ty) = ty
                        && let Some((key, _)) = self.variable(*variable, *offset, ty)
                    {
                        self.flows(key, &value);
                    }
                }
                StmtKind::Assume(cond)
                | StmtKind::Wait { cond, .. }
                | StmtKind::Assert { cond, .. } => {
                    self.condition(cond);
                }
                _ => {}
            }
        }
        match &block.terminator {
            Terminator::Branch { cond, .. } => self.condition(cond),
            Terminator::Switch { value, cases, .. } => {
                let value = self.expand(value);
                if let Some((key, _)) = self.plain(&value) {
                    for (case, _) in cases {
                        self.compared(key, case.clone(), &value, true);
                    }
                }
            }
            _ => {}
        }
    }

    /// The value of a temporary of the template.
    fn set(&mut self, dst: TempId, value: &Expr) {
        let key = self.temp(dst);
        self.flows(key, value);
    }

    fn temp(&self, temp: TempId) -> Key {
        let own = self.template.vars.iter().position(|var| match var {
            Var::Temp(id, _) => *id == temp,
            Var::Shared(_, _, _) | Var::Own(_, _, _) | Var::Local(_, _, _) | Var::Number(_) => {
                false
            }
        });
        match own {
            Some(index) => Key::Own(self.number, index),
            None => Key::Passing(self.number, temp),
        }
    }

    /// A value goes into a variable.
    fn flows(&mut self, to: Key, value: &Expr) {
        if let Some(bits) = value.as_int() {
            self.facts.set_to(to, bits.clone());
        } else if target(value).is_some() || *value == Expr::Null {
            let list = self.facts.pointers.entry(to).or_default();
            if !list.contains(value) {
                list.push(value.clone());
            }
        } else if let Some((from, _)) = self.plain(value) {
            self.facts.copies.insert((to, from));
        } else if let Expr::Select(_, a, b) = value {
            self.flows(to, a);
            self.flows(to, b);
        }
    }

    /// The variable that a value is, but for a constant that is added and for casts.
    fn plain(&self, value: &Expr) -> Option<(Key, Bv)> {
        match value {
            Expr::Temp(temp) if temp.0 >= HOLE => {
                let index = (temp.0 - HOLE) as usize;
                let shared = self.system.shared.len();
                let (key, var) = match index.checked_sub(shared) {
                    None => (Key::Shared(index), self.system.shared[index]),
                    Some(own) => (Key::Own(self.number, own), *self.template.vars.get(own)?),
                };
                Some((key, self.zero(var.ty())?))
            }
            Expr::Temp(temp) => {
                let ty = self.template.function.temps.get(*temp)?.ty;
                Some((self.temp(*temp), self.zero(ty)?))
            }
            Expr::Cast(_, inner, _) => self.plain(inner),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                let (key, by) = self.plain(a)?;
                let more = b.as_int().filter(|bits| bits.width() == by.width())?;
                Some((
                    key,
                    match op {
                        BinaryOp::Add => by.add(more),
                        _ => by.sub(more),
                    },
                ))
            }
            _ => None,
        }
    }

    fn zero(&self, ty: TypeId) -> Option<Bv> {
        let width = u32::try_from(self.system.program.types.scalar_bits(ty)).ok()?;
        Some(Bv::zero(width))
    }

    /// The variable at a place, and its hole.
    fn variable(&self, variable: Variable, offset: u64, ty: TypeId) -> Option<(Key, Expr)> {
        let wanted = match variable {
            Variable::Local(id) => Var::Local(id, offset, ty),
            Variable::Global(id) if self.system.program.globals[id].thread_local => {
                Var::Own(id, offset, ty)
            }
            Variable::Global(id) => Var::Shared(id, offset, ty),
        };
        if let Some(index) = self.system.shared.iter().position(|var| *var == wanted) {
            return Some((Key::Shared(index), shared_hole(index)));
        }
        let index = self.template.vars.iter().position(|var| *var == wanted)?;
        Some((Key::Own(self.number, index), own_hole(self.system, index)))
    }

    /// An expression over variables, as far as the block says.
    fn expand(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        self.expand_in(&mut expr);
        expr
    }

    fn expand_in(&self, expr: &mut Expr) {
        if let Expr::Temp(temp) = expr {
            if let Some(value) = self.known.get(temp) {
                *expr = value.clone();
            } else if let Key::Own(_, index) = self.temp(*temp) {
                *expr = own_hole(self.system, index);
            }
            return;
        }
        expr.operands_mut(|operand| self.expand_in(operand));
    }

    /// A condition of the program.
    fn condition(&mut self, cond: &Expr) {
        let cond = self.expand(cond);
        for part in cond.parts() {
            if let Expr::Compare(op, a, b) = part {
                let equal = matches!(op, CompareOp::Eq | CompareOp::Ne);
                for (value, constant) in [(a, b), (b, a)] {
                    if let (Some((key, _)), Some(bits)) = (self.plain(value), constant.as_int()) {
                        self.compared(key, bits.clone(), value, equal);
                    }
                }
            }
        }
        let own = |temp: TempId| temp.index() >= HOLE as usize;
        let asks = cond.effects() != cassay_ir::Effects::NONE;
        if cond.temps().all(own) && cond.temps().next().is_some() && !asks {
            let list = self.facts.conditions.entry(self.number).or_default();
            if !list.contains(&cond) {
                list.push(cond);
            }
        }
    }

    /// A value that is a variable plus a constant is compared with another constant.
    fn compared(&mut self, key: Key, bits: Bv, value: &Expr, equal: bool) {
        let Some((_, added)) = self.plain(value) else {
            return;
        };
        let width = added.width();
        let bits = match bits.width() {
            more if more > width => bits.extract(width - 1, 0),
            less if less < width => bits.sext(width),
            _ => bits,
        };
        let meant = bits.sub(&added);
        let one = Bv::one(width);
        if equal {
            self.facts
                .stored
                .entry(key)
                .or_default()
                .insert(meant.clone());
        }
        let constants = self.facts.constants.entry(key).or_default();
        if width > 1 {
            constants.insert(meant.add(&one));
            constants.insert(meant.sub(&one));
        }
        constants.insert(meant);
    }
}
