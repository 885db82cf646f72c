//! Metadata, debug information and the properties of globals, checked by value.

use cassay_llvm_text::{
    BlockItem, DebugRecord, DebugRecordKind, FieldValue, GlobalRef, Ident, Linkage, Metadata,
    MetadataId, Module, NodeBody, ThreadLocalModel, UnnamedAddr, Visibility, parse,
};

fn debug() -> Module {
    parse(include_bytes!("ll/debug.ll")).expect("a module")
}

fn globals() -> Module {
    parse(include_bytes!("ll/globals.ll")).expect("a module")
}

fn records(module: &Module) -> Vec<&DebugRecord> {
    let body = module.functions[0].body.as_ref().expect("a body");
    body[0]
        .items
        .iter()
        .filter_map(|item| match item {
            BlockItem::Debug(record) => Some(record),
            BlockItem::Inst(_) => None,
        })
        .collect()
}

#[test]
fn specialized_nodes_have_fields() {
    let module = debug();
    let variable = module.node(MetadataId(14)).expect("a node");
    assert!(variable.is("DILocalVariable") && !variable.distinct);
    assert_eq!(variable.field_str("name"), Some("x"));
    assert_eq!(variable.field_int("arg"), Some(1));
    assert_eq!(variable.field_ref("scope"), Some(MetadataId(10)));
    assert_eq!(variable.field("missing"), None);
    let ty = module.node(MetadataId(9)).expect("a node");
    assert_eq!(ty.field_keyword("encoding"), Some("DW_ATE_signed"));
    let function = module.node(MetadataId(10)).expect("a node");
    assert!(function.distinct);
    assert!(function.has_flag("flags", "DIFlagPrototyped"));
    assert!(function.has_flag("flags", "DIFlagAllCallsDescribed"));
    assert!(!function.has_flag("flags", "DIFlagArtificial"));
    let variable = module.node(MetadataId(1)).expect("a node");
    assert_eq!(variable.field_bool("isDefinition"), Some(true));
}

#[test]
fn integers_of_any_size_stand_in_fields() {
    let module = debug();
    let value = |id| {
        module
            .node(MetadataId(id))
            .and_then(|node| node.field_int("value"))
    };
    assert_eq!(value(21), Some(i128::from(i64::MIN)));
    assert_eq!(value(22), Some(i128::from(u64::MAX)));
}

#[test]
fn tuples_hold_every_operand() {
    let module = debug();
    let types = module.node(MetadataId(12)).expect("a node").tuple();
    assert_eq!(types[0].as_ref_id(), Some(MetadataId(9)));
    assert_eq!(types[1], Metadata::Null);
    let flag = module.node(MetadataId(5)).expect("a node").tuple();
    assert_eq!(flag[1].as_str(), Some("Debug Info Version"));
    assert!(flag[2].as_value().is_some());
    let ident = module.named("llvm.ident").expect("a list");
    let ident = module.resolve(&ident[0]).expect("a node").tuple();
    assert_eq!(ident[0].as_str(), Some("clang \"nineteen\""));
    let nested = module.node(MetadataId(26)).expect("a node").tuple();
    let inner = module.resolve(&nested[1]).expect("a node in place").tuple();
    assert_eq!(inner[0].as_str(), Some("in place"));
}

#[test]
fn values_and_lists_stand_in_fields() {
    let module = debug();
    let parameter = module.node(MetadataId(24)).expect("a node");
    let Some(FieldValue::Metadata(Metadata::Value(value))) = parameter.field("value") else {
        panic!("a value")
    };
    assert_eq!(value.ty.to_string(), "i32");
    let generic = module.node(MetadataId(25)).expect("a node");
    let Some(FieldValue::List(operands)) = generic.field("operands") else {
        panic!("a list")
    };
    assert_eq!(operands.len(), 3);
}

