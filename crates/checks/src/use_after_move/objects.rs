//! Which object an expression leads to, as far as one function shows it.

use cassay_ir::{
    Block, Expr, Function, GlobalId, LocalId, Place, Stmt, StmtKind, TempId, Terminator, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// What an object is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Root {
    /// A local variable.
    Local(LocalId),
    /// A global variable.
    Global(GlobalId),
    /// What an argument leads to.
    Argument(TempId),
    /// What a local variable leads to that is stored once, such as a reference.
    Behind(LocalId),
}

/// An object: what it is part of, and where it begins there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Object {
    pub(crate) root: Root,
    offset: u64,
}

/// How many steps from a pointer to its object are followed.
const MOST_STEPS: usize = 16;

/// How a temporary gets its value.
#[derive(Clone, Copy)]
enum Definition<'a> {
    Assigned(&'a Expr),
    Loaded(&'a Place),
    /// In another way, or in several.
    Other,
}

/// The pointers of a function.
pub(crate) struct Objects<'a> {
    function: &'a Function,
    definitions: BTreeMap<TempId, Definition<'a>>,
    /// The values that are stored in local variables as a whole.
    stored: BTreeMap<LocalId, Vec<&'a Expr>>,
    /// The local variables whose addresses are kept or handed to code of the program.
    escaped: BTreeSet<LocalId>,
}

impl<'a> Objects<'a> {
    pub(crate) fn new(function: &'a Function) -> Self {
        let mut objects = Objects {
            function,
            definitions: BTreeMap::new(),
            stored: BTreeMap::new(),
            escaped: BTreeSet::new(),
        };
        for block in function.blocks.iter() {
            for stmt in &block.stmts {
                objects.define(stmt);
            }
            if let Terminator::Invoke { dst: Some(dst), .. } = block.terminator {
                objects.definitions.insert(dst, Definition::Other);
            }
        }
        for block in function.blocks.iter() {
            objects.note_escapes(block);
        }
        objects
    }

    fn define(&mut self, stmt: &'a Stmt) {
        let mut definition = Definition::Other;
        if let StmtKind::Assign { value, .. } = &stmt.kind {
            definition = Definition::Assigned(value);
        } else if let StmtKind::Load { place, .. } = &stmt.kind {
            definition = Definition::Loaded(place);
        } else if let StmtKind::Store { place, value, .. } = &stmt.kind
            && let Place::Variable(Variable::Local(local), _) = place
        {
            self.stored.entry(*local).or_default().push(value);
        }
        if let Some(dst) = stmt.kind.defines() {
            let once = !self.definitions.contains_key(&dst);
            let definition = if once { definition } else { Definition::Other };
            self.definitions.insert(dst, definition);
        }
    }

    /// Addresses that are stored where they are not followed, or copied. What calls do with them depends on the
    /// callee, which is not known here.
    fn note_escapes(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if let StmtKind::Store { place, value, .. } = &stmt.kind {
                let followed = match place {
                    Place::Variable(Variable::Local(local), 0) => self.pointer(*local).is_some(),
                    Place::Variable(..) | Place::Deref(..) => false,
                };
                if !followed {
                    self.note_addresses(value);
                }
            } else if let StmtKind::Assign { value, .. } = &stmt.kind {
                if self.find(value).is_none() {
                    self.note_addresses(value);
                }
            } else if let StmtKind::Call { .. } = stmt.kind {
                // Said by the callee.
            } else {
                let mut found = Vec::new();
                stmt.kind.expressions(|expr| found.push(expr));
                found.into_iter().for_each(|expr| self.note_addresses(expr));
            }
        }
    }

    fn note_addresses(&mut self, expr: &Expr) {
        expr.parts().for_each(|part| self.escape(part));
    }

    /// The object that a pointer leads to.
    pub(crate) fn find(&self, expr: &Expr) -> Option<Object> {
        let mut expr = expr;
        let mut offset = 0_u64;
        // Where the last variable leads on the way, if it is not known how its value is computed.
        let mut behind = None;
        for _ in 0..MOST_STEPS {
            if let Expr::AddrOf(variable) = expr {
                let root = match variable {
                    Variable::Local(local) => Root::Local(*local),
                    Variable::Global(global) => Root::Global(*global),
                };
                return Some(Object { root, offset });
            }
            if let Expr::PtrAdd(base, by) = expr
                && let Expr::Int(by) = &**by
            {
                offset = offset.wrapping_add(by.to_u64()?);
                expr = base;
                continue;
            }
            let Expr::Temp(temp) = expr else {
                return behind;
            };
            if self.function.params.contains(temp) {
                let root = Root::Argument(*temp);
                return Some(Object { root, offset });
            }
            match self.definitions.get(temp) {
                Some(Definition::Assigned(value)) => expr = value,
                Some(Definition::Loaded(Place::Variable(Variable::Local(local), 0))) => {
                    let Some(value) = self.pointer(*local) else {
                        return behind;
                    };
                    let root = Root::Behind(*local);
                    behind = Some(Object { root, offset });
                    expr = value;
                }
                Some(Definition::Loaded(_) | Definition::Other) | None => return behind,
            }
        }
        None
    }

    /// The only value of a local variable that is accessed by name only.
    fn pointer(&self, local: LocalId) -> Option<&'a Expr> {
        let variable = self.function.locals.get(local)?;
        match self.stored.get(&local)?.as_slice() {
            [value] if !variable.address_taken => Some(value),
            _ => None,
        }
    }

    /// An address is handed to code of the program.
    pub(crate) fn escape(&mut self, expr: &Expr) {
        if let Some(object) = self.find(expr)
            && let Root::Local(local) = object.root
        {
            self.escaped.insert(local);
        }
    }

    /// What a statement replaces: the variable that it declares, or where a reference leads.
    pub(crate) fn replaced(&self, kind: &StmtKind) -> Option<Root> {
        if let StmtKind::Declare(local) = kind {
            return Some(Root::Local(*local));
        }
        if let StmtKind::Store { place, .. } = kind
            && let Place::Variable(Variable::Local(local), _) = place
        {
            return Some(Root::Behind(*local));
        }
        None
    }

    /// Whether code that this function calls may reach an object that it is not told about.
    pub(crate) fn escapes(&self, object: Object) -> bool {
        match object.root {
            Root::Local(local) => self.escaped.contains(&local),
            Root::Global(_) | Root::Argument(_) | Root::Behind(_) => true,
        }
    }

    /// The name of a variable or reference; empty for a part of one.
    pub(crate) fn name(&self, object: Object) -> String {
        let local = match object.root {
            Root::Local(local) | Root::Behind(local) => Some(local),
            Root::Argument(temp) => self.holder(temp),
            Root::Global(_) => None,
        };
        let variable = local.and_then(|local| self.function.locals.get(local));
        match variable.filter(|_| object.offset == 0) {
            Some(variable) => variable.name.to_string(),
            None => String::new(),
        }
    }

    /// The local variable that holds an argument.
    fn holder(&self, argument: TempId) -> Option<LocalId> {
        let mut stored = self.stored.iter();
        let found = stored.find(|(_, values)| **values == [&Expr::Temp(argument)]);
        found.map(|(local, _)| *local)
    }
}
