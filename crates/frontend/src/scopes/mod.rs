//! Lifetimes of objects without lifetime markers (C17 6.2.4p5-8).
//!
//! Clang's `llvm.lifetime` markers omit variables whose declaration a jump bypasses, compound
//! literals and objects with temporary lifetime ([`need`]). If a function has such storage and it
//! matters, the file is preprocessed and that text is compiled again, with a separate source
//! location for every token; clang's syntax tree of it gives the blocks and full expressions
//! ([`regions`]). If this fails, an unsupported statement is added at the start of the function.

mod need;
mod outside;
mod place;
mod regions;
mod tree;
mod uses;

pub(crate) use need::declaration;
pub(crate) use uses::{ItemPlace, uses};

use crate::llvm::{Function, Ident, Module};
use crate::lower::Unit;
use crate::{Options, Source, clang, read_module};
use place::Life;
use regions::Regions;
use std::collections::{BTreeMap, HashMap};

/// The unmarked storage of one function.
#[derive(Default)]
pub(crate) struct FunctionScopes {
    /// Storage that is renewed before an item: its block or full expression was left.
    pub renewals: BTreeMap<ItemPlace, Vec<Ident>>,
    /// Storage whose lifetime is unknown.
    pub unclear: Vec<Ident>,
}

/// The unmarked storage of each function.
pub(crate) type Scopes = HashMap<Ident, FunctionScopes>;

/// Above this number of functions, the syntax tree of the whole file is read.
const MAX_FILTERED: usize = 4;

/// Debug information has no larger columns.
const MAX_COLUMN: usize = 65_535;

/// Derives the lifetimes of unmarked storage in a module that clang made of a source.
pub(crate) fn derive(unit: &Unit, source: &Source, options: &Options) -> Scopes {
    let module = &unit.module;
    let mut wanted = Vec::new();
    for function in &module.functions {
        let storage = need::unmarked(module, function);
        if !storage.is_empty() {
            wanted.push((function, storage));
        }
    }
    if wanted.is_empty() {
        return Scopes::new();
    }
    let names: Vec<&str> = wanted
        .iter()
        .map(|(function, _)| source_name(module, function))
        .collect();
    let again = Again::compile(source, options, &names);
    let find = |(function, storage): (&Function, Vec<&Ident>)| {
        let scopes = again
            .as_ref()
            .and_then(|again| again.scopes(function, &storage));
        let scopes = scopes.unwrap_or_else(|| FunctionScopes {
            renewals: BTreeMap::new(),
            unclear: storage.into_iter().cloned().collect(),
        });
        (function.name.clone(), scopes)
    };
    wanted.into_iter().map(find).collect()
}

/// The name of a function in the source.
fn source_name<'m>(module: &'m Module, function: &'m Function) -> &'m str {
    function
        .metadata("dbg")
        .and_then(|dbg| module.resolve(dbg)?.field_str("name"))
        .or_else(|| function.name.as_name())
        .unwrap_or("")
}

/// A preprocessed file, compiled again.
struct Again {
    module: Module,
    /// Where the lines of the text start.
    lines: Vec<u32>,
    regions: Vec<Regions>,
}

impl Again {
    /// `None` if the second compilation fails.
    fn compile(source: &Source, options: &Options, names: &[&str]) -> Option<Again> {
        let text = clang::preprocess(source, options).ok()?;
        let mut lines = text.split(|byte| *byte == b'\n');
        if lines.any(|line| line.len() > MAX_COLUMN) {
            return None;
        }
        let llvm = clang::compile_text(&text, source, options).ok()?;
        let module = read_module(&source.path, &llvm).ok()?;
        let filters: Vec<Option<&str>> = if names.len() > MAX_FILTERED {
            vec![None]
        } else {
            names.iter().map(|name| Some(*name)).collect()
        };
        let mut all = Vec::new();
        for filter in filters {
            let dump = clang::syntax_tree(&text, source, options, filter).ok()?;
            let (nodes, tops) = tree::read(&dump)?;
            all.extend(regions::regions(&nodes, &tops));
        }
        let starts = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let starts = starts.map(|(at, _)| u32::try_from(at + 1));
        let lines: Result<Vec<u32>, _> = std::iter::once(Ok(0)).chain(starts).collect();
        Some(Again {
            module,
            lines: lines.ok()?,
            regions: all,
        })
    }

    fn scopes(&self, function: &Function, storage: &[&Ident]) -> Option<FunctionScopes> {
        let mut second = self.module.functions.iter();
        let second = second.find(|second| second.name == function.name)?;
        let offsets = place::offsets(function, second, &self.module, &self.lines)?;
        let somewhere = offsets.iter().flatten().flatten().next()?;
        let mut regions = self.regions.iter();
        let regions = regions.find(|r| regions::contains(r.function, *somewhere))?;
        let names: HashMap<&Ident, &Ident> = need::storage(function)
            .zip(need::storage(second))
            .map(|((_, first), (_, second))| (first, second))
            .collect();
        let mut scopes = FunctionScopes::default();
        for name in storage {
            let life = names.get(name).map(|again| {
                place::life(second, &self.module, &self.lines, &offsets, regions, again)
            });
            match life {
                Some(Life::In(region)) => {
                    let found = &mut scopes.renewals;
                    place::renewals(function, name, region, &offsets, found);
                }
                Some(Life::Anything) => {}
                Some(Life::Unclear) | None => scopes.unclear.push((*name).clone()),
            }
        }
        Some(scopes)
    }
}
