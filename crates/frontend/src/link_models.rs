//! Adds the models of the library functions that a program uses and does not define.
//!
//! Works as a linker does with an archive: adds only what is undefined, and then what that needs in
//! turn. Functions that the front-end lowers itself are not undefined. A program's own definition
//! of a library function always wins.

use crate::builtins::{self, Builtin};
use crate::dynamic_types;
use crate::library_parts::Parts;
use crate::llvm::{Ident, InstKind, Module};
use crate::lower::Unit;
use crate::reach::{Start, reach};
use crate::{FrontendError, read_module};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The prefix of the function that a pointer to a library function leads to if the front-end lowers
/// its calls itself.
pub(crate) const ADDRESS_OF: &str = "__cassay_address_";

/// Adds the modules of all models that are needed, and of the forms of models that some file could
/// need. With `silent`, no models of functions that only print are added: they read nothing and
/// return any value. What has no model may be in a part of the library that is compiled now.
pub(crate) fn add(
    units: &mut Vec<Unit>,
    pointer_bits: u32,
    silent: bool,
    mut forms: BTreeSet<String>,
    start: Start<'_>,
    mut parts: Parts,
) -> Result<(), FrontendError> {
    let mut defined = BTreeSet::new();
    let once = seeded_once(units);
    let mut looked_at = 0;
    let mut taken = BTreeSet::new();
    while looked_at < units.len() {
        let mut missing = std::mem::take(&mut forms);
        for unit in &units[looked_at..] {
            note_definitions(&unit.module, &mut defined);
        }
        // A model may call functions of the program, which then need models too.
        let reached = reach(units, start);
        for (index, unit) in units.iter().enumerate() {
            note_uses(&unit.module, |name| reached.has(index, name), &mut missing);
        }
        looked_at = units.len();
        missing.retain(|name| !defined.contains(name));
        let without_model = missing
            .iter()
            .filter(|name| cassay_libc::find(name).is_none());
        units.extend(parts.units(without_model, pointer_bits));
        let found = missing.iter().filter_map(|name| {
            if is_wanted(name, silent) && !once.contains(&name.as_str()) {
                cassay_libc::find(name)
            } else {
                cassay_libc::find(&format!("{ADDRESS_OF}{name}"))
            }
        });
        let new: BTreeSet<_> = found.filter(|unit| taken.insert(*unit)).collect();
        for unit in new {
            let path = PathBuf::from(format!("<library>/{}", unit.name()));
            let text = cassay_libc::text(unit, pointer_bits);
            let module = read_module(&path, text.as_bytes())?;
            units.push(Unit {
                path,
                module,
                is_model: true,
                scopes: Default::default(),
            });
        }
    }
    Ok(())
}

fn note_definitions(module: &Module, names: &mut BTreeSet<String>) {
    let functions = module.functions.iter();
    let functions = functions.filter(|function| {
        function.body.is_some() && function.linkage != crate::llvm::Linkage::AvailableExternally
    });
    let globals = module.globals.iter().filter(|global| global.init.is_some());
    let aliases = module.aliases.iter().chain(&module.ifuncs);
    names.extend(
        functions
            .map(|function| &function.name)
            .chain(globals.map(|global| &global.name))
            .chain(aliases.map(|alias| &alias.name))
            .filter_map(plain_name),
    );
}

/// The names that a module uses without defining them. Clang declares only what is used.
fn note_uses(module: &Module, is_reached: impl Fn(&Ident) -> bool, names: &mut BTreeSet<String>) {
    let functions = module.functions.iter();
    let functions = functions.filter(|function| {
        function.body.is_none() || function.linkage == crate::llvm::Linkage::AvailableExternally
    });
    let globals = module.globals.iter().filter(|global| global.init.is_none());
    names.extend(
        functions
            .map(|function| &function.name)
            .chain(globals.map(|global| &global.name))
            .filter(|name| is_reached(name))
            .filter_map(plain_name)
            .filter(|name| !name.starts_with("llvm."))
            // What decides in its place.
            .map(|name| match name.as_str() {
                dynamic_types::HANDLER => dynamic_types::MODEL.to_owned(),
                _ => name,
            }),
    );
}

/// The name of a symbol that has one.
pub(crate) fn plain_name(name: &Ident) -> Option<String> {
    match name {
        Ident::Name(name) => Some(name.to_string()),
        Ident::Number(_) => None,
    }
}

/// Generators of random numbers, each with the function that seeds it and those that change its
/// state otherwise.
const GENERATORS: [(&str, &str, &[&str]); 2] = [
    ("rand", "srand", &[]),
    ("random", "srandom", &["initstate", "setstate"]),
];

/// The functions of generators that are seeded at most once, at the start of `main`: that a seed
/// repeats its sequence cannot be observed then, and the front-end's lowering is exact.
fn seeded_once(units: &[Unit]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (generator, seed, others) in GENERATORS {
        let mut calls = Vec::new();
        for function in units.iter().flat_map(|unit| &unit.module.functions) {
            for (index, block) in function.body.iter().flatten().enumerate() {
                let names =
                    block
                        .instructions()
                        .filter_map(|instruction| match &instruction.kind {
                            InstKind::Call(call) => call.callee_name(),
                            _ => None,
                        });
                let at_start = index == 0 && function.name.as_name() == Some("main");
                calls.extend(names.filter_map(|name| match name {
                    _ if name == seed => Some(at_start),
                    _ => others.contains(&name).then_some(false),
                }));
            }
        }
        if matches!(calls.as_slice(), [] | [true]) {
            found.extend([generator, seed]);
        }
    }
    found
}

/// Whether a function does nothing but print.
fn only_prints(name: &str) -> bool {
    let name = name.trim_start_matches('_').trim_end_matches("_chk");
    name.ends_with("printf")
        || name.ends_with("printk")
        || name.starts_with("put")
        || name.starts_with("fput")
        || name == "perror"
}

/// Whether the model of a function is more precise than the front-end's own lowering.
fn is_wanted(name: &str, silent: bool) -> bool {
    match builtins::find(name, || false) {
        None
        | Some(
            Builtin::NonNegative
            | Builtin::Character
            | Builtin::Time
            | Builtin::Absolute
            | Builtin::Unsupported,
        ) => true,
        Some(Builtin::External) => !(silent && only_prints(name)),
        Some(_) => false,
    }
}
