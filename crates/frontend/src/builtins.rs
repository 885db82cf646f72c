//! C functions that the front-end lowers itself: assertions, assumptions, inputs, allocation,
//! memory.
//!
//! They are in one table. If the program defines a function of such a name, each row says which
//! definition wins: for error functions, the end of the program and inputs it is the table.

use crate::atomic_calls;
use crate::dialects::{self, Dialect};
use crate::fold;
use crate::functions::{Builder, Step};
use crate::library;
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use crate::primitives::{self, Primitive};
use crate::threads::{self, Threads};
use crate::traps;
use cassay_ir::ends::{EXIT_HANDLERS, End, QUICK_EXIT_HANDLERS};
use cassay_ir::{
    CallTarget, CompareOp, Expr, Family, InputSource, Property, PropertyClass, StmtKind, TypeId,
    TypeTable,
};

/// The meaning of a built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// Reports a failed assertion; its first argument is the text.
    AssertFail,
    /// The error function of SV-COMP.
    Error,
    /// Ends the program.
    Exit,
    /// Restricts the executions considered.
    Assume,
    /// Waits until a condition holds.
    Wait,
    /// Claims its first argument.
    Assert,
    /// Any value of the result type.
    Nondet,
    AtomicBegin,
    AtomicEnd,
    Malloc,
    Calloc,
    /// Memory of the calling function's activation, for programs that declare `alloca` without the
    /// header.
    Alloca,
    Free,
    MemCopy {
        may_overlap: bool,
    },
    MemSet,
    /// Acts only on the environment (files, terminal, process, clock): changes no memory of the
    /// program and returns any value.
    External,
    /// Any value that is not negative.
    NonNegative,
    /// A character, or minus one.
    Character,
    /// The current time.
    Time,
    /// The absolute value of its argument.
    Absolute,
    /// A primitive of the library models (`models/cassay.h`).
    Primitive(Primitive),
    /// Starts, ends or joins threads.
    Threads(Threads),
    /// An atomic operation.
    Atomic,
    /// A function of another verifier.
    Dialect(Dialect),
    /// Known, but its effect cannot be expressed.
    Unsupported,
}

/// Which definition counts when the program defines the function itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precedence {
    /// The table's.
    Table,
    /// The program's.
    Program,
}

/// What libstdc++ calls where a precondition does not hold: file, line, function and condition.
const PRECONDITION: &str = "_ZSt21__glibcxx_assert_failPKciS0_S0_";

/// What libc++ calls: a message.
const HARDENING: &str = "_ZNSt3__122__libcpp_verbose_abortEPKcz";

/// What the debug mode of libstdc++ calls first where a precondition does not hold: file, line and function.
const DEBUG_MODE: &str = "_ZN11__gnu_debug16_Error_formatter5_S_atEPKcjS2_";

use Builtin as B;
use Precedence::{Program, Table};

