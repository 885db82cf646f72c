//! Changes to the preprocessed text that make clang emit what it would omit.
//!
//! *Alignment.* For `*(int *)&bytes[1]` clang does not emit the alignment of `int`: it knows the
//! alignment of `bytes` and emits one that holds for any such access, so there is nothing to check.
//! A cast through `void *` makes it forget the object and use the type. So clang is asked for the
//! casts that raise the alignment (its warning `cast-align` lists them), such a cast is inserted
//! into each, and the alignments of the module compiled from that text are taken over. All else,
//! such as source locations, comes from the first module. Packed members, types declared with less
//! alignment and copies of bytes raise nothing and are left alone.
//!
//! *Reads.* The value of a structure that is read and discarded is assigned to a variable
//! (`discarded.rs`). That adds instructions, so the new module replaces the old one.

use crate::llvm::{Call, Function, InstKind, Instruction, Module, Type};
use crate::{FrontendError, Options, Source, clang, discarded, read_module};
use std::collections::{BTreeMap, BTreeSet};

/// The warning that lists casts that raise the alignment.
const WARNING: &str = "cast-align";
/// A cast that hides the object a pointer leads to.
const DETOUR: &[u8] = b"(void *)";
/// Above this number of functions, the syntax tree of the whole file is read instead.
const MOST_TREES: usize = 4;

/// Insertions into a text, by the byte before which they go.
type Insertions = BTreeMap<usize, Vec<u8>>;

/// The module of a C source in which accesses have the alignment of their types and discarded reads
/// are visible.
pub(crate) fn read(
    source: &Source,
    text: &[u8],
    options: &Options,
) -> Result<Module, FrontendError> {
    let mut module = read_module(&source.path, text)?;
    let is_32 = module.triple.as_deref().is_some_and(|t| t.starts_with('i'));
    let word = if is_32 { 4 } else { 8 };
    let lowered =
        options.alignment && instructions(&module).any(|instruction| is_lowered(instruction, word));
    let suspects = match options.accesses {
        true => discarded::suspects(text),
        false => BTreeSet::new(),
    };
    if !lowered && suspects.is_empty() {
        return Ok(module);
    }
    let text = clang::preprocess_marked(source, options)?;
    let plain = without_markers(&text);
    let mut insertions = Insertions::new();
    for (begin, end) in discarded_reads(source, &plain, &suspects, options)? {
        insertions
            .entry(begin)
            .or_default()
            .extend(discarded::BEFORE);
        insertions.entry(end).or_default().extend(discarded::BEHIND);
    }
    if lowered {
        let messages = clang::warnings(&plain, source, options, WARNING)?;
        for at in raising_casts(&plain, &messages) {
            insertions.entry(at).or_default().extend(DETOUR);
        }
    }
    if insertions.is_empty() {
        return Ok(module);
    }
    let text = with_insertions(&text, &insertions);
    let text = clang::compile_instead(&text, source, options)?;
    let other = read_module(&source.path, &text)?;
    if same_shape(&module, &other) {
        take_over(&mut module, &other);
        return Ok(module);
    }
    Ok(other)
}

/// The structures that are read and discarded in some functions.
fn discarded_reads(
    source: &Source,
    plain: &[u8],
    suspects: &BTreeSet<String>,
    options: &Options,
) -> Result<BTreeSet<(usize, usize)>, FrontendError> {
    let filters: Vec<Option<&str>> = if suspects.len() > MOST_TREES {
        vec![None]
    } else {
        suspects.iter().map(|name| Some(name.as_str())).collect()
    };
    let mut found = BTreeSet::new();
    for filter in filters {
        let tree = clang::syntax_tree(plain, source, options, filter)?;
        found.extend(discarded::reads(&String::from_utf8_lossy(&tree)));
    }
    Ok(found)
}

fn instructions(module: &Module) -> impl Iterator<Item = &Instruction> {
    let bodies = module.functions.iter().filter_map(|f| f.body.as_ref());
    bodies.flatten().flat_map(|block| block.instructions())
}

/// Whether an access has less alignment than is usual for its type.
fn is_lowered(instruction: &Instruction, word: u64) -> bool {
    let lower = |ty: &Type, align: Option<u64>| {
        align.is_some_and(|align| usual_alignment(ty, word).is_some_and(|usual| align < usual))
    };
    match &instruction.kind {
        InstKind::Load { ty, align, .. } => lower(ty, *align),
        InstKind::Store { value, align, .. } => lower(&value.ty, *align),
        InstKind::Call(call) => {
            copies_structure(instruction, call) && {
                let mut pointers = call.args.iter().take(2);
                pointers.any(|argument| argument.attrs.align().unwrap_or(1) < 2)
            }
        }
        _ => false,
    }
}

/// The usual alignment of a scalar on the supported machines.
fn usual_alignment(ty: &Type, word: u64) -> Option<u64> {
    let of = |bits: u32| u64::from(bits.div_ceil(8)).next_power_of_two().min(word);
    match ty {
        Type::Int(width) => Some(of(*width)),
        Type::Float(kind) => Some(of(kind.bits())),
        Type::Ptr { .. } => Some(word),
        Type::Vector { .. } => Some(16),
        _ => None,
    }
}