#[test]
fn debug_records_keep_their_place_and_arguments() {
    let module = debug();
    let records = records(&module);
    let kinds: Vec<_> = records.iter().map(|record| record.kind.clone()).collect();
    use DebugRecordKind::{Assign, Declare, Label, Value};
    assert_eq!(kinds, [Declare, Value, Value, Assign, Label]);
    let declare = records[0];
    let address = declare
        .value()
        .and_then(Metadata::as_value)
        .expect("an address");
    assert_eq!(address.value.as_local(), Some(&Ident::Number(1)));
    assert_eq!(
        declare.variable().and_then(Metadata::as_ref_id),
        Some(MetadataId(14))
    );
    assert_eq!(
        declare.location().and_then(Metadata::as_ref_id),
        Some(MetadataId(16))
    );
    let expression = module
        .resolve(records[1].expression().expect("one"))
        .expect("a node");
    assert!(expression.is("DIExpression"));
    assert_eq!(expression.args()[0].as_keyword(), Some("DW_OP_plus_uconst"));
    assert_eq!(expression.args()[1].as_int(), Some(4));
    let list = module
        .resolve(records[2].value().expect("one"))
        .expect("a list");
    assert!(list.is("DIArgList") && list.args().len() == 2);
    let body = module.functions[0].body.as_ref().expect("a body");
    assert!(matches!(body[0].items[2], BlockItem::Debug(_)));
}

#[test]
fn instructions_carry_locations_and_other_metadata() {
    let module = debug();
    let body = module.functions[0].body.as_ref().expect("a body");
    let instructions: Vec<_> = body[0].instructions().collect();
    let load = instructions[2];
    assert_eq!(
        load.dbg.as_ref().and_then(Metadata::as_ref_id),
        Some(MetadataId(16))
    );
    assert_eq!(
        load.metadata("tbaa").and_then(Metadata::as_ref_id),
        Some(MetadataId(30))
    );
    assert_eq!(
        load.metadata("range").and_then(Metadata::as_ref_id),
        Some(MetadataId(33))
    );
    let location = module
        .resolve(instructions[3].dbg.as_ref().expect("one"))
        .expect("a node");
    assert_eq!(
        (location.field_int("line"), location.field_int("column")),
        (Some(4), Some(9))
    );
    assert_eq!(instructions[0].dbg, None);
    assert_eq!(instructions[4].line, 15);
    let function = module.function("f").expect("a function");
    assert_eq!(
        function.metadata("dbg").and_then(Metadata::as_ref_id),
        Some(MetadataId(10))
    );
    let counter = module.global("counter").expect("a global");
    assert_eq!(
        counter.metadata("dbg").and_then(Metadata::as_ref_id),
        Some(MetadataId(0))
    );
}

#[test]
fn intrinsics_take_metadata_arguments() {
    let module = parse(include_bytes!("ll/typed_pointers.ll")).expect("a module");
    let body = module
        .function("walk")
        .and_then(|f| f.body.as_ref())
        .expect("a body");
    let call = body[0]
        .instructions()
        .find_map(|inst| inst.kind.as_call())
        .expect("a call");
    let cassay_llvm_text::Value::Metadata(metadata) = &call.args[0].value else {
        panic!("metadata")
    };
    let address = metadata.as_value().expect("a value");
    assert_eq!(address.value.as_local(), Some(&Ident::Number(1)));
}

#[test]
fn unknown_nodes_are_kept() {
    let module = parse(include_bytes!("ll/unknown.ll")).expect("a module");
    let node = module.node(MetadataId(1)).expect("a node");
    assert!(node.is("NewNode") && node.distinct);
    assert_eq!(node.field("c"), Some(&FieldValue::Text("7FF".into())));
    assert!(matches!(node.field("d"), Some(FieldValue::List(list)) if list.len() == 2));
    let NodeBody::Special { fields, .. } = &module.node(MetadataId(0)).expect("a node").body else {
        panic!("fields")
    };
    assert!(fields.is_empty());
}

