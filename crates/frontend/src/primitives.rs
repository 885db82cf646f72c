//! Primitives that the library models use; any program may use them.
//!
//! `models/cassay.h` declares them. String arguments must be literals.

use crate::builtins::Builtin;
use crate::functions::{Builder, Step};
use crate::llvm::Call;
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{
    AllocKind, Among, Expr, Extent, InputSource, MemoryPredicate, Note, Property, PropertyClass,
    StmtKind, TypeTable,
};
use std::sync::Arc;

/// What a primitive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Primitive {
    /// Claims a condition, of a class and with a message.
    Claim,
    /// Any value of the result type, with a name for the trace.
    Any,
    /// Assigns arbitrary contents to a number of bytes.
    Havoc,
    /// The same, with bytes from a set.
    HavocAmong,
    /// Assigns arbitrary contents to an object.
    HavocObject,
    /// Whether symbolic execution knows the value as a constant.
    Known,
    /// A new object that lives until the program ends.
    Object,
    /// The size of the object a pointer leads to.
    ObjectSize,
    /// The offset into it.
    Offset,
    /// Notes an assumption for the user, and whether it could hide a violation.
    Note { may_hide: bool },
    /// The thread holds a lock, or no longer.
    Hold,
    /// Claims that locks are acquired in order.
    ClaimOrder,
    /// Leaves the function by an exception.
    Unwind,
    /// Reports something that is not modelled.
    Unsupported,
}

/// The meaning of a name, when it is one of a primitive.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    let name = name.strip_prefix("__cassay_")?;
    let primitive = match name {
        "assume" => return Some(Builtin::Assume),
        "wait" | "wait_for" => return Some(Builtin::Wait),
        "claim" => Primitive::Claim,
        "claim_order" => Primitive::ClaimOrder,
        "hold" => Primitive::Hold,
        "havoc" => Primitive::Havoc,
        "havoc_among" => Primitive::HavocAmong,
        "havoc_object" => Primitive::HavocObject,
        "object" => Primitive::Object,
        "object_size" => Primitive::ObjectSize,
        "offset" => Primitive::Offset,
        "note" => Primitive::Note { may_hide: false },
        "hides" => Primitive::Note { may_hide: true },
        "unwind" => Primitive::Unwind,
        "unsupported" => Primitive::Unsupported,
        _ if name.starts_with("any_") => Primitive::Any,
        _ if name.starts_with("known_") => Primitive::Known,
        _ => return None,
    };
    Some(Builtin::Primitive(primitive))
}

