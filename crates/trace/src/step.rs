//! States of a counterexample, as data. Text is one reader of it: [`std::fmt::Display`] gives the words that
//! people see.

use cassay_base::Span;
use cassay_bv::Bv;
use cassay_ir::{CType, CTypeId, CTypeTable, InputSource};
use std::fmt;
use std::sync::Arc;

/// What a state shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A variable, or a part of one, got a value.
    Assignment,
    /// A nondeterministic input got its value; the target names its source.
    Input,
    /// A variable was read before it was written and had this value.
    Uninitialised,
    /// What was assigned earlier reached the memory that other threads read.
    Commit,
    /// A heap object was freed.
    Free,
    /// A variable's scope ended.
    Expire,
    /// A function of the C library was called; what it does inside is not shown.
    Call,
    /// A thread was created.
    Create,
    /// A lock was taken.
    Lock,
    /// A lock was released.
    Unlock,
    /// A function of the library that orders threads in another way has returned.
    Sync,
    /// An interrupt handler starts to run.
    Interrupt,
}

impl StepKind {
    /// Whether it is about the order of threads.
    pub fn orders_threads(self) -> bool {
        match self {
            StepKind::Create | StepKind::Lock | StepKind::Unlock | StepKind::Sync => true,
            StepKind::Assignment
            | StepKind::Input
            | StepKind::Uninitialised
            | StepKind::Commit
            | StepKind::Free
            | StepKind::Expire
            | StepKind::Call
            | StepKind::Interrupt => false,
        }
    }
}

/// One step from an object to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A member of a structure or union.
    Member(Arc<str>),
    /// An element of an array.
    Index(u64),
    /// Elements of an array of characters, from the first to the last.
    Range(u64, u64),
    /// Bytes that no type describes.
    Bytes {
        /// The first of them.
        offset: u64,
        /// How many bits they have.
        bits: u64,
    },
}

/// An object or a part of one, e.g. `a[2].x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPath {
    /// The object: a variable, or where an allocation was made.
    pub object: String,
    /// The way to the part, from the outside in.
    pub parts: Vec<Part>,
}

/// What a state is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An object or a part of one.
    Object(AccessPath),
    /// Where an input comes from, e.g. `nd_uchar()`.
    Source(InputSource),
    /// A function that is called.
    Function(Arc<str>),
    /// The address of a lock, e.g. `&m`.
    Lock(Arc<str>),
    /// A function that orders threads, and the address that it got, e.g. `sem_post(&s)`.
    Sync(Arc<str>, String),
    /// A new thread, and the function that it runs.
    Thread(u32, Arc<str>),
}

/// A value that something got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// In C syntax.
    pub text: String,
    /// Its type in the source; unknown where nobody says.
    pub ctype: CTypeId,
    /// Its bits, where it is a number and all of them are known.
    pub bits: Option<Bv>,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The program computed it, or there is none.
    Program,
    /// It is an input, unchanged.
    Input(InputSource),
    /// It was there before anything was written.
    Uninitialised,
}

/// A place in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: Arc<str>,
}

/// A state of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number, from 1: in a replay among all states, in a counterexample among those kept.
    pub number: usize,
    /// What it shows.
    pub kind: StepKind,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: Arc<str>,
    /// Where in a header of a library, if it was there: then the place is the call in the user's file.
    pub inner: Option<Inner>,
    /// Whether it is about the insides of a library.
    pub folded: bool,
    /// Whether it shows a whole container of a library, in place of changes inside it.
    pub whole: bool,
    /// In which thread.
    pub thread: u32,
    /// How many calls of functions with a body are under way.
    pub depth: u32,
    /// What changed.
    pub target: Target,
    /// Its new value; none where nothing gets one.
    pub value: Option<Shown>,
    /// Where the value comes from.
    pub origin: Origin,
    /// The locks that the thread holds afterwards.
    pub holds: Vec<Arc<str>>,
}

impl Step {
    /// The state in one line of C-like text, without its place.
    pub fn text(&self) -> String {
        text(
            self.kind,
            &self.target,
            self.value.as_ref().map(|value| value.text.as_str()),
        )
    }
}

