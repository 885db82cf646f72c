//! Attributes of parameters, results, functions and calls.
//!
//! Every attribute is kept, known or not: a bare name, a name with a number, with a type, or
//! with text. Groups (`#7`) are kept as references; [`Module::has_attr`](crate::Module::has_attr)
//! looks through them.

use crate::types::{Name, Type};

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// A bare keyword: `noundef`.
    Flag(Name),
    /// A keyword with a number: `align 8`, `dereferenceable(16)`.
    Int(Name, u64),
    /// A keyword with a type: `byval(%struct.s)`.
    Type(Name, Type),
    /// A keyword with any other argument, kept as text: `memory(read)`.
    Text(Name, Name),
    /// A string attribute `"key"="value"`, or `"key"` with an empty value.
    Str(Name, Name),
}

impl Attribute {
    /// The keyword or key, quoted or not.
    pub fn name(&self) -> &str {
        match self {
            Attribute::Flag(name)
            | Attribute::Int(name, _)
            | Attribute::Type(name, _)
            | Attribute::Text(name, _)
            | Attribute::Str(name, _) => name,
        }
    }
}

/// A list of attributes with references to groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The attributes written in place.
    pub list: Vec<Attribute>,
    /// The groups referred to, `#n`.
    pub groups: Vec<u32>,
}

impl Attributes {
    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.groups.is_empty()
    }

    /// The attribute of that keyword written in place: neither groups nor string attributes are
    /// looked at.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.list.iter().find(|attribute| match attribute {
            Attribute::Str(..) => false,
            Attribute::Flag(_) | Attribute::Int(..) | Attribute::Type(..) | Attribute::Text(..) => {
                attribute.name() == name
            }
        })
    }

    /// The value of a string attribute written in place.
    pub fn string(&self, key: &str) -> Option<&str> {
        self.list.iter().find_map(|attribute| match attribute {
            Attribute::Str(name, value) if &**name == key => Some(&**value),
            _ => None,
        })
    }

    /// Whether an attribute of that keyword is written in place.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The number of an attribute such as `align` or `dereferenceable`.
    pub fn int(&self, name: &str) -> Option<u64> {
        if let Attribute::Int(_, value) = self.get(name)? {
            Some(*value)
        } else {
            None
        }
    }

    /// The type of an attribute such as `byval` or `sret`.
    pub fn ty(&self, name: &str) -> Option<&Type> {
        if let Attribute::Type(_, ty) = self.get(name)? {
            Some(ty)
        } else {
            None
        }
    }

    /// The text of an attribute such as `memory(…)`.
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Attribute::Text(_, text) = self.get(name)? {
            Some(text)
        } else {
            None
        }
    }

    /// The type of `byval(T)`.
    pub fn byval(&self) -> Option<&Type> {
        self.ty("byval")
    }

    /// The type of `sret(T)`.
    pub fn sret(&self) -> Option<&Type> {
        self.ty("sret")
    }

    /// `align n`.
    pub fn align(&self) -> Option<u64> {
        self.int("align")
    }

    /// `zeroext`.
    pub fn zeroext(&self) -> bool {
        self.has("zeroext")
    }

    /// `signext`.
    pub fn signext(&self) -> bool {
        self.has("signext")
    }

    /// `noundef`.
    pub fn noundef(&self) -> bool {
        self.has("noundef")
    }

    /// `nonnull`.
    pub fn nonnull(&self) -> bool {
        self.has("nonnull")
    }

    /// `inalloca(T)`.
    pub fn inalloca(&self) -> bool {
        self.has("inalloca")
    }
}
