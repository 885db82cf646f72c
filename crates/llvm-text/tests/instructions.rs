//! Instructions, blocks and numbering, checked by value.

use cassay_llvm_text::{
    AtomicOrdering, BinaryOp, Block, CastOp, Constant, Flags, FloatPredicate, Function, Ident,
    InstKind, Instruction, IntPredicate, LandingPadClause, Module, TailKind, Type, Value, parse,
};

fn read(text: &[u8]) -> Module {
    parse(text).expect("a module")
}

fn body<'m>(module: &'m Module, name: &str) -> &'m [Block] {
    module
        .function(name)
        .and_then(|function| function.body.as_deref())
        .expect("a body")
}

fn name(text: &str) -> Ident {
    Ident::Name(text.into())
}

/// The instruction with that result, by name or number.
fn by_result<'m>(function: &'m Function, result: &str) -> &'m Instruction {
    let blocks = function.body.as_ref().expect("a body");
    blocks
        .iter()
        .flat_map(Block::instructions)
        .find(|inst| {
            inst.result
                .as_ref()
                .is_some_and(|ident| ident.to_string() == result)
        })
        .unwrap_or_else(|| panic!("no result {result}"))
}

fn labels(blocks: &[Block]) -> Vec<String> {
    blocks.iter().map(|block| block.label.to_string()).collect()
}

#[test]
fn flags_of_arithmetic() {
    let module = read(include_bytes!("ll/arithmetic.ll"));
    let function = module.function("all").expect("a function");
    let flags = |result: &str| match &by_result(function, result).kind {
        InstKind::Binary { flags, .. } | InstKind::Cast { flags, .. } => *flags,
        InstKind::FNeg { flags, .. } | InstKind::FCmp { flags, .. } => *flags,
        other => panic!("{other:?}"),
    };
    assert_eq!(flags("add"), Flags::NUW.with(Flags::NSW));
    assert_eq!(flags("sub"), Flags::NSW);
    assert_eq!(flags("udiv"), Flags::EXACT);
    assert_eq!(flags("or"), Flags::DISJOINT);
    assert_eq!(flags("xor"), Flags::NONE);
    assert_eq!(flags("fmul"), Flags::FAST);
    assert!(flags("frem").has(Flags::AFN.with(Flags::REASSOC).with(Flags::NSZ)));
    assert_eq!(flags("trunc"), Flags::NUW.with(Flags::NSW));
    assert_eq!(flags("zext"), Flags::NNEG);
    assert_eq!(flags("fneg"), Flags::NNAN);
    assert_eq!(flags("fcmp"), Flags::NNAN);
}

#[test]
fn every_operation_is_told_from_the_others() {
    let module = read(include_bytes!("ll/arithmetic.ll"));
    let function = module.function("all").expect("a function");
    let (mut binary, mut casts) = (0, 0);
    for inst in body(&module, "all")[0].instructions() {
        let Some(result) = &inst.result else { continue };
        match &inst.kind {
            InstKind::Binary { op, .. } if result.as_name() != Some("both") => {
                assert_eq!(op.keyword(), result.to_string());
                binary += 1;
            }
            InstKind::Cast { op, .. } => {
                assert_eq!(op.keyword(), result.to_string());
                casts += 1;
            }
            _ => {}
        }
    }
    assert_eq!((binary, casts), (18, 13));
    let InstKind::ICmp {
        pred: IntPredicate::Slt,
        ty,
        lhs,
        ..
    } = &by_result(function, "icmp").kind
    else {
        panic!("a comparison")
    };
    assert_eq!(
        (ty, lhs.as_local()),
        (&Type::Int(32), Some(&name("fptoui")))
    );
    assert!(matches!(
        by_result(function, "fcmp").kind,
        InstKind::FCmp {
            pred: FloatPredicate::Uno,
            ..
        }
    ));
}

