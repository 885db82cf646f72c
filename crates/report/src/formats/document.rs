//! The report as data for programs: what `--json` writes, and what the page shows.
//!
//! The schema is `docs/schema/cassay-report-1.schema.json`. Members may be added to a version; removing one or
//! changing its meaning makes another version. Places have no text: whoever reads the document has the source.

use crate::ledger::{Assumption, LoopEntry};
use crate::place::Place;
use crate::report::{
    Call, Claim, Conclusion, Finding, Invariant, Reason, Report, RunFacts, State, Value, Why,
};
use crate::threads::{self, Thread};
use cassay_engine::{Basis, PropertyStatus};
use cassay_trace::StepKind;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The name of the format.
pub const FORMAT: &str = "cassay-report";
/// Its version. The first number changes when readers have to.
pub const VERSION: &str = "1.0";

/// Everything that a run found out.
#[derive(Serialize)]
pub struct Document<'a> {
    format: &'static str,
    version: &'static str,
    tool: Tool<'a>,
    verdict: &'static str,
    last_line: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonData<'a>>,
    run: RunData<'a>,
    summary: Summary,
    properties: Vec<Property<'a>>,
    findings: Vec<FindingData<'a>>,
    ledger: LedgerData<'a>,
    invariants: Vec<InvariantData<'a>>,
    advice: Vec<AdviceData<'a>>,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'static str,
    version: &'a str,
}

#[derive(Serialize)]
struct ReasonData<'a> {
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
}

#[derive(Serialize)]
struct RunData<'a> {
    finished: bool,
    command: &'a [String],
    files: &'a [String],
    settings: BTreeMap<&'a str, &'a str>,
    limits: BTreeMap<&'a str, &'a str>,
    wall_seconds: f64,
    stages: Vec<Stage<'a>>,
    peak_memory: u64,
    peak_worker: u64,
    bound: u32,
    passes: u32,
    solver_calls: u64,
    figures: BTreeMap<&'a str, u64>,
}

#[derive(Serialize)]
struct Stage<'a> {
    name: &'a str,
    cpu_seconds: f64,
}

/// Properties by their status.
#[derive(Default, Serialize)]
struct Summary {
    properties: usize,
    proved: usize,
    unreachable: usize,
    violated: usize,
    bounded: usize,
    open: usize,
    all_decided: bool,
}

/// A place; where its expression is known, that is from `column` to `end_column`.
#[derive(Serialize)]
struct PlaceData<'a> {
    file: &'a str,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[u32; 4]>,
}

#[derive(Serialize)]
struct Property<'a> {
    id: &'a str,
    class: &'static str,
    title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cwe: Option<u32>,
    message: &'a str,
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
    status: &'static str,
    basis: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<usize>,
}

#[derive(Serialize)]
struct FindingData<'a> {
    property: &'a str,
    class: &'static str,
    title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cwe: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sv_comp: Option<&'static str>,
    message: &'a str,
    explanation: &'a str,
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<Inside<'a>>,
    facts: Vec<FactData<'a>>,
    related: Vec<RelatedData<'a>>,
    calls: Vec<CallData<'a>>,
    states: Vec<StateData<'a>>,
    threads: Vec<ThreadData<'a>>,
    positions: Vec<PositionData<'a>>,
}

/// The place in a library, where the finding itself is at the user's call.
#[derive(Serialize)]
struct Inside<'a> {
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
}

#[derive(Serialize)]
struct FactData<'a> {
    name: &'a str,
    value: &'a str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    c_type: Option<&'a str>,
}

#[derive(Serialize)]
struct RelatedData<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
}

#[derive(Serialize)]
struct CallData<'a> {
    function: &'a str,
    caller: &'a str,
    arguments: Vec<Argument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
}

#[derive(Serialize)]
struct Argument<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct StateData<'a> {
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
    function: &'a str,
    thread: u32,
    depth: u32,
    kind: &'static str,
    text: String,
    target: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    c_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    holds: &'a [String],
}

