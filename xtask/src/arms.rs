//! Matches over the enums of the IR and of terms: which of them catch every variant at once.
//!
//! A `match` that names variants of such an enum names all of them, so that a new variant is a compile
//! error wherever something must be decided. An arm that catches whatever is left (`_`, a name, `Some(_)`,
//! a tuple of these) breaks that, unless it asks the classification of effects (`ir/src/effect.rs`),
//! which names every variant itself.
//!
//! Questions about one variant are `if let`, `let … else`, `matches!` and guarded arms that catch
//! everything: their effect on a variant that is added later depends on the code around them. In the
//! crates that decide soundness ([`questions::ROOMS`]), those about statements and ends of blocks are
//! counted for each file, and a table says why a new kind does no harm there. Such questions elsewhere, and
//! about other enums, are not examined. Neither are parts of a variant, nor tests.

mod questions;
mod recognisers;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// Files that define the enums, with the name under which other crates import them.
const DEFINED_IN: [(&str, &str); 6] = [
    ("crates/ir/src/expr.rs", "cassay_ir"),
    ("crates/ir/src/function.rs", "cassay_ir"),
    ("crates/ir/src/types.rs", "cassay_ir"),
    ("crates/ir/src/program.rs", "cassay_ir"),
    ("crates/term/src/op.rs", "cassay_term"),
    ("crates/term/src/sort.rs", "cassay_term"),
];

/// Enums by name with their variants.
#[derive(Default)]
pub struct Enums {
    variants: BTreeMap<String, BTreeSet<String>>,
    /// The crate of each, by the name that others import.
    homes: BTreeMap<String, &'static str>,
}

/// The findings in one file.
#[derive(Default)]
pub struct Found {
    /// Lines of arms that catch everything, each with the enum of its match.
    pub catching: Vec<(usize, String)>,
    /// Lines of questions about one kind of statement or end of a block.
    pub questions: Vec<usize>,
    /// Enums for which a match names every variant: a new one is a compile error in this file.
    pub deciding: BTreeSet<String>,
}

impl Enums {
    /// Reads the enums of the IR and of terms from their sources.
    pub fn read(root: &Path) -> Enums {
        let mut enums = Enums::default();
        for (file, home) in DEFINED_IN {
            let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
            enums.define(&text, home);
        }
        enums
    }

    fn define(&mut self, text: &str, home: &'static str) {
        let Ok(file) = syn::parse_file(text) else {
            return;
        };
        for item in file.items {
            match item {
                syn::Item::Enum(item) if matches!(item.vis, syn::Visibility::Public(_)) => {
                    let names = item.variants.iter().map(|v| v.ident.to_string()).collect();
                    self.add(item.ident.to_string(), names, home);
                }
                // A macro call like `operators! { pub enum Op { … } }` is parsed as text.
                syn::Item::Macro(item) => self.define_by_table(&item.mac, home),
                _ => {}
            }
        }
    }

    /// Parses an enum that a macro makes of a table. A row starts with the name of a variant, after `;` or
    /// at the start, before a `,`, `(` or `{`; the first word is the name of the enum.
    fn define_by_table(&mut self, table: &syn::Macro, home: &'static str) {
        let Some(name) = table.path.segments.last().map(|s| s.ident.to_string()) else {
            return;
        };
        if name != "operators" {
            return;
        }
        let mut names = BTreeSet::new();
        let mut row_starts = true;
        for token in table.tokens.clone() {
            match token {
                proc_macro2::TokenTree::Ident(ident) if row_starts => {
                    names.insert(ident.to_string());
                    row_starts = false;
                }
                proc_macro2::TokenTree::Punct(mark) if mark.as_char() == ';' => row_starts = true,
                _ => {}
            }
        }
        self.add("Op".into(), names, home);
    }

    fn add(&mut self, name: String, variants: BTreeSet<String>, home: &'static str) {
        self.homes.insert(name.clone(), home);
        self.variants.insert(name, variants);
    }

    /// Examines one file, given by its path in the repository.
    pub fn look(&self, path: &str, text: &str) -> Found {
        let Ok(file) = syn::parse_file(text) else {
            return Found::default();
        };
        let mut imports = Imports::default();
        for (home, at_home) in [("cassay_ir", "crates/ir/"), ("cassay_term", "crates/term/")] {
            if path.starts_with(at_home) {
                imports.whole.insert(home.to_owned());
            }
        }
        imports.visit_file(&file);
        let mut search = Search {
            enums: self,
            imports,
            within: Vec::new(),
            found: Found::default(),
        };
        search.visit_file(&file);
        search.found
    }
}

