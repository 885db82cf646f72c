//! Exceptions of C++: `landingpad`, `resume`, and the numbers of types.
//!
//! LLVM's `invoke` and our own have the same meaning. The exception in flight is state of the models
//! (`models/cxx/abi/catching.c`), which say whether a clause accepts it. A landing pad is lowered to
//!
//! ```text
//! object = __cassay_cxx_take()
//! accepted = __cassay_cxx_catches(object, type)      for each clause
//! selector = the number of the first type that accepts it, or 0
//! ```
//!
//! without a branch, so that exceptions of different types stay apart up to the end of the block. After a clause
//! that accepts the exception, the models accept it by no other.

use crate::fold;
use crate::functions::Builder;
use crate::llvm::{self, InstKind, Instruction, LandingPadClause};
use crate::lower::{Lowered, Unsupported};
use cassay_base::{Id, Span};
use cassay_ir::{
    CTypeTable, CallTarget, CompareOp, Constant, Expr, FuncId, Global, Initializer, StmtKind, Type,
    TypeId, TypeTable, Variable,
};

/// Gives the object in flight.
const TAKE: &str = "__cassay_cxx_take";
/// Whether a clause `catch` accepts it.
const CATCHES: &str = "__cassay_cxx_catches";
/// Whether a list of types contains its type.
const LISTED: &str = "__cassay_cxx_listed";
/// Goes on with the object that a landing pad has taken.
const RESUME: &str = "__cassay_cxx_resume";

/// The selector of a clause that accepts everything.
const ANYTHING: u64 = i32::MAX as u64;
/// The selector of a filter.
const NOT_LISTED: i32 = -1;

impl<'m> Builder<'_, 'm> {
    /// `landingpad`: the object in flight, and the selector of the first clause that applies.
    pub fn landing_pad(
        &mut self,
        ty: &'m llvm::Type,
        clauses: &'m [LandingPadClause],
    ) -> Lowered<Option<Expr>> {
        let pair = self.cx.lower_type(self.unit, ty)?;
        let take = self.exception_model(TAKE)?;
        let object = self.model_result(take, Vec::new());
        let int = self.cx.program.types.int(32);
        let mut selector = Expr::int(32, 0);
        let mut choices = Vec::new();
        for clause in clauses {
            choices.push(match clause {
                LandingPadClause::Catch(wanted) => self.catch_clause(&object, wanted)?,
                LandingPadClause::Filter(list) => self.filter_clause(&object, list)?,
            });
        }
        for (applies, number) in choices.into_iter().rev() {
            selector = fold::select(applies, number, selector);
        }
        let selector = self.body.assign(int, selector);
        Ok(Some(Expr::Aggregate(pair, vec![object, selector])))
    }

    /// Whether a clause accepts the object, and its selector.
    fn catch_clause(
        &mut self,
        object: &Expr,
        wanted: &'m llvm::TypedValue,
    ) -> Lowered<(Expr, Expr)> {
        let catches = self.exception_model(CATCHES)?;
        let wanted = self.typed(wanted)?;
        let number = match &wanted {
            Expr::Null => Expr::int(32, ANYTHING),
            wanted => Expr::int(32, type_number(wanted)?),
        };
        let accepts = self.model_result(catches, vec![object.clone(), wanted]);
        Ok((self.is_set(accepts), number))
    }

    /// Whether a filter applies: its types are those that may pass.
    fn filter_clause(
        &mut self,
        object: &Expr,
        list: &'m llvm::TypedValue,
    ) -> Lowered<(Expr, Expr)> {
        let listed = self.exception_model(LISTED)?;
        let types = match self.typed(list)? {
            Expr::Aggregate(_, items) => items,
            _ => return Err(Unsupported::new("filter of exceptions that is no list")),
        };
        let count = Expr::int(self.cx.pointer_bits(), types.len() as u64);
        let types = self.type_list(&types)?;
        let found = self.model_result(listed, vec![object.clone(), types, count]);
        let found = self.is_set(found);
        Ok((
            fold::not(found),
            Expr::int(32, u64::from(NOT_LISTED as u32)),
        ))
    }

    /// A constant array of types.
    fn type_list(&mut self, types: &[Expr]) -> Lowered<Expr> {
        let bytes = u64::from(self.cx.pointer_bits() / 8);
        let mut parts = Vec::new();
        for (index, item) in types.iter().enumerate() {
            let Expr::AddrOf(Variable::Global(id)) = item else {
                return Err(Unsupported::new("filter of exceptions of an unknown type"));
            };
            parts.push((index as u64 * bytes, Constant::GlobalAddr(*id, 0)));
        }
        let program = &mut self.cx.program;
        let (elem, len) = (TypeTable::PTR, types.len() as u64);
        let ty = program.types.intern(Type::Array { elem, len });
        let id = program.globals.push(Global {
            address_of: None,
            name: "exception specification".into(),
            ty,
            ctype: CTypeTable::UNKNOWN,
            align: bytes,
            init: Initializer::Parts(parts),
            constant: true,
            thread_local: false,
            device: false,
            model: true,
            span: Span::NONE,
        });
        Ok(Expr::AddrOf(Variable::Global(id)))
    }

    /// `resume`: goes on unwinding. The model does not return.
    pub fn resume(&mut self, pair: &'m llvm::TypedValue) -> Lowered<()> {
        let resume = self.exception_model(RESUME)?;
        let ty = self.cx.lower_type(self.unit, &pair.ty)?;
        let pair = self.typed(pair)?;
        let (object, _) = self.component(pair, ty, 0)?;
        self.model_result(resume, vec![object]);
        Ok(())
    }

    /// `llvm.eh.typeid.for`: the selector of a type.
    pub fn number_of_type(&mut self, call: &'m llvm::Call) -> Lowered<Expr> {
        let (wanted, _) = self.argument(call, 0)?;
        Ok(Expr::int(32, type_number(&wanted)?))
    }

    fn is_set(&mut self, value: Expr) -> Expr {
        let set = fold::compare(CompareOp::Ne, value, Expr::int(32, 0));
        self.body.assign(TypeTable::BOOL, set)
    }

    /// Calls a model; its result, if it has one.
    fn model_result(&mut self, model: FuncId, args: Vec<Expr>) -> Expr {
        let ret: TypeId = self.cx.program.functions[model].ret;
        let dst = (ret != TypeTable::VOID).then(|| self.body.temp(ret));
        self.body.push(StmtKind::Call {
            dst,
            target: CallTarget::Direct(model),
            args,
        });
        dst.map_or(Expr::Null, Expr::Temp)
    }

    /// A model of the interface to the runtime. Those are linked where a function has the personality of C++.
    fn exception_model(&self, name: &str) -> Lowered<FuncId> {
        let model = self.cx.symbols.shared.get(name);
        model
            .and_then(|address| address.function())
            .ok_or_else(|| Unsupported::new("exception handling of another language"))
    }

    /// Lowers an instruction that only stands in code for exceptions.
    pub fn exception_instruction(&mut self, instruction: &'m Instruction) -> Lowered<Option<Expr>> {
        match &instruction.kind {
            InstKind::LandingPad { ty, clauses, .. } => self.landing_pad(ty, clauses),
            _ => Err(Unsupported::new("exception handling by funclets")),
        }
    }
}

/// The number of a type in selectors: that of the variable that describes it, of which there is one in all
/// modules.
fn type_number(described: &Expr) -> Lowered<u64> {
    match described {
        Expr::AddrOf(Variable::Global(id)) => Ok(id.index() as u64 + 1),
        _ => Err(Unsupported::new("exception of an unknown type")),
    }
}
