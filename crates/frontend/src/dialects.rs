//! Intrinsic functions of other verifiers: `__CPROVER_…`, `__ESBMC_…`, `__VERIFIER_…`.
//!
//! Those that can be lowered exactly and cheaply are. All others are refused: the program relies on
//! their meaning, and a stub in their place would verify a different program. A refused call
//! becomes an [`Unsupported`] statement with a text that [`refused`] finds: an error if it is
//! reachable from the entry, otherwise nothing.

use crate::builtins::Builtin;
use crate::error::FrontendError;
use crate::float_classes::{self, Class};
use crate::fold;
use crate::functions::Builder;
use crate::llvm::{self, Call};
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{
    AllocKind, BinaryOp, CallTarget, CastKind, CompareOp, Constant, Expr, Extent, FloatKind,
    FuncId, Initializer, InputSource, MemoryPredicate, Program, Property, PropertyClass, StmtKind,
    Terminator, TypeId, TypeTable,
};

/// Prefixes of such functions and variables.
const PREFIXES: &[&str] = &["__CPROVER_", "__ESBMC_", "__VERIFIER_"];

/// The start of the text of a refused call.
const UNKNOWN: &str = "unknown intrinsic";
const UNDECLARED: &str = "no declaration in sight";

/// The label of a statement that runs as a separate thread.
pub(crate) const THREAD_LABEL: &str = "__CPROVER_ASYNC_";

/// What a function of a dialect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Only informs the user of the verifier.
    Nothing,
    /// Claims that it is not reached.
    Unreachable,
    /// Whether a number of bytes may be read.
    Readable,
    /// Whether a number of bytes may be written.
    Writable,
    /// Whether two pointers lead to one object.
    SameObject,
    /// The address of the object that a pointer leads to, which identifies the object.
    Object,
    /// The offset into it.
    Offset,
    /// Its size.
    Size,
    /// Whether it is on the heap.
    Dynamic,
    /// Assigns arbitrary contents to the whole object.
    HavocObject,
    /// Assigns arbitrary contents to a number of bytes.
    HavocSlice,
    /// A new object on the heap, which never fails.
    Allocate,
    /// Frees it.
    Deallocate,
    /// Whether the machine is little-endian.
    LittleEndian,
    /// Whether a floating-point number is of a class.
    Class(Class),
}

use Dialect as D;

const TABLE: &[(&str, Builtin)] = &[
    ("__CPROVER_precondition", Builtin::Assert),
    ("__CPROVER_postcondition", Builtin::Assert),
    ("__CPROVER_cover", Builtin::Dialect(D::Nothing)),
    ("__CPROVER_input", Builtin::Dialect(D::Nothing)),
    ("__CPROVER_output", Builtin::Dialect(D::Nothing)),
    ("__CPROVER_printf", Builtin::Dialect(D::Nothing)),
    ("__CPROVER_r_ok", Builtin::Dialect(D::Readable)),
    ("__CPROVER_w_ok", Builtin::Dialect(D::Writable)),
    ("__CPROVER_rw_ok", Builtin::Dialect(D::Writable)),
    ("__CPROVER_same_object", Builtin::Dialect(D::SameObject)),
    ("__CPROVER_POINTER_OBJECT", Builtin::Dialect(D::Object)),
    ("__CPROVER_POINTER_OFFSET", Builtin::Dialect(D::Offset)),
    ("__CPROVER_OBJECT_SIZE", Builtin::Dialect(D::Size)),
    ("__CPROVER_DYNAMIC_OBJECT", Builtin::Dialect(D::Dynamic)),
    ("__CPROVER_havoc_object", Builtin::Dialect(D::HavocObject)),
    ("__CPROVER_havoc_slice", Builtin::Dialect(D::HavocSlice)),
    ("__CPROVER_allocate", Builtin::Dialect(D::Allocate)),
    ("__CPROVER_deallocate", Builtin::Dialect(D::Deallocate)),
    ("__ESBMC_cover", Builtin::Dialect(D::Nothing)),
    ("__ESBMC_yield", Builtin::Dialect(D::Nothing)),
    ("__ESBMC_unreachable", Builtin::Dialect(D::Unreachable)),
    ("__ESBMC_same_object", Builtin::Dialect(D::SameObject)),
    ("__ESBMC_POINTER_OBJECT", Builtin::Dialect(D::Object)),
    ("__ESBMC_POINTER_OFFSET", Builtin::Dialect(D::Offset)),
    ("__ESBMC_get_object_size", Builtin::Dialect(D::Size)),
    ("__ESBMC_is_dynamic", Builtin::Dialect(D::Dynamic)),
    ("__ESBMC_r_ok", Builtin::Dialect(D::Readable)),
    (
        "__ESBMC_is_little_endian",
        Builtin::Dialect(D::LittleEndian),
    ),
];