#[test]
fn module_properties() {
    let module = globals();
    assert_eq!(module.source_filename.as_deref(), Some("globals é.c"));
    assert_eq!(module.triple.as_deref(), Some("x86_64-pc-linux-gnu"));
    assert!(
        module
            .datalayout
            .as_ref()
            .is_some_and(|layout| layout.ends_with("S128"))
    );
    assert_eq!(module.module_asm.len(), 2);
    assert_eq!(module.named("list").map(<[Metadata]>::len), Some(2));
}

#[test]
fn linkage_and_other_properties() {
    let module = globals();
    let global = |name: &str| module.global(name).expect("a global");
    let Some(GlobalRef::Global(text)) = module.lookup(&Ident::Number(0)) else {
        panic!("a numbered global")
    };
    assert_eq!((text.linkage, text.constant), (Linkage::Private, true));
    assert_eq!(text.unnamed_addr, UnnamedAddr::Global);
    assert!(global("external").init.is_none());
    assert_eq!(global("external").align, Some(4));
    assert_eq!(global("weak_reference").linkage, Linkage::ExternWeak);
    assert!(global("weak_reference").init.is_none());
    assert!(global("plain").dso_local && global("plain").init.is_some());
    assert_eq!(global("plain").linkage, Linkage::External);
    assert_eq!(global("hidden").visibility, Visibility::Hidden);
    assert_eq!(global("hidden").section.as_deref(), Some(".data.x"));
    assert_eq!(global("hidden").unnamed_addr, UnnamedAddr::Local);
    assert_eq!(global("protected").metadata.len(), 2);
    assert_eq!(
        global("thread").thread_local,
        Some(ThreadLocalModel::GeneralDynamic)
    );
    assert_eq!(
        global("thread_exec").thread_local,
        Some(ThreadLocalModel::LocalExec)
    );
    assert_eq!(global("spaced").addrspace, 3);
    assert!(global("spaced").externally_initialized);
    assert!(global("guarded").attrs.has("no_sanitize_address"));
    assert_eq!(global("guarded").align, Some(4));
    assert_eq!(global("quoted \"name\"").linkage, Linkage::LinkOnceOdr);
    assert_eq!(global("list").linkage, Linkage::Appending);
}

#[test]
fn aliases_and_functions() {
    let module = globals();
    assert_eq!(module.aliases.len(), 2);
    assert_eq!(module.aliases[0].linkage, Linkage::Weak);
    assert_eq!(module.aliases[0].ty.to_string(), "i32");
    assert_eq!(module.ifuncs.len(), 1);
    assert_eq!(module.ifuncs[0].ty.to_string(), "i32 ()");
    let resolver = module.function("resolver").expect("a function");
    assert_eq!(resolver.section.as_deref(), Some(".text.r"));
    assert_eq!(
        (resolver.align, resolver.gc.as_deref()),
        (Some(16), Some("shadow-stack"))
    );
    assert!(resolver.prefix.is_some() && resolver.metadata("tag").is_some());
    let declared = module.function("declared").expect("a function");
    assert!(declared.body.is_none() && declared.metadata("tag").is_some());
    assert_eq!(declared.visibility, Visibility::Hidden);
    assert_eq!(declared.params[1].name, Ident::Number(1));
    assert!(module.has_attr(&declared.attrs, "nounwind"));
    let convention = module.function("convention").expect("a function");
    assert_eq!(convention.conv.as_deref(), Some("x86_stdcallcc"));
    assert!(convention.params[0].attrs.has("inreg"));
}

#[test]
fn errors_say_where() {
    let error = parse("@a = global i32 1\n\n  @b = 7 i32 0\n").expect_err("no kind of global");
    assert_eq!((error.line, error.column), (3, 8));
    assert_eq!(
        error.to_string(),
        "3:8: expected `global`, `constant`, `alias` or `ifunc`, found `7`"
    );
    let error = parse("define void @f() {\n  ret void\n").expect_err("no end");
    assert_eq!(error.message, "expected `}`, found the end of the text");
}
