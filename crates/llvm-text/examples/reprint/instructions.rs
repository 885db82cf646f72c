//! Instructions as text.

use cassay_llvm_text::{
    Argument, AtomicAccess, AtomicOrdering, Call, Ident, InstKind, Instruction, LandingPadClause,
    TailKind, Type, TypedValue, Value,
};

use crate::constants::{flags, name, path, quoted, ty, typed_value, value};
use crate::metadata::{attachments, operand};
use crate::toplevel::attributes;

pub fn instruction(instruction: &Instruction) -> String {
    let mut out = String::new();
    if let Some(result) = &instruction.result {
        out.push_str(&format!("%{} = ", name(result)));
    }
    out.push_str(&kind(&instruction.kind));
    if let Some(dbg) = &instruction.dbg {
        out.push_str(&format!(", !dbg {}", operand(dbg)));
    }
    out + &attachments(&instruction.metadata, ", ")
}

fn label(ident: &Ident) -> String {
    format!("label %{}", name(ident))
}

fn labels(idents: &[Ident]) -> String {
    idents.iter().map(label).collect::<Vec<_>>().join(", ")
}

fn values(list: &[TypedValue]) -> String {
    list.iter().map(typed_value).collect::<Vec<_>>().join(", ")
}

fn align(align: Option<u64>) -> String {
    align.map_or(String::new(), |align| format!(", align {align}"))
}

fn word(set: bool, word: &str) -> String {
    if set {
        format!("{word} ")
    } else {
        String::new()
    }
}

fn ordering(ordering: AtomicOrdering) -> &'static str {
    match ordering {
        AtomicOrdering::Unordered => "unordered",
        AtomicOrdering::Monotonic => "monotonic",
        AtomicOrdering::Acquire => "acquire",
        AtomicOrdering::Release => "release",
        AtomicOrdering::AcqRel => "acq_rel",
        AtomicOrdering::SeqCst => "seq_cst",
    }
}

fn access(access: &AtomicAccess) -> String {
    let scope = match &access.scope {
        Some(scope) => format!("syncscope({}) ", quoted(scope.as_bytes())),
        None => String::new(),
    };
    scope + ordering(access.ordering)
}

fn same_type(of: &Type, lhs: &Value, rhs: &Value) -> String {
    format!("{} {}, {}", ty(of), value(lhs, of), value(rhs, of))
}

fn unwind(target: &Option<Ident>) -> String {
    target.as_ref().map_or("unwind to caller".into(), |ident| {
        format!("unwind {}", label(ident))
    })
}