/// CBMC's names for floating-point classification; a letter for the type follows.
const CLASSES: &[(&str, Class)] = &[
    ("__CPROVER_isnan", Class::Nan),
    ("__CPROVER_isinf", Class::Infinite),
    ("__CPROVER_isfinite", Class::Finite),
    ("__CPROVER_isnormal", Class::Normal),
    ("__CPROVER_sign", Class::Negative),
];

/// The meaning of a name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    let listed = TABLE.iter().find(|(listed, _)| *listed == name);
    let class = || {
        let suffixed = CLASSES.iter().find_map(|(start, class)| {
            let kind = name.strip_prefix(start)?;
            float_suffix(kind).map(|_| *class)
        });
        suffixed.map(|class| Builtin::Dialect(D::Class(class)))
    };
    listed.map(|(_, builtin)| *builtin).or_else(class)
}

/// The type that the suffix of a name denotes.
fn float_suffix(letters: &str) -> Option<FloatKind> {
    match letters {
        "f" => Some(FloatKind::Single),
        "d" => Some(FloatKind::Double),
        "ld" => Some(FloatKind::X87),
        _ => None,
    }
}

/// Why a function or variable without a definition is refused, when it is one of a dialect.
pub(crate) fn refusal(name: &str) -> Option<Unsupported> {
    let meant = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    meant.then(|| Unsupported::new(format!("{UNKNOWN} `{name}`")))
}

/// The type that the name of an input implies: the width, and whether it is signed.
enum Named {
    Int(u32, bool),
    /// Not an integer, or an integer other than `int`: its spelling in C.
    Other(&'static str),
}

fn named(name: &str, long: u32) -> Option<Named> {
    let ty = ["__VERIFIER_nondet_", "nondet_", "nd_"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))?;
    Some(match ty {
        "bool" | "_Bool" => Named::Int(1, false),
        "char" | "schar" | "s8" | "int8" | "int8_t" => Named::Int(8, true),
        "uchar" | "u8" | "uint8" | "uint8_t" => Named::Int(8, false),
        "short" | "s16" | "int16" | "int16_t" => Named::Int(16, true),
        "ushort" | "u16" | "uint16" | "uint16_t" => Named::Int(16, false),
        "long" | "ulong" | "size_t" | "ssize_t" if long == 32 => return None,
        "long" | "ssize_t" => Named::Other("long"),
        "ulong" | "size_t" => Named::Other("unsigned long"),
        "longlong" | "llong" | "s64" | "int64" | "int64_t" => Named::Other("long long"),
        "ulonglong" | "ullong" | "u64" | "uint64" | "uint64_t" => {
            Named::Other("unsigned long long")
        }
        "float" => Named::Other("float"),
        "double" => Named::Other("double"),
        "ldouble" | "longdouble" => Named::Other("long double"),
        "pointer" | "ptr" => Named::Other("void *"),
        "pchar" | "charp" | "string" => Named::Other("char *"),
        _ => return None,
    })
}

