//! A module: what one file of LLVM assembly defines.
//!
//! Everything stands in the order of the text. Lookup by name goes through an index that
//! [`Module::index`] builds once at the end of reading.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::attributes::Attributes;
use crate::instructions::Instruction;
use crate::metadata::{DebugRecord, Metadata, MetadataId, MetadataNode};
use crate::types::{FunctionType, Ident, Name, StructType, Type};
use crate::values::TypedConstant;

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `source_filename = "…"`.
    pub source_filename: Option<Name>,
    /// `target datalayout = "…"`.
    pub datalayout: Option<Name>,
    /// `target triple = "…"`.
    pub triple: Option<Name>,
    /// `module asm "…"` lines.
    pub module_asm: Vec<Name>,
    /// Named types in order.
    pub types: Vec<(Ident, TypeDef)>,
    /// Global variables in order.
    pub globals: Vec<Global>,
    /// Aliases in order.
    pub aliases: Vec<Alias>,
    /// Indirect functions in order.
    pub ifuncs: Vec<Alias>,
    /// Functions, declared and defined, in order.
    pub functions: Vec<Function>,
    /// `attributes #n = { … }`.
    pub attribute_groups: BTreeMap<u32, Attributes>,
    /// Numbered metadata.
    pub metadata: BTreeMap<MetadataId, MetadataNode>,
    /// Named metadata, `!llvm.dbg.cu = !{…}`, in order.
    pub named_metadata: Vec<(Name, Vec<Metadata>)>,
    /// The global names that the text of each function, variable and alias mentions, its own among them.
    pub(crate) mentions: HashMap<Ident, Vec<Ident>>,
    symbols: HashMap<Ident, Symbol>,
    type_index: HashMap<Ident, usize>,
}

/// Where a global name is defined: an index into the module's list of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symbol {
    Global(usize),
    Alias(usize),
    Ifunc(usize),
    Function(usize),
}

