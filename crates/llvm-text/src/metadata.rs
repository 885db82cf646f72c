//! Metadata: numbered nodes, named lists and operands (LangRef, "Metadata").
//!
//! Specialized nodes (`!DILocalVariable(name: "x", …)`) are kept generically as a kind and a
//! list of fields, so that fields of any version are read without knowing them.

use std::sync::Arc;

use crate::int::IntConst;
use crate::types::Name;
use crate::values::TypedValue;

/// The number of a metadata node: `!12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MetadataId(pub u32);

/// An operand that is metadata.
#[derive(Clone, Debug, PartialEq)]
pub enum Metadata {
    /// `null`.
    Null,
    /// A reference to a numbered node, `!12`.
    Ref(MetadataId),
    /// `!"text"`.
    String(Name),
    /// A node written in place, such as `!DIExpression()` or `!{…}`.
    Inline(Arc<MetadataNode>),
    /// A value as metadata: `i32 7`, `ptr %x`.
    Value(Box<TypedValue>),
}

impl Metadata {
    /// The number of the node referred to.
    pub fn as_ref_id(&self) -> Option<MetadataId> {
        if let Metadata::Ref(id) = self {
            Some(*id)
        } else {
            None
        }
    }

    /// The text of a metadata string.
    pub fn as_str(&self) -> Option<&str> {
        if let Metadata::String(text) = self {
            Some(text)
        } else {
            None
        }
    }

    /// The value, when the metadata wraps one.
    pub fn as_value(&self) -> Option<&TypedValue> {
        if let Metadata::Value(value) = self {
            Some(value)
        } else {
            None
        }
    }
}

/// A metadata node.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataNode {
    /// Whether written `distinct`.
    pub distinct: bool,
    /// What it holds.
    pub body: NodeBody,
}

/// What a metadata node holds.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeBody {
    /// `!{…}`.
    Tuple(Vec<Metadata>),
    /// `!Kind(…)` with named fields (`name: value`).
    Special {
        /// The kind, such as `DILocalVariable`.
        kind: Name,
        /// The fields in order.
        fields: Vec<(Name, FieldValue)>,
    },
    /// `!Kind(…)` with positional arguments: `DIExpression`, `DIArgList`.
    Args {
        /// The kind.
        kind: Name,
        /// The arguments in order.
        args: Vec<FieldValue>,
    },
    /// A numbered node whose text is a plain operand, such as `!0 = !"text"` or `!0 = i32 1`.
    Other(Metadata),
}

/// The value of a field of a specialized node.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// An integer.
    Int(IntConst),
    /// A boolean.
    Bool(bool),
    /// A string, `"x"`.
    Str(Name),
    /// Flags or keywords, joined by `|` in the text: `DIFlagPublic | DIFlagStatic`,
    /// `DW_ATE_signed`.
    Flags(Vec<Name>),
    /// Any metadata operand: a reference, `null`, an inline node, a value.
    Metadata(Metadata),
    /// A parenthesised or braced list.
    List(Vec<FieldValue>),
    /// A floating-point number or other token kept as text.
    Text(Name),
}

impl FieldValue {
    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            FieldValue::Str(text) => Some(text),
            FieldValue::Metadata(metadata) => metadata.as_str(),
            _ => None,
        }
    }

    /// The integer, if it is one that fits.
    pub fn as_int(&self) -> Option<i128> {
        if let FieldValue::Int(value) = self {
            value.as_i128()
        } else {
            None
        }
    }

    /// The single keyword, such as `DW_OP_deref` or `DW_ATE_signed`.
    pub fn as_keyword(&self) -> Option<&str> {
        match self {
            FieldValue::Flags(flags) if flags.len() == 1 => Some(&flags[0]),
            _ => None,
        }
    }

    /// The referenced node.
    pub fn as_ref_id(&self) -> Option<MetadataId> {
        if let FieldValue::Metadata(metadata) = self {
            metadata.as_ref_id()
        } else {
            None
        }
    }
}

