//! Counterexamples: an execution replayed in the interpreter and described in terms of the source.
//!
//! [`replay`] runs the program with given inputs and collects numbered states; if the run ends in a
//! violation, [`Replay::counterexample`] keeps the relevant ones. Values are printed by their C
//! type ([`value`]), places in C syntax ([`place`]), and relevance is decided by a dynamic slice
//! (`relevant`).
//!
//! Invariants of absence: nothing here knows terms or solvers. The caller turns a model into
//! inputs.

mod account;
mod collect;
mod containers;
mod frames;
mod names;
mod objects;
pub mod outside;
pub mod picture;
pub mod place;
mod relevant;
mod step;
mod sync;
mod threads;
pub mod value;

use cassay_base::Span;
use cassay_interp::{Context, Event, Follow, Inputs, Limits, Observer, Outcome};
use cassay_ir::{ClaimId, FuncId, Program, Property};
use outside::Outside;
use picture::{Painter, Picture, Sketch};
use std::sync::Arc;

pub use account::{Account, Call, Cause, Extent, Fact, Fate, Operand, Related};
pub use step::{AccessPath, Inner, Origin, Part, Shown, Step, StepKind, Target, text, type_name};
pub use threads::{Doing, Held, Position, Thread};

/// A replayed execution.
#[derive(Clone, Debug)]
pub struct Replay {
    /// How it ended.
    pub outcome: Outcome,
    /// The function of the C library that the program was in at the end; in a deadlock the function of
    /// the program that a thread waits in.
    pub library: Option<Arc<str>>,
    /// Where the user's code was at the end, if the execution was in a header of a library.
    pub user: Option<Inner>,
    /// The place in that header.
    pub header: Option<Inner>,
    /// Where the user's code has thrown the exception that ended the program, if one did.
    pub thrown: Option<Inner>,
    /// Every state, in order.
    pub steps: Vec<Step>,
    /// For each state, whether it is relevant to how the execution ended.
    pub relevant: Vec<bool>,
    /// The threads, if there are several.
    pub threads: Vec<Thread>,
    /// The threads that race, the one that the claim is about first; or those that wait for ever.
    pub positions: Vec<Position>,
    /// What it got from outside.
    pub outside: Outside,
    /// What a picture of memory is drawn from, if one is wanted.
    pub sketch: Option<Sketch>,
    /// What there is to say about its violation besides.
    pub account: Account,
}

/// A violated property and the execution that leads there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// What was violated.
    pub property: Property,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: Arc<str>,
    /// Where in a header of a library, if it was there: then the place is the call in the user's file.
    pub inner: Option<Inner>,
    /// Whether the place is not that of the claim.
    pub elsewhere: bool,
    /// The property's message.
    pub message: Arc<str>,
    /// The states.
    pub steps: Vec<Step>,
    /// Every input, also those that do not matter.
    pub inputs: Vec<Step>,
    /// The threads, if there are several.
    pub threads: Vec<Thread>,
    /// The threads that race, the one that the claim is about first; or those that wait for ever.
    pub positions: Vec<Position>,
    /// What the execution got from outside.
    pub outside: Outside,
    /// What it looks like in memory, if wanted.
    pub picture: Option<Box<Picture>>,
    /// What there is to say about the violation besides.
    pub account: Account,
}

impl Replay {
    /// If the execution ended in a deadlock, makes it the violation of a claim about progress that one of
    /// the threads stands behind.
    pub fn claim_progress(&mut self, program: &Program, claim: ClaimId) {
        if let Some((violation, function)) = self.outcome.without_progress(program, claim) {
            self.outcome = violation;
            self.library = Some(function_name(program, function));
        }
    }