/// What a global name stands for.
#[derive(Clone, Copy, Debug)]
pub enum GlobalRef<'m> {
    /// A variable.
    Global(&'m Global),
    /// An alias.
    Alias(&'m Alias),
    /// An indirect function.
    Ifunc(&'m Alias),
    /// A function.
    Function(&'m Function),
}

/// The definition of a named type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeDef {
    /// `type opaque`.
    Opaque,
    /// A structure.
    Struct(Arc<StructType>),
    /// Any other type under a name.
    Other(Type),
}

impl Module {
    /// Rebuilds the lookup tables; called by the reader, and to be called again after the lists
    /// were changed. Of several entries with one name the first is found.
    pub fn index(&mut self) {
        self.symbols.clear();
        self.type_index.clear();
        for (index, (name, _)) in self.types.iter().enumerate() {
            self.type_index.entry(name.clone()).or_insert(index);
        }
        for (index, function) in self.functions.iter().enumerate() {
            self.symbols
                .entry(function.name.clone())
                .or_insert(Symbol::Function(index));
        }
        for (index, global) in self.globals.iter().enumerate() {
            self.symbols
                .entry(global.name.clone())
                .or_insert(Symbol::Global(index));
        }
        for (index, alias) in self.aliases.iter().enumerate() {
            self.symbols
                .entry(alias.name.clone())
                .or_insert(Symbol::Alias(index));
        }
        for (index, ifunc) in self.ifuncs.iter().enumerate() {
            self.symbols
                .entry(ifunc.name.clone())
                .or_insert(Symbol::Ifunc(index));
        }
    }

    /// What a global name stands for.
    pub fn lookup(&self, name: &Ident) -> Option<GlobalRef<'_>> {
        Some(match *self.symbols.get(name)? {
            Symbol::Global(index) => GlobalRef::Global(self.globals.get(index)?),
            Symbol::Alias(index) => GlobalRef::Alias(self.aliases.get(index)?),
            Symbol::Ifunc(index) => GlobalRef::Ifunc(self.ifuncs.get(index)?),
            Symbol::Function(index) => GlobalRef::Function(self.functions.get(index)?),
        })
    }

    /// The global names that a function, a variable or an alias mentions in the text, its own among them.
    pub fn mentions(&self, name: &Ident) -> &[Ident] {
        self.mentions.get(name).map_or(&[], Vec::as_slice)
    }

    /// The function of that name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        match self.lookup(&Ident::Name(name.into()))? {
            GlobalRef::Function(function) => Some(function),
            GlobalRef::Global(_) | GlobalRef::Alias(_) | GlobalRef::Ifunc(_) => None,
        }
    }

    /// The global variable of that name.
    pub fn global(&self, name: &str) -> Option<&Global> {
        match self.lookup(&Ident::Name(name.into()))? {
            GlobalRef::Global(global) => Some(global),
            GlobalRef::Function(_) | GlobalRef::Alias(_) | GlobalRef::Ifunc(_) => None,
        }
    }

    /// The definition of a named type.
    pub fn type_def(&self, name: &Ident) -> Option<&TypeDef> {
        self.types
            .get(*self.type_index.get(name)?)
            .map(|(_, def)| def)
    }

    /// The metadata node of that number.
    pub fn node(&self, id: MetadataId) -> Option<&MetadataNode> {
        self.metadata.get(&id)
    }

    /// The node that an operand denotes, numbered or written in place.
    pub fn resolve<'m>(&'m self, metadata: &'m Metadata) -> Option<&'m MetadataNode> {
        match metadata {
            Metadata::Ref(id) => self.node(*id),
            Metadata::Inline(node) => Some(node),
            Metadata::Null | Metadata::String(_) | Metadata::Value(_) => None,
        }
    }

    /// The operands of a named metadata list.
    pub fn named(&self, name: &str) -> Option<&[Metadata]> {
        self.named_metadata
            .iter()
            .find(|(key, _)| &**key == name)
            .map(|(_, list)| &**list)
    }

    /// Whether an attribute of that keyword stands in the list itself or in one of its groups.
    pub fn has_attr(&self, attributes: &Attributes, name: &str) -> bool {
        attributes.has(name)
            || attributes
                .groups
                .iter()
                .filter_map(|group| self.attribute_groups.get(group))
                .any(|group| group.has(name))
    }
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// The name.
    pub name: Ident,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `dso_local`.
    pub dso_local: bool,
    /// Set for `thread_local`, with the model.
    pub thread_local: Option<ThreadLocalModel>,
    /// `unnamed_addr`, `local_unnamed_addr`.
    pub unnamed_addr: UnnamedAddr,
    /// `externally_initialized`.
    pub externally_initialized: bool,
    /// `addrspace(n)`.
    pub addrspace: u32,
    /// `constant` rather than `global`.
    pub constant: bool,
    /// The type of the content.
    pub ty: Type,
    /// The initial value; `None` for a declaration.
    pub init: Option<TypedConstant>,
    /// `section "…"`.
    pub section: Option<Name>,
    /// `align n`.
    pub align: Option<u64>,
    /// Attached metadata (`!dbg` among them).
    pub metadata: Vec<(Name, Metadata)>,
    /// Attributes.
    pub attrs: Attributes,
    /// Line in the text, from 1.
    pub line: u32,
}

/// An alias or an indirect function.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// The name.
    pub name: Ident,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// Set for `thread_local`.
    pub thread_local: Option<ThreadLocalModel>,
    /// The type of what is denoted.
    pub ty: Type,
    /// The aliasee or resolver.
    pub target: TypedConstant,
    /// Line in the text, from 1.
    pub line: u32,
}

/// A function, declared or defined.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The name.
    pub name: Ident,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `dso_local`.
    pub dso_local: bool,
    /// `unnamed_addr`, `local_unnamed_addr`.
    pub unnamed_addr: UnnamedAddr,
    /// The calling convention's keyword; `None` is C's.
    pub conv: Option<Name>,
    /// Attributes of the result.
    pub ret_attrs: Attributes,
    /// The result type.
    pub ret: Type,
    /// The parameters.
    pub params: Vec<Param>,
    /// Whether further arguments may follow.
    pub varargs: bool,
    /// Function attributes.
    pub attrs: Attributes,
    /// `section "…"`.
    pub section: Option<Name>,
    /// `align n`.
    pub align: Option<u64>,
    /// `gc "…"`.
    pub gc: Option<Name>,
    /// `prefix` data.
    pub prefix: Option<TypedConstant>,
    /// `prologue` data.
    pub prologue: Option<TypedConstant>,
    /// `personality` function.
    pub personality: Option<TypedConstant>,
    /// Attached metadata (`!dbg` among them).
    pub metadata: Vec<(Name, Metadata)>,
    /// The blocks in order; `None` for a declaration.
    pub body: Option<Vec<Block>>,
    /// Line in the text, from 1.
    pub line: u32,
}