#[derive(Serialize)]
struct ThreadData<'a> {
    number: u32,
    entry: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<PlaceData<'a>>,
}

#[derive(Serialize)]
struct PositionData<'a> {
    thread: u32,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
    path: &'a [String],
    holds: Vec<HeldData<'a>>,
}

#[derive(Serialize)]
struct HeldData<'a> {
    lock: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
}

#[derive(Serialize)]
struct LedgerData<'a> {
    bases: Vec<BasisData>,
    assumptions: Vec<AssumptionData<'a>>,
    loops: Vec<LoopData<'a>>,
}

#[derive(Serialize)]
struct BasisData {
    basis: &'static str,
    text: String,
    properties: usize,
}

#[derive(Serialize)]
struct AssumptionData<'a> {
    kind: &'static str,
    subject: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
    may_hide: bool,
}

#[derive(Serialize)]
struct LoopData<'a> {
    id: &'a str,
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    end: &'static str,
    text: String,
}

#[derive(Serialize)]
struct InvariantData<'a> {
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData<'a>>,
    text: &'a str,
}

#[derive(Serialize)]
struct AdviceData<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
}

impl<'a> Document<'a> {
    /// The document of a report.
    pub fn new(report: &'a Report) -> Document<'a> {
        let properties = properties(report);
        Document {
            format: FORMAT,
            version: VERSION,
            tool: Tool {
                name: "Cassay",
                version: &report.run.version,
            },
            verdict: verdict(report.conclusion),
            last_line: report.conclusion.last_line(),
            reason: report.reason.as_ref().map(|why| reason(why, &report.run)),
            run: run(&report.run),
            summary: summary(&properties, report.all_properties),
            findings: report.findings.iter().map(finding).collect(),
            properties,
            ledger: LedgerData {
                bases: report
                    .ledger
                    .bases
                    .iter()
                    .map(|basis| BasisData {
                        basis: basis.support.name(),
                        text: basis.support.words(),
                        properties: basis.properties,
                    })
                    .collect(),
                assumptions: report.ledger.assumptions.iter().map(assumption).collect(),
                loops: report.ledger.loops.iter().map(loop_data).collect(),
            },
            invariants: report.invariants.iter().map(invariant).collect(),
            advice: report
                .advice
                .iter()
                .map(|advice| AdviceData {
                    text: &advice.text,
                    command: advice.command.as_deref(),
                })
                .collect(),
        }
    }
}

/// The answer in one word.
pub fn verdict(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Safe => "safe",
        Conclusion::Unsafe => "unsafe",
        Conclusion::Unknown => "unknown",
    }
}

/// What is known about a property, in one word.
pub fn status(status: PropertyStatus) -> &'static str {
    match status {
        PropertyStatus::Proved(_) => "proved",
        PropertyStatus::Unreachable => "unreachable",
        PropertyStatus::Violated { .. } => "violated",
        PropertyStatus::Bounded { .. } | PropertyStatus::FewInterrupts { .. } => "bounded",
        PropertyStatus::NotChecked => "open",
    }
}

/// The findings of which no claim speaks: their claims, as far as they are known.
pub fn beyond_claims(report: &Report) -> impl Iterator<Item = &Finding> {
    let known: BTreeSet<&str> = report
        .claims
        .iter()
        .map(|claim| claim.id.as_str())
        .collect();
    let findings = report.findings.iter();
    findings.filter(move |finding| !known.contains(finding.claim.as_str()))
}

fn properties(report: &Report) -> Vec<Property<'_>> {
    let findings = report.findings.iter().enumerate();
    let by_claim: BTreeMap<&str, usize> = findings
        .rev()
        .map(|(index, finding)| (finding.claim.as_str(), index))
        .collect();
    let known = report.claims.iter().map(|claim| property(claim, &by_claim));
    let others = beyond_claims(report).map(|finding| Property {
        id: &finding.claim,
        class: finding.class.name(),
        title: finding.class.title(),
        cwe: finding.class.cwe(),
        message: &finding.message,
        function: &finding.function,
        place: place(&finding.place),
        status: "violated",
        basis: "violated",
        text: "violated".to_string(),
        finding: by_claim.get(finding.claim.as_str()).copied(),
    });
    known.chain(others).collect()
}

