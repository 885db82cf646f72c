//! Interrupts as the user names them, and as the program has them.

use cassay_ir::{CType, FuncId, GlobalId, Program, Type};
use std::collections::BTreeSet;

/// Names of functions that mask all handlers. They count where they have no body.
const DISABLE: &[&str] = &[
    "__disable_irq",
    "__disable_interrupt",
    "__disable_interrupts",
    "_disable_interrupts",
    "disable_interrupts",
    "cli",
    "__cli",
    "noInterrupts",
    "local_irq_disable",
    DISABLE_BY_ASSEMBLY,
];

/// Names of functions that end what those of [`DISABLE`] begin.
const ENABLE: &[&str] = &[
    "__enable_irq",
    "__enable_interrupt",
    "__enable_interrupts",
    "_enable_interrupts",
    "enable_interrupts",
    "sei",
    "sti",
    "__sei",
    "__sti",
    "interrupts",
    "local_irq_enable",
    ENABLE_BY_ASSEMBLY,
];

/// Names of functions that enter a critical section, which may be inside of another one.
const ENTER: &[&str] = &[
    "taskENTER_CRITICAL",
    "portENTER_CRITICAL",
    "vPortEnterCritical",
    "vTaskEnterCritical",
];

/// Names of functions that leave such a section.
const EXIT: &[&str] = &[
    "taskEXIT_CRITICAL",
    "portEXIT_CRITICAL",
    "vPortExitCritical",
    "vTaskExitCritical",
];

/// Names of functions that return whether all handlers are masked.
const SAVE: &[&str] = &["__get_PRIMASK", "__get_interrupt_state", SAVE_BY_ASSEMBLY];

/// Names of functions that set this.
const RESTORE: &[&str] = &[
    "__set_PRIMASK",
    "__set_interrupt_state",
    RESTORE_BY_ASSEMBLY,
];

/// What the front-end makes of an instruction that masks all handlers.
const DISABLE_BY_ASSEMBLY: &str = "__cassay_disable_interrupts";
/// What it makes of one that ends this.
const ENABLE_BY_ASSEMBLY: &str = "__cassay_enable_interrupts";
/// What it makes of one that reads the mask.
const SAVE_BY_ASSEMBLY: &str = "__cassay_interrupt_mask";
/// What it makes of one that writes the mask.
const RESTORE_BY_ASSEMBLY: &str = "__cassay_set_interrupt_mask";

/// The mask of a handler: an integer variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Its name.
    pub variable: String,
    /// The bits that count; without any, all of them.
    pub bits: Option<u64>,
    /// Whether the handler runs only while one of the bits is set, instead of only while none is.
    pub enables: bool,
}

/// A handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The name of its function.
    pub name: String,
    /// It interrupts handlers of lower priority. That of the other code is 0.
    pub priority: u32,
    /// Its mask.
    pub mask: Option<Mask>,
}

impl Handler {
    /// Reads `NAME[@PRIORITY][:[!]VARIABLE[&BITS]]`.
    pub fn parse(text: &str) -> Result<Handler, String> {
        let wrong =
            || format!("'{text}' is not a handler (NAME, NAME:MASK, NAME:!ENABLE, NAME@PRIORITY)");
        let (front, mask) = match text.split_once(':') {
            Some((front, mask)) => (front, Some(mask)),
            None => (text, None),
        };
        let (name, priority) = match front.split_once('@') {
            Some((name, number)) => {
                let number = number.parse().ok().filter(|number| *number >= 1);
                let wrong = || format!("'{text}': a priority is a number from 1");
                (name, number.ok_or_else(wrong)?)
            }
            None => (front, 1),
        };
        if !is_name(name) {
            return Err(wrong());
        }
        let mask = match mask {
            Some(mask) => Some(Mask::parse(mask).ok_or_else(wrong)?),
            None => None,
        };
        Ok(Handler {
            name: name.to_string(),
            priority,
            mask,
        })
    }
}

