//! Functions that mask handlers.
//!
//! Each gets a store to a ghost variable: where it begins if it masks, where it returns if it ends that,
//! so that its own body is masked, too. One without a body gets a body that does only this.

use super::ghosts::{Code, Ghosts, WIDTH, number};
use super::spec::{Interrupts, Resolved, Section};
use cassay_ir::{
    BinaryOp, Block, CastKind, CompareOp, Expr, FuncId, Function, InputSource, Place, Program,
    Stmt, StmtKind, Terminator, Type, TypeTable, Variable,
};

/// Makes the functions that mask handlers do so.
pub(super) fn mask(program: &mut Program, interrupts: &Interrupts, found: &Resolved) -> Ghosts {
    let counts = |counted: bool| found.sections.iter().any(|(_, s)| s.counts() == counted);
    let mut ghosts = Ghosts::default();
    if counts(false) || interrupts.starts_disabled {
        let first = u64::from(interrupts.starts_disabled);
        ghosts.off = Some(number(program, "__cassay_interrupts_off", first));
    }
    if counts(true) {
        ghosts.depth = Some(number(program, "__cassay_critical_sections", 0));
    }
    for (id, section) in &found.sections {
        let mut function = program.functions[*id].clone();
        if !function.has_body() {
            give_body(program, &mut function, *section, &ghosts);
        }
        instrument(program, &mut function, *section, &ghosts);
        program.functions[*id] = function;
    }
    ghosts
}

/// A body that does what is assumed of functions without one, or returns the mask.
fn give_body(program: &mut Program, function: &mut Function, section: Section, ghosts: &Ghosts) {
    let span = function.span;
    if let (Section::Save, Some(off)) = (section, ghosts.off)
        && let Type::Int(width) = *program.types.get(function.ret)
    {
        let (number, ret) = (program.types.int(WIDTH), function.ret);
        let mut code = Code {
            function,
            stmts: Vec::new(),
            span,
        };
        let value = Expr::Temp(code.load(off, number));
        let result = Some(resized(value, WIDTH, width, ret));
        let stmts = code.stmts;
        function.blocks.push(Block {
            stmts,
            terminator: Terminator::Return(result),
            span,
        });
        return;
    }
    let mut stmts = Vec::new();
    for param in function.params.clone() {
        if function.temps[param].ty == TypeTable::PTR {
            stmts.push(StmtKind::MemHavoc {
                dst: Expr::Temp(param),
                len: None,
                source: InputSource::written(&*function.name, false),
                among: None,
            });
        }
    }
    let result = (function.ret != TypeTable::VOID).then(|| {
        let dst = function.new_temp(function.ret);
        stmts.push(StmtKind::Havoc {
            dst,
            source: function.result_source(),
            known: None,
        });
        Expr::Temp(dst)
    });
    let stmts = stmts.into_iter().map(|kind| Stmt { kind, span });
    function.blocks.push(Block {
        stmts: stmts.collect(),
        terminator: Terminator::Return(result),
        span,
    });
}

fn resized(value: Expr, from: u32, to: u32, ty: cassay_ir::TypeId) -> Expr {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => Expr::cast(CastKind::ZExt, value, ty),
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => Expr::cast(CastKind::Trunc, value, ty),
    }
}

fn instrument(program: &mut Program, function: &mut Function, section: Section, ghosts: &Ghosts) {
    if !section.opens() {
        let span = function.span;
        let new = change(program, function, section, ghosts, span);
        function.blocks[Function::ENTRY].stmts.splice(0..0, new);
        return;
    }
    for block in function.blocks.ids() {
        let end = &function.blocks[block].terminator;
        if matches!(end, Terminator::Return(_) | Terminator::Unwind(_)) {
            let span = function.blocks[block].span;
            let new = change(program, function, section, ghosts, span);
            function.blocks[block].stmts.extend(new);
        }
    }
}

/// The statements that change the ghost variable.
fn change(
    program: &mut Program,
    function: &mut Function,
    section: Section,
    ghosts: &Ghosts,
    span: cassay_base::Span,
) -> Vec<Stmt> {
    let mut code = Code {
        function,
        stmts: Vec::new(),
        span,
    };
    match section {
        Section::Save => {}
        Section::Restore => restore(program, &mut code, ghosts),
        Section::Disable | Section::Enable => {
            if let Some(off) = ghosts.off {
                code.store(off, Expr::int(WIDTH, u64::from(!section.opens())));
            }
        }
        Section::Enter | Section::Exit => {
            if let Some(depth) = ghosts.depth {
                let ty = program.types.int(WIDTH);
                let old = Expr::Temp(code.load(depth, ty));
                let one = Expr::int(WIDTH, 1);
                let new = if section.opens() {
                    let none = Expr::compare(CompareOp::Eq, old.clone(), Expr::int(WIDTH, 0));
                    let less = Expr::binary(BinaryOp::Sub, old.clone(), one);
                    Expr::Select(Box::new(none), Box::new(old), Box::new(less))
                } else {
                    Expr::binary(BinaryOp::Add, old, one)
                };
                code.store(depth, new);
            }
        }
    }
    code.stmts
}

/// Sets the mask to the lowest bit of the argument. Without an argument the mask may have been ended.
fn restore(program: &mut Program, code: &mut Code<'_>, ghosts: &Ghosts) {
    let Some(off) = ghosts.off else { return };
    let number = program.types.int(WIDTH);
    let argument = code.function.params.first().copied();
    let argument = argument.map(|param| (param, code.function.temps[param].ty));
    let value = match argument {
        Some((param, ty)) if let Type::Int(width) = *program.types.get(ty) => {
            let value = resized(Expr::Temp(param), width, WIDTH, number);
            Expr::binary(BinaryOp::And, value, Expr::int(WIDTH, 1))
        }
        Some(_) | None => Expr::int(WIDTH, 0),
    };
    code.store(off, value);
}

/// Whether a statement of a function may let handlers run that were masked.
pub(super) fn opens(found: &Resolved, ghosts: &Ghosts, id: FuncId, kind: &StmtKind) -> bool {
    let StmtKind::Store {
        place: Place::Variable(Variable::Global(global), _),
        ..
    } = kind
    else {
        return false;
    };
    let ghost = [ghosts.off, ghosts.depth].contains(&Some(*global));
    let mut own = found.sections.iter().filter(|(section, _)| *section == id);
    // Elsewhere it is a function that is not known, which may open.
    ghost && own.next().is_none_or(|(_, kind)| kind.opens())
}
