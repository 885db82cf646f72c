//! Uses of the value of a function that returned none (C17 6.9.1p12): the end of a function may be
//! reached without a `return` as long as the caller does not use the value.
//!
//! The compiler keeps the return value in a variable without a name, which every `return` sets and
//! the end of the function reads. If a function can reach that read without setting the variable,
//! it sets a flag for its caller; the caller claims that the flag is not set where it uses the
//! value. The flag is written nowhere else and is zero except between the return and the claim.

use crate::registry::Check;
use cassay_base::{Id, Span};
use cassay_ir::{
    Accessed, Block, BlockId, CTypeTable, CallTarget, ClaimIds, CompareOp, Expr, FuncId, Function,
    Global, GlobalId, Initializer, LocalId, Place, Program, Property, PropertyClass, Stmt,
    StmtKind, TempId, Terminator, TypeTable, Variable,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The value of a function that ended without a `return` is not used.
pub(crate) const CHECK: Check = Check {
    id: "missing-return",
    help: "values used of functions that ended without a return",
    docs: "The value of a call is used only if the function returned one (C17 6.9.1p12), that is, \
        if it reached neither its closing brace nor a `return` without a value. The violation is \
        reported at the call. A caller may ignore the missing value; `main` returns 0 at its end \
        (C17 5.1.2.2.3).\n\n\
        Not checked are functions that return a structure in memory, functions that return a \
        named structure variable on some path, and the result of a thread. Example: ``the value \
        of `f` is used, but its end was reached without a return``.",
    classes: &[PropertyClass::MissingReturn],
    default_on: true,
    on: Some("--missing-return-check"),
    off: Some("--no-missing-return-check"),
    sanitizers: &["return"],
    instrument: Some(instrument),
};

fn instrument(program: &mut Program) {
    let incomplete: BTreeMap<FuncId, LocalId> = program
        .functions
        .iter_enumerated()
        .filter_map(|(id, function)| Some((id, unset_at_return(function)?)))
        .collect();
    if incomplete.is_empty() {
        return;
    }
    let flag = add_flag(program);
    let taken = crate::function_pointer::address_taken(program);
    let by_pointer = taken.iter().any(|id| incomplete.contains_key(id));
    let names: BTreeMap<FuncId, Arc<str>> = incomplete
        .keys()
        .map(|id| (*id, program.functions[*id].name.clone()))
        .collect();
    let byte = program.types.int(8);
    for id in program.functions.ids() {
        let (function, ids) = (&mut program.functions[id], &mut program.claims);
        if let Some(local) = incomplete.get(&id) {
            tell(function, *local, flag);
        }
        let callers = Callers {
            names: &names,
            by_pointer,
            flag,
            byte: function.new_temp(byte),
            used: used_temps(function),
        };
        callers.claim(function, ids);
    }
}

/// The flag that tells a caller that there is no value: one for each thread.
fn add_flag(program: &mut Program) -> GlobalId {
    let ty = program.types.int(8);
    program.globals.push(Global {
        address_of: None,
        name: "<no value returned>".into(),
        ty,
        ctype: CTypeTable::UNKNOWN,
        align: 1,
        init: Initializer::Parts(Vec::new()),
        constant: false,
        thread_local: true,
        device: false,
        model: false,
        span: Span::NONE,
    })
}

/// The variable without a name that a function returns although it may not have been set.
fn unset_at_return(function: &Function) -> Option<LocalId> {
    // Without locations, variables of the compiler cannot be distinguished from those of the
    // source.
    if !function.span.is_known() || function.model {
        return None;
    }
    let local = function.blocks.iter().find_map(|block| {
        let Terminator::Return(Some(Expr::Temp(value))) = &block.terminator else {
            return None;
        };
        let mut stmts = block.stmts.iter().rev();
        let load = stmts.find(|stmt| stmt.kind.defines() == Some(*value))?;
        let StmtKind::Load {
            place: Place::Variable(Variable::Local(local), 0),
            ..
        } = &load.kind
        else {
            return None;
        };
        let info = function.locals.get(*local)?;
        (info.name.is_empty() && info.param.is_none()).then_some(*local)
    })?;
    (!always_set(function, local)).then_some(local)
}

/// Whether every path to a return sets a variable.
fn always_set(function: &Function, local: LocalId) -> bool {
    let sets: Vec<bool> = function
        .blocks
        .iter()
        .map(|block| block.stmts.iter().any(|stmt| sets(&stmt.kind, local)))
        .collect();
    let mut reached = vec![false; function.blocks.len()];
    let mut queue = vec![Function::ENTRY];
    while let Some(block) = queue.pop() {
        let Some(seen) = reached.get_mut(block.index()) else {
            continue;
        };
        if std::mem::replace(seen, true) || sets[block.index()] {
            continue;
        }
        let contents = &function.blocks[block];
        if returns(contents) {
            return false;
        }
        contents.terminator.successors(|next| queue.push(next));
    }
    true
}

/// Whether the end of a block is a `return` of the source: a function that a non-local jump leaves
/// does not return, and its value is not used.
fn returns(block: &Block) -> bool {
    match &block.terminator {
        Terminator::Return(Some(Expr::Undef(_))) => block.span.is_known(),
        Terminator::Return(_) => true,
        Terminator::Goto(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectGoto { .. }
        | Terminator::Invoke { .. }
        | Terminator::Unwind(_)
        | Terminator::Unreachable => false,
    }
}

/// Whether a statement may set a variable: it names the variable and is not a plain load.
fn sets(kind: &StmtKind, local: LocalId) -> bool {
    let variable = Variable::Local(local);
    let mut named = false;
    kind.accesses(|access| {
        if let Accessed::Variable(written, _) = access.to {
            named |= access.writes && written == variable;
        }
    });
    kind.expressions(|expr| named = named || names(expr, variable));
    named
}

fn names(expr: &Expr, variable: Variable) -> bool {
    if matches!(expr, Expr::AddrOf(named) if *named == variable) {
        return true;
    }
    let mut found = false;
    expr.operands(|operand| found = found || names(operand, variable));
    found
}

/// Makes a function set the flag if it has not set the variable that it returns.
fn tell(function: &mut Function, local: LocalId, flag: GlobalId) {
    let unset = function.new_temp(TypeTable::BOOL);
    let assign = |value: bool, span: Span| Stmt {
        kind: StmtKind::Assign {
            dst: unset,
            value: Expr::bool(value),
        },
        span,
    };
    let start = function.span;
    for (index, block) in function.blocks.iter_mut().enumerate() {
        let old = std::mem::take(&mut block.stmts);
        if index == Function::ENTRY.index() {
            block.stmts.push(assign(true, start));
        }
        for stmt in old {
            let (set, span) = (sets(&stmt.kind, local), stmt.span);
            block.stmts.push(stmt);
            if set {
                block.stmts.push(assign(false, span));
            }
        }
        if returns(block) {
            let value = Expr::Select(
                Box::new(Expr::Temp(unset)),
                Box::new(Expr::int(8, 1)),
                Box::new(Expr::int(8, 0)),
            );
            block.stmts.push(set_flag(flag, value, block.span));
        }
    }
}

fn set_flag(flag: GlobalId, value: Expr, span: Span) -> Stmt {
    Stmt {
        kind: StmtKind::Store {
            place: Place::Variable(Variable::Global(flag), 0),
            value,
            volatile: false,
            order: None,
        },
        span,
    }
}

/// The claims of the callers.
struct Callers<'a> {
    /// The functions that set the flag.
    names: &'a BTreeMap<FuncId, Arc<str>>,
    /// Whether one of them may be called through a pointer.
    by_pointer: bool,
    flag: GlobalId,
    /// A temporary for the flag.
    byte: TempId,
    /// The temporaries whose value is used.
    used: BTreeSet<TempId>,
}

impl Callers<'_> {
    fn claim(&self, function: &mut Function, ids: &mut ClaimIds) {
        let mut edges = Vec::new();
        for id in function.blocks.ids() {
            let block = &mut function.blocks[id];
            let calls = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Call { target, .. } if self.concerns(target));
            if block.stmts.iter().any(calls) {
                let old = std::mem::take(&mut block.stmts);
                for stmt in old {
                    self.call(stmt, ids, &mut block.stmts);
                }
            }
            if let Terminator::Invoke { target, dst, .. } = &block.terminator
                && self.concerns(target)
            {
                block.stmts.extend(self.before(target, block.span));
                let behind = self.behind(target, *dst, ids, block.span);
                edges.push((id, behind));
            }
        }
        for (id, stmts) in edges {
            self.on_return(function, id, stmts);
        }
    }

    /// Whether a call may reach a function that sets the flag.
    fn concerns(&self, target: &CallTarget) -> bool {
        match target {
            CallTarget::Direct(id) => self.names.contains_key(id),
            CallTarget::Indirect(_) => self.by_pointer,
        }
    }

    fn call(&self, stmt: Stmt, ids: &mut ClaimIds, out: &mut Vec<Stmt>) {
        let StmtKind::Call { target, dst, .. } = &stmt.kind else {
            out.push(stmt);
            return;
        };
        if !self.concerns(target) {
            out.push(stmt);
            return;
        }
        let span = stmt.span;
        let behind = self.behind(target, *dst, ids, span);
        out.extend(self.before(target, span));
        out.push(stmt);
        out.extend(behind);
    }

    /// Other functions that a pointer may lead to do not set the flag.
    fn before(&self, target: &CallTarget, span: Span) -> Option<Stmt> {
        match target {
            CallTarget::Direct(_) => None,
            CallTarget::Indirect(_) => Some(set_flag(self.flag, Expr::int(8, 0), span)),
        }
    }

    /// The claim after a call, and the reset of the flag.
    fn behind(
        &self,
        target: &CallTarget,
        dst: Option<TempId>,
        ids: &mut ClaimIds,
        span: Span,
    ) -> Vec<Stmt> {
        let mut out = Vec::new();
        let who = match target {
            CallTarget::Direct(id) => self.names.get(id).cloned(),
            CallTarget::Indirect(_) => None,
        };
        if dst.is_some_and(|dst| self.used.contains(&dst)) {
            let who = who.map_or_else(|| "the function called".into(), |name| format!("`{name}`"));
            let message =
                format!("the value of {who} is used, but its end was reached without a return");
            let place = Place::Variable(Variable::Global(self.flag), 0);
            let none = Expr::compare(CompareOp::Eq, Expr::Temp(self.byte), Expr::int(8, 0));
            out.push(Stmt {
                kind: StmtKind::Load {
                    dst: self.byte,
                    place,
                    volatile: false,
                    moves: false,
                    order: None,
                },
                span,
            });
            out.push(Stmt {
                kind: StmtKind::Assert {
                    claim: ids.fresh(),
                    cond: none,
                    property: Property::new(PropertyClass::MissingReturn, message),
                },
                span,
            });
        }
        out.push(set_flag(self.flag, Expr::int(8, 0), span));
        out
    }

    /// Adds statements behind the return of an `invoke`, in a block of their own.
    fn on_return(&self, function: &mut Function, id: BlockId, stmts: Vec<Stmt>) {
        let span = function.blocks[id].span;
        let edge = BlockId::from_index(function.blocks.len());
        let end = &mut function.blocks[id].terminator;
        if let Terminator::Invoke { normal, .. } = end {
            let target = std::mem::replace(normal, edge);
            function.blocks.push(Block {
                stmts,
                terminator: Terminator::Goto(target),
                span,
            });
        }
    }
}

