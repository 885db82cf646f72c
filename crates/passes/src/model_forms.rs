//! Selects the form of a model that a call of formatted input or output uses.
//!
//! The number of characters that `printf` writes is expensive to model and rarely used. A call
//! whose result is used, or whose format has `%n`, uses the form that computes it; any other call
//! uses the form that only reads its arguments. Likewise formats that allocate (`%ms`) have a form
//! of their own: the other form allocates nothing, and loops around it can be proved by induction.
//!
//! A call with a literal format needs only some of the conversions of a model. The others are left
//! out of the copy for that call.
//!
//! A form is a function whose name is a prefix and the name of the library function. The front-end
//! links it where some file could need it; this pass gives it the library's name.

use cassay_base::IndexVec;
use cassay_ir::{
    Block, CallTarget, Constant, Expr, FuncId, Function, Initializer, Program, Stmt, StmtKind,
    TempId, Terminator, Variable,
};
use cassay_libc::formatted::{ALLOCATING, COUNTED, INPUT, OTHERS, OUTPUT, asks};
use std::collections::{BTreeMap, BTreeSet};

/// Selects the form of the model for every call of the program.
pub(crate) fn choose(program: &mut Program) {
    let forms: BTreeMap<FuncId, (FuncId, usize, u8)> = program
        .functions
        .iter_enumerated()
        .filter(|(_, function)| function.model && function.has_body())
        .filter_map(|(id, function)| {
            let find = |list: &[(&str, usize)]| {
                let mut list = list.iter();
                let entry = list.find(|(name, _)| *name == &*function.name);
                entry.map(|(_, position)| *position)
            };
            let (prefix, position, letter) = match find(OUTPUT) {
                Some(position) => (COUNTED, position, b'n'),
                None => (ALLOCATING, find(INPUT)?, b'm'),
            };
            let form = program.find_function(&format!("{prefix}{}", function.name))?;
            Some((id, (form, position, letter)))
        })
        .collect();
    let mut changes = Vec::new();
    for (caller, function) in program.functions.iter_enumerated() {
        if function.model || forms.is_empty() {
            continue;
        }
        let mut used = None;
        for (block, contents) in function.blocks.iter_enumerated() {
            for (index, stmt) in contents.stmts.iter().enumerate() {
                let StmtKind::Call {
                    dst,
                    target: CallTarget::Direct(callee),
                    args,
                } = &stmt.kind
                else {
                    continue;
                };
                let Some((form, position, letter)) = forms.get(callee) else {
                    continue;
                };
                let format = args.get(*position).and_then(|arg| literal(program, arg));
                let is_used = *letter == b'n'
                    && dst.is_some_and(|dst| {
                        let used = used.get_or_insert_with(|| used_temps(function));
                        used.contains(&dst)
                    });
                if is_used || format.is_some_and(|format| asks(&format, *letter)) {
                    changes.push((caller, block, index, *form));
                }
            }
        }
    }
    for (caller, block, index, form) in changes {
        let stmt = &mut program.functions[caller].blocks[block].stmts[index];
        if let StmtKind::Call { target, .. } = &mut stmt.kind {
            *target = CallTarget::Direct(form);
        }
    }
    let plain = |name: &str| {
        let plain = name.strip_prefix(COUNTED);
        plain
            .or_else(|| name.strip_prefix(ALLOCATING))
            .map(Into::into)
    };
    for function in program.functions.iter_mut() {
        if let Some(name) = plain(&function.name) {
            function.name = name;
        }
    }
}

/// The text of a literal that an argument is the address of.
fn literal(program: &Program, expr: &Expr) -> Option<String> {
    let Expr::AddrOf(Variable::Global(id)) = expr else {
        return None;
    };
    let global = program.globals.get(*id)?;
    let Initializer::Parts(parts) = &global.init else {
        return None;
    };
    let (0, Constant::Bytes(bytes)) = parts.first()? else {
        return None;
    };
    let text = bytes.split(|byte| *byte == 0).next()?;
    (global.constant).then(|| String::from_utf8_lossy(text).into_owned())
}