#[test]
fn memory_accesses() {
    let module = read(include_bytes!("ll/memory.ll"));
    let function = module.function("memory").expect("a function");
    let kind = |result: &str| &by_result(function, result).kind;
    let InstKind::Alloca {
        ty,
        count: Some(count),
        align,
        ..
    } = kind("2")
    else {
        panic!("an array")
    };
    assert_eq!(
        (ty, count.value.as_local(), *align),
        (&Type::Int(8), Some(&name("n")), Some(16))
    );
    let InstKind::Load {
        volatile: true,
        atomic: Some(access),
        align: Some(4),
        ..
    } = kind("6")
    else {
        panic!("an atomic load")
    };
    assert_eq!(access.scope.as_deref(), Some("singlethread"));
    assert_eq!(access.ordering, AtomicOrdering::SeqCst);
    let InstKind::CmpXchg {
        weak: true,
        volatile: true,
        success,
        failure,
        ..
    } = kind("7")
    else {
        panic!("an exchange")
    };
    assert_eq!(
        (success.ordering, *failure),
        (AtomicOrdering::AcqRel, AtomicOrdering::Monotonic)
    );
    let InstKind::AtomicRmw { op, value, .. } = kind("10") else {
        panic!("an update")
    };
    assert_eq!((&**op, &value.ty), ("umax", &Type::Int(32)));
    let InstKind::GetElementPtr {
        flags,
        source,
        indices,
        ..
    } = kind("11")
    else {
        panic!("an address")
    };
    assert!(flags.has(Flags::INBOUNDS.with(Flags::NUW)));
    assert_eq!(
        (source.to_string(), indices.len()),
        ("%struct.node".into(), 4)
    );
    let InstKind::InsertValue { indices, .. } = kind("15") else {
        panic!("an insertion")
    };
    assert_eq!(indices, &[1, 0]);
}

#[test]
fn stores_keep_their_kind() {
    let module = read(include_bytes!("ll/memory.ll"));
    let stores: Vec<_> = body(&module, "memory")[0]
        .instructions()
        .filter_map(|inst| match &inst.kind {
            InstKind::Store {
                volatile,
                atomic,
                align,
                ..
            } => Some((
                *volatile,
                atomic.as_ref().map(|access| access.ordering),
                *align,
            )),
            _ => None,
        })
        .collect();
    assert_eq!(
        stores,
        vec![
            (false, None, Some(4)),
            (true, None, Some(1)),
            (false, Some(AtomicOrdering::Release), Some(4)),
        ]
    );
}

#[test]
fn switches_branches_and_phis() {
    let module = read(include_bytes!("ll/control.ll"));
    let blocks = body(&module, "control");
    assert_eq!(
        labels(blocks),
        ["entry", "pick", "jump", "one", "two", "end of it"]
    );
    let terminator = |index: usize| &blocks[index].terminator().expect("a terminator").kind;
    let InstKind::Switch { default, cases, .. } = terminator(1) else {
        panic!("a switch")
    };
    assert_eq!((default, cases.len()), (&name("two"), 3));
    assert_eq!(cases[1].1, name("two"));
    let Value::Const(Constant::Int(case)) = &cases[1].0.value else {
        panic!("an integer")
    };
    assert_eq!(case.as_i128(), Some(-5));
    let InstKind::IndirectBr { targets, .. } = terminator(2) else {
        panic!("a jump")
    };
    assert_eq!(targets, &[name("one"), name("two")]);
    let InstKind::Phi { incoming, .. } =
        &by_result(module.function("control").expect("a function"), "v").kind
    else {
        panic!("a phi")
    };
    assert_eq!(incoming[1], (Value::Local(name("x")), name("pick")));
}

#[test]
fn unnamed_values_are_numbered_in_order() {
    let module = read(include_bytes!("ll/control.ll"));
    let function = module.function("numbered").expect("a function");
    let params: Vec<_> = function
        .params
        .iter()
        .map(|param| param.name.to_string())
        .collect();
    assert_eq!(params, ["0", "named", "1"]);
    assert_eq!(labels(body(&module, "numbered")), ["2", "4", "6", "7"]);
}

#[test]
fn numbers_left_out_are_filled_in() {
    let text = "define i32 @f(i32, ptr) {\n  load i32, ptr %1\n  store i32 %3, ptr %1\n  \
                call void @g()\n  call i32 @h()\n  add i32 %3, %4\n  ret i32 %5\n}\n";
    let module = read(text.as_bytes());
    let blocks = body(&module, "f");
    assert_eq!(blocks[0].label, Ident::Number(2));
    let results: Vec<_> = blocks[0]
        .instructions()
        .map(|inst| inst.result.clone())
        .collect();
    let number = |number| Some(Ident::Number(number));
    assert_eq!(results, [number(3), None, None, number(4), number(5), None]);
}