impl Mask {
    fn parse(text: &str) -> Option<Mask> {
        let (enables, rest) = match text.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (variable, bits) = match rest.split_once('&') {
            Some((variable, bits)) => (variable, Some(number(bits).filter(|bits| *bits != 0)?)),
            None => (rest, None),
        };
        is_name(variable).then(|| Mask {
            variable: variable.to_string(),
            bits,
            enables,
        })
    }
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_');
    first && letters.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// The interrupts of a program, as the user names them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interrupts {
    /// The handlers.
    pub handlers: Vec<Handler>,
    /// Functions that mask all handlers, with or without a body.
    pub disable: Vec<String>,
    /// Functions that end this.
    pub enable: Vec<String>,
    /// Functions that enter a critical section; sections are counted.
    pub enter: Vec<String>,
    /// Functions that leave one.
    pub exit: Vec<String>,
    /// Whether all handlers are masked where the program starts.
    pub starts_disabled: bool,
    /// The most times that handlers run in an execution.
    pub limit: Option<u32>,
    /// The most bits that one access moves; without a number those of a pointer.
    pub word: Option<u32>,
}

/// What a call does to interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// Masks all handlers.
    Disable,
    /// Ends this.
    Enable,
    /// Begins a counted section.
    Enter,
    /// Ends the innermost one.
    Exit,
    /// Returns whether all handlers are masked by [`Section::Disable`].
    Save,
    /// Sets this to the lowest bit of its argument.
    Restore,
}

impl Section {
    /// Whether handlers may run after it that could not before.
    pub fn opens(self) -> bool {
        match self {
            Section::Enable | Section::Exit | Section::Restore => true,
            Section::Disable | Section::Enter | Section::Save => false,
        }
    }

    /// Whether sections are counted.
    pub fn counts(self) -> bool {
        match self {
            Section::Enter | Section::Exit => true,
            Section::Disable | Section::Enable | Section::Save | Section::Restore => false,
        }
    }
}

/// A handler of a program.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub function: FuncId,
    pub priority: u32,
    pub mask: Option<(GlobalId, Mask)>,
}

/// The interrupts of a program.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub handlers: Vec<Found>,
    pub sections: Vec<(FuncId, Section)>,
}

impl Interrupts {
    /// Whether some name means nothing, or not what it should.
    pub fn check(&self, program: &Program, entry: FuncId) -> Result<(), String> {
        self.resolve(program, entry).map(|_| ())
    }

    pub(super) fn resolve(&self, program: &Program, entry: FuncId) -> Result<Resolved, String> {
        let mut handlers: Vec<Found> = Vec::new();
        for handler in &self.handlers {
            let name = &handler.name;
            let wrong = |what: &str| format!("option --interrupt: the handler '{name}' {what}");
            let function = with_body(program, name).ok_or_else(|| {
                format!(
                    "option --interrupt: there is no function '{name}' with a body (a static function \
                     that is never used is not compiled)"
                )
            })?;
            let code = &program.functions[function];
            if !code.params.is_empty() || code.variadic {
                return Err(wrong("takes parameters"));
            }
            if function == entry {
                return Err(wrong("is the function where the program starts"));
            }
            if handlers.iter().any(|other| other.function == function) {
                return Err(wrong("is given twice"));
            }
            let mask = match &handler.mask {
                Some(mask) => Some((mask_variable(program, mask)?, mask.clone())),
                None => None,
            };
            handlers.push(Found {
                function,
                priority: handler.priority,
                mask,
            });
        }
        let sections = self.sections(program)?;
        let is_section = |id: FuncId| sections.iter().any(|(section, _)| *section == id);
        if let Some(handler) = handlers.iter().find(|handler| is_section(handler.function)) {
            let name = &program.functions[handler.function].name;
            return Err(format!(
                "option --interrupt: the handler '{name}' is also named as a function that masks handlers"
            ));
        }
        Ok(Resolved { handlers, sections })
    }

