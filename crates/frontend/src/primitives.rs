//! Primitives that the library models use; any program may use them.
//!
//! `models/cassay.h` declares them. String arguments must be literals.

use crate::builtins::Builtin;
use crate::fold;
use crate::functions::{Builder, Step};
use crate::llvm::{Call, Linkage, Module};
use crate::lower::{Lowered, Unsupported};
use cassay_ir::{
    AllocKind, Among, CompareOp, Expr, Extent, Family, InputSource, MemoryPredicate, Note,
    NoteKind, Property, PropertyClass, StmtKind, TypeTable,
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
    /// A new object on the heap that `operator new` or `operator new[]` returns.
    New,
    /// Ends the lifetime of such an object.
    Delete,
    /// Whether the program itself defines a function.
    Replaced,
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
        "new" => Primitive::New,
        "delete" | "delete_sized" => Primitive::Delete,
        "replaced" => Primitive::Replaced,
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
            Primitive::New => self.new_object(call).map(Some),
            Primitive::Delete => {
                let (pointer, _) = self.pointer_argument(call, 0)?;
                let family = self.family(call)?;
                let size = match call.args.len() {
                    2 => None,
                    _ => Some(self.argument(call, 2)?.0),
                };
                self.delete(pointer, family, size);
                Ok(None)
            }
            Primitive::Replaced => {
                let name = self.text_or(call, 0, name);
                let units = self.cx.units.iter().filter(|unit| !unit.is_model);
                let own = units
                    .map(|unit| &unit.module)
                    .any(|module| defines(module, &name));
                Ok(Some(Expr::bool(own)))
            }
            Primitive::ObjectSize => self.extent(call, Extent::Size),
            Primitive::Offset => self.extent(call, Extent::Offset),
            Primitive::Note { may_hide } => {
                let assumption = self.text_or(call, 0, name);
                let function = &mut self.body.function;
                let note = self.cx.program.add_note(Note {
                    subject: function.name.clone(),
                    kind: NoteKind::Model,
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
                let (kind, _) = self.pointer_argument(call, 0)?;
                *step = Step::Unwound(kind);
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

    /// An object of a size, a family and an alignment.
    fn new_object(&mut self, call: &'m Call) -> Lowered<Expr> {
        let (size, ty) = self.argument(call, 0)?;
        let size = self.as_word(size, ty)?;
        let kind = match self.family(call)? {
            Family::Malloc => AllocKind::Heap,
            Family::New => AllocKind::New,
            Family::NewArray => AllocKind::NewArray,
            Family::NewAligned => AllocKind::NewAligned,
            Family::NewArrayAligned => AllocKind::NewArrayAligned,
        };
        let (align, _) = self.argument(call, 2)?;
        let align = match &align {
            Expr::Int(align) => align.to_u64(),
            _ => None,
        };
        let align = align.ok_or_else(|| Unsupported::new("alignment that is not a constant"))?;
        Ok(self.allocate(size, align, kind))
    }

    /// The family that the second argument names by its number.
    fn family(&mut self, call: &'m Call) -> Lowered<Family> {
        let (number, _) = self.argument(call, 1)?;
        let number = match &number {
            Expr::Int(number) => number.to_u64(),
            _ => None,
        };
        let mut families = Family::ALL.into_iter();
        families
            .find(|family| Some(family.number()) == number)
            .ok_or_else(|| Unsupported::new("family of functions that is not a constant"))
    }

    /// Ends the lifetime of an object that functions of the same family must have allocated, with this
    /// size if one is given.
    fn delete(&mut self, pointer: Expr, family: Family, size: Option<Expr>) {
        self.claim_family(&pointer, family);
        if let Some(size) = size {
            let word = self.word();
            let zero = Expr::int(self.cx.pointer_bits(), 0);
            let own = Expr::Extent(Extent::Size, Box::new(pointer.clone()));
            let own = self.body.assign(word, own);
            let mut fits = fold::compare(CompareOp::Eq, own, size);
            let null = fold::compare(CompareOp::Eq, pointer.clone(), Expr::Null);
            fits = Expr::Select(Box::new(null), Box::new(Expr::bool(true)), Box::new(fits));
            // Otherwise it is another violation.
            for predicate in [MemoryPredicate::NotDoublyFreed, MemoryPredicate::Freeable] {
                let applies = Expr::memory(predicate, pointer.clone(), zero.clone());
                fits = Expr::Select(
                    Box::new(applies),
                    Box::new(fits),
                    Box::new(Expr::bool(true)),
                );
            }
            self.assert(fits, Property::of(PropertyClass::FreeSize));
        }
        self.body.push(StmtKind::Free(pointer));
    }

    /// Claims that the object that is freed belongs to a family of functions.
    pub(crate) fn claim_family(&mut self, pointer: &Expr, family: Family) {
        let number = Expr::int(self.cx.pointer_bits(), family.number());
        let cond = Expr::memory(MemoryPredicate::OfFamily, pointer.clone(), number);
        self.assert(cond, Property::of(PropertyClass::MismatchedFree));
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

/// Whether a module contains the definition of a function.
fn defines(module: &Module, name: &str) -> bool {
    module.function(name).is_some_and(|function| {
        function.body.is_some() && function.linkage != Linkage::AvailableExternally
    })
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