/// Whether a file is part of the product.
pub fn is_shipped(path: &str) -> bool {
    let inner = path.strip_prefix("crates/").and_then(|p| p.split_once('/'));
    let Some((_, inner)) = inner else {
        return false;
    };
    let test = inner.ends_with("/tests.rs") || inner.contains("/tests/");
    path.ends_with(".rs") && inner.starts_with("src/") && !test && !inner.contains("/arbitrary/")
}

/// What a file imports of the crates that define the enums.
#[derive(Default)]
struct Imports {
    /// Crates all of whose names are imported.
    whole: BTreeSet<String>,
    /// Imported names, with the crate and the original name.
    names: BTreeMap<String, (String, String)>,
}

impl Imports {
    fn tree(&mut self, home: &str, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                let name = path.ident.to_string();
                let home = if home.is_empty() { &name } else { home };
                self.tree(home, &path.tree);
            }
            syn::UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.names.insert(name.clone(), (home.to_owned(), name));
            }
            syn::UseTree::Rename(name) => {
                let there = name.ident.to_string();
                self.names
                    .insert(name.rename.to_string(), (home.to_owned(), there));
            }
            syn::UseTree::Glob(_) => {
                self.whole.insert(home.to_owned());
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(home, tree);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree("", &item.tree);
    }
}

struct Search<'a> {
    enums: &'a Enums,
    imports: Imports,
    /// The types of the enclosing `impl` blocks.
    within: Vec<String>,
    found: Found,
}

impl Search<'_> {
    /// The enum whose variant a path names.
    fn named(&self, path: &syn::Path) -> Option<String> {
        let words: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let [.., owner, variant] = words.as_slice() else {
            return None;
        };
        let owner = if owner == "Self" {
            self.within.last()?
        } else {
            owner
        };
        let qualified = words.len() > 2;
        let name = if qualified {
            let home = self.enums.homes.get(owner)?;
            words.iter().any(|word| word == home).then_some(owner)?
        } else if let Some((home, there)) = self.imports.names.get(owner) {
            let own = matches!(home.as_str(), "crate" | "super" | "self");
            let home_of = self.enums.homes.get(there)?;
            (home == home_of || own && self.imports.whole.contains(*home_of)).then_some(there)?
        } else {
            let home = self.enums.homes.get(owner)?;
            self.imports.whole.contains(*home).then_some(owner)?
        };
        self.enums.variants[name]
            .contains(variant)
            .then(|| name.clone())
    }

    /// Records a question if its pattern names a kind of statement or end of a block.
    fn question(&mut self, pattern: &syn::Pat) {
        let mut named = BTreeSet::new();
        self.heads(pattern, &mut named);
        if let syn::Pat::TupleStruct(parts) = pattern {
            parts.elems.iter().for_each(|p| self.heads(p, &mut named));
        }
        if named.iter().any(|name| questions::ABOUT.contains(&&**name)) {
            self.found.questions.push(pattern.span().start().line);
        }
    }

    /// Collects the enums that a pattern names, except inside a variant.
    fn heads(&self, pattern: &syn::Pat, found: &mut BTreeSet<String>) {
        match pattern {
            syn::Pat::Ident(ident) => {
                if let Some((_, inner)) = &ident.subpat {
                    self.heads(inner, found);
                }
            }
            syn::Pat::Or(or) => or.cases.iter().for_each(|p| self.heads(p, found)),
            syn::Pat::Paren(paren) => self.heads(&paren.pat, found),
            syn::Pat::Reference(reference) => self.heads(&reference.pat, found),
            syn::Pat::Tuple(tuple) => tuple.elems.iter().for_each(|p| self.heads(p, found)),
            syn::Pat::Path(path) => found.extend(self.named(&path.path)),
            syn::Pat::Struct(parts) => found.extend(self.named(&parts.path)),
            syn::Pat::TupleStruct(parts) => {
                if is_wrapper(&parts.path) {
                    parts.elems.iter().for_each(|p| self.heads(p, found));
                } else {
                    found.extend(self.named(&parts.path));
                }
            }
            _ => {}
        }
    }
}

/// Whether a path is that of a variant of `Option` or `Result`.
fn is_wrapper(path: &syn::Path) -> bool {
    ["Some", "Ok", "Err"].iter().any(|name| path.is_ident(name))
}