fn property<'a>(claim: &'a Claim, findings: &BTreeMap<&str, usize>) -> Property<'a> {
    Property {
        id: &claim.id,
        class: claim.class.name(),
        title: claim.class.title(),
        cwe: claim.class.cwe(),
        message: &claim.message,
        function: &claim.function,
        place: place(&claim.place),
        status: status(claim.status),
        basis: claim.basis.name(),
        text: claim.basis.words(),
        finding: findings.get(claim.id.as_str()).copied(),
    }
}

fn summary(properties: &[Property<'_>], all_decided: bool) -> Summary {
    let mut sum = Summary {
        properties: properties.len(),
        all_decided,
        ..Summary::default()
    };
    for property in properties {
        *match property.status {
            "proved" => &mut sum.proved,
            "unreachable" => &mut sum.unreachable,
            "violated" => &mut sum.violated,
            "bounded" => &mut sum.bounded,
            _ => &mut sum.open,
        } += 1;
    }
    sum
}

fn place(place: &Place) -> Option<PlaceData<'_>> {
    place.is_known().then(|| PlaceData {
        file: &place.file,
        line: place.line,
        column: (place.column > 0).then_some(place.column),
        range: place
            .range
            .map(|range| [range.line, range.column, range.end_line, range.end_column]),
    })
}

fn reason<'a>(reason: &'a Reason, run: &RunFacts) -> ReasonData<'a> {
    let (kind, at) = match reason {
        Reason::Open(_) if !run.finished => ("unfinished", None),
        Reason::Proved(basis) => (basis_kind(basis), None),
        Reason::Open(why) => why_kind(why),
    };
    ReasonData {
        kind,
        text: crate::reason::reason(reason),
        place: at.and_then(place),
    }
}

fn basis_kind(basis: &Basis) -> &'static str {
    match basis {
        Basis::Static => "static",
        Basis::Complete { .. } => "complete",
        Basis::Induction { .. } => "induction",
        Basis::Explored { .. } => "explored",
        Basis::Machine => "model",
        Basis::UpToBound(_) => "up-to-bound",
        Basis::UpToSwitches { .. } => "up-to-switches",
        Basis::UpToInterrupts { .. } => "up-to-interrupts",
    }
}

fn why_kind(why: &Why) -> (&'static str, Option<&Place>) {
    match why {
        Why::Bound { place, .. } => ("bound", Some(place)),
        Why::Unsupported { place, .. } => ("unsupported", Some(place)),
        Why::Undefined { place, .. } => ("undefined", Some(place)),
        Why::AllocationFails { place, .. } => ("allocation-fails", Some(place)),
        Why::Assumption(note) => ("assumption", Some(&note.place)),
        Why::Limit { .. } => ("limit", None),
        Why::Solver(_) => ("solver", None),
        Why::Inconclusive(_) => ("inconclusive", None),
    }
}

fn run(run: &RunFacts) -> RunData<'_> {
    RunData {
        finished: run.finished,
        command: &run.command,
        files: &run.files,
        settings: pairs(&run.settings),
        limits: pairs(&run.limits),
        wall_seconds: seconds(run.wall),
        stages: run
            .timings
            .iter()
            .map(|(name, time)| Stage {
                name: name.strip_prefix("cpu-").unwrap_or(name),
                cpu_seconds: seconds(*time),
            })
            .collect(),
        peak_memory: run.peak_memory,
        peak_worker: run.peak_worker,
        bound: run.bound,
        passes: run.passes,
        solver_calls: run.solver_calls,
        figures: run.figures.iter().copied().collect(),
    }
}

