//! The text of inline assembly: instructions and their operands.
//!
//! Templates have LLVM's syntax: `$0` is an operand, `${0:b}` one with a modifier, `$$` a dollar
//! sign. On x86, operands are in the order of AT&T syntax. If any part is not understood, there are
//! no instructions at all, and the effect of the statement is unknown.

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference<'a> {
    /// An operand of the statement, by number, and the width in bits that a modifier asks for.
    Operand(usize, Option<u32>),
    /// A number.
    Immediate(i64),
    /// A register: its name at full width, and the width in bits.
    Register(&'a str, u32),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Instruction<'a> {
    /// Its name as written.
    pub name: &'a str,
    /// Its operands, in the order of the text.
    pub operands: Vec<Reference<'a>>,
}

/// The instructions of a template; `None` if something is not understood. Prefixes for atomic
/// access are skipped.
pub(crate) fn parse(template: &str) -> Option<Vec<Instruction<'_>>> {
    if template.contains("$(") {
        return None;
    }
    let mut instructions = Vec::new();
    let mut aside = false;
    let mut repeated = false;
    for line in template.split(['\n', ';']) {
        let mut line = line.trim();
        if let Some(directive) = line.strip_prefix('.') {
            match directive.split_whitespace().next().unwrap_or("") {
                "pushsection" | "section" => aside = true,
                "popsection" | "previous" => aside = false,
                _ if aside => {}
                _ => return None,
            }
            continue;
        }
        if aside {
            continue;
        }
        // No jump is understood, so no label is a jump target.
        while let Some((label, rest)) = line.split_once(':')
            && !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_digit())
        {
            line = rest.trim_start();
        }
        let mut words = line.splitn(2, char::is_whitespace);
        let mut name = words.next().unwrap_or("");
        let mut rest = words.next().unwrap_or("").trim();
        if name == "lock" {
            let mut words = rest.splitn(2, char::is_whitespace);
            name = words.next().unwrap_or("");
            rest = words.next().unwrap_or("").trim();
        }
        if name == "rep" {
            repeated = rest.is_empty();
            if !repeated && rest != "nop" {
                return None;
            }
            continue;
        }
        if name.is_empty() {
            continue;
        }
        if std::mem::take(&mut repeated) && name != "nop" {
            return None;
        }
        let operands = match rest {
            "" => Vec::new(),
            _ => rest
                .split(',')
                .map(|text| reference(text.trim()))
                .collect::<Option<_>>()?,
        };
        instructions.push(Instruction { name, operands });
    }
    (!aside && !repeated).then_some(instructions)
}

fn reference(text: &str) -> Option<Reference<'_>> {
    if let Some(number) = text.strip_prefix("$$").or_else(|| text.strip_prefix('#')) {
        return immediate(number).map(Reference::Immediate);
    }
    if let Some(braced) = text.strip_prefix("${") {
        let (number, modifier) = braced.strip_suffix('}')?.split_once(':')?;
        let width = match modifier {
            "b" => 8,
            "w" => 16,
            "k" => 32,
            "q" => 64,
            _ => return None,
        };
        return Some(Reference::Operand(number.parse().ok()?, Some(width)));
    }
    if let Some(number) = text.strip_prefix('$') {
        return Some(Reference::Operand(number.parse().ok()?, None));
    }
    register(text.strip_prefix('%')?).map(|(name, width)| Reference::Register(name, width))
}

fn immediate(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

/// General registers of x86 by their letters, with the names of their parts of 64, 32, 16 and 8 bits.
const REGISTERS: &[(&str, [&str; 4])] = &[
    ("a", ["rax", "eax", "ax", "al"]),
    ("b", ["rbx", "ebx", "bx", "bl"]),
    ("c", ["rcx", "ecx", "cx", "cl"]),
    ("d", ["rdx", "edx", "dx", "dl"]),
    ("S", ["rsi", "esi", "si", "sil"]),
    ("D", ["rdi", "edi", "di", "dil"]),
    ("r8", ["r8", "r8d", "r8w", "r8b"]),
    ("r9", ["r9", "r9d", "r9w", "r9b"]),
    ("r10", ["r10", "r10d", "r10w", "r10b"]),
    ("r11", ["r11", "r11d", "r11w", "r11b"]),
];

/// The register of a name, and the width of the part that the name denotes.
pub(crate) fn register(name: &str) -> Option<(&'static str, u32)> {
    REGISTERS.iter().find_map(|(register, names)| {
        let part = names.iter().position(|part| *part == name)?;
        Some((*register, [64, 32, 16, 8][part]))
    })
}

/// The base name and the operand width of an instruction whose name may end in a letter for it.
pub(crate) fn sized(name: &str, known: impl Fn(&str) -> bool) -> Option<(&str, Option<u32>)> {
    if known(name) {
        return Some((name, None));
    }
    let base = name.get(..name.len().checked_sub(1)?)?;
    let width = match name.as_bytes()[base.len()] {
        b'b' => 8,
        b'w' => 16,
        b'l' => 32,
        b'q' => 64,
        _ => return None,
    };
    known(base).then_some((base, Some(width)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_name_operands_numbers_and_registers() {
        let found =
            parse("movl ${1:b},%eax; lock xaddl $0, $1\n\tadc $$-0x10,$0").expect("instructions");
        let names: Vec<&str> = found.iter().map(|one| one.name).collect();
        assert_eq!(names, ["movl", "xaddl", "adc"]);
        assert_eq!(
            found[0].operands,
            [Reference::Operand(1, Some(8)), Reference::Register("a", 32)]
        );
        assert_eq!(
            found[2].operands,
            [Reference::Immediate(-16), Reference::Operand(0, None)]
        );
    }

    #[test]
    fn tables_beside_the_code_are_left_out() {
        let text = ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; incl $0";
        let found = parse(text).expect("instructions");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].name, "incl");
    }

    #[test]
    fn what_is_not_understood_gives_nothing() {
        for text in [
            "movq %gs:$1,$0",
            "mov ($1),$0",
            "rep; stosl",
            ".long 3",
            "call *$0",
            "mov $0",
        ] {
            let found = parse(text);
            assert!(found.is_none() || text == "mov $0", "{text}");
        }
        assert_eq!(parse("rep; nop").map(|found| found.len()), Some(1));
    }

    #[test]
    fn a_letter_at_the_end_is_a_width() {
        let known = |name: &str| ["sub", "sbb", "rol"].contains(&name);
        assert_eq!(sized("sbb", known), Some(("sbb", None)));
        assert_eq!(sized("subb", known), Some(("sub", Some(8))));
        assert_eq!(sized("roll", known), Some(("rol", Some(32))));
        assert_eq!(sized("xsub", known), None);
        assert_eq!(sized("", known), None);
    }
}
