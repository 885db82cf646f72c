//! What a page about the run shows besides the report: what each line cost, the lines that executions pass,
//! and pictures of memory. Collected only when such a page is asked for.

use crate::place::Place;
use cassay_base::Span;
use cassay_engine::Outcome;
use cassay_ir::Program;
use cassay_trace::picture::{self, Storage};
use serde::Serialize;
use std::collections::BTreeMap;

/// What executing a line cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineCost {
    /// The line.
    pub line: u32,
    /// Statements executed symbolically, in all passes.
    pub steps: u64,
    /// Terms made meanwhile.
    pub terms: u64,
}

/// A part of an object that is drawn as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The way to it, as `[2].x`.
    pub path: String,
    /// Its type in the source.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub c_type: Option<String>,
    /// The offset of its first byte.
    pub offset: u64,
    /// How many bytes it touches.
    pub bytes: u64,
}

/// An object of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Object {
    /// Its name in states.
    pub name: String,
    /// Its type in the source, or that of its elements.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub c_type: Option<String>,
    /// `static`, `stack` or `heap`.
    pub storage: &'static str,
    /// Its size in bytes.
    pub size: u64,
    /// The file and line where it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made: Option<(String, u32)>,
    /// The index of the first state at which it exists.
    pub from: usize,
    /// The index of the first state at which it does not exist any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<usize>,
    /// Its parts.
    pub cells: Vec<Cell>,
    /// Whether parts are left out.
    pub cut: bool,
}

/// A part of an object gets a value: state, object, cell, text, bytes, and where a pointer leads.
pub type Change = (usize, usize, usize, String, String, Option<(usize, i64)>);

/// An activation of a function: its caller, its name, and the file and line of the call.
pub type Activation = (Option<usize>, String, Option<(String, u32)>);

/// What a counterexample looks like in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// The objects.
    pub objects: Vec<Object>,
    /// What they hold, by state.
    pub changes: Vec<Change>,
    /// Activations, callers before what they call.
    pub activations: Vec<Activation>,
    /// For each state the activation that it is in.
    pub stacks: Vec<Option<usize>>,
    /// The lines that the execution passes, by file.
    pub passed: BTreeMap<String, Vec<u32>>,
    /// Whether something is left out.
    pub cut: bool,
}

/// Everything that is collected for the page only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// What each line cost, by file, those of library models under an empty name.
    pub costs: BTreeMap<String, Vec<LineCost>>,
    /// For each finding of the report its picture.
    pub pictures: Vec<Option<Picture>>,
}

/// The costs of an outcome by file. All of the library is one line.
pub(crate) fn costs(program: &Program, outcome: &Outcome) -> BTreeMap<String, Vec<LineCost>> {
    let mut by_file: BTreeMap<String, Vec<LineCost>> = BTreeMap::new();
    let mut library = LineCost {
        line: 0,
        steps: 0,
        terms: 0,
    };
    for (span, cost) in &outcome.costs {
        if !span.is_known() || program.is_in_library(*span) {
            library.steps += cost.steps;
            library.terms += cost.terms;
            continue;
        }
        let file = program.file_name(*span).to_string();
        by_file.entry(file).or_default().push(LineCost {
            line: span.line,
            steps: cost.steps,
            terms: cost.terms,
        });
    }
    if library.steps > 0 {
        by_file.insert(String::new(), vec![library]);
    }
    by_file
}

/// A picture in terms of the source.
pub(crate) fn picture(program: &Program, drawn: &picture::Picture) -> Picture {
    let place = |span: Span| {
        let place = Place::new(program, span, &|_, _| None);
        place.is_known().then_some((place.file, place.line))
    };
    let objects = drawn.objects.iter().map(|object| Object {
        name: object.name.clone(),
        c_type: object.c_type.clone(),
        storage: match object.storage {
            Storage::Static => "static",
            Storage::Stack => "stack",
            Storage::Heap => "heap",
        },
        size: object.size,
        made: place(object.span),
        from: object.from,
        until: object.until,
        cells: object
            .cells
            .iter()
            .map(|cell| Cell {
                path: cell.path.clone(),
                c_type: cell.c_type.clone(),
                offset: cell.offset,
                bytes: cell.bytes,
            })
            .collect(),
        cut: object.cut,
    });
    let changes = drawn.changes.iter().map(|change| {
        let (text, bytes) = (change.text.clone(), change.bytes.clone());
        (
            change.state,
            change.object,
            change.cell,
            text,
            bytes,
            change.target,
        )
    });
    let activations = drawn.activations.iter();
    let mut passed: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for span in &drawn.reached {
        let file = program.file_name(*span).to_string();
        passed.entry(file).or_default().push(span.line);
    }
    Picture {
        objects: objects.collect(),
        changes: changes.collect(),
        activations: activations
            .map(|call| (call.caller, call.function.to_string(), place(call.span)))
            .collect(),
        stacks: drawn.stacks.clone(),
        passed,
        cut: drawn.cut,
    }
}