const TABLE: &[(&str, Builtin, Precedence)] = &[
    ("__assert_fail", B::AssertFail, Table),
    ("__assert", B::AssertFail, Table),
    ("__assert_rtn", B::AssertFail, Table),
    ("__assert_perror_fail", B::AssertFail, Table),
    (PRECONDITION, B::AssertFail, Table),
    (HARDENING, B::AssertFail, Table),
    (DEBUG_MODE, B::AssertFail, Table),
    ("reach_error", B::Error, Table),
    ("__VERIFIER_error", B::Error, Table),
    ("abort", B::Exit, Table),
    ("exit", B::Exit, Table),
    ("_exit", B::Exit, Table),
    ("_Exit", B::Exit, Table),
    ("quick_exit", B::Exit, Table),
    ("__VERIFIER_assume", B::Assume, Program),
    ("__ESBMC_assume", B::Assume, Program),
    ("__CPROVER_assume", B::Assume, Program),
    ("__llbmc_assume", B::Assume, Program),
    ("assert", B::Assert, Program),
    ("__VERIFIER_assert", B::Assert, Program),
    ("__ESBMC_assert", B::Assert, Program),
    ("__CPROVER_assert", B::Assert, Program),
    ("__llbmc_assert", B::Assert, Program),
    ("__VERIFIER_atomic_begin", B::AtomicBegin, Table),
    ("__ESBMC_atomic_begin", B::AtomicBegin, Table),
    ("__CPROVER_atomic_begin", B::AtomicBegin, Table),
    ("__VERIFIER_atomic_end", B::AtomicEnd, Table),
    ("__ESBMC_atomic_end", B::AtomicEnd, Table),
    ("__CPROVER_atomic_end", B::AtomicEnd, Table),
    ("malloc", B::Malloc, Program),
    ("calloc", B::Calloc, Program),
    ("alloca", B::Alloca, Program),
    ("free", B::Free, Program),
    ("memcpy", B::MemCopy { may_overlap: false }, Program),
    ("__memcpy_chk", B::MemCopy { may_overlap: false }, Program),
    ("memmove", B::MemCopy { may_overlap: true }, Program),
    ("__memmove_chk", B::MemCopy { may_overlap: true }, Program),
    ("memset", B::MemSet, Program),
    ("__memset_chk", B::MemSet, Program),
    ("printf", B::External, Program),
    ("__printf_chk", B::External, Program),
    ("vprintf", B::External, Program),
    ("fprintf", B::External, Program),
    ("__fprintf_chk", B::External, Program),
    ("vfprintf", B::External, Program),
    ("dprintf", B::External, Program),
    ("puts", B::External, Program),
    ("fputs", B::External, Program),
    ("putchar", B::External, Program),
    ("putc", B::External, Program),
    ("fputc", B::External, Program),
    ("perror", B::External, Program),
    ("fflush", B::External, Program),
    ("printk", B::External, Program),
    ("_printk", B::External, Program),
    ("wprintf", B::External, Program),
    ("fwprintf", B::External, Program),
    ("putwchar", B::External, Program),
    ("fputwc", B::External, Program),
    ("fputws", B::External, Program),
    ("srand", B::External, Program),
    ("srandom", B::External, Program),
    ("sleep", B::External, Program),
    ("usleep", B::External, Program),
    ("clock", B::External, Program),
    ("clearerr", B::External, Program),
    ("close", B::External, Program),
    ("fclose", B::External, Program),
    ("feof", B::External, Program),
    ("ferror", B::External, Program),
    ("fopen", B::External, Program),
    ("fseek", B::External, Program),
    ("ftell", B::External, Program),
    ("getpid", B::External, Program),
    ("getppid", B::External, Program),
    ("isatty", B::External, Program),
    ("open", B::External, Program),
    ("remove", B::External, Program),
    ("rewind", B::External, Program),
    ("socket", B::External, Program),
    ("unlink", B::External, Program),
    ("rand", B::NonNegative, Program),
    ("random", B::NonNegative, Program),
    ("getchar", B::Character, Program),
    ("getc", B::Character, Program),
    ("fgetc", B::Character, Program),
    ("time", B::Time, Program),
    ("abs", B::Absolute, Program),
    ("labs", B::Absolute, Program),
    ("llabs", B::Absolute, Program),
    ("imaxabs", B::Absolute, Program),
    ("realloc", B::Unsupported, Program),
    (
        "__VERIFIER_nondet_memory",
        B::Primitive(Primitive::Havoc),
        Program,
    ),
];

/// The meaning of a function. `has_body` says whether the program defines it.
pub(crate) fn find(name: &str, has_body: impl FnOnce() -> bool) -> Option<Builtin> {
    let listed = TABLE.iter().find(|(listed, _, _)| *listed == name);
    if let Some((_, builtin, precedence)) = listed {
        let applies = *precedence == Table || !has_body();
        return applies.then_some(*builtin);
    }
    if let Some(builtin) = primitives::find(name) {
        return Some(builtin);
    }
    if let Some(builtin) = threads::find(name).or_else(|| atomic_calls::find(name)) {
        return (!has_body()).then_some(builtin);
    }
    if name.starts_with("__VERIFIER_nondet_") {
        return Some(Builtin::Nondet);
    }
    if name.starts_with("nondet_") || name.starts_with("nd_") {
        return (!has_body()).then_some(Builtin::Nondet);
    }
    let other = dialects::find(name)
        .or_else(|| library::is_specified(name).then_some(Builtin::Unsupported));
    other.filter(|_| !has_body())
}