/// Whether a pattern matches everything.
fn catches_all(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Ident(ident) => match &ident.subpat {
            Some((_, inner)) => catches_all(inner),
            None => {
                let name = ident.ident.to_string();
                name.starts_with(|c: char| c.is_lowercase() || c == '_')
            }
        },
        syn::Pat::Or(or) => or.cases.iter().any(catches_all),
        syn::Pat::Paren(paren) => catches_all(&paren.pat),
        syn::Pat::Reference(reference) => catches_all(&reference.pat),
        // As part of a tuple, `Some(_)` is a case of its own.
        syn::Pat::Tuple(tuple) => {
            let wrapped = |part: &syn::Pat| matches!(part, syn::Pat::TupleStruct(_));
            tuple
                .elems
                .iter()
                .all(|part| !wrapped(part) && catches_all(part))
        }
        syn::Pat::TupleStruct(parts) => {
            is_wrapper(&parts.path) && parts.elems.iter().all(catches_all)
        }
        _ => false,
    }
}

/// Whether the body of an arm asks the classification of effects, which names every variant.
fn asks(body: &syn::Expr) -> bool {
    struct Asks(bool);
    impl<'ast> Visit<'ast> for Asks {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.0 |= call.method == "effects" || call.method == "own_effects";
            syn::visit::visit_expr_method_call(self, call);
        }
    }
    let mut asks = Asks(false);
    asks.visit_expr(body);
    asks.0
}

/// Whether attributes restrict an item to tests.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let cfg = attribute.path().is_ident("cfg");
        let list = attribute.meta.require_list();
        cfg && list.is_ok_and(|list| list.tokens.to_string().contains("test"))
    })
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            syn::visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let own = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
            _ => None,
        };
        self.within.push(own.unwrap_or_default());
        syn::visit::visit_item_impl(self, item);
        self.within.pop();
    }

    fn visit_expr_let(&mut self, expr: &'ast syn::ExprLet) {
        self.question(&expr.pat);
        syn::visit::visit_expr_let(self, expr);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if local
            .init
            .as_ref()
            .is_some_and(|init| init.diverge.is_some())
        {
            self.question(&local.pat);
        }
        syn::visit::visit_local(self, local);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("matches")
            && let Ok(pattern) = call.parse_body_with(questions::pattern)
        {
            self.question(&pattern);
        }
        syn::visit::visit_macro(self, call);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        let mut named = BTreeSet::new();
        for arm in &expr.arms {
            self.heads(&arm.pat, &mut named);
        }
        let about = named.iter().any(|name| questions::ABOUT.contains(&&**name));
        for arm in expr.arms.iter().filter(|_| about) {
            if arm.guard.is_some() && catches_all(&arm.pat) && !asks(&arm.body) {
                self.found.questions.push(arm.pat.span().start().line);
            }
        }
        let catching: Vec<_> = expr
            .arms
            .iter()
            .filter(|arm| arm.guard.is_none() && catches_all(&arm.pat) && !asks(&arm.body))
            .collect();
        if let Some(first) = named.first() {
            for arm in &catching {
                let line = arm.pat.span().start().line;
                self.found.catching.push((line, first.clone()));
            }
        }
        let exhaustive = |arm: &syn::Arm| arm.guard.is_some() || !catches_all(&arm.pat);
        if expr.arms.iter().all(exhaustive) {
            self.found.deciding.extend(named);
        }
        syn::visit::visit_expr_match(self, expr);
    }
}

/// The findings in the enums and in all product files among these.
fn survey(root: &Path, files: &[PathBuf]) -> Vec<(String, Found)> {
    let enums = Enums::read(root);
    let paths = files.iter().map(|file| file.to_string_lossy().into_owned());
    let shipped = paths.filter(|path| is_shipped(path));
    shipped
        .map(|path| {
            let text = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
            let found = enums.look(&path, &text);
            (path, found)
        })
        .collect()
}

/// Reports every arm that catches all variants, except in files that recognise patterns, and
/// questions that no row of the table explains.
pub fn check(root: &Path, files: &[PathBuf], complaints: &mut Vec<String>) {
    for (path, found) in survey(root, files) {
        questions::check(&path, &found.questions, complaints);
        let allowed = recognisers::ALL.iter().find(|(file, _, _)| *file == path);
        let most = allowed.map_or(0, |(_, most, _)| *most);
        let count = found.catching.len();
        if count > most {
            for (line, name) in found.catching {
                complaints.push(format!("{path}:{line}: catches every variant of {name}"));
            }
        } else if count < most {
            complaints.push(format!(
                "xtask/src/arms/recognisers.rs: {path} has {count} arms"
            ));
        }
    }
}

