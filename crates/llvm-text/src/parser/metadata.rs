//! Reading metadata: operands, nodes, attachments and debug records.

use std::sync::Arc;

use super::{Parser, Result};
use crate::lexer::Tok;
use crate::metadata::{
    DebugRecord, DebugRecordKind, FieldValue, Metadata, MetadataId, MetadataNode, NodeBody,
};
use crate::types::Name;

impl<'a> Parser<'a> {
    /// A metadata operand.
    pub(super) fn metadata(&mut self) -> Result<Metadata> {
        match self.tok() {
            Tok::MetaNumber(number) => {
                self.advance();
                Ok(Metadata::Ref(MetadataId(number)))
            }
            Tok::Word("null") => {
                self.advance();
                Ok(Metadata::Null)
            }
            Tok::Bang if matches!(self.peek().tok, Tok::Str(_)) => {
                self.advance();
                Ok(Metadata::String(self.expect_string()?))
            }
            Tok::Bang | Tok::MetaName(_) | Tok::Word("distinct") => {
                let node = self.node()?;
                Ok(Metadata::Inline(Arc::new(node)))
            }
            Tok::Word("metadata") => {
                self.advance();
                self.nested(Self::metadata)
            }
            _ => Ok(Metadata::Value(Box::new(self.typed_value()?))),
        }
    }

    /// `[distinct] !{…}` or `[distinct] !Kind(…)`.
    fn node(&mut self) -> Result<MetadataNode> {
        let distinct = self.eat_word("distinct");
        let body = self.nested(|parser| match parser.tok() {
            Tok::Bang => {
                parser.advance();
                Ok(NodeBody::Tuple(parser.tuple()?))
            }
            Tok::MetaName(raw) => {
                parser.advance();
                let kind = parser.name(raw);
                parser.special(kind)
            }
            _ => parser.expected("a metadata node"),
        })?;
        Ok(MetadataNode { distinct, body })
    }

