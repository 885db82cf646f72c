//! A whole program: functions, global variables, types, files.

use crate::claim::ClaimIds;
use crate::ctype::{CTypeId, CTypeTable};
use crate::expr::Expr;
use crate::fixed::FixedFormats;
use crate::function::{CallTarget, Function};
use crate::types::{TypeId, TypeTable};
use cassay_base::{FileId, IndexVec, Span, define_id, is_library_file};
use cassay_bv::Bv;
use std::sync::Arc;

define_id!(
    /// A function.
    pub FuncId, "fn"
);
define_id!(
    /// A global variable or string literal.
    pub GlobalId, "global"
);
define_id!(
    /// A note about how the program was interpreted.
    pub NoteId, "note"
);

/// The prefix of the names of functions that call the function of a thread and claim that no exception leaves it.
pub const GUARDED_THREAD: &str = "__cassay_guarded_thread_";

/// The prefix of the names of synthetic functions.
const OWN: &str = "__cassay_";

/// The name of the synthetic function where executions start: it calls the entry, and executions
/// end in it when the entry returns.
pub const START: &str = "__cassay_start";

/// The first part of the names of synthetic functions that run interrupt handlers.
pub const INTERRUPTS: &str = "__cassay_interrupts";

/// The relevant properties of the target machine. All supported machines are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataLayout {
    /// Width of a pointer in bits: 64 or 32.
    pub pointer_bits: u32,
}

/// A constant part of an initialiser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// Bits, little-endian in memory; floats too.
    Bits(Bv),
    /// The address of a global, moved by bytes.
    GlobalAddr(GlobalId, i64),
    /// The address of a function.
    FuncAddr(FuncId),
    /// A run of bytes, e.g. a string literal.
    Bytes(Vec<u8>),
}

/// The first contents of a global variable: constants at byte offsets, zero elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initializer {
    /// Zero but for these, in order of offset, not overlapping.
    Parts(Vec<(u64, Constant)>),
    /// Defined outside the program: any contents.
    External,
}

/// A global variable, static local or string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Name in the source (a static local by its own name); for literals the linker's name.
    pub name: Arc<str>,
    /// Its type in memory.
    pub ty: TypeId,
    /// Its type in the source.
    pub ctype: CTypeId,
    /// Alignment in bytes.
    pub align: u64,
    /// First contents.
    pub init: Initializer,
    /// Whether it is read-only.
    pub constant: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Whether it represents device registers: every load gives any value.
    pub device: bool,
    /// Whether it belongs to a model of the library: its contents are not shown to users.
    pub model: bool,
    /// The name of the external object whose address this variable holds. The object is declared
    /// without a size and no file defines it; only its address is used.
    pub address_of: Option<Arc<str>>,
    /// Where it is declared.
    pub span: Span,
}

macro_rules! note_kinds {
    ($($(#[$doc:meta])* $variant:ident $name:literal, $title:literal;)*) => {
        /// What a note is about. One line here adds a kind: enum, name and words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum NoteKind {
            $($(#[$doc])* $variant,)*
        }

        impl NoteKind {
            /// Every kind.
            pub const ALL: &'static [NoteKind] = &[$(NoteKind::$variant,)*];

            /// The short name, in the text form and in machine formats.
            pub fn name(self) -> &'static str {
                match self { $(NoteKind::$variant => $name,)* }
            }

            /// The kind in words.
            pub fn title(self) -> &'static str {
                match self { $(NoteKind::$variant => $title,)* }
            }
        }
    };
}

note_kinds! {
    /// A function without a body.
    MissingBody "missing_body", "functions without a body";
    /// A variable that is defined nowhere.
    ExternalVariable "external_variable", "variables defined nowhere";
    /// A model of a library function that is not exact.
    Model "model", "approximate models of library functions";
    /// Assembly in the source.
    InlineAssembly "inline_assembly", "assembly";
    /// Whether allocation fails.
    Allocation "allocation", "allocation";
    /// Sizes of types.
    DataModel "data_model", "data model";
    /// How floating-point operations round.
    Rounding "rounding", "rounding";
    /// Numbers with a fixed point in place of floating-point numbers.
    FixedPoint "fixed_point", "fixed-point numbers";
    /// Memory of threads without reordering.
    SequentialConsistency "sequential_consistency", "memory of threads";
    /// Threads in other respects.
    Threads "threads", "threads";
    /// Interrupt handlers.
    Interrupts "interrupts", "interrupt handlers";
    /// Results that may depend on the order of evaluation.
    EvaluationOrder "evaluation_order", "order of evaluation";
    /// Padding of structures.
    Padding "padding", "padding";
    /// What the entry is given.
    Entry "entry", "arguments of the entry";
    /// A loop of which no inductive step can be made.
    Induction "induction", "induction";
    /// What happened to solvers and other processes.
    Tool "tool", "solvers and processes";
    /// Anything else.
    Other "other", "other assumptions";
}

impl NoteKind {
    /// Whether an answer rests on it; the others say how the run went.
    pub fn is_assumption(self) -> bool {
        !matches!(self, NoteKind::Induction | NoteKind::Tool)
    }
}

/// A note for the user about how the program was interpreted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// Its subject, e.g. the name of a function without body.
    pub subject: Arc<str>,
    /// What was assumed.
    pub assumption: Arc<str>,
    /// Whether the assumption could hide a violation: then *safe* becomes *unknown*.
    pub may_hide: bool,
    /// Where.
    pub span: Span,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The target machine.
    pub layout: DataLayout,
    /// Types.
    pub types: TypeTable,
    /// Source types.
    pub ctypes: CTypeTable,
    /// Names of source files.
    pub files: IndexVec<FileId, Arc<str>>,
    /// Global variables.
    pub globals: IndexVec<GlobalId, Global>,
    /// Functions.
    pub functions: IndexVec<FuncId, Function>,
    /// The ids of claims.
    pub claims: ClaimIds,
    /// Notes for the user about how the program was interpreted, each once. Those about the
    /// assumptions of one function are listed in [`Function::notes`].
    pub notes: IndexVec<NoteId, Note>,
    /// What the bits of floating-point types mean when they are fixed-point numbers. There are no
    /// floating-point operations then; values are printed by these formats.
    pub fixed: Option<FixedFormats>,
}

