//! Reading attributes, without a list of the known ones.
//!
//! What ends a list of attributes depends on where it stands, so each place says which words
//! are not attributes: a value after a parameter's attributes, a type after a result's.

use super::constants::is_value_word;
use super::{Parser, Result};
use crate::attributes::{Attribute, Attributes};
use crate::lexer::Tok;

impl<'a> Parser<'a> {
    /// Attributes between a parameter's type and its value or name.
    pub(super) fn param_attributes(&mut self) -> Result<Attributes> {
        self.attributes_while(|_, word| !is_value_word(word))
    }

    /// One attribute at a word or string, or a group reference; false if nothing was there.
    pub(super) fn attribute(&mut self, into: &mut Attributes) -> Result<bool> {
        match self.tok() {
            Tok::Group(group) => {
                self.advance();
                into.groups.push(group);
            }
            Tok::Str(raw) => {
                self.advance();
                let key = self.name(raw);
                let value = match self.tok() {
                    Tok::Punct(b'=') => self.assigned_string()?,
                    _ => self.name(b""),
                };
                into.list.push(Attribute::Str(key, value));
            }
            Tok::Word(word) => {
                self.advance();
                let attribute = self.word_attribute(word)?;
                into.list.push(attribute);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Attributes as long as the words there are ones.
    pub(super) fn attributes_while(
        &mut self,
        is_attribute: impl Fn(&Self, &str) -> bool,
    ) -> Result<Attributes> {
        let mut attributes = Attributes::default();
        loop {
            if let Tok::Word(word) = self.tok()
                && !is_attribute(self, word)
            {
                return Ok(attributes);
            }
            if !self.attribute(&mut attributes)? {
                return Ok(attributes);
            }
        }
    }

    /// The rest of an attribute whose keyword has been passed.
    fn word_attribute(&mut self, word: &'a str) -> Result<Attribute> {
        let name = self.word_name(word);
        match self.tok() {
            Tok::Punct(b'(') => {
                if matches!(
                    word,
                    "byval" | "byref" | "sret" | "preallocated" | "inalloca" | "elementtype"
                ) {
                    self.advance();
                    let ty = self.ty()?;
                    self.expect(b')')?;
                    return Ok(Attribute::Type(name, ty));
                }
                let text = self.skip_brackets()?;
                Ok(match text.trim().parse() {
                    Ok(value) => Attribute::Int(name, value),
                    Err(_) => Attribute::Text(name, text),
                })
            }
            Tok::Punct(b'=') => {
                self.advance();
                Ok(Attribute::Int(name, self.expect_u64()?))
            }
            Tok::Int(_) if matches!(word, "align" | "alignstack") => {
                Ok(Attribute::Int(name, self.expect_u64()?))
            }
            _ => Ok(Attribute::Flag(name)),
        }
    }
}

/// Whether a word names a calling convention.
pub(super) fn is_calling_convention(word: &str) -> bool {
    word.ends_with("cc")
        || word.ends_with("_pcs")
        || ["amdgpu_", "ptx_", "spir_", "aarch64_sme", "riscv_v"]
            .iter()
            .any(|prefix| word.starts_with(prefix))
        || word.strip_prefix("cc").is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
}
