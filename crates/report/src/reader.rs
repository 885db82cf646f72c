//! Turns what the engine found into what a report holds.

use crate::ledger::{LoopEntry, Support};
use crate::place::Place;
use crate::report::{
    Achieved, Call, Claim, Fact, Finding, Input, Note, Related, State, Value, Why,
};
use crate::threads::{Held, Position, Thread};
use crate::words;
use cassay_base::Span;
use cassay_engine::{Established, LoopResult, PropertyResult, UnknownReason, Violation};
use cassay_ir::{InputSource, Program};
use cassay_trace::{Counterexample, Shown, Step, Target};

/// Turns what the engine found into what a report holds.
pub(crate) struct Reader<'a> {
    program: &'a Program,
    source: &'a dyn Fn(&str, u32) -> Option<String>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        program: &'a Program,
        source: &'a dyn Fn(&str, u32) -> Option<String>,
    ) -> Self {
        Reader { program, source }
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        Place::new(self.program, span, self.source)
    }

    pub(crate) fn note(&self, note: &cassay_ir::Note) -> Note {
        Note {
            kind: note.kind,
            subject: note.subject.to_string(),
            assumption: note.assumption.to_string(),
            place: self.place(note.span),
            may_hide: note.may_hide,
        }
    }

    pub(crate) fn why(&self, why: &UnknownReason) -> Why {
        match why {
            UnknownReason::Bound { bound, at, span } => Why::Bound {
                bound: *bound,
                at: at.clone(),
                place: self.place(*span),
            },
            UnknownReason::Unsupported { what, span } => Why::Unsupported {
                what: what.clone(),
                place: self.place(*span),
            },
            UnknownReason::Undefined { what, span } => Why::Undefined {
                what: what.to_string(),
                place: self.place(*span),
            },
            UnknownReason::AllocationFails { what, span } => Why::AllocationFails {
                what: what.clone(),
                place: self.place(*span),
            },
            UnknownReason::Assumption(note) => Why::Assumption(self.note(note)),
            UnknownReason::Limit {
                reason,
                established,
            } => Why::Limit {
                limit: *reason,
                achieved: self.achieved(established),
            },
            UnknownReason::Solver(what) => Why::Solver(what.clone()),
            UnknownReason::Inconclusive(what) => Why::Inconclusive(what.clone()),
        }
    }

    fn achieved(&self, established: &Established) -> Achieved {
        let blocked = established.blocked.as_ref();
        Achieved {
            safe_up_to: established.safe_up_to,
            tried_k: established.tried_k,
            proved: established.proved,
            properties: established.properties,
            blocked: blocked.map(|(at, span)| (at.clone(), self.place(*span))),
            refused: established.refused.as_ref().map(|note| self.note(note)),
        }
    }

    pub(crate) fn finding(&self, violation: &Violation) -> Finding {
        let steps = violation.counterexample.steps.iter();
        let account = &violation.counterexample.account;
        let facts: Vec<Fact> = account.facts.iter().map(|fact| self.fact(fact)).collect();
        let place = self.place(violation.span);
        Finding {
            claim: violation.claim.clone(),
            class: violation.property.class,
            property: cassay_ir::sv_comp::property(violation.property.class),
            message: violation.property.message.to_string(),
            explanation: words::explain(&violation.property, account, &facts, place.source()),
            facts,
            related: account.related.iter().map(|to| self.related(to)).collect(),
            calls: account.calls.iter().map(|call| self.call(call)).collect(),
            function: violation.function.to_string(),
            place,
            inner: violation.counterexample.inner.as_ref().map(|inner| {
                let function = inner.function.to_string();
                (function, self.place(inner.span))
            }),
            states: steps.map(|step| self.state(step)).collect(),
            inputs: self.inputs(&violation.counterexample),
            threads: self.threads(&violation.counterexample),
            positions: self.positions(&violation.counterexample),
            outside: violation.counterexample.outside.clone(),
        }
    }

    fn inputs(&self, counterexample: &Counterexample) -> Vec<Input> {
        let states = counterexample.inputs.iter().map(|step| self.state(step));
        let results = states.filter_map(|state| match (state.target, state.value) {
            (Target::Source(InputSource::Call(callee)), Some(value)) => Some(Input {
                place: state.place,
                function: state.function,
                callee: callee.to_string(),
                value,
            }),
            _ => None,
        });
        results.collect()
    }

    fn state(&self, step: &Step) -> State {
        State {
            number: step.number,
            place: self.place(step.span),
            function: step.function.to_string(),
            thread: step.thread,
            depth: step.depth,
            kind: step.kind,
            target: step.target.clone(),
            value: step.value.as_ref().map(|value| self.value(value)),
            origin: step.origin.clone(),
            holds: step.holds.iter().map(|lock| lock.to_string()).collect(),
        }
    }

    fn threads(&self, counterexample: &Counterexample) -> Vec<Thread> {
        let threads = counterexample.threads.iter();
        threads
            .map(|thread| Thread {
                number: thread.number,
                entry: thread.entry.to_string(),
                created: thread.created.map(|span| self.place(span)),
            })
            .collect()
    }

    fn positions(&self, counterexample: &Counterexample) -> Vec<Position> {
        let positions = counterexample.positions.iter();
        positions
            .map(|position| Position {
                thread: position.thread,
                place: self.place(position.span),
                path: position.path.iter().map(|name| name.to_string()).collect(),
                holds: position
                    .holds
                    .iter()
                    .map(|held| Held {
                        lock: held.lock.to_string(),
                        place: self.place(held.span),
                    })
                    .collect(),
                doing: position.doing.clone(),
            })
            .collect()
    }

    pub(crate) fn claim(&self, property: &PropertyResult) -> Claim {
        Claim {
            id: property.claim.clone(),
            class: property.property.class,
            message: property.property.message.to_string(),
            function: property.function.to_string(),
            place: self.place(property.span),
            status: property.status,
            basis: Support::of(property.status),
        }
    }

    fn value(&self, value: &Shown) -> Value {
        Value {
            text: value.text.clone(),
            c_type: cassay_trace::type_name(&self.program.ctypes, value.ctype),
            bits: value.bits.clone(),
        }
    }

    fn fact(&self, fact: &cassay_trace::Fact) -> Fact {
        Fact {
            name: fact.name.clone(),
            value: self.value(&fact.value),
        }
    }

    fn related(&self, related: &cassay_trace::Related) -> Related {
        Related {
            place: self.place(related.span),
            text: words::related(related),
        }
    }

    fn call(&self, call: &cassay_trace::Call) -> Call {
        let arguments = call.arguments.iter();
        Call {
            function: call.function.to_string(),
            arguments: arguments
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect(),
            place: self.place(call.span),
            caller: call.caller.to_string(),
        }
    }

    pub(crate) fn loop_entry(&self, result: &LoopResult) -> LoopEntry {
        LoopEntry {
            id: result.id.clone(),
            function: result.function.clone(),
            place: self.place(result.span),
            bound: result.bound,
            end: result.end,
        }
    }
}
