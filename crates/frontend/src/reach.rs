//! What of the modules an execution can reach.
//!
//! A header of C++ brings hundreds of functions, a crate of Rust thousands, of which a program needs few.
//! What is not reached from the entry, from what runs before and after it, or from C, is not lowered and
//! needs no library model. Every name that the text of something reached mentions is reached, so nothing
//! depends on which mentions are calls.
//!
//! Files in C are kept whole: compilers emit of a C header only what is used, and people list the
//! functions, loops and claims of the file they wrote.

use crate::llvm::{GlobalRef, Ident, Linkage, Module};
use crate::lower::Unit;
use crate::{Options, readable};
use std::collections::{HashMap, HashSet};

/// The functions where an execution may start if none is named.
const ENTRIES: [&str; 2] = ["main", "__llbmc_main"];

/// Starts of the names of operators that a program may replace: the library calls them.
const REPLACEABLE: [&str; 4] = ["_Znw", "_Zna", "_Zdl", "_Zda"];

/// What is reached, by module.
pub(crate) struct Reach(Vec<HashSet<Ident>>);

impl Reach {
    /// Whether an entity of a module is reached.
    pub fn has(&self, unit: usize, name: &Ident) -> bool {
        self.0.get(unit).is_none_or(|names| names.contains(name))
    }
}

/// Where executions start.
#[derive(Clone, Copy)]
pub(crate) struct Start<'o> {
    /// The entry that the user named.
    entry: Option<&'o str>,
    /// Whether any function may be called from outside: interrupts are named later.
    anywhere: bool,
}

impl<'o> Start<'o> {
    pub fn new(options: &'o Options) -> Self {
        Start {
            entry: options.entry.as_deref(),
            anywhere: options.interrupts,
        }
    }
}

/// Finds what is reached.
pub(crate) fn reach(units: &[Unit], start: Start<'_>) -> Reach {
    let entry = start.entry;
    let mut reach = Reach(units.iter().map(|_| HashSet::new()).collect());
    let mut owners: HashMap<&Ident, Vec<usize>> = HashMap::new();
    for (unit, source) in units.iter().enumerate() {
        for name in shared(&source.module) {
            owners.entry(name).or_default().push(unit);
        }
    }
    let has_entry = units.iter().any(|unit| {
        let mut functions = unit.module.functions.iter();
        functions.any(|f| f.body.is_some() && is_entry(&f.name, entry))
    });
    let mut open: Vec<(usize, &Ident)> = Vec::new();
    for (unit, source) in units.iter().enumerate() {
        let whole = source.is_kept_whole() || start.anywhere || !has_entry;
        let names = entities(&source.module);
        open.extend(
            names
                .filter(|name| whole || is_root(source, name, entry))
                .map(|name| (unit, name)),
        );
    }
    while let Some((unit, name)) = open.pop() {
        if !reach.0[unit].insert(name.clone()) {
            continue;
        }
        if is_shared(&units[unit].module, name) {
            let others = owners.get(name).into_iter().flatten();
            open.extend(others.map(|other| (*other, name)));
        }
        let mentioned = units[unit].module.mentions(name).iter();
        open.extend(mentioned.map(|name| (unit, name)));
    }
    reach
}

/// Removes what is not reached.
pub(crate) fn prune(units: &mut [Unit], reach: &Reach) {
    for (index, unit) in units.iter_mut().enumerate() {
        if unit.is_kept_whole() {
            continue;
        }
        let module = &mut unit.module;
        module
            .functions
            .retain(|entity| reach.has(index, &entity.name));
        module
            .globals
            .retain(|entity| reach.has(index, &entity.name));
        module
            .aliases
            .retain(|entity| reach.has(index, &entity.name));
        module
            .ifuncs
            .retain(|entity| reach.has(index, &entity.name));
        module.index();
    }
}

/// The names of everything that a module has.
fn entities(module: &Module) -> impl Iterator<Item = &Ident> {
    let functions = module.functions.iter().map(|entity| &entity.name);
    let globals = module.globals.iter().map(|entity| &entity.name);
    let aliases = module.aliases.iter().chain(&module.ifuncs);
    functions
        .chain(globals)
        .chain(aliases.map(|alias| &alias.name))
}

/// The names that other modules see.
fn shared(module: &Module) -> impl Iterator<Item = &Ident> {
    entities(module).filter(|name| is_shared(module, name))
}

fn is_shared(module: &Module, name: &Ident) -> bool {
    let linkage = match module.lookup(name) {
        Some(GlobalRef::Global(global)) => global.linkage,
        Some(GlobalRef::Function(function)) => function.linkage,
        Some(GlobalRef::Alias(alias) | GlobalRef::Ifunc(alias)) => alias.linkage,
        None => return false,
    };
    !matches!(
        linkage,
        Linkage::Private | Linkage::Internal | Linkage::Appending
    )
}

/// Whether a function is the entry by this name, or one of the usual ones if none is named.
fn is_entry(name: &Ident, entry: Option<&str>) -> bool {
    let Some(symbol) = name.as_name() else {
        return false;
    };
    match entry {
        None => ENTRIES.contains(&symbol),
        Some(entry) if entry == symbol => true,
        Some(entry) => readable::readable(symbol).is_some_and(|name| is_named(&name, entry)),
    }
}

/// Whether a readable name is meant by what a person wrote.
pub(crate) fn is_named(name: &readable::Readable, written: &str) -> bool {
    let plain = |text: &str| text.replace(' ', "");
    let written = plain(&readable::shortened(written));
    plain(&name.full) == written || plain(&name.short) == written
}

/// Whether something runs or counts without being mentioned.
fn is_root(source: &Unit, name: &Ident, entry: Option<&str>) -> bool {
    let module = &source.module;
    let Some(symbol) = name.as_name() else {
        return false;
    };
    // The lists of constructors and destructors.
    if symbol.starts_with("llvm.global_") || symbol.starts_with("__cassay_") {
        return true;
    }
    match module.lookup(name) {
        Some(GlobalRef::Function(_)) => {
            let replaces = REPLACEABLE.iter().any(|start| symbol.starts_with(start));
            !source.is_model && (is_entry(name, entry) || replaces)
        }
        Some(GlobalRef::Global(global)) => global.section.is_some(),
        Some(GlobalRef::Alias(_) | GlobalRef::Ifunc(_)) | None => false,
    }
}
