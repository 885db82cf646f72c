//! Rules of functions, statements and terminators.

use super::expr::{Kind, expr, kind_of};
use super::program::variable;
use super::{VerifyError, temps};
use crate::expr::Expr;
use crate::expr::MemoryPredicate;
use crate::function::{
    AllocKind, BlockId, CallTarget, Function, LocalId, Place, Rows, Stmt, StmtKind, TempId,
    Terminator, Variable,
};
use crate::program::{FuncId, Program};
use crate::sharing::{
    belongs_to_access, can_wait, claimed_access, claims_progress, is_about_races,
};
use cassay_base::Id;
use std::collections::HashSet;

/// Checks one function.
pub(super) fn function(program: &Program, id: FuncId, errors: &mut Vec<VerifyError>) {
    let function = &program.functions[id];
    let mut checker = Checker {
        program,
        function,
        id,
        block: None,
        stmt: None,
        errors,
    };
    let before = checker.errors.len();
    checker.signature();
    for (id, block) in function.blocks.iter_enumerated() {
        checker.block = Some(id);
        for (index, stmt) in block.stmts.iter().enumerate() {
            checker.stmt = Some(index);
            let checked = checker.stmt(&stmt.kind);
            checker.report(checked);
            let checked = about_races(&block.stmts, index);
            checker.report(checked);
            let checked = about_progress(&block.stmts, index);
            checker.report(checked);
        }
        checker.stmt = None;
        let checked = checker.terminator(&block.terminator);
        checker.report(checked);
    }
    if checker.errors.len() == before {
        for (block, stmt, temp) in temps::read_but_never_set(function) {
            checker.block = Some(block);
            checker.stmt = stmt;
            checker.report(Err(format!("{temp} is read, and no path sets it before")));
        }
    }
}

/// Predicates about races stand alone, right before the access that they are about.
fn about_races(stmts: &[Stmt], index: usize) -> Checked {
    let Some(stmt) = stmts.get(index) else {
        return Ok(());
    };
    if belongs_to_access(&stmt.kind) {
        let mut accesses = false;
        if let Some(access) = claimed_access(stmts, index) {
            access.kind.accesses(|_| accesses = true);
        }
        return match accesses {
            true => Ok(()),
            false => Err("a claim about a race without an access behind it".to_owned()),
        };
    }
    let mut about_races = false;
    stmt.kind.expressions(|expr| {
        about_races |= expr.parts().any(|part| {
            let Expr::Memory(predicate, _, _) = part else {
                return false;
            };
            is_about_races(*predicate).is_some() || *predicate == MemoryPredicate::Unchanged
        });
    });
    match about_races {
        true => Err("a predicate about races that is no claim of its own".to_owned()),
        false => Ok(()),
    }
}

/// Progress is only claimed, right before a statement at which a thread can wait.
fn about_progress(stmts: &[Stmt], index: usize) -> Checked {
    let Some(stmt) = stmts.get(index) else {
        return Ok(());
    };
    if claims_progress(&stmt.kind).is_some() {
        let next = stmts.get(index + 1).map(|stmt| &stmt.kind);
        return match next.is_some_and(can_wait) {
            true => Ok(()),
            false => Err("a claim about progress without a wait behind it".to_owned()),
        };
    }
    let mut about_progress = false;
    stmt.kind.expressions(|expr| {
        about_progress |= expr.parts().any(|part| *part == Expr::Progress);
    });
    match about_progress {
        true => Err("progress that is not claimed".to_owned()),
        false => Ok(()),
    }
}

struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    id: FuncId,
    block: Option<BlockId>,
    stmt: Option<usize>,
    errors: &'a mut Vec<VerifyError>,
}

type Checked = Result<(), String>;