/// A state in one line of C-like text.
pub fn text(kind: StepKind, target: &Target, value: Option<&str>) -> String {
    match kind {
        StepKind::Assignment | StepKind::Input | StepKind::Uninitialised => {
            format!("{target} = {}", value.unwrap_or(""))
        }
        StepKind::Commit => format!("{target} = {} reaches memory", value.unwrap_or("")),
        StepKind::Free => format!("free({target})"),
        StepKind::Expire => format!("{target} goes out of scope"),
        StepKind::Call => format!("{target}()"),
        StepKind::Create => format!("create {target}"),
        StepKind::Lock => format!("lock({target})"),
        StepKind::Unlock => format!("unlock({target})"),
        StepKind::Sync => target.to_string(),
        StepKind::Interrupt => format!("interrupt {target}"),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Object(path) => path.fmt(f),
            Target::Source(source) => source.fmt(f),
            Target::Function(name) | Target::Lock(name) => f.write_str(name),
            Target::Sync(name, argument) => write!(f, "{name}({argument})"),
            Target::Thread(number, entry) => write!(f, "thread {number} ({entry})"),
        }
    }
}

impl fmt::Display for AccessPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccessPath { object, parts } = self;
        if let [Part::Bytes { offset, bits }] = parts.as_slice() {
            return match bits {
                8 | 16 | 32 | 64 => write!(f, "*(int{bits}_t *)((char *)&{object} + {offset})"),
                _ => {
                    let last = offset + (bits / 8).saturating_sub(1);
                    write!(f, "((char *)&{object})[{offset} ... {last}]")
                }
            };
        }
        write!(f, "{object}{}", path_text(parts))
    }
}

/// What follows the name of an object.
pub(crate) fn path_text(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Member(name) => text.push_str(&format!(".{name}")),
            Part::Index(index) => text.push_str(&format!("[{index}]")),
            Part::Range(first, last) => text.push_str(&format!("[{first} ... {last}]")),
            Part::Bytes { offset, bits } => text.push_str(&format!("[bits {bits} at {offset}]")),
        }
    }
    text
}

/// A type as the source writes it, without a declarator; `None` where nothing is known of it.
pub fn type_name(types: &CTypeTable, id: CTypeId) -> Option<String> {
    let tagged = |keyword: &str, name: &str| match name {
        "" => keyword.to_owned(),
        name => format!("{keyword} {name}"),
    };
    let mut suffix = String::new();
    let mut id = id;
    // Types may lead to themselves through pointers.
    for _ in 0..16 {
        let name = match types.get(id) {
            CType::Unknown => return None,
            CType::Void => "void".to_owned(),
            CType::Int { name, .. } | CType::Float { name, .. } | CType::Typedef { name, .. } => {
                name.to_string()
            }
            CType::Char { signed: true } => "char".to_owned(),
            CType::Char { signed: false } => "unsigned char".to_owned(),
            CType::Bool => "_Bool".to_owned(),
            CType::Enum { name, .. } => tagged("enum", name),
            CType::Struct { name, .. } => tagged("struct", name),
            CType::Union { name, .. } => tagged("union", name),
            CType::Function => "function".to_owned(),
            CType::Pointer(pointee) => {
                suffix.insert(0, '*');
                id = *pointee;
                continue;
            }
            CType::Array { elem, len } => {
                let len = len.map_or_else(String::new, |len| len.to_string());
                suffix.push_str(&format!("[{len}]"));
                id = *elem;
                continue;
            }
        };
        let space = if suffix.is_empty() { "" } else { " " };
        return Some(format!("{name}{space}{suffix}"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(object: &str, parts: Vec<Part>) -> String {
        let object = object.to_owned();
        AccessPath { object, parts }.to_string()
    }

    #[test]
    fn paths_are_written_as_a_programmer_does() {
        assert_eq!(path("x", vec![]), "x");
        let parts = vec![Part::Index(2), Part::Member("x".into()), Part::Range(0, 3)];
        assert_eq!(path("a", parts), "a[2].x[0 ... 3]");
        let word = Part::Bytes {
            offset: 4,
            bits: 32,
        };
        assert_eq!(path("raw", vec![word]), "*(int32_t *)((char *)&raw + 4)");
        let three = Part::Bytes {
            offset: 1,
            bits: 24,
        };
        assert_eq!(path("raw", vec![three]), "((char *)&raw)[1 ... 3]");
    }

    #[test]
    fn types_are_written_as_in_the_source() {
        let mut types = CTypeTable::default();
        let int = types.push(CType::Int {
            name: "unsigned int".into(),
            bits: 32,
            signed: false,
        });
        let pointer = types.push(CType::Pointer(int));
        let node = types.push(CType::Struct {
            name: "node".into(),
            size: 8,
            members: Vec::new(),
        });
        let nodes = types.push(CType::Array {
            elem: node,
            len: Some(3),
        });
        assert_eq!(type_name(&types, int).as_deref(), Some("unsigned int"));
        assert_eq!(
            type_name(&types, pointer).as_deref(),
            Some("unsigned int *")
        );
        assert_eq!(type_name(&types, nodes).as_deref(), Some("struct node [3]"));
        assert_eq!(type_name(&types, CTypeTable::UNKNOWN), None);
    }
}
