//! The initial contents of global variables.

use crate::constant::{self, Constant as Converted};
use cassay_base::Id;
use cassay_bv::Bv;
use cassay_ir::{
    Constant, Expr, FixedFormats, FloatKind, GlobalId, Initializer, Note, NoteKind, Place, Program,
    StmtKind, Type, TypeId, TypeTable, Variable,
};

/// Converts the constants of all globals; returns the globals with one that is out of range or NaN.
pub(crate) fn convert(program: &mut Program, formats: &FixedFormats) -> Vec<GlobalId> {
    let mut wrong = Vec::new();
    for id in program.globals.ids() {
        let types = &program.types;
        let global = &mut program.globals[id];
        let Initializer::Parts(parts) = &mut global.init else {
            continue;
        };
        let mut right = true;
        for (offset, part) in parts.iter_mut() {
            let Some(kind) = number_at(types, global.ty, *offset) else {
                continue;
            };
            match part {
                Constant::Bits(bits) => {
                    let (new, in_range) = converted(formats, kind, bits);
                    *bits = new;
                    right &= in_range;
                }
                Constant::Bytes(_) | Constant::GlobalAddr(_, _) | Constant::FuncAddr(_) => {
                    right = false;
                }
            }
        }
        if !right {
            wrong.push(id);
        }
    }
    wrong
}

fn converted(formats: &FixedFormats, kind: FloatKind, bits: &Bv) -> (Bv, bool) {
    let format = formats.get(kind);
    match constant::convert(kind, bits, format) {
        Converted::Number(number) => (number.sext(kind.bits()), true),
        Converted::OutOfRange(_, number) => (number.sext(kind.bits()), false),
        Converted::Infinite(_) | Converted::Nan => (Bv::zero(bits.width()), false),
    }
}

/// The format of the number at an offset into a type, if there is one.
fn number_at(types: &TypeTable, mut ty: TypeId, mut offset: u64) -> Option<FloatKind> {
    loop {
        match types.lookup(ty)? {
            Type::Float(kind) => return (offset == 0).then_some(*kind),
            Type::Void | Type::Int(_) | Type::Ptr => return None,
            Type::Array { elem, .. } => {
                offset %= types.alloc_size(*elem).max(1);
                ty = *elem;
            }
            Type::Vector { elem, .. } => {
                offset %= types.store_size(*elem).max(1);
                ty = *elem;
            }
            Type::Struct(layout) => {
                let inside = layout.fields.iter().rev().find(|field| {
                    field.offset <= offset && offset - field.offset < types.store_size(field.ty)
                })?;
                offset -= inside.offset;
                ty = inside.ty;
            }
        }
    }
}

/// Notes which initial contents differ from the source, if the variable is still used.
pub(crate) fn note_out_of_range(program: &mut Program, wrong: &[GlobalId]) {
    if wrong.is_empty() {
        return;
    }
    let used = used_globals(program);
    for id in wrong {
        if !used.get(id.index()).copied().unwrap_or(true) {
            continue;
        }
        let global = &program.globals[*id];
        let note = Note {
            subject: global.name.clone(),
            kind: NoteKind::FixedPoint,
            assumption: "its first contents are out of the range of the fixed-point format".into(),
            may_hide: true,
            span: global.span,
        };
        program.add_note(note);
    }
}

fn used_globals(program: &Program) -> Vec<bool> {
    let mut used = vec![false; program.globals.len()];
    let mut mark = |id: GlobalId| {
        if let Some(flag) = used.get_mut(id.index()) {
            *flag = true;
        }
    };
    for global in program.globals.iter() {
        if let Initializer::Parts(parts) = &global.init {
            for (_, part) in parts {
                if let Constant::GlobalAddr(id, _) = part {
                    mark(*id);
                }
            }
        }
    }
    let blocks = program.functions.iter().flat_map(|f| f.blocks.iter());
    for block in blocks {
        let mut exprs: Vec<&Expr> = Vec::new();
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| exprs.push(expr));
            if let StmtKind::Load { place, .. } | StmtKind::Store { place, .. } = &stmt.kind
                && let Place::Variable(Variable::Global(id), _) = place
            {
                mark(*id);
            }
        }
        block.terminator.expressions(|expr| exprs.push(expr));
        while let Some(expr) = exprs.pop() {
            if let Expr::AddrOf(Variable::Global(id)) = expr {
                mark(*id);
            }
            expr.operands(|operand| exprs.push(operand));
        }
    }
    used
}