/// Declarations of the input functions that LLVM text calls without a declaration and whose result
/// does not fit into the implicit `int`.
pub(crate) fn missing_declarations(text: &[u8], long: u32) -> String {
    let mut found = String::new();
    for line in String::from_utf8_lossy(text).lines() {
        if !line.starts_with("declare ") {
            continue;
        }
        // Attributes and the location of the declaration may precede the type.
        let called = line
            .split_once(" i32 @")
            .and_then(|(_, rest)| rest.split_once("(...)"));
        if let Some((name, _)) = called
            && let Some(Named::Other(ty)) = named(name, long)
        {
            found.push_str(&format!("{ty} {name}(void);\n"));
        }
    }
    found
}

/// The functions of verifiers that take something, with their parameters in C++.
const TAKING: &[(&str, &str)] = &[
    ("__ESBMC_assert", "bool, const char *"),
    ("__ESBMC_assume", "bool"),
    ("__ESBMC_atomic_begin", ""),
    ("__ESBMC_atomic_end", ""),
    ("__CPROVER_assert", "bool, const char *"),
    ("__CPROVER_assume", "bool"),
    ("__CPROVER_atomic_begin", ""),
    ("__CPROVER_atomic_end", ""),
    ("__VERIFIER_assert", "bool"),
    ("__VERIFIER_assume", "bool"),
    ("__VERIFIER_atomic_begin", ""),
    ("__VERIFIER_atomic_end", ""),
    ("__VERIFIER_error", ""),
    ("reach_error", ""),
];

/// Declarations of the functions of verifiers that a file in C++ uses without declaring them, by clang's
/// messages. C++ has no implicit declarations.
pub(crate) fn undeclared(diagnostics: &str, long: u32) -> String {
    const MESSAGE: &str = "use of undeclared identifier '";
    let mut names: Vec<&str> = diagnostics
        .lines()
        .filter_map(|line| line.split_once(MESSAGE)?.1.split('\'').next())
        .collect();
    names.sort_unstable();
    names.dedup();
    let mut found = String::new();
    for name in names {
        let listed = TAKING.iter().find(|(listed, _)| *listed == name);
        let declared = match listed {
            Some((_, parameters)) => Some(format!("void {name}({parameters})")),
            None => result_type(name, long).map(|ty| format!("{ty} {name}()")),
        };
        if let Some(declared) = declared {
            found.push_str(&format!("extern \"C\" {declared};\n"));
        }
    }
    found
}

/// The type that the name of an input implies, in C++.
fn result_type(name: &str, long: u32) -> Option<&'static str> {
    let prefixes = ["__VERIFIER_nondet_", "nondet_", "nd_"];
    let ty = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    match (named(name, long), ty) {
        (Some(ty), _) => Some(spelled(&ty)),
        (None, Some("int" | "s32" | "int32" | "int32_t" | "ssize_t")) => Some("int"),
        (None, Some("uint" | "unsigned" | "u32" | "uint32" | "uint32_t" | "size_t")) => {
            Some("unsigned")
        }
        (None, Some("long")) => Some("long"),
        (None, Some("ulong")) => Some("unsigned long"),
        (None, _) => None,
    }
}

/// The spelling of a type in C++.
fn spelled(ty: &Named) -> &'static str {
    match ty {
        Named::Int(1, _) => "bool",
        Named::Int(8, true) => "char",
        Named::Int(8, false) => "unsigned char",
        Named::Int(16, true) => "short",
        Named::Int(16, false) => "unsigned short",
        Named::Int(_, true) => "int",
        Named::Int(_, false) => "unsigned",
        Named::Other(spelled) => spelled,
    }
}

