//! Names of functions for people: readable, and different for different functions.
//!
//! A function of C++ is called by its qualified name; the types of its parameters follow where functions of
//! that name are overloaded, or where the user wrote them.

use crate::lower::Unit;
use crate::reach;
use crate::readable::{self, Readable, readable};
use std::collections::HashMap;
use std::sync::Arc;

/// The readable names of mangled symbols.
#[derive(Default)]
pub(crate) struct FunctionNames {
    by_symbol: HashMap<Arc<str>, Arc<str>>,
}

impl FunctionNames {
    /// Names the functions of all modules; `entry` is what the user called the entry.
    pub fn new(units: &[Unit], entry: Option<&str>) -> Self {
        let functions = units.iter().flat_map(|unit| &unit.module.functions);
        let mut mangled: HashMap<&str, Readable> = HashMap::new();
        let mut overloads: HashMap<String, Vec<String>> = HashMap::new();
        for symbol in functions.filter_map(|function| function.name.as_name()) {
            if mangled.contains_key(symbol) || readable::verifier_name(symbol) != symbol {
                continue;
            }
            let Some(name) = readable(symbol) else {
                continue;
            };
            let known = overloads.entry(name.short.clone()).or_default();
            if !known.contains(&name.full) {
                known.push(name.full.clone());
            }
            mangled.insert(symbol, name);
        }
        let chosen = |name: Readable| {
            let overloaded = overloads.get(&name.short).is_some_and(|all| all.len() > 1);
            let written =
                entry.is_some_and(|entry| entry.contains('(') && reach::is_named(&name, entry));
            if written {
                return entry.unwrap_or_default().into();
            }
            let name = if overloaded { name.full } else { name.short };
            Arc::from(name)
        };
        let by_symbol = mangled
            .into_iter()
            .map(|(symbol, name)| (symbol.into(), chosen(name)));
        FunctionNames {
            by_symbol: by_symbol.collect(),
        }
    }

    /// The name of a function for people.
    pub fn of<'s>(&'s self, symbol: &'s str) -> &'s str {
        match self.by_symbol.get(symbol) {
            Some(name) => name,
            None => readable::verifier_name(symbol),
        }
    }
}
