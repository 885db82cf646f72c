//! Lifetimes of variables, compound literals and temporaries without lifetime markers.
//!
//! Such storage is declared where its function starts. Where its block or full expression is left,
//! its object ends and the next one is made at once ([`crate::scopes`]). Within one lifetime, a
//! variable without an initialiser loses its value each time its declaration is reached (C17
//! 6.2.4p6).

use crate::functions::Builder;
use crate::llvm::{BlockItem, Ident};
use crate::lower::Unsupported;
use crate::scopes::{self, FunctionScopes, ItemPlace};
use cassay_ir::{Expr, LocalId, StmtKind, Variable};

impl<'m> Builder<'_, 'm> {
    fn scopes(&self) -> Option<&'m FunctionScopes> {
        let unit = &self.cx.units[self.unit];
        unit.scopes.get(&self.source.function.name)
    }

    /// Ends the lifetimes that end before an item and starts the next ones.
    pub fn renew_storage(&mut self, place: ItemPlace) {
        let Some(ended) = self.scopes().and_then(|s| s.renewals.get(&place)) else {
            return;
        };
        for name in ended {
            if let Some(local) = self.storage_of(name) {
                self.body.push(StmtKind::Dead(local));
                self.body.push(StmtKind::Declare(local));
            }
        }
    }

    /// Makes the value of a variable without markers indeterminate where its declaration is reached
    /// and may have been reached before.
    pub fn forget_value(&mut self, place: ItemPlace, item: &'m BlockItem) {
        let Some((name, declared)) = scopes::declaration(item) else {
            return;
        };
        let Some(local) = self.storage_of(name) else {
            return;
        };
        let module = &self.cx.units[self.unit].module;
        let variable = module.resolve(declared.variable);
        let is_variable = variable.is_some_and(|node| {
            node.field("arg").is_none() && !node.has_flag("flags", "DIFlagArtificial")
        });
        if !is_variable
            || self.source.marked.contains(name)
            || !self.source.graph.is_in_loop(place.0, None)
        {
            return;
        }
        let uses = scopes::uses(self.source.function, name);
        if !uses.escapes {
            if uses.is_live(&self.source.graph, &uses.live(&self.source.graph), place) {
                self.body.push(StmtKind::Dead(local));
                self.body.push(StmtKind::Declare(local));
            }
            return;
        }
        let ty = self.body.function.locals[local].ty;
        let size = self.cx.program.types.alloc_size(ty);
        let unwritten = self.new_local(ty, None);
        self.body.push(StmtKind::Declare(unwritten));
        self.body.push(StmtKind::MemCopy {
            dst: Expr::AddrOf(Variable::Local(local)),
            src: Expr::AddrOf(Variable::Local(unwritten)),
            len: Expr::int(self.cx.pointer_bits(), size),
            may_overlap: false,
        });
        self.body.push(StmtKind::Dead(unwritten));
    }

    /// Adds an unsupported statement at the start of a function with storage whose lifetime is
    /// unknown.
    pub fn report_unclear_lives(&mut self) {
        let Some(scopes) = self.scopes() else {
            return;
        };
        for name in &scopes.unclear {
            let named = self
                .storage_of(name)
                .map(|local| &self.body.function.locals[local].name);
            let what = match named {
                Some(name) if !name.is_empty() => format!("lifetime of `{name}`"),
                Some(_) | None => "lifetime of an object without a name".into(),
            };
            self.body.unsupported(Unsupported::new(what));
        }
    }

    fn storage_of(&self, name: &Ident) -> Option<LocalId> {
        if let Some(Ok(Expr::AddrOf(Variable::Local(local)))) = self.values.get(name) {
            Some(*local)
        } else {
            None
        }
    }
}