impl Checker<'_> {
    fn report(&mut self, checked: Checked) {
        if let Err(message) = checked {
            self.errors.push(VerifyError {
                function: Some((self.id, self.function.name.to_string())),
                block: self.block,
                stmt: self.stmt,
                message,
            });
        }
    }

    fn signature(&mut self) {
        let function = self.function;
        if kind_of(self.program, function.ret).is_none() {
            self.report(Err("the result has no type".to_owned()));
        }
        let mut seen = HashSet::new();
        for param in &function.params {
            if function.temps.get(*param).is_none() || !seen.insert(*param) {
                self.report(Err(format!("parameter {param} is not one of its own")));
            }
        }
        for note in &function.notes {
            if self.program.notes.get(*note).is_none() {
                self.report(Err(format!("{note} is not there")));
            }
        }
        for (temp, info) in function.temps.iter_enumerated() {
            if matches!(kind_of(self.program, info.ty), None | Some(Kind::Void)) {
                self.report(Err(format!("{temp} has no type of a value")));
            }
        }
        for (id, local) in function.locals.iter_enumerated() {
            let name = format!("variable {} `{}`", id.index(), local.name);
            if let Err(what) = variable(self.program, local.ty, local.ctype, local.align) {
                self.report(Err(format!("{name} {what}")));
            }
            if local
                .param
                .is_some_and(|p| p as usize >= function.params.len())
            {
                self.report(Err(format!("{name} holds a parameter that is not there")));
            }
        }
    }

    fn kind(&self, e: &Expr) -> Result<Kind, String> {
        expr(self.program, self.function, e)
    }

    fn expect(&self, e: &Expr, expected: Kind, what: &str) -> Checked {
        let found = self.kind(e)?;
        if found == expected {
            Ok(())
        } else {
            Err(format!("{what}: {found:?} for {expected:?}"))
        }
    }

    fn size(&self, e: &Expr, what: &str) -> Checked {
        self.expect(e, Kind::Int(self.program.layout.pointer_bits), what)
    }

    fn dst(&self, temp: TempId) -> Result<Kind, String> {
        expr(self.program, self.function, &Expr::Temp(temp))
    }

    fn local(&self, id: LocalId) -> Checked {
        match self.function.locals.get(id) {
            Some(_) => Ok(()),
            None => Err(format!("there is no variable {id}")),
        }
    }

    fn stmt(&self, kind: &StmtKind) -> Checked {
        match kind {
            StmtKind::Assign { dst, value } => self.expect(value, self.dst(*dst)?, "assignment"),
            StmtKind::Load { dst, place, .. } => {
                self.dst(*dst)?;
                self.place(place)
            }
            StmtKind::Store { place, value, .. } => {
                self.kind(value)?;
                self.place(place)
            }
            StmtKind::Assume(cond) => self.expect(cond, Kind::Int(1), "condition"),
            StmtKind::Hold { lock, mode } => {
                let word = Kind::Int(self.program.layout.pointer_bits);
                self.expect(lock, Kind::Ptr, "lock")?;
                self.expect(mode, word, "mode of a lock")
            }
            StmtKind::Wait { cond, holder } => {
                if let Some(holder) = holder {
                    self.expect(holder, Kind::Int(32), "holder")?;
                }
                self.expect(cond, Kind::Int(1), "condition")
            }
            StmtKind::Assert { cond, .. } => self.expect(cond, Kind::Int(1), "condition"),
            StmtKind::Havoc { dst, known, .. } => {
                if let Some(known) = known {
                    self.kind(known)?;
                    return self.expect(&Expr::Temp(*dst), Kind::Int(1), "whether it is known");
                }
                self.dst(*dst).map(|_| ())
            }
            StmtKind::Declare(local) | StmtKind::Dead(local) | StmtKind::Seal(local) => {
                self.local(*local)
            }
            StmtKind::Alloc {
                dst,
                size,
                align,
                kind,
                rows,
            } => {
                self.expect(&Expr::Temp(*dst), Kind::Ptr, "result of an allocation")?;
                self.size(size, "size")?;
                self.align(*align)?;
                rows.as_ref().map_or(Ok(()), |rows| self.rows(*kind, rows))
            }
            StmtKind::Free(pointer) => self.expect(pointer, Kind::Ptr, "free"),
            StmtKind::EndStack(pointer) => self.expect(pointer, Kind::Ptr, "end_stack"),
            StmtKind::MemCopy { dst, src, len, .. } => {
                self.expect(dst, Kind::Ptr, "destination")?;
                self.expect(src, Kind::Ptr, "source")?;
                self.size(len, "length")
            }
            StmtKind::MemSet { dst, value, len } => {
                self.expect(dst, Kind::Ptr, "destination")?;
                self.expect(value, Kind::Int(8), "byte")?;
                self.size(len, "length")
            }
            StmtKind::MemHavoc {
                dst, len, among, ..
            } => {
                self.expect(dst, Kind::Ptr, "destination")?;
                if let Some(among) = among {
                    if len.is_none() {
                        return Err("a set of bytes without a length".to_owned());
                    }
                    for word in &among.words {
                        self.expect(word, Kind::Int(64), "set of bytes")?;
                    }
                    self.expect(&among.otherwise, Kind::Int(8), "byte")?;
                }
                len.as_ref().map_or(Ok(()), |len| self.size(len, "length"))
            }
            StmtKind::Spawn { dst, target, args } => {
                self.expect(&Expr::Temp(*dst), Kind::Int(32), "number of a thread")?;
                self.call(None, target, args)
            }
            StmtKind::Join { dst, thread } => {
                self.dst(*dst)?;
                self.expect(thread, Kind::Int(32), "number of a thread")
            }
            StmtKind::EndThread(value) => self.kind(value).map(|_| ()),
            StmtKind::Call { dst, target, args } => self.call(*dst, target, args),
            StmtKind::AtomicBegin
            | StmtKind::AtomicEnd
            | StmtKind::Fence(_)
            | StmtKind::Unsupported(_) => Ok(()),
        }
    }

    fn align(&self, align: u64) -> Checked {
        if align.is_power_of_two() {
            Ok(())
        } else {
            Err(format!("alignment {align} is no power of two"))
        }
    }

    fn rows(&self, kind: AllocKind, rows: &Rows) -> Checked {
        if kind != AllocKind::Static {
            return Err(format!("rows in a {} object", kind.word()));
        }
        let bytes = match rows {
            Rows::Pointers { first, step } => {
                self.expect(first, Kind::Ptr, "first pointer")?;
                *step
            }
            Rows::Texts { length } => *length,
        };
        if bytes.is_power_of_two() && bytes >= 16 {
            Ok(())
        } else {
            Err(format!("rows of {bytes} bytes"))
        }
    }

    fn place(&self, place: &Place) -> Checked {
        match place {
            Place::Variable(Variable::Local(id), _) => self.local(*id),
            Place::Variable(Variable::Global(id), _) => match self.program.globals.get(*id) {
                Some(_) => Ok(()),
                None => Err(format!("there is no variable {id}")),
            },
            Place::Deref(pointer, align) => {
                self.expect(pointer, Kind::Ptr, "access")?;
                self.align(*align)
            }
        }
    }

    /// Arguments must be those of the parameters. Of a function without body nothing is known but
    /// what its parameters say, and without any, nothing.
    fn call(&self, dst: Option<TempId>, target: &CallTarget, args: &[Expr]) -> Checked {
        let kinds: Result<Vec<Kind>, String> = args.iter().map(|arg| self.kind(arg)).collect();
        let kinds = kinds?;
        let result = dst.map(|dst| self.dst(dst)).transpose()?;
        let callee = match target {
            CallTarget::Indirect(pointer) => return self.expect(pointer, Kind::Ptr, "call"),
            CallTarget::Direct(id) => self.program.functions.get(*id),
        };
        let Some(callee) = callee else {
            return Err("call of no function".to_owned());
        };
        let returned = kind_of(self.program, callee.ret);
        if result.is_some() && result != returned {
            return Err(format!("`{}` returns {returned:?}", callee.name));
        }
        if !callee.has_body() && callee.params.is_empty() {
            return Ok(());
        }
        let count = callee.params.len();
        if args.len() < count || (args.len() > count && !callee.variadic) {
            let given = args.len();
            return Err(format!(
                "`{}` takes {count} arguments, not {given}",
                callee.name
            ));
        }
        for (index, (param, found)) in callee.params.iter().zip(kinds).enumerate() {
            let ty = callee.temps.get(*param).map(|temp| temp.ty);
            if ty.and_then(|ty| kind_of(self.program, ty)) != Some(found) {
                return Err(format!(
                    "argument {index} of `{}` is {found:?}",
                    callee.name
                ));
            }
        }
        Ok(())
    }

    fn targets(&self, terminator: &Terminator) -> Checked {
        let mut missing = None;
        terminator.successors(|target| {
            if self.function.blocks.get(target).is_none() {
                missing = Some(target);
            }
        });
        match missing {
            Some(target) => Err(format!("there is no block {target}")),
            None => Ok(()),
        }
    }

    fn terminator(&self, terminator: &Terminator) -> Checked {
        self.targets(terminator)?;
        match terminator {
            Terminator::Goto(_) | Terminator::Unwind(None) | Terminator::Unreachable => Ok(()),
            Terminator::Unwind(Some(kind)) => self.expect(kind, Kind::Ptr, "kind of an exception"),
            Terminator::Branch { cond, .. } => self.expect(cond, Kind::Int(1), "condition"),
            Terminator::Switch { value, cases, .. } => {
                let kind = self.kind(value)?;
                let mut seen = HashSet::new();
                for (case, _) in cases {
                    if kind != Kind::Int(case.width()) {
                        return Err(format!("case of {} bits for {kind:?}", case.width()));
                    }
                    if !seen.insert(case) {
                        return Err(format!("case {case} stands twice"));
                    }
                }
                match kind {
                    Kind::Int(_) => Ok(()),
                    Kind::Void | Kind::Float(_) | Kind::Ptr | Kind::Aggregate(_) => {
                        Err(format!("switch on {kind:?}"))
                    }
                }
            }
            Terminator::IndirectGoto { target, targets } => match self.kind(target)? {
                Kind::Int(_) if !targets.is_empty() => Ok(()),
                kind => Err(format!("goto {kind:?} among {} blocks", targets.len())),
            },
            Terminator::Invoke {
                dst, target, args, ..
            } => self.call(*dst, target, args),
            Terminator::Return(value) => self.returned(value.as_ref()),
        }
    }

    fn returned(&self, value: Option<&Expr>) -> Checked {
        match (kind_of(self.program, self.function.ret), value) {
            (Some(Kind::Void), None) => Ok(()),
            (Some(Kind::Void), Some(_)) => Err("a void function returns a value".to_owned()),
            (Some(ret), Some(value)) => self.expect(value, ret, "returned value"),
            (Some(_), None) => Err("the function returns no value".to_owned()),
            (None, _) => Err("the result has no type".to_owned()),
        }
    }
}