/// Whether a call is an assignment of a structure: clang annotates it with the members.
pub(crate) fn copies_structure(instruction: &Instruction, call: &Call) -> bool {
    let copies = |name: &str| name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
    instruction.metadata("tbaa.struct").is_some() && call.callee_name().is_some_and(copies)
}

/// A preprocessed text with its line markers blanked out, of the same length, so that clang reports
/// lines and bytes of this text.
fn without_markers(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let marker = matches!(line, [b'#', b' ', digit, ..] if digit.is_ascii_digit());
        let blank = |byte: &u8| if *byte == b'\n' { b'\n' } else { b' ' };
        match marker {
            true => plain.extend(line.iter().map(blank)),
            false => plain.extend_from_slice(line),
        }
    }
    plain
}

/// Where the operand of each cast starts that clang warns about. A message has the location of the
/// cast, its range and the range of its operand, in lines and columns from 1:
/// `<stdin>:3:5:{3:5-3:9}{3:11-3:14}: warning: …`.
fn raising_casts(text: &[u8], messages: &str) -> Vec<usize> {
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let starts: Vec<usize> = std::iter::once(0)
        .chain(ends.map(|(at, _)| at + 1))
        .collect();
    let place = |message: &str| {
        let (ranges, _) = message.split_once(": warning: ")?;
        let operand = ranges.rsplit('{').next()?;
        let (start, _) = operand.split_once('-')?;
        let (line, column) = start.split_once(':')?;
        let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
        let at = starts.get(line.checked_sub(1)?)? + column.checked_sub(1)?;
        (at < text.len()).then_some(at)
    };
    let mut found: Vec<usize> = messages.lines().filter_map(place).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn with_insertions(text: &[u8], insertions: &Insertions) -> Vec<u8> {
    let mut changed = Vec::with_capacity(text.len());
    let mut done = 0;
    for (at, inserted) in insertions {
        let at = (*at).min(text.len());
        changed.extend_from_slice(&text[done..at]);
        changed.extend_from_slice(inserted);
        done = at;
    }
    changed.extend_from_slice(&text[done..]);
    changed
}

/// Whether two modules have the same instructions, except for alignments.
fn same_shape(module: &Module, other: &Module) -> bool {
    let same = |a: &Instruction, b: &Instruction| {
        a.result == b.result && std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind)
    };
    let same_body = |(a, b): (&Function, &Function)| {
        let (mut a, mut b) = (body(a), body(b));
        loop {
            match (a.next(), b.next()) {
                (Some(a), Some(b)) if same(a, b) => {}
                (None, None) => return true,
                _ => return false,
            }
        }
    };
    let (ours, theirs) = (&module.functions, &other.functions);
    let names = ours
        .iter()
        .map(|f| &f.name)
        .eq(theirs.iter().map(|f| &f.name));
    names && ours.iter().zip(theirs).all(same_body)
}

fn body(function: &Function) -> impl Iterator<Item = &Instruction> {
    let blocks = function.body.iter().flatten();
    blocks.flat_map(|block| block.instructions())
}

/// Takes the alignments of another module of the same shape.
fn take_over(module: &mut Module, other: &Module) {
    for (function, other) in module.functions.iter_mut().zip(&other.functions) {
        let blocks = function.body.iter_mut().flatten();
        let ours = blocks.flat_map(|block| block.instructions_mut());
        for (instruction, other) in ours.zip(body(other)) {
            match (&mut instruction.kind, &other.kind) {
                (InstKind::Load { align, .. }, InstKind::Load { align: new, .. })
                | (InstKind::Store { align, .. }, InstKind::Store { align: new, .. }) => {
                    *align = *new;
                }
                (InstKind::Call(call), InstKind::Call(other_call))
                    if copies_structure(other, other_call) =>
                {
                    for (argument, new) in call.args.iter_mut().zip(&other_call.args) {
                        argument.attrs = new.attrs.clone();
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_tell_the_operands() {
        let text = b"a\nint x = *(int *)p;\n";
        let messages = "<stdin>:2:10:{2:10-2:18}{2:17-2:18}: warning: cast from 'char *' to 'int *' \
                        increases required alignment from 1 to 4 [-Wcast-align]\n\
                        <stdin>:9:1: note: something else\n";
        assert_eq!(raising_casts(text, messages), [18]);
    }

    #[test]
    fn insertions_go_before_their_places() {
        let text = b"# 1 \"a.c\"\nf(*(int*)p, *(int*)q);\n";
        let places = [(19, DETOUR.to_vec()), (29, DETOUR.to_vec())];
        let changed = with_insertions(text, &Insertions::from(places));
        let expected = "# 1 \"a.c\"\nf(*(int*)(void *)p, *(int*)(void *)q);\n";
        assert_eq!(String::from_utf8(changed).unwrap(), expected);
        let plain = b"         \nf(*(int*)p, *(int*)q);\n";
        assert_eq!(without_markers(text), plain);
    }
}
