//! From linked LLVM modules to one program: the state shared by all functions.
//!
//! Functions are lowered in the order of the files. Globals, and functions without a body, enter
//! the program on first reference, so that unused declarations and the sanitizer's own data never
//! appear.

use crate::debug::DebugInfo;
use crate::initializers::Contents;
use crate::label_addresses::LabelAddresses;
use crate::link::Symbols;
use crate::llvm;
use crate::scopes::Scopes;
use crate::{FrontendError, Options, kinds, varargs};
use cassay_base::Span;
use cassay_ir::{DataLayout, FuncId, GlobalId, Note, NoteKind, Program, TypeId};
use std::collections::{BTreeMap, HashMap};
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

/// The folder of the models of the C++ library.
const CXX_MODELS: &str = "<library>/cxx";

impl Unit {
    /// Whether everything in it is lowered, reached or not: files in C, and models of its library.
    pub fn is_kept_whole(&self) -> bool {
        match self.is_model {
            true => !self.path.starts_with(CXX_MODELS),
            false => kinds::is_c(&self.path),
        }
    }
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

/// Index of a module among the inputs.
pub(crate) type UnitIndex = usize;

/// The state shared by all functions.
pub(crate) struct Lowering<'m> {
    pub options: &'m Options,
    pub units: &'m [Unit],
    pub program: Program,
    /// What the names of the modules refer to.
    pub symbols: Symbols<'m>,
    /// Source information, by module.
    pub debug: Vec<DebugInfo<'m>>,
    /// Types already lowered, by module.
    pub types: Vec<HashMap<&'m llvm::Type, TypeId>>,
    /// The function that runs all destructors, if there are any.
    pub destructors: Option<FuncId>,
    /// Whether some file could allocate objects with `operator new`.
    pub uses_new: bool,
    /// The addresses of labels.
    pub labels: LabelAddresses<'m>,
    /// Globals that stand for devices, by the number of their region.
    pub devices: BTreeMap<usize, GlobalId>,
    /// The initial contents of globals.
    pub contents: Contents<'m>,
    /// The variable behind weak exchanges, once there is one.
    pub weak_failure: Option<GlobalId>,
    /// Whether every `va_arg` that was lowered has a claim about the type that it reads.
    pub argument_types_claimed: bool,
}

/// Whether a module declares or defines a form of `operator new`.
fn declares_new(module: &llvm::Module) -> bool {
    let names = module.functions.iter();
    let mut names = names.filter_map(|function| function.name.as_name());
    names.any(|name| name.starts_with("_Znw") || name.starts_with("_Zna"))
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
        symbols: Symbols::new(units, options.entry.as_deref())?,
        debug: units
            .iter()
            .map(|unit| DebugInfo::new(&unit.module))
            .collect(),
        types: units.iter().map(|_| HashMap::new()).collect(),
        destructors: None,
        uses_new: units.iter().any(|unit| declares_new(&unit.module)),
        labels: LabelAddresses::default(),
        devices: BTreeMap::new(),
        contents: Contents::default(),
        weak_failure: None,
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
                    self.symbols.defined.insert(id);
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
                kind: NoteKind::InlineAssembly,
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