/// The temporaries whose value is used. A structure result that is not used is stored in a variable
/// without a name that is never read.
fn used_temps(function: &Function) -> BTreeSet<TempId> {
    let mut read: BTreeSet<LocalId> = BTreeSet::new();
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.accesses(|access| {
                if let Accessed::Variable(Variable::Local(local), _) = access.to
                    && !access.writes
                {
                    read.insert(local);
                }
            });
        }
    }
    let forgotten = |local: &LocalId| {
        let info = function.locals.get(*local);
        let hidden = info.is_some_and(|info| info.name.is_empty() && !info.address_taken);
        hidden && !read.contains(local)
    };
    let mut used = BTreeSet::new();
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            if let StmtKind::Store {
                place: Place::Variable(Variable::Local(local), _),
                ..
            } = &stmt.kind
                && forgotten(local)
            {
                continue;
            }
            stmt.kind.expressions(|expr| mentioned(expr, &mut used));
        }
        let end = &block.terminator;
        end.expressions(|expr| mentioned(expr, &mut used));
    }
    used
}

fn mentioned(expr: &Expr, found: &mut BTreeSet<TempId>) {
    if let Expr::Temp(temp) = expr {
        found.insert(*temp);
    }
    expr.operands(|operand| mentioned(operand, found));
}
