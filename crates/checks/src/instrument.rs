//! Inserts assertions before the statements that need them.

use crate::facts::Facts;
use crate::lifetime::Lifetimes;
use cassay_base::Span;
use cassay_ir::{
    BlockId, Expr, FuncId, Function, Program, Property, Stmt, StmtKind, Terminator, TypeId,
};

/// A statement or terminator before which assertions are inserted.
#[derive(Clone, Copy)]
pub(crate) enum Step<'a> {
    /// A statement.
    Stmt(&'a StmtKind),
    /// The end of a block.
    End(&'a Terminator),
}

impl<'a> Step<'a> {
    /// Calls `visit` on every expression evaluated, in order.
    pub(crate) fn expressions(self, visit: impl FnMut(&'a Expr)) {
        match self {
            Step::Stmt(kind) => kind.expressions(visit),
            Step::End(terminator) => terminator.expressions(visit),
        }
    }

    /// The same with all operands inside these expressions, each before the operator that uses it.
    pub(crate) fn with_operands(self, mut visit: impl FnMut(&'a Expr)) {
        fn walk<'e>(expr: &'e Expr, visit: &mut impl FnMut(&'e Expr)) {
            expr.operands(|operand| walk(operand, visit));
            visit(expr);
        }
        self.expressions(|expr| walk(expr, &mut visit));
    }
}

/// The position of a step, and the facts known there.
pub(crate) struct Site<'a> {
    pub(crate) program: &'a Program,
    pub(crate) function: &'a Function,
    pub(crate) facts: &'a Facts<'a>,
    pub(crate) lifetimes: &'a Lifetimes,
    pub(crate) place: (BlockId, usize),
}

impl Site<'_> {
    /// A number of bytes as an expression.
    pub(crate) fn size(&self, bytes: u64) -> Expr {
        Expr::int(self.program.layout.pointer_bits, bytes)
    }

    /// Bytes of an access of the type.
    pub(crate) fn access_size(&self, ty: TypeId) -> u64 {
        self.program.types.store_size(ty)
    }
}

/// The assertions to be placed before one step.
#[derive(Default)]
pub(crate) struct Claims {
    list: Vec<(Expr, Property, Option<Span>)>,
    span: Option<Span>,
}

impl Claims {
    /// Claims a condition.
    pub(crate) fn claim(&mut self, cond: Expr, property: Property) {
        self.list.push((cond, property, self.span));
    }

    /// Gives further claims another location than that of the step.
    pub(crate) fn at(&mut self, span: Span) {
        self.span = Some(span);
    }

    /// Gives further claims the location of the step.
    pub(crate) fn here(&mut self) {
        self.span = None;
    }
}

/// Calls a function for the claims before every statement and terminator, and inserts them.
pub(crate) fn before_each(
    program: &mut Program,
    claims: impl Fn(&Site<'_>, Step<'_>, &mut Claims),
) {
    // Sizes in the new assertions are as wide as a pointer.
    program.types.size_int();
    for id in program.functions.ids() {
        before_each_of(program, id, &claims);
    }
}

/// The same for what the program computes itself. Library models are left out, because they obey
/// the rules by construction, and so are assertions, whose conditions are no part of the program.
pub(crate) fn before_each_of_program(
    program: &mut Program,
    claims: impl Fn(&Site<'_>, Step<'_>, &mut Claims),
) {
    before_each(program, |site, step, found| {
        if !site.function.model && !matches!(step, Step::Stmt(StmtKind::Assert { .. })) {
            claims(site, step, found);
        }
    });
}

/// The same as [`before_each`] for one function. The type of sizes must already be in the table.
pub(crate) fn before_each_of(
    program: &mut Program,
    id: FuncId,
    claims: &impl Fn(&Site<'_>, Step<'_>, &mut Claims),
) {
    let additions = function_claims(program, id, claims);
    insert(program, id, additions);
}

/// Assertions with the block and the index before which they go, in order.
type Additions = Vec<(BlockId, usize, Vec<Addition>)>;

/// Condition, property and source location of an assertion.
type Addition = (Expr, Property, Span);

fn function_claims(
    program: &Program,
    id: FuncId,
    claims: &impl Fn(&Site<'_>, Step<'_>, &mut Claims),
) -> Additions {
    let function = &program.functions[id];
    let facts = Facts::new(program, function);
    let lifetimes = Lifetimes::new(function);
    let mut additions = Vec::new();
    for (block, contents) in function.blocks.iter_enumerated() {
        let mut ask = |index: usize, step: Step<'_>, span: Span| {
            let site = Site {
                program,
                function,
                facts: &facts,
                lifetimes: &lifetimes,
                place: (block, index),
            };
            let mut found = Claims::default();
            claims(&site, step, &mut found);
            if !found.list.is_empty() {
                let list = found.list.into_iter();
                let claims = list.map(|(cond, property, at)| (cond, property, at.unwrap_or(span)));
                additions.push((block, index, claims.collect()));
            }
        };
        for (index, stmt) in contents.stmts.iter().enumerate() {
            ask(index, Step::Stmt(&stmt.kind), stmt.span);
        }
        let end = contents.stmts.len();
        ask(end, Step::End(&contents.terminator), contents.span);
    }
    additions
}

fn insert(program: &mut Program, id: FuncId, additions: Additions) {
    let (function, ids) = (&mut program.functions[id], &mut program.claims);
    let mut additions = additions.into_iter().peekable();
    while let Some((block, ..)) = additions.peek() {
        let block = *block;
        let old = std::mem::take(&mut function.blocks[block].stmts);
        let mut new = Vec::with_capacity(old.len() * 2);
        let mut due = |new: &mut Vec<Stmt>, index: usize| {
            let next = additions.next_if(|(b, i, _)| (*b, *i) == (block, index));
            let claims = next.into_iter().flat_map(|(_, _, claims)| claims);
            new.extend(claims.map(|(cond, property, span)| {
                let claim = ids.fresh();
                let kind = StmtKind::Assert {
                    claim,
                    cond,
                    property,
                };
                Stmt { kind, span }
            }));
        };
        let end = old.len();
        for (index, stmt) in old.into_iter().enumerate() {
            due(&mut new, index);
            new.push(stmt);
        }
        due(&mut new, end);
        function.blocks[block].stmts = new;
    }
}
