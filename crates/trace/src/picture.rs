//! Pictures of memory: what the objects of a counterexample hold at each of its states, byte by byte, the
//! calls that are under way, and the lines that the execution passes.
//!
//! A [`Sketch`] is what an execution leaves behind; [`Picture`] is the part of it that belongs to the states
//! that are kept. It is drawn only on request: it costs memory for every store.
//!
//! Invariant: what is left out (long objects, many objects, long executions) is marked as left out.

use crate::function_name;
use crate::objects::{Objects, literal_text};
use crate::place::{Leaf, ctype_bits, leaves, path_to};
use crate::step::{Part, Step, Target, path_text, type_name};
use crate::value::{PointerNames, Raw, format};
use cassay_base::Span;
use cassay_bv::Bv;
use cassay_interp::{Base, Byte, Context, Event, ObjectKind, Pointer, Site};
use cassay_ir::{AllocKind, CTypeId, CTypeTable, Program};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The most bytes of an object that are recorded.
const BYTES: u64 = 4096;
/// The most changes that are recorded.
const MARKS: usize = 200_000;
/// The most objects of a picture.
const OBJECTS: usize = 40;
/// The most parts of an object that are drawn.
const CELLS: usize = 48;

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// For the whole execution.
    Static,
    /// In an activation.
    Stack,
    /// On the heap.
    Heap,
}

/// A part of an object that is drawn as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The way to it, as `[2].x`; empty for the whole.
    pub path: String,
    /// Its type in the source, if known.
    pub c_type: Option<String>,
    /// The offset of its first byte.
    pub offset: u64,
    /// How many bytes it touches.
    pub bytes: u64,
}

/// An object of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Its name in states.
    pub name: String,
    /// Its type in the source, or that of its elements.
    pub c_type: Option<String>,
    /// Where it lives.
    pub storage: Storage,
    /// Its size in bytes.
    pub size: u64,
    /// Where it was made.
    pub span: Span,
    /// The index of the first state at which it exists.
    pub from: usize,
    /// The index of the first state at which it does not exist any more.
    pub until: Option<usize>,
    /// Its parts, by offset.
    pub cells: Vec<Cell>,
    /// Whether parts are left out.
    pub cut: bool,
}

/// A part of an object gets a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The index of the state; the number of states for the violation itself.
    pub state: usize,
    /// The object.
    pub object: usize,
    /// The part.
    pub cell: usize,
    /// The value in C syntax.
    pub text: String,
    /// Its bytes as memory holds them, two digits each, `??` where never written, `**` for a part of a pointer.
    pub bytes: String,
    /// For a pointer to an object of the picture: which, and how many bytes from its start.
    pub target: Option<(usize, i64)>,
}

/// An activation of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The one that called it.
    pub caller: Option<usize>,
    /// The function.
    pub function: Arc<str>,
    /// Where it was called.
    pub span: Span,
}

/// What a counterexample looks like in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The objects that its states are about, and those that they point to.
    pub objects: Vec<Drawn>,
    /// What they hold, by state.
    pub changes: Vec<Change>,
    /// Activations, callers before what they call.
    pub activations: Vec<Activation>,
    /// For each state the activation that it is in.
    pub stacks: Vec<Option<usize>>,
    /// Lines that the execution passes; places without a column.
    pub reached: BTreeSet<Span>,
    /// Whether the execution was too long or had too many objects to be drawn whole.
    pub cut: bool,
}

/// What happened to an object.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// It is there, with these first bytes if they are known.
    Begins(Vec<Byte>),
    /// Bytes were written at an offset.
    Bytes(u64, Vec<Byte>),
    /// It is gone.
    Ends,
}

#[derive(Clone, Debug)]
struct Mark {
    /// How many states there were.
    made: usize,
    object: u64,
    what: What,
}

/// What is known of an object beside its bytes.
#[derive(Clone, Debug)]
struct About {
    name: String,
    ctype: CTypeId,
    /// Whether `ctype` is the type of an element.
    elements: bool,
    storage: Storage,
    size: u64,
    span: Span,
}

/// What an execution leaves behind to draw a picture from.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    about: BTreeMap<u64, About>,
    marks: Vec<Mark>,
    activations: Vec<Activation>,
    /// The innermost activation from some number of states on.
    stacks: Vec<(usize, usize)>,
    reached: BTreeSet<Span>,
    cut: bool,
}

/// Observes an execution.
#[derive(Default)]
pub(crate) struct Painter {
    sketch: Sketch,
    /// By thread, the activations under way.
    stacks: BTreeMap<u32, Vec<usize>>,
    /// The activation of the function in front of the entry, which is not in the source.
    start: Option<usize>,
    seen: BTreeSet<u64>,
}

