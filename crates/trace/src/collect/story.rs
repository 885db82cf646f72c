//! What is remembered of an execution to tell the story of its violation: the calls under way, where objects
//! began and ended, and the branches that were taken last.

use super::Collector;
use crate::account::{Call, Fate, Related};
use crate::function_name;
use crate::objects::{Names, Objects};
use crate::value::{Raw, format, number};
use cassay_interp::{Base, Context, Memory, Site, Value};
use cassay_ir::{CTypeId, CTypeTable, FuncId, Program, START, Terminator};
use std::collections::{BTreeMap, VecDeque};

/// So many calls are told, the innermost.
const CALLS: usize = 200;
/// So many branches of an activation are remembered.
const BRANCHES: usize = 8;

/// A call under way.
struct Active {
    frame: u64,
    callee: FuncId,
    site: Site,
    args: Vec<Value>,
}

/// What is remembered.
#[derive(Default)]
pub(super) struct Story {
    /// By thread, from the outermost on.
    active: BTreeMap<u32, Vec<Active>>,
    /// By object, its beginning and its end, in this order.
    fates: BTreeMap<u64, Vec<(Fate, Related)>>,
    /// By activation, the last branches, the latest first.
    branches: BTreeMap<u64, VecDeque<Site>>,
}

impl Story {
    /// An activation is over.
    pub(super) fn left(&mut self, thread: u32, frame: u64) {
        self.branches.remove(&frame);
        if let Some(calls) = self.active.get_mut(&thread)
            && let Some(at) = calls.iter().rposition(|call| call.frame == frame)
        {
            calls.truncate(at);
        }
    }

    /// What happened to an object.
    pub(super) fn of(&self, object: u64) -> &[(Fate, Related)] {
        self.fates.get(&object).map_or(&[], Vec::as_slice)
    }

    /// The last branches of an activation, the latest first.
    pub(super) fn branches(&self, frame: u64) -> impl Iterator<Item = Site> {
        self.branches.get(&frame).into_iter().flatten().copied()
    }

    /// Where an activation was called.
    pub(super) fn called_at(&self, thread: u32, frame: u64) -> Option<Site> {
        let calls = self.active.get(&thread)?;
        let call = calls.iter().rfind(|call| call.frame == frame)?;
        Some(call.site)
    }
}

impl Collector<'_> {
    /// A function is called.
    pub(super) fn active(&mut self, callee: FuncId, frame: u64, site: Site, args: &[Value]) {
        let calls = self.story.active.entry(self.thread).or_default();
        calls.push(Active {
            frame,
            callee,
            site,
            args: args.to_vec(),
        });
    }

    /// A statement or end of a block is about to be executed: conditional branches are remembered.
    pub(super) fn branches(&mut self, frame: u64, site: Site) {
        let Some(Terminator::Branch { .. }) = self.terminator(site) else {
            return;
        };
        let last = self.story.branches.entry(frame).or_default();
        last.push_front(site);
        last.truncate(BRANCHES);
    }

    /// Something happened to an object.
    pub(super) fn fates(&mut self, context: &Context<'_>, object: u64, fate: Fate) {
        let (frame, site) = (context.frame, context.site);
        let (span, function) = match self.user_of(frame, site) {
            Some(user) => (user.span, user.function),
            None => (site.span, function_name(self.program, site.function)),
        };
        let related = Related {
            fate,
            object: String::new(),
            span,
            function,
        };
        self.story
            .fates
            .entry(object)
            .or_default()
            .push((fate, related));
    }

    /// Tells the calls that are under way.
    pub(super) fn tell_calls(&mut self, memory: &Memory) {
        let Some(active) = self.story.active.get(&self.thread) else {
            return;
        };
        let mut outer: Option<Site> = None;
        let mut calls = Vec::new();
        for call in active {
            let own = |site: &Site| site.span.is_known() && !self.program.is_in_library(site.span);
            let from_start = self
                .program
                .functions
                .get(call.site.function)
                .is_some_and(|function| &*function.name == START || function.model);
            let at = Some(call.site)
                .filter(|site| own(site) && !from_start)
                .or(outer);
            outer = at.or(outer);
            let (Some(at), true) = (at, self.is_users(call.callee)) else {
                continue;
            };
            calls.push(Call {
                function: function_name(self.program, call.callee),
                arguments: self.arguments(call, memory),
                span: at.span,
                caller: function_name(self.program, at.function),
            });
        }
        let more = calls.len().saturating_sub(CALLS);
        calls.drain(..more);
        self.account.calls = calls;
    }

    /// Whether a function is one of the user's files.
    fn is_users(&self, function: FuncId) -> bool {
        let function = self.program.functions.get(function);
        function
            .is_some_and(|function| !function.model && !self.program.is_in_library(function.span))
    }

    fn arguments(&self, call: &Active, memory: &Memory) -> Vec<(std::sync::Arc<str>, String)> {
        let Some(function) = self.program.functions.get(call.callee) else {
            return Vec::new();
        };
        let values = call.args.iter().enumerate();
        values
            .filter_map(|(index, value)| {
                let mut locals = function.locals.iter();
                let local = locals
                    .find(|local| local.param.is_some_and(|param| param as usize == index))?;
                if local.name.is_empty() {
                    return None;
                }
                let text = self.value_of(value, local.ctype, memory)?;
                Some((local.name.clone(), text))
            })
            .collect()
    }

    /// A value of a source type in the syntax of C; `None` for structures.
    pub(super) fn value_of(
        &self,
        value: &Value,
        ctype: CTypeId,
        memory: &Memory,
    ) -> Option<String> {
        value_text(self.program, &self.objects, memory, value, ctype)
    }
}

/// A value of a source type in the syntax of C; `None` for structures.
fn value_text(
    program: &Program,
    objects: &Objects,
    memory: &Memory,
    value: &Value,
    ctype: CTypeId,
) -> Option<String> {
    let names = Names {
        program,
        memory,
        objects,
    };
    let raw = match value {
        Value::Int(bits) => Raw::Bits(bits.clone()),
        Value::Float(kind, bits) => return Some(number(program, *kind, bits)),
        Value::Pointer(pointer) | Value::Address(pointer) => Raw::Pointer(*pointer),
        Value::Aggregate(_) => return None,
    };
    // Narrow arguments are passed as wider numbers.
    let raw = match raw {
        Raw::Bits(bits) => match crate::place::ctype_bits(program, ctype) {
            Some(width)
                if width > 0 && width < u64::from(bits.width()) && ctype != CTypeTable::UNKNOWN =>
            {
                Raw::Bits(bits.extract(width as u32 - 1, 0))
            }
            Some(_) | None => Raw::Bits(bits),
        },
        other @ (Raw::Pointer(_) | Raw::Unknown) => other,
    };
    Some(format(program, ctype, &raw, &names))
}

/// The object that a value leads to.
pub(super) fn object_of(value: &Value) -> Option<(u64, i64)> {
    match value {
        Value::Pointer(pointer) | Value::Address(pointer) => match pointer.base {
            Base::Object(object) => Some((object, pointer.offset)),
            Base::Null | Base::Function(_) | Base::Invalid => None,
        },
        Value::Int(_) | Value::Float(..) | Value::Aggregate(_) => None,
    }
}