impl<'m> Builder<'_, 'm> {
    /// Lowers a call of a primitive.
    pub fn primitive(
        &mut self,
        primitive: Primitive,
        name: &str,
        call: &'m Call,
        step: &mut Step,
    ) -> Lowered<Option<Expr>> {
        match primitive {
            Primitive::Claim => {
                let cond = self.truth(call, 0)?;
                let class = self.text(call, 1);
                let class = class.and_then(|class| PropertyClass::from_name(&class));
                let class = class.unwrap_or(PropertyClass::LibraryCall);
                let property = match self.text(call, 2) {
                    Some(message) => Property::new(class, message),
                    None => Property::of(class),
                };
                self.assert(cond, property);
                Ok(None)
            }
            Primitive::Hold => {
                let (lock, _) = self.pointer_argument(call, 0)?;
                let (mode, _) = self.argument(call, 1)?;
                self.body.push(StmtKind::Hold { lock, mode });
                Ok(None)
            }
            Primitive::ClaimOrder => {
                let (lock, _) = self.pointer_argument(call, 0)?;
                let (mode, _) = self.argument(call, 1)?;
                let cond = Expr::memory(MemoryPredicate::InOrder, lock, mode);
                self.assert(cond, Property::of(PropertyClass::LockOrder));
                Ok(None)
            }
            Primitive::Any => {
                let ty = self.cx.lower_type(self.unit, &call.ret)?;
                if ty == TypeTable::VOID {
                    return Err(Unsupported::new(format!("function `{name}`")));
                }
                let source = self.source_or(call, 0, name);
                Ok(Some(self.havoc(ty, source)))
            }
            Primitive::Havoc => {
                let (dst, len) = self.range(call)?;
                let source = self.source_or(call, 2, name);
                self.body.push(StmtKind::MemHavoc {
                    dst,
                    len: Some(len),
                    source,
                    among: None,
                });
                Ok(None)
            }
            Primitive::HavocAmong => {
                let (dst, len) = self.range(call)?;
                let among = Among {
                    words: [
                        self.argument(call, 2)?.0,
                        self.argument(call, 3)?.0,
                        self.argument(call, 4)?.0,
                        self.argument(call, 5)?.0,
                    ],
                    otherwise: self.argument(call, 6)?.0,
                };
                let source = self.source_or(call, 7, name);
                self.body.push(StmtKind::MemHavoc {
                    dst,
                    len: Some(len),
                    source,
                    among: Some(Box::new(among)),
                });
                Ok(None)
            }
            Primitive::Known => {
                let (value, _) = self.argument(call, 0)?;
                let dst = self.body.temp(TypeTable::BOOL);
                self.body.push(StmtKind::Havoc {
                    dst,
                    source: InputSource::Known,
                    known: Some(value),
                });
                Ok(Some(Expr::Temp(dst)))
            }
            Primitive::HavocObject => {
                let (dst, _) = self.pointer_argument(call, 0)?;
                let source = self.source_or(call, 1, name);
                let len = None;
                self.body.push(StmtKind::MemHavoc {
                    dst,
                    len,
                    source,
                    among: None,
                });
                Ok(None)
            }
            Primitive::Object => {
                let (size, ty) = self.argument(call, 0)?;
                let size = self.as_word(size, ty)?;
                Ok(Some(self.allocate(size, 16, AllocKind::Static)))
            }
            Primitive::ObjectSize => self.extent(call, Extent::Size),
            Primitive::Offset => self.extent(call, Extent::Offset),
            Primitive::Note { may_hide } => {
                let assumption = self.text_or(call, 0, name);
                let function = &mut self.body.function;
                let note = self.cx.program.add_note(Note {
                    subject: function.name.clone(),
                    assumption,
                    may_hide,
                    span: function.span,
                });
                if !function.notes.contains(&note) {
                    function.notes.push(note);
                }
                Ok(None)
            }
            Primitive::Unwind => {
                *step = Step::Ended;
                self.body
                    .unsupported(Unsupported::new("exception handling"));
                Ok(None)
            }
            Primitive::Unsupported => {
                let what = self.text_or(call, 0, name);
                *step = Step::Ended;
                self.body.push(StmtKind::Unsupported(what));
                Ok(None)
            }
        }
    }

    /// A pointer and a number of bytes.
    fn range(&mut self, call: &'m Call) -> Lowered<(Expr, Expr)> {
        let (dst, _) = self.pointer_argument(call, 0)?;
        let (len, ty) = self.argument(call, 1)?;
        let len = self.as_word(len, ty)?;
        Ok((dst, len))
    }

    fn extent(&mut self, call: &'m Call, extent: Extent) -> Lowered<Option<Expr>> {
        let (pointer, _) = self.pointer_argument(call, 0)?;
        let word = self.word();
        let value = Expr::Extent(extent, Box::new(pointer));
        Ok(Some(self.body.assign(word, value)))
    }

    /// The text of an argument, when it is a literal.
    fn text(&self, call: &Call, index: usize) -> Option<String> {
        call.args
            .get(index)
            .and_then(|argument| self.literal(&argument.value))
    }

    fn text_or(&self, call: &Call, index: usize, otherwise: &str) -> Arc<str> {
        self.text(call, index)
            .map_or_else(|| otherwise.into(), Into::into)
    }

    /// The input source that a model names by a text.
    fn source_or(&self, call: &Call, index: usize, otherwise: &str) -> InputSource {
        let text = self.text(call, index);
        InputSource::from_text(text.as_deref().unwrap_or(otherwise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_with_the_prefix_are_functions_like_any_other() {
        assert_eq!(
            find("__cassay_any_int"),
            Some(Builtin::Primitive(Primitive::Any))
        );
        assert_eq!(find("__cassay_assume"), Some(Builtin::Assume));
        assert_eq!(find("__cassay_start"), None);
        assert_eq!(find("cassay_claim"), None);
    }
}
