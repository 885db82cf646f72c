//! Values that are known: parameters that are constants or addresses of variables.
//!
//! A parameter that is only set when its function is entered has the value of the argument wherever
//! it is read. With such pointers replaced, most accesses name their variable.

use cassay_ir::{CallTarget, Expr, Function, LocalId, Place, Program, StmtKind, TempId, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// Replaces temporaries and parameters that are constants. Whether a call through a pointer became a call of a known
/// function.
pub fn resolve(program: &Program, function: &mut Function) -> bool {
    let mut known = Known::new(function);
    while known.learn(program, function) {
        known.replace(function);
    }
    known.drop_unused(function);
    name_places(function);
    fold_places(program, function);
    let mut calls = function.statements().filter_map(|stmt| stmt.kind.call());
    calls.any(|call| matches!(call.target, CallTarget::Indirect(Expr::FuncAddr(_))))
}

struct Known {
    /// How often each temporary is set.
    set: BTreeMap<TempId, usize>,
    /// How often each parameter is stored.
    stored: BTreeMap<LocalId, usize>,
    temps: BTreeMap<TempId, Expr>,
    locals: BTreeMap<LocalId, Expr>,
}

/// Whether an expression has the same value wherever it is evaluated.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::AddrOf(_) | Expr::FuncAddr(_) | Expr::Null | Expr::Int(_) => true,
        Expr::PtrAdd(base, by) => is_constant(base) && by.as_int().is_some(),
        Expr::Float(_, _)
        | Expr::Undef(_)
        | Expr::Temp(_)
        | Expr::Unary(_, _)
        | Expr::Binary(_, _, _)
        | Expr::Compare(_, _, _)
        | Expr::Overflow(_, _, _)
        | Expr::Cast(_, _, _)
        | Expr::Select(_, _, _)
        | Expr::Aggregate(_, _)
        | Expr::Component(_, _)
        | Expr::WithComponent(_, _, _)
        | Expr::FloatNeg(_)
        | Expr::FloatArith(_, _, _)
        | Expr::FloatCompare(_, _, _)
        | Expr::Extent(_, _)
        | Expr::Memory(_, _, _)
        | Expr::Initialised(_, _)
        | Expr::Heap(_)
        | Expr::Progress => false,
    }
}

impl Known {
    fn new(function: &Function) -> Known {
        let mut known = Known {
            set: BTreeMap::new(),
            stored: BTreeMap::new(),
            temps: BTreeMap::new(),
            locals: BTreeMap::new(),
        };
        for param in &function.params {
            *known.set.entry(*param).or_default() += 1;
        }
        for stmt in function.statements() {
            if let Some(temp) = stmt.kind.defines() {
                *known.set.entry(temp).or_default() += 1;
            }
            stmt.kind.accesses(|access| {
                if let cassay_ir::Accessed::Variable(Variable::Local(local), _) = access.to
                    && access.writes
                {
                    *known.stored.entry(local).or_default() += 1;
                }
            });
        }
        known
    }

    /// Finds more constants; false if there are none.
    fn learn(&mut self, program: &Program, function: &Function) -> bool {
        let before = self.temps.len() + self.locals.len();
        for stmt in function.statements() {
            if let StmtKind::Assign { dst, value } = &stmt.kind
                && self.set.get(dst) == Some(&1)
                && is_constant(value)
            {
                self.temps.insert(*dst, value.clone());
            }
            if let StmtKind::Store {
                place: Place::Variable(Variable::Local(id), 0),
                value,
                ..
            } = &stmt.kind
            {
                let local = &function.locals[*id];
                let parameter =
                    local.param.is_some() && value.ty(program, function) == Some(local.ty);
                if parameter
                    && !local.address_taken
                    && self.stored.get(id) == Some(&1)
                    && is_constant(value)
                {
                    self.locals.insert(*id, value.clone());
                }
            }
        }
        self.temps.len() + self.locals.len() > before
    }

