//! Formats of `printf` and `scanf` against the arguments they come with (C17 7.21.6.1p9).
//!
//! Arguments are checked if the format is a literal and the function is the library's: each
//! conversion must have an argument of its type. The source types of arguments are lost, so types
//! are distinguished only as far as the machine does: `int` and `unsigned` are the same, `int` and
//! `long` are not.

use crate::functions::Builder;
use crate::llvm::{Call, FloatKind, Type};
use cassay_ir::{Expr, Property, PropertyClass};

/// The functions, with the position of the format and whether they read input.
const FUNCTIONS: &[(&str, usize, bool)] = &[
    ("printf", 0, false),
    ("__printf_chk", 1, false),
    ("fprintf", 1, false),
    ("__fprintf_chk", 2, false),
    ("dprintf", 1, false),
    ("sprintf", 1, false),
    ("__sprintf_chk", 3, false),
    ("snprintf", 2, false),
    ("__snprintf_chk", 4, false),
    ("asprintf", 1, false),
    ("syslog", 1, false),
    ("err", 1, false),
    ("errx", 1, false),
    ("warn", 0, false),
    ("warnx", 0, false),
    ("scanf", 0, true),
    ("__isoc99_scanf", 0, true),
    ("__isoc23_scanf", 0, true),
    ("fscanf", 1, true),
    ("__isoc99_fscanf", 1, true),
    ("__isoc23_fscanf", 1, true),
    ("sscanf", 1, true),
    ("__isoc99_sscanf", 1, true),
    ("__isoc23_sscanf", 1, true),
];

/// What a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// An integer of this many bits.
    Int(u32),
    Double,
    LongDouble,
    Pointer,
}

impl Wanted {
    fn accepts(self, ty: &Type) -> bool {
        match (self, ty) {
            (Wanted::Int(bits), Type::Int(own)) => bits == *own,
            (Wanted::Double, Type::Float(kind)) => *kind == FloatKind::Double,
            (Wanted::LongDouble, Type::Float(kind)) => *kind == FloatKind::X86Fp80,
            (Wanted::Pointer, Type::Ptr { .. }) => true,
            (Wanted::Int(_) | Wanted::Double | Wanted::LongDouble | Wanted::Pointer, _) => false,
        }
    }

    fn name(self) -> String {
        match self {
            Wanted::Int(bits) => format!("an integer of {bits} bits"),
            Wanted::Double => "a double".to_owned(),
            Wanted::LongDouble => "a long double".to_owned(),
            Wanted::Pointer => "a pointer".to_owned(),
        }
    }
}

impl<'m> Builder<'_, 'm> {
    /// The conversions of a literal format of a call, and the index of its first argument; `None`
    /// if the function is not the library's or the format is left to the model.
    fn literal_format(&self, name: &str, call: &Call) -> Option<(Vec<(String, Wanted)>, usize)> {
        let (_, position, reads) = FUNCTIONS.iter().find(|(listed, _, _)| *listed == name)?;
        let own = |unit: &crate::lower::Unit| {
            let function = unit.module.function(name);
            !unit.is_model && function.is_some_and(|function| function.body.is_some())
        };
        if self.cx.units.iter().any(own) {
            return None;
        }
        let format = self.literal(&call.args.get(*position)?.value)?;
        let wanted = conversions(&format, *reads, self.cx.pointer_bits())?;
        Some((wanted, *position + 1))
    }

    /// Whether there is a claim that the arguments of a call match its format.
    pub fn is_format_checked(&self, call: &Call) -> bool {
        let name = call.callee_name();
        name.is_some_and(|name| self.literal_format(name, call).is_some())
    }

    /// Claims that the arguments of a formatting function match its format.
    pub fn check_format(&mut self, name: &str, call: &'m Call) {
        let Some((wanted, first)) = self.literal_format(name, call) else {
            return;
        };
        let given = &call.args[first..];
        // The name in the source, not the one that a header substitutes.
        let name = name.trim_start_matches("__isoc99_");
        let name = name.trim_start_matches("__isoc23_");
        let name = name.trim_start_matches("__").trim_end_matches("_chk");
        let wrong = wanted
            .iter()
            .enumerate()
            .find_map(|(index, (text, wanted))| match given.get(index) {
                None => Some(format!("{name}: no argument for {text}")),
                Some(argument) if wanted.accepts(&argument.ty) => None,
                Some(_) => Some(format!("{name}: {text} takes {}", wanted.name())),
            });
        if let Some(message) = wrong {
            self.assert(
                Expr::bool(false),
                Property::new(PropertyClass::LibraryCall, message),
            );
        }
    }
}

/// The conversions of a format that take an argument, with the type each takes; `None` if the
/// format has parts not recognised here (numbered arguments, extensions), which are left to the
/// model.
fn conversions(format: &str, reads: bool, pointer_bits: u32) -> Option<Vec<(String, Wanted)>> {
    let mut found = Vec::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            continue;
        }
        let mut text = String::from("%");
        let mut skipped = false;
        let mut length = String::new();
        let kind = loop {
            let c = chars.next()?;
            text.push(c);
            match c {
                '*' if reads => skipped = true,
                '*' => found.push((text.clone(), Wanted::Int(32))),
                '-' | '+' | ' ' | '#' | '0'..='9' | '.' | '\'' => {}
                'h' | 'l' | 'j' | 'z' | 't' | 'L' | 'q' => length.push(c),
                '$' | 'm' => return None,
                _ => break c,
            }
        };
        if kind == '[' && reads {
            // A bracket right behind the opening one belongs to the set.
            if chars.peek() == Some(&'^') {
                text.extend(chars.next());
            }
            text.extend(chars.next());
            loop {
                let c = chars.next()?;
                text.push(c);
                if c == ']' {
                    break;
                }
            }
        }
        let wanted = match kind {
            '%' => continue,
            _ if reads && skipped => continue,
            _ if reads => Wanted::Pointer,
            'd' | 'i' | 'o' | 'u' | 'x' | 'X' => Wanted::Int(match length.as_str() {
                "" | "h" | "hh" => 32,
                "l" | "z" | "t" => pointer_bits,
                "ll" | "j" | "q" | "L" => 64,
                _ => return None,
            }),
            'c' => Wanted::Int(32),
            'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' => match length.as_str() {
                "" | "l" => Wanted::Double,
                "L" => Wanted::LongDouble,
                _ => return None,
            },
            's' | 'p' | 'n' => Wanted::Pointer,
            _ => return None,
        };
        found.push((text, wanted));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(format: &str, reads: bool) -> Option<Vec<Wanted>> {
        let found = conversions(format, reads, 64)?;
        Some(found.into_iter().map(|(_, wanted)| wanted).collect())
    }

    #[test]
    fn printing_conversions_take_what_the_standard_says() {
        let all = wanted("%% %5.3d %-*ld %hhx %Lf %g %s %p%n %zu", false);
        let expected = vec![
            Wanted::Int(32),
            Wanted::Int(32),
            Wanted::Int(64),
            Wanted::Int(32),
            Wanted::LongDouble,
            Wanted::Double,
            Wanted::Pointer,
            Wanted::Pointer,
            Wanted::Pointer,
            Wanted::Int(64),
        ];
        assert_eq!(all, Some(expected));
        assert_eq!(wanted("100%", false), None);
        assert_eq!(wanted("%2$d", false), None);
    }

    #[test]
    fn reading_conversions_take_pointers() {
        let all = wanted("%d %*s %7[^]a-z] %[]x] %n", true);
        assert_eq!(all, Some(vec![Wanted::Pointer; 4]));
    }
}
