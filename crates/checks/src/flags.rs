//! Flags that checks keep beside a program: whether something has happened to an object.
//!
//! A flag is a byte of memory that only the statements made here access. One of a function is a local
//! variable without a name, one of the program a global variable of the models, so that neither appears in
//! counterexamples.

use cassay_base::Span;
use cassay_ir::{
    CTypeId, ClaimIds, CompareOp, Expr, Function, Global, GlobalId, Initializer, Local, LocalId,
    Place, Program, Property, Stmt, StmtKind, TypeId, Variable,
};

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flag {
    variable: Variable,
    byte: TypeId,
}

impl Flag {
    /// A flag of an activation. It must be lowered before it is asked.
    pub(crate) fn of_function(function: &mut Function, byte: TypeId) -> (Flag, LocalId) {
        let local = function.locals.push(Local {
            name: "".into(),
            ty: byte,
            ctype: CTypeId(0),
            align: 1,
            span: Span::NONE,
            param: None,
            address_taken: false,
            constant: false,
            arguments: false,
            block: false,
        });
        let variable = Variable::Local(local);
        (Flag { variable, byte }, local)
    }

    /// A flag of the program, lowered at the start.
    pub(crate) fn of_program(program: &mut Program, name: &str) -> Flag {
        let byte = program.types.int(8);
        let global: GlobalId = program.globals.push(Global {
            name: name.into(),
            ty: byte,
            ctype: CTypeId(0),
            align: 1,
            init: Initializer::Parts(Vec::new()),
            constant: false,
            thread_local: false,
            device: false,
            model: true,
            address_of: None,
            span: Span::NONE,
        });
        let variable = Variable::Global(global);
        Flag { variable, byte }
    }

    /// Raises or lowers it.
    pub(crate) fn set(self, raised: bool, span: Span) -> Stmt {
        let kind = StmtKind::Store {
            place: Place::Variable(self.variable, 0),
            value: Expr::int(8, u64::from(raised)),
            volatile: false,
            order: None,
        };
        Stmt { kind, span }
    }

    /// Claims that it is raised, or lowered.
    pub(crate) fn claim(
        self,
        raised: bool,
        property: Property,
        (function, ids): (&mut Function, &mut ClaimIds),
        span: Span,
    ) -> [Stmt; 2] {
        let dst = function.new_temp(self.byte);
        let load = StmtKind::Load {
            dst,
            place: Place::Variable(self.variable, 0),
            volatile: false,
            moves: false,
            order: None,
        };
        let wanted = Expr::int(8, u64::from(raised));
        let assert = StmtKind::Assert {
            claim: ids.fresh(),
            cond: Expr::compare(CompareOp::Eq, Expr::Temp(dst), wanted),
            property,
        };
        [load, assert].map(|kind| Stmt { kind, span })
    }
}
