//! Globals, functions and whole modules as text.

use std::fmt::Write;

use cassay_llvm_text::{
    Alias, Attribute, Attributes, BlockItem, Function, Global, Linkage, Module, Name,
    ThreadLocalModel, TypeDef, UnnamedAddr, Visibility,
};

use crate::constants::{bare_or_quoted, constant, name, quoted, structure, ty, typed};
use crate::instructions::instruction;
use crate::metadata::{attachments, node, record, tuple};

pub fn module(module: &Module) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let string = |text: &Name| quoted(text.as_bytes());
    if let Some(text) = &module.source_filename {
        line(format!("source_filename = {}", string(text)));
    }
    if let Some(text) = &module.datalayout {
        line(format!("target datalayout = {}", string(text)));
    }
    if let Some(text) = &module.triple {
        line(format!("target triple = {}", string(text)));
    }
    for text in &module.module_asm {
        line(format!("module asm {}", string(text)));
    }
    for (ident, definition) in &module.types {
        let body = match definition {
            TypeDef::Opaque => "opaque".into(),
            TypeDef::Struct(body) => structure(body),
            TypeDef::Other(other) => ty(other),
        };
        line(format!("%{} = type {body}", name(ident)));
    }
    module.globals.iter().for_each(|item| line(global(item)));
    module
        .aliases
        .iter()
        .for_each(|item| line(alias(item, "alias")));
    module
        .ifuncs
        .iter()
        .for_each(|item| line(alias(item, "ifunc")));
    module
        .functions
        .iter()
        .for_each(|item| line(function(item)));
    for (number, group) in &module.attribute_groups {
        line(format!(
            "attributes #{number} = {{ {}}}",
            attributes(group, true)
        ));
    }
    for (key, list) in &module.named_metadata {
        line(format!("!{key} = {}", tuple(list)));
    }
    for (id, item) in &module.metadata {
        line(format!("!{} = {}", id.0, node(item)));
    }
    out
}

/// Attributes, each followed by a blank.
pub fn attributes(attributes: &Attributes, group: bool) -> String {
    let mut out = String::new();
    for attribute in &attributes.list {
        out.push_str(&match attribute {
            Attribute::Flag(name) => name.to_string(),
            Attribute::Int(name, value) if group => match &**name {
                "align" | "alignstack" => format!("{name}={value}"),
                _ => format!("{name}({value})"),
            },
            Attribute::Int(name, value) if &**name == "align" => format!("align {value}"),
            Attribute::Int(name, value) => format!("{name}({value})"),
            Attribute::Type(name, of) => format!("{name}({})", ty(of)),
            Attribute::Text(name, text) => format!("{name}({text})"),
            Attribute::Str(key, value) => {
                format!("{}={}", quoted(key.as_bytes()), quoted(value.as_bytes()))
            }
        });
        out.push(' ');
    }
    for group in &attributes.groups {
        let _ = write!(out, "#{group} ");
    }
    out
}

fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::Private => "private ",
        Linkage::Internal => "internal ",
        Linkage::AvailableExternally => "available_externally ",
        Linkage::LinkOnce => "linkonce ",
        Linkage::LinkOnceOdr => "linkonce_odr ",
        Linkage::Weak => "weak ",
        Linkage::WeakOdr => "weak_odr ",
        Linkage::Common => "common ",
        Linkage::Appending => "appending ",
        Linkage::ExternWeak => "extern_weak ",
        Linkage::External => "",
    }
}

fn visibility(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Default => "",
        Visibility::Hidden => "hidden ",
        Visibility::Protected => "protected ",
    }
}

fn unnamed(unnamed: UnnamedAddr) -> &'static str {
    match unnamed {
        UnnamedAddr::None => "",
        UnnamedAddr::Local => "local_unnamed_addr ",
        UnnamedAddr::Global => "unnamed_addr ",
    }
}

fn thread(model: Option<ThreadLocalModel>) -> &'static str {
    match model {
        None => "",
        Some(ThreadLocalModel::GeneralDynamic) => "thread_local ",
        Some(ThreadLocalModel::LocalDynamic) => "thread_local(localdynamic) ",
        Some(ThreadLocalModel::InitialExec) => "thread_local(initialexec) ",
        Some(ThreadLocalModel::LocalExec) => "thread_local(localexec) ",
    }
}