fn pairs<'a>(list: &'a [(&'static str, String)]) -> BTreeMap<&'a str, &'a str> {
    list.iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect()
}

/// Seconds, to the millisecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

fn finding(finding: &Finding) -> FindingData<'_> {
    let sentences = threads::sentences(&finding.positions);
    let positions = finding.positions.iter().zip(sentences);
    FindingData {
        property: &finding.claim,
        class: finding.class.name(),
        title: finding.class.title(),
        cwe: finding.class.cwe(),
        sv_comp: finding.property,
        message: &finding.message,
        explanation: &finding.explanation,
        function: &finding.function,
        place: place(&finding.place),
        inside: finding.inner.as_ref().map(|(function, at)| Inside {
            function,
            place: place(at),
        }),
        facts: finding
            .facts
            .iter()
            .map(|fact| FactData {
                name: &fact.name,
                value: &fact.value.text,
                c_type: fact.value.c_type.as_deref(),
            })
            .collect(),
        related: finding
            .related
            .iter()
            .map(|related| RelatedData {
                text: &related.text,
                place: place(&related.place),
            })
            .collect(),
        calls: finding.calls.iter().map(call).collect(),
        states: finding.states.iter().map(state).collect(),
        threads: finding.threads.iter().map(thread).collect(),
        positions: positions
            .map(|(position, text)| PositionData {
                thread: position.thread,
                text,
                place: place(&position.place),
                path: &position.path,
                holds: position
                    .holds
                    .iter()
                    .map(|held| HeldData {
                        lock: &held.lock,
                        place: place(&held.place),
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn call(call: &Call) -> CallData<'_> {
    CallData {
        function: &call.function,
        caller: &call.caller,
        arguments: call
            .arguments
            .iter()
            .map(|(name, value)| Argument { name, value })
            .collect(),
        place: place(&call.place),
    }
}

fn state(state: &State) -> StateData<'_> {
    let value = state.value.as_ref();
    StateData {
        number: state.number,
        place: place(&state.place),
        function: &state.function,
        thread: state.thread,
        depth: state.depth,
        kind: kind_name(state.kind),
        text: state.text(),
        target: state.target.to_string(),
        value: value.map(|value| value.text.as_str()),
        c_type: value.and_then(|value| value.c_type.as_deref()),
        bits: value.and_then(bits),
        origin: state.mark(),
        holds: &state.holds,
    }
}

/// The bits of a value as one unsigned number.
fn bits(value: &Value) -> Option<String> {
    value.bits.as_ref().map(|bits| format!("{bits:#x}"))
}

/// What a state shows, in one word.
pub fn kind_name(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Assignment => "assignment",
        StepKind::Input => "input",
        StepKind::Uninitialised => "uninitialised",
        StepKind::Commit => "commit",
        StepKind::Free => "free",
        StepKind::Expire => "expire",
        StepKind::Call => "call",
        StepKind::Create => "create",
        StepKind::Lock => "lock",
        StepKind::Unlock => "unlock",
        StepKind::Sync => "sync",
        StepKind::Interrupt => "interrupt",
    }
}

fn thread(thread: &Thread) -> ThreadData<'_> {
    ThreadData {
        number: thread.number,
        entry: &thread.entry,
        created: thread.created.as_ref().and_then(place),
    }
}

fn assumption(assumption: &Assumption) -> AssumptionData<'_> {
    AssumptionData {
        kind: assumption.kind.name(),
        subject: &assumption.subject,
        text: &assumption.text,
        place: place(&assumption.place),
        may_hide: assumption.may_hide,
    }
}

fn loop_data(entry: &LoopEntry) -> LoopData<'_> {
    LoopData {
        id: &entry.id,
        function: &entry.function,
        place: place(&entry.place),
        bound: entry.bound,
        end: entry.end_name(),
        text: entry.why(),
    }
}

fn invariant(invariant: &Invariant) -> InvariantData<'_> {
    InvariantData {
        function: &invariant.function,
        place: place(&invariant.place),
        text: &invariant.text,
    }
}
