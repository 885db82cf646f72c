//! One copy of a library model for every place that calls it.
//!
//! A violation inside a library function is a mistake of its caller and must be reported at the
//! call. So every call of a model from the program gets a copy of the model whose statements all
//! carry the location of that call; so do the models that it calls in turn. A claim then needs no
//! call stack: each has one location, and two calls of `strcpy` are two claims.
//!
//! A copy of formatted input or output contains only the conversions that its format names, if the
//! format is a literal. The copy is smaller, and it does not appear to write or allocate what no
//! such call does.
//!
//! Models that cannot violate a claim are not copied, and neither are those that the headers of a library
//! call or that are part of the runtime of C++: what happens there is shown at the user's call anyway. When copies would make the program too large,
//! the remaining calls share the original, which has no location of its own.

use crate::model_forms;
use crate::reached::{called, reached_functions};
use cassay_base::{IndexVec, Span};
use cassay_ir::ends::EXIT_HANDLERS;
use cassay_ir::{
    CallTarget, Effects, Expr, FuncId, Function, Place, Program, StmtKind, Terminator,
};
use std::collections::{BTreeSet, HashMap};

/// How many statements copies may add before calls share one body.
const MAX_COPIED: usize = 400_000;

/// Gives every call of a model a copy of its own.
pub(crate) fn separate(program: &mut Program) {
    let mut copies = Copies {
        risky: risky(program),
        program,
        copied: 0,
        absent: HashMap::new(),
    };
    let originals: Vec<FuncId> = copies.program.functions.ids().collect();
    for id in originals {
        if !copies.program.functions[id].model {
            copies.callers(id);
        }
    }
    drop_unused(program);
}

/// Removes the bodies of models that are no longer called.
fn drop_unused(program: &mut Program) {
    // The start function finds what it may call by name.
    let functions = program.functions.iter_enumerated();
    let roots: Vec<FuncId> = functions
        .filter(|(_, function)| !function.model || &*function.name == EXIT_HANDLERS)
        .map(|(id, _)| id)
        .collect();
    let used = reached_functions(program, &roots);
    for (function, used) in program.functions.iter_mut().zip(used) {
        if !used {
            function.blocks = IndexVec::new();
            function.locals = IndexVec::new();
        }
    }
}

struct Copies<'a> {
    program: &'a mut Program,
    /// Models that can violate a claim, by function.
    risky: Vec<bool>,
    copied: usize,
    /// The empty function that replaces a conversion that a format does not name.
    absent: HashMap<FuncId, FuncId>,
}