fn global(global: &Global) -> String {
    let mut out = format!("@{} = {}", name(&global.name), linkage(global.linkage));
    if global.init.is_none() && global.linkage == Linkage::External {
        out.push_str("external ");
    }
    if global.dso_local {
        out.push_str("dso_local ");
    }
    out.push_str(visibility(global.visibility));
    out.push_str(thread(global.thread_local));
    out.push_str(unnamed(global.unnamed_addr));
    if global.addrspace != 0 {
        let _ = write!(out, "addrspace({}) ", global.addrspace);
    }
    if global.externally_initialized {
        out.push_str("externally_initialized ");
    }
    let kind = if global.constant {
        "constant"
    } else {
        "global"
    };
    let _ = write!(out, "{kind} {}", ty(&global.ty));
    if let Some(init) = &global.init {
        let _ = write!(out, " {}", constant(&init.value, &init.ty));
    }
    if let Some(section) = &global.section {
        let _ = write!(out, ", section {}", quoted(section.as_bytes()));
    }
    for attribute in &global.attrs.list {
        let _ = write!(out, ", {}", attribute.name());
    }
    if let Some(align) = global.align {
        let _ = write!(out, ", align {align}");
    }
    out.push_str(&attachments(&global.metadata, ", "));
    for group in &global.attrs.groups {
        let _ = write!(out, " #{group}");
    }
    out
}

fn alias(alias: &Alias, kind: &str) -> String {
    format!(
        "@{} = {}{}{}{kind} {}, {}",
        name(&alias.name),
        linkage(alias.linkage),
        visibility(alias.visibility),
        thread(alias.thread_local),
        ty(&alias.ty),
        typed(&alias.target)
    )
}

fn function(function: &Function) -> String {
    let defined = function.body.is_some();
    let mut out = String::from(if defined { "define " } else { "declare" });
    if !defined {
        out.push_str(&attachments(&function.metadata, " "));
        out.push(' ');
    }
    out.push_str(linkage(function.linkage));
    if function.dso_local {
        out.push_str("dso_local ");
    }
    out.push_str(visibility(function.visibility));
    if let Some(conv) = &function.conv {
        let _ = write!(out, "{conv} ");
    }
    out.push_str(&attributes(&function.ret_attrs, false));
    let mut params: Vec<_> = function
        .params
        .iter()
        .map(|param| {
            let attrs = attributes(&param.attrs, false);
            format!("{} {attrs}%{}", ty(&param.ty), name(&param.name))
        })
        .collect();
    if function.varargs {
        params.push("...".into());
    }
    let _ = write!(
        out,
        "{} @{}({}) ",
        ty(&function.ret),
        name(&function.name),
        params.join(", ")
    );
    out.push_str(unnamed(function.unnamed_addr));
    out.push_str(&attributes(&function.attrs, false));
    suffixes(function, &mut out);
    body(function, &mut out);
    out
}

fn suffixes(function: &Function, out: &mut String) {
    if let Some(section) = &function.section {
        let _ = write!(out, "section {} ", quoted(section.as_bytes()));
    }
    if let Some(align) = function.align {
        let _ = write!(out, "align {align} ");
    }
    if let Some(gc) = &function.gc {
        let _ = write!(out, "gc {} ", quoted(gc.as_bytes()));
    }
    for (word, data) in [
        ("prefix", &function.prefix),
        ("prologue", &function.prologue),
        ("personality", &function.personality),
    ] {
        if let Some(data) = data {
            let _ = write!(out, "{word} {} ", typed(data));
        }
    }
}

fn body(function: &Function, out: &mut String) {
    let Some(blocks) = &function.body else { return };
    out.push_str(&attachments(&function.metadata, " "));
    out.push_str(" {\n");
    for block in blocks {
        let label = match block.label.as_name() {
            Some(text) => bare_or_quoted(text),
            None => block.label.to_string(),
        };
        let _ = writeln!(out, "{label}:");
        for item in &block.items {
            let text = match item {
                BlockItem::Inst(inst) => instruction(inst),
                BlockItem::Debug(debug) => record(debug),
            };
            let _ = writeln!(out, "  {text}");
        }
    }
    out.push_str("}\n");
}