impl MetadataNode {
    /// The kind of a specialized node, such as `DILocation`.
    pub fn kind(&self) -> Option<&str> {
        match &self.body {
            NodeBody::Special { kind, .. } | NodeBody::Args { kind, .. } => Some(kind),
            NodeBody::Tuple(_) | NodeBody::Other(_) => None,
        }
    }

    /// Whether this is a specialized node of that kind.
    pub fn is(&self, kind: &str) -> bool {
        self.kind() == Some(kind)
    }

    /// The operands of a tuple; empty for other nodes.
    pub fn tuple(&self) -> &[Metadata] {
        if let NodeBody::Tuple(operands) = &self.body {
            operands
        } else {
            &[]
        }
    }

    /// The positional arguments (of a `DIExpression`, say); empty for other nodes.
    pub fn args(&self) -> &[FieldValue] {
        if let NodeBody::Args { args, .. } = &self.body {
            args
        } else {
            &[]
        }
    }

    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&FieldValue> {
        let NodeBody::Special { fields, .. } = &self.body else {
            return None;
        };
        fields
            .iter()
            .find(|(field, _)| &**field == name)
            .map(|(_, value)| value)
    }

    /// The text of a string field.
    pub fn field_str(&self, name: &str) -> Option<&str> {
        self.field(name)?.as_str()
    }

    /// The number of an integer field.
    pub fn field_int(&self, name: &str) -> Option<i128> {
        self.field(name)?.as_int()
    }

    /// The boolean field; `None` when absent.
    pub fn field_bool(&self, name: &str) -> Option<bool> {
        if let FieldValue::Bool(value) = self.field(name)? {
            Some(*value)
        } else {
            None
        }
    }

    /// The node that a field refers to.
    pub fn field_ref(&self, name: &str) -> Option<MetadataId> {
        self.field(name)?.as_ref_id()
    }

    /// The single keyword of a field (`tag: DW_TAG_member`).
    pub fn field_keyword(&self, name: &str) -> Option<&str> {
        self.field(name)?.as_keyword()
    }

    /// Whether a flags field holds that flag.
    pub fn has_flag(&self, field: &str, flag: &str) -> bool {
        match self.field(field) {
            Some(FieldValue::Flags(flags)) => flags.iter().any(|text| &**text == flag),
            _ => false,
        }
    }
}

/// A debug record of newer versions: `#dbg_declare(ptr %x, !5, !DIExpression(), !9)`.
#[derive(Clone, Debug, PartialEq)]
pub struct DebugRecord {
    /// Which record.
    pub kind: DebugRecordKind,
    /// All arguments in order.
    pub args: Vec<Metadata>,
}

/// The kinds of debug records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugRecordKind {
    /// `#dbg_declare(address, variable, expression, location)`.
    Declare,
    /// `#dbg_value(value, variable, expression, location)`.
    Value,
    /// `#dbg_assign(value, variable, expression, id, address, expression, location)`.
    Assign,
    /// `#dbg_label(label, location)`.
    Label,
    /// Any other, by name.
    Other(Name),
}

impl DebugRecord {
    /// The address (declare) or value described.
    pub fn value(&self) -> Option<&Metadata> {
        if self.kind == DebugRecordKind::Label {
            None
        } else {
            self.args.first()
        }
    }

    /// The `DILocalVariable` described.
    pub fn variable(&self) -> Option<&Metadata> {
        if self.kind == DebugRecordKind::Label {
            None
        } else {
            self.args.get(1)
        }
    }

    /// The `DIExpression`.
    pub fn expression(&self) -> Option<&Metadata> {
        if self.kind == DebugRecordKind::Label {
            None
        } else {
            self.args.get(2)
        }
    }

    /// The `DILocation`, always the last argument.
    pub fn location(&self) -> Option<&Metadata> {
        self.args.last()
    }
}