    /// `{ operands }`.
    pub(super) fn tuple(&mut self) -> Result<Vec<Metadata>> {
        self.expect(b'{')?;
        let mut operands = Vec::new();
        if self.eat(b'}') {
            return Ok(operands);
        }
        loop {
            operands.push(self.metadata()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(operands)
    }

    /// `(fields)` or `(arguments)` after the kind.
    fn special(&mut self, kind: Name) -> Result<NodeBody> {
        self.expect(b'(')?;
        if self.eat(b')') {
            return Ok(match &*kind {
                "DIExpression" | "DIArgList" => NodeBody::Args {
                    kind,
                    args: Vec::new(),
                },
                _ => NodeBody::Special {
                    kind,
                    fields: Vec::new(),
                },
            });
        }
        if let Tok::Label(_) = self.tok() {
            let mut fields = Vec::with_capacity(4);
            loop {
                let Tok::Label(raw) = self.tok() else {
                    return self.expected("a field name");
                };
                self.advance();
                let name = self.name(raw);
                fields.push((name, self.field_value()?));
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')')?;
            return Ok(NodeBody::Special { kind, fields });
        }
        let args = self.field_list(b')')?;
        Ok(NodeBody::Args { kind, args })
    }

    fn field_list(&mut self, close: u8) -> Result<Vec<FieldValue>> {
        let mut list = Vec::new();
        if self.eat(close) {
            return Ok(list);
        }
        loop {
            list.push(self.field_value()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(close)?;
        Ok(list)
    }

    fn field_value(&mut self) -> Result<FieldValue> {
        match self.tok() {
            Tok::Int(text) => {
                let value = self.expect_int()?;
                if self.at(b'|') {
                    let first = self.word_name(text);
                    return self.flag_list(first);
                }
                Ok(FieldValue::Int(value))
            }
            Tok::Str(raw) => {
                self.advance();
                Ok(FieldValue::Str(self.name(raw)))
            }
            Tok::Float(text) | Tok::Hex(text) => {
                self.advance();
                Ok(FieldValue::Text(self.word_name(text)))
            }
            Tok::Word("true") => {
                self.advance();
                Ok(FieldValue::Bool(true))
            }
            Tok::Word("false") => {
                self.advance();
                Ok(FieldValue::Bool(false))
            }
            Tok::Word("null" | "distinct" | "metadata") => {
                Ok(FieldValue::Metadata(self.metadata()?))
            }
            Tok::Word(_) if self.at_type() => Ok(FieldValue::Metadata(self.metadata()?)),
            Tok::Word(word) => {
                self.advance();
                let first = self.word_name(word);
                self.flag_list(first)
            }
            Tok::Punct(open @ (b'{' | b'(')) if self.at_bracketed_list() => {
                self.advance();
                let close = if open == b'{' { b'}' } else { b')' };
                let list = self.nested(|parser| parser.field_list(close))?;
                Ok(FieldValue::List(list))
            }
            _ => Ok(FieldValue::Metadata(self.metadata()?)),
        }
    }

    /// Whether a bracket opens a list of operands rather than a literal structure type.
    fn at_bracketed_list(&self) -> bool {
        self.at(b'(')
            || matches!(
                self.peek().tok,
                Tok::MetaNumber(_) | Tok::MetaName(_) | Tok::Bang | Tok::Punct(b'}')
            )
    }

    /// `A | B | C` after the first.
    fn flag_list(&mut self, first: Name) -> Result<FieldValue> {
        let mut flags = vec![first];
        while self.eat(b'|') {
            let (Tok::Word(text) | Tok::Int(text)) = self.tok() else {
                return self.expected("a flag");
            };
            self.advance();
            flags.push(self.word_name(text));
        }
        Ok(FieldValue::Flags(flags))
    }

    /// One `!kind operand` after an instruction, a global or a function.
    pub(super) fn attachment(&mut self, raw: &'a [u8]) -> Result<(Name, Metadata)> {
        self.advance();
        let kind = self.name(raw);
        Ok((kind, self.metadata()?))
    }

    /// `#dbg_…( … )`.
    pub(super) fn debug_record(&mut self, word: &'a str) -> Result<DebugRecord> {
        self.advance();
        let kind = match word {
            "dbg_declare" => DebugRecordKind::Declare,
            "dbg_value" => DebugRecordKind::Value,
            "dbg_assign" => DebugRecordKind::Assign,
            "dbg_label" => DebugRecordKind::Label,
            _ => DebugRecordKind::Other(self.word_name(word)),
        };
        self.expect(b'(')?;
        let mut args = Vec::with_capacity(4);
        while !self.at(b')') {
            args.push(self.metadata()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(DebugRecord { kind, args })
    }

    /// `!12 = …` at the top level.
    pub(super) fn numbered_metadata(&mut self, number: u32) -> Result<()> {
        self.advance();
        self.expect(b'=')?;
        // Very old modules write the type of the node.
        self.eat_word("metadata");
        let node = match self.tok() {
            Tok::Bang if matches!(self.peek().tok, Tok::Str(_)) => self.plain_node()?,
            Tok::Bang | Tok::MetaName(_) | Tok::Word("distinct") => self.node()?,
            _ => self.plain_node()?,
        };
        self.module.metadata.insert(MetadataId(number), node);
        Ok(())
    }

    fn plain_node(&mut self) -> Result<MetadataNode> {
        Ok(MetadataNode {
            distinct: false,
            body: NodeBody::Other(self.metadata()?),
        })
    }

    /// `!name = !{…}` at the top level.
    pub(super) fn named_metadata(&mut self, raw: &'a [u8]) -> Result<()> {
        self.advance();
        let name = self.name(raw);
        self.expect(b'=')?;
        if self.tok() != Tok::Bang {
            return self.expected("`!{`");
        }
        self.advance();
        let operands = self.tuple()?;
        self.module.named_metadata.push((name, operands));
        Ok(())
    }
}
