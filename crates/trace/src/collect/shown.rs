//! Containers of the user's code that are shown as values.

use super::Collector;
use crate::containers::{self, Spot};
use crate::step::{AccessPath, Origin, Shown, StepKind, Target};
use cassay_interp::{Context, Memory};

impl Collector<'_> {
    /// A variable came into being: it may be a container.
    pub(super) fn declared(&mut self, memory: &Memory, object: u64) {
        let named = self.objects.named(self.program, memory, object);
        let shown = named.is_some_and(|named| {
            !named.elements && containers::is_shown(self.program, named.ctype)
        });
        if shown && self.is_own(memory, object) {
            self.containers.insert(object, None);
        }
    }

    /// Something was written while the user's code was at a place.
    pub(super) fn changes(&mut self, context: &Context<'_>) {
        if self.containers.is_empty() {
            return;
        }
        let user = self
            .calls
            .user(self.program, self.thread, context.frame, context.site);
        self.changed = Some(user.unwrap_or(context.site));
    }

    /// Shows the containers that have changed, when the user's code goes on.
    pub(super) fn show_containers(&mut self, context: &Context<'_>) {
        let own = context.site.span.is_known() && !self.program.is_in_library(context.site.span);
        if !own || self.is_model(context.site.function) {
            return;
        }
        let Some(at) = self.changed.take() else {
            return;
        };
        let objects: Vec<u64> = self.containers.keys().copied().collect();
        for object in objects {
            let Some(named) = self.objects.named(self.program, context.memory, object) else {
                continue;
            };
            let reader = containers::Reader {
                program: self.program,
                memory: context.memory,
                objects: &self.objects,
            };
            let spot = Spot {
                object,
                at: 0,
                ctype: named.ctype,
            };
            let now = reader.container(spot, 0);
            let before = self.containers.get(&object).cloned().flatten();
            let Some(text) = now.clone().filter(|now| Some(now) != before.as_ref()) else {
                continue;
            };
            self.containers.insert(object, now);
            let target = Target::Object(AccessPath {
                object: named.name,
                parts: Vec::new(),
            });
            let value = Shown {
                text,
                ctype: named.ctype,
                bits: None,
            };
            self.push(
                at,
                StepKind::Assignment,
                target,
                Some(value),
                Origin::Program,
            );
            if let Some(step) = self.steps.last_mut() {
                step.whole = true;
            }
        }
    }
}
