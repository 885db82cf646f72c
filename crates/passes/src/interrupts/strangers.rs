//! Functions without a body that no list of masking functions names.
//!
//! Such a function may end a mask, for a while or for good. Whether it does is left open: two inputs that no
//! violation may rest on. That it masks is not considered, since most of them do not; a note says so.

use super::ghosts::{Code, Ghosts, WIDTH};
use super::spec::Resolved;
use cassay_base::Span;
use cassay_ir::{
    Block, CallTarget, Expr, FuncId, Function, GlobalId, InputSource, Note, NoteKind, Program,
    StmtKind, TypeId, TypeTable,
};

const PREFIXES: [&str; 2] = ["__cassay_", "__VERIFIER_"];

/// Lets functions that are not known end masks.
pub(super) fn may_unmask(program: &mut Program, found: &Resolved, ghosts: &Ghosts) {
    let strangers: Vec<FuncId> = program
        .functions
        .ids()
        .filter(|id| is_stranger(program, found, *id))
        .collect();
    if strangers.is_empty() {
        return;
    }
    let masks: Vec<GlobalId> = [ghosts.off, ghosts.depth].into_iter().flatten().collect();
    for id in program.functions.ids() {
        let mut function = program.functions[id].clone();
        for block in function.blocks.ids() {
            let contents = function.blocks[block].clone();
            let contents = follow(program, &mut function, contents, &strangers, &masks);
            function.blocks[block] = contents;
        }
        program.functions[id] = function;
    }
}

fn is_stranger(program: &Program, found: &Resolved, id: FuncId) -> bool {
    let function = &program.functions[id];
    let known = found.sections.iter().any(|(section, _)| *section == id)
        || PREFIXES
            .iter()
            .any(|prefix| function.name.starts_with(prefix));
    !function.has_body() && !function.library && !function.model && !known
}

/// The functions that a call may be of. One through a pointer may be of any.
fn named<'a>(target: &CallTarget, strangers: &'a [FuncId]) -> &'a [FuncId] {
    match target {
        CallTarget::Direct(id) => match strangers.iter().position(|stranger| stranger == id) {
            Some(index) => &strangers[index..=index],
            None => &[],
        },
        CallTarget::Indirect(_) => strangers,
    }
}

fn follow(
    program: &mut Program,
    function: &mut Function,
    mut block: Block,
    strangers: &[FuncId],
    masks: &[GlobalId],
) -> Block {
    let old = std::mem::take(&mut block.stmts);
    let mut code = Code {
        function,
        stmts: Vec::with_capacity(old.len()),
        span: block.span,
    };
    for stmt in old {
        let called = stmt.kind.enters();
        let called = called.map_or(&[][..], |call| named(call.target, strangers));
        code.span = stmt.span;
        note(program, called, stmt.span);
        if called.is_empty() {
            code.stmts.push(stmt);
            continue;
        }
        let what = whose(program, called);
        let before = unmask(program, &mut code, masks, &what);
        code.stmts.push(stmt);
        let number = program.types.int(WIDTH);
        for (mask, value) in masks.iter().zip(before) {
            choose(&mut code, *mask, number, value, &what);
        }
    }
    if let Some(call) = block.terminator.call() {
        let called = named(call.target, strangers);
        note(program, called, block.span);
        if !called.is_empty() && !masks.is_empty() {
            let what = "interrupts (--interrupt) and a function without a body that may throw";
            code.push(StmtKind::Unsupported(what.into()));
        }
    }
    let stmts = code.stmts;
    block.stmts = stmts;
    block
}

fn whose(program: &Program, called: &[FuncId]) -> String {
    let names: Vec<&str> = called
        .iter()
        .map(|id| &*program.functions[*id].name)
        .collect();
    format!("mask of interrupts behind {}", names.join(" or "))
}

/// Perhaps sets the masks to zero. Their values before.
fn unmask(program: &mut Program, code: &mut Code<'_>, masks: &[GlobalId], what: &str) -> Vec<Expr> {
    let number = program.types.int(WIDTH);
    let mut values = Vec::new();
    for mask in masks {
        let before = Expr::Temp(code.load(*mask, number));
        choose(code, *mask, number, Expr::int(WIDTH, 0), what);
        values.push(before);
    }
    values
}

/// Perhaps gives a mask a value; else it keeps that which it has.
fn choose(code: &mut Code<'_>, mask: GlobalId, number: TypeId, value: Expr, what: &str) {
    let dst = code.function.new_temp(TypeTable::BOOL);
    let source = InputSource::Unmodelled(what.into());
    code.push(StmtKind::Havoc {
        dst,
        source,
        known: None,
    });
    let now = Expr::Temp(code.load(mask, number));
    let chosen = Expr::Select(Box::new(Expr::Temp(dst)), Box::new(value), Box::new(now));
    code.store(mask, chosen);
}

fn note(program: &mut Program, called: &[FuncId], span: Span) {
    for id in called {
        let subject = program.functions[*id].name.clone();
        let assumption = "no body: does not mask interrupts (--interrupt-disable names functions that do); \
                          that it unmasks them is possible, but no violation may rest on it";
        program.add_note(Note {
            subject,
            kind: NoteKind::Interrupts,
            assumption: assumption.into(),
            may_hide: false,
            span,
        });
    }
}