#[test]
fn blocks_without_labels_follow_terminators() {
    let text = "define void @f() {\n  br label %1\n  br label %2\n  ret void\n}\n";
    assert_eq!(labels(body(&read(text.as_bytes()), "f")), ["0", "1", "2"]);
}

#[test]
fn calls_keep_all_decorations() {
    let module = read(include_bytes!("ll/calls.ll"));
    let function = module.function("caller").expect("a function");
    let call = |result: &str| by_result(function, result).kind.as_call().expect("a call");
    let printf = call("1");
    assert_eq!(printf.callee_name(), Some("printf"));
    assert!(
        printf
            .function_type
            .as_ref()
            .is_some_and(|ty| ty.varargs && ty.params.len() == 1)
    );
    assert_eq!((printf.args.len(), &printf.ret), (3, &Type::Int(32)));
    assert!(printf.args[0].attrs.noundef());
    assert_eq!(printf.attrs.groups, [2]);
    let flag = call("2");
    assert_eq!(flag.tail, TailKind::Tail);
    assert!(flag.ret_attrs.zeroext() && flag.args[0].attrs.signext());
    assert_eq!(flag.args[1].attrs.align(), Some(8));
    assert_eq!(flag.args[1].attrs.int("dereferenceable"), Some(16));
    let fast = call("3");
    assert_eq!((fast.tail, fast.flags), (TailKind::NoTail, Flags::FAST));
    assert_eq!(fast.conv.as_deref(), Some("fastcc"));
    assert_eq!(fast.args[0].attrs.text("nofpclass"), Some("nan inf"));
    let indirect = call("5");
    assert_eq!(indirect.callee, Value::Local(name("f")));
    assert_eq!(indirect.args[0].attrs.text("range"), Some("i32 0, 10"));
    let Value::InlineAsm(assembly) = &call("6").callee else {
        panic!("assembly")
    };
    assert_eq!(
        (&*assembly.template, &*assembly.constraints),
        ("mov $1, $0", "=r,r")
    );
    assert!(!assembly.side_effect);
}

#[test]
fn structures_by_value_and_bundles() {
    let module = read(include_bytes!("ll/calls.ll"));
    let calls: Vec<_> = body(&module, "caller")[0]
        .instructions()
        .filter_map(|inst| inst.kind.as_call())
        .collect();
    let returns = calls
        .iter()
        .find(|call| call.callee_name() == Some("returns"))
        .expect("a call");
    assert_eq!(
        returns.args[0].attrs.sret().map(Type::to_string),
        Some("%struct.big".into())
    );
    assert_eq!(
        returns.args[1].attrs.byval().map(Type::to_string),
        Some("%struct.big".into())
    );
    let assume = calls
        .iter()
        .find(|call| call.callee_name() == Some("llvm.assume"))
        .expect("a call");
    let tags: Vec<_> = assume.bundles.iter().map(|bundle| &*bundle.tag).collect();
    assert_eq!(tags, ["align", "nonnull"]);
    assert_eq!(assume.bundles[0].operands.len(), 2);
    let string = calls
        .iter()
        .find(|call| call.attrs.string("key").is_some())
        .expect("a string attribute");
    assert_eq!(string.attrs.string("key"), Some("value"));
    assert!(string.attrs.has("nounwind") && !string.attrs.has("key"));
}

#[test]
fn attributes_are_found_through_groups() {
    let module = read(include_bytes!("ll/calls.ll"));
    let abort = module.function("abort").expect("a function");
    assert!(module.has_attr(&abort.attrs, "noreturn"));
    assert!(!abort.attrs.has("noreturn"));
    let printf = module.function("printf").expect("a function");
    assert!(!module.has_attr(&printf.attrs, "noreturn"));
    assert_eq!(
        module.attribute_groups[&0].string("frame-pointer"),
        Some("all")
    );
    assert_eq!(module.attribute_groups[&0].int("alignstack"), Some(16));
    assert_eq!(module.attribute_groups[&1].text("memory"), Some("none"));
    let flag = module.function("flag").expect("a function");
    assert!(flag.ret_attrs.zeroext() && flag.ret_attrs.noundef());
    assert!(flag.params[1].attrs.nonnull());
    let caller = module.function("caller").expect("a function");
    assert!(caller.personality.is_some());
}