/// Whether a call of the function only ends the execution, as a violation or silently. (`exit` may
/// do more: it runs handlers.)
pub(crate) fn only_ends(name: &str) -> bool {
    name == "abort"
        || matches!(
            find(name, || true),
            Some(Builtin::AssertFail | Builtin::Error)
        )
}

/// Whether a function's body runs without interruption by other threads.
pub(crate) fn is_atomic_function(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
}

impl<'m> Builder<'_, 'm> {
    /// Lowers a call of a built-in function.
    pub fn builtin(
        &mut self,
        builtin: Builtin,
        name: &str,
        call: &'m Call,
        step: &mut Step,
    ) -> Lowered<Option<Expr>> {
        match builtin {
            Builtin::AssertFail | Builtin::Error => {
                let property = self.failure_property(name, call);
                self.assert(Expr::bool(false), property);
                self.claim_heap(End::Abort, None);
                *step = Step::Ended;
                Ok(None)
            }
            Builtin::Exit => {
                match name {
                    "exit" => {
                        self.run_handlers(EXIT_HANDLERS);
                        self.run_destructors();
                    }
                    "quick_exit" => self.run_handlers(QUICK_EXIT_HANDLERS),
                    _ => {}
                }
                let abort = name == "abort";
                self.claim_heap(if abort { End::Abort } else { End::Regular }, None);
                *step = Step::Ended;
                Ok(None)
            }
            Builtin::Assume => {
                let cond = self.truth(call, 0)?;
                self.body.push(StmtKind::Assume(cond));
                Ok(None)
            }
            Builtin::Wait => {
                let cond = self.truth(call, 0)?;
                let holder = match call.args.len() {
                    0 | 1 => None,
                    _ => Some(self.argument(call, 1)?.0),
                };
                self.body.push(StmtKind::Wait { cond, holder });
                Ok(None)
            }
            Builtin::Assert => self.user_assert(name, call),
            Builtin::Nondet => self.nondet(name, call),
            Builtin::AtomicBegin => {
                self.body.push(StmtKind::AtomicBegin);
                Ok(None)
            }
            Builtin::AtomicEnd => {
                self.body.push(StmtKind::AtomicEnd);
                Ok(None)
            }
            Builtin::Malloc => {
                self.check_pointer_result(name, call)?;
                self.malloc(name, call).map(Some)
            }
            Builtin::Calloc => {
                self.check_pointer_result(name, call)?;
                self.calloc(name, call).map(Some)
            }
            Builtin::Alloca => {
                self.check_pointer_result(name, call)?;
                self.alloca_call(call).map(Some)
            }
            Builtin::Free => {
                let (pointer, _) = self.pointer_argument(call, 0)?;
                if self.cx.uses_new {
                    self.claim_family(&pointer, Family::Malloc);
                }
                self.body.push(StmtKind::Free(pointer));
                Ok(None)
            }
            Builtin::MemCopy { may_overlap } => {
                self.check_pointer_result(name, call)?;
                let (dst, _) = self.pointer_argument(call, 0)?;
                let (src, _) = self.pointer_argument(call, 1)?;
                let (len, ty) = self.argument(call, 2)?;
                let len = self.as_word(len, ty)?;
                self.body.push(StmtKind::MemCopy {
                    dst: dst.clone(),
                    src,
                    len,
                    may_overlap,
                });
                Ok(Some(dst))
            }
            Builtin::MemSet => {
                self.check_pointer_result(name, call)?;
                let (dst, _) = self.pointer_argument(call, 0)?;
                let (value, value_ty) = self.argument(call, 1)?;
                let (len, ty) = self.argument(call, 2)?;
                let len = self.as_word(len, ty)?;
                let value = self.as_byte(value, value_ty)?;
                self.body.push(StmtKind::MemSet {
                    dst: dst.clone(),
                    value,
                    len,
                });
                Ok(Some(dst))
            }
            Builtin::External => {
                let ty = self.cx.lower_type(self.unit, &call.ret)?;
                if ty == TypeTable::VOID {
                    return Ok(None);
                }
                let source = InputSource::Approximate(format!("result of {name}").into());
                Ok(Some(self.havoc(ty, source)))
            }
            Builtin::NonNegative => self.non_negative(name, call),
            Builtin::Character => self.character(name, call),
            Builtin::Time => self.present_time(name, call),
            Builtin::Absolute => self.absolute(call),
            Builtin::Primitive(primitive) => self.primitive(primitive, name, call, step),
            Builtin::Threads(what) => self.threads(what, name, call, step),
            Builtin::Atomic => self.atomic_call(name, call),
            Builtin::Dialect(dialect) => self.dialect(dialect, name, call),
            Builtin::Unsupported => Err(Unsupported::new(format!("function `{name}`"))),
        }
    }

    /// Runs the handlers of `atexit` or `at_quick_exit`, if the program registers any.
    fn run_handlers(&mut self, name: &str) {
        let handlers = self.cx.symbols.shared.get(name);
        if let Some(id) = handlers.and_then(|address| address.function()) {
            self.body.push(StmtKind::Call {
                dst: None,
                target: CallTarget::Direct(id),
                args: Vec::new(),
            });
        }
    }

    fn run_destructors(&mut self) {
        if let Some(id) = self.cx.destructors {
            self.body.push(StmtKind::Call {
                dst: None,
                target: CallTarget::Direct(id),
                args: Vec::new(),
            });
        }
    }

    /// A library function without a declaration appears to return `int`.
    fn check_pointer_result(&self, name: &str, call: &Call) -> Lowered<()> {
        match call.ret {
            crate::llvm::Type::Ptr { .. } | crate::llvm::Type::Void => Ok(()),
            _ => Err(Unsupported::new(format!(
                "function `{name}` without its declaration"
            ))),
        }
    }

    /// Any value; the source names it in the trace.
    pub fn havoc(&mut self, ty: TypeId, source: InputSource) -> Expr {
        let dst = self.body.temp(ty);
        self.body.push(StmtKind::Havoc {
            dst,
            source,
            known: None,
        });
        Expr::Temp(dst)
    }

    /// An argument and its type.
    pub fn argument(&mut self, call: &'m Call, index: usize) -> Lowered<(Expr, TypeId)> {
        let Some(argument) = call.args.get(index) else {
            let name = call.callee_name().unwrap_or("a function").to_owned();
            return Err(Unsupported::new(format!(
                "call of `{name}` with too few arguments"
            )));
        };
        let ty = self.cx.lower_type(self.unit, &argument.ty)?;
        Ok((self.operand(&argument.ty, &argument.value)?, ty))
    }

    /// An argument that must be a pointer.
    pub fn pointer_argument(&mut self, call: &'m Call, index: usize) -> Lowered<(Expr, TypeId)> {
        let (value, ty) = self.argument(call, index)?;
        if ty == TypeTable::PTR {
            Ok((value, ty))
        } else {
            Err(Unsupported::new("integer passed as a pointer"))
        }
    }

    /// Whether an argument is not zero.
    pub fn truth(&mut self, call: &'m Call, index: usize) -> Lowered<Expr> {
        let (value, ty) = self.argument(call, index)?;
        if ty == TypeTable::BOOL {
            return Ok(value);
        }
        let zero = crate::constants::zero(&self.cx.program.types, ty)?;
        if !matches!(zero, Expr::Int(_) | Expr::Null) {
            return Err(Unsupported::new("condition of floating-point type"));
        }
        let cond = fold::compare(CompareOp::Ne, value, zero);
        Ok(self.body.assign(TypeTable::BOOL, cond))
    }

    /// The low byte of an integer.
    pub fn as_byte(&mut self, value: Expr, ty: TypeId) -> Lowered<Expr> {
        let width = self.int_width(ty)?;
        let value = fold::resize(&mut self.cx.program.types, value, width, 8, false);
        let byte = self.cx.program.types.int(8);
        Ok(self.body.assign(byte, value))
    }

    /// The property that a call of a failure function violates.
    pub fn failure_property(&self, name: &str, call: &Call) -> Property {
        if find(name, || true) == Some(Builtin::Error) {
            return Property::new(PropertyClass::ErrorCall, format!("call of {name}"));
        }
        // The expression is the first argument, except where function and file come before it.
        let position = match name {
            "__assert_rtn" | PRECONDITION => 3,
            DEBUG_MODE => 2,
            _ => 0,
        };
        let literal = |position: usize| {
            let argument = call.args.get(position)?;
            self.literal(&argument.value)
        };
        let text = match literal(position) {
            Some(format) if name == HARDENING && format == "%s" => literal(1),
            text => text,
        };
        if matches!(name, PRECONDITION | HARDENING) {
            let text = text.map(|text| traps::precondition(&text));
            let text = text.unwrap_or_else(|| "of the library".to_owned());
            return Property::new(PropertyClass::LibraryCall, format!("precondition {text}"));
        }
        if name == DEBUG_MODE {
            let function = text.as_deref().map_or("the library", unqualified);
            let message = format!("precondition of `{function}`");
            return Property::new(PropertyClass::LibraryCall, message);
        }
        match text {
            Some(text) => Property::new(PropertyClass::Assertion, text),
            None => Property::of(PropertyClass::Assertion),
        }
    }

    fn user_assert(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let cond = self.truth(call, 0)?;
        let text = call
            .args
            .get(1)
            .and_then(|argument| self.literal(&argument.value));
        let message = text.unwrap_or_else(|| format!("argument of {name}"));
        self.assert(cond, Property::new(PropertyClass::Assertion, message));
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        Ok((ty != TypeTable::VOID).then_some(Expr::Undef(ty)))
    }

    fn nondet(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        if let Some(value) = self.undeclared_input(name, call)? {
            return Ok(Some(value));
        }
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        if ty == TypeTable::VOID {
            return Err(Unsupported::new(format!("function `{name}`")));
        }
        Ok(Some(self.havoc(ty, InputSource::Call(name.into()))))
    }
}

