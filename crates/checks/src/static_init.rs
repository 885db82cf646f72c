//! Variables of the program that are used before they are initialised.
//!
//! clang makes one function for each variable whose initialisation executes code. Each such variable has a flag,
//! raised where that function returns, and claimed to be raised wherever the variable is used by name.

use crate::cxx_names::{is_constructor, is_destructor, scope};
use crate::flags::Flag;
use crate::registry::Check;
use cassay_base::Span;
use cassay_ir::{
    Accessed, Block, CallTarget, ClaimIds, Expr, FuncId, Function, GlobalId, Place, Program,
    Property, PropertyClass, StmtKind, Terminator, Variable,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Variables are initialised before they are used.
pub(crate) const CHECK: Check = Check {
    id: "static-init",
    help: "variables that initialisers of others use before they are initialised",
    docs: "\
A variable of a namespace, or static member, whose initialisation executes code is not used before that code has
run ([basic.start.dynamic]). Within a file variables are initialised in the order of their definitions; the order
of files is that of the command line here, and left open by C++. Until then the variable is zero: a number can be
read, but is not what was meant, and calling a member of an object is undefined ([basic.life]). Because C++ defines
the first, this check is on request.

A use is an access to the variable, or a call of a member of its class, both by the name of the variable; taking its
address is none. Uses through references and pointers are not seen, and neither are variables of a thread and
uses after destruction. A static variable of a function is initialised when control first passes its declaration;
that its initialisation uses it again is found without this option, as an invalid call of the library.
Example: ```limit` is used before its initialisation``.",
    classes: &[PropertyClass::StaticInit],
    default_on: false,
    on: Some("--static-init-check"),
    off: Some("--no-static-init-check"),
    sanitizers: &[],
    instrument: Some(instrument),
};

/// How the names of clang's functions begin that initialise one variable.
const INITIALISER: &str = "__cxx_global_var_init";

/// A variable that code initialises.
struct Initialised {
    /// The function that does.
    by: FuncId,
    /// Its class, if a constructor does.
    class: Option<String>,
    name: Arc<str>,
    flag: Flag,
}

fn instrument(program: &mut Program) {
    let mut variables = BTreeMap::new();
    for id in program.functions.ids() {
        let function = &program.functions[id];
        if !function.name.starts_with(INITIALISER) || function.model {
            continue;
        }
        let Some((global, class)) = initialised(program, function) else {
            continue;
        };
        let name = Arc::clone(&program.globals[global].name);
        let flag = Flag::of_program(program, &format!("__cassay_initialised_{name}"));
        let variable = Initialised {
            by: id,
            class,
            name,
            flag,
        };
        variables.insert(global, variable);
    }
    for id in program.functions.ids() {
        if !variables.is_empty() && !program.functions[id].model {
            rewrite(program, id, &variables);
        }
    }
}

/// The variable that a function initialises, and its class if a constructor does: what is destroyed at the end, or
/// is stored to, or constructed, or the result of a call.
fn initialised(program: &Program, function: &Function) -> Option<(GlobalId, Option<String>)> {
    let mut destroyed = None;
    let mut stored = None;
    let mut constructed = None;
    let mut returned = None;
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            if let StmtKind::Store { place, .. } = &stmt.kind
                && let Place::Variable(Variable::Global(global), _) = place
            {
                stored = Some(*global)
                    .filter(|global| is_candidate(program, *global))
                    .or(stored);
            }
        }
        for (callee, args) in calls(program, block) {
            let argument = |index: usize| args.get(index).and_then(variable_of);
            let first = argument(0).filter(|global| is_candidate(program, *global));
            if &*callee.name == "__cxa_atexit" {
                destroyed = argument(1).or(destroyed);
            } else if is_constructor(callee) {
                let class = scope(&callee.name).map(str::to_owned);
                constructed = first.map(|global| (global, class)).or(constructed);
            } else if callee.ret == cassay_ir::TypeTable::VOID {
                returned = first.or(returned);
            }
        }
    }
    let class_of = |global: GlobalId| {
        let (_, class) = constructed.clone().filter(|(made, _)| *made == global)?;
        class
    };
    let made = constructed.as_ref().map(|(global, _)| *global);
    let global = destroyed.or(stored).or(made).or(returned)?;
    let wanted = !program.globals[global].thread_local && !program.globals[global].model;
    wanted.then(|| (global, class_of(global)))
}

/// Whether a variable is one of the source, not a guard of another.
fn is_candidate(program: &Program, global: GlobalId) -> bool {
    !program.globals[global]
        .name
        .starts_with("guard variable for ")
}

/// The calls of a block, with their callees.
fn calls<'a>(program: &'a Program, block: &'a Block) -> Vec<(&'a Function, &'a [Expr])> {
    let stmts = block.stmts.iter().filter_map(|stmt| called(&stmt.kind));
    let calls = stmts.chain(called_at_end(&block.terminator));
    let direct = calls.filter_map(|(target, args)| match target {
        CallTarget::Direct(id) => Some((program.functions.get(*id)?, args)),
        CallTarget::Indirect(_) => None,
    });
    direct.collect()
}