    /// The violation with its states: the relevant ones, or `all` of them (ends of scopes only if
    /// relevant). `None` if the execution did not end in a violation.
    pub fn counterexample(&self, program: &Program, all: bool) -> Option<Counterexample> {
        let Outcome::Violation { property, at, .. } = &self.outcome else {
            return None;
        };
        let kept = self.steps.iter().zip(&self.relevant);
        let mut kept: Vec<&Step> = kept
            .filter(|(step, relevant)| match all {
                true => **relevant || step.kind != StepKind::Expire,
                false => **relevant && !step.folded,
            })
            .map(|(step, _)| step)
            .collect();
        if !all {
            leave_out_stored_inputs(&mut kept);
        }
        let picture = self.sketch.as_ref();
        let picture = picture.map(|sketch| Box::new(sketch.picture(program, &kept)));
        let here = Inner {
            span: at.span,
            function: match &self.library {
                Some(name) => name.clone(),
                None => function_name(program, at.function),
            },
        };
        let (place, inner) = match (self.thrown.clone(), self.user.clone()) {
            (Some(thrown), _) => (thrown, None),
            (None, Some(user)) => (user, Some(self.header.clone().unwrap_or(here))),
            (None, None) => (here, None),
        };
        Some(Counterexample {
            property: property.clone(),
            elsewhere: self.thrown.is_some() || inner.is_some(),
            span: place.span,
            function: place.function,
            inner,
            message: property.message.clone(),
            threads: self.threads.clone(),
            positions: self.positions.clone(),
            outside: self.outside.clone(),
            picture,
            account: self.account.clone(),
            inputs: self
                .steps
                .iter()
                .filter(|step| step.kind == StepKind::Input)
                .cloned()
                .collect(),
            steps: kept
                .into_iter()
                .enumerate()
                .map(|(index, step)| {
                    let mut step = step.clone();
                    step.number = index + 1;
                    if all && let Some(inner) = step.inner.take() {
                        (step.span, step.function) = (inner.span, inner.function);
                    }
                    step
                })
                .collect(),
        })
    }
}

/// Leaves out inputs that are stored by the next state, which says where its value comes from.
fn leave_out_stored_inputs(steps: &mut Vec<&Step>) {
    let stores = |input: &Step, next: &Step| {
        input.kind == StepKind::Input
            && next.kind == StepKind::Assignment
            && (&next.origin, next.thread, next.span.file, next.span.line)
                == (
                    &input.origin,
                    input.thread,
                    input.span.file,
                    input.span.line,
                )
    };
    let mut kept = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        if !steps.get(index + 1).is_some_and(|next| stores(step, next)) {
            kept.push(*step);
        }
    }
    *steps = kept;
}

/// Runs the program from `entry` with the inputs and records what happens; `draw` asks for a sketch of memory.
pub fn replay(
    program: &Program,
    entry: FuncId,
    inputs: &Inputs,
    limits: &Limits,
    draw: bool,
) -> Replay {
    let mut watchers = Watchers {
        collector: collect::Collector::new(program),
        recorder: outside::Recorder::new(program, entry),
        order: outside::OrderRecorder::new(program),
        painter: draw.then(Painter::default),
    };
    let outcome = {
        let mut oracle = inputs.oracle();
        let mut follow = Follow::new(&inputs.schedule);
        cassay_interp::run_scheduled(
            program,
            entry,
            &mut oracle,
            &mut watchers,
            limits,
            &mut follow,
        )
    };
    let order = watchers.order.finish(&outcome);
    let outside = watchers.recorder.finish(order);
    Replay {
        sketch: watchers.painter.map(Painter::finish),
        ..watchers.collector.finish(outcome, outside)
    }
}

/// The observers of a replay.
struct Watchers<'p> {
    collector: collect::Collector<'p>,
    recorder: outside::Recorder<'p>,
    order: outside::OrderRecorder<'p>,
    painter: Option<Painter>,
}

impl Observer for Watchers<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) {
        self.collector.event(event, context);
        self.recorder.event(event, context);
        self.order.event(event, context);
        if let Some(painter) = &mut self.painter {
            let (objects, made) = (&self.collector.objects, self.collector.made);
            painter.event(event, context, objects, made);
        }
    }
}

pub(crate) fn function_name(program: &Program, function: FuncId) -> Arc<str> {
    let title = program.title(function);
    title.map_or_else(|| "?".into(), Clone::clone)
}
