//! Which form of a model a call of formatted input or output takes.
//!
//! How many characters `printf` writes costs much to say and is rarely asked for. A call whose
//! result is used, or whose format has `%n`, goes to the form that computes it; any other to the one that
//! only looks at its arguments. In the same way formats that allocate (`%ms`) have a form of their own:
//! the others then allocate nothing, and loops around them can be proved by induction.
//!
//! Of the conversions of a model, a call with a literal format needs some. The others are left out of
//! the copy that it gets.
//!
//! A form is a function whose name has a prefix before that of the library. It is linked where some
//! file could need it, and is called by the library's name from then on.

use cassay_base::IndexVec;
use cassay_ir::{
    Block, CallTarget, Constant, Expr, FuncId, Function, Initializer, Program, Stmt, StmtKind,
    TempId, Terminator, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// The form of formatted output that counts.
const COUNTED: &str = "__cassay_counted_";
/// The form of formatted input that allocates.
const ALLOCATING: &str = "__cassay_allocating_";

/// Functions with a form that counts, and the position of the format.
const OUTPUT: &[(&str, usize)] = &[
    ("printf", 0),
    ("__printf_chk", 1),
    ("fprintf", 1),
    ("__fprintf_chk", 2),
    ("vprintf", 0),
    ("__vprintf_chk", 1),
    ("vfprintf", 1),
    ("__vfprintf_chk", 2),
    ("dprintf", 1),
    ("vdprintf", 1),
];

/// Functions with a form that allocates, and the position of the format.
const INPUT: &[(&str, usize)] = &[
    ("scanf", 0),
    ("__isoc99_scanf", 0),
    ("__isoc23_scanf", 0),
    ("fscanf", 1),
    ("__isoc99_fscanf", 1),
    ("__isoc23_fscanf", 1),
    ("sscanf", 1),
    ("__isoc99_sscanf", 1),
    ("__isoc23_sscanf", 1),
];

/// Functions whose format only says which conversions there are, and its position.
const OTHERS: &[(&str, usize)] = &[
    ("sprintf", 1),
    ("__sprintf_chk", 3),
    ("snprintf", 2),
    ("__snprintf_chk", 4),
    ("asprintf", 1),
    ("__asprintf_chk", 2),
    ("vsprintf", 1),
    ("vsnprintf", 2),
];

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

/// The letters of the conversions in the format of a call, where that is a literal.
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

/// The letters of the conversions in a format; nothing where it is beyond this reading.
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

/// Whether a part of a model is of no use to conversions with these letters.
pub(crate) fn is_left_out(part: &str, letters: &BTreeSet<char>) -> bool {
    let mut parts = PARTS.iter();
    let needs = parts.find(|(name, _)| *name == part);
    needs.is_some_and(|(_, needs)| !needs.chars().any(|letter| letters.contains(&letter)))
}

/// What stands for a part that is left out. Nothing gets there.
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

/// The forms that a file could need, by its LLVM text: the names to link.
pub(crate) fn needed(text: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(text);
    let mut found = BTreeSet::new();
    let mut results = BTreeMap::new();
    for line in text.lines() {
        if line.starts_with('@') {
            if asks(line, b'n') {
                found.insert(format!("{COUNTED}printf"));
            }
            if asks(line, b'm') {
                found.insert(format!("{ALLOCATING}scanf"));
            }
        } else if line.starts_with('}') {
            results.clear();
        } else if let Some((name, _)) = result_of_output(line) {
            results.insert(name, ());
        } else if !results.is_empty() && mentions(line, &results) {
            found.insert(format!("{COUNTED}printf"));
        }
    }
    let called = |list: &[(&str, usize)]| {
        let mut names = list.iter();
        names.any(|(name, _)| text.contains(&format!("@{name}(")))
    };
    if !called(OUTPUT) {
        found.remove(&format!("{COUNTED}printf"));
    }
    if !called(INPUT) {
        found.remove(&format!("{ALLOCATING}scanf"));
    }
    found
}

/// The name of the result of a line that calls formatted output.
fn result_of_output(line: &str) -> Option<(&str, &str)> {
    let (name, call) = line.trim_start().split_once(" = ")?;
    let calls = |(function, _): &(&str, usize)| {
        let found = call.split_once(&format!("@{function}("));
        found.is_some()
    };
    (call.contains("call ") && OUTPUT.iter().any(calls)).then_some((name, call))
}

/// Whether a line uses one of some values.
fn mentions(line: &str, values: &BTreeMap<&str, ()>) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._$-".contains(c);
    line.match_indices('%').any(|(at, _)| {
        let rest = &line[at + 1..];
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        values.contains_key(&line[at..at + 1 + end])
    })
}

/// Whether a text has a conversion with a letter behind its width and length.
fn asks(text: &str, letter: u8) -> bool {
    text.as_bytes()
        .split(|byte| *byte == b'%')
        .skip(1)
        .any(|rest| {
            let behind = rest
                .iter()
                .find(|byte| !b"*0123456789hljztq".contains(byte));
            behind == Some(&letter)
        })
}

/// Lets every call of the program take the form it needs.
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

/// The temporaries that something in a function is computed from.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        needed(text.as_bytes()).into_iter().collect()
    }

    #[test]
    fn a_result_that_nobody_uses_needs_no_count() {
        let call = "  %call = call i32 (ptr, ...) @printf(ptr noundef @.str)\n";
        assert!(names(call).is_empty());
        assert!(names(&format!("{call}  store i32 %call2, ptr %n\n")).is_empty());
        let used = format!("{call}  store i32 %call, ptr %n\n");
        assert_eq!(names(&used), ["__cassay_counted_printf"]);
        assert!(names(&format!("{call}}}\n  store i32 %call, ptr %n\n")).is_empty());
    }

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

    #[test]
    fn conversions_are_found_behind_their_lengths() {
        assert!(asks("a%hhn", b'n') && asks("%d%n", b'n') && asks("%5ms", b'm'));
        assert!(!asks("100%", b'n') && !asks("%dn", b'n') && !asks("n", b'n'));
        let text = "@.str = constant [4 x i8] c\"%n\\00\"\n  call i32 @scanf(ptr @.str)\n";
        assert!(names(text).is_empty());
        let text = "@.str = constant [4 x i8] c\"%ms\\00\"\n  call i32 @scanf(ptr @.str)\n";
        assert_eq!(names(text), ["__cassay_allocating_scanf"]);
    }
}