impl<'m> Builder<'_, 'm> {
    /// The value of an input function without a declaration, which therefore appears to return
    /// `int`: a value of the type that its name implies, if that fits.
    pub fn undeclared_input(&mut self, name: &str, call: &'m Call) -> Lowered<Option<Expr>> {
        let module = &self.cx.units[self.unit].module;
        let undeclared = module.function(name).is_some_and(|declared| {
            declared.varargs && declared.params.is_empty() && declared.ret == llvm::Type::Int(32)
        });
        if !undeclared || call.ret != llvm::Type::Int(32) {
            return Ok(None);
        }
        match named(name, self.cx.pointer_bits()) {
            Some(Named::Int(width, signed)) => {
                let ty = self.cx.program.types.int(width);
                let value = self.havoc(ty, InputSource::Call(name.into()));
                let types = &mut self.cx.program.types;
                let value = fold::resize(types, value, width, 32, signed);
                let int = types.int(32);
                Ok(Some(self.body.assign(int, value)))
            }
            Some(Named::Other(_)) => Err(Unsupported::new(format!(
                "{UNDECLARED}: `{name}` would give an int"
            ))),
            None => Ok(None),
        }
    }

    /// Lowers a call of a function of a dialect.
    pub fn dialect(
        &mut self,
        dialect: Dialect,
        name: &str,
        call: &'m Call,
    ) -> Lowered<Option<Expr>> {
        let value = match dialect {
            D::Nothing => None,
            D::Unreachable => {
                let property = Property::new(PropertyClass::Assertion, format!("call of {name}"));
                self.assert(Expr::bool(false), property);
                None
            }
            D::Readable => Some((self.usable(name, call, false)?, 1)),
            D::Writable => Some((self.usable(name, call, true)?, 1)),
            D::SameObject => {
                let (a, b) = (self.base_of(call, 0)?, self.base_of(call, 1)?);
                let same = fold::compare(CompareOp::Eq, a, b);
                Some((self.body.assign(TypeTable::BOOL, same), 1))
            }
            D::Object => {
                let base = self.base_of(call, 0)?;
                let word = self.word();
                let number = fold::cast(&self.cx.program.types, CastKind::PtrToInt, base, word);
                Some((self.body.assign(word, number), self.cx.pointer_bits()))
            }
            D::Offset => Some((
                self.extent_of(call, Extent::Offset)?,
                self.cx.pointer_bits(),
            )),
            D::Size => Some((self.extent_of(call, Extent::Size)?, self.cx.pointer_bits())),
            D::Dynamic => {
                let base = self.base_of(call, 0)?;
                let predicates = [MemoryPredicate::NotNull, MemoryPredicate::Freeable];
                let size = Expr::int(self.cx.pointer_bits(), 0);
                Some((self.all_hold(&predicates, &base, &size), 1))
            }
            D::HavocObject | D::HavocSlice => {
                self.havoc_argument(dialect == D::HavocSlice, name, call)?;
                None
            }
            D::Allocate => return self.allocate_argument(name, call).map(Some),
            D::Deallocate => {
                let (pointer, _) = self.pointer_argument(call, 0)?;
                self.body.push(StmtKind::Free(pointer));
                None
            }
            D::LittleEndian => Some((Expr::bool(true), 1)),
            D::Class(class) => Some((self.class_of_argument(class, name, call)?, 1)),
        };
        self.as_result(name, call, value)
    }

    /// A value converted to the type that the program declares for the result.
    fn as_result(
        &mut self,
        name: &str,
        call: &'m Call,
        value: Option<(Expr, u32)>,
    ) -> Lowered<Option<Expr>> {
        let ty = self.cx.lower_type(self.unit, &call.ret)?;
        if ty == TypeTable::VOID {
            return Ok(None);
        }
        let Some((value, from)) = value else {
            return Ok(Some(Expr::Undef(ty)));
        };
        let Ok(width) = self.int_width(ty) else {
            return Err(Unsupported::new(format!("result of `{name}`")));
        };
        let value = fold::resize(&mut self.cx.program.types, value, from, width, false);
        Ok(Some(self.body.assign(ty, value)))
    }

    /// Whether the argument is of a class. Without a declaration a `float` is passed as a `double`,
    /// in which a subnormal `float` is normal.
    fn class_of_argument(&mut self, class: Class, name: &str, call: &'m Call) -> Lowered<Expr> {
        let (value, ty) = self.argument(call, 0)?;
        let kind = self.float_kind_of(ty)?;
        let single = CLASSES.iter().any(|(start, _)| {
            name.strip_prefix(start).and_then(float_suffix) == Some(FloatKind::Single)
        });
        if class == Class::Normal && single != (kind == FloatKind::Single) {
            return Err(Unsupported::new(format!(
                "{UNDECLARED}: `{name}` would get a number of another type"
            )));
        }
        let value = self.body.assign(ty, value);
        Ok(float_classes::is_of(self, kind, &value, class))
    }

    fn extent_of(&mut self, call: &'m Call, extent: Extent) -> Lowered<Expr> {
        let (pointer, _) = self.pointer_argument(call, 0)?;
        let word = self.word();
        Ok(self
            .body
            .assign(word, Expr::Extent(extent, Box::new(pointer))))
    }

    /// The start of the object that an argument leads to.
    fn base_of(&mut self, call: &'m Call, index: usize) -> Lowered<Expr> {
        let (pointer, _) = self.pointer_argument(call, index)?;
        let word = self.word();
        let offset = Expr::Extent(Extent::Offset, Box::new(pointer.clone()));
        let offset = self.body.assign(word, offset);
        let zero = Expr::int(self.cx.pointer_bits(), 0);
        let back = fold::binary(&self.cx.program.types, BinaryOp::Sub, zero, offset);
        let back = self.body.assign(word, back);
        Ok(self
            .body
            .assign(TypeTable::PTR, fold::ptr_add(pointer, back)))
    }

    /// Whether the number of bytes in the second argument may be accessed.
    fn usable(&mut self, name: &str, call: &'m Call, write: bool) -> Lowered<Expr> {
        if call.args.len() != 2 {
            return Err(Unsupported::new(format!(
                "{UNKNOWN} `{name}` without a size"
            )));
        }
        let (pointer, _) = self.pointer_argument(call, 0)?;
        let (size, ty) = self.argument(call, 1)?;
        let size = self.as_word(size, ty)?;
        let mut predicates = vec![
            MemoryPredicate::NotNull,
            MemoryPredicate::IsObject,
            MemoryPredicate::NotFreed,
            MemoryPredicate::NotExpired,
            MemoryPredicate::InBounds,
        ];
        if write {
            predicates.push(MemoryPredicate::Writable);
        }
        Ok(self.all_hold(&predicates, &pointer, &size))
    }

    fn all_hold(&mut self, predicates: &[MemoryPredicate], pointer: &Expr, size: &Expr) -> Expr {
        let mut all = Expr::bool(true);
        for predicate in predicates {
            let size = Box::new(size.clone());
            let holds = Expr::Memory(*predicate, Box::new(pointer.clone()), size);
            let holds = self.body.assign(TypeTable::BOOL, holds);
            all = fold::binary(&self.cx.program.types, BinaryOp::And, all, holds);
            all = self.body.assign(TypeTable::BOOL, all);
        }
        all
    }

    fn havoc_argument(&mut self, slice: bool, name: &str, call: &'m Call) -> Lowered<()> {
        let (dst, _) = self.pointer_argument(call, 0)?;
        let len = match slice {
            false => None,
            true => {
                let (len, ty) = self.argument(call, 1)?;
                Some(self.as_word(len, ty)?)
            }
        };
        let source = InputSource::from_text(name);
        self.body.push(StmtKind::MemHavoc {
            dst,
            len,
            source,
            among: None,
        });
        Ok(())
    }

    fn allocate_argument(&mut self, name: &str, call: &'m Call) -> Lowered<Expr> {
        let ty: TypeId = self.cx.lower_type(self.unit, &call.ret)?;
        let (size, size_ty) = self.argument(call, 0)?;
        let size = self.as_word(size, size_ty)?;
        let (zero, _) = self.argument(call, 1)?;
        let kind = match zero {
            Expr::Int(bits) if bits.is_zero() => AllocKind::Heap,
            Expr::Int(_) => AllocKind::ZeroedHeap,
            _ => return Err(Unsupported::new(format!("function `{name}`"))),
        };
        if ty != TypeTable::PTR {
            return Err(Unsupported::new(format!(
                "{UNDECLARED}: `{name}` would give an int"
            )));
        }
        Ok(self.allocate(size, 16, kind))
    }
}

