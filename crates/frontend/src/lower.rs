//! From linked LLVM modules to one program: the state shared by all functions.
//!
//! Functions are lowered in the order of the files. Globals, and functions without a body, enter
//! the program on first reference, so that unused declarations and the sanitizer's own data never
//! appear.

use crate::debug::DebugInfo;
use crate::link::{Address, Definitions};
use crate::llvm::{self, Ident};
use crate::scopes::Scopes;
use crate::{FrontendError, Options, varargs};
use cassay_base::Span;
use cassay_ir::{DataLayout, FuncId, GlobalId, Note, Program, TypeId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// A module and the file it comes from.
pub(crate) struct Unit {
    pub path: PathBuf,
    pub module: llvm::Module,
    /// Whether it models functions of the C library.
    pub is_model: bool,
    /// The lifetimes of storage without markers.
    pub scopes: Scopes,
}

/// A construct that is not lowered, described for the user.
#[derive(Clone, Debug)]
pub(crate) struct Unsupported(pub Arc<str>);

impl Unsupported {
    /// Names the construct.
    pub fn new(what: impl Into<Arc<str>>) -> Self {
        Unsupported(what.into())
    }
}

/// The result of lowering something.
pub(crate) type Lowered<T> = Result<T, Unsupported>;

/// Distance in bytes between the addresses of two labels, for computed `goto`.
pub(crate) const LABEL_SIZE: u64 = 16;

/// Index of a module among the inputs.
pub(crate) type UnitIndex = usize;

/// The state shared by all functions.
pub(crate) struct Lowering<'m> {
    pub options: &'m Options,
    pub units: &'m [Unit],
    pub program: Program,
    pub definitions: Definitions,
    /// Source information, by module.
    pub debug: Vec<DebugInfo<'m>>,
    /// Types already lowered, by module.
    pub types: Vec<HashMap<&'m llvm::Type, TypeId>>,
    /// Symbols already resolved, by module.
    pub resolved: Vec<HashMap<&'m Ident, Lowered<Address>>>,
    /// Symbols visible to all modules.
    pub shared: HashMap<&'m str, Address>,
    /// Functions that have a body, lowered already or later.
    pub defined: HashSet<FuncId>,
    /// Names of functions already given.
    pub function_names: HashSet<Arc<str>>,
    /// Functions whose last parameter leads to a block of variable arguments.
    pub takes_block: HashSet<FuncId>,
    /// The function that runs all destructors, if there are any.
    pub destructors: Option<FuncId>,
    /// The address of the first label of each function whose labels have addresses.
    pub labels: HashMap<(UnitIndex, &'m Ident), u64>,
    /// The address of the next function's first label.
    pub next_label: u64,
    /// Globals that stand for devices, by the number of their region.
    pub devices: BTreeMap<usize, GlobalId>,
    /// Globals whose initial contents are still to be lowered.
    pub pending: Vec<(GlobalId, UnitIndex, &'m llvm::Global)>,
    /// Globals whose initial contents could not be lowered, with the reason.
    pub broken: BTreeMap<GlobalId, Unsupported>,
    /// Variables that hold the address of an object of unknown size. In an expression, the address
    /// of such a variable stands for its contents until the expression becomes part of a function.
    pub by_address: BTreeSet<GlobalId>,
    /// Whether every `va_arg` that was lowered has a claim about the type that it reads.
    pub argument_types_claimed: bool,
}

/// Links and lowers modules.
pub(crate) fn lower(units: &[Unit], options: &Options) -> Result<Program, FrontendError> {
    let mut layout = None;
    for unit in units {
        let own = data_layout(unit)?;
        if *layout.get_or_insert(own) != own {
            return Err(FrontendError::Target {
                path: unit.path.clone(),
                triple: unit.module.triple.as_deref().unwrap_or("").to_owned(),
            });
        }
    }
    let layout = layout.unwrap_or(DataLayout { pointer_bits: 64 });
    let mut lowering = Lowering {
        options,
        units,
        program: Program::new(layout),
        definitions: Definitions::collect(units)?,
        debug: units
            .iter()
            .map(|unit| DebugInfo::new(&unit.module))
            .collect(),
        types: units.iter().map(|_| HashMap::new()).collect(),
        resolved: units.iter().map(|_| HashMap::new()).collect(),
        shared: HashMap::new(),
        defined: HashSet::new(),
        function_names: HashSet::new(),
        takes_block: HashSet::new(),
        destructors: None,
        labels: HashMap::new(),
        next_label: LABEL_SIZE,
        devices: BTreeMap::new(),
        pending: Vec::new(),
        broken: BTreeMap::new(),
        by_address: BTreeSet::new(),
        argument_types_claimed: true,
    };
    // The types that statements need are always present.
    lowering.program.types.size_int();
    lowering.program.types.int(8);
    lowering.run();
    varargs::clear_lists(&mut lowering.program);
    if !lowering.argument_types_claimed {
        varargs::forget_types(&mut lowering.program);
    }
    Ok(lowering.program)
}

pub(crate) fn data_layout(unit: &Unit) -> Result<DataLayout, FrontendError> {
    let triple = unit.module.triple.as_deref().unwrap_or("x86_64");
    let machine = triple.split('-').next().unwrap_or("");
    let pointer_bits = match machine {
        "x86_64" | "amd64" => 64,
        "i386" | "i486" | "i586" | "i686" => 32,
        _ => {
            return Err(FrontendError::Target {
                path: unit.path.clone(),
                triple: triple.to_owned(),
            });
        }
    };
    Ok(DataLayout { pointer_bits })
}

impl<'m> Lowering<'m> {
    fn run(&mut self) {
        let mut bodies = Vec::new();
        for (unit, source) in self.units.iter().enumerate() {
            for function in &source.module.functions {
                if function.body.is_some()
                    && let Some(id) = self.define_function(unit, function)
                {
                    self.defined.insert(id);
                    bodies.push((id, unit, function));
                }
            }
        }
        self.declare_destructors();
        for (id, unit, function) in bodies {
            let body = crate::functions::lower_function(self, id, unit, function);
            self.program.functions[id] = body;
        }
        self.add_constructors();
        self.define_destructors();
        self.lower_pending_globals();
        self.note_file_assembly();
    }

    /// Adds a note about assembly outside of functions.
    fn note_file_assembly(&mut self) {
        let mut units = self.units.iter();
        if let Some(unit) = units.find(|unit| !unit.module.module_asm.is_empty()) {
            let assumption = format!("does nothing (in {})", unit.path.display());
            self.program.add_note(Note {
                subject: "assembly outside of functions".into(),
                assumption: assumption.into(),
                may_hide: false,
                span: Span::NONE,
            });
        }
    }

    /// The width of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        self.program.layout.pointer_bits
    }
}