impl Painter {
    /// Takes note of an event, after which there are so many states.
    pub fn event(
        &mut self,
        event: Event<'_>,
        context: &Context<'_>,
        objects: &Objects,
        made: usize,
    ) {
        match event {
            Event::Step => self.step(context, made),
            Event::Call { callee, .. } => {
                self.called(context.thread, context.site, context.program, callee, made);
            }
            Event::Spawn { thread, callee, .. } => {
                self.called(thread, context.site, context.program, callee, made);
            }
            Event::Return { .. } | Event::Unwind => {
                self.stacks.entry(context.thread).or_default().pop();
            }
            Event::Declare { object } | Event::Alloc { object } => {
                self.seen.insert(object);
                self.begins(context, objects, object, made);
            }
            Event::Dead { object } | Event::Free { object } => self.mark(made, object, What::Ends),
            Event::Read { object, .. } | Event::Write { object, .. } => {
                // What exists from the start is not announced. What it held then is what it holds now.
                if self.seen.insert(object) {
                    self.begins(context, objects, object, 0);
                }
            }
            Event::Uninitialised {
                object,
                offset,
                value,
            } => {
                let what = What::Bytes(offset, vec![Byte::Number(value)]);
                self.mark(made, object, what);
            }
            Event::Written {
                object,
                offset,
                len,
            }
            | Event::Committed {
                object,
                offset,
                len,
            } => {
                self.learn(context, objects, object);
                let what = What::Bytes(offset, bytes_of(context, object, offset, len));
                self.mark(made, object, what);
            }
            Event::EndThread { .. }
            | Event::Nondet { .. }
            | Event::Race { .. }
            | Event::Inspect { .. }
            | Event::Violated { .. } => {}
        }
    }

    /// What was recorded.
    pub fn finish(self) -> Sketch {
        self.sketch
    }

    fn step(&mut self, context: &Context<'_>, made: usize) {
        let span = context.site.span;
        if span.is_known() && !context.program.is_in_library(span) {
            self.sketch.reached.insert(Span { column: 0, ..span });
        }
        let stack = self.stacks.entry(context.thread).or_default();
        if stack.is_empty() {
            self.sketch.activations.push(Activation {
                caller: None,
                function: function_name(context.program, context.site.function),
                span: Span::NONE,
            });
            let first = self.sketch.activations.len() - 1;
            self.start.get_or_insert(first);
            stack.push(first);
        }
        let Some(&now) = stack.last() else { return };
        if self
            .sketch
            .stacks
            .last()
            .is_none_or(|(_, last)| *last != now)
        {
            self.sketch.stacks.push((made, now));
        }
    }

    fn called(
        &mut self,
        thread: u32,
        site: Site,
        program: &Program,
        callee: cassay_ir::FuncId,
        made: usize,
    ) {
        if self.sketch.activations.len() >= MARKS {
            self.sketch.cut = true;
        }
        let stack = self.stacks.entry(thread).or_default();
        let caller = stack.last().copied();
        let by_program = caller != self.start;
        self.sketch.activations.push(Activation {
            caller: caller.filter(|_| by_program),
            function: function_name(program, callee),
            span: if by_program { site.span } else { Span::NONE },
        });
        let now = self.sketch.activations.len() - 1;
        stack.push(now);
        self.sketch.stacks.push((made, now));
    }

    fn begins(&mut self, context: &Context<'_>, objects: &Objects, object: u64, made: usize) {
        self.learn(context, objects, object);
        let first = bytes_of(context, object, 0, BYTES);
        self.mark(made, object, What::Begins(first));
    }

    /// Remembers name and type of an object. Those of one on the heap become known when it is pointed to.
    fn learn(&mut self, context: &Context<'_>, objects: &Objects, object: u64) {
        let known = self.sketch.about.get(&object);
        if known.is_some_and(|about| {
            about.ctype != CTypeTable::UNKNOWN && about.storage != Storage::Heap
        }) {
            return;
        }
        let Some(named) = objects.named(context.program, context.memory, object) else {
            return;
        };
        let Some(found) = context.memory.object(object) else {
            return;
        };
        let storage = match found.kind {
            ObjectKind::Global(_) => Storage::Static,
            ObjectKind::Local(..) => Storage::Stack,
            ObjectKind::Contents => return,
            ObjectKind::Alloc(kind) => match kind {
                AllocKind::Static => Storage::Static,
                AllocKind::Stack => Storage::Stack,
                AllocKind::Heap
                | AllocKind::ZeroedHeap
                | AllocKind::New
                | AllocKind::NewArray
                | AllocKind::NewAligned
                | AllocKind::NewArrayAligned => Storage::Heap,
            },
        };
        let about = About {
            name: named.name,
            ctype: named.ctype,
            elements: named.elements,
            storage,
            size: found.size,
            span: found.span,
        };
        self.sketch.about.insert(object, about);
    }