/// An error for the first refused call that is reachable from the entry.
pub fn refused(program: &Program, entry: FuncId) -> Result<(), FrontendError> {
    let mut reached = vec![false; program.functions.len()];
    let mut todo = vec![entry];
    for global in program.globals.iter() {
        if let Initializer::Parts(parts) = &global.init {
            let functions = parts.iter().filter_map(|(_, part)| match part {
                Constant::FuncAddr(id) => Some(*id),
                Constant::Bits(_) | Constant::Bytes(_) | Constant::GlobalAddr(_, _) => None,
            });
            todo.extend(functions);
        }
    }
    while let Some(id) = todo.pop() {
        match reached.get_mut(id.0 as usize) {
            Some(seen) if !*seen => *seen = true,
            Some(_) | None => continue,
        }
        for block in program.functions[id].blocks.iter() {
            let mut exprs = Vec::new();
            for stmt in &block.stmts {
                if let StmtKind::Unsupported(what) = &stmt.kind
                    && (what.starts_with(UNKNOWN) || what.starts_with(UNDECLARED))
                {
                    return Err(FrontendError::Refused {
                        file: program.file_name(stmt.span).to_string(),
                        line: stmt.span.line,
                        column: stmt.span.column,
                        what: what.to_string(),
                    });
                }
                if let StmtKind::Call {
                    target: CallTarget::Direct(callee),
                    ..
                }
                | StmtKind::Spawn {
                    target: CallTarget::Direct(callee),
                    ..
                } = &stmt.kind
                {
                    todo.push(*callee);
                }
                stmt.kind.expressions(|expr| exprs.push(expr));
            }
            if let Terminator::Invoke {
                target: CallTarget::Direct(callee),
                ..
            } = &block.terminator
            {
                todo.push(*callee);
            }
            block.terminator.expressions(|expr| exprs.push(expr));
            while let Some(expr) = exprs.pop() {
                if let Expr::FuncAddr(id) = expr {
                    todo.push(*id);
                }
                expr.operands(|operand| exprs.push(operand));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_a_file_in_cxx_does_not_declare_are_declared() {
        let message =
            |name: &str| format!("a.cpp:1:2: error: use of undeclared identifier '{name}'\n");
        let names = ["__ESBMC_assert", "nondet_int", "nondet_bool", "mine"];
        let messages: String = names.iter().map(|name| message(name)).collect();
        assert_eq!(
            undeclared(&messages, 64),
            "extern \"C\" void __ESBMC_assert(bool, const char *);\n\
             extern \"C\" bool nondet_bool();\nextern \"C\" int nondet_int();\n"
        );
        assert_eq!(undeclared(&message("mine"), 64), "");
    }

    #[test]
    fn names_of_a_dialect_are_known_or_refused() {
        assert_eq!(
            find("__CPROVER_r_ok"),
            Some(Builtin::Dialect(Dialect::Readable))
        );
        assert_eq!(
            find("__CPROVER_isinfld"),
            Some(Builtin::Dialect(Dialect::Class(Class::Infinite)))
        );
        assert!(find("__CPROVER_isnan").is_none());
        assert!(find("__CPROVER_bitvector").is_none());
        assert!(refusal("__CPROVER_bitvector").is_some());
        assert!(refusal("__ESBMC_loop_invariant").is_some());
        assert!(refusal("CPROVER_x").is_none());
        for (index, (name, _)) in TABLE.iter().enumerate() {
            assert!(!TABLE[index + 1..].iter().any(|(other, _)| other == name));
        }
    }

    #[test]
    fn names_of_inputs_say_their_types() {
        assert!(matches!(
            named("nondet_uchar", 64),
            Some(Named::Int(8, false))
        ));
        assert!(matches!(
            named("nondet_float", 64),
            Some(Named::Other("float"))
        ));
        assert!(matches!(named("nd_long", 64), Some(Named::Other("long"))));
        assert!(named("nd_long", 32).is_none());
        assert!(named("nondet_int", 64).is_none());
        assert!(named("nondet_record", 64).is_none());
    }
}