#[test]
fn exceptions_of_both_families() {
    let module = read(include_bytes!("ll/exceptions.ll"));
    let landing = module.function("landing").expect("a function");
    let InstKind::LandingPad {
        cleanup: true,
        clauses,
        ..
    } = &by_result(landing, "caught").kind
    else {
        panic!("a landing pad")
    };
    assert_eq!(clauses.len(), 3);
    assert!(
        matches!(&clauses[0], LandingPadClause::Catch(value) if value.value.as_global() == Some(&name("type")))
    );
    assert!(matches!(&clauses[2], LandingPadClause::Filter(_)));
    let InstKind::Invoke { normal, unwind, .. } = &body(&module, "landing")[0]
        .terminator()
        .expect("a terminator")
        .kind
    else {
        panic!("an invoke")
    };
    assert_eq!((normal, unwind), (&name("done"), &name("pad")));
    let funclets = module.function("funclets").expect("a function");
    let InstKind::CatchSwitch {
        parent,
        handlers,
        unwind: None,
    } = &by_result(funclets, "s").kind
    else {
        panic!("a catch switch")
    };
    assert_eq!(parent, &Value::Const(Constant::None));
    assert_eq!(handlers, &[name("int"), name("any")]);
    let InstKind::CatchPad { within, args } = &by_result(funclets, "i").kind else {
        panic!("a catch pad")
    };
    assert_eq!((within, args.len()), (&Value::Local(name("s")), 3));
}

#[test]
fn unknown_instructions_stay_single() {
    let module = read(include_bytes!("ll/unknown.ll"));
    let blocks = body(&module, "f");
    let unknown: Vec<_> = blocks
        .iter()
        .flat_map(Block::instructions)
        .filter_map(|inst| match &inst.kind {
            InstKind::Unknown { opcode, text } => Some((inst.line, &**opcode, &**text)),
            _ => None,
        })
        .collect();
    assert_eq!(
        unknown,
        vec![
            (7, "frobnicate", "%1 = frobnicate i32 %x, 7, !dbg !0"),
            (8, "add", "%2 = add newflag i32 %1, 1"),
            (
                9,
                "novalue",
                "novalue i32 %x [\n    i32 1, label %a\n  ], !prof !0"
            ),
            (21, "ret", "ret i32 %5, but not only"),
        ]
    );
    let third = by_result(module.function("f").expect("a function"), "3");
    assert!(matches!(
        third.kind,
        InstKind::Binary {
            op: BinaryOp::Add,
            ..
        }
    ));
    assert!(third.metadata("newkind").is_some());
}

#[test]
fn numbers_are_not_guessed_after_an_unknown_instruction() {
    let text = "define void @f() {\n  bogus i32 1\n  add i32 1, 2\n  ret void\n}\n";
    let error = parse(text).expect_err("the sum may be %1 or %2");
    assert_eq!(
        error.message,
        "cannot number values after an unknown instruction"
    );
    let named = "define void @f() {\n  bogus i32 1\n  %x = add i32 1, 2\n  ret void\n}\n";
    assert_eq!(body(&read(named.as_bytes()), "f")[0].items.len(), 3);
}

#[test]
fn newer_instructions() {
    let module = read(include_bytes!("ll/newer.ll"));
    let function = module.function("f2").expect("a function");
    assert!(
        matches!(by_result(function, "c").kind, InstKind::ICmp { flags, .. } if flags == Flags::SAMESIGN)
    );
    assert!(matches!(
        by_result(function, "a").kind,
        InstKind::Cast {
            op: CastOp::PtrToAddr,
            ..
        }
    ));
    let callee = module.function("callee").expect("a function");
    assert_eq!(callee.params[0].attrs.text("initializes"), Some("(0, 4)"));
    assert!(callee.attrs.has("nocreateundeforpoison"));
}