    fn mark(&mut self, made: usize, object: u64, what: What) {
        if self.sketch.marks.len() >= MARKS {
            self.sketch.cut = true;
            return;
        }
        if self.sketch.about.contains_key(&object) {
            self.sketch.marks.push(Mark { made, object, what });
        }
    }
}

fn bytes_of(context: &Context<'_>, object: u64, offset: u64, len: u64) -> Vec<Byte> {
    let range = offset..offset.saturating_add(len.min(BYTES));
    range
        .map_while(|at| context.memory.byte(object, at))
        .collect()
}

impl Sketch {
    /// The picture for the states that are kept, which have these numbers in the replay.
    pub(crate) fn picture(&self, program: &Program, kept: &[&Step]) -> Picture {
        let chosen = self.involved(program, kept);
        let order: HashMap<u64, usize> = chosen
            .objects
            .iter()
            .enumerate()
            .map(|(i, o)| (*o, i))
            .collect();
        let state_of = |made: usize| kept.partition_point(|step| step.number < made);
        let mut draw = Draw {
            sketch: self,
            program,
            order: &order,
            contents: BTreeMap::new(),
            picture: Picture::default(),
        };
        for object in &chosen.objects {
            draw.object(*object, &state_of);
        }
        for mark in &self.marks {
            if let Some(&index) = order.get(&mark.object) {
                draw.mark(mark, index, state_of(mark.made));
            }
        }
        let mut picture = draw.picture;
        let number = |step: &&Step| step.number;
        picture.stacks = kept
            .iter()
            .map(|step| self.stack_at(number(step)))
            .collect();
        picture.activations.clone_from(&self.activations);
        picture.reached.clone_from(&self.reached);
        picture.cut = self.cut || chosen.cut;
        picture
    }

    /// The activation in which a state was made: the last one that was innermost when there were fewer.
    fn stack_at(&self, number: usize) -> Option<usize> {
        let behind = self.stacks.partition_point(|(made, _)| *made < number);
        self.stacks.get(behind.checked_sub(1)?).map(|(_, at)| *at)
    }

    /// The objects that states are about, and those that they point to.
    fn involved(&self, program: &Program, kept: &[&Step]) -> Chosen {
        let names: BTreeSet<&str> = kept
            .iter()
            .filter_map(|step| object_of(&step.target))
            .collect();
        let named = |object: &u64| {
            let about = self.about.get(object);
            about.is_some_and(|about| names.contains(about.name.as_str()))
        };
        let mut all: Vec<u64> = self.about.keys().copied().filter(named).collect();
        let mut known: BTreeSet<u64> = all.iter().copied().collect();
        let mut pointed: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for mark in &self.marks {
            let (What::Begins(bytes) | What::Bytes(_, bytes)) = &mark.what else {
                continue;
            };
            for byte in bytes {
                if let Byte::Part(
                    Pointer {
                        base: Base::Object(to),
                        ..
                    },
                    0,
                ) = byte
                {
                    pointed.entry(mark.object).or_default().insert(*to);
                }
            }
        }
        let mut next = 0;
        while let Some(from) = all.get(next) {
            for to in pointed.get(from).into_iter().flatten() {
                let of_source = self
                    .about
                    .get(to)
                    .is_some_and(|a| !a.name.contains([' ', '.']));
                if of_source && literal_text(program, *to).is_none() && known.insert(*to) {
                    all.push(*to);
                }
            }
            next += 1;
        }
        let cut = all.len() > OBJECTS;
        all.truncate(OBJECTS);
        Chosen { objects: all, cut }
    }
}

struct Chosen {
    objects: Vec<u64>,
    cut: bool,
}

fn object_of(target: &Target) -> Option<&str> {
    match target {
        Target::Object(path) => Some(&path.object),
        Target::Source(_)
        | Target::Function(_)
        | Target::Lock(_)
        | Target::Sync(..)
        | Target::Thread(..) => None,
    }
}

/// A picture that is being drawn.
struct Draw<'a> {
    sketch: &'a Sketch,
    program: &'a Program,
    order: &'a HashMap<u64, usize>,
    /// For each object its bytes so far and the leaves that are drawn.
    contents: BTreeMap<u64, (Vec<Byte>, Vec<Leaf>)>,
    picture: Picture,
}