fn kind(kind: &InstKind) -> String {
    match kind {
        InstKind::Ret(None) => "ret void".into(),
        InstKind::Ret(Some(value)) => format!("ret {}", typed_value(value)),
        InstKind::Br { target } => format!("br {}", label(target)),
        InstKind::CondBr {
            cond,
            then,
            otherwise,
        } => {
            let cond = value(cond, &Type::Int(1));
            format!("br i1 {cond}, {}, {}", label(then), label(otherwise))
        }
        InstKind::Switch {
            value,
            default,
            cases,
        } => {
            let cases: String = cases
                .iter()
                .map(|(case, target)| format!(" {}, {}", typed_value(case), label(target)))
                .collect();
            format!(
                "switch {}, {} [{cases} ]",
                typed_value(value),
                label(default)
            )
        }
        InstKind::IndirectBr { address, targets } => {
            format!("indirectbr {}, [{}]", typed_value(address), labels(targets))
        }
        InstKind::Invoke {
            call,
            normal,
            unwind,
        } => {
            format!(
                "invoke {} to {} unwind {}",
                self::call(call),
                label(normal),
                label(unwind)
            )
        }
        InstKind::CallBr {
            call,
            fallthrough,
            indirect,
        } => {
            format!(
                "callbr {} to {} [{}]",
                self::call(call),
                label(fallthrough),
                labels(indirect)
            )
        }
        InstKind::Resume(value) => format!("resume {}", typed_value(value)),
        InstKind::CatchSwitch {
            parent,
            handlers,
            unwind,
        } => format!(
            "catchswitch within {} [{}] {}",
            value(parent, &Type::Token),
            labels(handlers),
            self::unwind(unwind)
        ),
        InstKind::CatchRet { pad, target } => {
            format!(
                "catchret from {} to {}",
                value(pad, &Type::Token),
                label(target)
            )
        }
        InstKind::CleanupRet { pad, unwind } => {
            format!(
                "cleanupret from {} {}",
                value(pad, &Type::Token),
                self::unwind(unwind)
            )
        }
        InstKind::Unreachable => "unreachable".into(),
        InstKind::CatchPad { within, args } => {
            format!(
                "catchpad within {} [{}]",
                value(within, &Type::Token),
                values(args)
            )
        }
        InstKind::CleanupPad { within, args } => {
            format!(
                "cleanuppad within {} [{}]",
                value(within, &Type::Token),
                values(args)
            )
        }
        InstKind::LandingPad {
            ty,
            cleanup,
            clauses,
        } => {
            let clauses: String = clauses
                .iter()
                .map(|clause| match clause {
                    LandingPadClause::Catch(value) => format!(" catch {}", typed_value(value)),
                    LandingPadClause::Filter(value) => format!(" filter {}", typed_value(value)),
                })
                .collect();
            let cleanup = if *cleanup { " cleanup" } else { "" };
            format!("landingpad {}{cleanup}{clauses}", self::ty(ty))
        }
        InstKind::Call(call) => {
            let tail = match call.tail {
                TailKind::None => "",
                TailKind::Tail => "tail ",
                TailKind::MustTail => "musttail ",
                TailKind::NoTail => "notail ",
            };
            format!("{tail}call {}", self::call(call))
        }
        InstKind::Unknown { text, .. } => format!("; unknown: {text}"),
        InstKind::Alloca { .. }
        | InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::Fence(_)
        | InstKind::CmpXchg { .. }
        | InstKind::AtomicRmw { .. } => memory(kind),
        InstKind::FNeg { .. }
        | InstKind::Binary { .. }
        | InstKind::ExtractElement { .. }
        | InstKind::InsertElement { .. }
        | InstKind::ShuffleVector { .. }
        | InstKind::ExtractValue { .. }
        | InstKind::InsertValue { .. }
        | InstKind::GetElementPtr { .. }
        | InstKind::Cast { .. }
        | InstKind::ICmp { .. }
        | InstKind::FCmp { .. }
        | InstKind::Phi { .. }
        | InstKind::Select { .. }
        | InstKind::Freeze(_)
        | InstKind::VaArg { .. } => computation(kind),
    }
}

fn memory(kind: &InstKind) -> String {
    match kind {
        InstKind::Alloca {
            inalloca,
            swifterror,
            ty,
            count,
            align,
            addrspace,
        } => {
            let count = count
                .as_ref()
                .map_or(String::new(), |n| format!(", {}", typed_value(n)));
            let space = match addrspace {
                0 => String::new(),
                space => format!(", addrspace({space})"),
            };
            format!(
                "alloca {}{}{}{count}{}{space}",
                word(*inalloca, "inalloca"),
                word(*swifterror, "swifterror"),
                self::ty(ty),
                self::align(*align)
            )
        }
        InstKind::Load {
            volatile,
            atomic,
            ty,
            pointer,
            align,
        } => format!(
            "load {}{}{}, {}{}{}",
            word(atomic.is_some(), "atomic"),
            word(*volatile, "volatile"),
            self::ty(ty),
            typed_value(pointer),
            atomic
                .as_ref()
                .map_or(String::new(), |atomic| format!(" {}", access(atomic))),
            self::align(*align)
        ),
        InstKind::Store {
            volatile,
            atomic,
            value,
            pointer,
            align,
        } => format!(
            "store {}{}{}, {}{}{}",
            word(atomic.is_some(), "atomic"),
            word(*volatile, "volatile"),
            typed_value(value),
            typed_value(pointer),
            atomic
                .as_ref()
                .map_or(String::new(), |atomic| format!(" {}", access(atomic))),
            self::align(*align)
        ),
        InstKind::Fence(order) => format!("fence {}", access(order)),
        InstKind::CmpXchg {
            weak,
            volatile,
            pointer,
            expected,
            new,
            success,
            failure,
            align,
        } => {
            format!(
                "cmpxchg {}{}{}, {}, {} {} {}{}",
                word(*weak, "weak"),
                word(*volatile, "volatile"),
                typed_value(pointer),
                typed_value(expected),
                typed_value(new),
                access(success),
                ordering(*failure),
                self::align(*align)
            )
        }
        InstKind::AtomicRmw {
            volatile,
            op,
            pointer,
            value,
            access,
            align,
        } => format!(
            "atomicrmw {}{op} {}, {} {}{}",
            word(*volatile, "volatile"),
            typed_value(pointer),
            typed_value(value),
            self::access(access),
            self::align(*align)
        ),
        _ => String::new(),
    }
}