/// The name of a function without its scope, from what `__PRETTY_FUNCTION__` shows: result, name and
/// parameters, then template arguments in brackets.
fn unqualified(shown: &str) -> &str {
    let shown = shown.split_once(" [").map_or(shown, |(shown, _)| shown);
    let name = shown.rsplit_once('(').map_or(shown, |(name, _)| name);
    let start = name.rfind("::").map_or(0, |colons| colons + 2);
    &name[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_a_last_name() {
        let shown = "reference A<int *>::operator*() const [_It = B::C<int>]";
        assert_eq!(unqualified(shown), "operator*");
        assert_eq!(unqualified("void f(int)"), "void f");
        assert_eq!(unqualified(""), "");
    }

    #[test]
    fn names_are_listed_once() {
        for (index, (name, _, _)) in TABLE.iter().enumerate() {
            let again = TABLE[index + 1..].iter().any(|(other, _, _)| other == name);
            assert!(!again, "`{name}` is listed twice");
        }
    }

    #[test]
    fn a_body_wins_for_dialect_functions_only() {
        assert_eq!(find("__VERIFIER_assume", || false), Some(Builtin::Assume));
        assert_eq!(find("__VERIFIER_assume", || true), None);
        assert_eq!(find("reach_error", || true), Some(Builtin::Error));
        assert_eq!(find("abort", || true), Some(Builtin::Exit));
        assert_eq!(find("nd_uchar", || false), Some(Builtin::Nondet));
        assert_eq!(find("nd_uchar", || true), None);
        assert_eq!(
            find("__VERIFIER_nondet_int", || true),
            Some(Builtin::Nondet)
        );
        assert_eq!(find("malloc", || true), None);
        assert_eq!(find("strlen", || false), Some(Builtin::Unsupported));
        assert_eq!(find("strlen", || true), None);
        assert_eq!(find("stranger", || false), None);
    }
}