/// The temporaries that are used in a function.
fn used_temps(function: &Function) -> BTreeSet<TempId> {
    let mut exprs = Vec::new();
    for block in function.blocks.iter() {
        for stmt in &block.stmts {
            stmt.kind.expressions(|expr| exprs.push(expr));
        }
        block.terminator.expressions(|expr| exprs.push(expr));
    }
    let mut used = BTreeSet::new();
    while let Some(expr) = exprs.pop() {
        if let Expr::Temp(temp) = expr {
            used.insert(*temp);
        }
        expr.operands(|operand| exprs.push(operand));
    }
    used
}

/// Parts of models, and the letters of the conversions that need them.
const PARTS: &[(&str, &str)] = &[
    ("scan_float", "aAeEfFgG"),
    ("scan_pointer", "p"),
    ("scan_letters", "sc["),
    ("scan_integer", "diuoxX"),
    ("set_in", "["),
    ("put_float", "aAeEfFgG"),
    ("put_pointer", "p"),
    ("put_string", "sS"),
    ("put_character", "cC"),
    ("put_signed", "di"),
    ("put_unsigned", "uoxX"),
    ("put_count", "n"),
];

/// The letters of the conversions in the format of a call; `None` if that is not a literal.
pub(crate) fn letters(
    program: &Program,
    callee: FuncId,
    kind: &StmtKind,
) -> Option<BTreeSet<char>> {
    let function = program.functions.get(callee)?;
    let StmtKind::Call { args, .. } = kind else {
        return None;
    };
    let mut all = OUTPUT.iter().chain(INPUT).chain(OTHERS);
    let (_, position) = all.find(|(name, _)| function.model && *name == &*function.name)?;
    let format = literal(program, args.get(*position)?)?;
    conversions(&format)
}

/// The letters of the conversions in a format; `None` if it has something not recognised here.
fn conversions(format: &str) -> Option<BTreeSet<char>> {
    let mut found = BTreeSet::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            continue;
        }
        let letter = chars.find(|c| !"-+ #'*0123456789.hljztLqm".contains(*c))?;
        found.insert(letter);
        if letter == '[' {
            // A bracket right behind the opening one belongs to the set.
            let mut first = chars.next()?;
            if first == '^' {
                first = chars.next()?;
            }
            let _ = first;
            chars.find(|c| *c == ']')?;
        }
    }
    (!found.contains(&'$')).then_some(found)
}

/// Whether conversions with these letters do not need a part of a model.
pub(crate) fn is_left_out(part: &str, letters: &BTreeSet<char>) -> bool {
    let mut parts = PARTS.iter();
    let needs = parts.find(|(name, _)| *name == part);
    needs.is_some_and(|(_, needs)| !needs.chars().any(|letter| letters.contains(&letter)))
}

/// The replacement for a part that is left out. It is never executed.
pub(crate) fn absent(part: &Function) -> Function {
    let what = format!("{} of a format that has none", part.name);
    let mut blocks = IndexVec::new();
    blocks.push(Block {
        stmts: vec![Stmt {
            kind: StmtKind::Unsupported(what.into()),
            span: part.span,
        }],
        terminator: Terminator::Unreachable,
        span: part.span,
    });
    Function {
        blocks,
        locals: IndexVec::new(),
        ..part.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_name_their_conversions() {
        let all = |format| conversions(format).map(String::from_iter);
        assert_eq!(all("a%-5.3lld%%%*s"), Some("%ds".into()));
        assert_eq!(all("%[]a-z]%[^]%d]%n"), Some("[n".into()));
        assert_eq!(all("%"), None);
        assert_eq!(all("%2$d"), None);
        let letters = BTreeSet::from(['d']);
        assert!(is_left_out("put_float", &letters) && !is_left_out("put_signed", &letters));
        assert!(!is_left_out("put_padded", &letters));
    }
}