fn called(kind: &StmtKind) -> Option<(&CallTarget, &[Expr])> {
    if let StmtKind::Call { target, args, .. } = kind {
        return Some((target, args));
    }
    None
}

fn called_at_end(terminator: &Terminator) -> Option<(&CallTarget, &[Expr])> {
    if let Terminator::Invoke { target, args, .. } = terminator {
        return Some((target, args));
    }
    None
}

/// The variable whose address, or that of a part of it, an expression is.
fn variable_of(expr: &Expr) -> Option<GlobalId> {
    let mut expr = expr;
    while let Expr::PtrAdd(base, by) = expr
        && let Expr::Int(_) = **by
    {
        expr = base;
    }
    let Expr::AddrOf(Variable::Global(global)) = expr else {
        return None;
    };
    Some(*global)
}

/// Adds claims to a function, and raises the flags of the variables that it initialises.
fn rewrite(program: &mut Program, id: FuncId, variables: &BTreeMap<GlobalId, Initialised>) {
    let own = variables.values().find(|variable| variable.by == id);
    let additions = uses(program, id, variables);
    if own.is_none() && additions.is_empty() {
        return;
    }
    let (function, ids) = (&mut program.functions[id], &mut program.claims);
    let mut blocks = std::mem::take(&mut function.blocks);
    let mut additions = additions.into_iter().peekable();
    for block_id in blocks.ids() {
        let block = &mut blocks[block_id];
        let old = std::mem::take(&mut block.stmts);
        let end = old.len();
        let mut old = old.into_iter();
        for index in 0..=end {
            while let Some((_, variable, span)) =
                additions.next_if(|addition| addition.0 == (block_id.0, index))
            {
                let claims = claim(variable, (&mut *function, &mut *ids), span);
                block.stmts.extend(claims);
            }
            block.stmts.extend(old.next());
        }
        if let (Some(own), Terminator::Return(_)) = (own, &block.terminator) {
            block.stmts.push(own.flag.set(true, block.span));
        }
    }
    function.blocks = blocks;
}

fn claim(
    variable: &Initialised,
    into: (&mut Function, &mut ClaimIds),
    span: Span,
) -> [cassay_ir::Stmt; 2] {
    let message = format!("`{}` is used before its initialisation", variable.name);
    let property = Property::new(PropertyClass::StaticInit, message);
    variable.flag.claim(true, property, into, span)
}

/// Where a use is: the block and the index of a statement, or behind the last.
type At = (u32, usize);

/// The uses of variables in a function, each statement's at most once for each, in order.
fn uses<'v>(
    program: &Program,
    id: FuncId,
    variables: &'v BTreeMap<GlobalId, Initialised>,
) -> Vec<(At, &'v Initialised, Span)> {
    let mut found: Vec<(At, &Initialised, Span)> = Vec::new();
    let mut add = |at: At, global: GlobalId, span: Span| {
        if let Some(variable) = variables.get(&global).filter(|variable| variable.by != id) {
            let known = |(other, known, _): &(At, &Initialised, Span)| {
                *other == at && known.by == variable.by
            };
            if !found
                .iter()
                .rev()
                .take_while(|use_| use_.0 == at)
                .any(known)
            {
                found.push((at, variable, span));
            }
        }
    };
    for (block_id, block) in program.functions[id].blocks.iter_enumerated() {
        for (index, stmt) in block.stmts.iter().enumerate() {
            let at = (block_id.0, index);
            stmt.kind.accesses(|access| {
                let global = match access.to {
                    Accessed::Variable(Variable::Global(global), _) => Some(global),
                    Accessed::Variable(Variable::Local(_), _) => None,
                    Accessed::Behind(pointer) => variable_of(pointer),
                };
                global
                    .into_iter()
                    .for_each(|global| add(at, global, stmt.span));
            });
            let member = called(&stmt.kind).and_then(|call| member_of(program, call, variables));
            member
                .into_iter()
                .for_each(|global| add(at, global, stmt.span));
        }
        let at = (block_id.0, block.stmts.len());
        let call = called_at_end(&block.terminator);
        let member = call.and_then(|call| member_of(program, call, variables));
        member
            .into_iter()
            .for_each(|global| add(at, global, block.span));
    }
    found
}

/// The variable of whose class a member is called.
fn member_of(
    program: &Program,
    (target, args): (&CallTarget, &[Expr]),
    variables: &BTreeMap<GlobalId, Initialised>,
) -> Option<GlobalId> {
    let CallTarget::Direct(callee) = target else {
        return None;
    };
    let callee = program.functions.get(*callee)?;
    let global = args.first().and_then(variable_of)?;
    let class = variables.get(&global)?.class.as_deref()?;
    let member = scope(&callee.name) == Some(class);
    (member && !is_constructor(callee) && !is_destructor(callee)).then_some(global)
}