    /// The functions that mask handlers: those of the user, and known ones without a body.
    fn sections(&self, program: &Program) -> Result<Vec<(FuncId, Section)>, String> {
        let named = [
            ("--interrupt-disable", &self.disable, Section::Disable),
            ("--interrupt-enable", &self.enable, Section::Enable),
            ("--interrupt-enter", &self.enter, Section::Enter),
            ("--interrupt-exit", &self.exit, Section::Exit),
        ];
        let mut found: Vec<(FuncId, Section)> = Vec::new();
        for (option, names, section) in named {
            for name in names {
                let function = program
                    .find_function(name)
                    .ok_or_else(|| format!("option {option}: there is no function '{name}'"))?;
                if found.iter().any(|(other, _)| *other == function) {
                    return Err(format!("option {option}: '{name}' is given twice"));
                }
                found.push((function, section));
            }
        }
        let chosen: BTreeSet<FuncId> = found.iter().map(|(id, _)| *id).collect();
        let known = [
            (DISABLE, Section::Disable),
            (ENABLE, Section::Enable),
            (ENTER, Section::Enter),
            (EXIT, Section::Exit),
            (SAVE, Section::Save),
            (RESTORE, Section::Restore),
        ];
        for (id, function) in program.functions.iter_enumerated() {
            if function.has_body() || chosen.contains(&id) {
                continue;
            }
            let mut groups = known.iter();
            let group = groups.find(|(names, _)| names.contains(&&*function.name));
            found.extend(group.map(|(_, section)| (id, *section)));
        }
        Ok(found)
    }
}

fn with_body(program: &Program, name: &str) -> Option<FuncId> {
    let mut functions = program.functions.iter_enumerated();
    let found = functions.find(|(_, f)| &*f.name == name && f.has_body() && !f.model);
    found.map(|(id, _)| id)
}

fn mask_variable(program: &Program, mask: &Mask) -> Result<GlobalId, String> {
    let name = &mask.variable;
    let mut named = program
        .globals
        .iter_enumerated()
        .filter(|(_, global)| *global.name == **name && !global.model);
    let Some((id, global)) = named.next() else {
        return Err(format!(
            "option --interrupt: there is no global variable '{name}' that the program uses"
        ));
    };
    if named.next().is_some() {
        return Err(format!(
            "option --interrupt: there are several variables '{name}'"
        ));
    }
    let Type::Int(width) = *program.types.get(global.ty) else {
        return Err(format!(
            "option --interrupt: the variable '{name}' is not an integer"
        ));
    };
    let bits = mask.bits.unwrap_or(0);
    if width < 64 && bits >> width != 0 || width > 64 {
        return Err(format!(
            "option --interrupt: the variable '{name}' has only {width} bits"
        ));
    }
    if matches!(program.ctypes.resolve(global.ctype), CType::Pointer(_)) {
        return Err(format!(
            "option --interrupt: the variable '{name}' is not an integer"
        ));
    }
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(variable: &str, bits: Option<u64>, enables: bool) -> Option<Mask> {
        let variable = variable.to_string();
        Some(Mask {
            variable,
            bits,
            enables,
        })
    }

    #[test]
    fn handlers_are_read() {
        let read = |text: &str| Handler::parse(text).map(|h| (h.name, h.priority, h.mask));
        assert_eq!(read("tick"), Ok(("tick".into(), 1, None)));
        assert_eq!(
            read("tick@3:busy"),
            Ok(("tick".into(), 3, mask("busy", None, false)))
        );
        assert_eq!(
            read("rx:!IER&0x10"),
            Ok(("rx".into(), 1, mask("IER", Some(16), true)))
        );
        let wrong = [
            "", "1x", "a b", "t:", "t:!", "t:x&", "t:x&0", "t@", "t@0", "t@-1", "t:x&zz", "@2",
        ];
        for text in wrong {
            assert!(Handler::parse(text).is_err(), "{text}");
        }
    }
}
