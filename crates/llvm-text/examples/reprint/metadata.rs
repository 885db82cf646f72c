//! Metadata as text.

use cassay_llvm_text::{
    DebugRecord, DebugRecordKind, FieldValue, Metadata, MetadataNode, Name, NodeBody,
};

use crate::constants::{quoted, typed_value};

pub fn operand(metadata: &Metadata) -> String {
    match metadata {
        Metadata::Null => "null".into(),
        Metadata::Ref(id) => format!("!{}", id.0),
        Metadata::String(text) => format!("!{}", quoted(text.as_bytes())),
        Metadata::Inline(inner) => node(inner),
        Metadata::Value(value) => typed_value(value),
    }
}

fn operands(list: &[Metadata]) -> String {
    list.iter().map(operand).collect::<Vec<_>>().join(", ")
}

pub fn tuple(list: &[Metadata]) -> String {
    format!("!{{{}}}", operands(list))
}

pub fn node(node: &MetadataNode) -> String {
    let body = match &node.body {
        NodeBody::Tuple(list) => tuple(list),
        NodeBody::Special { kind, fields } => {
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| format!("{name}: {}", field(value)))
                .collect();
            format!("!{kind}({})", fields.join(", "))
        }
        NodeBody::Args { kind, args } => {
            format!(
                "!{kind}({})",
                args.iter().map(field).collect::<Vec<_>>().join(", ")
            )
        }
        NodeBody::Other(metadata) => operand(metadata),
    };
    if node.distinct {
        format!("distinct {body}")
    } else {
        body
    }
}

fn field(value: &FieldValue) -> String {
    match value {
        FieldValue::Int(value) => value
            .as_i128()
            .map_or("?".into(), |value| value.to_string()),
        FieldValue::Bool(value) => value.to_string(),
        FieldValue::Str(text) => quoted(text.as_bytes()),
        FieldValue::Flags(flags) => flags.join(" | "),
        FieldValue::Metadata(metadata) => operand(metadata),
        FieldValue::List(list) => {
            format!(
                "{{{}}}",
                list.iter().map(field).collect::<Vec<_>>().join(", ")
            )
        }
        FieldValue::Text(text) => text.to_string(),
    }
}

pub fn record(record: &DebugRecord) -> String {
    let kind = match &record.kind {
        DebugRecordKind::Declare => "dbg_declare",
        DebugRecordKind::Value => "dbg_value",
        DebugRecordKind::Assign => "dbg_assign",
        DebugRecordKind::Label => "dbg_label",
        DebugRecordKind::Other(name) => name,
    };
    format!("#{kind}({})", operands(&record.args))
}

/// `, !kind !1` for each.
pub fn attachments(list: &[(Name, Metadata)], separator: &str) -> String {
    list.iter()
        .map(|(kind, value)| format!("{separator}!{kind} {}", operand(value)))
        .collect()
}