impl Draw<'_> {
    fn object(&mut self, object: u64, state_of: &dyn Fn(usize) -> usize) {
        let about = &self.sketch.about[&object];
        let marks = || {
            self.sketch
                .marks
                .iter()
                .filter(|mark| mark.object == object)
        };
        let touched: Vec<(u64, u64)> = marks()
            .filter_map(|mark| match &mark.what {
                What::Bytes(offset, bytes) => Some((*offset, offset + bytes.len() as u64)),
                What::Begins(_) | What::Ends => None,
            })
            .collect();
        let (found, cut) = self.cells(about, &touched);
        let cells = found.iter().map(|leaf| Cell {
            path: path_text(&leaf.path),
            c_type: type_name(&self.program.ctypes, leaf.ctype),
            offset: leaf.bit_offset / 8,
            bytes: (leaf.bit_offset + leaf.bits).div_ceil(8) - leaf.bit_offset / 8,
        });
        let begins = marks().find(|mark| matches!(mark.what, What::Begins(_)));
        let ends = marks().rfind(|mark| mark.what == What::Ends);
        self.picture.objects.push(Drawn {
            name: about.name.clone(),
            c_type: type_name(&self.program.ctypes, about.ctype),
            storage: about.storage,
            size: about.size,
            span: about.span,
            from: begins.map_or(0, |mark| state_of(mark.made)),
            until: ends.map(|mark| state_of(mark.made)),
            cells: cells.collect(),
            cut,
        });
        let size = usize::try_from(about.size.min(BYTES)).unwrap_or(0);
        self.contents
            .insert(object, (vec![Byte::Indeterminate; size], found));
    }

    /// The parts of an object that are drawn: all of a small one, else those that were written.
    fn cells(&self, about: &About, touched: &[(u64, u64)]) -> (Vec<Leaf>, bool) {
        let bits = about.size.min(BYTES).saturating_mul(8);
        if let Some(all) = self.leaves(about, 0, bits)
            && !all.is_empty()
        {
            return (all, about.size > BYTES);
        }
        let mut by_offset: BTreeMap<u64, Leaf> = BTreeMap::new();
        for (from, to) in touched {
            let (from, to) = (from * 8, (*to).min(BYTES) * 8);
            let raw = || {
                vec![Leaf {
                    path: bytes_path(from, to),
                    ctype: CTypeTable::UNKNOWN,
                    bit_offset: from,
                    bits: to.saturating_sub(from),
                    text: false,
                }]
            };
            for leaf in self
                .leaves(about, from, to)
                .filter(|found| !found.is_empty())
                .unwrap_or_else(raw)
            {
                if leaf.bits > 0 && by_offset.len() < CELLS {
                    by_offset.entry(leaf.bit_offset).or_insert(leaf);
                }
            }
        }
        (by_offset.into_values().collect(), true)
    }

    fn leaves(&self, about: &About, start: u64, end: u64) -> Option<Vec<Leaf>> {
        if !about.elements {
            return leaves(self.program, about.ctype, start, end, CELLS);
        }
        let stride = ctype_bits(self.program, about.ctype)?.max(1);
        let mut all = Vec::new();
        for index in start / stride..end.div_ceil(stride) {
            let at = index * stride;
            let (from, to) = (start.max(at) - at, end.min(at + stride) - at);
            let limit = CELLS.checked_sub(all.len())?;
            for leaf in leaves(self.program, about.ctype, from, to, limit)? {
                let path = [vec![Part::Index(index)], leaf.path].concat();
                all.push(Leaf {
                    path,
                    bit_offset: at + leaf.bit_offset,
                    ..leaf
                });
            }
        }
        Some(all)
    }

    fn mark(&mut self, mark: &Mark, index: usize, state: usize) {
        let (offset, bytes) = match &mark.what {
            What::Begins(bytes) => (0, bytes),
            What::Bytes(offset, bytes) => (*offset, bytes),
            What::Ends => return,
        };
        let first = matches!(mark.what, What::Begins(_));
        let Some((contents, found)) = self.contents.get_mut(&mark.object) else {
            return;
        };
        for (at, byte) in (offset..).zip(bytes) {
            let slot = usize::try_from(at).ok().and_then(|at| contents.get_mut(at));
            if let Some(slot) = slot {
                *slot = *byte;
            }
        }
        let (start, end) = (offset * 8, (offset + bytes.len() as u64) * 8);
        let names = Names {
            sketch: self.sketch,
            program: self.program,
        };
        for (cell, leaf) in found.iter().enumerate() {
            if leaf.bit_offset >= end || start >= leaf.bit_offset + leaf.bits {
                continue;
            }
            let bytes = slice(contents, leaf);
            if first && bytes.iter().all(|byte| *byte == Byte::Indeterminate) {
                continue;
            }
            let raw = raw(bytes, leaf);
            let target = match &raw {
                Raw::Pointer(Pointer {
                    base: Base::Object(to),
                    offset,
                }) => self.order.get(to).map(|to| (*to, *offset)),
                Raw::Pointer(_) | Raw::Bits(_) | Raw::Unknown => None,
            };
            let text = format(self.program, leaf.ctype, &raw, &names);
            self.picture.changes.push(Change {
                state,
                object: index,
                cell,
                text,
                bytes: digits(bytes),
                target,
            });
        }
    }
}