    fn replace(&self, function: &mut Function) {
        let Function {
            blocks,
            temps,
            locals,
            ..
        } = function;
        for block in blocks.iter_mut() {
            for stmt in &mut block.stmts {
                if let StmtKind::Load { dst, place, .. } = &stmt.kind
                    && let Place::Variable(Variable::Local(local), 0) = place
                    && temps[*dst].ty == locals[*local].ty
                    && let Some(value) = self.locals.get(local)
                {
                    stmt.kind = StmtKind::Assign {
                        dst: *dst,
                        value: value.clone(),
                    };
                }
                stmt.kind.expressions_mut(|expr| self.substitute(expr));
            }
            block
                .terminator
                .expressions_mut(|expr| self.substitute(expr));
        }
    }

    /// What only set a constant has no use any more.
    fn drop_unused(&self, function: &mut Function) {
        let mut read = BTreeSet::new();
        for stmt in function.statements() {
            stmt.kind.accesses(|access| {
                if let cassay_ir::Accessed::Variable(Variable::Local(local), _) = access.to
                    && !access.writes
                {
                    read.insert(local);
                }
            });
        }
        for block in function.blocks.iter_mut() {
            block.stmts.retain(|stmt| match &stmt.kind {
                StmtKind::Assign { dst, .. } => !self.temps.contains_key(dst),
                StmtKind::Store {
                    place: Place::Variable(Variable::Local(local), _),
                    ..
                } => !self.locals.contains_key(local) || read.contains(local),
                _ => true,
            });
        }
    }

    fn substitute(&self, expr: &mut Expr) {
        if let Expr::Temp(temp) = expr {
            if let Some(value) = self.temps.get(temp) {
                *expr = value.clone();
            }
            return;
        }
        expr.operands_mut(|operand| self.substitute(operand));
    }
}

/// The variable and the offset that a constant pointer leads to.
pub fn target(expr: &Expr) -> Option<(Variable, i64)> {
    if let Expr::AddrOf(variable) = expr {
        return Some((*variable, 0));
    }
    if let Expr::PtrAdd(base, by) = expr {
        let (variable, offset) = target(base)?;
        return Some((variable, offset.checked_add(by.as_int()?.to_i64()?)?));
    }
    None
}

/// The variable into which a pointer leads at any offset.
pub fn base(expr: &Expr) -> Option<Variable> {
    let mut expr = expr;
    while let Expr::PtrAdd(inner, _) = expr {
        expr = inner;
    }
    match expr {
        Expr::AddrOf(variable) => Some(*variable),
        _ => None,
    }
}

/// Accesses by a pointer that was computed in the same block say which variable it leads into.
fn name_places(function: &mut Function) {
    for block in function.blocks.iter_mut() {
        let mut known: BTreeMap<TempId, Expr> = BTreeMap::new();
        for stmt in &mut block.stmts {
            if let StmtKind::Load { place, .. } | StmtKind::Store { place, .. } = &mut stmt.kind
                && let Place::Deref(pointer, _) = place
                && let Expr::Temp(temp) = pointer
                && let Some(value) = known.get(temp)
            {
                *pointer = value.clone();
            }
            let Some(dst) = stmt.kind.defines() else {
                continue;
            };
            known.retain(|temp, value| *temp != dst && value.temps().all(|used| used != dst));
            if let StmtKind::Assign { value, .. } = &stmt.kind
                && base(value).is_some()
                && value.temps().all(|used| used != dst)
            {
                known.insert(dst, value.clone());
            }
        }
    }
}

/// Accesses through constant pointers name their variables.
fn fold_places(program: &Program, function: &mut Function) {
    let locals = function.locals.clone();
    let size = |variable: Variable| match variable {
        Variable::Global(id) => program.global_size(id),
        Variable::Local(id) => program.types.alloc_size(locals[id].ty),
    };
    for block in function.blocks.iter_mut() {
        for stmt in &mut block.stmts {
            let place = match &mut stmt.kind {
                StmtKind::Load { place, .. } | StmtKind::Store { place, .. } => place,
                _ => continue,
            };
            if let Place::Deref(pointer, _) = place
                && let Some((variable, offset)) = target(pointer)
                && let Ok(offset) = u64::try_from(offset)
                && offset < size(variable)
            {
                *place = Place::Variable(variable, offset);
            }
        }
    }
}