impl Program {
    /// An empty program for a machine.
    pub fn new(layout: DataLayout) -> Self {
        Program {
            layout,
            types: TypeTable::new(layout.pointer_bits),
            ctypes: CTypeTable::default(),
            files: IndexVec::new(),
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            claims: ClaimIds::default(),
            notes: IndexVec::new(),
            fixed: None,
        }
    }

    /// Adds a note, unless the same one exists, at any source location.
    pub fn add_note(&mut self, note: Note) -> NoteId {
        let same = |id: &NoteId| {
            let old = &self.notes[*id];
            old.subject == note.subject && old.assumption == note.assumption
        };
        match self.notes.ids().find(same) {
            Some(id) => id,
            None => self.notes.push(note),
        }
    }

    /// Whether an assumption that was made for a function could hide a violation.
    pub fn may_hide(&self, function: &Function) -> bool {
        let mut notes = function.notes.iter();
        notes.any(|&id| self.notes[id].may_hide)
    }

    /// Whether some expression refers to the heap as a whole: which memory is left or lost.
    pub fn asks_about_heap(&self) -> bool {
        let mut parts = self.functions.iter().flat_map(Function::parts);
        parts.any(|expr| matches!(expr, Expr::Heap(_)))
    }

    /// Whether some expression asks which bits are initialised ([`Expr::Initialised`]).
    pub fn asks_for_values(&self) -> bool {
        fn asks(expr: &Expr) -> bool {
            let mut found = matches!(expr, Expr::Initialised(_, _));
            expr.operands(|operand| found = found || asks(operand));
            found
        }
        let mut blocks = self.functions.iter().flat_map(|f| f.blocks.iter());
        blocks.any(|block| {
            let mut found = false;
            for stmt in &block.stmts {
                stmt.kind.expressions(|expr| found = found || asks(expr));
            }
            block
                .terminator
                .expressions(|expr| found = found || asks(expr));
            found
        })
    }

    /// The function of that name.
    pub fn find_function(&self, name: &str) -> Option<FuncId> {
        self.functions
            .iter_enumerated()
            .find(|(_, f)| &*f.name == name || &**f.symbol() == name)
            .map(|(id, _)| id)
    }

    /// The name of a function for users: the synthetic start function has the name of the entry, or
    /// `main`, and one that guards the function of a thread has the name of that.
    pub fn title(&self, id: FuncId) -> Option<&Arc<str>> {
        let function = self.functions.get(id)?;
        if &*function.name != START && !function.name.starts_with(GUARDED_THREAD) {
            return Some(&function.name);
        }
        let calls = function.blocks.iter().flat_map(|block| {
            let calls = block.stmts.iter().filter_map(|stmt| stmt.kind.call());
            calls.chain(block.terminator.call())
        });
        let called = calls.filter_map(|call| match call.target {
            CallTarget::Direct(callee) => self.functions.get(*callee),
            CallTarget::Indirect(_) => None,
        });
        let mut named = called.filter(|callee| !callee.name.starts_with(OWN));
        Some(named.next().map_or(&function.name, |callee| &callee.name))
    }

    /// The name of a file, `?` when the place is not known.
    pub fn file_name(&self, span: Span) -> &str {
        if span.is_known() {
            self.files.get(span.file).map_or("?", |name| name)
        } else {
            "?"
        }
    }

    /// Whether a place is in a file of a library.
    pub fn is_in_library(&self, span: Span) -> bool {
        span.is_known() && is_library_file(self.file_name(span))
    }

    /// Size of a global in bytes.
    pub fn global_size(&self, id: GlobalId) -> u64 {
        self.types.alloc_size(self.globals[id].ty)
    }
}