fn bytes_path(from: u64, to: u64) -> Vec<Part> {
    vec![Part::Bytes {
        offset: from / 8,
        bits: to.saturating_sub(from),
    }]
}

fn slice<'b>(contents: &'b [Byte], leaf: &Leaf) -> &'b [Byte] {
    let first = usize::try_from(leaf.bit_offset / 8).unwrap_or(usize::MAX);
    let last = usize::try_from((leaf.bit_offset + leaf.bits).div_ceil(8)).unwrap_or(usize::MAX);
    contents.get(first..last).unwrap_or(&[])
}

/// The bytes of a leaf as one value.
fn raw(bytes: &[Byte], leaf: &Leaf) -> Raw {
    if let Some(Byte::Part(pointer, 0)) = bytes.first() {
        let whole = |(at, byte): (u32, &Byte)| *byte == Byte::Part(*pointer, at);
        return match (0..).zip(bytes).all(whole) {
            true => Raw::Pointer(*pointer),
            false => Raw::Unknown,
        };
    }
    let mut limbs = vec![0u64; bytes.len().div_ceil(8)];
    for (index, byte) in bytes.iter().enumerate() {
        let Byte::Number(byte) = byte else {
            return Raw::Unknown;
        };
        limbs[index / 8] |= u64::from(*byte) << (index % 8 * 8);
    }
    let low = (leaf.bit_offset % 8) as u32;
    let width = bytes.len() as u32 * 8;
    match leaf.bits as u32 {
        bits if bits > 0 && low + bits <= width => {
            Raw::Bits(Bv::from_limbs(width, &limbs).extract(low + bits - 1, low))
        }
        _ => Raw::Unknown,
    }
}

fn digits(bytes: &[Byte]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        match byte {
            Byte::Indeterminate => text.push_str("??"),
            Byte::Number(byte) => text.push_str(&format!("{byte:02x}")),
            Byte::Part(..) => text.push_str("**"),
        }
    }
    text
}

/// Names of pointers when memory itself is gone.
struct Names<'a> {
    sketch: &'a Sketch,
    program: &'a Program,
}

impl PointerNames for Names<'_> {
    fn pointer(&self, pointer: Pointer, pointee: CTypeId) -> String {
        let Pointer { base, offset } = pointer;
        let moved = |name: String| match offset {
            0 => name,
            1.. => format!("(char *){name} + {offset}"),
            ..0 => format!("(char *){name} - {}", offset.unsigned_abs()),
        };
        match base {
            Base::Null if offset == 0 => "NULL".to_owned(),
            Base::Null | Base::Invalid => "invalid".to_owned(),
            Base::Function(id) => {
                let function = self.program.functions.get(id);
                moved(format!(
                    "&{}",
                    function.map_or("?", |function| &function.name)
                ))
            }
            Base::Object(object) => {
                if let Some(text) = literal_text(self.program, object) {
                    return match offset {
                        0 => text,
                        _ => format!("&{text}[{offset}]"),
                    };
                }
                match self.sketch.about.get(&object) {
                    None => moved("&temporary".to_owned()),
                    Some(about) => match self.path(about, offset, pointee) {
                        Some(path) => format!("&{}{}", about.name, path_text(&path)),
                        None => moved(format!("&{}", about.name)),
                    },
                }
            }
        }
    }
}

impl Names<'_> {
    fn path(&self, about: &About, offset: i64, pointee: CTypeId) -> Option<Vec<Part>> {
        let offset = u64::try_from(offset).ok()?;
        if !about.elements {
            return path_to(self.program, about.ctype, offset, pointee);
        }
        let stride = ctype_bits(self.program, about.ctype)?.div_ceil(8).max(1);
        let rest = path_to(self.program, about.ctype, offset % stride, pointee)?;
        Some([vec![Part::Index(offset / stride)], rest].concat())
    }
}