impl Copies<'_> {
    /// Redirects the calls a function of the program makes.
    fn callers(&mut self, caller: FuncId) {
        let mut sites = Vec::new();
        for (block_id, block) in self.program.functions[caller].blocks.iter_enumerated() {
            for (index, stmt) in block.stmts.iter().enumerate() {
                if let Some(callee) = called(&stmt.kind) {
                    let letters = model_forms::letters(self.program, callee, &stmt.kind);
                    sites.push((block_id, Some(index), callee, stmt.span, letters));
                }
            }
            if let Terminator::Invoke {
                target: CallTarget::Direct(callee),
                ..
            } = block.terminator
            {
                sites.push((block_id, None, callee, block.span, None));
            }
        }
        for (block, index, callee, span, letters) in sites {
            let shared = is_shared(&self.program.functions[callee]);
            if shared || !span.is_known() || self.program.is_in_library(span) {
                continue;
            }
            let mut known = HashMap::new();
            if let Some(letters) = letters {
                self.leave_out(&letters, &mut known);
            }
            let Some(copy) = self.copy(callee, span, &mut known) else {
                continue;
            };
            let block = &mut self.program.functions[caller].blocks[block];
            match index {
                Some(index) => redirect(&mut block.stmts[index].kind, copy),
                None => {
                    if let Terminator::Invoke { target, .. } = &mut block.terminator {
                        *target = CallTarget::Direct(copy);
                    }
                }
            }
        }
    }

    /// Replaces the conversions whose letter is not in the format by a function that does nothing.
    fn leave_out(&mut self, letters: &BTreeSet<char>, known: &mut HashMap<FuncId, FuncId>) {
        let left_out: Vec<FuncId> = self
            .program
            .functions
            .iter_enumerated()
            .filter(|(_, function)| function.model && function.has_body())
            .filter(|(_, function)| model_forms::is_left_out(&function.name, letters))
            .map(|(id, _)| id)
            .collect();
        for id in left_out {
            let functions = &mut self.program.functions;
            let absent = self
                .absent
                .entry(id)
                .or_insert_with(|| functions.push(model_forms::absent(&functions[id])));
            known.insert(id, *absent);
        }
    }

    /// The copy of a model for a call at a location, and copies of the models it calls. `known`
    /// holds the copies already made for this call, so that recursion ends.
    fn copy(
        &mut self,
        original: FuncId,
        span: Span,
        known: &mut HashMap<FuncId, FuncId>,
    ) -> Option<FuncId> {
        if !*self.risky.get(original.0 as usize)? {
            return None;
        }
        if let Some(copy) = known.get(&original) {
            return Some(*copy);
        }
        let mut function = self.program.functions[original].clone();
        self.copied += function.blocks.iter().map(|b| b.stmts.len()).sum::<usize>();
        if self.copied > MAX_COPIED {
            return None;
        }
        function.span = span;
        let id = self.program.functions.push(function.clone());
        known.insert(original, id);
        for block in function.blocks.iter_mut() {
            block.span = span;
            for stmt in &mut block.stmts {
                stmt.span = span;
                // A violation for one caller is a claim of its own.
                if let StmtKind::Assert { claim, .. } = &mut stmt.kind {
                    *claim = self.program.claims.fresh();
                }
                if let Some(callee) = called(&stmt.kind)
                    && let Some(copy) = self.copy(callee, span, known)
                {
                    redirect(&mut stmt.kind, copy);
                }
            }
        }
        self.program.functions[id] = function;
        Some(id)
    }
}

fn redirect(kind: &mut StmtKind, callee: FuncId) {
    if let StmtKind::Call { target, .. } = kind {
        *target = CallTarget::Direct(callee);
    }
}

/// Whether calls of a model share it: it belongs to the runtime of C++, whose functions are large, and is no
/// operator that frees memory.
fn is_shared(function: &Function) -> bool {
    let symbol = function.symbol.as_deref().unwrap_or(&function.name);
    let memory = ["_Zdl", "_Zda", "_Znw", "_Zna"];
    let runtime = ["_Z", "__cxa_", "__dynamic_cast", "__cassay_cxx_"];
    let starts = |list: &[&str]| list.iter().any(|start| symbol.starts_with(start));
    starts(&runtime) && !starts(&memory)
}

/// Which functions are models that can violate a claim, themselves or through their callees.
fn risky(program: &Program) -> Vec<bool> {
    let functions: &IndexVec<FuncId, Function> = &program.functions;
    let mut risky: Vec<bool> = functions
        .iter()
        .map(|function| function.model && function.has_body() && is_risky(function))
        .collect();
    loop {
        let mut changed = false;
        for (id, function) in functions.iter_enumerated() {
            if !function.model || risky[id.0 as usize] {
                continue;
            }
            let stmts = function.blocks.iter().flat_map(|block| &block.stmts);
            let callees = stmts.filter_map(|stmt| called(&stmt.kind));
            if callees.into_iter().any(|callee| risky[callee.0 as usize]) {
                risky[id.0 as usize] = true;
                changed = true;
            }
        }
        if !changed {
            return risky;
        }
    }
}

/// What a body may do without being risky, besides accesses and calls.
const HARMLESS: Effects = Effects::BLOCKS.and(Effects::SCOPES).and(Effects::ORDERS);

/// Whether a body does more than compute with its own variables.
fn is_risky(function: &Function) -> bool {
    function.statements().any(|stmt| match &stmt.kind {
        StmtKind::Load { place, .. } | StmtKind::Store { place, .. } => match place {
            Place::Variable(_, _) => false,
            Place::Deref(pointer, _) => !matches!(pointer, Expr::AddrOf(_)),
        },
        StmtKind::Call { target, .. } => matches!(target, CallTarget::Indirect(_)),
        other => !other.effects().only(HARMLESS),
    })
}