impl Function {
    /// The type of the function.
    pub fn ty(&self) -> FunctionType {
        FunctionType {
            ret: self.ret.clone(),
            params: self.params.iter().map(|param| param.ty.clone()).collect(),
            varargs: self.varargs,
        }
    }

    /// The metadata attached under a kind, `dbg` for the `DISubprogram`.
    pub fn metadata(&self, kind: &str) -> Option<&Metadata> {
        self.metadata
            .iter()
            .find(|(name, _)| &**name == kind)
            .map(|(_, value)| value)
    }
}

impl Global {
    /// The metadata attached under a kind, `dbg` for the `DIGlobalVariableExpression`.
    pub fn metadata(&self, kind: &str) -> Option<&Metadata> {
        self.metadata
            .iter()
            .find(|(name, _)| &**name == kind)
            .map(|(_, value)| value)
    }
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The type.
    pub ty: Type,
    /// Attributes.
    pub attrs: Attributes,
    /// The name; a number left out in the text has been filled in (also in declarations).
    pub name: Ident,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The label; a number left out in the text has been filled in.
    pub label: Ident,
    /// Instructions and debug records in order; the last instruction is the terminator.
    pub items: Vec<BlockItem>,
    /// Line in the text, from 1.
    pub line: u32,
}

impl Block {
    /// The instructions without the debug records.
    pub fn instructions(&self) -> impl DoubleEndedIterator<Item = &Instruction> {
        self.items.iter().filter_map(|item| match item {
            BlockItem::Inst(instruction) => Some(instruction),
            BlockItem::Debug(_) => None,
        })
    }

    /// The same, to be changed.
    pub fn instructions_mut(&mut self) -> impl Iterator<Item = &mut Instruction> {
        self.items.iter_mut().filter_map(|item| match item {
            BlockItem::Inst(instruction) => Some(instruction),
            BlockItem::Debug(_) => None,
        })
    }

    /// The instruction that ends the block, if it is there and known.
    pub fn terminator(&self) -> Option<&Instruction> {
        self.instructions()
            .next_back()
            .filter(|instruction| instruction.kind.is_terminator())
    }
}

/// An item of a block.
#[expect(clippy::large_enum_variant, reason = "most items are instructions")]
#[derive(Clone, Debug, PartialEq)]
pub enum BlockItem {
    /// An instruction.
    Inst(Instruction),
    /// A debug record.
    Debug(DebugRecord),
}

/// Linkage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// `private`.
    Private,
    /// `internal`.
    Internal,
    /// `available_externally`.
    AvailableExternally,
    /// `linkonce`.
    LinkOnce,
    /// `linkonce_odr`.
    LinkOnceOdr,
    /// `weak`.
    Weak,
    /// `weak_odr`.
    WeakOdr,
    /// `common`.
    Common,
    /// `appending`.
    Appending,
    /// `extern_weak`.
    ExternWeak,
    /// `external`, and where nothing is written.
    #[default]
    External,
}

/// Visibility.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// `default`.
    #[default]
    Default,
    /// `hidden`.
    Hidden,
    /// `protected`.
    Protected,
}

/// The models of thread-local storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadLocalModel {
    /// `thread_local`, the general dynamic model.
    GeneralDynamic,
    /// `thread_local(localdynamic)`.
    LocalDynamic,
    /// `thread_local(initialexec)`.
    InitialExec,
    /// `thread_local(localexec)`.
    LocalExec,
}

/// Whether the address of a global matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UnnamedAddr {
    /// It does.
    #[default]
    None,
    /// `local_unnamed_addr`: not in this module.
    Local,
    /// `unnamed_addr`: nowhere.
    Global,
}