/// Prints how many files decide for every variant of each enum, and where an arm catches all.
pub fn run(root: &Path) -> bool {
    let mut deciding: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut catching = 0;
    for (path, found) in survey(root, &crate::tidy::tracked_files(root)) {
        for (line, name) in &found.catching {
            println!("{path}:{line}: catches all of {name}");
        }
        catching += found.catching.len();
        for name in found.deciding {
            deciding.entry(name).or_default().push(path.clone());
        }
    }
    println!("{catching} arms catch every variant");
    for (name, files) in &deciding {
        println!("{name}: {} files name every variant", files.len());
        for file in files {
            println!("    {file}");
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(path: &str, text: &str) -> Found {
        let mut enums = Enums::default();
        enums.define("pub enum Expr { Int, Null, Temp(u32) }", "cassay_ir");
        enums.look(path, text)
    }

    #[test]
    fn arms_that_catch_every_variant_are_found() {
        for arms in [
            "Expr::Int => 1, _ => 2",
            "Expr::Int => 1, other => 2",
            "Expr::Int | Expr::Null => 1, _other => 2",
            "Some(Expr::Int) => 1, Some(_) | None => 2",
            "(Expr::Int, Expr::Null) => 1, (_, _) => 2",
            "&Expr::Temp(x) => 1, _ if x => 2, _ => 3",
        ] {
            let text = format!("use cassay_ir::Expr;\nfn f() {{ match x {{ {arms} }} }}");
            let found = look("crates/a/src/b.rs", &text);
            assert_eq!(found.catching, [(2, "Expr".to_owned())], "{arms}");
            assert!(found.deciding.is_empty(), "{arms}");
        }
    }

    #[test]
    fn questions_about_statements_are_found() {
        let mut enums = Enums::default();
        enums.define("pub enum StmtKind { Load, Store(u32) }", "cassay_ir");
        for code in [
            "if let StmtKind::Load = x {}",
            "if y && let StmtKind::Store(_) = x {}",
            "while let Some(StmtKind::Load) = x {}",
            "let StmtKind::Store(a) = x else { return };",
            "let Step::Stmt(StmtKind::Store(a)) = x else { return };",
            "let z = matches!(x, StmtKind::Load | StmtKind::Store(_) if y);",
            "match x { StmtKind::Load => 1, _ if y => 2, StmtKind::Store(_) => 3 };",
        ] {
            let text = format!("use cassay_ir::StmtKind;\nfn f() {{ {code} }}");
            let found = enums.look("crates/passes/src/b.rs", &text);
            assert_eq!(found.questions, [2], "{code}");
        }
        for code in [
            "let kind = StmtKind::Load;",
            "if let Some(x) = y {}",
            "match x { StmtKind::Load => 1, StmtKind::Store(_) if y => 2, StmtKind::Store(_) => 3 };",
        ] {
            let text = format!("use cassay_ir::StmtKind;\nfn f() {{ {code} }}");
            let found = enums.look("crates/passes/src/b.rs", &text);
            assert!(found.questions.is_empty(), "{code}");
        }
    }

    #[test]
    fn other_matches_are_left_alone() {
        let named = "use cassay_ir::Expr;\nfn f() { match x { Expr::Int | Expr::Null => 1, \
                     Expr::Temp(_) if y => 2, Expr::Temp(_) => 3 } }";
        let found = look("crates/a/src/b.rs", named);
        assert!(found.catching.is_empty());
        assert!(found.deciding.contains("Expr"));
        for text in [
            "use cassay_llvm_text::Expr; fn f() { match x { Expr::Int => 1, _ => 2 } }",
            "use cassay_ir::Expr; fn f() { match x { Expr::Int => 1, other => other.effects() } }",
            "use cassay_ir::Expr; fn f() { if let Expr::Int = x {} matches!(x, Expr::Null); }",
            "#[cfg(test)] mod tests { use cassay_ir::Expr; fn f() { match x { Expr::Int => 1, _ => 2 } } }",
        ] {
            assert!(
                look("crates/a/src/b.rs", text).catching.is_empty(),
                "{text}"
            );
        }
        let own = "impl Expr { fn f() { match self { Self::Int => 1, _ => 2 } } }";
        assert_eq!(look("crates/ir/src/expr.rs", own).catching.len(), 1);
        assert!(is_shipped("crates/ir/src/expr.rs"));
        assert!(!is_shipped("crates/ir/tests/expr.rs"));
        assert!(!is_shipped("xtask/src/tidy.rs"));
    }
}
