//! Labels of the source that must not be reached.
//!
//! Debug information has the location of a label, even if no `goto` names it. It is an error if the
//! user names a label that the program does not have: nothing would be checked.

use crate::dialects::THREAD_LABEL;
use crate::error::FrontendError;
use crate::functions::Builder;
use crate::llvm::{self, BlockItem, DebugRecordKind, InstKind, Metadata, Module};
use crate::lower::{Unit, Unsupported};
use cassay_ir::{Expr, Property, PropertyClass};
use std::collections::BTreeSet;

/// Checks that every requested label exists in the program.
pub(crate) fn check(units: &[Unit], wanted: &[String]) -> Result<(), FrontendError> {
    if wanted.is_empty() {
        return Ok(());
    }
    let mut known = BTreeSet::new();
    for unit in units.iter().filter(|unit| !unit.is_model) {
        for function in &unit.module.functions {
            let blocks = function.body.iter().flatten();
            for item in blocks.flat_map(|block| &block.items) {
                known.extend(label(&unit.module, item).map(|(name, _)| name));
            }
        }
    }
    match wanted.iter().find(|name| !known.contains(name.as_str())) {
        None => Ok(()),
        Some(name) => Err(FrontendError::NoSuchLabel {
            label: name.clone(),
            known: known.into_iter().map(str::to_owned).collect(),
        }),
    }
}

/// The name and location of the label that an item of a block marks.
fn label<'m>(module: &'m Module, item: &'m BlockItem) -> Option<(&'m str, Option<&'m Metadata>)> {
    let (label, location) = match item {
        BlockItem::Debug(record) => {
            if record.kind != DebugRecordKind::Label {
                return None;
            }
            (record.args.first()?, record.location())
        }
        BlockItem::Inst(instruction) => {
            let InstKind::Call(call) = &instruction.kind else {
                return None;
            };
            if call.callee_name() != Some("llvm.dbg.label") {
                return None;
            }
            let llvm::Value::Metadata(label) = &call.args.first()?.value else {
                return None;
            };
            (label, instruction.dbg.as_ref())
        }
    };
    Some((module.resolve(label)?.field_str("name")?, location))
}

impl<'m> Builder<'_, 'm> {
    /// Claims that a label is never reached, if the user named it. A label that starts a thread is
    /// not supported.
    pub fn mark_label(&mut self, item: &'m BlockItem) {
        let unit = &self.cx.units[self.unit];
        if unit.is_model {
            return;
        }
        let Some((name, location)) = label(&unit.module, item) else {
            return;
        };
        let mut wanted = self.cx.options.error_labels.iter();
        let wanted = wanted.any(|wanted| wanted == name);
        let thread = name.starts_with(THREAD_LABEL);
        if !wanted && !thread {
            return;
        }
        if let Some(location) = location {
            let span = self.cx.debug[self.unit].span(&mut self.cx.program, location);
            if span.is_known() {
                self.body.span = span;
            }
        }
        if thread {
            let what = format!("thread started by label `{name}`");
            self.body.unsupported(Unsupported::new(what));
        }
        if !wanted {
            return;
        }
        let message = format!("label `{name}` is reached");
        let property = Property::new(PropertyClass::ErrorLabel, message);
        self.assert(Expr::bool(false), property);
    }
}