fn computation(kind: &InstKind) -> String {
    match kind {
        InstKind::FNeg { flags, value } => {
            format!("fneg {}{}", self::flags(*flags), typed_value(value))
        }
        InstKind::Binary {
            op,
            flags,
            ty,
            lhs,
            rhs,
        } => {
            format!(
                "{} {}{}",
                op.keyword(),
                self::flags(*flags),
                same_type(ty, lhs, rhs)
            )
        }
        InstKind::ExtractElement { vector, index } => {
            format!(
                "extractelement {}, {}",
                typed_value(vector),
                typed_value(index)
            )
        }
        InstKind::InsertElement {
            vector,
            element,
            index,
        } => format!(
            "insertelement {}, {}, {}",
            typed_value(vector),
            typed_value(element),
            typed_value(index)
        ),
        InstKind::ShuffleVector {
            first,
            second,
            mask,
        } => format!(
            "shufflevector {}, {}, {}",
            typed_value(first),
            typed_value(second),
            typed_value(mask)
        ),
        InstKind::ExtractValue { aggregate, indices } => {
            format!("extractvalue {}{}", typed_value(aggregate), path(indices))
        }
        InstKind::InsertValue {
            aggregate,
            element,
            indices,
        } => {
            let (aggregate, element) = (typed_value(aggregate), typed_value(element));
            format!("insertvalue {aggregate}, {element}{}", path(indices))
        }
        InstKind::GetElementPtr {
            flags,
            source,
            base,
            indices,
        } => {
            let indices: String = indices
                .iter()
                .map(|index| format!(", {}", typed_value(index)))
                .collect();
            let flags = self::flags(*flags);
            format!(
                "getelementptr {flags}{}, {}{indices}",
                ty(source),
                typed_value(base)
            )
        }
        InstKind::Cast {
            op,
            flags,
            value,
            to,
        } => {
            let flags = self::flags(*flags);
            format!(
                "{} {flags}{} to {}",
                op.keyword(),
                typed_value(value),
                ty(to)
            )
        }
        InstKind::ICmp {
            flags,
            pred,
            ty,
            lhs,
            rhs,
        } => {
            let flags = self::flags(*flags);
            format!("icmp {flags}{} {}", pred.keyword(), same_type(ty, lhs, rhs))
        }
        InstKind::FCmp {
            flags,
            pred,
            ty,
            lhs,
            rhs,
        } => {
            let flags = self::flags(*flags);
            format!("fcmp {flags}{} {}", pred.keyword(), same_type(ty, lhs, rhs))
        }
        InstKind::Phi {
            flags,
            ty,
            incoming,
        } => {
            let incoming: Vec<_> = incoming
                .iter()
                .map(|(from, block)| format!("[ {}, %{} ]", value(from, ty), name(block)))
                .collect();
            format!(
                "phi {}{} {}",
                self::flags(*flags),
                self::ty(ty),
                incoming.join(", ")
            )
        }
        InstKind::Select {
            flags,
            cond,
            then,
            otherwise,
        } => format!(
            "select {}{}, {}, {}",
            self::flags(*flags),
            typed_value(cond),
            typed_value(then),
            typed_value(otherwise)
        ),
        InstKind::Freeze(value) => format!("freeze {}", typed_value(value)),
        InstKind::VaArg { list, ty } => format!("va_arg {}, {}", typed_value(list), self::ty(ty)),
        _ => String::new(),
    }
}

fn call(call: &Call) -> String {
    let conv = call
        .conv
        .as_ref()
        .map_or(String::new(), |conv| format!("{conv} "));
    let result = match &call.function_type {
        Some(function) => ty(&Type::Function(function.clone())),
        None => ty(&call.ret),
    };
    let args: Vec<_> = call.args.iter().map(argument).collect();
    let bundles: Vec<_> = call
        .bundles
        .iter()
        .map(|bundle| {
            format!(
                "{}({})",
                quoted(bundle.tag.as_bytes()),
                values(&bundle.operands)
            )
        })
        .collect();
    let bundles = if bundles.is_empty() {
        String::new()
    } else {
        format!(" [ {} ]", bundles.join(", "))
    };
    format!(
        "{}{conv}{}{result} {}({}) {}{bundles}",
        flags(call.flags),
        attributes(&call.ret_attrs, false),
        value(&call.callee, &Type::PTR),
        args.join(", "),
        attributes(&call.attrs, false)
    )
}

fn argument(argument: &Argument) -> String {
    let attrs = attributes(&argument.attrs, false);
    format!(
        "{} {attrs}{}",
        ty(&argument.ty),
        value(&argument.value, &argument.ty)
    )
}
